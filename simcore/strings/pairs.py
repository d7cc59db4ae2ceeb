"""Pairs and groups of near-duplicates among strings in memory, and files of texts."""

import abc
import contextlib
import csv
import importlib
import io
import json
import math
import operator
import os
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, NamedTuple, Self, SupportsFloat, SupportsIndex, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import as_array
from simcore.files.opening import open_regular, replacing
from simcore.fingerprints import find_recipe, fingerprint_text, hamming_distance, width_of
from simcore.grouping.pairs import of_equal_texts, pair_of, shown_kind
from simcore.index.documents import Documents, written_document
from simcore.index.index import FingerprintIndex
from simcore.model.config import (
    DEFAULT_CONTAINMENT,
    DEFAULT_SIMILARITY,
    USUAL_RECIPE,
    Grouping,
    ScanConfig,
)
from simcore.model.reasons import ReadError, Reason, SimcoreError, StringsFileError, reason_of
from simcore.model.records import (
    PARTS,
    DecodedText,
    Document,
    DocumentId,
    Fingerprinted,
    Kind,
    ListedFile,
    ListedFolder,
    MeasuredBy,
    OnlyIn,
    Pair,
    Problem,
    ProblemStage,
    TextId,
    percent,
)
from simcore.model.report import ScanReport, Stage, related_to_kept
from simcore.pipeline.comparing import jobs_ahead
from simcore.pipeline.jobs import TextsInHand, Unusable, fingerprinted, recipe_key
from simcore.pipeline.scan import Taken, report_read
from simcore.reports.tables import PairRow, frame, pair_rows, shares_of, shown_name
from simcore.text.decoding import decode, decode_as
from simcore.text.masking import segmenter
from simcore.text.normal_form import content_hash
from simcore.text.similarity import ReadText, judged
from simcore.workers import HEARTBEAT, make_executor, run_jobs, stop_executor

Texts = Iterable[str] | Mapping[Any, str]
"""Strings, known by their positions from 0, or by the keys of a mapping, as a pandas Series is."""

ProgressCall = Callable[[Stage, int, int], object]
"""Called often with a stage, how much of it is done, and the total: 0 while that is not known.

What it raises ends the work.
"""

_MISSING = frozenset({"NoneType", "NAType", "NaTType"})
_LEAVE_OUT = 'leave it out, or put "" in its place (of a pandas column: .dropna() or .fillna(""))'


def listed(texts: Texts) -> tuple[Sequence[Hashable], list[str]]:
    """Return the keys of texts and the texts, in their order.

    Raises ``TypeError`` for a single string and for values that are no strings, ``ValueError`` for
    a lone surrogate and for a repeated key.
    """
    if isinstance(texts, str | bytes | bytearray):
        said = {"str": "one string"}.get(type(texts).__name__, type(texts).__name__)
        raise TypeError(
            f"texts is {said}, not several: give a list of strings, or a mapping of keys to strings"
        )
    if isinstance(texts, set | frozenset):
        raise TypeError(
            "texts is a set, in which no string has a position: give a list of strings, or a "
            "mapping of keys to strings"
        )
    if hasattr(texts, "columns"):
        raise TypeError(
            f'texts is a table ({type(texts).__name__}): give one of its columns, as table["text"]'
        )
    items: Callable[[], Iterable[tuple[Hashable, object]]] | None = getattr(texts, "items", None)
    keys: Sequence[Hashable]
    values: list[object]
    if callable(items):
        pairs = list(items())
        keys, values = tuple(key for key, _ in pairs), [value for _, value in pairs]
        _check_once(keys)
    else:
        try:
            # an array of pyarrow yields scalars of its own
            values = list(texts.to_pylist() if hasattr(texts, "to_pylist") else texts)
        except TypeError:
            raise TypeError(
                f"texts is {_described(texts)}, not several strings: give a list of strings, or a "
                "mapping of keys to strings"
            ) from None
        keys = range(len(values))
    return keys, [
        checked(value, f"texts[{key!r}]") for key, value in zip(keys, values, strict=True)
    ]


def _check_once(keys: Sequence[Hashable]) -> None:
    if len(set(keys)) == len(keys):
        return
    seen: set[Hashable] = set()
    for key in keys:
        if key in seen:
            raise ValueError(
                f"two texts have the key {key!r}, so no answer could say which is meant: give each "
                "its own (of a pandas column: .reset_index(drop=True))"
            )
        seen.add(key)


def checked(text: object, name: str) -> str:
    """Return a valid text; ``name`` is its place in error messages.

    Raises ``TypeError`` if it is no string, ``ValueError`` for a lone surrogate.
    """
    if not isinstance(text, str):
        if type(text).__name__ in _MISSING or (isinstance(text, float) and math.isnan(text)):
            raise TypeError(f"{name} is {text!r}, a missing value and no string: {_LEAVE_OUT}")
        raise TypeError(f"{name} is {_described(text)}, not a string")
    at = lone_surrogate(text)
    if at is not None:
        raise ValueError(
            f"{name} has half of a character (the lone surrogate U+{ord(text[at]):04X}) at "
            f"position {at}: it is not text that can be written down; decode it again, with "
            'errors="replace" if there is no other way'
        )
    return text


