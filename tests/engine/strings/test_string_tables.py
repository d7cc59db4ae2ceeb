"""Columns of tables as texts, and commands on them: what other programs say is truth."""

import csv
import io
import json
from collections.abc import Callable, Sequence
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
from schemas import read_strictly, row_validator
from simcore import read_column
from simcore.cli.main import main
from simcore.model.reasons import StringsFileError
from simcore.strings import pairs
from string_sets import planted, told, write_files

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
    rows = [["id", "n", "body", "n"], *([key, "…", text, "…"] for key, text in ODD.items())]
    path.write_bytes(written_csv(rows, delimiter).encode(encoding))
    limit = csv.field_size_limit()
    assert read_column(path, "body", key="id") == ODD
    counted = dict(enumerate(ODD.values()))
    assert read_column(str(path), "body") == counted
    assert read_column(path, "body", encoding=encoding.removesuffix("-sig")) == counted
    assert csv.field_size_limit() == limit


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


NO_COLUMN = r"its first line has no column 'body'; it has "
WRONG: dict[str, tuple[str, bytes | None, str]] = {
    "a suffix": ("a.xlsx", b"", r"its name has to end in one of \.csv, \.tsv, \.jsonl"),
    "no file": ("a.csv", None, "cannot be read: "),
    "a folder": (".csv", None, "cannot be read: "),
    "no column": ("a.csv", b"id,text\n1,a\n", f"{NO_COLUMN}'id'"),
    "no line at all": ("a.csv", b"", f"{NO_COLUMN}none"),
    "names twice": ("a.csv", b"body,body\n1,a\n", "its first line has several columns 'body'"),
    "a short row": (
        "a.csv",
        b"id,body\n1,a\n\n2\n",
        r"line 4 has another number of cells \(1\) than",
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
    "a number": ("a.jsonl", b'{"id": 1, "body": 2}', "line 1: 'body' is of the type int, not a te"),
    "no key": ("a.jsonl", b'{"id": null, "body": ""}', "line 1: 'id' is empty, and a key is"),
    "half a key": ("a.jsonl", b'{"id": 1.5, "body": ""}', "line 1: 'id' is of the type float, and"),
    "a flag": ("a.jsonl", b'{"id": true, "body": ""}', "line 1: 'id' is of the type bool, and"),
}


@pytest.mark.parametrize(("name", "data", "said"), WRONG.values(), ids=WRONG)
def test_what_is_no_such_table(tmp_path: Path, name: str, data: bytes | None, said: str) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    elif name == ".csv":
        path = tmp_path.rename(tmp_path.with_suffix(name))
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


def test_threads_read_large_cells_and_leave_the_limit_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    limit = csv.field_size_limit()
    text = "large " * (limit // 3)
    path.write_text(f"body\n{text}\n{text}\n", encoding="utf-8")
    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(lambda _: read_column(path, "body"), range(12))]
    assert found == [{0: text, 1: text}] * 12
    assert csv.field_size_limit() == limit


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

    def refused(said: str, column: str = "body") -> None:
        with pytest.raises(StringsFileError, match=said):
            read_column(path, column)

    table = pyarrow.table({"id": [*range(5)], "body": [*ODD.values(), None], "n": [0.5] * 5})
    parquet.write_table(table, path, row_group_size=2)
    assert read_column(path, "body", key="id") == dict(enumerate([*ODD.values(), ""]))
    refused("its schema has no column 'text'; it has 'id', 'bo", "text")
    refused("row 0: 'n' is of the type float", "n")
    parquet.write_table(pyarrow.table([["a"], ["b"]], names=["body", "body"]), path)
    refused("its schema has several columns 'body'")
    # as other programs may write it: bytes that are called a string
    buffers = [None, *map(pyarrow.py_buffer, (b"\0\0\0\0\4\0\0\0", b"caf\xe9"))]
    raw = pyarrow.Array.from_buffers(pyarrow.string(), 1, buffers)
    parquet.write_table(pyarrow.table({"body": raw}), path)
    refused("has a string that is no UTF-8: ")
    path.write_bytes(path.read_bytes()[:-9])
    refused("cannot be read as Parquet: ")


MISSING = """
import simcore, sys
sys.modules[{!r}] = None
try:
    {}
except simcore.SimcoreError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("library", "asked", "said"),
    [
        (
            "pyarrow",
            "simcore.read_column('a.parquet', 'body')",
            'Parquet needs pyarrow, which is not installed: pip install "variorum[parquet]"\n',
        ),
        (
            "pandas",
            "simcore.pairs(['a', 'a']).to_pandas()",
            'to_pandas needs pandas, which is not installed: pip install "variorum[pandas]"\n',
        ),
    ],
)
def test_without_a_library_it_is_said_what_to_install(library: str, asked: str, said: str) -> None:
    assert printed_by(MISSING.format(library, asked)) == said


Captured = pytest.CaptureFixture[bytes]

OF_FILES = {"modified", "encoding", "left_marked", "right_marked", "why"}
"""Columns of which a row of a table has nothing, or other words."""


def write_json_lines(path: Path, keys: Sequence[str], texts: Sequence[str]) -> None:
    rows = ({"id": key, "正文": text} for key, text in zip(keys, texts, strict=True))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_csv(path: Path, keys: Sequence[str], texts: Sequence[str]) -> None:
    with path.open("w", encoding="gb18030", newline="") as file:
        csv.writer(file).writerows([("id", "正文"), *zip(keys, texts, strict=True)])


def write_parquet(path: Path, keys: Sequence[str], texts: Sequence[str]) -> None:
    pyarrow = pytest.importorskip("pyarrow")  # typed by nobody
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"id": keys, "正文": texts}), path)


@pytest.mark.parametrize("command", ["pairs", "groups", "fingerprints"])
@pytest.mark.parametrize(
    ("name", "write", "options"),
    [
        ("a.jsonl", write_json_lines, ()),
        ("a.csv", write_csv, ("--encoding", "gb18030")),
        ("a.parquet", write_parquet, ()),
    ],
)
def test_rows_are_those_of_files(
    command: str,
    name: str,
    write: Callable[[Path, Sequence[str], Sequence[str]], None],
    options: Sequence[str],
    tmp_path: Path,
    capsysbinary: Captured,
) -> None:
    texts = planted()
    paths = write_files(tmp_path / "texts", texts)
    ignoring = ["--ignore-judgements"] if command == "groups" else []
    of_files = told(capsysbinary, command, tmp_path / "texts", *ignoring)
    write(tmp_path / name, paths, texts)
    shown = [*("--text", "正文", "--id", "id", "--format", "csv"), *options]
    assert main([command, str(tmp_path / name), *shown]) == 0
    output = capsysbinary.readouterr()
    rows = [*csv.DictReader(output.out.decode().splitlines())]
    assert len(rows) == len(of_files) > 15
    for row, of_file in zip(rows, of_files, strict=True):
        assert [*row] == [*of_file]
        assert row == of_file | {one: row[one] for one in OF_FILES & {*row}}
        assert not any(row[one] for one in (OF_FILES - {"why"}) & {*row})
    assert set(output.err.decode().splitlines()) >= {
        f"variorum: {paths[at]}: has no words to compare" for at in (13, 14, 15)
    }
    assert not (tmp_path / "index.sqlite3").exists()


def test_json_of_tables_is_as_the_schema_says(tmp_path: Path, capsysbinary: Captured) -> None:
    table = tmp_path / "a.jsonl"
    texts = planted()
    write_json_lines(table, [str(at) for at in range(len(texts))], texts)
    for command in ("pairs", "groups", "fingerprints"):
        main([command, str(table), "--text", "正文", "--format", "json"])
        rows = read_strictly(capsysbinary.readouterr().out)["rows"]
        assert rows
        for row in rows:
            row_validator(command).validate(row)


def test_lines_of_groups_name_the_rows(tmp_path: Path, capsysbinary: Captured) -> None:
    text = " ".join(f"word{at}" for at in range(80))
    for name in ("a.jsonl", "b.jsonl"):
        write_json_lines(tmp_path / name, ["one/../1", "2"], [text, "other words of its own"])
    arguments = ["groups", "a.jsonl", "--text", "正文", "--id", "id"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert main([*arguments, "--fail-if-found"]) == 0
        assert not capsysbinary.readouterr().out
        assert main([*arguments, "b.jsonl", "--fail-if-found"]) == 1
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[:2] == [
        "1  a.jsonl:one/../1",
        "    identical         100 %   0 bits  b.jsonl:one/../1",
    ]
    assert [line.rpartition("  ")[2] for line in lines[2:]] == ["a.jsonl:2", "b.jsonl:2"]


def test_verbose_says_how_much_was_read(tmp_path: Path, capsysbinary: Captured) -> None:
    write_json_lines(tmp_path / "表.jsonl", ["1", "2"], ["合同", "other words"])
    write_json_lines(tmp_path / "one.jsonl", ["1"], ["合同"])
    tables = [f"{tmp_path / '表.jsonl'}", f"{tmp_path / 'one.jsonl'}"]
    assert main(["groups", *tables, "--text", "正文", "--id", "id", "-v"]) == 0
    said = [f"variorum: {tables[0]}: 2 texts", f"variorum: {tables[1]}: 1 text"]
    assert capsysbinary.readouterr().err.decode().splitlines()[:2] == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--text", "no"], "a.jsonl: line 1 has no column 'no'; it has 'id', '正文'"),
        (["--text", "正文", "--id", "no"], "a.jsonl: line 1 has no column 'no'; it has"),
        (["--id", "id"], "--id is about a table: --text COLUMN is missing"),
        (["--encoding", "utf-8"], "--encoding is about a table: --text COLUMN is missing"),
        (["--text", "正文", "--encoding", "utf-8"], "a.jsonl: an encoding is for CSV alone"),
        (["--text", "正文", "--encoding", "utf-88"], "'utf-88' is no encoding"),
        (["--text", "正文", "--print0"], "--print0 is about files: not with --text"),
        (["--text", "正文", "--index", "x.sqlite3"], "--index is about files: not with --text"),
        (["--text", "正文", "--largest", "1M"], "--largest is about files: not with --text"),
        (["--text", "正文", "--unverified"], "--unverified is about files: not with --text"),
        (["--text", "正文", "."], ".: is a folder, and --text is about tables in files"),
        (["--text", "正文", "gone.csv"], "gone.csv: does not exist"),
        (["--text", "正文", "a.jsonl"], "a.jsonl: is named twice"),
        (["--text", "正文", "unnamed.csv", "--id", "id"], "unnamed.csv: of a row 'id' is empty"),
        (["--text", "正文", "b.jsonl", "--id", "id"], "b.jsonl: two rows are called 'b.jsonl:1'"),
        (["--text", "正文", "-o", "b.jsonl", "b.jsonl"], "b.jsonl: is read, and would be"),
        (["--text", "正文", "c.csv", "--encoding", "idna"], "c.csv: is not text in idna"),
        (["--text", "正文", "c.csv", "--encoding", "undefined"], "c.csv: is not text in undef"),
        (["--text", "正文", "a.txt"], "a.txt: its name has to end in one of .csv, .tsv, .jsonl"),
        (["--text", "正文", "half.jsonl"], "half.jsonl: line 1: '正文' has half of a character"),
    ],
)
def test_mistakes(words: list[str], said: str, tmp_path: Path, capsysbinary: Captured) -> None:
    write_json_lines(tmp_path / "a.jsonl", ["a"], ["合同"])
    (tmp_path / "a.txt").write_text("合同", encoding="utf-8")
    (tmp_path / "unnamed.csv").write_text("id,正文\n,合同\n", encoding="utf-8")
    twice = '{"id": 1, "正文": ""}\n{"id": "1", "正文": ""}\n'
    (tmp_path / "b.jsonl").write_text(twice, encoding="utf-8")
    (tmp_path / "c.csv").write_bytes("正文\n合同\n".encode("gb18030"))
    (tmp_path / "half.jsonl").write_text('{"正文": "合\\ud800"}\n', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        try:
            named = [] if "c.csv" in words else ["a.jsonl"]
            ended: object = main(["pairs", *named, *words])
        except SystemExit as end:  # of the parser
            ended = end.code
    assert ended == 2
    output = capsysbinary.readouterr()
    assert not output.out
    assert said in output.err.decode()


def test_interrupted(
    tmp_path: Path, capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_json_lines(tmp_path / "a.jsonl", ["a"], ["合同"])

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pairs, "read_string", interrupt)
    assert main(["pairs", str(tmp_path / "a.jsonl"), "--text", "正文", "--jobs", "0"]) == 130
    assert capsysbinary.readouterr().err == b"variorum: interrupted\n"
