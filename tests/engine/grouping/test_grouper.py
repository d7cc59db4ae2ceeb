"""One grouper at one threshold after another against groups computed from scratch."""

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import document, pair
from graphs import Graph, graphs
from plain_groups import plain_groups
from simcore import Group, Grouping, Kind, Pair, ScanConfig, ScanReport, regroup
from simcore.grouping.grouper import Grouper, uncompared_pairs, with_comparisons
from simcore.model.config import Thresholds
from simcore.model.records import Comparison, DocumentId, Judgements, TextId
from simcore.model.report import Counts

Compared = dict[tuple[TextId, TextId], Comparison]
Library = tuple[Graph, Compared]


@st.composite
def libraries(draw: st.DrawFn) -> Library:
    """Draw documents anywhere, pairs of near-duplicates, parts and short texts, and comparisons."""
    documents, pairs = draw(graphs())
    numbers = draw(st.permutations(range(len(documents))))
    moved = {
        known: replace(
            made,
            path=Path(f"/documents/{number % 3}/{number}"),
            fingerprint=draw(st.integers(0, 15)),
        )
        for number, (known, made) in zip(numbers, documents.items(), strict=True)
    }
    share = st.sampled_from([0.1, 0.5, 0.8, 0.9, 1.0])
    turned: list[Pair] = []
    for one in pairs:
        ends = (one.left, one.right) if draw(st.booleans()) else (one.right, one.left)
        turned.append(
            replace(
                one,
                left=ends[0],
                right=ends[1],
                left_in_right=draw(share),
                right_in_left=draw(share),
                short=draw(st.integers(0, 9)) == 0,
                numbers_only=draw(st.booleans()),
            )
        )
    paired = {frozenset((documents[p.left].text, documents[p.right].text)) for p in pairs}
    texts = sorted({made.text for made in documents.values()})
    compared = {
        (a, b): Comparison(a, b, draw(st.integers(0, 100)), 100, 110)
        for a in texts
        for b in texts
        if a < b and frozenset((a, b)) not in paired and draw(st.integers(0, 3)) == 0
    }
    return (moved, turned), compared


configs = st.builds(
    ScanConfig,
    distance=st.sampled_from([0, 3, 10, 20]),
    similarity=st.sampled_from([0.3, 0.6, 0.7, 0.85, 1.0]),
    containment=st.sampled_from([0.5, 0.8, 1.0]),
    contained=st.booleans(),
    grouping=st.sampled_from(Grouping),
)


@given(libraries(), st.lists(configs, min_size=1, max_size=8))
def test_step_after_step_gives_what_grouping_anew_gives(
    library: Library, steps: list[ScanConfig]
) -> None:
    (documents, pairs), compared = library
    grouper = Grouper(documents, tuple(pairs), compared)
    for config in steps:
        groups, kinds = grouper.grouped(config)
        assert groups == plain_groups(documents, pairs, config, compared)
        assert kinds.tolist() == counted(groups)


@given(libraries(), configs, st.randoms(use_true_random=False), st.booleans())
def test_more_comparisons_are_grouped_by(
    library: Library, config: ScanConfig, drawn: random.Random, divided: bool
) -> None:
    """By what was made ready before, or anew where judgements divide a text."""
    (documents, pairs), compared = library
    apart: frozenset[tuple[bytes, bytes]] = frozenset()
    if divided:
        hashes = sorted({one.content_hash for one in documents.values()})
        apart = frozenset(itertools.combinations(hashes[:4], 2))
    few = {texts: made for texts, made in compared.items() if drawn.random() < 0.5}
    report = ScanReport(config, (), documents, tuple(pairs), (), (), Counts(), 24, comparisons=few)
    first = regroup(report, config.thresholds, judgements=Judgements(apart=apart))
    more = with_comparisons(
        first, {texts: made for texts, made in compared.items() if texts not in few}
    )
    assert more.comparisons == compared
    found = regroup(more, config.thresholds)
    anew = regroup(replace(more, regrouper=None), config.thresholds)
    assert (found.groups, found.counts) == (anew.groups, anew.counts)
    assert uncompared_pairs(found) == uncompared_pairs(anew)
    # the report before goes on with what it had
    before = regroup(first, config.thresholds)
    assert (before.groups, before.counts) == (first.groups, first.counts)


def counted(groups: Iterable[Group]) -> list[int]:
    kinds = [one.kind for group in groups for one in group.members]
    return [kinds.count(kind) for kind in Kind]


@pytest.mark.parametrize("grouping", Grouping)
def test_large_sets_of_all_shapes(grouping: Grouping) -> None:
    """Rings, chains, stars, cliques and ladders, with and without copies, forth and back."""
    documents = {
        DocumentId(n): document(n, text=n - (n % 11 == 1), characters=n * 37 % 90)
        for n in range(1, 400)
    }
    texts = sorted({made.text for made in documents.values()})
    edges = {(a, b) for a, b in itertools.pairwise(texts) if a % 50 < 40}
    edges |= {(a, a + 7) for a in texts if a % 9 == 2 and a + 7 in texts}
    edges |= {(a, b) for a in texts[60:70] for b in texts[60:70] if a < b}
    edges |= {(texts[100], b) for b in texts[101:140]}
    first = {made.text: made.id for made in reversed(documents.values())}
    pairs = [
        pair(first[a], first[b], 0.5 + (a * b % 50) / 100, a * 7 % 23) for a, b in sorted(edges)
    ]
    grouper = Grouper(documents, tuple(pairs), {})
    sizes = set()
    for distance in (18, 5, 24, 0, 11, 18, 3, 22, 24):
        for similarity in (0.3, 0.7, 0.8):
            config = ScanConfig(distance=distance, similarity=similarity, grouping=grouping)
            groups, kinds = grouper.grouped(config)
            assert groups == plain_groups(documents, pairs, config)
            assert kinds.tolist() == counted(groups)
            sizes.add(len(groups))
    assert len(sizes) > 5


