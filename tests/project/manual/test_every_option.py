"""Both manuals have the options of the parsers: names, values, commands and defaults."""

import argparse
import re
from pathlib import Path

import pytest

from app.main import COMMANDS as FIRST_WORDS
from app.main import _parser
from manuals import MANUALS, SHOWN_TO_USERS, actions, parser_of, rows, sections, spans
from places import ROOT
from simcore.cli.main import COMMANDS

CHAPTER = {"en": "The command line", "zh": "命令行"}
# how a manual says to which commands a row belongs, and what holds where nothing is named
BELONGS = {
    "en": re.compile(r"(?<!not )[Ww]ith ((?:`\w+`(?:, | and )?)+)"),
    "zh": re.compile(r"(?<!不)用于 ((?:`\w+`(?:、| 和 )?)+)"),
}
UNNAMED = {
    "en": re.compile(r"(\S+) (?:when not named|by default)"),
    "zh": re.compile(r"(?:不写时为|默认) ?([^\s，；）)]+)"),
}
_IN_HELP = re.compile(r"\(default: (.*?)\)")


def table(language: str) -> dict[tuple[str, ...], str]:
    """Return by the options of a row, with their values, what is said of them."""
    chapter = sections(MANUALS[language].read_text("utf-8"))[CHAPTER[language]]
    return {
        tuple(spans(cells[0])): " | ".join(cells[1:])
        for cells in rows(chapter)
        if cells[0].startswith("`-")
    }


def option(span: str) -> str:
    return span.partition(" ")[0]


def said_of(name: str, language: str) -> str:
    (said,) = [said for row, said in table(language).items() if name in map(option, row)]
    return said


@pytest.mark.parametrize("language", MANUALS)
def test_each_option_has_its_row_and_each_row_its_option(language: str) -> None:
    listed = [option(span) for row in table(language) for span in row]
    assert len(set(listed) - {"--grouping"}) == len([one for one in listed if one != "--grouping"])
    assert set(listed) - {"-h", "-V"} == {*actions(), "--version", "--help"} - {"-V"}


@pytest.mark.parametrize("language", MANUALS)
def test_options_of_the_window_are_told(language: str) -> None:
    chapter = sections(MANUALS[language].read_text("utf-8"))[CHAPTER[language]]
    own = {name for action in _parser()._actions for name in action.option_strings} - {"-h"}
    assert own
    for name in own - {"--index"}:  # of commands, too
        assert f"variorum {name} " in chapter or name in map(option, spans(chapter)), name


@pytest.mark.parametrize("language", MANUALS)
def test_options_are_told_with_their_values(language: str) -> None:
    for row in table(language):
        for span in row:
            name, _, value = span.partition(" ")
            for action in actions().get(name, {}).values():
                assert value in values(action), span


def values(action: argparse.Action) -> set[str]:
    """Return what may stand behind an option in the manual."""
    if action.nargs == 0:
        return {""}
    if action.choices is not None:
        return {"", *map(str, action.choices)}
    names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar or "",)
    return {" ".join(names)}


@pytest.mark.parametrize("language", MANUALS)
def test_rows_name_the_commands_of_options_that_few_have(language: str) -> None:
    for row, said in table(language).items():
        named = {word for found in BELONGS[language].findall(said) for word in spans(found)}
        having = {command for span in row for command in actions().get(option(span), {})}
        if named & set(COMMANDS):
            assert named & set(COMMANDS) == having, row
        else:
            assert len(having) > 3 or {"--version", "--help"} & set(map(option, row)), row


@pytest.mark.parametrize("language", MANUALS)
def test_defaults_are_told(language: str) -> None:
    for name in actions():
        said = said_of(name, language)
        for default in defaults(name):
            told = re.search(rf"(?<![\w.]){re.escape(default)}(?![\w.]*\d)", said)
            assert told, (name, default)


def defaults(name: str) -> set[str]:
    """Return the defaults of an option, of whatever command, as they are written."""
    found: set[str] = set()
    for command, action in actions()[name].items():
        if isinstance(action.default, str) and action.nargs != 0:
            found.add(str(action.default))
        elif isinstance(action.default, int | float) and action.nargs != 0:
            # bytes are told in megabytes
            value = action.default
            found.add(f"{value / 1_000_000 if value >= 1_000_000 else value:g}")
        if isinstance(action.default, Path) or name == "--index":
            continue  # it depends on who asks
        help_text = (action.help or "") % {**vars(action), "prog": command}
        for said in _IN_HELP.findall(help_text):
            found.update(re.findall(r"(?<![\w.-])\d+(?:\.\d+)?\b", said))
    return found


@pytest.mark.parametrize("language", MANUALS)
def test_no_default_is_told_that_is_none(language: str) -> None:
    """Where a manual says what holds when an option is not named, a parser says the same."""
    for row, said in table(language).items():
        known = {
            default
            for span in row
            if option(span) in actions()
            for default in defaults(option(span))
        }
        for number in UNNAMED[language].findall(said):
            if re.fullmatch(r"[\d.]+", number):
                assert number in known, row


def test_there_are_defaults_to_tell() -> None:
    """The tests above look at what parsers say, and would look at nothing if they said nothing."""
    assert {name for name in actions() if defaults(name)} >= {
        *("--largest", "--similarity", "--distance", "--containment", "--seconds-a-file"),
        *("--keep-texts", "--bits", "--every", "--to", "--recipe", "--grouping"),
    }


@pytest.mark.parametrize("language", MANUALS)
def test_commands_are_told_and_none_else(language: str) -> None:
    """In the window's list of first words, too, without which a command would be a folder."""
    assert tuple(COMMANDS) == FIRST_WORDS
    chapter = sections(MANUALS[language].read_text("utf-8"))[CHAPTER[language]]
    for text in (chapter, (ROOT / "README.md").read_text("utf-8")):
        assert set(re.findall(r"^    variorum (\w+) ", text, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("path", SHOWN_TO_USERS, ids=lambda path: path.name)
def test_commands_within_sentences_are_commands(path: Path) -> None:
    """``variorum prune --to delete`` in a sentence names a command, and options that it has."""
    found = 0
    for span in spans(path.read_text("utf-8")):
        words = span.split()
        if len(words) < 2 or words[0] != "variorum" or not words[1][0].islower():
            continue
        found += 1
        assert words[1] in COMMANDS, span
        known = {name for action in parser_of(words[1])._actions for name in action.option_strings}
        assert {word for word in words if word.startswith("--")} <= known, span
    assert found > 5 or path.name == "README.md"
