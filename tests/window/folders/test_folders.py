"""The folders that are scanned: the panel, the tree that counts and filters, their roles."""

import gzip
import json
import os
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPointF, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.folders.model import FolderNode, folder_rows, role_word, with_role
from app.folders.panel import FolderPanel, FolderTree
from app.groups.columns import GroupColumn
from kept_roles import keep_roles
from leases import answer, library, mark, names_in_groups
from named import key_named, marked_names
from simcore import Kind, load_results
from simcore.files.roles import Role, Roles
from simcore.index.judgements import ROLES, read_roles
from simcore.model.reasons import ResultsFileError
from windows import Open, asked, scan, wait_until_idle
from written import written

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


def test_folders_are_added_once_and_become_absolute(
    panel: FolderPanel, folders: list[Path], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = QSignalSpy(panel.refused)
    with qtbot.waitSignal(panel.folders_changed):
        panel.add_folders([folders[0], folders[1], folders[0]])
    assert panel.folders() == (folders[0], folders[1])
    assert names(panel.tree) == ["合同", "Archive"]
    with qtbot.assertNotEmitted(panel.folders_changed):
        panel.add_folders([folders[1], folders[1] / ".." / "合同"])
        panel.set_folders([folders[0], folders[1], folders[0]])
    assert panel.folders() == (folders[0], folders[1])
    assert refused.count() == 0
    monkeypatch.chdir(folders[0].parent)
    panel.set_folders([])
    panel.add_folders([Path("Archive")])
    panel.set_folders([*panel.folders(), Path("合同")])
    assert panel.folders() == (folders[1], folders[0])
    root = Path(Path.cwd().anchor)
    panel.set_folders([root])
    assert names(panel.tree) == [str(root)]


def test_what_is_no_folder_is_refused_by_name_and_files_are_passed_on(
    panel: FolderPanel, folders: list[Path], tmp_path: Path
) -> None:
    file, nowhere = tmp_path / "文件.txt", tmp_path / "nowhere"
    file.write_text("x", encoding="utf-8")
    refused, changed = QSignalSpy(panel.refused), QSignalSpy(panel.folders_changed)
    dropped = QSignalSpy(panel.files_dropped)
    panel.add_folders([file, nowhere, folders[2]])
    assert [refused.at(at)[0] for at in range(refused.count())] == [
        f"{file} is no folder; add the folder that holds it",
        f"{nowhere} does not exist, or cannot be reached",
    ]
    assert changed.count() == 1
    assert drop(panel, folders[0], file, folders[1])
    assert panel.folders() == (folders[2], *folders[:2])
    assert (refused.count(), dropped.count()) == (2, 1)
    assert dropped.at(0)[0] == [file]
    assert drop(panel, nowhere)
    assert (refused.count(), dropped.count()) == (3, 1)
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
    panel: FolderPanel, folders: list[Path], tmp_path: Path
) -> None:
    missing, tree = tmp_path / "项目", panel.tree
    tip, spoken = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
    panel.set_folders([folders[0], missing])
    assert panel.folders() == (folders[0], missing)
    assert names(tree) == ["合同", "项目"]
    assert told(tree, folders[0], spoken) == "合同, 0 documents"
    assert "not there" not in told(tree, folders[0], tip)
    assert str(missing) in told(tree, missing, tip)
    pictures = set()
    for words in ("项目, 0 documents, missing", "项目, 0 documents"):
        assert told(tree, missing, spoken) == words
        assert ("not there" in told(tree, missing, tip)) is words.endswith("missing")
        row = tree.viewport().grab(tree.visualRect(tree.folders.index_of(missing))).toImage()
        pictures.add(bytes(row.constBits()))  # the bits go with the image
        missing.mkdir(exist_ok=True)
        panel.refresh()
    assert len(pictures) == 2, "a sign of its own"


def test_removing_with_the_key_and_the_menu(
    panel: FolderPanel, folders: list[Path], qtbot: QtBot
) -> None:
    tree = panel.tree
    tree.selectAll()
    assert not panel._remove.isEnabled(), "all folders together are no folder of the list"
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert panel.folders() == ()
    panel.set_folders(folders)
    assert tree.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    assert panel._remove in tree.actions()
    assert "nothing is deleted on disk" in panel._remove.toolTip()
    tree.select([folders[0], folders[2]])
    with qtbot.waitSignal(panel.folders_changed):
        panel._remove.trigger()
    assert panel.folders() == (folders[1],)
    tree.choose(folders[1])
    panel.activateWindow()
    tree.setFocus()
    qtbot.waitUntil(tree.hasFocus)
    with qtbot.waitSignal(panel.folders_changed):
        QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert panel.folders() == ()
    assert names(tree) == []
    assert not panel._remove.isEnabled()
    assert all(folder.is_dir() for folder in folders)


