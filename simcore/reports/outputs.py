"""Checks that a file written for a person replaces no document and no file of this program.

A command checks its output before it scans, after listing, and right before the new file takes the
name.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import stat
import typing
from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from simcore.files.containers import container_of
from simcore.files.disk import Volumes, identity, identity_at, same_file
from simcore.files.listing import Listing
from simcore.files.opening import locked, open_regular, replacing
from simcore.index.database import scanned_beside
from simcore.index.documents import Documents
from simcore.index.index import FingerprintIndex
from simcore.index.paths import OUTPUTS, default_index_path, is_own
from simcore.index.sqlite_file import from_identity
from simcore.model.reasons import ConfigError, Reason, ReasonCode, SimcoreError, reason_of
from simcore.model.records import INSIDE, Document, DocumentId

_MOST = 1_000
_DESCRIPTORS = re.compile(r"/dev/fd|/proc/[^/]+/fd")


class OutputFile:
    """The output of a command, which reads the paths ``read``.

    A new file must not be in a folder with documents of ``index``. An existing one is replaced only
    if it is as a command wrote it there, or to ``overwrite``. A device, a pipe or an open
    descriptor is written directly; the first two are opened by ``open_early``, and ``close`` closes
    them. Methods raise ``ConfigError`` if the file may not be written.
    """

    def __init__(self, path: Path, read: Iterable[Path], index: Path, *, overwrite: bool) -> None:
        self.path = path
        self._read = [*read]
        self._index = index
        self._real = Path(os.path.realpath(path))
        self._is_open = _DESCRIPTORS.fullmatch(os.path.realpath(path.parent)) is not None
        self._seen = self._state()
        self.is_straight = self._is_open or (
            self._seen is not None and not stat.S_ISREG(self._seen.st_mode)
        )
        self._early: IO[bytes] | None = None
        self._check_read()
        if self.is_straight:
            return
        self._check_scanned()
        if not os.access(self._real.parent, os.W_OK | os.X_OK):
            there = self._real.parent.is_dir()
            raise self._unwritable(Reason(ReasonCode.EACCES if there else ReasonCode.ENOENT))
        if self._seen is not None and not overwrite and not self._is_ours():
            raise ConfigError(
                f"{path}: exists, and is not as Variorum has written it; name another file, or "
                "add --overwrite"
            )

    @property
    def exists(self) -> bool:
        return self._seen is not None and not self.is_straight

    def open_early(self) -> None:
        """Open a pipe or device before anything is done, and wait for its reader.

        After a removal, no signal could end the wait.
        """
        if self.is_straight and not self._is_open and self._early is None:
            self._early = self._opened_straight()

    def close(self) -> None:
        """Close a pipe or device, so that its reader reaches the end."""
        if self._early is not None:
            with contextlib.suppress(OSError):
                self._early.close()
            self._early = None

    def check_listed(self, listing: Listing) -> None:
        """Refuse a document that was listed, by whatever link or mount it was reached."""
        if self._seen is None or not stat.S_ISREG(self._seen.st_mode):
            return
        folders, devices, inodes = map(listing.files.column, (0, 4, 5))
        inside = {
            one.real for one, device in zip(folders, devices, strict=True) if device == INSIDE
        }
        holders = {container_of(Path(folder, "_")) for folder in inside}
        here = identity(self._seen)
        if here in zip(devices, inodes, strict=True) or here in {
            identity_at(one) for one in holders if one is not None
        }:
            raise self._is_read()

    def check_indexed(self, index: FingerprintIndex) -> None:
        """Refuse a document that an index has, or a file that contains one."""
        if self.exists and index.has_at(self._real):
            raise self._is_read()

    @contextlib.contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Open the file; one on a disk is written beside its place, which it takes at the end.

        Raises ``SimcoreError`` if it cannot be written.
        """
        try:
            if self.is_straight:
                with self._early or self._opened_straight() as straight:
                    self._early = None
                    yield straight
                return
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            why = reason_of(error)
            raise SimcoreError(ReasonCode.CANNOT_BE_WRITTEN, str(self.path), why) from error
        digest = b""

        def approve(part: Path, there: os.stat_result | None) -> None:
            nonlocal digest
            self._check_read()
            if Path(os.path.realpath(self.path)) != self._real or not _unchanged(there, self._seen):
                raise SimcoreError(
                    f"{self.path}: was changed while the command ran, and is left as it is now"
                )
            digest = _digest(part)

        with replacing(self.path, approve=approve) as file:
            yield file
        _remember(self._real, digest)
        self._seen = self._state()

    def _opened_straight(self) -> IO[bytes]:
        if self._is_open:  # what was written to it before stays before it
            return io.BufferedWriter(_Straight(os.dup(int(self.path.name)), "wb"))
        neither = ~(os.O_CREAT | os.O_TRUNC)
        try:
            file = _Straight(
                self.path, "wb", opener=lambda path, flags: os.open(path, flags & neither)
            )
        except OSError as error:
            raise self._unwritable(reason_of(error)) from error
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise ConfigError(f"{self.path}: was changed meanwhile, and is left as it is now")
        return io.BufferedWriter(file)

    def _state(self) -> os.stat_result | None:
        try:
            return self.path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unwritable(reason_of(error)) from error

    def _is_ours(self) -> bool:
        return self._seen is not None and (self._seen.st_size == 0 or _is_as_written(self._real))

    def _check_scanned(self) -> None:
        found = scanned_beside(self._index, self._real)
        if found == self._real:
            raise self._is_read()
        if found is not None and (self._seen is None or not self._is_ours()):
            raise self._is_in(found, "has scanned documents")

    def _check_read(self) -> None:
        around = _folders_around(self._real)
        within: Path | None = None
        for one in self._read:
            try:
                status = one.stat()
            except (OSError, ValueError):  # whoever reads it says so
                continue
            if stat.S_ISDIR(status.st_mode):
                within = within or (one if identity(status) in around else None)
            elif stat.S_ISREG(status.st_mode) and self._seen and same_file(status, self._seen):
                raise self._is_read()
        if within is not None:
            raise self._is_in(within, "is read")
        if is_own(self._real, self._index):
            raise ConfigError(ReasonCode.OUTPUT_IS_OWN, str(self.path))

    def _is_in(self, folder: Path, why: str) -> ConfigError:
        named = Path(os.path.abspath(self.path))  # noqa: PTH100 - links stay
        above = {identity_at(one) for one in named.parents}
        how = "is in" if identity_at(folder) in above else "leads into"
        shown = folder if folder.name not in {"", ".."} else Path(os.path.realpath(folder))
        return ConfigError(
            f"{self.path}: {how} {shown}, which {why}; name a file in another folder"
        )

    def _is_read(self) -> ConfigError:
        return ConfigError(f"{self.path}: is read, and would be written over")

    def _unwritable(self, why: Reason) -> ConfigError:
        return ConfigError(ReasonCode.CANNOT_BE_WRITTEN, str(self.path), why)


