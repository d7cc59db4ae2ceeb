"""The index: everything ever read, in one SQLite file that several processes may use at once."""

import functools
import json
import os
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.blocks import (
    MOST_PROBED_RADIUS,
    as_array,
    block_count,
    block_keys,
    probe_masks,
    radii,
)
from simcore.database import Database, from_stored, to_stored
from simcore.recipes import width_of
from simcore.records import (
    Comparison,
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    Problem,
    ProblemStage,
    SourceFile,
    TextId,
)

__all__ = ["FingerprintIndex", "IndexedFile"]

_PATHS_AT_ONCE = 500
_PAIRS_AT_ONCE = 10_000

IndexedFile = Document | Problem
"""What the index knows of a file: its document, or why it has none."""

_SELECT = """
select document.id, document.path, document.size, document.mtime_ns, document.device,
    document.inode, document.reader, document.content_hash, document.text, document.encoding,
    document.lossy, document.stage, document.reason, text.hash, text.characters,
    fingerprint.tokens, fingerprint.value, fingerprint.features
from document
left join text on text.id = document.text
left join fingerprint on fingerprint.text = document.text
    and fingerprint.recipe = (select id from recipe where key = ?)
"""
_READER, _STAGE, _TOKENS = 6, 11, 15

_COLUMNS = (
    "path",
    "size",
    "mtime_ns",
    "device",
    "inode",
    "reader",
    "content_hash",
    "text",
    "encoding",
    "lossy",
    "stage",
    "reason",
)
_STORE = (
    "insert into document ({names}) values ({values}) on conflict (path) do update set {updates}"
    " returning id"
).format(
    names=", ".join(_COLUMNS),
    values=", ".join(f":{name}" for name in _COLUMNS),
    updates=", ".join(f"{name} = excluded.{name}" for name in _COLUMNS),
)

_NEAR_BY_SCAN = """
select text, hamming(value, ?) as bits from fingerprint
where recipe = (select id from recipe where key = ?) and value is not null and bits <= ?
order by bits, text
"""
# cross join fixes the order: written otherwise, SQLite walks the whole block table
_PROBE = (
    "select block.text from json_each(:keys{no}) as probe cross join block"
    " on block.recipe = (select id from recipe where recipe.key = :recipe)"
    " and block.no = {no} and block.key = probe.value"
)
_NEAR_BY_BLOCKS = """
select text, hamming(value, :value) as bits from fingerprint
where recipe = (select id from recipe where recipe.key = :recipe) and text in ({probes})
    and bits <= :distance
order by bits, text
"""

_T = TypeVar("_T")


@functools.cache
def _near_by_blocks(blocks: int) -> str:
    probes = " union all ".join(_PROBE.format(no=no) for no in range(blocks))
    return _NEAR_BY_BLOCKS.format(probes=probes)


