"""Tables of reports as other programs read them: rows, CSV, JSON, names, and those of pandas."""

import base64
import csv
import io
import json
import os
import re
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore
from builders import chinese_text, document, edited, pair
from pair_reports import report_of
from schemas import read_strictly, values_of
from simcore import Problem, ScanReport, SimcoreError, regroup, write_groups
from simcore.cli.main import main
from simcore.model.config import Thresholds
from simcore.model.reasons import of_text
from simcore.model.records import DocumentId, ProblemStage
from simcore.reports.formats import (
    SCHEMA,
    program_version,
    write_csv,
    write_for_spreadsheets,
    write_json,
    write_json_lines,
    write_names,
)
from simcore.reports.tables import (
    GROUP_COLUMNS,
    PAIR_COLUMNS,
    fingerprint_rows,
    group_rows,
    pair_rows,
    unverified_rows,
    write_problems,
)
from written import written

any_bytes = pytest.mark.skipif(os.name != "posix", reason="names of any bytes")


def report(*paths: str) -> ScanReport:
    """Documents 1, 2, 3 of one text (2 is identical to 1), 4 near it, 5 near 4 only, 6 alone."""
    same = {"text": 1, "content_hash": b"=" * 16}
    fields = (same, same, {"text": 1, "encoding": "gb18030"}, {"fingerprint": 2**64 - 1}, {}, {})
    documents = [document(number, **some) for number, some in enumerate(fields, 1)]  # type: ignore[arg-type]
    for at, path in enumerate(paths):
        documents[at] = replace(documents[at], path=Path(path))
    pairs = (pair(1, 4, 0.83, 5), pair(4, 5, 0.71, 9), pair(1, 6, 0.4, 15))
    return regroup(report_of(documents, pairs), Thresholds(16, 0.7))


def pairs_of(rows: object) -> list[tuple[int, int, str]]:
    return [(row.left.id, row.right.id, row.cells()[5]) for row in rows]  # type: ignore[attr-defined]


def test_pairs_stand_in_for_equal_ones_and_expanded_are_all_pairs() -> None:
    assert [(row.left.id, row.right.id, *row.cells()[2:6]) for row in pair_rows(report())] == [
        (1, 2, 0, 1.0, 1.0, "identical"),
        (1, 3, 0, 1.0, 1.0, "same-text"),
        (1, 4, 5, 0.83, 0.83, "similar"),
        (4, 5, 9, 0.71, 0.71, "similar"),
    ]
    kinds = {
        (left, right): kind for left, right, kind in pairs_of(pair_rows(report(), expand=True))
    }
    near = {(1, 4), (2, 4), (3, 4), (4, 5)}
    assert kinds == {(1, 2): "identical", (1, 3): "same-text", (2, 3): "same-text"} | dict.fromkeys(
        near, "similar"
    )


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
    told = [tuple(found[key][name] for name in ("kind", "kept", "marked")) for key in found]
    assert told[0] == ("kept", "yes", "no")
    assert told[-1] == ("numbers-only", "no", "yes")
    write_groups(made, tmp_path / "groups.JSON", {DocumentId(4)})
    listed = json.loads((tmp_path / "groups.JSON").read_text("utf-8"))["rows"]
    last = listed[-1]
    assert (last["kind"], last["kept"], last["marked"]) == ("numbers-only", False, True)
    kinds = {row.cells()[5] for row in pair_rows(made)}
    assert kinds == {"identical", "same-text", "numbers-only"}


