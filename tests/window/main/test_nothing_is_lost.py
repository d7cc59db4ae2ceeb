"""Another language, or other looks, change words and colours, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.i18n import Language
from app.results.problems import ProblemView
from app.settings.settings import Appearance
from builders import chinese_text, english_text
from removals import put
from windows import Open, scan, wait_until_idle

Change = Callable[[Application], None]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    for number in range(40):
        text = (chinese_text if number % 2 else english_text)(number)
        for copy in range(3):
            put(folder / f"{copy}" / f"report {number}.txt", text.encode(), 1_600_000_000 + number)
    return folder


def speak(language: Language) -> Change:
    return lambda application: application.window.language_menu.chosen.emit(language)


def wear(appearance: Appearance) -> Change:
    return lambda application: application.window.appearance_menu.chosen.emit(appearance)


def state(application: Application) -> dict[str, object]:
    window = application.window
    view, model = window.group_view, window.group_model
    top = view.rowAt(0)
    rows = sorted({index.row() for index in view.selectionModel().selectedIndexes()})
    return {
        "filter": window.filter_bar.filter(),
        "applied": model.filter,
        "rows": [str(model.document_at(model.index(row, 0))) for row in range(model.rowCount())],
        "current": model.document_at(view.currentIndex()),
        "selected": rows,
        "top": (top, view.rowViewportPosition(top)),
        "marked": model.marked(),
        "sorted": (view.header().sortIndicatorSection(), view.header().sortIndicatorOrder()),
        "focused": application.focus.documents,
        "tab": window.tabs.currentIndex(),
        "pairs": window.threshold_bar.pairs,
        "thresholds": (window.threshold_bar.distance(), window.threshold_bar.similarity()),
        "folders": window.folder_panel.folders(),
        "height": window.height(),  # the screen here is narrower than any window
        "report": application.session.results.report,
    }


def arranged(qtbot: QtBot, application: Application) -> None:
    """Choose, sort, filter, fold, mark and scroll, as a person does."""
    window = application.window
    window.resize(790, 640)
    view, model = window.group_view, window.group_model
    report = application.session.results.report
    assert report is not None
    application.focus.focus(group.representative for group in report.groups[:30])
    window.filter_bar.set_filter(window.filter_bar.filter())
    window.filter_bar.setText("report")
    qtbot.waitUntil(lambda: model.filter.text == "report")
    view.sortByColumn(GroupColumn.SIZE, Qt.SortOrder.DescendingOrder)
    model.set_open(model.index(0, 0), on=False)
    model.mark([report.groups[3].members[0].document], on=True)
    view.go_to(model.index(30, 1))
    view.selectionModel().select(
        model.index(33, 0),
        QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
    )
    window.tabs.setCurrentIndex(2)
    view.verticalScrollBar().setValue(25 * view.rowHeight(30) + 7)
    wait_until_idle(qtbot, application)


@pytest.mark.parametrize(
    ("change", "back"),
    [
        (speak(Language.SIMPLIFIED), speak(Language.ENGLISH)),
        (wear(Appearance.DARK), wear(Appearance.SYSTEM)),
    ],
    ids=["language", "looks"],
)
def test_nothing_is_lost(
    qtbot: QtBot, open_window: Open, library: Path, change: Change, back: Change
) -> None:
    application = open_window(library)
    scan(qtbot, application)
    arranged(qtbot, application)
    before = state(application)
    assert before["selected"] == [30, 33]
    assert before["tab"] == 2
    assert before["focused"]
    assert before["marked"]
    for one in (change, back):
        one(application)
        qtbot.addWidget(application.window)
        wait_until_idle(qtbot, application)
        after = state(application)
        assert after == before


@pytest.mark.parametrize("swapped", [False, True])
def test_the_place_in_both_texts(
    qtbot: QtBot, open_window: Open, tmp_path: Path, swapped: bool
) -> None:
    lines = [f"第 {number} 行 " + chinese_text(number)[:30] for number in range(400)]
    for name, step in (("original", 401), ("revision", 20)):
        text = "\n".join(f"{line}{'改' * (at % step == 7)}" for at, line in enumerate(lines))
        put(tmp_path / "library" / f"{name}.txt", text.encode("gb18030"), 1_600_000_000 + step)
    application = open_window(tmp_path / "library")
    scan(qtbot, application)
    application.window.show()
    application.window.tabs.setCurrentIndex(0)
    application.window.group_view.go_to(application.window.group_model.index(1, 0))
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    if swapped:
        view.swap()
        qtbot.waitUntil(lambda: view.settled)
    for _ in range(5):
        view.next_action.trigger()
    view.left_pane.scroll_to(view.left_pane.top()[0] + 3)

    def place() -> dict[str, object]:
        shown = application.window.difference_view
        return {
            "current": shown.navigation.current,
            "top": shown.left_pane.top(),
            "beside": shown.right_pane.top(),
            "left": shown.left_pane.toPlainText()[:40],
            "names": [side.name for side in shown.sides or ()],
        }

    before = place()
    assert before["current"] is not None
    for language in (Language.TRADITIONAL, Language.ENGLISH):
        speak(language)(application)
        qtbot.addWidget(application.window)
        qtbot.waitUntil(lambda: application.window.difference_view.settled)
        assert place() == before


def test_what_is_shown_of_problems(qtbot: QtBot, open_window: Open, tmp_path: Path) -> None:
    for number in range(30):
        put(tmp_path / "library" / f"{number}.txt", bytes(range(256)) * 8, 1_600_000_000)
        put(tmp_path / "library" / f"empty {number}.txt", b"...\n" * number, 1_600_000_000)
    application = open_window(tmp_path / "library")
    scan(qtbot, application)
    panel = application.window.problem_panel
    chosen = tmp_path.resolve() / "library" / "empty 12.txt"
    before = ProblemView("empty 1", "tokens", (0, Qt.SortOrder.DescendingOrder), chosen, 0)
    assert panel.view() != before
    panel.set_view(before)
    assert panel.view() == before
    speak(Language.SIMPLIFIED)(application)
    qtbot.addWidget(application.window)
    assert application.window.problem_panel is not panel
    assert application.window.problem_panel.view() == before


def test_documents_similar_to_a_file(qtbot: QtBot, open_window: Open, library: Path) -> None:
    application = open_window(library)
    scan(qtbot, application)
    asked = library / "0" / "report 3.txt"
    application.similar.find(asked)
    panel = application.window.similar_panel
    qtbot.waitUntil(lambda: "report 3.txt" in panel.message() or panel.current() is not None)
    speak(Language.SIMPLIFIED)(application)
    qtbot.addWidget(application.window)
    assert application.similar.asked == asked
    new = application.window.similar_panel
    assert new is not panel
    qtbot.waitUntil(lambda: new.current() is not None)


def test_two_that_no_row_has(qtbot: QtBot, open_window: Open, library: Path) -> None:
    application = open_window(library)
    scan(qtbot, application)
    names = ["0/report 1.txt", "2/report 4.txt"]
    left, right = (application.comparing.document_of(library.resolve() / one) for one in names)
    application.comparing.compare(left, right)
    qtbot.waitUntil(lambda: application.window.difference_view.settled)
    application.window.difference_view.encoding_chosen.emit(False, "cp1251")

    def titles() -> list[tuple[str, str]]:
        return [(one.name, one.encoding) for one in application.window.difference_view.sides or ()]

    shown = [("report 1.txt", "utf-8"), ("report 4.txt", "cp1251")]
    qtbot.waitUntil(lambda: titles() == shown)
    qtbot.waitUntil(lambda: application.window.difference_view.settled)
    old = application.window
    speak(Language.SIMPLIFIED)(application)
    qtbot.addWidget(application.window)
    assert application.window is not old
    qtbot.waitUntil(lambda: titles() == shown)
    assert application.comparing.pair == (left.path, right.path)
