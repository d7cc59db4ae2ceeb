"""What is handed to the desktop, and where files are written to."""

import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.widgets import desktop
from app.widgets.desktop import asked_path, asked_table
from simcore.cli.main import main
from windows import Open

CSV, JSON = "CSV files (*.csv)", "JSON files (*.json)"
Ask = Callable[[QWidget, Path], Path | None]


@pytest.fixture
def folder(private_home: Path) -> Path:
    """Two documents of the same words."""
    folder = private_home / "documents"
    folder.mkdir()
    for name in ("a.csv", "合同.csv"):
        (folder / name).write_text("The same words in both of these documents.")
    return folder


def page(parent: QWidget, folder: Path) -> Path | None:
    return asked_path(parent, "Save", folder / "differences.html", "HTML files (*.html)")


def table(parent: QWidget, folder: Path) -> Path | None:
    return asked_table(parent, "Save", folder / "groups.csv")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answer questions with Cancel, and return their texts."""
    asked: list[str] = []

    def answer(box: QMessageBox) -> QMessageBox.StandardButton:
        asked.append(box.text())
        assert box.defaultButton() == box.button(QMessageBox.StandardButton.Cancel)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "exec", answer)
    return asked


@pytest.mark.parametrize(
    ("ask", "sort", "chosen", "written"),
    [(table, CSV, "o", "o.csv"), (table, JSON, "o", "o.json"), (page, "", "o", "o.html")],
)
def test_a_suffix_that_is_added_replaces_no_file_unasked(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str],
    ask: Ask,
    sort: str,
    chosen: str,
    written: str,
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    name = str(tmp_path / chosen)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, sort))
    path = tmp_path / written
    assert ask(parent, tmp_path) == path
    assert answers == []
    path.touch()
    assert ask(parent, tmp_path) is None
    assert [str(path) in words for words in answers] == [True]
    name = str(path)  # of this one the dialog has asked
    assert ask(parent, tmp_path) == path
    assert len(answers) == 1


@pytest.mark.parametrize("what", ["results", "groups", "a suffix", "journal", "link"])
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_document_is_replaced_by_what_is_saved(
    open_window: Open,
    folder: Path,
    private_home: Path,
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    """Though the dialog was told to replace it: whoever chose the name did not mean that."""
    application = open_window(folder)
    own = index_path.parent / "journal.sqlite"
    own.write_bytes(b"what was removed")
    for name in ("link.csv", "link.variorum"):
        (private_home / name).symlink_to(folder / "a.csv")
    chosen = {
        "results": private_home / "link.variorum",
        "groups": folder / "合同.csv",
        "a suffix": folder / "a",
        "journal": own,
        "link": private_home / "link.csv",
    }[what]
    before = {path: path.read_bytes() for path in [*folder.iterdir(), own]}
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), CSV))
    commands = application.window.commands
    (commands.save_results if what == "results" else commands.export).trigger()
    said = "holds data of Variorum" if what == "journal" else "is one of the scanned documents"
    assert [said in words for words in told] == [True]
    application.session.writer.shut_down()
    assert {path: path.read_bytes() for path in [*folder.iterdir(), own]} == before


@pytest.mark.parametrize("where", ["documents", "documents/new", "link", "scanned before"])
def test_no_export_comes_beside_documents(
    open_window: Open,
    folder: Path,
    private_home: Path,
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
) -> None:
    """The next scan would find it there. The command line says the same."""
    before = private_home / "scanned before"
    shutil.copytree(folder, before)
    (folder / "new").mkdir()
    (private_home / "link").symlink_to(folder)
    index_path.parent.mkdir(exist_ok=True)
    assert main(["scan", str(before), "--jobs", "0", "--index", str(index_path)]) == 0
    application = open_window(folder)
    chosen = private_home / where / "groups.csv"
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), CSV))
    application.window.commands.export.trigger()
    inside = before if where == "scanned before" else folder
    said = f"{chosen}: is in {inside}, which has scanned documents; name a file in another folder"
    assert told == [said]
    if inside == before:
        capsys.readouterr()
        words = ["history", "--index", str(index_path), "-o", str(chosen)]
        assert main(words) == 2
        assert capsys.readouterr().err == f"variorum: {said}\n"
    # saved results are read by no scan
    saved: list[Path] = []
    monkeypatch.setattr(application.session, "save", lambda to, _marks: saved.append(to))
    chosen = chosen.with_suffix(".variorum")
    application.window.commands.save_results.trigger()
    assert saved == [chosen]
    assert len(told) == 1
    # but where a suffix is added they replace no file unasked
    path, chosen = chosen, chosen.with_suffix("")
    path.write_text("written before")
    for answer, count in ((QMessageBox.StandardButton.No, 1), (QMessageBox.StandardButton.Yes, 2)):
        monkeypatch.setattr(QMessageBox, "exec", lambda _, answer=answer: answer)
        application.window.commands.save_results.trigger()
        assert saved == [path] * count
    assert not [*private_home.rglob("groups.csv")]


@pytest.mark.usefixtures("qtbot")
def test_an_archive_is_opened_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "旧稿.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("文档/a.txt", "text")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    failed: list[str] = []
    inside = path / "文档" / "a.txt"
    desktop.open_path(inside, failed.append)
    desktop.show_in_folder(inside, failed.append)
    desktop.open_path(tmp_path / "gone.zip" / "a.txt", failed.append)
    assert [Path(url.toLocalFile()) for url in opened] == [path, tmp_path]
    assert len(failed) == 1
