"""What a watch writes, line by line: bounded, whatever it writes."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore import (
    Arrival,
    ArrivalEvent,
    Reason,
    ReasonCode,
    arrival_from_json,
    path_in,
    reason_in,
)

LONGEST = 4_000_000
"""The most bytes of a line; a match takes about 300, so that is room for some ten thousand."""


@dataclass(frozen=True, slots=True)
class WatchBegins:
    """A watch learns what is in the folders before it listens."""


@dataclass(frozen=True, slots=True)
class WatchListens:
    """A watch listens; ``polling`` is whether it looks every few seconds instead.

    ``documents`` is how many it knows, ``outside`` how many of the folders came too long ago.
    """

    polling: bool
    documents: int
    outside: int


@dataclass(frozen=True, slots=True)
class WatchTrouble:
    """A sentence of a watch; ``path`` is None where it is of no file or folder in particular."""

    reason: Reason | str
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class WatchEnds:
    """A watch ends of its own accord."""


@dataclass(frozen=True, slots=True)
class WatchFails:
    """A watch ends for a reason that stays: to start it again does not help."""

    reason: Reason | str


Told = Arrival | WatchBegins | WatchListens | WatchTrouble | WatchEnds | WatchFails


def told_in(line: bytes) -> Told:
    """Return what a line says. Raises ``ValueError`` for what no watch writes.

    >>> told_in(b'{"event": "watching", "mode": "events", "documents": 3, "outside": 0}')
    WatchListens(polling=False, documents=3, outside=0)
    """
    try:
        plain = json.loads(line)
    except RecursionError as error:
        raise ValueError("too deep") from error
    event = plain.get("event") if isinstance(plain, dict) else None
    read = _READ.get(event) if isinstance(event, str) else None
    if read is None:
        raise ValueError(f"no event of a watch: {event!r:.80}")
    return read(plain)


def _listens(plain: dict[str, Any]) -> Told:
    counts = plain.get("documents", 0), plain.get("outside", 0)
    if not all(type(one) is int and one >= 0 for one in counts):
        raise ValueError("no count")
    return WatchListens(plain.get("mode") == "polling", *counts)


def _trouble(plain: dict[str, Any]) -> WatchTrouble:
    path, sentence, code = plain.get("path"), plain.get("reason"), plain.get("code")
    if not isinstance(sentence, str) or not isinstance(path, str | None):
        raise ValueError("no reason")  # noqa: TRY004 - of the line
    reason = reason_in(code) if isinstance(code, str) else Reason(ReasonCode.UNKNOWN)
    known = reason.code is not ReasonCode.UNKNOWN
    where = path_in(plain, "path") if path else None
    return WatchTrouble(reason if known else sentence[:2000], where)


def _failure(plain: dict[str, Any]) -> Told:
    return WatchFails(_trouble(plain).reason)


_READ: dict[str, Callable[[dict[str, Any]], Told]] = {
    "scanning": lambda _plain: WatchBegins(),
    "watching": _listens,
    "problem": _trouble,
    "notice": _trouble,
    "stopped": lambda _plain: WatchEnds(),
    "failed": _failure,
} | {event.value: arrival_from_json for event in ArrivalEvent}


class LineCutter:
    """Cuts what comes in pieces into whole lines; one that is too long is dropped to its end."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._begun = bytearray()
        self._dropping = False

    def cut(self, piece: bytes) -> list[bytes | None]:
        """Return the lines that end in a piece, without their ends; None for one too long.

        >>> cutter = LineCutter(4)
        >>> cutter.cut(b"one" + bytes([10]) + b"tw"), cutter.cut(b"o" + bytes([10]) + b"three")
        ([b'one'], [b'two', None])
        """
        found: list[bytes | None] = []
        *ended, rest = piece.split(b"\n")
        for part in ended:
            if not self._dropping:
                found.append(self._line(part))
            self._dropping = False
            self._begun.clear()
        if not self._dropping:
            self._begun += rest
            if len(self._begun) > self._longest:
                self._dropping = True
                self._begun.clear()
                found.append(None)
        return found

    def _line(self, part: bytes) -> bytes | None:
        self._begun += part
        return bytes(self._begun) if len(self._begun) <= self._longest else None
