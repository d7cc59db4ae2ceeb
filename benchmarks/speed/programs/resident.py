"""Documents against an index in memory, one after the other, and the same by asking the index.

    python resident.py INDEX FOLDER ASKED

FOLDER has documents that the index does not know. Prints the seconds to load the index and the
bytes that it takes, then on a line the seconds of an answer for each document, read, compared and
all, on the next those of asking the index for the first ASKED, and how many answers of these
differ.
"""

import sys
import time
from dataclasses import fields
from pathlib import Path

import numpy as np

from simcore import FingerprintIndex, ScanConfig
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import Similar, recall_similar


def shown(similar: Similar) -> set[tuple[Path, float]]:
    """Return what a person sees of an answer."""
    return {(similar.documents[one.right].path, one.resemblance) for one in similar.pairs}


def bytes_of(library: ResidentLibrary) -> int:
    """Return the memory that a library takes."""
    parts = library._parts  # noqa: SLF001
    held = [getattr(some, one.name) for some in parts for one in fields(some)]
    ids = 8 * len(library)
    return ids + sum(one.nbytes for one in held if isinstance(one, np.ndarray))


def main() -> None:
    """Load, ask once to be warm, then with a clock."""
    files = sorted(Path(sys.argv[2]).iterdir())
    asked = int(sys.argv[3])
    config = ScanConfig()
    with FingerprintIndex(Path(sys.argv[1])) as index:
        library = ResidentLibrary(recipe_key(config))
        started = time.perf_counter()
        library.refresh(index)
        print(time.perf_counter() - started, bytes_of(library))

        def answered(file: Path, resident: ResidentLibrary | None) -> tuple[float, Similar]:
            began = time.perf_counter()
            similar = recall_similar(file, config, index, resident=resident)
            return time.perf_counter() - began, similar

        answered(files[0], library)
        answered(files[0], None)
        ours = [answered(file, library) for file in files]
        theirs = [answered(file, None) for file in files[:asked]]
    print(*(seconds for seconds, _ in ours))
    print(*(seconds for seconds, _ in theirs))
    both = zip(ours, theirs, strict=False)
    print(sum(shown(one) != shown(other) for (_, one), (_, other) in both))


if __name__ == "__main__":
    main()
