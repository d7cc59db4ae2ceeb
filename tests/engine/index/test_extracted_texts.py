"""Extracted texts beside the index: parsed once, dropped with their documents, never trusted."""

import os
import random
import sqlite3
import zlib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import simcore.model.formats
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.formats.reading import READER_VERSION
from simcore.index.texts import KeptTexts, packed, texts_path
from simcore.model.formats import FORMATS, Format
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DecodedText
from simcore.pipeline.rereading import read_text
from simcore.text.normal_form import content_hash
from simcore.workers import make_executor

WORDS = "contract between the two parties below about the delivery of goods and their price "


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """A format with a reader that notes what it reads."""
    seen: list[bytes] = []

    def read(data: bytes, encoding: str | None) -> DecodedText:
        del encoding
        seen.append(data)
        words = data.removeprefix(b"SEAL").decode()
        short = Reason(ReasonCode.CUT_SHORT, (Reason(ReasonCode.TEXT, ("why",)),))
        return DecodedText(words, "", lossy=False, cut_short=short, marks=("sup 3",), pages=(0, 2))

    one = Format("sealed", "Sealed", "sealed:read", ("sealed",), (b"SEAL",))
    known = simcore.model.formats
    monkeypatch.setattr(known, "FORMATS", (one, *FORMATS))
    monkeypatch.setattr(known, "_LEADING", (b"SEAL", *known._LEADING))
    monkeypatch.setitem(known._BY_NAME, "sealed", one)
    module = ModuleType("sealed")
    monkeypatch.setattr(module, "read", read, raising=False)
    monkeypatch.setitem(__import__("sys").modules, "simcore.formats.sealed", module)
    return seen


def scanned(folder: Path, index: Path, config: ScanConfig | None = None) -> None:
    config = config or ScanConfig(include=("*.sealed", "*.txt"), jobs=0)
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        report = scan([folder], config, opened, executor)
    assert len(report.documents) == len(list(folder.iterdir()))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "a.sealed").write_bytes(b"SEAL" + WORDS.encode() * 4)
    (folder / "b.sealed").write_bytes(b"SEAL" + WORDS.encode() * 4 + b"more")
    (folder / "c.txt").write_text(WORDS * 4)
    return folder


def test_a_document_is_parsed_once(tmp_path: Path, library: Path, parsed: list[bytes]) -> None:
    index = tmp_path / "index.sqlite3"
    scanned(library, index)
    assert len(parsed) == 2  # not again for the exact comparison
    kept = KeptTexts(texts_path(index), READER_VERSION)
    path = library / "a.sealed"
    fresh, content = read_text(path, 10**6)
    assert len(parsed) == 3
    again, _ = read_text(path, 10**6, kept=kept)
    assert (again, len(parsed)) == (fresh, 3)
    assert kept.of(content, "sealed") == fresh
    # another version of the readers reads anew
    assert KeptTexts(texts_path(index), READER_VERSION + 1).of(content, "sealed") is None
    assert kept.of(content, "other") is None


def test_only_its_user_may_read_it(tmp_path: Path, library: Path, parsed: list[bytes]) -> None:
    index = tmp_path / "index.sqlite3"
    before = os.umask(0)
    try:
        scanned(library, index)
    finally:
        os.umask(before)
    assert parsed
    if os.name == "posix":
        assert texts_path(index).stat().st_mode & 0o777 == 0o600


def test_what_no_document_holds_is_dropped(
    tmp_path: Path, library: Path, parsed: list[bytes]
) -> None:
    index = tmp_path / "index.sqlite3"
    scanned(library, index)
    data = [(library / f"{name}.sealed").read_bytes() for name in "ab"]
    kept = KeptTexts(texts_path(index), READER_VERSION)
    assert all(kept.of(content_hash(one), "sealed") for one in data)
    (library / "a.sealed").unlink()
    (library / "b.sealed").write_bytes(b"SEAL and other words than before")
    scanned(library, index)
    assert not any(kept.of(content_hash(one), "sealed") for one in data)
    assert kept.of(content_hash((library / "b.sealed").read_bytes()), "sealed")
    stored = texts_path(index).read_bytes()
    for one in data:
        assert zlib.compress(one, 1)[2:40] not in stored
    assert len(parsed) == 3


def test_what_is_read_fast_is_not_kept(tmp_path: Path) -> None:
    folder, index = tmp_path / "pages", tmp_path / "index.sqlite3"
    folder.mkdir()
    (folder / "a.1").write_text(f".TH A 1\n.SH NAME\na \\- {WORDS}\n")
    scanned(folder, index, ScanConfig(jobs=0))
    assert not texts_path(index).exists()


def test_nothing_is_kept_where_that_is_off(
    tmp_path: Path, library: Path, parsed: list[bytes]
) -> None:
    index = tmp_path / "index.sqlite3"
    config = ScanConfig(include=("*.sealed", "*.txt"), jobs=0, kept_texts=0)
    scanned(library, index, config)
    assert not texts_path(index).exists()
    assert len(parsed) == 2
    (library / "d.sealed").write_bytes(b"SEAL other words")
    scanned(library, index)
    assert texts_path(index).exists()
    scanned(library, index, config)  # what was kept before goes
    assert not texts_path(index).exists()


