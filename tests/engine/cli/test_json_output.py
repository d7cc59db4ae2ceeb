"""Every JSON that a command writes is as the published schemas say, whatever files are called."""

import base64
import csv
import io
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from builders import chinese_text, edited, english_text
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
OPTIONS = "--index", "index.sqlite3", "--jobs", 0
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
    def call(*words: object) -> bytes:
        assert main([str(word) for word in words]) in {0, 3}  # one file cannot be read
        return capfdbinary.readouterr().out

    return call


def read(run: Run, command: str, *words: object, table: str = "") -> Any:
    """Return the JSON of a command, which is as its schema says."""
    found = read_strictly(run(command, *words, *OPTIONS, "--format", "json"))
    assert [*validator(table or command).iter_errors(found)] == []
    return found


def decoded(name: str) -> str:
    """Return the name of a file that is no UTF-8."""
    return os.fsdecode(base64.b64decode(name))


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


def commands(library: Path) -> dict[str, list[object]]:
    return {
        "pairs": ["pairs", library, *OPTIONS, "--expand"],
        "groups": ["groups", library, *OPTIONS],
        "similar": ["similar", library / "合同.txt", library, *OPTIONS, "--list"],
        "fingerprints": ["fingerprints", library, *OPTIONS],
        "problems": ["problems", library, *OPTIONS, "--list-skipped"],
        "explain": ["explain", library / f"{ODD}.txt", library / "line\nbreak.txt", "--votes"],
        "prune": ["prune", library, *OPTIONS, "--keep", "newest", "--kinds", "identical,similar"],
        "plan": ["plan", "--documents", 1000, "--distance", 3],
    }


def test_what_commands_write_is_valid_and_the_same_in_each_format(library: Path, run: Run) -> None:
    for table, command in commands(library).items():
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
            told[name] = decoded(str(row[f"{name}_base64"]))
        elif isinstance(value, bool):
            told[name] = "yes" if value else "no"
        elif name == "modified":
            told[name] = datetime.fromisoformat(str(value)).isoformat(" ")
        else:
            told[name] = "" if value is None else str(value)
    if "reason" in told:  # a sentence that names a file is text in JSON
        told["reason"] = re.sub("[\udc80-\udcff]", "\ufffd", told["reason"])
    return told


def test_unverified_pairs_have_null_for_figures(library: Path, run: Run) -> None:
    found = read(run, "pairs", library, "--unverified", "--distance", 64)
    assert {row["left_kept"] for row in found["rows"]} == {None}
    assert None in {row["similarity"] for row in found["rows"]}


def test_a_scan_holds_its_problems(library: Path, run: Run) -> None:
    found = read_strictly(run("scan", library, *OPTIONS, "--json"))
    assert [*validator("scan").iter_errors(found)] == []
    (counts,) = found["rows"]
    told = {Path(one["path"]).name.rpartition(".")[0]: one["code"] for one in counts["problems"]}
    assert told["empty"] == "no-words"
    binary = [one for one in counts["problems"] if one["code"] == "is-binary"]
    (name,) = (decoded(one["path_base64"]) for one in binary)
    assert name == str(library / f"{ODD} binary.txt")
    assert read(run, "problems", library)["rows"] == counts["problems"]


def test_history_is_valid(library: Path, run: Run, private_home: Path, tmp_path: Path) -> None:
    to = tmp_path / "moved"
    run("prune", library, *OPTIONS, "--keep", "newest", "--to", to, "--apply")
    for table, command in {"history": ["history"], "history_of_batch": ["history", 1]}.items():
        found = read_strictly(run(*command, *OPTIONS[:2], "--format", "json"))
        assert [*validator(table).iter_errors(found)] == []
        assert found["rows"]
        assert "" not in [*values_of(found)]
    assert {Path(row["where"]).is_relative_to(to) for row in found["rows"]} == {True}


def test_a_check_is_valid(library: Path, run: Run) -> None:
    shutil.copy(library / "合同.txt", f"{ODD}.txt")
    found = read_strictly(run("similar", f"{ODD}.txt", library, *OPTIONS, "--format", "json"))
    assert [*Draft202012Validator(CHECK).iter_errors(found)] == []
    assert found["sources"]
    assert decoded(found["path_base64"]) == f"{ODD}.txt"


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
    matches = told[inbox / f"{ODD}.txt"].matches
    assert library.resolve() / f"{ODD}.txt" in {match.path.resolve() for match in matches}
    kinds = {one["kind"] for event in events for one in event.get("matches", [])}
    assert kinds == {"identical", "same-text", "similar", "part"}
    ready = [one for one in events if one["event"] == "watching"]
    assert decoded(ready[-1]["folders_base64"][0]) == str(inbox)


def test_kinds_are_called_alike_everywhere(library: Path, run: Run) -> None:
    members = read(run, "groups", library)["rows"]
    kinds = {row["kind"] for row in members}
    assert kinds == {"kept", "identical", "same-text", "similar", "part", "numbers-only"}
    lines = run("groups", library, *OPTIONS).decode("utf-8", "surrogateescape")
    for kind in kinds - {"kept"}:
        words = kind.replace("-", " ")
        count = len(re.findall(rf"^    {words} ", lines, re.MULTILINE))
        # in lines a copy of a document says what it is to that one, and in rows to the kept one
        copies = sum(row["copy_of"] is not None for row in members)
        told = sum(row["kind"] == kind for row in members)
        assert abs(count - told) <= copies, kind
    assert {row["kind"] for row in read(run, "pairs", library)["rows"]} == kinds - {"kept"}
    found = read(run, "similar", library / "-part'.txt", library, "--list")
    assert {row["kind"] for row in found["rows"]} == {"whole"}


