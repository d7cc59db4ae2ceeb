"""What the window shows of each kind: badges, tiles, heads of groups, and what commands mark."""

import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from app.badges import badge_width
from app.groups.columns import GroupColumn
from app.groups.model import GroupModel
from app.groups.view import GroupView
from app.i18n import Language
from app.removal.dialog import RemovalDialog, summed_up
from app.session.states import Activity
from app.settings.dialog import SettingsDialog
from app.window.window import MainWindow
from builders import chinese_text, edited, english_text
from cells import column_of, rows_of
from forms import forms, write_all
from group_reports import group, member, report
from growing_files import growing, saved
from leases import answer, question
from named import key_named
from removals import put
from simcore import Grouping, Kind, plan_removal
from simcore.model.records import DocumentId
from windows import scan, wait_until_idle
from written import written


def title_of(model: GroupModel, row: int) -> str:
    """Return what is read aloud of the row of a group."""
    return str(model.index(row, GroupColumn.NAME).data(Qt.ItemDataRole.AccessibleTextRole))


def cells(model: GroupModel, row: int) -> list[str]:
    return [model.index(row, column).data() for column in GroupColumn]


def is_tile(window: MainWindow, kind: Kind, count: int) -> bool:
    tile = window.strip.kinds[kind]
    return tile.isVisibleTo(window) and tile.count == count


def test_groups_of_forms_come_last_and_are_opened_by_hand(open_window, tmp_path):
    library = write_all(tmp_path / "library", forms(1, 14, 70, (5, 9)), "a-mail")
    text = english_text(2)
    write_all(library, [text, text + "one sentence more.", edited(text, 3, 1)], "z-letter")
    window = open_window(library).window
    model = window.group_model
    assert [model.rows.group(rank).framed for rank in range(model.rows.groups)] == [False, True]
    assert [model.rows.is_open(rank) for rank in range(2)] == [True, False]

    last = model.rows.first_row(1)
    assert "own text up to" in title_of(model, last)
    model.set_open(model.index(last, 0), on=True)
    row = cells(model, last + 2)
    assert row[GroupColumn.KIND] == "Same form"
    assert row[GroupColumn.WHY].startswith("what it shares stands in many documents;")
    assert row[GroupColumn.WHY].endswith("is its own text")

    model.open_all(on=False)
    model.open_all(on=True)
    assert [model.rows.is_open(rank) for rank in range(2)] == [True, True]

    window.commands.mark_same_text.trigger()
    assert not model.marked()
    assert is_tile(window, Kind.SAME_FORM, 13)
    assert not window.strip.kinds[Kind.BOILERPLATE].isVisibleTo(window)
    window.strip.kinds[Kind.SAME_FORM].click()
    assert model.rows.groups == 1
    assert model.rows.group(0).framed


def test_a_similarity_of_words_is_told_as_one(qtbot, open_window, tmp_path):
    """Eight of ten words are in both; the runs of letters would say 69 %."""
    note = "Please leave the spare keys with the {} downstairs.\n"
    folder = write_all(tmp_path / "notes", [note.format(who) for who in ("plumber", "neighbour")])
    window = open_window(folder).window
    model = window.group_model
    shares = column_of(model, GroupColumn.SIMILARITY)
    row = next(at for at, share in enumerate(shares) if share.endswith("%"))
    tip = model.index(row, GroupColumn.SIMILARITY).data(TIP)
    assert tip.startswith("80 % of the words of both documents together are in both")
    assert cells(model, row)[GroupColumn.WHY].startswith("similarity 80 % of the words; ")
    view = window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    assert view.heading.right.similarity.text() == "80 % of the words"


T, DAY = 1_600_000_000, 86_400

