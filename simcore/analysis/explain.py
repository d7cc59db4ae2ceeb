"""Comparing two files step by step: reading, segmenting, hashing, voting, comparing."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.differing.changes import WordDifferences
from simcore.analysis.differing.differing import what_differs
from simcore.analysis.explanation import (
    DifferingBit,
    Explanation,
    Feature,
    Influence,
    Passage,
    Side,
)
from simcore.analysis.feature_words import feature_words, numbers
from simcore.analysis.quoting import quote_run
from simcore.fingerprinting.document import read_features
from simcore.fingerprinting.recipes import find_recipe
from simcore.fingerprinting.simhash import hamming_distance, votes
from simcore.fingerprinting.stated import stated_dates
from simcore.grouping.kinds import ALMOST, SaysOfItself, is_version
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import (
    Comparison,
    DecodedText,
    DocumentId,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    TextId,
)
from simcore.pipeline.current import read_text
from simcore.store.elsewhere.places import called_elsewhere
from simcore.text.characters import code_points
from simcore.text.letters.comparison_form import comparable, places_compared
from simcore.text.letters.only_in import differ_only_in
from simcore.text.masking.mask import signs
from simcore.text.masking.numbers_only import differ_in_numbers_only
from simcore.text.measures.counting import shared_by
from simcore.text.measures.judging import ReadText, judged
from simcore.text.measures.lengths import longer
from simcore.text.reading import read_bytes
from simcore.text.segmentation import segmenter
from simcore.text.shingles import CHINESE_CHARACTERS, MOST_CHARACTERS, shingle_lengths
from simcore.text.tokens import words
from simcore.text.visible import VisibleHashes, visible_hashes

_WORDS_SHOWN = 12
_FEATURES_SHOWN = 8
_DECIDING_SHOWN = 8
_INFLUENCES_SHOWN = 100
_PASSAGES_SHOWN = 5
_SNIPPET = 120


@dataclass(frozen=True, slots=True)
class _Read:
    """One file, read, segmented and hashed; ``side`` lacks what only comparing it tells."""

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
    ``Judgements``. Raises ``ReadError``, which names
    the file, if one cannot be read or has no words, and ``ConfigError``. If both have the same
    bytes all the same, it says so (``EQUAL_BYTES``).
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
    """The features that one text has alone or with more weight, and the bits that they pull.

    ``hashes`` are their hashes, ``weights`` their surplus weights, shape (n,). ``bits`` is, for
    each of them and each differing bit, lowest first, whether it votes for the value that the bit
    has in this text, shape (n, differing bits).
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
        """Compare our features with theirs, both as weights by hash."""
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
        """Return the rows of the features that pull hardest on a differing bit."""
        rows = np.flatnonzero(self.bits[:, column]).tolist()
        rows.sort(key=lambda row: (-self.weights[row], self.hashes[row]))
        return list(rows[:_DECIDING_SHOWN])

    def strongest(self, others: Iterable[int]) -> list[int]:
        """Return the rows of the features that pull hardest on all differing bits together.

        The rows of ``others`` are included, in the same order.
        """
        pull = self.weights * self.bits.sum(axis=1)
        rows = np.flatnonzero(pull).tolist()
        rows.sort(key=lambda row: (-pull[row], self.hashes[row]))
        wanted = {*rows[:_INFLUENCES_SHOWN], *others}
        return [row for row in rows if row in wanted]


def _differences(left: _Read, right: _Read) -> WordDifferences:
    """Return what differs in words; where the words are the same nothing does."""
    if _kind(left, right) is not Kind.SIMILAR:
        return WordDifferences()
    one, other = left.decoded, right.decoded
    # pages of the web may have menus
    pages = one.beside[:1] == ("html",), other.beside[:1] == ("html",)
    return what_differs(one.text, other.text, pages)


def _pair(left: _Read, right: _Read, comparison: Comparison, least: int) -> Pair:
    """Return what thresholds decide by."""
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
    """Sum the votes of the common features, with the lesser of both weights."""
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
    """Return the longest runs of member shingles as text, each text once."""
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
    """Return the path of a document, or what it is called elsewhere."""
    return called_elsewhere(path) or str(path)


def _equal_bytes(left: Path, right: Path, largest: int) -> bool:
    """Whether two files have the same bytes, and any: that is known of what has no text, too."""
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
