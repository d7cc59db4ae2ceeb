"""The command line: every stage of the engine, for scripts and terminals.

Exit codes are those of ``simcore.cli.ending``. Results go to the standard output or ``--output``,
messages to the standard error.

A command imports its modules when it runs, mostly as public names of ``simcore``, which are
imported at their first use: a look-up of one file should not wait for parsers and plots.
"""

import argparse
import contextlib
import errno
import gc
import importlib
import os
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import simcore
from simcore.cli.ending import ExitCode, RunOutcome, ending
from simcore.cli.terminal import (
    MANNERS,
    OUTPUTS,
    OutputError,
    complain,
    drop_output,
    escaped,
    flush,
    outputting,
    say,
)
from simcore.model.errors import (
    ConfigError,
    FolderError,
    IncompleteError,
    ReadError,
    SimcoreError,
    StringsFileError,
)
from simcore.model.progress import Cancelled
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.store.paths import default_index_path, may_be_index

if typing.TYPE_CHECKING:
    from simcore.files.trash import Trash
    from simcore.model.config import ScanConfig

_OBJECTS_A_COLLECTION = 50_000

Window = Callable[[], "ScanConfig"]
"""Returns what is set in the window for scans. Raises ``SimcoreError``."""


def main(
    argv: Sequence[str] | None = None,
    trash: "Callable[[], Trash] | None" = None,
    window: Window | None = None,
) -> int:
    """Run one command and return its exit code; usage errors exit with 2.

    ``trash`` makes the desktop's trash when a command needs it; the default is the engine's own,
    which supports Linux desktops only. ``window`` is asked where ``--as-in-window`` stands.
    """
    # nothing here multiplies large matrices, and starting threads for it takes a while
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _open_what_is_closed()
    with _seldom_collected():  # which begins with imports, and nothing of these is garbage
        return _run(sys.argv[1:] if argv is None else argv, trash, window)


def _run(
    given: Sequence[str], trash: "Callable[[], Trash] | None", window: Window | None
) -> ExitCode:
    MANNERS.reset()
    arguments = argparse.Namespace()
    with ending() as outcome:
        try:
            arguments = _parsed(given, window)
            # which imports it
            arguments.trash = trash or (lambda: simcore.DesktopTrash())  # noqa: PLW0108
            command: Callable[[argparse.Namespace], None] = arguments.run
            command(arguments)
            flush()
        except _FORESEEN as error:
            return _ended(error, arguments, outcome)
        finally:
            for output in OUTPUTS.values():
                output.close()
        if outcome.incomplete and MANNERS.quiet:
            complain(f"variorum: incomplete: {outcome.unread or 'some files could not be read'}")
        return outcome.code(fail_if_found=getattr(arguments, "fail_if_found", False))


def _parsed(given: Sequence[str], window: Window | None) -> argparse.Namespace:
    """Return what the words of a command line ask for. Raises ``ConfigError``, and ends with 2."""
    parser, command = _parser(given[0] if given else None)
    if command is None:
        parser.parse_args(given)  # ends with a help, a version, or 2
        parser.error("a command has to come first")
    from simcore.cli.defaults import set_defaults  # noqa: PLC0415 - only a command has any

    set_by = set_defaults(command, given[1:], window, _long_options)
    # paths may stand before, between and behind options
    arguments = command.parse_intermixed_args(_without_dashes(given[1:]))
    arguments.defaults = dict(_defaults(command))
    MANNERS.set(quiet=arguments.quiet, verbose=arguments.verbose, progress=arguments.progress)
    if MANNERS.verbose:
        for source in set_by:
            say(f"variorum: {source}")
    check_index(getattr(arguments, "index", None))
    # which a parser cannot say: another option stands in for it
    required = getattr(arguments, "paths_required", False)
    if required and not arguments.folders and arguments.files_from is None:
        command.error("the following arguments are required: FOLDER, or --files-from FILE")
    if "formats" in arguments:
        from simcore.cli.options import settle_format  # noqa: PLC0415 - its commands have it

        settle_format(arguments)
    if "folders" in arguments:
        from simcore.cli.named import settle_paths  # noqa: PLC0415 - as above

        settle_paths(arguments)
    _settle_outputs(arguments)
    return arguments


