"""OpeningController: the windows that a command opens beside the main one.

They are imported when they are opened, so that the program starts fast.
"""

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMainWindow, QMessageBox

import simcore

from ..results.groups.view.view import GroupView
from ..session.session import Session
from ..shell.actions import Actions
from ..widgets import desktop


class OpeningController(QObject):
    """Opens the palette, the statistics, the shortcuts, the manual, and what is said of it all."""

    def __init__(
        self, session: Session, commands: Actions, view: GroupView, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self._session = session
        self._view = view
        self._window = window
        commands.palette.triggered.connect(self.show_palette)
        commands.statistics.triggered.connect(self.show_statistics)
        commands.shortcuts.triggered.connect(self.show_shortcuts)
        commands.manual.triggered.connect(self.show_manual)
        commands.about.triggered.connect(self.show_version)

    @Slot()
    def show_palette(self) -> None:
        """Open the list of all commands."""
        if desktop.is_asking(self._window):
            return
        from ..shell.help.commands import commands_of  # noqa: PLC0415 - see the docstring
        from ..shell.palette.palette import CommandPalette  # noqa: PLC0415 - see the docstring

        self._view.prepare_actions()
        CommandPalette(commands_of(self._window), self._window).open()

    @Slot()
    def show_shortcuts(self) -> None:
        """Open the list of all shortcuts."""
        from ..shell.help import shortcuts  # noqa: PLC0415 - see the docstring

        shortcuts.ShortcutList(shortcuts.shortcuts_of(self._window), self._window).show()

    @Slot()
    def show_statistics(self) -> None:
        """Open the statistics of the results, if there are any."""
        from ..results import statistics  # noqa: PLC0415 - see the docstring

        report = self._session.results.report
        if report is not None:
            roles = self._session.results.roles
            statistics.StatisticsWindow(report, roles, self._session.index, self._window).show()

    @Slot()
    def show_manual(self) -> None:
        """Open the manual."""
        from ..shell.help.window import show_manual  # noqa: PLC0415 - see the docstring

        show_manual(self._window)

    @Slot()
    def show_version(self) -> None:
        """Say which version this is."""
        QMessageBox.about(
            self._window,
            self.tr("About Variorum"),
            self.tr(
                "<h3>Variorum {0}</h3><p>Finds, verifies and reviews near-duplicate text "
                "documents.</p><p>MIT licence. Made with Qt, NumPy, jieba and other free "
                "software.</p>"
            ).format(simcore.__version__),
        )
