"""Figures and names in words: sizes, dates, percentages, encodings, paths.

Pure functions of their arguments, the translation and the default locale; no widgets. File
names may have characters that cannot be shown: all paths and messages go through :func:`printable`
from the file system to the screen.
"""

import re
import typing
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

import simcore
from simcore import Reason, composed, format_named, tenths_of_percent

from .encoding_words import usual_name
from .punctuation import PLACES, listed

if typing.TYPE_CHECKING:  # as a window opens, there is none
    from simcore import Document

translate = QCoreApplication.translate  # the name lupdate looks for

_UNITS = ("kB", "MB", "GB", "TB", "PB", "EB")

# Lone surrogates stand for bytes of a name that are not UTF-8; a font cannot show them, and
# encoding them raises. Marks and overrides of direction can make a name read as another one, ends
# of lines and paragraphs break it; of other controls fonts show an empty box.
_UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_NEW_LINE = "\N{PILCROW SIGN}"

_LONGEST_ID = 2_000
"""The characters of an id that are shown."""

_LATEST_NS = 2**63 - 1
"""The last time that 64 bits hold; times beyond are kept as it, or as the first one."""


def printable(text: str) -> str:
    r"""Return ``text`` on one line, with a visible sign for characters that cannot be shown.

    >>> printable("caf\udce9"), printable("two\nlines")
    ('caf\ufffd', 'two¶lines')
    """
    return _UNPRINTABLE.sub("\ufffd", text).replace("\n", _NEW_LINE)


def folded(text: str) -> str:
    """Return a text as it is searched and sorted: capitals and Unicode forms do not count.

    >>> folded("CAFE\u0301") == folded("Caf\u00e9")
    True
    """
    return composed(text).casefold()


def in_own_words(reason: Reason | str) -> str:
    """Return a reason in the language of the window; a text is in that language already.

    >>> from simcore import ReasonCode
    >>> in_own_words(Reason(ReasonCode.IT, (Reason(ReasonCode.TOO_LONG, ("5",)),)))
    'it took longer than 5 s; left out'
    """
    if isinstance(reason, str):
        return reason
    template = QCoreApplication.translate("engine", reason.code.template)
    values = (in_own_words(one) if isinstance(one, Reason) else one for one in reason.values)
    return template.format(*values)


def reason_text(reason: Reason | str | None) -> str:
    """Return a reason for the screen, in the language of the window; none is an empty text."""
    return "" if reason is None else printable(in_own_words(reason))


def carrying_text(reason: Reason | str | None) -> str:
    """Return what brings the text of a document that is not on this machine.

    Empty where the reason is another than that it was not carried along.
    """
    if not isinstance(reason, Reason):
        return ""
    if reason.code is simcore.ReasonCode.NOT_CARRIED:
        return translate(
            "wording",
            "To have texts here, run “variorum cluster” with --carry-texts, and leave its texts "
            "with its results",
        )
    inner = (carrying_text(one) for one in reason.values if isinstance(one, Reason))
    return next(filter(None, inner), "")


def as_tooltip(text: str) -> str:
    """Return a text as a tooltip that shows it as it is.

    Qt takes what looks like HTML for HTML, and a file may have any name.

    >>> as_tooltip("<b>合同.txt"), as_tooltip("合同.txt")
    ('<qt>&lt;b&gt;合同.txt</qt>', '合同.txt')
    """
    if "<" not in text:
        return text
    from html import escape  # noqa: PLC0415 - a start has none, and it takes a millisecond

    lines = escape(text, quote=False).replace("\n", "<br>")
    return f"<qt>{lines}</qt>"


def name_text(document: "Document") -> str:
    """Return the name of a document for the screen; inside an archive, that of the archive first.

    A mailbox is shown likewise.
    """
    if document.elsewhere:
        return id_name(document.elsewhere)
    parts = document.path.parts
    if not document.inside:
        return printable(document.path.name)
    outer = max((at for at, one in enumerate(parts[:-1]) if simcore.is_container(one)), default=-1)
    inner = "/".join(parts[outer + 1 :])
    return printable(f"{parts[outer]} \u203a {inner}" if outer >= 0 else inner)


class _Called(typing.Protocol):
    @property
    def path(self) -> Path: ...

    @property
    def elsewhere(self) -> str: ...


def id_name(elsewhere: str) -> str:
    """Return the last part of what a document is called elsewhere, for the screen."""
    return printable(_cut(elsewhere.rpartition("/")[2] or elsewhere))


def id_text(elsewhere: str) -> str:
    """Return what a document is called elsewhere, for the screen."""
    return printable(_cut(elsewhere))


def name_and_place(path: Path, elsewhere: str) -> tuple[str, str]:
    """Return the name and the path of a file for the screen, or those of an id elsewhere."""
    if elsewhere:
        return id_name(elsewhere), id_text(elsewhere)
    return printable(path.name), path_text(path)


