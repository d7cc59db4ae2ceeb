"""Options of the command line, and the configuration made from them."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from simcore.files.names import as_on_disk
from simcore.model.config import (
    DEFAULT_CONTAINMENT,
    DEFAULT_DISTANCE,
    DEFAULT_EXCLUDE,
    DEFAULT_SIMILARITY,
    LEAST_CONTAINMENT,
    LEAST_SIMILARITY,
    MOST_DAYS,
    MOST_JOBS,
    USUAL_RECIPE,
    WIDEST,
    FolderDays,
    Grouping,
    ScanConfig,
)
from simcore.model.errors import ConfigError
from simcore.model.formats import WHAT_IS_READ
from simcore.store.folders import read_folder_settings
from simcore.store.paths import default_index_path

_Number = TypeVar("_Number", int, float)

Options = argparse._ActionsContainer  # noqa: SLF001 - argparse has no other name for it
"""A parser, or a group of its options under a heading of the help."""


def within(
    kind: type[_Number], least: float, most: float, message: str
) -> Callable[[str], _Number]:
    """Return the type of an argument that lies between two numbers, both included."""

    def parse(text: str) -> _Number:
        value = kind(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(message)
        return value

    parse.__name__ = kind.__name__  # argparse names it where a text is no number at all
    return parse


def named_path(text: str) -> Path:
    """Return a path that is named on a command line. Raises ``ArgumentTypeError`` for no name.

    Python takes that for the current folder, and so a variable of a shell that is not set. What is
    there in another Unicode form is meant, see ``as_stored``.
    """
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; the current folder is .")
    path = Path(text)
    if text.isascii():
        return path
    from simcore.files.containers import as_stored  # noqa: PLC0415 - few names need it

    return as_stored(path)


_UNITS = {
    "": 1_000_000,
    "B": 1,
    **{f"{one}{tail}": 1000**at for at, one in enumerate("KMG", 1) for tail in ("", "B")},
    **{f"{one}I{tail}": 1024**at for at, one in enumerate("KMG", 1) for tail in ("", "B")},
}
"""Bytes by units in capital letters. A number alone has always been of megabytes."""


def size(text: str) -> int:
    """Return a size in bytes, as ``--largest`` takes it. Raises ``ArgumentTypeError``.

    >>> [size(one) for one in ("64", "64M", "1.5k", "1KiB", "2GiB", "700B")]
    [64000000, 64000000, 1500, 1024, 2147483648, 700]
    """
    found = re.fullmatch(r"([0-9]*\.?[0-9]+) ?([A-Za-z]*)", text.strip())
    if found is None or found[2].upper() not in _UNITS:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; 64M, 500k and 64MiB are")
    number: int = round(float(found[1]) * _UNITS[found[2].upper()])
    if number > _LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is more than any file has")
    return number


_LARGEST = 1_000_000_000_000_000


def _megabytes(number: int) -> str:
    """Return a size of whole megabytes as ``size`` reads it."""
    return f"{number // 1_000_000}M"


def _largest(text: str) -> int:
    number = size(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be a byte or more")
    return number


def add_largest(parser: Options) -> None:
    """Add the size of the largest file that is read."""
    parser.add_argument(
        "--largest",
        type=_largest,
        default=_megabytes(ScanConfig().largest_file),
        metavar="SIZE",
        help="largest file to read: 64M, 500k, 64MiB; a number alone is of megabytes "
        "(default: %(default)s)",
    )


def add_scanning(
    parser: argparse.ArgumentParser, folders: str = "+", *, files: bool = True
) -> None:
    """Add the arguments of all commands that scan; ``folders`` is ``*`` if none is allowed.

    ``files`` is whether files may be named, too.
    """
    if files:
        parser.add_argument(
            "folders",
            nargs="*",
            default=[],  # or else a command that needs a file would ask for a folder, too
            type=named_path,
            metavar="FOLDER",
            help="a folder to read, or a file: that is read whatever its name is",
        )
        parser.set_defaults(paths_required=folders == "+")
    else:
        parser.add_argument(
            "folders", nargs=folders, type=named_path, metavar="FOLDER", help="a folder to read"
        )
    _add_reading(parser, files=files)
    work = parser.add_argument_group("index, recipe and processes")
    add_index(work, "index to use, created when missing; :memory: leaves nothing behind")
    work.add_argument(
        "--renew-index",
        action="store_true",
        help="if the index is damaged, rename it and make a new one; judgements and the journal "
        "are kept",
    )
    work.add_argument(
        "--keep-texts",
        type=size,
        default=_megabytes(ScanConfig().kept_texts),
        metavar="SIZE",
        help="extracted texts (of PDF, Word, ...) to keep beside the index, as --largest; 0 for "
        "none (default: %(default)s)",
    )
    add_recipe(work)
    add_workers(work)


def _add_reading(parser: argparse.ArgumentParser, *, files: bool) -> None:
    """Add what says which files are read, as a group of its own in the help."""
    reading = parser.add_argument_group("what is read")
    if files:
        _add_files_from(parser, reading)
    reading.add_argument(
        "--include",
        action="append",
        metavar="PATTERN",
        help="file names to read instead of the usual; may be given several times (default: "
        f"{WHAT_IS_READ})",
    )
    reading.add_argument(
        "--include-also",
        action="append",
        metavar="PATTERN",
        help="file names to read, too; may be given several times (default: none)",
    )
    reading.add_argument(
        "--exclude",
        action="append",
        metavar="PATTERN",
        help="files and folders to pass over, too: names such as draft*, or paths below the "
        "folders that are read, such as /old/ or **/build/*.txt; may be given several times "
        f"(default: {' '.join(DEFAULT_EXCLUDE)})",
    )
    reading.add_argument(
        "--no-usual-exclude",
        action="store_true",
        help="pass over what --exclude names alone, and not the usual folders such as .git",
    )
    if files:
        reading.add_argument(
            "--ignore-files",
            action="store_true",
            help="pass over what .gitignore and .ignore say, also those above a folder in a "
            "repository of git",
        )
    add_largest(reading)
    reading.add_argument(
        "--all-text",
        action="store_true",
        help="read every file that is text, whatever its name; all others are left out",
    )
    reading.add_argument("--follow-links", action="store_true", help="follow symbolic links")
    reading.add_argument(
        "--containers",
        action="store_true",
        help="read the documents inside archives (.zip) and mailboxes (.mbox), too",
    )
    reading.add_argument(
        "--keep-days",
        type=within(int, 0, MOST_DAYS, f"must lie between 0 and {MOST_DAYS}"),
        metavar="N",
        help="forget documents of these folders that came more than N days ago: they propose "
        "nothing and leave the index, their files stay; 0 keeps all for ever (default: as set for "
        "the folders in the window)",
    )
    reading.add_argument(
        "--keep-days-in",
        nargs=2,
        action="append",
        metavar=("FOLDER", "N"),
        help="the same for a folder and all that is in it, in place of --keep-days and of what is "
        "set in the window; may be given several times (default: none)",
    )


def _add_files_from(parser: argparse.ArgumentParser, reading: Options) -> None:
    """Add a list of what to read."""
    reading.add_argument(
        "--files-from",
        metavar="FILE",
        help="read the files and folders that this file names, too, one a line; - is the standard "
        "input (default: none)",
    )
    reading.add_argument(
        "-0",
        "--null",
        action="store_true",
        help="the names of --files-from end with a zero byte, as find -print0 writes them",
    )
    # or else -1 would be an option, too, where a number is to stand
    parser._has_negative_number_optionals.clear()  # noqa: SLF001


def add_fail_if_found(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option to end with 1 if there is any ``what``."""
    parser.add_argument(
        "--fail-if-found", action="store_true", help=f"end with 1 if there is any {what}"
    )


