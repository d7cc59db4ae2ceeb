"""The same pairs by faiss, IndexBinaryMultiHash with four hashes of 16 bits.

    python faiss_pairs.py ARRAY.npy DISTANCE QUERIES

Adds all, then asks for the neighbours of the first QUERIES; prints the seconds of both, and how
many neighbours there are, each fingerprint being its own.
"""

import sys
import time

import faiss  # type: ignore[import-not-found,unused-ignore] # is not a dependency
import numpy as np


def main() -> None:
    """Add, search, print."""
    codes = np.load(sys.argv[1]).astype("<u8").view(np.uint8).reshape(-1, 8)
    distance, queries = int(sys.argv[2]), int(sys.argv[3])
    started = time.perf_counter()
    index = faiss.IndexBinaryMultiHash(64, 4, 16)
    # what flipping so many bits of a hash misses does not exist within the distance
    index.nflip = distance // 4
    index.add(codes)
    added = time.perf_counter()
    limits, _, _ = index.range_search(codes[:queries], distance + 1)
    print(added - started, time.perf_counter() - added, int(limits[-1]))


if __name__ == "__main__":
    main()
