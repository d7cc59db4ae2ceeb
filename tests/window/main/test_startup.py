"""The start of the program: what it needs, reads and shows first, and what ends it."""

import ctypes
import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from amounts import Counted, amount
from app import main as startup
from app.__main__ import main
from app.i18n import Language, set_language
from app.main import DEBIAN_PACKAGES, missing_library, qt_obstacle, session_platforms
from app.program import Opening
from app.settings.settings import Settings, save_settings
from app.window.help import ShortcutList
from builders import english_text
from places import ROOT, python_environment
from simcore import ScanConfig
from simcore.cli.main import COMMANDS as DESCRIBED
from written import written

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux")


# Messages of glibc's dynamic loader as Python passes them on.
@pytest.mark.parametrize(
    ("message", "library"),
    [
        ("libEGL.so.1: cannot open shared object file: No such file or directory", "libEGL.so.1"),
        ("libX11-xcb.so.1: cannot open shared object file: No such file", "libX11-xcb.so.1"),
        ("/lib/libc.so.6: version `GLIBC_2.38' not found", None),
        ("No module named 'PySide6.QtWidgets'", None),
    ],
)
def test_missing_library_is_found_in_the_loaders_message(message: str, library: str | None) -> None:
    assert missing_library(message) == library


@pytest.mark.parametrize(
    ("environment", "platforms"),
    [
        ({"DISPLAY": ":0"}, ("xcb",)),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ("wayland",)),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "wayland;xcb"}, ("wayland", "xcb")),
        ({"DISPLAY": ""}, ()),
    ],
)
def test_platforms_follow_the_environment(environment: dict[str, str], platforms: tuple[str, ...]):
    assert session_platforms(environment) == platforms


def test_without_a_screen_the_command_line_is_offered() -> None:
    message = qt_obstacle({}, platform="linux")
    assert "no screen" in message
    assert "variorum groups" in message
    assert qt_obstacle({"QT_QPA_PLATFORM": "offscreen"}, platform="linux") is None
    assert qt_obstacle({}, platform="win32") is None


_LACKS = ": cannot open shared object file: No such file or directory"


@pytest.mark.parametrize(
    ("module", "name", "error", "told", "packages"),
    [
        (importlib, "import_module", ImportError, f"libEGL.so.1{_LACKS}", DEBIAN_PACKAGES),
        (importlib, "import_module", ImportError, "undefined symbol: qt_version_tag_6_9", ()),
        (ctypes, "CDLL", OSError, f"libxcb-cursor.so.0{_LACKS}", ("libxcb-cursor0",)),
    ],
)
def test_what_qt_lacks_is_named_with_its_packages(
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    name: str,
    error: type[Exception],
    told: str,
    packages: tuple[str, ...],
) -> None:
    def fail(_name: str) -> None:
        raise error(told)

    monkeypatch.setattr(module, name, fail)
    message = qt_obstacle({"DISPLAY": ":0"}, platform="linux")
    assert told.removesuffix(_LACKS) in message
    assert ("apt install" in message) is bool(packages)
    assert set(packages) <= set(message.split())


def test_a_screen_that_does_not_answer_is_told_and_a_second_platform_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load(name: str) -> None:
        if name.endswith("libqwayland.so"):
            raise OSError(f"libwayland-client.so.0{_LACKS}")

    monkeypatch.setattr(ctypes, "CDLL", load)
    environment = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    for answers in (False, True):
        monkeypatch.setitem(startup._CONNECTS, "xcb", lambda answers=answers: answers)
        message = qt_obstacle(environment, platform="linux")
        assert (message is None) is answers
    monkeypatch.setitem(startup._CONNECTS, "xcb", lambda: False)
    assert "does not answer" in qt_obstacle({"DISPLAY": ":0"}, platform="linux")


@linux_only
@pytest.mark.parametrize(
    ("display", "words"), [({}, "there is no screen"), ({"DISPLAY": ":4095"}, "")]
)
def test_program_without_a_screen_ends_without_a_traceback(
    display: dict[str, str], words: str
) -> None:
    """Qt's own answer to a dead display would be abort(), code -6."""
    screens = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    inherited = {name: value for name, value in os.environ.items() if name not in screens}
    result = subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env=inherited | display,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 4
    assert result.stderr.startswith(f"Variorum cannot open its window: {words}")
    assert "Traceback" not in result.stderr


