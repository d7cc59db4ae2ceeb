"""What a scan has found so far, for a person who does not want to wait for its end."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from simcore.files.listed import Files, Listing
from simcore.model.progress import ScanFigures, Watcher
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import Fingerprinted, Kind, ListedFile
from simcore.model.report import ScanReport
from simcore.pipeline.fingerprinting import Unusable

WITHOUT_COMPARING = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS})
"""The kinds of pairs that hashes tell; all others need a comparison."""

EVERY_KIND = frozenset(Kind)


@dataclass(slots=True)
class SoFar:
    """Counts what a scan does, and tells a watcher, if there is one."""

    watcher: Watcher | None
    figures: ScanFigures = field(default_factory=ScanFigures)

    def listed(self, listing: Listing, new: Files) -> None:
        """Note what is to be looked at; ``new`` files are to be read."""
        self.figures = ScanFigures(
            files=listing.count,
            new=len(new),
            new_size=sum(new.column(ListedFile._fields.index("size"))),
            left_out=listing.skipped - listing.left_out.total(),
        )

    def read(self, result: Iterable[Fingerprinted | Unusable]) -> None:
        """Note files that were read, or could not be."""
        now = self.figures
        read, size, not_read, left_out = now.read, now.size, now.not_read, now.left_out
        for item in result:
            read += 1
            if isinstance(item, Fingerprinted):
                size += item.source.size
                # of each of these the report has a problem
                not_read += item.fingerprint is None or bool(item.cut_short) or item.guessed
                continue
            source, problem = item
            if problem.reason.code is ReasonCode.TOO_LARGE:
                left_out += 1
            else:
                size += source.size
                not_read += 1
        self.figures = replace(now, read=read, size=size, not_read=not_read, left_out=left_out)

    def tell(self, make: Callable[[], ScanReport], *, compared: bool) -> None:
        """Tell the watcher what there is; ``make`` makes a report of it."""
        if self.watcher is not None:
            kinds = EVERY_KIND if compared else WITHOUT_COMPARING
            self.watcher.found(self.figures, kinds, lambda: replace(make(), complete=False))
