"""Pairs of texts proposed by rare samples and by near fingerprints, on their way to each other.

A pair meets what is known of its first text in the bucket of that, then of its second one, and what
cannot be a pair ends there. See ``simcore.candidates`` for which pairs are worth comparing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.bounds import Signs
from simcore.candidates.dense import pairs_with_leaders
from simcore.candidates.near_pairs import near_pairs, table_pairs
from simcore.candidates.postings import Postings, Worth
from simcore.candidates.sample_ranges import Frequencies, positions_in
from simcore.candidates.sort_orders import Table
from simcore.cluster.frames import (
    NUMBER,
    Broadcast,
    Packet,
    Rows,
    Sender,
    by_bucket,
    in_rows,
    packets_of,
    places_by_bucket,
)
from simcore.cluster.packing import pack, unpack, unpack_rows
from simcore.cluster.stages.samples import Samples
from simcore.cluster.stages.sketches import MARKS, Sizes
from simcore.cluster.stages.texts import (
    OF_OTHERS,
    OF_PAIRS,
    OF_TEXTS,
    Counts,
    Integers,
    Numbering,
)
from simcore.kernel import measures

_PROPOSALS_AT_ONCE = 1 << 17
_PAIRS_AT_ONCE = 1 << 20
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class _Lists:
    """The samples of one bucket as ``Postings`` takes them, of texts numbered anew."""

    frequencies: Frequencies
    owners: Counts

    def __len__(self) -> int:
        return 1

    def of(self, _part: int) -> tuple[NDArray[np.uint32], Counts, Counts]:
        return self.frequencies.values, self.frequencies.counts, self.owners


@dataclass(frozen=True, slots=True)
class ProposeByRare(Sender):
    """Sends pairs of texts that share samples, which at most so many have, to the first text.

    Those of one first text in ``sampling``.
    """

    numbering: Numbering
    most: int
    sampling: int = 1

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both numbers, and how many of the bucket's samples they share."""
        for packet in packets_of(rows):
            found = Samples.in_packet(packet)
            rare = found.counts <= self.most
            owners = found.owners[np.repeat(rare, found.counts)]
            texts, which = np.unique(owners, return_inverse=True)
            counts = found.counts[rare].astype(np.int32)
            lists = _Lists(Frequencies(found.values[rare], counts), which.astype(np.int32))
            asked = None
            if self.sampling > 1:
                mixed = texts.astype(np.uint64) * _SPREAD >> np.uint64(32)
                asked = mixed % np.uint64(self.sampling) == 0
            postings = Postings(lists, self.most, asked=asked)
            any_at_all = np.ones(len(texts), dtype=np.int32)
            waiting, held = [np.zeros((3, 0), dtype=np.int64)], 0
            for part in postings.parts(_PROPOSALS_AT_ONCE):
                pairs = postings.counted(part, any_at_all)
                left, right = np.sort(pairs[:2], axis=0)
                here = np.stack([texts[left], texts[right], pairs[2]])
                waiting.append(here if asked is None else here[:, asked[left]])
                held += pairs.shape[1]
                if held > _PAIRS_AT_ONCE:
                    yield from _to_first(self.numbering, packet.to, np.concatenate(waiting, axis=1))
                    waiting, held = waiting[:1], 0
            yield from _to_first(self.numbering, packet.to, np.concatenate(waiting, axis=1))


def _to_first(numbering: Numbering, place: int, pairs: Integers) -> Iterator[Packet]:
    left, right, shared = pairs[:, np.lexsort(pairs[1::-1])]
    for bucket, some in numbering.split(left):
        columns = [left[some], right[some], shared[some].astype(np.int32)]
        yield Packet(bucket, place, OF_PAIRS, pack(columns))


def met(packets: Iterator[Packet]) -> tuple[Sizes, list[Integers]]:
    """Return what is known of the texts of a bucket, and the columns of its pairs; none if none."""
    sizes: list[Sizes] = []
    pairs: list[list[Integers]] = []
    for packet in packets:
        if packet.kind == OF_TEXTS:
            sizes.append(Sizes.unpacked(packet.data))
        else:
            pairs.append([one.astype(np.int64) for one in unpack(packet.data)])
    return Sizes.joined(sizes), [np.concatenate(some) for some in zip(*pairs, strict=True)]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The thresholds by which pairs are sought: see ``simcore.candidates.sketches``."""

    containment: float
    similarity: float

    def least(self, sizes: Sizes) -> NDArray[np.uint8]:
        """Return what each text shares at least with one no smaller, of rare samples; 255 of more.

        See ``Worth.least``.
        """
        worth = Worth(sizes.level, sizes.sizes, sizes.common)
        return worth.least(self.containment, self.similarity).clip(0, 255).astype(np.uint8)


def take_plain(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return ``PACKETS`` of sizes without what only pairs that are judged need."""
    return in_rows(
        packet._replace(data=Sizes.unpacked(packet.data).plain().packed())
        for packet in packets_of(rows)
    )


