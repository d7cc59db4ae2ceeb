"""The scan of a command, with its messages and progress."""

import argparse
import contextlib
import gc
import typing
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import simcore
from simcore.cli.ending import outcome
from simcore.cli.named import check_patterns, list_named
from simcore.cli.options import configured
from simcore.cli.terminal import MANNERS, OUTPUTS, Bar, counted, say
from simcore.model.config import ScanConfig, least_features
from simcore.model.errors import ConfigError, FolderError, IncompleteError
from simcore.model.not_read import OTHERS, UNNAMED, NotRead, could_not_be_read, not_read
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of
from simcore.model.records import Judgements, Problem
from simcore.model.report import ScanReport
from simcore.store.answers import state_of
from simcore.store.elsewhere.disks import missing_on_disks

if typing.TYPE_CHECKING:
    from simcore.files.listed import Listing
    from simcore.store.index import FingerprintIndex


_AWAY = {ReasonCode.DISK_AWAY, ReasonCode.ANOTHER_DISK, ReasonCode.ANOTHER_DISK_OVER}
_IN_MEMORY = Path(":memory:")


def check_there(path: Path) -> None:
    """Raise ``FolderError`` for a path that is none of a file, nor may be inside an archive.

    Nor is it of a document elsewhere, below a file of results. Reading it would say that it is
    gone.
    """
    within = simcore.container_of(path) or simcore.results_above(path)
    if not is_there(path) and within is None:
        raise FolderError(ReasonCode.OF, str(path), Reason(ReasonCode.DOES_NOT_EXIST))


def check_document(path: Path) -> None:
    """Raise ``FolderError`` for a path where nothing is, and ``ConfigError`` for a folder."""
    check_there(path)
    if path.is_dir():
        raise ConfigError(f"{path}: is a folder, and a file has to be named here")


@dataclass(slots=True)
class Scanned:
    """The result of a scan for a command: the report, and the open index.

    ``state`` is the ``state_of`` the index before.
    """

    report: ScanReport
    index: "FingerprintIndex"
    bar: Bar
    state: int


