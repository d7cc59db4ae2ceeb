"""One command takes back what was done last, a judgement or a removal; of rules, what they kept."""

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.review import JudgementDialog
from app.i18n import Language, set_language, without_mnemonic
from app.removal.rules import RulesDialog
from app.removal.words import removal_text
from app.session.judgements import JudgementAction, UndoableJudgement
from app.session.session import UndoOrder
from app.session.states import Activity
from app.settings.settings import MarkingRules
from app.window.help import shortcuts_of
from builders import chinese_text, english_text
from named import kept_names, key_named, marked_names, names_of
from removals import put
from simcore import Action, Journal, KeepRule, carry_out, plan_removal
from simcore.index.judgements import JudgementFile
from simcore.index.paths import journal_beside, judgements_path
from simcore.model.records import Judgements
from simcore.model.report import Batch, Result, State
from simcore.removal.keep_rules import KeepBy
from translations import TRANSLATED, spoken_from
from windows import Open, asked, reads_journal, wait_until_idle
from written import written

NOT_A_DUPLICATE = "Undo “Not a duplicate”"
KEEP = "Undo “Keep this one instead”"
ONE_TO_TRASH = "Undo the move of 1 document to the trash"
TWO_TO_TRASH = "Undo the move of 2 documents to the trash"

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="trashes are others there"),
    pytest.mark.usefixtures("british"),
]


@pytest.fixture
def library(private_home: Path) -> Path:
    """Three texts, each with a copy and a shorter draft."""
    files = {}
    for number, name in enumerate(("alpha", "beta", "gamma")):
        files[f"{name}.txt"] = files[f"{name} copy.txt"] = english_text(number)
        files[f"{name} draft.txt"] = english_text(number).replace("river", "bay")
    return written(private_home / "documents", files)


def groups(application: Application) -> list[set[str]]:
    """Return the groups of the session's report as names, in the order of their first name."""
    found = [
        names_of(application, {one.representative, *(each.document for each in one.members)})
        for one in application.session.results.report.groups
    ]
    return sorted(found, key=min)


def settled(qtbot: QtBot, application: Application) -> None:
    """Wait until nothing is at work, and all that was said is in the groups."""
    session = application.session

    def there() -> bool:
        report = session.results.report
        return not session.judgements.busy and report.judgements == session.judgements.now

    quiet(qtbot, application)
    qtbot.waitUntil(there)
    quiet(qtbot, application)


def say(application: Application, action: QAction, name: str) -> None:
    """Choose a document, and say something of it."""
    application.window.group_view.choose(key_named(application, name))
    assert action.isEnabled()
    action.trigger()


def set_apart(qtbot: QtBot, application: Application, name: str) -> None:
    settled(qtbot, application)
    say(application, application.window.review_actions.not_duplicate, name)


def quiet(qtbot: QtBot, application: Application) -> None:
    """Wait until nothing is at work."""
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not reads_journal(application))
    qtbot.waitUntil(lambda: not application.window.group_model.busy)


def remove_marked(qtbot: QtBot, application: Application) -> None:
    dialog = asked(qtbot, application, application.window.commands.trash)
    with qtbot.waitSignal(application.session.removed):
        dialog.move_button.click()
    quiet(qtbot, application)


def remove(qtbot: QtBot, application: Application, *names: str) -> None:
    settled(qtbot, application)
    model = application.window.group_model
    model.set_marked(())
    model.mark([key_named(application, name) for name in names], on=True)
    assert marked_names(application) == set(names)
    remove_marked(qtbot, application)
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


def test_many_of_both_are_taken_back_in_their_order(qtbot, application, library, index_path):
    before = groups(application)
    steps: list[Callable[[], None]] = [
        lambda: remove(qtbot, application, "alpha copy.txt"),
        lambda: set_apart(qtbot, application, "alpha draft.txt"),
        lambda: remove(qtbot, application, "beta copy.txt"),
        lambda: remove(qtbot, application, "gamma copy.txt"),
        lambda: set_apart(qtbot, application, "beta draft.txt"),
        lambda: say(application, application.window.review_actions.keep, "gamma draft.txt"),
    ]
    was = []
    for step in steps:
        was.append((groups(application), offered(application), set(library.iterdir())))
        step()
        settled(qtbot, application)
    assert offered(application) == KEEP
    for wanted in reversed(was):
        undo(qtbot, application)
        assert (groups(application), offered(application), set(library.iterdir())) == wanted
    assert groups(application) == before
    assert not application.window.commands.undo.isEnabled()
    with JudgementFile(judgements_path(index_path)) as file:
        assert file.all() == Judgements()


