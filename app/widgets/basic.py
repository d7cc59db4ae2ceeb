"""Small widgets that any part of the window uses: buttons, labels, boxes, menus, state pages."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, runtime_checkable

from PySide6.QtCore import QEvent, QLineF, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QIcon,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QSplitter,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ..i18n import chinese_families, resolved, two_to_one_families, without_mnemonic
from ..style import (
    application_icon,
    base_line,
    colours_of,
    font_like,
    icon,
    luminance,
    mixed,
    paint_icon,
    paint_line,
    scaled,
)
from ..wording import ENCODINGS, encoding_title, encodings_by_writing

_HEIGHT, _ICON, _GAP, _MARGIN, _CORNER, _CHEVRON = 30, 16, 6, 8, 5, 22
SIGN = "sign"  # property of an action: the name of its bundled icon


class ToolButton(QToolButton):
    """Shows its action, or its own words; painted alike in all desktop styles.

    Styles paint a menu's arrow over the words. A ``filled`` one has the accent colour, one at a
    time in a window. ``wordless`` leaves the words to the tooltip. With ``MenuButtonPopup`` the
    chevron is a button of its own.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        action: QAction | None = None,
        wordless: bool = False,
    ) -> None:
        super().__init__(parent)
        self._filled = False
        self._wordless = wordless
        self._sign = ""
        self._action = action
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        if action is not None:
            self.setDefaultAction(action)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    @property
    def filled(self) -> bool:
        return self._filled

    @filled.setter
    def filled(self, filled: bool) -> None:
        if filled != self._filled:
            self._filled = filled
            self.update()

    def set_sign(self, sign: str) -> None:
        self._sign = sign
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        if self._wordless:
            return ""
        action = self._action
        return without_mnemonic(self.text() if action is None else action.iconText())

    def _named_sign(self) -> str:
        action = self._action
        return self._sign if action is None else str(action.property(SIGN) or "")

    def _chevron(self) -> int:
        if self.menu() is None or (self._wordless and not self._split()):
            return 0
        return scaled(_CHEVRON, self.font())

    def _split(self) -> bool:
        mode = QToolButton.ToolButtonPopupMode.MenuButtonPopup
        return self.menu() is not None and self.popupMode() == mode

    def sizeHint(self) -> QSize:
        font = self.font()
        wide = 2.0 * scaled(_MARGIN, font)
        if self._named_sign():
            wide += scaled(_ICON, font)
        if self.words():
            wide += QFontMetricsF(font).horizontalAdvance(self.words()) + 1
            wide += scaled(_GAP, font) if self._named_sign() else 0
        height = max(scaled(_HEIGHT, font), self.fontMetrics().height() + scaled(6, font))
        return QSize(round(wide) + self._chevron(), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        ink = self._paint_ground(painter, option)
        font = self.font()
        place = QRectF(self.rect())
        chevron = QRectF(place)
        chevron.setLeft(place.right() - self._chevron())
        place.adjust(scaled(_MARGIN, font), 0, -self._chevron(), 0)
        sign = self._named_sign()
        if sign:
            side = scaled(_ICON, font)
            where = QRectF(place.left(), place.top(), side, place.height())
            paint_icon(painter, sign, where, ink)
            place.setLeft(where.right() + scaled(_GAP, font))
        if self.words():
            paint_line(painter, place, self.words(), font, ink)
        if self._chevron():
            side = scaled(14, font)
            where = QRectF(0, 0, side, side)
            where.moveCenter(chevron.center())
            paint_icon(painter, "chevron-down", where, ink)
            if self._split():
                line = QColor(ink)
                line.setAlphaF(0.35)
                painter.setPen(QPen(line, 1))
                x = round(chevron.left()) + 0.5
                painter.drawLine(QLineF(x, chevron.top() + 7, x, chevron.bottom() - 7))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionToolButton) -> QColor:
        found, flag = colours_of(self.palette()), QStyle.StateFlag
        over = bool(option.state & flag.State_MouseOver) and self.isEnabled()
        down = self.isDown() or bool(option.state & flag.State_Sunken)
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        corner = scaled(_CORNER, self.font())
        ground, ink, edge = None, found.text, None
        if not self.isEnabled():
            ink = found.disabled
        elif self._filled:
            ground, ink = found.accent, found.on_accent
            if over or down:
                ground = mixed(found.text, found.accent, 0.2 if down else 0.1)
        elif self.isChecked() or down:
            ground, edge = found.selected, mixed(found.accent, found.base, 0.5)
        elif over:
            ground = mixed(found.text, found.window, 0.08)
        if ground is not None:
            painter.setBrush(ground)
            painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(edge, 1))
            painter.drawRoundedRect(whole, corner, corner)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink if self._filled else found.accent, 1.5))
            painter.drawRoundedRect(whole.adjusted(1.5, 1.5, -1.5, -1.5), corner - 1, corner - 1)
        return ink


