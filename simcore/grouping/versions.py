"""Versions by names and folders: ``v2``, ``1.10``, ``rev B``, ``draft``, ``第二稿``, dates.

Two paths are versions of one document if their frames, the paths without versions, are equal. A
number alone (``report-1.9``) has a place in the frame; a number with a word (``v2``) or a stage
(``final``) may be missing in another version. Serial numbers (``Invoice 1024``) belong to the
frame. The other names of a group decide what a name leaves open.
"""

import functools
import os
import re
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from simcore.files.names import composed
from simcore.grouping.stage_words import (
    APPROVED,
    DOUBTFUL,
    DRAFT,
    FINAL,
    INDEED,
    LAST_WORDS,
    NOT_YET,
    PROOF,
    REALLY,
    REALLY_WORDS,
    REVIEW,
    REVISED,
    SPACED,
    UNSPACED,
    any_of,
    stage_of,
)
from simcore.model.reasons import Doubt
from simcore.model.records import DocumentId, TextId
from simcore.model.report import Group, ScanReport, is_kept
from simcore.text.stated_dates import in_han

# of scripts with spaces; then of those without, where a word may follow a name at once
_SPACED = r"cop(?:y|ies|ie|ia)|kopi[ea]?|kopio|c\u00f3pia|\u043a\u043e\u043f\u0438[\u044f\u0438]"
_UNSPACED = "副本|复件|復件|複本|複製|复制|拷贝|拷貝|コピー|複写|복사본|사본"
_CONFLICT = (
    r"conflict\w*|konflikt\w*|conflit\w*|\u043a\u043e\u043d\u0444\u043b\u0438\u043a\u0442\w*"
    "|冲突|衝突|競合|충돌"
)
_BACKUP_WORDS = (
    r"old|bak|backup|orig|previous|prev|alt|sicherung|ancien(?:ne)?|sauvegarde|viej[oa]|antigu[oa]"
    r"|\u0441\u0442\u0430\u0440\w{2}|旧|舊|旧版|舊版|备份|備份"
    "|バックアップ|백업|구버전"
)
_COUNT = r"(?:[\s_-]*\(?\d{1,3}\)?)?"
_GAP = r"[\s._\u2013\u2014-]+"
_ENDINGS = re.compile(
    rf"(?:\s*\([^()]*(?:{_SPACED}|{_UNSPACED}|{_CONFLICT})[^()]*\)"  # (another copy), (... 冲突...)
    r"|\s*\(\d{1,3}\)"  # of browsers
    rf"|{_GAP}(?:{_SPACED}){_COUNT}"
    rf"|(?:{_GAP})?[の的]?(?:{_UNSPACED}){_COUNT}"
    r"|\.sync-conflict-\d{8}-\d{6}(?:-\w+)?|-(?:desktop|laptop)-\w{5,10}(?:-\d+)?"
    r"|\.~\d+~|~)$"
)
_OLD_ENDINGS = re.compile(rf"(?:{_GAP}(?:{_BACKUP_WORDS})\d{{0,3}}|\s*\((?:{_BACKUP_WORDS})\))$")
_BEGINNINGS = re.compile(
    rf"^(?:(?:{_SPACED})(?:\s*\(\d{{1,3}}\))?[\s_]+(?:of|von|de|di|van|af|av)[\s_]+"
    rf"|\u043a\u043e\u043f\u0438\u044f(?:\s*\(\d{{1,3}}\))?\s+"
    rf"|(?:{_UNSPACED})(?:\s*\(\d{{1,3}}\))?[\s_~-]+)"
)
_DOTTED = "i\u0307"  # what a Turkish capital letter i becomes
_SUFFIX = re.compile(r"(?<=.)\.(?!v\d|rev)[a-z][a-z0-9]{0,9}$")
_OF_BACKUPS = frozenset({".bak", ".backup", ".old", ".orig"})


def folded(part: str) -> str:
    """Return a part of a path in the form in which names are compared: half width, no case."""
    if part.isascii():
        return part.lower()
    return unicodedata.normalize("NFKC", part).casefold().replace(_DOTTED, "i")


