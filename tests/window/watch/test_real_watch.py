"""The program's own watch under the window: what comes is listed with what it is like."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.watch.panel import ArrivalRow
from app.watch.process import WatchState
from builders import chinese_text, edited
from simcore import Kind
from simcore.model.report import ArrivalEvent
from windows import Open, scan, wait_until_idle


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "library"
    (folder / "-in").mkdir(parents=True)
    (folder / "contract.txt").write_text(chinese_text(1, 300), encoding="utf-8")
    (folder / "minutes.txt").write_text(chinese_text(2, 300), encoding="utf-8")
    return folder


def test_what_comes_is_told_while_a_scan_writes_the_same_index(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window()
    window, inbox = application.window, library / "-in"
    window.folder_panel.add_folders([library])
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
    assert draft.matches[0].path == library / "contract.txt"
    assert draft.matches[0].kind is Kind.SIMILAR
    assert copy.matches[0].path == library / "minutes.txt"
    assert copy.matches[0].kind is Kind.SAME_TEXT

    # another start of the window knows what came
    window.folder_panel.arrivals.click()
    rows = window.arrival_panel.table.arrivals.records
    shown = {row.arrival.path.name for row in rows if isinstance(row, ArrivalRow)}
    assert shown == {"draft.txt", "copy.txt"}
    window.close()
    assert not process.runs
    (inbox / "later.txt").write_text(edited(chinese_text(2, 300), 3, 2), encoding="utf-8")
    again = open_window()
    qtbot.waitUntil(lambda: len(again.watch.log.all) == 3)
    assert again.watch.log.all[0].path == inbox / "later.txt"


@pytest.mark.skipif(os.name == "nt", reason="kills as POSIX has them")
def test_a_window_that_is_killed_takes_its_watch_along(
    qtbot: QtBot, library: Path, tmp_path: Path
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
        [sys.executable, "-c", code, str(library), str(tmp_path / "index.sqlite3")],
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
