"""Saved results: written, and read again.

The file is JSON Lines in UTF-8, compressed by gzip. The first line is an object: ``_lines`` has its
names, ``system`` is ``posix`` or ``nt``, null if all documents are elsewhere. Every other line is a
list of the name of a section and at most 250 rows; the last one is ``["end"]``. Documents and texts
are referred to by index, from 0; hashes are hexadecimal; bytes of a path that are not UTF-8 are
lone surrogates (PEP 383). ``_lines`` writes the rows, with ``DOCUMENT_FIELDS`` and others as cells.
"""

import gzip
import itertools
import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

from simcore.files.opening import open_regular, replacing
from simcore.files.roles import NO_ROLES, Role, Roles
from simcore.grouping.grouper import regroup
from simcore.index.documents import Documents, KnownFiles, as_times, copy_carried
from simcore.index.paths import PlacesElsewhere, name_elsewhere, path_elsewhere
from simcore.index.sqlite_file import typed
from simcore.model.config import ScanConfig, config_from_json, config_to_json, least_features
from simcore.model.reasons import (
    ConfigError,
    Reason,
    ReasonCode,
    ResultsFileError,
    from_plain,
    reason_of,
    to_plain,
)
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    FileName,
    Fingerprint,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    Problem,
    ProblemStage,
    Script,
    TextId,
    clean_title,
)
from simcore.model.report import MOST_KINDS, Counts, ScanReport

FORMAT = 1

MAGIC = "results"

_OF_NO_ROW = {"least_features", "other_names", "unseen_names"}
"""Fields of documents that follow from the recipe, or have rows of their own."""

DOCUMENT_FIELDS, PAIR_FIELDS = (
    tuple((one.name, one.type) for one in fields(kind)[first:] if one.name not in _OF_NO_ROW)
    for kind, first in ((Document, 4), (Pair, 2))
)
COMPARISON_FIELDS = tuple(Comparison.__annotations__.items())[2:]
"""The fields in a row and their types, behind text and paths or both ends. ``FORMAT`` changes with
those of pairs and comparisons; those of documents are only added, last."""

_ROWS_A_LINE = 250
_CHARACTERS_A_LINE = 250_000  # of ids: each may take twelve bytes

Told = Callable[[int, int], None]
"""Called with the number of rows done and the total; its exceptions end the call."""


