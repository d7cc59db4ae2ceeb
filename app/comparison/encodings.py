"""The encodings to choose from for a document that was decoded wrongly."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from app.comparison.titled_text import TitledText
from app.language.wording import encoding_text
from app.widgets.choice_menu import ChoiceMenu

ENCODINGS = (
    "utf-8",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5hkscs",
    "big5",
    "shift_jis",
    "cp932",
    "euc_jp",
    "iso2022_jp",
    "euc_kr",
    "cp949",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "koi8-r",
    "koi8-u",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-5",
    "iso-8859-15",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1258",
    "tis-620",
    "utf-32-le",
    "utf-32-be",
)
"""Names that Python decodes by, the likeliest first."""


class EncodingButton(QToolButton):
    """Shows an encoding, and a menu of others.

    ``chosen`` carries the name of the encoding to read by, empty for the one that is found.
    """

    chosen = Signal(object)  # str

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        names = ((name, encoding_text(name, lossy=False)) for name in ENCODINGS)
        self._choices = ChoiceMenu("", [("", self.tr("Recognise by itself")), *names], self)
        self._choices.insertSeparator(self._choices.action_of(ENCODINGS[0]))
        self._choices.chosen.connect(self.chosen)
        self.setMenu(self._choices)
        self.show_side(TitledText("", ""))

    def show_side(self, side: TitledText) -> None:
        """Show the encoding of a text, and how it was found."""
        self.setVisible(bool(side.encoding))
        shown = encoding_text(side.encoding, lossy=side.lossy, guessed=side.guessed)
        self.setText(shown)
        name = self.tr("Encoding: {0}").format(shown)
        self.setAccessibleName(name)
        if side.by_hand:
            tip = self.tr("{0}, chosen by hand, for this view only")
        elif side.kept:
            tip = self.tr("{0}, chosen by hand, for these bytes wherever they are")
        else:
            tip = self.tr("{0}. Choose another one where the text is not readable")
        self.setToolTip(tip.format(name))
        self._choices.choose(side.encoding if side.by_hand or side.kept else "")
