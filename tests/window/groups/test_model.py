"""GroupModel and its rows: columns, marks, orders and filters, against plain loops."""

import functools
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from PySide6.QtWidgets import QApplication

from amounts import LONG, combined, examples
from app.badges import LOOKS
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.groups.model import GroupModel
from app.groups.rows import GroupRows, Order, arranged
from app.groups.table import GroupTable, KnownGroups
from builders import document
from group_reports import contracts, group, many, member, report
from shelves import LOCKED, shelves
from simcore import Cancelled, Group, Kind, ScanReport
from simcore.files.roles import Role, Roles
from simcore.model.records import DocumentId
from simcore.model.report import Member

CHECK = Qt.ItemDataRole.CheckStateRole
TOOLTIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def empty(british: None, qapp: QApplication) -> GroupModel:
    """A model whose every change is checked against the rules of Qt."""
    model = GroupModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    assert tester.model() is model
    return model


@pytest.fixture
def model(empty: GroupModel) -> GroupModel:
    empty.set_report(contracts())
    return empty


def ids(*numbers: int) -> frozenset[DocumentId]:
    return frozenset(map(DocumentId, numbers))


def cells(model: GroupModel, number: int) -> list[object]:
    first = model.index_of(DocumentId(number))
    return [model.data(first.siblingAtColumn(column)) for column in GroupColumn]


def box(model: GroupModel, number: int) -> QModelIndex:
    """Return the cell in which a document is marked."""
    return model.index_of(DocumentId(number)).siblingAtColumn(GroupColumn.MARK)


def tip(model: GroupModel, number: int, column: GroupColumn) -> object:
    return model.data(model.index_of(DocumentId(number)).siblingAtColumn(column), TOOLTIP)


def order(model: GroupModel) -> list[list[DocumentId]]:
    """Return the documents of each group, top to bottom."""
    result: list[list[DocumentId]] = []
    for row in range(model.rowCount()):
        document = model.document_at(model.index(row, 0))
        if document is None:
            result.append([])
        else:
            result[-1].append(document)
    return result


def title(model: GroupModel, number: int) -> QModelIndex:
    """Return the row of the group that holds a document."""
    return model.index_of_group(DocumentId(number))


def without(shown: ScanReport, *positions: int) -> ScanReport:
    """Return the report as regrouping returns it: other groups of the same documents."""
    groups = [one for at, one in enumerate(shown.groups) if at not in positions]
    return replace(shown, groups=tuple(groups))


def test_empty_model(empty):
    assert empty.report is None
    assert empty.rowCount() == 0
    assert empty.columnCount() == len(GroupColumn)
    assert empty.marked() == frozenset()
    assert empty.document_at(QModelIndex()) is None
    assert empty.group_at(QModelIndex()) is None
    assert not empty.index_of(DocumentId(1)).isValid()


def test_two_levels_with_the_kept_document_first(model):
    shown = model.report
    assert order(model) == [[1, 2, 3], [4, 5, 6], [7, 8]]
    top = title(model, 4)
    assert top.row() == 4
    assert model.document_at(top) is None
    assert model.group_at(top) == shown.groups[1]
    child = model.index_of(DocumentId(6))
    assert child.row() == 7
    assert model.group_at(child) == shown.groups[1]
    assert title(model, 6) == model.title_of(child) == top
    assert model.rowCount(child) == 0


def test_what_the_cells_show(model):
    assert model.data(model.index(0, GroupColumn.NAME)) == "合同-最终版"
    others = set(GroupColumn) - {GroupColumn.NAME}
    assert {model.data(model.index(0, column)) for column in others} == {None}
    column = GroupColumn
    kept = cells(model, 1)
    name, reason = "合同-最终版.txt", "Kept: higher version by name"
    assert (kept[column.MARK], kept[column.NAME], kept[column.KIND]) == ("", name, reason)
    for at in (column.NAME, column.KIND):
        told = tip(model, 1, at)
        assert told.endswith("It is kept because its name or folder tells of a higher version.")
    assert kept[column.SIMILARITY : column.SIZE + 1] == ["–", "21 kB"]
    assert kept[column.MODIFIED] == "1 Jan 1970"
    assert kept[column.FOLDER] == "/文档"
    assert kept[column.DISTANCE : column.ENCODING + 1] == ["–", "UTF-8"]
    draft = cells(model, 3)
    assert draft[column.NAME : column.SIZE + 1] == ["合同-初稿.txt", "Similar", "92 %", "20 kB"]
    assert draft[column.FOLDER : column.ENCODING + 1] == ["/文档 / 存档", "5", "GB18030"]
    assert cells(model, 2)[column.KIND : column.SIZE] == ["Identical", "100 %"]
    assert cells(model, 2)[column.DISTANCE] == "0"
    assert cells(model, 5)[column.KIND : column.SIZE] == ["Same text", "100 %"]
    assert cells(model, 5)[column.ENCODING] == "Big5 (lossy)"
    assert cells(model, 6)[column.SIMILARITY] == "99.9 %"
    assert cells(model, 8)[column.NAME] == "caf\ufffd.txt"


