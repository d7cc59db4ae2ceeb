"""The kinds of pairs, and of what is done with documents: a window that opens knows no more."""

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a pair: the strongest that applies.

    >>> Kind("same-text").words, Kind.PART == "part"
    ('same text', True)
    """

    IDENTICAL = "identical"  # the same bytes
    SAME_TEXT = "same-text"  # other bytes, and a reader cannot tell the texts apart
    SAME_WORDS = (
        "same-words"  # the same, but for links, images, comments, form values or the script
    )
    SIMILAR = "similar"  # within the least similarity and the greatest distance
    EARLIER_VERSION = "earlier-version"  # not similar, but the kept one grew from it and holds it
    LINKED = "linked"  # in a group through others: the two are not known to be similar
    PART = "part"  # not similar, but one contains most of the other, and is clearly longer
    SAME_FORM = "same-form"  # as similar, but what they share stands in many others
    BOILERPLATE = "boilerplate"  # as part, but of what stands in many others

    @property
    def words(self) -> str:
        """What the kind is called wherever somebody reads it: in English as in the window.

        >>> Kind.EARLIER_VERSION.words
        'earlier version'
        """
        return self.value.replace("-", " ")

    @classmethod
    def _missing_(cls, value: object) -> "Kind | None":
        """Take what earlier versions called a kind: results, settings and journals have it."""
        return cls(_BEFORE[value]) if isinstance(value, str) and value in _BEFORE else None


_BEFORE = {"near": "similar", "version": "earlier-version", "contains": "part", "form": "same-form"}


PARTS = frozenset({Kind.EARLIER_VERSION, Kind.PART, Kind.BOILERPLATE})
"""The kinds of which one document is in the other, as far as the thresholds ask."""

HELD = PARTS - {Kind.BOILERPLATE}
"""Those of which one document is in the other by its own text."""

FRAMED = frozenset({Kind.SAME_FORM, Kind.BOILERPLATE})
"""The kinds of which what is shared stands in many other documents: shown last."""

UNMARKED = FRAMED | {Kind.EARLIER_VERSION, Kind.LINKED}
"""The kinds that no rule marks."""


KEPT, NUMBERS_ONLY, WHOLE = "kept", "numbers-only", "whole"
"""Names beside those of kinds: of a kept document, of two of which only numbers, dates and names
differ, and of a document that another one is part of."""


class OnlyIn(StrEnum):
    """In what alone two documents differ that have the same letters and digits.

    >>> simcore.compare("Three years, at most.", "three years at most").only_in.value
    'punctuation'
    """

    LOOK = "look"  # capitals, superscripts, layout: what their normal form does not have
    SPACES = "spaces"
    PUNCTUATION = "punctuation"  # signs of any sort, and maybe spaces
    ACCENTS = "accents"  # marks on letters, and maybe spaces
    BOTH = "punctuation-and-accents"


class Action(StrEnum):
    """An action on marked documents, see ``plan_removal``; journals hold the values."""

    TRASH = "trash"  # to the desktop's trash
    MOVE = "move"  # to a folder
    COPY = "copy"  # to a folder; the document stays
    DELETE = "delete"  # permanently
    HARD_LINK = "hard-link"  # becomes another name of the document that stays
    SYMBOLIC_LINK = "symbolic-link"  # becomes a link to the document that stays
