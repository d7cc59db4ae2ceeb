"""What a walk over folders found: files, packed until they are asked for."""

import hashlib
import marshal
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, groupby, islice
from pathlib import Path
from typing import Any, Self

from simcore.model.records import FileName, ListedFile, ListedFolder, Problem

_State = tuple[int, int, int, int, int, int, int]

OtherNames = Mapping[tuple[int, int], tuple[tuple[FileName, ...], int]]
"""By device and inode: ``Document.other_names`` and ``Document.unseen_names``."""

_PLAIN = 2
"""The form of ``marshal`` that says the same of equal values, whoever else refers to them."""

_LEAST = 16
"""Fewer rows are packed with the next ones: a column takes some hundred bytes by itself."""


class Packed:
    """Rows of one kind, packed in columns: there are very many, and few are asked for.

    Whatever is put in comes out again, equal to what it was.

    >>> some = Packed()
    >>> some.add([[1, 2, 1 << 70], ["a", None, "文"]])
    >>> [*some.rows()], some.column(1), len(some)
    ([(1, 'a'), (2, None), (1180591620717411303424, '文')], ['a', None, '文'], 3)
    """

    def __init__(self) -> None:
        self._parts: list[list[Any]] = []  # each of columns, of some rows
        self._ends: list[int] = []

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __add__(self, other: "Packed") -> Self:
        """Return the rows of both; what is added to one of them later is not among these."""
        both = type(self)()
        both._parts = self._parts + other._parts
        both._ends = self._ends + [len(self) + end for end in other._ends]
        return both

    def add(self, columns: Iterable[Sequence[Any]]) -> None:
        """Add rows, given as columns of one length."""
        if self._parts and len(self._parts[-1][0]) < _LEAST:
            self._ends.pop()
            before = self._parts.pop()
            columns = ([*one, *other] for one, other in zip(before, columns, strict=True))
        part = [_packed(values) for values in columns]
        if len(part[0]):
            self._ends.append(len(self) + len(part[0]))
            self._parts.append(part)

    def _place(self, at: int) -> tuple[int, int]:
        """Return the part of a row, and the number of the row there."""
        part = bisect_right(self._ends, at)
        return part, at - (self._ends[part - 1] if part else 0)

    def rows(self, start: int = 0) -> Iterator[tuple[Any, ...]]:
        """Return the rows from a number on."""
        part, skipped = self._place(start)
        parts = islice(self._parts, part, None)
        rows = chain.from_iterable(zip(*columns, strict=True) for columns in parts)
        return islice(rows, skipped, None)

    def row(self, number: int) -> list[Any]:
        """Return one row."""
        part, at = self._place(number)
        return [values[at] for values in self._parts[part]]

    def column(self, number: int) -> list[Any]:
        """Return all values of a column."""
        return [value for part in self._parts for value in part[number]]

    def only(self, wanted: Sequence[object]) -> Self:
        """Return the rows that are marked."""
        found = type(self)()
        if all(wanted):
            return found + self
        for part, end in zip(self._parts, self._ends, strict=True):
            here = wanted[end - len(part[0]) : end]
            found.add([[*compress(values, here)] for values in part])
        return found


def _packed(values: Sequence[Any]) -> Any:
    """Pack values, as few bytes each as they take."""
    if values and values[0] == values[-1] and values.count(values[0]) == len(values):
        return [values[0]] * len(values)
    try:
        return _numbers(values)
    except (TypeError, OverflowError):
        pass
    try:
        return _Joined(values)
    except TypeError:
        return list(values)


def _numbers(values: Sequence[Any]) -> "array[int]":
    """Pack numbers. Raises ``TypeError`` for other values, ``OverflowError`` for longer numbers."""
    for kind in "iq":
        try:
            return array(kind, values)
        except OverflowError:
            continue
    return array("Q", values)


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
    could be listed, and files that were named themselves, ``unlisted`` the folders below them that
    could not: records of the index below the latter must not be taken for deleted. ``by_hand`` are
    the paths of the files that were named, as they were. ``passed_over`` are the files and folders
    that the patterns leave out, each with its reason, where that was asked for: the others that
    are ``skipped`` are among the problems. By device and inode, ``links`` has the number of hard
    links of each file that has several, ``second_names`` the names that were found after the first.
    """

    def __init__(self) -> None:
        self.files = Files()
        self.problems: list[Problem] = []
        self.skipped = 0
        self.left_out: Counter[str] = Counter()
        self.roots: list[Path] = []
        self.unlisted: list[Path] = []
        self.by_hand: set[Path] = set()
        self.links: dict[tuple[int, int], int] = {}
        self.second_names: dict[tuple[int, int], list[FileName]] = {}
        self.passed_over: list[Problem] = []

    @property
    def count(self) -> int:
        """The number of files."""
        return len(self.files)

    def add(self, folder: ListedFolder, names: list[str], states: list[_State]) -> None:
        """Add files of a folder, each with what ``ListedFile`` has of it, its mode and links."""
        *columns, _, links = zip(*states, strict=True)
        self.files.add([[folder] * len(names), names, *columns])
        if max(links) > 1:
            files = zip(columns[2], columns[3], strict=True)
            self.links |= {one: many for one, many in zip(files, links, strict=True) if many > 1}

    def other_names(self) -> OtherNames:
        """Return the names of files beside the listed ones, and how many were not found."""
        found = {}
        for file in self.links.keys() | self.second_names.keys():
            names = tuple(self.second_names.get(file, ()))
            seen = 1 + sum(not one.symbolic for one in names)
            found[file] = names, max(0, self.links.get(file, 1) - seen)
        return found

    def digest(self) -> bytes:
        """Return a hash of all that the walk found: another walk that has it found the same."""
        whole = hashlib.blake2b(digest_size=32)
        for folder, count in self.files.folders():
            whole.update(marshal.dumps((folder.shown, folder.real, count), _PLAIN))
        for number in range(1, len(ListedFile._fields)):
            whole.update(marshal.dumps(self.files.column(number), _PLAIN))
        told = (
            *(self.problems, self.skipped, self.left_out, self.roots, self.unlisted),
            *(self.links, self.second_names),
        )
        whole.update(repr(told).encode("utf-8", "surrogatepass"))
        return whole.digest()