def lone_surrogate(text: str) -> int | None:
    r"""Return the position of the first lone surrogate, which no encoding has; None if none.

    >>> lone_surrogate("合\ud800"), lone_surrogate("合同")
    (1, None)
    """
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return error.start
    return None


def _described(value: object) -> str:
    said = repr(value)
    kind = type(value).__name__
    return f"of the type {kind}" if len(said) > 40 or "\n" in said else f"{said} ({kind})"


def configured(
    recipe: str,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    *,
    contained: bool = True,
    grouping: Grouping | str = Grouping.LEADERS,
    jobs: int | None = 0,
) -> ScanConfig:
    """Return the configuration of a scan with these parameters.

    A given distance also bounds which fingerprints are compared, as in a command. Raises
    ``ConfigError`` for an unknown recipe and thresholds out of range, ``TypeError`` for other
    types.
    """
    if not isinstance(recipe, str):
        raise TypeError(f'recipe is {_described(recipe)}, not a name such as "default"')
    find_recipe(recipe)
    if not isinstance(grouping, str):
        raise TypeError(f'grouping is {_described(grouping)}, not a name such as "leaders"')
    config = ScanConfig(
        recipe=recipe,
        similarity=_share(similarity, "similarity"),
        containment=_share(containment, "containment"),
        contained=switch(contained, "contained"),
        # another name is refused there
        grouping=Grouping(grouping) if grouping in list(Grouping) else grouping,  # type: ignore[arg-type] # checked there
        jobs=None if jobs is None else _whole(jobs, "jobs"),
        seconds_a_file=None,
    )
    if distance is None:
        return config
    bits = _whole(distance, "distance")
    return replace(config, distance=bits, compared_distance=bits)


