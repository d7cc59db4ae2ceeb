"""Sheets: what the panes hold of two texts, block by block, side by side and unified."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.compare.roll import LEAST, Folds, Selection, TextPosition, selected_text
from simcore.diff.align import (
    PIECE,
    Alignment,
    Block,
    InlineChanges,
    RowKind,
    Sheet,
    align,
    side_by_side,
    unified,
)
from simcore.diff.matching import Effort

texts = st.lists(
    st.tuples(
        st.text(alphabet="ab 甲乙😀\t\x00\x0c\x85\u2028\u2029\ud800\ufdd0\u200b", max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", ""]),
    ),
    max_size=10,
).map(lambda pairs: "".join(line + end for line, end in pairs))


def all_changes(alignment: Alignment) -> InlineChanges:
    effort = Effort(1_000_000_000, lambda: False)
    return {row: alignment.changes(row, effort) for row in range(len(alignment))}


def sheet_of(left: str, right: str, *, one_column: bool = False) -> tuple[Sheet, InlineChanges]:
    alignment = align(left, right)
    changes = all_changes(alignment)
    return (unified if one_column else side_by_side)(alignment, changes), changes


def blocks(sheet: Sheet, changes: InlineChanges, *, left: bool) -> list[Block]:
    return [
        sheet.block(number, changes, left=left)
        for number in range(len(sheet))
        if sheet.shows(number, left=left)
    ]


@given(texts, texts)
def test_a_sheet_shows_every_line_of_its_text_once(left: str, right: str):
    sheet, changes = sheet_of(left, right)
    for side, text in ((True, left), (False, right)):
        shown = blocks(sheet, changes, left=side)
        assert "".join(block.line or "" for block in shown) == text
        numbers = [block.number for block in shown if block.number]
        assert numbers == list(range(1, len(numbers) + 1))
        assert not set("\r\n\x00\x0c\x85\u2028\u2029\ufdd0\ud800") & set(
            "".join(block.text for block in shown)
        )
        for number in range(len(sheet)):
            assert sheet.line(number, left=side) == (shown[number].line or "")
            row = sheet.rows[number]
            assert sheet.of_row(row, left=side) == number - sheet.part(number)


@given(texts, texts)
def test_a_unified_sheet_shows_every_line_of_both_texts(left: str, right: str):
    sheet, _ = sheet_of(left, right, one_column=True)
    shown = [
        (sheet.alignment.kind(sheet.rows[n]), side, sheet.line(n, left=side == "l"))
        for n, side in enumerate(sheet.sides)
    ]
    equal = RowKind.EQUAL
    assert "".join(line for kind, side, line in shown if side == "l") == left
    assert "".join(line for kind, side, line in shown if side == "r" or kind is equal) == right
    for start, end in sheet.differences:
        assert equal not in {kind for kind, _, _ in shown[start:end]}
        sides = sheet.sides[start:end]
        assert sides == "".join(sorted(sides)), "the left side first"
    for number, side in enumerate(sheet.sides):
        assert sheet.of_row(sheet.rows[number], left=side == "l") == number


@given(texts, texts, st.data())
def test_what_is_selected_is_the_text_itself(left: str, right: str, data: st.DataObject):
    sheet, changes = sheet_of(left, right)
    if not len(sheet):
        return
    whole = [block.line or "" for block in blocks(sheet, changes, left=True)]
    first = data.draw(st.integers(0, len(sheet) - 1))
    last = data.draw(st.integers(first, len(sheet) - 1))
    text = selected_text(sheet, Selection(TextPosition(first, 0), TextPosition(last, 0)), left=True)
    assert text == "".join(whole[first:last]).encode(errors="replace").decode()


@given(st.lists(st.sampled_from("甲乙丙😀"), min_size=1, max_size=9).map("".join))
def test_marks_are_counted_as_qt_counts(text: str):
    sheet, changes = sheet_of(f"共同{text}一{text}", f"共同{text}二{text}")
    for left, marked in ((True, "一"), (False, "二")):
        block = sheet.block(0, changes, left=left)
        ((start, end),) = block.marks
        units = block.text.encode("utf-16-le")
        assert units[2 * start : 2 * end].decode("utf-16-le") == marked


def test_a_character_without_width_is_seen_where_it_is_the_difference():
    sheet, changes = sheet_of("a b\u200bc", "a bc")
    block = sheet.block(0, changes, left=True)
    ((start, end),) = block.marks
    assert "\u200b" not in block.text
    assert len(block.text[start:end]) == 3


def test_line_ends_are_seen_where_they_are_the_difference():
    sheet, changes = sheet_of("one\r\ntwo\n", "one\ntwo\n")
    assert [block.text for block in blocks(sheet, changes, left=True)] == ["one←↵", "two"]
    assert [block.text for block in blocks(sheet, changes, left=False)] == ["one↵", "two"]
    assert list(sheet.block(0, changes, left=True).marks) == [(3, 5)]


@pytest.mark.parametrize("known", [False, True])
def test_a_very_long_line_is_cut_at_corresponding_places(known: bool):
    left = "".join(chr(0x4E00 + n % 900) for n in range(3 * PIECE))
    right = left[:100] + "!" * (2 * PIECE) + left[100:-1] + "?"
    alignment = align(left, right)
    changes = all_changes(alignment) if known else {}
    sheet = side_by_side(alignment, changes)
    shown = [blocks(sheet, changes, left=side) for side in (True, False)]
    assert len(shown[0]) == len(shown[1]) >= 5
    assert max(len(block.text) for side in shown for block in side) == PIECE
    assert "".join(block.text for block in shown[0]) == left
    assert "".join(block.text for block in shown[1]) == right
    assert [block.number for block in shown[0]] == [1] + [0] * (len(shown[0]) - 1)
    assert sheet.differences == [(0, len(sheet))]
    assert [sheet.part(n) for n in range(len(sheet))] == list(range(len(sheet)))
    if known:
        # What is not marked is equal, piece by piece.
        for pair in zip(*shown, strict=True):
            rest = []
            for block in pair:
                piece = block.text
                for start, end in reversed(block.marks):
                    piece = piece[:start] + piece[end:]
                rest.append(piece)
            assert rest[0] == rest[1]
    for offset in (0, PIECE - 1, PIECE, 3 * PIECE - 1):
        at = sheet.of_row(0, left=True, offset=offset)
        before = sum(len(block.text) for block in shown[0][:at])
        assert before <= offset < before + len(shown[0][at].text)


@pytest.mark.parametrize("known", [False, True])
def test_no_piece_of_a_long_line_begins_inside_a_word_or_with_a_closing_sign(known: bool):
    words = "Le café était fermé, la forêt brûlée. " * 120
    chinese = "第一条为了规范管理，保护权益，根据法律，制定本条例。" * 120
    for left, right in (
        (words, words.replace("brûlée", "verte", 3)),
        (chinese, chinese.replace("权益", "合法权益", 5)),
        (words, "other\n"),
    ):
        alignment = align(left, right)
        changes = all_changes(alignment) if known else {}
        sheet = side_by_side(alignment, changes)
        for side in (True, False):
            texts = [one.text for one in blocks(sheet, changes, left=side) if one.text]
            assert max(map(len, texts)) <= PIECE
            for before, after in pairwise(texts):
                assert after[0] not in "，。"
                assert not (before[-1].isalpha() and after[0].isalpha() and after[0] < "一")


def test_a_long_line_on_one_side_only_is_cut_too():
    line = "x" * (2 * PIECE + 1)
    sheet, changes = sheet_of(f"甲乙丙丁\n{line}\n", "甲乙丙丁\n")
    shown = blocks(sheet, changes, left=True)
    assert [len(block.text) for block in shown] == [4, PIECE, PIECE, 1]
    assert [block.number for block in shown] == [1, 2, 0, 0]
    assert [block.line for block in blocks(sheet, changes, left=False)][1:] == [None] * 3


# Folds

ranges = st.lists(st.integers(0, 60), unique=True, max_size=12).map(
    lambda places: list(zip(sorted(places)[::2], sorted(places)[1::2], strict=False))
)


@given(ranges, st.integers(60, 80), st.integers(0, 6))
def test_folding_hides_what_is_far_from_every_difference(
    differences: list[tuple[int, int]], count: int, context: int
):
    folding = Folds.around(count, differences, context)
    near = {
        block
        for start, end in differences
        for block in range(start - context, end + context)
        if 0 <= block < count
    }
    hidden = {block for start, end in folding.folds for block in range(start, end)}
    assert not hidden & near
    if differences:
        # what is neither near nor hidden is too little to be worth a fold
        left = sorted(set(range(count)) - near - hidden)
        runs = [n for n in left if n - 1 not in left]
        assert all(any(n + step not in left for step in range(LEAST)) for n in runs)
    listed: list[int] = []
    for item in range(len(folding)):
        fold = folding.fold(item)
        listed.extend(range(*fold) if fold else [folding.block(item)])
        for block in range(*fold) if fold else [folding.block(item)]:
            assert folding.item(block) == item
    assert listed == list(range(count))
    for start, end in folding.folds:
        opened = folding.opened((start + end) // 2)
        assert len(opened) == len(folding) + end - start - 1
