"""Groups: stars that cover everything, whatever the graph."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import document, pair
from graphs import Graph, at, graphs, near
from grouped import group_documents
from simcore import Document, Group, Grouping, Kind, Pair, ScanConfig
from simcore.model.records import INSIDE, DocumentId


@given(graphs(), st.sampled_from([3, 10, 20]), st.sampled_from([0.5, 0.8]))
def test_every_group_is_a_star_and_together_they_cover_all(
    graph: Graph, distance: int, similarity: float
) -> None:
    documents, pairs = graph
    groups = group_documents(documents, pairs, at(distance, similarity))
    edges = near(graph, distance, similarity)
    seen: list[DocumentId] = []
    for group in groups:
        head = documents[group.representative]
        seen.append(head.id)
        assert group.members
        assert group.worst == min(member.resemblance for member in group.members)
        for member in group.members:
            other = documents[member.document]
            seen.append(other.id)
            # no chains: each is beside the representative itself
            assert other.text == head.text or frozenset((head.text, other.text)) in edges
            assert member.resemblance >= similarity
            assert member.distance <= distance
            same = documents[member.copy_of] if member.copy_of else head
            assert (member.kind is Kind.SIMILAR) == (other.text != same.text)
    assert len(seen) == len(set(seen)), "a document is in one group only"
    texts = [made.text for made in documents.values()]
    expected = {
        made.id
        for made in documents.values()
        if texts.count(made.text) > 1 or any(made.text in edge for edge in edges)
    }
    assert set(seen) == expected, "whatever has a near-duplicate is shown"


@given(graphs(), st.randoms(use_true_random=False))
def test_order_does_not_matter(graph: Graph, random: object) -> None:
    documents, pairs = graph
    before = group_documents(documents, pairs, at(20, 0.5))
    items = list(documents.items())
    random.shuffle(items)  # type: ignore[attr-defined]
    random.shuffle(pairs)  # type: ignore[attr-defined]
    assert group_documents(dict(items), pairs, at(20, 0.5)) == before


def grouped(documents: list[Document], pairs: list[Pair], **named: float) -> tuple[Group, ...]:
    config = at(int(named.get("distance", 20)), named.get("similarity", 0.7))
    return group_documents({made.id: made for made in documents}, pairs, config)


def test_a_chain_is_no_group() -> None:
    """1-2-3-4 in a row, each like the next only: two groups, and none is left out."""
    groups = grouped([document(n) for n in (1, 2, 3, 4)], [pair(1, 2), pair(2, 3), pair(3, 4)])
    assert [{g.representative, *(m.document for m in g.members)} for g in groups] in (
        [{1, 2}, {3, 4}],
        [{2, 1}, {3, 4}],
    )


def test_a_member_follows_the_most_alike() -> None:
    documents = [document(n, characters=100 - n) for n in (1, 2, 3, 4, 5)]
    pairs = [pair(1, 2), pair(1, 3, 0.75), pair(4, 3, 0.95), pair(4, 5)]
    groups = grouped(documents, pairs)
    found = {g.representative: {m.document for m in g.members} for g in groups}
    assert found == {1: {2}, 4: {3, 5}}


def test_identical_told_from_same_text_and_near() -> None:
    same = b"same bytes".ljust(16)
    documents = [
        document(1, text=1, content_hash=same, mtime_ns=1),
        document(2, text=1, content_hash=same, mtime_ns=2),
        document(3, text=1, mtime_ns=3),
        document(4, text=4),
    ]
    (group,) = grouped(documents, [pair(1, 4, 0.8, 5)])
    assert group.representative == 1
    assert [(m.document, m.kind, m.distance, m.resemblance) for m in group.members] == [
        (2, Kind.IDENTICAL, 0, 1.0),
        (3, Kind.SAME_TEXT, 0, 1.0),
        (4, Kind.SIMILAR, 5, 0.8),
    ]
    assert group.worst == 0.8


def test_thresholds_are_inclusive() -> None:
    documents = [document(1), document(2)]
    pairs = [pair(1, 2, 0.7, 16)]
    assert len(grouped(documents, pairs, distance=16, similarity=0.7)) == 1
    assert not grouped(documents, pairs, distance=15, similarity=0.7)
    assert not grouped(documents, pairs, distance=16, similarity=0.71)


@pytest.mark.parametrize(
    "worse",
    [
        {"lossy": True},
        {"encoding": "gb18030"},
        {"path": Path("/documents/archive/1.txt")},
        {"path": Path("/documents/00002 (1).txt")},
        {"mtime_ns": 1_800_000_000_000_000_000},
    ],
)
def test_the_copy_a_person_would_keep(worse: dict[str, object]) -> None:
    documents = [document(1, text=1, **worse), document(2, text=1)]
    (group,) = grouped(documents, [])
    assert group.representative == 2


@pytest.mark.parametrize("grouping", Grouping)
def test_thousand_identical_files_are_a_thousand_rows(grouping: Grouping) -> None:
    documents = [document(n, text=1, content_hash=b"x" * 16) for n in range(1_000)]
    documents.append(document(1_000))
    known = {made.id: made for made in documents}
    (group,) = group_documents(known, [pair(0, 1_000)], at(20, 0.7, grouping))
    assert len(group.members) == 1_000


def part(left: int, right: int, left_in_right: float, right_in_left: float) -> Pair:
    return replace(
        pair(left, right, 0.4, 30), left_in_right=left_in_right, right_in_left=right_in_left
    )


def test_parts_are_groups_of_their_own() -> None:
    """Two chapters of a book, the book in two editions; distance and similarity do not count."""
    documents = [
        document(1, characters=5_000),  # the book
        document(2, characters=5_500),  # a longer edition of it
        document(3, characters=900),
        document(4, characters=800),
        document(5, text=4, characters=800),  # the same text as 4
    ]
    pairs = [
        pair(1, 2, 0.9, 4),
        part(1, 3, 0.2, 0.97),
        part(2, 3, 0.19, 0.97),
        part(4, 1, 0.85, 0.1),
        part(4, 2, 0.95, 0.1),
    ]
    config = ScanConfig()
    groups = group_documents({d.id: d for d in documents}, pairs, config)
    assert [(g.representative, [m.document for m in g.members], g.parts) for g in groups] == [
        (2, [1], False),
        (4, [5], False),
        (2, [3, 4, 5], True),
    ]
    parts = groups[-1].members
    assert [(m.kind, m.containment) for m in parts] == [
        (Kind.PART, 0.97),
        (Kind.PART, 0.95),
        (Kind.PART, 0.95),
    ]
    hidden = group_documents({d.id: d for d in documents}, pairs, replace(config, contained=False))
    assert hidden == groups[:2]
    stricter = group_documents(
        {d.id: d for d in documents}, pairs, replace(config, containment=0.96)
    )
    assert [m.document for m in stricter[-1].members] == [3]


@given(graphs(), st.data(), st.sampled_from(list(Grouping)))
def test_what_is_inside_an_archive_is_kept_for_no_file(
    graph: Graph, data: st.DataObject, grouping: Grouping
) -> None:
    documents, pairs = graph
    inside = data.draw(st.sets(st.sampled_from(sorted(documents))))
    documents = {
        key: replace(one, device=INSIDE) if key in inside else one for key, one in documents.items()
    }
    config = replace(at(20, 0.5), grouping=grouping, contained=False)
    groups = group_documents(documents, pairs, config)
    seen = [key for group in groups for key in (group.representative, *members(group))]
    assert len(seen) == len(set(seen))
    for group in groups:
        if any(key not in inside for key in members(group)):
            assert group.representative not in inside
    # as many are shown as if all were files
    files = {key: replace(one, device=1) for key, one in documents.items()}
    plain = group_documents(files, pairs, config)
    assert set(seen) == {key for group in plain for key in (group.representative, *members(group))}


def members(group: Group) -> list[DocumentId]:
    return [member.document for member in group.members]
