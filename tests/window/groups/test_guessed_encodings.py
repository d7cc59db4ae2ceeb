"""Guessed encodings in the real window: told at the row, corrected there, kept for the bytes."""

import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.review import JudgementDialog
from app.session.states import Activity, Phase
from app.widgets.basic import EncodingMenu
from builders import western_guess
from named import document_named, key_named, names_of
from removals import put
from simcore import ReadError
from simcore.index.judgements import read_judgements
from simcore.index.paths import judgements_path
from simcore.model.reasons import ReasonCode
from simcore.model.records import DecodedText, Judgements
from windows import scan, wait_until_idle

LEASE = (
    "甲方應當按照本合同的約定向乙方支付全部價款。乙方收到價款之後應當開具發票，並在十日之內交付貨物。"
    "任何一方違反本合同的約定，應當賠償對方因此受到的損失。本合同一式兩份，雙方各執一份，自簽字之日起生效。"
) * 3
NOTES = (
    "会议听取了关于春季植树安排的汇报，决定把原定于本周六的活动推迟到下周日，以便更多的居民参加。"
    "会议还讨论了停车位的划分办法，要求物业公司在月底以前提出书面方案，并在公告栏里公示七天。"
) * 3


@pytest.fixture(autouse=True)
def wrong_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all that is not UTF-8 for a western encoding, and be unsure of it; or for binary."""

    def guess(data: bytes) -> DecodedText:
        if b"\n\0" in data or b"\0\n" in data:
            raise ReadError(ReasonCode.IS_BINARY)
        return western_guess(data)

    monkeypatch.setattr("simcore.text.decoding.decode", guess)


@pytest.fixture
def library(private_home: Path) -> Path:
    """Return a folder: of each text one in UTF-8, two in an encoding that is not recognised."""
    folder = private_home / "文档"
    texts = ("租约", LEASE, "big5"), ("纪要", NOTES, "gbk")
    for when, (name, text, encoding) in enumerate(texts, 1_600_000_000):
        put(folder / f"{name}.txt", text.encode(), when)
        put(folder / f"{name} 甲.txt", text.encode(encoding), when)
        put(folder / f"{name} 乙.txt", f"{text}。".encode(encoding), when)
    return folder


def choose(application: Application, *names: str) -> None:
    view, model = application.window.group_view, application.window.group_model
    view.clearSelection()
    for name in names:
        view.setCurrentIndex(model.index_of(key_named(application, name)))
    flags = view.selectionModel().SelectionFlag
    for name in names:
        index = model.index_of(key_named(application, name))
        view.selectionModel().select(index, flags.Select | flags.Rows)


def row_menu(application: Application) -> tuple[QMenu, EncodingMenu]:
    menu = application.window.group_view.commands.menu()
    (encodings,) = menu.findChildren(EncodingMenu)
    return menu, encodings


def read_in(qtbot: QtBot, application: Application, encoding: str, *names: str) -> None:
    choose(application, *names)
    menu, encodings = row_menu(application)
    encodings.action_of(encoding).trigger()
    menu.close()
    settle(qtbot, application)


def chosen_for(application: Application, name: str) -> str:
    choose(application, name)
    menu, encodings = row_menu(application)
    menu.close()
    return encodings.choice()


def settle(qtbot: QtBot, application: Application) -> None:
    qtbot.waitUntil(lambda: not application.session.judgements.busy)
    wait_until_idle(qtbot, application)


def cell(application: Application, name: str, role: Qt.ItemDataRole, column: GroupColumn) -> str:
    index = application.window.group_model.index_of(key_named(application, name))
    return str(index.siblingAtColumn(column).data(role))


def shown(application: Application, name: str) -> str:
    return cell(application, name, Qt.ItemDataRole.DisplayRole, GroupColumn.ENCODING)


def tip(application: Application, name: str, column: GroupColumn = GroupColumn.ENCODING) -> str:
    return cell(application, name, Qt.ItemDataRole.ToolTipRole, column)


def group_of(application: Application, name: str) -> set[str]:
    for group in application.session.results.report.groups:
        keys = {group.representative, *(one.document for one in group.members)}
        if key_named(application, name) in keys:
            return names_of(application, keys)
    return set()


NOTES_READ = {"纪要.txt", "纪要 甲.txt", "纪要 乙.txt"}
NOTES_GUESSED = NOTES_READ - {"纪要.txt"}


def test_a_row_tells_a_guess_and_is_corrected_for_good(qtbot, open_window, library):
    application = open_window(library)
    assert group_of(application, "纪要 甲.txt") == NOTES_GUESSED
    assert shown(application, "纪要 甲.txt") == "DOS 850 (guessed)"
    assert "Encoding guessed" in tip(application, "纪要 甲.txt")
    assert "Encoding guessed: DOS 850" in tip(application, "纪要 甲.txt", GroupColumn.NAME)
    assert chosen_for(application, "纪要 甲.txt") == "", "as it is recognised"

    read_in(qtbot, application, "gb18030", "纪要 甲.txt", "纪要 乙.txt")
    assert "2 files" in application.window.alert.text()
    assert group_of(application, "纪要 甲.txt") == NOTES_READ
    assert shown(application, "纪要 甲.txt") == "GB18030"
    assert "Chosen by hand" in tip(application, "纪要 甲.txt")
    assert "guessed" not in tip(application, "纪要 甲.txt", GroupColumn.NAME)
    read_in(qtbot, application, "big5hkscs", "租约 甲.txt")
    assert shown(application, "租约 甲.txt") == "Big5-HKSCS"
    texts = {document_named(application, name).text for name in ("租约 甲.txt", "租约.txt")}
    assert len(texts) == 1
    assert chosen_for(application, "租约 甲.txt") == "big5hkscs"

    # under another path, after a restart
    application.window.close()
    (library / "纪要 甲.txt").rename(library / "改名.txt")
    second = open_window()
    scan(qtbot, second)
    assert group_of(second, "纪要 乙.txt") == {"纪要.txt", "改名.txt", "纪要 乙.txt"}
    assert shown(second, "改名.txt") == "GB18030"

    read_in(qtbot, second, "", "改名.txt")
    assert document_named(second, "改名.txt").guessed
    assert group_of(second, "改名.txt") == set()
    assert group_of(second, "纪要 乙.txt") == {"纪要.txt", "纪要 乙.txt"}


def test_a_correction_is_undone_and_on_the_list(qtbot, application, index_path):
    commands = application.window.commands
    read_in(qtbot, application, "gb18030", "纪要 甲.txt", "纪要 乙.txt")
    assert "Read in another encoding" in commands.undo.text()
    commands.undo.trigger()
    settle(qtbot, application)
    assert group_of(application, "纪要 甲.txt") == NOTES_GUESSED
    assert read_judgements(judgements_path(index_path)) == Judgements()

    read_in(qtbot, application, "gb18030", "纪要 甲.txt")
    application.window.review_actions.judgements.trigger()
    (dialog,) = application.window.findChildren(JudgementDialog)
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() == 1)
    item = dialog.table.topLevelItem(0)
    assert (item.text(1), item.text(3)) == ("is read in GB18030", "")
    assert item.text(2).startswith("纪要 甲.txt")
    dialog.delete.click()
    settle(qtbot, application)
    dialog.close()
    assert document_named(application, "纪要 甲.txt").guessed


def test_marks_and_the_row_stay(qtbot, application):
    model, view = application.window.group_model, application.window.group_view
    groups = application.session.results.report.groups
    group = next(one for one in groups if len(one.members) == 1)
    model.mark([one.members[0].document for one in groups], on=True)
    marked = model.marked()
    assert len(marked) == 2
    (name,) = names_of(application, [group.members[0].document])
    both = group_of(application, name)
    encoding = "big5" if name.startswith("租") else "gb18030"
    read_in(qtbot, application, encoding, *sorted(both, key=lambda one: one == name))
    assert model.marked() == marked
    assert view.currentIndex().siblingAtColumn(GroupColumn.NAME).data() == name


def test_what_does_not_fit_changes_nothing(qtbot, application, library, index_path):
    report = application.session.results.report
    read_in(qtbot, application, "utf-8", "纪要 甲.txt")
    told = application.window.alert.text()
    assert "纪要 甲.txt" in told
    assert "is not text in utf-8" in told
    assert application.session.results.report is report
    assert not read_judgements(judgements_path(index_path)).encodings
    (library / "纪要 甲.txt").write_bytes(b"another text")
    read_in(qtbot, application, "gb18030", "纪要 甲.txt")
    assert "changed since the last scan" in application.window.alert.text()
    assert not read_judgements(judgements_path(index_path)).encodings


def test_a_choice_from_elsewhere_that_is_none_is_named(qtbot, application, index_path):
    read_in(qtbot, application, "gb18030", "纪要 甲.txt")
    connection = sqlite3.connect(judgements_path(index_path))
    with connection:
        connection.execute("""update judgement set "right" = x'7a6c6962'""")  # zlib
    connection.close()
    scan(qtbot, application)
    problems = application.session.results.report.problems
    (told,) = [one for one in problems if one.path.name == "纪要 甲.txt" and not one.is_doubt]
    assert "zlib, which is not known here" in str(told.reason)
    assert document_named(application, "纪要 甲.txt").guessed


def test_above_the_comparison_a_reading_is_kept(qtbot, application, index_path):
    choose(application, "纪要 乙.txt")
    view = application.window.difference_view
    heading = view.heading
    both = heading.left_encoding, heading.right_encoding

    def of_second() -> EncodingMenu:
        return both[not heading.left_title.text().endswith("乙.txt")].menu()

    def settled_with(text: str) -> bool:
        panes = view.left_pane.toPlainText() + view.right_pane.toPlainText()
        return view.settled and text in panes

    def button_texts() -> set[str]:
        return {one.text() for one in both}

    qtbot.waitUntil(lambda: view.settled and button_texts() == {"DOS 850 (guessed)"})
    assert not any(one.keep.isEnabled() for one in both)
    of_second().action_of("gb18030").trigger()
    qtbot.waitUntil(lambda: settled_with("会议听取了"))
    assert button_texts() == {"DOS 850 (guessed)", "GB18030"}
    assert not read_judgements(judgements_path(index_path)).encodings, "for this view only"
    (keep,) = [one for one in both if one.keep.isEnabled()]
    assert keep.text() == "GB18030"
    keep.keep.trigger()
    settle(qtbot, application)
    second = document_named(application, "纪要 乙.txt")
    assert read_judgements(judgements_path(index_path)).encodings == {
        second.content_hash: "gb18030"
    }
    assert (second.encoding, second.by_hand) == ("gb18030", True)

    # and is recognised by itself again
    choose(application, "纪要 乙.txt")
    qtbot.waitUntil(lambda: settled_with("会议听取了") and button_texts() == {"UTF-8", "GB18030"})
    assert of_second().choice() == "gb18030"
    of_second().action_of("").trigger()
    qtbot.waitUntil(lambda: "DOS 850 (guessed)" in button_texts() and view.settled)
    (keep,) = [one for one in both if one.keep.isEnabled()]
    keep.keep.trigger()
    settle(qtbot, application)
    assert document_named(application, "纪要 乙.txt").guessed


def test_a_choice_during_a_scan_is_read_after_it(qtbot, application):
    found = document_named(application, "纪要 甲.txt")
    application.window.commands.scan.trigger()
    assert application.session.activity is Activity.SCANNING
    application.judging.read_in([(found.real_path, found.content_hash)], "gb18030")
    qtbot.waitUntil(lambda: document_named(application, "纪要 甲.txt").encoding == "gb18030")
    settle(qtbot, application)


def test_a_misread_document_in_no_group_is_corrected_among_the_problems(
    qtbot, open_window, library
):
    (library / "租约 乙.txt").unlink()
    application = open_window(library)
    assert group_of(application, "租约 甲.txt") == set()
    panel = application.window.problem_panel
    told = {str(one.path.name): str(one.reason) for one in panel._model.records}
    expected = "may have been read wrongly: the encoding cp850 is guessed"
    assert told == dict.fromkeys([*NOTES_GUESSED, "租约 甲.txt"], expected)

    def select(name: str) -> None:
        panel._table.selectRow([one.path.name for one in panel._model.shown()].index(name))

    select("租约 甲.txt")
    (encodings,) = panel.findChildren(EncodingMenu)
    assert encodings.menuAction() in panel._table.actions()
    assert encodings.menuAction().isEnabled()
    encodings.action_of("big5").trigger()
    settle(qtbot, application)
    assert group_of(application, "租约 甲.txt") == {"租约.txt", "租约 甲.txt"}
    assert {one.path.name for one in panel._model.records} == NOTES_GUESSED

    # read again, it is what it was
    with qtbot.waitSignal(application.session.results.problems_changed):
        panel._table.selectRow(0)
        panel.read_again()
    assert "was read again: it may have been read wrongly" in application.window.alert.text()
    (library / "坏.txt").write_bytes(f"{LEASE}\n".encode("utf-16-be"))
    (library / "空.txt").write_bytes(b"")
    scan(qtbot, application)
    select("空.txt")
    assert not encodings.menuAction().isEnabled()
    select("坏.txt")
    encodings.action_of("utf-16-be").trigger()
    settle(qtbot, application)
    assert group_of(application, "坏.txt") == {"租约.txt", "租约 甲.txt", "坏.txt"}


def test_opened_results_stay_and_the_next_scan_obeys(qtbot, application, tmp_path):
    session = application.session
    session.save(tmp_path / "results.variorum", ())
    qtbot.waitUntil((tmp_path / "results.variorum").exists)
    session.open(tmp_path / "results.variorum")
    qtbot.waitUntil(lambda: session.status.phase is Phase.OPENED)
    wait_until_idle(qtbot, application)
    assert shown(application, "纪要 甲.txt") == "DOS 850 (guessed)"
    read_in(qtbot, application, "gb18030", "纪要 甲.txt", "纪要 乙.txt")
    assert session.status.phase is Phase.OPENED
    assert shown(application, "纪要 甲.txt") == "DOS 850 (guessed)"
    assert "from the next scan on" in application.window.alert.text()
    scan(qtbot, application)
    assert shown(application, "纪要 甲.txt") == "GB18030"
    assert group_of(application, "纪要 甲.txt") == NOTES_READ
