"""HouseStyle: the desktop's style with a few habits of this program; colours, icons, lines.

Text has a contrast of WCAG 2.2 level AA (4.5, signs 3) on all of its grounds: where a palette's
colour has less, it is moved towards black or white.

Icons are from lucide-static 1.62.0 (ISC licence, beside them). QtSvg does not inherit their
``currentColor``, so the colour is put in when an icon is drawn.

Qt centres the box of a line, which is as high as its highest font, so Chinese or emoji fonts move
Latin letters by up to 2 pixels. Here the capitals of the first font are centred, and all letters of
a line share a base line.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile
from typing import NamedTuple, overload

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QAbstractButton,
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

from .i18n import resource

_TEXT = 4.5
_SIGN = 3.0
_MUTED = 0.72
_Role = QPalette.ColorRole


@dataclass(frozen=True, slots=True)
class BadgeColours:
    ground: QColor
    text: QColor
    edge: QColor


@dataclass(frozen=True, slots=True)
class SideColours:
    """Colours of differences: ground of a line, ground of differing words, ink of signs."""

    line: QColor
    word: QColor
    ink: QColor


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a window. ``separator`` and ``faint`` are decorative."""

    dark: bool
    window: QColor
    base: QColor
    alternate: QColor
    text: QColor
    muted: QColor
    disabled: QColor
    accent: QColor
    on_accent: QColor
    selected: QColor
    inactive: QColor
    marked: QColor
    edge: QColor
    separator: QColor
    faint: QColor
    bar: QColor
    track: QColor
    safe: QColor
    star: QColor
    warning: QColor
    warning_ground: QColor
    left: SideColours
    right: SideColours
    moved: SideColours
    density: tuple[QColor, ...]


def luminance(colour: QColor) -> float:
    """Return the relative luminance of a colour (WCAG 2.2), from 0 for black to 1 for white."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours (WCAG 2.2), from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return the colour between two that has ``share`` (0 to 1) of the first."""

    def between(a: float, b: float) -> float:
        return a * share + b * (1 - share)

    return QColor.fromRgbF(
        between(one.redF(), other.redF()),
        between(one.greenF(), other.greenF()),
        between(one.blueF(), other.blueF()),
    )


def readable(colour: QColor, grounds: Iterable[QColor], ratio: float = _TEXT) -> QColor:
    """Return a colour moved towards black or white until it has a contrast on all grounds.

    It moves to the end that is further from the grounds, at most to that end.
    """
    against = list(grounds)
    black, white = QColor(0, 0, 0), QColor(255, 255, 255)
    end = max((black, white), key=lambda one: min(contrast(one, ground) for ground in against))
    for step in range(33):
        found = mixed(end, colour, step / 32)
        if min(contrast(found, ground) for ground in against) >= ratio:
            return found
    return end


_MOST_PALETTES = 256
_of_palettes: dict[int, Colours] = {}  # by cache key: each cell of a list asks


def colours_of(palette: QPalette) -> Colours:
    key = palette.cacheKey()
    found = _of_palettes.get(key)
    if found is None:
        group = QPalette.ColorGroup.Active
        roles = _Role.Window, _Role.Base, _Role.Text, _Role.Accent
        found = colours_of_roles(*(palette.color(group, role).name() for role in roles))
        if len(_of_palettes) >= _MOST_PALETTES:
            _of_palettes.clear()
        _of_palettes[key] = found
    return found


