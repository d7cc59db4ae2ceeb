"""Reports put together by hand, so that the expected view of a widget is known."""

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from builders import document
from simcore import Document, Group, Kind, ScanConfig, ScanReport
from simcore.model.records import DocumentId
from simcore.model.report import Counts, Member

HOUR = 3_600_000_000_000


def member(
    number: int, *, distance: int = 5, resemblance: float | None = 0.9, kind: Kind = Kind.SIMILAR
) -> Member:
    # as if both texts were equally long
    share = None if resemblance is None else 2 * resemblance / (1 + resemblance)
    return Member(DocumentId(number), distance, resemblance, share, kind)


def group(representative: int, *members: Member) -> Group:
    worst = min(one.resemblance for one in members if one.resemblance is not None)
    return Group(DocumentId(representative), members, worst)


def report(groups: Sequence[Group], documents: Sequence[Document] = ()) -> ScanReport:
    """Make a report; missing documents are made up from their numbers."""
    known = {one.id: one for one in documents}
    for one in groups:
        for number in (one.representative, *(each.document for each in one.members)):
            known.setdefault(number, document(number))
    return ScanReport(
        config=ScanConfig(),
        folders=(Path("/documents"),),
        documents=known,
        pairs=(),
        groups=tuple(groups),
        problems=(),
        counts=Counts(documents=len(known)),
        compared_distance=12,
    )


def contracts() -> ScanReport:
    """Make three groups: 1 keeps 2 and 3, 4 keeps 5 and 6, 7 keeps 8."""
    return report(
        [
            group(
                1,
                member(2, distance=0, resemblance=1.0, kind=Kind.IDENTICAL),
                member(3, distance=5, resemblance=0.923),
            ),
            group(
                4,
                member(5, distance=0, resemblance=1.0, kind=Kind.SAME_TEXT),
                member(6, distance=11, resemblance=0.9996),
            ),
            group(7, member(8, distance=16, resemblance=0.7)),
        ],
        [
            document(1, path=Path("/文档/合同-最终版.txt"), size=21_000, mtime_ns=5 * HOUR),
            document(
                2, text=1, path=Path("/文档/合同-最终版 (1).txt"), size=21_000, mtime_ns=6 * HOUR
            ),
            document(
                3,
                path=Path("/文档/存档/合同-初稿.txt"),
                size=20_300,
                encoding="gb18030",
                mtime_ns=4 * HOUR,
            ),
            document(4, path=Path("/文档/数据库.md"), size=900, mtime_ns=9 * HOUR),
            document(5, text=4, path=Path("/文档/b.md"), size=800, encoding="big5", lossy=True),
            document(6, path=Path("/文档/A.md"), size=700),
            document(7, path=Path("/文档/Zebra.txt"), size=5_000_000),
            document(8, path=Path("/文档/caf\udce9.txt"), size=4_000_000),
        ],
    )


def many(groups: int) -> ScanReport:
    """Make groups of three documents, numbered through from 1; each time another report."""
    return replace(_many(groups))


@functools.lru_cache(maxsize=4)
def _many(groups: int) -> ScanReport:
    return report(
        [
            group(first, member(first + 1, resemblance=0.9), member(first + 2, resemblance=0.8))
            for first in range(1, 3 * groups, 3)
        ]
    )
