"""What marks documents, that a copy stays of what is marked, and that marks outlive the program."""

import json
import os
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings, Qt

from app.application import Application
from app.badges import SAFE
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.groups.model import GroupModel
from app.groups.rows import (
    GroupRows,
    MarkedDocuments,
    Order,
    arranged,
    marks_of_documents,
    marks_of_kinds,
)
from app.groups.table import GroupMarks, marks_for
from app.removal.rules import RulesDialog, Shelf, preview_of
from app.session.results import Kept, named_kept
from app.session.states import Activity
from app.settings.settings import MarkingRules, Settings, save_settings
from app.tasks import never_cancelled
from builders import english_text
from cells import column_of
from kept_roles import keep_roles
from leases import TEXT, mark
from named import marked_names
from removals import put
from shelves import LOCKED, shelves
from simcore import KeepRule, Kind, ScanConfig, ScanReport, regroup
from simcore.cli.main import main
from simcore.files.roles import Role, Roles
from simcore.index.judgements import JudgementFile
from simcore.index.paths import judgements_path
from simcore.model.config import Thresholds
from simcore.model.records import DocumentId
from simcore.removal.keep_rules import KeepBy
from windows import Open, asked, scan, wait_until_idle
from written import written

RULES = (KeepBy.NEWEST, KeepBy.LONGEST, KeepBy.SHORTEST_PATH, KeepBy.MOST_COMPLETE)
ALL = SAFE | {Kind.SAME_WORDS, Kind.SIMILAR, Kind.PART}


@dataclass
class Desk:
    """What the window holds of results: kept documents, a slider, and the marks."""

    whole: ScanReport
    roles: Roles
    similarity: float = 0.5
    kept: frozenset[Kept] = frozenset()
    leading: frozenset[Kept] = frozenset()
    marks: GroupMarks = field(default_factory=GroupMarks)
    by_command: set[DocumentId] = field(default_factory=set)

    def rows(self) -> GroupRows:
        judgements = replace(self.whole.judgements, kept=self.kept | self.leading)
        thresholds = Thresholds(self.whole.config.distance, self.similarity)
        report = regroup(self.whole, thresholds, judgements=judgements)
        rows = arranged(report, Order(), GroupFilter(), roles=self.roles)
        self.marks.follow(rows.table)
        return rows

    def take(self, made: MarkedDocuments) -> None:
        self.marks = made.marks
        self.by_command |= made.new

    def tick(self, wanted: Iterable[DocumentId]) -> None:
        """A person may mark every copy: what reads like these is in their hands."""
        table = self.rows().table
        made = marks_for(table, wanted)
        self.marks.mark(made)
        self.let_go(made)

    def let_go(self, wanted: Iterable[DocumentId]) -> None:
        known = self.whole.documents
        gone = [known[key] for key in wanted]
        self.by_command = {
            key for key in self.by_command if not any(known[key].reads_like(one) for one in gone)
        }

    def mark_true_copies(self) -> None:
        self.take(marks_of_kinds(self.rows(), SAFE, self.marks.copy(), never_cancelled))

    def apply_rules(self, by: KeepBy, kinds: frozenset[Kind]) -> None:
        report = self.rows().table.report
        shelf = Shelf(
            replace(report, judgements=replace(report.judgements, kept=self.kept)),
            frozenset(range(1, len(report.groups) + 1)),
            self.marks.marked,
            (),
            self.roles,
        )
        task = SimpleNamespace(check=never_cancelled)
        preview = preview_of(task, shelf, MarkingRules((KeepRule(by),), kinds))
        self.leading = (self.leading - preview.instead_of) | preview.kept
        chosen = [one for _, one in preview.rows]
        copies = frozenset(one.document for one in chosen if one.kind in SAFE)
        documents = frozenset(one.document for one in chosen)
        made = marks_of_documents(
            self.rows(), documents, copies, self.marks.copy(), never_cancelled
        )
        assert len(made.new) <= preview.marked
        if kinds == SAFE:  # some are not new: a mark of before came back into force with the groups
            assert documents <= made.marks.marked
        self.take(made)
        self.let_go(documents - copies)  # as what is only alike: so it is told

    def keep(self, one: DocumentId) -> None:
        rows = self.rows()
        for at in rows.table.places_of(one):
            group, known = rows.table.groups[at], rows.table.documents
            if group.parts or known[one].inside:
                continue
            self.marks.unmark([one])
            of_group = (group.representative, *(each.document for each in group.members))
            beside = {named_kept(known[key]) for key in of_group}
            self.leading -= beside
            self.kept = (self.kept - beside) | {named_kept(known[one])}

    def start_again(self) -> None:
        """Restore the marks from a file, as they were when the program ended."""
        remembered, self.marks = self.marks.kept, GroupMarks()
        made = marks_for(self.rows().table, remembered)
        self.marks.mark(made)

    def check(self) -> None:
        marked, known = self.rows() and self.marks.marked, self.whole.documents
        staying = [one for key, one in known.items() if key not in marked and not one.inside]
        for key in self.by_command & marked:
            assert any(one.reads_like(known[key]) for one in staying)


