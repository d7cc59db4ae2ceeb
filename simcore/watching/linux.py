"""What Linux says of folders (inotify(7)), as hints.

watchdog's own observer for Linux is not used, only its bindings: it passes in silence over folders
that it cannot watch (also for want of watches), says nothing of an overflow, and holds all events
back for half a second after a file was moved away.
"""

import errno
import os
import select
import struct
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from threading import Lock, Thread

from watchdog.observers.inotify_c import InotifyConstants as In
from watchdog.observers.inotify_c import Mask, inotify_add_watch, inotify_init, inotify_rm_watch

from simcore.files.entering import FolderRules
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.watching.hints import HintKind, Hints

_SELF_WENT = In.IN_DELETE_SELF | In.IN_MOVE_SELF
_SELF = _SELF_WENT | In.IN_UNMOUNT  # which the system tells unasked
_CAME = In.IN_CREATE | In.IN_MOVED_TO
_WENT = In.IN_DELETE | In.IN_MOVED_FROM
_CHANGED = In.IN_MODIFY | In.IN_ATTRIB | In.IN_CLOSE_WRITE
_MASK = _CHANGED | _CAME | _WENT | _SELF_WENT | In.IN_ONLYDIR | In.IN_EXCL_UNLINK
_BUFFER = 1 << 18
_COOKIES = 1_000
_HEAD = struct.Struct("iIII")
_NAMES = {
    errno.ENOSPC: "fs.inotify.max_user_watches",
    errno.EMFILE: "fs.inotify.max_user_instances",
}
_LIMITS = {errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM}