def stem_of(name: str) -> str:
    """Return a folded name without its suffix, and without that of a backup.

    >>> [stem_of(name) for name in ("report.txt", "report.txt.bak", "lua.5", "report.v2")]
    ['report', 'report', 'lua.5', 'report.v2']
    """
    stem, suffix = _split(name)
    return _split(stem)[0] if suffix in _OF_BACKUPS else stem


def _split(name: str) -> tuple[str, str]:
    found = _SUFFIX.search(name)
    return (name[: found.start()], found[0]) if found else (name, "")


def original_of(part: str, *, old: bool = True) -> str:
    """Return the name that a folded part of a path, without suffix, is a copy of, else itself.

    Without ``old``, names of old states do not count as copies. The names are those of Windows
    Explorer, Finder, GNOME Files, Dolphin, Chrome, Firefox, wget, Google Drive, Dropbox, OneDrive,
    Nextcloud, Syncthing, and ``cp --backup``.

    >>> original_of("report - copy (2)"), original_of("合同 - 副本"), original_of("copy of plan")
    ('report', '合同', 'plan')
    >>> original_of("copy editing"), original_of("photocopy"), original_of("(1)")
    ('copy editing', 'photocopy', '(1)')
    """
    while True:
        shorter = _ENDINGS.sub("", part, count=1) or part
        shorter = _BEGINNINGS.sub("", shorter, count=1) or shorter
        shorter = (_OLD_ENDINGS.sub("", shorter, count=1) or shorter) if old else shorter
        if shorter == part:
            return part
        part = shorter


@functools.lru_cache(maxsize=4_096)
def original_folder(folder: str) -> str:
    parts = folder.split(os.sep)  # noqa: PTH206 - paths take ten times as long
    return os.sep.join(original_of(folded(part)) for part in parts)  # noqa: PTH118


def original_name(name: str) -> str:
    """Return the folded name of the file that a file is a copy of by its name, else its own."""
    whole = folded(name)
    stem, suffix = _split(whole)
    if suffix in _OF_BACKUPS:
        return original_name(stem)
    if not suffix and (bare := original_of(whole)) != whole:
        return original_name(bare)  # ``cp --backup`` and others add to the end
    return original_of(stem) + suffix


def below_common(paths: Sequence[str]) -> list[str]:
    """Return paths below the deepest folder that all of them are in.

    >>> below_common(["/backup/a/1.txt", "/backup/b/2.txt"]), below_common(["/backup/old/1.txt"])
    (['a/1.txt', 'b/2.txt'], ['1.txt'])
    """
    folders = [path[: path.rfind(os.sep) + 1] for path in paths]
    first, last = min(folders, default=""), max(folders, default="")
    pairs = enumerate(zip(first, last, strict=False))
    equal = next((at for at, (one, other) in pairs if one != other), len(first))
    return [path[first[:equal].rfind(os.sep) + 1 :] for path in paths]


def are_copy_names(paths: Iterable[Path]) -> list[bool]:
    """Return which files have a name or folder that programs give to copies.

    A folder that all are in does not count.
    """
    return [is_copy_name(one) for one in below_common([str(path) for path in paths])]


def is_copy_name(path: str) -> bool:
    folder, _, name = path.rpartition(os.sep)
    return (original_name(name), original_folder(folder)) != (folded(name), folded(folder))


_Numbers = tuple[int, ...]
_Reading = tuple[_Numbers, ...]


class PathVersion(NamedTuple):
    """The version of a document by its path; versions of one ``frame`` compare by ``rank``.

    ``final`` is how final its name is, ``staged`` whether a word names its stage, ``numbered``
    whether a number names its version. ``titled`` is the version if a doubtful word is part of the
    title; ``readings`` are ambiguous dates in each order of day, month and year.
    """

    frame: str
    rank: tuple[object, ...]
    final: int = 0
    staged: bool = False
    numbered: bool = False
    titled: "PathVersion | None" = None
    readings: "tuple[_Reading | None, ...]" = ()

    def outranks(self, other: "PathVersion") -> bool:
        """Return whether this is the higher version of one document.

        Words behind the frame of one are a remark, if both are numbered, or this one is approved
        and the other is a draft, numbered, or has the remark.
        """
        if self.frame != other.frame:
            short, long = sorted((self.frame, other.frame), key=len)
            if not short or not long.startswith(f"{short} "):
                return False
            if self.final != other.final:
                approved = self.final >= APPROVED and self.final > other.final
                return approved and (other.staged or other.numbered or short == self.frame)
            if not (self.numbered and other.numbered):
                return False
        return self.rank > other.rank


