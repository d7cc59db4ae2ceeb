"""Documents go to the trash from the window, each checked at the last moment; the rest is told."""

import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.removal.words import removal_words
from app.session import calls
from app.session.calls import Outcome, RemovalOutcome, remove, undo
from app.session.session import Session
from app.tasks import Task
from leases import OTHER, TEXT
from removals import marked, put, shown
from simcore import (
    FingerprintIndex,
    ScanConfig,
    ScanReport,
    plan_removal,
    recall,
    scan,
)
from simcore.grouping.queries import without_documents
from simcore.index.paths import journal_beside
from simcore.model.report import State
from simcore.removal.plan import RemovalPlan


@pytest.fixture
def library(private_home: Path) -> Path:
    """Two groups: a lease with an identical copy, another encoding and an edited one; minutes."""
    files = {
        "lease.txt": TEXT.encode(),
        "lease copy.txt": TEXT.encode(),
        "lease utf-16.txt": TEXT.encode("utf-16"),
        "lease garden.txt": TEXT.replace("twelve months", "ten months").encode(),
        "纪要.txt": OTHER.encode(),
        "纪要 (1).txt": OTHER.encode("gb18030"),
    }
    for age, (name, data) in enumerate(files.items()):
        put(private_home / "library" / name, data, 1_600_000_000 + age)
    return private_home / "library"


@pytest.fixture
def report(library: Path, index_path: Path) -> ScanReport:
    index_path.parent.mkdir()
    return scan([library], ScanConfig(distance=24, similarity=0.5, jobs=0), index_path)


def plan(report: ScanReport, *names: str) -> RemovalPlan:
    return plan_removal(report, marked(report, *names))


def removed(plans: RemovalPlan, index: Path, *, cancelled: bool = False) -> RemovalOutcome:
    run = partial(remove, plans=plans, index=index)
    task = Task(run)
    if cancelled:
        task.cancel()
    return run(task)


def outcomes(outcome: RemovalOutcome) -> dict[str, Outcome]:
    return {one.document.path.name: one.outcome for one in outcome.results}


def trashed(home: Path) -> list[str]:
    """Return the names in the trash, as the freedesktop specification lays it out."""
    return sorted(path.name for path in (home / "data" / "Trash" / "files").glob("*"))


def test_targets_are_in_the_trash_and_no_longer_in_the_index(
    report: ScanReport, library: Path, index_path: Path, private_home: Path
) -> None:
    gone = {"lease copy.txt", "纪要 (1).txt"}
    before = {path.name for path in library.iterdir()}
    outcome = removed(plan(report, *gone), index_path)
    assert outcome.count(Outcome.MOVED) == 2
    assert {path.name for path in library.iterdir()} == before - gone
    if sys.platform.startswith("linux"):
        assert trashed(private_home) == sorted(gone)
        moved = {one.document.path.name: str(one.detail) for one in outcome.results}
        assert Path(moved["lease copy.txt"]).read_bytes() == TEXT.encode()
    with FingerprintIndex(index_path) as index:
        known = recall([library], report.config, index)
    assert {one.path.name for one in known.documents.values()} == before - gone


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the trash lies elsewhere")
def test_what_the_trash_refuses_and_what_is_gone_is_told_with_its_reason(
    report: ScanReport, library: Path, index_path: Path, private_home: Path
) -> None:
    put(private_home / "data" / "Trash", b"a file where the trash should be")
    plans = plan(report, "lease copy.txt", "lease utf-16.txt")
    (library / "lease utf-16.txt").unlink()
    outcome = removed(plans, index_path)
    expected = {"lease copy.txt": Outcome.FAILED, "lease utf-16.txt": Outcome.SKIPPED}
    assert outcomes(outcome) == expected
    assert all(str(one.detail) for one in outcome.results)
    assert (library / "lease copy.txt").exists()


