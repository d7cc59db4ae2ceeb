"""Why two documents are alike and what differs in them, as lines for people."""

from collections.abc import Callable, Iterator
from pathlib import Path

from simcore.analysis.differing.changes import ChangeSort, TextChange, WordDifferences
from simcore.analysis.explanation import Explanation, Feature
from simcore.cli.terminal import counted
from simcore.grouping.kinds import Hiding
from simcore.model.config import PART_LENGTH, ScanConfig
from simcore.model.percent import percent
from simcore.model.records import ONLY_IN_WORDS, Kind, MeasuredBy, Pair
from simcore.text.letters.in_order import THIRDS

_EQUAL_RUNS = {
    Kind.IDENTICAL: "no passage differs",
    Kind.SAME_TEXT: "no passage differs",
    Kind.SAME_WORDS: "the words are the same; links, images, comments, form values, the format, or "
    "traditional and simplified Chinese differ",
    Kind.SIMILAR: "no run of letters and digits differs; what does is letter case, superscripts, "
    "fractions, struck-out text, spaces, lines, the order of passages, or what could not be read",
}
_BITS_SHOWN = 8
_FEATURES_SHOWN = 3
_SHOWN, _FEW = 6, 6


def explanation_lines(
    explained: Explanation,
    config: ScanConfig,
    *,
    votes: bool = True,
    named: Callable[[Path], str] = str,
) -> Iterator[str]:
    """Yield why two documents are alike, in the order that a person needs.

    What differs in words comes first, then passages, then figures and what thresholds make of
    them, then the ``votes`` that make the fingerprints. ``named`` returns what a file is called.
    """
    sides = ("A", explained.left), ("B", explained.right)
    for letter, side in sides:
        lossy = ", some characters could not be decoded" if side.lossy else ""
        guessed = ", guessed" if side.guessed else ""
        yield f"{letter}  {named(side.path)}"
        yield f"   {side.encoding}{guessed}{lossy}; {counted(side.words.total(), 'word')}"
    only_order = bool(explained.differences.moved) and not explained.differences.changes
    compared = explained.comparison
    stamps = compared.measure is MeasuredBy.UNSTAMPED
    equal = compared.resemblance == 1 and not only_order and not stamps
    only_in = explained.pair.only_in
    if equal or only_in is not None:
        runs = _EQUAL_RUNS.get(explained.pair.kind, _EQUAL_RUNS[Kind.SIMILAR])
        yield f"differs      {runs if only_in is None else ONLY_IN_WORDS[only_in]}"
    if explained.comparison.resemblance == 0:
        yield "differs      they have no passage in common"
    yield from _difference_lines(explained)
    if explained.pair.numbers_only:
        yield "differs      numbers only: they differ in nothing but numbers, dates or names"
    yield from _passage_lines(explained)
    kind = explained.shown_kind(config)
    yield f"kind         {'hidden by' if kind is None else kind.words}"
    for one in explained.hiding(config):
        yield f"             {one.value}: {_hidden(one, explained.pair, config)}"
    yield from _figure_lines(explained)
    differ = "differs" if explained.distance == 1 else "differ"
    yield f"distance     {explained.distance} of {explained.width} bits {differ}"
    least = explained.least_features
    for letter, side in sides:
        if len(side.hashes) < least:
            yield (
                f"             too short: {letter} has fewer than {counted(least, 'feature')}, "
                "so the distance means little"
            )
    if votes:
        yield from _vote_lines(explained)


_BY_OTHERS = {  # what is counted in the place of runs, and why runs are not
    MeasuredBy.WORDS: ("words are in both, in one order", "too few to tell in texts this short"),
    MeasuredBy.ROWS: ("rows are in both", "many go over the ends of rows in another order"),
    MeasuredBy.LETTERS: ("letters are in both, in one order", "one misread letter changes several"),
    MeasuredBy.UNSTAMPED: ("runs without time stamps are in both", "stamps are written otherwise"),
}


