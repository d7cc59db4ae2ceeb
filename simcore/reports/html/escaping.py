"""Text as HTML shows it, whatever it holds."""

import html
import re

# control characters, and those that turn the direction of what follows, are written out
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)
LONGEST_PATH = 4_096


def safe_html(text: str) -> str:
    r"""Return text as HTML shows it, in an element or a quoted attribute.

    >>> safe_html('<b>"\u202e\0\udce9')
    '&lt;b&gt;&quot;\\u202e\\x00\\udce9'
    """
    shown = _UNSAFE.sub(lambda one: one.group().encode("unicode_escape").decode(), text)
    return html.escape(shown)


def path_html(path: str) -> str:
    """Return a path as HTML shows it, whatever the direction of its letters; its beginning."""
    return f"<bdi>{safe_html(path[:LONGEST_PATH])}</bdi>"


def said_html(pattern: str, *values: str) -> str:
    """Return a sentence with values filled in, as HTML shows it."""
    return safe_html(pattern.format(*values))
