"""Documents on the disk compared with what the scan read."""

from simcore.files.disk import Disk, same_file
from simcore.files.verified_handle import VerifiedHandle
from simcore.model.errors import ReadError
from simcore.model.records import Document
from simcore.removal.plan import Removal


def check_removal(removal: Removal) -> str | None:
    """Read all documents of a removal again; return the reason not to remove, or None.

    Each must have the scanned bytes, and the document must be another file than its
    witnesses, not one under two names.
    """
    disk = Disk()
    try:
        with verified(disk, removal.document, "it") as target:
            for document in removal.witnesses:
                with verified(disk, document, "the document to keep") as witness:
                    if same_file(target.status, witness.status):
                        return "it is the same file as the document to keep"
    except ReadError as error:
        return str(error)
    return None


def verified(disk: Disk, document: Document, role: str) -> VerifiedHandle:
    """Open and read a document; raises ``ReadError`` when it is not what was scanned."""
    try:
        handle = VerifiedHandle(disk, document.real_path, document.size)
    except ReadError as error:
        raise ReadError(f"{role} {error}") from error
    if handle.content_hash != document.content_hash:
        handle.close()
        raise ReadError(f"{role} has changed since the scan")
    return handle
