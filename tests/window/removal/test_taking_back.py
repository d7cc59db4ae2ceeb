"""One command takes back what was done last, a judgement or a removal, in the real window."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.review import JudgementDialog
from app.i18n import Language, set_language, without_mnemonic
from app.removal.words import removal_text
from app.session.judgements import JudgementAction, UndoableJudgement
from app.session.session import UndoOrder
from app.session.states import Activity
from app.window.help import shortcuts_of
from builders import english_text
from simcore import Action, Document, Journal, carry_out, plan_removal
from simcore.index.judgements import JudgementFile
from simcore.index.paths import journal_beside, judgements_path
from simcore.model.report import Batch, Result, State
from translations import TRANSLATED, spoken_from
from windows import Open, asked, reads_journal

NOT_A_DUPLICATE = "Undo “Not a duplicate”"
KEEP = "Undo “Keep this one instead”"
ONE_TO_TRASH = "Undo the move of 1 document to the trash"
TWO_TO_TRASH = "Undo the move of 2 documents to the trash"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="trashes are others there")


@pytest.fixture
def english() -> Iterator[None]:
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def library(private_home: Path) -> Path:
    """Three texts, each with a copy and a shorter draft."""
    folder = private_home / "documents"
    folder.mkdir()
    for number, name in enumerate(("alpha", "beta", "gamma")):
        text = english_text(number)
        for kind, words in (
            ("", text),
            (" copy", text),
            (" draft", text.replace("river", "bay")),
        ):
            (folder / f"{name}{kind}.txt").write_text(words, encoding="utf-8")
    return folder


def document_named(application: Application, name: str) -> Document:
    report = application.session.results.report
    return next(one for one in report.documents.values() if one.path.name == name)


def groups(application: Application) -> list[set[str]]:
    """Return the groups of the session's report as names, in the order of their first name."""
    report = application.session.results.report
    names = {key: one.path.name for key, one in report.documents.items()}
    found = [
        {names[one.representative], *(names[member.document] for member in one.members)}
        for one in report.groups
    ]
    return sorted(found, key=min)


def settled(qtbot: QtBot, application: Application) -> None:
    session = application.session

    def there() -> bool:
        report = session.results.report
        return (
            session.activity is Activity.NONE
            and not session.judgements.busy
            and not reads_journal(application)
            and report is not None
            and report.judgements == session.judgements.now
            and not application.window.group_model.busy
        )

    qtbot.waitUntil(there, timeout=60_000)


def say(application: Application, action: QAction, name: str) -> None:
    """Choose a document, and say something of it."""
    application.window.group_view.choose(document_named(application, name).id)
    assert action.isEnabled()
    action.trigger()


def set_apart(qtbot: QtBot, application: Application, name: str) -> None:
    settled(qtbot, application)
    say(application, application.window.review_actions.not_duplicate, name)


def remove(qtbot: QtBot, application: Application, *names: str) -> None:
    settled(qtbot, application)
    wanted = [document_named(application, name).id for name in names]
    model = application.window.group_model
    model.set_marked(())
    model.mark(wanted, on=True)
    assert model.marked() == set(wanted)
    dialog = asked(qtbot, application, application.window.commands.trash)
    with qtbot.waitSignal(application.session.removed, timeout=60_000):
        dialog.move_button.click()
    settled(qtbot, application)


def offered(application: Application) -> str:
    return without_mnemonic(application.window.commands.undo.text())


def take_keyboard(qtbot: QtBot, application: Application) -> None:
    window = application.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.group_view.setFocus()


def press_undo(application: Application) -> None:
    view = application.window.group_view
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def undo(qtbot: QtBot, application: Application) -> None:
    settled(qtbot, application)
    assert application.window.commands.undo.isEnabled()
    take_keyboard(qtbot, application)
    press_undo(application)
    settled(qtbot, application)


def test_a_judgement_then_a_removal(
    qtbot: QtBot, application: Application, library: Path, english: None
) -> None:
    before = groups(application)
    command = application.window.commands.undo
    settled(qtbot, application)
    assert (offered(application), command.isEnabled()) == ("Undo", False)
    set_apart(qtbot, application, "alpha draft.txt")
    assert (offered(application), command.isEnabled()) == (NOT_A_DUPLICATE, True)
    remove(qtbot, application, "beta copy.txt", "gamma copy.txt")
    assert (offered(application), command.isEnabled()) == (TWO_TO_TRASH, True)
    button = application.window.alert._button
    # beside the words of the message a word is enough
    assert (button.isVisible(), button.text()) == (True, "Undo")

    undo(qtbot, application)
    assert (library / "beta copy.txt").exists()
    assert (library / "gamma copy.txt").exists()
    assert groups(application) == [{"alpha.txt", "alpha copy.txt"}, *before[1:]]
    assert (offered(application), command.isEnabled()) == (NOT_A_DUPLICATE, True)
    undo(qtbot, application)
    assert groups(application) == before
    assert (offered(application), command.isEnabled()) == ("Undo", False)


