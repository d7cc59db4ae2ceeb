"""What the program says of the pairs of a kind, scanned as a user would, and the verdicts."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.kinds.model import File, Made, Verdict
from simcore import FingerprintIndex, Kind, ScanConfig, scan
from simcore.model.records import Pair
from simcore.model.report import ScanReport
from simcore.reports.tables import pair_rows
from simcore.workers import make_executor

HIDDEN = "hidden"
NOT_READ = "not read"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program says of a pair, in words, and the verdicts that this amounts to."""

    words: str
    verdicts: frozenset[Verdict]


def verdicts_of(row: Pair | None) -> frozenset[Verdict]:
    """Return what the shown kind of a pair says to a person; a new kind is added here.

    Another order is a kind that the program does not know yet. Of two documents with the same
    words (but in two formats, or with other links, or in another script) it removes none unasked:
    that one can go is said, and so is that they are to be looked at side by side.
    """
    if row is None:
        return frozenset({Verdict.OTHER})
    if row.kind in (Kind.IDENTICAL, Kind.SAME_TEXT):
        return frozenset({Verdict.SAME})
    if row.kind is Kind.SAME_WORDS:
        return frozenset({Verdict.SAME, Verdict.NEAR})
    if row.kind is Kind.PART:
        return frozenset({Verdict.PART})
    if row.kind is Kind.EARLIER_VERSION:
        return frozenset({Verdict.VERSION})
    if row.kind is Kind.SAME_FORM:
        return frozenset({Verdict.FORM})
    if row.kind is Kind.BOILERPLATE:
        return frozenset({Verdict.BOILERPLATE})
    return frozenset({Verdict.NUMBERS if row.numbers_only else Verdict.NEAR})


def words_of(row: Pair | None) -> str:
    """Return the shown kind of a pair, with its figure."""
    if row is None:
        return HIDDEN
    if row.kind is Kind.SIMILAR:
        name = "numbers" if row.numbers_only else "near"
        return f"{name} {row.resemblance:.2f}"
    if row.kind is Kind.PART:
        return f"part {row.containment:.2f}"
    if row.kind is Kind.EARLIER_VERSION:
        return f"version {row.containment:.2f}"
    return str(row.kind)


def write(made: Made, folder: Path) -> list[tuple[Path, Path]]:
    """Write the documents of a kind into a folder; return the paths of its pairs.

    A document that stands in two pairs is written once: a version of a file, for instance.
    """
    paths: dict[File, Path] = {}

    def path_of(document: File, name: str) -> Path:
        if document not in paths:
            inside = folder / name.partition("-")[0] if document.name else folder
            paths[document] = inside / f"{document.name or name}{document.suffix}"
            paths[document].parent.mkdir(parents=True, exist_ok=True)
            paths[document].write_bytes(document.data)
        return paths[document]

    pairs = []
    for number, (left, right) in enumerate(made.couples, 1):
        pairs.append((path_of(left, f"{number:02}-left"), path_of(right, f"{number:02}-right")))
    for number, document in enumerate(made.crowd, 1):
        path_of(document, f"other-{number:02}")
    return pairs


def answers(made: Made) -> list[Answer]:
    """Scan the documents of a kind with the settings of a first start; answer for its pairs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        pairs = write(made, folder)
        config = ScanConfig(jobs=0)
        with FingerprintIndex(Path(":memory:")) as index, make_executor(0) as executor:
            report = scan([folder], config, index, executor)
        return _answers(report, pairs)


def _answers(report: ScanReport, pairs: Sequence[tuple[Path, Path]]) -> list[Answer]:
    rows = {
        frozenset((row.left.path, row.right.path)): row.figures
        for row in pair_rows(report, expand=True)
    }
    read = {document.path for document in report.documents.values()}
    found = []
    for pair in pairs:
        if not read.issuperset(pair):
            found.append(Answer(NOT_READ, frozenset()))
            continue
        row = rows.get(frozenset(pair))
        found.append(Answer(words_of(row), verdicts_of(row)))
    return found
