"""Comparing two files step by step: reading, segmenting, hashing, voting, comparing."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.diff.words import WordDifferences, what_differs
from simcore.fingerprints import Recipe, find_recipe, hamming_distance, read_features, votes
from simcore.formats.reading import read_bytes
from simcore.grouping.pairs import ALMOST, Hiding, SaysOfItself, hiding, is_version, shown_kind
from simcore.index.paths import called_elsewhere
from simcore.model.config import ScanConfig
from simcore.model.reasons import ReadError, ReasonCode
from simcore.model.records import (
    Comparison,
    DecodedText,
    DocumentId,
    Fingerprint,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    TextId,
)
from simcore.pipeline.rereading import read_text
from simcore.text.masking import differ_in_numbers_only, segmenter, signs
from simcore.text.normal_form import code_points
from simcore.text.shingles import CHINESE_CHARACTERS, MOST_CHARACTERS, shingle_lengths
from simcore.text.similarity import (
    ReadText,
    comparable,
    differ_only_in,
    judged,
    longer,
    places_compared,
    shared_by,
)
from simcore.text.stated_dates import stated_dates
from simcore.text.visible import VisibleHashes, visible_hashes
from simcore.text.words import quote_run, words


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that votes: its hash, its weight, and the words it was made of; see ``explain``.

    ``label`` is None if the recipe uses neither words nor runs of two or three words.
    """

    label: str | None
    hash: int
    weight: int

    def vote(self, bit: int) -> int:
        return self.weight if self.hash >> bit & 1 else -self.weight


@dataclass(frozen=True, slots=True)
class Influence:
    """A feature with more weight on one side, and the differing bits that it pulls to its value.

    ``more`` is its surplus weight over the other side. See ``explain``.
    """

    feature: Feature
    more: int
    bits: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.more * len(self.bits)


@dataclass(frozen=True, slots=True)
class Passage:
    text: str
    characters: int


@dataclass(frozen=True, slots=True)
class Side:
    """One of two documents: its words, features, votes and fingerprint. See ``explain``.

    ``hashes`` and ``weights`` are those of all features; ``heaviest`` are the greatest, those
    missing on the other side first among equals. ``own`` are the longest passages without a shared
    shingle. ``influences`` are features that make the fingerprints differ, the strongest 100 and
    those that decide the differing bits, of ``pulling`` in all. ``guessed``: the encoding is
    unsure. ``normal`` is the normal form of ``text``.
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

    ``left_deciding`` are the first 8 of ``left_pulling`` features, those that pull the left votes
    most: with surplus weight, voting for the left value. ``right_deciding`` likewise.
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

    Below ``least_features`` a fingerprint means little. ``shared_votes`` are the votes of the
    ``shared_features`` by bit, lowest first, with the weight that both have. ``only_left`` and
    ``only_right`` are surplus words with counts, the largest first; ``shared`` the longest passages
    of the left text whose shingles are all in the right one. Shingles have ``run_length``
    characters, one less if ``mostly_chinese``; ``each_counted``: repeated ones count.
    ``word_length`` is the mean length of a word. ``pair`` has the figures for thresholds, without
    ids; ``comparison`` may be by words, ``by_runs`` is by shingles.
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
        """Whether shingles are longer than usual, as shorter ones would be shared by chance."""
        return self.run_length > MOST_CHARACTERS

    def shown_kind(self, config: ScanConfig) -> Kind | None:
        """Return the kind of the two documents at some thresholds; None: these hide them."""
        return shown_kind(self.pair, config) if self.pair.kind is Kind.SIMILAR else self.pair.kind

    def hiding(self, config: ScanConfig) -> tuple[Hiding, ...]:
        return hiding(self.pair, config) if self.pair.kind is Kind.SIMILAR else ()

    @property
    def changed_characters(self) -> float:
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

    ``resemblance`` is that of runs of ``units`` units each. By Ondov et al. 2016 ("Mash distance"),
    with changes spread evenly, ``d = (2j / (1 + j)) ** (1 / k)`` for resemblance j and runs of k
    units; for whole words k is the mean number of words that a run touches.

    >>> kept_share(1.0, 4), kept_share(0.0, 5)
    (1.0, 0.0)
    >>> round(1 / (1 - kept_share(0.5, 4)), 1)  # about one in ten differs
    10.4
    """
    return float((2 * resemblance / (1 + resemblance)) ** (1 / units))


