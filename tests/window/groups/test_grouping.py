"""Groups by components in the window: what is told of linked documents, and what marks them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.model import GroupModel
from app.groups.view import GroupView
from app.removal.dialog import RemovalDialog, summed_up
from app.session.states import Activity
from app.settings.dialog import SettingsDialog
from builders import chinese_text
from group_reports import group, member, report
from simcore import Grouping, Kind, plan_removal
from simcore.model.records import DocumentId
from windows import Open, scan

TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def library(private_home: Path) -> Path:
    """A text that moves on from version to version, and a copy of the one in the middle."""
    folder = private_home / "versions"
    folder.mkdir()
    lines = chinese_text(5, 12 * 320).splitlines(keepends=True)
    for version in range(16):
        text = "".join(lines[version * 14 : version * 14 + 100])
        (folder / f"{version}.txt").write_text(text, encoding="utf-8")
    shutil.copy(folder / "5.txt", folder / "5 copy.txt")
    return folder


def choose_grouping(application: Application, grouping: Grouping) -> None:
    application.window.commands.settings.trigger()
    dialog = application.window.findChildren(SettingsDialog)[-1]
    dialog.advanced.grouping.setCurrentIndex(dialog.advanced.grouping.findData(grouping.value))
    dialog.accept()


def rows(
    model: GroupModel, column: GroupColumn, role: int = Qt.ItemDataRole.DisplayRole
) -> list[str]:
    """Read a column of all documents of the first group."""
    found = []
    for row in range(1, model.rowCount()):
        index = model.index(row, column)
        if model.document_at(index) is None:
            break
        found.append(str(model.data(index, role)))
    return found


def groups_shown(model: GroupModel) -> int:
    return model.totals()[1]


def test_the_setting_regroups_without_a_scan_and_a_scan_completes_it(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window(library)
    model, session = application.window.group_model, application.session
    stars = groups_shown(model)
    assert stars > 2
    away = library.rename(library.with_name("unplugged"))
    choose_grouping(application, Grouping.COMPONENTS)
    qtbot.waitUntil(lambda: groups_shown(model) == 1)
    assert session.activity is Activity.NONE
    assert set(rows(model, GroupColumn.KIND)) == {
        "Kept: has most copies",
        "Identical",
        "Similar",
        "Linked",
    }
    shares = rows(model, GroupColumn.SIMILARITY)
    uncompared = shares.count("not compared")
    assert uncompared > 0
    title = model.title_at(model.index(0, 0))
    assert title.facts.endswith(f"{uncompared} not compared")
    tips = rows(model, GroupColumn.SIMILARITY, TIP)
    assert all(
        ("not compared with the kept one" in tip) == (share == "not compared")
        for tip, share in zip(tips, shares, strict=True)
    )
    linked = sum(kind == "Linked" for kind in rows(model, GroupColumn.KIND))
    assert f"{linked} linked through others" in application.window.summary.toolTip()

    away.rename(library)
    scan(qtbot, application)
    assert session.results.report.counts.read == 0
    assert "not compared" not in rows(model, GroupColumn.SIMILARITY)
    assert rows(model, GroupColumn.KIND).count("Linked") == linked
    shares = [
        share.split()[0] for share in rows(model, GroupColumn.SIMILARITY) if share[0].isdigit()
    ]
    assert min(map(float, shares)) < 5, "the ends have hardly anything in common"
    title = model.title_at(model.index(0, 0))
    assert "not compared" not in title.facts

    choose_grouping(application, Grouping.LEADERS)
    qtbot.waitUntil(lambda: groups_shown(model) == stars)
    choose_grouping(application, Grouping.COMPONENTS)
    qtbot.waitUntil(lambda: groups_shown(model) == 1)
    application.window.close()
    again = open_window()
    assert again.session.config.grouping is Grouping.COMPONENTS
    assert groups_shown(again.window.group_model) == 1
    assert "not compared" not in rows(again.window.group_model, GroupColumn.SIMILARITY)


def test_rules_mark_what_equals_the_kept_document_alone(qtbot: QtBot, application: Application):
    application.session.set_config(
        replace(application.session.config, grouping=Grouping.COMPONENTS)
    )
    scan(qtbot, application)
    documents = application.session.results.report.documents
    names = {key: made.path.name for key, made in documents.items()}
    for command in (
        application.window.commands.mark_identical,
        application.window.commands.mark_same_text,
    ):
        command.trigger()
        marked = {names[key] for key in application.window.group_model.marked()}
        assert len(marked) == 1
        assert marked < {"5.txt", "5 copy.txt"}


# ---- a group made by hand: 1 keeps 2 (near), 3 (linked), 4 (linked, not compared)


def chained() -> object:
    return report(
        [
            group(
                1,
                member(2, resemblance=0.9),
                member(3, distance=20, resemblance=0.4, kind=Kind.LINKED),
                member(4, distance=30, resemblance=None, kind=Kind.LINKED),
            )
        ]
    )


@pytest.fixture
def view(qtbot: QtBot) -> GroupView:
    view = GroupView()
    qtbot.addWidget(view)
    view.setModel(GroupModel(view))
    view.resize(900, 300)
    view.show()
    view.model().set_report(chained())
    return view


def press_space(view: GroupView, index: QModelIndex) -> frozenset[DocumentId]:
    view.setCurrentIndex(index)
    QTest.keyClick(view, Qt.Key.Key_Space)
    return view.model().marked()


def test_linked_documents_are_told(view: GroupView) -> None:
    model = view.model()
    assert rows(model, GroupColumn.KIND) == ["Kept: similar to most", "Similar", "Linked", "Linked"]
    assert rows(model, GroupColumn.SIMILARITY) == ["–", "90 %", "40 %", "not compared"]
    assert rows(model, GroupColumn.DISTANCE) == ["–", "5", "20", "30"]
    tips = rows(model, GroupColumn.KIND, TIP)
    assert ["through other documents" in tip for tip in tips] == [False, False, True, True]
    title = model.data(model.index(0, 0), TIP)
    assert "lowest similarity 40 %  ·  1 not compared" in title
    assert "Least similar: 00003.txt, 40 %" in title
    model.sort(GroupColumn.SIMILARITY)
    assert rows(model, GroupColumn.SIMILARITY) == ["–", "not compared", "40 %", "90 %"]
    model.sort(GroupColumn.KIND)
    assert rows(model, GroupColumn.KIND) == ["Kept: similar to most", "Similar", "Linked", "Linked"]


def test_a_groups_row_does_not_mark_linked_documents(view: GroupView) -> None:
    model = view.model()
    title = model.index(0, 0)
    assert press_space(view, title) == {2}
    assert press_space(view, model.index_of(DocumentId(3))) == {2, 3}
    assert press_space(view, title) == frozenset(), "but it takes all marks away"
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert model.marked() == {2}


def test_the_menu_says_that_it_leaves_them_out(view: GroupView) -> None:
    view.setCurrentIndex(view.model().index_of(DocumentId(2)))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = (one for one in view.findChildren(QMenu) if one.isVisible())
    texts = {action.text().replace("&", ""): action for action in menu.actions()}
    assert "Mark all other documents of this group" not in texts
    texts["Mark all of this group but the linked ones"].trigger()
    assert view.model().marked() == {2}
    view.model().mark([DocumentId(4)], on=True)
    texts["Unmark all of this group"].trigger()
    assert view.model().marked() == frozenset()
    menu.close()


def test_a_groups_row_does_not_mark_documents_with_other_numbers(view: GroupView) -> None:
    invoice = replace(member(3, resemblance=0.98), numbers_only=True)
    view.model().set_report(report([group(1, member(2, resemblance=0.9), invoice)]))
    assert press_space(view, view.model().index(0, 0)) == {2}
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = (one for one in view.findChildren(QMenu) if one.isVisible())
    texts = [action.text().replace("&", "") for action in menu.actions()]
    assert "Mark all of this group but those with other numbers only" in texts
    menu.close()
    assert press_space(view, view.model().index_of(DocumentId(3))) == {2, 3}


def test_a_mark_is_out_of_force_while_its_document_is_only_linked(view: GroupView) -> None:
    """Marked as a near-duplicate of one document, it may turn up beside another."""
    model = view.model()
    stars = report([group(3, member(4, kind=Kind.IDENTICAL)), group(1, member(2))])
    model.set_report(stars)
    model.set_marked([DocumentId(4), DocumentId(2)])
    model.set_report(chained())
    assert model.marked() == {2}
    model.mark([DocumentId(3)], on=True)
    assert model.marked() == {2, 3}
    model.set_report(chained())
    assert model.marked() == {2, 3}, "what was marked as it is stays marked"
    model.set_report(stars)
    assert model.marked() == {2, 4}
    model.set_report(chained())
    assert model.marked() == {2, 3}


def test_the_trash_shows_linked_documents_first(qtbot: QtBot) -> None:
    shown = chained()
    plan = plan_removal(shown, {DocumentId(2), DocumentId(3), DocumentId(4)})
    assert {(r.document.id, r.witness.id, r.resemblance) for r in plan.removals} == {
        (2, 1, 0.9),
        (3, 1, 0.4),
        (4, 1, None),
    }
    dialog = RemovalDialog(summed_up(plan))
    qtbot.addWidget(dialog)
    assert "2 linked to it through others alone" in dialog.words()
    model = dialog.pairs.pairs
    rows = [row for row in range(model.rowCount()) if model.record(row) is not None]
    assert [[model.index(row, column).data() for column in (2, 1)] for row in rows] == [
        ["not compared", "Linked, by hand only"],
        ["40 %", "Linked, by hand only"],
        ["90 %", "Similar"],
    ]
    only_near = RemovalDialog(summed_up(plan_removal(shown, {DocumentId(2)})))
    qtbot.addWidget(only_near)
    assert "linked" not in only_near.words()


def test_every_kind_has_room_in_its_column(view: GroupView) -> None:
    invoice = replace(member(3, resemblance=0.98), numbers_only=True)
    view.model().set_report(report([group(1, member(2, resemblance=0.9), invoice)]))
    shown = view.visualRect(view.model().index_of(DocumentId(3)).siblingAtColumn(GroupColumn.KIND))
    for words in ("numbers only", "part of it", "same text", "identical"):
        assert view.fontMetrics().horizontalAdvance(words) + 6 <= shown.width()
