"""The output of a command: standard output or a file, standard error, a progress bar.

As grep and diff, a command ends with 1 only if asked to report that something was found; failures
have other codes. Ctrl+C and SIGTERM end the process by the signal's own action, so that a shell
ends its loop.
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
from simcore.reports.formats import ROW_WRITERS, unlike_an_option, write_names

if typing.TYPE_CHECKING:
    from tqdm import tqdm

    from simcore.reports.outputs import OutputFile


_IMPORTING = "<frozen importlib"


class ExitCode(IntEnum):
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
    """SIGTERM arrived. It ends a command as cleanly as Ctrl+C."""


class RunOutcome:
    """What the exit code of a command depends on.

    ``found``: it found what it looks for. ``incomplete``: a file that the settings admit could not
    be read; ``unread`` says which and why. ``terminated``: SIGTERM ended it. ``output`` is the
    checked output file, None for the standard output.
    """

    def __init__(self) -> None:
        self.found = self.incomplete = self.terminated = False
        self.unread = ""
        self.output: OutputFile | None = None

    def code(self, *, fail_if_found: bool) -> ExitCode:
        if fail_if_found and self.found:
            return ExitCode.FOUND
        return ExitCode.INCOMPLETE if self.incomplete else ExitCode.DONE

    def cut(self) -> ExitCode:
        return ExitCode.TERMINATED if self.terminated else ExitCode.INTERRUPTED


_OUTCOMES = [RunOutcome()]


def outcome() -> RunOutcome:
    return _OUTCOMES[-1]


@contextlib.contextmanager
def ending() -> Iterator[RunOutcome]:
    """Yield the outcome of a command; inside the block SIGTERM raises ``Terminated``."""
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
    """Raise ``Terminated``; during an import end the process at once.

    C modules would turn the exception into another error or lose it.
    """
    outcome().terminated = True
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            end_process(ExitCode.TERMINATED)
        frame = frame.f_back
    raise Terminated


def end_process(code: int = ExitCode.DONE) -> None:
    """End the process by the signal of an exit code; return for any other. Main thread only."""
    number = code - 128
    if os.name != "posix" or number not in {signal.SIGINT, signal.SIGTERM}:
        return
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    end_at_once(number)


def end_at_once(number: int) -> None:
    """End this process by a signal, without flushing."""
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


_CONTROL_RANGES = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_CONTROL = re.compile(f"[{_CONTROL_RANGES}\udc80-\udc9f]")


class Manners:
    """How much a command prints besides its results."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.set(quiet=False, verbose=False, progress=True)

    def set(self, *, quiet: bool, verbose: bool, progress: bool) -> None:
        self.quiet, self.verbose = quiet, verbose
        self.progress = progress and not quiet and os.environ.get("TERM") != "dumb"


VERBOSITY = Manners()


class Bar:
    """A progress bar; nothing if disabled or if the standard error is no terminal."""

    def __init__(self) -> None:
        self._seen = VERBOSITY.progress and sys.stderr is not None and sys.stderr.isatty()
        self._name = ""
        self._bar: tqdm[NoReturn] | None = None

    def report(self, stage: Stage, done: int, total: int) -> None:
        self.show(*_STAGES[stage], done, total)

    def show(self, name: str, unit: str, done: int, total: int) -> None:
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
        if self._bar is not None:
            self._bar.close()
            self._bar = None
            self._name = ""


def escaped(text: str) -> str:
    r"""Escape control characters, line ends and characters that write from right to left.

    A file may have any name, and a terminal obeys such characters. Bytes that are not UTF-8 are
    escaped, too.

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
    if not VERBOSITY.quiet:
        complain(text)


def complain(text: str) -> None:
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
    """Return a number with its noun, formatted by ``spec``.

    >>> counted(1, "copy", "copies"), counted(2_000, "document", spec=",")
    ('1 copy', '2,000 documents')
    """
    return f"{count:{spec}} {noun if count == 1 else plural or f'{noun}s'}"


class CtrlC:
    """Whether Ctrl+C was pressed in a block of ``interruptible``.

    ``told``: the work is done and being reported; a second Ctrl+C then ends the program.
    """

    pressed = False
    told = False

    def check(self, _done: int, _total: int) -> None:
        if self.pressed:
            raise Cancelled


@contextlib.contextmanager
def interruptible() -> Iterator[CtrlC]:
    """Delay Ctrl+C and SIGTERM to the end of a block, and raise ``Cancelled`` there."""
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
    """The standard output cannot be written: the disk is full, or it is closed."""

    @property
    def sentence(self) -> str:
        if self.errno == errno.EBADF:
            return "the standard output is closed"
        return f"the standard output cannot be written: {self.strerror}"


def drop_output() -> None:
    """Discard further output to the standard output, and errors of writing what waits for it."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends


@contextlib.contextmanager
def after_removals() -> Iterator[None]:
    """Print what was done with documents; if that fails, say so and end as incomplete."""
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
    return sys.stdout is not None and sys.stdout.isatty()


def naming(output: Path | None) -> Callable[[object], str]:
    """Return a function that formats file names and keys for lines of text.

    On a terminal names are quoted for a shell as by ``ls``; elsewhere only control characters are
    escaped.
    """
    if os.name == "nt":
        return str
    if output is None and on_terminal():
        return lambda path: quoted(str(path))

    return lambda path: quoted(name) if _CONTROL.search(name := str(path)) else name


@contextlib.contextmanager
def outputting() -> Iterator[IO[bytes]]:
    """Yield the standard output, and flush it at the end.

    Raises ``OutputError`` if it cannot be written or is closed, ``BrokenPipeError`` if nobody reads
    it.
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
    """Flush the standard output. Raises as ``outputting``, except if it is closed."""
    if sys.stdout is not None:
        with outputting():
            sys.stdout.flush()


@contextlib.contextmanager
def opened(output: Path | None) -> Iterator[IO[bytes]]:
    """Open the output file; None is the standard output, ``escaped`` if that is a terminal.

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
    with opened(arguments.output) as file:
        formulas = ROW_WRITERS[arguments.format](file, columns, rows)
    if formulas:
        say(
            "variorum: some cells begin with = + - or @, and a spreadsheet would take them for "
            "formulas; --format excel makes them text"
        )


def print_names(arguments: argparse.Namespace, names: Iterable[Path | None]) -> None:
    with opened(arguments.output) as file:
        write_names(file, names)


def print_lines(lines: Iterable[str], output: Path | None = None) -> None:
    """Write lines in UTF-8, ``escaped``; path bytes that are not UTF-8 are written unchanged."""
    with opened(output) as file:
        for line in lines:
            file.write(f"{escaped(line)}\n".encode("utf-8", "surrogateescape"))


# characters with a meaning for a shell
_TAKEN = re.compile(r"[\s|&;<>()$`\\\"'*?\[\]#~=%!^{}]")
# characters that a terminal obeys or cannot show, including bytes that are not UTF-8
_HIDDEN = re.compile(f"[{_CONTROL_RANGES}\ud800-\udfff]+")
_LETTERS = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r"}


def quoted(name: str) -> str:
    r"""Return a name as a shell word (bash, zsh, and others with ``$'...'``), as ``ls`` prints it.

    Names that need no quotes stay as they are; a name that begins with ``-`` gets ``./``.

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
