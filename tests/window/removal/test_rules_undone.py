"""A removal whose marks came from rules is undone: what rules chose to keep is kept no longer."""

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.removal.dialog import RemovalDialog
from app.removal.rules import RulesDialog
from app.settings.settings import MarkingRules
from builders import chinese_text, english_text
from removals import put
from simcore import Journal, KeepRule
from simcore.grouping.freeing import safe_to_free
from simcore.index.paths import journal_beside
from simcore.model.report import State
from simcore.removal.keep_rules import KeepBy
from windows import Open, reads_journal, wait_until_idle

pytestmark = pytest.mark.skipif(os.name == "nt", reason="trashes are others there")

SAID = "2 groups keep again the document that they kept before the rules."


@pytest.fixture
def library(private_home: Path) -> Path:
    """Two groups whose newest document is not the one that is kept without rules."""
    folder = private_home / "文档"
    for number, name in enumerate(("合同", "plan")):
        text = (chinese_text if number else english_text)(number)
        put(folder / f"{name}.txt", text.encode(), 1_600_000_000)
        put(folder / f"{name} copy.txt", text.encode(), 1_600_000_500)
    return folder


def keepers(application: Application) -> set[str]:
    report = application.session.results.report
    return {report.documents[group.representative].path.name for group in report.groups}


def mark_by_rules(qtbot: QtBot, application: Application) -> None:
    window = application.window
    window.commands.mark_by_rules.trigger()
    dialog = window.findChild(RulesDialog)
    dialog.set_ruling(MarkingRules((KeepRule(KeepBy.NEWEST),)))
    qtbot.waitUntil(lambda: not dialog._previewing.busy, timeout=60_000)
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: bool(window.group_model.marked()))


def remove_marked(qtbot: QtBot, application: Application) -> None:
    window = application.window
    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: window.findChild(RemovalDialog) is not None, timeout=60_000)
    removal = window.findChild(RemovalDialog)
    with qtbot.waitSignal(application.session.removed, timeout=60_000):
        removal.move_button.click()
    settled(qtbot, application)


def settled(qtbot: QtBot, application: Application) -> None:
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not reads_journal(application), timeout=60_000)
    qtbot.waitUntil(lambda: not application.window.group_model.busy, timeout=60_000)


def undo(qtbot: QtBot, application: Application) -> None:
    with qtbot.waitSignal(application.session.undone, timeout=60_000):
        application.undoing.undo_last()
    settled(qtbot, application)


def test_undo_restores_the_keepers_and_says_so(qtbot: QtBot, application: Application) -> None:
    before = keepers(application)
    assert before == {"合同.txt", "plan.txt"}
    mark_by_rules(qtbot, application)
    assert keepers(application) == {"合同 copy.txt", "plan copy.txt"}
    remove_marked(qtbot, application)
    assert keepers(application) == set()
    undo(qtbot, application)
    assert keepers(application) == before
    assert SAID in application.window.alert.text()
    assert application.window.group_model.marked() == frozenset()


def test_marks_by_hand_change_no_keepers_and_undo_says_nothing_of_them(
    qtbot: QtBot, application: Application
) -> None:
    before = keepers(application)
    application.window.commands.mark_identical.trigger()
    remove_marked(qtbot, application)
    undo(qtbot, application)
    assert keepers(application) == before
    assert "rules" not in application.window.alert.text()


def test_rules_that_were_applied_after_a_removal_stay(qtbot: QtBot, application: Application):
    report = application.session.results.report
    first = next(one for one in report.documents.values() if one.path.name == "plan copy.txt")
    application.window.group_model.mark([first.id], on=True)
    remove_marked(qtbot, application)
    mark_by_rules(qtbot, application)
    undo(qtbot, application)
    assert keepers(application) == {"合同 copy.txt", "plan.txt"}


def test_rules_can_be_applied_again_and_undone_again(qtbot: QtBot, application: Application):
    for _ in range(2):
        mark_by_rules(qtbot, application)
        assert keepers(application) == {"合同 copy.txt", "plan copy.txt"}
        remove_marked(qtbot, application)
        undo(qtbot, application)
        assert keepers(application) == {"合同.txt", "plan.txt"}


def test_what_the_user_chose_to_keep_in_the_meantime_stays(qtbot: QtBot, application: Application):
    mark_by_rules(qtbot, application)
    report, model = application.session.results.report, application.window.group_model
    plan = next(one for one in report.documents.values() if one.path.name == "plan.txt")
    model.mark([plan.id], on=False)
    remove_marked(qtbot, application)
    view = application.window.group_view
    view.setCurrentIndex(model.index_of(plan.id))
    application.window.review_actions.keep.trigger()
    qtbot.waitUntil(lambda: keepers(application) == {"plan.txt"}, timeout=60_000)
    application.session.undo(application.undoing.last.id)
    settled(qtbot, application)
    assert keepers(application) == {"合同.txt", "plan.txt"}


def undo_one(qtbot: QtBot, application: Application, name: str) -> None:
    """Restore a document alone, as the history does."""
    batch = application.undoing.last
    with Journal(journal_beside(application.session._index)) as journal:
        [only] = [
            one.sequence
            for one in journal.operations(batch.id)
            if one.target.path.name == name and one.state is State.DONE
        ]
    with qtbot.waitSignal(application.session.undone, timeout=60_000):
        application.session.undo(batch.id, only=[only])
    settled(qtbot, application)


def test_undo_of_one_document_restores_the_keeper_of_its_group(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    put(library / "plan a.txt", chinese_text(1).encode(), 1_600_000_100)
    application = open_window(library)
    mark_by_rules(qtbot, application)
    remove_marked(qtbot, application)
    undo_one(qtbot, application, "合同.txt")
    said = application.window.alert.text()
    assert keepers(application) == {"合同.txt"}
    assert "1 group keeps again the document that it kept before the rules." in said
    undo_one(qtbot, application, "plan.txt")
    said = application.window.alert.text()
    assert keepers(application) == {"合同.txt", "plan copy.txt"}
    assert "1 group keeps the document that the rules chose until all of it is restored." in said
    undo_one(qtbot, application, "plan a.txt")
    assert keepers(application) == {"合同.txt", "plan.txt"}
    assert "keeps again" in application.window.alert.text()


def test_copies_of_a_form_are_marked_as_the_summary_counts_them(
    qtbot: QtBot, open_window: Open, private_home: Path
) -> None:
    folder = private_home / "forms"
    text = english_text(3)
    for number in (1000, 2000):
        for copy in range(3):
            form = f"Invoice {number}\n{text}\nTotal {number + 1} paid on 3 May {number}\n"
            put(folder / f"{number} {copy}.txt", form.encode(), 1_600_000_000 + copy)
    application = open_window(folder)
    model = application.window.group_model
    report = application.session.results.report
    assert len(report.groups) == 1
    assert any(one.numbers_only for one in report.groups[0].members)
    assert safe_to_free(report).safe.documents == 4
    mark_by_rules(qtbot, application)
    documents = report.documents
    marked = {documents[key].path.name for key in model.marked()}
    assert marked == {f"{number} {copy}.txt" for number in (1000, 2000) for copy in (0, 1)}
    remove_marked(qtbot, application)
    left = application.session.results.report
    assert safe_to_free(left).safe.documents == 0
    assert model.totals()[0].documents == 2
