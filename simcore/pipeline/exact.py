"""The exact comparison: the full shingle sets of two texts, counted.

Fingerprints and sketches propose a pair, this decides it. Resemblance and containment (Broder
1997) follow from three counts that never change for two texts, so each comparison is made once and
stored. Which counts these are, ``simcore.text.measures.judging`` decides.
"""

import itertools
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.formats import format_named
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import Comparison, Document, Problem, ProblemStage, TextId, TextPair
from simcore.pipeline.fingerprinting import kept_in
from simcore.pipeline.in_hand import TextInHand
from simcore.text.measures.judging import Asked, ReadText, judged_each
from simcore.text.reading import read_text
from simcore.workers.heartbeat import HEARTBEAT
from simcore.workers.memory import bounded_memory

_CACHE_BYTES = 64 * 1024 * 1024
_TEXTS_A_BLOCK = 256
# a shingle for each character at most, in order and as a set, and hardly any takes over two bytes
_CHARACTERS_A_BLOCK = _CACHE_BYTES // 2 // (2 * 8 + 2)
_LEAST_PAIRS_A_BATCH, _LEAST_OF_FEW = 256, 16
_MOST_MERGED = 1 << 12
_BATCHES = 64
_TEXTS_A_CHECK = 4_096
_MUCH_LONGER = 4
_MOST_TOGETHER = 64
"""Pairs whose shingles are counted in one call, while their texts are in memory."""

_BYTES_TOGETHER = _CACHE_BYTES // 4


@dataclass(frozen=True, slots=True)
class TextSource:
    """A file from which a text can be read again, the hash of its bytes, and its encoding.

    ``in_hand`` is the text that was read in this scan, if it is kept.
    """

    path: Path
    real_path: Path
    content_hash: bytes
    encoding: str
    in_hand: TextInHand | None = None


def text_source(document: Document, in_hand: TextInHand | None = None) -> TextSource:
    """Return the source of a document's text."""
    return TextSource(
        document.path, document.real_path, document.content_hash, document.encoding, in_hand
    )


def batches_of(
    pairs: Sequence[TextPair],
    check: Callable[[], None] = lambda: None,
    sizes: Mapping[TextId, int] | None = None,
) -> Iterator[list[TextPair]]:
    """Split pairs into batches that share few texts, so that each text is read few times.

    The texts are ordered so that paired ones are close, and split into blocks, of which two fit in
    the cache of ``ReadTexts`` by their ``sizes`` in characters. The pairs between two blocks stay
    together; small sets of them are merged up to a least batch size, a larger one where pairs are
    many. A text beside one much longer goes where that is: reading it once more costs little, and a
    note may be paired with half of a library. ``check`` is called often, and may raise.
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
    """Order texts so that paired ones are close to each other (Cuthill and McKee 1969).

    Each text is followed by the unlisted texts paired with it, those with the fewest pairs first;
    each further component starts at its text with the fewest pairs.
    """
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
    """Texts read from files to be compared; the last used ones are cached, up to a size.

    None is kept once its last pair has been compared. ``problems`` are of the files that could not
    be read so far. See ``compare_files``.
    """

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
        """Compare pairs of texts; those with one that no file has any more are left out."""
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
        """Compare pairs, by their numbers, all at once."""
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
        """Count the size of a text, which grows when it is compared with other shingles."""
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
    """Read the files of pairs of texts again and compare them; the work of a worker process.

    Whether a pair differs in numbers only is determined if it is alike enough to be shown at all.
    A file that is gone or changed yields a ``Problem``; its pairs are left out unless another file
    still has the text. What was ``extracted`` from documents is in that file. The heartbeat's item
    is the id of the text that is read, or the inverse ``~index`` of the pair that is compared.
    """
    texts = ReadTexts(sources, config, extracted)
    return texts.compared(pairs), texts.problems
