"""``variorum watch``: reports new documents in folders."""

import abc
import argparse
import contextlib
import json
import math
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simcore.cli.options import (
    add_scanning,
    add_thresholds,
    check_patterns,
    configured,
    index_of,
    named_path,
    within,
)
from simcore.cli.output import Bar, counted, escaped, outcome, print_lines, say
from simcore.model.config import ScanConfig, config_from_json
from simcore.model.reasons import (
    ConfigError,
    FolderError,
    Reason,
    ReasonCode,
    SimcoreError,
    to_json,
)
from simcore.model.records import HELD, PARTS, WHOLE, Kind, percent
from simcore.model.report import Arrival, ArrivalEvent, Cancelled, Stage
from simcore.reports.formats import arrival_to_json, json_fields, json_text
from simcore.watch.events import EVERY, Listener, Ready, Stop, WatchWish
from simcore.watch.watch import watch

_LEAST_EVERY = 1.0


def watch_command(parser: argparse.ArgumentParser) -> None:
    add_scanning(parser, files=False)
    parser.add_argument(
        "--library",
        action="append",
        type=named_path,
        default=[],
        metavar="FOLDER",
        help="set what comes against the documents of this folder, too; of its own nothing is "
        "told; may be given several times (default: none)",
    )
    add_thresholds(parser)
    parser.add_argument(
        "--once",
        action="store_true",
        help="tell what came since the last watch, and end",
    )
    parser.add_argument("--json", action="store_true", help="write a line of JSON for each event")
    parser.add_argument(
        "--until-closed",
        action="store_true",
        help="end when the standard input ends, as it does when the program that started this ends",
    )
    # of the window, which has a configuration at hand
    parser.add_argument("--scan-config", type=_config, help=argparse.SUPPRESS)
    parser.add_argument(
        "--every",
        type=within(float, _LEAST_EVERY, math.inf, f"must be {_LEAST_EVERY:g} or more"),
        default=EVERY,
        metavar="SECONDS",
        help="how often to look where the system does not tell of changes (default: %(default)g)",
    )
    parser.set_defaults(run=_run)


def _config(text: str) -> ScanConfig:
    return config_from_json(json.loads(text))


def _run(arguments: argparse.Namespace) -> None:
    index = index_of(arguments)
    if str(index) == ":memory:":
        raise ConfigError("a watch needs an index that stays")
    if arguments.scan_config is None:
        check_patterns(arguments)
    for path in (*arguments.folders, *arguments.library):
        if os.path.isfile(path):  # noqa: PTH113 - raises nothing where nobody may know
            raise FolderError(ReasonCode.OF, str(path), Reason(ReasonCode.NOT_A_FOLDER))
    wanted = WatchWish(
        arguments.folders,
        arguments.library,
        arguments.scan_config or configured(arguments),
        index,
        arguments.every,
        arguments.once,
    )
    stop = Stop()
    lines = _JsonPrinter() if arguments.json else _TextPrinter()
    with _signals(stop) as signals:
        if arguments.until_closed:
            threading.Thread(target=_wait_for_end, args=(stop,), daemon=True).start()
        try:
            watch(wanted, lines, stop)
        except SimcoreError as error:
            lines.failed(error.reason)
            raise
        lines.stopped()
    if signals:
        outcome().terminated = signal.SIGINT not in signals
        raise Cancelled("what was read is kept in the index, what was not told is told next time")


@contextlib.contextmanager
def _signals(stop: Stop) -> Iterator[list[int]]:
    """Let signals stop a watch in a block; yield those received. A second one kills the process."""
    came: list[int] = []

    def note(number: int, _frame: object) -> None:
        came.append(number)
        stop.request()

    # a handler runs between two steps of Python: never, if a write that waits has just begun
    heard, told = socket.socketpair()
    told.setblocking(False)  # noqa: FBT003 - of sockets
    threading.Thread(target=_end_at_second, args=(heard,), daemon=True).start()
    before = {one: signal.signal(one, note) for one in (signal.SIGINT, signal.SIGTERM)}
    woken = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        yield came
    finally:
        signal.set_wakeup_fd(woken)
        for one, handler in before.items():
            signal.signal(one, handler)
        told.close()


def _end_at_second(heard: socket.socket) -> None:
    with heard:
        count = 0
        while numbers := heard.recv(16):
            count += len(numbers)
            if count > 1:
                os._exit(128 + numbers[-1])


def _wait_for_end(stop: Stop) -> None:
    with contextlib.suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 4096):
            pass
    stop.request()


class _EventPrinter(Listener):
    def __init__(self) -> None:
        self._bar = Bar()

    def report(self, stage: Stage, done: int, total: int) -> None:
        self._bar.report(stage, done, total)

    def _print(self, lines: Sequence[str]) -> None:
        self._bar.close()
        print_lines(lines)

    def stopped(self) -> None:
        self._bar.close()

    @abc.abstractmethod
    def failed(self, reason: Reason) -> None: ...


