"""Documents on the disk compared with what the scan read."""

from simcore.files.disk import Disk, same_file
from simcore.files.verified_handle import VerifiedHandle
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import Document
from simcore.removal.plan import Removal


def check_removal(removal: Removal) -> Reason | None:
    """Read all documents of a removal again; return the reason not to remove, or None.

    Each must have the scanned bytes, and the document must be another file than its
    witnesses, not one under two names.
    """
    disk = Disk()
    try:
        with verified(disk, removal.document, ReasonCode.IT) as target:
            for document in removal.witnesses:
                with verified(disk, document, ReasonCode.KEPT) as witness:
                    if same_file(target.status, witness.status):
                        return Reason(ReasonCode.SAME_FILE)
    except ReadError as error:
        return error.reason
    return None


def verified(disk: Disk, document: Document, role: ReasonCode) -> VerifiedHandle:
    """Open and read a document; raises ``ReadError`` when it is not what was scanned.

    ``role`` is the code whose value is what is wrong with it: ``IT`` or ``KEPT``.
    """
    try:
        handle = VerifiedHandle(disk, document.real_path, document.size)
    except ReadError as error:
        raise ReadError(Reason(role, (error.reason,))) from error
    if handle.content_hash != document.content_hash:
        handle.close()
        raise ReadError(Reason(role, (Reason(ReasonCode.CHANGED_SINCE_SCAN),)))
    return handle
