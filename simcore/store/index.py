"""The index: all files ever read, in one SQLite file that several processes may use at once."""

import contextlib
import json
import math
import os
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import (
    MOST_PROBED_RADIUS,
    as_array,
    block_count,
    block_keys,
    probe_masks,
    radii,
)
from simcore.candidates.postings import sketch_candidates
from simcore.candidates.sketch_codec import unpack_joined
from simcore.files.disk import is_missing
from simcore.files.entering import topmost
from simcore.files.listed import Files
from simcore.fingerprinting.recipes import width_of
from simcore.model.operations import Volume
from simcore.model.progress import NoProgress, Progress
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    Problem,
    Source,
    TextId,
    TextPair,
)
from simcore.store.database import BADGES, Database, from_stored, split_path
from simcore.store.documents import SELECTED, written_document
from simcore.store.kept_texts import KeptTexts, texts_path
from simcore.store.listing_diff import IndexedFile, ListingDiff, compare_listing, indexed, raw_path
from simcore.store.paths import path_range
from simcore.store.writing import block_places_of, drop_orphans, move_document, store_batch

_FILES_AT_ONCE = 256
_PAIRS_AT_ONCE = 10_000
_CACHED_SEARCHES = 4
_UNPACKED_AT_ONCE = 1024

_SELECT = f"""
select {SELECTED}
from {{rows}}
left join encoding on encoding.id = document.encoding
left join text on text.id = document.text
left join fingerprint on fingerprint.text = document.text
    and fingerprint.recipe = (select id from recipe where key = ?)
"""
_IN_FOLDERS = "folder cross join document on document.folder = folder.id"
_AT = " where folder.path = ? and document.name = ?"
_BELOW = " where folder.path >= ? and folder.path < ?"
_SKETCHES = "select text, hashes from passage where text > ?"
_BY_TEXT = _SELECT.format(
    rows="json_each(?) as wanted cross join document on document.text = wanted.value"
    " cross join folder on folder.id = document.folder"
)
_ON_DISKS = """
select document from json_each(?) as wanted cross join on_disk on document = wanted.value
where disk in (select value from json_each(?))
"""
_FINGERPRINTS = "select text, value from fingerprint where recipe = ? and value is not null"
# cross join fixes the order: otherwise SQLite scans a whole table
_PROBE = """
select fingerprint.text, fingerprint.value from json_each(?) as probe
cross join block on block.place = probe.value
cross join fingerprint on fingerprint.recipe = ? and fingerprint.text = block.text
"""


