"""Layouts without margins, and splitters, each filled in one call; thin lines between parts."""

from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QSplitter, QWidget

_Layout = TypeVar("_Layout", bound=QBoxLayout)
_Part = QWidget | QLayout | int


def filled(
    layout: _Layout, *parts: _Part | tuple[_Part, int], spacing: int | None = None
) -> _Layout:
    """Fill a layout: a pair is a part with its stretch, a number is that many pixels of space."""
    layout.setContentsMargins(0, 0, 0, 0)
    if spacing is not None:
        layout.setSpacing(spacing)
    for each in parts:
        part, stretch = each if isinstance(each, tuple) else (each, 0)
        if isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)
    return layout


def split(
    parent: QWidget,
    *parts: tuple[QWidget, int, int],
    orientation: Qt.Orientation = Qt.Orientation.Horizontal,
) -> QSplitter:
    """Put widgets beside each other, each with its stretch and first size; none can be closed."""
    splitter = QSplitter(orientation, parent)
    splitter.setChildrenCollapsible(False)
    for number, (part, stretch, _) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(number, stretch)
    splitter.setSizes([size for _, _, size in parts])
    return splitter


def opening_size(parent: QWidget | None, width: int, height: int) -> QSize:
    """Return the size in pixels that a dialog opens with: no wider or higher than its window."""
    if parent is None:
        return QSize(width, height)
    whole = parent.window().size()
    return QSize(min(width, whole.width()), min(height, whole.height()))


def rule(parent: QWidget) -> QFrame:
    """Return a thin line across, which carries no meaning."""
    line = QFrame(parent)
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Mid)
    line.setFixedHeight(1)
    return line
