"""ClosingController: the end of the window while folders are watched, its tray, its way back."""

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QMainWindow, QMessageBox

from ..settings.settings import SettingsStore
from ..settings.values import Closing
from ..watching.presence import TrayPresence
from ..watching.process import WatchState
from ..watching.running import WatchSession
from ..watching.tray import WatchTray

_TRIES = 30
"""Seconds after a login in which a tray may still come."""


class ClosingController(QObject):
    """Lets a window that is closed go into the tray while folders are watched, if that is wanted.

    ``quit_wanted`` asks for the end, ``list_wanted`` for the list of arrivals; ``told`` carries
    what no notification could tell. While it is ``quitting`` nobody is asked.
    """

    quit_wanted = Signal()
    list_wanted = Signal()
    told = Signal(str)

    def __init__(
        self,
        watch: WatchSession,
        settings: SettingsStore,
        presence: TrayPresence,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._watch = watch
        self._settings = settings
        self._presence = presence
        self._window = window
        self.quitting = False
        self.question: QMessageBox | None = None
        self._tries = _TRIES
        self._begin = QTimer(self, singleShot=True, interval=0)
        self._begin.timeout.connect(self._try_to_begin_hidden)
        self.tray = tray = WatchTray(window)
        tray.open_wanted.connect(self.bring)
        tray.list_wanted.connect(self._bring_list)
        tray.pause_wanted.connect(self._pause_or_resume)
        tray.quit_wanted.connect(self.quit_wanted)
        tray.told.connect(self.told)
        watch.log.came.connect(tray.note)
        presence.wanted.connect(self.bring)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.commitDataRequest.connect(self._note_end_of_session)

    @Slot(str)
    def show_watching(self, words: str) -> None:
        """Stand in the tray while folders are watched."""
        paused = self._watch.process.state is WatchState.PAUSED
        self.tray.show_watching(words, watching=self._watch.watches, paused=paused)

    @Slot()
    def _pause_or_resume(self) -> None:
        process = self._watch.process
        if process.state is WatchState.PAUSED:
            process.resume()
        else:
            process.pause()

    @Slot(bool)
    def note_list(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Take a notification away when the list shows what it told."""
        if shown:
            self.tray.notifications.withdraw()

    @Slot()
    def _bring_list(self) -> None:
        self.bring()
        self.list_wanted.emit()

    def begin_hidden(self) -> None:
        """Begin in the tray, without a window; where nothing is watched, end.

        Where there is no tray the window comes after all.
        """
        self._begin.start()

    @Slot()
    def _try_to_begin_hidden(self) -> None:
        self.show_watching("")
        if not self._watch.folders:
            self.quit_wanted.emit()
        elif self.tray.stands:
            self.stay()
        elif self._tries:
            self._tries -= 1
            self._begin.start(1000)
        else:
            self.bring()

    @Slot()
    def bring(self) -> None:
        """Show the window, in front."""
        window = self._window
        window.showNormal() if window.isMinimized() else window.show()
        QGuiApplication.setQuitOnLastWindowClosed(True)
        window.raise_()
        window.activateWindow()
        self._presence.show()

    @Slot()
    def stay(self) -> None:
        """Go on in the tray, without a window."""
        # else a dialog that closes after the window would end the program
        QGuiApplication.setQuitOnLastWindowClosed(False)
        self._window.hide()
        self._presence.hide()

    @Slot()
    def _note_end_of_session(self) -> None:
        self.quitting = True  # nobody may be asked then

    @Slot(object)
    def consider(self, event: QCloseEvent) -> None:
        """Let the window go into the tray instead, or ask whether it shall."""
        if self.quitting or not self._watch.watches or not self.tray.stands:
            return
        match self._settings.now.closing:
            case Closing.STAY:
                event.ignore()
                self.stay()
            case Closing.ASK:
                event.ignore()
                self._ask_about_closing()

    def _ask_about_closing(self) -> None:
        if self.question is not None:
            self.question.raise_()
            return
        box = self.question = self._ask(
            self.tr("Keep watching?"),
            self.tr(
                "Folders are watched. Shall the window go and watching go on in the tray, or shall "
                "the program end?"
            ),
        )
        stay = box.addButton(self.tr("Keep watching in the tray"), QMessageBox.ButtonRole.YesRole)
        box.addButton(self.tr("Quit"), QMessageBox.ButtonRole.NoRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(stay)
        box.setCheckBox(QCheckBox(self.tr("Remember"), box))
        box.finished.connect(self._take_answer)
        box.open()

    def _ask(self, title: str, words: str) -> QMessageBox:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(title)
        box.setText(words)
        return box

    @Slot()
    def _take_answer(self) -> None:
        box, self.question = self.question, None
        if box is None:
            return
        answers = {
            QMessageBox.ButtonRole.YesRole: (Closing.STAY, self.stay),
            QMessageBox.ButtonRole.NoRole: (Closing.QUIT, self.quit_wanted.emit),
        }
        answer = answers.get(box.buttonRole(box.clickedButton()))
        if answer is None:
            return
        closing, carry_out = answer
        if box.checkBox().isChecked():
            self._settings.keep(replace(self._settings.now, closing=closing))
        carry_out()

    def shut_down(self) -> None:
        """Go out of the tray."""
        self._begin.stop()
        QGuiApplication.setQuitOnLastWindowClosed(True)
        self._presence.show()
        self.tray.hide()
