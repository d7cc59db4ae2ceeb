"""Light and dark, lines and icons: every text and sign can be read on its ground (WCAG 2.2, AA)."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QFont, QFontMetricsF, QImage, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QSpinBox,
    QStyle,
    QStyleFactory,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.badges import LOOKS, badge_colours
from app.groups.columns import GroupColumn
from app.groups.model import GroupModel
from app.groups.view import GroupView
from app.picture import pair_colours
from app.settings.settings import (
    Appearance,
    _dark_palette,
    _light_palette,
    apply_appearance,
    is_dark,
)
from app.style import Run, apply_style, colours_of, fitted, icon, paint_line, readable
from app.widgets.banner import Banner
from app.widgets.basic import filled
from group_reports import contracts
from simcore import Kind

TEXT, SIGN = 4.5, 3.0


def plain(window: str, base: str, text: str, accent: str) -> QPalette:
    palette = QPalette(QColor(window))
    for role, colour in (
        (QPalette.ColorRole.Window, window),
        (QPalette.ColorRole.Base, base),
        (QPalette.ColorRole.Text, text),
        (QPalette.ColorRole.Accent, accent),
    ):
        palette.setColor(role, QColor(colour))
    return palette


PALETTES = {
    "light": _light_palette(),
    "dark": _dark_palette(),
    "fusion": plain("#efefef", "#ffffff", "#000000", "#308cc6"),
    "fusion-dark": plain("#323232", "#242424", "#ffffff", "#308cc6"),
    "breeze": plain("#eff0f1", "#ffffff", "#232629", "#3daee9"),
    "breeze-dark": plain("#2a2e32", "#1b1e20", "#fcfcfc", "#3daee9"),
    "yellow accent": plain("#f3f3f3", "#ffffff", "#1b1b1b", "#ffd500"),
    "high contrast": plain("#000000", "#000000", "#ffffff", "#1aebff"),
}


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2.2 defines it, from 8-bit parts."""
    parts = [part / 255 for part in (colour.red(), colour.green(), colour.blue())]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_texts_signs_and_badges_can_be_read(palette: QPalette) -> None:
    found = colours_of(palette)
    rows = found.base, found.window, found.selected, found.inactive, found.marked
    wanted = [
        *(("text", found.text, ground, TEXT) for ground in rows),
        *(("muted", found.muted, ground, TEXT) for ground in rows),
        ("accent", found.accent, found.base, TEXT),
        ("on accent", found.on_accent, found.accent, TEXT),
        ("safe", found.safe, found.base, TEXT),
        ("safe", found.safe, found.window, TEXT),
        ("warning", found.warning, found.warning_ground, TEXT),
        *(("edge", found.edge, ground, SIGN) for ground in (found.base, found.window)),
        *(("bar", found.bar, ground, SIGN) for ground in (found.base, found.selected)),
        *(("star", found.star, ground, SIGN) for ground in (found.base, found.selected)),
        *(
            (name, found.text, ground, TEXT)
            for name, side in (("left", found.left), ("right", found.right))
            for ground in (side.line, side.word)
        ),
        *(
            (f"ink of {one}", one.ink, one.line, TEXT)
            for one in (found.left, found.right, found.moved)
        ),
    ]
    low = [
        (name, round(contrast(colour, ground), 2), ground.name())
        for name, colour, ground, least in wanted
        if contrast(colour, ground) < least - 0.02  # the parts are rounded to 8 bits
    ]
    assert low == []
    for kind in Kind:
        badge = badge_colours(LOOKS[kind], palette)
        assert contrast(badge.text, badge.ground) >= TEXT, kind


def test_kinds_differ_in_sign_and_word_and_colours_are_moved_no_further_than_they_must() -> None:
    assert set(LOOKS) == set(Kind)
    assert len({look.sign for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.word() for look in LOOKS.values()}) == len(LOOKS)
    white = QColor("#ffffff")
    assert readable(QColor("#1b66b8"), [white]) == QColor("#1b66b8")
    assert 4.5 <= contrast(readable(QColor("#ffd500"), [white]), white) < 5.5


GROUNDS = ("#ffffff", "#f4f4f4", "#2b2b2b", "#1e1e1e", "#000000")


