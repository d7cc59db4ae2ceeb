"""Chooses which of several near-duplicate texts, and which document of one text, is kept.

Programs that write many files give them nearly the same times in an arbitrary order. So times that
follow one another closely in the whole library are one copy run, and only a document of a later run
is later. Nothing is read, and the order of documents does not matter.
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
"""Times at most a minute apart are of one run: copying a large file may take as long."""

UNKNOWN = -1


class CopyRuns:
    """The copy runs of a library, numbered by time from 0."""

    def __init__(self, times_ns: NDArray[np.int64], now_ns: int | None = None) -> None:
        self.last_ns = last_time(now_ns)
        times = np.sort(times_ns)
        later = times[1:][np.diff(times) > GAP_NS]
        self._starts: list[int] = later[later > FIRST_NS].tolist()

    @classmethod
    def of_documents(cls, documents: Mapping[DocumentId, Document]) -> "CopyRuns":
        if isinstance(documents, Documents):
            return cls(documents.times_ns)
        return cls(as_times(one.mtime_ns for one in documents.values()))

    @staticmethod
    def telling(least_ns: NDArray[np.int64], most_ns: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the few of many times that give the same runs: the ends of each gap.

        The least and the greatest time of each minute with any (``minute_of``) are given.
        """
        times = np.sort(np.concatenate([least_ns, most_ns]))
        gaps = np.flatnonzero(np.diff(times) > GAP_NS)
        return np.unique(times[np.concatenate([gaps, gaps + 1])])

    def of(self, mtime_ns: int) -> int:
        """Return the number of the run of a time, ``UNKNOWN`` for an impossible time."""
        known = is_time(mtime_ns, self.last_ns)
        return bisect_right(self._starts, mtime_ns) if known else UNKNOWN

    def time(self, mtime_ns: int) -> float:
        return mtime_ns if is_time(mtime_ns, self.last_ns) else inf

    def age(self, mtime_ns: int) -> float:
        """Return a number that is less for an earlier run; infinity for an impossible time."""
        run = self.of(mtime_ns)
        return inf if run == UNKNOWN else run


def _named_after_another(documents: Iterable[Document]) -> Callable[[Document], bool]:
    """Return a function that tells whether a document is named as a copy of another of these."""
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
"""A reason and its key: the document with the least key is kept."""


def grounds(documents: Sequence[Document], runs: CopyRuns) -> tuple[Ground, ...]:
    """Return the ordered grounds by which one document of a text is kept.

    The most copies that read alike come before the format, so that a copy is shown beside a
    document that it equals. The copy run comes before the depth of the folder, since ``cp`` into a
    folder above makes a younger file there. ``cp --archive`` leaves no trace but a higher inode
    number, most of the time.
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
"""FAT stores times in steps of two seconds."""


def counted_copies(
    documents: Iterable[Document], key: Callable[[Document], Hashable], runs: CopyRuns
) -> Mapping[Hashable, int]:
    """Count the files of each form or text; 1 for one that is younger than the first.

    A copy that was changed, and copied itself, is not the original for that.
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
    since: dict[bytes, int] = {}
    for one in documents:
        run = runs.of(one.mtime_ns)
        since[one.form] = min(run, since.get(one.form, run))
    return {} if len(since) == 1 or UNKNOWN in since.values() else since


def _versions(documents: Sequence[Document]) -> Mapping[DocumentId, int]:
    versions = versions_of(one.named for one in documents)
    found = {one.id: version for one, version in zip(documents, versions, strict=True)}
    if len({one.frame for one in found.values()}) > 1:
        return {}
    ranks = sorted({one.rank for one in found.values()}, reverse=True)
    places = {rank: place for place, rank in enumerate(ranks)}
    return {key: places[one.rank] for key, one in found.items()}


def originals_first(documents: Sequence[Document], runs: CopyRuns) -> list[Document]:
    keys = [key for _, key in grounds(documents, runs)]
    return sorted(documents, key=lambda one: [key(one) for key in keys])


LOST_FOR_GAINED = 0.1
"""The greatest loss, as a share of the gain, with which a text counts as holding another."""


def holds(other_in_it: float, it_in_other: float) -> bool:
    """Return whether a text holds another, by the shares of each that the other contains.

    An edit changes both texts equally; an addition loses a few shingles at its seams.

    >>> holds(1.0, 0.8), holds(0.99, 0.8), holds(0.95, 0.9), holds(1.0, 1.0)
    (True, True, False, False)
    """
    if not it_in_other:
        return False
    lost, gained = 1 / other_in_it - 1 if other_in_it else 1.0, 1 / it_in_other - 1
    return gained > 0 and lost <= LOST_FOR_GAINED * gained


class Contender(NamedTuple):
    """A text that could be kept, with its documents, the one to keep first."""

    text: TextId
    first: Document
    documents: Sequence[Document]
    chosen: bool = False


class KnownShares(NamedTuple):
    """Which texts of a group hold others, and how similar each is to all."""

    held: Callable[[set[TextId]], set[TextId]]
    alike: Callable[[TextId], float]


_Comparable = tuple[Hashable, object] | None
"""A value is compared only with values of its class; None with nothing."""

Round = tuple[WhyKept, list[Contender]]


def rounds(contenders: Sequence[Contender], shares: KnownShares, runs: CopyRuns) -> Iterator[Round]:
    """Narrow contenders down by one ground after another, until one is left.

    A ground decides only between texts that have a value: a version between names that differ in
    nothing else, a date between texts that both state one.
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
    highest = highest_of(versions_of(one.first.named for one in left))
    left = [one for one, is_highest in zip(left, highest, strict=True) if is_highest]
    yield WhyKept.VERSION, left
    dates = {one.text: max(unpacked(document.stated) for document in one.documents) for one in left}
    known = min((len(some) for some in dates.values() if some), default=0)
    stated: list[_Comparable] = [
        (None, dates[one.text][:known]) if dates[one.text] else None for one in left
    ]
    yield keep(WhyKept.STATED_DATE, stated)
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
    if len(contenders) == 1:  # the most, as sliders move
        return contenders[0].text
    for _, left in rounds(contenders, shares, runs):
        if len(left) == 1:
            break
    return left[0].text


def _run(one: Contender, runs: CopyRuns) -> _Comparable:
    known = [run for document in one.documents if (run := runs.of(document.mtime_ns)) != UNKNOWN]
    return (None, min(known)) if known else None


DocumentsByText = Mapping[TextId, Sequence[Document]]


def documents_by_text(
    documents: Mapping[DocumentId, Document],
    pairs: Sequence[Pair],
    judgements: Judgements,
    runs: CopyRuns,
) -> DocumentsByText:
    """Return the documents of texts that are in a pair or have copies, ordered by path.

    The one to keep is first. Wanted copies are left out.
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
    # strings are compared ten times faster than paths
    return dict(sorted(by_text.items(), key=lambda held: order_key(held[1][0])))
