"""Parallel passages against a plain search for common shingles, and positions against the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, edited, english_text, letters_and_digits, shingle_strings
from simcore.passages import find_parallels, origins

MIXED = st.text(
    alphabet="ab cＡｂ e\u0301\u0308数据庫資料。，\n\tﬁ㈠각\u1100\u1161\u200b", max_size=40
)


@given(MIXED)
def test_places_never_fall_and_are_all_there(text: str) -> None:
    places = origins(text).tolist()
    assert len(places) == len(letters_and_digits(text))
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", []),
        ("資 料\n庫", [0, 2, 4]),
        ("Cafe\u0301 x", [0, 1, 2, 3, 6]),
        ("ﬁn\u00adale", [0, 0, 1, 3, 4, 5]),
        ("\u1112\u1161\u11ab글", [0, 3]),
    ],
)
def test_places_by_hand(text: str, places: list[int]) -> None:
    assert origins(text).tolist() == places


@given(MIXED, MIXED)
def test_every_passage_stands_in_both(left: str, right: str) -> None:
    found = find_parallels(left + right, right + left)
    reached = 0
    for passage in found.passages:
        ours = letters_and_digits((left + right)[slice(*passage.left)])
        assert passage.left[0] >= reached or not passage.characters
        assert 0 <= passage.right[0] < passage.right[1] <= len(left + right)
        assert len(ours) >= 1
        reached = passage.left[0]


@pytest.mark.parametrize("maker", [chinese_text, english_text])
def test_what_is_covered_is_what_is_contained(maker) -> None:  # type: ignore[no-untyped-def]
    """The ranges of both sides hold the common shingles, and no others."""
    left = maker(5)
    right = edited(left, 3, 8)
    found = find_parallels(left, right)
    grams = (
        set(shingle_strings(letters_and_digits(left))),
        set(shingle_strings(letters_and_digits(right))),
    )
    common = grams[0] & grams[1]
    assert 0 < len(common) < min(map(len, grams))
    for text, ranges in ((left, found.left), (right, found.right)):
        covered = {at for start, stop in ranges for at in range(start, stop)}
        compared, places = letters_and_digits(text), origins(text).tolist()
        wanted = {
            places[at + offset]
            for at in range(len(compared))
            for size in (4, 5)
            if at + size <= len(compared) and compared[at : at + size] in common
            for offset in range(size)
        }
        assert wanted <= covered
        # between the characters of a range there is nothing but signs, spaces and what is dropped
        assert {at for at in covered - wanted if text[at].isalnum()} == set()
    for passage in found.passages:
        ours, theirs = left[slice(*passage.left)], right[slice(*passage.right)]
        plain = letters_and_digits(ours), letters_and_digits(theirs)
        assert 0 < passage.characters <= min(map(len, plain))


def test_a_traditional_copy_in_other_lines() -> None:
    left = "後面的頭髮乾了。\n計畫發展資料庫"
    right = "新的开头，后面的头发\n干了。计划发展资料库"
    (passage,) = find_parallels(left, right).passages
    assert left[slice(*passage.left)] == left
    assert right[slice(*passage.right)] == right.removeprefix("新的开头，")


def test_a_passage_that_stands_twice_is_given_near_the_one_before() -> None:
    passage = "本合同一式两份，双方各执一份。"
    right = passage + "甲" * 9 + "付款方式为银行转账" + passage
    found = find_parallels("付款方式为银行转账" + passage, right).passages
    assert [right[slice(*each.right)] for each in found] == ["付款方式为银行转账" + passage]


def test_a_chapter_is_one_passage_of_a_book_that_has_its_words_everywhere() -> None:
    chapter = "# 聚簇索引\n\n" + chinese_text(3, 600) + "\n\n| Table | Key |\n+-------+-----+\n"
    scraps = [chapter[at : at + 6] for at in range(10, 400, 7)]
    before, after = "\n\n".join(map(str.strip, scraps[::2])), "。——".join(scraps[1::2])
    book = f"{before}\n第 12 章\n{chapter}\n第 13 章\n{after}"
    for left, right in ((book, chapter), (chapter, book)):
        (passage,) = find_parallels(left, right).passages
        assert passage.characters == len(letters_and_digits(chapter))
        for text, span in ((left, passage.left), (right, passage.right)):
            assert text[slice(*span)].strip(" #|+-\n") == chapter.strip(" #|+-\n")


def test_a_passage_goes_on_behind_a_few_other_characters() -> None:
    one, two = "The kettle sang on the iron stove", "while the rain fell on the garden"
    marked, plain = f"**{one}**,\n\n> {two}.", f"{one} {two}"
    (passage,) = find_parallels(marked, plain).passages
    assert (marked[slice(*passage.left)], plain[slice(*passage.right)]) == (marked[2:-1], plain)
    (passage,) = find_parallels(f"{one} at 9:15, {two}", f"{one} at 8:40, {two}").passages
    assert passage.characters == len(letters_and_digits(one + two)) + len("at")
    assert len(find_parallels(f"{one} yesterday, {two}", f"{one} {two}").passages) == 2
    assert len(find_parallels(f"{one}, {two}", f"{two}, {one}").passages) == 2


def test_many_repeats_end() -> None:
    found = find_parallels("o" * 20_000, "o" * 10_000 + "x" + "o" * 1_000)
    assert found.passages[0].characters == 11_000
    assert found.left == ((0, 20_000),)
    assert found.right == ((0, 10_000), (10_001, 11_001))
