"""The differences side by side: what the panes hold, show, say and let a person do."""

import threading

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from app.compare import texts
from app.compare.roll import TextPosition
from app.compare.texts import TitledText
from app.compare.view import DifferenceView
from app.tasks import Task
from app.widgets.basic import difference_colours
from simcore.diff.align import PIECE, Alignment, align

KEPT = "标题\n\n本合同一式两份。\n\n甲方\n乙方\n\n完\n"
CHOSEN = "标题\n\n本合同一式三份。\n\n甲方\n丙方\n乙方\n\n完\n"


@pytest.fixture
def view(qtbot: QtBot) -> DifferenceView:
    widget = DifferenceView()
    qtbot.addWidget(widget)
    widget.resize(900, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def show(qtbot: QtBot, view: DifferenceView, left: str, right: str) -> None:
    view.show_sides(
        TitledText("kept: a.txt (UTF-8)", left), TitledText("chosen: b.txt (GB18030)", right)
    )
    qtbot.waitUntil(lambda: view.settled, timeout=60_000)


def words_on_screen(view: DifferenceView) -> list[str]:
    return [label.text() for label in view.findChildren(QLabel) if label.isVisible()]


# What the panes hold


def test_rows_stand_opposite_each_other(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    assert view.left_pane.toPlainText().split("\n") == (
        ["标题", "", "本合同一式两份。", "", "甲方", "", "乙方", "", "完"]
    )
    assert view.right_pane.toPlainText().split("\n") == (
        ["标题", "", "本合同一式三份。", "", "甲方", "丙方", "乙方", "", "完"]
    )
    left = list(view.left_pane.gutter_rows())
    right = list(view.right_pane.gutter_rows())
    assert [row.number for row in left] == ["1", "2", "3", "4", "5", "", "6", "7", "8"]
    assert [row.number for row in right] == list("123456789")
    assert [row.sign for row in left] == ["", "", "~", "", "", "", "", "", ""]
    assert [row.sign for row in right] == ["", "", "~", "", "", "+", "", "", ""]
    assert [row.top for row in left] == [row.top for row in right]


def test_a_latin_row_is_as_high_as_a_chinese_one(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, "Latin\n" * 30, "漢字 한국어 कखग\n" * 30)
    tops = [[row.top for row in pane.gutter_rows()] for pane in view.panes.panes]
    assert len(tops[0]) > 8
    assert tops[0] == tops[1]
    for line in (view.left_pane.lines[0], view.right_pane.lines[0]):
        assert line.layout.lineAt(0).height() <= view.left_pane.row_height() + 1


@pytest.mark.parametrize(
    "odd",
    ["nul \x00 nul", "page\x0cbreak", "a\u2028b\u2029c", "x\ud800y", "a\ufdd0b\ufdd1c", "\t\ttab"],
)
def test_odd_characters_do_not_break_rows(qtbot: QtBot, view: DifferenceView, odd: str) -> None:
    show(qtbot, view, f"{odd}\nsecond\n", f"{odd}\nsecond, changed\n")
    assert len(view.roll.sheet) == 2
    assert view.left_pane.lines[0].height == 1
    assert view.navigation.count == 1


# What is said


def test_it_starts_with_what_to_do(view: DifferenceView) -> None:
    assert any("Select a document" in text for text in words_on_screen(view))
    assert not view.next_action.isEnabled()
    assert not view.previous_action.isEnabled()


def test_equal_texts_are_said_to_be_equal(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, KEPT)
    assert "The texts are equal" in words_on_screen(view)
    assert view.navigation.count == 0
    assert view.navigation.index == -1
    assert view.left_pane.toPlainText() == KEPT.removesuffix("\n")
    assert not view.next_action.isEnabled()


def test_two_empty_texts_are_equal(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, "", "")
    assert "The texts are equal" in words_on_screen(view)
    view.left_pane.select_all()
    view.left_pane.copy()


def test_white_space_alone_is_a_difference(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, "a b\n", "a  b\n")
    assert "The texts are equal" not in words_on_screen(view)
    assert view.navigation.count == 1


def test_a_simplified_result_says_so(qtbot: QtBot, view: DifferenceView) -> None:
    # One sentence of 20,000 characters, changed near its start and near its end.
    said = "Differences inside long changed passages are not shown in detail"
    middle = " the same words over and over" * 700
    show(qtbot, view, f"one and{middle} and one", f"two and{middle} and two")
    assert said in words_on_screen(view)
    show(qtbot, view, KEPT, CHOSEN)
    assert said not in words_on_screen(view)


def test_a_message_replaces_the_texts_and_is_no_markup(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    view.show_message("<b>a.txt</b> is gone")
    assert words_on_screen(view) == ["<b>a.txt</b> is gone"]
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in _messages(view))
    assert view.left_pane.toPlainText() == ""
    assert not view.next_action.isEnabled()


def _messages(view: DifferenceView) -> list[QLabel]:
    return [label for label in view.findChildren(QLabel) if label.isVisible()]


def test_titles_are_shortened_in_the_middle(view: DifferenceView) -> None:
    name = "kept: a very long <name> of a contract, final version 最终版.txt (UTF-8)"
    view.heading.show_sides(TitledText(name, ""), TitledText("", ""))
    title = view.heading.left_title
    title.resize(150, 20)
    shown = title.shown()
    assert shown.startswith("kept")
    assert shown.endswith("8)")
    assert "…" in shown
    assert "&lt;name&gt;" in title.toolTip()
    assert title.accessibleName() == title.text() == name


def test_every_control_has_a_name(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    controls = [
        *view.findChildren(QToolButton),
        *view.findChildren(QAbstractScrollArea),
        *view.findChildren(QLineEdit),
    ]
    assert len([control for control in controls if control.isVisible()]) == 10
    assert all(control.accessibleName() for control in controls if control.isVisible())


# From difference to difference


def test_next_and_previous_go_through_all_differences(qtbot: QtBot, view: DifferenceView) -> None:
    left = [f"line {n}" for n in range(300)]
    right = [f"line {n}{' new' if n in (50, 150, 250) else ''}" for n in range(300)]
    show(qtbot, view, "\n".join(left), "\n".join(right))
    visited = []
    for _ in range(4):
        visited.append((view.navigation.counter.text(), _current_rows(view)))
        view.next_action.trigger()
    assert visited[:3] == [(f"Difference {n} of 3", [100 * n - 49]) for n in (1, 2, 3)]
    assert visited[3] == visited[2]
    assert not view.next_action.isEnabled()
    assert view.previous_action.isEnabled()
    view.previous_action.trigger()
    view.previous_action.trigger()
    assert view.navigation.index == 0
    assert not view.previous_action.isEnabled()


def _current_rows(view: DifferenceView) -> list[int]:
    """The line numbers beside the rows in view that are marked as current, on both sides."""
    both = [
        [int(row.number) for row in pane.gutter_rows() if row.current]
        for pane in (view.left_pane, view.right_pane)
    ]
    assert both[0] == both[1]
    return both[0]


def test_the_keyboard_goes_from_difference_to_difference(qtbot: QtBot, view: DifferenceView):
    show(qtbot, view, KEPT, CHOSEN)
    view.activateWindow()
    view.left_pane.setFocus()
    qtbot.keyClick(view.left_pane, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert view.navigation.index == 1
    qtbot.keyClick(view.left_pane, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view.navigation.index == 0


def test_a_click_makes_a_difference_the_current_one(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    height = view.left_pane.row_height()
    place = QPoint(10, int(5.5 * height))
    qtbot.mouseClick(view.left_pane.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.navigation.index == 1
    place = QPoint(10, int(0.5 * height))
    qtbot.mouseClick(view.left_pane.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.navigation.index == 1, "equal lines are no difference to go to"


# Scrolling, size and colours


def test_the_panes_scroll_together(qtbot: QtBot, view: DifferenceView) -> None:
    left = "".join(f"{n} {'wide ' * 80}\n" for n in range(200))
    right = "".join(f"{n} {'wide ' * (80 if n else 90)}\n" for n in range(200))
    view.options.wrap.setChecked(False)
    show(qtbot, view, left, right)
    for one, other in ((view.left_pane, view.right_pane), (view.right_pane, view.left_pane)):
        one.verticalScrollBar().setValue(77)
        one.horizontalScrollBar().setValue(120)
        assert other.verticalScrollBar().value() == 77
        assert other.horizontalScrollBar().value() == 120
        one.verticalScrollBar().setValue(0)
        one.horizontalScrollBar().setValue(0)


def test_a_narrow_pane_does_not_pull_a_wide_one_back(qtbot: QtBot, view: DifferenceView) -> None:
    view.options.wrap.setChecked(False)
    show(qtbot, view, "short\n", "wide " * 300 + "\n")
    view.right_pane.horizontalScrollBar().setValue(2000)
    assert view.right_pane.horizontalScrollBar().value() == 2000
    assert view.left_pane.horizontalScrollBar().value() < 2000


def test_zoom_changes_both_panes_within_limits(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    size = view.left_pane.font().pointSizeF()
    height = view.left_pane.row_height()
    view.zoom_in()
    view.zoom_in()
    assert view.left_pane.font().pointSizeF() == view.right_pane.font().pointSizeF() == size + 2
    assert view.left_pane.row_height() == view.right_pane.row_height() > height
    view.zoom_out()
    view.zoom_out()
    assert view.left_pane.row_height() == height
    for _ in range(60):
        view.zoom_out()
    assert view.left_pane.font().pointSizeF() == 6
    for _ in range(60):
        view.zoom_in()
    assert view.right_pane.font().pointSizeF() == 40


def test_the_wheel_with_ctrl_zooms_both_panes(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    size = view.right_pane.font().pointSizeF()
    wheel = QWheelEvent(
        QPointF(20, 20),
        QPointF(view.left_pane.mapToGlobal(QPoint(20, 20))),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.left_pane.viewport(), wheel)
    assert view.left_pane.font().pointSizeF() == view.right_pane.font().pointSizeF() == size + 1


@pytest.mark.parametrize("dark", [False, True])
def test_differences_are_orange_on_the_left_and_blue_on_the_right(
    qtbot: QtBot, view: DifferenceView, *, dark: bool
) -> None:
    palette = QPalette(QColor(40, 40, 40) if dark else QColor(240, 240, 240))
    view.setPalette(palette)
    show(qtbot, view, "same\nold one\n", "same\nnew one\n")
    height = view.left_pane.row_height()
    for pane, warm in ((view.left_pane, True), (view.right_pane, False)):
        image = pane.viewport().grab().toImage()
        ratio = image.devicePixelRatio()
        x = (pane.viewport().width() - 20) * ratio
        row = image.pixelColor(int(x), int((1.5 * height) * ratio))
        plain = image.pixelColor(int(x), int((0.5 * height) * ratio))
        assert plain == palette.color(QPalette.ColorRole.Base)
        assert (row.red() > row.blue()) == warm
        assert abs(row.red() - row.blue()) > 10


def _luminance(colour: QColor) -> float:
    """WCAG 2.1, relative luminance."""
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize(("base", "text"), [("white", "black"), ("#1e1e1e", "#f0f0f0")])
def test_text_stays_readable_on_the_colours(base: str, text: str, *, left: bool) -> None:
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Base, QColor(base))
    palette.setColor(QPalette.ColorRole.Text, QColor(text))
    colours = difference_colours(palette, left=left)
    for background in (colours.row, colours.mark):
        one, other = sorted((_luminance(QColor(text)), _luminance(background)))
        assert (other + 0.05) / (one + 0.05) >= 4.5, "WCAG 2.1, level AA"
    one, other = sorted((_luminance(colours.edge), _luminance(colours.row)))
    assert (other + 0.05) / (one + 0.05) >= 3, "WCAG 2.1, graphical objects"


# The clipboard


def test_a_copy_is_the_text_itself(qtbot: QtBot, view: DifferenceView) -> None:
    left = "same\nwith \x0c feed\n" + "很长" * PIECE + "😀\nend"
    right = "same\nadded\nwith \x0c feed\n" + "很长" * PIECE + "😀!\nend"
    show(qtbot, view, left, right)
    view.left_pane.select_all()
    assert view.left_pane.selected_text() == left
    view.right_pane.select_all()
    view.right_pane.copy()
    assert QApplication.clipboard().text() == right
    view.left_pane.select(TextPosition(0, 2), TextPosition(2, 2))
    assert view.left_pane.selected_text() == "me\nwi", "opposite the filler there is nothing"


def test_a_copy_counts_characters_beyond_sixteen_bits(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, "😀ab😀cd", "😀ab😀cd")
    view.left_pane.select(TextPosition(0, 3), TextPosition(0, 7))
    assert view.left_pane.selected_text() == "b😀c"


# Threads


def test_a_newer_request_drops_the_older_one(
    qtbot: QtBot, view: DifferenceView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older thread ends last, and its result must still not be shown."""
    gate = threading.Event()

    def slow(left: str, right: str, stop: object, *_: object) -> Alignment:
        if left == "older":
            gate.wait(10)
        return align(left, right)

    monkeypatch.setattr(texts, "align", slow)
    view.show_sides(TitledText("older", "older"), TitledText("older too", "x"))
    show(qtbot, view, "newer", "newer")
    gate.set()
    qtbot.waitUntil(lambda: not Task._kept, timeout=60_000)
    assert view.left_pane.toPlainText() == "newer"
    assert view.heading.left_title.text() == "kept: a.txt (UTF-8)"


def test_nothing_of_the_old_pair_remains_while_a_new_one_is_compared(
    qtbot: QtBot, view: DifferenceView, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(qtbot, view, KEPT, CHOSEN)
    gate = threading.Event()

    def slow(left: str, right: str, stop: object, *_: object) -> Alignment:
        gate.wait(10)
        return align(left, right)

    monkeypatch.setattr(texts, "align", slow)
    view.show_sides(TitledText("kept: c.txt", "c"), TitledText("chosen: d.txt", "d"))
    assert view.left_pane.toPlainText() == ""
    assert not view.next_action.isEnabled()
    qtbot.waitUntil(lambda: any("comparing" in text for text in words_on_screen(view)))
    view.clear()
    gate.set()
    qtbot.waitUntil(lambda: not Task._kept, timeout=60_000)
    assert any("Select a document" in text for text in words_on_screen(view))
    assert view.left_pane.toPlainText() == ""


def _endless(left: str, right: str, stop: object, *_: object) -> Alignment:
    assert callable(stop)
    while not stop():
        pass
    raise texts.Stopped


def test_closing_cancels_and_waits(
    qtbot: QtBot, view: DifferenceView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "align", _endless)
    view.show_sides(TitledText("a", "a"), TitledText("b", "b"))
    (task,) = Task._kept
    view.close()
    assert task.isFinished()


def test_a_window_that_is_deleted_takes_its_view_along(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view inside a window gets no close event of its own."""
    monkeypatch.setattr(texts, "align", _endless)
    window = QMainWindow()
    view = DifferenceView(window)
    window.setCentralWidget(view)
    window.show()
    view.show_sides(TitledText("a", "a"), TitledText("b", "b"))
    (task,) = Task._kept
    with qtbot.waitSignal(window.destroyed):
        window.deleteLater()
    assert task.wait(10_000)
    qtbot.waitUntil(lambda: not Task._kept)


def test_a_failure_is_told(qtbot: QtBot, view: DifferenceView, monkeypatch: pytest.MonkeyPatch):
    def broken(left: str, right: str, stop: object, *_: object) -> Alignment:
        raise MemoryError("too large")

    monkeypatch.setattr(texts, "align", broken)
    view.show_sides(TitledText("a", "a"), TitledText("b", "b"))
    qtbot.waitUntil(lambda: any("too large" in text for text in words_on_screen(view)))
