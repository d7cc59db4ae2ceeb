"""Documents of a window's results by their names."""

from collections.abc import Iterable

from app.application import Application
from app.groups.columns import GroupColumn
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


def shown_groups(application: Application) -> dict[str, set[str]]:
    """Read the groups as a person does, by names: the kept one -> the others."""
    model = application.window.group_model
    groups: dict[str, set[str]] = {}
    last: set[str] = set()
    for row in range(model.rowCount()):
        cell = model.cell(model.index(row, GroupColumn.NAME))
        if cell is None:
            continue
        if cell.kept:
            groups[cell.text] = last = set()
        else:
            last.add(cell.text)
    return groups
