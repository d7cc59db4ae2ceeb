"""Keep rules, edited, saved and previewed before they mark anything."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simcore import UNMARKED, ConfigError, Freeing, Kind, Reason

from ...background.latest import Latest
from ...background.task import Task
from ...language.punctuation import sentences
from ...language.wording import as_tooltip, count_text, reason_text
from ...looks.badges import LOOKS, SAFE
from ...looks.colours import colours_of
from ...looks.measures import font_like, scaled
from ...settings.presets import PresetRow
from ...settings.values import MarkingRules, RuleSet
from ...widgets.buttons.filled import FilledButton
from ...widgets.layouts import filled, opening_size
from ..fact_label import FactLabel
from ..pairs.model import PairModel, PairSection
from ..pairs.view import PairList
from ..words import formats_text
from .kind_tick import KindTick
from .list import RuleList
from .preview import Marked, Preview, Shelf, counts_of, preview_of
from .rows import columns_of, tooltip_of

_KINDS = tuple(kind for kind in LOOKS if kind not in UNMARKED)
_WIDTH, _HEIGHT, _LEFT, _SIDE, _BOTTOM = 1190, 640, 262, 20, 16


class RulesDialog(QDialog):
    """Edits a ruling and shows what it would mark; after ``accepted``, ``preview`` is that.

    What is shown is computed beside the window, the newest ruling alone. ``sets_changed`` carries
    all saved sets after one was saved or deleted, which Cancel does not take back.
    ``compare_wanted`` carries the one that stays and the one to mark, to be seen side by side.
    """

    sets_changed = Signal(object)
    compare_wanted = Signal(object, object)

    def __init__(
        self,
        shelf: Shelf,
        ruling: MarkingRules,
        sets: Sequence[RuleSet] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Mark by rules"))
        self.preview: Preview | None = None
        self._safe = False
        self._previewing = Latest(_previewed, self, self._show_preview, self._refuse)
        self._counting = Latest(_counted, self, self._show_counts, self._refuse)
        self.finished.connect(self._previewing.shut_down)
        self.finished.connect(self._counting.shut_down)

        self.sets = PresetRow(sets, self.ruling, self, make=RuleSet)
        self.sets.names.setAccessibleName(self.tr("Saved rules"))
        self.sets.names.setToolTip(self.tr("Choose saved rules"))
        self.sets.save_button.setToolTip(self.tr("Save these rules under a name"))
        self.sets.chosen.connect(self.set_ruling)
        self.sets.changed.connect(self.sets_changed)
        self.sets.refused.connect(self._refuse)
        self.rule_list = RuleList(shelf.report.folders, self)
        self.kinds = {kind: KindTick(kind, self) for kind in _KINDS}
        for box in self.kinds.values():
            box.toggled.connect(self._ask)

        self._summary = QLabel(self)
        self._summary.setFont(font_like(self.font(), 15, bold=True))
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.PlainText)
        self._details = FactLabel("", self)
        self.pairs = PairList(PairModel(key_of, self), self)
        self.pairs.setAccessibleName(self.tr("What would be marked"))
        self.pairs.asked.connect(self._compare)
        self.pairs.add_action(
            self.tr("Show &differences"), self.pairs.ask_for_current, QKeySequence("Ctrl+D")
        )
        self.mark_button = FilledButton("", self, sign="list-checks", tall=True)
        self.mark_button.setDefault(True)
        self.mark_button.clicked.connect(self.accept)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setMinimumHeight(self.mark_button.sizeHint().height())
        self.cancel_button.clicked.connect(self.reject)
        self._lay_out()
        font = self.font()
        self.resize(opening_size(parent, scaled(_WIDTH, font), scaled(_HEIGHT, font)))
        self.show_shelf(shelf)
        self.set_ruling(ruling)
        self.rule_list.changed.connect(self._ask)
        self.pairs.setFocus()

    def _lay_out(self) -> None:
        font = self.font()
        left, right = QWidget(self), QWidget(self)
        left.setFixedWidth(scaled(_LEFT, font))
        title, kinds = QLabel(self.tr("What to &keep in each group"), self), QLabel(self)
        title.setBuddy(self.rule_list.cards)
        kinds.setText(self.tr("Mark the others if they are"))
        for label in (title, kinds):
            label.setFont(font_like(font, 13, bold=True))
            label.setWordWrap(True)
        never = FactLabel(self.tr("What differs in numbers only is never marked by rules."), self)
        gap = scaled(6, font)
        column = filled(QVBoxLayout(left), title, self.rule_list, 2 * gap, kinds, spacing=gap)
        for box in self.kinds.values():
            column.addWidget(box)
        column.addWidget(never)
        column.addStretch(1)
        hint = FactLabel(self.tr("Double-click a row to compare the two documents."), self)
        filled(QVBoxLayout(right), self._summary, self._details, (self.pairs, 1), hint, spacing=gap)
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.HLine)
        line.setForegroundRole(QPalette.ColorRole.Mid)
        label = QLabel(self.tr("&Rules"), self)
        label.setBuddy(self.sets.names)
        self.sets.setMaximumWidth(scaled(460, font))
        bottom = filled(QHBoxLayout(), label, (self.sets, 3), spacing=scaled(8, font))
        bottom.addStretch(1)
        for button in (self.cancel_button, self.mark_button):
            bottom.addWidget(button)
        side = scaled(_SIDE, font)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(side, side, side, scaled(_BOTTOM, font))
        layout.setSpacing(scaled(12, font))
        layout.addLayout(filled(QHBoxLayout(), left, (right, 1), spacing=side), 1)
        layout.addWidget(line)
        layout.addLayout(bottom)

    def show_shelf(self, shelf: Shelf) -> None:
        """Apply the rules to other groups."""
        self.shelf = shelf
        self.pairs.show_columns(columns_of(shelf.report), tooltip_of(shelf.report))
        self._counting.run(shelf)
        self._ask()

    def words(self) -> str:
        """Return the text above the list."""
        return "\n".join(part for part in (self._summary.text(), self._details.text()) if part)

    def ruling(self) -> MarkingRules:
        """Return the edited rules. Raises ``ConfigError`` if one is incomplete."""
        missing = self.rule_list.incomplete()
        if missing:
            raise ConfigError(missing)
        kinds = tuple(kind for kind in Kind if kind in self.kinds and self.kinds[kind].isChecked())
        return MarkingRules(self.rule_list.rules(), kinds)

    @Slot(object)
    def set_ruling(self, ruling: MarkingRules) -> None:
        """Edit another ruling."""
        for kind, box in self.kinds.items():
            with QSignalBlocker(box):
                box.setChecked(kind in ruling.kinds)
        self.rule_list.set_rules(ruling.rules)
        self._ask()

    @Slot()
    def _ask(self) -> None:
        """Request the preview of the edited rules; until it is there, nothing can be marked."""
        self.preview = None
        self.mark_button.setEnabled(False)
        self.mark_button.setText(self.tr("&Mark"))
        try:
            ruling = self.ruling()
        except ConfigError as error:
            self._previewing.stop()
            self._refuse(error.reason)
            return
        self._show_summary(self.tr("A moment: what these rules would mark is not known yet."))
        self._previewing.run(self.shelf, ruling)

    @Slot(object)
    def _show_preview(self, preview: Preview) -> None:
        self.preview = preview
        chosen = {kind for kind, box in self.kinds.items() if box.isChecked()}
        self._show_summary(preview.summary, safe=bool(preview.marked) and chosen <= SAFE)
        said = self.tr("Only marks are set. You see a summary before anything is done with them.")
        details = []
        if preview.formats:
            details.append(formats_text(preview.formats))
        details.append(said)
        details.append(preview.undecided)
        if preview.hidden:
            words = self.tr("{0} hidden by the filter are left alone.")
            details.append(words.format(count_text(preview.hidden)))
        self._details.setText(sentences(one for one in details if one))
        self._details.setToolTip(as_tooltip(preview.undecided_paths))
        self.pairs.show_sections([PairSection(records=preview.rows)])
        words = self.tr("&Mark up to {0}") if preview.at_most else self.tr("&Mark {0}")
        self.mark_button.setText(words.format(count_text(preview.marked)))
        self.mark_button.setEnabled(bool(preview.marked))

    def _show_summary(self, words: str, *, safe: bool = False) -> None:
        """Show the headline, in green where only true copies would be marked."""
        self._summary.setText(words)
        self._safe = safe
        self._colour_summary()

    def _colour_summary(self) -> None:
        palette = QPalette()
        if self._safe:
            colour = colours_of(QApplication.palette()).safe
            palette.setColor(QPalette.ColorRole.WindowText, colour)
        self._summary.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour_summary()

    @Slot(object)
    def _show_counts(self, freeing: Freeing) -> None:
        for kind, box in self.kinds.items():
            box.show_count(freeing.kinds[kind].documents)

    @Slot(object)
    def _compare(self, marked: Marked) -> None:
        self.compare_wanted.emit(marked[0].stays, marked[1].document)

    @Slot(object)
    def _refuse(self, reason: Reason | str) -> None:
        self._show_summary(reason_text(reason))
        self._details.setText("")
        self.pairs.show_sections([])


def key_of(marked: Marked) -> object:
    """Return what names a row."""
    return marked[1].document


def _previewed(task: Task, shelf: Shelf, ruling: MarkingRules) -> Preview:
    return preview_of(shelf, ruling, task.check)


def _counted(task: Task, shelf: Shelf) -> Freeing:
    return counts_of(shelf, task.check)
