"""What a screen reader is told: all that takes the keyboard has a name and a fitting role."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from looking import nameless, stops
from screen_walk import furnished
from simcore import Kind
from windows import Open, scan

_Name = QAccessible.Text.Name
_SILENT = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane}


def interfaces(root: QObject) -> Iterator[QAccessibleInterface]:
    """Walk the tree that Qt hands to screen readers, cells of long lists left out."""
    top = QAccessible.queryAccessibleInterface(root)
    assert top is not None
    left = [top]
    while left:
        one = left.pop()
        yield one
        if not isinstance(one.object(), QAbstractItemView):
            children = (one.child(number) for number in range(one.childCount()))
            left.extend(child for child in children if child is not None and child.isValid())


@pytest.fixture
def library(private_home: Path) -> Path:
    return furnished(private_home / "文档")


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, library: Path) -> Application:
    application = open_window(library)
    scan(qtbot, application)
    return application


def test_on_the_welcome_page_everything_has_a_name(open_window: Open):
    window = open_window().window
    assert nameless(window) == []
    names = [one.text(_Name) for one in interfaces(window)]
    assert "Find documents that say the same" in names


def test_among_results_everything_has_a_name_and_a_role(application: Application):
    window = application.window
    window.threshold_bar.picture_action.setChecked(True)
    window.alert.show_problem("Something is wrong.")
    assert len(stops(window)) > 25
    assert nameless(window) == []
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and not button.text() and button.focusPolicy():
            assert button.accessibleName() or button.toolTip(), button
    for one in stops(window):
        interface = QAccessible.queryAccessibleInterface(one)
        assert interface.role() not in _SILENT, one


def test_roles_are_those_of_what_the_parts_do(application: Application) -> None:
    window, roles = application.window, QAccessible.Role
    panes = window.difference_view.panes
    wanted = {
        window.group_view: roles.Table,
        window.folder_panel.tree: roles.Tree,
        window.threshold_bar.distance_slider: roles.Slider,
        window.filter_bar: roles.EditableText,
        panes.left_pane: roles.Document,
        panes.right_pane: roles.Document,
        panes.strip: roles.Graphic,
        window.strip.button: roles.PushButton,
    }
    tiles = dict.fromkeys((window.strip.all, *window.strip.kinds.values()), roles.CheckBox)
    for widget, role in (wanted | tiles).items():
        assert QAccessible.queryAccessibleInterface(widget).role() is role, widget
    for tile in tiles:
        assert QAccessible.queryAccessibleInterface(tile).state().checkable


def test_tiles_and_rows_say_in_words_what_colours_and_signs_show(application: Application) -> None:
    window, model = application.window, application.window.group_model
    assert window.strip.kinds[Kind.IDENTICAL].accessibleName() == "Identical: 1"

    def said() -> list[str]:
        cells = [model.index(row, GroupColumn.MARK) for row in range(model.rowCount())]
        return [cell.data(Qt.ItemDataRole.AccessibleTextRole) for cell in cells]

    documents = {model.document_at(model.index(row, 0)): word for row, word in enumerate(said())}
    documents.pop(None)
    assert set(documents.values()) == {"kept", "not marked"}
    window.strip.button.click()
    marked = [row for row, word in enumerate(said()) if word == "marked"]
    documents = {model.document_at(model.index(row, 0)) for row in marked}
    assert documents == model.marked() != frozenset()
    kinds = {model.index(row, GroupColumn.KIND).data() for row in marked}
    assert kinds == {"Identical", "Part"}  # the copy is a part of another document, too