@lru_cache(maxsize=8)
def colours_of_roles(window_name: str, base_name: str, text_name: str, accent_name: str) -> Colours:
    """Return the colours derived from four of a palette, given as ``#rrggbb``."""
    window, base, text, accent = map(QColor, (window_name, base_name, text_name, accent_name))
    dark = luminance(base) < luminance(text)
    accent = readable(accent, (base, window))
    white, ink = QColor("#ffffff"), QColor("#0b1d30")
    lighter = contrast(white, accent) > contrast(ink, accent)
    on_accent = readable(white if lighter else ink, [accent])
    selected = mixed(accent, base, 0.27 if dark else 0.165)
    inactive = mixed(text, base, 0.125 if dark else 0.11)
    red = QColor("#e05555") if dark else QColor("#d64545")
    marked = mixed(red, base, 0.13 if dark else 0.08)
    grounds = base, window, selected, inactive, marked
    text = readable(text, grounds)
    # where text at this share is too faint on a selected row, it is nearer to the text
    muted = readable(mixed(text, base, _MUTED), grounds)

    def pick(light: str, dark_one: str) -> QColor:
        return QColor(dark_one if dark else light)

    return Colours(
        dark=dark,
        window=window,
        base=base,
        alternate=mixed(window, base, 0.5),
        text=text,
        muted=muted,
        disabled=mixed(text, window, 0.53),
        accent=accent,
        on_accent=on_accent,
        selected=selected,
        inactive=inactive,
        marked=marked,
        edge=readable(mixed(text, base, 0.53), (base, window), _SIGN),
        separator=mixed(text, window, 0.17),
        faint=mixed(text, base, 0.12),
        bar=readable(mixed(text, base, 0.64), (base, selected), _SIGN),
        track=mixed(text, base, 0.15),
        safe=readable(pick("#16693d", "#7fd6a4"), (base, window)),
        star=readable(pick("#8a5a00", "#f0c15a"), (base, selected), _SIGN),
        warning=readable(pick("#8f3d0b", "#f0b184"), (base, window)),
        warning_ground=pick("#fcebdc", "#3c2a1d"),
        left=SideColours(*(pick(*one) for one in _LEFT)),
        right=SideColours(*(pick(*one) for one in _RIGHT)),
        moved=SideColours(*(pick(*one) for one in _MOVED)),
        density=tuple(pick(*one) for one in _DENSITY),
    )


_LEFT = ("#fdf1e4", "#35281a"), ("#f8cf9c", "#70481a"), ("#9a4a06", "#f0b476")
_RIGHT = ("#e8f1fc", "#182b40"), ("#b3d4f8", "#20508a"), ("#1b5fae", "#86bdf6")
_MOVED = ("#f2edfa", "#2b2439"), ("#dccdf2", "#4a3a68"), ("#5f3f97", "#c5b0ee")
_DENSITY = (
    ("#e3edf9", "#20354e"),
    ("#b4d0ee", "#27507e"),
    ("#79abdf", "#3470ae"),
    ("#3f80c6", "#4d95dc"),
    ("#1b5aa3", "#86c1fb"),
)


_DESIGNED_FOR = 13  # pixel size of text in the design
EDGE = 8  # pixels inside the window's edge
CELL = 6  # pixels between a cell's edge and its words
TAB = 34  # height of a tab beside text of 13 px: buttons beside it are not cut


def scaled(length: float, font: QFont | None = None) -> int:
    """Return a design length, given for text of 13 px, in pixels for a font."""
    wanted = QApplication.font() if font is None else font
    return max(1, round(length * QFontInfo(wanted).pixelSize() / _DESIGNED_FOR))


def font_like(font: QFont, size: float, *, bold: bool = False) -> QFont:
    """Return a font for text that is ``size`` high where the design's text is 13."""
    found = QFont(font)
    factor = size / _DESIGNED_FOR
    if font.pointSizeF() > 0:
        found.setPointSizeF(font.pointSizeF() * factor)
    else:
        found.setPixelSize(max(1, round(font.pixelSize() * factor)))
    found.setBold(bold)
    return found


def small_font(widget: QWidget | None = None) -> QFont:
    return font_like(QApplication.font() if widget is None else widget.font(), 12)


def row_height(font: QFont | None = None) -> int:
    return scaled(24, font)


_ACTIVE = QPalette.ColorGroup.Active


def has_keyboard(widget: QWidget | None) -> bool:
    return widget is not None and widget.hasFocus()


def is_selected(option: QStyleOptionViewItem) -> bool:
    return bool(option.state & QStyle.StateFlag.State_Selected)


def row_ground(option: QStyleOptionViewItem, colours: Colours, plain: QColor) -> QColor:
    """Return the ground of a row: tinted if selected, grey if the keyboard is elsewhere.

    ``plain`` is that of a row that is not selected.
    """
    if not is_selected(option):
        return plain
    return colours.selected if has_keyboard(option.widget) else colours.inactive


