"""A scan under way, in the real window: its partial results, Pause and Resume, its end."""

import sqlite3
import threading
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import app.session.calls
import app.session.session
from app.application import Application
from app.scan_progress import ScanPacer
from app.session.calls import PartialResults, ScanOutcome, ScanProgress, _Receiver
from app.session.calls import scan as scan_folders
from app.session.states import Activity, Phase
from app.tasks import Task
from builders import chinese_text, edited, english_text
from group_reports import contracts
from simcore import FingerprintIndex, Kind, ScanConfig, ScanReport, SimcoreError
from simcore.files.roles import Role, Roles
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.report import ScanFigures, Stage
from simcore.pipeline.scan import Read, Taken
from windows import Open, scan, wait_until_idle
from written import written

COPIES = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS})
TEXTS = 36


@pytest.fixture
def library(private_home: Path) -> Path:
    """Many texts, each with a copy and an edited version."""
    files = {}
    for number in range(TEXTS):
        text = chinese_text(number, 120)
        files[f"{number:02}.txt"] = files[f"copies/{number:02}.txt"] = text
        files[f"{number:02} draft.txt"] = edited(text, number, 1)
    return written(private_home / "库", files)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partial results after each few files."""
    monkeypatch.setattr(app.session.calls, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(app.session.calls, "_SHARE", 1e9)
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 8)
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 8)


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, library: Path, often: None) -> Application:
    made = open_window()
    made.session.set_config(ScanConfig(jobs=0))
    made.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, made)
    return made


def held_at(
    qtbot: QtBot, application: Application, wanted: Callable[[ScanReport, frozenset[Kind]], bool]
) -> None:
    """Scan until some partial results are shown, and let the scan stand still there."""
    session, real = application.session, _Receiver.found
    stood: list[bool] = []

    def found(
        receiver: _Receiver,
        figures: ScanFigures,
        kinds: AbstractSet[Kind],
        report: Callable[[], ScanReport],
    ) -> None:
        """In the thread of the scan, which would be over before the window could ask for it."""
        made: list[ScanReport] = []

        def make() -> ScanReport:
            made.append(report())
            return made[0]

        real(receiver, figures, kinds, make)
        if made and not stood and wanted(made[0], frozenset(kinds)):
            stood.append(True)
            receiver.task.pause()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Receiver, "found", found)
        with qtbot.waitSignal(session.job.held):
            application.window.commands.scan.trigger()
    session.pause()
    qtbot.waitUntil(lambda: not application.window.group_model.busy)


def has_groups(report: ScanReport, _kinds: frozenset[Kind]) -> bool:
    return len(report.groups) > 10


def test_copies_are_shown_while_files_are_read_and_all_else_follows(
    qtbot: QtBot, application: Application
) -> None:
    session, told = application.session, []
    session.results.partial_changed.connect(
        lambda report, kinds: told.append((kinds, len(report.groups)))
    )
    shown: list[int] = []
    session.results.report_changed.connect(lambda report: shown.append(len(report.groups)))
    scan(qtbot, application)
    assert [kinds for kinds, _ in told] == sorted((kinds for kinds, _ in told), key=len)
    assert {kinds for kinds, _ in told} == {COPIES, frozenset(Kind)}
    groups = [count for kinds, count in told if kinds == COPIES]
    assert all(one <= two for one, two in pairwise(groups))
    assert any(0 < count < TEXTS for count in groups)
    assert len(shown) > 3
    assert session.results.kinds is None
    assert session.status.phase is Phase.SCANNED
    (report, whole) = session.results.report, TEXTS * 2
    assert sum(len(group.members) for group in report.groups) == whole


def test_what_is_shown_can_be_marked_and_stays_marked_but_not_removed(
    qtbot: QtBot, application: Application, open_window: Open
) -> None:
    held_at(qtbot, application, has_groups)
    window, session = application.window, application.session
    assert session.activity is Activity.SCANNING
    assert session.results.kinds == COPIES
    assert window.group_view.isVisible()
    commands = window.commands
    assert commands.mark_identical.isEnabled()
    commands.mark_identical.trigger()
    qtbot.waitUntil(lambda: bool(window.group_model.marked()))
    marked = window.group_model.marked()
    assert len(marked) == len(session.results.report.groups)
    first, *others = sorted(marked)
    window.group_model.mark([first], on=False)
    assert not commands.trash.isEnabled()
    qtbot.wait(400)  # marks are written a moment later
    session.job.resume()
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not window.group_model.busy)
    qtbot.waitUntil(lambda: not session.marks._reading.busy)
    assert window.group_model.marked() == frozenset(others)
    assert commands.trash.isEnabled()
    window.close()
    again = open_window()
    qtbot.waitUntil(lambda: again.window.group_model.marked() == frozenset(others))


def test_cancel_keeps_what_was_found(qtbot: QtBot, application: Application) -> None:
    held_at(qtbot, application, has_groups)
    session = application.session
    before = session.results.report
    session.job.cancel()
    wait_until_idle(qtbot, application)
    after = session.results.report
    assert session.status.phase is Phase.CANCELLED
    assert session.results.kinds is None
    assert {group.representative for group in before.groups} <= {
        group.representative for group in after.groups
    }


def test_whole_results_stay_until_more_is_known(qtbot: QtBot, application: Application) -> None:
    """Copies alone would be less than what was shown before."""
    scan(qtbot, application)
    members = sum(len(group.members) for group in application.session.results.report.groups)
    (application.session.folders[0] / "00 draft.txt").write_text(
        edited(chinese_text(0, 120), 5, 2), encoding="utf-8"
    )
    seen: list[tuple[object, int]] = []
    application.session.results.report_changed.connect(
        lambda report: seen.append(
            (application.session.results.kinds, sum(len(one.members) for one in report.groups))
        )
    )
    scan(qtbot, application)
    assert {kinds for kinds, _ in seen} == {frozenset(Kind), None}
    assert min(count for _, count in seen) >= members - 1


def test_excluded_folders_are_in_no_partial_results(
    qtbot: QtBot, application: Application, library: Path
) -> None:
    application.session.set_roles(Roles({library / "copies": Role.EXCLUDED}))
    told: list[ScanReport] = []
    application.session.results.partial_changed.connect(lambda report, _: told.append(report))
    scan(qtbot, application)
    assert len(told) > 3
    paths = [one.path for report in told for one in report.documents.values()]
    assert not any(path.parent.name == "copies" for path in paths)


def test_other_thresholds_group_what_is_there(qtbot: QtBot, application: Application) -> None:
    held_at(
        qtbot, application, lambda report, kinds: kinds == frozenset(Kind) and bool(report.pairs)
    )
    session = application.session
    members = sum(len(group.members) for group in session.results.report.groups)
    session.set_config(replace(session.config, distance=0, similarity=1.0, contained=False))
    qtbot.waitUntil(lambda: session.results.report.config.similarity == 1.0)
    assert sum(len(group.members) for group in session.results.report.groups) == TEXTS < members
    session.job.resume()
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: session.results.report.config.similarity == 1.0)


def test_a_scan_that_fails_promises_nothing_more(
    qtbot: QtBot, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles stay unknown, but "Similar documents and parts follow" stood above them for ever."""
    held_at(qtbot, application, has_groups)
    strip = application.window.strip
    assert "follow" in strip.facts.text()
    failure = SimcoreError(Reason(ReasonCode.INDEX_FULL, ("index", "full")))

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(_Receiver, "report", fail)
    application.session.job.resume()
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.FAILED
    assert strip.kinds[Kind.SIMILAR].number() == "–"
    assert strip.facts.text() == "Scan ended early; the rest was not compared"
    assert "so far" not in strip.headline.text()


