"""What could go, by kind: the truth is the plan of a removal, and reports counted by hand."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import document
from graphs import Graph, at, graphs
from group_reports import group, member, report
from grouped import group_documents
from simcore import (
    Cancelled,
    Document,
    DocumentId,
    Judgements,
    Kind,
    KindCounts,
    Problem,
    ProblemStage,
    Reason,
    ReasonCode,
    Role,
    Roles,
    ScanReport,
    plan_removal,
    safe_to_free,
)
from simcore.model.records import INSIDE

LOCKED = Path("/documents/locked")
COPIES = {Kind.IDENTICAL, Kind.SAME_TEXT}


def identical(number: int) -> object:
    return member(number, distance=0, resemblance=1.0, kind=Kind.IDENTICAL)


def folder_of(number: int, folder: str) -> dict[str, Path]:
    path = Path("/documents", folder, f"{number}.txt")
    return {"path": path, "real_path": path}


@st.composite
def libraries(draw: st.DrawFn) -> ScanReport:
    """Draw groups of documents some of which share bytes, are locked up or inside an archive."""
    graph: Graph = draw(graphs())
    documents, pairs = graph
    made: dict[DocumentId, Document] = {}
    for key, one in documents.items():
        fields: dict[str, object] = {**folder_of(key, draw(st.sampled_from(["a", "b", "locked"])))}
        fields["size"] = draw(st.integers(0, 10_000))
        if draw(st.booleans()):
            fields["content_hash"] = one.text_hash  # as all of this text that were drawn so
        if draw(st.integers(0, 5)) == 0:
            fields["device"] = INSIDE
        if draw(st.integers(0, 5)) == 0:
            fields["lossy"] = True
        made[key] = replace(one, **fields)  # type: ignore[arg-type] # fields of many types
    found = report([], list(made.values()))
    return replace(found, groups=group_documents(made, pairs, at(20, 0.5)))


@given(libraries(), st.booleans())
def test_safe_is_what_a_removal_by_rule_would_take_of_true_copies(
    library: ScanReport, locked: bool
) -> None:
    roles = Roles({LOCKED: Role.PROTECTED} if locked else {})
    copies = {one.document for g in library.groups for one in g.members if one.kind in COPIES}
    plan = plan_removal(library, copies, by_rule=copies, roles=roles)
    safe = safe_to_free(library, roles).safe
    assert (safe.documents, safe.size) == (len(plan.removals), plan.size)


@given(libraries())
def test_kinds_are_those_of_the_members_and_add_up(library: ScanReport) -> None:
    kept = {one.representative for one in library.groups}
    expected: dict[Kind, set[DocumentId]] = {kind: set() for kind in Kind}
    for one in library.groups:
        for each in one.members:
            if each.document not in kept:
                expected[each.kind].add(each.document)
    found = safe_to_free(library)
    for kind, ids in expected.items():
        free = [library.documents[key] for key in ids if not library.documents[key].inside]
        assert found.kinds[kind] == KindCounts(
            len(free), sum(one.size for one in free), len(ids) - len(free)
        )
    assert found.all == sum(found.kinds.values(), KindCounts())


def test_a_document_in_two_groups_counts_once_as_its_better_kind() -> None:
    part = replace(member(3), kind=Kind.CONTAINS)
    both = report(
        [group(1, identical(2), member(3)), replace(group(4, part), parts=True)],
        [document(2, size=10), document(3, size=200)],
    )
    found = safe_to_free(both)
    assert found.kinds[Kind.NEAR] == found.review == KindCounts(1, 200)
    assert found.kinds[Kind.CONTAINS] == KindCounts()
    assert found.safe == KindCounts(1, 10)


def test_the_kept_document_of_another_group_does_not_count() -> None:
    whole = replace(group(3, replace(member(5), kind=Kind.CONTAINS)), parts=True)
    found = safe_to_free(report([group(1, member(3)), whole]))
    assert found.kinds[Kind.NEAR] == KindCounts()
    assert found.kinds[Kind.CONTAINS].documents == 1


def test_protected_and_excluded_folders_stay() -> None:
    documents = [
        document(1),
        document(2, size=1, **folder_of(2, "a")),
        document(3, size=20, **folder_of(3, "locked")),
        document(4, size=300, **folder_of(4, "out")),
    ]
    made = report([group(1, identical(2), identical(3), identical(4))], documents)
    assert safe_to_free(made).safe == KindCounts(3, 321)
    roles = Roles({LOCKED: Role.PROTECTED, Path("/documents/out"): Role.EXCLUDED})
    assert safe_to_free(made, roles).safe == KindCounts(1, 1, staying=2)


def test_true_copies_that_only_a_person_may_mark_are_to_review() -> None:
    made = report(
        [group(1, *(identical(number) for number in (2, 3, 4, 5, 6)))],
        [document(3, lossy=True), document(4, features=0, fingerprint=None)],
    )
    unread = Problem(
        made.documents[DocumentId(5)].path, ProblemStage.VERIFY, Reason(ReasonCode.GONE)
    )
    chosen = made.documents[DocumentId(6)]
    kept = Judgements(kept=frozenset({(chosen.real_path, chosen.content_hash)}))
    found = safe_to_free(replace(made, problems=(unread,), judgements=kept))
    assert found.safe.documents == 1
    assert found.review.documents == 4
    assert found.kinds[Kind.IDENTICAL].documents == 5


def test_of_no_groups_every_kind_is_named() -> None:
    found = safe_to_free(report([]))
    assert dict(found.kinds) == dict.fromkeys(Kind, KindCounts())
    assert found.safe == found.review == KindCounts()


def test_of_a_scan_under_way_only_what_is_known_is_named() -> None:
    known = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT})
    found = safe_to_free(report([group(1, identical(2))]), known=known)
    assert found.kinds.keys() == known
    assert (found.kinds[Kind.IDENTICAL].documents, found.kinds.get(Kind.NEAR)) == (1, None)


def test_it_can_be_cancelled() -> None:
    def check() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        safe_to_free(report([group(1, identical(2))]), check=check)
