"""What the command line prints for people: reports as lines of text."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from simcore.explain import Explanation
from simcore.records import Kind, Pair, ScanReport

__all__ = ["counts_lines", "explanation_lines", "group_lines", "similar_lines", "summary"]

_KIND_WORDS = {
    Kind.IDENTICAL: "identical",
    Kind.SAME_TEXT: "same text",
    Kind.NEAR: "near",
}
_BITS_SHOWN = 8


def percent(share: float) -> str:
    """Write a share as a percentage that reaches 100 only when it is whole.

    >>> percent(0.9999), percent(1.0), percent(0.7)
    ('99.9 %', '100 %', '70.0 %')
    """
    return "100 %" if share == 1 else f"{min(share * 100, 99.9):.1f} %"


def summary(report: ScanReport) -> tuple[list[str], list[str | int | float]]:
    """Give the names and values of a scan's counts."""
    counts = {**asdict(report.counts), "pairs": len(report.pairs), "groups": len(report.groups)}
    counts["compared_distance"] = report.compared_distance
    return list(counts), list(counts.values())


def counts_lines(report: ScanReport) -> Iterator[str]:
    """Say what a scan found."""
    counts = report.counts
    yield f"{counts.listed} files listed, {counts.skipped} left out by name, link or kind"
    yield f"{counts.read} read, {counts.unchanged} unchanged since they were last read"
    yield (
        f"{counts.documents} documents can be compared; {counts.too_short} have no words, "
        f"{counts.unusable} could not be used"
    )
    yield (
        f"{counts.candidates} pairs proposed within {report.compared_distance} bits and "
        "compared exactly"
    )
    yield (
        f"{len(report.groups)} groups: {counts.exact} documents with equal text and "
        f"{counts.near} near-duplicates beside the kept ones, at most "
        f"{min(report.config.distance, report.compared_distance)} bits apart and at least "
        f"{percent(report.config.similarity)} alike"
    )


def group_lines(report: ScanReport) -> Iterator[str]:
    """Write each group as the kept document and, indented, those like it."""
    for number, group in enumerate(report.groups, 1):
        yield f"{number}  {report.documents[group.representative].path}"
        for member in group.members:
            yield (
                f"    {_KIND_WORDS[member.kind]:<9}  {percent(member.resemblance):>6}  "
                f"{member.distance:>2} bits  {report.documents[member.document].path}"
            )


def similar_lines(pairs: Sequence[Pair], report: ScanReport) -> Iterator[str]:
    """Write the documents like one file, the most alike first."""
    for pair in pairs:
        yield (
            f"{_KIND_WORDS[pair.kind]:<9}  {percent(pair.resemblance):>6}  "
            f"{pair.distance:>2} bits  {report.documents[pair.right].path}"
        )


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """Write why two documents are as near as they are."""
    sides = (("A", explained.left), ("B", explained.right))
    for letter, side in sides:
        yield f"{letter}  {side.path}"
        lossy = ", some characters could not be decoded" if side.lossy else ""
        yield f"   encoding     {side.encoding}{lossy}"
        yield f"   words        {side.words.total()}, {len(side.words)} different"
        yield f"   features     {len(side.hashes)}"
        yield f"   fingerprint  {side.fingerprint:0{explained.width // 4}x}"
    comparison = explained.comparison
    yield f"distance     {explained.distance} of {explained.width} bits differ"
    yield f"features     {explained.shared_features} in both"
    yield (
        f"resemblance  {percent(comparison.resemblance)} of all passages of 5 characters are in "
        f"both ({comparison.shared} shared, A has {comparison.left_size}, "
        f"B {comparison.right_size})"
    )
    yield f"containment  {percent(comparison.containment)} of the smaller one is in the larger"
    kind = _KIND_WORDS[explained.kind] if explained.kind else "below the least similarity"
    yield f"kind         {kind}"
    if explained.differing:
        yield "closest votes on the differing bits (bit: A, B):"
        closest = sorted(
            explained.differing, key=lambda bit: abs(bit.left_votes) + abs(bit.right_votes)
        )
        for bit in closest[:_BITS_SHOWN]:
            yield f"   {bit.bit:>2}: {bit.left_votes:+d}, {bit.right_votes:+d}"
        if len(closest) > _BITS_SHOWN:
            yield f"   and {len(closest) - _BITS_SHOWN} more"
    for (letter, _), surplus in zip(
        sides, (explained.only_left, explained.only_right), strict=True
    ):
        if surplus:
            listed = ", ".join(f"{word} ({count})" for word, count in surplus)
            yield f"words that {letter} has more of: {listed}"
