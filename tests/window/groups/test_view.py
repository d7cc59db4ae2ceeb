"""GroupView: the current row, over new reports, sorting and marking."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QLocale, QModelIndex, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDesktopServices, QDrag, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from amounts import LONG
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.groups.model import GroupModel
from app.groups.view import GroupView
from builders import document
from group_reports import contracts, group, many, member, report
from looking import cut_beside_room
from simcore import Kind, ScanReport
from simcore.model.records import INSIDE, DocumentId

# The offscreen platform says what it cannot do when a window is shown, raised or grabs keys.


@pytest.fixture
def view(qtbot):
    view = GroupView()
    qtbot.addWidget(view)
    view.setModel(GroupModel(view))
    view.resize(900, 300)
    view.show()
    view.model().set_report(contracts())
    return view


def index(view: GroupView, number: int) -> QModelIndex:
    return view.model().index_of(DocumentId(number))


def title(view: GroupView, number: int) -> QModelIndex:
    """Return the row of the group that holds a document."""
    return view.model().index_of_group(DocumentId(number))


def choose(view: GroupView, number: int) -> None:
    view.setCurrentIndex(index(view, number))


def current(view: GroupView) -> DocumentId | None:
    return view.model().document_at(view.currentIndex())


def chosen_by(qtbot: QtBot, view: GroupView, act: Callable[[], None]) -> list[DocumentId]:
    """Return the pair that is chosen where something is done."""
    with qtbot.waitSignal(view.document_chosen) as chosen:
        act()
    return chosen.args


def selected(view: GroupView) -> set[DocumentId | None]:
    return {view.model().document_at(one) for one in view.selectionModel().selectedRows()}


def without(shown: ScanReport, *positions: int) -> ScanReport:
    groups = tuple(one for at, one in enumerate(shown.groups) if at not in positions)
    return replace(shown, groups=groups)


def test_it_shows_group_models_alone(view):
    with pytest.raises(TypeError, match="GroupModel"):
        view.setModel(None)


@pytest.mark.parametrize("name", ["en_GB", "en_US", "zh_CN", "zh_TW", "de_DE", "C"])
def test_a_day_has_room(qtbot, name: str):
    late = int(datetime(2026, 11, 22, 22, 18).timestamp() * 1e9)
    QLocale.setDefault(QLocale(name))
    try:
        view = GroupView()
        qtbot.addWidget(view)
        view.setModel(GroupModel(view))
        view.resize(1100, 300)
        view.show()
        two = [document(number, mtime_ns=late) for number in (1, 2)]
        view.model().set_report(report([group(1, member(2))], two))
        date = index(view, 2).siblingAtColumn(GroupColumn.MODIFIED)
        assert "22" in date.data()
        assert "2026" in date.data() or "26" in date.data()
        assert view.columnWidth(GroupColumn.MODIFIED) >= view.sizeHintForIndex(date).width()
        assert "22:18" in date.data(Qt.ItemDataRole.ToolTipRole).replace("10:18", "22:18")
    finally:
        QLocale.setDefault(QLocale.system())


def test_groups_are_open(view, qtbot):
    for number in (1, 4, 7):
        assert view.groups.is_open(title(view, number))
    assert not view.visualRect(index(view, 8)).isEmpty()
    other = GroupView()  # of a model that has a report already
    qtbot.addWidget(other)
    other.setModel(view.model())
    assert other.groups.is_open(title(view, 7))


@pytest.mark.parametrize(
    ("number", "pair"), [(2, (1, 2)), (3, (1, 3)), (1, (1, 2)), (4, (4, 5)), (6, (4, 6))]
)
def test_choosing_a_document(view, qtbot, number: int, pair: tuple[int, int]):
    assert chosen_by(qtbot, view, lambda: view.setCurrentIndex(title(view, 7))) == [7, 8]
    assert chosen_by(qtbot, view, lambda: choose(view, number)) == list(pair)


def test_another_column_is_no_other_choice_and_another_group_is_one(view, qtbot):
    choose(view, 2)
    with qtbot.assertNotEmitted(view.document_chosen):
        view.setCurrentIndex(index(view, 2).siblingAtColumn(GroupColumn.SIZE))
    assert chosen_by(qtbot, view, lambda: choose(view, 5)) == [4, 5]


def test_place_outlasts_a_new_report(view, qtbot):
    shown = view.model().report
    choose(view, 6)
    view.collapse(title(view, 7))
    with qtbot.assertNotEmitted(view.document_chosen):
        view.model().set_report(without(shown, 0))
    assert current(view) == 6
    assert selected(view) == {6}
    assert not view.groups.is_open(title(view, 7))
    assert view.groups.is_open(title(view, 4))
    view.model().set_report(shown)
    assert current(view) == 6
    assert view.groups.is_open(title(view, 1))
    assert not view.groups.is_open(title(view, 7))
    # closed and opened by command stays so, too
    view.collapseAll()
    view.expand(title(view, 4))
    view.model().set_report(without(shown, 0))
    assert view.groups.is_open(title(view, 4))
    assert not view.groups.is_open(title(view, 7))
    view.expandAll()
    view.model().set_report(shown)
    assert view.groups.is_open(title(view, 7))


def test_a_group_row_stays_the_current_one(view):
    shown = view.model().report
    view.setCurrentIndex(title(view, 4))
    view.model().set_report(without(shown, 0))
    assert view.currentIndex() == title(view, 4)
    # a current document in a closed group does not open it
    view.model().set_report(shown)
    choose(view, 2)
    view.collapse(title(view, 1))
    view.model().set_report(without(shown, 2))
    assert not view.groups.is_open(title(view, 1))


def test_the_next_document_takes_the_place_of_one_that_went(view, qtbot):
    shown = view.model().report
    choose(view, 2)
    rest = replace(shown, groups=(group(1, member(3)), *shown.groups[1:]))
    assert chosen_by(qtbot, view, lambda: view.model().set_report(rest)) == [1, 3]
    assert selected(view) == {3}
    # the group with a copy comes first now, those of similar documents behind it
    assert chosen_by(qtbot, view, lambda: view.model().set_report(without(rest, 0))) == [7, 8]
    choose(view, 8)
    assert chosen_by(qtbot, view, lambda: view.model().set_report(without(rest, 0, 2))) == [4, 5]
    # a new kept document is another pair
    view.model().set_report(shown)
    choose(view, 3)
    assert chosen_by(
        qtbot,
        view,
        lambda: view.model().set_report(replace(shown, groups=(group(2, member(1), member(3)),))),
    ) == [2, 3]
    with qtbot.waitSignal(view.nothing_chosen), qtbot.assertNotEmitted(view.document_chosen):
        view.model().set_report(replace(shown, groups=()))
    with qtbot.assertNotEmitted(view.nothing_chosen):
        view.model().set_report(replace(shown, groups=()))


def test_rows_stay_where_they_are_on_screen(view):
    shown = many(300)
    view.model().set_report(shown)
    choose(view, 451)
    view.scrollTo(index(view, 451), GroupView.ScrollHint.PositionAtCenter)
    top = view.visualRect(index(view, 451)).top()
    assert 0 < top < view.viewport().height()
    view.model().set_report(without(shown, *range(7), *range(200, 220)))
    assert view.visualRect(index(view, 451)).top() == top
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 2000)
    top_row = view.rowAt(0)
    first = next(
        found
        for row in range(top_row + 1, top_row + 3)
        if (found := view.model().document_at(view.model().index(row, 0))) is not None
    )
    before = view.visualRect(view.model().index_of(first)).top()
    view.model().set_report(shown)
    assert view.visualRect(view.model().index_of(first)).top() == before


def test_a_filter_that_hides_the_current_row_begins_at_the_top(view, qtbot):
    view.model().set_report(many(300))
    choose(view, 451)
    view.scrollTo(index(view, 451), GroupView.ScrollHint.PositionAtCenter)
    name = view.model().report.documents[DocumentId(5)].path.name
    with qtbot.waitSignal(view.document_chosen) as chosen:
        view.model().set_filter(GroupFilter(text=name))
    assert view.verticalScrollBar().value() == 0
    assert view.currentIndex().row() == 2
    assert selected(view) == {current(view)}
    assert chosen.args[1] == current(view)
    # with all rows again it stays in sight
    view.model().set_filter(GroupFilter())
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
    with qtbot.waitSignal(view.nothing_chosen):
        view.model().set_filter(GroupFilter(text="no document has this name"))
    with qtbot.waitSignal(view.document_chosen):
        view.model().set_filter(GroupFilter())
        view.choose_first()
    assert view.verticalScrollBar().value() == 0


def test_a_group_that_gets_documents_stays_in_sight_as_a_whole(view):
    shown = many(300)
    (full,) = [one for one in shown.groups if one.representative == DocumentId(301)]
    less = replace(full, members=full.members[-1:])
    groups = tuple(less if one is full else one for one in shown.groups)
    view.model().set_report(replace(shown, groups=groups))
    choose(view, full.members[-1].document)
    top = view.verticalHeader().sectionPosition(title(view, 301).row())
    view.verticalScrollBar().setValue(top)
    view.model().set_report(shown)
    assert view.visualRect(title(view, 301)).top() >= 0
    assert view.rowViewportPosition(view.currentIndex().row()) < view.viewport().height()
    # but where it was out of sight it is not sought
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + view.rowHeight(0) + 1)
    before = view.visualRect(view.currentIndex()).top()
    view.model().set_report(many(300))
    assert view.visualRect(view.currentIndex()).top() == before


def test_sorting_keeps_the_place(view, qtbot):
    choose(view, 3)
    view.collapse(title(view, 4))
    view.sortByColumn(GroupColumn.SIZE, Qt.SortOrder.DescendingOrder)
    assert title(view, 7).row() == 0
    assert current(view) == 3
    assert selected(view) == {3}
    assert not view.groups.is_open(title(view, 4))
    view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert title(view, 7).row() == 5  # below one open group and one closed
    header = view.header()
    place = QPoint(header.sectionViewportPosition(GroupColumn.SIZE) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    rows = {number: title(view, number).row() for number in (1, 4, 7)}
    assert sorted(rows, key=rows.__getitem__) in ([4, 1, 7], [7, 1, 4])


def test_space_toggles_marks(view, qtbot):
    view.setCurrentIndex(index(view, 3).siblingAtColumn(GroupColumn.FOLDER))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model().marked() == {3}
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model().marked() == frozenset()
    choose(view, 1)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model().marked() == frozenset()  # the kept document stays
    view.setCurrentIndex(title(view, 1))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model().marked() == {2, 3}
    # of what is selected all is marked first
    view.selectAll()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model().marked() == {2, 3, 6, 8}  # 5 was not read in full
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model().marked() == frozenset()


def test_a_click_on_the_box_marks(view, qtbot):
    for number in (3, 1):  # the second is the kept one, where the star is
        cell = view.visualRect(index(view, number))
        place = QPoint(cell.left() + cell.height() + 10, cell.center().y())
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert view.model().marked() == {3}


def test_a_long_selection_takes_groups_by_their_titles(view):
    view.model().set_report(many(1000))
    choose(view, 2)
    start = view.visualRect(index(view, 2))
    end = view.visualRect(index(view, 2999))
    rect = QRect(start.topLeft(), end.bottomRight())
    flags = view.selectionModel().SelectionFlag
    view.setSelection(rect, flags.ClearAndSelect | flags.Rows)
    chosen = view.selectionModel().selection().toList()
    assert len(chosen) == 1
    view.toggle_marks()
    expected = {number for number in range(1, 3000) if number % 3 != 1}
    assert view.model().marked() == expected  # all members between both, 3000 not


def open_menu(view: GroupView) -> QMenu:
    place = view.visualRect(view.currentIndex()).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, view.mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = [one for one in view.findChildren(QMenu) if one.isVisible()]
    return menu


def trigger(view: GroupView, text: str) -> None:
    menu = open_menu(view)
    (action,) = [one for one in menu.actions() if one.text().replace("&", "") == text]
    assert action.isEnabled()
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def test_menu_marks(view):
    choose(view, 3)
    trigger(view, "Mark\tSpace")
    assert view.model().marked() == {3}
    trigger(view, "Unmark\tSpace")
    assert view.model().marked() == frozenset()
    choose(view, 1)
    trigger(view, "Mark all other documents of this group")
    assert view.model().marked() == {2, 3}
    choose(view, 3)
    trigger(view, "Unmark all of this group")
    assert view.model().marked() == frozenset()
    # the kept document cannot be marked
    choose(view, 1)
    menu = open_menu(view)
    assert [one.isEnabled() for one in menu.actions() if "Space" in one.text()] == [False]


class Desktop:
    """Stands for the programs that would open files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened: list[str] = []
        self.works = True
        monkeypatch.setattr(QDesktopServices, "openUrl", self.open)

    def open(self, url: QUrl) -> bool:
        self.opened.append(bytes(url.toEncoded().data()).decode("ascii"))
        return self.works


