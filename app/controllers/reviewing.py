"""Reviewing: going through the results by keyboard, marking on the way."""

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QWidget

from app.results.groups.view.position import selected_rows
from app.results.groups.view.steps import step_to_document, step_to_group, step_to_unmarked_group
from app.shell.main_window import MainWindow


class Reviewing(QObject):
    """Does what the menu Review offers, but for what is said of documents (``Judging``)."""

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        actions = window.review_actions
        actions.next_document.triggered.connect(self._next_document)
        actions.previous_document.triggered.connect(self._previous_document)
        actions.next_group.triggered.connect(self._next_group)
        actions.previous_group.triggered.connect(self._previous_group)
        actions.next_unmarked.triggered.connect(self._next_unmarked)
        actions.mark.triggered.connect(window.group_view.toggle_marks)
        actions.mark_and_go_on.triggered.connect(self._mark_and_go_on)
        actions.next_part.triggered.connect(self._next_part)
        actions.previous_part.triggered.connect(self._previous_part)
        window.group_view.marks_toggled.connect(self._go_on_after_marking)

    # ---- from document to document

    @Slot()
    def _next_document(self) -> None:
        self._go(1)

    @Slot()
    def _previous_document(self) -> None:
        self._go(-1)

    @Slot()
    def _next_group(self) -> None:
        self._go_to_group(1)

    @Slot()
    def _previous_group(self) -> None:
        self._go_to_group(-1)

    @Slot()
    def _next_unmarked(self) -> None:
        if not step_to_unmarked_group(self._window.group_view, self._window.group_model):
            self._say(self.tr("Every other group that is shown has a marked document."))

    def _go(self, by: int) -> None:
        if not step_to_document(self._window.group_view, self._window.group_model, by):
            self._say_end(by)

    def _go_to_group(self, by: int) -> None:
        if not step_to_group(self._window.group_view, self._window.group_model, by):
            self._say_end(by)

    def _say_end(self, by: int) -> None:
        self._say(
            self.tr("These are the last documents shown.")
            if by > 0
            else self.tr("These are the first documents shown.")
        )

    def _say(self, words: str) -> None:
        self._window.alert.show_message(words)

    # ---- marks

    @Slot()
    def _mark_and_go_on(self) -> None:
        view, model = self._window.group_view, self._window.group_model
        place, document = (
            model.place_at(view.currentIndex()),
            model.document_at(view.currentIndex()),
        )
        if place is None:
            return
        if place.row > 0 and document is not None:
            model.mark([document], on=True)
        elif place.row < 0 and not self._is_marked():
            view.toggle_marks()
            if self._window.review_actions.go_on.isChecked():
                return  # it went on
        self._go_beyond()

    @Slot()
    def _go_on_after_marking(self) -> None:
        """Go on, if wished, where one row was marked; who unmarks stays."""
        one = len([*zip(selected_rows(self._window.group_view), range(2), strict=False)]) < 2
        if self._window.review_actions.go_on.isChecked() and one and self._is_marked():
            self._go_beyond()

    def _is_marked(self) -> bool:
        """Tell whether the document of the current row is marked; of a group's row, any of it."""
        view, model = self._window.group_view, self._window.group_model
        document = model.document_at(view.currentIndex())
        if document is not None:
            return document in model.marked()
        members = model.members_at(view.currentIndex())
        return any(member.document in model.marked() for member in members)

    def _go_beyond(self) -> None:
        """Go to the next document, from a group's row to the next group."""
        view, model = self._window.group_view, self._window.group_model
        if model.document_at(view.currentIndex()) is None:
            self._go_to_group(1)
        else:
            self._go(1)

    # ---- from part to part of the window

    @Slot()
    def _next_part(self) -> None:
        self._go_to_part(1)

    @Slot()
    def _previous_part(self) -> None:
        self._go_to_part(-1)

    def _go_to_part(self, by: int) -> None:
        window = self._window
        below = window.tabs.currentWidget()
        shown = window.stack.currentWidget()
        results = window.similar_panel.table if shown is window.similar_panel else shown
        parts: list[tuple[QWidget, QWidget | None]] = [
            (window.stack, results),
            (window.tabs, below if below is window.difference_view else window.tabs.tabBar()),
            (window.filter_bar, window.filter_bar.box),
        ]
        parts = [(whole, part) for whole, part in parts if whole.isVisible()]
        focus = QApplication.focusWidget()
        inside = [focus is not None and whole.isAncestorOf(focus) for whole, _ in parts]
        at = inside.index(True) + by if True in inside else 0
        part = parts[at % len(parts)][1]
        if part is window.filter_bar.box:
            window.filter_bar.take_keyboard()
        elif part is window.difference_view:
            window.difference_view.take_keyboard()
        elif part is not None:
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)
