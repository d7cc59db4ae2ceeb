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

    >>> try:
    ...     simcore.scan("nowhere")
    ... except SimcoreError as error:
    ...     print(type(error).__name__, error, sep=": ")
    FolderError: nowhere: does not exist
    """

    def __init__(self, reason: Reason | ReasonCode | str, *values: str | int | Reason) -> None:
        super().__init__(Reason(reason, values) if isinstance(reason, ReasonCode) else reason)

    @property
    def reason(self) -> Reason:
        """Why; of a text, the text."""
        return reason_of(self)


class ConfigError(SimcoreError, ValueError):
    """A parameter is out of its range, as one of ``ScanConfig``."""


class FolderError(SimcoreError):
    """A folder or file to scan is missing, is neither, or cannot be listed.

    >>> simcore.scan("nowhere")
    Traceback (most recent call last):
    simcore.model.errors.FolderError: nowhere: does not exist
    """


class IncompleteError(SimcoreError):
    """A run came to its end, but some files could not be read, removed or restored."""


class IndexFileError(SimcoreError):
    """The index file cannot be used.

    >>> simcore.FingerprintIndex(Path("documents"))
    Traceback (most recent call last):
    simcore.model.errors.IndexFileError: documents: is no regular file
    """


class IndexTooNewError(IndexFileError):
    """The index was written by a newer version of Variorum; it is left unchanged.

    >>> simcore.FingerprintIndex(Path("later.sqlite3")).close()
    >>> with Path("later.sqlite3").open("r+b") as file:
    ...     _ = file.seek(60), file.write((999).to_bytes(4, "big"))  # the version of its schema
    >>> simcore.FingerprintIndex(Path("later.sqlite3"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.errors.IndexTooNewError: later.sqlite3: was written by a newer version ...
    """


class IndexCorruptError(IndexFileError):
    """The file is no index of Variorum, or is damaged; it is left unchanged.

    >>> simcore.FingerprintIndex(Path("documents/Notes/scanned-page.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.errors.IndexCorruptError: ...: is damaged or no index of Variorum...
    """


class IndexFullError(IndexFileError):
    """The index cannot grow: the disk is full or the file cannot be written.

    See ``FingerprintIndex``.
    """


class CoreError(SimcoreError):
    """The compiled core or its tables cannot be used: nothing can be read or compared."""


class JournalError(SimcoreError):
    """The journal cannot be used: too new, damaged, foreign, not writable, or in use.

    >>> simcore.Journal(Path("documents/Notes/scanned-page.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.errors.JournalError: ...: is damaged or no journal of Variorum...
    """


class RolesError(SimcoreError):
    """The roles of folders cannot be read or kept: ``read_roles`` of damaged ones."""


class FolderSettingsError(SimcoreError):
    """The settings of folders cannot be read or kept: ``read_folder_settings`` of damaged ones."""


class ReadError(SimcoreError):
    """One document cannot be used; the message is the reason, without the path.

    >>> simcore.read_document("合同.txt", bytes(8))
    Traceback (most recent call last):
    simcore.model.errors.ReadError: is binary, not text
    """


def damaged(what: str | Reason) -> ReadError:
    """Return the error of a document that is damaged; ``what`` is said in brackets."""
    return ReadError(ReasonCode.DAMAGED, what)


class ResultsFileError(SimcoreError):
    """A file of saved results cannot be written, or cannot be read as such.

    >>> simcore.load_results(Path("documents/Notes/untitled.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.errors.ResultsFileError: ...untitled.txt: is no file of saved results
    """


class StringsFileError(SimcoreError):
    """A file of strings, as a library or a table, cannot be written, or cannot be read as one.

    >>> _ = Path("a.csv").write_text("正文", "utf-8")
    >>> simcore.read_column("a.csv", "x")
    Traceback (most recent call last):
    simcore.model.errors.StringsFileError: a.csv: its first line has no column 'x'; it has '正文'
    """
