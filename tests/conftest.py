"""What every test shares: a screenless Qt, and English."""

import contextlib
import gc
import importlib
import os
import signal
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import partialmethod

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from PySide6.QtCore import QLocale, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from amounts import LONG, Counted, examples
from app.application import Application
from app.i18n import Language, set_language, spoken
from app.settings.settings import Settings, save_settings
from removals import memory
from simcore import ScanConfig
from simcore.cli import main as command_line
from windows import Open, collect_in_another_thread, wait_until_idle

# pytest's own variable for where tests write. The long run writes to the disk, and waits for it.
if not LONG and (in_memory := memory()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", in_memory)

# of every test that names no figure of its own; Hypothesis' own choice is 100, but tests are many.
# How long an example takes says how busy the machine is, and fails no test.
hypothesis.settings.register_profile(
    "variorum",
    max_examples=examples(80),
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("variorum")

# a command sets aside all that lives, and takes it back as its process ends. Here the process goes
# on, and would look through all that tests have loaded from then on: a quarter of a second each
command_line._seldom_collected = contextlib.nullcontext


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Take at most four processes for ``-n auto``: tests start many of their own.

    That is one more than there are processors where these are few: many tests wait. Those of the
    long run work.
    """
    return min(4, (os.cpu_count() or 1) + (not LONG))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Collect without looking for garbage: nearly all that imports make lives to the end.

    It is set aside, so that no later look visits it. Later looks are seldom, as in a command.
    """
    gc.disable()
    try:
        _import_tests(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, *gc.get_threshold()[1:])
        gc.enable()


def _import_tests(config: pytest.Config) -> None:
    """Import the test files, each process another part of them first.

    After a change of Python or pytest all are compiled anew: so each is compiled by one process,
    and the others, which come to it later, read what that one has written.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or list(config.args) != list(config.getini("testpaths")):
        return
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in (*files[first:], *files[:first]):
        if str(file.parent) not in sys.path:  # as pytest does
            sys.path.insert(0, str(file.parent))
        # whatever is wrong with a file is told when pytest comes to it
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(file.stem)


class _DoctestsWhereTheyAre:
    """Looks for doctests only in files that have some: all files take each process seconds.

    A plugin of its own, since a hook of this file is not asked about the program's folders.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if not any(isinstance(one, DoctestModule) for one in found):
            return found
        if b">>>" in file_path.read_bytes():
            return found
        return [one for one in found if not isinstance(one, DoctestModule)]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_DoctestsWhereTheyAre())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Free the windows of a test here: Qt crashes where a collection in another thread frees them.

    What is in cycles is freed by whichever thread next allocates enough, also by one that an
    earlier test has left at work: so nothing is freed that way before the end. What lives on is set
    aside, so that this takes no longer with each test.
    """
    if "qapp" not in getattr(item, "fixturenames", ()):
        return (yield)
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


class PatientBot(QtBot):
    """Waits a minute where five seconds are usual: a busy machine fails no test."""

    waitUntil = partialmethod(QtBot.waitUntil, timeout=60_000)  # noqa: N815 - Qt's
    waitSignal = partialmethod(QtBot.waitSignal, timeout=60_000)  # noqa: N815 - Qt's
    waitSignals = partialmethod(QtBot.waitSignals, timeout=60_000)  # noqa: N815 - Qt's


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes a minute: at the end it would keep one process waiting alone."""
    items.sort(key=lambda item: item.get_closest_marker("a_minute") is None)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def released_keys() -> Iterator[None]:
    """Leave no key held down: Qt takes the modifiers of a test's last shortcut for still there."""
    yield
    if QApplication.instance() is not None and QApplication.keyboardModifiers():
        QTest.keyClick(QWidget(), Qt.Key.Key_F24)
        assert not QApplication.keyboardModifiers()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English: a test may end in another language, and the next read words.

    Also before it: what a closed window had put off may speak once the test is over.
    """
    _speak_english()
    yield
    _speak_english()


def _speak_english() -> None:
    if spoken() is not Language.ENGLISH:
        set_language(Language.ENGLISH)
        QLocale.setDefault(QLocale.system())


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let an interrupt end a program, as in a terminal.

    A shell that starts tests in the background has them ignore it, and all that they start.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Counted:
    """Return a function that notes how much of what a test did; the end of the run lists it."""

    def count(what: str, number: int) -> None:
        record_property("counted", (what, number))

    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much the tests did that do more in a long run."""
    sums: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                for name, value in report.user_properties:
                    if name == "counted":
                        sums[value[0]] += value[1]
    if sums:
        terminalreporter.section("how much was done")
        for what, number in sorted(sums.items()):
            terminalreporter.line(f"{number:>9,} {what}")


@pytest.fixture
def index_path(tmp_path: Path) -> Path:
    return tmp_path / "index" / "index.sqlite"


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path, index_path: Path) -> Iterator[Open]:
    """Return a function that starts the program with the settings of its last run."""
    opened: list[Application] = []
    store_path = str(tmp_path / "settings.ini")
    save_settings(
        QSettings(store_path, QSettings.Format.IniFormat), Settings(scan=ScanConfig(jobs=0))
    )

    def start(*folders: Path) -> Application:
        store = QSettings(store_path, QSettings.Format.IniFormat)
        application = Application(store, index_path)
        opened.append(application)
        qtbot.addWidget(application.window)
        application.start(folders)
        wait_until_idle(qtbot, application)
        return application

    yield start
    collect_in_another_thread()
    for application in opened:
        application.window.close()