def why_not_written(
    path: Path,
    documents: Mapping[DocumentId, Document],
    index: Path,
    folders: Iterable[Path] | None = None,
) -> Reason | None:
    """Return why a person may not have a file written there; None if that loses no document.

    It must not be one of the documents, by whatever name, nor a file of this program. Nor may it
    be in one of the ``folders``, or in one with documents of ``index``, unless they are None.

    >>> report = simcore.scan("documents", simcore.ScanConfig(jobs=0))
    >>> first = next(iter(report.documents.values())).path
    >>> print(why_not_written(first, report.documents, Path("index.sqlite3")).code)
    output-is-document
    """
    real = Path(os.path.realpath(path))
    if is_own(real, index):
        return Reason(ReasonCode.OUTPUT_IS_OWN, (str(path),))
    here = identity_at(real)
    if here is not None and _is_one_of(documents, real, here):
        return Reason(ReasonCode.OUTPUT_IS_DOCUMENT, (str(path),))
    return None if folders is None else _why_not_beside(path, real, index, folders)


def _is_one_of(documents: Mapping[DocumentId, Document], real: Path, here: tuple[int, int]) -> bool:
    if isinstance(documents, Documents):
        devices, inodes = documents.column("device"), documents.column("inode")
        found = here in zip(map(from_identity, devices), map(from_identity, inodes), strict=True)
        return found or str(real) in (one for one, _ in documents.contents())
    return any(
        (one.device, one.inode) == here or one.real_path == real for one in documents.values()
    )


def _why_not_beside(path: Path, real: Path, index: Path, folders: Iterable[Path]) -> Reason | None:
    around = _folders_around(real)
    found = next((one for one in folders if one.is_dir() and identity_at(one) in around), None)
    if found is None:
        found = scanned_beside(index, real)
        if found == real:
            return Reason(ReasonCode.OUTPUT_IS_DOCUMENT, (str(path),))
        if found is None or _is_as_written(real):
            return None
    return Reason(ReasonCode.OUTPUT_BESIDE_DOCUMENTS, (str(path), str(found)))


def _folders_around(real: Path) -> set[tuple[int, int] | None]:
    places = real.parent, *Volumes().other_paths(real.parent)
    return {identity_at(one) for place in places for one in (place, *place.parents)} - {None}


class _Straight(io.FileIO):
    """A file that drops data after a failed write: it would fail again, or wait."""

    _failed = False

    def write(self, data: Any) -> int:
        if self._failed:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BaseException:
            self._failed = True
            raise


def _unchanged(now: os.stat_result | None, before: os.stat_result | None) -> bool:
    if now is None or before is None:
        return now is before
    return same_file(now, before) and (now.st_size, now.st_mtime_ns) == (
        before.st_size,
        before.st_mtime_ns,
    )


def _digest(path: Path) -> bytes:
    with open_regular(path) as file:
        return hashlib.file_digest(typing.cast(BufferedReader, file), "sha256").digest()


def _record() -> Path:
    return default_index_path().with_name(OUTPUTS)


def _written() -> dict[str, str]:
    try:
        with open_regular(_record()) as file:
            found = json.loads(file.read())
        return {str(path): str(digest) for path, digest in found["written"].items()}
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return {}  # then nothing that exists is replaced unless it is said so


def _is_as_written(real: Path) -> bool:
    digest = _written().get(str(real))
    try:
        return digest is not None and _digest(real).hex() == digest
    except OSError:
        return False


def _remember(real: Path, digest: bytes) -> None:
    """Record what was written. If that fails, the file is not replaced without --overwrite."""
    path = _record()
    with contextlib.suppress(OSError, SimcoreError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.with_name(f"{path.name}.lock")):
            written = _written()
            written.pop(str(real), None)
            written[str(real)] = digest.hex()
            kept = dict([*written.items()][-_MOST:])
            with replacing(path) as file:
                file.write(json.dumps({"written": kept}, indent=1).encode("ascii"))
