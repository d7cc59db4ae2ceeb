"""Which of several near-duplicate texts stays.

A program that writes many files gives all of them nearly the same time, in an order that says
nothing. So times are taken together that follow one another closely in the whole library, and only
a document of a later run was modified later.

Copies of one text differ beside it: they are ordered, the original first. Of near-duplicates the
text that stays is chosen among those that are near all others of the group: the one that holds the
others, that of the higher version (``versions`` reads names and folders), that which states the
later date, that which was modified after the others' copy run, and so on. The choice uses what the
index has, reads no file, and does not depend on the order of documents.
"""

import os
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.versions import (
    FIRST_NS,
    are_copy_names,
    folded,
    highest_of,
    is_time,
    last_time,
    original_folder,
    original_name,
    versions_of,
)
from simcore.index.documents import Documents, as_times, order_key
from simcore.model.formats import format_of_name, how_editable
from simcore.model.reasons import WhyKept
from simcore.model.records import Document, DocumentId, Judgements, Pair, TextId
from simcore.model.report import is_kept, without_wanted_copies
from simcore.text.stated_dates import unpacked

GAP_NS = 60_000_000_000
"""Times that lie a minute apart or less are of one run: copying a large file may take as long."""

UNKNOWN = -1
"""The run of a time that says nothing."""


