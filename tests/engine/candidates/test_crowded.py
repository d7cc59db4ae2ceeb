"""Texts that share what many others share: found at the thresholds, whatever else is there."""

import itertools
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import LONG, examples
from budgets import limits
from oracle.sketching import sketch_of
from simcore.candidates.crowded import CommonLists, Crowds, Sought, _CrowdSearch, asked_pairs
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import SampleLists, SampleRanges
from simcore.candidates.sketches import SketchPairs, sketch_pairs
from simcore.model.config import Thresholds
from simcore.text.shingles import shingles_in_order

USUAL = Thresholds(similarity=0.7, containment=0.8)
Pairs = set[tuple[int, int]]
Texts = list[set[int]]
Changes = list[tuple[int, set[int]]]


def pairs_of(found: SketchPairs) -> Pairs:
    return set(zip(found.left.tolist(), found.right.tolist(), strict=True))


def at_the_thresholds(texts: Texts, similarity: float, containment: float) -> Pairs:
    """Compare all with all: texts that keep all their shingles."""
    found = set()
    for (i, one), (j, other) in itertools.combinations(enumerate(texts), 2):
        shared, (less, more) = len(one & other), sorted((len(one), len(other)))
        near = shared / len(one | other) >= similarity
        # of about one length, two texts less alike than 0.3 have half of either in common at most
        part = shared / less >= containment and (less <= 0.83 * more or containment < 0.5)
        if shared and (near or part):
            found.add((i, j))
    return found


def searched(texts: Texts, similarity: float = 0.7, containment: float = 0.8) -> SketchPairs:
    # odd, so that none looks sampled
    arrays = [np.array([2 * value + 1 for value in sorted(one)], dtype=np.uint32) for one in texts]
    return sketch_pairs(arrays, Thresholds(similarity=similarity, containment=containment))


TEXTS = st.lists(st.sets(st.integers(0, 40), min_size=1, max_size=20), min_size=2, max_size=12)
CHANGES = st.lists(
    st.tuples(st.integers(0, 11), st.sets(st.integers(0, 45), max_size=4)), max_size=40
)
NO_PROPOSALS = {"least_proposals": 0, "proposals_a_text": 0}


SIMILARITIES, CONTAINMENTS = st.sampled_from([0.3, 0.7]), st.sampled_from([0.3, 0.8])


@settings(deadline=None, max_examples=examples(150))
@given(
    *(TEXTS, CHANGES, st.sampled_from([0, 10, 100]), st.sampled_from([0.3, 0.5, 0.7, 0.9])),
    st.sampled_from([0.3, 0.8, 1.0]),
)
def test_a_pair_is_found_whatever_else_was_scanned(
    texts: Texts, changes: Changes, budget: int, similarity: float, containment: float
) -> None:
    wanted = at_the_thresholds(texts, similarity, containment)
    with limits(least_proposals=budget, proposals_a_text=0):
        for library in (texts, with_crowd(texts, changes)):
            found = searched(library, similarity, containment)
            assert found.missed == found.passed_over == 0
            assert pairs_of(found) >= at_the_thresholds(library, similarity, containment)
            among = {pair for pair in pairs_of(found) if pair[1] < len(texts)}
            assert among >= wanted


@settings(deadline=None, max_examples=examples(60))
@given(TEXTS, SIMILARITIES, CONTAINMENTS)
def test_no_other_pairs_are_proposed_by_what_is_common(
    texts: Texts, similarity: float, containment: float
) -> None:
    with limits(**NO_PROPOSALS):
        found = searched(texts, similarity, containment)
    assert pairs_of(found) == at_the_thresholds(texts, similarity, containment)


def with_crowd(texts: Texts, changes: Changes) -> Texts:
    """Return texts and others that crowd around them, each a little different from one of them."""
    return texts + [texts[no % len(texts)] ^ change or {0} for no, change in changes]


def samples_of(library: Texts) -> SampleLists:
    arrays = [np.array([2 * one + 1 for one in sorted(text)], dtype=np.uint32) for text in library]
    return SampleLists(SampleRanges.of(arrays))


