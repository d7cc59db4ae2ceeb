"""Jobs of worker processes: files to fingerprint, pairs of texts to compare.

Each worker keeps decoded texts in a file of its own, in a private folder that is removed with the
scan, so few files are read twice. If a text is missing there, its file is read again.
"""

import contextlib
import functools
import itertools
import os
import shutil
import tempfile
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import IO, NamedTuple, Protocol, Self

import numpy as np

from simcore.files.opening import lock, open_lock, open_regular
from simcore.files.patterns import patterns_of
from simcore.fingerprints import find_recipe, fingerprint_document, fingerprint_text
from simcore.formats.reading import READER_VERSION, read_by_choice, read_bytes, read_text
from simcore.index.texts import KeptTexts, packed
from simcore.model.config import ScanConfig
from simcore.model.formats import format_named, format_of, is_manual
from simcore.model.reasons import ReadError, Reason, ReasonCode
from simcore.model.records import (
    INSIDE,
    Comparison,
    DecodedText,
    Document,
    DocumentId,
    Fingerprinted,
    ListedFile,
    Problem,
    ProblemStage,
    Source,
    SourceFile,
    TextId,
    TextPair,
    TextPlace,
    TextPrint,
)
from simcore.text.decoding import decode
from simcore.text.masking import segmenter
from simcore.text.normal_form import content_hash
from simcore.text.similarity import Asked, ReadText, judged_each
from simcore.text.stated_dates import stated_dates
from simcore.workers import HEARTBEAT, bounded_memory

MOST_BYTES = 256 * 1024 * 1024
"""The bytes of the files whose texts are kept, at most: the first ones of a scan."""

_PREFIX, _LOCKED = "variorum-texts-", "scan"
_BUFFERED = 1 << 16
# texts with more than so many times the bytes of their file are not kept
_MOST_GROWTH = 2


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path | None]:
    """Yield a temporary folder, None if there can be none; remove those of killed scans."""
    _remove_abandoned()
    try:
        made = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
    except OSError:
        yield None
        return
    with made as folder, contextlib.ExitStack() as held:
        name = Path(folder, _LOCKED)
        # a scan that starts meanwhile would take a file that is not locked yet for abandoned
        first = name.with_suffix(".new") if os.name == "posix" else name
        with contextlib.suppress(OSError):
            lock(held.enter_context(open_lock(first)), alone=True)
            first.replace(name)
        yield Path(folder)


def _remove_abandoned() -> None:
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            # no path is made of the others, of which there may be thousands
            if not (entry.name.startswith(_PREFIX) and _is_own(entry)):
                continue
            held = Path(entry.path, _LOCKED)
            if not held.exists():
                continue
            abandoned = False
            with contextlib.suppress(OSError), open_lock(held) as file:
                abandoned = lock(file, alone=True)
            if abandoned:
                shutil.rmtree(entry, ignore_errors=True)


def _is_own(entry: os.DirEntry[str]) -> bool:
    # names in a folder that all may write to are anybody's
    here = entry.is_dir(follow_symlinks=False)
    return here and (os.name == "nt" or entry.stat(follow_symlinks=False).st_uid == os.getuid())


