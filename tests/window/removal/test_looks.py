"""The dialogs of removals at four sizes, light and dark, in three languages: nothing is cut."""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from amounts import LONG
from app.application import Application
from app.i18n import Language
from app.removal.controller import RemovalResults
from app.removal.history import HistoryWindow
from app.removal.rules import RulesDialog
from app.settings.settings import Appearance, apply_appearance
from looking import faults
from screen_walk import furnished, opened
from simcore import Action
from simcore.removal.keep_rules import KeepBy
from translations import TRANSLATED, spoken_from
from windows import Open, asked, scan, wait_until_idle

FOLDER = os.environ.get("VARIORUM_SCREENS", "")
SIZES = (QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080))
LARGE = 2.0
"""As on a screen of 2560 x 1440 at the scale 2, which makes letters twice as large."""

ALL = list(
    product([Language.ENGLISH, *TRANSLATED], [Appearance.LIGHT, Appearance.DARK], [1.0, LARGE])
)
FEW = [
    (Language.ENGLISH, Appearance.LIGHT, 1.0),
    (Language.SIMPLIFIED, Appearance.DARK, LARGE),
    (Language.TRADITIONAL, Appearance.LIGHT, 1.0),
]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="fonts and trashes are others there")


@pytest.fixture
def library(private_home: Path) -> Path:
    """Copies, what is near, and names that are too long for any column."""
    folder = furnished(private_home / "文档")
    long = "关于印发 Regulation on the protection of inland waters of the province 的通知"
    text = (folder / "合同.txt").read_text(encoding="utf-8")
    (folder / f"{long}.txt").write_text(text, encoding="utf-8")
    (folder / "会议" / f"{long} (1).txt").write_text(text, encoding="gb18030")
    return folder


@pytest.fixture
def plain(qapp: QApplication, compiled: Path) -> Iterator[None]:
    font = QFont(qapp.font())
    with spoken_from(compiled):
        yield
    qapp.setFont(font)
    apply_appearance(qapp, Appearance.SYSTEM)


def look(widget: QWidget, name: str, wrong: dict[str, object], folder: str) -> None:
    """Judge a dialog at each size that fits its window, and keep its picture."""
    own = widget.size()
    for width, height in dict.fromkeys(size.boundedTo(own).toTuple() for size in (*SIZES, own)):
        widget.resize(width, height)
        for _ in range(3):
            QApplication.processEvents()
        if found := faults(widget):
            wrong[f"{name} {widget.width()}x{widget.height()}"] = found
        if FOLDER:
            place = Path(FOLDER) / folder
            place.mkdir(parents=True, exist_ok=True)
            assert widget.grab().save(str(place / f"{name} {widget.width()}.png"))
    widget.resize(own)


def dialogs(qtbot: QtBot, application: Application) -> Iterator[tuple[QWidget, str]]:
    """Open each dialog of removals, and close it afterwards."""
    window, commands = application.window, application.window.commands
    rules = opened(qtbot, window, RulesDialog, commands.mark_by_rules.trigger)
    for by in (None, KeepBy.LONGEST, KeepBy.NOT_NAME, KeepBy.FOLDER):
        if by is not None:
            rules.rule_list.add(by)
        qtbot.waitUntil(lambda: not rules._previewing.busy and not rules._counting.busy)
        yield rules, f"rules {by}"
    rules.reject()
    report = application.session.results.report
    marked = [one.document for group in report.groups for one in group.members]
    application.window.group_model.mark(marked, on=True)
    for action, trigger in (
        (Action.TRASH, commands.trash),
        (Action.HARD_LINK, commands.removal.others[Action.HARD_LINK]),
        (Action.DELETE, commands.removal.others[Action.DELETE]),
    ):
        dialog = asked(qtbot, application, trigger)
        qtbot.waitUntil(dialog.isVisible, timeout=60_000)
        yield dialog, f"summary {action}"
        if action is not Action.DELETE:
            dialog.reject()
            continue
        dialog.sure.click()
        with qtbot.waitSignal(application.session.removed, timeout=60_000):
            dialog.move_button.click()
        wait_until_idle(qtbot, application)
    for kind, command in (
        (RemovalResults, commands.removal.results),
        (HistoryWindow, commands.removal.history),
    ):
        shown = opened(qtbot, window, kind, command.trigger)
        qtbot.wait(200)
        yield shown, kind.__name__
        shown.close()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("language", "appearance", "scale"), ALL if LONG else FEW)
def test_nothing_is_cut_in_the_dialogs_of_removals(
    qtbot: QtBot,
    qapp: QApplication,
    open_window: Open,
    library: Path,
    language: Language,
    appearance: Appearance,
    scale: float,
) -> None:
    application = open_window()
    application.window.language_menu.chosen.emit(language)
    application.window.appearance_menu.chosen.emit(appearance)
    if scale != 1:
        font = qapp.font()
        font.setPointSizeF(font.pointSizeF() * scale)
        qapp.setFont(font)
    window = application.window
    window.resize(SIZES[-1] if scale == 1 else QSize(2560, 1440))
    window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    scan(qtbot, application)
    wrong: dict[str, object] = {}
    names = []
    for dialog, name in dialogs(qtbot, application):
        names.append(name)
        look(dialog, name, wrong, f"removals {language} {appearance} {scale}")
    assert len(names) == 9
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
