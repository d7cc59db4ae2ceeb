"""No command marks every copy of a text, and no summary calls a copy what has none that stays."""

import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.model import GroupModel
from app.session.states import Activity
from app.settings.settings import Settings, save_settings
from builders import english_text
from leases import TEXT
from simcore import Kind, ScanConfig
from simcore.model.records import DocumentId
from windows import Open, asked, wait_until_idle


@pytest.fixture
def library(private_home: Path) -> Path:
    """A chapter three times, its draft, and a book that contains them."""
    folder = private_home / "library"
    folder.mkdir()
    chapter = english_text(1, 200)
    lines = chapter.split("\n")
    lines[3] = "zebra quokka lemur ibis okapi tapir."
    for name in ("chapter.txt", "chapter copy.txt", "chapter copy 2.txt"):
        (folder / name).write_text(chapter)
    (folder / "chapter draft.txt").write_text("\n".join(lines))
    (folder / "book.txt").write_text(english_text(2, 500) + chapter + english_text(3, 500))
    return folder


def row_of(model: GroupModel, name: str, kind: str) -> int:
    def reads(row: int, column: GroupColumn) -> str:
        return str(model.index(row, column).data())

    return next(
        row
        for row in range(model.rowCount())
        if reads(row, GroupColumn.NAME) == name and reads(row, GroupColumn.KIND).startswith(kind)
    )


def tick(model: GroupModel, name: str, kind: str) -> None:
    box = model.index(row_of(model, name, kind), GroupColumn.MARK)
    assert model.setData(box, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)


def names_of(application: Application, ids: frozenset[DocumentId]) -> set[str]:
    report = application.session.results.report
    return {report.documents[key].path.name for key in ids}


def test_of_a_chapter_marked_in_its_book_a_copy_stays(qtbot: QtBot, application: Application):
    window, model = application.window, application.window.group_model
    tick(model, "chapter.txt", "Part")
    own = row_of(model, "chapter.txt", "Marked in another group")
    box = model.index(own, GroupColumn.MARK)
    assert box.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    assert box.data(Qt.ItemDataRole.AccessibleTextRole) == "marked"
    assert "no command marks it" in str(
        model.index(own, GroupColumn.NAME).data(Qt.ItemDataRole.ToolTipRole)
    )
    window.commands.mark_same_text.trigger()
    marked = names_of(application, model.marked())
    assert "chapter.txt" in marked
    assert len(marked & {"chapter copy.txt", "chapter copy 2.txt"}) == 1
    dialog = asked(qtbot, application, window.commands.trash)
    assert {one.kind for one in dialog.plan.removals} == {Kind.IDENTICAL}
    assert all(one.witness.reads_like(one.document) for one in dialog.plan.removals)
    dialog.reject()
    # what was ticked in one group is unticked in the other, where the star is back
    assert model.setData(box, Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    assert row_of(model, "chapter.txt", "Kept: ") == own
    assert not model.flags(box) & Qt.ItemFlag.ItemIsUserCheckable


def test_of_what_is_marked_by_hand_in_all_copies_the_summary_says_what_stays(
    qtbot: QtBot, application: Application
) -> None:
    """A person may mark all copies. Then none of them is called one, and they are listed first."""
    window, model = application.window, application.window.group_model
    for name in ("chapter.txt", "chapter copy.txt", "chapter copy 2.txt"):
        tick(model, name, "Part")
    dialog = asked(qtbot, application, window.commands.trash)
    removals = dialog.plan.removals
    assert len(removals) == 3
    assert {one.kind for one in removals} == {Kind.SIMILAR}
    assert {one.witness.path.name for one in removals} == {"chapter draft.txt"}
    assert all(0.7 < (one.resemblance or 0) < 1 for one in removals)
    model_of_pairs = dialog.pairs.model()
    head = model_of_pairs.heads()[0][1]
    assert head.title.startswith("Look at these 3 first")


def test_a_copy_in_an_archive_is_not_the_one_that_stays(
    open_window: Open, private_home: Path, tmp_path: Path
) -> None:
    folder = private_home / "library"
    folder.mkdir()
    draft = TEXT.replace("twelve months", "ten months")
    for name in ("lease.txt", "lease 2.txt", "lease 3.txt"):
        (folder / name).write_text(TEXT)
    (folder / "draft.txt").write_text(draft)
    (folder / "draft u.txt").write_bytes(draft.encode("utf-16"))
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        archive.writestr("draft.txt", draft)
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    save_settings(store, Settings(scan=replace(ScanConfig(jobs=0), containers=True)))
    store.sync()
    application = open_window(folder)
    model = application.window.group_model
    tick(model, "draft.txt", "")
    application.window.commands.mark_same_text.trigger()
    assert names_of(application, model.marked()) == {"draft.txt", "lease 2.txt", "lease 3.txt"}


def test_what_a_command_relies_on_is_not_marked_when_its_mark_comes_back(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    """A mark by hand that was out of force is gone once a command takes the document for kept."""
    (library / "book.txt").unlink()
    (library / "chapter draft 2.txt").write_bytes((library / "chapter draft.txt").read_bytes())
    application = open_window(library)
    window, model = application.window, application.window.group_model
    drafts = {"chapter draft.txt", "chapter draft 2.txt"}
    shown = {str(model.index(row, GroupColumn.KIND).data()): row for row in range(model.rowCount())}
    box = model.index(shown["Similar"], GroupColumn.MARK)
    assert model.setData(box, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    config = application.session.config

    def group_at(similarity: float, groups: int) -> None:
        application.session.set_config(
            replace(
                application.session.config,
                distance=config.distance,
                similarity=similarity,
                contained=True,
            )
        )
        qtbot.waitUntil(lambda: model.totals()[0].groups == groups)

    group_at(1.0, 2)
    assert not model.marked()  # it leads now
    window.commands.mark_same_text.trigger()
    assert len(model.marked()) == 3
    group_at(config.similarity, 1)
    assert len(names_of(application, model.marked()) & drafts) == 1


@pytest.mark.skipif(os.name == "nt", reason="trashes are others there")
def test_a_removal_that_the_closing_window_cut_short_is_told_at_the_next_start(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    for number in range(20):
        (library / f"more {number}.txt").write_bytes((library / "chapter.txt").read_bytes())
    first = open_window(library)
    before = len([*library.iterdir()])
    first.window.commands.mark_same_text.trigger()
    dialog = asked(qtbot, first, first.window.commands.trash)
    dialog.move_button.click()
    while len([*library.iterdir()]) == before:  # no event passes: nothing is told
        assert first.session.activity is Activity.REMOVING
    first.window.close()
    done = before - len([*library.iterdir()])
    second = open_window()
    qtbot.waitUntil(lambda: bool(second.window.alert.text()))
    told = second.window.alert.text()
    assert told.startswith("The program was closed in the middle of a removal: ")
    assert f" {done} of 22 had been dealt with" in told
    qtbot.waitUntil(lambda: second.undoing.possible)
    second.undoing.undo_last()
    qtbot.waitUntil(lambda: len([*library.iterdir()]) == before)
    wait_until_idle(qtbot, second)
    second.window.close()
    third = open_window()
    assert "closed" not in third.window.alert.text()