def words_touched(run: int, word: float) -> float:
    """Return the mean number of words, of mean length ``word``, that a run of characters touches.

    >>> words_touched(5, 4.0), words_touched(5, 1.0)
    (2.0, 5.0)
    """
    return 1 + (run - 1) / word


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

    Only the first 100,000 words of each text are searched; other hashes are left out.
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
    # windows overlap so that every run is whole in one of them
    for start in range(0, len(text), size):
        window = text[start : start + size + _LONGEST_RUN - 1]
        if not left or not set(numbers(recipe.features(window)[0])).intersection(left):
            continue
        if size <= _SMALLEST_WINDOW:
            yield window
        else:
            yield from _windows(window, recipe, left, size // 4)


_WORDS_SHOWN = 12
_FEATURES_SHOWN = 8
_DECIDING_SHOWN = 8
_INFLUENCES_SHOWN = 100
_PASSAGES_SHOWN = 5
_SNIPPET = 120


@dataclass(frozen=True, slots=True)
class _Read:
    side: Side
    decoded: DecodedText
    seen: VisibleHashes
    words: list[str]
    weights: dict[int, int]


def explain(
    left: Path,
    right: Path,
    config: ScanConfig,
    check: Callable[[], None] = lambda: None,
    encodings: Mapping[bytes, str] | None = None,
) -> Explanation:
    """Compare two files step by step, by the recipe of the configuration.

    ``check`` is called between the steps and may raise to stop. ``encodings`` are those of
    ``Judgements``. Raises ``ReadError``, which names the file, if one cannot be read or has no
    words, and ``ConfigError``. If both without words have the same bytes, it says so
    (``EQUAL_BYTES``).
    """
    try:
        first = _read(left, config, encodings)
        check()
        second = _read(right, config, encodings)
    except ReadError as error:
        if not _equal_bytes(left, right, config.largest_file):
            raise
        why = error.reason
        raise ReadError(ReasonCode.EQUAL_BYTES, _shown(left), _shown(right), why) from error
    check()
    compared = comparable(first.side.normal), comparable(second.side.normal)
    texts = ReadText.of(first.decoded.text), ReadText.of(second.decoded.text)
    ends = TextId(0), TextId(1)
    comparison = judged(*ends, *texts)
    apart = first.side.fingerprint ^ second.side.fingerprint
    bits = [bit for bit in range(len(first.side.votes)) if apart >> bit & 1]
    pulls = [
        _Pulls.of(ours.weights, theirs.weights, ours.side.fingerprint, bits)
        for ours, theirs in ((first, second), (second, first))
    ]
    deciding = [[pull.deciding(column) for column in range(len(bits))] for pull in pulls]
    strongest = [pull.strongest(chain(*rows)) for pull, rows in zip(pulls, deciding, strict=True)]
    heaviest = _heaviest(first, second), _heaviest(second, first)
    check()
    wanted = {pull.hashes[row] for pull, rows in zip(pulls, strongest, strict=True) for row in rows}
    recipe = find_recipe(config.recipe)
    labels = feature_words((first.words, second.words), recipe, wanted.union(*heaviest))
    check()

    def features(read: _Read, hashes: Sequence[int]) -> tuple[Feature, ...]:
        return tuple(Feature(labels.get(value), value, read.weights[value]) for value in hashes)

    def influences(read: _Read, pull: _Pulls, rows: Sequence[int]) -> tuple[Influence, ...]:
        found = features(read, [pull.hashes[row] for row in rows])
        return tuple(
            Influence(
                feature,
                int(pull.weights[row]),
                tuple(bit for bit, here in zip(bits, pull.bits[row].tolist(), strict=True) if here),
            )
            for feature, row in zip(found, rows, strict=True)
        )

    counted = shared_by(texts[0].shingles, texts[1].shingles)
    length = counted.length
    runs = [longer(text.shingles.in_order, length) for text in texts]
    inside = [np.isin(ours, theirs) for ours, theirs in (runs, runs[::-1])]
    measured = [shingle_lengths(text) for text in compared]
    of_chinese = sum(int(np.count_nonzero(of == CHINESE_CHARACTERS)) for of in measured)
    lengths = [
        np.minimum(of[: len(run)] + length - MOST_CHARACTERS, len(text))
        for text, of, run in zip(compared, measured, runs, strict=True)
    ]
    one, other = (
        replace(
            read.side,
            heaviest=features(read, heaviest[at]),
            own=_passages(read.side.normal, lengths[at], ~inside[at]),
            influences=influences(read, pulls[at], strongest[at]),
            pulling=int(pulls[at].bits.any(axis=1).sum()),
        )
        for at, read in enumerate((first, second))
    )
    check()
    both = one.words + other.words
    return Explanation(
        width=recipe.width,
        least_features=recipe.least_features,
        left=one,
        right=other,
        distance=hamming_distance(first.side.fingerprint, second.side.fingerprint),
        shared_features=len(first.weights.keys() & second.weights.keys()),
        shared_votes=_shared_votes(first, second, recipe.width),
        differing=tuple(
            DifferingBit(
                bit,
                int(first.side.votes[bit]),
                int(second.side.votes[bit]),
                features(first, [pulls[0].hashes[row] for row in deciding[0][column]]),
                features(second, [pulls[1].hashes[row] for row in deciding[1][column]]),
                int(pulls[0].bits[:, column].sum()),
                int(pulls[1].bits[:, column].sum()),
            )
            for column, bit in enumerate(bits)
        ),
        only_left=_surplus(one.words, other.words),
        only_right=_surplus(other.words, one.words),
        shared=_passages(first.side.normal, lengths[0], inside[0]),
        comparison=comparison,
        by_runs=Comparison(*ends, counted.shared, counted.left, counted.right),
        mostly_chinese=2 * of_chinese > sum(map(len, measured)),
        run_length=length,
        each_counted=counted.each,
        word_length=sum(len(word) * count for word, count in both.items()) / both.total(),
        pair=_pair(first, second, comparison, recipe.least_features),
        differences=_differences(first, second),
    )


@dataclass(frozen=True, slots=True)
class _Pulls:
    """The features that one text has with surplus weight, and the bits that they pull.

    ``weights`` are the surplus weights of ``hashes``, shape (n,). ``bits``, shape (n, differing
    bits), is whether each votes for this text's value, lowest bit first.
    """

    hashes: tuple[int, ...]
    weights: NDArray[np.int64]
    bits: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        ours: Mapping[int, int],
        theirs: Mapping[int, int],
        fingerprint: int,
        differing: Sequence[int],
    ) -> "_Pulls":
        more = {
            value: weight - theirs.get(value, 0)
            for value, weight in ours.items()
            if weight > theirs.get(value, 0)
        }
        size = 1 + max(differing, default=0) // 8
        cut = (1 << 8 * size) - 1
        joined = b"".join((value & cut).to_bytes(size, "little") for value in more)
        rows = np.frombuffer(joined, dtype=np.uint8).reshape(len(more), size)
        voted = np.unpackbits(rows, axis=1, bitorder="little")[:, list(differing)]
        bits = voted == np.array([fingerprint >> bit & 1 for bit in differing], dtype=np.uint8)
        weights = np.fromiter(more.values(), dtype=np.int64, count=len(more))
        return cls(tuple(more), weights, bits)

    def deciding(self, column: int) -> list[int]:
        rows = np.flatnonzero(self.bits[:, column]).tolist()
        rows.sort(key=lambda row: (-self.weights[row], self.hashes[row]))
        return list(rows[:_DECIDING_SHOWN])

    def strongest(self, others: Iterable[int]) -> list[int]:
        """Return the rows of the features that pull hardest on all bits, and ``others``."""
        pull = self.weights * self.bits.sum(axis=1)
        rows = np.flatnonzero(pull).tolist()
        rows.sort(key=lambda row: (-pull[row], self.hashes[row]))
        wanted = {*rows[:_INFLUENCES_SHOWN], *others}
        return [row for row in rows if row in wanted]


