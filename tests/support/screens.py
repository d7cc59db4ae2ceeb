"""What can be seen of a window, judged without a person: room for words, and their language."""

import codecs
import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractListModel, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from app.i18n import without_mnemonic
from app.picture import ThresholdLine
from app.widgets.basic import ElidedLabel
from simcore.fingerprints import RECIPES

__all__ = ["cut_off", "english_words", "overlapping"]

_FILLED = re.compile(
    r"\([^)]*\)|[*~.][\w$*.]+|node_modules|__pycache__|[\"“「]?/\S*|\S*\.(txt|html|csv|py|exe)\b|<[^>]*>|&\w"
)
# what is called the same in every language
_SAME = re.compile(
    r"Variorum|Charikar|Broder|HTML|Word|Excel|PowerPoint|OpenDocument|Markdown|EPUB|PDF|RTF|TeX|CSV|"
    r"JSON|UTF-\d+|GB\d+|Big5|SimHash|Unicode|English|Qt|NumPy|jieba|MIT|"
    r"[KMGT]i?B|\b(Ctrl|Shift|Alt|Del|Esc|Enter|Return|Tab|Ins|Home|End|PgUp|PgDown|Space|"
    r"Backspace|Meta|Left|Right|Up|Down|Delete)\b|[\w+-]*\d[\w+-]*|Perl|PCRE|Windows|[Mm]eld|shell|"
    r"\+(stop|stem)|\{\w+\}|（(ipynb|man)）"
)


_SIDES = 4
"""Pixels of a box that hold words as well, which its style does not count."""

_COMBO, _FIELD = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField


def _visible(window: QWidget) -> Iterator[QWidget]:
    for one in window.findChildren(QWidget):
        if one.isVisibleTo(window) and one.window() is window and not one.visibleRegion().isEmpty():
            yield one


