"""Designs of block tables, and the cost of each to find all fingerprints within a distance.

Looking one up and finding all pairs of a library are two tasks, which the index and
``simcore.candidates.near_pairs`` solve with two designs: each is marked.

Manku, Jain and Das Sarma 2007 (section 3) keep several tables of the fingerprints, each with its
bits permuted so that some blocks lead, and look up the leading bits once in each. Norouzi, Punjani
and Fleet 2012 (multi-index hashing) keep few tables and look up neighbouring keys as well.
"""

import math
from dataclasses import dataclass, replace

from simcore.analysis.packed_tables import lists_bytes, sorted_bytes
from simcore.candidates.blocks import MOST_PROBED_RADIUS, block_count, radii
from simcore.candidates.sort_orders import SortOrders, cheapest
from simcore.model.errors import ConfigError

_MOST_LEADING_BLOCKS = 4
_CLASSIC_TABLES = 4
_MOST_DOCUMENTS = 2**63
_NUMBER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Design:
    """One way to find all fingerprints within a distance of a given one, and what it costs.

    ``key_bits`` is the least number of leading bits that a look-up compares, ``lookups`` the number
    of look-ups of a query over all tables. ``candidates`` is the mean number of uniformly
    distributed fingerprints that a look-up returns; each is then compared in full.
    ``storage_bytes`` is the size of the tables without a database around them: fingerprints, and
    document numbers of 8 bytes; ``packed_bytes`` is what they take packed, as
    ``simcore.analysis.packed_tables`` says. ``exact`` is whether nothing within the distance is
    missed, ``in_use`` whether Variorum looks a document up this way, ``in_use_for_pairs`` whether
    it finds all pairs of uniformly distributed fingerprints so in a library of that size.
    """

    name: str
    tables: int
    key_bits: int
    lookups: int
    candidates: float
    storage_bytes: int
    packed_bytes: int
    exact: bool = True
    in_use: bool = False
    in_use_for_pairs: bool = False

    @property
    def candidates_a_query(self) -> float:
        """The number of candidates that a query compares in full, over all look-ups."""
        return self.candidates * self.lookups


def table_key_bits(bits: int, blocks: int, leading: int) -> int:
    """Return the least bits of ``leading`` of ``blocks`` blocks, cut as evenly as possible.

    >>> table_key_bits(64, 4, 1), table_key_bits(64, 6, 3), table_key_bits(64, 5, 2)
    (16, 31, 25)
    """
    narrow, wider = divmod(bits, blocks)
    return leading * narrow + max(0, leading - (blocks - wider))


def designs(documents: int, distance: int, bits: int = 64) -> tuple[Design, ...]:
    """Return designs for finding fingerprints within ``distance`` of ``bits`` bits.

    Ordered by the number of tables. With k + z blocks, k differing bits leave z blocks equal, so
    tables in which every choice of z blocks leads once miss nothing. Raises ``ConfigError`` for
    less than 1 or more than 2**63 documents, a distance below 0 or not below ``bits``, and bits
    that are not a multiple of 8 from 8 to 1024.

    >>> for design in designs(2**34, 3):
    ...     print(design.tables, design.key_bits, design.lookups, design.candidates)
    0 0 1 17179869184.0
    1 64 43745 9.313225746154785e-10
    4 16 4 262144.0
    4 16 4 262144.0
    10 25 10 512.0
    16 28 16 64.0
    20 31 20 8.0
    20 31 20 4.4
    35 36 35 0.25
    """
    if not 1 <= documents <= _MOST_DOCUMENTS:
        raise ConfigError(f"the documents must be 1 to {_MOST_DOCUMENTS}, not {documents}")
    if bits % 8 or not 8 <= bits <= 1024:
        raise ConfigError(f"the bits must be a multiple of 8 from 8 to 1024, not {bits}")
    if not 0 <= distance < bits:
        raise ConfigError(f"the distance must lie between 0 and {bits - 1} bits, not {distance}")
    # the rule of simcore.store.index
    probed = max(radii(distance, max(1, block_count(bits)))) <= MOST_PROBED_RADIUS
    orders = cheapest(documents, distance, bits)
    found = [
        replace(
            _sorted("no table, compared with all", documents, bits, 0, key_bits=0, lookups=1),
            in_use=not probed,
            in_use_for_pairs=not orders.cuts,
        ),
        _neighbours(documents, distance, bits),
        replace(_probing(documents, distance, bits), in_use=probed),
    ]
    if distance >= _CLASSIC_TABLES:
        # a common misuse: the four tables for 3 bits, used for larger distances
        name = f"{_CLASSIC_TABLES} blocks, exact to {_CLASSIC_TABLES - 1} bits only"
        classic = _numbered(name, documents, bits, _CLASSIC_TABLES, _CLASSIC_TABLES)
        found.append(replace(classic, exact=False))
    found += [
        _permuted(documents, distance, bits, leading)
        for leading in range(1, _MOST_LEADING_BLOCKS + 1)
        if distance + leading <= bits
    ]
    nested = _nested(documents, distance, bits)
    if nested is not None:
        found.append(nested)
    if orders.cuts:
        found.append(_sort_orders(documents, bits, orders))
    return tuple(sorted(found, key=lambda design: design.tables))


