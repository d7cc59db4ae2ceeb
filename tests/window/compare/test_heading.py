"""What stands over the texts: whose they are, what can be done with them; and one text alone."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.application import Application
from app.compare.texts import Standing, TitledText
from app.session.calls import FileForm
from app.session.results import named_kept
from app.settings import settings
from app.settings.dialog import SettingsDialog
from builders import chinese_text
from simcore import Kind
from two_texts import show
from windows import Open
from written import written

NAMES = (
    "Supply agreement, opening text for the board and Harrow & Pell.txt",
    "Supply agreement, later text for the board and Harrow & Pell.txt",
)


@pytest.fixture
def drafts(open_window: Open, qtbot: QtBot, tmp_path: Path) -> Application:
    """Open a window on two drafts, of which the longer one is kept."""
    lines = [f"{n}. {chinese_text(n, 40)}".replace("\n", "") for n in range(30)]
    first = "\n".join([*lines, "一句补充的话，别处没有。"])
    second = "\r\n".join(lines).replace("3", "9").encode("gb18030")
    written(tmp_path / "Documents" / "Contracts", {NAMES[0]: first, NAMES[1]: second})
    application = open_window(tmp_path / "Documents")
    application.window.resize(1280, 800)
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    return application


def compare(application: Application, folder: Path) -> None:
    """Put both drafts beside each other."""
    paths = [folder / "Documents" / "Contracts" / name for name in NAMES]
    comparing = application.comparing
    comparing.compare(*map(comparing.document_of, paths))


def drawn(widget: QWidget, colour: QColor) -> list[QPoint]:
    """Return where a widget has a colour."""
    image = widget.grab().toImage()
    places = [QPoint(x, y) for x in range(image.width()) for y in range(image.height())]
    return [place for place in places if image.pixelColor(place).rgb() == colour.rgb()]


def test_each_side_says_in_two_lines_whose_text_it_is(drafts):
    heading = drafts.window.difference_view.heading
    left, right = heading.left, heading.right
    assert [side.title.text() for side in (left, right)] == list(NAMES)
    assert left.star.isVisible()
    assert left.reason.text() == "Kept: longest text"
    assert left.reason.toolTip() == "It is kept because its text is the longest."
    assert not right.reason.toolTip()
    assert not left.badge.isVisible()
    assert right.badge.accessibleName() == "Similar"
    assert right.similarity.text().endswith(" %")
    assert not right.star.isVisible()
    assert left.encoding.text() == "UTF-8"
    assert right.encoding.text() == "GB18030"
    assert (left.ends.text(), right.ends.text()) == ("LF", "CRLF")
    facts = [side.facts.mapTo(heading, side.facts.rect().center()).y() for side in (left, right)]
    assert facts[0] == facts[1]  # with a badge above them as without
    for side in (left, right):
        folder, day, size = side.facts.text().split(" · ")
        assert folder == "Documents/Contracts"
        assert size.endswith("kB")
        assert day
        assert side.title.font().bold()
        below = side.facts.mapTo(side, QPoint(0, 0)).y()
        assert below >= side.title.mapTo(side, QPoint(0, side.title.height() - 4)).y()
    # both halves stand over their panes
    view = drafts.window.difference_view

    def edges(widget: QWidget) -> tuple[int, int]:
        x = widget.mapTo(view, QPoint(0, 0)).x()
        return x, x + widget.width()

    for side, pane in ((left, view.left_pane), (right, view.right_pane)):
        assert all(abs(a - b) <= 1 for a, b in zip(edges(side), edges(pane), strict=True))
    assert view.panes.strip.width() == 16
    assert abs(view.left_pane.width() - view.right_pane.width()) <= 1


def test_the_heading_says_why_one_is_kept_now(drafts, qtbot):
    view, results = drafts.window.difference_view, drafts.session.results
    (group,) = results.report.groups
    kept = results.report.documents[group.representative]
    view.right_pane.verticalScrollBar().setValue(2)
    results.lead({named_kept(kept)}, set())
    qtbot.waitUntil(lambda: bool(results.report.judgements.kept))
    qtbot.waitUntil(lambda: not drafts.window.group_model.busy)
    assert view.heading.left.reason.text() == "Kept: your choice"
    assert view.settled
    assert view.right_pane.verticalScrollBar().value() == 2


def test_names_are_shortened_in_their_middle_and_known_in_whole(drafts):
    view = drafts.window.difference_view
    drafts.window.resize(900, 600)
    for side, name in zip((view.heading.left, view.heading.right), NAMES, strict=True):
        assert "\N{HORIZONTAL ELLIPSIS}" in side.title.shown()
        assert side.title.shown().startswith("Supp")
        assert side.title.shown().endswith("txt")
        assert name in side.title.toolTip()


def test_a_long_folder_is_shortened_for_the_date_and_the_size(view):
    facts = "Documents/Contracts of the year/Supply/Second drafts \u00b7 3 May 2024 \u00b7 46 kB"
    view.heading.show_sides(TitledText("a", "", facts=facts), TitledText("b", ""))
    label = view.heading.left.facts
    for width in (250, 300, 400):
        label.resize(width, 20)
        assert label.shown().endswith(" \u00b7 3 May 2024 \u00b7 46 kB")
        assert label.shown().startswith("Doc")
        assert "\u2026" in label.shown()
        assert label.fontMetrics().horizontalAdvance(label.shown()) <= width
    label.resize(900, 20)
    assert label.shown() == facts == label.toolTip()


@pytest.mark.parametrize("dark", [False, True])
def test_the_edge_of_each_side_has_its_colour(qtbot, view, *, dark: bool):
    view.setPalette(QPalette(QColor(40, 40, 40) if dark else QColor(240, 240, 240)))
    show(qtbot, view, "a", "b", Standing(Kind.SIMILAR, 0.9))
    inks = ("#f0b476", "#86bdf6") if dark else ("#9a4a06", "#1b5fae")
    for side, ink in zip((view.heading.left, view.heading.right), inks, strict=True):
        places = drawn(side, QColor(ink))
        assert {place.x() for place in places} >= {0, 1, 2}
        assert len([place for place in places if place.x() == 1]) == side.height() > 30


@pytest.mark.parametrize(
    ("left", "right", "shown"),
    [
        (("LF",), ("LF",), ("", "")),
        (("LF",), ("CRLF",), ("LF", "CRLF")),
        (("CRLF",), ("CRLF",), ("CRLF", "CRLF")),
        (("CR",), ("LF", "CRLF"), ("CR", "mixed")),
        ((), ("LF",), ("", "")),
    ],
)
def test_line_ends_are_a_badge(
    view, left: tuple[str, ...], right: tuple[str, ...], shown: tuple[str, str]
):
    sides = [TitledText("a", "", file=FileForm(ends)) for ends in (left, right)]
    view.heading.show_sides(*sides)
    badges = view.heading.left.ends, view.heading.right.ends
    assert (badges[0].text(), badges[1].text()) == shown
    assert [badge.isHidden() for badge in badges] == [not text for text in shown]


# The tools


def test_the_tools_stand_in_the_row_of_the_tabs(qtbot, drafts):
    window = drafts.window
    tools, view = window.difference_view.tools, window.difference_view
    assert window.tabs.cornerWidget() is tools
    assert tools.isVisible()
    count = QLocale().toString(view.navigation.count)
    assert view.navigation.counter.text() == f"Difference 1 of {count}"
    buttons = [one for one in tools.findChildren(QToolButton) if one.isVisible()]
    assert len(buttons) == 9
    for button in buttons:
        assert button.accessibleName()
        assert button.toolTip() or button.text()
    wrap = tools.buttons[0]
    assert wrap.isChecked()
    qtbot.mouseClick(wrap, Qt.MouseButton.LeftButton)
    assert not view.roll.wrapped
    window.tabs.setCurrentWidget(window.why_panel)
    assert len([one for one in tools.findChildren(QToolButton) if one.isVisible()]) == 2
    window.tabs.setCurrentWidget(view)
    assert len([one for one in tools.findChildren(QToolButton) if one.isVisible()]) == 9
    # texts are hidden and come back
    qtbot.mouseClick(tools.close_button, Qt.MouseButton.LeftButton)
    assert not window.tabs.isVisible()
    view.options.texts.trigger()
    assert window.tabs.isVisible()
    assert view.left_pane.isVisible()


# One document alone


def test_a_document_is_shown_alone_over_the_whole_width(qtbot, drafts, tmp_path):
    view = drafts.window.difference_view
    text = (tmp_path / "Documents" / "Contracts" / NAMES[1]).read_bytes().decode("gb18030")
    view.options.preview.trigger()
    qtbot.waitUntil(lambda: view.settled and not view.heading.right.isVisible())
    assert view.heading.left_title.text() == NAMES[1]
    assert view.left_pane.toPlainText() == text.replace("\r\n", "\n")
    assert not view.right_pane.isVisible()
    assert not view.panes.strip.isVisible()
    qtbot.waitUntil(lambda: view.left_pane.width() > view.width() - 40)
    assert not view.heading.notice.isVisible(), "nothing is said of differences"
    assert [row.number for row in view.left_pane.gutter_rows()][:3] == ["1", "2", "3"]
    assert view.left_pane._gutter._columns == 1
    view.search.open()
    view.find_bar.field.setText("12.")
    qtbot.waitUntil(
        lambda: not view.search.finding.busy and view.left_pane.selected_text() == "12."
    )
    size = view.left_pane.font().pointSizeF()
    view.zoom_in()
    assert view.left_pane.font().pointSizeF() == size + 1
    assert not view.navigation.isVisible()
    compare(drafts, tmp_path)
    qtbot.waitUntil(lambda: view.settled and view.heading.right.isVisible())
    assert view.right_pane.isVisible()
    assert view.navigation.isVisible()
    # so it is where the other one is gone
    (tmp_path / "Documents" / "Contracts" / NAMES[0]).unlink()
    compare(drafts, tmp_path)
    qtbot.waitUntil(lambda: view.settled and not view.heading.right.isVisible())
    assert view.heading.left_title.text() == NAMES[1]
    assert NAMES[0] in view.heading.notice.text()
    assert "cannot be shown" in view.heading.notice.text()
    assert not view.right_pane.isVisible()


# Another program


def test_without_a_program_the_message_leads_to_the_setting(qtbot, drafts, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _program: None)
    assert settings.found_commands() == []
    window = drafts.window
    window.commands.compare_outside.trigger()
    assert "No program to compare files with was found" in window.alert.text()
    assert window.alert._button.isVisible()
    assert window.alert._button.defaultAction() is drafts.comparing.choose_program
    window.alert._button.click()
    (dialog,) = window.findChildren(SettingsDialog)
    dialog.reject()
