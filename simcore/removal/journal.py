"""The journal: each operation before and after it happens, and the witnesses it relies on.

A separate SQLite file with ``synchronous = full`` and a rollback journal: between two transactions
it is one complete file, which can be copied, and read from a full or read-only disk.

The journal has edges from a removed document to its witness. A document that a later operation
relied on may be removed only if a witness with the same text stays, so by induction every text that
was relied on still exists. An interrupted operation is rolled back if the original is still there,
else finished. A lock tells interrupted runs from running ones; without working locks nothing is
recovered unless a person confirms that no run is at work. Content is compared too, since inodes are
reused.
"""

import contextlib
import json
import os
import platform
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from simcore.files.disk import Volumes, identity
from simcore.files.opening import lock, open_lock
from simcore.index.sqlite_file import (
    SqliteFile,
    Trouble,
    from_identity,
    path_in,
    to_identity,
    typed,
)
from simcore.model.reasons import (
    JournalError,
    Reason,
    ReasonCode,
    SimcoreError,
    from_json,
    reason_of,
    recognised,
    to_json,
)
from simcore.model.records import Document
from simcore.model.report import (
    Action,
    Attributes,
    Batch,
    JournalMark,
    Operation,
    State,
    Trace,
    Volume,
)

_TRACE = """path blob not null,
    size integer not null,
    mtime_ns integer not null,
    mode integer not null,
    device blob not null,
    inode blob not null,
    content_hash blob not null,
    text_hash blob not null"""

_FIRST = f"""
create table journal (identity blob not null);
insert into journal values (randomblob(16));
create table batch (
    id integer primary key autoincrement,
    at text not null,
    action text not null,
    note text not null
);
-- the id is the sequence number: it grows, and none is used twice
create table operation (
    id integer primary key autoincrement,
    batch integer not null references batch (id),
    {_TRACE},
    state text not null,
    moved_to blob,
    holding blob,
    made_device blob,
    made_inode blob,
    reason text not null
);
create index operation_batch on operation (batch);
create index operation_path on operation (path);
create index operation_unfinished on operation (state) where state in ('intended', 'undoing');
-- target -> witness: what was relied on to stay
create table witness (
    operation integer not null references operation (id),
    {_TRACE}
);
create index witness_operation on witness (operation);
create index witness_path on witness (path);
create index witness_file on witness (device, inode);
"""

_BELONGINGS = """
-- of the removed document, null where they are not known
alter table operation add column owner integer;
alter table operation add column team integer;
alter table operation add column attributes text;
-- which lock the run had that began it: null before there was this column, empty if none is known
alter table operation add column lock text
"""

_DISKS = """
-- the disks of its folders but for that of the system, by folder, null before there was this column
alter table operation add column disks text
"""


def mark_of(path: Path) -> JournalMark | None:
    """Return the current end of a journal without changing it; None if none can be read.

    Without a mark all operations of a journal count as new, so errors need not be raised.
    """
    if not path.is_file():  # none, or a pipe, whose writer SQLite would wait for
        return None
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(connection):
            row = connection.execute(
                "select identity, (select coalesce(max(id), 0) from operation) from journal"
            ).fetchone()
    except (sqlite3.Error, ValueError):  # a name in a damaged schema need not be text
        return None
    if row is None or not isinstance(row[0], bytes) or not isinstance(row[1], int):
        return None
    return JournalMark(row[0], row[1])


_GREATEST_MODE = 0xFFFF

TRACE = "path, size, mtime_ns, mode, device, inode, content_hash, text_hash"
"""The columns of a trace, of an operation's target and of a witness alike."""

OPERATION = (
    f"operation.id, batch, action, {TRACE}, state, moved_to, holding, made_device, made_inode, "
    "reason, owner, team, attributes, lock, disks"
)


def stored(path: Path | None) -> bytes | None:
    return None if path is None else os.fsencode(path)


def _identity(value: object) -> int:
    return from_identity(value if isinstance(value, bytes) else typed(int, value))


def cells(trace: Trace) -> tuple[object, ...]:
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
    if disks is None:
        return None
    plain = {str(folder): (str(one.point), one.mark) for folder, one in disks.items()}
    return json.dumps(plain)  # bytes that are not UTF-8 are lone surrogates, and escaped


def unpacked_disks(cell: object) -> dict[Path, Volume] | None:
    if cell is None:
        return None
    found = json.loads(typed(str, cell))
    if not isinstance(found, dict):
        raise TypeError(Reason(ReasonCode.NO_TEXT, (repr(found),)))
    return {
        Path(folder): Volume(Path(typed(str, point)), typed(str, mark))
        for folder, (point, mark) in found.items()
    }


