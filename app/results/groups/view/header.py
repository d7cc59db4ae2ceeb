"""GroupHeader: which columns of the groups are shown, in what order and how wide."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QByteArray, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QFont, QFontMetricsF
from PySide6.QtWidgets import QMenu, QWidget

from ....language import wording
from ....looks.badges import badge_width, badge_words
from ....looks.measures import font_like, scaled
from ....widgets.text_table import Titles
from ..rows.columns import COLUMNS, GroupColumn

_FIXED = frozenset({GroupColumn.NAME, GroupColumn.MARK})
"""Columns that are always shown."""

_SHARES = {GroupColumn.NAME: 3.0, GroupColumn.FOLDER: 1.2}
"""How the columns that stretch share what the others leave."""

_NARROW = 860
"""The width of a list, beside text of 13 px, below which the day of change gives way."""

_LEAST = {GroupColumn.NAME: 190, GroupColumn.FOLDER: 90}
_MARGINS = 14
_WIDE_DAY = 1_861_862_400 * 10**9
"""A day of two digits, 31 December 2028, in nanoseconds since 1970."""


class GroupHeader(Titles):
    """Columns can be moved, sorted by, hidden and shown; names and boxes are always shown.

    Names and folders share what the other columns leave, so that a list has no horizontal scroll
    bar; where it is narrow, the day of change gives way.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.make_sortable()
        self.setSectionsMovable(True)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(scaled(30))
        self.setMinimumHeight(scaled(28))
        self.setFont(font_like(self.font(), 12))
        self._sharing = False
        self._dragged: dict[int, int] = {}
        self._usual: dict[GroupColumn, int] = {}
        self._in_sight: dict[GroupColumn, int] = {}
        self._toggles = {column: self._toggle(column) for column in GroupColumn}
        for column in _FIXED:
            del self._toggles[column]
        self.sectionResized.connect(self._resized)

    def _toggle(self, column: GroupColumn) -> QAction:
        action = QAction(column.definition.title(), self)
        action.setCheckable(True)
        action.setChecked(not column.definition.hidden)
        action.setData(int(column))
        action.triggered.connect(self._show_or_hide)
        return action

    def toggles(self) -> list[QAction]:
        """Return actions that show or hide one column each."""
        return list(self._toggles.values())

    @Slot(bool)
    def _show_or_hide(self, on: bool) -> None:  # noqa: ARG002, FBT001 - Qt's own signature
        self.share_width()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the columns."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.toggles())
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            position = self.mapToGlobal(QPoint(0, self.height()))
        menu.popup(position)

    def _cell_font(self) -> QFont:
        view = self.parent()
        return view.font() if isinstance(view, QWidget) else self.font()

    # ---- widths

    def wanted(self, column: GroupColumn) -> int:
        """Return the width of a column that its title and its usual cells need, in pixels."""
        font = self._cell_font()
        metrics = QFontMetricsF(font)
        digit = metrics.horizontalAdvance("0")
        # a title in another language may need more
        found = self.sectionSizeHint(column)
        match column:
            case GroupColumn.KIND:
                badges = (badge_width(word, font) for word in badge_words())
                return max(found, *(width + _MARGINS for width in badges))
            case GroupColumn.MODIFIED:
                day = metrics.horizontalAdvance(wording.day_text(_WIDE_DAY))
                return max(found, round(day) + _MARGINS)
            case GroupColumn.SIMILARITY:
                figure = metrics.horizontalAdvance("99.9 %")
                return max(found, round(figure) + scaled(60) + _MARGINS)
            case GroupColumn.MARK:
                return found
        return max(found, round(column.definition.width * digit) + _MARGINS)

    @Slot()
    def share_width(self) -> None:
        """Give names and folders what the other columns leave of the list's width."""
        view = self.parent()
        if self._sharing or not isinstance(view, QWidget) or self.count() < len(COLUMNS):
            return
        self._sharing = True
        try:
            width = self.viewport().width()
            self._hide(narrow=width < scaled(_NARROW))
            shown = [one for one in COLUMNS if not self.isSectionHidden(one)]
            taken = 0
            for column in shown:
                if column not in _SHARES:
                    self.resizeSection(column, self._dragged.get(column, self.wanted(column)))
                    taken += self.sectionSize(column)
            for column, size in self._shares(shown, width - taken).items():
                self.resizeSection(column, size)
        finally:
            self._sharing = False

    def _shares(self, shown: Sequence[GroupColumn], left: int) -> dict[GroupColumn, int]:
        """Share the width that is ``left`` among the columns that stretch.

        They share it by what their cells usually need. But while the rows in sight are known,
        none of the two is wider than they need where cells of the other one are cut.
        """
        name, folder = _SHARES
        least = {column: scaled(_LEAST[column]) for column in _SHARES}
        seen = {}
        for column, needed in self._in_sight.items():
            seen[column] = max(needed, self.sectionSizeHint(column))
            least[column] = min(least[column], seen[column])
        if folder not in shown:
            return {name: max(left, least[name])}
        usual = {column: max(self._usual.get(column, 0), least[column]) for column in _SHARES}
        asked, whole = sum(usual.values()), sum(_SHARES.values())
        size = (
            usual[name] + round((left - asked) * _SHARES[name] / whole)
            if asked <= left
            else round(left * usual[name] / asked)
        )
        if seen:
            ends = sorted((seen[name], left - seen[folder]))
            size = min(max(size, ends[0]), ends[1])
        # in a list too narrow for both, the name has its least width: there is no scroll bar
        size = max(min(size, left - least[folder]), least[name])
        return {name: size, folder: max(left - size, 0)}

    def set_needs(
        self, usual: Mapping[GroupColumn, int], in_sight: Mapping[GroupColumn, int]
    ) -> None:
        """Note how wide the cells of the columns that stretch are, in pixels.

        ``usual`` of most rows, ``in_sight`` of the widest that are seen now.
        """
        if (usual, in_sight) != (self._usual, self._in_sight):
            self._usual, self._in_sight = dict(usual), dict(in_sight)
            self.share_width()

    def _hide(self, *, narrow: bool) -> None:
        for column, action in self._toggles.items():
            gives_way = narrow and column == GroupColumn.MODIFIED
            self.setSectionHidden(column, gives_way or not action.isChecked())
        for column in _FIXED:
            self.setSectionHidden(column, False)  # noqa: FBT003 - Qt's own signature

    @Slot(int, int, int)
    def _resized(self, section: int, _old: int, new: int) -> None:
        """Remember a width that was dragged; what stretches takes the rest."""
        if not self._sharing and new and COLUMNS[section] not in _SHARES:
            self._dragged[section] = new
            self.share_width()

    # ---- remembered

    def layout_saved(self) -> QByteArray:
        """Return order and sorting of the columns, those shown, and widths that were dragged."""
        shown = sum(1 << column for column, one in self._toggles.items() if one.isChecked())
        widths = ",".join(f"{column}:{width}" for column, width in self._dragged.items())
        head = f"{len(COLUMNS)};{shown};{widths};".encode()
        return QByteArray(head + self.saveState().data())

    def restore(self, layout: QByteArray) -> None:
        """Restore what ``layout_saved`` returned; that of another version is ignored."""
        parts = bytes(layout.data()).split(b";", 3)
        if len(parts) < 4 or parts[0] != str(len(COLUMNS)).encode() or not parts[1].isdigit():
            return
        self._sharing = True
        self.restoreState(QByteArray(parts[3]))
        self._sharing = False
        shown = int(parts[1])
        for column, action in self._toggles.items():
            action.setChecked(bool(shown >> column & 1))
        self._dragged = {
            int(column): int(width)
            for column, colon, width in (one.partition(b":") for one in parts[2].split(b","))
            if colon and column.isdigit() and width.isdigit() and int(column) < len(COLUMNS)
        }
        self.share_width()
