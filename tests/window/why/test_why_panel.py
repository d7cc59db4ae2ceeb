"""The tab that explains a pair: what it shows, says and lets a person do, in the real widgets."""

import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

import simcore
from app.why.explained import PIECE, Request, ShownPassage, ShownPassages, explained, shown_text
from app.why.fingerprints import FIRST_VOTE, BitSide, BitSquare, InfluenceModel
from app.why.pages import PassagePane, PassagesPage, WhyPages
from app.why.panel import WhyPanel
from app.why.words import change_words, side_names
from builders import chinese_text, edited, english_text, letters_and_digits, shingle_strings
from cells import rows_of
from looking import cut_beside_room
from places import ROOT
from simcore import FingerprintIndex, ScanConfig, explain
from simcore.cli.lines import explanation_lines
from simcore.diff.words import WordDifferences
from simcore.explanation import Explanation
from simcore.fingerprints import fnv1
from simcore.text.masking import segmenter
from simcore.text.words import normalise, words
from simcore.workers import make_executor

Pair = tuple[Path, Path]
Told = Callable[[str, str], WhyPages]
Shared = Callable[[str, str], PassagesPage]

IN_WORDS, FINGERPRINTS, STEPS = range(3)


@pytest.fixture
def panel(qtbot: QtBot) -> WhyPanel:
    widget = WhyPanel()
    qtbot.addWidget(widget)
    widget.resize(1000, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def show(qtbot: QtBot, panel: WhyPanel, kept: Path, chosen: Path, page: int = IN_WORDS) -> WhyPages:
    panel.show_pair(kept, chosen, {})
    qtbot.waitUntil(lambda: panel.explained)
    panel.pages.list.setCurrentRow(page)
    return panel.pages


def show_passages(qtbot: QtBot, panel: WhyPanel, *pair: Path) -> PassagesPage:
    """Show the passages of a pair beside its explanation, as on a page of their own."""
    panel.passages.setParent(None)
    qtbot.addWidget(panel.passages)
    panel.passages.resize(1000, 300)
    panel.passages.show()
    qtbot.waitExposed(panel.passages)
    show(qtbot, panel, *pair)
    return panel.passages.page


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    text = chinese_text(1)
    return write(tmp_path, "甲.txt", text), write(tmp_path, "乙.txt", edited(text, 2, 6))


@pytest.fixture
def told(qtbot: QtBot, panel: WhyPanel, tmp_path: Path) -> Told:
    """Return a function that explains two texts."""
    return lambda left, right: show(
        qtbot, panel, write(tmp_path, "a", left), write(tmp_path, "b", right)
    )


@pytest.fixture
def shared(qtbot: QtBot, panel: WhyPanel, tmp_path: Path) -> Shared:
    """Return a function that shows the passages of two texts."""
    return lambda left, right: show_passages(
        qtbot, panel, write(tmp_path, "a", left), write(tmp_path, "b", right)
    )


def whole(square: BitSquare) -> int:
    """Read a square as a person does: row by row, from the top left."""
    signs = {"0": "0", "1": "1", "\u00b7": "0", "\u2260": "1"}
    return int("".join(signs[sign] for row in rows_of(square.bits) for sign in row), 2)


def votes_by_hand(path: Path) -> list[int]:
    count = Counter(words(normalise(path.read_text(encoding="utf-8")), segmenter()))
    return [
        sum(n if fnv1(word) >> bit & 1 else -n for word, n in count.items()) for bit in range(64)
    ]


# The squares


def test_squares_show_the_fingerprints(qtbot, panel, pair):
    """The bits are those counted again in plain Python, and so is what differs."""
    panel.set_config(ScanConfig(recipe="charikar"))
    page = show(qtbot, panel, *pair, FINGERPRINTS).fingerprints
    prints = [
        sum(1 << bit for bit, vote in enumerate(votes_by_hand(path)) if vote >= 0) for path in pair
    ]
    squares = page.squares.squares
    assert [whole(squares[side]) for side in BitSide] == [*prints, prints[0] ^ prints[1]]
    for side, value in zip(BitSide, (*prints, prints[0] ^ prints[1]), strict=True):
        heads = [squares[side].bits.headerData(n, Qt.Orientation.Vertical) for n in range(8)]
        assert "".join(map(str, heads)) == f"{value:016x}"
    different = [bit for bit in range(64) if (prints[0] ^ prints[1]) >> bit & 1]
    assert different
    spoken = page.in_words.text()
    assert f"{prints[0]:016x}" in spoken
    assert spoken.endswith(", ".join(map(str, reversed(different))))


@pytest.mark.parametrize("size", [(1060, 300), (850, 260), (900, 900)])
def test_nothing_of_the_fingerprints_stands_at_an_edge(qtbot, panel, pair, size: tuple[int, int]):
    """Figures touched the right edge, above a table that had to be scrolled sideways."""
    panel.resize(*size)
    page = show(qtbot, panel, *pair, FINGERPRINTS).fingerprints
    QApplication.processEvents()
    across = [one.horizontalScrollBar() for one in (page.table, *page.findChildren(QScrollArea))]
    assert not any(one.isVisible() for one in across)
    assert cut_beside_room(page) == []
    assert page.votes.contentsRect().right() < page.votes.width() - 4
    squares = list(page.squares.squares.values())
    assert squares[0].rowHeight(0) >= squares[0].smallest() > 0
    below = page.in_words.y() - squares[0].geometry().bottom()
    assert 0 < below < 20, "what they are in words stands right below them"


def test_a_bit_that_differs_has_a_colour_and_a_sign(qtbot, panel, pair):
    page = show(qtbot, panel, *pair, FINGERPRINTS).fingerprints
    square = page.squares.squares[BitSide.LEFT]
    qtbot.waitUntil(square.isVisible)
    orange = {True: 0, False: 0}
    image = square.viewport().grab().toImage()
    for bit in range(64):
        rect = square.visualRect(square.bits.position(bit))
        colours = {
            QColor(image.pixel(x, y)).hsvHue()
            for x in range(rect.left() + 3, rect.right() - 2)
            for y in range(rect.top() + 3, rect.bottom() - 2)
            if QColor(image.pixel(x, y)).hsvSaturation() > 150
        }
        orange[square.bits.differs(bit)] += any(15 < hue < 50 for hue in colours)
    assert orange == {True: whole(page.squares.squares[BitSide.DIFFERENCE]).bit_count(), False: 0}
    for bit in range(64):
        spoken = str(square.bits.position(bit).data(Qt.ItemDataRole.AccessibleTextRole))
        assert spoken.startswith(f"bit {bit} is {square.bits.value(bit)}")
        assert ("differs" in spoken) == square.bits.differs(bit)


def test_keys_move_through_all_squares_and_choose_a_bit(qtbot, panel, pair):
    panel.set_config(ScanConfig(recipe="charikar"))
    page = show(qtbot, panel, *pair, FINGERPRINTS).fingerprints
    squares = page.squares.squares
    kept = squares[BitSide.LEFT]
    hand = votes_by_hand(pair[0]), votes_by_hand(pair[1])
    different = [bit for bit in range(64) if (hand[0][bit] >= 0) != (hand[1][bit] >= 0)]
    assert page.squares.current == different[-1]  # the first thing to look at
    kept.go_to(63)
    kept.setFocus()
    for key, bit in (
        (Qt.Key.Key_Right, 62),
        (Qt.Key.Key_Down, 54),
        (Qt.Key.Key_Left, 55),
        (Qt.Key.Key_Up, 63),
    ):
        qtbot.keyClick(kept, key)
        assert page.squares.current == bit
        assert {each.bits.bit(each.currentIndex()) for each in squares.values()} == {bit}
        said = page.votes.text()
        assert said.startswith(f"Bit {bit}:")
        for votes in (hand[0][bit], hand[1][bit]):
            assert f"makes {votes:+d}:".replace("-", "\u2212").replace("+0", "0") in said
    kept.go_to(different[0])
    qtbot.keyClick(kept, Qt.Key.Key_Space)
    assert page.model.bit == different[0]
    assert {different[0]} <= set.intersection(*(set(row.bits) for row in page.model.records))
    weights = [row.more for row in page.model.records]
    assert weights == sorted(weights, reverse=True) != []
    qtbot.keyClick(kept, Qt.Key.Key_Return)
    assert page.model.bit is None


def test_the_pointer_shows_a_bit_and_a_click_lists_what_decides_it(qtbot, panel, pair):
    page = show(qtbot, panel, *pair, FINGERPRINTS).fingerprints
    square = page.squares.squares[BitSide.DIFFERENCE]
    qtbot.waitUntil(square.isVisible)
    current = page.squares.current
    other = next(bit for bit in range(64) if not square.bits.differs(bit))
    square.entered.emit(square.bits.position(other))
    assert page.votes.text().startswith(f"Bit {other}:")
    assert page.votes.text().endswith("The bits agree.")
    QApplication.sendEvent(square, QEvent(QEvent.Type.Leave))
    assert page.votes.text().startswith(f"Bit {current}:")
    assert page.votes.text().endswith("The bits differ.")
    place = square.visualRect(square.bits.position(current)).center()
    qtbot.mouseClick(square.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.model.bit == current
    assert all(current in row.bits for row in page.model.records)
    qtbot.mouseClick(page.all_bits, Qt.MouseButton.LeftButton)
    assert page.model.bit is None
    totals = [row.total for row in page.model.records]
    assert totals == sorted(totals, reverse=True)


def test_influences_say_how_many_are_left_out(tmp_path):
    paths = write(tmp_path, "a", english_text(1, 900)), write(tmp_path, "b", english_text(2, 900))
    found = simcore.explain(*paths, ScanConfig())
    model = InfluenceModel()
    names = side_names(of_any_files=True)
    for bit in (None, found.differing[0].bit):
        model.show(found, names, bit)
        assert model.rowCount() == len(model.records) > 0
        assert model.left_out > 0
    assert model.rowCount() + model.left_out == (
        found.differing[0].left_pulling + found.differing[0].right_pulling
    )


# The steps


@pytest.mark.parametrize(
    ("recipe", "rows", "columns"),
    [
        ("bigrams-32", 4, 8),
        ("default", 8, 8),
        ("charikar", 8, 8),
        ("classic-128", 8, 16),
        ("default+128", 8, 16),
    ],
)
def test_squares_and_the_table_of_steps_add_up(
    qtbot, panel, pair, recipe: str, rows: int, columns: int
):
    panel.set_config(ScanConfig(recipe=recipe))
    pages = show(qtbot, panel, *pair, FINGERPRINTS)
    found = simcore.explain(*pair, ScanConfig(recipe=recipe))
    squares = pages.fingerprints.squares.squares
    left, right = found.left.fingerprint, found.right.fingerprint
    assert [whole(squares[side]) for side in BitSide] == [left, right, left ^ right]
    bits = squares[BitSide.LEFT].bits
    assert (bits.rowCount(), bits.columnCount()) == (rows, columns)
    # the bit that is looked at is in view in the steps
    pages.fingerprints.squares.go_to(2)
    pages.list.setCurrentRow(STEPS)
    page, model = pages.steps, pages.steps.model
    assert model.bit(page.votes.currentIndex().column()) == 2

    def number(row: int, column: int) -> int:
        text = str(model.index(row, column).data()).replace("\u2212", "-").replace(",", "")
        return int(text)

    for side, mine in enumerate((found.left, found.right)):
        page.side.setCurrentIndex(side)
        last = model.rowCount() - 1
        assert last == len(mine.heaviest) + 2
        fingerprint = 0
        for column in range(FIRST_VOTE, model.columnCount()):
            added = sum(number(row, column) for row in range(last - 1))
            assert added == number(last - 1, column) == mine.votes[model.bit(column)]
            assert number(last, column) == int(added >= 0)
            fingerprint = 2 * fingerprint + number(last, column)
            weights = [abs(number(row, column)) for row in range(last - 2)]
            assert weights == [number(row, 2) for row in range(last - 2)]
        assert fingerprint == mine.fingerprint
        assert sum(number(row, 2) for row in range(last - 1)) == number(last - 1, 2)
        assert str(len(mine.hashes)) in page.steps.text()


# The figures


def sentences(pages: WhyPages) -> list[str]:
    both = zip(pages.figures.figures, pages.figures.words, strict=True)
    return [f"{figure.text()}: {label.text()}" for figure, label in both]


def test_figures_in_words_by_hand_in_chinese(told):
    left = [chr(0x4E00 + at * 7) for at in range(1_200)]
    # four together: of single ones the letters would be counted
    right = [chr(0xAC00 + at) if at % 120 < 4 else c for at, c in enumerate(left)]
    found = [one.replace(",", "") for one in sentences(told("".join(left), "".join(right)))]
    grams = [set(shingle_strings(letters_and_digits("".join(each)))) for each in (left, right)]
    shared, together = len(grams[0] & grams[1]), len(grams[0] | grams[1])
    assert "40 characters removed 40 characters added." in found[1]
    assert found[1].startswith(f"{int(shared / together * 100)} %")
    assert f"have {together} different" in found[1]
    assert f"; {shared} of them" in found[1]
    assert found[2].startswith(f"{int(100 * shared / len(grams[0]))} %")
    assert found[3].startswith(f"{int(100 * shared / len(grams[1]))} %")


def test_a_moved_paragraph_and_a_sentence_more_are_counted(told):
    paragraphs = [f"Paragraph {n}: {english_text(n, 60)}".replace("\n", " ") for n in range(30)]
    added = " This is one sentence more."
    other = [*paragraphs[1:20], paragraphs[0], *paragraphs[20:]]
    other[5] += added
    found = sentences(told("\n".join(paragraphs), "\r\n".join(other)))
    count = len(added.replace(" ", ""))
    assert f"<b>{count} characters added, 1 paragraph moved.</b>" in found[1]
    assert "one word in" not in found[1]


def test_of_chats_of_two_programs_the_stamps_differ(tmp_path):
    words_said = english_text(5, 120).split()
    said = [" ".join(words_said[at : at + 8]) for at in range(0, 96, 8)]
    german = [f"13.04.23, 10:{at + 10} - Bo: {one}" for at, one in enumerate(said)]
    english = [f"[4/13/2023 10:{at + 10} AM] Bo: {one}" for at, one in enumerate(said)]
    paths = write(tmp_path, "a", "\n".join(german)), write(tmp_path, "b", "\n".join(english))
    found = explain(*paths, ScanConfig(jobs=0))
    assert found.comparison.resemblance == 1
    assert "no run" not in change_words(found)[0]
    # of what is too long to be counted nothing else is known
    too_long = replace(found, differences=WordDifferences(complete=False))
    assert "no run" in change_words(too_long)[0]


@pytest.mark.parametrize("chinese", [True, False])
def test_what_is_too_long_to_be_counted_is_reckoned(*, chinese: bool, tmp_path):
    if chinese:
        left = "".join(chr(0x4E00 + at * 7) for at in range(1_200))
        right = "".join(chr(0xAC00 + at) if at % 30 == 15 else c for at, c in enumerate(left))
    else:
        left = english_text(1, 400)
        right = left.replace("river", "canal")
    paths = write(tmp_path, "a", left), write(tmp_path, "b", right)
    found = explain(*paths, ScanConfig(jobs=0))
    # what was counted is told as it is
    changed = found.differences.left_words / found.differences.left_only
    unit = "character" if chinese else "word"
    assert change_words(found, None) == (f"about one {unit} in {round(changed)} differs", "")
    too_long = replace(found, differences=WordDifferences(complete=False))
    short, reckoned = change_words(too_long, None)
    grams = [set(shingle_strings(letters_and_digits(each))) for each in (left, right)]
    resemblance = len(grams[0] & grams[1]) / len(grams[0] | grams[1])
    listed = normalise(left + " " + right).replace(".", " ").split()
    touched = 4 if chinese else 1 + 4 / (sum(map(len, listed)) / len(listed))
    one_in = round(1 / (1 - (2 * resemblance / (1 + resemblance)) ** (1 / touched)))
    assert short == f"about one {unit} in {one_in} differs"
    of = "runs of 4: most of both texts is Chinese" if chinese else "runs of 5: most of both"
    assert of in reckoned


def test_what_differs_is_said_first(told):
    """Words, then passages, then figures, the distance last; votes are folded behind these."""
    paragraphs = [f"{english_text(seed, 12)} It may be {seed}<i>." for seed in range(6)]
    other = [paragraphs[1].replace("may be", "may not be"), paragraphs[0], *paragraphs[2:]]
    pages = told("\n\n".join(paragraphs), "\n\n".join(other))
    page = pages.figures
    first, second, *_ = page.differs.text().removeprefix("<b>What differs</b>").split("<br>")[1:]
    assert first == "\u2022 The right text has <b>\u201cnot\u201d</b>"
    assert second == "\u2022 In another order, hardly a word changed: 1 paragraph moved"
    places = [page.differs, page.passages, page.names[1], page.names[2], page.names[3]]
    tops = [label.mapTo(page, QPoint()).y() for label in [*places, page.names[0]]]
    assert tops == sorted(tops)
    shown = [row for row in range(pages.list.count()) if not pages.list.isRowHidden(row)]
    assert shown == [IN_WORDS]
    pages.votes.click()
    assert not any(pages.list.isRowHidden(row) for row in range(pages.list.count()))
    pages.list.setCurrentRow(STEPS)
    assert pages.stack.currentWidget() is pages.steps
    pages.votes.click()
    assert pages.stack.currentWidget() is page
    assert pages.list.isRowHidden(STEPS)


def test_accents_and_signs_are_told_as_such(told, tmp_path):
    """Each word is written otherwise and none is another one; places are told apart."""
    accents = "Đội bóng đá về nhì", "Doi bong da ve nhi"
    said = told(*accents).figures.differs.text()
    assert said.startswith("<b>What differs</b><br>\u2022 Only accents differ<br>")
    assert "In all" not in said
    paths = [write(tmp_path, str(at), text) for at, text in enumerate(accents)]
    lines = "\n".join(explanation_lines(explain(*paths, ScanConfig()), ScanConfig()))
    assert "only accents differ" in lines
    assert "in all" not in lines
    said = told("one < two + three", "one > two - three").figures.differs.text()
    assert "<b>\u201c>\u201d</b>; the left text has" in said.replace("&gt;", ">")


def test_words_of_a_page_are_no_markup(told):
    text = english_text(1, 60)
    assert "&lt;b&gt;x&lt;i&gt;" in told(text, text + " if <b>x<i> then").figures.differs.text()
    assert not told(text, text).figures.differs.isVisible()


def said_of_votes(panel: WhyPanel) -> list[str]:
    """Return all that the pages on fingerprints and on steps say."""
    said: list[str] = []
    for row in (FINGERPRINTS, STEPS):
        panel.pages.list.setCurrentRow(row)
        page = panel.pages.stack.currentWidget()
        said += [label.text() for label in page.findChildren(QLabel)]
        said += [one.accessibleName() for one in page.findChildren(QWidget)]
        for box in page.findChildren(QComboBox):
            said += [box.itemText(at) for at in range(box.count())]
    fingerprints = panel.pages.fingerprints
    said += [row.text for row in fingerprints.model.records]
    cell = fingerprints.squares.squares[BitSide.LEFT].bits.position(3)
    said.append(str(cell.data(Qt.ItemDataRole.AccessibleDescriptionRole)))
    panel.pages.list.setCurrentRow(IN_WORDS)
    return said


def test_any_two_files_are_left_and_right(qtbot, panel, pair):
    """Only of documents of a scan one is kept."""
    names = [label.text() for label in show(qtbot, panel, *pair).figures.names]
    assert names[2:] == ["Left in right", "Right in left"]
    said = said_of_votes(panel)
    assert {"left", "right", "of the left document", "of the right document"} <= {*said}
    assert not re.search(r"\b(kept|chosen)\b", " ".join(said))
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        report = simcore.scan([pair[0].parent], ScanConfig(jobs=0), index, executor)
    panel.show_documents(*report.documents.values(), {})
    qtbot.waitUntil(lambda: panel.explained)
    page = panel.pages.figures if panel.pages else None
    assert [label.text() for label in page.names][2:] == ["Kept in chosen", "Chosen in kept"]
    assert "the kept text" in page.differs.text().lower()
    said = said_of_votes(panel)
    assert {"kept", "chosen", "of the kept document", "of the chosen document"} <= {*said}
    assert not re.search(r"\b(left|right)\b", " ".join(said))


def test_a_part_and_its_whole(panel, told):
    text = chinese_text(3, 200)
    pages = told(text, text + chinese_text(4, 400))
    found = sentences(pages)
    assert found[1].startswith("100 %: <b>Every passage of the left text is in the right one.</b>")
    assert "<b>Every character of the part is in the whole.</b>" in found[2]
    assert "The right text has much that the left one has not" in found[3]
    # one name for one figure: of a part similarity is what its row says, while it is a part
    page = pages.figures
    names = ["Distance", "Similarity", "Runs in both", "Right in left"]
    assert [label.text() for label in page.names] == names
    panel.set_config(ScanConfig(similarity=0.3, distance=64))
    names = ["Distance", "Similarity", "Left in right", "Right in left"]
    assert [label.text() for label in page.names] == names
    assert page.figures[1].text() == page.figures[3].text() != page.figures[2].text() == "100 %"


@pytest.mark.parametrize("part_first", [True, False])
def test_of_a_part_only_what_its_whole_has_not_is_counted(told, *, part_first: bool):
    text = "".join(f"{chinese_text(n, 80)}\n" for n in range(3, 9))
    part, whole = text + "二十七", f"{chinese_text(40, 800)}\n{text}{chinese_text(41, 800)}"
    found = sentences(told(part, whole) if part_first else told(whole, part))
    assert "<b>3 characters of the part are not in the whole.</b>" in found[2]


def test_half_of_a_shorter_text_makes_it_no_part(told):
    text, own = chinese_text(3, 300), chinese_text(70, 300)
    found = sentences(told(f"{text}\n{own}", chinese_text(71, 900) + text))
    assert "of the part" not in found[1]
    assert " characters removed, " in found[1]


def test_nothing_in_common_and_too_short(panel, shared):
    page, pages = shared("一二三四五六", "甲乙丙丁戊己"), panel.pages
    found = sentences(pages)
    assert "They have no passage in common" in found[1]
    assert "Nothing of the left text is in the right one" in found[2]
    assert "Too short" in pages.figures.remarks.text()
    assert page.model.rowCount() == 0


def test_the_threshold_that_hides_a_pair_is_named_as_it_moves(qtbot, panel, tmp_path):
    text = chinese_text(1)
    pair = write(tmp_path, "甲.txt", text), write(tmp_path, "乙.txt", edited(text, 2, 2))
    pages = show(qtbot, panel, *pair)
    assert not pages.figures.hidden.isVisibleTo(pages.figures)
    panel.set_config(ScanConfig(distance=0))
    hidden = pages.figures.hidden
    assert hidden.isVisibleTo(pages.figures)
    title, distance, length = hidden.text().split("<br>")
    assert title == "<b>Neither similar nor a part</b> by the thresholds set:"
    assert re.fullmatch(r"Distance in bits: \d+, similar are at most 0\.", distance)
    assert length.startswith("Length: neither is clearly shorter, a part has at most 83 % of")
    panel.set_config(ScanConfig(similarity=1.0, containment=1.0, contained=False))
    lines = hidden.text().split("<br>")[1:]
    assert [line.partition(":")[0] for line in lines] == [
        "Similarity",
        "Parts",
        "Containment",
        "Length",
    ]
    assert lines[0].endswith(", similar are at least 100 %.")
    # what is explained later goes by the thresholds of then
    show(qtbot, panel, *reversed(pair))
    assert hidden.isVisibleTo(pages.figures)
    panel.set_config(ScanConfig())
    assert not hidden.isVisibleTo(pages.figures)


# The passages


def marked(pane: PassagePane, span: tuple[int, int]) -> str:
    units = pane.toPlainText().encode("utf-16-le")
    return letters_and_digits(units[2 * span[0] : 2 * span[1]].decode("utf-16-le"))


def test_passages_are_underlined_and_gone_to(shared):
    text = "标题😀\r\n" + chinese_text(5, 900)
    texts = text, edited(text, 6, 20)
    page = shared(*texts)
    model = page.model
    lengths = [model.record(row).characters for row in range(model.rowCount())]
    assert lengths == sorted(lengths, reverse=True)
    assert len(lengths) > 5
    for row in (0, 3, len(lengths) - 1):
        page.list.setCurrentIndex(model.index(row, 0))
        alike = marked(page.left, page.left.current)
        assert alike == marked(page.right, page.right.current)
        assert len(alike) == lengths[row]
        for pane in (page.left, page.right):
            assert pane.textCursor().position() == pane.current[0]
            assert pane.viewport().rect().contains(pane.cursorRect().center())
    compared = [letters_and_digits(one) for one in texts]
    common = set.intersection(*(set(shingle_strings(one)) for one in compared))
    for pane, plain in zip((page.left, page.right), compared, strict=True):
        places = {
            at + offset
            for at in range(len(plain))
            for size in (4, 5)
            if at + size <= len(plain) and plain[at : at + size] in common
            for offset in range(size)
        }
        underlined = "".join(marked(pane, span) for span in pane.covered)
        assert underlined == "".join(plain[at] for at in sorted(places))


def test_a_shared_passage_is_coloured_at_the_first_paint(qtbot):
    text = "\n".join(f"第{number}段：{chinese_text(number, 90)}" for number in range(1, 60))
    shown_of_all, _ = shown_text(text, [(0, len(text))])
    for before in (True, False):
        pane = PassagePane()
        qtbot.addWidget(pane)
        pane.resize(300, 400)
        if before:
            pane.show()
            qtbot.waitExposed(pane)
        pane.show_text(shown_of_all)
        pane.go_to((0, 200))
        first = pane.viewport().grab().toImage()
        ground = pane.palette().color(QPalette.ColorRole.Base)
        lines = [
            place
            for block, top in pane._visible_blocks()
            for place in pane._places(block, top, (0, len(text)))
            if place.top() >= 0 and place.bottom() < first.height() and place.width() > 60
        ]
        assert len(lines) > 10
        for place in lines:
            y = int(place.center().y())
            assert first.pixelColor(4, y) != ground, (before, place)


def test_both_texts_scroll_together_wherever_a_passage_stands(shared):
    one, two, three = (
        "".join(f"{name}章第{n}条，写着{n * at * 7919}号仓库的货物清单。\n" for n in range(40))
        for at, name in enumerate(("甲", "乙", "丙"), 1)
    )
    page = shared(one + two + three, three + one + two)

    def top(pane: PassagePane) -> str:
        return pane.firstVisibleBlock().text()

    for pane, other in ((page.left, page.right), (page.right, page.left)):
        bar = pane.verticalScrollBar()
        for share in (0.1, 0.5, 0.8, 0.2):
            bar.setValue(int(bar.maximum() * share))
            assert "章第" in top(pane)
            assert top(other) == top(pane)


def test_a_chapter_of_a_long_book_stands_beside_its_place(qtbot, shared):
    """From the first paint on, and at every step; words that stand everywhere lead nowhere."""
    chapters = ["\n\n".join(chinese_text(100 * at + n, 150) for n in range(60)) for at in range(10)]
    chapter = chapters[8]
    chapters[2] += "".join(f"\n{chapter[at : at + 7]}\n" for at in range(200, 4000, 90))
    own = "".join(f"Line {n} of a preface which no other text has {n * n}\n" for n in range(60))
    book = "\n\n".join(f"# 第 {at} 章\n\n{text}" for at, text in enumerate(chapters))
    assert book.index(chapter) > 60_000  # not loaded at once
    page = shared(book, own + chapter)
    assert page.heading.text() == "1 passage in both"
    qtbot.waitUntil(lambda: not page.left.loading)
    for pane in (page.left, page.right):
        top = pane.cursorRect().top()
        assert pane.textCursor().position() == pane.current[0]
        assert 0 <= top <= 2 * pane.cursorRect().height()
    bars = page.left.verticalScrollBar(), page.right.verticalScrollBar()
    for bar, other in (bars[::-1], bars):
        bar.setValue(bar.value() + 3)
        before = other.value()
        for _ in range(30):
            bar.setValue(bar.value() + 3)
            assert 0 <= other.value() - before <= 6
            before = other.value()
    assert page.left.firstVisibleBlock().text() == page.right.firstVisibleBlock().text()
    tops = [title.mapTo(page, QPoint(0, 0)).y() for title in (page.heading, *page.titles)]
    heights = {title.height() for title in (page.heading, *page.titles)}
    assert (len(set(tops)), len(heights)) == (1, 1)


@pytest.mark.parametrize(("left", "right"), [("gb18030", "big5"), ("big5", "utf-8")])
def test_copies_in_other_encodings(qtbot, panel, tmp_path, left: str, right: str):
    """A simplified and a traditional copy, in GB18030 and Big5, are one passage from end to end."""
    simplified = "会议纪要：今天我们讨论项目的进度，并且决定下个月完成系统的设计与测试。" * 3
    traditional = "會議紀要：今天我們討論項目的進度，並且決定下個月完成系統的設計與測試。" * 3
    texts = [simplified if name == "gb18030" else traditional for name in (left, right)]
    paths = [
        write(tmp_path, f"{name}.txt", text, name)
        for name, text in zip((left, right), texts, strict=True)
    ]
    page = show_passages(qtbot, panel, *paths)
    pages = panel.pages
    assert [page.left.toPlainText(), page.right.toPlainText()] == texts
    assert page.model.rowCount() == 1
    assert list(page.left.covered) == list(page.right.covered) == [(0, len(simplified))]
    pages.list.setCurrentRow(IN_WORDS)
    found = sentences(pages)
    assert found[0].startswith("0 of 64: <b>No bit differs.</b>")
    same = "No passage differs" if left == "big5" else "The words are the same; links"
    assert found[1].startswith(f"100 %: <b>{same}")


@pytest.mark.parametrize(
    ("kept", "chosen", "said"),
    [
        (("a.txt", "{}"), ("b.txt", "{}"), "No passage differs"),
        (("a.txt", "{}"), ("b.txt", "\ufeff{}\r\n"), "No passage differs"),
        (("a.txt", "{} 10² m"), ("b.txt", "{} 102 m"), "Only capitals, superscripts or"),
        (("a.html", "<p>{}"), ("b.html", "<p><del>{}</del>"), "Only capitals, superscripts or"),
        (("a.py", "{} a + b"), ("b.py", "{} a * b"), "Only punctuation differs"),
        (("a.txt", "{} café"), ("b.txt", "{} cafe"), "Only accents differ"),
        (("a.html", "<p>{}"), ("b.html", "<p><a href='x'>{}</a>"), "The words are the same; links"),
    ],
)
def test_equal_runs_are_not_said_to_be_equal_texts(
    qtbot, panel, tmp_path, kept: tuple[str, str], chosen: tuple[str, str], said: str
):
    text = chinese_text(1)
    paths = [write(tmp_path, name, words.format(text)) for name, words in (kept, chosen)]
    found = sentences(show(qtbot, panel, *paths))
    share = "99.9 %" if said.startswith("Only") else "100 %"
    assert found[1].startswith(f"{share}: <b>{said}")
    lines = "\n".join(explanation_lines(explain(*paths, ScanConfig(jobs=0)), ScanConfig(jobs=0)))
    assert f"differs      {said[0].lower()}{said[1:]}" in lines


@pytest.mark.parametrize("dark", [False, True])
def test_underlines_are_painted(qtbot, panel, shared, *, dark: bool):
    panel.setPalette(QPalette(QColor("#303030" if dark else "#f0f0f0")))
    both = "甲方与乙方签订的合同一式两份。"
    page = shared(f"{both}\n独有的句子在这里。", f"完全不同的另一句话。\n{both}")
    qtbot.waitUntil(page.left.isVisible)
    page.left.go_to((0, 0))
    image = page.left.viewport().grab().toImage()
    hues = [
        {
            QColor(image.pixel(x, y)).hsvHue()
            for x in range(6, 80)
            for y in range(top, top + page.left.cursorRect().height())
            if QColor(image.pixel(x, y)).hsvSaturation() > 100
        }
        for top in (page.left.cursorRect().top(), page.left.cursorRect().bottom() + 2)
    ]
    assert any(190 < hue < 230 for hue in hues[0])  # blue
    assert not hues[1]


def test_a_long_text_comes_in_portions(qtbot):
    """What is gone to before it is there comes into view when it is; the text is whole then."""
    pane = PassagePane()
    qtbot.addWidget(pane)
    pane.resize(400, 200)
    pane.show()
    lines = [f"{number} 😀 {'字' * 50}" for number in range(4_000)]
    text = "\n".join(lines)
    place = len("\n".join(lines[:3_500]).encode("utf-16-le")) // 2 + 1
    pane.show_text(shown_text(text, [])[0])
    assert pane.loading
    pane.go_to((place, place + 20))
    qtbot.waitUntil(lambda: not pane.loading)
    assert pane.toPlainText() == text
    assert pane.textCursor().block().text() == lines[3_500]
    assert pane.viewport().rect().contains(pane.cursorRect().center())


def test_very_long_lines_are_cut_for_the_screen_only():
    text = "长" * (2 * PIECE + 5)
    shown, _ = shown_text(text, [(0, len(text)), (PIECE - 1, PIECE + 1)])
    assert shown.text.split("\n") == ["长" * PIECE, "长" * PIECE, "长" * 5]
    assert shown.covered[0] == (0, len(text) + 2)
    assert shown.text[slice(*shown.covered[1])] == "长\n长"


@given(
    st.text(alphabet="ab甲😀\r\n\x00\x85\u2028\u2029\ud800\ufdd0", max_size=30),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_places_are_counted_as_qt_counts(text: str, one: int, other: int):
    start, stop = sorted((min(one, len(text)), min(other, len(text))))
    shown, _ = shown_text(text, [(start, stop)])
    units = shown.text.encode("utf-16-le")
    found = units[2 * shown.covered[0][0] : 2 * shown.covered[0][1]].decode("utf-16-le")
    assert len(found) == stop - start
    kept = [(a, b) for a, b in zip(found, text[start:stop], strict=True) if b in "ab甲😀"]
    assert all(a == b for a, b in kept)
    assert not set("\r\x00\x85\u2028\u2029\ud800\ufdd0") & set(found)


# How it comes to be


class Held:
    """Explains when it is released, and records the requests."""

    def __init__(self) -> None:
        self.asked: list[Pair] = []
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        self._explain = simcore.explain

    def __call__(self, left: Path, right: Path, *others: object) -> Explanation:
        self.asked.append((left, right))
        self.begun.release()
        assert self.go.wait(20)
        return self._explain(left, right, *others)


@pytest.fixture
def held(panel: WhyPanel, monkeypatch: pytest.MonkeyPatch) -> Held:
    one = Held()
    panel.set_config(ScanConfig(jobs=0))  # in this process, where it can be held
    monkeypatch.setattr("simcore.explanation.explain", one)
    return one


def test_a_stale_answer_is_dropped(qtbot, panel, pair, tmp_path, held):
    third = write(tmp_path, "丙.txt", chinese_text(9))
    panel.show_pair(*pair, {})
    assert held.begun.acquire(timeout=20)
    qtbot.waitUntil(lambda: "甲.txt" in panel.message.text())
    panel.show_pair(pair[1], pair[0], {})  # waits, and is never begun
    panel.show_pair(pair[0], third, {})
    assert not panel.explained
    seen: list[str] = []
    panel._explaining.succeeded.connect(lambda one: seen.append(one.request.chosen.name))
    held.go.set()
    qtbot.waitUntil(lambda: panel.explained)
    assert seen == ["丙.txt"]
    assert held.asked == [pair, (pair[0], third)]


def test_hiding_or_clearing_cancels_and_showing_begins_anew(qtbot, panel, pair, held):
    panel.show_pair(*pair, {})
    assert held.begun.acquire(timeout=20)
    panel.hide()
    held.go.set()
    qtbot.waitUntil(lambda: not panel._explaining.running)
    assert not panel.explained
    held.go.clear()
    panel.show()
    assert held.begun.acquire(timeout=20)
    panel.clear()
    held.go.set()
    qtbot.waitUntil(lambda: not panel._explaining.running)
    assert not panel.explained
    assert "Select a document" in panel.message.text()
    assert held.asked == [pair, pair]


def test_nothing_is_computed_while_nobody_looks(qtbot, panel, pair, held):
    held.go.set()
    panel.hide()
    panel.show_pair(*pair, {})
    assert not panel._explaining.running
    panel.show()
    qtbot.waitUntil(lambda: panel.explained)
    panel.hide()
    panel.show()
    assert panel.explained
    assert held.asked == [pair]


def test_another_process_does_the_work(qtbot, panel, pair, monkeypatch):
    """The window's own process computes nothing, and what comes back says the same."""
    at_home = explained(Request(*pair, ScanConfig()))

    def refuse(*_: object) -> None:
        pytest.fail("explained in the window's process")

    monkeypatch.setattr("simcore.explanation.explain", refuse)
    monkeypatch.setattr("simcore.passages.find_parallels", refuse)
    page = show_passages(qtbot, panel, *pair)
    pages = panel.pages
    assert [page.model.record(row) for row in range(page.model.rowCount())] == list(
        at_home.passages
    )
    assert page.left.covered == at_home.left.covered
    assert page.right.toPlainText() == at_home.right.text
    pages.list.setCurrentRow(FINGERPRINTS)
    squares = pages.fingerprints.squares.squares
    assert whole(squares[BitSide.LEFT]) == at_home.explanation.left.fingerprint


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.text(max_size=5), st.integers(0, 9), st.integers(0, 9))
    )
)
def test_passages_in_columns_are_those_that_were_given(given_: list[tuple[int, str, int, int]]):
    passages = [
        ShownPassage(count, excerpt, (left, left + 1), (right, right + 2))
        for count, excerpt, left, right in given_
    ]
    kept = ShownPassages(passages)
    assert list(kept) == passages
    assert list(kept[1:]) == passages[1:]
    assert not passages or kept[-1] == passages[-1]