class LinuxEvents:
    """Watches folders and all below that a walk enters; a thread turns events into hints.

    ``closes``: the system tells when a file is closed. Raises ``OSError`` where it tells nothing.
    """

    closes = True

    def __init__(self, hints: Hints, rules: FolderRules) -> None:
        self._hints = hints
        self._rules = rules
        self._paths: dict[int, str] = {}  # strings: there are many, and all are gone through
        self._roots: set[Path] = set()
        self._came_from: OrderedDict[int, Path] = OrderedDict()
        self._lock = Lock()
        self._file = inotify_init()
        if self._file < 0:
            raise _error()
        os.set_inheritable(self._file, False)  # noqa: FBT003 - of os
        self._stopped, self._stop = os.pipe()
        self._thread = Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def add(self, root: Path) -> None:
        """Watch a folder and all below. Raises ``OSError``; it is not watched then."""
        with self._lock:
            self._roots.add(root)
            try:
                if not self._add_below(root):
                    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(root))
            except OSError:
                self._drop(root)
                raise

    def drop(self, root: Path) -> None:
        """Watch a folder no more."""
        with self._lock:
            self._drop(root)

    def _drop(self, root: Path) -> None:
        self._roots.discard(root)
        if not any(root.is_relative_to(one) for one in self._roots):
            self._remove_below(root, self._roots)

    def close(self) -> None:
        """End; no hint comes any more."""
        os.close(self._stop)
        self._thread.join()
        os.close(self._stopped)
        os.close(self._file)

    def _add_below(self, top: Path) -> bool:
        """Watch a folder and those below; return whether it could be."""
        pending = [top]
        while pending:
            folder = pending.pop()
            # watched first and listed then, so that nothing comes unnoticed in between
            number = inotify_add_watch(self._file, os.fsencode(folder), Mask(_MASK))
            if number < 0:
                error = _error()
                if error.errno in _LIMITS:
                    raise error
                if folder == top:
                    return False
                continue  # gone, or not to be listed, as a walk says
            before = self._paths.get(number)
            if before not in {None, str(folder)} and folder.is_relative_to(str(before)):
                continue  # a link to a folder around it
            self._paths[number] = str(folder)
            pending += self._rules.inside(folder)
        return True

    def _remove_below(self, top: Path, but: Iterable[Path] = ()) -> None:
        """Watch a folder and those below no more, ``but`` some folders and those below these."""
        above = _prefix(top)
        kept = tuple(map(_prefix, but))
        for number, path in list(self._paths.items()):
            inside = path + os.sep
            if inside.startswith(above) and not inside.startswith(kept):
                inotify_rm_watch(self._file, number)  # type: ignore[arg-type] # its own NewType
                del self._paths[number]

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        poll.register(self._stopped, select.POLLHUP)
        while True:
            ready = {file for file, _ in poll.poll()}
            if self._stopped in ready:
                return
            data = os.read(self._file, _BUFFER)
            with self._lock:
                try:
                    self._hear(data)
                except OSError as error:
                    self._hints.fail(error)

    def _hear(self, data: bytes) -> None:
        at = 0
        failed: OSError | None = None
        while at < len(data):
            number, mask, cookie, size = _HEAD.unpack_from(data, at)
            name = data[at + _HEAD.size : at + _HEAD.size + size].rstrip(b"\0")
            at += _HEAD.size + size
            try:
                self._event(number, mask, cookie, os.fsdecode(name))
            except OSError as error:
                failed = error
        if failed is not None:
            raise failed

    def _event(self, number: int, mask: int, cookie: int, name: str) -> None:
        if mask & In.IN_Q_OVERFLOW:
            self._hints.lose()
            return
        if mask & In.IN_IGNORED:
            self._paths.pop(number, None)
            return
        known = self._paths.get(number)
        if known is None:
            return
        folder = Path(known)
        if mask & _SELF:
            if folder in self._roots:  # of others their parents tell
                self._hints.put(folder, HintKind.GONE)
            return
        if not name:
            return  # its rights: its parent tells, too
        path = folder / name
        # a link to a folder is none by itself
        linked = self._rules.follows and (
            (mask & _CAME and self._rules.enters(path))
            or (mask & _WENT and str(path) in self._paths.values())
        )
        if linked and mask & _WENT:
            self._remove_below(path)  # the folder itself goes on, and so would its watch
        if mask & In.IN_ISDIR or linked:
            self._of_folder(path, mask, cookie)
        else:
            self._of_file(path, mask, cookie)

    def _of_folder(self, path: Path, mask: int, cookie: int) -> None:
        if mask & _WENT:
            if mask & In.IN_MOVED_FROM:  # of what is deleted the system drops the watches
                self._remove_below(path)
            self._went(path, mask, cookie)
        elif self._rules.enters(path):
            self._add_below(path)
            if mask & In.IN_MOVED_TO and (was := self._came_from.pop(cookie, None)) is not None:
                self._hints.put(path, HintKind.MOVED, was)
            else:
                self._hints.put(path, HintKind.FOLDER)

    def _of_file(self, path: Path, mask: int, cookie: int) -> None:
        if mask & In.IN_CLOSE_WRITE:
            self._hints.put(path, HintKind.CLOSED)
        elif mask & In.IN_MODIFY:
            self._hints.put(path, HintKind.WRITTEN)
        elif mask & In.IN_MOVED_TO:
            self._hints.put(path, HintKind.MOVED, self._came_from.pop(cookie, None))
        elif mask & _WENT:
            self._went(path, mask, cookie)
        else:
            self._hints.put(path, HintKind.MADE if mask & _CAME else HintKind.FOUND)

    def _went(self, path: Path, mask: int, cookie: int) -> None:
        if mask & In.IN_MOVED_FROM:
            self._came_from[cookie] = path
            while len(self._came_from) > _COOKIES:
                self._came_from.popitem(last=False)
        self._hints.put(path, HintKind.GONE)


def _prefix(folder: Path) -> str:
    return os.path.join(folder, "")  # noqa: PTH118 - with a final separator


def _error() -> OSError:
    import ctypes  # noqa: PLC0415 - as loaded by the bindings

    number = ctypes.get_errno()
    limit = _NAMES.get(number)
    if limit is not None:  # the system's own words are about disks and files
        return OSError(number, Reason(ReasonCode.SYSTEM_LIMIT, (limit,)))
    return OSError(number, os.strerror(number))
