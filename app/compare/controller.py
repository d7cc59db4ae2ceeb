"""ComparisonController: two documents side by side, from the choice to the shown texts."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QTabWidget

from simcore.files.containers import container_of
from simcore.index.paths import called_elsewhere
from simcore.model.formats import format_named
from simcore.model.records import PARTS, DecodedText, Document, DocumentId, Pair, TextId
from simcore.model.report import Checked, CheckedPassage, Group, Member, ScanReport

from ..groups.view import GroupView, current_document, selected_documents
from ..i18n import statements, translate
from ..results.similar import SimilarPanel, SimilarRow
from ..session.calls import CurrentText, CurrentTexts
from ..session.session import Session
from ..settings.settings import (
    CompareCommandError,
    NoCompareProgramError,
    SettingsStore,
    start_comparing,
)
from ..threshold_bar import ThresholdBar
from ..why.panel import WhyPanel
from ..widgets.banner import Notices
from ..wording import (
    carrying_text,
    day_text,
    figures_text,
    folder_text,
    id_text,
    kept_reason,
    kept_sentence,
    name_text,
    path_text,
    place_text,
    reason_text,
    size_text,
    unlike_text,
)
from .texts import LineEnds, Standing, TitledText
from .view import DifferenceView


def side_of(reading: CurrentText, pattern: str, roots: Sequence[Path]) -> TitledText:
    """Return a side; ``pattern`` makes the title from the name, ``roots`` shorten the folder."""
    text, shown = reading.text, name_text(reading.document)
    name = shown if reading.document.elsewhere else reading.document.path.name
    title = pattern.format(shown)
    if reading.changed:
        title = translate("Sides", "{0}, changed since the scan").format(title)
    if text is None:
        return TitledText(title, "", name)
    return TitledText(
        title,
        text.text,
        name,
        text.encoding,
        text.lossy,
        reading.by_hand,
        text.guessed,
        reading.kept,
        reading.by_hand and bool(reading.document.content_hash),
        _lines_of(text),
        text.pages,
        _form_of(text),
        reading.form,
        shown_name=shown,
        facts=_facts(reading, roots),
        carried=bool(reading.document.elsewhere),
    )


def standing_of(report: ScanReport, group: Group, member: Member) -> Standing:
    """Return the relation of a member to the kept document; for a part, its share in that."""
    # a copy of another member has that member's relation
    member = next((one for one in group.members if one.document == member.copy_of), member)
    reason, sentence = kept_reason(report, group), kept_sentence(report, group)
    return replace(_standing_of(member), reason=reason, sentence=sentence)


def standing_in(pair: Pair) -> Standing:
    whole = pair.kind in PARTS and pair.left_in_right > pair.right_in_left
    return replace(_standing_of(pair), kept=False, whole=whole)


def _standing_of(one: Member | Pair) -> Standing:
    share = one.containment if one.kind in PARTS else one.resemblance
    return Standing(
        one.kind,
        share,
        numbers_only=one.numbers_only,
        only_in=one.only_in,
        measure=one.measure,
    )


def unlike(texts: CurrentTexts) -> str:
    kept, chosen = texts.kept, texts.chosen
    known = kept.document.content_hash and chosen.document.content_hash
    if known and not (kept.changed or chosen.changed) and kept.document.reads_like(chosen.document):
        return ""
    return "" if kept.text is None or chosen.text is None else unlike_text(kept.text, chosen.text)


def unread_words(unread: Sequence[CurrentText]) -> list[str]:
    words = translate("Sides", "{0} cannot be shown: {1}")
    lines = [words.format(place_text(one.document), reason_text(one.problem)) for one in unread]
    lines += [carrying_text(one.problem) for one in unread]
    return [one for one in dict.fromkeys(lines) if one]


def unknown(path: Path) -> Document:
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


def _facts(reading: CurrentText, roots: Sequence[Path]) -> str:
    document = reading.document
    facts = [folder_text(document.path.parent, roots)]
    if document.elsewhere:
        facts = [place_text(document), translate("Sides", "not on this machine")]
    if document.mtime_ns:
        facts += [day_text(document.mtime_ns), size_text(document.size)]
    if reading.changed:
        facts.append(translate("Sides", "changed since the scan"))
    return reduce(translate("Sides", "{0} \u00b7 {1}", "two facts").format, facts)


def _lines_of(text: DecodedText) -> LineEnds:
    if text.layout:
        return LineEnds.KEPT
    of = format_named(_form_of(text))
    if of is None:
        return LineEnds.PROSE
    return LineEnds.FLOWING if of.flows else LineEnds.PARAGRAPHS


def _form_of(text: DecodedText) -> str:
    return text.beside[0] if text.beside else ""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two shown documents, and the encodings in which a person has them read."""

    left: Document
    right: Document
    ad_hoc: bool
    group_pair: tuple[DocumentId, DocumentId] | None
    encodings: tuple[str | None, str | None]


