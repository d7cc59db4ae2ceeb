"""The summary of a planned action on documents, riskiest first, and the question to confirm it."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

import simcore
from simcore import Action, DocumentId, Kind, ReasonCode

from ..language.punctuation import phrases, sentences
from ..language.wording import count_text, path_text, reason_text
from ..looks.badges import LOOKS, KindBadge
from ..looks.colours import colours_of
from ..looks.icons import icon_pixmap
from ..looks.measures import font_like, scaled
from ..widgets.buttons.filled import FilledButton
from ..widgets.layouts import filled, opening_size
from .action_words import ActionWords, words_of, words_of_plan
from .fact_label import FactLabel
from .pairs.model import PairModel
from .pairs.view import PairList
from .sections import columns_of, key_of, sections_of, tooltip_of
from .summary import RemovalSummary, RemovalTally
from .trashless import TrashlessChoice
from .words import formats_text

_SIDE, _BOTTOM = 20, 16
_WIDTH, _HEIGHT = 1010, 612
_MOVES = tuple(
    action
    for action, kind in simcore.ACTIONS.items()
    if not (kind.original_stays or kind.links or kind.for_good)
)
"""The actions that take documents to another place, which the summary can still choose from."""


class RemovalDialog(QDialog):
    """Shows a summary of a plan and asks. ``accepted`` means: carry out ``plans()``, or write ids.

    Each document has a tick; what has none is ``left_out``. Enter is the filled button. A permanent
    deletion needs a box ticked first, beside a sentence that says so. Documents whose disks have no
    trash stay, unless another thing is chosen for them. ``action_wanted`` carries another action,
    whose summary is then to be shown; ``compare_wanted`` a removal whose documents are to be seen.
    """

    action_wanted = Signal(object)
    compare_wanted = Signal(object)

    def __init__(self, summary: RemovalSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan, self._summed_up = summary.plan, summary
        self._for_good = 0
        self._sign, self._title, self._promise = QLabel(self), QLabel(self), FactLabel("", self)
        font = self.font()
        self._title.setFont(font_like(font, 18, bold=True))
        self._badges = {kind: KindBadge(kind, self) for kind in LOOKS}
        self._numbers = KindBadge(Kind.SIMILAR, self)
        self._facts, self._hints = FactLabel("", self), FactLabel("", self)
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        model = PairModel(key_of, self)
        self.pairs = PairList(model, self)
        self.pairs.asked.connect(self._compare)
        self.choice = TrashlessChoice(self)
        self.choice.changed.connect(self._update)
        self.sure = QCheckBox(self)
        self.sure.toggled.connect(self._update)
        self._places, self._to = QComboBox(self), QLabel(self.tr("Mo&ve to"), self)
        self._to.setBuddy(self._places)
        self._places.activated.connect(self._choose_place)
        self.move_button = FilledButton("", self, tall=True)
        self.move_button.setDefault(True)
        self.move_button.clicked.connect(self.accept)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setMinimumHeight(self.move_button.sizeHint().height())
        self.cancel_button.clicked.connect(self.reject)
        self._lay_out()
        model.ticked.connect(self._count)
        self.pairs.add_action(
            self.tr("Show &differences"), self.pairs.ask_for_current, QKeySequence("Ctrl+D")
        )
        self.show_summary(summary)
        self.pairs.setFocus()
        self.resize(opening_size(parent, scaled(_WIDTH, font), scaled(_HEIGHT, font)))

    def _lay_out(self) -> None:
        font = self.font()
        side, gap = scaled(_SIDE, font), scaled(8, font)
        head = QHBoxLayout()
        head.setSpacing(scaled(16, font))
        self._sign.setFixedWidth(scaled(28, font))
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(
            filled(QVBoxLayout(), self._title, self._promise, spacing=scaled(4, font)), 1
        )
        row = filled(QHBoxLayout(), *self._badges.values(), self._numbers, spacing=gap)
        row.addSpacing(gap)
        row.addWidget(self._facts, 1)
        bottom = QHBoxLayout()
        bottom.setSpacing(gap)
        bottom.addWidget(self._to)
        bottom.addWidget(self._places)
        bottom.addStretch(1)
        bottom.addWidget(self.cancel_button)
        bottom.addWidget(self.move_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(side, side, side, scaled(_BOTTOM, font))
        layout.setSpacing(scaled(12, font))
        layout.addLayout(head)
        layout.addLayout(row)
        layout.addWidget(self.pairs, 1)
        for widget in (self._hints, self.choice, self.sure):
            layout.addWidget(widget)
        layout.addLayout(bottom)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_sign()

    # ---- what is shown

    def show_summary(self, summary: RemovalSummary) -> None:
        """Show a summary; what was left out of the one before is left out of this, too."""
        self.plan = plan = summary.plan
        self._summed_up = summary
        words = words_of_plan(plan)
        self.setWindowTitle(words.name)
        self._show_sign()
        self.move_button.set_sign(words.icon or "")
        self._show_places()
        self.choice.show_problems(plan.without_trash)
        self.pairs.show_columns(columns_of(summary), tooltip_of)
        self.pairs.setAccessibleName(self.tr("Documents that this is done with"))
        self.pairs.show_sections(sections_of(summary))
        self._tallies = [summary.certain.tally.copy(), summary.trashless.tally.copy()]
        self._without = {problem.path for problem in plan.without_trash}
        self._lossy = {problem.path for problem in plan.losses}
        self._losses = len(self._lossy)
        if self.left_out:
            both = (*summary.certain.removals, *summary.trashless.removals)
            self._count([one for one in both if one.document.id in self.left_out], on=False)
        self._update()

    def leave_out(self, documents: "Iterable[DocumentId]") -> None:
        """Take the ticks of documents off."""
        self.left_out.update(documents)
        self.show_summary(self._summed_up)

    @property
    def left_out(self) -> "set[DocumentId]":
        """The documents whose ticks were taken off."""
        return self.pairs.pairs.left_out  # type: ignore[return-value] # keys of this room's rows

    def plans(self) -> "list[simcore.RemovalPlan]":
        """Return the chosen plans: the plan, and another for documents without a trash."""
        choice = self.choice
        return self._summed_up.plans(choice.action, choice.destination, self.left_out)

    def words(self) -> str:
        """Return the text above and below the list."""
        kinds = (*self._badges.values(), self._numbers)
        badges = [badge.accessibleName() for badge in kinds if not badge.isHidden()]
        labels = [self._title, self._promise, self._facts, self._hints]
        return "\n".join([*(label.text() for label in labels if label.text()), *badges])

    def _words(self, action: Action) -> ActionWords:
        return words_of_plan(self.plan, action)

    def _show_sign(self) -> None:
        name = words_of_plan(self.plan).icon or "trash-2"
        side, ratio = scaled(28, self.font()), self.devicePixelRatioF()
        colour = colours_of(self.palette()).muted
        self._sign.setPixmap(icon_pixmap(name, side, colour, ratio, stroke=1.6))

    def _show_places(self) -> None:
        action = self.plan.action
        with QSignalBlocker(self._places):
            self._places.clear()
            for one in _MOVES:
                self._places.addItem(words_of(one).place, one.value)
            self._places.setCurrentIndex(self._places.findData(action.value))
        for widget in (self._to, self._places):
            widget.setVisible(action in _MOVES and not self.plan.elsewhere)

    @Slot(int)
    def _choose_place(self, index: int) -> None:
        action = Action(self._places.itemData(index))
        if action is not self.plan.action or simcore.ACTIONS[action].needs_folder:
            self._places.setCurrentIndex(self._places.findData(self.plan.action.value))
            self.action_wanted.emit(action)

    @Slot(object)
    def _compare(self, record: object) -> None:
        if isinstance(record, simcore.Removal):
            self.compare_wanted.emit(record)

    # ---- what is chosen

    @Slot(object, bool)
    def _count(self, removals: "Sequence[simcore.Removal]", on: bool) -> None:  # noqa: FBT001 - a slot
        by, summary = 1 if on else -1, self._summed_up
        portions = summary.certain, summary.trashless
        if len(removals) == sum(len(portion.removals) for portion in portions):  # all at once
            self._losses = len(self._lossy) if on else 0
            whole = [portion.tally for portion in portions]
            self._tallies = [one.copy() if on else RemovalTally(one.copied) for one in whole]
        else:
            for removal in removals:
                path = removal.document.path
                apart = bool(self._without) and path in self._without
                self._tallies[apart].count(removal, by)
                if self._lossy and path in self._lossy:
                    self._losses += by
        self._update()

    @Slot()
    def _update(self) -> None:
        """Show what would be done, and enable the button once that is decided."""
        action = self.plan.action
        certain, trashless = self._tallies
        other = self.choice.action if self._summed_up.trashless.removals else None
        goes: list[tuple[Action, RemovalTally]] = []
        if certain.documents or not trashless.documents:
            goes.append((action, certain))
        if other is not None and trashless.documents:
            goes.append((other, trashless))
        count = sum(tally.documents for _, tally in goes)
        self._title.setText(self._question(goes, count))
        self._promise.setText(self._promise_words(goes) if count else "")
        self._show_kinds([tally for _, tally in goes] if count else [])
        parts = [self._words(one).button_text(tally.documents) for one, tally in goes]
        self.move_button.setText(phrases(parts) or self._words(action).button_text(0))
        for_good = sum(tally.documents for one, tally in goes if simcore.ACTIONS[one].for_good)
        if for_good != self._for_good:  # the consent was about other documents
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
        # what has no trash loses nothing while it is left
        left = other is None and simcore.ACTIONS[action].uses_trash
        self._show_hints(for_good, losses=0 if left else self._losses, goes=goes)
        clear = self.sure.isChecked() or not for_good
        placed = (
            other is None
            or not simcore.ACTIONS[other].needs_folder
            or self.choice.destination is not None
        )
        self.move_button.setEnabled(bool(count) and clear and placed)

    def _question(self, goes: list[tuple[Action, RemovalTally]], count: int) -> str:
        if count:
            return sentences(self._words(one).question_text(tally.documents) for one, tally in goes)
        if self._tallies[1].documents:
            return self.tr("Nothing goes to the trash: none of these documents has one to go to.")
        if self.left_out:
            return self.tr("No document is chosen.")
        return words_of_plan(self.plan).question_text(0)

    def _promise_words(self, goes: list[tuple[Action, RemovalTally]]) -> str:
        place = self.choice.destination if self.plan.destination is None else self.plan.destination
        folder = "" if place is None else path_text(place)
        return sentences(
            self._words(one).promise_text(tally.documents, tally.size, folder)
            for one, tally in goes
        )

    def _show_kinds(self, tallies: list[RemovalTally]) -> None:
        words = self.tr("{0} {1}", "how many, and of what kind")
        counts = {kind: sum(tally.kinds[kind] for tally in tallies) for kind in LOOKS}
        for kind, badge in self._badges.items():
            badge.show_kind(kind, words.format(count_text(counts[kind]), LOOKS[kind].word()))
            badge.setVisible(bool(counts[kind]))
        numbers = sum(tally.numbers_only for tally in tallies)
        word = QCoreApplication.translate("kinds", "Numbers only")
        self._numbers.show_kind(Kind.SIMILAR, words.format(count_text(numbers), word))
        self._numbers.setVisible(bool(numbers))
        first, second = (*tallies, RemovalTally(), RemovalTally())[:2]
        groups = len(first.groups) + sum(group not in first.groups for group in second.groups)
        parts = []
        if groups:
            words = self.tr("in 1 group") if groups == 1 else self.tr("in {0} groups")
            parts.append(words.format(count_text(groups)))
        parts += [self._refused_words(), self._hidden_words()]
        self._facts.setText(" · ".join(part for part in parts if part))

    def _show_hints(
        self, for_good: int, losses: int, goes: list[tuple[Action, RemovalTally]]
    ) -> None:
        parts = []
        numbers = sum(tally.numbers_only for _, tally in goes)
        if numbers:
            words = (
                self.tr("1 differs from it in numbers, dates or names only: probably no copy.")
                if numbers == 1
                else self.tr(
                    "{0} differ from it in numbers, dates or names only: probably no copies."
                )
            )
            parts.append(words.format(count_text(numbers)))
        formats = sum(tally.formats for _, tally in goes)
        if formats:
            parts.append(formats_text(formats))
        linked = sum(tally.kinds[Kind.LINKED] for _, tally in goes)
        if linked:
            words = self.tr("{0} linked to it through others alone, and no near-duplicates of it.")
            parts.append(words.format(count_text(linked)))
        by_hand = sum(tally.by_hand for _, tally in goes)
        if by_hand:
            words = (
                self.tr("1 was marked by hand that no rule would mark; it comes first.")
                if by_hand == 1
                else self.tr("{0} were marked by hand that no rule would mark; they come first.")
            )
            parts.append(words.format(count_text(by_hand)))
        if for_good:
            parts.append(
                self.tr(
                    "What is deleted for good can come back only as a copy of an identical "
                    "document, while one is left."
                )
            )
        names = sum(tally.other_names for _, tally in goes)
        if names:
            words = (
                self.tr("Includes 1 other name (hard link) of these files.")
                if names == 1
                else self.tr("Includes {0} other names (hard links) of these files.")
            )
            parts.append(words.format(count_text(names)))
        if losses:
            parts.append(self._loss_words(losses))
        self._hints.setText(sentences(parts))
        self._hints.setVisible(bool(parts))

    def _loss_words(self, losses: int) -> str:
        if losses == 1:
            going = (one for one in self.plan.losses if one.path not in self._left_paths())
            one = next(going)
            words = self.tr("Undo could not bring back all of {0}: it would lack {1}.")
            return words.format(path_text(one.path), reason_text(one.reason))
        words = self.tr(
            "Undo could not bring back {0} documents with all that they have; the list says what "
            "they would lack."
        )
        return words.format(count_text(losses))

    def _left_paths(self) -> "set[object]":
        out = self.left_out
        return {one.document.path for one in self.plan.removals if one.document.id in out}

    def _refused_words(self) -> str:
        counts = self._summed_up.reasons
        if len(counts) == 1:
            ((reason, count),) = counts.items()
            if reason.code is ReasonCode.IN_PROTECTED_FOLDER:
                words = (
                    self.tr("1 document in a protected folder stays")
                    if count == 1
                    else self.tr("{0} documents in protected folders stay")
                )
                return words.format(count_text(count))
            words = (
                self.tr("1 marked document stays: it {1}")
                if count == 1
                else self.tr("{0} marked documents stay: each {1}")
            )
            return words.format(count_text(count), reason_text(reason))
        if counts:
            words = self.tr("{0} marked documents stay; the end of the list says why")
            return words.format(count_text(counts.total()))
        return ""

    def _hidden_words(self) -> str:
        hidden = self._summed_up.hidden
        if not hidden:
            return ""
        if hidden == 1:
            return self.tr("1 more marked document is hidden by the filter and stays")
        words = self.tr("{0} more marked documents are hidden by the filter and stay")
        return words.format(count_text(hidden))
