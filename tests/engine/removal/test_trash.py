"""Documents go to the trash one by one, each checked at the last moment; the rest is told."""

import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.removal.controller import RemovalResults
from app.removal.dialog import RemovalDialog, summed_up
from app.removal.words import removal_words
from app.session import calls
from app.session.calls import Outcome, RemovalOutcome, remove, undo
from app.session.session import Session
from app.tasks import Task
from leases import OTHER, TEXT
from simcore import (
    Document,
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    plan_removal,
    recall,
    scan,
)
from simcore.grouping.queries import without_documents
from simcore.index.paths import journal_beside
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.report import State
from simcore.removal.plan import RemovalPlan
from simcore.workers import make_executor


@pytest.fixture
def library(private_home: Path) -> Path:
    """Two groups: a lease with an identical copy, another encoding and an edited one; minutes."""
    folder = private_home / "library"
    folder.mkdir()
    files = {
        "lease.txt": TEXT.encode(),
        "lease copy.txt": TEXT.encode(),
        "lease utf-16.txt": TEXT.encode("utf-16"),
        "lease garden.txt": TEXT.replace("twelve months", "ten months").encode(),
        "纪要.txt": OTHER.encode(),
        "纪要 (1).txt": OTHER.encode("gb18030"),
    }
    for age, (name, data) in enumerate(files.items()):
        (folder / name).write_bytes(data)
        os.utime(folder / name, (1_600_000_000 + age, 1_600_000_000 + age))
    return folder


@pytest.fixture
def index_path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


@pytest.fixture
def report(library: Path, index_path: Path) -> ScanReport:
    config = ScanConfig(distance=24, similarity=0.5, jobs=0)
    with FingerprintIndex(index_path) as index, make_executor(0) as executor:
        return scan([library], config, index, executor)


def plan(report: ScanReport, *names: str) -> RemovalPlan:
    marked = [key for key, document in report.documents.items() if document.path.name in names]
    assert len(marked) == len(names)
    return plan_removal(report, marked)


def trashed(home: Path) -> list[str]:
    """Return the names in the trash, as the freedesktop specification lays it out."""
    return sorted(path.name for path in (home / "data" / "Trash" / "files").glob("*"))


def results(outcome: RemovalOutcome) -> dict[str, tuple[Outcome, str]]:
    return {r.document.path.name: (r.outcome, str(r.detail)) for r in outcome.results}


def test_the_library_holds_the_groups_it_was_made_to_hold(report: ScanReport):
    kinds = {
        report.documents[group.representative].path.name: sorted(m.kind for m in group.members)
        for group in report.groups
    }
    assert kinds == {
        "lease.txt": [Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SIMILAR],
        "纪要.txt": [Kind.SAME_TEXT],
    }


def test_targets_are_in_the_trash_and_no_longer_in_the_index(
    report: ScanReport, library: Path, index_path: Path, private_home: Path
):
    run = partial(remove, plans=plan(report, "lease copy.txt", "纪要 (1).txt"), index=index_path)
    outcome = run(Task(run))
    assert outcome.count(Outcome.MOVED) == 2
    assert sorted(path.name for path in library.iterdir()) == [
        "lease garden.txt",
        "lease utf-16.txt",
        "lease.txt",
        "纪要.txt",
    ]
    if sys.platform.startswith("linux"):
        assert trashed(private_home) == ["lease copy.txt", "纪要 (1).txt"]
        moved_to = Path(results(outcome)["lease copy.txt"][1])
        assert moved_to.read_bytes() == TEXT.encode()
    with FingerprintIndex(index_path) as index:
        known = recall([library], report.config, index)
    names = {document.path.name for document in known.documents.values()}
    assert names == {"lease.txt", "lease garden.txt", "lease utf-16.txt", "纪要.txt"}


def test_what_changed_since_the_scan_stays(report: ScanReport, library: Path, index_path: Path):
    run = partial(
        remove, plans=plan(report, "lease copy.txt", "lease utf-16.txt"), index=index_path
    )
    (library / "lease copy.txt").write_text("a new and only text", encoding="utf-8")
    outcome = run(Task(run))
    assert results(outcome)["lease copy.txt"][0] is Outcome.SKIPPED
    assert results(outcome)["lease copy.txt"][1]
    assert results(outcome)["lease utf-16.txt"][0] is Outcome.MOVED
    assert (library / "lease copy.txt").read_text(encoding="utf-8") == "a new and only text"


def test_nothing_goes_when_the_kept_document_is_gone(
    report: ScanReport, library: Path, index_path: Path
):
    run = partial(remove, plans=plan(report, "纪要 (1).txt"), index=index_path)
    (library / "纪要.txt").unlink()
    outcome = run(Task(run))
    assert results(outcome)["纪要 (1).txt"][0] is Outcome.SKIPPED
    assert (library / "纪要 (1).txt").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the trash lies elsewhere")
