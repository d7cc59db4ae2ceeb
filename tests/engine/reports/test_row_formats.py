"""What becomes of rows in each format, whatever stands in their cells."""

import base64
import csv
import io
import json
import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas import read_strictly, values_of
from simcore.reports.formats import (
    SCHEMA,
    program_version,
    write_csv,
    write_for_spreadsheets,
    write_json,
    write_json_lines,
    write_names,
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names of any bytes")

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


@given(st.lists(NAMES, max_size=4))
def test_no_terminal_obeys_json(names: list[bytes]) -> None:
    file = io.BytesIO()
    write_json_lines(file, COLUMNS, rows(names))
    assert all(one.isprintable() or one == "\n" for one in file.getvalue().decode() if one < "\xa0")
    assert not set(file.getvalue().decode()) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2069")


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


def test_an_empty_table_is_an_empty_list() -> None:
    file = io.BytesIO()
    write_json(file, COLUMNS, [])
    assert read_strictly(file.getvalue())["rows"] == []
    assert datetime.fromisoformat(WHEN.isoformat()).astimezone(UTC).day == 26
