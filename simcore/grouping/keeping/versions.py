r"""Versions by names and folders: ``v2``, ``1.10``, ``rev B``, ``draft``, ``第二稿``, dates.

Two paths are versions of one document if nothing but versions differs in them: what is left, their
frame, is equal. A number that stands alone (``report-1.9``) has its place in the frame; a number
with a word for it (``v2``), or a word for a stage (``final``), may be absent in another version.
A serial number (``Invoice 1024``, ``doc06014``, ``page 3``) is part of the frame: it counts
documents, not versions. Words like *final* and *signed* come before all numbers but a year.
"""

import functools
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from simcore.files.names import composed
from simcore.fingerprinting.stated import in_han
from simcore.grouping.keeping.copy_names import below_common, folded, original_of, stem_of

_Numbers = tuple[int, ...]


class PathVersion(NamedTuple):
    """The version of a document by its path; versions of one ``frame`` compare by ``rank``.

    ``final`` is how final its name calls it, ``staged`` whether a word tells its stage, and
    ``numbered`` whether a number tells its version.
    """

    frame: str
    rank: tuple[object, ...]
    final: int = 0
    staged: bool = False
    numbered: bool = False

    def outranks(self, other: "PathVersion") -> bool:
        """Return whether this is the higher version of one document.

        Words behind the frame of one are a remark, if numbers tell both versions, or this one is
        signed and the other is a draft, or has the remark.

        >>> signed, second, third = (
        ...     version_of(Path(f"plan {one}.txt")) for one in ("signed", "v2 by Ann", "v3")
        ... )
        >>> third.outranks(second), signed.outranks(second), second.outranks(third)
        (True, True, False)
        """
        if self.frame != other.frame:
            short, long = sorted((self.frame, other.frame), key=len)
            if not short or not long.startswith(f"{short} "):
                return False
            if self.final != other.final:
                return self.final == _SIGNED and (other.staged or short == self.frame)
            if not (self.numbered and other.numbered):
                return False
        return self.rank > other.rank


_OLD, _FIRST, _DRAFT, _REVIEW, _REVISED, _FINAL, _REALLY, _SIGNED = -4, -3, -2, -1, 1, 2, 3, 4
# words between other letters are none, so of those in scripts without spaces only compounds count
_SPACED_STAGES = {
    _OLD: "old older outdated obsolete archive archived previous prev original orig superseded"
    " backup backups bak sicherung sauvegarde"
    " veraltet alt ancien ancienne antiguo antigua viejo старый старая старое архив",
    _FIRST: "outline sketch",
    _DRAFT: "draft drafts entwurf rohfassung brouillon borrador rascunho minuta черновик проект"
    " bozza utkast udkast luonnos szkic kladversie wip",
    _REVIEW: "rc beta alpha preview prerelease review proposed interim unsigned prefinal redline",
    _REVISED: "new newer newest revised updated update latest current corrected amended neu neue"
    " überarbeitet aktualisiert korrigiert nouveau nouvelle révisé corrigé actualizado revisado"
    " nuevo nueva новый новая новое исправленный обновленный",
    _FINAL: "final finale finalized accepted def finished definitive submitted delivered"
    " endfassung endversion"
    " endgültig endgueltig schlussfassung définitif définitive definitivo definitiva финал"
    " финальный итоговый итоговая окончательный окончательная чистовик slutversion slutgiltig"
    " slutlig endelig definitief definitieve eindversie lopullinen ostateczny ostateczna"
    " ostateczne",
    _SIGNED: "sealed sellado sellada gesiegelt scellé scellée published veröffentlicht"
    " publié publiée publicado publicada pubblicato pubblicata"
    " publicerad gepubliceerd опубликовано undertecknad underskriven underskrevet justerad godkänd"
    " godkendt godkjent ondertekend getekend goedgekeurd vastgesteld podpisany podpisana podpisane"
    " zatwierdzony zatwierdzona zatwierdzone allekirjoitettu hyväksytty"
    " signed countersigned executed approved unterschrieben unterzeichnet signiert"
    " genehmigt freigegeben signé signée approuvé approuvée validé validée firmado firmada aprobado"
    " aprobada assinado assinada aprovado aprovada firmato firmata approvato approvata"
    " подписан подписано"
    " подписана подписанный подписанная утвержден утверждён утверждено утверждена утверждённый",
}
_UNSPACED_STAGES = {
    _OLD: "存档 存檔 归档 歸檔 备份 備份 バックアップ 백업"
    " 旧版本 旧版 舊版 旧稿 舊稿 原稿 旧バージョン 구버전 이전",
    _FIRST: "初稿 草案初稿 초고",
    _DRAFT: "草稿 草案 讨论稿 討論稿 征求意见稿 徵求意見稿 意见稿 下書き 素案 초안",
    _REVIEW: "送审稿 送審稿 审议稿 審議稿 待审 報批稿 报批稿 试行 試行 暂行 검토본"
    " 定稿候选 待定稿 未定稿 未签字 未签署 待签字 待签署 待批准 待审批 未批准 未承認 未署名",
    _REVISED: "修订版 修訂版 修订稿 修訂稿 修订 修訂 修改稿 修改版 修正 更新版 新版 最新版"
    " 修改后 修正后 修正後 修正案 改訂版 改訂 수정본 수정판 수정 개정판 개정",
    _FINAL: "最终版 最終版 最终稿 最終稿 最终 最終 终稿 終稿 定稿 定版 终版 終版 终极版"
    " 完稿 确定版 確定版 確定"
    " 正式版 正式稿 決定版 提出版 提交版 納品 최종본 최종 확정본 확정",
    _SIGNED: "签字版 签署版 签章版 盖章版 签发稿 签发版 签发 核定版 核定稿 核定"
    " 已签字 已签署 已签章 已盖章 已批准 已审批 已签"
    " 批准稿 签批稿 印发稿 发布稿 发布版 發布版 签字 签署 盖章"
    " 簽字版 簽署版 已簽字 已簽署 已蓋章 已核准 簽名版 署名済 捺印済"
    " 押印済 調印済 承認済 서명본 서명완료 날인본 승인본 결재완료",
}
_STAGES = (
    {
        word: stage
        for table in (_SPACED_STAGES, _UNSPACED_STAGES)
        for stage, words in table.items()
        for word in words.split()
    }
    | dict.fromkeys("旧 舊 구".split(), _OLD)
    | {"案": _DRAFT}
    | dict.fromkeys("新 신 修 改".split(), _REVISED)
)
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

