"""The command line: every stage of the engine, for scripts and terminals.

Results go to the standard output or ``--output``, messages to the standard error. Commands import
their modules when they run: looking up one file should not wait for parsers.
"""

import argparse
import contextlib
import errno
import gc
import importlib
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from simcore.cli.output import (
    EXIT_CODES,
    VERBOSITY,
    ExitCode,
    OutputError,
    RunOutcome,
    complain,
    drop_output,
    ending,
    escaped,
    flush,
    outcome,
    outputting,
    say,
)
from simcore.files.moves import DesktopTrash, Trash
from simcore.index.paths import default_index_path, may_be_index
from simcore.model.config import ScanConfig
from simcore.model.reasons import (
    ConfigError,
    FolderError,
    IncompleteError,
    ReadError,
    Reason,
    ReasonCode,
    SimcoreError,
    StringsFileError,
    reason_of,
)
from simcore.model.report import Cancelled

_OBJECTS_A_COLLECTION = 50_000

Window = Callable[[], ScanConfig]
"""Returns what is set in the window for scans. Raises ``SimcoreError``."""


def main(
    argv: Sequence[str] | None = None,
    trash: Callable[[], Trash] | None = None,
    window: Window | None = None,
) -> int:
    """Run one command and return its exit code; usage errors exit with 2.

    ``trash`` makes the trash when a command needs it; the default supports Linux desktops only.
    ``window`` returns the settings for ``--as-in-window``.
    """
    # nothing here multiplies large matrices, and starting threads for it takes a while
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _open_what_is_closed()
    with _seldom_collected():  # which begins with imports, and nothing of these is garbage
        return _run(sys.argv[1:] if argv is None else argv, trash, window)


def _run(
    given: Sequence[str], trash: Callable[[], Trash] | None, window: Window | None
) -> ExitCode:
    VERBOSITY.reset()
    arguments = argparse.Namespace()
    with ending() as this_run:
        try:
            arguments = _parsed(given, window)
            arguments.trash = trash or DesktopTrash
            command: Callable[[argparse.Namespace], None] = arguments.run
            command(arguments)
            flush()
        except _FORESEEN as error:
            return _ended(error, arguments, this_run)
        finally:
            if this_run.output is not None:
                this_run.output.close()
        if this_run.incomplete and VERBOSITY.quiet:
            complain(f"variorum: incomplete: {this_run.unread or 'some files could not be read'}")
        return this_run.code(fail_if_found=getattr(arguments, "fail_if_found", False))


