"""Every window, dialog and page, in each language and appearance, at several sizes.

That nothing is cut off and nothing left in English is asserted, as far as it can be; what it looks
like is for people: VARIORUM_SCREENS names a folder that gets a picture of each. A short run has
one language and one size, VARIORUM_LONG=1 has all.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from amounts import LONG, Counted
from app.application import Application
from app.language.languages import Language
from app.removal.history_window import HistoryWindow
from app.removal.results import RemovalResults
from app.removal.rules.dialog import RulesDialog
from app.results.review.judgement_dialog import JudgementDialog
from app.settings.appearance import Appearance, wear
from app.settings.dialog import SettingsDialog
from app.shell.help.manual import ManualWindow
from app.shell.help.shortcuts import ShortcutList
from builders import chinese_text, edited
from screens import cut_off, english_words
from simcore import Action
from translations import TRANSLATED, compile_all, spoken_from
from windows import Open, asked, scan, wait_until_idle

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
    """Copies, what is near, part of another, in another encoding, and what cannot be read."""
    folder = private_home / "文档"
    (folder / "会议").mkdir(parents=True)
    contract, minutes = chinese_text(1, 300), chinese_text(2, 300)
    (folder / "合同.txt").write_text(contract, encoding="utf-8")
    (folder / "合同 (1).txt").write_text(contract, encoding="utf-8")
    (folder / "合同 二.txt").write_text(edited(contract, 1, 2), encoding="gb18030")
    (folder / "会议" / "纪要.txt").write_text(minutes, encoding="utf-8")
    (folder / "会议" / "纪要 改.txt").write_text(edited(minutes, 1, 2), encoding="utf-16")
    (folder / "全集.txt").write_text(contract + chinese_text(3, 900), encoding="utf-8")
    (folder / "照片.txt").write_bytes(b"\0\1\2\3" * 500)
    return folder


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
            if found := cut_off(widget):
                self.wrong[f"{title}: cut off"] = found
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


def opened(
    qtbot: QtBot, window: QWidget, kind: type[QWidget], trigger: Callable[[], None]
) -> QWidget:
    """Do what opens a window of a kind; return it once it is there."""
    before = set(window.findChildren(kind))
    trigger()

    def new() -> list[QWidget]:
        return [one for one in window.findChildren(kind) if one not in before and one.isVisible()]

    qtbot.waitUntil(lambda: bool(new()), timeout=60_000)
    return new()[0]


@pytest.fixture
def about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the one box that waits for an answer wait for none."""

    def show(parent: QWidget, title: str, text: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Information, title, text, parent=parent)
        box.open()

    monkeypatch.setattr(QMessageBox, "about", show)


@pytest.fixture
def spoken(compiled: Path, qapp: QApplication) -> Iterator[None]:
    with spoken_from(compiled):
        yield
    wear(qapp, Appearance.SYSTEM)


@pytest.mark.usefixtures("spoken", "about")
@pytest.mark.parametrize("appearance", APPEARANCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    language: Language,
    appearance: Appearance,
    counted: Counted,
) -> None:
    camera = Camera(language, appearance)
    application = open_window()
    application.window.language_menu.chosen.emit(language)
    application.window.appearance_menu.chosen.emit(appearance)
    qtbot.addWidget(application.window)
    camera.take(application.window, "empty")
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    camera.take(application.window, "a folder")
    scan(qtbot, application)
    window = application.window
    assert application.session.results.report is not None
    assert len(application.session.results.report.groups) == 3
    results(qtbot, application, camera)
    dialogs(qtbot, application, camera)
    removals(qtbot, application, camera)
    assert not camera.wrong, "\n".join(f"{name}: {what}" for name, what in camera.wrong.items())
    assert len(camera.names) >= 19, sorted(camera.names)
    counted("screens looked at", len(camera.taken))
    assert window.isVisible()


def results(qtbot: QtBot, application: Application, camera: Camera) -> None:
    window = application.window
    view = window.difference_view
    qtbot.waitUntil(lambda: view.navigation.count > 0, timeout=60_000)
    camera.take(window, "results")
    window.threshold_bar.picture_action.setChecked(True)
    camera.take(window, "the picture of pairs")
    window.threshold_bar.picture_action.setChecked(False)
    view.search.open()
    camera.take(window, "search in the texts")
    window.tabs.setCurrentWidget(window.why_panel)
    qtbot.waitUntil(lambda: window.why_panel.pages is not None, timeout=60_000)
    pages = window.why_panel.pages
    assert pages is not None
    qtbot.waitUntil(pages.isVisible, timeout=60_000)
    for row in range(pages.list.count()):
        pages.list.setCurrentRow(row)
        camera.take(window, f"why, page {row + 1}")
    window.tabs.setCurrentWidget(window.problem_panel)
    camera.take(window, "problems")
    window.tabs.setCurrentWidget(view)
    window.alert.show_problem(window.commands.scan.toolTip())  # words in the language of now
    window.commands.show_only.trigger()
    camera.take(window, "notices")
    window.alert.close_message()
    window.commands.unfocus.trigger()
    window.commands.find_similar.trigger()
    qtbot.waitUntil(lambda: not application.similar.search.busy, timeout=60_000)
    camera.take(window, "similar documents")
    window.similar_panel.back.click()


def dialogs(qtbot: QtBot, application: Application, camera: Camera) -> None:
    window = application.window
    commands = window.commands
    for kind, trigger in (
        (SettingsDialog, commands.settings.trigger),
        (RulesDialog, commands.mark_by_rules.trigger),
        (JudgementDialog, window.review_actions.judgements.trigger),
        (ShortcutList, commands.shortcuts.trigger),
        (ManualWindow, commands.manual.trigger),
        (QMessageBox, commands.about.trigger),
    ):
        one = opened(qtbot, window, kind, trigger)
        qtbot.wait(100)
        camera.take(one, kind.__name__)
        one.close()


def removals(qtbot: QtBot, application: Application, camera: Camera) -> None:
    window = application.window
    removal = window.commands.removal
    window.commands.mark_identical.trigger()
    for action in (window.commands.trash, removal.others[Action.DELETE]):
        dialog = asked(qtbot, application, action)
        qtbot.waitUntil(dialog.isVisible, timeout=60_000)
        camera.take(dialog, f"RemovalDialog {action is removal.others[Action.DELETE]}")
        if action is removal.others[Action.DELETE]:
            dialog.sure.click()
            with qtbot.waitSignal(application.session.removed, timeout=60_000):
                dialog.move_button.click()
            wait_until_idle(qtbot, application)
        else:
            dialog.reject()
    camera.take(window, "after a removal")
    for kind, trigger in (
        (RemovalResults, removal.results.trigger),
        (HistoryWindow, removal.history.trigger),
    ):
        one = opened(qtbot, window, kind, trigger)
        qtbot.wait(200)
        camera.take(one, kind.__name__)
        one.close()
