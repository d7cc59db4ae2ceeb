"""Each command that people are told to copy was run, or a mark above it says why not.

A mark is a comment of HTML, which nobody sees: ``tried`` (the lines are run here), ``shown: TEST``
(what a program prints, or texts, held by that test), ``by hand: REASON`` (not run: it fetches
packages, changes the system, or takes long). What has no mark fails.
"""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import main
from app.i18n import Language
from app.main import run_words
from app.window.help import manual_text
from manuals import WITH_COMMANDS, Block, blocks, copy_samples, words_of
from places import ROOT

BLOCKS = [block for path in WITH_COMMANDS for block in blocks(path)]
KINDS = "tried", "shown", "by hand", "test-command"
TRIED = [block for block in BLOCKS if block.kind == "tried" and block.language != "python"]
PROGRAMS = [block for block in BLOCKS if block.kind == "tried" and block.language == "python"]

# What stands for a name of the reader's own, in the order in which it is looked for
PLACES = (
    ("[FOLDER ...]", "Documents"),
    ("[FOLDER...]", "Documents"),
    ("FOLDER...", "Documents"),
    ("FOLDER", "Documents"),
    ("FILE...", "Documents/合同/办公室租赁合同-定稿-旧编码.txt"),
    ("FILE", "Documents/合同/办公室租赁合同-定稿.txt"),
    ("FILE", "Documents/合同/办公室租赁合同-初稿.txt"),
    ("PAIRS.csv", "pairs.csv"),
    ("--documents N", "--documents 1000"),
    ("--distance K", "--distance 3"),
    ("RULE", "newest"),
    ("[BATCH]", "1"),
    ("SHELL", "bash"),
)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_each_block_says_how_it_is_held(block: Block) -> None:
    assert block.kind in KINDS, f"{block}: no mark stands above it"
    if block.kind == "shown":
        assert (ROOT / block.reason).is_file(), block.reason
    if block.kind == "by hand":
        assert len(block.reason) > 10, "a reason is wanted"


def test_there_are_commands_that_are_tried() -> None:
    commands = [command for block in TRIED for command in block.commands]
    assert len(commands) > 40
    assert all(command.startswith("variorum ") for command in commands)


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Prepare a folder as the commands name it; return what windows would have been opened."""
    demo = ROOT / "resources" / "demo"
    for documents, final, archive in (("Documents", "final", "Archive"), ("文档", "定稿", "存档")):
        copy_samples(tmp_path / documents)
        shutil.copytree(demo / "合同", tmp_path / documents / final)
        shutil.copytree(demo / "Minutes", tmp_path / archive)
    (tmp_path / "pairs.csv").write_text(
        "left,right\n合同/办公室租赁合同-初稿.txt,合同/办公室租赁合同-定稿.txt\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    windows: list[tuple[object, ...]] = []

    def open_window(*arguments: object, **options: object) -> int:
        windows.append((*arguments, *options.items()))
        return 0

    monkeypatch.setattr(main, "_open_window", open_window)
    return windows


@pytest.mark.parametrize("block", TRIED, ids=str)
def test_commands_are_run(
    block: Block, opened: list[tuple[object, ...]], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Through the program's first line, in the order in which they stand."""
    windows = 0
    for command in block.commands:
        name = command.split()[1]
        if name == "cluster":  # which needs a Java: see tests/engine/cluster/test_command.py
            continue
        if name in {"history", "undo"} and "[BATCH]" in command:
            _remove_something()
        for words in _forms(command):
            code = run_words(words)
            output, errors = capfdbinary.readouterr()
            assert code == 0, (words, errors.decode())
            if name.startswith(("-", "[")):
                windows += 1
            elif name not in {"watch", "undo", "problems"}:  # which may have nothing to say
                assert output, words
    assert len(opened) == windows


def test_programs_are_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself, in a folder with the sample documents."""
    shutil.copytree(ROOT / "resources" / "demo", tmp_path / "documents")
    monkeypatch.chdir(tmp_path)
    for block in PROGRAMS:
        exec(compile("\n".join(block.lines), str(block), "exec"), {})  # noqa: S102 - our own


def _remove_something() -> None:
    """Let there be a batch to list or to undo; each time of another document."""
    kept = Path("Documents/Contracts/workshop-lease-final.txt")
    before = len(list(Path("Aside").rglob("*")))
    kept.with_name(f"copy {before}.txt").write_bytes(kept.read_bytes())
    rules = "--keep", "name=workshop-lease-final.txt", "--to", "Aside", "--apply"
    assert run_words(["prune", "Documents/Contracts", *rules, "--jobs", "0"]) == 0


def _forms(command: str) -> Iterator[list[str]]:
    """Yield the words of a command with what may be left out, and without."""
    for without in (True, False) if "[" in command else (False,):
        text = re.sub(r" ?\[[^\]]+\]", "", command) if without else command
        for place, name in PLACES:
            text = text.replace(place, name, 1)
        words = words_of(text)[1:]
        if words and words[0] in {
            "scan",
            "pairs",
            "groups",
            "fingerprints",
            "similar",
            "prune",
            "watch",
        }:
            words += ["--jobs", "0"]  # workers are not the point, and take a while to start
        if words and words[0] == "watch":
            words.append("--once")  # it would not end by itself
        yield words


@pytest.mark.skipif(os.name == "nt", reason="what runs the line is a script of a shell")
def test_one_command_of_the_readme_runs_the_tests() -> None:
    """It is what .ci/run runs before a change lands, by the line of the README itself."""
    (block,) = [one for one in BLOCKS if one.kind == "test-command"]
    assert block.path.name == "README.md"
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (taken,) = re.findall(r"^command=\$\((.*)\)$", script, re.MULTILINE)
    run = subprocess.run(
        ["sh", "-c", taken],  # noqa: S607 - wherever it is
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert run.stdout.splitlines() == list(block.lines)
    assert 'bash -euo pipefail -c "$command"' in script
    (line,) = block.lines
    make, install, test = line.split(" && ")
    assert make == "python3 -m venv .venv"
    extra = re.fullmatch(r'\.venv/bin/python -m pip install -e "\.\[(\w+)\]"', install)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert extra is not None
    assert extra[1] in project["project"]["optional-dependencies"]
    assert test.startswith(".venv/bin/python -m pytest ")
    # no path, so all of what the configuration names
    assert not [word for word in words_of(test)[3:] if (ROOT / word).exists()]
    assert "tests" in project["tool"]["pytest"]["ini_options"]["testpaths"]


@pytest.mark.parametrize("language", Language)
def test_marks_are_not_seen_in_the_window(language: Language) -> None:
    text = manual_text(language)
    assert "<!--" not in text
    assert "\n    variorum scan FOLDER..." in text
