"""Short texts compared by their words in order.

A run of five letters spans a word, and one of four Chinese characters two or three: one word of
eight that is another takes four to nine of the runs with it, and of a short text that is half of
all. So texts of few runs are compared by words, too: those of the longest common subsequence are
shared. In scripts without spaces each letter is one; beside them other words count as two, since a
Chinese word has two characters.
"""

from collections.abc import Hashable, Iterator, Sequence

from simcore.model.config import LEAST_SIMILARITY, PART_LENGTH
from simcore.text.characters import unspaced

MOST_SHINGLES = 384
"""Texts with more distinct shingles are compared by these alone: some seventy words."""

MOST_OF_NUMBERS = 768
"""The same for two texts that differ in numbers, dates and names only."""

FEW_SHINGLES = 128
"""Texts with at most so many shingles may differ in most of them, and in few words."""

THIRDS = 3
"""As which words count where numbers, dates and names alone differ."""

LEAST_OF_FEW = 0.125
"""How alike texts of few shingles are by these at least to be compared by words."""


def least_by_shingles(one: int, other: int, *, numbers_only: bool = False) -> float | None:
    """Return how alike two texts are at least by their shingles to be compared by words, too.

    ``one`` and ``other`` are the numbers of these. None if they never are: texts that are long, or
    one of which is clearly shorter, so that it may be a part of the other.

    >>> least_by_shingles(20, 22), least_by_shingles(200, 220), least_by_shingles(20, 40)
    (0.125, 0.3, None)
    >>> least_by_shingles(400, 400), least_by_shingles(400, 400, numbers_only=True)
    (None, 0.3)
    """
    shorter, longer = sorted((one, other))
    if longer > (MOST_OF_NUMBERS if numbers_only else MOST_SHINGLES):
        return None
    if shorter <= PART_LENGTH * longer:
        return None
    return LEAST_OF_FEW if longer <= FEW_SHINGLES else LEAST_SIMILARITY


def twice_if_spaced(words: Sequence[str]) -> Iterator[str]:
    """Yield letters of scripts without spaces once, and all other words twice.

    >>> list(twice_if_spaced(["用", "sql"]))
    ['用', 'sql', 'sql']
    """
    for word in words:
        yield word
        if not unspaced(word[0]):
            yield word


def shared_in_order(
    one: Sequence[Hashable], other: Sequence[Hashable], *, numbers_only: bool = False
) -> tuple[int, int, int] | None:
    """Count the words that two texts share in order, and those of each.

    None if one has clearly fewer. With ``numbers_only`` all that differs is numbers, dates and
    names: a word in the place of another counts as two thirds of a shared one, and all words count
    three times.

    >>> shared_in_order("pay the rent".split(), "pay no rent".split())
    (2, 3, 3)
    >>> shared_in_order("due on 7 may".split(), "due on 9 may".split(), numbers_only=True)
    (11, 12, 12)
    """
    shorter, longer = sorted((len(one), len(other)))
    if shorter <= PART_LENGTH * longer:
        return None
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - a window opens without it

    shared = LCSseq.similarity(one, other)
    if numbers_only:
        return shared + 2 * shorter, THIRDS * len(one), THIRDS * len(other)
    return shared, len(one), len(other)
