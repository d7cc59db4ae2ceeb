"""The program: a window opened, with index and settings, until it is closed."""

import gc
import shutil
import sys
import typing
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from simcore import default_index_path

from .language.resources import resource
from .looks.icons import application_icon
from .opening import Opening
from .settings.settings import settings_path
from .shell.interrupt import Interrupt
from .watching.presence import is_shown_by_another

if typing.TYPE_CHECKING:
    from .application import Application

_INTERRUPTED = 128 + 2  # as shells count an end by SIGINT
_FAILED = 4  # as a command that failed
_IN_MEMORY = Path(":memory:")


@contextmanager
def demo_folder() -> Iterator[Path]:
    """Make a temporary folder with a copy of the sample documents in ``documents``.

    Index and settings of a demo stand beside them: it reads and changes nothing else of the
    user's. Raises ``OSError``.
    """
    with TemporaryDirectory(prefix="variorum-demo-", ignore_cleanup_errors=True) as folder:
        shutil.copytree(resource("demo"), Path(folder) / "documents")
        yield Path(folder)


def run(
    folders: Sequence[Path] = (),
    index: Path | None = None,
    *,
    demo: bool = False,
    in_tray: bool = False,
) -> int:
    """Open the window and return the exit code once it is closed.

    Without folders, a window of the same index that is hidden in the tray is shown in the place of
    another one.
    """
    qt = QApplication.instance() or QApplication(["variorum"])
    assert isinstance(qt, QApplication)  # noqa: S101 - no smaller one exists before
    qt.setApplicationName("variorum")
    qt.setApplicationDisplayName("Variorum")
    qt.setDesktopFileName("org.variorum.Variorum")
    qt.setWindowIcon(application_icon())
    with ExitStack() as stack:
        gc.disable()  # nothing of a window that opens is garbage, and all would be looked through
        stack.callback(gc.enable)
        # from now on Ctrl+C closes what there is, and is heeded when the window can be closed
        interrupt = Interrupt(qt)
        stack.callback(interrupt.restore)
        settings = settings_path()
        if demo:
            try:
                sample = stack.enter_context(demo_folder())
            except OSError as error:
                print(f"variorum: the sample documents cannot be copied: {error}", file=sys.stderr)
                return _FAILED
            folders, settings = [sample / "documents"], sample / "settings.ini"
            index = index or sample / "index.sqlite"
        index = index or default_index_path()
        if not folders and index != _IN_MEMORY and is_shown_by_another(settings, index):
            return 0
        if index == _IN_MEMORY:
            # Each task has a connection of its own, and those share no memory.
            folder = stack.enter_context(TemporaryDirectory(prefix="variorum-"))
            index = Path(folder) / "index.sqlite"
        store = QSettings(str(settings), QSettings.Format.IniFormat)
        opening = Opening(store, index, demo=demo)
        interrupt.requested.connect(opening.close_window)
        opening.ended.connect(qt.quit)  # no window may be left that could be closed
        opening.made.connect(lambda application: _keep_going(application, stack))
        opening.start(folders, in_tray=in_tray)
        code = qt.exec()
        if interrupt.by_ctrl_c:
            print("variorum: interrupted", file=sys.stderr)
            return _INTERRUPTED
        return code


def _keep_going(application: "Application", stack: ExitStack) -> None:
    """Let nothing that Python does at times hold up the window."""
    from .session.interpreter import InterpreterPolicy  # noqa: PLC0415 - not for a frame

    policy = InterpreterPolicy(application)
    gc.enable()
    policy.follow(application.session)
    stack.callback(policy.restore)
