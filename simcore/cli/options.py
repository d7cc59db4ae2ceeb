"""Options of the command line, and the configuration made from them."""

import argparse
import contextlib
import gc
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from simcore.cli.output import VERBOSITY, Bar, counted, outcome, say
from simcore.files.containers import as_stored, container_of
from simcore.files.listing import Listing, list_files
from simcore.files.names import as_on_disk, composed
from simcore.files.patterns import never_matches
from simcore.index.database import renew_index
from simcore.index.disks import missing_on_disks
from simcore.index.index import FingerprintIndex
from simcore.index.judgements import read_folder_settings, read_judgements
from simcore.index.paths import default_index_path, judgements_path, results_above
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
    least_features,
)
from simcore.model.formats import WHAT_IS_READ
from simcore.model.reasons import (
    ConfigError,
    FolderError,
    IncompleteError,
    Reason,
    ReasonCode,
    reason_of,
)
from simcore.model.records import Judgements, Problem
from simcore.model.report import (
    OTHERS,
    UNNAMED,
    Progress,
    ScanReport,
    not_read,
    was_not_read,
)
from simcore.workers import make_executor, stop_executor

_Number = TypeVar("_Number", int, float)

Options = argparse._ActionsContainer  # noqa: SLF001 - argparse has no other name for it
"""A parser, or a group of its options under a heading of the help."""


