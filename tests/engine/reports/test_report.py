"""CSV and JSON as other programs read them."""

import base64
import csv
import io
import itertools
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from builders import document, pair
from simcore import Problem, ScanConfig, ScanReport, SimcoreError, regroup, write_groups
from simcore.model.config import Thresholds
from simcore.model.reasons import of_text
from simcore.model.records import DocumentId, ProblemStage
from simcore.model.report import Counts
from simcore.reports.formats import write_csv, write_json
from simcore.reports.tables import (
    GROUP_COLUMNS,
    PAIR_COLUMNS,
    fingerprint_rows,
    group_rows,
    pair_rows,
    unverified_rows,
    write_problems,
)


def report(**paths: str) -> ScanReport:
    """Documents 1, 2, 3 of one text (2 is identical to 1), 4 near it, 5 near 4 only, 6 alone."""
    same = b"=" * 16
    documents = [
        document(1, text=1, content_hash=same),
        document(2, text=1, content_hash=same),
        document(3, text=1, encoding="gb18030"),
        document(4, fingerprint=2**64 - 1),
        document(5),
        document(6),
    ]
    documents = [
        document_ if (path := paths.get(f"p{document_.id}")) is None else _moved(document_, path)
        for document_ in documents
    ]
    pairs = (pair(1, 4, 0.83, 5), pair(4, 5, 0.71, 9), pair(1, 6, 0.4, 15))
    made = ScanReport(
        config=ScanConfig(),
        folders=(Path("/documents"),),
        documents={d.id: d for d in documents},
        pairs=pairs,
        groups=(),
        problems=(),
        counts=Counts(),
        compared_distance=16,
    )
    return regroup(made, Thresholds(16, 0.7))


def _moved(moved: object, path: str) -> object:
    return replace(moved, path=Path(path))  # type: ignore[type-var]


def pairs_of(rows: object) -> list[tuple[int, int, str]]:
    return [(row.left.id, row.right.id, row.cells()[5]) for row in rows]  # type: ignore[attr-defined]


def test_pairs_stand_in_for_equal_ones() -> None:
    rows = list(pair_rows(report()))
    assert pairs_of(rows) == [
        (1, 2, "identical"),
        (1, 3, "same-text"),
        (1, 4, "similar"),
        (4, 5, "similar"),
    ]
    assert [row.cells()[2:5] for row in rows] == [
        (0, 1.0, 1.0),
        (0, 1.0, 1.0),
        (5, 0.83, 0.83),
        (9, 0.71, 0.71),
    ]


def test_expanded_pairs_are_all_pairs() -> None:
    rows = pairs_of(pair_rows(report(), expand=True))
    texts = {1: "a", 2: "a", 3: "a", 4: "b", 5: "c", 6: "d"}
    near = {frozenset("ab"), frozenset("bc")}
    expected = [
        (left, right)
        for left, right in itertools.combinations(texts, 2)
        if texts[left] == texts[right] or frozenset((texts[left], texts[right])) in near
    ]
    assert sorted((left, right) for left, right, _ in rows) == expected
    kinds = {(left, right): kind for left, right, kind in rows}
    assert kinds[1, 2] == "identical"
    assert kinds[2, 3] == "same-text"
    assert kinds[3, 4] == "similar"


def test_unverified_pairs_have_no_figures() -> None:
    made = report()
    found = [(made.documents[DocumentId(1)], made.documents[DocumentId(6)], 2)]
    rows = list(unverified_rows(made, found))
    assert [row.cells()[2:6] for row in rows] == [
        (0, 1.0, 1.0, "identical"),
        (0, 1.0, 1.0, "same-text"),
        (2, None, None, None),
    ]
    expanded = pairs_of(unverified_rows(made, found, expand=True))
    assert [(left, right) for left, right, kind in expanded if not kind] == [(1, 6), (2, 6), (3, 6)]


def test_group_rows() -> None:
    rows = list(group_rows(report(), {DocumentId(3)}))
    assert [row[:4] + row[5:7] for row in rows] == [
        (1, "kept", True, False, 0, 1.0),
        (1, "identical", False, False, 0, 1.0),
        (1, "same-text", False, True, 0, 1.0),
        (2, "kept", True, False, 0, 1.0),
        (2, "similar", False, False, 9, 0.71),
    ]
    assert [Path(str(row[4])).stem for row in rows] == ["00001", "00002", "00003", "00004", "00005"]
    assert all(re.fullmatch(r"[0-9a-f]{16}", str(row[12])) for row in rows)
    assert [bool(row[13]) for row in rows] == [row[2] for row in rows]
    assert rows[0][13] == "first on the disk"
    assert all(
        re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d", str(row[10])) for row in rows
    )


