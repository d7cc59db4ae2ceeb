"""Texts held in memory against looking at one text after another."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from amounts import examples
from oracle.sketching import finer_sketch_of, sketch_of
from simcore.candidates import inverted as packed_postings
from simcore.candidates.bounds import LOSS, LeastShared, are_possible, may_reach
from simcore.candidates.inverted import (
    PIECES,
    Asked,
    InvertedTexts,
    PackedPostings,
    PackedSketches,
    Proposed,
)
from simcore.candidates.parameters import as_array
from simcore.candidates.postings import SampleLists, SampleRanges, promising, sketch_candidates
from simcore.model.config import ScanConfig

Sketch = NDArray[np.uint32]


def a_sketch(generator: np.random.Generator, pool: NDArray[np.uint64]) -> Sketch:
    """Sample a text of any length that has shingles of a pool, and some of its own."""
    count = int(generator.choice([0, 1, 5, 60, 300, 1_500]))
    shared = generator.choice(pool, int(count * generator.random()))
    own = generator.integers(0, 2**64, count - len(shared), dtype=np.uint64)
    return sketch_of(np.concatenate([shared, own]))


def inverted(
    numbers: list[int], sketches: list[Sketch], prints: list[int], short: list[bool]
) -> InvertedTexts:
    return InvertedTexts.of(
        np.array(numbers, dtype=np.int64),
        as_array([prints[one] for one in numbers]),
        np.array([short[one] for one in numbers], dtype=np.bool_),
        SampleRanges.of([sketches[one] for one in numbers]),
    )


def candidates_of(held: InvertedTexts, asked: Asked, config: ScanConfig, near: int) -> Proposed:
    (answer,) = held.candidates([asked], config, near, LeastShared(config.containment))
    return answer


@given(st.integers(0, 2**32))
@settings(max_examples=examples(120))
def test_what_is_merged_and_taken_out_answers_as_the_plain_lists(seed: int) -> None:
    generator = np.random.default_rng(seed)
    count = int(generator.integers(1, 30))
    pool = generator.integers(0, 2**64, 900, dtype=np.uint64)
    sketches = [a_sketch(generator, pool) for _ in range(count)]
    prints = [int(one) for one in generator.integers(0, 256, count)]
    short = [bool(one) for one in generator.random(count) < 0.2]
    cut = int(generator.integers(0, count + 1))
    whole = inverted(list(range(cut)), sketches, prints, short)
    gone = np.flatnonzero(generator.random(count) < generator.choice([0, 0.1, 0.6]))
    if generator.random() < 0.5:
        whole = whole.without(gone)
    whole = whole.merged(inverted(list(range(cut, count)), sketches, prints, short))
    whole = whole.without(gone)
    here = [one for one in range(count) if one not in gone]

    query = a_sketch(generator, pool)
    (shared,) = whole.postings.counted([query], len(whole))
    counts = dict(zip(whole.texts.tolist(), shared.tolist(), strict=True))
    for one in here:
        assert counts[one] == len(set(query.tolist()) & set(sketches[one].tolist()))
    some = generator.permutation(np.unique(np.concatenate([query[:9], *sketches])))[:40]
    held = [[one for one in here if value in sketches[one]] for value in some]
    holders, places = whole.holders(some, 3)
    assert list(zip(places.tolist(), holders.tolist(), strict=True)) == [
        (place, one) for place, having in enumerate(held) for one in having[:3]
    ]
    of_each = whole.merged().frequencies(some).tolist()
    assert of_each == [len(having) for having in held]
    assert (whole.frequencies(some) >= of_each).all()
    asked = int(generator.integers(0, 256))
    bits = dict(zip(whole.texts.tolist(), whole._apart(asked).tolist(), strict=True))
    apart = {one: (prints[one] ^ asked).bit_count() for one in here}
    assert {one: bits[one] for one in here} == apart

    # nothing is left out where any pair that is kept would be shown
    every = ScanConfig(similarity=0.3, containment=0.3, distance=128)
    listed = [sketches[one] for one in here]
    joined = np.concatenate([np.zeros(0, dtype=np.uint32), *listed])
    sizes = np.array([*map(len, listed)], dtype=np.int64)
    by_sketch = {here[one] for one in sketch_candidates(query, joined, sizes, 0.3)}
    by_print = {one for one, distance in apart.items() if distance <= 3 and not short[one]}
    found = candidates_of(whole, Asked(asked, False, query), every, 3)
    assert (
        by_sketch
        <= set(found.texts.tolist())
        <= by_sketch | by_print | {one for one in here if apart[one] == 0}
    )
    # and higher thresholds only leave out
    strict = ScanConfig(similarity=0.8, containment=0.9, distance=2)
    fewer = candidates_of(whole, Asked(asked, False, query), strict, 3)
    assert set(fewer.texts.tolist()) <= set(found.texts.tolist())


def looked_at_one_by_one(
    one: Asked, sketches: list[Sketch], others: list[Asked], config: ScanConfig, proposing: int
) -> list[int]:
    """Return the candidates of one among others, by the definition: each pair for itself."""
    found = []
    otherwise = []
    for number, (sketch, other) in enumerate(zip(sketches, others, strict=True)):
        rates = [
            max(rate for rate in (1, 4, 16) if not (each & np.uint32(rate - 1)).any())
            for each in (one.sketch, sketch)
        ]
        of_both = [set(each[each % max(rates) == 0].tolist()) for each in (one.sketch, sketch)]
        shared, left, right = (
            np.array([float(len(each))]) for each in (of_both[0] & of_both[1], *of_both)
        )
        sampled = np.array([max(rates) > 1])
        apart = (one.fingerprint ^ other.fingerprint).bit_count()
        silent = one.short or other.short
        equal = of_both[0] == of_both[1]
        close = np.array([silent or equal or apart <= config.distance])
        near = not silent and apart <= proposing
        enough = shared[0] > 0 and promising(shared, left, right, sampled, config.containment)[0]
        level = np.array([(1, 4, 16).index(max(rates))])
        if (near or enough) and are_possible(shared, left, right, level, close, config)[0]:
            found.append(number)
        elif enough and may_reach(shared, left + right - shared, sampled, 0.3)[0]:
            otherwise.append(number)
    # fewer than are looked at for one question
    return sorted(found + otherwise)


@given(st.integers(0, 2**32))
@settings(max_examples=examples(80))
def test_many_asked_at_once_are_answered_as_each_for_itself(seed: int) -> None:
    """Rare and crowded samples, kept and not, in runs of any length: no answer depends on it."""
    generator = np.random.default_rng(seed)
    pool = generator.integers(0, 2**64, int(generator.choice([40, 400, 2_000])), dtype=np.uint64)
    if generator.random() < 0.5:  # a bucket holds samples with the same upper half: crowd some
        pool[: len(pool) // 2] &= np.uint64(0xFFFFFFFF0FF0FFF0)
    sketches = [a_sketch(generator, pool) for _ in range(int(generator.integers(1, 40)))]
    copied = generator.integers(0, len(sketches), 6).tolist()
    share = generator.choice([0.9, 0.4, 0.2])  # parts have few samples that the whole has all
    sketches += [sketches[one][generator.random(len(sketches[one])) < share] for one in copied]
    prints = [int(one) for one in generator.integers(0, 64, len(sketches))]
    short = [bool(one) for one in generator.random(len(sketches)) < 0.2]
    texts = [Asked(*one) for one in zip(prints, short, sketches, strict=True)]
    numbers = list(range(len(texts)))
    gone = np.flatnonzero(generator.random(len(texts)) < generator.choice([0, 0.2]))
    held = replace(
        inverted(numbers, sketches, prints, short),
        gone=np.isin(np.array(numbers), gone),
    )
    strict, loose = ScanConfig(distance=4), ScanConfig(similarity=0.35, containment=0.3)
    config = replace([strict, loose][int(generator.integers(2))], contained=bool(seed % 2))
    with pytest.MonkeyPatch.context() as patch:
        for name, values in (
            ("inverted._CROWDED", [2, 8, 512]),
            ("inverted._ONE_IN", [2, 6]),
            ("inverted._MOST_KEPT", [0, 30, 1 << 20]),
            ("inverted._SAMPLES_AT_ONCE", [7, 300, 1 << 14]),
            ("inverted._ROWS_AT_ONCE", [1, 20, 1 << 16]),
        ):
            patch.setattr(f"simcore.candidates.{name}", int(generator.choice(values)))
        answers = held.candidates(texts, config, 3, LeastShared(config.containment))
    for one, answer in zip(texts, answers, strict=True):
        wanted = looked_at_one_by_one(one, sketches, texts, config, 3)
        assert answer.texts.tolist() == [number for number in wanted if number not in gone]


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.97, 0.999, 1.0])
def test_the_chance_to_leave_out_a_pair_on_the_threshold(share: float) -> None:
    """Of all counts that are left out, the binomial distribution itself adds up the chance.

    A pair far below the threshold is not compared: that is what the estimate is for.
    """
    sampled = np.ones(2, dtype=np.bool_)
    far = may_reach(np.array([40.0, 90.0]), np.array([160.0, 160.0]), sampled, 0.7)
    assert far.tolist() == [False, True]
    for of in (1, 64, 100, 257, 1_000):
        counts = np.arange(of + 1, dtype=np.float64)
        kept = may_reach(counts, np.full(of + 1, float(of)), np.ones(of + 1, dtype=np.bool_), share)
        chance = math.fsum(
            math.comb(of, count) * share**count * (1 - share) ** (of - count)
            for count in np.flatnonzero(~kept).tolist()
        )
        assert chance <= LOSS
        # what is certain is not doubted
        exact = may_reach(counts, np.full(of + 1, float(of)), np.zeros(of + 1, np.bool_), share)
        assert np.flatnonzero(exact)[0] == math.ceil(share * of - 1e-6)


def test_fingerprints_propose_what_sketches_doubt_unless_one_is_short() -> None:
    """Of 100 samples of each, 26 are shared: for a sketch too few, for a pair possible."""
    one = np.arange(100, dtype=np.uint32) * 16
    other = np.arange(74, 174, dtype=np.uint32) * 16
    held = inverted([0, 1, 2], [other] * 3, [7, 7, 2**40 - 1], [False, True, False])
    config = ScanConfig(similarity=0.3, containment=0.9)
    assert not len(sketch_candidates(one, other, np.array([len(other)]), config.containment))
    assert candidates_of(held, Asked(5, False, one), config, 1).texts.tolist() == [0]
    assert candidates_of(held, Asked(4, False, one), config, 1).texts.tolist() == []
    assert candidates_of(held, Asked(5, True, one), config, 1).texts.tolist() == []


@pytest.mark.parametrize(
    ("texts", "bits"),
    [
        *((5, 0), (1 << 16, 0), ((1 << 16) + 1, 1), (200_000, 2), (1 << 20, 4), (5_000_000, 8)),
        ((1 << 24) + 5, 16),
    ],
)
def test_postings_are_what_was_packed(texts: int, bits: int) -> None:
    """Positions of any size, values of every part, and the same again when packed anew."""
    generator = np.random.default_rng(texts)
    values = np.sort(generator.integers(0, 2**32, 3_000, dtype=np.uint32))
    values[:40], values[-3:] = 0, 2**32 - 1
    owners = generator.integers(0, texts, len(values)).astype(np.int32)
    owners[:2] = texts - 1, 0
    cuts = np.searchsorted(values, np.arange(1, PIECES, dtype=np.uint64) << np.uint64(28))
    pieces = list(zip(np.split(values, cuts), np.split(owners, cuts), strict=True))
    packed = PackedPostings.of(pieces, len(values), texts)
    again = PackedPostings.of(packed.pieces(), len(values), texts)
    for made in (packed, again):
        assert made.upper.nbytes == -(-len(values) * bits // 8)
        whole = [np.concatenate(column) for column in zip(*made.pieces(), strict=True)]
        assert (whole[0] == values).all()
        assert (whole[1] == owners).all()
        for value in (0, 2**32 - 1, int(values[1_000]), 12_345):
            found = list(made.holding(np.array([9, value], dtype=np.uint32)))
            wanted = owners[values == value].tolist()
            assert [owner for asked, held in found for owner in held[asked == 1].tolist()] == wanted


@pytest.mark.parametrize("kept", [0, 1 << 24, 300])
def test_samples_that_most_texts_have_are_counted_as_others(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bucket of hundreds: other samples in it, and in others, count for themselves."""
    monkeypatch.setattr(packed_postings, "_MASK_BYTES", kept)
    monkeypatch.setattr(packed_postings, "_MOST_COUNTED", 2)
    generator = np.random.default_rng(4)
    pool = np.array([0, 1, 2**16, 2**16 + 7, 2**31, 2**32 - 1], dtype=np.uint32)
    own = generator.integers(0, 2**32, 900, dtype=np.uint32)
    sketches = [np.unique([*pool[generator.random(6) < 0.9], one]) for one in own]
    sketches = [one.astype(np.uint32) for one in sketches]
    held = inverted(list(range(900)), sketches, [0] * 900, [False] * 900)
    query = np.sort(np.array([*pool[1:], own[3], own[8]], dtype=np.uint32))
    wanted = [len(set(query.tolist()) & set(one.tolist())) for one in sketches]
    assert max(np.diff(held.postings.starts)) > 1_000
    for _ in range(2):
        (counts,) = held.postings.counted([query], 900)
        assert counts.tolist() == wanted
    assert len(held.postings.masks) == min(5, kept // 113)


@given(st.integers(0, 2**32))
@settings(max_examples=examples(40))
def test_a_finer_sketch_leaves_out_what_is_too_unlike_and_nothing_else(seed: int) -> None:
    """Short texts that share a few samples with a long one are doubtful at its sampling rate."""
    generator = np.random.default_rng(seed)
    long = generator.integers(0, 2**64, 4_000, dtype=np.uint64)
    shares = [*generator.choice([0.02, 0.08], 60), *generator.choice([0.8, 0.9, 1.0], 4)]
    texts = []
    for share in shares:
        count = int(generator.integers(100, 200))
        shared = generator.choice(long, math.ceil(count * share), replace=False)
        own = generator.integers(0, 2**64, count - len(shared), dtype=np.uint64)
        texts.append(np.concatenate([shared, own]))
    numbers = list(range(len(texts)))
    sketches = [sketch_of(one) for one in texts]
    held = inverted(numbers, sketches, [2**63] * len(texts), [False] * len(texts))
    config = ScanConfig(containment=0.8)
    sketch = sketch_of(long)
    coarse = candidates_of(held, Asked(0, False, sketch), config, 0).texts.tolist()
    finer = finer_sketch_of(long, sketch)
    found = candidates_of(held, Asked(0, False, sketch, finer), config, 0).texts.tolist()
    # all that really are parts, as far as the first look has them, and little else
    assert [one for one in coarse if shares[one] >= 0.8] == [
        one for one in found if shares[one] >= 0.8
    ]
    assert set(found) <= set(coarse)
    assert len(found) <= 4 + 8


@given(
    st.lists(st.sets(st.integers(0, 60), max_size=12), min_size=1, max_size=12),
    st.lists(st.sets(st.integers(0, 60), max_size=12), max_size=4),
    st.booleans(),
    st.randoms(use_true_random=False),
)
@settings(max_examples=examples(60), deadline=None)
def test_packed_sketches_are_lists_of_what_is_there_now(
    packed: list[set[int]], later: list[set[int]], many: bool, dice: random.Random
) -> None:
    """Some of the packed texts have gone, others come behind the rest."""
    drawn = np.array([dice.randrange(1 << 32) for _ in range(61)], dtype=np.uint32)
    sketches = [np.sort(drawn[[*text]]) for text in [*packed, *later]]
    first = SampleRanges.of(sketches[: len(packed)])
    level, sizes = first.level.astype(np.uint8), first.sizes
    postings = PackedPostings.of_samples(first)
    here = np.array([dice.random() < 0.7 for _ in packed])
    numbers = np.where(here, np.cumsum(here) - 1, -1)
    count = int(here.sum()) + len(later)
    added = SampleRanges(count, many=many)
    of_later = sketches[len(packed) :]
    added.add(
        np.arange(count - len(later), count),
        np.concatenate([*of_later, np.zeros(0, dtype=np.uint32)]),
        np.array([*map(len, of_later)], dtype=np.int64),
    )
    made = SampleLists(PackedSketches(postings, numbers, level, sizes, added), also=drawn[:1])
    kept = [sketches[at] for at in np.flatnonzero(here).tolist()] + of_later
    holders: dict[int, list[int]] = {}
    for text, sketch in enumerate(kept):
        for value in sketch.tolist():
            holders.setdefault(value, []).append(text)
    listed = {
        value: texts
        for value, texts in sorted(holders.items())
        if len(texts) > 1 or value == drawn[0]
    }
    assert made.frequencies.values.tolist() == [*listed]
    assert made.frequencies.counts.tolist() == [*map(len, listed.values())]
    owners = np.concatenate([made.of(part)[2] for part in range(len(made))])
    assert owners.tolist() == [text for texts in listed.values() for text in texts]
    assert made.sizes[0].tolist() == [*map(len, kept)]
