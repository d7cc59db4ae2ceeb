"""What a walk over folders found: files, packed until they are asked for."""

import hashlib
import marshal
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress, groupby, islice
from pathlib import Path
from typing import Any, Protocol, Self

from simcore.model.records import ListedFile, ListedFolder, Problem

_State = tuple[int, int, int, int, int]

_PLAIN = 2
"""The form of ``marshal`` that says the same of equal values, whoever else refers to them."""

_AT_ONCE = 128
"""Fewer rows wait for others: a column takes some hundred bytes, however few values it has."""
_MOST_CODES, _LEAST_RECURRING = 256, 8


class _Column(Protocol):
    """Values that may be asked for by their number, or all in turn."""

    def __getitem__(self, at: int, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...


class Packed:
    """Rows of one kind, packed in columns: there are very many, and few are asked for.

    Whatever is put in comes out again, equal to what it was.

    >>> some = Packed()
    >>> some.add([[1, 2, 1 << 70], ["a", None, "文"]])
    >>> [*some.rows()], some.column(1), len(some)
    ([(1, 'a'), (2, None), (1180591620717411303424, '文')], ['a', None, '文'], 3)
    """

    def __init__(self) -> None:
        self._parts: list[list[_Column]] = []
        self._ends: list[int] = []
        self._waiting: list[Sequence[Any]] = []

    def __len__(self) -> int:
        return (self._ends[-1] if self._ends else 0) + len(self._waiting)

    def __add__(self, other: "Packed") -> Self:
        """Return the rows of both; what is added to one of them later is not among these."""
        both = type(self)()
        for part in (*self._packed(), *other._packed()):
            both._append(part)
        return both

    def add(self, columns: Sequence[Sequence[Any]]) -> None:
        """Add rows, given as columns of one length."""
        if len(columns[0]) < _AT_ONCE:
            self._waiting += zip(*columns, strict=True)
            if len(self._waiting) >= _AT_ONCE:
                self._packed()
        elif columns[0]:
            self._packed()
            self._append([_column(values) for values in columns])

    def rows(self, start: int = 0) -> Iterator[tuple[Any, ...]]:
        """Yield the rows from a number on."""
        parts = self._packed()
        first = bisect_right(self._ends, start)
        skipped = start - (self._ends[first - 1] if first else 0)
        for part in islice(parts, first, None):
            yield from islice(zip(*part, strict=True), skipped, None)
            skipped = 0

    def row(self, at: int) -> list[Any]:
        """Return the row of a number."""
        parts = self._packed()
        number = bisect_right(self._ends, at)
        at -= self._ends[number - 1] if number else 0
        return [values[at] for values in parts[number]]

    def column(self, number: int) -> list[Any]:
        """Return all values of a column."""
        return [value for part in self._packed() for value in part[number]]

    def only(self, wanted: Sequence[object]) -> Self:
        """Return the rows that are marked."""
        if all(wanted):
            return self + type(self)()
        found, start = type(self)(), 0
        for part, end in zip(self._packed(), self._ends, strict=True):
            found.add([[*compress(values, wanted[start:end])] for values in part])
            start = end
        return found

    def _append(self, part: list[_Column]) -> None:
        self._ends.append((self._ends[-1] if self._ends else 0) + len(part[0]))
        self._parts.append(part)

    def _packed(self) -> list[list[_Column]]:
        """Return all rows as parts."""
        if self._waiting:
            rows, self._waiting = self._waiting, []
            self._append([_column(values) for values in zip(*rows, strict=True)])
        return self._parts


def _column(values: Sequence[Any]) -> _Column:
    """Pack values, as few bytes each as they take."""
    if values[0] == values[-1] and values.count(values[0]) == len(values):
        return _Recurring([values[0]], bytes(len(values)))
    try:
        return _numbers(values)
    except (TypeError, OverflowError):
        first = values[: 2 * _LEAST_RECURRING]
    few = {} if len({*first}) > _LEAST_RECURRING else dict.fromkeys(values)
    if 0 < len(few) <= min(_MOST_CODES, len(values) // _LEAST_RECURRING):
        codes = dict(zip(few, range(len(few)), strict=True))
        return _Recurring([*few], bytes(map(codes.__getitem__, values)))
    try:
        return _Joined(values)
    except (TypeError, AttributeError):
        return list(values)


def _numbers(values: Sequence[Any]) -> "array[int]":
    """Pack numbers. Raises ``TypeError`` for other values, ``OverflowError`` for longer numbers."""
    for kind in "iq":
        try:
            return array(kind, values)
        except OverflowError:
            continue
    return array("Q", values)


class _Recurring:
    """Values of which there are few: a byte each."""

    def __init__(self, few: list[Any], codes: bytes) -> None:
        self._few = few
        self._codes = codes

    def __getitem__(self, at: int) -> Any:
        return self._few[self._codes[at]]

    def __iter__(self) -> Iterator[Any]:
        return map(self._few.__getitem__, self._codes)

    def __len__(self) -> int:
        return len(self._codes)


class _Joined:
    """Strings, or bytes, one after another. Where one is None its end is negative."""

    def __init__(self, values: Sequence[Any]) -> None:
        """Pack values. Raises ``TypeError`` where they are of another kind, or of several."""
        empty: Any = next((value for value in values if value is not None), None)
        empty = empty[:0]
        there = (
            [empty if value is None else value for value in values] if None in values else values
        )
        self._all = empty.join(there)
        ends = [*accumulate(map(len, there))]
        if there is not values:
            ends = [~end if value is None else end for value, end in zip(values, ends, strict=True)]
        self._ends = _numbers(ends)

    def __getitem__(self, at: int) -> Any:
        end, start = self._ends[at], self._ends[at - 1] if at else 0
        return None if end < 0 else self._all[start if start >= 0 else ~start : end]

    def __iter__(self) -> Iterator[Any]:
        start = 0
        for end in self._ends:
            yield None if end < 0 else self._all[start:end]
            start = end if end >= 0 else ~end

    def __len__(self) -> int:
        return len(self._ends)


class Files(Packed):
    """Files that a walk found, in its order; each is made when it is asked for."""

    def __init__(self, files: Iterable[ListedFile] = ()) -> None:
        super().__init__()
        if found := [*zip(*files, strict=True)]:
            self.add(found)

    def __iter__(self) -> Iterator[ListedFile]:
        return map(ListedFile._make, self.rows())

    def folders(self) -> Iterator[tuple[ListedFolder, int]]:
        """Yield the folder of each run of files, and how many these are."""
        for folder, together in groupby(self.column(0)):
            yield folder, len([*together])


class Listing:
    """The result of a walk over folders.

    ``files`` are ordered by folder as passed in, then by path. ``skipped`` counts files left out
    by the patterns, links, and second names of a file; ``left_out`` those that no pattern includes,
    by ``simcore.model.not_read.kind_of``. ``roots`` are the resolved folders that
    could be listed, ``unlisted`` the ones below them that could not: records of the index below
    the latter must not be taken for deleted.
    """

    def __init__(self) -> None:
        self.files = Files()
        self.problems: list[Problem] = []
        self.skipped = 0
        self.left_out: Counter[str] = Counter()
        self.roots: list[Path] = []
        self.unlisted: list[Path] = []

    @property
    def count(self) -> int:
        """The number of files."""
        return len(self.files)

    def add(self, folder: ListedFolder, names: list[str], states: list[_State]) -> None:
        """Add files of a folder, each with its size, time of change, device, inode and mode."""
        self.files.add([[folder] * len(names), names, *[*zip(*states, strict=True)][:-1]])

    def digest(self) -> bytes:
        """Return a hash of all that the walk found: another walk that has it found the same."""
        whole = hashlib.blake2b(digest_size=32)
        for folder, count in self.files.folders():
            whole.update(marshal.dumps((folder.shown, folder.real, count), _PLAIN))
        for number in range(1, len(ListedFile._fields)):
            whole.update(marshal.dumps(self.files.column(number), _PLAIN))
        told = self.problems, self.skipped, self.left_out, self.roots, self.unlisted
        whole.update(repr(told).encode("utf-8", "surrogatepass"))
        return whole.digest()
