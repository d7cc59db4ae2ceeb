"""GroupModel: rows, columns, marks and sorting of reports made by hand."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from PySide6.QtWidgets import QApplication

from amounts import LONG
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.groups.model import KEPT_ROLE, GroupModel
from builders import document
from group_reports import contracts, group, many, member, report
from simcore import Kind, ScanReport
from simcore.model.records import DocumentId

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


def test_empty_model(empty: GroupModel):
    assert empty.report is None
    assert empty.rowCount() == 0
    assert empty.columnCount() == len(GroupColumn)
    assert empty.marked() == frozenset()
    assert empty.document_at(QModelIndex()) is None
    assert empty.group_at(QModelIndex()) is None
    assert not empty.index_of(DocumentId(1)).isValid()


def test_two_levels_with_the_kept_document_first(model: GroupModel):
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


def test_what_the_cells_show(model: GroupModel):
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


def test_what_stands_on_a_group(model: GroupModel):
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


def test_a_group_is_called_by_the_title_of_its_kept_document(model: GroupModel):
    named = document(1, path=Path("/文档/a.md"), title="关于植树的通知\n二")
    model.set_report(report([group(1, member(2))], [named]))
    shown = model.title_at(model.index(0, 0))
    assert shown.title.startswith("关于植树的通知")
    assert "\n" not in shown.title


def test_figures_explain_themselves(model: GroupModel):
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


def test_a_document_with_other_numbers_shows_as_such(model: GroupModel):
    invoice = replace(member(2, distance=1, resemblance=0.98), numbers_only=True)
    model.set_report(report([group(1, invoice, member(3))]))
    shown = [cells(model, number)[GroupColumn.KIND] for number in (2, 3)]
    assert shown == ["Numbers only", "Similar"]
    assert "probably another document" in str(tip(model, 2, GroupColumn.KIND))


def with_copies() -> ScanReport:
    """Make a group of which 4 and 5 are copies of 3, which is only similar to 1."""
    same = member(2, distance=0, resemblance=1.0, kind=Kind.IDENTICAL)
    copies = (replace(same, document=DocumentId(key), copy_of=DocumentId(3)) for key in (4, 5))
    texts = {1: 1, 2: 1, 3: 3, 4: 3, 5: 3}
    documents = [document(key, text=text) for key, text in texts.items()]
    return report([group(1, same, member(3), *copies)], documents)


def test_a_copy_of_another_member_says_of_which(model: GroupModel):
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
    model: GroupModel, before: tuple[int, ...], after: tuple[int, ...]
):
    model.set_report(with_copies())
    model.mark(ids(*before), on=True)
    model.mark_kinds({Kind.IDENTICAL, Kind.SAME_TEXT})
    assert model.marked() == ids(*after)


def test_only_members_have_a_box(model: GroupModel):
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
    assert model.data(kept, KEPT_ROLE) is True
    assert model.data(near, KEPT_ROLE) is False


def test_marking_through_the_box(model: GroupModel, qtbot):
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


def test_the_kept_document_cannot_be_marked(model: GroupModel):
    model.set_marked(ids(1, 2, 3, 4, 7, 8, 99))
    assert model.marked() == ids(2, 3, 8)
    model.mark(ids(4, 5), on=True)
    assert model.marked() == ids(2, 3, 5, 8)
    model.mark(ids(2, 99), on=False)
    assert model.marked() == ids(3, 5, 8)


def test_marks_come_back_with_their_documents(model: GroupModel, qtbot):
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


def test_a_marked_document_that_becomes_the_kept_one_is_out_of_force(model: GroupModel):
    shown = model.report
    model.set_marked(ids(2, 3))
    model.set_report(replace(shown, groups=(group(3, member(1), member(2)),)))
    assert model.marked() == ids(2)
    assert model.data(box(model, 3), CHECK) is None
    model.set_report(shown)
    assert model.marked() == ids(2, 3)


def test_marks_do_not_outlive_the_bytes_they_were_made_for(model: GroupModel):
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
def test_sorting(model: GroupModel, column: GroupColumn, ascending: list[list[int]]):
    model.set_marked(ids(3, 5))
    model.sort(column)
    assert order(model) == ascending
    assert model.marked() == ids(3, 5)
    for numbers in ascending:
        for number in numbers:
            assert model.document_at(model.index_of(DocumentId(number))) == number
    model.sort(-1)
    assert order(model) == [[1, 2, 3], [4, 5, 6], [7, 8]]


def test_sorting_down_and_over_new_reports(model: GroupModel):
    shown = model.report
    model.sort(GroupColumn.SIZE, Qt.SortOrder.DescendingOrder)
    assert order(model) == [[7, 8], [1, 2, 3], [4, 5, 6]]
    model.set_report(without(shown, 0))
    assert order(model) == [[7, 8], [4, 5, 6]]


def test_equal_keys_keep_the_order_of_the_report(model: GroupModel):
    groups = [group(first, member(first + 1), member(first + 2)) for first in (1, 4, 7)]
    model.set_report(report(groups, [document(number, size=7) for number in range(1, 10)]))
    for direction in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        model.sort(GroupColumn.SIZE, direction)
        assert order(model) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_large_ids(model: GroupModel):
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


def test_differences_to_the_kept_document(model: GroupModel):
    model.set_relative(True)
    shown = cells(model, 3)
    assert shown[GroupColumn.SIZE] == "\N{MINUS SIGN}700 bytes"
    assert shown[GroupColumn.MODIFIED] == "\N{MINUS SIGN}60 min"
    assert cells(model, 1)[GroupColumn.SIZE] == "21 kB"
    model.set_relative(False)
    assert cells(model, 3)[GroupColumn.SIZE] == "20 kB"


def test_why_a_document_is_there(model: GroupModel):
    assert [cells(model, number)[GroupColumn.WHY] for number in (1, 2, 3, 5)] == [
        "Kept",
        "same bytes as the kept document",
        "similarity 92 %, distance 5 bits",
        "same text as the kept document, other bytes",
    ]


def test_folding_and_filtering_keep_the_rules_of_models(empty: GroupModel):
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


def test_what_is_filtered_is_told_in_the_title(model: GroupModel):
    model.set_filter(GroupFilter(short=True))
    assert model.rowCount() == 0
    model.set_filter(GroupFilter(kinds=frozenset({Kind.IDENTICAL})))
    assert model.title_at(model.index(0, 0)).facts.endswith("1 hidden by the filter")
    assert model.rowCount() == 3
