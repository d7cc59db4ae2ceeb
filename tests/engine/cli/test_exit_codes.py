"""How commands end: by codes that a script can rely on, and by the signals that end them."""

import argparse
import json
import os
import random
import re
import shutil
import signal
import string
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest

from builders import chinese_text
from commands import Patch, Run, ended, started
from places import ROOT
from simcore import FingerprintIndex
from simcore.cli import removal
from simcore.cli.main import main
from simcore.cli.output import ExitCode
from simcore.formats.reading import READER_VERSION

posix = pytest.mark.skipif(os.name != "posix", reason="signals are others there")


@pytest.fixture
def library(library: Path) -> Path:
    (library / "other.txt").write_text(chinese_text(7), encoding="big5", errors="ignore")
    return library


@pytest.mark.parametrize("command", ["scan", "groups", "pairs"])
def test_what_is_found_fails_only_where_it_is_to(library: Path, run: Run, command: str) -> None:
    assert run(command, library, "--jobs", 0)[0] == 0
    for _ in range(2):  # the second time it is told again
        code, out, _ = run(command, library, "--jobs", 0, "--fail-if-found")
        assert code == ExitCode.FOUND
        assert out
    (library / "near.txt").unlink()
    for _ in range(2):
        assert run(command, library, "--jobs", 0, "--fail-if-found")[0] == 0


def test_a_similar_document_is_found(library: Path, run: Run) -> None:
    query = library / "1.txt"
    for words in (["similar", query, library], ["similar", query], ["similar", query, "--check"]):
        assert run(*words)[0] == 0
        assert run(*words, "--fail-if-found")[0] == ExitCode.FOUND
    other = library / "other.txt"
    assert run("similar", other, "--fail-if-found")[0] == 0
    assert run("similar", other, "--check", "--fail-if-found")[0] == 0


@pytest.mark.parametrize("command", ["scan", "groups", "pairs", "fingerprints"])
def test_a_file_that_cannot_be_read_is_told_each_time(
    library: Path, run: Run, command: str
) -> None:
    (library / "binary.txt").write_bytes(bytes(range(256)) * 9)
    for _ in range(3):
        code, out, err = run(command, library, "--jobs", 0)
        assert code == ExitCode.INCOMPLETE
        assert out
        assert "binary.txt" in err
    assert run(command, library, "--jobs", 0, "--exclude", "binary*")[0] == 0


def test_what_was_not_to_be_read_is_no_failure(library: Path, run: Run) -> None:
    """Names, size, links and files without words: the settings or the files have it so."""
    (library / "photo.jpg").write_bytes(bytes(range(256)))
    (library / "empty.txt").touch()
    (library / "large.txt").write_text("words " * 400_000)
    if os.name == "posix":
        (library / "link.txt").symlink_to("1.txt")
    code, _, err = run("groups", library, "--jobs", 0, "--largest", "1M")
    assert (code, "large.txt" in err) == (0, True)


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_folder_without_rights(library: Path, run: Run) -> None:
    shut = library / "shut"
    shut.mkdir(mode=0)
    try:
        code, _, err = run("groups", library, "--jobs", 0)
        assert (code, "shut: cannot be listed" in err) == (ExitCode.INCOMPLETE, True)
    finally:
        shut.chmod(0o700)


