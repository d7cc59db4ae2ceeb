"""The watch as a process of its own: started, started anew, ended, and never believed."""

import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

import app.watch.process as process_module
from app.settings.settings import own_command
from app.watch.process import WatchProcess, WatchState, WatchTrouble, watch_words
from simcore import ScanConfig
from simcore.cli.watch import watch_command
from simcore.model.config import FolderDays
from simcore.model.report import Arrival
from watches import LISTENS, arrival, command, line, match


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "PAUSES", (1, 1, 1))


def script(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "script"
    path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    return path


def test_it_tells_what_comes_and_ends_with_its_input(qtbot: QtBot, tmp_path: Path) -> None:
    came: list[Arrival] = []
    one = arrival(tmp_path / "合同.txt", match(tmp_path / "b.txt"), at=1000.5)
    watch = WatchProcess()
    watch.came.connect(came.append)
    watch.watch(command(script(tmp_path, '{"event": "scanning"}', LISTENS, line(one))))
    assert watch.state is WatchState.LEARNING
    qtbot.waitUntil(lambda: bool(came))
    assert came == [one]
    assert watch.state is WatchState.LISTENING
    assert watch.listening is not None
    assert watch.listening.documents == 2
    watch.watch(None)
    qtbot.waitUntil(lambda: not watch.runs)
    assert watch.state is WatchState.OFF


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
    watch.shut_down()
    assert not watch.runs


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
def test_a_program_that_is_not_there_breaks_off(qtbot: QtBot, tmp_path: Path) -> None:
    watch = WatchProcess()
    missing = process_module.Command((str(tmp_path / "no such program"),))
    with qtbot.waitSignal(watch.broken):
        watch.watch(missing)
    assert watch.last_words()
    assert not watch.runs


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


@pytest.mark.usefixtures("quick")
def test_one_that_writes_nothing_but_rubbish_is_ended(qtbot: QtBot, tmp_path: Path) -> None:
    watch = WatchProcess()
    with qtbot.waitSignal(watch.broken):
        watch.watch(command(script(tmp_path, *["rubbish"] * 500)))
    assert not watch.runs


def test_a_pause_ends_it_and_going_on_starts_it(qtbot: QtBot, tmp_path: Path) -> None:
    watch = WatchProcess()
    watch.watch(command(script(tmp_path, LISTENS)))
    qtbot.waitUntil(lambda: watch.state is WatchState.LISTENING)
    watch.pause()
    watch.resume()  # before the first has ended
    qtbot.waitUntil(lambda: watch.state is WatchState.LISTENING)
    watch.pause()
    qtbot.waitUntil(lambda: not watch.runs)
    assert watch.state is WatchState.PAUSED
    watch.watch(None)
    watch.resume()
    assert watch.state is WatchState.OFF


def test_a_bundle_starts_itself_and_a_package_its_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
