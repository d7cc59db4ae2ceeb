"""Whether two texts differ in nothing but numbers, dates and names, found out quickly.

Masking whole texts (``simcore.masking``) takes ten times as long as a fingerprint, and hardly any
two texts are such a pair. So the lines that only one of them has are looked at first: the words
in them that are never masked have to be the same ones, which they hardly ever are.
"""

import functools
from collections import Counter

from simcore.masking import masked_hash, never_masked
from simcore.segment import segmenter

__all__ = ["differ_in_numbers_only"]


_LONGEST_KEPT_LINE = 1_000


def _words_of(line: str) -> tuple[str, ...]:
    return tuple(never_masked(line, segmenter()))


# drafts of one text differ from each other in the same lines
_kept_words_of = functools.lru_cache(maxsize=4_096)(_words_of)


def differ_in_numbers_only(left: str, right: str) -> bool:
    """Tell whether two decoded texts of different normal forms have the same masked form.

    Words are those of the usual dictionary, so that it is true of two texts for good.

    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每月4200元，不含税")
    True
    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每年3500元，不含税")
    False
    """
    lines = [Counter(map(str.strip, text.split("\n"))) for text in (left, right)]
    only_left, only_right = lines[0] - lines[1], lines[1] - lines[0]
    if _words(only_left) != _words(only_right):
        return False
    masked = masked_hash(left, segmenter())
    return masked is not None and masked == masked_hash(right, segmenter())


def _words(lines: Counter[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for line, times in lines.items():
        for word in (_kept_words_of if len(line) <= _LONGEST_KEPT_LINE else _words_of)(line):
            counted[word] += times
    return counted
