"""Two texts judged: counted by shingles, and by what else may fit them; the most alike holds.

Shingles see any text. Where they are known to fail, another measure is asked, too: short texts are
compared by their words, tables by their rows, texts with single letters changed all over by their
letters, chats whose time stamps are written otherwise without these.
"""

import functools
import itertools
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from simcore.kernel import texts
from simcore.model.config import LEAST_SIMILARITY
from simcore.model.records import Comparison, MeasuredBy, TextId
from simcore.text.letters.comparison_form import comparable, words_compared
from simcore.text.letters.in_order import (
    LEAST_OF_FEW,
    least_by_shingles,
    shared_in_order,
    twice_if_spaced,
)
from simcore.text.letters.only_in import differ_only_in
from simcore.text.masking.mask import signs
from simcore.text.masking.numbers_only import differ_in_numbers_only
from simcore.text.measures import misread
from simcore.text.measures.counting import SharedShingles, Shingled, shared_by, shared_by_each
from simcore.text.measures.rows import rows_of, shared_rows
from simcore.text.measures.stamps import shapes_of, without_stamps
from simcore.text.tokens import normal_form, normalise

_NO_OTHER_STAMPS = 0.97
_HASH = (1 << 64) - 1

Words: TypeAlias = "array[int]"
Asked: TypeAlias = "tuple[TextId, TextId, ReadText, ReadText]"
"""Two texts that are to be compared, and what is known of them."""


def _hashes(words: Iterable[str]) -> Words:
    return array("Q", (hash(word) & _HASH for word in words))


@dataclass
class ReadText:
    """The parts of a text that are compared: shingles, words, signs, and the decoded text.

    No other text has this ``key``, if there is one.
    """

    shingles: Shingled
    signs: bytes
    decoded: str
    key: bytes = b""

    @classmethod
    def of(cls, decoded: str, key: bytes = b"") -> "ReadText":
        """Prepare a decoded text."""
        codes = normal_form(decoded, seen=False).codes
        return cls(Shingled.of_form(texts.compared(codes)[0]), signs(codes), decoded, key)

    @functools.cached_property
    def words(self) -> tuple[Words, Words]:
        """The hashes of the words in order, and again with those of scripts with spaces twice."""
        listed = words_compared(normalise(self.decoded))
        return _hashes(listed), _hashes(twice_if_spaced(listed))

    @functools.cached_property
    def rows(self) -> Counter[str] | None:
        """The rows of a table; None if the text is none."""
        return rows_of(self.decoded)

    @functools.cached_property
    def stamps(self) -> frozenset[str]:
        """The shapes of the time stamps; none if there are few of these."""
        return shapes_of(self.decoded)

    @functools.cached_property
    def in_letters(self) -> misread.Letters:
        """What is aligned with other texts.

        There is a sign at the end of each line and cell, as words end there: the normal form of a
        script without spaces has nothing.
        """
        return misread.Letters(normalise(misread.ENDS.sub(" | ", self.decoded)))

    @property
    def size(self) -> int:
        """The bytes of all that is known of it by now."""
        known = vars(self)
        total = self.shingles.nbytes + sys.getsizeof(self.decoded)
        total += sum(map(sys.getsizeof, known.get("words", ())))
        if rows := known.get("rows"):
            total += sys.getsizeof(rows) + sum(map(sys.getsizeof, rows))
        return total + (self.in_letters.size if "in_letters" in known else 0)


def judged(left: TextId, right: TextId, one: ReadText, other: ReadText) -> Comparison:
    """Compare two texts by shingles, and by what else may fit them; tell in what they differ."""
    (made,) = judged_each([(left, right, one, other)])
    return made


def judged_each(
    asked: Sequence[Asked], begin: Callable[[int], None] = lambda _at: None
) -> list[Comparison]:
    """Compare pairs as ``judged`` does: their shingles are counted all at once.

    ``begin`` is called with the number of the pair that comes next, first with that of all.
    """
    if not asked:
        return []
    begin(0)
    counted = shared_by_each([(one.shingles, other.shingles) for *_, one, other in asked])
    made: list[Comparison] = []
    for at, (left, right, *both) in enumerate(asked):
        begin(at)
        made.append(_by_shingles(left, right, both, counted[at]))
    begin(0)
    aligned = np.array(list(map(_may_be_aligned, made)))
    pairs = [
        (one.shingles, other.shingles) for *_, one, other in itertools.compress(asked, aligned)
    ]
    aligned[aligned] = misread.may_be_misread(pairs)
    for at, (*_, one, other) in enumerate(asked):
        # no other measure is asked where less is shared, and none says more where all is
        if LEAST_OF_FEW <= made[at].resemblance < 1:
            begin(at)
            made[at] = _by_others(made[at], one, other, aligned=aligned[at])
    return made


