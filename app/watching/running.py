"""WatchSession: which folders are watched, the process that does it, and what it told."""

import os
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal, Slot

import simcore
from simcore import FolderSettings, SimcoreError

from ..session.session import Session
from ..settings.own_command import Command, own_command
from ..settings.settings import SettingsStore
from .command import watch_words
from .log import ArrivalLog
from .process import WatchProcess, WatchState

_AT_REST = 500
"""Milliseconds for which settings must rest before a watch is started anew with them."""

_ASKED_AGAIN = 30_000
"""Milliseconds after which it is looked again whether another window still watches."""


class WatchSession(QObject):
    """Watches the folders of a session as folders and settings say; it outlives a window.

    ``settings_changed`` follows another ``folder_settings``, ``state_changed`` whatever of the
    watch is another. One window at a time watches beside an index: ``elsewhere`` is whether that
    is another one. If not ``kept``, nothing is written where other runs would find it.
    """

    settings_changed = Signal()
    state_changed = Signal()
    failed = Signal(object)  # Reason | str

    def __init__(
        self,
        index: Path,
        session: Session,
        settings: SettingsStore,
        parent: QObject | None = None,
        *,
        kept: bool = True,
    ) -> None:
        super().__init__(parent)
        self._index = index
        self._session = session
        self._settings = settings
        self._kept = kept
        self.elsewhere = False
        self.folder_settings = FolderSettings()
        self.process = WatchProcess(self)
        now = settings.now
        self.log = ArrivalLog(index, now.arrivals_seen, now.arrivals_seen_since, self)
        self.log.failed.connect(self.failed)
        self._lock: QLockFile | None = None
        self._soon = QTimer(self, singleShot=True, interval=_AT_REST)
        self._soon.timeout.connect(self._adjust)
        self._later = QTimer(self, singleShot=True, interval=_ASKED_AGAIN)
        self._later.timeout.connect(self._adjust)
        self.process.came.connect(self.log.take)
        self.process.state_changed.connect(self.state_changed)
        settings.changed.connect(self.adjust)

    def start(self) -> None:
        """Read what is kept, and watch."""
        if self._kept:
            try:
                self.folder_settings = simcore.read_folder_settings()
            except SimcoreError as error:
                self.failed.emit(error.reason)
        self._obey()
        self.log.read()
        self.settings_changed.emit()
        self._adjust()

    # ---- folders and their settings

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that are to be watched: those of the session, or folders in them."""
        return watched_of(self._session.folders, self.folder_settings.watched)

    def change(self, after: FolderSettings) -> None:
        """Take other settings of folders, and keep them."""
        before = self.folder_settings
        if after.folders == before.folders:
            return
        self.folder_settings = after
        if self._kept:
            try:
                self.folder_settings = simcore.change_folder_settings(before, after)
            except SimcoreError as error:
                self.failed.emit(error.reason)
        self._obey()
        self.settings_changed.emit()
        self.adjust()

    def _obey(self) -> None:
        """Let scans keep documents as long as is set for their folders."""
        config, days = self._session.config, self.folder_settings.days
        if config.folder_days != days:
            self._session.set_config(replace(config, folder_days=days))

    # ---- the watch

    @Slot()
    def adjust(self) -> None:
        """Watch what is to be watched now, once settings rest."""
        self._soon.start()

    @Slot()
    def _adjust(self) -> None:
        self._soon.stop()
        folders = self.folders
        if not folders:
            self.process.watch(None)
            self._unlock()
        elif self._has_lock():
            words = watch_words(folders, self._session.folders, self._index, self._session.config)
            command = own_command()
            self.process.watch(Command((*command.words, *words), command.folder))
        else:
            self._later.start()
        self.state_changed.emit()

    def _has_lock(self) -> bool:
        if self._lock is None:
            lock = QLockFile(str(window_lock_path(self._index)))
            lock.setStaleLockTime(0)  # it is stale only when its program is gone
            self._index.parent.mkdir(parents=True, exist_ok=True)
            self.elsewhere = not lock.tryLock(0) and (
                lock.error() is QLockFile.LockError.LockFailedError
            )
            # where no lock can be made there is no other window either
            self._lock = None if self.elsewhere else lock
        return self._lock is not None

    def _unlock(self) -> None:
        self.elsewhere = False
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    @property
    def watches(self) -> bool:
        """Whether a watch runs here, or is about to, or pauses."""
        return self.process.state not in {WatchState.OFF, WatchState.BROKEN}

    def shut_down(self) -> None:
        """End the watch and wait for it; keep what a person has seen."""
        self._soon.stop()
        self._later.stop()
        self.process.shut_down()
        self.log.shut_down()
        self._unlock()

    @Slot()
    def keep_seen(self) -> None:
        """Remember what a person has seen of what came."""
        log, now = self.log, self._settings.now
        log.sum_up()
        seen = tuple(sorted(log.seen, key=attrgetter("time", "path")))
        if (log.seen_until, seen) != (now.arrivals_seen, now.arrivals_seen_since):
            after = replace(now, arrivals_seen=log.seen_until, arrivals_seen_since=seen)
            self._settings.keep(after)


def window_lock_path(index: Path) -> Path:
    """Return the file that the window that watches locks; the watch itself has another one.

    >>> window_lock_path(Path("folder/index")).as_posix()
    'folder/index.window.lock'
    """
    return index.with_name(f"{index.name}.window.lock")


def watched_of(listed: Sequence[Path], watched: Sequence[Path]) -> tuple[Path, ...]:
    """Return what is to be watched of some folders: they themselves, or folders in them.

    ``watched`` are resolved. What is below another one is left out.

    >>> found = watched_of([Path("/a"), Path("/b")], [Path("/b/in"), Path("/c")])
    >>> [one.as_posix() for one in found]
    ['/b/in']
    """
    found: dict[Path, None] = {}
    for folder in listed:
        real = Path(os.path.realpath(folder))
        if any(one == real or one in real.parents for one in watched):
            found[real] = None
        else:
            found |= dict.fromkeys(one for one in watched if real in one.parents)
    return tuple(one for one in found if found.keys().isdisjoint(one.parents))
