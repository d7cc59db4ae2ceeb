"""A reason as a value: why a file, a document or a run is as it is, for code and for people.

Code asks for ``code``; ``str()`` gives the English sentence, by the table in ``reason_codes``.
Files keep the code and its values, never a sentence that would have to be run as a template.
"""

import errno
import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from string import Formatter

from simcore.model.reason_codes import ReasonCode

LONGEST_VALUE = 10_000
"""Characters of a value; more is cut off. No path or message of a system is as long."""

_DEEPEST = 12  # reasons within reasons
_GREATEST = 1 << 63


def megabytes(size: int) -> str:
    """Return a size in bytes as megabytes, in four digits where it is not whole: never nothing.

    >>> megabytes(64_000_000), megabytes(64_300_000), megabytes(1_601), megabytes(123_456_789_000)
    ('64', '64.3', '0.001601', '123457')
    """
    return f"{size / 1e6:.0f}" if size >= 1e9 else f"{size / 1e6:.4g}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is as it is; prints as a sentence.

    ``values`` are what the fields of the code's template stand for, in their order: texts, numbers
    or other reasons. Raises ``ValueError`` where they are not as many as the fields.

    >>> str(Reason(ReasonCode.KEPT, (Reason(ReasonCode.TOO_LONG, ("2.5",)),)))
    'the document to keep took longer than 2.5 s; left out'
    """

    code: ReasonCode
    values: "tuple[str | int | Reason, ...]" = ()

    def __post_init__(self) -> None:
        if len(self.values) != field_count(self.code):
            raise ValueError(f"{self.code!r} has {field_count(self.code)} values")
        if any(isinstance(one, str) and len(one) > LONGEST_VALUE for one in self.values):
            cut = (one[:LONGEST_VALUE] if isinstance(one, str) else one for one in self.values)
            object.__setattr__(self, "values", tuple(cut))

    def __str__(self) -> str:
        return self.code.template.format(*self.values)


@cache
def field_count(code: ReasonCode) -> int:
    """Return how many values a reason of this code has."""
    return sum(field is not None for _, field, _, _ in Formatter().parse(code.template))


def of_text(text: str) -> Reason:
    """Return the reason that another program gave, in its own words."""
    return Reason(ReasonCode.TEXT, (text,))


def reason_of(error: BaseException) -> Reason:
    """Return the reason that an error carries among its arguments, or an ``OSError`` as its text.

    An error that carries none has a text, its own or that of the system.
    """
    carried: tuple[object, ...] = (getattr(error, "strerror", None), *error.args)
    for one in carried:
        if isinstance(one, Reason):
            return one
    if not isinstance(error, OSError):
        return of_text(str(error))
    said = error.strerror or str(error)
    code = _of_system().get(error.errno or 0)
    # elsewhere than on Linux the system has other words, and so may a program that raises it
    return Reason(code) if code is not None and code.template == said else of_text(said)


@cache
def _of_system() -> dict[int, ReasonCode]:
    """Return the codes of what the system says, by error number; names differ by system."""
    named = {getattr(errno, code.name, None): code for code in ReasonCode}
    return {number: code for number, code in named.items() if number is not None}


def joined(reasons: list[Reason]) -> Reason:
    """Return one or more reasons as one that says them in a row."""
    if len(reasons) == 1:
        return reasons[0]
    half = len(reasons) // 2  # from the middle: a thousand of them are ten deep
    return Reason(ReasonCode.BOTH, (joined(reasons[:half]), joined(reasons[half:])))


# --- in files -----------------------------------------------------------------------------------


def to_plain(reason: Reason) -> list[object]:
    """Return a reason as JSON may hold it: the code, then the values.

    >>> to_plain(Reason(ReasonCode.IT, (Reason(ReasonCode.GONE),)))
    ['it', ['gone']]
    """
    values = (to_plain(one) if isinstance(one, Reason) else one for one in reason.values)
    return [reason.code.value, *values]


def from_plain(found: object, depth: int = _DEEPEST) -> Reason:
    """Undo ``to_plain``, whatever a file holds: what cannot be understood is ``UNKNOWN``.

    Texts are cut to ``LONGEST_VALUE``; none of them is ever taken for a template.

    >>> from_plain(["a-code-to-come", 7])
    Reason(code=<ReasonCode.UNKNOWN: 'unknown'>, values=())
    """
    unknown = Reason(ReasonCode.UNKNOWN)
    if not isinstance(found, list) or not found or not depth:
        return unknown
    values: list[str | int | Reason] = []
    for one in found[1:]:
        if isinstance(one, list):
            values.append(from_plain(one, depth - 1))
        elif isinstance(one, str) or (type(one) is int and -_GREATEST <= one < _GREATEST):
            values.append(one)
        else:
            return unknown
    try:
        return Reason(ReasonCode(found[0]), tuple(values))
    except ValueError:
        return unknown


def to_json(reason: Reason | None) -> str:
    """Return a reason as a database keeps it; none is an empty text."""
    return "" if reason is None else json.dumps(to_plain(reason), separators=(",", ":"))


@lru_cache(maxsize=1000)  # of 100,000 problems most have one of a few reasons
def from_json(stored: str) -> Reason | None:
    """Undo ``to_json``, also of what versions before codes kept: the sentence."""
    if not stored.startswith('["'):
        return recognised(stored) if stored else None
    try:
        return from_plain(json.loads(stored))
    except (ValueError, RecursionError):
        return Reason(ReasonCode.UNKNOWN)


def reason_in(stored: str | None) -> Reason:
    """Return the reason in a column where there must be one; ``UNKNOWN`` where there is none."""
    return from_json(stored or "") or Reason(ReasonCode.UNKNOWN)


# --- sentences of earlier versions ----------------------------------------------------------------

_FIELD = re.compile(r"\{\d+\}")
# no file has one; and the signs of the last two stand in many a text
_NEVER_KEPT = {ReasonCode.TEXT, ReasonCode.UNKNOWN, ReasonCode.OF, ReasonCode.BOTH}


def recognised(sentence: str) -> Reason:
    """Return the reason that a sentence in a file of an earlier version says.

    What its fields hold may be sentences in their turn. One that no template has is a text.

    >>> found = recognised("it took longer than 3 s; left out")
    >>> found.code, found.values[0].code, recognised("took 3 cups").code
    (<ReasonCode.IT: 'it'>, <ReasonCode.TOO_LONG: 'too-long'>, <ReasonCode.TEXT: 'text'>)
    """
    return _recognised(sentence[:LONGEST_VALUE], _DEEPEST) or of_text(sentence)


def _recognised(sentence: str, depth: int) -> Reason | None:
    for code, longest, pattern in _patterns() if depth else ():
        found = pattern.fullmatch(sentence) if longest in sentence else None
        if found is not None:
            values = (_recognised(value, depth - 1) or value for value in found.groups())
            return Reason(code, tuple(values))
    return None


@cache
def _patterns() -> list[tuple[ReasonCode, str, re.Pattern[str]]]:
    """Return the codes, the one with most fixed words first, and what recognises their sentences.

    Each comes with its longest run of fixed words, to pass it over by.
    """
    codes = [code for code in ReasonCode if code not in _NEVER_KEPT]
    codes.sort(key=lambda code: len(_FIELD.sub("", code.template)), reverse=True)
    return [
        (
            code,
            max(_FIELD.split(code.template), key=len),
            re.compile("(.*?)".join(map(re.escape, _FIELD.split(code.template))), re.DOTALL),
        )
        for code in codes
    ]