def _reason(cell: object) -> Reason | None:
    found = typed(str, cell)
    return recognised(found) if found and not found.startswith('["') else from_json(found)


def asked(trace: Trace) -> dict[str, object]:
    return {
        "path": stored(trace.path),
        "device": to_identity(trace.device),
        "inode": to_identity(trace.inode),
        "hash": trace.content_hash,
    }


def operation(row: Sequence[Any], witnesses: Iterable[Sequence[Any]]) -> Operation:
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
        _reason(row[16]),
        None if row[20] is None else typed(str, row[20]),
        unpacked_disks(row[21]),
    )


# a removal in one of these states needs its witnesses; a failed one may have left its document
# under another name
_COUNTS = "(state in ('intended', 'done', 'undoing', 'unknown') or moved_to is not null and "
_COUNTS += "state = 'failed')"
_SAME = "({0}.path = :path or {0}.device = :device and {0}.inode = :inode and "
_SAME += "{0}.content_hash = :hash)"


class RefusedError(SimcoreError):
    """An operation must not begin because of another one; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Reliance:
    """The witnesses of removed documents in a ``Journal``: by path, by file and content."""

    paths: frozenset[Path]
    files: frozenset[tuple[int, int, bytes]]

    def on(self, document: Document) -> bool:
        file = document.device, document.inode, document.content_hash
        return file in self.files or not self.paths.isdisjoint(document.real_names)


NO_RELIANCE = Reliance(frozenset(), frozenset())


class Journal(SqliteFile):
    """Batches and operations of removals, in a file that is created if missing.

    Use it in a ``with`` block or close it. Raises ``JournalError``.
    """

    application_id = 0x5661726A  # four letters: Varj
    migrations = (_FIRST, _BELONGINGS, _DISKS)
    troubles = {  # noqa: RUF012 - SqliteFile says that it is the class's
        Trouble.NO_PLACE: (JournalError, ReasonCode.NOT_CREATED),
        Trouble.FOREIGN: (JournalError, ReasonCode.JOURNAL_FOREIGN),
        Trouble.NEWER: (JournalError, ReasonCode.JOURNAL_NEWER),
        Trouble.DAMAGED: (JournalError, ReasonCode.JOURNAL_DAMAGED),
        Trouble.BUSY: (JournalError, ReasonCode.JOURNAL_IN_USE),
        Trouble.FULL: (JournalError, ReasonCode.JOURNAL_FULL),
        Trouble.OTHER: (JournalError, ReasonCode.JOURNAL_UNUSABLE),
    }
    _lock: IO[bytes] | None = None
    lock = ""
    """The name of the lock that is held; empty if none is, or if locks do not work."""

    def _prepare(self) -> None:
        super()._prepare()
        # takes a few milliseconds; a damaged journal must not be relied on
        (found,) = self.connection.execute("pragma quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(" ".join(found.replace("***", "").split()))
        (self.identity,) = self.connection.execute("select identity from journal").fetchone()
        if not isinstance(self.identity, bytes):
            raise sqlite3.DatabaseError("its identity is none")

    def close(self) -> None:
        super().close()
        self._unlock()

    # --- locks ------------------------------------------------------------------------------

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Hold the shared lock for a block: this process is working.

        The lock ends with the process: operations begun under it that have not ended were
        interrupted.
        """
        self._take(alone=False)
        try:
            yield
        finally:
            self._unlock()

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the exclusive lock for a block; yield whether no other process is known to work.

        If locks do not work, ``lock`` is empty.
        """
        try:
            yield self._take(alone=True)
        finally:
            self._unlock()

    def keep_lock(self) -> str:
        """Return the name of the lock; take it anew if somebody deleted its file."""
        if self._lock is not None and self.lock and not self._is_there(self._lock):
            self._take(alone=False)
        return self.lock

    def _take(self, *, alone: bool) -> bool:
        for _ in range(100):
            try:
                file = open_lock(self._lock_path)
            except OSError as error:
                path = str(self._lock_path)
                raise JournalError(ReasonCode.OF, path, reason_of(error)) from error
            self._unlock()
            self._lock = file
            try:
                if not lock(file, alone=alone):
                    return False
            except OSError:
                return True  # a file system without locks
            if self._is_there(file):
                # no other has this name as long as a process holds it; on a network drive it is of
                # one computer, since each may keep its locks to itself
                self.lock = str(os.fstat(file.fileno()).st_ino)
                if Volumes().is_network(Path(os.path.realpath(self.path))):
                    self.lock += f" {platform.node()}"
                break
        return True

    @property
    def _lock_path(self) -> Path:
        return Path(f"{self.path}.lock")

    def _is_there(self, file: IO[bytes]) -> bool:
        """Return whether an open file is the one that another process would lock."""
        try:
            return identity(self._lock_path.stat()) == identity(os.fstat(file.fileno()))
        except OSError:
            return False

    def _unlock(self) -> None:
        lock, self._lock, self.lock = self._lock, None, ""
        if lock is not None:
            lock.close()

    def mark(self) -> JournalMark:
        return JournalMark(self.identity, self.value("select coalesce(max(id), 0) from operation"))

    def since(self, mark: JournalMark | None) -> int:
        """Return the number after which operations count as done since a mark; 0 for all."""
        if mark is None or mark.journal != self.identity:
            return 0
        return min(mark.sequence, self.mark().sequence)

    def reliance(self, mark: JournalMark | None) -> Reliance:
        """Return the witnesses of removals since a mark that were not undone."""
        with self.reading():
            rows = self.connection.execute(
                "select witness.path, witness.device, witness.inode, witness.content_hash"
                " from witness join operation on operation.id = operation"
                f" where {_COUNTS} and (operation.id > ? or state in ('intended', 'undoing'))",
                (self.since(mark),),
            ).fetchall()
            return Reliance(
                frozenset(path_in(row[0]) for row in rows),
                frozenset((from_identity(row[1]), from_identity(row[2]), row[3]) for row in rows),
            )

    def disks(self) -> set[Volume]:
        with self.reading():
            rows = self.connection.execute(
                "select distinct disks from operation where disks is not null"
            ).fetchall()
            return {one for (cell,) in rows for one in (unpacked_disks(cell) or {}).values()}

    # --- removing ---------------------------------------------------------------------------

    def begin(self, action: Action, note: str = "") -> int:
        at = datetime.now(UTC).isoformat(" ", "seconds")
        with self.transaction() as connection:
            cursor = connection.execute(
                "insert into batch (at, action, note) values (?, ?, ?)", (at, action.value, note)
            )
        return int(cursor.lastrowid or 0)

    def claim(
        self,
        batch: int,
        action: Action,
        target: Trace,
        witnesses: Sequence[Trace],
        since: int,
        *,
        moved_to: Path | None = None,
        holding: Path | None = None,
        removes: bool = True,
        disks: Mapping[Path, Volume] | None = None,
    ) -> Operation:
        """Record that a document is about to be removed, or refuse it.

        One transaction checks whether it or a witness is part of another run's operation, and
        whether it is a witness of an earlier removal. Such a document may be removed if one of the
        witnesses has the same text, and so is the witness of both. Without ``removes`` nothing is
        checked. Raises ``RefusedError``.
        """
        self.keep_lock()
        with self.transaction() as connection:
            if removes:
                self._refuse(connection, target, witnesses, since)
            sequence = self._insert(
                connection, batch, target, State.INTENDED, None, moved_to, holding, disks
            )
            connection.executemany(
                "insert into witness values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(sequence, *cells(witness)) for witness in witnesses],
            )
        return Operation(
            sequence,
            batch,
            action,
            target,
            tuple(witnesses),
            State.INTENDED,
            moved_to,
            holding,
            disks=disks,
        )

    @staticmethod
    def _refuse(
        connection: sqlite3.Connection, target: Trace, witnesses: Sequence[Trace], since: int
    ) -> None:
        at_work = f"select 1 from operation where state in ('intended', 'undoing') and {_SAME}"
        at_work = at_work.format("operation")
        if connection.execute(at_work, asked(target)).fetchone():
            raise RefusedError(ReasonCode.AT_WORK)
        if any(connection.execute(at_work, asked(witness)).fetchone() for witness in witnesses):
            raise RefusedError(ReasonCode.KEPT_BEING_REMOVED)
        relied = connection.execute(
            f"select 1 from witness join operation on operation.id = operation where {_COUNTS}"
            " and (operation.id > :since or state in ('intended', 'undoing'))"
            f" and {_SAME} limit 1".format("witness"),
            {**asked(target), "since": since},
        ).fetchone()
        if relied and all(witness.text_hash != target.text_hash for witness in witnesses):
            raise RefusedError(ReasonCode.RELIED_ON)

    def _insert(
        self,
        connection: sqlite3.Connection,
        batch: int,
        target: Trace,
        state: State,
        reason: Reason | None,
        moved_to: Path | None = None,
        holding: Path | None = None,
        disks: Mapping[Path, Volume] | None = None,
    ) -> int:
        cursor = connection.execute(
            f"insert into operation (batch, {TRACE}, state, moved_to, holding, reason,"
            " owner, team, attributes, lock, disks)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                batch,
                *cells(target),
                state.value,
                stored(moved_to),
                stored(holding),
                to_json(reason),
                *belongings(target),
                self.lock,
                packed_disks(disks),
            ),
        )
        return int(cursor.lastrowid or 0)

    def skip(self, batch: int, target: Trace, reason: Reason) -> None:
        with self.transaction() as connection:
            self._insert(connection, batch, target, State.SKIPPED, reason)

    def note(
        self,
        sequence: int,
        *,
        moved_to: Path | None = None,
        holding: Path | None = None,
        made: tuple[int, int] | None = None,
    ) -> None:
        device, inode = (None, None) if made is None else map(to_identity, made)
        with self.transaction() as connection:
            connection.execute(
                "update operation set moved_to = coalesce(?, moved_to),"
                " holding = coalesce(?, holding), made_device = coalesce(?, made_device),"
                " made_inode = coalesce(?, made_inode) where id = ?",
                (stored(moved_to), stored(holding), device, inode, sequence),
            )

    def settle(
        self, sequence: int, state: State, where: Path | None = None, reason: Reason | None = None
    ) -> None:
        with self.transaction() as connection:
            connection.execute(
                "update operation set state = ?, moved_to = ?, reason = ? where id = ?",
                (state.value, stored(where), to_json(reason), sequence),
            )

    # --- undoing ----------------------------------------------------------------------------

    def begin_undo(self, operation: Operation) -> bool:
        """Record that an operation is about to be undone; False if another run was first."""
        lock = self.keep_lock()
        with self.transaction() as connection:
            cursor = connection.execute(
                "update operation set state = 'undoing', lock = ? where id = ? and state = ?",
                (lock, operation.sequence, operation.state.value),
            )
        return cursor.rowcount == 1

    def restored(self, operation: Operation, path: Path, device: int, inode: int) -> None:
        """Record that a document was restored, and update the witnesses that refer to it."""
        with self.transaction() as connection:
            connection.execute(
                "update witness set path = :new, device = :new_device, inode = :new_inode where "
                + _SAME.format("witness"),
                {
                    **asked(operation.target),
                    "new": stored(path),
                    "new_device": to_identity(device),
                    "new_inode": to_identity(inode),
                },
            )
            connection.execute(
                "update operation set state = 'undone', reason = '', made_device = ?,"
                " made_inode = ? where id = ?",
                (to_identity(device), to_identity(inode), operation.sequence),
            )

    def of_same_file(self, operation: Operation) -> list[Operation]:
        """Return the operations of its batch on other names of its file."""
        asked_for = {**asked(operation.target), "batch": operation.batch}
        same = f"batch = :batch and {_SAME}".format("operation")
        found = self._operations(f"{same} order by operation.id", asked_for)
        return [one for one in found if one.sequence != operation.sequence]

    # --- querying -----------------------------------------------------------------------------

    def unfinished(self) -> list[Operation]:
        return self._operations("state in ('intended', 'undoing') order by operation.id desc", ())

    def operations(self, batch: int) -> list[Operation]:
        return self._operations("batch = ? order by operation.id", (batch,))

    def relying_on_path(self, path: Path, actions: Collection[Action]) -> list[Operation]:
        """Return the operations of these actions that have the file of this path as a witness."""
        return self._operations(
            f"action in ({', '.join('?' * len(actions))}) and"
            " state in ('intended', 'done', 'undoing') and"
            " operation.id in (select operation from witness where path = ?)",
            (*(action.value for action in actions), stored(path)),
        )

    def _operations(
        self, condition: str, values: Sequence[object] | Mapping[str, object]
    ) -> list[Operation]:
        with self.reading():
            rows = self.connection.execute(
                f"select {OPERATION} from operation join batch on batch.id = batch"
                f" where {condition}",
                values,
            ).fetchall()
            witnesses = f"select {TRACE} from witness where operation = ?"
            return [
                operation(row, self.connection.execute(witnesses, row[:1]).fetchall())
                for row in rows
            ]

    def batches(self) -> list[Batch]:
        counts: dict[int, dict[State, int]] = {}
        with self.reading():
            for batch, state, count in self.connection.execute(
                "select batch, state, count(*) from operation group by batch, state"
            ):
                counts.setdefault(batch, {})[State(state)] = count
            rows = self.connection.execute(
                "select id, at, action, note from batch order by id desc"
            ).fetchall()
            # a batch is taken back whatever its time: one that was written over is no text
            return [
                Batch(number, _text(at), Action(action), _text(note), counts.get(number, {}))
                for number, at, action, note in rows
            ]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
