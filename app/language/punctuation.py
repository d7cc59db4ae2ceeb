"""Words, clauses and sentences put together with the signs of the language of the window.

Chinese writes 、 ； ： without spaces, and none between sentences, so nothing that is shown is
joined by signs written down elsewhere.
"""

from collections.abc import Iterable
from functools import reduce

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate  # the name lupdate looks for


FACTS = "  \N{MIDDLE DOT}  "
"""Between facts in one line, in every language alike."""

PLACES = " / "
"""Between the names of folders, in every language alike."""


def listed(words: Iterable[str]) -> str:
    """Return words as a list.

    >>> listed(["one.txt", "two.txt"]), listed([])
    ('one.txt, two.txt', '')
    """
    return _joined(translate("punctuation", "{0}, {1}", "a list of names"), words)


def phrases(words: Iterable[str]) -> str:
    """Return phrases of more than a name each, in a row.

    >>> phrases(["3 gone", "2 changed"])
    '3 gone, 2 changed'
    """
    return _joined(translate("punctuation", "{0}, {1}", "two phrases"), words)


def clauses(words: Iterable[str]) -> str:
    """Return parts of one sentence, the later ones less weighty.

    >>> clauses(["9 compared", "2 too short"])
    '9 compared; 2 too short'
    """
    return _joined(translate("punctuation", "{0}; {1}", "two parts of a sentence"), words)


def sentences(words: Iterable[str]) -> str:
    """Join sentences.

    >>> sentences(["One.", "Two."])
    'One. Two.'
    """
    return _joined(translate("punctuation", "{0} {1}", "two whole sentences"), words)


def statements(words: Iterable[str]) -> str:
    """Return sentences that have no full stops; the last gets none.

    >>> statements(["One", "Two"])
    'One. Two'
    """
    return _joined(translate("punctuation", "{0}. {1}", "two sentences without stops"), words)


def labelled(name: str, words: str) -> str:
    """Return a statement about something, prefixed with its name.

    >>> labelled("one.txt", "is gone")
    'one.txt: is gone'
    """
    return translate("punctuation", "{0}: {1}", "what is said of something").format(name, words)


def _joined(pattern: str, words: Iterable[str]) -> str:
    # names may contain braces: they are inserted, never used as a format
    return reduce(pattern.format, words) if (words := list(words)) else ""