def test_a_removal_then_a_judgement(
    qtbot: QtBot, application: Application, library: Path, english: None
) -> None:
    before = groups(application)
    remove(qtbot, application, "beta copy.txt")
    say(application, application.window.review_actions.keep, "alpha draft.txt")
    assert offered(application) == KEEP
    set_apart(qtbot, application, "gamma draft.txt")
    assert offered(application) == NOT_A_DUPLICATE

    undo(qtbot, application)
    assert not (library / "beta copy.txt").exists()
    assert groups(application)[2] == before[2]
    assert offered(application) == KEEP
    undo(qtbot, application)
    assert not (library / "beta copy.txt").exists()
    assert offered(application) == ONE_TO_TRASH
    undo(qtbot, application)
    assert (library / "beta copy.txt").exists()
    assert groups(application) == before
    assert not application.window.commands.undo.isEnabled()


def test_many_of_both_are_taken_back_in_their_order(
    qtbot: QtBot, application: Application, library: Path, english: None
) -> None:
    before = groups(application)
    steps: list[Callable[[], None]] = [
        lambda: remove(qtbot, application, "alpha copy.txt"),
        lambda: set_apart(qtbot, application, "alpha draft.txt"),
        lambda: remove(qtbot, application, "beta copy.txt"),
        lambda: remove(qtbot, application, "gamma copy.txt"),
        lambda: set_apart(qtbot, application, "beta draft.txt"),
    ]
    was = []
    for step in steps:
        was.append((groups(application), offered(application), set(library.iterdir())))
        step()
        settled(qtbot, application)
    for wanted in reversed(was):
        undo(qtbot, application)
        assert (groups(application), offered(application), set(library.iterdir())) == wanted
    assert groups(application) == before


def test_after_a_restart_the_last_removal_is_offered(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path, english: None
) -> None:
    first = open_window(library)
    remove(qtbot, first, "alpha copy.txt")
    set_apart(qtbot, first, "beta draft.txt")
    settled(qtbot, first)
    first.window.close()

    second = open_window()
    settled(qtbot, second)
    # what was said in an earlier run is not undone by a key: it is in the list
    assert offered(second) == ONE_TO_TRASH
    set_apart(qtbot, second, "gamma draft.txt")
    assert offered(second) == NOT_A_DUPLICATE
    undo(qtbot, second)
    assert not (library / "alpha copy.txt").exists()
    with JudgementFile(judgements_path(index_path)) as file:
        assert len(file.entries()) == 1
    assert offered(second) == ONE_TO_TRASH
    undo(qtbot, second)
    assert (library / "alpha copy.txt").exists()
    assert not second.window.commands.undo.isEnabled()
    with JudgementFile(judgements_path(index_path)) as file:
        assert len(file.entries()) == 1


def test_what_cannot_be_brought_back_stands_in_nobodys_way(
    qtbot: QtBot, application: Application, library: Path, english: None
) -> None:
    before = groups(application)
    set_apart(qtbot, application, "alpha draft.txt")
    remove(qtbot, application, "beta copy.txt", "gamma copy.txt")
    taken = library / "beta copy.txt"
    taken.write_text("another one", encoding="utf-8")
    undo(qtbot, application)
    assert (library / "gamma copy.txt").exists()
    assert "another file has its name" in application.window.alert.text()
    assert taken.read_text(encoding="utf-8") == "another one"
    # first what was said before; then the rest of the removal again, as often as is wanted
    assert offered(application) == NOT_A_DUPLICATE
    undo(qtbot, application)
    assert groups(application)[0] == before[0]
    assert offered(application) == ONE_TO_TRASH
    undo(qtbot, application)
    assert offered(application) == ONE_TO_TRASH
    assert "another file has its name" in application.window.alert.text()
    set_apart(qtbot, application, "alpha draft.txt")
    assert offered(application) == NOT_A_DUPLICATE
    undo(qtbot, application)
    taken.unlink()
    undo(qtbot, application)
    assert taken.read_text(encoding="utf-8") == english_text(1)
    assert groups(application) == before
    assert not application.window.commands.undo.isEnabled()