class _JsonPrinter(_EventPrinter):
    def _event(self, name: str, **values: Any) -> None:
        self._print([json_text(json_fields({"event": name, **values}))])

    def arrived(self, arrivals: Sequence[Arrival]) -> None:
        self._print([json_text(arrival_to_json(one)) for one in arrivals])

    def scanning(self, folders: Sequence[Path]) -> None:
        self._event("scanning", folders=list(folders))

    def ready(self, ready: Ready) -> None:
        self._event(
            "watching",
            folders=list(ready.folders),
            library=list(ready.library),
            mode="polling" if ready.polled else "events",
            documents=ready.documents,
            outside=ready.outside,
        )

    def problem(self, path: Path, reason: Reason) -> None:
        self._event("problem", path=path, reason=str(reason), code=to_json(reason))

    def notice(self, reason: Reason) -> None:
        self._event("notice", reason=str(reason), code=to_json(reason))

    def stopped(self) -> None:
        super().stopped()
        self._event("stopped")

    def failed(self, reason: Reason) -> None:
        self._event("failed", reason=str(reason), code=to_json(reason))


class _TextPrinter(_EventPrinter):
    """Writes documents for people; other messages go to the standard error."""

    def arrived(self, arrivals: Sequence[Arrival]) -> None:
        # also in a file: the rest of a name must not pass for another line
        self._print([escaped(line) for one in arrivals for line in arrival_lines(one)])

    def scanning(self, folders: Sequence[Path]) -> None:
        pass  # the bar shows it

    def ready(self, ready: Ready) -> None:
        self._bar.close()
        watched = ", ".join(str(_near(one)) for one in ready.folders) or "no folder"
        library = ", ".join(str(_near(one)) for one in ready.library)
        against = f"; what comes is compared with {library}, too" if library else ""
        known = counted(ready.documents, "document")
        if ready.outside:
            left_out = "came too long ago and " + ("is" if ready.outside == 1 else "are")
            known += f", {counted(ready.outside, 'document')} {left_out} left out"
        say(f"variorum: watching {watched}{against}: {known}")

    def problem(self, path: Path, reason: Reason) -> None:
        self._bar.close()
        said = str(reason)
        say(f"variorum: {said}" if said.startswith(f"{path}: ") else f"variorum: {path}: {said}")

    def notice(self, reason: Reason) -> None:
        self._bar.close()
        say(f"variorum: {reason}")

    def failed(self, reason: Reason) -> None:
        pass  # it is told as of any command


def arrival_lines(arrival: Arrival) -> Iterator[str]:
    """Yield the lines of an arrival for people: the document, then its matches.

    >>> from simcore.model.report import ArrivalMatch
    >>> match = ArrivalMatch(Path("/lib/b.docx"), Kind.SIMILAR, 0.94, 0.97, 0.96, 5)
    >>> came = Arrival(ArrivalEvent.NEW, Path("/in/a.txt"), 0.0, None, (match,), 41.26)
    >>> [line[9:] if line[2] == ":" else line for line in arrival_lines(came)]
    ['new      /in/a.txt  (41 ms)', '  94 %    similar     /lib/b.docx  (5 bits)']
    """
    clock = time.strftime("%H:%M:%S", time.localtime(arrival.time))
    was = "" if arrival.was is None else f"  (was {_near(arrival.was)})"
    took = f"  ({_duration(arrival.milliseconds)})" if arrival.milliseconds else ""
    yield f"{clock} {arrival.event.value:<8} {_near(arrival.path)}{was}{took}"
    for match in arrival.matches:
        share, kind = match.similarity, match.kind.words
        if match.kind in PARTS:
            share = max(match.contained, match.contains)
            # what came is to the other one, as in the window
            whole = match.kind in HELD and match.contains > match.contained
            kind = WHOLE if whole else kind
        bits = ""
        if match.kind is Kind.SIMILAR and match.distance is not None:
            bits = f"  ({counted(match.distance, 'bit')})"
        yield f"  {percent(share):<8}{kind:<12}{_near(match.path)}{bits}"
    answered = arrival.event is not ArrivalEvent.GONE and arrival.problem is None
    if answered and not arrival.matches:
        yield "  no match"
    for said in (arrival.problem, arrival.note):
        if said is not None:
            yield f"  {said}"


def _duration(milliseconds: float) -> str:
    """Return a time with two digits and its unit.

    >>> _duration(0.4), _duration(41.26), _duration(1_260.0), _duration(200_000.0)
    ('1 ms', '41 ms', '1.3 s', '200 s')
    """
    if milliseconds < 1_000:
        return f"{max(1, round(milliseconds))} ms"
    seconds = milliseconds / 1_000
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def _near(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
