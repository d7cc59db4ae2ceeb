"""What differs in two texts is what was changed in them: edits are planted and counted by hand."""

import random
import textwrap
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.diff.words import (
    LONGEST_TEXT,
    ChangeSort,
    MovedUnit,
    TextChange,
    WordDifferences,
    cut,
    equal_runs,
    heaviest_in_order,
    what_differs,
)

PARAGRAPHS = [
    "The contract begins on the first of May and ends in June. It is renewed each year.",
    "Each party may give notice in writing. The notice takes three months.",
    "Payment is due within thirty days of the invoice. Interest is four percent.",
    "Disputes go to the court at Bremen. The law of the country applies.",
    "The goods are delivered to the store of the buyer. The seller pays the freight.",
    "Nothing in this paper limits what the law says of damage. Other claims are closed.",
]
CHINESE = [
    "合同自双方签字之日起生效。",
    "甲方应当按期支付货款。",
    "乙方负责运输和保险。",
    "争议由法院管辖。",
]
TEXT = "\n\n".join(PARAGRAPHS)


def said(found: WordDifferences, sort: ChangeSort = ChangeSort.WORDS) -> list[tuple[str, str]]:
    return [(change.left, change.right) for change in found.of(sort)]


def words_of(text: str) -> int:
    return len(text.split())


def drawn(seed: int, sentences: int) -> list[str]:
    """Draw sentences of words that hardly occur twice."""
    chance = random.Random(seed)
    return [
        " ".join("".join(chance.choices("bcdfglmnprst", k=6)) for _ in range(8)) + "."
        for _ in range(sentences)
    ]


@pytest.mark.parametrize(
    ("before", "after", "left", "right"),
    [
        ("may give", "may not give", "", "not"),
        ("thirty", "sixty", "thirty", "sixty"),
        ("in writing", "", "in writing", ""),
        ("The law of", "The good law of", "", "good"),
    ],
)
def test_one_word(before: str, after: str, left: str, right: str) -> None:
    other = TEXT.replace(before, after)
    found = what_differs(TEXT, other)
    assert said(found) == [(left, right)]
    assert (found.left_only, found.right_only) == (words_of(left), words_of(right))
    assert found.left_words == words_of(TEXT)
    assert not found.moved
    assert not found.reordered
    assert said(what_differs(other, TEXT)) == [(right, left)]


def test_a_negation_is_told_first() -> None:
    other = TEXT.replace("contract", "treaty").replace("Other claims are", "Other claims are not")
    first, second = what_differs(TEXT, other).of(ChangeSort.WORDS)
    assert first == TextChange(ChangeSort.WORDS, "", "not", 0, 1, negates=True)
    assert (second.left, second.right, second.negates) == ("contract", "treaty", False)
    text = "".join(CHINESE)
    for word in ("不", "没有"):
        (change,) = what_differs(text, text.replace("应当", word + "应当")).changes
        assert (change.left, change.right, change.negates) == ("", word, True)
    (change,) = what_differs(TEXT, f"{TEXT}\n\nThis is not so.").changes
    assert (change.right, change.negates) == ("This is not so", True)


def test_nothing_differs() -> None:
    same = WordDifferences(left_words=words_of(TEXT), right_words=words_of(TEXT))
    assert what_differs(TEXT, TEXT) == same
    assert what_differs(TEXT, TEXT.replace("\n", "\r\n")) == same
    wrapped = "\n\n".join(textwrap.fill(one, 50) for one in PARAGRAPHS * 2)
    other = "\n\n".join(textwrap.fill(one, 70) for one in PARAGRAPHS * 2)
    found = what_differs(wrapped, other)
    assert not found.changes
    assert not found.moved


