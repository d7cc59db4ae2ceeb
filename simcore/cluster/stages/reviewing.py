"""What is told of islands: their forms, pairs and groups, as a scan of all documents tells it."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from simcore.cluster.frames import Broadcast, Packet, Rows, Sender, by_bucket, packets_of
from simcore.cluster.packing import pack, pack_rows, unpack, unpack_rows
from simcore.cluster.stages.reporting import RESULTS, comparisons_of, document_of, reported
from simcore.cluster.stages.texts import OF_COMMON, OF_OTHERS, OF_PAIRS, OF_TEXTS, Integers
from simcore.grouping.kinds import pair_of
from simcore.grouping.pairs.table import ends_of
from simcore.grouping.regroup import regroup, uncompared_pairs
from simcore.model.config import LEAST_SIMILARITY, ScanConfig, least_features
from simcore.model.records import (
    Comparison,
    Pair,
    TextId,
    TextPair,
)
from simcore.model.report import Counts, ScanReport
from simcore.pipeline.fingerprinting import recipe_key
from simcore.pipeline.forms import deciding
from simcore.pipeline.forms.scanned import forms_among
from simcore.pipeline.forms.sketched import Sketched, Spread
from simcore.reports.tables import GROUP_COLUMNS, PAIR_COLUMNS, group_rows, pair_rows
from simcore.store.documents import Documents, KnownFiles

PAIRS = pa.schema(
    [
        ("left", pa.string()),
        ("right", pa.string()),
        ("distance", pa.int32()),
        ("similarity", pa.float64()),
        ("containment", pa.float64()),
        ("kind", pa.string()),
        ("contained", pa.string()),
        ("badge", pa.string()),
        ("left_own", pa.float64()),
        ("right_own", pa.float64()),
        ("measure", pa.string()),
        ("left_in_right", pa.float64()),
        ("right_in_left", pa.float64()),
        ("shown_similarity", pa.float64()),
        ("numbers_only", pa.bool_()),
        ("too_short", pa.bool_()),
        ("left_cut_short", pa.bool_()),
        ("right_cut_short", pa.bool_()),
    ]
)
"""Columns of ``variorum pairs``, with ids in the place of paths."""

GROUPS = pa.schema(
    [
        ("group", pa.string()),
        ("id", pa.string()),
        ("kept", pa.bool_()),
        ("kind", pa.string()),
        ("parts", pa.bool_()),
        ("distance", pa.int32()),
        ("similarity", pa.float64()),
        ("in_kept", pa.float64()),
        ("kept_in", pa.float64()),
        ("own", pa.float64()),
        ("measure", pa.string()),
        ("shown_similarity", pa.float64()),
        ("numbers_only", pa.bool_()),
        ("too_short", pa.bool_()),
        ("cut_short", pa.bool_()),
        ("badge", pa.string()),
        ("copy_of", pa.string()),
        ("why", pa.string()),
        ("encoding", pa.string()),
        ("fingerprint", pa.string()),
    ]
)
"""Columns of ``variorum groups``, with ids in the place of paths.

A group is called as the document that it keeps. That may be in one where the others are ``parts``
of it and in another one, too.
"""

_ROWS_AT_ONCE = 4_096


def _pair_rows(report: ScanReport) -> Iterator[dict[str, object]]:
    at = [PAIR_COLUMNS.index(name) for name in PAIRS.names]
    for row in pair_rows(report):
        cells = row.cells()
        yield dict(zip(PAIRS.names, map(cells.__getitem__, at), strict=True))


def _group_rows(report: ScanReport) -> Iterator[dict[str, object]]:
    for cells in group_rows(report):
        row: dict[str, Any] = dict(zip(GROUP_COLUMNS, cells, strict=True))
        group = report.groups[row["group"] - 1]
        row["parts"] = group.parts
        row["group"] = report.documents[group.representative].elsewhere
        row["id"] = row["path"]
        yield {name: row[name] for name in GROUPS.names}


@dataclass(frozen=True, slots=True)
class TakeRows:
    """Takes the rows of packets that have some."""

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return them."""
        return (unpack_rows(packet.data) for packet in packets_of(rows))


