"""Why two documents are alike and what differs in them, as a row."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from simcore.analysis.explanation import Explanation, Feature, Passage, Side
from simcore.grouping.kinds import share_of
from simcore.model.config import ScanConfig
from simcore.reports.tables import badge_of, hexadecimal, shown_name

EXPLANATION_COLUMNS = tuple(
    "left right kind hidden_by distance bits similarity shown_similarity left_in_right "
    "right_in_left badge measure numbers_only too_short left_encoding right_encoding left_guessed "
    "right_guessed left_lossy right_lossy left_words right_words left_fingerprint "
    "right_fingerprint".split()
)


def explanation_row(
    explained: Explanation, config: ScanConfig, *, passages: bool, votes: bool
) -> dict[str, Any]:
    """Return the cells of an explanation by their columns.

    ``kind`` is None where thresholds hide the two; ``hidden_by`` names these, with spaces between.
    ``left_words`` counts the words of the left text. With ``passages`` there is what differs in
    words, and the longest passages; with ``votes`` what makes the fingerprints: these are lists,
    for JSON.
    """
    left, right, pair = explained.left, explained.right, explained.pair
    kind, least = explained.shown_kind(config), explained.least_features
    cells = (
        left.path,
        right.path,
        None if kind is None else shown_name(kind, numbers_only=pair.numbers_only),
        " ".join(one.value for one in explained.hiding(config)),
        explained.distance,
        explained.width,
        round(pair.resemblance, 6),
        round(share_of(replace(pair, kind=kind or pair.kind)), 6),
        round(pair.left_in_right, 6),
        round(pair.right_in_left, 6),
        badge_of(pair),
        pair.measure.value,
        pair.numbers_only,
        min(len(left.hashes), len(right.hashes)) < least,
        left.encoding,
        right.encoding,
        left.guessed,
        right.guessed,
        left.lossy,
        right.lossy,
        left.words.total(),
        right.words.total(),
        hexadecimal(left.fingerprint, explained.width),
        hexadecimal(right.fingerprint, explained.width),
    )
    row: dict[str, Any] = dict(zip(EXPLANATION_COLUMNS, cells, strict=True))
    return row | (_passages(explained) if passages else {}) | (_votes(explained) if votes else {})


def _passages(explained: Explanation) -> dict[str, Any]:
    """Return what differs in words, and the longest passages of both and of either alone.

    ``differences`` are None where the texts are too long to be told word by word.
    """
    found = explained.differences
    changes = [asdict(one) for one in found.changes]
    return {
        "differences": changes if found.complete else None,
        "more_differences": found.more,
        "moved": {unit.value: count for unit, count in found.moved},
        "shared_passages": _listed(explained.shared),
        "left_passages": _listed(explained.left.own),
        "right_passages": _listed(explained.right.own),
    }


def _listed(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    return [asdict(one) for one in passages]


def _votes(explained: Explanation) -> dict[str, Any]:
    """Return the heaviest features of both sides, and the votes on the bits that differ."""
    return {
        "shared_features": explained.shared_features,
        "left_features": _features(explained.left, explained.width),
        "right_features": _features(explained.right, explained.width),
        "differing_bits": [
            {name: int(getattr(one, name)) for name in ("bit", "left_votes", "right_votes")}
            for one in explained.differing
        ],
    }


def _features(side: Side, width: int) -> list[dict[str, Any]]:
    def plain(one: Feature) -> dict[str, Any]:
        return {"label": one.label, "hash": f"{one.hash:0{width // 4}x}", "weight": one.weight}

    return [plain(one) for one in side.heaviest]
