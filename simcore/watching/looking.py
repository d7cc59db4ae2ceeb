"""What is at some paths now, set against what the index has of them and what was seen there."""

import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path

from simcore.files.containers import find_inside
from simcore.files.disk import is_missing
from simcore.files.entering import topmost
from simcore.files.listed import Files, Listing
from simcore.files.listing import list_paths
from simcore.files.patterns import patterns_of
from simcore.model.config import ScanConfig
from simcore.model.progress import Progress, Stage
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import (
    INSIDE,
    Document,
    Fingerprinted,
    Judgements,
    ListedFile,
    Problem,
    ProblemStage,
)
from simcore.model.report import ScanReport
from simcore.pipeline.account.age import ScanAge
from simcore.pipeline.account.on_trial import is_quiet, is_wanted_as
from simcore.pipeline.comparisons import extracted_beside, jobs_ahead
from simcore.pipeline.fingerprinting import (
    Unusable,
    is_lasting,
    keep_texts,
    recipe_key,
    without_words,
)
from simcore.pipeline.jobs import FingerprintJob, batches
from simcore.pipeline.scan import scan
from simcore.store.documents import Documents
from simcore.store.elsewhere.disks import look_for_disks
from simcore.store.index import FingerprintIndex
from simcore.store.listing_diff import ListingDiff
from simcore.text.reading import READER_VERSION
from simcore.workers.pool import run_jobs

_BATCHES_AHEAD = 12
"""Workers read so many batches on while this process answers for those that were read."""

_STORED_AT_ONCE = 256
_KEPT_AT_ONCE = 1 << 22
"""Files, and bytes of what was extracted from them, that are stored in one transaction at most."""


