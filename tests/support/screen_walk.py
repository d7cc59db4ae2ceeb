"""A walk through every window, dialog and page of the program."""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.review import JudgementDialog
from app.removal.controller import RemovalResults
from app.removal.history import HistoryWindow
from app.removal.rules import RulesDialog
from app.scan_progress import ScanPacer
from app.session.calls import ScanProgress
from app.session.states import Activity
from app.settings.dialog import SettingsDialog
from app.window.help import ManualWindow, ShortcutList
from app.window.palette import CommandPalette
from app.window.window import MainWindow
from builders import chinese_text, edited
from simcore import Action, Kind
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.model.report import ScanFigures, Stage
from watches import arrival, match
from windows import asked, scan, wait_until_idle

__all__ = ["Take", "furnished", "open_box", "walk"]

Take = Callable[[QWidget, str], None]
"""Called with each window or dialog as it is shown, and a name for what it shows."""


def furnished(folder: Path, before: str = "") -> Path:
    """Make copies, what is near, part of another, in another encoding, and what cannot be read.

    Names begin with what is to stand ``before`` each.
    """
    contract, minutes = chinese_text(1, 300), chinese_text(2, 300)
    meeting = folder / f"{before}会议"
    meeting.mkdir(parents=True)
    (folder / f"{before}合同.txt").write_text(contract, encoding="utf-8")
    (folder / f"{before}合同 (1).txt").write_text(contract, encoding="utf-8")
    (folder / f"{before}合同 二.txt").write_text(edited(contract, 1, 2), encoding="gb18030")
    (meeting / f"{before}纪要.txt").write_text(minutes, encoding="utf-8")
    (meeting / f"{before}纪要 改.txt").write_text(edited(minutes, 1, 2), encoding="utf-16")
    (folder / f"{before}全集.txt").write_text(contract + chinese_text(3, 900), encoding="utf-8")
    (folder / f"{before}照片.txt").write_bytes(b"\0\1\2\3" * 500)
    return folder


def open_box(parent: QWidget, title: str, text: str) -> None:
    """Stand in for ``QMessageBox.about``, the one box that waits for an answer."""
    QMessageBox(QMessageBox.Icon.Information, title, text, parent=parent).open()


def walk(qtbot: QtBot, application: Application, library: Path, take: Take) -> None:
    """Go to every screen: the empty window, results of a scan, dialogs, a removal for good."""
    take(application.window, "welcome")
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    take(application.window, "a folder")
    scan(qtbot, application)
    results(qtbot, application, take)
    dialogs(qtbot, application, take)
    removals(qtbot, application, take)


def opened(
    qtbot: QtBot, window: QWidget, kind: type[QWidget], trigger: Callable[[], None]
) -> QWidget:
    """Do what opens a window of a kind; return it once it is there."""
    before = set(window.findChildren(kind))
    trigger()

    def new() -> list[QWidget]:
        return [one for one in window.findChildren(kind) if one not in before and one.isVisible()]

    qtbot.waitUntil(lambda: bool(new()), timeout=60_000)
    return new()[0]


def each(
    qtbot: QtBot,
    window: QWidget,
    take: Take,
    *opening: tuple[str, type[QWidget], Callable[[], None]],
) -> None:
    """Open windows one after another, by what opens each, and close them."""
    for name, kind, trigger in opening:
        one = opened(qtbot, window, kind, trigger)
        qtbot.wait(200)
        take(one, name)
        if isinstance(one, SettingsDialog):
            for page in one.pages[1:]:
                one.show_page(page)
                take(one, f"{name}, {type(page).__name__}")
        one.close()


def results(qtbot: QtBot, application: Application, take: Take) -> None:
    window = application.window
    view = window.difference_view
    report = application.session.results.report
    assert report is not None
    members = (member for group in report.groups for member in group.members)
    similar = next(member.document for member in members if member.kind is Kind.SIMILAR)
    window.group_view.choose(similar)
    qtbot.waitUntil(lambda: view.navigation.count > 0, timeout=60_000)
    take(window, "results")
    window.threshold_bar.picture_action.setChecked(True)
    take(window, "the picture of pairs")
    window.threshold_bar.picture_action.setChecked(False)
    view.search.open()
    take(window, "differences, with a search")
    window.tabs.setCurrentWidget(window.why_panel)
    qtbot.waitUntil(lambda: window.why_panel.pages is not None, timeout=60_000)
    pages = window.why_panel.pages
    assert pages is not None
    qtbot.waitUntil(pages.isVisible, timeout=60_000)
    for row in range(pages.list.count()):
        pages.list.setCurrentRow(row)
        take(window, f"why, page {row + 1}")
    window.tabs.setCurrentWidget(window.why_panel.passages)
    qtbot.waitUntil(lambda: window.why_panel.passages.page is not None, timeout=60_000)
    take(window, "shared passages")
    scanning(window)
    take(window, "scanning")
    window.scan_card.show_activity(Activity.NONE)
    window.strip.not_read.click()
    take(window, "problems")
    window.strip.not_read.click()
    window.tabs.setCurrentWidget(view)
    window.alert.show_problem(window.commands.scan.toolTip())  # words in the language of now
    window.commands.show_only.trigger()
    take(window, "notices")
    window.alert.close_message()
    window.commands.unfocus.trigger()
    window.commands.find_similar.trigger()
    qtbot.waitUntil(lambda: not application.similar.search.busy, timeout=60_000)
    qtbot.waitUntil(lambda: not application.session.texts.running, timeout=60_000)
    qtbot.waitUntil(lambda: view.navigation.index >= 0, timeout=60_000)
    take(window, "similar documents")
    checking(qtbot, application, take)
    window.check_panel.back.click()
    window.tabs.setCurrentWidget(view)
    arrivals(qtbot, application, take)