def test_partial_results_take_a_small_part_of_a_scan(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock of its own: what takes three seconds to make is made every two minutes."""
    del qtbot
    clock, made = 100.0, []
    monkeypatch.setattr(app.session.calls.time, "monotonic", lambda: clock)
    task = Task(lambda _: None)
    found: list[PartialResults] = []
    task.found.connect(found.append)
    receiver = _Receiver(task, ScanPacer(), Roles())

    def report(cost: float) -> ScanReport:
        nonlocal clock
        clock += cost
        made.append(clock)
        return contracts()

    for cost, length in ((0.001, 20.0), (3.0, 1_200.0)):
        made.clear()
        end = clock + length
        while clock < end:
            receiver.found(ScanFigures(), COPIES, partial(report, cost))
            clock += 0.1
        assert all(two - one >= 2.0 for one, two in pairwise(made))
        assert len(made) * cost <= 0.05 * length
    assert len(found) > 10


FILES = 150


@pytest.fixture
def many(private_home: Path) -> Path:
    # each has a near-duplicate
    texts = [english_text(number // 2, 120) + f"number {number}.\n" for number in range(FILES)]
    files = {f"{number:04}.txt": text for number, text in enumerate(texts)}
    return written(private_home / "many", files)


def test_a_paused_task_can_be_cancelled_and_a_cancelled_one_not_paused(qtbot: QtBot) -> None:
    for paused_first in (True, False):
        started = threading.Event()

        def call(task: Task, started: threading.Event = started) -> None:
            started.set()
            while True:
                task.publish(None)

        task = Task(call)
        with qtbot.waitSignal(task.cancelled):
            task.start()
            assert started.wait(60)
            if paused_first:
                task.pause()
            task.cancel()
            task.pause()
        assert task.wait(60_000)


def stored(index: Path) -> int:
    with closing(sqlite3.connect(index)) as connection:
        return int(connection.execute("select count(*) from document").fetchone()[0])


def pause_in(qtbot: QtBot, application: Application, stage: Stage) -> ScanProgress:
    """Start a scan, pause it by its button in a stage, and wait until it stands still."""
    session, button = application.session, application.window.scan_card.pause_button

    def pause(progress: ScanProgress) -> None:
        if progress.stage is stage and not session.job.paused:
            button.click()

    session.job.progressed.connect(pause)
    with qtbot.waitSignal(session.job.held) as held:
        application.window.commands.scan.trigger()
    session.job.progressed.disconnect(pause)
    return held.args[0]


@pytest.fixture
def ready(qtbot: QtBot, open_window: Open, many: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 4)
    take = Taken.take

    def take_in_time(self: Taken, result: Read) -> None:
        time.sleep(0.01)  # or else all is read before a button can be pressed
        take(self, result)

    monkeypatch.setattr(Taken, "take", take_in_time)

    def open_with(jobs: int) -> Application:
        application = open_window()
        application.session.set_config(ScanConfig(jobs=jobs))
        application.window.folder_panel.add_folders([many])
        wait_until_idle(qtbot, application)
        assert not application.window.scan_card.pause_button.isVisible()
        assert not application.window.commands.pause.isEnabled()
        return application

    return open_with


@pytest.mark.parametrize("jobs", [0, 2])
def test_pause_and_resume(
    qtbot: QtBot, ready, index_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = 0.0
    real = time.monotonic
    monkeypatch.setattr(app.session.session.time, "monotonic", lambda: real() + late)
    application = ready(jobs)
    window, session = application.window, application.session
    progress = pause_in(qtbot, application, Stage.READ)
    assert progress.stage is Stage.READ
    assert session.job.paused
    done = progress.done
    card = window.scan_card
    assert card.heading.text() == "Paused. Step 2 of 4: reading documents"
    assert card.left.text() == "", "nobody knows how long it will take"
    words = card.facts.text()
    assert words.startswith(f"{progress.figures.read} of {FILES} new documents")
    assert window.page.heading.text() == "Paused"
    assert window.commands.pause.text() == "Resu&me"
    assert application.window.scan_card.pause_button.text() == "Resume"
    kept = stored(index_path)
    assert kept <= done < FILES, "what was read last may be written after the pause"
    qtbot.wait(300)
    assert stored(index_path) == kept, "nothing is read"
    assert card.facts.text() == words

    late = 10_000.0
    window.commands.pause.trigger()
    assert not session.job.paused
    assert application.window.scan_card.pause_button.text() == "Pause"
    assert window.page.heading.text() == "Scanning"
    wait_until_idle(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert session.status.seconds < 5_000, "the pause is not counted"
    assert session.results.report.counts.read == FILES
    assert not window.commands.pause.isEnabled()
    # as if nothing had happened
    paused = session.results.report.groups
    session.set_config(ScanConfig(jobs=0))
    scan(qtbot, application)
    assert session.results.report.counts.read == 0
    assert session.results.report.groups == paused
    assert len(paused) == FILES // 2


@pytest.mark.parametrize("stage", Stage)
def test_every_stage_can_be_paused(
    qtbot: QtBot, many: Path, index_path: Path, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Task.publish

    def publish(task: Task, state: ScanProgress) -> None:
        if state.stage is stage and not held:
            task.pause()
        real(task, state)

    few = 40  # the stages are the same
    for path in sorted(many.iterdir())[few:]:
        path.unlink()
    held: list[ScanProgress] = []
    ends: list[ScanOutcome] = []
    monkeypatch.setattr(Task, "publish", publish)
    task = Task(scan_folders, [many], ScanConfig(jobs=0), index_path)
    task.held.connect(held.append)
    task.succeeded.connect(ends.append)
    task.start()
    qtbot.waitUntil(lambda: bool(held))
    assert held[0].stage is stage
    assert not task.wait(100)
    task.resume()
    qtbot.waitUntil(lambda: bool(ends))
    assert len(ends[0].report.groups) == few // 2
    qtbot.waitUntil(lambda: task not in Task._kept)


@pytest.mark.parametrize("jobs", [0, 2])
def test_cancel_while_paused(qtbot: QtBot, ready, jobs: int) -> None:
    application = ready(jobs)
    progress = pause_in(qtbot, application, Stage.READ)
    application.window.commands.cancel.trigger()
    wait_until_idle(qtbot, application)
    status = application.session.status
    assert (status.phase, status.read, status.known) == (Phase.CANCELLED, progress.done, FILES)
    assert not application.session.job.paused
    scan(qtbot, application)
    assert application.session.results.report.counts.unchanged == progress.done
    assert application.session.results.report.counts.documents == FILES


@pytest.mark.parametrize("jobs", [0, 2])
def test_close_while_paused(qtbot: QtBot, ready, index_path: Path, jobs: int) -> None:
    application = ready(jobs)
    application.session.pause()
    assert not application.session.job.paused, "it means nothing while nothing is scanned"
    application.session.job.resume()
    progress = pause_in(qtbot, application, Stage.READ)
    application.window.close()
    with FingerprintIndex(index_path):
        pass  # usable, and not locked
    assert stored(index_path) == progress.done
