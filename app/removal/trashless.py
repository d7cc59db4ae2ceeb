"""TrashlessChoice: what is done with documents whose disks have no trash."""

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from simcore import Action, Problem, ReasonCode

from ..language.wording import count_text, path_text, reason_text
from .action_words import words_of


class TrashlessChoice(QGroupBox):
    """Asks whether they are left, moved to a folder, or permanently deleted.

    ``action`` is None while they are left. ``changed`` tells of another answer.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.destination: Path | None = None
        self._why = QLabel(self)
        self._why.setWordWrap(True)
        self.leave = QRadioButton(self.tr("&Leave them where they are"), self)
        self.move_away = QRadioButton(self)
        self.delete = QRadioButton(self.tr("&Delete them for good"), self)
        self.leave.setChecked(True)
        answers = QHBoxLayout()
        for button in (self.leave, self.move_away, self.delete):
            answers.addWidget(button)
            button.toggled.connect(self.changed)
        answers.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(self._why)
        layout.addLayout(answers)
        self.move_away.clicked.connect(self._ask_where)
        self._name_folder()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Ask about other documents, and say why each has no trash; hidden without any."""
        self.setTitle(self.tr("{0} without a trash").format(count_text(len(problems))))
        reasons = dict.fromkeys(reason_text(problem.reason) for problem in problems)
        self._why.setText("\n".join(reasons))
        # nothing leaves a disk that is read-only
        read_only = all(one.reason.code is ReasonCode.DISK_READ_ONLY for one in problems)
        for button in (self.move_away, self.delete):
            button.setEnabled(not read_only)
        if read_only:
            self.leave.setChecked(True)
        self.setVisible(bool(problems))

    @property
    def action(self) -> Action | None:
        """The chosen action; None for none."""
        if self.move_away.isChecked():
            return Action.MOVE
        return Action.DELETE if self.delete.isChecked() else None

    def _name_folder(self) -> None:
        words = self.tr("&Move them to a folder…")
        if self.destination is not None:
            place = path_text(self.destination).replace("&", "&&")
            words = self.tr("&Move them to {0}").format(place)
        self.move_away.setText(words)

    @Slot()
    def _ask_where(self) -> None:
        name = QFileDialog.getExistingDirectory(
            self, words_of(Action.MOVE).folder_question, str(Path.home())
        )
        if name:
            self.destination = Path(os.path.realpath(name))
            self._name_folder()
        if self.destination is None:
            self.leave.setChecked(True)
        self.changed.emit()
