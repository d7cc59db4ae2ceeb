"""The pair that the window shows: never another one's texts, encodings by hand, another program."""

import codecs
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from chardet.registry import REGISTRY
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from app.groups.columns import GroupColumn
from app.settings import settings as external_compare
from app.settings.dialog import SettingsDialog
from app.settings.settings import (
    CompareCommandError,
    Settings,
    compare_arguments,
    found_commands,
    start_comparing,
)
from app.wording import ENCODINGS
from builders import chinese_text, edited
from leases import OTHER as MINUTES
from named import document_named
from removals import put
from simcore import ReadError, ScanConfig
from simcore.explanation import ReadAs, compare_as
from simcore.pipeline.rereading import read_text


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "documents"
    for number in range(8):
        text = MINUTES.replace("七天", f"{number}天") + f"编号{number}\n"
        data = text.encode("gb18030" if number % 2 else "utf-8")
        put(folder / f"纪要 {number}.txt", data, 1_600_000_000 + number)
    return folder


def chosen_name(application: Application) -> str:
    """The document of the selected row, from the model."""
    view = application.window.group_view
    return str(view.currentIndex().siblingAtColumn(GroupColumn.NAME).data())


def test_running_through_the_list_never_shows_another_pair(qtbot, application):
    window, view = application.window, application.window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    seen: list[tuple[str, str]] = []

    def look() -> None:
        if view.panes.isVisible() and len(view.roll.sheet):
            text = view.right_pane.toPlainText()
            seen.append((chosen_name(application), text.rsplit("编号", 1)[-1].strip()))

    window.activateWindow()
    window.group_view.setFocus()
    keys = [Qt.Key.Key_Down] * 6 + [Qt.Key.Key_Up] * 4 + [Qt.Key.Key_Down] * 3
    for number, key in enumerate(keys):
        QTest.keyClick(window.group_view, key)
        look()
        if number % 3:
            qtbot.wait(number % 4 * 7)
            look()
    qtbot.waitUntil(lambda: view.settled)
    look()
    assert seen, "something was shown"
    for name, number in seen:
        assert f"纪要 {number}.txt" == name
    assert view.heading.right_title.text() == chosen_name(application)


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ((("a.txt", "{}"), ("b.txt", "{}")), "The texts are equal"),
        ((("a.html", "<p>{}"), ("b.html", "<p>{}<!-- -->")), "The texts are equal"),
        ((("a.html", "<p>{}"), ("b.html", "<p><del>{}</del>")), "The characters are equal; super"),
        ((("a.html", "<p>{}"), ("b.html", "<p><a href='x'>{}</a>")), "The words are equal; links"),
    ],
)
def test_texts_that_a_reader_tells_apart_are_not_called_equal(
    qtbot, open_on, ends: tuple[tuple[str, str], ...], said: str
):
    view = open_on({name: words.format(MINUTES) for name, words in ends}).window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    assert view.heading.notice.text().startswith(said)
    view.swap()
    qtbot.waitUntil(lambda: view.settled)
    assert view.heading.notice.text().startswith(said)


def test_an_encoding_is_chosen_by_hand(qtbot, application):
    view = application.window.difference_view
    report = application.session.results.report
    (group,) = report.groups
    kept = report.documents[group.representative]
    document = document_named(application, "纪要 1.txt")
    (member,) = [one for one in group.members if one.document == document.id]
    index = application.window.group_model.index_of(document.id)
    application.window.group_view.setCurrentIndex(index)
    qtbot.waitUntil(lambda: view.settled and view.heading.right_title.text().endswith("1.txt"))
    assert view.heading.right_encoding.text() == "GB18030"
    assert "会议室" in view.right_pane.toPlainText()

    def choose(name: str) -> None:
        view.heading.right_encoding.menu().action_of(name).trigger()

    choose("windows-1251")
    wrong = document.path.read_bytes().decode("windows-1251", errors="replace")
    qtbot.waitUntil(lambda: view.settled and "Read this way" in view.heading.notice.text())
    shown = [line for line in view.right_pane.toPlainText().split("\n") if line]
    assert shown == wrong.splitlines(), "beside fillers"
    assert view.heading.right_encoding.text().startswith("Windows-1251")
    assert "for this view only" in view.heading.notice.text()
    config = application.session.config
    figures = compare_as(ReadAs(kept.path), ReadAs(document.path, "windows-1251"), config)
    assert figures.comparison.resemblance < member.resemblance
    assert f"{figures.comparison.resemblance * 100:.0f} %" in view.heading.notice.text()
    assert application.session.results.report is report, "the results stay what they were"

    choose("")
    qtbot.waitUntil(lambda: view.heading.right_encoding.text() == "GB18030")
    qtbot.waitUntil(lambda: view.settled and "会议室" in view.right_pane.toPlainText())
    assert "Read this way" not in view.heading.notice.text()