def test_after_a_restart_the_last_removal_is_offered(qtbot, open_window, library, index_path):
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


def test_what_cannot_be_brought_back_stands_in_nobodys_way(qtbot, application, library):
    before = groups(application)
    set_apart(qtbot, application, "alpha draft.txt")
    remove(qtbot, application, "beta copy.txt", "gamma copy.txt")
    taken = library / "beta copy.txt"
    assert offered(application) == TWO_TO_TRASH
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


def test_a_removal_of_another_program_is_older(qtbot, application, library, index_path):
    remove(qtbot, application, "beta copy.txt")
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    report, copy = application.session.results.report, key_named(application, "gamma copy.txt")
    with Journal(journal_beside(index_path)) as journal:
        carry_out(plan_removal(report, {copy}, action=Action.DELETE), journal)
    application.window.commands.removal.history.trigger()  # which reads the journal
    settled(qtbot, application)
    assert offered(application) == NOT_A_DUPLICATE
    undo(qtbot, application)
    assert offered(application) == "Undo the deletion of 1 document"
    undo(qtbot, application)
    assert (library / "gamma copy.txt").exists()
    assert offered(application) == ONE_TO_TRASH


def test_the_order_outlasts_a_change_of_language(qtbot, application, library, compiled):
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
        assert offered(application) == "復原"
        assert not application.window.commands.undo.isEnabled()


def test_while_something_runs(qtbot, application, library):
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

    window.group_model.set_marked([key_named(application, "gamma copy.txt")])
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


def test_nothing_older_is_offered_before_the_journal_was_read(qtbot, application):
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


def test_other_keys_undo_nothing_and_a_held_key_one_step(qtbot, application, library):
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


def test_a_damaged_list_of_judgements_is_told_and_the_step_stays(qtbot, application, index_path):
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    path = judgements_path(index_path)
    whole = path.read_bytes()
    path.write_bytes(b"this is no list" * 99)
    take_keyboard(qtbot, application)
    press_undo(application)
    qtbot.waitUntil(lambda: str(path) in application.window.alert.text())
    qtbot.waitUntil(lambda: not application.session.judgements.busy)
    assert offered(application) == NOT_A_DUPLICATE
    path.write_bytes(whole)
    undo(qtbot, application)
    assert not application.window.commands.undo.isEnabled()


def test_the_list_of_judgements_has_one_whose_time_was_written_over(qtbot, application, index_path):
    set_apart(qtbot, application, "alpha draft.txt")
    settled(qtbot, application)
    with contextlib.closing(sqlite3.connect(judgements_path(index_path))) as file, file:
        file.execute("update judgement set made = 'soon'")
    application.window.review_actions.judgements.trigger()
    (dialog,) = application.window.findChildren(JudgementDialog)
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() == 1)
    item = dialog.table.topLevelItem(0)
    assert item.text(0) == "unknown"
    dialog.close()


@pytest.mark.parametrize("action", Action)
def test_each_removal_has_words_in_each_language(action: Action, compiled, qapp):
    texts = set()
    with spoken_from(compiled):
        for language in (Language.ENGLISH, *TRANSLATED):
            set_language(language)
            for done, unknown in ((1, 0), (0, 1), (1, 1), (166, 1)):
                states = (State.DONE, State.UNKNOWN, State.UNDONE, State.FAILED)
                counts = dict(zip(states, (done, unknown, 9, 8), strict=True))
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
def test_the_order_is_that_of_one_list(events: list[str]):
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


SAID = "2 groups keep again the document that they kept before the rules."


@pytest.fixture
def two_groups(private_home: Path) -> Path:
    """Two groups whose newest document is not the one that is kept without rules."""
    folder = private_home / "文档"
    for number, name in enumerate(("合同", "plan")):
        text = (chinese_text if number else english_text)(number)
        put(folder / f"{name}.txt", text.encode(), 1_600_000_000)
        put(folder / f"{name} copy.txt", text.encode(), 1_600_000_500)
    return folder


