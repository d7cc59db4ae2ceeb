"""The watch as a process of its own: its lines, its starts and ends, and the log of what came."""

import json
import os
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QDateTime
from pytestqt.qtbot import QtBot

import app.watch.process as process_module
from app.settings.settings import own_command
from app.watch.panel import ArrivalModel, ArrivalRow, DayRow, Period, event_word, kind_word
from app.watch.process import (
    ArrivalLog,
    LineCutter,
    WatchListens,
    WatchProcess,
    WatchState,
    WatchTrouble,
    told_in,
    watch_words,
)
from app.wording import in_own_words
from simcore import Kind, ScanConfig
from simcore.cli.watch import watch_command
from simcore.index.judgements import ArrivalFile
from simcore.index.paths import arrivals_path
from simcore.model.config import FolderDays
from simcore.model.reasons import Reason, ReasonCode, to_json
from simcore.model.report import Arrival, ArrivalEvent
from simcore.reports.formats import arrival_from_json, arrival_to_json, json_fields
from watches import LISTENS, arrival, command, line, match


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "PAUSES", (1, 1, 1))


def script(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "script"
    path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    return path


def test_other_settings_end_it_and_start_it_anew(qtbot: QtBot, tmp_path: Path) -> None:
    watch, states = WatchProcess(), []
    watch.state_changed.connect(lambda: states.append(watch.state))
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        folder.mkdir()
    watch.watch(command(script(first, LISTENS)))
    qtbot.waitUntil(lambda: watch.state is WatchState.LISTENING)
    watch.watch(command(script(second, LISTENS.replace('"documents": 2', '"documents": 3'))))
    qtbot.waitUntil(lambda: bool(watch.listening and watch.listening.documents == 3))
    assert WatchState.WAITING not in states  # it was asked to end, it did not break off
    watch.watch(None)
    qtbot.waitUntil(lambda: not watch._child)
    assert watch.state is WatchState.OFF
    watch.shut_down()


@pytest.mark.usefixtures("quick")
def test_it_is_started_again_after_a_crash_but_not_for_ever(qtbot: QtBot, tmp_path: Path) -> None:
    watch, begun = WatchProcess(), []
    watch.state_changed.connect(lambda: begun.append(watch.state))
    path = script(tmp_path, LISTENS, "!error the disk is on fire", "!exit 3")
    with qtbot.waitSignal(watch.broken):
        watch.watch(command(path))
    assert watch.state is WatchState.BROKEN
    assert begun.count(WatchState.LEARNING) == 1 + len(process_module.PAUSES)
    assert watch.last_words() == "the disk is on fire"
    path.write_text(f"{LISTENS}\n", encoding="utf-8")
    watch.resume()
    qtbot.waitUntil(lambda: watch.state is WatchState.LISTENING)
    watch.shut_down()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("missing", [True, False])
def test_one_that_is_not_there_or_writes_rubbish_is_ended(
    qtbot: QtBot, tmp_path: Path, missing: bool
) -> None:
    watch, program = WatchProcess(), command(script(tmp_path, *["rubbish"] * 500))
    if missing:
        program = process_module.Command((str(tmp_path / "no such program"),))
    with qtbot.waitSignal(watch.broken):
        watch.watch(program)
    assert watch.last_words()
    assert not watch._child


def test_rubbish_is_told_once_and_what_follows_is_read(qtbot: QtBot, tmp_path: Path) -> None:
    watch, troubles, came = WatchProcess(), [], []
    watch.troubled.connect(troubles.append)
    watch.came.connect(came.append)
    one = arrival(tmp_path / "a.txt", at=1.0)
    lines = "rubbish", '{"event": "new"', "x" * 70_000, line(one)
    watch.watch(command(script(tmp_path, *lines)))
    qtbot.waitUntil(lambda: bool(came))
    assert came == [one]
    assert troubles == [
        WatchTrouble("The watch of folders wrote something that cannot be understood")
    ]
    assert "not understood" in watch.last_words()
    watch.shut_down()


def test_a_pause_ends_it_and_going_on_starts_it(qtbot: QtBot, tmp_path: Path) -> None:
    watch = WatchProcess()
    watch.watch(command(script(tmp_path, LISTENS)))
    qtbot.waitUntil(lambda: watch.state is WatchState.LISTENING)
    watch.pause()
    watch.resume()  # before the first has ended
    qtbot.waitUntil(lambda: watch.state is WatchState.LISTENING)
    watch.pause()
    qtbot.waitUntil(lambda: not watch._child)
    assert watch.state is WatchState.PAUSED
    watch.watch(None)
    watch.resume()
    assert watch.state is WatchState.OFF


def test_a_bundle_starts_itself_and_a_package_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    own = own_command()
    assert own.words == (sys.executable, "-m", "app")
    assert own.folder is not None
    assert (own.folder / "app" / "__main__.py").exists()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command().words == (sys.executable,)
    assert own_command().folder is None


@given(
    st.builds(
        ScanConfig,
        include=st.lists(st.sampled_from(["*.txt", "-x*", "a b"]), min_size=1).map(tuple),
        exclude=st.lists(st.sampled_from([*ScanConfig().exclude, "*.bak", "-y"])).map(tuple),
        largest_file=st.integers(1, 10**12),
        follow_links=st.booleans(),
        all_text=st.booleans(),
        containers=st.booleans(),
        similarity=st.floats(0.3, 1),
        containment=st.floats(0.1, 1),
        contained=st.booleans(),
        recipe=st.sampled_from(["default", "shingles+stop"]),
        distance=st.integers(0, 64),
        jobs=st.none() | st.integers(0, 8),
        compared_distance=st.none() | st.integers(0, 64),
        seconds_a_file=st.none() | st.integers(1, 999).map(float),
        keep_days=st.integers(0, 99),
        folder_days=st.dictionaries(st.sampled_from(["/a", "/-b c", "/文"]), st.integers(0, 9)).map(
            lambda found: tuple(FolderDays(Path(one), days) for one, days in sorted(found.items()))
        ),
    )
)
def test_a_watch_scans_with_the_settings_of_the_window(config: ScanConfig) -> None:
    """What the command makes of the words is what the window has."""
    words = watch_words([Path("-in")], [Path("/lib")], Path("/i.sqlite3"), config)
    parser = ArgumentParser()
    watch_command(parser)
    found = parser.parse_args(words[1:])
    assert found.scan_config == config
    assert (found.folders, found.library) == ([Path("-in").absolute()], [Path("/lib")])
    assert (found.json, found.until_closed) == (True, True)


@given(st.lists(st.binary(max_size=30).filter(lambda one: b"\n" not in one)), st.data())
def test_lines_are_whole_however_they_are_cut(lines: list[bytes], data: st.DataObject) -> None:
    whole, cutter = b"".join(one + b"\n" for one in lines), LineCutter(30)
    found: list[bytes | None] = []
    while whole:
        size = data.draw(st.integers(1, len(whole)))
        found += cutter.cut(whole[:size])
        whole = whole[size:]
    assert found == lines


def test_an_endless_line_is_dropped_once_and_the_next_one_is_read() -> None:
    cutter = LineCutter(1000)
    found = [one for _ in range(5000) for one in cutter.cut(b"x" * 999)]
    assert found == [None]
    assert len(cutter._begun) <= 1000
    assert cutter.cut(b"the end\nnext\n") == [b"next"]


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"rubbish",
        b"[1, 2]",
        b"{}",
        b'{"event": 3}',
        b'{"event": "unheard of"}',
        b'{"event": "new"}',
        b'{"event": "new", "path": "/a", "time": "soon", "milliseconds": 1, "matches": []}',
        b'{"event": "problem", "path": 3, "reason": "no"}',
        b'{"event": "problem"}',
        b'{"event": "watching", "documents": "many"}',
        b'{"event": "watching", "documents": -1}',
        b"[" * 100_000,
        b"\xff\xfe{}",
    ],
)
def test_what_no_watch_writes_is_refused(wrong: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        told_in(wrong)


def test_what_a_watch_writes_is_read() -> None:
    one = arrival(Path("/in/合同 \udcff.txt"), match(Path("/lib/a.txt")), at=1_700_000_000.25)
    assert told_in(line(one).encode()) == one
    listens = {"event": "watching", "folders": ["/in"], "mode": "polling", "documents": 7}
    assert told_in(json.dumps(listens).encode()) == WatchListens(True, 7, 0)
    # a problem is a reason that can be translated
    reason, path = Reason(ReasonCode.TOO_LONG, (3,)), Path("/in/a.txt")
    plain = {"event": "problem", "path": str(path), "reason": str(reason)}
    for code, told in ((to_json(reason), reason), ('["of-a-later-version"]', str(reason))):
        assert told_in(json.dumps(plain | {"code": code}).encode()) == WatchTrouble(told, path)


def test_words_of_arrivals() -> None:
    """A word for each event; what contains most of another one is the whole of it."""
    words = [event_word(arrival(Path("/a"), event=one)) for one in ("new", "changed", "gone")]
    assert words == ["", "changed", "gone"]
    was = replace(arrival(Path("/in/b"), event="renamed"), was=Path("/in/a"))
    assert event_word(was) == "was a"
    reason = Reason(ReasonCode.TOO_LONG, (3,))
    unread = replace(arrival(Path("/in/a.pdf")), problem=reason)
    cells = ArrivalModel().cells(ArrivalRow(unread))
    assert cells[2:5] == ("not read", "", in_own_words(reason))
    part = match(Path("/book"), Kind.PART)
    assert kind_word(part) == "Part"
    assert kind_word(type(part)(part.path, Kind.PART, 0.3, 0.3, 1.0, None)) == "Whole"


@pytest.mark.skipif(os.name == "nt", reason="names of any bytes")
def test_a_name_that_is_no_utf8_comes_as_its_bytes() -> None:
    path = Path(os.fsdecode("/in/合同".encode("gb18030")))
    plain = json_fields({"event": "problem", "path": path, "reason": "is gone"})
    json.dumps(plain, ensure_ascii=False).encode("utf-8")  # so that any reader takes it
    told = told_in(json.dumps(plain).encode())
    assert told.path == path
    for wrong in (5, "=", ["Lw=="]):
        with pytest.raises(ValueError, match=r"."):
            told_in(json.dumps(plain | {"path_base64": wrong}).encode())
    came = Arrival(ArrivalEvent.RENAMED, path, 1.5, path.with_name("b"))
    assert told_in(json.dumps(arrival_to_json(came)).encode()) == came


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
    first = arrival(tmp_path / "a", like, at=170)
    log.take(first)
    log.take(arrival(tmp_path / "b", like, at=180))
    for other in (
        arrival(tmp_path / "alone", at=150.0),
        arrival(tmp_path / "gone", like, at=160.0, event="gone"),
        arrival(tmp_path / "old", like, at=90.0),
    ):
        log.take(other)
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


@given(st.lists(st.tuples(TIMES, st.integers(0, 2)), max_size=30), st.booleans())
def test_days_hold_their_own(times: list[tuple[float, int]], only: bool) -> None:
    """Against days made one arrival at a time by Qt's own calendar."""
    like = match(Path("/lib"))
    log, model = ArrivalLog(Path("/none"), 0.0), ArrivalModel()
    log.all = [
        arrival(Path(f"/in/{n}"), *[like] * matches, at=at)
        for n, (at, matches) in enumerate(sorted(times, key=lambda one: -one[0]))
    ]
    model.log = log
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
    days: dict[object, list[Arrival]] = {}
    for one in log.all:
        days.setdefault(QDateTime.fromSecsSinceEpoch(int(one.time)).date(), []).append(one)
    matched = {day: [one for one in arrivals if one.matches] for day, arrivals in days.items()}
    wanted = matched if only else days
    assert shown == {day: arrivals for day, arrivals in wanted.items() if arrivals}
    assert counts == {day: (len(days[day]), len(matched[day])) for day in shown}