def _parsed(given: Sequence[str], window: Window | None) -> argparse.Namespace:
    parser, command = _parser(given[0] if given else None)
    if command is None:
        parser.parse_args(given)  # ends with a help, a version, or 2
        parser.error("a command has to come first")

    set_by = set_defaults(command, given[1:], window, _long_options)
    # paths may stand before, between and behind options
    try:
        arguments = command.parse_intermixed_args(_without_dashes(given[1:]))
    except AttributeError as error:
        # argparse restores what it had not set yet where Ctrl+C came between
        if isinstance(error.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise
    arguments.defaults = dict(_defaults(command))
    VERBOSITY.set(quiet=arguments.quiet, verbose=arguments.verbose, progress=arguments.progress)
    if VERBOSITY.verbose:
        for source in set_by:
            say(f"variorum: {source}")
    check_index(getattr(arguments, "index", None))
    # which a parser cannot say: another option stands in for it
    required = getattr(arguments, "paths_required", False)
    if required and not arguments.folders and arguments.files_from is None:
        command.error("the following arguments are required: FOLDER, or --files-from FILE")
    from simcore.cli.options import settle_format, settle_paths

    if "formats" in arguments:
        settle_format(arguments)
    if "folders" in arguments:
        settle_paths(arguments)
    _settle_outputs(arguments)
    return arguments


def _defaults(parser: argparse.ArgumentParser) -> Iterator[tuple[str, object]]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if action.default is not argparse.SUPPRESS:  # the help has none
            usual = action.default
            # as argparse makes a value of it
            yield action.dest, parser._get_value(action, usual) if isinstance(usual, str) else usual  # noqa: SLF001


def _without_dashes(words: Sequence[str]) -> list[str]:
    """Return words without ``--``, and paths behind it in a form that is no option.

    argparse loses ``--`` where paths may stand between options.

    >>> _without_dashes(["--jobs", "2", "--", "-q", "a", "-"])
    ['--jobs', '2', './-q', 'a', '-']
    """
    if "--" not in words:
        return [*words]
    at = words.index("--")
    paths = (f"./{one}" if one[:1] == "-" and one != "-" else one for one in words[at + 1 :])
    return [*words[:at], *paths]


def check_index(index: Path | None) -> None:
    """Refuse a missing folder, as a typo gives, and a file that is no index, by ``ConfigError``."""
    if index is None or str(index) == ":memory:":
        return
    if not may_be_index(index):
        raise ConfigError(f"{index}: is not an index of Variorum; name another file")
    # the default one may be named, and is made
    if not index.parent.is_dir() and index != default_index_path():
        raise ConfigError(f"{index}: its folder does not exist; make it first if it is meant")


# arguments whose paths a command does not read, or checks itself
_NOT_READ = {"output", "index", "protect", "exclude_role"}


def _settle_outputs(arguments: argparse.Namespace) -> None:
    """Refuse outputs that cannot be written or would overwrite a file by mistake."""
    if getattr(arguments, "output", None) is None and sys.stdout is None:
        raise OutputError(errno.EBADF, os.strerror(errno.EBADF))
    given = vars(arguments)
    path = given.get("output")
    if path is None:
        return
    from simcore.reports.outputs import OutputFile

    read = [Path(given.get("files_from") or "-")]
    for name in given.keys() - _NOT_READ:
        values = given[name] if isinstance(given[name], list) else [given[name]]
        read += [one for one in values if isinstance(one, Path)]
    index: Path = given.get("index") or default_index_path()
    output = OutputFile(path, read, index, overwrite=arguments.overwrite)
    outcome().output = output
    output.open_early()


_FORESEEN = (
    *(SimcoreError, Cancelled, KeyboardInterrupt),
    *(MemoryError, BrokenPipeError, OutputError),
)


_RENEWED = {ReasonCode.INDEX_DAMAGED, ReasonCode.INDEX_EARLIER}
_NOTHING = {ReasonCode.NOTHING_TO_UNDO, ReasonCode.NOTHING_TO_UNDO_IN}


def _ended(error: BaseException, arguments: argparse.Namespace, outcome: RunOutcome) -> ExitCode:
    match error:
        case ConfigError() | FolderError() | StringsFileError():  # of the latter, nothing was done
            return _fail(str(error), ExitCode.WRONG_USAGE)
        case ReadError() | IncompleteError():
            return _fail(str(error), ExitCode.INCOMPLETE)
        case SimcoreError() if error.reason.code in _NOTHING:
            return _fail(str(error), ExitCode.WRONG_USAGE)
        case SimcoreError():
            code = _fail(str(error), ExitCode.FAILED)
            if error.reason.code in _RENEWED and "renew_index" in arguments:
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
    if None in {sys.stdin, sys.stdout, sys.stderr}:
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(descriptor)


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Collect garbage cycles rarely: it took a fifth of the time of a scan without changes."""
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
    """Return the parser and that of the command; it knows only this command if named first."""
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
    """Return the message for an unknown command, with the closest command.

    >>> no_command("scn", " or folder"), no_command("文档")
    ("no command or folder 'scn', did you mean scan?", "no command '文档'")
    """
    return f"no command{other} '{escaped(word)}'{_meant(word, COMMANDS)}"


def _meant(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f", did you mean {near[0]}?" if near else ""


def _long_options() -> dict[str, set[str]]:
    found = {}
    for name in COMMANDS:
        parser = argparse.ArgumentParser()
        add_command(name, parser)
        every = (option for action in parser._actions for option in action.option_strings)  # noqa: SLF001
        found[name] = {option[2:] for option in every if option.startswith("--")}
    return found


def no_folder(word: str, *, there: bool) -> str:
    """Return the message if the window cannot open a word; ``there``: it exists."""
    if there:
        return f"{escaped(word)}: is no folder; the window opens folders"
    if word in COMMANDS:
        return f"the command {word} has to come first"
    return no_command(word, " or folder")


class _Parser(argparse.ArgumentParser):
    """Accepts options by their whole names only, and repeats invalid words escaped."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", _Help)
        super().__init__(allow_abbrev=False, **settings)

    def format_help(self) -> str:
        self.epilog = epilog(self.prog.removeprefix("variorum").strip())
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message}")
        complain(f"{self.prog} --help lists what there is")
        self.exit(ExitCode.WRONG_USAGE)

    def print_help(self, file: Any = None) -> None:
        if file is not None:
            super().print_help(file)
            return
        with outputting():
            sys.stdout.write(self.format_help())
            sys.stdout.flush()


