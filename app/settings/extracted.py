"""The row of the settings that says how much extracted text is kept, and clears it."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from simcore import KeptTexts

from ..language.wording import size_text
from ..widgets.layouts import filled
from ..widgets.number_box import NumberBox

_MEGABYTE = 1_000_000
_MOST = 1_000_000  # megabytes


class ExtractedRow(QWidget):
    """Edits how many bytes of extracted texts are kept; *Clear* drops them at once.

    ``refused`` says why that was not done.
    """

    refused = Signal(object)  # str

    def __init__(self, texts: KeptTexts | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = texts
        self._shown = 0
        self.most = NumberBox(self)
        self.most.setMaximum(_MOST)
        self.most.setSingleStep(64)
        self.most.setSuffix(self.tr(" MB"))
        self.most.setSpecialValueText(self.tr("none"))
        self.clear = QPushButton(self)
        self.clear.setAutoDefault(False)
        self.clear.clicked.connect(self._clear)
        filled(QHBoxLayout(self), (self.most, 1), self.clear, spacing=6)
        self.setFocusProxy(self.most)
        self._tell()

    def set_bytes(self, most: int) -> None:
        """Show how many bytes are kept at most."""
        self._shown = most
        self.most.setValue(-(-most // _MEGABYTE))

    def bytes(self) -> int:
        """Return how many bytes are to be kept at most; exactly as shown, if not edited."""
        edited = self.most.value() != -(-self._shown // _MEGABYTE)
        return self.most.value() * _MEGABYTE if edited else self._shown

    @Slot()
    def _clear(self) -> None:
        if self._texts is not None:
            self._texts.clear()
            if self._texts.size:
                self.refused.emit(self.tr("the file of extracted texts cannot be deleted"))
        self._tell()

    def _tell(self) -> None:
        size = 0 if self._texts is None else self._texts.size
        self.clear.setEnabled(size > 0)
        self.clear.setToolTip(
            self.tr("Delete all text that is kept; it is read again when it is needed")
            if size
            else self.tr("No text is kept now")
        )
        self.clear.setText(
            self.tr("Clear {0}").format(size_text(size)) if size else self.tr("Clear")
        )
