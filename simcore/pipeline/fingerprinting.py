"""Fingerprinting files: the work of a worker process."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import fields, replace
from pathlib import Path

from simcore.files.opening import open_regular
from simcore.files.patterns import Patterns, patterns_of
from simcore.fingerprinting.document import fingerprint_document
from simcore.fingerprinting.recipes import find_recipe
from simcore.fingerprinting.stated import stated_dates
from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.formats import Format, format_named, format_of, is_manual
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import (
    INSIDE,
    DecodedText,
    Document,
    Fingerprinted,
    ListedFile,
    Problem,
    ProblemStage,
    Source,
    SourceFile,
    TextPlace,
    TextPrint,
)
from simcore.pipeline.in_hand import TextWriter
from simcore.store.kept_texts import KeptTexts, packed
from simcore.text.chosen import read_by_choice
from simcore.text.decoding import decode
from simcore.text.hashing import content_hash
from simcore.text.reading import READER_VERSION, read_bytes
from simcore.text.segmentation import segmenter
from simcore.workers.heartbeat import HEARTBEAT
from simcore.workers.memory import bounded_memory

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


def is_by_hand(source: Source) -> bool:
    """Return whether a file was named itself: it is read whatever its name promises."""
    return isinstance(source, ListedFile) and source.folder.by_hand


def is_lasting(problem: Problem) -> bool:
    """Return whether the next scan need not read a file again that had this problem now.

    Missing, locked or changing files may be readable next time; undecodable bytes stay so.
    """
    return problem.stage is ProblemStage.DECODE or problem.reason.code is ReasonCode.TOO_LONG


def cut_short(path: Path, reason: Reason) -> Problem:
    """Return the problem of a document of which only a part was read."""
    return Problem(path, ProblemStage.DECODE, Reason(ReasonCode.CUT_SHORT, (reason,)))


def without_words(path: Path, read: Fingerprinted | Document) -> Problem:
    """Return the problem of a document that has no words: only copies of its bytes are like it."""
    return Problem(path, *why_without_words(read.encoding, read.characters))


def why_without_words(encoding: str, characters: int) -> tuple[ProblemStage, Reason]:
    """Return why a document has no words, by what it was read as and how much there is of it."""
    if encoding == SCANNED and not characters:
        return ProblemStage.TOKENS, Reason(ReasonCode.NO_TEXT_LAYER)
    return ProblemStage.TOKENS, Reason(ReasonCode.NO_WORDS)


def without_text(error: ReadError) -> DecodedText:
    """Return no text for a document that has none, where that is the error; else raise it."""
    if error.reason.code is not ReasonCode.NO_TEXT_LAYER:
        raise error
    return DecodedText("", SCANNED, lossy=False)


def guessed(path: Path, read: Fingerprinted | Document) -> Problem:
    """Return the problem of a document whose encoding was guessed."""
    reason = Reason(ReasonCode.ENCODING_GUESSED, (read.encoding,))
    return Problem(path, ProblemStage.DECODE, reason, read.content_hash)


def fingerprint_files(
    sources: Sequence[Source],
    config: ScanConfig,
    encodings: Mapping[bytes, str] | None = None,
    texts: Path | None = None,
    *,
    finer: bool = False,
    in_hand: Path | None = None,
) -> list[Fingerprinted | Unusable]:
    """Fingerprint files, in their order; a file that cannot be used yields a ``Problem``.

    Files are read in the ``encodings`` chosen for their bytes, see ``Judgements``. What was
    extracted before is in the file ``texts``; without one, nothing is packed for it. ``finer``
    sketches come with them if asked for. Their texts are kept in the folder ``in_hand``, if there
    is one, for ``simcore.pipeline.in_hand``. The heartbeat's item is the index of the file.
    """
    results: list[Fingerprinted | Unusable] = []
    patterns = patterns_of(config)
    kept = kept_in(texts)
    with TextWriter(in_hand) as writer:
        for index, source in enumerate(sources):
            HEARTBEAT.begin(index)
            results.append(
                _fingerprint_file(
                    source, config, patterns, encodings or {}, kept, writer, finer=finer
                )
            )
    return results


def kept_in(texts: Path | None) -> KeptTexts | None:
    """Return the extracted texts in a file, as this version reads them; None without a file."""
    return None if texts is None else KeptTexts(texts, READER_VERSION)


def keep_texts(texts: Path, read: Sequence[Fingerprinted], most: int) -> None:
    """Keep what was extracted from files in the file ``texts``, of ``most`` bytes."""
    extracted = [(one.content_hash, one.encoding, one.extracted) for one in read if one.extracted]
    KeptTexts(texts, READER_VERSION).add(extracted, most)


def _read_beginning(path: Path) -> bytes | None:
    """Read the beginning of a file, None if it cannot be read: who reads it all knows why."""
    try:
        with open_regular(path) as file:
            return file.read(BEGINNING)
    except OSError:
        return None


def _try_beginning(name: str, beginning: bytes | None, *, all_text: bool) -> None:
    """Look at the beginning of a file whose name promises nothing.

    Raises ``ReadError`` if it is neither a manual page nor, where all text is read, text.
    """
    if beginning is None or is_manual(name, beginning):
        return
    if not all_text:
        raise ReadError(ReasonCode.NOT_A_MANUAL)
    if format_of(name, beginning) is None:
        decode(beginning)


def _only_pages(of: Format | None) -> None:
    """Raise ``ReadError`` for what is no manual page."""
    if of is None or of.name != "man":
        raise ReadError(ReasonCode.NOT_A_MANUAL)


def _fingerprint_file(
    source: Source,
    config: ScanConfig,
    patterns: Patterns,
    encodings: Mapping[bytes, str],
    kept: KeptTexts | None,
    writer: TextWriter,
    *,
    finer: bool,
) -> Fingerprinted | Unusable:
    stage, content, of = ProblemStage.READ, b"", None
    name = source.name
    try:
        # there are very many, so no paths are made of those that are in order
        promised = patterns.names(name, name) or is_by_hand(source)
        on_trial = not promised and patterns.only_on_trial(source.path)
        # of what is inside an archive no beginning is looked at, and a small file is read once
        tried = on_trial and source.device != INSIDE
        small = source.size <= min(BEGINNING, config.largest_file)
        if tried and not small:
            stage = ProblemStage.DECODE
            beginning = _read_beginning(source.real_path)
            _try_beginning(name, beginning, all_text=config.all_text)
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
        if on_trial and not config.all_text:
            _only_pages(of)
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
        finer=finer,
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
    finer: bool = False,
    by_hand: bool = False,
    refused: Reason | None = None,
    extracted: bytes = b"",
    place: TextPlace | None = None,
) -> Fingerprinted:
    """Fingerprint the text of a document whose bytes have the hash ``content``.

    One without words has a text of its own, by its bytes. All else is as in ``Fingerprinted``.
    """
    text, seen, script = fingerprint_document(
        decoded, find_recipe(config.recipe), segmenter(config.dictionary), finer=finer
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
