"""A small screen: everything has room, and what has none says so."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.session.states import Activity
from app.settings.settings import Appearance, apply_appearance
from app.widgets.basic import ElidedLabel
from builders import chinese_text
from windows import Open


def test_the_window_fits_a_small_screen_with_all_its_parts(open_window: Open, tmp_path: Path):
    """As small as 1024 x 700, with picture, filter, groups, tabs, notices and progress."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(6):
        for name in ("one", "other"):
            path = folder / f"{name} {number}.txt"
            path.write_text(chinese_text(number), encoding="utf-8")
    application = open_window(folder)
    assert application.session.results.report is not None
    assert len(application.session.results.report.groups) == 6
    window = application.window
    window.alert.show_message("A warning that is as long as a sentence may be. " * 3, warning=True)
    window.focus_notice.show_message("Only 3 of 5 groups are shown: those of the documents.")
    window.scan_status.show_activity(Activity.SCANNING)
    window.threshold_bar.picture_action.setChecked(True)
    window.resize(1024, 700)
    QApplication.processEvents()
    for tab in range(window.tabs.count()):
        window.tabs.setCurrentIndex(tab)
        QApplication.processEvents()
        least = window.minimumSizeHint()
        assert least.width() <= 1024, tab
        assert window.size() == QSize(1024, 700), (tab, least)
    assert window.group_view.viewport().height() > 2 * window.group_view.rowHeight(0)


@pytest.mark.parametrize("scheme", [Appearance.LIGHT, Appearance.DARK])
def test_a_sentence_without_room_ends_in_an_ellipsis(
    qtbot: QtBot, qapp: QApplication, scheme: Appearance
):
    apply_appearance(qapp, scheme)
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("1,019 groups, 1,900 documents, 8.4 MB to gain")
    label.resize(label.sizeHint())
    label.show()
    assert label.shown() == label.text()
    label.resize(100, label.height())
    assert label.shown().endswith("\u2026")
    assert label.text().startswith(label.shown()[:-1])
    image = label.grab().toImage()
    ground, ink = label.palette().window().color(), label.palette().windowText().color()
    found = {image.pixelColor(x, y).name() for x in range(100) for y in range(image.height())}
    assert ground.name() in found
    assert len(found) > 2
    assert ink.name() in found
    apply_appearance(qapp, Appearance.SYSTEM)