def test_a_trash_that_refuses_is_a_failure_with_its_reason(
    report: ScanReport, library: Path, index_path: Path, private_home: Path
):
    (private_home / "data").mkdir()
    (private_home / "data" / "Trash").write_text("a file where the trash should be")
    run = partial(remove, plans=plan(report, "lease copy.txt"), index=index_path)
    outcome = run(Task(run))
    assert results(outcome)["lease copy.txt"][0] is Outcome.FAILED
    assert results(outcome)["lease copy.txt"][1]
    assert (library / "lease copy.txt").exists()


@pytest.mark.parametrize("make", [calls.make_trash, calls.QtTrash])
def test_both_trashes_take_documents_and_give_them_back(
    report: ScanReport,
    library: Path,
    index_path: Path,
    private_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: object,
):
    (private_home / "data").mkdir()
    monkeypatch.setattr(calls, "make_trash", make)
    path = library / "lease copy.txt"
    before = path.read_bytes(), path.stat().st_mtime_ns
    run = partial(remove, plans=plan(report, path.name), index=index_path)
    assert run(Task(run)).count(Outcome.MOVED) == 1
    assert not path.exists()
    taking_back = partial(undo, index=index_path)
    (back,) = taking_back(Task(taking_back)).results
    assert back.state is State.UNDONE
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert trashed(private_home) == []
    assert not list((private_home / "data" / "Trash" / "info").iterdir())


def test_a_session_takes_the_last_removal_back(
    qtbot: QtBot, report: ScanReport, library: Path, index_path: Path
):
    session = Session(index_path, report.config)
    before = {path.name: path.read_bytes() for path in library.iterdir()}
    with qtbot.waitSignal(session.removed, timeout=60_000):
        session.remove(plan(report, "lease copy.txt", "lease utf-16.txt"))
    assert len(list(library.iterdir())) == len(before) - 2
    with qtbot.waitSignal(session.undone, timeout=60_000) as undone:
        session.undo()
    assert [one.state for one in undone.args[0].results] == [State.UNDONE] * 2
    assert {path.name: path.read_bytes() for path in library.iterdir()} == before
    with qtbot.waitSignal(session.problem_found, timeout=60_000) as problem:
        session.undo()
    assert problem.args == [Reason(ReasonCode.NOTHING_TO_UNDO)]
    session.shut_down()


def test_without_a_usable_journal_nothing_is_removed(
    qtbot: QtBot, report: ScanReport, library: Path, index_path: Path
):
    journal_beside(index_path).write_bytes(b"no database at all" * 100)
    session = Session(index_path, report.config)
    before = sorted(library.iterdir())
    with qtbot.waitSignal(session.problem_found, timeout=60_000) as problem:
        session.remove(plan(report, "lease copy.txt"))
    assert "nothing is removed without it" in str(problem.args[0])
    assert sorted(library.iterdir()) == before
    session.shut_down()


