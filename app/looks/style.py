"""HouseStyle: the desktop's own style, with the few habits of this program put over it."""

from typing import overload

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTabBar,
    QWidget,
)

from .colours import colours_of
from .ground import has_keyboard
from .measures import CELL, TAB, scaled

_Colours = QPalette | Qt.GlobalColor | QColor

# words say it: no green ticks, no red crosses
_ICONS_OF_BUTTONS = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
# a white shadow that makes letters harder to read
_ETCHED_TEXT = QStyle.StyleHint.SH_EtchDisabledText
_MARGIN_OF_TITLES = QStyle.PixelMetric.PM_HeaderMargin
_HEIGHT_OF_TABS = QStyle.PixelMetric.PM_TabBarTabVSpace
_TITLE = QStyle.ControlElement.CE_HeaderLabel
_ARROW = 9
"""Pixels beside text of 13 px that the arrow of the order takes from a title."""
_ITEM = QStyle.ControlElement.CE_ItemViewItem
_ROW = QStyle.PrimitiveElement.PE_PanelItemViewRow


class HouseStyle(QProxyStyle):
    """Draws as the style that the desktop chose; dialog buttons have no icons.

    What is selected in a list is tinted, and grey where the keyboard is elsewhere: of two lists
    one sees which of them takes the keys, and text and signs stay readable on it.
    The titles of columns begin and end where the words of their cells do.

    A style is asked thousands of times as a window is built. So lists and tabs have one of their
    own, and hints are looked at only where the desktop has other habits.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._inner = _InnerStyle(name)
        self._inner.setParent(self)

    @overload
    def polish(self, what: QApplication, /) -> None: ...
    @overload
    def polish(self, what: QWidget, /) -> None: ...
    @overload
    def polish(self, what: _Colours, /) -> None: ...
    def polish(self, what: QWidget | QApplication | _Colours, /) -> None:
        """Give lists and tabs their own style."""
        super().polish(what)
        if isinstance(what, QAbstractItemView | QTabBar):
            what.setStyle(self._inner)


class _InnerStyle(QProxyStyle):
    """The habits in lists, titles of columns and tabs."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Give titles the margin of cells, and tabs the height of buttons beside them."""
        if (
            metric is _MARGIN_OF_TITLES
            and isinstance(widget, QHeaderView)
            and widget.orientation() is Qt.Orientation.Horizontal
        ):
            return scaled(CELL, widget.font())
        if metric is _HEIGHT_OF_TABS and widget is not None:
            return scaled(TAB, widget.font()) - widget.fontMetrics().height()
        return super().pixelMetric(metric, option, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw a selected cell on its tint, and let a title end before the arrow of its order."""
        if element is _ITEM:
            _tint(option, widget)
        elif (
            element is _TITLE
            and widget is not None
            and isinstance(option, QStyleOptionHeader)
            and option.sortIndicator != QStyleOptionHeader.SortIndicator.None_
        ):
            place = option.rect
            place.setRight(place.right() - scaled(_ARROW, widget.font()))
            option.rect = place
        super().drawControl(element, option, painter, widget)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw what is left of a selected row's cells on their tint, too."""
        if element is _ROW:
            _tint(option, widget)
        super().drawPrimitive(element, option, painter, widget)


class _WithoutIcons(HouseStyle):
    """For a desktop whose dialog buttons have icons, or whose disabled words a shadow."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        """Answer for our habits, and ask the desktop's style for all else."""
        if hint is _ICONS_OF_BUTTONS or hint is _ETCHED_TEXT:
            return 0
        return super().styleHint(hint, option, widget, returned)


def _tint(option: QStyleOption, view: QWidget | None) -> None:
    if isinstance(option, QStyleOptionViewItem) and option.state & QStyle.StateFlag.State_Selected:
        colours = colours_of(option.palette)
        palette = QPalette(option.palette)
        ground = colours.selected if has_keyboard(view) else colours.inactive
        palette.setColor(QPalette.ColorRole.Highlight, ground)
        palette.setColor(QPalette.ColorRole.HighlightedText, colours.text)
        option.palette = palette


def put_on(application: QApplication) -> None:
    """Put our habits over the style of an application, once."""
    before = application.style()
    if not isinstance(before, HouseStyle):
        asked = any(before.styleHint(one) for one in (_ICONS_OF_BUTTONS, _ETCHED_TEXT))
        made = _WithoutIcons if asked else HouseStyle
        application.setStyle(made(before.name()))
