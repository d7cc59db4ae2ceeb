"""Every JSON that a command writes is as the published schemas say, whatever files are called."""

import base64
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from builders import chinese_text, edited, english_text
from places import ROOT
from schemas import (
    CHECK,
    ROWS,
    WATCH,
    read_strictly,
    row_of,
    row_validator,
    validator,
    values_of,
)
from simcore import FingerprintIndex, ScanConfig, recall
from simcore.cli.lines import EXPLANATION_COLUMNS
from simcore.cli.main import main
from simcore.cli.plan import PLAN_COLUMNS
from simcore.cli.removal import BATCH_COLUMNS, OPERATION_COLUMNS, PRUNE_COLUMNS
from simcore.index.judgements import JudgementFile
from simcore.index.paths import judgements_path
from simcore.reports.formats import arrival_from_json, program_version
from simcore.reports.tables import (
    FINGERPRINT_COLUMNS,
    GROUP_COLUMNS,
    PAIR_COLUMNS,
    PROBLEM_COLUMNS,
    SIMILAR_COLUMNS,
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names of any bytes")

ODD = os.fsdecode("第一章 旧稿\r".encode("gb18030"))  # as of a disk from a Chinese Windows 98
Run = Callable[..., bytes]

COLUMNS = {
    "pairs": PAIR_COLUMNS,
    "groups": GROUP_COLUMNS,
    "similar": SIMILAR_COLUMNS,
    "fingerprints": FINGERPRINT_COLUMNS,
    "problems": PROBLEM_COLUMNS,
    "explain": EXPLANATION_COLUMNS,
    "history": BATCH_COLUMNS,
    "history_of_batch": OPERATION_COLUMNS,
    "prune": PRUNE_COLUMNS,
    "plan": PLAN_COLUMNS,
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies, other encodings, a revision, a part, other numbers, and what cannot be read."""
    folder = tmp_path / "文档"
    folder.mkdir()
    text = chinese_text(1, 600)
    (folder / f"{ODD}.txt").write_text(text, encoding="gb18030")
    (folder / "合同.txt").write_text(text, encoding="utf-8")
    (folder / "合同 (1).txt").write_text(text, encoding="utf-8")
    (folder / "line\nbreak.txt").write_text(edited(text, 3, 9), encoding="gb18030")
    (folder / "-part'.txt").write_text(text[: len(text) // 5], encoding="utf-8")
    invoice = "发票号码 {0} 金额 {0} 元，双方签订合同，交付货物，付款方式为转账。\n" + chinese_text(
        3
    )
    for number in (1001, 2002):
        (folder / f"{number}.txt").write_text(invoice.format(number), encoding="utf-8")
    (folder / "empty.txt").touch()
    (folder / f"{ODD} binary.txt").write_bytes(bytes(range(256)) * 9)
    (folder / "picture.jpg").write_bytes(b"\xff\xd8\xff")
    monkeypatch.chdir(tmp_path)
    return Path("文档")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object) -> bytes:
        assert main([str(argument) for argument in arguments]) in {0, 3}  # one file cannot be read
        return capfdbinary.readouterr().out

    return call


def test_the_schemas_are_schemas() -> None:
    for schema in (ROWS, CHECK, WATCH):
        Draft202012Validator.check_schema(schema)
    assert set(ROWS["$defs"]) >= set(COLUMNS)


@pytest.mark.parametrize("table", COLUMNS)
def test_the_schema_has_each_column_and_no_other(table: str) -> None:
    properties = [one for one in row_of(table)["properties"] if not one.endswith("_base64")]
    columns = list(COLUMNS[table])
    assert properties[: len(columns)] == columns
    beyond = properties[len(columns) :]
    assert bool(beyond) == (table == "explain"), "what is in JSON only"
    assert set(columns) <= set(row_of(table)["required"])


def commands(library: Path, tmp_path: Path) -> dict[str, list[object]]:
    options = ["--index", tmp_path / "index.sqlite3", "--jobs", 0]
    return {
        "pairs": ["pairs", library, *options, "--expand"],
        "groups": ["groups", library, *options],
        "similar": ["similar", library / "合同.txt", library, *options, "--list"],
        "fingerprints": ["fingerprints", library, *options],
        "problems": ["problems", library, *options, "--list-skipped"],
        "explain": ["explain", library / f"{ODD}.txt", library / "line\nbreak.txt", "--votes"],
        "prune": ["prune", library, *options, "--keep", "newest", "--kinds", "identical,similar"],
        "plan": ["plan", "--documents", 1000, "--distance", 3],
    }


def test_what_commands_write_is_valid_and_the_same_in_each_format(
    library: Path, run: Run, tmp_path: Path
) -> None:
    for table, command in commands(library, tmp_path).items():
        found = read_strictly(run(*command, "--format", "json"))
        assert [*validator(table).iter_errors(found)] == [], table
        assert found["variorum"] == program_version()
        assert found["rows"], table
        assert "" not in [*values_of(found)], table
        lines = run(*command, "--format", "jsonl").decode().splitlines()
        assert [json.loads(line) for line in lines] == found["rows"]
        for row in found["rows"]:
            assert [*row_validator(table).iter_errors(row)] == []
        text = run(*command, "--format", "csv").decode("utf-8", "surrogateescape")
        listed = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
        assert tuple(listed[0]) == COLUMNS[table]
        assert [plain(row, COLUMNS[table]) for row in found["rows"]] == listed, table


def plain(row: dict[str, object], columns: tuple[str, ...]) -> dict[str, str]:
    """Return a row of JSON as CSV has it."""
    told = {}
    for name in columns:
        value = row[name]
        if f"{name}_base64" in row:
            told[name] = os.fsdecode(base64.b64decode(str(row[f"{name}_base64"])))
        elif isinstance(value, bool):
            told[name] = "yes" if value else "no"
        elif name == "modified":
            told[name] = datetime.fromisoformat(str(value)).isoformat(" ")
        else:
            told[name] = "" if value is None else str(value)
    if "reason" in told:  # a sentence that names a file is text in JSON
        told["reason"] = re.sub("[\udc80-\udcff]", "\ufffd", told["reason"])
    return told


def test_a_wrong_row_is_found_by_the_schema(library: Path, run: Run, tmp_path: Path) -> None:
    (first, *_) = read_strictly(run(*commands(library, tmp_path)["pairs"], "--format", "json"))[
        "rows"
    ]
    for name, value in (
        ("similarity", 1.5),
        ("kind", "similarly"),
        ("distance", ""),
        ("left", None),
    ):
        assert not row_validator("pairs").is_valid(first | {name: value}), name
    del first["too_short"]
    assert not row_validator("pairs").is_valid(first)


def test_unverified_pairs_have_null_for_figures(library: Path, run: Run) -> None:
    options = "--jobs", 0, "--unverified", "--distance", 64, "--format", "json"
    found = read_strictly(run("pairs", library, *options))
    assert [*validator("pairs").iter_errors(found)] == []
    assert {row["left_kept"] for row in found["rows"]} == {None}
    assert None in {row["similarity"] for row in found["rows"]}


def test_a_scan_holds_its_problems(library: Path, run: Run, tmp_path: Path) -> None:
    options = "--index", tmp_path / "index.sqlite3", "--jobs", 0
    found = read_strictly(run("scan", library, *options, "--json"))
    assert [*validator("scan").iter_errors(found)] == []
    (counts,) = found["rows"]
    told = {Path(one["path"]).name.rpartition(".")[0]: one["code"] for one in counts["problems"]}
    assert told["empty"] == "no-words"
    binary = [one for one in counts["problems"] if one["code"] == "is-binary"]
    assert [os.fsdecode(base64.b64decode(one["path_base64"])) for one in binary] == [
        str(library / f"{ODD} binary.txt")
    ]
    rows = read_strictly(run("problems", library, *options, "--format", "json"))["rows"]
    assert rows == counts["problems"]


def test_history_is_valid(library: Path, run: Run, private_home: Path, tmp_path: Path) -> None:
    options = "--index", tmp_path / "index.sqlite3"
    to = tmp_path / "moved"
    run("prune", library, *options, "--jobs", 0, "--keep", "newest", "--to", to, "--apply")
    for table, command in {"history": ["history"], "history_of_batch": ["history", 1]}.items():
        found = read_strictly(run(*command, *options, "--format", "json"))
        assert [*validator(table).iter_errors(found)] == []
        assert found["rows"]
        assert "" not in [*values_of(found)]
    assert {Path(row["where"]).is_relative_to(to) for row in found["rows"]} == {True}


def test_a_check_is_valid(library: Path, run: Run, tmp_path: Path) -> None:
    shutil.copy(library / "合同.txt", f"{ODD}.txt")
    options = "--index", tmp_path / "index.sqlite3", "--jobs", 0
    found = read_strictly(run("similar", f"{ODD}.txt", library, *options, "--format", "json"))
    assert [*Draft202012Validator(CHECK).iter_errors(found)] == []
    assert found["sources"]
    assert os.fsdecode(base64.b64decode(found["path_base64"])) == f"{ODD}.txt"


def test_what_a_watch_tells_is_valid(library: Path, run: Run, tmp_path: Path) -> None:
    inbox = tmp_path / f"收件 {ODD}"
    inbox.mkdir()
    watch = "watch", inbox, "--library", library, "--index", tmp_path / "i", "--jobs", 0, "--once"
    run(*watch)
    shutil.copy(library / "合同.txt", inbox / f"{ODD}.txt")
    (inbox / "binary.txt").write_bytes(bytes(range(256)) * 9)
    events = [read_strictly(line) for line in run(*watch, "--json").splitlines()]
    for event in events:
        assert [*Draft202012Validator(WATCH).iter_errors(event)] == [], event
    told = {one.path: one for one in (arrival_from_json(e) for e in events if "matches" in e)}
    assert {*told} == {inbox / f"{ODD}.txt", inbox / "binary.txt"}
    assert library.resolve() / f"{ODD}.txt" in {
        match.path.resolve() for match in told[inbox / f"{ODD}.txt"].matches
    }
    assert {one["kind"] for event in events for one in event.get("matches", [])} == {
        "identical",
        "same-text",
        "similar",
        "part",
    }
    ready = [one for one in events if one["event"] == "watching"]
    assert os.fsdecode(base64.b64decode(ready[-1]["folders_base64"][0])) == str(inbox)


def test_kinds_are_called_alike_everywhere(library: Path, run: Run, tmp_path: Path) -> None:
    options = "--index", tmp_path / "index.sqlite3", "--jobs", 0
    members = read_strictly(run("groups", library, *options, "--format", "json"))["rows"]
    kinds = {row["kind"] for row in members}
    assert kinds == {"kept", "identical", "same-text", "similar", "part", "numbers-only"}
    lines = run("groups", library, *options).decode("utf-8", "surrogateescape")
    for kind in kinds - {"kept"}:
        words = kind.replace("-", " ")
        count = len(re.findall(rf"^    {words} ", lines, re.MULTILINE))
        # in lines a copy of a document says what it is to that one, and in rows to the kept one
        copies = sum(row["copy_of"] is not None for row in members)
        told = sum(row["kind"] == kind for row in members)
        assert abs(count - told) <= copies, kind
    pairs = read_strictly(run("pairs", library, *options, "--format", "json"))["rows"]
    assert {row["kind"] for row in pairs} == kinds - {"kept"}
    asked = library / "-part'.txt"
    found = read_strictly(run("similar", asked, library, *options, "--list", "--format", "json"))
    assert {row["kind"] for row in found["rows"]} == {"whole"}


def test_containment_is_told_both_ways_and_as_it_is_shown(
    library: Path, run: Run, tmp_path: Path
) -> None:
    """The part is a fifth of the whole: sets of runs, counted here."""

    def runs(name: str) -> set[str]:
        letters = re.sub(r"\W", "", (library / name).read_text("utf-8"))
        return {letters[at : at + 4] for at in range(len(letters) - 3)}

    part, whole = runs("-part'.txt"), runs("合同.txt")
    shares = len(part & whole) / len(part), len(part & whole) / len(whole)
    options = "--index", tmp_path / "index.sqlite3", "--jobs", 0, "--format", "json"
    (row,) = (
        one
        for one in read_strictly(run("pairs", library, *options, "--expand"))["rows"]
        if (Path(one["left"]).name, Path(one["right"]).name) == ("-part'.txt", "合同.txt")
    )
    assert (row["kind"], row["contained"]) == ("part", "left")
    assert row["left_in_right"] == row["shown_similarity"] == pytest.approx(shares[0], abs=1e-6)
    assert row["right_in_left"] == pytest.approx(shares[1], abs=1e-6)
    assert row["similarity"] < row["shown_similarity"]
    asked = "similar", library / "合同.txt", library, *options, "--list"
    found = {Path(one["path"]).name: one for one in read_strictly(run(*asked))["rows"]}
    told = found["-part'.txt"]
    assert (told["in_file"], told["file_in"]) == (row["left_in_right"], row["right_in_left"])
    assert told["kind"] == "part"


def test_files_and_the_standard_output_hold_the_same(
    library: Path, run: Run, tmp_path: Path
) -> None:
    for table, command in commands(library, tmp_path).items():
        for suffix in ("json", "jsonl", "csv"):
            target = tmp_path / f"told.{suffix}"
            assert run(*command, "--output", target) == b""
            assert target.read_bytes() == run(*command, "--format", suffix), (table, suffix)
        run(*command, "--output", target, "--format", "excel")
        assert target.read_bytes().startswith(b"\xef\xbb\xbf"), table
        assert b"\r\n" in target.read_bytes()


@pytest.mark.skipif(shutil.which("xargs") is None, reason="no xargs")
def test_names_are_taken_by_xargs(library: Path, tmp_path: Path, run: Run) -> None:
    options = ["--index", str(tmp_path / "index.sqlite3"), "--jobs", "0", "--print0"]
    rows = read_strictly(run("pairs", library, *options[:-1], "--format", "json"))["rows"]

    def piped(*words: str) -> list[bytes]:
        command = [sys.executable, "-m", "simcore", *words, *options]
        told = subprocess.run(
            command, capture_output=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
        assert told.returncode == 3, "one file cannot be read"
        each = ["xargs", "-0", "-n", "2", "stat", "--format=%i"]
        done = subprocess.run(each, input=told.stdout, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.split()

    inodes = piped("pairs", str(library))
    assert len(inodes) == 2 * len(rows)
    members = run("groups", library, *options).split(b"\0\0")
    groups = read_strictly(run("groups", library, *options[:-1], "--format", "json"))["rows"]
    assert [len(one.split(b"\0")) for one in members if one] == [
        sum(row["group"] == number for row in groups)
        for number in sorted({row["group"] for row in groups})
    ]
    names = {os.fsencode(path) for path in library.iterdir()}
    assert {one for some in members for one in some.split(b"\0") if one} <= names
    problems = run("problems", library, *options).split(b"\0")[:-1]
    assert {os.fsencode(library / f"{ODD} binary.txt"), os.fsencode(library / "empty.txt")} == {
        *problems
    }
    similar = run("similar", library / "合同.txt", library, *options).split(b"\0")[:-1]
    assert os.fsencode(library / f"{ODD}.txt") in similar


def test_names_alone_are_no_other_format(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["groups", str(library), "--print0", "--format", "csv"])
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_kept_and_marked_are_those_of_the_window(library: Path, run: Run, tmp_path: Path) -> None:
    """As ``groups`` says, which follows what was said in the window; ``pairs`` lists all pairs."""
    index = tmp_path / "index.sqlite3"
    options = "--index", index, "--jobs", 0, "--format", "json"
    run("scan", library, "--index", index, "--jobs", 0)
    with FingerprintIndex(index) as opened:
        report = recall([library], ScanConfig(jobs=0), opened)
    named = {one.path.name: one for one in report.documents.values()}
    chosen, marked = named["合同 (1).txt"], named["合同.txt"]
    with JudgementFile(judgements_path(index)) as file:
        file.keep(chosen, marked)
        file.set_marks([], [(marked.real_path, marked.content_hash)])
    groups = read_strictly(run("groups", library, *options))["rows"]
    kept = {row["path"] for row in groups if row["kept"]}
    assert str(library / "合同 (1).txt") in kept
    assert [row["path"] for row in groups if row["marked"]] == [str(library / "合同.txt")]
    for row in read_strictly(run("pairs", library, *options, "--expand"))["rows"]:
        for side in ("left", "right"):
            assert row[f"{side}_kept"] == (row[side] in kept)
            assert row[f"{side}_marked"] == (row[side] == str(library / "合同.txt"))
    found = read_strictly(run("similar", library / f"{ODD}.txt", library, *options, "--list"))
    told = {Path(row["path"]).name: (row["kept"], row["marked"]) for row in found["rows"]}
    assert told["合同 (1).txt"] == (True, False)
    assert told["合同.txt"] == (None, True)
    assert told["-part'.txt"] == (None, False)


def test_what_was_not_read_in_full_is_told(tmp_path: Path, run: Run) -> None:
    """A page of HTML that nests too deep for the parser is read as far as that goes."""
    folder = tmp_path / "pages"
    folder.mkdir()
    words = f"<p>{english_text(5)}</p>"
    (folder / "whole.html").write_text(f"<html><body>{words}</body></html>")
    (folder / "deep.html").write_text(f"<html><body>{words}{'<div>' * 100_000}</body></html>")
    options = "--index", ":memory:", "--jobs", 0, "--format", "json"
    (row,) = read_strictly(run("pairs", folder, *options))["rows"]
    assert (row["left_cut_short"], row["right_cut_short"]) == (True, False)
    members = read_strictly(run("groups", folder, *options))["rows"]
    assert {Path(one["path"]).name: one["cut_short"] for one in members} == {
        "whole.html": False,
        "deep.html": True,
    }
