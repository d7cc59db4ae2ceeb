"""What a plan says of a document is what it is to the witness that is named, whoever goes."""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from graphs import Graph, graphs
from group_reports import report
from simcore import Kind, Pair, plan_removal, regroup
from simcore.files.roles import Role, Roles
from simcore.grouping.pairs import kind_of
from simcore.model.config import Thresholds
from simcore.model.records import PARTS, DocumentId

PART = {"resemblance": 0.2, "left_in_right": 0.95, "right_in_left": 0.2}


@given(graphs(), st.data())
def test_a_removal_is_told_by_its_witness(graph: Graph, data: st.DataObject) -> None:
    documents, found = graph
    pairs = tuple(replace(one, **data.draw(st.sampled_from([{}, PART]))) for one in found)
    shelf = replace(report([], [*documents.values()]), pairs=pairs)
    shelf = regroup(shelf, Thresholds(12, 0.5), contained=True)
    marked = data.draw(st.sets(st.sampled_from([*documents]))) if documents else set()
    of_texts: Mapping[frozenset[int], Pair] = {
        frozenset((documents[one.left].text, documents[one.right].text)): one for one in pairs
    }
    protected = data.draw(st.sets(st.sampled_from([*documents]))) if documents else set()
    roles = Roles({documents[key].path: Role.PROTECTED for key in protected})
    plan = plan_removal(shelf, marked, roles=roles)
    gone: set[DocumentId] = {one.document.id for one in plan.removals}
    for one in plan.removals:
        assert not gone.intersection(witness.id for witness in one.witnesses)
        for witness, shown in zip(one.witnesses, one.shown, strict=True):
            kind = kind_of(witness, one.document)
            if kind is not Kind.SIMILAR:
                assert (shown.kind, shown.resemblance) == (kind, 1.0)
                continue
            pair = of_texts.get(frozenset((witness.text, one.document.text)))
            assert shown.resemblance == (None if pair is None else pair.resemblance)
            assert shown.kind in {Kind.SIMILAR, Kind.PART, Kind.EARLIER_VERSION, Kind.LINKED}
            assert shown.kind is Kind.LINKED or shown.resemblance is not None
            if shown.kind in PARTS:  # as much of it is in the witness as a part asks for
                assert shown.containment == PART["left_in_right"]
        assert one.by_hand or one.kind not in {Kind.EARLIER_VERSION, Kind.LINKED}
        # what goes as a true copy has another that stays
        alike = [key for key, its in documents.items() if its.reads_like(one.document)]
        assert one.kind in {Kind.IDENTICAL, Kind.SAME_TEXT} or gone.issuperset(alike)
