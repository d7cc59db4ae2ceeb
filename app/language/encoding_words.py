"""Encodings as people look for them: the writing they are for, then their usual name."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate  # the name lupdate looks for

_WRITINGS: tuple[tuple[Callable[[], str], dict[str, str]], ...] = (
    (
        lambda: translate("encodings", "Unicode"),
        {
            "utf-8": "UTF-8",
            "utf-16-le": "UTF-16 LE",
            "utf-16-be": "UTF-16 BE",
            "utf-32-le": "UTF-32 LE",
            "utf-32-be": "UTF-32 BE",
            "utf-7": "UTF-7",
        },
    ),
    (
        lambda: translate("encodings", "Simplified Chinese"),
        {"gb18030": "GB18030", "hz": "HZ"},
    ),
    (
        lambda: translate("encodings", "Traditional Chinese"),
        {"big5hkscs": "Big5-HKSCS", "big5": "Big5"},
    ),
    (
        lambda: translate("encodings", "Japanese"),
        {
            "shift_jis": "Shift JIS",
            "cp932": "Windows-31J",
            "euc_jp": "EUC-JP",
            "iso2022_jp": "ISO-2022-JP",
            "shift_jis_2004": "Shift JIS 2004",
            "euc_jis_2004": "EUC-JIS-2004",
            "iso2022_jp_2": "ISO-2022-JP-2",
            "iso2022_jp_2004": "ISO-2022-JP-2004",
            "iso2022_jp_ext": "ISO-2022-JP-EXT",
        },
    ),
    (
        lambda: translate("encodings", "Korean"),
        {
            "euc_kr": "EUC-KR",
            "cp949": "Windows-949",
            "johab": "Johab",
            "iso2022_kr": "ISO-2022-KR",
        },
    ),
    (
        lambda: translate("encodings", "Western European"),
        {
            "windows-1252": "Windows-1252",
            "iso-8859-1": "ISO 8859-1",
            "iso-8859-15": "ISO 8859-15",
            "cp850": "DOS 850",
            "cp858": "DOS 858",
            "cp437": "DOS 437",
            "mac-roman": "Mac Roman",
            "hp-roman8": "HP Roman-8",
        },
    ),
    (
        lambda: translate("encodings", "Nordic, Celtic, Portuguese and others"),
        {
            "iso-8859-10": "ISO 8859-10",
            "cp865": "DOS 865",
            "cp861": "DOS 861",
            "mac-iceland": "Mac Iceland",
            "iso-8859-14": "ISO 8859-14",
            "iso-8859-3": "ISO 8859-3",
            "cp860": "DOS 860",
            "cp863": "DOS 863",
        },
    ),
    (
        lambda: translate("encodings", "Central European"),
        {
            "windows-1250": "Windows-1250",
            "iso-8859-2": "ISO 8859-2",
            "iso-8859-16": "ISO 8859-16",
            "cp852": "DOS 852",
            "mac-latin2": "Mac Latin-2",
        },
    ),
    (
        lambda: translate("encodings", "Baltic"),
        {
            "windows-1257": "Windows-1257",
            "iso-8859-13": "ISO 8859-13",
            "iso-8859-4": "ISO 8859-4",
            "cp775": "DOS 775",
        },
    ),
    (
        lambda: translate("encodings", "Cyrillic"),
        {
            "windows-1251": "Windows-1251",
            "koi8-r": "KOI8-R",
            "koi8-u": "KOI8-U",
            "cp866": "DOS 866",
            "mac-cyrillic": "Mac Cyrillic",
            "iso-8859-5": "ISO 8859-5",
            "cp855": "DOS 855",
            "cp1125": "DOS 1125",
            "koi8-t": "KOI8-T",
            "kz1048": "KZ-1048",
            "ptcp154": "PT154",
        },
    ),
    (
        lambda: translate("encodings", "Greek"),
        {
            "windows-1253": "Windows-1253",
            "iso-8859-7": "ISO 8859-7",
            "cp737": "DOS 737",
            "cp869": "DOS 869",
            "mac-greek": "Mac Greek",
        },
    ),
    (
        lambda: translate("encodings", "Turkish"),
        {
            "windows-1254": "Windows-1254",
            "iso-8859-9": "ISO 8859-9",
            "cp857": "DOS 857",
            "mac-turkish": "Mac Turkish",
        },
    ),
    (
        lambda: translate("encodings", "Hebrew"),
        {
            "windows-1255": "Windows-1255",
            "iso-8859-8": "ISO 8859-8",
            "cp862": "DOS 862",
            "cp856": "DOS 856",
        },
    ),
    (
        lambda: translate("encodings", "Arabic and Urdu"),
        {
            "windows-1256": "Windows-1256",
            "iso-8859-6": "ISO 8859-6",
            "cp720": "DOS 720",
            "cp864": "DOS 864",
            "cp1006": "IBM 1006",
        },
    ),
    (
        lambda: translate("encodings", "Thai"),
        {"cp874": "Windows-874", "tis-620": "TIS-620"},
    ),
    (
        lambda: translate("encodings", "Vietnamese"),
        {"windows-1258": "Windows-1258"},
    ),
    (
        lambda: translate("encodings", "Mainframe"),
        {
            "cp500": "EBCDIC 500",
            "cp1140": "EBCDIC 1140",
            "cp273": "EBCDIC 273",
            "cp424": "EBCDIC 424",
            "cp875": "EBCDIC 875",
            "cp1026": "EBCDIC 1026",
        },
    ),
)

ENCODINGS = tuple(name for _, names in _WRITINGS for name in names)
"""Names that Python decodes by: all that a scan may recognise."""


def encodings_by_writing() -> dict[str, dict[str, str]]:
    """Return what the encodings are called, by their names, under the writings they are for."""
    return {writing(): dict(names) for writing, names in _WRITINGS}


def usual_name(name: str) -> str:
    """Return what an encoding is called; of one that is not known, its name in capitals.

    >>> usual_name("utf-16-le"), usual_name("klingon"), usual_name("Klingon-2")
    ('UTF-16 LE', 'KLINGON', 'Klingon-2')
    """
    called = next((names[name] for _, names in _WRITINGS if name in names), name)
    return called.upper() if called.islower() else called


def encoding_title(name: str) -> str:
    """Return the writing and the usual name of an encoding; of one that is not known, its name.

    >>> encoding_title("gb18030"), encoding_title("cp850"), encoding_title("klingon")
    ('Simplified Chinese (GB18030)', 'Western European (DOS 850)', 'klingon')
    """
    for writing, names in _WRITINGS:
        if name in names:
            return translate("encodings", "{0} ({1})").format(writing(), names[name])
    return name