@pytest.mark.parametrize(
    ("palette", "line"),
    [(PALETTES["light"], 3), (PALETTES["dark"], 3)]
    + [(plain(one, one, "#dfe3e8" if one < "#8" else "#1c2126", "#308cc6"), 7) for one in GROUNDS],
)
def test_shapes_and_lines_of_the_picture_can_be_seen(palette: QPalette, line: int) -> None:
    colours = pair_colours(palette)
    for ground in (palette.color(QPalette.ColorRole.Base), colours.inside):
        for name in ("copies", "near", "numbers", "part", "unlike", "line"):
            assert contrast(getattr(colours, name), ground) >= SIGN, (name, ground.name())
        assert contrast(colours.line, ground) >= line


@pytest.fixture(autouse=True)
def undressed(qapp: QApplication) -> Iterator[None]:
    yield
    apply_appearance(qapp, Appearance.SYSTEM)


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
def test_a_choice_is_worn_with_readable_texts_and_shapes(
    qapp: QApplication, choice: Appearance
) -> None:
    role = QPalette.ColorRole
    before = qapp.palette().color(role.Base)
    apply_appearance(qapp, choice)
    palette = qapp.palette()
    text, base = palette.color(role.Text), palette.color(role.Base)
    assert is_dark(palette) is (choice is Appearance.DARK)
    for one, ground in (
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.WindowText, role.Window),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.Link, role.Base),
        (role.HighlightedText, role.Highlight),
    ):
        assert contrast(palette.color(one), palette.color(ground)) >= TEXT, (one, ground)
    # a row that is selected stands out from those beside it
    assert contrast(palette.color(role.Highlight), base) >= SIGN
    for colours in (colours_of(palette).left, colours_of(palette).right):
        assert contrast(text, colours.line) >= TEXT
        assert contrast(text, colours.word) >= TEXT
        for ground in (base, colours.line, colours.word):
            assert contrast(colours.ink, ground) >= SIGN, ground.name()
    apply_appearance(qapp, Appearance.SYSTEM)
    assert qapp.palette().color(role.Base) == before, "the system's own comes back"


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
def test_one_sees_where_a_field_ends(qapp: QApplication, qtbot: QtBot, choice: Appearance):
    """On dark ground the edge of a field had the ground's colour, and an empty box had none."""
    apply_appearance(qapp, choice)
    page = QWidget()
    qtbot.addWidget(page)
    boxes = QLineEdit(page), QSpinBox(page), QComboBox(page), QCheckBox(page)
    for at, box in enumerate(boxes):
        box.setGeometry(20, 20 + 50 * at, 150, 30)
    page.resize(200, 220)
    page.show()
    image = page.grab().toImage()
    window, base = (page.palette().color(one) for one in (QPalette.Window, QPalette.Base))
    for at, box in enumerate(boxes):
        row = [image.pixelColor(x, 35 + 50 * at) for x in range(14, 30)]
        most = max(min(contrast(one, window), contrast(one, base)) for one in row)
        assert most >= 2.9, type(box).__name__  # 3 to 1 is what WCAG 2.1 asks of signs


def test_the_link_of_a_message_follows(qapp: QApplication, qtbot: QtBot):
    apply_appearance(qapp, Appearance.LIGHT)
    window = QWidget()
    qtbot.addWidget(window)
    banner = Banner()
    filled(QVBoxLayout(window), banner)
    banner.show_message("One document was moved.", action=QAction("Undo", window))
    window.show()
    for choice in (Appearance.DARK, Appearance.LIGHT, Appearance.DARK):
        apply_appearance(qapp, choice)
        qapp.processEvents()
        (link,) = (one for one in banner.findChildren(QToolButton) if one.text() == "Undo")
        ground = banner.palette().color(QPalette.ColorRole.Window)
        assert contrast(link.palette().color(QPalette.ColorRole.ButtonText), ground) >= 4.5
        assert is_dark(banner.palette()) is (choice is Appearance.DARK)


