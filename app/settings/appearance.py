"""Light, dark, or the system's appearance; Qt's own palettes, no painted theme."""

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


class Appearance(StrEnum):
    """A choice of the person."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_SCHEMES = {
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
}


def is_dark(palette: QPalette) -> bool:
    """Return whether a palette has light text on a dark background."""
    return palette.color(QPalette.ColorRole.Base).lightness() < (
        palette.color(QPalette.ColorRole.Text).lightness()
    )


def wear(application: QApplication, choice: Appearance) -> None:
    """Show every window, present and future, in this appearance.

    Qt asks the platform. Where the desktop has no theme that could answer (plain X11, for
    instance), Qt leaves everything as it is: there the palette is set that Qt's own style
    (Fusion) has for the scheme.
    """
    hints = application.styleHints()
    application.setPalette(QPalette())
    if choice is Appearance.SYSTEM:
        hints.unsetColorScheme()
        return
    hints.setColorScheme(_SCHEMES[choice])
    wanted = choice is Appearance.DARK
    if is_dark(application.palette()) is not wanted:
        application.setPalette(_dark_palette() if wanted else _light_palette())


def _dark_palette() -> QPalette:
    return _palette(
        QColor(50, 50, 50), QColor(36, 36, 36), Qt.GlobalColor.white, QColor(130, 130, 130)
    )


def _light_palette() -> QPalette:
    white, black = Qt.GlobalColor.white, Qt.GlobalColor.black
    return _palette(QColor(239, 239, 239), QColor(white), black, QColor(160, 160, 160))


def _palette(window: QColor, base: QColor, text: Qt.GlobalColor, disabled: QColor) -> QPalette:
    """Make a palette as Fusion's ``standardPalette`` does, of these colours."""
    palette = QPalette(window, window)
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    accent = QColor(36, 118, 180)  # white text can be read on it
    dark = base.lightness() < 128
    for one, colour in (
        (role.Base, base),
        (role.AlternateBase, window.darker(115) if dark else QColor(247, 247, 247)),
        (role.ToolTipBase, window if dark else QColor(255, 255, 220)),
        (role.Highlight, accent),
        (role.Accent, accent),
        (role.Link, accent.lighter(140) if dark else accent.darker(120)),
        (role.LinkVisited, QColor(170, 140, 220) if dark else QColor(110, 70, 160)),
        (role.HighlightedText, QColor(Qt.GlobalColor.white)),
    ):
        palette.setColor(one, colour)
    for one in (role.Text, role.WindowText, role.ButtonText, role.ToolTipText, role.BrightText):
        palette.setColor(one, QColor(text))
        palette.setColor(group.Disabled, one, disabled)
    placeholder = QColor(text)
    placeholder.setAlpha(128)
    palette.setColor(role.PlaceholderText, placeholder)
    palette.setColor(group.Disabled, role.Highlight, window.darker(120) if not dark else disabled)
    return palette
