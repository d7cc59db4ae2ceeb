"""The include and exclude patterns of a configuration, and ignore files.

A pattern without a slash matches names, one with a slash paths below the scanned folder: with a
slash at its beginning, or ``**`` as a whole name, as in git (``wildmatch`` with ``WM_PATHNAME``),
else as in ``fnmatch``, whose ``*`` also matches slashes. A slash at its end limits it to folders.
Case and Unicode form are ignored.
"""

import errno
import fnmatch
import functools
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore.files.containers import CONTAINERS
from simcore.files.names import composed
from simcore.files.opening import open_regular
from simcore.model.config import ScanConfig
from simcore.model.formats import MANUAL_PATTERNS

_CLASSES = {
    "alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "blank": " \\t", "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9", "graph": "\\x21-\\x7e", "lower": "a-z", "print": "\\x20-\\x7e",
    "punct": "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
    "space": "\\s", "upper": "A-Z", "xdigit": "0-9a-fA-F",
}  # fmt: skip
_NAMED = re.compile(r"\[:([a-z]*):\]")


def glob_regex(pattern: str) -> str | None:
    r"""Return an expression for ``fullmatch``; None for a pattern that can never match.

    ``pattern`` is without the slash at its beginning or end.

    >>> [bool(re.fullmatch(glob_regex("a/**/[!b]*.txt"), one)) for one in ("a/c.txt", "a/x/b.txt")]
    [True, False]
    >>> glob_regex("a[b"), glob_regex("a\\")
    (None, None)
    """
    found: list[str] = []
    at, end = 0, len(pattern)
    while at < end:
        sign = pattern[at]
        if sign == "*":
            said, at = _stars(pattern, at)
            found.append(said)
        elif sign == "[":
            made = _class(pattern, at + 1)
            if made is None:
                return None
            said, at = made
            found.append(said)
        else:
            if sign == "\\":
                at += 1
                if at == end:
                    return None
            found.append("[^/]" if sign == "?" else re.escape(pattern[at]))
            at += 1
    return f"(?s:{''.join(found)})"


def _stars(pattern: str, at: int) -> tuple[str, int]:
    """Return the expression of stars and the place behind them."""
    behind = at + len(pattern[at:]) - len(pattern[at:].lstrip("*"))
    whole = pattern[at - 1 : at] in {"", "/"} and pattern[behind : behind + 1] in {"", "/"}
    if behind - at < 2 or not whole:
        return "[^/]*", behind
    if behind == len(pattern):
        return ".*", behind
    return "(?:.*/)?", behind + 1  # the slash, too: there may be no folder at all


def _class(pattern: str, at: int) -> tuple[str, int] | None:
    """Return the expression of a class in brackets and the place behind it; None without end."""
    negated = pattern[at : at + 1] in {"!", "^"}
    at += negated
    parts: list[str] = []
    first = at
    while True:
        sign = pattern[at : at + 1]
        if not sign:
            return None
        if sign == "]" and at > first:
            break
        part = _part(pattern, at)
        if part is None:
            return None
        said, at = part
        parts.append(said)
    return f"(?!/)[{'^' if negated else ''}{''.join(parts)}]", at + 1


def _part(pattern: str, at: int) -> tuple[str, int] | None:
    """Return a part of a class, a name, a range or a character; None if it is none."""
    name = _NAMED.match(pattern, at)
    if name is not None:
        return (_CLASSES[name[1]], name.end()) if name[1] in _CLASSES else None
    low = _sign(pattern, at)
    if low is None:
        return None
    at += len(low)
    if pattern[at : at + 1] != "-" or pattern[at + 1 : at + 2] in {"", "]"}:
        return re.escape(low[-1]), at
    high = _sign(pattern, at + 1)
    if high is None:
        return None
    # of a range that ends before it begins, wildmatch takes the beginning
    said = re.escape(low[-1]) + (f"-{re.escape(high[-1])}" if low[-1] <= high[-1] else "")
    return said, at + 1 + len(high)


def _sign(pattern: str, at: int) -> str | None:
    """Return a character of a class, with the backslash before it; None at the end."""
    sign = pattern[at : at + 1]
    if sign == "\\":
        sign = pattern[at : at + 2]
        return sign if len(sign) == 2 else None
    return sign or None


_WILD = frozenset("*?[")


def _matcher(patterns: Sequence[str], *, as_git: bool = False) -> re.Pattern[str] | None:
    if not patterns:
        return None
    ways = (way for pattern in patterns for way in _ways(pattern, as_git=as_git))
    return re.compile("|".join(f"(?:{way})\\Z" for way in ways) or _NOTHING)


