"""A task ends once, in one of three ways; of several requests the newest is answered."""

import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QThread, Slot
from pytestqt.qtbot import QtBot

from app.application import InterpreterPolicy
from app.tasks import REPORTS_A_SECOND, Latest, Task, in_process, shut_down_below
from app.wording import reason_text
from builders import chinese_text
from simcore import Cancelled, ReadError, ScanReport, SimcoreError
from simcore.model.reasons import FolderError, Reason, ReasonCode
from simcore.workers import ENDED, JobFailed, too_long
from windows import Open, scan
from written import written

GONE = Reason(ReasonCode.DOES_NOT_EXIST)
PATIENCE = 60  # seconds: a busy machine fails no test


class Listener(QObject):
    """Notes every signal of a task and the thread it arrived in."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.heard: list[tuple[str, object]] = []
        self.threads: set[QThread] = set()
        task.progressed.connect(self.progressed)
        task.succeeded.connect(self.succeeded)
        task.failed.connect(self.failed)
        task.cancelled.connect(self.cancelled)

    def _note(self, name: str, value: object = None) -> None:
        self.heard.append((name, value))
        self.threads.add(QThread.currentThread())

    @Slot(object)
    def progressed(self, value: object) -> None:
        self._note("progressed", value)

    @Slot(object)
    def succeeded(self, value: object) -> None:
        self._note("succeeded", value)

    @Slot(object)
    def failed(self, value: object) -> None:
        self._note("failed", value)

    @Slot()
    def cancelled(self) -> None:
        self._note("cancelled")


def run(qtbot: QtBot, task: Task) -> Listener:
    listener = Listener(task)
    with qtbot.waitSignal(task.finished, timeout=1_000 * PATIENCE):
        task.start()
    qtbot.waitUntil(lambda: any(name != "progressed" for name, _ in listener.heard))
    return listener


def test_result_arrives_once_in_the_window_thread(qtbot: QtBot):
    seen: list[QThread] = []

    def call(task: Task) -> int:
        seen.append(QThread.currentThread())
        return 2**40  # more than Signal(int) could carry

    listener = run(qtbot, Task(call))
    assert listener.heard == [("succeeded", 2**40)]
    assert listener.threads == {QThread.currentThread()}
    assert seen[0] is not QThread.currentThread()


def raised(error: Exception, *_: object) -> None:
    raise error


@pytest.mark.parametrize(
    ("work", "jobs", "words"),
    [
        (partial(raised, KeyError(19)), 0, "Unexpected error: KeyError: 19"),
        (partial(raised, KeyError(19)), 1, "Unexpected error: KeyError: 19"),
        (partial(os._exit, 3), 1, str(Reason(ReasonCode.IT, (ENDED,)))),
        (partial(raised, FolderError(GONE)), 0, str(GONE)),
        (partial(raised, ReadError(ReasonCode.DOES_NOT_EXIST)), 1, str(GONE)),
        (partial(raised, JobFailed(0, too_long(5))), None, "it took longer than 5 s; left out"),
    ],
    ids=["in the thread", "in a process", "ended", "of folders", "of the engine", "too late"],
)
def test_errors_are_told_in_words(
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
    work: Callable[[], None],
    jobs: int | None,
    words: str,
) -> None:
    task = Task(work) if jobs is None else Task(in_process, work, jobs=jobs)
    ((name, told),) = run(qtbot, task).heard
    assert name == "failed"
    assert reason_text(told) == words
    assert isinstance(told, str if words.startswith("Unexpected") else Reason)
    assert ("KeyError" in caplog.text) is words.startswith("Unexpected")


def test_cancel_stops_at_the_next_report(qtbot: QtBot):
    started, cancelled = threading.Event(), threading.Event()
    late: list[str] = []

    def call(task: Task) -> None:
        started.set()
        while True:
            if cancelled.is_set():
                late.append("a report")
            task.publish("still here")
            time.sleep(0.001)

    task = Task(call)
    listener = Listener(task)
    task.start()
    assert started.wait(PATIENCE)
    task.cancel()
    cancelled.set()
    assert task.wait(1_000 * PATIENCE)
    assert len(late) <= 1
    qtbot.waitUntil(lambda: bool(listener.heard))
    assert listener.heard[-1] == ("cancelled", None)
    assert [name for name, _ in listener.heard].count("cancelled") == 1


@pytest.mark.parametrize("stop", [Task.cancel, Task.abandon])
def test_an_error_while_being_stopped_is_no_failure(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, stop: Callable[[Task], None]
) -> None:
    abandoned: list[bool] = []

    def call(task: Task) -> None:
        while not task.stopping:
            time.sleep(0.001)
        abandoned.append(task.abandoned)
        raise OSError("the pool is broken")

    task = Task(call)
    listener = Listener(task)
    task.start()
    stop(task)
    assert task.wait(1_000 * PATIENCE)
    assert abandoned == [stop is Task.abandon]
    if stop is Task.cancel:
        qtbot.waitUntil(lambda: bool(listener.heard))
        assert listener.heard == [("cancelled", None)]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_reports_are_throttled(qtbot: QtBot):
    def call(task: Task) -> tuple[int, float]:
        calls, begun, took = 0, time.monotonic(), 0.0
        while took < 0.5:
            task.publish(calls)
            calls += 1
            took = time.monotonic() - begun
        return calls, took

    listener = run(qtbot, Task(call))
    reports = [value for name, value in listener.heard if name == "progressed"]
    assert listener.heard[-1][0] == "succeeded"
    calls, took = listener.heard[-1][1]
    assert 2 <= len(reports) <= min(took * REPORTS_A_SECOND + 1, calls / 10)
    assert reports == sorted(reports)


def test_latest_drops_what_was_asked_before(qtbot: QtBot) -> None:
    answers: list[object] = []
    failures: list[object] = []
    started: list[int] = []

    def call(task: Task, number: int) -> int:
        started.append(number)
        while number == 0:
            task.check()
        if number == 3:
            raise SimcoreError("three")
        return number

    latest = Latest(call, None, answers.append, failures.append)

    latest.run(0)
    qtbot.waitUntil(lambda: started == [0])
    latest.run(1)
    latest.run(2)
    qtbot.waitUntil(lambda: not latest.busy)
    assert answers == [2]
    assert 1 not in started
    latest.run(3)
    qtbot.waitUntil(lambda: not latest.busy)
    assert (answers, [*map(str, failures)]) == ([2], ["three"])
    latest.run(0)
    qtbot.waitUntil(lambda: started[-1] == 0)
    latest.shut_down()
    latest.run(4)
    assert 4 not in started
    assert (answers, [*map(str, failures)]) == ([2], ["three"])


def waiting(task: Task, gate: threading.Event, number: int) -> int:
    """Do not look at the task before the gate is open."""
    assert gate.wait(10)
    task.check()
    return number


def test_what_is_replaced_is_not_waited_for(qtbot: QtBot) -> None:
    answers: list[object] = []
    before = set(Task._kept)  # of tests before this one
    latest = Latest(waiting, None, answers.append)
    held, free = threading.Event(), threading.Event()
    free.set()
    latest.run(held, 1)
    latest.replace(free, 2)
    qtbot.waitUntil(lambda: answers == [2])
    latest.run(free, 3)
    qtbot.waitUntil(lambda: answers == [2, 3])
    assert not held.is_set()
    held.set()
    qtbot.waitUntil(lambda: Task._kept <= before)
    assert answers == [2, 3]
    assert not latest.running


def test_what_is_followed_is_passed_on_and_what_is_stopped_is_not(qtbot: QtBot) -> None:
    answers: list[object] = []
    passed: list[object] = []
    latest = Latest(waiting, None, answers.append)
    latest.passed.connect(passed.append)
    gate = threading.Event()
    for number in range(3):
        latest.follow(gate, number)
    gate.set()
    qtbot.waitUntil(lambda: not latest.running)
    assert (answers, passed) == ([2], [0])
    gate.clear()
    latest.follow(gate, 3)
    latest.stop()
    assert latest.running
    assert not latest.busy
    gate.set()
    qtbot.waitUntil(lambda: not latest.running)
    assert (answers, passed) == ([2], [0])


def test_a_call_that_stops_of_its_own_accord_is_not_made_again(qtbot: QtBot) -> None:
    made: list[Task] = []

    def call(task: Task) -> None:
        made.append(task)
        raise Cancelled

    latest = Latest(call)
    latest.run()
    qtbot.waitUntil(lambda: not latest.running)
    assert not latest.busy
    assert len(made) == 1


def endless(task: Task, begun: threading.Event) -> None:
    begun.set()
    while True:
        task.check()


def test_what_runs_for_an_owner_is_stopped_with_it(qtbot: QtBot) -> None:
    for end in (shut_down_below, QObject.deleteLater):
        before = set(Task._kept)  # of tests before this one
        owner = QObject()
        latest = Latest(endless, QObject(owner))
        begun = threading.Event()
        latest.run(begun)
        assert begun.wait(10)
        (task,) = Task._kept - before
        end(owner)
        if end is shut_down_below:
            assert task.isFinished()
        qtbot.waitUntil(lambda before=before: Task._kept <= before)


def _added(one: int, other: int) -> int:
    if other < 0:
        raise SimcoreError("not below 0")
    return one + other


def _hang() -> None:
    threading.Event().wait()


@pytest.mark.parametrize("jobs", [0, 1])
def test_a_call_in_a_process_returns_or_raises(qtbot: QtBot, jobs: int) -> None:
    task = Task(print)
    assert in_process(task, _added, 1, 2, jobs=jobs) == 3
    with pytest.raises(SimcoreError, match="not below 0"):
        in_process(task, _added, 1, -1, jobs=jobs)


def test_a_call_in_a_process_is_ended_with_its_task(qtbot: QtBot) -> None:
    task = Task(print)
    timer = threading.Timer(0.5, task.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        in_process(task, _hang)
    timer.join()


@pytest.fixture
def sharing(qapp: object) -> Iterator[InterpreterPolicy]:
    owner = QObject()
    made = InterpreterPolicy(owner)
    yield made
    made.restore()


@contextmanager
def looked_through() -> Iterator[list[tuple[int, bool]]]:
    """Note which generations are looked through, and whether in this thread."""
    seen: list[tuple[int, bool]] = []
    here = threading.get_ident()

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "stop":
            seen.append((about["generation"], threading.get_ident() == here))

    gc.callbacks.append(note)
    try:
        yield seen
    finally:
        gc.callbacks.remove(note)


def test_only_the_windows_thread_collects_and_never_all(
    qtbot: QtBot, sharing: InterpreterPolicy
) -> None:
    """Qt crashes where another thread frees its objects, as one in a cycle here."""
    freed: list[bool] = []
    here = threading.get_ident()

    class Listed(QObject):
        """One with a cycle."""

    def left() -> None:
        one = Listed()
        note = partial(lambda: freed.append(threading.get_ident() == here))
        one.destroyed.connect(note, Qt.ConnectionType.DirectConnection)
        one.cycle = one

    def work(task: Task) -> list[list[int]]:
        return [[number] for number in range(600_000)]

    left()
    with looked_through() as seen:
        task = Task(work)
        with qtbot.waitSignal(task.succeeded, timeout=PATIENCE * 1_000) as counted:
            task.start()
        qtbot.waitUntil(lambda: freed == [True], timeout=PATIENCE * 1_000)
        assert len(counted.args[0]) == 600_000
        lives = []
        while (1, True) not in seen:
            before = len(seen)
            lives.append([[number] for number in range(20_000)])
            qtbot.waitUntil(lambda before=before: len(seen) > before, timeout=PATIENCE * 1_000)
            assert len(lives) < 20
    assert set(seen) == {(0, True), (1, True)}


def test_all_is_as_before_at_the_end(qtbot: QtBot, open_window: Open, private_home: Path) -> None:
    (private_home / "1.txt").write_text(chinese_text(1, 80), encoding="utf-8")
    application = open_window(private_home)
    gc.unfreeze()  # what another test left
    before = gc.isenabled(), sys.getswitchinterval(), gc.get_freeze_count()
    owner = QObject()
    made = InterpreterPolicy(owner)
    made.follow(application.session)
    assert gc.get_freeze_count() > 10_000
    assert sys.getswitchinterval() < before[1]
    made.restore()
    scan(qtbot, application)  # it no longer follows
    assert (gc.isenabled(), sys.getswitchinterval(), gc.get_freeze_count()) == before


def test_a_scan_begins_with_a_full_look_and_a_report_is_freed_without(
    qtbot: QtBot, open_window: Open, private_home: Path, sharing: InterpreterPolicy
) -> None:
    files = {f"{number}.txt": chinese_text(number // 2, 80) for number in range(6)}
    folder = written(private_home / "文档", files)
    application = open_window(folder)
    sharing.follow(application.session)
    for _ in range(3):
        with looked_through() as seen:
            scan(qtbot, application)
        assert [one for one in seen if one[0] == 2] == [(2, True)]

    def alive() -> list[ScanReport]:
        gc.unfreeze()
        return [
            one
            for one in gc.get_objects()
            if isinstance(one, ScanReport) and one.folders == (folder,)  # no other test's
        ]

    assert any(one is application.session.results.report for one in alive())
    # the one that is shown, as it was scanned and as it was grouped; none of the two before,
    # once no task works with them any more
    qtbot.waitUntil(lambda: len(alive()) <= 2)


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
    with qtbot.waitSignal(task.succeeded):
        task.start()
    task.wait()
    assert 1 <= len(slept) <= 26