def test_figures_of_an_encoding_are_those_of_a_scan(tmp_path):
    one, other, copy = tmp_path / "1.txt", tmp_path / "2.txt", tmp_path / "3.txt"
    one.write_bytes(MINUTES.encode())
    other.write_bytes(MINUTES.replace("七天", "八天").encode("gb18030"))
    copy.write_bytes(MINUTES.replace("七天", "八天").encode())
    config = ScanConfig()
    found = compare_as(ReadAs(one), ReadAs(other, "gb18030"), config)
    expected = simcore.explain(one, copy, config)
    assert found.distance == expected.distance
    assert found.comparison == expected.comparison
    with pytest.raises(ReadError, match="not known"):
        compare_as(ReadAs(one), ReadAs(other, "klingon"), config)
    with pytest.raises(ReadError, match=r"4\.txt"):
        compare_as(ReadAs(one), ReadAs(tmp_path / "4.txt"), config)


def test_the_list_has_all_that_may_be_recognised():
    offered = {codecs.lookup(name).name for name in ENCODINGS}
    recognised = set(REGISTRY) - {"ascii", "utf-8-sig", "utf-16", "utf-32"}  # with a mark
    assert {codecs.lookup(name).name for name in recognised} - offered == set()
    assert len(offered) == len(ENCODINGS), "each once"


def test_every_encoding_of_the_list_reads_anything(tmp_path):
    path = tmp_path / "any.txt"
    for encoding in ENCODINGS:
        path.write_bytes(bytes(range(256)) * 2 + b"tail")
        decoded, _ = read_text(path, 10_000, encoding)
        assert decoded.encoding == encoding
        path.write_bytes("plain words".encode(encoding))
        decoded, _ = read_text(path, 10_000, encoding)
        assert (decoded.text, decoded.lossy) == ("plain words", False), encoding


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
    qtbot.waitUntil((folder / "told").exists)
    return [os.fsdecode(bytes.fromhex(one)) for one in json.loads((folder / "told").read_text())]


@POSIX
def test_names_reach_the_program_whole(qtbot, tmp_path, program, monkeypatch):
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
    ],
)
def test_commands_that_cannot_be(template: str, words: str):
    with pytest.raises(CompareCommandError, match=re.escape(words)):
        compare_arguments(template, Path("/a"), Path("/b"))
    arguments = compare_arguments("meld {left} {right} {centre}", Path("/a"), Path("/b"))
    assert arguments[-1] == "{centre}"


def test_what_is_missing_is_a_sentence(tmp_path, monkeypatch):
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
def test_programs_are_found_in_their_order(tmp_path, program, monkeypatch):
    for name in ("code", "meld"):
        (tmp_path / name).symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert found_commands() == ["meld {left} {right}", "code --diff {left} {right}"]


@POSIX
def test_the_pair_shown_is_compared(qtbot, open_window, tmp_path, program):
    folder = tmp_path / "文档"
    put(folder / "合同.txt", chinese_text(1).encode())
    put(folder / "合同 改.txt", edited(chinese_text(1), 1, 2).encode())
    application = open_window()
    application.window.commands.compare_outside.trigger()
    assert application.window.alert.text() == "Select a document of a group first."
    application.window.folder_panel.add_folders([folder])
    qtbot.waitUntil(application.window.commands.scan.isEnabled)
    application.session.scan()
    qtbot.waitUntil(lambda: application.comparing.pair is not None)
    settings = application.settings
    settings.keep(replace(settings.now, compare_command="no-such-program {left} {right}"))
    application.window.commands.compare_outside.trigger()
    assert "no-such-program cannot be started" in application.window.alert.text()
    settings.keep(replace(settings.now, compare_command=f"'{program}' {{left}} {{right}}"))
    application.window.commands.compare_outside.trigger()
    assert {Path(one).name for one in told(qtbot, tmp_path)} == {"合同.txt", "合同 改.txt"}


def test_the_programs_installed_are_proposed(qtbot, monkeypatch):
    monkeypatch.setattr(external_compare.shutil, "which", lambda name: name == "meld" or None)
    dialog = SettingsDialog(Settings())
    qtbot.addWidget(dialog)
    box = dialog.texts.compare_with
    assert [box.itemText(place) for place in range(box.count())] == ["meld {left} {right}"]
    assert dialog.applied_to(Settings()).compare_command == ""
