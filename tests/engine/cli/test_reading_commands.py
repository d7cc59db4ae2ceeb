"""Commands that read, and change nothing: what they list, count and explain."""

import contextlib
import itertools
import json
import os
import random
import re
import socket
import sqlite3
import zipfile
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import jieba
import pytest

from amounts import LONG
from builders import chinese_text, edited, english_text
from commands import Patch, Run, rows
from forms import forms, versions, write_all
from group_reports import contracts
from removals import put, shown
from simcore import FingerprintIndex, ScanConfig, recall
from simcore.cli.lines import counts_lines
from simcore.cli.options import outside_line, short_line
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.index.judgements import SETTINGS, JudgementFile, change_folder_settings
from simcore.index.paths import default_index_path, judgements_path
from simcore.model.report import Counts
from simcore.reports.tables import GROUP_COLUMNS, PAIR_COLUMNS
from simcore.text.normal_form import content_hash

JOBS = 1 if LONG else 0
"""Workers where these are not the point: each start of one takes a while."""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: Patch) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(chinese_text(number), encoding="gb18030")
    (folder / "copy.txt").write_bytes((folder / "0.txt").read_bytes())
    (folder / "same.txt").write_text(chinese_text(0), encoding="utf-8")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("文档")


def counts_of(run: Run, *words: object) -> dict[str, Any]:
    (counts,) = json.loads(run("scan", *words, "--json")[1])["rows"]
    return counts


def test_pairs(library: Path, run: Run) -> None:
    code, out, err = run("pairs", library, "--jobs", 1)
    assert (code, err) == (0, "")
    found = rows(out)
    assert tuple(found[0]) == PAIR_COLUMNS
    assert [(row["left"], row["right"], row["kind"]) for row in found] == [
        ("文档/0.txt", "文档/copy.txt", "identical"),
        ("文档/0.txt", "文档/same.txt", "same-text"),
        ("文档/1.txt", "文档/near.txt", "similar"),
    ]
    assert found[0]["similarity"] == "1.0"
    assert 0.7 <= float(found[2]["similarity"]) < 1


def test_documents_without_words_are_in_no_pair(library: Path, run: Run) -> None:
    _, before, _ = run("pairs", library, "--jobs", JOBS)
    for name in ("empty.txt", "empty too.txt"):
        (library / name).write_bytes(b"")
    for options in ([], ["--expand"]):
        code, out, err = run("pairs", library, "--jobs", JOBS, *options)
        assert code == 0
        assert "empty" not in out
        assert err.count("has no words to compare") == 2
    _, out, _ = run("pairs", library, "--jobs", JOBS)
    assert out == before


def test_pairs_options(library: Path, run: Run) -> None:
    def found(*words: object) -> list[dict[str, str]]:
        return rows(run("pairs", library, "--jobs", JOBS, *words)[1])

    assert ("文档/copy.txt", "文档/same.txt") in [
        (r["left"], r["right"]) for r in found("--expand")
    ]
    exact = found("--similarity", 1, "--no-contained")
    assert {row["kind"] for row in exact} == {"identical", "same-text"}
    assert {row["distance"] for row in found("--distance", 0)} == {"0"}
    unverified = found("--unverified", "--distance", 64)
    assert len(unverified) == 2 + 5 * 4 / 2, "two equal ones, and all pairs of five texts"
    assert {(r["similarity"], r["kind"]) for r in unverified if int(r["distance"])} == {("", "")}
    # without a distance as in a scan, in a library of this size: not what chance brings
    compared = counts_of(run, library, "--jobs", JOBS)["compared_distance"]
    assert max(int(row["distance"]) for row in found("--unverified")) <= compared < 24


def test_groups(library: Path, run: Run) -> None:
    code, out, _ = run("groups", library, "--jobs", 1)
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    # the copy in UTF-8 is the one to keep
    assert lines[2:] == [
        "2 文档/same.txt",
        "same text 100 % 0 bits 文档/0.txt",
        "same text 100 % 0 bits 文档/copy.txt",
    ]
    assert min(lines[0:2]).startswith("1 文档/")
    assert re.fullmatch(r"similar \d\d % \d+ bits 文档/(1|near)\.txt", lines[1])
    _, out, _ = run("groups", library, "--jobs", 1, "--format", "csv")
    assert [row["group"] for row in rows(out)] == list("11222")
    _, out, _ = run("groups", library, "--jobs", 1, "--format", "json")
    assert [row["kind"] for row in json.loads(out)["rows"]].count("kept") == 2