class ComparisonController(QObject):
    """Shows two documents: of a group, of the picture of pairs, or any two.

    ``encoding_wanted`` carries files, as paths and the hashes of bytes, and the encoding to read
    them in from now on, empty for the detected one.
    """

    encoding_wanted = Signal(object, str)

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        view: GroupView,
        similar: SimilarPanel,
        bar: ThresholdBar,
        tabs: QTabWidget,
        differences: DifferenceView,
        why: WhyPanel,
        notices: Notices,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._settings = settings
        self._view = view
        self._tabs = tabs
        self._differences = differences
        self._why = why
        self._notices = notices
        self.choose_program = QAction(self.tr("Choose a program\u2026"), self)
        """Offered where no program is known to compare two files with."""
        self.pair: tuple[Path, Path] | None = None
        """The paths of the two documents that are compared or requested."""
        self._group_pair: tuple[DocumentId, DocumentId] | None = None
        self._told: Standing | None = None  # of two documents that a person chose
        self._shown: CurrentTexts | None = None
        self._encodings: tuple[str | None, str | None] = (None, None)
        session.results.report_changed.connect(self._explain_thresholds)
        view.document_chosen.connect(self._compare)
        view.nothing_chosen.connect(self.compare_nothing)
        view.groups.arranged.connect(self._tell_standing)
        view.open_wanted.connect(self._open)
        similar.document_chosen.connect(self._compare_similar)
        bar.pair_chosen.connect(self.show_pair)
        differences.encoding_chosen.connect(self._read_otherwise)
        differences.keep_wanted.connect(self._keep_encoding)
        differences.options.preview.triggered.connect(self.preview)
        differences.failed.connect(notices.show_problem)
        differences.saved.connect(self._tell_saved)
        session.texts.wanted.connect(self._await)
        session.texts.published.connect(self._show_texts)
        session.texts.succeeded.connect(self._show_texts)

    @Slot(object)
    def _explain_thresholds(self, report: ScanReport | None) -> None:
        if report is not None:
            self._why.set_config(report.config)

    @Slot(object, object)
    def _compare(self, kept: DocumentId, chosen: DocumentId) -> None:
        self._group_pair = kept, chosen
        self._show_documents(kept, chosen)

    def _show_documents(self, left: DocumentId, right: DocumentId) -> None:
        report = self._session.results.report
        if report is None or left not in report.documents or right not in report.documents:
            return
        one, other = report.documents[left], report.documents[right]
        self.pair = one.path, other.path
        self._session.texts.read(one, other, self._session.config)
        self._why.set_config(report.config)
        self._why.show_documents(one, other, self._session.judgements.now.encodings)

    @Slot()
    def compare_nothing(self, words: str = "") -> None:
        self.pair = self._shown = None
        self._session.texts.stop()
        self._differences.clear()
        if words:
            self._differences.show_message(words)
        self._why.clear()

    @Slot(object, object)
    def show_pair(self, left: DocumentId, right: DocumentId) -> None:
        """Go to the row of two documents, or compare them if no group has them as a pair."""
        view, report = self._view, self._session.results.report
        if report is None or left not in report.documents or right not in report.documents:
            return  # the picture shows the former report
        self._bring_texts()
        for other, chosen in ((left, right), (right, left)):
            # of a closed group, its own row
            group = view.groups.group_at(view.groups.index_of_group(chosen))
            kept = None if group is None else group.representative
            # any document with this text may be the kept one
            if (
                kept is not None
                and chosen != kept
                and report.documents[kept].text == report.documents[other].text
            ):
                if self._group_pair == (kept, chosen):
                    self._show_documents(kept, chosen)  # another pair may have been shown since
                view.choose(chosen)
                view.scrollTo(view.currentIndex())
                return
        self._group_pair = None
        self._show_documents(left, right)

    @Slot(bool)
    def _open(self, by_key: bool) -> None:  # noqa: FBT001 - a slot
        self._bring_texts()
        if by_key:
            self._differences.left_pane.setFocus(Qt.FocusReason.OtherFocusReason)

    def _bring_texts(self) -> None:
        self._differences.options.texts.setChecked(True)
        self._tabs.show()
        self._tabs.setCurrentWidget(self._differences)

    # ---- another window

    def compared(self) -> Compared | None:
        shown = self._shown
        if shown is None:
            return None
        sides = shown.kept.document, shown.chosen.document
        return Compared(*sides, shown.ad_hoc, self._group_pair, self._encodings)

    def compare_again(self, compared: Compared | None) -> None:
        """Show what another window showed, unless the chosen row shows it already."""
        if compared is None:
            return
        left, right = compared.left, compared.right
        if compared.ad_hoc:
            self.compare(left, right)
        elif compared.group_pair != (left.id, right.id):
            self._group_pair = compared.group_pair
            self._show_documents(left.id, right.id)
        if compared.encodings != (None, None):
            self._encodings = compared.encodings
            self._session.texts.read_in(
                self._encodings, left, right, self._session.config, ad_hoc=compared.ad_hoc
            )

    # ---- any two documents

    def compare(self, left: Document, right: Document, standing: Standing | None = None) -> None:
        """Show two documents chosen by the user; ``standing`` is their relation, if known."""
        self._told = standing
        self._session.texts.read(left, right, self._session.config, ad_hoc=True)
        self._bring_texts()
        self.pair = left.path, right.path
        said = self._session.judgements.now.encodings
        self._why.show_pair(*self.pair, said, (left.elsewhere, right.elsewhere))

    def show_one(self, document: Document) -> None:
        self.pair = self._group_pair = self._told = None
        self._session.texts.read(document, document, self._session.config, ad_hoc=True)
        self._bring_texts()
        self._why.clear()

    @Slot()
    def preview(self) -> None:
        report, document = self._session.results.report, current_document(self._view)
        if report is not None and document is not None:
            self.show_one(report.documents[document])

    def document_of(self, path: Path) -> Document:
        report = self._session.results.report
        known = () if report is None else report.documents.values()
        return next((one for one in known if one.path == path), None) or unknown(path)

    @Slot()
    def compare_selected(self) -> None:
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
        report, document = self._session.results.report, current_document(self._view)
        if report is None or document is None:
            return
        left = report.documents[document]
        name, _ = QFileDialog.getOpenFileName(
            self._notices.window(),
            self.tr("Compare {0} with").format(name_text(left)),
            "" if left.elsewhere else str(left.path.parent),
        )
        if name:
            self.compare(left, self.document_of(Path(name)))

    @Slot(object, object)
    def _compare_similar(self, asked: Path, found: SimilarRow) -> None:
        self.compare(self.document_of(asked), found.document, standing_in(found.pair))

    @Slot(object, object, object)
    def compare_passage(self, checked: Checked, source: Document, passage: CheckedPassage) -> None:
        """Show a checked document beside one of its sources, both at a passage."""
        left = self.document_of(checked.path)
        if self.pair != (left.path, source.path):
            self.compare(left, source)
        self._bring_texts()
        self._tabs.setCurrentWidget(self._why.passages)
        self._why.passages.go_to(checked.text, (passage.start, passage.stop))

    @Slot()
    def compare_outside(self) -> None:
        if self.pair is None:
            self._notices.show_problem(self.tr("Select a document of a group first."))
            return
        elsewhere = next(filter(None, map(called_elsewhere, self.pair)), None)
        if elsewhere is not None:
            words = self.tr("{0} is not on this machine; other programs cannot open it.")
            self._notices.show_problem(words.format(id_text(elsewhere)))
            return
        inside = next((one for one in self.pair if container_of(one) is not None), None)
        if inside is not None:
            words = self.tr("{0} is inside an archive or a mailbox; other programs cannot open it.")
            self._notices.show_problem(words.format(path_text(inside)))
            return
        try:
            start_comparing(self._settings.now.compare_command, *self.pair)
        except NoCompareProgramError as error:
            self._notices.show_message(str(error), warning=True, action=self.choose_program)
        except CompareCommandError as error:
            self._notices.show_problem(str(error))

    # ---- the texts

    @Slot()
    def _await(self) -> None:
        self._shown, self._encodings = None, (None, None)
        self._differences.await_texts()

    @Slot(object)
    def _show_texts(self, texts: CurrentTexts) -> None:
        view = self._differences
        self._shown = texts
        sides = texts.kept, texts.chosen
        unreadable = [reading for reading in sides if reading.text is None]
        readable = [reading for reading in sides if reading.text is not None]
        if not readable:
            view.show_message("\n".join(unread_words(unreadable)))
        elif unreadable or texts.kept is texts.chosen:
            view.show_one(self._side("{0}", readable[0]), statements(unread_words(unreadable)))
        elif texts.figures is not None:
            view.show_figures(figures_text(texts.figures))
        else:
            left, right = self._titles(texts)
            kept, chosen = self._side(left, texts.kept), self._side(right, texts.chosen)
            view.show_sides(kept, chosen, unlike=unlike(texts), standing=self._standing(texts))

    def _standing(self, texts: CurrentTexts) -> Standing | None:
        """Return the relation of the chosen document to the kept one; None if unknown."""
        kept, chosen = texts.kept.document.id, texts.chosen.document.id
        report = self._session.results.report
        if texts.ad_hoc:
            return self._told
        if report is None or self._group_pair != (kept, chosen):
            return None
        model = self._view.groups
        # it may be in a group of parts and in another
        for parts in (None, False, True):
            group = model.group_at(model.index_of_group(chosen, parts=parts))
            if group is not None and group.representative == kept:
                found = next((one for one in group.members if one.document == chosen), None)
                return None if found is None else standing_of(report, group, found)
        return None

    @Slot()
    def _tell_standing(self) -> None:
        standing = None if self._shown is None else self._standing(self._shown)
        if standing is not None:
            self._differences.show_standing(standing)

    @Slot(bool, str)
    def _read_otherwise(self, kept: bool, encoding: str) -> None:  # noqa: FBT001 - a slot
        if self._shown is None:
            return
        kept_one, chosen_one = self._shown.kept.document, self._shown.chosen.document
        said = self._session.judgements.now.encodings
        corrected = (kept_one if kept else chosen_one).content_hash in said
        # empty: the stored encoding of its bytes is ignored
        chosen, before = encoding or ("" if corrected else None), self._encodings
        self._encodings = (chosen, before[1]) if kept else (before[0], chosen)
        config, ad_hoc = self._session.config, self._shown.ad_hoc
        self._session.texts.read_in(self._encodings, kept_one, chosen_one, config, ad_hoc=ad_hoc)

    @Slot(bool)
    def _keep_encoding(self, kept: bool) -> None:  # noqa: FBT001 - a slot
        if self._shown is not None:
            shown = self._shown.kept if kept else self._shown.chosen
            encoding = self._encodings[0 if kept else 1]
            document = shown.document
            self.encoding_wanted.emit([(document.real_path, document.content_hash)], encoding or "")

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The differences were written to {0}.")
        self._notices.show_message(words.format(path_text(path)))

    def _titles(self, texts: CurrentTexts) -> tuple[str, str]:
        pair = texts.kept.document.id, texts.chosen.document.id
        if not texts.ad_hoc and self._group_pair == pair:
            return self.tr("kept: {0}"), self.tr("chosen: {0}")
        return self.tr("one: {0}"), self.tr("other: {0}")

    def _side(self, pattern: str, reading: CurrentText) -> TitledText:
        report = self._session.results.report
        return side_of(reading, pattern, () if report is None else report.folders)