def add_manners(parser: argparse.ArgumentParser) -> None:
    """Add what all commands have: how much is said, and where defaults come from."""
    common = parser.add_argument_group("options of all commands")
    common.add_argument(
        "-q", "--quiet", action="store_true", help="say nothing but results and why a run fails"
    )
    common.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="say on the standard error which settings and index are used, and what was read",
    )
    common.add_argument(
        "--no-progress",
        dest="progress",
        action="store_false",
        help="show no progress on a terminal",
    )
    common.add_argument(
        "--config",
        type=named_path,
        metavar="FILE",
        help="a variorum.toml with defaults of options (default: the file that VARIORUM_CONFIG "
        "names, or none)",
    )


def add_index_of_judgements(parser: argparse.ArgumentParser) -> None:
    """Add the index beside which the judgements are, and the option to ignore them."""
    add_index(parser, "index beside which it is kept what encodings were chosen in the window")
    parser.add_argument(
        "--ignore-judgements",
        action="store_true",
        help="recognise encodings as if none had been chosen in the window",
    )


def add_index(parser: Options, meaning: str) -> None:
    """Add the index, and in the help what it is for."""
    default = str(default_index_path()).replace("%", "%%")
    said = f"{meaning} (default: {default})"
    parser.add_argument("--index", type=named_path, metavar="FILE", help=said)


