"""Pairs of texts proposed by samples and by near fingerprints, on their way to each other.

As ``simcore.candidates.inverted`` does it in one process, here in as many buckets of values as are
asked for. Each sample is on its way once. A pair that meets in a bucket is on its way to its first
text with what both sketches hold, where all that it shares is added up and judged: no more is sent
of texts than that. Long lists are cut by the same numbers as in one process, so the same pairs
meet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.arrays import shared_samples, sorted_samples
from simcore.candidates.blocks import block_keys, in_buckets, near_pairs, probe_masks, radii
from simcore.candidates.inverted import Bounds, SampleLists, Unmet, chosen
from simcore.candidates.sketches import Sketches, unpack_sketches
from simcore.cluster.packets import (
    NUMBER,
    Packet,
    Rows,
    Sender,
    by_bucket,
    in_rows,
    pack,
    packets_of,
    places_by_bucket,
    unpack,
    unpack_rows,
)
from simcore.cluster.texts import (
    OF_COMMON,
    OF_OTHERS,
    OF_PAIRS,
    OF_TEXTS,
    Integers,
    Numbering,
)
from simcore.kernel.core import Sized

_TEXTS_AT_ONCE = 4_096
_SPREAD = np.uint32(0x9E3779B1)
_LEVEL_BITS, _SHINGLE_BITS, _COARSER_BITS, _RATES = 3, 7, 7, 5
_MOST_RADIUS = 1

Values = NDArray[np.uint32]

SKETCHED = ("id", "sketch")
"""What of a document its text needs after it has a number."""

FIRSTS = pa.schema(
    [
        ("id", pa.string()),
        ("number", pa.int64()),
        ("contents", pa.int64()),
        ("characters", pa.int64()),
    ]
)
"""A row a text: its first document, its number, how many of its documents differ in bytes, and its
length."""


def buckets_of_values(values: Values, buckets: int) -> Integers:
    """Return in which of so many buckets each sample is."""
    return ((values * _SPREAD).astype(np.uint64) * np.uint64(buckets) >> np.uint64(32)).astype(
        np.int64
    )


@dataclass(frozen=True, slots=True)
class FindFirsts:
    """Finds the first document of each text that has words."""

    numbering: Numbering

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``FIRSTS``."""
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            numbers = self.numbering.first_of(packet) + np.arange(batch.num_rows)
            columns = [batch["first"], pa.array(numbers), batch["contents"], batch["characters"]]
            found = pa.RecordBatch.from_arrays(columns, schema=FIRSTS)
            yield found.filter(batch["fingerprint"].is_valid())


def _packed_sizes(sketches: Sketches) -> Integers:
    """Return what sketches are compared by in one number each.

    Of the sparsest rate a text may have many samples; at rates that are too sparse for it, it has
    fewer than ``LEAST_SKETCH``.
    """
    size, runs, level, *coarser = sketches.sized.rows.astype(np.int64).T
    rest = runs.copy()
    for at, count in enumerate(coarser):
        fewer = np.where(level > at, 0, np.minimum(count, (1 << _COARSER_BITS) - 1))
        rest = np.where(level < _RATES, rest << _COARSER_BITS | fewer, rest)
    packed: Integers = (rest << _SHINGLE_BITS | size - runs) << _LEVEL_BITS | level
    return packed


def _sized(packed: Integers) -> Sized:
    level = packed & (1 << _LEVEL_BITS) - 1
    shingles = packed >> _LEVEL_BITS & (1 << _SHINGLE_BITS) - 1
    rest = packed >> _LEVEL_BITS + _SHINGLE_BITS
    coarser = np.zeros((len(packed), _RATES), dtype=np.int64)
    for at in reversed(range(_RATES)):
        coarser[:, at] = rest & (1 << _COARSER_BITS) - 1
        rest = np.where(level < _RATES, rest >> _COARSER_BITS, rest)
    coarser = np.where(level[:, None] > np.arange(_RATES), rest[:, None], coarser)
    return Sized.of(rest + shingles, rest, level, coarser)


@dataclass(frozen=True, slots=True)
class SpreadSamples(Sender):
    """Sends the samples of texts to the buckets of their values."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: texts, their packed sizes and lengths, values, and whose each is."""
        for batch in rows:
            for start in range(0, batch.num_rows, _TEXTS_AT_ONCE):
                yield from self._sent(batch.slice(start, _TEXTS_AT_ONCE))

    def _sent(self, batch: pa.RecordBatch) -> Iterator[Packet]:
        texts = batch["number"].to_numpy()
        sketches = unpack_sketches(batch["sketch"].to_pylist())
        sizes, owners = _packed_sizes(sketches), sketches.owners
        characters = batch["characters"].to_numpy().astype(np.uint32)
        for bucket, some in places_by_bucket(buckets_of_values(sketches.values, self.buckets)):
            values, owner = sorted_samples(sketches.values[some], owners[some])
            those, at = np.unique(owner, return_inverse=True)
            of_texts = [one[those] for one in (texts, sizes, characters)]
            data = pack([*of_texts, values, at.astype(np.uint16)])
            yield Packet(bucket, 0, 0, data)


@dataclass(frozen=True, slots=True)
class Invert:
    """Inverts the samples of each bucket; the texts that are copied most come first in lists."""

    copied: Integers

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return a packet a bucket: samples that several texts have, in how many texts each is.

        And the places of these, of each sample; the numbers of texts, and their packed sizes.
        """
        made = (_inverted(bucket, packets, self.copied) for bucket, packets in by_bucket(rows))
        return in_rows(made, at_once=1)


def _inverted(bucket: int, packets: Iterator[Packet], copied: Integers) -> Packet:
    columns = [unpack(packet.data) for packet in packets]
    numbers, every, lengths = (np.concatenate([one[at] for one in columns]) for at in range(3))
    texts, first, row = np.unique(numbers, return_index=True, return_inverse=True)
    sizes = every[first]
    # then the longest, as in one process
    others = np.isin(texts, copied, invert=True)
    order = np.lexsort((texts, -lengths[first].astype(np.int64), others))
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    start, placed = 0, []
    for those, *_, at in columns:
        placed.append(place[row[start + at.astype(np.int64)]])
        start += len(those)
    values = np.concatenate([one[3] for one in columns])
    shared = shared_samples(values, np.concatenate(placed))
    return Packet(bucket, 0, 0, pack([*shared, texts[order], sizes[order]]))


def take_counts(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return ``PACKETS`` of the values of samples, and how many texts have each, without these."""
    return in_rows(
        packet._replace(data=pack(unpack(packet.data)[:2])) for packet in packets_of(rows)
    )


HISTOGRAM = pa.schema([("count", pa.int64()), ("samples", pa.int64())])


