"""What scripts rely on: the columns and the codes that the manuals name are those that come out."""

import csv
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.main import run_words
from manuals import MANUALS, copy_samples, rows, sections, spans
from places import ROOT, python_environment
from simcore import FingerprintIndex, Problem
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from simcore.reports.tables import write_problems

LISTED = re.compile(r"`([a-z_\d]+(?:,[a-z_\d]+){3,})`")
EXPORT = {"en": "Export", "zh": "导出"}
CODES = {"en": "Exit codes", "zh": "退出代码"}
NOT_READ = {"en": "Files that were not read", "zh": "未读取的文件"}


def first_row(file: Path) -> tuple[str, ...]:
    with file.open(encoding="utf-8-sig", newline="") as opened:
        return tuple(next(csv.reader(opened)))


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy_samples(tmp_path / "文档")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def columns(library: Path) -> Callable[..., tuple[str, ...]]:
    """Return what a command writes as the first row of a file."""

    def write(*words: str) -> tuple[str, ...]:
        file = library / "told.csv"
        file.unlink(missing_ok=True)
        assert run_words([*words, "--output", str(file)]) == 0, words
        return first_row(file)

    return write


def test_the_columns_are_those_that_are_written(
    library: Path, columns: Callable[..., tuple[str, ...]]
) -> None:
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
    write_problems(
        [Problem(Path("a"), ProblemStage.READ, Reason(ReasonCode.ENOMEM))], library / "problems.csv"
    )
    problems = first_row(library / "problems.csv")
    for language, path in MANUALS.items():
        text = path.read_text("utf-8")
        assert {tuple(found.split(",")) for found in LISTED.findall(text)} == written
        chapters = sections(text)
        assert follow(groups, spans(chapters[EXPORT[language]])), language
        assert follow(problems, spans(chapters[NOT_READ[language]])), language
    (begun,) = re.findall(r"(left,right,[\w,]+),…", (ROOT / "README.md").read_text("utf-8"))
    assert begun.split(",") == list(columns("pairs", *scan))[: begun.count(",") + 1]


def follow(names: tuple[str, ...], words: list[str]) -> bool:
    """Tell whether some names stand among words, one directly behind the other."""
    starts = range(len(words) - len(names) + 1)
    return any(tuple(words[at : at + len(names)]) == names for at in starts)


def ended(*words: str, number: signal.Signals | None = None) -> int:
    """Run the program; if a signal is named, send it as soon as a watch is at work."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=python_environment(),
        text=True,
        restore_signals=True,
    )
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if number is not None and '"watching"' in line:
                process.send_signal(number)
    # a shell counts an end by a signal so
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


PROVOKED: dict[int, Callable[[], int]] = {
    0: lambda: ended("--version"),
    1: lambda: ended("groups", "文档", "文档/副本.txt", "--fail-if-found", "--jobs", "0"),
    2: lambda: ended("scan"),
    3: lambda: ended("fingerprints", "文档", "picture.txt", "--jobs", "0"),
    4: lambda: ended("fingerprints", "文档", "--index", "damaged.sqlite3", "--jobs", "0"),
    130: lambda: ended("watch", "文档", "--json", "--jobs", "0", number=signal.SIGINT),
    143: lambda: ended("watch", "文档", "--json", "--jobs", "0", number=signal.SIGTERM),
}
"""How the program is brought to end with each code."""


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
@pytest.mark.parametrize("code", PROVOKED)
@pytest.mark.usefixtures("interruptible")
def test_the_program_ends_with_each_code(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "文档").mkdir()
    (tmp_path / "文档" / "合同.txt").write_text("双方签订本合同。" * 20, "gb18030")
    (tmp_path / "文档" / "副本.txt").write_text("双方签订本合同。" * 20, "utf-8")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    index = tmp_path / "damaged.sqlite3"
    with FingerprintIndex(index):
        pass
    index.write_bytes(index.read_bytes()[:100] + b"\xff" * 5000)
    monkeypatch.chdir(tmp_path)
    assert PROVOKED[code]() == code


@pytest.mark.parametrize("language", MANUALS)
def test_the_manuals_have_each_code_and_no_other(language: str) -> None:
    chapter = sections(MANUALS[language].read_text("utf-8"))[CODES[language]]
    first = [cells[0] for cells in rows(chapter)]
    told = [int(cell.strip("`")) for cell in first if re.fullmatch(r"`?\d+`?", cell)]
    assert sorted(told) == sorted(PROVOKED)
