"""What two texts share: their comparison form, their runs, their words, and the measure taken."""

import itertools
import random
import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from alike import in_order
from builders import chinese_text, english_text, english_words, letters_and_digits
from simcore.model.config import PART_LENGTH
from simcore.model.records import Comparison, MeasuredBy, OnlyIn, TextId
from simcore.text.normal_form import unspaced
from simcore.text.shingles import MOST_CHARACTERS
from simcore.text.similarity import (
    ReadText,
    SharedShingles,
    Shingled,
    _places,
    comparable,
    comparable_lines,
    differ_only_in,
    judged,
    may_be_misread,
    places_compared,
    shared_by,
    shared_in_order,
    without_marks,
    without_signs,
    words_compared,
)
from simcore.text.words import normalise

ENGLISH = (
    "The council met on Tuesday to discuss the new bridge over the river. Several residents spoke "
    "against the plan, since it would bring more traffic through the old town. The mayor answered "
    "that the present bridge was built ninety years ago and can carry no lorries any more, while "
    "the road round the town goes past two schools. An engineer from the county explained how the "
    "piers would be placed so that boats can still pass, and what noise is to be expected in the "
    "gardens below. The vote was put off until the following month; until then the drawings can "
    "be seen in the library, where everybody may leave remarks in a book that lies beside them."
)
CHINESE = (
    "市议会周二开会讨论跨河新桥的方案。多位居民表示反对，因为老城区的车流将会增加。市长回应说，现有的桥建于九十年前，早已无法承载货车，"
    "而绕行的道路又经过两所学校。县里来的工程师说明了桥墩的位置，船只仍然可以通行，并估算了下方花园里的噪音。表决推迟到下个月，"
    "在此之前，图纸陈列在图书馆，任何人都可以在旁边的意见簿上留言。会后，几位老人沿着河岸慢慢走回家，谈起当年修桥时的情形，"
    "那时候全镇的人都来帮忙搬运石头，孩子们负责送水。如今的年轻人大多在外地工作，只有过年才回来，他们更关心的是火车站到镇上的路什么时候修好。"
    "商店的老板们则希望施工期间给他们一些补贴，毕竟两年的时间不算短，许多顾客会改去别处买东西，不一定还会再回来。"
)


def compared(text: str) -> str:
    return comparable(normalise(text))


AS_ONE = r"""
Meeting moved to Thursday, 3pm. = MEETING MOVED TO THURSDAY 3PM | .. note:: Look here = Look here
:func:`open` opens *the* file:: = open opens the file: | C:\path || a_b = cpathab
“Don’t” – he said… = "Don't" - he said... | 甲方：收到货物后，付款。 = 甲方:收到货物后付款
Crème brûlée à la façon de Łódź = Creme brulee a la facon de Lodz | за́мок = замок
Ελληνικά, ΆΈΉΊΌΎΏ ΐΰ ᾳ = Ελληνικα ΑΕΗΙΟΥΩ ιυ αι | Ещё ёлка, зелёная = Еще елка зеленая
السَّلَامُ عَلَيْكُمْ = السلام عليكم | الســـلام = السلام | שָׁלוֹם עוֹלָם = שלום עולם
ｶﾞｷﾞｸﾞ ﾃﾞｰﾀ = ガギグ データ | 안녕 하세요 = 안녕하세요 | −3 °C = -3 °C | ٣٫٥ کیلو = 3.5 کیلو
１２，５００．７５ = 12,500.75
"""


@pytest.mark.parametrize(
    "pair", [*re.split(r" \| |\n", AS_ONE.strip()), "hyphen-\nated = hyphenated"]
)
def test_what_is_compared_as_one(pair: str) -> None:
    one, other = pair.split(" = ")
    assert compared(one) == compared(other) != ""


