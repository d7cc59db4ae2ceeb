"""Documents inside archives: found and shown, and neither removed nor kept for a file."""

import zipfile
from pathlib import Path

import pytest

from simcore import (
    Action,
    Document,
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    choose_kept,
    load_results,
    parse_keep_rules,
    plan_removal,
    recall,
    save_results,
    scan,
)
from simcore.model.reasons import ReasonCode
from simcore.model.report import Counts
from simcore.pipeline.rereading import find_changes
from simcore.workers import make_executor

TEXT = " ".join(
    f"Of part {n} the price is {n * 7919 % 997} for {n * 31 % 89} days." for n in range(60)
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "z contract.txt").write_text(TEXT)
    with zipfile.ZipFile(folder / "a.zip", "w") as file:
        file.writestr("contract.txt", TEXT)
        file.writestr("drafts/contract 2.txt", TEXT + " And nothing else is owed.")
        file.writestr("picture.jpg", b"\xff\xd8")
        file.writestr("inner.zip", b"PK\3\4")
    return folder


def scanned(folder: Path, index: FingerprintIndex, *, containers: bool = True) -> ScanReport:
    config = ScanConfig(containers=containers, jobs=0)
    with make_executor(0) as executor:
        return scan([folder], config, index, executor)


def names(report: ScanReport, folder: Path) -> dict[str, Document]:
    return {one.path.relative_to(folder).as_posix(): one for one in report.documents.values()}


def test_they_are_compared_and_shown_and_never_removed(folder: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "index") as index:
        report = scanned(folder, index)
    found = names(report, folder)
    assert set(found) == {"z contract.txt", "a.zip/contract.txt", "a.zip/drafts/contract 2.txt"}
    assert {name for name, one in found.items() if one.inside} == set(found) - {"z contract.txt"}
    (group,) = report.groups
    kept = found["z contract.txt"]
    assert group.representative == kept.id, "a file leads, though others come first"
    assert {member.kind.value for member in group.members} == {"identical", "similar"}
    for action in (Action.TRASH, Action.DELETE, Action.HARD_LINK):
        plan = plan_removal(report, set(report.documents), action=action)
        assert plan.removals == ()
        codes = {str(one.path.relative_to(folder)): one.reason.code for one in plan.refused}
        assert codes.pop("z contract.txt") in {
            ReasonCode.LAST_OF_GROUP,
            ReasonCode.NO_IDENTICAL_STAYS,
            ReasonCode.IN_NO_GROUP_STAYS,
        }
        assert set(codes.values()) == {ReasonCode.INSIDE_STAYS}
    # nothing inside stays for a file
    plan = plan_removal(report, {kept.id})
    assert [one.reason.code for one in plan.refused] == [ReasonCode.LAST_OF_GROUP]
    # and no action reaches it, not even one after which all stays
    plan = plan_removal(
        report, set(report.documents), action=Action.COPY, destination=tmp_path / "copies"
    )
    assert [one.document.id for one in plan.removals] == [kept.id]
    assert {one.reason.code for one in plan.refused} == {ReasonCode.INSIDE_STAYS}
    # nor does it once the results were saved and opened
    save_results(report, [], tmp_path / "results")
    opened = load_results(tmp_path / "results").report
    assert plan_removal(opened, set(opened.documents)).removals == ()


def test_two_files_and_an_archive_keep_a_file(folder: Path, tmp_path: Path) -> None:
    (folder / "y contract.txt").write_text(TEXT)
    with FingerprintIndex(tmp_path / "index") as index:
        report = scanned(folder, index)
    found = names(report, folder)
    files = [found["y contract.txt"], found["z contract.txt"]]
    plan = plan_removal(report, {one.id for one in found.values()})
    assert len(plan.removals) == 1
    assert {plan.removals[0].document.id, plan.removals[0].witness.id} == {one.id for one in files}
    rules = parse_keep_rules([f"folder={folder / 'a.zip'}", "longest"])
    (choice,) = choose_kept(report, rules, frozenset({Kind.IDENTICAL, Kind.SIMILAR})).groups
    assert choice.stays in {one.id for one in files}
    assert [one.document for one in choice.marked] == [
        one.id for one in files if one.id != choice.stays
    ]
    spared = {report.documents[one.document].inside for one in choice.spared}
    assert spared == {True}


def test_without_the_setting_they_are_not_read(folder: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "index") as index:
        scanned(folder, index)
        assert len(recall([folder], ScanConfig(containers=True), index).documents) == 3
        assert len(recall([folder], ScanConfig(), index).documents) == 1
        report = scanned(folder, index, containers=False)
        assert set(names(report, folder)) == {"z contract.txt"}


def test_a_rescan_reads_what_changed(folder: Path, tmp_path: Path) -> None:
    with FingerprintIndex(tmp_path / "index") as index:
        first = scanned(folder, index)
        again = scanned(folder, index)
        assert (first.counts.read, again.counts.read) == (3, 0)
        assert [one.members for one in again.groups] == [one.members for one in first.groups]
        assert find_changes(again.documents.values()).of == {}
        with zipfile.ZipFile(folder / "a.zip", "w") as file:
            file.writestr("contract.txt", TEXT)
        assert len(find_changes(again.documents.values()).of) == 1
        changed = scanned(folder, index)
        assert changed.counts.read == 1
        assert set(names(changed, folder)) == {"z contract.txt", "a.zip/contract.txt"}
        (folder / "a.zip").unlink()
        assert set(names(scanned(folder, index), folder)) == {"z contract.txt"}


def test_an_archive_that_cannot_be_read_is_a_problem(folder: Path, tmp_path: Path) -> None:
    (folder / "b.zip").write_bytes(b"PK\3\4 and no more")
    with FingerprintIndex(tmp_path / "index") as index:
        report = scanned(folder, index)
    assert [(one.path.name, one.reason.code) for one in report.problems] == [
        ("b.zip", ReasonCode.NO_DIRECTORY)
    ]
    assert report.counts != Counts()