def test_a_file_that_is_gone(qtbot, panel, pair):
    pair[1].unlink()
    panel.show_pair(*pair, {})
    qtbot.waitUntil(lambda: "cannot be explained" in panel.message.text())
    assert "乙.txt" in panel.message.text()
    assert not panel.explained
    write(pair[1].parent, "乙.txt", "又有了，而且有字。")
    show(qtbot, panel, *pair)


# In the window


def test_the_tab_explains_the_chosen_document(qtbot, open_on):
    text = chinese_text(1)
    application = open_on({"甲.txt": text, "乙.txt": text + "新的结尾，只有一句。"})
    window = application.window
    tabs = window.tabs
    assert [tabs.tabText(at) for at in range(2)] == ["Differences", "Why these two"]
    assert not window.why_panel.explained
    tabs.setCurrentWidget(window.why_panel)
    qtbot.waitUntil(lambda: window.why_panel.explained)
    pages = window.why_panel.pages
    assert not pages.notice.isVisible()
    report = application.session.results.report
    (group,) = report.groups
    (member,) = [each for each in group.members if each.document != group.representative]
    assert pages.figures.figures[0].text() == f"{member.distance} of 64"
    tabs.setCurrentIndex(0)
    chosen = report.documents[member.document]
    write(chosen.path.parent, chosen.path.name, text + "改动过的结尾，也只有一句。")
    window.group_view.document_chosen.emit(group.representative, member.document)
    tabs.setCurrentWidget(window.why_panel)
    qtbot.waitUntil(lambda: window.why_panel.explained)
    assert pages.notice.isVisible()
    assert pages.notice.text().endswith(chosen.path.name)
    window.group_view.nothing_chosen.emit()
    assert not window.why_panel.explained


