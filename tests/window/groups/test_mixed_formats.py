"""Documents of several formats, as other programs wrote them, from the scan to the undo."""

import os
import shutil
import zipfile
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from leases import answer, mark
from simcore import Kind
from windows import Open, asked, scan, wait_until_idle

REAL = Path(__file__).parents[2] / "engine/formats/real"


def kinds(application: Application) -> dict[str, Kind]:
    """Return what each document beside a kept one is, by its name."""
    report = application.session.results.report
    documents = report.documents
    return {
        documents[one.document].path.name: one.kind
        for group in report.groups
        for one in group.members
    }


def choose(qtbot: QtBot, application: Application, name: str) -> None:
    """Choose a document, and wait until its differences to the kept one are shown."""
    report = application.session.results.report
    model, view = application.window.group_model, application.window.group_view
    key = next(
        one.document
        for group in report.groups
        for one in group.members
        if report.documents[one.document].path.name == name
    )
    view.setCurrentIndex(model.index_of(key))
    shown = application.window.difference_view

    def compared() -> bool:
        return shown.settled and name in shown.heading.right_title.text()

    qtbot.waitUntil(compared, timeout=60_000)


@pytest.mark.skipif(os.name == "nt", reason="its trash is another one")
def test_a_draft_its_pdf_and_its_text_are_found_compared_removed_and_brought_back(
    qtbot: QtBot, open_window: Open, private_home: Path
) -> None:
    folder = private_home / "mixed"
    folder.mkdir()
    for name in ("contract.doc", "contract.rtf", "pages.pdf", "slides.odp", "slides.pptx"):
        shutil.copy(REAL / name, folder / name)
    shutil.copy(REAL / "locked.pdf", folder / "locked.pdf")
    said = simcore.read_document("pages.pdf", (REAL / "pages.pdf").read_bytes())
    (folder / "pages.txt").write_text(said.text, encoding="utf-8")
    application = open_window(folder)
    window = application.window
    assert set(kinds(application).values()) == {Kind.SAME_WORDS}
    assert len(kinds(application)) == 3
    report = application.session.results.report
    words = window._words.compared(report)
    assert "exact copies: 0, that have the same words: 3, similar: 0, parts: " in words
    assert words.endswith("not read: 1 .pdf (password)")

    kept_is_pdf = "pages.txt" in kinds(application)
    choose(qtbot, application, "pages.txt" if kept_is_pdf else "pages.pdf")
    heading, left, right = (
        window.difference_view.heading,
        window.difference_view.left_pane,
        window.difference_view.right_pane,
    )
    button, pane = (heading.left_encoding, left) if kept_is_pdf else (heading.right_encoding, right)
    assert button.text() == f"PDF, {len(said.pages)} pages"
    assert button.menu() is None
    assert "p. 1" in [row.number for row in pane.gutter_rows()]
    slides = next(name for name in kinds(application) if name.startswith("slides"))
    choose(qtbot, application, slides)
    assert heading.left_encoding.text().endswith(", 2 slides")
    assert "slide 1" in [row.number for row in left.gutter_rows()]

    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    name = next(name for name in kinds(application) if name.startswith("contract"))
    window.commands.mark_same_text.trigger()
    assert not window.group_model.marked()  # the same words are not the same file
    mark(application, name)
    dialog = asked(qtbot, application, window.commands.trash)
    assert "1 Same words" in dialog.words()
    answer(qtbot, application, dialog)
    assert {path.name for path in folder.iterdir()} == before.keys() - {name}
    undo = window.commands.undo
    qtbot.waitUntil(undo.isEnabled, timeout=60_000)
    with qtbot.waitSignal(application.session.undone, timeout=60_000):
        undo.trigger()
    wait_until_idle(qtbot, application)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert name in kinds(application)


def test_what_is_inside_an_archive_is_compared_and_stays(
    qtbot: QtBot, open_window: Open, private_home: Path
) -> None:
    folder = private_home / "mixed"
    folder.mkdir()
    shutil.copy(REAL / "contract.doc", folder)
    with zipfile.ZipFile(folder / "old.zip", "w") as archive:
        archive.write(REAL / "contract.doc", "drafts/contract.doc")
        archive.write(REAL / "contract.rtf", "drafts/contract.rtf")
    application = open_window(folder)
    window, session = application.window, application.session
    assert not kinds(application)
    assert "1 .zip" in window._words.compared(session.results.report)
    session.set_config(simcore.ScanConfig(jobs=0, containers=True))
    scan(qtbot, application)
    assert kinds(application) == {
        "contract.doc": Kind.IDENTICAL,
        "contract.rtf": Kind.SAME_WORDS,
    }
    choose(qtbot, application, "contract.rtf")
    heading = window.difference_view.heading
    assert heading.left_title.text() == "contract.doc"
    assert heading.left.star.isVisible()
    assert "old.zip › drafts/contract.rtf" in heading.right_title.text()
    assert heading.right_encoding.text() == "RTF"
    window.commands.compare_outside.trigger()
    assert "is inside an archive or a mailbox" in window.alert.text()
    window.commands.mark_identical.trigger()
    report = session.results.report
    window.group_model.mark(list(report.documents), on=True)
    assert not window.group_model.marked()
    assert not window.commands.trash.isEnabled()
    title = window.group_model.title_at(window.group_model.index(0, 0))
    assert title.frees == "nothing to free"
    assert window.strip.headline.text() == "No true copies"
    assert window.strip.facts.text() == "nothing more to review"
