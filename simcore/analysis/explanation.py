"""Why two documents are as near as they are: features, votes, bits, passages, exact figures."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.identity import kept_share, words_touched
from simcore.model.records import Comparison, Fingerprint, Kind
from simcore.text.shingles import CHINESE_CHARACTERS, MOST_CHARACTERS


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
class Influence:
    """A feature that one side has alone or with more weight, and the differing bits that it pulls.

    It pulls a bit when it votes there as the bit came out on its side. ``more`` is what it weighs
    more than on the other side.
    """

    feature: Feature
    more: int
    bits: tuple[int, ...]

    @property
    def total(self) -> int:
        """What it adds to the votes of all differing bits together."""
        return self.more * len(self.bits)


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
    passages of which no shingle is in the other text. ``influences`` are the features that do
    something to make the fingerprints differ, the strongest first: 100, those that decide the
    differing bits among them or added, of ``pulling`` in all. ``text`` is the text as it was
    decoded, ``normal`` its normal form.
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
    text: str
    normal: str
    own: tuple[Passage, ...]
    influences: tuple[Influence, ...]
    pulling: int


@dataclass(frozen=True, slots=True)
class DifferingBit:
    """A bit in which two fingerprints differ, and the votes of both sides on it.

    ``left_deciding`` are the features that pull the left side's vote away from the right one's
    most: those that it has alone or with more weight, and that vote as the bit came out there. The
    first 8 of ``left_pulling`` are given. ``right_deciding`` and ``right_pulling`` likewise.
    """

    bit: int
    left_votes: int
    right_votes: int
    left_deciding: tuple[Feature, ...]
    right_deciding: tuple[Feature, ...]
    left_pulling: int
    right_pulling: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Two documents side by side; ``width`` is that of the fingerprints, in bits.

    ``shared_features`` counts the features of both, ``shared_votes`` are their votes by bit, lowest
    first, with the weight that both have: a side's votes are these and those of what it has more.
    ``mostly_chinese`` tells that most shingles of both texts begin with a Chinese character.
    ``word_length`` is how many characters a word of both texts has in the mean.
    ``only_left`` and ``only_right`` are the words that one side has more often, with how many
    times more, the largest surplus first. ``shared`` are the longest passages of the left text
    of which every shingle is in the right one. ``numbers_only`` tells that the texts are
    different and equal but for numbers, dates and names (see ``simcore.text.masking.mask``).
    """

    left: Side
    right: Side
    width: int
    distance: int
    shared_features: int
    shared_votes: tuple[int, ...]
    differing: tuple[DifferingBit, ...]
    only_left: tuple[tuple[str, int], ...]
    only_right: tuple[tuple[str, int], ...]
    shared: tuple[Passage, ...]
    comparison: Comparison
    mostly_chinese: bool
    word_length: float
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
    def shingle_length(self) -> int:
        """How many characters most shingles of both texts have: 4 in Chinese, else 5."""
        return CHINESE_CHARACTERS if self.mostly_chinese else MOST_CHARACTERS

    @property
    def changed_characters(self) -> float:
        """The share of characters that differ, if single ones were changed, evenly spread, 0 to 1.

        From the resemblance, by Ondov et al. 2016 (see ``simcore.analysis.identity``).
        """
        return 1 - kept_share(self.comparison.resemblance, self.shingle_length)

    @property
    def changed_words(self) -> float:
        """The share of words that differ, if whole words were changed, evenly spread, 0 to 1."""
        touched = words_touched(self.shingle_length, self.word_length)
        return 1 - kept_share(self.comparison.resemblance, touched)

    def without_texts(self) -> "Explanation":
        """Give the same with sides of no text and no words: what grows with both is left out."""
        left, right = (
            replace(side, words=Counter(), text="", normal="") for side in (self.left, self.right)
        )
        return replace(self, left=left, right=right)
