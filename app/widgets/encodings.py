"""The encodings to choose from for a document that was decoded wrongly."""

from PySide6.QtWidgets import QWidget

from app.language.wording import encoding_text
from app.widgets.choice_menu import ChoiceMenu

_FIRST = "utf-8 utf-16-le utf-16-be gb18030 big5hkscs big5 windows-1252".split()
_JAPANESE = (
    "shift_jis cp932 euc_jp iso2022_jp shift_jis_2004 euc_jis_2004 iso2022_jp_2 iso2022_jp_2004"
    " iso2022_jp_ext"
).split()
_KOREAN = "euc_kr cp949 johab iso2022_kr".split()
_WESTERN = (
    "iso-8859-1 iso-8859-15 cp850 cp858 cp437 mac-roman iso-8859-3 iso-8859-14 cp860 cp861 cp863"
    " cp865 mac-iceland hp-roman8"
).split()
_CENTRAL = (
    "windows-1250 iso-8859-2 cp852 mac-latin2 iso-8859-16 windows-1257 iso-8859-13 iso-8859-4"
    " iso-8859-10 cp775"
).split()
_CYRILLIC = (
    "windows-1251 koi8-r koi8-u cp866 mac-cyrillic iso-8859-5 cp855 cp1125 koi8-t kz1048 ptcp154"
).split()
_GREEK_TURKISH = (
    "windows-1253 iso-8859-7 cp737 cp869 mac-greek windows-1254 iso-8859-9 cp857 mac-turkish"
).split()
_HEBREW_ARABIC = (
    "windows-1255 iso-8859-8 cp862 cp856 windows-1256 iso-8859-6 cp720 cp864 cp1006"
).split()
_THAI_VIETNAMESE = "cp874 tis-620 windows-1258".split()
_OTHERS = "hz utf-7 utf-32-le utf-32-be cp500 cp1140 cp273 cp424 cp875 cp1026".split()

ENCODINGS = (
    *_FIRST,
    *_JAPANESE,
    *_KOREAN,
    *_WESTERN,
    *_CENTRAL,
    *_CYRILLIC,
    *_GREEK_TURKISH,
    *_HEBREW_ARABIC,
    *_THAI_VIETNAMESE,
    *_OTHERS,
)
"""Names that Python decodes by: all that a scan may recognise."""


class EncodingMenu(ChoiceMenu):
    """Offers encodings, the likeliest first and the others by the languages that they are for.

    ``chosen`` carries the name of one, or nothing: as is recognised.
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        names = ((name, encoding_text(name, lossy=False)) for name in ENCODINGS)
        super().__init__(title, [("", self.tr("Recognise by itself")), *names], parent)
        self.insertSeparator(self.action_of(ENCODINGS[0]))
        self.addSeparator()
        for language, some in (
            (self.tr("Japanese"), _JAPANESE),
            (self.tr("Korean"), _KOREAN),
            (self.tr("Western European"), _WESTERN),
            (self.tr("Central European and Baltic"), _CENTRAL),
            (self.tr("Cyrillic"), _CYRILLIC),
            (self.tr("Greek and Turkish"), _GREEK_TURKISH),
            (self.tr("Hebrew and Arabic"), _HEBREW_ARABIC),
            (self.tr("Thai and Vietnamese"), _THAI_VIETNAMESE),
            (self.tr("Others"), _OTHERS),
        ):
            below = self.addMenu(language)
            for action in map(self.action_of, some):
                self.removeAction(action)
                below.addAction(action)