@dataclass(frozen=True, slots=True)
class TakeLeast:
    """Takes from the sizes of texts what they share at least."""

    bounds: Bounds

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``MARKS``, one a packet."""
        for packet in packets_of(rows):
            sizes = Sizes.unpacked(packet.data)
            row = {"texts": pack([sizes.texts]), "marks": self.bounds.least(sizes).tobytes()}
            yield pa.RecordBatch.from_pylist([row], schema=MARKS)


@dataclass(frozen=True, slots=True)
class MeetFirst(Sender):
    """Adds up what pairs share, and sends those that may be worth comparing to the second text.

    And what is known of the first ones. ``least`` has a byte a text, as of ``Bounds.least``, by
    their numbers.
    """

    numbering: Numbering
    least: Broadcast

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: first texts, second texts, what they share; and sizes of first ones."""
        least = np.frombuffer(self.least.value, dtype=np.uint8)
        for bucket, packets in by_bucket(rows):
            sizes, pairs = met(packets)
            if not pairs:
                continue
            left, right, shared = _added(*pairs)
            kept = shared >= np.minimum(least[left], least[right])
            left, right, shared = left[kept], right[kept], shared[kept]
            for to, some in self.numbering.split(right):
                sent = pack([left[some], right[some], shared[some].astype(np.int32)])
                yield Packet(to, bucket, OF_PAIRS, sent)
                if to != bucket:  # there they are known
                    told = sizes.of(np.unique(left[some]))
                    yield Packet(to, bucket, OF_OTHERS, told.packed())


def _added(left: Integers, right: Integers, shared: Integers) -> tuple[Integers, ...]:
    """Return each pair once, with all that it shares."""
    keys = left << 32 | right
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])) if len(keys) else keys
    total = np.add.reduceat(shared[order], starts) if len(keys) else shared
    return keys[starts] >> 32, keys[starts] & 0xFFFFFFFF, total


@dataclass(frozen=True, slots=True)
class MeetSecond(Sender):
    """Keeps the pairs that are worth comparing, by all samples that they share.

    With ``counting`` none: it is told how many may be worth it, for which no places are needed.
    """

    bounds: Bounds
    counting: bool = False

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both numbers, what may be shown, and about how alike it is.

        And about how many shingles both have. Others, ``OF_OTHERS``, have the number of pairs that
        would be worth it if they shared all common samples that they could.
        """
        for bucket, packets in by_bucket(rows):
            mine: list[Sizes] = []
            theirs: dict[int, Sizes] = {}
            waiting: list[Packet] = []
            for packet in packets:
                if packet.kind == OF_TEXTS:
                    mine.append(Sizes.unpacked(packet.data))
                elif packet.kind == OF_PAIRS:
                    waiting.append(packet)
                else:
                    theirs[packet.place] = Sizes.unpacked(packet.data)
            sizes = Sizes.joined(mine)
            for packet in waiting:
                known = sizes
                if packet.place != bucket:
                    seconds = sizes.of(np.unique(unpack(packet.data)[1]))
                    known = Sizes.joined([theirs[packet.place], seconds])
                yield from self._judged(packet, known)

    def _judged(self, packet: Packet, both: Sizes) -> Iterator[Packet]:
        left, right, shared = unpack(packet.data)
        (one, _), (other, _) = (positions_in(both.texts, some) for some in (left, right))
        worth = Worth(both.level, both.sizes, both.common)
        given, rare = (self.bounds.containment, self.bounds.similarity), shared.astype(np.float64)
        doubtful = worth.worth_comparing(one, other, rare, *given)
        counted = np.array([np.count_nonzero(doubtful)])
        yield packet._replace(kind=OF_OTHERS, data=pack([counted]))
        if self.counting:
            return
        one, other, rare = one[doubtful], other[doubtful], rare[doubtful]
        counts = both.common[0].astype(np.int64)
        # to count what pairs share takes long, and of most bits tell that it is too little
        most = Signs.of_runs(both.places.astype(np.uint32), counts).most_shared(one, other)
        doubtful = worth.worth_comparing(one, other, rare, *given, most)
        one, other, rare = one[doubtful], other[doubtful], rare[doubtful]
        runs = both.places.astype(np.uint64), np.cumsum(counts) - counts, counts
        common = measures.shared_runs(*runs, one, other).astype(np.float64)
        kept = worth.worth_comparing(one, other, rare, *given, common)
        one, other, total = one[kept], other[kept], (rare + common)[kept]
        shown, alike = worth.figures(one, other, total, *given)
        shingles = both.shingles()
        columns = [both.texts[one], both.texts[other], shown, alike]
        columns += [shingles[one], shingles[other]]
        if len(one):
            yield packet._replace(kind=OF_PAIRS, data=pack(columns))


def count_pairs(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many pairs there are in packets of them."""
    for packet in packets_of(rows):
        yield pa.RecordBatch.from_pylist([{"number": len(unpack(packet.data)[0])}], schema=NUMBER)


