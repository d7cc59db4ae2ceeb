"""The picture of pairs in its bar: lines that are dragged and keyed, cells, words, colours."""

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from app.picture import PairLegend, PairPicture, ThresholdLine, pair_colours
from app.threshold_bar import ThresholdBar
from pair_reports import density_of, near
from simcore.grouping.pairs import PairCell, PairDensity, PairLane, PairSort
from simcore.model.config import Thresholds

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
    bar.set_distance(10)
    for key, value in (
        (keys.Key_Right, 11),
        (keys.Key_Left, 10),
        (keys.Key_PageUp, 14),
        (keys.Key_PageDown, 10),
        (keys.Key_Home, 0),
        (keys.Key_End, 32),
    ):
        qtbot.keyClick(picture.distance_line, key)
        assert bar.distance() == value
    for key, percent in ((keys.Key_Up, 71), (keys.Key_Down, 70), (keys.Key_PageDown, 60)):
        qtbot.keyClick(picture.similarity_line, key)
        assert bar.similarity() == percent / 100


def test_tab_reaches_numbers_and_lines(
    bar: ThresholdBar, picture: PairPicture, qtbot: QtBot
) -> None:
    reached = []
    widget = bar.nextInFocusChain()
    while widget is not bar and len(reached) < 50:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.accessibleName():
            reached.append(widget.accessibleName())
        widget = widget.nextInFocusChain()
    assert reached == [
        "Greatest distance in bits",
        "Greatest distance in bits",
        "Least similarity in percent",
        "Least similarity in percent",
        "Greatest distance in bits, line",
        "Least similarity in percent, line",
    ]
    toggle = bar.tab_stops()[4]
    assert isinstance(toggle, QToolButton)
    assert toggle.defaultAction() is bar.picture_action
    assert toggle.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_lines_are_told_to_a_screen_reader(bar: ThresholdBar, picture: PairPicture) -> None:
    for line, name, least, value, most in (
        (picture.distance_line, "Greatest distance", 0, 24, 32),
        (picture.similarity_line, "Least similarity", 30, 70, 100),
    ):
        told = QAccessible.queryAccessibleInterface(line)
        assert told is not None
        assert told.text(QAccessible.Text.Name).startswith(name)
        figures = told.valueInterface()
        assert figures is not None
        given = figures.minimumValue(), figures.currentValue(), figures.maximumValue()
        assert given == (least, value, most)


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


def test_what_no_threshold_shows_is_told(bar: ThresholdBar, picture: PairPicture) -> None:
    told = picture.words_at(centre(picture, 14, 0))
    assert "1 compared, not similar" in told
    assert told.endswith("Not shown below now")


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


def test_more_pairs_have_a_stronger_shade(bar: ThresholdBar, picture: PairPicture) -> None:
    bar.set_pairs(density_of([near(2, 0.92)] * 500 + [near(6, 0.92)] * 20 + [near(10, 0.92)]))
    image = picture.grab().toImage()
    shades = [
        colour_at(image, picture.plan().cell(d, 18).center() - QPointF(4, 1)).lightness()
        for d in (2, 6, 10, 14)
    ]
    assert shades == sorted(set(shades))


def test_what_the_thresholds_hide_is_dimmed(bar: ThresholdBar, picture: PairPicture) -> None:
    bar.set_distance(18)
    bar.set_pairs(density_of([near(4, 0.92), near(20, 0.92)]))
    image = picture.grab().toImage()
    shown, hidden = (
        colour_at(image, picture.plan().cell(d, 18).center() - QPointF(4, 1)) for d in (4, 20)
    )
    assert shown.lightness() < hidden.lightness()


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


def luminance(colour: QColor) -> float:
    """Return the relative luminance, by the definition of WCAG 2."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def palette_on(base: str) -> QPalette:
    """Return the palette of a desktop whose windows have this ground."""
    palette, ground = QPalette(), QColor(base)
    for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Window):
        palette.setColor(role, ground)
    text = QColor("#dfe3e8" if luminance(ground) < 0.2 else "#1c2126")
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText):
        palette.setColor(role, text)
    return palette


@pytest.mark.parametrize("base", ["#ffffff", "#f4f4f4", "#2b2b2b", "#1e1e1e", "#000000"])
def test_colours_stand_out_in_light_and_dark(base: str) -> None:
    colours = pair_colours(palette_on(base))
    for ground in (QColor(base), colours.inside):
        for name in ("copies", "near", "numbers", "part", "unlike", "line"):
            assert contrast(getattr(colours, name), ground) >= 3, name
        assert contrast(colours.line, ground) >= 7


def test_the_contrast_is_that_of_the_definition() -> None:
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)
    assert contrast(QColor("#767676"), QColor("#ffffff")) == pytest.approx(4.54, abs=0.01)


def test_the_picture_follows_the_palette(bar: ThresholdBar, picture: PairPicture) -> None:
    dark = palette_on("#1e1e1e")
    light = picture.distance_line.colour
    bar.setPalette(dark)
    QApplication.processEvents()
    assert picture.distance_line.colour != light
    image = picture.grab().toImage()
    empty = picture.plan().cell(22, 2).center()
    assert colour_at(image, empty).lightness() < 60


def test_cell_names_agree(picture: PairPicture) -> None:
    assert picture._cell_at(centre(picture, 7, 3)) == PairCell(PairLane.MIDDLE, 7, 3)
