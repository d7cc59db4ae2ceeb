"""What is said of two documents is said of no other that a reader can tell apart from them."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Graph, at, graphs
from simcore import (
    Document,
    FingerprintIndex,
    Grouping,
    Kind,
    ScanConfig,
    ScanReport,
    plan_removal,
    regroup,
    scan,
)
from simcore.grouping.grouper import Grouper
from simcore.grouping.queries import Relations
from simcore.index.judgements import JudgementFile, JudgementKind, read_judgements
from simcore.model.config import Thresholds
from simcore.model.records import Judgements
from simcore.workers import make_executor

COMMON = " ".join(f"Sentence {n} tells of river {7 * n} and hill {13 * n}." for n in range(60))
SUPERSCRIPT, PLAIN, OTHER = "The plot has 10² m.", "The plot has 102 m.", "All else is said."

# what the version before wrote when these texts were said to be no duplicates, and the second
# document of the first one to be wanted: hashes of normal forms, which read 10² as 102
TEXT = bytes.fromhex("b4090891e4f05b77576ff12d630ce4e1")
OTHER_TEXT = bytes.fromhex("cbdd3ac8ccc631f473dc5f0c3b3c88b1")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for name, ending in (("a", SUPERSCRIPT), ("b", OTHER), ("c", PLAIN)):
        (folder / f"{name}.txt").write_text(f"{COMMON} {ending}", encoding="utf-8")
    return folder


def scanned(library: Path) -> ScanReport:
    with FingerprintIndex(library.with_name("index")) as index, make_executor(0) as executor:
        return scan([library], ScanConfig(jobs=0), index, executor)


def of(report: ScanReport, name: str) -> Document:
    [found] = (one for one in report.documents.values() if one.path.stem == name)
    return found


def names(report: ScanReport) -> list[tuple[str, set[str]]]:
    documents = report.documents
    return [
        (
            documents[group.representative].path.stem,
            {documents[one.document].path.stem for one in group.members},
        )
        for group in report.groups
    ]


def judged(report: ScanReport, said: Path) -> ScanReport:
    return regroup(report, Thresholds(24, 0.7), judgements=read_judgements(said))


def test_what_only_looks_alike_to_the_normal_form_is_still_shown(
    library: Path, tmp_path: Path
) -> None:
    report = scanned(library)
    a, b, c = (of(report, name) for name in "abc")
    assert a.text == c.text
    said = tmp_path / "said"
    with JudgementFile(said) as file:
        file.set_apart(a, b)
    # c stands between them: it is like both
    shown = judged(report, said)
    assert names(shown) == [("c", {"a", "b"})]
    assert [member.kind for member in shown.groups[0].members] == [Kind.SIMILAR, Kind.SIMILAR]
    relations = Relations(shown)
    assert relations.of(a, b) is None
    assert relations.of(c, b) is not None
    with JudgementFile(said) as file:
        file.set_apart(c, b)
    assert names(judged(report, said)) == [("a", {"c"})]
    with JudgementFile(said) as file:
        file.set_apart(a, c)
        assert {one.kind for one in file.entries()} == {JudgementKind.APART}
    shown = judged(report, said)
    assert names(shown) == []
    assert Relations(shown).of(a, c) is None
    # of the other document with the text of c nothing was said
    (library / "a.txt").write_text(f"{COMMON} The plot has 1O2 m.", encoding="utf-8")
    (library / "d.txt").write_text(f"{COMMON} The plot has ¹02 m.", encoding="utf-8")
    shown = judged(scanned(library), said)
    assert sorted(others | {kept} for kept, others in names(shown)) == [{"a", "b", "c", "d"}]


def test_a_wanted_copy_hides_no_copy_that_a_reader_can_tell_apart(
    library: Path, tmp_path: Path
) -> None:
    (library / "b.txt").unlink()
    (library / "a too.txt").write_text(f"{COMMON}\n{SUPERSCRIPT}\n", encoding="utf-8")
    report = scanned(library)
    with JudgementFile(tmp_path / "said") as file:
        file.set_apart(of(report, "a"), of(report, "a too"))
        assert [one.kind for one in file.entries()] == [JudgementKind.COPY]
    assert names(judged(report, tmp_path / "said")) == [("a", {"c"})]
    (library / "a too.txt").unlink()
    assert names(judged(scanned(library), tmp_path / "said")) == [("a", {"c"})]


def test_what_was_said_before_a_rescan_holds_after_it(library: Path, tmp_path: Path) -> None:
    """An index of a version that did not know what a reader sees has no hash of it."""
    report = scanned(library)
    before = [replace(of(report, name), form_hash=b"", words_hash=b"") for name in "ab"]
    with JudgementFile(tmp_path / "said") as file:
        file.set_apart(*before)
    assert names(judged(report, tmp_path / "said")) == [("c", {"a", "b"})]
    # another copy of what was said to be no duplicate is none, either
    (library / "b too.txt").write_text(f"{COMMON}\n{OTHER}\n", encoding="utf-8")
    (library / "c.txt").unlink()
    assert names(judged(scanned(library), tmp_path / "said")) == [("b", {"b too"})]


def test_what_was_said_to_the_version_before_holds(library: Path, tmp_path: Path) -> None:
    (library / "d.txt").write_text(f"{COMMON} {SUPERSCRIPT}\n", encoding="utf-8")
    report = scanned(library)
    assert {of(report, name).text_hash for name in "acd"} == {TEXT}
    assert of(report, "b").text_hash == OTHER_TEXT
    with sqlite3.connect(tmp_path / "said") as connection:
        for script in JudgementFile.migrations[:3]:
            connection.executescript(script)
        connection.execute(f"pragma application_id = {JudgementFile.application_id}")
        connection.execute("pragma user_version = 3")
        paths = {name: str(of(report, name).real_path).encode() for name in "abd"}
        connection.executemany(
            "insert into judgement values (null, ?, ?, ?, ?, ?, '2026-11-22T14:41:47+00:00')",
            [
                ("apart", TEXT, OTHER_TEXT, paths["a"], paths["b"]),
                ("copy", TEXT, TEXT, paths["a"], paths["d"]),
            ],
        )
    connection.close()
    shown = judged(report, tmp_path / "said")
    assert names(shown) == [("a", {"c"})]
    assert Relations(shown).of(of(report, "a"), of(report, "b")) is None
    with JudgementFile(tmp_path / "said") as file:
        assert [one.kind for one in file.entries()] == [JudgementKind.COPY, JudgementKind.APART]
        # and goes on to hold when more is said
        file.set_apart(of(report, "a"), of(report, "c"))
    assert names(judged(report, tmp_path / "said")) == []


def test_one_that_is_kept_stays_apart_from_what_was_said_to_be_no_duplicate(
    library: Path, tmp_path: Path
) -> None:
    """The third is still in the group, by the one that is near to both."""
    report = scanned(library)
    a, b, c = (of(report, name) for name in "abc")
    with JudgementFile(tmp_path / "judgements") as file:
        file.set_apart(b, c)
        file.keep(b, c, [a])
    said = read_judgements(tmp_path / "judgements")
    (group,) = regroup(report, Thresholds(64, 0.3), judgements=said).groups
    assert group.representative == b.id
    assert {one.document: one.kind for one in group.members} == {
        a.id: Kind.SIMILAR,
        c.id: Kind.LINKED,
    }


@st.composite
def told_apart(draw: st.DrawFn) -> tuple[Graph, Judgements]:
    """Texts with documents that a reader can tell apart; some of these are no duplicates."""
    documents, pairs = draw(graphs())
    for number, one in documents.items():
        form = (10_000 + 10 * one.text + draw(st.integers(0, 1))).to_bytes(16, "big")
        documents[number] = replace(one, form_hash=form)
    ends = st.sampled_from(sorted(documents.values(), key=lambda one: one.id))
    drawn = draw(st.lists(st.tuples(ends, ends), max_size=8))
    drawn += [
        (documents[one.left], documents[one.right])
        for one in draw(st.lists(st.sampled_from(pairs), max_size=4) if pairs else st.just([]))
    ]
    apart = {
        (min(forms), max(forms))
        for left, right in drawn
        if (forms := (left.form, right.form)) and left.form != right.form
    }
    return (documents, pairs), Judgements(frozenset(apart))


@given(told_apart(), st.sampled_from(Grouping))
def test_nothing_is_hidden_of_which_nothing_was_said(
    drawn: tuple[Graph, Judgements], grouping: Grouping
) -> None:
    (documents, pairs), judgements = drawn
    linked = {frozenset((documents[p.left].text, documents[p.right].text)) for p in pairs}

    def is_pair(one: Document, other: Document) -> bool:
        """By definition: of one text, or of two that were verified, and not said to be none."""
        forms = (min(one.form, other.form), max(one.form, other.form))
        texts = frozenset((one.text, other.text))
        return forms not in judgements.apart and (len(texts) == 1 or texts in linked)

    groups = Grouper(documents, tuple(pairs), {}, judgements).grouped(at(24, 0.3, grouping)).groups
    shown = [one for g in groups for one in (g.representative, *(m.document for m in g.members))]
    assert len(shown) == len(set(shown))
    everything = list(documents.values())
    assert set(shown) == {
        one.id
        for one in everything
        if any(one is not other and is_pair(one, other) for other in everything)
    }
    if grouping is Grouping.LEADERS:
        for group in groups:
            for member in group.members:
                assert is_pair(documents[group.representative], documents[member.document])


def test_a_plan_relies_on_no_document_that_was_said_to_be_no_duplicate(
    library: Path, tmp_path: Path
) -> None:
    report = scanned(library)
    a, b, c = (of(report, name) for name in "abc")
    with JudgementFile(tmp_path / "said") as file:
        file.set_apart(a, c)
        file.set_apart(b, c)
    shown = judged(report, tmp_path / "said")
    assert names(shown) == [("a", {"b"})]
    assert not plan_removal(shown, {c.id}).removals
