"""RuleList: keep rules in their order, each with its folders or patterns, for editing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore import COPY_NAMES, KeepBy, KeepRule

from ...language.wording import folder_text
from ...looks.icons import icon
from ...looks.measures import row_height, scaled
from ...widgets.layouts import filled
from ..fact_label import FactLabel
from .cards import RuleCard, RuleCards
from .ordered_list import OrderedList
from .words import by_briefly, by_explained, by_text, values_text


@dataclass(slots=True)
class _RuleDraft:
    """A rule that may still want a folder or a pattern."""

    by: KeepBy
    folders: list[Path] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        if self.by is KeepBy.FOLDER:
            return bool(self.folders)
        return bool(self.patterns) or not self.by.has_patterns

    def rule(self) -> KeepRule:
        return KeepRule(self.by, tuple(self.folders), tuple(self.patterns))

    def card(self) -> RuleCard:
        line = (values_text(self.rule()) if self.complete else "") or by_briefly(self.by)
        return RuleCard(by_text(self.by), line, by_explained(self.by))


class RuleList(QWidget):
    """Edits rules; ``changed`` follows each change. ``folders`` is what a new folder rule has."""

    changed = Signal()

    def __init__(self, folders: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start = list(folders)
        self._drafts: list[_RuleDraft] = []
        self.cards = RuleCards(self.tr("Rules, the first decides"), self)
        self.menu = QMenu(self)
        self.add_button = QPushButton(icon("plus"), self.tr("&Add rule"), self)
        self.add_button.setAutoDefault(False)
        self.add_button.setMenu(self.menu)
        self.up = self._arrow("arrow-up", self.tr("Let the rule count more (Alt+Up)"))
        self.down = self._arrow("arrow-down", self.tr("Let the rule count less (Alt+Down)"))
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._add_chosen)
        self.up.clicked.connect(partial(self.cards.move_current, -1))
        self.down.clicked.connect(partial(self.cards.move_current, 1))
        self.cards.moved.connect(self._move)
        self.cards.removed.connect(self._remove)
        self.cards.chosen.connect(self._show_values)

        self.folders_list = OrderedList(
            self.tr("Folders, the first is preferred"), self.tr("Add &folder…"), self
        )
        self.folders_list.add.clicked.connect(self._choose_folder)
        self.folders_list.moved.connect(self._move_folder)
        self.folders_list.removed.connect(self._remove_folder)
        self.patterns = QPlainTextEdit(self)
        self.patterns.setAccessibleName(self.tr("Patterns, one a line"))
        self.patterns.setTabChangesFocus(True)
        self.patterns.setPlaceholderText(self.tr("one pattern a line, such as *final*"))
        self.patterns.textChanged.connect(self._take_patterns)
        self._explanation = FactLabel("", self)
        self._values = QStackedWidget(self)
        for page in (self.folders_list, self.patterns):
            self._values.addWidget(page)
        self.patterns.setMinimumHeight(3 * row_height(self.font()))
        bar = filled(QHBoxLayout(), self.add_button)
        bar.addStretch(1)
        for button in (self.up, self.down):
            bar.addWidget(button)
        parts = self.cards, bar, self._explanation, (self._values, 1)
        filled(QVBoxLayout(self), *parts, spacing=scaled(6, self.font()))
        self._show(-1)

    def _arrow(self, sign: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(sign))
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        return button

    def set_rules(self, rules: Sequence[KeepRule]) -> None:
        """Edit these rules."""
        self._drafts = [_RuleDraft(one.by, list(one.folders), list(one.patterns)) for one in rules]
        self._show(0)
        self.changed.emit()

    def rules(self) -> tuple[KeepRule, ...]:
        """Return the rules; those that want a folder or pattern are left out."""
        return tuple(draft.rule() for draft in self._drafts if draft.complete)

    def incomplete(self) -> str:
        """Return the missing values in words; empty if there are none."""
        for draft in self._drafts:
            if not draft.complete:
                words = (
                    self.tr("The rule “{0}” wants a folder.")
                    if draft.by is KeepBy.FOLDER
                    else self.tr("The rule “{0}” wants a pattern.")
                )
                return words.format(by_text(draft.by))
        return ""

    def add(self, by: KeepBy) -> None:
        """Add a rule at the end, unless there is one of its sort."""
        if any(draft.by is by for draft in self._drafts):
            return
        folders = self._start if by is KeepBy.FOLDER else []
        patterns = COPY_NAMES if by is KeepBy.NOT_NAME else ()
        self._drafts.append(_RuleDraft(by, list(folders), list(patterns)))
        self._show(len(self._drafts) - 1)
        self.changed.emit()

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        there = {draft.by for draft in self._drafts}
        for by in KeepBy:
            action = self.menu.addAction(by_text(by))
            action.setData(by.value)
            action.setToolTip(by_explained(by))
            action.setEnabled(by not in there)
        self.menu.setToolTipsVisible(True)

    @Slot(QAction)
    def _add_chosen(self, action: QAction) -> None:
        self.add(KeepBy(action.data()))

    @Slot(int, int)
    def _move(self, row: int, to: int) -> None:
        self._drafts.insert(to, self._drafts.pop(row))
        self._show(to)
        self.changed.emit()

    @Slot(int)
    def _remove(self, row: int) -> None:
        del self._drafts[row]
        self._show(row)
        self.changed.emit()

    def _show(self, current: int) -> None:
        self._show_cards(current)
        self._show_values(self.cards.current)

    def _show_cards(self, current: int) -> None:
        protected = RuleCard(
            self.tr("protected folder"),
            self.tr("always first"),
            self.tr("A document in a protected folder stays, whatever the rules say"),
            fixed=True,
        )
        self.cards.show_cards([protected, *(draft.card() for draft in self._drafts)], current)

    # --- folders and patterns of the chosen rule

    def _current(self) -> _RuleDraft | None:
        row = self.cards.current
        return self._drafts[row] if 0 <= row < len(self._drafts) else None

    @Slot(int)
    def _show_values(self, _row: int) -> None:
        draft, row = self._current(), self.cards.current
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self._drafts) - 1)
        self._explanation.setText(
            self.tr("A rule decides only where the rules above it leave several documents equal.")
            if self._drafts
            else self.tr("Without a rule, the document whose path comes first stays.")
        )
        by = None if draft is None else draft.by
        self._values.setVisible(by is KeepBy.FOLDER or (by is not None and by.has_patterns))
        if by is KeepBy.FOLDER:
            self._values.setCurrentWidget(self.folders_list)
            self._show_folders(0)
        elif draft is not None and draft.by.has_patterns:
            self._values.setCurrentWidget(self.patterns)
            with QSignalBlocker(self.patterns):
                self.patterns.setPlainText("\n".join(draft.patterns))

    def _show_folders(self, current: int) -> None:
        draft = self._current()
        if draft is not None:
            self.folders_list.show_rows(map(folder_text, draft.folders), current)

    @Slot()
    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("A folder to prefer"))
        if name:
            self.add_folder(Path(name))

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the chosen rule, at the end."""
        draft = self._current()
        if draft is not None and draft.by is KeepBy.FOLDER and folder not in draft.folders:
            draft.folders.append(folder)
            self._folders_changed(len(draft.folders) - 1)

    @Slot(int, int)
    def _move_folder(self, row: int, to: int) -> None:
        draft = self._current()
        if draft is not None:
            draft.folders.insert(to, draft.folders.pop(row))
            self._folders_changed(to)

    @Slot(int)
    def _remove_folder(self, row: int) -> None:
        draft = self._current()
        if draft is not None:
            del draft.folders[row]
            self._folders_changed(row)

    def _folders_changed(self, current: int) -> None:
        self._retitle()
        self._show_folders(current)
        self.changed.emit()

    @Slot()
    def _take_patterns(self) -> None:
        draft = self._current()
        if draft is not None and draft.by.has_patterns:
            lines = self.patterns.toPlainText().splitlines()
            draft.patterns = [line.strip() for line in lines if line.strip()]
            self._retitle()
            self.changed.emit()

    def _retitle(self) -> None:
        self._show_cards(self.cards.current)
