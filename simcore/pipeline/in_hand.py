"""Texts that a scan has read, kept in temporary files until it compares them.

So hardly a file is read and decoded twice. Each worker writes to a file of its own, in a folder
that is this user's alone and is removed with the scan. Where nothing can be written, or a part of
it is missing, files are read again.
"""

import contextlib
import os
import shutil
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

import numpy as np

from simcore.files.opening import lock, open_lock
from simcore.model.records import DocumentId, Fingerprinted, TextPlace
from simcore.text.hashing import content_hash

MOST_BYTES = 256 * 1024 * 1024
"""The bytes of the files whose texts are kept, at most: the first ones of a scan."""

_PREFIX, _LOCKED = "variorum-texts-", "scan"
_BUFFERED = 1 << 16
_MOST_GROWTH = 2
"""A text of more bytes than so many times those of its file is not kept."""


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path | None]:
    """Yield a folder that is removed at the end; None where there can be none.

    What is left of scans that were killed is removed first.
    """
    _remove_abandoned()
    try:
        made = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
    except OSError:
        yield None
        return
    with made as folder, contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            lock(held.enter_context(open_lock(Path(folder, _LOCKED))), alone=True)
        yield Path(folder)


def _remove_abandoned() -> None:
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            # no path is made of the others, of which there may be thousands
            if not (entry.name.startswith(_PREFIX) and _is_own(entry)):
                continue
            held = Path(entry.path, _LOCKED)
            if not held.exists():
                continue
            abandoned = False
            with contextlib.suppress(OSError), open_lock(held) as file:
                abandoned = lock(file, alone=True)
            if abandoned:
                shutil.rmtree(entry, ignore_errors=True)


def _is_own(entry: os.DirEntry[str]) -> bool:
    # names in a folder that all may write to are anybody's
    here = entry.is_dir(follow_symlinks=False)
    return here and (os.name == "nt" or entry.stat(follow_symlinks=False).st_uid == os.getuid())


def room_in(folder: Path | None) -> int:
    """Return the bytes of the files whose texts may be kept in a folder.

    An eighth of what is free on the disk at most: the index may grow on it, too.
    """
    if folder is None:
        return 0
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return 0
    return min(MOST_BYTES, free // 8)


def _hashed(content: bytes) -> int:
    return int.from_bytes(content[:8], "little", signed=True)


class TextWriter(AbstractContextManager["TextWriter"]):
    """Writes texts to the file of this process in a folder, if there is one.

    They are there when the block ends; what could not be written is missed by who reads it.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file: IO[bytes] | None = None
        self._process, self._end = os.getpid(), 0
        if folder is not None:
            with contextlib.suppress(OSError):
                self._file = (folder / str(self._process)).open("ab", _BUFFERED)
                self._end = self._file.seek(0, os.SEEK_END)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()

    def keep(self, text: str, size: int) -> TextPlace | None:
        """Write the text of a file of so many bytes; return where it stands, None if nowhere."""
        if self._file is None:
            return None
        data = text.encode("utf-8", "surrogatepass")
        few = len(data) <= _MOST_GROWTH * size
        return self.keep_bytes(data, content_hash(data)) if few else None

    def keep_bytes(self, data: bytes, content: bytes) -> TextPlace | None:
        """Write a text of which the bytes in UTF-8 and their hash are known; as ``keep`` does."""
        if self._file is None:
            return None
        try:
            self._file.write(data)
        except OSError:
            self.__exit__()  # nobody knows where the next one would stand
            self._file = None
            return None
        start, self._end = self._end, self._end + len(data)
        return TextPlace(self._process, start, len(data), _hashed(content))


class TextInHand(Protocol):
    """The text of a document that need not be read from its file."""

    def read(self) -> str | None:
        """Return the text, None if it is not there any more."""


class KeptText(NamedTuple):
    """The text of a document, in a file of a worker."""

    folder: Path
    place: TextPlace

    def read(self) -> str | None:
        """Return the text, None if it is not there."""
        try:
            with (self.folder / str(self.place.process)).open("rb", buffering=0) as file:
                file.seek(self.place.start)
                data = file.read(self.place.size)
            # somebody may have cleared the folder, and others stand there now
            whole = (
                len(data) == self.place.size and _hashed(content_hash(data)) == self.place.hashed
            )
            return data.decode("utf-8", "surrogatepass") if whole else None
        except (OSError, ValueError):
            return None


class TextsInHand:
    """Where the texts of documents stand that were read in this scan, by the documents' ids."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        # packed: there may be a hundred thousand
        self._rows = array("q")

    def add(self, documents: Iterable[DocumentId], read: Iterable[Fingerprinted]) -> None:
        """Note where the texts of documents stand, as they were read."""
        for document, one in zip(documents, read, strict=True):
            if one.place is not None:
                self._rows.extend((document, *one.place))

    def of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, TextInHand]:
        """Return the texts of some documents, of those that are kept."""
        if self.folder is None or not self._rows:
            return {}
        rows = np.frombuffer(self._rows, dtype=np.int64).reshape(-1, 5)
        wanted = np.fromiter(documents, dtype=np.int64)
        return {
            DocumentId(document): KeptText(self.folder, TextPlace(*place))
            for document, *place in rows[np.isin(rows[:, 0], wanted)].tolist()
        }
