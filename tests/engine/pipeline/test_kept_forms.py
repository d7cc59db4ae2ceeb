"""Which pairs are forms is kept in the index, and said while a scan is still comparing."""

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from forms import forms, versions, write_all
from simcore import FingerprintIndex, Kind, ScanConfig, ScanReport, recall, scan
from simcore.grouping.pairs import shown_kind
from simcore.model.report import ScanFigures
from simcore.pipeline.candidates import CandidatePairs, find_candidates
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
Kinds = dict[frozenset[str], Kind]
Ids = NDArray[np.int64] | None


class Watching:
    """Keeps a report each time there is something new."""

    def __init__(self) -> None:
        self.told: list[ScanReport] = []

    def found(
        self, _: ScanFigures, kinds: AbstractSet[Kind], report: Callable[[], ScanReport]
    ) -> None:
        if kinds == set(Kind):
            self.told.append(report())


def scanned(folder: Path, index: FingerprintIndex, watching: Watching | None = None) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], CONFIG, index, executor, watcher=watching)


def kinds(report: ScanReport) -> Kinds:
    found = {}
    for pair in report.pairs:
        kind = shown_kind(pair, CONFIG)
        if kind is not None:
            ends = (report.documents[end].path.name for end in (pair.left, pair.right))
            found[frozenset(ends)] = kind
    return found


def fresh(folder: Path) -> Kinds:
    with FingerprintIndex(Path(":memory:")) as index:
        return kinds(scanned(folder, index))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_all(tmp_path / "a", forms(31, 12, 70, (5, 9)))
    return write_all(tmp_path / "a", versions(32, 2, 90, "in a line", "all"), "version")


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Forbids to read a sketch from when it is called."""

    def forbid() -> None:
        def sketches(_: FingerprintIndex) -> None:
            raise AssertionError

        monkeypatch.setattr(FingerprintIndex, "sketches", sketches)

    return forbid


def test_a_scan_of_unchanged_documents_reads_no_sketch(
    folder: Path, tmp_path: Path, unread: Callable[[], None]
) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        first = kinds(scanned(folder, index))
        assert Counter(first.values()) == {Kind.SAME_FORM: 66, Kind.SIMILAR: 1}
        unread()
        assert kinds(scanned(folder, index)) == first
        assert kinds(recall([folder], CONFIG, index)) == first


def test_what_the_search_counted_is_not_read_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of texts that are searched for pairs only those of pairs are read to decide about forms."""
    write_all(folder, [f"{number} " * 90 for number in range(5)], "other")
    write_all(folder, [forms(31, 12, 70, (5, 9))[0].replace(" ", "  ")], "again")
    (folder / "no-words.txt").write_text("... --- ...")
    (folder / "empty.txt").write_text("")
    of_index, asked = FingerprintIndex.sketches, []

    def sketches(index: FingerprintIndex, *known: int, only: Ids = None) -> object:
        asked.append(None if only is None else len(only))
        return of_index(index, *known, only=only)

    def uncounted(*known: Any, **options: Any) -> CandidatePairs:
        return replace(find_candidates(*known, **options), counted=None)

    monkeypatch.setattr(FingerprintIndex, "sketches", sketches)
    first = fresh(folder)
    assert asked == [None, 14]
    assert Counter(first.values()) == {Kind.SAME_FORM: 66, Kind.SIMILAR: 1}
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        scanned(folder, index)
        asked.clear()
        write_all(folder, ["One more, unlike all of these."], "more")
        assert kinds(scanned(folder, index)) == first
        # and none at all for the one more text, which is like no other by its fingerprint
        assert asked[:3] == [None, 0, 14]
    monkeypatch.setattr("simcore.pipeline.candidates.find_candidates", uncounted)
    asked.clear()
    assert fresh(folder) == first
    assert asked == [None, None]


def test_what_is_kept_holds_for_these_documents_alone(folder: Path, tmp_path: Path) -> None:
    texts = forms(31, 12, 70, (5, 9))
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        all_of_them = kinds(scanned(folder, index))
        for number in range(4):
            (folder / f"text-{number:03}.txt").unlink()
        few = kinds(scanned(folder, index))
        assert set(few.values()) == {Kind.SIMILAR}
        assert few == fresh(folder)
        # the pairs are the same, but each text is in two documents: mails of the same words
        for number in range(4, 12):
            (folder / f"again-{number:03}.txt").write_text(texts[number].replace(" ", "  "))
        twice = kinds(scanned(folder, index))
        assert Counter(twice.values())[Kind.SAME_FORM] == 8 * 7 // 2
        assert twice == fresh(folder)
        for one in folder.glob("again-*"):
            one.unlink()
        assert kinds(scanned(folder, index)) == few
        write_all(folder, texts)
        assert kinds(scanned(folder, index)) == all_of_them
        (rows,) = index.connection.execute("select count(*) from proposal").fetchone()
        assert rows <= 8


@pytest.mark.parametrize("damaged", [b"", b"no bits", bytes(9)])
def test_what_is_kept_may_be_damaged(folder: Path, tmp_path: Path, damaged: bytes) -> None:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        first = kinds(scanned(folder, index))
        with index.transaction() as connection:
            changed = connection.execute("update proposal set pairs = ? where id < 0", (damaged,))
            assert changed.rowcount == 1
        assert kinds(scanned(folder, index)) == first


def test_no_form_is_near_before_it_is_known_to_be_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs._TEXTS_A_BLOCK", 3)
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 5)
    watching = Watching()
    with FingerprintIndex(Path(":memory:")) as index:
        end = scanned(folder, index, watching)
    known = kinds(end)
    assert Counter(known.values()) == {Kind.SAME_FORM: 66, Kind.SIMILAR: 1}
    told = [kinds(report) for report in watching.told]
    assert sum(0 < len(one) < len(known) for one in told) > 4
    for one in told:
        near = {ends for ends, kind in one.items() if kind is not Kind.SAME_FORM}
        assert all(known[ends] is one[ends] for ends in near)
    headlines = [(report.counts.similar, report.counts.parts) for report in watching.told]
    assert headlines == sorted(headlines)
    assert headlines[-1] == (end.counts.similar, end.counts.parts) == (1, 0)
