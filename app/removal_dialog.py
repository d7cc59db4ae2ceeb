"""What is about to be done with documents, riskiest first, and the question whether it shall."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

import simcore
from app.icons import action_icon
from app.punctuation import phrases, sentences
from app.removal_words import button_text, summary_text, title_text
from app.resemblance_words import kind_text, resemblance_text
from app.text_table import Row, TextTable
from app.trashless_choice import TrashlessChoice
from app.wording import count_text, path_text, reason_text, size_text
from simcore import Action, Kind

__all__ = ["RemovalDialog", "riskiest_first"]


def riskiest_first(plan: "simcore.RemovalPlan") -> "list[simcore.Removal]":
    """Return what a plan removes, what no rule may mark and the least alike first."""
    return sorted(plan.removals, key=_certainty)


def _certainty(removal: "simcore.Removal") -> tuple[bool, int, float, str]:
    order = (Kind.LINKED, Kind.CONTAINS, Kind.NEAR, Kind.SAME_TEXT, Kind.IDENTICAL)
    alike = -1.0 if removal.resemblance is None else removal.resemblance
    return not removal.by_hand, order.index(removal.kind), alike, str(removal.document.path)


class RemovalDialog(QDialog):
    """Sums up a plan and asks. ``accepted`` means: carry out ``plans()``.

    ``hidden`` documents are marked, too, and stay because the filter hides them. Cancel is the
    default button: Enter changes nothing. What deletes for good wants a box ticked first, beside
    a sentence that says so. Documents whose disks have no trash stay, unless another thing
    is chosen for them.
    """

    def __init__(
        self,
        plan: "simcore.RemovalPlan",
        parent: QWidget | None = None,
        *,
        hidden: int | Sequence[Path] = 0,
    ) -> None:
        super().__init__(parent)
        self.plan = plan
        paths = () if isinstance(hidden, int) else tuple(hidden)
        self._hidden_count = hidden if isinstance(hidden, int) else len(paths)
        self._for_good = 0
        trashless = {problem.path for problem in plan.without_trash}
        self._certain = [one for one in riskiest_first(plan) if one.document.path not in trashless]
        self._trashless = [one for one in riskiest_first(plan) if one.document.path in trashless]
        self.setWindowTitle(title_text(plan.action))

        self._summary = QLabel(self)
        font = self._summary.font()
        font.setBold(True)
        self._summary.setFont(font)
        self._kinds = QLabel(self)
        self._place = QLabel(self._place_words(), self)
        self._refused = QLabel(self._refused_words(), self)
        self._hidden = QLabel(self._hidden_words(self._hidden_count), self)
        self.pages = QTabWidget(self)
        self.pages.setDocumentMode(True)
        self._table = TextTable(self)
        self._add_pages(paths)
        self.choice = TrashlessChoice(plan.without_trash, self)
        self.choice.setVisible(bool(plan.without_trash))
        self.choice.changed.connect(self._update)
        self.sure = QCheckBox(self)
        self.sure.toggled.connect(self._update)

        buttons = QDialogButtonBox(self)
        icon = "trash" if plan.action is Action.TRASH else None
        self.move_button = QPushButton(self)
        if icon is not None:
            self.move_button.setIcon(action_icon(icon))
        self.move_button.setAutoDefault(False)
        buttons.addButton(self.move_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.cancel_button.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

        layout = QVBoxLayout(self)
        for label in (self._summary, self._kinds, self._place, self._refused, self._hidden):
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.choice)
        layout.addWidget(self.sure)
        layout.addWidget(buttons)
        self._update()
        for label in (self._kinds, self._place, self._refused, self._hidden):
            label.setVisible(bool(label.text()))
        self.cancel_button.setFocus()
        self.resize(860, 520 if plan.without_trash else 480)

    def plans(self) -> "list[simcore.RemovalPlan]":
        """Return what was chosen: the plan, and another for what has no trash to go to."""
        action = self.choice.action
        if not self._trashless or action is Action.TRASH:
            return [self.plan]  # what has no trash is left then, and told with its reason
        chosen = {one.document.id for one in self._trashless}
        rest = [one for one in self.plan.removals if one.document.id not in chosen]
        others = [one for one in self.plan.removals if one.document.id in chosen]
        plans = [
            replace(self.plan, removals=tuple(rest), without_trash=()),
            replace(
                self.plan,
                removals=tuple(others),
                refused=(),
                without_trash=(),
                action=action,
                destination=self.choice.destination,
            ),
        ]
        return [
            replace(one, size=sum(r.document.size for r in one.removals))
            for one in plans
            if one.removals
        ]

    def words(self) -> str:
        """Return everything that is said above the list."""
        labels = (self._summary, self._kinds, self._place, self._refused, self._hidden)
        return "\n".join(label.text() for label in labels if label.text())

    @Slot()
    def _update(self) -> None:
        """Say what would be done now, and let it be done once that is clear."""
        action = self.plan.action
        goes = self._certain
        other = self.choice.action if self._trashless else Action.TRASH
        if other is not Action.TRASH:
            goes = [*goes, *self._trashless]
        said = []
        if self._certain or not self._trashless:
            said.append(summary_text(action, *_amounts(self._certain)))
        if other is not Action.TRASH:
            said.append(summary_text(other, *_amounts(self._trashless)))
        nothing = self.tr("Nothing goes to the trash: none of these documents has one to go to.")
        self._summary.setText("\n".join(said) or nothing)
        self._kinds.setText(self._kind_words(goes) if goes else "")
        parts = []
        if self._certain or not self._trashless:
            parts.append(button_text(action, len(self._certain)))
        if other is not Action.TRASH:
            parts.append(button_text(other, len(self._trashless)))
        self.move_button.setText(phrases(parts) or button_text(action, 0))
        for_good = len(self._certain) if action is Action.DELETE else 0
        if other is Action.DELETE:
            for_good += len(self._trashless)
        if for_good != self._for_good:  # what was said was said of others
            self._for_good = for_good
            with QSignalBlocker(self.sure):
                self.sure.setChecked(False)
        self.sure.setVisible(bool(for_good))
        self.sure.setText(
            self.tr("Yes, delete 1 document for good. No trash will have it.")
            if for_good == 1
            else self.tr("Yes, delete {0} documents for good. No trash will have them.").format(
                count_text(for_good)
            )
        )
        clear = self.sure.isChecked() or not for_good
        placed = other is not Action.MOVE or self.choice.destination is not None
        self.move_button.setEnabled(bool(goes) and clear and placed)

    def _add_pages(self, hidden: Sequence[Path]) -> None:
        self._table.setAccessibleName(self.tr("Documents that this is done with"))
        titles = (
            self.tr("Document (least alike first)"),
            self.tr("Alike"),
            self.tr("Kind"),
            self.tr("Size"),
            self.tr("Stays"),
        )
        rows = [self._row(removal) for removal in self._certain]
        self._table.set_rows(titles, rows, wide=(0, 4), numbers=(1, 3))
        if self._certain or not self._trashless:
            words = self.tr("Chosen {0}")
            self.pages.addTab(self._table, words.format(count_text(len(self._certain))))
        else:
            self._table.hide()
        if self._trashless:
            table = TextTable(self)
            table.setAccessibleName(self.tr("Documents that have no trash to go to"))
            rows = [self._row(removal) for removal in self._trashless]
            table.set_rows(titles, rows, wide=(0, 4), numbers=(1, 3))
            words = self.tr("No trash {0}")
            self.pages.addTab(table, words.format(count_text(len(self._trashless))))
        reasons = [(one.path, reason_text(one.reason)) for one in self.plan.refused]
        reasons += [(path, self.tr("is hidden by the filter and stays")) for path in hidden]
        if reasons:
            table = TextTable(self)
            table.setAccessibleName(self.tr("Marked documents that stay, and why"))
            rows = [
                Row((path_text(path), reason), f"{path_text(path)}\n{reason}")
                for path, reason in reasons
            ]
            table.set_rows((self.tr("Document"), self.tr("Why it stays")), rows, wide=(0, 1))
            words = self.tr("Stays {0}")
            self.pages.addTab(table, words.format(count_text(len(reasons))))

    def _kind_words(self, removals: "Sequence[simcore.Removal]") -> str:
        counts = Counter(removal.kind for removal in removals)
        words = self.tr(
            "{0} identical to the one that stays, {1} with the same text, {2} only similar, "
            "{3} only part of it."
        )
        words = words.format(
            count_text(counts[Kind.IDENTICAL]),
            count_text(counts[Kind.SAME_TEXT]),
            count_text(counts[Kind.NEAR]),
            count_text(counts[Kind.CONTAINS]),
        )
        said = [words]
        if counts[Kind.LINKED]:
            linked = self.tr("{0} linked to it through others alone, and no near-duplicates of it.")
            said.append(linked.format(count_text(counts[Kind.LINKED])))
        by_hand = sum(removal.by_hand for removal in removals)
        if by_hand:
            by_hand_words = (
                self.tr("1 was marked by hand that no rule would mark; it comes first.")
                if by_hand == 1
                else self.tr("{0} were marked by hand that no rule would mark; they come first.")
            )
            said.append(by_hand_words.format(count_text(by_hand)))
        return sentences(said)

    def _place_words(self) -> str:
        plan = self.plan
        if plan.destination is not None:
            words = self.tr("To {0}, in the folders that they are in now.")
            return words.format(path_text(plan.destination))
        if plan.action is Action.DELETE:
            return self.tr(
                "What is deleted for good can come back only as a copy of an identical document, "
                "while one is left."
            )
        return ""

    def _refused_words(self) -> str:
        """Say how many stay, by their reasons."""
        counts = Counter(problem.reason for problem in self.plan.refused)
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

    def _hidden_words(self, hidden: int) -> str:
        if not hidden:
            return ""
        if hidden == 1:
            return self.tr("1 more marked document is hidden by the filter and stays.")
        words = self.tr("{0} more marked documents are hidden by the filter and stay.")
        return words.format(count_text(hidden))

    def _row(self, removal: "simcore.Removal") -> Row:
        path, witness = path_text(removal.document.path), path_text(removal.witness.path)
        kind = kind_text(removal.kind)
        if removal.by_hand:
            kind = self.tr("{0}, by hand only").format(kind)
        cells = (
            path,
            resemblance_text(removal.resemblance),
            kind,
            size_text(removal.document.size),
            witness,
        )
        return Row(cells, f"{path}\n{witness}")


def _amounts(removals: "Sequence[simcore.Removal]") -> tuple[int, int, str]:
    """Return how many documents, of how many groups, and their size in words."""
    groups = len({removal.group for removal in removals})
    size = size_text(sum(removal.document.size for removal in removals))
    return len(removals), groups, size