@dataclass(frozen=True, slots=True)
class Item:
    """A file as it is now, by resolved path and as shown: a document, or why it is none.

    ``content`` is the hash of its bytes, empty where it could not be read. ``finer`` is as in
    ``TextPrint``, where it was just read.
    """

    real: Path
    path: Path
    content: bytes
    document: Document | None = None
    problem: Reason | None = None
    finer: bytes = b""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a look at some paths has found: documents that the index has, and files to read.

    ``gone`` are the documents that were seen and are there no more, and the hashes of their bytes.
    ``before`` is what was seen at the paths. ``arrivals`` are the times, in seconds since 1970, of
    files that came earlier: under another name, or forgotten. ``unsure`` is whether only a walk
    over all folders can tell: a file has several names, of which one counts. A walk over all finds
    these, ``linked``, and those that went or changed while they were read, ``in_motion``.
    ``closed`` are the folders that cannot be listed.
    """

    known: Sequence[Item]
    new: Files
    gone: Mapping[Path, bytes]
    before: Mapping[Path, bytes]
    arrivals: Mapping[Path, int] = field(default_factory=dict)
    unsure: bool = False
    linked: AbstractSet[Path] = frozenset()
    in_motion: Sequence[Problem] = ()
    closed: Sequence[Problem] = ()


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks at paths below folders, ``roots`` by resolved path, as a scan of all of these would.

    ``linked`` are the resolved paths of files that had several names when all was listed last.
    ``away`` returns the resolved paths of folders and disks that are not there: what is known of
    documents below is kept.
    """

    config: ScanConfig
    index: FingerprintIndex
    executor: Executor
    roots: Mapping[Path, Path]
    encodings: Mapping[bytes, str]
    linked: AbstractSet[Path]
    away: Callable[[], Sequence[Path]]

    def at(self, paths: Iterable[Path], seen: Mapping[Path, bytes], progress: Progress) -> Findings:
        """List some resolved paths; the index forgets what has gone there.

        ``seen`` is what was seen at or below the paths. Raises ``SimcoreError`` and ``Cancelled``.
        """
        tops = topmost(paths)
        listing = list_paths(tops, list(self.roots.values()), self.config, progress)
        listing.unlisted += self.away()
        away = look_for_disks(self.index, [*self.roots])
        listing.unlisted += [disk.volume.point for disk in away]
        known = self._known(listing, tops)
        moved = [(old, file) for _, old, file in known.moved if not os.path.lexists(old)]
        renamed = [self.index.renamed(old, file) for old, file in moved]
        if any(renamed):  # the index knows them by their new paths now
            known = self._known(listing, tops)
        # another name that the last walk found, and unchanged, is still no document of its own
        other = self.linked - {*seen} if self.linked else self.linked
        found = known.documents.every(self.config.recipe)
        documents = [one for one in found if one.real_path not in other]
        unseen = [one for one in documents if one.real_path not in seen]
        unsure = self._lost_a_name(tops) or any(map(_has_other_names, [*known.new, *unseen]))
        patterns = patterns_of(self.config)
        items = [_item(one) for one in documents if is_wanted_as(one.path, one.encoding, patterns)]
        items += [
            Item(file.real_path, file.path, b"", None, problem.reason)
            for file, problem in known.problems
            if not is_quiet(problem, patterns)
        ]
        admitted = ScanAge(self.index, self.config, self.index.clock()).admit(listing, known)
        if not unsure:
            self.index.forget_missing(known.absent, listing.unlisted)
        listed = {one.real for one in items}.union(one.real_path for one in known.new)
        gone = gone_of(seen, listed, listing.unlisted)
        closed = [one for one in listing.problems if one.reason.code is ReasonCode.UNLISTED]
        return Findings(
            items, admitted.new, gone, seen, admitted.arrivals, unsure=unsure, closed=closed
        )

    def _lost_a_name(self, paths: Iterable[Path]) -> bool:
        """Return whether one of several names of a file is gone: another one may count now."""
        gone = {path for path in paths if self.linked and not os.path.lexists(path)}
        return not gone.isdisjoint(self.linked) or any(
            not gone.isdisjoint(one.parents) for one in (self.linked if gone else ())
        )

    def _known(self, listing: Listing, tops: Sequence[Path]) -> ListingDiff:
        recipe = recipe_key(self.config)
        return self.index.known(
            listing.files,
            tops,
            recipe,
            READER_VERSION,
            encodings=self.encodings,
            largest=self.config.largest_file,
        )

    def read(
        self, files: Iterable[ListedFile], arrivals: Mapping[Path, int], progress: Progress
    ) -> Generator[list[Item], None, None]:
        """Read files, store them in the index, and yield them in parts.

        ``arrivals`` are those of ``Findings``. A file that went or changed meanwhile is not among
        them: the event of that is still to be heard.
        """
        texts = extracted_beside(self.index, self.config)
        jobs = (
            FingerprintJob(batch, self.config, self.encodings, texts, finer=True)
            for batch in batches(files)
        )
        ahead = max(_BATCHES_AHEAD, jobs_ahead(self.config))
        read: list[Fingerprinted | Unusable] = []
        for result in run_jobs(jobs, self.executor, ahead, Stage.READ, progress):
            read += result
            kept = sum(len(one.extracted) for one in read if isinstance(one, Fingerprinted))
            if len(read) >= _STORED_AT_ONCE or kept >= _KEPT_AT_ONCE:
                yield self._stored(read, arrivals, texts)
                read = []
        if read:
            yield self._stored(read, arrivals, texts)

    def _stored(
        self,
        read: Sequence[Fingerprinted | Unusable],
        arrivals: Mapping[Path, int],
        texts: Path | None,
    ) -> list[Item]:
        """Store what was read of some files, with what was extracted in the file ``texts``."""
        patterns = patterns_of(self.config)
        fingerprinted = [one for one in read if isinstance(one, Fingerprinted)]
        unusable: list[Unusable] = [one for one in read if isinstance(one, tuple)]
        lasting = [(source, problem) for source, problem in unusable if is_lasting(problem)]
        recipe = recipe_key(self.config)
        stored = self.index.store(recipe, READER_VERSION, fingerprinted, lasting, arrivals)
        if texts is not None:
            keep_texts(texts, fingerprinted, self.config.kept_texts)
        items = [
            replace(_item(document), finer=one.finer)
            for document, one in zip(stored, fingerprinted, strict=True)
        ]
        items += [
            Item(source.real_path, source.path, b"", None, problem.reason)
            for source, problem in unusable
            if not is_quiet(problem, patterns) and problem.reason.code not in _IN_MOTION
        ]
        return items

    def everywhere(
        self, seen: Mapping[Path, bytes], told: Sequence[Path], progress: Progress
    ) -> tuple[ScanReport, Findings]:
        """Scan all folders, without comparing; return what is not as it was seen in ``told`` ones.

        Raises ``SimcoreError`` and ``Cancelled``.
        """
        report = scan(
            list(self.roots.values()),
            self.config,
            self.index,
            self.executor,
            progress,
            compare=False,
            judgements=Judgements(encodings=self.encodings),
            away=self.away,
        )
        documents = report.documents
        assert isinstance(documents, Documents)  # noqa: S101 - those of a scan are
        prefixes = tuple(os.path.join(one, "") for one in told)  # noqa: PTH118 - with a final separator
        listed: set[Path] = set()
        items: list[Item] = []
        names = self._names(report)
        for position, (name, content) in enumerate(documents.contents()):
            if name.startswith(prefixes):
                real = Path(name)
                listed.add(real)
                if seen.get(real) != content:
                    others = names.get(real, ()) if real not in seen else ()
                    item = _item(documents.at(position))
                    items += self._under_known_name(item, others, seen, prefixes)
        unlisted = [*self.away()]
        closed: list[Problem] = []
        in_motion: list[Problem] = []
        for problem in report.problems:
            real = self._real(problem.path)
            if problem.stage is ProblemStage.LIST:
                unlisted.append(real)
                if problem.reason.code is ReasonCode.UNLISTED:
                    closed.append(problem)
            elif problem.reason.code in _IN_MOTION:
                in_motion.append(problem)
            elif problem.stage in _NO_DOCUMENT and str(real).startswith(prefixes):
                if real not in listed and seen.get(real) != b"":
                    items.append(Item(real, problem.path, b"", None, problem.reason))
                listed.add(real)
        linked = frozenset(names).union(*names.values())
        gone = gone_of(seen, listed, unlisted)
        return report, Findings(
            items, Files(), gone, seen, linked=linked, in_motion=in_motion, closed=closed
        )

    def _names(self, report: ScanReport) -> dict[Path, list[Path]]:
        """Return the other names of files, by the one that is listed, all as resolved paths."""
        found: dict[Path, list[Path]] = {}
        for problem in report.problems:
            if problem.reason.code is ReasonCode.SECOND_NAME:
                first = self._real(Path(str(problem.reason.values[0])))
                found.setdefault(first, []).append(self._real(problem.path))
        return found

    def _under_known_name(
        self, item: Item, others: Sequence[Path], seen: Mapping[Path, bytes], told: tuple[str, ...]
    ) -> list[Item]:
        """Return an item under that of its ``others`` that was seen; none if the library has one.

        Which of the names of a file is listed depends on their order; what came is told once.
        """
        known = next((one for one in others if one in seen), None)
        if known is None:
            return [item] if all(str(one).startswith(told) for one in others) else []
        if seen[known] == item.content:
            return []
        return [replace(item, real=known, path=_below(known, self.roots.items()))]

    def _real(self, path: Path) -> Path:
        """Return the resolved path of a file that is shown below one of the folders."""
        return _below(path, ((shown, real) for real, shown in self.roots.items()))


