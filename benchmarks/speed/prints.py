"""A million fingerprints in an index file, with planted clusters; their pairs by brute force."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.speed.bench import Bench
from benchmarks.speed.words import random_bits
from simcore import FingerprintIndex, ScanConfig
from simcore.formats.reading import READER_VERSION
from simcore.index.schema import VERSION
from simcore.model.records import Fingerprint, Fingerprinted, SourceFile
from simcore.pipeline.jobs import recipe_key

__all__ = ["Prints", "prints"]

_COPY_EVERY = 100
_MOST_FLIPPED = 12
_STORED_AT_ONCE = 20_000
_NO_DOCUMENT = 1 << 41
_SAMPLE = 200


@dataclass(frozen=True)
class Prints:
    """``count`` random fingerprints of 64 bits; every hundredth is an earlier one, but for a few.

    Up to 12 bits of a copy are flipped. Copies of copies make clusters.
    """

    work: Path
    seed: int
    count: int

    @functools.cached_property
    def values(self) -> NDArray[np.uint64]:
        """The fingerprints, in the order of the index."""
        values = random_bits(self.count, self.seed, _NO_DOCUMENT)
        choices = random_bits(self.count, self.seed, _NO_DOCUMENT, 1)
        for place in range(_COPY_EVERY, self.count, _COPY_EVERY):
            choice = int(choices[place])
            flipped = choice % (_MOST_FLIPPED + 1)
            # positions of the bits to flip: the first few of a shuffle
            bits = np.argsort(random_bits(64, self.seed, _NO_DOCUMENT, 2, place))[:flipped]
            mask = np.bitwise_or.reduce(np.uint64(1) << bits.astype(np.uint64), initial=0)
            values[place] = values[(choice >> 8) % place] ^ np.uint64(mask)
        return values

    @functools.cached_property
    def index(self) -> Path:
        """An index file with all of them, as a scan would write it."""
        name = f"prints-{self.seed}-{self.count}-schema-{VERSION}.sqlite3"
        path = self.work / name
        if not path.exists():
            partial = path.with_suffix(".partial")
            for left_over in self.work.glob(f"{partial.name}*"):
                left_over.unlink()
            recipe = recipe_key(ScanConfig())
            with FingerprintIndex(partial) as index:
                for start in range(0, self.count, _STORED_AT_ONCE):
                    batch = range(start, min(start + _STORED_AT_ONCE, self.count))
                    index.store(recipe, READER_VERSION, list(self._digested(batch)))
            partial.rename(path)
        return path

    @functools.cached_property
    def array(self) -> Path:
        """The same as a NumPy file, for programs without an index."""
        path = self.work / f"prints-{self.seed}-{self.count}.npy"
        np.save(path, self.values)
        return path

    def sample(self) -> NDArray[np.int64]:
        """Choose positions to check: half of them copies, half random."""
        copies = np.arange(_COPY_EVERY, self.count, _COPY_EVERY)
        some = random_bits(_SAMPLE, self.seed, _NO_DOCUMENT, 3).astype(np.float64) * 2.0**-64
        half = _SAMPLE // 2
        chosen = copies[(some[:half] * len(copies)).astype(np.int64)]
        return np.unique(np.concatenate([chosen, (some[half:] * self.count).astype(np.int64)]))

    def brute_force(self, distance: int) -> set[tuple[int, int]]:
        """Compare the sample with all: the pairs within a distance, by position, lower first."""
        found: set[tuple[int, int]] = set()
        for place in self.sample().tolist():
            bits = np.bitwise_count(self.values ^ self.values[place])
            near = np.flatnonzero(bits <= distance).tolist()
            found.update((min(place, one), max(place, one)) for one in near if one != place)
        return found

    def _digested(self, batch: range) -> Iterator[Fingerprinted]:
        for place in batch:
            path = Path(f"/library/{place // 1000:05}/{place:07}.txt")
            identity = place.to_bytes(16, "big")
            yield Fingerprinted(
                source=SourceFile(path, path, 5000, 0, 1, place),
                content_hash=identity,
                text_hash=identity,
                fingerprint=Fingerprint(int(self.values[place])),
                characters=4000,
                tokens=900,
                features=1200,
                sketch=b"",
                encoding="utf-8",
                lossy=False,
            )


@functools.cache
def prints(bench: Bench) -> Prints:
    """Return the fingerprints of a run."""
    made = Prints(bench.work, bench.seed, bench.fingerprints)
    bench.say(f"making an index of {made.count:,} fingerprints")
    _ = made.index
    return made
