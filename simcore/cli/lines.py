"""Reports as lines of text, as the command line prints them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from simcore.cli.scanning import not_read_line, outside_line, short_line
from simcore.cli.terminal import counted
from simcore.grouping.keeping.doubts import doubts
from simcore.grouping.kinds import share_of
from simcore.model.judgements import is_kept
from simcore.model.kinds import FRAMED, HELD, NUMBERS_ONLY, PARTS, WHOLE, Kind
from simcore.model.percent import percent
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import (
    COUNTED_WORDS,
    ONLY_IN_WORDS,
    Document,
    DocumentId,
    MeasuredBy,
    Pair,
    Problem,
    ProblemStage,
)
from simcore.model.report import Member, ScanReport

_WIDTH = max(map(len, Kind))


def _bits(one: Member | Pair, document: Document) -> str:
    """Return the distance; nothing for a part, which is as far from its whole as chance has it.

    Nor is there one of a document without words, which is known by its bytes.
    """
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
    """Yield a summary of a scan."""
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
    """Yield each group as the kept document and, indented, its near-duplicates.

    ``named`` returns what a file is called in a line.
    """
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
    """Return the kind as the window has it on a badge."""
    return NUMBERS_ONLY.replace("-", " ") if one.numbers_only else one.kind.words


def _note(one: Member | Pair) -> str:
    """Return what alone differs, and what the figure counts if not shingles, behind a path."""
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
    """Yield the documents similar to one file, in their order; ``named`` as in ``group_lines``.

    The kind is that of the document: a part of the file, or the whole that the file is part of.
    """
    for pair in pairs:
        is_whole = pair.kind in HELD and pair.left_in_right > pair.right_in_left
        words = WHOLE if is_whole else _kind_words(pair)
        bits = _bits(pair, documents[pair.right])
        yield (
            f"{words:<{_WIDTH}}  {percent(share_of(pair)):>6}  {bits}  "
            f"{named(documents[pair.right].path)}{_note(pair)}"
        )


def problem_lines(problems: Sequence[Problem], named: Callable[[Path], str] = str) -> Iterator[str]:
    """Yield files and the reasons why they were not read, or may be read wrongly."""
    for problem in problems:
        yield f"{named(problem.path)}: {problem.reason}"