def on_disk(folder: Path) -> ScanReport:
    kept, copy = folder / "合同.txt", folder / "合同 (1).txt"
    for path in (kept, copy):
        path.write_text("合同", encoding="utf-8")
    return report([group(1, member(2))], [document(1, path=kept), document(2, path=copy)])


def test_open_and_show(view, tmp_path, monkeypatch, qtbot):
    desktop = Desktop(monkeypatch)
    view.model().set_report(on_disk(tmp_path))
    choose(view, 2)
    trigger(view, "Open")
    trigger(view, "Show in file manager")
    assert desktop.opened == [(tmp_path / "合同 (1).txt").as_uri(), tmp_path.as_uri()]
    desktop.works = False
    with qtbot.waitSignal(view.failed) as failed:
        trigger(view, "Open")
    assert "合同 (1).txt" in failed.args[0]
    desktop.works = True
    (tmp_path / "合同 (1).txt").unlink()
    with qtbot.waitSignal(view.failed):
        trigger(view, "Open")
    assert len(desktop.opened) == 3  # what is gone is not handed over


def test_copy_paths(view, qtbot):
    choose(view, 8)
    trigger(view, "Copy path")
    assert QGuiApplication.clipboard().text() == "/文档/caf\ufffd.txt"
    view.setCurrentIndex(title(view, 1))
    trigger(view, "Copy path")
    assert QGuiApplication.clipboard().text().split("\n") == [
        "/文档/合同-最终版.txt",
        "/文档/合同-最终版 (1).txt",
        "/文档/存档/合同-初稿.txt",
    ]
    shortcuts = [action.shortcut() for action in view.actions()]
    assert QKeySequence(QKeySequence.StandardKey.Copy) in shortcuts


