"""Texts beside an index, parsed once, and texts carried along with results."""

import os
import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import simcore
import simcore.model.formats
from far_results import TEXTS, write_far
from simcore import Document, FingerprintIndex, ReadError, ScanConfig, load_results, scan
from simcore.cli.main import main
from simcore.explanation import ReadAs, compare_as
from simcore.formats.reading import READER_VERSION
from simcore.index.documents import write_carried
from simcore.index.paths import results_above
from simcore.index.texts import KeptTexts, packed, texts_path
from simcore.model.formats import FORMATS, Format
from simcore.model.reasons import Reason, ReasonCode, ResultsFileError, SimcoreError
from simcore.model.records import DecodedText
from simcore.pipeline.rereading import (
    DocumentToRead,
    TextsNow,
    read_parsed,
    read_text,
    read_unparsed,
)
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


def scanned(folder: Path, index: Path, config: ScanConfig | None = None, of: int = 0) -> None:
    config = config or ScanConfig(include=("*.sealed", "*.txt"), jobs=0)
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        report = scan([folder], config, opened, executor)
    assert len(report.documents) == (of or len(list(folder.iterdir())))


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
    assert os.name != "posix" or texts_path(index).stat().st_mode & 0o777 == 0o600


def test_texts_of_no_document_go(tmp_path: Path, library: Path, parsed: list[bytes]) -> None:
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


def test_no_texts_are_kept_if_off(tmp_path: Path, library: Path, parsed: list[bytes]) -> None:
    index = tmp_path / "index.sqlite3"
    config = ScanConfig(include=("*.sealed", "*.txt"), jobs=0, kept_texts=0)
    scanned(library, index, config)
    assert not texts_path(index).exists()
    assert len(parsed) == 2
    (library / "a.1").write_text(f".TH A 1\n.SH NAME\na \\- {WORDS}\n")  # which is read fast
    scanned(library, index, replace(config, include=ScanConfig().include, kept_texts=10**6), of=2)
    assert not texts_path(index).exists()
    (library / "a.1").unlink()
    (library / "d.sealed").write_bytes(b"SEAL other words")
    scanned(library, index)
    assert texts_path(index).exists()
    scanned(library, index, config)  # what was kept before goes
    assert not texts_path(index).exists()


def test_the_newest_stay_where_the_room_ends(tmp_path: Path) -> None:
    kept = KeptTexts(tmp_path / "texts", 1)
    texts = [DecodedText(os.urandom(500).hex(), "pdf", lossy=False) for _ in range(10)]
    for number, one in enumerate(texts):
        kept.add([(HASHES[number], "pdf", packed(one))], 3_000)
    held = [number for number in range(10) if kept.of(HASHES[number], "pdf")]
    sizes = [len(packed(texts[number])) for number in held]
    assert held == list(range(held[0], 10))
    assert sum(sizes) <= 3_000 < sum(sizes) + len(packed(texts[held[0] - 1]))
    assert kept.size < 40_000
    kept.clear()
    assert (kept.size, list(tmp_path.iterdir())) == (0, [])


ONE = DecodedText("text", "pdf", lossy=False)
HASHES = [bytes([number]) * 16 for number in range(10)]


def add_one(kept: KeptTexts, number: int = 1) -> None:
    kept.add([(HASHES[number], "pdf", packed(ONE))], 10**6)


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute(statement)


