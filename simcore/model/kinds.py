"""The kinds of pairs, and of what is done with documents: a window that opens knows no more."""

from collections.abc import Mapping
from enum import StrEnum


class Kind(StrEnum):
    """The kind of a pair: the strongest that applies."""

    IDENTICAL = "identical"  # the same bytes
    SAME_TEXT = "same-text"  # other bytes, and a reader cannot tell the texts apart
    SAME_WORDS = "same-words"  # the same, but for links, images, form values or the script
    NEAR = "near"  # within the least similarity and the greatest distance
    VERSION = "version"  # not near, but an earlier version that the kept one grew from and holds
    LINKED = "linked"  # in a group through others: the two are not known to be near
    CONTAINS = "contains"  # not near, but one contains most of the other, and is clearly longer
    FORM = "form"  # as near, but what they share stands in many others: what differs is their own
    BOILERPLATE = "boilerplate"  # as contains, but of what stands in many others


PARTS = frozenset({Kind.VERSION, Kind.CONTAINS, Kind.BOILERPLATE})
"""The kinds of which one document is in the other, as far as the thresholds ask."""

FRAMED = frozenset({Kind.FORM, Kind.BOILERPLATE})
"""The kinds of which what is shared stands in many other documents: shown last."""

UNMARKED = FRAMED | {Kind.VERSION, Kind.LINKED}
"""The kinds that no rule marks."""


KIND_WORDS: Mapping[Kind, str] = {
    Kind.IDENTICAL: "identical",
    Kind.SAME_TEXT: "same text",
    Kind.SAME_WORDS: "same words",
    Kind.NEAR: "similar",
    Kind.VERSION: "earlier version",
    Kind.LINKED: "linked",
    Kind.CONTAINS: "part",
    Kind.FORM: "same form",
    Kind.BOILERPLATE: "boilerplate",
}
"""What the kinds are called wherever somebody reads them: in English as in the window."""

KEPT, NUMBERS_ONLY, WHOLE = "kept", "numbers-only", "whole"
"""Names beside those of kinds: of a kept document, of two of which only numbers, dates and names
differ, and of a document that another one is part of."""


def kind_name(kind: Kind) -> str:
    """Return the name of a kind in rows of CSV and JSON.

    >>> kind_name(Kind.NEAR), kind_name(Kind.VERSION)
    ('similar', 'earlier-version')
    """
    return KIND_WORDS[kind].replace(" ", "-")


def kind_named(name: str) -> Kind:
    """Undo ``kind_name``; what earlier versions called a kind serves, too. Raises ``ValueError``.

    >>> kind_named("similar"), kind_named("near")
    (<Kind.NEAR: 'near'>, <Kind.NEAR: 'near'>)
    """
    return _NAMED.get(name) or Kind(name)


_NAMED = {kind_name(kind): kind for kind in Kind}


class OnlyIn(StrEnum):
    """In what alone two documents differ that have the same letters and digits."""

    LOOK = "look"  # capitals, superscripts, layout: what their normal form does not have
    SPACES = "spaces"
    PUNCTUATION = "punctuation"  # signs of any sort, and maybe spaces
    ACCENTS = "accents"  # marks on letters, and maybe spaces
    BOTH = "punctuation-and-accents"


class Action(StrEnum):
    """An action on marked documents; journals hold the values."""

    TRASH = "trash"  # to the desktop's trash
    MOVE = "move"  # to a folder
    COPY = "copy"  # to a folder; the document stays
    DELETE = "delete"  # permanently
    HARD_LINK = "hard-link"  # becomes another name of the document that stays
    SYMBOLIC_LINK = "symbolic-link"  # becomes a link to the document that stays
