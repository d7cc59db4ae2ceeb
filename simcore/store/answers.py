"""What commands told of an index that has not changed since.

An answer is kept in the index, and any other change of it drops the answer in the same transaction:
one that is there was given of the index as it is. Nothing here is worth waiting for.
"""

import contextlib
import json
import sqlite3
import typing
import zlib
from pathlib import Path
from typing import NamedTuple

from simcore.store.schema import APPLICATION_ID, MIGRATIONS

if typing.TYPE_CHECKING:
    from simcore.store.index import FingerprintIndex

_KEPT = 4
_LEVEL = 1  # compressing more takes longer than it saves

_FOUND = """
select answer.listing, answer.told from pragma_application_id, pragma_user_version, answer
where application_id = ? and user_version = ? and key = ?
"""
_KEEP = "insert or replace into answer (key, listing, told) values (?, ?, ?)"
_DROP = "delete from answer where id <= (select max(id) from answer) - ?"


class KeptAnswer(NamedTuple):
    """What was said on the standard error before the output, the output, and what was said then.

    ``listing`` is the digest of the files that it is about, ``ended`` whether anything was found,
    and whether files could not be read.
    """

    listing: bytes
    before: list[str]
    output: bytes
    after: list[str]
    ended: tuple[bool, bool] = (False, False)


def kept_answer(index: Path, key: bytes) -> KeptAnswer | None:
    """Return the answer that an index has under a key.

    None where there is none, and where the index cannot be used: who opens it says why.
    """
    try:
        if not index.is_file():
            return None
        uri = f"{index.absolute().as_uri()}?mode=rw"
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=0)) as connection:
            row = connection.execute(_FOUND, (APPLICATION_ID, len(MIGRATIONS), key)).fetchone()
        if row is None:
            return None
        listing, told = row
        said, _, output = zlib.decompress(told).partition(b"\n")
        before, after, (found, incomplete) = json.loads(said)
        return KeptAnswer(listing, before, output, after, (found, incomplete))
    except (OSError, sqlite3.Error, zlib.error, ValueError, TypeError):
        return None


def state_of(index: "FingerprintIndex") -> int:
    """Return a number that is another one once others have written to an open index."""
    return int(index.value("pragma data_version"))


def keep_answer(index: "FingerprintIndex", state: int, key: bytes, answer: KeptAnswer) -> None:
    """Keep an answer that was given since the ``state_of`` an index; only the last few are kept.

    None is kept if others have written since, or are writing, or the file cannot be written.
    """
    said = json.dumps([answer.before, answer.after, answer.ended]).encode("ascii")
    told = zlib.compress(said + b"\n" + answer.output, _LEVEL)
    ask = index.connection.execute
    with contextlib.suppress(sqlite3.Error):
        (patience,) = ask("pragma busy_timeout").fetchone()
        ask("pragma busy_timeout = 0")
        try:
            ask("begin immediate")
            if state_of(index) == state:
                ask(_KEEP, (key, answer.listing, told))
                ask(_DROP, (_KEPT,))
            ask("commit")
        finally:
            if index.connection.in_transaction:
                ask("rollback")
            ask(f"pragma busy_timeout = {patience}")
