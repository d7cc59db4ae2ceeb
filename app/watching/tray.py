"""WatchTray: a sign in the tray while folders are watched, and what is told of arrivals."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from simcore import Arrival

from ..language.punctuation import listed
from ..language.wording import count_text, printable
from ..looks.icons import application_icon
from .log import has_come_like_others
from .notification import Notifications

_GATHERED = 10_000
"""Milliseconds between two notifications: 10,000 files at once are told once or twice."""

_FIRST = 700
"""Milliseconds for which the first arrivals gather."""

_NAMED = 3


class WatchTray(QObject):
    """Stands in the tray while ``show_watching`` says so; the menu has Open, Pause and Quit.

    Above them it says what is watched. ``open_wanted`` follows a click on the sign, ``list_wanted``
    one on a notification, or on what is watched;
    ``pause_wanted`` and ``quit_wanted`` their commands. Where somebody looks at the window, or
    there is neither a service for notifications nor a tray, ``told`` carries the words for the
    window.
    """

    open_wanted = Signal()
    list_wanted = Signal()
    pause_wanted = Signal()
    quit_wanted = Signal()
    told = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._icon: QSystemTrayIcon | None = None
        self._menu = QMenu(window)
        self.state = QAction(self)  # not all trays have tooltips
        self.state.triggered.connect(self.list_wanted)
        self.open = QAction(self.tr("&Open"), self)
        self.pause = QAction(self.tr("&Pause watching"), self)
        self.quit = QAction(self.tr("&Quit"), self)
        self.open.triggered.connect(self.open_wanted)
        self.pause.triggered.connect(self.pause_wanted)
        self.quit.triggered.connect(self.quit_wanted)
        self._menu.addAction(self.state)
        self._menu.addSeparator()
        self._menu.addActions([self.open, self.pause, self.quit])
        self.notifications = Notifications(self)
        self.notifications.show_wanted.connect(self.list_wanted)
        self.notifications.refused.connect(self._tell_otherwise)
        self._new: list[Arrival] = []
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._tell)
        self._quiet = QTimer(self, singleShot=True, interval=_GATHERED)
        self._quiet.timeout.connect(self._tell)

    @property
    def _window(self) -> QWidget:
        # of its parent Qt knows; a reference of Python's own would keep a window that is gone
        return cast("QWidget", self.parent())

    @property
    def stands(self) -> bool:
        """Whether the sign stands in a tray now."""
        icon = self._icon
        return icon is not None and icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def show_watching(self, words: str, *, watching: bool, paused: bool) -> None:
        """Stand in the tray while folders are watched, and say what is done."""
        self.pause.setText(self.tr("&Resume watching") if paused else self.tr("&Pause watching"))
        if not watching:
            if self._icon is not None:
                self._icon.hide()
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(application_icon(), self)
            self._icon.setContextMenu(self._menu)
            self._icon.activated.connect(self._activate)
            self._icon.messageClicked.connect(self.list_wanted)
        self._icon.setToolTip("\n".join(filter(None, ("Variorum", words))))
        self.state.setText(words.replace("&", "&&"))
        self.state.setVisible(bool(words))
        if not self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable():
            self._icon.show()

    def hide(self) -> None:
        """Go out of the tray."""
        self._soon.stop()
        self._quiet.stop()
        self.notifications.shut_down()
        if self._icon is not None:
            self._icon.hide()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.open_wanted.emit()

    # ---- notifications

    @Slot(object)
    def note(self, arrivals: Sequence[Arrival]) -> None:
        """Tell soon of those that are like others, together with what comes until then."""
        self._new += [one for one in arrivals if has_come_like_others(one)]
        if self._new and not self._quiet.isActive() and not self._soon.isActive():
            self._soon.start(_FIRST)

    @Slot()
    def _tell(self) -> None:
        new, self._new = self._new, []
        if not new:
            return
        self._quiet.start()
        count = count_text(len(new))
        title = (
            self.tr("1 new document is like others")
            if len(new) == 1
            else self.tr("{0} new documents are like others").format(count)
        )
        names = [printable(one.path.name) for one in new[:_NAMED]]
        more = len(new) - len(names)
        text = listed(names)
        if more:
            text = self.tr("{0} and {1} more").format(text, count_text(more))
        if self._window.isActiveWindow():
            self.told.emit(title)
            return
        QApplication.alert(self._window)
        self.notifications.show_words(title, text)

    @Slot(str, str)
    def _tell_otherwise(self, title: str, text: str) -> None:
        icon = self._icon
        if icon is not None and self.stands and QSystemTrayIcon.supportsMessages():
            icon.showMessage(title, text, application_icon(), _GATHERED)
        else:
            self.told.emit(title)
