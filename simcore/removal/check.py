"""Documents as they are now, against what the scan read."""

from simcore.files.disk import Disk, same_file
from simcore.files.sighting import Sighting
from simcore.model.errors import ReadError
from simcore.model.records import Document
from simcore.removal.plan import Removal


def check_removal(removal: Removal) -> str | None:
    """Read all documents of a removal now; give the reason not to remove, or None.

    Each must hold the bytes that were scanned, and the document must be another file than its
    witnesses, not one under two names.
    """
    disk = Disk()
    try:
        with seen(disk, removal.document, "it") as target:
            for document in removal.witnesses:
                with seen(disk, document, "the document to keep") as witness:
                    if same_file(target.status, witness.status):
                        return "it is the same file as the document to keep"
    except ReadError as error:
        return str(error)
    return None


def seen(disk: Disk, document: Document, role: str) -> Sighting:
    """Read a document now; raises ``ReadError`` when it is not what was scanned."""
    try:
        sighting = Sighting(disk, document.real_path, document.size)
    except ReadError as error:
        raise ReadError(f"{role} {error}") from error
    if sighting.content_hash != document.content_hash:
        sighting.close()
        raise ReadError(f"{role} has changed since the scan")
    return sighting
