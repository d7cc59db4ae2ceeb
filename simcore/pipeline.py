"""The stages of a scan, in their order; the only room that knows it."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import numpy as np

from simcore.blocks import affordable_distance, as_array, least_width
from simcore.config import (
    CLASSIC_DISTANCE,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
    Grouping,
    ScanConfig,
)
from simcore.digest import Unusable, recipe_key
from simcore.fingerprint import hamming_distance
from simcore.grouper import Grouper
from simcore.groups import pair_of, uncompared_pairs
from simcore.index import FingerprintIndex, IndexedFile
from simcore.jobs import Comparing, Reading
from simcore.pairs import near_pairs
from simcore.passages import share_passages
from simcore.pool import spread, worker_count
from simcore.progress import NoProgress, Progress, Stage
from simcore.reading import READER_VERSION
from simcore.recipes import width_of
from simcore.records import (
    Comparison,
    Counts,
    Document,
    DocumentId,
    Fingerprinted,
    Kind,
    Pair,
    Problem,
    ProblemStage,
    ScanReport,
    SourceFile,
    TextId,
)
from simcore.scanner import Patterns, list_files
from simcore.verify import TextPair, TextSource, batches_of, text_source
from simcore.worker import too_long

__all__ = ["candidate_pairs", "passage_pairs", "recall", "regroup", "scan"]

_FILES_A_BATCH = 64
_BYTES_A_BATCH = 1 << 20
_FILES_A_LOOKUP = 2_000
_PAIRS_A_LOOKUP = 10_000


def scan(
    folders: Sequence[Path],
    config: ScanConfig,
    index: FingerprintIndex,
    executor: Executor,
    progress: Progress | None = None,
    *,
    compare: bool = True,
) -> ScanReport:
    """Scan folders: list, read what is new, propose pairs, verify them, group.

    With ``compare`` off it stops after reading: the report has no pairs, and only groups of
    equal text.

    Files that the index knows and that have not changed are not opened. Each batch is in the
    index before the next is reported, so that a run that is cancelled or fails goes on where it
    stopped. Raises ``SimcoreError`` when the run cannot go on, and ``Cancelled``.
    """
    run = _Run(config, index, executor, progress or NoProgress())
    return run.scan(folders, executor, compare=compare)


def recall(folders: Sequence[Path], config: ScanConfig, index: FingerprintIndex) -> ScanReport:
    """Report what the index knows of some folders, without touching a file there.

    Pairs that were never compared are left out; ``complete`` is False. Raises ``SimcoreError``.
    """
    recipe = recipe_key(config)
    roots = [Path(os.path.realpath(folder)) for folder in folders]
    patterns = Patterns(config)
    documents: list[Document] = []
    problems: list[Problem] = []
    for item in index.below(roots, recipe, READER_VERSION):
        below = (item.path.relative_to(r) for r in roots if item.path.is_relative_to(r))
        if any(patterns.admit(path.as_posix()) for path in below):
            if isinstance(item, Document):
                documents.append(item)
            else:
                problems.append(item)
    run = _Run(config, index, None, NoProgress())
    counts = Counts(
        listed=len(documents) + len(problems),
        unchanged=len(documents) + len(problems),
        unusable=len(problems),
    )
    return run.report(folders, documents, problems, counts)


def regroup(
    report: ScanReport,
    distance: int,
    similarity: float,
    *,
    contained: bool | None = None,
    grouping: Grouping | None = None,
) -> ScanReport:
    """Group a report's verified pairs anew, at other thresholds; reads nothing.

    ``contained`` tells whether documents that are part of others are grouped too, ``grouping`` how
    near-duplicates are; None leaves either as it is. By components, a member may turn up that was
    never compared with the one that now stands for its group: it has no figures until the next
    scan. Raises ``ConfigError`` for thresholds out of range.
    """
    config = replace(report.config, distance=distance, similarity=similarity)
    if contained is not None:
        config = replace(config, contained=contained)
    if grouping is not None:
        config = replace(config, grouping=grouping)
    known = report.documents, report.pairs, report.comparisons
    regrouping = report.regrouping
    if regrouping is None or not regrouping.serves(*known):
        regrouping = Grouper(*known)
    groups = regrouping.groups(config)
    kinds = [member.kind for group in groups for member in group.members]
    counts = replace(
        report.counts,
        exact=kinds.count(Kind.IDENTICAL) + kinds.count(Kind.SAME_TEXT),
        near=kinds.count(Kind.NEAR),
        linked=kinds.count(Kind.LINKED),
        contained=kinds.count(Kind.CONTAINS),
    )
    return replace(report, config=config, groups=groups, counts=counts, regrouping=regrouping)


def candidate_pairs(
    documents: Iterable[Document],
    distance: int,
    progress: Progress | None = None,
    *,
    short: bool = True,
) -> list[tuple[Document, Document, int]]:
    """Give all pairs of fingerprints within a distance, without the exact comparison.

    Among documents with the same text only the first by path is compared with others. Without
    ``short``, texts too short for a fingerprint to mean much are left out. Ordered by path.
    """
    firsts = [one for one in _first_of_each_text(documents) if short or not one.short]
    values = [d.fingerprint for d in firsts if d.fingerprint is not None]
    width = least_width(values)
    found = near_pairs(as_array(values, width), distance, progress, width=width)
    return [
        (firsts[left], firsts[right], bits)
        for left, right, bits in zip(*(column.tolist() for column in found), strict=True)
    ]


def passage_pairs(
    documents: Iterable[Document],
    index: FingerprintIndex,
    containment: float,
    progress: Progress | None = None,
) -> tuple[list[tuple[Document, Document, int]], int]:
    """Give all pairs that shared passages propose, and how many passages were too common.

    Pairs as ``candidate_pairs`` gives them, at any distance. ``containment`` is the least that
    is looked for.
    """
    firsts = _first_of_each_text(documents)
    known = index.passages()
    nothing = np.zeros(0, dtype=np.uint32)
    samples = [known.get(document.text, nothing) for document in firsts]
    found = share_passages(samples, containment, progress)
    pairs = [
        (firsts[left], firsts[right], _distance(firsts[left], firsts[right]))
        for left, right in zip(found.left.tolist(), found.right.tolist(), strict=True)
    ]
    return pairs, found.common


def _distance(left: Document, right: Document) -> int:
    return hamming_distance(left.fingerprint or 0, right.fingerprint or 0)


def _first_of_each_text(documents: Iterable[Document]) -> list[Document]:
    firsts: dict[TextId, Document] = {}
    for document in sorted(documents, key=lambda document: document.path):
        if document.fingerprint is not None:
            firsts.setdefault(document.text, document)
    return list(firsts.values())


class _Run:
    """One scan, or the part of one that needs no files."""

    def __init__(
        self,
        config: ScanConfig,
        index: FingerprintIndex,
        executor: Executor | None,
        progress: Progress,
    ) -> None:
        self._config = config
        self._index = index
        self._executor = executor
        self._progress = progress
        self._recipe = recipe_key(config)
        self._ahead = 2 * worker_count(config.jobs) + 1

    def scan(self, folders: Sequence[Path], executor: Executor, *, compare: bool) -> ScanReport:
        listing = list_files(folders, self._config, self._progress)
        known = self._known(listing.files)
        known = {path: item for path, item in known.items() if not self._is_worth_a_try(item)}
        new = [source for source in listing.files if source.real_path not in known]
        documents = [item for item in known.values() if isinstance(item, Document)]
        problems = [*listing.problems]
        problems += [item for item in known.values() if isinstance(item, Problem)]
        read, unusable = self._read(new, executor)
        seen = {source.real_path for source in listing.files}
        self._index.forget_missing(listing.roots, seen, listing.unlisted)
        problems += unusable
        counts = Counts(
            listed=len(listing.files),
            skipped=listing.skipped,
            read=len(new),
            unchanged=len(known),
            unusable=len(problems) - len(listing.problems),
        )
        return self.report(folders, documents + read, problems, counts, compare=compare)

    def _known(self, files: Sequence[SourceFile]) -> dict[Path, IndexedFile]:
        """Give what the index knows of files that have not changed since."""
        known: dict[Path, IndexedFile] = {}
        for start in range(0, len(files), _FILES_A_LOOKUP):
            self._progress.report(Stage.CHECK, start, len(files))
            batch = files[start : start + _FILES_A_LOOKUP]
            known |= self._index.known(batch, self._recipe, READER_VERSION)
        self._progress.report(Stage.CHECK, len(files), len(files))
        return known

    def _is_worth_a_try(self, item: IndexedFile) -> bool:
        """Tell whether a file was left out for time, by another limit than now."""
        # nothing else that went wrong while reading is kept
        return (
            isinstance(item, Problem)
            and item.stage is ProblemStage.READ
            and item.reason != too_long(self._config.seconds_a_file)
        )

    def _read(
        self, new: Sequence[SourceFile], executor: Executor
    ) -> tuple[list[Document], list[Problem]]:
        documents: list[Document] = []
        problems: list[Problem] = []
        jobs = (Reading(batch, self._config) for batch in _batches(new))
        # what was gone, locked or changing may be there next time; only bytes stay the same
        slow = too_long(self._config.seconds_a_file)
        for result in spread(jobs, executor, self._ahead, Stage.READ, self._progress):
            digested = [item for item in result if isinstance(item, Fingerprinted)]
            unusable: list[Unusable] = [item for item in result if isinstance(item, tuple)]
            lasting = [
                (source, problem)
                for source, problem in unusable
                if problem.stage is ProblemStage.DECODE or problem.reason == slow
            ]
            documents += self._index.store(self._recipe, READER_VERSION, digested, lasting)
            problems += [problem for _, problem in unusable]
        return documents, problems

    def report(
        self,
        folders: Sequence[Path],
        documents: Iterable[Document],
        problems: Sequence[Problem],
        counts: Counts,
        *,
        compare: bool = True,
    ) -> ScanReport:
        ordered = sorted(documents, key=lambda document: document.path)
        by_id = {document.id: document for document in ordered}
        wordless = [
            Problem(document.path, ProblemStage.TOKENS, "has no words to compare")
            for document in ordered
            if document.fingerprint is None
        ]
        comparable = len(by_id) - len(wordless)
        compared = self._config.compared_distance
        if compared is None:
            compared = affordable_distance(
                comparable, CLASSIC_DISTANCE, GREATEST_DISTANCE, width_of(self._recipe)
            )
        candidates, common = self._propose(ordered, compared) if compare else ([], 0)
        comparisons, unverified = self._verify(candidates, ordered)
        pairs = tuple(_verified(candidates, comparisons, self._config, self._progress))
        beside = _without(pairs, comparisons, by_id)
        apart = uncompared_pairs(by_id, pairs, self._config, beside)
        more, unread = self._verify(apart, ordered) if apart else ({}, [])
        listed = sorted(
            [*problems, *wordless, *unverified, *unread], key=lambda p: (p.path, p.stage)
        )
        report = ScanReport(
            config=self._config,
            folders=tuple(folders),
            documents=by_id,
            pairs=pairs,
            groups=(),
            problems=tuple(dict.fromkeys(listed)),
            counts=replace(
                counts,
                too_short=len(wordless),
                documents=comparable,
                short=sum(one.short and one.fingerprint is not None for one in ordered),
                candidates=len(candidates),
                common_passages=common,
            ),
            compared_distance=compared,
            complete=self._executor is not None,
            comparisons=beside | more,
        )
        grouped = regroup(report, self._config.distance, self._config.similarity)
        self._progress.report(Stage.GROUP, len(candidates), len(candidates))
        return grouped

    def _propose(
        self, documents: Sequence[Document], distance: int
    ) -> tuple[list[tuple[Document, Document, int]], int]:
        """Give what fingerprints or passages propose, and how many passages are common."""
        proposed = {
            (left.id, right.id): (left, right, bits)
            for left, right, bits in candidate_pairs(
                documents, distance, self._progress, short=False
            )
        }
        # how many there are shows once all are loaded
        self._progress.report(Stage.PASSAGE, 0, 0)
        found, common = passage_pairs(
            documents, self._index, self._config.containment, self._progress
        )
        for left, right, bits in found:
            proposed.setdefault((left.id, right.id), (left, right, bits))
        ordered = sorted(proposed.values(), key=lambda pair: (pair[0].path, pair[1].path))
        return ordered, common

    def _recalled(self, wanted: Sequence[TextPair]) -> dict[TextPair, Comparison]:
        """Give the comparisons that were made before."""
        made: dict[TextPair, Comparison] = {}
        for start in range(0, len(wanted), _PAIRS_A_LOOKUP):
            self._progress.report(Stage.RECALL, start, len(wanted))
            made |= self._index.comparisons(wanted[start : start + _PAIRS_A_LOOKUP])
        self._progress.report(Stage.RECALL, len(wanted), len(wanted))
        return made

    def _verify(
        self,
        candidates: Sequence[tuple[Document, Document, int]],
        documents: Iterable[Document],
    ) -> tuple[dict[TextPair, Comparison], list[Problem]]:
        """Compare candidates exactly, those that never were; the rest is in the index."""
        wanted = [_text_pair(left, right) for left, right, _ in candidates]
        made = self._recalled(wanted)
        missing = [pair for pair in wanted if pair not in made]
        problems: list[Problem] = []
        if self._executor is None or not missing:
            return made, problems
        holders: dict[TextId, list[TextSource]] = defaultdict(list)
        for document in documents:
            holders[document.text].append(text_source(document))
        jobs = (
            Comparing(batch, {text: holders[text] for pair in batch for text in pair}, self._config)
            for batch in batches_of(missing)
        )
        for compared, unread in spread(
            jobs, self._executor, self._ahead, Stage.VERIFY, self._progress
        ):
            self._index.store_comparisons(compared)
            made.update({(c.left, c.right): c for c in compared})
            problems += unread
        return made, problems


def _batches(sources: Sequence[SourceFile]) -> Iterator[list[SourceFile]]:
    """Cut the work into batches of bounded count and size; a large file is one alone."""
    batch: list[SourceFile] = []
    size = 0
    for source in sources:
        if batch and (len(batch) >= _FILES_A_BATCH or size + source.size > _BYTES_A_BATCH):
            yield batch
            batch, size = [], 0
        batch.append(source)
        size += source.size
    if batch:
        yield batch


def _text_pair(left: Document, right: Document) -> TextPair:
    """Give the key of a comparison: the texts in ascending order."""
    return (left.text, right.text) if left.text < right.text else (right.text, left.text)


def _without(
    pairs: Iterable[Pair],
    comparisons: Mapping[TextPair, Comparison],
    documents: Mapping[DocumentId, Document],
) -> dict[TextPair, Comparison]:
    """Give the comparisons that made no pair."""
    paired = {_text_pair(documents[pair.left], documents[pair.right]) for pair in pairs}
    return {texts: made for texts, made in comparisons.items() if texts not in paired}


def _verified(
    candidates: Sequence[tuple[Document, Document, int]],
    comparisons: Mapping[TextPair, Comparison],
    config: ScanConfig,
    progress: Progress,
) -> Iterator[Pair]:
    for done, (left, right, distance) in enumerate(candidates):
        if done % _PAIRS_A_LOOKUP == 0:
            progress.report(Stage.GROUP, done, len(candidates))
        compared = comparisons.get(_text_pair(left, right))
        if compared is None:
            continue
        pair = pair_of(left, right, distance, compared)
        if pair.resemblance >= LEAST_SIMILARITY or pair.containment >= config.containment:
            yield pair
