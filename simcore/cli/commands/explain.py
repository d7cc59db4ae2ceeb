"""``variorum explain``: the explanation of the distance of two files."""

import argparse
from pathlib import Path

import simcore
from simcore.cli.lines import explanation_lines
from simcore.cli.options import (
    add_containment,
    add_distance,
    add_recipe,
    add_similarity,
    configured,
)
from simcore.cli.terminal import print_lines
from simcore.model.config import DEFAULT_SIMILARITY


def explain_command(parser: argparse.ArgumentParser) -> None:
    """Explain the distance of two files."""
    parser.add_argument("left", type=Path, metavar="FILE")
    parser.add_argument("right", type=Path, metavar="FILE")
    add_recipe(parser)
    add_distance(parser)
    add_similarity(parser, DEFAULT_SIMILARITY)
    add_containment(parser)

    def run(arguments: argparse.Namespace) -> None:
        config = configured(arguments)
        explained = simcore.explain(arguments.left, arguments.right, config)
        print_lines(explanation_lines(explained, config))

    parser.set_defaults(run=run)
