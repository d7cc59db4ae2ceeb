"""The check of one document against the library."""

import contextlib
import functools
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.checking.attribution import attribute
from simcore.analysis.checking.counted import CountedText
from simcore.analysis.checking.evidence import (
    STRETCH,
    DocumentSamples,
    Evidence,
    IndexSamples,
    SampleHolders,
    samples_of,
)
from simcore.analysis.checking.hits import SourceHits
from simcore.analysis.checking.naming import NamedSources
from simcore.analysis.checking.quotations import QuotedCharacters
from simcore.analysis.checking.runs import SeededText
from simcore.files.disk import identity_at
from simcore.model.checked import Checked
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.progress import NoProgress, Progress, Stage
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import (
    INSIDE,
    DecodedText,
    Document,
    Problem,
    ProblemStage,
    TextId,
)
from simcore.pipeline.current import DocumentToRead, TextsNow, read_now
from simcore.pipeline.fingerprinting import cut_short, recipe_key
from simcore.pipeline.similar import changed_since
from simcore.store.age.forgetting import outside
from simcore.store.elsewhere.disks import documents_away, left_out_away
from simcore.store.index import FingerprintIndex
from simcore.store.paths import resident_path
from simcore.text.reading import READER_VERSION

MOST_COMPARED = 400
"""Texts that are read for what is still open, at most; beyond them the result says so."""

_MOST_OTHERS = 24
"""Texts that are read besides although others explain all that they have: other versions, say."""

MOST_CHARACTERS = 20_000_000
"""Longer texts are neither checked nor read as sources: each character takes some 70 bytes."""

_MISSES = 256
"""So many texts in a row without a passage, proposed by what chance gives: the rest is chance.

Measured with one passage of each of 60 long Chinese documents among 2,257, in a text whose words
others have: of 150 characters 56 were found, of 80 51, of 40 39, of 20 24. A quarter as many texts
find 52, 43, 27 and 11 of them. Each text takes a millisecond.
"""

_OTHER_MISSES = 4


def check_document(
    file: Path,
    config: ScanConfig,
    index: FingerprintIndex,
    executor: Executor,
    progress: Progress | None = None,
    encodings: Mapping[bytes, str] | None = None,
    within: Iterable[Document] | None = None,
    holders: SampleHolders | None = None,
    most: int = MOST_COMPARED,
) -> Checked:
    """Find how much of a document stands in the documents of the index.

    The document itself is no source, by path or as the same file. ``within`` are the documents that
    may be sources, all of the index without it. ``holders`` is a resident library of the index: one
    of another process is asked without it, and if there is none the index is read. Documents that
    have to be parsed are read in a process of ``executor``, and at most ``most`` texts for what is
    not explained by others. ``encodings`` are those of ``Judgements``. ``progress`` receives the
    stages ``READ``, ``PASSAGE`` and ``VERIFY``.

    Raises ``ReadError`` if the document cannot be used, ``SimcoreError``, and ``Cancelled``.
    """
    progress = progress or NoProgress()
    progress.report(Stage.READ, 0, 1)
    encodings = encodings or {}
    real = Path(os.path.realpath(file))
    wanted = DocumentToRead(real, config.largest_file, index.path, encodings=encodings)
    try:
        decoded, content = read_now(wanted, executor)
        counted = _counted(decoded.text)
    except ReadError as error:
        raise ReadError(ReasonCode.OF, str(file), error.reason) from error
    if not len(counted):
        raise ReadError(ReasonCode.FILE_HAS_NO_WORDS, str(file))
    progress.report(Stage.READ, 1, 1)
    with index.explained():
        text_of = TextsNow(executor, config, index.path, encodings)
        library = _SearchedLibrary(real, content, config, index, text_of, within)
        evidence = _evidence(samples_of(counted), index, config, holders, progress)
        search = _SourceSearch(counted, library, evidence, progress, most)
        search.run()
    quoted = QuotedCharacters(counted)
    names = NamedSources(counted, quoted.listed)
    sources = [(one, names.sign((one.document, *one.copies), one)) for one in search.sources]
    given = attribute(counted, sources, quoted)
    return Checked(
        file,
        decoded.title,
        decoded.text,
        len(counted),
        given.found,
        given.quoted,
        given.passages,
        given.sources,
        (*_doubts(file, decoded), *library.problems, *library.left_out()),
        search.unread,
        search.open,
        library.outside,
    )


def _evidence(
    samples: DocumentSamples,
    index: FingerprintIndex,
    config: ScanConfig,
    holders: SampleHolders | None,
    progress: Progress,
) -> Evidence:
    check = functools.partial(progress.report, Stage.PASSAGE, 0, 0)
    if holders is not None:
        return Evidence(samples, holders, check=check)
    if resident_path(index.path).exists():
        # what connects processes takes a while to import
        from simcore.pipeline.resident.client import ask_resident  # noqa: PLC0415

        other = ask_resident(index.path, recipe_key(config))
        if other is not None:
            with other, contextlib.suppress(ConnectionError):
                return Evidence(samples, other, check=check)
    return Evidence(samples, IndexSamples(index, samples.values, progress))


