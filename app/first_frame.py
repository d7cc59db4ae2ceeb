"""FirstSight: settings, style, and the window as a frame without results.

Nothing here imports what shows results, two thirds of the program, so that the window appears
sooner.
"""

from PySide6.QtCore import QObject, QSettings, QSignalBlocker, Qt

from .folders.model import roles_of
from .i18n import fit_application_font, set_language
from .session.states import Activity
from .settings.settings import SettingsStore, apply_appearance, current_application
from .style import apply_style
from .window.window import MainWindow


class FirstSight:
    """Reads the settings, owned by ``parent``, and makes the window as a frame.

    ``MainWindow.complete`` makes the rest.
    """

    def __init__(self, file: QSettings, parent: QObject) -> None:
        self.settings = SettingsStore(file, parent)
        settings = self.settings.now
        set_language(settings.language)
        fit_application_font()
        apply_style(current_application())
        apply_appearance(current_application(), settings.appearance)
        self.window = MainWindow(whole=False)

    def show(self) -> None:
        """Show the window as it looks until the index is read."""
        window, settings = self.window, self.settings.now
        window.restore_frame(settings)
        window.threshold_bar.set_thresholds(settings.scan)
        window.welcome.show_lately(settings.recent, settings.saved_results)
        if settings.folders:
            with QSignalBlocker(window.folder_panel):
                window.folder_panel.set_roles(roles_of(settings.roles))
                window.folder_panel.set_folders(settings.folders)
            window.show_activity(Activity.RECALLING)
        window.toolbar.add.setFocus(Qt.FocusReason.OtherFocusReason)  # the first of all, as later
        window.show()
