"""What is about to go to the trash, riskiest first, and the question whether it shall."""

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

import simcore
from app.icons import action_icon
from app.punctuation import labelled, sentences
from app.text_table import Row, TextTable
from app.wording import (
    count_text,
    kind_text,
    path_text,
    reason_text,
    resemblance_text,
    size_text,
)
from simcore import Kind

__all__ = ["RemovalDialog", "riskiest_first"]


def riskiest_first(plan: "simcore.RemovalPlan") -> "list[simcore.Removal]":
    """Return what a plan removes, the least alike first."""
    return sorted(plan.removals, key=_certainty)


def _certainty(removal: "simcore.Removal") -> tuple[int, float, str]:
    order = (Kind.LINKED, Kind.CONTAINS, Kind.NEAR, Kind.SAME_TEXT, Kind.IDENTICAL)
    alike = -1.0 if removal.resemblance is None else removal.resemblance
    return order.index(removal.kind), alike, str(removal.document.path)


class RemovalDialog(QDialog):
    """Sums up a plan and asks. ``accepted`` means: move these to the trash.

    ``hidden`` more are marked, and stay because the filter hides them. Cancel is the default
    button: Enter deletes nothing.
    """

    def __init__(
        self, plan: "simcore.RemovalPlan", parent: QWidget | None = None, *, hidden: int = 0
    ) -> None:
        super().__init__(parent)
        self.plan = plan
        self._hidden = QLabel(self._hidden_words(hidden), self)
        self._hidden.setVisible(bool(hidden))
        self.setWindowTitle(self.tr("Move to the trash"))
        removals = riskiest_first(plan)

        self._summary = QLabel(self._summary_words(removals), self)
        font = self._summary.font()
        font.setBold(True)
        self._summary.setFont(font)
        self._kinds = QLabel(self._kind_words(removals), self)
        self._refused = QLabel(self._refused_words(), self)
        self._refused.setVisible(bool(plan.refused))
        self._refused.setToolTip(
            "\n".join(labelled(path_text(p.path), reason_text(p.reason)) for p in plan.refused)
        )
        self._table = TextTable(self)
        self._table.setAccessibleName(self.tr("Documents that go to the trash"))
        titles = (
            self.tr("Goes to the trash (least alike first)"),
            self.tr("Alike"),
            self.tr("Kind"),
            self.tr("Size"),
            self.tr("Stays"),
        )
        self._table.set_rows(
            titles, [_row(removal) for removal in removals], wide=(0, 4), numbers=(1, 3)
        )

        buttons = QDialogButtonBox(self)
        self.move_button = QPushButton(
            action_icon("trash"),
            self.tr("Move {0} to trash").format(count_text(len(plan.removals))),
        )
        self.move_button.setAutoDefault(False)
        self.move_button.setEnabled(bool(plan.removals))
        buttons.addButton(self.move_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.cancel_button.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.cancel_button.setFocus()

        layout = QVBoxLayout(self)
        for widget in (
            self._summary,
            self._kinds,
            self._refused,
            self._hidden,
            self._table,
            buttons,
        ):
            layout.addWidget(widget)
        self.resize(860, 460)

    def words(self) -> str:
        """Return everything that is said above the list."""
        labels = (self._summary, self._kinds, self._refused, self._hidden)
        return "\n".join(label.text() for label in labels if label.text())

    def _summary_words(self, removals: "Sequence[simcore.Removal]") -> str:
        groups = len({removal.group for removal in self.plan.removals})
        size = size_text(self.plan.size)
        if len(removals) == 1:
            return self.tr("1 document of 1 group goes to the trash, {0}.").format(size)
        if groups == 1:
            words = self.tr("{0} documents of 1 group go to the trash, {1}.")
            return words.format(count_text(len(removals)), size)
        words = self.tr("{0} documents of {1} groups go to the trash, {2}.")
        return words.format(count_text(len(removals)), count_text(groups), size)

    def _kind_words(self, removals: "Sequence[simcore.Removal]") -> str:
        counts = {kind: sum(removal.kind is kind for removal in removals) for kind in Kind}
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
        if counts[Kind.LINKED]:
            linked = self.tr("{0} linked to it through others alone, and no near-duplicates of it.")
            words = sentences((words, linked.format(count_text(counts[Kind.LINKED]))))
        return words

    def _refused_words(self) -> str:
        if not self.plan.refused:
            return ""
        if len(self.plan.refused) == 1:
            return self.tr("1 marked document stays, because nothing of its group would be left.")
        words = self.tr("{0} marked documents stay, because nothing of their groups would be left.")
        return words.format(count_text(len(self.plan.refused)))

    def _hidden_words(self, hidden: int) -> str:
        if not hidden:
            return ""
        if hidden == 1:
            return self.tr("1 more marked document is hidden by the filter and stays.")
        words = self.tr("{0} more marked documents are hidden by the filter and stay.")
        return words.format(count_text(hidden))


def _row(removal: "simcore.Removal") -> Row:
    path, witness = path_text(removal.document.path), path_text(removal.witness.path)
    cells = (
        path,
        resemblance_text(removal.resemblance),
        kind_text(removal.kind),
        size_text(removal.document.size),
        witness,
    )
    return Row(cells, f"{path}\n{witness}")