@given(shelves(), st.booleans(), st.data())
def test_of_what_a_command_marked_a_copy_stays(
    shelf: ScanReport, locked: bool, data: st.DataObject
):
    desk = Desk(shelf, Roles({LOCKED: Role.PROTECTED}) if locked else Roles())
    ids = st.sampled_from([*shelf.documents])
    for act in data.draw(st.lists(st.sampled_from("tttkrrRssmmmu!"), max_size=8)):
        match act:
            case "t":
                desk.tick(data.draw(st.sets(ids, max_size=3)))
            case "k":
                desk.keep(data.draw(ids))
            case "r" | "R":
                desk.apply_rules(data.draw(st.sampled_from(RULES)), SAFE if act == "r" else ALL)
            case "s":
                desk.similarity = data.draw(st.sampled_from([0.5, 0.75, 1.0]))
            case "m":
                desk.mark_true_copies()
            case "u":
                desk.marks.unmark(desk.marks.marked)
            case "!":
                desk.start_again()
        desk.check()


@given(shelves(), st.booleans(), st.data())
def test_what_is_safe_is_one_figure(shelf: ScanReport, locked: bool, data: st.DataObject):
    """Headline, heads of groups, and what the command marks."""
    desk = Desk(shelf, Roles({LOCKED: Role.PROTECTED}) if locked else Roles())
    for one in data.draw(st.sets(st.sampled_from([*shelf.documents]), max_size=3)):
        desk.kept |= {named_kept(shelf.documents[one])}
    table = desk.rows().table
    safe = table.counted().freeing.safe
    assert sum(table.safe_of(number)[0] for number in range(len(table.groups))) == safe.size
    desk.mark_true_copies()
    assert len(desk.marks.marked) == safe.documents


@pytest.fixture
def chapters(private_home: Path) -> Path:
    """A chapter three times, its draft, and a book that contains them."""
    chapter = english_text(1, 200)
    lines = chapter.split("\n")
    lines[3] = "zebra quokka lemur ibis okapi tapir."
    copies = dict.fromkeys(("chapter.txt", "chapter copy.txt", "chapter copy 2.txt"), chapter)
    book = english_text(2, 500) + chapter + english_text(3, 500)
    others = {"chapter draft.txt": "\n".join(lines), "book.txt": book}
    return written(private_home / "library", copies | others)


@pytest.fixture
def reading(open_window: Open, chapters: Path) -> Application:
    return open_window(chapters)


def row_of(model: GroupModel, name: str, kind: str) -> int:
    both = zip(column_of(model, GroupColumn.NAME), column_of(model, GroupColumn.KIND), strict=True)
    return next(row for row, (one, of) in enumerate(both) if one == name and of.startswith(kind))


def tick(model: GroupModel, name: str, kind: str) -> None:
    box = model.index(row_of(model, name, kind), GroupColumn.MARK)
    assert model.setData(box, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)


