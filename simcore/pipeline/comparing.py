"""Exact comparisons of candidate pairs: recalled from the index, or made by workers."""

import itertools
import typing
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from simcore.grouping.pairs import kind_of, pair_of, shown_kind
from simcore.grouping.queries import Relation
from simcore.index.documents import Documents, written_document
from simcore.index.index import FingerprintIndex
from simcore.index.texts import texts_path
from simcore.model.config import LEAST_SIMILARITY, ScanConfig
from simcore.model.reasons import ReadError, Reason, ReasonCode
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Kind,
    Pair,
    Problem,
    ProblemStage,
    SourceFile,
    TextId,
    TextPair,
)
from simcore.model.report import Progress, Stage
from simcore.pipeline.jobs import (
    ComparisonJob,
    TextsInHand,
    TextSource,
    batches_of,
    compare_files,
    fingerprint_files,
    text_source,
)
from simcore.removal.actions import ACTIONS
from simcore.removal.plan import Removal, RemovalPlan
from simcore.workers import run_jobs, worker_count

if typing.TYPE_CHECKING:
    from simcore.pipeline.candidates import CandidatePairs


_PAIRS_A_LOOKUP = 10_000
_WORTH_READING = 3
# reading a text takes so many times as long as comparing it once
_READ = 8


def jobs_ahead(config: ScanConfig) -> int:
    """Return how many jobs to submit at a time, so that no worker waits."""
    return 2 * worker_count(config.jobs) + 1


def extracted_beside(index: FingerprintIndex, config: ScanConfig) -> Path | None:
    kept = config.kept_texts and str(index.path) != ":memory:"
    return texts_path(index.path) if kept else None


@dataclass(frozen=True, slots=True)
class ExactComparer:
    """Compares texts of documents; without an executor it only recalls comparisons."""

    documents: Documents
    config: ScanConfig
    index: FingerprintIndex
    executor: Executor | None
    progress: Progress
    in_hand: TextsInHand = field(default_factory=TextsInHand)

    def _recalled(self, wanted: Sequence[TextPair]) -> dict[TextPair, Comparison]:
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
        """Return comparisons from the index, or made and stored now; ``tell`` gets those so far."""
        made = self._recalled(wanted)
        missing = [pair for pair in wanted if pair not in made] if len(made) < len(wanted) else []
        problems: list[Problem] = []
        if self.executor is None or not missing:
            return made, problems
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
        """Remove the comparisons that make a pair from ``comparisons``, and return these pairs."""
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
    return (left.text, right.text) if left.text < right.text else (right.text, left.text)


def text_pairs(documents: Documents, proposed: "CandidatePairs") -> list[TextPair]:
    left, right = documents.texts[proposed.left], documents.texts[proposed.right]
    lower, upper = np.minimum(left, right).tolist(), np.maximum(left, right).tolist()
    return list(zip(lower, upper, strict=True))


_RANKS = {kind: rank for rank, kind in enumerate(Kind)}
# kinds that depend on other documents of a group: two documents alone have only figures
_BY_FIGURES = frozenset({Kind.LINKED, Kind.EARLIER_VERSION})
# figures were shown in whole percents
_ROUNDING = 0.005


def confirm(
    plan: RemovalPlan,
    check: Callable[[], None] = lambda: None,
    encodings: Mapping[bytes, str] | None = None,
) -> RemovalPlan:
    """Read the documents of a plan of opened results again; refuse what does not match.

    A file of results may be forged. A document stays in the plan if its bytes and those of its
    witnesses are the saved ones, and if each comparison gives at least what the plan says.
    Thresholds are those of the results, but no looser than the defaults where no figure was shown.
    Plans of scans are returned as they are.

    ``encodings`` are those of ``Judgements``, never of the results. ``check`` is called for each
    document and may raise. Raises ``SimcoreError`` if recipe or dictionary cannot be used.
    """
    if plan.opened is None or ACTIONS[plan.action].original_stays:
        return replace(plan, opened=None)
    texts = _Confirmation(plan.opened, encodings or {})
    removals: list[Removal] = []
    refused = list(plan.refused)
    for removal in plan.removals:
        check()
        reason = texts.objection(removal)
        if reason is None:
            removals.append(removal)
        else:
            refused.append(Problem(removal.document.path, ProblemStage.REMOVE, reason))
    size = sum(removal.document.gain for removal in removals)
    return replace(plan, removals=tuple(removals), refused=tuple(refused), size=size, opened=None)


@dataclass(frozen=True, slots=True)
class _Confirmation:
    config: ScanConfig
    encodings: Mapping[bytes, str]
    known: dict[DocumentId, Document] = field(default_factory=dict)

    def objection(self, removal: Removal) -> Reason | None:
        try:
            document = self._read(removal.document, ReasonCode.IT)
            witnesses = [self._read(one, ReasonCode.KEPT) for one in removal.witnesses]
        except ReadError as error:
            return error.reason
        right = all(
            self._is_as_shown(document, witness, shown, by_hand=removal.by_hand)
            for witness, shown in zip(witnesses, removal.shown, strict=True)
        )
        return None if right else Reason(ReasonCode.NOT_AS_SAVED)

    def _is_as_shown(
        self, document: Document, witness: Document, shown: Relation, *, by_hand: bool
    ) -> bool:
        """Return whether a document is at least as similar to a witness as was shown."""
        kind = kind_of(document, witness)
        numbers_only = False
        if kind is Kind.SIMILAR:
            pair = self._pair(document, witness)
            found = None if pair is None else shown_kind(pair, self._thresholds(shown))
            # nothing but figures was shown of what is here through others, or holds its witness
            if shown.kind in _BY_FIGURES and shown.resemblance is not None:
                found = shown.kind
            if pair is None or found is None:
                return False
            # the thresholds are the file's own, too: what a person saw are the figures
            if pair.resemblance < (shown.resemblance or 0) - _ROUNDING:
                return False
            if pair.left_in_right < (shown.containment or 0) - _ROUNDING:
                return False
            kind, numbers_only = found, pair.numbers_only
        if _RANKS[kind] > _RANKS[shown.kind]:
            return False
        # what rules leave alone
        plain = not numbers_only and document.whole and bool(document.features)
        return kind is Kind.IDENTICAL or by_hand or plain

    def _thresholds(self, shown: Relation) -> ScanConfig:
        given, plain = self.config, ScanConfig(recipe=self.config.recipe)
        if shown.resemblance is not None:
            return given
        return given.at(given.thresholds.stricter(plain.thresholds))

    def _read(self, saved: Document, role: ReasonCode) -> Document:
        if saved.id not in self.known:
            state = saved.size, saved.mtime_ns, saved.device, saved.inode
            source = SourceFile(saved.path, saved.real_path, *state)
            (found,) = fingerprint_files([source], self.config, self.encodings)
            if isinstance(found, tuple):
                raise ReadError(Reason(role, (found[1].reason,)))
            if found.content_hash != saved.content_hash:
                raise ReadError(Reason(role, (Reason(ReasonCode.CHANGED_SINCE_SAVED),)))
            self.known[saved.id] = written_document(saved.id, saved.text, found)
        return self.known[saved.id]

    def _pair(self, document: Document, witness: Document) -> Pair | None:
        if document.fingerprint is None or witness.fingerprint is None:
            return None
        left, right = (
            replace(one, text=TextId(text)) for text, one in enumerate((document, witness))
        )
        sources = {one.text: [text_source(one)] for one in (left, right)}
        compared, _ = compare_files([(left.text, right.text)], sources, self.config)
        # none: changed meanwhile
        return pair_of(left, right, compared[0]) if compared else None
