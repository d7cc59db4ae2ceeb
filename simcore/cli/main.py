"""The command line: every stage of the engine, for scripts and for people without a screen.

Exit codes: 0, 1 for a failed run, 2 for wrong usage. What was asked for goes to the standard
output or ``--output``, everything else to the standard error.

A command imports what it needs when it runs, mostly as public names of ``simcore``, which are
imported when they are asked for: asking for one file's like should not wait for parsers and plots.
"""

import argparse
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import simcore
from simcore.cli.terminal import say
from simcore.files.trash import Trash
from simcore.model.errors import ConfigError, SimcoreError
from simcore.model.progress import Cancelled

_OBJECTS_A_COLLECTION = 50_000


def main(argv: Sequence[str] | None = None, trash: Callable[[], Trash] | None = None) -> int:
    """Run one command and give its exit code; usage errors exit with 2.

    ``trash`` makes the desktop's trash when a command needs it; without one that is the engine's
    own, which only Linux desktops have.
    """
    given = sys.argv[1:] if argv is None else argv
    arguments = _parser(given[0] if given else None).parse_args(given)
    arguments.trash = trash
    try:
        command: Callable[[argparse.Namespace], None] = arguments.run
        with _seldom_collected():
            command(arguments)
        sys.stdout.flush()
    except ConfigError as error:
        return _fail(str(error), 2)
    except SimcoreError as error:
        return _fail(str(error), 1)
    except (Cancelled, KeyboardInterrupt):
        return _fail("interrupted; what was read is kept in the index", 1)
    except BrokenPipeError:
        # the reader has what it wanted; keep Python from complaining while it shuts down
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - lives as long as we do
        return 0
    return 0


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for cycles of garbage seldom: there are hardly any, among very many records.

    A fifth of the time of a scan that finds nothing changed went into looking.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS_A_COLLECTION, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _fail(message: str, code: int) -> int:
    say(f"variorum: {message}")
    return code


def _parser(first: str | None) -> argparse.ArgumentParser:
    """Make the parser; when the first word is a command, nobody asks for the others' options."""
    parser = argparse.ArgumentParser(
        prog="variorum",
        description="Find near-duplicate text documents. Without a command, the window opens.",
        epilog=None if first in COMMANDS else _recipes(),
    )
    parser.add_argument("--version", action=_Version, help="show the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        described = commands.add_parser(name, help=command.summary, description=command.summary)
        if name == first:
            command(described)
    return parser


def _recipes() -> str:
    listed = "; ".join(f"{name} ({recipe.summary})" for name, recipe in simcore.RECIPES.items())
    return (
        f"Recipes: {listed}. Behind a name, +stop leaves out stop words, +stem cuts English words "
        "to stems."
    )


class _Version(argparse.Action):
    """Prints the version; looks it up only when asked."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - takes a while

        print(f"variorum {version('variorum')}")
        parser.exit()


@dataclass(frozen=True, slots=True)
class _Command:
    """A command: what it does, in a line, and the module of ``commands`` that has it."""

    name: str
    module: str
    summary: str

    def __call__(self, parser: argparse.ArgumentParser) -> None:
        """Add the options to a parser, and what is to be run as its default ``run``."""
        module = importlib.import_module(f"simcore.cli.commands.{self.module}")
        getattr(module, f"{self.name}_command")(parser)


COMMANDS = {
    name: _Command(name, module, f"{summary}.")
    for name, module, summary in (
        ("scan", "scan", "Read folders into the index and say what was found"),
        ("pairs", "scan", "List the pairs of near-duplicates"),
        (
            "groups",
            "scan",
            "List the groups of near-duplicates, the document to keep first",
        ),
        ("fingerprints", "scan", "List every document's fingerprint"),
        (
            "similar",
            "similar",
            "Find the documents in folders, or of the whole index as it is, that are like one file",
        ),
        ("explain", "explain", "Say why two files are as near as they are"),
        ("plan", "plan", "Compare designs of tables for finding near fingerprints"),
        ("evaluate", "evaluate", "Measure precision and recall against labelled pairs"),
        (
            "prune",
            "prune",
            "Remove duplicates by keep rules: a plan, and with --apply the deed",
        ),
        ("history", "history", "List what was removed, batch by batch"),
        ("undo", "history", "Bring back what a batch of removals took away"),
    )
}
"""The commands by name, each with what adds its options to a parser."""
