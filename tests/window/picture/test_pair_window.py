"""The picture of pairs in the real window, over real files."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.application import Application
from app.i18n import Language
from app.picture import PairPicture
from builders import chinese_text, edited
from simcore.grouping.pairs import PairLane, PairSort, pair_columns
from windows import Open, wait_until_idle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def library(private_home: Path) -> Path:
    """Make four versions of a Chinese text, ever farther from the first, and a copy."""
    folder = private_home / "文档"
    folder.mkdir()
    text = chinese_text(1)
    for number, changes in enumerate((0, 1, 5, 10)):
        changed = edited(text, number, changes)
        (folder / f"第{number}版.txt").write_text(changed, encoding="utf-8")
    (folder / "副本.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, library: Path) -> Application:
    opened = open_window(library)
    wait_until_counted(qtbot, opened)
    return opened


def wait_until_counted(qtbot: QtBot, application: Application) -> None:
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not application._pair_counter.running)


def picture(application: Application) -> PairPicture:
    return application.window.threshold_bar.findChildren(PairPicture)[0]


def pair_place(application: Application, row: int) -> QPoint:
    """Return where on the picture a pair of texts is."""
    report = application.session.results.report
    assert report is not None
    one, plan = report.pairs[row], picture(application).plan()
    band = next(b for b in reversed(range(21)) if one.resemblance >= b * 5 / 100)
    return plan.cell(one.distance, band).center().toPoint()


def test_it_shows_what_was_compared(application: Application) -> None:
    application.window.threshold_bar.set_similarity(0.3)  # otherwise some are parts
    report = application.session.results.report
    assert report is not None
    columns = pair_columns(report)
    assert len(report.pairs) == 6
    assert columns.sort.tolist().count(PairSort.IDENTICAL) == 1
    total = len(columns.left)
    said = f"{total} pairs by distance and similarity"
    assert picture(application).accessibleDescription() == said
    for row in range(6):
        assert "similar" in picture(application).words_at(pair_place(application, row))


def test_another_language_leaves_the_pairs_on_the_picture(application: Application) -> None:
    """The report is the one that was counted before, so nothing counts it again."""
    shown = picture(application).pairs
    assert shown is not None
    application.window.language_menu.action_of(Language.SIMPLIFIED).trigger()
    assert picture(application).pairs is shown
    assert application.window.threshold_bar.pairs is shown
    application.window.language_menu.action_of(Language.ENGLISH).trigger()


def test_a_click_goes_to_the_pair(application: Application, qtbot: QtBot) -> None:
    view, model = application.window.group_view, application.window.group_model
    application.window.threshold_bar.set_similarity(0.3)
    application.window.threshold_bar.set_distance(24)
    qtbot.waitUntil(lambda: application.session.results.report.config.similarity == 0.3)
    qtbot.waitUntil(lambda: len(application.session.results.report.groups) == 1)
    (group,) = application.session.results.report.groups
    seen = set()
    report = application.session.results.report
    # any document with the text of the kept one may stand for it
    text = report.documents[group.representative].text
    for row, one in enumerate(report.pairs):
        others = [end for end in (one.left, one.right) if report.documents[end].text != text]
        if len(others) != 1:
            continue
        with qtbot.waitSignal(application.session.texts.succeeded, timeout=60_000):
            application.comparing.show_pair(one.left, one.right)
        assert model.document_at(view.currentIndex()) == others[0]
        assert "kept:" in titles(application)
        seen.add(row)
    assert len(seen) == 3
    qtbot.mouseClick(picture(application), LEFT, pos=pair_place(application, min(seen)))
    shown = model.document_at(view.currentIndex())
    first = application.session.results.report.pairs[min(seen)]
    assert shown in {first.left, first.right}


def titles(application: Application) -> str:
    return application.window.difference_view.left_pane.accessibleName()


def test_two_that_no_group_has_are_compared_all_the_same(
    application: Application, qtbot: QtBot
) -> None:
    application.window.threshold_bar.set_similarity(1.0)
    qtbot.waitUntil(lambda: application.session.config.similarity == 1.0)
    qtbot.wait(50)
    report = application.session.results.report
    assert report is not None
    row = min(range(6), key=lambda number: report.pairs[number].resemblance)
    with qtbot.waitSignal(application.session.texts.succeeded, timeout=60_000) as read:
        qtbot.mouseClick(picture(application), LEFT, pos=pair_place(application, row))
    texts = read.args[0]
    ends = {texts.kept.document.id, texts.chosen.document.id}
    assert ends == {report.pairs[row].left, report.pairs[row].right}
    # neither of the two is kept: the titles do not say so
    qtbot.waitUntil(lambda: "one:" in titles(application))
    assert "kept:" not in titles(application)
    # another program, and the explanation, are of these two as well
    paths = {texts.kept.document.path, texts.chosen.document.path}
    assert application.comparing.pair is not None
    assert set(application.comparing.pair) == paths
    request = application.window.why_panel._request
    assert request is not None
    assert {request.kept, request.chosen} == {path.resolve() for path in paths}


def test_figures_follow_a_line_that_is_moved(application: Application, qtbot: QtBot) -> None:
    window, line = application.window, picture(application).similarity_line
    window.threshold_bar.set_distance(24)
    line.setFocus()
    told = set()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(line, key)
        wanted = line.value() / 100
        qtbot.waitUntil(lambda wanted=wanted: similarity(application) == wanted)
        told.add(window.summary.text())
        documents = {
            one
            for group in application.session.results.report.groups
            for one in (group.representative, *(m.document for m in group.members))
        }
        assert f"{len(documents)} documents" in window.summary.text()
    assert len(told) == 2


def similarity(application: Application) -> float:
    report = application.session.results.report
    assert report is not None
    return report.config.similarity


def test_a_hidden_picture_stays_hidden(
    application: Application, qtbot: QtBot, open_window: Open
) -> None:
    action = application.window.threshold_bar.picture_action
    assert not picture(application).isVisible(), "the screen is not high enough to open it"
    action.trigger()
    assert picture(application).isVisible()
    action.trigger()
    assert not picture(application).isVisible()
    assert application.window.threshold_bar.distance_slider.isVisible(), "sliders never leave"
    application.window.close()
    second = open_window()
    wait_until_counted(qtbot, second)
    assert not picture(second).isVisible()
    second.window.threshold_bar.picture_action.trigger()
    assert picture(second).isVisible()
    assert PairLane.COPIES in dict(picture(second).plan().lanes)
    second.window.close()
    third = open_window()
    assert third.window.threshold_bar.picture_action.isChecked()


def test_the_view_menu_has_it(application: Application) -> None:
    actions = [
        one
        for menu in application.window.menuBar().actions()
        if menu.text() == "&View"
        for one in menu.menu().actions()
    ]
    assert application.window.threshold_bar.picture_action in actions


def test_folders_taken_away_empty_the_picture(application: Application, qtbot: QtBot) -> None:
    application.window.folder_panel.set_folders(())
    wait_until_counted(qtbot, application)
    assert picture(application).accessibleDescription() == "No pairs are known yet"


def test_small_windows_leave_room_for_results_and_differences(
    application: Application, qtbot: QtBot
) -> None:
    window = application.window
    row = window.group_view.rowHeight(0)
    line = window.difference_view.left_pane.fontMetrics().lineSpacing()
    for size in ((1280, 800), (1024, 700)):
        window.resize(*size)
        qtbot.wait(20)
        assert not picture(application).isVisible()
        rows, lines = (10, 9) if size[1] == 800 else (6, 6)
        assert window.group_view.viewport().height() >= rows * row
        assert window.difference_view.left_pane.viewport().height() >= lines * line
    window.threshold_bar.picture_action.trigger()
    for size in ((1280, 800), (1024, 700)):
        window.resize(*size)
        qtbot.wait(20)
        assert window.group_view.viewport().height() >= 6 * row
        assert window.tabs.height() > 6 * row
        assert 100 <= picture(application).height() <= 145
