"""``variorum similar``: the documents similar to one file."""

import argparse
from pathlib import Path

import simcore
from simcore.cli.lines import similar_lines
from simcore.cli.options import add_distance, add_scanning, add_similarity, configured
from simcore.cli.scanning import (
    index_of,
    judgements_of,
    scanned,
    tell_problems,
    tell_short,
)
from simcore.cli.terminal import print_lines
from simcore.model.config import LEAST_SIMILARITY
from simcore.model.errors import ConfigError, FolderError


def similar_command(parser: argparse.ArgumentParser) -> None:
    """Find the documents similar to one file, in folders or in the whole index."""
    parser.add_argument("file", type=Path, metavar="FILE")
    add_scanning(parser, folders="*")
    add_distance(parser)
    add_similarity(parser, LEAST_SIMILARITY)

    def run(arguments: argparse.Namespace) -> None:
        if not arguments.folders:
            _similar_in_index(arguments)
            return
        with scanned(arguments, compare=False) as found:
            report = found.report
            similar = simcore.find_similar(
                arguments.file, report, found.index, report.config.distance
            )
            print_lines(similar_lines(similar, report.documents))
            tell_short(report)

    parser.set_defaults(run=run)


def _similar_in_index(arguments: argparse.Namespace) -> None:
    """Answer from the index of earlier scans: no folder is listed."""
    if arguments.include or arguments.exclude or arguments.follow_links or arguments.all_text:
        raise ConfigError(
            "--include, --exclude, --all-text and --follow-links are for folders; name one"
        )
    config = configured(arguments)
    path = index_of(arguments)
    if not path.exists():
        raise FolderError(f"{path}: there is no index yet; name folders to scan")
    with simcore.FingerprintIndex(path) as index:
        similar = simcore.recall_similar(
            arguments.file,
            config,
            index,
            config.distance,
            encodings=judgements_of(path).encodings,
        )
    tell_problems(similar.problems)
    print_lines(similar_lines(similar.pairs, similar.documents))
