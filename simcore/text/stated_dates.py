"""The latest dates stated in the beginning and the end of a document: they tell revisions apart.

Dates are packed into one number, so that an index holds them in a few bytes.
"""

import re
from collections.abc import Iterable, Iterator

BEGINNING = 6_000  # characters that are searched
END = 2_000
MOST = 3  # dates that are kept
StatedDate = tuple[int, int, int]  # year, month and day; 0 if not stated
_MONTHS_A_YEAR, _DAYS_A_MONTH = 12, 31
_FIRST_YEAR, _LAST_YEAR = 1900, 2099
_MONTHS = {
    1: "jan january januar jänner janvier enero gennaio janeiro januari stycznia января",
    2: "feb february februar février febrero febbraio fevereiro februari lutego февраля",
    3: "mar march märz mars marzo março maart marca марта",
    4: "apr april avril abril aprile kwietnia апреля",
    5: "may mai mayo maggio maio mei maja мая",
    6: "jun june juni juin junio giugno junho czerwca июня",
    7: "jul july juli juillet julio luglio julho lipca июля",
    8: "aug august août agosto augustus sierpnia августа",
    9: "sep sept september septembre septiembre settembre setembro września сентября",
    10: "oct okt october oktober octobre octubre ottobre outubro października октября",
    11: "nov november novembre noviembre novembro listopada ноября",
    12: "dec dez december dezember décembre diciembre dicembre dezembro grudnia декабря",
}
_MONTH_OF = {name: month for month, names in _MONTHS.items() for name in names.split()}
_ERAS = {"民国": 1911, "民國": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_SIGNS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
_SIGNS |= {"○": 0, "零": 0, "两": 2}

_YEAR = r"(?:19|20)\d\d"
_NAME = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
_HAN_DIGITS = "〇○零一二三四五六七八九"
_HAN = f"[{_HAN_DIGITS}]"
_TENS = "(?:[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_FIRST, _FIRST_OF_ERA = ("".join({name[0] for name in names}) for names in (_MONTH_OF, _ERAS))
_FOUND = rf"""
    (?=[\d{_FIRST_OF_ERA}{_HAN_DIGITS}©(]|\b[{_FIRST}]|copyr)  # fast: most characters begin none
    (?:(?<!\d)(?P<y1>{_YEAR})(?P<sep>[-/.])(?P<m1>\d{{1,2}})(?P=sep)(?P<d1>\d{{1,2}})(?![\d])
    | (?<!\d)(?P<y2>{_YEAR})\s?[年년]\s?(?P<m2>\d{{1,2}})\s?[月월](?:\s?(?P<d2>\d{{1,2}})\s?[日일])?
    | (?P<era>{"|".join(_ERAS)})(?P<y3>\d{{1,3}}|元)年(?P<m3>\d{{1,2}})月(?:(?P<d3>\d{{1,2}})日)?
    | (?P<y4>{_HAN}{{4}})年(?P<m4>{_TENS})月(?:(?P<d4>{_TENS})日)?
    | (?<!\d)(?P<d5>\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?[\s-](?:(?:de|of|d)\s)?(?P<m5>{_NAME})\b\.?,?
        [\s-](?:del?\s)?(?P<y5>{_YEAR})(?!\d)
    | \b(?P<m6>{_NAME})\b\.?\s(?:(?P<d6>\d{{1,2}})(?:st|nd|rd|th)?,?\s
        (?:\d\d:\d\d(?::\d\d)?\s(?:[a-z]{{3,4}}\s)?)?)?(?P<y6>{_YEAR})(?!\d)
    | (?<!\d)(?P<d7>\d{{1,2}})(?P<of>[./])(?P<m7>\d{{1,2}})(?P=of)(?P<y7>{_YEAR})(?!\d)
    | (?:©|\(c\)|copyright)[^\n\d]{{0,40}}(?P<years>{_YEAR}(?:\s?[-\u2013,]\s?{_YEAR})*)(?![\d]))
    """
# the first and the seventh way of writing a date, of which logs are full: all in digits; as it
# begins with a set, the digit found is looked at again
_DIGITS = re.compile(
    rf"\d(?<!\d\d)(?<=(\d))(?:((?:(?<=1)9|(?<=2)0)\d\d)([-/.])(\d{{1,2}})\3(\d{{1,2}})(?!\d)"
    rf"|(\d?)([./])(\d{{1,2}})\7({_YEAR})(?!\d))"
)
# dates in other forms contain one of these; months that contain another are left out
_NOT_IN_DIGITS = (
    *(name for name in _MONTH_OF if not any(one in name for one in _MONTH_OF if one != name)),
    *("年", "년", "©", "(c)", "copyright"),
)

# a set of first characters makes the search five times as fast
_YEARS = re.compile(
    rf"""
    [12一二民昭平令](?:(?<=[12])(?<!\d.)(?:(?<=1)9|(?<=2)0)\d\d(?!\d)
        (?:(?:(?<=\d[./]....)|(?<=[^\W\u2e80-\uffef][\s,\-\u2013]....)  # what a date has before it
            |(?<=[.,\-\u2013][\s-]....)|(?<=\s[,\-\u2013]....))(?P<behind>)
        |(?=(?P<before>(?P<sep>[-/.])\d\d?(?P=sep)\d\d?(?!\d)
            |\s?[年년]\s?\d\d?\s?[月월](?:\s?\d\d?\s?[日일])?))
        |(?P<alone>))
    |{_HAN}{{3}}年|(?<=民)[国國]|(?<=昭)和|(?<=[平令])[成和])
    """,
    re.VERBOSE,
)
_BEFORE, _BEHIND = 50, 20  # characters around a year that contain its date
_EACH = 20  # characters, which take as long as to begin with a stretch of them
_MANY = 1_000  # such characters in which it is worth asking how their dates are written
_ALL_YEARS = re.compile(_YEAR)


def stated_dates(text: str) -> int:
    """Return the latest dates in the beginning and the end of a text, packed; 0 for none.

    >>> unpacked(stated_dates("2019-05-06, amended on 3 May 2021; © 2001-2022"))
    ((2022, 0, 0), (2021, 5, 3), (2019, 5, 6))
    >>> unpacked(stated_dates("1998年10月31日通过，根据二〇一二年十二月二十八日的决定修正"))
    ((2012, 12, 28), (1998, 10, 31))
    """
    if len(text) > BEGINNING + END:
        text = f"{text[:BEGINNING]}\n{text[-END:]}"
    if not ("20" in text or "19" in text or "年" in text):
        return 0
    stretches = list(_stretches(text))
    if sum(end - begin + _EACH for begin, end in stretches) >= _MANY:
        small = text.casefold()
        if not any(map(small.__contains__, _NOT_IN_DIGITS)):
            return packed(_in_digits(text))
    # compiled, and kept by the library, when there is a year: it takes longest of all
    found_in = re.compile(_FOUND, re.VERBOSE | re.IGNORECASE).finditer
    found = (one for begin, end in stretches if begin < end for one in found_in(text, begin, end))
    return packed(filter(_is_date, map(_read, found)))


def _in_digits(text: str) -> Iterator[StatedDate]:
    """Yield the dates of a text that has only dates in digits, in a fifth of the time."""
    for digit, y1, _, m1, d1, d7, of, m7, y7 in dict.fromkeys(_DIGITS.findall(text)):
        first = digit + d7
        date = (int(digit + y1), int(m1), int(d1)) if y1 else _by_sign(first, of, m7, y7)
        if _is_date(date):
            yield date


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the surroundings of years; searching these only takes a tenth of the time.

    For a date that begins with its year they are the date itself. Years that no date can have are
    left out, except after a copyright sign.
    """
    begin = end = 0
    for year in _YEARS.finditer(text):
        start, way = year.start(), year.lastgroup
        if way in {"before", "alone"} and not _is_copied(text, start):
            if way == "alone":
                continue
            if start > end:
                yield begin, end
                begin, end = start, year.end("before")
                continue
        if start - _BEFORE > end:
            yield begin, end
            begin = start - _BEFORE
        end = year.end() + _BEHIND
        while text[end - 1 : end].isdecimal():  # a part of a number would be another one
            end -= 1
    yield begin, end


def _is_copied(text: str, year: int) -> bool:
    before = text[max(0, year - _BEFORE) : year].lower()
    return "©" in before or "(c)" in before or "copyr" in before


def _read(found: re.Match[str]) -> StatedDate:
    of = {name: value for name, value in found.groupdict().items() if value}
    if "years" in of:
        return int(_ALL_YEARS.findall(of["years"])[-1]), 0, 0
    if "era" in of:
        since = 1 if of["y3"] == "元" else int(of["y3"])
        return _ERAS[of["era"]] + since, int(of["m3"]), int(of.get("d3", 0))
    if "y4" in of:
        written = int("".join(str(_SIGNS[sign]) for sign in of["y4"]))
        return written, in_han(of["m4"]), in_han(of.get("d4", ""))
    for way in "1256":
        if year := of.get(f"y{way}"):
            # letters that the search has for equal: those of old prints, and of Turkish
            month = of[f"m{way}"].casefold().replace("ı", "i")
            return int(year), _MONTH_OF.get(month) or int(month), int(of.get(f"d{way}", 0))
    return _by_sign(of["d7"], of["of"], of["m7"], of["y7"])


def _by_sign(first: str, sign: str, second: str, year: str) -> StatedDate:
    one, other, last = int(first), int(second), int(year)
    if sign == "." or one > _MONTHS_A_YEAR:
        return last, other, one
    # 3/5/2021 is in May or in March
    return (last, one, other) if other > _MONTHS_A_YEAR else (last, 0, 0)


def in_han(text: str) -> int:
    """Return a number below 100 in Chinese numerals, 0 for none."""
    tens, ten, units = text.rpartition("十")
    unit = _SIGNS.get(units[-1:], 0)
    return unit if not ten else 10 * (_SIGNS.get(tens[-1:], 1) if tens else 1) + unit


def _is_date(date: StatedDate) -> bool:
    year, month, day = date
    in_range = 0 <= month <= _MONTHS_A_YEAR and 0 <= day <= _DAYS_A_MONTH
    return in_range and _FIRST_YEAR <= year <= _LAST_YEAR


_BITS = 17  # 8 of the year since 1900, 4 of the month, 5 of the day


def packed(dates: Iterable[StatedDate]) -> int:
    """Pack the latest of some dates into a number below 2**51, the latest in its low bits."""
    latest = sorted(set(dates), reverse=True)[:MOST]
    number = 0
    for year, month, day in reversed(latest):
        number = number << _BITS | (year - _FIRST_YEAR + 1) << 9 | month << 5 | day
    return number


def unpacked(number: int) -> tuple[StatedDate, ...]:
    """Return the dates in a number, the latest first."""
    dates: list[StatedDate] = []
    while number > 0 and len(dates) < MOST:
        one = number & (1 << _BITS) - 1
        dates.append(((one >> 9) + _FIRST_YEAR - 1, one >> 5 & 15, one & 31))
        number >>= _BITS
    return tuple(dates)
