"""Which row is what, against rows written out; filters and orders, against plain loops."""

import functools
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import combined, examples
from app.badges import LOOKS
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.groups.rows import GroupRows, Order, arranged
from app.groups.table import GroupMarks, GroupTable, KnownGroups, marks_for
from builders import document
from group_reports import contracts, group, member, report
from shelves import LOCKED, shelves
from simcore import Cancelled, Group, Kind, ScanReport
from simcore.files.roles import Role, Roles
from simcore.model.records import DocumentId
from simcore.model.report import Member

KINDS = (Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SIMILAR, Kind.LINKED, Kind.PART)


@functools.cache
def many_made_up() -> ScanReport:
    return made_up(5, 9_000)


def made_up(seed: int, groups: int) -> ScanReport:
    """Make groups of documents in two folders, of all kinds and sizes."""
    drawn = random.Random(seed)
    made, documents, number = [], [], 1
    for _ in range(groups):
        members: list[Member] = []
        kept = number
        for _ in range(drawn.randrange(1, 5)):
            number += 1
            kind = drawn.choice(KINDS)
            one = member(
                number,
                distance=drawn.randrange(4),
                resemblance=drawn.choice((0.7, 0.8, 0.9)),
                kind=kind,
            )
            short = drawn.random() < 0.3
            numbers_only = kind is Kind.SIMILAR and drawn.random() < 0.5
            members.append(replace(one, short=short, numbers_only=numbers_only))
        made.append(group(kept, *members))
        number += 1
    for identity in range(1, number):
        root = drawn.choice(("/a", "/a/in", "/b", "/ab"))
        name = drawn.choice(("Vertrag", "合同", "contract", "CONTRACT x"))
        path = Path(f"{root}/{name} {identity}.txt")
        documents.append(document(identity, path=path, size=drawn.randrange(5)))
    shown = report(made, documents)
    object.__setattr__(shown, "folders", (Path("/a"), Path("/a/in"), Path("/b"), Path("/ab")))
    return shown


def written_out(rows: GroupRows, closed: set[int]) -> list[tuple[int, DocumentId | None]]:
    """List the rows one after another: rank of the group, and the document if it is one's row."""
    found: list[tuple[int, DocumentId | None]] = []
    for rank in range(rows.groups):
        found.append((rank, None))
        if rank not in closed:
            found.append((rank, rows.group(rank).representative))
            found += [(rank, one.document) for one in rows.members(rank)]
    return found


@given(seed=st.integers(0, 10_000), groups=st.integers(0, 12), data=st.data())
@settings(max_examples=examples(60), deadline=None)
def test_rows_are_those_written_out(seed: int, groups: int, data: st.DataObject):
    order = Order(data.draw(st.sampled_from([None, *GroupColumn])), data.draw(st.booleans()))
    text = data.draw(st.sampled_from(["", "x", "合"]))
    rows = arranged(made_up(seed, groups), order, GroupFilter(text))
    closed = data.draw(st.sets(st.integers(0, max(groups - 1, 0)), max_size=groups))
    closed = {rank for rank in closed if rank < rows.groups}
    for rank in closed:
        rows.set_open(rank, on=False)
    expected = written_out(rows, closed)
    assert rows.count == len(expected)
    for row, (rank, identity) in enumerate(expected):
        place = rows.at(row)
        assert (place.rank, rows.document(place)) == (rank, identity)
        assert rows.row_of(place) == row
        if identity is not None:
            assert rows.position_of(identity) == place
        else:
            assert rows.first_row(rank) == row


SUREST_FIRST = ["identical", "same-text", "same-words", "similar", "part", "linked"]


def sureness(shown: ScanReport, kept: DocumentId) -> tuple[bool, int]:
    (first, *_) = next(one for one in shown.groups if one.representative == kept).members
    return first.numbers_only, SUREST_FIRST.index(first.kind.value)


FILTERS = st.builds(
    GroupFilter,
    text=st.sampled_from(["", "contract", "合", "1", "ab/", "nothing has this"]),
    kinds=st.sets(st.sampled_from(Kind)).map(frozenset),
    numbers=st.booleans(),
    short=st.booleans(),
    across=st.booleans(),
    folder=st.sampled_from([None, Path("/a"), Path("/ab"), Path("/a/in"), Path("/nowhere")]),
)


def root_of(path: Path, shown: ScanReport) -> Path:
    return max(
        (one for one in shown.folders if path.is_relative_to(one)), key=lambda p: len(p.parts)
    )


