"""Labelled pairs, and precision and recall of found pairs against them.

Documents are identified by name, so the scores are comparable between recipes and routes. A pair
without a label counts as false at every threshold: labels must be complete from the lowest
threshold up.
"""

import csv
import functools
import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simcore.files.opening import open_regular
from simcore.model.config import LEAST_SIMILARITY
from simcore.model.reasons import ConfigError, reason_of
from simcore.model.records import Document, TextId
from simcore.model.report import ScanReport
from simcore.reports.tables import pair_rows

Names = frozenset[str]
"""The names of two documents; of one if both are the same."""


@dataclass(frozen=True, slots=True)
class Label:
    """A true pair, with its resemblance and containment if they were measured.

    ``left`` and ``right`` are paths below the folder, with slashes; ``line`` is the line of the
    pair in the file of labels.
    """

    left: str
    right: str
    resemblance: float | None = None
    containment: float | None = None
    line: int = 0

    @property
    def names(self) -> Names:
        """The pair without its direction."""
        return frozenset((self.left, self.right))


def read_labels(path: Path) -> tuple[Label, ...]:
    """Read labelled pairs: CSV with ``left,right`` and optionally ``jaccard``, ``containment``.

    Raises ``ConfigError``, with the line, if the file cannot be read, lacks the columns, has no
    pair, or has a figure that is not between 0 and 1.
    """
    try:
        with io.TextIOWrapper(open_regular(path), encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if not {"left", "right"} <= set(reader.fieldnames or ()):
                raise ConfigError(f"{path}: line 1: there must be columns left and right")
            labels = tuple(_label(path, reader.line_num, row) for row in reader)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not in UTF-8") from error
    except csv.Error as error:
        raise ConfigError(f"{path}: is no CSV file: {error}") from error
    if not labels:
        raise ConfigError(f"{path}: has no labelled pair")
    return labels


def _label(path: Path, line: int, row: Mapping[str, str | None]) -> Label:
    left, right = (Path(row[side] or "").as_posix() for side in ("left", "right"))
    if not row["left"] or not row["right"] or left == right:
        raise ConfigError(f"{path}: line {line}: a pair must name two different files")
    try:
        resemblance, containment = (_figure_of(row.get(c)) for c in ("jaccard", "containment"))
    except ValueError:
        raise ConfigError(
            f"{path}: line {line}: jaccard and containment must be shares from 0 to 1"
        ) from None
    return Label(left, right, resemblance, containment, line)


def _figure_of(text: str | None) -> float | None:
    if not text:
        return None
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def absent(labels: Iterable[Label], folder: Path) -> dict[Label, list[str]]:
    """Return the labels that name files missing below a folder, with these names."""

    @functools.cache
    def missing(name: str) -> bool:
        return not (folder / name).is_file()

    checked = ((label, [n for n in (label.left, label.right) if missing(n)]) for label in labels)
    return {label: names for label, names in checked if names}


CLEAR = 0.9
"""A pair that is labelled this much alike must be found."""

WRONG = 0.6
"""A pair that is labelled less alike than this must not be shown."""


@dataclass(frozen=True, slots=True)
class FoundPair:
    """A pair that was found: names, distance in bits, exact resemblance and containment."""

    left: str
    right: str
    distance: int
    resemblance: float
    containment: float

    @property
    def names(self) -> Names:
        """The pair without its direction."""
        return frozenset((self.left, self.right))


@dataclass(frozen=True, slots=True)
class Route:
    """One route by which candidates are proposed for the exact comparison.

    ``proposed`` maps each pair of different texts, named by one document of either, to the least
    distance in bits at which this route proposes it; None if it does not depend on distance.
    """

    name: str
    proposed: Mapping[Names, int | None]


SIMILARITY, CONTAINMENT = "similarity", "containment"
"""The measures: what a threshold applies to, of a label and of a found pair."""


def _figure(measure: str, one: Label | FoundPair) -> float | None:
    return one.resemblance if measure == SIMILARITY else one.containment


@dataclass(frozen=True, slots=True)
class Score:
    """The agreement of the pairs shown at two thresholds with the labels.

    ``distance`` is in bits, ``threshold`` a similarity or a containment as ``measure`` names it;
    ``true`` pairs are labelled at least the threshold, ``shown`` ones lie within both, ``hits``
    are both. ``clear`` counts the pairs labelled at least 0.9 and ``clear_hits`` those of them
    that are shown; ``wrong`` counts the shown ones that are labelled below 0.6, or not at all.
    """

    measure: str
    distance: int
    threshold: float
    shown: int
    true: int
    hits: int
    clear: int
    clear_hits: int
    wrong: int

    @property
    def precision(self) -> float:
        """The share of the shown pairs that is true; 1 if nothing is shown."""
        return self.hits / self.shown if self.shown else 1.0

    @property
    def recall(self) -> float:
        """The share of the true pairs that is shown; 1 if nothing is true."""
        return self.hits / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall (van Rijsbergen 1979).

        >>> Score("similarity", 3, 0.7, shown=4, true=6, hits=3, clear=0, clear_hits=0, wrong=1).f1
        0.6
        """
        return 2 * self.hits / (self.shown + self.true) if self.shown + self.true else 1.0

    @property
    def must_find(self) -> float:
        """The share of the pairs labelled at least 0.9 that is shown."""
        return self.clear_hits / self.clear if self.clear else 1.0

    @property
    def must_not(self) -> float:
        """The share of the shown pairs that is labelled below 0.6."""
        return self.wrong / self.shown if self.shown else 0.0


@dataclass(frozen=True, slots=True)
class RouteScore:
    """The number of candidates that a route proposes, and of true pairs among them.

    ``distance`` is in bits, None for a route without one. Documents with equal text need no
    comparison; true pairs of such count as proposed by every route.
    """

    route: str
    distance: int | None
    threshold: float
    candidates: int
    true: int
    hits: int

    @property
    def recall(self) -> float:
        """The share of the true pairs that is proposed; 1 if nothing is true."""
        return self.hits / self.true if self.true else 1.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All scores: every measure at every distance and threshold, then every route."""

    scores: tuple[Score, ...]
    routes: tuple[RouteScore, ...]


def document_names(documents: Iterable[Document], folder: Path) -> dict[str, Document]:
    """Return documents by their path below a folder, with slashes."""
    return {document.path.relative_to(folder).as_posix(): document for document in documents}


def found_pairs(report: ScanReport, folder: Path) -> list[FoundPair]:
    """Return every pair of documents of a report, independent of its thresholds."""
    widest = replace(report.config, distance=64, similarity=LEAST_SIMILARITY)
    return [
        FoundPair(
            row.left.path.relative_to(folder).as_posix(),
            row.right.path.relative_to(folder).as_posix(),
            row.figures.distance,
            row.figures.resemblance,
            row.figures.containment,
        )
        for row in pair_rows(replace(report, config=widest), expand=True)
    ]


def named_pairs(
    candidates: Iterable[tuple[Document, Document, int]], folder: Path
) -> dict[Names, int]:
    """Return the names of candidate pairs with their distances, as ``Route`` has them."""
    return {
        frozenset(document_names((left, right), folder)): bits for left, right, bits in candidates
    }


def evaluate(
    found: Sequence[FoundPair],
    labels: Sequence[Label],
    distances: Sequence[int],
    thresholds: Sequence[float],
    routes: Sequence[Route] = (),
    texts: Mapping[str, TextId] | None = None,
) -> Evaluation:
    """Compare found pairs with labelled ones at every distance and threshold.

    A label without resemblance is true at every similarity; containment is scored if any label has
    one. ``texts`` maps documents to their texts, for the routes: these propose pairs of texts, and
    any two documents with these texts are then a candidate.

    >>> found = [FoundPair("a", "b", 2, 0.9, 0.9), FoundPair("a", "c", 7, 0.8, 0.9)]
    >>> labels = [Label("b", "a", 0.9), Label("c", "d", 0.8)]
    >>> [(s.distance, s.precision, s.recall) for s in evaluate(found, labels, [3, 8], [0.7]).scores]
    [(3, 1.0, 0.5), (8, 0.5, 0.5)]
    """

    def scored(measure: str, threshold: float) -> Iterator[Score]:
        true = _true(labels, measure, threshold)
        clear = _true(labels, measure, CLEAR)
        acceptable = _true(labels, measure, WRONG)
        shown = {p.names: p.distance for p in found if (_figure(measure, p) or 0.0) >= threshold}
        for distance in distances:
            names = {pair for pair, bits in shown.items() if bits <= distance}
            yield Score(
                measure,
                distance,
                threshold,
                shown=len(names),
                true=len(true),
                hits=len(names & true),
                clear=len(clear),
                clear_hits=len(names & clear),
                wrong=len(names - acceptable),
            )

    measures = [SIMILARITY]
    if any(label.containment is not None for label in labels):
        measures.append(CONTAINMENT)
    scores = tuple(
        score
        for measure in measures
        for threshold in thresholds
        for score in scored(measure, threshold)
    )
    proposed = tuple(
        score
        for route in routes
        for threshold in thresholds
        for score in _route_scores(
            route, _true(labels, SIMILARITY, threshold), texts or {}, distances, threshold
        )
    )
    return Evaluation(scores, proposed)


def _true(pairs: Iterable[Label], measure: str, threshold: float) -> set[Names]:
    # a label without figures means that the two are duplicates, not that one contains the other
    unknown = 1.0 if measure == SIMILARITY else 0.0
    figures = ((one, _figure(measure, one)) for one in pairs)
    return {
        one.names for one, found in figures if (unknown if found is None else found) >= threshold
    }


def _route_scores(
    route: Route,
    true: set[Names],
    texts: Mapping[str, TextId],
    distances: Sequence[int],
    threshold: float,
) -> Iterable[RouteScore]:
    # a route proposes pairs of texts, and with them all copies
    least: dict[frozenset[object], int | None] = {
        frozenset(texts.get(name, name) for name in pair): bits
        for pair, bits in route.proposed.items()
    }
    with_distance = any(bits is not None for bits in least.values())
    proposed = Counter(bits or 0 for bits in least.values())
    wanted = [frozenset(texts.get(name, name) for name in pair) for pair in true]
    # two documents with equal text need no proposal
    reached = Counter(
        0 if len(pair) == 1 else least[pair] or 0
        for pair in wanted
        if len(pair) == 1 or pair in least
    )
    for distance in distances if with_distance else [None]:
        upto = math.inf if distance is None else distance
        candidates, hits = (
            sum(count for bits, count in counted.items() if bits <= upto)
            for counted in (proposed, reached)
        )
        yield RouteScore(route.name, distance, threshold, candidates, len(true), hits)
