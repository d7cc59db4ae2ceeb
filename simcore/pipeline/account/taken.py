"""Taken: the files that a scan has read, written to the index some at a time."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simcore.model.config import ScanConfig
from simcore.model.records import (
    Fingerprinted,
    ListedFile,
    ListedFolder,
    Problem,
    ProblemStage,
    Source,
    SourceFile,
)
from simcore.pipeline.fingerprinting import Unusable, is_lasting, keep_texts
from simcore.pipeline.in_hand import TextsInHand
from simcore.store.documents import KnownFiles
from simcore.store.index import FingerprintIndex
from simcore.store.writing import store_batch
from simcore.text.reading import READER_VERSION

_MOST_JOBS, _SECONDS_UNWRITTEN = 16, 0.5
"""What so many jobs have read is written at once at most, or what was read for so long.

Hashes and blocks of fingerprints are anywhere in the file, so a write changes nearly every page of
them. A few first files have few pages, and are written at once: somebody may wait for them.
"""
_SHARE = 4
"""As much is written at once as one in so many of what was written before.

Towards the end less, as workers have nothing to do while the last of it is written.
"""

Read = list[Fingerprinted | Unusable]


@dataclass(slots=True)
class Taken:
    """What jobs have read, in the order in which it came.

    ``texts`` is the file of extracted texts, if these are kept; ``arrivals`` are those of
    ``FingerprintIndex.store``. ``told`` is called with what was written, and
    ``left`` files are not taken yet. ``changed`` is whether a file was another one when it was read
    than when it was listed.
    """

    index: FingerprintIndex
    config: ScanConfig
    recipe: str
    arrivals: Mapping[Path, int]
    in_hand: TextsInHand
    texts: Path | None
    told: Callable[[Read], None]
    left: int
    documents: KnownFiles = field(default_factory=KnownFiles)
    problems: list[Problem] = field(default_factory=list)
    changed: bool = False
    _folders: dict[tuple[str, str], ListedFolder] = field(default_factory=dict)
    _waiting: list[Read] = field(default_factory=list)
    _since: float = 0.0
    _written: int = 0

    def take(self, result: Read) -> None:
        """Take the result of a job."""
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append(result)
        self.left -= len(result)
        self.keep_in_time()

    def keep_in_time(self) -> None:
        """Write what has waited long enough, or is much."""
        late = time.monotonic() - self._since > _SECONDS_UNWRITTEN
        much = len(self._waiting) >= min(_MOST_JOBS, 1 + self._written // _SHARE)
        if late or much or sum(map(len, self._waiting)) * _SHARE >= self.left:
            self.keep()

    def keep(self) -> None:
        """Write what waits. Raises ``SimcoreError`` and what ``told`` raises."""
        if not self._waiting:
            return
        result = [item for of_job in self._waiting for item in of_job]
        self._written += len(self._waiting)
        self._waiting.clear()  # whatever fails now fails once
        fingerprinted = [item for item in result if isinstance(item, Fingerprinted)]
        unusable: list[Unusable] = [item for item in result if isinstance(item, tuple)]
        lasting = [(source, problem) for source, problem in unusable if is_lasting(problem)]
        now = int(self.index.clock())
        with self.index.transaction() as connection:
            stored = store_batch(
                connection,
                self.recipe,
                READER_VERSION,
                fingerprinted,
                lasting,
                now,
                self.arrivals,
                self.index.disks,
            )
        self.in_hand.add((document for document, _ in stored), fingerprinted)
        if self.texts is not None:
            keep_texts(self.texts, fingerprinted, self.config.kept_texts)
        self.documents.add_read(stored, [self._place(one.source) for one in fingerprinted])
        sources = [*(one.source for one in fingerprinted), *(source for source, _ in unusable)]
        # which comes back as it was listed where nothing changed
        self.changed |= any(isinstance(one, SourceFile) for one in sources)
        self.problems += [problem for _, problem in unusable]
        self.problems += [
            Problem(one.source.path, ProblemStage.DECODE, one.refused, one.content_hash)
            for one in fingerprinted
            if one.refused is not None
        ]
        self.told(result)

    def _place(self, file: Source) -> tuple[ListedFolder, str]:
        """Return the folder of a file that a worker has read, the same one for all, and its name.

        Each job has folders of its own.
        """
        if isinstance(file, ListedFile):
            folder = file.folder
        else:
            paths = file.path, file.real_path
            shown, real = (str(path).removesuffix(file.name) for path in paths)
            folder = ListedFolder(shown, real)
        # files of a folder may be named in two ways
        return self._folders.setdefault((folder.real, folder.shown), folder), file.name
