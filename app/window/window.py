"""The window: its widgets, their layout, and their contents in each state."""

import typing
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QByteArray, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ..folders.panel import FolderPanel
from ..groups.filter_bar import FilterBar
from ..results.summary import StatusLine, SummaryStrip
from ..session.states import Activity, Phase, Status
from ..settings.settings import Settings
from ..style import application_icon, row_height, scaled
from ..threshold_bar import ThresholdBar
from ..widgets import desktop
from ..widgets.banner import Banner, MessageLine, Notices
from ..widgets.basic import StatePage, filled, rule, split
from ..wording import all_not_read, disks_away
from .actions import Actions, WindowToolbar
from .progress import ScanCard, ScanEnd, WorkStatus
from .welcome import StateWords, WelcomePage

if typing.TYPE_CHECKING:
    from simcore.model.report import ScanReport

    from ..session.results import FoundCounts
    from ..widgets.tables import ListPanel


_TALL = 1000  # height beside text of 13 px from which the picture is open at first
_WIDE, _USUAL = 1600, 1200  # widths beside text of 13 px: texts at the right, folders not narrow
_ROWS, _TITLES = 6, 30  # what is always left of a list: rows, and the height of column titles
_TREE, _NARROW_TREE, _WIDE_TREE, _WIDE_LIST = 216, 176, 224, 880


