"""The output of a command: the standard output or a file, the standard error, a progress bar.

As grep and diff, a command ends with 1 only where it was asked to say so that something was found;
what failed has other codes. Ctrl+C and SIGTERM end the process by the signal's own action, so that
a shell ends the loop that it is in.
"""

import argparse
import contextlib
import errno
import io
import os
import re
import signal
import sys
import threading
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import IO, NoReturn

from simcore.model.reasons import SimcoreError
from simcore.model.report import Cancelled, Stage
from simcore.reports.formats import unlike_an_option, write_names

if typing.TYPE_CHECKING:
    from tqdm import tqdm

    from simcore.reports.outputs import OutputFile


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
    which file that was, and why. ``output`` is the file that the command writes, checked before it
    began, None for the standard output.
    """

    def __init__(self) -> None:
        self.found = self.incomplete = self.terminated = False
        self.unread = ""
        self.output: OutputFile | None = None

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


_STAGES = {
    Stage.LIST: ("listing", " files"),
    Stage.CHECK: ("checking for changes", " files"),
    Stage.READ: ("reading", " files"),
    Stage.PAIR: ("finding near fingerprints", " steps"),
    Stage.PASSAGE: ("finding shared passages", " proposals"),
    Stage.RECALL: ("recalling comparisons", " pairs"),
    Stage.VERIFY: ("comparing", " pairs"),
    Stage.GROUP: ("grouping", " pairs"),
}


_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udc9f]"
)


class Manners:
    """How much the running command says beside its results; ``verbose`` is for what it tells more.

    It is set anew by each command.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Say what is usual."""
        self.set(quiet=False, verbose=False, progress=True)

    def set(self, *, quiet: bool, verbose: bool, progress: bool) -> None:
        """Be ``quiet`` but for why a run fails; show ``progress`` on a terminal, or none."""
        self.quiet, self.verbose = quiet, verbose
        self.progress = progress and not quiet and os.environ.get("TERM") != "dumb"


MANNERS = Manners()


class Bar:
    """A progress bar on a terminal, nothing elsewhere, nor where it is not wanted."""

    def __init__(self) -> None:
        self._seen = MANNERS.progress and sys.stderr is not None and sys.stderr.isatty()
        self._name = ""
        self._bar: tqdm[NoReturn] | None = None

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Show the progress of a stage; every stage has its own bar."""
        self.show(*_STAGES[stage], done, total)

    def show(self, name: str, unit: str, done: int, total: int) -> None:
        """Show the progress of some work by its name, and what it counts."""
        if not self._seen:
            return
        if name != self._name:
            from tqdm import tqdm

            self.close()
            self._name = name
            # its thread would keep a command from forking workers itself; bars here are told often
            tqdm.monitor_interval = 0
            # batches end in bursts: estimate the time left by the mean, not by the last burst
            self._bar = tqdm(
                desc=name,
                total=total or None,
                unit=unit,
                smoothing=0.02,
                leave=False,
                file=sys.stderr,
            )
        if self._bar is not None:
            self._bar.total = total or None
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Clear the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
            self._name = ""


def escaped(text: str) -> str:
    r"""Escape control characters, also those of writing from right to left, and ends of lines.

    A file may have any name: a terminal would obey what is in it, bytes that are no UTF-8, too.

    >>> escaped("a\x1b[2J合同\n")
    'a\\x1b[2J合同\\n'
    """
    return _CONTROL.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    # a byte that is no UTF-8, as Python has it in paths
    sign = chr(code - 0xDC00) if code >= 0xDC00 else found.group()
    return sign.encode("unicode_escape").decode()


def say(text: str) -> None:
    """Print a line to the standard error, unless the command is to be quiet."""
    if not MANNERS.quiet:
        complain(text)


def complain(text: str) -> None:
    """Print why a run fails to the standard error."""
    if sys.stderr is None:  # it was closed
        return
    # a path may contain bytes that the terminal cannot encode
    encoding = sys.stderr.encoding or "utf-8"
    text = escaped(text)
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)
    except OSError:  # nobody reads it, or its disk is full: what is done goes on
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends


def counted(count: int, noun: str, plural: str | None = None, spec: str = "") -> str:
    """Return a number, formatted as ``spec`` says, with what it counts.

    >>> counted(1, "copy", "copies"), counted(2_000, "document", spec=",")
    ('1 copy', '2,000 documents')
    """
    return f"{count:{spec}} {noun if count == 1 else plural or f'{noun}s'}"


class CtrlC:
    """Whether Ctrl+C was pressed in a block of ``interruptible``.

    ``told`` is whether all was done and is only told: then a second Ctrl+C ends it, as where nobody
    reads a pipe.
    """

    pressed = False
    told = False

    def check(self, _done: int, _total: int) -> None:
        """Raise ``Cancelled`` once it was: the progress of what may end between two documents."""
        if self.pressed:
            raise Cancelled


@contextlib.contextmanager
def interruptible() -> Iterator[CtrlC]:
    """Let Ctrl+C end no step of a block; it raises ``Cancelled`` at its end, with a message.

    SIGTERM is the same here. See ``CtrlC`` for a second one.
    """
    interrupt = CtrlC()

    def note(number: int, _frame: object) -> None:
        again, interrupt.pressed = interrupt.pressed, True
        outcome().terminated = number == signal.SIGTERM
        if again and interrupt.told:
            end_at_once(number)

    main = threading.current_thread() is threading.main_thread()
    both = signal.SIGINT, signal.SIGTERM
    before = {one: signal.signal(one, note) for one in both} if main else {}
    try:
        yield interrupt
        if interrupt.pressed:
            raise Cancelled("all was done before")
    except SimcoreError as error:
        if interrupt.pressed:
            raise Cancelled(str(error)) from error
        raise
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class OutputError(OSError):
    """The standard output cannot be written: its disk is full, say, or it is closed."""

    @property
    def sentence(self) -> str:
        """The error as it is told."""
        if self.errno == errno.EBADF:
            return "the standard output is closed"
        return f"the standard output cannot be written: {self.strerror}"


