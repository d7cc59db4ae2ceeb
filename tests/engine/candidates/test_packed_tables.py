"""Expected bytes of packed tables, held against random tables that are packed here and unpacked."""

import heapq
import itertools
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from simcore.candidates.table_designs import designs, lists_bytes, packed_lists, sorted_bytes


def varint(value: int) -> bytes:
    """Write a number, seven bits a byte, lowest first; all but the last byte have their top bit."""
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def varints(data: bytes) -> list[int]:
    found, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(value)
            value = shift = 0
    return found


def write_lists(table: dict[int, list[int]]) -> bytes:
    written, before = [], 0
    for key, numbers in sorted(table.items()):
        written += [varint(key - before), varint(len(numbers))]
        written += [varint(b - a) for a, b in itertools.pairwise([0, *numbers])]
        before = key
    return b"".join(written)


def read_lists(data: bytes) -> dict[int, list[int]]:
    table: dict[int, list[int]] = {}
    values, key = iter(varints(data)), 0
    for step in values:
        key += step
        count = next(values)
        table[key] = list(itertools.accumulate(itertools.islice(values, count)))
    return table


@pytest.mark.parametrize(
    ("documents", "key_bits"),
    [(20_000, 16), (20_000, 8), (3_000, 16), (30_000, 4), (500, 32), (20_000, 12), (9_000, 1)],
)
def test_lists_of_keys(documents: int, key_bits: int) -> None:
    chance = random.Random(documents + key_bits)
    table: dict[int, list[int]] = defaultdict(list)
    for number in range(1, documents + 1):
        table[chance.getrandbits(key_bits)].append(number)
    data = write_lists(table)
    assert read_lists(data) == table
    assert lists_bytes(documents, key_bits) == pytest.approx(len(data), rel=0.03)
    rows = [(key, number) for key, numbers in sorted(table.items()) for number in numbers]
    keys, numbers = np.array(rows, dtype=np.int64).T
    assert packed_lists(keys, numbers) == len(data)


def code_lengths(counts: Counter[int]) -> dict[int, int]:
    """Return the length of each symbol's code by Huffman's algorithm."""
    if len(counts) < 2:
        return dict.fromkeys(counts, 1)
    order = itertools.count()
    heap = [(count, next(order), [symbol]) for symbol, count in counts.items()]
    heapq.heapify(heap)
    lengths = dict.fromkeys(counts, 0)
    while len(heap) > 1:
        (one, _, left), (other, _, right) = heapq.heappop(heap), heapq.heappop(heap)
        for symbol in left + right:
            lengths[symbol] += 1
        heapq.heappush(heap, (one + other, next(order), left + right))
    return lengths


@pytest.mark.parametrize(
    ("documents", "bits"), [(20_000, 64), (3_000, 64), (20_000, 32), (8_000, 128), (5_000, 16)]
)
def test_sorted_fingerprints(documents: int, bits: int) -> None:
    chance = random.Random(documents + bits)
    values = sorted(chance.getrandbits(bits) for _ in range(documents))
    # the length of what differs: its highest bit is known to be 1
    differing = [(a ^ b).bit_length() for a, b in itertools.pairwise(values)]
    lengths = code_lengths(Counter(differing))
    written = bits + sum(lengths[one] + max(0, one - 1) for one in differing)
    written += documents * (documents - 1).bit_length()
    assert sorted_bytes(documents, bits) == pytest.approx(written / 8, rel=0.02)
    # and it can be read again: what is shared is known from the one before
    before = values[0]
    for value, length in zip(values[1:], differing, strict=True):
        kept = value & ((1 << max(0, length - 1)) - 1)
        shared = before >> length << length
        assert shared | (1 << length - 1 if length else 0) | kept == value
        before = value


@pytest.mark.parametrize("documents", [1, 2, 1000, 2**34, 2**63])
@pytest.mark.parametrize(("distance", "bits"), [(3, 64), (0, 8), (24, 64), (6, 128), (9, 1024)])
def test_usual_designs_take_less_when_they_are_packed(
    documents: int, distance: int, bits: int
) -> None:
    for design in designs(documents, distance, bits):
        assert design.packed_bytes > 0
        # of keys of hundreds of bits most is written twice: in the list and in the fingerprints
        if documents >= 1000 and bits <= 128:
            assert design.packed_bytes < design.storage_bytes, design.name


def test_an_empty_table_takes_nothing() -> None:
    empty = np.array([], dtype=np.int64)
    assert packed_lists(empty, empty) == 0
