"""PairChoice: which two documents are compared, in the window and in another program."""

import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QTabWidget

from app.comparison.view import DifferenceView
from app.language.wording import path_text
from app.results.groups.view.selection import current_document, selected_documents
from app.results.groups.view.view import GroupView
from app.results.similar.panel import SimilarPanel
from app.session.session import Session
from app.settings.settings import SettingsStore
from app.widgets.banner import Notices
from app.widgets.external_compare import CompareCommandError, start_comparing
from simcore import Document, DocumentId, TextId


class PairChoice(QObject):
    """Compares any two documents; ``put_together`` carries the paths of two that are no pair.

    A pair of a group is told by ``GroupView.document_chosen`` alone.
    """

    put_together = Signal(object, object)

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        view: GroupView,
        similar: SimilarPanel,
        tabs: QTabWidget,
        differences: DifferenceView,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._view = view
        self._tabs = tabs
        self._differences = differences
        self._notices = notices
        self._pair: tuple[Path, Path] | None = None
        self._settings = settings
        view.document_chosen.connect(self._note_group_pair)
        view.nothing_chosen.connect(self._note_nothing)
        similar.document_chosen.connect(self._compare_similar)

    @property
    def pair(self) -> tuple[Path, Path] | None:
        """The paths of the two documents compared now, or asked for."""
        return self._pair

    def compare(self, left: Document, right: Document) -> None:
        """Show two documents that a person put together."""
        self._session.texts.read(left, right, self._session.config, ad_hoc=True)
        self._tabs.setCurrentWidget(self._differences)
        self._pair = left.path, right.path
        self.put_together.emit(*self._pair)

    def document_of(self, path: Path) -> Document:
        """Return the document of the report that a path names, or else one that says no more."""
        report = self._session.results.report
        known = () if report is None else report.documents.values()
        return next((one for one in known if one.path == path), None) or _unknown(path)

    @Slot()
    def compare_selected(self) -> None:
        """Compare the two selected documents."""
        report, chosen = self._session.results.report, selected_documents(self._view, 3)
        if report is None or len(chosen) != 2:
            self._notices.show_problem(
                self.tr("Select exactly two documents to compare them; hold Ctrl for the second.")
            )
            return
        left, right = (report.documents[one] for one in chosen)
        self.compare(left, right)

    @Slot()
    def compare_with_a_file(self) -> None:
        """Compare the chosen document with a file that a person chooses."""
        report, document = self._session.results.report, current_document(self._view)
        if report is None or document is None:
            return
        left = report.documents[document]
        name, _ = QFileDialog.getOpenFileName(
            self._notices.window(),
            self.tr("Compare {0} with").format(path_text(Path(left.path.name))),
            str(left.path.parent),
        )
        if name:
            self.compare(left, self.document_of(Path(name)))

    @Slot(object, object)
    def _compare_similar(self, asked: Path, found: Document) -> None:
        self.compare(self.document_of(asked), found)

    @Slot()
    def compare_outside(self) -> None:
        """Compare the pair shown in another program."""
        if self._pair is None:
            self._notices.show_problem(self.tr("No two documents are compared just now."))
            return
        try:
            start_comparing(self._settings.now.compare_command, *self._pair)
        except CompareCommandError as error:
            self._notices.show_problem(str(error))

    @Slot(object, object)
    def _note_group_pair(self, kept: DocumentId, chosen: DocumentId) -> None:
        report = self._session.results.report
        if report is not None and kept in report.documents and chosen in report.documents:
            self._pair = report.documents[kept].path, report.documents[chosen].path

    @Slot()
    def _note_nothing(self) -> None:
        self._pair = None


def _unknown(path: Path) -> Document:
    """Make a document of a file of which nothing is known yet but its path."""
    return Document(
        id=DocumentId(-1),
        text=TextId(-1),
        path=path,
        real_path=Path(os.path.realpath(path)),
        size=0,
        mtime_ns=0,
        device=0,
        inode=0,
        content_hash=b"",
        text_hash=b"",
        encoding="",
        lossy=False,
        characters=0,
        tokens=0,
        features=0,
        fingerprint=None,
    )