def test_a_removal_of_another_program_is_older_than_what_was_said_here(
    qtbot: QtBot, application: Application, library: Path, index_path: Path, english: None
) -> None:
    remove(qtbot, application, "beta copy.txt")
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    report = application.session.results.report
    copy = document_named(application, "gamma copy.txt")
    with Journal(journal_beside(index_path)) as journal:
        carry_out(plan_removal(report, {copy.id}, action=Action.DELETE), journal)
    application.window.commands.removal.history.trigger()  # which reads the journal
    settled(qtbot, application)
    assert offered(application) == NOT_A_DUPLICATE
    undo(qtbot, application)
    assert offered(application) == "Undo the deletion of 1 document"
    undo(qtbot, application)
    assert (library / "gamma copy.txt").exists()
    assert offered(application) == ONE_TO_TRASH


def test_the_order_outlasts_a_change_of_language(
    qtbot: QtBot, application: Application, library: Path, compiled: Path
) -> None:
    set_apart(qtbot, application, "alpha draft.txt")
    remove(qtbot, application, "beta copy.txt")
    set_apart(qtbot, application, "gamma draft.txt")
    with spoken_from(compiled):
        application.window.language_menu.action_of(Language.SIMPLIFIED).trigger()
        qtbot.addWidget(application.window)
        settled(qtbot, application)
        assert offered(application) == "撤销“不是重复”"
        undo(qtbot, application)
        assert offered(application) == "撤销：将 1 个文档移到回收站"
        undo(qtbot, application)
        assert (library / "beta copy.txt").exists()
        assert offered(application) == "撤销“不是重复”"
        application.window.language_menu.action_of(Language.TRADITIONAL).trigger()
        qtbot.addWidget(application.window)
        settled(qtbot, application)
        assert offered(application) == "復原「不是重複」"
        undo(qtbot, application)
        assert (offered(application), application.window.commands.undo.isEnabled()) == (
            "復原",
            False,
        )


def test_entries_taken_off_the_list_are_a_step_too(
    qtbot: QtBot, application: Application, index_path: Path, english: None
) -> None:
    set_apart(qtbot, application, "alpha draft.txt")
    remove(qtbot, application, "beta copy.txt")
    application.window.review_actions.judgements.trigger()
    dialog = application.window.findChild(JudgementDialog)
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() == 1, timeout=60_000)
    dialog.delete.click()
    settled(qtbot, application)
    assert offered(application) == "Undo “Delete from the list”"
    # the button of the message before does what the command does now
    button = application.window.alert._button
    assert button.text() == "Undo"
    assert button.defaultAction() is application.window.commands.undo
    dialog.close()
    undo(qtbot, application)
    with JudgementFile(judgements_path(index_path)) as file:
        assert len(file.entries()) == 1
    assert offered(application) == ONE_TO_TRASH


def test_while_something_runs(qtbot: QtBot, application: Application, library: Path, english: None):
    """No removal is undone then, and no judgement from before a removal that is running."""
    window, command = application.window, application.window.commands.undo
    remove(qtbot, application, "beta copy.txt")
    take_keyboard(qtbot, application)
    window.commands.scan.trigger()
    assert application.session.activity is Activity.SCANNING
    assert (offered(application), command.isEnabled()) == (ONE_TO_TRASH, False)
    press_undo(application)
    assert application.session.activity is Activity.SCANNING
    settled(qtbot, application)
    assert not (library / "beta copy.txt").exists()
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    window.commands.scan.trigger()
    assert (offered(application), command.isEnabled()) == (NOT_A_DUPLICATE, True)
    settled(qtbot, application)

    window.group_model.set_marked([document_named(application, "gamma copy.txt").id])
    dialog = asked(qtbot, application, window.commands.trash)
    dialog.move_button.click()
    assert application.session.activity is Activity.REMOVING
    assert (offered(application), command.isEnabled()) == (NOT_A_DUPLICATE, False)
    say(application, window.review_actions.not_duplicate, "gamma draft.txt")
    assert command.isEnabled()
    settled(qtbot, application)
    # said after the removal began, it is taken back before it
    assert offered(application) == NOT_A_DUPLICATE
    undo(qtbot, application)
    assert offered(application) == ONE_TO_TRASH
    undo(qtbot, application)
    assert (library / "gamma copy.txt").exists()
    assert offered(application) == NOT_A_DUPLICATE


def test_nothing_older_is_offered_before_the_journal_was_read(
    qtbot: QtBot, application: Application, english: None
) -> None:
    set_apart(qtbot, application, "alpha draft.txt")
    seen = []

    def look(_outcome: object) -> None:
        assert application.undoing.following
        seen.append((offered(application), application.window.commands.undo.isEnabled()))

    application.session.removed.connect(look)
    application.session.undone.connect(look)
    remove(qtbot, application, "beta copy.txt")
    remove(qtbot, application, "gamma copy.txt")
    undo(qtbot, application)
    application.session.removed.disconnect(look)
    application.session.undone.disconnect(look)
    assert seen == [("Undo", False), ("Undo", False), (ONE_TO_TRASH, False)]
    assert offered(application) == ONE_TO_TRASH


