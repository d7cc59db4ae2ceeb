"""Tables compared by their rows, in any order.

Shingles go over the ends of rows: where rows of twenty characters stand in another order a third
of the shingles is another. So two tables are compared by rows, too, each as often as it stands
there.
"""

from collections import Counter

from simcore.text.letters.comparison_form import comparable_lines
from simcore.text.tokens import normalise

LEAST_ROWS = 8
"""A table has at least so many rows."""

_SEPARATORS = ",\t;|"
_OF_ONE_SHAPE = 0.8
_OF_SAMPLE = 0.4
_LONGEST = 200
_DIFFERENT = 0.5


def rows_of(decoded: str) -> Counter[str] | None:
    r"""Return the rows of a table by their letters and digits; None if the text is none.

    A table has one separator equally often in nearly all of its lines; most of them are different.

    >>> rows_of("name,year\\n" * 3) is None
    True
    """
    lines = list(filter(str.strip, decoded.splitlines()))
    if len(lines) < LEAST_ROWS or sum(map(len, lines)) > _LONGEST * len(lines):
        return None
    sample = lines[:: len(lines) // LEAST_ROWS]
    if not any(
        # fast: few texts have a separator in most lines
        _is_of_one_shape(sample, separator, _OF_SAMPLE) and _is_of_one_shape(lines, separator)
        for separator in _SEPARATORS
    ):
        return None
    rows = Counter(filter(None, comparable_lines(map(normalise, lines))))
    return rows if len(rows) >= _DIFFERENT * rows.total() else None


def _is_of_one_shape(lines: list[str], separator: str, share: float = _OF_ONE_SHAPE) -> bool:
    counts = [line.count(separator) for line in lines]
    if len(counts) - counts.count(0) < share * len(counts):
        return False  # fast: most lines of most texts have none
    (most, times), *_ = Counter(counts).most_common(1)
    return most > 0 and times >= share * len(lines)


def shared_rows(left: Counter[str], right: Counter[str]) -> tuple[int, int, int]:
    """Count the rows that two tables share, and those of each."""
    return (left & right).total(), left.total(), right.total()