def test_several_folders_are_asked_for_at_once(
    panel: FolderPanel, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[str] = []

    def choose(dialog: QFileDialog) -> bool:
        views = dialog.findChildren(QAbstractItemView)
        (view,) = [one for one in views if one.objectName() == "listView"]
        assert view.selectionMode() is QAbstractItemView.SelectionMode.ExtendedSelection
        assert dialog.fileMode() is QFileDialog.FileMode.Directory
        starts.append(dialog.directory().path())
        return len(starts) == 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(one) for one in folders[1:]])
    changed = QSignalSpy(panel.folders_changed)
    for _ in range(2):  # the second time nothing is chosen
        panel.choose_folder()
        assert panel.folders() == (folders[1], folders[2])
    assert changed.count() == 1
    assert starts == [str(Path.home()), str(folders[1].parent)]


__all__ = ["library"]


def node(application: Application, folder: Path | None) -> FolderNode:
    model = application.window.folder_panel.tree.folders
    return model.node(model.index_of(folder))


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


def test_counts_are_of_what_could_go_at_any_depth(application: Application, library: Path) -> None:
    assert node(application, None).count == 5
    assert node(application, library).count == 5
    assert node(application, library / "a").count == 3
    assert node(application, library / "a" / "b").count == 1
    assert node(application, library / "会议").count == 1
    # what is protected cannot go
    application.window.folder_panel.set_role(library / "a" / "b", Role.PROTECTED)
    assert node(application, library / "a" / "b").count == 0
    assert node(application, library / "a").count == 2
    assert node(application, None).count == 4


def test_clicks_and_keys_filter(application: Application, library: Path) -> None:
    window, tree = application.window, application.window.folder_panel.tree
    tree.expandAll()
    click(application, library / "a")
    assert window.group_model.filter.folder == library / "a"
    assert seen(application) == {"lease copy.txt", "lease copy 2.txt", "lease utf-16.txt"}
    click(application, library / "a" / "b")
    assert seen(application) == {"lease copy.txt"}
    click(application, None)
    assert window.group_model.filter.empty
    assert seen(application) == ALL
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert window.group_model.filter.folder == library
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert window.group_model.filter.folder == library / "a"
    QTest.keyClick(tree, Qt.Key.Key_Home)
    assert window.group_model.filter.empty
    # it follows a filter from elsewhere
    window.group_view.commands.folder_wanted.emit(library / "a" / "b")
    assert tree.chosen() == library / "a" / "b"
    window.commands.show_all.trigger()
    assert tree.chosen() is None