def _differences(left: _Read, right: _Read) -> WordDifferences:
    if _kind(left, right) is not Kind.SIMILAR:
        return WordDifferences()
    one, other = left.decoded, right.decoded
    # pages of the web may have menus
    pages = one.beside[:1] == ("html",), other.beside[:1] == ("html",)
    return what_differs(one.text, other.text, pages)


def _pair(left: _Read, right: _Read, comparison: Comparison, least: int) -> Pair:
    kind = _kind(left, right)
    equal = left.side.normal == right.side.normal
    only_in = differ_only_in(left.side.normal, right.side.normal)
    if equal and kind is Kind.SIMILAR and _whole(left, right):
        only_in = OnlyIn.LOOK
    resemblance = comparison.resemblance
    one, other = (
        SaysOfItself(read.side.path, read.decoded.title, stated_dates(read.decoded.text))
        for read in (left, right)
    )
    shares = comparison.left_in_right, comparison.right_in_left
    return Pair(
        DocumentId(0),
        DocumentId(1),
        hamming_distance(left.side.fingerprint, right.side.fingerprint),
        min(resemblance, ALMOST) if kind is Kind.SIMILAR else resemblance,
        *shares,
        kind,
        short=min(len(left.side.hashes), len(right.side.hashes)) < least,
        only_in=only_in,
        measure=MeasuredBy.SHINGLES if equal else comparison.measure,
        numbers_only=not equal
        and only_in is None
        # the rows of a table tell, whatever their order
        and (comparison.measure is not MeasuredBy.ROWS or comparison.numbers_only)
        # fast: hardly any two texts have equal signs unless they differ in numbers only
        and signs(code_points(left.side.normal)) == signs(code_points(right.side.normal))
        and differ_in_numbers_only(left.decoded.text, right.decoded.text),
        version=kind is Kind.SIMILAR and is_version(one, other, *shares),
    )


