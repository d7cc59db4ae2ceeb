"""``variorum explain``: the explanation of the distance of two files."""

import argparse

import simcore
from simcore.cli.explanation_lines import explanation_lines
from simcore.cli.options import (
    ROWS,
    add_index_of_judgements,
    add_output,
    add_recipe,
    add_thresholds,
    configured,
    named_path,
)
from simcore.cli.scanning import check_document, judgements_of
from simcore.cli.terminal import naming, print_lines, print_rows
from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.store.paths import default_index_path


def explain_command(parser: argparse.ArgumentParser) -> None:
    """Say what differs in two files and why they are alike."""
    parser.add_argument("left", type=named_path, metavar="FILE", help="a document")
    parser.add_argument(
        "right", type=named_path, metavar="FILE", help="the document to compare it with"
    )
    add_index_of_judgements(parser)
    add_recipe(parser)
    add_thresholds(parser)
    parser.add_argument(
        "--votes",
        action="store_true",
        help="how features, their hashes and votes make the distance, too",
    )
    add_output(parser, ("text", *ROWS))

    def run(arguments: argparse.Namespace) -> None:
        for path in (arguments.left, arguments.right):
            check_document(path)
        config = configured(arguments)
        encodings = None
        if not arguments.ignore_judgements:
            encodings = judgements_of(arguments.index or default_index_path()).encodings
        try:
            explained = simcore.explain(
                arguments.left, arguments.right, config, encodings=encodings
            )
        except ReadError as error:
            # which is an answer
            if error.reason.code is not ReasonCode.EQUAL_BYTES or arguments.format != "text":
                raise
            print_lines([str(error.reason)], arguments.output)
            return
        if arguments.format == "text":
            named = naming(arguments.output)
            lines = explanation_lines(explained, config, votes=arguments.votes, named=named)
            print_lines(lines, arguments.output)
            return
        from simcore.cli.explanation_row import explanation_row  # noqa: PLC0415 - only for rows

        in_json = arguments.format in {"json", "jsonl"}
        row = explanation_row(
            explained, config, passages=in_json, votes=arguments.votes and in_json
        )
        print_rows(arguments, [*row], [[*row.values()]])

    parser.set_defaults(run=run)
