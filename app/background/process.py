"""Work of a task in separate processes, which do not hold the GIL of the window."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, wait
from contextlib import contextmanager
from typing import TypeVar

import simcore
from simcore import Stage

from .task import Task

_T = TypeVar("_T")

_SECONDS_BETWEEN_CHECKS = 0.02


@contextmanager
def processes(jobs: int | None, seconds_a_file: float | None = None) -> Iterator[Executor]:
    """Make an executor like ``simcore.make_executor``; at the end, stop it with all its work."""
    executor = simcore.make_executor(jobs, seconds_a_file)
    try:
        yield executor
    finally:
        simcore.stop_executor(executor)


def in_process(
    task: Task,
    function: Callable[..., _T],
    *arguments: object,
    jobs: int | None = 1,
    seconds: float | None = None,
) -> _T:
    """Call a function in a process of its own, which ends as soon as the task is cancelled.

    ``seconds`` limits its time. With 0 ``jobs`` it is called in this thread instead, without a
    limit. Raises ``Cancelled`` and ``SimcoreError``.
    """
    with processes(0 if jobs == 0 else 1, seconds) as executor:
        future = executor.submit(function, *arguments)
        while not future.done():
            task.check()
            wait([future], _SECONDS_BETWEEN_CHECKS)
        return future.result()


class CancelCheck:
    """Progress of the engine that is not shown: it only lets the engine be stopped."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def report(self, stage: Stage, done: int, total: int) -> None:  # noqa: ARG002 - the protocol's
        """Raise ``Cancelled`` once the task was asked to stop."""
        self._task.check()
