"""Alignment: what is true of every alignment, and what a person expects of some."""

import random
import string
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import LONG
from simcore.diff import align as alignment_module
from simcore.diff.align import AlignedRow, RowKind, detailed, split_lines
from simcore.diff.align import align as align_lines
from simcore.diff.matching import (
    Effort,
    Ignored,
    InlineChange,
    Stopped,
    inline_changes,
    longest_common,
)
from simcore.diff.pairing import pair_similar

PLENTY = 10_000_000

# Few different characters, so that lines repeat, move and nearly agree.
lines = st.text(alphabet="ab 甲乙，\t", max_size=12)
ends = st.sampled_from(["\n", "\r\n", "\r", "\n\n"])
texts = st.lists(st.tuples(lines, ends), max_size=15).map(
    lambda pairs: "".join(line + end for line, end in pairs)
)
wild_texts = st.text(
    alphabet=st.characters() | st.sampled_from("\n\r\x00\x0c\u2028\u2029\ud800\U0001f600"),
    max_size=60,
)


@dataclass(frozen=True)
class Alignment:
    """An alignment with all that differs inside its rows."""

    rows: tuple[AlignedRow, ...]
    differences: tuple[tuple[int, int], ...]
    simplified: bool


def align(left: str, right: str, stop: Callable[[], bool] = lambda: False) -> Alignment:
    aligned = align_lines(left, right, stop)
    rows, simplified = detailed(aligned, stop)
    return Alignment(tuple(rows), tuple(aligned.differences), simplified)


def effort(units: int = PLENTY) -> Effort:
    return Effort(units, lambda: False)


def kinds(result: Alignment) -> str:
    return "".join(row.kind.value for row in result.rows)


def marked(row: AlignedRow) -> tuple[list[str], list[str]]:
    return (
        [row.left[change.left_start : change.left_end] for change in row.changes],
        [row.right[change.right_start : change.right_end] for change in row.changes],
    )


def unmarked(row: AlignedRow) -> tuple[list[str], list[str]]:
    """What precedes, separates and follows the changes of a row, on either side."""
    a = [0, *(edge for change in row.changes for edge in change[:2]), len(row.left)]
    b = [0, *(edge for change in row.changes for edge in change[2:]), len(row.right)]
    assert a == sorted(a)
    assert b == sorted(b)
    return (
        [row.left[start:end] for start, end in zip(a[::2], a[1::2], strict=True)],
        [row.right[start:end] for start, end in zip(b[::2], b[1::2], strict=True)],
    )


def check(left: str, right: str, result: Alignment) -> None:
    """Assert everything that is true of any alignment of ``left`` and ``right``."""
    assert "".join(row.left or "" for row in result.rows) == left
    assert "".join(row.right or "" for row in result.rows) == right
    for row in result.rows:
        assert (row.left is None) == (row.kind is RowKind.ONLY_RIGHT)
        assert (row.right is None) == (row.kind is RowKind.ONLY_LEFT)
        if row.kind is RowKind.EQUAL:
            assert row.left == row.right
        if row.kind is RowKind.CHANGED:
            assert row.left != row.right
            assert row.changes
            assert all(change[0] < change[1] or change[2] < change[3] for change in row.changes)
            on_the_left, on_the_right = unmarked(row)
            assert on_the_left == on_the_right
        else:
            assert not row.changes
    differing = [i for i, row in enumerate(result.rows) if row.kind is not RowKind.EQUAL]
    assert [i for start, end in result.differences for i in range(start, end)] == differing
    edges = [edge for difference in result.differences for edge in difference]
    assert edges == sorted(set(edges)), "adjacent differences are one"


@given(texts, texts)
def test_every_alignment_holds_both_texts_and_marks_all_that_differs(left: str, right: str):
    check(left, right, align(left, right))


@given(wild_texts, wild_texts)
def test_any_character_survives(left: str, right: str):
    check(left, right, align(left, right))


@given(texts, texts, st.integers(0, 3000))
def test_too_little_effort_costs_detail_and_no_truth(left: str, right: str, units: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment_module, "EFFORT", units)
        check(left, right, align(left, right))


@given(texts)
def test_identical_texts_have_no_differences(text: str):
    result = align(text, text)
    assert result.differences == ()
    assert not result.simplified
    assert {row.kind for row in result.rows} <= {RowKind.EQUAL}


@given(st.lists(lines.filter(str.strip), min_size=1, max_size=20, unique=True), st.data())
def test_a_removed_line_is_the_only_difference(text: list[str], data: st.DataObject):
    place = data.draw(st.integers(0, len(text) - 1))
    left = "".join(f"{line}\n" for line in text)
    right = "".join(f"{line}\n" for line in text[:place] + text[place + 1 :])
    result = align(left, right)
    assert kinds(result) == " " * place + "-" + " " * (len(text) - place - 1)
    assert [row.kind for row in align(right, left).rows].count(RowKind.ONLY_RIGHT) == 1