def _figure_lines(explained: Explanation) -> Iterator[str]:
    comparison = explained.comparison
    of_numbers = comparison.measure is MeasuredBy.WORDS and comparison.numbers_only
    thirds = ", other numbers as two thirds" if of_numbers else ""
    length, each = explained.run_length, explained.each_counted
    by = f"runs of {length - 1} or {length} characters"  # of Chinese characters or of letters
    runs = f"{by} are in both{', as often as they stand there' if each else ''}", ""
    counted, why = _BY_OTHERS.get(comparison.measure, runs)
    of_one = THIRDS if of_numbers else 1  # what counts as thirds is counted three times
    counts = comparison.shared, comparison.left_size, comparison.right_size
    shared, left, right = (count / of_one for count in counts)
    yield (
        f"similarity   {percent(explained.pair.resemblance)} of all {counted}{thirds} "
        f"({round(shared, 1):,.10g} shared, A has {left:.0f}, B {right:.0f})"
    )
    if comparison.measure is not MeasuredBy.SHINGLES:
        yield (
            f"             by runs of 4 or 5 characters {percent(explained.by_runs.resemblance)}: "
            f"{why}"
        )
    for ours, theirs, share in (
        ("A", "B", comparison.left_in_right),
        ("B", "A", comparison.right_in_left),
    ):
        meaning = _held(ours, theirs, share)
        yield f"containment  {percent(share)} of {ours} is in {theirs}: {meaning}"


def _hidden(by: Hiding, pair: Pair, config: ScanConfig) -> str:
    """Describe how far a pair is from what a threshold shows."""
    alike, held = percent(pair.resemblance), percent(pair.containment)
    bits = counted(pair.distance, "bit")
    return {
        Hiding.SIMILARITY: f"{alike} alike, similar means at least {percent(config.similarity)}",
        Hiding.DISTANCE: f"{bits} apart, similar means at most {config.distance}",
        Hiding.PARTS: "parts are left out",
        Hiding.CONTAINMENT: f"at most {held} of one is in the other, of a part at least "
        f"{percent(config.containment)}",
        Hiding.LENGTH: "neither is clearly shorter, a part has at most "
        f"{percent(PART_LENGTH)} of the whole's runs",
    }[by]


def _held(ours: str, theirs: str, share: float) -> str:
    if share == 1:
        return f"every passage of {ours} is in {theirs} too"
    if share >= 0.8:
        return f"nearly all of {ours} is in {theirs} too"
    if share >= 0.2:
        return f"{ours} has much that {theirs} has not"
    return f"{ours} has {'hardly anything' if share else 'nothing'} from {theirs}"


def _feature(feature: Feature) -> str:
    label = f" {feature.label}" if feature.label is not None else ""
    return f"{feature.hash:016x} ({feature.weight}){label}"


def _vote_lines(explained: Explanation) -> Iterator[str]:
    """Yield the steps of the fingerprint: features, hashes, weights, votes, bits."""
    yield f"features     {explained.shared_features} in both"
    for letter, side in (("A", explained.left), ("B", explained.right)):
        width = len(side.votes)
        words = counted(len(side.words), "different word")
        different = f"{counted(len(side.hashes), 'feature')} of {words}"
        yield f"{letter}  {different}, fingerprint {side.fingerprint:0{width // 4}x}"
        yield f"heaviest features of {letter} (weight, hash, votes from the highest bit, words):"
        for feature in side.heaviest:
            signs = "".join("+" if feature.vote(bit) > 0 else "-" for bit in range(width))[::-1]
            label = feature.label or "(not made of single words)"
            yield f"   {feature.weight:>4}  {feature.hash:0{width // 4}x}  {signs}  {label}"
        signs = "".join("+" if vote >= 0 else "-" for vote in side.votes.tolist())[::-1]
        yield f"    all  {side.fingerprint:0{width // 4}x}  {signs}  the fingerprint"
    if explained.differing:
        yield "closest votes on the differing bits (bit: A, B), and the features behind them:"
        closest = sorted(
            explained.differing, key=lambda bit: abs(bit.left_votes) + abs(bit.right_votes)
        )
        for bit in closest[:_BITS_SHOWN]:
            yield f"   {bit.bit:>2}: {bit.left_votes:+d}, {bit.right_votes:+d}"
            for letter, deciding in (("A", bit.left_deciding), ("B", bit.right_deciding)):
                if deciding:
                    yield f"       {letter}: {'; '.join(map(_feature, deciding[:_FEATURES_SHOWN]))}"
        if len(closest) > _BITS_SHOWN:
            yield f"   and {len(closest) - _BITS_SHOWN} more"
    for letter, surplus in (("A", explained.only_left), ("B", explained.only_right)):
        if surplus:
            listed = ", ".join(f"{word} ({count})" for word, count in surplus)
            yield f"words that {letter} has more of: {listed}"


