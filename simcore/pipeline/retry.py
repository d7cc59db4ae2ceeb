"""Reading one unusable file again: the same stages as in a scan, for this file alone."""

import os
import stat
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from simcore.files.containers import ReadState, find_inside
from simcore.model.config import ScanConfig
from simcore.model.progress import NoProgress, Progress, Stage
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.model.records import INSIDE, Fingerprinted, Problem, ProblemStage, SourceFile
from simcore.pipeline.fingerprinting import (
    Unusable,
    cut_short,
    guessed,
    is_lasting,
    recipe_key,
    without_words,
)
from simcore.pipeline.jobs import FingerprintJob
from simcore.store.index import FingerprintIndex
from simcore.text.reading import READER_VERSION
from simcore.workers.pool import run_jobs


@dataclass(frozen=True, slots=True)
class Retry:
    """The result of reading a file again: the remaining problem, or None; or that it is a folder.

    A folder can be listed; only a scan can find out more. See ``read_again``.
    """

    path: Path
    problem: Problem | None
    is_folder: bool = False


def read_again(
    path: Path,
    folders: Sequence[Path],
    config: ScanConfig,
    index: FingerprintIndex,
    executor: Executor,
    progress: Progress | None = None,
    encodings: Mapping[bytes, str] | None = None,
) -> Retry:
    """Read one file below some folders again, like a scan of them, and update the index.

    ``encodings`` are those of ``Judgements``. If it can be used now, it is a document in the
    index, which the next scan need not read. Raises ``SimcoreError`` if the index cannot be
    written, and ``Cancelled``.
    """
    try:
        if path.is_symlink() and not config.follow_links:
            return _left(path, ProblemStage.LIST, Reason(ReasonCode.SYMBOLIC_LINK))
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            os.scandir(path).close()
            return Retry(path, None, is_folder=True)
    except (FileNotFoundError, NotADirectoryError):
        found = find_inside(path)
        if found is None:
            return _left(path, ProblemStage.READ, Reason(ReasonCode.GONE))
        state, inside = found
        known = inside.size, state.mtime_ns, INSIDE, inside.inode, state.ctime_ns
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, before 3.13
        reason = Reason(ReasonCode.UNREADABLE, (reason_of(error),))
        return _left(path, ProblemStage.READ, reason)
    else:
        if not stat.S_ISREG(status.st_mode):
            return _left(path, ProblemStage.LIST, Reason(ReasonCode.NOT_A_REGULAR_FILE))
        size, mtime_ns, ctime_ns = ReadState.of(status)
        known = size, mtime_ns, status.st_dev, status.st_ino, ctime_ns
    source = SourceFile(path, _real_path(path, folders), *known)
    jobs = [FingerprintJob([source], config, encodings or {})]
    ((read,),) = run_jobs(jobs, executor, 1, Stage.READ, progress or NoProgress())
    return Retry(source.path, _store(read, config, index))


def _left(path: Path, stage: ProblemStage, reason: Reason) -> Retry:
    return Retry(path, Problem(path, stage, reason))


def _real_path(path: Path, folders: Sequence[Path]) -> Path:
    """Return the real path as in a scan: links are resolved in the path of the folder only."""
    for folder in folders:
        if path.is_relative_to(folder) and path != folder:
            return Path(os.path.realpath(folder)) / path.relative_to(folder)
    return Path(os.path.realpath(path.parent)) / path.name


def _store(
    read: Fingerprinted | Unusable, config: ScanConfig, index: FingerprintIndex
) -> Problem | None:
    recipe = recipe_key(config)
    if isinstance(read, tuple):
        source, problem = read
        if is_lasting(problem):
            index.store(recipe, READER_VERSION, [], [(source, problem)])
        return problem
    index.store(recipe, READER_VERSION, [read])
    if read.fingerprint is None:
        return without_words(read.source.path, read)
    if read.cut_short is not None:
        return cut_short(read.source.path, read.cut_short)
    if read.guessed:
        return guessed(read.source.path, read)
    return None
