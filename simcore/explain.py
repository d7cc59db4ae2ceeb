"""Why two documents are as near as they are: features, votes, bits, and the exact figures."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.config import ScanConfig
from simcore.errors import ReadError
from simcore.fingerprint import hamming_distance, simhash, votes
from simcore.reading import read_text
from simcore.recipes import find_recipe
from simcore.records import Comparison, DecodedText, Fingerprint, Kind, TextId
from simcore.segment import segmenter
from simcore.tokens import compact, normalise, shingles, words
from simcore.verify import compare

__all__ = ["DifferingBit", "Explanation", "Side", "explain"]

_WORDS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Side:
    """What one document brings in: its words, features, votes and fingerprint."""

    path: Path
    encoding: str
    lossy: bool
    words: Counter[str]
    hashes: NDArray[np.uint64]
    votes: NDArray[np.int64]
    fingerprint: Fingerprint
    content_hash: bytes
    normal: str


@dataclass(frozen=True, slots=True)
class DifferingBit:
    """A bit in which two fingerprints differ, and the votes of both sides on it."""

    bit: int
    left_votes: int
    right_votes: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Two documents side by side; ``width`` is that of the fingerprints, in bits.

    ``only_left`` and ``only_right`` are the words that one side has more often, with how many
    times more, the largest surplus first.
    """

    left: Side
    right: Side
    width: int
    distance: int
    shared_features: int
    differing: tuple[DifferingBit, ...]
    only_left: tuple[tuple[str, int], ...]
    only_right: tuple[tuple[str, int], ...]
    comparison: Comparison
    kind: Kind | None


def explain(left: Path, right: Path, config: ScanConfig) -> Explanation:
    """Compare two files step by step, by the recipe of the configuration.

    ``kind`` is None where the resemblance is below the least similarity. Raises ``ReadError``,
    naming the file, when one cannot be read or has no words, and ``ConfigError``.
    """
    first, second = _side(left, config), _side(right, config)
    width = find_recipe(config.recipe).width
    comparison = compare(
        TextId(0), TextId(1), shingles(compact(first.normal)), shingles(compact(second.normal))
    )
    bits = first.fingerprint ^ second.fingerprint
    kind = _kind(first, second, comparison, config.similarity)
    return Explanation(
        left=first,
        right=second,
        width=width,
        distance=hamming_distance(first.fingerprint, second.fingerprint),
        shared_features=len(_rows(first.hashes) & _rows(second.hashes)),
        differing=tuple(
            DifferingBit(bit, int(first.votes[bit]), int(second.votes[bit]))
            for bit in range(width)
            if bits >> bit & 1
        ),
        only_left=_surplus(first.words, second.words),
        only_right=_surplus(second.words, first.words),
        comparison=comparison,
        kind=kind,
    )


def _rows(hashes: NDArray[np.uint64]) -> set[tuple[int, ...]]:
    return set(map(tuple, hashes.tolist()))


def _surplus(ours: Counter[str], theirs: Counter[str]) -> tuple[tuple[str, int], ...]:
    more = (ours - theirs).items()
    return tuple(sorted(more, key=lambda item: (-item[1], item[0]))[:_WORDS_SHOWN])


def _kind(left: Side, right: Side, comparison: Comparison, similarity: float) -> Kind | None:
    if left.content_hash == right.content_hash:
        return Kind.IDENTICAL
    if left.normal == right.normal:
        return Kind.SAME_TEXT
    return Kind.NEAR if comparison.resemblance >= similarity else None


def _side(path: Path, config: ScanConfig) -> Side:
    try:
        decoded, content = read_text(path, config.largest_file)
    except ReadError as error:
        raise ReadError(f"{path}: {error}") from error
    return _voted(path, decoded, content, config)


def _voted(path: Path, decoded: DecodedText, content: bytes, config: ScanConfig) -> Side:
    normal = normalise(decoded.text)
    listed = words(normal, segmenter(config.dictionary))
    recipe = find_recipe(config.recipe)
    features = recipe.features(listed)
    fingerprint = simhash(*features, recipe.width)
    if fingerprint is None:
        raise ReadError(f"{path}: has no words to compare")
    return Side(
        path=path,
        encoding=decoded.encoding,
        lossy=decoded.lossy,
        words=Counter(listed),
        hashes=features[0],
        votes=votes(*features, recipe.width),
        fingerprint=fingerprint,
        content_hash=content,
        normal=normal,
    )
