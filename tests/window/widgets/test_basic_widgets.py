"""Buttons, boxes with numbers and the line of messages."""

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QEnterEvent, QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.i18n import fit_application_font
from app.settings.settings import Appearance, apply_appearance
from app.style import contrast
from app.widgets.banner import Banner, MessageLine, Notices
from app.widgets.basic import DecimalBox, ElidedLabel, FilledButton, NumberBox


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


def digits_ink(box: NumberBox | DecimalBox) -> tuple[float, int]:
    """Return how far the digits' lowest ink is from the middle of the box, and its height."""
    image = box.grab().toImage()
    rows = [
        y
        for y in range(4, image.height() - 4)
        for x in range(6, 18)
        if image.pixelColor(x, y).lightness() < 120
    ]
    return max(rows) - image.height() / 2, image.height()


@pytest.mark.parametrize("unit", [" %", " 位", " 位元", " 秒", " bits"])
@pytest.mark.parametrize("kind", [NumberBox, DecimalBox])
def test_digits_stand_on_one_line_with_every_unit(
    qtbot: QtBot, kind: type[NumberBox] | type[DecimalBox], unit: str
) -> None:
    fit_application_font()
    plain, other = kind(), kind()
    for box, suffix in ((plain, ""), (other, unit)):
        qtbot.addWidget(box)
        box.setValue(24)
        box.setSuffix(suffix)
        box.show()
    assert digits_ink(other)[1] == digits_ink(plain)[1]
    assert abs(digits_ink(other)[0] - digits_ink(plain)[0]) <= 0.5


def test_decimals_are_as_many_as_are_needed(qtbot: QtBot) -> None:
    box = DecimalBox()
    qtbot.addWidget(box)
    box.setDecimals(3)
    box.setMaximum(100_000)
    box.setSuffix(" MB")
    shown = []
    for value in (64, 1.5, 0.125, 100, 0):
        box.setValue(value)
        shown.append(box.text())
    assert shown == ["64 MB", "1.5 MB", "0.125 MB", "100 MB", "0 MB"]


def test_a_sentence_without_room_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("1,019 groups, 1,900 documents, 8.4 MB to gain")
    label.resize(label.sizeHint())
    label.show()
    assert label.shown() == label.text()
    label.resize(100, label.height())
    assert label.shown().endswith("\u2026")
    assert label.text().startswith(label.shown()[:-1])


@pytest.fixture
def alert(page: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Notices:
    alert, elsewhere = Notices(page), QLineEdit(page)
    layout = QVBoxLayout(page)
    layout.addWidget(elsewhere)
    layout.addWidget(alert)
    assert alert._fading.interval() == 10_000
    alert._fading.setInterval(60)
    # where the pointer of a machine without a screen is says nothing
    monkeypatch.setattr(Notices, "underMouse", lambda _: False, raising=False)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    elsewhere.setFocus()
    return alert


def test_a_confirmation_fades_unless_it_is_pointed_at(
    alert: Notices, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = True
    monkeypatch.setattr(Notices, "underMouse", lambda _: over, raising=False)
    alert.show_message("77 documents were moved.")
    qtbot.wait(250)
    assert alert.isVisible()
    over = False
    qtbot.waitUntil(lambda: not alert.isVisible())
    assert alert.text() == ""
    # the time begins anew when the pointer comes
    alert._fading.setInterval(5_000)
    alert.show_message("77 documents were moved.")
    qtbot.wait(700)
    before = alert._fading.remainingTime()
    place = QPointF(5, 5)
    QApplication.sendEvent(alert, QEnterEvent(place, place, place))
    assert alert._fading.remainingTime() > before


@pytest.mark.parametrize("how", [{"warning": True}, {"lasting": True}, {"closable": False}, None])
def test_what_must_be_read_does_not_fade(
    alert: Notices, qtbot: QtBot, how: dict[str, bool] | None
) -> None:
    if how is None:
        alert.show_message("77 documents were moved.")
        alert.show_problem("The folder cannot be read.")
    else:
        alert.show_message("The folder cannot be read.", **how)
    qtbot.wait(250)
    assert alert.isVisible()
    assert alert.text() == "The folder cannot be read."


def close(banner: Banner) -> None:
    (button,) = [
        one
        for one in banner.findChildren(QToolButton)
        if one.accessibleName() == "Close this message"
    ]
    button.click()


def test_it_stays_while_the_keyboard_is_on_its_undo(alert: Notices, qtbot: QtBot) -> None:
    undo = QAction("Undo")
    alert.show_message("77 documents were moved.", action=undo)
    alert._button.setFocus()
    qtbot.waitUntil(alert._button.hasFocus)
    qtbot.wait(250)
    assert alert.isVisible()
    with qtbot.waitSignal(undo.triggered):
        alert._button.click()


def test_what_was_closed_by_hand_stays_closed(alert: Notices) -> None:
    state = "These results are the last known state."
    alert.show_message(state, lasting=True)
    close(alert)
    assert not alert.isVisible()
    alert.show_message(state, lasting=True)
    assert not alert.isVisible(), "it was read"
    alert.show_message("Only 2 of 3 groups are shown.", lasting=True)
    assert alert.isVisible(), "this one is new"
    alert.close_message()
    alert.show_message("Only 2 of 3 groups are shown.", lasting=True)
    assert alert.isVisible(), "the program closed it, nobody else"
    for _ in range(2):
        alert.show_message("Marked.")
        assert alert.isVisible(), "a confirmation comes again each time"
        close(alert)


def test_the_first_source_that_has_a_message_is_seen(qtbot: QtBot) -> None:
    first, second = Banner(), Banner()
    line = MessageLine(first, second)
    qtbot.addWidget(line)
    room = line.sizeHint().height(), line.minimumSizeHint().height()
    second.show_message("state", lasting=True)
    assert second.isVisibleTo(line)
    first.show_message("done")
    assert first.isVisibleTo(line)
    assert not second.isVisibleTo(line), "never two lines"
    first.close_message()
    assert second.isVisibleTo(line)
    assert (line.sizeHint().height(), line.minimumSizeHint().height()) == room
    second.close_message()
    assert (line.sizeHint().height(), line.minimumSizeHint().height()) == room
    assert min(room) >= second.sizeHint().height()
    first.show_message("done")
    QApplication.sendEvent(first, QEvent(QEvent.Type.PaletteChange))  # and follows the palette
    close(first)
    assert first.isHidden()


def test_a_link_that_leads_nowhere_is_grey(alert: Notices) -> None:
    """An action that cannot be carried out just now is no blue link."""
    there, away = QAction("There", alert), QAction("Away", alert)
    away.setEnabled(False)
    alert.show_message("Saved", action=there, second=away)
    links = {one.text(): one for one in alert.findChildren(QToolButton) if one.text()}
    colours = {
        name: one.palette().color(one.palette().currentColorGroup(), QPalette.ColorRole.ButtonText)
        for name, one in links.items()
    }
    assert not links["Away"].isEnabled()
    assert colours["There"] != colours["Away"]
