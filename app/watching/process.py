"""WatchProcess: a watch of folders beside the window, in a process of its own."""

import logging
from collections import deque
from enum import Enum, auto

from PySide6.QtCore import QElapsedTimer, QObject, QProcess, QTimer, Signal, Slot

from simcore import Arrival, Reason, ReasonCode

from ..settings.own_command import Command
from .lines import (
    LineCutter,
    Told,
    WatchBegins,
    WatchEnds,
    WatchFails,
    WatchListens,
    WatchTrouble,
    told_in,
)

_log = logging.getLogger(__name__)

PAUSES = 1_000, 5_000, 30_000
"""Milliseconds before each new start after a watch broke off; then a person is asked."""

_STEADY = 120_000
"""Milliseconds after which a watch counts as one that works: what broke it off is news."""

_PATIENCE = 5_000
"""Milliseconds that a watch has to end; half a document may be on its way into the index."""

_AT_THE_END = 2_000
"""Milliseconds that a watch has to end while a person waits for the window to go."""

_LAST_WORDS = 64_000
"""Bytes of its standard error that are kept."""

_WRONG_USAGE = 2
"""The exit code of a program that does not understand its words."""

_MOST_WRONG = 100
"""Lines that cannot be understood after which a watch is taken for broken."""


class WatchState(Enum):
    """What a watch does just now."""

    OFF = auto()
    LEARNING = auto()  # it starts, or reads what is there
    BEHIND = auto()  # it waits: another watch of the index is at work
    LISTENING = auto()
    PAUSED = auto()  # by a person
    WAITING = auto()  # it broke off, and is about to start again
    BROKEN = auto()  # it broke off too often, or for a reason that stays


