"""What two texts with the same letters and digits differ in."""

import re

from simcore.model.records import OnlyIn
from simcore.text.letters.comparison_form import comparable, without_marks, without_signs

_NUMBER, _GROUPED = re.compile(r"\d+"), re.compile(r"\d(?: ?\d)*+")


def differ_only_in(left: str, right: str) -> OnlyIn | None:
    """Return in what alone two normal forms differ; None if they are equal, or in something else.

    >>> differ_only_in("a = b + 1", "a = b - 1").value, differ_only_in("schön", "schon").value
    ('punctuation', 'accents')
    >>> differ_only_in("one two", "onetwo").value, differ_only_in("1.5", "15")
    ('spaces', None)
    >>> differ_only_in("1;23", "12;3"), differ_only_in("call 030 123", "call 030123").value
    (None, 'spaces')
    """
    if left == right or comparable(left) != comparable(right):
        return None
    # the same digits must make the same numbers, maybe in other groups
    if all(_sizes(number, left) != _sizes(number, right) for number in (_NUMBER, _GROUPED)):
        return None
    if _without_spaces(left) == _without_spaces(right):
        return OnlyIn.SPACES
    if without_signs(left) == without_signs(right):
        return OnlyIn.PUNCTUATION
    bare = without_marks(left), without_marks(right)
    if _without_spaces(bare[0]) == _without_spaces(bare[1]):
        return OnlyIn.ACCENTS
    # else in names that are markup
    return OnlyIn.BOTH if without_signs(bare[0]) == without_signs(bare[1]) else None


def _sizes(number: re.Pattern[str], text: str) -> list[int]:
    return [len(_without_spaces(found)) for found in number.findall(text)]


def _without_spaces(text: str) -> str:
    return text.replace(" ", "")
