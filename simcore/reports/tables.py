"""Groups, pairs and fingerprints as CSV and JSON, for people, spreadsheets and programs."""

import csv
import io
import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from simcore.files.opening import replacing
from simcore.grouping.copies import related_to_kept
from simcore.grouping.kinds import of_equal_texts, shown_kind
from simcore.grouping.why_kept import why_kept
from simcore.model.errors import SimcoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import (
    Document,
    DocumentId,
    Fingerprint,
    Kind,
    Pair,
    Problem,
    TextId,
    TextPair,
)
from simcore.model.report import Group, Member, ScanReport
from simcore.store.documents import in_groups

GROUP_COLUMNS = tuple(
    "group kind kept marked path distance similarity in_kept kept_in size modified encoding "
    "fingerprint why own measure".split()
)
PAIR_COLUMNS = tuple(
    "left right distance similarity containment kind contained badge left_own right_own "
    "measure".split()
)
TABLE_SUFFIXES = (".csv", ".json")
PROBLEM_COLUMNS = ("path", "stage", "reason")
FINGERPRINT_COLUMNS = ("path", "fingerprint", "tokens", "encoding")

_Cell = str | int | float | bool
_NUMBERS_ONLY = "numbers-only"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row of ``pairs``; of ``figures`` only the distance if it is not ``verified``."""

    left: Document
    right: Document
    figures: Pair
    verified: bool = True

    def cells(self) -> tuple[_Cell, ...]:
        """Return the cells of ``PAIR_COLUMNS``; empty if there is no figure.

        ``containment`` is the larger of both directions, ``contained`` its side; ``kind``, and
        ``badge``, too, is "numbers-only" if only numbers, dates and names differ. ``badge`` also
        says what else alone differs: "punctuation-only", for instance, see ``OnlyIn``.
        ``left_own`` and ``right_own`` are how much of either is its own text, of forms and
        boilerplate alone. ``measure`` is what the figures count: "shingles", or "words" in order.
        """
        found = self.figures
        known = str(self.left.path), str(self.right.path), found.distance
        if not self.verified:
            return *known, *[""] * (len(PAIR_COLUMNS) - len(known))
        contained = "left" if found.left_in_right > found.right_in_left else "right"
        badge = "" if found.only_in is None else f"{found.only_in.value}-only"
        return (
            *known,
            _share(found.resemblance),
            _share(found.containment),
            _kind(found.kind, numbers_only=found.numbers_only),
            "both" if found.left_in_right == found.right_in_left else contained,
            _NUMBERS_ONLY if found.numbers_only else badge,
            *(("", "") if found.own is None else map(_share, found.own)),
            found.measure.value,
        )


def _kind(kind: Kind, *, numbers_only: bool) -> str:
    """Return the kind that the window shows: an invoice with other numbers is not just near."""
    return _NUMBERS_ONLY if numbers_only else kind.value


def _share(value: float) -> float:
    """Round to six decimals, which keeps all practical thresholds distinct."""
    return round(value, 6)


def _hexadecimal(fingerprint: Fingerprint | None, width: int) -> str:
    return "" if fingerprint is None else f"{fingerprint:0{width // 4}x}"


def group_rows(
    report: ScanReport, marked: Container[DocumentId] = ()
) -> Iterator[tuple[_Cell, ...]]:
    """Yield one row a document, in the order of the groups; the kept one comes first.

    ``in_kept`` is the share of the document that the kept one contains, ``kept_in`` the share of
    the kept one that it contains. Of documents that were never compared with the kept one all
    shares are empty. ``marked`` are those to be removed. The kept ones say why they are kept.
    ``own`` is how much of the document is its own text, of forms and boilerplate alone, ``measure``
    as in ``PairRow.cells``; the kept one has neither.
    """
    from simcore.fingerprinting.recipes import find_recipe  # noqa: PLC0415 - brings NumPy

    width, contained = find_recipe(report.config.recipe).width, _contained(report)
    for number, group in enumerate(report.groups, 1):
        kept = Member(group.representative, 0, 1.0, 1.0, Kind.IDENTICAL)
        why, text = why_kept(report, group), report.documents[kept.document].text
        for one in (kept, *related_to_kept(group)):
            document = report.documents[one.document]
            modified = datetime.fromtimestamp(document.mtime_ns // 1_000_000_000, UTC)
            shares = _shares(report, text, one, contained)
            yield (
                number,
                "kept" if one is kept else _role(one),
                one is kept,
                one.document in marked,
                str(document.path),
                one.distance,
                *("" if share is None else _share(share) for share in shares),
                document.size,
                modified.astimezone().isoformat(" ", "seconds"),
                document.encoding,
                _hexadecimal(document.fingerprint, width),
                why.value if one is kept else "",
                "" if one.own is None else _share(one.own),
                "" if one is kept or one.resemblance is None else one.measure.value,
            )


_Shares = tuple[float | None, float | None, float | None]
_Contained = Mapping[TextPair, tuple[float, float]]


def _contained(report: ScanReport) -> _Contained:
    """Return how much of each of two texts is in the other, by the texts in ascending order."""
    found = {
        texts: (one.left_in_right, one.right_in_left) for texts, one in report.comparisons.items()
    }
    for pair in report.pairs:
        left, right = report.documents[pair.left].text, report.documents[pair.right].text
        if left < right:
            found[left, right] = pair.left_in_right, pair.right_in_left
        else:
            found[right, left] = pair.right_in_left, pair.left_in_right
    return found


def _shares(report: ScanReport, kept: TextId, member: Member, contained: _Contained) -> _Shares:
    """Return the resemblance, what of the member is in the kept one, and the other way round."""
    text = report.documents[member.document].text
    if text == kept:
        return member.resemblance, 1.0, 1.0
    shares = contained.get((min(text, kept), max(text, kept)))
    if shares is None or member.resemblance is None:
        return member.resemblance, member.containment, None
    ours, theirs = shares if text < kept else shares[::-1]
    return member.resemblance, ours, theirs


def shares_of(report: ScanReport) -> Callable[[Group, Member], _Shares]:
    """Return what tells how alike a member and the kept document of its group are.

    The resemblance, what of the member is in the kept one, and the other way round, as in
    ``group_rows``: None where the two were never compared.
    """
    contained = _contained(report)

    def of(group: Group, member: Member) -> _Shares:
        return _shares(report, report.documents[group.representative].text, member, contained)

    return of


def _role(member: Member) -> str:
    if member.kind is Kind.CONTAINS:
        return "part-of"
    return _kind(member.kind, numbers_only=member.numbers_only)


def pair_rows(report: ScanReport, *, expand: bool = False) -> Iterator[PairRow]:
    """Yield the verified pairs within the report's thresholds, ordered by path.

    Documents with equal text are each paired with the first of them only, which represents them
    elsewhere; with ``expand`` every pair of documents is yielded.
    """
    rows = []
    for pair in report.pairs:
        kind = shown_kind(pair, report.config)
        if kind is not None:
            left, right = report.documents[pair.left], report.documents[pair.right]
            rows.append(PairRow(left, right, replace(pair, kind=kind)))
    return _with_copies(report, rows, expand=expand)


def unverified_rows(
    report: ScanReport,
    candidates: Iterable[tuple[Document, Document, int]],
    *,
    expand: bool = False,
) -> Iterator[PairRow]:
    """Yield the pairs that fingerprints propose, without figures, in the order of ``pair_rows``."""
    rows = (
        PairRow(one, other, Pair(one.id, other.id, bits, 0, 0, 0, Kind.LINKED), verified=False)
        for one, other, bits in candidates
    )
    return _with_copies(report, rows, expand=expand)


def _with_copies(report: ScanReport, rows: Iterable[PairRow], *, expand: bool) -> Iterator[PairRow]:
    """Yield the rows of different texts, by their first documents or all, and of equal texts."""
    by_left: dict[TextId, list[PairRow]] = defaultdict(list)
    figures = []
    for row in rows:
        by_left[row.left.text].append(row)
        figures.append(row.figures)
    # texts with words and their documents, both in the order of paths
    by_text: dict[TextId, list[Document]] = defaultdict(list)
    shown = in_groups(report.documents, figures).values()
    for document in sorted(shown, key=lambda document: document.path):
        if document.fingerprint is not None:
            by_text[document.text].append(document)
    for text, copies in by_text.items():
        yield from _equal_rows(copies, expand=expand)
        for row in by_left[text]:
            others = by_text[row.right.text]
            pairs = itertools.product(copies, others) if expand else [(copies[0], others[0])]
            for pair in pairs:
                first, second = sorted(pair, key=lambda document: document.path)
                found = row.figures
                if first.text != text:
                    back, forth = found.left_in_right, found.right_in_left
                    found = replace(found, left_in_right=forth, right_in_left=back)
                yield replace(row, left=first, right=second, figures=found)


def _equal_rows(copies: Sequence[Document], *, expand: bool) -> Iterator[PairRow]:
    pairs = itertools.combinations(copies, 2) if expand else ((copies[0], d) for d in copies[1:])
    for left, right in pairs:
        kind, alike, only_in = of_equal_texts(left, right)
        figures = Pair(left.id, right.id, 0, alike, 1.0, 1.0, kind, only_in=only_in)
        yield PairRow(left, right, figures)


def fingerprint_rows(report: ScanReport) -> Iterator[tuple[_Cell, ...]]:
    """Yield the cells of ``FINGERPRINT_COLUMNS`` of every document, ordered by path."""
    from simcore.fingerprinting.recipes import find_recipe  # noqa: PLC0415 - brings NumPy

    width = find_recipe(report.config.recipe).width
    for document in sorted(report.documents.values(), key=lambda document: document.path):
        fingerprint = _hexadecimal(document.fingerprint, width)
        yield str(document.path), fingerprint, document.tokens, document.encoding


def _inert(cell: _Cell) -> _Cell:
    """Prefix a cell with an apostrophe if a spreadsheet would run it as a formula."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def write_csv(
    file: IO[bytes],
    columns: Sequence[str],
    rows: Iterable[Sequence[_Cell]],
    *,
    for_spreadsheets: bool = False,
) -> None:
    """Write rows as CSV in UTF-8; path bytes that are not UTF-8 are written unchanged.

    ``for_spreadsheets`` adds the byte order mark, which Excel needs for Chinese, makes cells
    that look like formulas inert, and says yes or no where a program says true or false.
    """
    encoding = "utf-8-sig" if for_spreadsheets else "utf-8"
    text = io.TextIOWrapper(file, encoding, errors="surrogateescape", newline="")
    try:
        writer = csv.writer(text, lineterminator="\r\n" if for_spreadsheets else "\n")
        writer.writerow(columns)
        writer.writerows(map(_inert, row) if for_spreadsheets else row for row in rows)
        text.flush()
    finally:
        text.detach()