def count_doubtful(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many pairs may be worth comparing, as ``MeetSecond`` counts them."""
    for packet in packets_of(rows):
        (number,) = unpack(packet.data)
        yield pa.RecordBatch.from_pylist([{"number": int(number[0])}], schema=NUMBER)


@dataclass(frozen=True, slots=True)
class SpreadFingerprints(Sender):
    """Sends the fingerprints of texts that are not too short to buckets, by the keys of tables.

    Without tables all come together in one.
    """

    numbering: Numbering
    tables: Sequence[Table]
    buckets: int
    width: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: numbers of texts, and the 64-bit words of their fingerprints.

        The place of each is the number of its table.
        """
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            usual = np.flatnonzero(~batch["short"].to_numpy(zero_copy_only=False))
            numbers = self.numbering.first_of(packet) + usual
            words = words_of(batch.take(pa.array(usual)), self.width)
            for at, table in enumerate(self.tables or [None]):
                where = np.zeros(len(words), dtype=np.int64)
                if table is not None:
                    keys = np.zeros(len(words), dtype=np.uint64)
                    for no, word in enumerate(words.T):
                        keys = (keys ^ (word & np.uint64(table.key >> 64 * no & _WORD))) * _SPREAD
                    where = (
                        (keys >> np.uint64(32)) * np.uint64(self.buckets) >> np.uint64(32)
                    ).astype(np.int64)
                for bucket, here in places_by_bucket(where):
                    columns = [numbers[here], *words[here].T]
                    yield Packet(bucket, at, OF_TEXTS, pack(columns))


@dataclass(frozen=True, slots=True)
class ProposeByFingerprints(Sender):
    """Finds the pairs within a distance of the tables' buckets."""

    tables: Sequence[Table]
    distance: int
    width: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both numbers, the lower one first."""
        for bucket, packets in by_bucket(rows):
            for at, some in groupby(packets, attrgetter("place")):
                numbers, *words = (
                    np.concatenate(columns)
                    for columns in zip(*(unpack(one.data) for one in some), strict=True)
                )
                fingerprints = np.stack(words, axis=1)
                if self.tables:
                    left, right, _ = table_pairs(fingerprints, self.distance, self.tables[at])
                else:
                    left, right, _ = near_pairs(fingerprints, self.distance, width=self.width)
                if len(left):
                    pairs = np.sort(np.stack([numbers[left], numbers[right]]), axis=0)
                    yield Packet(bucket, at, OF_PAIRS, pack([*pairs]))


@dataclass(frozen=True, slots=True)
class ProposeByLeaders(Sender):
    """Pairs texts with the leaders of dense neighbourhoods that are nearest to them."""

    leaders: Integers
    of_leaders: NDArray[np.uint64]
    farthest: int
    width: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both numbers, the lower one first."""
        for batch in rows:
            given = (
                batch["number"].to_numpy(),
                words_of(batch, self.width),
                self.leaders,
                self.of_leaders,
            )
            pairs = pairs_with_leaders(*given, self.farthest)
            if len(pairs[0]):
                yield Packet(0, 0, OF_PAIRS, pack(pairs))


def words_of(rows: pa.RecordBatch | pa.Table, width: int) -> NDArray[np.uint64]:
    """Return the fingerprints of rows, shape (n, 64-bit words)."""
    values = b"".join(rows["fingerprint"].to_pylist())
    return np.frombuffer(values, dtype="<u8").reshape(-1, max(1, width // 64))
