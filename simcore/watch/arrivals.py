"""New documents in watched folders: which files settled, what they resemble, and who is told."""

import contextlib
import heapq
import os
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from simcore.files.containers import ReadState, find_inside
from simcore.files.disk import is_missing
from simcore.files.listing import Files, Listing, list_paths, topmost
from simcore.files.patterns import patterns_of
from simcore.formats.reading import READER_VERSION
from simcore.grouping.pairs import pair_of, shown_kind, surest_first
from simcore.index.age import outside
from simcore.index.disks import look_for_disks
from simcore.index.documents import Documents
from simcore.index.index import FingerprintIndex, ListingDiff
from simcore.index.judgements import ArrivalFile, read_judgements
from simcore.index.paths import judgements_path
from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason, ReasonCode, joined
from simcore.model.records import (
    INSIDE,
    PARTS,
    Comparison,
    Document,
    Fingerprinted,
    Judgements,
    Kind,
    ListedFile,
    Pair,
    Problem,
    ProblemStage,
    TextId,
    TextPair,
)
from simcore.model.report import (
    Arrival,
    ArrivalEvent,
    ArrivalMatch,
    Progress,
    ScanReport,
    Stage,
    are_apart,
    without_wanted_copies,
)
from simcore.pipeline.comparing import extracted_beside, jobs_ahead, text_pair
from simcore.pipeline.forms import framed_with
from simcore.pipeline.jobs import (
    ComparisonJob,
    FingerprintJob,
    TextSource,
    Unusable,
    batches,
    batches_of,
    is_lasting,
    keep_texts,
    recipe_key,
    text_source,
    without_words,
)
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.scan import ScanAge, is_quiet, is_wanted_as, scan
from simcore.pipeline.similar import changed_since
from simcore.watch.events import Hint, HintKind, Listener, Roots, Stop, is_within
from simcore.workers import give_back, run_jobs

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
class ArrivalCandidates:
    """Documents to find matches for, and what may match them.

    ``alike`` are the candidates of each text. ``compared`` are earlier comparisons, ``compare``
    makes the others in workers, from any thread.
    """

    asked: Sequence[Document]
    alike: Mapping[TextId, Sequence[TextId]]
    compared: Mapping[TextPair, Comparison]
    compare: Callable[[], tuple[list[Comparison], list[Problem]]]

    def comparisons(
        self, text: TextId, made: Mapping[TextPair, Comparison]
    ) -> dict[TextPair, Comparison]:
        """Return the comparisons of a text with its candidates, ``made`` now or before."""
        pairs = [(min(text, one), max(text, one)) for one in self.alike.get(text, ())]
        found = {pair: made.get(pair, self.compared.get(pair)) for pair in pairs}
        return {pair: one for pair, one in found.items() if one is not None}


