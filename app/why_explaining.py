"""Explaining a pair of documents in the background; the newest request wins."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

import simcore
from app.latest import Latest
from app.tasks import Task
from app.why_text import ShownPassage, ShownText, shown_passages, shown_text
from simcore import ScanConfig

if TYPE_CHECKING:
    from simcore import Explanation

__all__ = ["Explained", "Explaining", "Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """Two files to explain, by a configuration.

    The hashes of their contents are those of the scan, or None where nothing was scanned.
    """

    kept: Path
    chosen: Path
    config: ScanConfig
    kept_hash: bytes | None = None
    chosen_hash: bytes | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation with all that the panel shows of it; ``left`` is the kept document."""

    request: Request
    explanation: "Explanation"
    left: ShownText
    right: ShownText
    passages: tuple[ShownPassage, ...]
    left_changed: bool
    right_changed: bool


class _Work:
    """Explains two documents when called with its task."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def __call__(self, task: Task) -> Explained:
        """Read and compare in the calling thread. Raises ``Cancelled`` and ``SimcoreError``."""
        request = self.request
        task.check()
        explained = simcore.explain(request.kept, request.chosen, request.config, task.check)
        left, right = explained.left, explained.right
        parallels = simcore.find_parallels(left.text, right.text)
        task.check()
        shown = shown_text(left.text, parallels.left), shown_text(right.text, parallels.right)
        task.check()
        return Explained(
            request,
            explained,
            *shown,
            shown_passages(parallels, *shown, left.text),
            request.kept_hash not in (None, left.content_hash),
            request.chosen_hash not in (None, right.content_hash),
        )


class Explaining(QObject):
    """Explains one pair at a time; an answer follows for the newest request only.

    What is asked for while one is under way waits until that has stopped, and takes the place of
    what waited before. Whoever owns it calls ``shut_down()`` before it goes.
    """

    explained = Signal(object)  # Explained
    failed = Signal(str)  # a sentence for a person

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest(self)
        self._latest.succeeded.connect(self.explained)
        self._latest.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether something runs, wanted or not."""
        return self._latest.running

    def start(self, request: Request) -> None:
        """Explain a pair as soon as what is under way has stopped."""
        self._latest.run(_Work(request))

    def cancel(self) -> None:
        """Make sure that no answer follows for an earlier request."""
        self._latest.stop()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs."""
        self._latest.shut_down()
