"""Strings read into an index in memory, and reported as the documents of a scan are."""

import os
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import as_array
from simcore.fingerprinting.recipes import width_of
from simcore.model.config import ScanConfig
from simcore.model.progress import Stage
from simcore.model.reasons import Reason
from simcore.model.records import (
    DecodedText,
    Document,
    DocumentId,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    Problem,
    ProblemStage,
)
from simcore.model.report import ScanReport
from simcore.pipeline.account.taken import Taken
from simcore.pipeline.comparisons import jobs_ahead
from simcore.pipeline.fingerprinting import Unusable, fingerprinted, recipe_key
from simcore.pipeline.in_hand import TextsInHand
from simcore.pipeline.scan import report_read
from simcore.store.documents import Documents
from simcore.store.index import FingerprintIndex
from simcore.strings.given import ProgressCall, Texts, callback, listed
from simcore.text.hashing import content_hash
from simcore.workers.heartbeat import HEARTBEAT
from simcore.workers.pool import make_executor, run_jobs, stop_executor

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
    """Return the name that stands for a string among documents.

    >>> name_of(0), name_of(27), position_of(Path("strings") / name_of(27))
    ('textaaaaaaaaaa', 'textaaaaaaaabl', 27)
    """
    return _PREFIX + f"{position:010x}".translate(_TO_LETTERS)


def position_of(path: Path) -> int:
    """Return the position of the string for which a document of that name stands."""
    return int(path.name.removeprefix(_PREFIX).translate(_FROM_LETTERS), 16)


@dataclass(frozen=True, slots=True)
class HeldString:
    """A string in the place of the text of a file."""

    text: str

    def read(self) -> str:
        """Return it as the text of a file is read."""
        return decoded_string(self.text).text


class HeldStrings(TextsInHand):
    """The strings that documents stand for, by the documents' ids."""

    def __init__(self, texts: Mapping[DocumentId, str]) -> None:
        super().__init__()
        self._texts = texts

    def of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, HeldString]:
        """Return the texts of some documents."""
        return {document: HeldString(self._texts[document]) for document in documents}


def decoded_string(text: str) -> DecodedText:
    """Return a string as plain text: a byte order mark is none of a file's text either."""
    return DecodedText(text.removeprefix("\ufeff"), "utf-8", lossy=False)


def read_string(position: int, text: str, config: ScanConfig) -> Fingerprinted:
    """Return what is compared of a string, which has a place among others."""
    data = text.encode()
    source = ListedFile(_FOLDER, name_of(position), len(data), 0, 0, position)
    return fingerprinted(source, content_hash(data), decoded_string(text), config)


@dataclass(frozen=True, slots=True)
class StringJob:
    """Strings to be fingerprinted, by their positions; an item is the index of one."""

    positions: Sequence[int]
    texts: Sequence[str]
    config: ScanConfig
    alone: bool = False

    @property
    def units(self) -> int:
        """The number of strings."""
        return len(self.texts)

    def __call__(self) -> list[Fingerprinted | Unusable]:
        """Read them."""
        made: list[Fingerprinted | Unusable] = []
        for index, (position, text) in enumerate(zip(self.positions, self.texts, strict=True)):
            HEARTBEAT.begin(index)
            made.append(read_string(position, text, self.config))
        return made

    def parted(self, item: int) -> tuple[Self, Self | None]:
        """Return a job of the string at an index, and one of the others."""
        one = replace(self, positions=[self.positions[item]], texts=[self.texts[item]], alone=True)
        others = [at for at in range(len(self.texts)) if at != item]
        rest = replace(
            self,
            positions=[self.positions[at] for at in others],
            texts=[self.texts[at] for at in others],
        )
        return one, rest if others else None

    def given_up(self, reason: Reason) -> list[Fingerprinted | Unusable]:
        """Leave the strings out."""
        made: list[Fingerprinted | Unusable] = []
        for position, text in zip(self.positions, self.texts, strict=True):
            source = ListedFile(_FOLDER, name_of(position), len(text), 0, 0, position)
            made.append((source, Problem(source.path, ProblemStage.READ, reason)))
        return made


def jobs_of(first: int, texts: Sequence[str], config: ScanConfig) -> Iterator[StringJob]:
    """Split strings, of which the first has a position, into jobs of bounded count and size."""
    start = size = 0
    for end, text in enumerate(texts):
        full = end - start >= _TEXTS_A_JOB or size + len(text) > _CHARACTERS_A_JOB
        if end > start and full:
            yield StringJob(range(first + start, first + end), texts[start:end], config)
            start, size = end, 0
        size += len(text)
    if start < len(texts):
        yield StringJob(range(first + start, first + len(texts)), texts[start:], config)


class StringProblem(NamedTuple):
    """A text that could not be compared, by its key, and why: see ``pairs``.

    The key is None where ``reason`` is about all texts: then ``of_all`` is True.
    """

    key: Hashable
    reason: Reason
    of_all: bool = False

    def __repr__(self) -> str:
        key = "all texts" if self.of_all else repr(self.key)
        return f"StringProblem({key}: {self.reason})"


class Calls(NamedTuple):
    """Passes progress on to a callable, if there is one."""

    told: ProgressCall | None

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Call it."""
        if self.told is not None:
            self.told(stage, done, total)


@dataclass(frozen=True, slots=True)
class ReportedStrings:
    """The report of a scan of strings, whose documents stand for these.

    ``fingerprints`` and ``short`` have a row a string, in their order: see ``StringPairs``.
    """

    keys: Sequence[Hashable]
    report: ScanReport
    fingerprints: NDArray[np.uint64]
    short: NDArray[np.bool_]

    def key(self, document: Document) -> Hashable:
        """Return the key of the string that a document stands for."""
        return self.keys[document.inode]

    def key_of(self, path: Path) -> Hashable:
        """Return the key of the string for which a document of that path stands."""
        return self.keys[position_of(path)]

    @property
    def problems(self) -> tuple[StringProblem, ...]:
        """What could not be compared, in the order of the strings, and what is said of all."""
        return tuple(
            StringProblem(self.key_of(one.path), one.reason)
            if one.path.name
            else StringProblem(None, one.reason, of_all=True)
            for one in self.report.problems
        )


def report_strings(
    texts: Texts, config: ScanConfig, told: ProgressCall | None = None
) -> ReportedStrings:
    """Read, compare and group strings. Raises what ``listed`` does, and what ``told`` raises."""
    callback(told)
    keys, values = listed(texts)
    progress = Calls(told)
    executor = make_executor(config.jobs, config.seconds_a_file)
    try:
        with FingerprintIndex(IN_MEMORY) as index:
            taken = Taken(
                index,
                config,
                recipe_key(config),
                {},
                TextsInHand(),
                None,
                lambda _read: None,
                len(values),
            )
            jobs = jobs_of(0, values, config)
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
    """Return the fingerprints of so many strings, 0 where there is none, and which are short."""
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
