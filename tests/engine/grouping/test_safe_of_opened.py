"""What is safe to free of opened results: only copies of what is still there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import simcore.grouping.freeing
from builders import document, english_text
from group_reports import group, member, report
from simcore import (
    Action,
    Journal,
    Kind,
    ScanConfig,
    ScanReport,
    carry_out,
    choose_kept,
    load_results,
    plan_removal,
    save_results,
    scan,
)
from simcore.files.disk import Volumes
from simcore.grouping.freeing import by_hand_only, safe_to_free
from simcore.grouping.queries import library_statistics
from simcore.model.reasons import ReasonCode
from simcore.model.records import DocumentId
from simcore.model.report import State
from simcore.pipeline.comparing import confirm
from simcore.pipeline.rereading import find_changes


@pytest.fixture
def opened(tmp_path: Path) -> ScanReport:
    """Two groups of three copies; the kept document of the first one is gone."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in (1, 2):
        for name in "abc":
            (folder / f"{number}{name}.txt").write_text(english_text(number))
    found = scan(folder, ScanConfig(jobs=0))
    save_results(found, (), tmp_path / "saved.variorum")
    saved = load_results(tmp_path / "saved.variorum").report
    kept(saved).unlink()
    return saved


def kept(saved: ScanReport, number: int = 0) -> Path:
    return saved.documents[saved.groups[number].representative].path


def members(saved: ScanReport, number: int) -> set[DocumentId]:
    return {one.document for one in saved.groups[number].members}


def test_copies_of_what_is_gone_do_not_count(opened: ScanReport) -> None:
    size = len(english_text(2).encode())
    for free in safe_to_free(opened), library_statistics(opened).freeing:
        assert (free.safe.documents, free.safe.size) == (2, 2 * size)
        assert free.review.documents == 2
    first = min(members(opened, 1))
    opened.documents[first].path.unlink()  # a copy that is gone frees nothing, either
    assert safe_to_free(opened).safe.documents == 1


@pytest.mark.parametrize("now", ["other bytes", "nothing", "a folder", "a link"])
def test_copies_of_what_is_another_file_now_do_not_count(opened: ScanReport, now: str) -> None:
    path = kept(opened)
    if now == "a folder":
        path.mkdir()
    elif now == "a link":
        path.symlink_to(kept(opened, 1))
    else:
        path.write_text("" if now == "nothing" else english_text(7) + "more")
    assert safe_to_free(opened).safe.documents == 2


def test_nor_does_a_command_take_them_once_changes_are_known(opened: ScanReport) -> None:
    problems = find_changes(opened.documents.values()).problems
    known = replace(opened, problems=(*opened.problems, *problems))
    assert by_hand_only(known) == {opened.groups[0].representative, *members(opened, 0)}
    # rules choose another one that stays
    choices = choose_kept(known, ())
    assert len([*choices.marked()]) == 3
    assert opened.groups[0].representative not in {one.stays for one in choices.groups}


@pytest.mark.parametrize("look", [False, True])
def test_one_that_is_there_stays(opened: ScanReport, look: bool, tmp_path: Path) -> None:
    """Of a scan, too, where the disk is looked at."""
    saved = opened if not look else replace(opened, opened=False)
    marked = members(opened, 0)
    volumes = Volumes() if look else None
    plan = plan_removal(saved, marked, action=Action.DELETE, volumes=volumes)
    (removal,) = plan.removals
    (refused,) = plan.refused
    assert refused.reason.code is ReasonCode.LAST_OF_GROUP
    assert refused.path == removal.witness.path
    assert removal.witness.path.exists()
    assert plan.size == removal.document.size
    with Journal(tmp_path / "journal.sqlite3") as journal:
        (result,) = carry_out(confirm(plan), journal)
    assert result.state is State.DONE
    assert removal.witness.path.exists()


def test_what_is_elsewhere_or_inside_is_not_known_to_be_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simcore.grouping.freeing, "is_missing", None)
    made = report(
        [group(1, member(2, kind=Kind.IDENTICAL, resemblance=1.0))],
        [document(number, elsewhere=f"row {number}") for number in (1, 2)],
    )
    assert safe_to_free(replace(made, opened=True)).safe.documents == 1


def test_it_can_be_cancelled(opened: ScanReport) -> None:
    calls = []

    def check() -> None:
        calls.append(None)

    safe_to_free(opened, check=check)
    count = len(calls)

    def raising(at: int) -> Callable[[], None]:
        left = iter(range(at))

        def stop() -> None:
            if next(left, None) is None:
                raise KeyError

        return stop

    for at in range(count):
        with pytest.raises(KeyError):
            safe_to_free(opened, check=raising(at))
