"""Lines and their differences as HTML, safe for any text."""

import html
import re
from collections.abc import Sequence

from simcore.diff.matching import shown, unhidden, without_end

POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # no script, no picture, no address

# control characters, and those that turn the direction of what follows, are written out
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)


def safe_html(text: str) -> str:
    r"""Return text as HTML shows it, in an element or a quoted attribute.

    >>> safe_html('<b>"\u202e\0\udce9')
    '&lt;b&gt;&quot;\\u202e\\x00\\udce9'
    """
    written = _UNSAFE.sub(lambda one: one.group().encode("unicode_escape").decode(), text)
    return html.escape(written)


def page_head(title: str, style: str, language: str = "") -> str:
    """Return the beginning of a page, up to its body; ``language`` is a tag of BCP 47."""
    of = f' lang="{safe_html(language)}"' if language else ""
    return (
        f'<!DOCTYPE html>\n<html{of}><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{safe_html(title)}</title><style>{style}</style></head>\n"
    )


def marked_html(line: str, marks: Sequence[Sequence[int]], element: str) -> str:
    """Return a line with ranges of its characters, in ascending order, each in an element.

    The line end is shown only if marked; invisible characters are shown inside marks.

    >>> marked_html("a <b>c", [(2, 5)], "ins")
    'a <ins>&lt;b&gt;</ins>c'
    """
    body = without_end(line)
    if any(end > len(body) for _, end in marks):
        body = line
    text = unhidden(shown(body), marks)
    pieces: list[str] = []
    done = 0
    for start, end in marks:
        marked = f"<{element}>{safe_html(text[start:end])}</{element}>"
        pieces += [safe_html(text[done:start]), marked]
        done = end
    return "".join([*pieces, safe_html(text[done:])])
