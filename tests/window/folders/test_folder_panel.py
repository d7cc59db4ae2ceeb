"""FolderPanel: what is added, refused, dropped, missing and removed."""

import warnings
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog

from app.folders.panel import FolderPanel, FolderTree
from app.widgets import desktop

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


def names(tree: FolderTree) -> list[str]:
    """Return what the rows below the one of all folders are called."""
    model = tree.folders
    return [str(model.index(row, 0).data()) for row in range(1, model.rowCount())]


def told(tree: FolderTree, folder: Path, role: Qt.ItemDataRole) -> str:
    return str(tree.folders.index_of(folder).data(role))


def painted(panel: FolderPanel, folder: Path) -> bytes:
    """Return the picture of a folder's row."""
    tree = panel.tree
    place = tree.visualRect(tree.folders.index_of(folder))
    assert not place.isEmpty()
    image = tree.viewport().grab(place).toImage()
    return bytes(image.constBits())


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


def test_nothing_can_be_removed_where_nothing_is(panel: FolderPanel) -> None:
    assert panel.folders() == ()
    assert names(panel.tree) == []
    panel.tree.selectAll()
    assert not panel._remove.isEnabled(), "all folders together are no folder of the list"
    QTest.keyClick(panel.tree, Qt.Key.Key_Delete)
    assert panel.folders() == ()


def test_folders_are_added_once(panel: FolderPanel, folders: list[Path], qtbot) -> None:
    refused = QSignalSpy(panel.refused)
    with qtbot.waitSignal(panel.folders_changed):
        panel.add_folders([folders[0], folders[1], folders[0]])
    assert panel.folders() == (folders[0], folders[1])
    assert names(panel.tree) == ["合同", "Archive"]
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
    assert names(panel.tree) == ["caf\ufffd"]
    assert panel.tree.folders.index_of(folder).isValid()


def test_a_missing_folder_is_kept_and_shown_as_such(
    panel: FolderPanel, folders: list[Path], tmp_path: Path, qtbot
) -> None:
    missing = tmp_path / "项目"
    with qtbot.waitSignal(panel.folders_changed):
        panel.set_folders([folders[0], missing])
    assert panel.folders() == (folders[0], missing)
    tip, spoken = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
    assert names(panel.tree) == ["合同", "项目"]
    assert str(missing) in told(panel.tree, missing, tip)
    assert "not there" in told(panel.tree, missing, tip)
    assert "not there" not in told(panel.tree, folders[0], tip)
    assert told(panel.tree, missing, spoken) == "项目, 0 documents, missing"
    assert told(panel.tree, folders[0], spoken) == "合同, 0 documents"
    before = painted(panel, missing)
    missing.mkdir()
    panel.refresh()
    assert "not there" not in told(panel.tree, missing, tip)
    assert told(panel.tree, missing, spoken) == "项目, 0 documents"
    assert painted(panel, missing) != before, "a sign of its own"


def test_setting_the_same_folders_changes_nothing(
    panel: FolderPanel, folders: list[Path], qtbot
) -> None:
    panel.set_folders(folders)
    with qtbot.assertNotEmitted(panel.folders_changed):
        panel.set_folders([*folders, folders[0]])


def test_folders_of_one_name_show_what_tells_them_apart(panel: FolderPanel, tmp_path: Path) -> None:
    twins = [tmp_path / one / "Reports" for one in ("a", "b")]
    for folder in twins:
        folder.mkdir(parents=True)
    panel.set_folders([*twins, tmp_path])
    assert names(panel.tree) == ["a / Reports", "b / Reports", tmp_path.name]


def test_removing_with_the_key_and_the_menu(panel: FolderPanel, folders: list[Path], qtbot) -> None:
    panel.set_folders(folders)
    tree = panel.tree
    assert tree.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    (remove,) = [one for one in tree.actions() if one.text() == "Remove from the list"]
    assert "nothing is deleted on disk" in remove.toolTip()
    tree.select([folders[0], folders[2]])
    with qtbot.waitSignal(panel.folders_changed):
        remove.trigger()
    assert panel.folders() == (folders[1],)
    tree.choose(folders[1])
    panel.activateWindow()
    tree.setFocus()
    qtbot.waitUntil(tree.hasFocus)
    with qtbot.waitSignal(panel.folders_changed):
        QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert panel.folders() == ()
    assert names(tree) == []
    assert not remove.isEnabled()
    assert all(folder.is_dir() for folder in folders)


def test_several_folders_are_asked_for_at_once(
    panel: FolderPanel, folders: list[Path], monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    answers, starts = [folders[1:], []], []

    def ask(_parent: object, _title: str, start: str) -> list[Path]:
        starts.append(start)
        return answers.pop(0)

    monkeypatch.setattr(desktop, "ask_for_folders", ask)
    panel.choose_folder()
    assert panel.folders() == (folders[1], folders[2])
    with qtbot.assertNotEmitted(panel.folders_changed):
        panel.choose_folder()
    assert answers == []
    assert starts == [str(Path.home()), str(folders[1].parent)]


def test_the_dialog_lets_several_folders_be_chosen(
    panel: FolderPanel, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(dialog: QFileDialog) -> bool:
        views = dialog.findChildren(QAbstractItemView)
        (view,) = [one for one in views if one.objectName() == "listView"]
        assert view.selectionMode() is QAbstractItemView.SelectionMode.ExtendedSelection
        assert dialog.fileMode() is QFileDialog.FileMode.Directory
        return True

    monkeypatch.setattr(QFileDialog, "exec", choose)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(one) for one in folders])
    assert desktop.ask_for_folders(panel, "Add", str(folders[0].parent)) == folders
    monkeypatch.setattr(QFileDialog, "exec", lambda _: False)
    assert desktop.ask_for_folders(panel, "Add", str(folders[0].parent)) == []


def test_the_root_has_a_name(panel: FolderPanel) -> None:
    root = Path(Path.cwd().anchor)
    panel.set_folders([root])
    assert names(panel.tree) == [str(root)]
