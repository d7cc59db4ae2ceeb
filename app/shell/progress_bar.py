"""The progress in the status bar: stage, counts, time left, Pause, Cancel."""

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.background.pace import Pace
from app.language.punctuation import phrases
from app.language.wording import as_tooltip, count_text
from app.looks.icons import icon
from app.removal.action_words import words_of
from app.session.calls.removal import RemovalProgress
from app.session.calls.scan import ScanProgress
from app.session.states import BUSY, Activity
from app.widgets.elided_label import ElidedLabel
from app.widgets.layouts import filled
from simcore import Stage

_BAR_WIDTH = 160


class ScanStatus(QWidget):
    """One line of words, a progress bar, Pause and Cancel; hidden while nothing runs."""

    cancel_requested = Signal()
    pause_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pace = Pace()
        self._stage: Stage | None = None

        self.words = ElidedLabel(self)
        self.words.setAccessibleName(self.tr("What is being done"))
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._bar = QProgressBar(self)
        self._bar.setAccessibleName(self.tr("Progress"))
        self._bar.setFixedWidth(_BAR_WIDTH)
        self._bar.setTextVisible(False)
        self._paused = False
        self._pause = QToolButton(self)
        self._pause.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._pause.clicked.connect(self.pause_requested)
        self._cancel = QToolButton(self)
        self._cancel.setText(self.tr("Cancel"))
        self._cancel.setIcon(icon("x"))
        self._cancel.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._cancel.setAccessibleName(self.tr("Cancel what is being done"))
        self._cancel.clicked.connect(self.cancel_requested)

        filled(QHBoxLayout(self), (self.words, 1), self._bar, self._pause, self._cancel)
        self._label_pause()
        self.hide()

    def show_activity(self, activity: Activity) -> None:
        """Show that work of unknown length begins, or that nothing is being done."""
        self.setVisible(activity is not Activity.NONE)
        if activity is Activity.NONE:
            return
        self._paused = False
        self._label_pause()
        self._pace.restart()
        self._stage = None
        self._show(self._words_of(activity), 0, 0)
        self._cancel.setVisible(activity in BUSY)
        self._cancel.setEnabled(True)
        self._pause.setVisible(activity is Activity.SCANNING)
        self._pause.setEnabled(True)

    def stop(self) -> None:
        """Show that the work is being cancelled."""
        self._cancel.setEnabled(False)
        self._pause.setEnabled(False)
        self._show(self.tr("Cancelling…"), 0, 0)

    def show_progress(self, progress: object) -> None:
        """Show a ``ScanProgress`` or a ``RemovalProgress``."""
        if not self._cancel.isEnabled() or self._paused:
            return  # being stopped; a late report would look as if it went on
        match progress:
            case ScanProgress():
                self._show_scan(progress)
            case RemovalProgress(done, total):
                self._show(self._removal_words(progress), done, total)

    def pause(self) -> None:
        """Show that the work is about to pause; ``show_held`` follows when it does."""
        self._paused = True
        self._label_pause()
        self._show(self.tr("Pausing…"), 0, 0)

    def resume(self) -> None:
        """Show that the work continues."""
        self._paused = False
        self._label_pause()
        self._pace.restart()  # the pause is no part of the pace
        if self._cancel.isEnabled():
            self._show(self.tr("Going on…"), 0, 0)

    def show_held(self, progress: object) -> None:
        """Show the paused work."""
        if isinstance(progress, ScanProgress) and self._paused and self._cancel.isEnabled():
            words = self.tr("Paused. {0}").format(self._stage_words(progress))
            # a bar without an end would move
            self._show(words, progress.done, progress.total or max(1, progress.done))

    def _show_scan(self, progress: ScanProgress) -> None:
        if progress.stage is not self._stage:
            self._stage = progress.stage
            self._pace.restart()
        self._pace.note(progress.done, time.monotonic())
        parts = [self._stage_words(progress)]
        rate = self._pace.rate()
        if progress.stage is Stage.READ and rate:
            parts.append(self.tr("{0} documents a second").format(count_text(round(rate))))
        left = self._pace.seconds_left(progress.total) if progress.total else None
        if left is not None:
            parts.append(self._time_left(left))
        self._show(phrases(parts), progress.done, progress.total)

    def _stage_words(self, progress: ScanProgress) -> str:
        done, total = count_text(progress.done), count_text(progress.total)
        match progress.stage:
            case Stage.LIST:
                return self.tr("Listing: {0} files found").format(done)
            case Stage.CHECK:
                return self.tr("Looking for changes: {0} of {1} files").format(done, total)
            case Stage.READ:
                return self.tr("Reading: {0} of {1} files").format(done, total)
            case Stage.PAIR:
                return self.tr("Looking for similar fingerprints")
            case Stage.PASSAGE:
                return self.tr("Looking for shared passages")
            case Stage.RECALL:
                return self.tr("Recalling comparisons: {0} of {1} pairs").format(done, total)
            case Stage.VERIFY:
                return self.tr("Comparing texts: {0} of {1} pairs").format(done, total)
            case Stage.GROUP:
                return self.tr("Grouping")

    def _words_of(self, activity: Activity) -> str:
        return {
            Activity.RECALLING: self.tr("Looking into the index"),
            Activity.SCANNING: self.tr("Starting to scan"),
            Activity.REMOVING: self.tr("Looking at the documents again"),
            Activity.OPENING: self.tr("Opening saved results"),
        }[activity]

    def _removal_words(self, progress: RemovalProgress) -> str:
        done, total = progress.done, progress.total
        if progress.action is None:
            words = self.tr("Undoing: {0} of {1}")
            return words.format(count_text(done), count_text(total))
        return words_of(progress.action).progress_text(done, total)

    def _time_left(self, seconds: float) -> str:
        if seconds < 90:
            return self.tr("{0} s left").format(max(1, round(seconds)))
        if seconds < 90 * 60:
            return self.tr("{0} min left").format(round(seconds / 60))
        return self.tr("{0} h left").format(round(seconds / 3600))

    def _show(self, words: str, done: int, total: int) -> None:
        self.words.setText(words)
        self.words.setToolTip(as_tooltip(words))
        if total:
            # In thousandths: the counts of a bar are 32-bit.
            self._bar.setRange(0, 1000)
            self._bar.setValue(round(1000 * done / total))
        else:
            self._bar.setRange(0, 0)

    def _label_pause(self) -> None:
        self._pause.setText(self.tr("Resume") if self._paused else self.tr("Pause"))
        self._pause.setIcon(icon("play" if self._paused else "pause"))
        self._pause.setAccessibleName(
            self.tr("Resume the scan") if self._paused else self.tr("Pause the scan")
        )