def test_layout_is_saved_and_restored(view, qtbot):
    view.resize(1200, 300)
    view.setColumnWidth(GroupColumn.SIZE, 123)
    view.sortByColumn(GroupColumn.SIZE, Qt.SortOrder.DescendingOrder)
    saved = view.header().layout_saved()
    other = GroupView()
    qtbot.addWidget(other)
    other.setModel(GroupModel(other))
    other.model().set_report(contracts())
    other.resize(1200, 300)
    other.show()
    other.header().restore(saved)
    assert other.columnWidth(GroupColumn.SIZE) == 123
    assert other.columnWidth(GroupColumn.NAME) == view.columnWidth(GroupColumn.NAME)
    assert other.model().index_of_group(DocumentId(7)).row() == 0


@pytest.mark.parametrize("saved", [b"", b"\x08", b"\x08nonsense", b"\x07nonsense", b"\xff" * 99])
def test_a_layout_that_is_none_changes_nothing(view, saved: bytes):
    before = view.header().layout_saved()
    view.header().restore(QByteArray(saved))
    assert view.header().layout_saved() == before
    assert not view.isColumnHidden(GroupColumn.NAME)


def test_titles_run_over_all_columns(view):
    """A title is painted past the first column, however narrow that is."""
    view.setColumnWidth(GroupColumn.NAME, 60)
    row = view.visualRect(view.model().index(0, GroupColumn.KIND))
    image = view.viewport().grab(row).toImage()
    colours = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert len(colours) > 1