class CentralWidget(QWidget):
    """Lays out the window; ``stack`` and ``tabs`` are pages of which one is shown.

    From the top: ``strip``, then ``side`` beside ``bars`` and the stack. The tabs are below, or at
    the right in a wide window. Each layout remembers its splitter positions.
    """

    def __init__(
        self,
        strip: QWidget,
        side: QWidget,
        bars: Iterable[QWidget],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.stack = PageStack(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        # in a narrow window with large letters: arrows would stand on the last tab
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        # its bar alone takes Tab: behind the texts it would lead back to the bar, round and round
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.tabBar().setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._wide = False
        self._states: dict[bool, QByteArray] = {}
        self._narrow: bool | None = None

        self._upper = QWidget(self)
        filled(QVBoxLayout(self._upper), *bars, (self.stack, 1), spacing=0)
        upright = Qt.Orientation.Vertical
        self.result_splitter = split(
            self, (self._upper, 11, 400), (self.tabs, 9, 320), orientation=upright
        )
        self.side_splitter = split(
            self, (side, 0, scaled(_TREE)), (self.result_splitter, 1, scaled(1060))
        )
        for splitter in (self.result_splitter, self.side_splitter):
            splitter.setHandleWidth(3)
        side.setMinimumWidth(scaled(120))
        filled(QVBoxLayout(self), strip, rule(self), (self.side_splitter, 1), spacing=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= scaled(_WIDE, self.font())
        if wide is not self._wide:
            self._states[self._wide] = self.result_splitter.saveState()
            self._wide = wide
            self._arrange()
        narrow = self.width() < scaled(_USUAL, self.font())
        if narrow is not self._narrow:
            self._narrow = narrow
            tree = _NARROW_TREE if narrow else _WIDE_TREE if wide else _TREE
            self._size_tree(scaled(tree, self.font()))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum of the usual layout, so that a wide window can be made narrow.

        Otherwise a window could not return from maximized to its earlier size.
        """
        least = super().minimumSizeHint()
        if self._wide:
            width = least.width() - self.result_splitter.minimumSizeHint().width()
            parts = self._upper.minimumSizeHint(), self.tabs.minimumSizeHint()
            least.setWidth(width + max(part.width() for part in parts))
        return least

    def _arrange(self) -> None:
        splitter = self.result_splitter
        splitter.setOrientation(
            Qt.Orientation.Horizontal if self._wide else Qt.Orientation.Vertical
        )
        state = self._states.get(self._wide)
        if state is not None:
            orientation = splitter.orientation()
            splitter.restoreState(state)
            splitter.setOrientation(orientation)
        elif self._wide:
            # what the tree leaves: the list as wide as its columns need, the rest for the texts
            room = max(self.width() - scaled(_WIDE_TREE, self.font()), 2)
            share = min(scaled(_WIDE_LIST, self.font()), room * 11 // 20)
            splitter.setSizes([share, room - share])
        else:
            room = max(splitter.height(), 2)
            splitter.setSizes([room * 11 // 20, room - room * 11 // 20])

    def _size_tree(self, width: int) -> None:
        sizes = self.side_splitter.sizes()
        whole = self.side_splitter.width()
        if len(sizes) == 2 and whole:
            self.side_splitter.setSizes([width, max(whole - width, 1)])

    def save_states(self) -> tuple[bytes, bytes]:
        self._states[self._wide] = self.result_splitter.saveState()
        usual, wide = (self._states.get(one, QByteArray()) for one in (False, True))
        return bytes(usual.data()), bytes(wide.data())

    def restore_states(self, usual: bytes, wide: bytes) -> None:
        for layout, state in ((False, usual), (True, wide)):
            if state:
                self._states[layout] = QByteArray(state)
        if self._states.get(self._wide) is not None:
            self._arrange()

    def restore_side(self, state: bytes) -> None:
        if state:
            self._narrow = self.width() < scaled(_USUAL, self.font())
            self.side_splitter.restoreState(QByteArray(state))

    def go_to_part(self, by: int, *parts: tuple[QWidget, QWidget | None]) -> None:
        seen = [(whole, part) for whole, part in parts if whole.isVisible()]
        focus = QApplication.focusWidget()
        inside = [
            focus is not None and (focus is one or one.isAncestorOf(focus)) for one, _ in seen
        ]
        at = inside.index(True) + by if True in inside else 0
        from ..compare.view import DifferenceView

        part = seen[at % len(seen)][1]
        if isinstance(part, FilterBar | DifferenceView):
            part.take_keyboard()
        elif part is not None:
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)


class PageStack(QStackedWidget):
    """Asks for the minimum height of the current page only.

    So a window on a small screen has room for other parts.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self._tell)

    def minimumSizeHint(self) -> QSize:
        least, page = super().minimumSizeHint(), self.currentWidget()
        if page is None:
            return least
        lines = _ROWS * row_height(self.font()) + scaled(_TITLES, self.font())
        return QSize(min(least.width(), scaled(400)), max(page.minimumSizeHint().height(), lines))

    @Slot()
    def _tell(self) -> None:
        self.updateGeometry()


def lead_keyboard(shown: QWidget, *left_alone: QWidget) -> None:
    """Focus a part that has just appeared, unless the keyboard is in use elsewhere.

    Focus in a toolbar (``left_alone``) does not count as use.
    """
    toolbar, *used = left_alone
    focus = QApplication.focusWidget()
    elsewhere = focus is not None and focus.isVisible() and not toolbar.isAncestorOf(focus)
    if elsewhere or focus in used:
        return
    if isinstance(shown, WelcomePage):
        shown.take_keyboard()
    else:
        shown.setFocus(Qt.FocusReason.OtherFocusReason)


def order_tabs(parts: Iterable[QWidget]) -> None:
    way = [widget for part in parts for widget in _stops(part)]
    for before, behind in pairwise(way):
        QWidget.setTabOrder(before, behind)


def _stops(part: QWidget) -> list[QWidget]:
    # children in order of creation; PySide crashes on freeing results of nextInFocusChain()
    tab = Qt.FocusPolicy.TabFocus
    return [
        one
        for one in (part, *part.findChildren(QWidget))
        if one.focusPolicy() & tab == tab
        and one.focusProxy() is None
        and one.window() is part.window()
    ]


class WindowFrame(QMainWindow):
    """The bars, the folders and the pages without results: what a start shows first.

    Imports nothing that shows results. ``closing`` follows while the layout can still be saved;
    ``close_asked`` precedes it with the event, which may be ignored.
    """

    closing = Signal()
    close_asked = Signal(object)  # QCloseEvent

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Variorum"))
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self._status = Status(Phase.EMPTY)
        self._activity = Activity.NONE
        self._paused = False
        self.commands = Actions(self)
        self.folder_panel = FolderPanel(self)
        self.threshold_bar = ThresholdBar(self)
        self.filter_bar = FilterBar(self)
        self.strip = SummaryStrip(self)
        self.scan_status = WorkStatus(self)
        self.scan_card = ScanCard(self)
        self.scan_end = ScanEnd(self, self.strip.headline.text)
        self.alert = Notices(self)
        self.notice = Banner(self)
        self.focus_notice = Banner(self)
        self.arrival_note = Banner(self)
        self.line = MessageLine(
            self.alert, self.arrival_note, self.focus_notice, self.notice, parent=self
        )
        self.page = StatePage(self)
        self.welcome = WelcomePage(self)
        self._words = StateWords(self.commands.add_folder, self.commands.scan, self)
        self.recent_menu = QMenu(self)
        self.toolbar = WindowToolbar(self.commands, self.filter_bar, self.recent_menu, self)
        self._lay_out()
        self.summary = StatusLine(self.line, self.scan_status, self)
        self.setStatusBar(self.summary)
        self.folder_panel.refused.connect(self.alert.show_problem)
        self.filter_bar.refused.connect(self.alert.show_problem)
        self.welcome.folder_wanted.connect(self.commands.add_folder.trigger)
        room = self.screen().availableSize() - QSize(16, 48)  # less the frame, not known yet
        self.resize(QSize(1280, 800).boundedTo(room))

    def _lay_out(self) -> None:
        bars = [self.threshold_bar, self.scan_card]
        self.centre = CentralWidget(self.strip, self.folder_panel, bars, self)
        self.stack, self.tabs = self.centre.stack, self.centre.tabs
        for page in (self.welcome, self.page):
            self.stack.addWidget(page)
        whole = QWidget(self)
        filled(QVBoxLayout(whole), self.toolbar, rule(whole), (self.centre, 1), spacing=0)
        self.setCentralWidget(whole)

    def restore_frame(self, settings: Settings) -> None:
        if settings.geometry:
            self.restoreGeometry(QByteArray(settings.geometry))
        self.centre.restore_states(settings.result_splitter, settings.wide_splitter)
        self.centre.restore_side(settings.side_splitter)
        # in a tall window there is room for the picture
        tall = self.height() >= scaled(_TALL, self.font())
        self.threshold_bar.picture_action.setChecked(tall)
        self._put_toggles(settings)

    def _put_toggles(self, settings: Settings) -> None:
        for name, action in toggles_of(self).items():
            action.setChecked(settings.toggles.get(name, action.isChecked()))

    def show_status(self, status: Status) -> None:
        self._status = status
        self.summary.show_scanned(status.ended_ns)
        self._refresh()

    def show_activity(self, activity: Activity) -> None:
        self._activity = activity
        if activity is Activity.SCANNING:
            self.alert.close_message()
        self.scan_status.show_activity(activity)
        self.scan_card.show_activity(activity)
        self.scan_end.show_activity(activity)
        self._refresh()

    def show_pausing(self) -> None:
        self._paused = True
        self.scan_card.pause()
        self._refresh()

    def show_resumed(self) -> None:
        self._paused = False
        self.scan_card.resume()
        self._refresh()

    @property
    def _new(self) -> bool:
        return self._status.phase is Phase.EMPTY and self._activity is Activity.NONE

    def _refresh(self) -> None:
        words = self._words.of(self._status, self._activity, None, paused=self._paused)
        self.page.show_state(words.heading, words.text, words.action)
        self._show(self.welcome if self._new else self.page, new=self._new, known=False)
        self.threshold_bar.show()
        self.tabs.hide()
        self.commands.enable(self._activity, self._status.phase, None)
        self.commands.set_paused(paused=self._paused)

    def _show(self, shown: QWidget, *, new: bool, known: bool) -> None:
        if self.stack.currentWidget() is not shown:
            self.stack.setCurrentWidget(shown)
            if self._takes_keyboard(shown):
                lead_keyboard(shown, self.toolbar, self.filter_bar)
        # before anything is looked for, the page has the room to itself
        self.strip.setVisible(known or self._activity is Activity.SCANNING)
        self.folder_panel.setVisible(not new)
        self.threshold_bar.show_quiet(quiet=new)
        self.summary.show_state(self._activity, self.folder_panel.folders(), known=known)

    def _takes_keyboard(self, shown: QWidget) -> bool:
        return shown is self.welcome

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if desktop.local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = desktop.local_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.folder_panel.take_dropped(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        self.close_asked.emit(event)
        if event.isAccepted():
            self.closing.emit()


def toggles_of(window: QWidget) -> dict[str, QAction]:
    actions = window.findChildren(QAction)
    return {one.objectName(): one for one in actions if one.isCheckable() and one.objectName()}


class MainWindow(WindowFrame):
    """Shows data and emits the user's requests; decides and runs nothing.

    Unless ``whole``, it starts as a frame; ``complete`` makes what shows results.
    """

    def __init__(self, *, whole: bool = True) -> None:
        super().__init__()
        self._whole = False
        self._report: ScanReport | None = None
        self._answer: ListPanel | None = None  # similar or checked documents, before new ones
        self._listing = False
        self.toggled_at_first = {
            name: action.isChecked() for name, action in toggles_of(self).items()
        }
        self._rest = self._make_rest()
        self._refresh()
        if whole:
            for _ in self.complete():
                pass

    def complete(self) -> Iterator[None]:
        """Return the remaining steps that make the rest, some milliseconds each."""
        return self._rest

    def _make_rest(self) -> Iterator[None]:
        yield from self._make_groups()
        yield from self._make_texts()
        yield from self._make_lists()
        self._offer_commands()
        yield
        self._whole = True
        self._connect()
        self._order_tabs()
        self._refresh()

    def _make_groups(self) -> Iterator[None]:
        self.threshold_bar.complete()
        yield
        from ..groups import model

        yield
        from ..groups import view

        yield
        self.group_model = model.GroupModel(self)
        self.group_view = view.GroupView(self)
        self.group_view.setModel(self.group_model)
        self.stack.addWidget(self.group_view)
        yield

    def _make_texts(self) -> Iterator[None]:
        from ..compare import panes  # noqa: F401 - not for a frame

        yield
        from ..compare import view

        yield
        self.difference_view = view.DifferenceView(self)
        self.tabs.tabBar().setAccessibleName(self.tr("What is shown of two documents"))
        self.tabs.setCornerWidget(self.difference_view.tools)
        self.difference_view.tools.offer_outside(self.commands.compare_outside)
        self.tabs.addTab(self.difference_view, self.tr("Differences"))
        yield
        from ..why import panel

        self.why_panel = panel.WhyPanel(self)
        self.tabs.addTab(self.why_panel, self.tr("Why these two"))
        self.tabs.addTab(self.why_panel.passages, self.tr("Shared passages"))
        yield

    def _make_lists(self) -> Iterator[None]:
        from ..results.checked import CheckPanel
        from ..results.problems import ProblemPanel
        from ..results.similar import SimilarPanel

        yield
        self.similar_panel, self.check_panel = SimilarPanel(self), CheckPanel(self)
        yield
        from ..watch.panel import ArrivalPanel

        self.arrival_panel = ArrivalPanel(self.arrival_note, self)
        self.problem_panel = ProblemPanel(self)
        lists = self.similar_panel, self.check_panel, self.arrival_panel, self.problem_panel
        for page in lists:
            self.stack.addWidget(page)
        yield

    def _offer_commands(self) -> None:
        from ..groups.review import ReviewActions
        from .menus import MenuBarKeeper, WindowMenus
        from .narrowing import Narrowing

        view, differences = self.group_view, self.difference_view
        self.review_actions = ReviewActions(self)
        judging = [self.review_actions.keep, self.review_actions.not_duplicate]
        view.commands.more = [*judging, *self.commands.review()]
        self.review_actions.offer_in(view, differences.panes, differences.message_page)
        menus = WindowMenus(
            self,
            self.commands,
            self.review_actions,
            differences,
            self.recent_menu,
            columns=view.header().toggles(),
            shown=[self.threshold_bar.parts_action, *toggles_of(self).values()],
        )
        self.toolbar.offer_menus(menus.menus)
        self.addActions(self.filter_bar.option_actions())
        self.bar_keeper = MenuBarKeeper(self, self.commands.menu_bar)
        self.language_menu = menus.languages
        self.appearance_menu = menus.appearances
        self.narrowing = Narrowing(
            self.strip, self.folder_panel, self.filter_bar, view, self.commands
        )

    def _connect(self) -> None:
        commands, differences = self.commands, self.difference_view
        commands.add_folder.triggered.connect(self.folder_panel.choose_folder)
        differences.options.texts.toggled.connect(self._refresh)
        commands.zoom_in.triggered.connect(differences.zoom_in)
        commands.zoom_out.triggered.connect(differences.zoom_out)
        self.arrival_panel.lists_changed.connect(self._refresh)
        self.group_model.marked_changed.connect(self._update_commands)
        self.group_model.arranged.connect(self.show_arranged)
        commands.expand.triggered.connect(self.group_view.expandAll)
        commands.collapse.triggered.connect(self.group_view.collapseAll)
        commands.relative.toggled.connect(self.group_model.set_relative)
        self.scan_card.not_read_wanted.connect(self._show_files_not_read)
        self.strip.not_read_changed.connect(self._show_not_read)
        for action in (self.review_actions.next_part, self.review_actions.previous_part):
            action.triggered.connect(self._go_to_part)
        for part in (self.arrival_panel, self.group_view, self.group_model, self.problem_panel):
            part.failed.connect(self.alert.show_problem)

    def _order_tabs(self) -> None:
        view = self.difference_view
        heading, panes = view.heading, view.panes
        order_tabs(
            [
                *(*self.toolbar.stops()[:-1], self.filter_bar, self.toolbar.menus),
                *(self.strip, self.folder_panel, *self.threshold_bar.tab_stops(), self.scan_card),
                *(self.welcome, self.page, self.group_view, self.similar_panel, self.check_panel),
                *(self.arrival_panel, self.problem_panel, self.line),
                self.tabs.tabBar(),
                *view.tools.stops(),
                *(heading.left_encoding, heading.right_encoding, heading.stop_button),
                *(panes.left_pane, panes.strip, panes.right_pane, view.find_bar),
                *(self.why_panel, self.why_panel.passages, self.scan_status),
            ]
        )

    def restore(self, settings: Settings) -> None:
        self.restore_frame(settings)
        self.restore_parts(settings)

    def restore_parts(self, settings: Settings) -> None:
        """Restore the parts that ``restore_frame`` does not."""
        if settings.columns:
            self.group_view.header().restore(QByteArray(settings.columns))
        self._put_toggles(settings)
        self.difference_view.panes.zoom(settings.text_zoom)

    def saved_in(self, settings: Settings) -> Settings:
        usual, wide = self.centre.save_states()
        return replace(
            settings,
            geometry=bytes(self.saveGeometry().data()),
            side_splitter=bytes(self.centre.side_splitter.saveState().data()),
            result_splitter=usual,
            wide_splitter=wide,
            columns=bytes(self.group_view.header().layout_saved().data()),
            toggles={name: action.isChecked() for name, action in toggles_of(self).items()},
            text_zoom=self.difference_view.panes.zoomed,
        )

    @Slot(bool)
    def show_similar(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._show_answer(self.similar_panel, shown=shown)

    @Slot(bool)
    def show_check(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._show_answer(self.check_panel, shown=shown)

    def _show_answer(self, panel: "ListPanel", *, shown: bool) -> None:
        if shown or self._answer is panel:
            self._answer = panel if shown else None
        self._show_instead(panel, shown=shown)

    @Slot(bool)
    def show_arrivals(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._listing = shown
        self.folder_panel.arrivals.setChecked(shown)
        self._show_instead(self.arrival_panel, shown=shown)

    def _show_instead(self, panel: "ListPanel", *, shown: bool) -> None:
        if shown:
            self.difference_view.clear()
        self._refresh()
        if shown:
            panel.keyboard().setFocus()
        elif self.stack.currentWidget() is self.group_view:
            self.group_view.setFocus()

    def _instead(self) -> "ListPanel | None":
        """Return the list in place of the groups, if any; an answer covers new documents."""
        return self._answer or (self.arrival_panel if self._listing else None)

    def show_report(self, report: "ScanReport | None") -> None:
        from simcore.model.config import ScanConfig
        from simcore.model.report import Counts, ScanReport

        self._report = report
        shown = report or ScanReport(ScanConfig(), (), {}, (), (), (), Counts(), 0)
        self.filter_bar.set_folders(shown.folders)
        self.group_model.set_report(shown)
        self.problem_panel.set_problems(shown.problems)
        self.threshold_bar.set_compared_distance(
            None if report is None else report.compared_distance
        )
        self._summarise()
        self._refresh()

    def show_problems(self, report: "ScanReport") -> None:
        """Show the problems of otherwise unchanged results."""
        self._report = report
        self.problem_panel.set_problems(report.problems)
        self._summarise()

    def _summarise(self) -> None:
        report = self._report
        self.strip.show_not_read(0 if report is None else len(report.problems))
        details = [] if report is None else [self._words.compared(report), all_not_read(report)]
        away = [] if report is None else disks_away(report)
        self.summary.show_away(away)
        self.folder_panel.tree.folders.show_away(point for point, _ in away)
        self.summary.show_left_out(0 if report is None else report.counts.outside)
        self.summary.explain("\n".join(filter(None, details)))

    @Slot(bool)
    def _show_not_read(self, on: bool) -> None:  # noqa: ARG002, FBT001 - a slot
        self._refresh()
        if self.stack.currentWidget() is self.problem_panel:
            self.problem_panel.setFocus()

    @Slot()
    def _show_files_not_read(self) -> None:
        self.strip.not_read.setChecked(True)
        self._refresh()

    def show_found(self, found: "FoundCounts") -> None:
        self.summary.show_found(self._words.found(found))

    def show_arranged(self) -> None:
        # the first difference is on screen without a click, but while rows come and go
        if self._activity is not Activity.SCANNING:
            self.group_view.choose_first()
        model = self.group_model
        self.summary.show_counts(*model.totals(), filtered=not model.filter.empty)
        self._update_commands()

    @Slot()
    def _go_to_part(self) -> None:
        from ..widgets.tables import ListPanel

        by = -1 if self.sender() is self.review_actions.previous_part else 1
        below, shown = self.tabs.currentWidget(), self.stack.currentWidget()
        results = shown
        if isinstance(shown, ListPanel):
            results = shown.keyboard()
        differences = self.difference_view
        self.centre.go_to_part(
            by,
            (self.stack, results),
            (self.tabs, differences if below is differences else self.tabs.tabBar()),
            (self.filter_bar, self.filter_bar),
            (self.folder_panel, self.folder_panel.tree),
        )

    def _refresh(self) -> None:
        if not self._whole:
            super()._refresh()
            return
        report, groups = self._report, bool(self._report and self._report.groups)
        differences = self.difference_view
        words = self._words.of(self._status, self._activity, report, paused=self._paused)
        self.page.show_state(words.heading, words.text, words.action)
        new = report is None and self._new
        known = report is not None and (groups or bool(report.documents or report.problems))
        if self.strip.not_read.isChecked() and report is not None and report.problems:
            beneath: QWidget = self.problem_panel
        elif groups:
            beneath = self.group_view
        else:
            beneath = self.welcome if new else self.page
        shown = self._instead() or beneath
        self._show(shown, new=new, known=known)
        # thresholds do not apply to a question about one document
        self.threshold_bar.setVisible(self._answer is None)
        texts = shown in {self.group_view, self._answer}
        texts = texts or (shown is self.arrival_panel and self.arrival_panel.lists)
        self.tabs.setVisible(texts and differences.options.texts.isChecked())
        if groups and words.notice:
            self.notice.show_message(words.notice, action=words.action, lasting=True)
        else:
            self.notice.close_message()
        self._update_commands()

    def _takes_keyboard(self, shown: QWidget) -> bool:
        return shown is self.welcome or (self._whole and shown is self.group_view)

    def _update_commands(self) -> None:
        phase = self._status.phase
        self.commands.enable(self._activity, phase, self._report, self.group_model)
        self.commands.set_paused(paused=self._paused)
        marked = len(self.group_model.marked())
        self.strip.show_marked(marked)
        far = self._report is not None and self._report.elsewhere
        command = self.commands.export_ids if far else self.commands.trash
        self.toolbar.mark_filled(filled=bool(marked) and command.isEnabled(), far=far)
        groups = bool(self._report and self._report.groups)
        self.review_actions.set_results(shown=groups and self._instead() is None)
