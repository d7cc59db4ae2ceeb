"""Bad input, each kind in the window and on the command line: reported by name, nothing lost."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from app.application import Application
from builders import chinese_text
from simcore import FingerprintIndex
from simcore.cli.main import main
from simcore.files.opening import open_to_read
from simcore.index.index import FingerprintIndex as Index
from windows import Open, scan, wait_until_idle
from written import written

Prepare = Callable[[Path, Path, pytest.MonkeyPatch], object]


@dataclass(frozen=True)
class Case:
    """A change of a folder or an index, the expected message, and whether the run fails."""

    prepare: Prepare
    named: str
    said: str
    ends: int = 0

    @property
    def fails(self) -> bool:
        """Whether nothing was done."""
        return self.ends in {2, 4}


def empty_folder(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    for path in folder.iterdir():
        path.unlink()


def no_rights(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    (folder / "shut").mkdir()
    real = os.scandir

    def scandir(path: object = ".") -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)  # type: ignore[call-overload]

    # the tests may run as a user to whom access rights do not apply
    patch.setattr(os, "scandir", scandir)


def huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 200_000_000)


def meddle(patch: pytest.MonkeyPatch, name: str, change: Callable[[Path], None]) -> None:
    """Change a file after it was listed, at the moment it is opened."""

    def opened(path: bytes) -> tuple[int, os.stat_result]:
        if Path(os.fsdecode(path)).name == name:
            change(Path(os.fsdecode(path)))
        return open_to_read(path)

    patch.setattr("simcore.formats.reading.open_to_read", opened)


def vanishing_file(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    (folder / "fleeting.txt").write_text(chinese_text(77))
    meddle(patch, "fleeting.txt", lambda path: path.unlink(missing_ok=True))


def changing_file(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    target = folder / "growing.txt"
    target.write_text(chinese_text(77))
    inode = target.stat().st_ino
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        status = real(descriptor)
        if status.st_ino == inode:
            os.utime(target, ns=(1, status.st_mtime_ns + 1))
        return status

    patch.setattr(os, "fstat", fstat)


def corrupt_index(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    with FingerprintIndex(index):
        pass
    index.write_bytes(index.read_bytes()[:100] + b"this is no database at all\n" * 1_000)


def newer_index(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    with FingerprintIndex(index) as opened:
        opened.connection.execute("pragma user_version = 1000")


def full_disk(folder: Path, index: Path, patch: pytest.MonkeyPatch) -> None:
    real = Index.__init__

    def opened(self: Index, path: Path) -> None:
        real(self, path)
        (pages,) = self.connection.execute("pragma page_count").fetchone()
        self.connection.execute(f"pragma max_page_count = {pages}")

    patch.setattr(Index, "__init__", opened)
    for number in range(60):
        (folder / f"{number}.txt").write_text(chinese_text(number + 100, 50))


CASES = {
    "empty folder": Case(empty_folder, "", ""),
    "missing folder": Case(
        lambda folder, *_: folder.rename(folder.with_name("elsewhere")),
        "文档",
        "does not exist",
        ends=2,
    ),
    "folder without rights": Case(no_rights, "shut", "Permission denied", ends=3),
    "empty file": Case(lambda folder, *_: (folder / "empty.txt").touch(), "empty.txt", "no words"),
    "200 MB file": Case(
        lambda folder, *_: huge(folder / "huge.txt"),
        "huge.txt",
        "larger than the limit of 64 MB (200 MB)",
    ),
    "file that disappears": Case(vanishing_file, "fleeting.txt", "no longer there", ends=3),
    "file that changes": Case(changing_file, "growing.txt", "changed while it was read", ends=3),
    "corrupt index": Case(corrupt_index, "index.sqlite", "damaged", ends=4),
    "index of a newer version": Case(newer_index, "index.sqlite", "newer version", ends=4),
    "full disk": Case(full_disk, "index.sqlite", "disk is full", ends=4),
}


@pytest.fixture
def library(private_home: Path) -> Path:
    files = {"甲.txt": chinese_text(1), "乙.txt": chinese_text(1).encode("gb18030")}
    return written(private_home / "文档", files)


@pytest.fixture
def contents(library: Path) -> Iterator[dict[str, bytes]]:
    """The files that must still exist afterwards, wherever the folder is by then."""
    before = {path.name: path.read_bytes() for path in library.iterdir()}
    yield before
    for name, data in before.items():
        places = [library / name, library.with_name("elsewhere") / name]
        assert [p.read_bytes() for p in places if p.exists()] in ([data], [])


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_on_the_command_line(
    case: Case,
    library: Path,
    contents: dict[str, bytes],
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    index_path.parent.mkdir(exist_ok=True)
    case.prepare(library, index_path, monkeypatch)
    before = index_path.read_bytes() if index_path.exists() else b""
    code = main(["scan", str(library), "--index", str(index_path), "--jobs", "0"])
    out, err = capsys.readouterr()
    assert code == case.ends
    assert (out == "") == case.fails
    assert case.named in err
    assert case.said in err
    assert "Traceback" not in err
    if case.named == "index.sqlite" and before:
        assert index_path.read_bytes() == before


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_in_the_window(
    case: Case,
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    contents: dict[str, bytes],
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index_path.parent.mkdir(exist_ok=True)
    application = open_window()
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    index_path.unlink(missing_ok=True)
    case.prepare(library, index_path, monkeypatch)
    scan(qtbot, application)
    told = _told(application)
    assert any(case.named in text and case.said in text for text in told), told
    monkeypatch.undo()
    if not case.fails and case.said:
        # the others are compared all the same
        assert application.session.results.report is not None
        assert len(application.session.results.report.groups) == 1


def _told(application: Application) -> list[str]:
    """All messages of trouble in the window: the page, the banner, the problems."""
    window = application.window
    table = window.problem_panel.findChild(QTableView).model()
    rows = [
        " ".join(str(table.index(row, column).data()) for column in range(table.columnCount()))
        for row in range(table.rowCount())
    ]
    page = window.page.heading.text() + " " + window.page.text.text()
    return [*rows, page, window.alert.text() if window.alert.isVisible() else ""]
