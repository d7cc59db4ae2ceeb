"""Kinds of pairs: labels of all, documents that are made twice the same, and what is asked."""

import itertools
import random
import unicodedata
from pathlib import Path

import pytest

from amounts import LONG
from benchmarks.quality.kinds import __main__ as command
from benchmarks.quality.kinds import beside
from benchmarks.quality.kinds.edits import characters, code, words
from benchmarks.quality.kinds.makers import KINDS
from benchmarks.quality.kinds.model import PAIRS, File, HalfName, Label, Made, Verdict, read_labels
from benchmarks.quality.kinds.saying import HIDDEN, NOT_READ, Answer, answers
from benchmarks.quality.kinds.supply import Supply
from benchmarks.quality.kinds.tables import Row, table
from builders import english_text
from made_sources import MadeSources
from places import ROOT

ROOM = ROOT / "benchmarks" / "quality" / "kinds"
HALVES = pytest.mark.parametrize("half", list(HalfName))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> MadeSources:
    return MadeSources(tmp_path_factory.mktemp("sources"))


@HALVES
def test_every_pair_has_a_verdict_and_a_reason(half: HalfName) -> None:
    labels = read_labels(half)
    assert list(labels) == list(KINDS)
    assert len(labels) >= 40
    for kind, rows in labels.items():
        assert [label.number for label in rows] == list(range(1, PAIRS + 1)), kind
        # a form, shared boilerplate and not to be shown are one to a person
        apart = {Verdict.FORM, Verdict.BOILERPLATE, Verdict.OTHER}
        few = [row.verdicts == apart or 1 <= len(row.verdicts) <= 2 for row in rows]
        assert all(few), kind
        assert all(len(label.reason.split()) >= 4 for label in rows), kind
    # every verdict is given somewhere, or it would not be measured
    assert {name for rows in labels.values() for row in rows for name in row.verdicts} == set(
        Verdict
    )


@pytest.mark.parametrize("kind", KINDS)
def test_documents_of_a_kind(kind: str, sources: MadeSources) -> None:
    halves: list[set[File]] = []
    twice = list(HalfName) if LONG else random.sample([*HalfName, None, None], 1)
    for half in HalfName:
        made = KINDS[kind](Supply(kind, half, sources))
        assert len(made.couples) == PAIRS
        assert all(left != right for left, right in made.couples)
        assert all(left.data.strip() and right.data.strip() for left, right in made.couples)
        # ten pairs are ten, and no pair twice
        assert len({frozenset(couple) for couple in made.couples}) == PAIRS
        assert half not in twice or KINDS[kind](Supply(kind, half, sources)) == made
        halves.append({document for couple in made.couples for document in couple})
    # what one half has, no other has
    assert len(set().union(*halves)) == sum(map(len, halves))


def test_kinds_are_spread_over_scripts() -> None:
    """What is written by hand in each half: English, Chinese, and two other scripts at least."""
    for half in HalfName:
        text = "".join(
            path.read_text(encoding="utf-8") for path in (ROOM / "forms" / half).glob("*.txt")
        )
        scripts = {unicodedata.name(letter).split()[0] for letter in set(text) if letter.isalpha()}
        assert {"LATIN", "CJK"} <= scripts
        assert len(scripts & {"CYRILLIC", "ARABIC", "DEVANAGARI", "HANGUL", "GREEK", "THAI"}) >= 3


@HALVES
def test_no_passage_is_drawn_twice(half: HalfName, sources: MadeSources) -> None:
    supply = Supply("any", half, sources)
    drawn = [supply.prose("en", letters) for letters in (60, 900, 400, 60, 900)]
    drawn.append(supply.prose("en", 300, lambda text: "river" in text))
    paragraphs = [paragraph for passage in drawn for paragraph in passage]
    assert len(set(paragraphs)) == len(paragraphs)


