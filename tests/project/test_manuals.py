"""README and manuals: options and columns are the program's, and each command is run.

A block of commands has a mark above it, a comment of HTML, which nobody sees: ``tried`` (the lines
are run here), ``shown: TEST`` (what a program prints, or texts, held by that test), ``by hand:
REASON`` (not run: it fetches packages, changes the system, or takes long). What has none fails.
"""

import argparse
import csv
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from app import main
from app.i18n import Language
from app.main import run_words
from app.window.help import manual_text
from places import ROOT
from simcore import Problem
from simcore.cli.main import COMMANDS, add_command
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from simcore.reports.tables import write_problems

HELP = ROOT / "resources" / "help"
MANUALS = {name: HELP / f"manual.{name}.md" for name in ("en", "zh")}
SHOWN_TO_USERS = ROOT / "README.md", *MANUALS.values()
WITH_COMMANDS = (
    *SHOWN_TO_USERS,
    ROOT / "CONTRIBUTING.md",
    *(ROOT / name / "README.md" for name in ("packaging", "benchmarks", "resources/translations")),
)
LANGUAGES = pytest.mark.parametrize("language", MANUALS)


# ---- Markdown, taken apart

_HEADING = re.compile(r"^#+ +(.+?) *$")
_MARK = re.compile(r"^<!-- *(?P<kind>[a-z][a-z -]*?)(?:: *(?P<reason>.+?))? *-->$")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n|\n)+", re.MULTILINE)
# two spaces, or one behind the last thing that may be left out
_EXPLAINED = re.compile(r"\s{2,}(?=\S)|(?<=\]) (?=[^-\[ ])|\s+# ")


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines that stand apart: their file, the number of the first, and the mark above them.

    ``kind`` is empty where there is no mark. ``language`` is that of a fence.
    """

    path: Path
    number: int
    lines: tuple[str, ...]
    kind: str
    reason: str
    language: str

    def __str__(self) -> str:
        return f"{self.path.name}:{self.number}"

    @property
    def commands(self) -> list[str]:
        """Return the lines as commands: continued ones joined, what explains them left out."""
        joined = "\n".join(self.lines).replace("\\\n", " ").splitlines()
        return [_EXPLAINED.split(line.strip())[0] for line in joined if line.strip()]


def blocks(path: Path) -> Iterator[Block]:
    """Yield the blocks of a file in Markdown, fenced or indented by four, with their marks."""
    kind = reason = ""
    lines = path.read_text("utf-8").splitlines()
    at = 0
    while at < len(lines):
        line, before = lines[at], lines[at - 1] if at else ""
        begin = at
        if line.startswith("```"):
            at += 1
            while not lines[at].startswith("```"):
                at += 1
            yield Block(path, begin + 2, tuple(lines[begin + 1 : at]), kind, reason, line[3:])
        elif line.startswith("    ") and not before.strip():
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            found = "\n".join(one[4:] for one in lines[begin:at]).rstrip().splitlines()
            yield Block(path, begin + 1, tuple(found), kind, reason, "")
            at -= 1
        if mark := _MARK.match(line):
            kind, reason = mark["kind"], mark["reason"] or ""
        elif line.strip():
            kind = reason = ""
        at += 1


def sections(path: Path) -> dict[str, str]:
    """Return the sections of a file in Markdown by their headings, in their order."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in path.read_text("utf-8").splitlines():
        if title := _HEADING.match(line):
            heading = title[1]
        found.setdefault(heading, []).append("" if title else line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def prose(text: str) -> str:
    """Return a text in Markdown without its blocks."""
    return _INDENTED.sub("\n", _FENCED.sub("", f"{text}\n"))


def spans(text: str) -> list[str]:
    """Return what stands in the sentences and tables of a text as code."""
    return re.findall(r"`([^`]+)`", prose(text))


def copy_samples(folder: Path) -> None:
    """Copy the sample documents that can be read: a command says of others that it was not all."""
    unread = shutil.ignore_patterns("scanned-page.txt", "untitled.txt")
    shutil.copytree(ROOT / "resources" / "demo", folder, ignore=unread)


# ---- options: names, values, commands and defaults are those of the parsers

CHAPTER = {"en": "The command line", "zh": "命令行"}
# how a manual says to which commands a row belongs, and what holds where nothing is named
BELONGS = {
    "en": re.compile(r"(?<!not )[Ww]ith ((?:`\w+`(?:, | and )?)+)"),
    "zh": re.compile(r"(?<!不)用于 ((?:`\w+`(?:、| 和 )?)+)"),
}
UNNAMED = {
    "en": re.compile(r"(\S+) (?:when not named|by default)"),
    "zh": re.compile(r"(?:不写时为|默认) ?([^\s，；）)]+)"),
}


@cache
def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"variorum {command}")
    add_command(command, parser)
    return parser


