"""The stages of a scan in their order; later ones are imported while workers read."""

import contextlib
import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter, not_
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simcore.files.listing import Files, Listing, list_files
from simcore.files.patterns import Patterns, patterns_of
from simcore.formats.reading import READER_VERSION
from simcore.grouping.grouper import regroup, uncompared_pairs, with_comparisons
from simcore.index.age import (
    Forgotten,
    drop_gone,
    file_key,
    forget_old,
    inode_key,
    keep_forgotten,
    outside,
    recall_forgotten,
    scope_of,
    scopes_of,
    shrink,
)
from simcore.index.disks import (
    documents_on,
    forget_disks_away,
    known_disks,
    look_for_disks,
    missing_on_disks,
)
from simcore.index.documents import ENCODED, Documents, KnownFiles
from simcore.index.index import FingerprintIndex, ListingDiff
from simcore.index.paths import journal_beside
from simcore.index.texts import KeptTexts, texts_path
from simcore.model.config import CLASSIC_DISTANCE, SECONDS_A_DAY, ScanConfig
from simcore.model.formats import is_manual_name
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import (
    INSIDE,
    Comparison,
    Document,
    Fingerprinted,
    Judgements,
    Kind,
    ListedFile,
    ListedFolder,
    Problem,
    ProblemStage,
    Source,
    TextPair,
)
from simcore.model.report import (
    Counts,
    NoProgress,
    Progress,
    ScanFigures,
    ScanReport,
    Stage,
    Watcher,
    bounded,
    is_companion,
    kind_of,
)
from simcore.pipeline.comparing import (
    ExactComparer,
    extracted_beside,
    jobs_ahead,
    text_pair,
    text_pairs,
)
from simcore.pipeline.jobs import (
    FingerprintJob,
    TextsInHand,
    Unusable,
    batches,
    cut_short,
    guessed,
    is_lasting,
    keep_texts,
    recipe_key,
    room_in,
    temporary_folder,
    without_words,
)
from simcore.removal.journal import mark_of
from simcore.workers import make_executor, rest_executor, run_jobs, stop_executor, too_long


@dataclass(frozen=True, slots=True)
class ScanAge:
    index: FingerprintIndex
    config: ScanConfig
    now: float

    def forget(self, listing: Listing) -> Forgotten:
        """Forget documents that are too old below the listed folders; the file shrinks later."""
        scopes = scopes_of(listing.roots, self.config)
        return forget_old(self.index, self.config.retention, self.now, scopes)

    def admit(self, listing: Listing, known: ListingDiff) -> tuple[Files, int, dict[Path, int]]:
        """Return the unknown files to read, how many are too old, and when some arrived.

        A forgotten file that is recent enough again keeps its time of arrival, as does a renamed
        one.
        """
        if not known.new and not self.config.retention.forgets:
            return known.new, 0, {}
        arrivals = self._moved(known)
        forgotten = recall_forgotten(self.index)
        if not forgotten.rows:
            return known.new, 0, arrivals
        keys = [file_key(file.raw_path, file.size, file.mtime_ns) for file in known.new]
        others = [  # the key of a file under any name; of what is in an archive that by its path
            key if file.device == INSIDE else inode_key(file.inode, file.size, file.mtime_ns)
            for file, key in zip(known.new, keys, strict=True)
        ]
        new: list[ListedFile] = []
        retention = self.config.retention
        there: list[int] = []
        moved: dict[tuple[bytes, int], list[int]] = defaultdict(list)
        scopes = scopes_of(listing.roots, self.config)
        by_path, by_inode = forgotten.days_of(keys), forgotten.days_of(others)
        for file, key, other, *days in zip(known.new, keys, others, by_path, by_inode, strict=True):
            day = days[0] if days[0] is not None else days[1]
            if day is None:
                new.append(file)
                continue
            kept = key if days[0] is not None else other
            there += (key, other)
            came, folder = day * SECONDS_A_DAY, Path(file.folder.real)
            if not retention.is_outside(folder, came, self.now):
                new.append(file)
                arrivals[file.real_path] = came
            elif scope := scope_of(folder, scopes):
                moved[scope, day].append(kept)
        keep_forgotten(self.index, moved)
        if whole := self._whole(listing):
            gone = np.setdiff1d(forgotten.keys, np.array(there, dtype=np.uint64))
            drop_gone(self.index, whole, gone)
        return Files(new), len(known.new) - len(new), arrivals

    def _moved(self, known: ListingDiff) -> dict[Path, int]:
        moved = [one for one in known.moved if not os.path.lexists(one[1])]
        came = self.index.arrivals(document for document, _, _ in moved) if moved else {}
        return {file.real_path: came[document] for document, _, file in moved if document in came}

    def _whole(self, listing: Listing) -> list[bytes]:
        whole = [
            root
            for root in listing.roots
            if not any(
                one.is_relative_to(root) or root.is_relative_to(one)
                for one in (*listing.unlisted, *self.index.away.values())
            )
        ]
        return list(scopes_of(whole, self.config).values())


