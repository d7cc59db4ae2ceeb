"""What tells the rows of a group apart: the differing piece of a name, the end of a path."""

import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from app.language.wording import folder_parts
from app.looks.telling import in_common, pieces_of, told
from app.looks.text import Run

SEPARATOR = " / "
_LONG = 24
"""A piece that differs is not sure to be seen whole from so many characters on."""


def name_runs(name: str, kept: str, others: Iterable[str] = ()) -> tuple[Run, ...]:
    """Split a name into what it shares with the kept document's and what it does not.

    Words and numbers are whole; of Chinese each character is a word. Where more than half of the
    name differs, and not in its middle, nothing stands out. Suffixes are told apart where nothing
    else is. Where nothing stands out or too much does, what tells the name from the one of
    ``others`` that is most like it does, if that is in its middle.

    >>> [run.text for run in name_runs("report (1).txt", "report.txt") if run.tells]
    [' (1)']
    >>> [run.text for run in name_runs("report.pdf", "report.docx") if run.tells]
    ['.pdf']
    >>> names = "minutes of May, first draft.txt", "minutes of June, first draft.txt"
    >>> [run.text for run in name_runs(names[0], "report.txt", names) if run.tells]
    ['May']
    """
    runs = _told_from(name, kept)
    told = next((run.text for run in runs if run.tells), "")
    if told and len(told) < _LONG:
        return runs
    alike = max((one for one in others if one != name), key=partial(_shared, name), default=kept)
    nearer = _told_from(name, alike)
    middle = len(nearer) == 3 and nearer[0].text and nearer[2].text and len(nearer[1].text) < _LONG
    return nearer if middle else runs


def _shared(name: str, other: str) -> int:
    """Return how many characters two names both begin and end with."""
    return sum(in_common(name, other))


def _told_from(name: str, kept: str) -> tuple[Run, ...]:
    (stem, suffix), (kept_stem, kept_suffix) = map(os.path.splitext, (name, kept))
    if stem == kept_stem:
        return Run(stem), Run(suffix, tells=suffix != kept_suffix)
    head, differing, tail = told(pieces_of(stem), pieces_of(kept_stem))
    long = len(differing.text) * 2 > len(stem)
    # cut in its middle, a name whose beginning and end are those of the kept one looks like that
    if not differing.text or (long and not (head.text and tail.text)):
        return (Run(name),)
    return head, differing, Run(tail.text + suffix)


def folder_runs(parts: Sequence[str], shared: int) -> tuple[Run, ...]:
    """Split the names of a path into the ``shared`` first ones and the rest, which tells.

    Where nothing is left, the last name tells.
    """
    shared = min(shared, len(parts) - 1)
    pieces = parts[:shared], parts[shared:-1]
    head, middle = ("".join(part + SEPARATOR for part in some) for some in pieces)
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
