"""The course of a scan: one bar that never falls, the time left, and the card that shows them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from app.scan_progress import STEP_OF, Pace, ScanCourse, ScanPacer, ScanStep, StageSeconds
from app.session.calls import ScanProgress
from app.session.states import Activity
from app.window.progress import ScanCard
from builders import english_text
from simcore.model.report import ScanFigures, Stage
from windows import Open, scan, wait_until_idle
from written import written

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
KEPT = tuple(length / FILES for length in LAWS.values())
"""What is remembered of such a scan."""


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
    whole = sum(max(1, round(length / 0.1)) for length in seconds.values()) * 0.1
    found, at, before = [], 0.0, None
    for stage, done, total in reports(seconds):
        at += 0.1 if stage is before else 0.0
        before = stage
        if stage is Stage.READ:
            pacer.count(FILES, new)
        pacer.note(stage, done, total, at)
        found.append((whole - at, pacer.course(at)))
    return found


def of_stages(pacer: ScanPacer) -> dict[Stage, float]:
    return dict(zip(Stage, pacer.seconds(), strict=True))


def test_one_bar_that_never_falls_and_ends_at_its_end() -> None:
    for known in ((), KEPT):
        courses = [course for _, course in followed(LAWS, ScanPacer(known))]
        assert all(one.fraction <= two.fraction for one, two in pairwise(courses))
        assert courses[0].fraction < 0.05
        assert courses[-1].fraction == 1.0
        assert [one.step for one in courses] == sorted(one.step for one in courses)
        assert {one.step for one in courses} == set(ScanStep)


def test_the_bar_is_as_far_as_the_time_when_the_last_scan_was_alike() -> None:
    whole = sum(LAWS.values())
    for left, course in followed(LAWS, ScanPacer(KEPT)):
        assert course.fraction == pytest.approx(1 - left / whole, abs=0.05)


def test_the_time_left_is_that_of_the_whole_scan_and_not_of_a_stage() -> None:
    """It said "1 s left" at the end of each of four stages, once for twelve seconds."""
    told = followed(LAWS, ScanPacer(KEPT))
    for left, course in told:
        if course.seconds_left is not None:
            assert course.step is not ScanStep.LIST, "nothing is claimed before files are listed"
            assert course.seconds_left == pytest.approx(left, rel=0.1, abs=1.5)
    nearly = [left for left, course in told if (course.seconds_left or 100) < 2]
    assert max(nearly) < 4


@pytest.mark.parametrize("stage", [Stage.PAIR, Stage.PASSAGE, Stage.VERIFY, Stage.GROUP])
def test_what_takes_ten_times_as_long_as_ever_is_never_said_to_be_nearly_over(stage: Stage) -> None:
    """Grouping, the last stage, is known to take four seconds."""
    slow = {**LAWS, stage: 10 * LAWS[stage]}
    for left, course in followed(slow, ScanPacer(KEPT)):
        if left > 20 and course.seconds_left is not None:
            assert course.seconds_left > LAWS[Stage.GROUP] / 2


def test_a_stage_that_says_nothing_is_not_said_to_be_over() -> None:
    pacer = ScanPacer(KEPT)
    pacer.note(Stage.LIST, 0, 0, 0.0)
    pacer.count(FILES, FILES)
    pacer.note(Stage.PAIR, 0, 0, 9.0)  # of which nobody knows how much there is
    before = pacer.course(9.0).fraction
    pacer.note(Stage.GROUP, 0, 40_000, 10.0)
    assert pacer.course(10.0).fraction >= before > 0
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


def test_widths_are_those_of_the_steps_that_have_something_to_do() -> None:
    first = followed(LAWS, ScanPacer(KEPT))
    widths = first[-1][1].widths
    whole = sum(LAWS.values())
    for step, width in zip(ScanStep, widths, strict=True):
        share = sum(one for stage, one in LAWS.items() if STEP_OF[stage] is step) / whole
        assert width == pytest.approx(max(share, 0.03), abs=0.02)
    again = followed({**LAWS, Stage.READ: 0.1}, ScanPacer(KEPT), new=9)
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
    for known, reading in ((KEPT, LAWS[Stage.READ] / FILES), ((), -1.0)):
        pacer = ScanPacer(known)
        followed(LAWS, pacer, new=3)
        assert of_stages(pacer)[Stage.READ] == reading
        assert of_stages(pacer)[Stage.PAIR] > 0


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
    pacer = ScanPacer(KEPT)
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


def test_pace_follows_a_change_of_speed_and_claims_nothing_too_early() -> None:
    pace = Pace()
    for second in range(10):
        pace.note(second * 1000, at=second)
    for second in range(10, 20):
        pace.note(9000 + (second - 9) * 10, at=second)
    assert pace.rate() == pytest.approx(10)
    pace.restart()
    pace.note(0, at=30.0)
    pace.note(50, at=30.1)
    assert pace.rate() is None
    pace.restart()
    pace.note(50, at=31.0)
    pace.note(50, at=33.0)
    assert pace.rate() == 0, "nothing moves"


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


def time_left(done_at: Callable[[float], float], seconds: int) -> dict[float, float]:
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
def test_the_time_left_never_jumps_and_comes_true(course: Callable[[float], float]) -> None:
    left = time_left(course, 240)
    times = [at for at in left if at > 5]
    assert len(times) > 200 * 20, "there is always one"
    for at, later in zip(times, times[20:], strict=False):
        # a second later it is a second less, give or take a fifth
        assert abs(left[later] - (left[at] - 1)) <= max(2, 0.2 * left[at]), at
    for at, seconds in left.items():
        if at > 140:  # whatever happened before was seen by then
            assert seconds == pytest.approx(240 - at, rel=0.25, abs=3), at


STEPS = {
    ScanStep.LIST: "Step 1 of 4: listing files",
    ScanStep.READ: "Step 2 of 4: reading documents",
    ScanStep.COMPARE: "Step 3 of 4: comparing fingerprints and passages",
    ScanStep.VERIFY: "Step 4 of 4: verifying pairs word by word",
}


@pytest.fixture
def card(qtbot: QtBot):
    QLocale.setDefault(QLocale("en_GB"))
    card = ScanCard()
    qtbot.addWidget(card)
    card.show_activity(Activity.SCANNING)
    yield card
    QLocale.setDefault(QLocale.system())


def progress_in(stage: Stage, figures: ScanFigures | None = None) -> ScanProgress:
    """Return the progress of a scan that has worked at one speed, half through a stage."""
    pacer, at = ScanPacer(), 0.0
    for one in Stage:
        if one is Stage.READ:
            pacer.count(1_000, 1_000)
        half = one is stage
        for done in range(0, 501 if half else 1_001, 50):
            pacer.note(one, done, 0 if one is Stage.LIST else 1_000, at)
            at += 0.5
        if half:
            break
    return ScanProgress(stage, 500, 1_000, pacer.course(at), figures or ScanFigures())


@pytest.mark.parametrize("stage", Stage)
def test_it_tells_step_and_time_left(card: ScanCard, stage: Stage) -> None:
    progress = progress_in(stage)
    card.show_progress(progress)
    assert card.heading.text() == STEPS[STEP_OF[stage]]
    assert card.bar._course.fraction == progress.course.fraction
    known = STEP_OF[stage] is not ScanStep.LIST  # until then nobody knows how much there is
    assert card.left.text().startswith("about ") == known
    assert card.left.text().endswith(" s left") == known
    assert card.heading.text() in card.accessibleDescription()


def test_it_tells_what_was_read_and_left_out(card: ScanCard, qtbot: QtBot) -> None:
    card.show_progress(progress_in(Stage.LIST))
    assert card.facts.text() == ""
    assert card.show_button.isHidden()
    figures = ScanFigures(
        files=3_506, new=2_100, read=1_050, size=4_200_000, not_read=12, left_out=7
    )
    card.show_progress(progress_in(Stage.READ, figures))
    assert [one.strip() for one in card.facts.text().split("·")] == [
        "1,050 of 2,100 new documents",
        "4.2 MB",
        "7 left out: by name, linked or too large",
        "12 not read",
    ]
    with qtbot.waitSignal(card.not_read_wanted):
        card.show_button.click()
    assert not card.show_button.isHidden()
    card.show_progress(progress_in(Stage.VERIFY, figures))
    assert card.facts.text().startswith("3,506 documents")


def test_a_paused_or_cancelled_scan_takes_no_more_words(card: ScanCard, qtbot: QtBot) -> None:
    held = progress_in(Stage.READ, ScanFigures(files=9, new=9, read=4))
    card.show_held(held)
    assert "Paused" not in card.heading.text(), "nobody has paused it"
    card.pause()
    assert card.heading.text() == "Pausing…"
    card.show_held(held)
    card.show_progress(progress_in(Stage.VERIFY))
    assert card.heading.text() == "Paused. Step 2 of 4: reading documents", "whatever comes late"
    assert card.bar._course.fraction == held.course.fraction
    card.resume()
    card.show_progress(progress_in(Stage.VERIFY))
    assert card.heading.text() == STEPS[ScanStep.VERIFY]
    with qtbot.waitSignal(card.cancel_requested):
        card.cancel_button.click()
    card.stop()
    card.show_progress(progress_in(Stage.VERIFY))
    assert card.heading.text() == "Cancelling…"
    assert not card.pause_button.isEnabled()
    assert not card.cancel_button.isEnabled()
    for other in set(Activity) - {Activity.SCANNING}:
        card.show_activity(other)
        assert card.isHidden()
    card.show_activity(Activity.SCANNING)
    assert card.cancel_button.isEnabled()
    assert card.heading.text() == "Starting to scan"


def test_every_report_says_where_the_whole_scan_is_and_the_next_start_knows_its_pace(
    qtbot: QtBot, open_window: Open, private_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = 120
    contents = {"binary.txt": bytes(range(256)) * 9, "picture.jpg": b"\xff\xd8\xff"}
    for number in range(files):
        contents[f"{number:04}.txt"] = f"{english_text(number // 2, 120)}number {number}.\n"
    library = written(private_home / "many", contents)
    monkeypatch.setattr("app.tasks.REPORTS_A_SECOND", 10**6)
    application = open_window()
    session = application.session
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    assert session.stage_seconds == ()
    told: list[ScanProgress] = []
    session.job.progressed.connect(told.append)
    scan(qtbot, application)
    fractions = [one.course.fraction for one in told]
    assert all(one <= two for one, two in pairwise(fractions))
    assert fractions[0] < 0.1
    assert fractions[-1] == 1.0
    assert {one.course.step for one in told} == set(ScanStep)
    assert told[0].figures.files == 0
    last = told[-1].figures
    assert (last.files, last.new, last.read) == (files + 1, files + 1, files + 1)
    assert (last.not_read, last.left_out) == (1, 0)
    assert last.size == sum(path.stat().st_size for path in library.glob("*.txt"))
    known = dict(zip(Stage, session.stage_seconds, strict=True))
    assert known[Stage.READ] > 0
    application.window.close()
    assert dict(zip(Stage, open_window().session.stage_seconds, strict=True)) == known