def room_in(folder: Path | None) -> int:
    """Return how many bytes of texts may be kept in a folder: an eighth of the free disk space."""
    if folder is None:
        return 0
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return 0
    return min(MOST_BYTES, free // 8)


def _hashed(content: bytes) -> int:
    return int.from_bytes(content[:8], "little", signed=True)


class TextWriter(AbstractContextManager["TextWriter"]):
    """Writes texts to this process's file in a folder, if there is one.

    They are complete at the end of the block; readers miss what could not be written.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file: IO[bytes] | None = None
        self._process, self._end = os.getpid(), 0
        if folder is not None:
            with contextlib.suppress(OSError):
                self._file = (folder / str(self._process)).open("ab", _BUFFERED)
                self._end = self._file.seek(0, os.SEEK_END)

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()

    def keep(self, text: str, size: int) -> TextPlace | None:
        """Write the text of a file of so many bytes; return its place, None if it was not kept."""
        if self._file is None:
            return None
        data = text.encode("utf-8", "surrogatepass")
        few = len(data) <= _MOST_GROWTH * size
        return self.keep_bytes(data, content_hash(data)) if few else None

    def keep_bytes(self, data: bytes, content: bytes) -> TextPlace | None:
        """Write a text whose UTF-8 bytes and hash are known; as ``keep``."""
        if self._file is None:
            return None
        try:
            self._file.write(data)
        except OSError:
            self.__exit__()  # nobody knows where the next one would stand
            self._file = None
            return None
        start, self._end = self._end, self._end + len(data)
        return TextPlace(self._process, start, len(data), _hashed(content))


class TextInHand(Protocol):
    def read(self) -> str | None:
        """Return the text, None if it is gone."""


class KeptText(NamedTuple):
    folder: Path
    place: TextPlace

    def read(self) -> str | None:
        try:
            with (self.folder / str(self.place.process)).open("rb", buffering=0) as file:
                file.seek(self.place.start)
                data = file.read(self.place.size)
            # somebody may have cleared the folder, and others stand there now
            whole = (
                len(data) == self.place.size and _hashed(content_hash(data)) == self.place.hashed
            )
            return data.decode("utf-8", "surrogatepass") if whole else None
        except (OSError, ValueError):
            return None


class TextsInHand:
    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        # packed: there may be a hundred thousand
        self._rows = array("q")

    def add(self, documents: Iterable[DocumentId], read: Iterable[Fingerprinted]) -> None:
        for document, one in zip(documents, read, strict=True):
            if one.place is not None:
                self._rows.extend((document, *one.place))

    def of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, TextInHand]:
        if self.folder is None or not self._rows:
            return {}
        rows = np.frombuffer(self._rows, dtype=np.int64).reshape(-1, 5)
        wanted = np.fromiter(documents, dtype=np.int64)
        return {
            DocumentId(document): KeptText(self.folder, TextPlace(*place))
            for document, *place in rows[np.isin(rows[:, 0], wanted)].tolist()
        }


SCANNED = "pdf"
"""The format of scans without a text layer."""

BEGINNING = 1 << 15
"""Bytes by which the format of a file is known."""

_OF_TEXT = [field.name for field in fields(TextPrint)]

Unusable = tuple[Source, Problem]
"""A file without usable text, and its problem."""


def recipe_key(config: ScanConfig) -> str:
    """Return the key of fingerprints in the index: all that they depend on besides the text.

    Raises ``ConfigError`` if the recipe is unknown or the dictionary cannot be read.
    """
    key = find_recipe(config.recipe).key
    if config.dictionary is None:
        return key
    segmenter(config.dictionary)  # rejects a broken one before any work starts
    with open_regular(config.dictionary) as file:
        return f"{key}/{content_hash(file.read()).hex()}"


def is_lasting(problem: Problem) -> bool:
    """Return whether the next scan can skip a file that had this problem.

    Missing, locked or changing files may be readable next time; undecodable bytes stay so.
    """
    return problem.stage is ProblemStage.DECODE or problem.reason.code is ReasonCode.TOO_LONG


def cut_short(path: Path, reason: Reason) -> Problem:
    return Problem(path, ProblemStage.DECODE, Reason(ReasonCode.CUT_SHORT, (reason,)))


def without_words(path: Path, read: Fingerprinted | Document) -> Problem:
    """Return the problem of a document without words: only copies of its bytes match it."""
    return Problem(path, *why_without_words(read.encoding, read.characters))


def why_without_words(encoding: str, characters: int) -> tuple[ProblemStage, Reason]:
    """Return why a document has no words, by its encoding and size."""
    if encoding == SCANNED and not characters:
        return ProblemStage.TOKENS, Reason(ReasonCode.NO_TEXT_LAYER)
    return ProblemStage.TOKENS, Reason(ReasonCode.NO_WORDS)


def without_text(error: ReadError) -> DecodedText:
    """Return an empty text if the document just has none; else raise the error."""
    if error.reason.code is not ReasonCode.NO_TEXT_LAYER:
        raise error
    return DecodedText("", SCANNED, lossy=False)


def guessed(path: Path, read: Fingerprinted | Document) -> Problem:
    reason = Reason(ReasonCode.ENCODING_GUESSED, (read.encoding,))
    return Problem(path, ProblemStage.DECODE, reason, read.content_hash)


def fingerprint_files(
    sources: Sequence[Source],
    config: ScanConfig,
    encodings: Mapping[bytes, str] | None = None,
    texts: Path | None = None,
    *,
    in_hand: Path | None = None,
) -> list[Fingerprinted | Unusable]:
    """Fingerprint files, in their order; a file that cannot be used yields a ``Problem``.

    ``encodings`` are those of ``Judgements``, ``texts`` is the file of extracted texts, and
    ``in_hand`` is the folder for decoded texts. The heartbeat's item is the index of the file.
    """
    results: list[Fingerprinted | Unusable] = []
    kept = kept_in(texts)
    with TextWriter(in_hand) as writer:
        for index, source in enumerate(sources):
            HEARTBEAT.begin(index)
            results.append(_fingerprint_file(source, config, encodings or {}, kept, writer))
    return results


def kept_in(texts: Path | None) -> KeptTexts | None:
    return None if texts is None else KeptTexts(texts, READER_VERSION)


def keep_texts(texts: Path, read: Sequence[Fingerprinted], most: int) -> None:
    extracted = [(one.content_hash, one.encoding, one.extracted) for one in read if one.extracted]
    KeptTexts(texts, READER_VERSION).add(extracted, most)


def _try_beginning(name: str, beginning: bytes, *, all_text: bool) -> None:
    """Read the beginning of a file whose name promises nothing.

    Raises ``ReadError`` unless it is a manual page or, if all text is read, text.
    """
    if is_manual(name, beginning):
        return
    if not all_text:
        raise ReadError(ReasonCode.NOT_A_MANUAL)
    if format_of(name, beginning) is None:
        decode(beginning)


def _fingerprint_file(
    source: Source,
    config: ScanConfig,
    encodings: Mapping[bytes, str],
    kept: KeptTexts | None,
    writer: TextWriter,
) -> Fingerprinted | Unusable:
    stage, content, of = ProblemStage.READ, b"", None
    name, patterns = source.name, patterns_of(config)
    try:
        # there are very many, so no paths are made of those that are in order
        named = isinstance(source, ListedFile) and source.folder.by_hand
        promised = patterns.names(name, name) or named
        on_trial = not promised and patterns.only_on_trial(source.path)
        # of what is inside an archive no beginning is looked at, and a small file is read once
        tried = on_trial and source.device != INSIDE
        small = source.size <= min(BEGINNING, config.largest_file)
        if tried and not small:
            stage = ProblemStage.DECODE
            with contextlib.suppress(OSError), open_regular(source.real_path) as file:
                _try_beginning(name, file.read(BEGINNING), all_text=config.all_text)
            stage = ProblemStage.READ
        data, status = read_bytes(source.raw_path, config.largest_file)
        if (source.size, source.mtime_ns, source.ctime_ns) != status:
            # a file that changed after it was listed is indexed in the state of reading
            source = SourceFile(
                source.path,
                source.real_path,
                status.size,
                status.mtime_ns,
                source.device,
                source.inode,
                status.ctime_ns,
            )
        stage = ProblemStage.DECODE
        if tried and small:
            _try_beginning(name, data[:BEGINNING], all_text=config.all_text)
        content = content_hash(data)
        of = format_of(name, data)
        if on_trial and not config.all_text and (of is None or of.name != "man"):
            raise ReadError(ReasonCode.NOT_A_MANUAL)  # noqa: TRY301 - as what is read does
        try:
            with bounded_memory() if of else nullcontext():
                decoded, by_hand, refused = read_by_choice(of, name, data, content, encodings, kept)
        except ReadError as error:
            decoded, by_hand, refused = without_text(error), False, None
    except ReadError as error:
        another_encoding = content if of is None or of.decoded else b""
        return source, Problem(source.path, stage, error.reason, another_encoding)
    as_it_stands = decoded.encoding == "utf-8" and not (of or decoded.lossy or decoded.signed)
    slow = format_named(decoded.encoding)
    return fingerprinted(
        source,
        content,
        decoded,
        config,
        by_hand=by_hand,
        refused=refused,
        extracted=packed(decoded) if kept and slow and not slow.quick and decoded.text else b"",
        place=(
            writer.keep_bytes(data, content)
            if as_it_stands
            else writer.keep(decoded.text, source.size)
        ),
    )


def fingerprinted(
    source: Source,
    content: bytes,
    decoded: DecodedText,
    config: ScanConfig,
    *,
    by_hand: bool = False,
    refused: Reason | None = None,
    extracted: bytes = b"",
    place: TextPlace | None = None,
) -> Fingerprinted:
    """Fingerprint a text; one without words is told from others by the bytes of its document."""
    text, seen, script = fingerprint_document(
        decoded, find_recipe(config.recipe), segmenter(config.dictionary)
    )
    if text.fingerprint is None:
        text = replace(text, text_hash=content)
    return Fingerprinted(
        **{name: getattr(text, name) for name in _OF_TEXT},
        source=source,
        content_hash=content,
        encoding=decoded.encoding,
        lossy=decoded.lossy,
        cut_short=decoded.cut_short,
        form_hash=seen.form,
        words_hash=seen.words,
        guessed=decoded.guessed and not by_hand,
        by_hand=by_hand,
        refused=refused,
        title=decoded.title,
        script=script,
        stated=stated_dates(decoded.text),
        extracted=extracted,
        place=place,
    )


_CACHE_BYTES = 64 * 1024 * 1024
_TEXTS_A_BLOCK = 256
# a shingle for each character at most, in order and as a set, and hardly any takes over two bytes
_CHARACTERS_A_BLOCK = _CACHE_BYTES // 2 // (2 * 8 + 2)
_LEAST_PAIRS_A_BATCH, _LEAST_OF_FEW = 256, 16
_MOST_MERGED = 1 << 12
_BATCHES = 64
_TEXTS_A_CHECK = 4_096
_MUCH_LONGER = 4
# pairs whose shingles are counted in one call, while their texts are in memory
_MOST_TOGETHER = 64
_BYTES_TOGETHER = _CACHE_BYTES // 4


@dataclass(frozen=True, slots=True)
class TextSource:
    """A file from which a text can be read again; ``in_hand`` is the text kept by this scan."""

    path: Path
    real_path: Path
    content_hash: bytes
    encoding: str
    in_hand: TextInHand | None = None


def text_source(document: Document, in_hand: TextInHand | None = None) -> TextSource:
    return TextSource(
        document.path, document.real_path, document.content_hash, document.encoding, in_hand
    )


def batches_of(
    pairs: Sequence[TextPair],
    check: Callable[[], None] = lambda: None,
    sizes: Mapping[TextId, int] | None = None,
) -> Iterator[list[TextPair]]:
    """Split pairs into batches that share few texts, so that each text is read few times.

    Paired texts are ordered close together and split into blocks; two blocks fit in the cache of
    ``ReadTexts`` by their ``sizes`` in characters. Pairs between two blocks stay together; small
    sets are merged. A text paired with a much longer one goes to its block: a note may be paired
    with half of a library. ``check`` is called often, and may raise.
    """
    if not pairs:
        return
    texts, ends = np.unique(np.array(pairs, dtype=np.int64), return_inverse=True)
    ids: list[TextId] = texts.tolist()
    size = np.array([sizes[text] if sizes else 0 for text in ids], dtype=np.int64)
    left, right = ends.reshape(-1, 2).T
    shorter, longer = (
        size[one] * _MUCH_LONGER < size[other] for one, other in ((left, right), (right, left))
    )
    close = [pairs[at] for at in np.flatnonzero(~(shorter | longer)).tolist()]
    listed = dict.fromkeys(_neighbourly(close, check))
    listed |= dict.fromkeys(itertools.chain.from_iterable(pairs))
    block = np.zeros(len(ids), dtype=np.int64)
    number = many = characters = 0
    for at in np.searchsorted(texts, list(listed)).tolist():
        if many == _TEXTS_A_BLOCK or (many and characters + size[at] > _CHARACTERS_A_BLOCK):
            number, many, characters = number + 1, 0, 0
        many, characters = many + 1, characters + int(size[at])
        block[at] = number
    one, other = block[np.where(shorter, right, left)], block[np.where(longer, left, right)]
    tiles = np.minimum(one, other) * (number + 1) + np.maximum(one, other)
    order = np.argsort(tiles, kind="stable")
    # each batch reads its texts anew; of few pairs there are two, so that two workers compare them
    least = min(max(_LEAST_PAIRS_A_BATCH, len(pairs) // _BATCHES), _MOST_MERGED)
    least = min(least, max(_LEAST_OF_FEW, -(-len(pairs) // 2)))
    start, ends_of_tiles = 0, np.flatnonzero(np.diff(tiles[order])) + 1
    for end in [*ends_of_tiles.tolist(), len(pairs)]:
        if end - start >= least or end == len(pairs):
            yield [pairs[at] for at in order[start:end].tolist()]
            start = end


def _neighbourly(pairs: Sequence[TextPair], check: Callable[[], None]) -> list[TextId]:
    """Order texts so that paired ones are close to each other (Cuthill and McKee 1969)."""
    beside: dict[TextId, list[TextId]] = defaultdict(list)
    for start in range(0, len(pairs), _TEXTS_A_CHECK):
        check()
        for left, right in pairs[start : start + _TEXTS_A_CHECK]:
            beside[left].append(right)
            beside[right].append(left)

    def degree(text: TextId) -> tuple[int, TextId]:
        return len(beside[text]), text

    seen: set[TextId] = set()
    listed: list[TextId] = []
    for first in sorted(beside, key=degree):
        if first in seen:
            continue
        seen.add(first)
        waiting = deque([first])
        while waiting:
            text = waiting.popleft()
            listed.append(text)
            if len(listed) % _TEXTS_A_CHECK == 0:
                check()
            new = sorted(set(beside[text]) - seen, key=degree)
            seen.update(new)
            waiting.extend(new)
    return listed


class ReadTexts:
    def __init__(
        self,
        sources: Mapping[TextId, Sequence[TextSource]],
        config: ScanConfig,
        extracted: Path | None = None,
    ) -> None:
        self._sources = sources
        self._config = config
        self._extracted = kept_in(extracted)
        self._kept: OrderedDict[TextId, ReadText | None] = OrderedDict()
        self._sizes: dict[TextId, int] = {}
        self._uses: Counter[TextId] = Counter()
        self._bytes = 0
        self.problems: list[Problem] = []

    def compared(self, pairs: Sequence[TextPair]) -> list[Comparison]:
        """Compare pairs of texts; leave out those with a text that no file has any more."""
        self._uses.update(itertools.chain.from_iterable(pairs))
        made: list[Comparison] = []
        some: dict[int, Asked] = {}
        together: set[TextId] = set()
        held = 0
        for index, (left, right) in enumerate(pairs):
            one, other = self._of(left), self._of(right)
            if one is None or other is None:
                continue
            some[index] = left, right, one, other
            held += sum(self._sizes[text] for text in {left, right} - together)
            together |= {left, right}
            if len(some) >= _MOST_TOGETHER or held > _BYTES_TOGETHER:
                made += self._judged(some)
                some, together, held = {}, set(), 0
        return made + self._judged(some)

    def _judged(self, some: Mapping[int, Asked]) -> list[Comparison]:
        numbers = list(some)
        # an end of the process is that of the pair that was begun; the others are tried again
        made = judged_each(list(some.values()), lambda at: HEARTBEAT.begin(~numbers[at]))
        self._uses.subtract(text for one in made for text in (one.left, one.right))
        for text in {text for one in made for text in (one.left, one.right)}:
            if not self._uses[text]:
                self._drop(text)  # which may be the last of many that were needed once
            elif text in self._kept:
                self._measure(text)
        return made

    def _drop(self, text: TextId) -> None:
        self._kept.pop(text, None)
        self._bytes -= self._sizes.pop(text, 0)

    def _of(self, text: TextId) -> ReadText | None:
        if text in self._kept:
            self._kept.move_to_end(text)
            return self._kept[text]
        read = self._kept[text] = self._read(text)
        self._measure(text)
        # two are always needed at once
        while self._bytes > _CACHE_BYTES and len(self._kept) > 2:
            self._drop(next(iter(self._kept)))
        return read

    def _measure(self, text: TextId) -> None:
        kept = self._kept[text]
        size = 0 if kept is None else kept.size
        self._bytes += size - self._sizes.get(text, 0)
        self._sizes[text] = size

    def _read(self, text: TextId) -> ReadText | None:
        """Read any of the files of the text; None if none has it any more."""
        HEARTBEAT.begin(text)
        for source in self._sources[text]:
            key = source.content_hash + source.encoding.encode()
            in_hand = None if source.in_hand is None else source.in_hand.read()
            if in_hand is not None:
                return ReadText.of(in_hand, key)
            try:
                with bounded_memory() if format_named(source.encoding) else nullcontext():
                    decoded, found = read_text(
                        source.real_path,
                        self._config.largest_file,
                        source.encoding,
                        kept=self._extracted,
                    )
                reason = Reason(ReasonCode.CHANGED_DURING_SCAN)
            except ReadError as error:
                found, reason = b"", error.reason
            if found == source.content_hash:
                return ReadText.of(decoded.text, key)
            self.problems.append(Problem(source.path, ProblemStage.VERIFY, reason))
        return None


def compare_files(
    pairs: Sequence[TextPair],
    sources: Mapping[TextId, Sequence[TextSource]],
    config: ScanConfig,
    extracted: Path | None = None,
) -> tuple[list[Comparison], list[Problem]]:
    """Read the texts of pairs again and compare them; the work of a worker process.

    A file that is gone or changed yields a ``Problem``; its pairs are left out unless another file
    has the text. The heartbeat's item is the id of the text being read, or the inverse ``~index``
    of the pair being compared.
    """
    texts = ReadTexts(sources, config, extracted)
    return texts.compared(pairs), texts.problems


_FILES_A_BATCH = 64
_BYTES_A_BATCH = 1 << 20
_SAMPLE = "今天天气很好 café table"


@functools.cache
def preload(config: ScanConfig) -> None:
    fingerprint_text(_SAMPLE, find_recipe(config.recipe), segmenter(config.dictionary))


@dataclass(frozen=True, slots=True)
class FingerprintJob:
    """Files to be read and fingerprinted; an item is a file's index. See ``fingerprint_files``."""

    files: Sequence[Source]
    config: ScanConfig
    encodings: Mapping[bytes, str] = field(default_factory=dict)
    texts: Path | None = None
    in_hand: Path | None = None
    alone: bool = False

    @property
    def units(self) -> int:
        return len(self.files)

    def __call__(self) -> list[Fingerprinted | Unusable]:
        preload(self.config)
        in_hand = self.in_hand
        return fingerprint_files(
            self.files, self.config, self.encodings, self.texts, in_hand=in_hand
        )

    def parted(self, item: int) -> tuple[Self, Self | None]:
        others = [*self.files[:item], *self.files[item + 1 :]]
        one = replace(self, files=[self.files[item]], alone=True)
        return one, replace(self, files=others) if others else None

    def given_up(self, reason: Reason) -> list[Fingerprinted | Unusable]:
        return [(file, Problem(file.path, ProblemStage.READ, reason)) for file in self.files]


@dataclass(frozen=True, slots=True)
class ComparisonJob:
    """Pairs of texts to be compared; an item is as in ``compare_files``."""

    pairs: Sequence[TextPair]
    sources: Mapping[TextId, Sequence[TextSource]]
    config: ScanConfig
    extracted: Path | None = None
    alone: bool = False
    failed_at: TextId | None = None

    @property
    def units(self) -> int:
        return len(self.pairs)

    def __call__(self) -> tuple[list[Comparison], list[Problem]]:
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
        """Leave the pairs out; the problem names the text that could not be read, or both."""
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
