"""CheckPanel: how much of a document is in the library, shown instead of the groups."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from simcore.model.reasons import Reason
from simcore.model.records import Document, Problem
from simcore.model.report import Checked, CheckedPassage, CheckedSource, Stage
from simcore.reports.words import check_facts

from .. import wording
from ..groups.view import GroupView
from ..i18n import clauses, labelled, sentences, translate
from ..session.calls import CheckProgress, KeptLibrary, check_document, write_check
from ..session.session import Session
from ..style import EDGE, icon, scaled
from ..tasks import Latest, Task
from ..widgets import desktop
from ..widgets.banner import Notices
from ..widgets.basic import filled, split
from ..widgets.tables import FIT, Column, FigureColumn, RecordModel, TextTable
from ..wording import check_words, path_text
from .similar import AnswerController, AnswerPanel

_EXCERPT = 200


class SourceRow(NamedTuple):
    """A document of a source, by the source's number from 1, of a check."""

    number: int
    source: CheckedSource
    document: Document
    checked: Checked
    roots: Sequence[Path] = ()

    @property
    def copy(self) -> bool:
        return self.document is not self.source.document


class PassageRow(NamedTuple):
    passage: CheckedPassage
    checked: Checked


def _share(checked: Checked, characters: int) -> str:
    return wording.percent_in_tenths(checked.of_all(characters))


def _only(one: SourceRow) -> str:
    if one.copy:
        return translate("kinds", "Same text")
    if one.source.within is not None:
        return check_words().also.format(f"[{one.source.within + 1}]")
    return _share(one.checked, one.source.only)


def source_tip(one: SourceRow) -> str:
    words = check_words()
    lines = [one.document.title, wording.path_text(one.document.path)]
    if one.source.named is not None:
        lines.append(words.listed if one.source.named == "references" else words.named)
    if one.source.within is not None:
        lines.append(words.within.format(f"[{one.source.within + 1}]"))
    return "\n".join(filter(None, lines))


def _lines(first: int, last: int) -> str:
    if first == last:
        return wording.count_text(first)
    return f"{wording.count_text(first)}–{wording.count_text(last)}"


def _quoted(one: PassageRow) -> str:
    sign = one.passage.quoted
    return "" if sign is None else check_words().signs[sign]


def _beginning(one: PassageRow) -> str:
    start = one.passage.start
    text = one.checked.text[start : min(one.passage.stop, start + _EXCERPT)]
    return wording.printable(" ".join(text.split()))


def _sources(one: PassageRow) -> str:
    return " ".join(f"[{number + 1}]" for number in (one.passage.source, *one.passage.also))


SOURCES: tuple[Column[SourceRow], ...] = (
    FigureColumn(
        title=lambda: translate("CheckModel", "No."),
        meaning=lambda: translate("CheckModel", "The number that passages name the source by"),
        text=lambda one: f"[{one.number}]",
        sort_key=lambda one: one.number,
    ),
    FigureColumn(
        title=lambda: translate("check", "Share"),
        meaning=lambda: translate("CheckModel", "How much of the document stands in this source"),
        text=lambda one: "" if one.copy else _share(one.checked, one.source.characters),
        sort_key=lambda one: one.source.characters,
    ),
    FigureColumn(
        title=lambda: translate("check", "Only there"),
        meaning=lambda: translate(
            "CheckModel", "How much of the document stands in this source and in no other"
        ),
        text=_only,
        sort_key=lambda one: one.source.only,
    ),
    Column(
        title=lambda: translate("check", "Document"),
        text=lambda one: wording.name_text(one.document),
        sort_key=lambda one: wording.folded(one.document.path.name),
    ),
    Column(
        title=lambda: translate("SimilarModel", "Folder"),
        meaning=lambda: translate("SimilarModel", "The folder that holds the document"),
        text=lambda one: wording.below_text(one.document.path.parent, one.roots),
        tooltip=lambda one: wording.path_text(one.document.path.parent),
        sort_key=lambda one: wording.folded(str(one.document.path.parent)),
    ),
)

PASSAGES: tuple[Column[PassageRow], ...] = (
    FigureColumn(
        title=lambda: translate("CheckModel", "Lines"),
        meaning=lambda: translate("CheckModel", "The lines of the document"),
        text=lambda one: _lines(one.passage.first_line, one.passage.last_line),
        sort_key=lambda one: one.passage.start,
    ),
    Column(
        title=lambda: translate("check", "Source"),
        meaning=lambda: translate(
            "CheckModel", "The source that it is given to, and others that have most of it"
        ),
        text=_sources,
        sort_key=lambda one: one.passage.source,
        width=FIT,
    ),
    FigureColumn(
        title=lambda: translate("check", "Share"),
        meaning=lambda: translate("CheckModel", "How much of the document this passage is"),
        text=lambda one: _share(one.checked, one.passage.characters),
        sort_key=lambda one: one.passage.characters,
    ),
    Column(
        title=lambda: translate("CheckModel", "Quoted"),
        meaning=lambda: translate("CheckModel", "What shows that the passage is a quotation"),
        text=_quoted,
        width=FIT,
    ),
    Column(
        title=lambda: translate("CheckModel", "Begins with"),
        text=_beginning,
        sort_key=lambda one: one.passage.start,
    ),
)


