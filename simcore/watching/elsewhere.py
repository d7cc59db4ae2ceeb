"""What Windows and macOS say of folders, by watchdog's observer, as hints."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from simcore.files.entering import FolderRules
from simcore.watching.hints import HintKind, Hints

if TYPE_CHECKING:
    from watchdog.observers.api import ObservedWatch

_KINDS = {
    "created": HintKind.MADE,
    "modified": HintKind.WRITTEN,
    "deleted": HintKind.GONE,
    "attrib": HintKind.FOUND,
    "closed": HintKind.CLOSED,
}


class OtherEvents:
    """Watches folders and all below; threads of watchdog turn events into hints.

    ``closes``: these systems do not tell when a file is closed. Raises ``OSError``.
    """

    closes = False

    def __init__(self, hints: Hints, rules: FolderRules) -> None:
        del rules  # a folder is watched with all that is below it, whatever the rules say
        self._handler = _Handler(hints)
        self._observer = Observer()
        self._observer.start()
        self._watches: dict[Path, ObservedWatch] = {}

    def add(self, root: Path) -> None:
        """Watch a folder and all below. Raises ``OSError``; it is not watched then."""
        self.drop(root)
        self._watches[root] = self._observer.schedule(self._handler, str(root), recursive=True)

    def drop(self, root: Path) -> None:
        """Watch a folder no more."""
        watch = self._watches.pop(root, None)
        if watch is not None:
            self._observer.unschedule(watch)

    def close(self) -> None:
        """End; no hint comes any more."""
        self._observer.stop()
        self._observer.join()


class _Handler(FileSystemEventHandler):
    def __init__(self, hints: Hints) -> None:
        self._hints = hints

    def on_any_event(self, event: FileSystemEvent) -> None:
        path = Path(os.fsdecode(event.src_path))
        if event.event_type == "moved":
            to = Path(os.fsdecode(event.dest_path))
            self._hints.put(path, HintKind.GONE)
            self._hints.put(to, HintKind.MOVED, path)
            return
        kind = _KINDS.get(event.event_type)
        if kind is None or (event.is_directory and kind is HintKind.WRITTEN):
            return  # of what changes in a folder there are events of its own
        if event.is_directory and kind is not HintKind.GONE:
            kind = HintKind.FOLDER
        self._hints.put(path, kind)
