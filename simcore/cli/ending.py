"""How a command ends: its exit code, or the signal that ended it.

As grep and diff, a command ends with 1 only where it was asked to say so that something was found;
what failed has other codes. Ctrl+C and SIGTERM end the process by the signal's own action, so that
a shell ends the loop that it is in.
"""

import contextlib
import os
import signal
import sys
import threading
import types
from collections.abc import Iterator, Mapping
from enum import IntEnum

_IMPORTING = "<frozen importlib"


class ExitCode(IntEnum):
    """The exit codes of all commands."""

    DONE = 0
    FOUND = 1
    WRONG_USAGE = 2
    INCOMPLETE = 3
    FAILED = 4
    INTERRUPTED = 128 + 2  # as shells count an end by SIGINT
    TERMINATED = 128 + 15  # as shells count an end by SIGTERM


EXIT_CODES: Mapping[ExitCode, str] = {
    ExitCode.DONE: "done",
    ExitCode.FOUND: "something was found, with --fail-if-found only",
    ExitCode.WRONG_USAGE: "wrong usage, or what is named is not there: nothing was done",
    ExitCode.INCOMPLETE: "done, but some files could not be read, removed or restored; "
    "each is named; or the list of removals could not be written",
    ExitCode.FAILED: "the run failed: the index is damaged or in use, the disk is full, no memory, "
    "the standard output is closed",
    ExitCode.INTERRUPTED: "ended by Ctrl+C",
    ExitCode.TERMINATED: "ended by SIGTERM",
}
"""What each of them means, for people."""


class Terminated(KeyboardInterrupt):
    """SIGTERM came. Whatever Ctrl+C ends in good order, this does."""


class RunOutcome:
    """What a command came upon that its exit code tells.

    ``found`` is whether there was anything that it looks for, ``incomplete`` whether a file could
    not be read that the settings admit, ``terminated`` whether SIGTERM ended it. ``unread`` says
    which file that was, and why.
    """

    def __init__(self) -> None:
        self.found = self.incomplete = self.terminated = False
        self.unread = ""

    @property
    def noted(self) -> tuple[bool, bool]:
        """What is the same when the command tells the same again."""
        return self.found, self.incomplete

    def code(self, *, fail_if_found: bool) -> ExitCode:
        """Return the exit code of a command that came to its end."""
        if fail_if_found and self.found:
            return ExitCode.FOUND
        return ExitCode.INCOMPLETE if self.incomplete else ExitCode.DONE

    def cut(self) -> ExitCode:
        """Return the exit code of a command that a signal ended."""
        return ExitCode.TERMINATED if self.terminated else ExitCode.INTERRUPTED


_OUTCOMES = [RunOutcome()]


def outcome() -> RunOutcome:
    """Return that of the running command."""
    return _OUTCOMES[-1]


@contextlib.contextmanager
def ending() -> Iterator[RunOutcome]:
    """Yield the outcome of a command that runs in a block; SIGTERM raises ``Terminated`` there."""
    found = RunOutcome()
    _OUTCOMES.append(found)
    mine = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if mine:
        signal.signal(signal.SIGTERM, _terminate)
    try:
        yield found
    finally:
        if mine:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _OUTCOMES.pop()


def _terminate(_number: int, frame: types.FrameType | None) -> None:
    """Raise ``Terminated``, but in the middle of an import end the process at once.

    Modules in C make other errors of it there, or lose it. Nothing is half done that a kill would
    not leave as well.
    """
    outcome().terminated = True
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            end_process(ExitCode.TERMINATED)
        frame = frame.f_back
    raise Terminated


def end_process(code: int = ExitCode.DONE) -> None:
    """End this process by the signal that an exit code stands for; return for any other code.

    What waits to be written is written before. Only the main thread may call it.
    """
    number = code - 128
    if os.name != "posix" or number not in {signal.SIGINT, signal.SIGTERM}:
        return
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    end_at_once(number)


def end_at_once(number: int) -> None:
    """End this process by a signal; what waits to be written is not waited for."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