def drop_output() -> None:
    """Write no more to the standard output, nor say that what waits for it cannot be written."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends


@contextlib.contextmanager
def after_removals() -> Iterator[None]:
    """List in a block what was done with documents: they are as they are, whoever can be told.

    Nobody has to read it all. If the list cannot be written, that is said, and the command ends as
    incomplete.
    """
    try:
        yield
    except BrokenPipeError:
        drop_output()
    except (OutputError, SimcoreError) as error:
        said = str(error)
        if isinstance(error, OutputError):
            drop_output()
            said = error.sentence
        outcome().incomplete = True
        complain(f"variorum: {said}; variorum history lists what was done")


def on_terminal() -> bool:
    """Return whether the standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def naming(output: Path | None) -> Callable[[object], str]:
    """Return what makes the name of a file, or a key, for lines of text that go to an output.

    On a terminal names are quoted where a shell would take something in them, as by ``ls``. A file
    or another program, which may pass them on to a terminal, gets them as they are, but for those
    that a terminal would obey.
    """
    if os.name == "nt":
        return str
    if output is None and on_terminal():
        return lambda path: quoted(str(path))

    def harmless(path: object) -> str:
        name = str(path)
        if _CONTROL.search(name) is None:
            return name

        return quoted(name)

    return harmless


@contextlib.contextmanager
def outputting() -> Iterator[IO[bytes]]:
    """Yield the standard output, and flush it at the end.

    Raises ``OutputError``, also where it was closed before the program began, and
    ``BrokenPipeError`` where nobody reads it any more.
    """
    if sys.stdout is None:  # as Python has it where it was closed before the start
        raise OutputError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.errno, error.strerror) from error


def flush() -> None:
    """Write what waits for the standard output. Raises as ``outputting`` does, but if closed."""
    if sys.stdout is not None:
        with outputting():
            sys.stdout.flush()


@contextlib.contextmanager
def opened(output: Path | None) -> Iterator[IO[bytes]]:
    """Open the output file; None is the standard output, where a terminal gets it ``escaped``.

    Raises ``SimcoreError`` with the file's name if it cannot be written, and ``OutputError``.
    """
    if output is None:
        if not on_terminal():
            with outputting() as file:
                yield file
            return
        written = io.BytesIO()
        yield written
        text = written.getvalue().decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        shown = "\n".join(map(escaped, text.split("\n")))
        with outputting() as file:
            file.write(shown.encode("utf-8", "surrogateescape"))
        return
    checked = typing.cast("OutputFile", outcome().output)  # before the command began
    with checked.opened() as file:
        yield file


def print_rows(
    arguments: argparse.Namespace, columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Write rows of ``simcore.reports.formats`` in the format that ``add_output`` asked for."""
    from simcore.reports.formats import ROW_WRITERS

    with opened(arguments.output) as file:
        formulas = ROW_WRITERS[arguments.format](file, columns, rows)
    if formulas:
        say(
            "variorum: some cells begin with = + - or @, and a spreadsheet would take them for "
            "formulas; --format excel makes them text"
        )


def print_names(arguments: argparse.Namespace, names: Iterable[Path | None]) -> None:
    """Write the names of files that ``--print0`` asked for; None is the end of a group."""
    with opened(arguments.output) as file:
        write_names(file, names)


def print_lines(lines: Iterable[str], output: Path | None = None) -> None:
    """Write lines in UTF-8, ``escaped``; path bytes that are not UTF-8 are written unchanged."""
    with opened(output) as file:
        for line in lines:
            file.write(f"{escaped(line)}\n".encode("utf-8", "surrogateescape"))


_TAKEN = re.compile(r"[\s|&;<>()$`\\\"'*?\[\]#~=%!^{}]")
"""What a shell would take for something else than a part of a word."""

_CONTROL_RANGES = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_HIDDEN = re.compile(f"[{_CONTROL_RANGES}\ud800-\udfff]+")
"""What a terminal would obey, or could not show: bytes that are no UTF-8 among it."""

_LETTERS = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r"}


def quoted(name: str) -> str:
    r"""Return a name that a shell (bash, zsh, and others with ``$'...'``) takes for that name.

    It is as it is where nothing of it means something else to a shell. Otherwise it is in quotes,
    as ``ls`` has it on a terminal: what cannot be shown is written as its bytes. A name that begins
    with ``-`` gets ``./`` before it.

    >>> print(quoted("合同.txt"), quoted("a b"), quoted("it's"), quoted("one\ntwo"))
    合同.txt 'a b' "it's" 'one'$'\n''two'
    """
    name = unlike_an_option(name)
    if _HIDDEN.search(name) is None:
        if name and _TAKEN.search(name) is None:
            return name
        # what means something between double quotes, too, goes between single ones
        if "'" in name and not set(name) & set('"$`\\!'):
            return f'"{name}"'
        return _between(name)
    parts, at = [], 0
    for found in _HIDDEN.finditer(name):
        before = name[at : found.start()]
        parts += [_between(before)] if before else []
        parts.append(f"$'{''.join(map(_written, os.fsencode(found.group())))}'")
        at = found.end()
    return "".join([*parts, *([_between(name[at:])] if at < len(name) else [])])


def _between(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


def _written(byte: int) -> str:
    return f"\\{_LETTERS[byte]}" if byte in _LETTERS else f"\\{byte:03o}"
