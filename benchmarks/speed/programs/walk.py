"""The least that a rescan can do: list every folder and ask for the state of every file.

    python walk.py FOLDER

Prints how many files there are and how many seconds the walk alone took.
"""

import os
import sys
import time


def main() -> None:
    """Walk, then print."""
    started = time.perf_counter()
    files = 0
    pending = [sys.argv[1]]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    entry.stat(follow_symlinks=False)
                    files += 1
    print(files, time.perf_counter() - started)


if __name__ == "__main__":
    main()