def rows_of(checked: Checked, roots: Sequence[Path]) -> tuple[list[SourceRow], list[PassageRow]]:
    sources = [
        SourceRow(number, one, document, checked, roots)
        for number, one in enumerate(checked.sources, 1)
        for document in (one.document, *one.copies)
    ]
    return sources, [PassageRow(one, checked) for one in checked.passages]


_BAR_WIDTH = 320


class CheckPanel(AnswerPanel):
    """Shows the check of a document: the shares, the sources, the passages. It checks nothing.

    ``passage_chosen`` carries the ``Checked``, the ``Document`` of the source and the
    ``CheckedPassage`` of the current row; ``check_wanted`` a path to check next; ``save_wanted``
    asks to write the check to a file.
    """

    passage_chosen = Signal(object, object, object)
    check_wanted = Signal(object)
    save_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Check of a document"))
        self.checked: Checked | None = None
        self.roots: Sequence[Path] = ()  # scanned folders, to shorten paths
        self._following = False
        self.back.setText(self.tr("&Back to the groups"))
        self.save = QPushButton(self.tr("&Save as HTML…"), self)
        self.save.setIcon(icon("save"))
        self.save.clicked.connect(self.save_wanted)
        self.doubt = self._label()
        self.sources = self._make_sources()
        self.passages = self._make_passages()
        self._pages.addWidget(self._make_message())
        self._tables = split(self, (self.sources, 1, 500), (self.passages, 1, 560))
        self._pages.addWidget(self._tables)

        top = filled(QHBoxLayout(), self.back, (self.heading, 1), self.save, spacing=EDGE)
        top.setContentsMargins(EDGE, EDGE // 2, EDGE, EDGE // 2)
        for label in (self.note, self.doubt):
            label.setContentsMargins(EDGE, 0, EDGE, EDGE // 2)
        filled(QVBoxLayout(self), top, self.note, self.doubt, (self._pages, 1), spacing=0)
        self._show(None)

    def _make_message(self) -> QWidget:
        page = QWidget(self)
        self.bar = QProgressBar(page)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.setFixedWidth(scaled(_BAR_WIDTH, self.font()))
        self.bar.setTextVisible(False)
        self.cancel = QPushButton(self.tr("Cancel"), page)
        self.cancel.setIcon(icon("x"))
        self.cancel.setAccessibleName(self.tr("Cancel the check"))
        self.cancel.clicked.connect(self.cancel_wanted)
        layout = filled(QVBoxLayout(page), spacing=EDGE)
        layout.addStretch(1)
        layout.addWidget(self._message)
        for part in (self.bar, self.cancel):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        return page

    def _make_sources(self) -> TextTable:
        self._source_model = RecordModel(SOURCES, self, tooltip=source_tip)
        table = self._table(self._source_model, self.tr("Sources"))
        table.selectionModel().currentRowChanged.connect(self._follow_source)
        table.clicked.connect(self._follow_source)
        self.offer_chosen(table)
        table.add_action(self.tr("Check th&is document"), self._check)
        return table

    def _make_passages(self) -> TextTable:
        self._passage_model = RecordModel(PASSAGES, self)
        table = self._table(self._passage_model, self.tr("Passages"))
        table.setTextElideMode(Qt.TextElideMode.ElideRight)  # the column shows how they begin
        table.selectionModel().currentRowChanged.connect(self._follow_passage)
        table.clicked.connect(self._follow_passage)
        return table

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        high = self.height() > self.width()
        self._tables.setOrientation(Qt.Orientation.Vertical if high else Qt.Orientation.Horizontal)

    def show_checking(self, path: Path) -> None:
        self.path = path
        self._show(None)
        self._head(check_words().title.format(wording.printable(path.name)))
        self._say(self.tr("Reading the document…"), busy=True)

    def show_progress(self, progress: CheckProgress) -> None:
        words = {
            Stage.READ: self.tr("Reading the document…"),
            Stage.PASSAGE: self.tr("Looking for texts that share passages…"),
        }
        self._message.setText(
            words.get(progress.stage, self.tr("Reading the texts that share passages…"))
        )
        # the number of texts to read is only an upper bound
        self.bar.setRange(0, 0)

    def show_answer(self, checked: Checked) -> None:
        self.path = checked.path
        self._show(checked)
        headline, *facts = check_facts(checked, check_words())
        name = wording.printable(checked.path.name)
        self._head(labelled(name, headline))
        self.note.setText(sentences(facts))
        self.note.show()
        self._tell_problems(checked.problems)
        if checked.passages:
            self._pages.setCurrentWidget(self._tables)
            self.passages.selectRow(0)
        else:
            self._say(
                headline
                if checked.is_partial
                else self.tr(
                    "No passage of this document stands in a document of the index.\nThe index "
                    "knows what was scanned, of any folder."
                )
            )

    def show_failure(self, reason: Reason | str) -> None:
        self._show(None)
        self._head(check_words().title.format(wording.printable((self.path or Path()).name)))
        self._say(wording.in_own_words(reason))

    def _show(self, checked: Checked | None) -> None:
        self.checked = checked
        sources, passages = ([], []) if checked is None else rows_of(checked, self.roots)
        self._source_model.set_records(sources)
        self._passage_model.set_records(passages)
        self.save.setEnabled(checked is not None)
        for label in (self.note, self.doubt):
            label.clear()
            label.hide()

    def _say(self, message: str, *, busy: bool = False) -> None:
        self._message.setText(message)
        self.bar.setRange(0, 0)
        self.bar.setVisible(busy)
        self.cancel.setVisible(busy)
        self._pages.setCurrentIndex(0)

    def _tell_problems(self, problems: Sequence[Problem]) -> None:
        if not problems:
            return
        first = labelled(
            wording.path_text(problems[0].path), wording.reason_text(problems[0].reason)
        )
        count, pattern = len(problems), self.tr("and {0} more")
        more = [pattern.format(wording.count_text(count - 1))] if count > 1 else []
        self.doubt.setText(clauses([first, *more]))
        self._list_problems(self.doubt, problems, pattern)

    def keyboard(self) -> QWidget:
        return self.passages if self._pages.currentWidget() is self._tables else self.back

    def source(self) -> SourceRow | None:
        row: SourceRow | None = self.sources.current()
        return row

    @Slot(QModelIndex)
    def _follow_passage(self, index: QModelIndex) -> None:
        if not index.isValid() or self._following:
            return
        row = self._passage_model.record(index.row())
        source = row.checked.sources[row.passage.source]
        self._choose(self.sources, lambda one: one.document is source.document)
        self.passage_chosen.emit(row.checked, source.document, row.passage)

    @Slot(QModelIndex)
    def _follow_source(self, index: QModelIndex) -> None:
        """Show a source at its first passage, or at the first that it shares."""
        if not index.isValid() or self._following:
            return
        row = self._source_model.record(index.row())
        at, passages = row.number - 1, row.checked.passages
        own = [one for one in passages if one.source == at]
        also = [one for one in passages if at in one.also]
        if own or also:
            first = (own or also)[0]
            self._choose(self.passages, lambda one: one.passage is first)
            self.passage_chosen.emit(row.checked, row.document, first)

    def _choose(self, table: TextTable, wanted: Callable[[Any], bool]) -> None:
        self._following = True
        table.select_first(wanted)
        self._following = False

    def chosen_path(self) -> Path | None:
        row = self.source()
        return None if row is None else row.document.path

    @Slot()
    def _check(self) -> None:
        path = self.chosen_path()
        if path is not None:
            self.check_wanted.emit(path)


class DocumentChecks(AnswerController):
    """Checks documents against the index, and shows the answers in the panel."""

    def __init__(
        self,
        session: Session,
        view: GroupView,
        panel: CheckPanel,
        library: KeptLibrary,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(session, view, panel, notices, index)
        self.panel = panel
        self._library = library
        self.search = Latest(check_document, self, panel.show_answer, panel.show_failure)
        self.search.published.connect(panel.show_progress)
        panel.check_wanted.connect(self.check)
        panel.cancel_wanted.connect(self.leave)
        panel.save_wanted.connect(self._save)

    @Slot(object)
    def check(self, path: Path) -> None:
        self._session.texts.stop()
        self._tell_folders()
        self.panel.show_checking(path)
        self._show(path)
        self.search.run(path, self._session.config, self._index, self._library)

    def _tell_folders(self) -> None:
        report = self._session.results.report
        self.panel.roots = () if report is None else report.folders

    @Slot()
    def check_a_file(self) -> None:
        path = self._asked_file(self.tr("Check a document"))
        if path is not None:
            self.check(path)

    def take_over(self, checked: Checked | None, path: Path | None) -> None:
        if checked is not None:
            self._tell_folders()
            self.panel.show_answer(checked)
            self._show(checked.path)
        elif path is not None:
            self.check(path)

    @Slot()
    def _save(self) -> None:
        checked = self.panel.checked
        if checked is None:
            return
        window = self._notices.window()
        proposed = Path.home() / f"{checked.path.stem}.html"
        title, sort = self.tr("Save the check"), self.tr("HTML files (*.html)")
        path = desktop.asked_path(window, title, proposed, sort)
        if path is not None:
            task = Task(write_check, path, checked, check_words())
            task.succeeded.connect(self._tell_saved)
            task.failed.connect(self._notices.show_problem)
            self._start(task)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The check was written to {0}.")
        self._notices.show_message(words.format(path_text(path)))
