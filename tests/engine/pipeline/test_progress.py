"""The progress of long work: every stage, never backwards, and to its end."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from builders import chinese_text, chinese_words, edited, prose
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.candidates.near import near_pairs
from simcore.candidates.sketches import sketch_pairs
from simcore.cli.output import Bar
from simcore.model.config import Thresholds
from simcore.model.report import Stage
from simcore.workers import make_executor

Report = tuple[Stage, int, int]

FILES = 300


class Recording:
    def __init__(self) -> None:
        self.reports: list[Report] = []

    def report(self, stage: Stage, done: int, total: int) -> None:
        self.reports.append((stage, done, total))

    def stages(self) -> dict[Stage, list[tuple[int, int]]]:
        """Check the order and return the reports of each stage."""
        order = [stage for stage, _ in itertools.groupby(self.reports, lambda r: r[0])]
        assert order == sorted(order, key=list(Stage).index), "each stage once, in their order"
        return {
            stage: [(done, total) for _, done, total in reports]
            for stage, reports in itertools.groupby(self.reports, lambda r: r[0])
        }


def check(reports: list[tuple[int, int]]) -> None:
    """Assert the rules of every stage but listing, whose total is unknown."""
    # it may begin before its total is known
    known = list(itertools.dropwhile(lambda one: one == (0, 0), reports))
    reports = known or reports[:1]
    totals = {total for _, total in reports}
    assert len(totals) == 1
    (total,) = totals
    done = [done for done, _ in reports]
    assert done == sorted(done)
    assert 0 <= done[0] <= done[-1] == total


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    for number in range(FILES):
        path = folder / f"{number % 7}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(edited(chinese_text(number // 3, 120), number, number % 3))
    return folder


@pytest.mark.parametrize("jobs", [0, 2])
def test_every_stage_of_a_scan(
    library: Path, tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.comparing._PAIRS_A_LOOKUP", 50)
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 16)
    monkeypatch.setattr("simcore.index.index._FILES_AT_ONCE", 50)
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 20)
    monkeypatch.setattr("simcore.pipeline.jobs._TEXTS_A_BLOCK", 60)
    monkeypatch.setattr("simcore.candidates.sketches._PROPOSALS_AT_ONCE", 1 << 10)
    monkeypatch.setattr("simcore.candidates.near._AT_ONCE", 1 << 12)
    config = ScanConfig(jobs=jobs, include=("*.txt",))
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        for changed in (FILES, 0, 5):
            for number in range(changed):
                path = library / f"{number % 7}" / f"{number}.txt"
                path.write_text(path.read_text() + "另外还有一句。")
            recording = Recording()
            with make_executor(jobs) as executor:
                report = scan([library], config, index, executor, recording)
            stages = recording.stages()
            listed = [done for done, _ in stages.pop(Stage.LIST)]
            assert listed == sorted(listed)
            assert listed[-1] == FILES
            expected = set(Stage) - {Stage.LIST}
            if not changed:
                expected -= {Stage.READ, Stage.VERIFY, Stage.PAIR, Stage.PASSAGE}
                for stage in (Stage.READ, Stage.VERIFY):
                    assert all(total == 0 for _, total in stages.pop(stage, []))
            assert set(stages) == expected
            for reports in stages.values():
                check(reports)
            assert stages[Stage.CHECK][-1] == (FILES, FILES)
            if changed:
                assert stages[Stage.READ][-1] == (changed, changed)
                verified = stages[Stage.VERIFY][-1][0]
                assert 0 < verified <= report.counts.candidates
            assert stages[Stage.RECALL][-1][0] == report.counts.candidates > 100
            # in steps, so that there is a pace
            if changed == FILES:
                # few fingerprints need one table only; there is no pace to check
                brief = {Stage.PAIR, Stage.CHECK}
                paced = [reports for stage, reports in stages.items() if stage not in brief]
                assert all(len({done for done, _ in reports}) > 4 for reports in paced)
            else:
                assert len({done for done, _ in stages[Stage.CHECK]}) > 4


def test_grouping_by_components_compares_what_is_missing(tmp_path: Path) -> None:
    """A chain, of which the ends are too unlike to be candidates."""
    chain = [chinese_words(number, 100) for number in range(10)]
    for number in range(7):
        words = list(itertools.chain.from_iterable(chain[number : number + 4]))
        (tmp_path / f"{number}.txt").write_text(prose(words))
    config = ScanConfig(
        jobs=0, similarity=0.3, compared_distance=0, containment=1.0, grouping="components"
    )
    recording = Recording()
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        report = scan([tmp_path], config, index, executor, recording)
    (group,) = report.groups
    assert len(group.members) == 6
    runs = [
        (stage, list(run)) for stage, run in itertools.groupby(recording.reports, lambda r: r[0])
    ]
    stages = [stage for stage, _ in runs]
    first = stages.index(Stage.GROUP)
    assert stages[first:] == [Stage.GROUP, Stage.RECALL, Stage.VERIFY, Stage.GROUP]
    for _, run in runs[first + 1 : first + 3]:
        check([(done, total) for _, done, total in run])
    check([(done, total) for stage, done, total in recording.reports if stage is Stage.GROUP])


def test_a_large_folder_is_reported_while_it_is_listed(tmp_path: Path) -> None:
    for number in range(1_000):
        (tmp_path / f"{number}.txt").touch()
    recording = Recording()
    with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
        scan([tmp_path], ScanConfig(jobs=0), index, executor, recording, compare=False)
    assert len(recording.stages()[Stage.LIST]) >= 4


@pytest.mark.parametrize("distance", [0, 3, 8, 24, 40])
@pytest.mark.parametrize("count", [0, 1, 2, 2_000])
def test_finding_near_fingerprints(count: int, distance: int) -> None:
    values = np.random.default_rng(1).integers(0, 2**64, (count, 1), dtype=np.uint64)
    recording = Recording()
    near_pairs(values, distance, recording)
    (reports,) = recording.stages().values()
    check(reports)


def test_finding_pairs_by_sketches() -> None:
    chance = np.random.default_rng(2)
    samples = [np.unique(chance.integers(0, 9_000, 200, dtype=np.uint32)) for _ in range(500)]
    for given in (samples, [], samples[:1]):
        recording = Recording()
        sketch_pairs(given, Thresholds(containment=0.3), recording)
        (reports,) = recording.stages().values()
        check(reports)


def test_every_stage_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def __init__(self) -> None:
            self.text = ""

        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            self.text += text
            return len(text)

        def flush(self) -> None:
            pass

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    bar = Bar()
    for stage in Stage:
        terminal.text = ""
        for done in range(0, 101, 20):
            bar.report(stage, done, 0 if stage is Stage.LIST else 100)
        bar.close()
        assert ":" in terminal.text
        assert ("/100" in terminal.text) == (stage is not Stage.LIST)
