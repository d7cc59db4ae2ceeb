"""However commands, sliders and hands follow each other, no command takes a text's last copy."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st

from app.badges import SAFE
from app.groups.filter import GroupFilter
from app.groups.rows import (
    GroupRows,
    MarkedDocuments,
    Order,
    arranged,
    marks_of_documents,
    marks_of_kinds,
)
from app.groups.table import GroupMarks, marks_for
from app.removal.rules import Shelf, preview_of
from app.session.results import Kept, named_kept
from app.settings.settings import MarkingRules
from app.tasks import never_cancelled
from shelves import LOCKED, shelves
from simcore import KeepRule, Kind, ScanReport, regroup
from simcore.files.roles import Role, Roles
from simcore.model.config import Thresholds
from simcore.model.records import DocumentId
from simcore.removal.keep_rules import KeepBy

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
        report = regroup(
            self.whole,
            Thresholds(self.whole.config.distance, self.similarity),
            judgements=judgements,
        )
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
        preview = preview_of(shelf, MarkingRules((KeepRule(by),), kinds), never_cancelled)
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
) -> None:
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
def test_what_is_safe_is_one_figure(shelf: ScanReport, locked: bool, data: st.DataObject) -> None:
    """Headline, heads of groups, and what the command marks."""
    desk = Desk(shelf, Roles({LOCKED: Role.PROTECTED}) if locked else Roles())
    for one in data.draw(st.sets(st.sampled_from([*shelf.documents]), max_size=3)):
        desk.kept |= {named_kept(shelf.documents[one])}
    table = desk.rows().table
    safe = table.counted().freeing.safe
    assert sum(table.safe_of(number)[0] for number in range(len(table.groups))) == safe.size
    desk.mark_true_copies()
    assert len(desk.marks.marked) == safe.documents
