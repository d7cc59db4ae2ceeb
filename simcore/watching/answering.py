"""The documents that some documents are like, as a scan of the same folders would show them."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from simcore.candidates.inverted import Asked
from simcore.files.patterns import patterns_of
from simcore.grouping.kinds import pair_of, shown_kind, surest_first
from simcore.model.arrivals import ArrivalMatch
from simcore.model.config import ScanConfig
from simcore.model.judgements import are_apart, without_wanted_copies
from simcore.model.progress import Progress, Stage
from simcore.model.records import (
    PARTS,
    Comparison,
    Document,
    Judgements,
    Kind,
    Pair,
    Problem,
    TextId,
    TextPair,
)
from simcore.pipeline.account.on_trial import is_wanted_as
from simcore.pipeline.comparisons import extracted_beside, jobs_ahead, text_pair
from simcore.pipeline.exact import TextSource, batches_of, text_source
from simcore.pipeline.fingerprinting import recipe_key
from simcore.pipeline.forms.asked import framed_with
from simcore.pipeline.jobs import ComparisonJob
from simcore.pipeline.resident.library import ResidentLibrary
from simcore.pipeline.similar import changed_since
from simcore.store.age.forgetting import outside
from simcore.store.held_texts import read_texts
from simcore.store.index import FingerprintIndex
from simcore.text.reading import READER_VERSION
from simcore.watching.roots import is_within
from simcore.workers.pool import run_jobs

MOST_MATCHES = 100
"""An arrival is told with so many matches at most; how many more there are is said."""

_MOST_PAIRS = 1 << 17
_LEAST_ASKED, _MOST_ASKED = 64, 1_024
_FEW = 16
_TEXTS_AT_ONCE = 1_024


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a document is like, the most alike first, and the number of matches left out."""

    matches: tuple[ArrivalMatch, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class MayBeAlike:
    """Documents of which it is asked what they are like, and what may be like them.

    ``alike`` are the candidates of each text. ``compared`` are the comparisons that were made
    before, ``compare`` makes the others in workers, from any thread.
    """

    asked: Sequence[Document]
    alike: Mapping[TextId, Sequence[TextId]]
    compared: Mapping[TextPair, Comparison]
    compare: Callable[[], tuple[list[Comparison], list[Problem]]]

    def comparisons(
        self, text: TextId, made: Mapping[TextPair, Comparison]
    ) -> dict[TextPair, Comparison]:
        """Return the comparisons of a text with its candidates, ``made`` for it or before."""
        pairs = [(min(text, one), max(text, one)) for one in self.alike.get(text, ())]
        found = {pair: made.get(pair, self.compared.get(pair)) for pair in pairs}
        return {pair: one for pair, one in found.items() if one is not None}


@dataclass(frozen=True, slots=True)
class Answering:
    """Finds what documents are like below some folders: ``roots`` by resolved path, as shown."""

    config: ScanConfig
    index: FingerprintIndex
    resident: ResidentLibrary
    executor: Executor
    roots: Mapping[Path, Path]

    def about(
        self, asked: Sequence[Document], finer: Mapping[TextId, bytes], progress: Progress
    ) -> MayBeAlike:
        """Look for what the first of some documents may be like; ``finer`` are sketches of some.

        Of how many of them depends on how much that is: the question says which are ``asked``.
        Raises ``SimcoreError`` and ``Cancelled``.
        """
        alike: dict[TextId, list[TextId]] = {}
        done, step, found = 0, _LEAST_ASKED, 0
        while done < len(asked) and found < _MOST_PAIRS:
            some = {one.text for one in asked[done : done + step] if one.fingerprint is not None}
            new = self._candidates(some.difference(alike), finer, progress)
            alike |= new
            done += step
            count = sum(map(len, new.values()))
            step = min(_MOST_ASKED, 2 * step) if count <= _FEW * step else _LEAST_ASKED
            found += count
        asked = asked[:done]
        sources: dict[TextId, Sequence[TextSource]] = {}
        wanted = sorted({other for others in alike.values() for other in others})
        for start in range(0, len(wanted), _TEXTS_AT_ONCE):
            progress.report(Stage.PASSAGE, len(alike), 0)
            by_text = self._documents(wanted[start : start + _TEXTS_AT_ONCE], asked)
            for text, documents in by_text.items():
                sources[text] = [text_source(one) for one in documents]
        pairs = sorted(
            {
                (min(text, other), max(text, other))
                for text, others in alike.items()
                for other in others
                if other in sources
            }
        )
        compared = self.index.comparisons(pairs)
        missing = [pair for pair in pairs if pair not in compared]
        for document in asked:
            sources[document.text] = [text_source(document), *sources.get(document.text, ())]
        extracted = extracted_beside(self.index, self.config)

        def compare() -> tuple[list[Comparison], list[Problem]]:
            """Compare texts exactly in workers; the index is not used."""
            jobs = (
                ComparisonJob(
                    batch,
                    {text: sources[text] for pair in batch for text in pair},
                    self.config,
                    extracted=extracted,
                )
                for batch in batches_of(missing)
            )
            made: list[Comparison] = []
            problems: list[Problem] = []
            ahead = jobs_ahead(self.config)
            for done, unread in run_jobs(jobs, self.executor, ahead, Stage.VERIFY, progress):
                made += done
                problems += unread
            return made, problems

        return MayBeAlike(asked, alike, compared, compare)

    def of(
        self,
        asked: Sequence[Document],
        question: MayBeAlike,
        made: Mapping[TextPair, Comparison],
        judgements: Judgements,
    ) -> list[Likeness]:
        """Return what some documents of a question are like, by the comparisons ``made`` for it.

        These are not stored yet: an answer should not wait for the disk.
        """
        own = {one.text for one in asked if one.comparable}
        least = min(self.config.similarity, self.config.containment)
        compared = {
            pair: one
            for document in asked
            for pair, one in question.comparisons(document.text, made).items()
            if one.containment >= least  # else no documents of them are shown together
        }
        by_text = self._documents(sorted(own.union(*compared)), asked)
        framed = {
            text: framed_with(
                text,
                list(question.comparisons(text, made).values()),
                by_text,
                self.config,
                self.index,
                recipe_key(self.config),
                self.resident.frequencies,
            )
            for text in own
        }
        answers = []
        for document in asked:
            forms = framed.get(document.text, frozenset())
            pairs = self._pairs(document, question, by_text, compared, forms, judgements)
            answers.append(_answer(pairs) if document.comparable else Likeness())
        return answers

    def _documents(
        self, texts: Sequence[TextId], asked: Sequence[Document]
    ) -> Mapping[TextId, Sequence[Document]]:
        """Return the documents with some texts, as a scan shows them."""
        by_text: dict[TextId, list[Document]] = defaultdict(list)
        found = self.index.of_texts(texts, recipe_key(self.config), READER_VERSION)
        old = outside(self.index, found, self.config.retention, self.index.clock())
        # a file with several names is one document: under that asked about, or known longest
        ids = {one.id for one in asked}
        names = {(one.text, one.device, one.inode): one.id for one in asked}
        for document in sorted(found, key=lambda one: one.id):
            if document.id in old or (shown := self._shown(document)) is None:
                continue
            name = document.text, document.device, document.inode
            if (
                document.id in ids
                or document.inside
                or (names.setdefault(name, document.id) == document.id)
            ):
                by_text[document.text].append(shown)
        return by_text

    def _candidates(
        self, texts: AbstractSet[TextId], finer: Mapping[TextId, bytes], progress: Progress
    ) -> dict[TextId, list[TextId]]:
        """Return the other texts that are worth an exact comparison with each of some."""
        found: dict[TextId, list[TextId]] = {}
        ids = np.array(sorted(texts), dtype=np.int64)
        for some in read_texts(self.index, recipe_key(self.config), ids):
            progress.report(Stage.PASSAGE, len(found), 0)
            listed = [TextId(text) for text in some.texts.tolist()]
            sketches = np.split(some.samples, np.cumsum(some.sizes)[:-1])
            asked = [
                Asked(fingerprint, short, sketch, np.frombuffer(finer.get(text, b""), dtype="<u4"))
                for text, fingerprint, short, sketch in zip(
                    listed, some.fingerprints, some.short.tolist(), sketches, strict=True
                )
            ]
            alike = self.resident.candidates_of(asked, self.config)
            for text, near in zip(listed, alike, strict=True):
                found[text] = [one for one in near if one != text]
        return found

    def _shown(self, document: Document) -> Document | None:
        """Return a document of the index as a scan of the folders shows it; None if it does not."""
        if document.inside and not self.config.containers:
            return None
        patterns, name = patterns_of(self.config), str(document.real_path)
        for real, shown in self.roots.items():
            if not is_within(document.real_path, real):
                continue
            below = name[len(str(real)) :].lstrip(os.sep)
            path = document.real_path if shown == real else shown / below
            admitted = patterns.admit(below.replace(os.sep, "/"))
            if admitted and is_wanted_as(path, document.encoding, patterns):
                return document if path == document.path else replace(document, path=path)
        return None

    def _pairs(
        self,
        document: Document,
        question: MayBeAlike,
        by_text: Mapping[TextId, Sequence[Document]],
        compared: Mapping[TextPair, Comparison],
        forms: AbstractSet[TextId],
        judgements: Judgements,
    ) -> Iterator[tuple[Pair, Document]]:
        """Yield the pairs that a scan shows of a document, with the other document of each."""
        found = by_text.get(document.text, ())
        copies = [one for one in found if one.real_path != document.real_path]
        same = Comparison(document.text, document.text, 1, 1, 1)
        wanted = without_wanted_copies(judgements, [*copies, document]) if copies else copies
        known: list[tuple[Document, Comparison]] = []
        if any(one.real_path == document.real_path for one in wanted):
            known += [(one, same) for one in wanted if one.real_path != document.real_path]
        for text in question.alike.get(document.text, ()):
            for other in by_text.get(text, ()):
                if comparison := compared.get(text_pair(document, other)):
                    known.append((other, comparison))
        for other, comparison in known:
            pair = pair_of(document, other, comparison)
            if other.text in forms:
                pair = replace(pair, framed=True)
            kind = shown_kind(pair, self.config) if pair.kind is Kind.SIMILAR else pair.kind
            if kind is None or are_apart(judgements, document, other):
                continue
            # most pairs are not shown: the disk is asked of the others
            if changed_since(other) is None:
                yield replace(pair, kind=kind), other


def _answer(pairs: Iterable[tuple[Pair, Document]]) -> Likeness:
    ordered = sorted(pairs, key=lambda one: surest_first(one[0], one[1].path))
    matches = tuple(
        ArrivalMatch(
            other.path,
            pair.kind,
            pair.resemblance,
            pair.left_in_right,
            pair.right_in_left,
            None if pair.short or pair.kind in PARTS else pair.distance,
        )
        for pair, other in ordered[:MOST_MATCHES]
    )
    return Likeness(matches, len(ordered) - len(matches))
