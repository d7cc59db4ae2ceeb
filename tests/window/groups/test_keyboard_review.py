"""A review of a small library by keyboard alone, in the real window, and what lasts of it."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.review import JudgementDialog
from app.i18n import without_mnemonic
from app.removal.dialog import RemovalDialog
from app.session import results
from builders import english_text
from cells import column_of
from named import key_named, marked_names, shown_groups
from removals import put
from simcore.index.judgements import JudgementFile, JudgementKind
from simcore.index.paths import judgements_path
from windows import scan, wait_until_idle

TAKEN_OFF = "Undo “Delete from the list”"

pytestmark = pytest.mark.usefixtures("british")

Press = Callable[[str], None]


def draft(text: str, changes: int) -> str:
    """Change some words, so that there are differing lines to go to."""
    lines = text.split("\n")
    step = len(lines) // (changes + 1)
    for number in range(1, changes + 1):
        lines[number * step] = lines[number * step].replace(" ", " indeed ", 1)
    return "\n".join(lines)


@pytest.fixture
def library(private_home: Path) -> Path:
    """Write three groups, in the order of their names: a copy and two drafts, a copy, a draft.

    The kept ones are the longest: the drafts are shorter than what they are drafts of.
    """
    texts = {}
    for number, name in enumerate(("alpha", "beta", "gamma")):
        shorter = english_text(number)
        texts[f"{name}.txt"] = draft(shorter, 4)
        texts[f"{name} draft.txt"] = shorter
        if name == "alpha":
            texts["alpha draft 2.txt"] = draft(shorter, 1)
        if name != "gamma":
            texts[f"{name} copy.txt"] = draft(shorter, 4)
    for age, (name, text) in enumerate(texts.items(), 1_600_000_000):
        put(private_home / "documents" / name, text.encode(), age)
    return private_home / "documents"


ALL = {
    "alpha.txt": {"alpha draft.txt", "alpha draft 2.txt", "alpha copy.txt"},
    "beta.txt": {"beta draft.txt", "beta copy.txt"},
    "gamma.txt": {"gamma draft.txt"},
}


def current(application: Application) -> str:
    window = application.window
    return str(window.group_view.currentIndex().siblingAtColumn(GroupColumn.NAME).data())


def settled(qtbot: QtBot, application: Application) -> None:
    """Wait until the judgements are in the file and in the groups."""
    session = application.session

    def there() -> bool:
        report = session.results.report
        return (
            not session.judgements.busy
            and not session.results._regrouper.running
            and not session.results._regroup_timer.isActive()
            and report is not None
            and report.judgements == session.judgements.now
            and not application.window.group_model.busy
        )

    qtbot.waitUntil(there)


@pytest.fixture
def press(qtbot: QtBot, application: Application) -> Press:
    """Return what presses keys where the focus is, which is in the list of groups at first."""
    application.window.activateWindow()
    qtbot.waitUntil(application.window.isActiveWindow)
    application.window.group_view.setFocus()

    def press(keys: str) -> None:
        widget = QApplication.focusWidget()
        assert widget is not None, "nothing has the keyboard"
        QTest.keySequence(widget, QKeySequence(keys))

    return press


def test_a_whole_review(qtbot, application, press, library, open_window):
    window, view = application.window, application.window.difference_view
    assert shown_groups(application) == ALL
    assert current(application) == "alpha copy.txt"

    press("Space")
    assert marked_names(application) == {"alpha copy.txt"}
    press("Alt+Right")
    assert current(application) == "alpha draft.txt"
    qtbot.waitUntil(lambda: view.settled and view.navigation.count > 1)
    first = view.navigation.index
    press("Alt+Down")
    assert view.navigation.index == first + 1

    # the longest draft is to be kept: what was kept, and its copy, become members
    press("K")
    settled(qtbot, application)
    others = {"alpha.txt", "alpha draft 2.txt", "alpha copy.txt"}
    assert shown_groups(application)["alpha draft.txt"] == others
    assert current(application) == "alpha draft.txt"
    assert marked_names(application) == {"alpha copy.txt"}
    assert "alpha draft.txt is kept instead of alpha.txt" in window.alert.text()

    # without a copy beside its kept one, the group comes after those that have one
    assert list(shown_groups(application)) == ["beta.txt", "alpha draft.txt", "gamma.txt"]
    press("Alt+PgUp")
    assert current(application) == "beta copy.txt"
    press("N")  # a copy that is wanted
    settled(qtbot, application)
    assert shown_groups(application)["beta.txt"] == {"beta draft.txt"}
    assert current(application) == "beta draft.txt"
    assert "beta copy.txt is a wanted copy of beta.txt" in window.alert.text()

    # from the differences, too
    press("F7")
    focus = window.difference_view.right_pane
    qtbot.waitUntil(focus.hasFocus)  # from where the texts will be
    assert window.difference_view.isAncestorOf(focus)
    assert list(shown_groups(application)) == ["alpha draft.txt", "beta.txt", "gamma.txt"]
    press("Alt+PgDown")
    assert current(application) == "gamma draft.txt"
    press("M")
    assert marked_names(application) == {"alpha copy.txt", "gamma draft.txt"}
    press("M")
    assert marked_names(application) == {"alpha copy.txt"}
    press("N")
    settled(qtbot, application)
    assert "gamma.txt" not in shown_groups(application)
    qtbot.waitUntil(focus.hasFocus)
    press("Alt+PgUp")
    assert current(application) == "alpha draft 2.txt"  # the most like the one kept now
    press("F7")
    assert QApplication.focusWidget() is window.filter_bar
    press("Shift+F7")
    qtbot.waitUntil(focus.hasFocus)
    press("Shift+F7")
    assert QApplication.focusWidget() is window.group_view

    # what is marked goes
    press("Ctrl+Del")
    qtbot.waitUntil(lambda: window.findChild(RemovalDialog) is not None)
    dialog = window.findChild(RemovalDialog)
    dialog.move_button.setFocus()
    with qtbot.waitSignal(application.session.removed):
        QTest.keyClick(dialog.move_button, Qt.Key.Key_Space)
    wait_until_idle(qtbot, application)
    assert not (library / "alpha copy.txt").exists()
    left = {"alpha draft.txt": others - {"alpha copy.txt"}, "beta.txt": {"beta draft.txt"}}
    assert shown_groups(application) == left
    window.close()

    # and it lasts: from the index first, then after another scan
    again = open_window()
    qtbot.waitUntil(lambda: shown_groups(again) == left)
    scan(qtbot, again)
    assert shown_groups(again) == left


def test_going_on_after_each_decision(qtbot, application, press):
    actions = application.window.review_actions
    press("Ctrl+Shift+N")
    assert actions.go_on.isChecked()
    press("Space")
    assert current(application) == "alpha draft.txt"
    press("M")
    assert current(application) == "alpha draft 2.txt"
    press("Alt+Left")
    press("M")  # who unmarks stays
    assert current(application) == "alpha draft.txt"
    assert marked_names(application) == {"alpha copy.txt"}
    press("Ins")
    assert marked_names(application) == {"alpha copy.txt", "alpha draft.txt"}
    assert current(application) == "alpha draft 2.txt"

    press("K")  # the one kept before is next: is it to go?
    settled(qtbot, application)
    assert current(application) == "alpha.txt"
    assert "alpha draft 2.txt" in shown_groups(application)
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled and view.navigation.index == 0)
    assert [side.name for side in view.sides] == ["alpha draft 2.txt", "alpha.txt"]

    # two decisions faster than one is carried out
    press("Alt+PgUp")  # the group with a copy is first now
    assert current(application) == "beta copy.txt"
    press("N")
    press("N")
    settled(qtbot, application)
    assert current(application) == "alpha draft.txt"
    assert list(shown_groups(application)) == ["alpha draft 2.txt", "gamma.txt"]
    assert not {"beta copy.txt", "beta.txt"} & shown_groups(application).keys()
    assert application._settings_now().toggles["go_on"]


def test_marking_and_going_on_without_the_setting(qtbot, application, press):
    press("Ins")
    press("Ins")
    press("Ins")
    assert marked_names(application) == {"alpha copy.txt", "alpha draft.txt", "alpha draft 2.txt"}
    assert current(application) == "beta copy.txt"
    press("Space")
    assert current(application) == "beta copy.txt"
    press("Alt+End")  # the next group without a mark
    assert current(application) == "gamma draft.txt"
    press("Alt+Right")
    assert current(application) == "gamma draft.txt"
    assert application.window.alert.text() == "These are the last documents shown."
    press("Ins")
    press("Alt+End")
    assert current(application) == "gamma draft.txt"
    assert "has a marked document" in application.window.alert.text()
    press("Alt+PgUp")
    press("Left")  # its title
    press("Left")  # closed
    press("Alt+PgUp")
    press("Alt+Left")
    assert application.window.alert.text() == "These are the first documents shown."
    assert current(application) == "alpha copy.txt"
    press("Alt+PgDown")
    assert current(application) == "beta"
    press("Alt+Right")
    assert current(application) == "gamma draft.txt"
    press("Alt+Left")
    assert current(application) == "beta"


def test_a_rename_and_a_third_copy(qtbot, application, press, library):
    press("Alt+PgDown")
    press("N")  # beta copy.txt is a wanted copy
    settled(qtbot, application)
    press("Alt+PgDown")
    press("N")  # gamma draft.txt is no duplicate
    settled(qtbot, application)
    expected = {"alpha.txt": ALL["alpha.txt"], "beta.txt": {"beta draft.txt"}}
    assert shown_groups(application) == expected
    (library / "elsewhere").mkdir()
    (library / "beta copy.txt").rename(library / "elsewhere" / "kappa.txt")
    (library / "gamma draft.txt").rename(library / "elsewhere" / "lambda.txt")
    scan(qtbot, application)
    assert shown_groups(application) == expected
    shutil.copy(library / "beta.txt", library / "beta third.txt")
    scan(qtbot, application)
    groups = shown_groups(application)
    [beta] = [{kept, *others} for kept, others in groups.items() if "beta" in kept]
    # the older two of the three are shown, with the draft: one copy more than is wanted
    assert beta == {"beta.txt", "kappa.txt", "beta draft.txt"}
    assert "gamma.txt" not in groups


def test_what_cannot_be_said(qtbot, application, press):
    press("Home")  # a group's title
    for key in ("K", "N"):
        press(key)
        assert application.window.alert.text().startswith("Choose a document below the kept one")
    press("Down")  # the kept document
    for key in ("K", "N"):
        press(key)
    settled(qtbot, application)
    assert shown_groups(application) == ALL
    # letters are typed in the filter, and decide nothing there
    application.window.filter_bar.take_keyboard()
    for key in ("K", "N", "M"):
        press(key)
    box = application.window.filter_bar
    assert box.text().casefold() == "knm"
    assert not application.session.judgements.busy


def test_several_at_once_are_one_step(qtbot, application, press):
    press("Alt+Right")
    press("Shift+Down")
    press("N")
    settled(qtbot, application)
    assert shown_groups(application)["alpha.txt"] == {"alpha copy.txt"}
    assert application.window.alert.text().startswith("2 documents")
    press("Ctrl+Z")
    settled(qtbot, application)
    assert shown_groups(application) == ALL


def test_the_list_of_what_was_said(qtbot, application, press, index_path):
    for key in ("K", "N", "N"):
        press(key)
        settled(qtbot, application)
        press("Alt+PgDown")
    press("Ctrl+Shift+L")
    dialog = application.window.findChild(JudgementDialog)
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() == 3)
    first = dialog.table.topLevelItem(0)
    assert first.text(1) == "no duplicates of each other"
    names = {first.text(2).split("  ")[0], first.text(3).split("  ")[0]}
    assert names == {"gamma.txt", "gamma draft.txt"}
    assert str(Path("documents") / "gamma") in first.toolTip(2) + first.toolTip(3)
    dialog.filter.setText("KEPT")
    assert dialog.count.text() == "1 of 3 entries"
    assert not dialog.delete.isEnabled()  # what is chosen is not shown
    dialog.filter.setText("gamma")
    assert dialog.delete.isEnabled()
    with qtbot.waitSignal(application.session.results.report_changed):
        QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    settled(qtbot, application)
    assert dialog.table.topLevelItemCount() == 2
    assert shown_groups(application)["gamma.txt"] == {"gamma draft.txt"}
    with JudgementFile(judgements_path(index_path)) as file:
        assert {one.kind for one in file.entries()} == {JudgementKind.COPY, JudgementKind.KEPT}
        assert len(file.entries()) == 2
    dialog.close()
    application.window.activateWindow()
    qtbot.waitUntil(application.window.isActiveWindow)
    application.window.group_view.setFocus()
    assert without_mnemonic(application.window.commands.undo.text()) == TAKEN_OFF
    press("Ctrl+Z")  # what was deleted comes back
    settled(qtbot, application)
    assert "gamma.txt" not in shown_groups(application)


def test_a_damaged_list_is_told_and_left_as_it_is(qtbot, application, press, index_path):
    path = judgements_path(index_path)
    path.write_bytes(b"this is no list" * 99)
    press("N")
    qtbot.waitUntil(lambda: str(path) in application.window.alert.text())
    assert shown_groups(application) == ALL
    scan(qtbot, application)
    assert shown_groups(application) == ALL
    qtbot.waitUntil(lambda: str(path) in application.window.alert.text())
    assert path.read_bytes() == b"this is no list" * 99


def test_taking_back_faster_than_it_is_written(qtbot, application, press, index_path):
    for key in ("N", "Alt+PgDown", "N", "Ctrl+Z", "Ctrl+Z"):
        press(key)
    assert not application.window.commands.undo.isEnabled()
    settled(qtbot, application)
    assert shown_groups(application) == ALL
    for key in ("N", "Alt+PgDown", "N", "Ctrl+Z"):
        press(key)
    application.window.close()
    with JudgementFile(judgements_path(index_path)) as file:
        assert len(file.entries()) == 1


def test_what_is_linked_by_a_choice_says_so(qtbot, open_on):
    """The middle is like both ends, which are not like each other; one end is to be kept."""
    lines, other = (english_text(seed, 600).split("\n") for seed in (1, 2))
    part = len(lines) // 5
    texts = {
        "middle.txt": [*lines, "The end of it."],  # the longest: it is kept
        "end.txt": [*other[:part], *lines[part:]],
        "other end.txt": [*lines[:-part], *other[-part:]],
    }
    application = open_on({name: "\n".join(text) for name, text in texts.items()})
    window = application.window
    window.threshold_bar.set_distance(24)
    pairs = application.session.results.report.pairs
    ends, *beside = sorted(pair.resemblance for pair in pairs)
    assert len(beside) == 2
    assert beside[0] > ends + 0.05
    window.threshold_bar.set_similarity(ends + 0.03)
    settled(qtbot, application)
    assert shown_groups(application) == {"middle.txt": {"end.txt", "other end.txt"}}
    window.group_view.choose(key_named(application, "end.txt"))
    window.review_actions.keep.trigger()
    settled(qtbot, application)
    assert shown_groups(application) == {"end.txt": {"middle.txt", "other end.txt"}}
    model = window.group_model
    names, kinds = column_of(model, GroupColumn.NAME)[1:], column_of(model, GroupColumn.KIND)[1:]
    expected = ["Kept: your choice", "Similar", "Linked"]
    assert dict(zip(names, kinds, strict=True)) == dict(
        zip(["end.txt", "middle.txt", "other end.txt"], expected, strict=True)
    )


def test_a_large_report_is_judged_beside_the_window(qtbot, application, press, monkeypatch):
    real, here = simcore.regroup, []

    def regroup(*given: object, **named: object) -> object:
        here.append(threading.current_thread() is threading.main_thread())
        return real(*given, **named)

    monkeypatch.setattr(results, "_JUDGED_AT_ONCE", (0, 0))
    monkeypatch.setattr("simcore.grouping.grouper.regroup", regroup)
    press("K")
    settled(qtbot, application)
    press("Alt+PgDown")
    press("N")
    settled(qtbot, application)
    assert shown_groups(application) == {
        "alpha copy.txt": {"alpha.txt", "alpha draft.txt", "alpha draft 2.txt"},
        "beta.txt": {"beta draft.txt"},
        "gamma.txt": {"gamma draft.txt"},
    }
    assert here
    assert not any(here)


def test_what_is_said_during_a_scan_holds_after_it(qtbot, application, press):
    application.session.scan()
    press("N")
    wait_until_idle(qtbot, application)
    settled(qtbot, application)
    assert "alpha copy.txt" not in shown_groups(application)["alpha.txt"]


def test_the_last_word_is_written_when_the_window_closes(qtbot, application, press, index_path):
    press("K")
    press("Alt+PgDown")
    press("N")
    application.window.close()
    with JudgementFile(judgements_path(index_path)) as file:
        assert {one.kind for one in file.entries()} == {JudgementKind.KEPT, JudgementKind.COPY}


def test_opening_a_row_brings_texts_that_were_hidden(qtbot, application):
    scan(qtbot, application)
    window = application.window
    view, texts = window.group_view, window.difference_view
    window.activateWindow()
    qtbot.waitUntil(lambda: texts.settled)
    view.expandAll()
    row = next(
        view.model().index(at, GroupColumn.NAME)
        for at in range(view.model().rowCount())
        if view.groups.document_at(view.model().index(at, 0)) is not None
    )
    view.setFocus()
    view.setCurrentIndex(row)
    texts.tools.close_button.click()
    assert not window.tabs.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert window.tabs.isVisible()
    qtbot.waitUntil(texts.left_pane.hasFocus)
    texts.tools.close_button.click()
    where = view.visualRect(row).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert not window.tabs.isVisible()
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert window.tabs.isVisible()
    title = view.groups.title_of(row)
    view.setFocus()
    view.setCurrentIndex(title)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert not view.groups.is_open(title)
