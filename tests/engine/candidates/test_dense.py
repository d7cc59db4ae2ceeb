"""Dense libraries, whose texts share most of their words: bounded work, and nothing lost."""

import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import simcore.candidates.near
from builders import chinese_text, edited
from simcore import FingerprintIndex, ScanConfig, ScanReport, scan
from simcore.candidates.near import leader_pairs, search_radius
from simcore.candidates.parameters import PARAMETERS, as_array
from simcore.workers import make_executor


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "simcore.candidates.near.PARAMETERS",
            replace(PARAMETERS, least_near=budget, near_a_text=0),
        )
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
    radius = simcore.candidates.near.SearchRadius(0, farthest, np.array(chosen, dtype=np.int64))
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
    few = replace(PARAMETERS, crowd_times=times, crowd_shingles=0, near_a_text=0)
    reached = []
    for least in (100, 40_000, 50_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("simcore.candidates.near.PARAMETERS", replace(few, least_near=least))
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


def test_a_large_library_is_judged_by_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = np.random.default_rng(3)
    compared: list[int] = []
    distances_of = simcore.candidates.near._distances

    def noted(fingerprints: np.ndarray) -> np.ndarray:
        compared.append(len(fingerprints))
        return distances_of(fingerprints)

    monkeypatch.setattr(simcore.candidates.near, "_distances", noted)
    fingerprints = dice.integers(0, 2**63, (3_000_000, 1)).astype(np.uint64)
    fingerprints[::100] = 7  # a hundredth of all is one neighbourhood
    # 450 million pairs within it, of which 16 a text can be compared
    assert search_radius(fingerprints, 11).is_reduced
    assert compared == [2_048]
    assert search_radius(fingerprints[:300], 20) == simcore.candidates.near.SearchRadius(20, 20)
    assert compared == [2_048]  # the sample alone


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
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let samples in a few texts propose nothing, as in a library of thousands."""
    for module, values in (
        ("near", {"least_near": 100, "near_a_text": 1}),
        ("sketches", {"least_proposals": 40, "proposals_a_text": 0}),
        ("crowded", {"least_crowded": 100, "crowded_a_text": 1}),
    ):
        monkeypatch.setattr(
            f"simcore.candidates.{module}.PARAMETERS", replace(PARAMETERS, **values)
        )


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