def test_a_folder_that_was_just_added_filters_by_its_first_click(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window()
    for added in ([library / "a", library / "会议"], [library]):
        application.window.folder_panel.add_folders(added)
        wait_until_idle(qtbot, application)
        assert application.window.group_model.filter.empty
    scan(qtbot, application)
    assert application.window.group_model.filter.empty
    click(application, library)
    assert application.window.group_model.filter.folder == library


def test_open_folders_stay_open_across_new_results(
    application: Application, library: Path, qtbot: QtBot
) -> None:
    tree = application.window.folder_panel.tree
    tree.setExpanded(tree.folders.index_of(library / "a"), True)
    click(application, library / "a" / "b")
    application.window.commands.scan.trigger()
    wait_until_idle(qtbot, application)
    assert tree.isExpanded(tree.folders.index_of(library / "a"))
    assert tree.chosen() == library / "a" / "b"
    assert seen(application) == {"lease copy.txt"}


def test_roles_have_signs_and_words(application: Application, library: Path) -> None:
    panel, tree, folder = (
        application.window.folder_panel,
        application.window.folder_panel.tree,
        library / "会议",
    )
    pictures = set()
    for role, words in (
        (None, "会议, 1 document"),
        (Role.PROTECTED, "会议, 0 documents, protected"),
        (Role.EXCLUDED, "会议, 0 documents, excluded"),
    ):
        panel.set_role(folder, role)
        tree.expandAll()
        tree.clearSelection()
        place = tree.visualRect(tree.folders.index_of(folder))
        place.setLeft(place.right() - 4 * place.height())  # the count and the sign before it
        sign = tree.viewport().grab(place).toImage()
        pictures.add(bytes(sign.constBits()))
        assert told(tree, folder, Qt.ItemDataRole.AccessibleTextRole) == words
    assert len(pictures) == 3


def test_a_menu_of_a_folder_does_not_filter_by_it(application: Application, library: Path) -> None:
    tree = application.window.folder_panel.tree
    place = tree.visualRect(tree.folders.index_of(library / "a")).center()
    chosen: list[Path] = []

    def choose_and_close() -> None:
        menu = QApplication.activePopupWidget()
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
    assert application.window.folder_panel.roles().folders == {library / "a": Role.PROTECTED}
    assert application.window.group_model.filter.empty
    assert tree.chosen() is None
    assert [index.row() for index in tree.selectedIndexes()] == [0]


def test_folders_of_one_name_are_told_apart(
    qtbot: QtBot, open_window: Open, private_home: Path
) -> None:
    text = "The lease of the house by the river. " * 20
    files = {"lease.txt": text, "old/lease.txt": text}
    years = (private_home / "clients" / year / "texts" for year in ("2024", "2025"))
    folders = [written(folder, files) for folder in years]
    application = open_window(*folders)
    scan(qtbot, application)
    assert [node(application, one).name for one in folders] == ["2024 / texts", "2025 / texts"]
    model = application.window.group_model
    shown = {
        str(model.index(row, GroupColumn.FOLDER).data())
        for row in range(model.rowCount())
        if model.document_at(model.index(row, 0)) is not None
    }
    assert shown == {"2024 / texts", "2024 / texts / old", "2025 / texts", "2025 / texts / old"}
    # alone, each has its own name
    application.window.folder_panel.set_folders(folders[1:])
    assert node(application, folders[1]).name == "texts"


def rows(panel: FolderPanel) -> list[str]:
    """Read the tree as it is seen, each folder with the word of its role."""
    tree, found = panel.tree, []
    index = tree.indexBelow(tree.folders.index(0, 0))
    while index.isValid():
        node = tree.folders.node(index)
        found.append(f"{node.name} ({role_word(node)})".removesuffix(" ()"))
        index = tree.indexBelow(index)
    return found


def saved(qtbot: QtBot, application: Application, path: Path) -> Path:
    """Save the results with what is marked."""
    with qtbot.waitSignal(application.session.writer.saved):
        application.session.save(path, application.window.group_model.marks_kept())
    return path


def open_saved(qtbot: QtBot, application: Application, path: Path) -> None:
    with qtbot.waitSignal(application.session.opened):
        application.session.open(path)
    wait_until_idle(qtbot, application)


def write_roles(path: Path, roles: object) -> None:
    """Let saved results name other roles."""
    lines = gzip.decompress(path.read_bytes()).splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | {"roles": roles}).encode()
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))


def is_checkable(application: Application, name: str) -> bool:
    model = application.window.group_model
    index = model.index_of(key_named(application, name)).siblingAtColumn(GroupColumn.MARK)
    return bool(model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable)


def test_the_deepest_role_wins_and_normal_needs_no_word(tmp_path: Path) -> None:
    outer, inner, deep = tmp_path / "a", tmp_path / "a/b", tmp_path / "a/b/c"
    roles = with_role(Roles(), outer, Role.PROTECTED)
    roles = with_role(roles, inner, Role.NORMAL)
    roles = with_role(roles, deep, Role.EXCLUDED)

    def shown(folder: Path) -> list[tuple[Path, Role, bool]]:
        return [(row.path, row.role, row.inherited) for row in folder_rows([folder], roles)]

    given = [(outer, Role.PROTECTED), (inner, Role.NORMAL), (deep, Role.EXCLUDED)]
    assert shown(outer) == [(*one, False) for one in given]
    assert shown(deep / "d") == [(deep / "d", Role.EXCLUDED, True)]
    assert with_role(roles, deep, None).folders.keys() == {outer, inner}
    normal = with_role(with_role(roles, outer, Role.NORMAL), inner, Role.NORMAL)
    assert normal.folders == {deep: Role.EXCLUDED}


