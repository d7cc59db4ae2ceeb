"""The stages of a scan, in their order; the only room that knows it.

What the stages after reading need is imported while workers read the first files.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from simcore.candidates.blocks import affordable_distance
from simcore.candidates.sample_ranges import MANY_TEXTS
from simcore.files.listed import Files, Listing
from simcore.files.listing import list_files
from simcore.files.patterns import patterns_of
from simcore.fingerprinting.recipes import width_of
from simcore.model.config import CLASSIC_DISTANCE, GREATEST_DISTANCE, ScanConfig
from simcore.model.progress import NoProgress, Progress, Stage, Watcher
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import (
    Comparison,
    Judgements,
    Problem,
    ProblemStage,
    TextPair,
)
from simcore.model.report import Counts, ScanReport
from simcore.pipeline.account.age import ScanAge
from simcore.pipeline.account.on_trial import is_worth_a_try, records_below
from simcore.pipeline.account.so_far import SoFar
from simcore.pipeline.account.taken import Read, Taken
from simcore.pipeline.account.tally import FileTally
from simcore.pipeline.comparisons import (
    ExactComparer,
    extracted_beside,
    jobs_ahead,
    text_pair,
    text_pairs,
)
from simcore.pipeline.fingerprinting import (
    cut_short,
    guessed,
    is_lasting,
    recipe_key,
    without_words,
)
from simcore.pipeline.in_hand import TextsInHand, room_in, temporary_folder
from simcore.pipeline.jobs import FingerprintJob, batches
from simcore.removal.journal.file import mark_of
from simcore.store.age.forgetting import outside, shrink
from simcore.store.documents import Documents, KnownFiles
from simcore.store.elsewhere.disks import (
    documents_on,
    forget_disks_away,
    known_disks,
    look_for_disks,
    missing_on_disks,
)
from simcore.store.index import FingerprintIndex
from simcore.store.kept_texts import KeptTexts, texts_path
from simcore.store.paths import journal_beside
from simcore.text.reading import READER_VERSION
from simcore.workers.pool import make_executor, rest_executor, run_jobs, stop_executor


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

    ``index`` is an open one, or the path of one, which is made where there is none and closed
    afterwards; the one in memory leaves nothing behind. Without an ``executor`` the processes that
    ``config`` asks for are started, and ended with the scan: a script has to start them below
    ``if __name__ == "__main__":``. Without a ``config`` all is as ``ScanConfig()`` says.

    Without ``compare`` it stops after reading: the report has no pairs, and only groups of equal
    text. Groups follow ``judgements``, and files are read in the encodings that these name; those
    of an index are in a file beside it (``simcore.judgements_path``). ``watcher`` is told what was
    found so far: true copies as soon as they are read, all else as it is compared.

    What is known of documents on a disk that is not connected is kept, and a problem says so;
    with ``forget_away`` it is forgotten. ``away`` returns the resolved paths of more folders and
    disks that are not there just now. ``listing`` is what ``list_files`` found in these folders a
    moment ago, if that was asked; the report then has no position in the journal.

    Unchanged files of the index are not opened: size, times and identity tell them. What was read
    is stored in the index within a second, so a run that is killed continues nearly where it
    stopped, and one that is cancelled loses nothing. Documents below these folders that came before
    the days of ``config.retention`` are forgotten, and not read again. Raises ``SimcoreError`` if
    the run cannot continue, and ``Cancelled``.
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
        from simcore.pipeline.resident.mapped import keep_sketches  # noqa: PLC0415 - see above

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
    ``judgements``. Documents that came too long ago are left out, as by a scan. Raises
    ``SimcoreError``.
    """
    with index.explained():
        recipe = recipe_key(config)
        roots = [Path(os.path.realpath(folder)) for folder in folders]
        documents, problems = records_below(index, roots, recipe, config)
        run = _ScanRun(config, index, None, NoProgress(), judgements or Judgements(), recipe)
        listed = len(documents) + len(problems)
        late = outside(index, documents, config.retention, index.clock())
        documents = [one for one in documents if one.id not in late]
        counts = Counts(
            listed=listed,
            unchanged=listed - len(late),
            unusable=len(problems),
            outside=len(late),
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
    """Report documents that were read into an index: compare and group them as a scan does.

    ``in_hand`` has their texts, so no file is opened; ``problems`` are of those that could not be
    read. What is said of all documents is a problem of the path that has no parts. Raises
    ``SimcoreError``, and ``Cancelled``.
    """
    counts = Counts(
        listed=len(documents) + len(problems),
        read=len(documents) + len(problems),
        unusable=len(problems),
    )
    with index.explained():
        run = _ScanRun(
            config,
            index,
            executor,
            progress,
            Judgements(),
            recipe_key(config),
            in_hand=in_hand,
        )
        return run.report([Path()], documents, problems, counts)


def _import_the_rest() -> None:
    """Import what comes after reading: nobody waits for it then."""
    import simcore.grouping.regroup  # noqa: PLC0415
    import simcore.pipeline.candidate_search  # noqa: PLC0415
    import simcore.pipeline.forms.scanned  # noqa: PLC0415
    import simcore.pipeline.resident.mapped  # noqa: F401, PLC0415


@dataclass(frozen=True, slots=True)
class _ScanRun:
    """One scan, or the part of it that needs no files."""

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
        found = listing.digest()
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
        admitted = age.admit(listing, known)
        new = admitted.new + Files(again)
        tally = FileTally(
            listing, patterns_of(self.config), known.documents, lasting, new, admitted.outside
        )
        self.so_far.listed(listing, new)
        names = listing.other_names()

        def tell(read: KnownFiles, unusable: Sequence[Problem]) -> None:
            def copies() -> ScanReport:
                return replace(self, progress=NoProgress()).report(
                    folders,
                    Documents(tally.wanted + read, recipe=self.recipe, names=names),
                    tally.problems(unusable),
                    Counts(
                        listed=listing.count,
                        read=len(read) + len(unusable),
                        outside=admitted.outside,
                    ),
                    compare=False,
                )

            self.so_far.tell(copies, compared=False)

        taken = self._read(new, executor, tell, admitted.arrivals)
        read, unusable = taken.documents, taken.problems
        if known.absent:  # a disk may have gone meanwhile
            self._note_away(listing)
        over = self._note_written_over(listing, before)
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
        settled = (
            bool(self.config.kept_texts)  # or else they are cleared by each scan
            and not self.config.retention.forgets
            and forgotten == len(known.absent)
            and not taken.changed
            and not over
            and not any(not is_lasting(p) or is_worth_a_try(p, self.config) for p in unusable)
            # the next scan tries what could not be read for a comparison again
            and not any(
                problem.stage is ProblemStage.VERIFY
                and problem.reason.code is not ReasonCode.NOT_ALL_COMPARED
                for problem in report.problems
            )
        )
        left_out = tally.left_out(unusable)
        return replace(report, left_out=left_out, settled=found if settled else b"")

    def _note_away(self, listing: Listing) -> None:
        """Note in a listing which disks are not connected: what is known of them is kept."""
        noted = {(one.path, one.reason.code) for one in listing.problems}
        for disk in look_for_disks(self.index, listing.roots):
            point = disk.volume.point
            code = ReasonCode.ANOTHER_DISK if disk.replaced else ReasonCode.DISK_AWAY
            if (point, code) not in noted:
                problem = Problem(point, ProblemStage.LIST, Reason(code, (disk.documents,)))
                listing.problems.append(problem)
            if not disk.replaced:
                listing.unlisted.append(point)

    def _note_written_over(self, listing: Listing, before: Mapping[int, int]) -> bool:
        """Note how many documents of earlier disks the index has lost; return if it has lost any.

        ``before`` is how many it had of each: files at the same paths were read since.
        """
        over = False
        for number, count in before.items():
            left = documents_on(self.index, number)
            if left < count:
                over = True
                of = known_disks(self.index)[number].point, ReasonCode.ANOTHER_DISK
                now = Reason(ReasonCode.ANOTHER_DISK_OVER, (left, count - left))
                listing.problems[:] = [
                    replace(one, reason=now) if (one.path, one.reason.code) == of else one
                    for one in listing.problems
                ]
        return over

    def _read(
        self,
        new: Files,
        executor: Executor,
        tell: Callable[[KnownFiles, Sequence[Problem]], None],
        arrivals: Mapping[Path, int],
    ) -> Taken:
        """Read files; whatever ends that, what was read is in the index."""
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

        told([])

        def idle() -> None:
            _import_the_rest()
            taken.keep_in_time()

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
            compared = affordable_distance(
                comparable, CLASSIC_DISTANCE, GREATEST_DISTANCE, width_of(self.recipe)
            )
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
        """Return a report with its pairs: those proposed, compared, and alike enough."""
        from simcore.grouping.regroup import (  # noqa: PLC0415 - see above
            uncompared_pairs,
            with_comparisons,
        )
        from simcore.pipeline.candidate_search import find_candidates  # noqa: PLC0415 - see above
        from simcore.pipeline.forms.scanned import FormSearch  # noqa: PLC0415 - see above

        config = self.config
        self._rest(documents)
        proposed = find_candidates(
            documents,
            self.index,
            self.recipe,
            plain.compared_distance,
            config.containment,
            self.progress,
            similarity=config.sought_similarity,
            as_asked=config.compared_distance is not None,
            remember=self.executor is not None,
        )
        unread: list[Problem] = []
        if proposed.missed:
            values = str(proposed.missed), str(proposed.passed_over)
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
                common_passages=proposed.common,
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
        """End workers while this process takes much memory; new ones start within milliseconds."""
        if self.executor is not None and len(documents) > MANY_TEXTS:
            rest_executor(self.executor)

    def _grouped(self, report: ScanReport, problems: Sequence[Problem]) -> ScanReport:
        from simcore.grouping.regroup import regroup  # noqa: PLC0415 - see above

        listed = dict.fromkeys(sorted(problems, key=attrgetter("path", "stage")))
        grouped = replace(report, problems=tuple(listed))
        return regroup(grouped, self.config.distance, self.config.similarity)


class _KeptFirst(NamedTuple):
    """Writes what was ``taken`` before a ``receiver`` of progress lets the scan stand still."""

    receiver: Progress
    taken: Taken

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Pass on a report of progress."""
        if getattr(self.receiver, "pausing", False):
            self.taken.keep()
        self.receiver.report(stage, done, total)