@dataclass(frozen=True, slots=True)
class SavedResults:
    """The result of ``load_results``: a saved report, and the documents marked then.

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

    Documents elsewhere are written with their ids, and their carried texts are copied. Problems of
    the stage ``saved`` are left out. ``told`` is called with the number of rows done and the total;
    its exceptions end the call. Raises ``ResultsFileError`` if the file cannot be written, two
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
    """The places of a report's documents: paths on this machine, or ids elsewhere.

    ``all_elsewhere`` is whether none is here. Raises ``ResultsFileError`` for ids that cannot be
    written.
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
        whole = _absolute(path)  # of a problem in a folder that was named as it is from here
        root = self.root_of(whole)
        if root is not None:
            return [name_elsewhere(whole, root)]
        return [str(path)] if self.all_elsewhere else str(whole)

    def root_of(self, path: Path) -> Path | None:
        return next((one for one in self.roots if path.is_relative_to(one)), None)

    def roles(self, roles: Roles) -> list[list[object]]:
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
    library_ns = report.documents.library_ns if isinstance(report.documents, Documents) else None
    times: list[int] | None = None if library_ns is None else library_ns.tolist()
    named = [
        one
        for one in map(report.documents.__getitem__, documents)
        if not one.elsewhere and (one.other_names or one.unseen_names)
    ]
    wanted = sorted(indices[identity] for identity in set(marked) if identity in indices)
    yield {
        "variorum": MAGIC,
        "format": FORMAT,
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
    """Yield the rows of each line, which has few long cells."""
    some: list[Any] = []
    size = 0
    for row in rows:
        cells = row if isinstance(row, list) else []
        long = sum(len(str(cell)) for cell in cells if isinstance(cell, str | list))
        if some and (len(some) == _ROWS_A_LINE or size + long > _CHARACTERS_A_LINE):
            yield some
            some, size = [], 0
        some.append(row)
        size += long
    if some:
        yield some


def _settings(config: ScanConfig) -> dict[str, object]:
    dictionary = config.dictionary and _absolute(config.dictionary)
    days = tuple(replace(one, folder=_absolute(one.folder)) for one in config.folder_days)
    return config_to_json(replace(config, dictionary=dictionary, folder_days=days))


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


_Check = Callable[[Any], Any]

_LONGEST_HEADER = 1 << 22
_LONGEST_LINE = 1 << 23
"""Bytes: 250 rows with the longest of paths are less."""
_GREATEST = 1 << 128  # the fingerprints of some recipes, and inodes of some systems
# what any file may hold, and how much more by its size: a row takes 4 bytes and more of it, that of
# a document, with its hashes, ten times as many; text becomes at most a hundred times smaller
_FREE_ROWS, _BYTES_A_ROW, _BYTES_A_DOCUMENT = 200_000, 4, 40
_MOST_DOCUMENTS, _MOST_ROWS = 2_000_000, 20_000_000
_FREE_BYTES, _BYTES_A_BYTE = 1 << 26, 100
_HASH_BYTES = 16
_DAMAGED = (
    ValueError,  # json's and Unicode's errors too
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    EOFError,
    zlib.error,
    gzip.BadGzipFile,
)


def load_results(
    path: Path, told: Told | None = None, own: ScanConfig | None = None
) -> SavedResults:
    """Read a file of ``save_results``, and group it at the saved thresholds.

    No document is touched: ``find_changes`` finds changed ones. Documents elsewhere get paths below
    the file, which lead to nothing. ``told`` is as in ``save_results``. Processes, time limit and
    dictionary are those of ``own``, by default ``ScanConfig()``: a file must not make this computer
    do anything. Raises ``ResultsFileError`` if the file cannot be read, has another format, is
    damaged, or is of an earlier or a newer version of this program.
    """
    try:
        with open_regular(path) as packed, gzip.open(packed, "rb") as file:
            size = os.fstat(packed.fileno()).st_size
            header = _header(file, path)
            try:
                where = Path(os.path.realpath(path))
                return _Reader(header, file, size, told, where).results(own or ScanConfig())
            except (*_DAMAGED, ConfigError) as error:
                raise _damaged(path, error) from error
    except OSError as error:
        raise ResultsFileError(ReasonCode.CANNOT_BE_READ, str(path), reason_of(error)) from error


def _damaged(path: Path, error: Exception) -> ResultsFileError:
    detail = reason_of(error) if str(error) else Reason(ReasonCode.ENDS_TOO_EARLY)
    return ResultsFileError(ReasonCode.RESULTS_DAMAGED, str(path), detail)


def _header(file: gzip.GzipFile, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(file.readline(_LONGEST_HEADER))
        known = isinstance(header, dict) and header["variorum"] == MAGIC
        earlier = known and "format" not in header and "version" in header
        version = header["format"] if known and not earlier else 0
    except (EOFError, zlib.error) as error:
        raise _damaged(path, error) from error
    except _DAMAGED as error:
        raise ResultsFileError(ReasonCode.RESULTS_FOREIGN, str(path)) from error
    if earlier or (type(version) is int and 0 < version < FORMAT):
        raise ResultsFileError(ReasonCode.RESULTS_EARLIER, str(path))
    if not known or type(version) is not int or version < 1:
        raise ResultsFileError(ReasonCode.RESULTS_FOREIGN, str(path))
    if version > FORMAT:
        raise ResultsFileError(ReasonCode.RESULTS_NEWER, str(path), str(version), str(FORMAT))
    system = header.get("system", "")
    if system != os.name and system is not None:
        system = str(system)
        raise ResultsFileError(ReasonCode.RESULTS_OTHER_SYSTEM, str(path), system)
    found: dict[str, Any] = header
    return found


class _Reader:
    def __init__(
        self, header: dict[str, Any], file: gzip.GzipFile, size: int, told: Told | None, where: Path
    ) -> None:
        self._header = header
        self._file = file
        self._told = told
        self._elsewhere = PlacesElsewhere(where)
        self._texts = _count(header["texts"])
        self._least_features = 0
        self._documents: list[Document] = []
        self._ids = itertools.count(-2, -1)  # -1 is the query of ``find_similar``
        self._makers: dict[str, Callable[[Any], Any]] = {
            "documents": self._document,
            "pairs": self._pair,
            "comparisons": self._comparison,
            "problems": self._problem,
            "marked": self._identity,
            "times": partial(typed, int),
            "names": self._name,
        }
        counted = {"times": 0} | header  # of a library of which the documents are a part
        self._counts = {name: _count(counted[name]) for name in self._makers}
        self._total = sum(self._counts.values())
        self._size = size
        rows = min(_FREE_ROWS + size // _BYTES_A_ROW, _MOST_ROWS)
        documents = min(_FREE_ROWS + size // _BYTES_A_DOCUMENT, _MOST_DOCUMENTS)
        if self._total > rows or _count(header["documents"]) > documents:
            raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))

    def results(self, own: ScanConfig) -> SavedResults:
        header = self._header
        config = _config(header["config"], own)
        self._least_features = least_features(config.recipe)
        rows: dict[str, list[Any]] = {name: [] for name in self._makers}
        self._documents = rows["documents"]
        for line in self._lines():
            name, *some = typed(list, json.loads(line, parse_constant=_refuse))
            if name == "end":
                break
            if not some or len(rows[name]) + len(some) > self._counts[name]:
                raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))
            rows[name].extend(map(self._makers[name], some))
            done = sum(map(len, rows.values()))
            if self._told is not None:
                self._told(done, self._total)
        else:
            raise EOFError
        if self._file.read(1) or any(
            len(rows[name]) != self._counts[name] for name in self._makers
        ):
            raise ValueError(Reason(ReasonCode.HOLDS_TOO_LITTLE))
        comparisons: list[Comparison] = rows["comparisons"]
        library_ns = as_times(rows["times"]) if "times" in header else None
        report = ScanReport(
            config=config,
            folders=self._folders(typed(list, header["folders"])),
            documents=Documents(KnownFiles(), self._documents, config.recipe, library_ns),
            pairs=tuple(rows["pairs"]),
            groups=(),
            problems=tuple(rows["problems"]),
            counts=_counts(header["counts"]),
            compared_distance=_count(header["compared_distance"]),
            complete=typed(bool, header["complete"]),
            comparisons={(one.left, one.right): one for one in comparisons},
            opened=True,
            left_out=_left_out(header["left_out"]),
        )
        grouped = regroup(report)
        roles = {
            self._place(folder): Role(role)
            for folder, role in (typed(list, row) for row in typed(list, header["roles"]))
        }
        saved_ns = _count(header["saved_ns"])
        return SavedResults(grouped, frozenset(rows["marked"]), saved_ns, Roles(roles))

    def _lines(self) -> Iterator[bytes]:
        left = _FREE_BYTES + self._size * _BYTES_A_BYTE
        while line := self._file.readline(_LONGEST_LINE + 1):
            if len(line) > _LONGEST_LINE:
                raise ValueError(Reason(ReasonCode.LINE_TOO_LONG))
            left -= len(line)
            if left < 0:
                raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))
            yield line

    def _identity(self, index: object) -> DocumentId:
        return self._documents[_index(index, len(self._documents))].id

    def _text(self, number: object) -> TextId:
        return TextId(_index(number, self._texts) - self._texts - 1)  # in the order they had

    def _folders(self, listed: Sequence[object]) -> tuple[Path, ...]:
        folders = tuple(map(self._here, listed))
        some = self._elsewhere.names or self._header["system"] is None
        return (*folders, self._elsewhere.results) if some else folders

    def _here(self, value: object) -> Path:
        if self._header["system"] is None:
            raise _wrong(ReasonCode.NO_PATH, value)
        return _path(value)

    def _place(self, value: object) -> Path:
        if not isinstance(value, list):
            return self._here(value)
        (name,) = value
        results = self._elsewhere.results
        return path_elsewhere(results, name) if typed(str, name) else results

    def _document(self, row: Sequence[Any]) -> Document:
        text, name, real, *values = row
        if len(values) < _OF_FORMAT_1:
            raise ValueError(Reason(ReasonCode.HOLDS_TOO_LITTLE))
        # a file of another version may have fewer cells, or more that this one does not know
        cells = zip(_NAMES, _DOCUMENT, values, strict=False)
        named = {name: check(value) for name, check, value in cells}
        if named["elsewhere"]:  # whatever else its row says
            path = real_path = self._elsewhere.add(named["elsewhere"])
        else:
            path = self._here(name)
            real_path = path if real is None else self._here(real)
        ends = DocumentId(next(self._ids)), self._text(text), path, real_path
        return Document(*ends, **named, least_features=self._least_features)

    def _name(self, row: Sequence[Any]) -> None:
        number, unseen, names = row
        at = _index(number, len(self._documents))
        found = []
        for name, real, symbolic in names:
            path = self._here(name)
            real_path = path if real is None else self._here(real)
            found.append(FileName(path, real_path, typed(bool, symbolic)))
        self._documents[at] = replace(
            self._documents[at], other_names=tuple(found), unseen_names=_count(unseen)
        )

    def _pair(self, row: Sequence[Any]) -> Pair:
        left, right, *values = row
        ends = [self._documents[_index(one, len(self._documents))] for one in (left, right)]
        if any(one.fingerprint is None for one in ends):
            raise ValueError(Reason(ReasonCode.PAIR_WITHOUT_WORDS))
        return Pair(ends[0].id, ends[1].id, *_checked(_PAIR, values))

    def _comparison(self, row: Sequence[Any]) -> Comparison:
        left, right, *values = row
        return Comparison(self._text(left), self._text(right), *_checked(_COMPARISON, values))

    def _problem(self, row: Sequence[Any]) -> Problem:
        path, stage, found = row
        reason = from_plain(typed(list, found))
        elsewhere = path[0] if isinstance(path, list) else ""
        return Problem(self._place(path), ProblemStage(stage), reason, elsewhere=elsewhere)