class FingerprintIndex(Database):
    """The index file of ``simcore``: files, their texts, fingerprints, blocks and comparisons.

    It is made where there is none; ``:memory:`` leaves no file. To be used in a ``with`` block, or
    closed, by one thread: see ``Database``. A file's *resolved* path is its key; two files with the
    same normalised text share one text, one fingerprint a recipe and all comparisons. Raises
    ``IndexFileError`` and its subclasses.

    >>> index = FingerprintIndex(Path(":memory:"))
    >>> _ = index.connection.execute("pragma max_page_count = 1")  # as if the disk were full
    >>> index.cache(b"key", bytes(100_000))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.errors.IndexFullError: :memory:: the disk is full or failing...
    """

    volumes: Mapping[int, Volume] | None = None
    """All disks that documents were on, by their numbers; None before they were asked for."""
    disks: Mapping[bytes, int] = MappingProxyType({})
    """The numbers of the disks that are there, by prefixes of paths; see ``look_for_disks``."""
    away: Mapping[int, Path] = MappingProxyType({})
    """The disks that are not, by their numbers: what is known of their documents is kept."""

    def known(
        self,
        files: Files,
        paths: Iterable[Path],
        recipe: str,
        reader: int,
        progress: Progress | None = None,
        encodings: Mapping[bytes, str] | None = None,
        largest: float = math.inf,
    ) -> ListingDiff:
        """Compare the records of the index at and below some paths with all files listed there.

        The paths are resolved. A file is unchanged if its size, times of change and identity are,
        it was read by this ``reader`` version, and its text has a fingerprint by this ``recipe``.
        Where nothing but its ctime changed, its bytes are looked at, and the new one is kept.
        Files that could not be read are not known, and so read again, unless they were stored as
        taking too long. Nor are those that were not read in the ``encodings`` chosen for their
        bytes, and those of more than ``largest`` bytes: who reads them says why they are left out.
        Raises ``Cancelled``.
        """
        with contextlib.closing(self._rows_at(paths, recipe)) as rows:
            told = progress or NoProgress()
            found = compare_listing(files, rows, reader, told, encodings or {}, largest)
        if found.touched:
            with self.transaction() as connection:
                connection.executemany(
                    "update document set ctime_ns = ?2 where id = ?1", found.touched
                )
        return found

    def _rows_at(
        self, paths: Iterable[Path], recipe: str
    ) -> Generator[list[Sequence[Any]], None, None]:
        """Yield the rows at and below some resolved paths in parts, each row once.

        A caller that stops in the middle closes it: its cursor must not outlive the connection.
        """
        rows = _SELECT.format(rows=_IN_FOLDERS)
        named = dict.fromkeys(paths)
        for path in filter(set(topmost(named)).__contains__, named):
            of_file = (recipe, *split_path(os.fsencode(path)))
            with self.translated():
                if found := self.connection.execute(rows + _AT, of_file).fetchall():
                    yield found
                with contextlib.closing(
                    self.connection.execute(rows + _BELOW, (recipe, *path_range(path)))
                ) as cursor:
                    while found := cursor.fetchmany(_FILES_AT_ONCE):
                        yield found

    def has_at(self, path: Path) -> bool:
        """Return whether any document is recorded at a resolved path, or below it."""
        with contextlib.closing(self._rows_at([path], "")) as parts:
            return any(parts)

    def below(self, folders: Iterable[Path], recipe: str, reader: int) -> list[IndexedFile]:
        """Return the records of all files below some folders, ordered by path, each file once."""
        with contextlib.closing(self._rows_at(folders, recipe)) as parts:
            found = {raw_path(row): indexed(row, recipe, reader) for rows in parts for row in rows}
        return [item for _, item in sorted(found.items()) if item is not None]

    def store(
        self,
        recipe: str,
        reader: int,
        fingerprinted: Sequence[Fingerprinted],
        unusable: Sequence[tuple[Source, Problem]] = (),
        arrivals: Mapping[Path, int] | None = None,
    ) -> list[Document]:
        """Write a batch of read files in one transaction; return their documents.

        A file comes when it is stored first, and when its bytes are others; by resolved path,
        ``arrivals`` are those of files that came earlier (seconds since 1970).
        """
        with self.transaction() as connection:
            stored = store_batch(
                connection,
                recipe,
                reader,
                fingerprinted,
                unusable,
                int(self.clock()),
                arrivals,
                self.disks,
            )
        return [
            written_document(document, TextId(row.text), one)
            for (document, row), one in zip(stored, fingerprinted, strict=True)
        ]

    def arrivals(self, documents: Iterable[DocumentId]) -> dict[DocumentId, int]:
        """Return when documents of the index came, in seconds since 1970."""
        with self.translated():
            rows = self.connection.execute(
                "select document.id, document.arrived from json_each(?) as wanted"
                " cross join document on document.id = wanted.value",
                (json.dumps(list(documents)),),
            )
            return dict(rows.fetchall())

    def renamed(self, old: Path, source: Source) -> bool:
        """Note that a file has another path now, with the same bytes.

        It keeps its id, its text and when it came; a document that the new path had is gone. Paths
        are resolved ones. Return whether the index knows the document under its new path: it does
        not if it did not know it before, or the new name may mean another format. Then the file
        has to be read.
        """
        with self.transaction() as connection:
            known, replaced = move_document(connection, old, source, self.disks)
            if replaced:
                drop_orphans(connection)
        return known

    def sketches(
        self, after: int = 0, only: NDArray[np.int64] | None = None
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.int64]]]:
        """Yield the sketches of all texts of the index in parts, texts in ascending order.

        Those whose ids come ``after`` one, or ``only`` some. A part is the ids of some texts, their
        concatenated sketches (see ``simcore.text.sketch``), and the sizes of these.
        """
        wanted = "" if only is None else " and text in (select value from json_each(?))"
        listed = () if only is None else (json.dumps(only.tolist()),)
        with self.translated():
            asked = f"{_SKETCHES}{wanted} order by text"
            cursor = self.connection.execute(asked, (after, *listed))
            while rows := cursor.fetchmany(_UNPACKED_AT_ONCE):
                values, sizes = unpack_joined([hashes for _, hashes in rows])
                yield np.array([text for text, _ in rows], dtype=np.int64), values, sizes

    def sketch_candidates(
        self, query: NDArray[np.uint32], containment: float, after: int = 0
    ) -> set[TextId]:
        """Return the texts that a sketch proposes, as ``postings.sketch_candidates`` decides.

        Of those whose ids come ``after`` one.
        """
        found: set[TextId] = set()
        for ids, values, sizes in self.sketches(after):
            proposed = sketch_candidates(query, values, sizes, containment)
            found.update(map(TextId, ids[proposed].tolist()))
        return found

    def of_texts(self, texts: Iterable[TextId], recipe: str, reader: int) -> list[Document]:
        """Return the documents with any of some texts, of all folders, ordered by path."""
        with self.translated():
            rows = self.connection.execute(_BY_TEXT, (json.dumps(sorted(texts)), recipe))
            found = {raw_path(row): indexed(row, recipe, reader) for row in rows}
        return [item for _, item in sorted(found.items()) if isinstance(item, Document)]

    def comparisons(self, pairs: Sequence[TextPair]) -> dict[TextPair, Comparison]:
        """Return the stored exact comparisons of some pairs of texts (left < right)."""
        with self.translated():
            rows = self.connection.execute(
                "select comparison.* from json_each(?) as wanted cross join comparison"
                """ on comparison."left" = json_extract(wanted.value, '$[0]')"""
                """ and comparison."right" = json_extract(wanted.value, '$[1]')""",
                (json.dumps(pairs),),
            )
            return dict(map(_comparison, rows))

    def every_comparison(self) -> Iterator[dict[TextPair, Comparison]]:
        """Yield all stored exact comparisons in parts, as ``comparisons`` returns them."""
        with self.translated():
            cursor = self.connection.execute("select * from comparison")
            while rows := cursor.fetchmany(_PAIRS_AT_ONCE):
                yield dict(map(_comparison, rows))

    def count_comparisons(self) -> int:
        """Return how many exact comparisons are stored."""
        return int(self.value("select count(*) from comparison"))

    def store_comparisons(self, made: Iterable[Comparison]) -> None:
        """Write exact comparisons, in one transaction; none of texts that are gone meanwhile."""
        with self.transaction() as connection:
            connection.executemany(
                "insert or replace into comparison select ?1, ?2, ?3, ?4, ?5, ?6"
                " where exists (select 1 from text where id = ?1)"
                " and exists (select 1 from text where id = ?2)",
                [(*one[:5], BADGES.index(one[5:])) for one in made],
            )

    def cached(self, key: bytes) -> bytes | None:
        """Return what ``cache`` stored under a key; None if that is no longer there."""
        with self.translated():
            rows = self.connection.execute("select pairs from proposal where key = ?", (key,))
            return next((pairs for (pairs,) in rows if isinstance(pairs, bytes)), None)

    def earlier_candidates(self) -> Iterator[bytes]:
        """Yield all stored candidates, the newest first."""
        with self.translated():
            rows = self.connection.execute(
                "select pairs from proposal where id > 0 order by id desc"
            )
            for (pairs,) in rows:
                if isinstance(pairs, bytes):
                    yield pairs

    def cache(self, key: bytes, found: bytes, *, forms: bool = False) -> None:
        """Store candidates, or which pairs are ``forms``, under a key; only the last few are kept.

        Forms are beside the candidates, to go with these where sketches are made anew: their ids
        count from 0 down.
        """
        last, on, back, before = ("min", "-", "+", ">") if forms else ("max", "+", "-", "<")
        with self.transaction() as connection:
            connection.execute(
                "insert or replace into proposal (id, key, pairs)"
                f" values ((select {last}(coalesce({last}(id), 0), 0) {on} 1 from proposal), ?, ?)",
                (key, found),
            )
            connection.execute(
                "delete from proposal where (id < 0) = ?"
                f" and id {before}= (select {last}(id) from proposal) {back} ?",
                (forms, _CACHED_SEARCHES),
            )

    def near(
        self, recipe: str, fingerprint: Fingerprint, distance: int
    ) -> list[tuple[TextId, int]]:
        """Look up the texts within ``distance`` bits of a fingerprint: ids and distances.

        Uses the block tables up to 15 bits (of 64; 7 of 32, 31 of 128), and a scan of all
        fingerprints beyond that.
        """
        width = width_of(recipe)
        flipped = radii(distance, block_count(width))
        ask = self.connection.execute
        with self.translated():
            number = ask("select id from recipe where key = ?", (recipe,)).fetchone()
            if number is None:
                return []
            if max(flipped) > MOST_PROBED_RADIUS:
                rows = ask(_FINGERPRINTS, number).fetchall()
            else:
                keys = block_keys(as_array([fingerprint], width), width)[0]
                probed = [
                    block_places_of(number[0], no, (key ^ probe_masks(radius)).astype(np.int64))
                    for no, (key, radius) in enumerate(zip(keys, flipped, strict=True))
                    if radius >= 0
                ]
                # sorted as in the table: neighbours are in pages just read
                places = json.dumps(np.sort(np.concatenate(probed)).tolist())
                rows = ask(_PROBE, (places, *number)).fetchall()
        values = as_array([from_stored(value) for _, value in rows], width)
        apart = np.bitwise_count(values ^ as_array([fingerprint], width)).sum(axis=1).tolist()
        near = {text: bits for (text, _), bits in zip(rows, apart, strict=True) if bits <= distance}
        return sorted(near.items(), key=lambda found: found[::-1])

    def forget(self, documents: Iterable[DocumentId]) -> None:
        """Remove documents from the index; their files are not touched."""
        with self.transaction() as connection:
            connection.executemany(
                "delete from document where id = ?", [(document,) for document in documents]
            )
            drop_orphans(connection)
        self.drop_texts()

    def drop_texts(self) -> None:
        """Drop the extracted texts of bytes that no document here has any more."""
        if str(self.path) != ":memory:":
            KeptTexts(texts_path(self.path), reader=0).keep_held(self._held)

    def _held(self, contents: Collection[bytes]) -> set[bytes]:
        """Return those of some hashes of bytes that a document has."""
        known = self.connection.execute("select distinct content_hash from document")
        return {content for (content,) in known if content in contents}

    def forget_missing(
        self, absent: Iterable[tuple[DocumentId, Path]], unlisted: Sequence[Path]
    ) -> int:
        """Remove the documents whose files no longer exist; return their number.

        Documents below ``unlisted`` folders are kept, for their files may exist, and so are those
        on disks that are ``away``, and those whose files may not be asked for.
        """
        gone = [
            document
            for document, path in absent
            if not any(path.is_relative_to(folder) for folder in unlisted) and is_missing(path)
        ]
        if gone and self.away:
            with self.translated():
                asked = _ON_DISKS, (json.dumps(gone), json.dumps([*self.away]))
                kept = {document for (document,) in self.connection.execute(*asked)}
            gone = [document for document in gone if document not in kept]
        if gone:
            self.forget(gone)
        return len(gone)


def _comparison(row: tuple[Any, ...]) -> tuple[TextPair, Comparison]:
    return row[:2], Comparison(*row[:5], *BADGES[row[5]])
