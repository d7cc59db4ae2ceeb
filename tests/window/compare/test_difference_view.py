"""Two texts beside each other: what the panes hold and say, and what a person can do with them."""

import threading
import unicodedata

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.compare import texts
from app.compare.roll import TextPosition
from app.compare.texts import TitledText
from app.compare.view import DifferenceView
from app.session.calls import file_form
from app.tasks import Task
from builders import english_text
from simcore import read_document
from simcore.diff.align import PIECE, Alignment, align
from simcore.diff.matching import Ignored
from two_texts import show

KEPT = "标题\n\n本合同一式两份。\n\n甲方\n乙方\n\n完\n"
CHOSEN = "标题\n\n本合同一式三份。\n\n甲方\n丙方\n乙方\n\n完\n"


def words_on_screen(view: DifferenceView) -> list[str]:
    return [label.text() for label in view.findChildren(QLabel) if label.isVisible()]


# What the panes hold


def test_rows_stand_opposite_each_other(qtbot, view):
    show(qtbot, view, KEPT, CHOSEN)
    assert view.left_pane.toPlainText() == KEPT[:-1].replace("甲方", "甲方\n")
    assert view.right_pane.toPlainText() == CHOSEN[:-1]
    left, right = (list(pane.gutter_rows()) for pane in view.panes.panes)
    assert [row.number for row in left] == ["1", "2", "3", "4", "5", "", "6", "7", "8"]
    assert [row.number for row in right] == list("123456789")
    assert [row.sign for row in left] == ["", "", "~", "", "", "", "", "", ""]
    assert [row.sign for row in right] == ["", "", "~", "", "", "+", "", "", ""]
    assert [row.top for row in left] == [row.top for row in right]


def test_a_latin_row_is_as_high_as_a_chinese_one(qtbot, view):
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
def test_odd_characters_do_not_break_rows(qtbot, view, odd: str):
    show(qtbot, view, f"{odd}\nsecond\n", f"{odd}\nsecond, changed\n")
    assert len(view.roll.sheet) == 2
    assert view.left_pane.lines[0].height == 1
    assert view.navigation.count == 1


# What is said


@pytest.mark.parametrize("text", ["", KEPT])
def test_equal_texts_are_said_to_be_equal(qtbot, view, text: str):
    assert any("Select a document" in words for words in words_on_screen(view))
    show(qtbot, view, text, text)
    assert "The texts are equal" in words_on_screen(view)
    assert view.navigation.count == 0
    assert view.navigation.index == -1
    assert view.left_pane.toPlainText() == text.removesuffix("\n")
    assert not view.next_action.isEnabled()
    assert not view.previous_action.isEnabled()
    view.left_pane.select_all()
    view.left_pane.copy()


def test_a_simplified_result_says_so(qtbot, view):
    # One sentence of 20,000 characters, changed near its start and near its end.
    said = "Differences inside long changed passages are not shown in detail"
    middle = " the same words over and over" * 700
    show(qtbot, view, f"one and{middle} and one", f"two and{middle} and two")
    assert said in words_on_screen(view)
    show(qtbot, view, KEPT, CHOSEN)
    assert said not in words_on_screen(view)


def test_a_message_replaces_the_texts_and_is_no_markup(qtbot, view):
    show(qtbot, view, KEPT, CHOSEN)
    view.show_message("<b>a.txt</b> is gone")
    assert words_on_screen(view) == ["<b>a.txt</b> is gone"]
    labels = [label for label in view.findChildren(QLabel) if label.isVisible()]
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
    assert view.left_pane.toPlainText() == ""
    assert not view.next_action.isEnabled()


# From difference to difference


def test_next_and_previous_go_through_all_differences(qtbot, view):
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
    view.activateWindow()
    view.left_pane.setFocus()
    for key, number in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, 0)):
        qtbot.keyClick(view.left_pane, key, Qt.KeyboardModifier.AltModifier)
        assert view.navigation.index == number


