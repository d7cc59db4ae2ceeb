"""Reports with pairs of every sort, put together by hand, and densities of columns."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from builders import document, pair
from simcore import Document, Pair, ScanConfig, ScanReport
from simcore.grouping.pairs import PairColumns, PairDensity, PairSort
from simcore.model.records import Comparison, TextId
from simcore.model.report import Counts

Row = tuple[int, float, float, bool, PairSort]
"""Distance, resemblance, what is a part's share in the other, short, sort."""


def report_of(
    documents: Sequence[Document],
    pairs: Sequence[Pair],
    comparisons: Sequence[Comparison] = (),
    config: ScanConfig | None = None,
) -> ScanReport:
    return ScanReport(
        config=config or ScanConfig(),
        folders=(Path("/documents"),),
        documents={one.id: one for one in documents},
        pairs=tuple(pairs),
        groups=(),
        problems=(),
        counts=Counts(documents=len(documents)),
        compared_distance=12,
        comparisons={(one.left, one.right): one for one in comparisons},
    )


def every_sort() -> ScanReport:
    """Make documents 1 to 8: 1 and 2 near, 3 and 4 unlike, 5 copied to 6 and 7, 8 near 1."""
    documents = [
        *(document(number, fingerprint=number) for number in range(1, 6)),
        document(6, text=5, fingerprint=5, content_hash=document(5).content_hash),
        document(7, text=5, fingerprint=5),
        document(8, fingerprint=0b1111_0000),
    ]
    return report_of(
        documents,
        [pair(1, 2, 0.9, 3), pair(1, 8, 0.55, 20)],
        [Comparison(TextId(3), TextId(4), 10, 100, 100)],
    )


def density_of(rows: Sequence[Row], *, containment: float = 0.8, compared: int = 12) -> PairDensity:
    """Count rows of pairs; row n is of the documents 2n and 2n + 1."""
    count = len(rows)
    columns = PairColumns(
        left=np.arange(count, dtype=np.int64) * 2,
        right=np.arange(count, dtype=np.int64) * 2 + 1,
        sort=np.array([row[4] for row in rows], dtype=np.int64),
        distance=np.array([row[0] for row in rows], dtype=np.int64),
        resemblance=np.array([row[1] for row in rows], dtype=np.float64),
        part=np.array([row[2] for row in rows], dtype=np.float64),
        short=np.array([row[3] for row in rows], dtype=np.bool_),
        unmeasured=np.array([row[3] for row in rows], dtype=np.bool_),
        bits=64,
    )
    return PairDensity.of(columns, containment, compared)


def near(distance: int, resemblance: float) -> Row:
    return distance, resemblance, 0.0, False, PairSort.NEAR
