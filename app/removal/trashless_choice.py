"""The choice of an action for documents whose disks have no trash."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QGroupBox, QLabel, QRadioButton, QVBoxLayout, QWidget

from app.language.wording import count_text, path_text, reason_text
from app.removal.action_words import words_of
from simcore import Action, Problem


class TrashlessChoice(QGroupBox):
    """Asks whether they are left, moved to a folder, or permanently deleted.

    ``action`` is None while they are left. ``changed`` tells of another answer.
    """

    changed = Signal()

    def __init__(self, problems: Sequence[Problem], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.destination: Path | None = None
        count = count_text(len(problems))
        self.setTitle(self.tr("{0} without a trash").format(count))
        reasons = dict.fromkeys(reason_text(problem.reason) for problem in problems)
        why = QLabel("\n".join(reasons), self)
        why.setWordWrap(True)
        self.leave = QRadioButton(self.tr("&Leave them where they are"), self)
        self.move_away = QRadioButton(self.tr("&Move them to a folder…"), self)
        self.delete = QRadioButton(self.tr("&Delete them for good"), self)
        self.leave.setChecked(True)
        layout = QVBoxLayout(self)
        layout.addWidget(why)
        for button in (self.leave, self.move_away, self.delete):
            layout.addWidget(button)
            button.toggled.connect(self.changed)
        self.move_away.clicked.connect(self._ask_where)

    @property
    def action(self) -> Action | None:
        """The chosen action; None for none."""
        if self.move_away.isChecked():
            return Action.MOVE
        return Action.DELETE if self.delete.isChecked() else None

    @Slot()
    def _ask_where(self) -> None:
        name = QFileDialog.getExistingDirectory(
            self, words_of(Action.MOVE).folder_question, str(Path.home())
        )
        if name:
            self.destination = Path(name)
            words = self.tr("&Move them to {0}")
            self.move_away.setText(words.format(path_text(self.destination).replace("&", "&&")))
        if self.destination is None:
            self.leave.setChecked(True)
        self.changed.emit()
