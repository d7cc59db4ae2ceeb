"""The commands that set what holds for a folder: whether it is watched, how long it is kept."""

import typing
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from simcore import MOST_DAYS, FolderSetting

if typing.TYPE_CHECKING:
    from PySide6.QtWidgets import QInputDialog

_PROPOSED = 7
_OTHER = -1
_AS_ELSEWHERE = -2


class FolderSettingCommands(QObject):
    """What can be set for the selected folders.

    ``watch_chosen`` carries whether they are to be watched, ``days_chosen`` how many days their
    documents are kept: 0 for ever, None as the general setting says.
    """

    watch_chosen = Signal(bool)
    days_chosen = Signal(object)  # int | None

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._asking: QInputDialog | None = None
        self._days: int | None = None
        self.watch = QAction(self.tr("&Watch this folder"), self)
        self.watch.setCheckable(True)
        self.watch.triggered.connect(self.watch_chosen)
        self._menu = QMenu(widget)
        self.keep = QAction(self.tr("&Keep for"), self)
        self.keep.setToolTip(
            self.tr("Documents that came longer ago are left out; their files stay")
        )
        self.keep.setMenu(self._menu)
        self._group = QActionGroup(self)
        self.choices: dict[int, QAction] = {}
        self._offer(_AS_ELSEWHERE, self.tr("&As in the settings"))
        self._offer(0, self.tr("&For ever"))
        # whole words, which the palette finds in English, too
        for days, words in (
            (7, self.tr("&7 days")),
            (30, self.tr("&30 days")),
            (90, self.tr("&90 days")),
            (365, self.tr("365 &days")),
        ):
            self._offer(days, words)
        self._offer(_OTHER, self.tr("Another &number of days…"))
        self._group.triggered.connect(self._choose)
        apart = QAction(self)
        apart.setSeparator(True)
        widget.addActions([self.watch, self.keep, apart])
        self.show_settings((), inherited=False)

    def _offer(self, days: int, words: str) -> None:
        action = QAction(words, self)
        action.setCheckable(True)
        action.setData(days)
        self._group.addAction(action)
        self._menu.addAction(action)
        self.choices[days] = action

    def show_settings(self, chosen: Sequence[FolderSetting], *, inherited: bool) -> None:
        """Show what is set for the selected folders; ``inherited``: a folder above is watched."""
        self.watch.setEnabled(bool(chosen) and not inherited)
        self.watch.setChecked(inherited or (bool(chosen) and all(one.watched for one in chosen)))
        self.watch.setToolTip(
            self.tr("A folder above it is watched, and all that is in it")
            if inherited
            else self.tr("Compare each document that comes to it with all others, and list it")
        )
        self.keep.setEnabled(bool(chosen))
        found = {one.keep_days for one in chosen}
        self._days = found.pop() if len(found) == 1 else None
        wanted = _AS_ELSEWHERE if self._days is None else self._days
        for days, action in self.choices.items():
            action.setChecked(days == wanted)
        if wanted not in self.choices:
            self.choices[_OTHER].setChecked(True)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        days = int(action.data())
        if days == _OTHER:
            self._ask()
        else:
            self.days_chosen.emit(None if days == _AS_ELSEWHERE else days)

    def _ask(self) -> None:
        """Ask for a number without holding everything up."""
        from PySide6.QtWidgets import QInputDialog  # noqa: PLC0415 - not as a window opens

        asking = QInputDialog(self._widget)
        asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asking.setWindowTitle(self.tr("Keep documents"))
        asking.setLabelText(self.tr("Days after which a document is left out:"))
        asking.setInputMode(QInputDialog.InputMode.IntInput)
        asking.setIntRange(1, MOST_DAYS)
        asking.setIntValue(self._days or _PROPOSED)
        asking.intValueSelected.connect(self.days_chosen)
        asking.open()
