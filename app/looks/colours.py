"""Colour tokens: window, base, text and accent of the palette, and what is derived from them.

Every text token is readable on the grounds it stands on, at a contrast of WCAG 2.2 level AA (4.5
for text, 3 for signs), whatever the palette: where a palette's own colour is not, it is moved
towards black or white until it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor, QPalette

_TEXT = 4.5
_SIGN = 3.0
_MUTED = 0.72
_Role = QPalette.ColorRole


@dataclass(frozen=True, slots=True)
class BadgeColours:
    """The ground, text and edge of a badge."""

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
    """The colours of a window. ``separator`` and ``faint`` carry no meaning."""

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

    The one of both ends that is further from the grounds is taken; where not even that suffices,
    it is that end.
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
_of_palettes: dict[int, Colours] = {}
"""By the keys of palettes: each cell of a list asks."""


def colours_of(palette: QPalette) -> Colours:
    """Return the colours of a palette, for its active widgets."""
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
    """Return the colours that follow from four of a palette, given as ``#rrggbb``."""
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
    pick = _dark if dark else _light
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


def _light(light: str, _dark: str) -> QColor:
    return QColor(light)


def _dark(_light: str, dark: str) -> QColor:
    return QColor(dark)
