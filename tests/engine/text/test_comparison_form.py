"""What is compared of a text, by hand, by Unicode's own tables, and against a plain definition."""

import random
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders import letters_and_digits
from simcore.model.records import OnlyIn
from simcore.text.similarity import (
    comparable,
    comparable_lines,
    differ_only_in,
    places_compared,
    without_marks,
    without_signs,
)
from simcore.text.words import normalise


def compared(text: str) -> str:
    return comparable(normalise(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Meeting moved to Thursday, 3pm.", "MEETING MOVED TO THURSDAY 3PM"),
        (":func:`open` opens *the* file::", "open opens the file:"),
        (".. note:: Look here", "Look here"),
        ("“Don’t” – he said…", '"Don\'t" - he said...'),
        ("甲方：收到货物后，付款。", "甲方:收到货物后付款"),
        ("Crème brûlée à la façon de Łódź", "Creme brulee a la facon de Lodz"),
        ("Ελληνικά, ΆΈΉΊΌΎΏ ΐΰ ᾳ", "Ελληνικα ΑΕΗΙΟΥΩ ιυ αι"),
        ("Ещё ёлка, зелёная", "Еще елка зеленая"),
        ("за́мок", "замок"),
        ("السَّلَامُ عَلَيْكُمْ", "السلام عليكم"),
        ("الســـلام", "السلام"),
        ("שָׁלוֹם עוֹלָם", "שלום עולם"),
        ("ｶﾞｷﾞｸﾞ ﾃﾞｰﾀ", "ガギグ データ"),
        ("안녕 하세요", "안녕하세요"),
        ("hyphen-\nated", "hyphenated"),
        ("１２，５００．７５", "12,500.75"),
        ("٣٫٥ کیلو", "3.5 کیلو"),
        ("−3 °C", "-3 °C"),
        ("C:\\path | a_b", "cpathab"),
    ],
)
def test_what_is_compared_as_one(one: str, other: str) -> None:
    assert compared(one) == compared(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.5 kg", "15 kg"),
        ("$1,999.00", "$199,900"),
        ("€ 12,50", "€ 1250"),
        ("version 1.10", "version 11.0"),
        ("v1.1.0", "v11.0"),
        ("3.11.7", "31.17"),
        ("-3 °C", "3 °C"),
        ("x = -3", "x = 3"),
        ("-$5", "$5"),
        ("-.5", ".5"),
        (".5", "5"),
        ("pages 2–3", "pages 23"),
        ("12:30", "1230"),
        ("1/2", "12"),
        ("½", "12"),
        ("气温-3度", "气温3度"),
        ("价格１．５元", "价格１５元"),
        ("й", "и"),
        ("їжак", "іжак"),
        ("が", "か"),
        ("は", "ぱ"),
        ("ボ", "ホ"),
        ("को", "का"),
        ("กา", "กี"),
        ("ما", "مي"),
    ],
)
def test_what_is_not(one: str, other: str) -> None:
    assert compared(one) != compared(other)


VOWELS_ARE_MARKS = (
    "DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO "
    "TIBETAN MYANMAR KHMER"
).split()
LETTERS_STAND_ALONE = ("ARABIC", "HEBREW", "SYRIAC", "COMBINING")


def marks_of(scripts: tuple[str, ...] | list[str]) -> list[str]:
    every = (chr(code) for code in range(0x300, 0x20D0))
    return [
        one
        for one in every
        if unicodedata.category(one)[0] == "M"
        and unicodedata.name(one, "").startswith(tuple(scripts))
    ]


def test_marks_stay_where_they_are_vowels() -> None:
    marks = marks_of(VOWELS_ARE_MARKS)
    assert len(marks) > 300
    for one in marks:
        text = f"क{one}क"
        assert one in compared(text) or one not in normalise(text)


def test_marks_go_where_letters_stand_without_them() -> None:
    marks = marks_of(LETTERS_STAND_ALONE)
    assert len(marks) > 200
    # a letter that no mark is composed with
    kept = {one for one in marks if compared(f"ל{one}ל") != "לל"}
    assert kept == {"\u0345"}, "case folding makes the iota below a letter one of its own"


def test_every_latin_and_greek_letter_is_what_unicode_takes_apart() -> None:
    for code in range(0xC0, 0x250):
        letter = normalise(chr(code))
        apart = unicodedata.normalize("NFD", letter)
        if len(letter) == 1 and len(apart) > 1:
            assert comparable(letter)[0] == apart[0].translate(str.maketrans("øı", "oi"))


LETTERS = st.text(alphabet="ab AB数 据.,-:/1２3\"'()é\n", max_size=40)


@given(LETTERS)
@example("1.-2")
@example("-1-2--3 .4")
def test_it_is_its_definition(text: str) -> None:
    assert compared(text) == letters_and_digits(text)


@given(st.text(max_size=60))
@example(":a" * 30 + ":`b`")
@example("\udc80é\0")
def test_every_character_comes_from_somewhere(text: str) -> None:
    normal = normalise(text)
    found, places = comparable(normal), places_compared(normal).tolist()
    assert len(found) == len(places)
    assert places == sorted(set(places))
    assert " " not in found
    for character, place in zip(found, places, strict=True):
        assert comparable(f"1{normal[place]}1")[1:-1] in {character, ""}


@given(st.text(max_size=40), st.text(max_size=10))
def test_signs_and_marks_are_apart(text: str, added: str) -> None:
    normal, more = normalise(text), normalise(added)
    assert comparable(without_marks(normal)) == comparable(normal)
    assert without_signs(without_marks(normal)) == without_marks(without_signs(normal))
    if normal == more:
        assert differ_only_in(normal, more) is None


@pytest.mark.parametrize(
    ("one", "other", "only_in"),
    [
        ("if a <= b:", "if a >= b:", OnlyIn.PUNCTUATION),
        ("Yes, please!", "Yes please", OnlyIn.PUNCTUATION),
        ("one, two", "onetwo", OnlyIn.PUNCTUATION),
        ("1;23", "12;3", None),
        ("rooms 1 and 2;3", "rooms 1 and 23", None),
        ("(030) 123;", "030 123", OnlyIn.PUNCTUATION),
        ("1 000 000", "1000000", OnlyIn.SPACES),
        ("데이터 베이스", "데이터베이스", OnlyIn.SPACES),
        ("über", "uber", OnlyIn.ACCENTS),
        ("ещё раз", "еще  раз", OnlyIn.ACCENTS),
        ("über, alles", "uber alles", OnlyIn.BOTH),
        ("same words", "Same  Words", None),
        ("1.5", "15", None),
        ("a word", "another word", None),
        (".. note:: look", ".. warning:: look", None),
    ],
)
def test_what_alone_differs(one: str, other: str, only_in: OnlyIn | None) -> None:
    for left, right in ((one, other), (other, one)):
        assert differ_only_in(normalise(left), normalise(right)) is only_in


def test_many_lines_are_compared_as_each_one_is() -> None:
    rng = random.Random(4)
    for signs in ("ab 1-$.,:~/`5'é\u0301中文।", ".. a:: `:b:` x"):
        lines = ["".join(rng.choices(signs, k=rng.randint(0, 12))) for _ in range(2_000)]
        normals = [normalise(line) for line in lines]
        assert comparable_lines(normals) == [comparable(normal) for normal in normals]