# the beginnings of their names, in a few languages; of longer ones first
_MONTHS = {
    beginning: number
    for number, beginnings in enumerate(
        "jan ene gen; feb fév fev févr; mar mär mars mrt maa; apr abr avr; may mai mei mag maj;"
        " jun juin giu; jul juil lug; aug ago août aou; sep set; oct okt out ott; nov;"
        " dec dez dic déc grud".split(";"),
        1,
    )
    for beginning in beginnings.split()
}
_NTH = "first second third fourth fifth sixth".split()
_ROMAN = {
    one: number
    for number, one in enumerate("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv".split(), 1)
}
_MINGUO = re.compile(r"1[0-4]\d(?:0[1-9]|1[012])(?:0[1-9]|[12]\d|3[01])")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LONG = 15  # digits
_LATEST = 10**_LONG

_PROOFS = {"初": 1, "再": 2, "念": 9, "초": 1, "재": 2, "삼": 3}
_IN_TITLE = re.compile(r"[\s_-]?(?=[^\W\d_])")
_BETWEEN_WORDS = re.compile(r" (?=[^\W\d_])")
_VERSION_WORD = r"(?:version[ei]?|versi[oó]n|vers[aã]o|versie|wersja|verze|версия|вариант|sürüm)"
_HAN_NUMBER = "[0-9〇零一二两三四五六七八九十]{1,4}"
_MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})"
_TOKEN = re.compile(
    rf"""
    # 12.05.2023, 12.05.23, 12 May 2023, May 2023
    (?<!\d)(?P<day>\d{{1,2}})[._/-](?P<month>\d{{1,2}})[._/-](?P<year>(?:19|20)\d\d)(?!\d)
    | (?<![\d.])(?P<short>(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[012])\.\d\d
        |(?:1[3-9]|2\d|3[01])(?P<between>[.-])[1-9](?P=between)[1-4]\d)(?![\d.])
    | (?<![^\W_])(?:(?P<day_of>\d{{1,2}})[\s._-]?)?(?P<named>{_MONTH})[^\W\d_]{{0,6}}[\s._-]?
        (?P<year_of>(?:19|20)\d\d)(?!\d)
    # v2, ver. 1.10, rev B, edition 3, 2nd edition
    | (?<![^\W\d_])(?:v|r(?=\d)|vers?|versi[oó]n|version[ei]?|rev|revision|ed|edition|release|rel
        |fassung|auflage|ind|indice|версия|ред|редакция|버전|バージョン|版本)
        [\s._-]*(?:(?P<marked>\d+(?:[._-]\d+)*)(?P<pre>(?:rc|beta|alpha|[ab])\d+)?
            |(?:(?<=rev|ind)|(?<=[\s._-]))(?P<letter>[a-z])(?![^\W_]))
    | (?:(?P<ordinal>\d+)(?:st|nd|rd|th|\.|e|è?me)?|(?<![^\W\d_])(?P<nth>{"|".join(_NTH)}))[\s._-]*
        (?:drafts?|entwurf|edition|ed|version|revision|auflage|fassung|édition|edición|издание|редакция
            |(?P<of_proof>proofs?|galleys?|épreuve|korrektur|korrekturfahne|fahne|drukproef))
        (?![^\W\d_])
    # 第二稿, 第3版, 二稿, 제2판, 2차
    | 第?(?P<han>{_HAN_NUMBER})[次]?(?:审议|審議|[审審])?(?:稿|版|修订|修訂|改)
    | 제?(?P<hangul>\d+)(?:판|차)
    # 初校, 三校, 2교: proofs
    | 第?(?P<proof>[初再念]|{_HAN_NUMBER})校[稿样樣版紙次]?(?![^\W\d_])
    | (?<![^\W_])(?P<gyo>[초재삼]|[1-9])교(?![^\W\d_])
    # draft 2, final
    | (?<![^\W\d_])(?=[^\W\d_])
        (?:{_VERSION_WORD}[\s._-]+)?
        (?:(?P<nearly>{any_of(NOT_YET["spaced"].split())})[\s._-]+)?(?:as[\s._-]+)?
        (?:(?P<really>{any_of(REALLY_WORDS["spaced"].split())})[\s._-]+)?
        (?P<spaced>{SPACED})(?![^\W\d_])
        (?:[\s._-]+(?P<indeed>{any_of(INDEED.split())})(?![^\W\d_]))?
        (?:[\s._-]?(?:(?P<count>\d{{1,3}})(?![\d.])
            |(?<=[\s._-])(?P<roman>[ivx]{{1,5}})(?![^\W_])
            |{_VERSION_WORD}(?![^\W_])))?
    | (?=[^\x00-\x7f])(?P<lacking>{any_of(NOT_YET["unspaced"].split())})?
        (?:(?P<truly>{any_of(REALLY_WORDS["unspaced"].split())}|最(?=最))[\s._-]?)?
        (?P<unspaced>{UNSPACED})(?P<times>\d{{1,3}})?
    | (?<![^\W_])(?P<single>[旧舊新구신案])(?![^\W_])
    | (?<=\d)(?P<edited>[修改])(?![^\W_])
    # 1.9, 2023-05-01; a number too long for one says nothing
    | (?P<bare>\d+(?:[._-](?!(?<!\d{{4}}.)\d{{6}}(?!\d))\d+)*)
        (?P<stage>[\s._-]?(?:rc|beta|alpha|(?<=\d)[ab](?=\d))[\s._-]?\d*(?![^\W\d_]))?
    """,
    re.VERBOSE,
)
_BETWEEN_CASES = re.compile(r"(?<=[a-z])(?=[A-Z])")
_RUN = re.compile(r"[\W_]+")
_TAIL = re.compile(r"([a-z]+)[\s._-]?(\d*)")
_WORTHLESS = frozenset({(1,), (1, 0), (0,)})
_FIRST_VERSION = ((1,),)
"""The version without a number: *plan* equals *plan v1*, above *plan v0.9*, below *plan v1.1*."""
_WITHOUT_VERSION = re.compile(r"\D*").fullmatch
_TELLING = LAST_WORDS.union(
    "v ver vers version versione versioni version rev revision ed edition rel release".split()
)
_SERIAL = re.compile(
    r"(?:(?<![^\W\d_])(?:invoice|receipt|bill|order|ticket|case|letter|scan|img|dsc|image|photo|page|chapter|ch|part"
    r"|section|annex|no|nr|rechnung|beleg|brief|seite|kapitel|teil|anlage|facture|commande|lettre"
    r"|chapitre|partie|annexe|factura|recibo|página|capítulo|parte|anexo|fatura|счёт|счет|страница"
    r"|глава|часть|doc)|第|发票|發票|請求書|인보이스)[\s._-]*(?:no|nr|n°|№)?[\s._-]*$"
)
_SERIAL_DIGITS = 3
_LATIN = re.compile(r"[a-z]$")
_IN_PAIRS, _DIGITS = re.compile(r"\d\d([_-])\d\d\1\d\d"), re.compile(r"\d+")
_OF_A_YEAR = re.compile(r"(?:19|20)\d\d[-_](?:1[3-9]|[2-9]\d|\d{3,})")
_REMEMBERED = 20_000  # paths, from one grouping to the next
_PLACE, _DATE = "\u00aa", "\u00ba"  # letters that no folded name has
_ORDERS = 3  # year, month, day; day, month, year; month, day, year
_MUCH_NEARER = 4
_MOST = 200  # characters of a part that are looked at


