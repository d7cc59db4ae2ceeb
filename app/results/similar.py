"""SimilarPanel: the documents similar to one file, shown instead of the groups."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import PARTS, Document, Kind, Pair, Problem

from .. import wording
from ..badges import badge_text
from ..groups.filter_bar import FilterBar
from ..groups.view import GroupView, current_document
from ..i18n import labelled, translate
from ..session.calls import KeptLibrary, SimilarAnswer, find_similar
from ..session.session import Session
from ..style import EDGE, icon
from ..tasks import Latest, TaskRunner
from ..widgets.banner import Notices
from ..widgets.basic import filled, message_label
from ..widgets.tables import FIT, Column, FigureColumn, ListPanel, RecordModel, TextTable
from ..wording import left_out_for_age


class SimilarRow(NamedTuple):
    """A document and its pair with the file, which is the left one."""

    pair: Pair
    document: Document


def _kind_text(pair: Pair) -> str:
    if pair.kind in PARTS and pair.left_in_right > pair.right_in_left:
        return translate("SimilarModel", "Whole")
    return badge_text(pair, pair.only_in)


def _kind_tip(pair: Pair) -> str:
    if pair.numbers_only:
        return translate("SimilarModel", "Nothing but numbers, dates or names differs")
    if pair.only_in is not None:
        return wording.only_in_explained(pair.only_in)
    match pair.kind:
        case Kind.IDENTICAL:
            return translate("SimilarModel", "Every byte is the same")
        case Kind.SAME_TEXT:
            return translate("SimilarModel", "The same text; encoding or spacing differ")
        case Kind.SAME_WORDS:
            return translate(
                "SimilarModel",
                "The same words; links, images, comments, form values or the format differ",
            )
        case Kind.SAME_FORM:
            return translate(
                "SimilarModel",
                "The same form: what both share stands in many documents, and what differs is "
                "their own",
            )
        case Kind.BOILERPLATE:
            return translate(
                "SimilarModel",
                "What both share stands in many documents, such as a licence or a footer",
            )
        case Kind.PART | Kind.EARLIER_VERSION if pair.left_in_right > pair.right_in_left:
            return translate("SimilarModel", "Most of the file stands in this document")
        case Kind.PART | Kind.EARLIER_VERSION:
            return translate("SimilarModel", "Most of this document stands in the file")
    return translate("SimilarModel", "Most of the text is the same")


COLUMNS: tuple[Column[SimilarRow], ...] = (
    Column(
        title=lambda: translate("SimilarModel", "Name"),
        meaning=lambda: translate("SimilarModel", "The document's name"),
        text=lambda one: wording.name_text(one.document),
        tooltip=lambda one: wording.path_text(one.document.path),
        sort_key=lambda one: wording.folded(one.document.path.name),
    ),
    Column(
        title=lambda: translate("SimilarModel", "Kind"),
        meaning=lambda: translate(
            "SimilarModel", "What this document and the file are to each other"
        ),
        text=lambda one: _kind_text(one.pair),
        tooltip=lambda one: _kind_tip(one.pair),
        sort_key=lambda one: list(Kind).index(one.pair.kind),
        width=FIT,
    ),
    FigureColumn(
        title=lambda: translate("SimilarModel", "Similarity"),
        meaning=lambda: translate(
            "SimilarModel", "How much of the text of both together is in both"
        ),
        text=lambda one: wording.percent_text(one.pair.resemblance),
        tooltip=lambda one: wording.similarity_explained(one.pair.resemblance, one.pair.measure),
        sort_key=lambda one: one.pair.resemblance,
    ),
    FigureColumn(
        title=lambda: translate("SimilarModel", "Of the file"),
        meaning=lambda: translate("SimilarModel", "How much of the file is in this document"),
        text=lambda one: wording.percent_text(one.pair.left_in_right),
        tooltip=lambda one: translate(
            "SimilarModel", "{percent} of the file is in this document"
        ).format(percent=wording.percent_text(one.pair.left_in_right)),
        sort_key=lambda one: one.pair.left_in_right,
    ),
    FigureColumn(
        title=lambda: translate("SimilarModel", "In the file"),
        meaning=lambda: translate("SimilarModel", "How much of this document is in the file"),
        text=lambda one: wording.percent_text(one.pair.right_in_left),
        tooltip=lambda one: translate(
            "SimilarModel", "{percent} of this document is in the file"
        ).format(percent=wording.percent_text(one.pair.right_in_left)),
        sort_key=lambda one: one.pair.right_in_left,
    ),
    FigureColumn(
        title=lambda: translate("SimilarModel", "Distance"),
        meaning=lambda: translate("SimilarModel", "How many bits of the two fingerprints differ"),
        text=lambda one: wording.distance_text(one.pair.distance, short=one.pair.short),
        tooltip=lambda one: wording.distance_explained(one.pair.distance),
        sort_key=lambda one: one.pair.distance,
    ),
    Column(
        title=lambda: translate("SimilarModel", "Folder"),
        meaning=lambda: translate("SimilarModel", "The folder that holds the document"),
        text=lambda one: wording.folder_text(one.document.path.parent),
        tooltip=lambda one: wording.path_text(one.document.path.parent),
        sort_key=lambda one: wording.folded(str(one.document.path.parent)),
    ),
)


_MOST_NAMED = 20


class AnswerPanel(ListPanel):
    """The frame of an answer: a way back, a heading, a note, and a message or tables."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None  # of the document asked about
        self.back = QPushButton(self)
        self.back.setIcon(icon("arrow-left"))
        self.back.clicked.connect(self.left)
        self.heading = self._label()
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.note = self._label()
        self._message = message_label(self)
        self._pages = QStackedWidget(self)

    def _label(self) -> QLabel:
        return QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)

    def _table(self, model: RecordModel[Any], name: str) -> TextTable:
        table = TextTable(self)
        digit = table.fontMetrics().horizontalAdvance("0")
        table.show_model(model, sortable=True, letter=digit)
        table.setAccessibleName(name)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        return table

    def message(self) -> str:
        """Return the text shown instead of the tables; empty while they are shown."""
        return "" if self._pages.currentIndex() else self._message.text()

    def _head(self, words: str) -> None:
        self.heading.setText(words)
        self.heading.setToolTip(wording.as_tooltip(wording.path_text(self.path or Path())))

    def _list_problems(self, label: QLabel, problems: Sequence[Problem], more: str) -> None:
        """List problems in the tooltip of a label; ``more`` has a field for how many are left."""
        lines = [
            labelled(wording.path_text(one.path), wording.reason_text(one.reason))
            for one in problems[:_MOST_NAMED]
        ]
        if len(problems) > _MOST_NAMED:
            lines.append(more.format(wording.count_text(len(problems) - _MOST_NAMED)))
        label.setToolTip(wording.as_tooltip("\n".join(lines)))
        label.show()