def test_a_paragraph_moves_with_its_blank_line_where_white_space_is_ignored():
    first, second, third = ("".join(random.Random(n).choices("abcde ", k=60)) for n in range(3))
    left, right = f"{first}\n\n{second}\n\n{third}\n", f"{second}\n\n{third}\n\n{first}\n\nnew\n"
    for one, other in ((left, right), (right, left)):
        result = align_lines(one, other, ignoring=Ignored(white_space=True))
        assert [result.line(row, left=True) for row in result.moved].count(f"{first}\n") == 1


@given(texts, texts, st.builds(Ignored, st.booleans(), st.booleans(), st.booleans()))
def test_whatever_is_ignored_what_moved_is_on_both_sides(left: str, right: str, ignoring: Ignored):
    result = align_lines(left, right + left[:20] + left, ignoring=ignoring)
    assert all(result.moved[other] == row for row, other in result.moved.items())


@given(st.text(alphabet="ab甲", max_size=40), st.text(alphabet="ab甲", max_size=40))
def test_longest_common_subsequence_against_the_textbook(left: str, right: str):
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            best = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else best
    matches = longest_common(left, right, effort())
    assert len(matches) == table[-1][-1]
    assert all(left[match.left] == right[match.right] for match in matches)
    for column in zip(*matches, strict=True):
        assert list(column) == sorted(set(column))


def test_lines_end_at_newlines_and_returns_only():
    assert split_lines("a\nb\r\nc\rd\x0ce\x0bf\x85g\u2028h\u2029i") == [
        "a\n",
        "b\r\n",
        "c\r",
        "d\x0ce\x0bf\x85g\u2028h\u2029i",
    ]
    assert split_lines("") == []
    assert split_lines("\n\n") == ["\n", "\n"]


def test_two_changed_characters_of_a_long_chinese_paragraph_are_two_marks():
    paragraph = "本合同由甲方与乙方于二〇二四年签订，双方应当遵守全部条款。" * 40
    changed = paragraph[:100] + "丙" + paragraph[101:900] + "丁" + paragraph[901:]
    (row,) = align(paragraph, changed).rows
    assert row.kind is RowKind.CHANGED
    assert marked(row) == ([paragraph[100], paragraph[900]], ["丙", "丁"])
    assert [change.left_start for change in row.changes] == [100, 900]


@pytest.mark.parametrize(
    ("left", "right", "on_the_left", "on_the_right"),
    [
        ("the quick fox\n", "the quiet fox\n", ["quick"], ["quiet"]),
        ("costs 1200 euros", "costs 1300 euros", ["1200"], ["1300"]),
        ("naïve café", "naïve cafe\u0301", ["café"], ["cafe\u0301"]),
        ("TiDB 数据库", "TiKV 数据库", ["TiDB"], ["TiKV"]),
        ("第一章 总则", "第二章 总则", ["一"], ["二"]),
        ("これは本です", "それは本です", ["こ"], ["そ"]),
        ("이것은 책입니다", "이것은 펜입니다", ["책입니다"], ["펜입니다"]),
        ("हिन्दी भाषा", "हिन्दू भाषा", ["हिन्दी"], ["हिन्दू"]),
        ("one two", "one two three", [""], [" three"]),
        ("甲乙丁", "甲乙丙丁", [""], ["丙"]),
        ("end", "end\n", [""], ["\n"]),
        ("dos line\r\n", "dos line\n", ["\r\n"], ["\n"]),
        ("\tindented", "    indented", ["\t"], ["    "]),
        ("😀 smile 一", "😀 smile 二", ["一"], ["二"]),
    ],
)
def test_what_is_marked_inside_a_line(
    left: str, right: str, on_the_left: list[str], on_the_right: list[str]
):
    (row,) = align(left, right).rows
    assert row.kind is RowKind.CHANGED
    assert marked(row) == (on_the_left, on_the_right)


def test_a_rewritten_sentence_is_one_change_and_not_confetti():
    row = align("we shall deliver goods to him here\n", "we cannot replace parts at all here\n")
    changes = inline_changes(
        "we shall deliver goods to him here", "we cannot replace parts at all here", effort()
    )
    assert changes == (InlineChange(3, 29, 3, 30),)
    assert len(row.rows) == 2, "so little in common is not one line"


