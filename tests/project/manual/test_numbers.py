"""Each number that users read is one of the program's own, an example, or one that was measured.

The tables below say which, section by section: a number that is written and not listed fails, and
so does one that is listed and not written. Numbers with letters, such as F5 and GB18030, are names.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.compare.tools import MOST
from app.session.results import _REGROUPED_AT_ONCE
from app.watch.panel import Period
from app.window.window import _WIDE
from manuals import MANUALS, prose, sections
from places import ROOT
from simcore import ScanConfig
from simcore.candidates.parameters import PARAMETERS
from simcore.check import _LEAST_IDEOGRAPHS as IDEOGRAPHS_OF_A_TITLE
from simcore.check import _LEAST_LETTERS as LETTERS_OF_A_TITLE
from simcore.check import MOST_CHARACTERS, MOST_COMPARED
from simcore.cluster.candidates import _DOCUMENTS_A_BUCKET
from simcore.cluster.session import LEAST_JAVA
from simcore.diff.align import PIECE
from simcore.explanation import _DECIDING_SHOWN, _INFLUENCES_SHOWN
from simcore.fingerprints import RECIPES
from simcore.grouping.pairs import _USUAL_BITS, BAND_PERCENT
from simcore.index.judgements import DAYS_KEPT, MOST_ARRIVALS
from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_CONTAINMENT,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_CONTAINMENT,
    LEAST_FEATURES,
    LEAST_SIMILARITY,
    MOST_JOBS,
    PART_LENGTH,
    WIDEST,
    least_features,
)
from simcore.model.report import LEAST_IDEOGRAPHS, LEAST_LETTERS
from simcore.pipeline.resident import LEAST_TEXTS
from simcore.reports.html import LARGEST_PAGE
from simcore.reports.outputs import _MOST as MOST_OUTPUTS
from simcore.text.shingles import CHINESE_CHARACTERS, SAMPLINGS
from simcore.text.shingles import MOST_CHARACTERS as LETTERS_OF_A_RUN
from simcore.text.similarity import (
    FEW_SHINGLES,
    LEAST_ALIKE,
    LEAST_OF_FEW,
    LITTLE_LENGTH,
    MOST_LETTERS,
    MOST_OF_NUMBERS,
    MOST_SHINGLES,
)
from simcore.watch.arrivals import _TOLD_AT_ONCE, MOST_MATCHES

EXAMPLE = "an example"
"""A number of no meaning of its own: what the program might say, or the year of a paper."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure that a file of the repository has, in this passage."""

    path: str
    passage: str


@dataclass(frozen=True, slots=True)
class HeldBy:
    """A figure that a test holds."""

    path: str
    name: str


UNRECORDED = "measured once, and the measurement is not kept"
"""No new one of these: see ``test_what_is_not_recorded_is_known``."""

Source = int | float | str | Measured | HeldBy

_CHECKED = "simcore/check.py"
_FOUND = Measured(_CHECKED, "of 150 characters 56 were found, of 80 51, of 40 39, of 20 24")
_WITHIN = {
    bits: Measured("benchmarks/RESULTS.md", passage)
    for bits, passage in (
        (3, "| 0.3512 | 0.5194 | 0.6094 | 0.0032 | 219 | 0.3512 |"),
        (12, "| 0.9374 | 0.9588 | 1.0000 | 0.0047 | 978 | 0.9530 |"),
        (18, "| 18 | 890 | 0.9798 | 0.9754 | 0.9776 | 1.0000 | 0.0045 | 5858 | 1.0000 |"),
    )
}
_HTML = Measured("benchmarks/RESULTS.md", "| found in both formats | 198 |")
_SIMILAR = Measured("benchmarks/RESULTS.md", "variorum similar FILE on an index of 100,000")

_FIRST_YEAR = HeldBy(
    "tests/engine/removal/test_keep_rules.py",
    "test_a_time_that_cannot_be_true_neither_wins_nor_loses",
)
_CODES = HeldBy(
    "tests/project/manual/test_columns_and_codes.py", "test_the_program_ends_with_each_code"
)

