"""One look-up after the other in an index file, and the same by a scan of all in SQL.

    python lookups.py INDEX DISTANCE QUERIES.npy SCANS

Prints the seconds of each look-up on a line, its processor seconds on the next, the seconds of the
first SCANS scans on a third, and how many answers of the scans differed from those of the look-ups.
"""

import sys
import time
from pathlib import Path

import numpy as np

from simcore import FingerprintIndex, ScanConfig
from simcore.index.sqlite_file import to_stored
from simcore.model.records import Fingerprint
from simcore.pipeline.jobs import recipe_key


def main() -> None:
    """Look up all once to be warm, then again with a clock."""
    index_path, distance, scans = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[4])
    queries = [Fingerprint(value) for value in np.load(sys.argv[3]).tolist()]
    recipe = recipe_key(ScanConfig())
    with FingerprintIndex(index_path) as index:
        found = [index.near(recipe, query, distance) for query in queries]
        seconds, worked = [], []
        for query in queries:
            started, began = time.perf_counter(), time.process_time()
            index.near(recipe, query, distance)
            worked.append(time.process_time() - began)
            seconds.append(time.perf_counter() - started)
        scanned = []
        differing = 0
        for query, expected in zip(queries[:scans], found, strict=False):
            started = time.perf_counter()
            rows = index.connection.execute(
                "select text from fingerprint where hamming(value, ?) <= ?",
                (to_stored(query, 64), distance),
            ).fetchall()
            scanned.append(time.perf_counter() - started)
            differing += {text for (text,) in rows} != {text for text, _ in expected}
    print(*seconds)
    print(*worked)
    print(*scanned)
    print(differing)


if __name__ == "__main__":
    main()
