"""What was not read of a folder is said by name: how many files of which kind, and why."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.i18n import Language, set_language
from app.wording import all_not_read, not_read_text
from simcore.model.records import ProblemStage
from translations import spoken_from
from windows import Open, scan

BINARY = bytes(range(256)) * 20
TEXT = "The parcel has left our warehouse and should arrive within three working days.\n"


def test_the_summary_says_what_was_not_read(qtbot: QtBot, open_window: Open, private_home: Path):
    folder = private_home / "mixed"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(TEXT * 9, encoding="utf-8")
    for name in ("1.jpg", "2.JPG", "program", "broken.txt", "broken.ipynb"):
        (folder / name).write_bytes(BINARY)
    application = open_window(folder)
    scan(qtbot, application)
    words = application.window._words.compared(application.session.results.report)
    expected = "not read: 1 .ipynb (damaged), 1 .txt (not text), 2 .jpg, 1 without a suffix"
    assert words.endswith(expected)
    shown, *kinds = application.window.summary.toolTip().splitlines()
    assert shown.endswith(expected)
    assert kinds == expected.removeprefix("not read: ").split(", ")
    assert application.window.strip.not_read.count == 2, "files of which it is worth asking why"
    # with a reason each, and not one for each picture
    problems = application.window.problem_panel._model.shown()
    assert {one.path.name for one in problems} == {"broken.txt", "broken.ipynb"}
    assert {one.stage for one in problems} == {ProblemStage.DECODE}


def test_a_page_without_documents_says_what_is_there(
    open_window: Open, private_home: Path, compiled: Path
) -> None:
    folder = private_home / "photos"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.jpg").write_bytes(BINARY)
    for number in range(9):
        (folder / f"one.x{number}").write_bytes(BINARY)
    application = open_window(folder)
    page = application.window.page
    assert page.heading.text() == "No documents found"
    assert page.text.text().endswith(
        "What is there was not read: 3 .jpg, 1 .x0, 1 .x1, 1 .x2, 1 .x3, 1 .x4, 4 other kinds."
    )
    report = application.session.results.report
    assert len(all_not_read(report).splitlines()) == 10
    with spoken_from(compiled):
        set_language(Language.SIMPLIFIED)
        assert not_read_text(report, 1) == "未读取：3 个 .jpg、另有 9 种"
