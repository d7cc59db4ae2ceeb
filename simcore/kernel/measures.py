"""What two texts share, counted in the core: see ``measures.c``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import texts
from simcore.kernel.library import library
from simcore.kernel.texts import address

Hashes = NDArray[np.uint64]
Counts = NDArray[np.int32]
Positions = NDArray[np.int64]
Places = NDArray[np.uint32]

_MORE = 4
"""Elements more than there are texts, and one, that the core looks ahead."""

_FIELDS, _SHARED = 7, 4
"""Of ``Sets`` in ``core.h``: how many, and from which on these are counts."""

_BEHIND = 4
"""Hashes behind others, as ``core.h`` says."""


def sort(values: Hashes) -> None:
    """Sort values in place: hashes several times as fast as NumPy, others hardly slower."""
    _called(library().core_sort, values)


def distinct(values: Hashes) -> Hashes:
    """Return the distinct values, sorted."""
    made = values.copy()
    return made[: _called(library().core_distinct, made)]


def longer(in_order: Hashes, length: int) -> Hashes:
    """Return the hashes of runs of ``length`` characters from those of shingles in order."""
    made = in_order.copy()
    count = library().core_longer(address(made), len(made), length)
    return made[:count]


def each(runs: Hashes) -> Hashes:
    """Return hashes that tell the occurrences of each hash apart, sorted; the first keeps its own.

    Two lists share as many of them as the sum of the lesser number of each hash.

    >>> one, two = (each(np.array(runs, np.uint64)) for runs in ([7, 7, 7, 8], [7, 7]))
    >>> shared([(Placed(one), Placed(two))])
    [2]
    """
    made = runs.copy()
    _called(library().core_each, made)
    return made


def _called(function: Callable[[int, int, int], int], values: Hashes) -> int:
    """Call what sorts values, with the spare room that it needs. Raises ``TypeError``."""
    if values.dtype != np.uint64:
        raise TypeError(f"values of {values.dtype} in the place of hashes")
    spare = texts.MEMORY.of(2 * values.nbytes)
    return function(address(values), len(values), spare.at)


class Placed:
    """Sorted hashes, all different, which are compared with others often: see ``core.h``."""

    __slots__ = ("_kept", "at", "hashes", "nbytes", "size")

    def __init__(self, hashes: Hashes) -> None:
        size = self.size = len(hashes)
        kept = np.empty(size + _BEHIND, dtype=np.uint64)
        kept[:size] = hashes
        kept[size:] = hashes[-1] if size else 0
        self.hashes = kept[:size]
        # one or two hashes for each of the highest bits
        bits = max(2, size.bit_length() - 1)
        index = np.empty((1 << bits) + 1, dtype=np.uint32)
        at, of_index = address(kept), address(index)
        library().core_index(at, size, bits, of_index)
        row = np.array([at, of_index, size, bits], dtype=np.int64)
        self.at = address(row)
        """Where the core finds all of it."""
        self.nbytes = kept.nbytes + index.nbytes
        """The bytes of all that is kept."""
        self._kept = index, row

    def places(self, values: Hashes) -> Places:
        """Return where values stand among these hashes, which have all of them."""
        made = np.empty(len(values), dtype=np.uint32)
        library().core_places(self.at, address(values), len(values), address(made))
        return made


def shared(pairs: Sequence[tuple[Placed, Placed]]) -> list[int]:
    """Count what the two of each pair share."""
    ends = [
        (one.at, other.at) if one.size < other.size else (other.at, one.at) for one, other in pairs
    ]
    asked = np.zeros((len(pairs), _FIELDS), dtype=np.int64)
    asked[:, :2] = np.array(ends, dtype=np.int64).reshape(-1, 2)
    library().core_shared(address(asked), len(asked))
    counts: list[int] = asked[:, _SHARED].tolist()
    return counts


def alone(pairs: Sequence[tuple[Placed, Places, Placed]], single: int, few: int) -> Positions:
    """Count the runs of hashes that others lack, of each: hashes, their order, and others.

    The order is that of ``Placed.places``. Shape (3, n): the numbers of all runs, of those of up to
    ``single`` hashes, and of up to ``few``.
    """
    asked = np.zeros((len(pairs), _FIELDS), dtype=np.int64)
    asked[:, :_SHARED] = np.array(
        [(one.at, other.at, address(places), len(places)) for one, places, other in pairs],
        dtype=np.int64,
    ).reshape(-1, _SHARED)
    marks = texts.MEMORY.of(max((one.size for one, *_ in pairs), default=0) + 1)
    library().core_alone(address(asked), len(asked), single, few, marks.at)
    return asked.T[_SHARED:]


def shared_runs(
    values: Hashes, starts: Positions, sizes: Positions, left: Positions, right: Positions
) -> Positions:
    """Count what two runs of ``values`` share, for pairs of them.

    Each is sorted and has different values; run n has ``sizes[n]`` of them, from ``starts[n]``.
    """
    rows = np.zeros((len(starts), 4), dtype=np.int64)
    rows[:, 0], rows[:, 2] = address(values) + values.itemsize * starts, sizes
    asked = np.zeros((len(left), _FIELDS), dtype=np.int64)
    ends = np.stack([left, right], axis=1, dtype=np.int64)
    asked[:, :2] = address(rows) + rows.strides[0] * ends
    library().core_shared(address(asked), len(asked))
    counts: Positions = asked[:, _SHARED]
    return counts


def joined(
    texts: Counts, slices: tuple[Counts, Counts], owners: Counts, least: Counts
) -> NDArray[np.int32]:
    """Count how many slices of ``texts`` name another text for each owner.

    ``slices`` are starts and lengths, ``owners`` whose each is, those of one together. Returns the
    owner, the text and the number, shape (n, 3), of pairs that reach the ``least`` of either.
    """
    starts, counts = slices
    pairs = np.empty((int(counts.sum(dtype=np.int64)) + 1, 3), dtype=np.int32)
    times = np.zeros(len(least), dtype=np.int32)
    met = np.empty(len(least) + 1, dtype=np.int32)
    before = map(address, (texts, starts, counts, owners))
    after = map(address, (least, times, met, pairs))
    count = library().core_joined(*before, len(owners), *after)
    return pairs[:count]


@dataclass(frozen=True, slots=True)
class Needs:
    """What is needed of each text where it is the smaller one of two, by the ``sizes``.

    It has to be counted ``needed`` times, without what is ``hidden`` from it; the two share at
    ``least`` so much, or it does not matter how much.
    """

    sizes: Counts
    needed: Counts
    hidden: Counts
    least: Counts


class Partners:
    """Finds the texts that stand beside one in lists, and counts the lists that both are in.

    ``offered`` are texts with a bit below each: whether it counts where it is the smaller one.
    ``lists`` are those of each text, text by text, as numbers below ``number``; those of text t
    begin at ``starts[t]``, and those of the last one end at the last start.
    """

    def __init__(
        self,
        offered: NDArray[np.uint32],
        needs: Needs,
        lists: NDArray[np.uint32],
        starts: NDArray[np.int64],
        number: int,
    ) -> None:
        self._held = offered, needs, lists, starts  # the core has their addresses
        self._number = number
        of_texts = needs.sizes, needs.needed, needs.hidden
        self._offered, *self._before = map(address, (offered, *of_texts))
        self._after = [address(one) for one in (needs.least, lists, starts)]

    def of(self, texts: Positions, parts: Positions, ends: Positions, most: Positions) -> Positions:
        """Return which texts are ``offered`` to some often enough, and how much both share.

        Shape (3, n): the others, ascending, the text, what they share. ``parts``, of shape (m, 3),
        are slices of what is offered, and whether texts that are not smaller count; those of each
        text end at one of ``ends``; a text is offered once in each. ``most`` is hidden at most.
        """
        lists, starts = self._held[2:]
        marks = np.zeros(self._number, dtype=np.uint8)
        counts = np.zeros(len(starts) - 1, dtype=np.int32)
        found = np.zeros((2, len(starts) + _MORE), dtype=np.int32)
        after = *self._after, *map(address, (marks, counts, *found))
        at, core_partners = address(parts), library().core_partners
        row = parts.strides[0]
        made = [np.zeros((3, 0), dtype=np.int64)]
        start = 0
        each = zip(texts.tolist(), ends.tolist(), most.tolist(), strict=True)
        for text, end, hidden in each:
            mine = lists[starts[text] : starts[text + 1]]
            marks[mine] = 1
            many = at + row * start, end - start
            count = core_partners(text, self._offered, *many, *self._before, hidden, *after)
            marks[mine] = 0
            start = end
            if count:
                some = np.empty((3, count), dtype=np.int64)
                some[::2], some[1] = found[:, :count], text
                made.append(some[:, np.argsort(some[0])] if count > 1 else some)
        return np.concatenate(made, axis=1)
