"""The window's toolbar."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QToolBar, QWidget

from app.shell.actions import Actions


class WindowToolbar(QToolBar):
    """The toolbar: the most frequent commands in the order of use; settings at the far end."""

    def __init__(self, commands: Actions, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Toolbar"))
        self.setObjectName("toolbar")  # restoreState() finds it by its name
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setMovable(False)
        self.addAction(commands.add_folder)
        self.addSeparator()
        self.addAction(commands.scan)
        self.addAction(commands.pause)
        self.addAction(commands.cancel)
        self.addSeparator()
        self.addAction(commands.mark_by_rules)
        self.addAction(commands.trash)
        commands.removal.put_beside(self)
        self.addAction(commands.export)
        spacer = QWidget(self)
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spacer)
        self.addAction(commands.settings)
        self.toggleViewAction().setText(self.tr("&Toolbar"))
