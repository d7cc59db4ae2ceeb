"""The encodings to choose from for a document that was decoded wrongly."""

from PySide6.QtWidgets import QWidget

from app.language.wording import encoding_text
from app.widgets.choice_menu import ChoiceMenu

ENCODINGS = (
    "utf-8",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5hkscs",
    "big5",
    "hz",
    "shift_jis",
    "cp932",
    "euc_jp",
    "iso2022_jp",
    "euc_kr",
    "cp949",
    "johab",
    "iso2022_kr",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "koi8-r",
    "koi8-u",
    "cp866",
    "mac-cyrillic",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-5",
    "iso-8859-15",
    "cp437",
    "cp850",
    "cp852",
    "mac-roman",
    "windows-1253",
    "iso-8859-7",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "cp874",
    "tis-620",
    "cp500",
    "utf-32-le",
    "utf-32-be",
)
"""Names that Python decodes by, the likeliest first."""


class EncodingMenu(ChoiceMenu):
    """Offers encodings; ``chosen`` carries the name of one, or nothing: as is recognised."""

    def __init__(self, title: str, parent: QWidget) -> None:
        names = ((name, encoding_text(name, lossy=False)) for name in ENCODINGS)
        super().__init__(title, [("", self.tr("Recognise by itself")), *names], parent)
        self.insertSeparator(self.action_of(ENCODINGS[0]))
