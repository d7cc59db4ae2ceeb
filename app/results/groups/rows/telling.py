"""What tells the rows of a group apart: the differing piece of a name, the end of a path."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from ....language.punctuation import PLACES
from ....language.wording import folder_parts
from ....looks.telling import in_common, pieces_of, told
from ....looks.text import Run

_LONG = 24
"""A piece that differs is not sure to be seen whole from so many characters on."""


class GroupNames:
    """Tells the names of a group apart, each by the same rule.

    What stands out is what not all names have in common that begin with the same word, or, where
    no other begins so, that end with the same. Words and numbers are whole; of Chinese each
    character is a word. Suffixes stand out where names differ in nothing else. A name that has
    nothing in common with others has nothing that stands out.

    >>> names = GroupNames(["Essay draft.txt", "Essay draft 2.txt", "Essay final.txt", "other.txt"])
    >>> ["".join(run.text for run in names.runs(one) if run.tells) for one in names]
    ['draft', 'draft 2', 'final', '']
    >>> names = GroupNames(["report.docx", "report (1).docx", "report.pdf"])
    >>> ["".join(run.text for run in names.runs(one) if run.tells) for one in names]
    ['.docx', ' (1).docx', '.pdf']
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(dict.fromkeys(names))
        stems = dict.fromkeys(stem for stem, _ in map(os.path.splitext, self._names))
        self._suffixes_tell = len(stems) < len(self._names)
        self._families: dict[tuple[int, str], list[list[str]]] = defaultdict(list)
        self._ends: dict[tuple[int, str], tuple[int, int]] = {}
        for pieces in filter(None, map(pieces_of, stems)):
            for end in (0, -1):
                self._families[end, pieces[end]].append(pieces)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the different names."""
        return iter(self._names)

    def runs(self, name: str, near: Iterable[str] = ()) -> tuple[Run, ...]:
        """Split a name into what it shares with others and what it does not.

        Where too much stands out to be seen whole, what tells the name from the one of ``near``
        that is most like it does, if that is in its middle.
        """
        alike = max((one for one in near if one != name), key=partial(_shared, name), default="")
        (stem, suffix), (other, _) = map(os.path.splitext, (name, alike))
        end_run = Run(suffix, self._suffixes_tell)
        pieces = pieces_of(stem)
        first, last = self._shared_ends(pieces)
        end = len(pieces) - last
        head, differing, tail = map("".join, (pieces[:first], pieces[first:end], pieces[end:]))
        if not any(letter.isalnum() for letter in head + tail):
            head, differing, tail = stem, "", ""
        elif len(differing) < _LONG:
            return Run(head), Run(differing, tells=True), Run(tail), end_run
        nearer = told(pieces, pieces_of(other))
        if nearer[0].text and nearer[2].text and len(nearer[1].text) < _LONG:
            return *nearer, end_run
        return Run(head), Run(differing, tells=True), Run(tail), end_run

    def _shared_ends(self, pieces: Sequence[str]) -> tuple[int, int]:
        """Return how many pieces a name begins and ends with as all others like it do."""
        for end in (0, -1):
            key = end, pieces[end] if pieces else ""
            family = self._families.get(key, [])
            if len(family) > 1 and pieces in family:
                if key not in self._ends:
                    self._ends[key] = _common_ends(family)
                return self._ends[key]
        return 0, 0


def _common_ends(family: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return how many pieces all of a family begin with, and end with behind those."""
    first = min(in_common(family[0], one)[0] for one in family)
    rests = [one[first:] for one in family]
    return first, min(in_common(rests[0][::-1], one[::-1])[0] for one in rests)


def _shared(name: str, other: str) -> int:
    """Return how many characters two names both begin and end with."""
    return sum(in_common(name, other))


def folder_runs(parts: Sequence[str], shared: int) -> tuple[Run, ...]:
    """Split the names of a path into the ``shared`` first ones and the rest, which tells.

    Where nothing is left, the last name tells.
    """
    shared = min(shared, len(parts) - 1)
    pieces = parts[:shared], parts[shared:-1]
    head, middle = ("".join(part + PLACES for part in some) for some in pieces)
    return Run(head), Run(middle, tells=True), Run(parts[-1], tells=True)


def shared_parts(folders: Iterable[Path], roots: Sequence[Path]) -> int:
    """Return how many names, as ``folder_parts`` gives them, the paths of folders begin with.

    ``roots`` are the folders that were scanned.
    """
    ended = {os.path.join(one, "") for one in folders}  # noqa: PTH118 - with its end
    # what the least and the greatest of all begin with, all begin with
    first = min(ended)
    least, greatest = (folder_parts(Path(one), roots) for one in (first, max(ended)))
    shared = in_common(least, greatest)[0]
    # a/b and a/b/b, cut at their shared beginning, are both "b"
    name = os.path.join("", *Path(first).parts[-1:], "")  # noqa: PTH118 - with its end
    same = any(one != first and one.endswith(f"{os.sep}{name}") for one in ended)
    return shared - 1 if same and shared == len(least) else shared
