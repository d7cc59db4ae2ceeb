"""A plot of the curves of an evaluation; needs matplotlib."""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from benchmarks.recipes.scores import SIMILARITY, Evaluation
from simcore.model.reasons import ConfigError, SimcoreError

_LABELS = {"precision": "precision", "recall": "recall", "f1": "F1"}


def _canvas() -> Any:  # matplotlib is optional and imported late
    try:
        figure = importlib.import_module("matplotlib.figure").Figure(layout="constrained")
        return importlib.import_module("matplotlib.backends.backend_agg").FigureCanvasAgg(figure)
    except ImportError as error:
        raise SimcoreError(
            "a plot needs matplotlib, which is not installed: pip install matplotlib"
        ) from error


def check_plot(path: Path) -> None:
    """Raise what ``plot_curves`` would fail by before anything is computed.

    ``SimcoreError`` if matplotlib is missing, ``ConfigError`` if it cannot write the format that
    the name's suffix stands for.
    """
    formats = _canvas().get_supported_filetypes()
    if path.suffix[1:].lower() not in formats:
        raise ConfigError(f"{path}: a plot's name must end in one of: {', '.join(sorted(formats))}")


def plot_curves(
    evaluations: Mapping[str, Evaluation], file: IO[bytes], suffix: str, threshold: float
) -> None:
    """Draw precision, recall and F1 by distance at one threshold, a panel a recipe.

    The recall of the candidates of each route is drawn, too. ``suffix`` is that of a name which
    ``check_plot`` allows. Raises ``SimcoreError`` if matplotlib is missing, and ``OSError``.
    """
    canvas = _canvas()
    figure = canvas.figure
    figure.set_size_inches(5 * len(evaluations) + 1, 4)
    panels = figure.subplots(1, len(evaluations), sharey=True, squeeze=False)[0]
    for panel, (recipe, evaluation) in zip(panels, evaluations.items(), strict=True):
        scores = [
            score
            for score in evaluation.scores
            if score.measure == SIMILARITY and score.threshold == threshold
        ]
        distances = [score.distance for score in scores]
        # each curve has its own marker, so that colour is not the only difference
        for (name, label), marker in zip(_LABELS.items(), "ov^", strict=True):
            values = [getattr(score, name) for score in scores]
            panel.plot(distances, values, marker=marker, markersize=4, label=label)
        for route in dict.fromkeys(score.route for score in evaluation.routes):
            key = route, threshold
            proposed = [one for one in evaluation.routes if (one.route, one.threshold) == key]
            flat = proposed[0].distance is None
            panel.plot(
                distances if flat else [score.distance for score in proposed],
                [score.recall for score in proposed] * (len(distances) if flat else 1),
                linestyle="--",
                label=f"recall of candidates: {route}",
            )
        panel.set(title=recipe, xlabel="distance in bits", ylim=(0, 1.02))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel(f"share, of pairs at least {threshold:g} alike")
    panels[0].legend(loc="lower right")
    figure.savefig(file, format=suffix[1:].lower(), dpi=120)
