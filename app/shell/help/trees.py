"""QuietTree: a tree whose chosen row is tinted, so that its text and signs keep their colours."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QTreeWidget, QWidget

from ...looks.colours import colours_of


class QuietTree(QTreeWidget):
    """Rows of one height, without a frame; the chosen one is grey while another window is used."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setUniformRowHeights(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self._wear()

    def _wear(self) -> None:
        colours, group = colours_of(QApplication.palette()), QPalette.ColorGroup
        role = QPalette.ColorRole
        if self.palette().color(group.Active, role.Highlight) == colours.selected:
            return
        own = QPalette()  # of which only these are set: all others go on following the desktop's
        own.setColor(group.Active, role.Highlight, colours.selected)
        own.setColor(group.Inactive, role.Highlight, colours.inactive)
        for one in (group.Active, group.Inactive):
            own.setColor(one, role.HighlightedText, colours.text)
        self.setPalette(own)

    def changeEvent(self, event: QEvent) -> None:
        """Take the tints from another palette."""
        if event.type() is QEvent.Type.PaletteChange:
            self._wear()
        super().changeEvent(event)
