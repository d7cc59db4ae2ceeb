"""What users read, taken apart: sections, tables, and blocks of commands with their marks."""

import argparse
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from places import ROOT
from simcore.cli.main import COMMANDS, add_command

HELP = ROOT / "resources" / "help"
MANUALS = {name: HELP / f"manual.{name}.md" for name in ("en", "zh")}
SHOWN_TO_USERS = ROOT / "README.md", *MANUALS.values()
"""What tells users what the program does."""

WITH_COMMANDS = (
    *SHOWN_TO_USERS,
    ROOT / "CONTRIBUTING.md",
    *(ROOT / name / "README.md" for name in ("packaging", "benchmarks", "resources/translations")),
)
"""What has commands for people to copy."""

_HEADING = re.compile(r"^#+ +(.+?) *$")
_MARK = re.compile(r"^<!-- *(?P<kind>[a-z][a-z -]*?)(?:: *(?P<reason>.+?))? *-->$")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n|\n)+", re.MULTILINE)
# two spaces, or one behind the last thing that may be left out
_EXPLAINED = re.compile(r"\s{2,}(?=\S)|(?<=\]) (?=[^-\[ ])|\s+# ")
_SPAN = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines that stand apart: their file, the number of the first, and what is above them.

    ``kind`` is how they are held to be true: ``tried``, ``shown``, ``by hand``, ``test-command``,
    or empty where nothing says so. ``language`` is that of a fence.
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
            found = [one[4:] for one in lines[begin:at]]
            while not found[-1].strip():
                found.pop()
            yield Block(path, begin + 1, tuple(found), kind, reason, "")
            at -= 1
        if mark := _MARK.match(line):
            kind, reason = mark["kind"], mark["reason"] or ""
        elif line.strip():
            kind = reason = ""
        at += 1


def sections(text: str) -> dict[str, str]:
    """Return the sections of a text in Markdown by their headings, in their order."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in text.splitlines():
        if title := _HEADING.match(line):
            heading = title[1]
        found.setdefault(heading, []).append("" if title else line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def prose(text: str) -> str:
    """Return a text in Markdown without its blocks."""
    return _INDENTED.sub("\n", _FENCED.sub("", f"{text}\n"))


def spans(text: str) -> list[str]:
    """Return what stands in the sentences and tables of a text as code."""
    return _SPAN.findall(prose(text))


def rows(text: str) -> list[list[str]]:
    """Return the cells of all rows of tables in a text, titles among them."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in lines
        if not re.fullmatch(r"[|:\s-]+", line)
    ]


def copy_samples(folder: Path) -> None:
    """Copy the sample documents that can be read: a command says of others that it was not all."""
    unread = shutil.ignore_patterns("scanned-page.txt", "untitled.txt")
    shutil.copytree(ROOT / "resources" / "demo", folder, ignore=unread)


@cache
def parser_of(command: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    parser = argparse.ArgumentParser(prog=f"variorum {command}")
    add_command(command, parser)
    return parser


@cache
def actions() -> dict[str, dict[str, argparse.Action]]:
    """Return by option what each command makes of it, ``-h`` and ``--help`` left out."""
    found: dict[str, dict[str, argparse.Action]] = {}
    for command in COMMANDS:
        for action in parser_of(command)._actions:
            for option in {*action.option_strings} - {"-h", "--help"}:
                found.setdefault(option, {})[command] = action
    return found


def words_of(command: str) -> list[str]:
    """Return the words of a command as a shell takes them."""
    return shlex.split(command)
