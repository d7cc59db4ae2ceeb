"""Comparing: which two documents are side by side, from the choice to the texts in the window."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QTabWidget

from app.comparison.explanation.panel import WhyPanel
from app.comparison.side import Side
from app.comparison.view import DifferenceView
from app.language.resemblance_words import figures_text
from app.language.wording import path_text, printable, reason_text
from app.picture.threshold_bar import ThresholdBar
from app.results.groups.view.view import GroupView
from app.session.calls.texts import Reading, TextPair
from app.session.session import Session
from app.widgets.banner import Notices
from simcore import DocumentId


class Comparing(QObject):
    """Shows the pair that was chosen in the groups or in the picture of the pairs.

    Pairs that a person puts together come by way of ``PairChoice``; their texts are shown here,
    too.
    """

    def __init__(
        self,
        session: Session,
        view: GroupView,
        bar: ThresholdBar,
        tabs: QTabWidget,
        differences: DifferenceView,
        why: WhyPanel,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._view = view
        self._tabs = tabs
        self._differences = differences
        self._why = why
        self._notices = notices
        self._group_pair: tuple[DocumentId, DocumentId] | None = None
        self._shown: TextPair | None = None
        self._encodings: tuple[str | None, str | None] = (None, None)
        view.document_chosen.connect(self._compare)
        view.nothing_chosen.connect(self._compare_nothing)
        bar.pair_chosen.connect(self._show_pair)
        differences.encoding_chosen.connect(self._read_otherwise)
        differences.failed.connect(notices.show_problem)
        differences.saved.connect(self._tell_saved)
        session.texts.wanted.connect(self._await)
        session.texts.published.connect(self._show_texts)
        session.texts.succeeded.connect(self._show_texts)

    @Slot(object, object)
    def _compare(self, kept: DocumentId, chosen: DocumentId) -> None:
        self._group_pair = kept, chosen
        self._session.compare(kept, chosen)
        panel, report = self._why, self._session.results.report
        if report is not None and kept in report.documents and chosen in report.documents:
            panel.set_config(report.config)
            panel.show_documents(report.documents[kept], report.documents[chosen])

    @Slot()
    def _compare_nothing(self) -> None:
        self._shown = None
        self._session.texts.stop()
        self._differences.clear()
        self._why.clear()

    @Slot(object, object)
    def _show_pair(self, left: DocumentId, right: DocumentId) -> None:
        """Go to the row that shows these two, or compare them where no group has them so."""
        view, report = self._view, self._session.results.report
        if report is None or left not in report.documents or right not in report.documents:
            return  # the picture is of a report that was replaced a moment ago
        self._tabs.setCurrentWidget(self._differences)
        for other, chosen in ((left, right), (right, left)):
            # of a group that is closed, the group's row
            group = view.groups.group_at(view.groups.index_of_group(chosen))
            kept = None if group is None else group.representative
            # any of several documents with equal text may be the one that is kept
            if (
                kept is not None
                and chosen != kept
                and report.documents[kept].text == report.documents[other].text
            ):
                if self._group_pair == (kept, chosen):
                    self._session.compare(kept, chosen)  # another pair may have been shown since
                view.choose(chosen)
                view.scrollTo(view.currentIndex())
                return
        self._group_pair = None
        self._session.compare(left, right)

    # ---- the texts

    @Slot()
    def _await(self) -> None:
        """Leave no other pair on screen than the one that was asked for."""
        self._shown, self._encodings = None, (None, None)
        self._differences.await_texts()

    @Slot(object)
    def _show_texts(self, texts: TextPair) -> None:
        view = self._differences
        self._shown = texts
        sides = texts.kept, texts.chosen
        unreadable = [reading for reading in sides if reading.text is None]
        if unreadable:
            words = self.tr("{0} cannot be shown: {1}")
            lines = (
                words.format(path_text(one.document.path), reason_text(one.problem))
                for one in unreadable
            )
            view.show_message("\n".join(lines))
        elif texts.figures is not None:
            view.show_figures(figures_text(texts.figures))
        else:
            left, right = self._titles(texts)
            view.show_sides(self._side(left, texts.kept), self._side(right, texts.chosen))

    @Slot(bool, str)
    def _read_otherwise(self, kept: bool, encoding: str) -> None:  # noqa: FBT001 - a slot
        """Read one of the two documents that are shown in another encoding."""
        if self._shown is None:
            return
        chosen, before = encoding or None, self._encodings
        self._encodings = (chosen, before[1]) if kept else (before[0], chosen)
        kept_one, chosen_one = self._shown.kept.document, self._shown.chosen.document
        config, ad_hoc = self._session.config, self._shown.ad_hoc
        self._session.texts.run(kept_one, chosen_one, config, self._encodings, ad_hoc=ad_hoc)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The differences were written to {0}.")
        self._notices.show_message(words.format(path_text(path)))

    def _titles(self, texts: TextPair) -> tuple[str, str]:
        """Return what stands over the two sides, with room for a name."""
        if texts.ad_hoc:
            return self.tr("ad-hoc pair: {0}"), self.tr("beside it: {0}")
        if self._group_pair == (texts.kept.document.id, texts.chosen.document.id):
            return self.tr("kept: {0}"), self.tr("chosen: {0}")
        return self.tr("one: {0}"), self.tr("other: {0}")

    def _side(self, pattern: str, reading: Reading) -> Side:
        text, name = reading.text, reading.document.path.name
        title = pattern.format(printable(name))
        if reading.changed:
            title = self.tr("{0}, changed since the scan").format(title)
        if text is None:
            return Side(title, "", name)
        return Side(title, text.text, name, text.encoding, text.lossy, reading.by_hand)
