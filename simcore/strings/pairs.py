"""Pairs of near-duplicates among strings in memory."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from simcore.model.config import DEFAULT_CONTAINMENT, DEFAULT_SIMILARITY, USUAL_RECIPE
from simcore.model.kinds import PARTS, Kind, OnlyIn
from simcore.model.percent import percent
from simcore.model.records import MeasuredBy, Pair
from simcore.reports.frames import frame
from simcore.reports.tables import PairRow, pair_rows, shown_name
from simcore.strings.given import ProgressCall, Texts, configured, switch
from simcore.strings.reading import ReportedStrings, StringProblem, report_strings

_SHOWN = 5


class StringPair(NamedTuple):
    """Two texts by their keys, ``left`` given before ``right``, and how alike they are.

    ``similarity``, ``left_in_right`` and ``right_in_left`` (how much of one text the other holds)
    are exact, from 0 to 1; all else is as in ``Pair``. Where either is ``short``, the distance
    says little and hides nothing. See ``pairs``.
    """

    left: Hashable
    right: Hashable
    similarity: float
    left_in_right: float
    right_in_left: float
    kind: Kind
    distance: int
    numbers_only: bool
    only_in: OnlyIn | None
    measure: MeasuredBy
    short: bool

    @property
    def share(self) -> float:
        """How alike they are, 0 to 1: of a part, how much of it is in the whole."""
        return share_of(self.kind, self.similarity, self.left_in_right, self.right_in_left)

    @classmethod
    def of(cls, left: Hashable, right: Hashable, figures: Pair) -> "StringPair":
        """Make the pair of two keys from the figures of their documents."""
        return cls(
            left,
            right,
            figures.resemblance,
            figures.left_in_right,
            figures.right_in_left,
            figures.kind,
            figures.distance,
            figures.numbers_only,
            figures.only_in,
            figures.measure,
            figures.short,
        )


def share_of(kind: Kind, similarity: float, left_in_right: float, right_in_left: float) -> float:
    """Return how alike two texts are, 0 to 1: of a part, how much of it is in the whole.

    >>> share_of(Kind.PART, 0.5, 0.5, 1.0), share_of(Kind.SIMILAR, 0.9, 0.95, 1.0)
    (1.0, 0.9)
    """
    return max(left_in_right, right_in_left) if kind in PARTS else similarity


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StringPairs(Sequence[StringPair]):
    """What ``simcore.pairs`` returns: a sequence of pairs, ordered by the positions of their texts.

    ``keys`` are those of all texts, in order. ``fingerprints`` has a row each: shape (n,), or (n,
    2) for a recipe of 128 bits, the lowest bits first; 0 where a text has none. ``short`` marks the
    texts that are too short for their fingerprints to mean much. ``problems`` are of texts that
    were not compared: those without words, above all.
    """

    pairs: tuple[StringPair, ...]
    keys: Sequence[Hashable]
    fingerprints: NDArray[np.uint64]
    short: NDArray[np.bool_]
    problems: tuple[StringProblem, ...]

    @overload
    def __getitem__(self, at: int) -> StringPair: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[StringPair, ...]: ...

    def __getitem__(self, at: int | slice) -> StringPair | tuple[StringPair, ...]:
        return self.pairs[at]

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[StringPair]:
        return iter(self.pairs)

    def __repr__(self) -> str:
        lines = [
            f"  {one.left!r} and {one.right!r}: "
            f"{shown_name(one.kind, numbers_only=one.numbers_only)}, {percent(one.share)}"
            for one in self.pairs[:_SHOWN]
        ]
        if len(self) > _SHOWN:
            lines.append(f"  and {len(self) - _SHOWN:,} more")
        return "\n".join([f"<{told(len(self), 'pair', len(self.keys), self.problems)}>", *lines])

    def to_pandas(self) -> Any:  # pandas is optional
        """Return a ``pandas.DataFrame`` with a row a pair. Raises ``SimcoreError`` without pandas.

        Its columns are the fields of ``StringPair``, in the words of rows of CSV and JSON.
        """
        return frame(StringPair._fields, self.pairs)


def told(count: int, what: str, texts: int, problems: Sequence[StringProblem]) -> str:
    """Say what was found in how many texts, and how many of these were not compared.

    >>> told(1, "pair", 1200, ())
    '1 pair of 1,200 texts'
    """
    return f"{count:,} {what}{'' if count == 1 else 's'} of {told_texts(texts, problems)}"


def told_texts(texts: int, problems: Sequence[StringProblem]) -> str:
    """Say how many texts there are, and how many of them were not compared.

    >>> told_texts(1, ())
    '1 text'
    """
    said = f"{texts:,} text{'' if texts == 1 else 's'}"
    return f"{said} ({len(problems):,} in .problems)" if problems else said


def pairs(
    texts: Texts,
    *,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    expand: bool = False,
    recipe: str = USUAL_RECIPE,
    jobs: int | None = 0,
    progress: ProgressCall | None = None,
) -> StringPairs:
    """Find the pairs of near-duplicates among texts, as ``variorum pairs`` does among files.

    ``texts`` are strings, whose keys are their positions, or a mapping of keys to strings; a pandas
    Series is one. Thresholds are those of ``ScanConfig``; a ``distance`` that is named is the one
    within which all pairs of fingerprints are compared, at any cost. Equal texts are each paired
    with the first of them only, which stands for them elsewhere, unless ``expand`` is set: then
    every two are a pair, of a thousand equal texts half a million. Without ``contained`` texts that
    are part of others are left out. ``jobs`` is the number of processes (None: one a processor; 0:
    none): a script has to ask for them below ``if __name__ == "__main__":``.

    Raises ``TypeError`` and ``ValueError`` for what are no texts, ``TypeError`` for a parameter of
    another type, ``ConfigError`` for thresholds out of range and an unknown recipe.

    >>> found = pairs({
    ...     "a": "The quick brown fox jumps over the lazy dog near the river bank.",
    ...     "b": "The quick brown fox jumped over the lazy dog near the river bank!",
    ...     "c": "合同自双方签字之日起生效。",
    ...     "d": "",
    ... })
    >>> [(one.left, one.right, one.kind.value, round(one.similarity, 2)) for one in found]
    [('a', 'b', 'similar', 0.86)]
    >>> [(one.key, str(one.reason)) for one in found.problems]
    [('d', 'has no words to compare')]
    """
    config = configured(recipe, similarity, containment, distance, contained=contained, jobs=jobs)
    expand = switch(expand, "expand")
    found = report_strings(texts, config, progress)
    return StringPairs(
        tuple(_pair(found, row) for row in pair_rows(found.report, expand=expand)),
        found.keys,
        found.fingerprints,
        found.short,
        found.problems,
    )


def _pair(found: ReportedStrings, row: PairRow) -> StringPair:
    made = StringPair.of(found.key(row.left), found.key(row.right), row.figures)
    # which the row of two equal texts does not tell
    return made._replace(short=row.left.short or row.right.short)
