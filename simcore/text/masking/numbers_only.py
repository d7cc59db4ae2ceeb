"""A fast test whether two texts differ in numbers, dates and names alone.

Masking whole texts (``simcore.text.masking.mask``) takes ten times as long as a fingerprint, and
hardly any two texts are such a pair. So the words of ASCII texts are counted first, and the words,
clauses and lines that only one text has are compared next: of these the never-masked words must be
equal, which they hardly ever are. A text that is compared many times is masked after all, once.
"""

import functools
import re
from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple

from simcore.text.hashing import content_hash
from simcore.text.masking.english import DATES, FORMS, NUMERALS
from simcore.text.masking.mask import masked_hash, never_masked
from simcore.text.segmentation import segmenter

_LONGEST_KEPT_LINE = 1_000
_QUICK_LOOKS = 8
_MOST_OTHER = 0.25
_MOST_KNOWN = 65_536
_MOST_WORDS = 1 << 21
# nothing that is read as one reaches across: no word, number or date
_CUT = re.compile(r"\n|(?<=[a-z]) (?=[a-z])|(?<=[，。、；])(?=[\u4e00-\u9fff])")

_ASCII_WORD = re.compile(r"[A-Za-z]{2,}")
# from the beginning of a run only, and not back: else a sequence of a million letters takes hours
_BESIDE_APOSTROPHE = re.compile(r"(?<![A-Za-z])[A-Za-z]++(?=')|(?<=')[A-Za-z]+")
# th is a part of 5th
_MAYBE_MASKED = DATES | NUMERALS | FORMS | frozenset("st nd rd th".split())


class _Vocabulary(NamedTuple):
    """Words of an ASCII text in small letters, with their numbers, and others.

    Those have a capital, or may be a part of a word with an apostrophe.
    """

    small: dict[str, int]
    others: AbstractSet[str]

    @classmethod
    def of(cls, text: str) -> "_Vocabulary":
        counted = Counter(_ASCII_WORD.findall(text))
        # texts that are compared have most words in common
        small = {intern(word): times for word, times in counted.items() if word.islower()}
        others = {*(counted.keys() - small.keys()), *_BESIDE_APOSTROPHE.findall(text)}
        return cls(small, {word.lower() for word in others})

    def rules_out(self, other: "_Vocabulary") -> bool:
        """Tell whether the masked forms cannot be equal, by a word that is masked in neither."""
        return self.counts_unlike(other) or other.counts_unlike(self)

    def counts_unlike(self, other: "_Vocabulary") -> bool:
        """Tell whether one of its words is not as often in the other, and masked in neither."""
        # the last words first: forms begin alike
        return any(
            self.small[word] != other.small.get(word)
            and not (word in _MAYBE_MASKED or word in self.others or word in other.others)
            for word in reversed(self.small)
        )


@dataclass(slots=True)
class _Form:
    """The cached state of a text: the number of comparisons, and its masked form once computed."""

    looks: int = 0
    known: bool = False
    hashed: bytes | None = None
    vocabulary: _Vocabulary | None = None

    def masked(self, text: str) -> bytes | None:
        if not self.known:
            self.hashed = masked_hash(text, segmenter())
            self.known = True
        return self.hashed


@dataclass(slots=True)
class _Forms:
    """What is known of texts, by keys.

    Thousands of invoices are each compared with dozens: each is masked once, not for each pair. It
    takes some 100 MB at most: ``words`` are counted.
    """

    known: dict[bytes, _Form] = field(default_factory=dict)
    words: int = 0

    def of(self, text: str, key: bytes) -> _Form:
        key = key or content_hash(text.encode("utf-8", "surrogatepass"))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= _MOST_KNOWN or self.words >= _MOST_WORDS:
                self.known.clear()
                self.words = 0
            found = self.known[key] = _Form()
        return found

    def vocabulary(self, form: _Form, text: str) -> _Vocabulary:
        """Count the words of an ASCII text: a twentieth of the time that masking it takes."""
        if form.vocabulary is None:
            form.vocabulary = _Vocabulary.of(text)
            self.words += len(form.vocabulary.small) + len(form.vocabulary.others)
        return form.vocabulary


_forms = _Forms()


def _words_of(line: str) -> tuple[str, ...]:
    return tuple(never_masked(line, segmenter()))


# drafts of one text tend to differ in the same lines
_kept_words_of = functools.lru_cache(maxsize=4_096)(_words_of)


def differ_in_numbers_only(left: str, right: str, keys: tuple[bytes, bytes] = (b"", b"")) -> bool:
    """Return whether two decoded texts of different normal forms have the same masked form.

    Uses the default dictionary, so that the answer never changes for two texts. What is known of a
    text is found by its hash, or by one of ``keys`` that no other text has.

    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每月4200元，不含税")
    True
    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每年3500元，不含税")
    False
    """
    one, other = map(_forms.of, (left, right), keys)
    ascii_only = left.isascii() and right.isascii()
    if ascii_only and _forms.vocabulary(one, left).rules_out(_forms.vocabulary(other, right)):
        return False
    one.looks += 1
    other.looks += 1
    seldom = max(one.looks, other.looks) <= _QUICK_LOOKS
    if seldom and not (one.known or other.known):
        lines = [Counter(map(str.strip, _CUT.split(text))) for text in (left, right)]
        only = lines[0] - lines[1], lines[1] - lines[0]
        characters = sum(len(line) * times for some in only for line, times in some.items())
        # else masking both takes little longer, and serves the next pair, too
        worth = characters <= _MOST_OTHER * (len(left) + len(right))
        if worth and _words(only[0]) != _words(only[1]):
            return False
    masked = one.masked(left)
    return masked is not None and masked == other.masked(right)


def _words(lines: Counter[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for line, times in lines.items():
        for word in (_kept_words_of if len(line) <= _LONGEST_KEPT_LINE else _words_of)(line):
            counted[word] += times
    return counted
