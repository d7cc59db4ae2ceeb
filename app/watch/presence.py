"""TrayPresence: a second start shows the window that is hidden in the tray.

Both starts communicate by files beside the settings, one pair for each index. A socket could be
left behind by a crash.
"""

import contextlib
import os
from pathlib import Path

from PySide6.QtCore import (
    QCryptographicHash,
    QFileSystemWatcher,
    QLockFile,
    QObject,
    QTimer,
    Signal,
    Slot,
)

_ANSWERS = 3_000  # milliseconds to show the window


class TrayPresence(QObject):
    """Holds a lock while the window is hidden; ``wanted`` follows when it is asked for."""

    wanted = Signal()

    def __init__(self, settings: Path, index: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked, lock = _files(settings, index)
        self._lock = _lock(lock)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.wanted)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._look)

    def hide(self) -> None:
        self._answer()
        if self._lock.tryLock(0):
            self._watcher.addPath(str(self._asked.parent))

    def show(self) -> None:
        if self._lock.isLocked():
            self._watcher.removePath(str(self._asked.parent))
            self._lock.unlock()

    @Slot()
    def _look(self) -> None:
        if self._asked.exists():
            self._answer()
            self._soon.start()  # not in the middle of the watcher's own work

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            self._asked.unlink(missing_ok=True)


def is_shown_by_another(settings: Path, index: Path) -> bool:
    """Ask a window hidden in the tray to show itself; False if there is none.

    It has some seconds to answer, so that a hanging one cannot prevent a new window.
    """
    asked, lock_file = _files(settings, index)
    lock = _lock(lock_file)
    if lock.tryLock(0):
        lock.unlock()
        return False
    if lock.error() is not QLockFile.LockError.LockFailedError:
        return False
    try:
        asked.touch()
    except OSError:
        return False
    # the first deletes the file, and lets go of the lock as it shows its window
    shown = lock.tryLock(_ANSWERS)
    if shown:
        lock.unlock()
    with contextlib.suppress(OSError):
        asked.unlink(missing_ok=True)
    return shown


def _files(settings: Path, index: Path) -> tuple[Path, Path]:
    real = os.fsencode(os.path.realpath(index))
    digest = QCryptographicHash.hash(real, QCryptographicHash.Algorithm.Blake2s_128)
    name = f"{settings.name}.{bytes(digest.data()).hex()}"
    return settings.with_name(f"{name}.show"), settings.with_name(f"{name}.tray.lock")


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    return lock