def is_quiet(problem: Problem, patterns: Patterns, by_hand: Collection[Path] = frozenset()) -> bool:
    """Return whether a file was read on trial and is not what it was tried for."""
    if problem.path in by_hand:
        return False
    # where a choice of encoding was not used the file was read all the same
    read = problem.reason.code is ReasonCode.CHOICE_NOT_USED
    no_text = problem.stage is ProblemStage.DECODE and not read
    large = problem.reason.code is ReasonCode.TOO_LARGE
    on_trial = patterns.only_on_trial(problem.path) or is_companion(problem.path.name)
    return (no_text or large) and on_trial


def are_wanted(known: KnownFiles, patterns: Patterns) -> list[bool]:
    """Return whether documents that an earlier scan read as text belong to this scan, too."""
    # by their names first: there are very many, and paths are built on demand
    return [
        not is_manual_name(name)
        or folder.by_hand
        or is_wanted_as(folder.path / name, encoding, patterns)
        for (folder, name), encoding in zip(known.named(), known.column(ENCODED), strict=True)
    ]


def is_wanted_as(path: Path, encoding: object, patterns: Patterns) -> bool:
    """Return whether a document at a path, read in an encoding, belongs to this scan."""
    manual = not is_manual_name(path.name) or encoding == "man"
    return manual or patterns.all_text or not patterns.only_on_trial(path)


def is_worth_a_try(problem: Problem, config: ScanConfig, by_hand: Collection[Path]) -> bool:
    """Return whether a file was left out by other settings than now, for time or name."""
    if problem.reason.code is ReasonCode.NOT_A_MANUAL:
        return (
            config.all_text
            or problem.path in by_hand
            or not patterns_of(config).only_on_trial(problem.path)
        )
    # nothing else that went wrong while reading is kept
    return problem.stage is ProblemStage.READ and problem.reason != too_long(config.seconds_a_file)


WITHOUT_COMPARING = frozenset({Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS})
"""The kinds of pairs that hashes tell; all others need a comparison."""

EVERY_KIND = frozenset(Kind)


@dataclass(slots=True)
class SoFar:
    watcher: Watcher | None
    figures: ScanFigures = field(default_factory=ScanFigures)

    def listed(self, listing: Listing, new: Files) -> None:
        self.figures = ScanFigures(
            files=listing.count,
            new=len(new),
            new_size=sum(new.column(ListedFile._fields.index("size"))),
            left_out=listing.skipped - listing.left_out.total(),
        )

    def read(self, result: Iterable[Fingerprinted | Unusable]) -> None:
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
        if self.watcher is not None:
            kinds = EVERY_KIND if compared else WITHOUT_COMPARING
            self.watcher.found(self.figures, kinds, lambda: replace(make(), complete=False))