def test_an_invoice_with_other_numbers_is_not_just_near(tmp_path: Path) -> None:
    """A script that deletes what is near would delete it."""
    made = report()
    invoices = replace(made.pairs[0], numbers_only=True)
    made = regroup(replace(made, pairs=(invoices,)), Thresholds(18, 0.7))
    write_groups(made, tmp_path / "groups.csv", {DocumentId(4)})
    with (tmp_path / "groups.csv").open(encoding="utf-8-sig", newline="") as file:
        found = {Path(row["path"]).stem: row for row in csv.DictReader(file)}
    assert [found["00004"][name] for name in ("kind", "kept", "marked")] == [
        "numbers-only",
        "no",
        "yes",
    ]
    assert [found["00001"][name] for name in ("kind", "kept", "marked")] == ["kept", "yes", "no"]
    write_groups(made, tmp_path / "groups.JSON", {DocumentId(4)})
    listed = json.loads((tmp_path / "groups.JSON").read_text("utf-8"))["rows"]
    assert [(one["kind"], one["kept"], one["marked"]) for one in listed][-1] == (
        "numbers-only",
        False,
        True,
    )
    kinds = {row.cells()[5] for row in pair_rows(made)}
    assert kinds == {"identical", "same-text", "numbers-only"}


@pytest.mark.parametrize("name", ["groups.xlsx", "groups.txt", "groups", "groups.csv.bak"])
def test_a_table_is_written_under_its_own_suffix_only(tmp_path: Path, name: str) -> None:
    with pytest.raises(SimcoreError, match=r"its name has to end in \.csv or \.json"):
        write_groups(report(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_export_opens_in_a_spreadsheet(tmp_path: Path) -> None:
    made = report(p1="/文档/合同.txt", p2="=cmd|'/C calc'!A0.txt", p3="-1+1.txt", p4='/a,"b"\n.txt')
    target = tmp_path / "组.csv"
    write_groups(made, target)
    raw = target.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert tuple(rows[0]) == GROUP_COLUMNS
    paths = {row["path"] for row in rows}
    assert {"/文档/合同.txt", "'=cmd|'/C calc'!A0.txt", "'-1+1.txt", '/a,"b"\n.txt'} <= paths
    assert {row["fingerprint"] for row in rows} >= {"f" * 16}


@pytest.mark.skipif(sys.platform == "win32", reason="names are text there")
def test_odd_path_bytes_survive(tmp_path: Path) -> None:
    raw = b"/documents/\xb5\xda\xd2\xbb.txt"
    made = report(p1=os.fsdecode(raw))
    write_groups(made, tmp_path / "groups.csv")
    assert raw in (tmp_path / "groups.csv").read_bytes()
    file = io.BytesIO()
    write_json(file, PAIR_COLUMNS, (row.cells() for row in pair_rows(made)))
    assert base64.b64encode(raw).decode() in {
        row.get("right_base64") for row in json.loads(file.getvalue())["rows"]
    }


def test_json_and_csv_agree() -> None:
    text, binary = io.BytesIO(), io.BytesIO()
    rows = [row.cells() for row in pair_rows(report())]
    write_csv(text, PAIR_COLUMNS, rows)
    write_json(binary, PAIR_COLUMNS, rows)
    from_csv = list(csv.DictReader(io.StringIO(text.getvalue().decode("utf-8"))))
    told = {"None": "", "True": "yes", "False": "no"}
    from_json = [
        {name: told.get(str(value), str(value)) for name, value in row.items()}
        for row in json.loads(binary.getvalue())["rows"]
    ]
    assert from_csv == from_json
    assert len(from_csv) == 4
    binary = io.BytesIO()
    write_json(binary, PAIR_COLUMNS, [])
    assert json.loads(binary.getvalue())["rows"] == []


def test_fingerprints() -> None:
    rows = list(fingerprint_rows(report()))
    assert rows[3] == (Path("/documents/00004.txt"), "f" * 16, 400, "utf-8")
    assert len(rows) == 6


def test_a_failed_export_leaves_the_older_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "groups.csv"
    target.write_text("older")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simcore.reports.formats.write_csv", full)
    with pytest.raises(SimcoreError, match=r"groups\.csv: cannot be written: No space left"):
        write_groups(report(), target)
    assert [path.name for path in tmp_path.iterdir()] == ["groups.csv"]
    assert target.read_text() == "older"
    with pytest.raises(SimcoreError, match="cannot be written"):
        write_groups(report(), tmp_path / "missing" / "groups.csv")


@pytest.mark.skipif(os.name != "posix", reason="names of any bytes")
def test_problems_are_written_for_spreadsheets(tmp_path: Path) -> None:
    target = tmp_path / "problems.csv"
    problems = [
        Problem(Path("/文档/扫描件.txt"), ProblemStage.DECODE, of_text("is binary")),
        Problem(Path("=cmd.txt"), ProblemStage.READ, of_text('-1, "quoted"\nand more')),
        Problem(Path("/docs/caf\udce9.txt"), ProblemStage.SAVED, of_text("is gone")),
    ]
    write_problems(problems, target)
    data = target.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfpath,stage,reason,code\r\n")
    assert b"/docs/caf\xe9.txt,saved,is gone,text\r\n" in data
    with target.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[1:] == [
        ["/文档/扫描件.txt", "decode", "is binary", "text"],
        ["'=cmd.txt", "read", '\'-1, "quoted"\nand more', "text"],
        ["/docs/caf\udce9.txt", "saved", "is gone", "text"],
    ]
    with pytest.raises(SimcoreError, match="cannot be written"):
        write_problems(problems, tmp_path / "missing" / "problems.csv")