@pytest.mark.parametrize(
    ("order", "moved"),
    [
        ([2, 0, 1, 3, 4, 5], 1),
        ([0, 1, 3, 4, 5, 2], 1),
        ([1, 0, 2, 3, 5, 4], 2),
        ([5, 4, 3, 2, 1, 0], 5),
    ],
)
def test_paragraphs_in_another_order(order: list[int], moved: int) -> None:
    """As many moved as must be taken out to leave the others in their order."""
    found = what_differs(TEXT, "\n\n".join(PARAGRAPHS[at] for at in order))
    assert found.moved == ((MovedUnit.PARAGRAPH, moved),)
    assert found.reordered
    assert not found.changes


def test_moved_and_changed() -> None:
    """What changed a little on the way is one moved paragraph and one word, not two of each."""
    changed = PARAGRAPHS[4].replace("freight", "insurance")
    found = what_differs(TEXT, "\n\n".join([changed, *PARAGRAPHS[:4], PARAGRAPHS[5]]))
    assert said(found) == [("freight", "insurance")]
    assert found.moved == ((MovedUnit.PARAGRAPH, 1),)


def test_sentences_and_rows_in_another_order() -> None:
    english = drawn(1, 9)
    rows = [f"{name},{at},{at * 3}" for at, name in enumerate(drawn(2, 40))]
    for listed, between, unit in (
        (english[:4], " ", MovedUnit.SENTENCE),
        (CHINESE, "", MovedUnit.SENTENCE),
        (rows, "\n", MovedUnit.LINE),
    ):
        text = between.join(listed)
        found = what_differs(text, between.join([*listed[1:], listed[0]]))
        assert found.moved == ((unit, 1),)
        assert found.reordered
        assert not found.changes
    assert what_differs("\n".join(rows), "\n".join(sorted(rows))).reordered


@given(order=st.permutations(range(7)), extra=st.integers(0, 3))
def test_every_order_is_told(order: list[int], extra: int) -> None:
    """The moved ones are all that are outside a longest run in order, by trying all runs."""
    ours = drawn(3, 7)
    theirs = [ours[at] for at in order]
    longest = [1] * 7
    for at in range(7):
        for before in range(at):
            if order[before] < order[at]:
                longest[at] = max(longest[at], longest[before] + 1)
    moved = 7 - max(longest)
    new = drawn(4, extra)
    found = what_differs("\n\n".join(ours), "\n\n".join([*theirs, *new]))
    assert found.moved == (((MovedUnit.PARAGRAPH, moved),) if moved else ())
    assert (found.left_only, found.right_only) == (0, 8 * extra)


def test_a_menu_of_a_page_is_told_as_such() -> None:
    menu = "Home\nProducts\nAbout us\nContact\n\n"
    listed = [("", "Home Products About us Contact")]
    found = what_differs(TEXT, menu + TEXT, (True, True))
    assert said(found, ChangeSort.MENU) == listed
    assert (found.left_only, found.right_only, said(found)) == (0, 0, [])
    # elsewhere four short lines are four short lines, and a sentence is no menu
    assert said(what_differs(TEXT, menu + TEXT)) == listed
    sentences = "It rains. It snows. It hails. It thaws.\n\n"
    assert not what_differs(TEXT, sentences + TEXT, (True, True)).of(ChangeSort.MENU)


def test_a_minus_belongs_to_its_number() -> None:
    found = what_differs("Open at -5 degrees, 2024-01-05.", "Open at 5 degrees, 2024/01/05.")
    assert said(found) == [("-5", "5")]
    assert not what_differs("It is \u22125 degrees.", "It is -5 degrees.").left_only
    assert said(what_differs("rows 3-5", "rows 3 to 5")) == [("", "to")]


def test_signs_and_letters_are_no_words() -> None:
    found = what_differs("if (a < b) {\n  go(a);\n}\n", "if (a <= b) {\n  go(a);\n}\n")
    assert said(found, ChangeSort.SIGNS) == [("<", "<=")]
    assert not found.left_only
    capitals = what_differs(TEXT, TEXT.upper())
    assert ("The", "THE") in said(capitals, ChangeSort.CAPITALS)
    words = sum(one.left_words for one in capitals.of(ChangeSort.CAPITALS))
    assert words == sum(word != word.upper() for word in TEXT.replace(".", "").split())
    assert not capitals.left_only
    quoted = what_differs('He said "no" - twice.', "He said “no” – twice.")
    assert not quoted.changes