class _Part(NamedTuple):
    frame: str
    dates: tuple[_Numbers | str, ...]  # as written, where the order of its numbers is not known
    bare: tuple[_Numbers, ...]
    marked: tuple[_Numbers, ...]
    stages: _Numbers
    counts: _Numbers
    titled: bool = False  # a word for a stage may belong to the title


_NO_PART = _Part("", (), (), (), (), ())


def _name(name: str, *, titles: bool) -> _Part:
    stem = stem_of(_cased(name))
    if stem.isdecimal() and not _day(stem, stem):
        return _Part(stem, (), (), (), (), ())  # a number alone, and no day, counts documents
    return _part(original_of(stem, old=False), titles=titles)


def _part(part: str, *, titles: bool = False) -> _Part:
    """Take a folded part of a path, without suffix and signs of copies, apart.

    With ``titles``, words that may belong to a title do.
    """
    if part.isascii() and _WITHOUT_VERSION(part) and _TELLING.isdisjoint(_RUN.split(part)):
        return _Part(_RUN.sub(" ", part).strip(), (), (), (), (), ())
    dates: list[_Numbers | str] = []
    bare: list[_Numbers] = []
    marked: list[_Numbers] = []
    stages: list[int] = []
    counts: list[int] = []
    titled, told = False, 0

    def take(found: re.Match[str]) -> str:
        nonlocal titled, told
        may_be_title = _may_be_title(found, told)
        of = found.groupdict()
        if early := of["stage"] or of["pre"]:
            stages.append(REVIEW)
            counts.append(_early(early))
        if of["bare"] and _counts_documents(found, of["bare"]):
            return found[0]
        if date := _stated(found) or _undecided(of):
            dates.append(date)
            return _DATE
        if of["bare"]:
            bare.append(_numbers(of["bare"]))
            return _PLACE
        if proof := _proof(of):
            stages.append(PROOF)
            counts.append(proof)
        elif numbers := _marked(of):
            marked.append(numbers)
        elif may_be_title and titles:
            return found[0]
        else:
            titled = titled or may_be_title
            stages.append(_stage(of))
            roman = _ROMAN.get(of["roman"] or "")
            counts.append(roman or _number(of["count"] or of["times"] or "1"))
        told = found.end()
        return " "

    frame = _TOKEN.sub(take, part[:_MOST]) + part[_MOST:]
    frame = _RUN.sub(" ", frame).strip()
    values = tuple(dates), tuple(bare), tuple(marked), tuple(stages), tuple(counts)
    return _Part(frame, *values, titled)


