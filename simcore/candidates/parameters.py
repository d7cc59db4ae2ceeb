"""The numbers that decide which pairs of texts are proposed: the key of the candidate cache.

Two fingerprints of b blocks within k bits agree in some block up to floor(k / b) bits
(pigeonhole; Manku, Jain and Das Sarma 2007 for b = 4 and k = 3, Norouzi, Punjani and Fleet 2012
in general), so b tables serve every distance: look up the key with up to that many bits flipped.
More closely (Norouzi, section 3): with k = b r + a, radius r is needed in the first a + 1 blocks
only and r - 1 in the others. 32, 64 and 128 bits have 2, 4 and 8 blocks.

Many fingerprints are an array of shape (n, 64-bit words), the word with the lowest bits first;
fingerprints of 32 bits have a word of 64.
"""

import functools
import itertools
import math
import os
import threading
import typing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.model.config import LEAST_SIMILARITY
from simcore.model.report import Progress, Stage
from simcore.text.shingles import LEAST_SKETCH, SAMPLINGS
from simcore.text.similarity import FEW_SHINGLES, LEAST_OF_FEW, MOST_OF_NUMBERS

if typing.TYPE_CHECKING:
    from concurrent.futures import Future


MOST_SAMPLINGS = 3
"""The number of sampling rates, besides unsampled values, that two bits of form can encode."""

SPARSEST = 1 << 8
"""Sketches are encoded without the bits that the sampling leaves 0, at most 8."""


@dataclass(frozen=True, slots=True)
class CandidateParameters:
    """All numbers that candidates depend on besides the texts and the request.

    ``samplings`` and ``least_sketch`` are those of ``simcore.text.shingles``: stored sketches
    depend on them, so another value needs another ``READER_VERSION``. A pair may fall short of
    ``least_similarity`` by so many standard ``deviations``. Texts of ``few_shingles`` at most, none
    clearly shorter, are compared from ``least_of_few`` on, and up to ``compared_by_words`` they may
    be more alike than by shingles (``simcore.text.similarity``). Samples propose
    pairs, the rarest first, within a budget of ``proposals_a_text``, or ``least_proposals`` in a
    small library; of these at most ``candidates_a_text``, or ``least_candidates``, are compared,
    and so many times as many are ``doubtful`` until common samples are counted.

    Where a route finds more pairs than it may compare, the texts are a crowd, and comparing as many
    as that tells little more than comparing few: then pairs are read for ``crowd_times`` the
    shingles of all texts, or ``crowd_shingles`` in a small library.

    The others are of fingerprints (``simcore.candidates.near``). These propose at most
    ``near_a_text`` pairs a text, or ``least_near``, as counted among ``texts_counted``; beyond that
    at most ``leaders`` represent neighbourhoods of at least one ``neighbourhood``-th of the texts,
    and each text is compared with the ``nearest`` of them. Of all these pairs those are left out
    that sketches rule out, one that they should not with a chance of at most ``near_loss``.
    Pairs of long texts are fewer: ``shingles_a_pair`` on average are read for them, here and below.

    The last are of texts that share what many share (``simcore.candidates.crowded``). Rarer samples
    propose at most ``common_a_text`` pairs of a text then, ``most_crowded`` in all. Where texts
    propose more than ``crowd`` pairs each, and at most half as many so, all of the first ``crowd``
    texts with a sample are looked at, and of later ones those with the first ``hubs`` and with the
    last few ``beside`` them; in all at most ``crowded_proposals_a_text``, or
    ``least_crowded_proposals`` in a small library, else the crowd is smaller. Of the promising ones
    ``crowded_a_text`` are compared, at least ``least_crowded`` and at most ``most_crowded``, and
    each text with the first ``hubs`` that it may be near to, and as many that may be its parts.

    Raises ``ValueError`` for sampling rates that cannot be encoded in a sketch.
    """

    samplings: tuple[int, ...] = SAMPLINGS
    least_sketch: int = LEAST_SKETCH
    least_similarity: float = LEAST_SIMILARITY
    deviations: float = 2.5
    few_shingles: int = FEW_SHINGLES
    least_of_few: float = LEAST_OF_FEW
    compared_by_words: int = MOST_OF_NUMBERS
    least_proposals: int = 1 << 24
    proposals_a_text: int = 512
    least_candidates: int = 1 << 17
    candidates_a_text: int = 64
    doubtful: int = 16
    crowd_times: int = 4
    crowd_shingles: int = 1 << 25
    least_near: int = 1 << 17
    near_a_text: int = 16
    texts_counted: int = 2_048
    leaders: int = 16
    nearest: int = 2
    neighbourhood: int = 64
    near_loss: float = 1e-4
    common_a_text: int = 4
    crowd: int = 1_024
    hubs: int = 4
    beside: int = 2
    least_crowded_proposals: int = 1 << 29
    crowded_proposals_a_text: int = 1 << 13
    least_crowded: int = 1 << 17
    crowded_a_text: int = 32
    most_crowded: int = 1 << 20
    shingles_a_pair: int = 1 << 13

    def __post_init__(self) -> None:
        rates = self.samplings
        if not 1 <= len(rates) <= MOST_SAMPLINGS:
            raise ValueError(f"1 to {MOST_SAMPLINGS} sampling rates can be told, not {len(rates)}")
        powers = all(rate.bit_count() == 1 and rate <= SPARSEST for rate in rates)
        if rates[0] != 1 or not powers or list(rates) != sorted(set(rates)):
            raise ValueError(f"sampling rates are 1 and rising powers of two, not {rates}")

    def read_in_a_crowd(self, shingles: int) -> int:
        """Return how many shingles are read to compare texts that have so many, in a crowd."""
        return max(self.crowd_shingles, self.crowd_times * shingles)


