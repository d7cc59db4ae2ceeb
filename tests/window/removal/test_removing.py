"""Everything that can be done with marked documents, and its undo, in the real window."""

import contextlib
import os
import sqlite3
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from app.groups.columns import GroupColumn
from app.removal.controller import RemovalResults
from app.removal.dialog import RemovalDialog
from app.removal.history import HistoryWindow, batch_text
from app.removal.words import removal_words, undo_words
from app.session.calls import RemovalProgress, UndoOutcome
from app.tasks import Task
from cells import column_of, rows_of
from leases import TEXT, answer, mark, names_in_groups, question, remove
from named import key_named, marked_names, names_of
from removals import shown
from simcore import Action, Journal
from simcore.files.disk import Volumes
from simcore.files.roles import Role
from simcore.index.paths import journal_beside
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.report import Batch, Result, State
from simcore.removal.actions import ACTIONS
from windows import reads_journal, wait_until_idle

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and trashes are others there")

IDENTICAL = ("lease copy.txt", "lease copy 2.txt")


def heads_of(dialog: RemovalDialog) -> list[str]:
    """Return the heads of the list of a summary."""
    return [section.title for _, section in dialog.pairs.pairs.heads()]


def listed_in(dialog: RemovalDialog) -> list[list[str]]:
    """Return the words of each row of a summary, without the heads."""
    model = dialog.pairs.pairs
    heads = {row for row, _ in model.heads()}
    return [words for row, words in enumerate(rows_of(model)) if row not in heads]


def undo(qtbot: QtBot, application: Application) -> None:
    action = application.window.commands.undo
    qtbot.waitUntil(action.isEnabled)
    with qtbot.waitSignal(application.session.undone):
        action.trigger()
    wait_until_idle(qtbot, application)


def is_as_promised(action: Action, path: Path, place: Path, kept: Path) -> bool:
    """Return whether the files are as the action's class says, so that a new one needs no line."""
    promised = ACTIONS[action]
    return (
        path.exists() == (promised.original_stays or promised.links)
        and (place / "a/b" / path.name).exists() == promised.needs_folder
        and (path.exists() and path.samefile(kept)) == promised.links
        and path.is_symlink() == promised.needs_witness_path
    )


@pytest.mark.parametrize("action", Action)
def test_each_action_and_its_undo_byte_for_byte_after_a_restart(
    qtbot, open_window, library, elsewhere, action: Action
):
    before = shown(library)
    first = open_window(library)
    assert names_in_groups(first) == {path.name for path in before}
    dialog = question(qtbot, first, *IDENTICAL, action=action)
    assert dialog.move_button.isDefault()
    assert "2" in dialog.move_button.text()
    assert "2 Identical" in dialog.words()
    answer(qtbot, first, dialog)
    gone = library / "a/b/lease copy.txt"
    assert is_as_promised(action, gone, elsewhere, library / "lease.txt")
    stays = ACTIONS[action].original_stays
    assert (gone.name in names_in_groups(first)) == stays
    assert "2 documents were " in first.window.alert.text()
    first.window.close()

    second = open_window()
    assert (gone.name in names_in_groups(second)) == stays
    undo(qtbot, second)
    assert shown(library) == before
    assert not any(path.is_symlink() for path in library.rglob("*"))
    assert gone.stat().st_nlink == 1
    assert names_in_groups(second) == {path.name for path in before}
    assert second.window.alert.text().startswith("2 documents restored.")
    assert not shown(elsewhere)
    qtbot.waitUntil(lambda: not reads_journal(second))
    assert not second.window.commands.undo.isEnabled()


def test_no_document_goes_where_the_next_scan_would_find_it(
    qtbot, open_window, library, private_home, monkeypatch
):
    """The command line refuses such a folder, too; a link to one is one."""
    (library / "removed").mkdir()
    link = private_home / "link"
    link.symlink_to(library / "removed")
    application = open_window(library)
    mark(application, *IDENTICAL)
    actions = [one for one in Action if ACTIONS[one].needs_folder]
    for action, place in product(actions, (library, library / "removed", link)):
        monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, at=place: str(at))
        application.window.alert.hide()
        application.window.commands.removal.others[action].trigger()
        assert "would be found again" in application.window.alert.text()
        assert application.window.alert.isVisible()
        assert not application.removing._planning.busy


