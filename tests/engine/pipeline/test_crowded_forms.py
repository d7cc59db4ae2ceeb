"""Many one-line files on one form: all in a group, and what was not compared is named."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simcore import (
    FingerprintIndex,
    ScanConfig,
    ScanReport,
    load_results,
    recall,
    save_results,
    scan,
)
from simcore.candidates.parameters import PARAMETERS
from simcore.cli.main import main
from simcore.grouping.pairs import shown_kind
from simcore.model.reasons import ReasonCode
from simcore.model.records import ProblemStage
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import recall_similar
from simcore.workers import Job, make_executor, run_jobs

FILES = 40
FORM = (
    "Dear customer, the parcel has left our warehouse in Northamptonshire and should arrive within "
    "three working days. Reference number"
)
CONFIG = ScanConfig(jobs=0)


@pytest.fixture
def forms(tmp_path: Path) -> Path:
    folder = tmp_path / "订单"
    folder.mkdir()
    for number in range(FILES):
        line = f"{FORM} {number * 7919:06d}\n"
        (folder / f"{number:03}.txt").write_text(line)
    (folder / "copy.txt").write_bytes((folder / "021.txt").read_bytes())
    return folder


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few proposals and little room, as for a folder of hundreds of thousands."""
    values = {"least_proposals": 10, "proposals_a_text": 0, "least_crowded": 30}
    for module in ("sketches", "crowded"):
        monkeypatch.setattr(
            f"simcore.candidates.{module}.PARAMETERS",
            replace(PARAMETERS, crowded_a_text=0, **values),
        )


def run(folder: Path, index: FingerprintIndex) -> ScanReport:
    with make_executor(0) as executor:
        return scan([folder], CONFIG, index, executor)


def members(report: ScanReport) -> list[int]:
    return [1 + len(group.members) for group in report.groups]


def test_without_a_limit_all_pairs_are_compared(forms: Path) -> None:
    with FingerprintIndex(Path(":memory:")) as index:
        report = run(forms, index)
    assert members(report) == [FILES + 1]
    assert report.counts.candidates == FILES * (FILES - 1) // 2
    assert (report.counts.passed_over, report.counts.missed, report.problems) == (0, 0, ())


@pytest.mark.usefixtures("crowded")
def test_what_was_not_compared_is_named_everywhere(
    forms: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "index.sqlite3"
    with FingerprintIndex(path) as index:
        report = run(forms, index)
        again = run(forms, index)
        recalled = recall([forms], CONFIG, index)
    # every document is in one group with the first that has a copy
    assert members(report) == [FILES + 1]
    kept = report.documents[report.groups[0].representative].path.name
    assert kept in {"021.txt", "copy.txt"}
    counts = report.counts
    left_out = FILES * (FILES - 1) // 2 - counts.candidates
    assert counts.missed == left_out > FILES
    assert FILES / 2 < counts.passed_over <= FILES
    (problem,) = report.problems
    assert (problem.path, problem.stage) == (forms, ProblemStage.VERIFY)
    assert problem.reason.code is ReasonCode.NOT_ALL_COMPARED
    assert f"about {counts.missed} pairs of {counts.passed_over} texts" in str(problem.reason)
    # remembered with the candidates
    assert again.problems == recalled.problems == report.problems
    assert again.groups == report.groups

    save_results(report, (), tmp_path / "订单.variorum")
    opened = load_results(tmp_path / "订单.variorum").report
    assert opened.problems == report.problems
    assert opened.counts == counts

    assert main(["scan", str(forms), "--index", str(path), "--jobs", "0"]) == 0
    out, error = capsys.readouterr()
    words = f"about {counts.missed} pairs of {counts.passed_over} texts were not compared"
    assert words in out
    assert f"{forms}: {words}" in error


@pytest.mark.usefixtures("crowded")
def test_what_is_found_does_not_depend_on_which_file_was_read_first(
    forms: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 3)

    def found(seed: int) -> object:
        def shuffled(jobs: Iterable[Job[object]], *rest: Any) -> Iterator[object]:
            results = list(run_jobs(jobs, *rest))
            random.Random(seed).shuffle(results)
            yield from results

        monkeypatch.setattr("simcore.pipeline.scan.run_jobs", shuffled)
        with FingerprintIndex(Path(":memory:")) as index:
            report = run(forms, index)
        assert report.counts.missed > FILES
        path = {key: one.path.name for key, one in report.documents.items()}
        assert [*path.values()] == sorted(path.values())
        ids.append([*path])
        return (
            [(path[one.left], path[one.right], shown_kind(one, CONFIG)) for one in report.pairs],
            [
                (path[one.representative], [(path[member.document], member.kind)])
                for one in report.groups
                for member in one.members
            ],
            report.counts,
        )

    ids: list[list[int]] = []
    assert found(1) == found(2) == found(3)
    assert len({*map(tuple, ids)}) == 3


@pytest.mark.usefixtures("crowded")
def test_a_new_file_takes_nothing_away(forms: Path) -> None:
    with FingerprintIndex(Path(":memory:")) as index:
        before = {(pair.left, pair.right) for pair in run(forms, index).pairs}
        for number in range(FILES, FILES + 9):
            line = f"{FORM} {number * 7919:06d}\n"
            (forms / f"{number:03}.txt").write_text(line)
        report = run(forms, index)
    assert {(pair.left, pair.right) for pair in report.pairs} > before
    assert members(report) == [FILES + 10]


def test_texts_in_memory_are_asked_for_what_the_scan_left_out(forms: Path, crowded: None) -> None:
    """All forms are like one another: a scan that may not compare all says so, this finds them."""
    with FingerprintIndex(forms.parent / "index.sqlite3") as index:
        report = run(forms, index)
        assert report.counts.missed > FILES
        library = ResidentLibrary(recipe_key(CONFIG))
        library.refresh(index)
        asked = forms / "007.txt"
        found = recall_similar(asked, CONFIG, index, resident=library)
    names = {found.documents[pair.right].path.name for pair in found.pairs}
    assert names == {one.name for one in forms.iterdir()} - {asked.name}
    assert len(names) == FILES
