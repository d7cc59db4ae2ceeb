"""What other libraries report of the same documents: a pair, or nothing."""

import importlib
import importlib.util
import tempfile
from pathlib import Path

from benchmarks.quality.kinds.model import Made, Verdict
from benchmarks.quality.kinds.saying import write
from simcore.model.config import DEFAULT_SIMILARITY

PEERS = ("rensa", "datasketch", "near-dupes")
# they know two answers: a pair is reported if a person wants to see it
_TO_REPORT = {Verdict.SAME, Verdict.NEAR, Verdict.PART, Verdict.NUMBERS, Verdict.REORDERED}
_TO_REPORT.add(Verdict.VERSION)


def installed() -> list[str]:
    """Return the peers that can be asked."""
    return [name for name in PEERS if importlib.util.find_spec(name.replace("-", "_"))]


def reported(peer: str, made: Made) -> list[bool]:
    """Return which pairs of a kind a peer reports at the similarity that the program starts with.

    It gets the bytes of the files read as UTF-8, as it gets them from its users; of formats it
    knows nothing.
    """
    # a program beside this room, which imports what may not be there
    tool = importlib.import_module("benchmarks.quality.peers").TOOLS[peer]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        pairs = write(made, folder)
        found = {frozenset(pair) for pair in tool(folder, DEFAULT_SIMILARITY)}
    return [frozenset((left.name, right.name)) in found for left, right in pairs]


def is_right(report: bool, admitted: frozenset[Verdict]) -> bool:  # noqa: FBT001 - the answer
    """Return whether a person agrees; where both may be said, both are right."""
    if report:
        return bool(admitted & _TO_REPORT)
    return not admitted <= _TO_REPORT