def within(
    kind: type[_Number], least: float, most: float, message: str
) -> Callable[[str], _Number]:
    def parse(text: str) -> _Number:
        value = kind(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(message)
        return value

    parse.__name__ = kind.__name__  # argparse names it where a text is no number at all
    return parse


def named_path(text: str) -> Path:
    """Return a path from the command line, in the Unicode form in which it is stored.

    Raises ``ArgumentTypeError`` for an empty name, as of an unset shell variable: ``Path`` would
    take it for the current folder.
    """
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; the current folder is .")
    path = Path(text)
    if text.isascii():
        return path
    return as_stored(path)


# bytes by unit, in capital letters; a number alone has always been megabytes
_UNITS = {
    "": 1_000_000,
    "B": 1,
    **{f"{one}{tail}": 1000**at for at, one in enumerate("KMG", 1) for tail in ("", "B")},
    **{f"{one}I{tail}": 1024**at for at, one in enumerate("KMG", 1) for tail in ("", "B")},
}


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
    return f"{number // 1_000_000}M"


def _largest(text: str) -> int:
    number = size(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be a byte or more")
    return number


def add_largest(parser: Options) -> None:
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
        help="if the index is damaged or of an earlier version, rename it and make a new one; "
        "judgements and the journal are kept",
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
    parser.add_argument(
        "--fail-if-found", action="store_true", help=f"end with 1 if there is any {what}"
    )


def add_manners(parser: argparse.ArgumentParser) -> None:
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
    add_index(parser, "index beside which it is kept what encodings were chosen in the window")
    parser.add_argument(
        "--ignore-judgements",
        action="store_true",
        help="recognise encodings as if none had been chosen in the window",
    )


def add_index(parser: Options, meaning: str) -> None:
    default = str(default_index_path()).replace("%", "%%")
    said = f"{meaning} (default: {default})"
    parser.add_argument("--index", type=named_path, metavar="FILE", help=said)


def add_workers(parser: Options) -> None:
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
    parser.add_argument(
        "--distance",
        type=within(int, 0, WIDEST, f"must lie between 0 and {WIDEST} bits"),
        metavar="K",
        help=f"greatest distance of fingerprints in bits (default: {DEFAULT_DISTANCE}; of other "
        "recipes than the usual one as many as the fingerprint has)",
    )


def add_similarity(parser: Options, default: float) -> None:
    parser.add_argument(
        "--similarity",
        type=within(float, LEAST_SIMILARITY, 1, f"must lie between {LEAST_SIMILARITY} and 1"),
        default=default,
        metavar="S",
        help=f"least exact similarity, {LEAST_SIMILARITY} to 1 (default: {default})",
    )


def add_grouping(parser: Options) -> None:
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
    """Add the choice of format (the first is the default) and of an output file.

    ``of`` is added to the help of the formats. ``names`` is the help of an option that writes only
    file names, each followed by a NUL.
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

    The name stays as it is: a file in another Unicode form is another file.
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
    """Choose the format by the option, the suffix of the output file, or the default.

    ``named_format`` is set to whether the format was named. Raises ``ConfigError`` for an unknown
    suffix, for one that contradicts the format, and for a path that cannot be written.
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

    Raises ``ConfigError``, and ``FolderSettingsError`` if the settings of folders cannot be read.
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
    """Return the days to keep documents by folder: named here, or else set in the window."""
    if not named:
        return read_folder_settings().days if days is None else ()
    for folder, number in named:
        if not number.isdecimal():
            raise ConfigError(f"{number} is no number of days")
        if not folder:
            raise ConfigError("--keep-days-in: the name is empty; the current folder is .")
    found = {as_on_disk(Path(folder)).resolve(): int(number) for folder, number in named}
    return tuple(FolderDays(folder, number) for folder, number in sorted(found.items()))


_STANDARD_INPUT = "-"


def settle_paths(arguments: argparse.Namespace) -> None:
    """Append the paths of ``--files-from``; ``by_hand`` are those of the command line."""
    arguments.by_hand = tuple(arguments.folders)
    source: str | None = getattr(arguments, "files_from", None)
    if source is None:
        if getattr(arguments, "null", False):
            raise ConfigError("-0 is about the names of --files-from, which is missing")
    else:
        if source == _STANDARD_INPUT == str(getattr(arguments, "file", "")):
            raise ConfigError("the standard input cannot be both the document and the list")
        arguments.folders = [*arguments.folders, *_names_in(source, null=arguments.null)]
    _settle_patterns(arguments)


def standard_input() -> bytes:
    if sys.stdin is None:
        raise ConfigError("the standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise ConfigError(f"the standard input cannot be read: {reason_of(error)}") from error


def _names_in(source: str, *, null: bool) -> Iterator[Path]:
    if source == _STANDARD_INPUT:
        data = standard_input()
    else:
        try:
            data = Path(source).read_bytes()
        except OSError as error:
            raise ConfigError(f"{source}: cannot be read: {reason_of(error)}") from error
    if null:
        lines = data.split(b"\0")
    elif b"\0" in data:
        raise ConfigError(f"{source}: has zero bytes; with -0 its names end with such")
    else:
        # as editors of Windows write a list
        lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        if all(line.endswith(b"\r") for line in lines if line):
            lines = [line.removesuffix(b"\r") for line in lines]
    yield from (Path(os.fsdecode(line)) for line in lines if line)


def list_named(
    paths: Sequence[Path],
    config: ScanConfig,
    progress: Progress,
    *,
    passed_over: bool = False,
    away: Collection[Path] = (),
) -> Listing:
    """List the files at some paths; ``away`` are paths on disconnected disks."""
    if not paths:
        return Listing()
    return list_files(paths, config, progress, passed_over=passed_over, away=away)


_OPTIONS = ("include", "include_also", "exclude")


def check_patterns(arguments: argparse.Namespace) -> None:
    for name in _OPTIONS:
        for pattern in getattr(arguments, name) or ():
            why = never_matches(pattern, of_files=name != "exclude")
            why = why or _elsewhere(pattern, arguments.by_hand)
            if name != "exclude" and composed(pattern) in map(composed, arguments.exclude or ()):
                why = why or "--exclude has it, too"
            if why:
                option = f"--{name.replace('_', '-')}"
                raise ConfigError(f"{option} {pattern!r} can never match: {why}")


def _elsewhere(pattern: str, paths: Sequence[Path]) -> str:
    """Return why a pattern can match nothing below the folders; empty if it can."""
    for path in paths:
        name, pattern = composed(path.as_posix()), composed(pattern)
        if name == "." or not pattern.startswith(f"{name}/") or not path.is_dir():
            continue
        rest = pattern.removeprefix(f"{name}/")
        if not as_on_disk(path / Path(pattern).parts[0]).exists():
            return f"paths are those below {name}; write /{rest}"
    return ""


def _settle_patterns(arguments: argparse.Namespace) -> None:
    """Make absolute patterns, as shells complete them, relative to the only folder."""
    roots = {}
    for path in arguments.by_hand:
        for way in (os.path.abspath(path), os.path.realpath(path)):  # noqa: PTH100 - links stay
            roots[composed(way)] = path
    for name in _OPTIONS:
        patterns = getattr(arguments, name, None)
        if patterns:
            settled = [_below(pattern, roots, len(arguments.folders)) for pattern in patterns]
            setattr(arguments, name, settled)


def _below(pattern: str, roots: "dict[str, Path]", count: int) -> str:
    whole = composed(pattern)
    for root in roots:
        rest = whole.removeprefix(root)
        if not os.path.isabs(pattern) or rest == whole or rest[:1] not in {"/", ""}:  # noqa: PTH117
            continue
        if not rest.strip("/"):
            raise ConfigError(f"{pattern!r} is a folder that is to be read")
        if count > 1:
            raise ConfigError(
                f"{pattern!r}: patterns hold in each folder that is read; {rest!r} would be "
                "passed over in all of them"
            )
        return rest
    return pattern


_MOST_KINDS = 12
_AWAY = {ReasonCode.DISK_AWAY, ReasonCode.ANOTHER_DISK, ReasonCode.ANOTHER_DISK_OVER}
_IN_MEMORY = Path(":memory:")


def check_there(path: Path) -> None:
    """Raise ``FolderError`` if a path is neither a file nor possibly inside an archive."""
    within = container_of(path) or results_above(path)
    if not is_there(path) and within is None:
        raise FolderError(ReasonCode.OF, str(path), Reason(ReasonCode.DOES_NOT_EXIST))


def check_document(path: Path) -> None:
    check_there(path)
    if path.is_dir():
        raise ConfigError(f"{path}: is a folder, and a file has to be named here")


@dataclass(slots=True)
class Scanned:
    report: ScanReport
    index: FingerprintIndex
    bar: Bar


@contextlib.contextmanager
def scanned(
    arguments: argparse.Namespace,
    *,
    compare: bool = True,
    listing: Listing | None = None,
    tell: bool = True,
) -> Iterator[Scanned]:
    """Scan the folders of a command, ``tell`` the problems, and keep the index open.

    ``listing`` is a listing made just now. Groups follow the judgements unless the command has no
    option for them or they are ignored; chosen encodings always apply.
    """
    from simcore.pipeline.scan import scan as scan_folders

    config = configured(arguments)
    away = check_named(arguments)
    path = index_of(arguments)
    if VERBOSITY.verbose:
        _tell_settings(config, path)
    judgements = None
    if not getattr(arguments, "ignore_judgements", False):
        judgements = judgements_of(path)
        if not hasattr(arguments, "ignore_judgements"):
            judgements = Judgements(encodings=judgements.encodings)
    bar = Bar()
    with FingerprintIndex(path) as index, contextlib.closing(bar):
        gc.freeze()  # a collection would look through all modules, and copy what workers share
        output = outcome().output
        replaced = output is not None and output.exists
        with named_in_list(arguments):
            if listing is None and (replaced or not arguments.folders):  # of an empty list of files
                listing = list_named(arguments.folders, config, bar, away=away)
        if listing is not None and output is not None:
            output.check_listed(listing)
        with working(config) as executor, named_in_list(arguments):
            report = scan_folders(
                arguments.folders,
                config,
                index,
                executor,
                bar,
                compare=compare,
                judgements=judgements,
                listing=listing,
                forget_away=getattr(arguments, "forget_away", False),
            )
        bar.close()
        note_unread(report.problems)
        if tell:
            tell_problems(report.problems)
        tell_outside(report.counts.outside, config)
        left = not_read_line(report)
        if tell and left and not len(report.documents):
            say(f"variorum: no documents found; {left}")
        with index.explained():  # documents are made of their rows when they are asked for
            yield Scanned(report, index, bar)


@contextlib.contextmanager
def named_in_list(arguments: argparse.Namespace) -> Iterator[None]:
    """End as incomplete if nothing on a list of files exists, as if some did not."""
    try:
        yield
    except FolderError as error:
        if arguments.by_hand:
            raise
        raise IncompleteError(error.reason) from error


@contextlib.contextmanager
def working(config: ScanConfig, *, few: bool = False) -> Iterator[Executor]:
    """Yield an executor; ``few`` documents get at most one process."""
    executor = make_executor(config.jobs, config.seconds_a_file, few=few)
    try:
        yield executor
    finally:
        stop_executor(executor)


def is_there(path: Path) -> bool:
    """Return whether a path exists. Raises ``FolderError`` if that cannot be determined."""
    try:
        return path.exists()
    except OSError as error:
        raise FolderError(ReasonCode.OF, str(path), reason_of(error)) from error


def check_named(arguments: argparse.Namespace) -> set[Path]:
    """Refuse missing files and folders and useless patterns; return paths on disconnected disks.

    Paths of ``--files-from`` are not refused: they may have gone since. Raises ``FolderError`` and
    ``ConfigError``.
    """
    missing = [path for path in arguments.by_hand if not is_there(path)]
    index: Path = arguments.index or default_index_path()
    away: set[Path] = set()
    if missing and index.exists():
        with FingerprintIndex(index) as opened, opened.explained():
            away = missing_on_disks(opened, missing)
    for path in missing:
        if path not in away:
            raise FolderError(ReasonCode.OF, str(path), Reason(ReasonCode.DOES_NOT_EXIST))
    check_patterns(arguments)
    return away


def check_indexed(index: FingerprintIndex) -> None:
    """Raise ``ConfigError`` if an output is a document of the index."""
    if (output := outcome().output) is not None:
        output.check_indexed(index)


def _tell_settings(config: ScanConfig, index: Path) -> None:
    say(f"variorum: the index is {index}")
    jobs = "one worker process a processor"
    if config.jobs is not None:
        jobs = counted(config.jobs, "worker process", "worker processes")
    say(f"variorum: recipe {config.recipe}, {jobs}")


def judgements_of(index: Path) -> Judgements:
    """Return the judgements of an index; for one in memory, the encodings chosen in the window."""
    if index == _IN_MEMORY:
        return Judgements(encodings=judgements_of(default_index_path()).encodings)
    return read_judgements(judgements_path(index))


def index_of(arguments: argparse.Namespace) -> Path:
    """Return the index of a command; an unusable one is set aside first if asked for."""
    path: Path = arguments.index or default_index_path()
    if arguments.renew_index and path != _IN_MEMORY:
        aside = renew_index(path)
        if aside is not None:
            say(f"variorum: {Reason(ReasonCode.INDEX_SET_ASIDE, (str(path), str(aside)))}")
    return path


def tell_outside(outside: int, config: ScanConfig) -> None:
    if outside:
        say(f"variorum: {outside_line(outside, config)}")


def tell_short(report: ScanReport) -> None:
    if report.counts.short:
        say(short_line(report.counts.short, report.config))


def note_unread(problems: Sequence[Problem]) -> None:
    """End with ``ExitCode.INCOMPLETE`` if a file could not be read."""
    unread = [one for one in problems if was_not_read(one.stage, one.reason.code)]
    if unread:
        more = f" (and {len(unread) - 1:,} more)" if len(unread) > 1 else ""
        outcome().incomplete = True
        outcome().unread = f"{unread[0].path}: {unread[0].reason}{more}"


def tell_problems(problems: Sequence[Problem]) -> None:
    note_unread(problems)
    for problem in problems:
        say(f"variorum: {problem.path}: {problem.reason}")
    if any(one.reason.code in _AWAY for one in problems):
        say('variorum: for a disk that will not come back: "variorum scan --forget-away"')


def not_read_line(report: ScanReport) -> str:
    found = not_read(report.left_out, report.problems)
    shown = found if len(found) <= _MOST_KINDS + 1 else found[:_MOST_KINDS]
    named = {UNNAMED: "without a suffix", OTHERS: "others"}
    kinds = [
        f"{one.count} {named.get(one.kind, one.kind)}{f' ({one.brief})' if one.brief else ''}"
        for one in shown
    ]
    if len(kinds) < len(found):
        kinds.append(f"{len(found) - len(kinds)} other kinds")
    return f"not read: {', '.join(kinds)}" if kinds else ""


def short_line(short: int, config: ScanConfig) -> str:
    least = least_features(config.recipe)
    documents = counted(short, "document has", "documents have")
    its = "its" if short == 1 else "their"
    return f"{documents} fewer than {counted(least, 'feature')}: {its} distance was not used"


def outside_line(outside: int, config: ScanConfig) -> str:
    days = "the last day" if config.keep_days == 1 else f"the last {config.keep_days} days"
    since = "the days set for their folders" if config.folder_days else days
    left = "was left out" if outside == 1 else "were left out"
    return f"{counted(outside, 'document')} came before {since} and {left}"
