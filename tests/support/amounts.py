"""How much the slow tests do: a little in every run, all of it in the long one (``.ci/long``).

Each amount can be set by hand: ``VARIORUM_EXAMPLES=2000 python -m pytest ...``. ``VARIORUM_LONG=1``
chooses the long figure of all that are not set. CONTRIBUTING.md has the list.
"""

import os
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

import pytest

__all__ = ["LONG", "Counted", "amount", "combined", "examples", "in_long_runs", "on_disk", "share"]

Counted = Callable[[str, int], None]
"""Notes how much of what a test did; see the fixture ``counted``."""

LONG = os.environ.get("VARIORUM_LONG", "0") != "0"

in_long_runs = pytest.mark.skipif(not LONG, reason="runs with VARIORUM_LONG=1, as in .ci/long")
"""For a test of what measures the program, which takes seconds; the program's own run always."""


def on_disk(*folders: Path) -> dict[Path, tuple[int, int]]:
    """Return the size and time of change of all files below folders, but for locks.

    A kill that leaves them as they were hit before anything was done.
    """
    found = (path for one in folders for path in one.rglob("*") if path.suffix != ".lock")
    states = ((path, path.lstat()) for path in found if not path.is_dir())
    return {path: (one.st_size, one.st_mtime_ns) for path, one in states}


def amount(name: str, short: int, long: int) -> int:
    """Return how often, or how much: the variable ``VARIORUM_NAME``, else one of two figures."""
    return int(os.environ.get(f"VARIORUM_{name}", str(long if LONG else short)))


def examples(usual: int) -> int:
    """Return how many examples a property is tried with, of what is usual for it.

    ``VARIORUM_GIVEN`` is that part in percent.
    """
    return max(1, usual * amount("GIVEN", 15, 300) // 100)


def combined(*choices: Iterable[object]) -> list[tuple[object, ...]]:
    """Return for ``parametrize`` all combinations; in a short run so many that each choice is met.

    >>> combined("abc", [1, 2])[:2]
    [('a', 1), ('b', 2)]
    """
    listed = [list(choice) for choice in choices]
    most = max(map(len, listed))
    met = [tuple(choice[at % len(choice)] for choice in listed) for at in range(most)]
    return met + [one for one in product(*listed) if LONG and one not in met]


def share(total: int, part: int, parts: int) -> int:
    """Return what falls to one of several parts, so that all together make the total.

    >>> [share(50, part, 4) for part in range(4)]
    [13, 13, 12, 12]
    """
    return total // parts + (part < total % parts)
