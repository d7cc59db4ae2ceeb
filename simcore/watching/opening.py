"""Opening the files of a watch: by one watch at a time, and waiting for room and for others."""

import contextlib
from collections.abc import Callable, Iterator

from simcore.files.opening import lock, open_lock
from simcore.model.errors import IndexFileError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.store.arrival_file import ArrivalFile
from simcore.store.index import FingerprintIndex
from simcore.store.paths import arrivals_path, watch_lock_path
from simcore.watching.listener import Listener, WatchWish
from simcore.watching.stopping import Stop

_SECONDS_A_LOCK = 2.0
FIRST_RETRY, LONGEST_RETRY = 5.0, 60.0
_PASSES = {ReasonCode.INDEX_FULL, ReasonCode.IN_USE}
"""What passes by itself, or as soon as somebody makes room."""


@contextlib.contextmanager
def alone(wanted: WatchWish, listener: Listener, stop: Stop) -> Iterator[None]:
    """Be the only watch of an index in a block; where no locks work, there may be others."""
    path = watch_lock_path(wanted.index)
    with contextlib.ExitStack() as stack:
        waits = False
        # where it cannot be made, nothing can be stored either: the index says why
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(open_lock(path))
            while not lock(file, alone=True):
                if wanted.once:
                    raise IndexFileError(ReasonCode.ANOTHER_WATCH_NOW, str(wanted.index))
                if not waits:
                    listener.notice(Reason(ReasonCode.ANOTHER_WATCH))
                waits = True
                stop.wait(_SECONDS_A_LOCK)
                stop.check()
        yield


@contextlib.contextmanager
def opened(
    wanted: WatchWish, listener: Listener, stop: Stop, clock: Callable[[], float]
) -> Iterator[tuple[FingerprintIndex, ArrivalFile]]:
    """Open the index and the file of arrivals for a block.

    Where the disk is full or another program holds them, it is said, and tried again until they can
    be opened, unless the watch is ``once``. Raises ``IndexFileError`` and its subclasses for all
    other troubles, and ``Cancelled``.
    """
    after = 0.0
    while True:
        with contextlib.ExitStack() as stack:
            try:
                index = stack.enter_context(FingerprintIndex(wanted.index, clock))
                arrivals = stack.enter_context(ArrivalFile(arrivals_path(wanted.index)))
            except IndexFileError as error:
                if wanted.once or error.reason.code not in _PASSES:
                    raise
                if not after:
                    listener.notice(Reason(ReasonCode.WATCH_WAITS, (error.reason,)))
            else:
                if after:
                    listener.notice(Reason(ReasonCode.WATCH_GOES_ON))
                index.wait_with(stop.check)
                arrivals.wait_with(stop.check)
                yield index, arrivals
                return
        after = min(2 * after or FIRST_RETRY, LONGEST_RETRY)
        stop.wait(after)
        stop.check()
