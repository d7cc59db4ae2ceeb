"""WindowLayout: the layout of a window, remembered from one start to the next."""

import typing
from dataclasses import replace

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QWidget

from ..looks.measures import scaled
from ..picture.threshold_bar import ThresholdBar
from ..settings.settings import Settings
from .central import CentralWidget

if typing.TYPE_CHECKING:
    from ..comparison.view import DifferenceView
    from ..results.groups.view.view import GroupView

_TALL = 1000
"""The height, beside text of 13 px, of a window in which the picture is open at first."""


class WindowLayout:
    """Sizes, positions and choices in a window, as its settings keep them.

    It keeps no window that is gone: it is told of which one it is.
    """

    def __init__(
        self,
        centre: CentralWidget,
        view: "GroupView",
        bar: ThresholdBar,
        differences: "DifferenceView",
    ) -> None:
        self._centre = centre
        self._view = view
        self._bar = bar
        self._differences = differences

    def restore(self, window: QMainWindow, settings: Settings) -> None:
        """Restore what an earlier run left."""
        restore_frame(window, self._centre, self._bar, settings)
        self.restore_parts(window, settings)

    def restore_parts(self, window: QMainWindow, settings: Settings) -> None:
        """Restore what ``restore_frame`` does not."""
        if settings.columns:
            self._view.restore_layout(QByteArray(settings.columns))
        _put_toggles(window, settings)
        self._differences.panes.zoom(settings.text_zoom)

    def saved_in(self, window: QMainWindow, settings: Settings) -> Settings:
        """Return ``settings`` with the sizes and positions of now."""
        usual, wide = self._centre.save_states()
        return replace(
            settings,
            geometry=bytes(window.saveGeometry().data()),
            side_splitter=bytes(self._centre.side_splitter.saveState().data()),
            result_splitter=usual,
            wide_splitter=wide,
            columns=bytes(self._view.save_layout().data()),
            toggles={name: action.isChecked() for name, action in toggles_of(window).items()},
            text_zoom=self._differences.panes.zoomed,
        )


def restore_frame(
    window: QMainWindow, centre: CentralWidget, bar: ThresholdBar, settings: Settings
) -> None:
    """Restore the size of a window, and where its parts stand."""
    if settings.geometry:
        window.restoreGeometry(QByteArray(settings.geometry))
    centre.restore_states(settings.result_splitter, settings.wide_splitter)
    centre.restore_side(settings.side_splitter)
    # in a tall window there is room for the picture
    bar.picture_action.setChecked(window.height() >= scaled(_TALL, window.font()))
    _put_toggles(window, settings)


def _put_toggles(window: QMainWindow, settings: Settings) -> None:
    for name, action in toggles_of(window).items():
        action.setChecked(settings.toggles.get(name, action.isChecked()))


def toggles_of(window: QWidget) -> dict[str, QAction]:
    """Return the actions whose state is remembered, by their object names."""
    actions = window.findChildren(QAction)
    return {one.objectName(): one for one in actions if one.isCheckable() and one.objectName()}
