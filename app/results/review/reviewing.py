"""ReviewController: going through the results by keyboard, marking on the way."""

from PySide6.QtCore import QObject, Slot

from ...widgets.banner import Notices
from ..groups.view.position import selected_rows
from ..groups.view.steps import step_to_document, step_to_group, step_to_unmarked_group
from ..groups.view.view import GroupView
from .actions import ReviewActions


class ReviewController(QObject):
    """Handles the commands of the menu Review, except judgements (``JudgementController``)."""

    def __init__(self, view: GroupView, actions: ReviewActions, notices: Notices) -> None:
        super().__init__(notices)
        self._view = view
        self._actions = actions
        self._notices = notices
        actions.next_document.triggered.connect(self._next_document)
        actions.previous_document.triggered.connect(self._previous_document)
        actions.next_group.triggered.connect(self._next_group)
        actions.previous_group.triggered.connect(self._previous_group)
        actions.next_unmarked.triggered.connect(self._next_unmarked)
        actions.mark.triggered.connect(view.toggle_marks)
        actions.mark_and_go_on.triggered.connect(self._mark_and_go_on)
        view.marks_toggled.connect(self._go_on_after_marking)

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
        if not step_to_unmarked_group(self._view):
            self._say(self.tr("Every other group that is shown has a marked document."))

    def _go(self, by: int) -> None:
        if not step_to_document(self._view, by):
            self._say_end(by)

    def _go_to_group(self, by: int) -> None:
        if not step_to_group(self._view, by):
            self._say_end(by)

    def _say_end(self, by: int) -> None:
        self._say(
            self.tr("These are the last documents shown.")
            if by > 0
            else self.tr("These are the first documents shown.")
        )

    def _say(self, words: str) -> None:
        self._notices.show_message(words)

    # ---- marks

    @Slot()
    def _mark_and_go_on(self) -> None:
        view, model = self._view, self._view.groups
        position, document = (
            model.position_at(view.currentIndex()),
            model.document_at(view.currentIndex()),
        )
        if position is None:
            return
        if position.row > 0 and document is not None:
            model.mark([document], on=True)
        elif position.row < 0 and not self._is_marked():
            view.toggle_marks()
            if self._actions.go_on.isChecked():
                return  # it went on
        self._go_beyond()

    @Slot()
    def _go_on_after_marking(self) -> None:
        """Go to the next document, if set, after one row was marked; not after unmarking."""
        one = len([*zip(selected_rows(self._view), range(2), strict=False)]) < 2
        if self._actions.go_on.isChecked() and one and self._is_marked():
            self._go_beyond()

    def _is_marked(self) -> bool:
        """Return whether the document of the current row, or any of its group, is marked."""
        view, model = self._view, self._view.groups
        document = model.document_at(view.currentIndex())
        if document is not None:
            return document in model.marked()
        members = model.members_at(view.currentIndex())
        return any(member.document in model.marked() for member in members)

    def _go_beyond(self) -> None:
        """Go to the next document, from a group's row to the next group."""
        view, model = self._view, self._view.groups
        if model.document_at(view.currentIndex()) is None:
            self._go_to_group(1)
        else:
            self._go(1)
