"""The filled button: what it does can be read and reached in every state, light and dark."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.settings.settings import Appearance, apply_appearance
from app.style import contrast
from app.widgets.basic import FilledButton


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    return page


def shown(qtbot: QtBot, page: QWidget) -> FilledButton:
    row = QHBoxLayout(page)
    other = QPushButton("Cancel", page)
    button = FilledButton("&Move 77 to trash", page, sign="trash-2", tall=True)
    row.addWidget(other)
    row.addWidget(button)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    other.setFocus()
    return button


def pixels(button: FilledButton) -> Counter[str]:
    image = button.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return Counter(
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    )


def ground(button: FilledButton) -> QColor:
    return QColor(pixels(button).most_common(1)[0][0])


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_its_words_can_be_read_in_every_state(
    qtbot: QtBot, qapp: QApplication, page: QWidget, appearance: Appearance
):
    apply_appearance(qapp, appearance)
    try:
        button = shown(qtbot, page)
        grounds = []
        for down in (False, True):
            button.setDown(down)
            found = pixels(button)
            grounds.append(QColor(found.most_common(1)[0][0]))
            # letters have pixels of the ink itself, whose contrast is that of the words
            best = max(contrast(QColor(name), grounds[-1]) for name in found)
            assert best >= 4.5
        button.setDown(False)
        assert grounds[0] != grounds[1], "pressed looks pressed"
        button.setEnabled(False)
        assert ground(button) not in grounds
    finally:
        apply_appearance(qapp, Appearance.SYSTEM)


def test_it_is_filled_or_as_any_other_and_keeps_its_size(qtbot: QtBot, page: QWidget):
    button = shown(qtbot, page)
    filled, size, hint = ground(button), button.size(), button.sizeHint()
    button.filled = False
    assert ground(button) != filled
    plain = QPushButton(button.icon(), button.text(), page)
    plain.setIconSize(button.iconSize())
    plain.setGeometry(button.geometry())
    plain.show()
    assert button.grab().toImage() == plain.grab().toImage()
    assert (button.size(), button.sizeHint()) == (size, hint)
    button.filled = True
    assert ground(button) == filled


def test_the_keyboard_shows_where_it_is_and_presses_it(qtbot: QtBot, page: QWidget):
    button = shown(qtbot, page)
    before = pixels(button)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert pixels(button) != before, "a ring"
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert button.shortcut().toString() == "Alt+M"


@pytest.mark.parametrize(("tall", "least"), [(False, 28), (True, 32)])
def test_its_height_follows_the_font(qtbot: QtBot, tall: bool, least: int):
    button = FilledButton("标记 76 个(&M)", tall=tall)
    qtbot.addWidget(button)
    font = button.font()
    font.setPixelSize(13)
    button.setFont(font)
    assert button.sizeHint().height() == least
    narrow = button.sizeHint().width()
    font.setPixelSize(26)
    button.setFont(font)
    assert button.sizeHint().height() == 2 * least
    assert button.sizeHint().width() > 1.5 * narrow
    assert button.iconSize().height() == 32


def test_an_icon_that_is_not_bundled_is_told(qtbot: QtBot):
    with pytest.raises(FileNotFoundError):
        FilledButton("Mark", sign="no-such-icon")
