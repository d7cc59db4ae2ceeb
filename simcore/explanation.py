"""Why two documents are as near as they are: features, votes, bits, passages, exact figures."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.config import ScanConfig
from simcore.errors import ReadError
from simcore.fingerprint import hamming_distance, simhash, votes
from simcore.numbers_only import differ_in_numbers_only
from simcore.reading import read_text
from simcore.recipes import Recipe, find_recipe
from simcore.records import Comparison, DecodedText, Fingerprint, Kind, TextId
from simcore.segment import segmenter
from simcore.shingles import shingle_lengths, shingles, shingles_in_order
from simcore.tokens import compact, normalise, words
from simcore.verify import compare

__all__ = ["DifferingBit", "Explanation", "Feature", "Passage", "Side", "explain"]

_WORDS_SHOWN = 12
_FEATURES_SHOWN = 8
_DECIDING_SHOWN = 3
_PASSAGES_SHOWN = 5
_SNIPPET = 120
_LONGEST_RUN = 3
_RUNS_TRIED = 100_000


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that votes: its hash, its weight, and the word or words it was made of.

    ``label`` is None where the recipe makes its features of something else than words or runs
    of two or three neighbouring ones.
    """

    label: str | None
    hash: int
    weight: int

    def vote(self, bit: int) -> int:
        """Give what the feature adds to the votes on a bit: its weight, or minus its weight."""
        return self.weight if self.hash >> bit & 1 else -self.weight


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of text: its beginning as the normal form has it, and its length without spaces."""

    text: str
    characters: int


@dataclass(frozen=True, slots=True)
class Side:
    """What one document brings in: its words, features, votes and fingerprint.

    ``hashes`` and ``weights`` are those of all features, ``heaviest`` the features of greatest
    weight, of equal ones those first that the other side does not have. ``own`` are the longest
    passages of which no shingle is in the other text.
    """

    path: Path
    encoding: str
    lossy: bool
    words: Counter[str]
    hashes: NDArray[np.uint64]
    weights: NDArray[np.int64]
    heaviest: tuple[Feature, ...]
    votes: NDArray[np.int64]
    fingerprint: Fingerprint
    content_hash: bytes
    normal: str
    own: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class DifferingBit:
    """A bit in which two fingerprints differ, and the votes of both sides on it.

    ``left_deciding`` are the features that pull the left side's vote away from the right one's
    most: those that it has alone or with more weight, and that vote as the bit came out there.
    ``right_deciding`` likewise.
    """

    bit: int
    left_votes: int
    right_votes: int
    left_deciding: tuple[Feature, ...]
    right_deciding: tuple[Feature, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Two documents side by side; ``width`` is that of the fingerprints, in bits.

    ``shingle_length`` is the mean of both texts' shingles, in characters.
    ``only_left`` and ``only_right`` are the words that one side has more often, with how many
    times more, the largest surplus first. ``shared`` are the longest passages of the left text
    of which every shingle is in the right one. ``numbers_only`` tells that the texts are
    different and equal but for numbers, dates and names (see ``simcore.masking``).
    """

    left: Side
    right: Side
    width: int
    distance: int
    shared_features: int
    differing: tuple[DifferingBit, ...]
    only_left: tuple[tuple[str, int], ...]
    only_right: tuple[tuple[str, int], ...]
    shared: tuple[Passage, ...]
    comparison: Comparison
    shingle_length: float
    kind: Kind | None
    numbers_only: bool

    @property
    def left_in_right(self) -> float:
        """The share of the left text's shingles that the right one has, 0 to 1."""
        size = self.comparison.left_size
        return self.comparison.shared / size if size else 0.0

    @property
    def right_in_left(self) -> float:
        """The share of the right text's shingles that the left one has, 0 to 1."""
        size = self.comparison.right_size
        return self.comparison.shared / size if size else 0.0

    @property
    def changed_characters(self) -> float:
        """The share of characters that differ, if the changes are spread evenly, 0 to 1.

        From the resemblance j of k-shingles: 1 - (2j / (1 + j)) ** (1 / k) (Ondov et al. 2016,
        whose Mash distance is the approximation of it), with k the mean length of theirs.
        """
        resemblance = self.comparison.resemblance
        return float(1 - (2 * resemblance / (1 + resemblance)) ** (1 / self.shingle_length))


