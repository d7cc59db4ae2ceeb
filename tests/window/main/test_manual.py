"""The manual says what is true: every option, column, recipe and shortcut stands in it."""

import argparse
import re
import xml.etree.ElementTree as ET  # our own files

import pytest
from PySide6.QtGui import QAction, QKeySequence
from pytestqt.qtbot import QtBot

from app.i18n import Language, resource
from app.window.help import ManualWindow, manual_name, manual_text
from app.window.window import MainWindow
from places import ROOT
from simcore.cli.lines import EXPLANATION_COLUMNS
from simcore.cli.main import COMMANDS, add_command
from simcore.cli.plan import PLAN_COLUMNS
from simcore.cli.removal import BATCH_COLUMNS, OPERATION_COLUMNS, PRUNE_COLUMNS
from simcore.fingerprints import RECIPES
from simcore.model.formats import FORMATS
from simcore.reports.tables import (
    FINGERPRINT_COLUMNS,
    GROUP_COLUMNS,
    PAIR_COLUMNS,
    PROBLEM_COLUMNS,
    SIMILAR_COLUMNS,
)
from translations import SOURCES

MANUAL = resource("help", "manual.en.md").read_text(encoding="utf-8")
CHINESE = resource("help", "manual.zh.md").read_text(encoding="utf-8")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
# What is bold for being important
EMPHASIS = {"编码", "被筛选隐藏的文档保留标记，但不会移到回收站"}
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_and_options(name: str) -> None:
    parser = argparse.ArgumentParser()
    add_command(name, parser)
    options = {option for action in parser._actions for option in action.option_strings}
    assert f"variorum {name} " in MANUAL
    assert f"variorum {name} " in README
    for option in options - {"-h"}:
        assert f"`{option}" in MANUAL, option


@pytest.mark.parametrize("manual", [MANUAL, CHINESE])
def test_every_format_that_is_read(manual: str) -> None:
    for one in FORMATS:
        named = [f"`.{suffix}`" for suffix in one.suffixes[:1]] or ["`.gz`"]
        assert all(name in manual for name in named), one.name


@pytest.mark.parametrize(
    "columns",
    [
        GROUP_COLUMNS,
        PAIR_COLUMNS,
        FINGERPRINT_COLUMNS,
        SIMILAR_COLUMNS,
        PROBLEM_COLUMNS,
        EXPLANATION_COLUMNS,
        PLAN_COLUMNS,
        BATCH_COLUMNS,
        OPERATION_COLUMNS,
        PRUNE_COLUMNS,
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
    for key in keys:  # the manual writes what stands on the keys
        assert key.replace("PgDown", "Page Down").replace("PgUp", "Page Up") in MANUAL, key


def shape(text: str) -> list[str]:
    """Return what both manuals have alike: levels of headings, columns and rows of tables, keys."""
    return [
        line.partition(" ")[0] if line.startswith("#") else f"table of {line.count('|')}"
        for line in text.splitlines()
        if re.match(r"#+ |\| ---", line)
    ]


def test_both_languages_have_the_same_chapters_and_tables() -> None:
    assert shape(CHINESE) == shape(MANUAL)
    assert len(shape(MANUAL)) > 25
    rows = [sum(line.startswith("|") for line in text.splitlines()) for text in (MANUAL, CHINESE)]
    assert rows[0] == rows[1]


def test_both_languages_have_the_same_keys_and_names() -> None:
    keys = re.compile(r"\b(?:Ctrl|Alt|Shift)\+(?:Shift\+)?(?:[A-Z][a-z]*\d?|[+,-])|\bF\d\b")
    code = re.compile(r"`([^`]+)`")
    digits = re.compile(r"[0-9a-f]{8}")  # fingerprints of the examples, one in each language
    names = [
        {name for name in code.findall(text) if digits.fullmatch(name) is None}
        for text in (" ".join(MANUAL.split()), " ".join(CHINESE.split()))
    ]
    assert set(keys.findall(MANUAL)) == set(keys.findall(CHINESE))
    assert names[0] == names[1]


def labels(language: Language) -> dict[str, set[str]]:
    """Return what the window says in a language, by its English, without signs for keys."""
    plain = re.compile(r"\(&\w\)|&|…|[:：]$|\t.*")
    found: dict[str, set[str]] = {}
    root = ET.parse(SOURCES / f"variorum_{language}.ts")  # noqa: S314 - our own file
    for message in root.iter("message"):
        said = plain.sub("", message.findtext("translation", ""))
        found.setdefault(said, set()).add(message.findtext("source", ""))
    return found


def test_the_chinese_manual_names_what_the_window_says() -> None:
    known = labels(Language.SIMPLIFIED)
    named = [part for name in BOLD.findall(CHINESE) for part in name.split(" ▸ ")]
    assert len(named) > 60
    assert [name for name in named if name not in known and name not in EMPHASIS] == []


def test_the_traditional_manual_names_what_the_window_says() -> None:
    simplified, known = labels(Language.SIMPLIFIED), labels(Language.TRADITIONAL)
    pairs = zip(BOLD.findall(CHINESE), BOLD.findall(manual_text(Language.TRADITIONAL)), strict=True)
    wrong = []
    for ours, theirs in pairs:
        for one, other in zip(ours.split(" ▸ "), theirs.split(" ▸ "), strict=True):
            if one in simplified and not simplified[one] & known.get(other, set()):
                wrong.append((one, other))
    assert wrong == []


def test_the_window_shows_it(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    manual = ManualWindow(window)
    qtbot.addWidget(manual)
    assert "Comparing two documents" in manual.text.toPlainText()
    assert manual_name(Language.TRADITIONAL) == "manual.zh.md"


def test_lines_of_chinese_are_joined_without_spaces() -> None:
    assert re.findall("[\u4e00-\u9fff，。]\n[\u4e00-\u9fff]", CHINESE) != []
    for language in (Language.SIMPLIFIED, Language.TRADITIONAL):
        text = manual_text(language)
        assert re.findall("[\u4e00-\u9fff，。]\n {0,3}[\u4e00-\u9fff]", text) == []
        assert shape(text) == shape(MANUAL)  # and no others
        assert "\n    variorum plan" in text