def place_text(document: _Called) -> str:
    """Return the path of a document for the screen, or its id if it is not on this machine."""
    if document.elsewhere:
        return id_text(document.elsewhere)
    return path_text(document.path)


def names_text(document: "simcore.Document") -> str:
    """Return all known paths of a document, one a line, and whether there are others."""
    found = [place_text(document), *(path_text(one.path) for one in document.other_names)]
    if document.unseen_names:
        reason = Reason(simcore.ReasonCode.NAMES_STAY, (str(document.unseen_names),))
        found.append(reason_text(reason))
    return "\n".join(found)


def _cut(name: str) -> str:
    """Return an id that may have any length as far as a screen has room for it."""
    return name if len(name) <= _LONGEST_ID else f"{name[:_LONGEST_ID]}\u2026"


def path_text(path: Path) -> str:
    """Return a path for the screen; it may not lead back to the file, see :func:`printable`."""
    return printable(str(path))


def folder_names(folders: Sequence[Path]) -> str:
    """Return the names of folders that are scanned together; a root has its path.

    >>> folder_names([Path("/home/ada/letters"), Path("/")])
    'letters, /'
    """
    return listed(PLACES.join(root_parts(one, folders)) for one in folders)


def root_parts(root: Path, roots: Sequence[Path]) -> tuple[str, ...]:
    """Return the names, for the screen, that tell one scanned folder from the others.

    That is its own, and before it those of as many folders above as it takes.

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

    Where all that is shown is below one root, the path begins with that root's own name.
    """
    if len(roots) == 1 and roots[0].name and path.is_relative_to(roots[0]):
        return path_text(path.relative_to(roots[0].parent))
    try:
        below = path.relative_to(Path.home())
    except (ValueError, RuntimeError):  # outside the home, or there is none
        return path_text(path)
    return path_text(Path("~") / below)


def count_text(count: int) -> str:
    """Return a whole number as the locale groups its digits."""
    return QLocale().toString(count)


def size_text(size: int) -> str:
    """Return ``size`` bytes in words, in powers of 1,000, with two digits or more.

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
    """Return the exact number of bytes."""
    if size == 1:
        return translate("wording", "1 byte")
    return translate("wording", "{count} bytes").format(count=count_text(size))


def percent_text(fraction: float) -> str:
    """Return a fraction as a percentage, cut and never rounded up.

    100 % means all of it, to the last passage; from 99 % on there is a decimal.

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
    """Return a fraction as a percentage with a decimal, cut; what is there is never nothing.

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

    A ``long`` one has the weekday, seconds and time zone.
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
    """Return whether a time is one that 64 bits do not hold, of which only the nearest is kept."""
    return abs(mtime_ns) >= _LATEST_NS


def _far_off(mtime_ns: int) -> str:
    """Return what is known of a time that ``is_far_off``."""
    if mtime_ns > 0:
        return translate("wording", "after 2262")
    return translate("wording", "before 1677")


def moment_text(moment: str) -> str:
    """Return a time that is written as in ISO 8601 as ``date_text`` does; a damaged one too."""
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

    The scanned folder's ``root_parts`` come first where several were scanned, or where there is
    nothing below it. A folder outside all of them is told from the user's home, or from the root.

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


def parts_elsewhere(document: "Document", parts: Sequence[str]) -> tuple[str, ...]:
    """Return ``folder_parts`` of a document as its id has them, if it is not on this machine."""
    return tuple(map(part_elsewhere, parts)) if document.elsewhere else tuple(parts)


def part_elsewhere(part: str) -> str:
    """Return a part of the path of a document that is not on this machine as its id has it.

    >>> part_elsewhere("%2E%2E"), part_elsewhere("s3:"), part_elsewhere("%")
    ('..', 's3:', '/')
    """
    return printable(_cut("/" if part == "%" else unquote(part)))


def below_text(path: Path, roots: Sequence[Path] = ()) -> str:
    """Return the names of ``folder_parts`` in one line.

    >>> below_text(Path("/srv/texts/old"), [Path("/srv/texts")])
    'old'
    """
    return PLACES.join(folder_parts(path, roots))


def encoding_text(encoding: str, *, lossy: bool, guessed: bool = False) -> str:
    """Return the name of an encoding, with a hint if it was guessed or characters were lost.

    A format without an encoding has its own name.
    """
    of = format_named(encoding)
    if of is not None:
        return translate("formats", of.title)
    name = printable(usual_name(encoding))
    if guessed and lossy:
        return translate("wording", "{encoding} (guessed, lossy)").format(encoding=name)
    if guessed:
        return translate("wording", "{encoding} (guessed)").format(encoding=name)
    return translate("wording", "{encoding} (lossy)").format(encoding=name) if lossy else name