def _defaults(parser: argparse.ArgumentParser) -> Iterator[tuple[str, object]]:
    """Yield where options have their values, and what these are where none is named."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if action.default is not argparse.SUPPRESS:  # the help has none
            usual = action.default
            # as argparse makes a value of it
            yield action.dest, parser._get_value(action, usual) if isinstance(usual, str) else usual  # noqa: SLF001


def _without_dashes(words: Sequence[str]) -> list[str]:
    """Return words without ``--``; those behind it, which are paths, look like no option then.

    Python's parser loses it where paths may stand between options.

    >>> _without_dashes(["--jobs", "2", "--", "-q", "a", "-"])
    ['--jobs', '2', './-q', 'a', '-']
    """
    if "--" not in words:
        return [*words]
    at = words.index("--")
    paths = (f"./{one}" if one[:1] == "-" and one != "-" else one for one in words[at + 1 :])
    return [*words[:at], *paths]


def check_index(index: Path | None) -> None:
    """Refuse an index in a folder that is not there: a name with a typo would make it.

    A file that is no index is refused, too, before anything opens or renames it. Raises
    ``ConfigError``.
    """
    if index is None or str(index) == ":memory:":
        return
    if not may_be_index(index):
        raise ConfigError(f"{index}: is not an index of Variorum; name another file")
    if index.parent.is_dir():
        return
    if index != default_index_path():  # which may be named, and is made
        raise ConfigError(f"{index}: its folder does not exist; make it first if it is meant")


_WRITTEN = ("output", "plot")
_NOT_READ = {*_WRITTEN, "index", "protect", "exclude_role"}
"""Arguments whose paths a command does not read, or looks after by itself."""


def _settle_outputs(arguments: argparse.Namespace) -> None:
    """Refuse outputs that cannot be written, or would cost a file that nobody meant.

    Raises ``ConfigError``, and ``OutputError`` where the standard output was closed: what a command
    does, it has to tell.
    """
    if getattr(arguments, "output", None) is None and sys.stdout is None:
        raise OutputError(errno.EBADF, os.strerror(errno.EBADF))
    OUTPUTS.clear()
    given = vars(arguments)
    paths = [given[name] for name in _WRITTEN if given.get(name) is not None]
    if not paths:
        return
    from simcore.reports.outputs import OutputFile  # noqa: PLC0415 - only for files

    read = [Path(given.get("files_from") or "-")]
    for name in given.keys() - _NOT_READ:
        values = given[name] if isinstance(given[name], list) else [given[name]]
        read += [one for one in values if isinstance(one, Path)]
    index: Path = given.get("index") or default_index_path()
    for path in paths:
        OUTPUTS[path] = OutputFile(path, read, index, overwrite=arguments.overwrite)
    for output in OUTPUTS.values():  # not before all were looked at
        output.open_early()


_FORESEEN = (
    *(SimcoreError, Cancelled, KeyboardInterrupt),
    *(MemoryError, BrokenPipeError, OutputError),
)


_NOTHING = {ReasonCode.NOTHING_TO_UNDO, ReasonCode.NOTHING_TO_UNDO_IN}


def _ended(error: BaseException, arguments: argparse.Namespace, outcome: RunOutcome) -> ExitCode:
    """Say why a command ended, one of ``_FORESEEN``, and return the exit code."""
    match error:
        case ConfigError() | FolderError() | StringsFileError():  # of the latter, nothing was done
            return _fail(str(error), ExitCode.WRONG_USAGE)
        case ReadError() | IncompleteError():
            return _fail(str(error), ExitCode.INCOMPLETE)
        case SimcoreError() if error.reason.code in _NOTHING:
            return _fail(str(error), ExitCode.WRONG_USAGE)
        case SimcoreError():
            code = _fail(str(error), ExitCode.FAILED)
            if error.reason.code is ReasonCode.INDEX_DAMAGED and "renew_index" in arguments:
                complain("With --renew-index it is renamed and a new one is made")
            return code
        case Cancelled() | KeyboardInterrupt():
            none = str(getattr(arguments, "index", "")) == ":memory:"
            none = none or getattr(arguments, "text", None) is not None  # of a table
            in_index = "renew_index" in arguments and not none
            kept = "what was read is kept in the index" if in_index else ""
            how = "terminated" if outcome.terminated else "interrupted"
            return _fail("; ".join(filter(None, [how, str(error) or kept])), outcome.cut())
        case MemoryError():
            return _fail(str(Reason(ReasonCode.ENOMEM)), ExitCode.FAILED)
        case BrokenPipeError():
            drop_output()  # the reader closed the pipe early
            return ExitCode.DONE
        case OutputError():
            drop_output()
            return _fail(error.sentence, ExitCode.FAILED)
    raise error  # there is no other


def _open_what_is_closed() -> None:
    """Let no file be opened as a standard stream that was closed: what is told would go there."""
    if None in {sys.stdin, sys.stdout, sys.stderr}:
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(descriptor)


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Collect garbage cycles rarely: there are hardly any among very many records.

    Collecting took a fifth of the time of a scan without changes.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS_A_COLLECTION, *before[1:])
    try:
        yield
    finally:
        gc.freeze()  # or else all that is young would be looked through at once
        gc.set_threshold(*before)
        gc.unfreeze()


def _fail(message: str, code: ExitCode) -> ExitCode:
    complain(f"variorum: {message}")
    return code


def _parser(first: str | None) -> "tuple[_Parser, _Parser | None]":
    """Return the parser; if the first word is a command, it knows no other one.

    The second one is that of this command.
    """
    parser = _Parser(
        prog="variorum",
        description="Find near-duplicate text documents. Without a command, the window opens.",
    )
    parser.add_argument("-V", "--version", action=_Version, help="show the version and exit")
    # its name is the default, of which a line of help would be made
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog=parser.prog)
    if first is not None and not first.startswith("-") and first not in COMMANDS:
        parser.error(no_command(first))
    command = None
    for name in (first,) if first in COMMANDS else COMMANDS:
        summary = f"{COMMANDS[name][1]}."
        described = commands.add_parser(name, help=summary, description=summary)
        if name == first:
            command = described
            add_command(name, described)
    return parser, command


def no_command(word: str, other: str = "") -> str:
    """Say that a word is no command, nor an ``other`` thing, and which command it may be.

    >>> no_command("scn", " or folder"), no_command("文档")
    ("no command or folder 'scn', did you mean scan?", "no command '文档'")
    """
    from difflib import get_close_matches  # noqa: PLC0415 - takes a while

    near = get_close_matches(word, COMMANDS, n=1)
    said = f"no command{other} '{escaped(word)}'"
    return f"{said}, did you mean {near[0]}?" if near else said


def _long_options() -> dict[str, set[str]]:
    """Return the long options of every command, by command, without their dashes."""
    found = {}
    for name in COMMANDS:
        parser = argparse.ArgumentParser()
        add_command(name, parser)
        every = (option for action in parser._actions for option in action.option_strings)  # noqa: SLF001
        found[name] = {option[2:] for option in every if option.startswith("--")}
    return found


def no_folder(word: str, *, there: bool) -> str:
    """Say why the window cannot open a word; ``there`` is whether it is something else.

    >>> no_folder("scan", there=False)
    'the command scan has to come first'
    """
    if there:
        return f"{escaped(word)}: is no folder; the window opens folders"
    return (
        f"the command {word} has to come first"
        if word in COMMANDS
        else no_command(word, " or folder")
    )


class _Parser(argparse.ArgumentParser):
    """Takes options by their whole names alone, and names wrong words without obeying them."""

    def __init__(self, **settings: typing.Any) -> None:
        settings.setdefault("formatter_class", _Help)
        super().__init__(allow_abbrev=False, **settings)

    def format_help(self) -> str:
        """Return the help; examples and exit codes are looked up only here."""
        from simcore.cli.described.examples import epilog  # noqa: PLC0415 - see above

        self.epilog = epilog(self.prog.removeprefix("variorum").strip())
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print a message, and end with 2. The usage of a command is longer than a screen."""
        complain(f"{self.prog}: {message}")
        complain(f"{self.prog} --help lists what there is")
        self.exit(ExitCode.WRONG_USAGE)

    def print_help(self, file: typing.Any = None) -> None:
        """Print the help. Raises ``OutputError``; Python's own parser is silent about it."""
        if file is not None:
            super().print_help(file)
            return
        with outputting():
            sys.stdout.write(self.format_help())
            sys.stdout.flush()


