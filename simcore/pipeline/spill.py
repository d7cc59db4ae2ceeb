"""Texts ready for comparison, kept in temporary files while pairs are compared.

In dense libraries each text is in many batches of pairs, and reading, decoding and shingling it
again for each would take most of the time.
"""

import contextlib
import itertools
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from simcore.model.records import TextId, TextPair

_BYTES_A_CHARACTER = 2 * 3
"""Most characters in UTF-8, in the text and in its comparison form; English takes a third."""

_MOST_BYTES = 512 * 1024 * 1024


def worth_keeping(
    batches: Sequence[Sequence[TextPair]], sizes: Mapping[TextId, int]
) -> frozenset[TextId]:
    """Choose the texts that several batches of pairs need, the most needed first.

    ``sizes`` are in characters; the chosen texts take 512 MB at most.

    >>> one, two, three = TextId(1), TextId(2), TextId(3)
    >>> sorted(worth_keeping([[(one, two)], [(one, three)]], {one: 9, two: 9, three: 9}))
    [1]
    """
    needed = Counter(text for batch in batches for text in {t for pair in batch for t in pair})
    room = _MOST_BYTES
    chosen: set[TextId] = set()
    for text, times in needed.most_common():
        size = _BYTES_A_CHARACTER * sizes[text]
        if times > 1 and size <= room:
            chosen.add(text)
            room -= size
    return frozenset(chosen)


def keep(folder: Path, text: TextId, parts: Sequence[bytes]) -> None:
    """Write what a text is compared by to a file, if possible: see ``simcore.pipeline.exact``."""
    part = folder / f"{text}.{os.getpid()}"
    sizes = np.array([len(parts), *map(len, parts)], dtype="<u8")
    # atomic for other processes
    with contextlib.suppress(OSError):
        part.write_bytes(b"".join([sizes.tobytes(), *parts]))
        part.replace(folder / str(text))


def kept(folder: Path, text: TextId) -> list[bytes] | None:
    """Return the parts that were kept of a text, None if there are none."""
    try:
        data = (folder / str(text)).read_bytes()
    except OSError:
        return None
    (count,) = np.frombuffer(data, dtype="<u8", count=1).tolist()
    sizes = np.frombuffer(data, dtype="<u8", count=count, offset=8).tolist()
    ends = itertools.accumulate(sizes, initial=8 * (count + 1))
    return [data[start:end] for start, end in itertools.pairwise(ends)]
