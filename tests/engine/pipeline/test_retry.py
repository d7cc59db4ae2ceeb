"""One file read again: the problem that a scan would report, and the record in the index."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from builders import chinese_text
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.model.records import ProblemStage
from simcore.pipeline.rereading import Retry, read_again
from simcore.workers import make_executor, stop_executor

CONFIG = ScanConfig(jobs=0)


@pytest.fixture
def executor() -> Iterator[Executor]:
    made = make_executor(0)
    yield made
    stop_executor(made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "a.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / "坏.txt").write_bytes(bytes(range(256)) * 9)
    (folder / "空.txt").write_bytes(b"")
    return folder


def test_each_stays_what_a_scan_says(
    folder: Path, index: FingerprintIndex, executor: Executor
) -> None:
    report = scan([folder], CONFIG, index, executor)
    assert {one.stage for one in report.problems} == {ProblemStage.DECODE, ProblemStage.TOKENS}
    for problem in report.problems:
        assert read_again(problem.path, [folder], CONFIG, index, executor) == Retry(
            problem.path, problem
        )
    again = scan([folder], CONFIG, index, executor)
    assert again.problems == report.problems
    assert again.counts.read == 0, "what was read again is known, also as a problem"


def test_what_became_readable_is_in_the_index(
    folder: Path, index: FingerprintIndex, executor: Executor
) -> None:
    scan([folder], CONFIG, index, executor)
    mended = folder / "坏.txt"
    mended.write_text(chinese_text(1), encoding="gb18030")
    assert read_again(mended, [folder], CONFIG, index, executor) == Retry(mended, None)
    report = scan([folder], CONFIG, index, executor)
    assert report.counts.read == 0
    (group,) = report.groups
    names = {report.documents[group.representative].path.name}
    names |= {report.documents[one.document].path.name for one in group.members}
    assert names == {"a.txt", "坏.txt"}
    assert mended not in {one.path for one in report.problems}


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_links_folders_and_others(
    folder: Path, tmp_path: Path, index: FingerprintIndex, executor: Executor
) -> None:
    def said(path: Path, config: ScanConfig = CONFIG) -> tuple[str, str] | None:
        problem = read_again(path, [folder], config, index, executor).problem
        return None if problem is None else (problem.stage.value, str(problem.reason))

    link = folder / "link.txt"
    link.symlink_to(folder / "a.txt")
    assert said(link) == ("list", "is a symbolic link, which is not followed")
    assert said(link, ScanConfig(jobs=0, follow_links=True)) is None
    loop = folder / "loop.txt"
    loop.symlink_to(loop)
    found = said(loop, ScanConfig(jobs=0, follow_links=True))
    assert found is not None
    assert "cannot be read" in found[1]
    os.mkfifo(folder / "pipe.txt")
    assert said(folder / "pipe.txt") == ("list", "is not a regular file")
    assert said(folder / "gone.txt") == ("read", "is no longer there")
    assert read_again(folder, [folder], CONFIG, index, executor) == Retry(
        folder, None, is_folder=True
    )


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_file_is_named_as_a_scan_names_it(
    folder: Path, tmp_path: Path, index: FingerprintIndex, executor: Executor
) -> None:
    """A folder that is reached by a link, with another link in it."""
    shown = tmp_path / "shown"
    shown.symlink_to(folder)
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "c.txt").write_bytes(b"\0" * 99)
    (folder / "inside").symlink_to(inner)
    config = ScanConfig(jobs=0, follow_links=True)
    scan([shown], config, index, executor)
    path = shown / "inside" / "c.txt"
    path.write_text(chinese_text(2), encoding="utf-8")
    assert read_again(path, [shown], config, index, executor).problem is None
    report = scan([shown], config, index, executor)
    assert report.counts.read == 0
    assert path in {one.path for one in report.documents.values()}


def test_the_limits_hold(folder: Path, index: FingerprintIndex, executor: Executor) -> None:
    config = ScanConfig(jobs=0, largest_file=10)
    problem = read_again(folder / "a.txt", [folder], config, index, executor).problem
    assert problem is not None
    assert problem.stage is ProblemStage.READ
    assert "larger than the limit" in str(problem.reason)
