"""What tells two documents apart: the piece of a name or a folder that the other has not."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from ...language.punctuation import PLACES
from ...language.wording import part_elsewhere, printable
from ...looks.telling import in_common, pieces_of, told
from ...looks.text import Run, fitted

_LEAST_SHARED = 1 / 3
"""Names that share less of the shorter one are not alike: nothing in them is made bold."""


class PairPlace(NamedTuple):
    """A document's name and folder in pieces, beside those of another.

    The folder is that below the one which all scanned folders are in. ``alike`` is whether the
    names are nearly equal, ``equal`` whether they are; ``shared`` is how many characters both
    begin and end with.
    """

    name: tuple[Run, ...]
    folder: tuple[Run, ...]
    alike: bool = False
    equal: bool = False
    shared: tuple[int, int] = (0, 0)


def places(
    one: Path, other: Path, below: Path | None = None, *, elsewhere: bool = False
) -> tuple[PairPlace, PairPlace]:
    """Return where two documents are, in words that differ wherever their paths do.

    Paths of what is ``elsewhere`` are written as its ids have them.
    """
    shown = part_elsewhere if elsewhere else printable
    names = _both(*(pieces_of(shown(path.name)) for path in (one, other)))
    alike = _alike(one, other, names)
    folders = [_folder(path.parent, below, shown) for path in (one, other)]
    if one.parent != other.parent and folders[0] == folders[1]:
        folders = [_whole(path.parent, shown) for path in (one, other)]
    parts = [_with_signs(folder) for folder in folders]
    equal, shared = one.name == other.name, in_common(shown(one.name), shown(other.name))
    found = [
        PairPlace(name, folder, alike, equal, shared)
        for name, folder in zip(names, _both(*parts), strict=True)
    ]
    return found[0], found[1]


def place(path: Path, below: Path | None = None, *, elsewhere: bool = False) -> PairPlace:
    """Return where a document is that is compared with no other."""
    shown = part_elsewhere if elsewhere else printable
    folder = "".join(_with_signs(_folder(path.parent, below, shown)))
    return PairPlace((Run(shown(path.name)),), (Run(folder),))


def _both(one: Sequence[str], other: Sequence[str]) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Return two texts in runs, each as told from the other."""
    mine, others = told(one, other), told(other, one)
    return tuple(run for run in mine if run.text), tuple(run for run in others if run.text)


def _alike(one: Path, other: Path, names: tuple[tuple[Run, ...], tuple[Run, ...]]) -> bool:
    if one.name == other.name:
        return True
    shared = sum(len(run.text) for run in names[0] if not run.tells)
    if one.suffix == other.suffix:
        shared -= len(one.suffix)
    return shared >= _LEAST_SHARED * min(len(one.stem), len(other.stem))


def _folder(folder: Path, below: Path | None, shown: Callable[[str], str]) -> list[str]:
    """Return the parts of a folder's path; the one that all are below has its own name."""
    if below is None or not folder.is_relative_to(below):
        return _whole(folder, shown)
    inside = folder.relative_to(below).parts
    return [shown(part) for part in inside] if inside else [printable(below.name)]


def _whole(folder: Path, shown: Callable[[str], str]) -> list[str]:
    parts = folder.parts
    first = "".join(parts[:2]) if folder.anchor else parts[0] if parts else ""
    return [shown(part) for part in (first, *parts[2 if folder.anchor else 1 :])]


def _with_signs(parts: Sequence[str]) -> list[str]:
    """Return the parts of a path and the signs between them."""
    return [piece for part in parts for piece in (PLACES, part)][1:]


def cut_name(of: PairPlace, font: QFont, width: float) -> str | None:
    """Return a name cut in its middle to a width, where that leaves what tells in sight.

    None: the name fits, or only its runs say what to keep.
    """
    text, metrics = "".join(run.text for run in of.name), QFontMetricsF(font)
    if metrics.horizontalAdvance(text) <= width:
        return None
    cut = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
    first, last = in_common(text, cut)
    begins, ends = of.shared
    return cut if of.equal or first > begins or last > ends else None


def shown_name(of: PairPlace, font: QFont, width: float) -> str:
    """Return a name as it is read in a width: cut in its middle, or what tells left in it."""
    cut = cut_name(of, font, width)
    if cut is not None:
        return cut
    bold = QFont(font)
    bold.setBold(of.alike)
    return "".join(run.text for run in fitted(of.name, font, width, bold))
