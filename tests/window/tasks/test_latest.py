"""Of several requests the newest is answered, and nothing outlives its owner unheard."""

import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.tasks import Latest, Task, in_process, shut_down_below
from simcore import Cancelled, SimcoreError


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
    qtbot.waitUntil(lambda: not Task._kept)
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
        owner = QObject()
        latest = Latest(endless, QObject(owner))
        begun = threading.Event()
        latest.run(begun)
        assert begun.wait(10)
        (task,) = Task._kept
        end(owner)
        if end is shut_down_below:
            assert task.isFinished()
        qtbot.waitUntil(lambda: not Task._kept)


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
