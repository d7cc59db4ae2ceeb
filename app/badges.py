"""Badges of kinds: a sign, a word, and colours that differ; and bars of similarity.

``LOOKS`` is the one list of kinds for strip, order, filter and dialogs: a new kind is one entry.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simcore.model.reasons import Doubt
from simcore.model.records import Kind, OnlyIn
from simcore.model.report import TRUE_COPIES

from .style import BadgeColours, Colours, colours_of, font_like, paint_icon, paint_line, scaled

translate = QCoreApplication.translate  # the name lupdate looks for


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLook:
    """The look and the names of a kind.

    ``word`` names one document of the kind, ``many`` several if another word does. ``light`` and
    ``dark`` are ground, text and edge. A ``rare`` kind has a tile only if there is one of it.
    """

    sign: str
    word: Callable[[], str]
    light: tuple[str, str, str]
    dark: tuple[str, str, str]
    many: Callable[[], str] | None = None
    rare: bool = False

    def tile(self) -> str:
        return (self.many or self.word)()


LOOKS: dict[Kind, KindLook] = {
    Kind.IDENTICAL: KindLook(
        sign="equal",
        word=lambda: translate("kinds", "Identical"),
        light=("#1a7445", "#ffffff", "#1a7445"),
        dark=("#4fbf83", "#06170e", "#4fbf83"),
    ),
    Kind.SAME_TEXT: KindLook(
        sign="text-align-justify",
        word=lambda: translate("kinds", "Same text"),
        light=("#dff2e6", "#145c36", "#7fbf9a"),
        dark=("#1e3a2b", "#94e0b5", "#3f7d5c"),
    ),
    Kind.SAME_WORDS: KindLook(
        sign="files",
        word=lambda: translate("kinds", "Same words"),
        light=("#eaf1f2", "#2b5560", "#8fb0b8"),
        dark=("#24363b", "#a8ccd4", "#4d6f78"),
    ),
    Kind.SIMILAR: KindLook(
        sign="equal-approximately",
        word=lambda: translate("kinds", "Similar"),
        light=("#e3edf9", "#1b4f8a", "#9cbfe6"),
        dark=("#20354e", "#a9cff8", "#44699a"),
    ),
    Kind.EARLIER_VERSION: KindLook(
        sign="history",
        word=lambda: translate("kinds", "Earlier version"),
        many=lambda: translate("kinds", "Earlier versions"),
        light=("#e9f0fb", "#2f4a7a", "#a9bde0"),
        dark=("#232f45", "#b9cdf2", "#4f6488"),
        rare=True,
    ),
    Kind.PART: KindLook(
        sign="puzzle",
        word=lambda: translate("kinds", "Part"),
        many=lambda: translate("kinds", "Parts"),
        light=("#efe8f9", "#583690", "#c3aee4"),
        dark=("#34294b", "#cfbaf4", "#66529a"),
    ),
    Kind.LINKED: KindLook(
        sign="link-2",
        word=lambda: translate("kinds", "Linked"),
        light=("#f0f1f3", "#4a525b", "#9aa3ad"),
        dark=("#33383d", "#c3cad1", "#6f7983"),
        rare=True,
    ),
    Kind.SAME_FORM: KindLook(
        sign="layout-template",
        word=lambda: translate("kinds", "Same form"),
        light=("#fbf3e4", "#6e4a12", "#d9bd88"),
        dark=("#3a301f", "#e8cd9a", "#7d6a43"),
        rare=True,
    ),
    Kind.BOILERPLATE: KindLook(
        sign="panel-bottom",
        word=lambda: translate("kinds", "Boilerplate"),
        light=("#f5f0ec", "#5c4a3d", "#bfae9f"),
        dark=("#36302b", "#d6c6b8", "#77695d"),
        rare=True,
    ),
}


class _OfKind(Protocol):
    @property
    def kind(self) -> Kind: ...
    @property
    def numbers_only(self) -> bool: ...


def badge_text(one: _OfKind, only_in: OnlyIn | None = None) -> str:
    if one.numbers_only:
        return _numbers_only()
    return LOOKS[one.kind].word() if only_in is None else _only(only_in)


def badge_words() -> list[str]:
    words = [*(look.word() for look in LOOKS.values()), _numbers_only()]
    return [*words, *map(_only, OnlyIn), *map(doubt_text, Doubt)]


def doubt_text(doubt: Doubt) -> str:
    """Return the text of a badge that asks to look at a document before it goes."""
    words = {
        Doubt.NEWER: translate("kinds", "Newer by date"),
        Doubt.HIGHER: translate("kinds", "Higher version"),
    }
    return words[doubt]


def _only(only_in: OnlyIn) -> str:
    words = {
        OnlyIn.LOOK: translate("kinds", "Capitals or layout"),
        OnlyIn.SPACES: translate("kinds", "Spaces only"),
        OnlyIn.PUNCTUATION: translate("kinds", "Punctuation only"),
        OnlyIn.ACCENTS: translate("kinds", "Accents only"),
        OnlyIn.BOTH: translate("kinds", "Signs and accents"),
    }
    return words[only_in]


def _numbers_only() -> str:
    return translate("kinds", "Numbers only")


SAFE = frozenset(TRUE_COPIES)


def badge_colours(look: KindLook, palette: QPalette) -> BadgeColours:
    return BadgeColours(*map(QColor, look.dark if colours_of(palette).dark else look.light))


def badge_width(text: str, font: QFont) -> int:
    """Return the width of a badge with a sign and a text, in pixels; ``font`` is the row's."""
    metrics = QFontMetricsF(font_like(font, 12))
    return round(metrics.horizontalAdvance(text)) + scaled(12 + 4 + 2 * 6, font) + 2


