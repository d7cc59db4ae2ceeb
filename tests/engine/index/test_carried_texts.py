"""Texts carried along with results, and whatever may stand in their place."""

import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import simcore
from far_results import TEXTS, write_far
from simcore import Document, ReadError, ScanConfig, load_results
from simcore.cli.main import main
from simcore.explanation import ReadAs, compare_as
from simcore.index.documents import write_carried
from simcore.index.paths import results_above
from simcore.index.texts import texts_path
from simcore.model.reasons import Reason, ReasonCode, ResultsFileError, SimcoreError
from simcore.pipeline.rereading import (
    DocumentToRead,
    TextsNow,
    read_parsed,
    read_text,
    read_unparsed,
)
from simcore.workers import make_executor

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


def test_a_text_of_other_bytes_is_shown_too(results: Path) -> None:
    """The hash of a file's bytes says nothing of the text that was read of them."""
    write_carried(texts_path(results), [(COPY, "pdf", "other words")])
    one = document(results, COPY)
    with make_executor(0) as executor:
        assert TextsNow(executor, ScanConfig(), results)(one) == "other words"


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


def test_what_was_not_carried_is_not_here(results: Path) -> None:
    write_carried(texts_path(results), [(COPY, "utf-8", "words")])
    assert refused(results, EDITED).code is ReasonCode.NOT_CARRIED
    assert read_text(document(results, COPY).path, LARGEST)[0].text == "words"
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


def test_halves_of_characters_in_a_text_are_not_shown(results: Path) -> None:
    write_carried(texts_path(results), [(COPY, "utf-8", "a\ud800b")])
    text = read_text(document(results, COPY).path, LARGEST)[0].text
    assert (text[0], text[-1]) == ("a", "b")
    text.encode()


def test_texts_follow_results_that_are_saved_again(results: Path, tmp_path: Path) -> None:
    saved = load_results(results)
    again = tmp_path / "again.variorum"
    simcore.save_results(saved.report, saved.marked, again)
    results.unlink()
    texts_path(results).unlink()
    assert read_text(document(again, COPY).path, LARGEST)[0].text == TEXTS[COPY]


# --- what may stand in its place


def _link(path: Path) -> None:
    aside = path.with_name("aside.sqlite3")
    path.rename(aside)
    path.symlink_to(aside)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _changed(statements: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as opened:
            opened.executescript(statements)

    return change


def _of_another_program(path: Path) -> None:
    path.unlink()
    _changed("create table carried (id blob primary key, encoding text, data blob)")(path)


def _bomb(path: Path) -> None:
    packing = zlib.compressobj(9)
    block = bytes(1_000_000)
    data = b"".join(packing.compress(block) for _ in range(300)) + packing.flush()
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("update carried set data = ?", (data,))


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


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
        *(_link, _folder, _pipe, _of_another_program, _bomb, _cut, _garbled, _loop),
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
def test_whatever_stands_there_the_document_is_not_here(
    results: Path, spoil: Callable[[Path], object]
) -> None:
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

    with pytest.raises(SimcoreError, match="no more rows"):
        write_carried(path, broken())
    with pytest.raises(ResultsFileError, match="two documents have the id 7"):
        write_carried(path, [("7", "utf-8", "a"), ("7", "utf-8", "b")])
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    write_carried(path, [("1", "utf-8", "second")])
    assert path.read_bytes() != before


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResultsFileError, match=r"no.near.texts.sqlite3: cannot be written"):
        write_carried(tmp_path / "no" / "near.texts.sqlite3", [])


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
