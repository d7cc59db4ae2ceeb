"""Precision and recall of a scan against labelled pairs, by the position of the slider.

    python benchmarks/quality.py FOLDER PAIRS.csv [--recipe NAME] [--similarity S]

PAIRS.csv has the columns ``left,right`` (paths below FOLDER) and, where resemblance was
measured, ``jaccard``; a labelled pair is true when its jaccard is at least S, or when there is
no such column. The scan uses an index in memory and two workers.
"""

import argparse
import csv
import time
from dataclasses import replace
from pathlib import Path

from simcore import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    FingerprintIndex,
    ScanConfig,
    candidate_pairs,
    make_executor,
    scan,
)
from simcore.report import pair_rows

Names = frozenset[str]


def labelled(path: Path, similarity: float) -> set[Names]:
    """Read the true pairs at a least similarity."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            frozenset((row["left"], row["right"]))
            for row in csv.DictReader(file)
            if float(row.get("jaccard") or 1) >= similarity
        }


def main() -> None:
    """Scan once, then print a row for each distance."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--recipe", default="default")
    parser.add_argument("--similarity", type=float, default=DEFAULT_SIMILARITY)
    arguments = parser.parse_args()
    config = ScanConfig(
        recipe=arguments.recipe,
        similarity=arguments.similarity,
        compared_distance=GREATEST_DISTANCE,
        jobs=2,
    )
    started = time.perf_counter()
    with FingerprintIndex(Path(":memory:")) as index, make_executor(config.jobs) as executor:
        report = scan([arguments.folder], config, index, executor)
    seconds = time.perf_counter() - started
    truth = labelled(arguments.pairs, arguments.similarity)
    clear = labelled(arguments.pairs, 0.9)
    print(
        f"{report.counts.documents} documents, {seconds:.1f} s with every pair within "
        f"{GREATEST_DISTANCE} bits compared, {len(truth)} true pairs at {arguments.similarity}"
    )
    print("| distance | proposed | shown | precision | recall | F1 | recall of >= 0.9 |")
    print("|---|---|---|---|---|---|---|")
    candidates = candidate_pairs(report.documents.values(), GREATEST_DISTANCE)
    for distance in range(GREATEST_DISTANCE + 1):
        at = replace(report, config=replace(config, distance=distance))
        found = {
            frozenset(
                document.path.relative_to(arguments.folder).as_posix()
                for document in (row.left, row.right)
            )
            for row in pair_rows(at, expand=True)
        }
        hits = len(found & truth)
        precision = hits / len(found) if found else 1.0
        recall = hits / len(truth)
        score = 2 * precision * recall / (precision + recall) if hits else 0.0
        proposed = sum(bits <= distance for _, _, bits in candidates)
        mark = {CLASSIC_DISTANCE: " (classic)", DEFAULT_DISTANCE: " (start)"}.get(distance, "")
        print(
            f"| {distance}{mark} | {proposed} | {len(found)} | {precision:.4f} | {recall:.4f} | "
            f"{score:.4f} | {len(found & clear) / len(clear):.4f} |"
        )


if __name__ == "__main__":
    main()
