"""ThresholdBar: values, words and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from app.picture import PairLegend, PairPicture
from app.threshold_bar import ThresholdBar
from pair_reports import density_of, near
from simcore.model.config import DEFAULT_DISTANCE, DEFAULT_SIMILARITY, GREATEST_DISTANCE

# The offscreen platform says what it cannot do when a window is shown, raised or grabs keys.


@pytest.fixture
def bar(qtbot: QtBot) -> ThresholdBar:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.resize(800, 200)
    bar.show()
    return bar


def spin(bar: ThresholdBar, name: str) -> QSpinBox:
    (found,) = [one for one in bar.findChildren(QSpinBox) if name in one.accessibleName()]
    return found


def words(bar: ThresholdBar) -> list[str]:
    texts = [one.text() for one in bar.findChildren(QLabel)]
    return texts + [one.text() for one in bar.findChildren(QSpinBox)]


def test_it_starts_at_the_defaults(bar: ThresholdBar) -> None:
    assert bar.distance() == DEFAULT_DISTANCE
    assert bar.similarity() == DEFAULT_SIMILARITY
    assert f"{DEFAULT_DISTANCE} bits" in words(bar)
    assert "70 %" in words(bar)
    assert {"up to", "at least"} <= set(words(bar))
    assert bar.distance_slider.value() == DEFAULT_DISTANCE
    assert bar.similarity_slider.value() == 70
    assert bar.complete().distance_line.value() == DEFAULT_DISTANCE
    assert bar.complete().similarity_line.value() == 70


def test_values_are_told_once(bar: ThresholdBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.distance_changed) as told:
        bar.set_distance(5)
    assert told.args == [5]
    assert (
        bar.distance() == bar.complete().distance_line.value() == bar.distance_slider.value() == 5
    )
    assert "5 bits" in words(bar)
    with qtbot.waitSignal(bar.similarity_changed) as told:
        bar.set_similarity(0.85)
    assert told.args == [0.85]
    assert bar.similarity() == 0.85
    assert bar.complete().similarity_line.value() == bar.similarity_slider.value() == 85
    assert "85 %" in words(bar)
    with qtbot.assertNotEmitted(bar.distance_changed):
        bar.set_distance(5)
    with qtbot.assertNotEmitted(bar.similarity_changed):
        bar.set_similarity(0.85)


def test_values_out_of_range_are_cut_and_all_whole_percentages_survive(bar: ThresholdBar) -> None:
    for given, taken in ((-1, 0), (0, 0), (32, 32), (64, 32)):
        bar.set_distance(given)
        assert bar.distance() == taken
    for given, taken in ((0.0, 0.3), (0.3, 0.3), (1.0, 1.0), (7.0, 1.0)):
        bar.set_similarity(given)
        assert bar.similarity() == taken
    for percent in range(30, 101):
        bar.set_similarity(percent / 100)
        assert bar.similarity() == percent / 100
    for distance, said in ((0, "0 bits"), (1, "1 bit"), (2, "2 bits")):
        bar.set_distance(distance)
        assert said in words(bar)


def test_distances_go_as_far_as_what_was_compared(bar: ThresholdBar, qtbot: QtBot) -> None:
    bar.set_pairs(density_of([near(57, 0.4)]))
    bar.set_distance(57)
    assert bar.distance() == 57
    # a report with nearer pairs does not move the threshold behind the person's back
    with qtbot.assertNotEmitted(bar.distance_changed):
        bar.set_pairs(density_of([near(3, 0.9)]))
    assert bar.distance() == bar.complete().distance_line.value() == 57
    bar.set_distance(10)
    bar.set_pairs(None)
    bar.set_distance(57)
    assert bar.distance() == GREATEST_DISTANCE


def test_a_typed_number_is_taken_whole(bar: ThresholdBar, qtbot: QtBot) -> None:
    """The 1 of a 12 is no threshold."""
    told: list[int] = []
    bar.distance_changed.connect(told.append)
    box = spin(bar, "distance")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "12")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert told == [12]
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert told == [12, 13]
    similarity = spin(bar, "similarity")
    similarity.selectAll()
    qtbot.keyClicks(similarity, "83")
    qtbot.keyClick(similarity, Qt.Key.Key_Return)
    assert bar.similarity() == 0.83
    buddies = {one.text(): one.buddy() for one in bar.findChildren(QLabel) if one.buddy()}
    assert buddies == {"&Distance": box, "S&imilarity": similarity}


def test_the_sliders_move_by_keys_and_clicks(bar: ThresholdBar, qtbot: QtBot) -> None:
    for slider, key, figure in (
        (bar.distance_slider, Qt.Key.Key_Left, lambda: bar.distance() == DEFAULT_DISTANCE - 1),
        (bar.similarity_slider, Qt.Key.Key_PageUp, lambda: bar.similarity() == 0.8),
    ):
        qtbot.keyClick(slider, key)
        assert figure()
        assert slider.value() in {DEFAULT_DISTANCE - 1, 80}
        qtbot.keyClick(slider, Qt.Key.Key_End)
        assert slider.value() == slider.maximum()
        middle = slider.rect().center()
        qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=middle)
        half = (slider.minimum() + slider.maximum()) / 2
        assert slider.value() == pytest.approx(half, abs=1)
    assert bar.distance() == bar.distance_slider.value()
    assert bar.similarity() * 100 == pytest.approx(bar.similarity_slider.value())


def test_the_sliders_show_how_many_pairs_each_value_has(bar: ThresholdBar) -> None:
    bar.set_pairs(density_of([near(2, 0.9)] * 3 + [near(14, 0.52)] * 5))
    by_distance = bar.distance_slider.counts()
    assert {at: count for at, count in enumerate(by_distance) if count} == {2: 3, 14: 5}
    least = bar.similarity_slider.minimum()
    by_similarity = bar.similarity_slider.counts()
    found = {least + at: count for at, count in enumerate(by_similarity) if count}
    assert sum(found.values()) == 8
    high = sum(count for percent, count in found.items() if percent >= 85)
    assert high == 3
    bar.set_pairs(None)
    assert not any(bar.distance_slider.counts())
    bar.set_pairs(density_of([near(2, 0.9)] * 20 + [near(14, 0.5)] * 20))
    assert "Suggested here: 8." in spin(bar, "distance").toolTip()


def test_nothing_moves_while_the_words_change(bar: ThresholdBar) -> None:
    bar.set_compared_distance(12)
    QApplication.processEvents()
    parts = bar.distance_slider, bar.similarity_slider, bar.complete()
    places = [one.geometry() for one in parts]
    for distance in (0, 3, 12, 24):
        bar.set_distance(distance)
        QApplication.processEvents()
        assert [one.geometry() for one in parts] == places


def test_parts_have_a_switch(bar: ThresholdBar, qtbot: QtBot) -> None:
    assert bar.contained()
    with qtbot.waitSignal(bar.contained_changed) as changed:
        bar.parts_action.trigger()
    assert changed.args == [bar.contained()] == [False]
    bar.set_contained(True)
    assert bar.parts_action.isChecked()


def test_how_far_fingerprints_propose_is_told(bar: ThresholdBar) -> None:
    told = "fingerprints propose pairs up to 12 bits"
    for widget in (spin(bar, "distance"), bar.distance_slider, bar.complete().distance_line):
        assert told not in widget.toolTip()
        bar.set_compared_distance(12)
        assert told in widget.toolTip()
        bar.set_compared_distance(None)
        assert told not in widget.toolTip()


def test_the_picture_is_made_when_it_is_unfolded_with_what_was_set_before(
    bar: ThresholdBar, qtbot: QtBot
) -> None:
    assert not bar.findChildren(PairPicture), "a window opens without it"
    bar.set_reach(40)
    bar.set_distance(36)
    bar.set_similarity(0.9)
    bar.set_contained(False)
    bar.picture_action.trigger()
    (made,) = bar.findChildren(PairPicture)
    assert made.isVisible()
    assert (made.distance_line.value(), made.similarity_line.value()) == (36, 90)
    assert made.distance_line.maximum() == 40
    assert not made._contained
    assert made.distance_line.toolTip() == bar.distance_slider.toolTip() != ""
    with qtbot.waitSignal(bar.distance_changed) as told:
        made.distance_line.setValue(7)
    assert told.args == [bar.distance()] == [7]
    bar.set_similarity(0.8)
    assert made.similarity_line.value() == 80
    bar.picture_action.trigger()
    bar.picture_action.trigger()
    assert bar.findChildren(PairPicture) == [made]


def test_the_picture_can_be_hidden(bar: ThresholdBar, qtbot: QtBot) -> None:
    picture, legend = bar.complete(), bar.findChildren(PairLegend)[0]
    actions = {one: one.defaultAction() for one in bar.findChildren(QToolButton)}
    (button,) = [one for one, action in actions.items() if action is bar.picture_action]
    low = bar.sizeHint().height()
    assert not picture.isVisible(), "folded at first"
    for shown in (True, False):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert picture.isVisible() is legend.isVisible() is shown
        assert (bar.sizeHint().height() > low + 100) is shown
        assert button.isVisible()
        assert spin(bar, "distance").isVisible()
