"""Every word of the window and of the engine is there in every language, by the glossary's names.

The truth is what Qt's own tools say (lupdate lists what the source has for translation, lrelease
makes what is loaded), ``os.strerror``, and resources/translations/GLOSSARY.md.
"""

import ast
import errno
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET  # our own files
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetrics, QTextLayout
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.i18n import (
    Language,
    chinese_families,
    effective_language,
    fit_application_font,
    set_language,
    without_mnemonic,
)
from app.widgets.basic import difference_font
from app.window.help import manual_text
from app.wording import in_own_words, reason_text
from places import ROOT
from simcore import ReadError
from simcore.formats.reading import read_text
from simcore.model.reasons import Reason, ReasonCode, field_count, joined, of_text
from translations import SOURCES, TRANSLATED, tool
from windows import Open

# Words that are the same in every language, or names
SAME = re.compile(
    r"Variorum|HTML|PDF|RTF|TeX|Word|Excel|PowerPoint|OpenDocument|EPUB|CSV|UTF-8|GB18030|Big5|SimHash|Unicode|MB|\{\w*\}|</?[a-z]+\d?>|[\W\d_]"
)


def messages(path: Path) -> dict[tuple[str, str, str], ET.Element]:
    """Return the messages of a ``.ts`` file by context, source and comment."""
    root = ET.parse(path).getroot()  # noqa: S314 - our own file
    return {
        (
            context.findtext("name", ""),
            message.findtext("source", ""),
            message.findtext("comment", ""),
        ): message
        for context in root.iter("context")
        for message in context.iter("message")
    }


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str, str]]:
    """What lupdate finds in the source of today."""
    found = tmp_path_factory.mktemp("lupdate") / "found.ts"
    sources = sorted(str(path) for path in (ROOT / "app").rglob("*.py"))
    for name in ("model/reasons.py", "model/formats.py", "model/records.py", "reports/words.py"):
        sources.append(str(ROOT / "simcore" / name))
    command = [tool("lupdate"), *sources, "-silent", "-ts", str(found)]
    subprocess.run(command, check=True, capture_output=True)
    return set(messages(found))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_string_of_the_source_is_translated(
    language: Language, wanted: set[tuple[str, str, str]]
):
    have = messages(SOURCES / f"variorum_{language}.ts")
    assert sorted(wanted - have.keys()) == []
    assert sorted(have.keys() - wanted) == []
    unfinished = [
        key
        for key, message in have.items()
        if (found := message.find("translation")) is None
        or found.get("type") is not None
        or not (found.text or "").strip()
    ]
    assert unfinished == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_chinese_and_keep_fields_and_signs_of_shortcuts(
    language: Language,
) -> None:
    fields, chinese = re.compile(r"\{[^}]*\}|%\d|%n"), re.compile(r"[\u4e00-\u9fff]")
    # menus of Chinese programs write the letter behind: 文件(&F)
    accelerators = re.compile(r"&(?=[^\s&])")
    for (_, source, _), message in messages(SOURCES / f"variorum_{language}.ts").items():
        translated = message.findtext("translation", "")
        for signs in (fields, accelerators):
            assert sorted(signs.findall(source)) == sorted(signs.findall(translated)), source
        assert source.endswith("…") == translated.rstrip("）)").endswith("…") or "&" in source
        assert chinese.search(translated) or not SAME.sub("", source), source


def test_no_word_is_shown_without_being_put_up_for_translation():
    """Widgets' texts are never bare literals; lupdate would not see them."""
    shown = {
        "QAction", "QCheckBox", "QGroupBox", "QLabel", "QMenu", "QPushButton", "QRadioButton",
        "addAction", "addItem", "addMenu", "addRow", "addTab", "insertItem", "setAccessibleName",
        "setAccessibleDescription", "setPlaceholderText", "setPrefix", "setSpecialValueText",
        "setStatusTip", "setSuffix", "setTabText", "setText", "setTitle", "setToolTip",
        "setWhatsThis", "setWindowTitle", "show_message",
    }  # fmt: skip
    bare = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith(".translate"):
                assert ast.unparse(node.targets[0]) == "translate", "lupdate knows no other name"
            if not isinstance(node, ast.Call):
                continue
            if ast.unparse(node.func).endswith(".tr"):
                assert isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno}"
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for argument in node.args if name in shown else ():
                text = argument.value if isinstance(argument, ast.Constant) else ""
                if isinstance(argument, ast.JoinedStr):
                    parts = [v.value for v in argument.values if isinstance(v, ast.Constant)]
                    text = "".join(map(str, parts))
                if isinstance(text, str) and re.search(r"[A-Za-z]{2}", text):
                    bare.append(f"{path.name}:{node.lineno}: {text!r}")
    assert bare == []


