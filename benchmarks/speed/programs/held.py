"""A ``Library`` of strings that one more is asked about and added to, as a crawler does.

Takes a JSON file of strings. Prints the processor seconds of each ``near`` and ``add`` together,
and then of each text that is replaced.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from simcore import Library

_ASKED = 500


def _seconds(work: Callable[[int], None]) -> list[float]:
    taken = []
    for number in range(_ASKED):
        before = time.process_time()
        work(number)
        taken.append(time.process_time() - before)
    return taken


def main() -> None:
    """Make the library of all strings but the last ones, ask and add, replace, print."""
    texts = json.loads(Path(sys.argv[1]).read_bytes())
    new = texts[-_ASKED:]
    library = Library(dict(enumerate(texts[:-_ASKED])))
    library.near(new[0])

    def ask_and_add(number: int) -> None:
        library.near(new[number])
        library.add(f"new {number}", new[number])

    def replace(number: int) -> None:
        library.add(number, f"{new[number]} {number}")

    print(*_seconds(ask_and_add))
    print(*_seconds(replace))


if __name__ == "__main__":
    main()
