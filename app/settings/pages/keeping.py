"""KeepingPage: what stays, and what a decision is followed by."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QWidget

from simcore import Role

from ...language.wording import folder_text
from ..settings import Settings
from ..values import FolderRole, RuleSet
from .chips import ChipField
from .page import SettingsPage
from .toggles import Toggle, ToggleField


class KeepingPage(SettingsPage):
    """Roles of folders and saved rules, which can be taken off, and what follows a decision.

    ``dropped`` are the folders whose role a person took off: who owns the roles does that.
    """

    icon = "list-checks"

    def __init__(self, toggles: Mapping[str, Toggle], parent: QWidget) -> None:
        super().__init__(parent)
        self._roles: dict[str, FolderRole] = {}
        self._rules: dict[str, RuleSet] = {}
        self.entitle(
            self.tr("Keeping and removing"),
            self.tr("Nothing is removed until you say so, and what goes to the trash can return."),
        )
        self.folders = ChipField(self.tr("Folders"), self, adds=False, none=self.tr("none"))
        self.add(
            self.tr("Folders"),
            self.folders,
            self.tr(
                "Folders that you protected or excluded. A folder that you take off here is an "
                "ordinary one again."
            ),
            stretched=True,
            buddy=self.folders.none,
        )
        self.rules = ChipField(self.tr("Saved rules"), self, adds=False, none=self.tr("none"))
        self.add(
            self.tr("Saved rules"),
            self.rules,
            self.tr("Which document stays, as saved in Mark by rules. Take off what is not used."),
            stretched=True,
            buddy=self.rules.none,
            name="rule_sets",
            read=self._rule_sets,
            of_scan=False,
        )
        self.toggles = ToggleField([one for name, one in toggles.items() if name == "go_on"], self)
        if self.toggles.boxes:
            self.add(
                self.tr("Decisions"),
                self.toggles,
                self.tr(
                    "On: the next document is chosen after one was marked, kept or judged. "
                    "Default off."
                ),
                buddy=self.toggles.boxes[0],
            )
        else:
            self.toggles.hide()

    def show_settings(self, settings: Settings) -> None:
        """Show roles and rules."""
        roles = {
            Role.PROTECTED: self.tr("{0} (protected)"),
            Role.EXCLUDED: self.tr("{0} (excluded)"),
            Role.NORMAL: self.tr("{0} (ordinary)"),
        }
        self._roles = {str(one.folder): one for one in settings.roles}
        names = {
            key: roles[one.role].format(folder_text(one.folder)) for key, one in self._roles.items()
        }
        self.folders.set_words(self._roles, names)
        self._rules = {one.name: one for one in settings.rule_sets}
        self.rules.set_words(self._rules)

    def show_defaults(self) -> None:
        """Show the defaults of the boxes: roles and rules are a person's own."""
        self.calm()
        self.toggles.show_defaults()

    def dropped(self) -> list[Path]:
        """Return the folders whose role was taken off."""
        left = self.folders.words()
        return [one.folder for key, one in self._roles.items() if key not in left]

    def _rule_sets(self) -> tuple[RuleSet, ...]:
        return tuple(self._rules[name] for name in self.rules.words())
