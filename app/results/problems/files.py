"""ProblemFiles: problems written to a file, and the file of one of them read again."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

import simcore
from simcore import Problem, Reason, ScanConfig

from ...background.latest import Latest
from ...background.process import CancelCheck, processes
from ...background.task import Task
from ...language.wording import id_text, path_text, reason_text
from ...session.session import Session
from ...widgets import desktop
from ...widgets.banner import Notices
from .panel import ProblemPanel


class ProblemFiles(QObject):
    """Handles the requests of the problem panel in the background, and reports the results."""

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
        elsewhere = simcore.called_elsewhere(problem.path)
        if elsewhere is not None:
            words = self.tr("{0} is not on this machine and cannot be read again.")
            self._notices.show_problem(words.format(id_text(elsewhere)))
            return
        report = self._session.results.report
        folders = self._session.folders if report is None else report.folders
        self._panel.set_reading(reading=True)
        self._reading.run(problem.path, folders, self._session.config, self._index)

    @Slot(object)
    def _tell_read(self, retry: "simcore.Retry") -> None:
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
    simcore.write_problems(problems, path)
    return path


def _read_again(
    task: Task, path: Path, folders: Sequence[Path], config: ScanConfig, index: Path
) -> "simcore.Retry":
    """Read one file again. Raises ``SimcoreError`` and ``Cancelled``.

    In a process of its own where a scan has such: a file may have ended the last one that read it.
    """
    jobs = 0 if config.jobs == 0 else 1
    with (
        processes(jobs, config.seconds_a_file) as executor,
        simcore.FingerprintIndex(index) as opened,
    ):
        return simcore.read_again(
            path,
            folders,
            config,
            opened,
            executor,
            CancelCheck(task),
            simcore.read_judgements(simcore.judgements_path(index)).encodings,
        )
