"""Figures and names in words: sizes, dates, percentages, encodings, paths.

Pure functions of their arguments, the translation and the default locale. File names may contain
characters that cannot be shown: all paths and messages pass through ``printable``.
"""

import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from PySide6.QtCore import QDateTime, QLocale

from simcore.files.containers import is_container
from simcore.files.names import composed
from simcore.grouping.versions import doubts
from simcore.model.config import ScanConfig
from simcore.model.formats import format_named
from simcore.model.reasons import QT_TRANSLATE_NOOP, Doubt, Reason, ReasonCode, WhyKept
from simcore.model.records import (
    ONLY_IN_WORDS,
    PARTS,
    DecodedText,
    Document,
    Kind,
    MeasuredBy,
    OnlyIn,
    tenths_of_percent,
)
from simcore.model.report import OTHERS, UNNAMED, Group, Member, ScanReport, not_read
from simcore.reports.words import CHECK_DATES, ENGLISH, ENGLISH_CHECK, CheckWords, ReportWords

from .i18n import PLACES, clauses, labelled, listed, sentences, translate

if typing.TYPE_CHECKING:
    from simcore.explanation import TextFigures
    from simcore.model.report import NotRead


_WRITINGS = {  # codec and usual names
    QT_TRANSLATE_NOOP("encodings", "Unicode"): (
        "utf-8 UTF-8, utf-16-le UTF-16 LE, utf-16-be UTF-16 BE, utf-32-le UTF-32 LE, "
        "utf-32-be UTF-32 BE, utf-7 UTF-7"
    ),
    QT_TRANSLATE_NOOP("encodings", "Simplified Chinese"): "gb18030 GB18030, hz HZ",
    QT_TRANSLATE_NOOP("encodings", "Traditional Chinese"): "big5hkscs Big5-HKSCS, big5 Big5",
    QT_TRANSLATE_NOOP("encodings", "Japanese"): (
        "shift_jis Shift JIS, cp932 Windows-31J, euc_jp EUC-JP, iso2022_jp ISO-2022-JP, "
        "shift_jis_2004 Shift JIS 2004, euc_jis_2004 EUC-JIS-2004, iso2022_jp_2 ISO-2022-JP-2, "
        "iso2022_jp_2004 ISO-2022-JP-2004, iso2022_jp_ext ISO-2022-JP-EXT"
    ),
    QT_TRANSLATE_NOOP(
        "encodings", "Korean"
    ): "euc_kr EUC-KR, cp949 Windows-949, johab Johab, iso2022_kr ISO-2022-KR",
    QT_TRANSLATE_NOOP("encodings", "Western European"): (
        "windows-1252 Windows-1252, iso-8859-1 ISO 8859-1, iso-8859-15 ISO 8859-15, "
        "cp850 DOS 850, cp858 DOS 858, cp437 DOS 437, mac-roman Mac Roman, hp-roman8 HP Roman-8"
    ),
    QT_TRANSLATE_NOOP("encodings", "Nordic, Celtic, Portuguese and others"): (
        "iso-8859-10 ISO 8859-10, cp865 DOS 865, cp861 DOS 861, mac-iceland Mac Iceland, "
        "iso-8859-14 ISO 8859-14, iso-8859-3 ISO 8859-3, cp860 DOS 860, cp863 DOS 863"
    ),
    QT_TRANSLATE_NOOP("encodings", "Central European"): (
        "windows-1250 Windows-1250, iso-8859-2 ISO 8859-2, iso-8859-16 ISO 8859-16, "
        "cp852 DOS 852, mac-latin2 Mac Latin-2"
    ),
    QT_TRANSLATE_NOOP(
        "encodings", "Baltic"
    ): "windows-1257 Windows-1257, iso-8859-13 ISO 8859-13, iso-8859-4 ISO 8859-4, cp775 DOS 775",
    QT_TRANSLATE_NOOP("encodings", "Cyrillic"): (
        "windows-1251 Windows-1251, koi8-r KOI8-R, koi8-u KOI8-U, cp866 DOS 866, "
        "mac-cyrillic Mac Cyrillic, iso-8859-5 ISO 8859-5, cp855 DOS 855, cp1125 DOS 1125, "
        "koi8-t KOI8-T, kz1048 KZ-1048, ptcp154 PT154"
    ),
    QT_TRANSLATE_NOOP("encodings", "Greek"): (
        "windows-1253 Windows-1253, iso-8859-7 ISO 8859-7, cp737 DOS 737, cp869 DOS 869, "
        "mac-greek Mac Greek"
    ),
    QT_TRANSLATE_NOOP(
        "encodings", "Turkish"
    ): "windows-1254 Windows-1254, iso-8859-9 ISO 8859-9, cp857 DOS 857, mac-turkish Mac Turkish",
    QT_TRANSLATE_NOOP(
        "encodings", "Hebrew"
    ): "windows-1255 Windows-1255, iso-8859-8 ISO 8859-8, cp862 DOS 862, cp856 DOS 856",
    QT_TRANSLATE_NOOP("encodings", "Arabic and Urdu"): (
        "windows-1256 Windows-1256, iso-8859-6 ISO 8859-6, cp720 DOS 720, cp864 DOS 864, "
        "cp1006 IBM 1006"
    ),
    QT_TRANSLATE_NOOP("encodings", "Thai"): "cp874 Windows-874, tis-620 TIS-620",
    QT_TRANSLATE_NOOP("encodings", "Vietnamese"): "windows-1258 Windows-1258",
    QT_TRANSLATE_NOOP("encodings", "Mainframe"): (
        "cp500 EBCDIC 500, cp1140 EBCDIC 1140, cp273 EBCDIC 273, cp424 EBCDIC 424, "
        "cp875 EBCDIC 875, cp1026 EBCDIC 1026"
    ),
}

