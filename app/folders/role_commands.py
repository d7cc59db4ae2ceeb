"""The commands that set the roles of folders, in the panel's menu and on its button."""

from collections.abc import Collection

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from simcore import Role


class FolderRoleCommands(QObject):
    """The roles that can be chosen for selected folders.

    ``chosen`` carries a role for them, ``subfolder_wanted`` one for a folder that is yet to be
    named.
    """

    chosen = Signal(object)
    subfolder_wanted = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.roles: dict[Role, QAction] = {}
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._choose)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for role, text, tip in (
            (
                Role.NORMAL,
                self.tr("&Normal folder"),
                self.tr("Its documents may be marked and removed"),
            ),
            (
                Role.PROTECTED,
                self.tr("&Protect this folder"),
                self.tr("Its documents stay; others may go because they stay"),
            ),
            (
                Role.EXCLUDED,
                self.tr("&Exclude this folder"),
                self.tr("Its documents stay, and are left out of the results"),
            ),
        ):
            action = QAction(text, self)
            action.setToolTip(tip)
            action.setCheckable(True)
            action.setData(role.value)
            self._group.addAction(action)
            self.roles[role] = action
        self.protect_below = QAction(self.tr("Protect a &subfolder…"), self)
        self.exclude_below = QAction(self.tr("Exclude a s&ubfolder…"), self)
        self.protect_below.triggered.connect(self._protect_below)
        self.exclude_below.triggered.connect(self._exclude_below)
        self._apart = QAction(self)
        self._apart.setSeparator(True)
        end = QAction(self)
        end.setSeparator(True)
        self._actions = [*self.roles.values(), self._apart, self.protect_below, self.exclude_below]
        widget.addActions([*self._actions, end])
        self.show(())

    def show(self, roles: Collection[Role]) -> None:
        """Show which roles the selected folders have."""
        for role, action in self.roles.items():
            action.setEnabled(bool(roles))
            action.setChecked(set(roles) == {role})

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.chosen.emit(Role(action.data()))

    @Slot()
    def _protect_below(self) -> None:
        self.subfolder_wanted.emit(Role.PROTECTED)

    @Slot()
    def _exclude_below(self) -> None:
        self.subfolder_wanted.emit(Role.EXCLUDED)
