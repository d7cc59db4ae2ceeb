"""The explanation of a distance: features, votes, bits, passages and exact figures."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.differing.changes import WordDifferences
from simcore.grouping.kinds import Hiding, hiding, shown_kind
from simcore.model.config import ScanConfig
from simcore.model.records import Comparison, Fingerprint, Kind, Pair
from simcore.text.shingles import CHINESE_CHARACTERS, MOST_CHARACTERS


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that votes: its hash, its weight, and the words it was made of; see ``explain``.

    ``label`` is None if the recipe makes its features of anything but words or runs of two or
    three neighbouring words.
    """

    label: str | None
    hash: int
    weight: int

    def vote(self, bit: int) -> int:
        """Return the feature's vote on a bit: its weight, or minus its weight."""
        return self.weight if self.hash >> bit & 1 else -self.weight


@dataclass(frozen=True, slots=True)
class Influence:
    """A feature that one side has alone or with more weight, and the differing bits that it pulls.

    It pulls a bit if it votes for the value that the bit has on its side. ``more`` is its surplus
    weight over the other side. See ``explain``.
    """

    feature: Feature
    more: int
    bits: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of its surplus votes on all differing bits."""
        return self.more * len(self.bits)


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of text, see ``explain``: its beginning in normal form, its length without spaces."""

    text: str
    characters: int


@dataclass(frozen=True, slots=True)
class Side:
    """One of two documents: its words, features, votes and fingerprint. See ``explain``.

    ``hashes`` and ``weights`` are those of all features, ``heaviest`` the features of greatest
    weight; of equal weights those missing on the other side come first. ``own`` are the longest
    passages of which no shingle is in the other text. ``influences`` are features that make the
    fingerprints differ, the strongest first: 100 and those that decide the differing bits, of
    ``pulling`` in all. ``guessed`` is whether the encoding is unsure, ``text`` is the decoded text,
    ``normal`` its normal form.
    """

    path: Path
    encoding: str
    lossy: bool
    guessed: bool
    words: Counter[str]
    hashes: NDArray[np.uint64]
    weights: NDArray[np.int64]
    votes: NDArray[np.int64]
    fingerprint: Fingerprint
    content_hash: bytes
    text: str
    normal: str
    heaviest: tuple[Feature, ...] = ()
    own: tuple[Passage, ...] = ()
    influences: tuple[Influence, ...] = ()
    pulling: int = 0


@dataclass(frozen=True, slots=True)
class DifferingBit:
    """A bit in which two fingerprints differ, and the votes of both sides on it; see ``explain``.

    ``left_deciding`` are the features that pull the left side's votes away from the right side's
    most: it has them alone or with more weight, and they vote for its value of the bit. They are
    the first 8 of ``left_pulling``. ``right_deciding`` and ``right_pulling`` likewise.
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
    """Two documents side by side, by ``explain``; ``width`` is that of the fingerprints, in bits.

    Of fewer than ``least_features`` a fingerprint means little.

    ``shared_features`` counts the features of both, ``shared_votes`` are their votes by bit, lowest
    first, with the weight that both have: a side's votes are these plus those of its surplus.

    ``mostly_chinese`` is whether most shingles of both texts begin with a Chinese character; others
    have ``run_length`` characters. ``each_counted`` is whether each occurrence of one counts.
    ``word_length`` is the mean number of characters of a word of both texts.

    ``only_left`` and ``only_right`` are the words that one side has more often, with their surplus
    counts, the largest first. ``shared`` are the longest passages of the left text of which every
    shingle is in the right one. ``pair`` has the figures that thresholds decide by, and the kind
    whatever these are; its documents have no ids. ``differences`` are what a person would say that
    differs. ``comparison`` is by words where that is what counts, ``by_runs`` by shingles always.
    """

    left: Side
    right: Side
    width: int
    least_features: int
    distance: int
    shared_features: int
    shared_votes: tuple[int, ...]
    differing: tuple[DifferingBit, ...]
    only_left: tuple[tuple[str, int], ...]
    only_right: tuple[tuple[str, int], ...]
    shared: tuple[Passage, ...]
    comparison: Comparison
    by_runs: Comparison
    mostly_chinese: bool
    run_length: int
    each_counted: bool
    word_length: float
    pair: Pair
    differences: WordDifferences

    @property
    def shingle_length(self) -> int:
        """The number of characters of most shingles of both texts: one less if Chinese."""
        return self.run_length - (MOST_CHARACTERS - CHINESE_CHARACTERS) * self.mostly_chinese

    @property
    def longer_runs(self) -> bool:
        """Whether shingles are longer than usual, since usual ones would be in both by chance."""
        return self.run_length > MOST_CHARACTERS

    def shown_kind(self, config: ScanConfig) -> Kind | None:
        """Return the kind of the two documents at some thresholds; None: these hide them."""
        return shown_kind(self.pair, config) if self.pair.kind is Kind.SIMILAR else self.pair.kind

    def hiding(self, config: ScanConfig) -> tuple[Hiding, ...]:
        """Return which thresholds hide the two documents as a pair; nothing if none does."""
        return hiding(self.pair, config) if self.pair.kind is Kind.SIMILAR else ()

    @property
    def changed_characters(self) -> float:
        """The share of characters that differ, if single ones were changed, evenly spread, 0 to 1.

        From the resemblance, by Ondov et al. 2016 (see ``kept_share``).
        """
        return 1 - kept_share(self.by_runs.resemblance, self.shingle_length)

    @property
    def changed_words(self) -> float:
        """The share of words that differ, if whole words were changed, evenly spread, 0 to 1."""
        touched = words_touched(self.shingle_length, self.word_length)
        return 1 - kept_share(self.by_runs.resemblance, touched)

    def without_texts(self) -> "Explanation":
        """Return the explanation without texts and words, which grow with the documents."""
        left, right = (
            replace(side, words=Counter(), text="", normal="") for side in (self.left, self.right)
        )
        return replace(self, left=left, right=right)


def kept_share(resemblance: float, units: float) -> float:
    """Return the share of units (characters, words) that are equal, 0 to 1.

    ``resemblance`` is that of runs of ``units`` units each, 0 to 1.

    Ondov et al. 2016 (Mash, section "Mash distance") assume that two sequences differ by changes of
    single characters, spread evenly. A run of k characters is then equal in both with the
    probability ``d ** k``, where d is the share of equal characters, and d follows from the
    resemblance j of the runs: ``d = (2j / (1 + j)) ** (1 / k)``. If words are changed as a whole, k
    is the number of words that a run touches instead, which need not be an integer.

    >>> kept_share(1.0, 4), kept_share(0.0, 5)
    (1.0, 0.0)
    >>> round(1 / (1 - kept_share(0.5, 4)), 1)  # about one in ten differs
    10.4
    """
    return float((2 * resemblance / (1 + resemblance)) ** (1 / units))


def words_touched(run: int, word: float) -> float:
    """Return the mean number of words that a run of characters touches.

    ``word`` is the mean length of a word. Any run touches a word, and each character after its
    first begins another one with the probability ``1 / word``.

    >>> words_touched(5, 4.0), words_touched(5, 1.0)
    (2.0, 5.0)
    """
    return 1 + (run - 1) / word
