"""Which of several near-duplicate texts stays."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

from simcore.fingerprinting.stated import unpacked
from simcore.grouping.keeping.copy_names import are_copy_names
from simcore.grouping.keeping.originals import counted_copies
from simcore.grouping.keeping.reasons import WhyKept
from simcore.grouping.keeping.runs import UNKNOWN, CopyRuns
from simcore.grouping.keeping.versions import highest_of, versions_of
from simcore.model.records import Document, TextId

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
    """Return those that are no lower version of another one."""
    versions = versions_of(one.first.named for one in contenders)
    return [one for one, highest in zip(contenders, highest_of(versions), strict=True) if highest]


def _first(dates: tuple[tuple[int, int, int], ...], known: int) -> _Comparable:
    """Return as many dates as all texts state that state some: an older one more says nothing."""
    return (None, dates[:known]) if dates else None


def _run(one: Contender, runs: CopyRuns) -> _Comparable:
    """Return the first copy run that a text was there in: its copies are younger than it is."""
    known = [run for document in one.documents if (run := runs.of(document.mtime_ns)) != UNKNOWN]
    return (None, min(known)) if known else None