def filled_in(count: int, first: int = 1_000) -> Texts:
    """Return one form, filled in with another number each time."""
    return [set(range(100)) | {first + number} for number in range(count)]


COMMON = np.arange(1, 100, 2, dtype=np.uint32)


@settings(deadline=None, max_examples=examples(60))
@given(
    *(TEXTS, CHANGES, SIMILARITIES, st.sampled_from([1, 30, 1_000])),
    *(st.booleans(), st.randoms(use_true_random=False)),
)
def test_texts_that_are_asked_for_have_all_their_pairs(
    texts: Texts, changes: Changes, similarity: float, at_once: int, threads: bool, dice: Random
) -> None:
    """Some texts alone, where no list is cut: their pairs at the thresholds, and no others."""
    library = with_crowd(texts, changes)
    samples = samples_of(library)
    asked = np.array([dice.random() < 0.3 for _ in library])
    chosen = np.ones(len(library), dtype=np.bool_)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simcore.candidates.crowded._LIST_ENTRIES_AT_ONCE", at_once)
        patch.setattr("simcore.candidates.postings._JOINED_AT_ONCE", at_once)
        if threads:
            patch.setattr("simcore.candidates.parameters._WORTH_THREADS", 0)
        given = Crowds(
            samples,
            COMMON,
            [chosen, ~chosen, ~chosen],
            Thresholds(similarity=similarity, containment=0.8),
            lambda: None,
        )
        sought = Sought(given, 0)
        found = np.concatenate([np.zeros((2, 0), dtype=np.int64), *sought.pairs(asked)], axis=1)
        shared = sought.shared(*found)
        shown = asked_pairs(given, asked)
    assert not sought.may_be_cut()
    assert (found[0] != found[1]).all()
    assert asked[found[0]].all()
    counted = [len(library[one] & library[other]) for one, other in found.T.tolist()]
    assert shared.tolist() == counted
    assert 0 not in counted
    assert shown is not None
    pairs = zip(shown.left.tolist(), shown.right.tolist(), strict=True)
    assert {(min(pair), max(pair)) for pair in pairs} == {
        pair for pair in at_the_thresholds(library, similarity, 0.8) if asked[[*pair]].any()
    }


@settings(deadline=None, max_examples=examples(120))
@given(
    *(TEXTS, CHANGES, st.sampled_from([1, 2, 3, 9]), st.sampled_from([1, 20, 200, 1 << 30])),
    st.randoms(use_true_random=False),
)
def test_where_a_search_cuts_lists_it_is_told_beforehand(
    texts: Texts, changes: Changes, crowd: int, most: int, dice: Random
) -> None:
    library = with_crowd(texts, changes)
    chosen = np.array([dice.random() < 0.9 for _ in library])
    order = np.array(dice.sample(range(len(library)), len(library)))
    with limits(crowd=crowd, hubs=1, least_crowded_proposals=most, crowded_proposals_a_text=0):
        given = Crowds(samples_of(library), COMMON, [chosen], USUAL, lambda: None)
        told = Sought(given, 0).may_be_cut()
        search = _CrowdSearch(given, 0, order, last=True)
    assert told or search._crowd == len(library)
    # and where lists are short, no more than that
    if crowd >= len(library):
        assert told == (search._crowd < len(library))


@settings(deadline=None, max_examples=examples(60))
@given(TEXTS, CHANGES, st.sampled_from([1, 3, 9]), st.sampled_from([0.3, 0.7]))
def test_a_crowd_hides_no_pair_of_its_first_texts(
    texts: Texts, changes: Changes, crowd: int, similarity: float
) -> None:
    """Beyond so many texts with a sample not all are looked at: earlier ones lose nothing by it."""
    library = with_crowd(texts, changes)
    wanted = at_the_thresholds(library, similarity, 0.8)
    with limits(**NO_PROPOSALS, crowd=crowd, hubs=1):
        found = searched(library, similarity, 0.8)
    assert pairs_of(found) <= wanted
    assert pairs_of(found) >= {pair for pair in wanted if pair[1] < crowd}
    assert found.missed or pairs_of(found) == wanted


