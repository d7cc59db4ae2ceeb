"""Two texts side by side, with marked differences and navigation between them."""

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore.diff.align import (
    EMPTY,
    Alignment,
    InlineChanges,
    PageSort,
    PartPlace,
    PartWords,
    RowKind,
    part_words,
)
from simcore.model.reasons import Reason
from simcore.model.records import Kind

from ..badges import KindBadge, badge_text, outlined_width, paint_outlined
from ..i18n import statements, translate
from ..style import colours_of, font_like, paint_line, scaled, small_font
from ..tasks import shut_down_below
from ..widgets.basic import ElidedLabel, EncodingMenu, Sign, filled, message_label
from ..wording import (
    as_tooltip,
    count_text,
    counted_text,
    encoding_text,
    in_own_words,
    percent_text,
)
from .export import DifferenceSaver
from .panes import RULER, DifferencePanes
from .roll import DifferenceRoll
from .texts import (
    ComparisonRequest,
    Differences,
    Standing,
    TextComparer,
    TitledText,
    described,
    ends_badge,
    files_differ,
)
from .tools import (
    DifferenceFindBar,
    DifferenceNavigation,
    DifferenceOptions,
    DifferenceSearch,
    DifferenceTools,
)


class OutlinedBadge(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def text(self) -> str:
        return self._text

    def show_text(self, text: str, tip: str = "") -> None:
        self._text = text
        self.setAccessibleName(tip or text)
        self.setToolTip(tip)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(outlined_width(self._text, self.font()), scaled(18, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_outlined(painter, QRectF(self.rect()), self._text, self.palette(), self.font())


class EncodingButton(QToolButton):
    """Shows an encoding in a thin frame, and a menu of others.

    ``chosen`` carries the encoding to read by, empty for the detected one; ``keep_wanted`` asks to
    read these bytes so from now on.
    """

    chosen = Signal(object)  # str
    keep_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, *, left: bool) -> None:
        super().__init__(parent)
        self._left = left
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._choices = EncodingMenu("", self)
        self._choices.chosen.connect(self.chosen)
        self.keep = QAction(self.tr("Always read these bytes this way"), self)
        self._choices.addAction(self.keep)  # after the first entry, before the encodings
        self.keep.triggered.connect(self.keep_wanted)
        self.setMenu(self._choices)
        self.show_side(TitledText("", ""))

    def show_side(self, side: TitledText) -> None:
        self.setVisible(bool(side.encoding))
        shown = described(side)
        if side.encoding and (side.carried or not side.has_encoding):
            self.setText(shown)
            self.setMenu(None)  # type: ignore[arg-type] # Qt takes it, its stubs do not
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing to choose
            self.setAccessibleName(shown)
            words = (
                self.tr("{0}: the text was carried along; it cannot be read in another encoding")
                if side.carried
                else self.tr("{0}: its encoding is part of the format")
            )
            self.setToolTip(words.format(shown))
            return
        self.setMenu(self._choices)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setText(shown)
        words = self.tr("Encoding on the left: {0}")
        name = (words if self._left else self.tr("Encoding on the right: {0}")).format(shown)
        self.setAccessibleName(name)
        if side.by_hand:
            tip = self.tr("{0}, chosen by hand, for this view only")
        elif side.kept:
            tip = self.tr("{0}, chosen by hand, for these bytes wherever they are")
        else:
            tip = self.tr("{0}. Choose another one where the text is not readable")
        self.setToolTip(tip.format(name))
        self._choices.choose(side.encoding if side.by_hand or side.kept else "")
        self.keep.setEnabled(side.keepable)

    def sizeHint(self) -> QSize:
        return QSize(outlined_width(self.text(), self.font()), scaled(20, self.font()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = paint_outlined(painter, QRectF(self.rect()), self.text(), self.palette(), self.font())
        if self.hasFocus() or (self.underMouse() and self.menu() is not None):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colours_of(self.palette()).accent, 1.5))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)


_EDGE = 3


class QuietLabel(ElidedLabel):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.TextElideMode.ElideMiddle)
        self.setFont(small_font(self))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = colours_of(self.palette()).muted
        paint_line(painter, QRectF(self.contentsRect()), self.shown(), self.font(), colour)


