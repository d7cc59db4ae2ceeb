"""What tests of commands share."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import chinese_text, edited
from commands import Run
from simcore.cli.main import main


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document and one near to it, in a folder below the current one."""
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "1.txt").write_text(chinese_text(1), encoding="gb18030")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("文档")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run a command, or ``using`` another program, and return what a shell gets of it."""

    def call(*words: object, using: Callable[..., int] = main) -> tuple[int, str, str]:
        try:
            code = using([os.fsdecode(os.fsencode(str(word))) for word in words])
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


@pytest.fixture
def run_indexed(run: Run, index_path: Path) -> Run:
    """Run a command with an index of its own, and without workers where it scans."""
    index_path.parent.mkdir()
    scanning = {"groups", "pairs", "scan", "prune", "problems", "similar"}

    def call(*words: object, index: object = index_path) -> tuple[int, str, str]:
        jobs = ["--jobs", 0] if words[0] in scanning else []
        return run(*words, "--index", index, *jobs)

    return call
