"""The rows of a group say that name and date disagree, in the width that the list has."""

from pathlib import Path

import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from app.badges import badge_width
from app.groups.columns import GroupColumn
from app.i18n import Language
from builders import edited, english_text
from removals import put
from windows import Open

T, DAY = 1_600_000_000, 86_400

WORDS = {
    Language.ENGLISH: ("Newer by date", "Kept: check the dates"),
    Language.SIMPLIFIED: ("日期较新", "保留：请核对日期"),
    Language.TRADITIONAL: ("日期較新", "保留：請核對日期"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_rows_say_what_to_check(
    qtbot: QtBot, open_window: Open, private_home: Path, language: Language
) -> None:
    folder, text = private_home / "drafts", english_text(7, 600)
    for number in range(1, 6):
        put(folder / f"plan v{number}.txt", edited(text, number, 6).encode(), T + number * DAY)
    put(folder / "plan FINAL.txt", text.encode(), T)
    application = open_window(folder)
    application.window.language_menu.chosen.emit(language)
    window = application.window
    window.resize(1100, 700)
    qtbot.waitUntil(lambda: window.group_model.rowCount() == 7)
    model, view = window.group_model, window.group_view
    cells = {}
    for row in range(model.rowCount()):
        cell = model.cell(model.index(row, GroupColumn.KIND))
        if cell is not None:
            cells[str(model.index(row, GroupColumn.NAME).data())] = cell
    newer, kept = WORDS[language]
    assert [name for name, cell in cells.items() if cell.text == newer] == [
        f"plan v{number}.txt" for number in (5, 4, 3, 2)
    ]
    assert cells["plan FINAL.txt"].text.startswith(kept)
    room = view.columnWidth(GroupColumn.KIND)
    assert badge_width(newer, view.font()) <= room - 12
    both = room + view.columnWidth(GroupColumn.SIMILARITY)
    assert QFontMetricsF(view.font()).horizontalAdvance(f"{kept}…") <= both - 12
