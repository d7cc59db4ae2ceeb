"""The strip over a part and its whole: where in the whole the part stands, and what differs."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from ..language.wording import count_text
from ..looks.colours import colours_of
from ..looks.measures import scaled, small_font
from ..widgets.elided_label import ElidedLabel
from ..widgets.layouts import filled
from .align.part import PartWords
from .align.rows import PageSort

translate = QCoreApplication.translate  # the name lupdate looks for

_LEAST_PLACE = 6


def place_text(words: PartWords) -> str:
    """Return where a part stands in its whole, in lines or pages, and under which heading.

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
    """The whole as a bar, with the place of the part."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._place = 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_place(self, words: PartWords, text: str) -> None:
        """Show another place; ``text`` says it to who does not see it."""
        count = max(1, words.total)
        self._place = (words.first - 1) / count, words.last / count
        self.setAccessibleName(text)
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for a third of a half of a window, and the height of a thin bar."""
        return QSize(scaled(212, self.font()), scaled(10, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar and the place."""
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
        painter.end()


class PartBar(QWidget):
    """Tells of a part: over the whole where it stands there, over the part how much is the same."""

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
        """Show where a part stands; hide where there is none."""
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
        """Let the bar give the place in words the room it needs."""
        most = self._bar.sizeHint().width()
        room = self.width() // 2 - 3 * scaled(12, self.font())
        self._bar.setFixedWidth(max(most // 4, min(most, room - self.place.sizeHint().width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._share()

    def sizeHint(self) -> QSize:
        """Ask for the height of a line with some space."""
        return QSize(super().sizeHint().width(), scaled(28, self.font()))
