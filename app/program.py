"""The program: a window with index and settings, until it is closed.

Nothing here may import what ``app.first_frame`` does not.
"""

import gc
import importlib
import shutil
import signal
import sys
import typing
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from PySide6.QtCore import QEvent, QObject, QSettings, QSocketNotifier, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from simcore.index.paths import default_index_path

from .first_frame import FirstSight
from .i18n import resource
from .settings.settings import settings_path
from .style import application_icon
from .watch.presence import is_shown_by_another

if typing.TYPE_CHECKING:
    from .application import Application


# milliseconds for the desktop alone: once the window was seen, or not
_SETTLED, _UNSEEN = 40, 1_000

_MODULES = (
    ".session.session",
    ".groups.view",
    ".compare.panes",
    ".compare.view",
    ".why.panel",
    ".compare.controller",
    ".watch.process",
    ".removal.controller",
    ".watch.tray",
    ".application",
)
"""What controls the window; each imports what the one before it does not."""

_Kind = QEvent.Type
_INPUT = frozenset({
    *(_Kind.MouseButtonPress, _Kind.Wheel, _Kind.TouchBegin, _Kind.TabletPress),
    *(_Kind.KeyPress, _Kind.ShortcutOverride, _Kind.DragEnter, _Kind.Drop, _Kind.ContextMenu),
})  # fmt: skip
"""What may want more than a frame: the rest is made at once before it is heeded."""


class Opening(QObject):
    """Opens the window; ``made`` carries the complete ``Application``.

    ``ended`` follows when a window closed that may have been hidden.
    """

    made = Signal(object)
    ended = Signal()

    def __init__(
        self, file: QSettings, index: Path, parent: QObject | None = None, *, demo: bool = False
    ) -> None:
        super().__init__(parent)
        self._file, self._index, self._demo = file, index, demo
        self.application: Application | None = None
        self._first = FirstSight(file, self)
        self.window = self._first.window
        self._rest = self._steps()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self.window.closing.connect(self._timer.stop)

    def start(self, folders: Sequence[Path] = (), *, in_tray: bool = False) -> None:
        """Show the window with the remembered folders, or scan ``folders`` at once.

        ``in_tray``: without the window, if folders are watched.
        """
        # a menu bar has the menus of all parts
        bar = self._first.settings.now.toggles.get("menu_bar", False)
        if folders or in_tray or bar or sys.platform == "darwin":
            self._begin(folders, in_tray=in_tray)
        else:
            self._first.show()
            self.window.windowHandle().installEventFilter(self)
            self._timer.start(_UNSEEN)

    def _steps(self) -> Iterator[None]:
        for name in _MODULES:
            importlib.import_module(name, __package__)
            yield
        yield from self.window.complete()

    @Slot()
    def _go_on(self) -> None:
        self._timer.setInterval(0)
        if next(self._rest, self) is self:
            self.complete()

    def complete(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self.window.windowHandle().removeEventFilter(self)
            self._begin()

    def _begin(self, folders: Sequence[Path] = (), *, in_tray: bool = False) -> None:
        for _ in self._rest:
            pass
        from .application import Application

        application = Application(self._file, self._index, self, demo=self._demo, first=self._first)
        self.application = application
        application.ended.connect(self.ended)
        application.start(folders, in_tray=in_tray)
        self.made.emit(application)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _INPUT:
            self.complete()
        elif kind is _Kind.Expose and self.window.windowHandle().isExposed():
            self._timer.start(_SETTLED)
        return super().eventFilter(watched, event)

    @Slot()
    def close_window(self) -> None:
        """Close the window and with it the program, without asking about a watch."""
        if self.application is not None:
            self.application.close_window()
        else:
            self.window.close()
            self.ended.emit()


class Interrupt(QObject):
    """Emits ``requested`` on SIGINT and SIGTERM; ``restore()`` ends that.

    Python runs signal handlers only between its own instructions, and an idle event loop runs none:
    the wake-up descriptor wakes the loop without polling. Make it in the main thread.
    """

    requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_ctrl_c = False  # whether SIGINT was among what came
        import socket

        self._receiver, self._sender = socket.socketpair()  # Windows wakes the loop by no pipe
        for end in (self._receiver, self._sender):
            end.settimeout(0)
        self._before = {
            number: signal.signal(number, _ignore) for number in (signal.SIGINT, signal.SIGTERM)
        }
        self._descriptor_before = signal.set_wakeup_fd(
            self._sender.fileno(), warn_on_full_buffer=False
        )
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def restore(self) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._descriptor_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._receiver.close()
        self._sender.close()

    @Slot()
    def _woken(self) -> None:
        numbers = self._receiver.recv(64)
        self.by_ctrl_c = self.by_ctrl_c or signal.SIGINT in numbers
        if any(number in self._before for number in numbers):
            self.requested.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Let the wake-up descriptor do the work."""


_INTERRUPTED = 128 + 2  # as shells count an end by SIGINT
_FAILED = 4  # as a command that failed
_IN_MEMORY = Path(":memory:")


@contextmanager
def demo_folder() -> Iterator[Path]:
    """Make a temporary folder with a copy of the sample documents in ``documents``.

    Index and settings of a demo are beside them. Raises ``OSError``.
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

    Without folders, show a window of the same index that is hidden in the tray instead.
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
    """Keep Python's housekeeping from delaying the window."""
    from .application import InterpreterPolicy

    policy = InterpreterPolicy(application)
    policy.follow(application.session)
    stack.callback(policy.restore)
