"""The encodings to choose from for a document that was decoded wrongly."""

from PySide6.QtWidgets import QWidget

from app.language.encoding_words import ENCODINGS, encoding_title, encodings_by_writing
from app.widgets.choice_menu import ChoiceMenu

_LIKELY = "utf-8", "gb18030", "big5hkscs", "windows-1252"


class EncodingMenu(ChoiceMenu):
    """Offers encodings: the likeliest first, then each below the writing that it is for.

    ``chosen`` carries the name of one, or nothing: as is recognised.
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        names = ((name, encoding_title(name)) for name in ENCODINGS)
        super().__init__(title, [("", self.tr("Recognise automatically")), *names], parent)
        for name in ENCODINGS:
            self.removeAction(self.action_of(name))
        self.addSeparator()
        self.addActions([self.action_of(name) for name in _LIKELY])
        self.addSeparator()
        for writing, some in encodings_by_writing().items():
            below = self.addMenu(writing)
            below.addActions([self.action_of(name) for name in some])