@pytest.mark.parametrize("beside", ["H 文", "H 😀", "H ह"])
def test_letters_stand_on_one_line_whatever_is_beside_them(qapp: QApplication, beside: str) -> None:
    font = QApplication.font()

    def lowest_ink_of_h(text: str) -> int:
        image = QImage(200, 40, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        paint_line(painter, QRectF(0, 0, 200, 40), text, font, QColor("black"))
        painter.end()
        width = int(QFontMetricsF(font).horizontalAdvance("H"))
        places = [(x, y) for y in range(40) for x in range(width)]
        return max(y for x, y in places if image.pixelColor(x, y).lightness() < 128)

    assert lowest_ink_of_h(beside) == lowest_ink_of_h("H")


def test_what_rows_share_is_shortened_first(qapp: QApplication):
    font = QApplication.font()
    bold = QFont(font)
    bold.setBold(True)
    runs = [Run("Supply agreement, " * 9), Run("third draft", tells=True), Run(".docx")]
    shown = fitted(runs, font, 300, bold)
    assert Run("third draft", tells=True) in shown
    assert shown[0].text.startswith("Supply")
    assert "…" in shown[0].text
    width = sum(
        QFontMetricsF(bold if run.tells else font).horizontalAdvance(run.text) for run in shown
    )
    assert width <= 300
    runs = [Run("合同"), Run("第二稿", tells=True)]
    assert fitted(runs, font, 400, font) == runs, "it has room"


def test_icons_follow_a_change_of_the_palette_and_back(qapp: QApplication) -> None:
    def ink(choice: Appearance) -> float:
        apply_appearance(qapp, choice)
        image = icon("lock").pixmap(16).toImage()
        found = [image.pixelColor(x, y) for x in range(16) for y in range(16)]
        return min(colour.lightness() for colour in found if colour.alpha() == 255)

    light = ink(Appearance.LIGHT)
    assert ink(Appearance.DARK) > 150 > light
    assert ink(Appearance.LIGHT) == light


def ground(view: QListWidget | QTreeWidget) -> QColor:
    """Return the colour at the end of the current row, where no letter is."""
    place = view.visualItemRect(view.currentItem())
    at = view.viewport().mapTo(view, QPoint(place.right() - 4, place.center().y()))
    return view.grab().toImage().pixelColor(at)


@pytest.mark.parametrize("dark", [False, True])
def test_one_sees_which_of_two_lists_takes_the_keys(qtbot: QtBot, dark: bool) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_style(application)
    window = QWidget()
    qtbot.addWidget(window)
    if dark:
        palette = QPalette(QColor("#25282c"))
        palette.setColor(QPalette.ColorRole.Base, QColor("#1b1e21"))
        window.setPalette(palette)
    names, tree = QListWidget(), QTreeWidget()
    names.addItems(["one", "two"])
    names.setCurrentRow(1)
    whole = QTreeWidgetItem(["whole"])
    whole.addChild(QTreeWidgetItem(["part"]))
    tree.addTopLevelItem(whole)
    tree.expandAll()
    tree.setCurrentItem(whole.child(0))
    layout = QHBoxLayout(window)
    layout.addWidget(names)
    layout.addWidget(tree)
    window.resize(400, 120)
    window.show()
    qtbot.waitExposed(window)
    for active, other in ((names, tree), (tree, names)):
        window.activateWindow()
        active.setFocus()
        qtbot.waitUntil(active.hasFocus)
        colours = colours_of(window.palette())
        assert ground(active) != ground(other)
        for view in (active, other):
            assert contrast(ground(view), colours.text) >= 4.5
            assert contrast(ground(view), colours.base) < 1.7, "a tint, not the full accent"
        grey = ground(other)
        assert max(grey.getRgb()[:3]) - min(grey.getRgb()[:3]) < 16


HINTS = (QStyle.StyleHint.SH_EtchDisabledText, QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons)


@pytest.mark.parametrize("name", ["windows", "fusion"])
def test_neither_shadows_nor_icons(qapp: QApplication, name: str) -> None:
    theirs, worn = QStyleFactory.create(name), []
    assert name == "fusion" or any(theirs.styleHint(one) for one in HINTS)
    apply_style(SimpleNamespace(style=lambda: theirs, setStyle=worn.append))  # type: ignore[arg-type]
    (ours,) = worn
    assert [ours.styleHint(one) for one in HINTS] == [0, 0]
    assert ours.baseStyle().name() == name


def test_the_arrow_of_the_order_does_not_touch_the_title(qapp: QApplication, qtbot: QtBot) -> None:
    apply_style(qapp)
    view = GroupView()
    qtbot.addWidget(view)
    view.setModel(GroupModel(view))
    view.resize(900, 300)
    view.show()
    view.groups.set_report(contracts())
    column = GroupColumn.SIMILARITY
    view.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    QApplication.processEvents()
    header = view.header()
    left, width = header.sectionViewportPosition(column), header.sectionSize(column)
    place = QRect(left + 3, 4, width - 6, header.height() - 8)
    image = header.grab(place).toImage()
    ink = [
        any(image.pixelColor(x, y).lightness() < 128 for y in range(image.height()))
        for x in range(image.width())
    ]
    last = len(ink) - ink[::-1].index(True)
    arrow = ink[:last][::-1].index(False)
    assert arrow < 10, "the arrow and the last letter are one"
    assert not any(ink[last - arrow - 2 : last - arrow])