PARAMETERS = CandidateParameters()


Check = Callable[[], None]
"""Called by a piece every few milliseconds; raises when the piece must stop."""

_T = TypeVar("_T")
_Item = TypeVar("_Item")
_REPORT_SECONDS = 0.05
_AHEAD = 2
"""Threads that work ahead: each has a piece of the work in memory."""
_WORTH_THREADS = 1 << 20


def ahead(
    made: Callable[[_Item], _T],
    items: Iterable[_Item],
    check: Check,
    work: int,
    threads: int = _AHEAD,
    ended: threading.Event | None = None,
) -> Iterator[_T]:
    """Yield what is made of each item, in their order, and make the next ones meanwhile.

    In ``threads`` where there is enough ``work``, in numbers to go through, else here. ``check`` is
    called here before each item, and while none is there. No thread is left when this ends, and
    what is still made when it does is told so by ``ended``.
    """
    if work < _WORTH_THREADS or (os.cpu_count() or 1) == 1:
        for item in items:
            check()
            yield made(item)
        return
    from concurrent.futures import ThreadPoolExecutor, wait  # noqa: PLC0415 - takes a while

    with ThreadPoolExecutor(threads, thread_name_prefix="variorum-ahead") as executor:
        waiting: deque[Future[_T]] = deque()

        def first() -> _T:
            while not wait([waiting[0]], _REPORT_SECONDS).done:
                check()
            return waiting.popleft().result()

        try:
            for item in items:
                check()
                waiting.append(executor.submit(made, item))
                if len(waiting) > threads:
                    yield first()
            while waiting:
                yield first()
        finally:
            if ended is not None:
                ended.set()
            executor.shutdown(cancel_futures=True)


class _RunOver(Exception):  # noqa: N818 - no error: raised inside a piece when the run is over
    """The run is over; the result is not needed."""


def run(
    pieces: Sequence[tuple[int, Callable[[Check], list[_T]]]],
    progress: Progress,
    stage: Stage,
    threads: int,
) -> list[_T]:
    """Run all pieces and return their results in the order of the pieces.

    A piece is a number of units of progress and a function. With one thread they run in the
    calling thread. Progress is reported from the calling thread only; while ``report`` does not
    return, no new piece starts. No thread is left when this returns or raises. Raises
    ``Cancelled`` and the errors of the pieces.
    """
    here, ended = threading.get_ident(), threading.Event()
    total = sum(units for units, _ in pieces)
    done = 0

    def check() -> None:
        if threading.get_ident() == here:
            progress.report(stage, done, total)
        elif ended.is_set():
            raise _RunOver

    results: list[_T] = []
    work = _WORTH_THREADS if threads > 1 else 0
    found = ahead(lambda piece: piece[1](check), pieces, check, work, threads, ended)
    for (units, _), some in zip(pieces, found, strict=True):
        results += some
        done += units
    check()
    return results


BLOCK_COUNT = 4
"""Blocks of the default width of 64 bits."""

BLOCK_BITS = 16

MOST_PROBED_RADIUS = 3
"""Beyond this radius a block's probes cost more than they save: 2,517 keys at 4 bits."""

_USUAL_WIDTH = BLOCK_COUNT * BLOCK_BITS
_COMPARISONS_A_DOCUMENT = 10_000
_CHANCE_PAIRS_A_DOCUMENT = 0.1


def block_count(width: int) -> int:
    """Return the number of blocks of a fingerprint of ``width`` bits.

    >>> block_count(32), block_count(64), block_count(128)
    (2, 4, 8)
    """
    return width // BLOCK_BITS


