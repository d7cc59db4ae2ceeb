"""The picture of pairs and the bar of thresholds: values, lines, cells, words, keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.i18n import Language
from app.picture import PairLegend, PairPicture, ThresholdLine, pair_colours
from app.threshold_bar import ThresholdBar
from builders import chinese_text, edited
from pair_reports import density_of, near
from simcore.grouping.pairs import PairDensity, PairLane, PairSort, pair_columns
from simcore.model.config import DEFAULT_DISTANCE, DEFAULT_SIMILARITY, GREATEST_DISTANCE, Thresholds
from windows import Open, wait_until_idle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bar(qtbot: QtBot) -> ThresholdBar:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.resize(900, 200)
    bar.picture_action.trigger()
    bar.show()
    bar.set_pairs(mixed())
    QApplication.processEvents()
    return bar


@pytest.fixture
def picture(bar: ThresholdBar) -> PairPicture:
    return bar.findChildren(PairPicture)[0]


def mixed() -> PairDensity:
    """Make 3 pairs at 5 bits from 85 to 90 %, and one or two of every other sort."""
    return density_of(
        [
            near(5, 0.85),
            near(5, 0.87),
            (5, 0.899, 0.0, False, PairSort.NUMBERS_ONLY),
            (10, 0.5, 0.95, False, PairSort.NEAR),
            (30, 0.6, 0.6, True, PairSort.NEAR),
            (14, 0.04, 0.1, False, PairSort.UNLIKE),
            (0, 1.0, 1.0, False, PairSort.IDENTICAL),
            (0, 1.0, 1.0, False, PairSort.SAME_TEXT),
        ]
    )


def centre(picture: PairPicture, distance: int, band: int) -> QPoint:
    return picture.plan().cell(distance, band).center().toPoint()


def lane_centre(picture: PairPicture, lane: PairLane, band: int) -> QPoint:
    plan = picture.plan()
    return plan.lane_cell(dict(plan.lanes)[lane], band).center().toPoint()


def drag(qtbot: QtBot, line: ThresholdLine, *steps: QPoint) -> None:
    """Press on the line, go by ``steps`` from there, release."""
    start = line.rect().center() + QPoint(3, 0 if line.width() > line.height() else 20)
    at = line.mapToGlobal(start)
    qtbot.mousePress(line, LEFT, pos=start)
    for step in steps:
        at += step
        qtbot.mouseMove(line, line.mapFromGlobal(at))
    qtbot.mouseRelease(line, LEFT, pos=line.mapFromGlobal(at))


# ---- the lines


def test_dragging_the_distance(bar: ThresholdBar, picture: PairPicture, qtbot: QtBot) -> None:
    told: list[int] = []
    bar.distance_changed.connect(told.append)
    bar.set_distance(10)
    column = picture.plan().column
    third = QPoint(round(column / 3), 0)
    drag(qtbot, picture.distance_line, third, third, third, QPoint(round(2 * column), 0))
    assert told == [10, 11, 13]  # each value once, however many moves lead to it
    assert bar.distance() == 13
    assert picture.distance_line.geometry().center().x() == round(picture.plan().x(13))
    drag(qtbot, picture.distance_line, QPoint(-2000, 0))
    assert bar.distance() == 0
    drag(qtbot, picture.distance_line, QPoint(2000, 0))
    assert bar.distance() == 32


def test_dragging_the_similarity(bar: ThresholdBar, picture: PairPicture, qtbot: QtBot) -> None:
    told: list[float] = []
    bar.similarity_changed.connect(told.append)
    band = picture.plan().band
    drag(qtbot, picture.similarity_line, QPoint(0, -round(band * 2)))
    # a point of the screen may be more than one percent
    assert told == [pytest.approx(0.8, abs=0.011)]
    drag(qtbot, picture.similarity_line, QPoint(0, 500))
    assert told[1:] == [0.3]
    drag(qtbot, picture.similarity_line, QPoint(0, -500))
    assert told[2:] == [1.0]


def test_a_click_on_a_line_moves_nothing(
    bar: ThresholdBar, picture: PairPicture, qtbot: QtBot
) -> None:
    for line in (picture.distance_line, picture.similarity_line):
        with qtbot.assertNotEmitted(line.valueChanged):
            drag(qtbot, line)
            drag(qtbot, line, QPoint(0, 0))


def test_keys_move_the_lines(bar: ThresholdBar, picture: PairPicture, qtbot: QtBot) -> None:
    keys = Qt.Key
    for line, steps, least, most, name in (
        (
            picture.distance_line,
            {keys.Key_Right: 25, keys.Key_Left: 24, keys.Key_PageUp: 28, keys.Key_PageDown: 24},
            0,
            32,
            "Greatest distance",
        ),
        (
            picture.similarity_line,
            {keys.Key_Up: 71, keys.Key_Down: 70, keys.Key_PageDown: 60, keys.Key_PageUp: 70},
            30,
            100,
            "Least similarity",
        ),
    ):
        told = QAccessible.queryAccessibleInterface(line)
        assert told.text(QAccessible.Text.Name).startswith(name)
        for key, value in (steps | {keys.Key_Home: least, keys.Key_End: most}).items():
            qtbot.keyClick(line, key)
            assert line.value() == told.valueInterface().currentValue() == value
        figures = told.valueInterface()
        assert (figures.minimumValue(), figures.maximumValue()) == (least, most)
    assert (bar.distance(), bar.similarity()) == (32, 1.0)


# ---- the cells


def test_a_cell_is_told_in_words(bar: ThresholdBar, picture: PairPicture) -> None:
    assert picture.words_at(centre(picture, 5, 17)).splitlines() == [
        "distance 5, similarity 85 % to 90 %: 3 pairs",
        "2 similar or same words, 1 numbers only",
        "Click to show one, click again for the next",
    ]
    assert (
        picture.words_at(centre(picture, 6, 17)) == "distance 6, similarity 85 % to 90 %: no pairs"
    )
    assert picture.words_at(QPoint(1, 1)) == ""
    told = picture.words_at(centre(picture, 14, 0))
    assert "1 compared, not similar" in told
    assert told.endswith("Not shown below now")


def test_lanes_are_told_in_words(bar: ThresholdBar, picture: PairPicture) -> None:
    copies = picture.words_at(lane_centre(picture, PairLane.COPIES, 20))
    assert copies.startswith("Copies, similarity 100 %: 2 pairs\n1 identical, 1 same text")
    parts = lane_centre(picture, PairLane.PARTS, 10)
    assert picture.words_at(parts).startswith("Parts, similarity 50 % to 55 %: 1 pair\n")
    assert not picture.words_at(parts).endswith("Not shown below now")
    bar.set_contained(False)
    assert picture.words_at(parts).endswith("Not shown below now")
    short = lane_centre(picture, PairLane.SHORT, 12)
    assert picture.words_at(short).endswith("Not shown below now")
    bar.set_similarity(0.5)
    assert not picture.words_at(short).endswith("Not shown below now")
    # what is alike enough is no part any more
    assert picture.words_at(parts) == "Parts, similarity 50 % to 55 %: no pairs"
    assert "1 pair\n" in picture.words_at(centre(picture, 10, 10))


def test_a_part_too_far_apart_to_be_near_is_in_the_lane_of_parts(
    bar: ThresholdBar, picture: PairPicture
) -> None:
    bar.set_pairs(density_of([(12, 0.78, 0.99, False, PairSort.NEAR), near(12, 0.78)]))
    assert ": 2 pairs\n" in picture.words_at(centre(picture, 12, 15))
    bar.set_distance(11)
    assert ": 1 pair\n" in picture.words_at(centre(picture, 12, 15))
    assert picture.words_at(centre(picture, 12, 15)).endswith("Not shown below now")
    part = lane_centre(picture, PairLane.PARTS, 15)
    assert picture.words_at(part).startswith("Parts, similarity 75 % to 80 %: 1 pair\n")
    assert not picture.words_at(part).endswith("Not shown below now")
    # it is painted as shown, as it is above the line of similarities, too
    spot = part.toPointF() - QPointF(4, 1)
    shown = colour_at(picture.grab().toImage(), spot)
    bar.set_contained(False)
    assert picture.words_at(part).endswith("Not shown below now")
    assert colour_at(picture.grab().toImage(), spot) != shown


def test_a_click_chooses_one_pair_after_another(
    bar: ThresholdBar, picture: PairPicture, qtbot: QtBot
) -> None:
    chosen: list[tuple[int, int]] = []
    bar.pair_chosen.connect(lambda left, right: chosen.append((left, right)))
    for _ in range(4):
        qtbot.mouseClick(picture, LEFT, pos=centre(picture, 5, 17))
    assert chosen == [(0, 1), (2, 3), (4, 5), (0, 1)]
    qtbot.mouseClick(picture, LEFT, pos=centre(picture, 6, 17))
    assert len(chosen) == 4
    qtbot.mouseClick(picture, LEFT, pos=lane_centre(picture, PairLane.PARTS, 10))
    assert chosen[4:] == [(6, 7)]


# ---- what is painted


def colour_at(image: QImage, place: QPointF) -> QColor:
    ratio = image.devicePixelRatio()
    return image.pixelColor(round(place.x() * ratio), round(place.y() * ratio))


def test_cells_with_pairs_are_painted_where_they_are(
    bar: ThresholdBar, picture: PairPicture
) -> None:
    """Every cell that has pairs differs from its ground, every other does not."""
    bar.set_distance(24)
    bar.set_similarity(0.3)
    density = density_of([near(d, b / 20) for d in range(0, 24, 3) for b in range(7, 20, 4)])
    bar.set_pairs(density)
    image = picture.grab().toImage()
    inside = pair_colours(picture.palette()).inside.name()
    for distance in range(24):  # the line is on the border of 24
        for band in range(7, 21):
            full = distance % 3 == 0 and (band - 7) % 4 == 0 and band < 20
            place = picture.plan().cell(distance, band)
            if place.intersects(picture.similarity_line.geometry().toRectF()):
                continue
            spot = QPointF(place.left() + place.width() / 4, place.center().y() - 1)
            assert (colour_at(image, spot).name() != inside) == full, (distance, band)


def test_more_pairs_have_a_stronger_shade_and_hidden_ones_a_dim_one(
    bar: ThresholdBar, picture: PairPicture
) -> None:
    def lightness(*distances: int) -> list[int]:
        image = picture.grab().toImage()
        places = (picture.plan().cell(one, 18).center() - QPointF(4, 1) for one in distances)
        return [colour_at(image, place).lightness() for place in places]

    bar.set_pairs(density_of([near(2, 0.92)] * 500 + [near(6, 0.92)] * 20 + [near(10, 0.92)]))
    shades = lightness(2, 6, 10, 14)
    assert shades == sorted(set(shades))
    bar.set_distance(18)
    bar.set_pairs(density_of([near(4, 0.92), near(20, 0.92)]))
    shown, hidden = lightness(4, 20)
    assert shown < hidden


def test_a_sort_has_its_own_shape_not_only_its_colour(
    picture: PairPicture, bar: ThresholdBar
) -> None:
    """In grey, no two marks of the legend are the same picture."""
    legend = bar.findChildren(PairLegend)[0]
    image = legend.grab().toImage()
    metrics, x, marks = legend.fontMetrics(), 0, set()
    for word in legend.words():
        mark = image.copy(x, 0, 14, image.height()).convertToFormat(QImage.Format.Format_Mono)
        marks.add((word, bytes(mark.constBits())))
        x += metrics.horizontalAdvance(word) + 19 + 2 * metrics.averageCharWidth()
    # near and identical are both blocks; the latter has a lane to itself
    assert len({bits for _, bits in marks}) >= 4
    assert legend.words() == [
        "identical",
        "same text",
        "similar or same words",
        "numbers only",
        "part",
        "compared, not similar",
    ]
    assert "rejected" in legend.toolTip()


@pytest.mark.parametrize("density", [None, density_of([]), density_of([near(5, 0.87)] * 1000)])
def test_nothing_and_all_in_one_cell(
    bar: ThresholdBar, picture: PairPicture, qtbot: QtBot, density: PairDensity | None
) -> None:
    bar.set_pairs(density)
    image = picture.grab().toImage()
    assert not image.isNull()
    told = picture.words_at(centre(picture, 5, 17))
    if density is None:
        assert told == ""
        assert picture.accessibleDescription() == "No pairs are known yet"
    elif len(density.percent):
        assert f"{QLocale().toString(1000)} pairs" in told
    else:
        assert told.endswith("no pairs")
    with qtbot.assertNotEmitted(bar.pair_chosen):
        qtbot.mouseClick(picture, LEFT, pos=centre(picture, 9, 9))


def test_cells_are_painted_once_for_each_look(
    bar: ThresholdBar, picture: PairPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[Thresholds] = []
    before = PairDensity.counts
    monkeypatch.setattr(
        PairDensity,
        "counts",
        lambda self, thresholds: counted.append(thresholds) or before(self, thresholds),
    )
    picture.grab()
    counted.clear()
    for distance in range(20):
        bar.set_distance(distance)
        picture.grab()
    assert counted == []
    bar.set_similarity(0.5)
    picture.grab()
    picture.grab()
    assert counted == [Thresholds(19, 0.5)]
    for distance in (12, 9, 8, 10, 11):  # a part of another is 10 bits from it
        bar.set_distance(distance)
        picture.grab()
    assert counted == [Thresholds(19, 0.5), Thresholds(9, 0.5), Thresholds(10, 0.5)]


# ---- colours


def test_the_picture_follows_the_palette(bar: ThresholdBar, picture: PairPicture) -> None:
    dark, light = QPalette(QColor("#1e1e1e")), picture.distance_line.colour
    dark.setColor(QPalette.ColorRole.Base, QColor("#1e1e1e"))
    bar.setPalette(dark)
    QApplication.processEvents()
    assert picture.distance_line.colour != light
    image = picture.grab().toImage()
    assert colour_at(image, picture.plan().cell(22, 2).center()).lightness() < 60


@pytest.fixture
def library(private_home: Path) -> Path:
    """Make four versions of a Chinese text, ever farther from the first, and a copy."""
    folder = private_home / "文档"
    folder.mkdir()
    text = chinese_text(1)
    for number, changes in enumerate((0, 1, 5, 10)):
        changed = edited(text, number, changes)
        (folder / f"第{number}版.txt").write_text(changed, encoding="utf-8")
    (folder / "副本.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, library: Path) -> Application:
    opened = open_window(library)
    wait_until_counted(qtbot, opened)
    return opened


def wait_until_counted(qtbot: QtBot, application: Application) -> None:
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not application._pair_counter.running)


def picture_of(application: Application) -> PairPicture:
    return application.window.threshold_bar.findChildren(PairPicture)[0]


def pair_place(application: Application, row: int) -> QPoint:
    """Return where on the picture a pair of texts is."""
    report = application.session.results.report
    one, plan = report.pairs[row], picture_of(application).plan()
    band = next(b for b in reversed(range(21)) if one.resemblance >= b * 5 / 100)
    return plan.cell(one.distance, band).center().toPoint()


def test_it_shows_what_was_compared(application: Application, qtbot: QtBot) -> None:
    application.window.threshold_bar.set_similarity(0.3)  # otherwise some are parts
    report = application.session.results.report
    columns = pair_columns(report)
    assert len(report.pairs) == 6
    assert columns.sort.tolist().count(PairSort.IDENTICAL) == 1
    said = f"{len(columns.left)} pairs by distance and similarity"
    assert picture_of(application).accessibleDescription() == said
    for row in range(6):
        assert "similar" in picture_of(application).words_at(pair_place(application, row))
    # another language leaves them there: the report was counted before, and nothing counts again
    shown = picture_of(application).pairs
    application.window.language_menu.action_of(Language.SIMPLIFIED).trigger()
    assert picture_of(application).pairs is shown is not None
    application.window.folder_panel.set_folders(())
    wait_until_counted(qtbot, application)
    assert picture_of(application).pairs is None


def test_a_click_goes_to_the_pair(application: Application, qtbot: QtBot) -> None:
    view, model = application.window.group_view, application.window.group_model
    application.window.threshold_bar.set_similarity(0.3)
    application.window.threshold_bar.set_distance(24)
    qtbot.waitUntil(lambda: application.session.results.report.config.similarity == 0.3)
    qtbot.waitUntil(lambda: len(application.session.results.report.groups) == 1)
    (group,) = application.session.results.report.groups
    seen = set()
    report = application.session.results.report
    # any document with the text of the kept one may stand for it
    text = report.documents[group.representative].text
    for row, one in enumerate(report.pairs):
        others = [end for end in (one.left, one.right) if report.documents[end].text != text]
        if len(others) != 1:
            continue
        with qtbot.waitSignal(application.session.texts.succeeded):
            application.comparing.show_pair(one.left, one.right)
        assert model.document_at(view.currentIndex()) == others[0]
        assert "kept:" in application.window.difference_view.left_pane.accessibleName()
        seen.add(row)
    assert len(seen) == 3
    qtbot.mouseClick(picture_of(application), LEFT, pos=pair_place(application, min(seen)))
    shown = model.document_at(view.currentIndex())
    first = application.session.results.report.pairs[min(seen)]
    assert shown in {first.left, first.right}


def test_two_that_no_group_has_are_compared_all_the_same(
    application: Application, qtbot: QtBot
) -> None:
    application.window.threshold_bar.set_similarity(1.0)
    qtbot.waitUntil(lambda: application.session.config.similarity == 1.0)
    qtbot.wait(50)
    report = application.session.results.report
    row = min(range(6), key=lambda number: report.pairs[number].resemblance)
    with qtbot.waitSignal(application.session.texts.succeeded) as read:
        qtbot.mouseClick(picture_of(application), LEFT, pos=pair_place(application, row))
    texts = read.args[0]
    ends = {texts.kept.document.id, texts.chosen.document.id}
    assert ends == {report.pairs[row].left, report.pairs[row].right}
    # neither of the two is kept: the titles do not say so
    qtbot.waitUntil(lambda: "one:" in application.window.difference_view.left_pane.accessibleName())
    assert "kept:" not in application.window.difference_view.left_pane.accessibleName()
    # another program, and the explanation, are of these two as well
    paths = {texts.kept.document.path, texts.chosen.document.path}
    assert application.comparing.pair is not None
    assert set(application.comparing.pair) == paths
    request = application.window.why_panel._request
    assert {request.kept, request.chosen} == {path.resolve() for path in paths}


def test_a_hidden_picture_stays_hidden(
    application: Application, qtbot: QtBot, open_window: Open
) -> None:
    bar = application.window.threshold_bar
    for shown in (False, True, False):
        assert picture_of(application).isVisible() is shown, "it is not opened in a low window"
        assert bar.distance_slider.isVisible(), "sliders never leave"
        if bar.picture_action.isChecked() is shown:
            bar.picture_action.trigger()
    bar.picture_action.setChecked(False)
    application.window.close()
    second = open_window()
    wait_until_counted(qtbot, second)
    assert not picture_of(second).isVisible()
    second.window.threshold_bar.picture_action.trigger()
    assert picture_of(second).isVisible()
    assert PairLane.COPIES in dict(picture_of(second).plan().lanes)
    second.window.close()
    assert open_window().window.threshold_bar.picture_action.isChecked()


# The offscreen platform says what it cannot do when a window is shown, raised or grabs keys.


@pytest.fixture
def folded(qtbot: QtBot) -> ThresholdBar:
    folded = ThresholdBar()
    qtbot.addWidget(folded)
    folded.resize(800, 200)
    folded.show()
    return folded


def spin(folded: ThresholdBar, name: str) -> QSpinBox:
    (found,) = [one for one in folded.findChildren(QSpinBox) if name in one.accessibleName()]
    return found


def words(folded: ThresholdBar) -> list[str]:
    texts = [one.text() for one in folded.findChildren(QLabel)]
    return texts + [one.text() for one in folded.findChildren(QSpinBox)]


def test_it_starts_at_the_defaults(folded: ThresholdBar) -> None:
    assert folded.distance() == DEFAULT_DISTANCE
    assert folded.similarity() == DEFAULT_SIMILARITY
    assert f"{DEFAULT_DISTANCE} bits" in words(folded)
    assert "70 %" in words(folded)
    assert {"up to", "at least"} <= set(words(folded))
    assert folded.distance_slider.value() == DEFAULT_DISTANCE
    assert folded.similarity_slider.value() == 70
    assert folded.complete().distance_line.value() == DEFAULT_DISTANCE
    assert folded.complete().similarity_line.value() == 70


def test_values_are_told_once(folded: ThresholdBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(folded.distance_changed) as told:
        folded.set_distance(5)
    assert told.args == [5]
    assert (
        folded.distance()
        == folded.complete().distance_line.value()
        == folded.distance_slider.value()
        == 5
    )
    assert "5 bits" in words(folded)
    with qtbot.waitSignal(folded.similarity_changed) as told:
        folded.set_similarity(0.85)
    assert told.args == [0.85]
    assert folded.similarity() == 0.85
    assert folded.complete().similarity_line.value() == folded.similarity_slider.value() == 85
    assert "85 %" in words(folded)
    with qtbot.assertNotEmitted(folded.distance_changed):
        folded.set_distance(5)
    with qtbot.assertNotEmitted(folded.similarity_changed):
        folded.set_similarity(0.85)


def test_values_out_of_range_are_cut_and_all_whole_percentages_survive(
    folded: ThresholdBar,
) -> None:
    for given, taken in ((-1, 0), (0, 0), (32, 32), (64, 32)):
        folded.set_distance(given)
        assert folded.distance() == taken
    for given, taken in ((0.0, 0.3), (0.3, 0.3), (1.0, 1.0), (7.0, 1.0)):
        folded.set_similarity(given)
        assert folded.similarity() == taken
    for percent in range(30, 101):
        folded.set_similarity(percent / 100)
        assert folded.similarity() == percent / 100
    for distance, said in ((0, "0 bits"), (1, "1 bit"), (2, "2 bits")):
        folded.set_distance(distance)
        assert said in words(folded)


def test_distances_go_as_far_as_what_was_compared(folded: ThresholdBar, qtbot: QtBot) -> None:
    folded.set_pairs(density_of([near(57, 0.4)]))
    folded.set_distance(57)
    assert folded.distance() == 57
    # a report with nearer pairs does not move the threshold behind the person's back
    with qtbot.assertNotEmitted(folded.distance_changed):
        folded.set_pairs(density_of([near(3, 0.9)]))
    assert folded.distance() == folded.complete().distance_line.value() == 57
    folded.set_distance(10)
    folded.set_pairs(None)
    folded.set_distance(57)
    assert folded.distance() == GREATEST_DISTANCE


def test_a_typed_number_is_taken_whole(folded: ThresholdBar, qtbot: QtBot) -> None:
    """The 1 of a 12 is no threshold."""
    told: list[int] = []
    folded.distance_changed.connect(told.append)
    box = spin(folded, "distance")
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "12")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert told == [12]
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert told == [12, 13]
    similarity = spin(folded, "similarity")
    similarity.selectAll()
    qtbot.keyClicks(similarity, "83")
    qtbot.keyClick(similarity, Qt.Key.Key_Return)
    assert folded.similarity() == 0.83
    buddies = {one.text(): one.buddy() for one in folded.findChildren(QLabel) if one.buddy()}
    assert buddies == {"&Distance": box, "S&imilarity": similarity}


def test_the_sliders_move_by_keys_and_clicks(folded: ThresholdBar, qtbot: QtBot) -> None:
    for slider, key, figure in (
        (
            folded.distance_slider,
            Qt.Key.Key_Left,
            lambda: folded.distance() == DEFAULT_DISTANCE - 1,
        ),
        (folded.similarity_slider, Qt.Key.Key_PageUp, lambda: folded.similarity() == 0.8),
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
    assert folded.distance() == folded.distance_slider.value()
    assert folded.similarity() * 100 == pytest.approx(folded.similarity_slider.value())


def test_the_sliders_show_how_many_pairs_each_value_has(folded: ThresholdBar) -> None:
    folded.set_pairs(density_of([near(2, 0.9)] * 3 + [near(14, 0.52)] * 5))
    by_distance = folded.distance_slider.counts
    assert {at: count for at, count in enumerate(by_distance) if count} == {2: 3, 14: 5}
    least = folded.similarity_slider.minimum()
    by_similarity = folded.similarity_slider.counts
    found = {least + at: count for at, count in enumerate(by_similarity) if count}
    assert sum(found.values()) == 8
    high = sum(count for percent, count in found.items() if percent >= 85)
    assert high == 3
    folded.set_pairs(None)
    assert not any(folded.distance_slider.counts)
    folded.set_pairs(density_of([near(2, 0.9)] * 20 + [near(14, 0.5)] * 20))
    assert "Suggested here: 8." in spin(folded, "distance").toolTip()


def test_nothing_moves_while_the_words_change(folded: ThresholdBar) -> None:
    folded.set_compared_distance(12)
    QApplication.processEvents()
    parts = folded.distance_slider, folded.similarity_slider, folded.complete()
    places = [one.geometry() for one in parts]
    for distance in (0, 3, 12, 24):
        folded.set_distance(distance)
        QApplication.processEvents()
        assert [one.geometry() for one in parts] == places


def test_parts_have_a_switch(folded: ThresholdBar, qtbot: QtBot) -> None:
    assert folded.contained()
    with qtbot.waitSignal(folded.contained_changed) as changed:
        folded.parts_action.trigger()
    assert changed.args == [folded.contained()] == [False]
    folded.set_contained(True)
    assert folded.parts_action.isChecked()


def test_how_far_fingerprints_propose_is_told(folded: ThresholdBar) -> None:
    told = "fingerprints propose pairs up to 12 bits"
    for widget in (
        spin(folded, "distance"),
        folded.distance_slider,
        folded.complete().distance_line,
    ):
        assert told not in widget.toolTip()
        folded.set_compared_distance(12)
        assert told in widget.toolTip()
        folded.set_compared_distance(None)
        assert told not in widget.toolTip()


def test_the_picture_is_made_when_it_is_unfolded_with_what_was_set_before(
    folded: ThresholdBar, qtbot: QtBot
) -> None:
    assert not folded.findChildren(PairPicture), "a window opens without it"
    folded.set_reach(40)
    folded.set_distance(36)
    folded.set_similarity(0.9)
    folded.set_contained(False)
    folded.picture_action.trigger()
    (made,) = folded.findChildren(PairPicture)
    assert made.isVisible()
    assert (made.distance_line.value(), made.similarity_line.value()) == (36, 90)
    assert made.distance_line.maximum() == 40
    assert not made._contained
    assert made.distance_line.toolTip() == folded.distance_slider.toolTip() != ""
    with qtbot.waitSignal(folded.distance_changed) as told:
        made.distance_line.setValue(7)
    assert told.args == [folded.distance()] == [7]
    folded.set_similarity(0.8)
    assert made.similarity_line.value() == 80
    folded.picture_action.trigger()
    folded.picture_action.trigger()
    assert folded.findChildren(PairPicture) == [made]


def test_the_picture_can_be_hidden(folded: ThresholdBar, qtbot: QtBot) -> None:
    picture, legend = folded.complete(), folded.findChildren(PairLegend)[0]
    actions = {one: one.defaultAction() for one in folded.findChildren(QToolButton)}
    (button,) = [one for one, action in actions.items() if action is folded.picture_action]
    low = folded.sizeHint().height()
    assert not picture.isVisible(), "folded at first"
    for shown in (True, False):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert picture.isVisible() is legend.isVisible() is shown
        assert (folded.sizeHint().height() > low + 100) is shown
        assert button.isVisible()
        assert spin(folded, "distance").isVisible()
