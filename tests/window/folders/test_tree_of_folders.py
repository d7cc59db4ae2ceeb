"""The tree of folders: how much could go in each, filtering by a click, roles."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.application import Application
from app.folders.model import FolderNode
from app.groups.columns import GroupColumn
from leases import library
from simcore.files.roles import Role
from windows import Open, scan, wait_until_idle

__all__ = ["library"]


@pytest.fixture
def opened(open_window: Open, library: Path) -> Application:
    return open_window(library)


def node(application: Application, folder: Path | None) -> FolderNode:
    model = application.window.folder_panel.tree.folders
    found = model.node(model.index_of(folder))
    assert found is not None
    return found


def click(application: Application, folder: Path | None) -> None:
    tree = application.window.folder_panel.tree
    index = tree.folders.index_of(folder)
    tree.scrollTo(index)
    place = tree.visualRect(index).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def seen(application: Application) -> set[str]:
    model = application.window.group_model
    return {
        str(model.index(row, GroupColumn.NAME).data())
        for row in range(model.rowCount())
        if str(model.index(row, GroupColumn.KIND).data() or "Kept")[:4] != "Kept"
    }


ALL = {"lease copy.txt", "lease copy 2.txt", "lease utf-16.txt", "lease garden.txt"}
ALL |= {"纪要 (1).txt"}


def test_counts_are_of_what_could_go_at_any_depth(opened: Application, library: Path) -> None:
    assert node(opened, None).count == 5
    assert node(opened, library).count == 5
    assert node(opened, library / "a").count == 3
    assert node(opened, library / "a" / "b").count == 1
    assert node(opened, library / "会议").count == 1
    # what is protected cannot go
    opened.window.folder_panel.set_role(library / "a" / "b", Role.PROTECTED)
    assert node(opened, library / "a" / "b").count == 0
    assert node(opened, library / "a").count == 2
    assert node(opened, None).count == 4


def test_a_click_filters(opened: Application, library: Path) -> None:
    opened.window.folder_panel.tree.expandAll()
    click(opened, library / "a")
    assert opened.window.group_model.filter.folder == library / "a"
    assert seen(opened) == {"lease copy.txt", "lease copy 2.txt", "lease utf-16.txt"}
    click(opened, library / "a" / "b")
    assert seen(opened) == {"lease copy.txt"}
    click(opened, None)
    assert opened.window.group_model.filter.empty
    assert seen(opened) == ALL


def test_keys_filter_too(opened: Application, library: Path) -> None:
    tree = opened.window.folder_panel.tree
    tree.expandAll()
    tree.choose(None)
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert opened.window.group_model.filter.folder == library
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert opened.window.group_model.filter.folder == library / "a"
    QTest.keyClick(tree, Qt.Key.Key_Home)
    assert opened.window.group_model.filter.empty


def test_a_folder_that_was_just_added_filters_by_its_first_click(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window()
    application.window.folder_panel.add_folders([library / "a", library / "会议"])
    wait_until_idle(qtbot, application)
    assert application.window.group_model.filter.empty
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    application.window.commands.scan.trigger()
    wait_until_idle(qtbot, application)
    assert application.window.group_model.filter.empty
    click(application, library)
    assert application.window.group_model.filter.folder == library


def test_the_tree_follows_a_filter_from_elsewhere(opened: Application, library: Path) -> None:
    tree = opened.window.folder_panel.tree
    opened.window.group_view.folder_wanted.emit(library / "a" / "b")
    assert tree.chosen() == library / "a" / "b"
    opened.window.commands.show_all.trigger()
    assert tree.chosen() is None


def test_open_folders_stay_open_across_new_results(
    opened: Application, library: Path, qtbot: QtBot
) -> None:
    tree = opened.window.folder_panel.tree
    tree.setExpanded(tree.folders.index_of(library / "a"), True)
    click(opened, library / "a" / "b")
    opened.window.commands.scan.trigger()
    wait_until_idle(qtbot, opened)
    assert tree.isExpanded(tree.folders.index_of(library / "a"))
    assert tree.chosen() == library / "a" / "b"
    assert seen(opened) == {"lease copy.txt"}


def test_roles_have_signs_and_words(opened: Application, library: Path) -> None:
    tree, panel = opened.window.folder_panel.tree, opened.window.folder_panel
    tree.expandAll()

    def picture(folder: Path) -> bytes:
        tree.clearSelection()
        place = tree.visualRect(tree.folders.index_of(folder))
        place.setLeft(place.right() - 4 * place.height())  # the count and the sign before it
        return bytes(tree.viewport().grab(place).toImage().constBits())

    def spoken(folder: Path) -> str:
        return str(tree.folders.index_of(folder).data(Qt.ItemDataRole.AccessibleTextRole))

    plain = picture(library / "会议")
    assert spoken(library / "会议") == "会议, 1 document"
    panel.set_role(library / "会议", Role.PROTECTED)
    tree.expandAll()
    protected = picture(library / "会议")
    assert protected != plain
    assert spoken(library / "会议") == "会议, 0 documents, protected"
    panel.set_role(library / "会议", Role.EXCLUDED)
    tree.expandAll()
    assert spoken(library / "会议") == "会议, 0 documents, excluded"
    assert picture(library / "会议") not in {plain, protected}


def test_a_menu_of_a_folder_does_not_filter_by_it(opened: Application, library: Path) -> None:
    tree = opened.window.folder_panel.tree
    place = tree.visualRect(tree.folders.index_of(library / "a")).center()
    chosen: list[Path] = []

    def choose_and_close() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        chosen.extend(row.path for row in tree.selected())
        protect = next(one for one in menu.actions() if "Protect this" in one.text())
        menu.setActiveAction(protect)
        QTest.keyClick(menu, Qt.Key.Key_Return)

    QTimer.singleShot(0, choose_and_close)
    QTest.mousePress(tree.viewport(), Qt.MouseButton.RightButton, pos=place)
    where = tree.viewport().mapToGlobal(place)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, where)
    QApplication.sendEvent(tree.viewport(), asked)
    assert chosen == [library / "a"], "the menu was of another folder"
    assert opened.window.folder_panel.roles().folders == {library / "a": Role.PROTECTED}
    assert opened.window.group_model.filter.empty
    assert tree.chosen() is None
    assert [index.row() for index in tree.selectedIndexes()] == [0]


def test_folders_of_one_name_are_told_apart(
    qtbot: QtBot, open_window: Open, private_home: Path
) -> None:
    folders = [private_home / "clients" / year / "texts" for year in ("2024", "2025")]
    for folder in folders:
        (folder / "old").mkdir(parents=True)
        (folder / "lease.txt").write_text("The lease of the house by the river. " * 20)
        (folder / "old" / "lease.txt").write_text("The lease of the house by the river. " * 20)
    application = open_window(*folders)
    scan(qtbot, application)
    assert [node(application, one).name for one in folders] == ["2024 / texts", "2025 / texts"]
    model = application.window.group_model
    shown = {
        str(model.index(row, GroupColumn.FOLDER).data())
        for row in range(model.rowCount())
        if model.document_at(model.index(row, 0)) is not None
    }
    assert shown == {
        "2024 / texts",
        "2024 / texts / old",
        "2025 / texts",
        "2025 / texts / old",
    }
    # alone, each has its own name
    application.window.folder_panel.set_folders(folders[1:])
    assert node(application, folders[1]).name == "texts"
