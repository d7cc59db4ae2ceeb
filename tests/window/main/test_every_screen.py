"""Every window, dialog and page, in each language and appearance, at several sizes.

That nothing is cut off, left in English or taken for markup is asserted, as far as it can be; what
it looks like is for people: VARIORUM_SCREENS names a folder that gets a picture of each. A short
run has one language and one size, VARIORUM_LONG=1 has all, and those of a screen of 2560 by 1440
pixels with two of them to each of the window's, in processes of their own.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from amounts import LONG, Counted, in_long_runs
from app.groups.view import GroupView
from app.i18n import Language
from app.settings.settings import Appearance, apply_appearance
from app.widgets.tables import Column, RecordModel, TextTable
from elided import Shortened
from looking import faults
from screen_walk import furnished, open_box, walk
from screens import english_words
from translations import TRANSLATED, spoken_from
from windows import Open

SCALE = float(os.environ.get("QT_SCALE_FACTOR", "1"))
LANGUAGES = [Language.ENGLISH, *TRANSLATED] if LONG else [Language.SIMPLIFIED]
APPEARANCES = [Appearance.LIGHT, Appearance.DARK] if LONG else [Appearance.LIGHT]
SMALL = QSize(1024, 700)
SIZES = [SMALL]
if SCALE > 1:
    SIZES = [QSize(2560, 1440) / SCALE]
elif LONG:
    SIZES += [QSize(1280, 800), QSize(1920, 1080), QSize(2560, 1440)]
NAMED = {
    "welcome", "scanning", "results", "differences", "rules", "removal summary", "why", "settings",
    "problems", "arrivals",
}  # fmt: skip
FOLDER = os.environ.get("VARIORUM_SCREENS", "")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="fonts and trashes are others there")


@pytest.fixture
def library(private_home: Path) -> Path:
    return furnished(private_home / "文档")


class Camera:
    """Judges each screen at each size, and keeps its picture."""

    def __init__(self, language: Language, appearance: Appearance, shortened: Shortened) -> None:
        self.language, self.appearance = language, appearance
        self.shortened = shortened
        self.taken: list[str] = []
        self.names: set[str] = set()
        self.wrong: dict[str, object] = {}

    def take(self, widget: QWidget, name: str) -> None:
        """Look at a window at all sizes that it may have; a dialog also as it comes."""
        self.names.add(name)
        own = widget.size()
        sizes = [one.boundedTo(own) for one in SIZES] if isinstance(widget, QDialog) else SIZES
        for size in {(one.width(), one.height()): one for one in sizes}.values():
            widget.resize(size)
            for _ in range(3):  # what is laid out anew may ask for that once more
                QApplication.processEvents()
            least = widget.minimumSizeHint().expandedTo(widget.minimumSize())
            title = f"{name} {widget.width()}x{widget.height()}"
            if least.width() > SMALL.width() or least.height() > SMALL.height():
                self.wrong[f"{title}: does not fit"] = least
            if (widget.width(), widget.height()) != (size.width(), size.height()):
                self.wrong[f"{title}: is not as small or large as asked"] = size
            if found := faults(widget):
                self.wrong[f"{title}: cut off, or over others"] = found
            for view in widget.findChildren(GroupView):
                if view.isVisible() and view.horizontalScrollBar().isVisible():
                    self.wrong[f"{title}: scrolls sideways"] = view.size()
            self._keep(widget, title)
        widget.resize(own)
        if self.language is not Language.ENGLISH and (left := english_words(widget)):
            self.wrong[f"{name}: in English"] = sorted(left)

    def _keep(self, widget: QWidget, title: str) -> None:
        image, short = self.shortened.grabbed(widget)
        assert image.size() == widget.size() * SCALE
        if short:
            self.wrong[f"{title}: shortened beside room"] = short
        colours = {
            image.pixel(x, y)
            for x in range(0, image.width(), 7)
            for y in range(0, image.height(), 7)
        }
        if len(colours) < 3:
            self.wrong[f"{title}: is empty"] = colours
        self.taken.append(title)
        if FOLDER:
            scale = f" x{SCALE:g}" if SCALE > 1 else ""
            folder = Path(FOLDER) / f"{self.language} {self.appearance}{scale}"
            folder.mkdir(parents=True, exist_ok=True)
            assert image.save(str(folder / f"{len(self.taken):03} {title}.png"))


@pytest.fixture
def spoken(compiled: Path, qapp: QApplication) -> Iterator[None]:
    with spoken_from(compiled):
        yield
    apply_appearance(qapp, Appearance.SYSTEM)


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("appearance", APPEARANCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    language: Language,
    appearance: Appearance,
    counted: Counted,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QMessageBox, "about", open_box)
    camera = Camera(language, appearance, Shortened(monkeypatch))
    application = open_window()
    application.window.language_menu.chosen.emit(language)
    application.window.appearance_menu.chosen.emit(appearance)
    qtbot.addWidget(application.window)
    walk(qtbot, application, library, camera.take)
    assert len(application.session.results.report.groups) == 3
    assert not camera.wrong, "\n".join(f"{name}: {what}" for name, what in camera.wrong.items())
    assert len(camera.names) >= 19, sorted(camera.names)
    assert {name.partition(",")[0] for name in camera.names} >= NAMED
    counted("screens looked at", len(camera.taken))
    assert application.window.isVisible()


@in_long_runs
@pytest.mark.skipif(SCALE > 1, reason="is at that scale")
@pytest.mark.parametrize("appearance", APPEARANCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_at_twice_the_scale(
    language: Language, appearance: Appearance, counted: Counted
) -> None:
    """A scale is chosen before a program begins: the test above, in a process of its own."""
    name = f"{__file__}::test_every_screen[{language}-{appearance}]"
    alone = "-p", "no:xdist", "-p", "no:randomly", "-p", "no:cacheprovider"
    environment = {key: value for key, value in os.environ.items() if "PYTEST" not in key}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *alone, name],
        cwd=Path(__file__).parents[3],
        env=environment | {"QT_SCALE_FACTOR": "2"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-20_000:]
    looked_at = re.search(r"([\d,]+) screens looked at", done.stdout)
    counted("screens looked at", int(looked_at[1].replace(",", "")))


MARK = "<b><img src=x>"


def tips_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[str]:
    parent = parent or QModelIndex()
    found = []
    for row in range(min(50, model.rowCount(parent))):
        # lists and tables hide that they have one column, or no rows below rows
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        flat = isinstance(model, QAbstractListModel | QAbstractTableModel)
        for column in range(columns):
            index = model.index(row, column, parent)
            found.append(index.data(Qt.ItemDataRole.ToolTipRole))
            if not flat and not column and model.hasChildren(index):
                found += tips_of(model, index)
    return [one for one in found if isinstance(one, str)]


def texts_of(window: QWidget) -> list[tuple[str, str]]:
    """Return what Qt may take for HTML in a window, with the name of what shows it."""
    found = [(f"tip of action {one.text()}", one.toolTip()) for one in window.findChildren(QAction)]
    for one in (window, *window.findChildren(QWidget)):
        name = type(one).__name__
        found.append((f"tip of {name}", one.toolTip()))
        if isinstance(one, QLabel) and one.textFormat() is not Qt.TextFormat.PlainText:
            found.append((f"label {name}", one.text()))
        if isinstance(one, QMessageBox):
            found += [(name, one.text()), (name, one.informativeText())]
        model = one.model() if isinstance(one, QAbstractItemView | QComboBox) else None
        if model is not None:
            found += [(f"row of {name} {one.objectName()}", tip) for tip in tips_of(model)]
    return found


def test_no_name_is_read_as_markup(
    qtbot: QtBot, open_window: Open, private_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may have any name: what looks like HTML in it is shown as it is."""
    monkeypatch.setattr(QMessageBox, "about", open_box)
    wrong: set[tuple[str, str, str]] = set()
    shown = 0

    def take(window: QWidget, screen: str) -> None:
        nonlocal shown
        for where, text in texts_of(window):
            shown += "&lt;b&gt;" in text
            if MARK in text and QtText.mightBeRichText(text):
                wrong.add((screen, where, text))

    application = open_window()
    walk(qtbot, application, furnished(private_home / f"{MARK}文档", MARK), take)
    assert not wrong, "\n".join(map(str, sorted(wrong)))
    assert shown > 20, "the names stand in tooltips, as they are"
    qtbot.addWidget(application.window)


@pytest.mark.parametrize("kind", [QLabel, QToolButton, QPushButton])
def test_the_judge_of_windows_finds_what_is_planted(qtbot: QtBot, kind: type[QLabel]) -> None:
    page, words = QWidget(), "a name that is far longer than any of those beside it"
    qtbot.addWidget(page)
    page.resize(900, 200)
    planted, beside = kind(page), QPushButton("Beside", page)
    planted.setText(words)
    table = TextTable(page)
    table.setGeometry(10, 80, 800, 100)
    column: Column[str] = Column(title=lambda: "Name", text=str)
    model = RecordModel((column, Column(title=lambda: "Folder", text=lambda _: "f")), table)
    model.set_records([words])
    table.show_model(model)
    for width, left, stretched in ((60, 700, 0), (600, 500, 0), (600, 700, 1), (600, 700, 0)):
        planted.setGeometry(10, 10, width, 34)
        beside.setGeometry(left, 10, 100, 34)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.setColumnWidth(0, 60 if stretched else 500)
        page.show()
        QApplication.processEvents()
        assert bool(faults(page)) is ((width, left, stretched) != (600, 700, 0))