def add_workers(parser: Options) -> None:
    """Add the number of worker processes and the time limit for a file."""
    parser.add_argument(
        "--jobs",
        type=within(int, 0, MOST_JOBS, f"must lie between 0 and {MOST_JOBS}"),
        metavar="N",
        help=f"worker processes, at most {MOST_JOBS}; 0 for none, and no limit of time "
        "(default: one a processor)",
    )
    parser.add_argument(
        "--seconds-a-file",
        type=within(float, 0, sys.float_info.max, "must be 0 or more"),
        default=ScanConfig().seconds_a_file,
        metavar="S",
        help="leave a file out that takes longer; 0 for no limit (default: %(default)g)",
    )


def add_recipe(parser: Options) -> None:
    """Add the choice of recipe and dictionary."""
    parser.add_argument(
        "--recipe",
        default=USUAL_RECIPE,
        metavar="NAME",
        help="how fingerprints are made; variorum --help lists the recipes (default: %(default)s)",
    )
    parser.add_argument(
        "--dictionary",
        type=named_path,
        metavar="FILE",
        help="words of your own for Chinese, as jieba reads them (default: none)",
    )
    parser.add_argument(
        "--as-in-window",
        action="store_true",
        help="take what is set in the window on the pages What is read and Advanced as defaults",
    )


def add_thresholds(parser: Options) -> None:
    """Add all thresholds by which pairs are shown: distance, similarity and containment."""
    add_distance(parser)
    add_similarity(parser, DEFAULT_SIMILARITY)
    parser.add_argument(
        "--containment",
        type=within(float, LEAST_CONTAINMENT, 1, f"must lie between {LEAST_CONTAINMENT} and 1"),
        metavar="C",
        help="share of a document that another must hold for it to be part of that one, "
        f"{LEAST_CONTAINMENT} to 1 (default: {DEFAULT_CONTAINMENT})",
    )
    parser.add_argument(
        "--no-contained", action="store_true", help="leave out documents that are part of others"
    )


def add_distance(parser: Options) -> None:
    """Add the greatest distance."""
    parser.add_argument(
        "--distance",
        type=within(int, 0, WIDEST, f"must lie between 0 and {WIDEST} bits"),
        metavar="K",
        help=f"greatest distance of fingerprints in bits (default: {DEFAULT_DISTANCE}; of other "
        "recipes than the usual one as many as the fingerprint has)",
    )


def add_similarity(parser: Options, default: float) -> None:
    """Add the least similarity."""
    parser.add_argument(
        "--similarity",
        type=within(float, LEAST_SIMILARITY, 1, f"must lie between {LEAST_SIMILARITY} and 1"),
        default=default,
        metavar="S",
        help=f"least exact similarity, {LEAST_SIMILARITY} to 1 (default: {default})",
    )


def add_grouping(parser: Options) -> None:
    """Add the choice of grouping."""
    parser.add_argument(
        "--grouping",
        type=Grouping,
        choices=tuple(Grouping),
        default=Grouping.LEADERS,
        help="leaders: each document was compared with the kept one, no chains; components: all "
        "that pairs join, step by step (default: leaders)",
    )


def add_output(
    parser: argparse.ArgumentParser,
    formats: Sequence[str],
    *,
    of: str = "",
    names: str | None = None,
) -> None:
    """Add the choices of format (the first is the default) and of an output file.

    ``of`` is what the help says of the formats, if not all are for the same. ``names`` is the help
    of an option that writes names of files alone, each with a NUL behind it: ``NAMES``.
    """
    chosen = parser.add_mutually_exclusive_group()
    told = "".join(f"; {one}: {_FORMATS[one]}" for one in formats if one in _FORMATS)
    chosen.add_argument(
        "--format",
        choices=formats,
        help=f"{of or 'how results are written'} (default: {formats[0]}){told}",
    )
    if names is not None:
        chosen.add_argument(
            "--print0", dest="format", action="store_const", const=NAMES, help=names
        )
    parser.add_argument(
        "-o",
        "--output",
        type=output_path,
        metavar="FILE",
        help="write to a file; its suffix is the format "
        f"({', '.join(sorted(set(map(_suffix, formats))))}), as in --format "
        "(default: -, the standard output)",
    )
    parser.add_argument(
        "--overwrite",
        action="store_true",
        help="replace an output file that exists; without this only one that is as Variorum has "
        "written it is replaced; what is read is never replaced",
    )
    parser.set_defaults(formats=formats)


