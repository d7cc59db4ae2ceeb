"""English names, recognised by capitals alone, and the English words of dates and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcore.text.tokens import stop_words

NUMERALS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety hundred thousand million billion".split()
)
DATES = frozenset(
    "january february april june july september october november december "
    "monday tuesday wednesday thursday friday saturday sunday".split()
)
_SHORT_DATES = frozenset(
    "jan feb apr jun jul aug august sep sept oct nov dec "
    "mon tue tues wed thu thur thurs fri".split()
)
_DOUBTFUL_DATES = frozenset("may march mar sat sun".split())
TITLES = frozenset("mr mrs ms dr prof st no messrs".split())
FORMS = frozenset(
    "ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag sa bv".split()
)
MASKED_AT_TIMES = NUMERALS | DATES | FORMS
_ARTICLES = frozenset("a an the this that such each any every either said both no".split())


@dataclass(slots=True)
class Word:
    """A word with letters, as the text has it."""

    text: str
    folded: str
    start: bool  # of a sentence or a line
    after: str  # the word before it in the same sentence, folded
    beside_number: bool = False
    initial: bool = False  # one capital letter, followed by a point


Token = Word | str | None
"""A word with letters, any other token as text, or None for a masked one."""


def is_date(word: Word) -> bool:
    """Return whether a word names a month or a day of the week."""
    if word.folded in DATES:
        return True
    capital = word.text[0].isupper()
    return capital and (
        word.folded in _SHORT_DATES or (word.folded in _DOUBTFUL_DATES and word.beside_number)
    )


def _looks_like_name(word: Word) -> bool:
    text = word.text
    return text[0].isupper() and not text.isupper()


def name_positions(tokens: Sequence[Token]) -> set[int]:
    """Return the indices of names written with capitals.

    A capitalised word inside a sentence is a name unless the same text also has it in lower case
    or after an article (the Seller). At the start of a sentence it must also be a name elsewhere
    in the text, or be followed by a name.
    """
    found = [(at, token) for at, token in enumerate(tokens) if isinstance(token, Word)]
    ordinary = {
        word.folded for _, word in found if not word.text[0].isupper() or word.after in _ARTICLES
    } | stop_words()
    likely = {
        at
        for at, word in found
        if not is_date(word)
        and (
            word.initial
            or (_looks_like_name(_stripped(word)) and _stripped(word).folded not in ordinary)
        )
    }
    inside = {at for at, word in found if at in likely and not word.start}
    known = {_stripped(word).folded for at, word in found if at in inside}
    names = inside | {
        at
        for at, word in found
        if at in likely
        and (at + (2 if word.initial else 1) in inside or _stripped(word).folded in known)
    }
    for at, word in found:
        if word.folded in FORMS:
            before = tokens[at - 1] if at else None
            if at - 1 in names or (isinstance(before, Word) and before.text.isupper()):
                names |= {at - 1, at}
    return names


def _stripped(word: Word) -> Word:
    """Strip the possessive: Alice's becomes Alice."""
    if not word.text.endswith(("'s", "’s")):
        return word
    return Word(word.text[:-2], word.folded[:-2], word.start, word.after)