def test_of_a_chapter_marked_in_its_book_a_copy_stays(qtbot, reading):
    window, model = reading.window, reading.window.group_model
    tick(model, "chapter.txt", "Part")
    own = row_of(model, "chapter.txt", "Marked in another group")
    box = model.index(own, GroupColumn.MARK)
    assert box.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    assert box.data(Qt.ItemDataRole.AccessibleTextRole) == "marked"
    assert "no command marks it" in str(
        model.index(own, GroupColumn.NAME).data(Qt.ItemDataRole.ToolTipRole)
    )
    window.commands.mark_same_text.trigger()
    marked = marked_names(reading)
    assert "chapter.txt" in marked
    assert len(marked & {"chapter copy.txt", "chapter copy 2.txt"}) == 1
    dialog = asked(qtbot, reading, window.commands.trash)
    assert {one.kind for one in dialog.plan.removals} == {Kind.IDENTICAL}
    assert all(one.witness.reads_like(one.document) for one in dialog.plan.removals)
    dialog.reject()
    # what was ticked in one group is unticked in the other, where the star is back
    assert model.setData(box, Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    assert row_of(model, "chapter.txt", "Kept: ") == own
    assert not model.flags(box) & Qt.ItemFlag.ItemIsUserCheckable


def test_of_what_is_marked_by_hand_in_all_copies_the_summary_says_what_stays(qtbot, reading):
    """A person may mark all copies. Then none of them is called one, and they are listed first."""
    window, model = reading.window, reading.window.group_model
    for name in ("chapter.txt", "chapter copy.txt", "chapter copy 2.txt"):
        tick(model, name, "Part")
    dialog = asked(qtbot, reading, window.commands.trash)
    removals = dialog.plan.removals
    assert len(removals) == 3
    assert {one.kind for one in removals} == {Kind.SIMILAR}
    assert {one.witness.path.name for one in removals} == {"chapter draft.txt"}
    assert all(0.7 < (one.resemblance or 0) < 1 for one in removals)
    assert dialog.pairs.model().heads()[0][1].title.startswith("Look at these 3 first")


def test_a_copy_in_an_archive_is_not_the_one_that_stays(open_window, private_home, tmp_path):
    draft = TEXT.replace("twelve months", "ten months")
    leases = dict.fromkeys(("lease.txt", "lease 2.txt", "lease 3.txt"), TEXT)
    drafts = {"draft.txt": draft, "draft u.txt": draft.encode("utf-16")}
    folder = written(private_home / "library", leases | drafts)
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        archive.writestr("draft.txt", draft)
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    save_settings(store, Settings(scan=replace(ScanConfig(jobs=0), containers=True)))
    store.sync()
    application = open_window(folder)
    model = application.window.group_model
    tick(model, "draft.txt", "")
    application.window.commands.mark_same_text.trigger()
    assert marked_names(application) == {"draft.txt", "lease 2.txt", "lease 3.txt"}


def test_what_a_command_relies_on_is_not_marked_when_its_mark_comes_back(
    qtbot, open_window, chapters
):
    """A mark by hand that was out of force is gone once a command takes the document for kept."""
    (chapters / "book.txt").unlink()
    (chapters / "chapter draft 2.txt").write_bytes((chapters / "chapter draft.txt").read_bytes())
    application = open_window(chapters)
    window, model = application.window, application.window.group_model
    drafts = {"chapter draft.txt", "chapter draft 2.txt"}
    similar = column_of(model, GroupColumn.KIND).index("Similar")
    box = model.index(similar, GroupColumn.MARK)
    assert model.setData(box, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    config = application.session.config

    def group_at(similarity: float, groups: int) -> None:
        application.session.set_config(replace(config, similarity=similarity, contained=True))
        qtbot.waitUntil(lambda: model.totals()[0].groups == groups)

    group_at(1.0, 2)
    assert not model.marked()  # it leads now
    window.commands.mark_same_text.trigger()
    assert len(model.marked()) == 3
    group_at(config.similarity, 1)
    assert len(marked_names(application) & drafts) == 1


@pytest.mark.skipif(os.name == "nt", reason="trashes are others there")
def test_a_removal_that_the_closing_window_cut_short_is_told_at_the_next_start(
    qtbot, open_window, chapters
):
    for number in range(20):
        (chapters / f"more {number}.txt").write_bytes((chapters / "chapter.txt").read_bytes())
    first = open_window(chapters)
    before = len([*chapters.iterdir()])
    first.window.commands.mark_same_text.trigger()
    dialog = asked(qtbot, first, first.window.commands.trash)
    dialog.move_button.click()
    while len([*chapters.iterdir()]) == before:  # no event passes: nothing is told
        assert first.session.activity is Activity.REMOVING
    first.window.close()
    done = before - len([*chapters.iterdir()])
    second = open_window()
    qtbot.waitUntil(lambda: bool(second.window.alert.text()))
    told = second.window.alert.text()
    assert told.startswith("The program was closed in the middle of a removal: ")
    assert f" {done} of 22 had been dealt with" in told
    qtbot.waitUntil(lambda: second.undoing.possible)
    second.undoing.undo_last()
    qtbot.waitUntil(lambda: len([*chapters.iterdir()]) == before)
    wait_until_idle(qtbot, second)
    second.window.close()
    third = open_window()
    assert "closed" not in third.window.alert.text()


def kept(index_path: Path) -> set[str]:
    with JudgementFile(judgements_path(index_path)) as file:
        return {path.name for path, _ in file.marks()}


def test_marks_come_back_after_a_restart_or_a_crash(qtbot, open_window, library, index_path):
    """They are in the file while the window is open, soon after the last of them."""
    marks = {"lease copy.txt", "lease garden.txt"}
    first = open_window(library)
    mark(first, "lease copy.txt")
    qtbot.waitUntil(lambda: judgements_path(index_path).exists())
    qtbot.waitUntil(lambda: kept(index_path) == {"lease copy.txt"})
    second = open_window(library)
    qtbot.waitUntil(lambda: marked_names(second) == {"lease copy.txt"})
    second.window.close()
    mark(first, *marks)
    first.window.close()
    assert kept(index_path) == marks
    third = open_window()
    qtbot.waitUntil(lambda: marked_names(third) == marks)
    scan(qtbot, third)
    assert marked_names(third) == marks
    third.window.group_model.set_marked(())
    third.window.close()
    assert kept(index_path) == set()


def test_the_command_line_exports_them(application, library, index_path, capfdbinary):
    """What the window would show as marked is so in the tables of ``groups``, and no more."""
    mark(application, "lease copy.txt", "lease garden.txt")
    application.window.close()
    words = ["groups", str(library), "--index", str(index_path), "--format", "json"]

    def told(*more: str) -> set[str]:
        assert main([*words, *more]) == 0
        rows = json.loads(capfdbinary.readouterr().out)["rows"]
        assert all(isinstance(row["marked"], bool) for row in rows)
        return {Path(row["path"]).name for row in rows if row["marked"]}

    assert told() == {"lease copy.txt", "lease garden.txt"}
    assert told("--ignore-judgements") == set()
    assert main([*words[:-1], "csv"]) == 0
    assert capfdbinary.readouterr().out.count(b",no,yes,") == 2
    changed = library / "a/b/lease copy.txt"
    changed.write_bytes(changed.read_bytes().replace(b"twelve", b"eleven"))
    assert told() == {"lease garden.txt"}
    keep_roles(Roles({library: Role.PROTECTED}))
    assert told() == set()


def test_a_document_that_changed_meanwhile_is_not_marked(qtbot, open_window, library):
    first = open_window(library)
    mark(first, "lease copy.txt", "lease copy 2.txt")
    first.window.close()
    changed = library / "a/b/lease copy.txt"
    changed.write_bytes(changed.read_bytes().replace(b"twelve", b"eleven"))
    second = open_window(library)
    qtbot.waitUntil(lambda: marked_names(second) == {"lease copy 2.txt"})
    assert (
        "1 of 2 marks could not be brought back: the document changed" in second.window.alert.text()
    )
    second.window.close()
    third = open_window(library)
    qtbot.waitUntil(lambda: marked_names(third) == {"lease copy 2.txt"})
    assert not third.window.alert.text()


def test_what_rules_keep_comes_back_with_their_marks(qtbot, open_window, library, index_path):
    """Else the kept document of before would be marked no more, or its copy be marked, too."""
    first = open_window(library)
    first.window.commands.mark_by_rules.trigger()
    dialog = first.window.findChild(RulesDialog)
    dialog.set_ruling(MarkingRules((KeepRule(KeepBy.NEWEST),)))
    qtbot.waitUntil(lambda: not dialog._previewing.busy)
    dialog.mark_button.click()
    qtbot.waitUntil(lambda: len(marked_names(first)) == 4)
    before, led = marked_names(first), first.session.results.leading
    assert {"lease.txt", "纪要.txt"} <= before
    first.window.close()
    second = open_window(library)
    qtbot.waitUntil(lambda: marked_names(second) == before)
    assert second.session.results.leading == led
    assert not second.window.alert.text()
    second.window.group_model.set_marked(())
    second.window.close()
    with JudgementFile(judgements_path(index_path)) as file:
        assert not file.keepers()


def test_other_folders_keep_theirs(qtbot, open_window, library, tmp_path, index_path):
    other = tmp_path / "other"
    for name in ("one.txt", "one copy.txt"):
        put(other / name, english_text(7).encode())
    application = open_window(library)
    mark(application, "lease copy.txt")
    application.window.folder_panel.set_folders((other,))
    scan(qtbot, application)
    mark(application, "one copy.txt")
    qtbot.waitUntil(lambda: kept(index_path) == {"lease copy.txt", "one copy.txt"})
    application.window.folder_panel.set_folders((library,))
    wait_until_idle(qtbot, application)
    scan(qtbot, application)
    qtbot.waitUntil(lambda: "lease copy.txt" in marked_names(application))
    application.window.close()
    assert kept(index_path) == {"lease copy.txt", "one copy.txt"}


def test_opened_results_leave_them_alone(qtbot, application, tmp_path, index_path):
    mark(application, "lease copy.txt")
    application.session.save(tmp_path / "a.variorum", application.window.group_model.marks_kept())
    with qtbot.waitSignal(application.session.writer.saved):
        pass
    mark(application, "lease copy 2.txt")
    qtbot.waitUntil(lambda: len(kept(index_path)) == 2)
    with qtbot.waitSignal(application.session.opened):
        application.results.open(tmp_path / "a.variorum")
    qtbot.waitUntil(lambda: marked_names(application) == {"lease copy.txt"})
    application.window.group_model.set_marked(())
    application.window.close()
    assert kept(index_path) == {"lease copy.txt", "lease copy 2.txt"}
