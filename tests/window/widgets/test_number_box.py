"""Numbers with a unit stand where numbers without one do, in every script."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.i18n import fit_application_font
from app.widgets.basic import DecimalBox, NumberBox


def ink(box: NumberBox | DecimalBox) -> tuple[float, int]:
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
@pytest.mark.parametrize("kind", [NumberBox, DecimalBox])
def test_digits_stand_on_one_line_with_every_unit(
    qtbot: QtBot, qapp: QApplication, kind: type[NumberBox] | type[DecimalBox], unit: str
) -> None:
    fit_application_font()
    plain, other = kind(), kind()
    for box, suffix in ((plain, ""), (other, unit)):
        qtbot.addWidget(box)
        box.setValue(24)
        box.setSuffix(suffix)
        box.show()
    assert ink(other)[1] == ink(plain)[1]
    assert abs(ink(other)[0] - ink(plain)[0]) <= 0.5


def test_decimals_are_as_many_as_are_needed(qtbot: QtBot) -> None:
    box = DecimalBox()
    qtbot.addWidget(box)
    box.setDecimals(3)
    box.setMaximum(100_000)
    box.setSuffix(" MB")
    shown = []
    for value in (64, 1.5, 0.125, 100, 0):
        box.setValue(value)
        shown.append(box.text())
    assert shown == ["64 MB", "1.5 MB", "0.125 MB", "100 MB", "0 MB"]
