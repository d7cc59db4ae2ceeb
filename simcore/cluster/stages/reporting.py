"""Reports of islands as rows, and of rows again: a file of results is made of those of many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from simcore.cluster.frames import Packet
from simcore.cluster.packing import pack_rows, unpack_rows
from simcore.cluster.stages.comparing import COMPARED
from simcore.cluster.stages.texts import OF_COMMON
from simcore.model.kinds import Kind, OnlyIn
from simcore.model.reasons import reason_in
from simcore.model.records import (
    ROW,
    Comparison,
    Document,
    DocumentId,
    Fingerprint,
    MeasuredBy,
    Pair,
    Script,
    TextId,
    TextPair,
)
from simcore.model.report import ScanReport
from simcore.store.elsewhere.places import path_elsewhere

RESULTS = Path("/results")
"""The file of results that documents have paths below until there is one."""

_ROWS_AT_ONCE = 4_096
_DOCUMENTS, _PAIRS, _COMPARISONS = range(3)

_PAIR = pa.schema(
    [
        ("left", pa.int64()),
        ("right", pa.int64()),
        ("distance", pa.int64()),
        ("resemblance", pa.float64()),
        ("left_in_right", pa.float64()),
        ("right_in_left", pa.float64()),
        ("kind", pa.string()),
        ("short", pa.bool_()),
        ("numbers_only", pa.bool_()),
        ("only_in", pa.string()),
        ("framed", pa.bool_()),
        ("measure", pa.string()),
        ("version", pa.bool_()),
    ]
)
"""A row a ``Pair``, with the places of its documents among those of its report."""


def document_of(at: int, row: Mapping[str, Any], least: int, *, named: bool) -> Document:
    """Return the document of a row of ``TOLD`` and the ``number`` of its text.

    Its id is ``at``; ``named`` is whether it is a file.
    """
    path = path_elsewhere(RESULTS, row["id"])
    return Document(
        id=DocumentId(at),
        text=TextId(row["number"]),
        path=path,
        real_path=path,
        size=row["size"],
        mtime_ns=row["modified_ns"],
        device=0 if named else ROW,
        inode=0,
        content_hash=row["content_hash"],
        text_hash=row["text_hash"],
        encoding=row["encoding"],
        lossy=row["lossy"],
        characters=row["characters"],
        tokens=row["tokens"],
        features=row["features"],
        fingerprint=None
        if row["fingerprint"] is None
        else Fingerprint(int.from_bytes(row["fingerprint"], "little")),
        cut_short=None if row["cut_short"] is None else reason_in(row["cut_short"]),
        form_hash=row["form_hash"],
        words_hash=row["words_hash"],
        guessed=row["guessed"],
        title=row["title"] or "",
        script=None if row["script"] is None else Script(row["script"]),
        stated=row["stated"],
        least_features=least,
        elsewhere=row["id"],
    )


def comparisons_of(rows: pa.Table) -> dict[TextPair, Comparison]:
    """Return rows of ``COMPARED`` as comparisons, by their texts."""
    found = {}
    for row in rows.to_pylist():
        one = Comparison(
            TextId(row["left"]),
            TextId(row["right"]),
            row["shared"],
            row["left_size"],
            row["right_size"],
            row["numbers_only"],
            None if row["only_in"] is None else OnlyIn(row["only_in"]),
            MeasuredBy(row["measure"]),
        )
        found[one.left, one.right] = one
    return found


def reported(bucket: int, told: pa.Table, report: ScanReport) -> Iterator[Packet]:
    """Yield the report of a bucket, whose documents are those ``told`` in their order.

    The packets are for ``reports_in``.
    """
    pairs = [
        {name: getattr(one, name) for name in _PAIR.names}
        | {"kind": one.kind.value, "only_in": one.only_in and one.only_in.value}
        | {"measure": one.measure.value}
        for one in report.pairs
    ]
    compared = [
        one._asdict() | {"only_in": one.only_in and one.only_in.value, "measure": one.measure.value}
        for one in report.comparisons.values()
    ]
    tables = (
        told,
        pa.Table.from_pylist(pairs, schema=_PAIR),
        pa.Table.from_pylist(compared, schema=COMPARED),
    )
    for place, table in enumerate(tables):
        for start in range(0, len(table), _ROWS_AT_ONCE):
            (batch,) = table.slice(start, _ROWS_AT_ONCE).combine_chunks().to_batches()
            yield Packet(bucket, place, OF_COMMON, pack_rows(batch))


def documents_in(packets: Iterable[Packet]) -> int:
    """Return how many documents the packets of ``reported`` have."""
    return sum(unpack_rows(one.data).num_rows for one in packets if one.place == _DOCUMENTS)


class GatheredReports:
    """What the reports of several buckets have, in one; documents are known by their order."""

    def __init__(self, least: int, *, named: bool) -> None:
        self._least, self._named = least, named
        self.documents: list[Document] = []
        self.pairs: list[Pair] = []
        self.comparisons: dict[TextPair, Comparison] = {}

    def add(self, packets: Iterable[Packet]) -> None:
        """Add the report of a bucket, by its packets in any order."""
        tables: Sequence[list[pa.RecordBatch]] = ([], [], [])
        for one in packets:
            tables[one.place].append(unpack_rows(one.data))
        first = len(self.documents)
        for batch in tables[_DOCUMENTS]:
            for row in batch.to_pylist():
                at = len(self.documents)
                self.documents.append(document_of(at, row, self._least, named=self._named))
        for batch in tables[_PAIRS]:
            self.pairs.extend(_pair_of(row, first) for row in batch.to_pylist())
        for batch in tables[_COMPARISONS]:
            self.comparisons.update(comparisons_of(pa.Table.from_batches([batch])))


def _pair_of(row: dict[str, Any], first: int) -> Pair:
    left, right = (DocumentId(first + row.pop(side)) for side in ("left", "right"))
    row["kind"], row["measure"] = Kind(row["kind"]), MeasuredBy(row["measure"])
    row["only_in"] = None if row["only_in"] is None else OnlyIn(row["only_in"])
    return Pair(left, right, **row)