class _Help(argparse.RawDescriptionHelpFormatter):
    """Breaks lines at spaces only, so that paths and options with hyphens stay whole."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        words = " ".join(text.split())
        return textwrap.wrap(words, width, break_long_words=False, break_on_hyphens=False)


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        with outputting():
            print(f"variorum {version('variorum')}", flush=True)
        parser.exit()


COMMANDS = {
    "scan": ("scan", "Read folders into the index and say what was found"),
    "pairs": ("scan", "List the pairs of near-duplicates"),
    "groups": ("scan", "List the groups of near-duplicates, the document to keep first"),
    "fingerprints": ("scan", "List every document's fingerprint"),
    "problems": ("scan", "List the files that could not be read, or may be misread, and why"),
    "similar": (
        "similar",
        "Find the documents in folders, or of the whole index as it is, that are like one file",
    ),
    "watch": ("watch", "Tell what comes to folders, and what it is like, until stopped"),
    "explain": ("similar", "Say why two files are as near as they are"),
    "text": ("similar", "Print what is compared of files"),
    "plan": ("plan", "Compare designs of tables for finding near fingerprints"),
    "cluster": ("cluster", "Find the near-duplicates of very many documents with Spark"),
    "prune": ("removal", "Remove duplicates by keep rules: a plan, and with --apply the deed"),
    "history": ("removal", "List what was removed, batch by batch"),
    "undo": ("removal", "Bring back what a batch of removals took away"),
    "completion": ("shell_help", "Print what makes a shell complete commands, options and values"),
    "manpage": ("shell_help", "Print the manual page, in the format of man"),
}
"""The commands: the module of ``simcore.cli`` that each is in, and its summary in a line."""


def add_command(name: str, parser: argparse.ArgumentParser) -> None:
    from simcore.cli.options import add_manners

    module = importlib.import_module(f"simcore.cli.{COMMANDS[name][0]}")
    getattr(module, f"{name}_command")(parser)
    add_manners(parser)


CONFIG_VARIABLE = "VARIORUM_CONFIG"
VARIABLES: Mapping[str, str] = {
    CONFIG_VARIABLE: "config",
    "VARIORUM_INDEX": "index",
    "VARIORUM_JOBS": "jobs",
    "VARIORUM_RECIPE": "recipe",
    "VARIORUM_DICTIONARY": "dictionary",
    "VARIORUM_LARGEST": "largest",
    "VARIORUM_KEEP_TEXTS": "keep-texts",
}
"""The variables of the environment, and the options that they are defaults of."""

ONLY_BY_HAND = frozenset(
    "help config files-from null output overwrite apply finish renew-index ignore-roles beside "
    "keep-days-in until-closed print0".split()
)
"""Options that no file may set: what is of one run, and what is to be seen where it is done."""

# commands that use no index unless the command line names one
_INDEX_OF_ITS_OWN = frozenset({"plan"})
_LARGEST = 1_000_000

Options = Callable[[], Mapping[str, set[str]]]
"""Returns the long options of every command, by command."""


def set_defaults(
    parser: argparse.ArgumentParser,
    words: Sequence[str],
    window: Callable[[], ScanConfig] | None,
    options: Options,
) -> list[str]:
    """Set the defaults of the command in ``words``; return what set any. Raises ``ConfigError``."""
    command = parser.prog.rpartition(" ")[2]
    actions = {
        name[2:]: action
        for action in parser._actions  # noqa: SLF001 - argparse has no other way to ask
        for name in action.option_strings
        if name.startswith("--")
    }
    asked = _asked(words)
    environment = {name: os.environ.get(name, "") for name in VARIABLES}
    file = asked.config if asked.config is not None else environment[CONFIG_VARIABLE]
    said = _read(Path(file), command, actions, options) if file else {}
    told: list[str] = []
    if "as-in-window" in actions and (asked.as_in_window or said.get("as-in-window")):
        if window is None:
            raise ConfigError("--as-in-window: this program has no window; variorum has")
        for name, value in _of_window(window()).items():
            if name in actions:
                actions[name].default = value
        told.append("the settings of the window are used")
    if file:
        told.append(f"{file} is used: {', '.join(said) or 'it sets nothing here'}")
    for name, value in said.items():
        _set(actions[name], value, f"{file}: {name}")
    for variable, name in VARIABLES.items():
        value = environment[variable]
        own = name == "index" and command in _INDEX_OF_ITS_OWN
        if not value or name not in actions or variable == CONFIG_VARIABLE or own:
            continue
        _set(actions[name], value, variable)
        told.append(f"{variable} is used: {value}")
    return told


def _asked(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--config")
    parser.add_argument("--as-in-window", action="store_true")
    nothing = argparse.Namespace(config=None, as_in_window=False)
    try:
        return parser.parse_known_args(words)[0]
    except argparse.ArgumentError:  # the command's own parser says what is wrong
        return nothing


def _read(
    path: Path, command: str, actions: Mapping[str, argparse.Action], options: Options
) -> dict[str, Any]:
    import tomllib

    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ConfigError(f"{path}: is too large for a file of settings")
        text = data.decode("utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not in UTF-8, as TOML has to be") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: is no TOML: {error}") from error
    found: dict[str, Any] = {}
    commands: Mapping[str, set[str]] | None = None
    for key, value in values.items():
        if not isinstance(value, dict) and key in actions and key not in ONLY_BY_HAND:
            found[key] = value
            continue
        commands = commands or options()  # which takes as long as all commands
        if isinstance(value, dict):
            if key not in commands:
                raise _unknown(path, text, key, "command", commands)
            _check(path, text, value, commands[key])
        else:
            _check(path, text, {key: value}, set().union(*commands.values()))
    of_command: dict[str, Any] = values.get(command, {})
    return found | of_command


def _check(path: Path, text: str, keys: Mapping[str, object], known: set[str]) -> None:
    for key in keys:
        if key in ONLY_BY_HAND and key in known:
            raise ConfigError(
                f"{path}{_line(text, key)}: {key} stands on the command line only, where it is seen"
            )
        if key not in known:
            raise _unknown(path, text, key, "option", known - ONLY_BY_HAND)


def _unknown(path: Path, text: str, key: str, what: str, known: Iterable[str]) -> ConfigError:
    return ConfigError(f"{path}{_line(text, key)}: {key!r} is no {what}{_meant(key, known)}")


def _line(text: str, key: str) -> str:
    r"""Return the line of a key for a message; empty if the key is written in another way.

    >>> _line('jobs = 2\n"exlude"= 1', "exlude"), _line("a.b = 1", "b")
    (', line 2', '')
    """
    said = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = (number for number, line in enumerate(text.splitlines(), 1) if said.match(line))
    number = next(lines, None)
    return "" if number is None else f", line {number}"


def _set(action: argparse.Action, value: object, source: str) -> None:
    if action.nargs == 0:  # a switch
        if not isinstance(value, bool):
            raise ConfigError(f"{source}: is true or false, not {value!r}")
        action.default = action.const if value else not action.const
        return
    if isinstance(action, argparse._AppendAction):  # noqa: SLF001 - as above
        values = value if isinstance(value, list) else [value]
        action.default = [*(action.default or ()), *(_value(action, one, source) for one in values)]
    else:
        action.default = _value(action, value, source)
    action.required = False


def _value(action: argparse.Action, value: object, source: str) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ConfigError(f"{source}: is a text or a number, not {value!r}")
    made: Any = action.type or str
    try:
        found = made(str(value))
    except argparse.ArgumentTypeError as error:
        raise ConfigError(f"{source}: {error}") from error
    except ValueError as error:
        raise ConfigError(f"{source}: cannot be {value!r}") from error
    if action.choices is not None and found not in action.choices:
        known = ", ".join(map(str, action.choices))
        raise ConfigError(f"{source}: cannot be {value!r}; there are {known}")
    return found


def _of_window(config: ScanConfig) -> dict[str, object]:
    """Return the window's settings as options, without patterns that can never match."""
    from simcore.files.patterns import never_matches

    include = [one for one in config.include if not never_matches(one, of_files=True)]
    exclude = [one for one in config.exclude if not never_matches(one, of_files=False)]
    return {
        "include": include,
        "exclude": exclude,
        "no-usual-exclude": True,
        "largest": config.largest_file,
        "follow-links": config.follow_links,
        "all-text": config.all_text,
        "containers": config.containers,
        "recipe": config.recipe,
        "dictionary": config.dictionary,
        "containment": config.containment,
        "grouping": config.grouping,
        "jobs": config.jobs,
        "seconds-a-file": config.seconds_a_file or 0.0,
        "keep-texts": config.kept_texts,
    }


