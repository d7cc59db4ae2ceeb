"""What differs in two texts, as values."""

from dataclasses import dataclass
from enum import StrEnum

_REORDERED = 0.05
_EVEN_PLACES, _EVEN_SHARE = 5, 0.25


class ChangeSort(StrEnum):
    """What a change is of, see ``what_differs``."""

    WORDS = "words"
    MENU = "menu"  # short lines at the beginning or end of a text, as pages have to go elsewhere
    CAPITALS = "capitals"  # the words are the same but for letter case or width
    SIGNS = "signs"  # punctuation and other signs


class MovedUnit(StrEnum):
    """What stands elsewhere, see ``what_differs``."""

    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class TextChange:
    """What stands at one place of each text: some of it, and the number of its words.

    A side that has nothing there is empty. ``negates`` is whether a word such as *not* came or
    went. See ``what_differs``.
    """

    sort: ChangeSort
    left: str
    right: str
    left_words: int
    right_words: int
    negates: bool = False


@dataclass(frozen=True, slots=True)
class WordDifferences:
    """What differs in two texts, as far as a person would say it: see ``what_differs``.

    ``changes`` are in the order in which they are worth reading: negations, single words, longer
    passages, menus, signs and letter case last; at most 500, ``more`` were left out. ``moved``
    counts what stands elsewhere, by its unit. ``left_only`` and ``right_only`` count the words that
    changes of words have on each side, of ``left_words`` and ``right_words`` in all, and
    ``longest`` those of the longest one. ``complete`` is False where the texts are too long: then
    nothing else is known.
    """

    changes: tuple[TextChange, ...] = ()
    more: int = 0
    moved: tuple[tuple[MovedUnit, int], ...] = ()
    left_only: int = 0
    right_only: int = 0
    left_words: int = 0
    right_words: int = 0
    longest: int = 0
    places: int = 0
    complete: bool = True

    @property
    def reordered(self) -> bool:
        """Whether the order is what differs: passages moved, and hardly a word changed."""
        words = self.left_words + self.right_words
        return bool(self.moved) and self.left_only + self.right_only <= _REORDERED * words

    @property
    def one_in(self) -> int | None:
        """One word in so many differs; None where that would mislead.

        It says something where many places differ and none of them has much of it, and nothing
        moved.
        """
        changed = max(self.left_only, self.right_only)
        uneven = self.longest > _EVEN_SHARE * changed
        if self.places < _EVEN_PLACES or uneven or self.moved:
            return None
        return max(2, round(max(self.left_words, self.right_words) / changed))

    def of(self, sort: ChangeSort) -> tuple[TextChange, ...]:
        """Return the changes of one sort."""
        return tuple(change for change in self.changes if change.sort is sort)