def test_the_panel_gives_roles_to_folders_and_subfolders(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    inner = tmp_path / "文档" / "b" / "c"
    inner.mkdir(parents=True)
    panel = FolderPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.set_folders([tmp_path / "文档"])
    tree = panel.tree
    tree.select([tmp_path / "文档"])
    actions = {one.text().replace("&", ""): one for one in tree.actions()}
    with qtbot.waitSignal(panel.roles_changed) as changed:
        actions["Protect this folder"].trigger()
    assert changed.args[0].folders == {tmp_path / "文档": Role.PROTECTED}
    assert rows(panel) == ["文档 (protected)"]
    tip = str(tree.folders.index_of(tmp_path / "文档").data(Qt.ItemDataRole.ToolTipRole))
    assert "its documents stay, none of them is marked" in tip
    assert actions["Protect this folder"].isChecked()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(inner))
    actions["Exclude a subfolder…"].trigger()
    tree.expandAll()
    assert rows(panel) == ["文档 (protected)", "b (protected)", "c (excluded)"]
    # the list keeps its folders; a subfolder that is removed from it loses its role alone
    assert panel.folders() == (tmp_path / "文档",)
    tree.select([inner])
    with qtbot.assertNotEmitted(panel.folders_changed):
        panel.remove_selected()
    assert panel.roles().folders == {tmp_path / "文档": Role.PROTECTED}
    # a folder that is taken off the list keeps its role: it may come back
    tree.select([tmp_path / "文档"])
    panel.remove_selected()
    assert panel.folders() == ()
    panel.set_folders([tmp_path / "文档"])
    assert rows(panel) == ["文档 (protected)"]


