"""ScanCard: how far a scan is, over all of its steps, what was read and left out; Pause, Cancel."""

import time
import typing
from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSystemTrayIcon,
    QVBoxLayout,
    QWidget,
)

from ..i18n import FACTS, counted
from ..removal.actions import words_of
from ..session.states import BUSY, Activity
from ..style import application_icon, colours_of, font_like, icon, paint_icon, paint_line, scaled
from ..widgets.basic import ElidedLabel, filled
from ..wording import as_tooltip, count_text, size_text

if typing.TYPE_CHECKING:
    from simcore.model.report import ScanFigures

    from ..scan_progress import ScanCourse, ScanStep


_BAR, _NAME = 8, 18


class ScanCard(QFrame):
    """Shown above the results during a scan: steps, files read and skipped, Pause, Cancel.

    ``not_read_wanted`` asks for the list of skipped files.
    """

    cancel_requested = Signal()
    pause_requested = Signal()
    not_read_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paused = self._stopping = False
        self.heading = QLabel(self)
        self.heading.setFont(font_like(self.font(), 14, bold=True))
        self.heading.setAccessibleName(self.tr("What is being done"))
        self.left = QLabel(self)
        self.left.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.bar = StepBar(self)
        self.facts = ElidedLabel(self)
        self.facts.setFont(font_like(self.font(), 12))
        self.facts.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.show_button = QPushButton(self.tr("Show"), self, flat=True)
        self.show_button.setToolTip(self.tr("Show the files that could not be read"))
        self.show_button.clicked.connect(self.not_read_wanted)
        self.show_button.hide()
        self.pause_button = QPushButton(self)
        self.pause_button.clicked.connect(self.pause_requested)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.cancel_button.setIcon(icon("x"))
        self.cancel_button.setToolTip(
            self.tr("Stop the scan (Esc); what was found until then is kept")
        )
        self.cancel_button.clicked.connect(self.cancel_requested)
        gap = scaled(8, self.font())
        head = filled(QHBoxLayout(), (self.heading, 1), self.left)
        foot = filled(
            QHBoxLayout(),
            (self.facts, 1),
            self.show_button,
            gap,
            self.pause_button,
            self.cancel_button,
            spacing=gap // 2,
        )
        layout = filled(QVBoxLayout(self), head, self.bar, foot, spacing=gap // 2)
        layout.setContentsMargins(2 * gap, gap, 2 * gap, gap)
        self._label_pause()
        self.hide()

    def show_activity(self, activity: Activity) -> None:
        scanning = activity is Activity.SCANNING
        self.setVisible(scanning)
        if not scanning:
            return
        from simcore.model.report import ScanFigures

        from ..scan_progress import ScanPacer

        self._paused = self._stopping = False
        self._label_pause()
        for button in (self.pause_button, self.cancel_button):
            button.setEnabled(True)
        self._show(self.tr("Starting to scan"), ScanPacer().course(0.0), ScanFigures())

    @Slot(object)
    def show_progress(self, progress: object) -> None:
        """Show a ``ScanProgress``; ignored while the scan is being cancelled."""
        from ..session.calls import ScanProgress

        if isinstance(progress, ScanProgress) and not self._paused and not self._stopping:
            self._show(self._step_text(progress.course.step), progress.course, progress.figures)

    def pause(self) -> None:
        self._paused = True
        self._label_pause()
        self.heading.setText(self.tr("Pausing…"))
        self.left.clear()

    @Slot(object)
    def show_held(self, progress: object) -> None:
        from ..session.calls import ScanProgress

        if isinstance(progress, ScanProgress) and self._paused and not self._stopping:
            step = self._step_text(progress.course.step)
            self._show(self.tr("Paused. {0}").format(step), progress.course, progress.figures)
            self.left.clear()

    def resume(self) -> None:
        self._paused = False
        self._label_pause()

    def stop(self) -> None:
        self._stopping = True
        for button in (self.pause_button, self.cancel_button):
            button.setEnabled(False)
        self.heading.setText(self.tr("Cancelling…"))
        self.left.clear()

    def _label_pause(self) -> None:
        self.pause_button.setText(self.tr("Resume") if self._paused else self.tr("Pause"))
        self.pause_button.setIcon(icon("play" if self._paused else "pause"))
        self.pause_button.setToolTip(self.tr("Let the scan stand still, or go on (F6)"))

    def _show(self, heading: str, course: "ScanCourse", figures: "ScanFigures") -> None:
        self.heading.setText(heading)
        self.left.setText("" if course.seconds_left is None else self._time(course.seconds_left))
        self.bar.show_course(course)
        words = FACTS.join(self._figures(figures, course.step))
        self.facts.setText(words)
        self.facts.setToolTip(as_tooltip(words))
        self.show_button.setVisible(bool(figures.not_read))
        self.setAccessibleDescription(f"{heading} {self.left.text()} {words}")

    def _figures(self, figures: "ScanFigures", step: "ScanStep") -> list[str]:
        from ..scan_progress import ScanStep

        if not figures.files:
            return []
        if step is ScanStep.READ and figures.new:
            one, many = self.tr("{0} of 1 new document"), self.tr("{0} of {1} new documents")
            words = one if figures.new == 1 else many
            parts = [words.format(count_text(figures.read), count_text(figures.new))]
        else:
            one, many = self.tr("1 document"), self.tr("{0} documents")
            parts = [counted(one, many, figures.files)]
        if figures.size:
            parts.append(size_text(figures.size))
        if figures.left_out:
            words = self.tr("{0} left out: by name, linked or too large")
            parts.append(words.format(count_text(figures.left_out)))
        if figures.not_read:
            parts.append(self.tr("{0} not read").format(count_text(figures.not_read)))
        return parts

    def _step_text(self, step: "ScanStep") -> str:
        from ..scan_progress import ScanStep

        words = {
            ScanStep.LIST: self.tr("listing files"),
            ScanStep.READ: self.tr("reading documents"),
            ScanStep.COMPARE: self.tr("comparing fingerprints and passages"),
            ScanStep.VERIFY: self.tr("verifying pairs word by word"),
        }
        return self.tr("Step {0} of {1}: {2}").format(int(step), len(ScanStep), words[step])

    def _time(self, seconds: float) -> str:
        if seconds < 90:
            return self.tr("about {0} s left").format(count_text(max(1, round(seconds))))
        if seconds < 90 * 60:
            return self.tr("about {0} min left").format(count_text(round(seconds / 60)))
        return self.tr("about {0} h left").format(count_text(round(seconds / 3600)))


class StepBar(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course: ScanCourse | None = None  # before the first scan
        self.setAccessibleName(self.tr("Progress"))

    def show_course(self, course: "ScanCourse") -> None:
        self._course = course
        self.setAccessibleDescription(f"{course.fraction:.0%}")
        self.update()

    def sizeHint(self) -> QSize:
        height = scaled(_BAR, self.font()) + scaled(_NAME, self.font()) + 2
        return QSize(scaled(300, self.font()), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(100, self.font()), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._course is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, course = colours_of(self.palette()), self._course
        gap, height = 3, scaled(_BAR, self.font())
        room = self.width() - gap * (len(course.widths) - 1)
        left, before = 0.0, 0.0
        names = self.tr("List files"), self.tr("Read"), self.tr("Compare"), self.tr("Verify")
        for number, (share, name) in enumerate(zip(course.widths, names, strict=True), 1):
            place = QRectF(left, 0, room * share, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.track)
            painter.drawRoundedRect(place, height / 2, height / 2)
            done = min(max((course.fraction - before) / share, 0.0), 1.0) if share else 1.0
            if number < course.step:
                done = 1.0
            if done:
                inside = QRectF(place)
                inside.setWidth(max(height, place.width() * done))
                painter.setBrush(colours.accent)
                painter.drawRoundedRect(inside & place, height / 2, height / 2)
            self._paint_name(painter, place, name, number - course.step)
            left += place.width() + gap
            before += share

    def _paint_name(self, painter: QPainter, place: QRectF, name: str, ahead: int) -> None:
        colours = colours_of(self.palette())
        font: QFont = font_like(self.font(), 12, bold=not ahead)
        line = QRectF(place.left(), place.bottom() + 2, place.width(), scaled(_NAME, self.font()))
        if ahead < 0:
            side = scaled(13, self.font())
            tick = QRectF(line.left(), line.top(), side, line.height())
            paint_icon(painter, "check", tick, colours.safe)
            line.setLeft(tick.right() + 3)
        if QFontMetricsF(font).horizontalAdvance(name) <= line.width():
            colour = colours.muted if ahead else colours.text
            paint_line(painter, line, name, font, colour)


_LONG = 20.0  # seconds; after a longer scan the user may be doing other work
_SHOWN = 15_000  # milliseconds that the tray icon of the notification stays


class ScanEnd(QObject):
    """Asks for attention in the task bar, and shows a notification if there is a tray.

    ``words`` returns the result in words. A click on the notification shows the window.
    """

    def __init__(self, window: QWidget, words: Callable[[], str]) -> None:
        super().__init__(window)
        self._words = words
        self._began: float | None = None
        self._tray: QSystemTrayIcon | None = None
        self._hiding = QTimer(self, singleShot=True, interval=_SHOWN)
        self._hiding.timeout.connect(self._hide)

    @property
    def _window(self) -> QWidget:
        # of its parent Qt knows; a reference of Python's own would keep a window that is gone
        return cast("QWidget", self.parent())

    def show_activity(self, activity: Activity) -> None:
        """Note the start of a scan; at its end notify the user unless the window is active."""
        if activity is Activity.SCANNING:
            self._began = time.monotonic()
            return
        began, self._began = self._began, None
        if began is None or time.monotonic() - began < _LONG or self._window.isActiveWindow():
            return
        QTimer.singleShot(0, self, self.tell)  # once the results are shown

    @Slot()
    def tell(self) -> None:
        QApplication.alert(self._window)
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(application_icon(), self)
            self._tray.messageClicked.connect(self._come_back)
            self._tray.activated.connect(self._come_back)
        self._tray.show()
        self._tray.showMessage(
            self.tr("The scan has ended"), self._words(), application_icon(), _SHOWN
        )
        self._hiding.start()

    @Slot()
    def _come_back(self) -> None:
        self._window.showNormal() if self._window.isMinimized() else self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self._hide()

    @Slot()
    def _hide(self) -> None:
        if self._tray is not None:
            self._tray.hide()


_BAR_WIDTH = 160


class WorkStatus(QWidget):
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
        shown = activity not in {Activity.NONE, Activity.SCANNING}
        self.setVisible(shown)
        if shown:
            words = {
                Activity.RECALLING: self.tr("Looking into the index"),
                Activity.REMOVING: self.tr("Looking at the documents again"),
                Activity.OPENING: self.tr("Opening saved results"),
            }
            self._show(words[activity], 0, 0)
            self._cancel.setVisible(activity in BUSY)
            self._cancel.setEnabled(True)

    def stop(self) -> None:
        self._cancel.setEnabled(False)
        self._show(self.tr("Cancelling…"), 0, 0)

    def show_progress(self, progress: object) -> None:
        """Show a ``RemovalProgress``; ignored while the work is being stopped."""
        from ..session.calls import RemovalProgress

        if isinstance(progress, RemovalProgress) and self._cancel.isEnabled():
            done, total, action = progress.done, progress.total, progress.action
            words = self.tr("Undoing: {0} of {1}") if action is None else words_of(action).progress
            self._show(words.format(count_text(done), count_text(total)), done, total)

    def _show(self, words: str, done: int, total: int) -> None:
        self.words.setText(words)
        self.words.setToolTip(as_tooltip(words))
        if total:
            # In thousandths: the counts of a bar are 32-bit.
            self._bar.setRange(0, 1000)
            self._bar.setValue(round(1000 * done / total))
        else:
            self._bar.setRange(0, 0)
