"""WholeReport: all that was found, and what of it the roles of folders leave out."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from app.background.latest import Latest
from app.session.calls.excluding import Sifted, leave_out
from simcore import DocumentId, Role, Roles, ScanReport

_AT_ONCE = 10_000
"""Up to so many documents, a report without some of them is made in the window's own thread."""


class WholeReport(QObject):
    """Holds a report with the documents of excluded folders, and makes those without them.

    ``sifted`` carries such a report once it is made. Documents that were removed since stay in the
    whole report: they come back when a removal is undone.
    """

    sifted = Signal(object)  # ScanReport
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.roles = Roles()
        self._whole: ScanReport | None = None
        self._gone: set[DocumentId] = set()
        self._sifted_by: dict[Path, Role] = {}
        self._sifting = Latest(leave_out, self, self._ended, self.failed)

    @property
    def stale(self) -> bool:
        """Whether other folders are excluded than when the report was sifted last."""
        return self._whole is not None and _excluding_part(self.roles) != self._sifted_by

    def take(self, sifted: Sifted, *, known: bool = True) -> None:
        """Take a report that was found; ``known`` off: it holds nothing."""
        self._sifting.stop()
        self._whole, self._gone = sifted.whole if known else None, set()
        self._sifted_by = _excluding_part(sifted.roles)

    def forget(self) -> None:
        """Hold no report any more."""
        self._sifting.stop()
        self._whole, self._gone = None, set()

    def without(self, shown: ScanReport, gone: Iterable[DocumentId]) -> ScanReport | None:
        """Return what is shown without documents that are gone; None: ``sifted`` follows."""
        gone = set(gone)
        self._gone |= gone
        if self._whole is None or (len(shown.documents) <= _AT_ONCE and not self._sifting.busy):
            return simcore.without_documents(shown, gone)
        self.sift()
        return None

    def bring_back(self, paths: Iterable[Path]) -> None:
        """Have documents that are back in the results again; ``sifted`` follows."""
        if self._whole is not None:
            known, back = self._whole.documents, frozenset(paths)
            self._gone -= {key for key in self._gone if known[key].real_path in back}
            self.sift()

    def sift(self) -> None:
        """Leave out what is excluded by the roles of now; ``sifted`` follows."""
        if self._whole is not None:
            self._sifted_by = _excluding_part(self.roles)
            self._sifting.run(self._whole, self.roles, frozenset(self._gone))

    def left_out(self, shown: ScanReport | None) -> int:
        """Return how many documents are left out of what is shown."""
        if self._whole is None or shown is None:
            return 0
        return len(self._whole.documents) - len(shown.documents) - len(self._gone)

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._sifting.shut_down()

    @Slot(object)
    def _ended(self, sifted: Sifted) -> None:
        report = sifted.result
        if sifted.whole is self._whole and isinstance(report, ScanReport):
            self.sifted.emit(report)


def _excluding_part(roles: Roles) -> dict[Path, Role]:
    """Return what of some roles decides which documents are left out."""
    return roles.folders if roles.excludes else {}
