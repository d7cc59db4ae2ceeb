"""The text that a document has now: kept from a scan, saved with results, or parsed anew."""

import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from simcore.files.containers import ReadState, find_inside, state_of
from simcore.files.names import leads_to
from simcore.formats import reading
from simcore.formats.reading import READER_VERSION, Kept, read_as_chosen, read_bytes, text_of
from simcore.index.documents import read_carried
from simcore.index.index import FingerprintIndex
from simcore.index.judgements import JudgementFile, Step
from simcore.index.texts import KeptTexts, texts_path
from simcore.model.config import ScanConfig
from simcore.model.formats import format_of
from simcore.model.reasons import ReadError, Reason, ReasonCode, reason_of
from simcore.model.records import (
    INSIDE,
    DecodedText,
    Document,
    DocumentId,
    Fingerprinted,
    Problem,
    ProblemStage,
    SourceFile,
)
from simcore.model.report import NoProgress, Progress, Stage
from simcore.pipeline.jobs import (
    FingerprintJob,
    Unusable,
    cut_short,
    guessed,
    is_lasting,
    recipe_key,
    without_words,
)
from simcore.text.normal_form import content_hash
from simcore.workers import JobFailed, run_jobs


@dataclass(frozen=True, slots=True)
class DocumentToRead:
    """A document to be read, up to ``largest`` bytes, as a scan with an ``index`` reads it.

    Without an ``encoding`` that of ``encodings`` is used, see ``Judgements``.
    """

    path: Path
    largest: int
    index: Path
    encoding: str | None = None
    encodings: Mapping[bytes, str] = field(default_factory=dict)


def read_unparsed(wanted: DocumentToRead) -> tuple[DecodedText, bytes] | None:
    """Return a text that needs no parser, and the hash of the bytes; else None.

    Documents to be parsed belong in another process (``read_parsed``): a hostile one may take long
    or all memory. Raises ``ReadError``.
    """
    carried = _carried(wanted.path)
    if carried is not None:
        return carried
    data, _ = read_bytes(wanted.path, wanted.largest)
    of = format_of(wanted.path.name, data)
    if of is None or of.decoded:
        return text_of(wanted.path.name, data, wanted.encoding, wanted.encodings)
    content = content_hash(data)
    found = KeptTexts(texts_path(wanted.index), READER_VERSION).of(content, of.name)
    return (found, content) if found else None


def read_parsed(wanted: DocumentToRead) -> tuple[DecodedText, bytes]:
    kept = KeptTexts(texts_path(wanted.index), READER_VERSION)
    return read_text(wanted.path, wanted.largest, wanted.encoding, wanted.encodings, kept)


def read_text(
    path: Path,
    largest: int,
    encoding: str | None = None,
    encodings: Mapping[bytes, str] | None = None,
    kept: Kept | None = None,
) -> tuple[DecodedText, bytes]:
    return _carried(path) or reading.read_text(path, largest, encoding, encodings, kept)


def _carried(path: Path) -> tuple[DecodedText, bytes] | None:
    text = read_carried(path)
    return None if text is None else (text, content_hash(text.text.encode()))


def read_now(wanted: DocumentToRead, executor: Executor) -> tuple[DecodedText, bytes]:
    """Return a text and its bytes' hash; parsing is done by ``executor``. Raises ``ReadError``."""
    try:
        return read_unparsed(wanted) or executor.submit(read_parsed, wanted).result()
    except JobFailed as failure:
        raise ReadError(failure.reason) from failure


@dataclass(frozen=True, slots=True)
class TextsNow:
    """Reads current texts of documents; parsing is done by ``executor``. See ``DocumentToRead``."""

    executor: Executor
    config: ScanConfig
    index: Path
    encodings: Mapping[bytes, str] = field(default_factory=dict)

    def __call__(self, document: Document) -> str:
        wanted = DocumentToRead(
            document.real_path, self.config.largest_file, self.index, encodings=self.encodings
        )
        text, content = read_now(wanted, self.executor)
        if content != document.content_hash and not document.elsewhere:
            raise ReadError(ReasonCode.CHANGED_SINCE_SCAN)
        return text.text


