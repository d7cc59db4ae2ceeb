"""A command as its parser knows it: its options, what they take, and its paths."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from simcore.model.kinds import UNMARKED, Kind


class Takes(Enum):
    """What stands behind an option."""

    NOTHING = auto()
    WORDS = auto()
    FILE = auto()
    FOLDER = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option: its names, the short one first, and what it takes, as ``metavar`` says.

    ``words`` are those that may stand behind it; ``several`` is whether it may stand several times.
    """

    names: tuple[str, ...]
    metavar: str
    help: str
    takes: Takes
    words: tuple[str, ...]
    several: bool


@dataclass(frozen=True, slots=True)
class DescribedCommand:
    """A command: its summary in a line, its usage, its paths with their help, its options."""

    name: str
    summary: str
    usage: str
    paths: tuple[tuple[str, str], ...]
    options: tuple[CommandOption, ...]


def command_of(name: str, summary: str, parser: argparse.ArgumentParser) -> DescribedCommand:
    """Describe a command by its parser."""
    formatter = parser._get_formatter()  # noqa: SLF001 - argparse has no other way to ask
    paths: list[tuple[str, str]] = []
    options: list[CommandOption] = []
    for action in parser._actions:  # noqa: SLF001 - as above
        said = formatter._expand_help(action) if action.help else ""  # noqa: SLF001 - as above
        said = said.replace(str(Path.home()), "~")
        if not action.option_strings:
            paths.append((_metavar(action) or action.dest, said))
            continue
        words = tuple(_words(action))
        options.append(
            CommandOption(
                tuple(sorted(action.option_strings, key=len)),
                _metavar(action),
                said,
                _takes(action, words),
                words,
                isinstance(action, argparse._AppendAction),  # noqa: SLF001 - as above
            )
        )
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    return DescribedCommand(name, summary, usage, tuple(paths), tuple(options))


def _metavar(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar is None and action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.metavar or action.dest.upper()


def _words(action: argparse.Action) -> Iterator[str]:
    """Yield the words that may stand behind an option, where they can be counted."""
    if action.choices is not None:
        yield from map(str, action.choices)
    elif action.dest == "recipe":
        from simcore.fingerprinting.recipes import RECIPES  # noqa: PLC0415 - brings NumPy

        yield from RECIPES
    elif action.dest == "to":
        from simcore.removal.actions import ACTIONS  # noqa: PLC0415 - only prune has it

        yield from (one.option for one in ACTIONS.values() if one.option)
    elif action.dest == "kinds":
        yield from (kind.value for kind in Kind if kind not in UNMARKED)
    elif action.dest == "keep":
        from simcore.removal.rules.rules import KeepBy  # noqa: PLC0415 - as above

        yield from (one.value for one in KeepBy)


def _takes(action: argparse.Action, words: tuple[str, ...]) -> Takes:
    if action.nargs == 0:
        return Takes.NOTHING
    if words:
        return Takes.WORDS
    first = action.metavar[0] if isinstance(action.metavar, tuple) else action.metavar
    return {"FILE": Takes.FILE, "FOLDER": Takes.FOLDER}.get(first or "", Takes.TEXT)