def test_groups_by_components(library: Path, run: Run, tmp_path: Path) -> None:
    """Versions of a text: each like the next, the first and the last not alike."""
    folder = tmp_path / "versions"
    folder.mkdir()
    lines = chinese_text(5, 12 * 250).splitlines(keepends=True)
    for version in range(9):
        text = "".join(lines[version * 14 : version * 14 + 100])
        (folder / f"{version}.txt").write_text(text, encoding="utf-8")
    options = folder, "--jobs", JOBS, "--no-contained"
    stars = rows(run("groups", *options, "--format", "csv")[1])
    assert len({row["group"] for row in stars}) > 1
    assert {row["kind"] for row in stars} == {"kept", "similar"}
    options = *options, "--grouping", "components"
    joined = rows(run("groups", *options, "--format", "csv")[1])
    assert tuple(joined[0]) == GROUP_COLUMNS
    assert {row["group"] for row in joined} == {"1"}
    assert sorted(row["path"] for row in joined) == sorted(row["path"] for row in stars)
    assert {row["kind"] for row in joined} == {"kept", "similar", "linked"}
    assert all((float(row["similarity"]) < 0.7) == (row["kind"] == "linked") for row in joined)
    linked = sum(row["kind"] == "linked" for row in joined)
    lines = run("groups", *options)[1].splitlines()
    assert sum(line.strip().startswith("linked") for line in lines) == linked
    counts = counts_of(run, folder, "--jobs", JOBS, "--grouping", "components")
    assert counts["linked"] == linked


def test_fingerprints(library: Path, run: Run) -> None:
    (library / "dots.txt").write_text("……")
    (library / "more dots.txt").write_text("……")
    _, out, err = run("fingerprints", library, "--jobs", JOBS)
    found = {Path(row["path"]).name: row for row in rows(out)}
    assert len(found) == 9
    dots = found.pop("dots.txt"), found.pop("more dots.txt")
    assert [(row["fingerprint"], row["tokens"]) for row in dots] == [("", "0")] * 2
    assert all(re.fullmatch("[0-9a-f]{16}", row["fingerprint"]) for row in found.values())
    assert found["0.txt"]["fingerprint"] == found["same.txt"]["fingerprint"]
    assert found["0.txt"]["encoding"] == "gb18030"
    listed = jieba.lcut(chinese_text(0), HMM=False)
    assert int(found["0.txt"]["tokens"]) == sum(word.isalnum() for word in listed)
    assert "dots.txt: has no words" in err
    _, other, _ = run("fingerprints", library, "--jobs", JOBS, "--recipe", "charikar")
    assert other != out


def test_scan(library: Path, run: Run) -> None:
    code, out, _ = run("scan", library, "--jobs", 1)
    assert (code, "7 files listed" in out) == (0, True)
    counts = counts_of(run, library, "--jobs", 1)
    assert (counts["listed"], counts["read"], counts["unchanged"]) == (7, 0, 7)
    assert (counts["exact"], counts["similar"], counts["groups"]) == (2, 1, 2)


def test_groups_follow_what_was_said(library: Path, run: Run, tmp_path: Path) -> None:
    """0, its copy and its other encoding; 1 and what is near to it."""
    index = tmp_path / "data" / "index"
    index.parent.mkdir()
    options = (library, "--index", index, "--jobs", 0, "--format", "csv")

    def groups(*more: str) -> tuple[dict[str, set[str]], str]:
        code, out, err = run("groups", *options, *more)
        assert code == 0
        found: dict[str, list[str]] = {}
        for row in rows(out):  # the kept one is the first of its group
            found.setdefault(row["group"], []).append(Path(row["path"]).name)
        return {kept: set(others) for kept, *others in found.values()}, err

    found, err = groups()
    assert (len(found), err, judgements_path(index).exists()) == (2, "", False)
    with FingerprintIndex(index) as opened:
        report = recall([library], ScanConfig(jobs=0), opened)
    named = {document.path.name: document for document in report.documents.values()}
    with JudgementFile(judgements_path(index)) as file:
        file.set_apart(named["1.txt"], named["near.txt"])
        file.keep(named["copy.txt"], named["0.txt"])
    found, err = groups()
    assert found == {"copy.txt": {"0.txt", "same.txt"}}
    assert err.splitlines() == [
        "2 documents are in no group, since it was said that they are no duplicates",
        "1 group keeps another document, since that was chosen",
        "--ignore-judgements lists the groups as if nothing had been said",
    ]
    found, err = groups("--ignore-judgements")
    assert (len(found), "copy.txt" in found, err) == (2, False, "")
    listed = rows(run("pairs", *options)[1])
    assert any({row["left"], row["right"]} & {str(library / "near.txt")} for row in listed)
    judgements_path(index).write_bytes(b"no list" * 99)
    code, out, err = run("groups", *options)
    assert (code, out, str(judgements_path(index)) in err) == (4, "", True)