_Found = Mapping[str, str | None]


def _stage(of: _Found) -> int:
    word = of["spaced"] or of["unspaced"] or of["single"] or of["edited"] or ""
    stage = stage_of(word)
    if of["nearly"] or of["lacking"]:
        return min(stage, REVIEW)
    return REALLY if stage == FINAL and (of["really"] or of["truly"] or of["indeed"]) else stage


def _may_be_title(found: re.Match[str], told: int) -> bool:
    """Return whether a word for a stage may be part of a title, such as *Final exam*.

    It is at the beginning of a name or between words, with a word behind it that is no version;
    ``told`` is where the last word for a version before it ends.
    """
    word, name = found[0], found.string
    if word in DOUBTFUL:
        return True
    if word not in {found["spaced"], found["unspaced"]}:
        return False
    if any(one.isalpha() for one in name[: found.start()]):
        behind = _BETWEEN_WORDS.match(name, found.end())
        if name[found.start() - 1] != " " or found.start() - 1 <= told:
            return False
        if not name[found.start() - 2].isalpha():
            return False  # behind a separator
    else:
        behind = _IN_TITLE.match(name, found.end())
    return behind is not None and _TOKEN.match(name, behind.end()) is None


def _proof(of: _Found) -> int:
    if of["of_proof"]:
        return _number(of["ordinal"] or "0") or 1 + _NTH.index(of["nth"] or _NTH[0])
    if one := of["proof"] or of["gyo"]:
        known = _PROOFS.get(one)
        return known or (int(one) if one.isdecimal() else in_han(one))
    return 0


def _stated(found: re.Match[str]) -> _Numbers:
    """Return the year of a date, or its year, month and day, 0 for a missing one."""
    of: _Found = found.groupdict()
    if of["year"]:
        return _date(of["year"], of["month"] or "", of["day"] or "")
    if of["named"]:
        month = _MONTHS[of["named"]]
        return int(of["year_of"] or 0), month, int(of["day_of"] or 0)
    if of["short"]:
        day_of, month, year = _numbers(of["short"])
        return 2000 + year, month, day_of
    if not (text := of["bare"]):
        return ()
    if day := _day(text, found.string):
        return day
    numbers = _numbers(text)
    if len(numbers) == 2 and numbers[0] <= 12 and _is_year(numbers[1]):
        return numbers[1], numbers[0]
    is_date = _is_year(numbers[0]) and len(numbers) <= 3 and all(one <= 31 for one in numbers[1:])
    return numbers if is_date and all(one <= 12 for one in numbers[1:2]) else ()


