"""Commands run to their end: seconds, processor seconds and peaks of memory of all their processes.

For Linux: memory is read from ``/proc``.
"""

import contextlib
import ctypes
import functools
import itertools
import os
import subprocess
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

__all__ = ["ROOT", "Ended", "descendants", "program", "run", "variorum"]

ROOT = Path(__file__).parents[2]
_PROGRAMS = Path(__file__).parent / "programs"
_SECONDS_BETWEEN_LOOKS = 0.02
_LOOKS_A_SUM = 10
"""To find out what is shared takes the kernel milliseconds a process."""
_PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command took, from process start to exit, and what it printed.

    ``processor_seconds`` are of user and system, of the process and all its descendants; ``peaks``
    are the largest resident sizes in bytes by process, the main process first. ``together`` is the
    most that all had at one look, in bytes: what processes share counts once.
    """

    seconds: float
    processor_seconds: float
    peaks: tuple[int, ...]
    together: int
    output: str

    @property
    def main_peak(self) -> int:
        """The peak of the main process in bytes."""
        return self.peaks[0] if self.peaks else 0

    @property
    def worker_peak(self) -> int:
        """The largest peak of any other process in bytes."""
        return max(self.peaks[1:], default=0)


def variorum(python: Path, *arguments: object) -> list[str]:
    """Return the command line of Variorum as installed from this tree."""
    return [str(python), "-m", "app", *map(str, arguments)]


def program(python: Path, name: str, *arguments: object) -> list[str]:
    """Return the command line of one of ``programs/``."""
    return [str(python), str(_PROGRAMS / f"{name}.py"), *map(str, arguments)]


def run(
    command: Sequence[str], environment: Mapping[str, str] | None = None, *, watch: bool = False
) -> Ended:
    """Run a command from this tree; with ``watch``, measure the memory of its processes.

    Raises ``SystemExit`` with what the command wrote to the standard error when it fails.
    """
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    # an installed program has its compiled modules
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    _adopt_orphans()
    before = set(_children(os.getpid()))
    started = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - commands are put together in this package
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings, cwd=ROOT
    )
    peaks: dict[int, int] = {process.pid: 0}
    sums = [0]
    over = threading.Event()
    readers = [_Reader(stream) for stream in (process.stdout, process.stderr) if stream]
    watcher = threading.Thread(target=_watch, args=(process.pid, peaks, sums, over))
    if watch:
        watcher.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    over.set()
    if watch:
        watcher.join()
    used = usage.ru_utime + usage.ru_stime + _seconds_of_orphans(before)
    output, complaints = (reader.text() for reader in readers)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed ({process.returncode}):\n{complaints}")
    return Ended(seconds, used, tuple(peaks.values()), max(sums), output)


@functools.cache
def _adopt_orphans() -> None:
    """Become the parent of orphaned descendants, so that their seconds can be counted."""
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise SystemExit(f"orphans cannot be adopted: {os.strerror(ctypes.get_errno())}")


def _seconds_of_orphans(others: Collection[int]) -> float:
    """Wait for the descendants that a command left behind, and give their processor seconds.

    ``others`` are the children that are none of it, such as the pool of a test.
    """
    total = 0.0
    while orphans := [pid for pid in _children(os.getpid()) if pid not in others]:
        for pid in orphans:
            with contextlib.suppress(ChildProcessError):
                _, _, usage = os.wait4(pid, 0)
                total += usage.ru_utime + usage.ru_stime
    return total


class _Reader:
    """Reads a pipe to its end, so that the writer never blocks."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._parts: list[bytes] = []
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        self._parts.append(self._stream.read())

    def text(self) -> str:
        self._thread.join()
        self._stream.close()
        return b"".join(self._parts).decode("utf-8", "replace")


def _watch(root: int, peaks: dict[int, int], sums: list[int], over: threading.Event) -> None:
    """Note the highest resident size of a process and its descendants until it is over.

    The kernel keeps each peak itself, so a look has to come late, not often. What they have
    together it does not keep: ``sums`` gets that of every few looks.
    """
    for look in itertools.count():
        if over.wait(_SECONDS_BETWEEN_LOOKS):
            return
        pids = [root, *descendants(root)]
        for pid in pids:
            peaks[pid] = max(peaks.get(pid, 0), _size(pid, "status", "VmHWM:"))
        if look % _LOOKS_A_SUM == 0:
            sums.append(sum(_size(pid, "smaps_rollup", "Pss:") for pid in pids))


def descendants(root: int) -> list[int]:
    """Return the processes that a process has started, and those that these have."""
    found: list[int] = []
    pending = [root]
    while pending:
        pid = pending.pop()
        children = _children(pid)
        found += children
        pending += children
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in _listed(Path(f"/proc/{pid}/task")):
        with contextlib.suppress(OSError):  # it may end at any moment
            found += map(int, (task / "children").read_text(encoding="ascii").split())
    return found


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _size(pid: int, file: str, name: str) -> int:
    """Return a size that the kernel tells of a process, in bytes; 0 for one that is gone."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/{file}").read_text(encoding="utf-8").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0
