"""The course of a scan: one bar over all of its steps, and the time left, without Qt.

A scan reports eight stages. The user sees four steps of one bar, as wide as their times in earlier
scans.
"""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from simcore.model.report import Stage

_LEAST_SLACK = 2.0
_LEAST_SLACK_SHARE = 0.05
_FIRST_SECONDS = 5.0


class Countdown:
    """The time left for display: it runs with the clock, without jumps.

    It approaches the expected time by a twentieth of itself a second, and at least two seconds a
    second; faster in the first twenty seconds of a kind of work, and at once in the first five.
    """

    def __init__(self) -> None:
        self._shown: tuple[float, float] | None = None  # the time, and the time left shown then

    def next(self, expected: float, at: float, worked: float) -> float:
        """Return the seconds to show at a time, after ``worked`` seconds of this kind of work."""
        if self._shown is not None:
            then, shown = self._shown
            passed = at - then
            shown = max(0.0, shown - passed)
            share = max(_LEAST_SLACK_SHARE, 1 / max(1.0, worked))
            known = max(shown, expected) if worked < _FIRST_SECONDS else shown
            slack = passed * max(_LEAST_SLACK, share * known)
            expected = min(max(expected, shown - slack), shown + slack)
        self._shown = at, expected
        return expected


_PACE_SECONDS, _LEAST_SECONDS = 5.0, 0.5


class Pace:
    """The rate of the work, from (time, units done) samples.

    The mean over the last seconds, or the last third of all if that is longer: it follows changes,
    and bursts at the ends of batches do not make it flicker.
    """

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque()
        self._started = 0.0

    def restart(self) -> None:
        self._samples.clear()

    def note(self, done: int, at: float) -> None:
        if not self._samples:
            self._started = at
        self._samples.append((at, done))
        window = max(_PACE_SECONDS, (at - self._started) / 3)
        while at - self._samples[0][0] > window:
            self._samples.popleft()

    def rate(self) -> float | None:
        """Return units a second; None while there are too few samples."""
        if not self._samples:
            return None
        (start, before), (end, after) = self._samples[0], self._samples[-1]
        if end - start < _LEAST_SECONDS:
            return None
        return (after - before) / (end - start)


class ScanStep(IntEnum):
    LIST = 1  # which files there are, and which of them are new
    READ = 2  # texts and fingerprints
    COMPARE = 3  # fingerprints and sketches, for pairs that may be alike
    VERIFY = 4  # the texts of these pairs


STEP_OF: Mapping[Stage, ScanStep] = {
    Stage.LIST: ScanStep.LIST,
    Stage.CHECK: ScanStep.LIST,
    Stage.READ: ScanStep.READ,
    Stage.PAIR: ScanStep.COMPARE,
    Stage.PASSAGE: ScanStep.COMPARE,
    Stage.RECALL: ScanStep.VERIFY,
    Stage.VERIFY: ScanStep.VERIFY,
    Stage.GROUP: ScanStep.VERIFY,
}

_OF_NEW = frozenset({Stage.READ, Stage.VERIFY})  # stages that work on new files only
_SECONDS = {
    Stage.LIST: 1e-5,
    Stage.CHECK: 5e-6,
    Stage.READ: 1.4e-3,
    Stage.PAIR: 5e-6,
    Stage.PASSAGE: 2e-4,
    Stage.RECALL: 6e-5,
    Stage.VERIFY: 8e-4,
    Stage.GROUP: 3e-5,
}
"""Seconds a file before any scan was seen: those of the Chinese documentation of TiDB, 2,257 pages
in Markdown, with two processes, in 2026."""

_SLOWER = 0.1, 100.0  # limits of how much slower than ``_SECONDS`` a computer may be
_BYTES_A_FILE, _BYTES_OF_ITSELF = 12_000, 2_000
"""A usual file, and how many bytes take as long as that there is one more: of 2,257 pages of TiDB,
11 kB each, and 2,500 articles of 4 kB."""

_LEAST_FILES = 50  # fewer files do not show how long a file takes
_LEAST_WIDTH = 0.03  # share of the bar that makes a step visible
_OVERRUN = 0.5  # what takes longer than expected goes on for half of its time so far
_AT_LEAST = 0.5  # share of the time of later stages that is shown at least


_UNKNOWN = -1.0

StageSeconds = tuple[float, ...]  # a file, by stage; negative if unknown


@dataclass(frozen=True, slots=True)
class ScanCourse:
    """Where a scan is: ``fraction``, from 0 to 1, of one bar, which never falls.

    ``widths`` are the shares of the steps; they change once, when all files are listed.
    ``seconds_left`` is None before that.
    """

    step: ScanStep
    fraction: float
    widths: tuple[float, ...]
    seconds_left: float | None = None


