"""Words that are divided at the end of a line are written in one again.

pdfium writes U+FFFE for a hyphen that may divide a word, real ones too, so the table of English
words that recipes use tells which hyphen belongs to its word, and so do other words of the text.
"""

import functools
import importlib.util
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

HYPHEN = "\ufffe"

_TABLE = "symspellpy", "frequency_dictionary_en_82_765.txt"
_LETTERS = r"[^\W\d_]"
_HYPHENS = HYPHEN, "-", "\u2010"
_BACKWARD = re.compile(rf"({_LETTERS}*)")
_LONGEST = 10_000  # characters of a line, to which words are joined on and on
_WORD = re.compile(rf"{_LETTERS}+(?:[-\u2010]{_LETTERS}+)*")
_REST = re.compile(rf"({_LETTERS}*)\S*\s*")
_RARE, _SHORT = 500_000, 20_000_000  # of 600,000 million words; those of up to three letters


def joined(pages: list[list[str]]) -> list[list[str]]:
    r"""Return the lines of each page, with a divided word at the end of the line it begins on.

    >>> joined([["of an\ufffe", "tiquities in a five\ufffe"], ["day week"]])
    [['of antiquities', 'in a five-day'], ['week']]
    """
    if not any(line.endswith(_HYPHENS) for page in pages for line in page):
        return pages
    known = Counter(_WORD.findall("\n".join(line for page in pages for line in page).lower()))
    found: list[list[str]] = []
    last: list[str] = []  # the page of the last line
    for page in pages:
        lines: list[str] = []
        for line in page:
            whole = line
            if last and last[-1].endswith(_HYPHENS) and len(last[-1]) < _LONGEST:
                rest = _REST.match(line)
                before = last[-1][-2:-1]
                # a hyphen that stands there as such ends a line of a table, or of a list, too
                inside = last[-1].endswith(HYPHEN) or line[0].isdigit() or line[0].islower()
                if rest and before.isalnum() and inside:
                    hyphen = "" if _is_one(last[-1][:-1], rest[1], known) else "-"
                    last[-1] = f"{last[-1][:-1]}{hyphen}{rest[0].rstrip()}"
                    whole = line[rest.end() :]
            if last and last[-1].endswith(HYPHEN):
                last[-1] = f"{last[-1][:-1]}-"
            if whole:
                lines.append(whole)
                last = lines
        found.append(lines)
    if last and last[-1].endswith(HYPHEN):
        last[-1] = f"{last[-1][:-1]}-"
    return found


def _is_one(line: str, second: str, known: Mapping[str, int]) -> bool:
    """Tell whether the end of a line is one word with ``second``, rather than one with a hyphen."""
    token = line.rsplit(None, 1)[-1]
    backward = _BACKWARD.match(token[::-1])
    first = backward[1][::-1] if backward else ""
    if not (first and second):
        return False  # 2-to-12-year, I-35
    one, two = first.lower(), second.lower()
    whole = one + two
    if f"{one}-{two}" in known:
        return False
    if whole in known:
        return True
    counts = _english()
    if whole in counts:
        return True
    # names of many parts; words of the text besides, since each half is counted once here
    if "-" in token or known.get(one, 0) > 1 or known.get(two, 0) > 1:
        return False
    # a capital is not inside of a word, and parts of words are rare or short as words
    usual = all(counts.get(part, 0) >= (_RARE if len(part) > 3 else _SHORT) for part in (one, two))
    return not (usual or second[0].isupper() or any(map(str.isdigit, token)))


@functools.cache
def _english() -> dict[str, int]:
    """Return how often each word of the table was counted; none if it is missing."""
    found = importlib.util.find_spec(_TABLE[0])  # for its data only: the package is not imported
    folders = (found and found.submodule_search_locations) or ["."]
    try:
        data = (Path(folders[0]) / _TABLE[1]).read_text(encoding="utf-8-sig")
    except OSError:
        return {}
    pairs = (line.partition(" ") for line in data.splitlines())
    return {word: int(count) for word, _, count in pairs if count.isdigit()}
