"""Reading the two texts of a comparison in the background; the newest request wins."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

import simcore
from app.background.latest import Latest
from app.background.process import in_process
from app.background.task import Task
from simcore import DecodedText, Document, ReadError, ScanConfig, SimcoreError


@dataclass(frozen=True, slots=True)
class Reading:
    """One document as it is on disk now: its text, or the reason why there is none.

    ``changed`` tells that its bytes are not those that were scanned, ``by_hand`` that a person
    chose the encoding.
    """

    document: Document
    text: DecodedText | None
    changed: bool = False
    problem: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class TextPair:
    """The kept document and the chosen one, as they are now.

    ``ad_hoc`` tells that a person put the two together: neither is kept for the other.
    ``figures`` follow, with the same texts, where an encoding was chosen by hand: what a scan
    would find of them, or a sentence on why it would find nothing.
    """

    kept: Reading
    chosen: Reading
    ad_hoc: bool = False
    figures: "simcore.TextFigures | str | None" = None


class TextPairReading:
    """Reads two documents when called with its task; returns a ``TextPair``.

    ``encodings`` names for the kept and the chosen one how to read it; None: as is recognised.
    With one of them named, the texts are published as soon as they are read; the pair that is
    returned has figures too.
    """

    def __init__(
        self,
        kept: Document,
        chosen: Document,
        config: ScanConfig,
        encodings: tuple[str | None, str | None] = (None, None),
        *,
        ad_hoc: bool = False,
    ) -> None:
        self.kept = kept
        self.chosen = chosen
        self.ad_hoc = ad_hoc
        self._config = config
        self._encodings = encodings

    def __call__(self, task: Task) -> TextPair:
        """Read both in the calling thread. Raises ``Cancelled`` between the two."""
        kept = self._read(self.kept, self._encodings[0])
        task.check()
        pair = TextPair(kept, self._read(self.chosen, self._encodings[1]), self.ad_hoc)
        if self._encodings == (None, None) or kept.text is None or pair.chosen.text is None:
            return pair
        task.check()
        task.progressed.emit(pair)
        return replace(pair, figures=self._figures(task))

    def _read(self, document: Document, encoding: str | None) -> Reading:
        by_hand = encoding is not None
        try:
            text, content_hash = simcore.read_text(
                document.real_path, self._config.largest_file, encoding
            )
        except ReadError as error:
            return Reading(document, None, problem=str(error), by_hand=by_hand)
        # of a file that was never scanned nobody can say so
        changed = bool(document.content_hash) and content_hash != document.content_hash
        return Reading(document, text, changed=changed, by_hand=by_hand)

    def _figures(self, task: Task) -> "simcore.TextFigures | str":
        """Fingerprint and compare both in a process of its own, which may be ended at any time."""
        kept = simcore.ReadAs(self.kept.real_path, self._encodings[0])
        chosen = simcore.ReadAs(self.chosen.real_path, self._encodings[1])
        config = self._config
        try:
            return in_process(
                task,
                simcore.compare_as,
                kept,
                chosen,
                config,
                jobs=config.jobs,
                seconds=config.seconds_a_file,
            )
        except SimcoreError as error:
            return str(error)


class TextReader(QObject):
    """Reads one pair at a time; ``texts_read`` or ``failed`` follows for the newest request only.

    Whoever runs through the list with the keyboard starts no queue of readings: what is asked
    for while one runs waits, and takes the place of what waited before.
    """

    wanted = Signal()  # of another pair than before
    texts_read = Signal(object)  # TextPair
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest(self)
        self._latest.published.connect(self.texts_read)
        self._latest.succeeded.connect(self.texts_read)
        self._latest.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether a pair is being read."""
        return self._latest.running

    def read(self, request: TextPairReading) -> None:
        """Read a pair as soon as the reading under way has stopped."""
        self.wanted.emit()
        self._latest.run(request)

    def read_otherwise(self, request: TextPairReading) -> None:
        """Read the pair of the last request again, in other encodings."""
        self._latest.run(request)

    def stop(self) -> None:
        """Make sure that no ``texts_read`` follows for an earlier request."""
        self._latest.stop()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self._latest.shut_down()
