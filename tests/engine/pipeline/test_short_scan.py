"""A scan in one line: a folder as a string or a path, an index by its name, no executor."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import simcore
from builders import chinese_text
from places import python_environment
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.model.reasons import FolderError
from simcore.workers import make_executor

INLINE = ScanConfig(jobs=0)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "-合同 'a'\n"
    folder.mkdir()
    for number in range(4):
        text = chinese_text(number // 2, 80)
        (folder / f"{number}.txt").write_text(text, "gb18030" if number % 2 else "utf-8")
    return folder


@pytest.mark.parametrize("form", [str, Path, lambda one: [str(one)], lambda one: (one,)])
def test_a_folder_in_any_form_gives_the_same_report(
    library: Path, form: Callable[[Path], str | Path | list[str]]
) -> None:
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        expected = scan([library], INLINE, index, executor)
    report = scan(form(library), INLINE)
    assert report.folders == expected.folders == (library,)
    assert len(report.groups) == 2
    assert repr(report) == "<ScanReport of 4 documents, 2 groups, 0 problems>"
    assert [
        [report.documents[one.document].path for one in group.members] for group in report.groups
    ] == [
        [expected.documents[one.document].path for one in group.members]
        for group in expected.groups
    ]


@pytest.mark.parametrize("form", [str, Path])
def test_an_index_is_named_by_its_path_and_used_again(
    library: Path, tmp_path: Path, form: Callable[[Path], str | Path]
) -> None:
    path = tmp_path / "new" / "index.sqlite3"
    assert scan(library, INLINE, form(path)).counts.read == 4
    again = scan(library, INLINE, index=form(path))
    assert (again.counts.read, again.counts.unchanged) == (0, 4)
    assert len(again.groups) == 2
    path.rename(tmp_path / "closed.sqlite3")  # on Windows an open file could not be


ALONE = """
import os, sys
from pathlib import Path
import simcore
report = simcore.scan(sys.argv[1])
print(len(report.groups), report.counts.read)
print([path for path in Path(os.environ["HOME"]).rglob("*")])
"""


def test_nothing_is_left_behind_and_workers_end(library: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "TMPDIR")}
    run = subprocess.run(
        [sys.executable, "-c", ALONE, os.fspath(library)],
        env={**python_environment(), **places},
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
    )
    assert (run.stdout, run.stderr) == ("2 4\n[]\n", "")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FolderError):
        scan(str(tmp_path / "missing"), INLINE)
    assert simcore.scan.__doc__
