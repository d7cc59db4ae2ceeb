"""WatchingPage: watched folders, how long documents are kept, the tray and the login."""

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from simcore import MOST_DAYS, FolderSetting, FolderSettings, ScanConfig

from ...language.punctuation import phrases
from ...language.wording import count_text, folder_text
from ...widgets.number_box import NumberBox
from ..login import LoginEntry, entry_path, is_offered, login_entry
from ..settings import Settings
from ..values import Closing
from .chips import ChipField
from .page import SettingsPage


class WatchingPage(SettingsPage):
    """What is set for folders can be taken off here, and is set in their menus.

    ``folder_settings`` are those that are left. ``login_wanted`` is whether the program is to be
    started at login, None where that is not for this page to say.
    """

    icon = "eye"

    def __init__(self, folders: FolderSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._before = folders
        self.entitle(
            self.tr("Watching"),
            self.tr(
                "Documents that come to watched folders are compared with all others at once, and "
                "listed under Arrivals. Nothing is marked or moved."
            ),
        )
        self.folders = ChipField(self.tr("Folders"), self, adds=False, none=self.tr("none"))
        self.folders.set_words(
            [str(folder) for folder in folders.folders],
            {str(folder): self._name(folder, one) for folder, one in folders.folders.items()},
        )
        self.add(
            self.tr("Folders"),
            self.folders,
            self.tr(
                "Folders that are watched, or whose documents are kept for some days. The menu of "
                "a folder in the list has both; what is taken off here is off."
            ),
            stretched=True,
            buddy=self.folders.none,
        )
        self.days = NumberBox(self)
        self.days.setRange(0, MOST_DAYS)
        self.days.setSpecialValueText(self.tr("for ever"))
        self.days.setSuffix(self.tr(" days"))
        self.add(
            self.tr("Keep documents"),
            self.days,
            self.tr(
                "Documents that came longer ago are left out of the results, and forgotten. "
                "Their files stay. Default: for ever."
            ),
            name="keep_days",
            read=self.days.value,
        )
        self.closing = QComboBox(self)
        for closing, words in (
            (Closing.ASK, self.tr("Ask")),
            (Closing.STAY, self.tr("Keep watching in the tray")),
            (Closing.QUIT, self.tr("Quit")),
        ):
            self.closing.addItem(words, closing.value)
        self.add(
            self.tr("Closing"),
            self.closing,
            self.tr("What closing the window means while folders are watched. Default: ask."),
            name="closing",
            read=lambda: Closing(self.closing.currentData()),
            of_scan=False,
        )
        self.login = QCheckBox(self.tr("Start in the tray"), self)
        self._entry = login_entry() if is_offered() else LoginEntry.NONE
        if is_offered():
            self._add_login()
        else:
            self.login.hide()

    def _add_login(self) -> None:
        changed = self._entry is LoginEntry.CHANGED
        self.login.setChecked(self._entry is not LoginEntry.NONE)
        self.login.setEnabled(not changed)
        words = (
            self.tr("{0} was made or changed by someone else, and is left as it is.").format(
                folder_text(entry_path())
            )
            if changed
            else self.tr("At login, without a window, while folders are watched. Default off.")
        )
        self.add(self.tr("At login"), self.login, words)

    def _name(self, folder: Path, setting: FolderSetting) -> str:
        words = [self.tr("watched")] if setting.watched else []
        if setting.keep_days == 0:
            words.append(self.tr("for ever"))
        elif setting.keep_days == 1:
            words.append(self.tr("1 day"))
        elif setting.keep_days is not None:
            words.append(self.tr("{0} days").format(count_text(setting.keep_days)))
        return self.tr("{0} ({1})").format(folder_text(folder), phrases(words))

    def put(self, config: ScanConfig) -> None:
        """Show how long documents are kept."""
        self.days.setValue(config.keep_days)

    def show_settings(self, settings: Settings) -> None:
        """Show what closing means."""
        self.closing.setCurrentIndex(self.closing.findData(settings.closing.value))

    def show_defaults(self) -> None:
        """Show the defaults: folders are a person's own."""
        super().show_defaults()
        if self.login.isEnabled():
            self.login.setChecked(False)

    def folder_settings(self) -> FolderSettings:
        """Return the settings of folders that are left."""
        left = self.folders.words()
        kept = {one: value for one, value in self._before.folders.items() if str(one) in left}
        return FolderSettings(kept)

    def login_wanted(self) -> bool | None:
        """Return whether the program is to start at login; None if that is left alone."""
        wanted = self.login.isChecked()
        same = wanted is (self._entry is not LoginEntry.NONE)
        return None if same or not self.login.isEnabled() else wanted
