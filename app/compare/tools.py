"""The row of tools beside the tabs: going from difference to difference, options, search."""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QTabWidget,
    QWidget,
)

from simcore.diff.align import Sheet
from simcore.diff.matching import Ignored, Span, in_utf16

from ..i18n import without_mnemonic
from ..style import EDGE, colours_of, scaled
from ..widgets.basic import (
    SIGN,
    ChoiceMenu,
    ElidedLabel,
    ToolButton,
    ViewKey,
    enable,
    filled,
    give_sign,
)
from ..wording import plural
from .panes import DifferencePane
from .roll import CONTEXT, DifferenceRoll, TextPosition


class _Counter(ElidedLabel):
    """Shows its text, or two numbers alone if there is no room for more."""

    short = ""

    def shown(self) -> str:
        width = self.fontMetrics().horizontalAdvance(self.text())
        return self.text() if width <= self.contentsRect().width() else self.short

    def minimumSizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.short)
        return QSize(width + 2, super().minimumSizeHint().height())


class DifferenceNavigation(QWidget):
    """Holds the differences as ranges of blocks, and the current one.

    ``index`` is -1 if there is none. ``moved`` carries the range to go to when a person asked for
    the next or previous one.
    """

    moved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differences: list[range] = []
        self._compared = self._reordered = False
        self.index = -1
        self.previous_action = self._action(
            self.tr("&Previous difference"), self.tr("Previous"), "Alt+Up"
        )
        self.previous_action.triggered.connect(self.go_back)
        self.next_action = self._action(self.tr("Nex&t difference"), self.tr("Next"), "Alt+Down")
        self.next_action.triggered.connect(self.go_on)
        self.counter = _Counter(self)
        self.counter.setAccessibleName(self.tr("Current difference"))
        give_sign(self.previous_action, "arrow-up")
        give_sign(self.next_action, "arrow-down")
        back = ToolButton(self, action=self.previous_action, wordless=True)
        on = ToolButton(self, action=self.next_action, wordless=True)
        for button in (back, on):
            button.setAccessibleName(without_mnemonic(button.defaultAction().text()))
        filled(QHBoxLayout(self), self.counter, 4, back, on, spacing=2)
        self.set_differences(None)

    @property
    def count(self) -> int:
        return len(self._differences)

    @property
    def current(self) -> range | None:
        return self._differences[self.index] if self.index >= 0 else None

    def set_differences(
        self, differences: Sequence[range] | None, *, reordered: bool = False
    ) -> None:
        """Set the differences, ascending; none is current yet. None: no texts are compared."""
        self._compared = differences is not None
        self._differences, self._reordered = list(differences or ()), reordered
        self.index = -1
        self._tell()

    def go_to(self, index: int) -> None:
        if 0 <= index < len(self._differences):
            self.index = index
            self._tell()
            self.moved.emit(self._differences[index])

    @Slot()
    def go_on(self) -> None:
        self.go_to(self.index + 1)

    @Slot()
    def go_back(self) -> None:
        self.go_to(self.index - 1)

    def take(self, block: int) -> range | None:
        index = bisect_right(self._differences, block, key=lambda blocks: blocks.start) - 1
        if index < 0 or block not in self._differences[index]:
            return None
        self.index = index
        self._tell()
        return self._differences[index]

    def _tell(self) -> None:
        count = len(self._differences)
        self.next_action.setEnabled(self.index + 1 < count)
        self.previous_action.setEnabled(self.index > 0)
        numbers = self.locale().toString(self.index + 1), self.locale().toString(count)
        self.counter.short = self.tr("{0}/{1}").format(*numbers) if self._compared else ""
        self.counter.setText(self._words(count))
        self.counter.setToolTip(self.counter.text())

    def _words(self, count: int) -> str:
        if not self._compared:
            return ""
        if not count:
            return self.tr("No differences")
        if self.index < 0:
            return plural(count, self.tr("1 difference"), self.tr("{0} differences"))
        numbers = self.locale().toString(self.index + 1), self.locale().toString(count)
        words = self.tr("Difference {0} of {1}").format(*numbers)
        return self.tr("{0}, in another order").format(words) if self._reordered else words

    def _action(self, text: str, short: str, keys: str) -> QAction:
        action = QAction(text, self, iconText=short, shortcut=QKeySequence(keys))
        native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{text.replace('&', '')} ({native})")
        return action