def _counts(found: dict[str, Any]) -> Counts:
    known = {one.name for one in fields(Counts)}  # another version may count other things, too
    return Counts(**{name: _count(value) for name, value in found.items() if name in known})


def _left_out(found: object) -> dict[str, int]:
    if not isinstance(found, dict) or len(found) > MOST_KINDS + 1:
        raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))
    return {kind: _count(count) for kind, count in found.items()}


def _config(values: dict[str, Any], own: ScanConfig) -> ScanConfig:
    """Read the configuration, see ``load_results``; unknown fields are refused."""
    found = config_from_json(values)
    for path in (*(one.folder for one in found.folder_days), found.dictionary or Path("/")):
        _path(str(path))
    mine = own.dictionary and Path(os.path.abspath(own.dictionary))  # noqa: PTH100 - as it is saved
    return replace(
        found,
        # it would be opened, whatever it is, to explain a pair
        dictionary=own.dictionary if found.dictionary == mine else None,
        jobs=own.jobs,
        seconds_a_file=own.seconds_a_file,
        kept_texts=own.kept_texts,
    )


def _wrong(code: ReasonCode, value: object) -> ValueError:
    return ValueError(Reason(code, (repr(value),)))


def _count(value: object) -> int:
    number = typed(int, value)
    if number < 0:
        raise _wrong(ReasonCode.BELOW_ZERO, number)
    if number >= _GREATEST:
        raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))
    return number


