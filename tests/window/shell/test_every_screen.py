"""Every window, dialog and page, in each language and appearance, at several sizes.

That nothing is cut off and nothing left in English is asserted, as far as it can be; what it looks
like is for people: VARIORUM_SCREENS names a folder that gets a picture of each. A short run has
one language and one size, VARIORUM_LONG=1 has all.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from amounts import LONG, Counted
from app.language.languages import Language
from app.results.groups.view.view import GroupView
from app.settings.appearance import Appearance, wear
from looking import faults
from screen_walk import furnished, open_box, walk
from screens import english_words
from translations import TRANSLATED, compile_all, spoken_from
from windows import Open

LANGUAGES = [Language.ENGLISH, *TRANSLATED] if LONG else [Language.SIMPLIFIED]
APPEARANCES = [Appearance.LIGHT, Appearance.DARK] if LONG else [Appearance.LIGHT]
SIZES = [QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)] if LONG else [QSize(1024, 700)]
FOLDER = os.environ.get("VARIORUM_SCREENS", "")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="fonts and trashes are others there")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_all(tmp_path_factory.mktemp("resources"))


@pytest.fixture
def library(private_home: Path) -> Path:
    return furnished(private_home / "文档")


class Camera:
    """Judges each screen at each size, and keeps its picture."""

    def __init__(self, language: Language, appearance: Appearance) -> None:
        self.language, self.appearance = language, appearance
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
            if least.width() > SIZES[0].width() or least.height() > SIZES[0].height():
                self.wrong[f"{title}: does not fit"] = least
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
        image = widget.grab().toImage()
        colours = {
            image.pixel(x, y)
            for x in range(0, image.width(), 7)
            for y in range(0, image.height(), 7)
        }
        if len(colours) < 3:
            self.wrong[f"{title}: is empty"] = colours
        self.taken.append(title)
        if FOLDER:
            folder = Path(FOLDER) / f"{self.language} {self.appearance}"
            folder.mkdir(parents=True, exist_ok=True)
            assert image.save(str(folder / f"{len(self.taken):03} {title}.png"))


@pytest.fixture
def spoken(compiled: Path, qapp: QApplication) -> Iterator[None]:
    with spoken_from(compiled):
        yield
    wear(qapp, Appearance.SYSTEM)


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
    camera = Camera(language, appearance)
    application = open_window()
    application.window.language_menu.chosen.emit(language)
    application.window.appearance_menu.chosen.emit(appearance)
    qtbot.addWidget(application.window)
    walk(qtbot, application, library, camera.take)
    assert application.session.results.report is not None
    assert len(application.session.results.report.groups) == 3
    assert not camera.wrong, "\n".join(f"{name}: {what}" for name, what in camera.wrong.items())
    assert len(camera.names) >= 19, sorted(camera.names)
    counted("screens looked at", len(camera.taken))
    assert application.window.isVisible()
