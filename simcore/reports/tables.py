"""Groups, pairs, similar documents, problems and fingerprints as rows.

Names and order of columns are an interface: new ones come last.
"""

import importlib
import itertools
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from operator import methodcaller
from pathlib import Path
from typing import Any

from simcore.files.opening import replacing
from simcore.fingerprints import find_recipe
from simcore.grouping.pairs import of_equal_texts, share_of, shown_kind
from simcore.grouping.queries import why_kept
from simcore.grouping.versions import doubts
from simcore.index.documents import in_groups
from simcore.model.reasons import SimcoreError
from simcore.model.records import (
    HELD,
    KEPT,
    LATEST,
    NUMBERS_ONLY,
    PARTS,
    WHOLE,
    Document,
    DocumentId,
    Fingerprint,
    Judgements,
    Kind,
    OnlyIn,
    Pair,
    Problem,
    TextId,
)
from simcore.model.report import Group, Member, ScanReport, is_kept, related_to_kept
from simcore.removal.plan import RemovalPlan
from simcore.reports.formats import Cell, readable, write_csv, write_table
from simcore.reports.words import CHECK_DATES

GROUP_COLUMNS = tuple(
    "group kind kept marked path distance similarity in_kept kept_in size modified encoding "
    "fingerprint why own measure shown_similarity numbers_only too_short cut_short badge "
    "copy_of".split()
)
PAIR_COLUMNS = tuple(
    "left right distance similarity containment kind contained badge left_own right_own "
    "measure left_in_right right_in_left shown_similarity numbers_only too_short left_cut_short "
    "right_cut_short left_kept right_kept left_marked right_marked".split()
)
SIMILAR_COLUMNS = tuple(
    "path kind distance similarity shown_similarity in_file file_in own badge measure numbers_only "
    "too_short cut_short kept marked size modified encoding".split()
)
PROBLEM_COLUMNS = ("path", "stage", "reason", "code")
FINGERPRINT_COLUMNS = ("path", "fingerprint", "tokens", "encoding")


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row of ``pairs``; of ``figures`` only the distance if it is not ``verified``."""

    left: Document
    right: Document
    figures: Pair
    verified: bool = True

    def cells(
        self, kept: Container[DocumentId] | None = (), marked: Container[DocumentId] | None = ()
    ) -> tuple[Cell, ...]:
        """Return the cells of ``PAIR_COLUMNS``; None for missing figures.

        ``containment`` is the larger of both directions, ``contained`` its side. ``kind`` and
        ``badge`` are "numbers-only" if only numbers, dates and names differ; ``badge`` also names
        another single difference, as "punctuation-only". ``left_own`` and ``right_own`` are the
        shares of own text, of forms and boilerplate. ``shown_similarity`` of a part is its share in
        the whole. ``too_short`` is whether the distance means little. ``kept`` and ``marked`` are
        None if not known.
        """
        found, left, right = self.figures, self.left, self.right
        sides: tuple[bool | None, ...]
        sides = left.cut_short is not None, right.cut_short is not None
        for known in (kept, marked):
            sides += tuple(None if known is None else one.id in known for one in (left, right))
        begun = _named(left), _named(right), found.distance
        if not self.verified:
            figures = len(PAIR_COLUMNS) - len(begun) - len(sides) - 1
            return *begun, *[None] * figures, left.short or right.short, *sides
        contained = "left" if found.left_in_right > found.right_in_left else "right"
        return (
            *begun,
            _share(found.resemblance),
            _share(found.containment),
            shown_name(found.kind, numbers_only=found.numbers_only),
            "both" if found.left_in_right == found.right_in_left else contained,
            badge_of(found),
            *map(_known, found.own or (None, None)),
            found.measure.value,
            _share(found.left_in_right),
            _share(found.right_in_left),
            _share(share_of(found)),
            found.numbers_only,
            found.short,
            *sides,
        )


def shown_name(kind: Kind, *, numbers_only: bool) -> str:
    return NUMBERS_ONLY if numbers_only else kind.value


def badge_of(one: Pair | Member) -> str | None:
    if one.numbers_only:
        return NUMBERS_ONLY
    return None if one.only_in is None else _ONLY_IN[one.only_in]


_ONLY_IN = {one: f"{one.value}-only" for one in OnlyIn}


def _named(document: Document | Problem) -> Cell:
    return readable(document.elsewhere) if document.elsewhere else document.path


def _share(value: float) -> float:
    return round(value, 6)


def _known(value: float | None) -> float | None:
    return None if value is None else _share(value)


def _modified(document: Document) -> datetime | None:
    """Return when a document was modified, to the second, in local time.

    None for a time that 64 bits do not hold.
    """
    if abs(document.mtime_ns) >= LATEST:
        return None
    return datetime.fromtimestamp(document.mtime_ns // 1_000_000_000, UTC).astimezone()


def hexadecimal(fingerprint: Fingerprint | None, width: int) -> str | None:
    return None if fingerprint is None else f"{fingerprint:0{width // 4}x}"


def group_rows(
    report: ScanReport, marked: Container[DocumentId] = ()
) -> Iterator[tuple[Cell, ...]]:
    """Yield one row a document, in the order of the groups; the kept one comes first.

    ``in_kept`` is the share of the document that the kept one contains, ``kept_in`` the reverse;
    all shares are None if the two were never compared. ``why`` of the kept one is why it is kept;
    it and that of others names a ``Doubt``. ``own`` is the share of own text, of forms and
    boilerplate. A ``copy_of`` another member reads like that one and not like the kept document.
    Other columns are as in ``PairRow.cells``.
    """
    width, shares = find_recipe(report.config.recipe).width, shares_of(report)
    documents = report.documents
    for number, group in enumerate(report.groups, 1):
        leader = documents[group.representative]
        kept = Member(leader.id, 0, 1.0, 1.0, Kind.IDENTICAL, leader.short)
        originals = {one.document: one.copy_of for one in group.members}
        doubtful = doubts(report, group)
        why = why_kept(report, group).value + (f"; {CHECK_DATES}" if doubtful else "")
        for one in (kept, *related_to_kept(group)):
            document, original = documents[one.document], originals.get(one.document)
            yield (
                number,
                KEPT if one is kept else shown_name(one.kind, numbers_only=one.numbers_only),
                one is kept,
                one.document in marked,
                _named(document),
                one.distance,
                *map(_known, shares(group, one)),
                document.size,
                _modified(document),
                document.encoding,
                hexadecimal(document.fingerprint, width),
                doubtful.get(one.document) if one is not kept else why,
                _known(one.own),
                None if one is kept or one.resemblance is None else one.measure.value,
                _known(one.containment if one.kind in PARTS else one.resemblance),
                one.numbers_only,
                one.short,
                document.cut_short is not None,
                badge_of(one),
                None if original is None else _named(documents[original]),
            )


_Shares = tuple[float | None, float | None, float | None]


def shares_of(report: ScanReport) -> Callable[[Group, Member], _Shares]:
    """Return a function of a group and a member that returns the shares of ``group_rows``.

    These are the resemblance, the share of the member in the kept one, and the reverse.
    """
    documents = report.documents
    contained = {
        texts: (one.left_in_right, one.right_in_left) for texts, one in report.comparisons.items()
    }
    for pair in report.pairs:
        left, right = documents[pair.left].text, documents[pair.right].text
        shares = pair.left_in_right, pair.right_in_left
        contained[min(left, right), max(left, right)] = shares if left < right else shares[::-1]

    def of(group: Group, member: Member) -> _Shares:
        kept, text = documents[group.representative].text, documents[member.document].text
        if text == kept:
            return member.resemblance, 1.0, 1.0
        shares = contained.get((min(text, kept), max(text, kept)))
        if shares is None or member.resemblance is None:
            return member.resemblance, member.containment, None
        return member.resemblance, *(shares if text < kept else shares[::-1])

    return of


def pair_rows(report: ScanReport, *, expand: bool = False) -> Iterator[PairRow]:
    """Yield the verified pairs within the report's thresholds, ordered by path.

    Documents with equal text are each paired with the first of them only; with ``expand`` every
    pair of documents is yielded.
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
    # texts and their documents, both in the order of paths
    by_text: dict[TextId, list[Document]] = defaultdict(list)
    shown = in_groups(report.documents, figures).values()
    for document in sorted(shown, key=lambda document: document.order):
        if document.comparable:
            by_text[document.text].append(document)
    for text, copies in by_text.items():
        yield from _equal_rows(copies, expand=expand)
        for row in by_left[text]:
            others = by_text[row.right.text]
            pairs = itertools.product(copies, others) if expand else [(copies[0], others[0])]
            for pair in pairs:
                first, second = sorted(pair, key=lambda document: document.order)
                found = row.figures
                if first.text != text:
                    back, forth = found.left_in_right, found.right_in_left
                    found = replace(found, left_in_right=forth, right_in_left=back)
                yield replace(row, left=first, right=second, figures=found)


