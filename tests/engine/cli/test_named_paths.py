"""What a command reads, as it is named: files, lists, the standard input, patterns, sizes."""

import argparse
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import chinese_text, edited
from places import ROOT
from simcore import ScanConfig
from simcore.cli.main import add_command, main
from simcore.cli.options import configured, size

Run = Callable[..., tuple[int, str, str]]
ODD = ["a\nb.txt", "-q", " 合同 .txt", 'it\'s "q".txt', "tab\there", "$(x) `y` *.txt", "a:b=c.txt"]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "1.txt").write_text(chinese_text(1), encoding="gb18030")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("文档")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([os.fsdecode(os.fsencode(str(argument))) for argument in arguments])
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def paths(out: str) -> list[str]:
    return [line.split(",")[0] for line in out.splitlines()[1:]]


def test_files_and_folders_in_any_place(library: Path, run: Run) -> None:
    Path("notes.xyz").write_text(chinese_text(1), encoding="utf-8")
    code, out, err = run("pairs", "notes.xyz", "--jobs", 0, library, "--distance", 24, "文档/1.txt")
    assert (code, err) == (0, "")
    found = {frozenset(line.split(",")[:2]) for line in out.splitlines()[1:]}
    assert frozenset({"notes.xyz", "文档/1.txt"}) in found
    assert {name for pair in found for name in pair} == {"notes.xyz", "文档/1.txt", "文档/near.txt"}


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_lists_with_odd_names(library: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What find writes is read, also bytes that are no text."""
    odd = Path("odd")
    odd.mkdir()
    raw = [os.fsencode(name) for name in ODD] + ["合同.txt".encode("gb18030"), b"\xff\xfe"]
    for number, name in enumerate(raw):
        with open(b"odd/" + name, "wb") as file:  # noqa: PTH123 - bytes
            file.write(chinese_text(number).encode("utf-8"))
    found = subprocess.run(
        [shutil.which("find") or "", "odd", "-type", "f", "-print0"],
        capture_output=True,
        check=True,
    )
    Path("list").write_bytes(found.stdout)
    code, out, err = run(
        "fingerprints", "--files-from", "list", "-0", "--jobs", 0, "--format", "json"
    )
    assert (code, err) == (0, "")
    assert out.count('"fingerprint"') == len(raw)
    given(monkeypatch, found.stdout)
    assert run("scan", "--files-from", "-", "--null", "--jobs", 0)[1].startswith(
        f"{len(raw)} files"
    )
    code, _, err = run("scan", "--files-from", "list", "--jobs", 0)
    assert (code, "with -0" in err) == (2, True)


def test_a_list_by_lines(library: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("list").write_bytes("\ufeff文档/1.txt\r\n\r\n文档/near.txt\r\n".encode())
    code, out, _ = run("fingerprints", "--files-from", "list", "--jobs", 0)
    assert (code, sorted(paths(out))) == (0, ["文档/1.txt", "文档/near.txt"])
    given(monkeypatch, "文档/1.txt\n文档/gone.txt\n".encode())
    code, out, err = run("fingerprints", "--files-from", "-", "--jobs", 0)
    assert (code, paths(out)) == (3, ["文档/1.txt"])
    assert "文档/gone.txt: does not exist" in err
    given(monkeypatch, b"gone.txt\n")
    assert run("fingerprints", "--files-from", "-", "--jobs", 0)[0] == 3
    given(monkeypatch, b"")
    code, out, err = run("groups", "--files-from", "-", "--jobs", 0)
    assert (code, out, err) == (0, "", "")
    code, _, err = run("groups", "--files-from", "none")
    assert (code, "none: cannot be read" in err) == (2, True)
    assert run("groups", library, "-0")[0] == 2
    code, _, err = run("groups", "--jobs", 0)
    assert (code, "--files-from" in err) == (2, True)


def test_the_standard_input_is_the_document(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = edited(chinese_text(1), 9, 1)
    Path("query.txt").write_text(text, encoding="utf-8")
    expected = run("similar", "query.txt", library, "--jobs", 0)
    for encoding in ("utf-8", "gb18030"):
        given(monkeypatch, text.encode(encoding))
        assert run("similar", "-", library, "--jobs", 0) == expected
    page = f"<!DOCTYPE html><html><body><p>{text}</p><script>no()</script></body></html>"
    given(monkeypatch, page.encode())
    found = run("similar", "-", library, "--jobs", 0)
    assert [line.split()[-1] for line in found[1].splitlines()] == [
        line.split()[-1] for line in expected[1].splitlines()
    ]
    given(monkeypatch, text.encode())
    code, out, _ = run("similar", "-", "--check", "--format", "json")
    assert (code, '"standard input"' in out) == (0, True)
    assert "/variorum-" not in out
    for data, words in ((b"", "has no words"), (bytes(range(256)) * 9, "is binary")):
        given(monkeypatch, data)
        code, out, err = run("similar", "-", library, "--jobs", 0)
        assert (code, out) == (3, "")
        assert f"variorum: standard input: {words}" in err
    given(monkeypatch, b"")
    assert run("similar", "-", "--files-from", "-")[0] == 2


def test_an_empty_list_is_not_the_whole_index(
    library: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("scan", library, "--jobs", 0)
    given(monkeypatch, b"")
    code, out, _ = run("similar", library / "1.txt", "--files-from", "-", "--jobs", 0)
    assert (code, out) == (0, "")


def test_names_to_read_too(library: Path, run: Run) -> None:
    (library / "notes.xyz").write_text(chinese_text(5), encoding="utf-8")
    count = "fingerprints", library, "--jobs", 0
    assert len(paths(run(*count)[1])) == 2
    assert len(paths(run(*count, "--include-also", "*.xyz")[1])) == 3
    assert paths(run(*count, "--include", "*.xyz")[1]) == ["文档/notes.xyz"]
    assert len(paths(run(*count, "--include", "*.xyz", "--include-also", "near.*")[1])) == 2


def test_a_path_that_a_shell_completes_is_excluded(library: Path, run: Run) -> None:
    (library / "old").mkdir()
    (library / "old" / "3.txt").write_text(chinese_text(3), encoding="utf-8")
    (library / "new" / "old").mkdir(parents=True)
    (library / "new" / "old" / "4.txt").write_text(chinese_text(4), encoding="utf-8")
    for pattern in ("/old", "/old/", library.resolve() / "old"):
        code, out, err = run("fingerprints", library, "--jobs", 0, "--exclude", pattern)
        assert (code, err) == (0, "")
        assert sorted(paths(out)) == ["文档/1.txt", "文档/near.txt", "文档/new/old/4.txt"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--exclude", ""], "it is empty"),
        (["--exclude", "文档/old"], "paths are those below 文档; write /old"),
        (["--include", "docs/"], "docs/** is all that is in them"),
        (["--include-also", "[z-a]*"], "brackets"),
        (["--exclude", "../x"], "without . and .."),
        (["--include", "*.md", "--exclude", "*.md"], "--exclude has it, too"),
    ],
)
def test_a_pattern_that_can_never_match_is_refused(
    library: Path, run: Run, words: list[str], reason: str
) -> None:
    code, out, err = run("groups", library, "--jobs", 0, *words)
    assert (code, out) == (2, "")
    assert "can never match" in err
    assert reason in err


def test_a_path_would_hold_in_each_folder(library: Path, run: Run) -> None:
    Path("other").mkdir()
    code, _, err = run("groups", library, "other", "--exclude", library.resolve() / "old")
    assert (code, "in each folder" in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("64", 64_000_000), ("64M", 64_000_000), ("64MB", 64_000_000), ("64mib", 64 << 20)),
        *(("1.5k", 1_500), ("1KiB", 1024), ("2G", 2_000_000_000), ("0.001", 1_000), ("7B", 7)),
    ],
)
def test_sizes(text: str, number: int) -> None:
    assert size(text) == number


def test_sizes_that_are_not_named_are_those_of_a_scan() -> None:
    parser = argparse.ArgumentParser()
    add_command("scan", parser)
    config = configured(parser.parse_args(["."]))
    assert config == ScanConfig()


@pytest.mark.parametrize("text", ["", "M", "-1", "1e3", "64 T", "0x1", "nan", "inf", "1,5M", "0"])
def test_no_sizes(library: Path, run: Run, text: str) -> None:
    code, _, err = run("scan", library, f"--largest={text}")
    assert (code, "--largest" in err) == (2, True)


def test_the_largest_file(library: Path, run: Run) -> None:
    (library / "large.txt").write_text("words " * 400, encoding="utf-8")
    _, _, err = run("scan", library, "--jobs", 0, "--largest", "2KiB")
    assert "large.txt" in err
    _, _, err = run("scan", library, "--jobs", 0, "--largest", "2.4k")
    assert "large.txt" not in err
    assert run("text", library / "large.txt", "--largest", "1k")[0] == 3


def test_a_watch_is_of_folders(library: Path, run: Run) -> None:
    code, _, err = run("watch", library / "1.txt", "--once")
    assert (code, "1.txt: is not a folder" in err) == (2, True)


def test_what_git_ignores(library: Path, run: Run) -> None:
    (library / ".gitignore").write_text("near*\n", encoding="utf-8")
    assert len(paths(run("fingerprints", library, "--jobs", 0)[1])) == 2
    found = run("fingerprints", library, "--jobs", 0, "--ignore-files")
    assert (found[0], paths(found[1])) == (0, ["文档/1.txt"])
    (library / ".gitignore").write_text("1*\n", encoding="utf-8")
    assert paths(run("fingerprints", library, "--jobs", 0, "--ignore-files")[1]) == [
        "文档/near.txt"
    ]


def test_from_another_folder(library: Path) -> None:
    """Run as people do, through a pipe of the shell."""
    words = 'find 文档 -name "*.txt" | "$0" -m simcore groups --files-from - --jobs 0'
    done = subprocess.run(
        [shutil.which("bash") or "", "-c", words, sys.executable],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert len(done.stdout.decode().splitlines()) == 2


def test_named_files_are_removed_and_shown_by_their_names(library: Path, run: Run) -> None:
    text = chinese_text(1)
    for name in ("a.log", "b.log"):
        Path(name).write_text(text, encoding="utf-8")
    words = "a.log", "b.log", "--jobs", 0
    code, out, _ = run("groups", *words, "--format", "html")
    assert code == 0
    assert ">a.log<" in out
    assert ">b.log<" in out
    keep = "--keep", "name=a.log", "--to", "moved", "--apply"
    assert run("prune", *words, *keep)[0] == 0
    assert [one.as_posix() for one in Path("moved").rglob("*")] == ["moved/b.log"]
    assert run("undo")[0] == 0
    assert Path("b.log").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "words",
    [
        ["scan", ""],
        ["groups", ".", ""],
        ["pairs", ".", "--index", ""],
        ["pairs", ".", "--dictionary", ""],
        ["pairs", ".", "--config", ""],
        ["pairs", ".", "-o", ""],
        ["prune", "", "--keep", "newest", "--to", "delete", "--apply"],
        ["prune", ".", "--keep", "newest", "--protect", ""],
        ["prune", ".", "--keep", "newest", "--exclude-role", ""],
        ["prune", ".", "--keep", "folder="],
        ["scan", ".", "--keep-days-in", "", "3"],
        ["watch", ".", "--once", "--library", ""],
        ["similar", ""],
        ["explain", "a.txt", ""],
        ["text", ""],
    ],
)
def test_an_empty_name_is_not_the_current_folder(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a shell makes one of a variable that is not set."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("the same words in both of them", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        try:
            ended: object = main(words)
        except SystemExit as end:  # of the parser
            ended = end.code
    said = capsys.readouterr()
    assert (ended, said.out) == (2, "")
    assert "the name is empty; the current folder is ." in said.err or "folder=archive" in said.err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "b.txt"]
