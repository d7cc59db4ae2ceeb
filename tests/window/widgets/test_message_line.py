"""The one line of messages: confirmations fade, what was closed stays closed, the first counts."""

import pytest
from PySide6.QtCore import QEvent, QPointF, QTimer
from PySide6.QtGui import QAction, QEnterEvent, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.banner import Banner, MessageLine, Notices


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def alert(window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Notices:
    alert, elsewhere = Notices(window), QLineEdit(window)
    layout = QVBoxLayout(window)
    layout.addWidget(elsewhere)
    layout.addWidget(alert)
    fading(alert).setInterval(60)
    # where the pointer of a machine without a screen is says nothing
    monkeypatch.setattr(Notices, "underMouse", lambda _: False, raising=False)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    elsewhere.setFocus()
    return alert


def fading(banner: Banner) -> QTimer:
    return banner._fading


def close(banner: Banner) -> None:
    (button,) = [
        one
        for one in banner.findChildren(QToolButton)
        if one.accessibleName() == "Close this message"
    ]
    button.click()


def test_a_confirmation_fades(alert: Notices, qtbot: QtBot) -> None:
    alert.show_message("77 documents were moved.")
    assert alert.isVisible()
    qtbot.waitUntil(lambda: not alert.isVisible())
    assert alert.text() == ""


def test_it_fades_after_ten_seconds(qtbot: QtBot) -> None:
    alert = Notices()
    qtbot.addWidget(alert)
    assert fading(alert).interval() == 10_000


def test_it_stays_while_it_is_pointed_at(
    alert: Notices, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = True
    monkeypatch.setattr(Notices, "underMouse", lambda _: over, raising=False)
    alert.show_message("77 documents were moved.")
    qtbot.wait(250)
    assert alert.isVisible()
    over = False
    qtbot.waitUntil(lambda: not alert.isVisible())


def test_the_time_begins_anew_when_the_pointer_comes(alert: Notices, qtbot: QtBot) -> None:
    fading(alert).setInterval(5_000)
    alert.show_message("77 documents were moved.")
    qtbot.wait(700)
    before = fading(alert).remainingTime()
    place = QPointF(5, 5)
    QApplication.sendEvent(alert, QEnterEvent(place, place, place))
    assert fading(alert).remainingTime() > before


def test_it_stays_while_the_keyboard_is_on_its_undo(alert: Notices, qtbot: QtBot) -> None:
    undo = QAction("Undo")
    alert.show_message("77 documents were moved.", action=undo)
    alert._button.setFocus()
    qtbot.waitUntil(alert._button.hasFocus)
    qtbot.wait(250)
    assert alert.isVisible()
    with qtbot.waitSignal(undo.triggered):
        alert._button.click()


@pytest.mark.parametrize("how", [{"warning": True}, {"lasting": True}, {"closable": False}])
def test_what_must_be_read_does_not_fade(
    alert: Notices, qtbot: QtBot, how: dict[str, bool]
) -> None:
    alert.show_message("The folder cannot be read.", **how)
    qtbot.wait(250)
    assert alert.isVisible()
    assert alert.text() == "The folder cannot be read."


def test_a_problem_after_a_confirmation_stays(alert: Notices, qtbot: QtBot) -> None:
    alert.show_message("77 documents were moved.")
    alert.show_problem("The folder cannot be read.")
    qtbot.wait(250)
    assert alert.text() == "The folder cannot be read."


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


def test_a_confirmation_comes_again_each_time(alert: Notices) -> None:
    for _ in range(2):
        alert.show_message("Marked.")
        assert alert.isVisible()
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


def test_the_close_button_leaves_the_line(qtbot: QtBot) -> None:
    banner = Banner()
    line = MessageLine(banner)
    qtbot.addWidget(line)
    banner.show_message("done")
    QApplication.sendEvent(banner, QEvent(QEvent.Type.PaletteChange))  # and follows the palette
    close(banner)
    assert banner.isHidden()


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