def paint_row_ground(
    painter: QPainter, option: QStyleOptionViewItem, plain: QColor, *, first: bool
) -> None:
    """Paint the ground of a cell, a line below it, and an edge in a row's ``first`` cell.

    The edge shows the keyboard focus.
    """
    colours, cell = colours_of(option.palette), QRectF(option.rect)
    painter.fillRect(cell, row_ground(option, colours, plain))
    painter.fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), colours.faint)
    if first and is_selected(option) and has_keyboard(option.widget):
        edge = QRectF(cell.left(), cell.top(), scaled(3, option.font), cell.height())
        painter.fillRect(edge, colours.accent)


def colour_as_link(button: QAbstractButton) -> None:
    """Give the words of a flat button the colour of links; call again after palette changes.

    Uses the parent's palette, which changes before the button's.
    """
    found = colours_of((button.parentWidget() or button).palette())
    if button.palette().color(_ACTIVE, QPalette.ColorRole.ButtonText) != found.accent:
        own = QPalette()  # sets nothing else, so that all else follows
        own.setColor(QPalette.ColorRole.ButtonText, found.accent)
        own.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText, found.disabled)
        button.setPalette(own)


_Colours = QPalette | Qt.GlobalColor | QColor

# words say it: no green ticks, no red crosses
_ICONS_OF_BUTTONS = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
# a white shadow that makes letters harder to read
_ETCHED_TEXT = QStyle.StyleHint.SH_EtchDisabledText
_MARGIN_OF_TITLES = QStyle.PixelMetric.PM_HeaderMargin
_HEIGHT_OF_TABS = QStyle.PixelMetric.PM_TabBarTabVSpace
_TITLE = QStyle.ControlElement.CE_HeaderLabel
_ARROW = 9  # pixels beside text of 13 px that the sort arrow takes from a title
_ITEM = QStyle.ControlElement.CE_ItemViewItem
_ROW = QStyle.PrimitiveElement.PE_PanelItemViewRow


class HouseStyle(QProxyStyle):
    """The style of the desktop, except for selections, column titles and dialog icons.

    Selected rows are tinted, grey without the keyboard. Titles align with the words of their cells.
    Lists and tabs have a style of their own, and hints are handled only where needed: a style is
    called thousands of times while a window is built.
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
        super().polish(what)
        if isinstance(what, QAbstractItemView | QTabBar):
            what.setStyle(self._inner)


class _InnerStyle(QProxyStyle):
    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
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
        if element is _ROW:
            _tint(option, widget)
        super().drawPrimitive(element, option, painter, widget)


class _WithoutIcons(HouseStyle):
    """For a desktop whose dialog buttons have icons, or whose disabled text has a shadow."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
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


def apply_style(application: QApplication) -> None:
    before = application.style()
    if not isinstance(before, HouseStyle):
        asked = any(before.styleHint(one) for one in (_ICONS_OF_BUTTONS, _ETCHED_TEXT))
        made = _WithoutIcons if asked else HouseStyle
        application.setStyle(made(before.name()))


_STROKE = 'stroke-width="2"'


@cache
def application_icon() -> QIcon:
    return QIcon(str(resource("icons", "variorum.svg")))


@lru_cache(maxsize=128)
def _source(name: str) -> str:
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
    """Return an icon drawn in a colour, ``size`` logical pixels square, cached.

    ``ratio`` is screen pixels per logical pixel. ``filled`` fills its shapes; ``stroke`` is the
    line width where the icon is 24 wide.
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
    size = int(min(place.width(), place.height()))
    ratio = painter.device().devicePixelRatio()
    pixmap = icon_pixmap(name, size, colour, ratio, filled=filled, stroke=stroke)
    centre = place.center()
    # whole pixels of the screen: a line between two of them is grey
    corner = QPointF(centre.x() - size / 2, centre.y() - size / 2)
    painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), pixmap)


class _Engine(QIconEngine):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self,
        size: QSize,
        mode: QIcon.Mode,
        _state: QIcon.State,
        scale: float,
    ) -> QPixmap:
        side = round(min(size.width(), size.height()) / scale)
        return icon_pixmap(self._name, side, _colour(mode), scale)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        paint_icon(painter, self._name, QRectF(rect), _colour(mode))

    def clone(self) -> QIconEngine:
        return _kept(_Engine(self._name))


_engines: list[QIconEngine] = []  # Qt owns the C++ halves, which must not outlive these


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
def icon(name: str) -> QIcon:
    """Return a bundled icon by Lucide's name. Raises ``FileNotFoundError`` for an unknown one."""
    _source(name)
    return QIcon(_kept(_Engine(name)))


