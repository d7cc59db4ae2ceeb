"""``variorum plan``: the cost of designs that find all fingerprints within a distance."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from simcore.candidates.blocks import probes, radii
from simcore.candidates.designs import Design, designs, packed_lists
from simcore.cli.options import ROWS, add_output, named_path
from simcore.cli.output import counted, print_lines, print_rows
from simcore.index.index import FingerprintIndex, IndexSizes, block_rows, index_sizes
from simcore.model.reasons import FolderError

PLAN_COLUMNS = tuple(
    "design tables key_bits lookups candidates candidates_a_query storage_bytes packed_bytes exact "
    "in_use in_use_for_pairs".split()
)
_HEADER = ("tables", "key bits", "look-ups", "candidates", "a query", "storage", "packed", "design")


def plan_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--documents",
        type=int,
        metavar="N",
        help="fingerprints in the library (default: those of the index, if one is named)",
    )
    parser.add_argument(
        "--distance", type=int, required=True, metavar="K", help="greatest distance in bits"
    )
    parser.add_argument(
        "--bits", type=int, default=64, metavar="B", help="bits of a fingerprint (default: 64)"
    )
    parser.add_argument(
        "--index",
        type=named_path,
        metavar="FILE",
        help="an index: say what each of its tables takes, and its block tables if packed "
        "(default: none)",
    )
    add_output(parser, ("text", *ROWS))

    def run(arguments: argparse.Namespace) -> None:
        index = None if arguments.index is None else _measured(arguments.index)
        documents = arguments.documents
        if documents is None and index is not None:
            documents = index.texts
        if documents is None:
            parser.error("the following arguments are required: --documents, or --index")
        found = designs(documents, arguments.distance, arguments.bits)
        if arguments.format == "text":
            lines = plan_lines(found, documents, arguments.distance, arguments.bits)
            print_lines([*lines, *(index_lines(index) if index else ())], arguments.output)
        else:
            rows = list(map(_cells, found))
            if index is not None:
                rows += [_table_cells(index, name) for name in index.sizes.tables]
            print_rows(arguments, PLAN_COLUMNS, rows)

    parser.set_defaults(run=run)


_cells = attrgetter("name", *PLAN_COLUMNS[1:])


@dataclass(frozen=True, slots=True)
class _Measured:
    path: Path
    sizes: IndexSizes
    texts: int
    packed_blocks: int


def _measured(path: Path) -> _Measured:
    if not path.exists():
        raise FolderError(f"{path}: does not exist")
    with FingerprintIndex(path) as index:
        texts, places, numbers = block_rows(index)
        return _Measured(path, index_sizes(index), texts, packed_lists(places, numbers))


def _table_cells(index: _Measured, name: str) -> tuple[object, ...]:
    values = {
        "design": f"{index.path}: {name}",
        "storage_bytes": index.sizes.tables[name],
        "packed_bytes": index.packed_blocks if name == "block" else None,
    }
    return tuple(values.get(column) for column in PLAN_COLUMNS)


def index_lines(index: _Measured) -> Iterator[str]:
    sizes = index.sizes
    about = "about " if sizes.estimated else ""
    free = f", {_size(sizes.free)} of it free" if sizes.free else ""
    yield ""
    documents = counted(sizes.documents, "document", spec=",")
    yield f"{index.path}: {_size(sizes.whole)}{free}, {documents}"
    for name, size in sizes.tables.items():
        each = f", {size / sizes.documents:,.0f} B a document" if sizes.documents else ""
        packed = f"; delta-packed {_size(index.packed_blocks)}" if name == "block" else ""
        yield f"  {name:<12} {about}{_size(size)}{each}{packed}"


def plan_lines(
    found: tuple[Design, ...], documents: int, distance: int, bits: int
) -> Iterator[str]:
    yield (
        f"{counted(documents, 'fingerprint', spec=',')} of {bits} bits, all within "
        f"{counted(distance, 'bit')} of a given one; "
        "* is in use to look one up, + to find all pairs"
    )
    rows = [_HEADER, *(_texts(design) for design in found)]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    signs = ((one.in_use, one.in_use_for_pairs) for one in found)
    marks = ["  ", *(f"{'*' if look else ' '}{'+' if pairs else ' '}" for look, pairs in signs)]
    for mark, (*figures, name) in zip(marks, rows, strict=True):
        cells = (cell.rjust(width) for cell, width in zip(figures, widths, strict=True))
        yield f"{mark} {'  '.join(cells)}  {name}"
    yield "candidates: fingerprints that one look-up gives, on average, to be compared in full"
    blocks = max(1, bits // 16)
    if max(radii(distance, blocks)) > 1:
        yield "in a cluster no tables: each fingerprint is compared with each other one"
        return
    sent = probes(distance, blocks)
    size = sent * (bits // 8 + 1)  # and about a byte for the number of the document
    yield (
        f"in a cluster a fingerprint is sent {counted(sent, 'time', spec=',')}: "
        f"about {_size(size)} a document"
    )


def _texts(design: Design) -> tuple[str, ...]:
    return (
        f"{design.tables:,}",
        f"{design.key_bits}",
        f"{design.lookups:,}",
        _amount(design.candidates),
        _amount(design.candidates_a_query),
        _size(design.storage_bytes),
        _size(design.packed_bytes),
        design.name if design.exact else f"{design.name} (misses pairs)",
    )


def _amount(value: float) -> str:
    """Format an expected number: an integer from 10, two significant digits below.

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
