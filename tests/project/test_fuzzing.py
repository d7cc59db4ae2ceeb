"""Whatever stands in a file: it is read, or a sentence says why not; nothing else comes out.

Files that are right are damaged in a way that follows from a seed (VARIORUM_SEED), as often as
VARIORUM_FUZZ says; documents of every format for each reader, as long as VARIORUM_FUZZ_SECONDS
says.
"""

import contextlib
import faulthandler
import gzip
import itertools
import json
import os
import random
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from amounts import Counted, amount
from builders import chinese_text, document, edited, english_text, voted
from fuzz import SEEDS, damaged, damaged_document, spoilt, spoilt_cell
from removals import FolderTrash, NoTrash, put, reported, shown
from simcore import (
    Action,
    FingerprintIndex,
    Journal,
    ReadError,
    ScanConfig,
    ScanReport,
    SimcoreError,
    carry_out,
    load_results,
    plan_removal,
    recall,
    regroup,
    save_results,
    scan,
    undo,
)
from simcore.fingerprints import find_recipe
from simcore.formats.reading import read_document
from simcore.index.judgements import JudgementFile, read_judgements
from simcore.model.config import Thresholds
from simcore.model.formats import FORMATS, format_of
from simcore.model.reasons import IndexFileError, JournalError, ResultsFileError
from simcore.model.records import DecodedText
from simcore.removal.carry_out import recover
from simcore.removal.journal import mark_of
from simcore.text.masking import segmenter
from simcore.text.visible import visible_hashes
from simcore.text.words import normalise, words
from simcore.workers import make_executor

FUZZ = amount("FUZZ", 30, 2_000)
SEED = amount("SEED", 6, 6)
SECONDS = amount("FUZZ_SECONDS", 0, 600)
READERS = sorted({one.reader for one in FORMATS})
MOST_SECONDS, MOST_KILOBYTES = 20.0, 400_000  # a document; far more than any should need

CHINESE = chinese_text(1, 120)
TRADITIONAL = "數據庫的備份與還原：管理員應當定期備份，並驗證備份可以還原。\n" * 8
PAGE = (
    '<!DOCTYPE html><html><head><meta charset="{0}"><title>合同</title><style>p {{}}</style></head>'
    "<body><h1>合同 &amp; 协议</h1><!-- no --><p>" + CHINESE + "</p><table><tr><td>一<td>二</table>"
    "<script>var a = '<p>';</script></body></html>"
)
SORTS = {
    "utf-8.txt": CHINESE.encode(),
    "english.txt": english_text(1, 200).encode(),
    "utf-8-sig.txt": CHINESE.encode("utf-8-sig"),
    "gb18030.txt": CHINESE.encode("gb18030"),
    "big5.txt": TRADITIONAL.encode("big5hkscs"),
    "utf-16.txt": CHINESE.encode("utf-16"),
    "utf-16-le.txt": CHINESE.encode("utf-16-le"),
    "utf-16-be.txt": english_text(2, 60).encode("utf-16-be"),
    "utf-32.txt": CHINESE.encode("utf-32"),
    "cp932.txt": "これは日本語の文章です。契約書の第一条。\n".encode("cp932") * 9,
    "koi8-r.txt": "Договор между сторонами заключён сегодня.\n".encode("koi8-r") * 9,
    "page.html": PAGE.format("utf-8").encode(),
    "page-gb18030.htm": PAGE.format("gb18030").encode("gb18030"),
    "page.xhtml": ("<?xml version='1.0' encoding='utf-8'?>" + PAGE.format("utf-8")).encode(),
}


def dice(*what: object) -> random.Random:
    return random.Random(f"{SEED} {what}")


# ---- documents


@pytest.mark.parametrize("name", SORTS)
def test_bytes_become_text_or_a_reason(name: str, counted: Counted) -> None:
    """And any text has words and a fingerprint."""
    drawn = dice(name)
    recipe = find_recipe("default")
    read = 0
    for _ in range(FUZZ):
        data = damaged(SORTS[name], drawn)
        try:
            decoded = read_document(name, data)
        except ReadError:
            continue
        read += 1
        assert isinstance(decoded, DecodedText)
        assert read_document(name, data, decoded.encoding).text == decoded.text, data
        text = decoded.text
        found = voted(recipe, words(normalise(text), segmenter()))
        assert found is None or 0 <= found < 2**64
    assert read > FUZZ // 10, "most of what is damaged can still be read"
    counted("damaged documents", FUZZ)