def test_entry_point_imports_neither_qt_nor_the_engine():
    code = "import sys, app.__main__; sys.exit(any(m in sys.modules for m in ('PySide6', 'numpy')))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--bogus"], "variorum"), (["--index"], "variorum"), (["--demo", "folder"], "variorum"),
     (["groups"], "groups")],
)  # fmt: skip
def test_wrong_usage_exits_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """First words of the command line go to the engine, whose own parser answers."""
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("variorum ")
    assert main(["--help"]) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    for name, (_, summary) in DESCRIBED.items():
        assert lines.count([name, summary]) == 1


START = """
import gc, linecache, os, sys
from PySide6.QtWidgets import QApplication
import app.__main__

seen = []
gc.callbacks.append(lambda when, of: seen.append(of["generation"]))

def executed(*_):
    # what is there before Qt may have been read
    ours = [name for name in linecache.cache if "/results/" in name or "/simcore/" in name]
    shown = any(one.isVisible() for one in QApplication.topLevelWidgets())
    while not gc.get_freeze_count():  # until there is all of the window
        QApplication.processEvents()
    print(shown, gc.isenabled(), ours, [one for one in seen if one])
    return 0

QApplication.exec = executed
QApplication(["variorum"])
gc.collect()
seen.clear()
code = app.__main__.main([])
print(code, gc.isenabled())
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders are told by variables of Linux")
def test_a_start_reads_no_source_and_collects_nothing(tmp_path: Path) -> None:
    """PySide would read that of each module that is imported, a full collection takes 20 ms."""
    home = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG", "CACHE")}
    run = subprocess.run(
        [sys.executable, "-c", START],
        env={**python_environment(), **home, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.splitlines() == ["True False [] []", "0 True"], run.stderr


Begin = Callable[..., Opening]


@pytest.fixture
def begin(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Return a function that opens the window with settings; the rest of it waits to be wanted."""
    begun: list[Opening] = []
    monkeypatch.setattr("app.program._SETTLED", 1_000_000)
    monkeypatch.setattr("app.program._UNSEEN", 1_000_000)

    def start(settings: Settings) -> Opening:
        path = str(tmp_path / "settings.ini")
        save_settings(QSettings(path, QSettings.Format.IniFormat), settings)
        opening = Opening(QSettings(path, QSettings.Format.IniFormat), tmp_path / "index.sqlite")
        begun.append(opening)
        qtbot.addWidget(opening.window)
        opening.start()
        with qtbot.waitExposed(opening.window):
            pass
        return opening

    yield start
    for opening in begun:
        opening.close_window()
    set_language(Language.ENGLISH)


def remembering(folder: Path, **others: object) -> Settings:
    (folder / "documents").mkdir()
    folders = (folder / "documents",)
    return Settings(scan=ScanConfig(jobs=0, distance=9), folders=folders, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.TRADITIONAL])
@pytest.mark.parametrize("picture", [False, True])
def test_a_frame_looks_as_the_window_does(
    begin: Begin, tmp_path: Path, language: Language, *, picture: bool
) -> None:
    if picture:
        settings = remembering(tmp_path, language=language, toggles={"pair_picture": True})
    else:
        settings = Settings(language=language, recent=((tmp_path,),))
    opening = begin(settings)
    assert opening.application is None
    before, focus = opening.window.grab().toImage(), QApplication.focusWidget()
    opening.complete()
    assert opening.application is not None
    assert before == opening.window.grab().toImage()
    assert QApplication.focusWidget() is focus
    shown = opening.application.settings_editing._toggles["pair_picture"]
    assert shown.action.isChecked() is picture
    assert not shown.default, "what is reset is as at a first start"


def test_the_rest_follows_by_itself_and_recalls_the_folders(
    begin: Begin, qtbot: QtBot, tmp_path: Path
) -> None:
    settings = remembering(tmp_path)
    opening = begin(settings)
    opening._timer.setInterval(0)
    with qtbot.waitSignal(opening.made):
        pass
    application = opening.application
    assert application.window is opening.window
    assert application.session.folders == settings.folders
    assert application.session.config.distance == 9


