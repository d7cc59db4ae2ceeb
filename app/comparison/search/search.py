"""Searching in the two panes: the bar, the search, and the hits in the panes."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Slot

from ..align.visible_text import Span
from ..panes.pane import DifferencePane
from ..panes.roll import DifferenceRoll
from ..panes.selection import TextPosition
from .find_bar import DifferenceFindBar
from .finding import Hit, HitFinder, spans_in


class DifferenceSearch(QObject):
    """Connects a bar with the panes; the current hit becomes the selection."""

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
        """Open the bar, with the selected text if it is on one line."""
        text = next((p.selected_text() for p in self._panes if p.hasFocus()), "")
        self._bar.open(text if 0 < len(text) < 200 and "\n" not in text else "")

    @Slot(str)
    def _look(self, text: str) -> None:
        self._hit = None
        self._waiting = bool(text)
        self.finding.start(self._roll.sheet, text)

    @Slot()
    def _renew(self) -> None:
        """Look in another sheet."""
        if self._bar.text:
            self._waiting = False
            self.finding.start(self._roll.sheet, self._bar.text)
        elif self.finding.hits:
            self.finding.start(self._roll.sheet, "")

    @Slot(bool)
    def step(self, back: bool = False) -> None:  # noqa: FBT001, FBT002 - a slot of a signal
        """Go to the next or previous hit."""
        if not self._bar.text:
            self.open()
            return
        self._go(self._here(back=back), back=back)

    @Slot()
    def on(self) -> None:
        """Go to the next hit."""
        self.step()

    @Slot()
    def back(self) -> None:
        """Go to the previous hit."""
        self.step(back=True)

    def _here(self, *, back: bool) -> Hit:
        """Return the current position: the last hit gone to, else the top of the view."""
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
            # The first hit below the top of the view, as soon as it is found.
            here = self._here(back=False)
            if finding.hits and (finding.hits[-1] >= here or not finding.busy):
                self._waiting = False
                self._go(here)
        self._count()
        self.show_hits()

    def _count(self) -> None:
        """Show the number of the current hit, and of all."""
        hits = self.finding.hits
        at = 0 if self._hit is None else bisect_left(hits, self._hit)
        if at >= len(hits) or hits[at] != self._hit:
            at = -1
        self._bar.tell(at, len(hits), more=self.finding.more, busy=self.finding.busy)

    def _go(self, here: Hit, *, back: bool = False) -> None:
        """Select the next hit from here and make it visible."""
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
        """Frame the visible hits."""
        sheet = self._roll.sheet
        for number, pane in enumerate(self._panes):
            found: dict[int, list[Span]] = {}
            view = [one for one in pane.visible() if one.fold is None]
            for one in view if self.finding.hits else ():
                left = sheet.shows(one.block, left=True) if sheet.sides else number == 0
                if spans := self._spans(one.block, None, left=left):
                    found[one.block] = spans
            if found or pane.found:
                pane.set_found(found)

    def _spans(self, block: int, hit: Hit | None, *, left: bool) -> list[Span]:
        """Return the range of a hit in a block, or of all hits in it."""
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
