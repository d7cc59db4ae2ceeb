"""Sketches by their definition, see ``simcore.candidates.sketches``."""

from collections.abc import Sequence

from simcore.kernel.core import shingles
from simcore.text.normal_form import code_points

_WORD = (1 << 64) - 1
_FACTOR = 0xBF58476D1CE4E5B9
_OF_SHINGLE = 1 << 31


def mixed(value: int) -> int:
    """Return the finaliser of SplitMix64 (Steele et al. 2014)."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _WORD
    return value ^ (value >> 31)


def is_chinese(character: str) -> bool:
    """Return whether a run that begins with a character is short."""
    return 0x3400 <= ord(character) < 0xA000 or ord(character) >= 0x20000


def runs(form: str) -> list[int]:
    """Return the hashes of the runs of a comparison form, in order."""
    short = shingles(code_points(form)).tolist()
    made = []
    for at, first in enumerate(short):
        chinese = is_chinese(form[at])
        end = at + (2 if chinese else 7)
        if end < len(short):
            between = 0 if chinese else short[at + 5]
            made.append(
                mixed(mixed(first * _FACTOR + between & _WORD) * _FACTOR + short[end] & _WORD)
            )
    if short and not made:
        whole = 0
        for one in short:
            whole = mixed(whole * _FACTOR + one & _WORD)
        made.append(whole)
    return made


def sketch_of(form: str) -> list[int]:
    """Return the sketch of a comparison form."""
    kept: set[int] = set()
    for rate in (32, 16, 8, 4, 2, 1):
        kept = {one & (_OF_SHINGLE - 1) for one in runs(form) if one % rate == 0}
        if len(kept) >= 96:
            break
    if len(form) < 128:
        kept |= {one & 0xFFFFFFFF | _OF_SHINGLE for one in shingles(code_points(form)).tolist()}
    return sorted(kept)


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Count what two sketches share."""
    return len(set(one) & set(other))


def level_of(sketch: Sequence[int]) -> int:
    """Return the number of times that the sampling rate of a sketch is halved to give 1."""
    if any(value >= _OF_SHINGLE for value in sketch):
        return 0
    return max(at for at in range(6) if all(value % (1 << at) == 0 for value in sketch))


def needed(
    one: Sequence[int],
    other: Sequence[int],
    alike: float,
    held: float,
    slack: float,
) -> float:
    """Return how many samples two texts share at least to be compared."""
    sides = [one, other]
    shingles = [sum(value >= _OF_SHINGLE for value in side) for side in sides]
    level = max(map(level_of, sides))
    sizes = [
        many
        if all(shingles)
        else sum(value < _OF_SHINGLE and value % (1 << level) == 0 for value in side)
        for many, side in zip(shingles, sides, strict=True)
    ]
    least = min(alike / (1 + alike) * sum(sizes), held * min(sizes))
    return least - max(1, slack * least**0.5)