# --- counts -------------------------------------------------------------------------------------


_NO_PLURAL = {"has", "is", "was", "shares", "unchanged", "less", "this", "its"}


def wrong(said: str) -> list[str]:
    """Return what is said of one as of several; "1 of 5 documents" is right."""
    found = re.findall(r"(?<![\d.,])1 (?!of)((?:[a-z-]+ ){0,2}?[a-z-]+)", said)
    plural = {one for one in found if one.endswith("s") and one not in _NO_PLURAL}
    plural |= {one for one in found if one.split()[0] in {"are", "were", "have", "share"}}
    return sorted(plural) + re.findall(r"\b1 [a-z]+ (?:are|were|have)\b|of 1 [a-z]+s\b", said)


def test_the_counts_of_a_scan_may_all_be_one() -> None:
    ones = Counts(**{one.name: 1 for one in fields(Counts)})
    known = contracts()
    report = replace(known, counts=ones, groups=known.groups[:1], compared_distance=1)
    report = replace(report, config=replace(report.config, distance=1))
    lines = [*counts_lines(report), short_line(1, ScanConfig()), outside_line(1, ScanConfig())]
    assert len(lines) > 10
    assert {line: found for line in lines if (found := wrong(line))} == {}


def test_the_counts_of_a_scan_may_all_be_more() -> None:
    report = replace(contracts(), counts=Counts(**{one.name: 2 for one in fields(Counts)}))
    said = "\n".join(counts_lines(report))
    assert "2 files listed" in said
    assert "2 documents can be compared; 2 have no words, 2 could not be used" in said
    assert "2 documents are earlier versions of a kept one, which grew from them" in said
    assert "2 documents are in their groups through others" in said
    assert "and 2 share boilerplate with one" in said


def test_a_command_says_it_right(tmp_path: Path, run_indexed: Run) -> None:
    folder = tmp_path / "one"
    put(folder / "a.txt", english_text(1, 100).encode())
    _, out, _ = run_indexed("scan", folder)
    assert "1 file listed" in out
    assert "1 document can be compared" in out
    assert "0 groups: " in out
    put(folder / "b.txt", english_text(1, 100).encode())
    prune = "prune", folder, "--keep", "oldest"
    for command in (["scan", folder], prune, [*prune, "--kinds", "similar"]):
        code, out, err = run_indexed(*command)
        assert (code, wrong(out + err)) == (0, [])
    assert "1 of 2 documents, of 1 group, would" in run_indexed(*prune)[1]


def test_what_is_not_read_is_said_by_name(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "mixed"
    for number in range(3):
        put(folder / f"{number}.jpg", bytes(range(256)))
    _, _, told = run("groups", folder, "--jobs", 0)
    assert "no documents found; not read: 3 .jpg" in told
    put(folder / "a.txt", chinese_text(1).encode())
    put(folder / "broken.ipynb", b"{")
    _, out, _ = run("scan", folder, "--jobs", 0)
    assert "not read: 1 .ipynb (damaged), 3 .jpg\n" in out
    assert counts_of(run, folder, "--jobs", 0)["not_read"] == [
        {"kind": ".ipynb", "count": 1, "reason": "damaged"},
        {"kind": ".jpg", "count": 3, "reason": None},
    ]
    put(folder / "notes.log7", chinese_text(2).encode())
    assert len(rows(run("fingerprints", folder, "--jobs", 0, "--all-text")[1])) == 2


# --- how much of a document stands in another ---------------------------------------------------


OPTIONS = "--jobs", "0", "--index", ":memory:"


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """A book, a chapter of it with a few words of its own, a revision, and a copy."""
    chance = random.Random(16)
    words = ["".join(chance.choices("abcdefghijklmn", k=7)) for _ in range(900)]
    revised = [*words[:880], *("another" for _ in range(40))]
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "book.txt").write_text(" ".join(words))
    (folder / "book copy.txt").write_text(" ".join(words) + "\n")
    (folder / "revised book.txt").write_text(" ".join(revised))
    (folder / "chapter.txt").write_text(" ".join([*words[300:500], "and", "more", "of", "its"]))
    return folder


def runs(path: Path) -> set[str]:
    """Return the runs of five letters of a text of made-up words."""
    letters = path.read_text(encoding="utf-8").replace(" ", "").strip()
    return {letters[at : at + 5] for at in range(len(letters) - 4)}


