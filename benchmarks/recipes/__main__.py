"""Precision and recall of recipes on labelled pairs.

    python -m benchmarks.recipes FOLDER PAIRS.csv [--recipe NAME ...] [--csv] [--plot FILE]

PAIRS.csv has the columns ``left,right``, paths below FOLDER, and perhaps ``jaccard`` and
``containment``, shares from 0 to 1. A pair without ``jaccard`` is true at every similarity; a pair
that the file does not have is false. Every pair within ``--distance`` is compared. Prints
precision, recall and F1 by distance and by threshold, and how many candidates each route proposes
and how many true pairs are among them, as Markdown or as rows.
"""

import argparse
import contextlib
import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.recipes.plot import check_plot, plot_curves
from benchmarks.recipes.scores import (
    CONTAINMENT,
    SIMILARITY,
    Evaluation,
    Label,
    Route,
    RouteScore,
    Score,
    absent,
    document_names,
    evaluate,
    found_pairs,
    named_pairs,
    read_labels,
)
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.cli.output import Bar, counted
from simcore.fingerprints import find_recipe
from simcore.index.documents import Documents, KnownFiles
from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    start_distance,
)
from simcore.model.reasons import SimcoreError
from simcore.pipeline.candidates import candidate_pairs, find_candidates
from simcore.pipeline.jobs import recipe_key
from simcore.workers import make_executor, stop_executor

EVALUATION_COLUMNS = tuple(
    "recipe measure distance threshold proposed shown true hits precision recall f1 must_find "
    "must_not".split()
)
_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)

_Measured = tuple[int, Evaluation]
"""The number of documents, and their evaluation."""