def _undecided(of: _Found) -> str:
    digits = of["bare"] or ""
    if _IN_PAIRS.fullmatch(digits):  # 15-04-24
        digits = "".join(_DIGITS.findall(digits))
    return digits if _reads(digits) else ""


def _is_year(number: int) -> bool:
    return 1900 <= number < 2100


def _day(digits: str, name: str) -> _Numbers:
    """Return the date of eight digits such as 20230501, empty if they are none.

    In a Chinese ``name`` seven digits are a date of Taiwan's calendar.

    >>> _day("20230501", "notes"), _day("20481731", "notes"), _day("1130412", "紀錄")
    ((2023, 5, 1), (), (2024, 4, 12))
    """
    if _MINGUO.fullmatch(digits) and _HAN.search(name):
        return 1911 + int(digits[:3]), int(digits[3:5]), int(digits[5:])
    if len(digits) != 8 or not digits.isdecimal():
        return ()
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:])
    return (year, month, day) if _is_year(year) and month in range(1, 13) and 0 < day < 32 else ()


def _counts_documents(found: re.Match[str], bare: str) -> bool:
    """Return whether a number is a serial number: of three digits or more, or behind a word.

    So is the number of a year that is no month: 2023-18, 2024-001.
    """
    if not bare.isdecimal():  # 2.1
        return _OF_A_YEAR.fullmatch(bare) is not None
    if _day(bare, found.string):
        return False
    if _reads(bare):
        before = found.string[: found.start()]
        return _LATIN.search(before) is not None or _SERIAL.search(before) is not None
    if len(bare) >= _SERIAL_DIGITS and not (len(bare) == 4 and _is_year(int(bare))):
        return True
    return _SERIAL.search(found.string[: found.start()]) is not None


@functools.lru_cache(maxsize=4_096)
def _reads(digits: str) -> tuple[_Numbers, ...]:
    """Return six digits, or eight with the year at their end, as dates in each order.

    >>> _reads("140323"), _reads("28022023"), _reads("991399")
    (((2014, 3, 23), (2023, 3, 14), ()), ((), (2023, 2, 28), ()), ())
    """
    if len(digits) not in {6, 8} or not digits.isdecimal():
        return ()
    one, two, year = digits[:2], digits[2:4], digits[4:]
    found = _short_date(year, two, one), _short_date(year, one, two)
    first = _short_date(one, two, year) if len(digits) == 6 else ()
    read = first, *found
    return read if any(read) else ()


def _short_date(year: str, month: str, day: str) -> _Numbers:
    full = int(year) + (0 if len(year) == 4 else 2000 if int(year) < 40 else 1900)
    if not (1990 <= full < 2040 and 0 < int(month) < 13 and 0 < int(day) < 32):
        return ()
    return full, int(month), int(day)


def _marked(of: _Found) -> _Numbers:
    if of["marked"]:
        return _numbers(of["marked"])
    if of["letter"]:
        return (ord(of["letter"]) - ord("a") + 1,)
    if of["nth"]:
        return (_NTH.index(of["nth"]) + 1,)
    if digits := of["ordinal"] or of["hangul"]:
        return (_number(digits),)
    # in digits, or in Chinese numerals
    return (int(han) if han.isdecimal() else in_han(han),) if (han := of["han"]) else ()


def _early(tail: str) -> int:
    found = _TAIL.search(tail)
    if found is None:
        return 0
    return "abr".index(found[1][0]) * 1_000 + _number(found[2] or "0")


def _number(digits: str) -> int:
    return int(digits) if len(digits) < _LONG else _LATEST  # as hashes are, which have no order


def _numbers(text: str) -> _Numbers:
    return tuple(_number(one) for one in re.split(r"[._-]", text))


def _date(year: str, one: str, other: str) -> _Numbers:
    month, day = int(one), int(other)
    return (int(year), day, month) if month > 12 >= day else (int(year), month, day)


@functools.lru_cache(maxsize=4_096)
def _folder(folder: str) -> _Part:
    parts = [
        _part(original_of(_cased(part), old=False))
        for part in folder.split(os.sep)  # noqa: PTH206 - paths take ten times as long
        if part not in {"", "."}
    ]
    return _joined(parts)


