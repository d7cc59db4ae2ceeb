"""What a watch tells: a document that came, changed, went or was renamed, and what it is like."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from simcore.model.kinds import Kind
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, of_text, reason_in, to_json


class ArrivalEvent(StrEnum):
    """What happened to a document, see ``arrival_from_json``."""

    NEW = "new"
    CHANGED = "changed"  # its bytes are others now
    GONE = "gone"
    RENAMED = "renamed"  # the same bytes elsewhere: moved or renamed


@dataclass(frozen=True, slots=True)
class ArrivalMatch:
    """A document that an arrival is like, see ``arrival_from_json``.

    ``similarity`` is the resemblance, ``contained`` the share of the arrival that the other holds,
    ``contains`` the share of the other that it holds itself, all 0 to 1. ``distance`` is in bits,
    None where it means nothing: one of the two is too short, or is part of the other.
    """

    path: Path
    kind: Kind
    similarity: float
    contained: float
    contains: float
    distance: int | None


@dataclass(frozen=True, slots=True)
class Arrival:
    """One line of a watch, see ``arrival_from_json``.

    ``time`` is when it was noticed, in seconds since 1970 by the watch's clock. ``was`` is the path
    before a renaming. ``matches`` are the documents of the library that it is like, the most alike
    first; none for what is gone. ``milliseconds`` passed from its event to the answer.
    ``problem`` is why the document could not be compared, None where it was; ``note`` is what
    limits the answer, if anything.
    """

    event: ArrivalEvent
    path: Path
    time: float
    was: Path | None = None
    matches: tuple[ArrivalMatch, ...] = ()
    milliseconds: float = 0.0
    problem: Reason | None = None
    note: Reason | None = None


def arrival_to_plain(arrival: Arrival) -> dict[str, Any]:
    """Return an arrival as values of JSON, one line of ``variorum watch --json``.

    Bytes of a path that are not UTF-8 become lone surrogates (PEP 383). The time is that of ISO
    8601, with the offset of the local time. Reasons are sentences, and beside them codes.

    >>> came = Arrival(ArrivalEvent.NEW, Path("/in/a.txt"), 0.0, milliseconds=41.26)
    >>> arrival_to_plain(came)["event"], arrival_to_plain(came)["milliseconds"]
    ('new', 41.3)
    """
    plain: dict[str, Any] = {
        "event": arrival.event.value,
        "path": str(arrival.path),
        "time": datetime.fromtimestamp(arrival.time).astimezone().isoformat("T", "milliseconds"),
        "milliseconds": round(arrival.milliseconds, 1),
        "matches": [asdict(one) | {"path": str(one.path)} for one in arrival.matches],
    }
    if arrival.was is not None:
        plain["was"] = str(arrival.was)
    for name, reason in (("problem", arrival.problem), ("note", arrival.note)):
        if reason is not None:
            plain |= {name: str(reason), f"{name}_code": to_json(reason)}
    return plain


def arrival_from_plain(plain: Mapping[str, Any]) -> Arrival:
    """Undo ``arrival_to_plain``. Raises ``ValueError`` for what is no arrival.

    >>> came = Arrival(ArrivalEvent.RENAMED, Path("/in/b"), 1.5, Path("/in/a"))
    >>> arrival_from_plain(arrival_to_plain(came)) == came
    True
    """
    try:
        return Arrival(
            ArrivalEvent(plain["event"]),
            Path(plain["path"]),
            datetime.fromisoformat(plain["time"]).timestamp(),
            Path(plain["was"]) if "was" in plain else None,
            tuple(
                ArrivalMatch(
                    Path(one["path"]),
                    Kind(one["kind"]),
                    float(one["similarity"]),
                    float(one["contained"]),
                    float(one["contains"]),
                    None if one["distance"] is None else int(one["distance"]),
                )
                for one in plain["matches"]
            ),
            float(plain["milliseconds"]),
            _reason(plain, "problem"),
            _reason(plain, "note"),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"no arrival: {error!r}") from error


def _reason(plain: Mapping[str, Any], name: str) -> Reason | None:
    """Return a reason; one whose code is missing or not known here is the sentence."""
    if name not in plain:
        return None
    code = plain.get(f"{name}_code")
    reason = reason_in(code) if isinstance(code, str) else Reason(ReasonCode.UNKNOWN)
    return of_text(str(plain[name])) if reason.code is ReasonCode.UNKNOWN else reason
