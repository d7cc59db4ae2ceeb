"""Pages of which one is shown, and which need no more height than that one."""

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

_LINES = 5
_AROUND = 8
"""Pixels above and below the letters of a line."""


class PageStack(QStackedWidget):
    """Asks for the least height of the page that is shown, not of the highest of all.

    So a window on a small screen has room for messages above the groups, of which some lines are
    always left.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self._tell)

    def minimumSizeHint(self) -> QSize:
        """Return the width that the widest page needs, and the height of the page that is shown."""
        least, page = super().minimumSizeHint(), self.currentWidget()
        if page is None:
            return least
        lines = _LINES * (self.fontMetrics().height() + _AROUND)
        return QSize(least.width(), max(page.minimumSizeHint().height(), lines))

    @Slot()
    def _tell(self) -> None:
        self.updateGeometry()
