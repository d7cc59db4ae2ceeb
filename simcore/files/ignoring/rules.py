"""The files .gitignore and .ignore of a folder, of those above it, and of those below."""

import errno
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from simcore.files.ignoring.globs import glob_regex
from simcore.files.names import composed
from simcore.files.opening import open_regular

NAMES = (".gitignore", ".ignore")
"""The files, the last one first in doubt, as ripgrep has it."""

_LARGEST = 10_000_000
_REPOSITORY = ".git"
_FLAGS = re.IGNORECASE if sys.platform in {"win32", "darwin"} else re.NOFLAG
"""Where names of files that differ in case only are one, git ignores case, too."""

Failed = Callable[[Path, OSError], None]
"""Told of a file that cannot be read."""


@dataclass(frozen=True, slots=True)
class _IgnoreRule:
    """A line: what it matches, a name or a path below the folder of its file, and what it says.

    Names and paths are ``composed``: git does so on a Mac, and files come from there.
    """

    line: str
    match: Callable[[str], object]
    by_name: bool
    folders_only: bool
    stays: bool


@dataclass(frozen=True, slots=True)
class _IgnoreLevel:
    """The rules of a folder, the last one first; ``start`` is how long its path below the top."""

    rules: tuple[_IgnoreRule, ...]
    start: int

    def last(self, name: str, path: str, *, folder: bool) -> _IgnoreRule | None:
        """Return the last rule that is about a path below the top; None if none is."""
        below = path[self.start :]
        for rule in self.rules:
            if (folder or not rule.folders_only) and rule.match(name if rule.by_name else below):
                return rule
        return None


_Levels = tuple[_IgnoreLevel, ...]
"""Those of a folder, its own first."""


class IgnoreFiles:
    """What is to be passed over below a resolved folder by .gitignore and .ignore.

    A file in a folder counts before those above it, and in a file a line before those above it, as
    git has it. Below the top of a repository of git the files from there on count; elsewhere those
    above the folder do not. What is in an ignored folder stays ignored: nobody asks for it.
    ``failed`` is told of each file that cannot be read; it has no rules then. A link is none.
    """

    def __init__(self, folder: Path, failed: Failed) -> None:
        self._folder, self._failed = folder, failed
        above = (one for one in (folder, *folder.parents) if os.path.lexists(one / _REPOSITORY))
        top = next(above, folder)
        names = folder.relative_to(top).parts
        self._prefix = "".join(f"{one}/" for one in names)
        self._outer: _Levels = ()
        for count in range(len(names)):
            there = "".join(f"{one}/" for one in names[:count])
            self._outer = self._with(self._outer, top.joinpath(*names[:count]), there)
        self._known: dict[str, _Levels] = {}

    def ignoring(self, below: str, name: str, *, folder: bool) -> str | None:
        """Return the line by which a name in the folder ``below`` the first one is passed over.

        None if it is not.
        """
        path = f"{self._prefix}{below}/{name}" if below else f"{self._prefix}{name}"
        name, path = composed(name), composed(path)
        for level in self._levels(below):
            rule = level.last(name, path, folder=folder)
            if rule is not None:
                return None if rule.stays else rule.line
        return None

    def _levels(self, below: str) -> _Levels:
        """Return the levels of a folder, its own first."""
        found = self._known.get(below)
        if found is None:
            outer = self._levels(below.rpartition("/")[0]) if below else self._outer
            path = f"{self._prefix}{below}/" if below else self._prefix
            found = self._known[below] = self._with(outer, self._folder / below, path)
        return found

    def _with(self, outer: _Levels, folder: Path, path: str) -> _Levels:
        rules: list[_IgnoreRule] = []
        for name in NAMES:
            try:
                rules += _read(folder / name)
            except OSError as error:
                self._failed(folder / name, error)
        start = len(composed(path))
        return (_IgnoreLevel(tuple(reversed(rules)), start), *outer) if rules else outer


def _read(path: Path) -> Iterator[_IgnoreRule]:
    """Yield the rules of a file; none where there is no file. Raises ``OSError``."""
    if path.is_symlink():
        return
    try:
        with open_regular(path) as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return
    if len(data) > _LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    for line in os.fsdecode(data.removeprefix(b"\xef\xbb\xbf")).split("\n"):
        rule = _rule(line.removesuffix("\r"))
        if rule is not None:
            yield rule


def _rule(line: str) -> _IgnoreRule | None:
    """Return what a line says; None for an empty one, a comment, and what can never match."""
    if line.startswith("#"):
        return None
    stays = line.startswith("!")
    pattern = _without_spaces(line[stays:])
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    by_name = "/" not in pattern
    said = glob_regex(composed(pattern.removeprefix("/")))
    if not pattern or said is None:
        return None
    return _IgnoreRule(line, re.compile(said, _FLAGS).fullmatch, by_name, folders_only, stays)


def _without_spaces(line: str) -> str:
    r"""Return a line without the spaces at its end, but for one behind a backslash.

    >>> _without_spaces("a b  "), _without_spaces("a\\  ")
    ('a b', 'a\\ ')
    """
    kept = line.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return f"{kept} " if backslashes % 2 and len(kept) < len(line) else kept