README: dict[str, dict[str, Source]] = {
    "On the command line": dict.fromkeys(("0", "1", "2", "3", "4"), _CODES),
    "What it does": {
        "100,000": Measured("benchmarks/RESULTS.md", "| review | 100,000 groups"),
        "2": EXAMPLE,
        "14": EXAMPLE,
    },
    "Beyond one machine": {"17": LEAST_JAVA},
    "Try it": {"3.11": Measured("pyproject.toml", 'requires-python = ">=3.11"')},
    "How good it is": {
        "2,257": Measured(
            "benchmarks/RESULTS.md", "pingcap/docs-cn at releases 6.5 and 8.5, 2,257"
        ),
        "894": Measured("benchmarks/RESULTS.md", "least 0.7 alike, 894 of them"),
        "70": DEFAULT_SIMILARITY * 100,
        "90": HeldBy(
            "tests/project/manual/test_numbers.py", "test_the_readme_counts_what_was_measured"
        ),
        "466": HeldBy(
            "tests/project/manual/test_numbers.py", "test_the_readme_counts_what_was_measured"
        ),
        "872": HeldBy(
            "tests/project/manual/test_numbers.py", "test_the_readme_counts_what_was_measured"
        ),
        "18": HeldBy(
            "tests/project/manual/test_numbers.py", "test_the_readme_counts_what_was_measured"
        ),
        "200": Measured("benchmarks/RESULTS.md", "Of 200 pages drawn"),
        "198": _HTML,
    },
}