def test_a_key_or_click_at_once_is_heeded(begin: Begin, qtbot: QtBot, tmp_path: Path) -> None:
    opening = begin(Settings())
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_F1)
    assert opening.application is not None
    qtbot.waitUntil(lambda: bool(opening.window.findChildren(ShortcutList)))
    assert list(opening.window.complete()) == [], "nothing is made twice"
    opening = begin(Settings())
    handle, button = opening.window.windowHandle(), opening.window.toolbar.mark
    place = button.mapTo(opening.window, button.rect().center())
    QTest.mouseMove(handle, place)
    assert opening.application is None
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert opening.application is not None
    # a menu bar in sight comes with its menus
    opening = begin(Settings(toggles={"menu_bar": True}, recent=((tmp_path,),)))
    assert opening.application is not None
    assert len(opening.window.menuBar().actions()) > 5


def test_a_frame_that_is_closed_ends_the_program(begin: Begin, qtbot: QtBot) -> None:
    opening = begin(Settings())
    with qtbot.waitSignal(opening.ended):
        opening.close_window()
    assert opening.application is None
    assert not opening.window.isVisible()
    assert not opening._timer.isActive()
    opening.complete()
    assert opening.application is None


MOMENTS = amount("MOMENTS", 3, 60)
"""How many, from the first line of the program on."""

posix_only = pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")

_UNBEGUN = 'File "<string>", line 4, in <module>\nKeyboardInterrupt\n'
"""What is told on a busy machine, where not even the first line had ended."""
_BEGIN = """
import os, sys
from app.__main__ import main
os.write(1, b".")
sys.exit(main())
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    files = {f"{number}.txt": english_text(number // 2, 150) for number in range(4)}
    return written(tmp_path / "documents", files)


def begun(*words: object) -> "subprocess.Popen[bytes]":
    """Start the program, and wait for its first line; what came before is Python's own."""
    process = subprocess.Popen(
        [sys.executable, "-c", _BEGIN, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout.read(1) == b"."
    time.sleep(0.01)  # the first line itself takes a moment
    return process


def interrupted(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    # as in a terminal: all processes in the foreground get it
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    return process.returncode, told.decode()


@posix_only
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("command", ["scan", "history"])
def test_ctrl_c_ends_a_command(
    library: Path, tmp_path: Path, command: str, counted: Counted
) -> None:
    words = ["--index", tmp_path / "index.sqlite3"]
    words = [command, *([library, "--jobs", 2] if command == "scan" else []), *words]
    begin = time.monotonic()
    process = begun(*words)
    process.communicate(timeout=60)
    whole = time.monotonic() - begin
    seen = 0
    for number in range(MOMENTS):
        process = begun(*words)
        time.sleep(whole * number / MOMENTS)
        code, told = interrupted(process)
        if told.endswith(_UNBEGUN):
            continue
        assert "Traceback" not in told, (number, told)
        assert code in {0, -signal.SIGINT}, (number, told)
        lines = [one for one in told.splitlines() if not one.endswith("nothing was removed yet")]
        if code == 0 or not lines:
            continue  # it had ended, or Python had, and given the signal back
        assert len(lines) == 1, (number, told)
        assert lines[0].startswith("variorum: interrupted"), (number, told)
        seen += 1
    assert seen, "none came while the program was at work"
    counted("moments of a Ctrl+C", MOMENTS)


@posix_only
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_window(library: Path, tmp_path: Path, counted: Counted) -> None:
    for number in range(MOMENTS):
        process = begun(library, "--index", tmp_path / "index.sqlite3")
        time.sleep(1.5 * number / MOMENTS)
        code, told = interrupted(process)
        assert code == -signal.SIGINT, (number, told)
        if told.endswith(_UNBEGUN):
            continue
        lines = [one for one in told.splitlines() if "propagateSizeHints" not in one]
        assert lines == ["variorum: interrupted"], (number, told)
    counted("moments of a Ctrl+C", MOMENTS)