def as_array(values: Sequence[int], width: int = _USUAL_WIDTH) -> NDArray[np.uint64]:
    """Return fingerprints of ``width`` bits as an array of shape (n, 64-bit words), lowest first.

    Raises ``OverflowError`` if a value has more bits.

    >>> as_array([1, 2**64 + 5], 128).tolist()
    [[1, 0], [5, 1]]
    """
    size = max(8, width // 8)
    joined = b"".join(value.to_bytes(size, "little") for value in values)
    return np.frombuffer(joined, dtype="<u8").reshape(len(values), size // 8)


def least_width(values: Sequence[int]) -> int:
    """Return the smallest fingerprint width, in bits, that all values fit into.

    Distances are the same in any width that holds them.

    >>> least_width([7]), least_width([7, 2**40]), least_width([2**64])
    (32, 64, 128)
    """
    bits = max(values, default=0).bit_length()
    return 32 if bits <= 32 else _USUAL_WIDTH if bits <= _USUAL_WIDTH else 128


def block_keys(fingerprints: NDArray[np.uint64], width: int = _USUAL_WIDTH) -> NDArray[np.uint16]:
    """Cut fingerprints, shape (n, 64-bit words), into blocks, lowest first: (n, blocks)."""
    cut = np.ascontiguousarray(fingerprints, dtype="<u8").view("<u2")
    return cut.reshape(len(fingerprints), max(4, block_count(width)))[:, : block_count(width)]


def radii(distance: int, blocks: int = BLOCK_COUNT) -> tuple[int, ...]:
    """Return, for each block, the number of bits to flip; -1 if it need not be probed.

    >>> radii(3), radii(7), radii(12)
    ((0, 0, 0, 0), (1, 1, 1, 1), (3, 2, 2, 2))
    >>> radii(3, blocks=8)
    (0, 0, 0, 0, -1, -1, -1, -1)
    """
    radius, rest = divmod(distance, blocks)
    return tuple(radius if no <= rest else radius - 1 for no in range(blocks))


@functools.cache
def probe_masks(radius: int) -> NDArray[np.uint16]:
    """Return every mask of at most ``radius`` bits in a block, fewest bits first.

    >>> len(probe_masks(0)), len(probe_masks(1)), len(probe_masks(2))
    (1, 17, 137)
    """
    masks = [
        sum(1 << bit for bit in bits)
        for count in range(min(radius, BLOCK_BITS) + 1)
        for bits in itertools.combinations(range(BLOCK_BITS), count)
    ]
    return np.array(masks, dtype=np.uint16)


def probes(distance: int, blocks: int = BLOCK_COUNT) -> int:
    """Count the look-ups of one fingerprint over all its blocks.

    >>> probes(3), probes(7), probes(11), probes(11, blocks=8)
    (4, 68, 548, 72)
    """
    return sum(
        sum(math.comb(BLOCK_BITS, count) for count in range(min(radius, BLOCK_BITS) + 1))
        for radius in radii(distance, blocks)
    )


def chance_share(distance: int, width: int = _USUAL_WIDTH) -> float:
    """Return the probability that two random fingerprints lie within ``distance`` bits.

    >>> round(100_000**2 / 2 * chance_share(12), -2)
    1100.0
    """
    return math.fsum(math.comb(width, bits) / 2.0**width for bits in range(distance + 1))


def probed_distance(width: int = _USUAL_WIDTH) -> int:
    """Return the greatest distance whose look-ups probe at most ``MOST_PROBED_RADIUS`` a block.

    >>> probed_distance(32), probed_distance(64), probed_distance(128)
    (7, 15, 31)
    """
    return block_count(width) * (MOST_PROBED_RADIUS + 1) - 1


@functools.lru_cache(maxsize=64)
def affordable_distance(documents: int, least: int, most: int, width: int = _USUAL_WIDTH) -> int:
    """Return the distance up to which fingerprints can propose pairs in a library of that size.

    The greatest for which chance alone proposes no more than one pair for ten documents, and
    probing takes no more than ten thousand comparisons a document (sort orders find all pairs
    with fewer, but the limit is defined by probing). Between ``least`` and ``most``, in bits of
    fingerprints of ``width``.

    >>> [affordable_distance(n, 3, 24) for n in (100, 2_257, 100_000, 1_000_000)]
    [20, 16, 13, 11]
    >>> [affordable_distance(2_257, 3, 24, width) for width in (32, 64, 128)]
    [5, 16, 24]
    """
    best = least
    for distance in range(least + 1, most + 1):
        by_chance = documents * chance_share(distance, width) / 2
        looked_up = probes(distance, block_count(width)) * documents / 2**BLOCK_BITS
        comparisons = min(documents / 2, looked_up)
        if by_chance > _CHANCE_PAIRS_A_DOCUMENT or comparisons > _COMPARISONS_A_DOCUMENT:
            break
        best = distance
    return best
