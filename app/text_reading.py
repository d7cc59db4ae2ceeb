"""Reading the two texts of a comparison in the background; the newest request wins."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from app.tasks import Task
from simcore import DecodedText, Document, ReadError

__all__ = ["Reading", "TextPair", "TextPairReading", "TextReader"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One document as it is on disk now: its text, or the reason why there is none.

    ``changed`` tells that its bytes are not those that were scanned.
    """

    document: Document
    text: DecodedText | None
    changed: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TextPair:
    """The kept document and the chosen one, as they are now.

    ``ad_hoc`` tells that a person put the two together: neither is kept for the other.
    """

    kept: Reading
    chosen: Reading
    ad_hoc: bool = False


class TextPairReading:
    """Reads two documents when called with its task; returns a ``TextPair``."""

    def __init__(
        self, kept: Document, chosen: Document, largest: int, *, ad_hoc: bool = False
    ) -> None:
        self.kept = kept
        self.chosen = chosen
        self.ad_hoc = ad_hoc
        self._largest = largest

    def __call__(self, task: Task) -> TextPair:
        """Read both in the calling thread. Raises ``Cancelled`` between the two."""
        kept = self._read(self.kept)
        task.check()
        return TextPair(kept, self._read(self.chosen), self.ad_hoc)

    def _read(self, document: Document) -> Reading:
        try:
            text, content_hash = simcore.read_text(document.real_path, self._largest)
        except ReadError as error:
            return Reading(document, None, problem=str(error))
        # of a file that was never scanned nobody can say so
        changed = bool(document.content_hash) and content_hash != document.content_hash
        return Reading(document, text, changed=changed)


class TextReader(QObject):
    """Reads one pair at a time; ``texts_read`` follows for the newest request only.

    Whoever runs through the list with the keyboard starts no queue of readings: what is asked
    for while one runs waits, and takes the place of what waited before.
    """

    texts_read = Signal(object)  # TextPair
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._wanted: TextPairReading | None = None
        self._running: TextPairReading | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a pair is being read."""
        return self._task is not None

    def read(self, request: TextPairReading) -> None:
        """Read a pair as soon as the reading under way has stopped."""
        self._wanted = request
        if self._task is None:
            self._start()
        else:
            self._task.cancel()

    def stop(self) -> None:
        """Make sure that no ``texts_read`` follows for an earlier request."""
        self._wanted = None
        if self._task is not None:
            self._task.cancel()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs."""
        self._closed = True
        self.stop()
        if self._task is not None:
            self._task.wait()

    def _start(self) -> None:
        request = self._wanted
        if request is None or self._closed:
            return
        task = Task(request, self)
        task.succeeded.connect(self._arrived)
        task.failed.connect(self.failed)
        task.finished.connect(self._finished)
        self._task, self._running = task, request
        task.start()

    @Slot(object)
    def _arrived(self, texts: TextPair) -> None:
        if self._wanted is self._running and self._wanted is not None:
            self._wanted = None
            self.texts_read.emit(texts)

    @Slot()
    def _finished(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
        self._task = None
        if self._wanted is self._running:
            self._wanted = None  # it failed, and the message was shown
        self._start()