def epilog_of_program() -> str:
    """Return examples, exit codes, recipes and variables, for the end of a help."""
    from simcore.cli.described.examples import epilog  # noqa: PLC0415 - see above

    return epilog("")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Breaks lines of a help at spaces alone: a path or an option with hyphens stays whole."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        from textwrap import wrap  # noqa: PLC0415 - only for a help

        words = " ".join(text.split())
        return wrap(words, width, break_long_words=False, break_on_hyphens=False)


class _Version(argparse.Action):
    """Prints the version, looked up on demand."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - slow to import

        with outputting():
            print(f"variorum {version('variorum')}", flush=True)
        parser.exit()


COMMANDS = {
    "scan": ("scan", "Read folders into the index and say what was found"),
    "pairs": ("scan", "List the pairs of near-duplicates"),
    "groups": ("scan", "List the groups of near-duplicates, the document to keep first"),
    "fingerprints": ("scan", "List every document's fingerprint"),
    "problems": ("problems", "List the files that could not be read, or may be misread, and why"),
    "similar": (
        "similar",
        "Find the documents in folders, or of the whole index as it is, that are like one file",
    ),
    "watch": ("watch", "Tell what comes to folders, and what it is like, until stopped"),
    "explain": ("explain", "Say why two files are as near as they are"),
    "text": ("text", "Print what is compared of files"),
    "plan": ("plan", "Compare designs of tables for finding near fingerprints"),
    "evaluate": ("evaluate", "Measure precision and recall against labelled pairs"),
    "cluster": ("cluster", "Find the near-duplicates of very many documents with Spark"),
    "prune": ("prune", "Remove duplicates by keep rules: a plan, and with --apply the deed"),
    "history": ("history", "List what was removed, batch by batch"),
    "undo": ("history", "Bring back what a batch of removals took away"),
    "completion": ("describe", "Print what makes a shell complete commands, options and values"),
    "manpage": ("describe", "Print the manual page, in the format of man"),
}
"""The commands: the module of ``commands`` that each is in, and its summary in a line."""


def add_command(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the options of a command to a parser, and its function as the default ``run``."""
    from simcore.cli.options import add_manners  # noqa: PLC0415 - not for a help that lists all

    module = importlib.import_module(f"simcore.cli.commands.{COMMANDS[name][0]}")
    getattr(module, f"{name}_command")(parser)
    add_manners(parser)
