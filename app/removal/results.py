"""What became of the documents that were to be removed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.language.wording import path_text, reason_text
from app.removal.words import outcome_text, removal_words
from app.session.calls.removal import RemovalOutcome, RemovalResult
from app.widgets.row_list import RowList
from app.widgets.text_table import LazyRows, Row


class RemovalResults(QDialog):
    """Lists every document with where it went, or why it did not; failures first. Not modal.

    ``export_wanted`` carries the titles of the columns, and the rows that are shown.
    """

    export_wanted = Signal(object, object)

    def __init__(self, outcome: RemovalOutcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What became of the documents"))
        summary = QLabel(removal_words(outcome), self)
        summary.setWordWrap(True)
        self._titles = (self.tr("Document"), self.tr("Result"), self.tr("Where to, or why not"))
        name = self.tr("What became of each document")
        self.list = RowList(name, self._titles, self, wide=(0, 2))
        self.list.set_widths((0, 20, 0))
        self.list.export_wanted.connect(self._export)
        self.table = self.list.table
        self.list.set_rows(LazyRows(outcome.failures_first, _row))
        self.finished.connect(self.list.shut_down)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(summary)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        self.resize(860, 420)

    def _export(self, rows: Sequence[Row]) -> None:
        self.export_wanted.emit(self._titles, rows)


def _row(result: RemovalResult) -> Row:
    path, detail = path_text(result.document.path), reason_text(result.detail)
    return Row((path, outcome_text(result), detail), f"{path}\n{detail}" if detail else path)
