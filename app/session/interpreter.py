"""InterpreterPolicy: garbage collection and thread switching, set so that the window never waits.

A full collection visits every container that lives, and no other thread runs meanwhile: 100 to
300 ms with a report of 100,000 documents. So there is none while reports exist; they are freed
without it. A running thread keeps the GIL for 5 ms while another waits for it, and
painting requests it many times a frame; so the interval is shortened.
"""

import gc
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, SignalInstance, Slot

from .session import Session
from .states import Activity

_SWITCH_SECONDS = 0.000_2
_YOUNG = 10_000
_NEVER = 1_000_000_000


class InterpreterPolicy(QObject):
    """Collects only young objects automatically, all others when a scan begins.

    The objects of a report are frozen when it is shown: no collection visits them any more.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._before = gc.get_threshold(), sys.getswitchinterval()
        self._followed: list[tuple[SignalInstance, Callable[..., None]]] = []
        gc.set_threshold(_YOUNG, self._before[0][1], _NEVER)
        gc.freeze()
        sys.setswitchinterval(_SWITCH_SECONDS)

    def follow(self, session: Session) -> None:
        """Freeze the objects that a session shows, and collect the rest when it begins a scan."""
        self._followed = [
            (session.results.found_changed, self._set_aside),
            (session.results.report_changed, self._set_aside),
            (session.activity_changed, self._begin),
        ]
        for signal, slot in self._followed:
            signal.connect(slot)

    def restore(self) -> None:
        """Let Python do as it did before, whatever the session does after that."""
        for signal, slot in self._followed:
            signal.disconnect(slot)
        self._followed.clear()
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
