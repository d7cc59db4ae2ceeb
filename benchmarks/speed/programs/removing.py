"""Documents marked for removal by the hundred thousand: what the window holds up meanwhile.

    python removing.py GROUPS

One document of each group is marked. Prints a line for each step, name and seconds: how long until
its outcome is painted, and the longest that the window's thread did not answer a timer of 5 ms.
No file is touched: what became of each document is made up.
"""

import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.application import InterpreterPolicy
from app.removal.controller import RemovalResults
from app.removal.dialog import RemovalDialog, RemovalSummary, summed_up
from app.session.calls import Outcome, RemovalOutcome, RemovalResult
from app.tasks import Latest, Task
from app.window.window import MainWindow
from benchmarks.speed.programs.review import Heartbeat, generated
from simcore import Action, ScanReport, plan_removal
from simcore.files.disk import Volumes
from simcore.model.records import DocumentId
from simcore.removal.plan import RemovalPlan


def _called(task: Task, call: Callable[[Task], object]) -> object:
    return call(task)


class RemovalController:
    """The questions and answers of one removal, measured one by one."""

    def __init__(self, qt: QApplication, report: ScanReport, marked: set[DocumentId]) -> None:
        self._qt = qt
        self._report = report
        self._marked = marked
        self._parent = MainWindow()
        self._parent.show()
        self._heart = Heartbeat()
        self._latest = Latest(_called, None, self._take)
        self._made: object = None

    def _take(self, made: object) -> None:
        self._made = made

    def _until(self, busy: Callable[[], bool]) -> None:
        while busy():
            self._qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)

    def measure(
        self, name: str, action: Callable[[], object], busy: Callable[[], bool] = lambda: False
    ) -> None:
        """Run an action, wait until its result is painted, and print a line."""
        QTest.qWait(50)
        self._heart.start()
        started = time.perf_counter()
        action()
        self._until(busy)
        self._qt.processEvents()
        taken = time.perf_counter() - started
        QTest.qWait(50)
        self._heart.stop()
        print(f"{name}\t{taken}\t{self._heart.longest}", flush=True)

    def _beside(self, name: str, call: Callable[[Task], object]) -> object:
        """Measure a computation in a thread; return its result."""
        self.measure(name, lambda: self._latest.run(call), lambda: self._latest.busy)
        return self._made

    def _summed_up(self, task: Task) -> RemovalSummary:
        plan = plan_removal(self._report, self._marked, action=Action.TRASH, volumes=Volumes())
        return summed_up(plan, check=task.check)

    def ask(self) -> RemovalPlan:
        """Plan, show the summary, and close it."""
        summary = self._beside("plan and summary", self._summed_up)
        assert isinstance(summary, RemovalSummary)  # noqa: S101
        dialogs: list[RemovalDialog] = []

        def show() -> None:
            dialogs.append(RemovalDialog(summary, self._parent))
            dialogs[0].show()

        self.measure("summary shown", show)
        (dialog,) = dialogs
        bar = dialog.pairs.verticalScrollBar()
        self.measure("summary scrolled to its end", lambda: bar.setValue(bar.maximum()))
        self.measure("summary answered", dialog.accept)
        self.measure("plans given to the removal", dialog.plans)
        return summary.plan

    def tell(self, plan: RemovalPlan) -> None:
        """Show the results, and scroll through them."""

        def outcome(_task: Task) -> RemovalOutcome:
            return RemovalOutcome(
                [
                    RemovalResult(one.document, Outcome.MOVED, f"/trash/files/{number}")
                    if number % 9
                    else RemovalResult(
                        one.document, Outcome.SKIPPED, "it has changed since the scan"
                    )
                    for number, one in enumerate(plan.removals)
                ]
            )

        made = self._beside("results put in order", outcome)
        assert isinstance(made, RemovalOutcome)  # noqa: S101
        lists: list[RemovalResults] = []

        def show() -> None:
            lists.append(RemovalResults(made, self._parent))
            lists[0].show()

        self.measure("list of results shown", show)
        rows = lists[0].list
        self.measure("list filtered", lambda: rows.set_filter("contract 12"), lambda: rows.busy)
        self.measure("list no more filtered", lambda: rows.set_filter(""), lambda: rows.busy)
        self.measure(
            "list sorted",
            lambda: rows.table.sortByColumn(0, Qt.SortOrder.DescendingOrder),
            lambda: rows.busy,
        )
        self.measure("all rows selected", rows.table.selectAll)
        self.measure("all rows copied", rows.copy, lambda: rows.busy)
        self.measure("list closed", lists[0].close)

    def warm(self) -> None:
        """Show a dialog once, so that the imports of the first one are not measured."""
        small = {next(iter(self._marked))}
        summary = summed_up(plan_removal(self._report, small))
        results = RemovalOutcome(
            [RemovalResult(one.document, Outcome.MOVED, "") for one in summary.plan.removals]
        )
        for dialog in (RemovalDialog(summary, self._parent), RemovalResults(results, self._parent)):
            dialog.show()
            self._qt.processEvents()
            dialog.close()

    @property
    def window(self) -> QWidget:
        """The window behind the dialogs."""
        return self._parent


def main() -> None:
    """Make a report, mark one document of each group, ask and tell."""
    report = generated(int(sys.argv[1]))
    marked = {group.members[0].document for group in report.groups}
    qt = QApplication([])
    InterpreterPolicy(qt)  # as the program does
    removing = RemovalController(qt, report, marked)
    removing.warm()
    removing.tell(removing.ask())
    removing.window.close()


if __name__ == "__main__":
    main()
