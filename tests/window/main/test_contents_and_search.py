"""The manual's window: contents, search, links, keys."""

import re
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
from app.window.help import ManualWindow, show_manual
from translations import spoken_from
from windows import Open

MANUAL = resource("help", "manual.en.md").read_text(encoding="utf-8")
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


def test_a_second_call_shows_the_same_window(qtbot: QtBot, open_window: Open) -> None:
    window = open_window().window
    first = show_manual(window)
    assert show_manual(window, "undo-and-history") is first
    assert first.contents.currentItem().text(0) == "Undo and history"


def test_the_contents_are_the_headings(manual: ManualWindow) -> None:
    assert [one.text(0) for one in items(manual)] == [name for _, name in HEADINGS]
    for item, (level, _) in zip(items(manual), HEADINGS, strict=True):
        assert (item.parent() is not None) is (len(level) > 2)
    assert item_of(manual, "Undo and history").parent().text(0) == "Removing documents"


def test_a_heading_is_shown_at_the_top(manual: ManualWindow, qtbot: QtBot) -> None:
    manual.contents.setFocus()
    manual.contents.setCurrentItem(item_of(manual, "Encodings"))
    assert first_line(manual) == "Encodings"
    QTest.keyClick(manual.contents, Qt.Key.Key_Down)
    assert first_line(manual) == "Reviewing by keyboard"


def test_the_heading_that_is_read_is_chosen(manual: ManualWindow, qtbot: QtBot) -> None:
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


def test_ctrl_f_asks_what_to_find(manual: ManualWindow, qtbot: QtBot) -> None:
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


def test_headings_have_the_room_they_need(manual: ManualWindow) -> None:
    tree = manual.contents
    for item in items(manual):
        tree.scrollToItem(item)
        place = tree.visualItemRect(item)
        assert place.width() >= tree.fontMetrics().horizontalAdvance(item.text(0)), item.text(0)
    assert tree.horizontalScrollBar().maximum() == 0


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