@dataclass(frozen=True, slots=True)
class Answering:
    """Finds the matches of documents below some folders: ``roots`` by resolved path, as shown."""

    config: ScanConfig
    index: FingerprintIndex
    resident: ResidentLibrary
    executor: Executor
    roots: Mapping[Path, Path]

    def about(self, asked: Sequence[Document], progress: Progress) -> ArrivalCandidates:
        """Find what the first of some documents may match.

        How many are covered depends on the number of pairs: see ``asked`` of the result. Raises
        ``SimcoreError`` and ``Cancelled``.
        """
        alike: dict[TextId, list[TextId]] = {}
        done, step, found = 0, _LEAST_ASKED, 0
        while done < len(asked) and found < _MOST_PAIRS:
            some = {one.text for one in asked[done : done + step] if one.fingerprint is not None}
            new = self._candidates(some.difference(alike), progress)
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

        return ArrivalCandidates(asked, alike, compared, compare)

    def of(
        self,
        asked: Sequence[Document],
        question: ArrivalCandidates,
        made: Mapping[TextPair, Comparison],
        judgements: Judgements,
    ) -> list[Likeness]:
        """Return the matches of some documents of a question, by the comparisons ``made`` for it.

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
        self, texts: AbstractSet[TextId], progress: Progress
    ) -> dict[TextId, list[TextId]]:
        found: dict[TextId, list[TextId]] = {}
        ids = np.array(sorted(texts), dtype=np.int64)
        for listed, sketches in self.index.sketches(only=ids):
            progress.report(Stage.PASSAGE, len(found), 0)
            alike = self.resident.candidates_of(sketches, self.config)
            for text, near in zip(map(TextId, listed.tolist()), alike, strict=True):
                found[text] = [one for one in near if one != text]
        return found

    def _shown(self, document: Document) -> Document | None:
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
        question: ArrivalCandidates,
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


# batches that workers read ahead while this process reports earlier ones
_BATCHES_AHEAD = 12
_STORED_AT_ONCE = 256
# files, and bytes of extracted text, that are stored in one transaction at most
_KEPT_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True)
class Item:
    """A file as it is now, by resolved path and as shown: a document, or why it is none.

    ``content`` is the hash of its bytes, empty if unreadable.
    """

    real: Path
    path: Path
    content: bytes
    document: Document | None = None
    problem: Reason | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What a check of some paths has found: documents of the index, and files to read.

    ``before`` has the hashes seen at the paths, ``gone`` those of documents that are missing.
    ``arrivals`` are the times, in seconds since 1970, of files that came earlier under another name
    or were forgotten. ``unsure``: only a walk over all folders can decide, since a file has several
    names; such a walk finds these, ``linked``, and files ``in_motion`` while read. ``closed``
    folders cannot be listed.
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
class FolderCheck:
    config: ScanConfig
    index: FingerprintIndex
    executor: Executor
    roots: Mapping[Path, Path]
    encodings: Mapping[bytes, str]
    linked: AbstractSet[Path]
    away: Callable[[], Sequence[Path]]

    def at(self, paths: Iterable[Path], seen: Mapping[Path, bytes], progress: Progress) -> Findings:
        """List some resolved paths; the index forgets what has gone. ``seen`` was seen there."""
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
        age = ScanAge(self.index, self.config, self.index.clock())
        new, _, arrivals = age.admit(listing, known)
        if not unsure:
            self.index.forget_missing(known.absent, listing.unlisted)
        listed = {one.real for one in items}.union(one.real_path for one in known.new)
        gone = gone_of(seen, listed, listing.unlisted)
        closed = [one for one in listing.problems if one.reason.code is ReasonCode.UNLISTED]
        return Findings(items, new, gone, seen, arrivals, unsure=unsure, closed=closed)

    def _lost_a_name(self, paths: Iterable[Path]) -> bool:
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

        ``arrivals`` are those of ``Findings``. A file that changes meanwhile is left out: its event
        follows.
        """
        texts = extracted_beside(self.index, self.config)
        jobs = (
            FingerprintJob(batch, self.config, self.encodings, texts) for batch in batches(files)
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
        patterns = patterns_of(self.config)
        fingerprinted = [one for one in read if isinstance(one, Fingerprinted)]
        unusable: list[Unusable] = [one for one in read if isinstance(one, tuple)]
        lasting = [(source, problem) for source, problem in unusable if is_lasting(problem)]
        recipe = recipe_key(self.config)
        stored = self.index.store(recipe, READER_VERSION, fingerprinted, lasting, arrivals)
        if texts is not None:
            keep_texts(texts, fingerprinted, self.config.kept_texts)
        items = [*map(_item, stored)]
        items += [
            Item(source.real_path, source.path, b"", None, problem.reason)
            for source, problem in unusable
            if not is_quiet(problem, patterns) and problem.reason.code not in _IN_MOTION
        ]
        return items

    def everywhere(
        self, seen: Mapping[Path, bytes], told: Sequence[Path], progress: Progress
    ) -> tuple[ScanReport, Findings]:
        """Scan all folders without comparing; return the changes in ``told`` ones."""
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
        found: dict[Path, list[Path]] = {}
        for problem in report.problems:
            if problem.reason.code is ReasonCode.SECOND_NAME:
                first = self._real(Path(str(problem.reason.values[0])))
                found.setdefault(first, []).append(self._real(problem.path))
        return found

    def _under_known_name(
        self, item: Item, others: Sequence[Path], seen: Mapping[Path, bytes], told: tuple[str, ...]
    ) -> list[Item]:
        """Return an item under its name that was seen, so that a file is reported once."""
        known = next((one for one in others if one in seen), None)
        if known is None:
            return [item] if all(str(one).startswith(told) for one in others) else []
        if seen[known] == item.content:
            return []
        return [replace(item, real=known, path=_below(known, self.roots.items()))]

    def _real(self, path: Path) -> Path:
        return _below(path, ((shown, real) for real, shown in self.roots.items()))


_IN_MOTION = {ReasonCode.GONE, ReasonCode.CHANGED_WHILE_READ_SCAN_AGAIN}
_NO_DOCUMENT = {ProblemStage.READ, ProblemStage.DECODE}


def _below(path: Path, folders: Iterable[tuple[Path, Path]]) -> Path:
    found = (to / path.relative_to(one) for one, to in folders if path.is_relative_to(one))
    return next(found, path)


def gone_of(
    seen: Mapping[Path, bytes], listed: AbstractSet[Path], unlisted: Sequence[Path]
) -> dict[Path, bytes]:
    """Return what was seen and no longer exists, outside folders that could not be listed."""
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


State = tuple[int, int]
"""A file's size in bytes and its time of change in nanoseconds."""

AFTER_CLOSE = 0.005
"""Seconds after a close: time for the renaming of a file that was written under another name."""

AT_REST = 0.5
"""Seconds that size and time must rest where no close is told."""

WITHOUT_CLOSE = 30.0
"""Seconds of rest after which a file that is still open is looked at all the same."""

BEFORE_GONE = 0.3
"""Seconds for the other half of a renaming, or for a file that is made anew."""

_SAID_ONCE = frozenset({HintKind.FOUND, HintKind.GONE})
_QUICK = frozenset({HintKind.CLOSED, HintKind.MOVED, HintKind.FOLDER})


@dataclass(slots=True)
class _Unsettled:
    since: float
    due: float
    kind: HintKind
    state: State | None = None


@dataclass
class Settling:
    """Paths with events, until they are due.

    ``closes``: the system reports closed files. ``state`` returns the state of a file, None if
    missing. ``known`` returns whether a document at or below a path was reported: only then a
    rename waits for a new file of that name, as editors make.
    """

    state: Callable[[Path], State | None]
    known: Callable[[Path], bool]
    closes: bool = field(kw_only=True)
    _waiting: dict[Path, _Unsettled] = field(default_factory=dict, init=False)
    _order: list[tuple[float, Path]] = field(default_factory=list, init=False)

    def hear(self, hint: Hint, now: float) -> None:
        before = self._waiting.get(hint.path)
        if before is not None and before.kind is hint.kind and hint.kind in _SAID_ONCE:
            return  # a listing says it each time
        kind, delay = hint.kind, AFTER_CLOSE
        if hint.kind is HintKind.GONE:
            delay = BEFORE_GONE
        elif hint.kind is HintKind.MOVED:
            delay = self._renamed(hint, now)
        elif hint.kind is HintKind.WRITTEN and self.closes:
            delay = WITHOUT_CLOSE
        elif hint.kind not in _QUICK:
            if before is not None and (before.kind in _QUICK or before.kind is HintKind.WRITTEN):
                return  # it is known better already
            delay = AT_REST
        if before is not None and before.kind is HintKind.FOLDER and kind is not HintKind.GONE:
            kind = HintKind.FOLDER
        rests = kind in {HintKind.WRITTEN, HintKind.MADE, HintKind.FOUND}
        state = self.state(hint.path) if rests and delay == AT_REST else None
        since = hint.at if before is None or kind is not before.kind else before.since
        if kind is HintKind.CLOSED:
            since = hint.at
        self._wait(hint.path, _Unsettled(since, now + delay, kind, state))

    def _renamed(self, hint: Hint, now: float) -> float:
        if hint.was is None or not self.known(hint.was):
            return AFTER_CLOSE
        self._wait(hint.was, _Unsettled(hint.at, now + BEFORE_GONE, HintKind.GONE))
        return BEFORE_GONE

    def _wait(self, path: Path, one: _Unsettled) -> None:
        self._waiting[path] = one
        heapq.heappush(self._order, (one.due, path))

    def next(self) -> float | None:
        while self._order:
            due, path = self._order[0]
            one = self._waiting.get(path)
            if one is not None and one.due == due:
                return due
            heapq.heappop(self._order)
        return None

    def take(self, now: float) -> tuple[dict[Path, float], dict[Path, float]]:
        """Return and forget the paths and the folders that are due, with the times of events."""
        paths: dict[Path, float] = {}
        folders: dict[Path, float] = {}
        while (due := self.next()) is not None and due <= now:
            _, path = heapq.heappop(self._order)
            one = self._waiting.pop(path)
            if self._is_at_rest(path, one, now):
                (folders if one.kind is HintKind.FOLDER else paths)[path] = one.since
        return paths, folders

    def _is_at_rest(self, path: Path, one: _Unsettled, now: float) -> bool:
        if one.kind not in {HintKind.WRITTEN, HintKind.MADE, HintKind.FOUND}:
            return True
        state = self.state(path)
        if one.kind is HintKind.MADE and self.closes and state is not None and not state[0]:
            # an empty file that was made is about to be written
            self._wait(path, _Unsettled(one.since, now + WITHOUT_CLOSE, HintKind.WRITTEN))
            return False
        if self.closes and one.kind is HintKind.WRITTEN:
            return True  # each write has put it off
        if state == one.state:
            return True
        self._wait(path, _Unsettled(one.since, now + AT_REST, one.kind, state))
        return False


# documents reported before this is recorded; a killed watch reports them again
_TOLD_AT_ONCE = 64
FILES_AT_ONCE = 1_024
"""Files that are read before any of them is answered for, unless what they have takes much memory.

So many that come at once are all set against each other; of more, each against those before it and
together with it.
"""

_BYTES_AT_ONCE = 1 << 23


@dataclass(frozen=True, slots=True)
class Clocks:
    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic


CLOCKS = Clocks()
"""Those of this computer."""


@dataclass(frozen=True, slots=True)
class _Told:
    event: ArrivalEvent
    item: Item
    was: Path | None = None


class _Gone:
    """Missing documents, until one is found elsewhere with the same bytes."""

    def __init__(self, gone: Mapping[Path, bytes]) -> None:
        self._left = dict(gone)
        self._by_content: dict[bytes, list[Path]] = defaultdict(list)
        for path, content in gone.items():
            if content:  # what could not be read is like nothing
                self._by_content[content].append(path)

    @property
    def left(self) -> list[Path]:
        return sorted(self._left)

    def found(self, content: bytes, name: str) -> Path | None:
        same = self._by_content.get(content)
        if not same:
            return None
        path = next((one for one in same if one.name == name), same[0])
        same.remove(path)
        del self._left[path]
        return path


def _told_of(items: Sequence[Item], before: Mapping[Path, bytes], gone: _Gone) -> Iterator[_Told]:
    """Yield what happened to documents whose bytes changed; newly readable ones are new."""
    for item in items:
        was = before.get(item.real)
        if was == item.content:
            continue
        if was:
            yield _Told(ArrivalEvent.CHANGED, item)
            continue
        moved = gone.found(item.content, item.real.name) if was is None else None
        yield _Told(ArrivalEvent.NEW if moved is None else ArrivalEvent.RENAMED, item, moved)


@dataclass(frozen=True, slots=True)
class _InComparing:
    happened: Sequence[_Told]
    answering: Answering
    question: ArrivalCandidates
    comparing: Future[tuple[list[Comparison], list[Problem]]]


@dataclass(slots=True)
class Arriving:
    """Reports to the listener what checks have found, and records it.

    ``begun`` are folders all of whose documents were seen once; documents in others are only
    counted as seen. ``linked`` is that of ``FolderCheck``; ``closed`` paths were reported as
    unreadable for want of rights.
    """

    config: ScanConfig
    listener: Listener
    stop: Stop
    clocks: Clocks
    index: FingerprintIndex
    arrivals: ArrivalFile
    executor: Executor
    resident: ResidentLibrary
    roots: Roots
    begun: set[Path] = field(init=False)
    unrecorded: list[tuple[Sequence[Arrival], Mapping[Path, bytes], Sequence[Path]]] = field(
        default_factory=list
    )
    judged: tuple[float, Judgements] = (0.0, Judgements())
    linked: AbstractSet[Path] = frozenset()
    closed: AbstractSet[Path] = frozenset()

    def __post_init__(self) -> None:
        self.begun = self.arrivals.begun()

    def looking(self) -> FolderCheck:
        return FolderCheck(
            self.config,
            self.index,
            self.executor,
            self.roots.shown,
            self._judgements().encodings,
            self.linked,
            self.roots.away,
        )

    def _judgements(self) -> Judgements:
        path = judgements_path(self.index.path)
        changed = max(
            (one[1] / 1e9 for tail in ("", "-wal") if (one := state_at(Path(f"{path}{tail}")))),
            default=0.0,
        )
        if changed != self.judged[0]:
            self.judged = changed, read_judgements(path)
        return self.judged[1]

    def is_known(self, path: Path) -> bool:
        return next(iter(self.arrivals.seen([path])), None) is not None

    def seen(self, paths: Sequence[Path]) -> dict[Path, bytes]:
        """Return what was seen at and below some resolved paths that are reported."""
        self._record()
        return dict(self.arrivals.seen([one for one in topmost(paths) if self.roots.is_told(one)]))

    def _record(
        self,
        told: Sequence[Arrival] = (),
        seen: Mapping[Path, bytes] | None = None,
        gone: Sequence[Path] = (),
    ) -> None:
        if told or seen or gone:
            self.unrecorded.append((told, seen or {}, gone))
        while self.unrecorded:
            self.arrivals.record(*self.unrecorded[0])
            del self.unrecorded[0]

    def tell(self, look: Findings, since: Mapping[Path, float]) -> None:
        """Read and report what a check has found; ``since`` has the times of the events of paths.

        Raises ``SimcoreError`` if something cannot be stored, and ``Cancelled``: the next check of
        the same paths finds what was not reported.
        """
        self.say_closed((one.path, one.reason) for one in look.closed)
        gone = _Gone(look.gone)
        for problem in look.in_motion:  # a watch that ends now does not hear how they go on
            if os.path.lexists(problem.path):
                self.listener.problem(problem.path, problem.reason)
        self.resident.refresh(self.index, self.stop.check)
        waiting: _InComparing | None = None
        # workers compare some documents, and read on, while this process looks for what may be like
        # the next ones
        with (
            ThreadPoolExecutor(1, "comparing") as beside,
            contextlib.closing(self._groups(look)) as groups,
        ):
            for items in groups:
                for asked in self._ask(items, look, gone, beside):
                    if waiting is not None:
                        self._answer(waiting, since)
                    waiting = asked
            if waiting is not None:
                self._answer(waiting, since)
        left = [path for path in gone.left if self._is_loud(path)]
        if gone.left:
            now = self.clocks.wall()
            for start in range(0, len(left), _TOLD_AT_ONCE):
                paths = left[start : start + _TOLD_AT_ONCE]
                told = [Arrival(ArrivalEvent.GONE, self._shown(path), now) for path in paths]
                self.listener.arrived(told)
                self._record(told, gone=paths)
            self._record(gone=gone.left)
        self.resident.refresh(self.index, self.stop.check)

    def say_closed(self, paths: Iterable[tuple[Path, Reason]]) -> None:
        """Report unreadable paths, each once until it is readable."""
        closed = {one for one in self.closed if not os.access(one, os.R_OK)}
        for path, reason in paths:
            if path not in closed:
                closed.add(path)
                self.listener.problem(path, reason)
        self.closed = closed

    def _without_closed(self, items: Iterable[Item], before: Mapping[Path, bytes]) -> list[Item]:
        left = []
        for one in items:
            reason = one.problem
            if reason is not None and reason.code is ReasonCode.NO_RIGHTS and before.get(one.real):
                self.say_closed([(one.path, reason)])
            else:
                left.append(one)
        return left

    def _is_loud(self, path: Path) -> bool:
        return self.roots.is_told(path) and any(is_within(path, one) for one in self.begun)

    def _shown(self, path: Path) -> Path:
        root = self.roots.of(path)
        return path if root is None else root.shown / path.relative_to(root.real)

    def _groups(self, look: Findings) -> Generator[Sequence[Item], None, None]:
        """Yield findings in groups; several files are read into the library: they may match."""
        for start in range(0, len(look.known), FILES_AT_ONCE):
            yield look.known[start : start + FILES_AT_ONCE]
        items: list[Item] = []
        with contextlib.closing(self.looking().read(look.new, look.arrivals, self.stop)) as parts:
            for part in parts:
                items += part
                if len(items) >= FILES_AT_ONCE:
                    self.resident.refresh(self.index, self.stop.check)
                    yield items
                    items = []
        if len(items) > 1:
            self.resident.refresh(self.index, self.stop.check)
        yield items

    def _ask(
        self, items: Sequence[Item], look: Findings, gone: _Gone, beside: Executor
    ) -> Iterator["_InComparing"]:
        """Find what some files may match, and let it be compared ``beside`` this thread."""
        told = [one for one in items if self.roots.is_told(one.real)]
        happened = list(_told_of(self._without_closed(told, look.before), look.before, gone))
        answering = Answering(
            self.config, self.index, self.resident, self.executor, self.roots.shown
        )
        while happened:
            loud = [one for one in happened if self._is_loud(one.item.real)]
            documents = [one.item.document for one in loud if one.item.document is not None]
            question = answering.about(documents, self.stop)
            comparing = beside.submit(question.compare)
            count = len(happened)
            if len(question.asked) < len(documents):
                # by the document: that may be known by another name than it is listed by
                first = documents[len(question.asked)]
                count = next(at for at, one in enumerate(happened) if one.item.document is first)
            yield _InComparing(happened[:count], answering, question, comparing)
            happened = happened[count:]

    def _answer(self, asked: "_InComparing", since: Mapping[Path, float]) -> None:
        comparisons, problems = asked.comparing.result()
        made = {(one.left, one.right): one for one in comparisons}
        for start in range(0, len(asked.happened), _TOLD_AT_ONCE):
            some = asked.happened[start : start + _TOLD_AT_ONCE]
            loud = [one for one in some if self._is_loud(one.item.real)]
            documents = [one.item.document for one in loud if one.item.document is not None]
            answers = iter(asked.answering.of(documents, asked.question, made, self._judgements()))
            now = self.clocks.wall()
            told = [
                self._arrival(
                    one, Likeness() if one.item.document is None else next(answers), now, since
                )
                for one in loud
            ]
            if told:
                self.listener.arrived(told)
            moved = [one.was for one in some if one.was is not None]
            self._record(told, {one.item.real: one.item.content for one in some}, moved)
        if comparisons:
            self.index.store_comparisons(comparisons)
        # what a question takes would stay otherwise, in pieces between what is kept
        give_back()
        for problem in problems:
            if os.path.lexists(problem.path):
                self.listener.problem(problem.path, problem.reason)

    def _arrival(
        self, told: _Told, answer: Likeness, now: float, since: Mapping[Path, float]
    ) -> Arrival:
        document, real = told.item.document, told.item.real
        began = next((since[one] for one in (real, *real.parents) if one in since), None)
        took = 0.0 if began is None else 1000 * (self.clocks.steady() - began)
        notes = []
        if document is not None and document.cut_short is not None:
            notes.append(Reason(ReasonCode.CUT_SHORT, (document.cut_short,)))
        if document is not None and document.fingerprint is not None and document.short:
            notes.append(Reason(ReasonCode.SHORT_ARRIVAL))
        if answer.left_out:
            notes.append(Reason(ReasonCode.MORE_ALIKE, (str(answer.left_out),)))
        return Arrival(
            told.event,
            told.item.path,
            now,
            None if told.was is None else self._shown(told.was),
            answer.matches,
            took,
            None if answer.matches else told.item.problem,
            joined(notes) if notes else None,
        )


def state_at(path: Path) -> State | None:
    try:
        status = path.stat()
    except OSError:
        return None
    state = ReadState.of(status)
    return state.size, state.mtime_ns  # a file system may tell another ctime each time