APART = """
1.5 kg ≠ 15 kg | $1,999.00 ≠ $199,900 | € 12,50 ≠ € 1250 | version 1.10 ≠ version 11.0
v1.1.0 ≠ v11.0 | 3.11.7 ≠ 31.17 | -3 °C ≠ 3 °C | x = -3 ≠ x = 3 | -$5 ≠ $5 | -.5 ≠ .5 | .5 ≠ 5
pages 2–3 ≠ pages 23 | 12:30 ≠ 1230 | 1/2 ≠ 12 | ½ ≠ 12 | 气温-3度 ≠ 气温3度
价格１．５元 ≠ 价格１５元 | й ≠ и | їжак ≠ іжак | が ≠ か | は ≠ ぱ | ボ ≠ ホ | को ≠ का | กา ≠ กี
ما ≠ مي
"""


@pytest.mark.parametrize("pair", re.split(r" \| |\n", APART.strip()))
def test_what_is_not_compared_as_one(pair: str) -> None:
    one, other = pair.split(" ≠ ")
    assert compared(one) != compared(other)


VOWELS_ARE_MARKS = tuple(
    "DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO "
    "TIBETAN MYANMAR KHMER".split()
)
LETTERS_STAND_ALONE = ("ARABIC", "HEBREW", "SYRIAC", "COMBINING")


def marks_of(scripts: tuple[str, ...]) -> list[str]:
    return [
        one
        for one in map(chr, range(0x300, 0x20D0))
        if unicodedata.category(one)[0] == "M" and unicodedata.name(one, "").startswith(scripts)
    ]


def test_marks_stay_where_they_are_vowels_and_go_where_letters_stand_without_them() -> None:
    vowels, accents = marks_of(VOWELS_ARE_MARKS), marks_of(LETTERS_STAND_ALONE)
    assert len(vowels) > 300
    for one in vowels:
        text = f"क{one}क"
        assert one in compared(text) or one not in normalise(text)
    assert len(accents) > 200
    # a letter that no mark is composed with
    kept = {one for one in accents if compared(f"ל{one}ל") != "לל"}
    assert kept == {"\u0345"}, "case folding makes the iota below a letter one of its own"


def test_every_latin_and_greek_letter_is_what_unicode_takes_apart() -> None:
    for code in range(0xC0, 0x250):
        letter = normalise(chr(code))
        apart = unicodedata.normalize("NFD", letter)
        if len(letter) == 1 and len(apart) > 1:
            assert comparable(letter)[0] == apart[0].translate(str.maketrans("øı", "oi"))


@given(st.text(alphabet="ab AB数 据.,-:/1２3\"'()é\n", max_size=40))
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


ONLY = {
    OnlyIn.PUNCTUATION: "if a <= b: ≠ if a >= b: | Yes, please! ≠ Yes please | (030) 123; ≠ 030 123"
    " | one, two ≠ onetwo",
    OnlyIn.SPACES: "1 000 000 ≠ 1000000 | 데이터 베이스 ≠ 데이터베이스",
    OnlyIn.ACCENTS: "über ≠ uber | ещё раз ≠ еще  раз",
    OnlyIn.BOTH: "über, alles ≠ uber alles",
    None: "1;23 ≠ 12;3 | rooms 1 and 2;3 ≠ rooms 1 and 23 | same words ≠ Same  Words | 1.5 ≠ 15"
    " | a word ≠ another word | .. note:: look ≠ .. warning:: look",
}


@pytest.mark.parametrize(
    ("pair", "only_in"), [(pair, key) for key, pairs in ONLY.items() for pair in pairs.split(" | ")]
)
def test_what_alone_differs(pair: str, only_in: OnlyIn | None) -> None:
    one, other = map(normalise, pair.split(" ≠ "))
    assert differ_only_in(one, other) is differ_only_in(other, one) is only_in