def own(one: Path, other: Path) -> float:
    return len(runs(one) - runs(other)) / len(runs(one))


def test_groups_say_what_stands_in_the_kept_document(books: Path, run: Run) -> None:
    """Both shares are those of comparing the sets of runs by hand."""
    found = rows(run("groups", *OPTIONS, "--format", "csv", books)[1])
    kept = {row["group"]: Path(row["path"]) for row in found if row["kept"] == "yes"}
    assert {row["kind"] for row in found} == {"kept", "same-text", "similar", "part"}
    for row in found:
        one, stays = Path(row["path"]), kept[row["group"]]
        assert float(row["in_kept"]) == pytest.approx(1 - own(one, stays), abs=2e-6)
        assert float(row["kept_in"]) == pytest.approx(1 - own(stays, one), abs=2e-6)


def test_no_distance_is_told_of_a_part(books: Path, run: Run) -> None:
    """A chapter lies as far from its book as chance has it."""
    _, out, _ = run("similar", *OPTIONS, books / "book.txt", books)
    lines = {Path(line).name: line for line in out.splitlines()}
    assert " bit" in lines["book copy.txt"]
    assert " bit" in lines["revised book.txt"]
    assert lines["chapter.txt"].startswith("part ")
    assert " bit" not in lines["chapter.txt"]
    assert len({line.index(str(books)) for line in lines.values()}) == 1
    _, out, _ = run("groups", *OPTIONS, books)
    (part,) = [one for one in out.splitlines() if one.startswith("    part ")]
    assert " bit" not in part


def test_half_a_book_is_a_part_of_it_where_less_is_listed_as_similar(
    books: Path, tmp_path: Path, run: Run
) -> None:
    """``similar`` lists from 30 % on; a part or a whole is called so there as in a scan."""
    words = (books / "book.txt").read_text().split()
    half = put(tmp_path / "half.txt", " ".join(words[200:700]).encode())
    assert 0.5 < 1 - own(books / "book.txt", half) < 0.6

    def listed(*more: object) -> dict[str, str]:
        _, out, _ = run("similar", *OPTIONS, half, books, *more)
        return {Path(line).name: line for line in out.splitlines()}

    assert listed()["book.txt"].startswith("whole             100 % ")
    assert listed()["chapter.txt"].startswith("part ")
    assert listed("--similarity", "0.5")["book.txt"].startswith("similar ")


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """Twelve letters of one form, and two versions of a text."""
    folder = write_all(tmp_path / "letters", forms(21, 12, 80, (6, 12)))
    return write_all(folder, versions(22, 2, 90, "in a line", "all"), "zz-version")


def test_pairs_and_groups_tell_the_share_of_own_text(letters: Path, run: Run) -> None:
    found = rows(run("pairs", letters, *OPTIONS)[1])
    assert list(found[0])[7:11] == ["badge", "left_own", "right_own", "measure"]
    (near,) = [row for row in found if row["kind"] == "similar"]
    assert (near["left_own"], near["right_own"]) == ("", "")
    assert len(found) == 1 + 12 * 11 // 2
    for row in (row for row in found if row is not near):
        assert row["kind"] == "same-form"
        left, right = Path(row["left"]), Path(row["right"])
        assert float(row["left_own"]) == pytest.approx(own(left, right), abs=1e-6)
        assert float(row["right_own"]) == pytest.approx(own(right, left), abs=1e-6)

    members = rows(run("groups", letters, *OPTIONS, "--format", "csv")[1])
    assert list(members[0])[13:16] == ["why", "own", "measure"]
    kept = {row["group"]: Path(row["path"]) for row in members if row["kind"] == "kept"}
    assert {bool(row["own"]) for row in members if row["kind"] != "same-form"} == {False}
    of_forms = [row for row in members if row["kind"] == "same-form"]
    assert len(of_forms) == 11
    for row in of_forms:
        share = own(Path(row["path"]), kept[row["group"]])
        assert float(row["own"]) == pytest.approx(share, abs=1e-6)


def test_similar_tells_the_share_of_own_text(letters: Path, run: Run) -> None:
    asked = letters / "text-003.txt"
    lines = run("similar", asked, letters, *OPTIONS)[1].splitlines()
    assert len(lines) == 11
    for line in lines:
        found = re.search(r"bits  (.*?)  \(own text (\d+)\.?\d* ?%\)$", line)
        assert found is not None, line
        assert abs(int(found[2]) - 100 * own(Path(found[1]), asked)) <= 1


# --- days for which documents are kept ----------------------------------------------------------

SAID = "1 document came before the last 7 days and was left out"


