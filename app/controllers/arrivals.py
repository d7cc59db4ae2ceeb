"""ArrivalController: what can be done with an arrival: compared, shown in its group, marked."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox

from simcore import PARTS, ArrivalEvent, ArrivalMatch, DocumentId

from ..comparison.titled_text import Standing
from ..language.kept_words import kept_reason
from ..language.wording import percent_text, printable
from ..results.groups.view.view import GroupView
from ..session.session import Session
from ..session.states import BUSY, Activity
from ..watching.model import ArrivalRow, kind_word, share_of
from ..watching.panel import ArrivalPanel
from ..widgets.banner import Notices
from .comparing import ComparisonController


class ArrivalController(QObject):
    """Carries out what a person wants of the arrival that they chose in the list.

    ``listing`` is whether the list is shown, ``left`` asks for the groups in its place.
    ``similar_wanted`` carries the path of a document, ``scan_wanted`` asks for a scan,
    ``everything_wanted`` for no filter.
    """

    left = Signal()
    similar_wanted = Signal(object)
    scan_wanted = Signal()
    everything_wanted = Signal()

    def __init__(
        self,
        session: Session,
        arrivals: ArrivalPanel,
        view: GroupView,
        comparing: ComparisonController,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._arrivals = arrivals
        self._view = view
        self._comparing = comparing
        self._notices = notices
        self.listing = False
        self._asked: ArrivalRow | None = None
        self._wanted: ArrivalRow | None = None  # whose group is shown once a scan has ended
        self._apart: ArrivalRow | None = None  # whose match stands in no row with it
        self._compare_apart = QAction(self.tr("Compare the two"), self)
        self._compare_apart.triggered.connect(self._compare_those_apart)
        # groups that are made anew choose a document of theirs, and compare it
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(arrivals.announce)
        arrivals.pair_chosen.connect(self._compare)
        arrivals.nothing_chosen.connect(self._compare_nothing)
        arrivals.show_group.triggered.connect(self._show_group)
        arrivals.mark.triggered.connect(self._mark)
        arrivals.find_similar.triggered.connect(self._find_similar)
        for chosen in (view.document_chosen, view.nothing_chosen):
            chosen.connect(self._keep_compared)
        view.groups.arranged.connect(self._show_wanted)
        session.activity_changed.connect(self._follow_activity)

    # ---- the comparison

    @Slot()
    def _keep_compared(self) -> None:
        """Let the list say what is compared as long as it is shown."""
        if self.listing:
            self._soon.start()

    @Slot(object)
    def _compare(self, row: ArrivalRow) -> None:
        if self.listing and row.match is not None:
            compared = self._comparing
            match, came = map(compared.document_of, (row.match.path, row.arrival.path))
            compared.compare(match, came, self._standing(match.id, row.match))
            self.enable()

    def _standing(self, document: DocumentId, match: ArrivalMatch) -> Standing:
        """Return what an arrival is to its match, which the results may keep in a group."""
        report, table = self._session.results.report, self._view.groups.table
        places = () if table is None else table.places_of(document)
        groups = [] if table is None else [table.groups[at] for at in places]
        of = next((one for one in groups if one.representative == document), None)
        reason = "" if of is None or report is None else kept_reason(report, of)
        whole = match.kind in PARTS and match.contains > match.contained
        return Standing(match.kind, share_of(match), reason, kept=of is not None, whole=whole)

    @Slot(str)
    def _compare_nothing(self, words: str) -> None:
        if self.listing:
            self._comparing.compare_nothing(words)
            self.enable()

    # ---- what can be done

    def _document(self) -> DocumentId | None:
        """Return the chosen arrival in the results, None where no group of them has it."""
        path = self._arrivals.chosen_path()
        if path is None or self._session.results.report is None:
            return None
        document, table = self._comparing.document_of(path).id, self._view.groups.table
        return document if table is not None and table.places_of(document) else None

    def enable(self) -> None:
        """Offer what can be done with the chosen arrival, and say why the rest cannot."""
        arrivals, row = self._arrivals, self._arrivals.current()
        there = self.listing and row is not None and row.arrival.event is not ArrivalEvent.GONE
        document = self._document() if there else None
        matched = there and row is not None and row.match is not None
        for action, why_not in (
            (arrivals.show_group, self._why_no_group(document, matched=matched)),
            (arrivals.mark, self._why_no_mark(document, there=there)),
        ):
            action.setEnabled(not why_not)
            action.setToolTip(why_not or action.text())
        arrivals.find_similar.setEnabled(there)

    def _why_no_group(self, document: DocumentId | None, *, matched: bool) -> str:
        if not matched:
            return self.tr("Choose a document with a match")
        if document is None and self._session.activity in BUSY:
            return self.tr("The results do not have this document yet: wait until the scan ends")
        return ""

    def _why_no_mark(self, document: DocumentId | None, *, there: bool) -> str:
        groups = self._view.groups
        table, report = groups.table, self._session.results.report
        if not there:
            return self.tr("Choose a document that is still there")
        if document is None or table is None or report is None:
            return self.tr("No group of the results has this document; scan again if it is new")
        if document in groups.marked():
            return self.tr("It is marked already")
        if document in table.protected:
            return self.tr("Its folder is protected")
        for at in table.places_of(document):
            if table.groups[at].representative == document:
                words = self.tr("Its group keeps this document: {0}")
                return words.format(kept_reason(report, table.groups[at]))
        return ""

    @Slot()
    def _mark(self) -> None:
        document = self._document()
        if document is not None and not self._why_no_mark(document, there=True):
            self._view.groups.mark([document], on=True)
            self.enable()
            self._notices.show_message(self.tr("1 document marked; nothing is moved yet"))

    @Slot()
    def _find_similar(self) -> None:
        path = self._arrivals.chosen_path()
        if path is not None:
            self.similar_wanted.emit(path)

    # ---- its group

    @Slot()
    def _show_group(self) -> None:
        """Go to the group of the chosen arrival; scan again first where no results have it."""
        document, row = self._document(), self._arrivals.current()
        if row is None:
            return
        if document is not None:
            self.left.emit()
            if not self._go_to(row):
                self._wanted = row
                self.everything_wanted.emit()
            return
        box = QMessageBox(self._notices.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Show its group"))
        box.setText(self.tr("The results do not have this document yet. Scan again?"))
        again = box.addButton(self.tr("Scan again"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        self._asked = row
        again.clicked.connect(self._scan_for_asked)
        box.open()

    @Slot()
    def _scan_for_asked(self) -> None:
        self.scan_wanted.emit()
        if self._session.activity is Activity.SCANNING:
            self._wanted = self._asked

    @Slot()
    def _show_wanted(self) -> None:
        busy = self._session.activity is not Activity.NONE or self._view.groups.busy
        if self._wanted is None or busy:
            return
        row, self._wanted = self._wanted, None
        self.left.emit()
        if not self._go_to(row):
            words = self.tr("No group of the results has this document.")
            self._notices.show_problem(words)

    def _go_to(self, row: ArrivalRow) -> bool:
        """Choose the row of an arrival and its match, else that of the arrival; False for none.

        Where that row sets the arrival against another document, the match is said.
        """
        view, groups, table = self._view, self._view.groups, self._view.groups.table
        came = self._comparing.document_of(row.arrival.path).id
        match = None if row.match is None else self._comparing.document_of(row.match.path).id
        pair = {came, match}
        chosen, parts, best = came, None, 0
        for group in () if table is None else [table.groups[at] for at in table.places_of(came)]:
            both = pair <= {group.representative, *(one.document for one in group.members)}
            rank = both + (both and group.representative in pair)
            if rank > best and match is not None:
                chosen = match if group.representative == came else came
                parts, best = group.parts, rank
        if not view.choose(chosen, parts=parts):
            return False
        view.scrollTo(view.currentIndex())
        shown = groups.group_at(view.currentIndex())
        if shown is not None and row.match is not None and pair != {shown.representative, chosen}:
            self._apart = row
            words = self.tr("Here {0} is compared with another one than its match {1} ({2}, {3})")
            self._notices.show_message(
                words.format(
                    printable(row.arrival.path.name),
                    printable(row.match.path.name),
                    kind_word(row.match),
                    percent_text(share_of(row.match)),
                ),
                action=self._compare_apart,
            )
        return True

    @Slot()
    def _compare_those_apart(self) -> None:
        row = self._apart
        if row is not None and row.match is not None:
            compared = self._comparing
            match, came = map(compared.document_of, (row.match.path, row.arrival.path))
            compared.compare(match, came, self._standing(match.id, row.match))

    @Slot(object)
    def _follow_activity(self, activity: Activity) -> None:
        if activity not in {Activity.SCANNING, Activity.NONE}:
            self._wanted = None
        self._show_wanted()
        self.enable()