def test_a_language_is_changed_while_the_program_runs(
    open_window: Open, qtbot: QtBot, spoken: None
) -> None:
    application = open_window()
    for language, scan_word in (
        (Language.TRADITIONAL, "掃描"),
        (Language.ENGLISH, "Scan"),
        (Language.SIMPLIFIED, "扫描"),
    ):
        application.window.language_menu.action_of(language).trigger()
        window = application.window
        qtbot.addWidget(window)
        assert window.isVisible()
        assert scan_word in window.commands.scan.text().replace("&", "")
        # a toolbar underlines no letters, so it shows none
        assert window.commands.scan.iconText() == scan_word
        assert window.language_menu.choice() is language
        own = effective_language(Language.SYSTEM, QLocale.system()) is language
        assert QLocale() == (QLocale.system() if own else QLocale(language.value))
    application.window.close()
    assert "扫描" in open_window().window.commands.scan.text(), "the choice outlasts the program"


GLOSSARY = (SOURCES / "GLOSSARY.md").read_text(encoding="utf-8")
LABEL = " (label)"


_plain = cache(without_mnemonic)


@cache
def _without_fields(plain: str) -> str:
    return re.sub(r"\{\w*\}", " {} ", plain)


class Term(NamedTuple):
    english: str
    names: dict[Language, list[str]]
    where: str

    def stands_in(self, text: str) -> bool:
        """Tell whether a text has the term as whole words; a field of a text is no word of it."""
        plain = _plain(text)
        if self.english.endswith(LABEL):
            return plain.strip(" …:").lower() == self.english.removesuffix(LABEL).lower()
        if "{" not in self.english:
            plain = _without_fields(plain)
        whole = rf"(?<![\w-]){re.escape(self.english)}s?(?![\w-])"
        return re.search(whole, plain, re.IGNORECASE) is not None


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table whose head begins so, without its head."""
    part = GLOSSARY[GLOSSARY.index(f"| {heading} |") :].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in part.splitlines()]
    return rows[2:]


TERMS = [
    Term(
        english,
        {
            Language.SIMPLIFIED: simplified.split(" / "),
            Language.TRADITIONAL: traditional.split(" / "),
        },
        where,
    )
    for english, simplified, traditional, where in table("English")
]
EXCEPTIONS = {(text, term) for text, term, _ in table("text")}
GIVEN_UP = [old for old, _ in table("not")]


@cache
def pairs_of(language: Language) -> list[tuple[str, str]]:
    """Return the sources and translations of a language."""
    found = messages(SOURCES / f"variorum_{language}.ts").items()
    return [(source, one.findtext("translation", "")) for (_, source, _), one in found]


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_term_has_its_name_wherever_it_stands(language: Language) -> None:
    wrong = []
    for source, translation in pairs_of(language):
        for term in TERMS:
            if not term.stands_in(source) or (source, term.english) in EXCEPTIONS:
                continue
            if not any(name in without_mnemonic(translation) for name in term.names[language]):
                wrong.append((term.english, source, translation))
    assert wrong == []


def test_most_terms_are_used_and_all_exceptions_are() -> None:
    sources = [source for source, _ in pairs_of(Language.SIMPLIFIED)]
    unused = [one.english for one in TERMS if not any(one.stands_in(text) for text in sources)]
    assert set(unused) <= {"form", "title"}, "they come with what is built next"
    terms = {one.english: one for one in TERMS}
    assert len(terms) == len(TERMS) > 50
    for text, english in EXCEPTIONS:
        assert text in sources, text
        assert terms[english].stands_in(text), (english, text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_names_that_were_given_up_are_gone(language: Language) -> None:
    manual = manual_text(language)
    for old in GIVEN_UP:
        assert old not in manual, old
        assert [pair for pair in pairs_of(language) if old in pair[1]] == []


def test_the_window_says_one_word_for_one_thing() -> None:
    given_up = [old for old, _ in table("instead of")]
    assert len(given_up) > 4
    whole = re.compile(rf"(?<![\w-])(?:{'|'.join(given_up)})(?![\w-])", re.IGNORECASE)
    # the engine says the same on the command line, whose words are its own
    found = messages(SOURCES / "variorum_zh_CN.ts")
    assert [key for key in found if key[0] != "engine" and whole.search(key[1])] == []


SYSTEM = [code for code in ReasonCode if re.fullmatch(r"E[A-Z]+", code.value)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these are Linux' own words")
@pytest.mark.parametrize("code", SYSTEM)
def test_the_words_of_the_system_are_its_own(code: ReasonCode) -> None:
    assert os.strerror(getattr(errno, code.name)) == code.template


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_is_said_in_chinese_with_what_it_was_told(language: Language, spoken: None) -> None:
    set_language(language)
    names = r"stopwords-iso|Variorum|\.csv|\.json|pip install -e \."
    wrong = {}
    for code in ReasonCode:
        fields = [f"/甲/文 {number}.txt" for number in range(field_count(code))]
        said = left = in_own_words(Reason(code, tuple(fields)))
        for field in fields:
            left = left.replace(field, "")
        untold = [field for field in fields if field not in said]
        if untold or re.search(r"[a-z]{4,}", re.sub(names, "", left)):
            wrong[code] = said
    wrong.pop(ReasonCode.TEXT, None)  # is what it was told
    assert wrong == {}


def test_reasons_and_plain_text_are_said(tmp_path: Path, spoken: None) -> None:
    for code in ReasonCode:  # English stays as the engine says it
        reason = Reason(code, tuple("甲乙丙"[: field_count(code)]))
        assert in_own_words(reason) == str(reason)
    set_language(Language.SIMPLIFIED)
    denied = Reason(ReasonCode.UNLISTED, (Reason(ReasonCode.EACCES),))
    folder = Reason(ReasonCode.NOT_A_FOLDER)
    reasons = [Reason(ReasonCode.OF, ("/甲", folder)), Reason(ReasonCode.OF, ("/乙", denied))]
    assert in_own_words(joined(reasons)) == "/甲: 不是文件夹; /乙: 无法列出：权限不够"
    changed = Reason(ReasonCode.IT, (Reason(ReasonCode.CHANGED_SINCE_SCAN),))
    assert in_own_words(changed) == "该文档在扫描之后已更改"
    for text in ("", "完", "is no longer there", "/a, b {0}.txt"):
        assert in_own_words(of_text(text)) == in_own_words(text) == text
    set_language(Language.TRADITIONAL)
    with pytest.raises(ReadError) as refused:
        read_text(tmp_path / "gone.txt", 1000)
    assert reason_text(refused.value.reason).endswith("已不存在")


@pytest.fixture(autouse=True)
def restored(qapp: QApplication) -> Iterator[None]:
    locale, font = QLocale(), QApplication.font()
    yield
    QLocale.setDefault(locale)
    QApplication.setFont(font)


def glyph_family(character: str) -> str:
    """Return the family that the application's font draws a character with."""
    layout = QTextLayout(character, QApplication.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return str(layout.glyphRuns()[0].rawFont().familyName())


@pytest.mark.parametrize(("locale", "ending"), [("zh_CN", "SC"), ("zh_TW", "TC"), ("zh_HK", "TC")])
def test_characters_have_the_shapes_of_the_language(locale: str, ending: str) -> None:
    if f"Noto Sans CJK {ending}" not in QFontDatabase.families():
        pytest.skip("that font is not installed")
    QLocale.setDefault(QLocale(locale))
    fit_application_font()
    assert glyph_family("\u9aa8") == f"Noto Sans CJK {ending}"
    assert chinese_families()[0] in difference_font().families()


@pytest.mark.parametrize("locale", ["en_GB", "zh_CN", "zh_TW"])
def test_latin_letters_stay_as_they_were(locale: str) -> None:
    before = QFont(QApplication.font())
    QLocale.setDefault(QLocale(locale))
    for _ in range(2):  # a language may be changed again
        fit_application_font()
        after = QApplication.font()
        assert QFontInfo(after).family() == QFontInfo(before).family()
        assert QFontMetrics(after).height() == QFontMetrics(before).height()
    assert len(after.families()) == len(set(after.families()))