class ScanPacer:
    """Follows a scan; times are those of any clock, in seconds. ``known`` is from earlier scans.

    >>> pacer = ScanPacer()
    >>> pacer.note(Stage.LIST, 10, 0, at=0.0)
    >>> pacer.count(files=1000, new=1000)
    >>> pacer.note(Stage.READ, 0, 1000, at=0.1)
    >>> pacer.note(Stage.READ, 500, 1000, at=1.1)
    >>> course = pacer.course(at=1.1)
    >>> course.step, round(course.seconds_left)
    (<ScanStep.READ: 2>, 3)
    """

    def __init__(self, known: StageSeconds = ()) -> None:
        self._known = {
            stage: seconds
            for stage, seconds in zip(Stage, known, strict=False)
            if 0 <= seconds < math.inf
        }
        self._files: int | None = None
        self._new = self._size = self._read = 0
        self._stage = Stage.LIST
        self._done = self._total = 0
        self._began: float | None = None
        self._noted = 0.0
        self._spent = dict.fromkeys(Stage, 0.0)
        self._pace = Pace()
        self._countdown = Countdown()
        self._slower = 1.0  # than ``_SECONDS``, by the files read until now
        self._step = ScanStep.LIST
        self._fraction = 0.0
        self._widths = self._make_widths()

    def count(self, files: int, new: int, size: int = 0) -> None:
        """Note the number of files, and of ``new`` ones to read, of ``size`` bytes (0: unknown)."""
        if self._files is None:
            self._files, self._new, self._size = files, new, size
            self._widths = self._make_widths()

    def read(self, size: int) -> None:
        self._read = size

    def note(self, stage: Stage, done: int, total: int, at: float) -> None:
        if self._began is None:
            self._began = at
        else:
            self._spent[self._stage] += at - self._noted
        if stage is not self._stage:
            self._pace.restart()
        self._noted = at
        learns = stage is Stage.READ and done >= _LEAST_FILES and self._new > 0
        if stage is Stage.READ and self._size:
            # what is left out is not read
            done = min(self._read, self._size) + done * _BYTES_OF_ITSELF
            total = self._size + total * _BYTES_OF_ITSELF
        self._stage, self._done, self._total = stage, done, total
        self._step = max(self._step, STEP_OF[stage])
        self._pace.note(done, at)
        if learns:
            least, most = _SLOWER
            usual = self._files_of(stage) * done / total
            found = self._spent[stage] / (usual * _SECONDS[stage])
            self._slower = min(max(found, least), most)

    def rest(self, seconds: float) -> None:
        """Note that the scan was paused for so long since the last report."""
        if not seconds:
            return
        self._noted += seconds
        self._began = None if self._began is None else self._began + seconds
        self._pace.restart()
        self._countdown = Countdown()

    def course(self, at: float) -> ScanCourse:
        within = self._within_step()
        before = sum(self._widths[: self._step - 1])
        reached = before + self._widths[self._step - 1] * within
        self._fraction = min(1.0, max(self._fraction, round(reached, 9)))
        return ScanCourse(self._step, self._fraction, self._widths, self._left(at))

    def seconds(self) -> StageSeconds:
        """Return the seconds of each stage, for the next scan."""
        found = dict(self._known)
        for stage, spent in self._spent.items():
            files = self._files_of(stage)
            if (self._new if stage in _OF_NEW else self._files or 0) >= _LEAST_FILES:
                seconds = spent / files
                found[stage] = (found[stage] + seconds) / 2 if stage in found else seconds
        return tuple(found.get(stage, _UNKNOWN) for stage in Stage)

    def _files_of(self, stage: Stage) -> float:
        if stage is Stage.READ and self._size:
            return (self._size + self._new * _BYTES_OF_ITSELF) / _BYTES_A_FILE
        return self._new if stage in _OF_NEW else self._files or 0

    def _a_file(self, stage: Stage) -> float:
        known = self._known.get(stage)
        return _SECONDS[stage] * self._slower if known is None else known

    def _expected(self, stage: Stage) -> float:
        return self._a_file(stage) * (1 if self._files is None else self._files_of(stage))

    def _make_widths(self) -> tuple[float, ...]:
        seconds = [
            sum(self._expected(stage) for stage, of in STEP_OF.items() if of is step)
            for step in ScanStep
        ]
        whole = sum(seconds) or 1.0
        shares = [max(one / whole, _LEAST_WIDTH) for one in seconds]
        return tuple(one / sum(shares) for one in shares)

    def _within_step(self) -> float:
        stages = [stage for stage, of in STEP_OF.items() if of is self._step]
        if self._stage not in stages:
            return 0.0  # it has come back to a step before
        weights = [self._a_file(stage) for stage in stages]
        at = stages.index(self._stage)
        done = sum(weights[:at]) + weights[at] * self._within_stage()
        return done / (sum(weights) or 1.0)

    def _within_stage(self) -> float:
        if self._total:
            return self._done / self._total
        if self._stage is Stage.LIST and self._files is None:
            # nobody knows how many files there are: it comes nearer and nearer to its end
            spent = self._spent[Stage.LIST]
            return spent / (spent + 1.0)
        return float(self._stage is Stage.GROUP)

    def _left(self, at: float) -> float | None:
        if self._files is None or self._began is None:
            return None
        order = list(Stage)
        later = sum(map(self._expected, order[order.index(self._stage) + 1 :]))
        expected = self._left_of_stage(at) + later
        shown = self._countdown.next(expected, at, self._spent[self._stage] + at - self._noted)
        return max(shown, later * _AT_LEAST)

    def _left_of_stage(self, at: float) -> float:
        if self._total and self._done >= self._total:
            return 0.0
        spent = self._spent[self._stage] + at - self._noted
        rate = self._pace.rate()
        if rate and self._total:
            stalled = at - self._noted  # nothing was heard since
            return max((self._total - self._done) / rate - stalled, stalled * _OVERRUN)
        return max(self._expected(self._stage) - spent, spent * _OVERRUN)