def test_a_scan_takes_any_file(tmp_path: Path, counted: Counted) -> None:
    """Each is a document or a problem, and no reason is an error that nobody expected."""
    drawn = dice("scan")
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(FUZZ):
        name = drawn.choice(list(SORTS))
        (folder / f"{number:05} {name}").write_bytes(damaged(SORTS[name], drawn))
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        report = scan([folder], ScanConfig(jobs=0), index, make_executor(0))
    told = {one.path for one in report.problems}
    read = {one.path for one in report.documents.values()}
    if report.counts.missed:  # many are damaged alike, and the folder is named for them
        told.remove(folder)
    assert told | read == set(folder.iterdir())
    assert not [one for one in report.problems if "unexpected" in str(one.reason)]
    counted("damaged documents that were scanned", FUZZ)


def test_each_format_has_a_document_to_damage() -> None:
    of = [format_of(name, data) for name, data in SEEDS]
    assert {one.name for one in of if one} == {one.name for one in FORMATS}


@pytest.mark.parametrize("reader", READERS)
def test_each_reader_for_a_while(reader: str, tmp_path: Path, counted: Counted) -> None:
    """A damaged document is read or refused, in bounded time and memory, and can be compared."""
    seeds: dict[str, list[bytes]] = {}
    readable: set[str] = set()
    for name, data in SEEDS:
        of = format_of(name, data)
        if of and of.reader == reader:
            seeds.setdefault(of.name, []).append(data)
            with contextlib.suppress(ReadError):  # one may want a password
                read_document(name, data)
                readable.add(of.name)
    assert readable == set(seeds)
    drawn = random.Random(f"{SEED} {reader}")
    done = 0
    end = time.monotonic() + SECONDS
    for done in itertools.count():
        if done >= FUZZ // 3 and time.monotonic() >= end:
            break
        name = drawn.choice(list(seeds))
        data = damaged_document(seeds[name], drawn)
        # what ends the process leaves the document that did it
        path = tmp_path / f"damaged.{name}"
        path.write_bytes(data)
        began, peak = time.process_time(), peak_kilobytes()
        faulthandler.dump_traceback_later(10 * MOST_SECONDS, exit=True)
        with contextlib.suppress(ReadError):
            decoded = read_document(path.name, data)
            visible_hashes(decoded)
            assert list(decoded.pages) == sorted(decoded.pages)
            assert not decoded.pages or decoded.pages[-1] <= decoded.text.count("\n")
        faulthandler.cancel_dump_traceback_later()
        assert time.process_time() - began < MOST_SECONDS, path
        assert peak_kilobytes() - peak < MOST_KILOBYTES, path
    counted(f"damaged documents for the reader {reader}", done)


