"""FactLabel: small quiet words that say more about what is beside them."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from ..looks.colours import colours_of
from ..looks.measures import font_like


class FactLabel(QLabel):
    """Plain text in the muted colour of the palette of the moment, wrapped where it is long."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font_like(self.font(), 12))
        self._wear()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._wear()

    def _wear(self) -> None:
        muted = colours_of(QApplication.palette()).muted
        palette = self.palette()
        if palette.color(QPalette.ColorRole.WindowText) != muted:
            palette.setColor(QPalette.ColorRole.WindowText, muted)
            self.setPalette(palette)