def test_what_differs_in_numbers_only_is_called_so(qtbot, open_on):
    sums = {"1.txt": 3_000, "2.txt": 3_517}
    application = open_on({name: f"{TEXT}\nThe sum is {sums[name]} euros.\n" for name in sums})
    (group,) = application.session.results.report.groups
    (member,) = group.members
    row = application.window.group_model.index_of(member.document)
    dialog = question(qtbot, application, *names_of(application, [member.document]))
    kinds = row.siblingAtColumn(GroupColumn.KIND).data(), listed_in(dialog)[0][1]
    assert kinds == ("Numbers only", "Numbers only, by hand only")
    tip = row.siblingAtColumn(GroupColumn.KIND).data(Qt.ItemDataRole.ToolTipRole)
    assert "probably another document" in tip
    assert "1 Numbers only" in dialog.words()
    assert "Similar" not in dialog.words()
    assert "1 differs from it in numbers, dates or names only" in dialog.words()


def test_only_identical_documents_become_links(qtbot, application):
    names = "lease copy.txt", "lease utf-16.txt", "lease garden.txt"
    dialog = question(qtbot, application, *names, action=Action.HARD_LINK)
    assert dialog.move_button.text() == "Replace 1 by hard links"
    assert "2 marked documents stay: each has no identical document that stays" in dialog.words()
    stay = {Path(row[0]).name for row in listed_in(dialog) if "no identical" in row[4]}
    assert stay == set(names[1:])
    dialog.reject()


def test_what_undo_cannot_bring_back_is_said_before(qtbot, open_window, library, private_home):
    """A second name of a file, for one: the document comes back as a file of its own."""
    (private_home / "second.txt").hardlink_to(library / "a/b/lease copy.txt")
    (private_home / "third.txt").hardlink_to(library / "a/lease copy 2.txt")
    application = open_window(library)
    dialog = question(qtbot, application, "lease copy.txt")
    assert "Undo could not" not in dialog.words()
    dialog.reject()
    dialog = question(qtbot, application, "lease copy.txt", action=Action.DELETE)
    assert "lease copy.txt: it would lack its other names (hard links)." in dialog.words()
    dialog.reject()
    dialog = question(qtbot, application, *IDENTICAL, action=Action.SYMBOLIC_LINK)
    assert "could not bring back 2 documents" in dialog.words()
    assert "Undo cannot bring back in full: 2" in heads_of(dialog)
    lacks = [row for row in listed_in(dialog) if row[4] == "its other names (hard links)"]
    assert {Path(row[0]).name for row in lacks} == set(IDENTICAL)
    dialog.reject()


def test_a_file_with_several_names(qtbot, open_window, library, private_home):
    """All names that the scan saw go and come back; what has others frees nothing."""
    one, other = library / "a/b/lease copy.txt", library / "a/lease copy 2.txt"
    second = library / "z/second.txt"
    second.parent.mkdir()
    second.hardlink_to(one)
    (private_home / "outside.txt").hardlink_to(other)
    before, size = shown(library), one.stat().st_size
    application = open_window(library)
    model = application.window.group_model
    report = application.session.results.report
    (named,) = [key for key, document in report.documents.items() if document.path == one]
    tooltip = model.index_of(named).siblingAtColumn(GroupColumn.NAME)
    assert second.name in str(tooltip.data(Qt.ItemDataRole.ToolTipRole))
    group = next(one for one in report.groups if named in {each.document for each in one.members})
    gain = sum(
        report.documents[each.document].size
        for each in group.members
        if report.documents[each.document].path != other
    )
    assert model.rows.table.gains[report.groups.index(group)] == gain
    dialog = question(qtbot, application, *IDENTICAL, action=Action.HARD_LINK)
    words = dialog.words()
    assert "Includes 1 other name (hard link) of these files." in words
    assert "Frees no space: 1" in heads_of(dialog)
    (note,) = [row for row in listed_in(dialog) if "outside the scanned folders: 1" in row[4]]
    assert Path(note[0]).name == other.name
    assert dialog._tallies[0].size == size
    answer(qtbot, application, dialog)
    kept = library / "lease.txt"
    assert all(path.samefile(kept) for path in (one, other, second))
    undo(qtbot, application)
    assert shown(library) == before
    assert second.samefile(one)
    assert kept.stat().st_nlink == 1


