"""The tab "Why these two": an explanation of the chosen pair, made when the tab is shown.

Its widgets are imported with the first explanation, so that the window starts fast.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason
from simcore.model.records import Document

from ..i18n import translate
from ..tasks import Latest, Task, in_process
from ..widgets.basic import ViewKey, filled, message_label
from ..wording import carrying_text, name_and_place, reason_text
from .explained import Explained, Request, explained, shown_text

if TYPE_CHECKING:
    from .pages import PassagesPage, WhyPages


class PassagesPanel(QWidget):
    """Shows the passages of an explanation, or a message; filled when it becomes visible."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = message_label(self, self.tr("Shared passages"))
        self.page: PassagesPage | None = None
        self._waiting: Explained | None = None
        self._place: tuple[int, int] | None = None
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.message)
        filled(QVBoxLayout(self), self._stack)

    def show_message(self, text: str) -> None:
        self._waiting = None
        self.message.setText(text)
        self._stack.setCurrentWidget(self.message)

    def show_explanation(self, explained: Explained) -> None:
        self._waiting = explained
        if self.isVisible():
            self._fill()

    def go_to(self, text: str, span: tuple[int, int]) -> None:
        """Go to the passage at a range of the left text, as soon as passages are shown."""
        self._place = shown_text(text, [span])[0].covered[0]
        if self.page is not None and self._stack.currentWidget() is self.page:
            self._go_to_place()

    def forget_place(self) -> None:
        self._place = None

    def _go_to_place(self) -> None:
        if self.page is not None and self._place is not None:
            self.page.choose(self._place)
            self._place = None

    def _fill(self) -> None:
        if self._waiting is None:
            return
        if self.page is None:
            from .pages import PassagesPage

            self.page = PassagesPage(self)
            self._stack.addWidget(self.page)
        # show first: widgets without a size cannot scroll
        self._stack.setCurrentWidget(self.page)
        self.page.show_explanation(self._waiting)
        self._waiting = None
        self._go_to_place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()
        self.wanted.emit()


_PATIENCE_MS = 150


class WhyPanel(QWidget):
    """Explains one pair of documents at a time, or shows why it cannot.

    ``passages`` is a separate panel for shared passages. Nothing is computed before either is
    visible; only the newest request is answered. Closing the panel stops the work; a window that
    closes calls ``stop()``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._config = ScanConfig()
        self._request: Request | None = None
        self._asked: Request | None = None
        self._explaining = Latest(_explain, self, self._show, self._show_failure)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._show_waiting)
        self.message = message_label(self, self.tr("Why these two"))
        self.pages: WhyPages | None = None
        self.passages = PassagesPanel(self)
        self.passages.hide()
        self.passages.wanted.connect(self._start)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.message)
        self.setProperty("keys_place", self.tr("Why these two"))
        filled(QVBoxLayout(self), self._stack)
        self.clear()

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Up", "Down", "Left", "Right"), translate("WhyKeys", "Go from bit to bit")),
            ViewKey(
                ("Space", "Return"),
                translate("WhyKeys", "List what decides the current bit, or all bits again"),
            ),
        ]

    @Slot(object)
    def set_config(self, config: ScanConfig) -> None:
        """Explain the next pair by another recipe, dictionary, and limit of size."""
        self._config = config
        if self.pages is not None:
            self.pages.set_thresholds(config)

    def show_pair(
        self,
        kept_path: Path,
        chosen_path: Path,
        encodings: Mapping[bytes, str],
        elsewhere: tuple[str, str] = ("", ""),
    ) -> None:
        """Explain two files in their current state, of any folder.

        ``encodings`` are those that a person chose, by the hashes of bytes; ``elsewhere`` are the
        names of the files on another machine, if they are there.
        """
        ends = kept_path, chosen_path, self._config
        self._want(Request(*ends, encodings=encodings, elsewhere=elsewhere))

    def show_documents(
        self, kept: Document, chosen: Document, encodings: Mapping[bytes, str]
    ) -> None:
        """Explain two documents of a scan, and note those that changed since."""
        self._want(
            Request(
                kept.real_path,
                chosen.real_path,
                self._config,
                kept.content_hash,
                chosen.content_hash,
                encodings,
                (kept.elsewhere, chosen.elsewhere),
            )
        )

    @Slot()
    def clear(self) -> None:
        self._request = self._asked = None
        self._explaining.stop()
        self._say(self.tr("Select a document of a group to see why it is similar to the kept one."))

    @Slot()
    def stop(self) -> None:
        self._patience.stop()
        self._explaining.shut_down()

    @property
    def explained(self) -> bool:
        return self.pages is not None and self._stack.currentWidget() is self.pages

    @property
    def _seen(self) -> bool:
        return self.isVisible() or self.passages.isVisible()

    def _want(self, request: Request) -> None:
        self.passages.forget_place()
        self._request = request
        if self._seen:
            self._start()
        else:
            self._explaining.stop()
            self._asked = None
            self._say("")

    @Slot()
    def _start(self) -> None:
        request = self._request
        if request is None or request is self._asked:
            return
        self._asked = request
        self._say("")
        self._patience.start()
        self._explaining.run(request)

    @Slot()
    def _show_waiting(self) -> None:
        if self._request is not None:
            names = (name_and_place(*end)[0] for end in self._request.ends)
            words = self.tr("Explaining {0} and {1}\u2026").format(*names)
            self.message.setText(words)
            self.passages.message.setText(words)

    @Slot(object)
    def _show(self, explained: Explained) -> None:
        self._patience.stop()
        if self.pages is None:
            from .pages import WhyPages

            self.pages = WhyPages(self)
            self._stack.addWidget(self.pages)
        self.pages.show_explanation(explained, self._config)
        self._stack.setCurrentWidget(self.pages)
        self.passages.show_explanation(explained)

    @Slot(object)
    def _show_failure(self, reason: Reason | str) -> None:
        words = self.tr("These two cannot be explained: {0}").format(reason_text(reason))
        self._say("\n".join(filter(None, (words, carrying_text(reason)))))

    def _say(self, text: str) -> None:
        self._patience.stop()
        self.message.setText(text)
        self._stack.setCurrentWidget(self.message)
        self.passages.show_message(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self._seen and not self.explained and self._explaining.running:
            self._explaining.stop()
            self._asked = None

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Stop before being deleted: a panel inside a window is deleted without being closed."""
        if event.type() == QEvent.Type.DeferredDelete:
            self.stop()
        return super().event(event)


def _explain(task: Task, request: Request) -> Explained:
    """Explain two documents. Raises ``Cancelled`` and ``SimcoreError``.

    It runs in a process: in a thread, long calls of the engine would hold Python's lock and freeze
    the window. There is no time limit: the person decides.
    """
    if request.config.jobs == 0:
        return explained(request, task.check)
    return in_process(task, explained, request)
