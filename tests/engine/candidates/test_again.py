"""Candidates updated from an earlier search: equal to those of a full search."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import simcore.candidates.near
import simcore.candidates.sketches
import simcore.pipeline.candidates
from amounts import LONG, combined, examples
from budgets import limits
from builders import chinese_text, edited
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.candidates.near import near_pairs, pairs_of
from simcore.candidates.sketches import Tried
from simcore.index.documents import Documents, KnownFiles
from simcore.model.config import Thresholds
from simcore.model.records import Document, Fingerprint, Fingerprinted, SourceFile
from simcore.pipeline.candidates import CandidatePairs, _Search, find_candidates
from simcore.workers import make_executor

RECIPE = "default/1"
Written = tuple[int, tuple[int, ...], int, int]


@dataclass
class Library:
    """Files in an index, each with a made-up text: sketch, fingerprint, number of features."""

    index: FingerprintIndex
    documents: dict[int, Document] = field(default_factory=dict)

    def write(self, file: int, passages: tuple[int, ...], bits: int, features: int) -> None:
        path = Path(f"/documents/{file}.txt")
        text = repr((passages, bits, features)).encode()
        item = Fingerprinted(
            source=SourceFile(path, path, 1, 1, 1, file),
            content_hash=bytes(16),
            text_hash=hashlib.blake2b(text, digest_size=16).digest(),
            fingerprint=Fingerprint(bits),
            characters=1,
            tokens=1,
            features=features,
            sketch=np.array(sorted(passages), dtype="<u4").tobytes(),
            encoding="utf-8",
            lossy=False,
        )
        (self.documents[file],) = self.index.store(RECIPE, 1, [item])
        # no other file may have the text that it had
        self.index.forget([])

    def delete(self, file: int) -> None:
        self.index.forget([self.documents.pop(file).id])

    def proposed(self, distance: int, containment: float, *, anew: bool) -> object:
        documents = Documents(KnownFiles(), list(self.documents.values()))
        with pytest.MonkeyPatch.context() as patch:
            if anew:
                patch.setattr(FingerprintIndex, "cached", lambda *_: None)
                patch.setattr(FingerprintIndex, "earlier_candidates", lambda *_: iter(()))
            found: CandidatePairs = find_candidates(
                documents,
                self.index,
                RECIPE,
                Thresholds(distance, containment=containment),
                remember=not anew,
            )
        return found.left.tolist(), found.right.tolist(), found.common


NOT_BY_TEXTS = {"proposals_a_text": 0, "candidates_a_text": 0, "common_a_text": 0}
PASSAGES = st.tuples(
    st.sampled_from([1, 4, 16]), st.sets(st.integers(0, 25), min_size=1, max_size=12)
).map(lambda drawn: tuple(value * drawn[0] for value in sorted(drawn[1])))
WRITE = st.tuples(
    st.integers(0, 9), PASSAGES, st.sampled_from([0, 1, 7, 255, 2**40]), st.sampled_from([5, 80])
)


@settings(deadline=None, max_examples=examples(150 if LONG else 60))
@given(
    st.lists(WRITE, min_size=4, max_size=12),
    st.lists(st.lists(st.one_of(WRITE, st.integers(0, 9)), max_size=3), max_size=6),
    st.sampled_from([1, 2, 5, 20, 1_000]),
    st.sampled_from([1, 3, 1_000]),
    st.sampled_from([0.3, 1.0]),
    st.sampled_from([0.1, 0.5, 0.8]),
    st.sampled_from([1, 4, 1_000]),
)
def test_an_earlier_search_changes_nothing(
    first: list[Written],
    rounds: list[list[Written | int]],
    budget: int,
    candidates: int,
    share: float,
    containment: float,
    crowd: int,
) -> None:
    small = {"least_proposals": budget, "least_candidates": candidates, **NOT_BY_TEXTS}
    with (
        limits(**small, least_near=crowd, near_a_text=0) as patch,
        FingerprintIndex(Path(":memory:")) as index,
    ):
        patch.setattr(simcore.candidates.sketches, "_MOST_ASKED", share)
        patch.setattr(simcore.pipeline.candidates, "_MOST_NEW", share)
        library = Library(index)
        for done in [list(first), *rounds]:
            for step in done:
                if not isinstance(step, int):
                    library.write(*step)
                elif step in library.documents and len(library.documents) > 1:
                    library.delete(step)
            expected = library.proposed(3, containment, anew=True)
            assert library.proposed(3, containment, anew=False) == expected


def drawn(dice: np.random.Generator) -> tuple[tuple[int, ...], int, int]:
    # a few very common samples, many rare ones
    values = np.unique((dice.zipf(1.3, 40) % 400).astype(int) * 16)
    return tuple(values.tolist()), int(dice.integers(0, 2**6)), int(dice.choice([5, 80]))


@pytest.mark.parametrize(
    ("seed", "budget"), combined(range(6 if LONG else 3), [100, 2_000, 1 << 24])
)
def test_long_histories(seed: int, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some texts of many change at a time: common samples change, most pairs are kept."""
    dice = np.random.default_rng(seed)
    taken: list[bool] = []
    again = _Search.again

    def watched(self: _Search, index: FingerprintIndex) -> object:
        found = again(self, index)
        taken.append(found is not None)
        return found

    monkeypatch.setattr(_Search, "again", watched)
    commons = set()
    with (
        limits(least_proposals=budget, proposals_a_text=0) as patch,
        FingerprintIndex(Path(":memory:")) as index,
    ):
        patch.setattr(simcore.candidates.sketches, "_MOST_ASKED", 1)
        library = Library(index)
        for file in range(80):
            library.write(file, *drawn(dice))
        for _ in range(12):
            expected = library.proposed(2, 0.5, anew=True)
            assert library.proposed(2, 0.5, anew=False) == expected
            commons.add(expected[2])  # type: ignore[index]
            for file in dice.integers(0, 90, dice.integers(1, 8)).tolist():
                if file in library.documents and dice.integers(3) == 0:
                    library.delete(file)
                else:
                    library.write(file, *drawn(dice))
    # each search but the first updates the one before, unless the cache is off
    assert taken[::2] == [False] * 12
    assert taken[1::2] == [False] + [True] * 11
    assert (commons == {0}) == (budget == 1 << 24)
    assert len(commons) > 1 or budget == 1 << 24


