"""The documents of the index that are similar to one more file."""

import contextlib
import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import probed_distance
from simcore.candidates.inverted import Bounds
from simcore.candidates.sketches import Sketches
from simcore.files.containers import state_of
from simcore.files.opening import open_regular
from simcore.fingerprints import width_of
from simcore.formats.reading import READER_VERSION
from simcore.grouping.pairs import pair_of, shown_kind, surest_first
from simcore.index.age import outside
from simcore.index.disks import documents_away, left_out_away
from simcore.index.documents import written_document
from simcore.index.index import FingerprintIndex, text_of
from simcore.model.config import ScanConfig
from simcore.model.formats import format_named, format_of
from simcore.model.reasons import ReadError, Reason, ReasonCode, reason_of
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Fingerprint,
    Fingerprinted,
    Kind,
    Pair,
    Problem,
    ProblemStage,
    SourceFile,
    TextId,
)
from simcore.model.report import NoProgress, Progress, ScanReport, Stage
from simcore.pipeline.comparing import extracted_beside
from simcore.pipeline.forms import counted_in, framed_with
from simcore.pipeline.jobs import (
    BEGINNING,
    ComparisonJob,
    FingerprintJob,
    ReadTexts,
    TextInHand,
    TextsInHand,
    TextSource,
    fingerprint_files,
    recipe_key,
    text_source,
    without_words,
)
from simcore.pipeline.rereading import has_its_bytes
from simcore.pipeline.resident import MappedSketches, ResidentLibrary, mapped_sketches
from simcore.workers import run_jobs

# pairs compared between two checks for cancellation
_PAIRS_A_REPORT = 16
# the id of the file's text: no index has so many texts
_QUERY = TextId(1 << 62)


@dataclass(frozen=True, slots=True)
class Similar:
    """What ``recall_similar`` finds: pairs, the surest and most alike first, and problems.

    ``left`` of every pair is -1; ``documents`` has the right ones. ``problems`` are of candidates
    that cannot be compared, ``outside`` counts candidates beyond their days.
    """

    pairs: tuple[Pair, ...]
    documents: Mapping[DocumentId, Document]
    problems: tuple[Problem, ...]
    outside: int = 0


def find_similar(
    file: Path,
    report: ScanReport,
    index: FingerprintIndex,
    resident: ResidentLibrary | None = None,
) -> list[Pair]:
    """Find the documents of a report that are similar to one more file, the most alike first.

    Candidates come from sketches and fingerprints, figures are exact, and pairs are within the
    thresholds of the report. ``left`` of each is -1. A ``resident`` library of the index is asked,
    else the index. Raises ``ReadError`` if the file cannot be used, and ``SimcoreError``.
    """

    def documents_of(texts: set[TextId]) -> list[Document]:
        return [document for document in report.documents.values() if document.text in texts]

    with index.explained():
        # a person chose the file: its name need not promise anything
        config = replace(report.config, include=("*",))
        asked = _Question(config, index, resident)
        return list(asked.about(file, report.judgements.encodings, documents_of).pairs)


def recall_similar(
    file: Path,
    config: ScanConfig,
    index: FingerprintIndex,
    progress: Progress | None = None,
    encodings: Mapping[bytes, str] | None = None,
    resident: ResidentLibrary | None = None,
    executor: Executor | None = None,
) -> Similar:
    """Find the documents similar to one more file in the whole index, of any folder.

    Like ``find_similar``, but nothing is scanned: deleted and changed files are problems; each
    disconnected disk is one problem. ``progress`` receives the stages ``READ`` and ``VERIFY``;
    ``encodings`` are those of ``Judgements``. Documents are parsed by ``executor``, if given: a
    hostile one may take long or all memory. Raises the same errors, and ``Cancelled``.
    """
    changed: list[Problem] = []
    late: set[DocumentId] = set()

    def documents_of(texts: set[TextId]) -> list[Document]:
        every = index.of_texts(texts, recipe_key(config), READER_VERSION)
        late.update(outside(index, every, config.retention, index.clock()))
        found = [document for document in every if document.id not in late]
        problems = {document.id: changed_since(document) for document in found}
        unread = {one: problem for one, problem in problems.items() if problem is not None}
        away = documents_away(index) if unread else {}
        changed.extend(problem for one, problem in unread.items() if one not in away)
        changed.extend(left_out_away(away[one] for one in unread if one in away))
        return [document for document in found if problems[document.id] is None]

    with index.explained():
        # as above
        config = replace(config, include=("*",))
        asked = _Question(config, index, resident, executor, progress or NoProgress())
        similar = asked.about(file, encodings or {}, documents_of)
    return replace(similar, problems=(*changed, *similar.problems), outside=len(late))


