"""Saving the differences as a file in the background."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile, Signal
from PySide6.QtWidgets import QWidget

from simcore import Cancelled, Reason, ReasonCode, SimcoreError, reason_of

from ...background.task import Task, TaskRunner
from ...widgets import desktop
from ..align.matching import Stopped
from ..align.rows import detailed
from ..comparing import ComparisonRequest, aligned
from ..titled_text import TitledText
from .html import html_page
from .patch import patch_bytes, patch_lines


class DifferenceSaver(TaskRunner):
    """Asks for a path and writes; ``saved`` carries it, ``failed`` a sentence."""

    saved = Signal(object)
    failed = Signal(object)  # Reason | str

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def save_html(self, wish: ComparisonRequest, left: TitledText, right: TitledText) -> None:
        """Write the differences as a page."""
        path = self._asked("differences.html", self.tr("HTML files (*.html)"))
        if path is not None:
            self._write(Task(write_html, path, wish, left, right))

    def save_patch(self, left: TitledText, right: TitledText) -> None:
        """Write the patch from the left text to the right one."""
        path = self._asked("differences.patch", self.tr("Patches (*.patch *.diff)"))
        if path is not None:
            self._write(Task(write_patch, path, left, right))

    def _asked(self, name: str, sort: str) -> Path | None:
        title = self.tr("Save the differences")
        return desktop.asked_path(self._window, title, Path.home() / name, sort)

    def _write(self, task: Task) -> None:
        task.succeeded.connect(self.saved)
        task.failed.connect(self.failed)
        self._start(task)


def write_html(
    task: Task, path: Path, wish: ComparisonRequest, left: TitledText, right: TitledText
) -> Path:
    """Write a page with all rows; runs in the task's thread."""
    try:
        alignment = aligned(wish, lambda: task.stopping)
        rows, _ = detailed(alignment, lambda: task.stopping)
        with _replacing(path) as write:
            for part in html_page(alignment, rows, left, right, unified=wish.unified):
                task.check()
                write(part.encode())
    except Stopped:
        raise Cancelled from None
    except OSError as error:
        reason = Reason(ReasonCode.OF, (path.name, reason_of(error)))
        raise SimcoreError(reason) from error
    return path


def write_patch(task: Task, path: Path, left: TitledText, right: TitledText) -> Path:
    """Write a patch in the encoding of the left document; runs in the task's thread."""
    names = left.name or "left", right.name or "right"
    # what is patched is no file of that format, but what is read of it
    old, new = (
        f"{name}.txt" if side.form else name
        for name, side in zip(names, (left, right), strict=True)
    )
    try:
        lines = list(patch_lines(left.text, right.text, old, new, lambda: task.stopping))
        if lines and (left.form or right.form):
            # in English: the encoding of the left text may have no other letters
            lines.insert(0, "Of the texts that variorum text prints of these documents\n")
        data, _ = patch_bytes("".join(lines), left.encoding if left.has_encoding else "utf-8")
        with _replacing(path) as write:
            write(data)
    except Stopped:
        raise Cancelled from None
    except OSError as error:
        reason = Reason(ReasonCode.OF, (path.name, reason_of(error)))
        raise SimcoreError(reason) from error
    return path


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[Callable[[bytes], object]]:
    """Yield what writes to a file, which takes its name once it is whole. Raises ``OSError``."""
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(file.errorString())
    try:
        yield file.write
    except BaseException:
        file.cancelWriting()
        raise
    if not file.commit():
        raise OSError(file.errorString())