def arrivals(qtbot: QtBot, application: Application, take: Take) -> None:
    """Show what came to watched folders, and an empty list."""
    window = application.window
    panel, report = window.folder_panel, application.session.results.report
    assert report is not None
    panel.arrivals.click()
    take(window, "arrivals, none")
    # shown as watched; no process is started, which would find nothing new
    watch, none = application.watch, application.watch.folder_settings
    watch.folder_settings = FolderSettings({panel.folders()[0]: FolderSetting(7, watched=True)})
    first, second, *_ = (one.path for one in report.documents.values())
    now = time.time()
    for one in (
        arrival(second, match(first), match(first.with_name("另一个.txt"), Kind.IDENTICAL), at=now),
        arrival(first, match(second, Kind.PART), at=now - 90_000, event="changed"),
        arrival(first.with_name("发票.pdf"), at=now - 90_060),
        arrival(first.with_name("旧稿.md"), at=now - 200_000, event="gone"),
    ):
        application.watch.log.take(one)
    qtbot.waitUntil(lambda: window.arrival_panel.lists)
    window.arrival_panel.choose_first()
    qtbot.waitUntil(lambda: not application.session.texts.running, timeout=60_000)
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0, timeout=60_000)
    take(window, "arrivals")
    watch.folder_settings = none
    panel.arrivals.click()


def checking(qtbot: QtBot, application: Application, take: Take) -> None:
    """Check the document chosen: while it is being checked, and what comes of it."""
    window = application.window
    window.commands.check.trigger()
    take(window, "checking a document")
    qtbot.waitUntil(lambda: not application.asking.checks.search.busy, timeout=60_000)
    qtbot.waitUntil(lambda: window.check_panel.checked is not None, timeout=60_000)
    page = window.why_panel.passages
    qtbot.waitUntil(lambda: page.page is not None and page.page.isVisible(), timeout=60_000)
    take(window, "a checked document")


def scanning(window: MainWindow) -> None:
    pacer = ScanPacer()
    pacer.note(Stage.LIST, 3506, 0, at=0.0)
    pacer.count(files=3506, new=3506)
    pacer.note(Stage.READ, 0, 3506, at=0.2)
    pacer.note(Stage.READ, 1204, 3506, at=21.0)
    figures = ScanFigures(files=3506, new=3506, read=1204, size=96_000_000, not_read=2, left_out=8)
    window.scan_card.show_activity(Activity.SCANNING)
    progress = ScanProgress(Stage.READ, 1204, 3506, pacer.course(21.0), figures)
    window.scan_card.show_progress(progress)


def dialogs(qtbot: QtBot, application: Application, take: Take) -> None:
    window = application.window
    commands = window.commands
    each(
        qtbot,
        window,
        take,
        ("settings", SettingsDialog, commands.settings.trigger),
        ("rules", RulesDialog, commands.mark_by_rules.trigger),
        ("judgements", JudgementDialog, window.review_actions.judgements.trigger),
        ("shortcuts", ShortcutList, commands.shortcuts.trigger),
        ("palette", CommandPalette, commands.palette.trigger),
        ("manual", ManualWindow, commands.manual.trigger),
        ("about", QMessageBox, commands.about.trigger),
    )


def removals(qtbot: QtBot, application: Application, take: Take) -> None:
    window = application.window
    removal = window.commands.removal
    window.commands.mark_identical.trigger()
    for name, action in (
        ("removal summary, trash", window.commands.trash),
        ("removal summary, for good", removal.others[Action.DELETE]),
    ):
        dialog = asked(qtbot, application, action)
        qtbot.waitUntil(dialog.isVisible, timeout=60_000)
        take(dialog, name)
        if action is removal.others[Action.DELETE]:
            dialog.sure.click()
            with qtbot.waitSignal(application.session.removed, timeout=60_000):
                dialog.move_button.click()
            wait_until_idle(qtbot, application)
        else:
            dialog.reject()
    take(window, "after a removal")
    each(
        qtbot,
        window,
        take,
        ("what was removed", RemovalResults, removal.results.trigger),
        ("history", HistoryWindow, removal.history.trigger),
    )