_UNSPACED_WORDS = "|".join(
    sorted(" ".join(_UNSPACED_STAGES.values()).split(), key=len, reverse=True)
)
_HAN_NUMBER = "[0-9〇零一二两三四五六七八九十]{1,4}"
_MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})"
_TOKEN = re.compile(
    rf"""
    # 12.05.2023, 12.05.23, 12 May 2023, May 2023
    (?<!\d)(?P<day>\d{{1,2}})[._/-](?P<month>\d{{1,2}})[._/-](?P<year>(?:19|20)\d\d)(?!\d)
    | (?<![\d.])(?P<short>(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[012])\.\d\d
        |(?:1[3-9]|2\d|3[01])\.[1-9]\.[1-4]\d)(?![\d.])
    | (?<![^\W_])(?:(?P<day_of>\d{{1,2}})[\s._-]?)?(?P<named>{_MONTH})[^\W\d_]{{0,6}}[\s._-]?
        (?P<year_of>(?:19|20)\d\d)(?!\d)
    # v2, ver. 1.10, rev B, edition 3, 2nd edition
    | (?<![^\W\d_])(?:v|r(?=\d)|vers?|versi[oó]n|version[ei]?|rev|revision|ed|edition|release|rel
        |fassung|auflage|версия|ред|редакция|버전|バージョン|版本)
        [\s._-]*(?:(?P<marked>\d+(?:[._-]\d+)*)(?P<pre>(?:rc|beta|alpha|[ab])\d+)?
            |(?P<letter>[a-z])(?![^\W_]))
    | (?:(?P<ordinal>\d+)(?:st|nd|rd|th|\.|e|è?me)?|(?<![^\W\d_])(?P<nth>{"|".join(_NTH)}))[\s._-]*
        (?:drafts?|entwurf|edition|ed|version|revision|auflage|fassung|édition|edición|издание|редакция)
        (?![^\W\d_])
    # 第二稿, 第3版, 二稿, 제2판, 2차
    | 第?(?P<han>{_HAN_NUMBER})[次]?(?:稿|版|修订|修訂|改)
    | 제?(?P<hangul>\d+)(?:판|차)
    # draft 2, final
    | (?:(?<![^\W\d_])(?P<nearly>not|non|pre|semi|almost|nicht|fast|pas|não|no|sin|не)[\s._-]+)?
        (?:(?<![^\W\d_])as[\s._-]+)?
        (?:(?<![^\W\d_])(?P<really>really|truly|wirklich|vraiment)[\s._-]+)?
        (?<![^\W\d_])(?P<spaced>{"|".join(" ".join(_SPACED_STAGES.values()).split())})
        (?![^\W\d_])(?:[\s._-]?(?:(?P<count>\d{{1,3}})(?![\d.])
            |(?<=[\s._-])(?P<roman>[ivx]{{1,5}})(?![^\W_])
            |vers(?:ion[ei]?|i[oó]n|ie)(?![^\W_])))?
    | (?P<truly>本当[のに]|真の|진짜)?(?P<unspaced>{_UNSPACED_WORDS})(?P<times>\d{{1,3}})?
    | (?<![^\W_])(?P<single>[旧舊新구신案])(?![^\W_])
    | (?<=\d)(?P<edited>[修改])(?![^\W_])
    # 1.9, 2023-05-01; a number too long for one says nothing
    | (?P<bare>\d+(?:[._-]\d+)*)(?P<stage>[\s._-]?(?:rc|beta|alpha|(?<=\d)[ab](?=\d))
        [\s._-]?\d*(?![^\W\d_]))?
    """,
    re.VERBOSE,
)
_BETWEEN_CASES = re.compile(r"(?<=[a-z])(?=[A-Z])")
_RUN = re.compile(r"[\W_]+")
_TAIL = re.compile(r"([a-z]+)[\s._-]?(\d*)")
_WORTHLESS = frozenset({(1,), (1, 0), (0,)})
_WITHOUT_VERSION = re.compile(r"\D*").fullmatch
_TELLING = frozenset(_STAGES).union(
    "v ver vers version versione versioni version rev revision ed edition rel release".split()
)
_SERIAL = re.compile(
    r"(?:(?<![^\W\d_])(?:invoice|receipt|bill|order|ticket|case|letter|scan|img|dsc|image|photo|page|chapter|ch|part"
    r"|section|annex|no|nr|rechnung|beleg|brief|seite|kapitel|teil|anlage|facture|commande|lettre"
    r"|chapitre|partie|annexe|factura|recibo|página|capítulo|parte|anexo|fatura|счёт|счет|страница"
    r"|глава|часть|doc)|第|发票|發票|請求書|인보이스)[\s._-]*(?:no|nr|n°|№)?[\s._-]*$"
)
_SERIAL_DIGITS = 3
_OF_A_YEAR = re.compile(r"(?:19|20)\d\d[-_](?:1[3-9]|[2-9]\d|\d{3,})")
_REMEMBERED = 20_000  # paths, from one grouping to the next
_PLACE, _DATE = "\u00aa", "\u00ba"  # letters that no folded name has
_MOST = 200  # characters of a part that are looked at