def _current_rows(view: DifferenceView) -> list[int]:
    """The line numbers beside the rows in view that are marked as current, on both sides."""
    left, right = (
        [int(row.number) for row in pane.gutter_rows() if row.current] for pane in view.panes.panes
    )
    assert left == right
    return left


def test_a_click_makes_a_difference_the_current_one(qtbot, view):
    show(qtbot, view, KEPT, CHOSEN)
    for row in (5.5, 0.5):  # the second is an equal line, no difference to go to
        place = QPoint(10, int(row * view.left_pane.row_height()))
        qtbot.mouseClick(view.left_pane.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert view.navigation.index == 1


# Scrolling, size and colours


def test_the_panes_scroll_together(qtbot, view):
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
    # a narrow pane does not pull a wide one back
    show(qtbot, view, "short\n", "wide " * 300 + "\n")
    view.right_pane.horizontalScrollBar().setValue(2000)
    assert view.right_pane.horizontalScrollBar().value() == 2000
    assert view.left_pane.horizontalScrollBar().value() < 2000


def test_zoom_changes_both_panes_within_limits(qtbot, view):
    show(qtbot, view, KEPT, CHOSEN)
    left, right = view.panes.panes
    size, height = left.font().pointSizeF(), left.row_height()
    view.zoom_in()
    view.zoom_in()
    assert left.font().pointSizeF() == right.font().pointSizeF() == size + 2
    assert left.row_height() == right.row_height() > height
    view.zoom_out()
    view.zoom_out()
    assert left.row_height() == height
    place, none = QPointF(20, 20), Qt.MouseButton.NoButton
    ctrl, phase = Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase
    up = QPoint(0, 120)
    wheel = QWheelEvent(place, left.mapToGlobal(place), QPoint(), up, none, ctrl, phase, False)
    QApplication.sendEvent(left.viewport(), wheel)
    assert left.font().pointSizeF() == right.font().pointSizeF() == size + 1
    for change, limit in ((view.zoom_out, 6), (view.zoom_in, 40)):
        for _ in range(60):
            change()
        assert left.font().pointSizeF() == right.font().pointSizeF() == limit


@pytest.mark.parametrize("dark", [False, True])
def test_differences_are_orange_on_the_left_and_blue_on_the_right(qtbot, view, *, dark: bool):
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


# The clipboard


def test_a_copy_is_the_text_itself(qtbot, view):
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
    # characters beyond sixteen bits count as two
    show(qtbot, view, "😀ab😀cd", "😀ab😀cd")
    view.left_pane.select(TextPosition(0, 3), TextPosition(0, 7))
    assert view.left_pane.selected_text() == "b😀c"


# Threads


def test_nothing_of_the_old_pair_remains_while_a_new_one_is_compared(qtbot, view, monkeypatch):
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
    qtbot.waitUntil(lambda: not Task._kept)
    assert any("Select a document" in text for text in words_on_screen(view))
    assert view.left_pane.toPlainText() == ""


def _endless(left: str, right: str, stop: object, *_: object) -> Alignment:
    assert callable(stop)
    while not stop():
        pass
    raise texts.Stopped


def test_closing_cancels_and_waits(qtbot, view, monkeypatch):
    monkeypatch.setattr(texts, "align", _endless)
    view.show_sides(TitledText("a", "a"), TitledText("b", "b"))
    (task,) = Task._kept
    view.close()
    assert task.isFinished()


def test_a_failure_is_told(qtbot, view, monkeypatch):
    def broken(left: str, right: str, stop: object, *_: object) -> Alignment:
        raise MemoryError("too large")

    monkeypatch.setattr(texts, "align", broken)
    view.show_sides(TitledText("a", "a"), TitledText("b", "b"))
    qtbot.waitUntil(lambda: any("too large" in text for text in words_on_screen(view)))


PARAGRAPH = "本合同由甲方与乙方于二〇二四年签订，双方应当遵守全部条款。"
MOVED = "第一段讲述数据库的安装过程和配置方法，篇幅不长。"


def shown(view: DifferenceView, *, left: bool = True) -> list[str]:
    pane = view.left_pane if left else view.right_pane
    return ["…" if seen.fold else pane.block(seen.block).text for seen in pane.visible()]


def marked(view: DifferenceView, *, left: bool) -> list[str]:
    pane = view.left_pane if left else view.right_pane
    found = []
    for seen in pane.visible():
        block = pane.block(seen.block)
        found += [block.text[start:end] for start, end in block.marks]
    return found


# Moved text


def moved_pair() -> tuple[str, str]:
    middle = "".join(f"第{n}条的内容\n" for n in range(8))
    return f"开头\n{MOVED}\n{middle}结尾\n", f"开头\n{middle}{MOVED}\n结尾\n"


def test_a_moved_paragraph_is_known_and_jumped_to(qtbot, view):
    show(qtbot, view, *moved_pair())
    signs = [(row.number, row.sign) for row in view.left_pane.gutter_rows() if row.sign]
    others = [(row.number, row.sign) for row in view.right_pane.gutter_rows() if row.sign]
    assert signs == [("2", "↕")]
    assert others == [("10", "↕")]
    assert view.options.moved.isEnabled()
    view.options.moved.trigger()
    assert view.right_pane.block(view.right_pane.selection.caret.block).text == MOVED
    assert view.navigation.index == 1
    view.options.moved.trigger()
    assert view.left_pane.block(view.left_pane.selection.caret.block).text == MOVED
    show(qtbot, view, "甲\n", "乙\n")
    assert not view.options.moved.isEnabled()


@pytest.mark.parametrize(
    ("there", "moved"),
    [
        (MOVED, True),
        (MOVED.replace("，", ", "), True),  # nearly equal
        (MOVED.replace("不长", "很长，内容也多"), True),
        ("另一段说的是完全不同的事情，与前面毫无关系可言。", False),
    ],
)
def test_near_equal_paragraphs_have_moved_too(there: str, moved: bool):
    left, right = moved_pair()
    result = align(left, right.replace(MOVED, there))
    assert bool(result.moved) is moved
    for row, other in result.moved.items():
        assert result.moved[other] == row
        assert {result.kinds[row], result.kinds[other]} == {"-", "+"}


def test_swapped_paragraphs_are_one_move_and_not_two_changes():
    one, two = "A first paragraph on rivers and lakes.", "Another one, on hills and valleys."
    result = align(f"{one}\n{two}\n", f"{two}\n{one}\n")
    assert sorted(result.kinds) == sorted("- +")
    assert len(result.moved) == 2


# What is ignored


@pytest.mark.parametrize(
    ("option", "alike", "other", "mark"),
    [
        ("white_space", "a b\tc|ab c", "one  two three x|one two\tthree y", "x"),
        ("case", "Straße ABC|STRASSE abc", "The QUICK fox, old|the quick fox, new", "old"),
        ("punctuation", "甲，乙。丙|甲、乙丙！", "甲，乙；丙丁|甲乙丙戊", "丁"),
        ("width", "ＡＢＣ１２３，ｱ|ABC123,ア", "ＡＢＣ 一二|ABC 一三", "二"),
        (
            "traditional",
            "數據庫計畫，頭髮|数据库计划，头发",
            "這個數據庫的計畫是舊|这个数据库的计划是新",
            "舊",
        ),
    ],
)
def test_what_is_ignored_is_no_difference_and_not_marked(
    qtbot, view, option: str, alike: str, other: str, mark: str
):
    left, right = (f"{one}\nsame" for one in alike.split("|"))
    show(qtbot, view, left, right)
    for ignored, count in ((True, 0), (False, 1), (True, 0)):
        view.options.ignored[option].trigger()
        qtbot.waitUntil(lambda: view.settled)
        assert view.navigation.count == count
        assert ("but for what is ignored" in view.heading.notice.text()) is ignored
        assert view.tools.ignore_button.text() == ("Ignore (1)" if ignored else "Ignore")
    assert view.left_pane.toPlainText() == left, "each side shows its own text"
    assert view.right_pane.toPlainText() == right
    show(qtbot, view, *other.split("|"))
    assert marked(view, left=True) == [mark]


def test_ignoring_everything_at_once_is_what_is_left_of_the_words():
    everything = Ignored(True, True, True, True, True)
    assert everything.key("「ＡＢc」 數據。\n") == "abc数据"
    assert not Ignored()


# Unified, folded, wrapped, swapped


def test_one_below_the_other(qtbot, view):
    show(qtbot, view, "一\n旧的一行字\n三\n", "一\n新的一行字\n三\n四\n")
    assert view.right_pane.isVisible()
    view.options.unified.trigger()
    qtbot.waitUntil(lambda: not view.right_pane.isVisible())
    assert shown(view) == ["一", "旧的一行字", "新的一行字", "三", "四"]
    rows = [(row.number, row.other, row.sign) for row in view.left_pane.gutter_rows()]
    assert rows == [("1", "1", ""), ("2", "", "−"), ("", "2", "+"), ("3", "3", ""), ("", "4", "+")]
    assert marked(view, left=True) == ["旧", "新"]
    view.navigation.go_on()
    assert view.navigation.counter.text() == "Difference 2 of 2"
    view.left_pane.select_all()
    assert view.left_pane.selected_text() == "一\n旧的一行字\n新的一行字\n三\n四"
    view.options.unified.trigger()
    qtbot.waitUntil(view.right_pane.isVisible)
    assert view.navigation.counter.text() == "Difference 2 of 2", "one stays at the difference"


def far_apart() -> tuple[str, str]:
    lines = [f"line {n}" for n in range(60)]
    changed = [f"{line}{' new' if n in (20, 50) else ''}" for n, line in enumerate(lines)]
    return "\n".join(lines), "\n".join(changed)


def test_equal_lines_are_folded_and_unfolded(qtbot, view):
    show(qtbot, view, *far_apart())
    view.options.fold.trigger()
    around = [f"line {n}" for n in range(17, 24)]
    assert view.roll.folding.folds == [(0, 17), (24, 47), (54, 60)]
    assert shown(view)[:9] == ["…", *around, "…"]
    action = view.options.contexts.action_of(1)
    action.trigger()
    assert view.roll.folding.folds == [(0, 19), (22, 49), (52, 60)]
    view.left_pane.verticalScrollBar().setValue(0)
    place = QPoint(30, int(0.5 * view.left_pane.row_height()))
    QTest.mouseClick(view.left_pane.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.roll.folding.folds == [(22, 49), (52, 60)], "a click unfolds"
    view.left_pane.setFocus()
    QTest.keyClick(view.left_pane, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view.left_pane, Qt.Key.Key_Return)
    assert view.roll.folding.folds == [(22, 49)], "and so does a key"
    view.options.fold.trigger()
    assert not view.roll.folding.folds


def test_wrapped_rows_stay_opposite_each_other(qtbot, view):
    left = f"{PARAGRAPH * 6}\n短\n尾\n"
    right = f"{PARAGRAPH * 4}\n短\n尾\n"
    show(qtbot, view, left, right)
    assert view.options.wrap.isChecked()
    tops = [[(s.item, s.top) for s in pane.visible()] for pane in view.panes.panes]
    assert tops[0] == tops[1]
    assert view.left_pane.lines[0].height > view.right_pane.lines[0].height > 1
    assert view.left_pane.horizontalScrollBar().maximum() == 0
    # no character is outside the pane
    for number in range(view.left_pane.lines[0].height):
        line = view.left_pane.lines[0].layout.lineAt(number)
        assert line.naturalTextWidth() <= view.left_pane.viewport().width()
    view.options.wrap.trigger()
    assert view.left_pane.lines[0].height == 1


def test_a_wrapped_line_higher_than_the_pane_is_scrolled_line_by_line(qtbot, view):
    show(qtbot, view, f"{PARAGRAPH * 30}\n" * 3 + "尾", f"{PARAGRAPH * 30}\n" * 3 + "尾巴")
    pane = view.left_pane
    pane.scroll_to(0)
    seen = [pane.top()]
    for _ in range(pane.lines[0].height):
        pane.scroll_lines(1)
        seen.append(pane.top())
    assert seen == sorted(seen)
    assert len(set(seen)) == pane.lines[0].height + 1
    assert seen[-1] == (1, 0.0)
    pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum())
    assert list(pane.visible())[-1].block == 3, "the last line can be scrolled to"


def test_sides_are_swapped(qtbot, view):
    show(qtbot, view, "一\n第二行字\n", "一\n第三行字\n")
    chosen: list[tuple[bool, str]] = []
    view.encoding_chosen.connect(lambda kept, name: chosen.append((kept, name)))
    view.options.swap.trigger()
    qtbot.waitUntil(lambda: view.settled)
    assert view.heading.left_title.text() == "chosen: b.txt"
    assert shown(view) == ["一", "第三行字"]
    assert shown(view, left=False) == ["一", "第二行字"]
    view.heading.left_encoding.chosen.emit("big5")
    assert chosen == [(False, "big5")], "the left side is the chosen document now"
    view.options.swap.trigger()
    qtbot.waitUntil(lambda: view.settled)
    assert shown(view) == ["一", "第二行字"]


# Finding


def counter(view: DifferenceView) -> str:
    return view.find_bar.counter.text()


def test_finding_goes_from_place_to_place(qtbot, view):
    view.activateWindow()
    lines = [f"行 {n}{' Ziel' if n in (5, 100, 290) else ''}" for n in range(300)]
    show(qtbot, view, "\n".join(lines), "\n".join([*lines, "das ZIEL"]))
    view.left_pane.verticalScrollBar().setValue(0)
    view.left_pane.setFocus()
    QTest.keyClick(view.left_pane, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert view.find_bar.isVisible()
    QTest.keyClicks(view.find_bar.field, "ziel")
    qtbot.waitUntil(lambda: not view.search.finding.busy)
    assert counter(view) == "1 of 7"
    assert view.left_pane.selected_text() == "Ziel"
    visited = []
    for _ in range(7):
        QTest.keyClick(view.find_bar.field, Qt.Key.Key_Return)
        visited.append(counter(view))
    assert visited == [f"{n} of 7" for n in (2, 3, 4, 5, 6, 7, 1)]
    view.options.find_previous.trigger()
    assert counter(view) == "7 of 7"
    assert view.right_pane.selected_text() == "ZIEL"
    assert "das ZIEL" in shown(view, left=False)
    QTest.keyClicks(view.find_bar.field, "los")
    qtbot.waitUntil(lambda: counter(view) == "not found")
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Escape)
    assert not view.find_bar.isVisible()
    assert not view.left_pane.found


def test_finding_unfolds_and_sees_into_long_lines(qtbot, view):
    left, right = far_apart()
    long = "x" * 5000 + "here" + "y" * 5000
    show(qtbot, view, f"{left}\n{long}", f"{right}\n{long}")
    view.options.fold.trigger()
    view.search.open()
    view.find_bar.field.setText("line 35")
    qtbot.waitUntil(lambda: not view.search.finding.busy)
    assert "line 35" in shown(view)
    view.find_bar.field.setText("here")
    qtbot.waitUntil(lambda: counter(view) == "1 of 2")
    assert view.left_pane.selected_text() == "here"
    assert any("here" in text for text in shown(view))


# The overview


def test_the_overview_shows_the_view_and_leads_there(qtbot, view):
    lines = [f"line {n}" for n in range(1000)]
    changed = [f"{line}{' new' if n == 900 else ''}" for n, line in enumerate(lines)]
    show(qtbot, view, "\n".join(lines), "\n".join(changed))
    strip = view.panes.strip
    view.left_pane.verticalScrollBar().setValue(0)
    assert strip.view_box().top() < 2
    image = strip.grab().toImage()
    ratio = image.devicePixelRatio()
    colours = [image.pixelColor(int(4 * ratio), int(y * ratio)) for y in range(20, strip.height())]
    different = [y for y, colour in enumerate(colours, 20) if colour != colours[0]]
    assert different, "the difference is seen"
    assert all(abs(y - strip.y_of(900)) < 3 for y in different)
    place = QPoint(5, int(strip.y_of(900)))
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    assert 895 < view.left_pane.top()[0] + view.left_pane.rows_in_view() // 2 < 905
    assert strip.view_box().contains(5, strip.y_of(900))
    QTest.mousePress(strip, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(strip, QPoint(5, int(strip.y_of(500))))
    QTest.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=place)
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_Home)
    assert view.right_pane.top()[0] == 0