def _index(value: object, count: int) -> int:
    number = _count(value)
    if number >= count:
        raise _wrong(ReasonCode.NO_ROW, number)
    return number


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _wrong(ReasonCode.NO_SHARE, value)
    return float(value)


def _path(value: object) -> Path:
    path = Path(typed(str, value))
    if not path.is_absolute() or "\0" in str(path):
        raise _wrong(ReasonCode.NO_PATH, value)
    os.fsencode(path)  # raises if it cannot be a file name
    return path


def _hash(value: object) -> bytes:
    digest = bytes.fromhex(typed(str, value))
    if len(digest) != _HASH_BYTES:
        raise _wrong(ReasonCode.NO_HASH, value)
    return digest


def _known_hash(value: object) -> bytes:
    return b"" if value == "" else _hash(value)


def _refuse(value: str) -> NoReturn:
    raise ValueError(Reason(ReasonCode.NO_NUMBER, (value,)))


_OF_TYPE: dict[object, _Check] = {
    int: _count,
    float: _share,
    bool: partial(typed, bool),
    str: partial(typed, str),
    bytes: _hash,
    Kind: Kind,
    Fingerprint | None: lambda value: None if value is None else _count(value),
    OnlyIn | None: lambda value: None if value is None else OnlyIn(value),
    MeasuredBy: MeasuredBy,
    Script | None: lambda value: None if value is None else Script(value),
    Reason | None: lambda value: None if value is None else from_plain(value),
}
_OF_NAME: dict[str, _Check] = {
    "mtime_ns": partial(typed, int),  # a file may be older than 1970
    "ctime_ns": partial(typed, int),
    "form_hash": _known_hash,
    "words_hash": _known_hash,
    "title": lambda value: clean_title(typed(str, value)),
}
_NAMES = [name for name, _ in DOCUMENT_FIELDS]
_OF_FORMAT_1 = _NAMES.index("ctime_ns") + 1  # later fields come behind and have a default
_DOCUMENT, _PAIR, _COMPARISON = (
    [_OF_NAME.get(name, _OF_TYPE[kind]) for name, kind in listed]
    for listed in (DOCUMENT_FIELDS, PAIR_FIELDS, COMPARISON_FIELDS)
)


def _checked(checks: Sequence[_Check], values: Sequence[Any]) -> Iterator[Any]:
    return (check(value) for check, value in zip(checks, values, strict=True))
