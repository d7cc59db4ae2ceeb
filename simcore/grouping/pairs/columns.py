"""All pairs that were compared in a scan, as columns: the data of the picture of all pairs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.fingerprinting.recipes import find_recipe, width_of
from simcore.fingerprinting.simhash import hamming_distance
from simcore.grouping.documents_by_text import documents_by_text
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import of_equal_texts
from simcore.grouping.pairs.table import column_of, part_shares
from simcore.model.records import Document, DocumentId, Kind, TextId
from simcore.model.report import ScanReport
from simcore.store.documents import Documents, in_groups


class PairSort(IntEnum):
    """The kind of two compared documents, independent of thresholds; see ``PairDensity``."""

    IDENTICAL = 0  # the same bytes as the document kept first
    SAME_TEXT = 1  # other bytes, the same text to a reader
    NEAR = 2  # a verified pair, or equal texts that look different
    NUMBERS_ONLY = 3  # a verified pair that differs in numbers, dates and names alone
    UNLIKE = 4  # compared, and no pair: too unlike, or compared for a group only


_SORTS = {Kind.IDENTICAL: PairSort.IDENTICAL, Kind.SAME_TEXT: PairSort.SAME_TEXT}


@dataclass(frozen=True, slots=True, eq=False)
class PairColumns:
    """What ``pair_columns`` returns: a row for each two documents that were compared.

    In columns of equal length. ``left`` and ``right`` are ids of documents; one represents all with
    its text, and each copy has a row with the one kept first. ``sort`` holds values of
    ``PairSort``, ``distance`` is in bits, ``resemblance`` lies between 0 and 1, and so does
    ``part``: how much of one text is in the other, clearly longer one of a verified pair, 0 if
    neither is. ``short`` marks texts too short for the distance to mean much, ``unmeasured`` these
    and those whose letters and digits are the same: no distance hides either. ``bits`` is the width
    of the fingerprints.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    sort: NDArray[np.int64]
    distance: NDArray[np.int64]
    resemblance: NDArray[np.float64]
    part: NDArray[np.float64]
    short: NDArray[np.bool_]
    unmeasured: NDArray[np.bool_]
    bits: int


_Row = tuple[int, int, int, int, float, float, bool]
"""The columns of ``PairColumns`` but the last, of one pair."""


def pair_columns(report: ScanReport) -> PairColumns:
    """Return all comparisons of a report, rejected ones included.

    Takes about a microsecond a pair, so it belongs in a background thread. Raises ``ConfigError``
    for an unknown recipe.
    """
    bits = width_of(find_recipe(report.config.recipe).key)
    parts = [
        _columns_of_pairs(report),
        _columns_of_rows(_copies(report)),
        _columns_of_rows(_unlike(report)),
    ]
    left, right, sort, distance, resemblance, part, short, unmeasured = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    return PairColumns(left, right, sort, distance, resemblance, part, short, unmeasured, bits)


def _columns_of_pairs(report: ScanReport) -> list[NDArray[Any]]:
    column = partial(column_of, report.pairs)
    numbers = column("numbers_only", np.bool_)
    return [
        column("left", np.int64),
        column("right", np.int64),
        np.where(numbers, PairSort.NUMBERS_ONLY, PairSort.NEAR).astype(np.int64),
        column("distance", np.int64),
        column("resemblance", np.float64),
        part_shares(report.pairs)[0],
        column("short", np.bool_),
        ~column("measured", np.bool_),
    ]


def _columns_of_rows(rows: Iterator[_Row]) -> list[NDArray[Any]]:
    kinds = (np.int64, np.int64, np.int64, np.int64, np.float64, np.float64, np.bool_)
    columns = list(zip(*rows, strict=True)) or [()] * len(kinds)
    made: list[NDArray[Any]] = [
        np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True)
    ]
    return [*made, made[-1]]


def _copies(report: ScanReport) -> Iterator[_Row]:
    """Yield the copies of each text, paired with the one kept first."""
    documents, runs = report.documents, CopyRuns.of_documents(report.documents)
    known = documents_by_text(in_groups(documents, ()), (), report.judgements, runs)
    for kept, *others in known.values():
        for other in others:
            kind, alike, _ = of_equal_texts(kept, other)
            sort = _SORTS.get(kind, PairSort.NEAR)
            yield kept.id, other.id, sort, 0, alike, 0.0, kept.short


def _unlike(report: ScanReport) -> Iterator[_Row]:
    """Yield the comparisons that made no pair, except of texts without documents."""
    comparisons = report.comparisons
    ends = _ends(report.documents, {text for pair in comparisons for text in pair})
    for (left, right), compared in comparisons.items():
        if left in ends and right in ends:
            one, other = ends[left], ends[right]
            distance = hamming_distance(one.fingerprint, other.fingerprint)
            alike, short = compared.resemblance, one.short or other.short
            yield one.document, other.document, PairSort.UNLIKE, distance, alike, 0.0, short


class _End(NamedTuple):
    document: DocumentId
    fingerprint: int
    short: bool


def _ends(documents: Mapping[DocumentId, Document], texts: set[TextId]) -> Mapping[TextId, _End]:
    """Return a document of each text, without building ``Document`` objects from columns."""
    ends: dict[TextId, _End] = {}
    if isinstance(documents, Documents):
        ids = list(documents)  # in the order of the columns
        rows = documents.firsts
        rows = rows[np.isin(documents.texts[rows], np.fromiter(texts, dtype=np.int64))]
        columns = documents.texts[rows].tolist(), rows.tolist(), documents.short[rows].tolist()
        prints = documents.fingerprints(rows.tolist())
        for text, row, short, value in zip(*columns, prints, strict=True):
            ends[TextId(text)] = _End(ids[row], value, short)
        return ends
    for document in documents.values():
        if document.fingerprint is not None and document.text in texts:
            ends.setdefault(document.text, _End(document.id, document.fingerprint, document.short))
    return ends