def _batches(items: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _identity(value: int) -> bytes:
    # Windows has identities of up to 128 bits
    return value.to_bytes(16, "little")


def _unchanged(row: Sequence[Any], source: SourceFile) -> bool:
    return tuple(row[2:6]) == (
        source.size,
        source.mtime_ns,
        _identity(source.device),
        _identity(source.inode),
    )


def _indexed(row: Sequence[Any], path: Path, reader: int) -> IndexedFile | None:
    """Make a record of a row of ``_SELECT``; None where the file has to be read again."""
    if row[_READER] != reader:
        return None
    if row[_STAGE] is not None:
        return Problem(path, ProblemStage(row[_STAGE]), row[_STAGE + 1])
    if row[_TOKENS] is None:
        return None  # no fingerprint by this recipe yet
    return Document(
        id=DocumentId(row[0]),
        text=TextId(row[8]),
        path=path,
        real_path=Path(os.fsdecode(row[1])),
        size=row[2],
        mtime_ns=row[3],
        device=int.from_bytes(row[4], "little"),
        inode=int.from_bytes(row[5], "little"),
        content_hash=row[7],
        text_hash=row[13],
        encoding=row[9],
        lossy=bool(row[10]),
        characters=row[14],
        tokens=row[15],
        features=row[17],
        fingerprint=None if row[16] is None else Fingerprint(from_stored(row[16])),
    )


def _path_range(folder: Path) -> tuple[bytes, bytes]:
    """Give the bounds, both exclusive, of the stored paths below a folder."""
    prefix = os.path.join(os.fsencode(folder), b"")  # noqa: PTH118 - bytes, and a separator behind
    return prefix, prefix[:-1] + bytes([prefix[-1] + 1])


class FingerprintIndex(Database):
    """The index file of ``simcore``: files, their texts, fingerprints, blocks and comparisons.

    Opened as described in ``Database``. A file's *resolved* path is its key; two files with the
    same normalised text share one text, one fingerprint a recipe and all comparisons.
    """

    def known(
        self, sources: Sequence[SourceFile], recipe: str, reader: int
    ) -> dict[Path, IndexedFile]:
        """Give what the index knows of files that have not changed since, by resolved path.

        A file is unchanged when its size, time of change and identity are, it was read by this
        ``reader`` version, and its text has a fingerprint by this ``recipe``. Files that could
        not be read are not known, and so tried again, unless they were stored as taking too long.
        """
        known: dict[Path, IndexedFile] = {}
        with self.translated():
            for batch in _batches(sources, _PATHS_AT_ONCE):
                by_path = {os.fsencode(source.real_path): source for source in batch}
                rows = self.connection.execute(
                    f"{_SELECT} where document.path in ({','.join('?' * len(by_path))})",
                    (recipe, *by_path),
                )
                for row in rows:
                    source = by_path[row[1]]
                    item = _indexed(row, source.path, reader) if _unchanged(row, source) else None
                    if item is not None:
                        known[source.real_path] = item
        return known

    def below(self, folders: Iterable[Path], recipe: str, reader: int) -> list[IndexedFile]:
        """Give all that the index knows below some folders, ordered by path, each file once."""
        found: dict[bytes, IndexedFile] = {}
        with self.translated():
            for folder in folders:
                rows = self.connection.execute(
                    f"{_SELECT} where document.path > ? and document.path < ?",
                    (recipe, *_path_range(folder)),
                )
                for row in rows:
                    item = _indexed(row, Path(os.fsdecode(row[1])), reader)
                    if item is not None:
                        found[row[1]] = item
        return [found[path] for path in sorted(found)]

    def store(
        self,
        recipe: str,
        reader: int,
        digested: Iterable[Fingerprinted],
        unusable: Iterable[tuple[SourceFile, Problem]] = (),
    ) -> list[Document]:
        """Write a batch of read files, in one transaction, and give their documents."""
        stored: list[Document] = []
        with self.transaction() as connection:
            connection.execute("insert or ignore into recipe (key) values (?)", (recipe,))
            (recipe_id,) = connection.execute(
                "select id from recipe where key = ?", (recipe,)
            ).fetchone()
            for item in digested:
                source = item.source
                text = self._store_text(recipe_id, item, width_of(recipe))
                document = self._store_document(
                    source,
                    reader,
                    content_hash=item.content_hash,
                    text=text,
                    encoding=item.encoding,
                    lossy=item.lossy,
                )
                stored.append(
                    Document(
                        document,
                        text,
                        source.path,
                        source.real_path,
                        source.size,
                        source.mtime_ns,
                        source.device,
                        source.inode,
                        item.content_hash,
                        item.text_hash,
                        item.encoding,
                        item.lossy,
                        item.characters,
                        item.tokens,
                        item.features,
                        item.fingerprint,
                    )
                )
            for source, problem in unusable:
                self._store_document(source, reader, stage=problem.stage, reason=problem.reason)
        return stored

    def _store_text(self, recipe: int, item: Fingerprinted, width: int) -> TextId:
        connection = self.connection
        connection.execute(
            "insert or ignore into text (hash, characters) values (?, ?)",
            (item.text_hash, item.characters),
        )
        (text,) = connection.execute(
            "select id from text where hash = ?", (item.text_hash,)
        ).fetchone()
        connection.execute("insert or ignore into passage values (?, ?)", (text, item.passages))
        value = None if item.fingerprint is None else to_stored(item.fingerprint, width)
        added = connection.execute(
            "insert or ignore into fingerprint values (?, ?, ?, ?, ?)",
            (recipe, text, value, item.tokens, item.features),
        )
        if added.rowcount and item.fingerprint is not None:
            keys = block_keys(as_array([item.fingerprint], width), width)[0]
            connection.executemany(
                "insert into block values (?, ?, ?, ?)",
                [(recipe, no, int(key), text) for no, key in enumerate(keys)],
            )
        return TextId(text)

    def _store_document(self, source: SourceFile, reader: int, **columns: object) -> DocumentId:
        row = {
            "path": os.fsencode(source.real_path),
            "size": source.size,
            "mtime_ns": source.mtime_ns,
            "device": _identity(source.device),
            "inode": _identity(source.inode),
            "reader": reader,
            **dict.fromkeys(("content_hash", "text", "encoding", "stage", "reason")),
            "lossy": False,
            **columns,
        }
        (document,) = self.connection.execute(_STORE, row).fetchone()
        return DocumentId(document)

    def passages(self) -> dict[TextId, NDArray[np.uint32]]:
        """Give the passages of every text in the index, as ``simcore.passages.sample`` does."""
        with self.translated():
            rows = self.connection.execute("select text, hashes from passage")
            return {TextId(text): np.frombuffer(hashes, dtype="<u4") for text, hashes in rows}

    def comparisons(
        self, pairs: Sequence[tuple[TextId, TextId]]
    ) -> dict[tuple[TextId, TextId], Comparison]:
        """Give the exact comparisons already made among some pairs of texts (left < right)."""
        found: dict[tuple[TextId, TextId], Comparison] = {}
        with self.translated():
            for batch in _batches(pairs, _PAIRS_AT_ONCE):
                rows = self.connection.execute(
                    "select comparison.* from json_each(?) as wanted cross join comparison"
                    """ on comparison."left" = json_extract(wanted.value, '$[0]')"""
                    """ and comparison."right" = json_extract(wanted.value, '$[1]')""",
                    (json.dumps(batch),),
                )
                for left, right, shared, left_size, right_size, badge in rows:
                    found[left, right] = Comparison(
                        left, right, shared, left_size, right_size, bool(badge)
                    )
        return found

    def store_comparisons(self, made: Iterable[Comparison]) -> None:
        """Write exact comparisons, in one transaction."""
        with self.transaction() as connection:
            connection.executemany(
                "insert or replace into comparison values (?, ?, ?, ?, ?, ?)",
                [
                    (c.left, c.right, c.shared, c.left_size, c.right_size, c.numbers_only)
                    for c in made
                ],
            )

    def near(
        self, recipe: str, fingerprint: Fingerprint, distance: int
    ) -> list[tuple[TextId, int]]:
        """Look up the texts within ``distance`` bits of a fingerprint: ids and distances.

        By the block tables up to 15 bits (of 64; 7 of 32, 31 of 128), by a walk through all
        fingerprints beyond that.
        """
        width = width_of(recipe)
        value = to_stored(fingerprint, width)
        flipped = radii(distance, block_count(width))
        with self.translated():
            if max(flipped) > MOST_PROBED_RADIUS:
                rows = self.connection.execute(_NEAR_BY_SCAN, (value, recipe, distance))
            else:
                keys = block_keys(as_array([fingerprint], width), width)[0]
                probed = [
                    json.dumps((key ^ probe_masks(radius)).tolist() if radius >= 0 else [])
                    for key, radius in zip(keys, flipped, strict=True)
                ]
                rows = self.connection.execute(
                    _near_by_blocks(block_count(width)),
                    {"value": value, "recipe": recipe, "distance": distance}
                    | {f"keys{no}": listed for no, listed in enumerate(probed)},
                )
            return [(TextId(text), bits) for text, bits in rows]

    def forget(self, documents: Iterable[DocumentId]) -> None:
        """Take documents out of the index; their files are left alone."""
        with self.transaction() as connection:
            connection.executemany(
                "delete from document where id = ?", [(document,) for document in documents]
            )
            self._drop_orphans()

    def forget_missing(
        self, roots: Sequence[Path], seen: Container[Path], unlisted: Sequence[Path]
    ) -> int:
        """Take out what lay below some folders and exists no more; give how many.

        ``seen`` has the resolved paths that were just listed; what lies below ``unlisted``
        folders may well exist, and stays.
        """
        gone: list[tuple[int]] = []
        with self.translated():
            for root in roots:
                rows = self.connection.execute(
                    "select id, path from document where path > ? and path < ?",
                    _path_range(root),
                )
                for document, raw in rows:
                    path = Path(os.fsdecode(raw))
                    if path in seen or any(path.is_relative_to(folder) for folder in unlisted):
                        continue
                    if not os.path.lexists(path):
                        gone.append((document,))
        if gone:
            with self.transaction() as connection:
                connection.executemany("delete from document where id = ?", gone)
                self._drop_orphans()
        return len(gone)

    def _drop_orphans(self) -> None:
        self.connection.execute(
            "delete from text where not exists"
            " (select 1 from document where document.text = text.id)"
        )
