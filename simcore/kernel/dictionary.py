"""A dictionary of words for the core: a trie, packed into one array of bytes."""

import hashlib
import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.packing import packed

_FIRST_HAN, _BEHIND_HAN = 0x4E00, 0x9FD6
_SIGNS = frozenset("+#&._%-")
_NODE_BITS, _NUMBER_BITS = 22, 16
_GOES_ON = np.uint64(1 << 62)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)

Codes = NDArray[np.uint32]


def in_block(codes: Codes) -> NDArray[np.bool_]:
    """Mark the characters of which jieba's words are: Chinese ones, ASCII letters, a few signs."""
    block = (codes >= _FIRST_HAN) & (codes < _BEHIND_HAN)
    for character in map(chr, range(0x80)):
        if character.isalnum() or character in _SIGNS:
            block |= codes == ord(character)
    return block


def _numbers(codes: Codes) -> NDArray[np.int64]:
    """Return the number of each character of words: ASCII, then Chinese ones."""
    wide = codes.astype(np.int64)
    return np.where(wide < 0x80, wide, wide - _FIRST_HAN + 0x80)


def _is_cut(codes: Codes, lengths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mark the words that a run of such characters may have; no other one is ever looked up."""
    behind = np.cumsum(lengths)
    outside = np.concatenate([[0], np.cumsum(~in_block(codes))])
    whole: NDArray[np.bool_] = outside[behind] == outside[behind - lengths]
    return whole


def dictionary(frequencies: Mapping[str, int], total: int) -> bytes:
    """Pack words with their frequencies, whose sum is ``total`` (see ``core.h``).

    Words of frequency 0 are none: jieba lists the beginnings of words so. Raises ``ValueError`` for
    more than some million words.
    """
    words = [word for word, times in frequencies.items() if times > 0 and word]
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    cut = np.flatnonzero(_is_cut(codes, lengths))
    starts = (np.cumsum(lengths) - lengths)[cut]
    lengths, words = lengths[cut], [words[at] for at in cut.tolist()]
    numbers = _numbers(codes)
    times = np.array([frequencies[word] for word in words], dtype=np.float64)
    nodes, keys = _nodes(starts, lengths, numbers, times)
    count = len(keys) + 1
    known = np.zeros(count, dtype=[("weight", np.float64), ("hash", np.uint64)])
    known["weight"] = np.nan  # of what is no word
    of_total = math.log(total)
    known["weight"][nodes] = [math.log(frequencies[word]) - of_total for word in words]
    known["hash"][nodes] = np.fromiter(map(_word_hash, words), dtype=np.uint64, count=len(words))
    each = np.arange(1, count, dtype=np.uint64)
    each |= keys.astype(np.uint64) << np.uint64(_NODE_BITS)
    each[np.unique(keys >> _NUMBER_BITS)[1:] - 1] |= _GOES_ON  # all parents but the root
    roots = keys < 1 << _NUMBER_BITS
    first = np.zeros(0x80 + _BEHIND_HAN - _FIRST_HAN, dtype=np.uint64)
    first[keys[roots]] = each[roots]
    edges, slots = _hashed(keys[~roots], each[~roots])
    tail = np.array([math.log(1) - of_total]).tobytes() + slots.to_bytes(8, "little")
    return packed([first, edges, known], tail)


def _word_hash(word: str) -> int:
    if not any(map(str.isalnum, word)):
        return 0
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little")


def _nodes(
    starts: NDArray[np.int64],
    lengths: NDArray[np.int64],
    numbers: NDArray[np.int64],
    times: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the node of each word, and the key of each node but the root: parent and character.

    What is frequent comes first, so that what is known of it stands in few pages of memory.
    """
    now = np.zeros(len(starts), dtype=np.int64)
    keys: list[NDArray[np.int64]] = []
    made = 1
    for depth in range(int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > depth)
        key = now[longer] << _NUMBER_BITS | numbers[starts[longer] + depth]
        new, at = np.unique(key, return_inverse=True)
        order = np.argsort(-np.bincount(at, weights=times[longer]), kind="stable")
        now[longer] = made + np.argsort(order)[at]
        keys.append(new[order])
        made += len(new)
    if made >> _NODE_BITS:
        raise ValueError("a dictionary of so many words")
    return now, np.concatenate([*keys, np.zeros(0, dtype=np.int64)])


def _hashed(keys: NDArray[np.int64], edges: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], int]:
    """Hash edges to slots, a power of two; what finds its own full goes to the next empty one."""
    slots = 1 << max(4, (2 * len(keys)).bit_length())
    slot = keys.astype(np.uint64) * _GOLDEN >> np.uint64(32) & np.uint64(slots - 1)
    order = np.argsort(slot, kind="stable")
    rank = np.arange(len(order))
    places = np.maximum.accumulate(slot[order].astype(np.int64) - rank) + rank
    # behind the last one is an empty slot
    table = np.zeros(max(slots, int(places.max(initial=0)) + 1) + 1, dtype=np.uint64)
    table[places] = edges[order]
    return table, slots