CONTEXTS = (0, 1, 3, 5, 10, 25)

_UNSEEN = {"line_ends", "composition"}
"""Ignored by default, since a reader does not see it."""


class DifferenceOptions(QObject):
    """The actions of the differences, and the menus that list them.

    The owner carries out ``texts``, which shows and hides them, and ``preview``, which shows the
    chosen document alone. ``ignoring_changed`` carries an ``Ignored``, ``ignoring_told`` the words
    for it, ``context_changed`` a number of lines.
    """

    ignoring_changed = Signal(object)
    ignoring_told = Signal(str)
    context_changed = Signal(object)

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        words = {
            "white_space": self.tr("White space"),
            "case": self.tr("Upper and lower case"),
            "punctuation": self.tr("Punctuation"),
            "width": self.tr("Full and half width"),
            "traditional": self.tr("Traditional and simplified Chinese"),
            "line_ends": self.tr("Line ends"),
            "composition": self.tr("Accents: one with their letters or not"),
        }
        self.ignored = {
            field.name: self._action(words[field.name], name=f"ignore_{field.name}")
            for field in fields(Ignored)
        }
        for name, action in self.ignored.items():
            action.setChecked(name in _UNSEEN)
            action.toggled.connect(self._tell_ignoring)
        self.fold = self._action(self.tr("&Fold equal lines"), "Ctrl+Shift+E", name="fold")
        self.wrap = self._action(self.tr("&Wrap lines"), "Ctrl+Shift+W", name="wrap")
        self.wrap.setChecked(True)
        self.unified = self._action(self.tr("One &below the other"), "Ctrl+Shift+B", name="unified")
        self.swap = self._action(self.tr("&Swap sides"), "Ctrl+Shift+X")
        self.find = self._action(self.tr("F&ind in the texts…"), "Ctrl+G")
        self.find_next = self._action(self.tr("Find &next"), "F3")
        self.find_previous = self._action(self.tr("Find p&revious"), "Shift+F3")
        for action in (self.find_next, self.find_previous):
            # the keys may mean something else elsewhere
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.moved = self._action(self.tr("Other place of &moved text"), "Ctrl+J")
        self.html = self._action(self.tr("Save as &HTML…"))
        self.patch = self._action(self.tr("Save as a p&atch…"))
        contexts = [(lines, view.locale().toString(lines)) for lines in CONTEXTS]
        self.contexts = ChoiceMenu(self.tr("Lines around differences"), contexts, view)
        self.contexts.choose(CONTEXT)
        self.contexts.chosen.connect(self.context_changed)
        self.texts = self._action(self.tr("Show the te&xts"), name="texts")
        self.texts.setChecked(True)
        self.preview = self._action(self.tr("Preview of one doc&ument"), "Ctrl+Shift+Space")
        self.ignore_menu = QMenu(self._view)
        self.ignore_menu.addActions(list(self.ignored.values()))
        for action, sign in (
            (self.wrap, "wrap-text"),
            (self.fold, "fold-vertical"),
            (self.unified, "rows-2"),
            (self.swap, "arrow-left-right"),
        ):
            give_sign(action, sign)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{without_mnemonic(action.text())} ({keys})")

    def actions(self) -> list[QAction]:
        listed = [self.find, self.find_next, self.find_previous, self.fold, self.wrap]
        return [*listed, self.unified, self.swap, self.moved, self.preview]

    def offer_saving(self, *, on: bool) -> None:
        for action in (self.html, self.patch):
            enable(action, on=on, why_not=self.tr("No two texts are compared"))

    def ignoring(self) -> Ignored:
        return Ignored(**{name: action.isChecked() for name, action in self.ignored.items()})

    def _action(self, text: str, keys: str = "", *, name: str = "") -> QAction:
        """Make an action; one with a name can be checked and is remembered, see ``Settings``."""
        action = QAction(text, self._view, checkable=bool(name))
        action.setObjectName(name)
        if keys:
            action.setShortcut(QKeySequence(keys))
        return action

    @Slot()
    def _tell_ignoring(self) -> None:
        self.ignoring_told.emit(self.ignore_words())
        self.ignoring_changed.emit(self.ignoring())

    def ignore_words(self) -> str:
        count = sum(self.ignored[name].isChecked() for name in self.ignored.keys() - _UNSEEN)
        return self.tr("Ignore ({0})").format(count) if count else self.tr("Ignore")


