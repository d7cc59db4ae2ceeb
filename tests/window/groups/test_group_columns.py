"""What columns say: names told apart however narrow they are, and why a document stays."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from app.groups.columns import GroupNames, folder_runs, shared_parts
from app.i18n import PLACES, Language, set_language
from app.style import Run, fitted, scaled
from app.wording import (
    DOUBT_WORDS,
    KEPT_SENTENCES,
    KEPT_WORDS,
    folder_parts,
    kept_reason,
    kept_sentence,
)
from builders import document
from group_reports import group, member, report
from simcore import Document, Group, Kind
from simcore.model.reasons import Doubt, WhyKept
from simcore.text.stated_dates import packed
from translations import TRANSLATED

ELLIPSIS = "…"
LEAST_NAME = 190
"""What columns say: names told apart however narrow they are, and why a document stays."""

WORDS = st.sampled_from(
    ["report", "draft", "of", "final", "2021", "1", "(2)", "合同", "初稿", "版"]
)
STEMS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
NAMES = st.tuples(STEMS, st.sampled_from([".txt", ".docx", ".md", ""])).map("".join)
FOLDERS = st.lists(st.sampled_from(["a", "archive", "合同", "drafts of the year 2021"]), max_size=6)


@pytest.fixture(scope="module", autouse=True)
def program(qapp: QApplication) -> QApplication:
    return qapp


def fonts() -> tuple[QFont, QFont]:
    font = QApplication.font()
    bold = QFont(font)
    bold.setBold(True)
    return font, bold


def width_of(text: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def shown(runs: tuple[Run, ...], width: float) -> str:
    font, bold = fonts()
    return "".join(run.text for run in fitted(runs, font, width, bold))


def may_be(seen: str, name: str) -> bool:
    """Return whether a name may be behind what is seen of one."""
    pattern = ".*".join(map(re.escape, seen.split(ELLIPSIS)))
    return re.fullmatch(pattern, name, re.DOTALL) is not None


def least(runs: tuple[Run, ...]) -> float:
    """Return the width of what tells, and of an ellipsis for each other piece."""
    font, bold = fonts()
    return 1 + sum(
        width_of(run.text, bold) if run.tells else width_of(ELLIPSIS, font) for run in runs
    )


@given(names=st.lists(NAMES, min_size=1, max_size=5), name=NAMES)
def test_the_pieces_are_the_name(names: list[str], name: str):
    for one in (*names, name):
        assert "".join(run.text for run in GroupNames(names).runs(one, names)) == one


@given(names=st.lists(NAMES, min_size=2, max_size=5, unique=True), more=st.floats(0, 80))
def test_a_name_never_looks_like_another_of_its_group(names: list[str], more: float):
    told = [GroupNames(names).runs(name, names) for name in names]
    width = max(*map(least, told), scaled(LEAST_NAME, QApplication.font()) - 12) + more
    seen = [shown(runs, width) for runs in told]
    for text, runs in zip(seen, told, strict=True):
        assert all(run.text in text for run in runs if run.tells)
        others = [one for one, other in zip(seen, told, strict=True) if runs is not other]
        if any(run.tells and run.text for run in runs):
            assert text not in others, (runs, width)


@given(folders=st.lists(FOLDERS, min_size=2, max_size=5), more=st.floats(0, 80))
@example(folders=[["a", "a"], ["a", "a", "a"]], more=0.0)
def test_a_folder_never_looks_like_another_of_its_group(folders: list[list[str]], more: float):
    root = Path("/library")
    paths = [root.joinpath(*one) for one in folders]
    shared = shared_parts(paths, [root])
    parts = [folder_parts(path, [root]) for path in paths]
    runs = [folder_runs(one, shared) for one in parts]
    for one, pieces in zip(parts, runs, strict=True):
        assert "".join(run.text for run in pieces) == PLACES.join(one)
    width = max(map(least, runs)) + more
    seen = [shown(one, width) for one in runs]
    for number, text in enumerate(seen):
        for other, path in enumerate(paths):
            if path != paths[number]:
                assert text != seen[other], (paths[number], path)


@pytest.mark.parametrize(
    ("names", "tell"),
    [
        (["report.txt", "report (1).txt"], ["", " (1)"]),
        (["合同-最终版.txt", "合同-最终版 (1).txt"], ["", " (1)"]),
        (["合同最终版.txt", "合同初稿版.txt"], ["最终", "初稿"]),
        (["report 2020.txt", "report 2021.txt"], ["2020", "2021"]),
        (["report.docx", "report.pdf"], [".docx", ".pdf"]),
        (["minutes.txt", "agenda.txt"], ["", ""]),
        (["a/b.txt", "b.txt"], ["a/", ""]),
        (
            [
                "Essay draft.md",
                "Essay draft 2.md",
                "Essay final.md",
                "Essay final (reviewed).md",
                "Essay FINAL final.md",
            ],
            ["draft", "draft 2", "final", "final (reviewed)", "FINAL final"],
        ),
        (["enc crlf.txt", "enc gb18030.txt", "enc bom.txt"], ["crlf", "gb18030", "bom"]),
        (["条例 crlf.txt", "条例 utf16.txt", "条例 修订.txt"], ["crlf", "utf16", "修订"]),
        (
            ["e060.docx", "e060 (1).docx", "e060.pdf", "e060.txt"],
            [".docx", " (1).docx", ".pdf", ".txt"],
        ),
        (["2019 report.txt", "2020 report.txt", "notes.txt"], ["2019", "2020", ""]),
    ],
)
def test_what_stands_out_follows_one_rule_in_all_rows(names: list[str], tell: list[str]):
    """Told from the kept one alone, and not if it was long, every row had its own rule."""
    group = GroupNames(names)
    told = ["".join(run.text for run in group.runs(name, names) if run.tells) for name in names]
    assert told == tell


def test_a_piece_in_the_middle_of_a_long_name_is_kept():
    """More than half differs, and beginning and end are those of the kept one."""
    names = [
        "report of the northern office 2021 final version of the committee.txt",
        "report of the southern depots, its stores and yards in 2019 of the committee.txt",
    ]
    width = scaled(LEAST_NAME, QApplication.font()) - 12
    seen = [shown(GroupNames(names).runs(name, names), width) for name in names]
    assert not may_be(seen[0], names[1])
    assert not may_be(seen[1], names[0])


def test_members_that_differ_in_their_middle_look_different():
    """They were told from the kept document alone: cut in their middle, both were the same."""
    months = ("January", "February", "March")
    names = [
        f"Minutes of the general assembly, {month} session, Linden Yard Cooperative.txt"
        for month in months
    ]
    group = GroupNames(["protocol.txt", *names])
    width = scaled(LEAST_NAME, QApplication.font()) - 12
    seen = {shown(group.runs(name, names), width) for name in names}
    assert len(seen) == len(names)
    assert all(month in " ".join(seen) for month in months)


def test_a_folder_outside_the_scanned_ones_begins_with_its_root():
    """It read "/ / srv / texts"."""
    parts = folder_parts(Path("/srv/texts/old"), [Path("/srv/books")])
    runs = folder_runs(parts, 0)
    assert "".join(run.text for run in runs) == f"{Path('/srv')} / texts / old"


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
def test_of_copies(kept: dict[str, object], other: dict[str, object], words: str):
    assert reason(kept, other) == words


def test_the_first_that_decides_is_told():
    """Both would do: what comes first in the order of the engine is the reason."""
    other = {"mtime_ns": DAY + 1, "path": Path("/d/e/bb.txt")}
    assert reason({"mtime_ns": DAY}, other) == "shortest path"


def test_what_speaks_against_it_is_no_reason():
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
def test_of_similar_ones(kept: dict[str, object], other: dict[str, object], words: str):
    near = group(1, member(2))
    assert reason({**kept, "text": 1}, {**other, "text": 2}, near) == words


def test_one_that_holds_the_other():
    held = replace(member(2, resemblance=0.8), containment=1.0)
    assert reason({"text": 1}, {"text": 2}, group(1, held)) == "contains the others"


def test_of_several():
    three = group(1, member(2), member(3))
    assert kept_reason(report([three]), three) == "similar to most"
    mixed = group(1, member(2, kind=COPY, resemblance=1.0), member(3))
    same = [document(1, text=1), document(2, text=1), document(3)]
    assert kept_reason(report([mixed], same), mixed) == "has most copies"


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("language", [Language.ENGLISH, *TRANSLATED])
def test_each_reason_has_words_and_a_sentence(language: Language):
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


def test_where_name_and_date_disagree():
    documents = [
        document(1, path=Path("/d/x v3.txt"), mtime_ns=DAY),
        document(2, path=Path("/d/x v2.txt"), mtime_ns=DAY + 3 * 86_400 * 10**9),
    ]
    found = group(1, member(2))
    said = report([found], documents)
    assert kept_reason(said, found) == "check the dates; higher version by name"
    assert "disagree" in kept_sentence(said, found)


def test_the_whole_stays_of_its_parts():
    parts = replace(group(1, member(2, kind=Kind.PART)), parts=True)
    assert kept_reason(report([parts]), parts) == "contains the others"
