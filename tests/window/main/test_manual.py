"""The manuals and their window: what they say is true, and is found."""

import re
import xml.etree.ElementTree as ET  # our own files
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QPalette, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem, QTreeWidgetItemIterator, QWidget
from pytestqt.qtbot import QtBot

from app.i18n import Language, resource, set_language
from app.settings.settings import Appearance, apply_appearance, is_dark
from app.style import contrast
from app.why.words import side_names, vote_text, vote_words
from app.window.help import ManualWindow, manual_text, show_manual
from app.wording import percent_text
from places import ROOT
from simcore import ScanConfig, explain
from simcore.explanation import Explanation, kept_share, words_touched
from simcore.fingerprints import RECIPES
from simcore.model.formats import FORMATS
from translations import SOURCES, spoken_from
from windows import Open

MANUAL = resource("help", "manual.en.md").read_text(encoding="utf-8")
CHINESE = resource("help", "manual.zh.md").read_text(encoding="utf-8")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
# What is bold for being important
EMPHASIS = {"编码", "被筛选隐藏的文档保留标记，但不会移到回收站"}


@pytest.mark.parametrize("manual", [MANUAL, CHINESE])
def test_every_format_and_recipe(manual: str) -> None:
    for one in FORMATS:
        named = f"`.{one.suffixes[0]}`" if one.suffixes else "`.gz`"
        assert named in manual, one.name
    for name in RECIPES:
        assert f"| `{name}` |" in manual


def shape(text: str) -> list[str]:
    """Return what both manuals have alike: levels of headings, columns and rows of tables, keys."""
    return [
        line.partition(" ")[0] if line.startswith("#") else f"table of {line.count('|')}"
        for line in text.splitlines()
        if re.match(r"#+ |\| ---", line)
    ]


