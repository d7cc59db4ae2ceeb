"""FolderPanel: what is added, refused, dropped, missing and removed."""

import warnings
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QListWidget, QPushButton

from app.folders.panel import FolderPanel

# The offscreen platform says what it cannot do when a window is shown, raised or grabs keys.


@pytest.fixture
def panel(qtbot):
    panel = FolderPanel()
    qtbot.addWidget(panel)
    panel.resize(240, 300)
    panel.show()
    return panel


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    made = [tmp_path / name for name in ("合同", "Archive", "Reports")]
    for folder in made:
        folder.mkdir()
    return made


def shown(panel: FolderPanel) -> QListWidget:
    (found,) = panel.findChildren(QListWidget)
    return found


def button(panel: FolderPanel, text: str) -> QPushButton:
    (found,) = [
        one for one in panel.findChildren(QPushButton) if text in one.text().replace("&", "")
    ]
    return found


def drop(panel: FolderPanel, *paths: Path | QUrl) -> bool:
    data = QMimeData()
    data.setUrls([one if isinstance(one, QUrl) else QUrl(one.as_uri()) for one in paths])
    actions, place = Qt.DropAction.CopyAction, QPointF(20, 20)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    with warnings.catch_warnings():
        # Newer releases of Qt want a QPointF here, older ones cannot take one.
        warnings.simplefilter("ignore", DeprecationWarning)
        enter = QDragEnterEvent(place.toPoint(), actions, data, buttons, keys)
    enter.setAccepted(False)
    QApplication.sendEvent(panel, enter)
    if enter.isAccepted():
        QApplication.sendEvent(panel, QDropEvent(place, actions, data, buttons, keys))
    return enter.isAccepted()


def test_it_says_what_to_do_when_it_is_empty(panel: FolderPanel) -> None:
    assert panel.folders() == ()
    (hint,) = [one for one in panel.findChildren(QLabel) if one.isVisible()]
    assert hint.text() == "Add or drop a folder of documents"
    assert not shown(panel).isVisible()
    assert not button(panel, "Remove").isEnabled()


def test_folders_are_added_once(panel: FolderPanel, folders: list[Path], qtbot) -> None:
    refused = QSignalSpy(panel.refused)
    with qtbot.waitSignal(panel.folders_changed):
        panel.add_folders([folders[0], folders[1], folders[0]])
    assert panel.folders() == (folders[0], folders[1])
    assert shown(panel).isVisible()
    with qtbot.assertNotEmitted(panel.folders_changed):
        panel.add_folders([folders[1], folders[1] / ".." / "合同"])
    assert panel.folders() == (folders[0], folders[1])
    assert refused.count() == 0


def test_folders_become_absolute(
    panel: FolderPanel, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folders[0].parent)
    panel.add_folders([Path("Archive")])
    panel.set_folders([*panel.folders(), Path("合同")])
    assert panel.folders() == (folders[1], folders[0])


def test_what_is_no_folder_is_refused_by_name(
    panel: FolderPanel, folders: list[Path], tmp_path: Path
) -> None:
    file = tmp_path / "文件.txt"
    file.write_text("x", encoding="utf-8")
    refused = QSignalSpy(panel.refused)
    changed = QSignalSpy(panel.folders_changed)
    panel.add_folders([file, tmp_path / "nowhere", folders[2]])
    assert refused.count() == 2
    assert refused.at(0)[0] == f"{file} is no folder; add the folder that holds it"
    assert refused.at(1)[0] == f"{tmp_path / 'nowhere'} does not exist, or cannot be reached"
    assert changed.count() == 1
    assert panel.folders() == (folders[2],)


def test_dropping(panel: FolderPanel, folders: list[Path], tmp_path: Path) -> None:
    file = tmp_path / "文件.txt"
    file.write_text("x", encoding="utf-8")
    refused = QSignalSpy(panel.refused)
    files = QSignalSpy(panel.files_dropped)
    assert drop(panel, folders[0], file, folders[1])
    assert panel.folders() == (folders[0], folders[1])
    assert refused.count() == 0
    assert files.count() == 1
    assert files.at(0)[0] == [file]
    assert drop(panel, tmp_path / "nowhere")
    assert refused.count() == 1
    assert files.count() == 1
    assert not drop(panel, QUrl("https://example.org/page"))
    assert not drop(panel)


def test_dropping_a_name_that_is_not_utf8(panel: FolderPanel, tmp_path: Path) -> None:
    folder = tmp_path / "caf\udce9"
    try:
        folder.mkdir()
    except (OSError, UnicodeError):
        pytest.skip("this file system takes no such name")
    assert drop(panel, folder)
    assert panel.folders() == (folder,)
    assert shown(panel).item(0).text().startswith("caf\ufffd — ")


def test_a_missing_folder_is_kept_and_shown_as_such(
    panel: FolderPanel, folders: list[Path], tmp_path: Path, qtbot
) -> None:
    missing = tmp_path / "项目"
    with qtbot.waitSignal(panel.folders_changed):
        panel.set_folders([folders[0], missing])
    assert panel.folders() == (folders[0], missing)
    there, gone = shown(panel).item(0), shown(panel).item(1)
    assert there.text() == f"合同 — {tmp_path}"
    assert gone.text() == f"项目 (missing) — {tmp_path}"
    assert "not there" in gone.toolTip()
    assert "not there" not in there.toolTip()
    assert gone.foreground() != there.foreground()
    missing.mkdir()
    panel.refresh()
    assert shown(panel).item(1).text() == f"项目 — {tmp_path}"


def test_setting_the_same_folders_changes_nothing(
    panel: FolderPanel, folders: list[Path], qtbot
) -> None:
    panel.set_folders(folders)
    with qtbot.assertNotEmitted(panel.folders_changed):
        panel.set_folders([*folders, folders[0]])


def test_removing_with_the_key_and_the_button(
    panel: FolderPanel, folders: list[Path], qtbot
) -> None:
    panel.set_folders(folders)
    remove = button(panel, "Remove")
    assert "nothing is deleted on disk" in remove.toolTip()
    shown(panel).item(0).setSelected(True)
    shown(panel).item(2).setSelected(True)
    with qtbot.waitSignal(panel.folders_changed):
        qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert panel.folders() == (folders[1],)
    shown(panel).setCurrentRow(0)
    panel.activateWindow()
    shown(panel).setFocus()
    qtbot.waitUntil(shown(panel).hasFocus)
    with qtbot.waitSignal(panel.folders_changed):
        QTest.keyClick(shown(panel), Qt.Key.Key_Delete)
    assert panel.folders() == ()
    assert not shown(panel).isVisible()
    assert not remove.isEnabled()
    assert all(folder.is_dir() for folder in folders)


def test_the_button_asks_for_a_folder(
    panel: FolderPanel, folders: list[Path], monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    answers = [str(folders[1]), ""]
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: answers.pop(0))
    qtbot.mouseClick(button(panel, "Add"), Qt.MouseButton.LeftButton)
    assert panel.folders() == (folders[1],)
    with qtbot.assertNotEmitted(panel.folders_changed):
        qtbot.mouseClick(button(panel, "Add"), Qt.MouseButton.LeftButton)
    assert answers == []


def test_the_root_has_a_name(panel: FolderPanel) -> None:
    root = Path(Path.cwd().anchor)
    panel.set_folders([root])
    assert shown(panel).item(0).text().startswith(str(root))