def test_many_lines_are_compared_as_each_one_is() -> None:
    rng = random.Random(4)
    for signs in ("ab 1-$.,:~/`5'é\u0301中文।", ".. a:: `:b:` x"):
        lines = ["".join(rng.choices(signs, k=rng.randint(0, 12))) for _ in range(2_000)]
        normals = [normalise(line) for line in lines]
        assert comparable_lines(normals) == [comparable(normal) for normal in normals]


RUNS = st.text(alphabet="ab", max_size=400) | st.text(alphabet="abcdefgh一二", max_size=120)


def runs_of(text: str, length: int) -> list[str]:
    """The runs of a comparison form: one character less where they begin with a Chinese one."""
    found = []
    for start in range(len(text)):
        end = start + length - (text[start] >= "一")
        if end <= len(text):
            found.append(text[start:end])
    return found


def measured(left: str, right: str) -> SharedShingles:
    both = [Shingled.of(comparable(normalise(text))) for text in (left, right)]
    return shared_by(*both)


@given(RUNS, RUNS)
def test_runs_are_counted_as_they_stand_in_the_texts(left: str, right: str) -> None:
    made = shared_by(Shingled.of(left), Shingled.of(right))
    ours, theirs = runs_of(left, made.length), runs_of(right, made.length)
    if not ours or not theirs:
        return
    if made.each:
        counts = (Counter(ours) & Counter(theirs)).total(), len(ours), len(theirs)
    else:
        counts = len(set(ours) & set(theirs)), len(set(ours)), len(set(theirs))
    assert (made.shared, made.left, made.right) == counts
    # and sketches, which are of runs of five, bound what is shared
    five, others = set(runs_of(left, 5)), set(runs_of(right, 5))
    if five and others:
        assert made.resemblance <= len(five & others) / len(five | others)
        assert made.containment <= len(five & others) / min(len(five), len(others))


