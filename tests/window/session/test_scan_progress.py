"""The course of a scan in the real window: figures, one bar, and what the next scan knows of it."""

from itertools import pairwise
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.scan_progress import ScanStep
from app.session.calls import ScanProgress
from builders import english_text
from simcore import ScanConfig
from simcore.model.report import Stage
from windows import Open, scan, wait_until_idle

FILES = 120


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "many"
    folder.mkdir()
    for number in range(FILES):
        text = english_text(number // 2, 120) + f"number {number}.\n"
        (folder / f"{number:04}.txt").write_text(text)
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 9)
    (folder / "picture.jpg").write_bytes(b"\xff\xd8\xff")
    return folder


def opened(qtbot: QtBot, open_window: Open, library: Path) -> Application:
    application = open_window()
    application.session.set_config(ScanConfig(jobs=0))
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    return application


def test_every_report_says_where_the_whole_scan_is(
    qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tasks.REPORTS_A_SECOND", 10**6)
    window = opened(qtbot, open_window, library)
    told: list[ScanProgress] = []
    window.session.job.progressed.connect(told.append)
    scan(qtbot, window)
    fractions = [one.course.fraction for one in told]
    assert all(one <= two for one, two in pairwise(fractions))
    assert fractions[0] < 0.1
    assert fractions[-1] == 1.0
    assert {one.course.step for one in told} == set(ScanStep)
    assert told[0].figures.files == 0
    last = told[-1].figures
    assert (last.files, last.new, last.read) == (FILES + 1, FILES + 1, FILES + 1)
    assert (last.not_read, last.left_out) == (1, 0)
    assert last.size == sum(path.stat().st_size for path in library.glob("*.txt"))


def test_what_a_scan_took_is_remembered_from_one_start_to_the_next(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    first = opened(qtbot, open_window, library)
    assert first.session.stage_seconds == ()
    scan(qtbot, first)
    known = dict(zip(Stage, first.session.stage_seconds, strict=True))
    assert known[Stage.READ] > 0
    first.window.close()
    second = open_window()
    assert dict(zip(Stage, second.session.stage_seconds, strict=True)) == known
