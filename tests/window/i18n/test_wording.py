"""Figures, kinds and encodings in words, against values written down by hand."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QPoint
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app import wording
from app.badges import LOOKS, badge_text
from app.i18n import Language, set_language
from app.results import problems
from app.widgets.basic import EncodingMenu
from app.wording import ENCODINGS, encoding_title, report_words
from group_reports import member
from simcore import Kind
from simcore.model.records import NUMBERS_ONLY, ONLY_IN_WORDS, MeasuredBy, ProblemStage, percent
from translations import spoken_from


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


def nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp()) * 1_000_000_000


def test_dates_follow_the_locale_and_tell_the_whole_year() -> None:
    moment = nanoseconds(datetime(2025, 3, 14, 9, 5))
    assert wording.date_text(moment) == "14/03/2025 09:05"
    old = nanoseconds(datetime(1969, 7, 20, 12, 0))
    assert wording.date_text(old) == "20/07/1969 12:00"
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


def test_figures_explain_themselves() -> None:
    assert wording.encoding_text("gb18030", lossy=False) == "GB18030"
    assert wording.encoding_text("Big5", lossy=True) == "Big5 (lossy)"
    for whole in range(99):
        assert wording.percent_text(whole / 100) == f"{whole} %"
    assert wording.distance_explained(5) == "5 bits of the fingerprints differ"
    assert wording.distance_explained(1) == "1 bit of the fingerprints differs"
    assert wording.why_text(member(2, distance=1, resemblance=0.9)).endswith("distance 1 bit")
    assert wording.why_text(member(2, distance=2, resemblance=0.9)).endswith("distance 2 bits")
    assert wording.similarity_explained(0.923, MeasuredBy.SHINGLES) == (
        "92 % of the runs of 4 or 5 characters of both documents together are in both"
    )
    for locale, tag in (("C", "en"), ("en_GB", "en-GB"), ("zh_CN", "zh"), ("zh_TW", "zh-TW")):
        QLocale.setDefault(QLocale(locale))
        assert report_words({}).language == tag, "one that browsers know"


def test_every_kind_and_stage_has_its_own_words() -> None:
    assert len({wording.kind_explained(kind) for kind in Kind}) == len(Kind)
    assert len({problems.stage_text(stage) for stage in ProblemStage}) == len(ProblemStage)
    assert len({problems.stage_explained(stage) for stage in ProblemStage}) == len(ProblemStage)


@given(st.floats(0, 1))
def test_the_command_line_and_the_report_cut_percentages_as_the_window_does(share: float) -> None:
    assert percent(share) == wording.percent_text(share)


def test_a_similarity_of_all_says_what_still_differs() -> None:
    """What had other signs alone was "similar, not all of it is the same", and 100 %."""
    similar = member(1, resemblance=0.99)
    assert "not all of it" in wording.sort_explained(similar)
    for only_in, told in ONLY_IN_WORDS.items():
        same = replace(similar, only_in=only_in)
        explained = wording.sort_explained(same)
        assert explained == f"The letters and digits are the same; {told}"
        assert wording.why_text(same).endswith(f"; {told}")


def test_kinds_have_the_words_of_their_badges() -> None:
    """The command line calls kinds as the window does."""
    for kind in Kind:
        assert kind.words == LOOKS[kind].word().lower()
    numbers = badge_text(replace(member(1), numbers_only=True))
    assert numbers.lower().replace(" ", "-") == NUMBERS_ONLY


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("near", Kind.SIMILAR),
        ("version", Kind.EARLIER_VERSION),
        ("contains", Kind.PART),
        ("form", Kind.SAME_FORM),
    ],
)
def test_names_that_earlier_versions_wrote_are_known(before: str, kind: Kind) -> None:
    """Files of settings and journals have them."""
    assert Kind(before) is kind
    with pytest.raises(ValueError, match="'remote' is not a valid Kind"):
        Kind("remote")


_LONGEST = 12


def menus(menu: QMenu) -> dict[str, list[str]]:
    """Return the entries of the menus inside a menu, by their titles."""
    found = {}
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            found[action.text()] = [one.text() for one in below.actions()]
    return found


def test_each_encoding_is_below_its_writing(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    menu = EncodingMenu("Encoding", parent)
    assert len(menu.actions()) == 1, "the others come when it opens"
    for _ in range(2):
        menu.popup(QPoint())
        menu.close()
    found = menus(menu)
    assert "Simplified Chinese (GB18030)" in found["Simplified Chinese"]
    assert "Traditional Chinese (Big5)" in found["Traditional Chinese"]
    assert "Japanese (Shift JIS)" in found["Japanese"]
    listed = [text for texts in found.values() for text in texts]
    assert len(listed) == len(set(listed)) == len(ENCODINGS)
    assert all(text.startswith(f"{name} (") for name, texts in found.items() for text in texts)
    first = [one.text() for one in menu.actions() if one.menu() is None and one.text()]
    assert first[0] == "Recognise automatically"
    assert "Simplified Chinese (GB18030)" in first
    assert len(first) < _LONGEST
    assert max(map(len, found.values())) < _LONGEST, "no list is long"
    menu.action_of("gb18030").trigger()
    assert menu.choice() == "gb18030"


@pytest.mark.parametrize(
    ("name", "text", "writing"),
    [
        ("gb18030", "简体汉字", "Simplified Chinese"),
        ("big5", "繁體漢字", "Traditional Chinese"),
        ("cp949", "한국어", "Korean"),
        ("windows-1251", "Русский", "Cyrillic"),
        ("cp869", "Ελληνικά", "Greek"),
        ("cp862", "עברית", "Hebrew"),
        ("cp864", "\ufe8d\ufedf", "Arabic"),
        ("iso-8859-13", "ąčęėįšųū", "Baltic"),
        ("cp852", "łóżę", "Central European"),
        ("iso-8859-9", "ğışİ", "Turkish"),
        ("tis-620", "ไทย", "Thai"),
    ],
)
def test_the_writing_is_one_that_the_encoding_has(name: str, text: str, writing: str) -> None:
    """The truth is Python's own codec: it can write what it is said to be for."""
    assert text.encode(name).decode(name) == text
    assert encoding_title(name).startswith(writing)


def test_names_are_chinese_in_chinese(compiled: Path, qtbot: QtBot) -> None:
    with spoken_from(compiled):
        set_language(Language.SIMPLIFIED)
        assert encoding_title("gb18030") == "简体中文（GB18030）"
        assert encoding_title("big5") == "繁体中文（Big5）"
        set_language(Language.TRADITIONAL)
        assert encoding_title("gb18030") == "簡體中文（GB18030）"