def test_what_stands_on_a_group(model):
    copies, mixed, near = (model.title_at(title(model, number)) for number in (1, 4, 7))
    assert copies == (
        "合同-最终版",
        "3 documents  ·  62 kB  ·  lowest similarity 92 %",
        "21 kB safe to free",
        True,
    )
    # 5 has the same text, but not all of it could be read
    assert mixed == (
        "数据库",
        "3 documents  ·  2.4 kB  ·  lowest similarity 99.9 %",
        "1.5 kB to review",
        False,
    )
    assert near.frees == "4.0 MB to review"
    assert not near.safe
    assert model.title_at(model.index_of(DocumentId(1))) is None
    assert title(model, 1).data(Qt.ItemDataRole.AccessibleTextRole) is None
    spoken = title(model, 1).siblingAtColumn(GroupColumn.NAME)
    assert spoken.data(Qt.ItemDataRole.AccessibleTextRole) == (
        f"合同-最终版, {copies.facts}, 21 kB safe to free, expanded"
    )


def test_a_group_is_called_by_the_title_of_its_kept_document(model):
    named = document(1, path=Path("/文档/a.md"), title="关于植树的通知\n二")
    model.set_report(report([group(1, member(2))], [named]))
    shown = model.title_at(model.index(0, 0))
    assert shown.title.startswith("关于植树的通知")
    assert "\n" not in shown.title


def test_figures_explain_themselves(model):
    assert tip(model, 3, GroupColumn.DISTANCE) == "5 bits of the fingerprints differ"
    assert tip(model, 3, GroupColumn.SIMILARITY) == (
        "92 % of the runs of 4 or 5 characters of both documents together are in both"
    )
    assert tip(model, 1, GroupColumn.SIZE) == "21,000 bytes"
    assert "could not be decoded" in str(tip(model, 5, GroupColumn.ENCODING))
    assert "could not be decoded" not in str(tip(model, 4, GroupColumn.ENCODING))
    assert (
        tip(model, 8, GroupColumn.NAME) == "/文档/caf\ufffd.txt\nsimilarity 70 %, distance 16 bits"
    )
    for number in (1, 2, 3, 5, 8):
        assert all(tip(model, number, column) for column in GroupColumn)
    assert "合同-最终版.txt" in str(model.data(model.index(0, 0), TOOLTIP))
    for column in GroupColumn:
        for role in (Qt.ItemDataRole.DisplayRole, TOOLTIP):
            assert model.headerData(column, Qt.Orientation.Horizontal, role)


def with_copies() -> ScanReport:
    """Make a group of which 4 and 5 are copies of 3, which is only similar to 1."""
    same = member(2, distance=0, resemblance=1.0, kind=Kind.IDENTICAL)
    copies = (replace(same, document=DocumentId(key), copy_of=DocumentId(3)) for key in (4, 5))
    texts = {1: 1, 2: 1, 3: 3, 4: 3, 5: 3}
    documents = [document(key, text=text) for key, text in texts.items()]
    return report([group(1, same, member(3), *copies)], documents)


def test_a_copy_of_another_member_says_of_which(model):
    model.set_report(with_copies())
    shown = cells(model, 4)
    assert shown[GroupColumn.KIND] == "Identical"
    assert shown[GroupColumn.SIMILARITY] == "of 00003.txt"
    assert shown[GroupColumn.WHY] == "same bytes as 00003.txt"
    for column in (GroupColumn.NAME, GroupColumn.KIND, GroupColumn.SIMILARITY):
        assert "same bytes as 00003.txt" in str(tip(model, 4, column))
    assert "100" in str(cells(model, 2)[GroupColumn.SIMILARITY])


