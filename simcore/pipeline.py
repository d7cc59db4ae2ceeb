"""The stages of a scan, in their order; the only room that knows it."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from simcore.blocks import affordable_distance
from simcore.comparisons import Exactly, jobs_ahead, text_pair, text_pairs
from simcore.config import (
    CLASSIC_DISTANCE,
    GREATEST_DISTANCE,
    Grouping,
    ScanConfig,
)
from simcore.digest import Unusable, recipe_key
from simcore.documents import Documents, KnownFile, known_file
from simcore.grouper import Grouper
from simcore.groups import uncompared_pairs
from simcore.index import FingerprintIndex
from simcore.jobs import Reading
from simcore.journal_file import mark_of
from simcore.patterns import Patterns
from simcore.place import journal_beside
from simcore.pool import spread
from simcore.progress import NoProgress, Progress, Stage
from simcore.proposals import propose
from simcore.reading import READER_VERSION
from simcore.recipes import width_of
from simcore.records import (
    Comparison,
    Document,
    Fingerprinted,
    Judgements,
    Kind,
    Pair,
    Problem,
    ProblemStage,
)
from simcore.scan_report import Counts, ScanReport
from simcore.scanner import ListedFile, Sources, list_files
from simcore.verify import TextPair
from simcore.worker import too_long

__all__ = ["recall", "regroup", "scan"]

_FILES_A_BATCH = 64
_BYTES_A_BATCH = 1 << 20


def scan(
    folders: Sequence[Path],
    config: ScanConfig,
    index: FingerprintIndex,
    executor: Executor,
    progress: Progress | None = None,
    *,
    compare: bool = True,
    judgements: Judgements | None = None,
) -> ScanReport:
    """Scan folders: list, read what is new, propose pairs, verify them, group.

    With ``compare`` off it stops after reading: the report has no pairs, and only groups of
    equal text. Groups follow ``judgements``; those of an index lie beside it
    (``simcore.judgements_path``).

    Files that the index knows and that have not changed are not opened. Each batch is in the
    index before the next is reported, so that a run that is cancelled or fails goes on where it
    stopped. Raises ``SimcoreError`` when the run cannot go on, and ``Cancelled``.
    """
    # what is removed from here on may have been seen by this scan, or not
    mark = mark_of(journal_beside(index.path))
    run = _Run(config, index, executor, progress or NoProgress(), judgements)
    with index.explained():
        return replace(run.scan(folders, executor, compare=compare), journal=mark)


def recall(
    folders: Sequence[Path],
    config: ScanConfig,
    index: FingerprintIndex,
    judgements: Judgements | None = None,
) -> ScanReport:
    """Report what the index knows of some folders, without touching a file there.

    Pairs that were never compared are left out; ``complete`` is False. Groups follow
    ``judgements``. Raises ``SimcoreError``.
    """
    with index.explained():
        return _recalled(folders, config, index, judgements)


def _recalled(
    folders: Sequence[Path],
    config: ScanConfig,
    index: FingerprintIndex,
    judgements: Judgements | None,
) -> ScanReport:
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
    run = _Run(config, index, None, NoProgress(), judgements)
    counts = Counts(
        listed=len(documents) + len(problems),
        unchanged=len(documents) + len(problems),
        unusable=len(problems),
    )
    return run.report(folders, Documents([], documents), problems, counts)


def regroup(
    report: ScanReport,
    distance: int,
    similarity: float,
    *,
    contained: bool | None = None,
    grouping: Grouping | None = None,
    judgements: Judgements | None = None,
) -> ScanReport:
    """Group a report's verified pairs anew, at other thresholds; reads nothing.

    ``contained`` tells whether documents that are part of others are grouped too, ``grouping`` how
    near-duplicates are, ``judgements`` what a person has said; None leaves each as it is. By
    components, a member may turn up that was never compared with the one that now stands for its
    group: it has no figures until the next scan. Raises ``ConfigError`` for thresholds out of
    range.
    """
    config = replace(report.config, distance=distance, similarity=similarity)
    if contained is not None:
        config = replace(config, contained=contained)
    if grouping is not None:
        config = replace(config, grouping=grouping)
    known = report.documents, report.pairs, report.comparisons
    regrouping = report.regrouping
    if judgements is None:
        judgements = report.judgements
    if regrouping is None or not regrouping.serves(*known, judgements):
        regrouping = Grouper(*known, judgements)
    groups = regrouping.groups(config)
    kinds = [member.kind for group in groups for member in group.members]
    counts = replace(
        report.counts,
        exact=kinds.count(Kind.IDENTICAL) + kinds.count(Kind.SAME_TEXT),
        near=kinds.count(Kind.NEAR),
        linked=kinds.count(Kind.LINKED),
        contained=kinds.count(Kind.CONTAINS),
    )
    return replace(
        report,
        config=config,
        groups=groups,
        counts=counts,
        judgements=judgements,
        regrouping=regrouping,
    )


class _Run:
    """One scan, or the part of one that needs no files."""

    def __init__(
        self,
        config: ScanConfig,
        index: FingerprintIndex,
        executor: Executor | None,
        progress: Progress,
        judgements: Judgements | None,
    ) -> None:
        self._config = config
        self._judgements = judgements or Judgements()
        self._index = index
        self._executor = executor
        self._progress = progress
        self._recipe = recipe_key(config)

    def scan(self, folders: Sequence[Path], executor: Executor, *, compare: bool) -> ScanReport:
        listing = list_files(folders, self._config, self._progress)
        known = self._index.known(
            listing.files, listing.roots, self._recipe, READER_VERSION, self._progress
        )
        again = [file for file, problem in known.problems if self._is_worth_a_try(problem)]
        lasting = [problem for _, problem in known.problems if not self._is_worth_a_try(problem)]
        new = [*known.new, *again]
        read, unusable = self._read(new, executor)
        self._index.forget_missing(known.beside, listing.unlisted)
        counts = Counts(
            listed=len(listing.files),
            skipped=listing.skipped,
            read=len(new),
            unchanged=len(listing.files) - len(new),
            unusable=len(lasting) + len(unusable),
        )
        problems = [*listing.problems, *lasting, *unusable]
        documents = Documents([*known.documents, *read])
        return self.report(folders, documents, problems, counts, compare=compare)

    def _is_worth_a_try(self, problem: Problem) -> bool:
        """Tell whether a file was left out for time, by another limit than now."""
        # nothing else that went wrong while reading is kept
        return problem.stage is ProblemStage.READ and problem.reason != too_long(
            self._config.seconds_a_file
        )

    def _read(
        self, new: Sequence[ListedFile], executor: Executor
    ) -> tuple[list[KnownFile], list[Problem]]:
        documents: list[KnownFile] = []
        problems: list[Problem] = []
        jobs = (Reading(Sources(batch), self._config) for batch in _batches(new))
        by_identity = {(file.device, file.inode): file for file in new}
        width = width_of(self._recipe)
        # what was gone, locked or changing may be there next time; only bytes stay the same
        slow = too_long(self._config.seconds_a_file)
        for result in spread(jobs, executor, jobs_ahead(self._config), Stage.READ, self._progress):
            digested = [item for item in result if isinstance(item, Fingerprinted)]
            unusable: list[Unusable] = [item for item in result if isinstance(item, tuple)]
            lasting = [
                (source, problem)
                for source, problem in unusable
                if problem.stage is ProblemStage.DECODE or problem.reason == slow
            ]
            stored = self._index.store(self._recipe, READER_VERSION, digested, lasting)
            documents += [
                known_file(one, by_identity[one.device, one.inode], width) for one in stored
            ]
            problems += [problem for _, problem in unusable]
        return documents, problems

    def report(
        self,
        folders: Sequence[Path],
        documents: Documents,
        problems: Sequence[Problem],
        counts: Counts,
        *,
        compare: bool = True,
    ) -> ScanReport:
        config = self._config
        wordless = [
            Problem(documents.at(place).path, ProblemStage.TOKENS, "has no words to compare")
            for place in (~documents.usable).nonzero()[0].tolist()
        ]
        comparable = len(documents) - len(wordless)
        compared = config.compared_distance
        if compared is None:
            compared = affordable_distance(
                comparable, CLASSIC_DISTANCE, GREATEST_DISTANCE, width_of(self._recipe)
            )
        candidates: list[TextPair] = []
        pairs: list[Pair] = []
        comparisons: dict[TextPair, Comparison] = {}
        unread: list[Problem] = []
        common = 0
        if compare:
            proposed = propose(
                documents,
                self._index,
                self._recipe,
                compared,
                config.containment,
                self._progress,
                as_asked=config.compared_distance is not None,
                remember=self._executor is not None,
            )
            common, compared = proposed.common, proposed.distance
            exactly = Exactly(documents, config, self._index, self._executor, self._progress)
            candidates = text_pairs(documents, proposed)
            comparisons, unread = exactly.compared(candidates)
            pairs = exactly.taken_out(comparisons, proposed, candidates)
            apart = uncompared_pairs(documents, pairs, config, comparisons, self._judgements)
            if apart:
                more, problem = exactly.compared([text_pair(a, b) for a, b, _ in apart])
                comparisons |= more
                unread += problem
        listed = sorted([*problems, *wordless, *unread], key=lambda p: (p.path, p.stage))
        report = ScanReport(
            config=config,
            folders=tuple(folders),
            documents=documents,
            pairs=tuple(pairs),
            groups=(),
            problems=tuple(dict.fromkeys(listed)),
            counts=replace(
                counts,
                too_short=len(wordless),
                documents=comparable,
                short=int((documents.short & documents.usable).sum()),
                candidates=len(candidates),
                common_passages=common,
            ),
            compared_distance=compared,
            complete=self._executor is not None,
            comparisons=comparisons,
            judgements=self._judgements,
        )
        grouped = regroup(report, config.distance, config.similarity)
        self._progress.report(Stage.GROUP, len(candidates), len(candidates))
        return grouped


def _batches(files: Sequence[ListedFile]) -> Iterator[list[ListedFile]]:
    """Cut the work into batches of bounded count and size; a large file is one alone."""
    batch: list[ListedFile] = []
    size = 0
    for file in files:
        if batch and (len(batch) >= _FILES_A_BATCH or size + file.size > _BYTES_A_BATCH):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch
