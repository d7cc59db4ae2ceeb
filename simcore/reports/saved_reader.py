"""Reading saved results; ``saved_writer`` documents the format."""

import gzip
import itertools
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from simcore.files.opening import open_regular
from simcore.files.roles import Role, Roles
from simcore.grouping.regroup import regroup
from simcore.model.config import FolderDays, Grouping, ScanConfig, least_features
from simcore.model.errors import ConfigError, ResultsFileError
from simcore.model.not_read import MOST_KINDS
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, from_plain, reason_of, recognised
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
)
from simcore.model.report import Counts, ScanReport
from simcore.model.titles import clean_title
from simcore.reports.saved_writer import (
    COMPARISON_FIELDS,
    DOCUMENT_FIELDS,
    FORMAT,
    MAGIC,
    PAIR_FIELDS,
    SavedResults,
    Told,
)
from simcore.store.documents import Documents, KnownFiles, as_times
from simcore.store.elsewhere.places import PlacesElsewhere, path_elsewhere
from simcore.store.sqlite_file import typed

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
_ELSEWHERE = 12  # the first version with documents elsewhere
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
"""The errors raised by reading a damaged file."""


def load_results(
    path: Path, told: Told | None = None, own: ScanConfig | None = None
) -> SavedResults:
    """Read a file of ``save_results``, and group it at the saved thresholds.

    No document is touched: ``simcore.find_changes`` finds those that have changed. Those that are
    not on this machine have paths below the file, made of their ids, which lead to nothing; it is
    the report's folder then. ``told`` is as
    in ``save_results``. What would have this computer do something is not taken from the file, but
    from ``own``, by default ``ScanConfig()``: number of processes and time limit; and a dictionary
    is none unless it is that of ``own``. Raises ``ResultsFileError`` if the file cannot be read,
    has another format, is damaged or newer than this program.
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
    """Read the first line and check that the program can read the rest."""
    try:
        header = json.loads(file.readline(_LONGEST_HEADER))
        known = isinstance(header, dict) and header["variorum"] == MAGIC
        version = header["version"] if known else 0
    except (EOFError, zlib.error) as error:
        raise _damaged(path, error) from error
    except _DAMAGED as error:
        raise ResultsFileError(ReasonCode.RESULTS_FOREIGN, str(path)) from error
    if not known or type(version) is not int or version < 1:
        raise ResultsFileError(ReasonCode.RESULTS_FOREIGN, str(path))
    if version > FORMAT:
        raise ResultsFileError(ReasonCode.RESULTS_NEWER, str(path), str(version), str(FORMAT))
    system = header.get("system", "")
    if system != os.name and (version < _ELSEWHERE or system is not None):
        system = str(system)
        raise ResultsFileError(ReasonCode.RESULTS_OTHER_SYSTEM, str(path), system)
    found: dict[str, Any] = header
    return found


class _Reader:
    """Reads the lines after the header, and checks each value for its type and range."""

    def __init__(
        self,
        header: dict[str, Any],
        file: gzip.GzipFile,
        size: int,
        told: Told | None,
        where: Path,
    ) -> None:
        self._header = header
        self._file = file
        self._told = told
        self._elsewhere = PlacesElsewhere(where)
        self._texts = _count(header["texts"])
        self._least_features = 0
        self._wordless: dict[bytes, int] = {}
        self._documents: list[Document] = []
        self._ids = itertools.count(-2, -1)  # -1 is the query of ``simcore.find_similar``
        self._makers: dict[str, Callable[[Any], Any]] = {
            "documents": self._document,
            "pairs": self._pair,
            "comparisons": self._comparison,
            "problems": self._problem,
            "marked": self._identity,
        }
        self._counts = {name: _count(header[name]) for name in self._makers}
        # of a library of which the documents are a part
        self._makers["times"], self._counts["times"] = (
            partial(typed, int),
            _count(header.get("times", 0)),
        )
        self._makers["names"], self._counts["names"] = self._name, _count(header.get("names", 0))
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
            left_out=_left_out(header.get("left_out", {})),
        )
        grouped = regroup(report, config.distance, config.similarity)
        roles = {
            self._place(folder): Role(role)
            for folder, role in (typed(list, row) for row in typed(list, header.get("roles", [])))
        }
        saved_ns = _count(header["saved_ns"])
        return SavedResults(grouped, frozenset(rows["marked"]), saved_ns, Roles(roles))

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines, none of them too long, and not too much in all."""
        left = _FREE_BYTES + self._size * _BYTES_A_BYTE
        while line := self._file.readline(_LONGEST_LINE + 1):
            if len(line) > _LONGEST_LINE:
                raise ValueError(Reason(ReasonCode.LINE_TOO_LONG))
            left -= len(line)
            if left < 0:
                raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))
            yield line

    def _identity(self, index: object) -> DocumentId:
        """Return the id of the document at an index, which must be in range."""
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
        """Return a path of this machine, or that of what is elsewhere: of the file if all is."""
        if not isinstance(value, list):
            return self._here(value)
        (name,) = value
        results = self._elsewhere.results
        return path_elsewhere(results, name) if typed(str, name) else results

    def _document(self, row: Sequence[Any]) -> Document:
        text, name, real, *values = row
        # a missing field is refused by Document, unless it has a default; one too many by zip
        checked = [*_checked(_DOCUMENT[: len(values)], values)]
        named = dict(zip(_NAMES, checked, strict=False))
        if named.get("elsewhere"):  # whatever else its row says
            path = real_path = self._elsewhere.add(named["elsewhere"])
        else:
            path = self._here(name)
            real_path = path if real is None else self._here(real)
        ends = DocumentId(next(self._ids)), self._text(text), path, real_path
        found = Document(*ends, **named, least_features=self._least_features)
        if found.fingerprint is not None:
            return found
        # before version 13 all documents without words had one text
        at = self._wordless.setdefault(found.content_hash, len(self._wordless))
        return replace(found, text=TextId(-self._texts - 2 - at), text_hash=found.content_hash)

    def _name(self, row: Sequence[Any]) -> None:
        """Give a document the names that its file has besides; see ``saved_writer``."""
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
        return Pair(ends[0].id, ends[1].id, *_checked(_PAIR[: len(values)], values))

    def _comparison(self, row: Sequence[Any]) -> Comparison:
        left, right, *values = row
        checked = _checked(_COMPARISON[: len(values)], values)
        return Comparison(self._text(left), self._text(right), *checked)

    def _problem(self, row: Sequence[Any]) -> Problem:
        path, stage, found = row
        version = self._header["version"]
        reason = recognised(typed(str, found)) if version == 1 else from_plain(typed(list, found))
        elsewhere = path[0] if isinstance(path, list) else ""
        return Problem(self._place(path), ProblemStage(stage), reason, elsewhere=elsewhere)


