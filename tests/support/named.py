"""Documents of a window's results by their names."""

from collections.abc import Iterable

from app.application import Application
from simcore import Document
from simcore.model.records import DocumentId


def document_named(application: Application, name: str) -> Document:
    documents = application.session.results.report.documents.values()
    (found,) = [one for one in documents if one.path.name == name]
    return found


def key_named(application: Application, name: str) -> DocumentId:
    return document_named(application, name).id


def names_of(application: Application, keys: Iterable[DocumentId]) -> set[str]:
    documents = application.session.results.report.documents
    return {documents[key].path.name for key in keys}


def marked_names(application: Application) -> set[str]:
    return names_of(application, application.window.group_model.marked())


def kept_names(application: Application) -> set[str]:
    groups = application.session.results.report.groups
    return names_of(application, [group.representative for group in groups])
