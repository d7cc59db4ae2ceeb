"""What may be removed: the rules hold whatever is marked, and the plan says what is true."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import chinese_text, document, pair
from graphs import Graph, graphs
from group_reports import group as group_of
from group_reports import member
from group_reports import report as made_of
from simcore import (
    Action,
    Document,
    Group,
    Journal,
    Kind,
    Pair,
    ScanConfig,
    ScanReport,
    carry_out,
    plan_removal,
    regroup,
    scan,
)
from simcore.files.disk import Disk
from simcore.files.roles import Role, Roles
from simcore.grouping.pairs import kind_of
from simcore.grouping.queries import without_documents
from simcore.model.config import Thresholds
from simcore.model.reasons import Reason
from simcore.model.records import PARTS, DocumentId
from simcore.model.report import State
from simcore.removal.plan import Removal, RemovalPlan


def grouped(documents: Sequence[Document], *pairs: Pair) -> ScanReport:
    made = replace(made_of([], documents), pairs=pairs, compared_distance=16)
    return regroup(made, Thresholds(16, 0.7))


def report(sizes: list[int]) -> ScanReport:
    """One group of so many documents for each size, all of one text; of two in a row one group."""
    numbers = [(text * 100 + n, text) for text, size in enumerate(sizes) for n in range(size)]
    near = (pair(text * 100, text * 100 + 100) for text in range(0, len(sizes) - 1, 2))
    return grouped([document(number, text=text) for number, text in numbers], *near)


def members(group: Group) -> set[DocumentId]:
    return {group.representative, *(one.document for one in group.members)}


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.data())
def test_every_group_keeps_one(sizes: list[int], data: st.DataObject) -> None:
    made = report(sizes)
    ids = st.sampled_from(sorted(made.documents))
    marked, gone = data.draw(st.sets(ids)), data.draw(st.sets(ids))
    plan = plan_removal(without_documents(made, gone), marked)
    removed = {removal.document.id for removal in plan.removals}
    assert removed <= marked - gone
    assert plan.size == 1000 * len(removed)
    known: set[DocumentId] = set()
    for group in made.groups:
        inside = members(group)
        known |= inside
        if inside - gone:
            assert inside - gone - removed, "one that is there stays"
        witnesses = {r.witness.id for r in plan.removals if r.document.id in inside}
        assert witnesses <= inside - removed - gone
    assert not removed - known, "what is in no group is nobody's duplicate"
    paths = {problem.path for problem in plan.refused}
    for document_id in marked - gone - removed:
        assert made.documents[document_id].path in paths, "and nothing is refused silently"


def test_a_copy_that_stays_is_the_witness_and_not_the_kept_one_that_is_only_near() -> None:
    """Told as 70 % alike to another document, a plain copy would look like a risk."""
    documents = [
        document(1),
        document(2, text=2, content_hash=b"2", text_hash=b"t"),
        document(3, text=2, content_hash=b"3", text_hash=b"t"),
        document(4, text=2, content_hash=b"2", text_hash=b"t"),
        document(5, text=2, content_hash=b"2", text_hash=b"t", inode=2),
    ]
    near = [member(number, resemblance=0.7) for number in (2, 3, 4, 5)]
    made = made_of([group_of(1, *near)], documents)

    def planned(*marked: int) -> list[tuple[int, int, Kind, float | None]]:
        plan = plan_removal(made, {DocumentId(number) for number in marked})
        return [
            (one.document.id, one.witness.id, one.kind, one.resemblance) for one in plan.removals
        ]

    assert planned(4) == [(4, 2, Kind.IDENTICAL, 1.0)]
    assert planned(2, 4, 5) == [
        (2, 3, Kind.SAME_TEXT, 1.0),
        (4, 3, Kind.SAME_TEXT, 1.0),
        (5, 3, Kind.SAME_TEXT, 1.0),
    ]
    # 5 is another name of the file 2, so it does not stand for it
    assert planned(2, 3, 4) == [
        (2, 1, Kind.SIMILAR, 0.7),
        (3, 5, Kind.SAME_TEXT, 1.0),
        (4, 5, Kind.IDENTICAL, 1.0),
    ]


@pytest.mark.parametrize("lossy", [False, True])
def test_a_copy_is_no_risk_for_differing_in_numbers_from_the_kept_one(lossy: bool) -> None:
    documents = [document(1), document(2), document(3, text=2, lossy=lossy)]
    members = [replace(member(n, resemblance=0.9), numbers_only=True) for n in (2, 3)]
    made = made_of([group_of(1, *members)], documents)
    (one,) = plan_removal(made, {DocumentId(3)}).removals
    if lossy:  # where characters were replaced, it may differ from the other copy, too
        assert (one.witness.id, one.kind, one.by_hand) == (1, Kind.SIMILAR, True)
    else:
        assert (one.witness.id, one.kind, one.by_hand) == (2, Kind.SAME_TEXT, False)
    made = made_of([group_of(1, members[0])], documents[:2])
    (one,) = plan_removal(made, {DocumentId(2)}).removals
    assert (one.witness.id, one.kind, one.by_hand) == (1, Kind.SIMILAR, True)


def test_a_group_of_many_copies_is_planned_in_one_pass() -> None:
    """Each copy once looked for its witness among all others: minutes for 20,000 of them."""
    looks = 0

    class Counted(bytes):
        def __eq__(self, other: object) -> bool:
            nonlocal looks
            looks += 1
            return bytes.__eq__(self, other)

        __hash__ = bytes.__hash__

    count = 2_000
    documents = [
        document(number, content_hash=Counted(b"same"), text_hash=b"t") for number in range(count)
    ]
    members = [member(n, resemblance=1.0, kind=Kind.IDENTICAL) for n in range(1, count)]
    made = made_of([group_of(0, *members)], documents)
    marked = {DocumentId(number) for number in range(1, count)}
    plan = plan_removal(made, marked, action=Action.HARD_LINK)
    assert {one.witness.id for one in plan.removals} == {0}
    assert looks < 20 * count


def test_unknown_documents_are_ignored() -> None:
    plan = plan_removal(report([2]), {DocumentId(12345)})
    assert plan.removals == ()


@given(st.sets(st.integers(1, 4)))
def test_groups_that_share_a_document_keep_one_each(marked: set[int]) -> None:
    """1 is kept beside its near-duplicate 2, and both it and 3 are part of 4."""
    documents = [document(1, characters=500), document(2), document(3)]
    parts = [
        replace(pair(1, 4, 0.3, 30), left_in_right=0.95, right_in_left=0.1),
        replace(pair(3, 4, 0.3, 30), left_in_right=0.9, right_in_left=0.1),
    ]
    made = grouped([*documents, document(4, characters=9_000)], pair(1, 2), *parts)
    assert [group.parts for group in made.groups] == [False, True]
    plan = plan_removal(made, {DocumentId(number) for number in marked})
    removed = {removal.document.id for removal in plan.removals}
    for group in made.groups:
        assert members(group) - removed
        for removal in plan.removals:
            # one of each group that it goes from is read again before
            if removal.document.id in members(group):
                assert {one.id for one in removal.witnesses} & members(group) - removed
    assert not removed & {one.id for removal in plan.removals for one in removal.witnesses}


PART = {"resemblance": 0.2, "left_in_right": 0.95, "right_in_left": 0.2}


@given(graphs(), st.data())
def test_a_removal_is_told_by_its_witness(graph: Graph, data: st.DataObject) -> None:
    documents, found = graph
    pairs = tuple(replace(one, **data.draw(st.sampled_from([{}, PART]))) for one in found)
    shelf = replace(made_of([], [*documents.values()]), pairs=pairs)
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


# --- carried out --------------------------------------------------------------------------------

posix = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


@pytest.fixture
def removal(tmp_path: Path) -> Removal:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(chinese_text(1), encoding="gb18030")
    made = scan([tmp_path], ScanConfig(jobs=0))
    marked = {member.document for member in made.groups[0].members}
    (planned,) = plan_removal(made, marked).removals
    return planned


Refused = Callable[[Removal], Reason | None]


@pytest.fixture
def refused(tmp_path_factory: pytest.TempPathFactory) -> Refused:
    """Delete a document, and return why it was not deleted."""

    def carried_out(removal: Removal) -> Reason | None:
        there = os.path.lexists(removal.document.path)
        plan = RemovalPlan((removal,), (), 0, Action.DELETE)
        with Journal(tmp_path_factory.mktemp("journal") / "journal.sqlite") as journal:
            (result,) = carry_out(plan, journal)
        done = result.state is State.DONE
        assert os.path.lexists(removal.document.path) == (there and not done)
        return None if done else result.reason

    return carried_out


@pytest.mark.parametrize("role", ["document", "witness"])
@pytest.mark.parametrize("change", ["folder", "unreadable"])
def test_changed_since(
    removal: Removal, role: str, change: str, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = getattr(removal, role).real_path
    if change == "folder":
        path.unlink()
        path.mkdir()
    else:
        real = Disk.open

        def refuse(self: Disk, name: Path) -> int:
            if name == path:
                raise PermissionError(13, "Permission denied")
            return real(self, name)

        monkeypatch.setattr(Disk, "open", refuse)
    assert str(refused(removal)).startswith("it" if role == "document" else "the document to keep")


@posix
def test_of_a_link_it_is_told_only_that_it_is_one(removal: Removal, refused: Refused) -> None:
    """Whether it was one when it was scanned is not known, as with the results of others."""
    link = removal.document.real_path.with_name("link.txt")
    link.symlink_to(removal.document.real_path)
    reason = refused(
        replace(removal, document=replace(removal.document, path=link, real_path=link))
    )
    assert str(reason) == "it is a symbolic link"


def test_every_group_of_a_document_has_its_witness_read_again(
    removal: Removal, tmp_path: Path, refused: Refused
) -> None:
    """It goes from two groups: what stays of either must be there."""
    book = tmp_path / "book.txt"
    book.write_text(chinese_text(2), encoding="utf-8")
    made = scan([tmp_path], ScanConfig(jobs=0))
    (other,) = [one for one in made.documents.values() if one.path == book]
    both = replace(removal, others=(other,))
    book.unlink()
    assert str(refused(both)) == "the document to keep is no longer there"
    assert removal.document.path.exists()
    book.write_text(chinese_text(2), encoding="utf-8")
    assert refused(both) is None
