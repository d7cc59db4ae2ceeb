"""Texts that several batches of pairs need are read once, and restored unchanged."""

import tempfile
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore.pipeline.exact
import simcore.pipeline.spill
from builders import chinese_text, edited
from simcore import FingerprintIndex, ScanConfig, ScanReport, TextId, make_executor, scan
from simcore.pipeline.spill import keep, kept, worth_keeping


@given(st.lists(st.binary(max_size=40), max_size=7))
def test_what_is_kept_comes_back(parts: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        keep(Path(folder), TextId(7), parts)
        assert kept(Path(folder), TextId(7)) == parts
        assert kept(Path(folder), TextId(8)) is None
        assert [one.name for one in Path(folder).iterdir()] == ["7"]


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    keep(gone, TextId(1), [b"1"])
    assert kept(gone, TextId(1)) is None


def test_what_most_batches_need_is_kept_first(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c, d = map(TextId, range(4))
    batches = [[(a, b), (a, c)], [(a, b)], [(a, d)]]
    sizes = dict.fromkeys((a, b, c, d), 100)
    assert worth_keeping(batches, sizes) == {a, b}
    monkeypatch.setattr(simcore.pipeline.spill, "_MOST_BYTES", 700)
    assert worth_keeping(batches, sizes) == {a}
    assert worth_keeping(batches, sizes | {a: 200}) == {b}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "草稿"
    folder.mkdir()
    text = chinese_text(4, 300)
    for number in range(24):
        (folder / f"{number:02}.txt").write_text(edited(text, number, 1), encoding="utf-8")
    return folder


def scanned(folder: Path, jobs: int) -> ScanReport:
    config = ScanConfig(jobs=jobs, similarity=0.3)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(jobs) as executor:
        return scan([folder], config, index, executor)


def figures(report: ScanReport) -> object:
    path = {key: str(one.path) for key, one in report.documents.items()}
    return {
        (path[one.left], path[one.right], one.resemblance, one.numbers_only) for one in report.pairs
    }


@pytest.mark.parametrize("jobs", [0, 2])
def test_texts_are_read_once_whatever_the_batches(
    folder: Path, jobs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    expected = scanned(folder, jobs)
    assert len(expected.pairs) == len(list(combinations(range(24), 2)))
    monkeypatch.setattr(simcore.pipeline.exact, "_TEXTS_A_BLOCK", 4)
    monkeypatch.setattr(simcore.pipeline.exact, "_LEAST_PAIRS_A_BATCH", 1)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    read: list[Path] = []
    read_text = simcore.pipeline.exact.read_text

    def noted(path: Path, *others: object, **named: object) -> object:
        read.append(path)
        return read_text(path, *others, **named)

    monkeypatch.setattr(simcore.pipeline.exact, "read_text", noted)
    assert figures(scanned(folder, jobs)) == figures(expected)
    assert jobs or sorted(read) == sorted(folder.iterdir())
    assert not list(temporary.glob("variorum-*"))