def test_what_is_wrong_with_it_costs_nothing_but_the_cache(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    kept = KeptTexts(path, 1)
    # the empty one: a scan was killed before it had written the tables
    for damage in (b"no database", b"", b"SQLite format 3\0" + b"\xff" * 5000):
        path.write_bytes(damage)
        assert kept.of(HASHES[1], "pdf") is None
        add_one(kept)
        assert (kept.of(HASHES[1], "pdf") == ONE) is (damage == b"")
        kept.keep_held(lambda known: known)
    path.unlink(missing_ok=True)
    add_one(kept)
    assert kept.of(HASHES[1], "pdf") == ONE
    for statement in ("update text set data = 'damaged'", "drop table text"):
        change(path, statement)
        assert kept.of(HASHES[1], "pdf") is None
    for _ in range(2):  # it is made anew
        add_one(kept)
    assert kept.of(HASHES[1], "pdf") == ONE


def test_a_file_of_another_program_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    change(path, "create table text (id)")
    before = path.read_bytes()
    kept = KeptTexts(path, 1)
    add_one(kept)
    kept.keep_held(lambda _: [])
    kept.clear()
    assert kept.of(HASHES[1], "pdf") is None
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="owners and rights of POSIX")
def test_what_others_may_read_or_lead_elsewhere_is_not_used(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "texts", tmp_path / "elsewhere"
    add_one(KeptTexts(elsewhere, 1))
    before = elsewhere.read_bytes()
    path.symlink_to(elsewhere)
    kept = KeptTexts(path, 1)
    add_one(kept, 2)
    assert kept.of(HASHES[1], "pdf") is None
    kept.clear()
    assert elsewhere.read_bytes() == before
    elsewhere.chmod(0o666)
    assert KeptTexts(elsewhere, 1).of(HASHES[1], "pdf") == ONE
    assert elsewhere.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="owners and rights of POSIX")
def test_a_file_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptTexts(tmp_path / "texts", 1)
    add_one(kept)
    before = (tmp_path / "texts").read_bytes()
    monkeypatch.setattr(os, "geteuid", lambda: 54_321)
    assert kept.of(HASHES[1], "pdf") is None
    add_one(kept, 2)
    kept.clear()
    assert (tmp_path / "texts").read_bytes() == before


def test_nothing_is_left_of_what_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    kept = KeptTexts(path, 1)
    small, large = (os.urandom(size) for size in (500, 50_000))
    kept.add([(HASHES[1], "pdf", small), (HASHES[2], "pdf", large)], 10**6)
    add_one(kept, 3)
    assert small[:40] in path.read_bytes()
    kept.keep_held(lambda _: [HASHES[3]])
    stored = path.read_bytes()
    parts = [data[at : at + 40] for data in (small, large) for at in range(0, len(data), 40)]
    assert not [one for one in parts if one in stored]
    assert kept.of(HASHES[3], "pdf") == ONE
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_that_unpacks_without_end_is_not_taken(tmp_path: Path) -> None:
    kept = KeptTexts(tmp_path / "texts", 1)
    bomb = zlib.compressobj(9)
    data = b"".join([bomb.compress(b'{"text":"')] + [bomb.compress(b"a" * 10**7)] * 30)
    kept.add([(HASHES[1], "pdf", data + bomb.flush())], 10**9)
    assert kept.of(HASHES[1], "pdf") is None


