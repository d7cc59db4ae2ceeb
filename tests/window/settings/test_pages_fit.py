"""The pages of the settings have room for their words, in each language and size."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.i18n import Language, fit_application_font, set_language
from app.settings.dialog import SettingsDialog
from app.settings.settings import FolderRole, MarkingRules, RuleSet, Settings
from screens import cut_off, english_words
from simcore import ScanConfig
from simcore.files.roles import Role
from translations import TRANSLATED, spoken_from

# a name of a file of this test
NAMES = re.compile("xxx")


@pytest.fixture(params=[Language.ENGLISH, *TRANSLATED])
def spoken(
    request: pytest.FixtureRequest, compiled: Path, qapp: QApplication
) -> Iterator[Language]:
    font = QApplication.font()
    with spoken_from(compiled):
        set_language(request.param)
        fit_application_font()
        yield request.param
    QApplication.setFont(font)


def overlapping(page: QWidget) -> list[str]:
    """List widgets beside each other that share a place."""
    found = []
    for parent in (page, *page.findChildren(QWidget)):
        beside = [
            one
            for one in parent.children()
            if isinstance(one, QLabel | QAbstractButton | QComboBox) and one.isVisible()
        ]
        for at, one in enumerate(beside):
            found += [
                f"{words(one)} over {words(other)}"
                for other in beside[at + 1 :]
                if one.geometry().intersects(other.geometry())
            ]
    return found


def words(one: QWidget) -> str:
    return one.currentText() if isinstance(one, QComboBox) else str(one.text())


@pytest.mark.parametrize("size", [QSize(), QSize(720, 480), QSize(1400, 900)])
def test_nothing_is_cut_and_nothing_overlaps(qtbot: QtBot, spoken: Language, size: QSize) -> None:
    long = tuple(f"{name}*.tmp" for name in ("a", "文件夹" * 9, "x" * 90))
    settings = Settings(
        ScanConfig(include=("*.pdf", *long), exclude=long),
        rule_sets=(RuleSet("旧的优先 " * 9, MarkingRules()),),
        roles=(FolderRole(Path("/文档") / ("合同" * 30), Role.PROTECTED),),
    )
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    dialog.show()
    if size.isValid():
        dialog.resize(size)
    assert dialog.minimumSizeHint().width() <= 900, "the smallest window has room for it"
    for page in dialog.pages:
        dialog.show_page(page)
        for _ in range(3):
            QApplication.processEvents()
        area = page.parentWidget().parentWidget()
        assert isinstance(area, QScrollArea)
        name = f"{page.title} at {dialog.width()}"
        assert page.width() <= area.viewport().width(), name
        assert overlapping(page) == [], name
        for label in page.findChildren(QLabel):
            if label.isVisible() and label.text():
                assert label.height() >= label.heightForWidth(label.width()), (name, label.text())
        for button in page.findChildren(QAbstractButton):
            if button.isVisible():
                assert button.width() >= button.minimumSizeHint().width(), (name, button.text())
        assert cut_off(dialog) == [], name
        if spoken is not Language.ENGLISH:
            left = {one for one in english_words(dialog) if not NAMES.search(one)}
            assert left == set(), name
