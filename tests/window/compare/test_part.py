"""A part beside its whole: it opens where it stands, and nothing around it is a difference."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QPalette
from pytestqt.qtbot import QtBot

import two_texts
from app.compare.texts import LineEnds, Standing, TitledText
from app.compare.view import DifferenceView
from builders import chinese_text
from simcore import Kind
from simcore.diff.align import Alignment, PageSort, RowKind, align, part_words, placed
from simcore.diff.matching import Ignored

PART = Standing(Kind.PART, 0.99)


@pytest.fixture(autouse=True)
def wide(view: DifferenceView) -> None:
    view.resize(1100, 420)


def chapter(number: int, lines: int = 40) -> list[str]:
    sentence = chinese_text(number, 30).replace("\n", "")
    body = [f"{number}.{line} {sentence} 第{number * 997 + line * 31}号" for line in range(lines)]
    return [f"# Chapter called {chr(0x4E00 + number)}", *body]


def book_and_part() -> tuple[list[str], list[str]]:
    """Return the lines of 30 chapters, and those of the twelfth with three lines changed."""
    contents = [f"- Chapter called {chr(0x4E00 + number)}" for number in range(30)]
    book = [*contents, *(line for number in range(30) for line in chapter(number))]
    part = chapter(12)
    part[3] += "，并且多了一句。"
    part[20] = part[20].replace("号", "页")
    part[39] += "完。"
    return book, part


BOOK, CHAPTER = book_and_part()
FIRST = BOOK.index(CHAPTER[0]) + 1
LAST = FIRST + len(CHAPTER) - 1


def show(
    qtbot: QtBot,
    view: DifferenceView,
    book: list[str] = BOOK,
    part: list[str] = CHAPTER,
    standing: Standing | None = PART,
) -> None:
    two_texts.show(qtbot, view, "\n".join(book), "\n".join(part), standing)


def test_a_part_opens_one_line_above_its_beginning(qtbot, view):
    show(qtbot, view)
    left = list(view.left_pane.gutter_rows())
    right = list(view.right_pane.gutter_rows())
    assert [row.number for row in left[:4]] == [str(FIRST - 1), "", str(FIRST), str(FIRST + 1)]
    assert [row.number for row in right[:4]] == ["", "", "1", "2"]
    assert view.navigation.counter.text().endswith(" of 3")
    assert view.navigation.index == 0
    assert {row.number for row in right if row.current} == {"4"}
    assert [row.sign for row in left[:4]] == ["", "", "", ""], "what is around it is no difference"


def test_a_part_of_which_nothing_differs_is_not_called_equal_to_its_whole(qtbot, view):
    show(qtbot, view, part=chapter(12))
    assert not view.navigation.count
    assert view.heading.notice.text() == ""
    show(qtbot, view, chapter(12), chapter(12), standing=None)
    assert view.heading.notice.text() == "The texts are equal"


def test_the_strip_tells_where_the_part_stands_and_what_differs(qtbot, view):
    show(qtbot, view)
    bar = view.part_bar
    assert bar.isVisible()
    said = (
        f"Lines {FIRST} to {LAST} of {QLocale().toString(len(BOOK))}: Chapter called {chr(0x4E0C)}"
    )
    assert bar.place.text() == said
    half = view.fontMetrics().horizontalAdvance(said) + 100
    view.resize(2 * half, view.height())
    qtbot.waitUntil(lambda: bar.place.shown() == said)  # the bar gives room FIRST
    assert bar.found.text() == "38 of 41 lines are in the other document word for word, 3 differ"
    assert bar.place.mapTo(view, bar.place.rect().center()).x() < view.width() / 2
    view.options.swap.trigger()
    qtbot.waitUntil(lambda: view.settled)
    middle = bar.place.rect().center
    qtbot.waitUntil(lambda: bar.place.mapTo(view, middle()).x() > view.width() / 2)
    place = view.roll.sheet.alignment.part
    assert place.part_left
    show(qtbot, view, CHAPTER, CHAPTER, Standing(Kind.SAME_TEXT, 1.0))
    assert not bar.isVisible()


def test_a_chapter_put_beside_a_book_by_hand_opens_where_it_stands(qtbot, view):
    show(qtbot, view, standing=None)
    assert view.part_bar.isVisible()
    show(qtbot, view, part=chapter(77), standing=None)
    assert not view.part_bar.isVisible()
    assert view.navigation.count > 0


@pytest.mark.parametrize("dark", [False, True])
def test_what_is_around_the_part_is_grey_and_its_other_side_plain(qtbot, view, *, dark: bool):
    palette = QPalette(QColor(40, 40, 40) if dark else QColor(240, 240, 240))
    view.setPalette(palette)
    show(qtbot, view)
    view.left_pane.scroll_to(100)
    base = palette.color(QPalette.ColorRole.Base)
    image = view.right_pane.viewport().grab().toImage()
    plain = {image.pixel(x, y) for x in range(0, 300, 3) for y in range(0, 200, 3)}
    assert plain == {base.rgb()}
    strongest = []
    for top in (100, 12 * 41 + 40):
        view.left_pane.scroll_to(top)
        image = view.left_pane.viewport().grab().toImage()
        lightness = [image.pixelColor(x, y).lightness() for x in range(200) for y in range(2, 18)]
        strongest.append(max(abs(one - base.lightness()) for one in lightness))
    assert strongest[0] < strongest[1]


def test_folded_the_beginning_of_the_part_stays(qtbot, view):
    view.options.fold.setChecked(True)
    show(qtbot, view)
    kinds = [view.left_pane.block(seen.block).kind for seen in view.left_pane.visible()]
    assert RowKind.BEGINS in kinds
    folds = view.roll.folding.folds
    assert folds[0][0] == 0
    assert len(folds) >= 3


@pytest.mark.parametrize("unified", [False, True])
def test_every_line_is_shown_in_either_layout(qtbot, view, *, unified: bool):
    view.options.unified.setChecked(unified)
    for texts in ((BOOK, CHAPTER), (CHAPTER, BOOK)):
        show(qtbot, view, *texts)
        lines = set(view.left_pane.toPlainText().split("\n"))
        if not unified:
            lines |= set(view.right_pane.toPlainText().split("\n"))
        assert lines >= {*BOOK, *CHAPTER}


# The alignment


def texts_of(alignment: Alignment) -> tuple[list[str], list[str]]:
    """Return the lines of both sides in the order of the rows."""
    sides = []
    for left in (True, False):
        lines = (alignment.line(row, left=left) for row in range(len(alignment)))
        sides.append([line for line in lines if line is not None])
    return sides[0], sides[1]


LINES = st.lists(st.sampled_from([f"{name} line\n" for name in "abcdefgh"]), max_size=30)


@given(before=LINES, part=LINES, after=LINES, part_left=st.booleans(), ends=st.booleans())
def test_a_placed_alignment_has_all_lines_in_order(
    before: list[str], part: list[str], after: list[str], *, part_left: bool, ends: bool
):
    whole = [*before, *part, *after]
    texts = ("".join(part), "".join(whole)) if part_left else ("".join(whole), "".join(part))
    first = align(*texts, ignoring=Ignored(line_ends=ends))
    alignment = placed(first, part_left=part_left)
    assert texts_of(alignment) == texts_of(first)
    assert len(alignment.kinds) == len(alignment.left_positions) == len(alignment.right_positions)
    for row, kind in enumerate(alignment.kinds):
        here, there = alignment.left_positions[row] >= 0, alignment.right_positions[row] >= 0
        expected = {
            " ": {(True, True)},
            "~": {(True, True)},
            "-": {(True, False)},
            "+": {(False, True)},
            ".": {(False, True)} if part_left else {(True, False)},
            "|": {(False, False)},
        }[kind]
        assert (here, there) in expected
        assert (kind in "~+-") == any(a <= row < b for a, b in alignment.differences)
    assert all(end < start for (_, end), (start, _) in pairwise(alignment.differences))
    for row, other in alignment.moved.items():
        assert alignment.moved[other] == row
    place = alignment.part
    assert alignment.kinds.count("|") == (place is not None)
    if place is not None:
        assert alignment.kinds[place.begin] == "|"
        assert set(alignment.kinds[: place.begin] + alignment.kinds[place.end :]) <= {"."}


def test_a_title_in_a_table_of_contents_does_not_begin_the_part():
    part = [f"Sentence {n} of the chapter on rivers.\n" for n in range(50)]
    book = ["Rivers\n", *(f"Filler {n} on other things.\n" for n in range(300)), *part]
    for title in (["Rivers\n"], []):
        words = part_words(placed(align("".join(book), "".join([*title, *part])), part_left=False))
        assert (words.first, words.last, words.total) == (302, 351, 351)
        assert (words.lines, words.differ) == (50 + len(title), len(title))


def test_pages_are_told_where_these_are_known(qtbot, view):
    pages = tuple(range(0, len(BOOK), 10))
    sides = (
        TitledText("book", "\n".join(BOOK), "b.pdf", "pdf", pages=pages, lines=LineEnds.FLOWING),
        TitledText("part", "\n".join(CHAPTER), "p.md"),
    )
    view.show_sides(*sides, standing=PART)
    qtbot.waitUntil(lambda: view.settled)
    words = part_words(view.roll.sheet.alignment)
    assert words.pages is PageSort.PAGES
    said = f"Pages {(FIRST - 1) // 10 + 1} to {(LAST - 1) // 10 + 1} of {len(pages)}"
    assert view.part_bar.place.text().startswith(said)


def test_a_part_in_the_results_opens_where_it_stands(qtbot, open_on):
    files = {"the whole book.md": "\n".join(BOOK), "chapter.md": "\n".join(CHAPTER)}
    view = open_on(files).window.difference_view
    qtbot.waitUntil(view.part_bar.isVisible)
    assert [row.number for row in view.right_pane.gutter_rows()][1:3] == ["", "1"]