WRONG = {
    "groups": "FOLDER",
    "": "COMMAND",
    "nonsense .": "nonsense",
    "pairs . --distance 129": "between 0 and 128",
    "pairs . --distance three": "three",
    "pairs . --similarity 0.1": "between 0.3 and 1",
    "groups . --grouping chains": "chains",
    "scan . --jobs -1": "between 0 and 1024",
    "scan . --seconds-a-file -1": "0 or more",
    "scan . --seconds-a-file inf": "0 or more",
    "scan . --recipe none": "no recipe 'none'",
    "scan . --dictionary none.txt": "none.txt",
    "scan missing": "missing: does not exist",
    "scan 文档 missing": "missing: does not exist",
    "groups 文档 missing.txt": "missing.txt: does not exist",
    "groups 文档 --index plain.sqlite3": "is not an index",
    "explain 文档/1.txt missing.txt": "missing.txt: does not exist",
    "explain 文档/1.txt 文档": "文档: is a folder",
    "similar missing.txt 文档": "missing.txt: does not exist",
    "similar 文档": "文档: is a folder",
    "similar 文档 --check": "文档: is a folder",
    "similar 文档/1.txt --index none.sqlite3": "no index",
    **{
        f"{words} --index misspelt/index.sqlite3": "misspelt/index.sqlite3: its folder does not"
        for words in (
            "groups 文档",
            "scan 文档",
            "similar 文档/1.txt",
            "history",
            "undo",
            "explain 文档/1.txt 文档/near.txt",
            "prune 文档 --keep newest",
            "watch 文档 --once",
            "plan --distance 3",
        )
    },
    "groups 文档 -o 文档": "cannot be written: is a folder",
    "groups 文档 -o misspelt/groups.csv": "its folder does not exist",
    "groups 文档 -o a.xlsx": "a.xlsx: its name has to end in one of .txt",
    "pairs 文档 -o a.txt": "has to end in one of .csv, .json",
    "pairs 文档 --format csv -o a.json": "would hold csv under that",
    "pairs 文档 --expan": "unrecognized arguments",
    "pairs 文档 --similarit 1": "unrecognized arguments",
    "pairs 文档 --out a.csv": "unrecognized arguments",
    "history 7": "",
    "scan 文档 --keep-days -1": "--keep-days",
    "scan 文档 --keep-days 100001": "--keep-days",
    "scan 文档 --keep-days x": "--keep-days",
    "groups 文档 --print0 --format csv": "not allowed with",
    "watch 文档 --index :memory:": "a watch needs an index that stays",
    "watch 文档 --every 0.1": "must be 1 or more",
    "watch 文档 --similarity 2": "must lie between",
    "watch 文档/1.txt --once": "1.txt: is not a folder",
    "watch missing --once": "missing: does not exist",
    # nor is one waited for that was never there: it is mistyped
    "watch missing": "missing: does not exist",
    "plan": "--d",
    "plan --documents 10": "--d",
    "plan --documents ten --distance 3": "--d",
    "plan --documents 0 --distance 3": "must",
    "plan --documents 10 --distance 64": "must",
    "plan --documents 10 --distance 3 --bits 60": "must",
    "undo": "nothing",
}
FAILED = {
    "scan 文档 --index .": ".: is no regular file",
    "groups 文档 --index /": "/: is no regular file",
    "scan 文档 --index damaged.sqlite3": "damaged.sqlite3: is damaged",
}


@pytest.mark.parametrize("words", [*WRONG, *FAILED])
def test_what_is_wrong_is_a_sentence_and_writes_nothing(
    library: Path, run: Run, words: str
) -> None:
    Path("plain.sqlite3").write_bytes(b"no database at all " * 300)
    damaged = Path("damaged.sqlite3")
    FingerprintIndex(damaged).close()
    damaged.write_bytes(damaged.read_bytes()[:100] + b"no database at all " * 300)
    before = sorted(Path().rglob("*"))
    code, out, err = run(*words.split())
    assert (code, out) == (ExitCode.FAILED if words in FAILED else ExitCode.WRONG_USAGE, "")
    assert (WRONG | FAILED)[words] in err
    assert re.search(r"^variorum( \w+)?: ", err, re.MULTILINE)
    assert "Traceback" not in err
    assert sorted(Path().rglob("*")) == before


def test_one_text_of_several_that_is_missing_is_incomplete(library: Path, run: Run) -> None:
    assert run("text", library / "1.txt", "missing.txt")[0] == ExitCode.INCOMPLETE


