"""The manual's text, in each language, and the names of its sections."""

import re

from ...language.languages import Language
from ...language.resources import resource
from .manual_in_traditional import traditional

# Between Chinese characters the end of a line is no space; code is indented by four
_BREAK = re.compile(
    "(?<=[\u2014\u201c\u201d\u3000-\u9fff\uff00-\uffef])\n {0,3}(?=[\u201c\u3000-\u9fff\uff08])"
)
# what tells tests how a block of commands is held to be true
_COMMENT = re.compile(r"^<!--.*-->\n+", re.MULTILINE)
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
_NO_WORD = re.compile(r"[^\w\- ]")


def manual_name(language: Language) -> str:
    """Return the manual's file for a language.

    >>> manual_name(Language.TRADITIONAL), manual_name(Language.ENGLISH)
    ('manual.zh.md', 'manual.en.md')
    """
    return "manual.en.md" if language is Language.ENGLISH else "manual.zh.md"


def manual_text(language: Language) -> str:
    """Return the manual in a language, as Markdown. Raises ``OSError``.

    It is written in simplified Chinese; its traditional form is made of that when it is asked for.
    """
    text = _COMMENT.sub("", resource("help", manual_name(language)).read_text(encoding="utf-8"))
    if language is not Language.ENGLISH:
        text = _BREAK.sub("", text)
    return traditional(text) if language is Language.TRADITIONAL else text


def section_name(heading: str) -> str:
    """Return the name of a section that links give, as the web pages of repositories make it.

    >>> section_name("Why these two?"), section_name("Order and columns")
    ('why-these-two', 'order-and-columns')
    """
    return _NO_WORD.sub("", heading.casefold()).strip().replace(" ", "-")


def sections(text: str) -> list[str]:
    """Return the names of the sections of a manual in their order, its title the first.

    The manuals of all languages have the same sections in one order.
    """
    return [section_name(one) for one in _HEADING.findall(text)]