_USUAL = {
    writing: dict(one.split(" ", 1) for one in names.split(", "))
    for writing, names in _WRITINGS.items()
}
ENCODINGS = tuple(name for names in _USUAL.values() for name in names)  # codec names


def encodings_by_writing() -> dict[str, dict[str, str]]:
    return {translate("encodings", writing): names for writing, names in _USUAL.items()}


def usual_name(name: str) -> str:
    """Return the usual name of an encoding; of an unknown one its name in capitals.

    >>> usual_name("utf-16-le"), usual_name("klingon"), usual_name("Klingon-2")
    ('UTF-16 LE', 'KLINGON', 'Klingon-2')
    """
    called = next((names[name] for names in _USUAL.values() if name in names), name)
    return called.upper() if called.islower() else called


def encoding_title(name: str) -> str:
    """Return writing system and usual name of an encoding; of an unknown one its name.

    >>> encoding_title("gb18030"), encoding_title("cp850"), encoding_title("klingon")
    ('Simplified Chinese (GB18030)', 'Western European (DOS 850)', 'klingon')
    """
    for writing, names in encodings_by_writing().items():
        if name in names:
            return translate("encodings", "{0} ({1})").format(writing, names[name])
    return name


_UNITS = ("kB", "MB", "GB", "TB", "PB", "EB")

# Lone surrogates stand for bytes of a name that are not UTF-8; a font cannot show them, and
# encoding them raises. Marks and overrides of direction can make a name read as another one, ends
# of lines and paragraphs break it; of other controls fonts show an empty box.
_UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_NEW_LINE = "\N{PILCROW SIGN}"

_LONGEST_ID = 2_000  # characters of an id that are shown
_LATEST_NS = 2**63 - 1  # 64 bits; later times are stored as this


def printable(text: str) -> str:
    r"""Return ``text`` on one line, with a visible sign for characters that cannot be shown.

    >>> printable("caf\udce9"), printable("two\nlines")
    ('caf\ufffd', 'two¶lines')
    """
    return _UNPRINTABLE.sub("\ufffd", text).replace("\n", _NEW_LINE)


def folded(text: str) -> str:
    return composed(text).casefold()


def in_own_words(reason: Reason | str) -> str:
    """Return a reason in the language of the window; a text is returned unchanged."""
    if isinstance(reason, str):
        return reason
    template = translate("engine", reason.code.template)
    values = (in_own_words(one) if isinstance(one, Reason) else one for one in reason.values)
    return template.format(*values)


def reason_text(reason: Reason | str | None) -> str:
    return "" if reason is None else printable(in_own_words(reason))


def carrying_text(reason: Reason | str | None) -> str:
    """Return how to carry along the text of a document on another machine."""
    if not isinstance(reason, Reason):
        return ""
    if reason.code is ReasonCode.NOT_CARRIED:
        return translate(
            "wording",
            "To have texts here, run “variorum cluster” with --carry-texts, and leave its texts "
            "with its results",
        )
    inner = (carrying_text(one) for one in reason.values if isinstance(one, Reason))
    return next(filter(None, inner), "")