def sign_button(parent: QWidget, sign: str, tip: str) -> QToolButton:
    """Return a flat button with a bundled icon; the tooltip is its name, too."""
    button = QToolButton(parent, autoRaise=True)
    button.setIcon(icon(sign))
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    return button


def give_sign(action: QAction, sign: str) -> None:
    action.setProperty(SIGN, sign)
    action.setIcon(icon(sign))


_TIP = "tip"  # property of an action: its tooltip while enabled


class ActionSet(QObject):
    def _action(
        self,
        text: str,
        tip: str,
        keys: str | QKeySequence.StandardKey | None = None,
        icon: str | None = None,
    ) -> QAction:
        """Make an action; ``keys`` are appended to its tooltip, ``icon`` is Lucide's name."""
        action = QAction(self)
        name_action(action, text)
        action.setToolTip(tip)
        if icon is not None:
            give_sign(action, icon)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
            native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{tip} ({native})")
        action.setProperty(_TIP, action.toolTip())
        return action


def enable(action: QAction, *, on: bool, why_not: str) -> None:
    action.setEnabled(on)
    tip = str(action.property(_TIP) or "")
    said = (tip,) if on else (tip, why_not)
    action.setToolTip("\n".join(filter(None, said)))


def name_action(action: QAction, text: str) -> None:
    """Set the text of an action; on a toolbar without mnemonics such as (&S) in Chinese."""
    action.setText(text)
    action.setIconText(without_mnemonic(text).rstrip("…"))


_ONE_LINE = str.maketrans("\n\r\t", "   ")


class ElidedLabel(QLabel):
    """One line of plain text, elided by ``mode``; ``text()`` is all of it."""

    def __init__(
        self,
        parent: QWidget | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._mode = mode

    def shown(self) -> str:
        line = self.text().translate(_ONE_LINE)
        return self.fontMetrics().elidedText(line, self._mode, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all is painted
        painter = QPainter(self)
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment() | Qt.AlignmentFlag.AlignVCenter),
            self.palette(),
            self.isEnabled(),
            self.shown(),
            self.foregroundRole(),
        )


_Layout = TypeVar("_Layout", bound=QBoxLayout)
_Part = QWidget | QLayout | int


def filled(
    layout: _Layout, *parts: _Part | tuple[_Part, int], spacing: int | None = None
) -> _Layout:
    """Fill a layout: a pair is a part with its stretch, a number is a space in pixels."""
    layout.setContentsMargins(0, 0, 0, 0)
    if spacing is not None:
        layout.setSpacing(spacing)
    for each in parts:
        part, stretch = each if isinstance(each, tuple) else (each, 0)
        if isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)
    return layout


def split(
    parent: QWidget,
    *parts: tuple[QWidget, int, int],
    orientation: Qt.Orientation = Qt.Orientation.Horizontal,
) -> QSplitter:
    splitter = QSplitter(orientation, parent, childrenCollapsible=False)
    for number, (part, stretch, _) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(number, stretch)
    splitter.setSizes([size for _, _, size in parts])
    return splitter


