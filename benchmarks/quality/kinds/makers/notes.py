"""Short notes: both written by hand."""

from benchmarks.quality.kinds.each import Maker, couples
from benchmarks.quality.kinds.model import Made
from benchmarks.quality.kinds.supply import Supply


def _by_hand(supply: Supply) -> Made:
    rows = supply.rows("notes")
    return Made(couples([(f"{left}\n", f"{right}\n") for left, right in rows]))


KINDS: dict[str, Maker] = dict.fromkeys(
    ("note-word", "note-number", "note-case", "note-other", "paraphrase"), _by_hand
)