def _joined(parts: list[_Part]) -> _Part:
    frames, *values, titled = zip(_NO_PART, *parts, strict=True)
    dates, bare, marked, stages, counts = (sum(some, ()) for some in values)
    frame = "/".join(filter(None, frames))
    return _Part(frame, dates, bare, marked, stages, counts, any(titled))


def _cased(part: str) -> str:
    return folded(part if part.islower() else _BETWEEN_CASES.sub(" ", part))


def version_of(path: Path) -> PathVersion:
    """Return the version of a document by its name and folders.

    >>> def higher(one: str, other: str) -> bool:
    ...     left, right = version_of(Path(one)), version_of(Path(other))
    ...     return left.frame == right.frame and left.rank > right.rank
    >>> higher("notes-1.10.txt", "notes-1.9.txt"), higher("plan v2.docx", "plan.docx")
    (True, True)
    >>> higher("plan.txt", "old/plan.txt"), higher("plan 2.txt", "report 1.txt")
    (True, False)
    """
    return _version(composed(str(path)))


def versions_of(paths: Iterable[Path]) -> list[PathVersion]:
    """Return the versions of documents among each other; their common folder does not count."""
    names = below_common([composed(str(path)) for path in paths])
    return among_each_other([_version(name) for name in names])


def among_each_other(versions: Sequence[PathVersion]) -> list[PathVersion]:
    """Return versions with ambiguous words and dates decided by the other names.

    >>> def kept(*names: str) -> str:
    ...     return max(zip(versions_of(map(Path, names)), names), key=lambda one: one[0].rank)[1]
    >>> kept("Approved list.txt", "Approved list v2 draft.txt"), kept("Approved list", "List v2")
    ('Approved list v2 draft.txt', 'Approved list')
    >>> kept("280323 plan.txt", "020423 plan.txt"), kept("230328 plan.txt", "240302 plan.txt")
    ('020423 plan.txt', '240302 plan.txt')
    """
    if not any(one.titled or one.readings for one in versions):  # most groups
        return list(versions)
    titles: dict[str, set[str]] = {}
    for one in versions:
        titles.setdefault(one.frame, set()).add((one.titled or one).frame)
    told = [one.titled if one.titled and _alike(one, titles) else one for one in versions]
    frames: dict[str, list[PathVersion]] = {}
    for one in told:
        frames.setdefault(one.frame, []).append(one)
    orders = {frame: _order(some) for frame, some in frames.items()}
    return [_with_dates(one, orders[one.frame]) for one in told]


def _alike(version: PathVersion, titles: Mapping[str, set[str]]) -> bool:
    words = version.frame.split(" ")
    shorter = (" ".join(words[:at]) for at in range(1, len(words)))
    return len(titles[version.frame]) == 1 and not any(one in titles for one in shorter)


def _order(versions: Sequence[PathVersion]) -> int | None:
    """Return the order of day, month and year in names of one document; None if unknown.

    If several orders fit and sort the names differently, the dates must be much nearer to each
    other in the right one.
    """
    if not any(one.readings for one in versions):
        return None
    found: list[tuple[int, list[int], int]] = []
    for order in range(_ORDERS):
        read = [_with_dates(one, order) for one in versions]
        if any(one.readings for one in read):
            continue  # no date in this order
        days = [_days(one) for one in read]
        found.append((max(days) - min(days), sorted(range(len(days)), key=days.__getitem__), order))
    found.sort()
    if not found:
        return None
    least, sorting, order = found[0]
    unlike = [span for span, other, _ in found[1:] if other != sorting]
    return order if all(span >= _MUCH_NEARER * max(least, 1) for span in unlike) else None


def _with_dates(version: PathVersion, order: int | None) -> PathVersion:
    if order is None or not version.readings or (read := version.readings[order]) is None:
        return version
    return version._replace(rank=(*version.rank[:2], read, *version.rank[3:]), readings=())


def _days(version: PathVersion) -> int:
    dates: tuple[_Numbers, ...] = version.rank[2]  # type: ignore[assignment] # see _version
    year, month, day = (*dates[0], 1, 1)[:3]
    return (year * 12 + month) * 31 + day


def highest_of(versions: Sequence[PathVersion]) -> list[bool]:
    frames: dict[str, PathVersion] = {}
    for one in versions:
        frames[one.frame] = max(frames.get(one.frame, one), one, key=lambda each: each.rank)
    highest = [*frames.values()]
    return [not any(other.outranks(one) for other in highest) for one in versions]


