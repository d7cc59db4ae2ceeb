"""RunningTasks: the tasks that run now, kept until each of them has ended."""

from PySide6.QtCore import QObject, Slot

from app.background.task import Task


class RunningTasks(QObject):
    """Starts tasks and keeps them while they run; a thread must not be deleted before its end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks: set[Task] = set()
        self._closed = False

    def start(self, task: Task) -> None:
        """Start a task, unless ``shut_down()`` was called."""
        if self._closed:
            return
        self._tasks.add(task)
        task.finished.connect(self._release)
        task.start()

    def shut_down(self) -> None:
        """Abandon all, wait until none runs, and start none from now on."""
        self._closed = True
        for task in tuple(self._tasks):
            task.abandon()
        for task in tuple(self._tasks):
            task.wait()

    @Slot()
    def _release(self) -> None:
        task = self.sender()
        if isinstance(task, Task):
            self._tasks.discard(task)
            task.deleteLater()