def test_the_newest_stay_where_the_room_ends(tmp_path: Path) -> None:
    kept = KeptTexts(tmp_path / "texts", 1)
    texts = [DecodedText(os.urandom(500).hex(), "pdf", lossy=False) for _ in range(10)]
    for number, one in enumerate(texts):
        kept.add([(bytes([number]) * 16, "pdf", packed(one))], 3_000)
    held = [number for number in range(10) if kept.of(bytes([number]) * 16, "pdf")]
    sizes = [len(packed(texts[number])) for number in held]
    assert held == list(range(held[0], 10))
    assert sum(sizes) <= 3_000 < sum(sizes) + len(packed(texts[held[0] - 1]))
    assert kept.size < 40_000
    kept.clear()
    assert (kept.size, list(tmp_path.iterdir())) == (0, [])


ONE = DecodedText("text", "pdf", lossy=False)


def test_what_is_wrong_with_it_costs_nothing_but_the_cache(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    kept = KeptTexts(path, 1)
    for damage in (b"no database", b"", b"SQLite format 3\0" + b"\xff" * 5000):
        path.write_bytes(damage)
        assert kept.of(b"1" * 16, "pdf") is None
        kept.add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
        kept.keep_held(lambda known: known)
    path.unlink(missing_ok=True)
    kept.add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
    assert kept.of(b"1" * 16, "pdf") == ONE
    with sqlite3.connect(path) as connection:
        connection.execute("update text set data = ?", (b"damaged",))
    connection.close()
    assert kept.of(b"1" * 16, "pdf") is None
    with sqlite3.connect(path) as connection:
        connection.execute("drop table text")
    connection.close()
    assert kept.of(b"1" * 16, "pdf") is None
    for _ in range(2):  # it is made anew
        kept.add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
    assert kept.of(b"1" * 16, "pdf") == ONE


def test_a_file_of_another_program_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    with sqlite3.connect(path) as connection:
        connection.execute("create table text (id)")
    connection.close()
    before = path.read_bytes()
    kept = KeptTexts(path, 1)
    kept.add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
    kept.keep_held(lambda _: [])
    kept.clear()
    assert kept.of(b"1" * 16, "pdf") is None
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="owners and rights of POSIX")
def test_what_others_may_read_or_lead_elsewhere_is_not_used(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "texts", tmp_path / "elsewhere"
    KeptTexts(elsewhere, 1).add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
    before = elsewhere.read_bytes()
    path.symlink_to(elsewhere)
    kept = KeptTexts(path, 1)
    kept.add([(b"2" * 16, "pdf", packed(ONE))], 10**6)
    assert kept.of(b"1" * 16, "pdf") is None
    kept.clear()
    assert elsewhere.read_bytes() == before
    path.unlink()
    elsewhere.chmod(0o666)
    shared = KeptTexts(elsewhere, 1)
    assert shared.of(b"1" * 16, "pdf") == ONE
    assert elsewhere.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="owners and rights of POSIX")
def test_the_file_of_another_user_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptTexts(tmp_path / "texts", 1)
    kept.add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
    before = (tmp_path / "texts").read_bytes()
    monkeypatch.setattr(os, "geteuid", lambda: 54_321)
    assert kept.of(b"1" * 16, "pdf") is None
    kept.add([(b"2" * 16, "pdf", packed(ONE))], 10**6)
    kept.clear()
    assert (tmp_path / "texts").read_bytes() == before


def test_one_that_was_not_finished_is_made(tmp_path: Path) -> None:
    """A scan was killed before it had written the tables."""
    (tmp_path / "texts").touch()
    kept = KeptTexts(tmp_path / "texts", 1)
    kept.add([(b"1" * 16, "pdf", packed(ONE))], 10**6)
    assert kept.of(b"1" * 16, "pdf") == ONE


def test_nothing_is_left_of_what_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    kept = KeptTexts(path, 1)
    small, large = (os.urandom(size) for size in (500, 50_000))
    kept.add([(b"1" * 16, "pdf", small), (b"2" * 16, "pdf", large)], 10**6)
    kept.add([(b"3" * 16, "pdf", packed(ONE))], 10**6)
    assert small[:40] in path.read_bytes()
    kept.keep_held(lambda _: [b"3" * 16])
    stored = path.read_bytes()
    parts = [data[at : at + 40] for data in (small, large) for at in range(0, len(data), 40)]
    assert not [one for one in parts if one in stored]
    assert kept.of(b"3" * 16, "pdf") == ONE
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_that_unpacks_without_end_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    bomb = zlib.compressobj(9)
    data = b"".join([bomb.compress(b'{"text":"')] + [bomb.compress(b"a" * 10**7)] * 30)
    KeptTexts(path, 1).add([(b"1" * 16, "pdf", data + bomb.flush())], 10**9)
    assert KeptTexts(path, 1).of(b"1" * 16, "pdf") is None


def test_no_more_is_kept_than_a_part_of_the_room_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index may be on the same disk, and cannot do without room."""
    texts = KeptTexts(tmp_path / "index.texts.sqlite3", READER_VERSION)
    drawn = random.Random(1)
    some = [
        (
            bytes([number]) * 16,
            "pdf",
            packed(DecodedText(drawn.randbytes(9_000).hex(), "pdf", False)),
        )
        for number in range(40)
    ]

    def kept(free: int) -> int:
        monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
        for one in some:
            texts.add([one], 10**9)
        return sum(texts.of(content, of) is not None for content, of, _ in some)

    assert kept(10**9) == len(some)
    few = kept(500_000)
    assert 1 < few < len(some) // 2
    assert kept(0) <= few