def as_tooltip(text: str) -> str:
    """Return a text as a tooltip that shows it literally.

    Qt would take a file name that looks like HTML for HTML.

    >>> as_tooltip("<b>合同.txt"), as_tooltip("合同.txt")
    ('<qt>&lt;b&gt;合同.txt</qt>', '合同.txt')
    """
    if "<" not in text:
        return text
    from html import escape

    lines = escape(text, quote=False).replace("\n", "<br>")
    return f"<qt>{lines}</qt>"


def name_text(document: Document) -> str:
    """Return the name of a document for the screen, with that of its archive or mailbox first."""
    if document.elsewhere:
        return id_name(document.elsewhere)
    parts = document.path.parts
    if not document.inside:
        return printable(document.path.name)
    outer = max((at for at, one in enumerate(parts[:-1]) if is_container(one)), default=-1)
    inner = "/".join(parts[outer + 1 :])
    return printable(f"{parts[outer]} \u203a {inner}" if outer >= 0 else inner)


class _Called(typing.Protocol):
    @property
    def path(self) -> Path: ...

    @property
    def elsewhere(self) -> str: ...


def id_name(elsewhere: str) -> str:
    return printable(_cut(elsewhere.rpartition("/")[2] or elsewhere))


def id_text(elsewhere: str) -> str:
    return printable(_cut(elsewhere))


def name_and_place(path: Path, elsewhere: str) -> tuple[str, str]:
    if elsewhere:
        return id_name(elsewhere), id_text(elsewhere)
    return printable(path.name), path_text(path)


def place_text(document: _Called) -> str:
    if document.elsewhere:
        return id_text(document.elsewhere)
    return path_text(document.path)


def names_text(document: Document) -> str:
    """Return all known paths of a document, one a line, and whether there are others."""
    found = [place_text(document), *(path_text(one.path) for one in document.other_names)]
    if document.unseen_names:
        reason = Reason(ReasonCode.NAMES_STAY, (str(document.unseen_names),))
        found.append(reason_text(reason))
    return "\n".join(found)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_ID else f"{name[:_LONGEST_ID]}\u2026"


def path_text(path: Path) -> str:
    """Return a path for the screen; it may not lead back to the file, see ``printable``."""
    return printable(str(path))


def folder_names(folders: Sequence[Path]) -> str:
    return listed(PLACES.join(root_parts(one, folders)) for one in folders)


def root_parts(root: Path, roots: Sequence[Path]) -> tuple[str, ...]:
    """Return the shortest path end that distinguishes a scanned folder from the others.

    >>> root_parts(Path("/old/texts"), [Path("/old/texts"), Path("/new/texts")])
    ('old', 'texts')
    """
    others = [one.parts for one in roots if one != root]
    # of the folder that is the root of the disk there is no name but its path
    most = max(1, len(root.parts) - bool(root.anchor))
    for count in range(1, most + 1):
        own = root.parts[-count:]
        if all(one[-count:] != own for one in others):
            return tuple(map(printable, own))
    return (path_text(root),)  # another one ends with the whole of its path


def folder_text(path: Path, roots: Sequence[Path] = ()) -> str:
    """Return the path of a folder for the screen, the user's home shortened to ``~``.

    If everything shown is below one root, the path begins with that root's name.
    """
    if len(roots) == 1 and roots[0].name and path.is_relative_to(roots[0]):
        return path_text(path.relative_to(roots[0].parent))
    try:
        below = path.relative_to(Path.home())
    except (ValueError, RuntimeError):  # outside the home, or there is none
        return path_text(path)
    return path_text(Path("~") / below)


def count_text(count: int) -> str:
    return QLocale().toString(count)


def plural(count: int, one: str, many: str, *values: str) -> str:
    """Fill a pattern for one thing or one for many: ``{0}`` is the count, before other values."""
    return (one if count == 1 else many).format(count_text(count), *values)


def size_text(size: int) -> str:
    """Return a size in bytes, in powers of 1,000, with two digits or more.

    >>> size_text(41_300)
    '41 kB'
    """
    if size < 1000:
        return size_explained(size)
    value = size / 1000
    unit = 0
    while value >= 999.5 and unit < len(_UNITS) - 1:  # 999.5 would be rounded up to 1,000
        value /= 1000
        unit += 1
    digits = QLocale().toString(value, "f", 1 if value < 9.95 else 0)
    return translate("wording", "{number} {unit}").format(number=digits, unit=_UNITS[unit])


def size_explained(size: int) -> str:
    if size == 1:
        return translate("wording", "1 byte")
    return translate("wording", "{count} bytes").format(count=count_text(size))