@pytest.mark.parametrize(
    ("before", "after"), [((), (2, 4, 5)), ((3,), (2, 3, 5)), ((3, 4), (2, 3, 4))]
)
def test_of_copies_that_are_marked_together_one_stays(
    model, before: tuple[int, ...], after: tuple[int, ...]
):
    model.set_report(with_copies())
    model.mark(ids(*before), on=True)
    model.mark_kinds({Kind.IDENTICAL, Kind.SAME_TEXT})
    assert model.marked() == ids(*after)


def test_only_members_have_a_box(model):
    checkable = Qt.ItemFlag.ItemIsUserCheckable
    kept, near = (box(model, number) for number in (1, 3))
    assert not model.flags(kept) & checkable
    assert model.data(kept, CHECK) is None
    assert not model.setData(kept, Qt.CheckState.Checked, CHECK)
    assert not model.flags(model.index(0, 0)) & checkable
    assert not model.setData(model.index(0, 0), Qt.CheckState.Checked, CHECK)
    assert model.marked() == frozenset()
    assert model.flags(near) & checkable
    assert not model.flags(near.siblingAtColumn(GroupColumn.NAME)) & checkable
    assert model.data(near.siblingAtColumn(GroupColumn.NAME), CHECK) is None
    assert model.cell(kept).kept
    assert not model.cell(near).kept


def test_marking_through_the_box(model, qtbot):
    near = box(model, 3)
    with qtbot.waitSignals([model.marked_changed, model.dataChanged]):
        assert model.setData(near, Qt.CheckState.Checked.value, CHECK)
    assert model.marked() == ids(3)
    assert model.data(near, CHECK) == Qt.CheckState.Checked
    with qtbot.assertNotEmitted(model.marked_changed):  # where nothing changes nothing is told
        model.set_marked(ids(3))
        model.mark(ids(3), on=True)
        model.set_report(contracts())
    with qtbot.waitSignal(model.marked_changed):
        assert model.setData(near, Qt.CheckState.Unchecked, CHECK)
    assert model.marked() == frozenset()


def test_the_kept_document_cannot_be_marked(model):
    model.set_marked(ids(1, 2, 3, 4, 7, 8, 99))
    assert model.marked() == ids(2, 3, 8)
    model.mark(ids(4, 5), on=True)
    assert model.marked() == ids(2, 3, 5, 8)
    model.mark(ids(2, 99), on=False)
    assert model.marked() == ids(3, 5, 8)


def test_marks_come_back_with_their_documents(model, qtbot):
    shown = model.report
    model.set_marked(ids(3, 6, 8))
    with qtbot.waitSignal(model.marked_changed):
        model.set_report(without(shown, 1, 2))
    assert model.marked() == ids(3)
    model.mark(ids(2), on=True)
    with qtbot.waitSignal(model.marked_changed):
        model.set_report(shown)
    assert model.marked() == ids(2, 3, 6, 8)
    # unless they were taken away as a whole meanwhile
    model.set_report(without(shown, 2))
    model.set_marked([])
    model.set_report(shown)
    assert model.marked() == frozenset()


def test_a_marked_document_that_becomes_the_kept_one_is_out_of_force(model):
    shown = model.report
    model.set_marked(ids(2, 3))
    model.set_report(replace(shown, groups=(group(3, member(1), member(2)),)))
    assert model.marked() == ids(2)
    assert model.data(box(model, 3), CHECK) is None
    model.set_report(shown)
    assert model.marked() == ids(2, 3)


def test_marks_do_not_outlive_the_bytes_they_were_made_for(model):
    shown = model.report
    model.set_marked(ids(2, 3, 8))
    changed = dict(shown.documents)
    changed[DocumentId(2)] = replace(changed[DocumentId(2)], content_hash=b"other bytes now.")
    del changed[DocumentId(8)]
    model.set_report(replace(without(shown, 2), documents=changed))
    assert model.marked() == ids(3)
    model.set_report(shown)
    assert model.marked() == ids(3)


