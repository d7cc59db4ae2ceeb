"""The table of a run, printed and put between two markers of RESULTS.md."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed.figures import Line

__all__ = ["BEGIN", "END", "put", "table"]

BEGIN, END = "<!-- speed -->", "<!-- /speed -->"
_COLUMNS = ("row", "what", "measured", "compared with", "ratio", "to reach", "")


def table(lines: Sequence[Line]) -> str:
    """Write lines as a Markdown table."""
    rows = [_COLUMNS, ["---"] * len(_COLUMNS), *(line.cells() for line in lines)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows) + "\n"


def put(path: Path, text: str) -> None:
    """Replace the text between the markers of a file; everything else stays unchanged.

    Raises ``ValueError`` when the file does not have both markers once, in this order.
    """
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in after:
        raise ValueError(f"{path}: must have {BEGIN} and {END}, once each")
    path.write_text(f"{before}{BEGIN}\n{text.strip()}\n{END}{after}", encoding="utf-8")
