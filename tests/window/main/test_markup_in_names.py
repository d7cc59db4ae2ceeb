"""A file may have any name: what looks like HTML in it is shown as it is, wherever it stands."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    Qt,
)
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from screen_walk import furnished, open_box, walk
from windows import Open

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such names there")

MARK = "<b><img src=x>"


@pytest.fixture
def library(private_home: Path) -> Path:
    return furnished(private_home / f"{MARK}文档", MARK)


def tips_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[str]:
    parent = parent or QModelIndex()
    found = []
    for row in range(min(50, model.rowCount(parent))):
        # lists and tables hide that they have one column, or no rows below rows
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        flat = isinstance(model, QAbstractListModel | QAbstractTableModel)
        for column in range(columns):
            index = model.index(row, column, parent)
            found.append(index.data(Qt.ItemDataRole.ToolTipRole))
            if not flat and not column and model.hasChildren(index):
                found += tips_of(model, index)
    return [one for one in found if isinstance(one, str)]


def texts_of(window: QWidget) -> list[tuple[str, str]]:
    """Return what Qt may take for HTML in a window, with the name of what shows it."""
    found = []
    for one in (window, *window.findChildren(QWidget)):
        name = type(one).__name__
        found.append((f"tip of {name}", one.toolTip()))
        if isinstance(one, QLabel) and one.textFormat() is not Qt.TextFormat.PlainText:
            found.append((f"label {name}", one.text()))
        if isinstance(one, QMessageBox):
            found += [(name, one.text()), (name, one.informativeText())]
        model = one.model() if isinstance(one, QAbstractItemView | QComboBox) else None
        if model is not None:
            found += [(f"row of {name} {one.objectName()}", tip) for tip in tips_of(model)]
    found += [
        (f"tip of action {one.text()}", one.toolTip()) for one in window.findChildren(QAction)
    ]
    return found


def test_no_name_is_read_as_markup(
    qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "about", open_box)
    wrong: set[tuple[str, str, str]] = set()
    shown = 0

    def take(window: QWidget, screen: str) -> None:
        nonlocal shown
        for where, text in texts_of(window):
            shown += "&lt;b&gt;" in text
            if MARK in text and QtText.mightBeRichText(text):
                wrong.add((screen, where, text))

    application = open_window()
    walk(qtbot, application, library, take)
    assert not wrong, "\n".join(map(str, sorted(wrong)))
    assert shown > 20, "the names stand in tooltips, as they are"
    qtbot.addWidget(application.window)
