"""The dates that documents state: how they are written, what is none, and how many are kept."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.text.stated_dates import BEGINNING, END, MOST, packed, stated_dates, unpacked

IN_WORDS = """
2021-05-03 | 2021/5/3 | 2021.05.03 | 3.5.2021 | 03.05.2021 | 3 May 2021 | 3rd May, 2021
May 3, 2021 | May 3rd 2021 | 03-May-2021 | Mon, 03 May 2021 10:11:12 +0200 | MAY 3, 2021
Mon May  3 10:11:12 2021 | May 3 10:11:12 CEST 2021 | 2021-05-03T10:11:12Z | (3 May 2021)
2021年5月3日 | 2021 年 5 月 3 日 | 二〇二一年五月三日 | 二○二一年五月三日 | 令和3年5月3日
民國110年5月3日 | 2021년 5월 3일 | 3. Mai 2021 | 3 mai 2021 | le 3 mai 2021 | 3 de mayo de 2021
3 maggio 2021 | 3 de maio de 2021 | 3 mei 2021 | 3 maja 2021 | 3 мая 2021 г.
"""


@pytest.mark.parametrize("text", [one.strip() for one in IN_WORDS.replace("\n", "|").split("|")])
def test_ways_to_write_a_day(text: str) -> None:
    if text:
        for around in ("{}", "Stand: {}.", "（{}修订）", "updated {}; and so on"):
            assert unpacked(stated_dates(around.format(text.replace("  ", " ")))) == ((2021, 5, 3),)


NO_DATES = (
    "2021 | in 2021 we | call 2001-3000 or 12021-05-03 | 2021-13-03 | 40 May 2021 | 3 May 1821"
    " | version 12.2021 |  | 二〇一二年一二月 | 二〇一二年十十月三十三日"
)


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("May 2021", ((2021, 5, 0),)),
        ("2021年5月", ((2021, 5, 0),)),
        ("5/13/2021", ((2021, 5, 13),)),
        ("13/5/2021", ((2021, 5, 13),)),
        ("3/5/2021", ((2021, 0, 0),)),  # in March or in May
        ("二〇一二年十二月二十八日", ((2012, 12, 28),)),
        ("令和元年10月1日", ((2019, 10, 1),)),
        ("Berlin, den 3. Auguſt 1921", ((1921, 8, 3),)),
        ("3 Aprıl 2021", ((2021, 4, 3),)),
        # fifty characters behind 1934 only the first four digits of 19201 stood
        ("1934décembreSIERPNIAjun٢٠٢٤208620291٢٠٢٤copyright\u300019201", ()),
        ("© 2001, 2005-2010 Somebody", ((2010, 0, 0),)),
        ("Copyright (C) 1999 Somebody", ((1999, 0, 0),)),
        (
            "1 Jan 2020, 2 Jan 2020, 3 Jan 2020, 4 Jan 2020",
            ((2020, 1, 4), (2020, 1, 3), (2020, 1, 2)),
        ),
        ("2020-01-02 and 2020-01-02", ((2020, 1, 2),)),
        *((text, ()) for text in NO_DATES.split(" | ")),
    ],
)
def test_what_is_a_date_and_what_is_none(
    text: str, dates: tuple[tuple[int, int, int], ...]
) -> None:
    assert unpacked(stated_dates(text)) == dates


def test_only_the_beginning_and_the_end_are_looked_at() -> None:
    filling = "word " * BEGINNING
    assert unpacked(stated_dates(f"2021-05-03 {filling} 2022-06-04 {filling} 2020-01-02")) == (
        (2021, 5, 3),
        (2020, 1, 2),
    )
    assert len(filling) > BEGINNING + END


def test_no_text_takes_long() -> None:
    """Each is a beginning of a date, again and again."""
    for text in ("2021-", "copyright ", "3 May ", "二〇二一年", "20" * 9, "© 2001, ", "1." * 9):
        stated_dates(text * 4_000)


days = st.dates(date(1900, 1, 1), date(2099, 12, 31)).map(
    lambda day: (day.year, day.month, day.day)
)


@given(st.lists(days, max_size=6))
def test_the_latest_are_packed_into_little(dates: list[tuple[int, int, int]]) -> None:
    number = packed(dates)
    assert 0 <= number < 2**51
    assert unpacked(number) == tuple(sorted(set(dates), reverse=True))[:MOST]


@given(days, days)
def test_iso_dates_are_read_as_python_reads_them(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    text = f"{date(*one).isoformat()} to {date(*other).isoformat()}"
    assert unpacked(stated_dates(text)) == tuple(sorted({one, other}, reverse=True))


@given(st.integers())
def test_any_number_of_a_strangers_file_is_dates_or_none(number: int) -> None:
    assert len(unpacked(number)) <= MOST


_PARTS = st.sampled_from(
    [
        *"2021-05-06 3.4.2019 12/31/2020 5/6/2021 1999.12.31 2021-13-03 １２-05-06".split(),
        *"19 20 2021 05 2 . - / 2021年3月4日".split(),
        *(" ", "\n", "a", "3 May 2022"),
    ]
)


@given(st.lists(_PARTS, max_size=60))
def test_many_dates_in_digits_are_read_as_few_are(parts: list[str]) -> None:
    """A log has a date in each line: the same ones are found where each way is looked for."""
    text = "".join(parts)
    # a sign of copyright without a year is no date, and asks for every way
    assert stated_dates(text) == stated_dates(f"© {'.' * 50} {text}")


def test_a_log_states_its_latest_days() -> None:
    lines = [f"2026-03-{day:02} 10:{day:02}:11.123 job {day} done\n" for day in range(1, 29)]
    assert unpacked(stated_dates("".join(lines))) == ((2026, 3, 28), (2026, 3, 27), (2026, 3, 26))
    lines[5] = "at last on 3 May 2026 it ended\n"
    assert unpacked(stated_dates("".join(lines)))[0] == (2026, 5, 3)
