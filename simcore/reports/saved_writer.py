r"""Saving results: a report without the index and without any text.

The file is JSON Lines in UTF-8, compressed by gzip. The first line is an object, every other one a
list that begins with its name:

``{"variorum": "results", "version": 13, "saved_ns", "system", "folders", "config", "counts",``
``"compared_distance", "complete", "left_out", "roles", "documents", "texts", "pairs",``
``"comparisons", "problems", "marked", "times", "names"}``
    ``left_out`` counts files by suffix (optional: older programs do not write it, and ignore it);
    ``roles`` is a list of folder and role (optional: older programs do not write it, and ignore
    it); in ``config``, ``folder_days`` is a list of folder and days (missing before version 8, as
    is ``keep_days``), and ``ignore_files`` is missing before version 11; kinds and the counts of
    them had other names then (``simcore.model.kinds``); the last eight are the counts of the rows
    that follow; ``saved_ns`` is nanoseconds since 1970, ``system`` is ``posix`` or ``nt``, since
    paths of one are invalid on the other, and null where all documents are elsewhere: then there
    are no folders
``["documents", row, ...]``
    text, path, resolved path (null: the same), size, mtime_ns, device, inode, hash of the bytes,
    hash of the text, encoding, lossy, characters, tokens, features, fingerprint (null: none),
    why only a part was read (null: all was; missing before version 3), as in problems, hash of
    what a reader sees, hash of its words (empty: not known; missing before version 4), whether the
    encoding was guessed, whether a person chose it (missing before version 5), title (empty: none),
    script (null: not known; both missing before version 7), the latest dates that it states
    (``simcore.fingerprinting.stated``; 0: none; missing before version 9), what it is called
    elsewhere (empty: it is on this machine; missing before version 12): then its path is empty, and
    its resolved path null; ctime in nanoseconds (0: not known; missing before version 13)
``["pairs", row, ...]``
    left and right document, distance, resemblance, left in right, right in left, kind, short,
    numbers only, what alone differs (null: more; missing before version 9, here and below)
``["comparisons", row, ...]``
    left and right text, shared, left size, right size, numbers only, what alone differs
``["problems", row, ...]``
    path, stage, reason: a list of its code and values (``simcore.model.reasons``); in version 1
    an English sentence
``["marked", document, ...]``
    the documents marked for removal
``["times", time, ...]``
    times of modification in nanoseconds that tell the copy runs of the library of which the
    documents are a part; not counted in the header where they are all of it, nor before version 12
``["names", row, ...]``
    document, how many names of its file (hard links) the scan did not see, and those that it saw
    besides its path: of each the path, the resolved path (null: the same), and whether it is a
    symbolic link; of documents with any of these alone, and none before version 13
``["end"]``

The path of a problem, or of a folder with a role, that is elsewhere is a list of one: what it is
called there, or empty if it is all that is elsewhere. No two documents are called the same there.
Documents and texts are referred to by index, from 0; hashes are hexadecimal; bytes of a path that
are not UTF-8 are lone surrogates (PEP 383), such as ``\udce9``. A line holds at most 250 rows, and
fewer where ids are long, so that parsing one does not block other threads. Groups are not stored:
they follow from the rest.
"""

import gzip
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from simcore.files.opening import replacing
from simcore.files.roles import NO_ROLES, Roles
from simcore.model.config import ScanConfig
from simcore.model.errors import ResultsFileError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of, to_plain
from simcore.model.records import Comparison, Document, DocumentId, Pair, ProblemStage, TextId
from simcore.model.report import ScanReport
from simcore.store.documents import Documents
from simcore.store.elsewhere.carried import copy_carried
from simcore.store.elsewhere.places import PlacesElsewhere, name_elsewhere

FORMAT = 13
"""The version of the format; raised whenever an older program could not read it."""

MAGIC = "results"
"""The kind of file in the header."""

_OF_NO_ROW = {"least_features", "other_names", "unseen_names"}
"""Fields of documents that follow from the recipe, or have rows of their own."""

DOCUMENT_FIELDS, PAIR_FIELDS = (
    tuple((one.name, one.type) for one in fields(kind)[first:] if one.name not in _OF_NO_ROW)
    for kind, first in ((Document, 4), (Pair, 2))
)
COMPARISON_FIELDS = tuple(Comparison.__annotations__.items())[2:]
"""The fields in a row and their types, behind text and paths or both ends; ``FORMAT`` changes with
them."""

