"""Graphs of documents and verified pairs, drawn by hypothesis."""

from dataclasses import replace

from hypothesis import strategies as st

from builders import document, pair
from simcore import Document, Group, Grouping, Pair, ScanConfig
from simcore.model.records import DocumentId

Graph = tuple[dict[DocumentId, Document], list[Pair]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    texts = draw(st.integers(1, 12))
    documents: dict[DocumentId, Document] = {}
    number = 0
    for text in range(texts):
        for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
            number += 1
            documents[DocumentId(number)] = document(
                number, text=text, characters=draw(st.integers(1, 3))
            )
    first = {}
    for made in documents.values():
        first.setdefault(made.text, made.id)
    possible = [(a, b) for a in range(texts) for b in range(a + 1, texts)]
    chosen = draw(st.lists(st.sampled_from(possible), unique=True)) if possible else []
    pairs = [
        pair(
            first[a],
            first[b],
            draw(st.sampled_from([0.5, 0.7, 0.8, 0.9])),
            draw(st.integers(0, 20)),
        )
        for a, b in chosen
    ]
    return documents, pairs


def at(distance: int, similarity: float, grouping: Grouping = Grouping.LEADERS) -> ScanConfig:
    return ScanConfig(distance=distance, similarity=similarity, contained=False, grouping=grouping)


def near(graph: Graph, distance: int, similarity: float) -> set[frozenset[int]]:
    documents, pairs = graph
    return {
        frozenset((documents[p.left].text, documents[p.right].text))
        for p in pairs
        if p.distance <= distance and p.resemblance >= similarity
    }


def ids_of(group: Group) -> list[DocumentId]:
    """Return all documents of a group, the kept one first."""
    return [group.representative, *(member.document for member in group.members)]


def turned_round(one: Pair) -> Pair:
    """Return a pair with the right document on the left."""
    shares = {"left_in_right": one.right_in_left, "right_in_left": one.left_in_right}
    return replace(one, left=one.right, right=one.left, **shares)
