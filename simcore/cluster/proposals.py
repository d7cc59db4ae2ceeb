"""Pairs of texts proposed by rare samples and by near fingerprints, on their way to each other.

A pair meets what is known of its first text in the bucket of that, then of its second one, and what
cannot be a pair ends there. See ``simcore.candidates`` for which pairs are worth comparing.

As ``simcore.candidates.postings`` does it in one process, here in as many ranges as there are
buckets. Each sample is on its way once; those that one text alone has end there.

What follows from them is sent in few bytes: ``Sizes`` tell if a pair may be worth comparing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.bounds import Signs
from simcore.candidates.near import Table, near_pairs, pairs_with_leaders, table_pairs
from simcore.candidates.postings import (
    Frequencies,
    Postings,
    Worth,
    positions_in,
    ranges,
    sizes_by_sampling,
    sums,
)
from simcore.candidates.sketches import unpack_sketches
from simcore.cluster.packets import (
    NUMBER,
    Broadcast,
    Packet,
    Rows,
    Sender,
    by_bucket,
    in_rows,
    pack,
    packets_of,
    places_by_bucket,
    places_of,
    steps_of,
    unpack,
    unpack_rows,
)
from simcore.cluster.texts import OF_OTHERS, OF_PAIRS, OF_TEXTS, Counts, Integers, Numbering
from simcore.kernel import core
from simcore.model.config import Thresholds
from simcore.text.shingles import SAMPLINGS, firsts

_TEXTS_AT_ONCE = 4_096
_HALF = np.uint64(32)

Values = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class SpreadSamples(Sender):
    """Sends the samples of texts to the buckets of their values."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of the numbers of texts, values, and the place of the text of each."""
        for batch in rows:
            for start in range(0, batch.num_rows, _TEXTS_AT_ONCE):
                yield from self._sent(batch.slice(start, _TEXTS_AT_ONCE))

    def _sent(self, batch: pa.RecordBatch) -> Iterator[Packet]:
        texts = batch["number"].to_numpy()
        order = np.argsort(texts)
        values, sizes = unpack_sketches(batch["sketch"].take(pa.array(order)).to_pylist())
        # both in one number: the texts of a packet are few
        keys = values.astype(np.uint64) << _HALF
        keys |= np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
        core.sort(keys)
        values, places = (keys >> _HALF).astype(np.uint32), keys.astype(np.uint32)
        where = values.astype(np.int64) * self.buckets >> 32
        ends = np.searchsorted(where, np.arange(self.buckets + 1)).tolist()
        for bucket in range(self.buckets):
            some = slice(ends[bucket], ends[bucket + 1])
            if some.start < some.stop:
                those, at = np.unique(places[some], return_inverse=True)
                data = pack([texts[order][those], values[some], at.astype(np.uint16)])
                yield Packet(bucket, 0, 0, data)


