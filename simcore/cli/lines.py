"""Reports as lines of text, as the command line prints them."""

import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from simcore.cli.scanning import not_read_line, outside_line, short_line
from simcore.cli.terminal import counted
from simcore.grouping.kinds import Hiding, share_of
from simcore.model.config import PART_LENGTH, ScanConfig
from simcore.model.judgements import is_kept
from simcore.model.percent import percent
from simcore.model.records import (
    COUNTED_WORDS,
    FRAMED,
    ONLY_IN_WORDS,
    PARTS,
    Document,
    DocumentId,
    Kind,
    MeasuredBy,
    Pair,
)
from simcore.model.report import Member, ScanReport

if typing.TYPE_CHECKING:
    from simcore.analysis.explanation import Explanation, Feature


_EQUAL_RUNS = {
    Kind.IDENTICAL: "no passage differs",
    Kind.SAME_TEXT: "no passage differs",
    Kind.SAME_WORDS: "the words are the same; links, images, form values, the format, or "
    "traditional and simplified Chinese differ",
    Kind.NEAR: "no run of letters and digits differs; what does is letter case, superscripts, "
    "fractions, struck-out text, spaces, lines, the order of passages, or what could not be read",
}
KIND_WORDS = {
    Kind.IDENTICAL: "identical",
    Kind.SAME_TEXT: "same text",
    Kind.SAME_WORDS: "same words",
    Kind.NEAR: "near",
    Kind.VERSION: "earlier",
    Kind.LINKED: "linked",
    Kind.CONTAINS: "part of",
    Kind.FORM: "same form",
    Kind.BOILERPLATE: "boilerplate",
}
_NOTHING_BUT = "differs      nothing but "
_BITS_SHOWN = 8
_FEATURES_SHOWN = 3


def summary(report: ScanReport) -> tuple[list[str], list[str | int | float]]:
    """Return the names and values of a scan's counts."""
    counts = {**asdict(report.counts), "pairs": len(report.pairs), "groups": len(report.groups)}
    counts["compared_distance"] = report.compared_distance
    return list(counts), list(counts.values())


_NUMBERS_ONLY = "  (numbers only)"


def _bits(distance: int, kind: Kind, *, short: bool) -> str:
    """Return the distance; nothing for a part, which is as far from its whole as chance has it."""
    if kind in (Kind.VERSION, Kind.CONTAINS):
        return " " * len("12 bits")
    return f"{distance:>2} {'bit ' if distance == 1 else 'bits'}{' (too short)' if short else ''}"


def judged_lines(report: ScanReport, plain: ScanReport) -> Iterator[str]:
    """Yield the effects of judgements; ``plain`` is the report without them."""
    left_out = len(_grouped(plain) - _grouped(report))
    if left_out:
        documents = counted(left_out, "document is", "documents are")
        yield f"{documents} in no group, since it was said that they are no duplicates"
    others = _kept(report) - _kept(plain)
    chosen = sum(is_kept(report.judgements, report.documents[one]) for one in others)
    if chosen:
        groups = counted(chosen, "group keeps", "groups keep")
        yield f"{groups} another document, since that was chosen"
    if left_out or chosen:
        yield "--ignore-judgements lists the groups as if nothing had been said"


def _kept(report: ScanReport) -> set[DocumentId]:
    return {group.representative for group in report.groups}


def _grouped(report: ScanReport) -> set[DocumentId]:
    return _kept(report) | {one.document for group in report.groups for one in group.members}


