"""Pages of HTML: their text as html_text has it, and what stands in them as it is."""

from typing import Any

import html_text
import lxml.html  # type: ignore[import-untyped] # ships no type information
from hypothesis import given
from hypothesis import strategies as st

from simcore.formats.html import _marks, _shown, extracted
from simcore.model.records import DecodedText

TAGS = "p div br span b li ul h1 h2 title tr td table pre code a article x-y script style svg math"
WORDS = (
    "one",
    "two (",
    ")",
    ",",
    "“",
    "a\u00a0b",
    "\u2003",
    " ",
    "\n",
    "\x85",
    "(",
    "数据",
    "&amp;",
    ".",
)
PIECES = [
    *WORDS,
    *(f"<{end}{tag}>" for tag in TAGS.split() for end in ("", "/")),
    "<!-- no > text -->",
    "<?pi no?>",
    "</html> behind",
]
PAGES = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def root_of(page: str) -> Any:
    return lxml.html.document_fromstring(f"<html><body>{page}</body></html>")


@given(PAGES)
def test_the_text_of_a_page_is_that_of_html_text(page: str) -> None:
    assert _shown(root_of(page)) == html_text.extract_text(root_of(page))


@given(PAGES)
def test_what_stands_as_it_is_does_not_depend_on_what_is_raised(page: str) -> None:
    """Without anything raised other elements are not looked at."""
    with_raised = _marks(root_of(f"<s>x</s>{page}"), 0)
    marks = [mark for mark in with_raised if not mark.startswith(("s ", "/s "))]
    without = _marks(root_of(f"x{page}"), 0)
    assert without == marks


def test_code_and_raised_digits_are_told() -> None:
    page = DecodedText("<p>x<del>old</del><pre> a <pre>b</pre></pre>", "utf-8", lossy=False)
    assert extracted(page).marks == ("del 1", "/del 4", " a b")
