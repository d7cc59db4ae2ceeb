"""The results of a removal."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from ..language.wording import path_text, reason_text
from ..looks.measures import font_like, scaled
from ..session.calls.removal import RemovalOutcome, RemovalResult
from ..widgets.layouts import opening_size
from ..widgets.records import FIT, Column
from ..widgets.row_list import RowList
from .words import folder_gone_words, outcome_text, removal_words


class RemovalResults(QDialog):
    """Lists every document with its new path, or the reason it stayed; failures first. Not modal.

    ``export_wanted`` carries the titles of the columns, and the rows that are shown.
    """

    export_wanted = Signal(object, object)

    def __init__(self, outcome: RemovalOutcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What became of the documents"))
        summary = QLabel(removal_words(outcome), self)
        summary.setWordWrap(True)
        summary.setFont(font_like(self.font(), 13, bold=True))
        columns: tuple[Column[RemovalResult], ...] = (
            Column(title=lambda: self.tr("Document"), text=_path),
            Column(title=lambda: self.tr("Result"), text=outcome_text, width=FIT),
            Column(title=lambda: self.tr("Where to, or why not"), text=self._detail),
        )
        name = self.tr("What became of each document")
        self.list = RowList(name, columns, self, tooltip=self._tooltip)
        self.list.export_wanted.connect(self.export_wanted)
        self.table = self.list.table
        self.outcome = outcome
        told = {one.folder_gone or one.document.id: one for one in reversed(outcome.failures_first)}
        self.list.set_records(tuple(reversed(told.values())))
        self.finished.connect(self.list.shut_down)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(summary)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        size = opening_size(parent, scaled(900, self.font()), scaled(480, self.font()))
        self.resize(size)

    def _detail(self, result: RemovalResult) -> str:
        folder = result.folder_gone
        if folder is None:
            return reason_text(result.detail)
        return folder_gone_words(folder, self.outcome.folders_gone[folder])

    def _tooltip(self, result: RemovalResult) -> str:
        return "\n".join(filter(None, (_path(result), self._detail(result))))


def _path(result: RemovalResult) -> str:
    return path_text(result.folder_gone or result.document.path)
