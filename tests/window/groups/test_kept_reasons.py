"""The star says why a document stays: each reason in a group where it alone decides."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.i18n import Language, set_language
from app.wording import DOUBT_WORDS, KEPT_SENTENCES, KEPT_WORDS, kept_reason, kept_sentence
from builders import document
from group_reports import group, member, report
from simcore import Document, Group, Kind
from simcore.model.reasons import Doubt, WhyKept
from simcore.text.stated_dates import packed
from translations import TRANSLATED

COPY = Kind.IDENTICAL
DAY = 1_700_000_000_000_000_000
OTHER = {"form_hash": b"f" * 16}


def reason(kept: dict[str, object], other: dict[str, object], of: Group | None = None) -> str:
    same: dict[str, object] = {"text": 1}
    documents: list[Document] = [
        document(1, **{"path": Path("/d/aa.txt"), **same, **kept}),
        document(2, **{"path": Path("/d/bb.txt"), **same, **other}),
    ]
    found = of or group(1, member(2, kind=COPY, resemblance=1.0))
    return kept_reason(report([found], documents), found)


@pytest.mark.parametrize(
    ("kept", "other", "words"),
    [
        ({}, {"lossy": True}, "undamaged"),
        ({"encoding": "docx"}, {"encoding": "txt"}, "best format"),
        ({"encoding": "utf-8"}, {"encoding": "gb18030"}, "best encoding"),
        ({}, {"path": Path("/d/e/bb.txt")}, "shortest path"),
        ({}, {"path": Path("/d/aa copy.txt")}, "not named as a copy"),
        ({}, {"path": Path("/d/bb copy.txt")}, "not named as a copy"),
        ({"mtime_ns": DAY}, {"mtime_ns": DAY + 1}, "oldest"),
        ({"mtime_ns": DAY}, {"mtime_ns": DAY + 3_600 * 10**9, "path": Path("/d/bb.txt")}, "oldest"),
        ({}, {}, "first on the disk"),
        ({}, {"device": 2, "path": Path("/d/bbb.txt")}, "shortest name"),
        ({}, {"device": 2}, "first by path"),
        (
            {"path": Path("/d/v2.txt")},
            {"path": Path("/d/v1.txt"), **OTHER},
            "higher version by name",
        ),
    ],
)
def test_of_copies(kept: dict[str, object], other: dict[str, object], words: str) -> None:
    assert reason(kept, other) == words


def test_the_first_that_decides_is_told() -> None:
    """Both would do: what comes first in the order of the engine is the reason."""
    other = {"mtime_ns": DAY + 1, "path": Path("/d/e/bb.txt")}
    assert reason({"mtime_ns": DAY}, other) == "shortest path"


def test_what_speaks_against_it_is_no_reason() -> None:
    newer = {"mtime_ns": DAY + 2}, {"mtime_ns": DAY + 1, "path": Path("/d/e/bb.txt")}
    assert reason(*newer) == "shortest path"


@pytest.mark.parametrize(
    ("kept", "other", "words"),
    [
        ({}, {"lossy": True}, "undamaged"),
        (
            {"path": Path("/d/plan v10.txt")},
            {"path": Path("/d/plan v9.txt")},
            "higher version by name",
        ),
        (
            {"stated": packed([(2021, 5, 3)])},
            {"stated": packed([(2021, 5, 2)])},
            "states the later date",
        ),
        ({"mtime_ns": DAY + 3_600 * 10**9}, {"mtime_ns": DAY}, "modified last"),
        ({"characters": 901}, {}, "longest text"),
        ({}, {"path": Path("/d/bb copy.txt")}, "not named as a copy"),
        ({}, {}, "first by path"),
    ],
)
def test_of_similar_ones(kept: dict[str, object], other: dict[str, object], words: str) -> None:
    near = group(1, member(2))
    assert reason({**kept, "text": 1}, {**other, "text": 2}, near) == words


def test_one_that_holds_the_other() -> None:
    held = replace(member(2, resemblance=0.8), containment=1.0)
    assert reason({"text": 1}, {"text": 2}, group(1, held)) == "contains the others"


def test_of_several() -> None:
    three = group(1, member(2), member(3))
    assert kept_reason(report([three]), three) == "similar to most"
    mixed = group(1, member(2, kind=COPY, resemblance=1.0), member(3))
    same = [document(1, text=1), document(2, text=1), document(3)]
    assert kept_reason(report([mixed], same), mixed) == "has most copies"


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("language", [Language.ENGLISH, *TRANSLATED])
def test_each_reason_has_words_and_a_sentence(language: Language) -> None:
    set_language(language)
    words = [say() for say in KEPT_WORDS.values()]
    sentences = [say() for say in KEPT_SENTENCES.values()]
    assert set(KEPT_WORDS) == set(KEPT_SENTENCES) == set(WhyKept)
    assert len(set(words)) == len(set(sentences)) == len(WhyKept)
    english = language is Language.ENGLISH
    assert all(sentence.endswith("." if english else "。") for sentence in sentences)
    assert (words == [reason.value for reason in KEPT_WORDS]) is english
    checks = [say() for say in DOUBT_WORDS.values()]
    assert set(DOUBT_WORDS) == set(Doubt)
    assert (checks == [doubt.value for doubt in DOUBT_WORDS]) is english


def test_where_name_and_date_disagree() -> None:
    documents = [
        document(1, path=Path("/d/x v3.txt"), mtime_ns=DAY),
        document(2, path=Path("/d/x v2.txt"), mtime_ns=DAY + 3 * 86_400 * 10**9),
    ]
    found = group(1, member(2))
    said = report([found], documents)
    assert kept_reason(said, found) == "check the dates; higher version by name"
    assert "disagree" in kept_sentence(said, found)


def test_the_whole_stays_of_its_parts() -> None:
    parts = replace(group(1, member(2, kind=Kind.PART)), parts=True)
    assert kept_reason(report([parts]), parts) == "contains the others"