def test_the_disk_keeps_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index may be on the same disk, and cannot do without room."""
    texts = KeptTexts(tmp_path / "index.texts.sqlite3", READER_VERSION)
    drawn = random.Random(1)
    drawn_texts = [DecodedText(drawn.randbytes(9_000).hex(), "pdf", False) for _ in range(40)]
    some = [(bytes([at]) * 16, "pdf", packed(one)) for at, one in enumerate(drawn_texts)]

    def kept(free: int) -> int:
        monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
        for one in some:
            texts.add([one], 10**9)
        return sum(texts.of(content, of) is not None for content, of, _ in some)

    assert kept(10**9) == len(some)
    few = kept(500_000)
    assert 1 < few < len(some) // 2
    assert kept(0) <= few


LARGEST = 10**7
COPY, EDITED = "s3://bucket/合同/a copy.txt", "s3://bucket/合同/a garden.txt"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "near.variorum"
    write_far(path, carried=None)
    return path


def document(results: Path, name: str) -> Document:
    documents = load_results(results).report.documents.values()
    return next(one for one in documents if one.elsewhere == name)


def refused(results: Path, name: str = COPY) -> Reason:
    """Return why a document cannot be read; a read that succeeds fails the test."""
    path = document(results, name).path
    with pytest.raises(ReadError) as error:
        read_text(path, LARGEST)
    wanted = DocumentToRead(path, LARGEST, results.with_name("index.sqlite3"))
    with pytest.raises(ReadError):
        read_unparsed(wanted)
    return error.value.reason


# --- what is shown


def test_every_way_to_read_a_document_reads_what_was_carried_along(results: Path) -> None:
    one, two = document(results, COPY), document(results, EDITED)
    index = results.with_name("index.sqlite3")
    wanted = DocumentToRead(one.path, LARGEST, index, "gb18030")
    for read in (read_unparsed(wanted), read_parsed(wanted), read_text(one.path, LARGEST, "big5")):
        assert read is not None
        text, content = read
        assert (text.text, text.encoding, text.lossy) == (TEXTS[COPY], "utf-8", False)
        assert content == one.content_hash
    with make_executor(0) as executor:
        assert TextsNow(executor, ScanConfig(), index)(two) == TEXTS[EDITED]
    pair = simcore.explain(one.path, two.path, ScanConfig())
    assert pair.left.text == TEXTS[COPY]
    assert 0.7 < pair.pair.resemblance < 1
    figures = compare_as(ReadAs(one.path), ReadAs(two.path, "utf-16"), ScanConfig())
    assert figures.resemblance == pair.pair.resemblance


def test_a_page_of_groups_has_the_texts(results: Path, tmp_path: Path) -> None:
    report = load_results(results).report
    page = tmp_path / "page.html"
    with make_executor(0) as executor:
        simcore.save_page(page, report, TextsNow(executor, report.config, tmp_path / "i.sqlite3"))
    said = page.read_text("utf-8")
    assert COPY in said
    assert "not carried" not in said


def test_commands_read_them(results: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one, two = document(results, COPY), document(results, EDITED)
    assert main(["text", str(one.path)]) == 0
    assert capfd.readouterr().out.strip() == TEXTS[COPY].strip()
    assert main(["explain", str(one.path), str(two.path)]) == 0
    texts_path(results).unlink()
    assert main(["text", str(one.path)]) != 0
    assert (
        "is no file of this machine, and its text is not beside the results"
        in capfd.readouterr().err
    )


def test_what_was_carried_is_shown_and_nothing_else(results: Path) -> None:
    """The hash of a file's bytes says nothing of the text that was read of them."""
    write_carried(texts_path(results), [(COPY, "pdf", "other words")])
    with make_executor(0) as executor:
        assert TextsNow(executor, ScanConfig(), results)(document(results, COPY)) == "other words"
    assert refused(results, EDITED).code is ReasonCode.NOT_CARRIED
    write_carried(texts_path(results), [(COPY, "utf-8", "a\ud800b")])
    text = read_text(document(results, COPY).path, LARGEST)[0].text
    assert (text[0], text[-1]) == ("a", "b")
    text.encode()  # halves of characters are not shown
    texts_path(results).unlink()
    assert refused(results, COPY).code is ReasonCode.NOT_CARRIED


def test_other_paths_are_read_as_before(results: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("words", encoding="utf-8")
    assert read_text(plain, LARGEST)[0].text == "words"
    for path in (plain / "below", tmp_path / "none.txt", tmp_path / "none" / "a"):
        with pytest.raises(ReadError) as error:
            read_text(path, LARGEST)
        assert error.value.reason.code is ReasonCode.GONE
    assert results_above(results) is None


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../../etc/passwd", "\ud800", "a\0b", "x" * 10_000, "y/" * 5_000, "%", "🙂/"],
)
def test_any_id_has_its_text(tmp_path: Path, name: str) -> None:
    results = tmp_path / "near.variorum"
    write_far(results, {name: "some words of a text", "b": "some words of a text"}, carried=None)
    assert read_text(document(results, name).path, LARGEST)[0].text == "some words of a text"


def test_texts_follow_results_that_are_saved_again(results: Path, tmp_path: Path) -> None:
    saved = load_results(results)
    again = tmp_path / "again.variorum"
    simcore.save_results(saved.report, saved.marked, again)
    results.unlink()
    texts_path(results).unlink()
    assert read_text(document(again, COPY).path, LARGEST)[0].text == TEXTS[COPY]


# --- what may stand in its place


def _changed(statements: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path)) as opened:
            opened.executescript(statements)

    return spoil


