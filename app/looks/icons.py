"""Lucide's icons, one set for all desktops, in the colours of the palette of the moment.

The files are copies of those of lucide-static 1.62.0 (ISC licence, beside them). Their one stroke
has the colour ``currentColor``, which QtSvg does not inherit: it is put in when an icon is drawn.
"""

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from ..language.resources import resource
from .colours import colours_of

_STROKE = 'stroke-width="2"'


@cache
def application_icon() -> QIcon:
    """Return the program's own icon."""
    return QIcon(str(resource("icons", "variorum.svg")))


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    """Return the file of an icon; raises ``FileNotFoundError`` for one that is not bundled."""
    return resource("icons", "lucide", f"{name}.svg").read_text("utf-8")


def icon_pixmap(
    name: str,
    size: int,
    colour: QColor,
    ratio: float = 1.0,
    *,
    filled: bool = False,
    stroke: float = 2.0,
) -> QPixmap:
    """Return an icon drawn in a colour, ``size`` logical pixels square; drawn once and kept.

    ``ratio`` is that of the screen's pixels to logical ones. ``filled`` fills its shapes, too;
    ``stroke`` is the width of its lines where the icon is 24 wide.
    """
    key = f"lucide {name} {size} {ratio} {colour.rgba()} {filled} {stroke}"
    pixmap = QPixmap()
    if QPixmapCache.find(key, pixmap):
        return pixmap
    colour_name = colour.name()
    source = _source(name).replace("currentColor", colour_name)
    source = source.replace(_STROKE, f'stroke-width="{stroke}"')
    if filled:
        source = source.replace('fill="none"', f'fill="{colour_name}"')
    pixels = max(1, round(size * ratio))
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(colour.alphaF())
    QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, pixmap)
    return pixmap


def paint_icon(
    painter: QPainter,
    name: str,
    place: QRectF,
    colour: QColor,
    *,
    filled: bool = False,
    stroke: float = 2.0,
) -> None:
    """Paint an icon in the middle of a rectangle, as large as fits."""
    size = int(min(place.width(), place.height()))
    ratio = painter.device().devicePixelRatio()
    pixmap = icon_pixmap(name, size, colour, ratio, filled=filled, stroke=stroke)
    centre = place.center()
    # whole pixels of the screen: a line between two of them is grey
    corner = QPointF(centre.x() - size / 2, centre.y() - size / 2)
    painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), pixmap)


class _Engine(QIconEngine):
    """Draws an icon in the application's palette of the moment: it follows live changes."""

    def __init__(self, name: str, *, filled: bool) -> None:
        super().__init__()
        self._name = name
        self._filled = filled

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon for a device of one pixel for each logical one."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self,
        size: QSize,
        mode: QIcon.Mode,
        _state: QIcon.State,
        scale: float,
    ) -> QPixmap:
        """Return the icon; ``size`` is in pixels of the device."""
        side = round(min(size.width(), size.height()) / scale)
        return icon_pixmap(self._name, side, _colour(mode), scale, filled=self._filled)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        """Paint the icon."""
        paint_icon(painter, self._name, QRectF(rect), _colour(mode), filled=self._filled)

    def clone(self) -> QIconEngine:
        """Return an engine of the same icon."""
        return _kept(_Engine(self._name, filled=self._filled))


_engines: list[QIconEngine] = []
"""The Python halves of the engines: Qt owns the other halves, and must not outlive these."""


def _kept(engine: _Engine) -> _Engine:
    _engines.append(engine)
    return engine


def _colour(mode: QIcon.Mode) -> QColor:
    palette = QApplication.palette()
    if mode is QIcon.Mode.Disabled:
        return colours_of(palette).disabled
    if mode is QIcon.Mode.Selected:
        return palette.color(QPalette.ColorRole.HighlightedText)
    return colours_of(palette).text


@lru_cache(maxsize=128)
def icon(name: str, *, filled: bool = False) -> QIcon:
    """Return one of the bundled icons by Lucide's name, for buttons and menus.

    Raises ``FileNotFoundError`` for one that is not bundled.
    """
    _source(name)
    return QIcon(_kept(_Engine(name, filled=filled)))
