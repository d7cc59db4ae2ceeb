"""All pairs within a distance, always as by comparing all with all, and dense libraries."""

import itertools
import random
import threading
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from amounts import LONG, examples
from budgets import limits
from builders import chinese_text, edited
from simcore import FingerprintIndex, ScanConfig, ScanReport, scan
from simcore.candidates.near import (
    BlockCut,
    SearchRadius,
    SortOrders,
    _Budget,
    _joined,
    _ordered,
    _Sample,
    _sorted,
    _TooMany,
    cheapest,
    leader_pairs,
    near_pairs,
    search_radius,
)
from simcore.candidates.parameters import (
    affordable_distance,
    ahead,
    as_array,
    chance_share,
    least_width,
    probe_masks,
    probes,
    radii,
)
from simcore.fingerprints import WIDTHS
from simcore.model.report import Cancelled, NoProgress
from simcore.workers import make_executor

Triples = list[tuple[int, int, int]]


def brute_force(values: list[int], distance: int) -> Triples:
    return [
        (left, right, bits)
        for left, right in itertools.combinations(range(len(values)), 2)
        if (bits := (values[left] ^ values[right]).bit_count()) <= distance
    ]


def listed(found: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]) -> Triples:
    return list(zip(*(column.tolist() for column in found), strict=True))


@st.composite
def clustered(draw: st.DrawFn, width: int) -> list[int]:
    """Fingerprints that share many bits: every distance has pairs, and some are equal."""
    centres = draw(st.lists(st.integers(0, 2**width - 1), min_size=1, max_size=4))
    values: list[int] = []
    for _ in range(draw(st.integers(0, 40))):
        value = draw(st.sampled_from(centres))
        for bit in draw(st.lists(st.integers(0, width - 1), max_size=10)):
            value ^= 1 << bit
        values.append(value)
    return values


