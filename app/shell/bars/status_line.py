"""StatusLine: what was found, how much of it is shown, and when it was scanned."""

import time
import typing
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtWidgets import QStatusBar, QWidget

from ...language.punctuation import FACTS
from ...language.wording import as_tooltip, count_text, date_text, folder_names, printable
from ...looks.measures import scaled
from ...session.states import Activity
from ...widgets.elided_label import ElidedLabel

if typing.TYPE_CHECKING:
    from ...results.groups.rows.table import Totals

_MILLION = 1_000_000


class StatusLine(QStatusBar):
    """One line that never wraps, with the ``messages`` behind what is said.

    ``work`` stands at its right while something is done.
    """

    def __init__(self, messages: QWidget, work: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel(self)
        self.label.setAccessibleName(self.tr("What was found"))
        self.label.setContentsMargins(scaled(8, self.font()), 0, 0, 0)
        self.addWidget(self.label)
        self.addWidget(messages, 1)
        self.addPermanentWidget(work, 1)
        self._state = ""
        self._watching = ""
        self._found = ""
        self._shown = ""
        self._late = ""
        self._away = ""
        self._scanned = 0

    def text(self) -> str:
        """Return what is said."""
        return self.label.text()

    def show_state(self, activity: Activity, folders: Sequence[Path], *, known: bool) -> None:
        """Say what is scanned, or that there is nothing yet, while no results are ``known``."""
        self._state = ""
        if activity is Activity.SCANNING and folders:
            self._state = self.tr("scanning {0}").format(folder_names(folders))
        elif not folders and not known:
            self._state = self.tr("No folders yet")
        self._tell()

    def show_watching(self, words: str) -> None:
        """Say what is watched."""
        self._watching = words
        self._tell()

    def show_found(self, words: str) -> None:
        """Say what was found."""
        self._found = words
        self._tell()

    def show_scanned(self, moment_ns: int) -> None:
        """Say when the results were scanned, in nanoseconds since 1970; 0 is not known."""
        self._scanned = moment_ns
        self._tell()

    def show_left_out(self, late: int) -> None:
        """Say how many documents came before the days for which they are kept, if any."""
        words = (
            self.tr("1 too old, left out") if late == 1 else self.tr("{0} too old, left out")
        ).format(count_text(late))
        self._late = words if late else ""
        self._tell()

    def show_away(self, disks: Sequence[tuple[Path, int]]) -> None:
        """Say which disks are not connected, and that their documents are kept, if any."""
        one = self.tr("{0} is not connected: its document is kept as it was")
        many = self.tr("{0} is not connected: its {1} documents are kept as they were")
        self._away = FACTS.join(
            (one if count == 1 else many).format(printable(point.name), count_text(count))
            for point, count in disks
        )
        self._tell()

    def show_counts(self, totals: "Totals", groups: int, documents: int, *, filtered: bool) -> None:
        """Say how many groups and documents the filter shows, where there is one."""
        self._shown = ""
        if filtered:
            words = self.tr("shown: groups {0} of {1}, documents {2} of {3}")
            counts = groups, totals.groups, documents, totals.documents
            self._shown = words.format(*map(count_text, counts))
        self._tell()

    def explain(self, details: str) -> None:
        """Say more in the tooltip."""
        self.setToolTip(as_tooltip(details))

    def _tell(self) -> None:
        when = self._when() if self._found and self._scanned else ""
        parts = self._state, self._away, self._found, when, self._late, self._shown, self._watching
        self.label.setText(FACTS.join(filter(None, parts)))

    def _when(self) -> str:
        moment = QDateTime.fromMSecsSinceEpoch(self._scanned // _MILLION)
        today = QDateTime.fromMSecsSinceEpoch(time.time_ns() // _MILLION)
        if moment.date() == today.date():
            clock = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
            return self.tr("scanned today {0}").format(clock)
        return self.tr("scanned {0}").format(date_text(self._scanned))
