"""Reports as lines of text, as the command line prints them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from simcore.cli.options import not_read_line, outside_line, short_line
from simcore.cli.output import counted
from simcore.diff.words import ChangeSort, TextChange, WordDifferences
from simcore.explanation import Explanation, Feature, Side
from simcore.files.roles import Role
from simcore.grouping.pairs import Hiding, share_of
from simcore.grouping.versions import doubts
from simcore.index.judgements import read_roles, remembered_marks
from simcore.index.paths import default_index_path, judgements_path
from simcore.model.config import PART_LENGTH, ScanConfig
from simcore.model.reasons import ReasonCode
from simcore.model.records import (
    COUNTED_WORDS,
    FRAMED,
    HELD,
    NUMBERS_ONLY,
    ONLY_IN_WORDS,
    PARTS,
    WHOLE,
    Document,
    DocumentId,
    Kind,
    MeasuredBy,
    Pair,
    ProblemStage,
    percent,
)
from simcore.model.report import Member, ScanReport, is_kept
from simcore.reports.tables import badge_of, hexadecimal, shown_name
from simcore.text.similarity import THIRDS

_WIDTH = max(map(len, Kind))


def _bits(one: Member | Pair, document: Document) -> str:
    """Return the distance; empty for parts and for documents without words."""
    distance, short = one.distance, one.short
    if one.kind in HELD or document.fingerprint is None:
        return " " * len("12 bits")
    return f"{distance:>2} {'bit ' if distance == 1 else 'bits'}{' (too short)' if short else ''}"


def judged_lines(report: ScanReport, plain: ScanReport) -> Iterator[str]:
    """Yield the effects of judgements; ``plain`` is the report without them."""
    left_out = len(_grouped(plain) - _grouped(report))
    if left_out:
        documents = counted(left_out, "document is", "documents are")
        yield f"{documents} in no group, since it was said that they are no duplicates"
    others = report.kept - plain.kept
    chosen = sum(is_kept(report.judgements, report.documents[one]) for one in others)
    if chosen:
        groups = counted(chosen, "group keeps", "groups keep")
        yield f"{groups} another document, since that was chosen"
    if left_out or chosen:
        yield "--ignore-judgements lists the groups as if nothing had been said"


def _grouped(report: ScanReport) -> frozenset[DocumentId]:
    return report.kept | {one.document for group in report.groups for one in group.members}


def counts_lines(report: ScanReport) -> Iterator[str]:
    counts = report.counts
    files, documents = counted(counts.listed, "file"), counted(counts.documents, "document")
    yield f"{files} listed, {counts.skipped} left out by name, link or kind"
    they_were = "it was" if counts.unchanged == 1 else "they were"
    yield f"{counts.read} read, {counts.unchanged} unchanged since {they_were} last read"
    scans = sum(
        one.stage is ProblemStage.TOKENS and one.reason.code is ReasonCode.NO_TEXT_LAYER
        for one in report.problems
    )
    wordless = counted(counts.too_short - scans, "has no words", "have no words")
    if scans:
        wordless += f", {counted(scans, 'has', 'have')} no text to compare: by bytes only"
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
    if counts.missed:
        texts = counted(counts.passed_over, "text")
        pairs = counted(counts.missed, f"pair of {texts} was", f"pairs of {texts} were")
        yield (
            f"about {pairs} not compared, since too many of these texts are alike: each was "
            "compared with the longest and the most similar ones"
        )
    yield (
        f"{counted(len(report.groups), 'group')}: {counted(counts.exact, 'document')} with equal "
        f"text, {counts.same_words} with the same words and "
        f"{counted(counts.similar, 'near-duplicate')} beside the kept ones, at most "
        f"{counted(report.config.distance, 'bit')} apart and at least "
        f"{percent(report.config.similarity)} alike; {counted(counts.parts, 'document')} of "
        f"which another holds at least {percent(report.config.containment)}"
    )
    if counts.earlier_versions:
        many = "documents are earlier versions", "grew from them and holds most of each"
        one = "document is an earlier version", "grew from it and holds most of it"
        what, how = one if counts.earlier_versions == 1 else many
        yield f"{counts.earlier_versions} {what} of a kept one, which {how}"
    if counts.linked:
        many = "documents are in their groups", "they are not near-duplicates of the kept ones"
        one = "document is in its group", "it is no near-duplicate of the kept one"
        what, why = one if counts.linked == 1 else many
        yield f"{counts.linked} {what} through others: {why}"
    if counts.same_form or counts.boilerplate:
        forms = counted(counts.same_form, "document is", "documents are")
        common = counted(counts.boilerplate, "shares", "share")
        yield (
            f"{forms} on the same form as a kept one, and {common} boilerplate with one: what "
            "they share stands in many documents, and what differs is their own text"
        )


def group_lines(report: ScanReport, named: Callable[[Path], str] = str) -> Iterator[str]:
    for number, group in enumerate(report.groups, 1):
        yield f"{number}  {named(report.documents[group.representative].path)}"
        doubtful = doubts(report, group)
        for member in group.members:
            share = member.containment if member.kind in PARTS else member.resemblance
            words = "not compared" if share is None else percent(share)
            bits = _bits(member, report.documents[member.document])
            original = member.copy_of
            check = f"  ({doubtful[member.document]})" if member.document in doubtful else ""
            copied = "" if original is None else f"  = {named(report.documents[original].path)}"
            yield (
                f"    {_kind_words(member):<{_WIDTH}}  {words:>6}  "
                f"{bits}  {named(report.documents[member.document].path)}"
                f"{_note(member)}{check}{copied}"
            )


def _kind_words(one: Member | Pair) -> str:
    return NUMBERS_ONLY.replace("-", " ") if one.numbers_only else one.kind.words


def _note(one: Member | Pair) -> str:
    by_runs = one.measure is MeasuredBy.SHINGLES or one.kind in FRAMED
    counted = "" if by_runs else f"  ({COUNTED_WORDS[one.measure]})"
    if one.numbers_only:
        return counted
    # of a pair that of the document that the line names: the right one
    own = one.own if isinstance(one, Member) else one.own and one.own[1]
    if own is not None:
        return f"  (own text {percent(own)})"
    return counted if one.only_in is None else f"  ({ONLY_IN_WORDS[one.only_in]})"


def similar_lines(
    pairs: Sequence[Pair],
    documents: Mapping[DocumentId, Document],
    named: Callable[[Path], str] = str,
) -> Iterator[str]:
    """Yield the documents similar to one file; the kind is that of the document."""
    for pair in pairs:
        is_whole = pair.kind in HELD and pair.left_in_right > pair.right_in_left
        words = WHOLE if is_whole else _kind_words(pair)
        bits = _bits(pair, documents[pair.right])
        yield (
            f"{words:<{_WIDTH}}  {percent(share_of(pair)):>6}  {bits}  "
            f"{named(documents[pair.right].path)}{_note(pair)}"
        )


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
    """Yield why two documents are alike: differences, passages, figures, thresholds, ``votes``."""
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
    sides = (("A", one.left, one.left_words), ("B", one.right, one.right_words))
    said = [
        f'{letter} has "{text}"' + (f" ({count} {unit})" if count > _FEW else "")
        for letter, text, count in sides
        if text
    ]
    return ", ".join(said)


def _amount(found: WordDifferences, unit: str) -> str:
    said = (
        f"in all {found.left_only} of the {found.left_words} {unit} of A and {found.right_only} of "
        f"the {found.right_words} of B"
    )
    if found.one_in is not None:
        said += f": about one {unit.removesuffix('s')} in {found.one_in}"
    return said


EXPLANATION_COLUMNS = tuple(
    "left right kind hidden_by distance bits similarity shown_similarity left_in_right "
    "right_in_left badge measure numbers_only too_short left_encoding right_encoding left_guessed "
    "right_guessed left_lossy right_lossy left_words right_words left_fingerprint "
    "right_fingerprint".split()
)


def explanation_row(
    explained: Explanation, config: ScanConfig, *, passages: bool, votes: bool
) -> dict[str, Any]:
    """Return the cells of an explanation by their columns.

    ``kind`` is None and ``hidden_by`` names the thresholds, separated by spaces, if they hide the
    pair. ``left_words`` counts the words of the left text. ``passages`` and ``votes`` add lists for
    JSON.
    """
    left, right, pair = explained.left, explained.right, explained.pair
    kind, least = explained.shown_kind(config), explained.least_features
    cells = (
        left.path,
        right.path,
        None if kind is None else shown_name(kind, numbers_only=pair.numbers_only),
        " ".join(one.value for one in explained.hiding(config)),
        explained.distance,
        explained.width,
        round(pair.resemblance, 6),
        round(share_of(replace(pair, kind=kind or pair.kind)), 6),
        round(pair.left_in_right, 6),
        round(pair.right_in_left, 6),
        badge_of(pair),
        pair.measure.value,
        pair.numbers_only,
        min(len(left.hashes), len(right.hashes)) < least,
        left.encoding,
        right.encoding,
        left.guessed,
        right.guessed,
        left.lossy,
        right.lossy,
        left.words.total(),
        right.words.total(),
        hexadecimal(left.fingerprint, explained.width),
        hexadecimal(right.fingerprint, explained.width),
    )
    row: dict[str, Any] = dict(zip(EXPLANATION_COLUMNS, cells, strict=True))
    return row | (_passages(explained) if passages else {}) | (_votes(explained) if votes else {})


def _passages(explained: Explanation) -> dict[str, Any]:
    found = explained.differences
    changes = [asdict(one) for one in found.changes]
    return {
        "differences": changes if found.complete else None,
        "more_differences": found.more,
        "moved": {unit.value: count for unit, count in found.moved},
        "shared_passages": [asdict(one) for one in explained.shared],
        "left_passages": [asdict(one) for one in explained.left.own],
        "right_passages": [asdict(one) for one in explained.right.own],
    }


def _votes(explained: Explanation) -> dict[str, Any]:
    return {
        "shared_features": explained.shared_features,
        "left_features": _features(explained.left, explained.width),
        "right_features": _features(explained.right, explained.width),
        "differing_bits": [
            {name: int(getattr(one, name)) for name in ("bit", "left_votes", "right_votes")}
            for one in explained.differing
        ],
    }


def _features(side: Side, width: int) -> list[dict[str, Any]]:
    return [
        {"label": one.label, "hash": f"{one.hash:0{width // 4}x}", "weight": one.weight}
        for one in side.heaviest
    ]


def marked_of(
    documents: Mapping[DocumentId, Document], index: Path | None
) -> frozenset[DocumentId]:
    """Return the documents marked in the window, except those in archives and protected folders."""
    path = index or default_index_path()
    if str(path) == ":memory:":
        return frozenset()
    kept = remembered_marks(judgements_path(path), documents).marked
    if not kept:
        return kept
    roles = read_roles()
    return frozenset(
        one
        for one in kept
        if not documents[one].inside and roles.of_document(documents[one]) is Role.NORMAL
    )