@pytest.mark.parametrize(
    ("column", "ascending"),
    [
        (GroupColumn.NAME, [[7, 8], [1, 3, 2], [4, 6, 5]]),
        (GroupColumn.KIND, [[1, 2, 3], [4, 5, 6], [7, 8]]),
        (GroupColumn.DISTANCE, [[1, 2, 3], [4, 5, 6], [7, 8]]),
        (GroupColumn.SIMILARITY, [[7, 8], [1, 3, 2], [4, 6, 5]]),
        (GroupColumn.SIZE, [[4, 6, 5], [1, 3, 2], [7, 8]]),
        (GroupColumn.MODIFIED, [[1, 3, 2], [4, 5, 6], [7, 8]]),
        (GroupColumn.ENCODING, [[1, 3, 2], [4, 5, 6], [7, 8]]),
        (GroupColumn.FOLDER, [[1, 2, 3], [4, 5, 6], [7, 8]]),
    ],
)
def test_sorting(model, column: GroupColumn, ascending: list[list[int]]):
    model.set_marked(ids(3, 5))
    model.sort(column)
    assert order(model) == ascending
    assert model.marked() == ids(3, 5)
    for numbers in ascending:
        for number in numbers:
            assert model.document_at(model.index_of(DocumentId(number))) == number
    model.sort(-1)
    assert order(model) == [[1, 2, 3], [4, 5, 6], [7, 8]]


def test_sorting_down_and_over_new_reports(model):
    shown = model.report
    model.sort(GroupColumn.SIZE, Qt.SortOrder.DescendingOrder)
    assert order(model) == [[7, 8], [1, 2, 3], [4, 5, 6]]
    model.set_report(without(shown, 0))
    assert order(model) == [[7, 8], [4, 5, 6]]


def test_large_ids(model):
    large = 2**40
    model.set_report(report([group(large, member(large + 1))]))
    model.set_marked([DocumentId(large + 1)])
    assert model.marked() == {large + 1}


def test_many_thousand_groups(qtbot):
    groups = 40_000 if LONG else 8_000
    model = GroupModel()
    with qtbot.waitSignal(model.counted):
        model.set_report(many(groups))
    assert model.rowCount() == 4 * groups
    model.sort(GroupColumn.SIMILARITY, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: not model.busy)
    changes = QSignalSpy(model.dataChanged)
    model.set_marked(DocumentId(number) for number in range(1, 3 * groups + 1))
    assert changes.count() == 1  # not one for each row
    assert len(model.marked()) == 2 * groups
    assert title(model, 3 * groups).row() == 4 * (groups - 1)


def test_differences_to_the_kept_document(model):
    model.set_relative(True)
    shown = cells(model, 3)
    assert shown[GroupColumn.SIZE] == "\N{MINUS SIGN}700 bytes"
    assert shown[GroupColumn.MODIFIED] == "\N{MINUS SIGN}60 min"
    assert cells(model, 1)[GroupColumn.SIZE] == "21 kB"
    model.set_relative(False)
    assert cells(model, 3)[GroupColumn.SIZE] == "20 kB"


def test_why_a_document_is_there(model):
    assert [cells(model, number)[GroupColumn.WHY] for number in (1, 2, 3, 5)] == [
        "Kept",
        "same bytes as the kept document",
        "similarity 92 %, distance 5 bits",
        "same text as the kept document, other bytes",
    ]


def test_folding_and_filtering_keep_the_rules_of_models(empty):
    model = empty
    model.set_report(many(40))
    for number in (1, 4, 118):
        model.set_open(title(model, number), on=False)
    assert model.rowCount() == 160 - 9
    assert not model.index_of(DocumentId(5)).isValid()
    assert model.document_at(model.reveal(DocumentId(5))) == 5
    model.set_filter(GroupFilter("0000"))
    model.sort(GroupColumn.NAME, Qt.SortOrder.DescendingOrder)
    # 7, 8, 9 make a group, 1 to 6 two more; 1 is closed
    assert model.rowCount() == 1 + 4 + 4
    model.open_all(on=False)
    assert model.rowCount() == 3
    model.set_filter(GroupFilter())
    assert model.rowCount() == 40
    model.open_all(on=True)
    assert model.rowCount() == 160


def test_what_is_filtered_is_told_in_the_title(model):
    model.set_filter(GroupFilter(short=True))
    assert model.rowCount() == 0
    model.set_filter(GroupFilter(kinds=frozenset({Kind.IDENTICAL})))
    assert model.title_at(model.index(0, 0)).facts.endswith("1 hidden by the filter")
    assert model.rowCount() == 3


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
            rows.group(rank).members, key=lambda one: keys(shown, column, one), reverse=descending
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