def test_one_protected_name_locks_the_document(qtbot, open_window, library):
    """The lock is at the row that lists another name of it."""
    (library / "z").mkdir()
    (library / "z/second.txt").hardlink_to(library / "a/b/lease copy.txt")
    application = open_window(library)
    mark(application, *IDENTICAL)
    application.window.folder_panel.set_role(library / "z", Role.PROTECTED)
    wait_until_idle(qtbot, application)
    assert marked_names(application) == {"lease copy 2.txt"}


def back(number: int, code: ReasonCode, *values: object) -> Result:
    return Result(Path(f"{number}.txt"), State.UNDONE, None, Reason(code, values))


def test_an_undo_says_what_a_document_is_back_without():
    lost = Reason(ReasonCode.LOSES_OWNER, ("alice",))
    results = [back(number, ReasonCode.BACK_WITHOUT, lost) for number in range(5)]
    words = undo_words(UndoOutcome((*results, Result(Path("whole.txt"), State.UNDONE))))
    assert words.startswith("1 document restored.")
    assert "2.txt is back without what could not be given to it: its owner alice." in words
    assert "2 more are back without all that they had." in words


def test_an_undo_says_which_copies_stay():
    """The documents are back all the same, and count."""
    results = [
        back(number, ReasonCode.BACK_COPY_STAYS, f"/away/{number}.txt", Reason(ReasonCode.EROFS))
        for number in range(5)
    ]
    words = undo_words(UndoOutcome((results[1],)))
    assert words.startswith("1 document restored.")
    assert "1.txt is restored; a copy stays at /away/1.txt" in words
    words = undo_words(UndoOutcome(tuple(results)))
    assert words.startswith("5 documents restored.")
    assert "Copies of 5 of them could not be deleted" in words


def test_nothing_is_deleted_for_good_before_it_was_said_in_words(qtbot, application, library):
    dialog = question(qtbot, application, "lease copy.txt", action=Action.DELETE)
    assert dialog.sure.text() == "Yes, delete 1 document for good. No trash will have it."
    assert not dialog.move_button.isEnabled()
    dialog.move_button.click()
    dialog.sure.click()
    assert dialog.move_button.isEnabled()
    dialog.sure.click()
    assert not dialog.move_button.isEnabled()
    dialog.reject()
    assert (library / "a/b/lease copy.txt").exists()


class HalfTrash(Volumes):
    """One folder lies on a RAM disk."""

    def lacks_trash(self, path: Path) -> Reason | None:
        return Reason(ReasonCode.RAM_DISK) if path.parent.name == "b" else None