_WIDTH = 92

EXAMPLES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "": (
        ("the groups of near-duplicates in a folder", "variorum groups Documents"),
        ("in a window", "variorum Documents"),
        ("how a shell learns the commands", "variorum completion bash"),
    ),
    "scan": (
        ("read a folder into the index", "variorum scan Documents"),
        ("stop a job that finds duplicates", "variorum scan docs --fail-if-found --quiet"),
        ("what find has chosen", "find . -name '*.md' -print0 | variorum scan --files-from - -0"),
    ),
    "pairs": (
        ("all pairs as a table", "variorum pairs Documents -o pairs.csv"),
        ("only those at least 90 % alike", "variorum pairs Documents --similarity 0.9"),
        ("two files and a folder", "variorum pairs a.txt b.log Documents"),
        ("rows of a table", "variorum pairs data.jsonl --text body --id id"),
    ),
    "groups": (
        ("the groups, the document to keep first", "variorum groups Documents"),
        ("a page with the differences", "variorum groups Documents -o groups.html"),
        ("rows of a table", "variorum groups data.csv --text body"),
        ("without what git ignores", "variorum groups . --ignore-files --exclude /vendor/"),
    ),
    "fingerprints": (("every fingerprint", "variorum fingerprints Documents -o prints.csv"),),
    "problems": (
        ("what could not be read, and why", "variorum problems Documents"),
        ("what was left out, too", "variorum problems Documents --list-skipped -o left.csv"),
    ),
    "similar": (
        ("what is like a file, in the whole index", "variorum similar draft.docx"),
        ("in a folder, read first", "variorum similar draft.docx Documents"),
        ("of a text from another program", "pandoc draft.tex -t plain | variorum similar -"),
        ("how much of it stands elsewhere", "variorum similar draft.docx --check -o check.html"),
    ),
    "watch": (
        ("tell what comes", "variorum watch Inbox --library Documents"),
        ("once, as a job", "variorum watch Inbox --once --json"),
    ),
    "explain": (("why two files are alike", "variorum explain a.txt b.txt"),),
    "text": (
        ("what is compared of a file", "variorum text report.pdf"),
        ("compare two as text", "diff <(variorum text a.docx) <(variorum text b.odt)"),
    ),
    "plan": (
        ("the cost of a search", "variorum plan --documents 1000000 --distance 3"),
        ("what an index takes", "variorum plan --index index.sqlite3 --distance 3"),
    ),
    "cluster": (
        ("a folder, on all processors", "variorum cluster Documents out"),
        ("rows of a table", "variorum cluster in.parquet out --id url --text body"),
        ("in a cluster", "variorum cluster hdfs:///in hdfs:///out --master yarn"),
    ),
    "prune": (
        ("a plan, nothing is touched", "variorum prune Documents --keep newest"),
        ("do it", "variorum prune Documents --keep newest --apply"),
        ("take it back", "variorum undo"),
    ),
    "history": (
        ("what was removed", "variorum history"),
        ("the documents of a batch", "variorum history 3"),
    ),
    "undo": (
        ("take the last batch back", "variorum undo"),
        ("another one", "variorum undo 3"),
    ),
    "completion": (
        ("for this shell", "source <(variorum completion bash)"),
        (
            "for zsh, in a folder of $fpath",
            "variorum completion zsh > ~/.zfunc/_variorum",
        ),
        (
            "for fish",
            "variorum completion fish > ~/.config/fish/completions/variorum.fish",
        ),
    ),
    "manpage": (
        ("read it", "variorum manpage | man -l -"),
        ("install it", "variorum manpage > ~/.local/share/man/man1/variorum.1"),
    ),
}
"""Examples of each command, with what they do, and of the program."""


