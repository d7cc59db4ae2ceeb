"""Forms are shown last and folded, with a badge and a tile of their own."""

from pathlib import Path

from PySide6.QtCore import Qt

from app.groups.columns import GroupColumn
from builders import edited, english_text
from forms import forms, write_all
from simcore import Kind
from windows import Open


def test_groups_of_forms_come_last_and_are_opened_by_hand(open_window: Open, tmp_path: Path):
    library = write_all(tmp_path / "library", forms(1, 14, 70, (5, 9)), "a-mail")
    text = english_text(2)
    write_all(library, [text, text + "one sentence more.", edited(text, 3, 1)], "z-letter")
    window = open_window(library).window
    model = window.group_model
    groups = [model.rows.group(rank) for rank in range(model.rows.groups)]
    assert [group.framed for group in groups] == [False, True]
    assert [model.rows.is_open(rank) for rank in range(2)] == [True, False]

    last = model.rows.first_row(1)
    title = model.index(last, GroupColumn.NAME).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "own text up to" in title
    model.set_open(model.index(last, 0), on=True)
    row = [model.index(last + 2, column).data() for column in GroupColumn]
    assert row[GroupColumn.KIND] == "Same form"
    assert row[GroupColumn.WHY].startswith("what it shares stands in many documents;")
    assert row[GroupColumn.WHY].endswith("is its own text")

    model.open_all(on=False)
    model.open_all(on=True)
    assert [model.rows.is_open(rank) for rank in range(2)] == [True, True]

    window.commands.mark_same_text.trigger()
    assert not model.marked()
    tile = window.strip.kinds[Kind.SAME_FORM]
    assert (tile.isVisibleTo(window), tile.count) == (True, 13)
    assert not window.strip.kinds[Kind.BOILERPLATE].isVisibleTo(window)
    tile.click()
    assert model.rows.groups == 1
    assert model.rows.group(0).framed
