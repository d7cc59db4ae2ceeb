"""Repeated measurements, and lines of a table that compare them."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

__all__ = ["BYTES", "DOCUMENT_BYTES", "MEGABYTES", "MILLISECONDS", "PERCENT"]
__all__ += ["SECONDS", "Figure", "Limit", "Line", "alternated", "not_run"]


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a printed figure: a factor and a name."""

    name: str
    factor: float = 1.0


SECONDS = Unit("s")
MILLISECONDS = Unit("ms", 1e3)
BYTES = Unit("bytes")
MEGABYTES = Unit("MB", 1e-6)
DOCUMENT_BYTES = Unit("bytes a document")
PERCENT = Unit("%", 100)


@dataclass(frozen=True, slots=True)
class Figure:
    """The values of several rounds, summarised by their median.

    >>> figure = Figure((3.0, 1.0, 2.0))
    >>> figure.median, str(figure)
    (2.0, '2.00 s (1.00 to 3.00)')
    """

    values: tuple[float, ...]
    unit: Unit = SECONDS

    @property
    def median(self) -> float:
        """The median of the rounds, in the unit without its factor."""
        return statistics.median(self.values)

    def __str__(self) -> str:
        middle = f"{_rounded(self.median * self.unit.factor)} {self.unit.name}"
        if len(self.values) == 1:
            return f"{middle} (once)"
        low, high = (_rounded(f(self.values) * self.unit.factor) for f in (min, max))
        return f"{middle} ({low} to {high})"


def _rounded(value: float) -> str:
    """Print three figures that count, and no fewer than all before the point.

    >>> _rounded(0.012345), _rounded(1.5), _rounded(98765.4)
    ('0.0123', '1.50', '98,765')
    """
    if abs(value) >= 100:
        return f"{value:,.0f}"
    digits = 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 4
    return f"{value:.{digits}f}"


class Limit(Enum):
    """The quantity that a limit applies to: the ratio of two figures, or the figure alone."""

    RATIO = "times"
    FIGURE = "alone"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: a figure, what it is compared with, and what is to be reached.

    ``most`` is a factor where ``limit`` says so, else in the figure's unit without its factor.
    ``wish`` says in words what is to be reached; ``reason`` why there is no figure.
    """

    row: str
    subject: str
    figure: Figure | None = None
    against: str = ""
    other: Figure | None = None
    wish: str = ""
    limit: Limit = Limit.NONE
    most: float = 0.0
    reason: str = ""

    @property
    def ratio(self) -> float | None:
        """The figure's median in parts of that of the other one; None where either is missing.

        >>> Line("a", "b", Figure((4.0, 6.0)), "c", Figure((2.0,))).ratio
        2.5
        """
        if self.figure is None or self.other is None or not self.other.median:
            return None
        return self.figure.median / self.other.median

    @property
    def met(self) -> bool | None:
        """Whether what is to be reached was reached; None where that cannot be said.

        >>> slow = Figure((4.0,))
        >>> Line("a", "b", slow, "c", Figure((2.0,)), limit=Limit.RATIO, most=2.0).met
        True
        >>> Line("a", "b", slow, limit=Limit.FIGURE, most=3.9).met
        False
        """
        if self.figure is None or self.limit is Limit.NONE:
            return None
        if self.limit is Limit.FIGURE:
            return self.figure.median <= self.most
        return None if self.ratio is None else self.ratio <= self.most

    def cells(self) -> list[str]:
        """Return the printed columns."""
        ratio = "" if self.ratio is None else _rounded(self.ratio)
        against = self.against if self.other is None else f"{self.against}: {self.other}"
        verdict = {True: "met", False: "not met", None: ""}[self.met]
        if self.figure is None:
            return [self.row, self.subject, self.reason, against, ratio, self.wish, ""]
        return [self.row, self.subject, str(self.figure), against, ratio, self.wish, verdict]


def not_run(row: str, subject: str, wish: str, reason: str = "not run") -> Line:
    """Return the line of a row that was not measured."""
    return Line(row, subject, wish=wish, reason=reason)


def alternated(measured: Sequence[Callable[[], float]], rounds: int) -> list[tuple[float, ...]]:
    """Measure several calls in turn (A B A B ...), so that disturbances affect all alike."""
    values = [[measure() for measure in measured] for _ in range(rounds)]
    return [tuple(column) for column in zip(*values, strict=True)]