def test_a_pair_that_the_slider_hides_is_explained(qtbot, open_on):
    text = chinese_text(1)
    application = open_on({"甲.txt": text, "乙.txt": edited(text, 2, 2)})
    window, results = application.window, application.session.results
    window.threshold_bar.set_distance(0)
    qtbot.waitUntil(lambda: results.report is not None and results.report.groups == ())
    window.threshold_bar.pair_chosen.emit(*results.report.documents)  # a click on the picture
    window.tabs.setCurrentWidget(window.why_panel)
    qtbot.waitUntil(lambda: window.why_panel.explained)
    hidden = window.why_panel.pages.figures.hidden
    assert "similar are at most 0" in hidden.text()
    assert hidden.isVisible()
    window.threshold_bar.set_distance(24)
    qtbot.waitUntil(lambda: not hidden.isVisible())


def test_the_window_opens_without_the_pages():
    """What only an explanation needs is imported with the first one."""
    code = "import sys, app.program; print('app.why.pages' in sys.modules)"
    told = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert told.strip() == "False"


def test_of_short_texts_words_are_told(told):
    keys = "Leave the spare keys with the {} downstairs."
    page = told(keys.format("plumber"), keys.format("neighbour")).figures
    said = " ".join(label.text() for label in page.words)
    assert "Both texts together have 9 words; 7 of them in both, in the same order." in said
    assert said.count("Of the 8 words of") == 2
    call = "张师傅电话：{}，修空调找他。"
    page = told(call.format("13800138024"), call.format("13900139687")).figures
    said = " ".join(label.text() for label in page.words)
    assert "have 12.7 words; 11.3 of them" in said
    assert "A number, date or name in the place of another counts as two thirds." in said
