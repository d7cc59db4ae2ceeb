"""What a screen reader is told: all that takes the keyboard has a name and a fitting role."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QWidget
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


def test_on_the_welcome_page_everything_has_a_name(qtbot: QtBot, open_window: Open):
    window = open_window().window
    assert nameless(window) == []
    names = [one.text(_Name) for one in interfaces(window)]
    assert "Find documents that say the same" in names


def test_among_results_everything_has_a_name_and_a_role(application: Application):
    window = application.window
    window.threshold_bar.picture_action.setChecked(True)
    assert len(stops(window)) > 25
    assert nameless(window) == []
    for one in stops(window):
        interface = QAccessible.queryAccessibleInterface(one)
        assert interface is not None
        assert interface.role() not in _SILENT, one


def test_roles_are_those_of_what_the_parts_do(application: Application):
    window = application.window

    def role(widget: QWidget) -> QAccessible.Role:
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface is not None
        return interface.role()

    roles = QAccessible.Role
    assert role(window.group_view) is roles.Table
    assert role(window.folder_panel.tree) is roles.Tree
    assert role(window.threshold_bar.distance_slider) is roles.Slider
    assert role(window.filter_bar) is roles.EditableText
    panes = window.difference_view.panes
    assert role(panes.left_pane) is role(panes.right_pane) is roles.Document
    assert role(panes.strip) is roles.Graphic
    assert role(window.strip.button) is roles.PushButton
    for tile in (window.strip.all, *window.strip.kinds.values()):
        assert role(tile) is roles.CheckBox
        assert QAccessible.queryAccessibleInterface(tile).state().checkable


def test_tiles_and_rows_say_in_words_what_colours_and_signs_show(application: Application):
    window, model = application.window, application.window.group_model
    assert window.strip.kinds[Kind.IDENTICAL].accessibleName() == "Identical: 1"
    said = {
        str(model.data(model.index(row, GroupColumn.MARK), Qt.ItemDataRole.AccessibleTextRole))
        for row in range(model.rowCount())
        if model.document_at(model.index(row, 0)) is not None
    }
    assert said == {"kept", "not marked"}
    window.strip.button.click()
    marked = [
        row
        for row in range(model.rowCount())
        if model.data(model.index(row, GroupColumn.MARK), Qt.ItemDataRole.AccessibleTextRole)
        == "marked"
    ]
    documents = {model.document_at(model.index(row, 0)) for row in marked}
    assert documents == model.marked() != frozenset()
    kinds = {model.index(row, GroupColumn.KIND).data() for row in marked}
    assert kinds == {"Identical", "Part"}  # the copy is a part of another document, too


def test_every_button_without_words_says_what_it_does(application: Application):
    for button in application.window.findChildren(QAbstractButton):
        if button.isVisible() and not button.text() and button.focusPolicy():
            assert button.accessibleName() or button.toolTip(), button


def test_fields_are_named_by_labels_or_by_themselves(application: Application):
    for field in application.window.findChildren(QLineEdit):
        if field.isVisible() and not isinstance(field.parent(), QAbstractItemView):
            interface = QAccessible.queryAccessibleInterface(field)
            assert interface is not None
            name = interface.text(_Name) or getattr(field.parent(), "accessibleName", str)()
            assert name, field