@dataclass(frozen=True, slots=True)
class _Read:
    """One file as read, cut and hashed, before it is held against the other."""

    path: Path
    decoded: DecodedText
    content_hash: bytes
    normal: str
    words: list[str]
    weights: dict[int, int]
    hashes: NDArray[np.uint64]
    votes: NDArray[np.int64]
    fingerprint: Fingerprint


def explain(left: Path, right: Path, config: ScanConfig) -> Explanation:
    """Compare two files step by step, by the recipe of the configuration.

    ``kind`` is None where the resemblance is below the least similarity. Raises ``ReadError``,
    naming the file, when one cannot be read or has no words, and ``ConfigError``.
    """
    first, second = _read(left, config), _read(right, config)
    compacted = compact(first.normal), compact(second.normal)
    sets = shingles(compacted[0]), shingles(compacted[1])
    comparison = compare(TextId(0), TextId(1), *sets)
    bits = [
        bit
        for bit in range(len(first.votes))
        if (first.fingerprint ^ second.fingerprint) >> bit & 1
    ]
    deciding = [(_deciding(first, second, bit), _deciding(second, first, bit)) for bit in bits]
    heaviest = _heaviest(first, second), _heaviest(second, first)
    wanted = {hashed for pair in deciding for side in pair for hashed in side}
    recipe = find_recipe(config.recipe)
    labels = _labels((first, second), recipe, wanted.union(*heaviest))

    def features(read: _Read, hashes: Sequence[int]) -> tuple[Feature, ...]:
        return tuple(Feature(labels.get(value), value, read.weights[value]) for value in hashes)

    inside = [
        np.isin(shingles_in_order(text), other)
        for text, other in zip(compacted, reversed(sets), strict=True)
    ]
    lengths = [shingle_lengths(text) for text in compacted]
    own = [
        _passages(read.normal, length, ~member)
        for read, length, member in zip((first, second), lengths, inside, strict=True)
    ]
    counted = Counter(first.words), Counter(second.words)
    return Explanation(
        width=recipe.width,
        left=_side(first, features(first, heaviest[0]), own[0]),
        right=_side(second, features(second, heaviest[1]), own[1]),
        distance=hamming_distance(first.fingerprint, second.fingerprint),
        shared_features=len(first.weights.keys() & second.weights.keys()),
        differing=tuple(
            DifferingBit(
                bit,
                int(first.votes[bit]),
                int(second.votes[bit]),
                features(first, ours),
                features(second, theirs),
            )
            for bit, (ours, theirs) in zip(bits, deciding, strict=True)
        ),
        only_left=_surplus(counted[0], counted[1]),
        only_right=_surplus(counted[1], counted[0]),
        shared=_passages(first.normal, lengths[0], inside[0]),
        comparison=comparison,
        shingle_length=float(np.concatenate(lengths).mean()),
        kind=_kind(first, second, comparison, config.similarity),
        numbers_only=first.normal != second.normal
        and differ_in_numbers_only(first.decoded.text, second.decoded.text),
    )


def _numbers(hashes: NDArray[np.uint64]) -> list[int]:
    """Give hashes, shape (n, words), as numbers."""
    return [sum(word << 64 * at for at, word in enumerate(row)) for row in hashes.tolist()]


def _surplus(ours: Counter[str], theirs: Counter[str]) -> tuple[tuple[str, int], ...]:
    more = (ours - theirs).items()
    return tuple(sorted(more, key=lambda item: (-item[1], item[0]))[:_WORDS_SHOWN])


def _kind(left: _Read, right: _Read, comparison: Comparison, similarity: float) -> Kind | None:
    if left.content_hash == right.content_hash:
        return Kind.IDENTICAL
    if left.normal == right.normal:
        return Kind.SAME_TEXT
    return Kind.NEAR if comparison.resemblance >= similarity else None