class _Part(NamedTuple):
    frame: str
    dates: tuple[_Numbers, ...]
    bare: tuple[_Numbers, ...]
    marked: tuple[_Numbers, ...]
    stages: _Numbers
    counts: _Numbers


_NO_PART = _Part("", (), (), (), (), ())


def _name(name: str) -> _Part:
    stem = stem_of(_cased(name))
    if stem.isdecimal() and not _day(stem, stem):
        return _Part(stem, (), (), (), (), ())  # a number alone, and no day, counts documents
    return _part(original_of(stem, old=False))


def _part(part: str) -> _Part:
    """Take a folded part of a path, without suffix and signs of copies, apart."""
    if part.isascii() and _WITHOUT_VERSION(part) and _TELLING.isdisjoint(_RUN.split(part)):
        return _Part(_RUN.sub(" ", part).strip(), (), (), (), (), ())
    dates: list[_Numbers] = []
    bare: list[_Numbers] = []
    marked: list[_Numbers] = []
    stages: list[int] = []
    counts: list[int] = []

    def take(found: re.Match[str]) -> str:
        of = found.groupdict()
        if early := of["stage"] or of["pre"]:
            stages.append(_REVIEW)
            counts.append(_early(early))
        if of["bare"] and _counts_documents(found, of["bare"]):
            return found[0]
        if date := _stated(found):
            dates.append(date)
            return _DATE
        if of["bare"]:
            bare.append(_numbers(of["bare"]))
            return _PLACE
        if numbers := _marked(of):
            marked.append(numbers)
        else:
            stage = _STAGES[of["spaced"] or of["unspaced"] or of["single"] or of["edited"]]
            stages.append(min(stage, _REVIEW) if of["nearly"] else stage)
            if stage == _FINAL and (of["really"] or of["truly"]):
                stages[-1] = _REALLY
            roman = _ROMAN.get(of["roman"] or "")
            counts.append(roman or _number(of["count"] or of["times"] or "1"))
        return " "

    frame = _TOKEN.sub(take, part[:_MOST]) + part[_MOST:]
    frame = _RUN.sub(" ", frame).strip()
    return _Part(frame, tuple(dates), tuple(bare), tuple(marked), tuple(stages), tuple(counts))


_Found = Mapping[str, str | None]


def _stated(found: re.Match[str]) -> _Numbers:
    """Return the year of a date, or its year, month and day, 0 for one that is not there."""
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


def _is_year(number: int) -> bool:
    return 1900 <= number < 2100


