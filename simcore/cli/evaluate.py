"""``variorum evaluate``: precision and recall of recipes on labelled pairs."""

import argparse
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from simcore.analysis.evaluate import (
    CONTAINMENT,
    SIMILARITY,
    Evaluation,
    Route,
    RouteScore,
    Score,
    document_names,
    evaluate,
    found_pairs,
    named_pairs,
)
from simcore.analysis.labels import Label, absent, read_labels
from simcore.analysis.plot import check_plot, plot_curves
from simcore.cli.options import (
    ROWS,
    add_output,
    add_similarity,
    add_workers,
    check_document,
    named_path,
    tell_problems,
    working,
)
from simcore.cli.output import Bar, counted, opened, print_lines, print_rows, say
from simcore.fingerprints import find_recipe
from simcore.index.index import FingerprintIndex
from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    ScanConfig,
    start_distance,
)
from simcore.model.reasons import FolderError, SimcoreError
from simcore.pipeline.candidates import candidate_pairs, sketch_candidate_pairs
from simcore.pipeline.scan import scan
from simcore.reports.formats import Cell

EVALUATION_COLUMNS = tuple(
    "recipe measure distance threshold proposed shown true hits precision recall f1 must_find "
    "must_not".split()
)
_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)

_Measured = tuple[int, Evaluation]
"""The number of documents, and their evaluation."""


def evaluate_command(parser: argparse.ArgumentParser) -> None:
    """Measure precision and recall against labelled pairs."""
    parser.add_argument(
        "folder", type=named_path, metavar="FOLDER", help="the folder of the documents"
    )
    parser.add_argument(
        "pairs",
        type=named_path,
        metavar="PAIRS.csv",
        help="true pairs: left,right (paths below FOLDER), perhaps jaccard and containment",
    )
    parser.add_argument(
        "--recipe",
        action="append",
        metavar="NAME",
        help="how fingerprints are made; may be given several times (default: default)",
    )
    add_workers(parser)
    parser.add_argument(
        "--index",
        type=named_path,
        default=Path(":memory:"),
        metavar="FILE",
        help="index to use, created when missing (default: none is left behind)",
    )
    parser.add_argument(
        "--distance",
        type=int,
        default=DEFAULT_DISTANCE,
        metavar="K",
        help="greatest distance in bits; every pair within it is compared "
        f"(default: {DEFAULT_DISTANCE})",
    )
    add_similarity(parser, DEFAULT_SIMILARITY)
    parser.add_argument(
        "--plot",
        type=named_path,
        metavar="FILE",
        help="draw the curves, such as curves.png (default: no)",
    )
    add_output(parser, ("text", *ROWS))
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    recipes: list[str] = list(dict.fromkeys(arguments.recipe or ["default"]))
    configs = {recipe: _config(recipe, arguments) for recipe in recipes}
    if arguments.plot:
        check_plot(arguments.plot)
    if not arguments.folder.is_dir():
        raise FolderError(f"{arguments.folder}: is not a folder")
    check_document(arguments.pairs)
    labels = _usable(read_labels(arguments.pairs), arguments.folder, arguments.pairs)
    results = {
        recipe: _measure(arguments.folder, labels, config, arguments.index)
        for recipe, config in configs.items()
    }
    evaluations = {recipe: evaluation for recipe, (_, evaluation) in results.items()}
    if arguments.format == "text":
        print_lines(_lines(results, labels, arguments.similarity), arguments.output)
    else:
        print_rows(arguments, EVALUATION_COLUMNS, evaluation_rows(evaluations))
    if arguments.plot:
        with opened(arguments.plot) as file:
            plot_curves(evaluations, file, arguments.plot.suffix, arguments.similarity)


def _config(recipe: str, arguments: argparse.Namespace) -> ScanConfig:
    find_recipe(recipe)  # fail on a typo in the last name before the scans of the others
    return ScanConfig(
        recipe=recipe,
        distance=arguments.distance,
        compared_distance=arguments.distance,
        similarity=arguments.similarity,
        jobs=arguments.jobs,
        seconds_a_file=arguments.seconds_a_file or None,
    )


def _usable(labels: Sequence[Label], folder: Path, source: Path) -> list[Label]:
    """Leave out, and print, the pairs whose files are missing."""
    gone = absent(labels, folder)
    for label, names in gone.items():
        listed = " and ".join(names)
        verb = "is" if len(names) == 1 else "are"
        say(f"variorum: {source}: line {label.line}: left out, {listed} {verb} not in {folder}")
    usable = [label for label in labels if label not in gone]
    if not usable:
        raise SimcoreError(f"{source}: none of its pairs has both files in {folder}")
    if gone:
        say(f"variorum: {source}: {len(gone)} of {counted(len(labels), 'pair')} left out")
    return usable


def _measure(folder: Path, labels: Sequence[Label], config: ScanConfig, index: Path) -> _Measured:
    bar = Bar()
    with FingerprintIndex(index) as opened_index, contextlib.closing(bar):
        with working(config) as executor:
            report = scan([folder], config, opened_index, executor, bar)
        candidates = candidate_pairs(report.documents.values(), config.distance, bar)
        shared, _ = sketch_candidate_pairs(
            report.documents.values(), opened_index, config.containment, bar
        )
    tell_problems(report.problems)
    named = document_names(report.documents.values(), folder)
    for name in sorted({name for label in labels for name in label.names} - set(named)):
        say(f"variorum: {folder / name}: is labelled, but was not read; its pairs count as missed")
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


def evaluation_rows(evaluations: Mapping[str, Evaluation]) -> Iterator[tuple[Cell, ...]]:
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


def _cells(found: Score | RouteScore, **said: Cell) -> tuple[Cell, ...]:
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
