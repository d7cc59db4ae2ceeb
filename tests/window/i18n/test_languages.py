"""Every word of the window is there in every language, and a change of language shows at once.

The truth is what Qt's own tools say: lupdate lists what the source has for translation, lrelease
makes what is loaded.
"""

import ast
import codecs
import re
import subprocess
import xml.etree.ElementTree as ET  # our own files
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.i18n import Language, effective_language
from app.window.window import MainWindow
from places import ROOT
from translations import SOURCES, TRANSLATED, tool
from windows import Open, scan

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
    for name in ("reasons.py", "formats.py"):
        sources.append(str(ROOT / "simcore" / "model" / name))
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
def test_translations_keep_what_is_filled_in_and_the_signs_of_shortcuts(language: Language):
    fields = re.compile(r"\{[^}]*\}|%\d|%n")
    for (context, source, _), message in messages(SOURCES / f"variorum_{language}.ts").items():
        translated = message.findtext("translation", "")
        assert sorted(fields.findall(source)) == sorted(fields.findall(translated)), source
        # menus of Chinese programs write the letter behind: 文件(&F)
        accelerators = re.compile(r"&(?=[^\s&])")
        found = len(accelerators.findall(translated))
        assert found == len(accelerators.findall(source)), (context, source)
        assert source.endswith("…") == translated.rstrip("）)").endswith("…") or "&" in source


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_in_chinese(language: Language):
    chinese = re.compile(r"[\u4e00-\u9fff]")
    for (_, source, _), message in messages(SOURCES / f"variorum_{language}.ts").items():
        if SAME.sub("", source):
            assert chinese.search(message.findtext("translation", "")), source


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
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for argument in node.args if name in shown else ():
                text = argument.value if isinstance(argument, ast.Constant) else ""
                if isinstance(argument, ast.JoinedStr):
                    parts = [v.value for v in argument.values if isinstance(v, ast.Constant)]
                    text = "".join(map(str, parts))
                if isinstance(text, str) and re.search(r"[A-Za-z]{2}", text):
                    bare.append(f"{path.name}:{node.lineno}: {text!r}")
    assert bare == []


def test_translate_goes_by_the_name_that_lupdate_knows():
    """Under another name its texts are found by nobody, and stay English."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith(".translate"):
                assert ast.unparse(node.targets[0]) == "translate", path.name
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".tr"):
                assert isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno}"


def words_of(window: MainWindow) -> list[str]:
    """Return every text that the window's actions, labels and columns show."""
    model = window.group_model
    texts = [action.text() for action in window.findChildren(QAction)]
    texts += [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    texts += [
        str(model.headerData(column, Qt.Orientation.Horizontal))
        for column in range(model.columnCount())
    ]
    texts += [widget.accessibleName() for widget in window.findChildren(QWidget)]
    return [text for text in texts if text]


def is_encoding(text: str) -> bool:
    """Return the names of encodings, which are the same in every language."""
    try:
        codecs.lookup(text)
    except LookupError:
        return False
    return True


def test_a_language_is_changed_while_the_program_runs(
    open_window: Open, qtbot: QtBot, tmp_path: Path, spoken: None
):
    folder = tmp_path / "documents"
    folder.mkdir()
    text = "合同双方应当按照约定全面履行自己的义务。" * 20
    (folder / "甲.txt").write_text(text, encoding="utf-8")
    (folder / "乙.txt").write_text(text, encoding="utf-8")
    (folder / "丙.txt").write_bytes(text.encode("gb18030"))
    application = open_window(folder)
    scan(qtbot, application)
    assert application.session.results.report is not None
    member = application.session.results.report.groups[0].members[0].document
    application.window.group_model.set_marked([member])
    for language, scan_word in (
        (Language.SIMPLIFIED, "重新扫描"),
        (Language.TRADITIONAL, "重新掃描"),
        (Language.ENGLISH, "Scan again"),
    ):
        application.window.language_menu.action_of(language).trigger()
        window = application.window
        qtbot.addWidget(window)
        assert window.isVisible()
        assert scan_word in window.commands.scan.text().replace("&", "")
        # a toolbar underlines no letters, so it shows none
        assert window.commands.scan.iconText() == scan_word
        assert window.group_model.marked() == {member}
        assert window.group_model.rowCount() == 4  # a title and three documents
        assert window.folder_panel.folders() == (folder,)
        assert window.language_menu.choice() is language
        own = effective_language(Language.SYSTEM, QLocale.system()) is language
        assert QLocale() == (QLocale.system() if own else QLocale(language.value))
    assert application.session.results.report.groups[0].members[0].document == member


def test_the_choice_outlasts_the_program(open_window: Open, qtbot: QtBot, spoken: None):
    application = open_window()
    application.window.language_menu.chosen.emit(Language.SIMPLIFIED)
    qtbot.addWidget(application.window)
    application.window.close()
    assert "扫描" in open_window().window.commands.scan.text()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_english_is_left_in_a_window_with_results(
    open_window: Open, qtbot: QtBot, tmp_path: Path, spoken: None, language: Language
):
    folder = tmp_path / "文档"
    folder.mkdir()
    for name in "甲乙":
        (folder / f"{name}.txt").write_text("今天天气很好，我们去公园散步。" * 30, encoding="utf-8")
    application = open_window(folder)
    scan(qtbot, application)
    application.window.language_menu.chosen.emit(language)
    qtbot.addWidget(application.window)
    qtbot.wait(50)
    bracketed = re.compile(r"\([^)]*\)|（[^）]*）|/\S*|\.txt")
    left = {
        text
        for text in words_of(application.window)
        if not is_encoding(text)
        and re.search(r"[A-Za-z]{3,}", SAME.sub("", bracketed.sub("", text)))
    }
    assert left <= {"English"}, left
