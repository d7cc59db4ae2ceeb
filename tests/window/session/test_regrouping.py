"""Grouping by another threshold: at once or in the background, the newest wish is what stays."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import simcore
from app.session import results
from app.session.results import FoundCounts, found_in, is_quick
from app.session.session import Session
from builders import document, pair
from pair_reports import report_of
from simcore import ScanConfig, ScanReport
from simcore.grouping.grouper import regroup as grouped
from simcore.model.config import Thresholds
from simcore.model.records import Judgements

SIZES = {1: 100, 2: 20, 3: 7, 4: 1_000, 5: 300}


def a_report() -> ScanReport:
    """Make two pairs at 3 and 20 bits, and one of 4 and 5 that has 9 bits."""
    documents = [document(number, size=size) for number, size in SIZES.items()]
    made = report_of(documents, [pair(1, 2, 0.9, 3), pair(1, 3, 0.8, 20), pair(4, 5, 0.9, 9)])
    return grouped(made, Thresholds(18, 0.7))


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Session:
    made = Session(tmp_path / "index.sqlite", ScanConfig(distance=18))
    yield made
    made.shut_down()


def listen(session: Session) -> tuple[list[ScanReport], list[FoundCounts]]:
    reports: list[ScanReport] = []
    found: list[FoundCounts] = []
    session.results.report_changed.connect(reports.append)
    session.results.found_changed.connect(found.append)
    return reports, found


def wish(session: Session, distance: int) -> None:
    session.set_config(replace(session.config, distance=distance, similarity=0.7, contained=True))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Let every report count as large, and every grouping wait until it is let go."""
    gate = threading.Semaphore(0)
    real = simcore.regroup

    def regroup(*given: object, **named: object) -> ScanReport:
        if threading.current_thread() is threading.main_thread():
            raise AssertionError("grouped in the GUI thread")
        assert gate.acquire(timeout=20)
        return real(*given, **named)

    monkeypatch.setattr(results, "_REGROUPED_AT_ONCE", (0, 0))
    monkeypatch.setattr(results, "_JUDGED_AT_ONCE", (0, 0))
    monkeypatch.setattr("simcore.grouping.grouper.regroup", regroup)
    return gate


def test_what_is_found_is_counted_once_each() -> None:
    """1 is kept beside 2, 4 or 5 beside the other: the gain is what is not kept."""
    report = a_report()
    kept = {group.representative for group in report.groups}
    gain = sum(SIZES[number] for number in {1, 2, 4, 5} - kept)
    assert found_in(report) == FoundCounts(2, 4, gain)
    assert found_in(grouped(report, Thresholds(0, 0.7))) == FoundCounts(0, 0, 0)


def test_a_small_report_is_grouped_at_once(session: Session, qtbot: QtBot) -> None:
    session.results.show(a_report(), session.config)
    reports, found = listen(session)
    with qtbot.waitSignal(session.results.found_changed):
        wish(session, 24)
    assert not session.results._regrouper.running
    assert [len(one.groups) for one in reports] == [2]
    assert [one.documents for one in found] == [5]


def test_many_copies_without_a_pair_are_grouped_elsewhere() -> None:
    """Groups of copies are made anew where judgements, or the pairs beside them, change."""
    copies = [document(number, text=number // 2) for number in range(2, 4_002)]
    report = grouped(report_of(copies, []), Thresholds(18, 0.7))
    assert len(report.groups) == 2_000
    assert not report.pairs
    assert is_quick(report)
    kept = frozenset({(copies[1].real_path, copies[1].content_hash)})
    assert not is_quick(report, Judgements(kept=kept))
    assert not is_quick(replace(report, groups=report.groups * 3))
    many = replace(report.groups[0], members=report.groups[0].members * 10_000)
    assert not is_quick(replace(report, groups=(many,)))


def test_a_large_report_is_grouped_elsewhere_and_the_newest_wish_stays(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    reports, found = listen(session)
    session.results.show(a_report(), session.config)
    assert len(reports) == 1  # shown before its figures are counted
    assert found == []
    qtbot.waitUntil(lambda: len(found) == 1)
    assert len(reports) == 1
    # else 3 would wait for the end of the thread, and be overtaken there
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    wish(session, 3)
    qtbot.waitUntil(lambda: session.results._regrouper.running)
    for distance in (4, 5, 24, 9):
        wish(session, distance)
        qtbot.wait(5)
    slow.release()  # 3 was overtaken: its figures are told, its groups are not shown
    qtbot.waitUntil(lambda: len(found) == 2)
    assert found[1].documents == 2
    assert len(reports) == 1
    slow.release()
    qtbot.waitUntil(lambda: len(reports) == 2)
    assert reports[1].config.distance == 9
    assert reports[1] == grouped(a_report(), Thresholds(9, 0.7))
    assert found[2].documents == 4
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    assert len(found) == 3


def test_back_where_it_was_the_figures_are_those_of_the_groups(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    session.results.show(a_report(), session.config)
    reports, found = listen(session)
    qtbot.waitUntil(lambda: len(found) == 1)
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    wish(session, 3)
    qtbot.waitUntil(lambda: session.results._regrouper.running)
    wish(session, 18)
    qtbot.wait(5)
    slow.release()  # for 3 alone: at 18 nothing has to be grouped
    qtbot.waitUntil(lambda: len(found) == 3)
    assert [one.documents for one in found] == [4, 2, 4]
    assert reports == []


def test_an_answer_about_an_older_report_is_dropped(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    session.results.show(a_report(), session.config)
    wish(session, 3)
    qtbot.waitUntil(lambda: session.results._regrouper.running)
    session.results.show(None, session.config)
    reports, found = listen(session)
    slow.release(3)
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    qtbot.wait(20)
    assert reports == []
    assert found == []
    assert session.results.report is None


def test_closing_waits_for_what_is_under_way(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    session.results.show(a_report(), session.config)
    wish(session, 3)
    qtbot.wait(50)
    assert session.results._regrouper.running
    reports, found = listen(session)
    threading.Timer(0.1, slow.release).start()
    session.shut_down()
    qtbot.wait(20)
    assert (reports, found) == ([], [])