def _by_shingles(
    left: TextId, right: TextId, both: Sequence[ReadText], found: SharedShingles
) -> Comparison:
    """Compare two texts by the shingles that they share."""
    one, other = both
    compared = Comparison(left, right, found.shared, found.left, found.right)
    # what has the same letters has the same shingles
    if found.shared == found.left == found.right and np.array_equal(
        one.shingles.in_order, other.shingles.in_order
    ):
        only_in = differ_only_in(normalise(one.decoded), normalise(other.decoded))
        if only_in is not None:
            return compared._replace(only_in=only_in)
    if found.resemblance < (least_by_shingles(found.left, found.right) or LEAST_SIMILARITY):
        return compared
    if (
        # fast: hardly any two texts have equal signs unless they differ in numbers only
        one.signs == other.signs
        and differ_in_numbers_only(one.decoded, other.decoded, (one.key, other.key))
    ):
        compared = compared._replace(numbers_only=True)
    return compared


def _by_others(
    compared: Comparison, one: ReadText, other: ReadText, *, aligned: bool
) -> Comparison:
    """Return the comparison of two texts by that measure by which they are most alike."""
    best = compared
    for by in (_by_words, _by_rows, *([_by_letters] if aligned else []), _without_stamps):
        made = by(compared, one, other)
        # most return what they were given
        if made is not compared and made.resemblance > best.resemblance:
            best = made
    return best


def _by_words(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    """Compare short texts by their words in order."""
    sizes = compared.left_size, compared.right_size
    least = least_by_shingles(*sizes, numbers_only=compared.numbers_only)
    # what repeats itself has its words in order, too, however unlike it is
    repeats = one.shingles.occurrences_count or other.shingles.occurrences_count
    if least is None or compared.resemblance < least or repeats:
        return compared
    pair = one.words, other.words
    # alike where all words are of scripts with spaces: these count once
    at = 0 if all(2 * len(words) == len(twice) for words, twice in pair) else 1
    found = shared_in_order(pair[0][at], pair[1][at], numbers_only=compared.numbers_only)
    return _counted(compared, found, MeasuredBy.WORDS)


def _by_rows(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    if compared.resemblance < misread.LEAST_ALIKE or one.rows is None or other.rows is None:
        return compared
    found = shared_rows(one.rows, other.rows)
    made = _counted(compared, found, MeasuredBy.ROWS)
    # the same rows in another order differ in no number
    return made._replace(numbers_only=False) if one.rows == other.rows else made


def _may_be_aligned(compared: Comparison) -> bool:
    alike = misread.LEAST_ALIKE <= compared.resemblance < 1 and not compared.numbers_only
    return alike and least_by_shingles(compared.left_size, compared.right_size) is None


def _by_letters(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    """Compare texts with single letters changed all over by their letters in order."""
    found = misread.shared_letters(one.in_letters, other.in_letters, compared.resemblance)
    return _counted(compared, found, MeasuredBy.LETTERS)


def _without_stamps(compared: Comparison, one: ReadText, other: ReadText) -> Comparison:
    """Compare chats and transcripts whose time stamps are written otherwise by the rest."""
    if compared.numbers_only or compared.resemblance < LEAST_SIMILARITY:
        return compared
    # stamps are a tenth of such a text: where they are written otherwise less is in both
    if compared.containment >= _NO_OTHER_STAMPS:
        return compared
    if not one.stamps or not other.stamps or one.stamps & other.stamps:
        return compared
    left, right = (
        Shingled.of(comparable(normalise(without_stamps(text.decoded)))) for text in (one, other)
    )
    found = shared_by(left, right)
    return _counted(compared, (found.shared, found.left, found.right), MeasuredBy.UNSTAMPED)


def _counted(
    compared: Comparison, found: tuple[int, int, int] | None, measure: MeasuredBy
) -> Comparison:
    if found is None:
        return compared
    shared, left_size, right_size = found
    return compared._replace(
        shared=shared, left_size=left_size, right_size=right_size, measure=measure
    )
