"""Columns of tables as texts: what Python's own modules write is what comes back."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import simcore
from amounts import examples
from builders import chinese_text
from places import printed_by
from simcore import read_column
from simcore.model.reasons import StringsFileError

ODD = {
    "-rf": 'one "quoted", text; with\tsigns\r\nand lines\n',
    "合同\n": chinese_text(1, 30),
    "": "",
    "7": "x" * 200_000,
}
CELLS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


def written_csv(rows: list[list[str]], delimiter: str = ",", ends: str = "\r\n") -> str:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator=ends).writerows(rows)
    return file.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize(("delimiter", "suffix"), [(",", "csv"), (";", "csv"), ("\t", "TSV")])
def test_csv_in_any_form(tmp_path: Path, encoding: str, delimiter: str, suffix: str) -> None:
    path = tmp_path / f"-数据 'a'\n.{suffix}"
    rows = [["id", "other", "body"], *([key, "…", text] for key, text in ODD.items())]
    path.write_bytes(written_csv(rows, delimiter).encode(encoding))
    limit = csv.field_size_limit()
    assert read_column(path, "body", key="id") == ODD
    assert read_column(str(path), "body") == dict(enumerate(ODD.values()))
    assert csv.field_size_limit() == limit
    assert read_column(path, "body", encoding=encoding.removesuffix("-sig")) == dict(
        enumerate(ODD.values())
    )


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8))
def test_what_csv_and_json_write_comes_back(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    """In the encoding that is named: a few signs alone may be those of another one."""
    listed = [["a", "文本"], *map(list, rows)]
    table = tmp_path / "table.csv"
    table.write_bytes(written_csv(listed, ends="\n").encode())
    texts = dict(enumerate(text for _, text in rows))
    assert read_column(table, "文本", encoding="utf-8") == texts
    lines = tmp_path / "lines.jsonl"
    lines.write_bytes(b"".join(json.dumps({"文本": text}).encode() + b"\n" for _, text in rows))
    assert read_column(lines, "文本") == texts


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "data.ndjson"
    rows: list[dict[str, Any]] = [
        {"id": 4, "body": "four"},
        {"body": None, "id": "4", "more": [1]},
        {"id": 10**30, "body": chinese_text(2, 9)},
    ]
    path.write_bytes(b"\n".join(json.dumps(row).encode() + b"\n" for row in rows))
    found = read_column(path, "body", key="id")
    assert found == {4: "four", "4": "", 10**30: chinese_text(2, 9)}
    assert [one.key for one in simcore.pairs(found).problems] == ["4"]


WRONG: dict[str, tuple[str, bytes, str]] = {
    "a suffix": ("a.xlsx", b"", r"its name has to end in one of \.csv, \.tsv, \.jsonl"),
    "no column": ("a.csv", b"id,text\n1,a\n", r"its first line has no column 'body'; it has 'id'"),
    "no line at all": ("a.csv", b"", "its first line has no column 'body'; it has none"),
    "names twice": ("a.csv", b"body,body\n1,a\n", "its first line has several columns 'body'"),
    "a short row": (
        "a.csv",
        b"id,body\n1,a\n\n2\n",
        r"line 4 has another number of cells \(1\) than there are columns \(2\)",
    ),
    "quotes": ("a.csv", b'id,body\n1,"a"b\n', "line 2: "),
    "an open quote": ("a.csv", b'id,body\n1,a\n2,"a\n\nb\n', "line 3: "),
    "a carriage return in a name": ("a.csv", b"id,bo\rdy\n1,a\n", "its first line has no column"),
    "a quote in a name": ("a.csv", b'"body"x,id\n', "line 1: "),
    "a key twice": ("a.csv", b"id,body\n1,a\n1,b\n", "line 3: the key '1' stands twice"),
    "binary": ("a.csv", b"id,body\n\0\1\2\3\0\5\6", "is binary, not text"),
    "no JSON": ("a.jsonl", b'{"id": 1, "body": ""}\n{"id"', "line 2 is no JSON: "),
    "a list": ("a.jsonl", b"[1]", "line 1 is no JSON object"),
    "a gap": ("a.jsonl", b'{"id": 1}', "line 1 has no column 'body'; it has 'id'"),
    "a number": (
        "a.jsonl",
        b'{"id": 1, "body": 2}',
        "line 1: 'body' is of the type int, not a text",
    ),
    "no key": ("a.jsonl", b'{"id": null, "body": ""}', "line 1: 'id' is empty, and a key is"),
    "half a key": ("a.jsonl", b'{"id": 1.5, "body": ""}', "line 1: 'id' is of the type float, and"),
    "a flag": ("a.jsonl", b'{"id": true, "body": ""}', "line 1: 'id' is of the type bool, and"),
}


@pytest.mark.parametrize(("name", "data", "said"), WRONG.values(), ids=WRONG)
def test_what_is_no_such_table_is_refused_with_file_and_row(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(StringsFileError, match=said) as error:
        read_column(path, "body", key="id")
    assert str(error.value).startswith(f"{path}: ")


def test_any_end_of_line_ends_the_line_of_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for end in ("\n", "\r\n", "\r"):
        for delimiter in ",;\t":
            lines = (f'"of\ntwo"{delimiter}body', f"1{delimiter}one", f'2{delimiter}"two, ""2"""')
            path.write_bytes("".join(line + end for line in lines).encode())
            assert read_column(path, "body", key="of\ntwo") == {"1": "one", "2": 'two, "2"'}


