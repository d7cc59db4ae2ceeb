"""The samples of all texts, inverted: for each range of values the texts that have each of them.

As ``simcore.candidates.sample_ranges`` does it in one process, here in as many ranges as there are
buckets. Each sample is on its way once; those that one text alone has end there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import positions_in, ranges
from simcore.candidates.sketch_codec import unpack_joined
from simcore.cluster.frames import Broadcast, Packet, Rows, Sender, by_bucket, in_rows, packets_of
from simcore.cluster.packing import pack, steps_of, unpack, unpack_rows
from simcore.cluster.stages.texts import OF_COMMON, Integers, Numbering
from simcore.kernel import measures
from simcore.text.shingles import firsts

_AT_ONCE = 1 << 20
_HALF = np.uint64(32)

Values = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class SpreadSamples(Sender):
    """Sends the samples of texts to the buckets of their values."""

    numbering: Numbering
    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets."""
        for packet in packets_of(rows):
            values, sizes = unpack_joined(unpack_rows(packet.data)["sketch"].to_pylist())
            # both in one number: the texts of a packet are few
            keys = values.astype(np.uint64) << _HALF
            keys |= np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
            measures.sort(keys)
            values, places = (keys >> _HALF).astype(np.uint32), keys.astype(np.uint32)
            where = values.astype(np.int64) * self.buckets >> 32
            ends = np.searchsorted(where, np.arange(self.buckets + 1)).tolist()
            first = self.numbering.first_of(packet)
            for bucket in range(self.buckets):
                some = slice(ends[bucket], ends[bucket + 1])
                if some.start < some.stop:
                    data = pack([np.array([first]), values[some], places[some].astype(np.uint16)])
                    yield Packet(bucket, first, 0, data)


def invert(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return the samples of each bucket that several texts have, as one packet: ``Samples``."""
    return in_rows((_inverted(bucket, packets) for bucket, packets in by_bucket(rows)), at_once=1)


def _inverted(bucket: int, packets: Iterator[Packet]) -> Packet:
    values: list[Values] = [np.zeros(0, dtype=np.uint32)]
    texts: list[Integers] = [np.zeros(0, dtype=np.int64)]
    for packet in packets:
        first, some, places = unpack(packet.data)
        values.append(some)
        texts.append(first + places.astype(np.int64))
    # packets come by their first text, and texts ascend in each list of equal samples
    joined, owners = np.concatenate(values), np.concatenate(texts)
    order = np.argsort(joined, kind="stable")
    joined, owners = joined[order], owners[order]
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


@dataclass(frozen=True, slots=True)
class CommonOfTexts(Sender):
    """Sends to each text's bucket which ``common`` samples it has, by their places among these."""

    numbering: Numbering
    common: Broadcast

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: numbers of texts, how many each has, and the steps between places."""
        (common,) = unpack(self.common.value)
        for packet in packets_of(rows):
            found = Samples.in_packet(packet)
            places, there = positions_in(common, found.values)
            owners = found.owners[np.repeat(there, found.counts)]
            listed = np.repeat(places[there], found.counts[there])
            keys = owners << 32 | listed
            keys.sort()
            texts, counts = np.unique(keys >> 32, return_counts=True)
            starts = np.cumsum(counts) - counts
            for bucket, some in self.numbering.split(texts):
                here = keys[ranges(starts[some], counts[some])] & 0xFFFFFFFF
                columns = [texts[some], counts[some].astype(np.int32), steps_of(here)]
                yield Packet(bucket, packet.to, OF_COMMON, pack(columns))