@settings(deadline=None, max_examples=examples(60))
@given(
    TEXTS,
    st.sampled_from([1, 4]),
    st.sampled_from([1, 30, 1_000]),
    st.randoms(use_true_random=False),
)
def test_lists_equal_counting(texts: Texts, rate: int, at_once: int, dice: Random) -> None:
    """What two texts share, and the texts of each sample from the rarest on."""
    count = len(texts)
    arrays = [np.array(sorted(one), dtype=np.uint32) * np.uint32(rate) for one in texts]
    chosen = np.array([dice.random() < 0.8 for _ in texts])
    order = np.array(dice.sample(range(count), count))
    common = np.array([value * rate for value in range(46) if value % 3], dtype=np.uint32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simcore.candidates.crowded._LIST_ENTRIES_AT_ONCE", at_once)
        level = PARAMETERS.samplings.index(rate)
        samples = SampleLists(SampleRanges.of(arrays))
        given = Crowds(
            samples,
            common,
            [chosen] * (level + 1),
            USUAL,
            lambda: None,
        )
        lists = CommonLists(given, level, order)
        lists.list_by_text()
        pairs = np.array(list(itertools.combinations(range(count), 2)), dtype=np.int64)
        left, right = pairs.T
    kept = [{v for v in texts[at] if v % 3} if chosen[at] else set() for at in order.tolist()]
    holders = {value: [at for at, one in enumerate(kept) if value in one] for value in range(46)}
    several = sorted((held for held in holders.values() if len(held) > 1), key=len)
    starts = lists.starts.tolist()
    listed = [one.tolist() for one in np.split(lists.owners, starts[1:])] if starts else []
    assert sorted(listed) == sorted(several)
    assert [*map(len, listed)] == [*map(len, several)] == lists.lengths.tolist()
    for text, one in enumerate(kept):
        _, _, some = lists.of(slice(text, text + 1))
        assert lists.owners[lists.entries[some]].tolist() == [text] * (some.stop - some.start)
        assert len(lists.entries[some]) == sum(len(holders[value]) > 1 for value in one)
        assert (np.diff(lists.lists[some].astype(np.int64)) > 0).all()
    differing = np.bitwise_count(lists.signs()[left] ^ lists.signs()[right]).sum(axis=1)
    apart = [len(kept[i] ^ kept[j]) for i, j in pairs.tolist()]
    assert (differing <= apart).all()


FOOTER = set(range(30))


def test_a_footer_makes_no_crowd() -> None:
    """All texts end alike, and no two are near: as many pairs below the thresholds as without."""
    texts = [set(range(1_000 * number, 1_000 * number + 100)) for number in range(1, 41)]
    texts += [
        set(sorted(one)[:50]) | set(range(90_000 + min(one), 90_050 + min(one))) for one in texts
    ]
    half_alike = {(number, number + 40) for number in range(40)}
    few = {"least_candidates": 0, "common_a_text": 0}
    with limits(least_proposals=3_000, proposals_a_text=0, **few):
        plain = searched(texts)
        footed = searched([one | FOOTER for one in texts])
        crowd = [FOOTER | {200_000 + number} for number in range(100)]
        crowded = searched([one | FOOTER for one in texts] + crowd)
    assert pairs_of(plain) == pairs_of(footed) == half_alike
    assert (len(plain.common), len(footed.common)) == (0, len(FOOTER))
    assert plain.room.pairs == footed.room.pairs == 80 * PARAMETERS.candidates_a_text
    # texts that are little else than the footer are near to each other, and parts of all others
    assert crowded.room.pairs == 0
    everything = itertools.combinations(range(180), 2)
    assert pairs_of(crowded) == {pair for pair in everything if pair[1] >= 80}


def invoices(count: int) -> Texts:
    """One line on one form each; numbers differ. The shingles of the line, without collisions."""
    dice = Random(3)
    numbers: dict[int, int] = {}
    made = []
    for number in range(count):
        total = f"{dice.randrange(30) * 100}.00"
        line = f"invoice{number:06d}ofthenorthernbranchforservicesrendered,total{total}dollars"
        sketch = sketch_of(shingles_in_order(line)).tolist()
        made.append({numbers.setdefault(value, len(numbers)) for value in sketch})
    return made


def test_more_invoices_never_show_fewer_pairs() -> None:
    count = 1_600 if LONG else 400
    lines = invoices(count)
    before: Pairs = set()
    room: dict[str, float] = {"least_crowded": 1 << 21, "most_crowded": 1 << 21, "crowd": count}
    # what rarer numbers propose besides is not looked at here
    room["least_of_few"] = 0.3
    with limits(least_proposals=count, proposals_a_text=0, **room):
        for size in (count // 4, count // 2, count):
            found = searched(lines[:size], similarity=0.8)
            assert len(found.common) > 20
            assert found.missed == 0
            assert pairs_of(found) == at_the_thresholds(lines[:size], 0.8, 0.8)
            assert pairs_of(found) > before
            before = pairs_of(found)


@pytest.mark.parametrize(("crowd", "room"), [(1_024, 500), (16, 1 << 17)])
def test_where_all_are_near_all_the_rest_is_counted(crowd: int, room: int) -> None:
    """A form with one number: too many pairs. Each text is in one with the first, none is lost."""
    texts = filled_in(200)
    before: Pairs = set()
    for count in (50, 100, 200):
        with limits(
            **NO_PROPOSALS, crowd=crowd, least_crowded=room, crowded_a_text=0, most_crowded=room
        ):
            found = searched(texts[:count])
        pairs = pairs_of(found)
        assert pairs >= {(0, number) for number in range(1, count)}
        assert pairs >= before
        before = pairs
        of_all = count * (count - 1) // 2
        assert len(pairs) <= min(500 if room == 500 else 120, of_all) + 6 * count
        assert found.missed == of_all - len(pairs)
        assert (found.missed > 0) == (found.passed_over > count / 2)


def test_lists_are_not_cut_where_that_spares_little() -> None:
    """All pairs are compared of forty versions in a library of other texts, and of thirty forms.

    Of these each is filled in by twenty: where lists end at sixteen, a tenth is spared.
    """
    others = [set(range(1_000 * n, 1_000 * n + 20)) for n in range(10, 1_510)]
    forms = [
        {*range(1_000 * form, 1_000 * form + 100), 100_000 + 20 * form + number}
        for form in range(30)
        for number in range(20)
    ]
    for texts, pairs in ((others + filled_in(40), 40 * 39 // 2), (forms, 30 * 20 * 19 // 2)):
        with limits(**NO_PROPOSALS, crowd=16):
            found = searched(texts)
        assert (found.missed, found.passed_over, len(pairs_of(found))) == (0, 0, pairs)
    assert pairs_of(found) == at_the_thresholds(forms, 0.7, 0.8)


def test_parts_of_all_leave_no_text_alone() -> None:
    """The first texts are part of each form: compared with these alone, no form is in a group."""
    parts = [set(range(20 + number)) for number in range(6)]
    texts = parts + filled_in(60)
    with limits(**NO_PROPOSALS, least_crowded=10, crowded_a_text=0, most_crowded=10):
        found = pairs_of(searched(texts))
    assert found >= {(6, number) for number in range(7, 66)}
    assert found >= {(0, number) for number in range(6, 66)}
    assert len(found) < 10 + 2 * 4 * 66


@pytest.mark.parametrize(
    ("room", "values"),
    [
        (500, {"shingles_a_pair": 1 << 12}),
        (500 // (2 * 101), {"shingles_a_pair": 1}),
        # a crowd is read for so many shingles
        (20, {"crowd_times": 0, "crowd_shingles": 20 * 2 * 101}),
        (500, {"crowd_times": 0, "crowd_shingles": 600 * 2 * 101}),
    ],
)
def test_fewer_are_compared_where_not_all_can_be(room: int, values: dict[str, float]) -> None:
    """So many pairs, or so many shingles: what is compared is read as a whole."""
    texts = filled_in(60)
    with limits(**NO_PROPOSALS, least_crowded=500, crowded_a_text=0, **values):
        found = searched(texts)
    first = [(i, j) for j in range(60) for i in range(j)][:room]
    assert pairs_of(found) == {*first} | {(i, j) for j in range(60) for i in range(min(4, j))}
    assert found.missed == 60 * 59 // 2 - len(pairs_of(found))
    assert found.passed_over == 56  # not the first four, which all others were compared with
    # 1,770 pairs that can all be compared are none
    with limits(**NO_PROPOSALS, **values):
        whole = searched(texts)
    if "crowd_times" in values:
        assert (len(pairs_of(whole)), whole.missed, whole.passed_over) == (1_770, 0, 0)


def test_pairs_by_rare_samples_are_bounded_by_shingles_in_a_crowd() -> None:
    """Each text is a quarter alike with another one, and near to all of its own form."""
    crowd = filled_in(40)
    texts = [set(range(5_000 * n, 5_000 * n + 100)) for n in range(1, 11)]
    texts += [set(sorted(one)[:50]) | {value + 500 for value in sorted(one)[50:]} for one in texts]
    half_alike = {(40 + number, 50 + number) for number in range(10)}
    found = {}
    for shingles in (1 << 12, 1):
        values = {"least_proposals": 600, "least_candidates": 100, "shingles_a_pair": shingles}
        with limits(proposals_a_text=0, common_a_text=0, **values):
            found[shingles] = pairs_of(searched(crowd + texts))
    assert found[1 << 12] >= half_alike
    assert not found[1] & half_alike


@pytest.mark.parametrize("crowd_times", [0, 1_000])
def test_of_pairs_by_rare_samples_a_crowd_leaves_the_most_alike(crowd_times: int) -> None:
    """Beside 60 forms of which some pairs are left out: ten drafts, each of which adds more."""
    forms = filled_in(60)
    text = set(range(5_000, 5_100))
    drafts = [text | set(range(6_000 + 50 * n, 6_000 + 50 * n + 2 * n)) for n in range(10)]
    assert len(at_the_thresholds(drafts, 0.7, 0.8)) == 45
    least = {"least_proposals": 6_000, "least_candidates": 100, "least_crowded": 500}
    few = {"crowd_times": crowd_times, "crowd_shingles": 0, "nearest": 1, "hubs": 1}
    with limits(**least, **few, proposals_a_text=0, crowded_a_text=0, common_a_text=0):
        found = searched(forms + drafts)
    left_out = [(i, j) for j in range(60) for i in range(j)]
    crowd = {(i, j) for i, j in pairs_of(found) if j < 60}
    rare = {(i - 60, j - 60) for i, j in pairs_of(found) if i >= 60}
    # the first has least of its own, so it is the most alike one to each other
    assert rare >= {(0, number) for number in range(1, 10)}
    assert len(rare) == (45 if crowd_times else 9)
    assert found.missed == len(left_out) - len(crowd) + 45 - len(rare) > 0


def test_what_a_crowd_hides_is_taken_for_shared() -> None:
    """Of the samples that the last text is sought by, the first two show the first text alone."""
    texts = [
        {0, 1} | set(range(50, 58)),
        set(range(10)),
        set(range(2, 10)) | {60, 61},
        set(range(50, 58)) | {70, 71},
        set(range(9)) | {99},
    ]
    none = {"least_crowded_proposals": 0, "crowded_proposals_a_text": 0}
    with limits(**NO_PROPOSALS, **none, hubs=1):
        found = pairs_of(searched(texts))
    assert found == at_the_thresholds(texts, 0.7, 0.8) == {(1, 4)}


def test_texts_with_copies_come_first() -> None:
    """They lead groups, so the others are compared with them."""
    texts = filled_in(50)
    arrays = [np.array(sorted(one), dtype=np.uint32) * np.uint32(2) + np.uint32(1) for one in texts]
    order = np.array([30, *range(30), *range(31, 50)])
    with limits(**NO_PROPOSALS, crowd=1, hubs=1, beside=0):
        found = sketch_pairs(arrays, USUAL, None, order)
    assert pairs_of(found) == {(min(30, one), max(30, one)) for one in range(50) if one != 30}
    assert found.left.tolist() == sorted(found.left.tolist())