def test_a_name_of_columns_that_are_not_asked_for_may_stand_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"n,body,n\n1,a,2\n")
    assert read_column(path, "body") == {0: "a"}


def test_threads_read_large_cells_and_leave_the_limit_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    limit = csv.field_size_limit()
    text = "large " * (limit // 3)
    path.write_text(f"body\n{text}\n{text}\n", encoding="utf-8")
    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(lambda _: read_column(path, "body"), range(12))]
    assert found == [{0: text, 1: text}] * 12
    assert csv.field_size_limit() == limit


def test_other_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(StringsFileError, match=r"missing\.csv: cannot be read: "):
        read_column(tmp_path / "missing.csv", "body")
    with pytest.raises(StringsFileError, match="cannot be read"):
        read_column(tmp_path.rename(tmp_path.with_suffix(".csv")), "body")


def test_an_encoding_is_for_csv_and_a_doubtful_one_is_to_be_named(tmp_path: Path) -> None:
    lines = tmp_path / "a.jsonl"
    lines.write_bytes(b'{"body": ""}')
    with pytest.raises(StringsFileError, match="an encoding is for CSV alone"):
        read_column(lines, "body", encoding="gb18030")
    table = tmp_path / "a.csv"
    table.write_bytes(b"body\n" + "合同".encode("gb18030"))
    with pytest.raises(StringsFileError, match="is not all in the encoding ascii"):
        read_column(table, "body", encoding="ascii")
    assert read_column(table, "body", encoding="gb18030") == {0: "合同"}
    with pytest.raises(StringsFileError, match="no-such"):
        read_column(table, "body", encoding="no-such")


def test_objects_may_leave_the_text_out(tmp_path: Path) -> None:
    """As many programs write a null, if any other object has it."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 1}\n{"id": 2, "body": "合同"}\n{"body": "x", "id": 3}\n', "utf-8")
    assert read_column(path, "body", key="id") == {1: "", 2: "合同", 3: "x"}
    with pytest.raises(StringsFileError, match="line 1 has no column 'text'; it has 'id'"):
        read_column(path, "text", key="id")
    path.write_text('{"id": 2, "body": "合同"}\n{"body": "x"}\n', "utf-8")
    with pytest.raises(StringsFileError, match="line 2 has no column 'id'; it has 'body'"):
        read_column(path, "body", key="id")


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "数据.parquet"
    table = pyarrow.table({"id": [*range(5)], "body": [*ODD.values(), None], "n": [0.5] * 5})
    parquet.write_table(table, path, row_group_size=2)
    assert read_column(path, "body", key="id") == dict(enumerate([*ODD.values(), ""]))
    with pytest.raises(StringsFileError, match="its schema has no column 'text'; it has 'id', 'bo"):
        read_column(path, "text")
    with pytest.raises(StringsFileError, match="row 0: 'n' is of the type float"):
        read_column(path, "n")
    doubled = pyarrow.table([["a"], ["b"]], names=["body", "body"])
    parquet.write_table(doubled, path)
    with pytest.raises(StringsFileError, match="its schema has several columns 'body'"):
        read_column(path, "body")
    # as other programs may write it: bytes that are called a string
    raw = pyarrow.Array.from_buffers(
        pyarrow.string(),
        1,
        [None, pyarrow.py_buffer(b"\0\0\0\0\4\0\0\0"), pyarrow.py_buffer(b"caf\xe9")],
    )
    parquet.write_table(pyarrow.table({"body": raw}), path)
    with pytest.raises(StringsFileError, match="has a string that is no UTF-8: "):
        read_column(path, "body")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(StringsFileError, match="cannot be read as Parquet: "):
        read_column(path, "body")


PYARROW = """
import simcore, sys
sys.modules["pyarrow"] = None
try:
    simcore.read_column("a.parquet", "body")
except simcore.SimcoreError as error:
    print(error)
"""


def test_without_pyarrow_it_is_said_what_to_install() -> None:
    assert printed_by(PYARROW) == (
        'Parquet needs pyarrow, which is not installed: pip install "variorum[parquet]"\n'
    )
