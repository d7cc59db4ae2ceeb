"""Correcting the encoding of documents: tried first, then kept by the hash of its bytes."""

from collections.abc import Sequence

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import Document
from simcore.store.judgement_file import JudgementFile, Step
from simcore.text.chosen import read_as_chosen
from simcore.text.reading import content_hash, read_bytes


def keep_encoding(
    documents: Sequence[Document], encoding: str | None, file: JudgementFile, largest: int
) -> Step:
    """Let the bytes of documents be read in an encoding from the next scan on, whatever the path.

    None takes an earlier choice back. ``largest`` is as in ``ScanConfig.largest_file``. Raises
    ``ReadError``, with nothing changed, if the bytes of one are not such text, or no longer those
    of the document, and ``IndexFileError``.
    """
    for document in documents if encoding is not None else ():
        try:
            _try(document, encoding or "", largest)
        except ReadError as error:
            raise ReadError(Reason(ReasonCode.OF, (str(document.path), error.reason))) from error
    step = Step()
    for document in documents:
        step += file.set_encoding(document, encoding)
    return step


def _try(document: Document, encoding: str, largest: int) -> None:
    data, _ = read_bytes(document.real_path, largest)
    if content_hash(data) != document.content_hash:
        raise ReadError(ReasonCode.CHANGED_SINCE_LAST_SCAN)
    read_as_chosen(document.path.name, data, encoding)
