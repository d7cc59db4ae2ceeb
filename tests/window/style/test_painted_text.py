"""Painted lines: one base line in every script, and what tells rows apart stays in sight."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.settings.settings import Appearance, apply_appearance
from app.style import Run, fitted, icon, paint_line


def lowest_ink(text: str, font: QFont) -> int:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_line(painter, QRectF(0, 0, 200, 40), text, font, QColor("black"))
    painter.end()
    return max(y for y in range(40) for x in range(200) if image.pixelColor(x, y).lightness() < 128)


@pytest.mark.parametrize("beside", ["H 文", "H 😀", "H ह"])
def test_letters_stand_on_one_line_whatever_is_beside_them(qapp: QApplication, beside: str):
    font = QApplication.font()

    def ink_of_h(text: str) -> int:
        image = QImage(200, 40, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        paint_line(painter, QRectF(0, 0, 200, 40), text, font, QColor("black"))
        painter.end()
        width = int(QFontMetricsF(font).horizontalAdvance("H"))
        rows = [
            y for y in range(40) for x in range(width) if image.pixelColor(x, y).lightness() < 128
        ]
        return max(rows)

    assert ink_of_h(beside) == ink_of_h("H") == lowest_ink("H", font)


def test_what_rows_share_is_shortened_first(qapp: QApplication):
    font = QApplication.font()
    bold = QFont(font)
    bold.setBold(True)
    runs = [Run("Supply agreement, " * 9), Run("third draft", tells=True), Run(".docx")]
    shown = fitted(runs, font, 300, bold)
    assert Run("third draft", tells=True) in shown
    assert shown[0].text.startswith("Supply")
    assert "…" in shown[0].text
    width = sum(
        QFontMetricsF(bold if run.tells else font).horizontalAdvance(run.text) for run in shown
    )
    assert width <= 300


def test_a_line_that_has_room_is_left_alone(qapp: QApplication):
    runs = [Run("合同"), Run("第二稿", tells=True)]
    assert fitted(runs, QApplication.font(), 400, QApplication.font()) == runs


def test_icons_follow_a_change_of_the_palette_and_back(qapp: QApplication):
    def ink() -> float:
        image = icon("lock").pixmap(16).toImage()
        found = [image.pixelColor(x, y) for x in range(16) for y in range(16)]
        return min(colour.lightness() for colour in found if colour.alpha() == 255)

    try:
        apply_appearance(qapp, Appearance.LIGHT)
        light = ink()
        apply_appearance(qapp, Appearance.DARK)
        assert ink() > 150 > light
        apply_appearance(qapp, Appearance.LIGHT)
        assert ink() == light
    finally:
        apply_appearance(qapp, Appearance.SYSTEM)
