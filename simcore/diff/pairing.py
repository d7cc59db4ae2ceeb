"""Which lines of a changed passage are the same line, rewritten."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Indel

from simcore.diff.matching import Effort, Gap, Match, filled_gaps, longest_common, words

PAIRED_SIMILARITY = 0.4  # the least share of common words (Indel) of paired lines
PAIRED_CELLS = 4_000_000  # the largest product of line counts that is aligned as a whole
LONGEST = 2000  # characters compared of a line: the first and the last half
FEW = 2500  # the largest product of line counts where characters are compared, too
LETTERS = 0xD800  # words that are distinguished there; more share a letter
REACH = 8  # lines tried for each line of a passage that is too long to be aligned
ALIKE_BY_CHARACTER = 0.7  # the least similarity by characters; chance alone gives 0.5
_LOOKED_AT = 200  # characters compared of a line there


def pair_similar(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Pair lines so that the sum of their similarity is greatest, in ascending order.

    Of passages that are too long, the parts between equal lines are aligned; in parts that are
    still too long, each line is compared with those near the same position.
    """
    if len(left) * len(right) <= PAIRED_CELLS:
        return _align(left, right, effort)
    matches = longest_common(left, right, effort)
    if matches is None:
        return _in_order(left, right, effort)
    matches = [match for match in matches if any(map(str.isalnum, left[match.left]))]
    found: list[Match] = list(matches)
    for a, a_end, b, b_end in filled_gaps(matches, Gap(0, len(left), 0, len(right))):
        pair = _align if (a_end - a) * (b_end - b) <= PAIRED_CELLS else _in_order
        inner = pair(left[a:a_end], right[b:b_end], effort)
        found.extend(Match(match.left + a, match.right + b) for match in inner)
    return sorted(found)


def _align(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Align two passages as a whole (Needleman and Wunsch 1970, without a gap penalty)."""
    likeness = _likeness(left, right, effort)
    if likeness is None:
        return _in_order(left, right, effort)
    best = np.zeros((len(left) + 1, len(right) + 1), dtype=np.float32)
    for row in range(len(left)):
        # Along a row the sum never falls, so the gap on the right is a running maximum.
        paired = np.maximum(best[row, 1:], best[row, :-1] + likeness[row])
        np.maximum.accumulate(paired, out=best[row + 1, 1:])
    found: list[Match] = []
    a, b = len(left), len(right)
    while a and b:
        if best[a, b] == best[a - 1, b]:
            a -= 1
        elif best[a, b] == best[a, b - 1]:
            b -= 1
        else:
            a, b = a - 1, b - 1
            found.append(Match(a, b))
    found.reverse()
    return found


def _likeness(
    left: Sequence[str], right: Sequence[str], effort: Effort
) -> NDArray[np.float32] | None:
    """Score each pair of lines: common words, weighted by length; 0 if not similar."""
    characters = sum(min(len(line), LONGEST) for line in [*left, *right])
    if not effort.spend(1000 + 15 * characters):
        return None
    letters: dict[str, int] = {}
    first = [_as_letters(line, letters) for line in left]
    second = [_as_letters(line, letters) for line in right]
    likeness = np.zeros((len(first), len(second)), dtype=np.float32)
    second_length = sum(map(len, second))
    start = 0
    while start < len(first):
        end, units = start, 0
        while end < len(first) and units < 1_000_000:
            units += 5 * len(second) + (len(first[end]) + 63) // 64 * second_length
            end += 1
        if not effort.spend(units):
            return None
        likeness[start:end] = process.cdist(
            first[start:end],
            second,
            scorer=Indel.normalized_similarity,
            score_cutoff=PAIRED_SIMILARITY,
            dtype=np.float32,
        )
        start = end
    if likeness.size <= FEW:
        # Lines of a word or two may share none and still be spelt nearly alike.
        spelling = process.cdist(
            [line[:_LOOKED_AT] for line in left],
            [line[:_LOOKED_AT] for line in right],
            scorer=Indel.normalized_similarity,
            score_cutoff=ALIKE_BY_CHARACTER,
            dtype=np.float32,
        )
        np.maximum(likeness, spelling * PAIRED_SIMILARITY, out=likeness)
    first_lengths = np.array([len(line) for line in first], dtype=np.float32)
    second_lengths = np.array([len(line) for line in second], dtype=np.float32)
    likeness *= np.log2(1 + np.minimum.outer(first_lengths, second_lengths))
    # Blank lines are paired, too, unless it contradicts other pairs.
    likeness[np.ix_(first_lengths == 0, second_lengths == 0)] = 0.1
    return likeness


def _as_letters(line: str, letters: dict[str, int]) -> str:
    """Write a line with one character for each word, the form that is compared fastest."""
    if len(line) > LONGEST:
        line = line[: LONGEST // 2] + " " + line[-LONGEST // 2 :]
    found = words(line)
    return "".join(chr(letters.setdefault(word, len(letters)) % LETTERS) for word in found)


def _in_order(left: Sequence[str], right: Sequence[str], effort: Effort) -> list[Match]:
    """Pair each line with the most similar one near the same position, in ascending order."""
    effort.simplified = True
    found: list[Match] = []
    free = 0
    for index, line in enumerate(left):
        if free == len(right):
            break
        start = max(free, index * len(right) // len(left) - REACH // 2)
        near = [other[:_LOOKED_AT] for other in right[start : start + REACH]]
        looked_at = line[:_LOOKED_AT]
        if not effort.spend(100 + 40 * len(near) + len(looked_at) // 60 * sum(map(len, near))):
            break
        best = process.extractOne(
            looked_at, near, scorer=Indel.normalized_similarity, score_cutoff=ALIKE_BY_CHARACTER
        )
        if best is not None and not line.isspace():
            found.append(Match(index, start + best[2]))
            free = start + best[2] + 1
    return found
