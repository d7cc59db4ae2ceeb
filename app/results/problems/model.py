"""ProblemModel: the files that could not be used, filtered and sorted in memory."""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.language import wording
from app.language.engine_messages import in_own_words
from app.results.problems import words
from simcore import Problem, ProblemStage

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()


class ProblemColumn(IntEnum):
    """The columns, left to right."""

    FILE = 0
    STAGE = 1
    REASON = 2


_TEXTS: dict[ProblemColumn, Callable[[Problem], str]] = {
    ProblemColumn.FILE: lambda problem: wording.folder_text(problem.path),
    ProblemColumn.STAGE: lambda problem: words.stage_text(problem.stage),
    ProblemColumn.REASON: lambda problem: wording.reason_text(problem.reason),
}
_TOOLTIPS: dict[ProblemColumn, Callable[[Problem], str]] = {
    ProblemColumn.FILE: lambda problem: wording.path_text(problem.path),
    ProblemColumn.STAGE: lambda problem: words.stage_explained(problem.stage),
    ProblemColumn.REASON: lambda problem: wording.reason_text(problem.reason),
}


def _searched(problems: Sequence[Problem]) -> list[str]:
    """Return what each problem is found by: all that its cells and their tooltips say.

    Texts that can be shown as they are, nearly all, are not looked through letter by letter.
    """
    stages = {
        stage: f"\n{words.stage_text(stage)}\n{words.stage_explained(stage)}\n"
        for stage in ProblemStage
    }
    home = str(Path.home())
    found = []
    for problem in problems:
        path, reason = str(problem.path), in_own_words(problem.reason)
        if not path.isprintable():
            path = wording.printable(path)
        if not reason.isprintable():
            reason = wording.printable(reason)
        if path.startswith(home):
            path = f"{path}\n~{path[len(home) :]}"
        found.append(f"{path}{stages[problem.stage]}{reason}".casefold())
    return found


class ProblemModel(QAbstractTableModel):
    """A row for each problem that the filter lets through.

    It filters and sorts by itself: through a ``QSortFilterProxyModel`` every comparison would
    cross from C++ to Python, which takes seconds for 100,000 rows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._problems: tuple[Problem, ...] = ()
        self._searched: list[str] = []
        self._rows: list[Problem] = []
        self._filter = ""
        self._stage: ProblemStage | None = None
        self._sorted_by = -1
        self._order = Qt.SortOrder.AscendingOrder

    @property
    def total(self) -> int:
        """The number of problems, whatever the filter."""
        return len(self._problems)

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show other problems, by the same filter and in the same order."""
        if problems is self._problems:
            return  # a slider moved
        self._problems = tuple(problems)
        self._searched = []
        self._arrange()

    def set_filter(self, text: str) -> None:
        """Show the problems that hold ``text`` in a cell, without regard to case."""
        if text.casefold() != self._filter:
            self._filter = text.casefold()
            self._arrange()

    def set_stage(self, stage: ProblemStage | None) -> None:
        """Show the problems of one stage; None for all stages."""
        if stage is not self._stage:
            self._stage = stage
            self._arrange()

    def stages(self) -> dict[ProblemStage, int]:
        """Return how many problems there are of each stage that has any, in their order."""
        counts = Counter(problem.stage for problem in self._problems)
        return {stage: counts[stage] for stage in ProblemStage if counts[stage]}

    def visible(self) -> tuple[Problem, ...]:
        """Return the problems that are shown, in the order of the rows."""
        return tuple(self._rows)

    def problem_at(self, row: int) -> Problem:
        """Return the problem in a row."""
        return self._rows[row]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of the report."""
        if (column, order) != (self._sorted_by, self._order):
            self._sorted_by, self._order = column, order
            self._arrange()

    def _matching(self) -> list[Problem]:
        """Return the problems that hold what is looked for; their words are made when it is."""
        if not self._filter:
            return list(self._problems)
        if not self._searched:
            self._searched = _searched(self._problems)
        looked_at = zip(self._problems, self._searched, strict=True)
        return [problem for problem, words in looked_at if self._filter in words]

    def _arrange(self) -> None:
        self.beginResetModel()
        rows = self._matching()
        if self._stage is not None:
            rows = [problem for problem in rows if problem.stage is self._stage]
        if self._sorted_by >= 0:
            text = _TEXTS[ProblemColumn(self._sorted_by)]
            descending = self._order == Qt.SortOrder.DescendingOrder
            rows.sort(key=lambda problem: text(problem).casefold(), reverse=descending)
        self._rows = rows
        self.endResetModel()

    # ---- QAbstractTableModel

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of problems the filter lets through."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(ProblemColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """Return the title of a column."""
        if orientation != Qt.Orientation.Horizontal or role != _Role.DisplayRole:
            return None
        titles = (self.tr("File"), self.tr("While"), self.tr("Reason"))
        return titles[section] if 0 <= section < len(titles) else None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return what a cell shows; reads memory only."""
        if not index.isValid():
            return None
        texts = {_Role.DisplayRole: _TEXTS, _Role.ToolTipRole: _TOOLTIPS}.get(_Role(role))
        if texts is None:
            return None
        return texts[ProblemColumn(index.column())](self._rows[index.row()])