_NOTHING = "(?!)"


def _ways(pattern: str, *, as_git: bool) -> Iterator[str]:
    anywhere = "**" in pattern.split("/")
    if as_git or anywhere or pattern.startswith("/"):
        yield glob_regex(pattern.removeprefix("/")) or _NOTHING
    if not pattern.startswith("/") and not as_git:
        yield fnmatch.translate(pattern)


def never_matches(pattern: str, *, of_files: bool) -> str:
    """Return why a pattern can never match anything, in English; empty if it can.

    ``of_files`` is whether it includes files: folders need no pattern.

    >>> never_matches("a[z-x]", of_files=True), never_matches("**/*.md", of_files=True)
    ('nothing is in its brackets, or they have no end', '')
    """
    names = pattern.strip("/").split("/")
    if not pattern.strip("/"):
        return "it is empty"
    if of_files and pattern.endswith("/"):
        return f"a slash at its end makes it one of folders; {pattern}** is all that is in them"
    if "//" in pattern:
        return "there is nothing between two slashes"
    if not {".", ".."}.isdisjoint(names):
        return "paths are those below the folders that are read, without . and .."
    if any(_WILD.isdisjoint(one) and _bytes(one) > _LONGEST_NAME for one in names):
        return "no file has so long a name"
    if _NOTHING in "".join(_ways(pattern.removesuffix("/"), as_git=pattern.endswith("/"))):
        return "nothing is in its brackets, or they have no end"
    return ""


_LONGEST_NAME = 255  # bytes, on all common file systems


def _bytes(name: str) -> int:
    return min(len(os.fsencode(one)) for one in (name, composed(name)))


class _Names:
    """A list of patterns for names and, with a slash, for paths.

    Nearly all are names without wildcards, suffixes (``*.txt``) or prefixes (``draft*``), which are
    looked up; the others are matched.
    """

    def __init__(self, patterns: Sequence[str], *, as_git: bool = False) -> None:
        names = [composed(one).lower() for one in patterns if "/" not in one]
        plain = [pattern for pattern in names if _WILD.isdisjoint(pattern)]
        suffixes = [
            pattern
            for pattern in names
            if pattern[:2] == "*." and "." not in pattern[2:] and _WILD.isdisjoint(pattern[1:])
        ]
        starts = [
            pattern
            for pattern in names
            if pattern[-1:] == "*" and _WILD.isdisjoint(pattern[:-1]) and pattern not in suffixes
        ]
        looked_up = {*plain, *suffixes, *starts}
        self.plain = frozenset(plain)
        self.suffixes = frozenset(pattern[2:] for pattern in suffixes)
        self.starts = tuple(pattern[:-1] for pattern in starts)
        self._names = _matcher([pattern for pattern in names if pattern not in looked_up])
        paths = [composed(one).lower() for one in patterns if "/" in one]
        self._paths = _matcher(paths, as_git=as_git)

    @property
    def are_looked_up(self) -> bool:
        return self._names is None and self._paths is None

    def match(self, name: str, below: str) -> bool:
        name = composed(name).lower()
        dot = name.rfind(".") + 1
        return bool(
            (dot and name[dot:] in self.suffixes)
            or name in self.plain
            or (self.starts and name.startswith(self.starts))
            or (self._names is not None and self._names.match(name))
            or (self._paths is not None and self._paths.match(composed(below).lower()))
        )