# The caret


def test_text_is_selected_with_the_keyboard(qtbot, view):
    show(qtbot, view, "第一行\n二 two words\n三\n", "第一行\n二 two words\n三\n")
    pane, shift = view.left_pane, Qt.KeyboardModifier.ShiftModifier
    pane.setFocus()
    QTest.keyClick(pane, Qt.Key.Key_Right)
    QTest.keyClick(pane, Qt.Key.Key_Down, shift)
    QTest.keyClick(pane, Qt.Key.Key_End, shift)
    assert pane.selected_text() == "一行\n二 two words"
    QTest.keyClick(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "一行\n二 two words"
    QTest.keyClick(pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert pane.selected_text() == "第一行\n二 two words\n三"
    QTest.keyClick(pane, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert pane.selected_text() == ""


def test_text_is_selected_with_the_mouse(qtbot, view):
    show(qtbot, view, "alpha beta\ngamma\n", "alpha beta\ngamma\n")
    pane = view.left_pane
    y = int(0.5 * pane.row_height())
    QTest.mouseDClick(
        pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(int(pane.lines[0].x(8)), y)
    )
    assert pane.selected_text() == "beta"
    start = QPoint(int(pane.lines[0].x(2)), y)
    end = QPoint(int(pane.lines[1].x(3)), y + int(pane.row_height()))
    QTest.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(pane.viewport(), end)
    QTest.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert pane.selected_text() == "pha beta\ngam"


# Stages


def monster() -> tuple[str, str]:
    left = [f"第{n}行 的文本内容 {n * n}" for n in range(20_000)]
    right = [line.replace("文本", "文件") if n % 50 == 7 else line for n, line in enumerate(left)]
    return "\n".join(left), "\n".join(right)


def test_long_texts_are_shown_before_they_are_compared_to_the_end(qtbot, view):
    stages: list[tuple[int, bool]] = []
    for signal in (view._comparing.published, view._comparing.succeeded):
        signal.connect(lambda found: stages.append((len(found.sheet), found.final)))
    show(qtbot, view, *monster())
    assert [final for _, final in stages] == [False] * (len(stages) - 1) + [True]
    assert len(stages) >= 2
    assert 0 < stages[0][0] < 20_000, "the beginning"
    assert stages[-1][0] == 20_000
    assert view.navigation.count == 400
    view.navigation.go_on()
    qtbot.waitUntil(lambda: marked(view, left=True)[:1] == ["本"])


def test_a_comparison_can_be_stopped(qtbot, view):
    view.show_sides(TitledText("a", monster()[0]), TitledText("b", monster()[1]))
    qtbot.waitUntil(view.heading.stop_button.isVisible)
    view.heading.stop_button.click()
    assert "Stopped" in view.heading.notice.text()
    assert not view.heading.stop_button.isVisible()
    count = len(view.roll.sheet)
    qtbot.wait(300)
    assert len(view.roll.sheet) == count > 0
    assert view.settled
    assert [label for label in view.findChildren(QLabel) if "Stopped" in label.text()]


def test_only_rows_in_view_are_compared_inside(qtbot, view):
    left = [f"{PARAGRAPH * 3}{n}" for n in range(3000)]
    right = [line.replace("甲", "丙") for line in left]
    show(qtbot, view, "\n".join(left), "\n".join(right))
    assert 0 < len(view.roll.changes) < 3000
    assert 2900 not in view.roll.changes
    view.left_pane.scroll_to(2900)
    qtbot.waitUntil(lambda: 2900 in view.roll.changes)
    assert marked(view, left=True)[:3] == ["甲", "甲", "甲"]


POEM = "床前明月光，疑是地上霜。举头望明月，低头思故乡。 Before my bed the moonlight shines. " * 9


def breaks(view: DifferenceView, block: int) -> list[list[int]]:
    """Return on both sides where the lines on the screen begin."""
    layouts = [pane.lines[block].layout for pane in view.panes.panes]
    return [[one.lineAt(at).textStart() for at in range(one.lineCount())] for one in layouts]


def test_equal_lines_break_equally_in_both_panes_at_any_width(qtbot, view):
    show(qtbot, view, f"{POEM}\none", f"{POEM}\ntwo")
    for width in range(700, 740):
        view.resize(width, 300)
        qtbot.wait(1)
        left, right = breaks(view, 0)
        assert len(left) > 3
        assert left == right, width
        pane = view.left_pane
        layout = pane.lines[0].layout
        ends = [layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())]
        assert max(ends) <= pane.viewport().width() - 4, "words touch the edge"


def test_a_difference_in_or_below_a_tall_paragraph_comes_into_view(qtbot, view):
    """Paragraphs are taller than the view: the one above a difference, or the one it ends."""
    tall = POEM * 2
    lines = [f"{tall}{number}" for number in range(6)]
    changed = [*lines]
    changed[1] = f"{tall}one"
    changed[3] = f"three {tall}"
    show(qtbot, view, "\n".join(lines), "\n".join(changed))
    pane = view.left_pane
    assert pane.line_count(1) > pane.rows_in_view() + 2
    for _ in range(2):
        view.next_action.trigger()
        seen = {one.block: one for one in pane.visible()}
        (number,) = (one for one in seen if one in pane.current)
        laid_out = pane.lines[number]
        line = laid_out.line_of(laid_out.block.marks[0][0])
        top = seen[number].top + line * pane.row_height()
        assert 0 <= top <= pane.viewport().height() - pane.row_height(), number
        assert top >= pane.row_height(), "something is left in view above it"


def test_going_to_a_difference_leaves_the_beginning_of_its_line_in_view(qtbot, view):
    view.options.wrap.setChecked(False)
    lines = [f"{number} {POEM}" for number in range(60)]
    changed = [f"{line}{'end' if number in (20, 40) else ''}" for number, line in enumerate(lines)]
    show(qtbot, view, "\n".join(lines), "\n".join(changed))
    for _ in range(2):
        assert [pane.horizontalScrollBar().value() for pane in view.panes.panes] == [0, 0]
        view.right_pane.horizontalScrollBar().setValue(200)
        assert view.left_pane.horizontalScrollBar().value() == 200
        view.next_action.trigger()
    assert [pane.horizontalScrollBar().value() for pane in view.panes.panes] == [200, 200]
    view.previous_action.trigger()
    assert [pane.horizontalScrollBar().value() for pane in view.panes.panes] == [0, 0]


def test_how_texts_are_shown_is_remembered(qtbot, open_window):
    application = open_window()
    options = application.window.difference_view.options
    actions = {
        "wrap": options.wrap,
        "fold": options.fold,
        "unified": options.unified,
        **{f"ignore {name}": action for name, action in options.ignored.items()},
    }
    before = {name: action.isChecked() for name, action in actions.items()}
    assert [name for name, on in before.items() if on] == [
        "wrap",
        "ignore line_ends",
        "ignore composition",
    ]
    for action in actions.values():
        action.trigger()
    panes = application.window.difference_view.panes
    size = panes.left_pane.font().pointSizeF()
    panes.zoom(3)
    application.window.close()
    view = open_window().window.difference_view
    shown = [view.options.wrap, view.options.fold, view.options.unified]
    now = [action.isChecked() for action in (*shown, *view.options.ignored.values())]
    assert now == [not on for on in before.values()]
    assert view.roll.wrapped is False
    assert {pane.font().pointSizeF() for pane in view.panes.panes} == {size + 3}


# What no reader sees


def of_bytes(data: bytes) -> TitledText:
    read = read_document("a.txt", data)
    return TitledText("a.txt", read.text, "a.txt", read.encoding, file=file_form(read))


LINES = "第一行 with words\n第二行 and more\n第三行 to the end\n"


def test_other_line_ends_are_no_differences_until_they_are_wanted(qtbot, view):
    windows = LINES.replace("\n", "\r\n").replace("more", "less")
    show(qtbot, view, of_bytes(LINES.encode()), of_bytes(windows.encode()))
    assert [row.sign for row in view.right_pane.gutter_rows()] == ["", "~", ""]
    (mark,) = view.right_pane.block(1).marks
    assert view.right_pane.block(1).text[slice(*mark)] == "less"
    view.options.ignored["line_ends"].trigger()
    qtbot.waitUntil(lambda: view.settled)
    assert [row.sign for row in view.right_pane.gutter_rows()] == ["~", "~", "~"]
    assert view.tools.ignore_button.text() == "Ignore"


CAFE = "Un café crème\nà la carte\n"


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (
            LINES.replace("\n", "\r\n").encode("gb18030"),
            LINES.encode(),
            "encoding (GB18030, UTF-8), line ends (CRLF, LF)",
        ),
        (b"\xef\xbb\xbf" + LINES.encode(), LINES.encode(), "byte order mark (present, missing)"),
        (
            LINES.encode("utf-16"),
            LINES.encode(),
            "encoding (UTF-16 LE, UTF-8), byte order mark (present, missing)",
        ),
        (
            unicodedata.normalize("NFC", CAFE).encode(),
            unicodedata.normalize("NFD", CAFE).encode(),
            "normal form of accents (NFC, NFD)",
        ),
        (
            LINES.replace("\n", "\r").encode(),
            LINES.replace("\n", "\r\n", 1).encode(),
            "line ends (CR, LF and CRLF)",
        ),
        (LINES.encode(), LINES.encode().rstrip(), "end of the last line (present, missing)"),
        (LINES.encode(), LINES.encode(), ""),
    ],
    ids=["encoding", "mark", "UTF-16", "accents", "CR", "last line", "nothing"],
)
def test_equal_texts_say_how_their_files_differ(qtbot, view, left: bytes, right: bytes, said: str):
    show(qtbot, view, of_bytes(left), of_bytes(right))
    assert view.navigation.count == 0
    expected = f"Same text; the files differ in {said}" if said else "The texts are equal"
    assert view.heading.notice.text() == expected


