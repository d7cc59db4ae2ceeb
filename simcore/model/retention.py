"""How long the index keeps documents: days since they came, for all folders and for some."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

MOST_DAYS = 100_000
"""The most days that can be asked for: 273 years."""

SECONDS_A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class FolderDays:
    """A folder, by its resolved path, and how many days its documents are kept: 0 for ever."""

    folder: Path
    days: int


class Retention:
    """Says from which moment on a document must have come to be kept.

    ``days`` hold where ``folders`` says nothing; the deepest of these around a document wins.
    """

    def __init__(self, days: int = 0, folders: Iterable[FolderDays] = ()) -> None:
        self._days = days
        self._of = {one.folder: one.days for one in folders}
        self._known: dict[Path, int] = {}

    @property
    def forgets(self) -> bool:
        """Whether any document can become too old."""
        return bool(self._days) or any(self._of.values())

    @property
    def least_days(self) -> int:
        """The days after which the first of all documents becomes too old; 0 for never."""
        return min((days for days in (self._days, *self._of.values()) if days), default=0)

    def days_in(self, folder: Path) -> int:
        """Return how many days the documents of a folder, by its resolved path, are kept.

        >>> kept = Retention(7, [FolderDays(Path("/a"), 30), FolderDays(Path("/a/b"), 0)])
        >>> [kept.days_in(Path(one)) for one in ("/", "/a", "/a/c/d", "/a/b/c")]
        [7, 30, 30, 0]
        """
        if not self._of:
            return self._days
        found = self._known.get(folder)
        if found is None:
            around = (self._of[one] for one in (folder, *folder.parents) if one in self._of)
            found = self._known[folder] = next(around, self._days)
        return found

    def is_outside(self, folder: Path, arrived: int, now: float) -> bool:
        """Return whether a document of a folder came too long ago.

        What came in the future, by a clock that was wrong then or is now, is not.

        >>> week = Retention(7)
        >>> [week.is_outside(Path("/a"), day * 86_400, 10 * 86_400) for day in (2, 3, 99)]
        [True, False, False]
        """
        days = self.days_in(folder)
        return days > 0 and arrived < now - days * SECONDS_A_DAY
