"""How alike two texts are by the definition, without any code of the engine."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

Figures = tuple[float, float, float]
"""The resemblance, and the share of either text that is in the other."""


def words(text: str) -> list[str]:
    """Return the words of a text of ASCII and Chinese characters, in order."""
    return re.findall(r"[\u4e00-\u9fff]|[a-z]+|[0-9]+(?:[.,:/~-][0-9]+)*", text.lower())


def twice_but_chinese(listed: list[str]) -> list[str]:
    """Return Chinese characters once, other words twice."""
    return [word for word in listed for _ in range(1 if word >= "\u4e00" else 2)]


def in_order(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common subsequence (Wagner and Fischer 1974)."""
    row = [0] * (len(other) + 1)
    for word in one:
        above = row
        row = [0]
        for at, theirs in enumerate(other, 1):
            row.append(above[at - 1] + 1 if word == theirs else max(above[at], row[at - 1]))
    return row[-1]


def alike(
    one: AbstractSet[object], other: AbstractSet[object], texts: tuple[str, str]
) -> tuple[Figures, bool]:
    """Compare two texts by their sets of shingles, or by words where these are more alike.

    Returns whether they are, too. Neither may differ from the other in numbers only.
    """
    by_shingles = _figures(len(one & other), len(one), len(other))
    shorter, longer = sorted((len(one), len(other)))
    least = 0.125 if longer <= 128 else 0.3
    if longer > 384 or shorter <= 0.83 * longer or by_shingles[0] < least:
        return by_shingles, False
    left, right = map(words, texts)
    if any(word >= "\u4e00" for word in (*left, *right)):
        # a Chinese word has two characters
        left, right = map(twice_but_chinese, (left, right))
    if min(len(left), len(right)) <= 0.83 * max(len(left), len(right)):
        return by_shingles, False
    by_words = _figures(in_order(left, right), len(left), len(right))
    return max((by_shingles, False), (by_words, True), key=lambda found: found[0][0])


def _figures(shared: int, left: int, right: int) -> Figures:
    return shared / (left + right - shared), shared / left, shared / right
