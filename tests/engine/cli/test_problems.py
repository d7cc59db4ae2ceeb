"""``variorum problems``: what could not be read, and all that was left out, with reasons."""

import csv
import io
import json
import os
import socket
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import chinese_text, english_text
from simcore.cli.main import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links, sockets and names of any bytes")

Run = Callable[..., tuple[int, str, str]]
OPTIONS = "--index", ":memory:", "--jobs", "0"


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "库"
    (folder / ".git").mkdir(parents=True)
    (folder / "草稿").mkdir()
    (folder / ".Trash-1000" / "files").mkdir(parents=True)
    for place in (folder, folder / ".git", folder / "草稿", folder / ".Trash-1000" / "files"):
        (place / "read.txt").write_text(f"{place.name} {chinese_text(len(place.name))}")
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 9)
    (folder / "empty.md").touch()
    (folder / "picture.JPG").write_bytes(b"\xff\xd8\xff")
    (folder / "no suffix").write_bytes(b"\xff\xd8\xff")
    (folder / "a\nb.jpg").write_bytes(b"\xff\xd8\xff")
    (folder / "~$open.docx").write_bytes(bytes(range(256)))
    (folder / "link.txt").symlink_to("read.txt")
    (folder / "link.jpg").symlink_to("picture.JPG")
    os.link(folder / "read.txt", folder / "second name.txt")
    with zipfile.ZipFile(folder / "held.zip", "w") as file:
        file.writestr("inside.txt", english_text(3))
        file.writestr("inside.png", b"\x89PNG")
    monkeypatch.chdir(tmp_path)
    return Path("库")


def listed(out: str) -> dict[str, str]:
    return {row["path"]: row["code"] for row in csv.DictReader(io.StringIO(out, newline=""))}


def test_what_could_not_be_read_is_listed_and_the_rest_counted(library: Path, run: Run) -> None:
    code, out, err = run("problems", library, *OPTIONS)
    assert code == 3
    lines = out.splitlines()
    assert f"{library / 'binary.txt'}: is binary, not text" in lines
    assert f"{library / 'empty.md'}: has no words to compare" in lines
    assert f"{library / 'link.txt'}: is a symbolic link, which is not followed" in lines
    assert not any("JPG" in line for line in lines)
    assert err == "variorum: not read: 1 .txt (not text), 2 .jpg, 1 without a suffix, 1 .zip\n"
    _, out, err = run("problems", library, *OPTIONS, "--format", "csv")
    assert listed(out) == {
        str(library / "binary.txt"): "is-binary",
        str(library / "empty.md"): "no-words",
        str(library / "link.txt"): "symbolic-link",
        str(library / "second name.txt"): "second-name",
    }
    assert err == ""


def test_all_that_is_left_out_is_listed_with_its_reason(library: Path, run: Run) -> None:
    """What the disk has, and is neither a document nor below what is named as a whole."""
    _, out, _ = run("fingerprints", library, *OPTIONS)
    documents = {row["path"] for row in csv.DictReader(io.StringIO(out))}
    options = *OPTIONS, "--exclude", "草*", "--list-skipped", "--format", "csv"
    code, out, _ = run("problems", library, *options)
    found = listed(out)
    assert code == 3
    reasons = {row["path"]: row["reason"] for row in csv.DictReader(io.StringIO(out, newline=""))}
    assert reasons[str(library / "草稿")] == "is left out by the pattern 草*"
    assert reasons[str(library / ".git")] == "is left out by the pattern .git"
    expected = set()
    for place, folders, names in os.walk(library):
        whole = {name for name in folders if name in {".git", "草稿", ".Trash-1000"}}
        folders[:] = sorted(set(folders) - whole)
        expected |= {str(Path(place, name)) for name in (*whole, *names)}
    assert set(found) == expected - (documents - {str(library / "草稿" / "read.txt")}) | {
        # a document without words has no fingerprint, and is listed as such
        str(library / "empty.md")
    }
    assert found[str(library / ".Trash-1000")] == "excluded"
    assert found[str(library / "a\nb.jpg")] == "not-included"
    assert found[str(library / "link.jpg")] == "not-included"
    assert found[str(library / "~$open.docx")] == "not-wanted"


@pytest.mark.parametrize(
    "options",
    [(), ("--all-text",), ("--containers",), ("--follow-links",), ("--exclude", "*.txt")],
)
def test_as_many_are_listed_as_are_counted(
    library: Path, run: Run, options: tuple[str, ...]
) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(library / "socket"))
        _, out, _ = run("scan", library, *OPTIONS, *options, "--json")
        (counts,) = json.loads(out)["rows"]
        _, out, _ = run("problems", library, *OPTIONS, *options, "--format", "jsonl")
        told = Counter(json.loads(line)["stage"] for line in out.splitlines())
        asked = "problems", library, *OPTIONS, *options, "--list-skipped", "--format", "jsonl"
        _, out, _ = run(*asked)
    rows = [json.loads(line) for line in out.splitlines()]
    assert len({row["path"] for row in rows}) == len(rows)
    skipped = sum(row["stage"] == "list" for row in rows)
    assert skipped == counts["skipped"]
    assert len(rows) - skipped == sum(told.values()) - told["list"]
    assert skipped > told["list"]


def test_a_file_of_odd_bytes_is_a_line_of_its_own_bytes(library: Path, run: Run) -> None:
    name = os.fsdecode("扫描件".encode("gb18030")) + ".txt"
    (library / name).write_bytes(bytes(range(256)) * 9)
    _, out, _ = run("problems", library, *OPTIONS)
    assert f"{library / name}: is binary, not text" in out.splitlines()


def test_a_trash_is_left_out_whatever_the_patterns_are(library: Path, run: Run) -> None:
    options = *OPTIONS, "--no-usual-exclude", "--list-skipped", "--format", "csv"
    _, out, _ = run("problems", library, *options)
    assert listed(out)[str(library / ".Trash-1000")] == "in-trash"
    _, out, _ = run("problems", library / ".Trash-1000", *options)
    assert listed(out) == {}


def test_what_came_too_long_ago_is_listed(library: Path, run: Run, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    options = "--index", index, "--jobs", "0", "--keep-days", "7"
    run("scan", library, *options)
    with sqlite3.connect(index) as opened:
        opened.execute(
            "update document set arrived = arrived - 864000 where name = ?", (b"read.txt",)
        )
    opened.close()
    code, out, err = run("problems", library, *options, "--list-skipped", "--format", "csv")
    assert code == 3
    old = {path for path, code in listed(out).items() if code == "too-old"}
    assert old == {str(library / "read.txt"), str(library / "草稿" / "read.txt")}
    assert "2 documents came before the last 7 days and were left out" in err
