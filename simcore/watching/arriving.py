"""Telling what a look has found: each document once, with what it is like."""

import contextlib
import os
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from simcore.files.containers import ReadState
from simcore.files.entering import topmost
from simcore.model.arrivals import Arrival, ArrivalEvent
from simcore.model.config import ScanConfig
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, joined
from simcore.model.records import Comparison, Judgements, Problem
from simcore.pipeline.resident.library import ResidentLibrary
from simcore.store.arrival_file import ArrivalFile
from simcore.store.index import FingerprintIndex
from simcore.store.judgement_file import read_judgements
from simcore.store.paths import judgements_path
from simcore.watching.answering import Answering, Likeness, MayBeAlike
from simcore.watching.listener import Listener
from simcore.watching.looking import Findings, Item, Looking
from simcore.watching.roots import Roots, is_within
from simcore.watching.settling import State
from simcore.watching.stopping import Stop
from simcore.workers.memory import give_back

_TOLD_AT_ONCE = 64
"""Documents that are told before it is recorded; a watch that is killed tells these again."""

FILES_AT_ONCE = 1_024
"""Files that are read before any of them is answered for, unless what they have takes much memory.

So many that come at once are all set against each other; of more, each against those before it and
together with it.
"""

_BYTES_AT_ONCE = 1 << 23


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time of day in seconds since 1970, and one that is never set."""

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic


CLOCKS = Clocks()
"""Those of this computer."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What happened to one document: the event, the file now, the resolved path before."""

    event: ArrivalEvent
    item: Item
    was: Path | None = None


class _Gone:
    """Documents that are there no more, until one is found elsewhere with the same bytes."""

    def __init__(self, gone: Mapping[Path, bytes]) -> None:
        self._left = dict(gone)
        self._by_content: dict[bytes, list[Path]] = defaultdict(list)
        for path, content in gone.items():
            if content:  # what could not be read is like nothing
                self._by_content[content].append(path)

    @property
    def left(self) -> list[Path]:
        """Those that were not found elsewhere, ordered by path."""
        return sorted(self._left)

    def found(self, content: bytes, name: str) -> Path | None:
        """Return one that had these bytes, with this name if there is one; it is not gone then."""
        same = self._by_content.get(content)
        if not same:
            return None
        path = next((one for one in same if one.name == name), same[0])
        same.remove(path)
        del self._left[path]
        return path


def _told_of(items: Sequence[Item], before: Mapping[Path, bytes], gone: _Gone) -> Iterator[_Told]:
    """Yield what happened to documents, nothing of those whose bytes are as before.

    What could not be read before and can be now is new.
    """
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
    """What happened to some files, while their texts are compared."""

    happened: Sequence[_Told]
    answering: Answering
    question: MayBeAlike
    comparing: Future[tuple[list[Comparison], list[Problem]]]