def _heaviest(ours: _Read, theirs: _Read) -> list[int]:
    """Choose the features to show."""
    shown = sorted(
        ours.weights, key=lambda value: (-ours.weights[value], value in theirs.weights, value)
    )
    return shown[:_FEATURES_SHOWN]


def _deciding(ours: _Read, theirs: _Read, bit: int) -> list[int]:
    """Choose the features that pull our vote on a bit away from theirs."""
    one = ours.fingerprint >> bit & 1
    pull = {
        value: weight - theirs.weights.get(value, 0)
        for value, weight in ours.weights.items()
        if value >> bit & 1 == one and weight > theirs.weights.get(value, 0)
    }
    return sorted(pull, key=lambda value: (-pull[value], value))[:_DECIDING_SHOWN]


def _labels(reads: Sequence[_Read], recipe: Recipe, wanted: Collection[int]) -> dict[int, str]:
    """Find the words behind hashes: the recipe itself hashes words and runs of words again."""
    left = set(wanted)
    labels: dict[int, str] = {}
    for length in range(1, _LONGEST_RUN + 1):
        runs = dict.fromkeys(
            run
            for read in reads
            for run in zip(*(read.words[at:] for at in range(length)), strict=False)
        )
        for run in list(runs)[:_RUNS_TRIED]:
            if not left:
                return labels
            for value in _numbers(recipe.features(list(run))[0]):
                if value in left:
                    labels[value] = " ".join(run)
                    left.remove(value)
    return labels


def _passages(
    normal: str, lengths: NDArray[np.int64], member: NDArray[np.bool_]
) -> tuple[Passage, ...]:
    """Give the longest runs of shingles that are members as text, each text once."""
    # where the characters of the compacted text stand in the normal form
    places = [at for at, character in enumerate(normal) if character != " "]
    edges = np.flatnonzero(np.diff(member, prepend=False, append=False)).reshape(-1, 2)
    longest = sorted(edges.tolist(), key=lambda edge: (edge[0] - edge[1], edge[0]))
    found: dict[str, Passage] = {}
    for start, stop in longest:
        # a later shingle may end before an earlier one
        last = int((np.arange(start, stop) + lengths[start:stop]).max())
        text = normal[places[start] : places[last - 1] + 1]
        if len(text) > _SNIPPET:
            text = text[:_SNIPPET] + "…"
        found.setdefault(text, Passage(text, last - start))
        if len(found) == _PASSAGES_SHOWN:
            break
    return tuple(found.values())


def _side(read: _Read, heaviest: tuple[Feature, ...], own: tuple[Passage, ...]) -> Side:
    return Side(
        path=read.path,
        encoding=read.decoded.encoding,
        lossy=read.decoded.lossy,
        words=Counter(read.words),
        hashes=read.hashes,
        weights=np.fromiter(read.weights.values(), dtype=np.int64, count=len(read.weights)),
        heaviest=heaviest,
        votes=read.votes,
        fingerprint=read.fingerprint,
        content_hash=read.content_hash,
        normal=read.normal,
        own=own,
    )


def _read(path: Path, config: ScanConfig) -> _Read:
    try:
        decoded, content = read_text(path, config.largest_file)
    except ReadError as error:
        raise ReadError(f"{path}: {error}") from error
    normal = normalise(decoded.text)
    listed = words(normal, segmenter(config.dictionary))
    recipe = find_recipe(config.recipe)
    features = recipe.features(listed)
    fingerprint = simhash(*features, recipe.width)
    if fingerprint is None:
        raise ReadError(f"{path}: has no words to compare")
    return _Read(
        path=path,
        decoded=decoded,
        content_hash=content,
        normal=normal,
        words=listed,
        weights=dict(zip(_numbers(features[0]), features[1].tolist(), strict=True)),
        hashes=features[0],
        votes=votes(*features, recipe.width),
        fingerprint=fingerprint,
    )