@pytest.mark.parametrize("make", [calls.make_trash, calls.QtTrash])
def test_both_trashes_take_documents_and_give_them_back(
    report: ScanReport,
    library: Path,
    index_path: Path,
    private_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: object,
) -> None:
    (private_home / "data").mkdir()
    monkeypatch.setattr(calls, "make_trash", make)
    before = shown(library)
    assert removed(plan(report, "lease copy.txt"), index_path).count(Outcome.MOVED) == 1
    assert not (library / "lease copy.txt").exists()
    taking_back = partial(undo, index=index_path)
    (back,) = taking_back(Task(taking_back)).results
    assert back.state is State.UNDONE
    assert shown(library) == before
    assert trashed(private_home) == []
    assert not list((private_home / "data" / "Trash" / "info").iterdir())


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
    report: ScanReport, index_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "QFile", LyingFile)
    monkeypatch.setattr(calls, "make_trash", calls.QtTrash)
    outcome = removed(plan(report, "lease copy.txt"), index_path)
    assert outcomes(outcome) == {"lease copy.txt": Outcome.FAILED}


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are text there")
def test_a_name_that_qt_cannot_spell_is_left_alone(
    library: Path, index_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "make_trash", calls.QtTrash)
    # Qt spells both of these the same; the second must not go in place of the first.
    odd = put(library / os.fsdecode(b"odd\xff.txt"), TEXT.encode(), 1_700_000_000)
    spelled = put(library / "odd\ufffd.txt", b"not a duplicate of anything")
    index_path.parent.mkdir()
    report = scan([library], ScanConfig(jobs=0), index_path)
    assert outcomes(removed(plan(report, odd.name), index_path)) == {odd.name: Outcome.SKIPPED}
    assert odd.exists()
    assert spelled.exists()


def test_a_cancelled_run_tells_of_every_document(report: ScanReport, index_path: Path) -> None:
    plans = plan(report, "lease copy.txt", "lease utf-16.txt")
    outcome = removed(plans, index_path, cancelled=True)
    assert [one.outcome for one in outcome.results] == [Outcome.SKIPPED] * 2


def test_an_index_that_cannot_be_told_is_told_to_the_person(
    report: ScanReport, tmp_path: Path
) -> None:
    broken = put(tmp_path / "broken.sqlite", b"no database at all" * 100)
    outcome = removed(plan(report, "lease copy.txt"), broken)
    assert outcome.count(Outcome.MOVED) == 1
    assert outcome.index_problem is not None
    assert str(outcome.index_problem) in removal_words(outcome)


def kept_names(report: ScanReport) -> dict[str, list[str]]:
    names = {key: one.path.name for key, one in report.documents.items()}
    return {
        names[group.representative]: sorted(names[one.document] for one in group.members)
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
    report: ScanReport, library: Path, gone: list[str]
) -> None:
    assert kept_names(report) == {
        "lease.txt": ["lease copy.txt", "lease garden.txt", "lease utf-16.txt"],
        "纪要.txt": ["纪要 (1).txt"],
    }
    smaller = without_documents(report, marked(report, *gone))
    for name in gone:
        (library / name).unlink()
    fresh = scan([library], report.config)
    assert kept_names(smaller) == kept_names(fresh)
    counted = [(c.documents, c.exact, c.similar) for c in (smaller.counts, fresh.counts)]
    assert counted[0] == counted[1]


def test_what_opened_results_say_wrongly_stays(report: ScanReport, index_path: Path) -> None:
    """And the results of all are told in the plan's order."""
    opened = replace(report, opened=True)
    plans = plan(opened, "lease copy.txt", "lease utf-16.txt", "纪要 (1).txt")
    first, wrong, last = plans.removals
    other = replace(wrong.document, content_hash=b"0" * 16)
    plans = replace(plans, removals=(first, replace(wrong, document=other), last))
    assert list(outcomes(removed(plans, index_path)).items()) == [
        (first.document.path.name, Outcome.MOVED),
        (wrong.document.path.name, Outcome.SKIPPED),
        (last.document.path.name, Outcome.MOVED),
    ]
    assert wrong.document.path.exists()