def switch(value: object, name: str) -> bool:
    """Return a bool. Raises ``TypeError`` for all else: "no" would count as True."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is {_described(value)}, neither True nor False")
    return value


def callback(value: object) -> None:
    if value is not None and not callable(value):
        raise TypeError(f"progress is {_described(value)}, which cannot be called")


def _whole(value: object, name: str) -> int:
    if not isinstance(value, bool) and isinstance(value, SupportsIndex):
        with contextlib.suppress(TypeError):  # of an array with several numbers
            return operator.index(value)
    raise TypeError(f"{name} is {_described(value)}, not a whole number")


def _share(value: object, name: str) -> float:
    if not isinstance(value, bool | str) and isinstance(value, SupportsFloat):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            return float(value)
    raise TypeError(f"{name} is {_described(value)}, not a number")


IN_MEMORY = Path(":memory:")

_TEXTS_A_JOB = 256
_CHARACTERS_A_JOB = 1 << 20
_PLACE = f"strings{os.sep}"
_FOLDER = ListedFolder(_PLACE, _PLACE)
_PREFIX = "text"
# letters, so that no name is a version or a copy of another one; names sort as positions do
_TO_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_FROM_LETTERS = str.maketrans("abcdefghijklmnop", "0123456789abcdef")


def name_of(position: int) -> str:
    """Return the document name of the string at a position.

    >>> name_of(0), name_of(27), position_of(Path("strings") / name_of(27))
    ('textaaaaaaaaaa', 'textaaaaaaaabl', 27)
    """
    return _PREFIX + f"{position:010x}".translate(_TO_LETTERS)


def position_of(path: Path) -> int:
    return int(path.name.removeprefix(_PREFIX).translate(_FROM_LETTERS), 16)


@dataclass(frozen=True, slots=True)
class HeldString:
    text: str

    def read(self) -> str:
        return decoded_string(self.text).text


class HeldStrings(TextsInHand):
    def __init__(self, texts: Mapping[DocumentId, str]) -> None:
        super().__init__()
        self._texts = texts

    def of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, HeldString]:
        return {document: HeldString(self._texts[document]) for document in documents}


def decoded_string(text: str) -> DecodedText:
    """Return a string as plain text; a byte order mark is dropped, as in a file."""
    return DecodedText(text.removeprefix("\ufeff"), "utf-8", lossy=False)


def read_string(position: int, text: str, config: ScanConfig) -> Fingerprinted:
    data = text.encode()
    source = ListedFile(_FOLDER, name_of(position), len(data), 0, 0, position)
    return fingerprinted(source, content_hash(data), decoded_string(text), config)


@dataclass(frozen=True, slots=True)
class StringJob:
    """Strings to be fingerprinted, by their positions; an item is the index of one."""

    strings: Sequence[tuple[int, str]]
    config: ScanConfig
    alone: bool = False

    @property
    def units(self) -> int:
        return len(self.strings)

    def __call__(self) -> list[Fingerprinted | Unusable]:
        made: list[Fingerprinted | Unusable] = []
        for index, (position, text) in enumerate(self.strings):
            HEARTBEAT.begin(index)
            made.append(read_string(position, text, self.config))
        return made

    def parted(self, item: int) -> tuple[Self, Self | None]:
        others = [*self.strings[:item], *self.strings[item + 1 :]]
        one = replace(self, strings=[self.strings[item]], alone=True)
        return one, replace(self, strings=others) if others else None

    def given_up(self, reason: Reason) -> list[Fingerprinted | Unusable]:
        made: list[Fingerprinted | Unusable] = []
        for position, text in self.strings:
            source = ListedFile(_FOLDER, name_of(position), len(text), 0, 0, position)
            made.append((source, Problem(source.path, ProblemStage.READ, reason)))
        return made


def jobs_of(texts: Sequence[str], config: ScanConfig) -> Iterator[StringJob]:
    """Split strings into jobs of bounded count and size."""
    batch: list[tuple[int, str]] = []
    size = 0
    for position, text in enumerate(texts):
        if batch and (len(batch) >= _TEXTS_A_JOB or size + len(text) > _CHARACTERS_A_JOB):
            yield StringJob(batch, config)
            batch, size = [], 0
        batch.append((position, text))
        size += len(text)
    if batch:
        yield StringJob(batch, config)


class StringProblem(NamedTuple):
    """A text that could not be compared, by its key, and why: see ``pairs``.

    If ``reason`` is about all texts the key is None and ``of_all`` is True.
    """

    key: Hashable
    reason: Reason
    of_all: bool = False

    def __repr__(self) -> str:
        key = "all texts" if self.of_all else repr(self.key)
        return f"StringProblem({key}: {self.reason})"


class Calls(NamedTuple):
    told: ProgressCall | None

    def report(self, stage: Stage, done: int, total: int) -> None:
        if self.told is not None:
            self.told(stage, done, total)


@dataclass(frozen=True, slots=True)
class ReportedStrings:
    """The report of a scan of strings.

    ``fingerprints`` and ``short`` have a row a string, in their order: see ``StringPairs``.
    """

    keys: Sequence[Hashable]
    report: ScanReport
    fingerprints: NDArray[np.uint64]
    short: NDArray[np.bool_]

    def key(self, document: Document) -> Hashable:
        return self.keys[document.inode]

    def key_of(self, path: Path) -> Hashable:
        return self.keys[position_of(path)]

    @property
    def problems(self) -> tuple[StringProblem, ...]:
        """What could not be compared, in the order of the strings, then problems of all."""
        return tuple(
            StringProblem(self.key_of(one.path), one.reason)
            if one.path.name
            else StringProblem(None, one.reason, of_all=True)
            for one in self.report.problems
        )


def report_strings(
    texts: Texts, config: ScanConfig, told: ProgressCall | None = None
) -> ReportedStrings:
    """Read, compare and group strings. Raises what ``listed`` and ``told`` raise."""
    callback(told)
    keys, values = listed(texts)
    progress = Calls(told)
    executor = make_executor(config.jobs, config.seconds_a_file)
    try:
        with FingerprintIndex(IN_MEMORY) as index:
            recipe, count = recipe_key(config), len(values)
            none = TextsInHand()
            taken = Taken(index, config, recipe, {}, none, None, lambda _read: None, count)
            jobs = jobs_of(values, config)
            for read in run_jobs(jobs, executor, jobs_ahead(config), Stage.READ, progress):
                taken.take(read)
            taken.keep()
            documents = Documents(taken.documents, recipe=taken.recipe)
            places = documents.column("inode")
            held = HeldStrings({one: values[at] for one, at in zip(documents, places, strict=True)})
            report = report_read(documents, taken.problems, config, index, executor, progress, held)
    finally:
        stop_executor(executor)
    fingerprints, short = _columns(documents, len(values), width_of(taken.recipe))
    return ReportedStrings(keys, report, fingerprints, short)


def _columns(
    documents: Documents, count: int, width: int
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    usable = np.flatnonzero(documents.usable)
    places = np.array(documents.column("inode"), dtype=np.int64)[usable]
    values = as_array(documents.fingerprints(usable.tolist()), width)
    fingerprints = np.zeros((count, values.shape[1]), dtype=np.uint64)
    fingerprints[places] = values
    short = np.zeros(count, dtype=np.bool_)
    short[places] = documents.short[usable]
    for column in (fingerprints, short):
        column.setflags(write=False)  # results are not changed
    return fingerprints[:, 0] if values.shape[1] == 1 else fingerprints, short


_SHOWN = 5
_T = TypeVar("_T")


class StringPair(NamedTuple):
    """Two texts by their keys, ``left`` given before ``right``, and how alike they are.

    ``similarity``, ``left_in_right`` and ``right_in_left`` (how much of one text the other holds)
    are exact, from 0 to 1; other fields are as in ``Pair``. If either is ``short``, the distance
    means little and hides nothing. See ``pairs``.
    """

    left: Hashable
    right: Hashable
    similarity: float
    left_in_right: float
    right_in_left: float
    kind: Kind
    distance: int
    numbers_only: bool
    only_in: OnlyIn | None
    measure: MeasuredBy
    short: bool

    @property
    def share(self) -> float:
        return share_of(self.kind, self.similarity, self.left_in_right, self.right_in_left)

    @classmethod
    def of(cls, left: Hashable, right: Hashable, figures: Pair) -> "StringPair":
        return cls(
            left,
            right,
            figures.resemblance,
            figures.left_in_right,
            figures.right_in_left,
            figures.kind,
            figures.distance,
            figures.numbers_only,
            figures.only_in,
            figures.measure,
            figures.short,
        )


def share_of(kind: Kind, similarity: float, left_in_right: float, right_in_left: float) -> float:
    """Return how alike two texts are, 0 to 1; for a part, how much of it is in the whole.

    >>> share_of(Kind.PART, 0.5, 0.5, 1.0), share_of(Kind.SIMILAR, 0.9, 0.95, 1.0)
    (1.0, 0.9)
    """
    return max(left_in_right, right_in_left) if kind in PARTS else similarity


class Results(Sequence[_T]):
    __slots__ = ()

    @property
    @abc.abstractmethod
    def _found(self) -> tuple[_T, ...]: ...

    @overload
    def __getitem__(self, at: int) -> _T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[_T, ...]: ...

    def __getitem__(self, at: int | slice) -> _T | tuple[_T, ...]:
        return self._found[at]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[_T]:
        return iter(self._found)

    def _listed(self, head: str, line: Callable[[_T], str]) -> str:
        lines = [f"  {line(one)}" for one in self._found[:_SHOWN]]
        if len(self) > _SHOWN:
            lines.append(f"  and {len(self) - _SHOWN:,} more")
        return "\n".join([f"<{head}>", *lines])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StringPairs(Results[StringPair]):
    """What ``simcore.pairs`` returns: a sequence of pairs, ordered by the positions of their texts.

    ``keys`` are those of all texts, in order. ``fingerprints`` has a row each: shape (n,), or (n,
    2) for 128 bits, the lowest first; 0 if a text has none. ``short`` marks texts too short for
    their fingerprints to mean much. ``problems`` are of texts that were not compared, mostly those
    without words.
    """

    pairs: tuple[StringPair, ...]
    keys: Sequence[Hashable]
    fingerprints: NDArray[np.uint64]
    short: NDArray[np.bool_]
    problems: tuple[StringProblem, ...]

    @property
    def _found(self) -> tuple[StringPair, ...]:
        return self.pairs

    def __repr__(self) -> str:
        return self._listed(
            told(len(self), "pair", len(self.keys), self.problems),
            lambda one: (
                f"{one.left!r} and {one.right!r}: "
                f"{shown_name(one.kind, numbers_only=one.numbers_only)}, {percent(one.share)}"
            ),
        )

    def to_pandas(self) -> Any:  # pandas is optional
        """Return a ``pandas.DataFrame`` with a row a pair. Raises ``SimcoreError`` without pandas.

        Its columns are the fields of ``StringPair``, in the words of rows of CSV and JSON.
        """
        return frame(StringPair._fields, self.pairs)


def told(count: int, what: str, texts: int, problems: Sequence[StringProblem]) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'} of {told_texts(texts, problems)}"


def told_texts(texts: int, problems: Sequence[StringProblem]) -> str:
    said = f"{texts:,} text{'' if texts == 1 else 's'}"
    return f"{said} ({len(problems):,} in .problems)" if problems else said


def pairs(
    texts: Texts,
    *,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    expand: bool = False,
    recipe: str = USUAL_RECIPE,
    jobs: int | None = 0,
    progress: ProgressCall | None = None,
) -> StringPairs:
    """Find the pairs of near-duplicates among texts, as ``variorum pairs`` does among files.

    ``texts`` are strings, whose keys are their positions, or a mapping of keys to strings, such as
    a pandas Series. Thresholds are those of ``ScanConfig``; a given ``distance`` also bounds which
    fingerprints are compared, at any cost. Equal texts are paired with the first of them only,
    unless ``expand`` is set: then a thousand equal texts give half a million pairs. Without
    ``contained`` parts are left out. ``jobs`` is the number of processes (None: one a processor; 0:
    none); a script must use them below ``if __name__ == "__main__":``.

    Raises ``TypeError`` and ``ValueError`` for invalid texts, ``TypeError`` for other types of
    parameters, ``ConfigError`` for thresholds out of range and an unknown recipe.

    >>> found = pairs({
    ...     "a": "The quick brown fox jumps over the lazy dog near the river bank.",
    ...     "b": "The quick brown fox jumped over the lazy dog near the river bank!",
    ...     "c": "合同自双方签字之日起生效。",
    ...     "d": "",
    ... })
    >>> [(one.left, one.right, one.kind.value, round(one.similarity, 2)) for one in found]
    [('a', 'b', 'similar', 0.86)]
    >>> [(one.key, str(one.reason)) for one in found.problems]
    [('d', 'has no words to compare')]
    """
    config = configured(recipe, similarity, containment, distance, contained=contained, jobs=jobs)
    expand = switch(expand, "expand")
    found = report_strings(texts, config, progress)
    return StringPairs(
        tuple(_pair(found, row) for row in pair_rows(found.report, expand=expand)),
        found.keys,
        found.fingerprints,
        found.short,
        found.problems,
    )


def _pair(found: ReportedStrings, row: PairRow) -> StringPair:
    made = StringPair.of(found.key(row.left), found.key(row.right), row.figures)
    # which the row of two equal texts does not tell
    return made._replace(short=row.left.short or row.right.short)


_KIND = "library of strings"
_FORMAT = 1

Key = str | int
"""What a text of a library is known by."""


def write_library(path: Path, recipe: str, texts: Mapping[Key, str]) -> None:
    """Write texts and their keys, replacing an older file atomically.

    Raises ``StringsFileError`` if it cannot be written; an older file is then unchanged.
    """
    head = {"variorum": _KIND, "format": _FORMAT, "recipe": recipe, "texts": len(texts)}
    try:
        with replacing(path, StringsFileError) as file:
            _put(file, head)
            for key, text in texts.items():
                _put(file, {"key": key, "text": text})
    except ValueError as error:  # of a name with a zero byte
        raise StringsFileError(f"{path}: cannot be written: {error}") from error


def _put(file: IO[bytes], row: Mapping[str, object]) -> None:
    # a key may be the name of a file, whose bytes need not be text
    written = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass")
    file.write(written + b"\n")


def read_library(path: Path) -> tuple[str, dict[Key, str]]:
    """Return the name of the recipe and the texts of a file, in their order.

    Raises ``StringsFileError`` if the file cannot be read, is no library, is damaged or of a newer
    version.
    """
    try:
        with open_regular(path) as file:
            rows = _rows(path, file)
            recipe, count = _head(path, next(rows, None))
            texts: dict[Key, str] = {}
            for number, row in enumerate(rows, 2):
                key, text = row.get("key"), row.get("text")
                if not (isinstance(key, str) or type(key) is int) or not isinstance(text, str):
                    raise StringsFileError(f"{path}: line {number} is no key and text")
                if key in texts:
                    raise StringsFileError(f"{path}: line {number}: the key {key!r} stands twice")
                texts[key] = text
    except (OSError, ValueError) as error:  # the latter of a name with a zero byte
        raise StringsFileError(f"{path}: cannot be read: {reason_of(error)}") from error
    if len(texts) != count:
        raise StringsFileError(
            f"{path}: is damaged, or was not copied to its end: it has {len(texts)} texts of "
            f"{count}"
        )
    return recipe, texts


def _rows(path: Path, file: IO[bytes]) -> Iterator[dict[str, object]]:
    for number, line in enumerate(file, 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            if number == 1:
                yield {}
            raise StringsFileError(f"{path}: line {number} is no JSON: {error}") from error
        if not isinstance(row, dict):
            raise StringsFileError(f"{path}: line {number} is no JSON object")
        yield row


def _head(path: Path, head: Mapping[str, object] | None) -> tuple[str, int]:
    head = head or {}
    version, recipe, count = head.get("format"), head.get("recipe"), head.get("texts")
    if head.get("variorum") != _KIND:
        raise StringsFileError(f"{path}: is no library of strings that Variorum wrote")
    if type(version) is int and version > _FORMAT:
        raise StringsFileError(
            f"{path}: was written by a newer version of Variorum (format {version}, this one knows "
            f"{_FORMAT})"
        )
    if version != _FORMAT or not isinstance(recipe, str) or type(count) is not int:
        raise StringsFileError(f"{path}: its first line is damaged")
    return recipe, count


_DELIMITERS = ",;\t"
_LARGEST_CELL = (1 << 31) - 1  # of the csv module, where C's long has 32 bits
_NAMED = 12
_LIMIT = threading.RLock()  # held while the limit of the csv module is another one

Row = tuple[str, Mapping[str, object]]
"""Where a row stands, in words, and its cells by the names of their columns."""


def read_column(
    path: str | Path,
    text: str,
    *,
    key: str | None = None,
    encoding: str | None = None,
) -> dict[Key, str]:
    """Return the texts of a table's column, by another column of it or by their positions from 0.

    By suffix: ``.csv`` and ``.tsv`` (a header line; commas, semicolons or tabs), ``.jsonl`` and
    ``.ndjson`` (an object a line), ``.parquet`` (needs pyarrow). ``encoding`` is that of CSV, else
    detected. Missing text, as null or a key that only some JSON objects have, is empty text.

    Raises ``StringsFileError``, which names file and row, for an invalid table, a missing column, a
    cell that is no text and a repeated key; ``SimcoreError`` if pyarrow is missing.
    """
    where = Path(path)
    read = _READERS.get(where.suffix.lower())
    if read is None:
        suffixes = ", ".join(_READERS)
        raise StringsFileError(f"{where}: its name has to end in one of {suffixes}")
    if encoding is not None and read is not _csv_rows:
        raise StringsFileError(f"{where}: an encoding is for CSV alone")
    named = [text] if key is None else [text, key]
    texts: dict[Key, str] = {}
    with _named_errors(where):
        for number, (place, row) in enumerate(read(where, named, encoding)):
            known: Key = number if key is None else _key(where, place, key, row[key])
            if known in texts:
                raise StringsFileError(f"{where}: {place}: the key {known!r} stands twice")
            cell = "" if row.get(text) is None else row[text]
            if not isinstance(cell, str):
                raise StringsFileError(
                    f"{where}: {place}: {text!r} is of the type {type(cell).__name__}, not a text"
                )
            for column, one in ((text, cell), (key, known)):
                if isinstance(one, str) and (at := lone_surrogate(one)) is not None:
                    raise StringsFileError(
                        f"{where}: {place}: {column!r} has half of a character (the lone surrogate "
                        f"U+{ord(one[at]):04X})"
                    )
            texts[known] = cell
    return texts


@contextlib.contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StringsFileError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeError as error:  # of Parquet, whose strings need not be what it says
        raise StringsFileError(f"{path}: has a string that is no UTF-8: {error}") from error
    except ValueError as error:  # of a name with a zero byte
        raise StringsFileError(f"{path}: cannot be read: {error}") from error
    except ReadError as error:
        raise StringsFileError(f"{path}: {error}") from error


def _listed(row: Iterable[str]) -> str:
    names = [repr(name) for name in row]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return (", ".join(names[:_NAMED]) or "none") + more


def _check_names(path: Path, place: str, named: Sequence[str], names: Sequence[str]) -> None:
    for name in named:
        if name not in names:
            raise StringsFileError(
                f"{path}: {place} has no column {name!r}; it has {_listed(names)}"
            )
        if names.count(name) > 1:
            raise StringsFileError(f"{path}: {place} has several columns {name!r}")


def _key(path: Path, place: str, column: str, cell: object) -> Key:
    if isinstance(cell, str) or type(cell) is int:
        return cell
    kind = "empty" if cell is None else f"of the type {type(cell).__name__}"
    raise StringsFileError(
        f"{path}: {place}: {column!r} is {kind}, and a key is a string or a whole number"
    )


def _csv_rows(path: Path, named: Sequence[str], encoding: str | None) -> Iterator[Row]:
    with open_regular(path) as file:
        data = file.read()
    decoded = decode(data) if encoding is None else decode_as(data, encoding)
    if decoded.guessed or decoded.lossy:
        raise StringsFileError(
            f"{path}: {'seems to be' if decoded.guessed else 'is not all'} in the encoding "
            f"{decoded.encoding}: name the encoding that it has"
        )
    # the limit belongs to the module: it is put back whatever happens
    with _LIMIT:
        before = csv.field_size_limit(_LARGEST_CELL)
        try:
            yield from _rows_of(path, named, decoded.text)
        finally:
            csv.field_size_limit(before)


def _rows_of(path: Path, named: Sequence[str], text: str) -> Iterator[Row]:
    """Yield the rows of CSV text, with the delimiter that gives the named columns."""

    def reading(delimiter: str) -> Any:  # the type of such a reader has no public name
        return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)

    number = 1
    try:
        for delimiter in _DELIMITERS:
            with contextlib.suppress(csv.Error):  # of one that is another's
                if set(named) <= set(next(reading(delimiter), [])):
                    break
        else:
            delimiter = _DELIMITERS[0]
        reader = reading(delimiter)
        names: list[str] = next(reader, [])
        _check_names(path, "its first line", named, names)
        while True:
            number = reader.line_num + 1
            cells = next(reader, None)
            if cells is None:
                return
            if not cells:
                continue  # an empty line
            if len(cells) != len(names):
                raise StringsFileError(
                    f"{path}: line {number} has another number of cells ({len(cells)}) than there "
                    f"are columns ({len(names)})"
                )
            yield f"line {number}", dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise StringsFileError(f"{path}: line {number}: {error}") from error


def _json_rows(path: Path, named: Sequence[str], _encoding: str | None) -> Iterator[Row]:
    """Yield the objects; the first named column may be missing in some rows."""
    first, others = named[0], set(named[1:])
    seen, lacking = False, None
    with open_regular(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise StringsFileError(f"{path}: line {number} is no JSON: {error}") from error
            if not isinstance(row, dict):
                raise StringsFileError(f"{path}: line {number} is no JSON object")
            if not others <= row.keys():
                _check_names(path, f"line {number}", named, [*row])
            if first in row:
                seen = True
            elif lacking is None:
                lacking = f"line {number}", [*row]
            yield f"line {number}", row
    if lacking is not None and not seen:
        _check_names(path, lacking[0], named, lacking[1])


def _parquet_rows(path: Path, named: Sequence[str], _encoding: str | None) -> Iterator[Row]:
    try:
        parquet = importlib.import_module("pyarrow.parquet")
        broken: type[Exception] = importlib.import_module("pyarrow").ArrowException
    except ImportError as error:
        raise SimcoreError(
            'Parquet needs pyarrow, which is not installed: pip install "variorum[parquet]"'
        ) from error
    try:
        with open_regular(path) as file:
            opened: Any = parquet.ParquetFile(file)
            _check_names(path, "its schema", named, opened.schema_arrow.names)
            number = 0
            for batch in opened.iter_batches(columns=list(named)):
                for row in batch.to_pylist():
                    yield f"row {number}", row
                    number += 1
    except broken as error:
        raise StringsFileError(f"{path}: cannot be read as Parquet: {error}") from error


_READERS: Mapping[str, Callable[[Path, Sequence[str], str | None], Iterator[Row]]] = {
    ".csv": _csv_rows,
    ".tsv": _csv_rows,
    ".jsonl": _json_rows,
    ".ndjson": _json_rows,
    ".parquet": _parquet_rows,
}


@dataclass(frozen=True, slots=True)
class StringComparison:
    """How alike two texts are, by ``compare``; figures are exact, as in ``StringPair``.

    ``kind`` is None if no threshold is reached. If a text has no words ``problems`` says so,
    ``distance`` is None and all figures are 0. There are no forms: these need many texts.
    """

    similarity: float
    left_in_right: float
    right_in_left: float
    kind: Kind | None
    distance: int | None
    numbers_only: bool = False
    only_in: OnlyIn | None = None
    measure: MeasuredBy = MeasuredBy.SHINGLES
    short: bool = False
    problems: tuple[str, ...] = ()


def compare(
    a: str,
    b: str,
    *,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    recipe: str = USUAL_RECIPE,
) -> StringComparison:
    """Compare two texts exactly, as ``simcore.pairs`` compares those that it finds.

    The thresholds decide only the kind. Raises what ``simcore.pairs`` does.

    >>> found = compare("Invoice 17 of 3 May: 250 EUR", "Invoice 18 of 9 May: 90 EUR")
    >>> found.numbers_only, found.kind.value
    (True, 'similar')
    """
    config = configured(recipe, similarity, containment, distance, contained=contained)
    both = checked(a, "a"), checked(b, "b")
    read = [read_string(at, text, config) for at, text in enumerate(both)]
    problems = tuple(
        f"{name} has no words to compare"
        for name, one in zip("ab", read, strict=True)
        if one.fingerprint is None
    )
    if problems:
        return StringComparison(0.0, 0.0, 0.0, None, None, problems=problems)
    equal = read[0].text_hash == read[1].text_hash
    left, right = (
        written_document(DocumentId(at), TextId(0 if equal else at), one)
        for at, one in enumerate(read)
    )
    if equal:
        kind, alike, only_in = of_equal_texts(left, right)
        figures = Pair(left.id, right.id, 0, alike, 1.0, 1.0, kind, left.short, only_in=only_in)
        shown: Kind | None = kind
    else:
        texts = (
            ReadText.of(decoded_string(text).text, one.content_hash + one.encoding.encode())
            for text, one in zip(both, read, strict=True)
        )
        figures = pair_of(left, right, judged(left.text, right.text, *texts))
        shown = shown_kind(figures, config)
    return replace(StringComparison(*StringPair.of(None, None, figures)[2:]), kind=shown)


_COLUMNS = ("group", "key", "kept", "kind", *"similarity in_kept kept_in distance".split())
_COLUMNS += ("numbers_only", "only_in", "measure", "parts", "copy_of")


class StringMember(NamedTuple):
    """A text of a group by its key, and its relation to the kept one: see ``groups``.

    ``in_kept`` is how much of it the kept text holds, ``kept_in`` the reverse; with ``similarity``
    these are exact, from 0 to 1, or None if the two were never compared. ``copy_of`` is the key of
    an earlier equal member, or None. Other fields are as in ``Member``.
    """

    key: Hashable
    kind: Kind
    similarity: float | None
    in_kept: float | None
    kept_in: float | None
    distance: int
    numbers_only: bool
    only_in: OnlyIn | None
    measure: MeasuredBy
    copy_of: Hashable | None = None


@dataclass(frozen=True, slots=True)
class StringGroup:
    """The key of the text to keep, and the other texts, the most alike first: see ``groups``.

    With ``parts`` the kept text contains most of each other one; a text may be in one group of
    either sort.
    """

    kept: Hashable
    members: tuple[StringMember, ...]
    parts: bool = False

    @property
    def keys(self) -> tuple[Hashable, ...]:
        return self.kept, *(member.key for member in self.members)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StringGroups(Results[StringGroup]):
    """What ``simcore.groups`` returns: near-duplicates, then texts with their parts, then forms.

    ``keys``, ``fingerprints``, ``short`` and ``problems`` are as in ``StringPairs``.
    """

    groups: tuple[StringGroup, ...]
    keys: Sequence[Hashable]
    fingerprints: NDArray[np.uint64]
    short: NDArray[np.bool_]
    problems: tuple[StringProblem, ...]

    @property
    def _found(self) -> tuple[StringGroup, ...]:
        return self.groups

    def __repr__(self) -> str:
        def line(group: StringGroup) -> str:
            others = ", ".join(
                f"{one.key!r} ({shown_name(one.kind, numbers_only=one.numbers_only)})"
                for one in group.members[:_SHOWN]
            )
            more = len(group.members) - _SHOWN
            return f"{group.kept!r}: {others}" + (f" and {more:,} more" * (more > 0))

        return self._listed(told(len(self), "group", len(self.keys), self.problems), line)

    def to_pandas(self) -> Any:  # pandas is optional
        """Return a ``pandas.DataFrame`` with a row a text of a group, the kept one first.

        ``group`` counts from 1; the kept text has the ``kind`` "kept" and no figures. Raises
        ``SimcoreError`` without pandas.
        """
        rows: list[Sequence[object]] = []
        for number, group in enumerate(self.groups, 1):
            rows.append((number, group.kept, True, "kept", *[None] * 7, group.parts, None))
            rows += [
                (number, one.key, False, *one[1:-1], group.parts, one.copy_of)
                for one in group.members
            ]
        return frame(_COLUMNS, rows)


def groups(
    texts: Texts,
    *,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    grouping: Grouping | str = Grouping.LEADERS,
    recipe: str = USUAL_RECIPE,
    jobs: int | None = 0,
    progress: ProgressCall | None = None,
) -> StringGroups:
    """Find groups of near-duplicates among texts, as ``variorum groups`` does among files.

    Texts and parameters are as for ``simcore.pairs``, ``grouping`` as in ``ScanConfig``. The kept
    text is the one that holds the others, then the one that states the later date, has most copies,
    is most alike to all, is longest, is first. Forms, earlier versions and texts that are only
    linked (see ``Kind``) are no copies of the kept one.

    Raises what ``simcore.pairs`` does.

    >>> found = groups([
    ...     "今天天气很好，我们一起去公园散步，看见许多孩子在放风筝。",
    ...     "今天天气很好,我们一起去公园散步,看见许多孩子在放风筝",
    ...     "会议讨论了项目进度，安排下周完成初稿。",
    ... ])
    >>> [(group.kept, [(one.key, one.kind.value) for one in group.members]) for group in found]
    [(0, [(1, 'similar')])]
    """
    config = configured(
        recipe,
        similarity,
        containment,
        distance,
        contained=contained,
        grouping=grouping,
        jobs=jobs,
    )
    found = report_strings(texts, config, progress)
    return StringGroups(
        tuple(_groups(found)), found.keys, found.fingerprints, found.short, found.problems
    )


def _groups(found: ReportedStrings) -> Iterator[StringGroup]:
    documents = found.report.documents
    shares = shares_of(found.report)
    for group in found.report.groups:
        originals = {one.document: one.copy_of for one in group.members}
        members = tuple(
            StringMember(
                found.key(documents[one.document]),
                one.kind,
                *shares(group, one),
                one.distance,
                one.numbers_only,
                one.only_in,
                one.measure,
                None if (of := originals[one.document]) is None else found.key(documents[of]),
            )
            for one in related_to_kept(group)
        )
        yield StringGroup(found.key(documents[group.representative]), members, group.parts)


def fingerprint(text: str, *, recipe: str = USUAL_RECIPE) -> int:
    """Return the SimHash of a text, an unsigned number of as many bits as the recipe says (64).

    It is the same on every machine. Below some fifty words it means little: use
    ``simcore.compare``. Raises ``TypeError`` if it is no string, ``ConfigError`` for an unknown
    recipe, and ``ValueError`` for a lone surrogate and for a text without words: all such texts
    would be duplicates.

    >>> hex(fingerprint("合同自签订之日起生效。")) == hex(fingerprint("合同自簽訂之日起生效"))
    True
    """
    config = configured(recipe)
    return _fingerprint(text, "text", config.recipe)


def _fingerprint(text: object, name: str, recipe: str) -> int:
    found = fingerprint_text(checked(text, name), find_recipe(recipe), segmenter()).fingerprint
    if found is None:
        raise ValueError(f"{name} has no words, so it has no fingerprint")
    return found


def distance(a: str | SupportsIndex, b: str | SupportsIndex, *, recipe: str = USUAL_RECIPE) -> int:
    """Return in how many bits two fingerprints differ (Hamming), or those of two texts.

    Numbers may be NumPy's. Raises ``TypeError`` for a number and a string and for other types,
    ``ValueError`` for a negative number, and what ``simcore.fingerprint`` does.

    >>> distance(0b1011, 0b0010), distance("one text", "one text")
    (2, 0)
    """
    if isinstance(a, str) and isinstance(b, str):
        config = configured(recipe)
        left, right = _fingerprint(a, "a", config.recipe), _fingerprint(b, "b", config.recipe)
        return hamming_distance(left, right)
    if isinstance(a, str) or isinstance(b, str):
        raise TypeError(
            "one of the two is a string and the other is not: give two fingerprints (numbers), or "
            "two texts"
        )
    return hamming_distance(_number(a, "a"), _number(b, "b"))


def _number(value: SupportsIndex, name: str) -> int:
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(
            f"{name} is {value!r} ({type(value).__name__}), neither a fingerprint (a whole number) "
            "nor a text"
        ) from None
    if found < 0:
        raise ValueError(f"{name} is {found}: a fingerprint is never negative")
    return found