def test_what_two_long_texts_share_by_chance_hardly_counts() -> None:
    """Five hundred words of one language each, in any order."""
    rng = random.Random(4)
    language = ["".join(rng.choices("aeioulnrstdm", k=rng.randint(3, 7))) for _ in range(120)]
    left, right = (" ".join(rng.choices(language, k=500)) for _ in range(2))
    made = measured(left, right)
    ours, theirs = (set(runs_of(comparable(normalise(text)), 5)) for text in (left, right))
    assert len(ours & theirs) > 0.2 * min(len(ours), len(theirs))
    assert made.shared < 0.1 * min(made.left, made.right)
    # half of the words in their order are no chance
    half = left[: len(left) // 2] + right[: len(right) // 2]
    made = measured(left, half)
    assert made.shared > 0.4 * min(made.left, made.right)


@given(RUNS, RUNS)
def test_no_side_is_the_first_and_a_text_is_all_like_itself(left: str, right: str) -> None:
    one, other = Shingled.of(left), Shingled.of(right)
    there, back = shared_by(one, other), shared_by(other, one)
    assert there == (back.shared, back.right, back.left, back.length, back.each)
    made = shared_by(one, Shingled.of(left))
    assert made.shared == made.left == made.right


def log_line(rng: random.Random) -> str:
    return (
        f"2026-11-{rng.randint(1, 30):02} {rng.randint(0, 23):02}:{rng.randint(0, 59):02} INFO "
        f"request {rng.choice(['GET', 'POST'])} /api/{rng.choice('abcdefgh') * 4} status "
        f"{rng.choice([200, 404, 500])} in {rng.randint(1, 900)} ms"
    )


def person(rng: random.Random) -> str:
    first = "Anna Ben Clara David Eva Frank Grace Hugo Ida Jan Karl Lena Mia Nora Otto Paul".split()
    towns = "Berlin Hamburg Munich Cologne Frankfurt Stuttgart Leipzig Dresden".split()
    return f"{rng.choice(first)},{rng.choice(first)}son,{rng.randint(18, 80)},{rng.choice(towns)}"


def chinese_person(rng: random.Random) -> str:
    names, towns = "伟芳娜敏静丽强磊军洋", "北京 上海 广州 深圳 杭州".split()
    return (
        f"{rng.choice('赵钱孙李周吴郑王')}{rng.choice(names)}{rng.choice(names)},"
        f"{rng.randint(18, 80)},{rng.choice(towns)},{rng.choice(['在职', '离职'])}"
    )


ROWS: list[tuple[int, Callable[[random.Random], str]]] = [
    (20_000, lambda rng: f"{rng.gauss(20, 5):.2f},{rng.gauss(20, 5):.2f}"),
    (250, lambda rng: "".join(rng.choices("ACGT", k=80))),
    (250, lambda rng: "".join(rng.choices("01", k=80))),
    (200, person),
    (2_000, chinese_person),
    (1_000, log_line),
]


@pytest.mark.parametrize(("count", "row"), ROWS)
def test_a_table_is_alike_with_some_new_rows_and_not_with_all(
    count: int, row: Callable[[random.Random], str]
) -> None:
    """A twentieth of the rows is new: nine tenths of both are the same."""
    listed, others = ([row(rng) for _ in range(count)] for rng in map(random.Random, (1, 2)))
    assert measured("\n".join(listed), "\n".join(others)).resemblance < 0.55
    changed = list(listed)
    for at in random.Random(3).sample(range(count), count // 20):
        changed[at] = others[at]
    assert measured("\n".join(listed), "\n".join(changed)).resemblance > 0.8


@pytest.mark.parametrize("text", [ENGLISH[:260], CHINESE[:104]])
def test_a_text_is_half_of_itself_twice(text: str) -> None:
    made = measured(text, text + "\n" + text)
    assert 0.45 < made.resemblance < 0.55
    assert made.shared >= 0.95 * made.left
    # and a line more often makes another text
    lines = [f"line number {at} of this short list of lines" for at in "一二三四五六七八"]
    left, right = "\n".join(lines), "\n".join([*lines, lines[-1]])
    assert measured(left, right).resemblance < 0.95


@pytest.mark.parametrize("values", ["I II III IV V".split(), "甲 乙 丙 丁 戊".split()])
def test_values_that_changed_places_are_no_same_text(values: list[str]) -> None:
    """Each run of five characters stands in both lists, which differ in most of their rows."""
    rng = random.Random(4)
    left, right = (
        "\n".join(f"Account of the section {rng.choice(values)} of the year" for _ in range(24))
        for _ in range(2)
    )
    five = [set(runs_of(comparable(normalise(text)), MOST_CHARACTERS)) for text in (left, right)]
    assert five[0] == five[1]
    assert 0.7 < measured(left, right).resemblance < 0.99
    assert measured(left, left).resemblance == 1


def test_a_note_is_no_part_of_a_book_that_has_its_runs_all_over() -> None:
    """All but a few runs of a note, each at another place of a long text."""
    note = "we do not agree to the new terms of the contract, and ask for another meeting"
    rng = random.Random(7)
    scraps = [note[start : start + 6] for start in range(len(note) - 6)]
    other = ["".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(8000)]
    book = scraps + other
    rng.shuffle(book)
    apart = measured(note, " ".join(book))
    assert apart.containment < 0.3
    assert measured(note, " ".join([*other, note, *other])).containment == 1
    # a passage of it with a word put in
    changed = note.replace("another", "just another")
    assert measured(note, " ".join([*other, changed, *other])).containment > 0.8


@pytest.mark.parametrize("note", ["words", "二字词语", "nothing", "nothingness", "每人一本书"])
def test_a_few_letters_are_a_part_of_a_book_where_they_stand_in_it(note: str) -> None:
    rng = random.Random(8)
    book = ["".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(8000)]
    found = measured(note, " ".join([*book, note, *book]))
    assert found.right > 8192
    assert found.containment == 1


# written by hand
WORDS = {
    "The café's menu, 2nd edition": "the cafe s menu 2 nd edition",
    "Call 020 7946 0958 at 21:45 (£-1.5).": "call 020 7946 0958 at 21:45 -1.5",
    "请还给行政部，3楼": "请 还 给 行 政 部 3 楼",
    "2024年3月18日8点半": "2024 年 3 月 18 日 8 点 半",
    "회의는 5월 8일 오후 2시": "회의는 5 월 8 일 오후 2 시",
    "Ещё идёт дождь": "еще идет дождь",
    "明日のデータ": "明 日 の デ ー タ",
    "कृपया पैसे लौटाएँ": "कृपया पैसे लौटाएँ",
    "كَتَبَ الوَلَدُ": "كتب الولد",
}


@pytest.mark.parametrize(("text", "words"), WORDS.items())
def test_words_are_those_that_a_reader_counts(text: str, words: str) -> None:
    found = " ".join(words_compared(normalise(text)))
    assert unicodedata.normalize("NFC", found) == unicodedata.normalize("NFC", words)


@given(st.text(st.sampled_from("ab é,.-1 2数據のไทยेक\u0301'€:"), max_size=40))
def test_words_are_the_comparison_form_in_pieces(text: str) -> None:
    normal = normalise(text)
    words = words_compared(normal)
    assert "".join(words) == comparable(normal)
    assert all(words)


@given(*2 * [st.lists(st.sampled_from("abcde"), min_size=1, max_size=12)])
def test_shared_words_are_the_longest_common_subsequence(one: list[str], other: list[str]) -> None:
    shorter, longer = sorted((len(one), len(other)))
    found = shared_in_order(one, other)
    counted = in_order(one, other)
    if shorter <= 0.83 * longer:  # it may be a part
        assert found is None
    else:
        assert found == (counted, len(one), len(other))
        thirds = shared_in_order(one, other, numbers_only=True)
        assert thirds == (counted + 2 * shorter, 3 * len(one), 3 * len(other))


def between(left: str, right: str) -> Comparison:
    one, other = ReadText.of(left), ReadText.of(right)
    made = judged(TextId(1), TextId(2), one, other)
    back = judged(TextId(2), TextId(1), other, one)
    swapped = back.left_size, back.right_size, made.shared, made.measure, made.numbers_only
    assert swapped == (
        *(made.right_size, made.left_size),
        *(back.shared, back.measure, back.numbers_only),
    )
    return made


def table(rng: random.Random, rows: int = 60) -> list[str]:
    names = "Abbott Baines Carver Dunmore Ellison Farrow Garland Hobbs".split()
    towns = "Malham Hawes Skipton Bingley Otley Haworth Keighley Settle".split()
    return [
        f"{rng.choice(names)},{rng.choice(towns)},{rng.randint(1940, 2009)},{rng.randrange(10**7)}"
        for _ in range(rows)
    ]


def test_the_rows_of_a_table_may_stand_in_any_order() -> None:
    rows, other = (table(random.Random(seed)) for seed in (1, 2))
    made = between("\n".join(rows), "\n".join(other))
    assert made.measure is MeasuredBy.SHINGLES
    assert made.resemblance < 0.5
    made = between("\n".join(rows), "\n".join(sorted(rows)))
    assert (made.measure, made.resemblance, made.numbers_only) == (MeasuredBy.ROWS, 1, False)
    # three of sixty rows are others, and count as that many
    random.Random(3).shuffle(rows)
    made = between("\n".join(rows), "\n".join(sorted([*rows[:57], *other[:3]])))
    assert made.measure is MeasuredBy.ROWS
    assert made.shared == 57
    assert (made.left_size, made.right_size) == (60, 60)


def misread(text: str, share: float, rng: random.Random) -> tuple[str, int]:
    """Read letters as those that look like them, or as the next Chinese character."""
    alike = dict(zip("eoclirnathusm", "cecl1tuohlbrn", strict=True)) | {"i": "l"}
    places = [at for at, letter in enumerate(text) if letter in alike or letter > "一"]
    changed = set(rng.sample(places, round(share * len(places))))
    letters = [
        (alike.get(letter) or chr(ord(letter) + 1)) if at in changed else letter
        for at, letter in enumerate(text)
    ]
    return "".join(letters), len(changed)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE + CHINESE[::-1]])