MANUAL: dict[str, dict[str, Source]] = {
    "The first five minutes": dict.fromkeys(("11", "16"), EXAMPLE),
    "What the window shows": {"1,600": _WIDE},
    "What is read": dict.fromkeys(("2", "1", "14"), EXAMPLE),
    "The list of groups": {
        "1": EXAMPLE,
        "5": LETTERS_OF_A_RUN,
        "4": CHINESE_CHARACTERS,
        "64": RECIPES["default"].width,
        **dict.fromkeys(("1024", "3"), EXAMPLE),
        "1980": _FIRST_YEAR,
    },
    "What each kind promises": {
        "100": 100,
        **dict.fromkeys(("2021", "2024"), EXAMPLE),
        "80": DEFAULT_CONTAINMENT * 100,
        "99.9": HeldBy("simcore/model/records.py", "percent"),
    },
    "What is compared": {
        **dict.fromkeys(("1.5", "15", "−3", "3", "12:30", "1230", "77", "86"), EXAMPLE),
        "384": MOST_SHINGLES,
        "390": Measured("simcore/text/similarity.py", "MOST_SHINGLES = 384"),
        "768": MOST_OF_NUMBERS,
        "30": LEAST_SIMILARITY * 100,
        "128": FEW_SHINGLES,
        "12.5": LEAST_OF_FEW * 100,
        "40": LEAST_ALIKE * 100,
        "100": EXAMPLE,
        "8,192": MOST_LETTERS,
    },
    "Distance and similarity": {
        "0": 0,
        "32": GREATEST_DISTANCE,
        "3": CLASSIC_DISTANCE,
        "24": DEFAULT_DISTANCE,
        "30": LEAST_SIMILARITY * 100,
        "100": 100,
        "80": ScanConfig().containment * 100,
        "83": PART_LENGTH * 100,
        "50": LEAST_FEATURES,
        "8": LITTLE_LENGTH,
        "20": least_features("tfidf-20"),
        "70": DEFAULT_SIMILARITY * 100,
        # the pairs that so many texts make are just counted
        "500": int((2 * PARAMETERS.least_near) ** 0.5) // 100 * 100,
        "15,000": _REGROUPED_AT_ONCE[0],
        "2,257": Measured(
            "benchmarks/RESULTS.md", "pingcap/docs-cn at releases 6.5 and 8.5, 2,257"
        ),
        "35": _WITHIN[3],
        "95": _WITHIN[12],
        "12": _WITHIN[12],
        "18": _WITHIN[18],
    },
    "The picture of the pairs": {
        "5": BAND_PERCENT,
        "100": 100,
        "3": CLASSIC_DISTANCE,
        "24": DEFAULT_DISTANCE,
        "64": 64,
        "12": DEFAULT_DISTANCE * 32 // _USUAL_BITS,
        "32": 32,
        "48": DEFAULT_DISTANCE * 128 // _USUAL_BITS,
        "128": 128,
    },
    "Comparing two documents": {
        **dict.fromkeys(("1", "4", "812", "1,040", "6,214", "3", "12"), EXAMPLE),
        "1,000": PIECE,
        "100,000": MOST,
    },
    "Why these two?": {
        **dict.fromkeys(("2", "25"), EXAMPLE),
        "100": _INFLUENCES_SHOWN,
        "8": _DECIDING_SHOWN,
    },
    "Similar documents": dict.fromkeys(("1", "1,000"), UNRECORDED),
    "Watching folders": {
        "7": int(Period.WEEK.value),
        "90": DAYS_KEPT,
        "20,000": MOST_ARRIVALS,
    },
    "Checking a document": {
        "40": LEAST_LETTERS,
        "13": LEAST_IDEOGRAPHS,
        **dict.fromkeys(("1", "58.79", "58.7"), EXAMPLE),
        "12": LETTERS_OF_A_TITLE,
        "4": IDEOGRAPHS_OF_A_TITLE,
        "16": SAMPLINGS[-1],
        "150": _FOUND,
        "80": _FOUND,
        "100": UNRECORDED,
        "60": UNRECORDED,
        "400": MOST_COMPARED,
        "20": MOST_CHARACTERS / 1_000_000,
    },
    "Deciding what is a duplicate": {"102": EXAMPLE},
    "Encodings": {"47": Measured("benchmarks/quality/RESULTS-decoding.md", "(47 languages)")},
    "Removing documents": {"11": EXAMPLE},
    "Undo and history": {"12": EXAMPLE},
    "Marking by rules": {"1": EXAMPLE, "1980": _FIRST_YEAR},
    "Export": {"0": 0, "1": 1, "20": LARGEST_PAGE / 1_000_000},
    "Statistics of the library": {
        "5": HeldBy("tests/engine/index/test_sizes.py", "test_an_estimate_is_within_five_percent")
    },
    "Files that were not read": {"60": ScanConfig().seconds_a_file or 0},
    "Settings": {
        "512": ScanConfig().kept_texts / 1_000_000,
        **dict.fromkeys(("2002", "1997"), EXAMPLE),
        "20": least_features("tfidf-20"),
        "1": 1,
        "5": HeldBy("tests/engine/fingerprints/test_recipes.py", "levels"),
        "32": RECIPES["bigrams-32"].width,
        "2": 2,
        "128": RECIPES["classic-128"].width,
        "64": RECIPES["default"].width,
        "24": DEFAULT_DISTANCE,
    },
    "The command line": {
        # that of options is held by test_every_option.py
        "0": 0,
        "1": 1,
        "2": EXAMPLE,
        "60": ScanConfig().seconds_a_file or 0,
        "64": ScanConfig().largest_file / 1_000_000,
        "24": DEFAULT_DISTANCE,
        "128": WIDEST,
        "1024": MOST_JOBS,
        "4": EXAMPLE,
        "50,000": _DOCUMENTS_A_BUCKET,
        "0.3": LEAST_SIMILARITY,
        "0.7": DEFAULT_SIMILARITY,
        "0.8": ScanConfig().containment,
        "0.1": LEAST_CONTAINMENT,
        "30": HeldBy("tests/project/manual/test_every_option.py", "test_defaults_are_told"),
    },
    "Exit codes": dict.fromkeys(("0", "1", "2", "3", "4", "130", "143"), _CODES),
    "The commands": {
        "0": 0,
        "1": 1,
        **dict.fromkeys(("2", "3", "4"), _CODES),
        "64": _TOLD_AT_ONCE,
        "100": MOST_MATCHES,
        "100,000": _SIMILAR,
        "1,000": MOST_OUTPUTS,
        "90": DAYS_KEPT,
        "17": LEAST_JAVA,
        "8601": EXAMPLE,  # the number of a standard
    },
    "Strings in Python": {"0": 0, "2": EXAMPLE, "64": 64},
    "Where things are kept": {"5,000": LEAST_TEXTS},
}

IN_CHINESE: dict[str, dict[str, Source]] = {
    "Distance and similarity": {"7": EXAMPLE},
    "The picture of the pairs": {"1": 1},
    "Why these two?": {"10": EXAMPLE},
    "Checking a document": {"2000": MOST_CHARACTERS / 10_000},
}
"""What the Chinese manual has as a figure, and the English one as a word or in another unit."""

