"""Commands on a column of a table: what they print of files with the same texts is truth."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from schemas import read_strictly, row_validator
from simcore.cli.main import main
from simcore.strings import pairs
from string_sets import planted, told, write_files

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
    said = capsysbinary.readouterr().err.decode()
    assert said.splitlines()[:2] == [
        f"variorum: {tables[0]}: 2 texts",
        f"variorum: {tables[1]}: 1 text",
    ]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--text", "no"], 2, "a.jsonl: line 1 has no column 'no'; it has 'id', '正文'"),
        (["--text", "正文", "--id", "no"], 2, "a.jsonl: line 1 has no column 'no'; it has"),
        (["--id", "id"], 2, "--id is about a table: --text COLUMN is missing"),
        (["--encoding", "utf-8"], 2, "--encoding is about a table: --text COLUMN is missing"),
        (["--text", "正文", "--encoding", "utf-8"], 2, "a.jsonl: an encoding is for CSV alone"),
        (["--text", "正文", "--encoding", "utf-88"], 2, "'utf-88' is no encoding"),
        (["--text", "正文", "--print0"], 2, "--print0 is about files: not with --text"),
        (["--text", "正文", "--index", "x.sqlite3"], 2, "--index is about files: not with --text"),
        (["--text", "正文", "--largest", "1M"], 2, "--largest is about files: not with --text"),
        (["--text", "正文", "--unverified"], 2, "--unverified is about files: not with --text"),
        (["--text", "正文", "."], 2, ".: is a folder, and --text is about tables in files"),
        (["--text", "正文", "gone.csv"], 2, "gone.csv: does not exist"),
        (["--text", "正文", "a.jsonl"], 2, "a.jsonl: is named twice"),
        (["--text", "正文", "unnamed.csv", "--id", "id"], 2, "unnamed.csv: of a row 'id' is empty"),
        (
            ["--text", "正文", "b.jsonl", "--id", "id"],
            2,
            "b.jsonl: two rows are called 'b.jsonl:1'",
        ),
        (["--text", "正文", "-o", "b.jsonl", "b.jsonl"], 2, "b.jsonl: is read, and would be"),
        (["--text", "正文", "c.csv", "--encoding", "idna"], 2, "c.csv: is not text in idna"),
        (["--text", "正文", "c.csv", "--encoding", "undefined"], 2, "c.csv: is not text in undef"),
        (["--text", "正文", "a.txt"], 2, "a.txt: its name has to end in one of .csv, .tsv, .jsonl"),
        (["--text", "正文", "half.jsonl"], 2, "half.jsonl: line 1: '正文' has half of a character"),
    ],
)
def test_wrong_use_is_a_sentence(
    words: list[str], code: int, said: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    write_json_lines(tmp_path / "a.jsonl", ["a"], ["合同"])
    (tmp_path / "a.txt").write_text("合同", encoding="utf-8")
    (tmp_path / "unnamed.csv").write_text("id,正文\n,合同\n", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(
        '{"id": 1, "正文": ""}\n{"id": "1", "正文": ""}\n', encoding="utf-8"
    )
    (tmp_path / "c.csv").write_bytes("正文\n合同\n".encode("gb18030"))
    (tmp_path / "half.jsonl").write_text('{"正文": "合\\ud800"}\n', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        try:
            named = [] if "c.csv" in words else ["a.jsonl"]
            ended: object = main(["pairs", *named, *words])
        except SystemExit as end:  # of the parser
            ended = end.code
    assert ended == code
    output = capsysbinary.readouterr()
    assert not output.out
    assert said in output.err.decode()


def test_what_is_interrupted_is_in_no_index(
    tmp_path: Path, capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_json_lines(tmp_path / "a.jsonl", ["a"], ["合同"])

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pairs, "read_string", interrupt)
    assert main(["pairs", str(tmp_path / "a.jsonl"), "--text", "正文", "--jobs", "0"]) == 130
    assert capsysbinary.readouterr().err == b"variorum: interrupted\n"
