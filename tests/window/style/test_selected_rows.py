"""What is selected in any list: tinted, and grey where the keyboard is elsewhere."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QListWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.style import apply_style, colours_of, contrast


def ground(view: QListWidget | QTreeWidget) -> QColor:
    """Return the colour at the end of the current row, where no letter is."""
    place = view.visualItemRect(view.currentItem())
    at = view.viewport().mapTo(view, QPoint(place.right() - 4, place.center().y()))
    return view.grab().toImage().pixelColor(at)


@pytest.mark.parametrize("dark", [False, True])
def test_one_sees_which_of_two_lists_takes_the_keys(qtbot: QtBot, dark: bool) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_style(application)
    window = QWidget()
    qtbot.addWidget(window)
    if dark:
        palette = QPalette(QColor("#25282c"))
        palette.setColor(QPalette.ColorRole.Base, QColor("#1b1e21"))
        window.setPalette(palette)
    names, tree = QListWidget(), QTreeWidget()
    names.addItems(["one", "two"])
    names.setCurrentRow(1)
    whole = QTreeWidgetItem(["whole"])
    whole.addChild(QTreeWidgetItem(["part"]))
    tree.addTopLevelItem(whole)
    tree.expandAll()
    tree.setCurrentItem(whole.child(0))
    layout = QHBoxLayout(window)
    layout.addWidget(names)
    layout.addWidget(tree)
    window.resize(400, 120)
    window.show()
    qtbot.waitExposed(window)
    for active, other in ((names, tree), (tree, names)):
        window.activateWindow()
        active.setFocus()
        qtbot.waitUntil(active.hasFocus)
        colours = colours_of(window.palette())
        assert ground(active) != ground(other)
        for view in (active, other):
            assert contrast(ground(view), colours.text) >= 4.5
            assert contrast(ground(view), colours.base) < 1.7, "a tint, not the full accent"
        grey = ground(other)
        assert max(grey.getRgb()[:3]) - min(grey.getRgb()[:3]) < 16
