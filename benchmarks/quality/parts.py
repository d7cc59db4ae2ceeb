"""What a part may have of the shingles of the whole, and what the slider hides then.

    python -m benchmarks.quality.parts FOLDER

A pair whose texts are of about one length is a revision, and obeys similarity and distance; one
text of which is clearly shorter is a part, and obeys containment alone. For every limit between
the two: how many pairs the starting thresholds show as parts, and the share of the pairs hidden by
a distance of 3 bits and of 0 that are shown as parts.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from simcore import FingerprintIndex, Pair, ScanConfig, scan
from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_CONTAINMENT,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    LEAST_SIMILARITY,
    PART_LENGTH,
)
from simcore.workers import make_executor

_LIMITS = (0.7, 0.75, 0.78, 0.8, 0.82, 0.85, 0.9, 1.0)


def row(limit: float, pairs: Sequence[Pair]) -> str:
    """Return the row of a limit."""
    parts = {
        (pair.left, pair.right)
        for pair in pairs
        if pair.containment >= DEFAULT_CONTAINMENT
        and min(pair.left_in_right, pair.right_in_left) <= limit * pair.containment
    }
    cells = [f"**{limit:g}**" if limit == PART_LENGTH else f"{limit:g}"]
    far = _beyond(DEFAULT_DISTANCE, pairs)
    near = {
        (pair.left, pair.right) for pair in pairs if pair.resemblance >= DEFAULT_SIMILARITY
    } - far
    cells.append(str(len(parts - near)))
    for distance in (CLASSIC_DISTANCE, 0):
        hidden = _beyond(distance, pairs)
        cells.append(f"{len(hidden & parts) / len(hidden):.3f} of {len(hidden)}" if hidden else "")
    return f"| {' | '.join(cells)} |"


def _beyond(distance: int, pairs: Sequence[Pair]) -> set[tuple[int, int]]:
    """Return the pairs alike enough that are farther apart than a distance."""
    return {
        (pair.left, pair.right)
        for pair in pairs
        if pair.resemblance >= DEFAULT_SIMILARITY and pair.distance > distance and not pair.short
    }


def main() -> None:
    """Scan, and print a row for every limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    config = ScanConfig(similarity=LEAST_SIMILARITY, jobs=0)
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        pairs = scan([arguments.folder], config, index, executor).pairs
    print("| at most | parts at the start | of hidden at 3 bits | of hidden at 0 bits |")
    print("|---|---|---|---|")
    for limit in _LIMITS:
        print(row(limit, pairs))


if __name__ == "__main__":
    main()
