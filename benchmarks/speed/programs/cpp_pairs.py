"""The same pairs by simhash-cpp, through the package simhash-pybind.

    python cpp_pairs.py ARRAY.npy DISTANCE BLOCKS

Prints the seconds and how many pairs there are.
"""

import sys
import time

import numpy as np
import simhash  # type: ignore[import-not-found,unused-ignore] # is not a dependency


def main() -> None:
    """Find, print."""
    values = np.load(sys.argv[1]).tolist()
    started = time.perf_counter()
    found = simhash.find_all(values, int(sys.argv[3]), int(sys.argv[2]))
    print(time.perf_counter() - started, len(found))


if __name__ == "__main__":
    main()
