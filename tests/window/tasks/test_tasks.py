"""A task ends once, in one of three ways, and keeps the window's thread free."""

import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QObject, QThread, Slot
from pytestqt.qtbot import QtBot

from app.tasks import REPORTS_A_SECOND, Task, in_process
from app.wording import reason_text
from simcore import Cancelled, ReadError
from simcore.model.reasons import FolderError, Reason, ReasonCode
from simcore.workers import ENDED, JobFailed, too_long

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

    @Slot(str)
    def failed(self, value: str) -> None:
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


def test_engine_errors_become_reasons(qtbot: QtBot):
    gone = Reason(ReasonCode.OF, ("/gone", Reason(ReasonCode.DOES_NOT_EXIST)))

    def call(task: Task) -> None:
        raise FolderError(gone)

    assert run(qtbot, Task(call)).heard == [("failed", gone)]


def test_unexpected_errors_are_told_and_logged(qtbot: QtBot, caplog: pytest.LogCaptureFixture):
    def call(task: Task) -> None:
        raise ZeroDivisionError("nothing divides by 0")

    listener = run(qtbot, Task(call))
    assert listener.heard == [("failed", "Unexpected error: nothing divides by 0")]
    assert "ZeroDivisionError" in caplog.text


def no_item() -> None:
    raise KeyError(19)


def not_to_be_read() -> None:
    raise ReadError(ReasonCode.DOES_NOT_EXIST)


@pytest.mark.parametrize(
    ("work", "jobs", "words"),
    [
        (no_item, 0, "Unexpected error: KeyError: 19"),
        (no_item, 1, "Unexpected error: KeyError: 19"),
        (partial(os._exit, 3), 1, str(Reason(ReasonCode.IT, (ENDED,)))),
        (not_to_be_read, 1, str(Reason(ReasonCode.DOES_NOT_EXIST))),
    ],
    ids=["unexpected in the thread", "unexpected", "ended", "of the engine"],
)
def test_errors_of_a_process_are_told_in_words(
    qtbot: QtBot, work: Callable[[], None], jobs: int, words: str
):
    ((name, told),) = run(qtbot, Task(in_process, work, jobs=jobs)).heard
    assert name == "failed"
    assert isinstance(told, Reason | str)
    assert reason_text(told) == words


def test_an_answer_that_came_too_late_is_told_in_words(qtbot: QtBot):
    def call(task: Task) -> None:
        raise JobFailed(0, too_long(5))

    ((_, told),) = run(qtbot, Task(call)).heard
    assert isinstance(told, Reason)
    assert reason_text(told) == "it took longer than 5 s; left out"


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


def test_an_error_while_being_cancelled_is_no_failure(qtbot: QtBot, caplog):
    def call(task: Task) -> None:
        while not task.stopping:
            time.sleep(0.001)
        raise OSError("the pool is broken")

    task = Task(call)
    listener = Listener(task)
    task.start()
    task.cancel()
    assert task.wait(1_000 * PATIENCE)
    qtbot.waitUntil(lambda: bool(listener.heard))
    assert listener.heard == [("cancelled", None)]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_abandoned_tasks_know_it(qtbot: QtBot):
    known: list[bool] = []

    def call(task: Task) -> None:
        while not task.stopping:
            time.sleep(0.001)
        known.append(task.abandoned)
        raise Cancelled

    for stop in (Task.cancel, Task.abandon):
        task = Task(call)
        task.start()
        stop(task)
        assert task.wait(1_000 * PATIENCE)
    assert known == [False, True]


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
