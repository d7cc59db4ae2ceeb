"""Islands: texts that verified pairs connect, and what is told of them comes together.

Which pairs are forms, and how documents are grouped, depends on the pairs of an island alone, and
on how many of all texts and documents have its samples. What connects texts is found in two steps:
of each part of the pairs those that join something, and of these the islands, in one process. It
has as many of these as there are texts in pairs, times the parts that a text is in.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from simcore.candidates.arrays import positions_in
from simcore.candidates.sketches import Sketches, unpack_sketches
from simcore.cluster.packets import (
    Broadcast,
    Packet,
    Rows,
    Sender,
    by_bucket,
    pack,
    pack_rows,
    packets_of,
    places_by_bucket,
    unpack,
    unpack_rows,
)
from simcore.cluster.proposals import buckets_of_values
from simcore.cluster.texts import (
    OF_COMMON,
    OF_OTHERS,
    OF_PAIRS,
    OF_TEXTS,
    RESULTS,
    TOLD,
    Integers,
    Numbering,
    document_of,
)
from simcore.cluster.tiles import COMPARED, buckets_of_tiles
from simcore.grouping.grouper import regroup, uncompared_pairs
from simcore.grouping.pairs import components, ends_of, pair_of
from simcore.index.documents import Documents, KnownFiles
from simcore.model.config import LEAST_SIMILARITY, ScanConfig, least_features
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    TextId,
    TextPair,
)
from simcore.model.report import Counts, ScanReport
from simcore.pipeline import forms
from simcore.pipeline.forms import Sketched, Spread, forms_among
from simcore.pipeline.jobs import recipe_key
from simcore.reports.tables import GROUP_COLUMNS, PAIR_COLUMNS, group_rows, pair_rows

LINKS = pa.schema([("left", pa.int64()), ("right", pa.int64())])


@dataclass(frozen=True, slots=True)
class TakeLinks:
    """Takes from comparisons as many pairs as connect what verified ones do."""

    containment: float

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``LINKS``."""
        ends = [np.zeros((2, 0), dtype=np.int64)]
        for batch in rows:
            left, right, shared, one, other = (
                batch[name].to_numpy()
                for name in ("left", "right", "shared", "left_size", "right_size")
            )
            union, less = np.maximum(1, one + other - shared), np.maximum(1, np.minimum(one, other))
            verified = shared / union >= LEAST_SIMILARITY
            verified |= shared / less >= self.containment
            ends.append(np.stack([left, right])[:, verified])
        texts, places = np.unique(np.concatenate(ends, axis=1), return_inverse=True)
        left, right = places.reshape(2, -1)
        label = components(left, right, len(texts))
        others = np.flatnonzero(label != np.arange(len(texts)))
        columns = [pa.array(texts[label[others]]), pa.array(texts[others])]
        yield pa.RecordBatch.from_arrays(columns, schema=LINKS)


@dataclass(frozen=True, slots=True)
class IslandLabels:
    """The texts in verified pairs, ascending, and the lowest text of the island of each."""

    texts: Integers
    island: Integers

    @classmethod
    def of(cls, links: pa.Table) -> "IslandLabels":
        """Find the islands that all links make."""
        ends = np.stack([links["left"].to_numpy(), links["right"].to_numpy()])
        texts, places = np.unique(ends, return_inverse=True)
        left, right = places.reshape(2, -1)
        return cls(texts, texts[components(left, right, len(texts))])

    @classmethod
    def unpacked(cls, data: bytes) -> "IslandLabels":
        """Return what ``packed`` returned."""
        return cls(*unpack(data))

    def packed(self) -> bytes:
        """Return it as bytes."""
        return pack([self.texts, self.island])

    def of_texts(self, texts: Integers) -> Integers:
        """Return the islands of texts, -1 of those that are in none."""
        at, there = positions_in(self.texts, texts)
        found = np.full(len(texts), -1)
        found[there] = self.island[at[there]]
        return found


def _split(island: Integers, buckets: int) -> Iterator[tuple[int, Integers]]:
    return places_by_bucket(buckets_of_tiles(island, buckets))


@dataclass(frozen=True, slots=True)
class SpreadCompared(Sender):
    """Sends comparisons of two texts of one island there, as packets of a ``kind``."""

    islands: Broadcast
    buckets: int
    kind: int = OF_PAIRS

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of rows of ``COMPARED``."""
        islands = IslandLabels.unpacked(self.islands.value)
        for batch in rows:
            island = islands.of_texts(batch["left"].to_numpy())
            here = (island >= 0) & (island == islands.of_texts(batch["right"].to_numpy()))
            some = batch.filter(pa.array(here))
            for bucket, at in _split(island[here], self.buckets):
                yield Packet(bucket, 0, self.kind, pack_rows(some.take(pa.array(at))))


MEMBERS = pa.schema([("id", pa.string()), ("number", pa.int64()), ("island", pa.int64())])
"""Documents that may be in a group: their text's number and its island."""


