"""Reports of documents with copies, parts and locked folders, drawn by hypothesis."""

from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from graphs import Graph, at, graphs
from group_reports import report
from simcore import Grouping, ScanReport, regroup
from simcore.model.records import INSIDE

LOCKED = Path("/documents/locked")


@st.composite
def shelves(draw: st.DrawFn) -> ScanReport:
    """Draw groups some of whose documents have copies, are parts of others, are locked up."""
    graph: Graph = draw(graphs())
    made = []
    for key, one in graph[0].items():
        path = Path("/documents", draw(st.sampled_from(["a", "locked"])), f"{key}.txt")
        device = INSIDE if draw(st.integers(0, 5)) == 0 else one.device
        made.append(replace(one, path=path, real_path=path, device=device, characters=key))
    # what differs in numbers only is about as long, and no part
    pairs = tuple(
        replace(one, **draw(st.sampled_from([{}, {"numbers_only": True}, PART_OF_IT, PARTS])))
        for one in graph[1]
    )
    config = replace(at(20, 0.5, draw(st.sampled_from(Grouping))), contained=True, containers=True)
    shelf = replace(report([], made), pairs=pairs, config=config)
    return regroup(shelf, config.thresholds)


PART_OF_IT = {"resemblance": 0.2, "left_in_right": 0.95, "right_in_left": 0.2}
PARTS = {"resemblance": 0.2, "left_in_right": 0.2, "right_in_left": 0.95}
