"""The samples of all texts, inverted: for each range of values the texts that have each of them.

As ``simcore.candidates.sample_ranges`` does it in one process, here in as many ranges as there are
buckets. Each sample is on its way once; those that one text alone has end there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.sketch_codec import unpack_joined
from simcore.cluster.frames import Packet, Rows, Sender, by_bucket, in_rows, packets_of
from simcore.cluster.packing import pack, unpack
from simcore.cluster.stages.texts import Integers
from simcore.kernel import measures
from simcore.text.shingles import firsts

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
        values, sizes = unpack_joined(batch["sketch"].take(pa.array(order)).to_pylist())
        # both in one number: the texts of a packet are few
        keys = values.astype(np.uint64) << _HALF
        keys |= np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
        measures.sort(keys)
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
    measures.sort(keys)
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
