"""FilterBar: the search box over the groups, and the whole filter."""

import typing
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QWidget

from simcore.model.records import DocumentId, Kind

from ..style import icon, scaled
from ..widgets.basic import ViewKey

if typing.TYPE_CHECKING:
    from .filter import GroupFilter


_TYPING_PAUSE_MS = 150


class FilterBar(QLineEdit):
    """The box that searches names and folders, and the whole filter.

    Kinds come from the tiles, a folder from the tree; a menu in the box has the rarer options.
    ``filter_changed`` carries a ``GroupFilter``; ``entered`` follows when the user is about to
    type, ``left`` when the focus should move on, ``refused`` carries an error message.
    """

    filter_changed = Signal(object)
    entered = Signal()
    left = Signal()
    refused = Signal(object)  # Reason | str

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("keys_place", self.tr("Filter by name or folder"))
        self._said: GroupFilter | None = None
        self.kinds: frozenset[Kind] = frozenset()
        self.folder: Path | None = None
        self._only: frozenset[DocumentId] | None = None
        self._across_possible = False
        self._error = ""
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._apply)

        self.setClearButtonEnabled(True)
        self.setPlaceholderText(self.tr("Filter by name or folder"))
        self.setAccessibleName(self.tr("Filter by name or folder"))
        self.setToolTip(
            self.tr(
                "Shows the documents whose path contains this, or whose kept document's path does "
                "(Ctrl+F; Esc clears)"
            )
        )
        self.setMinimumWidth(scaled(150, self.font()))
        self.setMaximumWidth(scaled(300, self.font()))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.options = self.addAction(
            icon("sliders-horizontal"), QLineEdit.ActionPosition.TrailingPosition
        )
        self.options.setText(self.tr("More ways to filter"))
        self.options.setToolTip(self.tr("More ways to filter"))
        self.options.triggered.connect(self._offer_options)
        self.regular = self._option(
            self.tr("&Regular expression"),
            self.tr("Take the filter for a regular expression, as Perl and PCRE know them"),
        )
        self.across = self._option(
            self.tr("Only &across folders"),
            self.tr("Show only groups with documents in different ones of the scanned folders"),
        )
        self.numbers = self._option(
            self.tr("Only where &numbers differ"),
            self.tr("Show only documents of which nothing but numbers, dates or names differs"),
        )
        self.short = self._option(
            self.tr("Only what is too &short for the distance"),
            self.tr("Show only documents of so few words that the distance means little"),
        )
        self.across.setEnabled(False)
        self.textChanged.connect(self._typing.start)

    def _option(self, text: str, tip: str) -> QAction:
        action = QAction(text, self, checkable=True, toolTip=tip)
        action.toggled.connect(self._apply)
        return action

    def option_actions(self) -> list[QAction]:
        return [self.regular, self.across, self.numbers, self.short]

    @Slot()
    def _offer_options(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions(self.option_actions())
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def filter(self) -> "GroupFilter":
        from .filter import GroupFilter

        return GroupFilter(
            text=self.text().strip(),
            regular=self.regular.isChecked(),
            kinds=self.kinds,
            numbers=self.numbers.isChecked(),
            short=self.short.isChecked(),
            across=self.across.isChecked() and self._across_possible,
            folder=self.folder,
            only=self._only,
        )

    def set_folders(self, folders: Sequence[Path]) -> None:
        """Set the scanned folders: groups can be across folders only if there are several."""
        self._across_possible = len(folders) > 1
        self.across.setEnabled(self._across_possible)
        if self.folder is not None and not any(self.folder.is_relative_to(one) for one in folders):
            self.folder = None
        self._apply()

    @Slot(object)
    def show_kinds(self, kinds: frozenset[Kind]) -> None:
        self.kinds = frozenset(kinds)
        self._apply()

    @Slot(object)
    def show_folder(self, folder: Path | None) -> None:
        self.folder = folder
        self._apply()

    def show_only(self, documents: frozenset[DocumentId] | None) -> None:
        self._only = documents
        self._apply()

    def set_filter(self, wanted: "GroupFilter") -> None:
        self.setText(wanted.text)
        self.regular.setChecked(wanted.regular)
        self.kinds = wanted.kinds
        self.numbers.setChecked(wanted.numbers)
        self.short.setChecked(wanted.short)
        self.across.setChecked(wanted.across)
        self.folder, self._only = wanted.folder, wanted.only
        self._apply()

    @Slot()
    def take_keyboard(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    @Slot()
    def clear_all(self) -> None:
        from .filter import GroupFilter

        self.set_filter(GroupFilter())

    @Slot()
    def _apply(self) -> None:
        self._typing.stop()
        wanted = self.filter()
        error = wanted.error()
        if error:
            text = self.tr("This is no regular expression: {0}. The filter before is in force.")
            self._error = text.format(error)
            self.refused.emit(self._error)
            return
        self._error = ""
        if wanted != (self._said or type(wanted)()):
            self._said = wanted
            self.filter_changed.emit(wanted)

    def message(self) -> str:
        return self._error

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Esc",), self.tr("Clear the filter; if it is empty, go back to the groups")),
            ViewKey(("Down",), self.tr("Go to the groups")),
        ]

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def event(self, event: QEvent) -> bool:
        """Keep Escape, which elsewhere cancels a scan."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape if self.text():
                self.clear()
                self._apply()
            case Qt.Key.Key_Escape | Qt.Key.Key_Down:
                self.left.emit()
            case _:
                super().keyPressEvent(event)
