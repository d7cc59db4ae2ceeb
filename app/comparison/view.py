"""Two texts side by side, with marked differences and navigation between them."""

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from simcore import Reason

from ..background.task import shut_down_below
from ..language.punctuation import statements
from ..language.wording import encoding_text, in_own_words
from ..widgets.layouts import filled
from .comparing import ComparisonRequest, Differences, TextComparer
from .export.saving import DifferenceSaver
from .file_words import files_differ
from .notices import notice
from .page import DifferenceTexts, Place
from .titled_text import Standing, TitledText

_PATIENCE_MS = 150


class DifferenceView(QWidget):
    """Shows two texts, the kept one on the left, or a message.

    ``next_action`` and ``previous_action`` go from difference to difference (Alt+Down, Alt+Up)
    and are enabled where there is one; a menu may show them and those of ``options`` too. Texts
    are compared in the background, in steps; the code that closes the window calls
    ``stop()``, unless the view itself is closed, which does so.

    ``encoding_chosen`` carries whether it is the kept document's, and by which encoding it is to
    be read (empty: detected); the owner answers with ``show_sides()``.
    ``failed`` carries a sentence, ``saved`` the path of what was saved.
    """

    encoding_chosen = Signal(bool, str)
    keep_wanted = Signal(bool)
    failed = Signal(object)  # Reason | str
    saved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: tuple[TitledText, TitledText] | None = None
        self._figures = ""
        self._standing: Standing | None = None
        self._swapped = self._alone = False
        self._unlike = ""
        self._found: Differences | None = None
        self._simplified: set[int] = set()
        self._stopped = False
        self._awaited: Place | None = None
        self._comparing = TextComparer(self)
        self._comparing.published.connect(self._show_found)
        self._comparing.succeeded.connect(self._show_found)
        self._comparing.detailed.connect(self._show_detail)
        self._comparing.failed.connect(self._show_failure)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._show_waiting)
        self._lay_out()
        self.next_action = self.navigation.next_action
        self.previous_action = self.navigation.previous_action
        self.addActions([self.previous_action, self.next_action, *self.options.actions()])
        self._saving = DifferenceSaver(self)
        self._connect()
        self.clear()

    def _connect(self) -> None:
        options = self.options
        self._texts.details_wanted.connect(self._comparing.ask)
        self.heading.encoding_chosen.connect(self._choose_encoding)
        self.heading.keep_wanted.connect(self._keep_encoding)
        self.heading.stop_button.clicked.connect(self._stop_refining)
        options.ignoring_changed.connect(self._compare_anew)
        options.unified.toggled.connect(self._lay_out_anew)
        options.swap.triggered.connect(self.swap)
        options.html.triggered.connect(self._save_html)
        options.patch.triggered.connect(self._save_patch)
        self._saving.failed.connect(self.failed)
        self._saving.saved.connect(self.saved)

    # What is shown

    def show_sides(
        self,
        kept: TitledText,
        chosen: TitledText,
        figures: str = "",
        unlike: str = "",
        standing: Standing | None = None,
    ) -> None:
        """Compare two documents and show them, and a sentence on how near they are, if any.

        ``unlike`` tells what differs if the texts are equal and the documents are not. Without a
        ``standing`` neither is kept for the other.
        """
        self._forget("")
        self._sides = (kept, chosen)
        self.options.offer_saving(on=True)
        self._standing = standing
        self._unlike = unlike
        self._figures = figures
        awaited = self._awaited
        if awaited is not None and awaited.texts == (kept.text, chosen.text):
            self._swapped = awaited.swapped
        else:
            self._awaited = None
        self._start()

    def show_one(self, side: TitledText, notice: str = "") -> None:
        """Show one document alone over the whole width, and a sentence on why, if any."""
        self._forget("")
        self._sides = (side, side)
        self._alone = True
        self._figures = notice
        self._awaited = None
        self._start()

    @Slot()
    def await_texts(self) -> None:
        """Show nothing of the last pair any more: another one is being read."""
        self._comparing.stop()
        self._forget("")
        self._patience.start()

    def show_figures(self, sentence: str) -> None:
        """Show how near the two documents are."""
        self._figures = sentence
        self._tell()

    def show_standing(self, standing: Standing) -> None:
        """Show what the chosen document is to the kept one now."""
        before, self._standing = self._standing, standing
        if before is None or before.of_part is not standing.of_part:
            self._compare_anew()
        elif standing != before:
            self._head()

    @Slot(str)
    def show_message(self, text: str) -> None:
        """Show a message instead of texts; it is plain text, whatever it contains."""
        self._comparing.stop()
        self._forget(text)

    @Slot()
    def clear(self) -> None:
        """Show that there is nothing to compare."""
        self.show_message(
            self.tr("Select a document of a group to compare it with the one that is kept.")
        )

    @Slot()
    def stop(self) -> None:
        """Cancel the running comparison and wait until it has ended."""
        self._patience.stop()
        shut_down_below(self)

    @property
    def sides(self) -> tuple[TitledText, TitledText] | None:
        """The left and the right side, None if there is nothing to compare."""
        if self._sides is None:
            return None
        kept, chosen = self._sides
        return (chosen, kept) if self._swapped else (kept, chosen)

    def place(self) -> Place | None:
        """Return the position in the two texts, None if they are not shown."""
        if self._sides is None or not self.settled:
            return self._awaited
        texts = self._sides[0].text, self._sides[1].text
        return Place(texts, self._swapped, self.navigation.index, self.left_pane.top())

    def go_back_to(self, place: Place | None) -> None:
        """Go to a position of another view, as soon as the same texts are shown here."""
        self._awaited = place

    @property
    def settled(self) -> bool:
        """Whether texts are shown and nothing better follows."""
        return self._found is not None and (self._found.final or self._stopped)

    @Slot()
    def take_keyboard(self) -> None:
        """Focus the text at the right, or the widget shown instead while it is loaded."""
        self.right_pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not self.right_pane.isVisible():
            self.message_page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # The size of the text

    @Slot()
    def zoom_in(self) -> None:
        """Make the text of both panes larger by a point."""
        self.panes.zoom(1)

    @Slot()
    def zoom_out(self) -> None:
        """Make the text of both panes smaller by a point."""
        self.panes.zoom(-1)

    # How it is shown

    @Slot()
    def swap(self) -> None:
        """Show the left side on the right, and the other way round."""
        self._swapped = not self._swapped
        self._compare_anew()

    @Slot()
    def _compare_anew(self) -> None:
        if self._sides is not None:
            self._found = None
            self._start()

    @Slot()
    def _lay_out_anew(self) -> None:
        """Change the layout of the rows; known changes are kept."""
        found = self._found
        if found is None or not found.sheet.alignment.complete:
            self._compare_anew()
        elif (wish := self._wish()) is not None:
            known = replace(wish, known=found.sheet.alignment, changes=dict(self.roll.changes))
            self._comparing.replace(known)

    def _wish(self) -> ComparisonRequest | None:
        sides = self.sides
        if sides is None:
            return None
        unified = self._alone or self.options.unified.isChecked()
        left, right = sides
        texts = left.beside(right), right.beside(left)
        standing = self._standing
        # of two that a person put together one may be a part of the other as well
        known = (
            not self._alone and left.is_part_beside(right) if standing is None else standing.of_part
        )
        part_left = len(left.text) < len(right.text) if known else None
        return ComparisonRequest(*texts, self.options.ignoring(), unified, part_left=part_left)

    @Slot(bool, str)
    def _choose_encoding(self, left: bool, encoding: str) -> None:  # noqa: FBT001
        self.encoding_chosen.emit(left is not self._swapped, encoding)

    @Slot(bool)
    def _keep_encoding(self, left: bool) -> None:  # noqa: FBT001
        self.keep_wanted.emit(left is not self._swapped)

    # Results

    def _start(self) -> None:
        sides, wish = self.sides, self._wish()
        if sides is None or wish is None:
            return
        self._stopped = False
        self._simplified = set()
        self._head()
        self.tools.show_of(texts=self.isVisible(), alone=self._alone)
        for pane, side in zip(self.panes.panes, sides, strict=True):
            encoding = encoding_text(side.encoding, lossy=side.lossy, guessed=side.guessed)
            pane.setAccessibleName(
                self.tr("{0} ({1})").format(side.title, encoding) if encoding else side.title
            )
        if self._found is None:
            self._patience.start()
        self._comparing.replace(wish)

    def _head(self) -> None:
        """Show in the heading whose texts they are."""
        if self.sides is not None:
            left, right = self.sides
            other = None if self._alone else right
            self.heading.show_sides(left, other, self._standing, kept_left=not self._swapped)

    @Slot(object)
    def _show_found(self, found: Differences) -> None:
        self._patience.stop()
        self._found = found
        self._simplified |= found.simplified
        # shown first: widgets without a size cannot be scrolled
        self._pages.setCurrentWidget(self._texts)
        self._texts.show_found(found, alone=self._alone)
        if found.final and self._awaited is not None:
            self._texts.go_back_to(self._awaited.difference, self._awaited.top)
            self._awaited = None
        self._tell()

    @Slot(object, object)
    def _show_detail(self, changes: object, simplified: object) -> None:
        if isinstance(changes, dict) and isinstance(simplified, set):
            self._simplified |= simplified
            self.roll.add(changes)
            self._tell()

    def _tell(self) -> None:
        """Show the notices about the current result."""
        found = self._found
        if found is None:
            return
        sides = self.sides
        seen = found.sheet.alignment.ignoring.seen
        same = not seen or (sides is not None and sides[0].text == sides[1].text)
        unlike = self._unlike or ("" if sides is None else files_differ(*sides))
        simplified = bool(self._simplified)
        words = (
            []
            if self._alone
            else notice(
                found,
                same=same,
                unlike=unlike,
                simplified=simplified,
                stopped=self._stopped,
            )
        )
        if self._figures:
            words.append(self._figures)
        self.heading.say(statements(words))
        self.heading.stop_button.setVisible(not found.final and not self._stopped)

    @Slot()
    def _stop_refining(self) -> None:
        self._comparing.stop()
        self._stopped = True
        self._tell()

    @Slot(object)
    def _show_failure(self, reason: Reason | str) -> None:
        self._forget(in_own_words(reason))

    @Slot()
    def _show_waiting(self) -> None:
        self.message_page.setText(self.tr("Reading and comparing the texts…"))

    def _forget(self, message: str) -> None:
        """Drop everything of the pair that was shown."""
        self._patience.stop()
        self.options.offer_saving(on=False)
        self._sides = None
        self._found = None
        self._swapped = self._alone = False
        self._figures = ""
        self._standing = None
        self.message_page.setText(message)
        self._pages.setCurrentWidget(self.message_page)
        self._texts.clear()

    # Saving

    @Slot()
    def _save_html(self) -> None:
        if (wish := self._wish()) is not None and (sides := self.sides) is not None:
            self._saving.save_html(wish, *sides)

    @Slot()
    def _save_patch(self) -> None:
        if (sides := self.sides) is not None:
            self._saving.save_patch(*sides)

    # Construction

    def _lay_out(self) -> None:
        texts = self._texts = DifferenceTexts(self)
        self.roll, self.panes, self.heading = texts.roll, texts.panes, texts.heading
        self.navigation, self.options, self.search = texts.navigation, texts.options, texts.search
        self.tools = texts.tools
        self.find_bar, self.part_bar = texts.find_bar, texts.part_bar
        self.left_pane, self.right_pane = texts.panes.panes
        self.message_page = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.message_page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message_page.setMargin(12)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.message_page)
        self._pages.addWidget(self._texts)
        filled(QVBoxLayout(self), self._pages)

    def showEvent(self, event: QShowEvent) -> None:
        """Offer the tools of the texts."""
        super().showEvent(event)
        self.tools.show_of(texts=True, alone=self._alone)

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave the tools to what is shown instead."""
        super().hideEvent(event)
        self.tools.show_of(texts=False)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Cancel the running comparison, and wait, before the view closes."""
        self.stop()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Stop before being deleted, which a view inside a window is without being closed."""
        if event.type() == QEvent.Type.DeferredDelete:
            self.stop()
        return super().event(event)