def _equal_rows(copies: Sequence[Document], *, expand: bool) -> Iterator[PairRow]:
    pairs = itertools.combinations(copies, 2) if expand else ((copies[0], d) for d in copies[1:])
    for left, right in pairs:
        kind, alike, only_in = of_equal_texts(left, right)
        figures = Pair(left.id, right.id, 0, alike, 1.0, 1.0, kind, left.short, only_in=only_in)
        yield PairRow(left, right, figures)


def fingerprint_rows(report: ScanReport) -> Iterator[tuple[Cell, ...]]:
    width = find_recipe(report.config.recipe).width
    for document in sorted(report.documents.values(), key=lambda document: document.order):
        fingerprint = hexadecimal(document.fingerprint, width)
        yield _named(document), fingerprint, document.tokens, document.encoding


def similar_rows(
    pairs: Iterable[Pair],
    documents: Mapping[DocumentId, Document],
    judgements: Judgements,
    marked: Container[DocumentId] = (),
) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of ``SIMILAR_COLUMNS`` of documents similar to one file, in their order.

    ``left`` of each pair is the file. ``in_file`` is the share of the document that is in the file,
    ``file_in`` the reverse; ``kind`` is "whole" if the file is a part of it. ``kept`` is True for a
    document that a person chose to keep, else None. The rest is as in ``PairRow.cells``.
    """
    for pair in pairs:
        document = documents[pair.right]
        is_whole = pair.kind in HELD and pair.left_in_right > pair.right_in_left
        yield (
            document.path,
            WHOLE if is_whole else shown_name(pair.kind, numbers_only=pair.numbers_only),
            pair.distance,
            _share(pair.resemblance),
            _share(share_of(pair)),
            _share(pair.right_in_left),
            _share(pair.left_in_right),
            _known(pair.own and pair.own[1]),
            badge_of(pair),
            pair.measure.value,
            pair.numbers_only,
            pair.short,
            document.cut_short is not None,
            is_kept(judgements, document) or None,
            document.id in marked,
            document.size,
            _modified(document),
            document.encoding,
        )


def problem_rows(problems: Iterable[Problem]) -> Iterator[tuple[Cell, ...]]:
    for one in problems:
        yield _named(one), one.stage.value, str(one.reason), one.reason.code.value


def write_groups(report: ScanReport, path: Path, marked: Container[DocumentId] = ()) -> None:
    """Export the groups to a CSV or JSON file; ``marked`` documents are to be removed.

    Raises ``SimcoreError`` for another suffix, or if the file cannot be written.
    """
    write_table(path, GROUP_COLUMNS, group_rows(report, marked))


def write_problems(problems: Iterable[Problem], path: Path) -> None:
    write_table(path, PROBLEM_COLUMNS, problem_rows(problems))


def to_pandas(report: ScanReport, rows: str = "groups") -> Any:  # pandas is optional
    """Return a ``pandas.DataFrame`` of a report: what ``variorum`` lists, column by column.

    ``rows`` are ``groups`` (a row a document of a group, the kept one first), ``pairs``,
    ``fingerprints`` or ``problems``. Names of files are texts. Raises ``ValueError`` for other
    rows, and ``SimcoreError`` if pandas is not installed.

    >>> table = to_pandas(simcore.scan("documents", simcore.ScanConfig(jobs=0)))
    >>> table[table.kind == "identical"].similarity.tolist()
    [1.0]
    """
    if rows not in _ROWS:
        raise ValueError(f"there are no rows {rows!r}: take {', '.join(_ROWS)}")
    columns, made = _ROWS[rows]
    cells = (
        [str(cell) if isinstance(cell, Path) else cell for cell in row] for row in made(report)
    )
    return frame(columns, cells)


_ROWS: Mapping[str, tuple[Sequence[str], Callable[[ScanReport], Iterable[Sequence[object]]]]] = {
    "groups": (GROUP_COLUMNS, group_rows),
    "pairs": (
        PAIR_COLUMNS,
        lambda report: map(methodcaller("cells", report.kept, frozenset()), pair_rows(report)),
    ),
    "fingerprints": (FINGERPRINT_COLUMNS, fingerprint_rows),
    "problems": (PROBLEM_COLUMNS, lambda report: problem_rows(report.problems)),
}


def frame(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Any:  # pandas is optional
    """Return a ``pandas.DataFrame``, with the words of the rows of CSV and JSON.

    Raises ``SimcoreError`` if pandas is not installed.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise SimcoreError(
            'to_pandas needs pandas, which is not installed: pip install "variorum[pandas]"'
        ) from error
    plain = [[cell.value if isinstance(cell, Enum) else cell for cell in row] for row in rows]
    if "kind" in columns:
        kind, numbers_only = columns.index("kind"), columns.index("numbers_only")
        for row in plain:
            row[kind] = NUMBERS_ONLY if row[numbers_only] else row[kind]
    names = ["too_short" if name == "short" else name for name in columns]
    # texts go to Arrow by themselves, which takes no name of a file whose bytes are no UTF-8
    made = {
        name: pandas.Series(
            cells,
            dtype=object if any(isinstance(c, str) and readable(c) != c for c in cells) else None,
        )
        for name, cells in zip(names, zip(*plain, strict=True), strict=bool(plain))
    }
    return pandas.DataFrame(made, columns=names)