def output_path(text: str) -> Path | None:
    """Return the path of an output file; None for ``-``, the standard output.

    Its name stays as it is: a file in another Unicode form is another file, and is not replaced.
    """
    if text in {"-", "/dev/stdout"}:
        return None
    path = named_path(text) if not text else Path(text)
    return as_on_disk(path.parent) / path.name


ROWS = ("csv", "json", "jsonl", "excel")
"""The formats of rows; ``simcore.reports.formats`` writes them."""

NAMES = "print0"

_FORMATS = {
    "jsonl": "a line of JSON for each row",
    "excel": "CSV as spreadsheets open it, with a byte order mark, and no formulas",
    "html": "a web page to read or print",
}


def _suffix(name: str) -> str:
    return {"text": ".txt", "excel": ".csv"}.get(name, f".{name}")


def settle_format(arguments: argparse.Namespace) -> None:
    """Choose the format of ``add_output`` by the suffix of the output file, or the default.

    A file of names alone may be called anything. ``named_format`` tells then whether the format was
    named. Raises ``ConfigError`` for another suffix, for one that contradicts the format, and where
    no file can be written: a scan that takes long would be for nothing.
    """
    if arguments.output is not None:
        if arguments.output.is_dir():
            raise ConfigError(f"{arguments.output}: cannot be written: is a folder")
        if not arguments.output.parent.is_dir():
            raise ConfigError(f"{arguments.output}: cannot be written: its folder does not exist")
    arguments.named_format = arguments.format is not None
    formats: Sequence[str] = arguments.formats
    suffix = "" if arguments.output is None else arguments.output.suffix.lower()
    meant = [one for one in formats if _suffix(one) == suffix]
    if suffix and arguments.format != NAMES:
        if not meant:
            known = ", ".join(dict.fromkeys(map(_suffix, formats)))
            raise ConfigError(f"{arguments.output}: its name has to end in one of {known}")
        if arguments.format not in {None, *meant}:
            raise ConfigError(f"{arguments.output}: would hold {arguments.format} under that name")
    arguments.format = arguments.format or [*meant, *formats][0]


def configured(arguments: argparse.Namespace) -> ScanConfig:
    """Return the configuration of a command's options.

    What is set for folders holds unless ``--keep-days`` is given. Raises ``ConfigError``, and
    ``FolderSettingsError`` if what is set cannot be read.
    """
    values = vars(arguments)
    wanted = ("recipe", "dictionary", "similarity", "containment", "grouping")
    given = {name: values[name] for name in wanted if values.get(name) is not None}
    config = ScanConfig(contained=not values.get("no_contained"), **given)
    if values.get("distance") is not None:
        # an explicit distance means every pair within it, at any cost
        config = replace(config, distance=values["distance"], compared_distance=values["distance"])
    if "folders" not in values:
        return config
    days = arguments.keep_days
    return replace(
        config,
        keep_days=days or 0,
        folder_days=_folder_days(arguments.keep_days_in, days),
        jobs=arguments.jobs,
        seconds_a_file=arguments.seconds_a_file or None,
        include=(*(arguments.include or config.include), *(arguments.include_also or ())),
        exclude=(
            *(() if arguments.no_usual_exclude else config.exclude),
            *(arguments.exclude or ()),
        ),
        largest_file=arguments.largest,
        ignore_files=getattr(arguments, "ignore_files", False),
        follow_links=arguments.follow_links,
        all_text=arguments.all_text,
        containers=arguments.containers,
        kept_texts=arguments.keep_texts,
    )


def _folder_days(
    named: Sequence[tuple[str, str]] | None, days: int | None
) -> tuple[FolderDays, ...]:
    """Return the days of folders: those that are named, or else as set in the window.

    Where ``days`` are given for all, those of the window do not count. Raises ``ConfigError``.
    """
    if not named:
        return read_folder_settings().days if days is None else ()
    for folder, number in named:
        if not number.isdecimal():
            raise ConfigError(f"{number} is no number of days")
        if not folder:
            raise ConfigError("--keep-days-in: the name is empty; the current folder is .")
    found = {as_on_disk(Path(folder)).resolve(): int(number) for folder, number in named}
    return tuple(FolderDays(folder, number) for folder, number in sorted(found.items()))