def _in_scrolled(widget: QWidget, window: QWidget) -> bool:
    """Return whether one can scroll to what of a widget is not in view."""
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        if isinstance(parent, QAbstractScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def _room_wanted(one: QWidget) -> tuple[int, int] | None:
    """Return the width and height that the words of a widget take; None where they may be cut."""
    if isinstance(one, ElidedLabel):
        return None  # it says itself that it is cut
    if isinstance(one, QLabel):
        if not one.text() or one.wordWrap():
            return None if not one.text() else (0, one.heightForWidth(one.width()))
        return one.minimumSizeHint().width(), one.minimumSizeHint().height()
    if isinstance(one.parentWidget(), QLineEdit):
        return None  # its own signs
    if isinstance(one, QAbstractButton | QGroupBox):
        hint = one.minimumSizeHint()
        return hint.width(), hint.height()
    if isinstance(one, QComboBox) and not one.isEditable():
        option = QStyleOptionComboBox()
        one.initStyleOption(option)
        field = one.style().subControlRect(_COMBO, option, _FIELD, one)
        # a full-width parenthesis at the end is half empty
        wanted = one.fontMetrics().boundingRect(one.currentText()).width() - _SIDES
        return one.width() - field.width() + wanted, 0
    if isinstance(one, QLineEdit):
        return _line_wanted(one)
    if isinstance(one, QListView) and one.minimumWidth() == one.maximumWidth():
        # nobody can make it wider
        return one.width() - one.viewport().width() + one.sizeHintForColumn(0), 0
    return None


def _advance(one: QWidget, text: str) -> int:
    return one.fontMetrics().horizontalAdvance(text)


def _line_wanted(one: QLineEdit) -> tuple[int, int] | None:
    """Return the room for what says what to type, and for the figure of a spin box."""
    in_box = isinstance(one.parentWidget(), QAbstractSpinBox)
    text = one.text() if in_box else "" if one.text() else one.placeholderText()
    if not text:
        return None
    beside = sum(each.width() for each in one.findChildren(QToolButton) if each.isVisibleTo(one))
    return _advance(one, text) + beside + one.textMargins().left() + one.textMargins().right(), 0


def _cut_tabs(bar: QTabBar) -> list[str]:
    """List the tabs without room for their words, and those beyond the end of their bar."""
    found = []
    for at in range(bar.count()):
        place, text = bar.tabRect(at), without_mnemonic(bar.tabText(at))
        if bar.isTabVisible(at) and (
            place.width()
            < _advance(bar, text) + bar.iconSize().width() * (not bar.tabIcon(at).isNull())
            or not bar.rect().contains(place.center())
            or place.right() > bar.rect().right() + 1
        ):
            found.append(f"tab {text}: {place} in {bar.rect()}")
    return found


def cut_off(window: QWidget) -> list[str]:
    """List what has no room for its words, or reaches out of the widget that it is in."""
    found = []
    for one in _visible(window):
        if _in_scrolled(one, window):
            continue
        name = f"{type(one).__name__} {words_of(one)[:1]}"
        if isinstance(one, QTabBar):
            found += _cut_tabs(one)
        if one.objectName() == "qt_toolbar_ext_button":
            found.append("a tool bar has no room for all its buttons")
            continue
        wanted = _room_wanted(one)
        if wanted is not None and (one.width() < wanted[0] or one.height() < wanted[1]):
            found.append(f"{name}: {one.width()} x {one.height()} of {wanted[0]} x {wanted[1]}")
        parent = one.parentWidget()
        inner = isinstance(parent, QAbstractScrollArea | QTabBar)  # their own buttons
        if parent is not None and not inner and words_of(one):
            whole = QRect(0, 0, parent.width(), parent.height())
            if not whole.contains(one.geometry()):
                found.append(f"{name}: {one.geometry()} is not in {whole}")
    return found


def overlapping(window: QWidget) -> list[str]:
    """List widgets with words that cover others of the same parent; lines on a picture may."""
    by_parent: dict[QWidget, list[QWidget]] = {}
    for one in _visible(window):
        parent = one.parentWidget()
        if (
            parent is not None
            and words_of(one)
            and not isinstance(one, QHeaderView | ThresholdLine)
        ):
            by_parent.setdefault(parent, []).append(one)
    found = []
    for siblings in by_parent.values():
        for at, one in enumerate(siblings):
            for other in siblings[at + 1 :]:
                shared = one.geometry() & other.geometry()
                if shared.width() > 1 and shared.height() > 1:
                    found.append(f"{words_of(one)[:1]} and {words_of(other)[:1]}: {shared}")
    return found


def words_of(one: QWidget) -> list[str]:
    """Return what a widget shows in words, and what it says of itself."""
    found = [one.toolTip(), one.accessibleName(), one.whatsThis(), one.statusTip()]
    if isinstance(one, QLabel | QAbstractButton):
        found.append(one.text())
    if isinstance(one, QGroupBox):
        found.append(one.title())
    if isinstance(one, QLineEdit):
        found.append(one.placeholderText())
    if isinstance(one, QTabBar):
        found += [one.tabText(at) for at in range(one.count())]
    if isinstance(one, QComboBox):
        found += [one.itemText(at) for at in range(one.count())]
    if isinstance(one, QHeaderView) and one.model() is not None:
        found += [
            str(one.model().headerData(at, one.orientation()) or "") for at in range(one.count())
        ]
    if isinstance(one, QAbstractItemView) and (model := one.model()) is not None:
        for row in range(min(20, model.rowCount())):
            # it has one column, and hides that
            columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
            for column in range(columns):
                value = model.index(row, column).data(Qt.ItemDataRole.DisplayRole)
                found.append(value if isinstance(value, str) else "")
    found.append(one.windowTitle())
    return [text for text in found if text]


def _is_encoding(text: str) -> bool:
    try:
        codecs.lookup(text)
    except LookupError:
        return False
    return True


def english_words(window: QWidget) -> set[str]:
    """Return the texts in which English words stand, besides names that every language has."""
    found = set()
    for one in (window, *_visible(window)):
        for text in words_of(one):
            if text.partition("+")[0] in RECIPES:
                continue
            rest = _SAME.sub("", _FILLED.sub("", text))
            if re.search(r"[A-Za-z]{3,}", rest) and not _is_encoding(text):
                found.add(f"{type(one).__name__}: {text}")
    return found
