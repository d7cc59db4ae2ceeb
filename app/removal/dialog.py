"""The summary of a planned action on documents, riskiest first, and the question to confirm it."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

import simcore
from app.language.punctuation import phrases, sentences
from app.language.resemblance_words import resemblance_text, sort_text
from app.language.wording import count_text, path_text, reason_text, size_text
from app.looks.icons import icon as icon_named
from app.removal.action_words import words_of
from app.removal.summary import Portion, RemovalSummary, path_below
from app.widgets.records import FIT, RIGHT, Column
from app.widgets.text_table import TextTable
from simcore import Action, Kind, Problem, Reason

_Staying = tuple[Path, Reason | None]
"""A marked document, and why it stays; None: the filter hides it."""


class RemovalDialog(QDialog):
    """Shows a summary of a plan and asks. ``accepted`` means: carry out ``plans()``.

    Cancel is the default button: Enter changes nothing. A permanent deletion needs a box ticked
    first, beside a sentence that says so. Documents whose disks have no trash stay, unless another
    thing is chosen for them.
    """

    def __init__(self, summary: RemovalSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = plan = summary.plan
        self._summed_up = summary
        self._certain, self._trashless = summary.certain, summary.trashless
        self._for_good = 0
        self.setWindowTitle(words_of(plan.action).name)

        self._summary = QLabel(self)
        font = self._summary.font()
        font.setBold(True)
        self._summary.setFont(font)
        self._kinds = QLabel(self)
        self._hint = QLabel(self)
        self._refused = QLabel(self._refused_words(), self)
        self._hidden = QLabel(self._hidden_words(summary.hidden), self)
        self._losses = QLabel(self._loss_words(), self)
        self._below = QLabel(self._below_words(), self)
        self.pages = QTabWidget(self)
        self.pages.setDocumentMode(True)
        self._table = TextTable(self)
        self._add_pages()
        self.choice = TrashlessChoice(plan.without_trash, self)
        self.choice.setVisible(bool(plan.without_trash))
        self.choice.changed.connect(self._update)
        self.sure = QCheckBox(self)
        self.sure.toggled.connect(self._update)

        buttons = QDialogButtonBox(self)
        icon = words_of(plan.action).icon
        self.move_button = QPushButton(self)
        if icon is not None:
            self.move_button.setIcon(icon_named(icon))
        self.move_button.setAutoDefault(False)
        buttons.addButton(self.move_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.cancel_button.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

        layout = QVBoxLayout(self)
        labels = (self._summary, self._kinds, self._hint, self._losses, self._refused, self._hidden)
        for label in (*labels, self._below):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            layout.addWidget(label)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.choice)
        layout.addWidget(self.sure)
        layout.addWidget(buttons)
        self._update()
        for label in (self._refused, self._hidden, self._below):
            label.setVisible(bool(label.text()))
        self.cancel_button.setFocus()
        self.resize(960, 520 if plan.without_trash else 480)

    def plans(self) -> "list[simcore.RemovalPlan]":
        """Return the chosen plans: the plan, and another for documents without a trash."""
        return self._summed_up.plans(self.choice.action, self.choice.destination)

    def words(self) -> str:
        """Return the text above the list."""
        labels = (self._summary, self._kinds, self._hint, self._losses, self._refused, self._hidden)
        return "\n".join(label.text() for label in labels if label.text())

    @Slot()
    def _update(self) -> None:
        """Show what would be done, and enable the button once that is decided."""
        action, certain, trashless = self.plan.action, self._certain, self._trashless
        other = self.choice.action if trashless.removals else None
        goes: list[tuple[Action, Portion]] = []
        if certain.removals or not trashless.removals:
            goes.append((action, certain))
        if other is not None:
            goes.append((other, trashless))
        count = sum(len(portion.removals) for _, portion in goes)
        nothing = self.tr("Nothing goes to the trash: none of these documents has one to go to.")
        parts = [
            words_of(one).plan_text(len(portion.removals), portion.groups, portion.size)
            for one, portion in goes
        ]
        self._summary.setText("\n".join(parts) or nothing)
        self._kinds.setText(self._kind_words([portion for _, portion in goes]) if count else "")
        self._kinds.setVisible(bool(count))
        parts = [words_of(one).button_text(len(portion.removals)) for one, portion in goes]
        self.move_button.setText(phrases(parts) or words_of(action).button_text(0))
        for_good = sum(
            len(portion.removals) for one, portion in goes if simcore.ACTIONS[one].for_good
        )
        if for_good != self._for_good:  # the consent was about other documents
            self._for_good = for_good
            with QSignalBlocker(self.sure):
                self.sure.setChecked(False)
        self.sure.setVisible(bool(for_good))
        self._hint.setText(self._hint_words(for_good))
        self._hint.setVisible(bool(self._hint.text()))
        # what has no trash loses nothing while it is left
        left = other is None and simcore.ACTIONS[action].uses_trash
        self._losses.setVisible(bool(self._losses.text()) and not left)
        self.sure.setText(
            self.tr("Yes, delete 1 document for good. No trash will have it.")
            if for_good == 1
            else self.tr("Yes, delete {0} documents for good. No trash will have them.").format(
                count_text(for_good)
            )
        )
        clear = self.sure.isChecked() or not for_good
        placed = (
            other is None
            or not simcore.ACTIONS[other].needs_folder
            or self.choice.destination is not None
        )
        self.move_button.setEnabled(bool(count) and clear and placed)

    def _add_pages(self) -> None:
        self._table.setAccessibleName(self.tr("Documents that this is done with"))
        certain, trashless = self._certain.removals, self._trashless.removals
        columns = self._columns()
        self._table.show_records(columns, certain, _both_paths)
        if certain or not trashless:
            words = self.tr("Chosen {0}")
            self.pages.addTab(self._table, words.format(count_text(len(certain))))
        else:
            self._table.hide()
        if trashless:
            table = TextTable(self)
            table.setAccessibleName(self.tr("Documents that have no trash to go to"))
            table.show_records(columns, trashless, _both_paths)
            words = self.tr("No trash {0}")
            self.pages.addTab(table, words.format(count_text(len(trashless))))
        losses = self.plan.losses
        if losses:
            table = TextTable(self)
            table.setAccessibleName(
                self.tr("Documents that undo cannot bring back in full, and why")
            )
            lacks: tuple[Column[Problem], ...] = (
                Column(title=lambda: self.tr("Document"), text=lambda one: self._short(one.path)),
                Column(
                    title=lambda: self.tr("Undo cannot bring back"),
                    text=lambda one: reason_text(one.reason),
                ),
            )
            table.show_records(lacks, losses, _with_reason)
            words = self.tr("Not in full {0}")
            self.pages.addTab(table, words.format(count_text(len(losses))))
        staying = self._summed_up.staying
        if staying:
            table = TextTable(self)
            table.setAccessibleName(self.tr("Marked documents that stay, and why"))
            stays: tuple[Column[_Staying], ...] = (
                Column(title=lambda: self.tr("Document"), text=lambda one: self._short(one[0])),
                Column(title=lambda: self.tr("Why it stays"), text=self._why),
            )
            table.show_records(stays, staying, lambda one: f"{path_text(one[0])}\n{self._why(one)}")
            words = self.tr("Stays {0}")
            self.pages.addTab(table, words.format(count_text(len(staying))))

    def _columns(self) -> "tuple[Column[simcore.Removal], ...]":
        return (
            Column(
                title=lambda: self.tr("Document (least alike first)"),
                text=lambda one: self._short(one.document.path),
            ),
            Column(
                title=lambda: self.tr("Alike"),
                text=lambda one: resemblance_text(one.resemblance),
                width=FIT,
                align=RIGHT,
            ),
            Column(title=lambda: self.tr("Kind"), text=self._kind, width=FIT),
            Column(
                title=lambda: self.tr("Size"),
                text=lambda one: size_text(one.document.size),
                width=FIT,
                align=RIGHT,
            ),
            Column(title=lambda: self.tr("Stays"), text=lambda one: self._short(one.witness.path)),
        )

    def _kind_words(self, goes: list[Portion]) -> str:
        counts = sum((portion.kinds for portion in goes), Counter[Kind]())
        words = self.tr(
            "{0} identical to the one that stays, {1} with the same text, {2} with the same words, "
            "{3} only similar, {4} only part of it."
        )
        words = words.format(
            count_text(counts[Kind.IDENTICAL]),
            count_text(counts[Kind.SAME_TEXT]),
            count_text(counts[Kind.SAME_WORDS]),
            count_text(counts[Kind.NEAR]),
            count_text(counts[Kind.CONTAINS]),
        )
        parts = [words]
        if counts[Kind.LINKED]:
            linked = self.tr("{0} linked to it through others alone, and no near-duplicates of it.")
            parts.append(linked.format(count_text(counts[Kind.LINKED])))
        numbers = sum(portion.numbers_only for portion in goes)
        if numbers:
            words = (
                self.tr("1 differs from it in numbers, dates or names only: probably no copy.")
                if numbers == 1
                else self.tr(
                    "{0} differ from it in numbers, dates or names only: probably no copies."
                )
            )
            parts.append(words.format(count_text(numbers)))
        by_hand = sum(portion.by_hand for portion in goes)
        if by_hand:
            by_hand_words = (
                self.tr("1 was marked by hand that no rule would mark; it comes first.")
                if by_hand == 1
                else self.tr("{0} were marked by hand that no rule would mark; they come first.")
            )
            parts.append(by_hand_words.format(count_text(by_hand)))
        return sentences(parts)

    def _hint_words(self, for_good: int) -> str:
        plan = self.plan
        if plan.destination is not None:
            words = self.tr("To {0}, in the folders that they are in now.")
            return words.format(path_text(plan.destination))
        if for_good:
            return self.tr(
                "What is deleted for good can come back only as a copy of an identical document, "
                "while one is left."
            )
        return ""

    def _refused_words(self) -> str:
        counts = self._summed_up.reasons
        if len(counts) == 1:
            ((reason, count),) = counts.items()
            words = (
                self.tr("1 marked document stays: it {1}.")
                if count == 1
                else self.tr("{0} marked documents stay: each {1}.")
            )
            return words.format(count_text(count), reason_text(reason))
        if counts:
            words = self.tr("{0} marked documents stay, for the reasons listed under Stays.")
            return words.format(count_text(counts.total()))
        return ""

    def _loss_words(self) -> str:
        losses = self.plan.losses
        if len(losses) == 1:
            words = self.tr("Undo could not bring back all of {0}: it would lack {1}.")
            return words.format(self._short(losses[0].path), reason_text(losses[0].reason))
        if losses:
            words = self.tr(
                "Undo could not bring back {0} documents with all that they have; Not in full "
                "lists what they would lack."
            )
            return words.format(count_text(len(losses)))
        return ""

    def _hidden_words(self, hidden: int) -> str:
        if not hidden:
            return ""
        if hidden == 1:
            return self.tr("1 more marked document is hidden by the filter and stays.")
        words = self.tr("{0} more marked documents are hidden by the filter and stay.")
        return words.format(count_text(hidden))

    def _below_words(self) -> str:
        below = self._summed_up.below
        if below is None:
            return ""
        return self.tr("Paths below {0}:").format(path_text(below))

    def _short(self, path: Path) -> str:
        return path_text(path_below(path, self._summed_up.below))

    def _kind(self, removal: "simcore.Removal") -> str:
        kind = sort_text(removal)
        return self.tr("{0}, by hand only").format(kind) if removal.by_hand else kind

    def _why(self, staying: _Staying) -> str:
        reason = staying[1]
        hidden = self.tr("is hidden by the filter and stays")
        return hidden if reason is None else reason_text(reason)


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
            self.destination = Path(os.path.realpath(name))
            words = self.tr("&Move them to {0}")
            self.move_away.setText(words.format(path_text(self.destination).replace("&", "&&")))
        if self.destination is None:
            self.leave.setChecked(True)
        self.changed.emit()


def _both_paths(removal: "simcore.Removal") -> str:
    return f"{path_text(removal.document.path)}\n{path_text(removal.witness.path)}"


def _with_reason(problem: Problem) -> str:
    return f"{path_text(problem.path)}\n{reason_text(problem.reason)}"
