"""RuleList: keep rules in their order, each with its folders or patterns, for editing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language.wording import path_text
from app.removal.rules.words import by_explained, by_text, rule_text
from app.widgets.layouts import filled
from app.widgets.ordered_list import OrderedList
from simcore import COPY_NAMES, KeepBy, KeepRule


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

    def text(self) -> str:
        return rule_text(self.rule()) if self.complete else by_text(self.by) + " …"


class RuleList(QWidget):
    """Edits rules; ``changed`` follows each change. ``folders`` is what a new folder rule has."""

    changed = Signal()

    def __init__(self, folders: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start = list(folders)
        self._drafts: list[_RuleDraft] = []
        self.rules_list = OrderedList(self.tr("Rules, the first decides"), self.tr("&Add"), self)
        self.menu = QMenu(self)
        self.rules_list.add.setMenu(self.menu)
        self.rules_list.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._add_chosen)
        self.rules_list.moved.connect(self._move)
        self.rules_list.removed.connect(self._remove)
        self.rules_list.chosen.connect(self._show_values)

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
        self._explanation = QLabel(self, wordWrap=True)
        self._values = QStackedWidget(self)
        for page in (QWidget(self), self.folders_list, self.patterns):
            self._values.addWidget(page)

        parts = (self.rules_list, 3), self._explanation, (self._values, 2)
        filled(QVBoxLayout(self), *parts)
        self._show(-1)

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
        self.rules_list.show_rows([draft.text() for draft in self._drafts], current)
        self._show_values(self.rules_list.current)

    # --- folders and patterns of the chosen rule

    def _current(self) -> _RuleDraft | None:
        row = self.rules_list.current
        return self._drafts[row] if 0 <= row < len(self._drafts) else None

    @Slot(int)
    def _show_values(self, _row: int) -> None:
        draft = self._current()
        if draft is None:
            self._explanation.setText(
                self.tr("Without a rule, the document whose path comes first stays.")
                if not self._drafts
                else ""
            )
            self._values.setCurrentIndex(0)
            return
        self._explanation.setText(by_explained(draft.by))
        if draft.by is KeepBy.FOLDER:
            self._values.setCurrentWidget(self.folders_list)
            self._show_folders(0)
        elif draft.by.has_patterns:
            self._values.setCurrentWidget(self.patterns)
            with QSignalBlocker(self.patterns):
                self.patterns.setPlainText("\n".join(draft.patterns))
        else:
            self._values.setCurrentIndex(0)

    def _show_folders(self, current: int) -> None:
        draft = self._current()
        if draft is not None:
            self.folders_list.show_rows(map(path_text, draft.folders), current)

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
        self.rules_list.show_rows([draft.text() for draft in self._drafts], self.rules_list.current)
