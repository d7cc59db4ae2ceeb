"""Reports as lines of text, as the command line prints them."""

import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from simcore.grouping.kinds import Hiding, share_of
from simcore.model.config import PART_LENGTH, ScanConfig, least_features
from simcore.model.judgements import is_kept
from simcore.model.not_read import OTHERS, UNNAMED, NotRead, not_read
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


def not_read_line(report: ScanReport, most: int = 12) -> str:
    """Return the line about what was not read, with so many kinds of files; empty if all was."""
    found = not_read(report.left_out, report.problems)
    kinds = [_kind_line(one) for one in (found if len(found) <= most + 1 else found[:most])]
    if len(kinds) < len(found):
        kinds.append(f"{len(found) - len(kinds)} other kinds")
    return f"not read: {', '.join(kinds)}" if kinds else ""


def _kind_line(one: NotRead) -> str:
    kind = {UNNAMED: "without a suffix", OTHERS: "others"}.get(one.kind, one.kind)
    return f"{one.count} {kind}" + ("" if one.brief is None else f" ({one.brief})")


_NUMBERS_ONLY = "  (numbers only)"


def short_line(short: int, config: ScanConfig) -> str:
    """Return the line about documents that are too short for their fingerprints."""
    least = least_features(config.recipe)
    if short == 1:
        return f"1 document has fewer than {least} features: its distance was not used"
    return f"{short} documents have fewer than {least} features: their distance was not used"


def _bits(distance: int, kind: Kind, *, short: bool) -> str:
    """Return the distance; nothing for a part, which is as far from its whole as chance has it."""
    if kind in (Kind.VERSION, Kind.CONTAINS):
        return " " * len("12 bits")
    return f"{distance:>2} bits{' (too short)' if short else ''}"


def judged_lines(report: ScanReport, plain: ScanReport) -> Iterator[str]:
    """Yield the effects of judgements; ``plain`` is the report without them."""
    left_out = len(_grouped(plain) - _grouped(report))
    if left_out:
        documents = "1 document is" if left_out == 1 else f"{left_out} documents are"
        yield f"{documents} in no group, since it was said that they are no duplicates"
    others = _kept(report) - _kept(plain)
    chosen = sum(is_kept(report.judgements, report.documents[one]) for one in others)
    if chosen:
        groups = "1 group keeps" if chosen == 1 else f"{chosen} groups keep"
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
    yield f"{counts.listed} files listed, {counts.skipped} left out by name, link or kind"
    yield f"{counts.read} read, {counts.unchanged} unchanged since they were last read"
    yield (
        f"{counts.documents} documents can be compared; {counts.too_short} have no words, "
        f"{counts.unusable} could not be used"
    )
    if counts.outside:
        yield outside_line(counts.outside, report.config)
    left = not_read_line(report)
    if left:
        yield left
    if counts.short:
        yield short_line(counts.short, report.config)
    yield (
        f"{counts.candidates} pairs proposed, by fingerprints within {report.compared_distance} "
        "bits and by passages, and compared exactly"
    )
    if counts.common_passages:
        yield (
            f"{counts.common_passages} passages were in so many texts that they were taken for "
            "boilerplate: texts that share little else were compared only where they may be at "
            f"least {percent(report.config.sought_similarity)} alike, or one part of the other"
        )
    if counts.missed:
        yield (
            f"about {counts.missed} pairs of {counts.passed_over} texts were not compared, since "
            "nearly all of these texts are alike: each was compared with the longest of them"
        )
    groups = "1 group" if len(report.groups) == 1 else f"{len(report.groups)} groups"
    yield (
        f"{groups}: {counts.exact} documents with equal text, "
        f"{counts.same_words} with the same words and {counts.near} near-duplicates beside the "
        "kept ones, at most "
        f"{report.config.distance} bits apart and at least "
        f"{percent(report.config.similarity)} alike; {counts.contained} documents of which "
        f"another holds at least {percent(report.config.containment)}"
    )
    if counts.versions:
        yield (
            f"{counts.versions} documents are earlier versions of a kept one, which grew from them "
            "and holds most of each"
        )
    if counts.linked:
        yield (
            f"{counts.linked} documents are in their groups through others: they are not "
            "near-duplicates of the kept ones"
        )
    if counts.forms or counts.boilerplate:
        yield (
            f"{counts.forms} documents are on the same form as a kept one, and "
            f"{counts.boilerplate} share boilerplate with one: what they share stands in many "
            "documents, and what differs is their own text"
        )


def outside_line(outside: int, config: ScanConfig) -> str:
    """Return the line about documents that came too long ago."""
    documents = "1 document" if outside == 1 else f"{outside} documents"
    days = "the last day" if config.keep_days == 1 else f"the last {config.keep_days} days"
    since = "the days set for their folders" if config.folder_days else days
    return f"{documents} came before {since} and {'was' if outside == 1 else 'were'} left out"


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
        yield f"   {side.encoding}{guessed}{lossy}; {_words(side.words.total())}"
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
    yield f"distance     {explained.distance} of {explained.width} bits differ"
    least = explained.least_features
    for letter, side in (("A", explained.left), ("B", explained.right)):
        if len(side.hashes) < least:
            yield (
                f"             too short: {letter} has fewer than {least} features, "
                "so the distance means little"
            )
    if votes:
        yield from _vote_lines(explained)


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count} words"


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
    bits = "1 bit" if pair.distance == 1 else f"{pair.distance} bits"
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
        different = f"{len(side.hashes)} features of {len(side.words)} different words"
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
