"""The texts that stand beside one in lists, and how much they share."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """Texts that are offered: a smaller one counts by its mark, others if the part counts."""

    texts: Sequence[tuple[int, bool]]
    counts: bool


class Text(NamedTuple):
    """A text: its size, the lists it is in, and what it needs where it is the smaller one."""

    size: int
    lists: frozenset[int]
    needed: int
    hidden: int
    least: int


def partners(
    one: int, texts: Sequence[Text], parts: Sequence[Part], most: int
) -> dict[int, tuple[int, bool]]:
    """Return those offered often enough, how much they share, and whether that matters."""
    counted: Counter[int] = Counter()
    for part in parts:
        for other, by_itself in part.texts:
            counted[other] += by_itself if texts[other].size < texts[one].size else part.counts
    found = {}
    for other in +counted:
        decides = min(texts[one], texts[other], key=lambda text: text.size)
        if counted[other] + min(decides.hidden, most) >= decides.needed:
            shared = len(texts[one].lists & texts[other].lists)
            found[other] = shared, shared >= decides.least
    return found