def epilog(command: str) -> str:
    examples = EXAMPLES[command]
    width = max(len(words) for _, words in examples)
    lines = ["examples:", *(f"  {words:<{width}}  # {does}" for does, words in examples)]
    lines += ["", "exit codes:", *_table({str(int(one)): said for one, said in EXIT_CODES.items()})]
    if not command:
        lines += ["", "variables of the environment, as defaults of options:"]
        lines += _table({name: f"--{option}" for name, option in VARIABLES.items()})
        from simcore.fingerprints import RECIPES

        recipes = {name: recipe.summary for name, recipe in RECIPES.items()}
        lines += ["", "recipes:", *_table(recipes)]
        lines += textwrap.wrap(
            "Behind a name, +stop leaves out stop words, +stem cuts English words to "
            "stems, +32, +64 or +128 is the width in bits.",
            _WIDTH - 2,
            initial_indent="  ",
            subsequent_indent="  ",
        )
    return "\n".join(lines)


def _table(rows: Mapping[str, str]) -> Iterator[str]:
    width = max(map(len, rows)) + 2
    for name, said in rows.items():
        first, *more = textwrap.wrap(said, _WIDTH - width - 2)
        yield f"  {name:<{width}}{first}"
        yield from (" " * (width + 2) + line for line in more)
