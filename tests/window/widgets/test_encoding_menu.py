"""Encodings are named by the writing they are for, each once, none by its bare codec name."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.i18n import Language, set_language
from app.widgets.basic import EncodingMenu
from app.wording import ENCODINGS, encoding_title
from translations import spoken_from

_LONGEST = 12


def menus(menu: QMenu) -> dict[str, list[str]]:
    """Return the entries of the menus inside a menu, by their titles."""
    found = {}
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            found[action.text()] = [one.text() for one in below.actions()]
    return found


def test_each_encoding_is_below_its_writing(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    menu = EncodingMenu("Encoding", parent)
    assert len(menu.actions()) == 1, "the others come when it opens"
    for _ in range(2):
        menu.popup(QPoint())
        menu.close()
    found = menus(menu)
    assert "Simplified Chinese (GB18030)" in found["Simplified Chinese"]
    assert "Traditional Chinese (Big5)" in found["Traditional Chinese"]
    assert "Japanese (Shift JIS)" in found["Japanese"]
    listed = [text for texts in found.values() for text in texts]
    assert len(listed) == len(set(listed)) == len(ENCODINGS)
    assert all(text.startswith(f"{name} (") for name, texts in found.items() for text in texts)
    first = [one.text() for one in menu.actions() if one.menu() is None and one.text()]
    assert first[0] == "Recognise automatically"
    assert "Simplified Chinese (GB18030)" in first
    assert len(first) < _LONGEST
    assert max(map(len, found.values())) < _LONGEST, "no list is long"
    menu.action_of("gb18030").trigger()
    assert menu.choice() == "gb18030"


@pytest.mark.parametrize(
    ("name", "text", "writing"),
    [
        ("gb18030", "简体汉字", "Simplified Chinese"),
        ("big5", "繁體漢字", "Traditional Chinese"),
        ("cp949", "한국어", "Korean"),
        ("windows-1251", "Русский", "Cyrillic"),
        ("cp869", "Ελληνικά", "Greek"),
        ("cp862", "עברית", "Hebrew"),
        ("cp864", "\ufe8d\ufedf", "Arabic"),
        ("iso-8859-13", "ąčęėįšųū", "Baltic"),
        ("cp852", "łóżę", "Central European"),
        ("iso-8859-9", "ğışİ", "Turkish"),
        ("tis-620", "ไทย", "Thai"),
    ],
)
def test_the_writing_is_one_that_the_encoding_has(name: str, text: str, writing: str) -> None:
    """The truth is Python's own codec: it can write what it is said to be for."""
    assert text.encode(name).decode(name) == text
    assert encoding_title(name).startswith(writing)


def test_names_are_chinese_in_chinese(compiled: Path, qtbot: QtBot) -> None:
    with spoken_from(compiled):
        set_language(Language.SIMPLIFIED)
        assert encoding_title("gb18030") == "简体中文（GB18030）"
        assert encoding_title("big5") == "繁体中文（Big5）"
        set_language(Language.TRADITIONAL)
        assert encoding_title("gb18030") == "簡體中文（GB18030）"
