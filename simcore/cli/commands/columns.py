"""``variorum pairs TABLE --text COLUMN``: rows of tables in the place of documents."""

import argparse
import codecs
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.cli.ending import outcome
from simcore.cli.options import NAMES, configured
from simcore.cli.scanning import check_there, note_unread, tell_short
from simcore.cli.terminal import MANNERS, Bar, counted, naming, print_lines, print_rows, say
from simcore.grouping.keeping.reasons import WhyKept
from simcore.model.errors import ConfigError

if TYPE_CHECKING:
    from simcore.strings.reading import ReportedStrings

Tell = Callable[[argparse.Namespace, "ReportedStrings"], None]

_ALSO_OF_TEXTS = frozenset(
    "text id encoding folders files_from null recipe dictionary as_in_window jobs seconds_a_file "
    "distance similarity containment no_contained grouping expand format output fail_if_found "
    "quiet verbose progress config help".split()
)
"""Where the values of options are that mean something for rows of tables, too."""

_NO_CELLS = ("left_marked", "right_marked", "modified", "encoding")
"""Columns of what a document has and a row of a table has not."""


def add_column(parser: argparse.ArgumentParser, tell: Tell) -> None:
    """Let a command, whose ``run`` is set, take tables; ``tell`` writes what was found in them."""
    table = parser.add_argument_group(
        "texts of a table",
        "With --text the texts are those of a column, and no index is used. What is\n"
        "named are tables then: .csv, .tsv, .jsonl, .ndjson, .parquet.",
    )
    table.add_argument(
        "--text", metavar="COLUMN", help="the column that holds the texts (default: none)"
    )
    table.add_argument(
        "--id",
        metavar="COLUMN",
        help="the column by which rows are named (default: their number, from 0)",
    )
    table.add_argument(
        "--encoding",
        type=_encoding,
        metavar="NAME",
        help="the encoding of CSV (default: as recognised)",
    )
    usual: Callable[[argparse.Namespace], None] = parser.get_default("run")

    def run(arguments: argparse.Namespace) -> None:
        if arguments.text is not None:
            _check_options(arguments)
            _answer(arguments, tell)
            return
        for name in ("id", "encoding"):
            if getattr(arguments, name) is not None:
                raise ConfigError(f"--{name} is about a table: --text COLUMN is missing")
        usual(arguments)

    parser.set_defaults(run=run)


def _encoding(name: str) -> str:
    try:
        codecs.lookup(name)
    except (LookupError, ValueError) as error:  # the latter of a zero byte
        raise argparse.ArgumentTypeError(f"{name!r} is no encoding") from error
    return name


def _check_options(arguments: argparse.Namespace) -> None:
    """Refuse what is about files. Raises ``ConfigError``."""
    for name, usual in arguments.defaults.items():
        if name not in _ALSO_OF_TEXTS and getattr(arguments, name) != usual:
            raise ConfigError(f"--{name.replace('_', '-')} is about files: not with --text")
    if arguments.format in {NAMES, "html"}:
        name = "--print0" if arguments.format == NAMES else "--format html"
        raise ConfigError(f"{name} is about files: not with --text")


def _answer(arguments: argparse.Namespace, tell: Tell) -> None:
    """Compare the texts, and tell what was found."""
    from simcore.strings.reading import report_strings  # noqa: PLC0415 - few ask for it

    config = replace(configured(arguments), keep_days=0, folder_days=())
    bar = Bar()
    texts = _texts(arguments)
    with closing(bar):
        found = report_strings(texts, config, bar.report)
    for one in found.problems:
        say(f"variorum: {'all texts' if one.of_all else one.key}: {one.reason}")
    note_unread(found.report.problems)
    outcome().found = bool(found.report.pairs or found.report.groups)
    tell(arguments, found)
    tell_short(found.report)


def _texts(arguments: argparse.Namespace) -> Mapping[Hashable, str]:
    """Return the texts of all tables by their keys, with the table's name if there are several.

    Raises ``FolderError``, ``ConfigError``, ``StringsFileError`` and ``SimcoreError``: nothing is
    done with the other tables then.
    """
    from simcore.strings.columns import read_column  # noqa: PLC0415 - few ask for it

    paths: Sequence[Path] = arguments.folders
    found: dict[Hashable, str] = {}
    for at, path in enumerate(paths):
        check_there(path)
        if path.is_dir():
            raise ConfigError(f"{path}: is a folder, and --text is about tables in files")
        texts = read_column(path, arguments.text, key=arguments.id, encoding=arguments.encoding)
        for key, text in texts.items():
            if key == "":
                raise ConfigError(f"{path}: of a row {arguments.id!r} is empty: name it")
            # what is printed of the number 1 and of the text "1" is the same
            name = str(key) if len(paths) == 1 else f"{path}:{key}"
            if name in found:
                if any(map(path.samefile, paths[:at])):
                    raise ConfigError(f"{path}: is named twice")
                raise ConfigError(f"{path}: two rows are called {name!r}")
            found[name] = text
        if MANNERS.verbose:
            say(f"variorum: {path}: {counted(len(texts), 'text')}")
    return found


def tell_pairs(arguments: argparse.Namespace, found: "ReportedStrings") -> None:
    """Write the pairs of texts."""
    from simcore.reports import tables  # noqa: PLC0415 - only for rows

    rows = tables.pair_rows(found.report, expand=arguments.expand)
    kept = found.report.kept
    cells = (row.cells(kept, frozenset()) for row in rows)
    print_rows(arguments, tables.PAIR_COLUMNS, _by_keys(found, tables.PAIR_COLUMNS, cells))


def tell_groups(arguments: argparse.Namespace, found: "ReportedStrings") -> None:
    """Write the groups of texts."""
    from simcore.cli.lines import group_lines  # noqa: PLC0415 - only for lines
    from simcore.reports import tables  # noqa: PLC0415 - only for rows

    if arguments.format == "text":
        name = naming(arguments.output)
        lines = group_lines(found.report, lambda path: name(found.key_of(path)))
        print_lines(lines, arguments.output)
        return
    rows = tables.group_rows(found.report)
    print_rows(arguments, tables.GROUP_COLUMNS, _by_keys(found, tables.GROUP_COLUMNS, rows))


def tell_fingerprints(arguments: argparse.Namespace, found: "ReportedStrings") -> None:
    """Write the fingerprints of texts."""
    from simcore.reports import tables  # noqa: PLC0415 - only for rows

    columns = tables.FINGERPRINT_COLUMNS
    print_rows(arguments, columns, _by_keys(found, columns, tables.fingerprint_rows(found.report)))


def _by_keys(
    found: "ReportedStrings", columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> Iterator[list[object]]:
    """Yield rows with the keys of texts in the place of names of files, and nothing of files."""
    without = [name in _NO_CELLS for name in columns]

    def shown(cell: object) -> object:
        if isinstance(cell, Path):
            return str(found.key_of(cell))
        return "first of them" if cell == WhyKept.FIRST_ON_DISK else cell

    for row in rows:
        yield [None if no_cell else shown(cell) for no_cell, cell in zip(without, row, strict=True)]