class SimilarPanel(AnswerPanel):
    """Shows the documents found for a file; does not search itself.

    ``document_chosen`` carries the file and the ``SimilarRow`` that is current, ``similar_wanted``
    a path to search for next.
    """

    document_chosen = Signal(object, object)
    similar_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Similar documents"))
        self._kept: Document | None = None
        self._model = RecordModel(COLUMNS, self)
        self._model.modelAboutToBeReset.connect(self._remember)
        self.back.setText(self.tr("&Back to the groups"))
        self.table = self._make_table()
        self._pages.addWidget(self._message)
        self._pages.addWidget(self.table)

        top = filled(QHBoxLayout(), self.back, (self.heading, 1), spacing=EDGE)
        top.setContentsMargins(EDGE, EDGE // 2, EDGE, EDGE // 2)
        self.note.setContentsMargins(EDGE, 0, EDGE, EDGE // 2)
        filled(QVBoxLayout(self), top, self.note, (self._pages, 1), spacing=0)

    def _make_table(self) -> TextTable:
        table = self._table(self._model, self.tr("Similar documents"))
        table.selectionModel().currentRowChanged.connect(self._announce)
        self._model.modelReset.connect(self._restore)  # after the table's own slot
        self.offer_chosen(table)
        table.add_action(self.tr("&Find similar to this document"), self._ask)
        return table

    def keyboard(self) -> QWidget:
        return self.table

    def show_searching(self, path: Path) -> None:
        self.path = path
        self._model.set_records(())
        self._say(self.tr("Similar to {0}"), self.tr("Looking for similar documents…"))

    def show_answer(self, answer: SimilarAnswer) -> None:
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
        self._model.set_records(())
        self._say(self.tr("Similar to {0}"), wording.reason_text(reason))

    def _say(self, heading: str, message: str) -> None:
        self._head(heading.format(wording.printable((self.path or Path()).name)))
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
            told.append(
                wording.plural(
                    len(single),
                    self.tr("1 document that may be like it cannot be compared: {1}: {2}"),
                    self.tr(
                        "{0} documents that may be like it cannot be compared, such as {1}: {2}"
                    ),
                    wording.printable(single[0].path.name),
                    wording.reason_text(single[0].reason),
                )
            )
        self.note.setText("\n".join(told))
        self._list_problems(self.note, problems, self.tr("and {0} more"))

    def current(self) -> Document | None:
        row: SimilarRow | None = self.table.current()
        return None if row is None else row.document

    def chosen_path(self) -> Path | None:
        document = self.current()
        return None if document is None else document.path

    @Slot()
    def _remember(self) -> None:
        self._kept = self.current()

    @Slot()
    def _restore(self) -> None:
        if (kept := self._kept) is not None:
            self.table.select_first(lambda one: one.document.id == kept.id)

    @Slot(QModelIndex)
    def _announce(self, index: QModelIndex) -> None:
        if index.isValid() and self.path is not None:
            self.document_chosen.emit(self.path, self._model.record(index.row()))

    @Slot()
    def _ask(self) -> None:
        path = self.chosen_path()
        if path is not None:
            self.similar_wanted.emit(path)


class AnswerController(TaskRunner):
    """Asks about a document, and shows the answer in a panel instead of the groups.

    ``shown`` carries whether the panel is shown; ``asked`` is then the file.
    """

    shown = Signal(bool)
    search: Latest[..., Any]

    def __init__(
        self, session: Session, view: GroupView, panel: AnswerPanel, notices: Notices, index: Path
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._view = view
        self._notices = notices
        self._index = index
        self.asked: Path | None = None
        panel.left.connect(self.leave)
        panel.failed.connect(notices.show_problem)
        session.opened.connect(self.leave)

    @property
    def active(self) -> bool:
        return self.asked is not None

    @Slot()
    def leave(self) -> None:
        self.search.stop()
        if self.active:
            self._show(None)
            self._view.choose_again()

    @Slot(bool)
    def give_way(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        if shown:
            self.search.stop()
            self.asked = None

    def _show(self, asked: Path | None) -> None:
        self.asked = asked
        self.shown.emit(self.active)

    def _asked_file(self, title: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(self._notices.window(), title, str(Path.home()))
        return Path(name) if name else None


_KEPT_MS = 10 * 60 * 1000


class SimilarDocuments(AnswerController):
    """Finds the documents similar to a file, and shows them in the panel."""

    def __init__(
        self,
        session: Session,
        panel: SimilarPanel,
        view: GroupView,
        filter_bar: FilterBar,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(session, view, panel, notices, index)
        self._panel = panel
        self._filter_bar = filter_bar
        self.library = KeptLibrary()
        self.idle = QTimer(self, singleShot=True, interval=_KEPT_MS)
        self.idle.timeout.connect(self._drop)
        self.search = Latest(find_similar, self, panel.show_answer, panel.show_failure)
        panel.similar_wanted.connect(self.find)

    @Slot(object)
    def find(self, path: Path) -> None:
        self._session.texts.stop()
        self._panel.show_searching(path)
        self._show(path)
        self.search.run(path, self._session.config, self._index, self.library)
        self.idle.start()

    @Slot()
    def leave(self) -> None:
        """Show the groups, and read the current pair again: other results may have been opened."""
        self.search.stop()
        self._show(None)
        self._view.choose_again()

    @Slot()
    def _drop(self) -> None:
        if self.search.running:
            self.idle.start()
        else:
            self.library.drop()

    @Slot()
    def leave_for_the_filter(self) -> None:
        if self.asked is not None:
            self.leave()
            self._filter_bar.take_keyboard()

    def chosen(self) -> Path | None:
        if self.asked is not None:
            return self._panel.chosen_path()
        report, document = self._session.results.report, current_document(self._view)
        if report is None or document is None:
            return None
        return report.documents[document].path

    @Slot()
    def find_similar_to_chosen(self) -> None:
        path = self.chosen()
        if path is not None:
            self.find(path)

    @Slot()
    def find_similar_to_a_file(self) -> None:
        path = self._asked_file(self.tr("Find documents similar to a file"))
        if path is not None:
            self.find(path)
