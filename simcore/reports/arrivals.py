"""What a watch tells as JSON for other programs, and the way back."""

from collections.abc import Mapping
from typing import Any

from simcore.model.arrivals import Arrival, arrival_from_plain, arrival_to_plain
from simcore.reports.formats import json_fields, path_in


def arrival_to_json(arrival: Arrival) -> dict[str, Any]:
    """Return an arrival as values of JSON, one line of ``variorum watch --json``.

    It is as ``arrival_to_plain`` has it, but names of files are those of ``formats.json_fields``.

    >>> came = Arrival(simcore.ArrivalEvent.NEW, Path("/in/a.txt"), 0.0, milliseconds=41.26)
    >>> arrival_to_json(came)["event"], arrival_to_json(came)["milliseconds"]
    ('new', 41.3)
    """
    plain: dict[str, Any] = arrival_to_plain(arrival)
    names = {"path": arrival.path} | ({} if arrival.was is None else {"was": arrival.was})
    matches = [
        told | {"path": one.path}
        for told, one in zip(plain["matches"], arrival.matches, strict=True)
    ]
    return json_fields(plain | names | {"matches": matches})


def arrival_from_json(told: Mapping[str, Any]) -> Arrival:
    r"""Undo ``arrival_to_json``. Raises ``ValueError`` for what is no arrival.

    >>> match = simcore.ArrivalMatch(Path("/in/c"), simcore.Kind.SIMILAR, 0.9, 0.95, 0.94, 3)
    >>> event = simcore.ArrivalEvent("renamed")
    >>> came = Arrival(event, Path("/in/b"), 1.5, Path("/in/a\udce9"), matches=(match,))
    >>> arrival_from_json(arrival_to_json(came)) == came
    True
    """
    try:
        names = {name: str(path_in(told, name)) for name in ("path", "was") if name in told}
        matches = [one | {"path": str(path_in(one, "path"))} for one in told["matches"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no arrival: {error!r}") from error
    return arrival_from_plain({**told, **names, "matches": matches})