@dataclass(slots=True)
class Arriving:
    """Tells the listener what looks have found, and records that it was told.

    ``begun`` are the folders all of whose documents were seen once: what is found in others is not
    told, only counted as seen. ``linked`` is that of ``Looking``, ``closed`` is what was said to be
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

    def looking(self) -> Looking:
        """Return what looks at the folders that are there now."""
        return Looking(
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
        """Return whether a document was seen at or below a resolved path."""
        return next(iter(self.arrivals.seen([path])), None) is not None

    def seen(self, paths: Sequence[Path]) -> dict[Path, bytes]:
        """Return what was seen at and below some resolved paths, as far as it is told."""
        self._record()
        return dict(self.arrivals.seen([one for one in topmost(paths) if self.roots.is_told(one)]))

    def _record(
        self,
        told: Sequence[Arrival] = (),
        seen: Mapping[Path, bytes] | None = None,
        gone: Sequence[Path] = (),
    ) -> None:
        """Record what was told; what cannot be is recorded before anything else is told."""
        if told or seen or gone:
            self.unrecorded.append((told, seen or {}, gone))
        while self.unrecorded:
            self.arrivals.record(*self.unrecorded[0])
            del self.unrecorded[0]

    def tell(self, look: Findings, since: Mapping[Path, float]) -> None:
        """Read and tell what a look has found; ``since`` is when the events of paths were heard.

        Raises ``SimcoreError`` where something cannot be stored, and ``Cancelled``: what was not
        told is found again by the next look at the same paths.
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
        """Say what may not be read, each path once until it may be."""
        closed = {one for one in self.closed if not os.access(one, os.R_OK)}
        for path, reason in paths:
            if path not in closed:
                closed.add(path)
                self.listener.problem(path, reason)
        self.closed = closed

    def _without_closed(self, items: Iterable[Item], before: Mapping[Path, bytes]) -> list[Item]:
        """Leave out documents that may not be read any more, and say so: they are as they were."""
        left = []
        for one in items:
            reason = one.problem
            if reason is not None and reason.code is ReasonCode.NO_RIGHTS and before.get(one.real):
                self.say_closed([(one.path, reason)])
            else:
                left.append(one)
        return left

    def _is_loud(self, path: Path) -> bool:
        """Return whether documents at a path are told of, not only counted."""
        return self.roots.is_told(path) and any(is_within(path, one) for one in self.begun)

    def _shown(self, path: Path) -> Path:
        root = self.roots.of(path)
        return path if root is None else root.shown / path.relative_to(root.real)

    def _groups(self, look: Findings) -> Generator[Sequence[Item], None, None]:
        """Yield what a look has found so many files at once; those to be read are read and stored.

        Those of a group are in the resident library, if they are several: they may be like each
        other; one alone need not wait for this.
        """
        for start in range(0, len(look.known), FILES_AT_ONCE):
            yield look.known[start : start + FILES_AT_ONCE]
        items: list[Item] = []
        held = 0
        with contextlib.closing(self.looking().read(look.new, look.arrivals, self.stop)) as parts:
            for part in parts:
                items += part
                held += sum(len(one.finer) for one in part)
                if len(items) >= FILES_AT_ONCE or held >= _BYTES_AT_ONCE:
                    self.resident.refresh(self.index, self.stop.check)
                    yield items
                    items, held = [], 0
        if len(items) > 1:
            self.resident.refresh(self.index, self.stop.check)
        yield items

    def _ask(
        self, items: Sequence[Item], look: Findings, gone: _Gone, beside: Executor
    ) -> Iterator["_InComparing"]:
        """Look for what some files may be like, and let it be compared ``beside`` this thread.

        The next one is looked for while the last one is compared.
        """
        told = [one for one in items if self.roots.is_told(one.real)]
        happened = list(_told_of(self._without_closed(told, look.before), look.before, gone))
        answering = Answering(
            self.config, self.index, self.resident, self.executor, self.roots.shown
        )
        finer = {one.document.text: one.finer for one in items if one.document is not None}
        while happened:
            loud = [one for one in happened if self._is_loud(one.item.real)]
            documents = [one.item.document for one in loud if one.item.document is not None]
            question = answering.about(documents, finer, self.stop)
            comparing = beside.submit(question.compare)
            count = len(happened)
            if len(question.asked) < len(documents):
                # by the document: that may be known by another name than it is listed by
                first = documents[len(question.asked)]
                count = next(at for at, one in enumerate(happened) if one.item.document is first)
            yield _InComparing(happened[:count], answering, question, comparing)
            happened = happened[count:]

    def _answer(self, asked: "_InComparing", since: Mapping[Path, float]) -> None:
        """Tell of some files, and record that it was told."""
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
        """Return what is told of a document."""
        document = told.item.document
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
            self._milliseconds(told, since),
            None if answer.matches else told.item.problem,
            joined(notes) if notes else None,
        )

    def _milliseconds(self, told: _Told, since: Mapping[Path, float]) -> float:
        real = told.item.real
        began = next((since[one] for one in (real, *real.parents) if one in since), None)
        return 0.0 if began is None else 1000 * (self.clocks.steady() - began)


def state_at(path: Path) -> State | None:
    """Return the state of a file; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    state = ReadState.of(status)
    return state.size, state.mtime_ns  # a file system may tell another ctime each time
