"""What keeps the window going while threads work: the rules by which they share Python."""

import gc
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.application import InterpreterPolicy
from app.compare.texts import _no_collection
from app.tasks import Task
from builders import chinese_text
from simcore import ScanReport
from windows import Open, scan


@pytest.fixture
def sharing(qapp: object) -> Iterator[InterpreterPolicy]:
    owner = QObject()
    made = InterpreterPolicy(owner)
    yield made
    made.restore()


@contextmanager
def looked_through() -> Iterator[list[int]]:
    """Note which generations are looked through."""
    seen: list[int] = []

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "stop":
            seen.append(about["generation"])

    gc.callbacks.append(note)
    try:
        yield seen
    finally:
        gc.callbacks.remove(note)


def test_nothing_looks_through_all_that_lives(sharing: InterpreterPolicy) -> None:
    gc.enable()  # as in the program
    with looked_through() as seen:
        lives = [[number] for number in range(600_000)]
    assert len(lives) == 600_000
    assert {0, 1} <= set(seen)
    assert 2 not in seen


@pytest.mark.parametrize("enabled", [True, False])
def test_comparisons_leave_collections_as_they_were(enabled: bool) -> None:
    """They turned them on where nothing may be freed by a thread, the windows of a test for one."""
    (gc.enable if enabled else gc.disable)()
    try:
        with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
            first, second = _no_collection(), _no_collection()
            one.submit(first.__enter__).result()
            other.submit(second.__enter__).result()
            assert not gc.isenabled()
            one.submit(first.__exit__, None, None, None).result()
            assert not gc.isenabled(), "the other one still works"
            other.submit(second.__exit__, None, None, None).result()
        assert gc.isenabled() == enabled
    finally:
        gc.enable()


def test_all_is_as_before_at_the_end(qtbot: QtBot, open_window: Open, private_home: Path) -> None:
    (private_home / "1.txt").write_text(chinese_text(1, 80), encoding="utf-8")
    application = open_window(private_home)
    gc.unfreeze()  # what another test left
    before = gc.get_threshold(), sys.getswitchinterval(), gc.get_freeze_count()
    owner = QObject()
    made = InterpreterPolicy(owner)
    made.follow(application.session)
    assert gc.get_freeze_count() > 10_000
    assert sys.getswitchinterval() < before[1]
    made.restore()
    scan(qtbot, application)  # it no longer follows
    assert (gc.get_threshold(), sys.getswitchinterval(), gc.get_freeze_count()) == before


def test_a_scan_begins_with_a_full_look_and_a_report_is_freed_without(
    qtbot: QtBot, open_window: Open, private_home: Path, sharing: InterpreterPolicy
) -> None:
    folder = private_home / "文档"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.txt").write_text(chinese_text(number // 2, 80), encoding="utf-8")
    application = open_window(folder)
    gc.enable()  # as in the program: the young are looked through
    sharing.follow(application.session)
    for _ in range(3):
        with looked_through() as seen:
            scan(qtbot, application)
        assert seen.count(2) == 1

    def alive() -> list[ScanReport]:
        gc.unfreeze()
        return [
            one
            for one in gc.get_objects()
            if isinstance(one, ScanReport) and one.folders == (folder,)  # no other test's
        ]

    gc.disable()
    try:
        assert any(one is application.session.results.report for one in alive())
        # the one that is shown, as it was scanned and as it was grouped; none of the two before,
        # once no task works with them any more
        qtbot.waitUntil(lambda: len(alive()) <= 2)
    finally:
        gc.enable()


def test_a_task_lets_others_have_a_turn(qtbot: QtBot) -> None:
    slept: list[float] = []

    def work(task: Task) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "sleep", slept.append)
            begun = time.perf_counter()
            while time.perf_counter() - begun < 0.05:
                task.check()
        return 1

    task = Task(work)
    with qtbot.waitSignal(task.succeeded, timeout=60_000):
        task.start()
    task.wait()
    assert 1 <= len(slept) <= 26
