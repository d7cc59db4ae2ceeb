"""The history of removals on the command line, and undo after a restart."""

import contextlib
import json
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from commands import Patch, Run, ended, rows
from removals import content, made_in_order, marked, put, reported, shown
from simcore import Action, Journal, carry_out, plan_removal
from simcore.cli.removal import BATCH_COLUMNS, OPERATION_COLUMNS
from simcore.files.disk import Disk
from simcore.files.moves import DesktopTrash
from simcore.index.paths import journal_beside
from simcore.model.report import State

Removed = tuple[Path, Path, dict[Path, object]]


@pytest.fixture
def removed(tmp_path: Path, private_home: Path) -> Removed:
    """Two batches: one to the trash, one deleted permanently, with a third document skipped."""
    library, index = tmp_path / "文档", tmp_path / "index.sqlite3"
    variants = {"a.txt": 0, "b.txt": 0, "c.txt": 0, "near.txt": 1}
    made_in_order([library / name for name in variants])
    for name, variant in variants.items():
        put(library / name, content(1, variant))
    report = reported([library], journal_beside(index))
    before: dict[Path, object] = dict(shown(library))
    with Journal(journal_beside(index)) as journal:
        carry_out(plan_removal(report, marked(report, "near.txt")), journal, DesktopTrash())
        plan = plan_removal(report, marked(report, "b.txt", "c.txt"), action=Action.DELETE)
        (library / "c.txt").write_bytes(b"edited")
        carry_out(plan, journal, note="spring cleaning")
    before[library / "c.txt"] = shown(library)[library / "c.txt"]
    return library, index, before


def test_history_lists_batches_and_their_documents(removed: Removed, run: Run) -> None:
    library, index, _ = removed
    history = "history", "--index", index
    code, out, err = run(*history)
    assert (code, err) == (0, "")
    newest, oldest = out.splitlines()
    assert newest.startswith("2  ")
    assert newest.endswith("delete: 1 done, 1 skipped  spring cleaning")
    assert oldest.endswith("trash: 1 done")
    found = rows(run(*history, "--format", "csv")[1])
    assert tuple(found[0]) == BATCH_COLUMNS
    assert [(row["batch"], row["done"], row["skipped"]) for row in found] == [
        ("2", "1", "1"),
        ("1", "1", "0"),
    ]
    (first, second) = json.loads(run(*history, 2, "--format", "json")[1])["rows"]
    assert tuple(first) == OPERATION_COLUMNS
    assert (first["path"], first["state"]) == (str(library / "b.txt"), "done")
    assert (second["state"], second["reason"]) == ("skipped", "it has changed since the scan")
    assert run(*history, 1)[1].startswith(f"done  {library / 'near.txt'} -> ")


@pytest.mark.parametrize("time", ["x'0000'", "'soon'", "7"])
def test_a_batch_whose_time_was_written_over(removed: Removed, run: Run, time: str) -> None:
    library, index, before = removed
    with contextlib.closing(sqlite3.connect(journal_beside(index))) as journal, journal:
        journal.execute(f"update batch set at = {time}, note = x'ff' where id = 1")
    for words in ((), ("--format", "csv"), ("--format", "json"), ("--format", "excel")):
        code, out, err = run("history", "--index", index, *words)
        assert (code, err) == (0, "")
        assert "trash" in out or words[1:] == ("excel",)
    assert run("undo", 1, "--index", index)[0] == 0
    assert shown(library)[library / "near.txt"] == before[library / "near.txt"]


def test_undo_takes_back_the_last_batch_then_the_one_before(removed: Removed, run: Run) -> None:
    library, index, before = removed
    code, out, err = run("undo", "--index", index)
    assert (code, err) == (0, "")
    assert out == f"undone  {library / 'b.txt'}\n1 of 1 restored\n"
    code, out, _ = run("undo", "--index", index)
    assert (code, out.splitlines()[0]) == (0, f"undone  {library / 'near.txt'}")
    assert shown(library) == before
    code, out, err = run("undo", "--index", index)
    assert (code, out) == (2, "")
    assert err == "variorum: there is nothing to undo\n"
    assert run("undo", 7, "--index", index)[0] == 2


def test_undo_replaces_nothing_unless_beside(removed: Removed, run: Run) -> None:
    library, index, _ = removed
    put(library / "near.txt", b"new and other")
    code, out, err = run("undo", 1, "--index", index)
    assert code == 3
    assert "another file has its name" in out
    assert "1 of 1 could not be undone" in err
    assert (library / "near.txt").read_bytes() == b"new and other"
    code, out, _ = run("undo", 1, "--index", index, "--beside")
    assert code == 0
    assert (library / "near (2).txt").read_bytes() == content(1, 1)
    assert (library / "near.txt").read_bytes() == b"new and other"


