"""What the texts look like before anyone has touched an option, and from one start to the next."""

import unicodedata
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.compare.texts import TitledText
from app.compare.view import DifferenceView
from app.session.calls import file_form
from simcore import read_document
from windows import Open

POEM = "床前明月光，疑是地上霜。举头望明月，低头思故乡。 Before my bed the moonlight shines. " * 9


@pytest.fixture
def view(qtbot: QtBot) -> DifferenceView:
    widget = DifferenceView()
    qtbot.addWidget(widget)
    widget.resize(900, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def show(qtbot: QtBot, view: DifferenceView, left: TitledText, right: TitledText) -> None:
    view.show_sides(left, right)
    qtbot.waitUntil(lambda: view.settled)


def breaks(view: DifferenceView, block: int) -> list[list[int]]:
    """Return on both sides where the lines on the screen begin."""
    layouts = [pane.lines[block].layout for pane in view.panes.panes]
    return [[one.lineAt(at).textStart() for at in range(one.lineCount())] for one in layouts]


def test_equal_lines_break_equally_in_both_panes_at_any_width(qtbot: QtBot, view: DifferenceView):
    show(qtbot, view, TitledText("a", f"{POEM}\none"), TitledText("b", f"{POEM}\ntwo"))
    for width in range(700, 740):
        view.resize(width, 300)
        qtbot.wait(1)
        left, right = breaks(view, 0)
        assert len(left) > 3
        assert left == right, width
        pane = view.left_pane
        layout = pane.lines[0].layout
        ends = [layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())]
        assert max(ends) <= pane.viewport().width() - 4, "words touch the edge"


def test_a_difference_in_or_below_a_tall_paragraph_comes_into_view(
    qtbot: QtBot, view: DifferenceView
) -> None:
    """Paragraphs are taller than the view: the one above a difference, or the one it ends."""
    tall = POEM * 2
    lines = [f"{tall}{number}" for number in range(6)]
    changed = [*lines]
    changed[1] = f"{tall}one"
    changed[3] = f"three {tall}"
    show(qtbot, view, TitledText("a", "\n".join(lines)), TitledText("b", "\n".join(changed)))
    pane = view.left_pane
    assert pane.line_count(1) > pane.rows_in_view() + 2
    for _ in range(2):
        view.next_action.trigger()
        seen = {one.block: one for one in pane.visible()}
        (number,) = (one for one in seen if one in pane.current)
        laid_out = pane.lines[number]
        line = laid_out.line_of(laid_out.block.marks[0][0])
        top = seen[number].top + line * pane.row_height()
        assert 0 <= top <= pane.viewport().height() - pane.row_height(), number
        assert top >= pane.row_height(), "something is left in view above it"


def test_going_to_a_difference_leaves_the_beginning_of_its_line_in_view(
    qtbot: QtBot, view: DifferenceView
) -> None:
    view.options.wrap.setChecked(False)
    lines = [f"{number} {POEM}" for number in range(60)]
    changed = [f"{line}{'end' if number in (20, 40) else ''}" for number, line in enumerate(lines)]
    show(qtbot, view, TitledText("a", "\n".join(lines)), TitledText("b", "\n".join(changed)))
    for _ in range(2):
        assert [pane.horizontalScrollBar().value() for pane in view.panes.panes] == [0, 0]
        view.right_pane.horizontalScrollBar().setValue(200)
        assert view.left_pane.horizontalScrollBar().value() == 200
        view.next_action.trigger()
    assert [pane.horizontalScrollBar().value() for pane in view.panes.panes] == [200, 200]
    view.previous_action.trigger()
    assert [pane.horizontalScrollBar().value() for pane in view.panes.panes] == [0, 0]