_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_ONE_LINE = str.maketrans("\n\r\t\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}", "     ")


class Run(NamedTuple):
    """A piece of a line in one format; ``tells`` marks what differs between rows.

    That is bold, and shortened last.
    """

    text: str
    tells: bool = False


def base_line(place: QRectF, font: QFont) -> float:
    """Return the y of the base line of a line in the vertical middle of a rectangle."""
    return place.center().y() + QFontMetricsF(font).capHeight() / 2


def paint_line(
    painter: QPainter,
    place: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    *,
    right: bool = False,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """Paint one line, shortened to the rectangle; return its width in pixels."""
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text.translate(_ONE_LINE), elide, place.width())
    width = metrics.horizontalAdvance(shown)
    painter.setFont(font)
    painter.setPen(colour)
    left = place.right() - width if right else place.left()
    painter.drawText(QPointF(left, base_line(place, font)), shown)
    return width


def fitted(runs: Sequence[Run], font: QFont, width: float, bold: QFont) -> list[Run]:
    """Shorten runs to a width: first the longest shared run, then those that differ.

    A run is cut in its middle, so that its beginning and its end stay.
    """
    found = [run for run in runs if run.text]

    def widths() -> list[float]:
        return [
            QFontMetricsF(bold if run.tells else font).horizontalAdvance(run.text) for run in found
        ]

    for tells in (False, True):
        while found and sum(taken := widths()) > width:
            places = [at for at, run in enumerate(found) if run.tells is tells]
            wide = [at for at in places if found[at].text != _ELLIPSIS]
            if not wide:
                break
            # of what tells, the end does most
            at = wide[0] if tells else max(wide, key=lambda one: taken[one])
            room = max(0.0, width - (sum(taken) - taken[at]))
            metrics = QFontMetricsF(bold if tells else font)
            least = metrics.horizontalAdvance(_ELLIPSIS)
            text = metrics.elidedText(found[at].text, Qt.TextElideMode.ElideMiddle, room)
            found[at] = Run(text if room > least and text else _ELLIPSIS, tells)
    return found


def paint_runs(
    painter: QPainter,
    place: QRectF,
    runs: Sequence[Run],
    font: QFont,
    colour: QColor,
    shared: QColor | None = None,
) -> None:
    """Paint runs one after the other, shortened as ``fitted`` does.

    ``shared`` is the colour of runs shared by rows; the others are then in ``colour`` and not bold.
    """
    bold = QFont(font)
    bold.setBold(shared is None)
    line, left = base_line(place, font), place.left()
    for run in fitted(
        [Run(one.text.translate(_ONE_LINE), one.tells) for one in runs], font, place.width(), bold
    ):
        used = bold if run.tells else font
        painter.setFont(used)
        painter.setPen(colour if run.tells or shared is None else shared)
        painter.drawText(QPointF(left, line), run.text)
        left += QFontMetricsF(used).horizontalAdvance(run.text)


_PIECES = re.compile(r"\d+|[^\W\d_\u2e80-\U0003ffff]+|.", re.DOTALL)


def pieces_of(name: str) -> list[str]:
    """Split a name into numbers, words, and single Chinese characters.

    >>> pieces_of("note 12合同.md")
    ['note', ' ', '12', '合', '同', '.', 'md']
    """
    return _PIECES.findall(name)


def in_common(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return the lengths of the common beginning and, behind it, the common end.

    >>> in_common("abcd", "abxxd")
    (2, 1)
    """
    first = sum(1 for _ in takewhile(_equal, zip(one, other, strict=False)))
    rest = zip(reversed(one[first:]), reversed(other[first:]), strict=False)
    return first, sum(1 for _ in takewhile(_equal, rest))


def highlighted_difference(one: Sequence[str], other: Sequence[str]) -> tuple[Run, Run, Run]:
    """Return a text as common beginning, difference from another text, and common end."""
    first, last = in_common(one, other)
    end = len(one) - last
    head, middle, tail = ("".join(part) for part in (one[:first], one[first:end], one[end:]))
    return Run(head), Run(middle, tells=True), Run(tail)


def _equal(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]