WORDS = {
    Language.ENGLISH: ("Newer by date", "Kept: check the dates"),
    Language.SIMPLIFIED: ("日期较新", "保留：请核对日期"),
    Language.TRADITIONAL: ("日期較新", "保留：請核對日期"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_rows_say_what_to_check(qtbot, open_window, private_home, language: Language):
    folder, text = private_home / "drafts", english_text(7, 600)
    for number in range(1, 6):
        put(folder / f"plan v{number}.txt", edited(text, number, 6).encode(), T + number * DAY)
    put(folder / "plan FINAL.txt", text.encode(), T)
    application = open_window(folder)
    application.window.language_menu.chosen.emit(language)
    window = application.window
    window.resize(1100, 700)
    qtbot.waitUntil(lambda: window.group_model.rowCount() == 7)
    model, view = window.group_model, window.group_view
    shown = {
        name: cell.text
        for row, name in enumerate(column_of(model, GroupColumn.NAME))
        if (cell := model.cell(model.index(row, GroupColumn.KIND))) is not None
    }
    newer, kept = WORDS[language]
    told = [name for name, text in shown.items() if text == newer]
    assert told == [f"plan v{number}.txt" for number in (5, 4, 3, 2)]
    assert shown["plan FINAL.txt"].startswith(kept)
    room = view.columnWidth(GroupColumn.KIND)
    assert badge_width(newer, view.font()) <= room - 12
    both = room + view.columnWidth(GroupColumn.SIMILARITY)
    assert QFontMetricsF(view.font()).horizontalAdvance(f"{kept}…") <= both - 12


def test_earlier_versions_are_shown_and_no_command_marks_them(open_window, tmp_path):
    texts = growing(1, 40)
    saved(tmp_path / "library", [texts[at] for at in (4, 8, 14, 22, 31, 39)])
    window = open_window(tmp_path / "library").window
    model = window.group_model
    assert model.rows.groups == 1
    assert "4 earlier versions" in title_of(model, 0)
    assert "lowest similarity" not in title_of(model, 0)
    assert cells(model, 1)[GroupColumn.NAME] == "v005.txt"
    assert column_of(model, GroupColumn.KIND)[2:4] == ["Similar", "Earlier version"]
    # how much of it the kept one holds, as of a part
    row = cells(model, 3)
    assert row[GroupColumn.SIMILARITY] == "100 %"
    assert row[GroupColumn.WHY] == "earlier version: 100 % of it is in the kept document"
    assert is_tile(window, Kind.EARLIER_VERSION, 4)
    window.commands.mark_same_text.trigger()
    assert not model.marked()
    version = model.index(3, GroupColumn.MARK)
    model.setData(version, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert len(model.marked()) == 1


def test_a_version_that_names_tell_is_shown_with_the_parts(open_window, tmp_path):
    paragraphs = [english_text(seed, 60) for seed in range(40)]
    chosen = {"law 2021": paragraphs[1::2], "chapter": paragraphs[5:15], "law 2024": paragraphs}
    for name, some in chosen.items():
        put(tmp_path / "library" / f"{name}.txt", "\n\n".join(some).encode())
    window = open_window(tmp_path / "library").window
    model = window.group_model
    assert model.rows.groups == 1
    assert "1 earlier version" in title_of(model, 0)
    assert "contains 1 part" in title_of(model, 0)
    names, kinds = column_of(model, GroupColumn.NAME), column_of(model, GroupColumn.KIND)
    shown = dict(zip(names[2:], kinds[2:], strict=True))
    assert shown == {"law 2021.txt": "Earlier version", "chapter.txt": "Part"}
    assert is_tile(window, Kind.EARLIER_VERSION, 1)
    window.commands.mark_same_text.trigger()
    assert not model.marked()


def test_chapters_that_have_copies_are_parts_of_their_book(open_window, tmp_path):
    """Once their copies are gone they are parts as well: the figure stays."""
    chapters = [english_text(number + 10, 200) for number in range(3)]
    library = tmp_path / "library"
    put(library / "book.txt", "".join(chapters).encode())
    for number, chapter in enumerate(chapters):
        put(library / f"chapter {number}.txt", chapter.encode())
        put(library / f"chapter {number} copy.txt", chapter.encode())
    window = open_window(library).window
    assert is_tile(window, Kind.PART, 3)
    assert is_tile(window, Kind.IDENTICAL, 3)
    window.strip.kinds[Kind.PART].click()
    rows = window.group_model.rows
    members = [one.document for rank in range(rows.groups) for one in rows.members(rank)]
    shown = [rows.table.documents[one].path.name for one in members]
    assert sorted(shown) == [f"chapter {number}.txt" for number in range(3)]


REAL = Path(__file__).parents[2] / "engine/formats/real"


def kinds(application: Application) -> dict[str, Kind]:
    """Return what each document beside a kept one is, by its name."""
    report = application.session.results.report
    members = [one for group in report.groups for one in group.members]
    return {report.documents[one.document].path.name: one.kind for one in members}


def choose(qtbot: QtBot, application: Application, name: str) -> None:
    """Choose a document, and wait until its differences to the kept one are shown."""
    model, view = application.window.group_model, application.window.group_view
    view.setCurrentIndex(model.index_of(key_named(application, name)))
    shown = application.window.difference_view
    qtbot.waitUntil(lambda: shown.settled and name in shown.heading.right_title.text())


@pytest.mark.skipif(os.name == "nt", reason="its trash is another one")
def test_a_draft_its_pdf_and_its_text_from_the_scan_to_the_undo(qtbot, open_window, private_home):
    names = "contract.doc", "contract.rtf", "pages.pdf", "slides.odp", "slides.pptx", "locked.pdf"
    files = {name: (REAL / name).read_bytes() for name in names}
    said = simcore.read_document("pages.pdf", files["pages.pdf"])
    folder = written(private_home / "mixed", {**files, "pages.txt": said.text})
    application = open_window(folder)
    window = application.window
    assert set(kinds(application).values()) == {Kind.SAME_WORDS}
    assert len(kinds(application)) == 3
    report = application.session.results.report
    words = window._words.compared(report)
    assert "exact copies: 0, that have the same words: 3, similar: 0, parts: " in words
    assert words.endswith("not read: 1 .pdf (password)")

    kept_is_pdf = "pages.txt" in kinds(application)
    choose(qtbot, application, "pages.txt" if kept_is_pdf else "pages.pdf")
    view = window.difference_view
    heading, left, right = view.heading, view.left_pane, view.right_pane
    button, pane = (heading.left_encoding, left) if kept_is_pdf else (heading.right_encoding, right)
    assert button.text() == f"PDF, {len(said.pages)} pages"
    assert button.menu() is None
    assert "p. 1" in [row.number for row in pane.gutter_rows()]
    slides = next(name for name in kinds(application) if name.startswith("slides"))
    choose(qtbot, application, slides)
    assert heading.left_encoding.text().endswith(", 2 slides")
    assert "slide 1" in [row.number for row in left.gutter_rows()]

    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    name = next(name for name in kinds(application) if name.startswith("contract"))
    window.commands.mark_same_text.trigger()
    assert not window.group_model.marked()  # the same words are not the same file
    dialog = question(qtbot, application, name)
    assert "1 Same words" in dialog.words()
    answer(qtbot, application, dialog)
    assert {path.name for path in folder.iterdir()} == before.keys() - {name}
    undo = window.commands.undo
    qtbot.waitUntil(undo.isEnabled)
    with qtbot.waitSignal(application.session.undone):
        undo.trigger()
    wait_until_idle(qtbot, application)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert name in kinds(application)


def test_what_is_inside_an_archive_is_compared_and_stays(qtbot, open_window, private_home):
    folder = written(private_home / "mixed", {"contract.doc": (REAL / "contract.doc").read_bytes()})
    with zipfile.ZipFile(folder / "old.zip", "w") as archive:
        archive.write(REAL / "contract.doc", "drafts/contract.doc")
        archive.write(REAL / "contract.rtf", "drafts/contract.rtf")
    application = open_window(folder)
    window, session = application.window, application.session
    assert not kinds(application)
    assert "1 .zip" in window._words.compared(session.results.report)
    session.set_config(simcore.ScanConfig(jobs=0, containers=True))
    scan(qtbot, application)
    found = {"contract.doc": Kind.IDENTICAL, "contract.rtf": Kind.SAME_WORDS}
    assert kinds(application) == found
    choose(qtbot, application, "contract.rtf")
    heading = window.difference_view.heading
    assert heading.left_title.text() == "contract.doc"
    assert heading.left.star.isVisible()
    assert "old.zip › drafts/contract.rtf" in heading.right_title.text()
    assert heading.right_encoding.text() == "RTF"
    window.commands.compare_outside.trigger()
    assert "is inside an archive or a mailbox" in window.alert.text()
    window.commands.mark_identical.trigger()
    report = session.results.report
    window.group_model.mark(list(report.documents), on=True)
    assert not window.group_model.marked()
    assert not window.commands.trash.isEnabled()
    title = window.group_model.title_at(window.group_model.index(0, 0))
    assert title.frees == "nothing to free"
    assert window.strip.headline.text() == "No true copies"
    assert window.strip.facts.text() == "nothing more to review"


TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def library(private_home: Path) -> Path:
    """A text that moves on from version to version, and a copy of the one in the middle."""
    lines = chinese_text(5, 12 * 320).splitlines(keepends=True)
    files = {f"{at}.txt": "".join(lines[at * 14 : at * 14 + 100]) for at in range(16)}
    return written(private_home / "versions", {**files, "5 copy.txt": files["5.txt"]})


def choose_grouping(application: Application, grouping: Grouping) -> None:
    application.window.commands.settings.trigger()
    dialog = application.window.findChildren(SettingsDialog)[-1]
    dialog.advanced.grouping.setCurrentIndex(dialog.advanced.grouping.findData(grouping.value))
    dialog.accept()


def rows(
    model: GroupModel, column: GroupColumn, role: int = Qt.ItemDataRole.DisplayRole
) -> list[str]:
    """Read a column of all documents of the first group."""
    heads = [
        row for row in range(model.rowCount()) if model.document_at(model.index(row, 0)) is None
    ]
    return column_of(model, column, role)[1 : (*heads, model.rowCount())[1]]


def groups_shown(model: GroupModel) -> int:
    return model.totals()[1]


def test_the_setting_regroups_without_a_scan_and_a_scan_completes_it(qtbot, open_window, library):
    application = open_window(library)
    model, session = application.window.group_model, application.session
    stars = groups_shown(model)
    assert stars > 2
    away = library.rename(library.with_name("unplugged"))
    choose_grouping(application, Grouping.COMPONENTS)
    qtbot.waitUntil(lambda: groups_shown(model) == 1)
    assert session.activity is Activity.NONE
    kinds_of_rows = {"Kept: has most copies", "Identical", "Similar", "Linked"}
    assert set(rows(model, GroupColumn.KIND)) == kinds_of_rows
    shares = rows(model, GroupColumn.SIMILARITY)
    uncompared = shares.count("not compared")
    assert uncompared > 0
    title = model.title_at(model.index(0, 0))
    assert title.facts.endswith(f"{uncompared} not compared")
    tips = rows(model, GroupColumn.SIMILARITY, TIP)
    assert all(
        ("not compared with the kept one" in tip) == (share == "not compared")
        for tip, share in zip(tips, shares, strict=True)
    )
    linked = sum(kind == "Linked" for kind in rows(model, GroupColumn.KIND))
    assert f"{linked} linked through others" in application.window.summary.toolTip()

    away.rename(library)
    scan(qtbot, application)
    assert session.results.report.counts.read == 0
    assert "not compared" not in rows(model, GroupColumn.SIMILARITY)
    assert rows(model, GroupColumn.KIND).count("Linked") == linked
    shares = [one.split()[0] for one in rows(model, GroupColumn.SIMILARITY) if one[0].isdigit()]
    assert min(map(float, shares)) < 5, "the ends have hardly anything in common"
    title = model.title_at(model.index(0, 0))
    assert "not compared" not in title.facts

    choose_grouping(application, Grouping.LEADERS)
    qtbot.waitUntil(lambda: groups_shown(model) == stars)
    choose_grouping(application, Grouping.COMPONENTS)
    qtbot.waitUntil(lambda: groups_shown(model) == 1)
    application.window.close()
    again = open_window()
    assert again.session.config.grouping is Grouping.COMPONENTS
    assert groups_shown(again.window.group_model) == 1
    assert "not compared" not in rows(again.window.group_model, GroupColumn.SIMILARITY)


# ---- a group made by hand: 1 keeps 2 (near), 3 (linked), 4 (linked, not compared)


def chained() -> object:
    return report(
        [
            group(
                1,
                member(2, resemblance=0.9),
                member(3, distance=20, resemblance=0.4, kind=Kind.LINKED),
                member(4, distance=30, resemblance=None, kind=Kind.LINKED),
            )
        ]
    )


@pytest.fixture
def view(qtbot: QtBot) -> GroupView:
    view = GroupView()
    qtbot.addWidget(view)
    view.setModel(GroupModel(view))
    view.resize(900, 300)
    view.show()
    view.model().set_report(chained())
    return view


def press_space(view: GroupView, index: QModelIndex) -> frozenset[DocumentId]:
    view.setCurrentIndex(index)
    QTest.keyClick(view, Qt.Key.Key_Space)
    return view.model().marked()


def row_menu(view: GroupView) -> tuple[QMenu, dict[str, QAction]]:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view.viewport(), event)
    (menu,) = (one for one in view.findChildren(QMenu) if one.isVisible())
    return menu, {action.text().replace("&", ""): action for action in menu.actions()}


def test_linked_documents_are_told(view):
    model = view.model()
    assert rows(model, GroupColumn.KIND) == ["Kept: similar to most", "Similar", "Linked", "Linked"]
    assert rows(model, GroupColumn.SIMILARITY) == ["–", "90 %", "40 %", "not compared"]
    assert rows(model, GroupColumn.DISTANCE) == ["–", "5", "20", "30"]
    tips = rows(model, GroupColumn.KIND, TIP)
    assert ["through other documents" in tip for tip in tips] == [False, False, True, True]
    title = model.data(model.index(0, 0), TIP)
    assert "lowest similarity 40 %  ·  1 not compared" in title
    assert "Least similar: 00003.txt, 40 %" in title
    model.sort(GroupColumn.SIMILARITY)
    assert rows(model, GroupColumn.SIMILARITY) == ["–", "not compared", "40 %", "90 %"]
    model.sort(GroupColumn.KIND)
    assert rows(model, GroupColumn.KIND) == ["Kept: similar to most", "Similar", "Linked", "Linked"]


def test_a_groups_row_does_not_mark_linked_documents(view):
    model = view.model()
    title = model.index(0, 0)
    assert press_space(view, title) == {2}
    assert press_space(view, model.index_of(DocumentId(3))) == {2, 3}
    assert press_space(view, title) == frozenset(), "but it takes all marks away"
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert model.marked() == {2}
    # nor those with other numbers
    invoice = replace(member(3, resemblance=0.98), numbers_only=True)
    model.set_report(report([group(1, member(2, resemblance=0.9), invoice)]))
    model.set_marked(())
    assert press_space(view, title) == {2}
    menu, texts = row_menu(view)
    assert "Mark all of this group but those with other numbers only" in texts
    menu.close()
    assert press_space(view, model.index_of(DocumentId(3))) == {2, 3}


def test_the_menu_says_that_it_leaves_them_out(view):
    view.setCurrentIndex(view.model().index_of(DocumentId(2)))
    menu, texts = row_menu(view)
    assert "Mark all other documents of this group" not in texts
    texts["Mark all of this group but the linked ones"].trigger()
    assert view.model().marked() == {2}
    view.model().mark([DocumentId(4)], on=True)
    texts["Unmark all of this group"].trigger()
    assert view.model().marked() == frozenset()
    menu.close()


def test_a_mark_is_out_of_force_while_its_document_is_only_linked(view):
    """Marked as a near-duplicate of one document, it may turn up beside another."""
    model = view.model()
    stars = report([group(3, member(4, kind=Kind.IDENTICAL)), group(1, member(2))])
    model.set_report(stars)
    model.set_marked([DocumentId(4), DocumentId(2)])
    model.set_report(chained())
    assert model.marked() == {2}
    model.mark([DocumentId(3)], on=True)
    assert model.marked() == {2, 3}
    model.set_report(chained())
    assert model.marked() == {2, 3}, "what was marked as it is stays marked"
    model.set_report(stars)
    assert model.marked() == {2, 4}
    model.set_report(chained())
    assert model.marked() == {2, 3}


def test_the_trash_shows_linked_documents_first(qtbot):
    dialog = RemovalDialog(summed_up(plan_removal(chained(), set(map(DocumentId, (2, 3, 4))))))
    qtbot.addWidget(dialog)
    assert "2 linked to it through others alone" in dialog.words()
    listed = [row[1:3] for row in rows_of(dialog.pairs.pairs) if row[1] != "None"]
    assert listed == [
        ["Linked, by hand only", "not compared"],
        ["Linked, by hand only", "40 %"],
        ["Similar", "90 %"],
    ]
