"""The forms among the verified pairs of a scan."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import Frequencies, SampleRanges, positions_in
from simcore.model.records import Pair
from simcore.pipeline.forms.deciding import Figures, are_agreed, are_boilerplate, are_like_forms
from simcore.pipeline.forms.rule import FORMS
from simcore.pipeline.forms.sharing import sharing_of
from simcore.pipeline.forms.sketched import Integers, Part, Sketched, Spread, more_than_one
from simcore.store.documents import Documents
from simcore.store.index import FingerprintIndex


def with_forms(
    pairs: Sequence[Pair],
    documents: Documents,
    index: FingerprintIndex,
    check: Callable[[], None] = lambda: None,
) -> list[Pair]:
    """Return verified pairs, those of them ``framed`` that are forms among some documents.

    That depends on all of these documents, and on no threshold: not on those of the scan but the
    least containment, above which a pair is verified. ``check`` is called often, and may raise.
    """
    figures = Figures.of(pairs)
    if not figures.may_be_forms.any():
        return list(pairs)
    ends = np.array(
        [(documents[pair.left].text, documents[pair.right].text) for pair in pairs], dtype=np.int64
    ).T
    texts = np.unique(ends)
    sketched, held = _sketched(texts, documents, index, check)
    rows = sketched.rows_of(ends)
    like, found = (np.zeros(len(pairs), dtype=np.bool_) for _ in range(2))
    looked = np.flatnonzero(_have_common(sketched, held)[rows].all(axis=0))
    check()
    sharing = sharing_of(rows[0, looked], rows[1, looked], sketched, held)
    some = figures.at(looked)
    like[looked] = are_like_forms(some, sharing)
    alike = rows[:, figures.alike >= FORMS.kin_alike]
    kin = np.bincount(alike.ravel(), minlength=len(sketched.texts))
    found[looked] = are_boilerplate(some, sharing, kin[rows[:, looked]])
    found |= like & are_agreed(rows, like, ~figures.numbers_only)
    found &= figures.may_be_forms
    return [
        replace(pair, framed=True) if framed else pair
        for pair, framed in zip(pairs, found.tolist(), strict=True)
    ]


def _have_common(sketched: Sketched, held: Spread) -> NDArray[np.bool_]:
    """Mark the texts of which enough samples are in many documents for any form."""
    common = held.documents >= FORMS.least_documents
    before = np.concatenate([[0], np.cumsum(common)])
    counts = before[sketched.starts + sketched.sizes] - before[sketched.starts]
    enough: NDArray[np.bool_] = counts >= FORMS.least_samples // 2
    return enough


def _sketched(
    texts: Integers, documents: Documents, index: FingerprintIndex, check: Callable[[], None]
) -> tuple[Sketched, Spread]:
    """Read the sketches of all documents; return those of some texts, and who has their samples."""
    every, copies = np.unique(documents.texts[documents.usable], return_counts=True)
    several = every[copies > 1]
    samples = SampleRanges(len(every))
    chosen: list[Part] = []
    common: list[Part] = []
    for ids, values, sizes in index.sketches():
        check()
        whose = np.repeat(ids, sizes)
        for wanted, parts in ((texts, chosen), (several, common)):
            here = np.isin(ids, wanted, assume_unique=True)
            if here.any():
                parts.append((ids[here], values[np.isin(whose, wanted)], sizes[here]))
        there = np.isin(ids, every, assume_unique=True)
        kept = values if there.all() else values[there[np.searchsorted(ids, whose)]]
        samples.add(np.searchsorted(every, ids[there]), kept, sizes[there])
    frequencies = samples.frequencies()
    del samples
    check()
    sketched, copied = Sketched.of(chosen), Sketched.of(common)
    more = more_than_one(_contents(several, documents))
    of_each = np.array([more.get(text, 0) for text in copied.texts.tolist()], dtype=np.int64)
    return sketched, Spread.of(sketched, _counts(frequencies, sketched), copied, of_each)


def _counts(frequencies: Frequencies, sketched: Sketched) -> NDArray[np.int32]:
    """Return how many texts have each sample."""
    at, there = positions_in(frequencies.values, sketched.samples)
    counts = np.ones(len(sketched.samples), dtype=np.int32)
    counts[there] = frequencies.counts[at[there]]
    return counts


def _contents(texts: Integers, documents: Documents) -> dict[int, set[bytes]]:
    contents: dict[int, set[bytes]] = defaultdict(set)
    for position in np.flatnonzero(documents.usable & np.isin(documents.texts, texts)).tolist():
        contents[int(documents.texts[position])].add(documents.content_hash(position))
    return contents
