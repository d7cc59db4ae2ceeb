"""The include and exclude patterns of a configuration, applied to names.

A pattern without a slash is one of names. One with a slash is one of paths below the scanned
folder: with a slash at its beginning, or ``**`` as a whole name, it is read as git reads it
(``simcore.files.ignoring.globs``), else as ``fnmatch`` does, whose ``*`` also matches slashes, as
in every version before. A slash at its end makes it one of folders. Case is ignored, and so is the
Unicode form.
"""

import fnmatch
import functools
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from simcore.files.containers import CONTAINERS
from simcore.files.ignoring.globs import glob_regex
from simcore.files.names import composed
from simcore.model.config import ScanConfig
from simcore.model.formats import MANUAL_PATTERNS

_WILD = frozenset("*?[")


def _matcher(patterns: Sequence[str], *, as_git: bool = False) -> re.Pattern[str] | None:
    """Join patterns into one expression; None if there are none."""
    if not patterns:
        return None
    ways = (way for pattern in patterns for way in _ways(pattern, as_git=as_git))
    return re.compile("|".join(f"(?:{way})\\Z" for way in ways) or _NOTHING)


_NOTHING = "(?!)"


def _ways(pattern: str, *, as_git: bool) -> Iterator[str]:
    """Yield the expressions of a pattern: what matches any of them matches it."""
    anywhere = "**" in pattern.split("/")
    if as_git or anywhere or pattern.startswith("/"):
        yield glob_regex(pattern.removeprefix("/")) or _NOTHING
    if not pattern.startswith("/") and not as_git:
        yield fnmatch.translate(pattern)


def never_matches(pattern: str, *, of_files: bool) -> str:
    """Return why a pattern can never match anything, in English; empty where it can.

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
    """A list of patterns: those with a slash match paths, the others names.

    Nearly all are names without wildcards, suffixes (``*.txt``) or prefixes (``draft*``); these
    are looked up, the others are matched.
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
        """Whether none of them has to be matched."""
        return self._names is None and self._paths is None

    def match(self, name: str, below: str) -> bool:
        """Return whether any pattern matches, ignoring case and Unicode form."""
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
    scanned folder, ``excludes`` whether a file or a whole folder is excluded, ``excludes_folder``
    whether a folder is by a pattern of folders; ``all_text`` is that of the configuration.
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
        """Mark the names, without their folders, that are included by their suffix for certain.

        Others may be, too: they have to be asked about. Names of archives and mailboxes are others.
        """
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
        """Return whether a file is included, for certain or on trial."""
        return self.names(name, below) or self.all_text or self._on_trial(name, below)

    def only_on_trial(self, path: Path) -> bool:
        """Return whether a file is read only to see whether it is text, or a manual page.

        Where it is below the scanned folder is not known here: any part of its path counts.
        """
        name = path.name
        if self.names(name, name) or not (self.all_text or self._on_trial(name, name)):
            return False
        if not self._by_path:
            return True
        parts = path.parts
        return not any(self.names(name, "/".join(parts[at:])) for at in range(1, len(parts)))

    def excluding(self, below: str, *, folder: bool = False) -> str | None:
        """Return the pattern that excludes a path below the scanned folder, or a folder of it.

        ``folder`` is whether it is a folder itself.
        """
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
    """Return the patterns of a configuration; they are compiled once."""
    return Patterns(config)
