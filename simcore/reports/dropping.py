"""The ids of documents that are to be dropped where they are, as a table for what drops them."""

from collections.abc import Iterator
from pathlib import Path

from simcore.files.opening import replacing
from simcore.removal.plan import RemovalPlan
from simcore.reports.formats import Cell, readable, write_csv
from simcore.reports.tables import shown_name

DROP_COLUMNS = ("id", "kept", "kind", "similarity", "contained")


def drop_rows(plan: RemovalPlan) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of ``DROP_COLUMNS``, a row a document of a plan, ordered by id.

    ``kept`` is the id of the document that stays for it (a half of a character in it is U+FFFD; the
    ids themselves have none, see ``plan_dropping``), ``kind`` what it is to that one,
    ``similarity`` how alike they are, ``contained`` the share of it that stands in the other: None
    where the two were never compared.
    """
    for one in sorted(plan.removals, key=lambda one: one.document.elsewhere):
        shown = one.shown[0]
        figures = (shown.resemblance, shown.containment)
        yield (
            one.document.elsewhere,
            readable(one.witness.elsewhere),
            shown_name(shown.kind, numbers_only=shown.numbers_only),
            *(None if value is None else round(value, 6) for value in figures),
        )


def write_ids_to_drop(plan: RemovalPlan, path: Path) -> None:
    r"""Write a plan of ``plan_dropping`` as CSV, replacing an older file atomically.

    It is for programs: in UTF-8, lines end with LF, and ids are exact, also those that a
    spreadsheet would take for formulas. Raises ``SimcoreError`` if it cannot be written; an older
    file is then unchanged.

    >>> report = simcore.scan("documents", simcore.ScanConfig(jobs=0))
    >>> write_ids_to_drop(simcore.plan_dropping(report, ()), Path("drop.csv"))
    >>> Path("drop.csv").read_text("utf-8")
    'id,kept,kind,similarity,contained\n'
    """
    with replacing(path) as file:
        write_csv(file, DROP_COLUMNS, drop_rows(plan))
