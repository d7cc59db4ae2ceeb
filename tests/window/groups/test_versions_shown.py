"""Earlier versions of a growing file have a badge and a tile; only a person marks them."""

from pathlib import Path

from PySide6.QtCore import Qt

from app.groups.columns import GroupColumn
from builders import english_text
from growing_files import growing, saved
from simcore import Kind
from windows import Open


def test_earlier_versions_are_shown_and_no_command_marks_them(open_window: Open, tmp_path: Path):
    texts = growing(1, 40)
    saved(tmp_path / "library", [texts[at] for at in (4, 8, 14, 22, 31, 39)])
    window = open_window(tmp_path / "library").window
    model = window.group_model
    assert model.rows.groups == 1
    title = model.index(0, GroupColumn.NAME).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "4 earlier versions" in title
    assert "lowest similarity" not in title

    def row(number: int) -> list[str]:
        return [model.index(number, column).data() for column in GroupColumn]

    assert row(1)[GroupColumn.NAME] == "v005.txt"
    assert [row(number)[GroupColumn.KIND] for number in (2, 3)] == ["Similar", "Earlier version"]
    # how much of it the kept one holds, as of a part
    assert row(3)[GroupColumn.SIMILARITY] == "100 %"
    assert row(3)[GroupColumn.WHY] == "earlier version: 100 % of it is in the kept document"

    tile = window.strip.kinds[Kind.EARLIER_VERSION]
    assert (tile.isVisibleTo(window), tile.count) == (True, 4)
    window.commands.mark_same_text.trigger()
    assert not model.marked()
    version = model.index(3, GroupColumn.MARK)
    model.setData(version, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert len(model.marked()) == 1


def test_a_version_that_names_tell_is_shown_with_the_parts_and_marked_by_its_row_alone(
    open_window: Open, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    paragraphs = [english_text(seed, 60) for seed in range(40)]
    held = [one for at, one in enumerate(paragraphs) if at % 2]
    chosen = {"law 2021": held, "chapter": paragraphs[5:15], "law 2024": paragraphs}
    for name, some in chosen.items():
        (library / f"{name}.txt").write_text("\n\n".join(some), encoding="utf-8")
    window = open_window(library).window
    model = window.group_model
    assert model.rows.groups == 1
    title = model.index(0, GroupColumn.NAME).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "1 earlier version" in title
    assert "contains 1 part" in title
    shown = {
        model.index(row, GroupColumn.NAME).data(): model.index(row, GroupColumn.KIND).data()
        for row in range(2, model.rowCount())
    }
    assert shown == {"law 2021.txt": "Earlier version", "chapter.txt": "Part"}
    assert window.strip.kinds[Kind.EARLIER_VERSION].count == 1
    window.commands.mark_same_text.trigger()
    assert not model.marked()
