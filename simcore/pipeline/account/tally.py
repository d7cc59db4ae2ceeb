"""FileTally: what became of the listed files, for the counts and problems of a report."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass, field
from operator import not_

from simcore.files.listed import Listing
from simcore.files.patterns import Patterns
from simcore.model.not_read import bounded, is_companion, kind_of
from simcore.model.records import Problem
from simcore.model.report import Counts
from simcore.pipeline.account.on_trial import are_wanted, is_quiet
from simcore.store.documents import KnownFiles


@dataclass(frozen=True, slots=True)
class FileTally:
    """The listed files of a scan: those known, those not to be tried again, and those to read.

    ``known`` are documents of the index, ``lasting`` problems of an earlier scan, ``new`` the files
    to read, and ``outside`` counts those that came too long ago. ``wanted`` are the known documents
    that this scan asks for, ``unwanted`` the others. What was tried and found to be what nobody
    asked for counts as skipped.
    """

    listing: Listing
    patterns: Patterns
    known: KnownFiles
    lasting: Sequence[Problem]
    new: Sized
    outside: int
    wanted: KnownFiles = field(init=False)
    unwanted: KnownFiles = field(init=False)

    def __post_init__(self) -> None:
        wanted = are_wanted(self.known, self.patterns)
        object.__setattr__(self, "wanted", self.known.only(wanted))
        object.__setattr__(self, "unwanted", self.known.only([*map(not_, wanted)]))

    def _told(self, problems: Sequence[Problem]) -> list[Problem]:
        by_hand = self.listing.by_hand
        return [one for one in problems if not is_quiet(one, self.patterns, by_hand)]

    def problems(self, unusable: Sequence[Problem]) -> list[Problem]:
        """Return the problems to tell, with those of ``unusable`` files that were read now."""
        return [*self.listing.problems, *self._told(self.lasting), *self._told(unusable)]

    def counts(self, unusable: Sequence[Problem]) -> Counts:
        """Return the counts of files, once all of them are read."""
        told_before, told_now = len(self._told(self.lasting)), len(self._told(unusable))
        tried = len(unusable) - told_now
        passed = len(self.unwanted) + len(self.lasting) - told_before
        listed = self.listing.count
        return Counts(
            listed=listed - tried - passed,
            skipped=self.listing.skipped + tried + passed,
            read=len(self.new) - tried,
            unchanged=listed - len(self.new) - self.outside - passed,
            unusable=told_before + told_now,
            outside=self.outside,
        )

    def left_out(self, unusable: Sequence[Problem]) -> dict[str, int]:
        """Return how many files nobody asked for, by kind."""
        found = self.listing.left_out.copy()
        found.update(
            kind_of(one.path.name)
            for one in (*self.lasting, *unusable)
            if is_quiet(one, self.patterns, self.listing.by_hand)
            and not is_companion(one.path.name)
        )
        found.update(kind_of(name) for _, name in self.unwanted.named())
        return bounded(found)
