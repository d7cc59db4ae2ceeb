r"""Saving results: a report without the index and without any text.

The file is JSON Lines in UTF-8, compressed by gzip. The first line is an object, every other one a
list that begins with its name:

``{"variorum": "results", "version": 11, "saved_ns", "system", "folders", "config", "counts",``
``"compared_distance", "complete", "left_out", "roles", "documents", "texts", "pairs",``
``"comparisons", "problems", "marked"}``
    ``left_out`` counts files by suffix (optional: older programs do not write it, and ignore it);
    ``roles`` is a list of folder and role (optional: older programs do not write it, and ignore
    it); in ``config``, ``folder_days`` is a list of folder and days (missing before version 8, as
    is ``keep_days``), and ``ignore_files`` is missing before version 11; kinds and the counts of
    them had other names then (``simcore.model.kinds``); the last six are the
    counts of the rows that follow; ``saved_ns`` is nanoseconds since 1970, ``system`` is ``posix``
    or ``nt``, since paths of one are invalid on the other
``["documents", row, ...]``
    text, path, resolved path (null: the same), size, mtime_ns, device, inode, hash of the bytes,
    hash of the text, encoding, lossy, characters, tokens, features, fingerprint (null: none),
    why only a part was read (null: all was; missing before version 3), as in problems, hash of
    what a reader sees, hash of its words (empty: not known; missing before version 4), whether the
    encoding was guessed, whether a person chose it (missing before version 5), title (empty: none),
    script (null: not known; both missing before version 7), the latest dates that it states
    (``simcore.fingerprinting.stated``; 0: none; missing before version 9)
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
``["end"]``

Documents and texts are referred to by index, from 0; hashes are hexadecimal; bytes of a path that
are not UTF-8 are lone surrogates (PEP 383), such as ``\udce9``. A line holds at most 250 rows, so
that parsing one does not block other threads. Groups are not stored: they follow from the rest.
"""

import gzip
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

from simcore.files.opening import replacing
from simcore.files.roles import NO_ROLES, Roles
from simcore.model.errors import ResultsFileError
from simcore.model.reasons import Reason, to_plain
from simcore.model.records import Comparison, Document, DocumentId, Pair, ProblemStage, TextId
from simcore.model.report import ScanReport

FORMAT = 11
"""The version of the format; raised whenever an older program could not read it."""

MAGIC = "results"
"""The kind of file in the header."""

OF_RECIPE = "least_features"
"""A field of documents that follows from the recipe: none of a row."""

DOCUMENT_FIELDS, PAIR_FIELDS = (
    tuple((one.name, one.type) for one in fields(kind)[first:] if one.name != OF_RECIPE)
    for kind, first in ((Document, 4), (Pair, 2))
)
COMPARISON_FIELDS = tuple(Comparison.__annotations__.items())[2:]
"""The fields in a row and their types, behind text and paths or both ends; ``FORMAT`` changes with
them."""

_ROWS_A_LINE = 250

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

    Problems of the stage ``saved`` are left out: they are about a file of saved results. ``told``
    is called with the number of rows done and the total; its exceptions end the call. Raises
    ``ResultsFileError`` if the file cannot be written; an older one is then unchanged.
    """
    with replacing(path, ResultsFileError) as raw, gzip.GzipFile("", "wb", 6, raw, 0) as file:
        for line in _lines(report, marked, told, roles):
            file.write(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")


def _lines(
    report: ScanReport, marked: Iterable[DocumentId], told: Told | None, roles: Roles
) -> Iterator[Any]:
    documents = list(report.documents)
    indices = {identity: index for index, identity in enumerate(documents)}
    known = {report.documents[identity].text for identity in documents}
    known.update(text for pair in report.comparisons for text in pair)
    texts = {text: number for number, text in enumerate(sorted(known))}
    problems = [one for one in report.problems if one.stage is not ProblemStage.SAVED]
    wanted = sorted(indices[identity] for identity in set(marked) if identity in indices)
    yield {
        "variorum": MAGIC,
        "version": FORMAT,
        "saved_ns": time.time_ns(),
        "system": os.name,
        "folders": [os.path.abspath(folder) for folder in report.folders],  # noqa: PTH100
        "config": {
            name: str(value) if isinstance(value, Path) else value
            for name, value in asdict(report.config).items()
        }
        | {"folder_days": [[str(one.folder), one.days] for one in report.config.folder_days]},
        "counts": asdict(report.counts),
        "compared_distance": report.compared_distance,
        "complete": report.complete,
        "left_out": dict(report.left_out),
        "roles": [[str(folder), role.value] for folder, role in roles.folders.items()],
        "documents": len(documents),
        "texts": len(texts),
        "pairs": len(report.pairs),
        "comparisons": len(report.comparisons),
        "problems": len(problems),
        "marked": len(wanted),
    }
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
        ("problems", problems, lambda one: [str(one.path), one.stage.value, to_plain(one.reason)]),
        ("marked", wanted, int),
    ]
    total = sum(len(rows) for _, rows, _ in sections)
    done = 0
    for name, rows, row_of in sections:
        for start in range(0, len(rows), _ROWS_A_LINE):
            if told is not None:
                told(done, total)
            some = rows[start : start + _ROWS_A_LINE]
            done += len(some)
            yield [name, *map(row_of, some)]
    yield ["end"]


_document_values, _pair_values, _comparison_values = (
    attrgetter(*(name for name, _ in kind))
    for kind in (DOCUMENT_FIELDS, PAIR_FIELDS, COMPARISON_FIELDS)
)


def _document_row(one: Document, texts: dict[TextId, int]) -> list[object]:
    return [
        texts[one.text],
        os.path.abspath(one.path),  # noqa: PTH100 - Path.absolute() leaves ".." standing
        None if one.real_path == one.path else str(one.real_path),
        *map(_value, _document_values(one)),
    ]


def _value(value: object) -> object:
    if isinstance(value, Reason):
        return to_plain(value)
    return value.hex() if isinstance(value, bytes) else value