def lets_through(wanted: GroupFilter, one: Member, of: Group, shown: ScanReport) -> bool:
    path = shown.documents[one.document].path
    kept = shown.documents[of.representative].path
    everybody = [kept, *(shown.documents[other.document].path for other in of.members)]
    return (
        (wanted.text.lower() in str(path).lower() or wanted.text.lower() in str(kept).lower())
        and (not wanted.kinds or one.kind in wanted.kinds)
        and (one.numbers_only or not wanted.numbers)
        and (one.short or not wanted.short)
        and (wanted.folder is None or path.is_relative_to(wanted.folder))
        and (not wanted.across or len({root_of(each, shown) for each in everybody}) > 1)
    )


@given(seed=st.integers(0, 10_000), wanted=FILTERS)
@settings(max_examples=examples(150), deadline=None)
def test_filters_let_through_what_a_plain_loop_does(seed: int, wanted: GroupFilter):
    shown = made_up(seed, 8)
    expected = []
    for one in shown.groups:
        members = [each.document for each in one.members if lets_through(wanted, each, one, shown)]
        if members:
            expected.append([one.representative, *members])
    rows = arranged(shown, Order(), wanted)
    found = [
        [rows.group(rank).representative, *(one.document for one in rows.members(rank))]
        for rank in range(rows.groups)
    ]
    # copies first; within a kind the report's order
    assert found == sorted(expected, key=lambda one: sureness(shown, one[0]))
    visible = {identity for group in expected for identity in group}
    assert rows.shown.documents == len(visible)
    everybody = {each.document for one in shown.groups for each in one.members}
    assert rows.shown.hidden == everybody - visible


def keys(shown: ScanReport, column: GroupColumn, one: Member) -> object:
    of = shown.documents[one.document]
    return {
        GroupColumn.NAME: of.path.name.casefold(),
        GroupColumn.KIND: KINDS.index(one.kind),
        GroupColumn.DISTANCE: one.distance,
        GroupColumn.SIMILARITY: one.resemblance,
        GroupColumn.SIZE: of.size,
        GroupColumn.WORDS: of.tokens,
        GroupColumn.FOLDER: str(of.path.parent),
    }[column]


@pytest.mark.parametrize(
    ("column", "descending"),
    combined(
        [GroupColumn.NAME, GroupColumn.KIND, GroupColumn.SIZE, GroupColumn.FOLDER], [False, True]
    ),
)
def test_many_groups_are_sorted_as_all_at_once(column: GroupColumn, *, descending: bool):
    """Merged chunks equal one stable sort."""
    shown = many_made_up()
    rows = arranged(shown, Order(column, descending), GroupFilter())

    def of_group(one: Group) -> object:
        if column is GroupColumn.SIZE:
            return sum(shown.documents[each.document].size for each in one.members)
        if column is GroupColumn.KIND:
            return max(KINDS.index(each.kind) for each in one.members)
        return keys(shown, column, Member(one.representative, 0, 1.0, 1.0, Kind.SIMILAR))

    expected = sorted(shown.groups, key=of_group, reverse=descending)
    assert [rows.group(rank) for rank in range(rows.groups)] == expected
    for rank in range(0, rows.groups, 500):
        members = sorted(
            rows.group(rank).members,
            key=lambda one: keys(shown, column, one),
            reverse=descending,
        )
        assert list(rows.members(rank)) == members


def test_regular_expressions():
    shown = contracts()
    rows = arranged(shown, Order(), GroupFilter(r"合同.*\(\d\)", regular=True))
    assert [one.document for one in rows.members(0)] == [2]
    assert rows.groups == 1
    assert "parenthes" in GroupFilter("(a", regular=True).error()
    assert GroupFilter("(a").error() == ""
    assert arranged(shown, Order(), GroupFilter("(a", regular=True)).groups == 0


def test_an_expression_that_never_ends_ends():
    path = Path("/" + "a" * 200 + "b")
    shown = report([group(1, member(2))], [document(1, path=path), document(2, path=path)])
    assert arranged(shown, Order(), GroupFilter("(a+)+$", regular=True)).groups == 0


def test_a_document_in_two_groups_is_counted_once_and_found_in_both():
    parts = Group(DocumentId(3), (member(2, kind=Kind.PART),), 0.5, parts=True)
    shown = report([group(1, member(2)), parts], [document(n, size=n) for n in (1, 2, 3)])
    table = GroupTable(shown)
    assert table.totals == (2, 3, 2)
    rows = arranged(table, Order(), GroupFilter())
    near, part = (
        rows.position_of(DocumentId(2), parts=False),
        rows.position_of(DocumentId(2), parts=True),
    )
    assert (near, part) == ((0, 1), (1, 1))
    rows = arranged(table, Order(), GroupFilter(kinds=frozenset({Kind.SIMILAR})))
    assert rows.shown.hidden == frozenset()  # hidden as a part, shown as near
    assert rows.position_of(DocumentId(2), parts=True) == (0, 1)