def message_label(parent: QWidget, name: str = "") -> QLabel:
    """Return a label for a sentence in the middle of a page, instead of what is not there."""
    label = QLabel(parent, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setMargin(12)
    label.setAccessibleName(name)
    return label


def opening_size(parent: QWidget | None, width: int, height: int) -> QSize:
    if parent is None:
        return QSize(width, height)
    whole = parent.window().size()
    return QSize(min(width, whole.width()), min(height, whole.height()))


def rule(parent: QWidget) -> QFrame:
    line = QFrame(parent, frameShape=QFrame.Shape.HLine, frameShadow=QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Mid)
    line.setFixedHeight(1)
    return line


_BOX_HEIGHT = 26

if TYPE_CHECKING:

    class _Base(QAbstractSpinBox):  # what both kinds of boxes have
        def setSuffix(self, suffix: str) -> None: ...
        def setPrefix(self, prefix: str) -> None: ...

else:
    _Base = object


class _Fitted(_Base):
    """Fits a spin box to its highest font, also if its unit is Chinese.

    Qt places the line by the height of the first font alone. The fonts of a Chinese unit are higher
    and lift the text by 2 pixels, which a margin above it corrects.
    """

    def setSuffix(self, suffix: str) -> None:
        super().setSuffix(suffix)
        self._fit()

    def setPrefix(self, prefix: str) -> None:
        super().setPrefix(prefix)
        self._fit()

    def setSpecialValueText(self, text: str) -> None:
        super().setSpecialValueText(text)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:
        return self._tall(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._tall(super().minimumSizeHint())

    def _fit(self) -> None:
        layout = QTextLayout(self.text(), self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        above = line.height() - QFontMetricsF(self.font()).height()
        self.lineEdit().setTextMargins(0, round(above / 2) if above > 0.5 else 0, 0, 0)

    def _tall(self, size: QSize) -> QSize:
        height = max(scaled(_BOX_HEIGHT, self.font()), self.fontMetrics().height() + 8)
        return QSize(size.width(), height)


class NumberBox(_Fitted, QSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._fit)


class DecimalBox(_Fitted, QDoubleSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._fit)

    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


class Sign(QWidget):
    """Paints an icon, ``size`` pixels square beside text of 13 px, in a named colour."""

    def __init__(
        self,
        name: str,
        size: float,
        tone: str = "muted",
        parent: QWidget | None = None,
        *,
        filled: bool = False,
    ) -> None:
        super().__init__(parent)
        self._size, self._filled = size, filled
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_sign(name, tone)

    def show_sign(self, name: str, tone: str = "muted") -> None:
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:
        side = scaled(self._size, self.font())
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colour = getattr(colours_of(self.palette()), self._tone)
        if isinstance(colour, QColor):
            paint_icon(QPainter(self), self._name, QRectF(self.rect()), colour, filled=self._filled)


_ICON_SIZE = 72
_TEXT_WIDTH = 520


class StatePage(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action: QAction | None = None
        self._icon = icon = QLabel(self)
        icon.setPixmap(application_icon().pixmap(_ICON_SIZE, _ICON_SIZE))
        icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        middle = Qt.AlignmentFlag.AlignCenter
        self.heading = QLabel(self, alignment=middle, wordWrap=True)
        font = QFont(self.font())
        font.setPointSizeF(self.fontInfo().pointSizeF() * 1.4)  # a font in pixels has no points
        font.setBold(True)
        self.heading.setFont(font)
        plain = Qt.TextFormat.PlainText
        self.text = QLabel(self, alignment=middle, textFormat=plain, wordWrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton(self)
        self._button.clicked.connect(self._trigger)

        column = QWidget(self, maximumWidth=_TEXT_WIDTH)
        self._layout = layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(2)
        layout.addWidget(icon)
        layout.addWidget(self.heading)
        layout.addWidget(self.text)
        layout.addSpacing(8)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(3)
        across = QHBoxLayout(self)
        across.addStretch(1)
        across.addWidget(column, 100)  # as wide as it may be, in the middle
        across.addStretch(1)
        margins = across.contentsMargins()
        self._margins = margins.top() + margins.bottom()

    def show_state(self, heading: str, text: str, action: QAction | None = None) -> None:
        self.heading.setText(heading)
        self.text.setText(text)
        self._action = action
        self._button.setVisible(action is not None)
        if action is not None:
            # letters of menus would meet those of what stands around the page
            self._button.setText(without_mnemonic(action.text()))
            self._button.setIcon(action.icon())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(self.width(), _TEXT_WIDTH)
        words = (one.heightForWidth(width) for one in (self.heading, self.text))
        wanted = sum(words) + _ICON_SIZE + self._button.sizeHint().height()
        beside = 6 * self._layout.spacing() + self._margins
        self._icon.setVisible(self.height() >= wanted + beside)

    @Slot()
    def _trigger(self) -> None:
        if self._action is not None:
            self._action.trigger()


_LIKELY = "utf-8", "gb18030", "big5hkscs", "windows-1252"  # shown first


class ChoiceMenu(QMenu):
    """Offers values by their names; ``chosen`` carries the value that the user picked."""

    chosen = Signal(object)

    def __init__(self, title: str, choices: Iterable[tuple[object, str]], parent: QWidget) -> None:
        super().__init__(title, parent)
        self._group = QActionGroup(self)
        self._values: list[object] = []  # a QAction would store an enum member as plain text
        for value, name in choices:
            self.addAction(self.offer(value, name))
        self._group.triggered.connect(lambda: self.chosen.emit(self.choice()))

    def offer(self, value: object, name: str) -> QAction:
        """Return a menu entry for one more value, for this menu or a submenu."""
        self._values.append(value)
        action = QAction(name, self, checkable=True)
        return self._group.addAction(action)

    def choose(self, value: object) -> None:
        for action, held in zip(self._group.actions(), self._values, strict=True):
            action.setChecked(held == value)

    def choice(self) -> object:
        pairs = zip(self._group.actions(), self._values, strict=True)
        return next((value for action, value in pairs if action.isChecked()), None)

    def action_of(self, value: object) -> QAction:
        """Return the entry of a value. Raises ``ValueError`` for an unknown one."""
        return self._group.actions()[self._values.index(value)]


class EncodingMenu(ChoiceMenu):
    """Offers encodings: the likeliest first, then all by writing system.

    ``chosen`` carries a name, or nothing for automatic detection. The entries are made when first
    needed.
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, [("", self.tr("Recognise automatically"))], parent)
        self._filled = False
        self.aboutToShow.connect(self._fill)

    def choose(self, value: object) -> None:
        if value:
            self._fill()
        super().choose(value)

    def action_of(self, value: object) -> QAction:
        """Return the entry of an encoding. Raises ``ValueError`` for an unknown one."""
        if value:
            self._fill()
        return super().action_of(value)

    @Slot()
    def _fill(self) -> None:
        if self._filled:
            return
        self._filled = True
        entries = {name: self.offer(name, encoding_title(name)) for name in ENCODINGS}
        self.addSeparator()
        self.addActions([entries[name] for name in _LIKELY])
        self.addSeparator()
        for writing, some in encodings_by_writing().items():
            below = self.addMenu(writing)
            below.addActions([entries[name] for name in some])


def difference_font() -> QFont:
    """Return the system's monospaced font, or a better one for texts with Chinese in them.

    Its Chinese characters have the shapes of the window's language.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies([*two_to_one_families()[:1], *resolved(font.families()), *chinese_families()])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    return font


def row_height(font: QFont) -> float:
    layout = QTextLayout("Ág国ィ한", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return max(float(round(line.height() + 0.5)), QFontMetricsF(font).lineSpacing())


def x_in_line(line: QTextLine, position: int) -> float:
    """Return the x of ``QTextLine.cursorToX``, which some versions return with the cursor."""
    found: object = line.cursorToX(position)
    first = found[0] if isinstance(found, tuple) else found
    return float(first) if isinstance(first, int | float) else 0.0


class ViewKey(NamedTuple):
    """Some keys, as ``QKeySequence`` reads them, and their effect, in the current language."""

    keys: tuple[str, ...]
    words: str


@runtime_checkable
class HasViewKeys(Protocol):
    def view_keys(self) -> list[ViewKey]:
        """List them."""


class FactLabel(QLabel):
    """Plain text in the palette's muted colour, wrapped."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font_like(self.font(), 12))
        self._wear()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._wear()

    def _wear(self) -> None:
        muted = colours_of(QApplication.palette()).muted
        palette = self.palette()
        if palette.color(QPalette.ColorRole.WindowText) != muted:
            palette.setColor(QPalette.ColorRole.WindowText, muted)
            self.setPalette(palette)


_PANEL, _DIALOG = 28, 32
_FILLED_ICON, _FILLED_GAP, _FILLED_MARGIN, _FILLED_CORNER = 16, 8, 14, 5
_SIGN = re.compile(r"&(.)")


class FilledButton(QPushButton):
    """A push button in the accent colour while ``filled``; one at a time.

    Otherwise it looks like any other button, of the same size. A ``tall`` one is for dialogs.
    ``sign`` names a bundled icon, empty for none; an unknown one raises ``FileNotFoundError``.
    """

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, sign: str = "", tall: bool = False
    ) -> None:
        super().__init__(text, parent)
        self._filled = True
        self._sign = ""
        self._height = _DIALOG if tall else _PANEL
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.set_sign(sign)

    @property
    def filled(self) -> bool:
        return self._filled

    @filled.setter
    def filled(self, filled: bool) -> None:
        if filled != self._filled:
            self._filled = filled
            self.update()

    def set_sign(self, sign: str) -> None:
        self._sign = sign
        self.setIcon(icon(sign) if sign else QIcon())
        self.setIconSize(QSize(self._side, self._side))

    @property
    def _side(self) -> int:
        return scaled(_FILLED_ICON, self.font())

    def _icon_room(self) -> int:
        return self._side + scaled(_FILLED_GAP, self.font()) if self._sign else 0

    def sizeHint(self) -> QSize:
        font, hint = self.font(), super().sizeHint()
        words = QFontMetricsF(font).horizontalAdvance(_shown(self.text()))
        width = round(words) + self._icon_room() + 2 * scaled(_FILLED_MARGIN, font)
        lines = self.fontMetrics().height() + scaled(6, font)
        return QSize(max(hint.width(), width), max(scaled(self._height, font), lines))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.setIconSize(QSize(self._side, self._side))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._filled:
            super().paintEvent(event)
            return
        found, font = colours_of(self.palette()), self.font()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        if not self.isEnabled():
            ground, ink = mixed(found.text, found.window, 0.1), found.disabled
        else:
            # towards the end that is further from the words, so that their contrast only grows
            end = QColor("black" if luminance(found.on_accent) > 0.5 else "white")
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            share = 0.22 if self.isDown() or self.isChecked() else 0.1 if hovered else 0.0
            ground, ink = mixed(end, found.accent, share), found.on_accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        corner, whole = scaled(_FILLED_CORNER, font), QRectF(self.rect())
        painter.drawRoundedRect(whole, corner, corner)
        if self.hasFocus() and self.isEnabled():
            painter.setPen(QPen(ink, max(1.0, scaled(1, font))))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(whole.adjusted(2.5, 2.5, -2.5, -2.5), corner - 1, corner - 1)
        self._paint_words(painter, whole, ink)

    def _paint_words(self, painter: QPainter, whole: QRectF, ink: QColor) -> None:
        font, text = self.font(), _shown(self.text())
        metrics, icon_room = QFontMetricsF(font), self._icon_room()
        margin = scaled(_FILLED_MARGIN, font) / 2
        room = whole.width() - icon_room - 2 * margin
        width = min(metrics.horizontalAdvance(text), room)
        left = round(whole.center().x() - (width + icon_room) / 2)
        if self._sign:
            side = self._side
            place = QRectF(left, whole.top(), side, whole.height())
            paint_icon(painter, self._sign, place, ink)
        place = QRectF(left + icon_room, whole.top(), width + 1, whole.height())
        paint_line(painter, place, text, font, ink)
        at = _SIGN.search(self.text().replace("&&", "  "))
        hint = QStyle.StyleHint.SH_UnderlineShortcut
        if at is not None and self.style().styleHint(hint, None, self):
            before = metrics.horizontalAdvance(_shown(self.text()[: at.start()]))
            letter = metrics.horizontalAdvance(at.group(1))
            line = base_line(place, font) + metrics.underlinePos()
            painter.setPen(QPen(ink, metrics.lineWidth()))
            painter.drawLine(
                QLineF(place.left() + before, line, place.left() + before + letter, line)
            )


def _shown(text: str) -> str:
    return _SIGN.sub(r"\1", text)
