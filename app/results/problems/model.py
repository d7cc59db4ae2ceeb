"""ProblemModel: the files that could not be used, filtered and sorted in memory."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from simcore import Problem, ProblemStage

from ...language import wording
from ...language.wording import in_own_words
from ...widgets.records import FIT, Column, RecordModel
from . import words

translate = wording.translate  # by this name lupdate knows it


def _file_text(problem: Problem) -> str:
    if problem.elsewhere:
        return wording.place_text(problem)
    return wording.folder_text(problem.path)


COLUMNS: tuple[Column[Problem], ...] = (
    Column(
        title=lambda: translate("ProblemModel", "File"),
        text=_file_text,
        tooltip=wording.place_text,
    ),
    Column(
        title=lambda: translate("ProblemModel", "While"),
        text=lambda problem: words.stage_text(problem.stage),
        tooltip=lambda problem: words.stage_explained(problem.stage),
        width=FIT,
    ),
    Column(
        title=lambda: translate("ProblemModel", "Reason"),
        text=lambda problem: wording.reason_text(problem.reason),
        tooltip=lambda problem: wording.reason_text(problem.reason),
    ),
)


def _searched(problems: Sequence[Problem]) -> list[str]:
    """Return the searched text of each problem: all texts of its cells and their tooltips.

    Texts that can be shown as they are, nearly all, are not looked through letter by letter.
    """
    stages = {
        stage: f"\n{words.stage_text(stage)}\n{words.stage_explained(stage)}\n"
        for stage in ProblemStage
    }
    home = str(Path.home())
    found = []
    for problem in problems:
        path = problem.elsewhere or str(problem.path)
        reason = in_own_words(problem.reason)
        if not path.isprintable():
            path = wording.printable(path)
        if not reason.isprintable():
            reason = wording.printable(reason)
        if path.startswith(home):
            path = f"{path}\n~{path[len(home) :]}"
        found.append(wording.folded(f"{path}{stages[problem.stage]}{reason}"))
    return found


class ProblemModel(RecordModel[Problem]):
    """A row for each problem that the filter lets through."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._searched: list[str] = []
        self._filter = ""
        self._stage: ProblemStage | None = None

    def set_records(self, records: Sequence[Problem]) -> None:
        """Show other problems, by the same filter and in the same order."""
        self._searched = []
        super().set_records(records)

    def set_filter(self, text: str) -> None:
        """Show the problems that contain ``text`` in a cell, ignoring case."""
        if wording.folded(text) != self._filter:
            self._filter = wording.folded(text)
            self._arrange(self.records)

    def set_stage(self, stage: ProblemStage | None) -> None:
        """Show the problems of one stage; None for all stages."""
        if stage is not self._stage:
            self._stage = stage
            self._arrange(self.records)

    def stages(self) -> dict[ProblemStage, int]:
        """Return how many problems there are of each stage that has any, in their order."""
        counts = Counter(problem.stage for problem in self.records)
        return {stage: counts[stage] for stage in ProblemStage if counts[stage]}

    def _keep(self, records: Sequence[Problem], /) -> Callable[[int, Problem], bool] | None:
        wanted, stage = self._filter, self._stage
        if wanted and not self._searched:
            self._searched = _searched(records)  # made when it is looked for
        searched = self._searched
        if not wanted:
            return None if stage is None else lambda _, problem: problem.stage is stage
        return lambda number, problem: stage in {None, problem.stage} and wanted in searched[number]