class WatchProcess(QObject):
    """Runs the program again as a watch, and starts it anew where it breaks off.

    ``came`` carries an ``Arrival``, ``state_changed`` follows a change of ``state`` or of
    ``listening``, ``troubled`` carries a ``WatchTrouble``, ``broken`` follows when no new start
    helped or would help: then ``failure`` is why, as far as it was said. The watch ends with this
    program, however that ends: its standard input is closed then.
    """

    came = Signal(object)
    state_changed = Signal()
    troubled = Signal(object)
    broken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = WatchState.OFF
        self.listening: WatchListens | None = None
        self.failure: Reason | str | None = None
        self._wanted: Command | None = None
        self._running: Command | None = None
        self._child: QProcess | None = None
        self._leaving = False  # it was asked to end
        self._failures = 0
        self._since = QElapsedTimer()
        self._cutter = LineCutter()
        self._wrong = 0
        self._last_words: deque[bytes] = deque()
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._start)
        self._ending = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._ending.timeout.connect(self._kill)

    # ---- what is wanted

    def watch(self, command: Command | None) -> None:
        """Run this command from now on, None for no watch; what runs already goes on."""
        if command == self._wanted:
            return
        self._wanted = command
        self._failures = 0
        if self.state is not WatchState.PAUSED:
            self._settle()

    @Slot()
    def pause(self) -> None:
        """End the watch until ``resume``; what comes meanwhile is told then."""
        if self._wanted is not None and self.state is not WatchState.PAUSED:
            self._become(WatchState.PAUSED)
            self._settle()

    @Slot()
    def resume(self) -> None:
        """Go on after ``pause``, or try once more after the watch broke off too often."""
        if self.state in {WatchState.PAUSED, WatchState.BROKEN}:
            self._failures = 0
            self._become(WatchState.OFF)
            self._settle()

    def last_words(self) -> str:
        """Return what the last watch wrote to its standard error at its end."""
        return b"".join(self._last_words).decode("utf-8", "replace").strip()

    @property
    def runs(self) -> bool:
        """Whether there is a process, perhaps about to end."""
        return self._child is not None

    def shut_down(self) -> None:
        """End the watch, and wait for it."""
        self._wanted = None
        self._again.stop()
        child = self._child
        if child is None:
            return
        child.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        child.closeWriteChannel()
        if not child.waitForFinished(_AT_THE_END):
            child.kill()
            child.waitForFinished(_PATIENCE)
        self._child = None
        self._become(WatchState.OFF)

    # ---- from what is wanted to what runs

    def _settle(self) -> None:
        """Start, restart or end the process, so that it is what is wanted."""
        self._again.stop()
        wanted = None if self.state is WatchState.PAUSED else self._wanted
        if self._child is not None:
            if wanted != self._running and not self._leaving:
                self._leaving = True
                self._child.closeWriteChannel()
                self._ending.start()
        elif wanted is not None:
            self._start()
        elif self.state is not WatchState.PAUSED:
            self._become(WatchState.OFF)

    @Slot()
    def _start(self) -> None:
        wanted = self._wanted
        if wanted is None or self._child is not None:
            return
        child = QProcess(self)
        child.setProgram(wanted.words[0])
        child.setArguments(list(wanted.words[1:]))
        if wanted.folder is not None:
            child.setWorkingDirectory(str(wanted.folder))
        child.readyReadStandardOutput.connect(self._read)
        child.readyReadStandardError.connect(self._read_last_words)
        child.finished.connect(self._ended)
        child.errorOccurred.connect(self._failed)
        self._child, self._running, self._leaving = child, wanted, False
        self._cutter, self._wrong, self.failure = LineCutter(), 0, None
        self._last_words.clear()
        self._since.start()
        self._become(WatchState.LEARNING)
        child.start()

    @Slot()
    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()

    @Slot()
    def _ended(self) -> None:
        self._ending.stop()
        child = self._child
        if child is None:
            return
        self._read()
        self._read_last_words()
        if self.failure is None and child.exitCode() == _WRONG_USAGE:
            self.failure = self.last_words()
        self._child = self._running = None
        child.deleteLater()
        if self._leaving:
            self._settle()
        else:
            self._break_off()

    @Slot(QProcess.ProcessError)
    def _failed(self, error: QProcess.ProcessError) -> None:
        child = self._child
        if error is QProcess.ProcessError.FailedToStart and child is not None:
            # no signal of its end follows
            self._child = self._running = None
            self._last_words.append(child.errorString().encode())
            child.deleteLater()
            self._break_off()

    def _break_off(self) -> None:
        if self._since.elapsed() > _STEADY:
            self._failures = 0
        if self._failures < len(PAUSES) and self.failure is None:
            self._again.start(PAUSES[self._failures])
            self._failures += 1
            self._become(WatchState.WAITING)
        else:
            self._become(WatchState.BROKEN)
            self.broken.emit()

    def _become(self, state: WatchState, listening: WatchListens | None = None) -> None:
        if (state, listening) != (self.state, self.listening):
            self.state, self.listening = state, listening
            self.state_changed.emit()

    # ---- what it says

    @Slot()
    def _read(self) -> None:
        child = self._child
        if child is None:
            return
        for line in self._cutter.cut(bytes(child.readAllStandardOutput().data())):
            if self._wrong > _MOST_WRONG:
                return
            try:
                if line is None:
                    raise ValueError("too long")  # noqa: TRY301 - told as all others are
                if line.strip():
                    self._take(told_in(line))
            except ValueError as error:
                self._note_wrong(error, child)

    def _note_wrong(self, error: ValueError, child: QProcess) -> None:
        self._wrong += 1
        _log.warning("a watch wrote what cannot be understood: %s", error)
        self._last_words.append(f"not understood: {error}\n".encode()[:500])
        if self._wrong == 1:
            words = self.tr("The watch of folders wrote something that cannot be understood")
            self.troubled.emit(WatchTrouble(words))
        if self._wrong > _MOST_WRONG:
            child.kill()

    def _take(self, told: Told) -> None:
        match told:
            case Arrival():
                self.came.emit(told)
            case WatchBegins() if self.state is not WatchState.PAUSED:
                self._become(WatchState.LEARNING)
            case WatchListens() if self.state is not WatchState.PAUSED:
                self._become(WatchState.LISTENING, told)
            case WatchTrouble():
                if told.reason == Reason(ReasonCode.ANOTHER_WATCH):
                    self._become(WatchState.BEHIND)
                self.troubled.emit(told)
            case WatchFails():
                self.failure = told.reason
            case WatchEnds() | _:
                pass

    @Slot()
    def _read_last_words(self) -> None:
        child = self._child
        if child is not None:
            self._last_words.append(bytes(child.readAllStandardError().data())[-_LAST_WORDS:])
            while sum(map(len, self._last_words)) > _LAST_WORDS and len(self._last_words) > 1:
                self._last_words.popleft()
