"""The real window with results of documents that are not on this machine."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.application import Application
from simcore.model.records import DocumentId
from windows import Open, wait_until_idle


def opened(qtbot: QtBot, open_window: Open, path: Path) -> Application:
    application = open_window()
    with qtbot.waitSignal(application.session.opened, timeout=60_000):
        application.results.open(path)
    wait_until_idle(qtbot, application)
    model = application.window.group_model
    qtbot.waitUntil(lambda: model.report is application.session.results.report and not model.busy)
    return application


def key_of(application: Application, name: str) -> DocumentId:
    report = application.session.results.report
    assert report is not None
    return next(key for key, one in report.documents.items() if one.elsewhere == name)


def choose(application: Application, name: str) -> None:
    window = application.window
    window.group_view.setCurrentIndex(window.group_model.index_of(key_of(application, name)))


def mark(application: Application, *names: str) -> None:
    application.window.group_model.mark([key_of(application, one) for one in names], on=True)


def marked(application: Application) -> set[str]:
    documents = application.session.results.report.documents
    return {documents[key].elsewhere for key in application.window.group_model.marked()}
