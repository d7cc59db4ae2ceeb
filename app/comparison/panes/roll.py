"""The common content of both panes: one sheet and folding, with equal row heights."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from ..align.inline import InlineChange
from ..align.sheet import EMPTY, InlineChanges, Sheet
from .folding import Folds

CONTEXT = 3
"""The default number of equal lines shown around a difference when others are folded."""


class DifferenceRoll(QObject):
    """The current sheet, and how it is shown.

    ``changed`` follows when other items are listed, ``detailed`` when more is known of the
    differences inside rows (with the set of those rows), ``wrapping_changed`` when lines are
    wrapped or no longer. ``alone`` tells that the sheet is of one text and itself.
    """

    changed = Signal()
    detailed = Signal(object)
    wrapping_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet: Sheet = EMPTY
        self.folding = Folds(0)
        self.wrapped = False
        self.alone = False
        self.changes: dict[int, tuple[InlineChange, ...]] = {}  # inside rows, as far as known
        self._folded = False
        self._context = CONTEXT

    def show(self, sheet: Sheet, changes: InlineChanges) -> None:
        """Show another sheet."""
        self.sheet = sheet
        self.changes = dict(changes)
        self._fold()

    def add(self, changes: InlineChanges) -> None:
        """Set the changes found inside rows."""
        self.changes.update(changes)
        self.detailed.emit(set(changes))

    def set_folded(self, folded: bool) -> None:  # noqa: FBT001 - a slot
        """Fold equal text, or show all of it."""
        if folded != self._folded:
            self._folded = folded
            self._fold()

    def set_context(self, context: int) -> None:
        """Set the number of equal lines shown around each difference."""
        if context != self._context:
            self._context = context
            self._fold()

    def set_wrapped(self, wrapped: bool) -> None:  # noqa: FBT001 - a slot
        """Wrap lines at the width of the pane, or let them be as long as they are."""
        if wrapped != self.wrapped:
            self.wrapped = wrapped
            self.wrapping_changed.emit()

    def open(self, blocks: Iterable[int]) -> None:
        """Unfold the folds that hide any of these blocks."""
        folding = self.folding
        for block in blocks:
            if folding.fold(folding.item(block)) is not None:
                folding = folding.opened(block)
        if folding is not self.folding:
            self.folding = folding
            self.changed.emit()

    def _unfolded(self) -> Sequence[tuple[int, int]]:
        """Return what is not folded: the differences, and where a part begins."""
        differences, place = self.sheet.differences, self.sheet.alignment.part
        if place is None:
            return differences
        begin = self.sheet.of_row(place.begin)
        return sorted((*differences, (begin, begin + 1)))

    def _fold(self) -> None:
        count = len(self.sheet)
        if self._folded:
            self.folding = Folds.around(count, self._unfolded(), self._context)
        else:
            self.folding = Folds(count)
        self.changed.emit()
