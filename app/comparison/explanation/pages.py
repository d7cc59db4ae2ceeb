"""The pages of an explanation, and the list at the left that chooses one."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore import ScanConfig

from ...language.punctuation import listed
from ...language.wording import name_and_place
from ...looks.measures import EDGE
from ...widgets.layouts import filled
from ...widgets.text_table import LineDelegate
from .differences import side_names
from .figures import FiguresPage
from .fingerprints import FingerprintsPage
from .steps import StepsPage
from .work import Explained


class WhyPages(QWidget):
    """Shows one explanation on three pages; each is filled when it is first shown.

    What makes the fingerprints is folded behind ``votes``, since few need it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained: Explained | None = None
        self._config = ScanConfig()
        self._filled: set[int] = set()
        self.figures = FiguresPage(self)
        self.fingerprints = FingerprintsPage(self)
        self.steps = StepsPage(self)
        self.list = QListWidget(self)
        self.list.addItems(
            [
                self.tr("In words"),
                self.tr("Fingerprints"),
                self.tr("Five steps"),
            ]
        )
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setAccessibleName(self.tr("Parts of the explanation"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + 2 * EDGE)
        self.votes = QToolButton(self)
        self.votes.setText(self.tr("Votes"))
        self.votes.setCheckable(True)
        self.votes.setAutoRaise(True)
        self.votes.setToolTip(self.tr("How features and their votes make the fingerprints"))
        self.votes.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.votes.toggled.connect(self._fold)
        self.stack = QStackedWidget(self)
        for page in (self.figures, self.fingerprints, self.steps):
            self.stack.addWidget(page)
        self.notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.list.currentRowChanged.connect(self._turn)
        self.fingerprints.bit_moved.connect(self.steps.go_to)
        side = filled(QVBoxLayout(), self.list, self.votes, spacing=2)
        side.addStretch(1)
        column = filled(QVBoxLayout(), self.notice, (self.stack, 1), spacing=4)
        filled(QHBoxLayout(self), side, (column, 1)).setContentsMargins(0, 4, 0, 0)
        self.list.setCurrentRow(0)
        self._fold(False)  # noqa: FBT003 - a Qt slot

    def show_explanation(self, explained: Explained, config: ScanConfig) -> None:
        """Show an explanation, on the page that is open, and what thresholds make of the two."""
        self._explained, self._config = explained, config
        self._filled.clear()
        changed = [
            name_and_place(*end)[0]
            for end, is_so in zip(
                explained.request.ends,
                (explained.left_changed, explained.right_changed),
                strict=True,
            )
            if is_so
        ]
        self.notice.setVisible(bool(changed))
        self.notice.setText(
            self.tr("Changed since the scan, and explained as it is now: {0}").format(
                listed(changed)
            )
        )
        self._turn(self.list.currentRow())

    @Slot(bool)
    def _fold(self, unfolded: bool) -> None:  # noqa: FBT001 - a Qt slot
        """Show or hide the pages on votes; whoever folds them goes back to the words."""
        if not unfolded:
            self.list.setCurrentRow(0)
        for row in range(1, self.list.count()):
            self.list.setRowHidden(row, not unfolded)
        shown = self.list.count() if unfolded else 1
        height = sum(self.list.sizeHintForRow(row) for row in range(shown))
        self.list.setFixedHeight(height + 2 * self.list.frameWidth())
        arrow = Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow
        self.votes.setArrowType(arrow)

    def set_thresholds(self, config: ScanConfig) -> None:
        """Show what other thresholds make of the two documents."""
        self._config = config
        if self._explained is not None:
            self.figures.show_thresholds(self._explained.explanation, config)

    @Slot(int)
    def _turn(self, row: int) -> None:
        self.stack.setCurrentIndex(row)
        explained = self._explained
        if explained is None or row in self._filled:
            return
        self._filled.add(row)
        page = self.stack.widget(row)
        if isinstance(page, FiguresPage):
            page.show_explanation(
                explained.explanation,
                self._config,
                explained.tally,
                of_any_files=explained.request.of_any_files,
            )
        elif isinstance(page, FingerprintsPage | StepsPage):
            names = side_names(of_any_files=explained.request.of_any_files)
            page.show_explanation(explained.explanation, names)
            if isinstance(page, StepsPage) and 1 in self._filled:
                page.go_to(self.fingerprints.squares.current)
