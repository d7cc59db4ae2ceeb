"""Results of a scan that is under way, in the real window: shown, marked, and held to its end."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import app.session.calls
from app.application import Application
from app.scan_progress import ScanPacer
from app.session.calls import PartialResults, _Receiver
from app.session.states import Activity, Phase
from app.tasks import Task
from builders import chinese_text, edited
from group_reports import contracts
from simcore import Kind, ScanConfig, ScanReport, SimcoreError
from simcore.files.roles import Role, Roles
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.report import ScanFigures
from windows import Open, scan, wait_until_idle

COPIES = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS})
TEXTS = 36


@pytest.fixture
def library(private_home: Path) -> Path:
    """Many texts, each with a copy and an edited version."""
    folder = private_home / "库"
    (folder / "copies").mkdir(parents=True)
    for number in range(TEXTS):
        text = chinese_text(number, 120)
        (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
        (folder / "copies" / f"{number:02}.txt").write_text(text, encoding="utf-8")
        (folder / f"{number:02} draft.txt").write_text(edited(text, number, 1), encoding="utf-8")
    return folder


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
    qtbot: QtBot,
    application: Application,
    wanted: Callable[[ScanReport, frozenset[Kind]], bool],
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
        with qtbot.waitSignal(session.job.held, timeout=60_000):
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
    assert report is not None
    assert sum(len(group.members) for group in report.groups) == whole


def test_what_is_shown_can_be_marked_and_stays_marked_but_not_removed(
    qtbot: QtBot, application: Application
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


def test_marks_made_meanwhile_come_back_with_the_program(
    qtbot: QtBot, application: Application, open_window: Open
) -> None:
    held_at(qtbot, application, has_groups)
    application.window.commands.mark_identical.trigger()
    qtbot.waitUntil(lambda: bool(application.window.group_model.marked()))
    marked = application.window.group_model.marked()
    application.session.job.resume()
    wait_until_idle(qtbot, application)
    application.window.close()
    again = open_window()
    qtbot.waitUntil(lambda: again.window.group_model.marked() == marked)


def test_cancel_keeps_what_was_found(qtbot: QtBot, application: Application) -> None:
    held_at(qtbot, application, has_groups)
    session = application.session
    before = session.results.report
    assert before is not None
    session.job.cancel()
    wait_until_idle(qtbot, application)
    after = session.results.report
    assert session.status.phase is Phase.CANCELLED
    assert session.results.kinds is None
    assert after is not None
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
    for report in told:
        assert not any(one.path.parent.name == "copies" for one in report.documents.values())


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