def percent_text(fraction: float) -> str:
    """Return a fraction as a percentage, rounded down; from 99 % on with a decimal.

    So 100 % means all of it.

    >>> percent_text(0.9999)
    '99.9 %'
    """
    tenths = tenths_of_percent(fraction)
    number = (
        QLocale().toString(tenths / 10, "f", 1)
        if 990 <= tenths < 1_000
        else QLocale().toString(tenths // 10)
    )
    return translate("wording", "{number} %").format(number=number)


def percent_in_tenths(fraction: float) -> str:
    """Return a fraction as a percentage with a decimal, rounded down; above 0 never 0.

    >>> percent_in_tenths(0.3829), percent_in_tenths(0.0), percent_in_tenths(0.0009)
    ('38.2 %', '0.0 %', '< 0.1 %')
    """
    tenths = tenths_of_percent(fraction)
    least = not tenths and fraction > 0
    number = QLocale().toString(0.1 if least else tenths / 10, "f", 1)
    text = translate("wording", "{number} %").format(number=number)
    return f"< {text}" if least else text


def date_text(mtime_ns: int, *, long: bool = False) -> str:
    """Return a time in nanoseconds since 1970 as local date and time, with the whole year.

    ``long`` adds weekday, seconds and time zone.
    """
    if is_far_off(mtime_ns):
        return _far_off(mtime_ns)
    moment = QDateTime.fromMSecsSinceEpoch(mtime_ns // 1_000_000)
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # its own short form reads 14 03 2025
        return locale.toString(moment, "yyyy-MM-dd HH:mm:ss" if long else "yyyy-MM-dd HH:mm")
    pattern = locale.dateTimeFormat(
        QLocale.FormatType.LongFormat if long else QLocale.FormatType.ShortFormat
    )
    if "yyyy" not in pattern:
        pattern = pattern.replace("yy", "yyyy")
    return locale.toString(moment, pattern)


def is_far_off(mtime_ns: int) -> bool:
    return abs(mtime_ns) >= _LATEST_NS


def _far_off(mtime_ns: int) -> str:
    if mtime_ns > 0:
        return translate("wording", "after 2262")
    return translate("wording", "before 1677")


def moment_text(moment: str) -> str:
    """Return an ISO 8601 time as ``date_text`` does; a damaged one too."""
    try:
        seconds = round(datetime.fromisoformat(moment).timestamp())
    except (ValueError, OverflowError, OSError):
        return translate("wording", "unknown")
    return date_text(seconds * 1_000_000_000)


def day_text(mtime_ns: int) -> str:
    """Return the local day of a time in nanoseconds since 1970, short and with the whole year."""
    if is_far_off(mtime_ns):
        return _far_off(mtime_ns)
    day = QDateTime.fromMSecsSinceEpoch(mtime_ns // 1_000_000).date()
    locale = QLocale()
    in_digits = locale.language() in {QLocale.Language.C, QLocale.Language.Chinese}
    return locale.toString(day, "yyyy-MM-dd" if in_digits else "d MMM yyyy")


def folder_parts(path: Path, roots: Sequence[Path] = ()) -> tuple[str, ...]:
    """Return the names from a scanned folder down to a folder below it, for the screen.

    The scanned folder's ``root_parts`` come first if there are several, or if nothing is below it.
    Paths outside all of them begin at the user's home or the root.

    >>> folder_parts(Path("/srv/texts/old"), [Path("/srv/books")])
    ('/srv', 'texts', 'old')
    """
    for root in roots:
        if path.is_relative_to(root):
            below = path.relative_to(root).parts
            shown = tuple(map(printable, below))
            return shown if shown and len(roots) == 1 else root_parts(root, roots) + shown
    outside = Path(folder_text(path))
    parts = outside.parts
    if outside.anchor:  # "/" is no name: it belongs to the first one
        parts = ("".join(parts[:2]), *parts[2:])
    return tuple(map(printable, parts))


def parts_of(document: Document, roots: Sequence[Path]) -> tuple[str, ...]:
    """Return ``folder_parts`` of a document, as in its id if it is not on this machine."""
    parts = folder_parts(document.path.parent, roots)
    return tuple(map(part_elsewhere, parts)) if document.elsewhere else parts


def part_elsewhere(part: str) -> str:
    """Return a part of the path of a remote document as in its id.

    >>> part_elsewhere("%2E%2E"), part_elsewhere("s3:"), part_elsewhere("%")
    ('..', 's3:', '/')
    """
    return printable(_cut("/" if part == "%" else unquote(part)))


def below_text(path: Path, roots: Sequence[Path] = ()) -> str:
    return PLACES.join(folder_parts(path, roots))


def encoding_text(encoding: str, *, lossy: bool, guessed: bool = False) -> str:
    of = format_named(encoding)
    if of is not None:
        return translate("formats", of.title)
    name = printable(usual_name(encoding))
    if guessed and lossy:
        return translate("wording", "{encoding} (guessed, lossy)").format(encoding=name)
    if guessed:
        return translate("wording", "{encoding} (guessed)").format(encoding=name)
    return translate("wording", "{encoding} (lossy)").format(encoding=name) if lossy else name


def left_out_for_age(count: int, config: ScanConfig) -> str:
    if not count:
        return ""
    if config.folder_days or config.keep_days == 1:
        return plural(
            count,
            translate("age", "1 document came too long ago and was left out"),
            translate("age", "{0} documents came too long ago and were left out"),
        )
    return plural(
        count,
        translate("age", "1 document came before the last {1} days and was left out"),
        translate("age", "{0} documents came before the last {1} days and were left out"),
        count_text(config.keep_days),
    )


def _translated(words: CheckWords | ReportWords, context: str) -> dict[str, Any]:
    tag = QLocale().bcp47Name()
    texts = ((one.name, getattr(words, one.name)) for one in fields(words))
    found = {name: translate(context, text) for name, text in texts if isinstance(text, str)}
    # the C locale's tag is one that no browser knows
    return found | {"language": "en" if tag == "en-POSIX" else tag}


def check_words() -> CheckWords:
    return replace(
        CheckWords(**_translated(ENGLISH_CHECK, "check")),
        made=translate("report", ENGLISH.made),
        signs={sign: translate("check", words) for sign, words in ENGLISH_CHECK.signs.items()},
        count=count_text,
        percent=percent_in_tenths,
        time=date_text,
        path=path_text,
        reason=in_own_words,
    )


def kept_words(reason: WhyKept | Doubt) -> str:
    return translate("KeptReason", reason)


KEPT_SENTENCES: Mapping[WhyKept, Callable[[], str]] = {
    WhyKept.CHOSEN: lambda: translate(
        "KeptReason", "It is kept because you, or your rules, chose it."
    ),
    WhyKept.OWN_FILE: lambda: translate(
        "KeptReason",
        "It is kept because it is a file of its own; the others are inside archives or mailboxes.",
    ),
    WhyKept.UNDAMAGED: lambda: translate(
        "KeptReason", "It is kept because it was read in full and without damaged characters."
    ),
    WhyKept.WHOLE: lambda: translate(
        "KeptReason", "It is kept because it contains what is in the others, and more."
    ),
    WhyKept.VERSION: lambda: translate(
        "KeptReason", "It is kept because its name or folder tells of a higher version."
    ),
    WhyKept.STATED_DATE: lambda: translate(
        "KeptReason", "It is kept because its text states a later date."
    ),
    WhyKept.MODIFIED_LAST: lambda: translate(
        "KeptReason",
        "It is kept because it was modified last, and not when the others were copied or unpacked.",
    ),
    WhyKept.MOST_COPIES: lambda: translate(
        "KeptReason", "It is kept because more documents equal it than equal another one here."
    ),
    WhyKept.SIMILAR_TO_MOST: lambda: translate(
        "KeptReason", "It is kept because it is the most similar to the other documents here."
    ),
    WhyKept.LONGEST: lambda: translate("KeptReason", "It is kept because its text is the longest."),
    WhyKept.FORMAT: lambda: translate(
        "KeptReason", "It is kept because its format is the best to go on with."
    ),
    WhyKept.ENCODING: lambda: translate(
        "KeptReason", "It is kept because its encoding is the best to go on with."
    ),
    WhyKept.NO_COPY_NAME: lambda: translate(
        "KeptReason", "It is kept because neither its name nor its folder is that of a copy."
    ),
    WhyKept.OLDEST: lambda: translate(
        "KeptReason", "It is kept because it is the oldest; the others were written after it."
    ),
    WhyKept.SHORTEST_PATH: lambda: translate(
        "KeptReason", "It is kept because it lies in the fewest folders."
    ),
    WhyKept.FIRST_ON_DISK: lambda: translate(
        "KeptReason",
        "It is kept because its file has the lowest number on the disk, as files that came first "
        "mostly have.",
    ),
    WhyKept.SHORTEST_NAME: lambda: translate(
        "KeptReason", "It is kept because its name is the shortest."
    ),
    WhyKept.FIRST: lambda: translate(
        "KeptReason",
        "It is kept because its path comes first; nothing else speaks for one of them.",
    ),
}


def kept_sentence(report: ScanReport, group: Group) -> str:
    from simcore.grouping.queries import why_kept

    words = KEPT_SENTENCES[why_kept(report, group)]()
    if not doubts(report, group):
        return words
    doubt = translate(
        "KeptReason", "Names and dates disagree about the latest version: compare before removing."
    )
    return sentences([words, doubt])


def kept_reason(report: ScanReport, group: Group) -> str:
    from simcore.grouping.queries import why_kept

    words = kept_words(why_kept(report, group))
    if not doubts(report, group):
        return words
    # first, since a narrow list cuts the end
    return clauses([translate("KeptReason", CHECK_DATES), words])


def kind_explained(kind: Kind) -> str:
    words = {
        Kind.IDENTICAL: translate("wording", "Every byte is the same as in the kept document"),
        Kind.SAME_TEXT: translate(
            "wording",
            "A reader cannot tell the text from that of the kept document; the encoding, line "
            "breaks or the width of characters differ",
        ),
        Kind.SAME_WORDS: translate(
            "wording",
            "The words are the same as in the kept document; links, images, comments, form "
            "values, the format, or traditional and simplified Chinese differ",
        ),
        Kind.SIMILAR: translate(
            "wording", "Most of the text is the same as in the kept document, not all of it"
        ),
        Kind.EARLIER_VERSION: translate(
            "wording",
            "An earlier version: the kept document holds most of it and is the later one by "
            "the versions between them, its name or its date.\nOnly its own row marks it",
        ),
        Kind.LINKED: translate(
            "wording",
            "It is here through other documents of the group:\nit and the kept document are "
            "not known to be similar enough themselves.\nIt is marked by its own row alone",
        ),
        Kind.PART: translate(
            "wording", "Most of this text stands in the kept document, which has more"
        ),
        Kind.SAME_FORM: translate(
            "wording",
            "It and the kept document are on the same form: what they share stands in many "
            "documents, and what differs is their own.\nIt is marked by its own row alone",
        ),
        Kind.BOILERPLATE: translate(
            "wording",
            "What it shares with the kept document stands in many documents, such as a "
            "licence or a footer.\nIt is marked by its own row alone",
        ),
    }
    return words[kind]


def only_in_text(only_in: OnlyIn) -> str:
    return translate("wording", ONLY_IN_WORDS[only_in])


def only_in_explained(only_in: OnlyIn) -> str:
    return translate("wording", "The letters and digits are the same; {0}").format(
        only_in_text(only_in)
    )


def unlike_text(one: DecodedText, other: DecodedText) -> str:
    if one.marks != other.marks:
        return translate(
            "wording",
            "The characters are equal; superscripts, subscripts, struck-out text or the layout of "
            "code differ",
        )
    shown = [(read.beside, read.layout, read.markup) for read in (one, other)]
    if shown[0] != shown[1]:
        return translate(
            "wording",
            "The words are equal; links, images, comments, form values or the format differ",
        )
    if any(read.lossy or read.cut_short for read in (one, other)):
        return translate("wording", "The texts are equal as far as they could be read")
    return ""


def resemblance_text(resemblance: float | None) -> str:
    if resemblance is None:
        return translate("wording", "not compared")
    return percent_text(resemblance)


def counted_text(share: str, measure: MeasuredBy) -> str:
    """Return a share, and its measure if that is not runs of characters."""
    words = {
        MeasuredBy.SHINGLES: "{0}",
        MeasuredBy.WORDS: translate("wording", "{0} of the words"),
        MeasuredBy.ROWS: translate("wording", "{0} of the rows"),
        MeasuredBy.LETTERS: translate("wording", "{0} of the letters"),
        MeasuredBy.UNSTAMPED: translate("wording", "{0} without time stamps"),
    }
    return words[measure].format(share)


def similarity_explained(resemblance: float, measure: MeasuredBy) -> str:
    words = {
        MeasuredBy.SHINGLES: translate(
            "wording",
            "{percent} of the runs of 4 or 5 characters of both documents together are in both",
        ),
        MeasuredBy.WORDS: translate(
            "wording",
            "{percent} of the words of both documents together are in both, in the same "
            "order.\nTexts this short are compared by words",
        ),
        MeasuredBy.ROWS: translate(
            "wording",
            "{percent} of the rows of both documents together are in both.\n"
            "Tables whose rows stand in another order are compared by rows",
        ),
        MeasuredBy.LETTERS: translate(
            "wording",
            "{percent} of the letters of both documents together are in both, in the same "
            "order.\nTexts with single letters changed all over are compared by letters",
        ),
        MeasuredBy.UNSTAMPED: translate(
            "wording",
            "{percent} of the runs of 4 or 5 characters of both documents together are in "
            "both, without their time stamps, which are written otherwise",
        ),
    }
    return words[measure].format(percent=percent_text(resemblance))


def distance_text(distance: int, *, short: bool) -> str:
    if short:
        return translate("wording", "too short: {bits}").format(bits=count_text(distance))
    return count_text(distance)


def distance_explained(distance: int) -> str:
    if distance == 1:
        return translate("wording", "1 bit of the fingerprints differs")
    return translate("wording", "{bits} bits of the fingerprints differ").format(bits=distance)


def figures_text(figures: "TextFigures | Reason") -> str:
    if isinstance(figures, Reason):
        return translate("wording", "Read this way they cannot be compared: {0}").format(
            reason_text(figures)
        )
    distance = (
        translate("wording", "none")
        if figures.distance is None
        else distance_text(figures.distance, short=figures.short)
    )
    return translate(
        "wording",
        "Read this way: similarity {percent}, distance {distance}. The encoding is for this view "
        "only, unless “Always read these bytes this way” is chosen in its menu",
    ).format(percent=percent_text(figures.resemblance), distance=distance)


_SECOND = 1_000_000_000
_MINUTE, _HOUR, _DAY = 60 * _SECOND, 3_600 * _SECOND, 86_400 * _SECOND


def sort_explained(member: Member) -> str:
    if member.numbers_only:
        return translate(
            "wording",
            "Nothing but numbers, dates or names differs from the kept document, as in two "
            "invoices: probably another document, not a copy",
        )
    if member.only_in is not None:
        return only_in_explained(member.only_in)
    return kind_explained(member.kind)


def share_text(member: Member) -> str:
    """Return the shared percentage; of a part, how much of it the kept document holds."""
    if member.resemblance is None or member.containment is None:
        return resemblance_text(None)
    if member.kind in PARTS:
        return percent_text(member.containment)
    return resemblance_text(member.resemblance)


def share_explained(member: Member) -> str:
    if member.resemblance is None or member.containment is None:
        return translate(
            "wording",
            "This document was not compared with the kept one itself; the next scan compares them",
        )
    if member.kind in PARTS:
        return translate(
            "wording",
            "{percent} of the runs of 4 or 5 characters of this document are in the kept one; of "
            "those of both together {other} are in both",
        ).format(
            percent=percent_text(member.containment),
            other=percent_text(member.resemblance),
        )
    return similarity_explained(member.resemblance, member.measure)


def short_explained(least: int, *, kept: bool) -> str:
    """Return sentences on a distance that was not used, for fewer than ``least`` features."""
    words = (
        translate("wording", "The kept document has fewer than {least} features")
        if kept
        else translate("wording", "This document has fewer than {least} features")
    ).format(least=least)
    return translate(
        "wording",
        "{words}, such as different words:\ntoo few for a fingerprint to mean much. "
        "The distance was not used:\ntexts this short are found by their passages and judged by "
        "their exact similarity.",
    ).format(words=words)


def why_text(member: Member) -> str:
    match member.kind:
        case Kind.IDENTICAL:
            return translate("MemberWords", "same bytes as the kept document")
        case Kind.SAME_TEXT:
            return translate("MemberWords", "same text as the kept document, other bytes")
        case Kind.SAME_WORDS:
            return translate("MemberWords", "same words as the kept document, not all the rest")
        case Kind.EARLIER_VERSION:
            return translate(
                "MemberWords", "earlier version: {share} of it is in the kept document"
            ).format(share=share_text(member))
        case Kind.LINKED:
            return translate("MemberWords", "linked through others of the group")
        case Kind.PART:
            return translate("MemberWords", "{share} of it is in the kept document").format(
                share=share_text(member)
            )
        case Kind.SAME_FORM | Kind.BOILERPLATE:
            return translate(
                "MemberWords", "what it shares stands in many documents; {share} is its own text"
            ).format(share=percent_text(member.own or 0))
    return _figures_text(member)


def _figures_text(member: Member) -> str:
    words = translate("MemberWords", "similarity {share}, distance {distance} bits")
    if member.distance == 1:
        words = translate("MemberWords", "similarity {share}, distance 1 bit")
    if member.short:
        words = translate(
            "MemberWords", "similarity {share}; too short for the distance ({distance})"
        )
    share = share_text(member)
    share = counted_text(share, member.measure)
    words = words.format(share=share, distance=count_text(member.distance))
    if member.numbers_only:
        words = translate("MemberWords", "{words}; only numbers, dates or names differ").format(
            words=words
        )
    if member.only_in is not None:
        words = translate("MemberWords", "{words}; {what}").format(
            words=words, what=only_in_text(member.only_in)
        )
    return words


def copy_text(member: Member, original: str) -> str:
    if member.kind is Kind.IDENTICAL:
        return translate("MemberWords", "same bytes as {name}").format(name=original)
    return translate("MemberWords", "same text as {name}, other bytes").format(name=original)


def copy_explained(member: Member, original: str) -> str:
    return translate(
        "MemberWords",
        "{copy}. That document is not a copy of the kept one: it stays when true copies go",
    ).format(copy=copy_text(member, original))


def size_delta(size: int) -> str:
    return _signed(size, size_text(abs(size)))


def count_delta(count: int) -> str:
    return _signed(count, count_text(abs(count)))


def time_delta(nanoseconds: int) -> str:
    """Return a signed time difference, in the largest unit that fits twice.

    >>> time_delta(3 * 86_400 * 10**9)
    '+3 days'
    """
    span = abs(nanoseconds)
    if span < _SECOND:
        return _signed(0, translate("MemberWords", "same time"))
    if span < 2 * _MINUTE:
        pattern, unit = translate("MemberWords", "{number} s"), _SECOND
    elif span < 2 * _HOUR:
        pattern, unit = translate("MemberWords", "{number} min"), _MINUTE
    elif span < 2 * _DAY:
        pattern, unit = translate("MemberWords", "{number} h"), _HOUR
    else:
        pattern, unit = translate("MemberWords", "{number} days"), _DAY
    return _signed(nanoseconds, pattern.format(number=QLocale().toString(span // unit)))


def _signed(value: int, words: str) -> str:
    if not value:
        return words
    return ("+" if value > 0 else "\N{MINUS SIGN}") + words


_ON_A_LINE = 6


def not_read_text(report: ScanReport, most: int = _ON_A_LINE) -> str:
    """Return what was skipped, with at most ``most`` kinds by name; empty if nothing."""
    found = not_read(report.left_out, report.problems)
    if not found:
        return ""
    return labelled(translate("not-read", "not read"), _kinds(found, most))


def all_not_read(report: ScanReport) -> str:
    return "\n".join(map(_kind, not_read(report.left_out, report.problems)))


def disks_away(report: ScanReport) -> list[tuple[Path, int]]:
    return [
        (one.path, count)
        for one in report.problems
        if one.reason.code is ReasonCode.DISK_AWAY
        for count in one.reason.values
        if isinstance(count, int)
    ]


def _kinds(found: Sequence["NotRead"], most: int) -> str:
    # one that is left over is named itself: that takes no more room
    shown = found if len(found) <= most + 1 else found[:most]
    words = [_kind(one) for one in shown]
    if len(shown) < len(found):
        others = translate("not-read", "{0} other kinds").format(
            count_text(len(found) - len(shown))
        )
        words.append(others)
    return listed(words)


def _kind(one: "NotRead") -> str:
    count = count_text(one.count)
    match one.kind:
        case kind if kind == UNNAMED:
            words = translate("not-read", "{0} without a suffix").format(count)
        case kind if kind == OTHERS:
            words = plural(
                one.count, translate("not-read", "1 other"), translate("not-read", "{0} others")
            )
        case kind:
            words = translate("not-read", "{0} {1}", "how many files, their suffix").format(
                count, printable(kind)
            )
    if one.brief is None:
        return words
    reason = translate("not-read", one.brief)
    return translate("not-read", "{0} ({1})", "files, why they were not read").format(words, reason)


def report_words(kinds: Mapping[Kind, str]) -> ReportWords:
    return replace(
        ReportWords(**_translated(ENGLISH, "report")),
        only_in={one: only_in_text(one) for one in OnlyIn},
        why_kept={reason: kept_words(reason) for reason in WhyKept},
        check_dates=translate("KeptReason", CHECK_DATES),
        doubts={doubt: kept_words(doubt) for doubt in Doubt},
        numbers=translate("kinds", "Numbers only"),
        counted={one: counted_text("{0}", one) for one in list(MeasuredBy)[1:]},
        line=translate("PartWords", "Line {0} of {2}"),
        lines=translate("PartWords", "Lines {0} to {1} of {2}"),
        below=translate("PartWords", "{0}: {1}", "a place, and the heading there"),
        sections=kinds,
        kinds=kinds,
        count=count_text,
        size=size_text,
        time=date_text,
        percent=percent_text,
        reason=in_own_words,
    )
