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
from app.wording import KEPT_SENTENCES, folder_parts, kept_reason, kept_sentence, kept_words
from builders import document
from group_reports import group, member, report
from simcore import Document, Group, Kind
from simcore.model.reasons import Doubt, WhyKept
from translations import TRANSLATED

ELLIPSIS = "…"
LEAST_NAME = 190

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


ESSAYS = ("draft", "draft 2", "final", "final (reviewed)", "FINAL final")


@pytest.mark.parametrize(
    ("names", "tell"),
    [
        ("report.txt|report (1).txt", "| (1)"),
        ("合同-最终版.txt|合同-最终版 (1).txt", "| (1)"),
        ("合同最终版.txt|合同初稿版.txt", "最终|初稿"),
        ("report 2020.txt|report 2021.txt", "2020|2021"),
        ("report.docx|report.pdf", ".docx|.pdf"),
        ("minutes.txt|agenda.txt", "|"),
        ("a/b.txt|b.txt", "a/|"),
        (
            "|".join(f"Essay {one}.md" for one in ESSAYS),
            "|".join(ESSAYS),
        ),
        ("enc crlf.txt|enc gb18030.txt|enc bom.txt", "crlf|gb18030|bom"),
        ("条例 crlf.txt|条例 utf16.txt|条例 修订.txt", "crlf|utf16|修订"),
        ("e060.docx|e060 (1).docx|e060.pdf|e060.txt", ".docx| (1).docx|.pdf|.txt"),
        ("2019 report.txt|2020 report.txt|notes.txt", "2019|2020|"),
    ],
)
def test_what_stands_out_follows_one_rule_in_all_rows(names: str, tell: str):
    """Told from the kept one alone, and not if it was long, every row had its own rule."""
    listed = names.split("|")
    group = GroupNames(listed)
    told = ["".join(run.text for run in group.runs(one, listed) if run.tells) for one in listed]
    assert told == tell.split("|")


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


DAY = 1_700_000_000_000_000_000


def reason(found: Group, *documents: Document) -> str:
    return kept_reason(report([found], documents), found)


@pytest.mark.parametrize(
    ("kept", "other", "words"),
    [
        ({"encoding": "docx"}, {"encoding": "txt"}, "best format"),
        ({}, {"path": Path("/d/e/bb.txt"), "mtime_ns": DAY + 1}, "shortest path"),
        ({}, {"device": 2}, "first by path"),
    ],
)
def test_of_copies(kept: dict[str, object], other: dict[str, object], words: str):
    """What the tests of the engine leave out."""
    sides = (1, "aa", kept), (2, "bb", other)
    documents = [
        document(number, **{"text": 1, "path": Path(f"/d/{name}.txt"), "mtime_ns": DAY, **more})
        for number, name, more in sides
    ]
    same = group(1, member(2, kind=Kind.IDENTICAL, resemblance=1.0))
    assert reason(same, *documents) == words


def test_of_several():
    assert reason(group(1, member(2), member(3))) == "similar to most"
    mixed = group(1, member(2, kind=Kind.IDENTICAL, resemblance=1.0), member(3))
    same = [document(number, text=text) for number, text in ((1, 1), (2, 1), (3, 3))]
    assert reason(mixed, *same) == "has most copies"
    held = replace(member(2, resemblance=0.8), containment=1.0)
    assert reason(group(1, held)) == "contains the others"
    parts = replace(group(1, member(2, kind=Kind.PART)), parts=True)
    assert reason(parts) == "contains the others"


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("language", [Language.ENGLISH, *TRANSLATED])
def test_each_reason_has_words_and_a_sentence(language: Language):
    set_language(language)
    words = [kept_words(why) for why in WhyKept]
    sentences = [say() for say in KEPT_SENTENCES.values()]
    assert set(KEPT_SENTENCES) == set(WhyKept)
    assert len(set(words)) == len(set(sentences)) == len(WhyKept)
    english = language is Language.ENGLISH
    assert all(sentence.endswith("." if english else "。") for sentence in sentences)
    assert (words == [why.value for why in WhyKept]) is english
    assert ([kept_words(doubt) for doubt in Doubt] == [doubt.value for doubt in Doubt]) is english


def test_where_name_and_date_disagree():
    documents = [
        document(1, path=Path("/d/x v3.txt"), mtime_ns=DAY),
        document(2, path=Path("/d/x v2.txt"), mtime_ns=DAY + 3 * 86_400 * 10**9),
    ]
    found = group(1, member(2))
    assert reason(found, *documents) == "check the dates; higher version by name"
    assert "disagree" in kept_sentence(report([found], documents), found)