@cache
def actions() -> dict[str, dict[str, argparse.Action]]:
    """Return by option what each command makes of it; ``--help`` and hidden ones left out."""
    found: dict[str, dict[str, argparse.Action]] = {}
    for command in COMMANDS:
        for action in parser_of(command)._actions:
            shown = action.help != argparse.SUPPRESS
            for name in {*action.option_strings} - {"-h", "--help"} if shown else ():
                found.setdefault(name, {})[command] = action
    return found


def table(language: str) -> dict[tuple[str, ...], str]:
    """Return by the options of a row, with their values, what is said of them."""
    lines = sections(MANUALS[language])[CHAPTER[language]].splitlines()
    cells = [line.strip("|").split(" | ") for line in lines if line.startswith("| `-")]
    return {tuple(spans(first)): " | ".join(others) for first, *others in cells}


def option(span: str) -> str:
    return span.partition(" ")[0]


@LANGUAGES
def test_each_option_has_its_row_and_each_row_its_option(language: str) -> None:
    listed = [option(span) for row in table(language) for span in row]
    assert len(set(listed) - {"--grouping"}) == len([one for one in listed if one != "--grouping"])
    assert set(listed) - {"-h", "-V"} == {*actions(), "--version", "--help"} - {"-V"}
    chapter = sections(MANUALS[language])[CHAPTER[language]]
    own = {name for action in main._parser()._actions for name in action.option_strings} - {"-h"}
    assert own
    for name in own - {"--index"}:  # of commands, too
        assert f"variorum {name} " in chapter or name in map(option, spans(chapter)), name


def values(action: argparse.Action) -> set[str]:
    """Return what may stand behind an option in the manual."""
    if action.nargs == 0:
        return {""}
    if action.choices is not None:
        return {"", *map(str, action.choices)}
    names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar or "",)
    return {" ".join(names)}


@LANGUAGES
def test_options_are_told_with_their_values_and_commands(language: str) -> None:
    for row, said in table(language).items():
        for name, _, value in (span.partition(" ") for span in row):
            assert all(value in values(action) for action in actions().get(name, {}).values()), row
        named = {word for found in BELONGS[language].findall(said) for word in spans(found)}
        having = {command for span in row for command in actions().get(option(span), {})}
        if named & set(COMMANDS):
            assert named & set(COMMANDS) == having, row
        else:
            assert len(having) > 3 or {"--version", "--help"} & set(map(option, row)), row


def defaults(name: str) -> set[str]:
    """Return the defaults of an option, of whatever command, as they are written."""
    found: set[str] = set()
    for command, action in actions().get(name, {}).items():
        if isinstance(action.default, str) and action.nargs != 0:
            found.add(str(action.default))
        elif isinstance(action.default, int | float) and action.nargs != 0:
            # bytes are told in megabytes
            value = action.default
            found.add(f"{value / 1_000_000 if value >= 1_000_000 else value:g}")
        if isinstance(action.default, Path) or name == "--index":
            continue  # it depends on who asks
        help_text = (action.help or "") % {**vars(action), "prog": command}
        for said in re.findall(r"\(default: (.*?)\)", help_text):
            found.update(re.findall(r"(?<![\w.-])\d+(?:\.\d+)?\b", said))
    return found


@LANGUAGES
def test_defaults_are_told_and_none_else(language: str) -> None:
    """Where a manual says what holds when an option is not named, a parser says the same."""
    assert {name for name in actions() if defaults(name)} >= {
        *("--largest", "--similarity", "--distance", "--containment", "--seconds-a-file"),
        *("--keep-texts", "--bits", "--every", "--to", "--recipe", "--grouping"),
    }
    for row, said in table(language).items():
        known = {default for span in row for default in defaults(option(span))}
        for default in known:
            told = re.search(rf"(?<![\w.]){re.escape(default)}(?![\w.]*\d)", said)
            assert told, (row, default)
        for number in UNNAMED[language].findall(said):
            assert number in known or not re.fullmatch(r"[\d.]+", number), row


