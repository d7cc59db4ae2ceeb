"""The strip of the results: counts one can check by hand, tiles that filter; and the statistics."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from app.application import Application
from app.groups.columns import GroupColumn
from app.results.statistics import StatisticsWindow, index_sections, sections
from app.results.summary import Tile
from app.widgets.basic import StatePage
from app.wording import size_text
from builders import chinese_text
from cells import column_of
from leases import mark
from named import marked_names
from simcore import FingerprintIndex, Kind
from simcore.files.roles import Role
from simcore.grouping.freeing import Freeing, KindCounts
from simcore.grouping.queries import library_statistics
from simcore.index.index import index_sizes
from written import written

COPIES = {"lease copy.txt", "lease copy 2.txt"}
SAME_TEXT = {"lease utf-16.txt", "纪要 (1).txt"}
SIMILAR = {"lease garden.txt"}


def counts(application: Application) -> dict[str, int | None]:
    strip = application.window.strip
    tiles = [strip.all, *strip.kinds.values(), strip.marked, strip.not_read]
    return {one.text(): one.count for one in tiles if not one.isHidden()}


def seen(application: Application) -> set[str]:
    """Return the names of the documents that have a row, the kept ones left out."""
    return rows_by_kind(application, lambda kind: not kind.startswith("Kept"))


def rows_by_kind(application: Application, wanted: Callable[[str], bool]) -> set[str]:
    model = application.window.group_model
    rows = zip(column_of(model, GroupColumn.NAME), column_of(model, GroupColumn.KIND), strict=True)
    return {name for name, kind in rows if kind != "None" and wanted(kind)}


def size_of(library: Path, names: set[str]) -> int:
    return sum(one.stat().st_size for one in library.rglob("*.txt") if one.name in names)


def click(*tiles: Tile) -> None:
    for tile in tiles:
        tile.click()


def test_it_counts_what_one_counts_by_hand(application, library):
    strip = application.window.strip
    expected = {"Identical": 2, "Same text": 2, "Same words": 0, "Similar": 1, "Parts": 0}
    assert counts(application) == {"All": 7, **expected, "Marked": 0, "Not read": 0}
    told = f"{strip.headline.text()} {strip.facts.text()}"
    assert "4 true copies" in told
    assert f"{size_text(size_of(library, COPIES | SAME_TEXT))} safe to free" in told
    assert size_text(size_of(library, SIMILAR)) in strip.facts.text()


def test_a_click_filters_and_several_tiles_work_together(application):
    strip = application.window.strip
    identical, same_text, similar = (
        strip.kinds[kind] for kind in (Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SIMILAR)
    )
    click(identical)
    assert seen(application) == COPIES
    assert not strip.all.isChecked()
    click(similar)
    assert seen(application) == COPIES | SIMILAR
    click(identical)
    assert seen(application) == SIMILAR
    click(similar, same_text)
    assert seen(application) == SAME_TEXT
    assert counts(application)["Identical"] == 2, "counts say how much there is, whatever is shown"
    click(strip.all)
    assert seen(application) == COPIES | SAME_TEXT | SIMILAR
    assert strip.all.isChecked()
    assert not any(tile.isChecked() for tile in strip.kinds.values())


def test_an_empty_list_says_that_a_filter_hides_everything(application, qtbot):
    window = application.window
    (page,) = window.group_view.findChildren(StatePage)
    assert not page.isVisible()
    click(window.strip.kinds[Kind.SAME_WORDS])  # there are none
    assert not rows_by_kind(application, lambda _kind: True)
    assert page.isVisible()
    assert "2 groups are hidden" in page.text.text()
    window.filter_bar.setText("lease")  # another filter hides the same
    qtbot.waitUntil(lambda: window.group_model.filter.text == "lease")
    assert page.isVisible()
    (everything,) = (one for one in page.findChildren(QPushButton) if one.isVisible())
    everything.click()
    assert seen(application) == COPIES | SAME_TEXT | SIMILAR
    assert not page.isVisible()
    assert window.filter_bar.filter().empty


def test_all_takes_every_filter_away(application, library, qtbot):
    window, strip = application.window, application.window.strip
    similar = strip.kinds[Kind.SIMILAR]
    mark(application, "lease copy.txt", "lease garden.txt")
    click(strip.marked)
    assert seen(application) == {"lease copy.txt", "lease garden.txt"}
    click(similar)
    assert seen(application) == {"lease garden.txt"}
    click(similar, strip.marked)
    assert window.group_model.filter.empty
    assert strip.all.isChecked()
    click(strip.kinds[Kind.IDENTICAL], strip.marked, strip.all)
    assert window.group_model.filter.empty
    assert strip.chosen() == frozenset()
    assert not strip.marked.isChecked()
    window.folder_panel.tree.folder_chosen.emit(library / "a")
    window.filter_bar.setText("edited")
    qtbot.waitUntil(lambda: window.group_model.filter.text == "edited")
    assert not strip.all.isChecked()
    click(strip.all)
    assert window.filter_bar.filter().empty
    assert window.folder_panel.tree.chosen() is None
    assert strip.all.isChecked()
    assert "kept ones" in strip.all.toolTip()


@pytest.mark.parametrize("narrowing", ["none", "kind", "folder", "text", "marked"])
def test_the_button_marks_exactly_what_is_safe(application, library, qtbot, narrowing: str):
    window, model = application.window, application.window.group_model
    strip = window.strip
    match narrowing:
        case "kind":
            click(strip.kinds[Kind.SIMILAR])
        case "folder":
            window.folder_panel.tree.choose(library / "a")
            window.filter_bar.show_folder(library / "a")
        case "text":
            window.filter_bar.setText("edited")
            qtbot.waitUntil(lambda: model.filter.text == "edited")
        case "marked":
            click(strip.marked)
    assert strip.button.text() == "Mark all true copies"
    strip.button.click()
    qtbot.waitUntil(lambda: bool(model.marked()))
    assert marked_names(application) == COPIES | SAME_TEXT
    assert counts(application)["Marked"] == 4
    # and the same button takes them away
    assert strip.button.text() == "Unmark all"
    strip.button.click()
    assert model.marked() == frozenset()
    assert strip.button.text() == "Mark all true copies"


def test_a_protected_folder_frees_less(application, library):
    window, strip = application.window, application.window.strip
    window.folder_panel.set_role(library / "a", Role.PROTECTED)
    # of the lease's copies all that is left to go is at the top
    found = counts(application)
    assert (found["Identical"], found["Same text"], found["Similar"]) == (0, 1, 1)
    assert "1 true copy" in f"{strip.headline.text()} {strip.facts.text()}"
    free = size_text(size_of(library, {"纪要 (1).txt"}))
    assert f"{free} safe to free" in strip.headline.text()
    strip.button.click()
    assert marked_names(application) == {"纪要 (1).txt"}
    window.folder_panel.set_role(library / "a", None)
    assert counts(application)["Identical"] == 2


def test_one_button_at_a_time_is_filled(application):
    window = application.window

    def filled() -> list[str]:
        both = {"mark": window.strip.button, "trash": window.toolbar.trash}
        return [name for name, one in both.items() if one.filled and one.isVisible()]

    for name in ("mark", "trash", "mark"):
        assert filled() == [name]
        window.strip.button.click()


def test_files_not_read_are_one_click_away(open_window, library, qtbot):
    (library / "broken.txt").write_bytes(bytes(range(256)) * 9)
    application = open_window(library)
    window = application.window
    assert counts(application)["Not read"] == 1
    click(window.strip.not_read)
    assert window.stack.currentWidget() is window.problem_panel
    assert window.problem_panel.isVisible()
    assert not window.tabs.isVisible()
    assert not window.strip.all.isChecked(), "what is shown are no documents of groups"
    click(window.strip.not_read)
    assert window.strip.all.isChecked()
    click(window.strip.not_read)
    click(window.strip.kinds[Kind.SIMILAR])
    assert window.stack.currentWidget() is window.group_view
    assert seen(application) == SIMILAR
    click(window.strip.not_read, window.strip.all)
    assert window.stack.currentWidget() is window.group_view
    assert not window.strip.not_read.isChecked()


def test_a_narrow_window_shows_signs_and_short_words(application):
    window, strip = application.window, application.window.strip

    def resize(width: int, height: int) -> None:
        window.resize(width, height)
        QApplication.processEvents()

    resize(1280, 800)
    wide, tile = strip.headline.text(), strip.kinds[Kind.SAME_TEXT].width()
    assert wide.startswith("4 true copies, ")
    resize(1024, 700)
    assert "true copies" not in strip.headline.text()
    assert strip.facts.text().startswith("4 true copies; ")
    nothing, two = KindCounts(), KindCounts(2, 4_000)
    strip.show_freeing(Freeing({Kind.IDENTICAL: two}, two, nothing), 3)
    assert strip.facts.text() == "2 true copies; nothing more to review", "0 bytes are no task"
    strip.show_freeing(Freeing({Kind.IDENTICAL: two, Kind.SAME_TEXT: two}, two, nothing), 3)
    resize(900, 600)
    assert strip.kinds[Kind.SAME_TEXT].width() < tile
    assert "Same text" in strip.kinds[Kind.SAME_TEXT].toolTip()
    assert strip.kinds[Kind.SAME_TEXT].accessibleName() == "Same text: 2"
    places = [
        one.geometry()
        for one in (strip.all, *strip.kinds.values(), strip.marked, strip.not_read)
        if one.isVisible()
    ]
    assert len({place.top() for place in places}) == 1, "tiles never stand in two lines"
    assert all(one.right() < two.left() for one, two in pairwise(places))
    assert strip.button.geometry().right() < places[0].left()


ENGLISH = "The quick brown fox jumps over the lazy dog near the river bank. " * 20


def test_documents_are_counted_by_format_encoding_and_script(
    qtbot, open_window, private_home, index_path
):
    chinese = chinese_text(1, 300)
    files = {
        "a.txt": ENGLISH,
        "b.txt": ENGLISH,
        "c.txt": chinese,
        "d.txt": chinese.encode("gb18030"),
        "e.html": f"<p>{ENGLISH}</p>",
    }
    application = open_window(written(private_home / "library", files))
    report = application.session.results.report
    found = {
        heading: {row.name: row.documents for row in rows}
        for heading, rows in sections(library_statistics(report))
    }
    assert found["Scripts"] == {"Latin": 3, "Chinese": 2}
    assert found["Formats"]["Plain text"] == 4
    assert sum(found["Formats"].values()) == 5
    assert found["Encodings"]["Simplified Chinese (GB18030)"] == 1
    # one of two equal files, and the Chinese text in another encoding
    assert found["What could go"]["Safe to free"] == 2
    assert found["By kind"]["Identical"] == found["By kind"]["Same text"] == 1

    application.window.commands.statistics.trigger()
    window = application.window.findChild(StatisticsWindow)
    qtbot.waitUntil(lambda: not window.counting.busy)
    texts = [label.text() for label in window.findChildren(QLabel)]
    assert "Chinese" in texts, json.dumps(texts)
    assert any(text.startswith("Documents: 5, ") for text in texts)
    # what the index takes: all bytes of its file, by what they hold
    with FingerprintIndex(index_path) as index:
        sizes = index_sizes(index)
    ((heading, rows),) = index_sections(sizes)
    assert heading in texts
    assert sum(row.size for row in rows) == sizes.whole
    assert {"Fingerprints", "Tables of fingerprints", "Documents"} <= {row.name for row in rows}
    assert rows[0].count == size_text(round(rows[0].size / 5))
    assert index_sections(None) == []
    window.close()