def test_containment_is_told_both_ways_and_as_it_is_shown(library: Path, run: Run) -> None:
    """The part is a fifth of the whole: sets of runs, counted here."""

    def runs(name: str) -> set[str]:
        letters = re.sub(r"\W", "", (library / name).read_text("utf-8"))
        return {letters[at : at + 4] for at in range(len(letters) - 3)}

    part, whole = runs("-part'.txt"), runs("合同.txt")
    shares = len(part & whole) / len(part), len(part & whole) / len(whole)
    (row,) = (
        one
        for one in read(run, "pairs", library, "--expand")["rows"]
        if (Path(one["left"]).name, Path(one["right"]).name) == ("-part'.txt", "合同.txt")
    )
    assert (row["kind"], row["contained"]) == ("part", "left")
    assert row["left_in_right"] == row["shown_similarity"] == pytest.approx(shares[0], abs=1e-6)
    assert row["right_in_left"] == pytest.approx(shares[1], abs=1e-6)
    assert row["similarity"] < row["shown_similarity"]
    found = read(run, "similar", library / "合同.txt", library, "--list")["rows"]
    (told,) = (one for one in found if Path(one["path"]).name == "-part'.txt")
    assert (told["in_file"], told["file_in"]) == (row["left_in_right"], row["right_in_left"])
    assert told["kind"] == "part"


def test_files_and_the_standard_output_hold_the_same(
    library: Path, run: Run, tmp_path: Path
) -> None:
    for table, command in commands(library).items():
        for suffix in ("json", "jsonl", "csv"):
            target = tmp_path / f"told.{suffix}"
            assert run(*command, "--output", target) == b""
            assert target.read_bytes() == run(*command, "--format", suffix), (table, suffix)
        run(*command, "--output", target, "--format", "excel")
        assert target.read_bytes().startswith(b"\xef\xbb\xbf"), table
        assert b"\r\n" in target.read_bytes()


@pytest.mark.skipif(shutil.which("xargs") is None, reason="no xargs")
def test_names_are_taken_by_xargs(library: Path, run: Run) -> None:
    def names(*words: object) -> list[list[str]]:
        """Return the names that a command lists, by groups."""
        told = os.fsdecode(run(*words, *OPTIONS, "--print0"))
        return [some.rstrip("\0").split("\0") for some in told.split("\0\0") if some]

    each = ["xargs", "-0", "-n", "2", "stat", "--format=%i"]
    pairs = run("pairs", library, *OPTIONS, "--print0")
    done = subprocess.run(each, input=pairs, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.split()) == 2 * len(read(run, "pairs", library)["rows"])
    sizes = Counter(row["group"] for row in read(run, "groups", library)["rows"])
    groups = names("groups", library)
    assert [len(some) for some in groups] == [sizes[number] for number in sorted(sizes)]
    assert {one for some in groups for one in some} <= {str(path) for path in library.iterdir()}
    (problems,) = names("problems", library)
    assert {*problems} == {str(library / f"{ODD} binary.txt"), str(library / "empty.txt")}
    (similar,) = names("similar", library / "合同.txt", library)
    assert str(library / f"{ODD}.txt") in similar


def test_kept_and_marked_are_those_of_the_window(library: Path, run: Run) -> None:
    """As ``groups`` says, which follows what was said in the window; ``pairs`` lists all pairs."""
    index = Path("index.sqlite3")
    run("scan", library, *OPTIONS)
    with FingerprintIndex(index) as opened:
        report = recall([library], ScanConfig(jobs=0), opened)
    named = {one.path.name: one for one in report.documents.values()}
    chosen, marked = named["合同 (1).txt"], named["合同.txt"]
    with JudgementFile(judgements_path(index)) as file:
        file.keep(chosen, marked)
        file.set_marks([], [(marked.real_path, marked.content_hash)])
    groups = read(run, "groups", library)["rows"]
    kept = {row["path"] for row in groups if row["kept"]}
    assert str(library / "合同 (1).txt") in kept
    assert [row["path"] for row in groups if row["marked"]] == [str(library / "合同.txt")]
    for row in read(run, "pairs", library, "--expand")["rows"]:
        for side in ("left", "right"):
            assert row[f"{side}_kept"] == (row[side] in kept)
            assert row[f"{side}_marked"] == (row[side] == str(library / "合同.txt"))
    found = read(run, "similar", library / f"{ODD}.txt", library, "--list")
    told = {Path(row["path"]).name: (row["kept"], row["marked"]) for row in found["rows"]}
    assert told["合同 (1).txt"] == (True, False)
    assert told["合同.txt"] == (None, True)
    assert told["-part'.txt"] == (None, False)


def test_what_was_not_read_in_full_is_told(library: Path, tmp_path: Path, run: Run) -> None:
    """A page of HTML that nests too deep for the parser is read as far as that goes."""
    folder = tmp_path / "pages"
    folder.mkdir()
    words = f"<p>{english_text(5)}</p>"
    (folder / "whole.html").write_text(f"<html><body>{words}</body></html>")
    (folder / "deep.html").write_text(f"<html><body>{words}{'<div>' * 100_000}</body></html>")
    (row,) = read(run, "pairs", folder)["rows"]
    assert (row["left_cut_short"], row["right_cut_short"]) == (True, False)
    members = read(run, "groups", folder)["rows"]
    assert {Path(one["path"]).name: one["cut_short"] for one in members} == {
        "whole.html": False,
        "deep.html": True,
    }