def _counted(text: str) -> CountedText:
    if len(text) > MOST_CHARACTERS:
        raise ReadError(ReasonCode.TEXT_LIMIT, MOST_CHARACTERS // 1_000_000)
    return CountedText(text)


def _doubts(file: Path, decoded: DecodedText) -> list[Problem]:
    """Return what may be wrong with the text that was read."""
    found = []
    if decoded.cut_short is not None:
        found.append(cut_short(file, decoded.cut_short))
    if decoded.guessed:
        reason = Reason(ReasonCode.ENCODING_GUESSED, (decoded.encoding,))
        found.append(Problem(file, ProblemStage.DECODE, reason))
    return found


@dataclass
class _SearchedLibrary:
    """Reads the documents that may be sources: ``text_of`` does, ``within`` are all of them."""

    path: Path
    content: bytes
    config: ScanConfig
    index: FingerprintIndex
    text_of: Callable[[Document], str]
    within: Iterable[Document] | None
    outside: int = 0
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.identity = identity_at(self.path)  # None inside an archive
        self.recipe = recipe_key(self.config)
        self.away = documents_away(self.index)
        self.met: set[Path] = set()  # where disks were that have documents worth reading
        self.by_text: dict[TextId, list[Document]] = {}
        for document in self.within or ():
            self.by_text.setdefault(document.text, []).append(document)

    def may_have(self, text: TextId) -> bool:
        """Return whether a text may be a source, as far as that is known without asking."""
        return self.within is None or text in self.by_text

    def documents(self, text: TextId) -> list[Document]:
        """Return the documents with a text that may be sources.

        Those whose disk is not connected are left out, so they take no other's place.
        Those that are the checked one, byte by byte, come first, then those of its format, then the
        shortest path.
        """
        found = self.by_text.get(text, [])
        if self.within is None:
            found = self.index.of_texts([text], self.recipe, READER_VERSION)
        found = [one for one in found if not self._is_itself(one)]
        if self.within is None:
            late = outside(self.index, found, self.config.retention, self.index.clock())
            self.outside += len(late)
            found = [one for one in found if one.id not in late]
        gone = {
            one.id: self.away[one.id]
            for one in found
            if one.id in self.away and changed_since(one) is not None
        }
        self.met.update(gone.values())
        return sorted((one for one in found if one.id not in gone), key=self._rank)

    def left_out(self) -> list[Problem]:
        """Return how many documents have a disk that is not connected, one problem a disk.

        All on a disk count: which of them have passages is known only as far as they are proposed.
        """
        wanted = {one.id for found in self.by_text.values() for one in found}
        return left_out_away(
            point
            for one, point in self.away.items()
            if point in self.met and (self.within is None or one in wanted)
        )

    def _rank(self, document: Document) -> tuple[bool, bool, int, str]:
        path = str(document.path)
        same_format = document.path.suffix.casefold() == self.path.suffix.casefold()
        return document.content_hash != self.content, not same_format, len(path), path

    def _is_itself(self, document: Document) -> bool:
        same = document.device != INSIDE and (document.device, document.inode) == self.identity
        return same or document.real_path == self.path

    def read(self, documents: list[Document]) -> tuple[Document, CountedText] | None:
        """Read any of some documents of one text; None if none has it any more."""
        for document in documents:
            try:
                return document, _counted(self.text_of(document))
            except ReadError as error:
                self.problems.append(Problem(document.path, ProblemStage.VERIFY, error.reason))
        return None


@dataclass(slots=True)
class _SourceSearch:
    """Reads texts, the most promising first, until nothing promises a passage any more."""

    counted: CountedText
    library: _SearchedLibrary
    evidence: Evidence
    progress: Progress
    most: int
    sources: list[SourceHits] = field(default_factory=list)
    unread: int = 0
    open: int = 0

    def run(self) -> None:
        """Read the texts; ``sources``, ``unread`` and ``open`` are the answer."""
        seeded = SeededText(self.counted)
        self._check(0)
        found = self._explain(seeded)
        # what was not read and probably has more, and what of the document may be theirs
        self.unread, stretches = self.evidence.left(self.library.may_have)
        for stretch in stretches.tolist():
            some = slice(stretch * STRETCH, (stretch + 1) * STRETCH)
            self.open += int(np.count_nonzero(~found[some]))
        if not self.unread:
            self._look_at_others(seeded)
        self._check(self.most + _MOST_OTHERS)

    def _check(self, done: int) -> None:
        self.progress.report(Stage.VERIFY, done, self.most + _MOST_OTHERS)

    def _explain(self, seeded: SeededText) -> NDArray[np.bool_]:
        """Read texts for what is open; return which characters stand in any."""
        found = np.zeros(len(self.counted), dtype=np.bool_)
        done = misses = 0
        for text, sure in self.evidence:
            if not sure and misses >= _MISSES:
                break
            documents = self.library.documents(text)
            if not documents:
                continue
            self._check(done)
            done += 1
            hits = self._compare(seeded, documents)
            stands = None if hits is None else hits.characters
            if stands is not None and not found[stands].all():
                misses = 0
                found[stands] = True
                self.evidence.explain(found)
            elif not sure:
                misses += 1
            if done >= self.most:
                break
        return found

    def _look_at_others(self, seeded: SeededText) -> None:
        """Read a few texts all of whose passages stand in others: other versions, say."""
        done = misses = 0
        for text in self.evidence.others():
            documents = self.library.documents(text)
            if not documents:
                continue
            self._check(self.most + done)
            done += 1
            misses = misses + 1 if self._compare(seeded, documents) is None else 0
            if done >= _MOST_OTHERS or misses >= _OTHER_MISSES:
                break

    def _compare(self, seeded: SeededText, documents: list[Document]) -> SourceHits | None:
        """Note what a text has of the document; None if it has no passage, or cannot be read."""
        read = self.library.read(documents)
        if read is None:
            return None
        document, source = read
        passages = seeded.passages_in(source)
        if not passages:
            return None
        copies = tuple(one for one in documents if one is not document)
        runs = [run for passage in passages for run in passage]
        hits = SourceHits(document, copies, source, runs)
        self.sources.append(hits)
        return hits
