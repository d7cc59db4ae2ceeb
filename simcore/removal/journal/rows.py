"""Rows of the journal, and their values."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcore.model.operations import Action, Attributes, Operation, State, Trace, Volume
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, from_json
from simcore.store.database import from_identity, to_identity
from simcore.store.sqlite_file import path_in, typed

_GREATEST_MODE = 0xFFFF

TRACE = "path, size, mtime_ns, mode, device, inode, content_hash, text_hash"
"""The columns of a trace, of an operation's target and of a witness alike."""

OPERATION = (
    f"operation.id, batch, action, {TRACE}, state, moved_to, holding, made_device, made_inode, "
    "reason, owner, team, attributes, lock, disks"
)
"""The columns of an operation, joined with its batch."""


def stored(path: Path | None) -> bytes | None:
    """Return the bytes of a path."""
    return None if path is None else os.fsencode(path)


def _identity(value: object) -> int:
    return from_identity(value if isinstance(value, bytes) else typed(int, value))


def cells(trace: Trace) -> tuple[object, ...]:
    """Return the cells of ``TRACE``."""
    return (
        stored(trace.path),
        trace.size,
        trace.mtime_ns,
        trace.mode,
        to_identity(trace.device),
        to_identity(trace.inode),
        trace.content_hash,
        trace.text_hash,
    )


def trace(cells: Sequence[Any]) -> Trace:
    """Return the trace of its cells; raise ``ValueError`` or ``TypeError`` for other cells."""
    path, size, mtime_ns, mode, device, inode, content_hash, text_hash = cells
    if not 0 <= typed(int, mode) <= _GREATEST_MODE or typed(int, size) < 0:
        raise ValueError(f"mode {mode}, size {size}")
    return Trace(
        path_in(path),
        size,
        typed(int, mtime_ns),
        mode,
        _identity(device),
        _identity(inode),
        typed(bytes, content_hash),
        typed(bytes, text_hash),
    )


def belongings(trace: Trace) -> tuple[int | None, int | None, str | None]:
    """Return the cells of owner, group and extended attributes."""
    its = trace.attributes
    if its is None:
        return None, None, None
    extended = {name: value.hex() for name, value in its.extended.items()}
    return its.owner, its.group, json.dumps(extended)


def _attributes(owner: object, group: object, extended: object) -> Attributes | None:
    if owner is None:
        return None
    found = json.loads(typed(str, extended))
    if not isinstance(found, dict):
        raise TypeError(Reason(ReasonCode.NO_TEXT, (repr(found),)))
    return Attributes(
        typed(int, owner),
        typed(int, group),
        {typed(str, name): bytes.fromhex(typed(str, value)) for name, value in found.items()},
    )


def packed_disks(disks: Mapping[Path, Volume] | None) -> str | None:
    """Return the cell of the disks of folders."""
    if disks is None:
        return None
    plain = {str(folder): (str(one.point), one.mark) for folder, one in disks.items()}
    return json.dumps(plain)  # bytes that are not UTF-8 are lone surrogates, and escaped


def unpacked_disks(cell: object) -> dict[Path, Volume] | None:
    """Return the disks of folders from their cell."""
    if cell is None:
        return None
    found = json.loads(typed(str, cell))
    if not isinstance(found, dict):
        raise TypeError(Reason(ReasonCode.NO_TEXT, (repr(found),)))
    return {
        Path(folder): Volume(Path(typed(str, point)), typed(str, mark))
        for folder, (point, mark) in found.items()
    }


def asked(trace: Trace) -> dict[str, object]:
    """Return the parameters of queries for a file."""
    return {
        "path": stored(trace.path),
        "device": to_identity(trace.device),
        "inode": to_identity(trace.inode),
        "hash": trace.content_hash,
    }


def operation(row: Sequence[Any], witnesses: Iterable[Sequence[Any]]) -> Operation:
    """Return the operation of its row and the rows of its witnesses."""
    made = None if row[14] is None else (_identity(row[14]), _identity(row[15]))
    return Operation(
        row[0],
        row[1],
        Action(row[2]),
        replace(trace(row[3:11]), attributes=_attributes(*row[17:20])),
        tuple(map(trace, witnesses)),
        State(row[11]),
        None if row[12] is None else path_in(row[12]),
        None if row[13] is None else path_in(row[13]),
        made,
        from_json(row[16]),
        None if row[20] is None else typed(str, row[20]),
        unpacked_disks(row[21]),
    )