def test_room_stays_small() -> None:
    files = [path for path in ROOM.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(path.stat().st_size for path in files) < 420 * 1024


def test_command_names_what_is_absent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = ["--corpora", str(tmp_path / "none"), "--debian", str(tmp_path / "nothing")]
    assert (
        command.main(["--check", *folders, "--kind", "few-words-changed", "--kind", "rst-html"])
        == 2
    )
    printed = capsys.readouterr()
    assert "not made: few-words-changed\n  the corpus mccormick-articles" in printed.err
    assert "not made: rst-html\n  the Debian package sphinx-doc" in printed.err
    assert "apt-get download sphinx-doc" in printed.err
    assert "0 kinds are made, 0 faults" in printed.out


def test_command_scans_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = ["--corpora", str(tmp_path), "--debian", str(tmp_path)]
    assert command.main(["--kind", "paraphrase", "--show", "1", *folders]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "| paraphrase | other | 10 | |",
        "| **1 kind** | | **10 of 10, 100.0%** | 1 kinds at 8 of 10 |",
    ]


def test_what_the_program_says_is_a_verdict() -> None:
    text, other = english_text(1), english_text(2)
    with_number = text + "The meeting begins at 10 past 9 and the river is 300 metres wide.\n"
    couples = (
        (File.of(text), File(text.encode("utf-16"))),
        (File.of(text), File.of(text.replace("table", "chair", 1))),
        (File.of(with_number), File.of(with_number.replace("300", "470"))),
        (File.of(text), File.of(text + other + english_text(3))),
        (File.of(english_text(4)), File.of(english_text(5))),
        (File.of(english_text(6)), File(b"%PDF-1.4 nothing", ".pdf")),
    )
    found = answers(Made(couples))
    assert [answer.verdicts for answer in found] == [
        {Verdict.SAME},
        {Verdict.NEAR},
        {Verdict.NUMBERS},
        {Verdict.PART},
        {Verdict.OTHER},
        frozenset(),
    ]
    assert [found[4].words, found[5].words] == [HIDDEN, NOT_READ]


def test_table_counts_the_pairs_on_which_both_agree() -> None:
    near, other = frozenset({Verdict.NEAR}), frozenset({Verdict.OTHER})
    labels = [Label("kind", number, near, "because it is so") for number in (1, 2, 3)]
    said = [Answer("near 0.80", near), Answer(HIDDEN, other), Answer(HIDDEN, other)]
    rows = [Row("kind", labels, said, {"rensa": 3})]
    assert table(rows, ["rensa"]).splitlines()[2:] == [
        "| kind | near | 1 | 3 | hidden (2) |",
        "| **1 kind** | | **1 of 3, 33.3%** | **3 of 3, 100.0%** | 0 kinds at 8 of 10 |",
    ]


@pytest.mark.parametrize(
    ("verdicts", "reported", "hidden"),
    [
        ({Verdict.NEAR}, True, False),
        ({Verdict.NUMBERS}, True, False),
        ({Verdict.FORM, Verdict.OTHER}, False, True),
        ({Verdict.NEAR, Verdict.OTHER}, True, True),
    ],
)
def test_when_a_peer_is_right(verdicts: set[Verdict], reported: bool, hidden: bool) -> None:
    assert beside.is_right(report=True, admitted=frozenset(verdicts)) is reported
    assert beside.is_right(report=False, admitted=frozenset(verdicts)) is hidden


@pytest.mark.parametrize(("share", "count"), [(0.02, 17), (0.08, 68)])
def test_misread_letters(share: float, count: int) -> None:
    text = "river garden castle " * 50
    misread = characters.misread(text, share, random.Random(1))
    letters = text.replace(" ", "")
    assert round(len(letters) * share) == count
    # a letter is read as another, as two, or not at all
    same = [a == b for a, b in itertools.zip_longest(text.split(), misread.split())]
    assert count / 2 <= same.count(False) <= count


def test_edits_keep_what_they_say() -> None:
    assert characters.without_marks("Ещё чай, naïve café, złoty") == "Еще чай, naive cafe, zloty"
    assert characters.without_marks("أَلَمْ تَرَ كَيْفَ") == "ألم تر كيف"
    assert characters.german_without_umlauts("Übung, ÜBUNG, Straße") == "Uebung, UEBUNG, Strasse"
    assert characters.half_width_kana("ガラス、パン") == "ｶﾞﾗｽ、ﾊﾟﾝ"
    assert characters.without_punctuation("U.S. firm: 2.5-litre (so-called)") == (
        "US firm 2.5 litre so called"
    )
    assert words.denied("这个机会可以抓住。", "zh") == "这个机会不可以抓住。"
    assert words.has_number("Page 12")
    assert not words.has_number("in MaxInt64 and v8.5.0, 3 times")
    changed = words.with_another_number("In the year 1987 it was cold.", random.Random(2))
    assert 1978 <= int(changed.split()[3]) <= 1996
    assert code.without_comments('x = "# no"  # yes\n', "py") == 'x = "# no"\n'
    commented = 'int a; /* no */\nchar *b = "/* yes */"; // no\n'
    assert code.without_comments(commented, "c") == 'int a;\nchar *b = "/* yes */";\n'
    renamed = code.renamed("import value\nriver = 1\nriver += 1\nprint(river + value)\n", "py")
    assert renamed == "import value\nitem = 1\nitem += 1\nprint(item + value)\n"