def test_protected_documents_cannot_be_marked_by_anything(
    qtbot: QtBot, application: Application, library: Path
) -> None:
    window, model = application.window, application.window.group_model
    mark(application, "lease copy.txt", "lease copy 2.txt", "lease garden.txt")
    view = window.group_view
    view.setCurrentIndex(model.index_of(key_named(application, "lease copy.txt")))
    view.commands._protect.trigger()
    assert window.folder_panel.roles().folders == {library / "a" / "b": Role.PROTECTED}
    assert "~/library/a/b is protected: its documents stay" in window.alert.text()
    assert marked_names(application) == {"lease copy 2.txt", "lease garden.txt"}
    row = model.index_of(key_named(application, "lease copy.txt"))
    index, name = (row.siblingAtColumn(one) for one in (GroupColumn.MARK, GroupColumn.NAME))
    assert not is_checkable(application, "lease copy.txt")
    assert is_checkable(application, "lease copy 2.txt")
    assert index.data(Qt.ItemDataRole.CheckStateRole) is None
    assert not model.setData(index, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert "Its folder is protected" in name.data(Qt.ItemDataRole.ToolTipRole)
    assert name.data(Qt.ItemDataRole.AccessibleTextRole) == "lease copy.txt, protected"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "protected"
    window.commands.mark_same_text.trigger()
    view.selectAll()
    view.toggle_marks()
    model.mark([key_named(application, "lease copy.txt")], on=True)
    model.set_marked([key_named(application, "lease copy.txt"), *model.marked()])
    assert "lease copy.txt" not in marked_names(application)
    mark(application, "lease copy 2.txt")
    answer(qtbot, application, asked(qtbot, application, window.commands.trash))
    assert (library / "a/b/lease copy.txt").exists()
    assert not (library / "a/lease copy 2.txt").exists()


def test_roles_hold_after_a_restart_and_for_plans_made_before(
    qtbot: QtBot, open_window: Open, library: Path
):
    first = open_window(library)
    mark(first, "lease copy.txt")
    dialog = asked(qtbot, first, first.window.commands.trash)
    dialog.reject()
    first.window.folder_panel.set_role(library / "a", Role.PROTECTED)
    # it is remembered at once, not when the window closes, and where `prune` finds it
    assert read_roles().folders == {library / "a": Role.PROTECTED}
    ROLES.path.unlink()  # an earlier version did not write it
    second = open_window(library)
    assert read_roles().folders == {library / "a": Role.PROTECTED}
    assert second.session.results.roles.folders == {library / "a": Role.PROTECTED}
    assert "a (protected)" in rows(second.window.folder_panel)
    assert rows(second.window.folder_panel)[0] == "library"
    assert not is_checkable(second, "lease copy.txt")
    assert not is_checkable(second, "lease utf-16.txt")
    assert is_checkable(second, "lease garden.txt")
    second.window.folder_panel.set_role(library / "a", None)
    assert read_roles().folders == {}
    second.window.close()
    keep_roles(Roles({library / "a": Role.PROTECTED}))  # protection outlives the settings
    third = open_window(library)
    assert third.session.results.roles.folders == {library / "a": Role.PROTECTED}
    assert not is_checkable(third, "lease copy.txt")


def test_a_demo_changes_no_roles_of_the_user(
    qtbot: QtBot, library: Path, tmp_path: Path, index_path: Path
):
    keep_roles(Roles({library / "a": Role.PROTECTED}))
    store = QSettings(str(tmp_path / "demo.ini"), QSettings.Format.IniFormat)
    application = Application(store, index_path, demo=True)
    qtbot.addWidget(application.window)
    application.start([library])
    wait_until_idle(qtbot, application)
    assert application.session.results.roles.folders == {}
    application.window.folder_panel.set_role(library, Role.EXCLUDED)
    assert read_roles().folders == {library / "a": Role.PROTECTED}
    application.window.close()


def test_roles_hold_after_a_session_is_reloaded(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path
):
    first = open_window(library)
    first.window.folder_panel.set_role(library / "a" / "b", Role.PROTECTED)
    first.window.folder_panel.set_role(library / "会议", Role.EXCLUDED)
    wait_until_idle(qtbot, first)
    qtbot.waitUntil(lambda: "纪要.txt" not in names_in_groups(first))
    mark(first, "lease copy 2.txt")
    path = saved(qtbot, first, tmp_path / "kept.variorum")
    assert load_results(path).roles.folders == first.session.results.roles.folders
    # on another computer nothing is known of them but from the file
    first.window.folder_panel.set_roles(Roles())
    first.window.folder_panel.roles_changed.emit(Roles())
    first.window.close()
    second = open_window()
    assert second.session.results.roles.folders == {}
    second.window.folder_panel.set_role(library / "a", Role.PROTECTED)
    open_saved(qtbot, second, path)
    assert second.session.results.roles.folders == {
        library / "a": Role.PROTECTED,
        library / "a" / "b": Role.PROTECTED,
        library / "会议": Role.EXCLUDED,
    }
    assert not second.window.group_model.marked()  # what was marked is protected here
    assert not is_checkable(second, "lease copy.txt")
    assert "a (protected)" in rows(second.window.folder_panel)
    report = second.session.results.report
    plan_of = second.window.commands.trash
    mark(second, "lease garden.txt")
    dialog = asked(qtbot, second, plan_of)
    assert [one.document.path.name for one in dialog.plan.removals] == ["lease garden.txt"]
    dialog.reject()
    assert all("会议" not in str(one.path) for one in report.documents.values())


def test_a_second_window_takes_no_protection_away(open_window: Open, library: Path):
    first, second = open_window(library), open_window(library)
    first.window.folder_panel.set_role(library / "a", Role.PROTECTED)
    second.window.folder_panel.set_role(library / "会议", Role.EXCLUDED)
    both = {library / "a": Role.PROTECTED, library / "会议": Role.EXCLUDED}
    assert read_roles().folders == both
    # the window that did not know of it shows it, and keeps it in its settings, too
    assert second.window.folder_panel.roles().folders == both
    assert not is_checkable(second, "lease copy.txt")
    first.window.folder_panel.set_role(library / "a", None)
    assert read_roles().folders == {library / "会议": Role.EXCLUDED}


def test_roles_of_opened_results_hold_for_these_alone(
    qtbot: QtBot, application: Application, library: Path, tmp_path: Path
) -> None:
    panel = application.window.folder_panel
    everything = names_in_groups(application)
    panel.set_role(library / "会议", Role.PROTECTED)
    own = {library / "会议": Role.PROTECTED}
    path = saved(qtbot, application, tmp_path / "kept.variorum")
    write_roles(path, [["/", "excluded"]])
    open_saved(qtbot, application, path)
    assert not names_in_groups(application)
    assert read_roles().folders == own
    # what the user changes meanwhile is kept, and nothing else of what is shown
    panel.set_role(library / "a", Role.PROTECTED)
    own[library / "a"] = Role.PROTECTED
    assert read_roles().folders == own
    assert {one.folder: one.role for one in application.settings.now.roles} == own
    scan(qtbot, application)
    assert names_in_groups(application) == everything
    assert panel.roles().folders == own
    # a role of theirs can be taken away, too
    open_saved(qtbot, application, path)
    panel.set_role(Path("/"), None)
    qtbot.waitUntil(lambda: names_in_groups(application) == everything)
    assert read_roles().folders == own


def test_excluded_folders_leave_the_results_and_come_back(
    qtbot: QtBot, application: Application, library: Path
) -> None:
    session, panel = application.session, application.window.folder_panel
    everything = names_in_groups(application)
    panel.set_role(library / "a", Role.EXCLUDED)
    left = {"lease.txt", "lease garden.txt", "纪要.txt", "纪要 (1).txt"}
    qtbot.waitUntil(lambda: names_in_groups(application) == left)
    assert panel._left_out.text() == "3 documents in excluded folders are left out."
    assert session.results.report.counts.documents == 4
    # a scan leaves them out, too, and yet the index knows them
    scan(qtbot, application)
    assert names_in_groups(application) == left
    assert session.results.report.counts.read == 0
    panel.set_role(library / "a", None)
    qtbot.waitUntil(lambda: names_in_groups(application) == everything)
    assert not panel._left_out.isVisible()
    # what is gone meanwhile stays away when a folder comes back
    panel.set_role(library / "会议", Role.EXCLUDED)
    qtbot.waitUntil(lambda: "纪要.txt" not in names_in_groups(application))
    mark(application, "lease copy.txt")
    answer(qtbot, application, asked(qtbot, application, application.window.commands.trash))
    panel.set_role(library / "会议", None)
    everything -= {"lease copy.txt"}
    qtbot.waitUntil(lambda: names_in_groups(application) == everything)
    # another role while a scan runs
    application.window.commands.scan.trigger()
    panel.set_role(library / "a", Role.EXCLUDED)
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: names_in_groups(application) == left)


