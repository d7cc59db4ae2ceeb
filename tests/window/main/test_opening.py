"""The window is a frame at first: it looks as it will, and the first key finds it whole."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.i18n import Language, set_language
from app.program import Opening
from app.settings.settings import Settings, save_settings
from app.window.help import ShortcutList
from simcore import ScanConfig

Open = Callable[..., Opening]


@pytest.fixture
def begin(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return a function that opens the window with settings; the rest of it waits to be wanted."""
    begun: list[Opening] = []
    monkeypatch.setattr("app.program._SETTLED", 1_000_000)
    monkeypatch.setattr("app.program._UNSEEN", 1_000_000)

    def start(settings: Settings) -> Opening:
        path = str(tmp_path / "settings.ini")
        save_settings(QSettings(path, QSettings.Format.IniFormat), settings)
        opening = Opening(QSettings(path, QSettings.Format.IniFormat), tmp_path / "index.sqlite")
        begun.append(opening)
        qtbot.addWidget(opening.window)
        opening.start()
        with qtbot.waitExposed(opening.window):
            pass
        return opening

    yield start
    for opening in begun:
        opening.close_window()
    set_language(Language.ENGLISH)


def looks(opening: Opening) -> QImage:
    return opening.window.grab().toImage()


def remembering(folder: Path, **others: object) -> Settings:
    (folder / "documents").mkdir()
    folders = (folder / "documents",)
    return Settings(scan=ScanConfig(jobs=0, distance=9), folders=folders, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.TRADITIONAL])
@pytest.mark.parametrize("picture", [False, True])
def test_a_frame_looks_as_the_window_does(
    begin: Open, tmp_path: Path, language: Language, *, picture: bool
) -> None:
    toggles = {"pair_picture": picture}
    settings = (
        remembering(tmp_path, language=language, toggles=toggles)
        if picture
        else Settings(language=language, recent=((tmp_path,),))
    )
    opening = begin(settings)
    assert opening.application is None
    before, focus = looks(opening), QApplication.focusWidget()
    opening.complete()
    assert opening.application is not None
    assert before == looks(opening)
    assert QApplication.focusWidget() is focus


def test_the_rest_follows_by_itself_and_recalls_the_folders(
    begin: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    settings = remembering(tmp_path)
    opening = begin(settings)
    opening._timer.setInterval(0)
    with qtbot.waitSignal(opening.made, timeout=60_000):
        pass
    application = opening.application
    assert application is not None
    assert application.window is opening.window
    assert application.session.folders == settings.folders
    assert application.session.config.distance == 9


def test_a_key_pressed_at_once_is_heeded(begin: Open, qtbot: QtBot) -> None:
    opening = begin(Settings())
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_F1)
    assert opening.application is not None
    qtbot.waitUntil(lambda: bool(opening.window.findChildren(ShortcutList)))
    # nothing is made twice
    assert list(opening.window.complete()) == []


def test_a_click_at_once_is_heeded(begin: Open) -> None:
    opening = begin(Settings())
    button = opening.window.toolbar.mark
    place = button.mapTo(opening.window, button.rect().center())
    left = Qt.MouseButton.LeftButton
    QTest.mouseMove(opening.window.windowHandle(), place)
    assert opening.application is None
    QTest.mouseClick(opening.window.windowHandle(), left, Qt.KeyboardModifier.NoModifier, place)
    assert opening.application is not None


def test_a_frame_that_is_closed_ends_the_program(begin: Open, qtbot: QtBot) -> None:
    opening = begin(Settings())
    with qtbot.waitSignal(opening.ended):
        opening.close_window()
    assert opening.application is None
    assert not opening.window.isVisible()
    assert not opening._timer.isActive()
    opening.complete()
    assert opening.application is None


def test_a_menu_bar_in_sight_comes_with_its_menus(begin: Open, tmp_path: Path) -> None:
    opening = begin(Settings(toggles={"menu_bar": True}, recent=((tmp_path,),)))
    assert opening.application is not None
    assert len(opening.window.menuBar().actions()) > 5


def test_what_is_reset_is_as_at_a_first_start(begin: Open, tmp_path: Path) -> None:
    opening = begin(remembering(tmp_path, toggles={"pair_picture": True}))
    opening.complete()
    assert opening.application is not None
    picture = opening.application.settings_editing._toggles["pair_picture"]
    assert picture.action.isChecked()
    assert not picture.default
