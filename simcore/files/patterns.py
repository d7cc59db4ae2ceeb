"""The include and exclude patterns of a configuration, applied to names."""

import fnmatch
import functools
import re
from collections.abc import Sequence
from pathlib import Path

from simcore.files.containers import CONTAINERS
from simcore.model.config import ScanConfig
from simcore.model.formats import MANUAL_PATTERNS

_WILD = frozenset("*?[")


def _matcher(patterns: Sequence[str]) -> re.Pattern[str] | None:
    """Join ``fnmatch`` patterns into one expression; None if there are none."""
    if not patterns:
        return None
    return re.compile("|".join(fnmatch.translate(pattern) for pattern in patterns))


class _Names:
    """A list of patterns: those with a slash match paths, the others names.

    Nearly all are names without wildcards, suffixes (``*.txt``) or prefixes (``draft*``); these
    are looked up, the others are matched.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        names = [pattern.lower() for pattern in patterns if "/" not in pattern]
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
        self._paths = _matcher([pattern.lower() for pattern in patterns if "/" in pattern])

    @property
    def are_looked_up(self) -> bool:
        """Whether none of them has to be matched."""
        return self._names is None and self._paths is None

    def match(self, name: str, below: str) -> bool:
        """Return whether any pattern matches, ignoring case."""
        name = name.lower()
        dot = name.rfind(".") + 1
        return bool(
            (dot and name[dot:] in self.suffixes)
            or name in self.plain
            or (self.starts and name.startswith(self.starts))
            or (self._names is not None and self._names.match(name))
            or (self._paths is not None and self._paths.match(below.lower()))
        )


class Patterns:
    """The filter by the include and exclude patterns of a configuration.

    ``names`` returns whether a file is included for certain, by its name and its path below the
    scanned folder, ``excludes`` whether a file or a whole folder is excluded; ``all_text`` is that
    of the configuration.
    """

    def __init__(self, config: ScanConfig) -> None:
        on_trial = frozenset(MANUAL_PATTERNS).intersection(config.include)
        listed = [one for one in config.include if one not in on_trial]
        self._by_path = any("/" in one for one in listed)
        certain, self._excluded = _Names(listed), _Names(config.exclude)
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
        lower = "\0".join(names).lower().split("\0") if names else []
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

    def excluding(self, below: str) -> str | None:
        """Return the pattern that excludes a path below the scanned folder, or a folder of it."""
        parts = below.split("/")
        passed = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        for pattern in self._exclude:
            if any(map(_Names([pattern]).match, parts, passed)):
                return pattern
        return None

    def admit(self, below: str) -> bool:
        """Return whether a walk would list the file at a path below the scanned folder."""
        parts = below.split("/")
        passed = ("/".join(parts[: end + 1]) for end in range(len(parts)))
        return self.includes(parts[-1], below) and not any(map(self.excludes, parts, passed))


@functools.lru_cache(maxsize=4)
def patterns_of(config: ScanConfig) -> Patterns:
    """Return the patterns of a configuration; they are compiled once."""
    return Patterns(config)