def test_undo_in_opened_results_puts_documents_back(
    qtbot: QtBot, application: Application, tmp_path: Path
) -> None:
    path = saved(qtbot, application, tmp_path / "kept.variorum")
    open_saved(qtbot, application, path)
    mark(application, "lease copy.txt")
    answer(qtbot, application, asked(qtbot, application, application.window.commands.trash))
    assert "lease copy.txt" not in names_in_groups(application)
    undo = application.window.commands.undo
    qtbot.waitUntil(undo.isEnabled)
    with qtbot.waitSignal(application.session.undone):
        undo.trigger()
    qtbot.waitUntil(lambda: "lease copy.txt" in names_in_groups(application))
    assert application.session.status.phase == "opened"


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_commands_pass_over_what_was_not_read_in_full(open_window: Open, library: Path):
    """A document with characters that could not be decoded may be marked by its own row alone."""
    text = (library / "纪要.txt").read_bytes()
    broken = text[:60] + b"\xff" + text[60:]
    for name in ("broken.txt", "broken copy.txt"):
        (library / name).write_bytes(broken)
    application = open_window(library)
    report, model = application.session.results.report, application.window.group_model
    lossy = {key for key, one in report.documents.items() if one.lossy}
    assert lossy
    kinds = {m.document: m.kind for g in report.groups for m in g.members}
    members = lossy & kinds.keys()
    assert members
    application.window.group_view.selectAll()
    application.window.group_view.toggle_marks()
    assert model.marked()
    assert not members & model.marked()
    model.set_marked(())
    model.mark_kinds(set(Kind))
    assert not members & model.marked()
    model.mark(members, on=True)
    assert members <= model.marked()


_NAMES = ("a", "b", "c")
_FOLDERS = st.lists(st.sampled_from(_NAMES), min_size=1, max_size=4).map(lambda p: Path("/r", *p))
_ROLES = st.dictionaries(_FOLDERS, st.sampled_from(Role), max_size=6).map(Roles)


@given(mine=_ROLES, others=_ROLES, folder=_FOLDERS)
def test_joined_roles_are_the_stricter_of_both(mine: Roles, others: Roles, folder: Path):
    file, strict = folder / "1.txt", [Role.NORMAL, Role.PROTECTED, Role.EXCLUDED]
    both = mine.of(file), others.of(file)
    assert mine.joined(others).of(file) is max(both, key=strict.index)


def test_roles_in_saved_results_are_checked(
    qtbot: QtBot, application: Application, tmp_path: Path
) -> None:
    path = saved(qtbot, application, tmp_path / "kept.variorum")
    for roles in ([["relative", "protected"]], [["/a", "sacred"]], {"/a": "protected"}, [["/a"]]):
        write_roles(path, roles)
        with pytest.raises(ResultsFileError, match="damaged"):
            load_results(path)
