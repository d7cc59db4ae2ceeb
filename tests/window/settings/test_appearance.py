"""Light and dark: what is worn is what was chosen, and texts are readable on it."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.picture import pair_colours
from app.settings.settings import (
    Appearance,
    _dark_palette,
    _light_palette,
    apply_appearance,
    is_dark,
)
from app.widgets.banner import Banner
from app.widgets.basic import difference_colours, filled
from windows import Open


@pytest.fixture(autouse=True)
def undressed(qapp: QApplication) -> Iterator[None]:
    yield
    apply_appearance(qapp, Appearance.SYSTEM)


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
def test_a_choice_is_worn_with_readable_texts(qapp: QApplication, choice: Appearance):
    apply_appearance(qapp, choice)
    palette, role = qapp.palette(), QPalette.ColorRole
    assert is_dark(palette) is (choice is Appearance.DARK)
    for text, ground in (
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.WindowText, role.Window),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.Link, role.Base),
    ):
        # 4.5 to 1 is what WCAG 2.1 asks of text
        assert contrast(palette.color(text), palette.color(ground)) >= 4.5, (text, ground)


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


def test_the_systems_own_comes_back(qapp: QApplication):
    before = qapp.palette().color(QPalette.ColorRole.Base)
    apply_appearance(qapp, Appearance.DARK)
    assert qapp.palette().color(QPalette.ColorRole.Base) != before
    apply_appearance(qapp, Appearance.SYSTEM)
    assert qapp.palette().color(QPalette.ColorRole.Base) == before


def test_the_menu_changes_it_at_once_and_it_is_remembered(
    open_window: Open, qtbot: QtBot, qapp: QApplication
):
    application = open_window()
    window = application.window
    window.appearance_menu.action_of(Appearance.DARK).trigger()
    qtbot.waitUntil(lambda: is_dark(window.palette()))
    window.close()
    apply_appearance(qapp, Appearance.SYSTEM)
    again = open_window().window
    qtbot.waitUntil(lambda: is_dark(again.palette()))
    assert again.appearance_menu.choice() is Appearance.DARK


@pytest.mark.parametrize("palette", [_light_palette(), _dark_palette()])
def test_what_is_selected_can_be_read(palette: QPalette):
    role = QPalette.ColorRole
    text, ground = palette.color(role.HighlightedText), palette.color(role.Highlight)
    assert contrast(text, ground) >= 4.5
    # a row that is selected stands out from those beside it
    assert contrast(ground, palette.color(role.Base)) >= 3


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
@pytest.mark.parametrize("left", [False, True])
def test_text_on_colours_of_differences_can_be_read(
    qapp: QApplication, choice: Appearance, *, left: bool
):
    apply_appearance(qapp, choice)
    palette = qapp.palette()
    text, base = (palette.color(one) for one in (QPalette.ColorRole.Text, QPalette.ColorRole.Base))
    colours = difference_colours(palette, left=left)
    assert contrast(text, colours.row) >= 4.5
    assert contrast(text, colours.mark) >= 4.5
    for ground in (base, colours.row, colours.mark):
        assert contrast(colours.edge, ground) >= 3, ground.name()


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
def test_shapes_and_lines_of_the_picture_can_be_seen(qapp: QApplication, choice: Appearance):
    apply_appearance(qapp, choice)
    palette = qapp.palette()
    colours = pair_colours(palette)
    for ground in (palette.color(QPalette.ColorRole.Base), colours.inside):
        for one in (
            colours.copies,
            colours.near,
            colours.numbers,
            colours.part,
            colours.unlike,
            colours.line,
        ):
            assert contrast(one, ground) >= 3, (one.name(), ground.name())
