"""JudgementStore: what was said of duplicates, read and written beside the window."""

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

import simcore
from app.tasks import Task
from simcore import Document, Judgements, SimcoreError

__all__ = ["JudgementStore"]


class _Change:
    """Changes the file when called with its task, or reads its list alone."""

    def __init__(
        self,
        path: Path,
        change: Callable[["simcore.JudgementFile"], "simcore.Step | None"] | None = None,
    ) -> None:
        self._path = path
        self._change = change
        self.step: simcore.Step | None = None
        self.entries: list[simcore.Judgement] = []
        self.judgements = Judgements()

    def __call__(self, _task: Task) -> "_Change":
        """Do it in the calling thread. Raises ``SimcoreError``."""
        if self._change is None and not self._path.exists():
            return self  # nothing was ever said: no file is made to find that out
        with simcore.JudgementFile(self._path) as file:
            if self._change is not None:
                self.step = self._change(file)
            self.judgements = file.all()
            self.entries = file.entries()
        return self


class JudgementStore(QObject):
    """Holds what was said, keeps it in the file beside an index, and takes steps back.

    Every change is made in a thread, one after the other; ``changed`` follows when the file has
    it. ``listed`` carries the entries of the file, the latest first, after each change and after
    ``list_entries()``. ``failed`` carries a sentence; then nothing was changed.
    """

    changed = Signal()
    listed = Signal(object)  # list[simcore.Judgement]
    failed = Signal(str)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._now = Judgements()
        self._steps: list[simcore.Step] = []
        self._wanted: deque[_Change] = deque()
        self._task: Task | None = None
        self._closed = False
        self.version = 0
        """Rises with every change that is asked for."""

    @property
    def now(self) -> Judgements:
        """What was said, as far as the file has it."""
        return self._now

    @property
    def busy(self) -> bool:
        """Whether something is being written or read."""
        return self._task is not None or bool(self._wanted)

    @property
    def can_take_back(self) -> bool:
        """Whether there is a step of this run to take back."""
        return bool(self._steps)

    def read(self) -> Judgements:
        """Return what the file says; may be called in any thread.

        Where it cannot be read, ``failed`` follows, and what was known last is returned.
        """
        try:
            return simcore.read_judgements(self._path)
        except SimcoreError as error:
            self.failed.emit(str(error))
            return self._now

    def learn(self, judgements: Judgements, version: int) -> None:
        """Take over what was read when ``version`` was the newest, unless it is not any more."""
        if version == self.version and not self.busy:
            self._now = judgements

    # ---- changes

    def set_apart(self, pairs: Sequence[tuple[Document, Document]]) -> None:
        """Note of each two documents that they are no duplicates; all of it is one step."""

        def change(file: "simcore.JudgementFile") -> "simcore.Step":
            step = simcore.Step()
            for left, right in pairs:
                step += file.set_apart(left, right)
            return step

        self._ask(change)

    def keep(self, document: Document, instead_of: Document, beside: Sequence[Document]) -> None:
        """Note that a document is to be kept; see ``JudgementFile.keep``."""

        def change(file: "simcore.JudgementFile") -> "simcore.Step":
            return file.keep(document, instead_of, beside)

        self._ask(change)

    def forget(self, entries: Sequence[int]) -> None:
        """Take entries off the list, as one step."""

        def change(file: "simcore.JudgementFile") -> "simcore.Step":
            step = simcore.Step()
            for entry in entries:
                step += file.forget(entry)
            return step

        self._ask(change)

    @Slot()
    def take_back(self) -> None:
        """Undo the last step of this run that was not undone yet."""
        if self._steps:
            step = self._steps.pop()

            def change(file: "simcore.JudgementFile") -> None:
                file.take_back(step)

            self._ask(change)

    @Slot()
    def list_entries(self) -> None:
        """Read the list; ``listed`` follows."""
        self._wanted.append(_Change(self._path))
        self._start()

    def shut_down(self) -> None:
        """Write what was said, and wait until it is written. No signal follows."""
        self._closed = True
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        if self._task is not None:
            self._task.wait()
        while self._wanted:
            task = Task(self._wanted.popleft(), self)
            task.start()
            task.wait()

    def _ask(self, change: Callable[["simcore.JudgementFile"], "simcore.Step | None"]) -> None:
        self.version += 1
        self._wanted.append(_Change(self._path, change))
        self._start()

    def _start(self) -> None:
        if self._task is not None or not self._wanted or self._closed:
            return
        self._task = task = Task(self._wanted.popleft(), self)
        task.succeeded.connect(self._made)
        task.failed.connect(self.failed)
        task.finished.connect(self._finished)
        task.start()

    @Slot(object)
    def _made(self, made: _Change) -> None:
        before, self._now = self._now, made.judgements
        if made.step:
            self._steps.append(made.step)
        self.listed.emit(made.entries)
        if self._now != before or made.step is not None:
            self.changed.emit()

    @Slot()
    def _finished(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
        self._task = None
        self._start()
