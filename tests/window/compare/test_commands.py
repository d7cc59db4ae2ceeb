"""What a person can do with the differences: fold, wrap, find, ignore, go to what has moved."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.compare.texts import TitledText
from app.compare.view import DifferenceView
from simcore.diff.align import align
from simcore.diff.matching import Ignored

PARAGRAPH = "本合同由甲方与乙方于二〇二四年签订，双方应当遵守全部条款。"
MOVED = "第一段讲述数据库的安装过程和配置方法，篇幅不长。"


@pytest.fixture
def view(qtbot: QtBot) -> DifferenceView:
    widget = DifferenceView()
    qtbot.addWidget(widget)
    widget.resize(900, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def settle(qtbot: QtBot, view: DifferenceView) -> None:
    qtbot.waitUntil(lambda: view.settled, timeout=60_000)


def show(qtbot: QtBot, view: DifferenceView, left: str, right: str) -> None:
    view.show_sides(TitledText("kept: a.txt", left), TitledText("chosen: b.txt", right))
    settle(qtbot, view)


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


def test_two_changed_characters_of_a_paragraph_are_two_marks(qtbot: QtBot, view: DifferenceView):
    left = PARAGRAPH * 20
    right = left[:100] + "丙" + left[101:500] + "丁" + left[501:]
    show(qtbot, view, left, right)
    assert marked(view, left=True) == [left[100], left[500]]
    assert marked(view, left=False) == ["丙", "丁"]


# Moved text


def moved_pair() -> tuple[str, str]:
    middle = "".join(f"第{n}条的内容\n" for n in range(8))
    return f"开头\n{MOVED}\n{middle}结尾\n", f"开头\n{middle}{MOVED}\n结尾\n"


def test_a_moved_paragraph_is_known_and_jumped_to(qtbot: QtBot, view: DifferenceView) -> None:
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
def test_near_equal_paragraphs_have_moved_too(there: str, moved: bool) -> None:
    left, right = moved_pair()
    result = align(left, right.replace(MOVED, there))
    assert bool(result.moved) is moved
    for row, other in result.moved.items():
        assert result.moved[other] == row
        assert {result.kinds[row], result.kinds[other]} == {"-", "+"}


def test_swapped_paragraphs_are_one_move_and_not_two_changes() -> None:
    one, two = "A first paragraph on rivers and lakes.", "Another one, on hills and valleys."
    result = align(f"{one}\n{two}\n", f"{two}\n{one}\n")
    assert sorted(result.kinds) == sorted("- +")
    assert len(result.moved) == 2


# What is ignored


@pytest.mark.parametrize(
    ("option", "left", "right"),
    [
        ("white_space", "a b\tc\n", "ab c\n"),
        ("case", "Straße ABC\n", "STRASSE abc\n"),
        ("punctuation", "甲，乙。丙\n", "甲、乙丙！\n"),
        ("width", "ＡＢＣ１２３，ｱ\n", "ABC123,ア\n"),
        ("traditional", "數據庫計畫，頭髮\n", "数据库计划，头发\n"),
    ],
)
def test_what_is_ignored_is_no_difference(
    qtbot: QtBot, view: DifferenceView, option: str, left: str, right: str
) -> None:
    show(qtbot, view, left + "same\n", right + "same\n")
    assert view.navigation.count == 1
    view.options.ignored[option].trigger()
    settle(qtbot, view)
    assert view.navigation.count == 0
    assert view.left_pane.toPlainText() == (left + "same").replace("\t", "\t")
    assert view.right_pane.toPlainText() == right + "same", "each side shows its own text"
    assert "but for what is ignored" in view.heading.notice.text()
    assert view.tools.ignore_button.text() == "Ignore (1)"
    view.options.ignored[option].trigger()
    settle(qtbot, view)
    assert view.navigation.count == 1


@pytest.mark.parametrize(
    ("option", "left", "right", "marks"),
    [
        ("case", "The QUICK fox, old\n", "the quick fox, new\n", ["old"]),
        ("traditional", "這個數據庫的計畫是舊\n", "这个数据库的计划是新\n", ["舊"]),
        ("width", "ＡＢＣ 一二\n", "ABC 一三\n", ["二"]),
        ("punctuation", "甲，乙；丙丁\n", "甲乙丙戊\n", ["丁"]),
        ("white_space", "one  two three x\n", "one two\tthree y\n", ["x"]),
    ],
)
def test_what_is_ignored_is_not_marked_inside_a_line(
    qtbot: QtBot, view: DifferenceView, option: str, left: str, right: str, marks: list[str]
) -> None:
    view.options.ignored[option].trigger()
    show(qtbot, view, left, right)
    assert marked(view, left=True) == marks


def test_ignoring_everything_at_once_is_what_is_left_of_the_words() -> None:
    everything = Ignored(True, True, True, True, True)
    assert everything.key("「ＡＢc」 數據。\n") == "abc数据"
    assert not Ignored()


# Unified, folded, wrapped, swapped


def test_one_below_the_other(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_equal_lines_are_folded_and_unfolded(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_wrapped_rows_stay_opposite_each_other(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_a_wrapped_line_higher_than_the_pane_is_scrolled_line_by_line(
    qtbot: QtBot, view: DifferenceView
) -> None:
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


def test_sides_are_swapped(qtbot: QtBot, view: DifferenceView) -> None:
    show(qtbot, view, "一\n第二行字\n", "一\n第三行字\n")
    chosen: list[tuple[bool, str]] = []
    view.encoding_chosen.connect(lambda kept, name: chosen.append((kept, name)))
    view.options.swap.trigger()
    settle(qtbot, view)
    assert view.heading.left_title.text() == "chosen: b.txt"
    assert shown(view) == ["一", "第三行字"]
    assert shown(view, left=False) == ["一", "第二行字"]
    view.heading.left_encoding.chosen.emit("big5")
    assert chosen == [(False, "big5")], "the left side is the chosen document now"
    view.options.swap.trigger()
    settle(qtbot, view)
    assert shown(view) == ["一", "第二行字"]


# Finding


def counter(view: DifferenceView) -> str:
    return view.find_bar.counter.text()


def test_finding_goes_from_place_to_place(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_finding_unfolds_and_sees_into_long_lines(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_the_overview_shows_the_view_and_leads_there(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_text_is_selected_with_the_keyboard(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_text_is_selected_with_the_mouse(qtbot: QtBot, view: DifferenceView) -> None:
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


def test_long_texts_are_shown_before_they_are_compared_to_the_end(
    qtbot: QtBot, view: DifferenceView
) -> None:
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


def test_a_comparison_can_be_stopped(qtbot: QtBot, view: DifferenceView) -> None:
    view.show_sides(TitledText("a", monster()[0]), TitledText("b", monster()[1]))
    qtbot.waitUntil(view.heading.stop_button.isVisible, timeout=60_000)
    view.heading.stop_button.click()
    assert "Stopped" in view.heading.notice.text()
    assert not view.heading.stop_button.isVisible()
    count = len(view.roll.sheet)
    qtbot.wait(300)
    assert len(view.roll.sheet) == count > 0
    assert view.settled
    assert [label for label in view.findChildren(QLabel) if "Stopped" in label.text()]


def test_only_rows_in_view_are_compared_inside(qtbot: QtBot, view: DifferenceView) -> None:
    left = [f"{PARAGRAPH * 3}{n}" for n in range(3000)]
    right = [line.replace("甲", "丙") for line in left]
    show(qtbot, view, "\n".join(left), "\n".join(right))
    assert 0 < len(view.roll.changes) < 3000
    assert 2900 not in view.roll.changes
    view.left_pane.scroll_to(2900)
    qtbot.waitUntil(lambda: 2900 in view.roll.changes, timeout=60_000)
    assert marked(view, left=True)[:3] == ["甲", "甲", "甲"]
