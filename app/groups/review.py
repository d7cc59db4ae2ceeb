"""The commands that judge documents in the window, and undo judgements."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from simcore.index.judgements import Judgement, JudgementKind
from simcore.index.paths import called_elsewhere
from simcore.model.records import Document, DocumentId
from simcore.model.report import Group, ScanReport

from ..badges import LOOKS
from ..i18n import phrases
from ..session.calls import Opened
from ..session.results import Results, named_kept
from ..session.session import Session
from ..session.states import Phase
from ..widgets import desktop
from ..widgets.banner import Banner, Notices
from ..widgets.basic import ActionSet
from ..wording import (
    as_tooltip,
    count_text,
    encoding_text,
    folded,
    id_text,
    moment_text,
    name_text,
    path_text,
    plural,
    report_words,
)
from .model import GroupModel
from .view import (
    GroupView,
    selected_groups,
    selected_rows,
    step_to_document,
    step_to_group,
    step_to_unmarked_group,
)

_WITH_CHILDREN = Qt.ShortcutContext.WidgetWithChildrenShortcut


class ReviewActions(ActionSet):
    """The actions of navigation and decision.

    Single letters work only in the views passed to ``offer_in``, so that they can be typed
    elsewhere; all other keys work in the whole window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.next_document = self._action(
            self.tr("Next &document"),
            self.tr("Go to the next document of the groups"),
            "Alt+Right",
        )
        self.previous_document = self._action(
            self.tr("P&revious document"),
            self.tr("Go to the previous document of the groups"),
            "Alt+Left",
        )
        self.next_group = self._action(
            self.tr("Next &group"), self.tr("Go to the next group"), "Alt+PgDown"
        )
        self.previous_group = self._action(
            self.tr("Pr&evious group"), self.tr("Go to the previous group"), "Alt+PgUp"
        )
        self.next_unmarked = self._action(
            self.tr("Next group without a &mark"),
            self.tr("Go to the next group of which no document is marked"),
            "Alt+End",
        )
        self.mark = self._letter(
            self.tr("M&ark or unmark"), self.tr("Mark the selected documents, or unmark them"), "M"
        )
        self.mark_and_go_on = self._letter(
            self.tr("Mark and go &on"), self.tr("Mark the document and go to the next one"), "Ins"
        )
        self.keep = self._letter(
            self.tr("&Keep this one instead"),
            self.tr("Let the chosen document be the kept one of its group, from now on"),
            "K",
        )
        self.not_duplicate = self._letter(
            self.tr("&Not a duplicate"),
            self.tr("Never again show the chosen document as a duplicate of the kept one"),
            "N",
        )
        self.go_on = self._action(
            self.tr("Go on after each de&cision"),
            self.tr("Choose the next document after one was marked, kept or judged"),
            "Ctrl+Shift+N",
        )
        self.go_on.setCheckable(True)
        self.go_on.setObjectName("go_on")  # see Settings.toggles
        self.judgements = self._action(
            self.tr("Deci&sions…"),
            self.tr("List the decisions about documents, and take some back"),
            "Ctrl+Shift+L",
        )
        self.next_part = self._action(
            self.tr("Ne&xt part of the window"),
            self.tr("Move the keyboard on: results, differences, filter"),
            "F7",
        )
        self.previous_part = self._action(
            self.tr("Previous part of the w&indow"),
            self.tr("Move the keyboard back: filter, differences, results"),
            "Shift+F7",
        )

    def steps(self) -> list[QAction]:
        documents = [self.next_document, self.previous_document]
        return [*documents, self.next_group, self.previous_group, self.next_unmarked]

    def decisions(self) -> list[QAction]:
        return [self.mark, self.mark_and_go_on, self.keep, self.not_duplicate]

    def fill(self, menu: QMenu, differences: Iterable[QAction]) -> None:
        for part in (
            self.decisions(),
            [self.judgements],
            self.steps(),
            list(differences),
            [self.next_part, self.previous_part],
            [self.go_on],
        ):
            menu.addSeparator()  # Qt hides one at the top
            menu.addActions(part)

    def offer_in(self, *views: QWidget) -> None:
        for view in views:
            view.addActions(self.decisions())

    def set_results(self, *, shown: bool) -> None:
        for action in (*self.steps(), *self.decisions()):
            action.setEnabled(shown)

    def _letter(self, text: str, tip: str, keys: str) -> QAction:
        action = self._action(text, tip, keys)
        action.setShortcutContext(_WITH_CHILDREN)
        return action


