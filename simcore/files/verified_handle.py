"""A verified handle of a file: opened, read, hashed, and recognised until it is closed."""

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

from simcore.files.attributes import FilePlace, place_of
from simcore.files.containers import ReadState
from simcore.files.disk import Disk, identity
from simcore.model.errors import ReadError
from simcore.model.operations import Attributes, Trace
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of

_CHUNK = 1 << 20
_SEEN = attrgetter("st_size", "st_mtime_ns", "st_ctime_ns")


class VerifiedHandle(contextlib.AbstractContextManager["VerifiedHandle"]):
    """One regular file, read completely without following a link; a context manager.

    ``path`` is resolved: none of its folders is a link either.

    It stays open until it is closed, so that no other file can reuse its inode. Where open files
    cannot be renamed (Windows) it is closed at once. Raises ``ReadError`` with the reason, without
    the path: it is gone, a link, unreadable, not of ``size`` bytes, or changing.
    """

    def __init__(self, disk: Disk, path: Path, size: int | None = None) -> None:
        self._disk = disk
        self.path = path
        self._descriptor: int | None = None
        try:
            self._descriptor = disk.open(self.path)
            self.status, self.content_hash = self._read(self._descriptor, size)
        except OSError as error:
            self.close()
            raise ReadError(_reason(error)) from error
        except BaseException:
            self.close()
            raise
        if os.name == "nt":
            self.close()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            self._disk.close(descriptor)

    @property
    def place(self) -> FilePlace:
        """The file for system calls that ask for its state or set it."""
        return place_of(self._descriptor, self.path)

    def _read(self, descriptor: int, size: int | None) -> tuple[os.stat_result, bytes]:
        before = self._disk.state(descriptor)
        if size is not None and before.st_size != size:
            raise ReadError(ReasonCode.CHANGED_SINCE_SCAN)
        digest = hashlib.blake2b(digest_size=16)  # as in simcore.text.reading
        count = 0
        while data := self._disk.read(descriptor, _CHUNK):
            digest.update(data)
            count += len(data)
        after = self._disk.state(descriptor)
        if _SEEN(before) != _SEEN(after) or count != after.st_size:
            raise ReadError(ReasonCode.CHANGED_WHILE_READ)
        return after, digest.digest()

    def lock(self, *, alone: bool) -> bool:
        """Lock it against other runs; False if one uses it."""
        return self._descriptor is None or self._disk.lock(self._descriptor, alone=alone)

    def is_at(self, path: Path, *, moved: bool = False) -> bool:
        """Return whether a path is that of this very file, unchanged since it was read.

        ``moved`` is whether it was renamed since: that changes the ctime of its inode.
        """
        now = self._disk.look(path)
        if now is None or identity(now) != identity(self.status):
            return False
        before = self.status
        unchanged = (now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
        return unchanged and (moved or now.st_ctime_ns == before.st_ctime_ns)

    def attributes(self) -> Attributes | None:
        """Return its owner, group and extended attributes. Raises ``OSError``."""
        return self._disk.attributes(self.place)

    def chunks(self) -> Iterator[bytes]:
        """Read its bytes again. Raises ``OSError``."""
        closed = self._descriptor is None
        descriptor = self._disk.open(self.path) if self._descriptor is None else self._descriptor
        try:
            self._disk.rewind(descriptor)
            while data := self._disk.read(descriptor, _CHUNK):
                yield data
        finally:
            if closed:
                self._disk.close(descriptor)

    def trace(self, text_hash: bytes, attributes: Attributes | None = None) -> Trace:
        """Return its record for the journal."""
        now = self.status
        size, mtime_ns, _ = ReadState.of(now)
        seen = size, mtime_ns, now.st_mode, now.st_dev, now.st_ino
        return Trace(self.path, *seen, self.content_hash, text_hash, attributes)


def _reason(error: OSError) -> Reason:
    said = reason_of(error)
    if said.code is ReasonCode.NO_FOLDER_ANY_MORE:
        return said
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Reason(ReasonCode.GONE)
    if isinstance(error, PermissionError):
        return Reason(ReasonCode.NO_RIGHTS)
    if error.errno == errno.ELOOP:
        return Reason(ReasonCode.BECAME_LINK)
    return Reason(ReasonCode.UNREADABLE, (said,))