def test_a_rewritten_line_stands_opposite_its_own_older_version():
    left = "标题\n\n第一段讲述数据库的安装过程。\n\n第二段讲述网络的配置方法。\n\n尾\n"
    right = (
        "标题\n\n新的一段，与其他都不同，凭空而来。\n\n"
        "第一段讲述数据库的升级过程。\n\n第二段讲述网络的设置方法。\n\n尾\n"
    )
    result = align(left, right)
    opposite = {row.left: row.right for row in result.rows if row.kind is RowKind.CHANGED}
    assert opposite == {
        "第一段讲述数据库的安装过程。\n": "第一段讲述数据库的升级过程。\n",
        "第二段讲述网络的配置方法。\n": "第二段讲述网络的设置方法。\n",
    }
    assert [row.right for row in result.rows if row.kind is RowKind.ONLY_RIGHT] == [
        "新的一段，与其他都不同，凭空而来。\n",
        "\n",
    ]


def test_another_indent_hides_nothing():
    left = "if x:\n    one()\n    two()\n"
    right = "if x:\n  one()\n  three()\n  two()\n"
    assert kinds(align(left, right)) == " ~+~"


def test_other_line_ends_are_differences_of_every_line():
    result = align("一\n二\n三\n", "一\r\n二\r\n三\r\n")
    assert kinds(result) == "~~~"
    assert result.differences == ((0, 3),)


def test_a_passage_too_long_to_align_as_a_whole_is_paired_in_order_and_says_so():
    left = [f"record number {n} of the old ledger\n" for n in range(2500)]
    right = [f"record number {n} of the new ledger\n" for n in range(2500)]
    work = effort(1_000_000_000)
    matches = pair_similar(left, right, work)
    assert work.simplified
    assert sum(match.left == match.right for match in matches) == 2500


def test_a_stop_ends_the_work():
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    chaos = random.Random(1)
    left = "".join(chaos.choice("ab \n") for _ in range(5000))
    right = "".join(chaos.choice("ab \n") for _ in range(5000))
    with pytest.raises(Stopped):
        align(left, right, stop)
    assert asked == 6, "nothing went on after the stop"


def _noise(chaos: random.Random, length: int) -> str:
    return "".join(chaos.choices(string.ascii_lowercase + "   ", k=length))


@pytest.mark.parametrize("case", ["strangers", "one long line", "few lines", "every line"])
def test_no_input_takes_longer_than_a_person_waits(case: str):
    chaos = random.Random(7)
    if case == "strangers":
        lines = range(50_000 if LONG else 12_000)
        left = "".join(_noise(chaos, 40) + "\n" for _ in lines)
        right = "".join(_noise(chaos, 40) + "\n" for _ in lines)
    elif case == "one long line":
        left = _noise(chaos, 1000) * 5000
        right = left[:999] + "X" + left[1000:2_500_000] + "Y" * 7 + left[2_500_000:]
    elif case == "few lines":
        lines = range(50_000 if LONG else 20_000)
        left = "".join(chaos.choices(["a\n", "b\n"], k=len(lines)))
        right = "".join(chaos.choices(["a\n", "b\n"], k=len(lines)))
    else:
        numbers = range(100_000 if LONG else 15_000)
        left = "".join(f"{n},some value,{n % 7}\n" for n in numbers)
        right = "".join(f"{n},some value,{n % 5 + 10}\n" for n in numbers)
    start = time.process_time()
    result = align(left, right)
    # a few seconds; what else the machine has to do does not count
    assert time.process_time() - start < 20
    assert result.simplified
    assert result.differences
    assert "".join(row.left or "" for row in result.rows) == left
    assert "".join(row.right or "" for row in result.rows) == right


def test_a_long_line_with_sentences_keeps_its_details():
    sentences = [f"第{n}条规定了事项{n * n}的处理办法，各方均应遵守。" for n in range(3000)]
    left = "".join(sentences)
    sentences[10] = sentences[10].replace("处理", "审理")
    sentences[2990] = sentences[2990].replace("各方", "双方")
    (row,) = align(left, "".join(sentences)).rows
    assert marked(row) == (["处", "各"], ["审", "双"])


def test_blank_lines_do_not_count_where_white_space_is_ignored():
    left, right = "a b c\n\n  \nd e f\ng\n", "a  b c\nd e f\nh\n\t\n"
    ignoring = Ignored(white_space=True)
    for one, other in ((left, right), (right, left)):
        found = align_lines(one, other, ignoring=ignoring)
        shown = [found.line(row, left=True) for row in range(len(found))]
        assert [line for line in shown if line] == [
            line for line in one.splitlines(keepends=True) if not line.isspace()
        ]
        assert len(found.differences) == 1
    assert not align_lines("a\n\nb\n", "a\nb\n", ignoring=ignoring).differences
    # where both have one it is shown
    assert align_lines("a\n\nb\n", "a\n \nb\n", ignoring=ignoring).kinds == "   "
    assert align_lines("a\n\nb\n", "a\nb\n").kinds == " - "