class FactsLabel(QuietLabel):
    """Facts with dots between them; the first, a folder, is shortened for the others."""

    def shown(self) -> str:
        folder, dot, rest = self.text().partition(" \u00b7 ")
        metrics, width = self.fontMetrics(), self.contentsRect().width()
        room = width - metrics.horizontalAdvance(dot + rest)
        if room < metrics.horizontalAdvance("\u2026"):
            return super().shown()
        return metrics.elidedText(folder, Qt.TextElideMode.ElideMiddle, room) + dot + rest


class SideHeading(QWidget):
    """Name, kind and similarity of one document; below them facts, line ends and encoding."""

    def __init__(self, parent: QWidget | None = None, *, left: bool) -> None:
        super().__init__(parent)
        self._left = left
        self.star = Sign("star", 15, "star", self, filled=True)
        self.title = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.title.setFont(font_like(self.font(), 13, bold=True))
        self.badge = KindBadge(Kind.SIMILAR, self)
        self.similarity = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self.similarity.setFont(font_like(self.font(), 13, bold=True))
        self.reason, self.facts = QuietLabel(self), FactsLabel(self)
        self.ends, self.encoding = OutlinedBadge(self), EncodingButton(self, left=left)
        for label in (self.title, self.facts):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        gap = scaled(6, self.font())
        of_name = self.star, (self.title, 1), self.reason, self.badge, self.similarity
        first = filled(QHBoxLayout(), *of_name, spacing=gap)
        second = filled(QHBoxLayout(), (self.facts, 1), self.ends, self.encoding, spacing=gap)
        for line in (first, second):  # equally high with and without a badge
            line.addStrut(self.badge.sizeHint().height())
        filled(QVBoxLayout(self), first, second, spacing=0)
        margin = scaled(4, self.font())
        self.setContentsMargins(_EDGE + scaled(9, self.font()), margin, 2 * margin, margin)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_side(
        self, side: TitledText, other: TitledText, standing: Standing | None, *, kept: bool
    ) -> None:
        name = side.shown_name or side.title
        self.title.setText(name)
        self.title.setToolTip(as_tooltip(side.title))
        self.title.setAccessibleName(side.title)
        self.facts.setText(side.facts)
        self.facts.setToolTip(as_tooltip(side.facts))
        stays = standing if standing is not None and standing.kept and kept else None
        self.star.setVisible(stays is not None)
        self.reason.setText("" if stays is None else self.tr("Kept"))
        if stays is not None and stays.reason:
            self.reason.setText(self.tr("Kept: {0}").format(stays.reason))
        self.reason.setToolTip("" if stays is None else stays.sentence)
        self.reason.setVisible(stays is not None)
        told = None if kept else standing
        self.badge.setVisible(told is not None)
        self.similarity.setVisible(told is not None)
        if told is not None:
            whole = translate("SimilarModel", "Whole")
            self.badge.show_kind(told.kind, whole if told.whole else badge_text(told, told.only_in))
            words = "" if told.similarity is None else percent_text(told.similarity)
            self.similarity.setText(counted_text(words, told.measure))
            self.similarity.setToolTip(self.tr("Similarity"))
        self.ends.show_text(*ends_badge(side, other))
        self.encoding.show_side(side)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(44, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.title.text():
            painter = QPainter(self)
            colours = colours_of(self.palette())
            side = colours.left if self._left else colours.right
            painter.fillRect(0, 0, _EDGE, self.height(), side.ink)
            painter.end()


class DifferenceHeading(QWidget):
    """The headings of both sides, over their halves, and notices below them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right = SideHeading(self, left=True), SideHeading(self, left=False)
        self.left_title, self.right_title = self.left.title, self.right.title
        self.left_encoding, self.right_encoding = self.left.encoding, self.right.encoding
        self.notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.notice.setFont(small_font(self))
        self.notice.setContentsMargins(scaled(12, self.font()), 2, scaled(8, self.font()), 2)
        self.stop_button = QToolButton(self)
        self.stop_button.setText(self.tr("Stop comparing"))
        # as wide as the panes below, with their ruler and their scroll bar
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        row = filled(QHBoxLayout(), (self.left, 1), RULER, (self.right, 1), bar, spacing=0)
        below = filled(QHBoxLayout(), (self.notice, 1), self.stop_button)
        filled(QVBoxLayout(self), row, below, spacing=0)
        self.clear()

    def clear(self) -> None:
        self.show_sides(TitledText("", ""), TitledText("", ""))
        self.say("")
        self.stop_button.hide()

    def show_sides(
        self,
        left: TitledText,
        right: TitledText | None,
        standing: Standing | None = None,
        *,
        kept_left: bool = True,
    ) -> None:
        """Show titles and relation; without a right side the left has the whole width."""
        self.right.setVisible(right is not None)
        other = right or left
        self.left.show_side(left, other, standing, kept=kept_left)
        self.right.show_side(other, left, standing, kept=not kept_left)

    def say(self, text: str) -> None:
        self.notice.setText(text)
        self.notice.setVisible(bool(text))


_LEAST_PLACE = 6


def place_text(words: PartWords) -> str:
    """Return the place of a part in its whole, in lines or pages, and its heading.

    >>> place_text(PartWords(812, 840, 914, None, "Transition", 229, 3))
    'Lines 812 to 840 of 914: Transition'
    >>> place_text(PartWords(1, 1, 21, None, "", 1, 0))
    'Line 1 of 21'
    """
    match words.pages:
        case PageSort.PAGES:
            one = translate("PartWords", "Page {0} of {2}")
            many = translate("PartWords", "Pages {0} to {1} of {2}")
        case PageSort.SLIDES:
            one = translate("PartWords", "Slide {0} of {2}")
            many = translate("PartWords", "Slides {0} to {1} of {2}")
        case _:
            one = translate("PartWords", "Line {0} of {2}")
            many = translate("PartWords", "Lines {0} to {1} of {2}")
    pattern = one if words.first == words.last else many
    text = pattern.format(*map(count_text, (words.first, words.last, words.total)))
    if not words.heading:
        return text
    return translate("PartWords", "{0}: {1}", "a place, and the heading there").format(
        text, words.heading
    )


def found_text(words: PartWords) -> str:
    """Return how much of a part is in its whole.

    >>> found_text(PartWords(812, 1040, 6214, None, "", 229, 3))
    '226 of 229 lines are in the other document word for word, 3 differ'
    """
    counts = map(count_text, (words.lines - words.differ, words.lines, words.differ))
    if not words.differ and words.lines == 1:
        return translate("PartWords", "Its only line is in the other document word for word")
    if not words.differ:
        text = translate("PartWords", "All {0} lines are in the other document word for word")
        return text.format(count_text(words.lines))
    text = translate(
        "PartWords", "{0} of {1} lines are in the other document word for word, {2} differ"
    )
    return text.format(*counts)


class _PlaceBar(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._place = 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_place(self, words: PartWords, text: str) -> None:
        count = max(1, words.total)
        self._place = (words.first - 1) / count, words.last / count
        self.setAccessibleName(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(212, self.font()), scaled(10, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = colours_of(self.palette())
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.edge)
        painter.setBrush(colours.base)
        painter.drawRoundedRect(box, 3, 3)
        start, end = (box.left() + share * box.width() for share in self._place)
        width = max(_LEAST_PLACE, end - start)
        start = min(start, box.right() - width)
        painter.fillRect(QRectF(start, 0, width, self.height()), colours.moved.ink)


class PartBar(QWidget):
    """Shows the place of a part over its whole, and over the part how much of it is there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _PlaceBar(self)
        self.place, self.found = ElidedLabel(self), ElidedLabel(self)
        for label in (self.place, self.found):
            label.setFont(small_font(self))
        self._whole, self._part = QWidget(self), QWidget(self)
        margin = scaled(12, self.font())
        filled(QHBoxLayout(self._whole), margin, self._bar, margin, (self.place, 1))
        filled(QHBoxLayout(self._part), margin, (self.found, 1))
        for half in (self._whole, self._part):
            half.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = filled(QHBoxLayout(self), (self._whole, 1), (self._part, 1), spacing=0)
        self.hide()

    def show_part(self, words: PartWords | None, *, part_left: bool) -> None:
        self.setVisible(words is not None)
        if words is None:
            return
        text = place_text(words)
        self.place.setText(text)
        self.place.setToolTip(text)
        self._bar.show_place(words, text)
        self.found.setText(found_text(words))
        self.found.setToolTip(found_text(words))
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.RightToLeft if part_left else direction.LeftToRight)
        self._share()

    def _share(self) -> None:
        most = self._bar.sizeHint().width()
        room = self.width() // 2 - 3 * scaled(12, self.font())
        self._bar.setFixedWidth(max(most // 4, min(most, room - self.place.sizeHint().width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(28, self.font()))


@dataclass(frozen=True, slots=True)
class Place:
    """A position in two texts: the current difference, and the first visible item with its share.

    Both count in the rows of these texts in this layout.
    """

    texts: tuple[str, str]
    swapped: bool
    difference: int
    top: tuple[int, float]


def notice(
    found: Differences, *, same: bool, unlike: str, simplified: bool, stopped: bool
) -> list[str]:
    """List sentences, without their full stops.

    ``same``: a reader sees no difference in the texts. ``unlike`` is what differs anyway, if
    anything. ``simplified``: some rows were not compared in detail. ``stopped``: a person stopped
    the comparison.
    """
    words = []
    alignment = found.sheet.alignment
    # a whole is never equal to its part: ``PartBar`` describes them
    if alignment.complete and not alignment.differences and alignment.part is None:
        words.append(
            unlike or translate("DifferenceNotice", "The texts are equal")
            if same
            else translate("DifferenceNotice", "The texts are equal but for what is ignored")
        )
    if not found.final:
        words.append(
            translate("DifferenceNotice", "Stopped: what is shown was not compared to the end")
            if stopped
            else translate("DifferenceNotice", "A first result is shown; the comparison goes on…")
        )
    elif alignment.simplified or simplified:
        words.append(
            translate(
                "DifferenceNotice",
                "Differences inside long changed passages are not shown in detail",
            )
        )
    return words


_PATIENCE_MS = 150


class DifferenceView(QWidget):
    """Shows two texts, the kept one on the left, or a message.

    ``next_action`` and ``previous_action`` (Alt+Down, Alt+Up) are enabled if there is such a
    difference. Texts are compared in the background; closing the view stops that, a window that
    closes calls ``stop()``. ``encoding_chosen`` carries whether it is the kept document's, and the
    encoding to read it by (empty: detected); the owner answers with ``show_sides()``. ``failed``
    carries a message, ``saved`` the path of a written file.
    """

    encoding_chosen = Signal(bool, str)
    keep_wanted = Signal(bool)
    failed = Signal(object)  # Reason | str
    saved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: tuple[TitledText, TitledText] | None = None
        self._figures = ""
        self._standing: Standing | None = None
        self._swapped = self._alone = False
        self._unlike = ""
        self._found: Differences | None = None
        self._simplified: set[int] = set()
        self._stopped = False
        self._awaited: Place | None = None
        self._comparing = TextComparer(self)
        self._comparing.published.connect(self._show_found)
        self._comparing.succeeded.connect(self._show_found)
        self._comparing.detailed.connect(self._show_detail)
        self._comparing.failed.connect(self._show_failure)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._show_waiting)
        self._asking = QTimer(self, singleShot=True, interval=0)
        self._opened = 0, 0.0  # where a part was opened
        self._lay_out()
        self.next_action = self.navigation.next_action
        self.previous_action = self.navigation.previous_action
        self.addActions([self.previous_action, self.next_action, *self.options.actions()])
        self._saving = DifferenceSaver(self)
        self._connect()
        self.clear()

    def _connect(self) -> None:
        options, panes = self.options, self.panes
        self._asking.timeout.connect(self._ask)
        self.navigation.moved.connect(panes.go_to)
        panes.caret_moved.connect(self._take_caret)
        panes.sign_clicked.connect(self._go_to_other_place)
        panes.scrolled.connect(self._asking.start)
        panes.find_wanted.connect(self.search.open)
        options.context_changed.connect(self.roll.set_context)
        options.fold.toggled.connect(self._fold)
        options.wrap.toggled.connect(self.roll.set_wrapped)
        self.roll.set_wrapped(options.wrap.isChecked())
        options.find.triggered.connect(self.search.open)
        options.find_next.triggered.connect(self.search.step)
        options.find_previous.triggered.connect(lambda: self.search.step(back=True))
        options.moved.triggered.connect(self._go_to_other_side_of_caret)
        for left, button in (
            (True, self.heading.left_encoding),
            (False, self.heading.right_encoding),
        ):
            button.chosen.connect(partial(self._choose_encoding, left))
            button.keep_wanted.connect(partial(self._keep_encoding, left))
        self.heading.stop_button.clicked.connect(self._stop_refining)
        options.ignoring_changed.connect(self._compare_anew)
        options.unified.toggled.connect(self._lay_out_anew)
        options.swap.triggered.connect(self.swap)
        options.html.triggered.connect(self._save_html)
        options.patch.triggered.connect(self._save_patch)
        self._saving.failed.connect(self.failed)
        self._saving.saved.connect(self.saved)

    # What is shown

    def show_sides(
        self,
        kept: TitledText,
        chosen: TitledText,
        figures: str = "",
        unlike: str = "",
        standing: Standing | None = None,
    ) -> None:
        """Compare two documents and show them; ``figures`` is a sentence on their similarity.

        ``unlike`` is what differs if the texts are equal and the documents are not. Without a
        ``standing`` neither is kept.
        """
        self._forget("")
        self._sides = (kept, chosen)
        self.options.offer_saving(on=True)
        self._standing = standing
        self._unlike = unlike
        self._figures = figures
        awaited = self._awaited
        if awaited is not None and awaited.texts == (kept.text, chosen.text):
            self._swapped = awaited.swapped
        else:
            self._awaited = None
        self._start()

    def show_one(self, side: TitledText, notice: str = "") -> None:
        self._forget("")
        self._sides = (side, side)
        self._alone = True
        self._figures = notice
        self._awaited = None
        self._start()

    @Slot()
    def await_texts(self) -> None:
        """Show nothing of the last pair: another one is being read."""
        self._comparing.stop()
        self._forget("")
        self._patience.start()

    def show_figures(self, sentence: str) -> None:
        self._figures = sentence
        self._tell()

    def show_standing(self, standing: Standing) -> None:
        before, self._standing = self._standing, standing
        if before is None or before.of_part is not standing.of_part:
            self._compare_anew()
        elif standing != before:
            self._head()

    @Slot(str)
    def show_message(self, text: str) -> None:
        self._comparing.stop()
        self._forget(text)

    @Slot()
    def clear(self) -> None:
        self.show_message(
            self.tr("Select a document of a group to compare it with the one that is kept.")
        )

    @Slot()
    def stop(self) -> None:
        self._patience.stop()
        shut_down_below(self)

    @property
    def sides(self) -> tuple[TitledText, TitledText] | None:
        if self._sides is None:
            return None
        kept, chosen = self._sides
        return (chosen, kept) if self._swapped else (kept, chosen)

    def place(self) -> Place | None:
        if self._sides is None or not self.settled:
            return self._awaited
        texts = self._sides[0].text, self._sides[1].text
        return Place(texts, self._swapped, self.navigation.index, self.left_pane.top())

    def go_back_to(self, place: Place | None) -> None:
        """Go to a position of another view as soon as the same texts are shown here."""
        self._awaited = place

    @property
    def settled(self) -> bool:
        """Whether texts are shown and nothing better follows."""
        return self._found is not None and (self._found.final or self._stopped)

    @Slot()
    def take_keyboard(self) -> None:
        self.right_pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not self.right_pane.isVisible():
            self.message_page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # The size of the text

    @Slot()
    def zoom_in(self) -> None:
        self.panes.zoom(1)

    @Slot()
    def zoom_out(self) -> None:
        self.panes.zoom(-1)

    # How it is shown

    @Slot()
    def swap(self) -> None:
        self._swapped = not self._swapped
        self._compare_anew()

    @Slot()
    def _compare_anew(self) -> None:
        if self._sides is not None:
            self._found = None
            self._start()

    @Slot()
    def _lay_out_anew(self) -> None:
        found = self._found
        if found is None or not found.sheet.alignment.complete:
            self._compare_anew()
        elif (wish := self._wish()) is not None:
            known = replace(wish, known=found.sheet.alignment, changes=dict(self.roll.changes))
            self._comparing.replace(known)

    def _wish(self) -> ComparisonRequest | None:
        sides = self.sides
        if sides is None:
            return None
        unified = self._alone or self.options.unified.isChecked()
        left, right = sides
        texts = left.beside(right), right.beside(left)
        standing = self._standing
        # of two documents that a person chose, one may be a part of the other
        known = (
            not self._alone and left.is_part_beside(right) if standing is None else standing.of_part
        )
        part_left = len(left.text) < len(right.text) if known else None
        return ComparisonRequest(*texts, self.options.ignoring(), unified, part_left=part_left)

    def _choose_encoding(self, left: bool, encoding: str) -> None:  # noqa: FBT001
        self.encoding_chosen.emit(left is not self._swapped, encoding)

    def _keep_encoding(self, left: bool) -> None:  # noqa: FBT001
        self.keep_wanted.emit(left is not self._swapped)

    # Results

    def _start(self) -> None:
        sides, wish = self.sides, self._wish()
        if sides is None or wish is None:
            return
        self._stopped = False
        self._simplified = set()
        self._head()
        self.tools.show_of(texts=self.isVisible(), alone=self._alone)
        for pane, side in zip(self.panes.panes, sides, strict=True):
            encoding = encoding_text(side.encoding, lossy=side.lossy, guessed=side.guessed)
            pane.setAccessibleName(
                self.tr("{0} ({1})").format(side.title, encoding) if encoding else side.title
            )
        if self._found is None:
            self._patience.start()
        self._comparing.replace(wish)

    def _head(self) -> None:
        if self.sides is not None:
            left, right = self.sides
            other = None if self._alone else right
            self.heading.show_sides(left, other, self._standing, kept_left=not self._swapped)

    @Slot(object)
    def _show_found(self, found: Differences) -> None:
        self._patience.stop()
        self._found = found
        self._simplified |= found.simplified
        # show first: widgets without a size cannot scroll
        self._pages.setCurrentWidget(self._texts)
        self._show_texts(found)
        if found.final and self._awaited is not None:
            self.navigation.go_to(self._awaited.difference)
            self.left_pane.scroll_to(*self._awaited.top)
            self._awaited = None
        self._tell()

    def _show_texts(self, found: Differences) -> None:
        """Show a result, and stay at the current difference; one text alone has none."""
        self.roll.alone = self._alone
        before = self._line()
        top = self.left_pane.top()
        scrolled = top[0] > 0 and top != self._opened
        self.roll.show(found.sheet, found.changes)
        self.navigation.set_differences(
            None if self._alone else [range(*blocks) for blocks in found.sheet.differences],
            reordered=self.alignment.reordered,
        )
        self.options.moved.setEnabled(bool(self.alignment.moved))
        place = self.alignment.part
        if before is not None:
            self._return_to_line(*before)
        elif place is not None and not scrolled:
            self._open_part(place)
        elif self.alignment.complete and not scrolled:
            self.navigation.go_on()
        self.part_bar.show_part(part_words(self.alignment), part_left=bool(place and place[2]))
        self._asking.start()

    @Slot(object, object)
    def _show_detail(self, changes: InlineChanges, simplified: set[int]) -> None:
        self._simplified |= simplified
        self.roll.add(changes)
        self._tell()

    def _tell(self) -> None:
        found = self._found
        if found is None:
            return
        sides = self.sides
        seen = found.sheet.alignment.ignoring.seen
        same = not seen or (sides is not None and sides[0].text == sides[1].text)
        unlike = self._unlike or ("" if sides is None else files_differ(*sides))
        simplified = bool(self._simplified)
        words = []
        if not self._alone:
            stopped = self._stopped
            words = notice(found, same=same, unlike=unlike, simplified=simplified, stopped=stopped)
        self.heading.say(statements(filter(None, (*words, self._figures))))
        self.heading.stop_button.setVisible(not found.final and not self._stopped)

    @Slot()
    def _stop_refining(self) -> None:
        self._comparing.stop()
        self._stopped = True
        self._tell()

    @Slot(object)
    def _show_failure(self, reason: Reason | str) -> None:
        self._forget(in_own_words(reason))

    @Slot()
    def _show_waiting(self) -> None:
        self.message_page.setText(self.tr("Reading and comparing the texts…"))

    def _forget(self, message: str) -> None:
        self._patience.stop()
        self.options.offer_saving(on=False)
        self._sides = None
        self._found = None
        self._swapped = self._alone = False
        self._figures = ""
        self._standing = None
        self.message_page.setText(message)
        self._pages.setCurrentWidget(self.message_page)
        self._asking.stop()
        self._opened = 0, 0.0
        self.part_bar.hide()
        self.navigation.set_differences(None)
        self.roll.show(EMPTY, {})
        self.heading.clear()

    # Going from place to place

    @property
    def alignment(self) -> Alignment:
        return self.roll.sheet.alignment

    def _open_part(self, place: PartPlace) -> None:
        sheet, pane = self.roll.sheet, self.left_pane
        item = self.roll.folding.item(sheet.of_row(place.begin))
        if item > 0:
            lines = pane.line_count(item - 1)
            pane.scroll_to(item - 1, (lines - 1) / lines)
        else:
            pane.scroll_to(0)
        self._opened = pane.top()
        if self.alignment.complete and sheet.differences:
            self.panes.set_current(self.navigation.take(sheet.differences[0][0]) or range(0))

    @Slot(object)
    def _take_caret(self, block: int) -> None:
        blocks = self.navigation.take(block)
        if blocks is not None:
            self.panes.set_current(blocks)

    @Slot()
    def _go_to_other_side_of_caret(self) -> None:
        pane = self.right_pane if self.right_pane.hasFocus() else self.left_pane
        self._go_to_other_place(pane.selection.caret.block)

    @Slot(object)
    def _go_to_other_place(self, block: int) -> None:
        sheet = self.roll.sheet
        moved = sheet.alignment.moved
        row = sheet.rows[block] if block < len(sheet) else -1
        if row not in moved and self.left_pane.current:
            # the current difference may begin with lines that did not move
            listed = self.left_pane.current
            row = next((sheet.rows[b] for b in listed if sheet.rows[b] in moved), -1)
        if row not in moved:
            return
        other = moved[row]
        left = sheet.alignment.left_positions[other] >= 0
        target = sheet.of_row(other, left=left)
        blocks = self.navigation.take(target)
        self.panes.go_to(range(target, target + 1))
        self.panes.set_current(blocks or range(target, target + 1))

    @Slot(bool)
    def _fold(self, folded: bool) -> None:  # noqa: FBT001 - a slot of a signal
        self.roll.set_folded(folded)
        if self.navigation.current is not None:
            self.panes.go_to(self.navigation.current)

    def _line(self) -> tuple[bool, int] | None:
        """Return the current position: whether it is on the left, and the line there."""
        current, sheet = self.navigation.current, self.roll.sheet
        if current is None or not current.start < len(sheet):
            return None
        row = sheet.rows[current.start]
        line = sheet.alignment.left_positions[row]
        return (True, line) if line >= 0 else (False, sheet.alignment.right_positions[row])

    def _return_to_line(self, left: bool, line: int) -> None:  # noqa: FBT001
        """Go to the difference that has a line now, or else to the next one."""
        sheet = self.roll.sheet
        alignment = sheet.alignment
        positions = alignment.left_positions if left else alignment.right_positions
        count = len(alignment.left if left else alignment.right)
        if not line < count:
            self.navigation.go_on()
            return
        row = positions.index(line)
        block = sheet.of_row(row, left=left)
        blocks = self.navigation.take(block)
        if blocks is None:
            self.navigation.go_on()
        else:
            self.panes.go_to(blocks)

    @Slot()
    def _ask(self) -> None:
        sheet, changes = self.roll.sheet, self.roll.changes
        visible = self.left_pane.visible()
        rows = dict.fromkeys(sheet.rows[seen.block] for seen in visible if seen.fold is None)
        changed = (row for row in rows if sheet.alignment.kinds[row] == RowKind.CHANGED.value)
        wanted = [row for row in changed if row not in changes and row not in sheet.long]
        if wanted:
            self._comparing.ask(sheet.alignment, wanted)

    # Saving

    @Slot()
    def _save_html(self) -> None:
        if (wish := self._wish()) is not None and (sides := self.sides) is not None:
            self._saving.save_html(wish, *sides)

    @Slot()
    def _save_patch(self) -> None:
        if (sides := self.sides) is not None:
            self._saving.save_patch(*sides)

    # Construction

    def _lay_out(self) -> None:
        texts = self._texts = QWidget(self)
        self.roll = DifferenceRoll(self)
        self.navigation = DifferenceNavigation(texts)
        self.options = DifferenceOptions(texts)
        self.heading = DifferenceHeading(texts)
        self.tools = DifferenceTools(self.navigation, self.options, texts)
        self.panes = DifferencePanes(self.roll, texts)
        self.left_pane, self.right_pane = self.panes.panes
        self.find_bar = DifferenceFindBar(texts)
        self.search = DifferenceSearch(self.roll, self.panes.panes, self.find_bar)
        self.part_bar = PartBar(texts)
        parts = self.heading, self.part_bar, (self.panes, 1), self.find_bar
        filled(QVBoxLayout(texts), *parts, spacing=0)
        self.message_page = message_label(self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.message_page)
        self._pages.addWidget(self._texts)
        filled(QVBoxLayout(self), self._pages)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tools.show_of(texts=True, alone=self._alone)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.tools.show_of(texts=False)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Stop before being deleted: a view inside a window is deleted without being closed."""
        if event.type() == QEvent.Type.DeferredDelete:
            self.stop()
        return super().event(event)