def told_of(table: GroupTable) -> tuple[object, ...]:
    rows = GroupRows(table, Order(), GroupFilter().apply(table), _default_order(table))
    return table.totals, table.gains, table.offsets, written_out(rows, set())


def _default_order(table: GroupTable) -> list[int]:
    """Order groups as ``Order`` says: numbers only late, forms last, by the first member."""
    kinds = list(LOOKS)

    def key(number: int) -> tuple[bool, bool, int]:
        made = table.groups[number]
        first = made.members[0]
        return made.framed, first.numbers_only, kinds.index(first.kind)

    return sorted(range(len(table.groups)), key=key)


def test_tables_that_share_what_they_know_are_as_if_each_was_alone():
    """A slider back and forth: groups stay, come and go; then the files are other ones."""
    known, whole = KnownGroups(), made_up(3, 40)
    drawn = random.Random(4)
    for step in range(12):
        some = replace(whole, groups=tuple(one for one in whole.groups if drawn.random() < 0.6))
        if step == 8:
            larger = {key: replace(one, size=one.size + 7) for key, one in whole.documents.items()}
            whole = replace(whole, documents=larger)
        table = GroupTable(some, known=known)
        assert told_of(table) == told_of(GroupTable(some))
        rows = arranged(some, Order(), GroupFilter(), known=known)
        assert [rows.number(rank) for rank in range(rows.groups)] == _default_order(table)


@given(st.randoms(use_true_random=False))
def test_documents_are_found_in_the_groups_of_each_step(drawn: random.Random):
    """As a slider moves, documents change groups: a whole is part of another, parts are near."""
    whole, known = made_up(3, 20), KnownGroups()
    ids = [*whole.documents]

    def divided(*, parts: bool) -> list[Group]:
        some = drawn.sample(ids, drawn.randrange(len(ids)))
        cut = [some[at : at + 3] for at in range(0, len(some), 3)]
        kind = Kind.PART if parts else Kind.SIMILAR
        return [
            Group(one, tuple(member(key, kind=kind) for key in others), 0.9, parts=parts)
            for one, *others in cut
            if others
        ]

    steps = [divided(parts=False) for _ in range(4)]
    for at in (1, 2, 2):
        steps[at] += divided(parts=True)
    for step in (*steps, *reversed(steps)):
        table = GroupTable(replace(whole, groups=tuple(step)), known=known)
        held = [*map(documents_of, step)]
        places = {key: [at for at, one in enumerate(held) if key in one][::-1] for key in ids}
        assert {key: table.places_of(key) for key in ids} == places
        more = {key: len(found) - 1 for key, found in places.items() if len(found) > 1}
        assert table.in_more == more
        members = {m.document for one in step for m in one.members}
        freed = sum(whole.documents[key].size for key in members)
        assert table.totals == (len(step), sum(map(bool, places.values())), freed)
        assert [*table.placed] == [*dict.fromkeys(key for one in step for key in documents_of(one))]
        assert {key for key in ids if table.leads(key)} == {one.representative for one in step}


def documents_of(made: Group) -> list[DocumentId]:
    return [made.representative, *(one.document for one in made.members)]


def test_work_nobody_waits_for_stops():
    asked = 0

    def check() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        arranged(made_up(1, 5_000), Order(GroupColumn.NAME), GroupFilter("x"), check)
    assert asked == 3


def test_marks_are_for_members_alone():
    table = GroupTable(contracts())
    made = marks_for(table, map(DocumentId, (1, 2, 4, 6, 99)))
    assert set(made) == {2, 6}
    marks = GroupMarks()
    assert marks.mark(made) == {2, 6}
    copy = marks.copy()
    assert copy.unmark([DocumentId(2)]) == {2}
    assert (marks.marked, copy.marked) == ({2, 6}, {6})


def rows_of(rows: GroupRows) -> Counter[DocumentId]:
    return Counter(
        one.document
        for rank in range(rows.groups)
        for one in rows.members(rank)
        if one.document not in rows.table.protected
    )


@given(shelves(), st.booleans(), st.sets(st.sampled_from(Kind), min_size=1))
def test_a_tile_counts_what_its_filter_shows(shelf: ScanReport, locked: bool, several: set[Kind]):
    table = GroupTable(shelf, roles=Roles({LOCKED: Role.PROTECTED} if locked else {}))
    counts = table.counted()
    tiles = counts.freeing.kinds
    for kinds in (*({kind} for kind in LOOKS), several):
        found = rows_of(arranged(table, Order(), GroupFilter(kinds=frozenset(kinds))))
        assert len(found) == found.total() == sum(tiles[kind].documents for kind in kinds)
    everything = rows_of(arranged(table, Order(), GroupFilter()))
    assert len(everything) == counts.freeing.all.documents
    assert len(everything) == counts.folders.get("/documents", 0)