def test_one_word_in_so_many_is_said_only_where_it_is_true() -> None:
    words = " ".join(drawn(5, 60)).replace(".", "").split()
    every = list(words)
    for at in range(5, len(every), 20):
        every[at] = "another"
    assert what_differs(" ".join(words), " ".join(every)).one_in == 20
    # a passage at one place, and passages that moved, are another thing
    block = [*words[:100], *("new" for _ in range(24)), *words[124:]]
    assert what_differs(" ".join(words), " ".join(block)).one_in is None
    few = [*words[:5], "another", *words[6:]]
    assert what_differs(" ".join(words), " ".join(few)).one_in is None
    moved = drawn(6, 60)
    changed = [one.replace(one.split()[2], "another") for one in moved]
    assert what_differs("\n\n".join(moved), "\n\n".join(changed)).one_in == 8
    assert what_differs("\n\n".join(moved), "\n\n".join([*moved[30:], *moved[:30]])).one_in is None


def test_texts_with_nothing_in_common() -> None:
    ours, theirs = "\n\n".join(drawn(7, 5)), "\n\n".join(drawn(8, 6))
    found = what_differs(ours, theirs)
    assert (found.left_only, found.right_only) == (40, 48)
    assert found.longest == 48
    for left, right in (("", ours), (ours, ""), ("", ""), ("...", "!")):
        found = what_differs(left, right)
        assert found.complete
        assert found.left_only == words_of(left) * (left == ours)


def test_work_is_bounded() -> None:
    """Very long texts are not compared, and very many changes are counted."""
    assert not what_differs("a" * (LONGEST_TEXT + 1), "a").complete
    ours = drawn(9, 1_300)
    theirs = [
        one if at % 2 else one.replace(one.split()[3], "other") for at, one in enumerate(ours)
    ]
    found = what_differs("\n\n".join(ours), "\n\n".join(theirs))
    assert (len(found.changes), found.more) == (500, 150)
    assert (found.left_only, found.places) == (650, 650)
    assert equal_runs(range(20_000), range(20_000, 0, -1)) is None


@given(ours=st.lists(st.integers(0, 4), max_size=9), theirs=st.lists(st.integers(0, 4), max_size=9))
def test_equal_runs_are_a_longest_common_subsequence(ours: list[int], theirs: list[int]) -> None:
    table = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for a, one in enumerate(ours):
        for b, other in enumerate(theirs):
            table[a + 1][b + 1] = (
                table[a][b] + 1 if one == other else max(table[a][b + 1], table[a + 1][b])
            )
    found = equal_runs(ours, theirs)
    assert found is not None
    assert len(found) == table[-1][-1]
    assert all(ours[a] == theirs[b] for a, b in found)
    assert found == sorted(found)
    assert len({b for _, b in found}) == len(found)


@given(order=st.permutations(range(6)), weights=st.lists(st.integers(1, 9), min_size=6, max_size=6))
def test_the_heaviest_stay(order: list[int], weights: list[int]) -> None:
    matches = list(enumerate(order))
    chosen = heaviest_in_order(matches, weights)
    best = 0
    for some in range(64):
        picked = [match for at, match in enumerate(matches) if some >> at & 1]
        if all(one[1] < other[1] for one, other in pairwise(picked)):
            best = max(best, sum(weights[at] for at, _ in picked))
    assert sum(weights[at] for at, _ in chosen) == best
    assert chosen == sorted(chosen, key=lambda match: match[1])


@given(st.text(max_size=60))
def test_units_cover_every_word_once(text: str) -> None:
    words = [word for unit in cut(text).units for word in unit.words]
    assert all(text[word.start : word.end] == word.text for word in words)
    assert [word.start for word in words] == sorted({word.start for word in words})
    assert not what_differs(text, text).changes
