"""Removing: marked documents go to the trash, from the summary to what became of each.

What a person opens later is imported then, so that the window is there soon.
"""

from PySide6.QtCore import QObject, Qt, Slot

import simcore
from app.main_window import MainWindow
from app.removal_task import Outcome, RemovalOutcome
from app.session import Session

__all__ = ["Removing"]


class Removing(QObject):
    """Asks before anything is removed, and tells afterwards."""

    def __init__(self, session: Session, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        window.commands.trash.triggered.connect(self._ask_to_remove)
        session.removed.connect(self._show_removal)

    @Slot()
    def _ask_to_remove(self) -> None:
        from app.removal_dialog import RemovalDialog  # noqa: PLC0415 - see the docstring

        report = self._session.report
        if report is None:
            return
        model = self._window.group_model
        hidden = model.hidden_marks()  # nothing goes that nobody sees
        plan = simcore.plan_removal(report, model.marked() - hidden)
        dialog = RemovalDialog(plan, self._window, hidden=len(hidden))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._remove)
        dialog.open()

    @Slot()
    def _remove(self) -> None:
        from app.removal_dialog import RemovalDialog  # noqa: PLC0415 - see the docstring

        dialog = self.sender()
        if isinstance(dialog, RemovalDialog):
            self._session.remove(dialog.plan)

    @Slot(object)
    def _show_removal(self, outcome: RemovalOutcome) -> None:
        from app.removal_results import RemovalResults, removal_words  # noqa: PLC0415 - see the docstring

        incomplete = outcome.count(Outcome.MOVED) < len(outcome.results)
        self._window.alert.show_message(
            removal_words(outcome), warning=incomplete or outcome.index_problem is not None
        )
        if incomplete:
            RemovalResults(outcome, self._window).show()
