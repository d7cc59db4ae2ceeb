"""Opening: the window is shown as a frame, and the rest of it follows in short steps.

Nothing here may import what ``app.first_sight`` does not.
"""

import importlib
import sys
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer, Signal, Slot

from .first_sight import FirstSight

if typing.TYPE_CHECKING:
    from .application import Application

_SETTLED, _UNSEEN = 40, 1_000
"""Milliseconds in which a new window only does what the desktop wants: once it was seen, or not."""

_MODULES = (
    ".session.session",
    ".results.groups.view.view",
    ".comparison.panes.panes",
    ".comparison.view",
    ".comparison.explanation.panel",
    ".controllers.comparing",
    ".watching.running",
    ".removal.undoing",
    ".controllers.closing",
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
    """Opens the window; ``made`` carries the ``Application`` once there is all of it.

    ``ended`` follows when the window was closed that may have been hidden.
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

    # ---- the rest

    def _steps(self) -> Iterator[None]:
        for name in _MODULES:
            importlib.import_module(name, __package__)
            yield
        yield from self.window.complete()

    @Slot()
    def _go_on(self) -> None:
        """Take one step, and let the window answer before the next one."""
        self._timer.setInterval(0)
        if next(self._rest, self) is self:
            self.complete()

    def complete(self) -> None:
        """Make all that there is not yet of a window that is shown."""
        if self._timer.isActive():
            self._timer.stop()
            self.window.windowHandle().removeEventFilter(self)
            self._begin()

    def _begin(self, folders: Sequence[Path] = (), *, in_tray: bool = False) -> None:
        for _ in self._rest:
            pass
        from .application import Application  # noqa: PLC0415 - see the docstring

        application = Application(self._file, self._index, self, demo=self._demo, first=self._first)
        self.application = application
        application.ended.connect(self.ended)
        application.start(folders, in_tray=in_tray)
        self.made.emit(application)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make the rest before a first key or click is heeded, but not before the frame is seen."""
        kind = event.type()
        if kind in _INPUT:
            self.complete()
        elif kind is _Kind.Expose and self.window.windowHandle().isExposed():
            self._timer.start(_SETTLED)
        return super().eventFilter(watched, event)

    # ---- the end

    @Slot()
    def close_window(self) -> None:
        """Close the window, and with it the program; nobody is asked about a watch."""
        if self.application is not None:
            self.application.close_window()
        else:
            self.window.close()
            self.ended.emit()
