"""Which measure is taken: tables in another order, misread pages, chats of two programs."""

import itertools
import random

import pytest
from rapidfuzz.distance import Levenshtein

from builders import english_text, english_words
from simcore.model.records import Comparison, MeasuredBy, OnlyIn, TextId
from simcore.text.similarity import Letters, ReadText, _places, judged

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


def between(left: str, right: str) -> Comparison:
    made = judged(TextId(1), TextId(2), ReadText.of(left), ReadText.of(right))
    back = judged(TextId(2), TextId(1), ReadText.of(right), ReadText.of(left))
    assert (made.shared, made.measure, made.numbers_only) == (
        back.shared,
        back.measure,
        back.numbers_only,
    )
    assert (made.left_size, made.right_size) == (back.right_size, back.left_size)
    return made


def table(rng: random.Random, rows: int = 60) -> list[str]:
    names = "Abbott Baines Carver Dunmore Ellison Farrow Garland Hobbs".split()
    towns = "Malham Hawes Skipton Bingley Otley Haworth Keighley Settle".split()
    return [
        f"{rng.choice(names)},{rng.choice(towns)},{rng.randint(1940, 2009)},{rng.randrange(10**7)}"
        for _ in range(rows)
    ]


def test_the_rows_of_a_table_may_stand_in_any_order() -> None:
    rows = table(random.Random(1))
    made = between("\n".join(rows), "\n".join(sorted(rows)))
    assert (made.measure, made.resemblance, made.numbers_only) == (MeasuredBy.ROWS, 1, False)
    # three of sixty rows are others, and count as that many
    other = table(random.Random(2))
    random.Random(3).shuffle(rows)
    made = between("\n".join(rows), "\n".join(sorted([*rows[:57], *other[:3]])))
    assert made.measure is MeasuredBy.ROWS
    assert made.shared == 57
    assert (made.left_size, made.right_size) == (60, 60)


def test_a_table_with_other_values_is_not_alike_by_rows() -> None:
    one, other = ("\n".join(table(random.Random(seed))) for seed in (1, 2))
    made = between(one, other)
    assert made.measure is MeasuredBy.SHINGLES
    assert made.resemblance < 0.5


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
    lines = [f"{word} {number}" for number, word in enumerate(ENGLISH.split(), 1_000)]
    other = [f"{word} {rng.randint(1_000, 1_200)}" for word in ENGLISH.split()]
    made = between(" ".join(lines), " ".join(other))
    assert made.measure is not MeasuredBy.LETTERS


ASKED = (
    "Do you smoke tobacco|Do you drink alcohol|Have you had surgery|Do you wear glasses|"
    "Do you take blood thinners|Is there diabetes in your family|Do you sleep badly"
).split("|")
ASKED_IN_CHINESE = (
    "是否长期吸烟|是否经常饮酒|是否做过手术|是否佩戴眼镜|是否服用抗凝药物|家族中是否有糖尿病史|是否睡眠不良"
).split("|")


def sheet(asked: list[str], times: str, answers: str, rng: random.Random) -> str:
    return "".join(
        f"{time} {question}: {rng.choice(answers)}\n"
        for time in times.split()
        for question in asked
    )


@pytest.mark.parametrize("answers", ["YN", "ABCDE", "是否有无"])
def test_answers_of_one_letter_are_values_not_misread_letters(answers: str) -> None:
    """A sheet filled in by somebody else: most places that differ are whole words."""
    asked, times = ASKED, "childhood lately now before during after often"
    if answers > "一":
        asked = ASKED_IN_CHINESE
        times = "童年时期 最近一年 手术之前 出院以后 与家人同住 搬家以后 换工作后 退休以后 "
        times += "怀孕期间 发烧那天 节假日里"
    made = between(*(sheet(asked, times, answers, random.Random(seed)) for seed in (1, 2)))
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


def test_a_misread_page_in_short_lines_is_compared_by_its_letters() -> None:
    page, _ = misread(CHINESE, 0.06, random.Random(5))
    lines = [
        "\n".join(text[at : at + 18] for at in range(0, len(text), 18))
        for text in (CHINESE * 2, page * 2)
    ]
    assert between(*lines).measure is MeasuredBy.LETTERS


