"""Marking by rules: from the command to the marks, with a preview in between."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

import simcore
from app.found import found_in
from app.latest import Latest
from app.main_window import MainWindow
from app.regrouping import Regrouped
from app.rule_preview import Preview, Shelf
from app.rule_sets import RuleSet, Ruling
from app.session import Session
from app.tasks import Task
from app.wording import count_text
from simcore import DocumentId, KeepBy, KeepRule, ScanReport

__all__ = ["RuleMarking"]

_FIRST = Ruling((KeepRule(KeepBy.NEWEST),))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Documents to mark, and how many the filter hid from the rules."""

    documents: frozenset[DocumentId]
    hidden: int


class RuleMarking(QObject):
    """Asks for rules, shows what they would mark, and marks it where it is shown.

    Where another document stays than the kept one of its group, the groups are made anew with that
    one as the kept one, for the results of now: a kept document has no mark. ``roles`` are those
    of folders. ``sets_changed`` carries all saved rules after one was saved or deleted.
    """

    sets_changed = Signal(object)

    def __init__(self, session: Session, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self._ruling = _FIRST
        self._wanted: _Wanted | None = None
        self.roles: simcore.Roles | None = None
        self.sets: Sequence[RuleSet] = ()
        self._regrouping = Latest(self)
        self._regrouping.succeeded.connect(self._take_groups)
        self._regrouping.failed.connect(window.show_problem)
        window.commands.mark_by_rules.triggered.connect(self._ask)
        window.group_model.arranged.connect(self._mark)

    def shut_down(self) -> None:
        """Stop what runs beside the window, and wait for it."""
        self._regrouping.shut_down()

    @Slot()
    def _ask(self) -> None:
        from app.rules_dialog import RulesDialog  # noqa: PLC0415 - imported when it is opened

        shelf = self._shelf()
        if shelf is None:
            return
        dialog = RulesDialog(shelf, self._ruling, self.sets, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.sets_changed.connect(self._keep_sets)
        dialog.accepted.connect(self._apply)
        dialog.open()

    def _shelf(self) -> Shelf | None:
        """Give the groups that are shown, by their numbers in the whole report."""
        report, rows = self._session.report, self._window.group_model.rows
        if report is None or rows is None:
            return None
        shown = {id(rows.table.groups[number]) for number in rows.shown.groups}
        only = (number for number, one in enumerate(report.groups, 1) if id(one) in shown)
        return Shelf(
            report,
            frozenset(only),
            self._window.group_model.marked(),
            rows.shown.hidden,
            self.roles or simcore.Roles(),
        )

    @Slot(object)
    def _keep_sets(self, sets: tuple[RuleSet, ...]) -> None:
        self.sets = sets
        self.sets_changed.emit(sets)

    @Slot()
    def _apply(self) -> None:
        from app.rules_dialog import RulesDialog  # noqa: PLC0415 - as above

        dialog = self.sender()
        if not isinstance(dialog, RulesDialog) or dialog.preview is None:
            return
        preview = dialog.preview
        self._ruling = dialog.ruling()
        report = preview.shelf.report
        if report is not self._session.report:
            self._window.show_problem(
                self.tr("The results changed meanwhile; nothing was marked. Ask once more.")
            )
            return
        documents = frozenset(one.document for _, one in preview.choices.marked())
        self._wanted = _Wanted(documents, preview.hidden)
        kept = _to_keep(preview)
        if kept:
            self._regrouping.run(_Leading(report, kept))
        else:
            self._mark()

    @Slot(object)
    def _take_groups(self, led: "_Led") -> None:
        if self._wanted is not None:
            documents = self._wanted.documents - led.by_hand
            self._wanted = replace(self._wanted, documents=documents)
        if not self._session.take_groups(led.made):
            self._wanted = None
            self._window.show_problem(
                self.tr("The results changed meanwhile; nothing was marked. Ask once more.")
            )

    @Slot()
    def _mark(self) -> None:
        """Mark what is wanted and shown, once the groups are arranged that it was wanted for."""
        wanted, model = self._wanted, self._window.group_model
        if wanted is None or model.rows is None or self._regrouping.busy:
            return
        self._wanted = None
        before = model.marked()
        hidden = wanted.documents & model.rows.shown.hidden
        model.mark(wanted.documents - hidden, on=True)
        self._tell(len(model.marked() - before), wanted.hidden + len(hidden))

    def _tell(self, marked: int, hidden: int) -> None:
        words = self.tr("Marked 1 document.") if marked == 1 else self.tr("Marked {0} documents.")
        if hidden:
            words = (
                self.tr("Marked 1 document; {1} hidden by the filter were left alone.")
                if marked == 1
                else self.tr("Marked {0} documents; {1} hidden by the filter were left alone.")
            )
        self._window.alert.show_message(words.format(count_text(marked), count_text(hidden)))


def _to_keep(preview: Preview) -> frozenset[tuple[Path, bytes]]:
    """Give the documents that are to be the kept ones of groups which have another one now."""
    report = preview.shelf.report
    stays = (
        report.documents[choice.stays]
        for choice in preview.choices.groups
        if choice.marked and choice.stays != report.groups[choice.group - 1].representative
    )
    return frozenset((one.real_path, one.content_hash) for one in stays)


@dataclass(frozen=True, slots=True)
class _Led:
    """Groups with other documents as kept ones, and what of them only a person may mark."""

    made: Regrouped
    by_hand: frozenset[DocumentId]


class _Leading:
    """Groups a report anew with some documents as kept ones, when called with its task."""

    def __init__(self, report: ScanReport, kept: frozenset[tuple[Path, bytes]]) -> None:
        self._report = report
        self._kept = kept

    def __call__(self, task: Task) -> _Led:
        report = self._report
        said = replace(report.judgements, kept=report.judgements.kept | self._kept)
        config = report.config
        made = simcore.regroup(report, config.distance, config.similarity, judgements=said)
        task.check()
        return _Led(Regrouped(report, made, found_in(made)), simcore.by_hand_only(made))
