"""The commands that judge documents in the window, and undo judgements."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction

from simcore import Document, DocumentId, Group

from ...language.wording import count_text, encoding_text, name_text, path_text
from ...session.results import named_kept
from ...session.session import Session
from ...session.states import Phase
from ...widgets.banner import Notices
from ..groups.view.position import selected_rows
from ..groups.view.steps import step_to_document
from ..groups.view.view import GroupView
from .actions import ReviewActions


class JudgementController(QObject):
    """Records judgements: another kept document, no duplicates; shows the list of judgements."""

    def __init__(
        self,
        session: Session,
        view: GroupView,
        actions: ReviewActions,
        undo: QAction,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._results = session.results
        self._store = session.judgements
        self._view = view
        self._actions = actions
        self._undo = undo
        self._notices = notices
        actions.keep.triggered.connect(self._keep)
        actions.not_duplicate.triggered.connect(self._set_apart)
        actions.judgements.triggered.connect(self._show_judgements)
        view.encoding_wanted.connect(self._read_in)
        self._reading = ""  # what is told of an encoding once it is kept and the scan has begun
        session.judgements.encodings_changed.connect(self._tell_reading)
        session.judgements.failed.connect(self._forget_reading)

    # ---- judging

    @Slot()
    def _keep(self) -> None:
        report, view, model = self._results.report, self._view, self._view.groups
        group, chosen = model.group_at(view.currentIndex()), model.document_at(view.currentIndex())
        if report is None or group is None or not self._knows(group):
            return
        if chosen is None or chosen == group.representative:
            self._notices.show_problem(
                self.tr("Choose a document below the kept one, to keep it instead.")
            )
            return
        if group.parts:
            self._notices.show_problem(
                self.tr("A part of a document cannot be kept instead of the whole document.")
            )
            return
        documents = report.documents
        document, kept = documents[chosen], documents[group.representative]
        if document.inside:
            words = self.tr("{0} is inside an archive or a mailbox and cannot stay for a file.")
            self._notices.show_problem(words.format(_name(document)))
            return
        beside = [
            one
            for one in (documents[member.document] for member in group.members)
            if (one.real_path, one.content_hash) in self._store.now.kept
        ]
        model.mark([chosen], on=False)
        # the choices of keep rules do not apply here any more
        of_group = (group.representative, *(member.document for member in group.members))
        self._results.lead(frozenset(), {named_kept(documents[key]) for key in of_group})
        if self._actions.go_on.isChecked():
            view.choose(kept.id)  # it is a member in a moment: the next one to decide about
        self._store.keep(document, kept, beside)
        words = self.tr("{0} is kept instead of {1} from now on.")
        self._tell(words.format(_name(document), _name(kept)))

    @Slot()
    def _set_apart(self) -> None:
        pairs = self._selected_pairs()
        if not pairs:
            self._notices.show_problem(
                self.tr("Choose a document below the kept one, to say that it is no duplicate.")
            )
            return
        if len(pairs) == 1 and self._actions.go_on.isChecked():
            step_to_document(self._view, 1)
        self._store.set_apart(pairs)
        kept, chosen = pairs[0]
        if len(pairs) > 1:
            words = self.tr("{0} documents are not shown as duplicates of the kept ones any more.")
            self._tell(words.format(count_text(len(pairs))))
        elif kept.reads_like(chosen):
            words = self.tr(
                "{0} is a wanted copy of {1} from now on; any further copy is shown again."
            )
            self._tell(words.format(_name(chosen), _name(kept)))
        else:
            words = self.tr("{0} and {1} are no duplicates of each other from now on.")
            self._tell(words.format(_name(chosen), _name(kept)))

    @Slot(object, str)
    def _read_in(self, wanted: Sequence[DocumentId], encoding: str) -> None:
        report = self._results.report
        if report is not None:
            documents = (report.documents[one] for one in wanted if one in report.documents)
            self.read_in([(one.real_path, one.content_hash) for one in documents], encoding)

    @Slot(object, str)
    def read_in(self, files: Sequence[tuple[Path, bytes]], encoding: str) -> None:
        """Let files be read in an encoding from now on, or as is recognised if it is empty.

        They are paths and the hashes of bytes. A scan follows; opened results stay as they are.
        """
        if not files:
            return
        self._store.set_encoding(files, encoding or None, self._session.config.largest_file)
        name, count = encoding_text(encoding, lossy=False), len(files)
        if not encoding:
            words = self.tr("The encoding is recognised again: {0}.")
        elif self._session.status.phase is Phase.OPENED:
            words = self.tr("Read in {1} from the next scan on, wherever the same bytes are: {0}.")
        else:
            words = self.tr("Read in {1} from now on, wherever the same bytes are: {0}.")
        several = self.tr("{0} files").format(count_text(count))
        self._reading = words.format(
            path_text(Path(files[0][0].name)) if count == 1 else several, name
        )

    @Slot()
    def _tell_reading(self) -> None:
        if self._reading:
            self._tell(self._reading)
        self._reading = ""

    @Slot()
    def _forget_reading(self) -> None:
        self._reading = ""

    def _selected_pairs(self) -> list[tuple[Document, Document]]:
        """Return the selected members, or the current one, each after its kept document."""
        report, view, model = self._results.report, self._view, self._view.groups
        rows = list(selected_rows(view)) or [view.currentIndex()]
        pairs = []
        for row in rows:
            group, document = model.group_at(row), model.document_at(row)
            if report is None or group is None or document is None or not self._knows(group):
                continue
            if document != group.representative:
                kept = report.documents[group.representative]
                pairs.append((kept, report.documents[document]))
        return pairs

    def _knows(self, group: Group) -> bool:
        """Return whether a shown group is of the session's current report."""
        report = self._results.report
        return report is not None and group.representative in report.documents

    def _tell(self, words: str) -> None:
        self._notices.show_message(words, action=self._undo)

    # ---- the list of judgements

    def take_back(self) -> None:
        """Undo the last judgement of this run, if there is one."""
        if self._store.last is not None:
            self._store.take_back()
            self._notices.show_message(self.tr("The last decision was undone."))

    @Slot()
    def _show_judgements(self) -> None:
        from .judgement_dialog import JudgementDialog  # noqa: PLC0415 - opened later

        dialog = JudgementDialog(self._notices.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._store.listed.connect(dialog.show_entries)
        dialog.forget_wanted.connect(self._store.forget)
        dialog.show()
        self._store.list_entries()


def _name(document: Document) -> str:
    return name_text(document)