def test_thousands_of_groups(view, qtbot):
    groups = 40_000 if LONG else 8_000
    # counted last, by a thread of its own that nobody else here waits for
    with qtbot.waitSignal(view.model().counted):
        view.model().set_report(many(groups))
    assert view.groups.is_open(view.model().index_of(DocumentId(3 * groups)))
    choose(view, groups + 2)
    assert current(view) == groups + 2
    view.selectAll()
    assert len(view.selectionModel().selection().toList()) == 1


# ---- dragging


def dragged(view: GroupView, *numbers: int) -> list[str]:
    view.clearSelection()
    flags = view.selectionModel().SelectionFlag
    for number in numbers:
        view.selectionModel().select(index(view, number), flags.Select | flags.Rows)
    data = view.drag_data()
    return [] if data is None else [url.toString() for url in data.urls()]


def test_a_drag_carries_the_files_of_the_rows(view):
    assert dragged(view, 4, 6) == ["file:///文档/数据库.md", "file:///文档/A.md"]
    assert dragged(view, 8) == ["file:///文档/caf%E9.txt"], "bytes that are no text"
    assert dragged(view) == []
    # nothing is dragged out of an archive
    inside = document(2, path=Path("/文档/old.zip/a.txt"), device=INSIDE)
    assert inside.inside
    view.model().set_report(report([group(1, member(2, kind=Kind.IDENTICAL))], [inside]))
    assert dragged(view, 2) == []
    assert len(dragged(view, 1, 2)) == 1


