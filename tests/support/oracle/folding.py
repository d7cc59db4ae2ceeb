"""The normal form before simplified Chinese, and what a reader sees beyond it."""

import functools
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from simcore.kernel.core import (
    CODE,
    FOLD_DROPPED,
    FOLD_IDLE,
    FOLD_IN_CONTEXT,
    FOLD_OTHER_LETTER,
    FOLD_SEEN,
    FOLD_SEVERAL,
    FOLD_TRADITIONAL,
    FOLD_WORD,
)
from tables.folding import SPACE, expansion, fold_entries

_BREAKS = range(0x0A, 0x0E)


class Folded(NamedTuple):
    text: str
    traditional: bool
    foreign: bool
    notes: bytes
    spaces: bytes


class Character(NamedTuple):
    """A character of a text, what becomes of it, and what is seen instead."""

    code: int
    entry: int
    looks: list[int]


@functools.cache
def entry_of(code: int) -> tuple[int, int]:
    fold, seen = fold_entries(range(code, code + 1))
    return int(fold[0]), int(seen[0])


def _character(code: int, looks: list[int]) -> Character:
    entry, seen = entry_of(code)
    return Character(code, entry, looks + [seen] * bool(entry & FOLD_SEEN))


def _characters(text: str) -> Iterator[Character]:
    for code in map(ord, text):
        if not entry_of(code)[0] & FOLD_SEVERAL:
            yield _character(code, [])
            continue
        length, *rest = expansion(chr(code))
        noted = rest[length + 1 :]
        notes = list(zip(noted[::2], noted[1::2], strict=True))
        for place, one in enumerate(rest[:length]):
            yield _character(one, [look for at, look in notes if at == place])


def fold(text: str) -> Folded | None:
    """Fold a text; None if a character depends on its context."""
    characters = list(_characters(text))
    if any(one.entry & FOLD_IN_CONTEXT for one in characters):
        return None
    there = [at for at, one in enumerate(characters) if not one.entry & FOLD_DROPPED]
    kept = dict.fromkeys(there, True)  # place: whether it is in the normal form
    seen_spaces: list[int] = []
    runs = groupby(enumerate(there), lambda one: characters[one[1]].entry == SPACE)
    for space, run in runs:
        if not space:
            continue
        among, places = zip(*run, strict=True)
        kept |= dict.fromkeys(places, False)
        if among[0] == 0 or among[-1] == len(there) - 1:
            continue
        beside = characters[there[among[0] - 1]].entry | characters[there[among[-1] + 1]].entry
        if not beside & FOLD_IDLE:
            kept[places[0]] = True
        elif beside & FOLD_WORD or not any(characters[at].code in _BREAKS for at in places):
            seen_spaces.append(places[0])
    before = np.cumsum([0, *(kept.get(at, False) for at in range(len(characters)))]).tolist()
    notes = [(before[at], look) for at, one in enumerate(characters) for look in one.looks]
    return Folded(
        "".join(chr(characters[at].entry & CODE) for at in there if kept[at]),
        any(one.entry & FOLD_TRADITIONAL for one in characters),
        any(one.entry & FOLD_OTHER_LETTER for one in characters),
        b"".join(np.array(list(map(itemgetter(of), notes)), "<u4").tobytes() for of in (0, 1)),
        np.array([before[at] for at in seen_spaces], "<u4").tobytes(),
    )
