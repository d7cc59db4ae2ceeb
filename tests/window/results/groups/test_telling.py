"""No two rows look the same where their names or folders differ, however narrow the column is."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from app.language.wording import folder_parts
from app.looks.measures import scaled
from app.looks.text import Run, fitted
from app.results.groups.rows.telling import SEPARATOR, folder_runs, name_runs, shared_parts

ELLIPSIS = "…"
LEAST_NAME = 190
"""The least width of the column of names, beside text of 13 px (LOOK.md)."""

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


@given(kept=NAMES, name=NAMES)
def test_the_pieces_are_the_name(kept: str, name: str) -> None:
    assert "".join(run.text for run in name_runs(name, kept)) == name
    assert not any(run.tells and run.text for run in name_runs(kept, kept))


@given(kept=NAMES, name=NAMES, more=st.floats(0, 80))
def test_a_name_never_looks_like_that_of_the_kept_document(
    kept: str, name: str, more: float
) -> None:
    if name == kept:
        return
    runs = name_runs(name, kept)
    width = max(least(runs), scaled(LEAST_NAME, QApplication.font()) - 12) + more
    seen = shown(runs, width)
    assert width_of(seen, fonts()[0]) <= width or any(run.tells for run in runs)
    assert seen != shown(name_runs(kept, kept), width), (runs, width)
    telling = [run.text for run in runs if run.tells and run.text]
    assert all(text in seen for text in telling)
    if not telling:
        assert not may_be(seen, kept), "what is left of it could be the kept one's name"


@given(folders=st.lists(FOLDERS, min_size=2, max_size=5), more=st.floats(0, 80))
@example(folders=[["a", "a"], ["a", "a", "a"]], more=0.0)
def test_a_folder_never_looks_like_another_of_its_group(
    folders: list[list[str]], more: float
) -> None:
    root = Path("/library")
    paths = [root.joinpath(*one) for one in folders]
    shared = shared_parts(paths, [root])
    parts = [folder_parts(path, [root]) for path in paths]
    runs = [folder_runs(one, shared) for one in parts]
    for one, pieces in zip(parts, runs, strict=True):
        assert "".join(run.text for run in pieces) == SEPARATOR.join(one)
    width = max(map(least, runs)) + more
    seen = [shown(one, width) for one in runs]
    for number, text in enumerate(seen):
        for other, path in enumerate(paths):
            if path != paths[number]:
                assert text != seen[other], (paths[number], path)


@pytest.mark.parametrize(
    ("kept", "name", "tells"),
    [
        ("report.txt", "report (1).txt", " (1)"),
        ("合同-最终版.txt", "合同-最终版 (1).txt", " (1)"),
        ("合同最终版.txt", "合同初稿版.txt", "初稿"),
        ("report 2020.txt", "report 2021.txt", "2021"),
        ("report.docx", "report.pdf", ".pdf"),
        ("minutes.txt", "agenda.txt", ""),
    ],
)
def test_what_stands_out(kept: str, name: str, tells: str) -> None:
    assert "".join(run.text for run in name_runs(name, kept) if run.tells) == tells


def test_a_piece_in_the_middle_of_a_long_name_is_kept() -> None:
    """More than half differs, and beginning and end are those of the kept one."""
    kept = "report of the northern office 2021 final version of the committee.txt"
    name = "report of the southern depots, its stores and yards in 2019 of the committee.txt"
    width = scaled(LEAST_NAME, QApplication.font()) - 12
    assert not may_be(shown(name_runs(name, kept), width), kept)


def test_members_that_differ_in_their_middle_look_different() -> None:
    """They were told from the kept document alone: cut in their middle, both were the same."""
    names = [
        f"Minutes of the general assembly, {month} session, Linden Yard Cooperative.txt"
        for month in ("January", "February", "March")
    ]
    width = scaled(LEAST_NAME, QApplication.font()) - 12
    seen = {shown(name_runs(name, "protocol.txt", names), width) for name in names}
    assert len(seen) == len(names)
    assert all(month in " ".join(seen) for month in ("January", "February", "March"))


def test_a_folder_outside_the_scanned_ones_begins_with_its_root() -> None:
    """It read "/ / srv / texts"."""
    parts = folder_parts(Path("/srv/texts/old"), [Path("/srv/books")])
    runs = folder_runs(parts, 0)
    assert "".join(run.text for run in runs) == f"{Path('/srv')} / texts / old"