_IN_MOTION = {ReasonCode.GONE, ReasonCode.CHANGED_WHILE_READ_SCAN_AGAIN}
_NO_DOCUMENT = {ProblemStage.READ, ProblemStage.DECODE}


def _below(path: Path, folders: Iterable[tuple[Path, Path]]) -> Path:
    """Return a path with the first folder that it is in, of some, as that is named besides."""
    found = (to / path.relative_to(one) for one, to in folders if path.is_relative_to(one))
    return next(found, path)


def gone_of(
    seen: Mapping[Path, bytes], listed: AbstractSet[Path], unlisted: Sequence[Path]
) -> dict[Path, bytes]:
    """Return what was seen and is there no more.

    What is there but was not listed, for the settings are others or it is too old, is not gone; nor
    is what may be in folders that could not be listed.
    """
    return {
        path: content
        for path, content in seen.items()
        if path not in listed
        and is_missing(path)
        and find_inside(path) is None
        and not any(path.is_relative_to(folder) for folder in unlisted)
    }


def _item(document: Document) -> Item:
    words = document.fingerprint is not None
    problem = None if words else without_words(document.path, document).reason
    return Item(document.real_path, document.path, document.content_hash, document, problem)


def _has_other_names(file: ListedFile | Document) -> bool:
    try:
        path = file.real_path
        return file.device != INSIDE and (path.stat().st_nlink > 1 or path.is_symlink())
    except OSError:
        return False
