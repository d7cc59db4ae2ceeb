"""How this program is started again, beside itself or at login."""

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Command:
    """A program with its first words, and the folder that it is to be started in, if any."""

    words: tuple[str, ...]
    folder: Path | None = None


def own_command() -> Command:
    """Return what starts this program: a bundle itself, or else the package by its Python.

    The package is found where this one was: in the folder that holds it. It has the name that it
    was imported by: installed it is ``variorum``, and ``app`` may be anybody's.
    """
    if getattr(sys, "frozen", False):
        return Command((sys.executable,))
    package = __name__.partition(".")[0]
    return Command((sys.executable, "-m", package), Path(__file__).resolve().parents[2])
