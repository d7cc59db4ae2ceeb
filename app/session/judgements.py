"""JudgementStore: the judgements of duplicates, read and written in the background."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from simcore.index.judgements import Judgement, JudgementFile, Step, read_judgements
from simcore.model.reasons import Reason, SimcoreError
from simcore.model.records import Document, Judgements

from ..tasks import Task


class JudgementAction(Enum):
    KEPT = auto()  # another document is to be kept
    APART = auto()  # documents are no duplicates
    ENCODING = auto()  # documents are read in another encoding
    FORGOTTEN = auto()  # entries were taken off the list


@dataclass(frozen=True, slots=True)
class UndoableJudgement:
    """A change that can be undone; ``version`` is that of the store right after it."""

    kind: JudgementAction
    version: int


@dataclass(frozen=True, slots=True)
class _Done:
    undoable: UndoableJudgement
    step: "Step"


class _JudgementTask:
    """Changes the file when called with its task, or reads its list."""

    def __init__(
        self,
        path: Path,
        change: Callable[["JudgementFile"], "Step"] | None = None,
        undoable: UndoableJudgement | None = None,
        *,
        take_back: bool = False,
    ) -> None:
        self._path = path
        self._change = change
        self.undoable = undoable
        self.takes_back = take_back
        self.step: Step | None = None
        self.undoes: _Done | None = None
        self.entries: list[Judgement] = []
        self.judgements = Judgements()

    def __call__(self, _task: Task) -> "_JudgementTask":
        """Do it in the calling thread. Raises ``SimcoreError``."""
        if self._change is None and self.undoes is None and not self._path.exists():
            return self  # there are no judgements: do not create a file
        with JudgementFile(self._path) as file:
            if self.undoes is not None:
                file.take_back(self.undoes.step)
            elif self._change is not None:
                self.step = self._change(file)
            self.judgements = file.all()
            self.entries = file.entries()
        return self


class JudgementStore(QObject):
    """Holds the judgements, stores them beside an index, and undoes steps.

    Changes are made in a thread, one after the other; ``changed`` follows when the file has one.
    ``asked`` precedes that. ``listed`` carries the entries of the file, latest first, after each
    change and ``list_entries()``. ``failed`` carries a sentence; then nothing was changed.
    ``encodings_changed``: documents need to be read again.
    """

    asked = Signal()
    changed = Signal()
    listed = Signal(object)  # list[Judgement]
    failed = Signal(object)  # Reason | str
    encodings_changed = Signal()

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.now = Judgements()  # those in the file
        self._steps: list[_Done] = []
        self._wanted: deque[_JudgementTask] = deque()
        self._task: Task | None = None
        self._running: _JudgementTask | None = None
        self._closed = False
        self.version = 0  # rises with every requested change

    @property
    def busy(self) -> bool:
        return self._task is not None or bool(self._wanted)

    @property
    def last(self) -> UndoableJudgement | None:
        """The step that ``take_back`` would undo, written or not; None if there is none."""
        undoables = [one.undoable for one in self._steps]
        if self._running is not None and self._running.undoable is not None:
            undoables.append(self._running.undoable)
        for one in self._wanted:
            if one.undoable is not None:
                undoables.append(one.undoable)
            elif one.takes_back and undoables:
                undoables.pop()
        return undoables[-1] if undoables else None

    def read(self) -> Judgements:
        """Return the judgements of the file; callable from any thread.

        If it cannot be read, ``failed`` follows, and the last known judgements are returned.
        """
        try:
            return read_judgements(self._path)
        except SimcoreError as error:
            self.failed.emit(error.reason)
            return self.now

    def learn(self, judgements: Judgements, version: int) -> None:
        """Accept the judgements read at ``version``, if it is still the newest."""
        if version == self.version and not self.busy:
            self.now = judgements

    def set_apart(self, pairs: Sequence[tuple[Document, Document]]) -> None:
        self._ask(
            JudgementAction.APART,
            lambda file: sum((file.set_apart(*pair) for pair in pairs), Step()),
        )

    def keep(self, document: Document, instead_of: Document, beside: Sequence[Document]) -> None:
        """Record that a document is to be kept; see ``JudgementFile.keep``."""
        self._ask(JudgementAction.KEPT, lambda file: file.keep(document, instead_of, beside))

    def set_encoding(
        self, files: Sequence[tuple[Path, bytes]], encoding: str | None, largest: int
    ) -> None:
        """Set the encoding of files, as one step; see ``keep_encoding``."""
        from simcore.pipeline.rereading import keep_encoding

        self._ask(
            JudgementAction.ENCODING, lambda file: keep_encoding(files, encoding, file, largest)
        )

    @Slot(object)
    def forget(self, entries: Sequence[int]) -> None:
        self._ask(JudgementAction.FORGOTTEN, lambda file: sum(map(file.forget, entries), Step()))

    @Slot()
    def take_back(self) -> None:
        self.version += 1
        self._wanted.append(_JudgementTask(self._path, take_back=True))
        self._start()
        self.asked.emit()

    @Slot()
    def list_entries(self) -> None:
        self._wanted.append(_JudgementTask(self._path))
        self._start()

    def shut_down(self) -> None:
        """Write pending judgements, and wait. No signal follows."""
        self._closed = True
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        task = self._task
        while task is not None:
            task.wait()
            self._note()  # signals are disconnected
            task = self._next_task()
            if task is not None:
                task.start()

    def _ask(self, kind: JudgementAction, change: Callable[["JudgementFile"], "Step"]) -> None:
        self.version += 1
        self._wanted.append(
            _JudgementTask(self._path, change, UndoableJudgement(kind, self.version))
        )
        self._start()
        self.asked.emit()

    def _start(self) -> None:
        if self._task is not None or self._closed:
            return
        self._task = task = self._next_task()
        if task is not None:
            task.succeeded.connect(self._made)
            task.failed.connect(self._not_made)
            task.finished.connect(self._finished)
            task.start()

    def _next_task(self) -> Task | None:
        if not self._wanted:
            return None
        self._running = change = self._wanted.popleft()
        if change.takes_back and self._steps:  # all earlier requests are done
            change.undoes = self._steps.pop()
        return Task(change)

    def _note(self) -> None:
        done = self._running
        if done is not None and done.undoable is not None and done.step:
            self._steps.append(_Done(done.undoable, done.step))
        self._running = None

    @Slot(object)
    def _made(self, made: _JudgementTask) -> None:
        before, self.now = self.now, made.judgements
        self._note()
        self.listed.emit(made.entries)
        if self.now != before or made.step is not None or made.undoes is not None:
            self.changed.emit()
        step = made.undoes.step if made.undoes is not None else made.step
        if step is not None and step.of_encodings:
            self.encodings_changed.emit()

    @Slot(object)
    def _not_made(self, reason: Reason | str) -> None:
        if self._running is not None and self._running.undoes is not None:
            self._steps.append(self._running.undoes)  # it can be tried again
        self._running = None
        self.failed.emit(reason)

    @Slot()
    def _finished(self) -> None:
        self._task = None
        self._start()
