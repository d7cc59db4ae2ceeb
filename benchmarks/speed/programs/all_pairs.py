"""Every pair of fingerprints of an index file within a distance.

    python all_pairs.py INDEX DISTANCE OUTPUT.npy

Prints the seconds from opening the file to having the pairs, how many of them went into reading,
and the processor seconds; the pairs go to the output, as positions in the order of the index.
"""

import sys
import time
from pathlib import Path

import numpy as np

from simcore import FingerprintIndex, ScanConfig
from simcore.candidates.blocks import near_pairs
from simcore.pipeline.jobs import recipe_key


def main() -> None:
    """Read, pair, print."""
    index_path, distance, output = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    started, began = time.perf_counter(), time.process_time()
    with FingerprintIndex(index_path) as index:
        rows = index.connection.execute(
            # by recipe, as all of the index's queries: else SQLite walks another index
            "select value from fingerprint where recipe = (select id from recipe where key = ?)"
            " and value is not null order by text",
            (recipe_key(ScanConfig()),),
        )
        signed = np.fromiter((value for (value,) in rows), dtype=np.int64)
    read = time.perf_counter()
    left, right, _ = near_pairs(signed.view(np.uint64).reshape(-1, 1), distance)
    ended, worked = time.perf_counter(), time.process_time() - began
    np.save(output, np.stack([left, right], axis=1))
    print(ended - started, read - started, worked)


if __name__ == "__main__":
    main()
