"""Light, dark, or the system's appearance; Qt's own palettes, no painted theme."""

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle

from ..looks.colours import colours_of, colours_of_roles


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


def running() -> QApplication:
    """Return the application of this process, which there is where there are windows."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)  # noqa: S101 - see above
    return application


def wear(application: QApplication, choice: Appearance) -> None:
    """Show every window, present and future, in this appearance.

    Qt asks the platform. A desktop without a theme that could answer (plain X11, for instance)
    leaves everything to Qt's own style (Fusion), whose greys are those of no desktop: there a
    palette of ours is set, in the scheme that was chosen or that Qt found.
    """
    hints = application.styleHints()
    application.setPalette(QPalette())
    if choice is Appearance.SYSTEM:
        hints.unsetColorScheme()
        wanted = is_dark(application.palette())
    else:
        hints.setColorScheme(_SCHEMES[choice])
        wanted = choice is Appearance.DARK
    if is_dark(application.palette()) is not wanted or _is_fusions(application):
        application.setPalette(_dark_palette() if wanted else _light_palette())
    if _style_of(application).name().casefold() == "fusion":
        _give_edges(application)


def _give_edges(application: QApplication) -> None:
    """Let one see where fields end: Fusion draws their edges in a shade of the window alone.

    On a dark ground that shade is nearly the ground's. The role is used for nothing else in them.
    """
    palette = application.palette()
    edge = colours_of(palette).edge
    # Fusion takes QColor.darker(140) of what it is told, and QColor.lighter(110) of that for a box
    for shade, kinds in (
        (140, ("QLineEdit", "QAbstractSpinBox", "QComboBox")),
        (127, ("QCheckBox",)),
    ):
        palette.setColor(QPalette.ColorRole.Window, edge.lighter(shade))
        for kind in kinds:
            application.setPalette(palette, kind)  # type: ignore[arg-type]  # it takes no bytes


def _style_of(application: QApplication) -> QStyle:
    style = application.style()
    return style.baseStyle() if isinstance(style, QProxyStyle) else style


def _is_fusions(application: QApplication) -> bool:
    """Return whether the colours are those of Qt's own style, since the desktop has none."""
    style, palette = _style_of(application), application.palette()
    if style.name().casefold() != "fusion":
        return False
    own, role = style.standardPalette(), QPalette.ColorRole
    return all(
        palette.color(one) == own.color(one)
        for one in (role.Window, role.Base, role.Text, role.Highlight)
    )


def _dark_palette() -> QPalette:
    return _palette("#25282c", "#1b1e21", "#dfe3e8", "#6cb1f5", "#0b1d30", "#868f99")


def _light_palette() -> QPalette:
    return _palette("#f2f3f5", "#ffffff", "#1c2126", "#1b66b8", "#ffffff", "#767f89")


def _palette(
    window: str, base: str, text: str, accent: str, on_accent: str, disabled: str
) -> QPalette:
    """Make a palette of these colours, with the shades that Qt derives from the window's."""
    palette = QPalette(QColor(window), QColor(window))
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    colour = colours_of_roles(window, base, text, accent)
    for one, wanted in (
        (role.Base, colour.base),
        (role.AlternateBase, colour.alternate),
        (role.ToolTipBase, colour.base),
        (role.Highlight, colour.accent),
        (role.Accent, colour.accent),
        (role.Link, colour.accent),
        (role.LinkVisited, colour.moved.ink),
        (role.HighlightedText, QColor(on_accent)),
        (role.PlaceholderText, colour.muted),
    ):
        palette.setColor(one, wanted)
    for one in (role.Text, role.WindowText, role.ButtonText, role.ToolTipText, role.BrightText):
        palette.setColor(one, QColor(text))
        palette.setColor(group.Disabled, one, QColor(disabled))
    palette.setColor(group.Disabled, role.Highlight, colour.inactive)
    palette.setColor(group.Disabled, role.Accent, colour.inactive)
    return palette
