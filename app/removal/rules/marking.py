"""Marking by rules: from the command to the marks, with a preview in between."""

import contextlib
import typing
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt, Signal, Slot

from simcore import ConfigError, DocumentId, KeepBy, KeepRule, ScanReport

from ...language.punctuation import sentences
from ...language.wording import count_text
from ...looks.badges import SAFE
from ...session.results import Kept
from ...session.session import Session
from ...settings.settings import SettingsStore
from ...settings.values import MarkingRules, RuleSet
from ...widgets import desktop
from ...widgets.banner import Notices
from ..aside import Aside
from ..marks import Marks
from .preview import Shelf

if typing.TYPE_CHECKING:
    from .dialog import RulesDialog

_FIRST = MarkingRules((KeepRule(KeepBy.NEWEST),))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The marks to set in a report, once these documents are the kept ones.

    ``copies`` go as true copies. ``hidden`` counts what the filter hid from the rules.
    """

    report: ScanReport
    documents: frozenset[DocumentId]
    copies: frozenset[DocumentId]
    kept: frozenset[Kept]
    hidden: int


class RuleController(QObject):
    """Asks for rules, previews their marks, and sets those of shown documents.

    Where another document stays than the kept one of its group, the groups are made anew with that
    one as the kept one, for the results of now: a kept document has no mark. ``pair_wanted``
    carries the one that stays and the one to mark, to be seen side by side: the dialog steps aside
    until it is called back.
    """

    pair_wanted = Signal(object, object)

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        marks: Marks,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._settings = settings
        self._marks = marks
        self._notices = notices
        self._ruling = _FIRST
        self._wanted: _Wanted | None = None
        self._dialog: RulesDialog | None = None
        self._aside = Aside(self.tr("Back to the rules"), notices)
        self._aside.called.connect(self._call_back)
        session.results.report_changed.connect(self._forget)
        # how many were hidden from rules, and what is to be marked: marks are on their way
        self._told: tuple[int, frozenset[DocumentId]] | None = None
        marks.arranged.connect(self._mark)
        marks.filled.connect(self._marked)

    @Slot()
    def ask(self) -> None:
        """Open the dialog of rules."""
        from .dialog import RulesDialog  # noqa: PLC0415 - imported when it is opened

        if self._dialog is not None:
            self._call_back()
            return
        shelf = self._shelf()
        if shelf is None or desktop.is_asking(self._notices.window()):
            return
        self._aside.end()
        self._dialog = dialog = RulesDialog(
            shelf, self._ruling, self._settings.now.rule_sets, self._notices.window()
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.sets_changed.connect(self._keep_sets)
        dialog.compare_wanted.connect(self._compare)
        dialog.accepted.connect(self._apply)
        dialog.finished.connect(self._close)
        dialog.open()

    @Slot(object, object)
    def _compare(self, stays: DocumentId, marked: DocumentId) -> None:
        """Let the dialog step aside, so that two documents can be seen."""
        if self._dialog is not None:
            self.pair_wanted.emit(stays, marked)
            self._dialog.hide()
            self._wait()

    def _wait(self) -> None:
        self._aside.wait(self.tr("The rules wait. Nothing has been marked."))

    def waiting(self) -> tuple[MarkingRules, bool]:
        """Return the rules of the dialog, or of the last one, and whether it is open or waits."""
        dialog = self._dialog
        if dialog is not None:
            with contextlib.suppress(ConfigError):  # a rule without its folder is forgotten
                self._ruling = dialog.ruling()
        return self._ruling, dialog is not None or self._aside.waits

    def wait_for(self, ruling: MarkingRules, *, waits: bool) -> None:
        """Take the rules of another window's dialog; ``waits`` if it is still to be answered."""
        self._ruling = ruling
        if waits:
            self._wait()

    @Slot()
    def _call_back(self) -> None:
        """Show the dialog that stepped aside, for what is shown and marked now."""
        dialog, shelf = self._dialog, self._shelf()
        if dialog is None and self._aside.waits:
            self.ask()
        if dialog is None or dialog.isVisible() or desktop.is_asking(self._notices.window()):
            return
        if shelf is None:
            dialog.reject()
            return
        dialog.show_shelf(shelf)
        self._aside.end()
        dialog.open()

    @Slot(object)
    def _forget(self, report: ScanReport | None) -> None:
        """Close a dialog that waits for documents which are no more."""
        dialog = self._dialog
        if dialog is None:
            if report is None:
                self._aside.end()
        elif not dialog.isVisible() and (
            report is None or report.documents is not dialog.shelf.report.documents
        ):
            dialog.reject()

    @Slot()
    def _close(self) -> None:
        self._dialog = None
        self._aside.end()

    def _shelf(self) -> Shelf | None:
        """Return the shown groups, by their numbers in the whole report."""
        report = self._session.results.report
        if report is None or self._marks.report is None:
            return None
        groups, hidden = self._marks.shown_groups()
        shown = {id(group) for group in groups}
        only = (number for number, one in enumerate(report.groups, 1) if id(one) in shown)
        # documents kept by earlier rules are not choices of the user
        return Shelf(
            replace(report, judgements=self._session.judgements.now),
            frozenset(only),
            self._marks.marked(),
            hidden,
            self._session.results.roles,
        )

    @Slot(object)
    def _keep_sets(self, sets: tuple[RuleSet, ...]) -> None:
        self._settings.keep(replace(self._settings.now, rule_sets=sets))

    @Slot()
    def _apply(self) -> None:
        dialog = self._dialog
        if dialog is None or dialog.preview is None:
            return
        preview = dialog.preview
        self._ruling = dialog.ruling()
        report = self._session.results.report
        if report is None or report.groups is not preview.shelf.report.groups:
            self._tell_changed()
            return
        marked = [one for _, one in preview.rows]
        documents = frozenset(one.document for one in marked)
        copies = frozenset(one.document for one in marked if one.kind in SAFE)
        self._wanted = _Wanted(report, documents, copies, preview.kept, preview.hidden)
        self._session.results.lead(preview.kept, preview.instead_of)
        self._mark()

    @Slot()
    def _mark(self) -> None:
        """Set the pending marks of shown documents, once their groups are arranged."""
        wanted, shown = self._wanted, self._marks.report
        if wanted is None or shown is None:
            return
        if shown.documents is not wanted.report.documents:
            self._wanted = None
            self._tell_changed()
            return
        if not wanted.kept <= shown.judgements.kept:
            return  # they are not arranged yet
        self._wanted = None
        self._told = wanted.hidden, wanted.documents
        self._marks.mark_documents(wanted.documents, wanted.copies)

    @Slot(object, object)
    def _marked(self, _new: int, hidden: int) -> None:
        """Show how many were marked, if by rules, and how many were left alone.

        A mark that came back into force with the groups counts: it is not new, and it is made.
        """
        if self._told is not None:
            hidden_from_rules, wanted = self._told
            self._told = None
            marked = len(wanted & self._marks.marked())
            self._tell(marked, hidden_from_rules + hidden, len(wanted) - hidden - marked)

    def _tell_changed(self) -> None:
        self._notices.show_problem(
            self.tr("The results changed meanwhile; nothing was marked. Ask once more.")
        )

    def _tell(self, marked: int, hidden: int, left: int) -> None:
        words = self.tr("Marked 1 document.") if marked == 1 else self.tr("Marked {0} documents.")
        if hidden:
            words = (
                self.tr("Marked 1 document; {1} hidden by the filter were left alone.")
                if marked == 1
                else self.tr("Marked {0} documents; {1} hidden by the filter were left alone.")
            )
        parts = [words.format(count_text(marked), count_text(hidden))]
        if left > 0:
            others = self.tr(
                "{0} more were left alone: now that other documents are kept, they are kept, too, "
                "or only you can mark them."
            )
            parts.append(others.format(count_text(left)))
        self._notices.show_message(sentences(parts))
