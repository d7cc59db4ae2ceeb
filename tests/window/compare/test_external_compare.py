"""Another program to compare in: the command as it reaches the program, and what can go wrong."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.settings import settings as external_compare
from app.settings.dialog import SettingsDialog
from app.settings.settings import (
    CompareCommandError,
    Settings,
    compare_arguments,
    found_commands,
    start_comparing,
)
from builders import chinese_text, edited
from windows import Open

POSIX = pytest.mark.skipif(os.name != "posix", reason="a script with a first line")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that writes down the arguments it was given, byte by byte."""
    path = tmp_path / "compare it"
    path.write_text(
        f"#!{sys.executable}\n"
        "import json, os, sys\n"
        f"part = {str(tmp_path / 'told.part')!r}\n"
        "open(part, 'w').write(json.dumps([os.fsencode(one).hex() for one in sys.argv[1:]]))\n"
        f"os.replace(part, {str(tmp_path / 'told')!r})\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return path


def told(qtbot: QtBot, folder: Path) -> list[str]:
    qtbot.waitUntil((folder / "told").exists, timeout=60_000)
    return [os.fsdecode(bytes.fromhex(one)) for one in json.loads((folder / "told").read_text())]


@POSIX
def test_names_reach_the_program_whole(
    qtbot: QtBot, tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    left = Path("-rf {right} $(touch x); 'a\" b.txt")
    right = Path(os.fsdecode(b"caf\xe9\n \xe5\x90\x88.txt"))
    left.write_text("1")
    right.write_text("2")
    start_comparing(f"'{program}' --title 'a b' {{left}} --other={{right}}", left, right)
    assert told(qtbot, tmp_path) == [
        "--title",
        "a b",
        str(tmp_path / left),
        f"--other={tmp_path / right}",
    ]
    assert not (tmp_path / "x").exists(), "no shell was asked"


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("meld", "must name a program and hold {left} and {right}"),
        ("meld {left}", "must name a program and hold {left} and {right}"),
        ("{left} {right}", "must name a program"),
        ("'meld {left} {right}", "cannot be read"),
        ("meld {left} {right} {centre}", None),
    ],
)
def test_commands_that_cannot_be(template: str, words: str | None) -> None:
    if words is None:
        assert compare_arguments(template, Path("/a"), Path("/b"))[-1] == "{centre}"
        return
    with pytest.raises(CompareCommandError) as raised:
        compare_arguments(template, Path("/a"), Path("/b"))
    assert words in str(raised.value)


def test_what_is_missing_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    file.write_text("1")
    with pytest.raises(CompareCommandError, match="no-such-program cannot be started"):
        start_comparing("no-such-program {left} {right}", file, file)
    with pytest.raises(CompareCommandError, match="is no longer there"):
        start_comparing("no-such-program {left} {right}", file, tmp_path / "gone.txt")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert found_commands() == []
    with pytest.raises(CompareCommandError, match="No program to compare files with was found"):
        start_comparing("", file, file)


@POSIX
def test_programs_are_found_in_their_order(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("code", "meld"):
        (tmp_path / name).symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert found_commands() == ["meld {left} {right}", "code --diff {left} {right}"]


@POSIX
def test_the_pair_shown_is_compared(qtbot: QtBot, open_window: Open, tmp_path: Path, program: Path):
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "合同.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / "合同 改.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    application = open_window()
    application.window.commands.compare_outside.trigger()
    assert application.window.alert.text() == "Select a document of a group first."
    application.window.folder_panel.add_folders([folder])
    qtbot.waitUntil(application.window.commands.scan.isEnabled)
    application.session.scan()
    qtbot.waitUntil(lambda: application.comparing.pair is not None, timeout=60_000)
    settings = application.settings
    settings.keep(replace(settings.now, compare_command="no-such-program {left} {right}"))
    application.window.commands.compare_outside.trigger()
    assert "no-such-program cannot be started" in application.window.alert.text()
    settings.keep(replace(settings.now, compare_command=f"'{program}' {{left}} {{right}}"))
    application.window.commands.compare_outside.trigger()
    assert {Path(one).name for one in told(qtbot, tmp_path)} == {"合同.txt", "合同 改.txt"}


def test_the_setting_is_kept(qtbot: QtBot, open_window: Open) -> None:
    application = open_window()
    application.window.commands.settings.trigger()
    dialog = application.window.findChild(SettingsDialog)
    dialog.texts.compare_with.setCurrentText("kdiff3 {left}")
    dialog.ok.click()
    assert dialog.isVisible()
    assert "must name a program" in dialog.message.text()
    dialog.texts.compare_with.setCurrentText(" kdiff3 {left} {right} ")
    dialog.ok.click()
    assert application.settings.now.compare_command == "kdiff3 {left} {right}"
    application.window.close()
    assert open_window().settings.now.compare_command == "kdiff3 {left} {right}"


def test_the_programs_installed_are_proposed(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_compare.shutil, "which", lambda name: name == "meld" or None)
    dialog = SettingsDialog(Settings())
    qtbot.addWidget(dialog)
    box = dialog.texts.compare_with
    assert [box.itemText(place) for place in range(box.count())] == ["meld {left} {right}"]
    assert dialog.applied_to(Settings()).compare_command == ""
