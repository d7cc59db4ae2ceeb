"""The star says why a document stays: each reason in a group where it alone decides."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.language.kept_words import kept_reason
from builders import document
from group_reports import group, member, report
from simcore import Document, Group, Kind

COPY = Kind.IDENTICAL


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
        ({}, {"path": Path("/d/bb copy.txt")}, "shortest name"),
        ({"mtime_ns": 1}, {"mtime_ns": 2}, "oldest"),
        ({}, {}, "first by path"),
    ],
)
def test_of_copies(kept: dict[str, object], other: dict[str, object], words: str) -> None:
    assert reason(kept, other) == words


def test_the_first_that_decides_is_told() -> None:
    """Both would do: what comes first in the order of the engine is the reason."""
    assert reason({"mtime_ns": 1}, {"mtime_ns": 2, "path": Path("/d/e/bb.txt")}) == "shortest path"


def test_what_speaks_against_it_is_no_reason() -> None:
    newer = {"mtime_ns": 3}, {"mtime_ns": 2, "path": Path("/d/e/bb.txt")}
    assert reason(*newer) == "shortest path"


def test_of_similar_ones() -> None:
    near = group(1, member(2))
    longer = reason({"text": 1, "characters": 900}, {"text": 2, "characters": 800}, near)
    assert longer == "longest text"
    equal = reason({"text": 1, "characters": 900}, {"text": 2, "characters": 900}, near)
    assert equal == "first by path"
    three = group(1, member(2), member(3))
    assert kept_reason(report([three]), three) == "similar to most"
    mixed = group(1, member(2, kind=COPY, resemblance=1.0), member(3))
    assert kept_reason(report([mixed]), mixed) == "has most copies"


def test_the_whole_stays_of_its_parts() -> None:
    parts = replace(group(1, member(2, kind=Kind.CONTAINS)), parts=True)
    assert kept_reason(report([parts]), parts) == "contains the others"
