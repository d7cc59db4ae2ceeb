"""The words behind hashes: a recipe hashes words and runs of words again until they match."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from simcore.fingerprinting.recipes import Recipe

_LONGEST_RUN = 3
_LONGEST_GRAM = 4
_WORDS_TRIED = 100_000
_RUNS_TRIED = 20_000
_WINDOW = 2_048
_SMALLEST_WINDOW = 8


def numbers(hashes: NDArray[np.uint64]) -> list[int]:
    """Return hashes, shape (n, 64-bit words), as integers."""
    if hashes.shape[1] == 1:
        listed: list[int] = hashes[:, 0].tolist()
        return listed
    return [sum(word << 64 * at for at, word in enumerate(row)) for row in hashes.tolist()]


def feature_words(
    texts: Sequence[list[str]], recipe: Recipe, wanted: Collection[int]
) -> dict[int, str]:
    """Find the source of each hash: a word, two or three neighbouring words, or characters.

    ``texts`` are the words of texts in order, of which the first 100,000 each are searched.
    Hashes with another source are left out.
    """
    left = set(wanted)
    labels: dict[int, str] = {}
    for run in _runs(texts, recipe, left):
        for value in numbers(recipe.features(list(run))[0]):
            if value in left:
                labels[value] = _characters(run, recipe, value) or " ".join(run)
                left.remove(value)
        if not left:
            break
    return labels


def _characters(run: Sequence[str], recipe: Recipe, value: int) -> str | None:
    """Return the run of characters that a hash was made of, for recipes of characters."""
    joined = "".join(run)
    made = numbers(recipe.features([joined])[0])
    if value not in made or len(made) == 1:
        return joined if value in made else None
    # halves that overlap, so that each run is whole in one: a word may have a million letters
    while len(joined) > 2 * _LONGEST_GRAM:
        middle = len(joined) // 2
        halves = joined[: middle + _LONGEST_GRAM - 1], joined[middle:]
        holding = [half for half in halves if value in numbers(recipe.features([half])[0])]
        if not holding:
            return None
        joined = holding[0]
    for length in range(1, min(len(joined), _LONGEST_GRAM + 1)):
        for start in range(len(joined) - length + 1):
            part = joined[start : start + length]
            if value in numbers(recipe.features([part])[0]):
                return part
    return None


def _runs(
    texts: Sequence[list[str]], recipe: Recipe, left: Collection[int]
) -> Iterator[tuple[str, ...]]:
    """Yield the runs of words to try, the most promising first."""
    for text in texts:
        for window in _windows(text[:_WORDS_TRIED], recipe, left, _WINDOW):
            for length in range(1, _LONGEST_RUN + 1):
                yield from zip(*(window[at:] for at in range(length)), strict=False)
    # features that depend on the whole text, such as its rarest words, may be in no window
    seen = dict.fromkeys(word for text in texts for word in text[:_WORDS_TRIED])
    for word in list(seen)[:_RUNS_TRIED]:
        yield (word,)


def _windows(
    text: list[str], recipe: Recipe, left: Collection[int], size: int
) -> Iterator[list[str]]:
    """Yield small windows of a text that make wanted hashes, by dividing larger ones."""
    # windows overlap so that every run is whole in one of them
    for start in range(0, len(text), size):
        window = text[start : start + size + _LONGEST_RUN - 1]
        if not left or not set(numbers(recipe.features(window)[0])).intersection(left):
            continue
        if size <= _SMALLEST_WINDOW:
            yield window
        else:
            yield from _windows(window, recipe, left, size // 4)
