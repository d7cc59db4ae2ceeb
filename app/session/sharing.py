"""Sharing: how the window and the threads beside it share Python, so that the window never waits.

Python looks now and then through all objects that live for those that only refer to each other,
and nothing else runs meanwhile: 100 to 300 ms where a report of 100,000 documents lives. Reports
are freed without that. And whoever works keeps the interpreter for 5 ms while another waits for it,
which a painting asks for again and again.
"""

import gc
import sys

from PySide6.QtCore import QObject, Slot

from app.session.session import Session
from app.session.states import Activity

_TURN = 0.000_2
_YOUNG = 10_000
_NEVER = 1_000_000_000


class Sharing(QObject):
    """Lets only young objects be looked through by the way, all others when a scan begins.

    What a report is made of is set aside when it is shown: it is looked through no more.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._before = gc.get_threshold(), sys.getswitchinterval()
        gc.set_threshold(_YOUNG, self._before[0][1], _NEVER)
        gc.freeze()
        sys.setswitchinterval(_TURN)

    def follow(self, session: Session) -> None:
        """Set aside what a session shows, and look through the rest when it begins a scan."""
        session.results.found_changed.connect(self._set_aside)
        session.results.report_changed.connect(self._set_aside)
        session.activity_changed.connect(self._begin)

    def restore(self) -> None:
        """Let Python do as it did before."""
        thresholds, turn = self._before
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        sys.setswitchinterval(turn)

    @Slot(object)
    def _set_aside(self, _shown: object) -> None:
        gc.freeze()

    @Slot(object)
    def _begin(self, activity: Activity) -> None:
        if activity is Activity.SCANNING:
            gc.collect()