@dataclass(frozen=True, slots=True)
class ReviewIslands(Sender):
    """Tells the pairs and groups of islands: all of a bucket at once.

    Packets are of documents, of comparisons that may make a pair (``OF_PAIRS``), of others that
    groups lacked (``OF_OTHERS``), and of answers about samples (``OF_COMMON``).

    ``distance`` is that within which fingerprints proposed, ``named`` whether documents are files.
    ``times`` are those that tell the copy runs of all documents, packed.
    """

    config: ScanConfig
    distance: int
    named: bool
    times: Broadcast

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: rows of ``PAIRS`` and of ``GROUPS``, reports, pairs to compare.

        Reports are of the kind ``OF_COMMON``, see ``reported``. The last, of the kind
        ``OF_OTHERS``, are of texts, and are those that groups lack: see ``uncompared_pairs``.
        """
        for bucket, packets in by_bucket(rows):
            report, told = self.report(packets)
            yield from reported(bucket, told, report)
            apart = [(one.text, other.text) for one, other in uncompared_pairs(report)]
            if apart:
                ends = np.sort(np.array(apart, dtype=np.int64).T, axis=0)
                yield Packet(bucket, 0, OF_OTHERS, pack([*ends]))
            for kind, made in (OF_PAIRS, _pair_rows), (OF_TEXTS, _group_rows):
                listed = made(report)
                while some := [*itertools.islice(listed, _ROWS_AT_ONCE)]:
                    schema = PAIRS if kind == OF_PAIRS else GROUPS
                    batch = pa.RecordBatch.from_pylist(some, schema=schema)
                    yield Packet(bucket, 0, kind, pack_rows(batch))

    def report(self, packets: Iterator[Packet]) -> tuple[ScanReport, pa.Table]:
        """Return the report of a bucket's islands, and the rows of its documents."""
        rows: dict[int, list[Any]] = {OF_TEXTS: [], OF_COMMON: [], OF_PAIRS: [], OF_OTHERS: []}
        for packet in packets:
            read = unpack if packet.kind == OF_COMMON else unpack_rows
            rows[packet.kind].append(read(packet.data))
        told = pa.Table.from_batches(rows[OF_TEXTS]).sort_by("id")
        least = least_features(recipe_key(self.config))
        listed = [
            document_of(at, row, least, named=self.named) for at, row in enumerate(told.to_pylist())
        ]
        (times,) = unpack(self.times.value)
        documents = Documents(KnownFiles(), listed, recipe_key(self.config), times)
        comparisons, more = (
            comparisons_of(pa.Table.from_batches(rows[kind])) if rows[kind] else {}
            for kind in (OF_PAIRS, OF_OTHERS)
        )
        pairs = self._taken_out(documents, comparisons)
        # none of these makes a pair: a scan would have none of them, either
        comparisons |= more
        if rows[OF_COMMON]:
            pairs = _with_forms(pairs, documents, rows[OF_COMMON])
        plain = ScanReport(
            config=self.config,
            folders=(RESULTS,),
            documents=documents,
            pairs=tuple(pairs),
            groups=(),
            problems=(),
            counts=Counts(),
            compared_distance=self.distance,
            comparisons=comparisons,
        )
        found = regroup(plain, self.config.distance, self.config.similarity)
        return found, told

    def _taken_out(
        self, documents: Documents, comparisons: dict[TextPair, Comparison]
    ) -> list[Pair]:
        """Remove comparisons that make a pair, and return the pairs in the order of documents."""
        first = {
            TextId(text): at
            for at, text in zip(
                documents.firsts.tolist(), documents.texts[documents.firsts].tolist(), strict=True
            )
        }
        verified = [
            (*sorted((first[texts[0]], first[texts[1]])), texts)
            for texts, one in comparisons.items()
            if one.resemblance >= LEAST_SIMILARITY or one.containment >= self.config.containment
        ]
        return [
            pair_of(documents.at(left), documents.at(right), comparisons.pop(texts))
            for left, right, texts in sorted(verified)
        ]


def _with_forms(
    pairs: Sequence[Pair], documents: Documents, answers: Sequence[Sequence[Integers]]
) -> list[Pair]:
    """Return the pairs, those ``framed`` that are forms."""
    figures = deciding.Figures.of(pairs)
    may_be = figures.may_be_framed
    if not may_be.any():
        return list(pairs)
    numbers, values, texts, of_documents = (
        np.concatenate(some) for some in zip(*answers, strict=True)
    )
    order = np.lexsort((values, numbers))
    numbers, values, texts, of_documents = (
        one[order] for one in (numbers, values, texts, of_documents)
    )
    listed, sizes = np.unique(numbers, return_counts=True)
    sketched = Sketched.of([(listed, values, sizes)])
    held = Spread(texts, of_documents, texts)
    ends = np.stack(ends_of(pairs, dict(zip(documents, documents.texts.tolist(), strict=True))))
    found = forms_among(ends, figures, sketched, held)
    return [
        replace(pair, framed=True) if framed else pair
        for pair, framed in zip(pairs, found.tolist(), strict=True)
    ]
