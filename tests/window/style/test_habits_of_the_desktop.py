"""Where the desktop etches disabled words or has icons in buttons, the program does not."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QStyle, QStyleFactory
from pytestqt.qtbot import QtBot

from app.groups.columns import GroupColumn
from app.groups.model import GroupModel
from app.groups.view import GroupView
from app.style import apply_style
from group_reports import contracts

HINTS = (
    QStyle.StyleHint.SH_EtchDisabledText,
    QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons,
)


@pytest.mark.parametrize("name", ["windows", "fusion"])
def test_neither_shadows_nor_icons(qapp: QApplication, name: str) -> None:
    theirs, worn = QStyleFactory.create(name), []
    assert name == "fusion" or any(theirs.styleHint(one) for one in HINTS)
    apply_style(SimpleNamespace(style=lambda: theirs, setStyle=worn.append))  # type: ignore[arg-type]
    (ours,) = worn
    assert [ours.styleHint(one) for one in HINTS] == [0, 0]
    assert ours.baseStyle().name() == name


def test_the_arrow_of_the_order_does_not_touch_the_title(qapp: QApplication, qtbot: QtBot) -> None:
    apply_style(qapp)
    view = GroupView()
    qtbot.addWidget(view)
    view.setModel(GroupModel(view))
    view.resize(900, 300)
    view.show()
    view.groups.set_report(contracts())
    column = GroupColumn.SIMILARITY
    view.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    QApplication.processEvents()
    header = view.header()
    left, width = header.sectionViewportPosition(column), header.sectionSize(column)
    place = QRect(left + 3, 4, width - 6, header.height() - 8)
    image = header.grab(place).toImage()
    ink = [
        any(image.pixelColor(x, y).lightness() < 128 for y in range(image.height()))
        for x in range(image.width())
    ]
    last = len(ink) - ink[::-1].index(True)
    arrow = ink[:last][::-1].index(False)
    assert arrow < 10, "the arrow and the last letter are one"
    assert not any(ink[last - arrow - 2 : last - arrow])
