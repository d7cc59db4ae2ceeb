"""ThresholdBar: values, words and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QSlider

from app.distance_scale import DistanceScale
from app.threshold_bar import ThresholdBar
from simcore import CLASSIC_DISTANCE, DEFAULT_DISTANCE, DEFAULT_SIMILARITY, GREATEST_DISTANCE

# The offscreen platform says what it cannot do when a window is shown, raised or grabs keys.


@pytest.fixture
def bar(qtbot):
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.resize(800, 100)
    bar.show()
    return bar


def slider(bar: ThresholdBar, name: str) -> QSlider:
    (found,) = [one for one in bar.findChildren(QSlider) if name in one.accessibleName()]
    return found


def words(bar: ThresholdBar) -> list[str]:
    return [one.text() for one in bar.findChildren(QLabel)]


def scale(bar: ThresholdBar) -> DistanceScale:
    (found,) = bar.findChildren(DistanceScale)
    return found


def test_it_starts_at_the_defaults(bar: ThresholdBar) -> None:
    assert bar.distance() == DEFAULT_DISTANCE
    assert bar.similarity() == DEFAULT_SIMILARITY
    assert f"up to {DEFAULT_DISTANCE} bits" in words(bar)
    assert "at least 70 % alike" in words(bar)


def test_values_are_told_once(bar: ThresholdBar, qtbot) -> None:
    with qtbot.waitSignal(bar.distance_changed) as told:
        bar.set_distance(5)
    assert told.args == [5]
    assert bar.distance() == 5
    assert "up to 5 bits" in words(bar)
    with qtbot.waitSignal(bar.similarity_changed) as told:
        bar.set_similarity(0.85)
    assert told.args == [0.85]
    assert bar.similarity() == 0.85
    assert "at least 85 % alike" in words(bar)
    with qtbot.assertNotEmitted(bar.distance_changed):
        bar.set_distance(5)
    with qtbot.assertNotEmitted(bar.similarity_changed):
        bar.set_similarity(0.85)


@pytest.mark.parametrize(("given", "taken"), [(-1, 0), (0, 0), (24, 24), (64, 24)])
def test_distances_out_of_range(bar: ThresholdBar, given: int, taken: int) -> None:
    bar.set_distance(given)
    assert bar.distance() == taken


@pytest.mark.parametrize(("given", "taken"), [(0.0, 0.3), (0.3, 0.3), (1.0, 1.0), (7.0, 1.0)])
def test_similarities_out_of_range(bar: ThresholdBar, given: float, taken: float) -> None:
    bar.set_similarity(given)
    assert bar.similarity() == taken


def test_all_whole_percentages_survive(bar: ThresholdBar) -> None:
    for percent in range(30, 101):
        bar.set_similarity(percent / 100)
        assert bar.similarity() == percent / 100


def test_keys_move_it(bar: ThresholdBar, qtbot) -> None:
    bar.set_distance(10)
    distance = slider(bar, "distance")
    assert distance.focusPolicy() & Qt.FocusPolicy.TabFocus
    qtbot.keyClick(distance, Qt.Key.Key_Right)
    assert bar.distance() == 11
    qtbot.keyClick(distance, Qt.Key.Key_Home)
    assert bar.distance() == 0
    assert "all bits equal" in words(bar)
    qtbot.keyClick(distance, Qt.Key.Key_End)
    assert bar.distance() == GREATEST_DISTANCE
    similarity = slider(bar, "similarity")
    qtbot.keyClick(similarity, Qt.Key.Key_End)
    assert bar.similarity() == 1.0


def test_titles_lead_to_their_sliders(bar: ThresholdBar) -> None:
    buddies = {one.text(): one.buddy() for one in bar.findChildren(QLabel) if one.buddy()}
    assert buddies == {
        "&Distance": slider(bar, "distance"),
        "S&imilarity": slider(bar, "similarity"),
    }


def test_the_marks_stand_below_the_handle(bar: ThresholdBar) -> None:
    """The triangle's tip is painted in the column where the handle's middle is."""
    image = scale(bar).grab().toImage()
    ground = image.pixel(image.width() // 3, 1)
    tips = [x for x in range(image.width()) if image.pixel(x, 1) != ground]
    for value in (CLASSIC_DISTANCE, DEFAULT_DISTANCE):
        expected = value / GREATEST_DISTANCE * image.width()
        assert any(abs(x - expected) < 12 for x in tips)


def test_summary(bar: ThresholdBar) -> None:
    bar.set_summary("214 groups, 731 documents, 38 MB to gain")
    assert "214 groups, 731 documents, 38 MB to gain" in words(bar)


def test_the_slider_stays_put_while_the_words_change(bar: ThresholdBar) -> None:
    bar.set_compared_distance(12)
    QApplication.processEvents()
    width = slider(bar, "distance").width()
    for distance in (0, 3, 12, 24):
        bar.set_distance(distance)
        QApplication.processEvents()
        assert slider(bar, "distance").width() == width


def test_parts_have_a_switch(bar: ThresholdBar, qtbot) -> None:
    box = bar.findChild(QCheckBox)
    assert bar.contained()
    with qtbot.waitSignal(bar.contained_changed) as changed:
        qtbot.keyClick(box, Qt.Key.Key_Space)
    assert changed.args == [False]
    assert not bar.contained()
    bar.set_contained(True)
    assert box.isChecked()


def test_how_far_fingerprints_propose_is_told(bar: ThresholdBar) -> None:
    told = "fingerprints propose pairs up to 12 bits"
    assert told not in slider(bar, "distance").toolTip()
    bar.set_compared_distance(12)
    assert told in slider(bar, "distance").toolTip()
    bar.set_compared_distance(None)
    assert told not in slider(bar, "distance").toolTip()
