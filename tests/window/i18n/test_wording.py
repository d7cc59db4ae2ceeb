"""Numbers in words, against values written down by hand."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from app import wording
from app.results import problems
from app.wording import report_words
from group_reports import member
from simcore import Kind
from simcore.model.records import ONLY_IN_WORDS, MeasuredBy, ProblemStage, percent


@pytest.fixture(autouse=True)
def english():
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_950, "10 kB"),
        (41_300, "41 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (38_000_000, "38 MB"),
        (5_000_000_000, "5.0 GB"),
        (10**21, "1,000 EB"),
    ],
)
def test_sizes(size: int, text: str) -> None:
    assert wording.size_text(size) == text


def test_sizes_follow_the_locale() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert wording.size_text(1_200) == "1,2 kB"
    assert wording.size_explained(1_234_567) == "1.234.567 bytes"


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        (0.0, "0 %"),
        (0.29, "29 %"),  # 0.29 * 100 is 28.999999999999996
        (0.57, "57 %"),
        (0.6999, "69 %"),  # below a least similarity of 70 %, and must not look like it
        (0.7, "70 %"),
        (0.92, "92 %"),
        (0.98999, "98 %"),
        (0.99, "99.0 %"),
        (0.999, "99.9 %"),
        (0.9996, "99.9 %"),
        (1 - 1e-12, "99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_percentages_are_never_rounded_up(fraction: float, text: str) -> None:
    assert wording.percent_text(fraction) == text


def test_every_whole_percent_is_itself() -> None:
    for whole in range(99):
        assert wording.percent_text(whole / 100) == f"{whole} %"


def nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp()) * 1_000_000_000


def test_dates_follow_the_locale_and_tell_the_whole_year() -> None:
    moment = nanoseconds(datetime(2025, 3, 14, 9, 5))
    assert wording.date_text(moment) == "14/03/2025 09:05"
    QLocale.setDefault(QLocale("zh_CN"))
    assert wording.date_text(moment) == "2025/3/14 09:05"
    QLocale.setDefault(QLocale("en_US"))
    assert wording.date_text(moment).startswith("3/14/2025")
    QLocale.setDefault(QLocale.c())
    assert wording.date_text(moment) == "2025-03-14 09:05"
    assert wording.date_text(moment, long=True) == "2025-03-14 09:05:00"


@pytest.mark.parametrize("mtime_ns", [2**63 - 1, 2**63 * 10**9, 10**27])
def test_dates_that_64_bits_do_not_hold(mtime_ns: int) -> None:
    """Of a file of the year 2399, the 11th of April 2262 is known: no date is told."""
    for tell in (wording.date_text, wording.day_text):
        assert tell(mtime_ns) == "after 2262"
        assert tell(-mtime_ns) == "before 1677"


def test_old_dates_are_dates() -> None:
    assert wording.date_text(nanoseconds(datetime(1969, 7, 20, 12, 0))) == "20/07/1969 12:00"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("合同.txt", "合同.txt"),
        ("caf\udce9.txt", "caf\ufffd.txt"),
        ("two\nlines\t.txt", "two¶lines\ufffd.txt"),
        ("cut\u2028in\u2029three\x85.txt", "cut\ufffdin\ufffdthree\ufffd.txt"),
        ("\u200ef\u200f\u061ctxt.exe", "\ufffdf\ufffd\ufffdtxt.exe"),
        ("\u202egnp.txt", "\ufffdgnp.txt"),  # would read as txt.png
        ("\ud800", "\ufffd"),
        ("𠮷野家.txt", "𠮷野家.txt"),  # outside the basic plane, and no lone surrogate
    ],
)
def test_names_become_printable(raw: str, shown: str) -> None:
    assert wording.printable(raw) == shown
    assert wording.printable(raw).encode("utf-8").decode("utf-8") == shown


def test_home_is_shortened(private_home: Path) -> None:
    assert wording.folder_text(private_home / "文档") == str(Path("~/文档"))
    assert wording.folder_text(Path("/elsewhere")) == str(Path("/elsewhere"))


def test_below_the_only_root_a_path_begins_with_the_roots_name(private_home: Path):
    root, below = private_home / "手册", private_home / "手册" / "旧" / "一"
    assert wording.folder_text(below, [root]) == str(Path("手册/旧/一"))
    assert wording.folder_text(root, [root]) == "手册"
    both = [root, private_home / "书"]
    assert wording.folder_text(below, both) == str(Path("~/手册/旧/一"))
    assert wording.folder_text(private_home / "书", [root]) == str(Path("~/书"))
    top = Path(private_home.anchor)
    assert wording.folder_text(top / "x", [top]) == str(top / "x")


def test_encodings() -> None:
    assert wording.encoding_text("gb18030", lossy=False) == "GB18030"
    assert wording.encoding_text("Big5", lossy=True) == "Big5 (lossy)"


def test_figures_explain_themselves() -> None:
    assert wording.distance_explained(5) == "5 bits of the fingerprints differ"
    assert wording.distance_explained(1) == "1 bit of the fingerprints differs"
    assert wording.similarity_explained(0.923, MeasuredBy.SHINGLES) == (
        "92 % of the runs of 4 or 5 characters of both documents together are in both"
    )


def test_every_kind_and_stage_has_its_own_words() -> None:
    assert len({wording.kind_explained(kind) for kind in Kind}) == len(Kind)
    assert len({problems.stage_text(stage) for stage in ProblemStage}) == len(ProblemStage)
    assert len({problems.stage_explained(stage) for stage in ProblemStage}) == len(ProblemStage)


def test_one_bit_is_not_counted_as_several() -> None:
    assert wording.why_text(member(2, distance=1, resemblance=0.9)).endswith("distance 1 bit")
    assert wording.why_text(member(2, distance=2, resemblance=0.9)).endswith("distance 2 bits")


@given(st.floats(0, 1))
def test_the_command_line_and_the_report_cut_percentages_as_the_window_does(share: float) -> None:
    assert percent(share) == wording.percent_text(share)


@pytest.mark.parametrize(
    ("locale", "tag"), [("C", "en"), ("en_GB", "en-GB"), ("zh_CN", "zh"), ("zh_TW", "zh-TW")]
)
def test_a_report_names_a_language_that_browsers_know(locale: str, tag: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        assert report_words({}).language == tag
    finally:
        QLocale.setDefault(before)


def test_a_similarity_of_all_says_what_still_differs() -> None:
    """What had other signs alone was "similar, not all of it is the same", and 100 %."""
    similar = member(1, resemblance=0.99)
    assert "not all of it" in wording.sort_explained(similar)
    for only_in, told in ONLY_IN_WORDS.items():
        same = replace(similar, only_in=only_in)
        explained = wording.sort_explained(same)
        assert explained == f"The letters and digits are the same; {told}"
        assert wording.why_text(same).endswith(f"; {told}")
