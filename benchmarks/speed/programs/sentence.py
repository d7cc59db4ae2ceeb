"""What a first line of a script waits for: the import, and fingerprints of a sentence.

Prints the seconds of ``import simcore``, of the first fingerprint, and of each later one.
"""

import time

_SENTENCES = (
    "合同自双方签字之日起生效，有效期为三年。",
    "The contract takes effect on the day it is signed.",
)
_TIMES = 100


def main() -> None:
    """Import, fingerprint, print."""
    started = time.perf_counter()
    import simcore  # noqa: PLC0415 - it is what is measured

    imported = time.perf_counter()
    simcore.fingerprint(_SENTENCES[0])
    first = time.perf_counter()
    later = []
    for number in range(_TIMES):
        before = time.perf_counter()
        simcore.fingerprint(f"{_SENTENCES[number % 2]} {number}")
        later.append(time.perf_counter() - before)
    print(imported - started, first - imported, *later)


if __name__ == "__main__":
    main()
