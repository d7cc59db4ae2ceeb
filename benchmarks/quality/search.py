"""What share of the pairs worth showing the search proposes, against comparing all pairs.

    python -m benchmarks.quality.search FOLDER ... [--lowest]

Each folder is scanned as usual, and once more with all pairs of texts as candidates. Prints a row a
folder: its texts, the pairs that are shown and that a scan keeps since a lower similarity may show
them, how many were compared for each pair shown, and the share of the shown and of the kept pairs
that the usual scan finds. ``--lowest`` is at the lowest similarity and containment, and at any
distance. Only pairs of different texts count.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from simcore import FingerprintIndex, ScanConfig, ScanReport, scan
from simcore.grouping.pairs import shown_kind
from simcore.index.documents import Documents
from simcore.model.config import LEAST_CONTAINMENT, LEAST_SIMILARITY
from simcore.pipeline import candidates
from simcore.workers import make_executor

_Pairs = dict[tuple[Path, Path], bool]
_HEADER = ("folder", "texts", "shown", "kept", "compared a pair shown", "of shown", "of kept")


def main() -> None:
    """Scan, compare all pairs, print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--lowest", action="store_true", help="at the lowest thresholds")
    arguments = parser.parse_args()
    config = ScanConfig()
    if arguments.lowest:
        config = replace(
            config, similarity=LEAST_SIMILARITY, containment=LEAST_CONTAINMENT, distance=64
        )
    print(f"| {' | '.join(_HEADER)} |\n|{'---|' * len(_HEADER)}")
    for folder in arguments.folder:
        usual = _scanned(folder, config)
        found = _pairs(usual)
        with _all_compared():
            every = _pairs(whole := _scanned(folder, config))
        shown = [pair for pair, is_shown in every.items() if is_shown]
        texts = len({one.text for one in whole.documents.values() if one.comparable})
        cells = (
            folder.name,
            f"{texts:,}",
            f"{len(shown):,}",
            f"{len(every):,}",
            f"{usual.counts.candidates / max(1, len(shown)):.2f}",
            f"{sum(pair in found for pair in shown) / max(1, len(shown)):.4f}",
            f"{sum(pair in found for pair in every) / max(1, len(every)):.4f}",
        )
        print(f"| {' | '.join(cells)} |", flush=True)


def _scanned(folder: Path, config: ScanConfig) -> ScanReport:
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        return scan([folder], config, index, executor)


def _pairs(report: ScanReport) -> _Pairs:
    """Return the pairs of different texts that a scan keeps, and whether each is shown."""
    documents = report.documents
    return {
        (documents[one.left].path, documents[one.right].path): (
            shown_kind(one, report.config) is not None
        )
        for one in report.pairs
        if documents[one.left].text != documents[one.right].text
    }


@contextmanager
def _all_compared() -> Iterator[None]:
    """Let scans compare all texts with all others."""
    usual = candidates.find_candidates

    def every(documents: Documents, *given: Any, **named: Any) -> candidates.CandidatePairs:
        rows = np.sort(documents.firsts)
        left, right = np.triu_indices(len(rows), 1)
        return replace(
            usual(documents, *given, **named), left=rows[left], right=rows[right], counted=None
        )

    candidates.find_candidates = every
    try:
        yield
    finally:
        candidates.find_candidates = usual


if __name__ == "__main__":
    main()
