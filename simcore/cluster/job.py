"""The stages of a job, in their order: what ``simcore.pipeline.scan`` is to a scan."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.cluster.candidates import Candidates
from simcore.cluster.groups import (
    GROUPS,
    LINKS,
    MEMBERS,
    PAIRS,
    AnswerSamples,
    AskSamples,
    FindMembers,
    IslandLabels,
    ReviewIslands,
    SpreadCompared,
    SpreadMembers,
    TakeLinks,
    TakeRows,
)
from simcore.cluster.packets import Broadcast, pack
from simcore.cluster.proposals import take_counts
from simcore.cluster.texts import (
    FINGERPRINTS,
    OF_OTHERS,
    OF_PAIRS,
    OF_TEXTS,
    PROBLEMS,
    TIMES,
    TOLD,
    TakeFingerprints,
    TakeNames,
    take_problems,
    take_times,
)
from simcore.cluster.tiles import (
    COMPARED,
    COMPARED_BY,
    NEEDED,
    FindNeeded,
    LabelFirst,
    LabelSecond,
    MakeTiles,
    SpreadPairs,
    SpreadTexts,
    compare_tiles,
)
from simcore.grouping.keeping import CopyRuns
from simcore.model.reasons import Reason, ReasonCode


class ClusterJob(Candidates):
    """Finds the pairs of a set of documents, and groups; see ``Candidates``.

    What it has is what stages make; one is carried out when it is first needed.
    """

    @cached_property
    def fingerprints(self) -> Any:
        """Rows of ``FINGERPRINTS``."""
        return self.frames.mapped(self.documents, TakeFingerprints(self.width), FINGERPRINTS)

    @cached_property
    def problems(self) -> Any:
        """Rows of ``PROBLEMS``."""
        return self.frames.mapped(self.documents, take_problems, PROBLEMS)

    @property
    def left_out(self) -> Reason | None:
        """What is to be said of pairs that were not compared, if there are any."""
        missed, texts = self.missed
        values = f"{missed:,}", f"{texts:,}"
        return Reason(ReasonCode.NOT_ALL_COMPARED, values) if missed else None

    @property
    def usable(self) -> int:
        """How many documents have words."""
        return self._sum("documents")

    @cached_property
    def _names(self) -> Any:
        return self.frames.kept(self._packets(self.texts, TakeNames()))

    @cached_property
    def compared(self) -> Any:
        """Rows of ``COMPARED``: all candidates."""
        found = [*self.by_samples, self.by_fingerprints]
        return self.frames.kept(self.compared_of(one for one in found if one is not None))

    def compared_of(self, pairs: Iterable[Any]) -> Any:
        """Compare pairs."""
        return self.frames.mapped(self._tiles(pairs), compare_tiles, COMPARED)

    def _tiles(self, pairs: Iterable[Any]) -> Any:
        """Bring pairs together in tiles, with the documents of their texts."""
        spread = SpreadPairs(self.numbering)
        kept = [self.frames.kept(self._packets(some, spread)) for some in pairs]
        first = self._packets(self._together(self._characters, *kept), LabelFirst(self.numbering))
        second = LabelSecond(self.numbering)
        labelled = self._packets(self._together(self._characters, *kept, first), second)
        tiles = self._packets(self._together(labelled), MakeTiles(self.numbering))
        tiles = self.frames.kept(tiles)
        ends, asked = (self.frames.of_kind(tiles, kind) for kind in (OF_PAIRS, OF_OTHERS))
        find = FindNeeded(self.numbering)
        needed = self.frames.mapped(self._together(self._names, asked), find, NEEDED)
        there = self.frames.matching(self.documents, COMPARED_BY, needed)
        return self._together(self._packets(there, SpreadTexts(self.buckets)), ends)

    @cached_property
    def islands(self) -> Broadcast:
        """The island of each text that a verified pair has: see ``IslandLabels``."""
        found = self.frames.mapped(self.compared, TakeLinks(self.config.containment), LINKS)
        return self.frames.shared(IslandLabels.of(self.frames.rows(found)).packed())

    @cached_property
    def reviewed(self) -> Any:
        """Packets of what there is to tell of each island: see ``ReviewIslands``."""
        known = [self._members, self._answers, self._of_islands(self.compared)]
        told = self.frames.kept(self._review(known))
        apart = self.frames.of_kind(told, OF_OTHERS)
        if not self._number(apart):
            return told
        more = self.compared_of([apart])
        return self.frames.kept(self._review([*known, self._of_islands(more, OF_OTHERS)]))

    @cached_property
    def pairs(self) -> Any:
        """Rows of ``PAIRS``."""
        packets = self.frames.of_kind(self.reviewed, OF_PAIRS)
        return self.frames.mapped(packets, TakeRows(), PAIRS)

    @cached_property
    def groups(self) -> Any:
        """Rows of ``GROUPS``."""
        packets = self.frames.of_kind(self.reviewed, OF_TEXTS)
        return self.frames.mapped(packets, TakeRows(), GROUPS)

    @cached_property
    def times_ns(self) -> NDArray[np.int64]:
        """The times of modification that tell the copy runs of all documents."""
        found = self.frames.rows(self.frames.mapped(self.documents, take_times, TIMES))
        return CopyRuns.telling(found["least"].to_numpy(), found["most"].to_numpy())

    @cached_property
    def _times(self) -> Broadcast:
        return self.frames.shared(pack([self.times_ns]))

    def _review(self, known: Iterable[Any]) -> Any:
        review = ReviewIslands(self.config, self.distance, self.named, self._times)
        return self._packets(self._together(*known), review)

    def _of_islands(self, compared: Any, kind: int = OF_PAIRS) -> Any:
        spread = SpreadCompared(self.islands, self.buckets, kind)
        return self.frames.kept(self._packets(compared, spread))

    @cached_property
    def _members(self) -> Any:
        """Documents of islands, in their buckets."""
        find = FindMembers(self.numbering, self.islands)
        members = self.frames.mapped(self.texts, find, MEMBERS)
        there = self.frames.matching(self.documents, TOLD, members)
        return self.frames.kept(self._packets(there, SpreadMembers(self.buckets)))

    @cached_property
    def _answers(self) -> Any:
        """How many texts and documents have each sample of the texts of islands."""
        asked = self._packets(self.sketches, AskSamples(self.islands, self.buckets))
        known = self._packets(self.samples, take_counts)
        answer = AnswerSamples(self.islands, self.buckets)
        return self.frames.kept(self._packets(self._together(known, asked), answer))