def test_a_drag_offers_a_copy_only(view, monkeypatch):
    """A file manager that may move would take a document away without a witness."""
    choose(view, 3)
    offered: list[tuple[object, ...]] = []
    monkeypatch.setattr(QDrag, "exec", lambda _drag, *actions: offered.append(actions))
    view.startDrag(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction)
    assert offered == [(Qt.DropAction.CopyAction,)]
    assert not view.acceptDrops()
    assert view.dragDropMode() is GroupView.DragDropMode.DragOnly


def test_signs_over_a_letter_stay_in_their_row(view):
    """The title of a group with forty accents was painted over the rows above it."""
    pictures = []
    for name in ("a", "a" + "\u0301" * 40):
        named = [document(number, path=Path(f"/d/{number}/{name}.txt")) for number in (3, 4)]
        view.model().set_report(report([group(1, member(2)), group(3, member(4))], named))
        view.clearSelection()
        view.setCurrentIndex(QModelIndex())
        QApplication.processEvents()
        row = view.visualRect(title(view, 3).siblingAtColumn(GroupColumn.NAME))
        pictures.append(view.viewport().grab().toImage().copy(0, 0, 600, row.top()))
    assert pictures[0] == pictures[1]


def test_every_badge_has_room(view):
    """The column was as wide as the words of kinds; *Numbers only* is none of them, and was cut."""
    numbers = replace(member(2), numbers_only=True)
    view.model().set_report(report([group(1, numbers)]))
    badge = index(view, 2).siblingAtColumn(GroupColumn.KIND)
    assert badge.data() == "Numbers only"
    assert view.columnWidth(GroupColumn.KIND) >= view.sizeHintForIndex(badge).width()


