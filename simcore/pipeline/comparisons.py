"""Candidate pairs of texts to exact comparisons: recalled from the index, or made by workers."""

import itertools
import typing
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from simcore.grouping.kinds import pair_of
from simcore.model.config import LEAST_SIMILARITY, ScanConfig
from simcore.model.progress import Progress, Stage
from simcore.model.records import Comparison, Document, Pair, Problem, TextId, TextPair
from simcore.pipeline.exact import TextSource, batches_of, text_source
from simcore.pipeline.in_hand import TextsInHand
from simcore.pipeline.jobs import ComparisonJob
from simcore.store.documents import Documents
from simcore.store.index import FingerprintIndex
from simcore.store.kept_texts import texts_path

if typing.TYPE_CHECKING:
    from concurrent.futures import Executor

    from simcore.pipeline.candidate_search import CandidatePairs

_PAIRS_A_LOOKUP = 10_000
_WORTH_READING = 3
_READ = 8
"""A text takes so many times as long to be read as to be compared once."""


def jobs_ahead(config: ScanConfig) -> int:
    """Return the number of jobs to submit at a time, so that no worker has to wait."""
    from simcore.workers.pool import worker_count  # noqa: PLC0415 - see ``compared``

    return 2 * worker_count(config.jobs) + 1


def extracted_beside(index: FingerprintIndex, config: ScanConfig) -> Path | None:
    """Return the file of extracted texts of an index; None where none are to be kept."""
    kept = config.kept_texts and str(index.path) != ":memory:"
    return texts_path(index.path) if kept else None


@dataclass(frozen=True, slots=True)
class ExactComparer:
    """Compares texts of some documents; without an executor it only recalls comparisons."""

    documents: Documents
    config: ScanConfig
    index: FingerprintIndex
    executor: "Executor | None"
    progress: Progress
    in_hand: TextsInHand = field(default_factory=TextsInHand)

    def _recalled(self, wanted: Sequence[TextPair]) -> dict[TextPair, Comparison]:
        """Return the comparisons stored in the index."""
        made: dict[TextPair, Comparison] = {}
        known: dict[TextPair, Comparison] | None = None
        # reading a comparison in passing takes a third of the time of looking it up
        many = len(wanted) > _PAIRS_A_LOOKUP
        if many and self.index.count_comparisons() < _WORTH_READING * len(wanted):
            known = {}
            for part in self.index.every_comparison():
                self.progress.report(Stage.RECALL, 0, len(wanted))
                known |= part
        for start in range(0, len(wanted), _PAIRS_A_LOOKUP):
            self.progress.report(Stage.RECALL, start, len(wanted))
            some = wanted[start : start + _PAIRS_A_LOOKUP]
            if known is None:
                made |= self.index.comparisons(some)
            else:
                made.update((pair, known[pair]) for pair in some if pair in known)
        self.progress.report(Stage.RECALL, len(wanted), len(wanted))
        return made

    def compared(
        self,
        wanted: Sequence[TextPair],
        tell: Callable[[Mapping[TextPair, Comparison]], None] = lambda _made: None,
    ) -> tuple[dict[TextPair, Comparison], list[Problem]]:
        """Return the comparisons of candidates: from the index, or made now and stored there.

        ``tell`` is called with those that there are so far.
        """
        made = self._recalled(wanted)
        missing = [pair for pair in wanted if pair not in made] if len(made) < len(wanted) else []
        problems: list[Problem] = []
        if self.executor is None or not missing:
            return made, problems
        # only what is to be compared needs processes
        from simcore.workers.pool import run_jobs  # noqa: PLC0415

        by_text: dict[TextId, list[TextSource]] = defaultdict(list)
        sizes: dict[TextId, int] = {}

        def check() -> None:
            self.progress.report(Stage.RECALL, len(wanted), len(wanted))

        needed = self.documents.of_texts({text for pair in missing for text in pair})
        in_hand = self.in_hand.of(document.id for document in needed)
        for document in needed:
            by_text[document.text].append(text_source(document, in_hand.get(document.id)))
            sizes[document.text] = document.characters
            if len(sizes) % _PAIRS_A_LOOKUP == 0:
                check()
        batches = []
        for batch in batches_of(missing, check, sizes):
            batches.append(batch)
            check()

        def work(batch: Sequence[TextPair]) -> int:
            ends = list(itertools.chain.from_iterable(batch))
            return sum(map(sizes.__getitem__, ends)) + _READ * sum(sizes[one] for one in {*ends})

        batches.sort(key=work, reverse=True)  # so that no worker waits for a long one in the end
        extracted = extracted_beside(self.index, self.config)
        jobs = (
            ComparisonJob(
                batch,
                {text: by_text[text] for pair in batch for text in pair},
                self.config,
                extracted,
            )
            for batch in batches
        )
        ahead = jobs_ahead(self.config)
        tell(made)
        done = run_jobs(jobs, self.executor, ahead, Stage.VERIFY, self.progress)
        for compared, unread in done:
            self.index.store_comparisons(compared)
            made.update({(c.left, c.right): c for c in compared})
            problems += unread
            tell(made)
        return made, problems

    def taken_out(
        self,
        comparisons: dict[TextPair, Comparison],
        proposed: "CandidatePairs",
        candidates: Sequence[TextPair],
    ) -> list[Pair]:
        """Remove the comparisons that make a pair from ``comparisons``, and return these pairs.

        ``candidates`` are the ``text_pairs`` of ``proposed``.
        """
        pairs: list[Pair] = []
        listed = zip(proposed.left.tolist(), proposed.right.tolist(), candidates, strict=True)
        for done, (left, right, texts) in enumerate(listed):
            if done % _PAIRS_A_LOOKUP == 0:
                self.progress.report(Stage.GROUP, done, len(candidates))
            compared = comparisons.get(texts)
            if compared is None:
                continue
            # as ``resemblance`` and ``containment`` say, which would take twice as long
            _, _, shared, size, other_size, *_ = compared
            union, less = size + other_size - shared, min(size, other_size)
            alike = (shared / union if union else 0.0) >= LEAST_SIMILARITY
            if alike or (shared / less if less else 0.0) >= self.config.containment:
                one, other = self.documents.at(left), self.documents.at(right)
                pairs.append(pair_of(one, other, compared))
                del comparisons[texts]
        return pairs


def text_pair(left: Document, right: Document) -> TextPair:
    """Return the key of a comparison: the texts in ascending order."""
    return (left.text, right.text) if left.text < right.text else (right.text, left.text)


def text_pairs(documents: Documents, proposed: "CandidatePairs") -> list[TextPair]:
    """Return the keys of the comparisons of pairs, in their order."""
    left, right = documents.texts[proposed.left], documents.texts[proposed.right]
    lower, upper = np.minimum(left, right).tolist(), np.maximum(left, right).tolist()
    return list(zip(lower, upper, strict=True))