@LANGUAGES
def test_commands_are_told_and_none_else(language: str) -> None:
    """In the window's list of first words, too, without which a command would be a folder."""
    assert tuple(COMMANDS) == main.COMMANDS
    chapter = sections(MANUALS[language])[CHAPTER[language]]
    for text in (chapter, (ROOT / "README.md").read_text("utf-8")):
        assert set(re.findall(r"^    variorum (\w+) ", text, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("path", SHOWN_TO_USERS, ids=lambda path: path.name)
def test_commands_within_sentences_are_commands(path: Path) -> None:
    """``variorum prune --to delete`` in a sentence names a command, and options that it has."""
    found = 0
    for span in spans(path.read_text("utf-8")):
        words = span.split()
        if len(words) < 2 or words[0] != "variorum" or not words[1][0].islower():
            continue
        found += 1
        assert words[1] in COMMANDS, span
        known = {name for action in parser_of(words[1])._actions for name in action.option_strings}
        assert {word for word in words if word.startswith("--")} <= known, span
    assert found > 5 or path.name == "README.md"


# ---- columns, which scripts rely on

LISTED = re.compile(r"`([a-z_\d]+(?:,[a-z_\d]+){3,})`")
EXPORT = {"en": "Export", "zh": "导出"}
NOT_READ = {"en": "Files that were not read", "zh": "未读取的文件"}


def first_row(file: Path) -> tuple[str, ...]:
    with file.open(encoding="utf-8-sig", newline="") as opened:
        return tuple(next(csv.reader(opened)))


def columns(*words: str) -> tuple[str, ...]:
    """Return what a command writes as the first row of a file."""
    file = Path("told.csv")
    file.unlink(missing_ok=True)
    assert run_words([*words, "--output", str(file)]) == 0, words
    return first_row(file)


def test_the_columns_are_those_that_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_samples(tmp_path / "文档")
    monkeypatch.chdir(tmp_path)
    scan = "文档", "--jobs", "0"
    # a journal, so that there is a batch to list
    assert run_words(["prune", *scan, "--keep", "newest", "--to", "aside", "--apply"]) == 0
    one, other = sorted(Path("文档/合同").iterdir())[:2]
    written = {
        columns("pairs", *scan),
        columns("fingerprints", *scan),
        columns("prune", *scan, "--keep", "newest"),
        columns("plan", "--documents", "1000", "--distance", "3"),
        columns("history"),
        columns("history", "1"),
        columns("problems", *scan),
        columns("similar", str(one), *scan, "--list"),
        columns("explain", str(one), str(other)),
    }
    groups = columns("groups", *scan)
    missed = Problem(Path("a"), ProblemStage.READ, Reason(ReasonCode.ENOMEM))
    write_problems([missed], Path("problems.csv"))
    problems = first_row(Path("problems.csv"))
    for language, path in MANUALS.items():
        listed = LISTED.findall(path.read_text("utf-8"))
        assert {tuple(found.split(",")) for found in listed} == written
        chapters = sections(path)
        assert follow(groups, spans(chapters[EXPORT[language]])), language
        assert follow(problems, spans(chapters[NOT_READ[language]])), language
    (begun,) = re.findall(r"(left,right,[\w,]+),…", (ROOT / "README.md").read_text("utf-8"))
    assert begun.split(",") == list(columns("pairs", *scan))[: begun.count(",") + 1]


def follow(names: tuple[str, ...], words: list[str]) -> bool:
    """Tell whether some names stand among words, one directly behind the other."""
    return "\n{}\n".format("\n".join(names)) in "\n{}\n".format("\n".join(words))


# ---- commands to copy

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
WITH_JOBS = {"scan", "pairs", "groups", "fingerprints", "similar", "prune", "watch"}


def test_each_block_says_how_it_is_held() -> None:
    for block in BLOCKS:
        assert block.kind in KINDS, f"{block}: no mark stands above it"
        if block.kind == "shown":
            assert (ROOT / block.reason).is_file(), block.reason
        if block.kind == "by hand":
            assert len(block.reason) > 10, "a reason is wanted"
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
        if name == "cluster":  # which needs a Java: see tests/engine/cluster
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
        words = shlex.split(text)[1:]
        if words and words[0] in WITH_JOBS:
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
    *_, test = block.lines[0].split(" && ")
    assert test.startswith(".venv/bin/python -m pytest ")
    # no path, so all of what the configuration names
    assert not [word for word in shlex.split(test)[3:] if (ROOT / word).exists()]


@pytest.mark.parametrize("language", Language)
def test_marks_are_not_seen_in_the_window(language: Language) -> None:
    text = manual_text(language)
    assert "<!--" not in text
    assert "\n    variorum scan FOLDER..." in text