@pytest.mark.parametrize("answered", ["leave", "move", "delete"])
def test_what_has_no_trash_is_asked_about(
    qtbot, open_window, library, elsewhere, monkeypatch, answered: str
):
    before = shown(library)
    monkeypatch.setattr("app.removal.controller.Volumes", HalfTrash)
    monkeypatch.setattr(simcore.files.moves, "Volumes", HalfTrash)
    application = open_window(library)
    dialog = question(qtbot, application, *IDENTICAL)
    assert dialog.choice.title() == "1 without a trash"
    assert dialog.choice.leave.isChecked()
    assert dialog.move_button.text() == "Move 1 to trash"
    without = library / "a/b/lease copy.txt"
    if answered == "move":
        dialog.choice.move_away.click()
        assert dialog.move_button.text() == "Move 1 to trash, Move 1 to the folder"
    elif answered == "delete":
        dialog.choice.delete.click()
        assert dialog.move_button.text() == "Move 1 to trash, Delete 1 for good"
        assert not dialog.move_button.isEnabled()
    answer(qtbot, application, dialog)
    assert not (library / "a/lease copy 2.txt").exists()
    assert without.exists() == (answered == "leave")
    assert (elsewhere / "a/b/lease copy.txt").exists() == (answered == "move")
    if answered == "leave":
        (results,) = application.window.findChildren(RemovalResults)
        left, gone = rows_of(results.table.model())
        assert left[1:] == ["skipped", str(Reason(ReasonCode.RAM_DISK))]
        assert gone[1] == "moved"
    else:
        undo(qtbot, application)
    undo(qtbot, application)
    assert shown(library) == before


class NoTrash(Volumes):
    """Everything lies on a network drive."""

    def lacks_trash(self, path: Path) -> Reason | None:
        return Reason(ReasonCode.NETWORK_DRIVE)


def test_what_is_deleted_for_want_of_a_trash_is_summed_up_like_all_else(
    qtbot, open_window, library, monkeypatch
):
    """The line with the kinds was hidden for good where nothing could go to the trash at first."""
    monkeypatch.setattr("app.removal.controller.Volumes", NoTrash)
    application = open_window(library)
    dialog = question(qtbot, application, *IDENTICAL, "lease garden.txt")

    def visible() -> str:
        return "\n".join(one.text() for one in dialog.findChildren(QLabel) if one.isVisible())

    assert "none of these documents has one" in visible()
    assert "Identical" not in dialog.words()
    dialog.choice.delete.click()
    assert "2 Identical" in dialog.words()
    assert "1 differs from it in numbers, dates or names only" in visible()
    assert "can come back only as a copy" in visible()
    dialog.choice.leave.click()
    assert "Identical" not in dialog.words()
    assert "can come back only as a copy" not in visible()
    assert not dialog.move_button.isEnabled()
    dialog.reject()


def test_a_folder_that_was_renamed_meanwhile_is_named_once(
    qtbot, open_window, library, monkeypatch
):
    """In the message, in the list and in the progress, where nothing moves."""
    for number in range(5):
        copy = library / "a" / "b" / f"{number}.txt"
        copy.write_bytes((library / "lease.txt").read_bytes())
    application = open_window(library)
    names = [f"{number}.txt" for number in range(5)]
    dialog = question(qtbot, application, *IDENTICAL, *names)
    (library / "a" / "b").rename(library / "a" / "renamed")
    told: list[int] = []
    publish = Task.publish

    def spy(task: Task, progress: object) -> None:
        if isinstance(progress, RemovalProgress):
            told.append(progress.done)
        publish(task, progress)

    monkeypatch.setattr(Task, "publish", spy)
    answer(qtbot, application, dialog)
    (results,) = application.window.findChildren(RemovalResults)
    folder = str(library / "a" / "b")
    words = f"The folder {folder} is no longer there; its 6 documents were left unchanged."
    left, gone = rows_of(results.table.model())
    assert left == [folder, "skipped", words]
    assert gone[1] == "moved"
    assert words in removal_words(results.outcome)
    assert len(told) == 7
    assert max(told) <= 1


def test_the_list_of_results_is_filtered_copied_and_exported(
    qtbot, application, library, tmp_path, monkeypatch
):
    mark(application, *IDENTICAL)
    (library / "a/b/lease copy.txt").write_text("edited since", encoding="utf-8")
    remove(qtbot, application)
    (results,) = application.window.findChildren(RemovalResults)
    assert not results.isModal()
    path = library / "a/b/lease copy.txt"
    skipped, moved = rows_of(results.table.model())
    assert (skipped[1:], moved[1]) == (["skipped", "it has changed since the scan"], "moved")
    results.list.set_filter("changed since")
    assert rows_of(results.table.model()) == [skipped]
    results.table.selectAll()
    results.list.copy()
    assert QApplication.clipboard().text() == f"{path}\tskipped\tit has changed since the scan"
    target = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    results.list.export()
    qtbot.waitUntil(target.exists)
    lines = target.read_text(encoding="utf-8-sig").splitlines()
    assert lines == [
        'Document,Result,"Where to, or why not"',
        f"{path},skipped,it has changed since the scan",
    ]
    qtbot.waitUntil(lambda: str(target) in application.window.alert.text())


