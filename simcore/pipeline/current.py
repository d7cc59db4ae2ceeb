"""The text that a document has now, for those who look at it: kept from a scan, or parsed anew.

Of a document that is not on this machine, it is the text that was carried along with its results.
Whoever shows texts reads them here; a scan reads files alone.
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

from simcore.model.config import ScanConfig
from simcore.model.errors import ReadError
from simcore.model.formats import format_of
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import DecodedText, Document
from simcore.store.elsewhere.carried import read_carried
from simcore.store.kept_texts import KeptTexts, texts_path
from simcore.text import reading
from simcore.text.chosen import Kept
from simcore.text.hashing import content_hash
from simcore.text.reading import READER_VERSION, read_bytes, text_of
from simcore.workers.worker import JobFailed


@dataclass(frozen=True, slots=True)
class DocumentToRead:
    """A document to be read, up to ``largest`` bytes, as a scan with an ``index`` reads it.

    ``encoding`` and ``encodings`` are as in ``simcore.read_text``.
    """

    path: Path
    largest: int
    index: Path
    encoding: str | None = None
    encodings: Mapping[bytes, str] = field(default_factory=dict)


def read_unparsed(wanted: DocumentToRead) -> tuple[DecodedText, bytes] | None:
    """Return a text that has only to be decoded, or was extracted by a scan, and the bytes' hash.

    None for a document that has to be parsed: by ``read_parsed``, in another process, since a
    hostile one may take long or take all memory. Raises ``ReadError``.
    """
    carried = _carried(wanted.path)
    if carried is not None:
        return carried
    data, _ = read_bytes(wanted.path, wanted.largest)
    of = format_of(wanted.path.name, data)
    if of is None or of.decoded:
        return text_of(wanted.path.name, data, wanted.encoding, wanted.encodings)
    content = content_hash(data)
    found = _kept(wanted).of(content, of.name)
    return (found, content) if found else None


def read_parsed(wanted: DocumentToRead) -> tuple[DecodedText, bytes]:
    """Return a document's text and the hash of its bytes. Raises ``ReadError``."""
    kept = _kept(wanted)
    return read_text(wanted.path, wanted.largest, wanted.encoding, wanted.encodings, kept)


def read_text(
    path: Path,
    largest: int,
    encoding: str | None = None,
    encodings: Mapping[bytes, str] | None = None,
    kept: Kept | None = None,
) -> tuple[DecodedText, bytes]:
    """Read a document's text like a scan; return it and the hash of the bytes.

    ``encoding`` is as in ``simcore.read_document``; without it, that of ``encodings`` is used, see
    ``Judgements``. What was extracted before is taken from ``kept``. Of a document that is not on
    this machine it is the text that was carried along, whatever the encoding, and the hash of this
    text in UTF-8. Raises ``ReadError``.
    """
    return _carried(path) or reading.read_text(path, largest, encoding, encodings, kept)


def _carried(path: Path) -> tuple[DecodedText, bytes] | None:
    """Return the text of a document elsewhere; None for any other. Raises ``ReadError``."""
    text = read_carried(path)
    return None if text is None else (text, content_hash(text.text.encode()))


def read_now(wanted: DocumentToRead, executor: Executor) -> tuple[DecodedText, bytes]:
    """Return a document's text and its bytes' hash; what is parsed is so in a process.

    Raises ``ReadError``.
    """
    try:
        return read_unparsed(wanted) or executor.submit(read_parsed, wanted).result()
    except JobFailed as failure:
        raise ReadError(failure.reason) from failure


def _kept(wanted: DocumentToRead) -> KeptTexts:
    return KeptTexts(texts_path(wanted.index), READER_VERSION)


@dataclass(frozen=True, slots=True)
class TextsNow:
    """Reads the texts that documents have now, those to be parsed in a process of ``executor``.

    All else is as in ``DocumentToRead``.
    """

    executor: Executor
    config: ScanConfig
    index: Path
    encodings: Mapping[bytes, str] = field(default_factory=dict)

    def __call__(self, document: Document) -> str:
        """Return the text of a document. Raises ``ReadError``, also if its bytes are others now."""
        wanted = DocumentToRead(
            document.real_path, self.config.largest_file, self.index, encodings=self.encodings
        )
        text, content = read_now(wanted, self.executor)
        if content != document.content_hash and not document.elsewhere:
            raise ReadError(ReasonCode.CHANGED_SINCE_SCAN)
        return text.text