@given(libraries(), st.lists(configs, min_size=4, max_size=12))
def test_what_is_kept_for_other_steps_is_forgotten_in_time(
    library: Library, steps: list[ScanConfig]
) -> None:
    (documents, pairs), compared = library
    grouper = Grouper(documents, tuple(pairs), compared)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("simcore.grouping.grouper._CACHED", 0)
        for config in steps:
            groups = grouper.grouped(config).groups
            assert groups == plain_groups(documents, pairs, config, compared)
            # a group of two within a larger set is there under two numbers
            assert len({*map(id, grouper._book.groups)}) <= len(groups)
            assert len(grouper._book.groups) <= 2 * len(groups)


@given(libraries(), st.lists(configs, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_members_are_counted_where_forms_are_among_them(
    library: Library, steps: list[ScanConfig], drawn: random.Random
) -> None:
    """Forms are in groups of their own, or join others."""
    (documents, pairs), compared = library
    some = [replace(one, framed=drawn.random() < 0.4) for one in pairs]
    grouper = Grouper(documents, tuple(some), compared)
    for config in steps:
        groups, kinds = grouper.grouped(config)
        assert kinds.tolist() == counted(groups)
        assert groups == Grouper(documents, tuple(some), compared).grouped(config).groups


def test_a_member_is_a_form_of_the_kept_one_at_the_thresholds_of_the_form_alone() -> None:
    """What near pairs link stays as it is, while the pair with the kept document comes and goes."""
    documents = {DocumentId(n): document(n, characters=900 + (n == 2)) for n in range(1, 5)}
    near = [pair(n, n + 1, 0.9, 3) for n in range(1, 4)]
    pairs = (*near, replace(pair(2, 4, 0.9, 10), framed=True))
    steps = [ScanConfig(distance=d, grouping=Grouping.COMPONENTS) for d in (5, 12, 5, 20, 4)]
    grouper = Grouper(documents, pairs, {})
    for config in steps:
        found = grouper.grouped(config).groups
        assert found == Grouper(documents, pairs, {}).grouped(config).groups
        (group,) = found
        kinds = {one.document: one.kind for one in group.members}
        assert group.representative == 2
        assert kinds[DocumentId(4)] is (Kind.SAME_FORM if config.distance >= 10 else Kind.LINKED)


def a_report(count: int = 6) -> ScanReport:
    documents = {DocumentId(n): document(n) for n in range(1, count + 1)}
    pairs = tuple(pair(n, n + 1, distance=n) for n in range(1, count, 2))
    return ScanReport(ScanConfig(), (), documents, pairs, (), (), Counts(), 24)


def test_a_report_is_made_ready_once() -> None:
    first = regroup(a_report(), Thresholds(18, 0.7))
    again = regroup(first, Thresholds(1, 0.7))
    assert again.regrouper is first.regrouper is not None
    assert [len(made.groups) for made in (first, again, regroup(again, Thresholds(3, 0.7)))] == [
        3,
        1,
        2,
    ]


def test_what_was_made_ready_for_other_documents_is_not_used() -> None:
    first = regroup(a_report(), Thresholds(18, 0.7))
    smaller = replace(first, pairs=first.pairs[:1])
    assert len(regroup(smaller, Thresholds(18, 0.7)).groups) == 1
    copy = document(7, text=TextId(6))
    larger = replace(first, documents={**first.documents, copy.id: copy})
    assert [m.kind for m in regroup(larger, Thresholds(18, 0.7)).groups[-1].members] == [
        Kind.SAME_TEXT,
        Kind.SIMILAR,
    ]
    compared = {(TextId(1), TextId(3)): Comparison(TextId(1), TextId(3), 9, 10, 10)}
    assert (
        regroup(replace(first, comparisons=compared), Thresholds(18, 0.7)).regrouper
        is not first.regrouper
    )


def test_what_was_made_ready_is_no_part_of_the_findings() -> None:
    first = regroup(a_report(), Thresholds(18, 0.7))
    assert first == replace(first, regrouper=None)
    assert "regrouper" not in repr(first)


def test_what_was_made_without_a_comparison_is_made_again() -> None:
    documents = {DocumentId(n): document(n) for n in range(1, 6)}
    pairs = tuple(pair(n, n + 1) for n in range(1, 5))
    plain = ScanReport(ScanConfig(), (), documents, pairs, (), (), Counts(), 24)
    first = regroup(plain, Thresholds(18, 0.7), grouping=Grouping.COMPONENTS)
    missing = uncompared_pairs(first)
    assert missing
    texts = [(min(a.text, b.text), max(a.text, b.text)) for a, b in missing]
    more = with_comparisons(first, {ends: Comparison(*ends, 60, 100, 100) for ends in texts})
    found = regroup(more, Thresholds(18, 0.7))
    assert found.regrouper is first.regrouper
    assert found.groups == regroup(replace(more, regrouper=None), Thresholds(18, 0.7)).groups
    assert not uncompared_pairs(found)