def _instead(make: Callable[[Path], object]) -> Callable[[Path], None]:
    """Return what puts the file aside, and makes something in its place."""

    def spoil(path: Path) -> None:
        path.rename(path.with_name("aside.sqlite3"))
        make(path)

    return spoil


_OTHERS = _changed("create table carried (id blob primary key, encoding text, data blob)")


def _bomb(path: Path) -> None:
    packing = zlib.compressobj(1)
    block = bytes(1_000_000)
    data = b"".join(packing.compress(block) for _ in range(300)) + packing.flush()
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("update carried set data = ?", (data,))


def _garbled(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:] = bytes(255 - byte for byte in data[100:])
    path.write_bytes(data)


def _loop(path: Path) -> None:
    """Let a view of the table's name never end."""
    _changed(
        "alter table carried rename to gone; create view carried as with recursive n(i) as "
        "(select 1 union all select i + 1 from n) select i as id, 'utf-8' as encoding, x'' as data"
        " from n"
    )(path)


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
@pytest.mark.parametrize(
    "spoil",
    [
        _instead(lambda path: path.symlink_to(path.with_name("aside.sqlite3"))),
        *(_instead(Path.mkdir), _instead(os.mkfifo), _instead(_OTHERS)),
        *(_bomb, _garbled, _loop),
        lambda path: os.truncate(path, path.stat().st_size // 2),
        _changed("update carried set data = x'00'"),
        _changed("update carried set data = 'text'"),
        _changed("update carried set encoding = x'00'"),
        _changed("update carried set data = null"),
        _changed("delete from carried"),
        _changed("drop table carried"),
        _changed("pragma application_id = 7"),
        _changed("create table other (a)"),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(52) + b"Vare" + bytes(9_000)),
    ],
)
def test_spoiled_files(results: Path, spoil: Callable[[Path], object]) -> None:
    spoil(texts_path(results))
    before = sorted(results.parent.iterdir())
    assert refused(results).code is ReasonCode.NOT_CARRIED
    assert sorted(results.parent.iterdir()) == before  # no journal was made


def test_it_is_read_where_nothing_can_be_written(results: Path) -> None:
    texts = texts_path(results)
    data = texts.read_bytes()
    journal = texts.with_name(f"{texts.name}-journal")
    journal.write_bytes(b"what another program left")
    for path in (texts, journal):
        path.chmod(0o444)
    assert read_text(document(results, COPY).path, LARGEST)[0].text == TEXTS[COPY]
    assert texts.read_bytes() == data
    assert journal.exists()


# --- writing


def test_an_older_file_is_replaced_and_stays_where_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "near.texts.sqlite3"
    write_carried(path, [("1", "utf-8", "first")])
    before = path.read_bytes()

    def broken() -> Iterator[tuple[str, str, str]]:
        yield "1", "utf-8", "second"
        raise SimcoreError("no more rows")

    with pytest.raises(ResultsFileError, match=r"no.near.texts.sqlite3: cannot be written"):
        write_carried(tmp_path / "no" / "near.texts.sqlite3", [])
    with pytest.raises(SimcoreError, match="no more rows"):
        write_carried(path, broken())
    with pytest.raises(ResultsFileError, match="two documents have the id 7"):
        write_carried(path, [("7", "utf-8", "a"), ("7", "utf-8", "b")])
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    write_carried(path, [("1", "utf-8", "second")])
    assert path.read_bytes() != before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full")
def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "near.texts.sqlite3"
    write_carried(path, [("1", "utf-8", "first")])
    before = path.read_bytes()
    connect = sqlite3.connect

    def small(*arguments: object, **options: object) -> sqlite3.Connection:
        made: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload] # as given
        made.execute("pragma max_page_count = 4")
        return made

    monkeypatch.setattr(sqlite3, "connect", small)
    rows = [(str(number), "utf-8", os.urandom(9_000).hex()) for number in range(40)]
    with pytest.raises(ResultsFileError, match=r"near.texts.sqlite3: cannot be written: .*full"):
        write_carried(path, rows)
    assert path.read_bytes() == before
    assert shutil.which("sh") is None or len([*tmp_path.iterdir()]) == 1
