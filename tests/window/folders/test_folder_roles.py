"""Folders that protect their documents, or leave them out: in the panel, the results, and saved."""

import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.folders.model import folder_rows, role_word, with_role
from app.folders.panel import FolderPanel
from app.groups.columns import GroupColumn
from kept_roles import keep_roles
from leases import answer, library, mark, names_in_groups
from simcore import Kind, load_results
from simcore.files.roles import Role, Roles
from simcore.index.judgements import ROLES, read_roles
from simcore.model.reasons import ResultsFileError
from windows import Open, asked, scan, wait_until_idle

__all__ = ["library"]


def document(application: Application, name: str) -> object:
    report = application.session.results.report
    assert report is not None
    return next(key for key, one in report.documents.items() if one.path.name == name)


def rows(panel: FolderPanel) -> list[str]:
    """Read the tree as it is seen, each folder with the word of its role."""
    tree, found = panel.tree, []
    index = tree.indexBelow(tree.folders.index(0, 0))
    while index.isValid():
        node = tree.folders.node(index)
        assert node is not None
        word = role_word(node)
        found.append(f"{node.name} ({word})" if word else node.name)
        index = tree.indexBelow(index)
    return found


def is_checkable(application: Application, name: str) -> bool:
    model = application.window.group_model
    index = model.index_of(document(application, name)).siblingAtColumn(GroupColumn.MARK)
    return bool(model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable)


def test_the_deepest_role_wins_and_normal_needs_no_word(tmp_path: Path):
    outer, inner, deep = tmp_path / "a", tmp_path / "a/b", tmp_path / "a/b/c"
    roles = with_role(Roles(), outer, Role.PROTECTED)
    roles = with_role(roles, inner, Role.NORMAL)
    roles = with_role(roles, deep, Role.EXCLUDED)
    assert [(row.path, row.role, row.inherited) for row in folder_rows([outer], roles)] == [
        (outer, Role.PROTECTED, False),
        (inner, Role.NORMAL, False),
        (deep, Role.EXCLUDED, False),
    ]
    assert [(row.role, row.inherited) for row in folder_rows([deep / "d"], roles)] == [
        (Role.EXCLUDED, True)
    ]
    assert with_role(roles, deep, None).folders.keys() == {outer, inner}
    assert with_role(with_role(roles, outer, Role.NORMAL), inner, Role.NORMAL).folders == {
        deep: Role.EXCLUDED
    }


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
    qtbot: QtBot, open_window: Open, library: Path
):
    application = open_window(library)
    window, model = application.window, application.window.group_model
    mark(application, "lease copy.txt", "lease copy 2.txt", "lease garden.txt")
    view = window.group_view
    view.setCurrentIndex(model.index_of(document(application, "lease copy.txt")))
    view._actions._protect.trigger()
    assert window.folder_panel.roles().folders == {library / "a" / "b": Role.PROTECTED}
    assert "~/library/a/b is protected: its documents stay" in window.alert.text()
    assert names_marked(application) == {"lease copy 2.txt", "lease garden.txt"}
    row = model.index_of(document(application, "lease copy.txt"))
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
    model.mark([document(application, "lease copy.txt")], on=True)
    model.set_marked([document(application, "lease copy.txt"), *model.marked()])
    assert "lease copy.txt" not in names_marked(application)
    mark(application, "lease copy 2.txt")
    answer(qtbot, application, asked(qtbot, application, window.commands.trash))
    assert (library / "a/b/lease copy.txt").exists()
    assert not (library / "a/lease copy 2.txt").exists()


def names_marked(application: Application) -> set[str]:
    report = application.session.results.report
    assert report is not None
    return {report.documents[one].path.name for one in application.window.group_model.marked()}


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


