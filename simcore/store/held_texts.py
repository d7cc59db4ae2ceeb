"""What the index holds of texts, for who keeps it in memory and follows the index."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sketch_codec import unpack_joined
from simcore.files.disk import identity_at
from simcore.model.config import least_features
from simcore.model.records import TextId
from simcore.store.answers import state_of
from simcore.store.database import from_stored
from simcore.store.index import FingerprintIndex

_TEXTS_AT_ONCE = 1_024

_HELD = """
select group_concat(text) from fingerprint
where recipe = (select id from recipe where key = ?) and value is not null
"""
_FIRST_SEEN = """
select hex(text.hash) || min(document.arrived)
from text cross join document on document.text = text.id where text.id = ?
"""
_EVERY = "select group_concat(id) from text"
_OF_HASH = "select id from text where substr(hash, -4) = substr(?1, -4) and hash = ?1"

_OF_TEXTS = """
select fingerprint.text, fingerprint.value, fingerprint.features, passage.hashes
from json_each(?) as wanted
cross join fingerprint
    on fingerprint.recipe = (select id from recipe where key = ?)
    and fingerprint.text = wanted.value
left join passage on passage.text = fingerprint.text
where fingerprint.value is not null
"""

_ALIKE = """
select wanted.value, count(*)
from json_each(?1) as wanted
cross join (
    select "left" as one, shared, left_size, right_size from comparison
    union all select "right", shared, left_size, right_size from comparison
) as compared on compared.one = wanted.value
where compared.shared >= ?2 * (compared.left_size + compared.right_size - compared.shared)
group by wanted.value
"""


IndexState = tuple[int, int]
"""What tells one connection whether the index is as it was: changes by others, and by itself."""


@dataclass(frozen=True, slots=True)
class HeldTexts:
    """Some texts: ids, fingerprints, whether these mean little, the joined sketches, their sizes.

    Of texts that several files have there is one; each has a fingerprint. See
    ``FingerprintIndex.sketches`` for sketches.
    """

    texts: NDArray[np.int64]
    fingerprints: list[int]
    short: NDArray[np.bool_]
    samples: NDArray[np.uint32]
    sizes: NDArray[np.int64]


def state_now(index: FingerprintIndex) -> IndexState:
    """Return the state of an index, to be compared with that of the same open index later."""
    return state_of(index), index.connection.total_changes


def file_of(index: FingerprintIndex) -> tuple[int, ...]:
    """Return what tells the file at the index's path from another; in memory each is another."""
    if str(index.path) == ":memory:":
        return (id(index.connection),)
    return file_at(index.path)


def file_at(path: Path) -> tuple[int, ...]:
    """Return what tells a file from another, empty where there is none."""
    return identity_at(path) or ()


def newest_text(index: FingerprintIndex) -> int:
    """Return the greatest id of a text, 0 without any; it never falls but in another file."""
    return int(index.value("select coalesce(max(id), 0) from text"))


def first_seen(index: FingerprintIndex, text: int) -> str | None:
    """Return the hash of a text and when the first document with it came; None without one."""
    found: str | None = index.value(_FIRST_SEEN, (text,))
    return found


def mark_anew(index: FingerprintIndex) -> None:
    """Give an index a random mark in the place of the one that it has, for ``mark_of``.

    What bears the same one was made of this index, or of one that it was copied from, after it was
    marked: each text that both have under an id is the same.
    """
    with index.transaction() as connection:
        connection.execute("delete from mark")
        connection.execute("insert into mark (value) values (randomblob(16))")


def mark_of(index: FingerprintIndex) -> str:
    """Return the mark of an index in hexadecimal digits, empty before the first."""
    return str(index.value("select hex(value) from mark") or "")


def every_text(index: FingerprintIndex) -> NDArray[np.int64]:
    """Return the ids of all texts, ascending."""
    return _numbers(index.value(_EVERY))


def held(index: FingerprintIndex, recipe: str) -> NDArray[np.int64]:
    """Return the ids of all texts with a fingerprint by this recipe, ascending."""
    return _numbers(index.value(_HELD, (recipe,)))


def _numbers(listed: str | None) -> NDArray[np.int64]:
    """Return numbers that SQL joined, ascending: a row for each would take five times as long."""
    found = np.fromstring(listed or "", dtype=np.int64, sep=",")
    found.sort()
    return found


def count_alike(index: FingerprintIndex, texts: NDArray[np.int64], least: float) -> dict[int, int]:
    """Return with how many others each text was compared that are at least so much alike."""
    asked = json.dumps(texts.tolist())
    with index.translated():
        return dict(index.connection.execute(_ALIKE, (asked, least)).fetchall())


def text_of(index: FingerprintIndex, text_hash: bytes) -> TextId | None:
    """Return the id of a text; None if the index has no such text."""
    found = index.value(_OF_HASH, (text_hash,))
    return None if found is None else TextId(found)


def read_texts(
    index: FingerprintIndex, recipe: str, wanted: NDArray[np.int64]
) -> Iterator[HeldTexts]:
    """Yield some texts by their ids, in parts; those that have gone meanwhile are left out.

    A caller that stops in the middle leaves no cursor open.
    """
    for start in range(0, len(wanted), _TEXTS_AT_ONCE):
        some = json.dumps(wanted[start : start + _TEXTS_AT_ONCE].tolist())
        with index.translated():
            rows = index.connection.execute(_OF_TEXTS, (some, recipe)).fetchall()
        # a text of an early version may have no sketch yet
        sketched = [row for row in rows if row[3] is not None]
        samples, of_sketched = unpack_joined([hashes for *_, hashes in sketched])
        sizes = np.zeros(len(rows), dtype=np.int64)
        sizes[[row[3] is not None for row in rows]] = of_sketched
        yield HeldTexts(
            np.array([text for text, *_ in rows], dtype=np.int64),
            [from_stored(value) for _, value, *_ in rows],
            np.array([features for _, _, features, _ in rows], dtype=np.int64)
            < least_features(recipe),
            samples,
            sizes,
        )


@contextlib.contextmanager
def one_state(index: FingerprintIndex) -> Iterator[None]:
    """Let all that a block reads be of one state of the index, whatever others write meanwhile."""
    with index.translated():
        index.connection.execute("begin")
        try:
            yield
        finally:
            index.connection.execute("rollback")