def test_copies_in_a_folder_say_how_they_differ(qtbot, open_on):
    text = "".join(f"{number}. 本合同一式两份，双方各执一份。\n" for number in range(40))
    other = text.replace("\n", "\r\n").encode("gb18030")
    view = open_on({"one.txt": text, "two.txt": other}).window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    assert view.navigation.count == 0
    said = view.heading.notice.text()
    assert said.startswith("Same text; the files differ in encoding (")
    assert "line ends (" in said


PARAGRAPHS = [" ".join(english_text(seed, 30).split()) for seed in range(5)]


def text(order: list[int], end: str = "") -> str:
    return "\n\n".join(PARAGRAPHS[at] for at in order) + end + "\n"


@pytest.mark.parametrize(
    ("order", "end", "reordered"),
    [
        ([1, 0, 2, 3, 4], "", True),
        ([4, 0, 1, 2, 3], "", True),
        ([0, 1, 2, 3, 4], "", False),
        ([1, 0, 2, 3, 4], " More.", False),
        ([1, 0, 2, 3], "", False),
    ],
)
def test_only_the_order_differs(order: list[int], end: str, *, reordered: bool):
    assert align(text([0, 1, 2, 3, 4]), text(order, end)).reordered is reordered


def test_it_is_said_where_differences_are_counted(qtbot, view):
    one, other = text([0, 1, 2, 3, 4]), text([2, 0, 1, 3, 4])
    show(qtbot, view, one, other)
    count = view.navigation.count
    assert view.navigation.counter.text() == f"Difference 1 of {count}, in another order"
    show(qtbot, view, one, other + "x")
    assert "order" not in view.navigation.counter.text()