def _shared_votes(left: _Read, right: _Read, width: int) -> tuple[int, ...]:
    shared = left.weights.keys() & right.weights.keys()
    weights = [min(left.weights[value], right.weights[value]) for value in shared]
    cut = (1 << width) - 1
    summed = votes([value & cut for value in shared], np.array(weights, dtype=np.int64), width)
    return tuple(summed.tolist())


def _surplus(ours: Counter[str], theirs: Counter[str]) -> tuple[tuple[str, int], ...]:
    more = (ours - theirs).items()
    return tuple(sorted(more, key=lambda item: (-item[1], item[0]))[:_WORDS_SHOWN])


def _kind(left: _Read, right: _Read) -> Kind:
    if left.side.content_hash == right.side.content_hash:
        return Kind.IDENTICAL
    one, other = left.seen, right.seen
    if _whole(left, right) and left.side.normal == right.side.normal and one.words == other.words:
        return Kind.SAME_TEXT if one.form == other.form else Kind.SAME_WORDS
    return Kind.SIMILAR


def _whole(left: _Read, right: _Read) -> bool:
    return not any(read.decoded.lossy or read.decoded.cut_short for read in (left, right))


def _heaviest(ours: _Read, theirs: _Read) -> list[int]:
    shown = sorted(
        ours.weights, key=lambda value: (-ours.weights[value], value in theirs.weights, value)
    )
    return shown[:_FEATURES_SHOWN]


