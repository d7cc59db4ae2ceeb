"""The journal: each operation before and after it happens, and the witnesses it relies on."""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from simcore.model.errors import SimcoreError
from simcore.model.operations import Action, Batch, JournalMark, Operation, State, Trace, Volume
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, to_json
from simcore.model.records import Document
from simcore.removal.journal.file import JournalFile
from simcore.removal.journal.rows import (
    OPERATION,
    TRACE,
    asked,
    belongings,
    cells,
    operation,
    packed_disks,
    stored,
    unpacked_disks,
)
from simcore.store.database import from_identity, to_identity
from simcore.store.sqlite_file import path_in

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
    """What a ``Journal`` has as witnesses of removed documents: by path, by file and content."""

    paths: frozenset[Path]
    files: frozenset[tuple[int, int, bytes]]

    def on(self, document: Document) -> bool:
        """Return whether a removal relied on a document."""
        file = document.device, document.inode, document.content_hash
        return file in self.files or not self.paths.isdisjoint(document.real_names)


NO_RELIANCE = Reliance(frozenset(), frozenset())
"""Nothing was removed."""


class Journal(JournalFile):
    """Batches and operations of removals, in a file that is made where there is none.

    To be used in a ``with`` block, or closed; see ``JournalFile``. Raises ``JournalError``.
    """

    def mark(self) -> JournalMark:
        """Return the current end of this journal."""
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
        """Return all disks that operations were on."""
        with self.reading():
            rows = self.connection.execute(
                "select distinct disks from operation where disks is not null"
            ).fetchall()
            return {one for (cell,) in rows for one in (unpacked_disks(cell) or {}).values()}

    # --- removing ---------------------------------------------------------------------------

    def begin(self, action: Action, note: str = "") -> int:
        """Begin a batch; return its number."""
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

        In one transaction with the checks whether it, or a witness, is part of an operation of
        another run, and whether it is a witness of an earlier removal itself. Such a document may
        go if one of the witnesses has the same text, which then is the witness of both. Without
        ``removes`` nothing is checked. Raises ``RefusedError``.
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
        """Record that a document was skipped, and why."""
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
        """Record the next step of an operation; values of None stay unchanged."""
        device, inode = (None, None) if made is None else map(to_identity, made)
        with self.transaction() as connection:
            connection.execute(
                "update operation set moved_to = coalesce(?, moved_to),"
                " holding = coalesce(?, holding), made_device = coalesce(?, made_device),"
                " made_inode = coalesce(?, made_inode) where id = ?",
                (stored(moved_to), stored(holding), device, inode, sequence),
            )

    def settle(
        self,
        sequence: int,
        state: State,
        where: Path | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Record the result of an operation, and the new path of the document, if any."""
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
        """Return the operations that were begun and have not ended, the newest first."""
        return self._operations("state in ('intended', 'undoing') order by operation.id desc", ())

    def operations(self, batch: int) -> list[Operation]:
        """Return the operations of a batch in their order."""
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
        """Return all batches, the newest first, with the count of operations in each state."""
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
