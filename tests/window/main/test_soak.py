"""A long session in the real window: nothing piles up, whatever is done over and over.

Each round scans, moves the thresholds, filters, marks, removes to a trash of the test's own,
undoes, speaks another language and scans again. VARIORUM_ROUNDS says how many rounds.
"""

import gc
import os
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from amounts import LONG, Counted, amount
from app.application import Application
from app.groups.filter import GroupFilter
from app.i18n import Language
from builders import chinese_text, edited
from removals import shown
from windows import Open, asked, collect_in_another_thread, scan, wait_until_idle
from written import written

ROUNDS = amount("ROUNDS", 2, 100)
SETTLED = 2
"""Rounds until everything that is loaded once is."""
DOCUMENTS = 60 if LONG else 30

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is read from /proc"
)


def resident() -> int:
    """Return the bytes of memory that this process has."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def held() -> dict[str, int]:
    """Count what is to stay the same: open files, threads, widgets."""
    QApplication.processEvents()
    gc.collect()
    return {
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "tasks": len(list(Path("/proc/self/task").iterdir())),
        "widgets": len(QApplication.allWidgets()),
    }


@pytest.fixture
def library(private_home: Path) -> Path:
    """A third are originals, a third copies in another encoding, a third edited."""
    files = {}
    for number in range(DOCUMENTS):
        text = chinese_text(number // 3, 200)
        if number % 3 == 2:
            text = edited(text, number, 2)
        files[f"{number:03}.txt"] = text.encode("gb18030" if number % 3 == 1 else "utf-8")
    return written(private_home / "文档", files)


def groups(application: Application) -> int:
    report = application.session.results.report
    return 0 if report is None else len(report.groups)


def a_round(qtbot: QtBot, application: Application, library: Path, number: int) -> None:
    """Do all of it once; the library is what it was, after."""
    before = shown(library)
    edit = library / "000.txt"
    edit.write_text(chinese_text(0, 200) + f"{number}。\n", encoding="utf-8")
    scan(qtbot, application)
    assert groups(application) == DOCUMENTS // 3
    window = application.window
    for similarity, distance in ((95, 3), (30, 24), (70, 18)):
        window.threshold_bar.set_similarity(similarity / 100)
        window.threshold_bar.set_distance(distance)
        qtbot.wait(20)
        wait_until_idle(qtbot, application)
    for text in ("01", ""):
        window.group_model.set_filter(GroupFilter(text))
        qtbot.waitUntil(lambda: not application.window.group_model.busy)
    window.group_view.collapseAll()
    window.group_view.expandAll()
    window.commands.mark_same_text.trigger()
    assert window.group_model.marked()
    dialog = asked(qtbot, application, window.commands.trash)
    with qtbot.waitSignal(application.session.removed):
        dialog.move_button.click()
    wait_until_idle(qtbot, application)
    assert len(shown(library)) < len(before)
    qtbot.waitUntil(application.window.commands.undo.isEnabled)
    with qtbot.waitSignal(application.session.undone):
        application.window.commands.undo.trigger()
    wait_until_idle(qtbot, application)
    assert shown(library).keys() == before.keys()
    for tab in range(window.tabs.count()):
        window.tabs.setCurrentIndex(tab)
        qtbot.wait(20)
    language = (Language.ENGLISH, Language.SIMPLIFIED)[number % 2]
    old = application.window
    application.window.language_menu.chosen.emit(language)
    qtbot.waitUntil(lambda: application.window is not old)
    wait_until_idle(qtbot, application)
    qtbot.wait(50)


def test_a_long_session(qtbot: QtBot, open_window: Open, library: Path, counted: Counted) -> None:
    application = open_window(library)
    for number in range(SETTLED):
        a_round(qtbot, application, library, number)
    counts, memory = held(), resident()
    for number in range(SETTLED, SETTLED + ROUNDS):
        a_round(qtbot, application, library, number)
        collect_in_another_thread()
    now = held()
    assert now["files"] <= counts["files"] + 2
    assert now["threads"] <= counts["threads"] + 1
    # pools of Qt and of libraries, which are as large as they will be after a while
    assert now["tasks"] <= counts["tasks"] + 8
    assert now["widgets"] <= counts["widgets"] * 1.1
    grown = resident() - memory
    assert grown < 20_000_000 + ROUNDS * 300_000, f"{grown:,} bytes more after {ROUNDS} rounds"
    counted("rounds in one window", ROUNDS)
    counted("bytes of memory that they added", grown)
    application.window.close()
