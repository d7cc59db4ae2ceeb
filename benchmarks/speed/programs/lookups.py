"""One look-up after the other in an index file, and the same by a scan of all in SQL.

    python lookups.py INDEX DISTANCE QUERIES.npy SCANS

Prints the seconds of each look-up on a line, those of the first SCANS scans on the next, and how
many answers of the scans differed from those of the look-ups.
"""

import sys
import time
from pathlib import Path

import numpy as np

from simcore import Fingerprint, FingerprintIndex, ScanConfig
from simcore.database import to_signed
from simcore.digest import recipe_key


def main() -> None:
    """Look up all once to be warm, then again with a clock."""
    index_path, distance, scans = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[4])
    queries = [Fingerprint(value) for value in np.load(sys.argv[3]).tolist()]
    recipe = recipe_key(ScanConfig())
    with FingerprintIndex(index_path) as index:
        found = [index.near(recipe, query, distance) for query in queries]
        seconds = []
        for query in queries:
            started = time.perf_counter()
            index.near(recipe, query, distance)
            seconds.append(time.perf_counter() - started)
        scanned = []
        differing = 0
        for query, expected in zip(queries[:scans], found, strict=False):
            started = time.perf_counter()
            rows = index.connection.execute(
                "select text from fingerprint where hamming(value, ?) <= ?",
                (to_signed(query), distance),
            ).fetchall()
            scanned.append(time.perf_counter() - started)
            differing += {text for (text,) in rows} != {text for text, _ in expected}
    print(*seconds)
    print(*scanned)
    print(differing)


if __name__ == "__main__":
    main()