def test_how_texts_are_shown_is_remembered(qtbot: QtBot, open_window: Open, tmp_path: Path) -> None:
    application = open_window()
    options = application.window.difference_view.options
    actions = {
        "wrap": options.wrap,
        "fold": options.fold,
        "unified": options.unified,
        **{f"ignore {name}": action for name, action in options.ignored.items()},
    }
    before = {name: action.isChecked() for name, action in actions.items()}
    assert [name for name, on in before.items() if on] == [
        "wrap",
        "ignore line_ends",
        "ignore composition",
    ]
    for action in actions.values():
        action.trigger()
    panes = application.window.difference_view.panes
    size = panes.left_pane.font().pointSizeF()
    panes.zoom(3)
    application.window.close()
    view = open_window().window.difference_view
    shown = [view.options.wrap, view.options.fold, view.options.unified]
    now = [action.isChecked() for action in (*shown, *view.options.ignored.values())]
    assert now == [not on for on in before.values()]
    assert view.roll.wrapped is False
    assert {pane.font().pointSizeF() for pane in view.panes.panes} == {size + 3}


# What no reader sees


def of_bytes(data: bytes) -> TitledText:
    read = read_document("a.txt", data)
    return TitledText("a.txt", read.text, "a.txt", read.encoding, file=file_form(read))


LINES = "第一行 with words\n第二行 and more\n第三行 to the end\n"


def test_other_line_ends_are_no_differences_until_they_are_wanted(
    qtbot: QtBot, view: DifferenceView
) -> None:
    windows = LINES.replace("\n", "\r\n").replace("more", "less")
    show(qtbot, view, of_bytes(LINES.encode()), of_bytes(windows.encode()))
    assert [row.sign for row in view.right_pane.gutter_rows()] == ["", "~", ""]
    (mark,) = view.right_pane.block(1).marks
    assert view.right_pane.block(1).text[slice(*mark)] == "less"
    view.options.ignored["line_ends"].trigger()
    qtbot.waitUntil(lambda: view.settled)
    assert [row.sign for row in view.right_pane.gutter_rows()] == ["~", "~", "~"]
    assert view.tools.ignore_button.text() == "Ignore"


CAFE = "Un café crème\nà la carte\n"


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (
            LINES.replace("\n", "\r\n").encode("gb18030"),
            LINES.encode(),
            "Same text; the files differ in encoding (GB18030, UTF-8), line ends (CRLF, LF)",
        ),
        (
            b"\xef\xbb\xbf" + LINES.encode(),
            LINES.encode(),
            "Same text; the files differ in byte order mark (present, missing)",
        ),
        (
            LINES.encode("utf-16"),
            LINES.encode(),
            (
                "Same text; the files differ in encoding (UTF-16 LE, UTF-8), "
                "byte order mark (present, missing)"
            ),
        ),
        (
            unicodedata.normalize("NFC", CAFE).encode(),
            unicodedata.normalize("NFD", CAFE).encode(),
            "Same text; the files differ in normal form of accents (NFC, NFD)",
        ),
        (
            LINES.replace("\n", "\r").encode(),
            LINES.replace("\n", "\r\n", 1).encode(),
            "Same text; the files differ in line ends (CR, LF and CRLF)",
        ),
        (
            LINES.encode(),
            LINES.encode().rstrip(),
            "Same text; the files differ in end of the last line (present, missing)",
        ),
        (LINES.encode(), LINES.encode(), "The texts are equal"),
    ],
    ids=["encoding", "mark", "UTF-16", "accents", "CR", "last line", "nothing"],
)
def test_equal_texts_say_how_their_files_differ(
    qtbot: QtBot, view: DifferenceView, left: bytes, right: bytes, said: str
) -> None:
    show(qtbot, view, of_bytes(left), of_bytes(right))
    assert view.navigation.count == 0
    assert view.heading.notice.text() == said


def test_copies_in_a_folder_say_how_they_differ(qtbot: QtBot, open_window: Open, tmp_path: Path):
    folder = tmp_path / "documents"
    folder.mkdir()
    text = "".join(f"{number}. 本合同一式两份，双方各执一份。\n" for number in range(40))
    (folder / "one.txt").write_bytes(text.encode())
    (folder / "two.txt").write_bytes(text.replace("\n", "\r\n").encode("gb18030"))
    application = open_window(folder)
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    assert view.navigation.count == 0
    sides = view.sides
    said = view.heading.notice.text()
    assert said.startswith("Same text; the files differ in encoding (")
    assert "line ends (" in said