def peak_kilobytes() -> int:
    """Return the most memory that this process ever held; 0 where nobody says so."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415 - POSIX only

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


# ---- what Variorum wrote itself


@contextlib.contextmanager
def told_of(path: Path, kind: type[SimcoreError], how: str = "") -> Iterator[None]:
    """Let nothing out of a block but a sentence of one kind that names the file."""
    try:
        yield
    except kind as error:
        if str(path) not in str(error):
            raise
    except Exception as error:
        error.add_note(how)
        raise


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for number in range(6):
        text = edited(chinese_text(number // 3, 150), number, number % 3)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    (folder / "copy.txt").write_bytes((folder / "0.txt").read_bytes())
    (folder / "none.txt").write_bytes(b"\0\1\2" * 50)
    return folder


def scanned(library: Path, path: Path) -> ScanReport:
    with FingerprintIndex(path) as index:
        return scan([library], ScanConfig(jobs=0), index, make_executor(0))


@pytest.mark.parametrize("where", ["bytes", "text", "values"])
def test_saved_results(library: Path, tmp_path: Path, where: str, counted: Counted) -> None:
    report = scanned(library, tmp_path / "index.sqlite3")
    assert report.pairs
    path = tmp_path / "results.variorum"
    save_results(report, list(report.documents)[:2], path)
    whole = path.read_bytes()
    text = gzip.decompress(whole)
    drawn = dice("results", where)
    opened = 0
    for _ in range(FUZZ):
        if where == "bytes":
            path.write_bytes(damaged(whole, drawn))
        elif where == "text":
            path.write_bytes(gzip.compress(damaged(text, drawn)))
        else:
            lines = [json.loads(line) for line in text.splitlines()]
            spoilt(lines, drawn)
            path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
        with told_of(path, ResultsFileError):
            loaded = load_results(path)
            opened += 1
            # what was let in can be shown
            again = regroup(loaded.report, Thresholds(loaded.report.config.distance, 0.5))
            for group in again.groups:
                assert again.documents[group.representative].path.is_absolute()
    assert opened < FUZZ
    counted("damaged files of results", FUZZ)


def spoilt_copies(whole: Path, where: str, *what: object) -> Iterator[tuple[Path, str]]:
    """Yield copies of a database, each damaged in its bytes, or in a cell."""
    drawn = dice(*what, where)
    for number in range(FUZZ):
        path = whole.with_name(f"{number}.sqlite")
        told = "its bytes"
        if where == "bytes":
            path.write_bytes(damaged(whole.read_bytes(), drawn))
        else:
            shutil.copyfile(whole, path)
            told = spoilt_cell(path, drawn)
        yield path, f"{number}: {told}"
        for left in path.parent.glob(f"{number}.sqlite*"):
            left.unlink()


@pytest.mark.parametrize("where", ["bytes", "cells"])
def test_an_index(library: Path, tmp_path: Path, where: str, counted: Counted) -> None:
    whole = tmp_path / "index.sqlite3"
    scanned(library, whole)
    for path, told in spoilt_copies(whole, where, "index"):
        with told_of(path, IndexFileError, told), FingerprintIndex(path) as index:
            recall([library], ScanConfig(jobs=0), index)
            scan([library], ScanConfig(jobs=0), index, make_executor(0))
    counted("damaged indexes", FUZZ)


def test_an_index_with_a_share_of_no_number(library: Path, tmp_path: Path) -> None:
    """NumPy warns of what it cannot divide, and goes on."""
    path = tmp_path / "index.sqlite3"
    scanned(library, path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update comparison set shared = 9e999")
    damaged_there = pytest.raises(IndexFileError, match=r"comparison\.shared")
    with FingerprintIndex(path) as index, damaged_there:
        recall([library], ScanConfig(jobs=0), index)


@pytest.mark.parametrize("badge", [1 << 40, -(1 << 63)])
def test_an_index_with_a_badge_that_there_is_not(library: Path, tmp_path: Path, badge: int) -> None:
    path = tmp_path / "index.sqlite3"
    scanned(library, path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update comparison set numbers_only = ?", (badge,))
    with FingerprintIndex(path) as index, pytest.raises(IndexFileError, match="comparison"):
        recall([library], ScanConfig(jobs=0), index)


@pytest.mark.parametrize("where", ["bytes", "cells"])
def test_judgements(tmp_path: Path, where: str, counted: Counted) -> None:
    whole = tmp_path / "judgements.sqlite3"
    with JudgementFile(whole) as file:
        for number in range(1, 30, 3):
            file.set_apart(document(number), document(number + 1))
            file.keep(document(number), document(number + 2))
            file.set_apart(document(number), document(number + 1, text=number))
    for path, told in spoilt_copies(whole, where, "judgements"):
        with told_of(path, IndexFileError, told):
            read_judgements(path)
            with JudgementFile(path) as file:
                for entry in file.entries():
                    file.forget(entry.id)
    counted("damaged files of judgements", FUZZ)


def contents(base: Path) -> set[bytes]:
    folders = ("library", "elsewhere", "trash")
    return {data for folder in folders for data, *_ in shown(base / folder).values()}


@pytest.mark.skipif(os.name != "posix", reason="removes as POSIX does")
@pytest.mark.parametrize("where", ["bytes", "cells"])
def test_a_journal(tmp_path: Path, where: str, counted: Counted) -> None:
    """Whatever it says, who acts on it loses nothing."""
    library = tmp_path / "library"
    for number in range(8):
        put(library / f"{number}.txt", f"text {number // 4} {number % 2}\n".encode())
    whole = tmp_path / "journal.sqlite"
    trash = FolderTrash(tmp_path / "trash")
    with Journal(whole) as journal:
        for action in (Action.TRASH, Action.MOVE):
            report = reported([library], whole)
            marks = [report.groups[0].members[0].document]
            plan = plan_removal(report, marks, action=action, destination=tmp_path / "elsewhere")
            carry_out(plan, journal, trash)
        with journal.transaction() as connection:
            # as after a kill in the middle of the last one
            connection.execute("update operation set state = 'intended' where id = 2")
    for path, told in spoilt_copies(whole, where, "journal"):
        before = contents(tmp_path)
        with told_of(path, JournalError, told):
            mark_of(path)
            with Journal(path) as journal:
                journal.reliance(journal.mark())
                journal.reliance(None)
                for batch in journal.batches():
                    journal.operations(batch.id)
                recover(journal, trash)
                for batch in journal.batches():
                    # also of what there is nothing to undo in
                    with contextlib.suppress(SimcoreError):
                        undo(journal, batch.id, trash)
        assert before <= contents(tmp_path), told
    counted("damaged journals", FUZZ)


# ---- what was found so


@pytest.mark.parametrize(
    "change",
    [
        "update text set characters = 'many'",
        "update document set name = 7 where id = 1",
        "update document set stage = 'nowhere', text = null",
        "delete from text where id = 2",
        "update recipe set id = 9223372036854775807",
        "update comparison set shared = x'00', \"left_size\" = null",
    ],
)
def test_an_index_with_values_that_nobody_wrote(library: Path, tmp_path: Path, change: str) -> None:
    path = tmp_path / "index.sqlite3"
    scanned(library, path)
    spoil(path, change)
    with pytest.raises(IndexFileError, match="damaged"):
        scanned(library, path)


def test_proposals_that_cannot_be_read_are_found_anew(library: Path, tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    pairs = scanned(library, path).pairs
    for value in ("7", "x'00'", "zeroblob(60)", "substr(pairs, 1, 60)"):
        spoil(path, f"update proposal set pairs = {value}")
        assert scanned(library, path).pairs == pairs


@pytest.mark.parametrize(
    "change",
    ["said = 'maybe'", "right_path = 7", "right_path = x'00'", "said = 'apart', \"left\" = 3"],
)
def test_judgements_that_nobody_made(tmp_path: Path, change: str) -> None:
    path = tmp_path / "judgements.sqlite3"
    with JudgementFile(path) as file:
        file.keep(document(1), document(2))
    spoil(path, f"update judgement set {change}")
    with pytest.raises(IndexFileError, match="damaged"):
        read_judgements(path)


@pytest.mark.parametrize(
    "change",
    [
        "update journal set identity = 9223372036854775807",
        "delete from journal",
        "update operation set state = 'perhaps'",
        "update operation set path = x'2f00'",
        "update operation set inode = 0.5",
        "update batch set action = 'burn'",
    ],
)
def test_a_journal_with_values_that_nobody_wrote(tmp_path: Path, change: str) -> None:
    for number in range(2):
        put(tmp_path / "library" / f"{number}.txt", b"text 1 1\n")
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        report = reported([tmp_path / "library"], path)
        marks = [report.groups[0].members[0].document]
        carry_out(plan_removal(report, marks, action=Action.DELETE), journal, NoTrash())
    spoil(path, change)
    mark_of(path)  # says at most that there is none
    with pytest.raises(JournalError, match="damaged"):
        asked_for_all(path)


def asked_for_all(path: Path) -> None:
    with Journal(path) as journal:
        for batch in journal.batches():
            journal.operations(batch.id)


def spoil(path: Path, change: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("pragma writable_schema = on")
        # as a page that was written over is: no rule of the schema holds
        for table in ("comparison", "document"):
            connection.execute(
                "update sqlite_schema set sql = replace(sql, ' not null', '') where name = ?",
                (table,),
            )
        connection.execute("pragma writable_schema = reset")
        connection.execute(change)