@dataclass(frozen=True, slots=True)
class FindMembers:
    """Finds the documents of texts that are in verified pairs, or have several documents."""

    numbering: Numbering
    islands: Broadcast

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``MEMBERS``."""
        islands = IslandLabels.unpacked(self.islands.value)
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            numbers = self.numbering.first_of(packet) + np.arange(batch.num_rows)
            island = islands.of_texts(numbers)
            copied = batch["documents"].to_numpy() > 1
            island = np.where((island < 0) & copied, numbers, island)
            wanted = np.flatnonzero(island >= 0)
            some = batch.select(["first", "others"]).take(pa.array(wanted)).to_pylist()
            found = [
                {"id": name, "number": number, "island": of}
                for row, number, of in zip(
                    some, numbers[wanted].tolist(), island[wanted].tolist(), strict=True
                )
                for name in (row["first"], *row["others"])
            ]
            yield pa.RecordBatch.from_pylist(found, schema=MEMBERS)


@dataclass(frozen=True, slots=True)
class SpreadMembers(Sender):
    """Sends documents to their islands."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of rows of ``TOLD`` and ``MEMBERS``."""
        for batch in rows:
            some = batch.select([*TOLD, "number", "island"])
            for bucket, at in _split(batch["island"].to_numpy(), self.buckets):
                yield Packet(bucket, 0, OF_TEXTS, pack_rows(some.take(pa.array(at))))


@dataclass(frozen=True, slots=True)
class AskSamples(Sender):
    """Asks who has the samples of islands' texts, and tells of documents that differ in bytes."""

    islands: Broadcast
    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: texts and values; or values, and in how many more documents."""
        islands = IslandLabels.unpacked(self.islands.value)
        for batch in rows:
            numbers = batch["number"].to_numpy()
            asked = islands.of_texts(numbers) >= 0
            more = batch["contents"].to_numpy() - 1
            for kind, texts in (OF_OTHERS, asked), (OF_COMMON, more > 0):
                some = np.flatnonzero(texts)
                found = unpack_sketches(batch["sketch"].take(pa.array(some)).to_pylist())
                of_each = np.repeat((numbers if kind == OF_OTHERS else more)[some], found.sizes)
                where = buckets_of_values(found.values, self.buckets)
                for bucket, here in places_by_bucket(where):
                    yield Packet(bucket, 0, kind, pack([of_each[here], found.values[here]]))


@dataclass(frozen=True, slots=True)
class AnswerSamples(Sender):
    """Answers how many texts, and how many documents, have each of the samples asked for."""

    islands: Broadcast
    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets to islands: texts, their samples, and both numbers."""
        islands = IslandLabels.unpacked(self.islands.value)
        for bucket, packets in by_bucket(rows):
            known: list[list[Integers]] = []
            of_kind: dict[int, list[list[Integers]]] = {OF_COMMON: [], OF_OTHERS: []}
            for packet in packets:
                if packet.kind == OF_TEXTS:
                    known.append(unpack(packet.data))
                else:
                    of_kind[packet.kind].append(unpack(packet.data))
            if not of_kind[OF_OTHERS]:
                continue
            numbers, values = (
                np.concatenate(some) for some in zip(*of_kind[OF_OTHERS], strict=True)
            )
            texts = np.ones(len(values), dtype=np.int64)
            for listed, counts in known:
                at, there = positions_in(listed, values)
                texts[there] = counts[at[there]]
            documents = texts.copy()
            if of_kind[OF_COMMON]:
                more, where = (
                    np.concatenate(some) for some in zip(*of_kind[OF_COMMON], strict=True)
                )
                told, which = np.unique(where, return_inverse=True)
                at, there = positions_in(told, values)
                documents[there] += np.bincount(which, more).astype(np.int64)[at[there]]
            columns = [numbers, values, texts.astype(np.int32), documents.astype(np.int32)]
            for to, at in _split(islands.of_texts(numbers), self.buckets):
                yield Packet(to, bucket, OF_COMMON, pack([one[at] for one in columns]))


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
        return regroup(plain), told

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
    figures = forms.Figures.of(pairs)
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
    sketched = Sketched.of([(listed, Sketches(values, sizes))])
    held = Spread(texts, of_documents, texts)
    ends = np.stack(ends_of(pairs, dict(zip(documents, documents.texts.tolist(), strict=True))))
    found = forms_among(ends, figures, sketched, held)
    return [
        replace(pair, framed=True) if framed else pair
        for pair, framed in zip(pairs, found.tolist(), strict=True)
    ]