@functools.lru_cache(maxsize=_REMEMBERED)
def _version(path: str) -> PathVersion:
    folder, _, name = path.rpartition(os.sep)
    around, named = _folder(folder), _name(name, titles=False)
    version = _of_parts(around, named)
    if not named.titled:
        return version
    return version._replace(titled=_of_parts(around, _name(name, titles=True)))


def _of_parts(around: _Part, named: _Part) -> PathVersion:
    whole = _joined([around, named])
    low = [stage for stage in whole.stages if stage < 0]
    highest_first = tuple(sorted(set(whole.stages), reverse=True)) or (0,)
    stage = (min(low), *sorted(set(whole.stages) - set(low))) if low else highest_first
    counted = zip(whole.stages, whole.counts, strict=True)
    # the number of *final 2* is one of a version
    marked = whole.marked or tuple((n,) for of, n in counted if of >= FINAL and not low)
    while marked and marked[-1] in _WORTHLESS:
        marked = marked[:-1]
    dates = tuple(() if isinstance(one, str) else one for one in whole.dates)
    years = tuple(one for one in dates if len(one) == 1)
    final = tuple(_final(part.stages, low) for part in (named, around))
    counts = whole.counts if any(whole.stages) else ()
    rank = years, final, dates, whole.bare, marked or _FIRST_VERSION, stage, counts
    numbered = bool(whole.marked) and bool(marked)
    readings = _readings(whole.dates)
    return PathVersion(whole.frame, rank, final[0][0], bool(whole.stages), numbered, None, readings)


def _readings(dates: Sequence[_Numbers | str]) -> tuple[_Reading | None, ...]:
    if not any(isinstance(one, str) for one in dates):
        return ()
    orders = [
        tuple(_reads(one)[order] if isinstance(one, str) else one for one in dates)
        for order in range(_ORDERS)
    ]
    return tuple(read if all(read) else None for read in orders)


def _final(stages: _Numbers, low: list[int]) -> tuple[int, int]:
    final = max(stages, default=0)
    if final < PROOF or (low and min(low) != DRAFT):
        return 0, 0
    return (REVISED, 1) if low else (final, stages.count(final))  # the final draft


DAY_NS = 86_400_000_000_000

FIRST_NS = 315_705_600_000_000_000
"""The 3rd of January 1980: archives and tools without a clock write the 1st, or one of 1970."""


def last_time(now_ns: int | None = None) -> int:
    return (time.time_ns() if now_ns is None else now_ns) + DAY_NS


def is_time(mtime_ns: int, last_ns: int) -> bool:
    """Return whether a time of modification is possible; ``last_ns`` is the last that is."""
    return FIRST_NS < mtime_ns <= last_ns


def doubts(
    report: ScanReport, group: Group, now_ns: int | None = None
) -> Mapping[DocumentId, Doubt]:
    """Return the members that name and date order differently with the kept document.

    The first date of a text's copies counts, and only differences of more than a day do. A chosen
    document is in no doubt.
    """
    documents = report.documents
    keys = group.documents
    times = [documents[key].mtime_ns for key in keys]
    if max(times) - min(times) <= DAY_NS:  # most groups
        return {}
    last = last_time(now_ns)
    since: dict[TextId, int] = {}
    for one in map(documents.__getitem__, keys):
        if is_time(one.mtime_ns, last):
            since[one.text] = min(one.mtime_ns, since.get(one.text, one.mtime_ns))
    kept = documents[group.representative]
    if kept.text not in since or is_kept(report.judgements, kept):
        return {}
    after = {
        key: since.get(documents[key].text, since[kept.text]) - since[kept.text] for key in keys
    }
    if all(abs(one) <= DAY_NS for one in after.values()):
        return {}
    versions = versions_of(documents[key].named for key in keys)
    mine, found = versions[0], {}
    for key, its, highest in zip(keys, versions, highest_of(versions), strict=True):
        # a newer one may have lost to one that lost to the kept document by its date
        if after[key] > DAY_NS and (mine.outranks(its) or not highest):
            found[key] = Doubt.NEWER
        elif after[key] < -DAY_NS and its.outranks(mine):
            found[key] = Doubt.HIGHER
    return found