def test_both_languages_have_the_same_chapters_tables_keys_and_names() -> None:
    assert shape(CHINESE) == shape(MANUAL)
    assert len(shape(MANUAL)) > 25
    rows = [sum(line.startswith("|") for line in text.splitlines()) for text in (MANUAL, CHINESE)]
    assert rows[0] == rows[1]
    keys = re.compile(r"\b(?:Ctrl|Alt|Shift)\+(?:Shift\+)?(?:[A-Z][a-z]*\d?|[+,-])|\bF\d\b")
    code = re.compile(r"`([^`]+)`")
    digits = re.compile(r"[0-9a-f]{8}")  # fingerprints of the examples, one in each language
    names = [
        {name for name in code.findall(" ".join(text.split())) if not digits.fullmatch(name)}
        for text in (MANUAL, CHINESE)
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


def test_the_chinese_manuals_name_what_the_window_says() -> None:
    simplified, traditional = labels(Language.SIMPLIFIED), labels(Language.TRADITIONAL)
    named = [part for name in BOLD.findall(CHINESE) for part in name.split(" ▸ ")]
    assert len(named) > 60
    assert [name for name in named if name not in simplified and name not in EMPHASIS] == []
    theirs = [
        part
        for name in BOLD.findall(manual_text(Language.TRADITIONAL))
        for part in name.split(" ▸ ")
    ]
    for one, other in zip(named, theirs, strict=True):
        if one in simplified:
            assert simplified[one] & traditional.get(other, set()), (one, other)


def test_lines_of_chinese_are_joined_without_spaces() -> None:
    assert re.findall("[\u4e00-\u9fff，。]\n[\u4e00-\u9fff]", CHINESE) != []
    for language in (Language.SIMPLIFIED, Language.TRADITIONAL):
        text = manual_text(language)
        assert re.findall("[\u4e00-\u9fff，。]\n {0,3}[\u4e00-\u9fff]", text) == []
        assert shape(text) == shape(MANUAL)  # and no others
        assert "\n    variorum plan" in text


HEADINGS = re.findall(r"^(#+) (.+)$", MANUAL, re.MULTILINE)


@pytest.fixture
def manual(qtbot: QtBot) -> Iterator[ManualWindow]:
    parent = QWidget()
    qtbot.addWidget(parent)
    manual = ManualWindow(parent)
    manual.show()
    manual.activateWindow()
    qtbot.waitUntil(manual.isActiveWindow)
    yield manual
    manual.close()


def items(manual: ManualWindow) -> list[QTreeWidgetItem]:
    iterator = QTreeWidgetItemIterator(manual.contents)
    found = []
    while (item := iterator.value()) is not None:
        found.append(item)
        iterator += 1
    return found


def item_of(manual: ManualWindow, heading: str) -> QTreeWidgetItem:
    (found,) = [one for one in items(manual) if one.text(0) == heading]
    return found


def first_line(manual: ManualWindow) -> str:
    """Return the first whole line that is in view."""
    place = QPoint(manual.text.viewport().width() // 2, 14)
    return manual.text.cursorForPosition(place).block().text()


def test_esc_closes_it_wherever_the_keyboard_is(qtbot: QtBot, open_window: Open) -> None:
    window = open_window().window
    for part in ("search", "text", "contents"):
        window.commands.manual.trigger()
        (manual,) = [one for one in window.findChildren(ManualWindow) if one.isVisible()]
        qtbot.waitUntil(manual.isActiveWindow)
        widget = getattr(manual, part)
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Escape)
        assert not manual.isVisible(), part
    assert window.isVisible()
    first = show_manual(window)
    assert show_manual(window, "undo-and-history") is first, "a second call shows the same window"
    assert first.contents.currentItem().text(0) == "Undo and history"


def test_the_contents_are_the_headings(manual: ManualWindow) -> None:
    assert [one.text(0) for one in items(manual)] == [name for _, name in HEADINGS]
    for item, (level, _) in zip(items(manual), HEADINGS, strict=True):
        assert (item.parent() is not None) is (len(level) > 2)
    assert item_of(manual, "Undo and history").parent().text(0) == "Removing documents"
    tree = manual.contents
    for item in items(manual):
        tree.scrollToItem(item)
        width = tree.visualItemRect(item).width()
        assert width >= tree.fontMetrics().horizontalAdvance(item.text(0)), item.text(0)
    assert tree.horizontalScrollBar().maximum() == 0


def test_a_heading_is_shown_at_the_top(manual: ManualWindow) -> None:
    manual.contents.setFocus()
    manual.contents.setCurrentItem(item_of(manual, "Encodings"))
    assert first_line(manual) == "Encodings"
    QTest.keyClick(manual.contents, Qt.Key.Key_Down)
    assert first_line(manual) == "Reviewing by keyboard"


def test_the_heading_that_is_read_is_chosen(manual: ManualWindow) -> None:
    assert manual.contents.currentItem().text(0) == HEADINGS[0][1]
    bar = manual.text.verticalScrollBar()
    seen = []
    for value in range(0, bar.maximum(), 200):
        bar.setValue(value)
        seen.append(manual.contents.currentItem().text(0))
    order = [name for _, name in HEADINGS]
    assert [order.index(name) for name in seen] == sorted(order.index(name) for name in seen)
    assert len(set(seen)) > len(order) / 2


def test_the_search_finds_all(manual: ManualWindow, qtbot: QtBot) -> None:
    plain = manual.text.toPlainText()
    qtbot.waitUntil(manual.search.hasFocus)
    QTest.keyClicks(manual.search, "FINGERPRINT")
    count = plain.lower().count("fingerprint")
    assert count >= 1
    assert manual.count.text() == f"1 of {count}"
    manual.search.setText("undo")
    count = plain.lower().count("undo")
    assert count > 5
    places = []
    for number in range(count):
        assert manual.count.text().split()[-1] == str(count)
        places.append(manual.text.textCursor().position())
        line = manual.text.textCursor().block().text().lower()
        assert "undo" in line
        shown = manual.text.cursorRect()
        assert manual.text.viewport().rect().intersects(shown), "it is scrolled to"
        QTest.keyClick(manual.search, [Qt.Key.Key_Return, Qt.Key.Key_F3][number % 2])
    assert len(set(places)) == count
    assert manual.text.textCursor().position() == places[0], "behind the last is the first"
    QTest.keyClick(manual.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert manual.text.textCursor().position() == places[-1]
    QTest.keyClick(manual.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert manual.text.textCursor().position() == places[-2]
    marked = manual.text.extraSelections()
    assert len(marked) == count
    grounds = {one.format.background().color().name() for one in marked}
    assert len(grounds) == 2, "the current one is told from the others"


def test_what_is_not_there_is_said(manual: ManualWindow) -> None:
    manual.search.setText("no such words")
    assert manual.count.text() == "not found"
    assert not manual.next.isEnabled()
    assert not manual.previous.isEnabled()
    manual.search.clear()
    assert manual.count.text() == ""
    assert manual.text.extraSelections() == []
    manual.text.setFocus()
    QTest.keyClick(manual.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert manual.search.hasFocus()


def test_links_lead_to_sections_and_outside(
    manual: ManualWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "app.window.help.QDesktopServices.openUrl", lambda url: opened.append(url.toString())
    )
    manual.text.anchorClicked.emit(QUrl("#where-things-are-kept"))
    assert manual.contents.currentItem().text(0) == "Where things are kept"
    assert opened == []
    manual.text.anchorClicked.emit(QUrl("https://example.org/#here"))
    assert opened == ["https://example.org/#here"]
    manual.text.anchorClicked.emit(QUrl("duplicate-files.sh"))
    (folder,) = opened[1:]
    assert (Path(QUrl(folder).toLocalFile()) / "duplicate-files.sh").is_file()


@pytest.mark.parametrize("language", [Language.SIMPLIFIED, Language.TRADITIONAL])
def test_a_section_is_found_in_each_language(
    qtbot: QtBot, compiled: Path, language: Language
) -> None:
    chinese = resource("help", "manual.zh.md").read_text(encoding="utf-8")
    at = [name for _, name in HEADINGS].index("Settings")
    wanted = re.findall(r"^#+ (.+)$", chinese, re.MULTILINE)[at]
    with spoken_from(compiled):
        set_language(language)
        parent = QWidget()
        qtbot.addWidget(parent)
        manual = show_manual(parent, "settings")
        assert not manual.show_section("no-such-section")
        found = manual.contents.currentItem().text(0)
        assert found == {Language.SIMPLIFIED: wanted, Language.TRADITIONAL: "設定"}[language]
        assert first_line(manual) == found
        manual.close()


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
def test_the_chosen_heading_can_be_read(
    manual: ManualWindow, qapp: QApplication, choice: Appearance
) -> None:
    apply_appearance(qapp, choice)
    QApplication.processEvents()
    try:
        palette, role = manual.contents.palette(), QPalette.ColorRole
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            text, ground = (
                palette.color(group, one) for one in (role.HighlightedText, role.Highlight)
            )
            assert contrast(text, ground) >= 4.5
            assert ground != palette.color(group, role.Base)
        assert is_dark(palette) is (choice is Appearance.DARK)
    finally:
        apply_appearance(qapp, Appearance.SYSTEM)


def test_no_picture_is_cut_in_any_width(manual: ManualWindow, qtbot: QtBot) -> None:
    names = re.findall(r"!\[[^]]*\]\((\S+)\)", MANUAL)
    assert len(names) > 1
    document = manual.text.document()
    found = set()
    for width in (manual.width(), 700, 1400, 800):
        manual.resize(width, manual.height())
        qtbot.waitUntil(lambda wide=width: manual.width() == wide)
        room = manual.text.viewport().width() - 2 * document.documentMargin()
        for name in names:
            picture = document.resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
            assert 0 < picture.deviceIndependentSize().width() <= room, (name, width)
            found.add(picture.width())
    assert len(found) > 2, "it follows the width"


HELP = ROOT / "resources" / "help"
EXAMPLES = {
    "manual.en.md": (
        "cats chase mice, mice eat cheese, cats chase mice",
        "dogs chase mice, mice eat cheese, cats chase mice",
    ),
    "manual.zh.md": ("小猫追老鼠，老鼠偷奶酪，小猫追老鼠", "小狗追老鼠，老鼠偷奶酪，小猫追老鼠"),
}
SHOWN = 8


@pytest.fixture(params=sorted(EXAMPLES))
def example(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Explanation]:
    """Return the manual's section and what the program makes of its texts."""
    manual = (HELP / request.param).read_text(encoding="utf-8")
    texts = EXAMPLES[request.param]
    paths = tmp_path / "kept.txt", tmp_path / "chosen.txt"
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
        assert f"    {text}\n" in manual
    start = manual.index("\n### ", manual.index(texts[0]) - 900)
    section = manual[start : manual.index("\n## ", start)]
    return section, explain(*paths, ScanConfig(recipe="charikar+32"))


def test_the_worked_example_is_what_the_program_makes(example: tuple[str, Explanation]) -> None:
    """Every row of its tables, fingerprints, the sentence on a bit, and what it comes to."""
    section, found = example
    english, words = "kept" in section, " ".join(section.split())
    expected = []
    for side in (found.left, found.right):
        assert len(side.heaviest) == len(side.hashes)  # the table has all features
        for one in side.heaviest:
            votes = [vote_text(one.vote(bit)) for bit in reversed(range(SHOWN))]
            low = f"`{one.hash & (1 << SHOWN) - 1:08b}`"
            expected.append(f"| {' | '.join([str(one.label), str(one.weight), low, *votes])} |")
        sums = side.votes[:SHOWN][::-1].tolist()
        expected.append(f"| {' | '.join(map(vote_text, sums))} |")
        expected.append(f"`{side.fingerprint & 0xFF:08b}`")
        expected.append(f"| {' | '.join(str(int(total >= 0)) for total in sums)} |")
        assert f"`{side.fingerprint:08x}`" in section
    for row in expected:
        assert row in section, row
    assert sum("`" in line for line in section.splitlines() if line.startswith("| ")) == sum(
        len(side.heaviest) + 1 for side in (found.left, found.right)
    )
    bits = [str(each.bit) for each in found.differing]
    listed = f"{', '.join(bits[:-1])} and {bits[-1]}" if english else "、".join(bits)
    assert listed in section
    assert f"{found.distance}{' of the 32 bits' if english else ' 位不同'}" in section
    kept, chosen, shared = (
        int(found.left.votes[4]),
        int(found.right.votes[4]),
        found.shared_votes[4],
    )
    if english:
        assert vote_words(found, 4, side_names(of_any_files=False)) in words
    for votes in (shared, kept - shared, kept, chosen - shared, chosen):
        assert vote_text(votes) in section
    comparison = found.comparison
    total = comparison.left_size + comparison.right_size - comparison.shared
    for told in (comparison.shared, total, percent_text(comparison.resemblance)):
        assert str(told) in words
    # the share of equal units at a resemblance of 0.65, for words of five letters and for Chinese
    share = kept_share(0.65, words_touched(5, 5.0) if english else 4)
    assert f"= {share:.3f}" in words
    one_in = round(1 / (1 - share))
    assert (f"one word in {one_in}" if english else f"每 {one_in} 个字") in words
