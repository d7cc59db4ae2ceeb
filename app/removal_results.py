"""What became of the documents that were to go to the trash."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.punctuation import sentences
from app.removal_task import Outcome, RemovalOutcome, RemovalResult
from app.text_table import Row, TextTable
from app.wording import count_text, path_text, reason_text

__all__ = ["RemovalResults", "removal_words"]

translate = QCoreApplication.translate  # the name lupdate looks for

_ORDER = (Outcome.FAILED, Outcome.SKIPPED, Outcome.MOVED)


class RemovalResults(QDialog):
    """Lists every document with where it went, or why it did not; failures first. Not modal."""

    def __init__(self, outcome: RemovalOutcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Moved to the trash"))
        summary = QLabel(removal_words(outcome), self)
        summary.setWordWrap(True)
        self.table = TextTable(self)
        self.table.setAccessibleName(self.tr("What became of each document"))
        ordered = sorted(outcome.results, key=lambda result: _ORDER.index(result.outcome))
        titles = (self.tr("Document"), self.tr("Result"), self.tr("Where to, or why not"))
        self.table.set_rows(titles, [self._row(result) for result in ordered], wide=(0, 2))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(summary)
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        self.resize(860, 420)

    def _row(self, result: RemovalResult) -> Row:
        match result.outcome:
            case Outcome.MOVED:
                word = self.tr("moved")
            case Outcome.SKIPPED:
                word = self.tr("skipped")
            case Outcome.FAILED:
                word = self.tr("failed")
        path, detail = path_text(result.document.path), reason_text(result.detail)
        return Row((path, word, detail), f"{path}\n{detail}" if detail else path)


def removal_words(outcome: RemovalOutcome) -> str:
    """Sum up an outcome in a sentence or three."""
    moved = outcome.count(Outcome.MOVED)
    skipped = outcome.count(Outcome.SKIPPED)
    failed = outcome.count(Outcome.FAILED)
    said = [
        translate("RemovalResults", "1 document was moved to the trash.")
        if moved == 1
        else translate("RemovalResults", "{0} documents were moved to the trash.").format(
            count_text(moved)
        )
    ]
    if skipped:
        said.append(translate("RemovalResults", "{0} skipped.").format(count_text(skipped)))
    if failed:
        said.append(
            translate("RemovalResults", "{0} could not be moved.").format(count_text(failed))
        )
    if outcome.index_problem is not None:
        said.append(
            translate(
                "RemovalResults", "The index could not be told ({0}); the next scan will notice."
            ).format(reason_text(outcome.index_problem))
        )
    return sentences(said)