def grow_old(index: Path, name: str) -> None:
    """Let the documents of a name have come ten days earlier."""
    with contextlib.closing(sqlite3.connect(index)) as opened, opened:
        change = "update document set arrived = arrived - 864000 where name = ?"
        opened.execute(change, (name.encode(),))


@pytest.fixture
def aged(tmp_path: Path, run: Run) -> Path:
    """Two copies that were scanned, one of them long ago."""
    folder = tmp_path / "文档"
    for name in ("old.txt", "new.txt"):
        put(folder / name, english_text(1).encode())
    assert run("scan", folder, "--jobs", "0")[0] == 0
    grow_old(default_index_path(), "old.txt")
    return folder


def test_a_scan_says_how_many_are_too_old(aged: Path, run: Run) -> None:
    documents = shown(aged)
    code, out, err = run("scan", aged, "--jobs", "0", "--keep-days", "7")
    assert (code, SAID in out, f"variorum: {SAID}" in err) == (0, True, True)
    assert "1 document can be compared" in out
    for days, expected in ((7, (1, 1, 0)), (0, (0, 2, 1))):
        counts = counts_of(run, aged, "--jobs", "0", "--keep-days", days)
        assert (counts["outside"], counts["documents"], counts["read"]) == expected
    assert shown(aged) == documents


def test_what_is_set_for_a_folder_is_obeyed_unless_days_are_named(aged: Path, run: Run) -> None:
    change_folder_settings(FolderSettings(), FolderSettings({aged.parent: FolderSetting(7)}))
    words = "groups", aged, "--jobs", "0", "--format", "json"
    code, out, err = run(*words, "--keep-days", "30")
    assert (code, len(json.loads(out)["rows"]), err) == (0, 2, "")
    code, out, err = run(*words)
    assert (code, json.loads(out)["rows"]) == (0, [])
    assert "1 document came before the days set for their folders and was left out" in err
    code, _, err = run("prune", aged, "--jobs", "0", "--keep", "name=nothing")
    assert (code, "was left out" in err) == (0, True)


def test_the_whole_index_is_asked_with_the_same_days(aged: Path, run: Run) -> None:
    asked = put(aged.parent / "asked.txt", english_text(1).encode())
    _, out, err = run("similar", asked, "--jobs", "0", "--keep-days", "7")
    assert ("new.txt" in out, "old.txt" in out, SAID in err) == (True, False, True)
    _, out, err = run("similar", asked, "--jobs", "0")
    assert ("old.txt" in out, err) == (True, "")


def test_settings_that_cannot_be_read_stop_a_scan(aged: Path, run: Run) -> None:
    put(SETTINGS.path, b"{")
    code, _, err = run("scan", aged, "--jobs", "0")
    assert (code, "folders.json: is damaged" in err) == (4, True)
    assert run("scan", aged, "--jobs", "0", "--keep-days", "0")[0] == 0