@pytest.mark.parametrize("seed", range(3))
def test_tries_that_come_to_nothing_are_made_again(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all rare samples propose too much the rarest do, before and after a change."""
    dice = np.random.default_rng(seed)
    search = simcore.candidates.sketches._SampleSearch
    still_too_much = search.still_too_much
    known: list[bool] = []

    def watched(self: object, before: Tried, new: NDArray[np.bool_]) -> Tried | None:
        too_much = still_too_much(self, before, new)
        known.append(too_much is not None)
        if too_much is not None:
            counted_again = self.is_too_much()
            assert counted_again is not None  # it was no guess
            enough = simcore.candidates.sketches._MORE_THAN_TOO_MUCH * self._most_doubtful
            assert counted_again.pairs >= min(too_much.pairs, enough)
        return too_much

    monkeypatch.setattr(search, "still_too_much", watched)
    few = {"least_candidates": 30, "candidates_a_text": 0, "common_a_text": 0, "doubtful": 1}

    def written(file: int) -> None:
        common, rarer = dice.zipf(1.3, 25) % 400, dice.integers(400, 700, 15)
        values = np.unique(np.concatenate([common, rarer]).astype(int) * 16)
        library.write(file, tuple(values.tolist()), int(dice.integers(0, 2**60)), 80)

    with (
        limits(least_proposals=20_000, proposals_a_text=0, **few) as patch,
        FingerprintIndex(Path(":memory:")) as index,
    ):
        patch.setattr(simcore.candidates.sketches, "_MOST_ASKED", 1)
        library = Library(index)
        for file in range(80):
            written(file)
        for _ in range(4):
            expected = library.proposed(2, 0.8, anew=True)
            assert library.proposed(2, 0.8, anew=False) == expected
            for file in dice.integers(0, 90, 3).tolist():
                written(file)
    # what was counted before was enough at least once
    assert any(known)


def test_a_limit_that_all_texts_reach_together() -> None:
    """Pairs that look promising until common samples are counted: 15 are not too many, 21 are."""
    pool = [2 * number + 1 for number in range(40)]
    small = {"least_proposals": 25, "least_candidates": 1, "least_of_few": 0.3, **NOT_BY_TEXTS}
    with limits(**small) as patch, FingerprintIndex(Path(":memory:")) as index:
        patch.setattr(simcore.candidates.sketches, "_MOST_ASKED", 0.25)
        library = Library(index)
        for file in range(20, 60):
            library.write(file, (*pool, 5_001 + 2 * file), 0, 5)
        common = []
        for files in (range(6), range(6, 7)):
            for file in files:
                library.write(file, (1_001, *pool[2 * file : 2 * file + 2]), 0, 5)
            library.write(70 + len(files), (2_001 + len(files),), 0, 5)
            expected = library.proposed(3, 0.5, anew=True)
            assert library.proposed(3, 0.5, anew=False) == expected
            common.append(expected[2])  # type: ignore[index]
    assert common == [40, 41]


def test_only_what_is_new_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        text = edited(chinese_text(number % 5, 150), number, number % 3)
        (tmp_path / f"{number:02}.txt").write_text(text)
    config = ScanConfig(jobs=0, compared_distance=3)

    def pairs(index: FingerprintIndex) -> tuple[list[tuple[object, ...]], int]:
        report = scan([tmp_path], config, index, executor)
        of = {one.id: one.path.name for one in report.documents.values()}
        found = [(of[p.left], of[p.right], p.distance, p.resemblance) for p in report.pairs]
        return found, report.counts.candidates

    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        pairs(index)
        (tmp_path / "new.txt").write_text(edited(chinese_text(3, 150), 99, 2))
        (tmp_path / "07.txt").write_text(chinese_text(50, 150))
        (tmp_path / "11.txt").unlink()
        with monkeypatch.context() as patch:
            for name in ("near_pairs", "sketch_pairs"):
                patch.delattr(simcore.pipeline.candidates, name)
            again = pairs(index)
        with FingerprintIndex(Path(":memory:")) as fresh:
            assert again == pairs(fresh)
    assert any("new.txt" in pair for pair in again[0])


def test_no_id_is_used_twice() -> None:
    """The candidate cache knows texts by their ids alone."""
    with FingerprintIndex(Path(":memory:")) as index:
        library = Library(index)
        seen = set()
        for number in range(5):
            library.write(1, (number,), 1, 80)
            seen.add(library.documents[1].text)
            library.delete(1)
        assert len(seen) == 5
        (kept,) = index.connection.execute("select count(*) from text").fetchone()
    assert kept == 1


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 11), st.sets(st.integers(0, 63), max_size=5)), max_size=20),
    st.sets(st.integers(0, 11)),
    st.integers(0, 12),
)
def test_pairs_of_some_fingerprints(
    base: list[int], copies: list[tuple[int, set[int]]], some: set[int], distance: int
) -> None:
    flipped = [base[no % len(base)] ^ sum(1 << bit for bit in bits) for no, bits in copies]
    values = np.array(base + flipped, dtype=np.uint64).reshape(-1, 1)
    chosen = np.array(sorted(one for one in some if one < len(values)), dtype=np.int64)
    left, right = pairs_of(chosen, values, distance)
    found = sorted(tuple(sorted(pair)) for pair in zip(left.tolist(), right.tolist(), strict=True))
    one, other, _ = near_pairs(values, distance)
    everything = zip(one.tolist(), other.tolist(), strict=True)
    assert found == [pair for pair in everything if set(pair) & set(chosen.tolist())]