def invert(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return the samples of each bucket that several texts have, as one packet: ``Samples``."""
    return in_rows((_inverted(bucket, packets) for bucket, packets in by_bucket(rows)), at_once=1)


def _inverted(bucket: int, packets: Iterator[Packet]) -> Packet:
    values: list[Values] = [np.zeros(0, dtype=np.uint32)]
    texts: list[Integers] = [np.zeros(0, dtype=np.int64)]
    for packet in packets:
        some, listed, places = unpack(packet.data)
        values.append(listed)
        texts.append(some[places])
    joined, owners = np.concatenate(values), np.concatenate(texts)
    # texts ascend in each list of equal samples
    keys = joined.astype(np.uint64) << _HALF | owners.astype(np.uint64)
    core.sort(keys)
    joined, owners = (keys >> _HALF).astype(np.uint32), keys.astype(np.uint32).astype(np.int64)
    starts = np.flatnonzero(firsts(joined))
    counts = np.diff(starts, append=len(joined))
    kept = counts > 1
    found = Samples(joined[starts][kept], counts[kept], owners[np.repeat(kept, counts)])
    return Packet(bucket, 0, 0, pack([found.values, found.counts, found.owners]))


@dataclass(frozen=True, slots=True)
class Samples:
    """Samples of a range, ascending, how many texts have each, and these, one after another."""

    values: Values
    counts: Integers
    owners: Integers

    @classmethod
    def in_packet(cls, packet: Packet) -> "Samples":
        """Return those of a packet."""
        values, counts, owners = unpack(packet.data)
        return cls(values, counts, owners)


def take_counts(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return ``PACKETS`` of the values of samples, and how many texts have each, without these."""
    return in_rows(
        packet._replace(data=pack([found.values, found.counts]))
        for packet in packets_of(rows)
        for found in [Samples.in_packet(packet)]
    )


HISTOGRAM = pa.schema([("count", pa.int64()), ("samples", pa.int64())])


def count_samples(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return of how many samples each number of texts is."""
    for packet in packets_of(rows):
        repeats = np.bincount(Samples.in_packet(packet).counts)
        listed = np.flatnonzero(repeats)
        yield pa.RecordBatch.from_arrays(
            [pa.array(listed), pa.array(repeats[listed])], schema=HISTOGRAM
        )


def histogram_of(counted: pa.Table) -> Integers:
    """Return how many samples each number of texts has, from what was counted of all buckets."""
    counts, samples = counted["count"].to_numpy(), counted["samples"].to_numpy()
    repeats = np.zeros(int(counts.max(initial=0)) + 1, dtype=np.int64)
    np.add.at(repeats, counts, samples)
    return repeats


_RATES = len(SAMPLINGS)

SKETCHED = ("id", "sketch")
"""What of a document its text needs after it has a number."""

FIRSTS = pa.schema([("id", pa.string()), ("number", pa.int64()), ("contents", pa.int64())])
"""A row a text: its first document, its number, and how many of its documents differ in bytes."""


@dataclass(frozen=True, slots=True)
class FindFirsts:
    """Finds the first document of each text."""

    numbering: Numbering

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``FIRSTS``."""
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            numbers = self.numbering.first_of(packet) + np.arange(batch.num_rows)
            columns = [batch["first"], pa.array(numbers), batch["contents"]]
            yield pa.RecordBatch.from_arrays(columns, schema=FIRSTS)


@dataclass(frozen=True, slots=True)
class Sizes:
    """What pairs are judged by before their texts are there, of ``texts``, whose numbers ascend.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``, ``sizes`` and ``common``,
    of shape (samplings, texts), how many samples it has at each rate, and how many that many texts
    have. These are at ``places`` among all common samples: ascending of each text, one after
    another; or there are none of these, for those who need none.
    """

    texts: Integers
    level: Integers
    sizes: Counts
    common: Counts
    places: Integers

    @classmethod
    def joined(cls, parts: Sequence["Sizes"]) -> "Sizes":
        """Put parts of different texts together."""
        columns = ("texts", "level", "sizes", "common", "places")
        joined = (
            np.concatenate([getattr(one, name) for one in parts], axis=-1) for name in columns
        )
        found = cls(*joined)
        return found.at(np.argsort(found.texts))

    @classmethod
    def unpacked(cls, data: bytes) -> "Sizes":
        """Return what ``packed`` made."""
        texts, level, *counts, steps = unpack(data)
        sizes, common = (np.stack(counts[at : at + _RATES]) for at in (0, _RATES))
        return cls(texts, level.astype(np.int64), sizes, common, places_of(steps))

    def packed(self) -> bytes:
        """Return it as bytes."""
        columns = [self.texts, self.level.astype(np.uint8), *self.sizes, *self.common]
        return pack([*columns, steps_of(self.places)])

    def shingles(self) -> Integers:
        """Return about how many shingles each text has."""
        of_each = self.sizes[self.level, np.arange(len(self.level))].astype(np.int64)
        found: Integers = of_each * np.array(SAMPLINGS)[self.level]
        return found

    def plain(self) -> "Sizes":
        """Return the same without places."""
        return replace(self, places=self.places[:0])

    def of(self, texts: Integers) -> "Sizes":
        """Return those of some texts, in their order."""
        places, _ = positions_in(self.texts, texts)
        return self.at(places)

    def at(self, some: Integers) -> "Sizes":
        """Return those at some places among the texts, in their order."""
        counts = self.common[0].astype(np.int64)
        listed = ranges((np.cumsum(counts) - counts)[some], counts[some])
        return Sizes(
            self.texts[some],
            self.level[some],
            self.sizes[:, some],
            self.common[:, some],
            self.places[listed] if len(self.places) else self.places,
        )


@dataclass(frozen=True, slots=True)
class TakeSizes(Sender):
    """Takes the sizes of texts from their sketches, with the samples that are ``common``."""

    numbering: Numbering
    common: Broadcast

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of ``Sizes`` to the buckets of texts."""
        (every,) = unpack(self.common.value)
        for batch in rows:
            texts = batch["number"].to_numpy()
            order = np.argsort(texts)
            values, counts = unpack_sketches(batch["sketch"].take(pa.array(order)).to_pylist())
            level, sizes = sizes_by_sampling(values, counts)
            places, there = positions_in(every, values)
            common = np.stack(
                [sums(there & (values & np.uint32(one - 1) == 0), counts) for one in SAMPLINGS]
            )
            of_each = sizes.astype(np.int32), common.astype(np.int32)
            found = Sizes(texts[order], level, *of_each, places[there].astype(np.int64))
            for bucket, at in self.numbering.split(found.texts):
                yield Packet(bucket, 0, OF_TEXTS, found.at(at).packed())


MARKS = pa.schema([("texts", pa.binary()), ("marks", pa.binary())])
"""Packed numbers of texts, and a byte of each."""


def marks_of(rows: pa.Table, texts: int) -> NDArray[np.uint8]:
    """Return the marks of so many texts, by their numbers, from rows of ``MARKS``."""
    found = np.zeros(texts, dtype=np.uint8)
    for some, marks in zip(rows["texts"].to_pylist(), rows["marks"].to_pylist(), strict=True):
        found[unpack(some)[0]] = np.frombuffer(marks, dtype=np.uint8)
    return found


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


def take_plain(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return ``PACKETS`` of sizes without what only pairs that are judged need."""
    return in_rows(
        packet._replace(data=Sizes.unpacked(packet.data).plain().packed())
        for packet in packets_of(rows)
    )


@dataclass(frozen=True, slots=True)
class TakeLeast:
    """Takes from the sizes of texts what they share at least, see ``Worth.least``; 255 of more."""

    thresholds: Thresholds

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``MARKS``, one a packet."""
        for packet in packets_of(rows):
            sizes = Sizes.unpacked(packet.data)
            least = Worth(sizes.level, sizes.sizes, sizes.common).least(self.thresholds)
            marks = least.clip(0, 255).astype(np.uint8).tobytes()
            row = {"texts": pack([sizes.texts]), "marks": marks}
            yield pa.RecordBatch.from_pylist([row], schema=MARKS)


@dataclass(frozen=True, slots=True)
class MeetFirst(Sender):
    """Adds up what pairs share, and sends those that may be worth comparing to the second text.

    And what is known of the first ones. ``least`` has a byte a text, as of ``TakeLeast``, by
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

    thresholds: Thresholds
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
        at, rare = self.thresholds, shared.astype(np.float64)
        doubtful = worth.worth_comparing(one, other, rare, at)
        counted = np.array([np.count_nonzero(doubtful)])
        yield packet._replace(kind=OF_OTHERS, data=pack([counted]))
        if self.counting:
            return
        one, other, rare = one[doubtful], other[doubtful], rare[doubtful]
        counts = both.common[0].astype(np.int64)
        # to count what pairs share takes long, and of most bits tell that it is too little
        most = Signs.of_runs(both.places.astype(np.uint32), counts).most_shared(one, other)
        doubtful = worth.worth_comparing(one, other, rare, at, most)
        one, other, rare = one[doubtful], other[doubtful], rare[doubtful]
        runs = both.places.astype(np.uint64), np.cumsum(counts) - counts, counts
        common = core.shared_runs(*runs, one, other).astype(np.float64)
        kept = worth.worth_comparing(one, other, rare, at, common)
        one, other, total = one[kept], other[kept], (rare + common)[kept]
        shown, alike = worth.figures(one, other, total, at)
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
