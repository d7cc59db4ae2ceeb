"""What watches told, each once, the newest first, and what a person has seen of it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QDateTime
from pytestqt.qtbot import QtBot

import app.watch.process as log_module
from app.watch.panel import ArrivalModel, ArrivalRow, DayRow, Period
from app.watch.process import ArrivalLog
from simcore.index.judgements import ArrivalFile
from simcore.index.paths import arrivals_path
from simcore.model.report import Arrival
from simcore.reports.formats import arrival_from_json, arrival_to_json
from watches import arrival, match

TIMES = st.floats(1_000_000_000, 1_900_000_000).map(lambda one: round(one, 4))


def test_the_file_and_the_line_of_one_arrival_are_one(qtbot: QtBot, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    told = arrival(tmp_path / "合同.txt", match(tmp_path / "b"), at=1_700_000_000.123456)
    with ArrivalFile(arrivals_path(index)) as file:
        file.record([told])
    log = ArrivalLog(index, 0.0)
    log.take(arrival_from_json(arrival_to_json(told)))
    qtbot.waitUntil(lambda: not log.busy)
    log.read()
    qtbot.waitUntil(lambda: not log.busy)
    assert [one.path for one in log.all] == [told.path]
    # what was seen of the line is no news when the file is read the next time
    log.see_all()
    again = ArrivalLog(index, log.seen_until)
    again.read()
    qtbot.waitUntil(lambda: bool(again.all))
    assert again.unseen() == 0


def test_a_file_that_cannot_be_read_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    arrivals_path(index).write_bytes(b"no database, and long enough to be taken for one" * 9)
    log = ArrivalLog(index, 0.0)
    with qtbot.waitSignal(log.failed):
        log.read()
    assert log.all == []


def test_what_was_seen_is_not_new(qtbot: QtBot, tmp_path: Path) -> None:
    like = match(tmp_path / "lib")
    log = ArrivalLog(tmp_path / "none", 100.0)
    alone = arrival(tmp_path / "alone", at=150.0)
    gone = arrival(tmp_path / "gone", like, at=160.0, event="gone")
    first, second = (arrival(tmp_path / name, like, at=at) for name, at in (("a", 170), ("b", 180)))
    old = arrival(tmp_path / "old", like, at=90.0)
    for one in (alone, gone, first, second, old):
        log.take(one)
    qtbot.waitUntil(lambda: len(log.all) == 5)
    assert log.unseen() == 2
    log.see(first)
    assert log.unseen() == 1
    # one time stands for as much as it can, and another start knows the same
    log.sum_up()
    again = ArrivalLog(tmp_path / "none", log.seen_until, log.seen)
    assert (log.seen_until, len(log.seen)) == (170.0, 0)
    assert [again.is_seen(one) for one in log.all] == [log.is_seen(one) for one in log.all]
    later = arrival(tmp_path / "c", like, at=190.0)
    log.take(later)
    qtbot.waitUntil(lambda: len(log.all) == 6)
    log.see(later)
    log.sum_up()
    assert (log.seen_until, [one.path for one in log.seen]) == (170.0, [later.path])
    log.see_all()
    assert (log.unseen(), log.seen_until) == (0, 190.0)


def test_no_more_are_kept_than_the_file_keeps(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "MOST", 10)
    log = ArrivalLog(tmp_path / "none", 0.0)
    for number in range(30):
        log.take(arrival(tmp_path / str(number), at=1000.0 + number))
    qtbot.waitUntil(lambda: not log.busy)
    assert [one.path.name for one in log.all] == [str(number) for number in range(29, 19, -1)]


@given(st.lists(st.tuples(TIMES, st.integers(0, 2)), max_size=30), st.booleans())
def test_days_hold_their_own(times: list[tuple[float, int]], only: bool) -> None:
    """Against days made one arrival at a time by Qt's own calendar."""
    found = sorted(
        (
            arrival(Path(f"/in/{n}"), *[match(Path("/lib"))] * matches, at=at)
            for n, (at, matches) in enumerate(times)
        ),
        key=lambda one: -one.time,
    )
    log = ArrivalLog(Path("/none"), 0.0)
    log.all = found
    model = ArrivalModel()
    model.show_log(log)
    model.period, model.only_matched = Period.ALL, only
    model.refresh()
    shown: dict[object, list[Arrival]] = {}
    counts = {}
    for row in model.records:
        if isinstance(row, DayRow):
            shown[row.day] = []
            counts[row.day] = row.documents, row.matched
        elif isinstance(row, ArrivalRow):
            shown[list(shown)[-1]].append(row.arrival)
    wanted: dict[object, list[Arrival]] = {}
    for one in found:
        day = QDateTime.fromSecsSinceEpoch(int(one.time)).date()
        wanted.setdefault(day, []).append(one)
    kept = {
        day: [one for one in arrivals if one.matches or not only]
        for day, arrivals in wanted.items()
    }
    assert shown == {day: arrivals for day, arrivals in kept.items() if arrivals}
    assert counts == {
        day: (len(wanted[day]), sum(bool(one.matches) for one in wanted[day])) for day in shown
    }
