"""Replacing a document by a link to one of the same bytes, or a link by a document, atomically."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from simcore.files.disk import Disk, identity
from simcore.files.moves import (
    DeclinedError,
    StrandedError,
    despite_its_answer,
    is_made,
    left_behind,
    refuse_append_only,
    unlink_seen,
)
from simcore.files.verified_handle import VerifiedHandle
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of


def link_text(link: Path, existing: Path) -> str:
    """Return the text of a symbolic link: the path relative to its folder, so both can be moved.

    Without a relative path (other drives on Windows) the absolute one.
    """
    try:
        return os.path.relpath(existing, link.parent)
    except ValueError:
        return str(existing)


def kept_name(holding: Path) -> Path:
    """Return the temporary path of the original where names cannot be exchanged."""
    return holding.with_name(f"{holding.name}-kept")


def make_hard_link(
    disk: Disk, file: VerifiedHandle, witness: VerifiedHandle, holding: Path
) -> tuple[int, int]:
    """Make a second name of the witness under a temporary name; return its device and inode.

    Raises ``OSError`` and ``DeclinedError``; no link is left then.
    """
    if file.status.st_dev != witness.status.st_dev:
        raise DeclinedError(ReasonCode.KEPT_ON_OTHER_DISK)
    refuse_append_only(disk, holding.parent)
    linked = identity(witness.status)
    try:
        disk.link(witness.path, holding)
    except OSError as error:
        if is_made(disk, holding, linked):
            raise left_behind(disk, holding, error) from error
        raise
    if not is_made(disk, holding, linked):
        with contextlib.suppress(OSError):
            disk.unlink(holding)
        raise DeclinedError(ReasonCode.KEPT_WAS_REPLACED)
    return linked


def make_symbolic_link(
    disk: Disk, file: VerifiedHandle, witness: VerifiedHandle, holding: Path
) -> tuple[int, int]:
    """Make a symbolic link to the witness under a temporary name; return its device and inode.

    What it says is right at the path of ``file``. Raises ``OSError``; no link is left then.
    """
    refuse_append_only(disk, holding.parent)
    text = link_text(file.path, witness.path)
    try:
        disk.symlink(text, holding)
    except OSError as error:
        if disk.target_of(holding) == text:
            raise left_behind(disk, holding, error) from error
        raise
    made = disk.look(holding)
    if made is None:
        raise OSError(Reason(ReasonCode.LINK_NOT_THERE))
    return identity(made)


def swap_in(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    """Replace ``path`` by the file with a temporary name.

    ``right`` returns whether a path is that of the file which may go; any other file stays. Names
    are exchanged, and the old file is checked before it is unlinked. Where names cannot be
    exchanged, the old file gets a second name and is checked under it, then ``path`` is replaced;
    only a file saved between the two steps would be lost. Raises ``OSError`` and
    ``DeclinedError``; then nothing has changed, and the temporary file is gone.
    """
    new = disk.look(holding)
    made = None if new is None else identity(new)
    try:
        _swap(disk, path, holding, right)
    except Exception as error:
        # delete the file made here, and no other
        ours = False
        with contextlib.suppress(OSError):
            ours = is_made(disk, holding, made) and not right(holding)
        if ours and isinstance(error, OSError):
            raise left_behind(disk, holding, error) from error
        if ours:
            with contextlib.suppress(OSError):
                disk.unlink(holding)
        raise


def _swap(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    if not right(path):
        raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)
    exchanged = True
    with despite_its_answer(lambda: right(holding)):
        exchanged = disk.exchange(holding, path)
    if exchanged:
        _drop_exchanged(disk, path, holding, right)
    else:
        _replace(disk, path, holding, right)


def _drop_exchanged(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    try:
        if not right(holding):
            raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)  # noqa: TRY301
        unlink_seen(disk, holding)
    except (OSError, DeclinedError):
        _exchange_back(disk, path, holding)
        raise


def _exchange_back(disk: Disk, path: Path, holding: Path) -> None:
    try:
        disk.exchange(holding, path)
    except OSError as error:
        reason = Reason(ReasonCode.NOT_PUT_BACK, (reason_of(error), str(holding)))
        raise StrandedError(reason, holding) from error


def _replace(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    kept = kept_name(holding)
    with despite_its_answer(lambda: right(kept)):
        disk.link(path, kept)
    try:
        if not right(kept):
            raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)
        disk.replace(holding, path)
        if not right(kept):  # another program changed it at the last moment
            disk.replace(kept, path)
            raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)
    finally:
        # the second name, of a file that is still there or was replaced
        with contextlib.suppress(FileNotFoundError):
            disk.unlink(kept)
