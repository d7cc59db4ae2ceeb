"""One bar over a scan: it never falls, ends at its end, and tells the time left truthfully."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scan_progress import STEP_OF, ScanCourse, ScanPacer, ScanStep, StageSeconds
from simcore.model.report import Stage

FILES = 3_500
UNITS = {Stage.LIST: 0, Stage.GROUP: 40_000, Stage.VERIFY: 9_000, Stage.RECALL: 9_000}
LAWS = {
    Stage.LIST: 1.0,
    Stage.CHECK: 0.5,
    Stage.READ: 40.0,
    Stage.PAIR: 1.0,
    Stage.PASSAGE: 12.0,
    Stage.RECALL: 1.0,
    Stage.VERIFY: 30.0,
    Stage.GROUP: 4.0,
}
"""A scan whose every step takes its time, in seconds a stage."""


def reports(seconds: dict[Stage, float], every: float = 0.1) -> Iterator[tuple[Stage, int, int]]:
    """Yield what a scan reports that works at one speed in each stage, one report each 0.1 s."""
    for stage, length in seconds.items():
        total = UNITS.get(stage, FILES)
        steps = max(1, round(length / every))
        for step in range(steps + 1):
            yield stage, round((total or FILES) * step / steps), total


def followed(
    seconds: dict[Stage, float], pacer: ScanPacer, *, new: int = FILES
) -> list[tuple[float, ScanCourse]]:
    """Run a scan in no time; return where it was, and the seconds that it still took."""
    told = list(reports(seconds))
    whole = sum(max(1, round(length / 0.1)) for length in seconds.values()) * 0.1
    found, at, stages = [], 0.0, iter(told)
    before: Stage | None = None
    for stage, done, total in stages:
        at += 0.1 if stage is before else 0.0
        before = stage
        if stage is Stage.READ:
            pacer.count(FILES, new)
        pacer.note(stage, done, total, at)
        found.append((whole - at, pacer.course(at)))
    return found


def kept(seconds: dict[Stage, float]) -> StageSeconds:
    return tuple(length / FILES for length in seconds.values())


def of_stages(pacer: ScanPacer) -> dict[Stage, float]:
    return dict(zip(Stage, pacer.seconds(), strict=True))


def test_one_bar_that_never_falls_and_ends_at_its_end() -> None:
    for known in ((), kept(LAWS)):
        courses = [course for _, course in followed(LAWS, ScanPacer(known))]
        assert all(one.fraction <= two.fraction for one, two in pairwise(courses))
        assert courses[0].fraction < 0.05
        assert courses[-1].fraction == 1.0
        assert [one.step for one in courses] == sorted(one.step for one in courses)
        assert {one.step for one in courses} == set(ScanStep)


def test_the_bar_is_as_far_as_the_time_when_the_last_scan_was_alike() -> None:
    whole = sum(LAWS.values())
    for left, course in followed(LAWS, ScanPacer(kept(LAWS))):
        assert course.fraction == pytest.approx(1 - left / whole, abs=0.05)


def test_the_time_left_is_that_of_the_whole_scan_and_not_of_a_stage() -> None:
    """It said "1 s left" at the end of each of four stages, once for twelve seconds."""
    told = followed(LAWS, ScanPacer(kept(LAWS)))
    for left, course in told:
        if course.seconds_left is not None:
            assert course.seconds_left == pytest.approx(left, rel=0.1, abs=1.5)
    nearly = [left for left, course in told if (course.seconds_left or 100) < 2]
    assert max(nearly) < 4


@pytest.mark.parametrize("stage", [Stage.PAIR, Stage.PASSAGE, Stage.VERIFY, Stage.GROUP])
def test_what_takes_ten_times_as_long_as_ever_is_never_said_to_be_nearly_over(
    stage: Stage,
) -> None:
    """Grouping, the last stage, is known to take four seconds."""
    slow = {**LAWS, stage: 10 * LAWS[stage]}
    for left, course in followed(slow, ScanPacer(kept(LAWS))):
        if left > 20 and course.seconds_left is not None:
            assert course.seconds_left > LAWS[Stage.GROUP] / 2


def test_a_stage_that_says_nothing_is_not_said_to_be_over() -> None:
    pacer = ScanPacer(kept(LAWS))
    pacer.note(Stage.LIST, 0, 0, 0.0)
    pacer.count(FILES, FILES)
    pacer.note(Stage.GROUP, 0, 40_000, 10.0)
    left = [pacer.course(10.0 + second).seconds_left or 0.0 for second in range(40)]
    assert min(left) >= 1.0
    assert left[-1] > 8


def test_a_first_scan_learns_from_reading_how_slow_the_rest_will_be() -> None:
    """Ten times slower in all than where the assumed figures come from."""
    told = followed({stage: 10 * one for stage, one in LAWS.items()}, ScanPacer())
    reading = [
        (left, course.seconds_left)
        for left, course in told
        if course.step is ScanStep.READ and course.seconds_left is not None
    ]
    for left, shown in reading[len(reading) // 4 :]:
        assert left / 3 < shown < left * 3


def test_nothing_is_claimed_before_the_files_are_listed() -> None:
    for _, course in followed(LAWS, ScanPacer(kept(LAWS))):
        if course.step is ScanStep.LIST:
            assert course.seconds_left is None


def test_widths_are_those_of_the_steps_that_have_something_to_do() -> None:
    first = followed(LAWS, ScanPacer(kept(LAWS)))
    widths = first[-1][1].widths
    whole = sum(LAWS.values())
    for step, width in zip(ScanStep, widths, strict=True):
        share = sum(one for stage, one in LAWS.items() if STEP_OF[stage] is step) / whole
        assert width == pytest.approx(max(share, 0.03), abs=0.02)
    again = followed({**LAWS, Stage.READ: 0.1}, ScanPacer(kept(LAWS)), new=9)
    assert again[-1][1].widths[ScanStep.READ - 1] < 0.05
    assert len({course.widths for _, course in again}) == 2
    for _, course in (*first, *again):
        assert sum(course.widths) == pytest.approx(1)
        assert min(course.widths) > 0.02


def test_what_a_scan_took_is_known_to_the_next_one() -> None:
    pacer = ScanPacer()
    followed(LAWS, pacer)
    found = of_stages(pacer)
    for stage, seconds in LAWS.items():
        assert found[stage] * FILES == pytest.approx(seconds, abs=0.11)
    slower = ScanPacer(pacer.seconds())
    followed({stage: 3 * seconds for stage, seconds in LAWS.items()}, slower)
    reading = of_stages(slower)[Stage.READ] * FILES
    assert reading == pytest.approx(2 * LAWS[Stage.READ], rel=0.01)


def test_a_scan_of_few_files_teaches_nothing_and_nothing_is_forgotten() -> None:
    pacer = ScanPacer(kept(LAWS))
    followed(LAWS, pacer, new=3)
    assert of_stages(pacer)[Stage.READ] == LAWS[Stage.READ] / FILES
    none = ScanPacer()
    followed(LAWS, none, new=3)
    assert of_stages(none)[Stage.READ] < 0
    assert of_stages(none)[Stage.PAIR] > 0


def test_large_files_that_come_first_are_no_sign_of_a_slow_scan() -> None:
    """A tenth of the files has nine tenths of the bytes: by files all would take as long."""
    large, small, seconds = 300, 2_700, 100.0
    size = large * 900_000 + small * 10_000
    pacer = ScanPacer(tuple(0.001 * (stage is Stage.READ) for stage in Stage))
    pacer.note(Stage.LIST, 3_000, 3_000, 0.0)
    pacer.count(3_000, 3_000, size)
    at = done = read = 0.0
    for number in range(3_000):
        read += 900_000 if number < large else 10_000
        done, at = number + 1, seconds * read / size
        pacer.read(int(read))
        pacer.note(Stage.READ, int(done), 3_000, at)
        course = pacer.course(at)
        if at > 10:
            assert course.seconds_left == pytest.approx(seconds - at, rel=0.15, abs=3)
            assert course.fraction == pytest.approx(at / seconds, abs=0.1)
    assert (done, round(at)) == (3_000, 100)
    whole = of_stages(pacer)[Stage.READ]
    usual = (size + 3_000 * 2_000) / 12_000  # files
    assert whole == pytest.approx((seconds / usual + 0.001) / 2, rel=0.01)


def test_a_pause_is_no_part_of_the_time() -> None:
    pacer = ScanPacer(kept(LAWS))
    pacer.note(Stage.LIST, 0, 0, 0.0)
    pacer.count(FILES, FILES)
    for second in range(11):
        pacer.note(Stage.READ, second * 87, FILES, float(second))
    before = pacer.course(10.0)
    pacer.rest(3_600.0)
    pacer.note(Stage.READ, 11 * 87, FILES, 3_611.0)
    after = pacer.course(3_611.0)
    assert before.seconds_left is not None
    assert after.seconds_left == pytest.approx(before.seconds_left - 1, abs=3)
    assert of_stages(pacer)[Stage.READ] < 2 * LAWS[Stage.READ] / FILES


@given(
    st.lists(
        st.tuples(
            st.sampled_from(Stage), st.integers(0, 100), st.integers(0, 100), st.floats(0, 99)
        )
    ),
    st.lists(st.floats(), max_size=9).map(tuple),
)
def test_whatever_is_reported_the_bar_never_falls(
    told: list[tuple[Stage, int, int, float]], known: StageSeconds
) -> None:
    """Settings can be edited, and grouping by components returns to stages before."""
    pacer, at, before = ScanPacer(known), 0.0, 0.0
    for stage, done, total, passed in told:
        at += passed
        pacer.note(stage, min(done, total), total, at)
        if stage is not Stage.LIST:
            pacer.count(100, 50)
        course = pacer.course(at)
        assert before <= course.fraction <= 1.0
        assert course.seconds_left is None or course.seconds_left >= 0.0
        before = course.fraction