@st.composite
def skewed(draw: st.DrawFn, width: int) -> list[int]:
    """Fingerprints that agree in some blocks and are random in the others: large buckets."""
    common = draw(st.integers(0, 2**width - 1))
    free = sum(0xFFFF << 16 * no for no in draw(st.sets(st.integers(0, width // 16 - 1))))
    return [
        common & ~free | value & free
        for value in draw(st.lists(st.integers(0, 2**width - 1), max_size=40))
    ]


def fingerprints(width: int) -> st.SearchStrategy[list[int]]:
    anything = st.lists(st.integers(0, 2**width - 1), max_size=40)
    return st.one_of(clustered(width), skewed(width), anything)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("distance", range(17))
@settings(max_examples=examples(12), deadline=None)
@given(data=st.data())
def test_pairs_equal_brute_force(distance: int, width: int, data: st.DataObject) -> None:
    values = data.draw(fingerprints(width))
    found = near_pairs(as_array(values, width), distance, width=width)
    assert listed(found) == brute_force(values, distance)


@st.composite
def sort_orders(draw: st.DrawFn, width: int, distance: int) -> SortOrders:
    """Any number of parts, each cut in any way that the model may choose."""
    parts = draw(st.integers(1, min(8, distance + 1)))
    return SortOrders(
        tuple(
            BlockCut(bits, radius, draw(st.integers(1, min(3, bits - radius))))
            for number, radius in enumerate(radii(distance, parts))
            for bits in [len(range(number, width, parts))]
        ),
        cost=0,
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("distance", range(17))
@settings(max_examples=examples(12), deadline=None)
@given(data=st.data())
def test_every_choice_of_sort_orders_equals_brute_force(
    distance: int, width: int, data: st.DataObject
) -> None:
    """Few values are compared all with all; this sorts any number of them by tables."""
    distinct = sorted(set(data.draw(fingerprints(width))))
    orders = data.draw(sort_orders(width, distance))
    bits = data.draw(st.permutations(range(width)))
    words = list(as_array(distinct, width).T)
    found = _sorted(words, distance, NoProgress(), orders, bits, _Budget(2**62))
    ordered = _ordered(*_joined(found), len(distinct))
    assert listed(ordered) == brute_force(distinct, distance)


@pytest.mark.parametrize(
    ("width", "distance"), [(32, 1), (32, 3), (64, 3), (64, 7), (128, 3), (128, 12), (128, 16)]
)
def test_planted_among_many(width: int, distance: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a size where sorting is chosen: the planted pairs, what a full scan finds, by threads."""
    generator = random.Random(distance)
    values = [generator.getrandbits(width) for _ in range(30_000)]
    for position in range(0, 2_000, 2):
        flipped = generator.sample(range(width), position % (distance + 1))
        values[position + 1] = values[position] ^ sum(1 << bit for bit in flipped)
    assert cheapest(len(values), distance, width).cuts
    array = as_array(values, width)
    pairs = []
    for threads in (1, 2):
        monkeypatch.setattr("simcore.candidates.near._threads", lambda _, some=threads: some)
        pairs.append(listed(near_pairs(array, distance, width=width)))
    assert pairs[0] == pairs[1]
    found = set(pairs[0])
    for row in range(0, 30_000, 997):
        apart = np.bitwise_count(array ^ array[row]).sum(axis=1, dtype=np.int64)
        for other in np.flatnonzero(apart <= distance).tolist():
            if other != row:
                assert (min(row, other), max(row, other), int(apart[other])) in found
    assert len(found) >= 1_000
    assert all((values[a] ^ values[b]).bit_count() == bits for a, b, bits in found)


@pytest.mark.parametrize("width", WIDTHS)
def test_beyond_the_blocks(width: int) -> None:
    values = [0, (1 << width // 2) - 1, (1 << width) - 1]
    assert least_width(values) == width
    found = listed(near_pairs(as_array(values, width), width, width=width))
    assert found == brute_force(values, width)
    assert len(found) == 3
    assert listed(near_pairs(as_array([], width), 16, width=width)) == []


def by_rows(values: NDArray[np.uint64], distance: int) -> Triples:
    found: Triples = []
    for row, value in enumerate(values):
        bits = np.bitwise_count(values[row + 1 :] ^ value).sum(axis=1, dtype=np.int64)
        near = np.flatnonzero(bits <= distance)
        found += [(row, row + 1 + int(no), int(bits[no])) for no in near]
    return found


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("distance", [2, 5])
@pytest.mark.parametrize("spread", [12, 18, 40] if LONG else [18])
def test_skewed_thousands(width: int, distance: int, spread: int) -> None:
    """All equal but for some bits: large buckets, many pairs, and all kinds of sort orders."""
    generator = random.Random(spread)
    free = generator.sample(range(width), spread)
    common = generator.getrandbits(width) & ~sum(1 << bit for bit in free)
    drawn = (generator.getrandbits(spread) for _ in range(3_000))
    values = [
        common | sum((value >> no & 1) << bit for no, bit in enumerate(free)) for value in drawn
    ]
    array = as_array(values, width)
    assert listed(near_pairs(array, distance, width=width)) == by_rows(array, distance)


def test_more_comparisons_than_all_with_all_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample misjudged the fingerprints: the tables are abandoned."""
    # bits that differ are in one block of four: the tables of the others have one bucket
    spread = [sum((number >> bit & 1) << 4 * bit for bit in range(12)) for number in range(4_096)]
    values = as_array(spread)
    orders = cheapest(len(values), 3, 64)
    assert [(cut.leading, cut.blocks) for cut in orders.cuts] == [(1, 4)]
    budget = _Budget(4_096 * 4_095 // 2)
    with pytest.raises(_TooMany):
        _sorted([values[:, 0]], 3, NoProgress(), orders, range(64), budget)
    expected = by_rows(values, 3)
    assert listed(near_pairs(values, 3)) == expected
    monkeypatch.setattr(_Sample, "skew", lambda *_: 1.0)
    assert listed(near_pairs(values, 3)) == expected


@pytest.mark.parametrize("count", [2**16, 2**40])
def test_pairs_are_ordered_at_any_size(count: int) -> None:
    """Positions that can be packed into one number, and those that cannot."""
    drawn = random.Random(count)
    pairs = {tuple(sorted((drawn.randrange(count), drawn.randrange(count)))) for _ in range(500)}
    rows = [(left, right, drawn.randrange(129)) for left, right in pairs if left < right]
    first, second, bits = (np.array(column) for column in zip(*rows, strict=True))
    swapped = np.arange(len(rows)) % 2 == 0
    either = np.where(swapped, first, second), np.where(swapped, second, first)
    assert listed(_ordered(*either, bits.astype(np.uint8), count)) == sorted(rows)


@pytest.mark.usefixtures("no_thread_left")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("distance", [3, 20])
def test_cancelling_ends_all_threads(
    distance: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.candidates.near._threads", lambda _: threads)
    seen: list[tuple[int, int]] = []

    class Impatient(NoProgress):
        def report(self, stage: object, done: int, total: int) -> None:
            seen.append((done, total))
            if done:
                raise Cancelled

    values = np.random.default_rng(0).integers(0, 2**64, (30_000, 1), dtype=np.uint64)
    assert bool(cheapest(len(values), distance, 64).cuts) is (distance == 3)
    with pytest.raises(Cancelled):
        near_pairs(values, distance, Impatient())
    assert 0 < seen[-1][0] < seen[-1][1]


def test_cancelling_within_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    """One piece of work may be long: it can be cancelled midway."""
    monkeypatch.setattr("simcore.candidates.near._threads", lambda _: 2)
    monkeypatch.setattr("simcore.candidates.near._COMPARISONS_A_JOB", 2**62)
    seen: list[int] = []

    class Impatient(NoProgress):
        def report(self, stage: object, done: int, total: int) -> None:
            seen.append(done)
            if len(seen) > 1:
                raise Cancelled

    values = np.random.default_rng(0).integers(0, 2**64, (60_000, 1), dtype=np.uint64)
    with pytest.raises(Cancelled):
        near_pairs(values, 40, Impatient())
    assert seen == [0, 0]


def test_numbers_of_probes_and_chance() -> None:
    with pytest.raises(OverflowError):
        as_array([2**64], 64)
    # 17 and 137 keys a block within 1 and 2 bits; 1,100 chance pairs of 100,000 within 12 bits,
    # 19 million of a million within 16
    assert [len(probe_masks(radius)) for radius in (0, 1, 2)] == [1, 17, 137]
    assert probes(7) == 4 * 17
    assert probes(11) == 4 * 137
    assert 1_050 < 100_000**2 / 2 * chance_share(12) < 1_150
    assert 18e6 < 1_000_000**2 / 2 * chance_share(16) < 20e6
    # two random fingerprints within 1 bit: 1 + width cases of 2**width
    assert chance_share(1, 32) == 33 / 2**32
    assert chance_share(1, 128) == 129 / 2**128


def test_affordable_distance_shrinks_with_the_library() -> None:
    sizes = (2, 100, 10_000, 100_000, 1_000_000, 100_000_000)
    distances = [affordable_distance(size, 3, 24) for size in sizes]
    assert distances == sorted(distances, reverse=True)
    assert distances[0] == 24
    assert distances[-1] >= 3
    assert affordable_distance(100_000, 3, 24) >= 12
    by_width = [affordable_distance(100_000, 3, 24, width) for width in WIDTHS]
    assert by_width == sorted(by_width)
    assert by_width[0] < by_width[2]


ENOUGH = 1 << 30


@given(st.lists(st.integers(), max_size=9), st.sampled_from([0, ENOUGH]))
def test_what_is_made_comes_in_the_order_of_its_items(items: list[int], work: int) -> None:
    checks: list[int] = []
    made = ahead(lambda item: item + 1, items, lambda: checks.append(0), work)
    assert [*made] == [item + 1 for item in items]
    assert len(checks) >= len(items)


@pytest.fixture
def no_thread_left() -> Iterator[None]:
    before = {*threading.enumerate()}
    yield
    assert {*threading.enumerate()} <= before


@pytest.mark.usefixtures("no_thread_left")
@pytest.mark.parametrize("work", [0, ENOUGH])
def test_an_error_of_a_piece_ends_it(work: int) -> None:
    made = ahead(lambda item: 1 // item, [1, 1, 0, *[1] * 99], lambda: None, work)
    assert [next(made), next(made)] == [1, 1]
    with pytest.raises(ZeroDivisionError):
        next(made)


@pytest.mark.usefixtures("no_thread_left")
@pytest.mark.parametrize("work", [0, ENOUGH])
def test_who_checks_may_end_it(work: int) -> None:
    made: list[int] = []

    def check() -> None:
        if len(made) > 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        made.extend(ahead(lambda item: item, range(99), check, work))
    assert [*range(len(made))] == made
    assert len(made) < 9


@pytest.mark.usefixtures("no_thread_left")
def test_who_wants_no_more_leaves_no_thread() -> None:
    made = ahead(lambda item: item, range(99), lambda: None, ENOUGH)
    assert next(made) == 0
    made.close()  # type: ignore[attr-defined]


def distances(values: list[int]) -> list[int]:
    return [(one ^ other).bit_count() for one, other in combinations(values, 2)]


@example(values=[0, 0, 0], most=0, budget=1)
@settings(deadline=None)
@given(
    st.lists(st.integers(0, 255), min_size=2, max_size=60),
    st.integers(0, 8),
    st.integers(1, 400),
)
def test_the_greatest_distance_that_can_be_paid(values: list[int], most: int, budget: int) -> None:
    with limits(least_near=budget, near_a_text=0):
        radius = search_radius(as_array(values), most)
    apart = distances(values)
    payable = [d for d in range(most + 1) if sum(bits <= d for bits in apart) <= budget]
    assert radius.distance == max(payable, default=0)
    assert radius.farthest == most
    assert radius.is_reduced is (radius.distance < most)
    assert radius.is_reduced or not len(radius.leaders)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=40),
    st.sets(st.integers(0, 39), max_size=4),
    st.integers(0, 40),
)
def test_pairs_beside_leaders_by_definition(
    values: list[int], leaders: set[int], farthest: int
) -> None:
    chosen = [leader for leader in sorted(leaders) if leader < len(values)]
    radius = SearchRadius(0, farthest, np.array(chosen, dtype=np.int64))
    left, right = leader_pairs(as_array(values), radius)
    found = list(zip(left.tolist(), right.tolist(), strict=True))
    expected = set()
    for text, value in enumerate(values):
        apart = [((value ^ values[one]).bit_count(), one) for one in chosen if one != text]
        two = sorted(apart)[:2]
        expected |= {(min(text, one), max(text, one)) for bits, one in two if bits <= farthest}
    assert set(found) == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize("times", [0, 4])
def test_of_a_dense_library_fewer_pairs_are_proposed(times: int) -> None:
    """300 texts of 1,000 characters, all near all, where 100 pairs and 40,000 can be paid."""
    values = [1 << (number % 60) for number in range(300)]
    few = {"crowd_times": times, "crowd_shingles": 0, "near_a_text": 0}
    reached = []
    for least in (100, 40_000, 50_000):
        with limits(**few, least_near=least):
            radius = search_radius(as_array(values), 2, 1_000)
        reached.append((radius.is_reduced, radius.distance))
    # of 60 bits five texts have each: 600 pairs are equal, all others are two bits apart
    paid = 1 if times else 0
    assert reached[2] == (False, 2)
    assert reached[1] == (True, paid)
    assert reached[0][0]


def test_each_of_two_neighbourhoods_has_a_leader_and_single_texts_have_none() -> None:
    dice = random.Random(5)
    centres = [dice.getrandbits(64) for _ in range(2)]
    values = [
        centre ^ sum(1 << bit for bit in dice.sample(range(64), 4))
        for centre in centres
        for _ in range(900)
    ] + [dice.getrandbits(64) for _ in range(600)]
    assert search_radius(as_array(values), 3) == SearchRadius(3, 3)
    radius = search_radius(as_array(values), 12)
    assert radius.is_reduced
    assert radius.distance < 8
    left, right = leader_pairs(as_array(values), radius)
    assert 2 <= len(radius.leaders) <= 6
    met = {*left.tolist(), *right.tolist()}
    assert met >= set(range(1_800))
    assert not met & set(range(1_800, 2_400))


def test_fewer_pairs_of_long_texts_are_proposed() -> None:
    """As many shingles are read for them as for twice as many texts of half their length."""
    dice = random.Random(5)
    values = [1 << dice.randrange(64) | 1 << dice.randrange(64) for _ in range(600)]
    short, long, longest = (search_radius(as_array(values), 4, n) for n in (4_096, 16_384, 1 << 21))
    apart = distances(values)
    assert not short.is_reduced or sum(bits <= 4 for bits in apart) > 131_072
    for radius, most in ((long, 131_072 // 4), (longest, 256)):
        assert radius.is_reduced
        assert sum(bits <= radius.distance for bits in apart) <= most
    assert long.distance > longest.distance or long.distance == 0


def pages(folder: Path, count: int, words: int, **config: float) -> ScanReport:
    """Scan pages of one site: a common template, and some words of their own."""
    head, foot = chinese_text(901, 250), chinese_text(902, 250)
    for number in range(count):
        text = f"{head}\n{chinese_text(number, words)}\n{foot}"
        (folder / f"{number:03}.txt").write_text(text, encoding="utf-8")
        if number == 17 and words > 100:
            (folder / "017 改.txt").write_text(edited(text, 3, 1), encoding="utf-8")
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        return scan([folder], ScanConfig(jobs=0, **config), index, executor)  # type: ignore[arg-type]


@pytest.fixture
def small() -> Iterator[None]:
    """Let samples in a few texts propose nothing, as in a library of thousands."""
    few = {"least_near": 100, "near_a_text": 1, "least_proposals": 40, "proposals_a_text": 0}
    with limits(**few, least_crowded=100, crowded_a_text=1):
        yield


@pytest.mark.usefixtures("small")
def test_pages_that_differ_in_little_are_one_group(tmp_path: Path) -> None:
    report = pages(tmp_path, 60, 8, similarity=0.7)
    assert report.counts.candidates < 60 * 59 / 4
    assert [1 + len(group.members) for group in report.groups] == [60]


@pytest.mark.usefixtures("small")
def test_a_revision_is_found_among_pages_of_one_frame(tmp_path: Path) -> None:
    report = pages(tmp_path, 60, 500, similarity=0.9)
    assert report.counts.candidates < 60 * 59 / 4
    assert report.compared_distance < 16
    (group,) = report.groups
    members = [group.representative, *(member.document for member in group.members)]
    assert {report.documents[one].path.name for one in members} == {"017.txt", "017 改.txt"}


@pytest.mark.usefixtures("small")
def test_a_distance_that_was_asked_for_is_kept(tmp_path: Path) -> None:
    report = pages(tmp_path, 40, 8, similarity=0.7, compared_distance=30)
    assert report.compared_distance == 30
    assert report.counts.candidates == 40 * 39 / 2
