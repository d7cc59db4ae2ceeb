"""SimilarPanel: the documents similar to one file, shown instead of the groups."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from simcore import Document, Problem, Reason, ReasonCode

from ...language import wording
from ...language.age_words import left_out_for_age
from ...language.punctuation import labelled
from ...looks.icons import icon
from ...looks.measures import EDGE
from ...session.calls.similar import SimilarAnswer
from ...widgets.layouts import filled
from ...widgets.list_panel import ListPanel
from ...widgets.records import RecordModel
from ...widgets.text_table import TextTable
from .model import COLUMNS, SimilarRow

_MOST_NAMED = 20


class SimilarPanel(ListPanel):
    """Shows the documents found for a file; does not search itself.

    ``document_chosen`` carries the file asked about and the ``SimilarRow`` that is current,
    ``similar_wanted`` a path to ask about next. ``back`` goes back to what was shown before.
    """

    document_chosen = Signal(object, object)
    similar_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Similar documents"))
        self.path: Path | None = None  # the file of the last search
        self._kept: Document | None = None
        self._model = RecordModel(COLUMNS, self)
        self._model.modelAboutToBeReset.connect(self._remember)
        self.back = QPushButton(self.tr("&Back to the groups"), self)
        self.back.setIcon(icon("arrow-left"))
        self.back.clicked.connect(self.left)
        self.heading = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.note = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._message = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setMargin(12)
        self.table = self._make_table()
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._message)
        self._pages.addWidget(self.table)

        top = filled(QHBoxLayout(), self.back, (self.heading, 1), spacing=EDGE)
        top.setContentsMargins(EDGE, EDGE // 2, EDGE, EDGE // 2)
        self.note.setContentsMargins(EDGE, 0, EDGE, EDGE // 2)
        filled(QVBoxLayout(self), top, self.note, (self._pages, 1), spacing=0)

    def _make_table(self) -> TextTable:
        table = TextTable(self)
        digit = table.fontMetrics().horizontalAdvance("0")
        table.show_model(self._model, sortable=True, letter=digit)
        table.setAccessibleName(self.tr("Similar documents"))
        table.selectionModel().currentRowChanged.connect(self._announce)
        self._model.modelReset.connect(self._restore)  # after the table's own slot
        self.offer_chosen(table)
        table.add_action(self.tr("&Find similar to this document"), self._ask)
        return table

    def keyboard(self) -> QWidget:
        """Return what takes the keyboard."""
        return self.table

    # ---- what is shown

    def message(self) -> str:
        """Return the text shown instead of the table; empty while the table is shown."""
        return self._message.text() if self._pages.currentWidget() is self._message else ""

    def show_searching(self, path: Path) -> None:
        """Show that a search is running."""
        self.path = path
        self._model.set_records(())
        self._say(self.tr("Similar to {0}"), self.tr("Looking for similar documents…"))

    def show_answer(self, answer: SimilarAnswer) -> None:
        """Show the found documents, the most alike first."""
        self.path = answer.path
        similar, config = answer.similar, answer.config
        documents, count = similar.documents, len(similar.pairs)
        self._model.set_records([SimilarRow(pair, documents[pair.right]) for pair in similar.pairs])
        limits = self.tr("distance in bits at most {bits}, similarity at least {percent}").format(
            bits=config.distance, percent=wording.percent_text(config.similarity)
        )
        if count:
            pattern = self.tr("Similar to {{0}}: {count} ({limits}, or parts)")
            self._say(pattern.format(count=wording.count_text(count), limits=limits), "")
            self._pages.setCurrentWidget(self.table)
            self.table.selectRow(0)
        else:
            words = (
                self.tr("No document that could be compared is like this file: none is {0}.")
                if similar.problems
                else self.tr(
                    "No document in the index is like this file: none is {0}.\nThe index knows "
                    "what was scanned, of any folder."
                )
            )
            self._say(self.tr("Similar to {0}: none"), words.format(limits))
        self._tell_problems(similar.problems)
        late = left_out_for_age(similar.outside, config)
        if late:
            self.note.setText("\n".join(filter(None, (self.note.text(), late))))
            self.note.show()

    def show_failure(self, reason: Reason | str) -> None:
        """Show why the search failed."""
        self._model.set_records(())
        self._say(self.tr("Similar to {0}"), wording.reason_text(reason))

    def _say(self, heading: str, message: str) -> None:
        path = self.path or Path()
        self.heading.setText(heading.format(wording.printable(path.name)))
        self.heading.setToolTip(wording.as_tooltip(wording.path_text(path)))
        self._message.setText(message)
        self.note.clear()
        self.note.hide()
        self._pages.setCurrentWidget(self._message)

    def _tell_problems(self, problems: Sequence[Problem]) -> None:
        if not problems:
            return
        away = [one for one in problems if one.reason.code is ReasonCode.LEFT_OUT_AWAY]
        told = [
            labelled(wording.printable(one.path.name), wording.reason_text(one.reason))
            for one in away
        ]
        single = [one for one in problems if one not in away]
        if single:
            pattern = (
                self.tr("1 document that may be like it cannot be compared: {1}: {2}")
                if len(single) == 1
                else self.tr(
                    "{0} documents that may be like it cannot be compared, such as {1}: {2}"
                )
            )
            told.append(
                pattern.format(
                    wording.count_text(len(single)),
                    wording.printable(single[0].path.name),
                    wording.reason_text(single[0].reason),
                )
            )
        self.note.setText("\n".join(told))
        lines = [
            labelled(wording.path_text(one.path), wording.reason_text(one.reason))
            for one in problems[:_MOST_NAMED]
        ]
        if len(problems) > _MOST_NAMED:
            more = self.tr("and {0} more")
            lines.append(more.format(wording.count_text(len(problems) - _MOST_NAMED)))
        self.note.setToolTip(wording.as_tooltip("\n".join(lines)))
        self.note.show()

    # ---- the current row

    def current(self) -> Document | None:
        """Return the document of the current row."""
        index = self.table.currentIndex()
        return self._model.record(index.row()).document if index.isValid() else None

    def chosen_path(self) -> Path | None:
        """Return the document that is chosen."""
        document = self.current()
        return None if document is None else document.path

    @Slot()
    def _remember(self) -> None:
        self._kept = self.current()

    @Slot()
    def _restore(self) -> None:
        """Choose the document again that was chosen before the rows were sorted."""
        kept = None if self._kept is None else self._kept.id
        for row, one in enumerate(self._model.shown()):
            if one.document.id == kept:
                self.table.selectRow(row)
                break

    @Slot(QModelIndex)
    def _announce(self, index: QModelIndex) -> None:
        if index.isValid() and self.path is not None:
            self.document_chosen.emit(self.path, self._model.record(index.row()))

    @Slot()
    def _ask(self) -> None:
        path = self.chosen_path()
        if path is not None:
            self.similar_wanted.emit(path)
