"""FolderSets: the folders that were scanned together lately, as a menu."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ..language.wording import as_tooltip, count_text, folder_names, path_text
from ..settings.settings import SettingsStore
from ..settings.values import FolderSet

MOST_SETS = 10
"""The number of sets stored."""

_MOST_NAMED = 3


class FolderSets(QObject):
    """Has sets of folders remembered, the latest first, and offers them in ``menu``.

    ``chosen`` carries the folders of a set.
    """

    chosen = Signal(object)

    def __init__(self, settings: SettingsStore, menu: QMenu, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._menu = menu
        menu.setToolTipsVisible(True)
        settings.changed.connect(self._fill)
        self._fill()

    @property
    def sets(self) -> tuple[FolderSet, ...]:
        """The sets, the latest first."""
        return tuple(one for one in self._settings.now.recent if one)[:MOST_SETS]

    def note(self, folders: Sequence[Path]) -> None:
        """Put a set first; the same folders in another order are the same set."""
        others = [one for one in self.sets if set(one) != set(folders)]
        self._keep(tuple(folders), *others[: MOST_SETS - 1])

    @Slot()
    def clear(self) -> None:
        """Forget all sets."""
        self._keep()

    def _keep(self, *sets: FolderSet) -> None:
        self._settings.keep(replace(self._settings.now, recent=sets))

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.setEnabled(bool(self.sets))
        for number, folders in enumerate(self.sets, 1):
            # the digit before the name is its key; an ampersand in a name is no key
            key = f"&{number % 10} "
            action = QAction(key + self._name(folders).replace("&", "&&"), self._menu)
            action.setToolTip(as_tooltip("\n".join(map(path_text, folders))))
            action.setData(number - 1)
            action.triggered.connect(self._choose)
            self._menu.addAction(action)
        self._menu.addSeparator()
        clear = QAction(self.tr("&Clear this list"), self._menu)
        clear.triggered.connect(self.clear)
        self._menu.addAction(clear)

    def _name(self, folders: FolderSet) -> str:
        text = folder_names(folders[:_MOST_NAMED])
        if len(folders) == 1:
            place = path_text(folders[0].parent)
            return self.tr("{folder} — {place}").format(folder=text, place=place)
        if len(folders) > _MOST_NAMED:
            more = count_text(len(folders) - _MOST_NAMED)
            return self.tr("{folders} and {count} more").format(folders=text, count=more)
        return text

    @Slot()
    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(self.sets[action.data()])