_COUNTS_BEFORE = {
    "near": "similar",
    "contained": "parts",
    "forms": "same_form",
    "versions": "earlier_versions",
}
"""What counts were called before version 11."""


def _counts(found: Mapping[str, object]) -> Counts:
    names = (_COUNTS_BEFORE.get(name, name) for name in found)
    return Counts(
        **{name: _count(value) for name, value in zip(names, found.values(), strict=True)}
    )


def _left_out(found: object) -> dict[str, int]:
    """Read what was left out; a file of an older program does not say it."""
    if not isinstance(found, dict) or len(found) > MOST_KINDS + 1:
        raise ValueError(Reason(ReasonCode.HOLDS_TOO_MUCH))
    return {kind: _count(count) for kind, count in found.items()}


def _of_folders(rows: object) -> Iterator[tuple[Path, Any]]:
    """Read what folders have; a file of an older program does not say it."""
    for folder, value in (typed(list, row) for row in typed(list, rows)):
        yield _path(folder), value


def _config(values: dict[str, Any], own: ScanConfig) -> ScanConfig:
    """Read the configuration, see ``load_results``; unknown fields are refused."""
    given = dict(values)
    for name in ("include", "exclude"):
        given[name] = tuple(typed(str, pattern) for pattern in typed(list, given[name]))
    given["grouping"] = Grouping(given["grouping"])
    folder_days = _of_folders(given.get("folder_days", []))
    given["folder_days"] = tuple(FolderDays(one, _count(days)) for one, days in folder_days)
    if given["dictionary"] is not None:
        given["dictionary"] = _path(given["dictionary"])
    # of the other fields, ScanConfig checks the range and this the type
    plain = ScanConfig()
    for name, value in given.items():
        default = getattr(plain, name)
        if isinstance(default, bool) != isinstance(value, bool):
            raise TypeError(Reason(ReasonCode.BAD_SETTING, (name, repr(value))))
    found = ScanConfig(**given)
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
_DOCUMENT, _PAIR, _COMPARISON = (
    [_OF_NAME.get(name, _OF_TYPE[kind]) for name, kind in listed]
    for listed in (DOCUMENT_FIELDS, PAIR_FIELDS, COMPARISON_FIELDS)
)


def _checked(checks: Sequence[_Check], values: Sequence[Any]) -> Iterator[Any]:
    return (check(value) for check, value in zip(checks, values, strict=True))
