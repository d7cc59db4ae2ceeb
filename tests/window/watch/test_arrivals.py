"""Watched folders in the real window: the tree, the list, the comparison, the group, the marks."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.application import Application
from app.folders.model import NODE_ROLE
from app.i18n import Language
from app.watch.panel import FOLDER, MATCH, ArrivalRow, ArrivalTable, DayRow, Period
from app.watch.process import ArrivalLog, WatchState, window_lock_path
from app.wording import size_text
from builders import chinese_text, edited
from simcore import Kind
from simcore.files.roles import FolderSetting
from simcore.index.judgements import ArrivalFile, read_folder_settings
from simcore.index.paths import arrivals_path, watch_lock_path
from simcore.model.reasons import Reason, ReasonCode, to_json
from simcore.model.report import Arrival, ArrivalEvent
from watches import LISTENS, arrival, line, match, pretend
from windows import Open, scan, wait_until_idle
from written import written

DAY = 86_400.0


@pytest.fixture
def library(private_home: Path) -> Path:
    names = "contract.txt", "contract copy.txt"
    folder = written(private_home / "library", dict.fromkeys(names, chinese_text(1, 300)))
    (folder / "inbox").mkdir()
    return folder


def table_of(application: Application) -> ArrivalTable:
    return application.window.arrival_panel.table


@pytest.fixture
def watched(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Application]:
    """Return a function that opens a window with the library, whose watch writes lines."""

    def begin(*lines: str) -> Application:
        pretend(monkeypatch, tmp_path, LISTENS, *lines)
        application = open_window()
        application.window.folder_panel.add_folders([library])
        wait_until_idle(qtbot, application)
        return application

    return begin


def names(application: Application) -> list[str]:
    rows = table_of(application).arrivals.records
    return [row.arrival.path.name if isinstance(row, ArrivalRow) else "-" for row in rows]


def choose(application: Application, name: str, number: int = 0) -> None:
    table = table_of(application)
    for at, row in enumerate(table.arrivals.records):
        if isinstance(row, ArrivalRow) and row.arrival.path.name == name and row.number == number:
            table.selectRow(at)
            return
    raise AssertionError(names(application))


def watching(qtbot: QtBot, application: Application, folder: Path, arrivals: int) -> None:
    application.window.folder_panel.watch(folder, on=True)
    qtbot.waitUntil(lambda: len(application.watch.log.all) == arrivals)
    qtbot.waitUntil(lambda: application.watch.process.state is WatchState.LISTENING)


def keep(index: Path, *arrivals: Arrival) -> None:
    with ArrivalFile(arrivals_path(index)) as file:
        file.record(arrivals)


def test_what_comes_is_listed_compared_shown_in_its_group_and_marked(
    qtbot: QtBot, library: Path, watched: Callable[..., Application]
) -> None:
    inbox = library / "inbox"
    new, other, now = inbox / "draft.txt", inbox / "alone.txt", time.time()
    best, second = match(library / "contract.txt"), match(library / "contract copy.txt")
    lines = line(arrival(new, best, second, at=now)), line(arrival(other, at=now - 1))
    application = watched(*lines)
    window = application.window
    panel, arrivals = window.folder_panel, window.arrival_panel
    assert panel.arrivals._count == 0
    assert application.watch.process.state is WatchState.OFF  # off until it is asked for
    scan(qtbot, application)

    # what comes after the scan
    new.write_text(edited(chinese_text(1, 300), 1, 2), encoding="utf-8")
    watching(qtbot, application, inbox, 2)
    assert read_folder_settings().watched == (inbox,)
    assert panel.arrivals._count == 1  # the one that is like others
    assert "watching 1 folder" in window.summary.text()
    assert "last arrival" in window.summary.text()
    node = panel.tree.folders.index_of(inbox).data(NODE_ROLE)
    assert node.watched
    told = panel.tree.folders.index_of(inbox).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "watched" in told

    panel.arrivals.click()
    assert panel.arrivals.isChecked()
    assert window.stack.currentWidget() is arrivals
    assert names(application) == ["-", "draft.txt", "alone.txt"]
    assert arrivals.note.text() == "Arrivals are only listed. Nothing is marked or moved."
    row = arrivals.current()
    assert row.arrival.path == new  # the first with a match is compared at once
    compared = application.comparing
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0)
    assert compared.pair == (library / "contract.txt", new)
    assert application.watch.log.unseen() == 0  # it was looked at
    # folders are told as in the groups, and the heading says what the two are
    cells = [table_of(application).model().index(1, at).data() for at in (MATCH, FOLDER)]
    assert cells == ["contract.txt  ·  library  ·  and 1 more", "inbox"]
    heading = window.difference_view.heading
    assert heading.right.badge.isVisible()
    assert heading.right.badge.accessibleName() == "Similar"
    assert heading.right.similarity.text() == "94 %"
    assert size_text(new.stat().st_size) in heading.right.facts.text()
    kept = compared.document_of(library / "contract.txt").id
    is_kept = any(group.representative == kept for group in window.group_model.table.groups)
    assert heading.left.star.isVisible() is is_kept
    choose(application, "alone.txt")
    assert compared.pair is None
    message = window.difference_view.message_page
    assert message.text() == "This document has no match to compare it with."
    assert arrivals.show_group.toolTip() == "Choose a document with a match"
    # groups that are made anew do not show theirs in its place
    choose(application, "draft.txt")
    window.threshold_bar.set_distance(window.threshold_bar.distance() - 1)
    qtbot.waitUntil(lambda: not window.group_model.busy)
    window.group_view.choose_again()
    qtbot.waitUntil(lambda: compared.pair == (library / "contract.txt", new))

    # further matches fold open
    choose(application, "draft.txt")
    qtbot.keyClick(table_of(application), Qt.Key.Key_Right)
    assert names(application) == ["-", "draft.txt", "draft.txt", "alone.txt"]
    choose(application, "draft.txt", 1)
    qtbot.waitUntil(lambda: compared.pair == (library / "contract copy.txt", new))

    # the results do not have it yet: it is asked before they are made anew
    choose(application, "draft.txt")
    assert not arrivals.mark.isEnabled()
    assert "scan again if it is new" in arrivals.mark.toolTip()
    arrivals.show_group.trigger()
    (question,) = window.findChildren(QMessageBox)
    assert "Scan again?" in question.text()
    next(one for one in question.buttons() if one.text() == "Scan again").click()
    qtbot.waitUntil(lambda: window.stack.currentWidget() is window.group_view)
    wait_until_idle(qtbot, application)
    report = application.session.results.report
    document = compared.document_of(new).id
    assert document in report.documents
    current = window.group_view.currentIndex()
    assert window.group_model.document_at(current) == document

    # and now it can be marked from the list; nothing was marked until then
    assert not window.group_model.marked()
    panel.arrivals.click()
    choose(application, "draft.txt")
    assert arrivals.mark.isEnabled()
    arrivals.mark.trigger()
    assert window.group_model.marked() == {document}
    assert not arrivals.mark.isEnabled()
    assert arrivals.mark.toolTip() == "It is marked already"

    # a filter that hides its group is taken away on the way there
    window.filter_bar.show_folder(library / "nowhere")
    qtbot.waitUntil(lambda: window.group_model.rowCount() == 0)
    arrivals.show_group.trigger()
    qtbot.waitUntil(lambda: window.group_model.rowCount() > 0)
    qtbot.waitUntil(
        lambda: window.group_model.document_at(window.group_view.currentIndex()) == document
    )
    assert window.stack.currentWidget() is window.group_view
    panel.arrivals.click()

    # another language makes another window, and the list is still there
    process = application.watch.process._child
    window.language_menu.chosen.emit(Language.SIMPLIFIED)
    window = application.window
    assert window.stack.currentWidget() is window.arrival_panel
    assert application.watch.process._child is process
    qtbot.keyClick(window.arrival_panel, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.group_view
    assert not window.folder_panel.arrivals.isChecked()

    # no longer watched, and all is quiet
    window.folder_panel.watch(inbox, on=False)
    qtbot.waitUntil(lambda: not application.watch.process._child)
    assert application.watch.process.state is WatchState.OFF
    assert read_folder_settings().watched == ()


def test_a_notification_leads_to_the_newest_and_its_group_says_what_it_was(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path, LISTENS)
    draft, old, other = (library / "inbox" / name for name in ("draft.txt", "old.txt", "other.txt"))
    draft.write_text(edited(chinese_text(1, 300), 1, 2), encoding="utf-8")
    old.write_text(chinese_text(3, 300), encoding="utf-8")
    other.write_text(chinese_text(4, 300), encoding="utf-8")
    application = open_window(library)
    window, log, now = application.window, application.watch.log, time.time()
    wait_until_idle(qtbot, application)
    arrivals, compared = window.arrival_panel, application.comparing

    def comes(path: Path, like: Path, at: float) -> None:
        count = len(log.all)
        log.take(arrival(path, match(like), at=at))
        qtbot.waitUntil(lambda: len(log.all) == count + 1)

    # a list that is shown again shows the texts of the row that is chosen
    comes(old, library / "contract.txt", now - 60)
    window.folder_panel.arrivals.click()
    assert compared.pair == (library / "contract.txt", old)
    window.folder_panel.arrivals.click()
    window.folder_panel.arrivals.click()
    qtbot.waitUntil(lambda: window.difference_view.settled)
    assert compared.pair == (library / "contract.txt", old)

    # a notification leads to what it told, from wherever one is, and nothing else was looked at
    table = table_of(application)
    place = table.visualRect(table.model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)  # the day folds
    comes(other, library / "contract.txt", now - 50)
    comes(draft, other, now - 40)
    assert log.unseen() == 2
    application.closing.tray.list_wanted.emit()
    row = arrivals.current()
    assert row.arrival.path == draft
    assert compared.pair == (other, draft)
    window.folder_panel.arrivals.click()
    assert [log.is_seen(one) for one in log.all] == [True, False, True]
    qtbot.waitUntil(lambda: window.folder_panel.arrivals._count == 1)

    # a group that sets it against another document says so, and leads to the pair
    window.folder_panel.arrivals.click()
    arrivals.show_group.trigger()
    current = window.group_view.currentIndex()
    assert window.group_model.document_at(current) == compared.document_of(draft).id
    words = "Here draft.txt is compared with another one than its match other.txt (Similar, 94 %)"
    assert window.alert.text() == words
    application.watching.chosen._compare_apart.trigger()
    assert compared.pair == (other, draft)

    # of a pair, the row that compares it is chosen, and nothing more need be said
    window.alert.close_message()
    report = application.session.results.report
    (group,) = (one for one in report.groups if not one.parts)
    kept = report.documents[group.representative].path
    comes(kept, draft, now - 30)
    application.closing.tray.list_wanted.emit()
    assert arrivals.mark.toolTip().startswith("Its group keeps this document: ")
    arrivals.show_group.trigger()
    current = window.group_view.currentIndex()
    assert window.group_model.document_at(current) == compared.document_of(draft).id
    assert not window.alert.text()

    # what was looked at stays so
    window.close()
    settings = application.settings.now
    again = ArrivalLog(tmp_path / "none", settings.arrivals_seen, settings.arrivals_seen_since)
    assert [again.is_seen(one) for one in log.all] == [True, True, False, True]


def test_an_empty_list_says_why_and_the_past_is_read(
    qtbot: QtBot,
    library: Path,
    index_path: Path,
    watched: Callable[..., Application],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    application = watched()
    window = application.window
    panel, arrivals = window.folder_panel, window.arrival_panel
    panel.arrivals.click()
    assert arrivals.page.heading.text() == "No folder is watched"
    assert window.tabs.isHidden()  # there is nothing to compare
    monkeypatch.setattr("app.widgets.desktop.ask_for_folders", lambda *_: [library / "inbox"])
    arrivals.watch_folder.trigger()
    assert application.watch.folders == (library / "inbox",)
    assert panel.folders() == (library,)  # it is in one that is there
    assert arrivals.page.heading.text() == "Nothing came yet"

    now = time.time()
    noon = QDate.currentDate().startOfDay().toSecsSinceEpoch() + DAY / 2
    told = match(library / "contract.txt", Kind.PART)
    keep(
        index_path,
        arrival(library / "old.txt", told, at=noon - 30 * DAY),
        arrival(library / "week.txt", at=noon - 3 * DAY),
        arrival(library / "gone.txt", at=noon - DAY, event="gone"),
        arrival(library / "today.txt", told, at=min(now, noon)),
    )
    application.watch.log.read()
    qtbot.waitUntil(lambda: len(application.watch.log.all) == 4)
    qtbot.waitUntil(lambda: arrivals.lists)
    assert names(application) == ["-", "today.txt", "-", "gone.txt", "-", "week.txt"]
    assert arrivals.heading.text() == "Arrivals: 1 document came today, and has a match"
    heads = [row for row in table_of(application).arrivals.records if isinstance(row, DayRow)]
    assert [(one.documents, one.matched) for one in heads] == [(1, 1), (1, 0), (1, 0)]
    text = table_of(application).model().index(0, 0).data()
    assert text.startswith("Today")
    arrivals.periods[Period.ALL].click()
    assert names(application)[-1] == "old.txt"
    arrivals.only_matched.setChecked(True)
    assert names(application) == ["-", "today.txt", "-", "old.txt"]
    # a day folds by a click on it
    table = table_of(application)
    place = table.visualRect(table.model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert names(application) == ["-", "-", "old.txt"]
    arrivals.periods[Period.TODAY].click()
    arrivals.only_matched.setChecked(False)
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert application.watch.log.unseen() == 2  # none was looked at but those that were chosen
    (see_all,) = panel.arrivals.actions()
    assert see_all.isEnabled()
    see_all.trigger()
    qtbot.waitUntil(lambda: not panel.arrivals._count)
    assert not see_all.isEnabled()
    window.close()
    seen = application.settings.now.arrivals_seen
    assert seen == pytest.approx(min(now, noon), abs=0.01)


def test_a_long_past_is_shown_and_what_comes_joins_it(
    qtbot: QtBot,
    library: Path,
    index_path: Path,
    watched: Callable[..., Application],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """20,000 rows: each change asks for the rows in sight alone."""
    now = time.time()
    many = [arrival(library / f"{n}.txt", at=now - 100 - n) for n in range(20_000)]
    keep(index_path, *reversed(many))
    came = arrival(library / "new.txt", match(library / "contract.txt"), at=now)
    application = watched(line(many[0]), line(came))
    qtbot.waitUntil(lambda: len(application.watch.log.all) == 20_000)
    application.window.folder_panel.arrivals.click()
    table = table_of(application)
    choose(application, "5.txt")
    asked = 0
    text = type(table.arrivals).data

    def counted(*values: object) -> object:
        nonlocal asked
        asked += 1
        return text(*values)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(type(table.arrivals), "data", counted)
    application.window.folder_panel.watch(library, on=True)
    qtbot.waitUntil(lambda: application.watch.log.all[0].path.name == "new.txt")
    qtbot.waitUntil(lambda: "new.txt" in names(application)[:2])
    # the file had the first one already, and the oldest made room
    assert len(application.watch.log.all) == 20_000
    chosen = application.window.arrival_panel.current()
    assert chosen.arrival.path.name == "5.txt"
    assert asked < 20_000


def test_what_a_watch_cannot_do_is_told_and_tried_again(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    tmp_path: Path,
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.watch.process.PAUSES", ())
    problem = '{"event": "problem", "path": "/in/a.txt", "reason": "it is locked"}'
    back = Reason(ReasonCode.FOLDER_BACK, ("/in",))
    good = json.dumps({"event": "notice", "reason": "", "code": to_json(back)})
    lines = LISTENS, problem, good, "!error no more memory", "!exit 1"
    script = pretend(monkeypatch, tmp_path, *lines)
    application = open_window()
    window = application.window
    window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    told: list[str] = []
    fading: list[str] = []

    def note() -> None:
        told.append(window.alert.text())
        if window.alert._fading.isActive():
            fading.append(told[-1])

    window.alert.changed.connect(note)
    window.folder_panel.watch(library, on=True)
    qtbot.waitUntil(lambda: application.watch.process.state is WatchState.BROKEN)
    assert str(back) in fading, "good news is no warning that stays"
    assert "/in/a.txt: it is locked" in told
    assert told[-1] == "Watching has stopped: it broke off several times."
    assert "watching has stopped" in window.summary.text()
    application.watching._why.trigger()
    (box,) = window.findChildren(QMessageBox)
    assert box.informativeText() == "no more memory"
    box.close()
    # a watch that waits for another one says so
    waiting = {"event": "notice", "reason": "", "code": to_json(Reason(ReasonCode.ANOTHER_WATCH))}
    script.write_text(f"{json.dumps(waiting)}\n!wait\n", encoding="utf-8")
    application.watching._again.trigger()
    qtbot.waitUntil(lambda: application.watch.process.state is WatchState.BEHIND)
    assert "another watch is at work" in window.summary.text()
    # what that one tells is in the file, which is read when the list is shown
    keep(index_path, arrival(library / "theirs.txt"))
    window.folder_panel.arrivals.click()
    qtbot.waitUntil(lambda: names(application) == ["-", "theirs.txt"])
    window.folder_panel.arrivals.click()
    script.write_text("!exit 1\n", encoding="utf-8")
    monkeypatch.setattr("app.watch.process._PATIENCE", 1)
    application.watch.process.pause()
    qtbot.waitUntil(lambda: not application.watch.process._child)
    application.watch.process.resume()
    qtbot.waitUntil(lambda: application.watch.process.state is WatchState.BROKEN)

    # a reason that stays is told at once, in the window's words
    monkeypatch.setattr("app.watch.process.PAUSES", (3_600_000,))
    reason = Reason(ReasonCode.INDEX_DAMAGED, ("/i.sqlite3", "no database"))
    code = {"event": "failed", "reason": "of the engine", "code": to_json(reason)}
    script.write_text(f"{json.dumps(code)}\n!exit 1\n", encoding="utf-8")
    application.watching._again.trigger()
    qtbot.waitUntil(lambda: told[-1].startswith("Watching has stopped: /i.sqlite3: is damaged"))
    assert application.watch.process.state is WatchState.BROKEN
    script.write_text("!error usage: no such option\n!exit 2\n", encoding="utf-8")
    application.watching._again.trigger()
    qtbot.waitUntil(lambda: told[-1] == "Watching has stopped: usage: no such option")

    script.write_text(f"{LISTENS}\n", encoding="utf-8")
    application.watching._again.trigger()
    qtbot.waitUntil(lambda: application.watch.process.state is WatchState.LISTENING)
    assert "watching 1 folder" in window.summary.text()


def test_one_window_at_a_time_watches_and_days_reach_the_scan(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    tmp_path: Path,
    watched: Callable[..., Application],
) -> None:
    first = watched()
    watching(qtbot, first, library, 0)
    commands = first.window.folder_panel.setting_commands
    first.window.folder_panel.tree.select([library])
    assert commands.watch.isChecked()
    commands._menu.action_of(7).trigger()
    assert read_folder_settings().of(library) == FolderSetting(7, watched=True)
    assert [one.days for one in first.session.config.folder_days] == [7]
    tip = first.window.folder_panel.tree.folders.index_of(library).data(Qt.ItemDataRole.ToolTipRole)
    assert "Documents that came more than 7 days ago are left out" in tip

    for index in (tmp_path / "index", tmp_path / "index.sqlite3"):
        assert window_lock_path(index) != watch_lock_path(index)  # which the watch takes itself
    first.settings.keep(first.settings.now)
    second = open_window(library)
    assert second.watch.folders == (library,)
    assert second.watch.elsewhere
    assert not second.watch.process._child
    assert "another window watches" in second.window.summary.text()
    first.window.close()
    second.watch._later.timeout.emit()
    qtbot.waitUntil(lambda: second.watch.process.state is WatchState.LISTENING)


@pytest.fixture
def contracts(private_home: Path) -> Path:
    folder = private_home / "library"
    (folder / "-in").mkdir(parents=True)
    (folder / "contract.txt").write_text(chinese_text(1, 300), encoding="utf-8")
    (folder / "minutes.txt").write_text(chinese_text(2, 300), encoding="utf-8")
    return folder


def test_what_comes_is_told_while_a_scan_writes_the_same_index(
    qtbot: QtBot, open_window: Open, contracts: Path
) -> None:
    application = open_window()
    window, inbox = application.window, contracts / "-in"
    window.folder_panel.add_folders([contracts])
    wait_until_idle(qtbot, application)
    window.folder_panel.watch(inbox, on=True)
    process = application.watch.process
    qtbot.waitUntil(lambda: process.state is WatchState.LISTENING)
    assert application.watch.log.all == []  # what is there already is only counted

    (inbox / "draft.txt").write_text(edited(chinese_text(1, 300), 1, 2), encoding="utf-8")
    scan(qtbot, application)
    (inbox / "copy.txt").write_text(chinese_text(2, 300), encoding="gb18030")
    qtbot.waitUntil(lambda: len(application.watch.log.all) == 2)
    told = {one.path.name: one for one in application.watch.log.all}
    draft, copy = told["draft.txt"], told["copy.txt"]
    assert {one.event for one in (draft, copy)} == {ArrivalEvent.NEW}
    assert draft.matches[0].path == contracts / "contract.txt"
    assert draft.matches[0].kind is Kind.SIMILAR
    assert copy.matches[0].path == contracts / "minutes.txt"
    assert copy.matches[0].kind is Kind.SAME_TEXT

    # another start of the window knows what came
    window.folder_panel.arrivals.click()
    rows = window.arrival_panel.table.arrivals.records
    shown = {row.arrival.path.name for row in rows if isinstance(row, ArrivalRow)}
    assert shown == {"draft.txt", "copy.txt"}
    window.close()
    assert not process._child
    (inbox / "later.txt").write_text(edited(chinese_text(2, 300), 3, 2), encoding="utf-8")
    again = open_window()
    qtbot.waitUntil(lambda: len(again.watch.log.all) == 3)
    assert again.watch.log.all[0].path == inbox / "later.txt"


@pytest.mark.skipif(os.name == "nt", reason="kills as POSIX has them")
def test_a_window_that_is_killed_takes_its_watch_along(
    qtbot: QtBot, contracts: Path, tmp_path: Path
) -> None:
    """Its standard input ends then, whatever ended the window."""
    code = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from app.settings.settings import Command, own_command
from app.watch.process import watch_words
from app.watch.process import WatchProcess, WatchState
from simcore import ScanConfig
qt = QCoreApplication([])
folder, index = Path(sys.argv[1]), Path(sys.argv[2])
words = watch_words([folder], [folder], index, ScanConfig(jobs=0))
own = own_command()
watch = WatchProcess()
def look():
    if watch.state is WatchState.LISTENING:
        print(watch._child.processId(), flush=True)
        os._exit(9)
watch.state_changed.connect(look)
watch.watch(Command((*own.words, *words), own.folder))
qt.exec()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(contracts), str(tmp_path / "index.sqlite3")],
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 9
    child = int(done.stdout)

    def gone() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        # nobody may wait for it here, where no init does
        return "zombie" in Path(f"/proc/{child}/status").read_text(encoding="utf-8")

    qtbot.waitUntil(gone)
