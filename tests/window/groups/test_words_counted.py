"""Where a similarity is one of words, the window says so."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.groups.columns import GroupColumn
from windows import Open

NOTES = (
    "Please leave the spare keys with the plumber downstairs.\n",
    "Please leave the spare keys with the neighbour downstairs.\n",
)


def test_a_similarity_of_words_is_told_as_one(open_window: Open, qtbot: QtBot, tmp_path: Path):
    """Eight of ten words are in both; the runs of letters would say 69 %."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for number, note in enumerate(NOTES):
        (folder / f"{number}.txt").write_text(note)
    window = open_window(folder).window
    model = window.group_model
    row = model.rows.first_row(0) + 1
    while not model.index(row, GroupColumn.SIMILARITY).data().endswith("%"):
        row += 1
    tip = model.index(row, GroupColumn.SIMILARITY).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("80 % of the words of both documents together are in both")
    assert model.index(row, GroupColumn.WHY).data().startswith("similarity 80 % of the words; ")

    view = window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    assert view.heading.right.similarity.text() == "80 % of the words"
