"""Problems in the real window: a file read again, and a list written for spreadsheets."""

import csv
import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.session.states import Activity
from builders import chinese_text
from simcore import Problem, ScanConfig
from simcore.model.reasons import of_text
from simcore.model.records import ProblemStage
from windows import Open, scan, wait_until_idle


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "文档"
    folder.mkdir()
    (folder / "合同.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / "坏.txt").write_bytes(bytes(range(256)) * 9)
    (folder / "空.txt").write_bytes(b"")
    (folder / "=1+1.txt").write_bytes(b"\0" * 50)
    return folder


def listed(application: Application) -> dict[str, str]:
    model = application.window.problem_panel._model
    return {one.path.name: one.stage.value for one in model.shown()}


def read_again(qtbot: QtBot, application: Application, name: str) -> str:
    """Choose a problem and read its file again; return what the window says."""
    panel, alert = application.window.problem_panel, application.window.alert
    alert.close_message()
    rows = [one.path.name for one in panel._model.shown()]
    panel._table.selectRow(rows.index(name))
    panel.read_button.click()
    assert panel.read_button.text() == "Reading…"
    qtbot.waitUntil(lambda: bool(alert.text()), timeout=60_000)
    assert panel.read_button.text().replace("&", "") == "Read again"
    return alert.text()


@pytest.mark.parametrize("jobs", [0, 1])
def test_one_file_is_read_again(qtbot: QtBot, application: Application, library: Path, jobs: int):
    session, window = application.session, application.window
    session.set_config(ScanConfig(jobs=jobs))
    everything = {"坏.txt": "decode", "空.txt": "tokens", "=1+1.txt": "decode"}
    assert listed(application) == everything
    tile = window.strip.not_read
    assert tile.accessibleName() == "Not read: 3"
    tile.click()
    assert window.stack.currentWidget() is window.problem_panel

    # still what it was
    words = read_again(qtbot, application, "坏.txt")
    assert "坏.txt was read again and still cannot be used" in words
    assert listed(application) == everything

    # another problem than before
    summary = window.summary
    assert "2 .txt (not text)" in summary.toolTip()
    (library / "坏.txt").unlink()
    assert "is no longer there" in read_again(qtbot, application, "坏.txt")
    assert listed(application) == everything | {"坏.txt": "read"}

    assert "1 .txt (not text)" in summary.toolTip()

    # mended
    shutil.copyfile(library / "合同.txt", library / "空.txt")
    words = read_again(qtbot, application, "空.txt")
    assert "空.txt can be used now. Scan to compare it" in words
    assert set(listed(application)) == {"坏.txt", "=1+1.txt"}
    assert tile.accessibleName() == "Not read: 2"
    assert not session.results.report.groups

    # the scan that was proposed need not read it again
    window.alert._button.defaultAction().trigger()
    assert session.activity is Activity.SCANNING
    wait_until_idle(qtbot, application)
    assert session.results.report.counts.read == 0
    assert len(session.results.report.groups) == 1


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="rights do not bind root")
def test_rights_that_were_given(qtbot: QtBot, open_window: Open, library: Path) -> None:
    locked = library / "锁.txt"
    locked.write_text(chinese_text(5), encoding="utf-8")
    locked.chmod(0)
    application = open_window(library)
    assert "no rights" in read_again(qtbot, application, "锁.txt")
    locked.chmod(0o600)
    assert "can be used now" in read_again(qtbot, application, "锁.txt")


def test_a_folder_that_can_be_listed(qtbot: QtBot, application: Application, library: Path) -> None:
    application.session.results.settle_problem(
        library, Problem(library, ProblemStage.LIST, of_text("cannot be listed: no rights"))
    )
    assert "can be listed now" in read_again(qtbot, application, library.name)
    assert library.name not in listed(application)


def test_the_slider_and_marks_outlast_it(qtbot: QtBot, open_window: Open, library: Path) -> None:
    """Reading one file again touches the list of problems only."""
    shutil.copyfile(library / "合同.txt", library / "副本.txt")
    application = open_window(library)
    model = application.window.group_model
    resets: list[bool] = []
    application.window.commands.mark_identical.trigger()
    assert len(model.marked()) == 1
    model.modelReset.connect(lambda: resets.append(True))
    read_again(qtbot, application, "坏.txt")
    assert resets == []
    assert len(model.marked()) == 1
    application.window.threshold_bar.set_distance(2)
    qtbot.waitUntil(lambda: bool(resets))
    assert set(listed(application)) == {"坏.txt", "空.txt", "=1+1.txt"}


def test_what_is_shown_is_written(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = open_window()
    application.window.folder_panel.set_folders([library])
    wait_until_idle(qtbot, application)
    scan(qtbot, application)
    panel, alert = application.window.problem_panel, application.window.alert
    panel.stages.setCurrentIndex(panel.stages.findData("decode"))
    target = tmp_path / "问题"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    panel.export_button.click()
    qtbot.waitUntil(lambda: "were written to" in alert.text())
    data = (tmp_path / "问题.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    assert [Path(row["path"]).name for row in rows] == ["=1+1.txt", "坏.txt"]
    assert {row["stage"] for row in rows} == {"decode"}
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "no" / "x.csv"), "")
    )
    panel.export_button.click()
    qtbot.waitUntil(lambda: "cannot be written" in alert.text())


def test_closing_while_a_file_is_read(qtbot: QtBot, application: Application) -> None:
    application.window.problem_panel._table.selectRow(0)
    application.window.problem_panel.read_button.click()
    application.window.close()
