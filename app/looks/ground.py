"""What a palette alone does not give: the ground of rows in lists, and the colour of links."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QAbstractButton, QStyle, QStyleOptionViewItem, QWidget

from .colours import Colours, colours_of
from .measures import scaled

_ACTIVE = QPalette.ColorGroup.Active


def has_keyboard(widget: QWidget | None) -> bool:
    """Return whether keys go to a widget."""
    return widget is not None and widget.hasFocus()


def is_selected(option: QStyleOptionViewItem) -> bool:
    """Return whether a cell is in a row that is selected."""
    return bool(option.state & QStyle.StateFlag.State_Selected)


def row_ground(option: QStyleOptionViewItem, colours: Colours, plain: QColor) -> QColor:
    """Return the ground of a row: tinted where selected, grey where the keyboard is elsewhere.

    ``plain`` is that of a row that is not selected.
    """
    if not is_selected(option):
        return plain
    return colours.selected if has_keyboard(option.widget) else colours.inactive


def paint_row_ground(
    painter: QPainter, option: QStyleOptionViewItem, plain: QColor, *, first: bool
) -> None:
    """Paint the ground of a cell, a line below it, and in a row's ``first`` cell an edge.

    The edge is where the keyboard is. ``plain`` is the ground of a row that is not selected.
    """
    colours, cell = colours_of(option.palette), QRectF(option.rect)
    painter.fillRect(cell, row_ground(option, colours, plain))
    painter.fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), colours.faint)
    if first and is_selected(option) and has_keyboard(option.widget):
        edge = QRectF(cell.left(), cell.top(), scaled(3, option.font), cell.height())
        painter.fillRect(edge, colours.accent)


def colour_as_link(button: QAbstractButton) -> None:
    """Give the words of a flat button the colour of links; again after the palette changed.

    By the palette of what it stands on, which is told of another one before the button is.
    """
    found = colours_of((button.parentWidget() or button).palette())
    if button.palette().color(_ACTIVE, QPalette.ColorRole.ButtonText) != found.accent:
        own = QPalette()  # sets nothing else, so that all else follows
        own.setColor(QPalette.ColorRole.ButtonText, found.accent)
        own.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText, found.disabled)
        button.setPalette(own)
