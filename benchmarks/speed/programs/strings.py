"""The pairs of near-duplicates among strings in memory, by one library.

    python strings.py variorum|rensa|datasketch STRINGS.json SIMILARITY PAIRS.json

Prints the seconds from having the strings to having the pairs, the processor seconds, and the
seconds of the first that went into making sets; the pairs go to the output, as positions. rensa and
datasketch take sets of the user's making: they get the runs of characters that Variorum compares.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_PERMUTATIONS = 128
_HAN = range(0x4E00, 0xA000)

Pairs = Iterator[tuple[int, int]]
Sets = list[list[str]]


def runs(text: str) -> set[str]:
    """Return the runs of letters and digits: four from a Chinese character on, or else five.

    >>> sorted(runs("Two words")), sorted(runs("合同自签订"))
    (['oword', 'twowo', 'words', 'wowor'], ['合同自签', '同自签订'])
    """
    letters = "".join(filter(str.isalnum, text.lower()))
    whole = set()
    for at, one in enumerate(letters):
        end = at + (4 if ord(one) in _HAN else 5)
        if end <= len(letters):
            whole.add(letters[at:end])
    return whole or {letters}


def by_variorum(texts: list[str], similarity: float) -> Pairs:
    """Ask for near-duplicates alone: no other library reports parts."""
    import simcore  # noqa: PLC0415 - each run imports only what its library needs

    for pair in simcore.pairs(texts, similarity=similarity, contained=False, expand=True):
        yield int(str(pair.left)), int(str(pair.right))


def by_rensa(sets: Sets, similarity: float) -> Pairs:
    """Insert R-MinHashes into the library's LSH, then query each; what it estimates lower goes."""
    rensa = importlib.import_module("rensa")

    made = rensa.RMinHash.from_token_sets(sets, num_perm=_PERMUTATIONS, seed=42)
    # 16 bands of 8: the LSH of its documentation for 128 permutations
    index = rensa.RMinHashLSH(threshold=similarity, num_perm=_PERMUTATIONS, num_bands=16)
    for number, value in enumerate(made):
        index.insert(number, value)
    for number, value in enumerate(made):
        for other in index.query(value):
            if number < other and value.jaccard(made[other]) >= similarity:
                yield number, other


def by_datasketch(sets: Sets, similarity: float) -> Pairs:
    """Insert MinHashes into the library's LSH, then query each; what it estimates lower goes."""
    datasketch = importlib.import_module("datasketch")

    index = datasketch.MinHashLSH(threshold=similarity, num_perm=_PERMUTATIONS)
    made = []
    for number, one in enumerate(sets):
        value = datasketch.MinHash(num_perm=_PERMUTATIONS)
        value.update_batch([run.encode() for run in one])
        index.insert(number, value)
        made.append(value)
    for number, value in enumerate(made):
        for other in index.query(value):
            if number < other and value.jaccard(made[other]) >= similarity:
                yield number, other


_BY_SETS: dict[str, Callable[[Sets, float], Pairs]] = {
    "rensa": by_rensa,
    "datasketch": by_datasketch,
}


def main() -> None:
    """Read the strings, pair them, print."""
    tool, similarity = sys.argv[1], float(sys.argv[3])
    texts: list[str] = json.loads(Path(sys.argv[2]).read_bytes())
    started, began = time.perf_counter(), time.process_time()
    made = 0.0
    if tool == "variorum":
        pairs = list(by_variorum(texts, similarity))
    else:
        sets = [list(runs(text)) for text in texts]
        made = time.perf_counter() - started
        pairs = list(_BY_SETS[tool](sets, similarity))
    print(time.perf_counter() - started, time.process_time() - began, made)
    Path(sys.argv[4]).write_text(json.dumps(pairs), encoding="ascii")


if __name__ == "__main__":
    main()
