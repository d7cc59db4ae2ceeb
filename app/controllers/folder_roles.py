"""FolderRoles: the roles of folders, from the panel to all that depend on them."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

import simcore
from simcore import Role, Roles, SimcoreError

from ..folders.panel import FolderPanel
from ..folders.rows import remembered
from ..language.wording import folder_text
from ..results.groups.view.view import GroupView
from ..session.session import Session
from ..settings.settings import SettingsStore
from ..widgets.banner import Notices


class FolderRoles(QObject):
    """Synchronises the roles of the folder panel, the groups, the session and the settings.

    Roles that the user gives are stored at once, so protection survives a crash, and if ``kept``
    also where the command line finds them. Those of opened results are not stored.
    """

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        panel: FolderPanel,
        view: GroupView,
        notices: Notices,
        *,
        kept: bool,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._settings = settings
        self._panel = panel
        self._groups = view.groups
        self._notices = notices
        self._kept = kept
        panel.roles_changed.connect(self._take)
        view.protection_wanted.connect(self._protect)
        view.exclusion_wanted.connect(self._exclude)
        self._before = Roles()
        self._undo = QAction(self.tr("Undo"), self)
        self._undo.setToolTip(self.tr("Give the folder the role that it had before"))
        self._undo.triggered.connect(self._give_back)
        session.roles_changed.connect(self._show)
        session.results.left_out.connect(panel.show_left_out)
        panel.set_roles(session.results.roles)
        view.groups.set_roles(session.results.roles)
        session.results.tell_left_out()
        self._bring_up_to_date(session.own_roles)

    def _bring_up_to_date(self, roles: Roles) -> None:
        """Keep the roles where a removal looks, unless they are there."""
        if not self._kept:
            return
        try:
            known = simcore.read_roles()
        except SimcoreError:
            known = None  # the settings have them, too
        if known is None or known.folders != roles.folders:
            self._keep(known or Roles(), roles)

    @Slot(object)
    def _take(self, roles: Roles) -> None:
        """Distribute the roles that the user chose, to the marks first."""
        self._groups.set_roles(roles)
        own, shown = self._session.own_roles, self._session.results.roles
        kept = self._keep(own, own.changed(shown, roles))
        self._session.set_roles(kept, shown=roles)
        self._show(self._session.results.roles)  # another window may have kept others

    @Slot(object)
    def _show(self, roles: Roles) -> None:
        self._panel.set_roles(roles)
        self._groups.set_roles(roles)

    def _keep(self, before: Roles, after: Roles) -> Roles:
        """Keep what was changed; return the roles of this window and of others now."""
        kept = after
        if self._kept:
            try:
                kept = simcore.change_roles(before, after)
            except SimcoreError as error:
                self._notices.show_problem(error.reason)
        self._settings.keep(replace(self._settings.now, roles=remembered(kept)))
        return kept

    @Slot(object)
    def _protect(self, folder: Path) -> None:
        self._before = self._panel.roles()
        self._panel.set_role(folder, Role.PROTECTED)
        words = self.tr("{0} is protected: its documents stay, and none of them is marked")
        self._notices.show_message(words.format(folder_text(folder)), action=self._undo)

    @Slot(object)
    def _exclude(self, folder: Path) -> None:
        self._before = self._panel.roles()
        self._panel.set_role(folder, Role.EXCLUDED)
        words = self.tr("{0} is excluded: its documents are left out of the results, and stay")
        self._notices.show_message(words.format(folder_text(folder)), action=self._undo)

    @Slot()
    def _give_back(self) -> None:
        self._notices.close_message()
        self._panel.change_roles(self._before)
