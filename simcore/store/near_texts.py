"""Which texts of the index have fingerprints within some bits of one."""

import json
import sqlite3

import numpy as np

from simcore.candidates.blocks import (
    MOST_PROBED_RADIUS,
    as_array,
    block_count,
    block_keys,
    probe_masks,
    radii,
)
from simcore.fingerprint.recipes import width_of
from simcore.model.records import Fingerprint, TextId
from simcore.store.writing import block_places_of

_ALL = "select text, value from fingerprint where recipe = ? and value is not null"
# cross join fixes the order: otherwise SQLite scans a whole table
_PROBE = """
select fingerprint.text, fingerprint.value from json_each(?) as probe
cross join block on block.place = probe.value
cross join fingerprint on fingerprint.recipe = ? and fingerprint.text = block.text
"""


def near_texts(
    connection: sqlite3.Connection, recipe: str, fingerprint: Fingerprint, distance: int
) -> list[tuple[TextId, int]]:
    """Do as ``FingerprintIndex.near``."""
    width = width_of(recipe)
    count = block_count(width)
    flipped = radii(distance, count)
    known = connection.execute("select id from recipe where key = ?", (recipe,))
    number = next((number for (number,) in known), None)
    if number is None:
        return []
    if max(flipped) > MOST_PROBED_RADIUS:
        rows = connection.execute(_ALL, (number,)).fetchall()
    else:
        keys = block_keys(as_array([fingerprint], width), width)[0]
        probed = [
            block_places_of(number, no, (key ^ probe_masks(radius)).astype(np.int64))
            for no, (key, radius) in enumerate(zip(keys, flipped, strict=True))
            if radius >= 0
        ]
        # sorted as in the table: neighbours are in pages just read
        places = json.dumps(np.sort(np.concatenate(probed)).tolist())
        rows = connection.execute(_PROBE, (places, number)).fetchall()
    size = max(8, width // 8)
    if width <= 64:
        values = np.array([value for _, value in rows], dtype=np.int64).view(np.uint64)
        values = values.reshape(len(rows), 1)
    else:
        joined = b"".join([value for _, value in rows if isinstance(value, bytes)])
        values = np.frombuffer(joined, dtype="<u8").reshape(len(rows), size // 8)
    apart = np.bitwise_count(values ^ as_array([fingerprint], width)).sum(axis=1, dtype=np.int64)
    near = {rows[at][0]: int(apart[at]) for at in np.flatnonzero(apart <= distance).tolist()}
    return sorted(
        ((TextId(text), bits) for text, bits in near.items()), key=lambda found: found[::-1]
    )
