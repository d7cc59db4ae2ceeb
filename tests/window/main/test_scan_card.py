"""The card over a scan: its step, the time left, what was read and left out, Pause and Cancel."""

import pytest
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from app.scan_progress import STEP_OF, ScanPacer, ScanStep
from app.session.calls import ScanProgress
from app.session.states import Activity
from app.window.progress import ScanCard
from simcore.model.report import ScanFigures, Stage

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
    assert card.bar.fraction == progress.course.fraction
    known = STEP_OF[stage] is not ScanStep.LIST  # until then nobody knows how much there is
    assert card.left.text().startswith("about ") == known
    assert card.left.text().endswith(" s left") == known
    assert card.heading.text() in card.accessibleDescription()


def test_it_tells_what_was_read_and_left_out(card: ScanCard) -> None:
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
    assert not card.show_button.isHidden()
    card.show_progress(progress_in(Stage.VERIFY, figures))
    assert card.facts.text().startswith("3,506 documents")


def test_what_could_not_be_read_is_one_click_away(card: ScanCard, qtbot: QtBot) -> None:
    card.show_progress(progress_in(Stage.READ, ScanFigures(files=9, not_read=1)))
    with qtbot.waitSignal(card.not_read_wanted):
        card.show_button.click()


def test_a_pause_stands_still_and_goes_on(card: ScanCard, qtbot: QtBot) -> None:
    card.show_progress(progress_in(Stage.READ))
    with qtbot.waitSignal(card.pause_requested):
        card.pause_button.click()
    card.pause()
    assert card.pause_button.text() == "Resume"
    assert card.heading.text() == "Pausing…"
    held = progress_in(Stage.READ, ScanFigures(files=9, new=9, read=4))
    card.show_held(held)
    assert card.heading.text() == "Paused. Step 2 of 4: reading documents"
    card.show_progress(progress_in(Stage.VERIFY))
    assert card.heading.text().startswith("Paused. "), "a late report changes nothing"
    assert card.bar.fraction == held.course.fraction
    card.resume()
    assert card.pause_button.text() == "Pause"
    card.show_progress(progress_in(Stage.VERIFY))
    assert card.heading.text() == STEPS[ScanStep.VERIFY]


def test_a_cancelled_scan_takes_no_more_words(card: ScanCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.cancel_requested):
        card.cancel_button.click()
    card.stop()
    card.show_progress(progress_in(Stage.VERIFY))
    assert card.heading.text() == "Cancelling…"
    assert not card.pause_button.isEnabled()
    assert not card.cancel_button.isEnabled()
    card.show_activity(Activity.NONE)
    assert card.isHidden()
    card.show_activity(Activity.SCANNING)
    assert card.cancel_button.isEnabled()
    assert card.heading.text() == "Starting to scan"


@pytest.mark.parametrize("other", [one for one in Activity if one is not Activity.SCANNING])
def test_other_work_has_no_card(card: ScanCard, other: Activity) -> None:
    card.show_activity(other)
    assert card.isHidden()