@pytest.fixture
def ruled(open_window: Open, two_groups: Path) -> Application:
    return open_window(two_groups)


def undo_removal(qtbot: QtBot, application: Application) -> None:
    with qtbot.waitSignal(application.session.undone):
        application.undoing.undo_last()
    quiet(qtbot, application)


def mark_by_rules(qtbot: QtBot, application: Application) -> None:
    window = application.window
    window.commands.mark_by_rules.trigger()
    dialog = window.findChild(RulesDialog)
    dialog.set_ruling(MarkingRules((KeepRule(KeepBy.NEWEST),)))
    qtbot.waitUntil(lambda: not dialog._previewing.busy)
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: bool(window.group_model.marked()))


def test_undo_restores_the_keepers_and_says_so(qtbot, ruled):
    for _ in range(2):  # rules can be applied again, and undone again
        assert kept_names(ruled) == {"合同.txt", "plan.txt"}
        mark_by_rules(qtbot, ruled)
        assert kept_names(ruled) == {"合同 copy.txt", "plan copy.txt"}
        remove_marked(qtbot, ruled)
        assert kept_names(ruled) == set()
        undo_removal(qtbot, ruled)
        assert kept_names(ruled) == {"合同.txt", "plan.txt"}
        assert SAID in ruled.window.alert.text()
        assert ruled.window.group_model.marked() == frozenset()


def test_marks_by_hand_change_no_keepers_and_undo_says_nothing_of_them(qtbot, ruled):
    before = kept_names(ruled)
    ruled.window.commands.mark_identical.trigger()
    remove_marked(qtbot, ruled)
    undo_removal(qtbot, ruled)
    assert kept_names(ruled) == before
    assert "rules" not in ruled.window.alert.text()


def test_rules_that_were_applied_after_a_removal_stay(qtbot, ruled):
    ruled.window.group_model.mark([key_named(ruled, "plan copy.txt")], on=True)
    remove_marked(qtbot, ruled)
    mark_by_rules(qtbot, ruled)
    undo_removal(qtbot, ruled)
    assert kept_names(ruled) == {"合同 copy.txt", "plan.txt"}


def test_what_the_user_chose_to_keep_in_the_meantime_stays(qtbot, ruled):
    mark_by_rules(qtbot, ruled)
    plan = key_named(ruled, "plan.txt")
    ruled.window.group_model.mark([plan], on=False)
    remove_marked(qtbot, ruled)
    say(ruled, ruled.window.review_actions.keep, "plan.txt")
    qtbot.waitUntil(lambda: kept_names(ruled) == {"plan.txt"})
    ruled.session.undo(ruled.undoing.last.id)
    quiet(qtbot, ruled)
    assert kept_names(ruled) == {"合同.txt", "plan.txt"}


def undo_one(qtbot: QtBot, application: Application, name: str) -> None:
    """Restore a document alone, as the history does."""
    batch = application.undoing.last
    with Journal(journal_beside(application.session.index)) as journal:
        [only] = [
            one.sequence
            for one in journal.operations(batch.id)
            if one.target.path.name == name and one.state is State.DONE
        ]
    with qtbot.waitSignal(application.session.undone):
        application.session.undo(batch.id, only=[only])
    quiet(qtbot, application)


def test_undo_of_one_document_restores_the_keeper_of_its_group(qtbot, open_window, two_groups):
    put(two_groups / "plan a.txt", chinese_text(1).encode(), 1_600_000_100)
    application = open_window(two_groups)
    mark_by_rules(qtbot, application)
    remove_marked(qtbot, application)
    for name, kept, said in (
        (
            "合同.txt",
            {"合同.txt"},
            "1 group keeps again the document that it kept before the rules.",
        ),
        (
            "plan.txt",
            {"合同.txt", "plan copy.txt"},
            "1 group keeps the document that the rules chose until all of it is restored.",
        ),
        ("plan a.txt", {"合同.txt", "plan.txt"}, "keeps again"),
    ):
        undo_one(qtbot, application, name)
        assert kept_names(application) == kept
        assert said in application.window.alert.text()
