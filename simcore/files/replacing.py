"""Files of the program's own that are replaced as a whole: tables, saved results, folder roles."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from simcore.model.errors import SimcoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of


@contextlib.contextmanager
def replacing(path: Path, failure: type[SimcoreError] = SimcoreError) -> Iterator[IO[bytes]]:
    """Open a new file that replaces an older one atomically when the block ends.

    Raises ``failure`` if it cannot be written; an older file is then unchanged.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        try:
            with part.open("wb") as file:
                yield file
            os.replace(part, path)  # noqa: PTH105 - the documented atomic one
        finally:
            with contextlib.suppress(OSError):
                part.unlink()
    except OSError as error:
        reason = Reason(ReasonCode.CANNOT_BE_WRITTEN, (str(path), reason_of(error)))
        raise failure(reason) from error
