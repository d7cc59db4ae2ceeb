"""Texts without their time stamps, which stand between all passages of a chat or a transcript.

Two programs export one chat with stamps of other shapes, so that hardly a message is without a
difference. Where stamps have the same shape they are what differs: two days of one log.
"""

import re

LEAST_STAMPS = 8
"""So many stamps at least stand in a text that is compared without them."""

_DATE = r"\d{1,4}\s?[./年-]\s?\d{1,2}\s?[./月-]\s?\d{1,4}日?"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\b\.?)?"
_STAMP = re.compile(rf"(?:{_DATE}[,T ]{{0,3}})?(?:上午|下午|晚上|凌晨)?{_TIME}|{_DATE}")
_DIGITS = re.compile(r"\d+")
_SHARE = 0.1


def without_stamps(left: str, right: str) -> tuple[str, str] | None:
    r"""Return two decoded texts without their time stamps; None if few, or alike.

    >>> german = "".join(f"13.04.23, 10:0{minute} - Nina: yes\n" for minute in range(9))
    >>> english = "".join(f"[4/13/2023 10:0{minute} AM] Nina: yes\n" for minute in range(9))
    >>> without_stamps(german, english)[0][:20]
    '  - Nina: yes\n  - Ni'
    >>> without_stamps(german, german) is None
    True
    """
    bare, shapes = [], []
    for text in (left, right):
        stamps = _STAMP.findall(text)
        if len(stamps) < LEAST_STAMPS or sum(map(len, stamps)) < _SHARE * len(text):
            return None
        shapes.append({_DIGITS.sub("0", stamp) for stamp in stamps})
        bare.append(_STAMP.sub(" ", text))
    return None if shapes[0] & shapes[1] else (bare[0], bare[1])
