"""Reading the two texts of a comparison in the background; the newest request wins."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

import simcore
from app.background.latest import Latest
from app.background.process import in_process
from app.background.task import Task
from simcore import DecodedText, Document, ReadError, Reason, ScanConfig, SimcoreError


@dataclass(frozen=True, slots=True)
class CurrentText:
    """The current state of one document on disk: its text, or the reason why there is none.

    ``changed`` tells that its bytes are not those that were scanned, ``by_hand`` that a person
    chose the encoding.
    """

    document: Document
    text: DecodedText | None
    changed: bool = False
    problem: Reason | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class CurrentTexts:
    """The current texts of the kept document and the chosen one.

    ``ad_hoc`` tells that a person put the two together: neither is kept for the other.
    ``figures`` follow, with the same texts, where an encoding was chosen by hand: what a scan
    would find of them, or why it would find nothing.
    """

    kept: CurrentText
    chosen: CurrentText
    ad_hoc: bool = False
    figures: "simcore.TextFigures | Reason | None" = None


def read_texts(
    task: Task,
    kept: Document,
    chosen: Document,
    config: ScanConfig,
    encodings: tuple[str | None, str | None] = (None, None),
    *,
    ad_hoc: bool = False,
) -> CurrentTexts:
    """Read two documents. Raises ``Cancelled`` between the two.

    ``encodings`` names for the kept and the chosen one how to read it; None: as is recognised.
    With one of them named, the texts are published as soon as they are read; the pair that is
    returned has figures too.
    """
    kept_text = _read(kept, config, encodings[0])
    task.check()
    pair = CurrentTexts(kept_text, _read(chosen, config, encodings[1]), ad_hoc)
    if encodings == (None, None) or kept_text.text is None or pair.chosen.text is None:
        return pair
    task.check()
    task.progressed.emit(pair)
    one = simcore.ReadAs(kept.real_path, encodings[0])
    other = simcore.ReadAs(chosen.real_path, encodings[1])
    return replace(pair, figures=_figures(task, one, other, config))


def _read(document: Document, config: ScanConfig, encoding: str | None) -> CurrentText:
    by_hand = encoding is not None
    try:
        text, content_hash = simcore.read_text(document.real_path, config.largest_file, encoding)
    except ReadError as error:
        return CurrentText(document, None, problem=error.reason, by_hand=by_hand)
    # unknown for a file that was never scanned
    changed = bool(document.content_hash) and content_hash != document.content_hash
    return CurrentText(document, text, changed=changed, by_hand=by_hand)


def _figures(
    task: Task, kept: "simcore.ReadAs", chosen: "simcore.ReadAs", config: ScanConfig
) -> "simcore.TextFigures | Reason":
    """Fingerprint and compare both, or return why that is not possible."""
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
        return error.reason


class TextReader(Latest[..., CurrentTexts]):
    """Reads one pair at a time; ``published`` and ``succeeded`` carry it as a ``CurrentTexts``.

    Running through the list with the keyboard starts no queue of readings: the newest request
    replaces the one that waits.
    """

    wanted = Signal()  # of another pair than before

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(read_texts, parent)

    def read(
        self, kept: Document, chosen: Document, config: ScanConfig, *, ad_hoc: bool = False
    ) -> None:
        """Read another pair as soon as the reading under way has stopped."""
        self.wanted.emit()
        self.run(kept, chosen, config, ad_hoc=ad_hoc)