def test_the_history_says_first_what_something_was_done_with():
    def words(**counts: int) -> str:
        by_state = {State[name]: count for name, count in counts.items()}
        return batch_text(Batch(1, "2026-01-01T00:00:00+00:00", Action.MOVE, "", by_state))

    assert words(DONE=5, SKIPPED=3) == "5 moved to a folder, 3 left as they were"
    assert words(SKIPPED=1, UNDONE=9) == "9 undone (moved to a folder), 1 left as it was"
    assert words() == "0 moved to a folder"


def history_of(qtbot: QtBot, application: Application) -> HistoryWindow:
    application.window.commands.removal.history.trigger()
    (history,) = application.window.findChildren(HistoryWindow)
    qtbot.waitUntil(lambda: not reads_journal(application))
    return history


@pytest.mark.parametrize("time", ["x'0000'", "'soon'"])
def test_the_history_has_a_batch_whose_time_was_written_over(
    qtbot, application, index_path, time: str
):
    remove(qtbot, application, *IDENTICAL)
    with contextlib.closing(sqlite3.connect(journal_beside(index_path))) as file, file:
        file.execute(f"update batch set at = {time}, note = x'ff'")
    (batch,) = rows_of(history_of(qtbot, application).batches.table.model())
    assert batch[:3] == ["2 moved to the trash", "unknown", ""]


def test_the_history_undoes_chosen_documents_and_says_what_it_cannot(qtbot, application, library):
    window = application.window
    remove(qtbot, application, *IDENTICAL)
    remove(qtbot, application, "纪要 (1).txt", action=Action.DELETE)

    history = history_of(qtbot, application)
    model = history.batches.table.model()
    assert column_of(model, 0) == ["1 deleted for good", "2 moved to the trash"]
    # the newest batch is shown; there is no identical document that it could be copied from
    assert history.documents.table.model().index(0, 1).data() == "deleted for good"
    with qtbot.waitSignal(application.session.undone):
        history.undo_batch.click()
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not reads_journal(application))
    assert "no identical document is left" in window.alert.text()
    assert "no identical document is left" in history.documents.table.model().index(0, 2).data()

    history.batches.table.selectRow(1)
    documents = history.documents.table.model()
    qtbot.waitUntil(lambda: documents.rowCount() == 2)
    history.documents.set_filter("copy 2")
    assert documents.rowCount() == 1
    history.documents.table.selectRow(0)
    with qtbot.waitSignal(application.session.undone):
        history.undo_chosen.click()
    wait_until_idle(qtbot, application)
    assert (library / "a/lease copy 2.txt").exists()
    assert not (library / "a/b/lease copy.txt").exists()
    assert "lease copy 2.txt" in names_in_groups(application)
    qtbot.waitUntil(lambda: not reads_journal(application))
    assert model.index(1, 0).data() == "1 moved to the trash, 1 undone"


def test_undo_restores_beside_a_new_file_only_when_asked(qtbot, application, library):
    remove(qtbot, application, "lease copy.txt")
    path = library / "a/b/lease copy.txt"
    path.write_text("another one", encoding="utf-8")
    undo(qtbot, application)
    assert path.read_text(encoding="utf-8") == "another one"
    assert "another file has its name" in application.window.alert.text()
    history = history_of(qtbot, application)
    history.beside.click()
    with qtbot.waitSignal(application.session.undone):
        history.undo_batch.click()
    wait_until_idle(qtbot, application)
    assert path.read_text(encoding="utf-8") == "another one"
    assert (library / "a/b/lease copy (2).txt").read_text(encoding="utf-8") == TEXT


