"""The jobs of worker processes: files to fingerprint, pairs of texts to compare."""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from simcore.fingerprinting.document import fingerprint_text
from simcore.fingerprinting.recipes import find_recipe
from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason
from simcore.model.records import (
    Comparison,
    Fingerprinted,
    ListedFile,
    Problem,
    ProblemStage,
    Source,
    TextId,
    TextPair,
)
from simcore.pipeline.exact import TextSource, compare_files
from simcore.pipeline.fingerprinting import Unusable, fingerprint_files
from simcore.text.segmentation import segmenter

_FILES_A_BATCH = 64
_BYTES_A_BATCH = 1 << 20
_SAMPLE = "今天天气很好 café table"


@functools.cache
def preload(config: ScanConfig) -> None:
    """Load the dictionary and tables of a recipe, once a process. Raises ``ConfigError``.

    The time to load a dictionary of one's own must not count for any document.
    """
    fingerprint_text(_SAMPLE, find_recipe(config.recipe), segmenter(config.dictionary))


@dataclass(frozen=True, slots=True)
class FingerprintJob:
    """Files to be read and fingerprinted; an item is a file's index.

    ``encodings`` are those of ``Judgements``, ``texts`` is the file of extracted texts; ``finer``
    and ``in_hand`` are as in ``fingerprint_files``.
    """

    files: Sequence[Source]
    config: ScanConfig
    encodings: Mapping[bytes, str] = field(default_factory=dict)
    texts: Path | None = None
    finer: bool = False
    in_hand: Path | None = None
    alone: bool = False

    @property
    def units(self) -> int:
        """The number of files."""
        return len(self.files)

    def __call__(self) -> list[Fingerprinted | Unusable]:
        """Read them."""
        preload(self.config)
        return fingerprint_files(
            self.files,
            self.config,
            self.encodings,
            self.texts,
            finer=self.finer,
            in_hand=self.in_hand,
        )

    def parted(self, item: int) -> tuple[Self, Self | None]:
        """Return a job of the file at an index, and one of the others."""
        others = [*self.files[:item], *self.files[item + 1 :]]
        one = replace(self, files=[self.files[item]], alone=True)
        return one, replace(self, files=others) if others else None

    def given_up(self, reason: Reason) -> list[Fingerprinted | Unusable]:
        """Leave the files out."""
        return [(file, Problem(file.path, ProblemStage.READ, reason)) for file in self.files]


@dataclass(frozen=True, slots=True)
class ComparisonJob:
    """Pairs of texts to be compared exactly.

    An item is the text that is being read, or the pair that is being compared, see
    ``simcore.pipeline.exact.compare_files``. ``extracted`` is the file of extracted texts.
    """

    pairs: Sequence[TextPair]
    sources: Mapping[TextId, Sequence[TextSource]]
    config: ScanConfig
    extracted: Path | None = None
    alone: bool = False
    failed_at: TextId | None = None

    @property
    def units(self) -> int:
        """The number of pairs."""
        return len(self.pairs)

    def __call__(self) -> tuple[list[Comparison], list[Problem]]:
        """Compare them."""
        preload(self.config)
        return compare_files(self.pairs, self.sources, self.config, self.extracted)

    def parted(self, item: int) -> tuple[Self, Self | None]:
        """Return a job of the item's pair, or of all pairs of its text, and one of the others."""
        text = TextId(item) if item > 0 else None
        pair = self.pairs[~item] if item < 0 else self.pairs[0]
        failed = [one for one in self.pairs if (text in one if text else one == pair)]
        apart = frozenset(failed)
        others = [one for one in self.pairs if one not in apart]
        return (
            replace(self, pairs=failed, alone=True, failed_at=text),
            replace(self, pairs=others) if others else None,
        )

    def given_up(self, reason: Reason) -> tuple[list[Comparison], list[Problem]]:
        """Leave the pairs out; the problem is of the text that could not be read, or of both."""
        texts = [self.failed_at] if self.failed_at else sorted({t for p in self.pairs for t in p})
        return [], [
            Problem(self.sources[text][0].path, ProblemStage.VERIFY, reason) for text in texts
        ]


def batches(files: Iterable[ListedFile]) -> Iterator[list[ListedFile]]:
    """Split files into batches of bounded count and size; a large file is a batch alone."""
    batch: list[ListedFile] = []
    size = 0
    for file in files:
        if batch and (len(batch) >= _FILES_A_BATCH or size + file.size > _BYTES_A_BATCH):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch
