"""A file of output never stands in the place of what a command reads."""

import json
import os
from pathlib import Path

import pytest

from simcore.cli.main import main

Captured = pytest.CaptureFixture[bytes]


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["pairs", "table.jsonl", "--text", "text"], "table.jsonl"),
        (["pairs", "table.jsonl", "--text", "text"], "folder/../table.jsonl"),
        (["pairs", "table.jsonl", "--text", "text"], "link.jsonl"),
        (["pairs", "table.jsonl", "--text", "text"], "other name.jsonl"),
        (["groups", "folder", "合同.txt"], "合同.txt"),
        (["groups", "--files-from", "list.txt"], "list.txt"),
        (["groups", "--files-from", "list.txt"], "合同.txt"),
        (["groups", "folder", "--dictionary", "words.txt"], "words.txt"),
        (["explain", "合同.txt", "folder/b.txt"], "folder/b.txt"),
        (["similar", "合同.txt", "folder"], "合同.txt"),
    ],
)
def test_what_is_named_to_be_read_is_not_written_over(
    words: list[str],
    output: str,
    tmp_path: Path,
    capsysbinary: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("合同.txt", "folder/b.txt"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("合同自双方签字之日起生效。", encoding="utf-8")
    rows = [{"text": "one text of words"}] * 2
    Path("table.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    Path("link.jsonl").symlink_to("table.jsonl")
    os.link("table.jsonl", "other name.jsonl")
    Path("list.txt").write_text("合同.txt\nfolder\n", encoding="utf-8")
    Path("words.txt").write_text("合同\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    index = [] if "--text" in words or words[0] == "explain" else ["--index", ":memory:"]
    assert main([*words, *index, "-o", output]) == 2
    said = capsysbinary.readouterr()
    assert said.out == b""
    assert said.err.decode() == f"variorum: {output}: is read, and would be written over\n"
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    # another file is written, and again
    for _ in range(2):
        assert main([*words, *index, "-o", "new.csv"]) == 0
    assert Path("new.csv").read_bytes()
