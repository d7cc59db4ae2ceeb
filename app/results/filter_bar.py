"""FilterBar: which of the groups' documents are shown, and how many of how many that are."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language.punctuation import listed
from app.language.wording import as_tooltip, count_text, folder_text, path_text
from app.results.groups.rows.filter import GroupFilter, Sort
from app.widgets.layouts import filled
from app.widgets.view_keys import ViewKey

_TYPING_PAUSE = 150
"""Milliseconds without a key before the filter is applied."""


class FilterBar(QWidget):
    """A search box, kinds, folders, and a sentence about what is shown.

    ``filter_changed`` carries a ``GroupFilter``; ``entered`` follows when the user is about to
    type, ``left`` when the focus is to go elsewhere.
    """

    filter_changed = Signal(object)
    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("keys_place", self.tr("Filter by name or path"))
        self._said = GroupFilter()
        self._folders: list[Path | None] = []  # an item cannot store every file name
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._typing.timeout.connect(self._apply)

        self.box = QLineEdit(self, clearButtonEnabled=True)
        self.box.setPlaceholderText(self.tr("Filter by name or path"))
        self.box.setAccessibleName(self.tr("Filter by name or path"))
        self.box.setToolTip(
            self.tr(
                "Shows the documents whose path has this in it, or whose kept document's has "
                "(Ctrl+F; Esc clears)"
            )
        )
        self.box.setMinimumWidth(20 * self.fontMetrics().averageCharWidth())
        self.box.textChanged.connect(self._typing.start)
        self.box.installEventFilter(self)
        self.regular = self._button(
            self.tr(".*"),
            self.tr("Regular expression"),
            self.tr("Take the filter for a regular expression, as Perl and PCRE know them"),
        )
        self.kinds = QToolButton(self)
        self.kinds.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.kinds.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.kinds.setToolTip(self.tr("Show only documents of some kinds"))
        self._kinds = self._fill_kinds()
        self.across = self._button(
            self.tr("Across folders"),
            self.tr("Only across folders"),
            self.tr("Show only groups with documents in different ones of the scanned folders"),
        )
        self.folders = QComboBox(self)
        self.folders.setAccessibleName(self.tr("Only in this folder"))
        self.folders.setToolTip(
            self.tr("Show only documents in this folder and the folders inside it")
        )
        self.folders.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.folders.setMinimumContentsLength(12)
        self.counts = QLabel(self)
        self.counts.setAccessibleName(self.tr("What the filter shows"))
        self._message = QLabel(self, wordWrap=True)
        self._message.hide()
        self._lay_out()
        self._add(None)
        self.across.setEnabled(False)
        self.folders.currentIndexChanged.connect(self._apply)
        self._name_kinds()

    def _button(self, text: str, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setCheckable(True)
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.toggled.connect(self._apply)
        return button

    def _fill_kinds(self) -> dict[Sort, QAction]:
        words = {
            Sort.IDENTICAL: self.tr("Identical"),
            Sort.SAME_TEXT: self.tr("Same text"),
            Sort.SAME_WORDS: self.tr("Same words"),
            Sort.NEAR: self.tr("Near"),
            Sort.CONTAINS: self.tr("Part of the kept one"),
            Sort.LINKED: self.tr("Linked"),
            Sort.NUMBERS: self.tr("Numbers only"),
            Sort.SHORT: self.tr("Too short for the distance"),
        }
        menu = QMenu(self.kinds)
        actions = {}
        for sort, text in words.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.toggled.connect(self._kinds_changed)
            actions[sort] = action
        menu.addSeparator()
        menu.addAction(self.tr("All kinds")).triggered.connect(self._all_kinds)
        self.kinds.setMenu(menu)
        return actions

    def _lay_out(self) -> None:
        self.counts.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        controls = self.regular, self.kinds, self.across, self.folders, self.counts
        filled(QVBoxLayout(self), filled(QHBoxLayout(), (self.box, 3), *controls), self._message)

    # ---- what is asked for

    def filter(self) -> GroupFilter:
        """Return the filter set by the controls."""
        return GroupFilter(
            text=self.box.text().strip(),
            regular=self.regular.isChecked(),
            sorts=frozenset(sort for sort, one in self._kinds.items() if one.isChecked()),
            across=self.across.isChecked() and self.across.isEnabled(),
            folder=self._folders[max(self.folders.currentIndex(), 0)],
        )

    def set_folders(self, folders: Sequence[Path]) -> None:
        """Offer the folders of a scan; the one chosen stays so while it is among them."""
        if [None, *folders] == self._folders:
            return
        chosen = self._folders[max(self.folders.currentIndex(), 0)]
        blocked = self.folders.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.folders.clear()
        self._folders = []
        for folder in (None, *folders):
            self._add(folder)
        if chosen in self._folders:
            self.folders.setCurrentIndex(self._folders.index(chosen))
        self.folders.blockSignals(blocked)
        self.across.setEnabled(len(folders) > 1)
        self._apply()

    def _add(self, folder: Path | None) -> None:
        self._folders.append(folder)
        self.folders.addItem(self.tr("All folders") if folder is None else folder_text(folder))
        if folder is not None:
            position, role = self.folders.count() - 1, Qt.ItemDataRole.ToolTipRole
            self.folders.setItemData(position, as_tooltip(path_text(folder)), role)

    @Slot(object)
    def show_folder(self, folder: Path) -> None:
        """Show only what is in this folder, which need not be one of those scanned."""
        if folder not in self._folders:
            self._add(folder)
        self.folders.setCurrentIndex(self._folders.index(folder))

    def set_filter(self, wanted: GroupFilter) -> None:
        """Set the controls to a filter."""
        self.box.setText(wanted.text)
        self.regular.setChecked(wanted.regular)
        for sort, action in self._kinds.items():
            action.setChecked(sort in wanted.sorts)
        self.across.setChecked(wanted.across)
        if wanted.folder is not None:
            self.show_folder(wanted.folder)
        self._apply()

    @Slot()
    def take_keyboard(self) -> None:
        """Focus the search box."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    @Slot()
    def clear(self) -> None:
        """Show everything."""
        self._all_kinds()
        self.across.setChecked(False)
        self.folders.setCurrentIndex(0)
        self.box.clear()
        self._apply()

    @Slot()
    def _all_kinds(self) -> None:
        for action in self._kinds.values():
            action.setChecked(False)

    @Slot()
    def _kinds_changed(self) -> None:
        self._name_kinds()
        self._apply()

    def _name_kinds(self) -> None:
        chosen = [one.text() for one in self._kinds.values() if one.isChecked()]
        if len(chosen) > 1:
            text = self.tr("{0} kinds").format(count_text(len(chosen)))
        else:
            text = chosen[0] if chosen else self.tr("All kinds")
        self.kinds.setText(text)
        self.kinds.setAccessibleName(self.tr("Kinds shown: {0}").format(listed(chosen) or text))

    @Slot()
    def _apply(self) -> None:
        self._typing.stop()
        wanted = self.filter()
        error = wanted.error()
        self._message.setVisible(bool(error))
        if error:
            text = self.tr("This is no regular expression: {0}. The filter before is in force.")
            self._message.setText(text.format(error))
            return
        if wanted != self._said:
            self._said = wanted
            self.filter_changed.emit(wanted)

    # ---- what is shown

    def message(self) -> str:
        """Return the message about a wrong regular expression; empty if there is none."""
        return "" if self._message.isHidden() else self._message.text()

    def show_counts(self, groups: int, documents: int, shown_groups: int, shown: int) -> None:
        """Show how many groups and documents of how many are shown."""
        if self._said.empty:
            self.counts.setText(self.tr("all are shown"))
            return
        text = self.tr("{0} of {1} groups, {2} of {3} documents")
        self.counts.setText(text.format(*map(count_text, (shown_groups, groups, shown, documents))))

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Esc",), self.tr("Clear the filter; if it is empty, go back to the groups")),
            ViewKey(("Down",), self.tr("Go to the groups")),
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Escape clear the box, and leave it when it is empty; Down goes to the groups."""
        if watched is not self.box:
            return super().eventFilter(watched, event)
        if event.type() is QEvent.Type.FocusIn:
            self.entered.emit()
        kinds = {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}
        if event.type() in kinds and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Escape:
                event.accept()  # else Escape, a shortcut, would cancel a scan
                if event.type() is QEvent.Type.KeyPress:
                    self._escape()
                return True
            if key == Qt.Key.Key_Down and event.type() is QEvent.Type.KeyPress:
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _escape(self) -> None:
        if self.box.text():
            self.box.clear()
            self._apply()
        else:
            self.left.emit()