def _sorted(
    name: str, documents: int, bits: int, tables: int, *, key_bits: int, lookups: int
) -> Design:
    """Describe copies of all fingerprints, each with the number of its document, sorted."""
    copies = max(1, tables)
    return Design(
        name,
        tables,
        key_bits,
        lookups,
        math.ldexp(float(documents), -key_bits),
        copies * documents * (bits // 8 + _NUMBER_BYTES),
        round(copies * sorted_bytes(documents, bits)),
    )


def _numbered(name: str, documents: int, bits: int, tables: int, lookups: int) -> Design:
    """Describe tables of document numbers by the bits of a block; fingerprints are stored once."""
    key_bits = bits // tables
    return Design(
        name,
        tables,
        key_bits,
        lookups,
        math.ldexp(float(documents), -key_bits),
        documents * (bits // 8 + tables * _NUMBER_BYTES),
        round(documents * (bits // 8) + tables * lists_bytes(documents, key_bits)),
    )


def _sort_orders(documents: int, bits: int, orders: SortOrders) -> Design:
    """Describe how all pairs are found: sorted anew for each table, never more than one held."""
    cuts, tables = orders.cuts, orders.tables
    choices = " and ".join(dict.fromkeys(f"{cut.leading} of {cut.blocks}" for cut in cuts))
    parts = f"{len(cuts)} {'part' if len(cuts) == 1 else 'parts'}"
    key_bits = min(table_key_bits(cut.width, cut.blocks, cut.leading) for cut in cuts)
    name = f"{parts}, sorted by {choices} blocks of each"
    return replace(
        _sorted(name, documents, bits, 1, key_bits=key_bits, lookups=tables),
        tables=tables,
        candidates=documents * sum(cut.tables * cut.share for cut in cuts) / tables,
        in_use_for_pairs=True,
    )


def _neighbours(documents: int, distance: int, bits: int) -> Design:
    """Sort one table, look up every fingerprint within the distance (Manku, section 3)."""
    lookups = sum(math.comb(bits, flipped) for flipped in range(distance + 1))
    name = "sorted fingerprints, every neighbour looked up"
    return _sorted(name, documents, bits, 1, key_bits=bits, lookups=lookups)


def _probing(documents: int, distance: int, bits: int) -> Design:
    blocks = max(1, block_count(bits))
    width = bits // blocks
    flips = radii(distance, blocks)
    lookups = sum(
        math.comb(width, flipped) for radius in flips for flipped in range(min(radius, width) + 1)
    )
    most = max(flips)
    name = f"{blocks} blocks, keys with up to {most} bits flipped" if most else f"{blocks} blocks"
    return _numbered(name, documents, bits, blocks, lookups)


def _permuted(documents: int, distance: int, bits: int, leading: int) -> Design:
    blocks = distance + leading
    tables = math.comb(blocks, leading)
    key_bits = table_key_bits(bits, blocks, leading)
    name = f"permuted copies, {leading} of {blocks} blocks leading"
    return _sorted(name, documents, bits, tables, key_bits=key_bits, lookups=tables)


def _nested(documents: int, distance: int, bits: int) -> Design | None:
    """Lead with one block, then cut the rest again (Manku's 16 tables); None for too few bits."""
    blocks = distance + 1
    widths = {bits // blocks, -(-bits // blocks)}
    if blocks == 1 or min(bits - width for width in widths) < blocks:
        return None
    key_bits = min(width + table_key_bits(bits - width, blocks, 1) for width in widths)
    tables = blocks * blocks
    name = f"permuted copies, 1 of {blocks} blocks leading, then 1 of {blocks} of the rest"
    return _sorted(name, documents, bits, tables, key_bits=key_bits, lookups=tables)
