"""The errors that the engine raises on purpose.

A file that cannot be used is data (:class:`simcore.model.records.Problem`); only a run that cannot
continue is an exception. :class:`simcore.model.progress.Cancelled` is no error and no subclass.
"""

from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of


class SimcoreError(Exception):
    """A run cannot continue; ``str()`` of it is a sentence for the user.

    What the window may show is given as a ``Reason``, or as a code and its values; a text is the
    command line's own.
    """

    def __init__(self, reason: Reason | ReasonCode | str, *values: str | int | Reason) -> None:
        super().__init__(Reason(reason, values) if isinstance(reason, ReasonCode) else reason)

    @property
    def reason(self) -> Reason:
        """Why; of a text, the text."""
        return reason_of(self)


class ConfigError(SimcoreError, ValueError):
    """A parameter is out of its range."""


class FolderError(SimcoreError):
    """A folder to scan is missing, is no folder, or cannot be listed."""


class IndexFileError(SimcoreError):
    """The index file cannot be used."""


class IndexTooNewError(IndexFileError):
    """The index was written by a newer version of Variorum; it is left unchanged."""


class IndexCorruptError(IndexFileError):
    """The file is no index of Variorum, or is damaged; it is left unchanged."""


class IndexFullError(IndexFileError):
    """The index cannot grow: the disk is full or the file cannot be written."""


class CoreError(SimcoreError):
    """The compiled core or its tables cannot be used: nothing can be read or compared."""


class JournalError(SimcoreError):
    """The journal cannot be used: too new, damaged, foreign, not writable, or in use."""


class RolesError(SimcoreError):
    """The roles of folders cannot be read or kept."""


class FolderSettingsError(SimcoreError):
    """The settings of folders cannot be read or kept."""


class ReadError(SimcoreError):
    """One document cannot be used; the message is the reason, without the path."""


def damaged(what: str | Reason) -> ReadError:
    """Return the error of a document that is damaged; ``what`` is said in brackets."""
    return ReadError(ReasonCode.DAMAGED, what)


class ResultsFileError(SimcoreError):
    """A file of saved results cannot be written, or cannot be read as such."""


class StringsFileError(SimcoreError):
    """A file of strings, as a library or a table, cannot be written, or cannot be read as one."""