@pytest.mark.parametrize("name", ["groups.xlsx", "groups.txt", "groups", "groups.csv.bak"])
def test_a_table_is_written_under_its_own_suffix_only(tmp_path: Path, name: str) -> None:
    with pytest.raises(SimcoreError, match=r"its name has to end in \.csv or \.json"):
        write_groups(report(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_export_opens_in_a_spreadsheet(tmp_path: Path) -> None:
    made = report("/文档/合同.txt", "=cmd|'/C calc'!A0.txt", "-1+1.txt", '/a,"b"\n.txt')
    target = tmp_path / "组.csv"
    write_groups(made, target)
    raw = target.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert tuple(rows[0]) == GROUP_COLUMNS
    paths = {row["path"] for row in rows}
    assert {"/文档/合同.txt", "'=cmd|'/C calc'!A0.txt", "'-1+1.txt", '/a,"b"\n.txt'} <= paths
    assert {row["fingerprint"] for row in rows} >= {"f" * 16}


@any_bytes
def test_odd_path_bytes_survive(tmp_path: Path) -> None:
    raw = b"/documents/\xb5\xda\xd2\xbb.txt"
    made = report(os.fsdecode(raw))
    write_groups(made, tmp_path / "groups.csv")
    assert raw in (tmp_path / "groups.csv").read_bytes()
    file = io.BytesIO()
    write_json(file, PAIR_COLUMNS, (row.cells() for row in pair_rows(made)))
    assert base64.b64encode(raw).decode() in {
        row.get("right_base64") for row in json.loads(file.getvalue())["rows"]
    }


def test_fingerprints() -> None:
    rows = list(fingerprint_rows(report()))
    assert rows[3] == (Path("/documents/00004.txt"), "f" * 16, 400, "utf-8")
    assert len(rows) == 6


def test_a_failed_export_leaves_the_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@any_bytes
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


# ---- what becomes of rows in each format, whatever stands in their cells


NAMES = st.binary(min_size=1, max_size=12).filter(lambda one: not set(one) & {0, ord("/")})
NAMES |= st.sampled_from(
    [
        b"-rf",
        b"a\rb.txt",
        b"a\r\nb",
        b'"quoted", and "more"',
        "第一 章.txt".encode("gb18030"),
        "合同\u2028\x85.txt".encode(),
        "\u202egpj.txt".encode(),
        b"=cmd|' /C calc'!A0",
        b" ",
        b"\x7f\x1b[2J",
    ]
)
COLUMNS = ("path", "kept", "share", "when", "where", "why")
WHEN = datetime(2026, 11, 27, 1, 2, 3, tzinfo=timezone(timedelta(hours=8)))


def rows(names: list[bytes]) -> list[tuple[object, ...]]:
    return [(Path(os.fsdecode(one)), True, 0.25, WHEN, None, "") for one in names]


def name_of(one: bytes) -> bytes:
    """Return the name that a path has, which leaves out what means nothing in it."""
    return os.fsencode(Path(os.fsdecode(one)))


@any_bytes
@given(st.lists(NAMES, max_size=4))
def test_json_has_any_name(names: list[bytes]) -> None:
    """The bytes come back, and every string is text."""
    file = io.BytesIO()
    write_json(file, COLUMNS, rows(names))
    found = read_strictly(file.getvalue())
    assert list(found) == ["variorum", "schema", "rows"]
    assert (found["variorum"], found["schema"]) == (program_version(), SCHEMA)
    lines = io.BytesIO()
    write_json_lines(lines, COLUMNS, rows(names))
    # for any reader's idea of a line
    assert [json.loads(one) for one in lines.getvalue().decode().splitlines()] == found["rows"]
    for row, name in zip(found["rows"], names, strict=True):
        raw = base64.b64decode(row["path_base64"]) if "path_base64" in row else None
        assert (raw or row["path"].encode()) == name_of(name)
        assert (raw is None) == (row["path"].encode() == name_of(name))
        assert row["when"] == "2026-11-27T01:02:03+08:00"
        assert (row["kept"], row["share"], row["where"], row["why"]) == (True, 0.25, None, None)
    assert "" not in [*values_of(found)]


@any_bytes
@given(st.lists(NAMES, max_size=4))
def test_no_terminal_obeys_json(names: list[bytes]) -> None:
    file = io.BytesIO()
    write_json_lines(file, COLUMNS, rows(names))
    assert all(one.isprintable() or one == "\n" for one in file.getvalue().decode() if one < "\xa0")
    assert not set(file.getvalue().decode()) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2069")


@any_bytes
@given(st.lists(NAMES, max_size=4))
def test_csv_has_any_name_as_it_is(names: list[bytes]) -> None:
    file = io.BytesIO()
    write_csv(file, COLUMNS, rows(names))
    assert not file.getvalue().startswith(b"\xef\xbb\xbf")
    text = file.getvalue().decode("utf-8", "surrogateescape")
    found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    others = ["yes", "0.25", "2026-11-27 01:02:03+08:00", "", ""]
    assert found == [
        list(COLUMNS),
        *([os.fsdecode(name_of(one)), *others] for one in names),
    ]


def test_a_plain_table_has_lf_and_one_for_spreadsheets_what_they_want() -> None:
    plain, spreadsheet = io.BytesIO(), io.BytesIO()
    cells = [[Path("=1+1"), "+2"], [Path("合同"), "a\rb"]]
    write_csv(plain, ("path", "note"), cells)
    assert plain.getvalue() == """path,note\n=1+1,+2\n"合同","a\rb"\n""".encode()
    write_for_spreadsheets(spreadsheet, ("path", "note"), cells)
    assert spreadsheet.getvalue() == (
        b"\xef\xbb\xbf" + """path,note\r\n'=1+1,'+2\r\n"合同","a\rb"\r\n""".encode()
    )


@any_bytes
@given(st.lists(NAMES, max_size=4))
def test_names_are_ended_by_nul_and_never_options(names: list[bytes]) -> None:
    file = io.BytesIO()
    write_names(file, [Path(os.fsdecode(one)) for one in names])
    *found, rest = file.getvalue().split(b"\0")
    assert rest == b""
    assert not any(one.startswith(b"-") for one in found)
    assert [os.fsencode(Path(os.fsdecode(one))) for one in found] == [*map(name_of, names)]


def test_figures_that_json_does_not_have_are_an_error() -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_json(io.BytesIO(), ("share",), [[float("nan")]])


# ---- tables of pandas of a report have the rows that commands print


@pytest.mark.parametrize("rows", ["groups", "pairs", "fingerprints", "problems"])
def test_rows_of_pandas_are_those_that_are_printed(
    rows: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = chinese_text(1, 120)
    files = {"a.txt": text, "b.txt": text, "合同.txt": edited(text, 2, 3), "空.txt": ""}
    folder = written(tmp_path / "文档", files)
    main([rows, str(folder), "--index", ":memory:", "--jobs", "0", "--format", "csv"])
    printed = [*csv.DictReader(io.StringIO(capsysbinary.readouterr().out.decode()))]
    report = simcore.scan(folder, simcore.ScanConfig(jobs=0))
    table = simcore.to_pandas(report, rows)
    assert [*table.columns] == [*printed[0]]
    assert len(table) == len(printed) > 0
    with pytest.raises(ValueError, match="there are no rows 'group': take groups, pairs, finger"):
        simcore.to_pandas(report, "group")
    for name in {"path", "left", "right", "kind", "fingerprint", "reason"} & {*printed[0]}:
        cells = ["" if cell is None or cell != cell else cell for cell in table[name]]  # noqa: PLR0124
        assert cells == [row[name] for row in printed]
    for name in {"similarity", "left_in_right"} & {*printed[0]}:
        assert table[name].fillna(-1).tolist() == [float(row[name] or -1) for row in printed]