def similar_in_hand(
    read: Fingerprinted,
    text: TextInHand,
    config: ScanConfig,
    index: FingerprintIndex,
    resident: ResidentLibrary,
    in_hand: TextsInHand,
) -> Similar:
    """Find the documents of an index that are similar to one more text; no file is opened.

    As ``recall_similar`` at the thresholds of ``config``. ``read`` was made of the text;
    ``in_hand`` has the texts of all documents. Raises ``SimcoreError``.
    """

    def documents_of(texts: set[TextId]) -> list[Document]:
        return index.of_texts(texts, recipe_key(config), READER_VERSION)

    return _Question(config, index, resident, in_hand=in_hand).answer(read, documents_of, text)


def changed_since(document: Document) -> Problem | None:
    """Return the problem of a document whose file changed since it was read; None if unchanged."""
    try:
        if has_its_bytes(document, state_of(document.real_path)):
            return None
        reason = Reason(ReasonCode.CHANGED_SINCE_LAST_SCAN)
    except (OSError, ReadError) as error:
        why = error.reason if isinstance(error, ReadError) else reason_of(error)
        reason = Reason(ReasonCode.UNREADABLE_SCAN_AGAIN, (why,))
    return Problem(document.path, ProblemStage.VERIFY, reason)


@dataclass(frozen=True)
class _Question:
    """One document that is compared with an index; parsing is done by ``executor``.

    The texts of other documents are read from their files, unless they are ``in_hand``.
    """

    config: ScanConfig
    index: FingerprintIndex
    resident: ResidentLibrary | None
    executor: Executor | None = None
    progress: Progress = field(default_factory=NoProgress)
    in_hand: TextsInHand = field(default_factory=TextsInHand)

    @cached_property
    def _recipe(self) -> str:
        return recipe_key(self.config)

    @property
    def _library(self) -> ResidentLibrary | None:
        fits = self.resident is not None and self.resident.recipe == self._recipe
        return self.resident if fits else None

    @cached_property
    def _mapped(self) -> MappedSketches | None:
        return mapped_sketches(self.index)

    def read(self, file: Path, encodings: Mapping[bytes, str]) -> Fingerprinted:
        source = SourceFile(file, Path(os.path.realpath(file)), 0, 0, 0, 0)
        self.progress.report(Stage.READ, 0, 1)
        if self.executor is not None and _is_parsed_file(file):
            job = FingerprintJob([source], self.config, encodings)
            ((read,),) = run_jobs([job], self.executor, 1, Stage.READ, self.progress)
        else:
            (read,) = fingerprint_files([source], self.config, encodings)
        self.progress.report(Stage.READ, 1, 1)
        if isinstance(read, tuple):
            raise ReadError(Reason(ReasonCode.OF, (str(file), read[1].reason)))
        return read

    def about(
        self,
        file: Path,
        encodings: Mapping[bytes, str],
        documents_of: Callable[[set[TextId]], list[Document]],
    ) -> Similar:
        read = self.read(file, encodings)
        found = self.answer(read, documents_of)
        if read.fingerprint is None and not found.pairs:
            reason = without_words(file, read).reason
            raise ReadError(Reason(ReasonCode.OF, (str(file), reason)))
        return found

    def answer(
        self,
        read: Fingerprinted,
        documents_of: Callable[[set[TextId]], list[Document]],
        text: TextInHand | None = None,
    ) -> Similar:
        """Return what is similar to ``text``, of which ``read`` was made."""
        query = written_document(DocumentId(-1), _QUERY, read)
        if query.fingerprint is None:
            return self._copies(query, documents_of)
        sketch = np.frombuffer(read.sketch, dtype="<u4")
        near = self._candidates(query.fingerprint, sketch)
        by_text: dict[TextId, list[Document]] = defaultdict(list)
        for document in documents_of(set(near)):
            if document.real_path != query.real_path:
                by_text[document.text].append(document)
        in_hand = self.in_hand.of(one.id for found in by_text.values() for one in found)
        sources = {
            one: [text_source(document, in_hand.get(document.id)) for document in found]
            for one, found in by_text.items()
        }
        sources[query.text] = [text_source(query, text)]
        compared, problems = self._compared(
            query.path, [one for one in near if one in by_text], sources
        )
        framed = framed_with(
            query.text,
            compared,
            by_text,
            self.config,
            self.index,
            self._frequencies,
            sketch=sketch,
            more=0 if text_of(self.index, query.text_hash) is not None else 1,
        )
        pairs: list[Pair] = []
        documents: dict[DocumentId, Document] = {}
        for comparison in compared:
            for document in by_text[comparison.right]:
                pair = pair_of(query, document, comparison)
                pair = replace(pair, framed=comparison.right in framed)
                kind = shown_kind(pair, self.config) if pair.kind is Kind.SIMILAR else pair.kind
                if kind is not None:
                    pairs.append(replace(pair, kind=kind))
                    documents[document.id] = document
        pairs.sort(key=lambda pair: surest_first(pair, documents[pair.right].path))
        return Similar(tuple(pairs), documents, tuple(problems))

    def _copies(
        self, query: Document, documents_of: Callable[[set[TextId]], list[Document]]
    ) -> Similar:
        text = text_of(self.index, query.text_hash) if query.comparable else None
        found = [
            one
            for one in (documents_of({text}) if text is not None else ())
            if one.real_path != query.real_path
        ]
        pairs = [pair_of(query, one, Comparison(_QUERY, one.text, 1, 1, 1)) for one in found]
        documents = {one.id: one for one in found}
        pairs.sort(key=lambda pair: surest_first(pair, documents[pair.right].path))
        return Similar(tuple(pairs), documents, ())

    def _candidates(self, fingerprint: Fingerprint, sketch: NDArray[np.uint32]) -> list[TextId]:
        config, index = self.config, self.index
        if self._library is not None:
            (found,) = self._library.candidates_of(Sketches.of([sketch]), config)
            return found
        bounds = Bounds.of(config.thresholds, contained=config.contained)
        bits = config.distance
        if config.compared_distance is None:  # beyond, chance proposes ever more
            bits = min(bits, probed_distance(width_of(self._recipe)))
        near = {text for text, _ in index.near(self._recipe, fingerprint, bits)}
        with contextlib.suppress(IndexError, ValueError):  # of a damaged file
            if kept := self._mapped:
                near |= kept.candidates(sketch, bounds)
                later = index.sketch_candidates(sketch, bounds, after=kept.newest)
                return sorted(near | later)
        return sorted(near | index.sketch_candidates(sketch, bounds))

    def _frequencies(self, samples: NDArray[np.uint32]) -> NDArray[np.int64]:
        if self._library is not None:
            return self._library.frequencies(samples)
        return counted_in(self.index, samples, self._mapped)

    def _compared(
        self,
        path: Path,
        texts: Sequence[TextId],
        sources: Mapping[TextId, Sequence[TextSource]],
    ) -> tuple[list[Comparison], list[Problem]]:
        extracted = extracted_beside(self.index, self.config)
        parsed = {
            text
            for text, found in sources.items()
            if any((of := format_named(one.encoding)) and not of.decoded for one in found)
        }
        executor = self.executor
        aside = parsed if executor and _QUERY not in parsed else set(texts) if executor else set()
        read = ReadTexts(sources, self.config, extracted)
        compared: list[Comparison] = []
        problems: list[Problem] = []
        for place, some in (
            (None, [text for text in texts if text not in aside]),
            (executor, [text for text in texts if text in aside]),
        ):
            for start in range(0, len(some), _PAIRS_A_REPORT):
                while_it_runs = _WhileOneRuns(self.progress, len(compared), len(texts))
                pairs = [(_QUERY, text) for text in some[start : start + _PAIRS_A_REPORT]]
                if place is None:
                    while_it_runs.report(Stage.VERIFY, 0, 0)
                    compared += read.compared(pairs)
                else:
                    job = ComparisonJob(pairs, sources, self.config, extracted=extracted)
                    # several results where a document ended its process
                    for made, unread in run_jobs([job], place, 1, Stage.VERIFY, while_it_runs):
                        compared += made
                        problems += unread
                if any(one.path == path for one in (*problems, *read.problems)):
                    break  # the document itself has changed
        return compared, [*read.problems, *problems]


@dataclass(frozen=True, slots=True)
class _WhileOneRuns:
    """The progress of all jobs while one runs, so that it can be cancelled."""

    progress: Progress
    done: int
    total: int

    def report(self, stage: Stage, done: int, total: int) -> None:  # noqa: ARG002 - of one job
        self.progress.report(stage, self.done, self.total)


def _is_parsed_file(file: Path) -> bool:
    try:
        with open_regular(file) as opened:
            of = format_of(file.name, opened.read(BEGINNING))
    except OSError:
        return True
    return of is not None and not of.decoded
