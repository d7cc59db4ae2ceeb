"""Reading the two texts of a comparison in the background; the newest request wins."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

import simcore
from simcore import DecodedText, Document, Reason, ScanConfig, SimcoreError

from ...background.latest import Latest
from ...background.process import in_process
from ...background.task import Task


@dataclass(frozen=True, slots=True)
class FileForm:
    """What no reader sees of a plain text.

    Its ``line_ends``, the most frequent first (CRLF, LF, CR), whether the last line is ``ended``,
    whether it is ``signed`` by a byte order mark, and the normal form of its accents (NFC, NFD;
    empty: there are none, or some in either way).
    """

    line_ends: tuple[str, ...] = ()
    ended: bool = True
    signed: bool = False
    accents: str = ""


def file_form(text: DecodedText) -> FileForm:
    r"""Tell how a plain text is written.

    >>> file_form(DecodedText("a\r\nb\r\nc\n\u00e9", "utf-8", lossy=False))
    FileForm(line_ends=('CRLF', 'LF'), ended=False, signed=False, accents='NFC')
    """
    both, feeds = text.text.count("\r\n"), text.text.count("\n")
    counts = {"CRLF": both, "LF": feeds - both, "CR": text.text.count("\r") - both}
    ends = sorted((name for name, count in counts.items() if count), key=lambda name: -counts[name])
    fits = (
        []
        if text.text.isascii()
        else [form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, text.text)]
    )
    ended = not text.text or text.text[-1] in "\r\n"
    return FileForm(tuple(ends), ended, text.signed, fits[0] if len(fits) == 1 else "")


@dataclass(frozen=True, slots=True)
class CurrentText:
    """The current state of one document on disk: its text, or the reason why there is none.

    Of a document that is not on this machine it is the text that was carried along.

    ``changed`` tells that its bytes are not those that were scanned, ``by_hand`` that a person
    chose the encoding for this time, ``kept`` that they chose it for good. ``form`` is None of a
    text that was extracted from a format.
    """

    document: Document
    text: DecodedText | None
    changed: bool = False
    problem: Reason | None = None
    by_hand: bool = False
    kept: bool = False
    form: FileForm | None = None


@dataclass(frozen=True, slots=True)
class CurrentTexts:
    """The current texts of the kept document and the chosen one.

    ``ad_hoc`` tells that a person put the two together: neither is kept for the other.
    ``figures`` follow, with the same texts, where an encoding was chosen by hand: what a scan
    would find of them, or why it would find nothing.
    """

    kept: CurrentText
    chosen: CurrentText
    ad_hoc: bool = False
    figures: "simcore.TextFigures | Reason | None" = None


def read_texts(
    task: Task,
    kept: Document,
    chosen: Document,
    config: ScanConfig,
    index: Path,
    encodings: tuple[str | None, str | None] = (None, None),
    *,
    said: Mapping[bytes, str] | None = None,
    ad_hoc: bool = False,
) -> CurrentTexts:
    """Read two documents. Raises ``Cancelled`` between the two.

    What was extracted of them is beside ``index``; what has to be parsed is parsed in another
    process.

    ``encodings`` names for the kept and the chosen one how to read it; None: as a scan does, in
    the encoding ``said`` of its bytes; empty: as is recognised, whatever is said. With one of them
    given, the texts are published as soon as they are read; the pair that is
    returned has figures too. A document beside itself is read once.
    """
    said = said or {}
    kept_text = _read(task, kept, config, index, encodings[0], said)
    if chosen is kept:
        return CurrentTexts(kept_text, kept_text, ad_hoc)
    task.check()
    pair = CurrentTexts(kept_text, _read(task, chosen, config, index, encodings[1], said), ad_hoc)
    if encodings == (None, None) or kept_text.text is None or pair.chosen.text is None:
        return pair
    task.check()
    task.progressed.emit(pair)
    one, other = (
        simcore.ReadAs(document.real_path, encoding or None, {} if encoding == "" else said)
        for document, encoding in zip((kept, chosen), encodings, strict=True)
    )
    return replace(pair, figures=_figures(task, one, other, config))


def _read(
    task: Task,
    document: Document,
    config: ScanConfig,
    index: Path,
    encoding: str | None,
    said: Mapping[bytes, str],
) -> CurrentText:
    # what was carried along is text already: it has no other encoding
    by_hand = encoding is not None and not document.elsewhere
    document = _of_disk(document)
    wanted = simcore.DocumentToRead(
        document.real_path,
        config.largest_file,
        index,
        encoding or None,
        {} if encoding == "" else said,
    )
    try:
        text, content_hash = simcore.read_unparsed(wanted) or in_process(
            task,
            simcore.read_parsed,
            wanted,
            jobs=config.jobs,
            seconds=config.seconds_a_file,
        )
    except SimcoreError as error:
        return CurrentText(document, None, problem=error.reason, by_hand=by_hand)
    # unknown for a file that was never scanned
    if document.elsewhere:
        return CurrentText(document, text)
    changed = bool(document.content_hash) and content_hash != document.content_hash
    kept = said.get(content_hash) == text.encoding and not by_hand
    form = None if text.beside else file_form(text)
    return CurrentText(document, text, changed=changed, by_hand=by_hand, kept=kept, form=form)


def _of_disk(document: Document) -> Document:
    """Return a document that no scan has seen with its size and its date, if it has some."""
    if document.mtime_ns or document.inside or document.elsewhere:
        return document
    try:
        found = document.real_path.stat()
    except OSError:
        return document
    return replace(document, size=found.st_size, mtime_ns=found.st_mtime_ns)


def _figures(
    task: Task, kept: "simcore.ReadAs", chosen: "simcore.ReadAs", config: ScanConfig
) -> "simcore.TextFigures | Reason":
    """Fingerprint and compare both, or return why that is not possible."""
    try:
        return in_process(
            task,
            simcore.compare_as,
            kept,
            chosen,
            config,
            jobs=config.jobs,
            seconds=config.seconds_a_file,
        )
    except SimcoreError as error:
        return error.reason


class TextReader(Latest[..., CurrentTexts]):
    """Reads one pair at a time; ``published`` and ``succeeded`` carry it as a ``CurrentTexts``.

    Running through the list with the keyboard starts no queue of readings: the newest request
    replaces the one that waits. ``said`` returns the encodings of ``Judgements``; extracted texts
    are beside ``index``.
    """

    wanted = Signal()  # of another pair than before

    def __init__(
        self, said: Callable[[], Mapping[bytes, str]], index: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(read_texts, parent)
        self._said = said
        self._index = index

    def read(
        self, kept: Document, chosen: Document, config: ScanConfig, *, ad_hoc: bool = False
    ) -> None:
        """Read another pair as soon as the reading under way has stopped."""
        self.wanted.emit()
        self.read_in((None, None), kept, chosen, config, ad_hoc=ad_hoc)

    def read_in(
        self,
        encodings: tuple[str | None, str | None],
        kept: Document,
        chosen: Document,
        config: ScanConfig,
        *,
        ad_hoc: bool = False,
    ) -> None:
        """Read the same pair in other encodings, as ``read_texts`` takes them."""
        self.run(kept, chosen, config, self._index, encodings, said=self._said(), ad_hoc=ad_hoc)
