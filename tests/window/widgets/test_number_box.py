"""Numbers with a unit stand where numbers without one do, in every script."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.language.chinese_fonts import fit_application_font
from app.widgets.number_box import NumberBox


def ink(box: NumberBox) -> tuple[float, int]:
    """Return how far the digits' lowest ink is from the middle of the box, and its height."""
    image = box.grab().toImage()
    rows = [
        y
        for y in range(4, image.height() - 4)
        for x in range(6, 18)
        if image.pixelColor(x, y).lightness() < 120
    ]
    return max(rows) - image.height() / 2, image.height()


@pytest.mark.parametrize("unit", [" %", " 位", " 位元", " 秒", " bits"])
def test_digits_stand_on_one_line_with_every_unit(qtbot: QtBot, qapp: QApplication, unit: str):
    fit_application_font()
    plain, other = NumberBox(), NumberBox()
    for box, suffix in ((plain, ""), (other, unit)):
        qtbot.addWidget(box)
        box.setValue(24)
        box.setSuffix(suffix)
        box.show()
    assert ink(other)[1] == ink(plain)[1]
    assert abs(ink(other)[0] - ink(plain)[0]) <= 0.5