def test_a_misread_page_is_compared_by_its_letters(text: str) -> None:
    page, changed = misread(text, 0.08, random.Random(5))
    made = between(text, page)
    assert made.measure is MeasuredBy.LETTERS
    # each letter that is another one is alone on either side, but where two stand together
    alone = made.left_size - made.shared
    assert 0.8 * changed <= alone <= changed
    assert made.resemblance > 0.8
    # in short lines, too
    lines = ("\n".join(textwrap.wrap(one, 18)) for one in (text, page))
    assert between(*lines).measure is MeasuredBy.LETTERS


def test_letters_read_as_digits_are_misread_letters() -> None:
    """A scanner takes l for 1, o for 0 and s for 5: there was no number, and no other one is."""
    page, changed = misread(ENGLISH, 0.05, random.Random(6))
    places = [at for at, letter in enumerate(page) if letter in "los"]
    digits = set(random.Random(7).sample(places, len(places) // 5))
    as_digits = str.maketrans("los", "105")
    page = "".join(
        letter.translate(as_digits) if at in digits else letter for at, letter in enumerate(page)
    )
    made = between(ENGLISH, page)
    assert made.measure is MeasuredBy.LETTERS
    assert made.left_size - made.shared <= changed + len(digits)


def test_numbers_are_not_misread() -> None:
    """Forms with other figures all over are other documents, however few digits differ."""
    rng = random.Random(7)
    one = " ".join(f"{word} {number}" for number, word in enumerate(ENGLISH.split(), 1_000))
    other = " ".join(f"{word} {rng.randint(1_000, 1_200)}" for word in ENGLISH.split())
    assert between(one, other).measure is not MeasuredBy.LETTERS


ASKED = {
    "childhood lately now before during after often": (
        "Do you smoke tobacco|Do you drink alcohol|Have you had surgery|Do you wear glasses|"
        "Do you take blood thinners|Is there diabetes in your family|Do you sleep badly"
    ),
    "童年时期 最近一年 手术之前 出院以后 与家人同住 搬家以后 换工作后 退休以后 怀孕期间 发烧那天": (
        "是否长期吸烟|是否经常饮酒|是否做过手术|是否佩戴眼镜|是否服用抗凝药物|家族中是否有糖尿病史|是否睡眠不良"
    ),
}


def sheet(times: str, answers: str, rng: random.Random) -> str:
    return "".join(
        f"{time} {question}: {rng.choice(answers)}\n"
        for time in times.split()
        for question in ASKED[times].split("|")
    )


@pytest.mark.parametrize("answers", ["YN", "ABCDE", "是否有无"])
def test_answers_of_one_letter_are_values_not_misread_letters(answers: str) -> None:
    """A sheet filled in by somebody else: most places that differ are whole words."""
    times = [*ASKED][answers > "一"]
    made = between(*(sheet(times, answers, random.Random(seed)) for seed in (1, 2)))
    assert made.measure is MeasuredBy.SHINGLES


@pytest.mark.parametrize("between_them", ["", "\t"])
def test_values_at_the_ends_of_lines_are_values(between_them: str) -> None:
    """A line of Chinese ends without a sign, and its normal form goes on with the next one."""
    surnames, names = "王李张刘陈杨赵黄孙周吴徐", "伟芳娜敏静丽强磊军洋勇艳杰"
    lists = (
        "\n".join(
            f"{surnames[at % 12]}{names[at % 13]}同学期末成绩{between_them}{rng.choice('优良中差')}"
            for at in range(120)
        )
        for rng in map(random.Random, (1, 2))
    )
    made = between(*lists)
    assert made.measure is MeasuredBy.SHINGLES
    assert made.resemblance < 0.6


def test_genotypes_of_two_people_are_not_misread() -> None:
    row = "rs{}\t{}\t{}"
    tables = (
        "\n".join(
            row.format(4_477_212 + at * 97, 82_154 + at * 731, "".join(rng.choices("ACGT", k=2)))
            for at in range(200)
        )
        for rng in map(random.Random, (1, 2))
    )
    made = between(*tables)
    assert made.measure is not MeasuredBy.LETTERS
    assert made.resemblance < 0.7


def test_two_misread_scans_of_one_page_are_as_alike_either_way() -> None:
    for seed in range(20):
        scans = (misread(ENGLISH, 0.05, random.Random(at))[0] for at in (seed, seed + 100))
        assert between(*scans).measure is MeasuredBy.LETTERS


MESSAGES = [f"{one.strip()}." for one in re.split("[;,.]", ENGLISH)[:-1]]


def chat(pattern: str, messages: list[str]) -> str:
    people = ("Nina", "Jonas", "Bea")
    return "\n".join(
        pattern.format(day=13, hour=9 + at // 4, minute=7 * at % 60, who=people[at % 3], text=text)
        for at, text in enumerate(messages)
    )


def exported(messages: list[str]) -> list[str]:
    """Return a chat as two programs export it."""
    german = "{day}.04.23, {hour:02}:{minute:02} - {who}: {text}"
    return [
        chat(one, messages)
        for one in (german, "[4/{day}/2023 {hour}:{minute:02}:31 AM] {who}\n{text}\n")
    ]


def test_a_chat_exported_by_two_programs_is_one_chat() -> None:
    made = between(*exported(MESSAGES))
    assert (made.measure, made.resemblance) == (MeasuredBy.UNSTAMPED, 1)
    # which may speak of an hour
    hours = [*MESSAGES, "The next meeting begins at 19:30", "I thought 18:00 was agreed."]
    assert between(*exported(hours)).measure is MeasuredBy.UNSTAMPED
    # two days of one log keep their stamps
    log = "2026-11-{} {{hour:02}}:{{minute:02}}:00 INFO {{who}} {{text}}"
    days = (chat(log.format(day), MESSAGES) for day in (20, 21))
    assert between(*days).measure is not MeasuredBy.UNSTAMPED


@pytest.mark.parametrize("last", [False, True])
def test_a_chat_may_begin_or_end_with_prose(*, last: bool) -> None:
    words, prose = english_words(4, 480), english_text(3, 400) + "\n"
    messages = [" ".join(words[at : at + 4]) for at in range(0, len(words), 4)]
    chats = exported(messages)
    assert len(chats[0]) > len(prose) > 2_000
    one, other = (text + prose if last else prose + text for text in chats)
    assert between(one, other).measure is MeasuredBy.UNSTAMPED


def test_the_same_digits_in_other_numbers_are_numbers_that_differ() -> None:
    one, other = (f"The values {numbers} were measured in spring" for numbers in ("1;23", "12;3"))
    made = between(one, other)
    assert made.numbers_only
    assert made.only_in is None
    assert between(one, one.replace(";", "; ")).only_in is OnlyIn.SPACES


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_what_is_aligned_is_the_shortest_way_from_text_to_text(text: str) -> None:
    """However far apart the texts are: as many letters differ as in the table of all distances."""
    rng = random.Random(8)
    one, other = (misread(text[:240], share, rng)[0] for share in (0.05, 0.3))
    places = list(_places(one, other))
    before = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        row = [at]
        for there, beside in enumerate(other, 1):
            row.append(min(before[there] + 1, row[-1] + 1, before[there - 1] + (letter != beside)))
        before = row
    assert before[-1] > len(one) / 8
    assert sum(max(stop - at, behind - there) for at, stop, there, behind in places) == before[-1]


@pytest.mark.parametrize("rest", [0, 20, 60, 110, 200])
def test_texts_that_may_be_more_alike_than_is_known_are_aligned_the_same_way(rest: int) -> None:
    """What stays of a text behind ``rest`` letters of it, misread before, is another text."""
    rng = random.Random(rest)
    one = ENGLISH[:600]
    other = misread(one[: -rest or None], 0.05, rng)[0] + english_text(rest, 90)[:rest]
    steps = [step for step in Levenshtein.opcodes(one, other) if step.tag != "equal"]
    # beside each other they are one place
    places: list[list[int]] = []
    for step in steps:
        at = [step.src_start, step.src_end, step.dest_start, step.dest_end]
        if places and [places[-1][1], places[-1][3]] == [at[0], at[2]]:
            places[-1][1], places[-1][3] = at[1], at[3]
        else:
            places.append(at)
    long = sum(max(b - a, d - c) > 3 for a, b, c, d in places)
    shared = len(one) - sum(b - a for a, b, _, _ in places)
    resemblance = shared / (len(one) + len(other) - shared)
    for alike in (0, 0.3, 0.6, resemblance - 1e-9, resemblance, 0.9, 1):
        made = _places(one, other, alike)
        left_out = long > len(places) / 10 or resemblance <= alike
        assert [list(place) for place in made] == places or (not made and left_out)


def _changed(text: str, seed: int, places: int, longest: int) -> str:
    drawn = random.Random(seed)
    letters = list(text)
    for _ in range(places):
        at = drawn.randrange(len(letters))
        length = drawn.randint(1, longest)
        letters[at : at + length] = drawn.choices("zqxj", k=drawn.randint(0, length))
    return "".join(letters)


def _shingles(text: str) -> list[str]:
    found = [text[at : at + (4 if unspaced(text[at]) else 5)] for at in range(len(text))]
    return [run for run in found if len(run) == (4 if unspaced(run[0]) else 5)]


def _runs(one: str, other: str) -> list[int]:
    there = set(_shingles(other))
    marks = "".join("-" if run in there else "u" for run in _shingles(one))
    return [len(run) for run in re.findall("u+", marks)]


def _is_misread(one: str, other: str) -> bool:
    short, long = sorted(len(_shingles(text)) for text in (one, other))
    if short <= PART_LENGTH * long:
        return False
    return all(
        len(runs) >= 3
        and sum(run <= 6 for run in runs) >= 0.3 * len(runs)
        and sum(run <= 18 for run in runs) >= 0.9 * len(runs)
        for runs in (_runs(one, other), _runs(other, one))
    )


UNBROKEN = [re.sub(r"\W", "", text) for text in (english_text(5, 90), chinese_text(6, 200))]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(UNBROKEN), st.integers(0, 99), st.integers(0, 30), st.integers(1, 20)
        ),
        max_size=5,
    )
)
@example([(UNBROKEN[1], 57, 26, 9)])  # 334 letters of 402, and 331 shingles of 399: .831 and .829
def test_of_many_pairs_each_is_told_as_runs_of_its_shingles_say(
    drawn: list[tuple[str, int, int, int]],
) -> None:
    pairs = [(text, _changed(text, *how)) for text, *how in drawn]
    made = [(Shingled.of(one), Shingled.of(other)) for one, other in pairs]
    expected = list(itertools.starmap(_is_misread, pairs))
    assert may_be_misread(made).tolist() == expected
    assert may_be_misread([both[::-1] for both in made]).tolist() == expected


def test_hardly_any_letters_and_a_few_are_told_apart_among_others() -> None:
    text = UNBROKEN[0]
    few, many, same = map(Shingled.of, (_changed(text, 3, 9, 1), _changed(text, 3, 9, 40), text))
    found = may_be_misread([(same, one) for one in (many, few, same, few)])
    assert found.tolist() == [False, True, False, True]