@contextlib.contextmanager
def scanned(
    arguments: argparse.Namespace,
    *,
    compare: bool = True,
    listing: "Listing | None" = None,
    tell: bool = True,
) -> Iterator[Scanned]:
    """Scan the folders of a command, ``tell`` its problems, and keep the index open.

    ``listing`` is what was found in them just now, if they were listed. Groups follow the
    judgements if the command has an option to ignore them, and it was not used. Without the option,
    files are read in the encodings that a person chose all the same.
    """
    config = configured(arguments)
    away = check_named(arguments)
    path = index_of(arguments)
    if MANNERS.verbose:
        _tell_settings(config, path)
    judgements = None
    if not getattr(arguments, "ignore_judgements", False):
        judgements = judgements_of(path)
        if not hasattr(arguments, "ignore_judgements"):
            judgements = Judgements(encodings=judgements.encodings)
    bar = Bar()
    with simcore.FingerprintIndex(path) as index, contextlib.closing(bar):
        state = state_of(index)
        scan = simcore.scan  # which imports it
        gc.freeze()  # a collection would look through all that, and copy what workers share
        replaced = any(one.exists for one in OUTPUTS.values())
        with named_in_list(arguments):
            if listing is None and (replaced or not arguments.folders):  # of an empty list of files
                listing = list_named(arguments.folders, config, bar, away=away)
        if listing is not None:
            check_listed(listing)
        with working(config) as executor, named_in_list(arguments):
            report = scan(
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
            yield Scanned(report, index, bar, state)


@contextlib.contextmanager
def named_in_list(arguments: argparse.Namespace) -> Iterator[None]:
    """Let a command end as incomplete where all that a list names is gone, as where some is."""
    try:
        yield
    except FolderError as error:
        if arguments.by_hand:
            raise
        raise IncompleteError(error.reason) from error


@contextlib.contextmanager
def working(config: ScanConfig, *, few: bool = False) -> Iterator[Executor]:
    """Yield an executor for a block, of one process at most where it reads ``few`` documents."""
    executor = simcore.make_executor(config.jobs, config.seconds_a_file, few=few)
    try:
        yield executor
    finally:
        simcore.stop_executor(executor)


def is_there(path: Path) -> bool:
    """Return whether a path leads to something. Raises ``FolderError`` where nobody may know."""
    try:
        return path.exists()
    except OSError as error:
        raise FolderError(ReasonCode.OF, str(path), reason_of(error)) from error


def check_named(arguments: argparse.Namespace) -> set[Path]:
    """Refuse files and folders that are not there, and patterns that can never match.

    Returns the named paths on disks that are not connected: the index knows what is there.
    Raises ``FolderError`` and ``ConfigError``. What a list of ``--files-from`` has is not refused:
    it may have gone since.
    """
    missing = [path for path in arguments.by_hand if not is_there(path)]
    index: Path = arguments.index or simcore.default_index_path()
    away: set[Path] = set()
    if missing and index.exists():
        with simcore.FingerprintIndex(index) as opened, opened.explained():
            away = missing_on_disks(opened, missing)
    for path in missing:
        if path not in away:
            raise FolderError(ReasonCode.OF, str(path), Reason(ReasonCode.DOES_NOT_EXIST))
    check_patterns(arguments)
    return away


def check_listed(listing: "Listing") -> None:
    """Refuse outputs that are documents by another name. Raises ``ConfigError``."""
    for output in OUTPUTS.values():
        output.check_listed(listing)


def check_indexed(index: "FingerprintIndex") -> None:
    """Refuse outputs that are documents of an index which all is read. Raises ``ConfigError``."""
    for output in OUTPUTS.values():
        output.check_indexed(index)


def _tell_settings(config: ScanConfig, index: Path) -> None:
    """Print what of the settings nobody sees in the words of the command."""
    say(f"variorum: the index is {index}")
    jobs = "one worker process a processor"
    if config.jobs is not None:
        jobs = counted(config.jobs, "worker process", "worker processes")
    say(f"variorum: recipe {config.recipe}, {jobs}")


def judgements_of(index: Path) -> Judgements:
    """Return the judgements beside an index; of one in memory, the encodings chosen in the window.

    Whatever becomes of it, a text is to be read right.
    """
    if index == _IN_MEMORY:
        return Judgements(encodings=judgements_of(simcore.default_index_path()).encodings)
    return simcore.read_judgements(simcore.judgements_path(index))


def index_of(arguments: argparse.Namespace) -> Path:
    """Return the index of a command; a damaged one is set aside first if that was asked for."""
    path: Path = arguments.index or simcore.default_index_path()
    if arguments.renew_index and path != _IN_MEMORY:
        aside = simcore.renew_damaged(path)
        if aside is not None:
            say(f"variorum: {Reason(ReasonCode.INDEX_SET_ASIDE, (str(path), str(aside)))}")
    return path


def tell_outside(outside: int, config: ScanConfig) -> None:
    """Print how many documents came before the days for which they are kept, if any."""
    if outside:
        say(f"variorum: {outside_line(outside, config)}")


def tell_short(report: ScanReport) -> None:
    """Print how many documents are too short for their fingerprints, if any."""
    if report.counts.short:
        say(short_line(report.counts.short, report.config))


def note_unread(problems: Sequence[Problem]) -> None:
    """Let the command end with ``ExitCode.INCOMPLETE`` if a file could not be read."""
    unread = [one for one in problems if could_not_be_read(one)]
    if unread:
        more = f" (and {len(unread) - 1:,} more)" if len(unread) > 1 else ""
        outcome().incomplete = True
        outcome().unread = f"{unread[0].path}: {unread[0].reason}{more}"


def tell_problems(problems: Sequence[Problem]) -> None:
    """Print the files that could not be used or may be misread, with reasons.

    The command ends as ``note_unread`` says.
    """
    note_unread(problems)
    for problem in problems:
        say(f"variorum: {problem.path}: {problem.reason}")
    if any(one.reason.code in _AWAY for one in problems):
        say('variorum: for a disk that will not come back: "variorum scan --forget-away"')


def not_read_line(report: ScanReport, most: int = 12) -> str:
    """Return the line about what was not read, with so many kinds of files; empty if all was."""
    found = not_read(report.left_out, report.problems)
    kinds = [_kind_line(one) for one in (found if len(found) <= most + 1 else found[:most])]
    if len(kinds) < len(found):
        kinds.append(f"{len(found) - len(kinds)} other kinds")
    return f"not read: {', '.join(kinds)}" if kinds else ""


def _kind_line(one: NotRead) -> str:
    kind = {UNNAMED: "without a suffix", OTHERS: "others"}.get(one.kind, one.kind)
    return f"{one.count} {kind}" + ("" if one.brief is None else f" ({one.brief})")


def short_line(short: int, config: ScanConfig) -> str:
    """Return the line about documents that are too short for their fingerprints."""
    least = least_features(config.recipe)
    documents = counted(short, "document has", "documents have")
    its = "its" if short == 1 else "their"
    return f"{documents} fewer than {counted(least, 'feature')}: {its} distance was not used"


def outside_line(outside: int, config: ScanConfig) -> str:
    """Return the line about documents that came too long ago."""
    days = "the last day" if config.keep_days == 1 else f"the last {config.keep_days} days"
    since = "the days set for their folders" if config.folder_days else days
    left = "was left out" if outside == 1 else "were left out"
    return f"{counted(outside, 'document')} came before {since} and {left}"