def counts_lines(report: ScanReport) -> Iterator[str]:
    """Yield a summary of a scan."""
    counts = report.counts
    files, documents = counted(counts.listed, "file"), counted(counts.documents, "document")
    yield f"{files} listed, {counts.skipped} left out by name, link or kind"
    they_were = "it was" if counts.unchanged == 1 else "they were"
    yield f"{counts.read} read, {counts.unchanged} unchanged since {they_were} last read"
    wordless = counted(counts.too_short, "has no words", "have no words")
    yield f"{documents} can be compared; {wordless}, {counts.unusable} could not be used"
    if counts.outside:
        yield outside_line(counts.outside, report.config)
    left = not_read_line(report)
    if left:
        yield left
    if counts.short:
        yield short_line(counts.short, report.config)
    yield (
        f"{counted(counts.candidates, 'pair')} proposed, by fingerprints within "
        f"{counted(report.compared_distance, 'bit')} and by passages, and compared exactly"
    )
    if counts.common_passages:
        passages = counted(counts.common_passages, "passage was", "passages were")
        they_were = "it was" if counts.common_passages == 1 else "they were"
        yield (
            f"{passages} in so many texts that {they_were} taken for boilerplate: texts that share "
            "little else were compared only where they may be at "
            f"least {percent(report.config.sought_similarity)} alike, or one part of the other"
        )
    if counts.missed:
        texts = counted(counts.passed_over, "text")
        pairs = counted(counts.missed, f"pair of {texts} was", f"pairs of {texts} were")
        yield (
            f"about {pairs} not compared, since nearly all of these texts are alike: each "
            "was compared with the longest of them"
        )
    yield (
        f"{counted(len(report.groups), 'group')}: {counted(counts.exact, 'document')} with equal "
        f"text, {counts.same_words} with the same words and "
        f"{counted(counts.near, 'near-duplicate')} beside the kept ones, at most "
        f"{counted(report.config.distance, 'bit')} apart and at least "
        f"{percent(report.config.similarity)} alike; {counted(counts.contained, 'document')} of "
        f"which another holds at least {percent(report.config.containment)}"
    )
    if counts.versions:
        many = "documents are earlier versions", "grew from them and holds most of each"
        one = "document is an earlier version", "grew from it and holds most of it"
        what, how = one if counts.versions == 1 else many
        yield f"{counts.versions} {what} of a kept one, which {how}"
    if counts.linked:
        many = "documents are in their groups", "they are not near-duplicates of the kept ones"
        one = "document is in its group", "it is no near-duplicate of the kept one"
        what, why = one if counts.linked == 1 else many
        yield f"{counts.linked} {what} through others: {why}"
    if counts.forms or counts.boilerplate:
        yield (
            f"{counted(counts.forms, 'document is', 'documents are')} on the same form as a kept "
            f"one, and {counted(counts.boilerplate, 'shares', 'share')} boilerplate with one: "
            "what they share stands in many documents, and what differs is their own text"
        )


def group_lines(report: ScanReport) -> Iterator[str]:
    """Yield each group as the kept document and, indented, its near-duplicates."""
    for number, group in enumerate(report.groups, 1):
        yield f"{number}  {report.documents[group.representative].path}"
        for member in group.members:
            share = member.containment if member.kind in PARTS else member.resemblance
            words = "not compared" if share is None else percent(share)
            bits = _bits(member.distance, member.kind, short=member.short)
            original = member.copy_of
            copied = "" if original is None else f"  = {report.documents[original].path}"
            yield (
                f"    {KIND_WORDS[member.kind]:<11}  {words:>6}  "
                f"{bits}  {report.documents[member.document].path}"
                f"{_note(member)}{copied}"
            )


def _note(one: Member | Pair) -> str:
    """Return what alone differs, and what the figure counts if not shingles, behind a path."""
    by_runs = one.measure is MeasuredBy.SHINGLES or one.kind in FRAMED
    counted = "" if by_runs else f"  ({COUNTED_WORDS[one.measure]})"
    if one.numbers_only:
        return f"{_NUMBERS_ONLY}{counted}"
    # of a pair that of the document that the line names: the right one
    own = one.own if isinstance(one, Member) else one.own and one.own[1]
    if own is not None:
        return f"  (own text {percent(own)})"
    return counted if one.only_in is None else f"  ({ONLY_IN_WORDS[one.only_in]})"


def similar_lines(pairs: Sequence[Pair], documents: Mapping[DocumentId, Document]) -> Iterator[str]:
    """Yield the documents similar to one file, in their order."""
    for pair in pairs:
        words = KIND_WORDS[pair.kind]
        if pair.kind in PARTS and pair.left_in_right < pair.right_in_left:
            words = "holds"
        bits = _bits(pair.distance, pair.kind, short=pair.short)
        yield (
            f"{words:<11}  {percent(share_of(pair)):>6}  {bits}  "
            f"{documents[pair.right].path}{_note(pair)}"
        )


