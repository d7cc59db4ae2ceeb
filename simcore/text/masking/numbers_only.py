"""A fast test whether two texts differ in numbers, dates and names alone.

Masking whole texts (``simcore.text.masking.mask``) takes ten times as long as a fingerprint, and
hardly any two texts are such a pair. Most have a never-masked word near their first difference that
the other has nowhere. Else never-masked words are counted in what only one text has. Texts that
neither tells apart are masked, each of them once.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise, permutations
from typing import NamedTuple

from simcore.text.hashing import content_hash
from simcore.text.masking.mask import masked_hash, never_masked, plain
from simcore.text.segmentation import segmenter

_BEFORE, _AFTER = 100, 1_000
_MOST_PIECES = 6
_MOST_KNOWN = 65_536
# nothing that is read as one reaches across: no word, number or date
_CUT = re.compile(r"\n|(?<=[a-z]) (?=[a-z])|(?<=[,。、;])(?=[\u4e00-\u9fff])")

# by the keys of texts: thousands of invoices are each compared with dozens
_known: dict[bytes, bytes | None] = {}


def differ_in_numbers_only(left: str, right: str, keys: tuple[bytes, bytes] = (b"", b"")) -> bool:
    """Return whether two decoded texts of different normal forms have the same masked form.

    Uses the default dictionary, so that the answer never changes for two texts. The hash of a
    masked form is found again by the hash of the text, or by one of ``keys`` that no other has.

    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每月4200元，不含税")
    True
    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每年3500元，不含税")
    False
    """
    texts = left, right
    made = [
        key or content_hash(text.encode("utf-8", "surrogatepass"))
        for text, key in zip(texts, keys, strict=True)
    ]
    if not all(key in _known for key in made) and _told_apart(*map(plain, texts)):
        return False
    one, other = (_masked(text, key) for text, key in zip(texts, made, strict=True))
    return one is not None and one == other


def _masked(text: str, key: bytes) -> bytes | None:
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = masked_hash(text, segmenter())
    return _known[key]


class _OneOfTwo(NamedTuple):
    """A plain text, the same in small letters, and the lines that the other does not have."""

    whole: str
    folded: str
    rest: str

    def has_other_words(self, than: "_OneOfTwo") -> bool:
        """Tell whether a never-masked word near the first difference is nowhere in the other."""
        alike = range(min(len(self.rest), len(than.rest)))
        at = bisect_left(alike, 1, key=lambda n: self.rest[: n + 1] != than.rest[: n + 1])
        cuts = _CUT.finditer(self.rest, max(0, at - _BEFORE), at + _AFTER)
        pieces = (self.rest[cut.end() : following.start()] for cut, following in pairwise(cuts))
        other = islice((piece for piece in pieces if piece not in than.rest), _MOST_PIECES)
        return any(word not in than.folded for word in _words(other))

    def cased(self) -> str:
        """Return all that may have a capital, in small letters."""
        return " ".join(some for some in self.whole.split() if not some.islower()).casefold()


def _told_apart(left: str, right: str) -> bool:
    """Tell whether a word that is masked in neither of two plain texts is more often in one."""
    lines = [Counter(map(str.strip, text.split("\n"))) for text in (left, right)]
    # with a cut before and after each line
    rests = ("\n".join(("", *(one - other).elements(), "")) for one, other in permutations(lines))
    one, other = (
        _OneOfTwo(text, text.casefold(), rest)
        for text, rest in zip((left, right), rests, strict=True)
    )
    return one.has_other_words(other) or other.has_other_words(one) or _counted_unlike(one, other)


def _counted_unlike(one: _OneOfTwo, other: _OneOfTwo) -> bool:
    few, many = sorted((one, other), key=lambda side: len(side.rest))
    pieces = [Counter(map(str.strip, _CUT.split(side.rest))) for side in (few, many)]
    cased = few.cased(), many.cased()
    more = Counter(_words((pieces[0] - pieces[1]).elements()))
    # versions of a log: of all that is new, the first words tell
    for word in _words((pieces[1] - pieces[0]).elements()):
        more[word] -= 1
        if more[word] == -1 and _in_one_case(word, cased[0]):
            return True
    return any(times > 0 and _in_one_case(word, cased[1]) for word, times in more.items())


def _in_one_case(word: str, cased: str) -> bool:
    """Tell whether a text has a never-masked word in small letters only.

    With a capital it may be masked or not, so it is not counted.
    """
    return word not in cased or word.swapcase() == word


def _words(pieces: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(never_masked(piece, segmenter()) for piece in pieces)