DROP_COLUMNS = ("id", "kept", "kind", "similarity", "contained")


def drop_rows(plan: RemovalPlan) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of ``DROP_COLUMNS``, a row a document of a plan, ordered by id.

    ``kept`` is the id of the document that stays (halves of characters are U+FFFD), ``contained``
    the share of the document in that one; None if the two were never compared.
    """
    for one in sorted(plan.removals, key=lambda one: one.document.elsewhere):
        shown = one.shown[0]
        yield (
            one.document.elsewhere,
            readable(one.witness.elsewhere),
            shown_name(shown.kind, numbers_only=shown.numbers_only),
            _known(shown.resemblance),
            _known(shown.containment),
        )


def write_ids_to_drop(plan: RemovalPlan, path: Path) -> None:
    r"""Write a plan of ``plan_dropping`` as CSV, replacing an older file atomically.

    It is for programs: UTF-8, lines end with LF, and ids are exact, even if they look like
    formulas. Raises ``SimcoreError`` if it cannot be written; an older file is then unchanged.

    >>> report = simcore.scan("documents", simcore.ScanConfig(jobs=0))
    >>> from simcore.removal.plan import plan_dropping
    >>> write_ids_to_drop(plan_dropping(report, ()), Path("drop.csv"))
    >>> Path("drop.csv").read_text("utf-8")
    'id,kept,kind,similarity,contained\n'
    """
    with replacing(path) as file:
        write_csv(file, DROP_COLUMNS, drop_rows(plan))