def test_genotypes_of_two_people_are_not_misread() -> None:
    people = [random.Random(seed) for seed in (1, 2)]
    tables = (
        "\n".join(
            f"rs{4_477_212 + at * 97}\t{82_154 + at * 731}\t{''.join(rng.choices('ACGT', k=2))}"
            for at in range(200)
        )
        for rng in people
    )
    made = between(*tables)
    assert made.measure is not MeasuredBy.LETTERS
    assert made.resemblance < 0.7


def test_two_misread_scans_of_one_page_are_as_alike_either_way() -> None:
    for seed in range(20):
        scans = (misread(ENGLISH, 0.05, random.Random(at))[0] for at in (seed, seed + 100))
        # asks both ways
        assert between(*scans).measure is MeasuredBy.LETTERS


MESSAGES = [
    f"{one.strip()}." for one in ENGLISH.replace(";", ".").replace(",", ".").split(".")[:-1]
]

PROSE = english_text(3, 400) + "\n"


def chat(pattern: str, messages: list[str]) -> str:
    people = ("Nina", "Jonas", "Bea")
    return "\n".join(
        pattern.format(day=13, hour=9 + at // 4, minute=7 * at % 60, who=people[at % 3], text=text)
        for at, text in enumerate(messages)
    )


def test_a_chat_exported_by_two_programs_is_one_chat() -> None:
    german = chat("{day}.04.23, {hour:02}:{minute:02} - {who}: {text}", MESSAGES)
    english = chat("[4/{day}/2023 {hour}:{minute:02}:31 AM] {who}\n{text}\n", MESSAGES)
    made = between(german, english)
    assert (made.measure, made.resemblance) == (MeasuredBy.UNSTAMPED, 1)


def test_a_chat_may_speak_of_an_hour() -> None:
    messages = [*MESSAGES, "The next meeting begins at 19:30", "I thought 18:00 was agreed."]
    german = chat("{day}.04.23, {hour:02}:{minute:02} - {who}: {text}", messages)
    english = chat("[4/{day}/2023 {hour}:{minute:02}:31 AM] {who}\n{text}\n", messages)
    assert between(german, english).measure is MeasuredBy.UNSTAMPED


@pytest.mark.parametrize("last", [False, True])
def test_a_chat_may_begin_or_end_with_prose(*, last: bool) -> None:
    words = english_words(4, 480)
    messages = [" ".join(words[at : at + 4]) for at in range(0, len(words), 4)]
    exported = [
        chat("{day}.04.23, {hour:02}:{minute:02} - {who}: {text}", messages),
        chat("[4/{day}/2023 {hour}:{minute:02}:31 AM] {who}\n{text}\n", messages),
    ]
    assert len(exported[0]) > len(PROSE) > 2_000
    one, other = (text + PROSE if last else PROSE + text for text in exported)
    assert between(one, other).measure is MeasuredBy.UNSTAMPED


def test_two_days_of_one_log_keep_their_stamps() -> None:
    days = [
        chat(f"2026-11-{day} {{hour:02}}:{{minute:02}}:00 INFO {{who}} {{text}}", MESSAGES)
        for day in (20, 21)
    ]
    assert between(*days).measure is not MeasuredBy.UNSTAMPED


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


def test_a_text_is_made_ready_to_be_aligned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a crowd of scans each is aligned with each; its letters are kept, and counted."""
    scans = [ReadText.of(misread(ENGLISH, 0.04, random.Random(at))[0]) for at in range(6)]
    made: list[str] = []

    def counted(normal: str) -> Letters:
        made.append(normal)
        return Letters(normal)

    monkeypatch.setattr("simcore.text.similarity.Letters", counted)
    sizes = [scan.size for scan in scans]
    for one, other in itertools.combinations(range(6), 2):
        compared = judged(TextId(one), TextId(other), scans[one], scans[other])
        assert compared.measure is MeasuredBy.LETTERS
    assert len(made) == 6
    least = len(ENGLISH)
    assert all(scan.size > size + least for scan, size in zip(scans, sizes, strict=True))
