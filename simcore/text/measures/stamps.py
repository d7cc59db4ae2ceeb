"""Texts without their time stamps, which stand between all passages of a chat or a transcript.

Two programs export one chat with stamps of other shapes, so that hardly a message is without a
difference. Where stamps have the same shape they are what differs: two days of one log.
"""

import re
from collections import Counter

LEAST_STAMPS = 8
"""So many stamps at least stand in a text that is compared without them."""

_DATE = r"\d{1,4}\s?[./年-]\s?\d{1,2}\s?[./月-]\s?\d{1,4}日?"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\b\.?)?"
# fast: most characters begin none
_STAMP = re.compile(
    rf"(?=[\d上下晚凌])(?:(?:{_DATE}[,T ]{{0,3}})?(?:上午|下午|晚上|凌晨)?{_TIME}|{_DATE})"
)
_DIGITS = re.compile(r"\d+")
_TEN_DIGITS = b"0123456789"
_SHARE = 0.1
_DIGITS_OF_STAMP = 0.4
_OF_ONE_SHAPE = 0.2
"""A shape that fewer of the stamps have is none of the program: a message may name an hour."""
_SAMPLE = 2_000


def shapes_of(text: str) -> frozenset[str]:
    """Return the shapes of a decoded text's time stamps; none if there are few of them.

    >>> sorted(shapes_of("13.04.23, 10:05 - Nina: yes " * 9))
    ['0.0.0, 0:0']
    """
    # fast: most texts have few digits
    data = text.encode("utf-8", "surrogatepass")
    if len(data) - len(data.translate(None, _TEN_DIGITS)) < _DIGITS_OF_STAMP * _SHARE * len(text):
        return frozenset()
    # fast: many a text with digits has no stamps; a chat may begin or end with prose
    samples = [text[at : at + _SAMPLE] for at in (0, len(text) // 2)]
    if all(sum(map(len, _STAMP.findall(one))) < _SHARE * len(one) / 2 for one in samples):
        return frozenset()
    stamps = _STAMP.findall(text)
    if len(stamps) < LEAST_STAMPS or sum(map(len, stamps)) < _SHARE * len(text):
        return frozenset()
    shapes = Counter(_DIGITS.sub("0", stamp) for stamp in stamps)
    return frozenset(one for one, times in shapes.items() if times >= _OF_ONE_SHAPE * len(stamps))


def without_stamps(text: str) -> str:
    """Return a decoded text without its time stamps.

    >>> without_stamps("13.04.23, 10:05 - Nina: yes")
    '  - Nina: yes'
    """
    return _STAMP.sub(" ", text)
