"""ProblemPanel: the files that could not be used or may be misread, and why."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from simcore.index.judgements import read_judgements
from simcore.index.paths import called_elsewhere, judgements_path
from simcore.model.config import ScanConfig
from simcore.model.reasons import QT_TRANSLATE_NOOP, Reason
from simcore.model.records import Problem, ProblemStage

from .. import wording
from ..i18n import translate
from ..session.session import Session
from ..style import EDGE, scaled
from ..tasks import CancelCheck, Latest, Task, processes
from ..widgets import desktop
from ..widgets.banner import Notices
from ..widgets.basic import EncodingMenu, filled
from ..widgets.tables import FIT, Column, RecordModel, TextTable
from ..wording import id_text, in_own_words, path_text, reason_text

if TYPE_CHECKING:
    from simcore.pipeline.rereading import Retry


_STAGES = {
    ProblemStage.LIST: QT_TRANSLATE_NOOP("wording", "listing"),
    ProblemStage.READ: QT_TRANSLATE_NOOP("wording", "reading"),
    ProblemStage.DECODE: QT_TRANSLATE_NOOP("wording", "telling the encoding"),
    ProblemStage.TOKENS: QT_TRANSLATE_NOOP("wording", "finding words"),
    ProblemStage.VERIFY: QT_TRANSLATE_NOOP("wording", "comparing"),
    ProblemStage.REMOVE: QT_TRANSLATE_NOOP("wording", "removing"),
    ProblemStage.SAVED: QT_TRANSLATE_NOOP("wording", "opening results"),
}


def stage_text(stage: ProblemStage) -> str:
    return translate("wording", _STAGES[stage])


def stage_explained(stage: ProblemStage) -> str:
    words = {
        ProblemStage.LIST: translate("wording", "It was left out while the folders were listed"),
        ProblemStage.READ: translate("wording", "It could not be read"),
        ProblemStage.DECODE: translate(
            "wording",
            "It is not text, or not in an encoding that could be recognised for sure",
        ),
        ProblemStage.TOKENS: translate("wording", "It holds no words that could be compared"),
        ProblemStage.VERIFY: translate(
            "wording", "It could not be read again for the exact comparison"
        ),
        ProblemStage.REMOVE: translate("wording", "It was marked for removal and stays"),
        ProblemStage.SAVED: translate(
            "wording", "It is not what it was when the results were saved"
        ),
    }
    return words[stage]


COLUMNS: tuple[Column[Problem], ...] = (
    Column(
        title=lambda: translate("ProblemModel", "File"),
        text=lambda problem: (
            wording.place_text(problem) if problem.elsewhere else wording.folder_text(problem.path)
        ),
        tooltip=wording.place_text,
    ),
    Column(
        title=lambda: translate("ProblemModel", "While"),
        text=lambda problem: stage_text(problem.stage),
        tooltip=lambda problem: stage_explained(problem.stage),
        width=FIT,
    ),
    Column(
        title=lambda: translate("ProblemModel", "Reason"),
        text=lambda problem: wording.reason_text(problem.reason),
        tooltip=lambda problem: wording.reason_text(problem.reason),
    ),
)


def _searched(problems: Sequence[Problem]) -> list[str]:
    stages = {stage: f"\n{stage_text(stage)}\n{stage_explained(stage)}\n" for stage in ProblemStage}
    home = str(Path.home())
    found = []
    for problem in problems:
        path = wording.printable(problem.elsewhere or str(problem.path))
        if path.startswith(home):
            path = f"{path}\n~{path[len(home) :]}"
        reason = wording.printable(in_own_words(problem.reason))
        found.append(wording.folded(f"{path}{stages[problem.stage]}{reason}"))
    return found


class ProblemModel(RecordModel[Problem]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._searched: list[str] = []
        self._filter = ""
        self._stage: ProblemStage | None = None

    def set_records(self, records: Sequence[Problem]) -> None:
        self._searched = []
        super().set_records(records)

    def set_filter(self, text: str) -> None:
        if wording.folded(text) != self._filter:
            self._filter = wording.folded(text)
            self._arrange(self.records)

    def set_stage(self, stage: ProblemStage | None) -> None:
        if stage is not self._stage:
            self._stage = stage
            self._arrange(self.records)

    def stages(self) -> dict[ProblemStage, int]:
        counts = Counter(problem.stage for problem in self.records)
        return {stage: counts[stage] for stage in ProblemStage if counts[stage]}

    def _keep(self, records: Sequence[Problem], /) -> Callable[[int, Problem], bool] | None:
        wanted, stage = self._filter, self._stage
        if wanted and not self._searched:
            self._searched = _searched(records)  # made for the first search
        searched = self._searched
        if not wanted:
            return None if stage is None else lambda _, problem: problem.stage is stage
        return lambda number, problem: stage in {None, problem.stage} and wanted in searched[number]


_TYPING_PAUSE_MS = 150


@dataclass(frozen=True, slots=True)
class ProblemView:
    """The view of the problems as a person set it.

    ``stage`` is the value of a ``ProblemStage``, ``sorted_by`` a column and the order, ``path``
    that of the current problem, ``top`` the first visible row.
    """

    text: str
    stage: str | None
    sorted_by: tuple[int, Qt.SortOrder]
    path: Path | None
    top: int


class ProblemPanel(QWidget):
    """A table of problems with filters by text and by stage.

    ``read_again_wanted`` carries the ``Problem`` of a file to read again, ``export_wanted`` the
    shown problems, ``failed`` a message. ``encoding_wanted`` carries files, as paths and the hashes
    of bytes, and the encoding to read them in, empty for the detected one.
    """

    title_changed = Signal(str)
    read_again_wanted = Signal(object)
    export_wanted = Signal(object)
    encoding_wanted = Signal(object, str)
    failed = Signal(object)  # Reason | str

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ProblemModel(self)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._apply_filter)

        self._filter = QLineEdit(clearButtonEnabled=True)
        self._filter.setPlaceholderText(self.tr("Filter by file or reason"))
        self._filter.setAccessibleName(self.tr("Filter problems"))
        self._filter.textChanged.connect(self._typing.start)

        self.stages = QComboBox(self)
        self.stages.setAccessibleName(self.tr("Filter problems by stage"))
        self.stages.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.stages.currentIndexChanged.connect(self._apply_stage)
        self.export_button = QPushButton(self.tr("E&xport…"), self)
        self.export_button.setToolTip(self.tr("Write the problems shown to a CSV file"))
        self.export_button.clicked.connect(lambda: self.export_wanted.emit(self._model.shown()))
        self.read_button = QPushButton(self.tr("Read agai&n"), self)
        self.read_button.setToolTip(
            self.tr("Read the chosen file again, without scanning its folder (Ctrl+R)")
        )
        self.read_button.clicked.connect(self.read_again)
        self._reading = False
        self._shown: Sequence[Problem] = ()

        self._table = self._make_table()
        self._empty = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._table)
        self._pages.addWidget(self._empty)

        controls = self.stages, self.read_button, self.export_button
        row = filled(QHBoxLayout(), (self._filter, 1), *controls, spacing=scaled(8, self.font()))
        row.setContentsMargins(EDGE, EDGE // 2, EDGE, EDGE // 2)
        filled(QVBoxLayout(self), row, self._pages, spacing=0)
        self._show_page()

    def _make_table(self) -> TextTable:
        table = TextTable()
        table.show_model(self._model, sortable=True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setAccessibleName(self.tr("Problems"))

        again, copy = QKeySequence("Ctrl+R"), QKeySequence(QKeySequence.StandardKey.Copy)
        self._again = table.add_action(self.tr("Read this file &again"), self.read_again, again)
        self._others = (
            table.add_action(self.tr("&Copy"), self.copy, copy),
            table.add_action(self.tr("&Show in file manager"), self._show_file),
        )
        self._encodings = EncodingMenu(self.tr("Read in another &encoding"), table)
        self._encodings.chosen.connect(
            lambda encoding: self.encoding_wanted.emit(self._doubtful(), encoding)
        )
        table.addAction(self._encodings.menuAction())
        table.selectionModel().currentRowChanged.connect(self._update_buttons)
        table.selectionModel().selectionChanged.connect(self._update_buttons)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return table

    def set_problems(self, problems: Sequence[Problem]) -> None:
        if problems is self._shown:
            return
        self._shown = problems
        before = self.title()
        current = self._current()
        self._model.set_records(problems)
        self._list_stages()
        if current is not None:
            self._choose(current.path)
        self._show_page()
        if self.title() != before:
            self.title_changed.emit(self.title())

    def view(self) -> ProblemView:
        header, current = self._table.horizontalHeader(), self._current()
        return ProblemView(
            self._filter.text(),
            self.stages.currentData(),
            (header.sortIndicatorSection(), header.sortIndicatorOrder()),
            None if current is None else current.path,
            self._table.verticalScrollBar().value(),
        )

    def set_view(self, view: ProblemView) -> None:
        self._filter.setText(view.text)
        self._apply_filter()
        self.stages.setCurrentIndex(max(0, self.stages.findData(view.stage)))
        self._table.horizontalHeader().setSortIndicator(*view.sorted_by)
        if view.path is not None:
            self._choose(view.path)
        self._table.verticalScrollBar().setValue(view.top)

    def title(self) -> str:
        if not len(self._model.records):
            return self.tr("Problems")
        return self.tr("Problems {count}").format(
            count=wording.count_text(len(self._model.records))
        )

    def _current(self) -> Problem | None:
        current: Problem | None = self._table.current()
        return current

    def _choose(self, path: Path) -> None:
        self._table.select_first(lambda one: one.path == path)

    def _list_stages(self) -> None:
        chosen, counts = self.stages.currentData(), self._model.stages()
        with QSignalBlocker(self.stages):
            self.stages.clear()
            self.stages.addItem(self.tr("All stages"), None)
            for stage, count in counts.items():
                text = self.tr("{stage} ({count})").format(
                    stage=stage_text(stage), count=wording.count_text(count)
                )
                self.stages.addItem(text, stage.value)
                position = self.stages.count() - 1
                tip = stage_explained(stage)
                self.stages.setItemData(position, tip, Qt.ItemDataRole.ToolTipRole)
            self.stages.setCurrentIndex(max(0, self.stages.findData(chosen)))
        self._apply_stage()

    @Slot()
    def _apply_stage(self) -> None:
        stage = self.stages.currentData()
        self._model.set_stage(None if stage is None else ProblemStage(stage))
        self._show_page()

    def set_reading(self, *, reading: bool) -> None:
        self._reading = reading
        self.read_button.setText(self.tr("Reading…") if reading else self.tr("Read agai&n"))
        self._update_buttons()

    @Slot()
    def read_again(self) -> None:
        problem = self._current()
        if problem is not None and not self._reading:
            self.read_again_wanted.emit(problem)

    @Slot()
    def _update_buttons(self) -> None:
        chosen = self._table.currentIndex().isValid()
        self.read_button.setEnabled(chosen and not self._reading)
        self._again.setEnabled(chosen and not self._reading)
        for action in self._others:
            action.setEnabled(chosen)
        self._encodings.menuAction().setEnabled(bool(self._doubtful()))
        self._encodings.choose("")
        self.export_button.setEnabled(self._model.rowCount() > 0)

    def _doubtful(self) -> list[tuple[Path, bytes]]:
        rows = self._table.selectionModel().selectedRows()
        problems = [self._model.record(index.row()) for index in rows]
        return [(one.path, one.content_hash) for one in problems if one.content_hash]

    @Slot()
    def copy(self) -> None:
        rows = sorted(index.row() for index in self._table.selectionModel().selectedRows())
        lines = []
        for problem in map(self._model.record, rows):
            _, *others = self._model.cells(problem)
            lines.append("\t".join((wording.place_text(problem), *others)))
        if lines:
            desktop.copy_text("\n".join(lines))

    @Slot()
    def _show_file(self) -> None:
        problem = self._current()
        if problem is not None:
            desktop.show_in_folder(problem.path, self.failed.emit)

    @Slot()
    def _apply_filter(self) -> None:
        self._model.set_filter(self._filter.text().strip())
        self._show_page()

    def _show_page(self) -> None:
        for widget in (self._filter, self.stages, self.read_button, self.export_button):
            widget.setVisible(len(self._model.records) > 0)
        self._update_buttons()
        if self._model.rowCount():
            self._pages.setCurrentWidget(self._table)
            return
        self._empty.setText(
            self.tr("No problem matches the filter")
            if len(self._model.records)
            else self.tr("No problems")
        )
        self._pages.setCurrentWidget(self._empty)


class ProblemController(QObject):
    """Carries out the requests of the problem panel in the background, and reports results."""

    def __init__(
        self,
        session: Session,
        panel: ProblemPanel,
        scan: QAction,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._panel = panel
        self._scan = scan
        self._notices = notices
        self._index = index
        self._reading = Latest(_read_again, self, self._tell_read, self._tell_failed)
        self._writing = Latest(_write, self, self._tell_written, notices.show_problem)
        panel.read_again_wanted.connect(self._read_again)
        panel.export_wanted.connect(self._export)

    @Slot(object)
    def _read_again(self, problem: Problem) -> None:
        elsewhere = called_elsewhere(problem.path)
        if elsewhere is not None:
            words = self.tr("{0} is not on this machine and cannot be read again.")
            self._notices.show_problem(words.format(id_text(elsewhere)))
            return
        report = self._session.results.report
        folders = self._session.folders if report is None else report.folders
        self._panel.set_reading(reading=True)
        self._reading.run(problem.path, folders, self._session.config, self._index)

    @Slot(object)
    def _tell_read(self, retry: "Retry") -> None:
        self._panel.set_reading(reading=False)
        path = path_text(retry.path)
        self._session.results.settle_problem(retry.path, retry.problem)
        if retry.problem is not None and retry.problem.is_doubt:
            words = self.tr("{0} was read again: it {1}")
            self._notices.show_message(words.format(path, reason_text(retry.problem.reason)))
            return
        if retry.problem is not None:
            words = self.tr("{0} was read again and still cannot be used: {1}")
            reason = reason_text(retry.problem.reason)
            self._notices.show_message(words.format(path, reason), warning=True)
            return
        words = (
            self.tr("The folder {0} can be listed now. Scan to read what is in it.")
            if retry.is_folder
            else self.tr("{0} can be used now. Scan to compare it with the other documents.")
        )
        self._notices.show_message(words.format(path), action=self._scan)

    @Slot(object)
    def _tell_failed(self, reason: Reason | str) -> None:
        self._panel.set_reading(reading=False)
        self._notices.show_problem(reason)

    @Slot(object)
    def _export(self, problems: Sequence[Problem]) -> None:
        title, proposed = self.tr("Export the problems shown"), Path.home() / "problems.csv"
        path = desktop.asked_table(self._notices.window(), title, proposed)
        if path is not None:
            self._writing.run(path, problems)

    @Slot(object)
    def _tell_written(self, path: Path) -> None:
        words = self.tr("The problems shown were written to {0}.")
        self._notices.show_message(words.format(path_text(path)))


def _write(_task: Task, path: Path, problems: Sequence[Problem]) -> Path:
    from simcore.reports.tables import write_problems

    write_problems(problems, path)
    return path


def _read_again(
    task: Task, path: Path, folders: Sequence[Path], config: ScanConfig, index: Path
) -> "Retry":
    """Read one file again. Raises ``SimcoreError`` and ``Cancelled``.

    If scans use processes, it runs in one: the file may have ended the process that read it last.
    """
    from simcore.index.index import FingerprintIndex
    from simcore.pipeline.rereading import read_again

    jobs = 0 if config.jobs == 0 else 1
    with (
        processes(jobs, config.seconds_a_file) as executor,
        FingerprintIndex(index) as opened,
    ):
        return read_again(
            path,
            folders,
            config,
            opened,
            executor,
            CancelCheck(task),
            read_judgements(judgements_path(index)).encodings,
        )