def _passages(
    normal: str, lengths: NDArray[np.int64], member: NDArray[np.bool_]
) -> tuple[Passage, ...]:
    indices = places_compared(normal)
    edges = np.flatnonzero(np.diff(member, prepend=False, append=False)).reshape(-1, 2)
    longest = sorted(edges.tolist(), key=lambda edge: (edge[0] - edge[1], edge[0]))
    found: dict[str, Passage] = {}
    for start, stop in longest:
        # a later shingle may end before an earlier one
        last = int((np.arange(start, stop) + lengths[start:stop]).max())
        text = quote_run(normal, int(indices[start]), int(indices[last - 1]) + 1, _SNIPPET)
        found.setdefault(text, Passage(text, last - start))
        if len(found) == _PASSAGES_SHOWN:
            break
    return tuple(found.values())


def _shown(path: Path) -> str:
    return called_elsewhere(path) or str(path)


def _equal_bytes(left: Path, right: Path, largest: int) -> bool:
    try:
        data, _ = read_bytes(left, largest)
        return bool(data) and data == read_bytes(right, largest)[0]
    except ReadError:
        return False


def _read(path: Path, config: ScanConfig, encodings: Mapping[bytes, str] | None) -> _Read:
    try:
        decoded, content = read_text(path, config.largest_file, encodings=encodings)
    except ReadError as error:
        raise ReadError(ReasonCode.OF, _shown(path), error.reason) from error
    recipe, cut = find_recipe(config.recipe), segmenter(config.dictionary)
    text = read_features(decoded.text, recipe, cut)
    if text.fingerprint is None:
        raise ReadError(ReasonCode.FILE_HAS_NO_WORDS, _shown(path))
    listed = words(text.normal.text, cut)
    hashes, weights = text.features
    side = Side(
        path=path,
        encoding=decoded.encoding,
        lossy=decoded.lossy,
        guessed=decoded.guessed,
        words=Counter(listed),
        hashes=hashes,
        weights=weights,
        votes=votes(hashes, weights, recipe.width),
        fingerprint=text.fingerprint,
        content_hash=content,
        text=decoded.text,
        normal=text.normal.text,
    )
    by_hash = dict(zip(numbers(hashes), weights.tolist(), strict=True))
    return _Read(side, decoded, visible_hashes(decoded, text.normal), listed, by_hash)


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A file and its encoding for ``compare_as``; None: as a scan reads it.

    ``encodings`` are those of ``Judgements``. A text carried along has no other encoding.
    """

    path: Path
    encoding: str | None = None
    encodings: Mapping[bytes, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextFigures:
    """The figures that a scan would find for two texts read that way, see ``compare_as``.

    ``distance`` is in bits, None if a text has no words; ``short``: it means little.
    ``resemblance`` is 1 only if the normal forms are equal.
    """

    distance: int | None
    short: bool
    resemblance: float
    comparison: Comparison


def compare_as(left: ReadAs, right: ReadAs, config: ScanConfig) -> TextFigures:
    texts = []
    sides = []
    recipe = find_recipe(config.recipe)
    for side in (left, right):
        try:
            decoded, _ = read_text(side.path, config.largest_file, side.encoding, side.encodings)
        except ReadError as error:
            raise ReadError(ReasonCode.OF, side.path.name, error.reason) from error
        text = read_features(decoded.text, recipe, segmenter(config.dictionary))
        texts.append(text)
        sides.append(ReadText.of(decoded.text))
    first, second = (text.fingerprint for text in texts)
    compared = judged(TextId(0), TextId(1), sides[0], sides[1])
    equal = texts[0].normal.text == texts[1].normal.text
    return TextFigures(
        distance=None if first is None or second is None else hamming_distance(first, second),
        short=min(len(text.features[0]) for text in texts) < recipe.least_features,
        resemblance=compared.resemblance if equal else min(compared.resemblance, ALMOST),
        comparison=compared,
    )
