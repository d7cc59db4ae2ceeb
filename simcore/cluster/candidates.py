"""The stages of a job up to the pairs that are to be compared, in their order."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from simcore.candidates.inverted import WIDER, Bounds, are_many, cut_for
from simcore.cluster.packets import NUMBER, PACKETS, Frames, Mapped
from simcore.cluster.proposals import (
    FIRSTS,
    HISTOGRAM,
    SKETCHED,
    UNMET,
    CountTogether,
    FindFirsts,
    Invert,
    JudgePairs,
    ProposeByFingerprints,
    ProposeBySamples,
    SpreadFingerprints,
    SpreadSamples,
    count_pairs,
    count_samples,
    count_unmet,
    histogram_of,
)
from simcore.cluster.texts import (
    COUNTED,
    DOCUMENTS,
    OF_COMMON,
    OF_OTHERS,
    OF_PAIRS,
    Numbering,
    ReadDocuments,
    SpreadDocuments,
    TakeCharacters,
    count_rows,
    count_texts,
    number_texts,
)
from simcore.fingerprints import width_of
from simcore.model.config import CLASSIC_DISTANCE, ScanConfig
from simcore.model.reasons import ConfigError
from simcore.pipeline.candidates import most_together
from simcore.pipeline.jobs import recipe_key

_DOCUMENTS_A_BUCKET = 50_000


@dataclass
class Candidates:
    """Finds which pairs of documents are to be compared; each stage when it is first needed.

    ``source`` has rows as ``ReadDocuments`` takes them. Data are in so many buckets as are asked
    for, or one for 50,000 documents and one for each processor. Ids are the addresses of files if
    they are ``named``, or else no names. ``ConfigError`` is raised if two rows have the same one,
    unless it is known that they are ``unique``.
    """

    frames: Frames
    source: Any
    config: ScanConfig
    asked_buckets: int | None = None
    named: bool = False
    unique: bool = False

    @cached_property
    def width(self) -> int:
        """How many bits fingerprints have."""
        return width_of(recipe_key(self.config))

    @property
    def distance(self) -> int:
        """Within how many bits fingerprints propose."""
        asked = self.config.compared_distance
        return CLASSIC_DISTANCE if asked is None else asked

    @cached_property
    def documents(self) -> Any:
        """Rows of ``DOCUMENTS``."""
        read = ReadDocuments(self.config, self.width)
        found = self.frames.kept(self.frames.mapped(self.source, read, DOCUMENTS))
        for row in self.frames.repeated(found, "id").to_pylist() if not self.unique else ():
            raise ConfigError(
                f"{row['rows']:,} row{'s have' if row['rows'] > 1 else ' has'} no id, or an empty "
                "one: ids are strings or whole numbers"
                if not row["id"]
                else f"the id {row['id']!r} stands in {row['rows']} rows: each needs one of its own"
            )
        return found

    @cached_property
    def read(self) -> int:
        """How many documents there are, with those that could not be read."""
        return self._counted_in(self.documents, count_rows)

    @cached_property
    def buckets(self) -> int:
        """In how many buckets data are."""
        if self.asked_buckets is not None:
            return self.asked_buckets
        return max(self.frames.processors, -(-self.read // _DOCUMENTS_A_BUCKET))

    @cached_property
    def texts(self) -> Any:
        """Packets of ``TEXTS``."""
        spread = self._packets(self.documents, SpreadDocuments(self.buckets))
        return self.frames.kept(self._packets(self._together(spread), number_texts))

    @cached_property
    def _counted(self) -> pa.Table:
        return self.frames.rows(self.frames.mapped(self.texts, count_texts, COUNTED))

    @cached_property
    def numbering(self) -> Numbering:
        """The numbers of texts."""
        return Numbering.of(self._counted, self.buckets)

    @cached_property
    def sketches(self) -> Any:
        """Rows of ``SKETCHED`` and ``FIRSTS``: the sketches of texts, where documents were read."""
        firsts = self.frames.mapped(self.texts, FindFirsts(self.numbering), FIRSTS)
        return self.frames.kept(self.frames.matching(self.documents, SKETCHED, firsts))

    @cached_property
    def samples(self) -> Any:
        """Packets of samples and of the texts that have them: see ``Invert``."""
        spread = self._packets(self.sketches, SpreadSamples(self.buckets))
        invert = Invert(self.numbering.most_copied(self._counted))
        return self.frames.kept(self._packets(self._together(spread), invert))

    @cached_property
    def _characters(self) -> Any:
        return self.frames.kept(self._packets(self.texts, TakeCharacters(self.numbering)))

    @cached_property
    def _judged(self) -> Any:
        counted = self.frames.rows(self.frames.mapped(self.samples, count_samples, HISTOGRAM))
        repeats, texts = histogram_of(counted), self._sum("worded")
        cuts = cut_for(repeats, texts), cut_for(repeats, texts, WIDER)
        proposed = self._packets(self.samples, ProposeBySamples(self.numbering, *cuts))
        judge = JudgePairs(Bounds.of(self.config.thresholds), *cuts)
        return self.frames.kept(self._packets(self._together(proposed), judge))

    @cached_property
    def _unmet(self) -> list[int]:
        others = self.frames.of_kind(self._judged, OF_OTHERS)
        counted = self.frames.rows(self.frames.mapped(others, count_unmet, UNMET))
        return [int(np.sum(one.to_numpy())) for one in counted.columns]

    @property
    def _chooses(self) -> bool:
        return are_many(self._unmet[0], self._sum("worded"))

    @cached_property
    def by_samples(self) -> list[Any]:
        """Pairs that share enough of their sketches."""
        kinds = (OF_PAIRS,) if self._chooses else (OF_PAIRS, OF_COMMON)
        return [self.frames.of_kind(self._judged, kind) for kind in kinds]

    @cached_property
    def missed(self) -> tuple[int, int]:
        """About how many pairs are left out, since too many texts are alike; of how many texts."""
        _, not_chosen, unmet, of_unmet, of_either = self._unmet
        return (not_chosen + unmet, of_either) if self._chooses else (unmet, of_unmet)

    @cached_property
    def by_fingerprints(self) -> Any | None:
        """Pairs of near fingerprints; None where these are a crowd."""
        spread = SpreadFingerprints(self.numbering, self.distance, self.buckets, self.width)
        together = self.frames.kept(self._together(self._packets(self.texts, spread)))
        if self.config.compared_distance is None:
            counted = self._counted_in(together, CountTogether(self.buckets, self.width))
            if counted > most_together(self._sum("usual")):
                return None
        return self._packets(together, ProposeByFingerprints(self.distance, self.width))

    def _sum(self, name: str) -> int:
        return int(np.sum(self._counted[name].to_numpy()))

    def _number(self, pairs: Any) -> int:
        return self._counted_in(pairs, count_pairs)

    def _counted_in(self, frame: Any, function: Mapped) -> int:
        counted = self.frames.rows(self.frames.mapped(frame, function, NUMBER))
        return int(np.sum(counted["number"].to_numpy()))

    def _packets(self, frame: Any, function: Mapped) -> Any:
        return self.frames.mapped(frame, function, PACKETS)

    def _together(self, *frames: Any) -> Any:
        return self.frames.exchanged(frames, self.buckets)
