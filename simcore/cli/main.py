"""The command line: every stage of the engine, for scripts and terminals.

Exit codes: 0, 1 for a failed run, 2 for wrong usage, 130 after Ctrl+C. Results go to the standard
output or ``--output``, messages to the standard error.

A command imports its modules when it runs, mostly as public names of ``simcore``, which are
imported at their first use: a look-up of one file should not wait for parsers and plots.
"""

import argparse
import contextlib
import gc
import importlib
import os
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

import simcore
from simcore.cli.terminal import OutputError, escaped, outputting, say
from simcore.model.errors import ConfigError, SimcoreError
from simcore.model.progress import Cancelled
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

if typing.TYPE_CHECKING:
    from simcore.files.trash import Trash

_INTERRUPTED = 128 + 2  # as shells count an end by SIGINT
_OBJECTS_A_COLLECTION = 50_000


def main(argv: Sequence[str] | None = None, trash: "Callable[[], Trash] | None" = None) -> int:
    """Run one command and return its exit code; usage errors exit with 2.

    ``trash`` makes the desktop's trash when a command needs it; the default is the engine's own,
    which supports Linux desktops only.
    """
    # nothing here multiplies large matrices, and starting threads for it takes a while
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with _seldom_collected():  # which begins with imports, and nothing of these is garbage
        return _run(sys.argv[1:] if argv is None else argv, trash)


def _run(given: Sequence[str], trash: "Callable[[], Trash] | None") -> int:
    arguments = _parser(given[0] if given else None).parse_args(given)
    arguments.trash = trash or (lambda: simcore.DesktopTrash())  # noqa: PLW0108 - imported then
    try:
        if "formats" in arguments:
            from simcore.cli.options import settle_format  # noqa: PLC0415 - its commands have it

            settle_format(arguments)
        command: Callable[[argparse.Namespace], None] = arguments.run
        command(arguments)
        if sys.stdout is not None:
            with outputting():
                sys.stdout.flush()
    except ConfigError as error:
        return _fail(str(error), 2)
    except SimcoreError as error:
        code = _fail(str(error), 1)
        if error.reason.code is ReasonCode.INDEX_DAMAGED and hasattr(arguments, "renew_index"):
            say("With --renew-index it is renamed and a new one is made")
        return code
    except (Cancelled, KeyboardInterrupt) as error:
        in_index = "renew_index" in arguments and str(arguments.index) != ":memory:"
        kept = "what was read is kept in the index" if in_index else ""
        said = filter(None, ["interrupted", str(error) or kept])
        return _fail("; ".join(said), _INTERRUPTED)
    except MemoryError:
        return _fail(str(Reason(ReasonCode.ENOMEM)), 1)
    except BrokenPipeError:
        _drop_output()  # the reader closed the pipe early
    except OutputError as error:
        _drop_output()
        return _fail(f"the standard output cannot be written: {error.strerror}", 1)
    return 0


def _drop_output() -> None:
    """Suppress the error of flushing at shutdown."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends


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


def _fail(message: str, code: int) -> int:
    say(f"variorum: {message}")
    return code


def _parser(first: str | None) -> argparse.ArgumentParser:
    """Return the parser; if the first word is a command, it knows no other one."""
    parser = _Parser(
        prog="variorum",
        description="Find near-duplicate text documents. Without a command, the window opens.",
        epilog=None if first in COMMANDS else _recipes(),
    )
    parser.add_argument("--version", action=_Version, help="show the version and exit")
    # its name is the default, of which a line of help would be made
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog=parser.prog)
    for name in (first,) if first in COMMANDS else COMMANDS:
        summary = f"{COMMANDS[name][1]}."
        described = commands.add_parser(name, help=summary, description=summary)
        if name == first:
            add_command(name, described)
    return parser


def _recipes() -> str:
    listed = "; ".join(f"{name} ({recipe.summary})" for name, recipe in simcore.RECIPES.items())
    return (
        f"Recipes: {listed}. Behind a name, +stop leaves out stop words, +stem cuts English words "
        "to stems."
    )


class _Parser(argparse.ArgumentParser):
    """Names wrong words without obeying what is in them."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and a message, and end with 2."""
        super().error(escaped(message))


class _Version(argparse.Action):
    """Prints the version, looked up on demand."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - slow to import

        print(f"variorum {version('variorum')}")
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
    "prune": ("prune", "Remove duplicates by keep rules: a plan, and with --apply the deed"),
    "history": ("history", "List what was removed, batch by batch"),
    "undo": ("history", "Bring back what a batch of removals took away"),
}
"""The commands: the module of ``commands`` that each is in, and its summary in a line."""


def add_command(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the options of a command to a parser, and its function as the default ``run``."""
    module = importlib.import_module(f"simcore.cli.commands.{COMMANDS[name][0]}")
    getattr(module, f"{name}_command")(parser)
