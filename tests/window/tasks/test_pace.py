"""The time left: close to the truth, and never a jump that a person would notice."""

from collections.abc import Callable

import pytest

from app.scan_progress import Pace, ScanPacer
from simcore.model.report import Stage


def test_pace_follows_a_change_of_speed():
    pace = Pace(window=5.0)
    for second in range(10):
        pace.note(second * 1000, at=second)
    for second in range(10, 20):
        pace.note(9000 + (second - 9) * 10, at=second)
    assert pace.rate() == pytest.approx(10)


def test_pace_claims_nothing_too_early_or_when_nothing_moves():
    pace = Pace()
    pace.note(0, at=0.0)
    pace.note(50, at=0.1)
    assert pace.rate() is None
    pace.restart()
    pace.note(50, at=1.0)
    pace.note(50, at=3.0)
    assert pace.rate() == 0


def steady(second: float) -> float:
    return 100 * second


def in_batches(second: float) -> float:
    """Return 64 at once, every second and a half."""
    return 64 * (second // 1.5)


def slower(second: float) -> float:
    """Go on at a quarter of the speed after a minute."""
    return 100 * second if second < 60 else 6_000 + 25 * (second - 60)


def faster(second: float) -> float:
    return 25 * second if second < 60 else 1_500 + 100 * (second - 60)


def stalled(second: float) -> float:
    """Do nothing for twenty seconds, as while a large file is read."""
    return 100 * (second if second < 40 else max(40, second - 20))


def shown(done_at: Callable[[float], float], seconds: int) -> dict[float, float]:
    """Return the time left that is shown at each time, of a course that takes so long."""
    total = int(done_at(seconds))
    pacer = ScanPacer((0.0,) * len(Stage))  # nothing but reading takes time
    pacer.note(Stage.LIST, total, total, 0.0)
    pacer.count(total, total)
    found: dict[float, float] = {}
    for tick in range(seconds * 20):
        at = tick / 20
        pacer.note(Stage.READ, int(done_at(at)), total, at)
        left = pacer.course(at).seconds_left
        if left is not None:
            found[at] = left
    return found


@pytest.mark.parametrize("course", [steady, in_batches, slower, faster, stalled])
def test_the_time_left_never_jumps(course: Callable[[float], float]) -> None:
    left = shown(course, 240)
    times = [at for at in left if at > 5]
    assert len(times) > 200 * 20, "there is always one"
    for at, later in zip(times, times[20:], strict=False):
        # a second later it is a second less, give or take a fifth
        assert abs(left[later] - (left[at] - 1)) <= max(2, 0.2 * left[at]), at


@pytest.mark.parametrize("course", [steady, in_batches, slower, faster, stalled])
def test_the_time_left_comes_true(course: Callable[[float], float]) -> None:
    left = shown(course, 240)
    for at, seconds in left.items():
        if at > 140:  # whatever happened before was seen by then
            assert seconds == pytest.approx(240 - at, rel=0.25, abs=3), at