class JudgementController(QObject):
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
        view.commands.encoding_wanted.connect(self._read_in)
        self._reading = ""  # the message once an encoding is stored
        session.judgements.encodings_changed.connect(self._tell_reading)
        session.judgements.failed.connect(self._forget_reading)

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
            self._notices.show_problem(words.format(name_text(document)))
            return
        beside = [
            one
            for one in (documents[member.document] for member in group.members)
            if (one.real_path, one.content_hash) in self._store.now.kept
        ]
        model.mark([chosen], on=False)
        # keep rules no longer decide about these
        of_group = (group.representative, *(member.document for member in group.members))
        self._results.lead(frozenset(), {named_kept(documents[key]) for key in of_group})
        if self._actions.go_on.isChecked():
            view.choose(kept.id)  # it becomes a member, the next to decide about
        self._store.keep(document, kept, beside)
        words = self.tr("{0} is kept instead of {1} from now on.")
        self._tell(words.format(name_text(document), name_text(kept)))

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
            self._tell(words.format(name_text(chosen), name_text(kept)))
        else:
            words = self.tr("{0} and {1} are no duplicates of each other from now on.")
            self._tell(words.format(name_text(chosen), name_text(kept)))

    @Slot(object, str)
    def _read_in(self, wanted: Sequence[DocumentId], encoding: str) -> None:
        report = self._results.report
        if report is not None:
            documents = (report.documents[one] for one in wanted if one in report.documents)
            self.read_in([(one.real_path, one.content_hash) for one in documents], encoding)

    @Slot(object, str)
    def read_in(self, files: Sequence[tuple[Path, bytes]], encoding: str) -> None:
        """Read files in an encoding from now on; an empty one means the detected one.

        ``files`` are paths and the hashes of bytes. A scan follows; opened results stay as they
        are.
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
        report = self._results.report
        return report is not None and group.representative in report.documents

    def _tell(self, words: str) -> None:
        self._notices.show_message(words, action=self._undo)

    def take_back(self) -> None:
        if self._store.last is not None:
            self._store.take_back()
            self._notices.show_message(self.tr("The last decision was undone."))

    @Slot()
    def _show_judgements(self) -> None:
        dialog = JudgementDialog(self._notices.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._store.listed.connect(dialog.show_entries)
        dialog.forget_wanted.connect(self._store.forget)
        dialog.show()
        self._store.list_entries()


RESULTS_SUFFIX = ".variorum"


class ResultFiles(QObject):
    def __init__(self, session: Session, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._session = session
        self._model = model
        self._notices = notices
        self._folder = Path.home()
        session.writer.saved.connect(self._tell_saved)
        session.writer.exported.connect(self._tell_exported)
        session.opened.connect(self._show_opened)

    def open(self, path: Path) -> None:
        self._folder = path.parent
        self._session.open(path)

    @Slot()
    def ask_where_to_save(self) -> None:
        window, title = self._notices.window(), self.tr("Save the results")
        proposed = self._folder / self._proposed_name()
        name, _ = QFileDialog.getSaveFileName(window, title, str(proposed), self._patterns())
        if name:
            chosen = path = Path(name)
            if path.suffix != RESULTS_SUFFIX:
                path = path.with_name(path.name + RESULTS_SUFFIX)
            if not desktop.may_write(window, title, chosen, path):
                return
            self._folder = path.parent
            self._session.save(path, self._model.marks_kept())

    def _proposed_name(self) -> str:
        folders = self._session.folders
        name = folders[0].name.removesuffix(RESULTS_SUFFIX) if folders else ""
        try:
            name.encode()
        except UnicodeEncodeError:  # a dialog could not show it
            name = ""
        return (name or self.tr("results")) + RESULTS_SUFFIX

    @Slot()
    def ask_what_to_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self._notices.window(),
            self.tr("Open saved results"),
            str(self._folder),
            self._patterns(),
        )
        if name:
            self.open(Path(name))

    def _patterns(self) -> str:
        return self.tr("Results of Variorum (*{0})").format(RESULTS_SUFFIX)

    @Slot(object)
    def _tell_saved(self, path: Path) -> None:
        words = self.tr("The results were saved to {0}.")
        self._notices.show_message(words.format(path_text(path)))

    @Slot()
    def ask_where_to_export(self) -> None:
        title, proposed = self.tr("Export the groups"), Path.home() / "groups.csv"
        path = desktop.asked_table(self._notices.window(), title, proposed, page=True)
        if path is None:
            return
        if path.suffix.casefold() in {".html", ".htm"}:
            self._notices.show_message(self.tr("The web page is being written…"), lasting=True)
            kinds = {kind: look.word() for kind, look in LOOKS.items()}
            self._session.export_page(path, report_words(kinds))
        else:
            self._session.export(path, self._model.marks_kept())

    @Slot(object)
    def _tell_exported(self, path: Path) -> None:
        words = self.tr("The groups were written to {0}.")
        self._notices.show_message(words.format(path_text(path)))

    @Slot(object)
    def _show_opened(self, opened: Opened) -> None:
        self._model.mark_once_arranged(opened.marked)
        words = self._changes_in_words(opened)
        self._notices.show_message(words, warning=bool(opened.changes.problems))

    def _changes_in_words(self, opened: Opened) -> str:
        documents: int = len(opened.report.documents)
        changes: dict[DocumentId, object] = dict(opened.changes.of)
        name = path_text(Path(opened.path.name))
        if opened.elsewhere:
            words = self.tr(
                "{0}: {1} documents that are not on this machine. Mark what is to go, then export "
                "the ids (menu File)."
            )
            if documents == 1:
                words = self.tr("{0}: 1 document that is not on this machine.")
            return words.format(name, count_text(documents))
        if not changes:
            words = self.tr("{0}: nothing has changed since this was saved ({1} documents).")
            if documents == 1:
                words = self.tr("{0}: nothing has changed since this was saved (1 document).")
            return words.format(name, count_text(documents))
        kinds = [str(change) for change in changes.values()]
        parts = [
            words.format(count_text(kinds.count(kind)))
            for kind, words in (
                ("changed", self.tr("{0} changed since")),
                ("gone", self.tr("{0} gone")),
                ("unreadable", self.tr("{0} not readable")),
            )
            if kinds.count(kind)
        ]
        words = self.tr(
            "{0}: of the documents ({1}), {2}. They are named under Not read; none of "
            "them is marked now."
        )
        return words.format(name, count_text(documents), phrases(parts))


class Focus(QObject):
    """Shows the session's reports in the window: all groups, or some.

    Groups are found by their documents, so that they stay in view when the thresholds change and
    another document is kept. ``shown`` carries a report with the groups to show, or None.
    """

    shown = Signal(object)

    def __init__(
        self,
        results: Results,
        view: GroupView,
        unfocus: QAction,
        notice: Banner,
    ) -> None:
        super().__init__(notice)
        self._results = results
        self._view = view
        self._unfocus = unfocus
        self._notice = notice
        self.documents: frozenset[DocumentId] = frozenset()
        results.report_changed.connect(self._show)
        unfocus.setEnabled(False)

    @property
    def active(self) -> bool:
        return bool(self.documents)

    def focus(self, documents: Iterable[DocumentId]) -> None:
        """Show the groups with any of these documents; all groups if there are none."""
        wanted = frozenset(documents)
        if wanted != self.documents:
            self.documents = wanted
            self._show(self._results.report)

    def applied(self, report: ScanReport) -> ScanReport:
        wanted = self.documents
        if not wanted:
            return report
        groups = tuple(
            group
            for group in report.groups
            if group.representative in wanted
            or any(member.document in wanted for member in group.members)
        )
        return replace(report, groups=groups)

    @Slot(object)
    def _show(self, report: ScanReport | None) -> None:
        if report is None or not any(one in report.documents for one in self.documents):
            self.documents = frozenset()  # other folders were scanned
        shown = None if report is None else self.applied(report)
        self.shown.emit(shown)
        self._unfocus.setEnabled(self.active)
        if report is None or shown is None or not self.active:
            self._notice.close_message()
            return
        words = plural(
            len(shown.groups),
            self.tr("1 of {1} groups is shown, that of the documents you chose."),
            self.tr("{0} of {1} groups are shown, those of the documents you chose."),
            count_text(len(report.groups)),
        )
        self._notice.show_message(words, action=self._unfocus, closable=False)

    @Slot()
    def focus_on_selection(self) -> None:
        self.focus(selected_groups(self._view))

    @Slot()
    def show_all(self) -> None:
        self.focus(())


_ENTRY = Qt.ItemDataRole.UserRole
_WHEN, _WHAT, _ONE, _OTHER = range(4)


class JudgementDialog(QDialog):
    """Lists judgements; ``forget_wanted`` carries the ids of those to delete."""

    forget_wanted = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Decisions"))
        self.filter = QLineEdit(self, clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Filter by words or path"))
        self.filter.setAccessibleName(self.tr("Filter by words or path"))
        self.filter.textChanged.connect(self._filter)
        self.table = QTreeWidget(self)
        self.table.setAccessibleName(self.tr("Decisions about documents"))
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setAlternatingRowColors(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)  # the name first
        self.table.setHeaderLabels(
            [self.tr("When"), self.tr("What"), self.tr("Document"), self.tr("Other document")]
        )
        self.table.itemSelectionChanged.connect(self._update)
        self.count = QLabel(self)
        self.count.setAccessibleName(self.tr("How many entries are shown"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.delete = QPushButton(self.tr("&Delete from the list"), self)
        self.delete.setToolTip(
            self.tr("The documents are grouped again as if this had not been said (Del)")
        )
        self.delete.setShortcut("Del")
        self.delete.setAutoDefault(False)
        self.delete.clicked.connect(self._delete)
        buttons.addButton(self.delete, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.table, self.count, buttons):
            layout.addWidget(widget)
        self.resize(900, 480)
        header = self.table.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(_WHEN, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_WHAT, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setColumnWidth(_ONE, 280)
        self._update()

    @Slot(object)
    def show_entries(self, entries: Sequence[Judgement]) -> None:
        chosen = {item.data(0, _ENTRY) for item in self.table.selectedItems()}
        words = {
            JudgementKind.APART: self.tr("no duplicates of each other"),
            JudgementKind.COPY: self.tr("the other is a wanted copy"),
            JudgementKind.KEPT: self.tr("the other is kept instead"),
            JudgementKind.ENCODING: self.tr("is read in {0}"),
        }
        self.table.clear()
        items = []
        for entry in entries:
            when = moment_text(entry.made)
            paths = [_place(path) for path in (entry.left, entry.right)]
            what = words[entry.kind]
            if entry.kind is JudgementKind.ENCODING:
                what, paths = what.format(encoding_text(entry.encoding, lossy=False)), paths[:1]
            item = QTreeWidgetItem([when, what, *map(_name_first, paths)])
            item.setData(0, _ENTRY, entry.id)
            item.setSizeHint(_OTHER, QSize(0, self.fontMetrics().height() + 6))
            for column, path in zip((_ONE, _OTHER), paths, strict=False):
                item.setToolTip(column, as_tooltip(path))
            items.append(item)
        self.table.addTopLevelItems(items)
        for item in items:
            item.setSelected(item.data(0, _ENTRY) in chosen)
        if items and not self.table.selectedItems():
            self.table.setCurrentItem(items[0])
        self._filter()

    @Slot()
    def _filter(self) -> None:
        wanted = folded(self.filter.text())
        shown = 0
        for item in self._items():
            texts = [item.text(_WHAT), item.toolTip(_ONE), item.toolTip(_OTHER)]
            hidden = not any(wanted in folded(text) for text in texts)
            item.setHidden(hidden)
            shown += not hidden
        known = self.table.topLevelItemCount()
        words = self.tr("{0} of 1 entry") if known == 1 else self.tr("{0} of {1} entries")
        self.count.setText(words.format(count_text(shown), count_text(known)))
        self._update()

    def _items(self) -> list[QTreeWidgetItem]:
        found = map(self.table.topLevelItem, range(self.table.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _chosen(self) -> list[int]:
        items = self.table.selectedItems()
        return [int(item.data(0, _ENTRY)) for item in items if not item.isHidden()]

    @Slot()
    def _update(self) -> None:
        self.delete.setEnabled(bool(self._chosen()))

    @Slot()
    def _delete(self) -> None:
        chosen = self._chosen()
        if chosen:
            self.forget_wanted.emit(chosen)


def _place(path: Path) -> str:
    # most paths have no such parent: the disk is not read
    below = any(one.suffix == RESULTS_SUFFIX for one in path.parents)
    elsewhere = called_elsewhere(path) if below else None
    return path_text(path) if elsewhere is None else id_text(elsewhere)


def _name_first(path: str) -> str:
    """Return the name of a path before its folder, since many folders begin alike.

    >>> _name_first("/a/b.txt").split()[0]
    'b.txt'
    """
    folder, name = os.path.split(path)  # not Path: an id keeps all its slashes
    return f"{name}  —  {folder}" if folder else name


class ReviewController(QObject):
    """Carries out the commands of the menu Review, except judgements."""

    def __init__(self, view: GroupView, actions: ReviewActions, notices: Notices) -> None:
        super().__init__(notices)
        self._view = view
        self._actions = actions
        self._notices = notices
        actions.next_document.triggered.connect(lambda: self._go(step_to_document, 1))
        actions.previous_document.triggered.connect(lambda: self._go(step_to_document, -1))
        actions.next_group.triggered.connect(lambda: self._go(step_to_group, 1))
        actions.previous_group.triggered.connect(lambda: self._go(step_to_group, -1))
        actions.next_unmarked.triggered.connect(self._next_unmarked)
        actions.mark.triggered.connect(view.toggle_marks)
        actions.mark_and_go_on.triggered.connect(self._mark_and_go_on)
        view.marks_toggled.connect(self._go_on_after_marking)

    @Slot()
    def _next_unmarked(self) -> None:
        if not step_to_unmarked_group(self._view):
            words = self.tr("Every other group that is shown has a marked document.")
            self._notices.show_message(words)

    def _go(self, step: Callable[[GroupView, int], bool], by: int) -> None:
        if not step(self._view, by):
            self._notices.show_message(
                self.tr("These are the last documents shown.")
                if by > 0
                else self.tr("These are the first documents shown.")
            )

    @Slot()
    def _mark_and_go_on(self) -> None:
        view, model = self._view, self._view.groups
        index = view.currentIndex()
        position, document = model.position_at(index), model.document_at(index)
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
        one = len([*zip(selected_rows(self._view), range(2), strict=False)]) < 2
        if self._actions.go_on.isChecked() and one and self._is_marked():
            self._go_beyond()

    def _is_marked(self) -> bool:
        view, model = self._view, self._view.groups
        document = model.document_at(view.currentIndex())
        if document is not None:
            return document in model.marked()
        members = model.members_at(view.currentIndex())
        return any(member.document in model.marked() for member in members)

    def _go_beyond(self) -> None:
        view, model = self._view, self._view.groups
        on_group = model.document_at(view.currentIndex()) is None
        self._go(step_to_group if on_group else step_to_document, 1)
