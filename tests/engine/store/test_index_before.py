"""An index and judgements that the version before wrote, when shingles had signs in them."""

import gzip
import os
import sqlite3
from pathlib import Path

import pytest

from builders import english_text
from simcore import (
    Document,
    FingerprintIndex,
    MeasuredBy,
    ScanConfig,
    ScanReport,
    judgements_path,
    make_executor,
    read_judgements,
    recall,
    scan,
)

WRITTEN = Path(__file__).parent / "written"
OLD_LIBRARY = "/tmp/variorum-library-18"  # noqa: S108 - what the index was made of
CAME = 1000  # seconds since 1970, set in both files
TEXTS = {
    "a.txt": english_text(1),
    "b.txt": english_text(1).replace("river", "stream"),
    "Menü.txt": "Über den Bäumen schwärmen früh die Vögel, spät die Mäuse.\n" * 3,
    "Menu.txt": "Uber den Baumen schwarmen fruh die Vogel, spat die Mause.\n" * 3,
    "合同.txt": "甲方应于收到货物后三十日内付清全部货款，逾期每日按千分之一支付违约金。\n",
}


def write_library(folder: Path) -> None:
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_bytes(text.encode())
        os.utime(folder / name, (500, 500))


def scanned(folder: Path, index: FingerprintIndex) -> ScanReport:
    judgements = read_judgements(judgements_path(index.path))
    with make_executor(0) as executor:
        return scan([folder], ScanConfig(jobs=0), index, executor, judgements=judgements)


def hashes(index: Path) -> dict[str, tuple[bytes, ...]]:
    """Return what judgements know documents by."""
    with sqlite3.connect(index) as opened:
        rows = opened.execute(
            "select cast(document.name as text), text.hash, content_hash, form_hash, words_hash"
            " from document join text on text.id = document.text"
        ).fetchall()
    opened.close()
    return {name: tuple(rest) for name, *rest in rows}


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The old index of a library that stands in another folder now, and its judgements beside."""
    path = tmp_path / "index.sqlite3"
    path.write_bytes(gzip.decompress((WRITTEN / "index-18.sqlite3.gz").read_bytes()))
    kept = gzip.decompress((WRITTEN / "judgements-18.sqlite3.gz").read_bytes())
    judgements_path(path).write_bytes(kept)
    write_library(tmp_path / "library")
    with sqlite3.connect(path) as opened:
        folders = os.fsencode(tmp_path / "library") + b"/", os.fsencode(OLD_LIBRARY) + b"/"
        assert opened.execute("update folder set path = ? where path = ?", folders).rowcount == 1
    opened.close()
    return path


def together(report: ScanReport, *names: str) -> bool:
    """Return whether some documents are in one group."""
    known = {one.id: one.path.name for one in report.documents.values()}
    groups = (
        (one.representative, *(each.document for each in one.members)) for one in report.groups
    )
    return any(set(names) <= {known[one] for one in group} for group in groups)


@pytest.mark.skipif(os.name != "posix", reason="the paths in it are of POSIX")
def test_it_is_read_anew_and_what_a_person_did_holds(before: Path, tmp_path: Path) -> None:
    library, known = tmp_path / "library", hashes(before)
    assert known.keys() == TEXTS.keys()
    with FingerprintIndex(before) as index:
        assert len(recall([library], ScanConfig(), index).documents) == 0, "nothing is read yet"
        report = scanned(library, index)
        assert report.counts.read == len(TEXTS)
        documents = [one for one in report.documents.values() if isinstance(one, Document)]
        assert set(index.arrivals([one.id for one in documents]).values()) == {CAME}
        index.check()
        again = scanned(library, index)
        assert (again.counts.read, again.counts.unchanged) == (0, len(TEXTS))
    assert hashes(before) == known
    # near by letters alone, which the version before hid; and a and b were judged apart
    for found in (report, again):
        assert together(found, "Menu.txt", "Menü.txt")
        assert not together(found, "a.txt", "b.txt")
    with FingerprintIndex(Path(":memory:")) as fresh, make_executor(0) as executor:
        assert together(scan([library], ScanConfig(jobs=0), fresh, executor), "a.txt", "b.txt")


@pytest.mark.parametrize("version", [23, 24])
def test_misread_texts_are_compared_again(version: int, tmp_path: Path) -> None:
    """Digits in the place of letters told documents apart before, by runs of letters alone."""
    folder, path = tmp_path / "a", tmp_path / "index.sqlite3"
    folder.mkdir()
    words = english_text(1)[:2_000].split()
    misread = [word.replace("o", "0") if at % 3 else word for at, word in enumerate(words)]
    (folder / "page.txt").write_text(" ".join(words))
    (folder / "scan.txt").write_text(" ".join(misread))
    with FingerprintIndex(path) as index:
        (wanted,) = scanned(folder, index).pairs
        assert wanted.measure is MeasuredBy.LETTERS
        index.connection.executescript(
            "update comparison set shared = 9, left_size = 15, right_size = 15, numbers_only = 0;"
            "alter table document drop column ctime_ns;"
            f"pragma user_version = {version};"
        )
    with FingerprintIndex(path) as index:
        report = scanned(folder, index)
    assert report.counts.read == 0
    assert [pair.resemblance for pair in report.pairs] == [wanted.resemblance]


def test_what_differs_in_numbers_only_is_told_anew(tmp_path: Path) -> None:
    """Of long texts with a capital elsewhere the version before said that more differs."""
    folder, path = tmp_path / "a", tmp_path / "index.sqlite3"
    folder.mkdir()
    words = english_text(1)[:2_000]
    for number in (5, 6):
        (folder / f"{number}.txt").write_text(f"{words} we pay the bill {number} today")
    with FingerprintIndex(path) as index:
        (wanted,) = scanned(folder, index).pairs
        assert wanted.numbers_only
        index.connection.executescript(
            "update comparison set numbers_only = 0;"
            "alter table document drop column ctime_ns; pragma user_version = 26;"
        )
    with FingerprintIndex(path) as index:
        report = scanned(folder, index)
    assert report.counts.read == 0
    assert [pair.numbers_only for pair in report.pairs] == [True]
