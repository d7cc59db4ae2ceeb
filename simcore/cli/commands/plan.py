"""``variorum plan``: the cost of finding all fingerprints within a distance, by design."""

import argparse
from collections.abc import Iterator
from operator import attrgetter

from simcore.analysis.table_designs import Design, designs
from simcore.cli.options import add_output
from simcore.cli.terminal import print_lines, print_rows

PLAN_COLUMNS = (
    "design",
    "tables",
    "key_bits",
    "lookups",
    "candidates",
    "candidates_a_query",
    "storage_bytes",
    "exact",
    "in_use",
    "in_use_for_pairs",
)
_HEADER = ("tables", "key bits", "look-ups", "candidates", "a query", "storage", "design")


def plan_command(parser: argparse.ArgumentParser) -> None:
    """Compare designs of tables for finding near fingerprints."""
    parser.add_argument(
        "--documents", type=int, required=True, metavar="N", help="fingerprints in the library"
    )
    parser.add_argument(
        "--distance", type=int, required=True, metavar="K", help="greatest distance in bits"
    )
    parser.add_argument(
        "--bits", type=int, default=64, metavar="B", help="bits of a fingerprint (default: 64)"
    )
    add_output(parser, ("text", "csv", "json"))

    def run(arguments: argparse.Namespace) -> None:
        found = designs(arguments.documents, arguments.distance, arguments.bits)
        if arguments.format == "text":
            lines = plan_lines(found, arguments.documents, arguments.distance, arguments.bits)
            print_lines(lines, arguments.output)
        else:
            print_rows(arguments, PLAN_COLUMNS, map(_cells, found))

    parser.set_defaults(run=run)


_cells = attrgetter("name", *PLAN_COLUMNS[1:])


def plan_lines(
    found: tuple[Design, ...], documents: int, distance: int, bits: int
) -> Iterator[str]:
    """Return designs as a table, with marks on those in use."""
    yield (
        f"{documents:,} fingerprints of {bits} bits, all within {distance} bits of a given one; "
        "* is in use to look one up, + to find all pairs"
    )
    rows = [_HEADER, *(_texts(design) for design in found)]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    marks = ["  ", *(_mark(design) for design in found)]
    for mark, (*figures, name) in zip(marks, rows, strict=True):
        cells = (cell.rjust(width) for cell, width in zip(figures, widths, strict=True))
        yield f"{mark} {'  '.join(cells)}  {name}"
    yield "candidates: fingerprints that one look-up gives, on average, to be compared in full"


def _mark(design: Design) -> str:
    return ("*" if design.in_use else " ") + ("+" if design.in_use_for_pairs else " ")


def _texts(design: Design) -> tuple[str, ...]:
    return (
        f"{design.tables:,}",
        f"{design.key_bits}",
        f"{design.lookups:,}",
        _amount(design.candidates),
        _amount(design.candidates_a_query),
        _size(design.storage_bytes),
        design.name if design.exact else f"{design.name} (misses pairs)",
    )


def _amount(value: float) -> str:
    """Format an expected number: an integer from 10 up, two significant digits below.

    >>> _amount(262144.0), _amount(8.0), _amount(0.0123), _amount(9.3e-10)
    ('262,144', '8', '0.012', '9.3e-10')
    """
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _size(size: int) -> str:
    """Format a size in decimal units.

    >>> _size(640), _size(48_000_000), _size(2**39)
    ('640 B', '48 MB', '550 GB')
    """
    amount = float(size)
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if amount < 999.5:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:,.0f} PB"