def test_without_a_journal(tmp_path: Path, run: Run) -> None:
    commands = [["history", "--format", how] for how in ("text", "json", "csv")]
    for command in (*commands, ["undo"]):
        code, out, err = run(*command, "--index", tmp_path / "index.sqlite3")
        assert (code, "nothing was removed yet" in err) == (2 if command == ["undo"] else 0, True)
        told = (
            json.loads(out)["rows"] if "json" in command else out.splitlines()["csv" in command :]
        )
        assert told == []
    assert not list(tmp_path.iterdir()), "asking makes nothing"


@pytest.mark.parametrize(
    ("entry", "unwanted"),
    [("simcore.cli.main", ["PySide6"]), ("app.__main__", ["PySide6.QtGui", "PySide6.QtWidgets"])],
)
def test_undo_after_a_restart(removed: Removed, entry: str, unwanted: list[str]) -> None:
    """By the engine's entry without Qt; the program's takes the desktop's trash and Qt's core."""
    library, index, before = removed
    code = (
        f"import sys; from {entry} import main; code = main(sys.argv[1:]);"
        f"assert not {{*{unwanted}}} & {{*sys.modules}}, sys.modules; sys.exit(code)"
    )
    for _ in range(2):
        code_out_err = ended(args=[sys.executable, "-c", code, "undo", "--index", str(index)])
        assert code_out_err[::2] == (0, "")
    assert shown(library) == before


def test_gone_for_good_without_an_identical_document(removed: Removed, run: Run) -> None:
    library, index, _ = removed
    (library / "a.txt").write_bytes(b"edited, too")
    code, out, _ = run("undo", 2, "--index", index)
    assert code == 3
    assert "no identical document is left" in out
    put(library / "a.txt", content(1))
    assert run("undo", 2, "--index", index)[0] == 0, "what could not be undone still can be"


def test_what_recovery_found_is_told(removed: Removed, run: Run) -> None:
    library, index, _ = removed
    with Journal(journal_beside(index)) as journal:
        (one,) = journal.operations(1)
        journal.settle(one.sequence, State.INTENDED, one.moved_to)
    code, _, err = run("history", "--index", index)
    assert code == 0
    assert err == (
        f"variorum: {library / 'near.txt'}: was interrupted after it was moved to the trash\n"
    )


@pytest.mark.usefixtures("interruptible")
def test_an_undo_is_interrupted_between_two_documents(
    tmp_path: Path, run: Run, monkeypatch: Patch
) -> None:
    library, index = tmp_path / "library", tmp_path / "index.sqlite3"
    for name in ("a.txt", "b.txt", "c.txt"):
        put(library / name, content(1))
    before = shown(library)
    report = reported([library], journal_beside(index))
    with Journal(journal_beside(index)) as journal:
        carry_out(plan_removal(report, marked(report, "b.txt", "c.txt")), journal, DesktopTrash())
    rename = Disk.rename

    def interrupted(self: Disk, source: Path, target: Path) -> None:
        signal.raise_signal(signal.SIGINT)
        rename(self, source, target)

    monkeypatch.setattr(Disk, "rename", interrupted)
    code, out, err = run("undo", "--index", index)
    assert code == 130
    assert out.splitlines()[-1] == "1 of 2 restored"
    assert err == "variorum: interrupted; 1 of 2 is not undone yet\n"
    monkeypatch.undo()
    assert run("undo", "--index", index)[0] == 0
    assert shown(library) == before
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_command_that_reads_nothing_claims_nothing(
    removed: Removed, run: Run, monkeypatch: Patch
) -> None:
    def interrupted(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Journal, "batches", interrupted)
    code, _, err = run("history", "--index", removed[1])
    assert (code, err) == (130, "variorum: interrupted\n")


def test_what_is_left_of_an_interrupted_undo_is_said(removed: Removed, run: Run) -> None:
    library, index, _ = removed
    with Journal(journal_beside(index)) as journal:
        (operation,) = journal.operations(1)
        with journal.working():
            assert journal.begin_undo(operation)
    _, _, err = run("history", "--index", index)
    said = "its undo was interrupted; it can be undone again"
    assert err == f"variorum: {library / 'near.txt'}: {said}\n"