def paint_badge(
    painter: QPainter, place: QRectF, text: str, look: KindLook, palette: QPalette, font: QFont
) -> QRectF:
    found = badge_colours(look, palette)
    height = min(place.height(), scaled(20, font))
    width = min(place.width(), badge_width(text, font))
    box = QRectF(place.left(), round(place.center().y() - height / 2), width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(found.edge, 1))
    painter.setBrush(found.ground)
    corner = scaled(4, font)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner)
    side, margin = scaled(12, font), scaled(6, font)
    sign = QRectF(box.left() + margin, box.top(), side, box.height())
    paint_icon(painter, look.sign, sign, found.text, stroke=2.4)
    words = box.adjusted(margin + side + scaled(4, font), 0, -margin + 2, 0)
    paint_line(painter, words, text, font_like(font, 12), found.text)
    painter.restore()
    return box


def paint_bar(
    painter: QPainter, place: QRectF, share: float, palette: QPalette, font: QFont
) -> None:
    """Paint a bar of ``share`` (0 to 1) over the width of a rectangle, vertically centred."""
    found = colours_of(palette)
    height = scaled(6, font)
    track = QRectF(place.left(), round(place.center().y() - height / 2), place.width(), height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(found.track)
    painter.drawRoundedRect(track, height / 2, height / 2)
    painter.setBrush(found.bar)
    filled = QRectF(track)
    filled.setWidth(max(height, track.width() * min(max(share, 0.0), 1.0)))
    painter.drawRoundedRect(filled, height / 2, height / 2)
    painter.restore()


class KindBadge(QWidget):
    def __init__(self, kind: Kind, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_kind(kind)

    def show_kind(self, kind: Kind, text: str = "") -> None:
        """Show a kind by a text, by its own word if there is none."""
        self._look = LOOKS[kind]
        self._text = text or self._look.word()
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(badge_width(self._text, self.font()), scaled(20, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_badge(
            painter, QRectF(self.rect()), self._text, self._look, self.palette(), self.font()
        )


def outlined_width(text: str, font: QFont) -> int:
    """Return the width of an outlined badge (a format, an encoding), in pixels."""
    metrics = QFontMetricsF(font_like(font, 11))
    return round(metrics.horizontalAdvance(text)) + 2 * scaled(4, font) + 2


def paint_outlined(
    painter: QPainter, place: QRectF, text: str, palette: QPalette, font: QFont
) -> QRectF:
    """Paint a text in a thin frame at the right of a rectangle; return its box."""
    found = colours_of(palette)
    height = min(place.height(), scaled(16, font))
    width = min(place.width(), outlined_width(text, font))
    box = QRectF(place.right() - width, round(place.center().y() - height / 2), width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(found.separator, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    inside = box.adjusted(scaled(4, font), 0, -scaled(4, font) + 2, 0)
    paint_line(painter, inside, text, font_like(font, 11), found.muted)
    painter.restore()
    return box


def paint_tick_box(painter: QPainter, box: QRectF, colours: Colours, *, on: bool) -> None:
    """Paint a box with or without its tick; its edge shows on light and dark grounds."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colours.accent if on else colours.edge, 1))
    painter.setBrush(colours.accent if on else colours.base)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if on:
        inside = box.adjusted(1, 1, -1, -1)
        paint_icon(painter, "check", inside, colours.on_accent, stroke=3.0)
    painter.restore()