def test_too_little_memory_is_a_sentence(library: Path, run: Run, monkeypatch: Patch) -> None:
    def full(*_arguments: object, **_options: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr("simcore.pipeline.scan.scan", full)
    code, out, err = run("pairs", library)
    assert (code, out) == (ExitCode.FAILED, "")
    assert "variorum: Cannot allocate memory" in err
    assert "Traceback" not in err


@posix
def test_a_closed_output_is_a_sentence(library: Path) -> None:
    """As a shell closes it by ``>&-``."""
    options = library, "--index", ":memory:", "--jobs", "0"
    for words in (["groups"], ["scan", "--json"], ["pairs", "--print0"]):
        code, out, err = ended(*words, *options, preexec_fn=lambda: os.close(1))
        assert (code, out) == (ExitCode.FAILED, "")
        assert err.splitlines()[-1] == "variorum: the standard output is closed"
        assert "Traceback" not in err
    code, out, _ = ended("groups", *options, preexec_fn=lambda: os.close(2))
    assert (code, "near.txt" in out) == (0, True)
    words = ["groups", *options, "--output", "groups.csv"]
    code, out, _ = ended(*words, preexec_fn=lambda: (os.close(1), os.close(2)))
    assert (code, out) == (0, "")
    assert "near.txt" in Path("groups.csv").read_text(encoding="utf-8")


FULL = "variorum: the standard output cannot be written: No space left on device"
full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")


@full_device
@pytest.mark.parametrize("words", [["--help"], ["groups", "--help"], ["--version"], ["manpage"]])
@pytest.mark.parametrize("module", ["simcore", "app"])
def test_a_full_output_is_a_sentence(words: list[str], module: str) -> None:
    with Path("/dev/full").open("wb") as full:
        code, _, said = ended(*words, stdout=full, module=module)
    assert (code, said) == (ExitCode.FAILED, f"{FULL}\n")


@full_device
def test_what_a_watch_could_not_tell_is_told_by_the_next_one(library: Path) -> None:
    options = library, "--index", "index.sqlite3", "--jobs", "0"
    watch = "watch", *options, "--once"
    assert ended(*watch, "--json")[0] == 0
    (library / "new.txt").write_text(chinese_text(2), encoding="utf-8")
    one = library / "1.txt"
    html = "similar", one, *options, "--format", "html"
    for words in (watch, ("pairs", *options), ("text", one), html):
        with Path("/dev/full").open("wb") as full:
            code, _, said = ended(*words, stdout=full)
        assert (code, said.splitlines()[-1:]) == (ExitCode.FAILED, [FULL])
        assert "Traceback" not in said
        assert "Exception" not in said
    code, out, _ = ended(*watch)
    assert [line.split()[1] for line in out.splitlines() if ":" in line] == ["new"]


def test_piped_output_has_no_bar_and_may_be_cut_short(library: Path, tmp_path: Path) -> None:
    code, out, err = ended("pairs", library, "--jobs", "2")
    assert (code, out.count("\n"), err) == (0, 2, "")
    long = tmp_path / "long.txt"
    long.write_text("one line of many\n" * 200_000, encoding="utf-8")
    for words in (["groups", library, "--jobs", "1"], ["text", long]):
        with started(*words) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            if words[0] == "text":
                assert process.stdout.readline() == b"one line of many\n"
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(120) == 0


def test_a_fault_of_the_program_is_not_what_was_found() -> None:
    code = "import simcore.__main__ as one; one.main = lambda: 1 // 0; print(one._ended())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(int(ExitCode.FAILED))
    assert "ZeroDivisionError" in done.stderr


MANY = 1_200


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(MANY):
        # words of no language, so that no pair takes time
        letters = "".join(random.Random(number).choices(string.ascii_lowercase, k=900))
        words = (letters[at : at + 6] for at in range(0, len(letters), 6))
        (folder / f"{number}.txt").write_text(" ".join(words))
    return folder


def known(index: Path, folder: Path) -> int:
    if not index.exists():
        return 0
    with FingerprintIndex(index) as opened:
        return len(opened.below([folder.resolve()], "default/1", READER_VERSION))


def until_read(index: Path, folder: Path) -> None:
    """Wait until a scan has stored something."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and known(index, folder) == 0:
        time.sleep(0.02)


@posix
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "how"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")]
)
@pytest.mark.parametrize("group", [True, False])
def test_a_signal_ends_it_by_its_own_action(
    many: Path, tmp_path: Path, number: int, how: str, group: bool
) -> None:
    """As a terminal, or ``timeout``, sends it to all processes, or ``kill`` to one."""
    index = tmp_path / "index.sqlite3"
    process = started("scan", many, "--index", index, "--jobs", 2, start_new_session=True)
    until_read(index, many)
    os.killpg(process.pid, number) if group else process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == -number
    assert said.decode() == f"variorum: {how}; what was read is kept in the index\n"
    assert 0 < known(index, many) < MANY


def test_ctrl_c_while_options_are_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """argparse then restores what it had not set yet."""

    def interrupted(_self: argparse.ArgumentParser) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(argparse.ArgumentParser, "format_usage", interrupted)
    assert main(["history", "--index", "index.sqlite3"]) == 130
    assert "Traceback" not in capsys.readouterr().err


@posix
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_loop_of_a_shell(many: Path, tmp_path: Path, run: Run) -> None:
    """A shell goes on where a program ends by itself, with whatever code."""
    index = tmp_path / "index.sqlite3"
    loop = (
        'for one in 1 2 3; do "$0" -m simcore scan "$1" --index "$2" --jobs 1; '
        "echo went on >&2; done"
    )
    words = [shutil.which("bash") or "/bin/bash", "-c", loop, sys.executable, str(many), str(index)]
    process = started(args=words, start_new_session=True)
    until_read(index, many)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert said.decode() == "variorum: interrupted; what was read is kept in the index\n"
    kept = known(index, many)
    _, out, _ = run("scan", many, "--index", index, "--jobs", 0, "--json")
    (counts,) = json.loads(out)["rows"]
    assert (counts["unchanged"], counts["documents"]) == (kept, MANY)


@posix
def test_sigterm_ends_a_removal_between_two_documents(
    library: Path, run: Run, monkeypatch: Patch
) -> None:
    """What was begun is done, told, and can be undone."""
    for number in range(3):
        (library / f"copy {number}.txt").write_bytes((library / "1.txt").read_bytes())
    usual = removal.carry_out

    def carry_out(*arguments: Any, **options: Any) -> object:
        os.kill(os.getpid(), signal.SIGTERM)
        return usual(*arguments, **options)

    monkeypatch.setattr(removal, "carry_out", carry_out)
    words = ["prune", library, "--keep", "shortest-path", "--to", "moved", "--apply", "--jobs", 0]
    code, _, err = run(*words)
    assert code == ExitCode.TERMINATED
    assert err.splitlines()[-1].startswith("variorum: terminated")
    assert len(list(library.glob("copy *"))) == 3