ONLY_IN_ENGLISH: dict[str, set[str]] = {"Checking a document": {"16", "20"}}

APART = {"A worked example"}  # made again by tests/window/main/test_worked_example.py

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,+:-])−?\d[\d,]*(?:\.\d+)?(?::\d\d)*(?![A-Za-z0-9_²³⁰-⁹½]|[.:]\d)"
)


def numbers(text: str) -> set[str]:
    """Return the numbers in a text as they are written, those of lists and of blocks left out."""
    plain = re.sub(r"^ *\d+\. ", "", prose(text), flags=re.MULTILINE)
    return {found.rstrip(",") for found in _NUMBER.findall(plain)}


def told(path: Path) -> dict[str, set[str]]:
    found = {name: numbers(body) for name, body in sections(path.read_text("utf-8")).items()}
    return {name: has for name, has in found.items() if has}


def test_each_number_of_the_readme_is_known() -> None:
    assert told(ROOT / "README.md") == {name: set(known) for name, known in README.items()}


@pytest.mark.parametrize("section", [*MANUAL, ""])
def test_each_number_of_the_manual_is_known(section: str) -> None:
    """Of any other section than those of the table there must be none."""
    found = told(MANUALS["en"])
    if section:
        assert found.get(section) == set(MANUAL[section])
    else:
        assert set(found) - set(MANUAL) - APART == set()


def test_the_chinese_manual_has_the_same_numbers() -> None:
    names = dict(
        zip(
            sections(MANUALS["zh"].read_text("utf-8")),
            sections(MANUALS["en"].read_text("utf-8")),
            strict=True,
        )
    )
    found = {names[name]: has for name, has in told(MANUALS["zh"]).items()}
    expected = {
        name: (set(MANUAL.get(name, {})) | set(IN_CHINESE.get(name, {})))
        - ONLY_IN_ENGLISH.get(name, set())
        for name in {*MANUAL, *IN_CHINESE}
    }
    assert {name: has for name, has in found.items() if name not in APART} == expected


ALL = [
    (number, source)
    for table in (README, MANUAL, IN_CHINESE)
    for known in table.values()
    for number, source in known.items()
]


@pytest.mark.parametrize(("number", "source"), ALL, ids=lambda value: str(value)[:40])
def test_what_a_number_is_said_to_be(number: str, source: Source) -> None:
    match source:
        case int() | float():
            assert float(number.replace(",", "").replace("−", "-")) == pytest.approx(source)
        case Measured(path, passage):
            text = (ROOT / path).read_text("utf-8")
            assert passage in " ".join(text.split()) or passage in text
        case HeldBy(path, name):
            module = ast.parse((ROOT / path).read_text("utf-8"))
            functions = {
                node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef)
            }
            assert name in functions
        case _:
            assert source in {EXAMPLE, UNRECORDED}


def test_what_is_not_recorded_is_known() -> None:
    """A figure of which nobody can say where it is from; their number only falls."""
    assert sum(source == UNRECORDED for _, source in ALL) <= 4


def test_the_readme_counts_what_was_measured() -> None:
    """RESULTS.md has shares: of 894 true pairs and what was shown, they say how many were hit."""
    text = " ".join((ROOT / "benchmarks" / "RESULTS.md").read_text("utf-8").split())
    table = text.partition("least 0.7 alike, 894 of them:")[2].partition("The same, at least")[0]
    rows = [line.split(" | ") for line in re.findall(r"\| (\d+ [^|]*(?:\|[^|]*){10}) \|", table)]
    at = {cells[0].split()[0]: cells for cells in rows}
    assert len(at) > 10
    _, shown, precision, recall, _, must_find, *_ = at["24"]
    hits = round(float(recall) * 894)
    assert (hits, int(shown) - hits) == (872, 18)
    assert hits == round(float(precision) * int(shown))
    assert float(must_find) == 1
    # 466 is the only number near it of which each share of the table is a whole number of pairs
    shares = {float(cells[5]) for cells in rows}

    def fits(pairs: int) -> bool:
        return all(abs(round(share * pairs) / pairs - share) < 0.00006 for share in shares)

    assert [pairs for pairs in range(400, 550) if fits(pairs)] == [466]