def _day(digits: str, name: str) -> _Numbers:
    """Return the date of eight digits such as 20230501; nothing if they are none.

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

    So are those of a year that are no month: 2023-18, 2024-001.
    """
    if not bare.isdecimal():  # 2.1
        return _OF_A_YEAR.fullmatch(bare) is not None
    if _day(bare, found.string):
        return False
    if len(bare) >= _SERIAL_DIGITS and not (len(bare) == 4 and _is_year(int(bare))):
        return True
    return _SERIAL.search(found.string[: found.start()]) is not None


def _marked(of: _Found) -> _Numbers:
    """Return a number with a word for a version."""
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
    """Return a number that orders alpha, beta and rc, and what is counted behind them."""
    found = _TAIL.search(tail)
    if found is None:
        return 0
    return "abr".index(found[1][0]) * 1_000 + _number(found[2] or "0")


def _number(digits: str) -> int:
    return int(digits) if len(digits) < _LONG else _LATEST  # as hashes are, which have no order


def _numbers(text: str) -> _Numbers:
    return tuple(_number(one) for one in re.split(r"[._-]", text))


def _date(year: str, one: str, other: str) -> _Numbers:
    """Return a date whose day comes before the month, unless that can only be the other way."""
    month, day = int(one), int(other)
    return (int(year), day, month) if month > 12 >= day else (int(year), month, day)


@functools.lru_cache(maxsize=4_096)
def _folder(folder: str) -> _Part:
    """Take the folders of a path apart, as if they were one part."""
    parts = [
        _part(original_of(_cased(part), old=False))
        for part in folder.split(os.sep)  # noqa: PTH206 - paths take ten times as long
        if part not in {"", "."}
    ]
    return _joined(parts)


def _joined(parts: list[_Part]) -> _Part:
    frames, *values = zip(_NO_PART, *parts, strict=True)
    return _Part("/".join(filter(None, frames)), *(sum(some, ()) for some in values))


def _cased(part: str) -> str:
    """Fold a part of a path; ``ReportFinal`` is two words."""
    return folded(part if part.islower() else _BETWEEN_CASES.sub(" ", part))


def version_of(path: Path) -> PathVersion:
    """Return the version of a document by its name and folders.

    >>> def higher(one: str, other: str) -> bool:
    ...     left, right = version_of(Path(one)), version_of(Path(other))
    ...     return left.frame == right.frame and left.rank > right.rank
    >>> higher("notes-1.10.txt", "notes-1.9.txt"), higher("plan v2.docx", "plan.docx")
    (True, True)
    >>> higher("spec rev B.txt", "spec rev A.txt"), higher("合同第二稿.txt", "合同初稿.txt")
    (True, True)
    >>> higher("plan.txt", "old/plan.txt"), higher("plan 2.txt", "report 1.txt")
    (True, False)
    """
    return _version(composed(str(path)))


def versions_of(paths: Iterable[Path]) -> list[PathVersion]:
    """Return the versions of documents among each other: a folder that all are in says nothing.

    >>> final, other = versions_of([Path("/backup/plan final.txt"), Path("/backup/plan v5.txt")])
    >>> final.outranks(other)
    True
    """
    return [_version(name) for name in below_common([composed(str(path)) for path in paths])]


def highest_of(versions: Sequence[PathVersion]) -> list[bool]:
    """Return of each version whether none of the others outranks it."""
    frames: dict[str, PathVersion] = {}
    for one in versions:
        frames[one.frame] = max(frames.get(one.frame, one), one, key=lambda each: each.rank)
    highest = [*frames.values()]
    return [not any(other.outranks(one) for other in highest) for one in versions]


@functools.lru_cache(maxsize=_REMEMBERED)
def _version(path: str) -> PathVersion:
    folder, _, name = path.rpartition(os.sep)
    around, named = _folder(folder), _name(name)
    whole = _joined([around, named])
    low = [stage for stage in whole.stages if stage < 0]
    highest_first = tuple(sorted(set(whole.stages), reverse=True)) or (0,)
    stage = (min(low), *sorted(set(whole.stages) - set(low))) if low else highest_first
    marked = whole.marked
    while marked and marked[-1] in _WORTHLESS:
        marked = marked[:-1]
    years = tuple(one for one in whole.dates if len(one) == 1)
    final = tuple(_final(part.stages, low) for part in (named, around))
    rank = years, final, whole.dates, whole.bare, marked, stage, whole.counts
    return PathVersion(whole.frame, rank, final[0], bool(whole.stages), bool(marked))


def _final(stages: _Numbers, low: list[int]) -> int:
    """Return how final a name or a folder says that a document is, 0 if not at all."""
    final = max(stages, default=0)
    if final < _FINAL or (low and min(low) != _DRAFT):
        return 0
    return _REVISED if low else final  # the final draft
