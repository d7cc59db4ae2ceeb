"""Versions of a growing file are one group around the latest one; parts stay parts.

The first texts are sets of numbers, as they are sets of shingles to a comparison: what is near and
what holds what follows from them. Those behind them are files that are scanned.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amounts import LONG, combined
from builders import document
from forms import IDEOGRAPHS, LETTERS
from graphs import ids_of
from growing_files import growing, saved
from plain_groups import plain_groups
from scans import CONFIG, Told, kept, reopened, scanned
from simcore import (
    Document,
    FingerprintIndex,
    Group,
    Grouping,
    KeepRule,
    Kind,
    Pair,
    ScanConfig,
    ScanReport,
    choose_kept,
    plan_removal,
    recall,
    regroup,
)
from simcore.candidates import inverted
from simcore.grouping.freeing import by_hand_only, safe_to_free
from simcore.grouping.grouper import Grouper
from simcore.grouping.pairs import pair_of
from simcore.grouping.queries import why_kept, without_documents
from simcore.model.config import Thresholds
from simcore.model.reasons import WhyKept
from simcore.model.records import Comparison, DocumentId, Judgements, TextId
from simcore.model.report import Counts
from simcore.removal.keep_rules import KeepBy

Library = tuple[
    dict[DocumentId, Document], tuple[Pair, ...], dict[tuple[TextId, TextId], Comparison]
]
Texts = Sequence[frozenset[int]]


def library(texts: Texts, *, compared: bool = True) -> Library:
    """Make a document of each set, and the pairs and comparisons of all that share anything."""
    documents = {
        DocumentId(n): document(n, characters=len(text)) for n, text in enumerate(texts, 1)
    }
    pairs, comparisons = [], {}
    for (one, left), (other, right) in combinations(documents.items(), 2):
        mine, its = texts[one - 1], texts[other - 1]
        found = Comparison(left.text, right.text, len(mine & its), len(mine), len(its))
        pair = pair_of(left, right, found)
        if pair.resemblance >= 0.3 or pair.containment >= 0.8:
            pairs.append(pair)
        elif compared and mine & its:
            comparisons[left.text, right.text] = found
    return documents, tuple(pairs), comparisons


def groups_of(texts: Texts, config: ScanConfig | None = None) -> tuple[Group, ...]:
    documents, pairs, comparisons = library(texts)
    return Grouper(documents, pairs, comparisons).grouped(config or ScanConfig(distance=20)).groups


def grown(sizes: Iterable[int], start: int = 0) -> list[frozenset[int]]:
    """Make a text of each size, each of which begins as the longer ones do."""
    return [frozenset(range(start, start + size)) for size in sizes]


def edited(sizes: Sequence[int], share: float, seed: int = 1) -> list[frozenset[int]]:
    """Make texts that grow, and of each of which a share of what is new changes what is old."""
    generator = random.Random(seed)
    text: list[int] = []
    found = []
    for before, size in pairwise([0, *sizes]):
        text += range(before * 2, size * 2, 2)
        for place in generator.sample(range(len(text)), round(share * (size - before))):
            text[place] = generator.randrange(1, 10**9, 2)
        found.append(frozenset(text))
    return found


def kinds_of(group: Group) -> dict[int, Kind]:
    return {member.document: member.kind for member in group.members}


@pytest.mark.parametrize(
    ("texts", "grouping"),
    combined([grown(range(100, 10_100, 100)), edited(range(100, 10_100, 100), 0.1)], Grouping),
)
def test_100_sizes_are_one_group_around_the_latest(texts: Texts, grouping: Grouping) -> None:
    (group,) = groups_of(texts, ScanConfig(distance=20, grouping=grouping))
    assert group.representative == 100
    assert not group.parts
    last = texts[-1]
    near = {n for n, text in enumerate(texts, 1) if len(text & last) >= 0.7 * len(text | last)}
    assert len(near) in range(25, 35)
    assert kinds_of(group) == {
        n: Kind.SIMILAR if n in near else Kind.EARLIER_VERSION for n in range(1, 100)
    }
    for member in group.members:
        text = texts[member.document - 1]
        # each compared with the latest itself
        assert member.resemblance == len(text & last) / len(text | last)
        assert member.containment == len(text & last) / len(text)


def test_a_chapter_and_half_a_text_are_parts() -> None:
    (group,) = groups_of([frozenset(range(40, 60)), *grown([500])])
    assert (group.parts, kinds_of(group)) == (True, {1: Kind.PART})
    near, half = groups_of([*grown([500, 1_000]), frozenset(range(1_010))])
    assert (near.parts, set(kinds_of(near).values())) == (False, {Kind.SIMILAR})
    assert (half.parts, kinds_of(half)) == (True, {1: Kind.PART})


def test_a_chapter_of_a_book_that_grew_stays_its_part() -> None:
    chapter = frozenset(range(300, 350))
    near, part = groups_of([chapter, *grown([400, 500, 650, 800, 1_000])])
    assert kinds_of(near) == {
        2: Kind.EARLIER_VERSION,
        3: Kind.EARLIER_VERSION,
        4: Kind.EARLIER_VERSION,
        5: Kind.SIMILAR,
    }
    assert kinds_of(part) == {1: Kind.PART}


def test_pages_that_are_near_one_after_another_are_no_versions() -> None:
    """Each shares most with the next one, and has as much of its own as it lacks."""
    texts = [frozenset(range(n * 12, n * 12 + 100)) for n in range(8)]
    groups = groups_of(texts)
    assert len(groups) > 1
    assert {kind for group in groups for kind in kinds_of(group).values()} == {Kind.SIMILAR}


def test_what_the_latest_lost_is_no_version_of_it() -> None:
    """The first sizes were rewritten: the latest one holds less than half of them."""
    texts = edited(range(10, 1_010, 10), 0.9, seed=4)
    last = texts[-1]
    for group in groups_of(texts):
        kept = texts[group.representative - 1]
        for one, kind in kinds_of(group).items():
            assert kind is Kind.SIMILAR or 2 * len(texts[one - 1] & kept) >= len(texts[one - 1])
    assert 2 * len(texts[0] & last) < len(texts[0])


def a_report(texts: Texts, judgements: Judgements | None = None) -> ScanReport:
    documents, pairs, comparisons = library(texts)
    plain = ScanReport(
        ScanConfig(), (), documents, pairs, (), (), Counts(), 24, comparisons=comparisons
    )
    return regroup(plain, Thresholds(20, 0.7), judgements=judgements or Judgements())


def test_versions_are_grouped_at_any_threshold_without_reading() -> None:
    report = a_report(grown(range(10, 210, 10)))
    assert why_kept(report, report.groups[0]) is WhyKept.WHOLE
    assert (len(report.groups), report.counts.similar, report.counts.earlier_versions) == (1, 6, 13)
    again = regroup(report, Thresholds(20, 0.9))
    assert len([one for one in again.groups if not one.parts]) > 1
    assert regroup(again, Thresholds(20, 0.7)).groups == report.groups


def test_no_rule_marks_an_earlier_version_and_none_counts_as_safe() -> None:
    report = a_report(grown(range(10, 210, 10)))
    versions = {m.document for m in report.groups[0].members if m.kind is Kind.EARLIER_VERSION}
    assert len(versions) == 13
    assert by_hand_only(report) == versions
    rules = (KeepRule(KeepBy.LONGEST),)
    marked = choose_kept(report, rules, {Kind.SIMILAR, Kind.PART, Kind.IDENTICAL})
    assert {one.document for _, one in marked.marked()} == set(range(14, 20))
    freeing = safe_to_free(report)
    assert (freeing.safe.documents, freeing.kinds[Kind.EARLIER_VERSION].documents) == (0, 13)
    with pytest.raises(ValueError, match="no rule"):
        choose_kept(report, (), {Kind.EARLIER_VERSION})
    by_rule = plan_removal(report, versions, by_rule=versions)
    assert not by_rule.removals
    by_hand = plan_removal(report, versions)
    assert {one.document.id for one in by_hand.removals} == versions
    assert all(one.by_hand and one.kind is Kind.EARLIER_VERSION for one in by_hand.removals)
    assert {one.witness.id for one in by_hand.removals} == {20}


def test_a_copy_of_an_early_version_does_not_lead_and_is_a_copy_of_it() -> None:
    texts = grown(range(10, 210, 10))
    documents, pairs, comparisons = library(texts)
    third, path = documents[DocumentId(3)], document(99).path
    copy = replace(third, id=DocumentId(99), path=path, real_path=path, inode=99)
    documents[copy.id] = copy
    (group,) = Grouper(documents, pairs, comparisons).grouped(ScanConfig(distance=20)).groups
    assert group.representative == 20
    found = {member.document: member for member in group.members}
    one, other = sorted((found[DocumentId(3)], found[copy.id]), key=lambda one: one.copy_of or 0)
    assert (one.kind, one.copy_of) == (Kind.EARLIER_VERSION, None)
    assert (other.kind, other.copy_of) == (Kind.IDENTICAL, one.document)


def test_what_was_said_of_versions_holds() -> None:
    texts = grown(range(10, 210, 10))
    documents = library(texts)[0]
    first, last = documents[DocumentId(1)], documents[DocumentId(20)]
    ends = (first.form, last.form)
    apart = a_report(texts, Judgements(apart=frozenset({(min(ends), max(ends))})))
    for group in apart.groups:
        assert group.representative != 20 or 1 not in kinds_of(group)
    half = documents[DocumentId(10)]
    chosen = a_report(texts, Judgements(kept=frozenset({(half.real_path, half.content_hash)})))
    assert 10 in [group.representative for group in chosen.groups]


def test_what_may_be_a_version_and_was_not_compared_is_named() -> None:
    texts = edited(range(100, 10_100, 100), 0.12)
    documents, pairs, comparisons = library(texts, compared=False)
    assert not comparisons
    grouper = Grouper(documents, pairs, {})
    groups = grouper.grouped(ScanConfig(distance=20)).groups
    missing = grouper.unknown_versions()
    assert missing
    paired = {frozenset((pair.left, pair.right)) for pair in pairs}
    assert not paired & {frozenset((a.id, b.id)) for a, b in missing.values()}
    all_known = groups_of(texts)
    assert max(len(group.members) for group in groups) < max(len(g.members) for g in all_known)


def test_what_is_exactly_at_the_limit_of_growing_has_grown() -> None:
    """Two ninths are lost where ten seventeenths are gained: a fifth, however it is worked out."""
    second = frozenset([*range(7), 100, 101])
    texts = [frozenset(range(4)), second, frozenset([*range(10), 100]), frozenset(range(17))]
    documents, pairs, comparisons = library(texts)
    config = ScanConfig(distance=20, similarity=0.5, contained=False, grouping=Grouping.LEADERS)
    (group,) = groups = Grouper(documents, pairs, comparisons).grouped(config).groups
    assert groups == plain_groups(documents, pairs, config, comparisons)
    assert kinds_of(group) == {1: Kind.EARLIER_VERSION, 2: Kind.EARLIER_VERSION, 3: Kind.SIMILAR}


@st.composite
def libraries(draw: st.DrawFn) -> Library:
    """Draw files that grow, with edits, parts, texts beside them and comparisons left out."""
    texts: list[frozenset[int]] = []
    for _ in range(draw(st.integers(1, 2))):
        sizes = sorted(draw(st.sets(st.integers(4, 60), min_size=2, max_size=9)))
        share = draw(st.sampled_from([0, 0.1, 0.4]))
        start = draw(st.sampled_from([0, 0, 40]))
        made = edited(sizes, share, draw(st.integers(0, 5)))
        texts += [frozenset(one + start for one in text) for text in made]
    for _ in range(draw(st.integers(0, 3))):
        first = draw(st.integers(0, 60)) * 2
        texts.append(frozenset(range(first, first + draw(st.integers(4, 60)) * 2, 2)))
    texts = draw(st.permutations(texts))
    documents, pairs, comparisons = library(texts)
    known = {ends: one for ends, one in comparisons.items() if draw(st.integers(0, 2))}
    for key, one in list(documents.items()):
        if draw(st.integers(0, 5)) == 0:
            copy = document(100 + key, text=one.text, characters=one.characters)
            documents[copy.id] = copy
    return documents, pairs, known


configs = st.builds(
    ScanConfig,
    distance=st.just(20),
    similarity=st.sampled_from([0.5, 0.7, 0.85]),
    containment=st.sampled_from([0.8, 0.9]),
    contained=st.booleans(),
    grouping=st.sampled_from(Grouping),
)


@given(libraries(), st.lists(configs, min_size=1, max_size=4))
def test_growing_files_step_after_step(known: Library, steps: list[ScanConfig]) -> None:
    documents, pairs, comparisons = known
    grouper = Grouper(documents, pairs, comparisons)
    for config in steps:
        groups = grouper.grouped(config).groups
        assert groups == plain_groups(documents, pairs, config, comparisons)
        seen: list[DocumentId] = []
        for group in groups:
            if not group.parts:
                seen += ids_of(group)
            for member in group.members:
                if member.kind is Kind.EARLIER_VERSION:
                    assert member.containment is not None
                    assert member.containment >= 0.5
                    assert member.resemblance is not None
        assert len(seen) == len(set(seen)), "a document is in one group of near-duplicates"


# ---- a file that was saved at many sizes is one group, whatever way its results come about


LONGEST = (KeepRule(KeepBy.LONGEST),)


def is_whole(group: Group, documents: int) -> bool:
    """Return whether a group has so many documents, all near or earlier versions and compared."""
    kinds = {member.kind for member in group.members}
    compared = all(member.containment is not None for member in group.members)
    return (
        compared
        and kinds == {Kind.SIMILAR, Kind.EARLIER_VERSION}
        and len(group.members) == documents - 1
    )


@pytest.mark.parametrize(("letters", "edits"), combined([LETTERS, IDEOGRAPHS], [0, 0.5]))
def test_a_file_at_100_sizes_is_one_group(tmp_path: Path, letters: str, edits: float) -> None:
    saved(tmp_path / "a", growing(1, 100, letters, edits=edits))
    report = scanned(tmp_path / "a")
    assert kept(report) == ["v099.txt"]
    assert is_whole(report.groups[0], 100)


@pytest.mark.parametrize(("letters", "copies"), combined([LETTERS, IDEOGRAPHS], [6, 0]))
def test_where_not_all_pairs_can_be_compared_it_is_one_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letters: str, copies: int
) -> None:
    """As of a thousand sizes: each is compared with the longest ones; some are there twice."""
    sizes = 100 if LONG else 60
    monkeypatch.setattr(inverted, "_LEAST_WORK", 100)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 0)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)
    texts = growing(1, sizes, letters, edits=0.1)
    saved(tmp_path / "a", texts)
    saved(tmp_path / "b", texts[20 : 20 + 5 * copies : 5])
    saved(tmp_path / "first", texts[::2])

    report = scanned([tmp_path / name for name in "ab"])
    assert kept(report) == [f"v{sizes - 1:03}.txt"]
    (group,) = report.groups
    assert 0 < report.counts.missed <= sizes * (sizes - 1) // 2 - report.counts.candidates
    assert len(group.members) == sizes - 1 + copies
    assert {member.kind for member in group.members} <= {
        Kind.SIMILAR,
        Kind.EARLIER_VERSION,
        Kind.IDENTICAL,
    }
    # whatever was read first
    with FingerprintIndex(Path(":memory:")) as index:
        scanned(tmp_path / "first", index)
        again = scanned([tmp_path / name for name in "ab"], index)

    def named(one: ScanReport) -> set[tuple[str, Kind, float | None]]:
        path = one.documents
        members = (member for group in one.groups for member in group.members)
        return {(str(path[m.document].path), m.kind, m.resemblance) for m in members}

    assert named(again) == named(report)
    assert again.counts.missed == report.counts.missed


def test_a_file_that_began_with_two_lines_is_one_group(tmp_path: Path) -> None:
    """The first sizes are no near-duplicates of the next ones: each is a step of half or more."""
    saved(tmp_path / "a", growing(2, 60, start=1))
    report = scanned(tmp_path / "a")
    assert kept(report) == ["v059.txt"]
    assert is_whole(report.groups[0], 60)


def test_two_files_that_grew_in_one_folder_are_two_groups(tmp_path: Path) -> None:
    for seed, name in enumerate("ab"):
        saved(tmp_path / "a", growing(seed, 40, edits=0.2), name)
    report = scanned(tmp_path / "a")
    assert kept(report) == ["a039.txt", "b039.txt"]
    assert all(is_whole(group, 40) for group in report.groups)


def test_the_group_follows_what_comes_and_goes(tmp_path: Path) -> None:
    texts = growing(3, 50, edits=0.3)
    paths = saved(tmp_path / "a", texts[:30])
    with FingerprintIndex(tmp_path / "i.sqlite3") as index:
        assert kept(scanned(tmp_path / "a", index)) == ["v029.txt"]
        paths = saved(tmp_path / "a", texts)
        later = scanned(tmp_path / "a", index)
        assert kept(later) == ["v049.txt"]
        assert is_whole(later.groups[0], 50)
        known = recall([tmp_path / "a"], CONFIG, index)
        assert known.groups == later.groups
        paths[-1].unlink()
        assert kept(scanned(tmp_path / "a", index)) == ["v048.txt"]
    gone = without_documents(later, {later.groups[0].representative})
    assert kept(gone) == ["v048.txt"]
    assert is_whole(gone.groups[0], 49)


def test_saved_results_and_components_have_the_same_group(tmp_path: Path) -> None:
    saved(tmp_path / "a", growing(4, 40))
    report = scanned(tmp_path / "a")
    assert is_whole(report.groups[0], 40)
    opened = reopened(report, tmp_path / "found.json.gz")
    assert kept(opened) == ["v039.txt"]
    assert is_whole(opened.groups[0], 40)
    linked = regroup(report, Thresholds(CONFIG.distance, 0.7), grouping=Grouping.COMPONENTS)
    assert linked.groups == report.groups
    no_parts = regroup(report, Thresholds(CONFIG.distance, 0.7), contained=False)
    assert no_parts.groups == report.groups


def test_no_report_on_the_way_lets_a_rule_mark_a_version(tmp_path: Path) -> None:
    listener = Told()
    saved(tmp_path / "a", growing(5, 60))
    last = scanned(tmp_path / "a", watcher=listener)
    assert len(listener.told) > 1
    for report in [*(report for *_, report in listener.told), last]:
        versions = {
            member.document
            for group in report.groups
            for member in group.members
            if member.kind is Kind.EARLIER_VERSION
        }
        assert versions <= by_hand_only(report)
        chosen = choose_kept(report, LONGEST, {Kind.IDENTICAL, Kind.SIMILAR, Kind.PART})
        assert versions.isdisjoint(one.document for _, one in chosen.marked())
    near = [member for member in last.groups[0].members if member.kind is Kind.SIMILAR]
    chosen = choose_kept(last, LONGEST, {Kind.IDENTICAL, Kind.SIMILAR, Kind.PART})
    assert {one.document for _, one in chosen.marked()} == {one.document for one in near}
    assert is_whole(last.groups[0], 60)
