"""What two texts share, against the substrings themselves, and texts of which a person knows."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.text.shingles import MOST_CHARACTERS
from simcore.text.similarity import SharedShingles, Shingled, comparable, shared_by
from simcore.text.words import normalise

texts = st.text(alphabet="ab", max_size=400) | st.text(alphabet="abcdefgh一二", max_size=120)


def runs_of(text: str, length: int) -> list[str]:
    """The runs of a comparison form: one character less where they begin with a Chinese one."""
    found = []
    for start in range(len(text)):
        end = start + length - (text[start] >= "一")
        if end <= len(text):
            found.append(text[start:end])
    return found


def compared(left: str, right: str) -> SharedShingles:
    both = [Shingled.of(comparable(normalise(text))) for text in (left, right)]
    return shared_by(*both)


@given(texts)
def test_each_shingle_has_its_place_among_the_different_ones(text: str) -> None:
    found = runs_of(text, MOST_CHARACTERS)
    places = Shingled.of(text).places.tolist()
    if found:
        assert len(places) == len(found)
        assert len(set(zip(found, places, strict=True))) == len(set(found)) == len(set(places))
        shingled = Shingled.of(text)
        assert (shingled.runs(MOST_CHARACTERS).hashes[places] == shingled.in_order).all()


@given(texts, texts)
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


def test_what_two_long_texts_share_by_chance_hardly_counts() -> None:
    """Five hundred words of one language each, in any order."""
    rng = random.Random(4)
    language = ["".join(rng.choices("aeioulnrstdm", k=rng.randint(3, 7))) for _ in range(120)]
    left, right = (" ".join(rng.choices(language, k=500)) for _ in range(2))
    made = compared(left, right)
    ours, theirs = (set(runs_of(comparable(normalise(text)), 5)) for text in (left, right))
    assert len(ours & theirs) > 0.2 * min(len(ours), len(theirs))
    assert made.shared < 0.1 * min(made.left, made.right)
    # half of the words in their order are no chance
    half = left[: len(left) // 2] + right[: len(right) // 2]
    made = compared(left, half)
    assert made.shared > 0.4 * min(made.left, made.right)


@given(texts, texts)
def test_sketches_bound_what_two_texts_share(left: str, right: str) -> None:
    made = shared_by(Shingled.of(left), Shingled.of(right))
    ours, theirs = set(runs_of(left, 5)), set(runs_of(right, 5))
    if ours and theirs:
        assert made.resemblance <= len(ours & theirs) / len(ours | theirs)
        assert made.containment <= len(ours & theirs) / min(len(ours), len(theirs))


@given(texts, texts)
def test_no_side_is_the_first(left: str, right: str) -> None:
    one, other = Shingled.of(left), Shingled.of(right)
    there, back = shared_by(one, other), shared_by(other, one)
    assert there == (back.shared, back.right, back.left, back.length, back.each)


@given(texts)
def test_a_text_is_all_like_itself(text: str) -> None:
    made = shared_by(Shingled.of(text), Shingled.of(text))
    assert made.shared == made.left == made.right


def measurements(rng: random.Random) -> list[str]:
    return [f"{rng.gauss(20, 5):.2f},{rng.gauss(20, 5):.2f}" for _ in range(20_000)]


def sequence(rng: random.Random) -> list[str]:
    return ["".join(rng.choices("ACGT", k=80)) for _ in range(250)]


def bits(rng: random.Random) -> list[str]:
    return ["".join(rng.choices("01", k=80)) for _ in range(250)]


def people(rng: random.Random) -> list[str]:
    first = "Anna Ben Clara David Eva Frank Grace Hugo Ida Jan Karl Lena Mia Nora Otto Paul".split()
    towns = "Berlin Hamburg Munich Cologne Frankfurt Stuttgart Leipzig Dresden".split()
    return [
        f"{rng.choice(first)},{rng.choice(first)}son,{rng.randint(18, 80)},{rng.choice(towns)}"
        for _ in range(200)
    ]


def chinese_people(rng: random.Random) -> list[str]:
    names, towns = "伟芳娜敏静丽强磊军洋", "北京 上海 广州 深圳 杭州".split()
    return [
        f"{rng.choice('赵钱孙李周吴郑王')}{rng.choice(names)}{rng.choice(names)},"
        f"{rng.randint(18, 80)},{rng.choice(towns)},{rng.choice(['在职', '离职'])}"
        for _ in range(2_000)
    ]


def log(rng: random.Random) -> list[str]:
    return [
        f"2026-11-{rng.randint(1, 30):02} {rng.randint(0, 23):02}:{rng.randint(0, 59):02} INFO "
        f"request {rng.choice(['GET', 'POST'])} /api/{rng.choice('abcdefgh') * 4} status "
        f"{rng.choice([200, 404, 500])} in {rng.randint(1, 900)} ms"
        for _ in range(1_000)
    ]


KINDS = (measurements, sequence, bits, people, chinese_people, log)


@pytest.mark.parametrize("rows", KINDS)
def test_rows_of_other_things_are_not_alike(rows: Callable[[random.Random], list[str]]) -> None:
    left, right = ("\n".join(rows(random.Random(seed))) for seed in (1, 2))
    assert compared(left, right).resemblance < 0.55


@pytest.mark.parametrize("rows", KINDS)
def test_a_table_with_some_new_rows_stays_alike(
    rows: Callable[[random.Random], list[str]],
) -> None:
    """A twentieth of the rows is new: nine tenths of both are the same."""
    listed, others, rng = rows(random.Random(1)), rows(random.Random(2)), random.Random(3)
    changed = list(listed)
    for row in rng.sample(range(len(listed)), len(listed) // 20):
        changed[row] = others[row]
    assert compared("\n".join(listed), "\n".join(changed)).resemblance > 0.8


ARTICLE = (
    "The council met on Tuesday to discuss the new bridge over the river. Several residents spoke "
    "against the plan, since it would bring more traffic through the old town. The mayor answered "
    "that the present bridge was built ninety years ago and can carry no lorries any more. "
)


CHINESE = (
    "市议会周二开会讨论跨河新桥的方案。多位居民表示反对，因为老城区的车流将会增加。市长回应说，现有的桥建于九十年前，"
    "早已无法承载货车，而绕行的道路又经过学校。议会决定下个月再次表决，并请工程师补充噪音方面的说明。"
)


@pytest.mark.parametrize("text", [ARTICLE, CHINESE])
def test_a_text_is_half_of_itself_twice(text: str) -> None:
    made = compared(text, text + "\n" + text)
    assert 0.45 < made.resemblance < 0.55
    assert made.shared >= 0.95 * made.left


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
    assert 0.7 < compared(left, right).resemblance < 0.99
    assert compared(left, left).resemblance == 1


def test_a_line_more_often_is_no_same_text() -> None:
    lines = [f"line number {number} of this short list of lines" for number in "一二三四五六七八"]
    left, right = "\n".join(lines), "\n".join([*lines, lines[-1]])
    assert compared(left, right).resemblance < 0.95


def test_a_note_is_no_part_of_a_book_that_has_its_runs_all_over() -> None:
    """All but a few runs of a note, each at another place of a long text."""
    note = "we do not agree to the new terms of the contract, and ask for another meeting"
    rng = random.Random(7)
    scraps = [note[start : start + 6] for start in range(len(note) - 6)]
    other = ["".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(8000)]
    book = scraps + other
    rng.shuffle(book)
    apart = compared(note, " ".join(book))
    assert apart.containment < 0.3
    assert compared(note, " ".join([*other, note, *other])).containment == 1
    # a passage of it with a word put in
    changed = note.replace("another", "just another")
    assert compared(note, " ".join([*other, changed, *other])).containment > 0.8


@pytest.mark.parametrize("note", ["words", "二字词语", "nothing", "nothingness", "每人一本书"])
def test_a_few_letters_are_a_part_of_a_book_where_they_stand_in_it(note: str) -> None:
    rng = random.Random(8)
    book = ["".join(rng.choices("etaoinshrdlu", k=6)) for _ in range(8000)]
    found = compared(note, " ".join([*book, note, *book]))
    assert found.right > 8192
    assert found.containment == 1
