"""Near-duplicates of documents the way a script finds them: a library extracts, rensa compares.

    python extracting.py kreuzberg|markitdown FOLDER

Uses all processors for the extraction. Prints how many documents gave a text, and how many pairs
were found.
"""

import functools
import importlib
import multiprocessing
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_SIMILARITY = 0.8
_SHINGLE = 5
_PERMUTATIONS = 128


def _kreuzberg(path: str) -> str:
    return str(_imported("kreuzberg").extract_file_sync(path).content)


def _markitdown(path: str) -> str:
    return str(_converter().convert(path).text_content)


@functools.cache
def _converter() -> Any:
    return _imported("markitdown").MarkItDown(enable_plugins=False)


def _imported(name: str) -> Any:
    """Import a library that only this program needs, and that has no types."""
    return importlib.import_module(name)


_TOOLS: dict[str, Callable[[str], str]] = {"kreuzberg": _kreuzberg, "markitdown": _markitdown}


def _text(job: tuple[str, str]) -> str:
    tool, path = job
    try:
        return _TOOLS[tool](path)
    except Exception:  # noqa: BLE001 - a library may raise anything
        return ""


def main() -> None:
    """Extract all, then find the pairs."""
    rensa = _imported("rensa")
    tool, folder = sys.argv[1], Path(sys.argv[2])
    paths = sorted(str(path) for path in folder.rglob("*") if path.is_file())
    with multiprocessing.Pool(os.cpu_count()) as pool:
        texts = pool.map(_text, [(tool, path) for path in paths], chunksize=8)
    index = rensa.RMinHashLSH(threshold=_SIMILARITY, num_perm=_PERMUTATIONS, num_bands=16)
    hashes = []
    for number, text in enumerate(texts):
        joined = "".join(text.lower().split())
        found = rensa.RMinHash(num_perm=_PERMUTATIONS, seed=42)
        found.update([joined[at : at + _SHINGLE] for at in range(len(joined) - _SHINGLE + 1)])
        hashes.append(found)
        index.insert(number, found)
    pairs = {
        (other, number)
        for number, found in enumerate(hashes)
        for other in index.query(found)
        if other < number and found.jaccard(hashes[other]) >= _SIMILARITY
    }
    print(sum(map(bool, texts)), len(pairs))


if __name__ == "__main__":
    main()