def explanation_lines(
    explained: "Explanation", config: ScanConfig, *, votes: bool = True
) -> Iterator[str]:
    """Yield why two documents are alike, in the order that a person needs.

    What differs in words comes first, then passages, then figures and what thresholds make of
    them, then the ``votes`` that make the fingerprints.
    """
    for letter, side in (("A", explained.left), ("B", explained.right)):
        lossy = ", some characters could not be decoded" if side.lossy else ""
        guessed = ", guessed" if side.guessed else ""
        yield f"{letter}  {side.path}"
        yield f"   {side.encoding}{guessed}{lossy}; {counted(side.words.total(), 'word')}"
    from simcore.cli.difference_lines import difference_lines  # noqa: PLC0415 - seldom needed

    told = list(difference_lines(explained))
    only_order = any(line.startswith(_NOTHING_BUT) for line in told)
    compared = explained.comparison
    stamps = compared.measure is MeasuredBy.UNSTAMPED
    equal = compared.resemblance == 1 and not only_order and not stamps
    only_in = explained.pair.only_in
    if equal or only_in is not None:
        runs = _EQUAL_RUNS.get(explained.pair.kind, _EQUAL_RUNS[Kind.NEAR])
        yield f"differs      {runs if only_in is None else ONLY_IN_WORDS[only_in]}"
    if explained.comparison.resemblance == 0:
        yield "differs      they have no passage in common"
    yield from told
    if explained.pair.numbers_only:
        yield "differs      numbers only: they differ in nothing but numbers, dates or names"
    yield from _passage_lines(explained)
    kind = explained.shown_kind(config)
    yield f"kind         {'hidden by' if kind is None else KIND_WORDS[kind]}"
    for one in explained.hiding(config):
        yield f"             {one.value}: {_hidden(one, explained.pair, config)}"
    yield from _figure_lines(explained)
    differ = "differs" if explained.distance == 1 else "differ"
    yield f"distance     {explained.distance} of {explained.width} bits {differ}"
    least = explained.least_features
    for letter, side in (("A", explained.left), ("B", explained.right)):
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


def _figure_lines(explained: "Explanation") -> Iterator[str]:
    comparison = explained.comparison
    of_numbers = comparison.measure is MeasuredBy.WORDS and comparison.numbers_only
    thirds = ", other numbers as two thirds" if of_numbers else ""
    length, each = explained.run_length, explained.each_counted
    by = f"runs of {length - 1} or {length} characters"  # of Chinese characters or of letters
    runs = f"{by} are in both{', as often as they stand there' if each else ''}", ""
    counted, why = _BY_OTHERS.get(comparison.measure, runs)
    from simcore.text.letters.in_order import THIRDS  # noqa: PLC0415 - as above

    of_one = THIRDS if of_numbers else 1  # what counts as thirds is counted three times
    counts = comparison.shared, comparison.left_size, comparison.right_size
    shared, left, right = (count / of_one for count in counts)
    yield (
        f"resemblance  {percent(explained.pair.resemblance)} of all {counted}{thirds} "
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
        Hiding.SIMILARITY: f"{alike} alike, near are at least {percent(config.similarity)}",
        Hiding.DISTANCE: f"{bits} apart, near are at most {config.distance}",
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


def _feature(feature: "Feature") -> str:
    label = f" {feature.label}" if feature.label is not None else ""
    return f"{feature.hash:016x} ({feature.weight}){label}"


def _vote_lines(explained: "Explanation") -> Iterator[str]:
    """Yield the steps of the fingerprint: features, hashes, weights, votes, bits."""
    sides = (("A", explained.left), ("B", explained.right))
    yield f"features     {explained.shared_features} in both"
    for letter, side in sides:
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
    for (letter, _), surplus in zip(
        sides, (explained.only_left, explained.only_right), strict=True
    ):
        if surplus:
            listed = ", ".join(f"{word} ({count})" for word, count in surplus)
            yield f"words that {letter} has more of: {listed}"


def _passage_lines(explained: "Explanation") -> Iterator[str]:
    for title, passages in (
        ("longest passages in both", explained.shared),
        ("longest passages in A only", explained.left.own),
        ("longest passages in B only", explained.right.own),
    ):
        if passages:
            yield f"{title} (characters):"
            for passage in passages:
                yield f"   {passage.characters:>6}  {passage.text}"