def _passage_lines(explained: Explanation) -> Iterator[str]:
    for title, passages in (
        ("longest passages in both", explained.shared),
        ("longest passages in A only", explained.left.own),
        ("longest passages in B only", explained.right.own),
    ):
        if passages:
            yield f"{title} (characters):"
            for passage in passages:
                yield f"   {passage.characters:>6}  {passage.text}"


def _difference_lines(explained: Explanation) -> Iterator[str]:
    """Yield what differs in two texts in words, each line as *differs*, and how much in all."""
    found = explained.differences
    if not found.complete:
        yield "differs      too long to be told word by word"
        return
    # that nothing else differs was said
    said_before = explained.pair.only_in is not None
    unit = "characters" if explained.mostly_chinese else "words"  # each is counted as a word
    for said in _said(found, unit, in_general=said_before):
        yield f"differs      {said}"
    if found.places and not said_before:
        yield f"             {_amount(found, unit)}"


def _said(found: WordDifferences, unit: str, *, in_general: bool) -> Iterator[str]:
    words = found.of(ChangeSort.WORDS)
    short = [one for one in words if max(one.left_words, one.right_words) <= _FEW]
    for one in short[:_SHOWN]:
        yield _change(one)
    if found.moved:
        moved = " and ".join(counted(count, unit.value) for unit, count in found.moved)
        if not found.changes:
            yield f"nothing but the order: {moved} moved"
        elif found.reordered:
            yield f"in another order: {moved} moved, hardly a word changed"
        else:
            yield f"{moved} moved"
    for one in found.of(ChangeSort.MENU):
        side, shown = ("A", one.left) if one.left else ("B", one.right)
        yield f'page navigation only in {side}: "{shown}"'
    long = [one for one in words if max(one.left_words, one.right_words) > _FEW]
    for one in long[:_SHOWN]:
        yield _change(one, unit)
    left_out = max(0, len(short) - _SHOWN) + max(0, len(long) - _SHOWN) + found.more
    if left_out:
        yield counted(left_out, "more place")
    yield from _small(found, no_word=not (words or found.more or in_general))


def _small(found: WordDifferences, *, no_word: bool) -> Iterator[str]:
    """Yield what differs in signs and letter case."""
    signs, capitals = found.of(ChangeSort.SIGNS), found.of(ChangeSort.CAPITALS)
    if signs:
        some = "; ".join(map(_change, list(dict.fromkeys(signs))[:_SHOWN]))
        places = counted(len(signs), "place")
        only = "only " if no_word and not capitals else ""
        yield f"{only}punctuation and signs, at {places}: {some}"
    if capitals:
        count = sum(one.left_words for one in capitals)
        only = "only " if no_word and not signs else ""
        words = counted(count, "word")
        what = f"{only}letter case, width or traditional characters of {words}"
        yield f"{what}: {_change(capitals[0])}"


def _change(one: TextChange, unit: str = "words") -> str:
    """Say what stands at one place.

    >>> _change(TextChange(ChangeSort.WORDS, "", "not", 0, 1))
    'B has "not"'
    """
    sides = (("A", one.left, one.left_words), ("B", one.right, one.right_words))
    said = [
        f'{letter} has "{text}"' + (f" ({count} {unit})" if count > _FEW else "")
        for letter, text, count in sides
        if text
    ]
    return ", ".join(said)


def _amount(found: WordDifferences, unit: str) -> str:
    """Say how much differs in all."""
    said = (
        f"in all {found.left_only} of the {found.left_words} {unit} of A and {found.right_only} of "
        f"the {found.right_words} of B"
    )
    if found.one_in is not None:
        said += f": about one {unit.removesuffix('s')} in {found.one_in}"
    return said