_MOST_JOBS, _SECONDS_UNWRITTEN = 16, 0.5
"""What so many jobs have read is written at once at most, or what was read for so long.

Hashes and blocks of fingerprints are anywhere in the file, so a write changes nearly every page of
them. A few first files have few pages, and are written at once: somebody may wait for them.
"""
_SHARE = 4
_MANY_DOCUMENTS = 20_000  # the memory of workers is needed for the search among so many
"""As much is written at once as one in so many of what was written before.

Towards the end less, as workers have nothing to do while the last of it is written.
"""

Read = list[Fingerprinted | Unusable]


@dataclass(slots=True)
class Taken:
    """What jobs have read, in the order of arrival.

    ``texts`` is the file of extracted texts, if kept; ``arrivals`` are those of
    ``FingerprintIndex.store``. ``told`` is called with what was written; ``left`` files are not
    taken yet.
    """

    index: FingerprintIndex
    config: ScanConfig
    recipe: str
    arrivals: Mapping[Path, int]
    in_hand: TextsInHand
    texts: Path | None
    told: Callable[[Read], None]
    left: int
    documents: KnownFiles = field(default_factory=KnownFiles)
    problems: list[Problem] = field(default_factory=list)
    _folders: dict[tuple[str, str], ListedFolder] = field(default_factory=dict)
    _waiting: list[Read] = field(default_factory=list)
    _since: float = 0.0
    _written: int = 0

    def take(self, result: Read) -> None:
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append(result)
        self.left -= len(result)
        self.keep_in_time()

    def keep_in_time(self) -> None:
        late = time.monotonic() - self._since > _SECONDS_UNWRITTEN
        much = len(self._waiting) >= min(_MOST_JOBS, 1 + self._written // _SHARE)
        if late or much or sum(map(len, self._waiting)) * _SHARE >= self.left:
            self.keep()

    def keep(self) -> None:
        """Write what waits. Raises ``SimcoreError`` and what ``told`` raises."""
        if not self._waiting:
            return
        result = [item for of_job in self._waiting for item in of_job]
        self._written += len(self._waiting)
        self._waiting.clear()  # whatever fails now fails once
        fingerprinted = [item for item in result if isinstance(item, Fingerprinted)]
        unusable: list[Unusable] = [item for item in result if isinstance(item, tuple)]
        lasting = [(source, problem) for source, problem in unusable if is_lasting(problem)]
        stored = self.index.store_rows(
            self.recipe, READER_VERSION, fingerprinted, lasting, self.arrivals
        )
        self.in_hand.add((document for document, _ in stored), fingerprinted)
        if self.texts is not None:
            keep_texts(self.texts, fingerprinted, self.config.kept_texts)
        self.documents.add_read(stored, [self._place(one.source) for one in fingerprinted])
        self.problems += [problem for _, problem in unusable]
        self.problems += [
            Problem(one.source.path, ProblemStage.DECODE, one.refused, one.content_hash)
            for one in fingerprinted
            if one.refused is not None
        ]
        self.told(result)

    def _place(self, file: Source) -> tuple[ListedFolder, str]:
        """Return the folder of a file, one object for all jobs, and the name of the file."""
        if isinstance(file, ListedFile):
            folder = file.folder
        else:
            paths = file.path, file.real_path
            shown, real = (str(path).removesuffix(file.name) for path in paths)
            folder = ListedFolder(shown, real)
        # files of a folder may be named in two ways
        return self._folders.setdefault((folder.real, folder.shown), folder), file.name


@dataclass(frozen=True, slots=True)
class FileTally:
    """The listed files of a scan: known, not to be tried again, and to be read.

    ``known`` are documents of the index, ``lasting`` problems of an earlier scan, ``new`` the files
    to read; ``outside`` counts those too old. ``wanted`` are the known documents that this scan
    asks for. Files tried and not wanted count as skipped.
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
        return [*self.listing.problems, *self._told(self.lasting), *self._told(unusable)]

    def counts(self, unusable: Sequence[Problem]) -> Counts:
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
        found = self.listing.left_out.copy()
        found.update(
            kind_of(one.path.name)
            for one in (*self.lasting, *unusable)
            if is_quiet(one, self.patterns, self.listing.by_hand)
            and not is_companion(one.path.name)
        )
        found.update(kind_of(name) for _, name in self.unwanted.named())
        return bounded(found)


def scan(
    folders: str | Path | Sequence[str | Path],
    config: ScanConfig | None = None,
    index: FingerprintIndex | str | Path = ":memory:",
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    compare: bool = True,
    judgements: Judgements | None = None,
    watcher: Watcher | None = None,
    away: Callable[[], Sequence[Path]] = tuple,
    listing: Listing | None = None,
    forget_away: bool = False,
) -> ScanReport:
    """Scan one or more folders: list, read new files, find candidates, verify them, group.

    ``index`` is an open index or the path of one, created if missing; the one in memory leaves
    nothing behind. Without an ``executor`` the processes of ``config`` are started and ended: a
    script must call this below ``if __name__ == "__main__":``. Without ``compare`` there are only
    groups of equal text.

    Groups follow ``judgements``, by default those beside the index. ``watcher`` receives results as
    they come. What is known of documents on a disconnected disk is kept, unless ``forget_away``;
    ``away`` returns more folders and disks that are not there. ``listing`` is a listing of these
    folders made just now; the report then has no position in the journal.

    Unchanged files are not opened: size, times and identity are compared. Read files are stored
    within a second, so a killed run loses little and a cancelled one nothing. Documents beyond
    ``config.retention`` are forgotten. Raises ``SimcoreError`` if the run cannot continue, and
    ``Cancelled``.
    """
    config = config or ScanConfig()
    given = [folders] if isinstance(folders, str | os.PathLike) else folders
    roots = [Path(folder) for folder in given]
    with contextlib.ExitStack() as stack:
        if not isinstance(index, FingerprintIndex):
            index = stack.enter_context(FingerprintIndex(Path(index)))
        if executor is None:
            executor = make_executor(config.jobs, config.seconds_a_file)
            stack.callback(stop_executor, executor)
        # the scan may or may not see files that are removed after this point
        mark = None if listing else mark_of(journal_beside(index.path))
        folder = stack.enter_context(temporary_folder())
        stack.enter_context(index.explained())
        run = _ScanRun(
            config,
            index,
            executor,
            progress or NoProgress(),
            judgements or Judgements(),
            recipe_key(config),
            SoFar(watcher),
            TextsInHand(folder if compare else None),
        )
        listing = listing or list_files(
            roots, config, run.progress, away=missing_on_disks(index, roots)
        )
        if forget_away:
            forget_disks_away(index, listing.roots)
        report = run.scan(roots, listing, executor, away, compare=compare)
        from simcore.pipeline.resident import keep_sketches  # noqa: PLC0415 - see above

        done = report.counts.candidates
        check = partial(run.progress.report, Stage.GROUP, done, done)
        keep_sketches(index, check, read=report.counts.read > 0)
        return replace(report, journal=mark)


def recall(
    folders: Sequence[Path],
    config: ScanConfig,
    index: FingerprintIndex,
    judgements: Judgements | None = None,
) -> ScanReport:
    """Report the records of the index below some folders, without touching a file there.

    Pairs that were never compared are left out; ``complete`` is False. Groups follow
    ``judgements``. Documents beyond their days are left out. Raises ``SimcoreError``.
    """
    with index.explained():
        recipe = recipe_key(config)
        roots = [Path(os.path.realpath(folder)) for folder in folders]
        patterns = patterns_of(config)
        documents: list[Document] = []
        problems: list[Problem] = []
        for item in index.below(roots, recipe, READER_VERSION):
            if isinstance(item, Document) and item.inside and not config.containers:
                continue
            below = (item.path.relative_to(r) for r in roots if item.path.is_relative_to(r))
            # a root may be a file that was named
            if any(path == Path() or patterns.admit(path.as_posix()) for path in below):
                if isinstance(item, Problem):
                    if not is_quiet(item, patterns):
                        problems.append(item)
                elif is_wanted_as(item.path, item.encoding, patterns):
                    documents.append(item)
        run = _ScanRun(config, index, None, NoProgress(), judgements or Judgements(), recipe)
        listed = len(documents) + len(problems)
        late = outside(index, documents, config.retention, index.clock())
        documents = [one for one in documents if one.id not in late]
        counts = Counts(
            listed=listed, unchanged=listed - len(late), unusable=len(problems), outside=len(late)
        )
        return run.report(folders, Documents(KnownFiles(), documents, recipe), problems, counts)


def report_read(
    documents: Documents,
    problems: Sequence[Problem],
    config: ScanConfig,
    index: FingerprintIndex,
    executor: Executor,
    progress: Progress,
    in_hand: TextsInHand,
) -> ScanReport:
    """Compare and group documents that were read into an index, as a scan does.

    ``in_hand`` has their texts, so no file is opened; ``problems`` are of those that could not be
    read. A problem of all documents has an empty path. Raises ``SimcoreError`` and ``Cancelled``.
    """
    read = len(documents) + len(problems)
    counts = Counts(listed=read, read=read, unusable=len(problems))
    with index.explained():
        recipe = recipe_key(config)
        run = _ScanRun(config, index, executor, progress, Judgements(), recipe, in_hand=in_hand)
        return run.report([Path()], documents, problems, counts)


@dataclass(frozen=True, slots=True)
class _ScanRun:
    config: ScanConfig
    index: FingerprintIndex
    executor: Executor | None
    progress: Progress
    judgements: Judgements
    recipe: str
    so_far: SoFar = field(default_factory=lambda: SoFar(None))
    in_hand: TextsInHand = field(default_factory=TextsInHand)

    def scan(
        self,
        folders: Sequence[Path],
        listing: Listing,
        executor: Executor,
        away: Callable[[], Sequence[Path]],
        *,
        compare: bool,
    ) -> ScanReport:
        listing.unlisted += away()
        self._note_away(listing)
        age = ScanAge(self.index, self.config, self.index.clock())
        old = age.forget(listing)
        before = {one: documents_on(self.index, one) for one in self.index.away}
        known = self.index.known(
            listing.files,
            listing.roots,
            self.recipe,
            READER_VERSION,
            self.progress,
            self.judgements.encodings,
            self.config.largest_file,
        )
        by_hand = listing.by_hand
        again, lasting = [], []
        for file, problem in known.problems:
            if is_worth_a_try(problem, self.config, by_hand):
                again.append(file)
            else:
                lasting.append(problem)
        admitted, outside, arrivals = age.admit(listing, known)
        new = admitted + Files(again)
        patterns = patterns_of(self.config)
        tally = FileTally(listing, patterns, known.documents, lasting, new, outside)
        self.so_far.listed(listing, new)
        names = listing.other_names()

        def tell(read: KnownFiles, unusable: Sequence[Problem]) -> None:
            def copies() -> ScanReport:
                return replace(self, progress=NoProgress()).report(
                    folders,
                    Documents(tally.wanted + read, recipe=self.recipe, names=names),
                    tally.problems(unusable),
                    Counts(listed=listing.count, read=len(read) + len(unusable), outside=outside),
                    compare=False,
                )

            self.so_far.tell(copies, compared=False)

        taken = self._read(new, executor, tell, arrivals)
        read, unusable = taken.documents, taken.problems
        if known.absent:  # a disk may have gone meanwhile
            self._note_away(listing)
        self._note_written_over(listing, before)
        unlisted = [*listing.unlisted, *away()]
        forgotten = self.index.forget_missing(known.absent, unlisted)
        if new and not forgotten:  # or else that was done
            self.index.drop_texts()  # of what these files held before
        report = self.report(
            folders,
            Documents(tally.wanted + read, recipe=self.recipe, names=names),
            tally.problems(unusable),
            tally.counts(unusable),
            compare=compare,
        )
        if self.config.retention.forgets:
            shrink(self.index, scattered=old.scattered)
        return replace(report, left_out=tally.left_out(unusable))

    def _note_away(self, listing: Listing) -> None:
        noted = {(one.path, one.reason.code) for one in listing.problems}
        for disk in look_for_disks(self.index, listing.roots):
            point = disk.volume.point
            code = ReasonCode.ANOTHER_DISK if disk.replaced else ReasonCode.DISK_AWAY
            if (point, code) not in noted:
                problem = Problem(point, ProblemStage.LIST, Reason(code, (disk.documents,)))
                listing.problems.append(problem)
            if not disk.replaced:
                listing.unlisted.append(point)

    def _note_written_over(self, listing: Listing, before: Mapping[int, int]) -> None:
        """Note how many documents of earlier disks the index lost, of those ``before``."""
        for number, count in before.items():
            left = documents_on(self.index, number)
            if left < count:
                of = known_disks(self.index)[number].point, ReasonCode.ANOTHER_DISK
                now = Reason(ReasonCode.ANOTHER_DISK_OVER, (left, count - left))
                listing.problems[:] = [
                    replace(one, reason=now) if (one.path, one.reason.code) == of else one
                    for one in listing.problems
                ]

    def _read(
        self,
        new: Files,
        executor: Executor,
        tell: Callable[[KnownFiles, Sequence[Problem]], None],
        arrivals: Mapping[Path, int],
    ) -> Taken:
        texts = extracted_beside(self.index, self.config)
        if not self.config.kept_texts:
            KeptTexts(texts_path(self.index.path), READER_VERSION).clear()

        def told(result: Read) -> None:
            self.so_far.read(result)
            tell(taken.documents, taken.problems)

        taken = Taken(
            self.index, self.config, self.recipe, arrivals, self.in_hand, texts, told, len(new)
        )

        def jobs() -> Iterator[FingerprintJob]:
            room = room_in(self.in_hand.folder)
            for batch in batches(new):
                room -= sum(file.size for file in batch)
                in_hand = self.in_hand.folder if room >= 0 else None
                encodings = self.judgements.encodings
                yield FingerprintJob(batch, self.config, encodings, texts, in_hand=in_hand)

        def idle() -> None:
            import simcore.pipeline.candidates  # noqa: PLC0415
            import simcore.pipeline.forms  # noqa: PLC0415
            import simcore.pipeline.resident  # noqa: F401, PLC0415

            taken.keep_in_time()

        told([])
        ahead = jobs_ahead(self.config)
        try:
            progress = _KeptFirst(self.progress, taken)
            for result in run_jobs(jobs(), executor, ahead, Stage.READ, progress, idle):
                taken.take(result)
        finally:
            taken.keep()
        return taken

    def report(
        self,
        folders: Sequence[Path],
        documents: Documents,
        problems: Sequence[Problem],
        counts: Counts,
        *,
        compare: bool = True,
    ) -> ScanReport:
        config = self.config
        wordless = [without_words(one.path, one) for one in documents.where(~documents.usable)]
        why_cut = documents.column("stage", "cut_short")
        cut = [
            cut_short(one.path, one.cut_short) for one in documents.where(why_cut) if one.cut_short
        ]
        is_guessed = [one == 1 for one in documents.column("guessed")]
        doubtful = [guessed(one.path, one) for one in documents.where(is_guessed)]
        comparable = len(documents) - len(wordless)
        compared = config.compared_distance
        if compared is None:
            compared = CLASSIC_DISTANCE
        plain = ScanReport(
            config=config,
            folders=tuple(folders),
            documents=documents,
            pairs=(),
            groups=(),
            problems=(),
            counts=replace(
                counts,
                too_short=len(wordless),
                documents=comparable,
                short=int((documents.short & documents.usable).sum()),
            ),
            compared_distance=compared,
            complete=self.executor is not None,
            judgements=self.judgements,
        )
        listed = [*problems, *wordless, *cut, *doubtful]
        if compare:
            return self._compared(plain, documents, listed)
        grouped = self._grouped(plain, listed)
        self.progress.report(Stage.GROUP, 0, 0)
        return grouped

    def _compared(
        self, plain: ScanReport, documents: Documents, problems: Sequence[Problem]
    ) -> ScanReport:
        from simcore.pipeline.candidates import find_candidates  # noqa: PLC0415 - see above
        from simcore.pipeline.forms import FormSearch  # noqa: PLC0415 - see above

        config = self.config
        self._rest(documents)
        proposed = find_candidates(
            documents,
            self.index,
            self.recipe,
            replace(config.sought, distance=plain.compared_distance),
            self.progress,
            as_asked=config.compared_distance is not None,
            remember=self.executor is not None,
        )
        unread: list[Problem] = []
        if proposed.missed:
            values = f"{proposed.missed:,}", f"{proposed.passed_over:,}"
            reason = Reason(ReasonCode.NOT_ALL_COMPARED, values)
            unread.append(Problem(plain.folders[0], ProblemStage.VERIFY, reason))
        comparer = ExactComparer(
            documents, config, self.index, self.executor, self.progress, self.in_hand
        )
        candidates = text_pairs(documents, proposed)
        found = replace(
            plain,
            counts=replace(
                plain.counts,
                candidates=len(candidates),
                passed_over=proposed.passed_over,
                missed=proposed.missed,
            ),
            compared_distance=proposed.distance,
        )

        def check() -> None:
            self.progress.report(Stage.GROUP, len(candidates), len(candidates))

        forms = FormSearch(documents, self.index, proposed)

        def tell(made: Mapping[TextPair, Comparison]) -> None:
            def verified() -> ScanReport:
                rest = dict(made)
                quiet = replace(comparer, progress=NoProgress())
                pairs = quiet.taken_out(rest, proposed, candidates)
                pairs = forms.so_far(pairs)
                return self._grouped(
                    replace(found, pairs=tuple(pairs), comparisons=rest), [*problems, *unread]
                )

            self.so_far.tell(verified, compared=True)

        comparisons, unreadable = comparer.compared(candidates, tell)
        unread += unreadable
        self._rest(documents)
        pairs = comparer.taken_out(comparisons, proposed, candidates)
        pairs = forms.decided(pairs, check, remember=self.executor is not None)
        found = replace(found, pairs=tuple(pairs), comparisons=comparisons)
        grouped = self._grouped(found, [*problems, *unread])
        apart = uncompared_pairs(grouped)
        if apart:
            more, problem = comparer.compared([text_pair(*ends) for ends in apart])
            grouped = self._grouped(with_comparisons(grouped, more), [*problems, *unread, *problem])
        check()
        return grouped

    def _rest(self, documents: Documents) -> None:
        if self.executor is not None and len(documents) > _MANY_DOCUMENTS:
            rest_executor(self.executor)

    def _grouped(self, report: ScanReport, problems: Sequence[Problem]) -> ScanReport:
        listed = dict.fromkeys(sorted(problems, key=attrgetter("path", "stage")))
        grouped = replace(report, problems=tuple(listed))
        return regroup(grouped)


class _KeptFirst(NamedTuple):
    """Writes what was ``taken`` before a ``receiver`` of progress pauses the scan."""

    receiver: Progress
    taken: Taken

    def report(self, stage: Stage, done: int, total: int) -> None:
        if getattr(self.receiver, "pausing", False):
            self.taken.keep()
        self.receiver.report(stage, done, total)