_ROWS_A_LINE = 250
_CHARACTERS_A_LINE = 250_000  # of ids: each may take twelve bytes

Told = Callable[[int, int], None]
"""Called with the number of rows done and the total; its exceptions end the call."""


@dataclass(frozen=True, slots=True)
class SavedResults:
    """What ``load_results`` returns: a saved report, and the documents marked then.

    ``saved_ns`` is the time in nanoseconds since 1970, ``roles`` are those of the folders then. The
    ids of documents and texts are negative: no index has them.
    """

    report: ScanReport
    marked: frozenset[DocumentId]
    saved_ns: int
    roles: Roles = NO_ROLES


def save_results(
    report: ScanReport,
    marked: Iterable[DocumentId],
    path: Path,
    told: Told | None = None,
    roles: Roles = NO_ROLES,
) -> None:
    """Write a report, its marked documents and roles to a file, replacing an older one atomically.

    Of documents with an ``elsewhere`` that is written, and no path. Problems and roles are of
    documents elsewhere if their paths are below ``path``, or below that one of the report's folders
    which those documents are below: see ``simcore.path_elsewhere``. Texts carried along with that
    one are so with ``path``, too. Problems of the stage ``saved`` are left out: they are about a
    file of saved results. ``told`` is called with the number of rows done and the total; its
    exceptions end the call. Raises ``ResultsFileError`` if the file cannot be written, two
    documents have one id elsewhere or one is longer than 100,000 characters; an older file is then
    unchanged.
    """
    places = _SavedPlaces(report, path)
    for root in places.roots:
        copy_carried(root, path)
    with replacing(path, ResultsFileError) as raw, gzip.GzipFile("", "wb", 6, raw, 0) as file:
        for line in _lines(report, marked, told, roles, places):
            file.write(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")


class _SavedPlaces:
    """Where the documents of a report are: on this machine, by paths, or elsewhere, by ids.

    ``all_elsewhere`` is whether nothing of it is here. Raises ``ResultsFileError`` for ids that
    cannot be written.
    """

    def __init__(self, report: ScanReport, path: Path) -> None:
        found = [report.documents[one] for one in report.documents]
        ids = [one.elsewhere for one in found if one.elsewhere]
        given = PlacesElsewhere(path)
        for one in ids:
            try:
                given.check(one)
            except ValueError as error:
                why = reason_of(error)
                raise ResultsFileError(ReasonCode.CANNOT_BE_WRITTEN, str(path), why) from error
        folders = [*map(_absolute, report.folders)]
        results, first = _absolute(path), next((one.path for one in found if one.elsewhere), None)
        self.roots = [
            one for one in folders if one == results or (first and first.is_relative_to(one))
        ]
        self.folders = [str(one) for one in folders if one not in self.roots]
        nothing_here = bool(found) or (bool(self.roots) and not self.folders)
        self.all_elsewhere = len(ids) == len(found) and nothing_here
        if self.all_elsewhere:
            self.folders = []

    def of(self, path: Path) -> str | list[str]:
        """Return a path as a file holds it."""
        whole = _absolute(path)  # of a problem in a folder that was named as it is from here
        root = self.root_of(whole)
        if root is not None:
            return [name_elsewhere(whole, root)]
        return [str(path)] if self.all_elsewhere else str(whole)

    def root_of(self, path: Path) -> Path | None:
        """Return what a path is below, if it is one of what is elsewhere."""
        return next((one for one in self.roots if path.is_relative_to(one)), None)

    def roles(self, roles: Roles) -> list[list[object]]:
        """Return the roles of folders, without those of this machine if nothing is here."""
        return [
            [self.of(folder), role.value]
            for folder, role in roles.folders.items()
            if not self.all_elsewhere or self.root_of(folder) is not None
        ]


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute() leaves ".." standing


def _lines(
    report: ScanReport,
    marked: Iterable[DocumentId],
    told: Told | None,
    roles: Roles,
    places: _SavedPlaces,
) -> Iterator[Any]:
    documents, config = list(report.documents), report.config
    if places.all_elsewhere:  # of the machine that wrote it
        config = replace(config, dictionary=None, folder_days=())
    indices = {identity: index for index, identity in enumerate(documents)}
    known = {report.documents[identity].text for identity in documents}
    known.update(text for pair in report.comparisons for text in pair)
    texts = {text: number for number, text in enumerate(sorted(known))}
    problems = [one for one in report.problems if one.stage is not ProblemStage.SAVED]
    times = _times(report)
    named = [one for one in map(report.documents.__getitem__, documents) if _has_names(one)]
    wanted = sorted(indices[identity] for identity in set(marked) if identity in indices)
    yield {
        "variorum": MAGIC,
        "version": FORMAT,
        "saved_ns": time.time_ns(),
        "system": None if places.all_elsewhere else os.name,
        "folders": places.folders,
        "config": _settings(config),
        "counts": asdict(report.counts),
        "compared_distance": report.compared_distance,
        "complete": report.complete,
        "left_out": dict(report.left_out),
        "roles": places.roles(roles),
        "documents": len(documents),
        "texts": len(texts),
        "pairs": len(report.pairs),
        "comparisons": len(report.comparisons),
        "problems": len(problems),
        "marked": len(wanted),
        "names": len(named),
    } | ({} if times is None else {"times": len(times)})
    sections: list[tuple[str, Sequence[Any], Callable[[Any], object]]] = [
        ("documents", documents, lambda one: _document_row(report.documents[one], texts)),
        (
            "pairs",
            report.pairs,
            lambda one: [indices[one.left], indices[one.right], *_pair_values(one)],
        ),
        (
            "comparisons",
            list(report.comparisons.items()),
            lambda item: [*map(texts.__getitem__, item[0]), *_comparison_values(item[1])],
        ),
        (
            "problems",
            problems,
            lambda one: [places.of(one.path), one.stage.value, to_plain(one.reason)],
        ),
        ("marked", wanted, int),
        ("times", times or (), int),
        ("names", named, lambda one: [indices[one.id], one.unseen_names, _names_of(one)]),
    ]
    total = sum(len(rows) for _, rows, _ in sections)
    done = 0
    for name, rows, row_of in sections:
        for some in _cut(map(row_of, rows)):
            if told is not None:
                told(done, total)
            done += len(some)
            yield [name, *some]
    yield ["end"]


def _cut(rows: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield the rows of a line each; what may be long in one is its first cell or its last two."""
    some: list[Any] = []
    size = 0
    for row in rows:
        ends = [row[0], *row[-2:]] if isinstance(row, list) else []
        long = sum(len(str(cell)) for cell in ends if isinstance(cell, str | list))
        if some and (len(some) == _ROWS_A_LINE or size + long > _CHARACTERS_A_LINE):
            yield some
            some, size = [], 0
        some.append(row)
        size += long
    if some:
        yield some


def _times(report: ScanReport) -> list[int] | None:
    """Return the times of a library of which a report has a part; None where it has all of it."""
    known = report.documents
    listed = known.library_ns if isinstance(known, Documents) else None
    return None if listed is None else listed.tolist()


def _settings(config: ScanConfig) -> dict[str, object]:
    plain = {
        name: str(_absolute(value)) if isinstance(value, Path) else value
        for name, value in asdict(config).items()
    }
    return plain | {
        "folder_days": [[str(_absolute(one.folder)), one.days] for one in config.folder_days]
    }


_document_values, _pair_values, _comparison_values = (
    attrgetter(*(name for name, _ in kind))
    for kind in (DOCUMENT_FIELDS, PAIR_FIELDS, COMPARISON_FIELDS)
)


def _document_row(one: Document, texts: dict[TextId, int]) -> list[object]:
    if one.elsewhere:
        return [texts[one.text], "", None, *map(_value, _document_values(one))]
    return [
        texts[one.text],
        str(_absolute(one.path)),
        None if one.real_path == one.path else str(one.real_path),
        *map(_value, _document_values(one)),
    ]


def _has_names(one: Document) -> bool:
    return not one.elsewhere and bool(one.other_names or one.unseen_names)


def _names_of(one: Document) -> list[list[object]]:
    return [
        [
            str(_absolute(name.path)),
            None if name.real_path == name.path else str(name.real_path),
            name.symbolic,
        ]
        for name in one.other_names
    ]


def _value(value: object) -> object:
    if isinstance(value, Reason):
        return to_plain(value)
    return value.hex() if isinstance(value, bytes) else value