class CopyRuns:
    """The copy runs of a library, numbered by time from 0.

    >>> minute = 60_000_000_000
    >>> start = 1_700_000_000_000_000_000
    >>> runs = CopyRuns(np.array([start, start + minute, start + 2 * minute, start + 9 * minute]))
    >>> [runs.of(start + minutes * minute) for minutes in (0, 2, 9)], runs.of(0)
    ([0, 0, 1], -1)
    """

    def __init__(self, times_ns: NDArray[np.int64], now_ns: int | None = None) -> None:
        self.last_ns = last_time(now_ns)
        times = np.sort(times_ns)
        later = times[1:][np.diff(times) > GAP_NS]
        self._starts: list[int] = later[later > FIRST_NS].tolist()

    @classmethod
    def of_documents(cls, documents: Mapping[DocumentId, Document]) -> "CopyRuns":
        """Return the copy runs of all documents; those of an index are not built for it."""
        if isinstance(documents, Documents):
            return cls(documents.times_ns)
        return cls(as_times(one.mtime_ns for one in documents.values()))

    @staticmethod
    def telling(least_ns: NDArray[np.int64], most_ns: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the few of very many times that tell the same runs: the ends of each gap.

        Of each minute that has any times (``minute_of``), the least and the most of them are given.

        >>> times = np.arange(10) * GAP_NS
        >>> CopyRuns.telling(times, times).tolist(), CopyRuns.telling(times * 2, times * 2).size
        ([], 10)
        """
        times = np.sort(np.concatenate([least_ns, most_ns]))
        gaps = np.flatnonzero(np.diff(times) > GAP_NS)
        return np.unique(times[np.concatenate([gaps, gaps + 1])])

    def of(self, mtime_ns: int) -> int:
        """Return the number of the run of a time, ``UNKNOWN`` of one that says nothing."""
        known = is_time(mtime_ns, self.last_ns)
        return bisect_right(self._starts, mtime_ns) if known else UNKNOWN

    def time(self, mtime_ns: int) -> float:
        """Return a time of modification; infinity for one that says nothing."""
        return mtime_ns if is_time(mtime_ns, self.last_ns) else inf

    def age(self, mtime_ns: int) -> float:
        """Return a number that is less for an earlier run; a time that says nothing is last."""
        run = self.of(mtime_ns)
        return inf if run == UNKNOWN else run


def _named_after_another(documents: Iterable[Document]) -> Callable[[Document], bool]:
    """Return what tells whether a document is called a copy of another one of these."""
    paths = {folded(str(one.named)) for one in documents}
    names = {path.rpartition(os.sep)[2] for path in paths}

    def is_named(document: Document) -> bool:
        folder, _, name = str(document.named).rpartition(os.sep)
        known = folded(name)
        original = original_name(name)
        if original != known and original in names:
            return True
        path = original_folder(folder) + os.sep + original
        return path != f"{folded(folder)}{os.sep}{known}" and path in paths

    return is_named


Ground = tuple[WhyKept, Callable[[Document], object]]
"""A reason, and the key by which it decides: the least stays."""


def grounds(documents: Sequence[Document], runs: CopyRuns) -> tuple[Ground, ...]:
    """Return what decides which document of one text is kept, the first ground first.

    Files come before what is inside one, then undamaged ones, then the higher versions by name if a
    reader can tell some of these apart, then those with the most copies that a reader cannot tell
    apart, so that what equals another document is shown beside one that it equals; then the format
    that can best be worked on, and UTF-8, and if a reader can tell them apart, what was modified in
    a later copy run. Of what is left the original comes first: it is not
    called a copy of another one here, it is of an earlier copy run, least nested, not called a
    copy, the oldest. ``cp --archive`` leaves no other trace than a higher number of the file on its
    disk, most of the time. In the end the shortest name and the path decide.

    The copy run comes before the folder, since ``cp`` into a folder above makes a younger file
    there, while a run says nothing of files that were written together.
    """
    of_forms = counted_copies(documents, lambda one: one.form, runs)
    versions = _versions(documents) if len({one.form for one in documents}) > 1 else {}
    since = _runs_of_forms(documents, runs)
    called = are_copy_names(one.named for one in documents)
    copy_names = {one.id: copy for one, copy in zip(documents, called, strict=True)}
    one_disk = len({one.device for one in documents if not one.elsewhere}) == 1
    return (
        (WhyKept.OWN_FILE, lambda one: one.inside),
        (WhyKept.UNDAMAGED, lambda one: not one.whole),
        (WhyKept.VERSION, lambda one: versions.get(one.id, 0)),
        (WhyKept.MOST_COPIES, lambda one: -of_forms.get(one.form, 0)),
        (WhyKept.FORMAT, lambda one: how_editable(format_of_name(one.named.name, one.encoding))),
        (WhyKept.ENCODING, lambda one: one.encoding != "utf-8"),
        (WhyKept.MODIFIED_LAST, lambda one: -since.get(one.form, 0)),
        (WhyKept.NO_COPY_NAME, _named_after_another(documents)),
        (WhyKept.OLDEST, lambda one: runs.age(one.mtime_ns)),
        (WhyKept.SHORTEST_PATH, lambda one: len(one.named.parts)),
        (WhyKept.NO_COPY_NAME, lambda one: copy_names[one.id]),
        (WhyKept.OLDEST, lambda one: runs.time(one.mtime_ns)),
        (WhyKept.FIRST_ON_DISK, lambda one: 0 if one.elsewhere or not one_disk else one.inode),
        (WhyKept.SHORTEST_NAME, lambda one: len(one.named.name)),
        (WhyKept.FIRST, lambda one: one.place),
    )


_COPYING_NS = 2_000_000_000
"""FAT counts seconds by two: of two files written within them neither is known to be first."""


def counted_copies(
    documents: Iterable[Document], key: Callable[[Document], Hashable], runs: CopyRuns
) -> Mapping[Hashable, int]:
    """Count the files of each form, or text; of one that came after another one here it is 1.

    A copy that was changed, and copied itself, is no more the original for that.
    """
    files: dict[Hashable, list[Document]] = defaultdict(list)
    for one in documents:
        if not one.inside:
            files[key(one)].append(one)
    if len(files) < 2:
        return {one: len(some) for one, some in files.items()}
    known = {
        of: min((one.mtime_ns for one in some if runs.time(one.mtime_ns) < inf), default=0)
        for of, some in files.items()
    }
    first = min(filter(None, known.values()), default=0) + _COPYING_NS
    return {of: len(some) if known[of] <= first else 1 for of, some in files.items()}


def _runs_of_forms(documents: Sequence[Document], runs: CopyRuns) -> Mapping[bytes, int]:
    """Return the first copy run of each form of a text, if there are several and all are known."""
    since: dict[bytes, int] = {}
    for one in documents:
        run = runs.of(one.mtime_ns)
        since[one.form] = min(run, since.get(one.form, run))
    return {} if len(since) == 1 or UNKNOWN in since.values() else since


def _versions(documents: Sequence[Document]) -> Mapping[DocumentId, int]:
    """Return the place of each document in the order of versions, the highest first."""
    versions = versions_of(one.named for one in documents)
    found = {one.id: version for one, version in zip(documents, versions, strict=True)}
    if len({one.frame for one in found.values()}) > 1:
        return {}
    ranks = sorted({one.rank for one in found.values()}, reverse=True)
    places = {rank: place for place, rank in enumerate(ranks)}
    return {key: places[one.rank] for key, one in found.items()}


def originals_first(documents: Sequence[Document], runs: CopyRuns) -> list[Document]:
    """Order the documents of one text by ``grounds``: the one to keep first."""
    keys = [key for _, key in grounds(documents, runs)]
    return sorted(documents, key=lambda one: [key(one) for key in keys])


LOST_FOR_GAINED = 0.1
"""A text holds another if what the other has beside it is at most this share of its own rest."""


def holds(other_in_it: float, it_in_other: float) -> bool:
    """Return whether a text holds another one, by the shares of each that the other contains.

    One edit changes both texts as much; a text with an addition loses a few shingles at its seams.

    >>> holds(1.0, 0.8), holds(0.99, 0.8), holds(0.95, 0.9), holds(1.0, 1.0)
    (True, True, False, False)
    """
    if not it_in_other:
        return False
    lost, gained = 1 / other_in_it - 1 if other_in_it else 1.0, 1 / it_in_other - 1
    return gained > 0 and lost <= LOST_FOR_GAINED * gained


class Contender(NamedTuple):
    """A text that could stay, by its documents, the one to keep of these first."""

    text: TextId
    first: Document
    documents: Sequence[Document]
    chosen: bool = False


class KnownShares(NamedTuple):
    """What is known of the texts of a group: which hold which, and how alike each is to all."""

    held: Callable[[set[TextId]], set[TextId]]
    alike: Callable[[TextId], float]


_Comparable = tuple[Hashable, object] | None
"""Values are compared within a class; None is compared with nothing."""

Round = tuple[WhyKept, list[Contender]]
"""What decided, and who is left of the contenders."""


def rounds(contenders: Sequence[Contender], shares: KnownShares, runs: CopyRuns) -> Iterator[Round]:
    """Narrow contenders down by one ground after another, until one is left.

    Files come before what is inside one, then what the person chose, then undamaged ones. Of these
    the text that holds others stays, then the higher version by name and folder, then the one that
    states the later date, the one that was modified in a later copy run, that with most copies,
    the one most alike to all, the longest, one that is not called a copy, the first by path. A
    ground decides only between texts of which it says something: a version between names that
    differ in nothing else, a date between texts that both state some.
    """
    left = list(contenders)

    def keep(why: WhyKept, values: list[_Comparable]) -> Round:
        nonlocal left
        most: dict[Hashable, object] = {}
        for value in values:
            if value is not None and (value[0] not in most or value[1] > most[value[0]]):  # type: ignore[operator] # of one class
                most[value[0]] = value[1]
        left = [
            one
            for one, value in zip(left, values, strict=True)
            if value is None or value[1] == most[value[0]]
        ]
        return why, left

    def keep_most(why: WhyKept, values: list[float]) -> Round:
        nonlocal left
        most = max(values)
        if values.count(most) < len(left):
            left = [one for one, value in zip(left, values, strict=True) if value == most]
        return why, left

    yield keep_most(WhyKept.OWN_FILE, [not one.first.inside for one in left])
    yield keep_most(WhyKept.CHOSEN, [one.chosen for one in left])
    yield keep_most(WhyKept.UNDAMAGED, [one.first.whole for one in left])
    held = shares.held({one.text for one in left})
    # of true figures a held text is smaller, so not all are held; a stranger may tell of a ring
    left = [one for one in left if one.text not in held] or left
    yield WhyKept.WHOLE, left
    left = _highest(left)
    yield WhyKept.VERSION, left
    dates = {one.text: max(unpacked(document.stated) for document in one.documents) for one in left}
    known = min((len(some) for some in dates.values() if some), default=0)
    yield keep(WhyKept.STATED_DATE, [_first(dates[one.text], known) for one in left])
    yield keep(WhyKept.MODIFIED_LAST, [_run(one, runs) for one in left])
    documents = (document for one in left for document in one.documents)
    copies = counted_copies(documents, lambda one: one.text, runs)
    yield keep_most(WhyKept.MOST_COPIES, [copies.get(one.text, 0) for one in left])
    yield keep_most(WhyKept.SIMILAR_TO_MOST, [shares.alike(one.text) for one in left])
    yield keep_most(WhyKept.LONGEST, [one.first.characters for one in left])
    yield keep_most(
        WhyKept.NO_COPY_NAME, [not one for one in are_copy_names(each.first.named for each in left)]
    )
    yield WhyKept.FIRST, [min(left, key=lambda one: one.first.place)]


def elected(contenders: Sequence[Contender], shares: KnownShares, runs: CopyRuns) -> TextId:
    """Return the text that stays of some, whatever their order."""
    if len(contenders) == 1:  # the most, as sliders move
        return contenders[0].text
    for _, left in rounds(contenders, shares, runs):
        if len(left) == 1:
            break
    return left[0].text


def _highest(contenders: list[Contender]) -> list[Contender]:
    versions = versions_of(one.first.named for one in contenders)
    return [one for one, highest in zip(contenders, highest_of(versions), strict=True) if highest]


def _first(dates: tuple[tuple[int, int, int], ...], known: int) -> _Comparable:
    return (None, dates[:known]) if dates else None


def _run(one: Contender, runs: CopyRuns) -> _Comparable:
    known = [run for document in one.documents if (run := runs.of(document.mtime_ns)) != UNKNOWN]
    return (None, min(known)) if known else None


DocumentsByText = Mapping[TextId, Sequence[Document]]
"""The documents of each text, the one to keep first."""


def documents_by_text(
    documents: Mapping[DocumentId, Document],
    pairs: Sequence[Pair],
    judgements: Judgements,
    runs: CopyRuns,
) -> DocumentsByText:
    """Return the documents of the texts that are in a pair or have copies, by their first path.

    All others are in no group, whatever the thresholds; wanted copies are left out, too.
    """
    of_text: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.comparable:
            of_text[document.text].append(document)
    known: dict[TextId, Sequence[Document]] = {**of_text}
    for text, copies in of_text.items():
        if len(copies) > 1:
            copies[:] = originals_first(copies, runs)
            if judgements.kept:
                copies.sort(key=lambda document: not is_kept(judgements, document))
            known[text] = without_wanted_copies(judgements, copies)
    ends = {end for side in ("left", "right") for end in map(attrgetter(side), pairs)}
    wanted = {documents[end].text for end in ends}
    wanted.update(text for text, copies in known.items() if len(copies) > 1)
    return ordered_by_path({text: known[text] for text in wanted})


def ordered_by_path(by_text: DocumentsByText) -> DocumentsByText:
    """Order texts by the path of their first documents."""
    # strings are compared ten times faster than paths
    return dict(sorted(by_text.items(), key=lambda held: order_key(held[1][0])))
