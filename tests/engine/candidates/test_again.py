"""Candidates updated from an earlier search: equal to those of a full search."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import LONG, examples
from builders import chinese_text, edited
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.candidates.inverted import SketchPairs, sketch_pairs
from simcore.candidates.sketches import Sketches
from simcore.index.documents import Documents, KnownFiles
from simcore.model.config import Thresholds
from simcore.model.records import Document, Fingerprint, Fingerprinted, SourceFile
from simcore.pipeline import candidates, resident
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
        return found.left.tolist(), found.right.tolist()


SAMPLES = st.tuples(
    st.sampled_from([1, 4, 16]), st.sets(st.integers(0, 25), min_size=1, max_size=12)
).map(lambda drawn: tuple(value * drawn[0] for value in sorted(drawn[1])))
WRITE = st.tuples(
    st.integers(0, 9), SAMPLES, st.sampled_from([0, 1, 7, 255, 2**40]), st.sampled_from([5, 80])
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for indexes that have inverted sketches beside them, however small they are."""
    monkeypatch.setattr(resident, "LEAST_TEXTS", 1)
    monkeypatch.setattr(candidates, "_MOST_NEW", 1.0)
    return tmp_path


@settings(deadline=None, max_examples=examples(100 if LONG else 40))
@given(
    st.lists(WRITE, min_size=4, max_size=12),
    st.lists(st.lists(st.one_of(WRITE, st.integers(0, 9)), max_size=3), max_size=6),
    st.sampled_from([0.1, 0.5, 0.8]),
    st.sets(st.integers(0, 6)),
)
def test_an_earlier_search_changes_nothing(
    first: list[Written], rounds: list[list[Written | int]], containment: float, kept: set[int]
) -> None:
    """Whenever sketches are written beside the index, and how much of it they lack."""
    with (
        pytest.MonkeyPatch.context() as patch,
        TemporaryDirectory() as folder,
        FingerprintIndex(Path(folder) / "index.sqlite3") as index,
    ):
        patch.setattr(resident, "LEAST_TEXTS", 1)
        patch.setattr(candidates, "_MOST_NEW", 1.0)
        library = Library(index)
        for number, done in enumerate([list(first), *rounds]):
            for step in done:
                if not isinstance(step, int):
                    library.write(*step)
                elif step in library.documents and len(library.documents) > 1:
                    library.delete(step)
            expected = library.proposed(3, containment, anew=True)
            if number in kept:
                resident.keep_sketches(index, lambda: None, read=True)
            assert library.proposed(3, containment, anew=False) == expected


def drawn(dice: np.random.Generator) -> tuple[tuple[int, ...], int, int]:
    # a few very common samples, many rare ones
    values = np.unique((dice.zipf(1.3, 40) % 400).astype(int) * 16)
    return tuple(values.tolist()), int(dice.integers(0, 2**6)), int(dice.choice([5, 80]))


@pytest.mark.parametrize("seed", range(6 if LONG else 3))
def test_long_histories(seed: int, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some texts of many change at a time; most pairs are kept."""
    dice = np.random.default_rng(seed)
    taken: list[bool] = []
    again = _Search.again

    def watched(self: _Search, index: FingerprintIndex, settings: bytes) -> object:
        found = again(self, index, settings)
        taken.append(found is not None)
        return found

    monkeypatch.setattr(_Search, "again", watched)
    with FingerprintIndex(files / "index.sqlite3") as index:
        library = Library(index)
        for file in range(80):
            library.write(file, *drawn(dice))
        for number in range(12):
            expected = library.proposed(2, 0.5, anew=True)
            assert library.proposed(2, 0.5, anew=False) == expected
            if number % 4 == 0:
                resident.keep_sketches(index, lambda: None, read=True)
            for file in dice.integers(0, 90, dice.integers(1, 8)).tolist():
                if file in library.documents and dice.integers(3) == 0:
                    library.delete(file)
                else:
                    library.write(file, *drawn(dice))
    # each search but the first updates the one before, unless the cache is off
    assert taken[::2] == [False] * 12
    assert taken[1::2] == [False] + [True] * 11


def test_only_what_is_new_is_searched(
    tmp_path: Path, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    for number in range(20):
        text = edited(chinese_text(number % 5, 150), number, number % 3)
        (library / f"{number:02}.txt").write_text(text)
    config = ScanConfig(jobs=0)

    def pairs(index: FingerprintIndex) -> tuple[list[tuple[object, ...]], int]:
        report = scan([library], config, index, executor)
        of = {one.id: one.path.name for one in report.documents.values()}
        found = [(of[p.left], of[p.right], p.distance, p.resemblance) for p in report.pairs]
        return found, report.counts.candidates

    searched: list[int] = []

    def watched(sketches: Sketches, *rest: object, **named: object) -> SketchPairs:
        searched.append(len(sketches))
        return sketch_pairs(sketches, *rest, **named)  # type: ignore[arg-type]

    with FingerprintIndex(files / "index.sqlite3") as index, make_executor(0) as executor:
        pairs(index)
        resident.keep_sketches(index, lambda: None, read=True)
        (library / "new.txt").write_text(edited(chinese_text(3, 150), 99, 2))
        (library / "07.txt").write_text(chinese_text(50, 150))
        (library / "11.txt").unlink()
        monkeypatch.setattr(candidates, "sketch_pairs", watched)
        again = pairs(index)
        with FingerprintIndex(Path(":memory:")) as fresh:
            assert again == pairs(fresh)
    assert searched == [2, 18]
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
