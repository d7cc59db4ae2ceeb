"""The stages of a job up to the pairs that are to be compared, in their order."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.near import (
    SearchRadius,
    all_are_payable,
    counted_texts,
    planned_tables,
    radius_of_sample,
)
from simcore.candidates.parameters import PARAMETERS, affordable_distance
from simcore.candidates.postings import most_proposing
from simcore.candidates.sketches import room_for
from simcore.cluster.crowds import (
    COMMON,
    JUDGED,
    LEAST_COMMON,
    CountCrowded,
    KeepPairs,
    MarkCrowded,
    Plane,
    SearchCrowds,
    SpreadCrowded,
    TakeCommon,
    common_of,
    count_common,
    count_judged,
    count_missed,
    count_shingles,
    few_of,
    least_of,
)
from simcore.cluster.packets import NUMBER, PACKETS, Broadcast, Frames, Mapped, pack, packets_of
from simcore.cluster.proposals import (
    FIRSTS,
    HISTOGRAM,
    MARKS,
    SKETCHED,
    FindFirsts,
    MeetFirst,
    MeetSecond,
    ProposeByFingerprints,
    ProposeByLeaders,
    ProposeByRare,
    SpreadFingerprints,
    SpreadSamples,
    TakeLeast,
    TakeSizes,
    count_doubtful,
    count_pairs,
    count_samples,
    histogram_of,
    invert,
    marks_of,
    take_plain,
    words_of,
)
from simcore.cluster.texts import (
    COUNTED,
    DOCUMENTS,
    OF_OTHERS,
    OF_PAIRS,
    USUAL,
    Numbering,
    ReadDocuments,
    SpreadDocuments,
    TakeCharacters,
    UsualTexts,
    count_rows,
    count_texts,
    number_texts,
)
from simcore.fingerprints import width_of
from simcore.model.config import CLASSIC_DISTANCE, GREATEST_DISTANCE, ScanConfig, Thresholds
from simcore.model.reasons import ConfigError
from simcore.pipeline.jobs import recipe_key

_TEXTS_MEASURED = 512
_DOCUMENTS_A_BUCKET = 50_000
_MANY_TEXTS, _LEAST_SAMPLING, _LOOKED_AT, _SURELY = 1 << 14, 16, 4_096, 1.5
"""Of so many texts a part is looked at first: it may tell that all would be too much."""


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

    @cached_property
    def thresholds(self) -> Thresholds:
        """The thresholds by which pairs are sought."""
        return self.config.sought

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
        """Packets of ``Samples``."""
        spread = self._packets(self.sketches, SpreadSamples(self.buckets))
        return self.frames.kept(self._packets(self._together(spread), invert))

    @cached_property
    def _histogram(self) -> NDArray[np.int64]:
        return histogram_of(
            self.frames.rows(self.frames.mapped(self.samples, count_samples, HISTOGRAM))
        )

    @cached_property
    def _characters(self) -> Any:
        return self.frames.kept(self._packets(self.texts, TakeCharacters(self.numbering)))

    @cached_property
    def _by_rare(self) -> "_ByRare":
        """Pairs by rare samples: of the first samples that do not propose too much."""
        texts = self._sum("worded")
        budget = max(PARAMETERS.least_proposals, PARAMETERS.proposals_a_text * texts)
        while True:
            most, _ = most_proposing(self._histogram, budget)
            common = self._common(most)
            take = TakeSizes(self.numbering, common)
            sizes = self.frames.kept(self._packets(self.sketches, take))
            crowded = self.frames.mapped(sizes, CountCrowded(self.thresholds), LEAST_COMMON)
            table = self.frames.rows(crowded)
            room = room_for(texts, crowded=table.num_rows > 0)
            limit = PARAMETERS.doubtful * room.pairs
            if texts >= _MANY_TEXTS and self._is_surely_too_much(most, sizes, limit):
                budget //= 8
                continue
            met = self._met(most, sizes)
            judged, others = (self.frames.of_kind(met, kind) for kind in (OF_PAIRS, OF_OTHERS))
            counted = self.frames.rows(self.frames.mapped(judged, count_judged, JUDGED))
            pairs, shingles = (int(np.sum(one.to_numpy())) for one in counted.columns)
            few = pairs <= room.pairs and (room.shingles is None or shingles <= room.shingles)
            if few and self._counted_in(others, count_doubtful) <= limit:
                return _ByRare(judged, sizes, common, table)
            budget //= 8

    def _is_surely_too_much(self, most: int, sizes: Any, limit: int) -> bool:
        """Return whether a part of the pairs that may be worth comparing tells that they are."""
        sampling = max(_LEAST_SAMPLING, self.numbering.texts // _LOOKED_AT)
        plain = self.frames.kept(self._packets(sizes, take_plain))
        met = self._met(most, plain, sampling)
        doubtful = self._counted_in(self.frames.of_kind(met, OF_OTHERS), count_doubtful)
        return sampling * doubtful > _SURELY * limit

    def _common(self, most: int) -> Broadcast:
        taken = self.frames.rows(self.frames.mapped(self.samples, TakeCommon(most), COMMON))
        return self.frames.shared(pack([common_of(taken)]))

    def _met(self, most: int, sizes: Any, sampling: int = 1) -> Any:
        """Return packets of ``MeetSecond``, by samples that at most so many texts have.

        Of one text in ``sampling`` with those after it.
        """
        table = self.frames.rows(self.frames.mapped(sizes, TakeLeast(self.thresholds), MARKS))
        least = self.frames.shared(marks_of(table, self.numbering.texts).tobytes())
        proposed = self._packets(self.samples, ProposeByRare(self.numbering, most, sampling))
        first = self._packets(self._together(sizes, proposed), MeetFirst(self.numbering, least))
        second = self._packets(
            self._together(sizes, first), MeetSecond(self.thresholds, counting=sampling > 1)
        )
        return self.frames.kept(second)

    def _number(self, pairs: Any) -> int:
        return self._counted_in(pairs, count_pairs)

    @cached_property
    def _usual(self) -> Any:
        usual = self.frames.mapped(self.texts, UsualTexts(self.numbering), USUAL)
        return self.frames.kept(usual)

    @cached_property
    def radius(self) -> SearchRadius:
        """Within how many bits fingerprints propose; its leaders are numbers of texts."""
        asked = self.config.compared_distance
        if asked is not None:
            return SearchRadius(asked, asked)
        documents, usual = (self._sum(name) for name in ("documents", "usual"))
        most = affordable_distance(documents, CLASSIC_DISTANCE, GREATEST_DISTANCE, self.width)
        measured = np.arange(0, usual, max(1, usual // _TEXTS_MEASURED))
        some = self.frames.picked(self._usual, "first", measured)["characters"].to_numpy()
        characters = float(some.sum()) / max(1, len(some))
        if all_are_payable(usual, characters):
            return SearchRadius(most, most)
        numbers = self._sample["number"].to_numpy()
        return radius_of_sample(
            words_of(self._sample, self.width), numbers, usual, most, characters
        )

    def _sum(self, name: str) -> int:
        return int(np.sum(self._counted[name].to_numpy()))

    @cached_property
    def _sample(self) -> pa.Table:
        return self.frames.picked(self._usual, "first", counted_texts(self._sum("usual")))

    @cached_property
    def _by_fingerprints(self) -> Any:
        """Pairs by near fingerprints."""
        distance = self.radius.distance
        tables = planned_tables(
            self._sum("usual"), distance, words_of(self._sample, self.width), self.width
        )
        spread = SpreadFingerprints(self.numbering, tables, self.buckets, self.width)
        find = ProposeByFingerprints(tables, distance, self.width)
        return self._packets(self._together(self._packets(self.texts, spread)), find)

    @cached_property
    def missed(self) -> int:
        """About how many pairs were not compared, since too many texts are alike."""
        if self._by_common is None:
            return 0
        return self._counted_in(self.frames.of_kind(self._by_common, OF_OTHERS), count_missed)

    def _few(self, judged: Any) -> Any:
        """Those of the pairs by rare samples that are compared in a crowd.

        They are no more than one process can hold: see ``room_for``.
        """
        rows = self.frames.rows(judged)
        few = few_of(packets_of(rows.to_batches()), self.thresholds.similarity, self._shingles)
        return self.frames.mapped(judged, KeepPairs(self.frames.shared(few)), PACKETS)

    @cached_property
    def _shingles(self) -> int:
        return self._counted_in(self._by_rare.sizes, count_shingles)

    @cached_property
    def _marked(self) -> NDArray[np.uint8]:
        sizes, counted = self._by_rare.sizes, self._by_rare.crowded
        marks = self.frames.mapped(sizes, MarkCrowded(tuple(least_of(counted))), MARKS)
        return marks_of(self.frames.rows(marks), self.numbering.texts)

    @cached_property
    def _by_common(self) -> Any | None:
        """Pairs by common samples alone, and how many were left out; None where there are none."""
        if not self._by_rare.crowded.num_rows:
            return None
        marked = self._marked
        samples = self._counted_in(self._by_rare.sizes, count_common)
        plane = Plane.of(int(np.count_nonzero(marked)), samples, self.buckets)
        common = self._by_rare.common
        every = self.frames.shared(pack([marked]))
        spread = SpreadCrowded(every, common, plane, self.buckets)
        sent = self._packets(self.sketches, spread)
        search = SearchCrowds(self.thresholds, common, plane)
        return self.frames.kept(self._packets(self._together(sent), search))

    @cached_property
    def _by_leaders(self) -> Any:
        """Pairs of texts with the leaders of dense neighbourhoods."""
        leaders = self.radius.leaders
        numbers = self._sample["number"].to_numpy()
        at = np.flatnonzero(np.isin(numbers, leaders))
        of_leaders = words_of(self._sample, self.width)[at]
        find = ProposeByLeaders(numbers[at], of_leaders, self.radius.farthest, self.width)
        return self._packets(self._usual, find)

    def _counted_in(self, frame: Any, function: Mapped) -> int:
        counted = self.frames.rows(self.frames.mapped(frame, function, NUMBER))
        return int(np.sum(counted["number"].to_numpy()))

    def _packets(self, frame: Any, function: Mapped) -> Any:
        return self.frames.mapped(frame, function, PACKETS)

    def _together(self, *frames: Any) -> Any:
        return self.frames.exchanged(frames, self.buckets)


@dataclass(frozen=True, slots=True)
class _ByRare:
    """Pairs by rare samples, the sizes of texts, and the samples that are common.

    ``crowded`` has rows of ``LEAST_COMMON``.
    """

    pairs: Any
    sizes: Any
    common: Broadcast
    crowded: pa.Table
