"""Explaining a pair of documents beside the window; the newest request wins."""

from PySide6.QtCore import QObject, Signal

from app.background.latest import Latest
from app.background.process import in_process
from app.background.task import Task
from app.comparison.explanation.work import Explained, Request, explained


class _Work:
    """Explains two documents when called with its task.

    A process of its own does it: in a thread, long calls of the engine would hold the
    interpreter's lock, and the window would stand still. It is ended as soon as nobody waits.
    """

    def __init__(self, request: Request) -> None:
        self.request = request

    def __call__(self, task: Task) -> Explained:
        """Explain in another process. Raises ``Cancelled`` and ``SimcoreError``."""
        if self.request.config.jobs == 0:
            return explained(self.request, task.check)
        return in_process(task, explained, self.request)  # no limit of time: a person waits


class Explaining(QObject):
    """Explains one pair at a time; an answer follows for the newest request only.

    What is asked for while one is under way ends that one. Whoever owns it calls ``shut_down()``
    before it goes.
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
        """Explain a pair as soon as what is under way has ended."""
        self._latest.run(_Work(request))

    def cancel(self) -> None:
        """Make sure that no answer follows for an earlier request."""
        self._latest.stop()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs."""
        self._latest.shut_down()
