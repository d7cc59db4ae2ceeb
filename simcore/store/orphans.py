"""Dropping the texts that no document of the index has any more, and what belongs to them."""

import json
import sqlite3

from simcore.fingerprint.recipes import width_of
from simcore.store.database import from_stored
from simcore.store.writing import block_places

# the newest text stays, so that no id is used twice: the candidate cache refers to ids
_ORPHANS = (
    "select id from text where not exists (select 1 from document where document.text = text.id)"
    " and id < (select max(id) from text)"
)
_OF_TEXTS = """
select recipe.id, recipe.key, fingerprint.text, fingerprint.value
from json_each(?) as wanted cross join recipe cross join fingerprint
    on fingerprint.recipe = recipe.id and fingerprint.text = wanted.value
"""


def drop_orphans(connection: sqlite3.Connection) -> None:
    """Within a transaction, remove what no document has any more."""
    orphans = json.dumps([text for (text,) in connection.execute(_ORPHANS)])
    gone: list[tuple[int, int]] = []
    blocks: list[tuple[int, int]] = []
    for recipe, key, text, value in connection.execute(_OF_TEXTS, (orphans,)):
        gone.append((recipe, text))
        if value is not None:
            (places,) = block_places(recipe, [from_stored(value)], width_of(key))
            blocks += [(place, text) for place in places]
    connection.executemany("delete from block where place = ? and text = ?", sorted(blocks))
    connection.executemany("delete from fingerprint where recipe = ? and text = ?", gone)
    connection.execute("delete from text where id in (select value from json_each(?))", (orphans,))
    connection.execute(
        "delete from folder where not exists"
        " (select 1 from document where document.folder = folder.id)"
    )
