"""The progress of work that is no scan, in the status bar: words, a bar, Cancel."""

import typing

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from ...language.wording import as_tooltip, count_text
from ...looks.icons import icon
from ...looks.measures import scaled
from ...removal.action_words import words_of
from ...session.states import BUSY, Activity
from ...widgets.elided_label import ElidedLabel
from ...widgets.layouts import filled

if typing.TYPE_CHECKING:
    from ...session.calls.removal import RemovalProgress

_BAR_WIDTH = 160


class WorkStatus(QWidget):
    """One line of words, a progress bar and Cancel; hidden while nothing runs, or a scan."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ElidedLabel(self)
        self.words.setAccessibleName(self.tr("What is being done"))
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._bar = QProgressBar(self)
        self._bar.setAccessibleName(self.tr("Progress"))
        self._bar.setFixedWidth(scaled(_BAR_WIDTH, self.font()))
        self._bar.setTextVisible(False)
        self._cancel = QPushButton(self.tr("Cancel"), self, flat=True)
        self._cancel.setIcon(icon("x"))
        self._cancel.setAccessibleName(self.tr("Cancel what is being done"))
        self._cancel.clicked.connect(self.cancel_requested)
        filled(QHBoxLayout(self), (self.words, 1), self._bar, self._cancel)
        self.hide()

    def show_activity(self, activity: Activity) -> None:
        """Show that work of unknown length begins, or that nothing is being done here."""
        shown = activity not in {Activity.NONE, Activity.SCANNING}
        self.setVisible(shown)
        if shown:
            self._show(self._words_of(activity), 0, 0)
            self._cancel.setVisible(activity in BUSY)
            self._cancel.setEnabled(True)

    def stop(self) -> None:
        """Show that the work is being cancelled."""
        self._cancel.setEnabled(False)
        self._show(self.tr("Cancelling…"), 0, 0)

    def show_progress(self, progress: object) -> None:
        """Show a ``RemovalProgress``; a late one is ignored while it stops."""
        from ...session.calls.removal import RemovalProgress  # noqa: PLC0415 - not for a frame

        if isinstance(progress, RemovalProgress) and self._cancel.isEnabled():
            self._show(self._removal_words(progress), progress.done, progress.total)

    def _words_of(self, activity: Activity) -> str:
        return {
            Activity.RECALLING: self.tr("Looking into the index"),
            Activity.REMOVING: self.tr("Looking at the documents again"),
            Activity.OPENING: self.tr("Opening saved results"),
        }[activity]

    def _removal_words(self, progress: "RemovalProgress") -> str:
        done, total = progress.done, progress.total
        if progress.action is None:
            words = self.tr("Undoing: {0} of {1}")
            return words.format(count_text(done), count_text(total))
        return words_of(progress.action).progress_text(done, total)

    def _show(self, words: str, done: int, total: int) -> None:
        self.words.setText(words)
        self.words.setToolTip(as_tooltip(words))
        if total:
            # In thousandths: the counts of a bar are 32-bit.
            self._bar.setRange(0, 1000)
            self._bar.setValue(round(1000 * done / total))
        else:
            self._bar.setRange(0, 0)