def test_other_keys_undo_nothing_and_a_held_key_one_step(
    qtbot: QtBot, application: Application, library: Path, english: None
) -> None:
    window = application.window
    remove(qtbot, application, "beta copy.txt")
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    now = groups(application)
    ctrl = Qt.KeyboardModifier.ControlModifier
    shift = Qt.KeyboardModifier.ShiftModifier
    take_keyboard(qtbot, application)
    for key, modifiers in ((Qt.Key.Key_Z, ctrl | shift), (Qt.Key.Key_Y, ctrl)):
        QTest.keyClick(window.group_view, key, modifiers)
    settled(qtbot, application)
    assert (groups(application), offered(application)) == (now, NOT_A_DUPLICATE)
    assert not (library / "beta copy.txt").exists()
    assert not window.commands.undo.autoRepeat()
    keys = {key.toString(): one.text for one in shortcuts_of(window) for key in one.keys}
    assert keys["Ctrl+Z"] == NOT_A_DUPLICATE
    assert not {"Ctrl+Shift+Z", "Ctrl+Y"} & keys.keys()


def test_a_damaged_list_of_judgements_is_told_and_the_step_stays(
    qtbot: QtBot, application: Application, index_path: Path, english: None
) -> None:
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    path = judgements_path(index_path)
    whole = path.read_bytes()
    path.write_bytes(b"this is no list" * 99)
    take_keyboard(qtbot, application)
    press_undo(application)
    qtbot.waitUntil(lambda: str(path) in application.window.alert.text(), timeout=60_000)
    qtbot.waitUntil(lambda: not application.session.judgements.busy)
    assert offered(application) == NOT_A_DUPLICATE
    path.write_bytes(whole)
    undo(qtbot, application)
    assert not application.window.commands.undo.isEnabled()


def test_the_list_of_judgements_has_one_whose_time_was_written_over(
    qtbot: QtBot, application: Application, index_path: Path, english: None
) -> None:
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    with contextlib.closing(sqlite3.connect(judgements_path(index_path))) as file, file:
        file.execute("update judgement set made = 'soon'")
    application.window.review_actions.judgements.trigger()
    (dialog,) = application.window.findChildren(JudgementDialog)
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() == 1, timeout=60_000)
    item = dialog.table.topLevelItem(0)
    assert item.text(0) == "unknown"
    dialog.close()


@pytest.mark.parametrize("action", Action)
def test_each_removal_has_words_in_each_language(
    action: Action, compiled: Path, qapp: QApplication
) -> None:
    texts = set()
    with spoken_from(compiled):
        for language in (Language.ENGLISH, *TRANSLATED):
            set_language(language)
            for done, unknown in ((1, 0), (0, 1), (1, 1), (166, 1)):
                counts = {
                    State.DONE: done,
                    State.UNKNOWN: unknown,
                    State.UNDONE: 9,
                    State.FAILED: 8,
                }
                text = removal_text(Batch(1, "", action, "", counts))
                assert f" {done + unknown} " in text
                texts.add(text)
    assert len(texts) == 3 * 3


class ListedJudgements:
    """As much of a store as the order of undo looks at: a list of judgements, by number."""

    def __init__(self) -> None:
        self.version = 0
        self.left: list[UndoableJudgement] = []

    @property
    def last(self) -> UndoableJudgement | None:
        return self.left[-1] if self.left else None


@given(st.lists(st.sampled_from(["say", "remove", "two", "undo", "cancel"]), max_size=40))
def test_the_order_is_that_of_one_list(events: list[str]) -> None:
    """Whatever is done and undone: next is what stands at the end of a list of all of it."""
    said, batches, done = ListedJudgements(), 0, [""]
    order = UndoOrder(said)
    for event in events:
        if event == "say":
            said.version += 1
            said.left.append(UndoableJudgement(JudgementAction.APART, said.version))
            done.append("judgement")
        elif event in {"remove", "two"}:
            order.begin()
            made = range(batches + 1, batches + (2 if event == "remove" else 3))
            order.note(made)
            batches = max(made)
            done += [str(batch) for batch in made]
        elif done[-1] == "judgement" and event == "undo":
            said.version += 1
            said.left.pop()
            done.pop()
        elif done[-1].isdigit():
            batch = int(done[-1])
            order.begin_undo(batch)
            state = State.UNDONE if event == "undo" else State.SKIPPED
            order.end_undo([Result(Path(), state)])
            if event == "undo":
                done.pop()
        last = next((int(one) for one in reversed(done) if one.isdigit()), None)
        assert order.said_first(last) == (done[-1] == "judgement")