@dataclass(frozen=True, slots=True)
class Retry:
    """The result of reading a file again: the remaining problem or None, or that it is a folder."""

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

    ``encodings`` are those of ``Judgements``. Raises ``SimcoreError`` if the index cannot be
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
    above = (one for one in folders if path.is_relative_to(one) and path != one)
    folder = next(above, path.parent)
    real_path = Path(os.path.realpath(folder)) / path.relative_to(folder)
    source = SourceFile(path, real_path, *known)
    jobs = [FingerprintJob([source], config, encodings or {})]
    ((read,),) = run_jobs(jobs, executor, 1, Stage.READ, progress or NoProgress())
    return Retry(source.path, _store(read, config, index))


def _left(path: Path, stage: ProblemStage, reason: Reason) -> Retry:
    return Retry(path, Problem(path, stage, reason))


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
    path = read.source.path
    if read.fingerprint is None:
        return without_words(path, read)
    if read.cut_short is not None:
        return cut_short(path, read.cut_short)
    return guessed(path, read) if read.guessed else None


class Change(StrEnum):
    GONE = "gone"  # the file no longer exists
    CHANGED = "changed"  # the file has other bytes, or is no regular file now
    UNREADABLE = "unreadable"  # it is unknown whether it changed


@dataclass(frozen=True, slots=True)
class Changes:
    of: dict[DocumentId, Change]
    problems: tuple[Problem, ...]


def find_changes(
    documents: Iterable[Document], told: Callable[[int], None] | None = None
) -> Changes:
    """Compare documents with the current state of their files.

    A path that leads to another file than saved counts as changed. Documents on other machines
    never change. A file of equal size and times counts as unchanged; at another time its bytes are
    compared. ``told`` is called with the number of documents done, and may raise.
    """
    found: dict[DocumentId, Change] = {}
    problems: list[Problem] = []
    for done, document in enumerate(documents):
        if told is not None:
            told(done)
        changed = None if document.elsewhere else _change(document)
        if changed is not None:
            found[document.id], reason = changed
            problems.append(Problem(document.path, ProblemStage.SAVED, reason))
    return Changes(found, tuple(problems))


def _change(document: Document) -> tuple[Change, Reason] | None:
    try:
        state = state_of(document.real_path)
        if not document.inside and not leads_to(document.path, document.real_path):
            return Change.CHANGED, Reason(ReasonCode.LEADS_ELSEWHERE, (str(document.real_path),))
        if has_its_bytes(document, state):
            return None
    except (FileNotFoundError, NotADirectoryError):
        return Change.GONE, Reason(ReasonCode.GONE_SINCE_SAVED)
    except OSError as error:
        return Change.UNREADABLE, Reason(ReasonCode.UNREADABLE, (reason_of(error),))
    except ReadError as error:
        return Change.UNREADABLE, error.reason
    return Change.CHANGED, Reason(ReasonCode.CHANGED_SINCE_SAVED)


def has_its_bytes(document: Document, state: ReadState) -> bool:
    """Return whether a document's file, in the current ``state``, has the bytes as read.

    If the state differs the file is read: renaming, rights and backups change it as well. Raises
    ``ReadError``.
    """
    if state == (document.size, document.mtime_ns, document.ctime_ns):
        return True
    if state.size != document.size:
        return False
    data, _ = read_bytes(document.real_path, document.size)
    return content_hash(data) == document.content_hash


def keep_encoding(
    files: Sequence[tuple[Path, bytes]],
    encoding: str | None,
    judgements: JudgementFile,
    largest: int,
) -> Step:
    """Read the bytes of files in an encoding from the next scan on, whatever their path.

    ``files`` are paths and the hashes of their bytes when scanned; None takes an earlier choice
    back. Raises ``ReadError``, with nothing changed, if bytes changed or are no such text, and
    ``IndexFileError``.
    """
    for path, content in files if encoding is not None else ():
        try:
            data, _ = read_bytes(path, largest)
            if content_hash(data) != content:
                raise ReadError(ReasonCode.CHANGED_SINCE_LAST_SCAN)  # noqa: TRY301 - told below
            read_as_chosen(path.name, data, encoding or "")
        except ReadError as error:
            raise ReadError(Reason(ReasonCode.OF, (str(path), error.reason))) from error
    return judgements.set_encodings(files, encoding)