def test_a_run_that_was_interrupted_is_told_and_put_in_order(
    qtbot, open_window, library, index_path
):
    application = open_window(library)
    remove(qtbot, application, *IDENTICAL, action=Action.DELETE)
    application.window.close()
    # as if the program had been killed between the two steps of the second document: it has its
    # momentary name, and the journal does not know more than that it was about to
    path = library / "a/lease copy 2.txt"
    with Journal(journal_beside(index_path)) as journal:
        (one,) = [o for o in journal.operations(1) if o.target.path == path]
    one.holding.write_bytes(TEXT.encode())
    status = one.holding.stat()
    os.utime(one.holding, ns=(one.target.mtime_ns, one.target.mtime_ns))
    connection = sqlite3.connect(journal_beside(index_path))
    with connection:
        connection.execute(
            "update operation set state = 'intended', device = ?, inode = ? where id = ?",
            (status.st_dev, status.st_ino, one.sequence),
        )
        connection.execute("update operation set lock = '' where id = ?", (one.sequence,))
    connection.close()

    unsure = open_window()  # no lock says that it was killed: it may be at work
    qtbot.waitUntil(lambda: not reads_journal(unsure))
    assert unsure.window.alert.text().startswith(f"{path} was begun and has not ended")
    assert "history --finish" in unsure.window.alert.text()
    assert one.holding.exists()
    unsure.window.close()
    with sqlite3.connect(journal_beside(index_path)) as connection:
        connection.execute("update operation set lock = null")
    connection.close()

    again = open_window()
    qtbot.waitUntil(lambda: not reads_journal(again))
    assert again.window.alert.text() == (
        "The program had stopped in the middle of a removal. 1 document had been dealt with and "
        "can be undone. 1 document is unchanged."
    )
    assert path.read_bytes() == TEXT.encode()
    assert not one.holding.exists()
    history = history_of(qtbot, again)
    qtbot.waitUntil(lambda: history.documents.table.model().rowCount() == 2)
    model = history.documents.table.model()
    assert column_of(model, 1).count("left as it was") == 1
    with Journal(journal_beside(index_path)) as journal:
        assert {o.state for o in journal.operations(1)} == {State.DONE, State.SKIPPED}


def test_a_second_windows_old_list_cannot_remove_the_firsts_survivor(qtbot, open_window, library):
    first, second = open_window(library), open_window(library)
    remove(qtbot, first, *IDENTICAL, "lease utf-16.txt", "lease garden.txt")
    kept = library / "lease.txt"
    assert kept.exists()
    # the second still believes in all of them, and a person wants the kept one away
    plan = simcore.plan_removal(second.session.results.report, {key_named(second, "lease.txt")})
    assert len(plan.removals) == 1
    with qtbot.waitSignal(second.session.removed) as removed:
        second.session.remove(plan)
    (result,) = removed.args[0].results
    assert result.outcome == "skipped"
    assert result.detail
    assert kept.read_bytes() == TEXT.encode()
    # and asked through the window, the journal is known before the question
    dialog = question(qtbot, second, "纪要 (1).txt")
    assert dialog.move_button.text() == "Move 1 to trash"
    dialog.reject()


def test_a_large_report_loses_what_is_gone_beside_the_window(
    qtbot, open_window, library, monkeypatch
):
    monkeypatch.setattr("app.session.results._FILTERED_AT_ONCE", 0)
    application = open_window(library)
    everything = names_in_groups(application)
    remove(qtbot, application, *IDENTICAL)
    qtbot.waitUntil(lambda: names_in_groups(application) == everything - set(IDENTICAL))
    remove(qtbot, application, "lease utf-16.txt")
    left = everything - {*IDENTICAL, "lease utf-16.txt"}
    qtbot.waitUntil(lambda: names_in_groups(application) == left)