class Patterns:
    """The filter by the include and exclude patterns of a configuration.

    ``names`` returns whether a file is included for certain, by its name and its path below the
    scanned folder, ``excludes`` whether a file or a folder is excluded, ``excludes_folder`` whether
    a pattern of folders excludes a folder.
    """

    def __init__(self, config: ScanConfig) -> None:
        on_trial = frozenset(MANUAL_PATTERNS).intersection(config.include)
        listed = [one for one in config.include if one not in on_trial]
        self._by_path = any("/" in one for one in listed)
        certain = _Names(listed)
        self._excluded = _Names([one for one in config.exclude if not one.endswith("/")])
        # these could match nothing in earlier versions
        of_folders = [one.removesuffix("/") for one in config.exclude if one.endswith("/")]
        self.excludes_folder = _Names(of_folders, as_git=True).match
        self.names = certain.match
        self._on_trial = _Names(sorted(on_trial)).match
        self.all_text = config.all_text
        self._exclude = config.exclude
        self.excludes = self._excluded.match
        held = CONTAINERS if config.containers else ()
        usual = certain.suffixes.difference(self._excluded.suffixes, held)
        self._usual = usual if self._excluded.are_looked_up else frozenset[str]()

    def by_suffix(self, names: Sequence[str]) -> list[bool]:
        """Mark the names that their suffix includes for certain; others have to be asked about."""
        usual, excluded = self._usual, self._excluded
        lower = composed("\0".join(names)).lower().split("\0") if names else []
        ends = [one[one.rfind(".") + 1 :] for one in lower]
        # what has no dot has no suffix
        return [
            end in usual
            and end != one
            and one not in excluded.plain
            and not one.startswith(excluded.starts)
            for one, end in zip(lower, ends, strict=True)
        ]

    def includes(self, name: str, below: str) -> bool:
        return self.names(name, below) or self.all_text or self._on_trial(name, below)

    def only_on_trial(self, path: Path) -> bool:
        """Return whether a file is read only to see whether it is text, or a manual page."""
        name = path.name
        if self.names(name, name) or not (self.all_text or self._on_trial(name, name)):
            return False
        if not self._by_path:
            return True
        parts = path.parts
        return not any(self.names(name, "/".join(parts[at:])) for at in range(1, len(parts)))

    def excluding(self, below: str, *, folder: bool = False) -> str | None:
        """Return the pattern that excludes a path below the scanned folder, or a folder of it."""
        parts = below.split("/")
        passed = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        for pattern in self._exclude:
            of_folders = pattern.endswith("/")
            match = _Names([pattern.removesuffix("/")], as_git=of_folders).match
            asked = len(parts) if folder or not of_folders else len(parts) - 1
            if any(map(match, parts[:asked], passed)):
                return pattern
        return None

    def admit(self, below: str) -> bool:
        """Return whether a walk would list the file at a path below the scanned folder."""
        parts = below.split("/")
        passed = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        return (
            self.includes(parts[-1], below)
            and not any(map(self.excludes, parts, passed))
            and not any(map(self.excludes_folder, parts[:-1], passed))
        )


@functools.lru_cache(maxsize=4)
def patterns_of(config: ScanConfig) -> Patterns:
    return Patterns(config)


NAMES = (".gitignore", ".ignore")  # the last one counts first, as in ripgrep
_LARGEST = 10_000_000
_REPOSITORY = ".git"
# as git, which ignores case if file names do
_FLAGS = re.IGNORECASE if sys.platform in {"win32", "darwin"} else re.NOFLAG
Failed = Callable[[Path, OSError], None]


@dataclass(frozen=True, slots=True)
class _IgnoreRule:
    """A line of an ignore file: what it matches, a name or a path below the folder of the file.

    Names and paths are ``composed``: git does so on a Mac.
    """

    line: str
    match: Callable[[str], object]
    by_name: bool
    folders_only: bool
    stays: bool


@dataclass(frozen=True, slots=True)
class _IgnoreLevel:
    """The rules of a folder, the last one first; ``start`` is the length of its path."""

    rules: tuple[_IgnoreRule, ...]
    start: int

    def last(self, name: str, path: str, *, folder: bool) -> _IgnoreRule | None:
        below = path[self.start :]
        for rule in self.rules:
            if (folder or not rule.folders_only) and rule.match(name if rule.by_name else below):
                return rule
        return None


_Levels = tuple[_IgnoreLevel, ...]  # of a folder, its own first


class IgnoreFiles:
    """What .gitignore and .ignore leave out below a resolved folder.

    A file counts before those in folders above, and a line before those above it, as in git. In a
    git repository the files from its top on count, elsewhere none above the folder. ``failed`` is
    called for each file that cannot be read. Links are not read.
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
        """Return the line that ignores a name in the folder ``below`` the first one, or None."""
        path = f"{self._prefix}{below}/{name}" if below else f"{self._prefix}{name}"
        name, path = composed(name), composed(path)
        for level in self._levels(below):
            rule = level.last(name, path, folder=folder)
            if rule is not None:
                return None if rule.stays else rule.line
        return None

    def _levels(self, below: str) -> _Levels:
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
    """Yield the rules of a file, if there is one. Raises ``OSError``."""
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
    """Return the rule of a line; None for an empty line, a comment, and what can never match."""
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
    """Return a line without trailing spaces, but for one behind a backslash."""
    kept = line.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return f"{kept} " if backslashes % 2 and len(kept) < len(line) else kept
