"""Where the parts of the window stand: two layouts, room for rows, nothing that moves or is cut."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.session.states import Activity
from app.style import scaled
from app.window.window import MainWindow
from builders import english_text
from windows import Open
from written import written

SIZES = [(900, 600), (1024, 700), (1280, 800), (1599, 900), (1600, 900), (1920, 1080)]


@pytest.fixture
def library(private_home: Path) -> Path:
    files = {}
    for number in range(12):
        files[f"one/report {number:02}.txt"] = text = english_text(number)
        files[f"a rather long name of a folder/report {number:02} copy.txt"] = text
        draft = f"one/draft of the committee {number:02}.txt"
        files[draft] = text.replace("river", "creek", 2)
    return written(private_home / "documents", files)


def resize(window: MainWindow, width: int, height: int) -> None:
    window.resize(width, height)
    for _ in range(3):
        QApplication.processEvents()
    assert (window.width(), window.height()) == (width, height)


def top_left(window: MainWindow, part: str) -> tuple[int, int]:
    widget = {"list": window.group_view, "texts": window.tabs}[part]
    place = widget.mapTo(window, widget.rect().topLeft())
    return place.x(), place.y()


def test_the_texts_are_below_or_at_the_right(application: Application) -> None:
    window = application.window
    wide = scaled(1600, window.font())  # LOOK.md counts beside text of 13 px
    for width in (1280, wide - 1):
        resize(window, width, 900)
        assert top_left(window, "texts")[1] > top_left(window, "list")[1] + 100
        assert not window.centre._wide
    resize(window, wide, 900)
    (left, _), (right, top) = (top_left(window, one) for one in ("list", "texts"))
    assert right > left + 400
    assert window.centre._wide
    # over the full height: beside the sliders, too
    sliders = window.threshold_bar.mapTo(window, window.threshold_bar.rect().topLeft())
    assert top <= sliders.y() + 2


def test_a_wide_window_can_be_made_small_at_once(application: Application, qtbot: QtBot) -> None:
    """Texts asked for their room beside the list, where a small window has them below it."""
    window = application.window
    report = application.session.results.report
    window.group_view.choose(report.groups[0].members[0].document)
    window.tabs.setCurrentWidget(window.why_panel)
    qtbot.waitUntil(lambda: window.why_panel.pages is not None)
    for row in (1, 2):
        window.why_panel.pages.list.setCurrentRow(row)
        resize(window, scaled(1600, window.font()), 900)
        resize(window, 1024, 700)


def test_tabs_are_shortened_and_never_scrolled(application: Application) -> None:
    """Beside the tools, with large letters, arrows stood on the last tab."""
    window = application.window
    resize(window, 1024, 700)
    bar = window.tabs.tabBar()
    large = bar.font()
    large.setPointSizeF(large.pointSizeF() * 2)
    bar.setFont(large)
    QApplication.processEvents()
    assert not any(one.isVisible() for one in bar.findChildren(QToolButton))
    assert all(bar.rect().contains(bar.tabRect(at)) for at in range(bar.count()))


def test_each_layout_remembers_its_positions(application: Application, open_window: Open) -> None:
    window, small, large = application.window, (1280, 800), (1900, 1000)
    splitter = window.centre.result_splitter
    resize(window, *small)
    splitter.setSizes([300, splitter.height() - 300])
    low = splitter.sizes()
    resize(window, *large)
    splitter.setSizes([700, splitter.width() - 700])
    wide = splitter.sizes()

    def remembered(window: MainWindow) -> None:
        splitter = window.centre.result_splitter
        for size, sizes, way in (
            (small, low, Qt.Orientation.Vertical),
            (large, wide, Qt.Orientation.Horizontal),
        ):
            resize(window, *size)
            assert splitter.orientation() is way
            assert splitter.sizes() == pytest.approx(sizes, abs=8)

    remembered(window)
    window.close()
    remembered(open_window().window)


def test_the_list_has_room_with_the_texts_open(application: Application) -> None:
    window = application.window
    view, pane, bar = window.group_view, window.difference_view.left_pane, window.threshold_bar
    for width, height, rows, lines in ((1280, 800, 10, 9), (1024, 700, 6, 6)):
        resize(window, width, height)
        assert window.tabs.isVisible()
        assert view.viewport().height() // view.rowHeight(0) >= rows
        assert pane.viewport().height() // pane.fontMetrics().lineSpacing() >= lines
    bar.picture_action.trigger()
    for size in ((1280, 800), (1024, 700)):
        resize(window, *size)
        assert min(view.viewport().height(), window.tabs.height()) >= 6 * view.rowHeight(0)
        assert 100 <= bar.complete().height() <= 145


def test_the_list_has_no_horizontal_scroll_bar_and_the_sliders_never_leave(
    application: Application,
) -> None:
    window = application.window
    view, bar = window.group_view, window.threshold_bar
    for width, height in SIZES:
        resize(window, width, height)
        assert view.horizontalScrollBar().maximum() == 0, width
        shown = [one for one in GroupColumn if not view.isColumnHidden(one)]
        assert sum(map(view.columnWidth, shown)) <= view.viewport().width(), width
        assert {GroupColumn.MARK, GroupColumn.NAME, GroupColumn.KIND} <= set(shown), width
        for slider in (bar.distance_slider, bar.similarity_slider):
            assert slider.isVisible(), width
            assert slider.width() >= 40, width


def test_a_small_window_has_room_for_all_its_parts(application: Application) -> None:
    """As small as 1024 x 700, with picture, filter, groups, tabs, notices and progress."""
    window = application.window
    window.alert.show_message("A warning that is as long as a sentence may be. " * 3, warning=True)
    window.focus_notice.show_message("Only 3 of 5 groups are shown: those of the documents.")
    window.scan_status.show_activity(Activity.SCANNING)
    window.threshold_bar.picture_action.setChecked(True)
    for tab in range(window.tabs.count()):
        window.tabs.setCurrentIndex(tab)
        resize(window, 1024, 700)
        assert window.minimumSizeHint().width() <= 1024, tab
    assert window.group_view.viewport().height() > 2 * window.group_view.rowHeight(0)


def test_the_list_goes_down_to_the_texts(application: Application) -> None:
    """Messages stand in the status bar: no band is kept for them where there is none."""
    window = application.window
    for size in SIZES:
        resize(window, *size)
        QApplication.processEvents()
        if window.centre._wide:
            continue
        bottom = window.stack.mapTo(window, QPoint(0, window.stack.height())).y()
        top = window.tabs.mapTo(window, QPoint()).y()
        assert bottom <= top <= bottom + window.centre.result_splitter.handleWidth()


def test_nothing_moves_when_a_message_comes_or_goes(application: Application) -> None:
    """A click that is meant for a message lands on nothing else, however late it is."""
    window = application.window

    def places() -> list[QRect]:
        QApplication.processEvents()
        parts = window.group_view.viewport(), window.tabs, window.line
        return [QRect(one.mapTo(window, QPoint()), one.size()) for one in parts]

    for size in (*SIZES, (1900, 1000)):
        resize(window, *size)
        window.alert.close_message()
        window.notice.close_message()
        before = places()
        window.alert.show_message("Done.", action=window.commands.undo)
        assert places() == before
        (link,) = (one for one in window.alert.findChildren(QToolButton) if one.text() == "Undo")
        aimed = link.mapTo(window, link.rect().center())
        window.alert.close_message()
        assert places() == before
        hit = window.childAt(aimed)
        assert window.line in {hit, hit.parentWidget()}