def count_samples(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return of how many samples each number of texts is."""
    for packet in packets_of(rows):
        repeats = np.bincount(unpack(packet.data)[1])
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


EVERY = Bounds(0.0, 0.0)
"""What all pairs share that meet."""


@dataclass(frozen=True, slots=True)
class ProposeBySamples(Sender):
    """Sends pairs of texts that meet in lists, which are cut after so many, to the later text.

    And what texts do not meet in them.
    """

    numbering: Numbering
    cut: int | None
    wide: int | None

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: a text, an earlier one of the lists, the samples shared here, both sizes.

        And what they share in the slices of representatives, if lists are cut. Others have texts,
        their packed sizes, and the columns of ``Unmet``.
        """
        for packet in packets_of(rows):
            _, counts, owners, texts, sizes = unpack(packet.data)
            lists = SampleLists(owners.astype(np.int32), counts.astype(np.int32), len(texts))
            slices, sized = lists.slices(self.wide), _sized(sizes)
            one, other, shared = slices.met(lists, sized, EVERY, lambda: None).T
            columns = [texts[one], texts[other], shared, sizes[one], sizes[other]]
            if self.cut is not None:
                near = lists.slices(self.cut)
                columns.append(lists.shared_in(near, sized, EVERY, (one, other), lambda: None))
            for bucket, some in self.numbering.split(columns[0]):
                yield Packet(bucket, packet.to, OF_PAIRS, pack([one[some] for one in columns]))
            unmet = slices.unmet()
            columns = [texts[unmet.texts], sizes[unmet.texts], *unmet[1:]]
            for bucket, some in self.numbering.split(columns[0]):
                yield Packet(bucket, packet.to, OF_OTHERS, pack([one[some] for one in columns]))


@dataclass(frozen=True, slots=True)
class JudgePairs(Sender):
    """Adds up what pairs share, and keeps those that share enough."""

    bounds: Bounds
    cut: int | None
    wide: int | None

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both numbers of pairs, and apart of those not chosen in crowds.

        Others have the columns of ``UNMET``.
        """
        for bucket, packets in by_bucket(rows):
            of_kind: dict[int, list[Sequence[Integers]]] = {OF_PAIRS: [], OF_OTHERS: []}
            for packet in packets:
                of_kind[packet.kind].append(unpack(packet.data))
            later = not_chosen = unmet_texts = np.zeros(0, dtype=np.int64)
            missed = 0
            if pairs := of_kind[OF_PAIRS]:
                columns = map(np.concatenate, zip(*pairs, strict=True))
                late, early, shared, one, other, *near = columns
                keys, at, (total, *near) = _added(late << 32 | early, shared, *near)
                ends = _sized(one[at]).rows, _sized(other[at]).rows
                needed = self.bounds.needed(*ends)
                enough = total >= needed
                later, earlier = keys[enough] >> 32, keys[enough] & 0xFFFFFFFF
                kept = np.ones(len(later), dtype=np.bool_)
                if self.cut is not None:
                    kept = ((near[0] > 0) & (near[0] >= needed))[enough]
                    share = total / (ends[0][:, 0] + ends[1][:, 0] - total)
                    kept = chosen(later, earlier, share[enough], kept, self.cut)
                not_chosen = later[~kept]
                for kind, some in ((OF_COMMON, ~kept), (OF_PAIRS, kept)):
                    sent = np.sort([later[some], earlier[some]], axis=0)
                    yield Packet(bucket, 0, kind, pack([*sent]))
            if others := of_kind[OF_OTHERS]:
                texts, sizes, hidden, beyond = map(np.concatenate, zip(*others, strict=True))
                numbers, at, counts = _added(texts, hidden, beyond)
                unmet = Unmet(np.arange(len(numbers)), *counts)
                found = np.searchsorted(later, numbers, "right") - np.searchsorted(later, numbers)
                left_out = unmet.counted(_sized(sizes[at]), self.bounds, found, self.wide)
                missed = int(left_out.sum())
                unmet_texts = numbers[left_out > 0]
            either = len(np.union1d(not_chosen, unmet_texts))
            counted = len(later), len(not_chosen), missed, len(unmet_texts), either
            yield Packet(bucket, 0, OF_OTHERS, pack([np.array(counted)]))


def _added(
    keys: Integers, *numbers: NDArray[np.integer]
) -> tuple[Integers, Integers, list[Integers]]:
    """Return each key once, its first position, and the sum of each of its numbers."""
    found, at, which = np.unique(keys, return_index=True, return_inverse=True)
    sums = [np.bincount(which, one, len(found)).astype(np.int64) for one in numbers]
    return found, at, sums


UNMET = pa.schema(
    [(name, pa.int64()) for name in ("pairs", "not_chosen", "unmet", "of_unmet", "of_either")]
)
"""How many pairs share enough, how many of them are not chosen, about how many more did not meet,
of how many texts these are, and of how many both."""


def count_unmet(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return rows of ``UNMET``."""
    for packet in packets_of(rows):
        counted = zip(UNMET.names, unpack(packet.data)[0].tolist(), strict=True)
        yield pa.RecordBatch.from_pylist([dict(counted)], schema=UNMET)


def count_pairs(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many pairs there are in packets of them."""
    for packet in packets_of(rows):
        yield pa.RecordBatch.from_pylist([{"number": len(unpack(packet.data)[0])}], schema=NUMBER)


def tables_of(distance: int, width: int) -> list[tuple[int, NDArray[np.uint16]]]:
    """Return the blocks by whose keys near fingerprints meet, and the bits that may differ.

    None where these would be so many that all fingerprints come together.
    """
    blocks = radii(distance, width // 16)
    if max(blocks) > _MOST_RADIUS:
        return []
    return [(no, probe_masks(radius)) for no, radius in enumerate(blocks) if radius >= 0]


@dataclass(frozen=True, slots=True)
class SpreadFingerprints(Sender):
    """Sends the fingerprints of texts that are not too short to buckets, by keys of blocks.

    Where keys may differ each goes to the buckets of all keys that are near its own.
    """

    numbering: Numbering
    distance: int
    buckets: int
    width: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: numbers of texts, and the 64-bit words of their fingerprints.

        The place of each is the number of a block.
        """
        tables = tables_of(self.distance, self.width)
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            usual = np.flatnonzero(~batch["short"].to_numpy(zero_copy_only=False))
            numbers = self.numbering.first_of(packet) + usual
            words = words_of(batch.take(pa.array(usual)), self.width)
            keys = block_keys(words, self.width)
            for block, masks in tables or [(0, np.zeros(1, dtype=np.uint16))]:
                near = keys[:, block, None].astype(np.uint32) ^ masks[None, :]
                where = buckets_of_values(near.ravel(), self.buckets if tables else 1)
                row = np.repeat(np.arange(len(keys)), len(masks))
                sent = np.unique(where << 32 | row)
                for bucket, here in places_by_bucket(sent >> 32):
                    some = sent[here] & 0xFFFFFFFF
                    columns = [numbers[some], *words[some].T]
                    yield Packet(bucket, block, OF_TEXTS, pack(columns))


@dataclass(frozen=True, slots=True)
class ProposeByFingerprints(Sender):
    """Finds the pairs within a distance among those of a bucket."""

    distance: int
    width: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both numbers, the lower one first."""
        for bucket, block, numbers, words in _fingerprints(rows):
            left, right, _ = near_pairs(words, self.distance, width=self.width)
            if len(left):
                pairs = np.sort(np.stack([numbers[left], numbers[right]]), axis=0)
                yield Packet(bucket, block, OF_PAIRS, pack([*pairs]))


@dataclass(frozen=True, slots=True)
class CountTogether:
    """Counts the pairs of fingerprints that have the key of a block in common."""

    buckets: int
    width: int

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``NUMBER``."""
        for bucket, block, _, words in _fingerprints(rows):
            keys = block_keys(words, self.width)[:, block]
            # others are here only since their keys are near
            own = buckets_of_values(keys.astype(np.uint32), self.buckets) == bucket
            number = in_buckets(keys[own])
            yield pa.RecordBatch.from_pylist([{"number": number}], schema=NUMBER)


def _fingerprints(rows: Rows) -> Iterator[tuple[int, int, Integers, NDArray[np.uint64]]]:
    """Yield buckets, blocks, and the numbers and words of their fingerprints."""
    for bucket, packets in by_bucket(rows):
        together: dict[int, list[Sequence[Integers]]] = {}
        for packet in packets:
            together.setdefault(packet.place, []).append(unpack(packet.data))
        for block, some in together.items():
            numbers, *words = map(np.concatenate, zip(*some, strict=True))
            yield bucket, block, numbers, np.stack(words, axis=1)


def words_of(rows: pa.RecordBatch | pa.Table, width: int) -> NDArray[np.uint64]:
    """Return the fingerprints of rows, shape (n, 64-bit words)."""
    values = b"".join(rows["fingerprint"].to_pylist())
    return np.frombuffer(values, dtype="<u8").reshape(-1, max(1, width // 64))