class _Rule(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(scaled(9, self.font()), scaled(20, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = colours_of(self.palette()).separator
        painter.fillRect(self.width() // 2, 0, 1, self.height(), colour)


class DifferenceTools(QWidget):
    """Navigation, wrap, fold, unified, swap, ignore; then what closes the texts."""

    def __init__(
        self,
        navigation: DifferenceNavigation,
        options: DifferenceOptions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        shown = (options.wrap, options.fold, options.unified, options.swap)
        self.buttons = [ToolButton(self, action=one, wordless=True) for one in shown]
        for button, action in zip(self.buttons, shown, strict=True):
            button.setAccessibleName(without_mnemonic(action.text()))
        fold = self.buttons[1]
        fold.setMenu(options.contexts)
        fold.setPopupMode(ToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.ignore_button = ToolButton(self)
        self.ignore_button.setMenu(options.ignore_menu)
        self.ignore_button.setPopupMode(ToolButton.ToolButtonPopupMode.InstantPopup)
        options.ignoring_told.connect(self._tell_ignoring)
        self._tell_ignoring(options.ignore_words())
        rules = _Rule(self), _Rule(self)
        of_pair = navigation, rules[0], *self.buttons, self.ignore_button, rules[1]
        self._of_differences: list[QWidget] = [*of_pair]
        self._alone = [self.buttons[0]]  # the tools for one document
        self._outside: ToolButton | None = None
        self.close_button = ToolButton(self, wordless=True)
        self.close_button.set_sign("x")
        words = self.tr("Hide the texts")
        self.close_button.setToolTip(words)
        self.close_button.setAccessibleName(words)
        self.close_button.clicked.connect(options.texts.toggle)
        self._row = filled(QHBoxLayout(self), *of_pair, self.close_button, spacing=2)
        self.setContentsMargins(0, 1, scaled(4, self.font()), 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def offer_outside(self, action: QAction) -> None:
        if not action.property(SIGN):
            give_sign(action, "external-link")
        button = self._outside = ToolButton(self, action=action, wordless=True)
        button.setAccessibleName(without_mnemonic(action.text()))
        self._row.insertWidget(self._row.count() - 1, button)

    def show_of(self, *, texts: bool, alone: bool = False) -> None:
        """Show the tools for two texts, or for one ``alone``; or only those of every tab."""
        for widget in self._of_differences:
            widget.setVisible(texts and (not alone or widget in self._alone))

    def sizeHint(self) -> QSize:
        wanted, tabs = super().sizeHint(), self.parentWidget()
        if not isinstance(tabs, QTabWidget):
            return wanted
        room = tabs.width() - tabs.tabBar().sizeHint().width()
        least = self.minimumSizeHint().width()
        return QSize(min(wanted.width(), max(room, least)), wanted.height())

    def stops(self) -> list[QWidget]:
        outside = [self._outside] if self._outside else []
        return [*self._of_differences, *outside, self.close_button]

    @Slot(str)
    def _tell_ignoring(self, words: str) -> None:
        self.ignore_button.setText(words)
        self.ignore_button.setAccessibleName(words)
        self.ignore_button.updateGeometry()


class DifferenceFindBar(QWidget):
    """Shows the searched text and the current hit; does not search itself."""

    text_changed = Signal(str)
    step_wanted = Signal(bool)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self, clearButtonEnabled=True)
        self.field.setPlaceholderText(self.tr("Find in both texts"))
        self.field.setAccessibleName(self.tr("Find in both texts"))
        self.field.textChanged.connect(self.text_changed)
        self.counter = QLabel(self)
        self.counter.setAccessibleName(self.tr("Places found"))
        layout = filled(QHBoxLayout(self), (self.field, 1), self.counter)
        for sign, name, slot in (
            ("arrow-up", self.tr("Find previous (Shift+F3)"), self._back),
            ("arrow-down", self.tr("Find next (F3)"), self._on),
            ("x", self.tr("Close (Esc)"), self.close_bar),
        ):
            button = ToolButton(self, wordless=True)
            button.set_sign(sign)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.clicked.connect(slot)
            layout.addWidget(button)
        layout.setContentsMargins(EDGE, EDGE // 2, EDGE // 2, EDGE // 2)
        self.hide()

    @property
    def text(self) -> str:
        return "" if self.isHidden() else self.field.text()

    def open(self, text: str = "") -> None:
        self.show()
        if text:
            self.field.setText(text)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text_changed.emit(self.field.text())

    def tell(self, number: int, count: int, *, more: bool, busy: bool) -> None:
        """Show which hit of how many is current, from 0; -1 if none."""
        if not self.field.text():
            words = ""
        elif not count:
            words = self.tr("looking…") if busy else self.tr("not found")
        else:
            listed = self.locale().toString(count)
            total = self.tr("more than {0}").format(listed) if more or busy else listed
            at = self.locale().toString(number + 1) if number >= 0 else "–"
            words = self.tr("{0} of {1}").format(at, total)
        self.counter.setText(words)

    @Slot()
    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    @Slot()
    def _back(self) -> None:
        self.step_wanted.emit(True)  # noqa: FBT003 - a signal has no names

    @Slot()
    def _on(self) -> None:
        self.step_wanted.emit(False)  # noqa: FBT003

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Return",), self.tr("Go to the next place")),
            ViewKey(("Shift+Return",), self.tr("Go to the previous place")),
            ViewKey(("Esc",), self.tr("Close the search")),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_wanted.emit(back)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Esc, which cancels a scan elsewhere in the window."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)


_SLICE = 0.01
"""Seconds of searching before the window has its turn."""

MOST = 100_000
"""The most hits listed; the bar says if there are more."""

_AT_ONCE = 100_000
"""How many characters of a line are searched at once."""


class Hit(NamedTuple):
    """A hit: row, side (0: left, 1: right), start and end in the line."""

    row: int
    side: int
    start: int
    end: int


class HitFinder(QObject):
    """Finds all hits of a text, ignoring case; ``progressed`` follows as they are found.

    ``hits`` are in the order of the rows. ``more``: there are more than are listed.
    """

    progressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []
        self.more = False
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        return self._work is not None

    def start(self, sheet: Sheet, text: str) -> None:
        """Search for another text, or in another sheet; an empty text has no hits."""
        self.hits = []
        self.more = False
        self._work = self._search(sheet, text.lower()) if text else None
        if self._work is None:
            self._timer.stop()
            self.progressed.emit()
        else:
            self._go_on()

    def after(self, hit: Hit, *, back: bool = False) -> int:
        """Return the index of the next or previous hit, wrapping around; -1 without hits."""
        if not self.hits:
            return -1
        at = bisect_left(self.hits, hit) - 1 if back else bisect_right(self.hits, hit)
        return at % len(self.hits)

    def inside(self, row: int, side: int, start: int, end: int) -> list[Hit]:
        first = bisect_left(self.hits, Hit(row, side, start, 0))
        if first and self.hits[first - 1][:2] == (row, side) and self.hits[first - 1].end > start:
            first -= 1
        return self.hits[first : bisect_left(self.hits, Hit(row, side, end, 0))]

    @Slot()
    def _go_on(self) -> None:
        end = time.monotonic() + _SLICE
        while self._work is not None and time.monotonic() < end:
            if next(self._work, self) is self:
                self._work = None
        if self._work is None:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self.progressed.emit()

    def _search(self, sheet: Sheet, text: str) -> Iterator[None]:
        alignment = sheet.alignment
        looked_at = 0
        for row in range(len(alignment)):
            for side in (0, 1):
                line = alignment.line(row, left=side == 0)
                if line is None:
                    continue
                if sheet.sides and side and alignment.kinds[row] == " ":
                    continue  # a unified view shows equal lines once
                for start in range(0, len(line), _AT_ONCE):
                    part = line[start : start + _AT_ONCE + len(text)].lower()
                    at = part.find(text)
                    while 0 <= at < _AT_ONCE:
                        if len(self.hits) == MOST:
                            self.more = True
                            return
                        self.hits.append(Hit(row, side, start + at, start + at + len(text)))
                        if len(self.hits) % 1000 == 0:
                            yield
                        at = part.find(text, at + len(text))
                    looked_at += len(part) + 100
                    if looked_at > 20_000:
                        looked_at = 0
                        yield


def spans_in(text: str, hits: list[Hit], offset: int) -> list[tuple[int, int]]:
    """Return the ranges of hits in a piece of their line from ``offset``, in UTF-16 code units."""
    inside = [
        (max(0, hit.start - offset), min(len(text), hit.end - offset))
        for hit in hits
        if hit.end > offset and hit.start < offset + len(text)
    ]
    return in_utf16(text, inside)


class DifferenceSearch(QObject):
    def __init__(
        self, roll: DifferenceRoll, panes: Sequence[DifferencePane], bar: DifferenceFindBar
    ) -> None:
        super().__init__(bar)
        self._roll = roll
        self._panes = panes
        self._bar = bar
        self._hit: Hit | None = None
        self._waiting = False
        self.finding = HitFinder(self)
        self.finding.progressed.connect(self._tell)
        bar.text_changed.connect(self._look)
        bar.step_wanted.connect(self.step)
        bar.closed.connect(self._close)
        roll.changed.connect(self._renew)
        for pane in panes:
            pane.scrolled.connect(self.show_hits)

    @Slot()
    def open(self) -> None:
        text = next((p.selected_text() for p in self._panes if p.hasFocus()), "")
        self._bar.open(text if 0 < len(text) < 200 and "\n" not in text else "")

    @Slot(str)
    def _look(self, text: str) -> None:
        self._hit = None
        self._waiting = bool(text)
        self.finding.start(self._roll.sheet, text)

    @Slot()
    def _renew(self) -> None:
        if self._bar.text:
            self._waiting = False
            self.finding.start(self._roll.sheet, self._bar.text)
        elif self.finding.hits:
            self.finding.start(self._roll.sheet, "")

    @Slot(bool)
    def step(self, back: bool = False) -> None:  # noqa: FBT001, FBT002 - a slot of a signal
        if not self._bar.text:
            self.open()
            return
        self._go(self._here(back=back), back=back)

    def _here(self, *, back: bool) -> Hit:
        if self._hit is not None:
            return self._hit
        view = self._panes[0].blocks_in_view()
        sheet = self._roll.sheet
        row = sheet.rows[view.start] if len(view) and view.start < len(sheet) else 0
        return Hit(row, 0, 0 if back else -1, 0)

    @Slot()
    def _tell(self) -> None:
        finding = self.finding
        if self._waiting:
            # go to the first hit below the top of the view once it is found
            here = self._here(back=False)
            if finding.hits and (finding.hits[-1] >= here or not finding.busy):
                self._waiting = False
                self._go(here)
        self._count()
        self.show_hits()

    def _count(self) -> None:
        hits = self.finding.hits
        at = 0 if self._hit is None else bisect_left(hits, self._hit)
        if at >= len(hits) or hits[at] != self._hit:
            at = -1
        self._bar.tell(at, len(hits), more=self.finding.more, busy=self.finding.busy)

    def _go(self, here: Hit, *, back: bool = False) -> None:
        at = self.finding.after(here, back=back)
        if at < 0:
            return
        hit = self._hit = self.finding.hits[at]
        sheet = self._roll.sheet
        left = hit.side == 0
        block = sheet.of_row(hit.row, left=left, offset=hit.start)
        self._roll.open([block])
        pane = self._panes[0] if left or sheet.sides else self._panes[1]
        spans = self._spans(block, hit, left=left)
        if spans:
            pane.select(TextPosition(block, spans[0][0]), TextPosition(block, spans[0][1]))
        pane.show_position(TextPosition(block, spans[0][1] if spans else 0))
        self._count()

    @Slot()
    def show_hits(self) -> None:
        for pane in self._panes:
            found: dict[int, list[Span]] = {}
            view = [one for one in pane.visible() if one.fold is None]
            for one in view if self.finding.hits else ():
                if spans := self._spans(one.block, None, left=pane.shows_left(one.block)):
                    found[one.block] = spans
            if found or pane.found:
                pane.set_found(found)

    def _spans(self, block: int, hit: Hit | None, *, left: bool) -> list[Span]:
        sheet = self._roll.sheet
        shown = sheet.block(block, self._roll.changes, left=left)
        offset = 0
        if sheet.rows[block] in sheet.long:
            whole = sheet.long[sheet.rows[block]][sheet.part(block)].whole
            offset = whole.left_start if left else whole.right_start
        end = offset + len(shown.text)
        hits = [hit] if hit else self.finding.inside(shown.row, 0 if left else 1, offset, end)
        return spans_in(shown.text, hits, offset)

    @Slot()
    def _close(self) -> None:
        self.finding.start(self._roll.sheet, "")
        for pane in self._panes:
            pane.set_found({})
        self._panes[0].setFocus(Qt.FocusReason.OtherFocusReason)
