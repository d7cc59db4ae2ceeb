"""Edits of words: exchanged, a "not" put in, a number changed, a sentence cut out."""

import random
import re
from collections.abc import Sequence

_WORD = {
    "zh": re.compile("[\u4e00-\u9fff]{2}"),
    "ja": re.compile("[\u4e00-\u9fff]{2}|[\u30a1-\u30fc]{3,}"),
}
_OTHER_WORD = re.compile(r"[^\W\d_][\w\u0900-\u097f\u064b-\u0652]{2,}")
# whole, and no part of a name
_NUMBER = re.compile(r"(?<![A-Za-z_\d.,:/-])\d+(?![.,:/-]*[A-Za-z_\d])")
_YEARS = range(1900, 2100)
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?;؟।·])\s+")
_NOT = {
    "en": [(r"\b(is|are|was|were|can|will|must|should|could|would|has been)\b", r"\1 not")],
    # not within a word, 机会 or 但是, and not a second time
    "zh": [
        ("(?<![不没机社委协但还就要只或可都于])(可以|支持|需要|会|是)(?![话议计员否])", r"不\1")
    ],
    "ru": [(r"\b(может|могут|можно|должен|следует|будет|есть|является|нужно)\b", r"не \1")],
    "ja": [("できます", "できません"), ("あります", "ありません"), ("ます。", "ません。")],
    "ko": [("수 있습니다", "수 없습니다"), ("합니다", "하지 않습니다")],
    "el": [(r"\b(είναι|μπορείτε|έχει|μπορεί|πρέπει|υπάρχουν)\b", r"δεν \1")],
    "ar": [(r"\b(يمكن|يجب|يوجد|تحتوي|يحتاج|توجد)\b", r"لا \1")],
    "hi": [(r"(?<= )(है|हैं|सकते हैं|होता है)(?=[ ।,])", r"नहीं \1")],
}


def words(text: str, language: str) -> list[re.Match[str]]:
    """Return the words; in Chinese and Japanese runs of two ideographs."""
    return list(_WORD.get(language, _OTHER_WORD).finditer(text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [sentence for sentence in _SENTENCE.split(text) if sentence.strip()]


def joined(parts: Sequence[str], language: str) -> str:
    """Put sentences together."""
    return ("" if language in _WORD else " ").join(part.strip() for part in parts)


def exchanged(text: str, share: float, language: str, others: str, generator: random.Random) -> str:
    """Exchange a share of the words, at least one, for words of another text."""
    places = words(text, language)
    pool = sorted({match[0] for match in words(others, language)})
    chosen = generator.sample(places, max(1, round(share * len(places))))
    for match in sorted(chosen, key=re.Match.start, reverse=True):
        other = generator.choice([word for word in pool if word != match[0]])
        text = text[: match.start()] + other + text[match.end() :]
    return text


def denied(text: str, language: str) -> str:
    """Put one "not" into the middle of a text, where it makes sense."""
    middle = len(text) // 2
    for found, put in _NOT[language]:
        matches = list(re.finditer(found, text))
        if matches:
            match = min(matches, key=lambda place: abs(place.start() - middle))
            return text[: match.start()] + match.expand(put) + text[match.end() :]
    raise ValueError(f"nothing to deny in: {text[:80]}")


def can_be_denied(language: str) -> re.Pattern[str]:
    """Return what a text must hold so that ``denied`` can work on it."""
    return re.compile("|".join(found for found, _ in _NOT[language]))


def has_number(text: str) -> bool:
    """Return whether a whole number stands in a text, by itself."""
    return any(int(match[0]) > 3 for match in _NUMBER.finditer(text))


def with_another_number(text: str, generator: random.Random) -> str:
    """Change one whole number: years to one of the same decades, others to one as long."""
    match = generator.choice([match for match in _NUMBER.finditer(text) if int(match[0]) > 3])
    old = int(match[0])
    new = old
    while new == old:
        least, most = 10 ** (len(match[0]) - 1), 10 ** len(match[0])
        if old in _YEARS:
            least, most = old - 9, old + 10
        new = generator.randrange(least, most)
    return text[: match.start()] + str(new) + text[match.end() :]
