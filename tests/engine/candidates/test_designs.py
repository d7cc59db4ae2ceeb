"""Designs of tables: the numbers of the paper, counting, and tables packed here."""

import heapq
import itertools
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from simcore.candidates.blocks import are_joined, probe_masks
from simcore.candidates.designs import (
    Design,
    designs,
    lists_bytes,
    packed_lists,
    sorted_bytes,
    table_key_bits,
)
from simcore.model.reasons import ConfigError


def by_tables(found: tuple[Design, ...], tables: int, key_bits: int) -> Design:
    return next(d for d in found if (d.tables, d.key_bits) == (tables, key_bits))


@pytest.mark.parametrize(
    ("tables", "key_bits", "candidates"),
    [(20, 31, 8), (16, 28, 64), (10, 25, 512), (4, 16, 262_144)],
)
def test_the_example_of_the_paper(tables: int, key_bits: int, candidates: int) -> None:
    # Manku, Jain and Das Sarma 2007, example 3.1: 2**34 fingerprints, f = 64, k = 3
    design = by_tables(designs(2**34, 3), tables, key_bits)
    assert design.candidates == candidates
    assert design.lookups == tables
    assert design.candidates_a_query == candidates * tables
    assert design.exact
    # 1 + 64 + 2,016 + 41,664 fingerprints lie within 3 bits
    assert by_tables(designs(2**34, 3), 1, 64).lookups == 43_745


def even_blocks(bits: int, blocks: int) -> list[int]:
    """Widths that differ by one at most: bit n goes to block n modulo blocks."""
    return [len(range(number, bits, blocks)) for number in range(blocks)]


@pytest.mark.parametrize("bits", [8, 32, 64, 128])
@pytest.mark.parametrize("blocks", [1, 2, 3, 5, 6, 7, 8])
def test_key_bits_are_the_least_over_all_choices(bits: int, blocks: int) -> None:
    widths = even_blocks(bits, blocks)
    for leading in range(1, blocks + 1):
        least = min(sum(choice) for choice in itertools.combinations(widths, leading))
        assert table_key_bits(bits, blocks, leading) == least


@pytest.mark.parametrize(("bits", "distance"), [(64, 3), (64, 4), (64, 6), (32, 2), (128, 7)])
def test_key_bits_of_tables_cut_twice(bits: int, distance: int) -> None:
    blocks = distance + 1
    least = min(
        lead + second
        for lead in even_blocks(bits, blocks)
        for second in even_blocks(bits - lead, blocks)
    )
    assert by_tables(designs(10**6, distance, bits), blocks * blocks, least).exact


@pytest.mark.parametrize("distance", range(16))
def test_probing_as_the_index_does(distance: int) -> None:
    (design,) = [d for d in designs(10**6, distance) if d.in_use]
    # four tables; with k = 4 r + a, radius r in the first a + 1 of them and r - 1 in the others
    radius, rest = divmod(distance, 4)
    sizes = [radius] * (rest + 1) + [radius - 1] * (3 - rest)
    assert design.lookups == sum(len(probe_masks(r)) for r in sizes if r >= 0)
    assert (design.tables, design.key_bits, design.exact) == (4, 16, True)


def test_what_is_in_use_changes_with_distance() -> None:
    def used(distance: int, bits: int) -> str:
        (design,) = [d for d in designs(10**6, distance, bits) if d.in_use]
        return design.name

    assert used(3, 64).startswith("4 blocks")
    # what FingerprintIndex.near says of itself
    for most, bits in ((7, 32), (15, 64), (31, 128)):
        assert "keys with up to 3 bits flipped" in used(most, bits)
        assert used(most + 1, bits) == "no table, compared with all"


@pytest.mark.parametrize("documents", [5, 1_000, 30_000, 1_000_000])
@pytest.mark.parametrize("distance", [0, 3, 7, 11, 16])
@pytest.mark.parametrize("bits", [32, 64, 128])
def test_what_finds_all_pairs(documents: int, distance: int, bits: int) -> None:
    (design,) = [d for d in designs(documents, distance, bits) if d.in_use_for_pairs]
    assert design.exact
    if not are_joined(documents, distance, bits):
        assert design.candidates == documents
        assert design.name == "no table, compared with all"
        return
    assert design.tables == bits // 16
    # chosen because it is cheaper than comparing all with all
    assert design.candidates_a_query < documents


@pytest.mark.parametrize("bits", [8, 32, 64, 128, 1024])
@pytest.mark.parametrize("distance", [0, 1, 3, 4, 7])
def test_every_width(bits: int, distance: int) -> None:
    found = designs(1000, distance, bits)
    assert sum(design.in_use for design in found) == 1
    assert sum(design.in_use_for_pairs for design in found) == 1
    assert [d.tables for d in found] == sorted(d.tables for d in found)
    for design in found:
        assert 0 <= design.key_bits <= bits
        assert design.lookups >= 1
        assert design.candidates <= 1000
        # the fingerprints are held once at least, in a table a copy each at most
        assert 1000 * (bits // 8) < design.storage_bytes
        assert design.storage_bytes <= 1000 * (bits // 8 + 8) * max(design.tables, 1)
    # the four tables that every tutorial builds miss pairs past three bits, and nothing else does
    assert [d.exact for d in found].count(False) == (distance > 3)


@pytest.mark.parametrize(
    ("documents", "distance", "bits"),
    [
        *((0, 3, 64), (-1, 3, 64), (2**63 + 1, 3, 64), (10, -1, 64), (10, 64, 64)),
        *((10, 3, 60), (10, 3, 0), (10, 3, 2048)),
    ],
)
def test_refused(documents: int, distance: int, bits: int) -> None:
    with pytest.raises(ConfigError):
        designs(documents, distance, bits)


def size_of(value: int) -> int:
    """Return the bytes of a number that is written with seven bits a byte."""
    return max(1, -(-value.bit_length() // 7))


@pytest.mark.parametrize(
    ("documents", "key_bits"),
    [(20_000, 16), (20_000, 8), (3_000, 16), (30_000, 4), (500, 32), (20_000, 12), (9_000, 1)],
)
def test_lists_of_keys(documents: int, key_bits: int) -> None:
    """Of each key its distance from the one before, how many have it, and the steps to each."""
    chance = random.Random(documents + key_bits)
    table: dict[int, list[int]] = defaultdict(list)
    for number in range(1, documents + 1):
        table[chance.getrandbits(key_bits)].append(number)
    steps = [after - before for before, after in itertools.pairwise([0, *sorted(table)])]
    for numbers in table.values():
        steps += [len(numbers), *(b - a for a, b in itertools.pairwise([0, *numbers]))]
    written = sum(map(size_of, steps))
    assert lists_bytes(documents, key_bits) == pytest.approx(written, rel=0.03)
    rows = [(key, number) for key, numbers in sorted(table.items()) for number in numbers]
    keys, owners = np.array(rows, dtype=np.int64).T
    assert packed_lists(keys, owners) == written
    assert packed_lists(keys[:0], owners[:0]) == 0


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