class LyingFile:
    """Says that it moved and does not, as some network drives do."""

    def __init__(self, name: str) -> None:
        self._name = name

    def moveToTrash(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def fileName(self) -> str:  # noqa: N802
        return self._name


def test_a_trash_that_lies_is_a_failure(
    report: ScanReport, library: Path, index_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(calls, "QFile", LyingFile)
    monkeypatch.setattr(calls, "make_trash", calls.QtTrash)
    run = partial(remove, plans=plan(report, "lease copy.txt"), index=index_path)
    outcome = run(Task(run))
    assert results(outcome)["lease copy.txt"][0] is Outcome.FAILED


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are text there")
def test_a_name_that_qt_cannot_spell_is_left_alone(
    library: Path, index_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(calls, "make_trash", calls.QtTrash)
    # Qt spells both of these the same; the second must not go in place of the first.
    odd = library / os.fsdecode(b"odd\xff.txt")
    odd.write_bytes(TEXT.encode())
    spelled = library / "odd\ufffd.txt"
    spelled.write_text("not a duplicate of anything", encoding="utf-8")
    os.utime(odd, (1_700_000_000, 1_700_000_000))
    with FingerprintIndex(index_path) as index, make_executor(0) as executor:
        report = scan([library], ScanConfig(jobs=0), index, executor)
    run = partial(remove, plans=plan(report, odd.name), index=index_path)
    outcome = run(Task(run))
    assert results(outcome)[odd.name][0] is Outcome.SKIPPED
    assert odd.exists()
    assert spelled.exists()


def test_a_cancelled_run_tells_of_every_document(report: ScanReport, index_path: Path):
    run = partial(
        remove, plans=plan(report, "lease copy.txt", "lease utf-16.txt"), index=index_path
    )
    task = Task(run)
    task.cancel()
    outcome = run(task)
    assert [result.outcome for result in outcome.results] == [Outcome.SKIPPED] * 2


def test_an_index_that_cannot_be_told_is_told_to_the_person(
    report: ScanReport, library: Path, tmp_path: Path
):
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    run = partial(remove, plans=plan(report, "lease copy.txt"), index=broken)
    outcome = run(Task(run))
    assert outcome.count(Outcome.MOVED) == 1
    assert outcome.index_problem is not None
    assert str(outcome.index_problem) in removal_words(outcome)


def test_summary_counts_kinds_apart_and_lists_the_riskiest_first(qtbot: QtBot, report: ScanReport):
    names = ("lease copy.txt", "lease utf-16.txt", "lease garden.txt", "纪要 (1).txt")
    dialog = RemovalDialog(summed_up(plan(report, *names)))
    qtbot.addWidget(dialog)
    assert "Move 4 documents to the trash?" in dialog.words()
    assert "in 2 groups" in dialog.words()
    assert "1 Identical" in dialog.words()
    assert "2 Same text" in dialog.words()
    assert "Similar" not in dialog.words()
    assert "1 differs from it in numbers, dates or names only" in dialog.words()
    assert dialog.move_button.text() == "Move 4 to trash"
    model = dialog.pairs.pairs
    rows = [row for row in range(model.rowCount()) if model.record(row) is not None]
    paths = [Path(model.index(row, 0).data()) for row in rows]
    assert paths[0].name == "lease garden.txt"
    assert paths[-1].name == "lease copy.txt"
    # what all paths have in common is left out, so that what tells them apart has room
    below = report.folders[0]
    whole = {document.path for document in report.documents.values()}
    assert all(below / path in whole for path in paths)
    tip = model.index(rows[0], 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith(str(below / paths[0]))


def test_results_list_failures_first(
    qtbot: QtBot, report: ScanReport, library: Path, index_path: Path
):
    run = partial(
        remove, plans=plan(report, "lease copy.txt", "lease utf-16.txt"), index=index_path
    )
    (library / "lease utf-16.txt").unlink()
    outcome = run(Task(run))
    dialog = RemovalResults(outcome)
    qtbot.addWidget(dialog)
    model = dialog.table.model()
    assert model.rowCount() == 2
    assert [model.index(row, 1).data() for row in range(2)] == ["skipped", "moved"]
    assert model.index(0, 0).data().endswith("lease utf-16.txt")
    assert removal_words(outcome) == "1 document was moved to the trash. 1 skipped."


def kept_names(report: ScanReport) -> dict[str, list[str]]:
    def name(document: Document) -> str:
        return document.path.name

    return {
        name(report.documents[group.representative]): sorted(
            name(report.documents[member.document]) for member in group.members
        )
        for group in report.groups
    }


@pytest.mark.parametrize(
    "gone",
    [
        ["lease.txt"],
        ["lease.txt", "lease copy.txt"],
        ["lease copy.txt", "纪要.txt"],
        ["lease.txt", "lease copy.txt", "lease utf-16.txt"],
        ["lease garden.txt"],
    ],
)
def test_a_report_without_documents_is_what_a_new_scan_finds(
    report: ScanReport, library: Path, tmp_path: Path, gone: list[str]
):
    missing = [key for key, value in report.documents.items() if value.path.name in gone]
    smaller = without_documents(report, missing)
    for name in gone:
        (library / name).unlink()
    with FingerprintIndex(tmp_path / "fresh.sqlite") as index, make_executor(0) as executor:
        fresh = scan([library], report.config, index, executor)
    assert kept_names(smaller) == kept_names(fresh)
    assert smaller.counts.documents == fresh.counts.documents
    assert (smaller.counts.exact, smaller.counts.similar) == (
        fresh.counts.exact,
        fresh.counts.similar,
    )


def test_what_opened_results_say_wrongly_stays(
    report: ScanReport, library: Path, index_path: Path, private_home: Path
) -> None:
    """And the results of all are told in the plan's order."""
    opened = replace(report, opened=True)
    plans = plan(opened, "lease copy.txt", "lease utf-16.txt", "纪要 (1).txt")
    wrong = plans.removals[1]
    other = replace(wrong.document, content_hash=b"0" * 16)
    plans = replace(
        plans, removals=(plans.removals[0], replace(wrong, document=other), plans.removals[2])
    )
    outcome = remove(Task(lambda _task: None), plans, index_path)
    assert [one.document.id for one in outcome.results] == [
        one.document.id for one in plans.removals
    ]
    assert [one.outcome for one in outcome.results] == [
        Outcome.MOVED,
        Outcome.SKIPPED,
        Outcome.MOVED,
    ]
    assert wrong.document.path.exists()