def main(argv: Sequence[str] | None = None) -> int:
    """Evaluate recipes and print the tables; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the documents")
    parser.add_argument("pairs", type=Path, help="true pairs: left,right[,jaccard,containment]")
    parser.add_argument("--recipe", action="append", help="may be given several times")
    parser.add_argument("--jobs", type=int, help="worker processes (default: one a processor)")
    parser.add_argument("--index", type=Path, default=Path(":memory:"))
    parser.add_argument("--distance", type=int, default=DEFAULT_DISTANCE)
    parser.add_argument("--similarity", type=float, default=DEFAULT_SIMILARITY)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves, too")
    parser.add_argument("--csv", action="store_true", help="print rows instead of tables")
    try:
        _run(parser.parse_args(argv))
    except SimcoreError as error:
        _say(str(error))
        return 1
    return 0


def _say(message: str) -> None:
    print(message, file=sys.stderr)


def _run(arguments: argparse.Namespace) -> None:
    recipes: list[str] = list(dict.fromkeys(arguments.recipe or ["default"]))
    configs = {recipe: _config(recipe, arguments) for recipe in recipes}
    if arguments.plot:
        check_plot(arguments.plot)
    labels = _usable(read_labels(arguments.pairs), arguments.folder, arguments.pairs)
    results = {
        recipe: _measure(arguments.folder, labels, config, arguments.index)
        for recipe, config in configs.items()
    }
    evaluations = {recipe: evaluation for recipe, (_, evaluation) in results.items()}
    if arguments.csv:
        csv.writer(sys.stdout).writerows([EVALUATION_COLUMNS, *evaluation_rows(evaluations)])
    else:
        print(*_lines(results, labels, arguments.similarity), sep="\n", flush=True)
    if arguments.plot:
        with arguments.plot.open("wb") as file:
            plot_curves(evaluations, file, arguments.plot.suffix, arguments.similarity)


def _config(recipe: str, arguments: argparse.Namespace) -> ScanConfig:
    find_recipe(recipe)  # fail on a typo in the last name before the scans of the others
    return ScanConfig(
        recipe=recipe,
        distance=arguments.distance,
        compared_distance=arguments.distance,
        similarity=arguments.similarity,
        jobs=arguments.jobs,
    )


def _usable(labels: Sequence[Label], folder: Path, source: Path) -> list[Label]:
    """Leave out, and print, the pairs whose files are missing."""
    gone = absent(labels, folder)
    for label, names in gone.items():
        verb = "is" if len(names) == 1 else "are"
        _say(f"{source}: line {label.line}: left out, {' and '.join(names)} {verb} not in {folder}")
    usable = [label for label in labels if label not in gone]
    if not usable:
        raise SimcoreError(f"{source}: none of its pairs has both files in {folder}")
    return usable


def _measure(folder: Path, labels: Sequence[Label], config: ScanConfig, index: Path) -> _Measured:
    bar = Bar()
    executor = make_executor(config.jobs, config.seconds_a_file)
    with FingerprintIndex(index) as opened_index, contextlib.closing(bar):
        try:
            report = scan([folder], config, opened_index, executor, bar)
        finally:
            stop_executor(executor)
        candidates = candidate_pairs(report.documents.values(), config.distance, bar)
        listed = Documents(KnownFiles(), list(report.documents.values()), config.recipe)
        proposed = find_candidates(listed, opened_index, recipe_key(config), config.sought, bar)
        shared = [
            (listed.at(left), listed.at(right), 0)
            for left, right in zip(proposed.left.tolist(), proposed.right.tolist(), strict=True)
        ]
    for problem in report.problems:
        _say(f"{problem.path}: {problem.reason}")
    named = document_names(report.documents.values(), folder)
    for name in sorted({name for label in labels for name in label.names} - set(named)):
        _say(f"{folder / name}: is labelled, but was not read; its pairs count as missed")
    found = found_pairs(report, folder)
    # a pair may be found by other routes than its fingerprints, at any distance
    farthest = max([pair.distance for pair in found], default=0)
    evaluation = evaluate(
        found,
        labels,
        [*range(config.distance + 1), *([farthest] if farthest > config.distance else [])],
        sorted({*_THRESHOLDS, config.similarity}),
        [
            Route("fingerprints", named_pairs(candidates, folder)),
            Route("passages", dict.fromkeys(named_pairs(shared, folder))),
        ],
        {name: document.text for name, document in named.items()},
    )
    return report.counts.documents, evaluation


def evaluation_rows(evaluations: Mapping[str, Evaluation]) -> Iterator[tuple[object, ...]]:
    """Return the cells of ``EVALUATION_COLUMNS``: the scores, then the candidates by route.

    A route's rows have ``candidates: ROUTE`` for their measure, and what follows from shown
    pairs is None.
    """
    for recipe, evaluation in evaluations.items():
        for score in evaluation.scores:
            yield _cells(score, recipe=recipe)
        for route in evaluation.routes:
            measure = f"candidates: {route.route}"
            yield _cells(route, recipe=recipe, measure=measure, proposed=route.candidates)


def _cells(found: Score | RouteScore, **said: object) -> tuple[object, ...]:
    """Return what is said of a score, and the fields of it that are called as columns are."""
    said["threshold"] = found.threshold  # as it was given
    values = {name: said.get(name, getattr(found, name, None)) for name in EVALUATION_COLUMNS}
    figures = {name: round(one, 6) for name, one in values.items() if isinstance(one, float)}
    return tuple((values | figures | said).values())


def _lines(
    results: Mapping[str, _Measured], labels: Sequence[Label], threshold: float
) -> Iterator[str]:
    for number, (recipe, (documents, evaluation)) in enumerate(results.items()):
        if number:
            yield ""
        pairs = counted(len(labels), "labelled pair")
        yield f"recipe {recipe}: {counted(documents, 'document')}, {pairs}"
        yield from evaluation_lines(evaluation, threshold, start_distance(recipe))


def evaluation_lines(
    evaluation: Evaluation, threshold: float, start: int = DEFAULT_DISTANCE
) -> Iterator[str]:
    """Write an evaluation as Markdown tables.

    First by distance at one threshold, with the candidates of the routes; then by similarity at
    the distance where the recipe starts, or the greatest where that is less; then by
    containment, whatever the distance.
    """
    scores = [s for s in evaluation.scores if s.measure == SIMILARITY]
    at_threshold = [s for s in scores if s.threshold == threshold]
    routes = [s for s in evaluation.routes if s.threshold == threshold]
    names = list(dict.fromkeys(score.route for score in routes))
    yield ""
    yield f"Pairs at least {threshold:g} alike, {at_threshold[0].true} of them true, by distance:"
    yield ""
    columns = ["distance", "shown", *_FIGURE_COLUMNS]
    for name in names:
        columns += [f"{name}: proposed", "recall"]
    yield from _header(columns)
    marks = {CLASSIC_DISTANCE: " (classic)", start: " (start)"}
    for score in at_threshold:
        distance = f"{score.distance}{marks.get(score.distance, '')}"
        cells = [distance, str(score.shown), *_figure_cells(score)]
        for name in names:
            at = (None, score.distance)
            route = next(s for s in routes if s.route == name and s.distance in at)
            cells += [str(route.candidates), f"{route.recall:.4f}"]
        yield _row(cells)
    greatest = max(score.distance for score in scores)
    for measure, within in (
        (SIMILARITY, min(start, greatest)),
        (CONTAINMENT, greatest),
    ):
        slices = [s for s in evaluation.scores if s.measure == measure and s.distance == within]
        if slices:
            yield ""
            yield f"Within {within} bits, by least {measure}:"
            yield ""
            yield from _header([measure, "true", "shown", *_FIGURE_COLUMNS])
            for score in slices:
                counts = f"{score.threshold:g}", str(score.true), str(score.shown)
                yield _row([*counts, *_figure_cells(score)])
    yield ""
    yield (
        "must find: share of the pairs labelled at least 0.9 that is shown; must not: share of "
        "the shown pairs labelled below 0.6 or not at all"
    )


_FIGURE_COLUMNS = ("precision", "recall", "F1", "must find", "must not")


def _figure_cells(score: Score) -> list[str]:
    figures = score.precision, score.recall, score.f1, score.must_find, score.must_not
    return [f"{figure:.4f}" for figure in figures]


def _header(columns: Sequence[str]) -> Iterator[str]:
    yield _row(columns)
    yield "|" + "---|" * len(columns)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
