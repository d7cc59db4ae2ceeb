"""A window that cannot open says so in words; the entry point keeps its contract."""

import ctypes
import importlib
import os
import subprocess
import sys

import pytest

from app import main as startup
from app.__main__ import main
from app.main import DEBIAN_PACKAGES, missing_library, qt_obstacle, session_platforms
from places import ROOT
from simcore.cli.main import COMMANDS as DESCRIBED

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux")


def run_program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    screens = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    inherited = {name: value for name, value in os.environ.items() if name not in screens}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


# Messages of glibc's dynamic loader as Python passes them on.
@pytest.mark.parametrize(
    ("message", "library"),
    [
        (
            "libEGL.so.1: cannot open shared object file: No such file or directory",
            "libEGL.so.1",
        ),
        (
            "libxcb-cursor.so.0: cannot open shared object file: No such file or directory",
            "libxcb-cursor.so.0",
        ),
        ("libX11-xcb.so.1: cannot open shared object file: No such file", "libX11-xcb.so.1"),
        ("/lib/libc.so.6: version `GLIBC_2.38' not found", None),
        ("No module named 'PySide6.QtWidgets'", None),
    ],
)
def test_missing_library_is_found_in_the_loaders_message(message: str, library: str | None):
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


def test_without_a_screen_the_command_line_is_offered():
    message = qt_obstacle({}, platform="linux")
    assert message is not None
    assert "no screen" in message
    assert "variorum groups" in message


def test_offscreen_needs_no_screen():
    assert qt_obstacle({"QT_QPA_PLATFORM": "offscreen"}, platform="linux") is None


def test_other_systems_need_no_display_variable():
    assert qt_obstacle({}, platform="win32") is None


def test_library_of_qt_is_named_with_its_packages(monkeypatch: pytest.MonkeyPatch):
    def fail(name: str) -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(importlib, "import_module", fail)
    message = qt_obstacle({"DISPLAY": ":0"}, platform="linux")
    assert message is not None
    assert "libEGL.so.1" in message
    assert "apt install" in message
    assert set(DEBIAN_PACKAGES) <= set(message.split())


def test_broken_qt_without_a_missing_library_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch):
    def fail(name: str) -> None:
        raise ImportError("undefined symbol: qt_version_tag_6_9")

    monkeypatch.setattr(importlib, "import_module", fail)
    message = qt_obstacle({"DISPLAY": ":0"}, platform="linux")
    assert message is not None
    assert "qt_version_tag_6_9" in message
    assert "apt install" not in message


def test_library_of_the_platform_plugin_is_named(monkeypatch: pytest.MonkeyPatch):
    def fail(name: str) -> None:
        assert name.endswith("libqxcb.so")
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file")

    monkeypatch.setattr(ctypes, "CDLL", fail)
    message = qt_obstacle({"DISPLAY": ":0"}, platform="linux")
    assert message is not None
    assert "libxcb-cursor.so.0" in message
    assert "libxcb-cursor0" in message


def test_second_platform_is_enough(monkeypatch: pytest.MonkeyPatch):
    def load(name: str) -> None:
        if name.endswith("libqwayland.so"):
            raise OSError("libwayland-client.so.0: cannot open shared object file: No such file")

    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.setitem(startup._CONNECTS, "xcb", lambda: True)
    environment = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    assert qt_obstacle(environment, platform="linux") is None


def test_screen_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda name: None)
    monkeypatch.setitem(startup._CONNECTS, "xcb", lambda: False)
    message = qt_obstacle({"DISPLAY": ":0"}, platform="linux")
    assert message is not None
    assert "does not answer" in message


@linux_only
def test_program_without_a_screen_ends_without_a_traceback():
    result = run_program()
    assert result.returncode == 4
    assert result.stderr.startswith("Variorum cannot open its window: there is no screen")
    assert "Traceback" not in result.stderr


@linux_only
def test_program_on_a_dead_display_ends_without_aborting():
    # Whether X11's libraries are there or not, Qt's own answer would be abort(), code -6.
    result = run_program(DISPLAY=":4095")
    assert result.returncode == 4
    assert result.stderr.startswith("Variorum cannot open its window: ")
    assert "Traceback" not in result.stderr


def test_entry_point_imports_neither_qt_nor_the_engine():
    code = "import sys, app.__main__; sys.exit(any(m in sys.modules for m in ('PySide6', 'numpy')))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert result.returncode == 0


def test_the_help_says_what_each_command_does(capsys: pytest.CaptureFixture[str]):
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, (_, summary) in DESCRIBED.items():
        assert [line.split(maxsplit=1) for line in lines].count([name, summary]) == 1


def test_version_is_printed(capsys: pytest.CaptureFixture[str]):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("variorum ")


@pytest.mark.parametrize("arguments", [["--bogus"], ["--index"], ["--demo", "folder"]])
def test_wrong_usage_exits_2(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(arguments) == 2
    assert "variorum" in capsys.readouterr().err


def test_first_words_of_the_command_line_go_to_the_engine(capsys: pytest.CaptureFixture[str]):
    # The engine's own parser answers: an unknown option of a known command is wrong usage.
    assert main(["groups"]) == 2
    assert "groups" in capsys.readouterr().err
