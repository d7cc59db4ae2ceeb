"""Pause and Resume, in a task and in the real window."""

import sqlite3
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

import app.session.session
from app.application import Application
from app.session.calls import ScanOutcome, ScanProgress
from app.session.calls import scan as scan_folders
from app.session.states import Phase
from app.tasks import Task
from builders import english_text
from simcore import FingerprintIndex, ScanConfig
from simcore.model.report import Stage
from simcore.pipeline.scan import Read, Taken
from windows import Open, scan, wait_until_idle

FILES = 150


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "many"
    folder.mkdir()
    for number in range(FILES):
        # each has a near-duplicate
        text = english_text(number // 2, 120) + f"number {number}.\n"
        (folder / f"{number:04}.txt").write_text(text)
    return folder


def counting(task: Task) -> int:
    for done in range(200):
        task.publish(done)
        time.sleep(0.001)
    return 200


def test_a_paused_task_stands_still_and_goes_on(qtbot: QtBot) -> None:
    task = Task(counting)
    ends: list[object] = []
    task.succeeded.connect(ends.append)
    task.pause()
    with qtbot.waitSignal(task.held, timeout=60_000) as held:
        task.start()
    assert held.args == [0], "it is held where it would have reported"
    assert not task.wait(100)
    task.resume()
    assert task.wait(60_000)
    qtbot.waitUntil(lambda: ends == [200])


def test_a_paused_task_can_be_cancelled_and_a_cancelled_one_not_paused(qtbot: QtBot) -> None:
    for paused_first in (True, False):
        started = threading.Event()

        def call(task: Task, started: threading.Event = started) -> None:
            started.set()
            while True:
                task.publish(None)

        task = Task(call)
        with qtbot.waitSignal(task.cancelled, timeout=60_000):
            task.start()
            assert started.wait(60)
            if paused_first:
                task.pause()
            task.cancel()
            task.pause()
        assert task.wait(60_000)


def stored(index: Path) -> int:
    connection = sqlite3.connect(index)
    try:
        (count,) = connection.execute("select count(*) from document").fetchone()
        return int(count)
    finally:
        connection.close()


def pause_in(qtbot: QtBot, application: Application, stage: Stage) -> ScanProgress:
    """Start a scan, pause it by its button in a stage, and wait until it stands still."""
    session, button = application.session, pause_button(application)

    def pause(progress: object) -> None:
        if (
            isinstance(progress, ScanProgress)
            and progress.stage is stage
            and not session.job.paused
        ):
            button.click()

    session.job.progressed.connect(pause)
    with qtbot.waitSignal(session.job.held, timeout=60_000) as held:
        application.window.commands.scan.trigger()
    session.job.progressed.disconnect(pause)
    (progress,) = held.args
    assert isinstance(progress, ScanProgress)
    return progress


def pause_button(application: Application) -> QPushButton:
    return application.window.scan_card.pause_button


@pytest.fixture
def ready(qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 4)
    take = Taken.take

    def take_in_time(self: Taken, result: Read) -> None:
        time.sleep(0.01)  # or else all is read before a button can be pressed
        take(self, result)

    monkeypatch.setattr(Taken, "take", take_in_time)

    def open_with(jobs: int) -> Application:
        application = open_window()
        application.session.set_config(ScanConfig(jobs=jobs))
        application.window.folder_panel.add_folders([library])
        wait_until_idle(qtbot, application)
        assert not pause_button(application).isVisible()
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
    assert pause_button(application).text() == "Resume"
    kept = stored(index_path)
    assert kept <= done < FILES, "what was read last may be written after the pause"
    qtbot.wait(300)
    assert stored(index_path) == kept, "nothing is read"
    assert card.facts.text() == words

    late = 10_000.0
    window.commands.pause.trigger()
    assert not session.job.paused
    assert pause_button(application).text() == "Pause"
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
    qtbot: QtBot,
    library: Path,
    index_path: Path,
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = Task.publish

    def publish(task: Task, state: ScanProgress) -> None:
        if state.stage is stage and not held:
            task.pause()
        real(task, state)

    few = 40  # the stages are the same
    for path in sorted(library.iterdir())[few:]:
        path.unlink()
    held: list[ScanProgress] = []
    ends: list[ScanOutcome] = []
    monkeypatch.setattr(Task, "publish", publish)
    task = Task(scan_folders, [library], ScanConfig(jobs=0), index_path)
    task.held.connect(held.append)
    task.succeeded.connect(ends.append)
    task.start()
    qtbot.waitUntil(lambda: bool(held))
    assert held[0].stage is stage
    assert not task.wait(100)
    task.resume()
    qtbot.waitUntil(lambda: bool(ends), timeout=60_000)
    assert len(ends[0].report.groups) == few // 2
    qtbot.waitUntil(lambda: task not in Task._kept)


@pytest.mark.parametrize("jobs", [0, 2])
def test_cancel_while_paused(qtbot: QtBot, ready, index_path: Path, jobs: int) -> None:
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
    progress = pause_in(qtbot, application, Stage.READ)
    application.window.close()
    with FingerprintIndex(index_path):
        pass  # usable, and not locked
    assert stored(index_path) == progress.done


def test_pause_means_nothing_while_nothing_is_scanned(qtbot: QtBot, ready) -> None:
    application = ready(0)
    application.session.pause()
    assert not application.session.job.paused
    application.session.job.resume()
    scan(qtbot, application)
    assert application.session.status.phase is Phase.SCANNED
