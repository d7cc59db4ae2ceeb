"""Correcting the encoding of files: tried first, then kept by the hash of their bytes."""

from collections.abc import Sequence
from pathlib import Path

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.store.judgement_file import JudgementFile, Step
from simcore.text.chosen import read_as_chosen
from simcore.text.hashing import content_hash
from simcore.text.reading import read_bytes


def keep_encoding(
    files: Sequence[tuple[Path, bytes]],
    encoding: str | None,
    judgements: JudgementFile,
    largest: int,
) -> Step:
    """Let the bytes of files be read in an encoding from the next scan on, whatever the path.

    ``files`` are paths and the hashes of their bytes when they were scanned. None takes an earlier
    choice back. ``largest`` is as in ``ScanConfig.largest_file``. Raises ``ReadError``, with
    nothing changed, if the bytes of one are not such text or others now, and ``IndexFileError``.
    """
    for path, content in files if encoding is not None else ():
        try:
            _try(path, content, encoding or "", largest)
        except ReadError as error:
            raise ReadError(Reason(ReasonCode.OF, (str(path), error.reason))) from error
    return judgements.set_encodings(files, encoding)


def _try(path: Path, content: bytes, encoding: str, largest: int) -> None:
    data, _ = read_bytes(path, largest)
    if content_hash(data) != content:
        raise ReadError(ReasonCode.CHANGED_SINCE_LAST_SCAN)
    read_as_chosen(path.name, data, encoding)