def write_json(file: IO[bytes], columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows as a JSON list of objects; odd path bytes become lone surrogates (PEP 383)."""
    file.write(b"[")
    for number, row in enumerate(rows):
        record = json.dumps(dict(zip(columns, row, strict=True)))
        file.write((b",\n " if number else b"\n ") + record.encode("ascii"))
    file.write(b"\n]\n")


def write_groups(report: ScanReport, path: Path, marked: Container[DocumentId] = ()) -> None:
    """Export the groups; ``marked`` documents are to be removed. As ``write_table``."""
    write_table(path, GROUP_COLUMNS, group_rows(report, marked))


def write_problems(problems: Iterable[Problem], path: Path) -> None:
    """Export problems. As ``write_table``."""
    rows = ((str(one.path), one.stage.value, str(one.reason)) for one in problems)
    write_table(path, PROBLEM_COLUMNS, rows)


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[_Cell]]) -> None:
    """Export rows to a file, replacing an older one atomically.

    Its suffix decides: ``.csv`` is for spreadsheets, ``.json`` as in ``write_json``. Raises
    ``SimcoreError`` for another one, or if it cannot be written; an older file is then unchanged.
    """
    suffix = path.suffix.lower()
    if suffix not in TABLE_SUFFIXES:
        raise SimcoreError(ReasonCode.NO_TABLE_FILE, str(path))
    with replacing(path) as file:
        if suffix == ".json":
            write_json(file, columns, rows)
        else:
            write_csv(file, columns, rows, for_spreadsheets=True)