LONG_NAME = "a name that is much longer than all those that are seen in the list, and than the list"


@pytest.mark.parametrize("far", [GroupColumn.NAME, GroupColumn.FOLDER])
def test_what_is_out_of_sight_takes_no_room_from_what_is_seen(view, far):
    """The widest name anywhere set the width of names: folders were cut beside empty pixels."""
    groups = [group(number, member(number + 1)) for number in range(1, 81, 2)]
    near = "novels / printed / of the nineteenth century"
    documents = []
    for number in range(1, 81):
        name, folder = (f"{number}", near) if far == GroupColumn.NAME else (f"{near}{number}", "a")
        if number == 79:
            name, folder = (LONG_NAME, folder) if far == GroupColumn.NAME else (name, LONG_NAME)
        where = Path("/documents").joinpath(str(number), *folder.split(" / "))
        documents.append(document(number, path=where / f"{name}.txt"))
    view.model().set_report(report(groups, documents))
    QApplication.processEvents()
    assert cut_beside_room(view) == []
    view.resize(800, 300)
    QApplication.processEvents()
    assert cut_beside_room(view) == []
    before = view.columnWidth(GroupColumn.NAME)
    view.scrollToBottom()
    QApplication.processEvents()
    assert view.columnWidth(GroupColumn.NAME) == before, "columns jumped while one scrolled"


def test_a_list_that_has_no_height_yet_measures_some_rows_alone(view, monkeypatch):
    """All rows of 20,000 groups kept the window waiting, which had just been made."""
    delegate, measured = view.itemDelegate(), []
    size_hint = delegate.sizeHint
    monkeypatch.setattr(delegate, "sizeHint", lambda *of: measured.append(of) or size_hint(*of))
    view.resize(900, 10)
    assert view.viewport().height() <= 0
    view.model().set_report(many(700))
    assert 0 < len(measured) < 800 < view.model().rowCount()


def test_keys_of_a_tree(view, qtbot):
    model = view.model()
    view.choose(DocumentId(3))

    def where() -> tuple[DocumentId | None, bool]:
        return model.document_at(view.currentIndex()), model.is_open(view.currentIndex())

    def spoken() -> str:
        title = view.currentIndex().siblingAtColumn(GroupColumn.NAME)
        return str(title.data(Qt.ItemDataRole.AccessibleTextRole))

    def press(key: Qt.Key) -> tuple[DocumentId | None, bool]:
        qtbot.keyClick(view, key)
        return where()

    assert press(Qt.Key.Key_Left) == (None, True)  # to the group's row
    assert press(Qt.Key.Key_Left) == (None, False)  # closed
    assert spoken().endswith("collapsed")
    assert model.rowCount() == 1 + 4 + 3
    assert press(Qt.Key.Key_Right) == (None, True)
    assert spoken().endswith("expanded")
    assert press(Qt.Key.Key_Right) == (1, True)  # to its first document
    assert press(Qt.Key.Key_Minus) == (None, False)
    assert press(Qt.Key.Key_Plus) == (None, True)
    assert press(Qt.Key.Key_End) == (8, True)
    assert press(Qt.Key.Key_Home) == (None, True)
    assert view.currentIndex().row() == 0


def test_the_arrow_and_a_double_click(view, qtbot):
    model = view.model()
    row = view.visualRect(model.index(0, 0))
    arrow = QPoint(row.left() + row.height() // 2, row.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    assert not model.is_open(model.index(0, 0))
    beside = QPoint(row.left() + 4 * row.height(), row.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert not model.is_open(model.index(0, 0))
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert model.is_open(model.index(0, 0))
