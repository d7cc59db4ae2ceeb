"""The manual says what is true: every option, column, recipe and shortcut stands in it."""

import argparse
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction, QKeySequence
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.manual import ManualWindow, manual_name
from app.resources import resource
from simcore import RECIPES
from simcore.cli import COMMANDS
from simcore.evaluate_command import EVALUATION_COLUMNS
from simcore.history_command import BATCH_COLUMNS, OPERATION_COLUMNS
from simcore.plan_command import PLAN_COLUMNS
from simcore.report import FINGERPRINT_COLUMNS, GROUP_COLUMNS, PAIR_COLUMNS

MANUAL = resource("help", "manual.en.md").read_text(encoding="utf-8")
CHINESE = resource("help", "manual.zh.md").read_text(encoding="utf-8")
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_and_options(name: str) -> None:
    parser = argparse.ArgumentParser()
    COMMANDS[name](parser)
    options = {option for action in parser._actions for option in action.option_strings}
    assert f"variorum {name} " in MANUAL
    assert f"variorum {name} " in README
    for option in options - {"-h"}:
        assert f"`{option}" in MANUAL, option


@pytest.mark.parametrize(
    "columns",
    [
        GROUP_COLUMNS,
        PAIR_COLUMNS,
        FINGERPRINT_COLUMNS,
        PLAN_COLUMNS,
        EVALUATION_COLUMNS,
        BATCH_COLUMNS,
        OPERATION_COLUMNS,
    ],
)
def test_columns(columns: tuple[str, ...]) -> None:
    assert ",".join(columns) in MANUAL or ", ".join(f"`{name}`" for name in columns) in " ".join(
        MANUAL.split()
    )


@pytest.mark.parametrize("name", RECIPES)
def test_recipes(name: str) -> None:
    assert f"| `{name}` |" in MANUAL


def test_shortcuts(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    portable = QKeySequence.SequenceFormat.PortableText
    keys = {
        action.shortcut().toString(portable)
        for action in window.findChildren(QAction)
        if not action.shortcut().isEmpty()
    }
    assert len(keys) > 12
    for key in keys:
        assert key in MANUAL, key


@pytest.mark.parametrize("text", [MANUAL, CHINESE])
def test_both_languages_have_the_same_chapters(text: str) -> None:
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert len(headings) >= 9


def test_the_window_shows_it(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    manual = ManualWindow(window)
    qtbot.addWidget(manual)
    assert "Comparing two documents" in manual.text.toPlainText()
    assert manual_name(QLocale("zh_TW")) == "manual.zh.md"