def test_protection_outlives_the_settings(open_window: Open, library: Path, tmp_path: Path):
    keep_roles(Roles({library / "a": Role.PROTECTED}))
    application = open_window(library)
    assert application.session.results.roles.folders == {library / "a": Role.PROTECTED}
    assert not is_checkable(application, "lease copy.txt")
    application.window.folder_panel.set_role(library / "a", None)
    assert read_roles().folders == {}


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
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    first = open_window(library)
    first.window.folder_panel.set_role(library / "a" / "b", Role.PROTECTED)
    first.window.folder_panel.set_role(library / "会议", Role.EXCLUDED)
    wait_until_idle(qtbot, first)
    qtbot.waitUntil(lambda: "纪要.txt" not in names_in_groups(first))
    mark(first, "lease copy 2.txt")
    path = tmp_path / "kept.variorum"
    with qtbot.waitSignal(first.session.writer.saved, timeout=60_000):
        first.session.save(path, first.window.group_model.marks_kept())
    assert load_results(path).roles.folders == first.session.results.roles.folders
    # on another computer nothing is known of them but from the file
    first.window.folder_panel.set_roles(Roles())
    first.window.folder_panel.roles_changed.emit(Roles())
    first.window.close()
    second = open_window()
    assert second.session.results.roles.folders == {}
    second.window.folder_panel.set_role(library / "a", Role.PROTECTED)
    with qtbot.waitSignal(second.session.opened, timeout=60_000):
        second.session.open(path)
    wait_until_idle(qtbot, second)
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
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path
):
    application = open_window(library)
    panel = application.window.folder_panel
    everything = names_in_groups(application)
    panel.set_role(library / "会议", Role.PROTECTED)
    own = {library / "会议": Role.PROTECTED}
    path = tmp_path / "kept.variorum"
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        application.session.save(path, ())
    lines = gzip.decompress(path.read_bytes()).splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | {"roles": [["/", "excluded"]]}).encode()
    path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
    with qtbot.waitSignal(application.session.opened, timeout=60_000):
        application.session.open(path)
    wait_until_idle(qtbot, application)
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
    with qtbot.waitSignal(application.session.opened, timeout=60_000):
        application.session.open(path)
    panel.set_role(Path("/"), None)
    qtbot.waitUntil(lambda: names_in_groups(application) == everything)
    assert read_roles().folders == own


def test_excluded_folders_leave_the_results_and_come_back(
    qtbot: QtBot, open_window: Open, library: Path
):
    application = open_window(library)
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
    # another role while a scan runs
    application.window.commands.scan.trigger()
    panel.set_role(library / "a", Role.EXCLUDED)
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: names_in_groups(application) == left)


def test_what_is_gone_stays_away_when_a_folder_comes_back(
    qtbot: QtBot, open_window: Open, library: Path
):
    application = open_window(library)
    panel = application.window.folder_panel
    panel.set_role(library / "会议", Role.EXCLUDED)
    qtbot.waitUntil(lambda: "纪要.txt" not in names_in_groups(application))
    mark(application, "lease copy.txt")
    answer(qtbot, application, asked(qtbot, application, application.window.commands.trash))
    panel.set_role(library / "会议", None)
    qtbot.waitUntil(lambda: "纪要.txt" in names_in_groups(application))
    assert "lease copy.txt" not in names_in_groups(application)


def test_undo_in_opened_results_puts_documents_back(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path
):
    application = open_window(library)
    path = tmp_path / "kept.variorum"
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        application.session.save(path, ())
    with qtbot.waitSignal(application.session.opened, timeout=60_000):
        application.session.open(path)
    wait_until_idle(qtbot, application)
    mark(application, "lease copy.txt")
    answer(qtbot, application, asked(qtbot, application, application.window.commands.trash))
    assert "lease copy.txt" not in names_in_groups(application)
    undo = application.window.commands.undo
    qtbot.waitUntil(undo.isEnabled)
    with qtbot.waitSignal(application.session.undone, timeout=60_000):
        undo.trigger()
    qtbot.waitUntil(lambda: "lease copy.txt" in names_in_groups(application))
    assert application.session.status.phase == "opened"


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_commands_pass_over_what_was_not_read_in_full(
    qtbot: QtBot, open_window: Open, library: Path
):
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
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path
):
    application = open_window(library)
    path = tmp_path / "kept.variorum"
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        application.session.save(path, ())
    lines = gzip.decompress(path.read_bytes()).splitlines()
    header = json.loads(lines[0])
    for roles in ([["relative", "protected"]], [["/a", "sacred"]], {"/a": "protected"}, [["/a"]]):
        lines[0] = json.dumps(header | {"roles": roles}).encode()
        path.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
        with pytest.raises(ResultsFileError, match="damaged"):
            load_results(path)