# --- problems -----------------------------------------------------------------------------------


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A library with all that may be left out."""
    if os.name == "nt":
        pytest.skip("links, sockets and names of any bytes")
    folder = tmp_path / "库"
    for place in (".", ".git", "草稿", ".Trash-1000/files"):
        name = (folder / place).name
        put(folder / place / "read.txt", f"{name} {chinese_text(len(name))}".encode())
    put(folder / "binary.txt", bytes(range(256)) * 9)
    put(folder / "empty.md", b"")
    for picture in ("picture.JPG", "no suffix", "a\nb.jpg"):
        put(folder / picture, b"\xff\xd8\xff")
    put(folder / "~$open.docx", bytes(range(256)))
    (folder / "link.txt").symlink_to("read.txt")
    (folder / "link.jpg").symlink_to("picture.JPG")
    os.link(folder / "read.txt", folder / "second name.txt")
    with zipfile.ZipFile(folder / "held.zip", "w") as file:
        file.writestr("inside.txt", english_text(3))
        file.writestr("inside.png", b"\x89PNG")
    monkeypatch.chdir(tmp_path)
    return Path("库")


def codes(out: str) -> dict[str, str]:
    return {row["path"]: row["code"] for row in rows(out)}


def test_what_could_not_be_read_is_listed_and_the_rest_counted(mixed: Path, run: Run) -> None:
    code, out, err = run("problems", mixed, *OPTIONS)
    assert code == 3
    lines = out.splitlines()
    assert f"{mixed / 'binary.txt'}: is binary, not text" in lines
    assert f"{mixed / 'empty.md'}: has no words to compare" in lines
    assert f"{mixed / 'link.txt'}: is a symbolic link, which is not followed" in lines
    assert not any("JPG" in line for line in lines)
    assert err == "variorum: not read: 1 .txt (not text), 2 .jpg, 1 without a suffix, 1 .zip\n"
    _, out, err = run("problems", mixed, *OPTIONS, "--format", "csv")
    assert codes(out) == {
        str(mixed / "binary.txt"): "is-binary",
        str(mixed / "empty.md"): "no-words",
        str(mixed / "link.txt"): "symbolic-link",
        str(mixed / "second name.txt"): "second-name",
    }
    assert err == ""


def test_all_that_is_left_out_is_listed_with_its_reason(mixed: Path, run: Run) -> None:
    """What the disk has, and is neither a document nor below what is named as a whole."""
    _, out, _ = run("fingerprints", mixed, *OPTIONS)
    documents = {row["path"] for row in rows(out)}
    options = *OPTIONS, "--exclude", "草*", "--list-skipped", "--format", "csv"
    code, out, _ = run("problems", mixed, *options)
    found = codes(out)
    assert code == 3
    reasons = {row["path"]: row["reason"] for row in rows(out)}
    assert reasons[str(mixed / "草稿")] == "is left out by the pattern 草*"
    assert reasons[str(mixed / ".git")] == "is left out by the pattern .git"
    expected = set()
    for place, folders, names in os.walk(mixed):
        whole = {name for name in folders if name in {".git", "草稿", ".Trash-1000"}}
        folders[:] = sorted(set(folders) - whole)
        expected |= {str(Path(place, name)) for name in (*whole, *names)}
    assert set(found) == expected - (documents - {str(mixed / "草稿" / "read.txt")}) | {
        # a document without words has no fingerprint, and is listed as such
        str(mixed / "empty.md")
    }
    assert found[str(mixed / ".Trash-1000")] == "excluded"
    assert found[str(mixed / "a\nb.jpg")] == "not-included"
    assert found[str(mixed / "link.jpg")] == "not-included"
    assert found[str(mixed / "~$open.docx")] == "not-wanted"


@pytest.mark.parametrize(
    "options",
    [(), ("--all-text",), ("--containers",), ("--follow-links",), ("--exclude", "*.txt")],
)
def test_as_many_are_listed_as_are_counted(mixed: Path, run: Run, options: tuple[str, ...]) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(mixed / "socket"))
        _, out, _ = run("scan", mixed, *OPTIONS, *options, "--json")
        (counts,) = json.loads(out)["rows"]
        _, out, _ = run("problems", mixed, *OPTIONS, *options, "--format", "jsonl")
        told = Counter(json.loads(line)["stage"] for line in out.splitlines())
        asked = "problems", mixed, *OPTIONS, *options, "--list-skipped", "--format", "jsonl"
        _, out, _ = run(*asked)
    rows = [json.loads(line) for line in out.splitlines()]
    assert len({row["path"] for row in rows}) == len(rows)
    skipped = sum(row["stage"] == "list" for row in rows)
    assert skipped == counts["skipped"]
    assert len(rows) - skipped == sum(told.values()) - told["list"]
    assert skipped > told["list"]


def test_a_file_of_odd_bytes_is_a_line_of_its_own_bytes(mixed: Path, run: Run) -> None:
    name = os.fsdecode("扫描件".encode("gb18030")) + ".txt"
    (mixed / name).write_bytes(bytes(range(256)) * 9)
    _, out, _ = run("problems", mixed, *OPTIONS)
    assert f"{mixed / name}: is binary, not text" in out.splitlines()


def test_a_trash_is_left_out_whatever_the_patterns_are(mixed: Path, run: Run) -> None:
    options = *OPTIONS, "--no-usual-exclude", "--list-skipped", "--format", "csv"
    _, out, _ = run("problems", mixed, *options)
    assert codes(out)[str(mixed / ".Trash-1000")] == "in-trash"
    _, out, _ = run("problems", mixed / ".Trash-1000", *options)
    assert codes(out) == {}


def test_what_came_too_long_ago_is_listed(mixed: Path, run: Run) -> None:
    options = "--index", "index.sqlite3", "--jobs", "0", "--keep-days", "7"
    run("scan", mixed, *options)
    grow_old(Path("index.sqlite3"), "read.txt")
    code, out, err = run("problems", mixed, *options, "--list-skipped", "--format", "csv")
    assert code == 3
    old = {path for path, code in codes(out).items() if code == "too-old"}
    assert old == {str(mixed / "read.txt"), str(mixed / "草稿" / "read.txt")}
    assert "2 documents came before the last 7 days and were left out" in err


# --- one document and another --------------------------------------------------------------------

SENTENCE = "合同自双方签字之日起生效，一式两份。"


def test_similar(library: Path, run: Run) -> None:
    query = Path("query.md")
    query.write_text(edited(chinese_text(1), 9, 1), encoding="utf-16")
    asked = "similar", query, "--index", "asked.sqlite3"
    code, out, _ = run("similar", query, library, "--jobs", 0)
    assert code == 0
    assert {line.split()[-1] for line in out.splitlines()} == {"文档/1.txt", "文档/near.txt"}
    code, _, err = run(*asked)
    assert (code, "no index" in err, Path("asked.sqlite3").exists()) == (2, True, False)
    run("scan", library, "--jobs", 0, "--index", "asked.sqlite3")
    code, known, err = run(*asked)
    assert (code, err) == (0, "")
    # without a folder, paths are those of the index
    assert known.replace(str(library.resolve()), "文档") == out
    (library / "near.txt").unlink()
    code, known, err = run(*asked)
    assert code == 3
    assert [line.split()[-1] for line in known.splitlines()] == [str(library.resolve() / "1.txt")]
    assert "near.txt: cannot be read" in err
    code, _, err = run(*asked, "--exclude", "x*")
    assert (code, "are for folders" in err) == (2, True)


def test_explain(library: Path, run: Run) -> None:
    near = "explain", library / "1.txt", library / "near.txt"
    code, out, _ = run(*near)
    assert code == 0
    words = "differs  ", "longest passages", "kind         similar", "\nsimilarity  ", "containment"
    places = [out.index(word) for word in (*words, "distance ")]
    assert places == sorted(places)  # what a person needs first stands first
    assert "fingerprint " not in out
    _, voted, _ = run(*near, "--votes")
    assert voted.startswith(out)
    assert "fingerprint " in voted
    assert "closest votes" in voted
    (library / "same.txt").write_text(chinese_text(1), encoding="utf-8")
    _, out, _ = run("explain", library / "1.txt", library / "same.txt")
    assert "kind         same text" in out
    assert "distance     0 of 64" in out


def test_explain_tells_how_long_the_runs_are_that_it_counts(tmp_path: Path, run: Run) -> None:
    """There are 1,024 runs of five letters of DNA; a text twice is counted twice."""
    rng = random.Random(3)
    one, other = ("".join(rng.choices("acgt", k=6000)) for _ in range(2))
    prose = " ".join("".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(60))
    for name, text in {"1": one, "2": other, "3": prose, "4": f"{prose} {prose}"}.items():
        (tmp_path / name).write_text(text)
    _, out, _ = run("explain", tmp_path / "1", tmp_path / "2")
    found = re.search(r"of all runs of \d+ or (\d+) characters.*A has (\d+)", out)
    assert found is not None
    length, has = map(int, found.groups())
    runs = {one[at : at + length] for at in range(len(one) - length + 1)}
    assert len(runs) == has > 4**5
    _, out, _ = run("explain", tmp_path / "3", tmp_path / "4")
    assert "runs of 4 or 5 characters are in both, as often as they stand there" in out


def test_the_text_of_a_page_and_of_a_text(library: Path, run: Run) -> None:
    page, plain = Path("page.html"), Path("plain.txt")
    page.write_text("<p>Two<br>lines</p><script>no()</script>", encoding="utf-8")
    plain.write_text(SENTENCE * 9, encoding="gb18030")
    assert run("text", page) == (0, "Two\nlines\n", "")
    assert run("text", plain) == (0, f"{SENTENCE * 9}\n", "")
    both = f"==> {page} <==\nTwo\nlines\n\n==> {plain} <==\n{SENTENCE * 9}\n"
    assert run("text", page, plain) == (0, both, "")
    plain.write_text("ＡＢＣ Ｄｅｆ", encoding="utf-8")
    assert run("text", plain, "--normal") == (0, "abc def\n", "")


def test_a_document_inside_an_archive(library: Path, run: Run) -> None:
    """Its path is the one that ``groups --containers`` prints."""
    path, plain = Path("old.zip"), Path("plain.txt")
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("文档/a.txt", SENTENCE * 9)
    inside = path / "文档" / "a.txt"
    assert run("text", inside) == (0, f"{SENTENCE * 9}\n", "")
    code, _, said = run("text", path / "b.txt")
    assert (code, "is no longer there" in said) == (3, True)
    plain.write_text(SENTENCE * 9, encoding="gb18030")
    assert run("explain", inside, plain)[0] == 0
    assert run("similar", inside, ".")[0] == 0
    assert "does not exist" in run("text", Path("no.zip") / "a.txt")[2]


def test_a_chosen_encoding_is_followed(library: Path, run: Run) -> None:
    plain = Path("plain.txt").absolute()
    data = "Быстрый рыжий кот".encode("koi8-r")
    plain.write_bytes(data)
    judgements = JudgementFile(judgements_path(default_index_path()))
    for encoding in ("koi8-r", "windows-1251"):
        judgements.set_encodings([(plain, content_hash(data))], encoding)
        assert run("text", plain)[1] == f"{data.decode(encoding)}\n"


def test_what_is_wrong_is_said_and_loses_no_other_file(library: Path, run: Run) -> None:
    Path("a.bin").write_bytes(bytes(range(256)) * 4)
    Path("b.txt").write_text("Here it is.", encoding="utf-8")
    code, out, err = run("text", "gone.txt", "a.bin", "b.txt")
    assert (code, "Here it is." in out) == (3, True)
    assert "gone.txt: does not exist" in err
    assert "a.bin: is binary, not text" in err
    Path("c.txt").write_bytes(f"{SENTENCE * 40}".encode() + b"\xff\xfe end")
    code, out, err = run("text", "c.txt")
    assert (code, out.startswith(SENTENCE), "c.txt" in err) == (0, True, True)


# --- plan ---------------------------------------------------------------------------------------


def test_a_plan_as_a_table(run: Run) -> None:
    asked = "plan", "--documents", 2**34, "--distance", 3
    code, out, err = run(*asked)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert lines[0].startswith("17,179,869,184 fingerprints of 64 bits, all within 3 bits")
    # the first, "4 blocks", is in use for one and for all pairs
    (in_use,) = [line for line in lines if line.startswith(("*", "+"))]
    assert in_use == "*+ 4 16 4 262,144 1,048,576 687 GB 328 GB 4 blocks"
    assert "20 31 20 8 160 5.5 TB 2.89 TB permuted copies, 3 of 6 blocks leading" in lines
    found = json.loads(run("plan", "--documents", 10**6, "--distance", 6, "--format", "json")[1])
    assert [row["in_use"] for row in found["rows"]].count(True) == 1
    assert [row["exact"] for row in found["rows"]].count(False) == 1


@pytest.mark.parametrize(
    ("distance", "said"),
    [
        (3, "a fingerprint is sent 4 times: about 36 B a document"),
        (7, "a fingerprint is sent 68 times: about 612 B a document"),
        (8, "no tables: each fingerprint is compared with each other one"),
        (24, "no tables: each fingerprint is compared with each other one"),
    ],
)
def test_a_plan_of_a_cluster(run: Run, distance: int, said: str) -> None:
    _, out, _ = run("plan", "--documents", 100_000, "--distance", distance)
    assert out.splitlines()[-1] == f"in a cluster {said}"


def test_an_index_is_measured(tmp_path: Path, run: Run) -> None:
    for number in range(40):
        (tmp_path / f"{number}.txt").write_text(english_text(number))
    path = default_index_path()
    run("scan", tmp_path, "--jobs", "0")
    asked = "plan", "--index", path, "--distance", "3"
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    assert out.startswith("40 fingerprints of 64 bits")
    assert f"{path}: " in out
    assert "40 documents" in out
    # four keys a text, nearly all of them used once: a step of keys in three bytes at most
    with contextlib.closing(sqlite3.connect(path)) as index:
        places = sorted(index.execute("select place, text from block").fetchall())
    assert len(places) == 160
    expected = packed_by_hand(places)
    assert f"delta-packed {expected} B" in out
    found = json.loads(run(*asked, "--format", "json")[1])["rows"]
    designs = {row["design"]: row for row in found}
    blocks = designs[f"{path}: block"]
    assert (blocks["packed_bytes"], blocks["tables"]) == (expected, None)
    assert designs[f"{path}: document"]["packed_bytes"] is None
    ours = [row["storage_bytes"] for row in found if row["design"].startswith(str(path))]
    assert sum(ours) <= path.stat().st_size
    code, _, err = run("plan", "--index", tmp_path / "none", "--distance", "3")
    assert (code, "does not exist" in err) == (2, True)


def packed_by_hand(rows: list[tuple[int, int]]) -> int:
    """Count seven bits a byte: steps of keys, lengths of lists, steps of numbers."""
    values: list[int] = []
    before = 0
    for key in sorted({key for key, _ in rows}):
        numbers = [number for one, number in rows if one == key]
        values += [key - before, len(numbers)]
        values += [b - a for a, b in itertools.pairwise([0, *numbers])]
        before = key
    return sum(max(1, -(-value.bit_length() // 7)) for value in values)
