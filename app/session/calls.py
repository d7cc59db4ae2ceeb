"""What the session does off the GUI thread: scans, removals, undo, questions, texts.

A call takes its ``Task``, to report progress and to be cancelled, and returns a value.
"""

import logging
import os
import sys
import threading
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QFile, QObject, Signal

from simcore.files.disk import Volumes
from simcore.files.moves import DesktopTrash, Trash, TrashError
from simcore.files.roles import Roles
from simcore.index.judgements import read_folder_settings, read_judgements
from simcore.index.paths import journal_beside, judgements_path
from simcore.model.config import ScanConfig
from simcore.model.reasons import Reason, ReasonCode, SimcoreError
from simcore.model.records import Action, DecodedText, Document, DocumentId, Judgements, Kind
from simcore.model.report import Cancelled, Checked, Result, ScanFigures, ScanReport, Stage, State
from simcore.removal.actions import ACTIONS
from simcore.removal.journal import Journal
from simcore.reports.words import CheckWords, ReportWords

from ..scan_progress import ScanCourse, ScanPacer, StageSeconds
from ..tasks import CancelCheck, Latest, Task, in_process, processes

if TYPE_CHECKING:
    from simcore.explanation import ReadAs, TextFigures
    from simcore.index.index import FingerprintIndex
    from simcore.pipeline.rereading import Changes
    from simcore.pipeline.resident import ResidentLibrary
    from simcore.pipeline.similar import Similar
    from simcore.removal.plan import RemovalPlan

translate = QCoreApplication.translate  # the name lupdate looks for


def make_trash() -> "Trash":
    """Return the trash of this desktop.

    Qt's call on Linux makes a second name in the trash and then unlinks the path, which loses a
    file that was saved there in between; the engine moves in one step.
    """
    if sys.platform in {"darwin", "win32"}:
        return QtTrash()
    return DesktopTrash()


class QtTrash:
    """Moves files by ``QFile.moveToTrash``, which returns their new paths on most desktops."""

    def obstacle(self, path: Path) -> Reason | None:
        """Refuse names that Qt cannot represent, and files without a trash."""
        try:
            str(path).encode()
        except UnicodeEncodeError:
            # Qt would replace those bytes, and could so reach another file.
            return Reason(ReasonCode.NAME_NOT_UTF8)
        return Volumes().lacks_trash(path)

    def paths(self, path: Path) -> Iterator[Path]:
        del path
        return iter(())

    def reserve(self, place: Path, path: Path) -> None:
        raise NotImplementedError

    def put(self, path: Path) -> Path | None:
        """Move a file; raises ``TrashError`` with Qt's words."""
        file = QFile(str(path))
        if not file.moveToTrash():
            raise TrashError(file.errorString())
        moved_to = file.fileName()
        return None if moved_to in {"", str(path)} else Path(moved_to)

    def folders(self, path: Path) -> Sequence[Path]:
        """Return the folder of the trash of the home on macOS; Windows has no such folder."""
        del path
        return [Path.home() / ".Trash"] if sys.platform == "darwin" else []


_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    MOVED = "moved"  # or copied, deleted, replaced: the action succeeded
    SKIPPED = "skipped"  # the check failed, or the run was cancelled before
    FAILED = "failed"  # it was tried, and did not work


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """One document, the action on it, and its result.

    ``detail`` is its new path (empty if unknown), why it was skipped, or why it failed.
    """

    document: Document
    outcome: Outcome
    detail: Reason | str
    action: Action = Action.TRASH

    @property
    def disk_away(self) -> Path | None:
        return self._path_of(ReasonCode.ON_DISK_AWAY)

    @property
    def folder_gone(self) -> Path | None:
        return self._path_of(ReasonCode.FOLDER_GONE)

    def _path_of(self, code: ReasonCode) -> Path | None:
        detail = self.detail
        if isinstance(detail, Reason) and detail.code is code:
            return Path(str(detail.values[0]))
        return None


class RemovalOutcome:
    """Every target of the plans with its result, in the plans' order.

    ``failures_first`` has all results, failed before skipped before done ones. ``done`` counts by
    action, ``folders_gone`` by missing folder. ``gone`` are no longer documents of their own at
    their paths. ``index_problem`` is why the index was not updated; the next scan corrects it.
    ``batches`` are their numbers in the journal.
    """

    def __init__(
        self,
        results: Sequence[RemovalResult],
        index_problem: Reason | None = None,
        batches: tuple[int, ...] = (),
    ) -> None:
        self.results = tuple(results)
        self.index_problem = index_problem
        self.batches = batches
        order = (Outcome.FAILED, Outcome.SKIPPED, Outcome.MOVED)
        parts = {outcome: [one for one in results if one.outcome is outcome] for outcome in order}
        self.failures_first = tuple(one for part in parts.values() for one in part)
        self.done = Counter(one.action for one in parts[Outcome.MOVED])
        self._counts = {outcome: len(part) for outcome, part in parts.items()}
        gone = [one.folder_gone for one in results]
        self.folders_gone = Counter(folder for folder in gone if folder is not None)
        self.gone = _gone_from(results)

    def count(self, outcome: Outcome) -> int:
        return self._counts[outcome]


def _gone_from(results: Iterable[RemovalResult]) -> list[DocumentId]:
    """Return the documents that are no longer documents of their own at their paths."""
    return [
        one.document.id
        for one in results
        if one.outcome is Outcome.MOVED and not ACTIONS[one.action].original_stays
    ]


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    done: int
    total: int
    action: Action | None


def remove(task: Task, plans: "RemovalPlan | Sequence[RemovalPlan]", index: Path) -> RemovalOutcome:
    """Carry out plans, one after the other, then update the index.

    Cancelling records the rest as skipped and still returns the results, since removed documents
    must be known. Raises ``SimcoreError`` before touching anything.
    """
    from simcore.removal.plan import RemovalPlan

    results: list[RemovalResult] = []
    with Journal(journal_beside(index)) as journal:
        before = {batch.id for batch in journal.batches()}
        for plan in (plans,) if isinstance(plans, RemovalPlan) else plans:
            try:
                results += _carried_out(task, plan, journal, index)
            except SimcoreError as error:
                if not results:
                    raise
                results += [
                    RemovalResult(one.document, Outcome.SKIPPED, error.reason, plan.action)
                    for one in plan.removals
                ]
        batches = _batches_since(before, journal)
    return RemovalOutcome(results, _forget(_gone_from(results), index), batches)


def _carried_out(
    task: Task, plan: "RemovalPlan", journal: "Journal", index: Path
) -> list[RemovalResult]:
    from simcore.pipeline.comparing import confirm
    from simcore.removal.carry_out import carry_out, check_destination, check_disk_of, disks_of

    action = plan.action
    if plan.destination is not None:  # one chosen in the summary was not looked at yet
        check_destination(plan.destination, plan.folders)
        check_disk_of(plan.destination, index)
    encodings: Mapping[bytes, str] = {}
    if plan.opened is not None:
        encodings = read_judgements(judgements_path(index)).encodings
    try:
        confirmed = confirm(plan, task.check, encodings)
    except Cancelled:
        reason = Reason(ReasonCode.CANCELLED)
        return [
            RemovalResult(one.document, Outcome.SKIPPED, reason, action) for one in plan.removals
        ]
    told = carry_out(
        confirmed,
        journal,
        make_trash(),
        progress=lambda done, total: task.publish(RemovalProgress(done, total, action)),
        disks=disks_of(index),
    )
    # refused ones are behind those of the plan, and in its order
    refused = iter(confirmed.refused[len(plan.refused) :])
    done = {
        removal.document.id: _result(removal.document, result, action)
        for removal, result in zip(confirmed.removals, told, strict=True)
    }
    return [
        done.get(one.document.id)
        or RemovalResult(one.document, Outcome.SKIPPED, next(refused).reason, action)
        for one in plan.removals
    ]


def _forget(gone: Sequence[DocumentId], index: Path) -> Reason | None:
    """Update the index; return why that failed, if it did."""
    from simcore.index.index import FingerprintIndex

    try:
        if gone:
            with FingerprintIndex(index) as opened:
                opened.forget(gone)
    except SimcoreError as error:
        _log.info("the index was not told of moved documents: %s", error)
        return error.reason
    return None


def _batches_since(before: Collection[int], journal: "Journal") -> tuple[int, ...]:
    """Return the new batches; none if the journal can no longer be read."""
    try:
        return tuple(one.id for one in journal.batches() if one.id not in before)
    except SimcoreError as error:
        _log.info("the journal was not read after a removal: %s", error)
        return ()


def _result(document: Document, result: Result, action: Action) -> RemovalResult:
    if result.state is State.DONE:
        return RemovalResult(document, Outcome.MOVED, str(result.where or ""), action)
    outcome = Outcome.SKIPPED if result.state is State.SKIPPED else Outcome.FAILED
    return RemovalResult(document, outcome, result.reason or "", action)


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """The result for each document of a batch that was undone.

    In ``keepers`` groups the choice of rules was reverted; in ``keepers_left`` it was not, since
    others of them are still removed.
    """

    results: tuple[Result, ...]
    keepers: int = 0
    keepers_left: int = 0

    @property
    def back(self) -> tuple[Path, ...]:
        return tuple(one.where or one.path for one in self.results if one.state is State.UNDONE)


def undo(
    task: Task,
    index: Path,
    batch: int | None = None,
    *,
    only: Collection[int] | None = None,
    beside: bool = False,
) -> UndoOutcome:
    """Undo a batch, by default the last one; the next scan reads its documents again.

    ``only`` names operations. Raises ``SimcoreError`` if there is nothing to undo.
    """
    from simcore.removal.carry_out import undo as undo_batch

    with Journal(journal_beside(index)) as journal:
        return UndoOutcome(
            undo_batch(
                journal,
                batch,
                make_trash(),
                only=only,
                beside=beside,
                progress=lambda done, total: task.publish(RemovalProgress(done, total, None)),
            )
        )


_LEAST_SECONDS = 2.0  # between two partial results
_SHARE = 1 / 40  # of a scan's time for partial results; showing them takes as much again


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """The progress of a scan: ``done`` of ``total`` units of ``stage``; 0 total means unknown.

    ``course`` is the progress of the whole scan, ``figures`` counts files.
    """

    stage: Stage
    done: int
    total: int
    course: ScanCourse = field(default_factory=lambda: ScanPacer().course(0.0))
    figures: ScanFigures = field(default_factory=ScanFigures)


@dataclass(frozen=True, slots=True)
class ScanOutcome:
    """The outcome of a scan.

    ``cancelled`` is None for a complete scan; otherwise it is the reading progress, and ``report``
    is what the index held. ``set_aside`` is the path of a damaged index that was replaced.
    ``seconds`` are the updated times of the stages.
    """

    report: ScanReport
    cancelled: ScanProgress | None = None
    set_aside: Path | None = None
    seconds: StageSeconds = ()


@dataclass(frozen=True, slots=True)
class PartialResults:
    """Results of a running scan; only ``kinds`` are known.

    ``report`` is the ``whole`` one without the documents that ``roles`` exclude.
    """

    report: ScanReport
    whole: ScanReport
    roles: Roles
    kinds: frozenset[Kind]


def scan(
    task: Task,
    folders: Sequence[Path],
    config: ScanConfig,
    index: Path,
    judgements: Callable[[], Judgements] = Judgements,
    *,
    renew: bool = False,
    seconds: StageSeconds = (),
    roles: Roles | None = None,
) -> ScanOutcome:
    """Scan folders; groups follow the result of ``judgements``, called in the task's thread.

    ``renew`` first sets aside a damaged or outdated index. ``seconds`` are the known times of the
    stages. ``task.found`` carries ``PartialResults`` now and then, without excluded documents.

    A cancelled scan stops its workers and returns what the index knows; only an abandoned one (the
    window closes) raises ``Cancelled``. Raises ``SimcoreError``.
    """
    from simcore.index.database import renew_index
    from simcore.index.index import FingerprintIndex
    from simcore.pipeline.scan import recall as recall_folders
    from simcore.pipeline.scan import scan as scan_folders

    config = with_days(config)
    receiver = _Receiver(task, ScanPacer(seconds), roles or Roles())
    aside = renew_index(index) if renew else None
    with FingerprintIndex(index) as opened:
        try:
            with processes(config.jobs, config.seconds_a_file) as executor:
                report = scan_folders(
                    folders,
                    config,
                    opened,
                    executor,
                    receiver,
                    judgements=judgements(),
                    watcher=receiver,
                )
                return ScanOutcome(report, set_aside=aside, seconds=receiver.pacer.seconds())
        except Exception as error:
            # a pool that is being stopped breaks
            if not isinstance(error, Cancelled) and not task.stopping:
                raise
            if task.abandoned:
                raise Cancelled from error
            report = recall_folders(folders, config, opened, judgements())
            return ScanOutcome(report, receiver.read, aside)


def recall(
    task: Task,
    folders: Sequence[Path],
    config: ScanConfig,
    index: Path,
    judgements: Callable[[], Judgements] = Judgements,
) -> ScanOutcome:
    """Return the index's report of folders; groups follow the result of ``judgements``.

    Raises ``SimcoreError`` and ``Cancelled``.
    """
    from simcore.index.index import FingerprintIndex
    from simcore.pipeline.scan import recall as recall_folders

    task.check()
    config = with_days(config)
    with FingerprintIndex(index) as opened:
        return ScanOutcome(recall_folders(folders, config, opened, judgements()))


def with_days(config: ScanConfig) -> ScanConfig:
    """Return a configuration with the current numbers of days that folders keep documents.

    Raises ``SimcoreError`` if they cannot be read, so that nothing is dropped by mistake.
    """
    return replace(config, folder_days=read_folder_settings().days)


class _Receiver:
    def __init__(self, task: Task, pacer: ScanPacer, roles: Roles) -> None:
        self.task = task
        self.pacer = pacer
        self._roles = roles
        self._next = time.monotonic() + _LEAST_SECONDS
        self.figures = ScanFigures()
        self.read = ScanProgress(Stage.READ, 0, 0)

    @property
    def pausing(self) -> bool:
        """Whether the next report returns later; the engine writes first what was read."""
        return self.task.pausing

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Receive one report. Raises ``Cancelled``."""
        now = time.monotonic()
        self.pacer.note(stage, done, total, now)
        progress = ScanProgress(stage, done, total, self.pacer.course(now), self.figures)
        if stage is Stage.READ:
            self.read = progress
        stood = self.task.stood
        self.task.publish(progress)
        self.pacer.rest(self.task.stood - stood)

    def found(
        self,
        figures: ScanFigures,
        kinds: AbstractSet[Kind],
        report: Callable[[], ScanReport],
    ) -> None:
        """Receive partial results. Raises ``Cancelled``."""
        from simcore.grouping.queries import without_excluded

        self.figures = figures
        self.pacer.count(figures.files, figures.new, figures.new_size)
        self.pacer.read(figures.size)
        began = time.monotonic()
        if began < self._next:
            return
        whole = report()
        shown = without_excluded(whole, self._roles, check=self.task.check)
        ended = time.monotonic()
        self._next = ended + max(_LEAST_SECONDS, (ended - began) / _SHARE)
        self.task.found.emit(PartialResults(shown, whole, self._roles, frozenset(kinds)))


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    path: Path
    config: ScanConfig
    similar: "Similar"


class KeptLibrary:
    """The texts of an index in memory, kept between questions; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._library: ResidentLibrary | None = None
        self._index: Path | None = None

    def __bool__(self) -> bool:
        return self._library is not None

    def drop(self) -> None:
        self._library = None

    def of(self, index: "FingerprintIndex", config: ScanConfig, task: Task) -> "ResidentLibrary":
        """Return the current texts of an index. Raises ``SimcoreError`` and ``Cancelled``.

        Those of another index or recipe are dropped first.
        """
        from simcore.pipeline.jobs import recipe_key
        from simcore.pipeline.resident import ResidentLibrary

        recipe = recipe_key(config)
        with self._lock:
            library = self._library
            if library is None or (library.recipe, self._index) != (recipe, index.path):
                self.drop()
                library = ResidentLibrary(recipe)
            library.refresh(index, task.check)
            self._library, self._index = library, index.path
        return library


def find_similar(
    task: Task, path: Path, config: ScanConfig, index: Path, library: KeptLibrary
) -> SimilarAnswer:
    """Search the whole index, of any folder, for documents similar to a file.

    Loads its texts into ``library``. Raises ``SimcoreError`` and ``Cancelled``.
    """
    from simcore.index.index import FingerprintIndex
    from simcore.pipeline.similar import recall_similar

    config = with_days(config)
    encodings = read_judgements(judgements_path(index)).encodings

    check = CancelCheck(task)
    with FingerprintIndex(index) as opened:
        texts = library.of(opened, config, task)
        # one process, made if a document has to be parsed
        with processes(0 if config.jobs == 0 else 1, config.seconds_a_file) as executor:
            similar = recall_similar(path, config, opened, check, encodings, texts, executor)
    return SimilarAnswer(path, config, similar)


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """The progress of a check: ``done`` of ``total`` units of ``stage``; 0 total means unknown."""

    stage: Stage
    done: int
    total: int


class _Published:
    def __init__(self, task: Task) -> None:
        self._task = task

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Publish it. Raises ``Cancelled`` once the task was asked to stop."""
        self._task.publish(CheckProgress(stage, done, total))


def check_document(
    task: Task, path: Path, config: ScanConfig, index: Path, library: KeptLibrary
) -> "Checked":
    """Check a document against the whole index, of any folder; publishes ``CheckProgress``.

    Uses the texts of ``library`` if loaded; otherwise reads the index, which is faster for one
    check. Raises ``SimcoreError`` and ``Cancelled``.
    """
    from simcore.check import check_document as check_in_index
    from simcore.index.index import FingerprintIndex

    config = with_days(config)
    encodings = read_judgements(judgements_path(index)).encodings
    # one process: most documents need no parsing
    jobs = 0 if config.jobs == 0 else 1
    with (
        FingerprintIndex(index) as opened,
        processes(jobs, config.seconds_a_file) as executor,
    ):
        texts = library.of(opened, config, task) if library else None
        return check_in_index(
            path, config, opened, executor, _Published(task), encodings, holders=texts
        )


def write_check(_task: Task, path: Path, checked: "Checked", words: "CheckWords") -> Path:
    """Write a check as a page; return its path. Raises ``SimcoreError``."""
    from simcore.reports.html import save_check_page

    save_check_page(path, checked, words)
    return path


def write_page(
    task: Task,
    report: ScanReport,
    path: Path,
    words: "ReportWords",
    roles: Roles,
    index: Path,
) -> Path:
    """Write the groups of a report with their differences; return the path of the page.

    Raises ``Cancelled``, and ``SimcoreError`` if writing fails; an older file is then unchanged.
    """
    # one at a time: most texts need no parsing
    from simcore.pipeline.rereading import TextsNow
    from simcore.reports.html import save_page

    jobs = 0 if report.config.jobs == 0 else 1

    with processes(jobs, report.config.seconds_a_file) as executor:
        read = TextsNow(executor, report.config, index, report.judgements.encodings)
        save_page(path, report, read, words, roles=roles, told=lambda *_: task.check())
    return path


_FILES_A_CHECK = 100


@dataclass(frozen=True, slots=True)
class Opened:
    """Saved results, with the changes of their documents since.

    ``report`` has a problem for each document that is gone or changed; ``marked`` has none of
    these.
    """

    path: Path
    report: ScanReport
    marked: frozenset[DocumentId]
    saved_ns: int
    changes: "Changes"
    roles: Roles

    @property
    def elsewhere(self) -> bool:
        """Whether the documents are not on this machine: the file itself is their folder."""
        results = Path(os.path.realpath(self.path))
        return self.report.elsewhere or results in self.report.folders


def open_results(
    task: Task,
    path: Path,
    judgements: Callable[[], Judgements] = Judgements,
    config: ScanConfig | None = None,
) -> Opened:
    """Read saved results and check their documents; groups follow the result of ``judgements``.

    ``config`` is the user's own, see ``simcore.load_results``. Raises ``SimcoreError`` and
    ``Cancelled``.
    """
    from simcore.grouping.grouper import regroup
    from simcore.pipeline.rereading import find_changes
    from simcore.reports.saved import load_results

    def check(done: int, _total: int = 0) -> None:
        if done % _FILES_A_CHECK == 0:
            task.check()

    saved = load_results(path, lambda _done, _total: task.check(), config)
    changes = find_changes(saved.report.documents.values(), check)
    report, judged = saved.report, judgements()
    if judged != report.judgements:
        report = regroup(report, judgements=judged)
    if changes.problems:
        problems = sorted(
            {*report.problems, *changes.problems}, key=lambda one: (one.path, one.stage)
        )
        report = replace(report, problems=tuple(problems))
    marked = saved.marked - changes.of.keys()
    return Opened(path, report, marked, saved.saved_ns, changes, saved.roles)


def save(
    task: Task, report: ScanReport, marked: Collection[DocumentId], path: Path, roles: Roles
) -> Path:
    """Write results to a path, and return it. Raises ``SimcoreError`` and ``Cancelled``."""
    from simcore.reports.saved import save_results

    save_results(report, marked, path, lambda _done, _total: task.check(), roles)
    return path


@dataclass(frozen=True, slots=True)
class FileForm:
    """Invisible properties of a plain text.

    ``line_ends`` are by frequency (CRLF, LF, CR); ``ended``: the last line has one; ``signed``: it
    has a byte order mark; ``accents`` is NFC, NFD, or empty if there are none or they are mixed.
    """

    line_ends: tuple[str, ...] = ()
    ended: bool = True
    signed: bool = False
    accents: str = ""


def file_form(text: DecodedText) -> FileForm:
    r"""Return the invisible properties of a plain text.

    >>> file_form(DecodedText("a\r\nb\r\nc\n\u00e9", "utf-8", lossy=False))
    FileForm(line_ends=('CRLF', 'LF'), ended=False, signed=False, accents='NFC')
    """
    both, feeds = text.text.count("\r\n"), text.text.count("\n")
    counts = {"CRLF": both, "LF": feeds - both, "CR": text.text.count("\r") - both}
    ends = sorted((name for name, count in counts.items() if count), key=lambda name: -counts[name])
    fits = (
        []
        if text.text.isascii()
        else [form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, text.text)]
    )
    ended = not text.text or text.text[-1] in "\r\n"
    return FileForm(tuple(ends), ended, text.signed, fits[0] if len(fits) == 1 else "")


@dataclass(frozen=True, slots=True)
class CurrentText:
    """The current state of a document: its text, or the reason why there is none.

    A document on another machine has the text carried along. ``changed``: its bytes differ from
    those scanned. ``by_hand``: the user chose the encoding this time; ``kept``: for good. ``form``
    is None for a text extracted from a format.
    """

    document: Document
    text: DecodedText | None
    changed: bool = False
    problem: Reason | None = None
    by_hand: bool = False
    kept: bool = False
    form: FileForm | None = None


@dataclass(frozen=True, slots=True)
class CurrentTexts:
    """The current texts of the kept document and the selected one.

    ``ad_hoc``: the user put the two together, neither is kept for the other. ``figures`` follow if
    an encoding was chosen by hand: what a scan would find, or why nothing.
    """

    kept: CurrentText
    chosen: CurrentText
    ad_hoc: bool = False
    figures: "TextFigures | Reason | None" = None


def read_texts(
    task: Task,
    kept: Document,
    chosen: Document,
    config: ScanConfig,
    index: Path,
    encodings: tuple[str | None, str | None] = (None, None),
    *,
    said: Mapping[bytes, str] | None = None,
    ad_hoc: bool = False,
) -> CurrentTexts:
    """Read two documents. Raises ``Cancelled`` between the two.

    Extracted texts are beside ``index``; formats are parsed in another process. ``encodings`` are
    those of both: None reads as a scan does, by ``said``, and empty detects it. With one of them
    given, the texts are published first, and the result has ``figures``. A document compared with
    itself is read once.
    """
    from simcore.explanation import ReadAs

    said = said or {}
    kept_text = _read(task, kept, config, index, encodings[0], said)
    if chosen is kept:
        return CurrentTexts(kept_text, kept_text, ad_hoc)
    task.check()
    pair = CurrentTexts(kept_text, _read(task, chosen, config, index, encodings[1], said), ad_hoc)
    if encodings == (None, None) or kept_text.text is None or pair.chosen.text is None:
        return pair
    task.check()
    task.progressed.emit(pair)
    one, other = (
        ReadAs(document.real_path, encoding or None, {} if encoding == "" else said)
        for document, encoding in zip((kept, chosen), encodings, strict=True)
    )
    return replace(pair, figures=_figures(task, one, other, config))


def _read(
    task: Task,
    document: Document,
    config: ScanConfig,
    index: Path,
    encoding: str | None,
    said: Mapping[bytes, str],
) -> CurrentText:
    # what was carried along is text already: it has no other encoding
    from simcore.pipeline.rereading import DocumentToRead, read_parsed, read_unparsed

    by_hand = encoding is not None and not document.elsewhere
    document = _of_disk(document)
    wanted = DocumentToRead(
        document.real_path,
        config.largest_file,
        index,
        encoding or None,
        {} if encoding == "" else said,
    )
    try:
        text, content_hash = read_unparsed(wanted) or in_process(
            task,
            read_parsed,
            wanted,
            jobs=config.jobs,
            seconds=config.seconds_a_file,
        )
    except SimcoreError as error:
        return CurrentText(document, None, problem=error.reason, by_hand=by_hand)
    # unknown for a file that was never scanned
    if document.elsewhere:
        return CurrentText(document, text)
    changed = bool(document.content_hash) and content_hash != document.content_hash
    kept = said.get(content_hash) == text.encoding and not by_hand
    form = None if text.beside else file_form(text)
    return CurrentText(document, text, changed=changed, by_hand=by_hand, kept=kept, form=form)


def _of_disk(document: Document) -> Document:
    """Return a document that was never scanned with its size and date, if available."""
    if document.mtime_ns or document.inside or document.elsewhere:
        return document
    try:
        found = document.real_path.stat()
    except OSError:
        return document
    return replace(document, size=found.st_size, mtime_ns=found.st_mtime_ns)


def _figures(
    task: Task, kept: "ReadAs", chosen: "ReadAs", config: ScanConfig
) -> "TextFigures | Reason":
    from simcore.explanation import compare_as

    try:
        return in_process(
            task,
            compare_as,
            kept,
            chosen,
            config,
            jobs=config.jobs,
            seconds=config.seconds_a_file,
        )
    except SimcoreError as error:
        return error.reason


class TextReader(Latest[..., CurrentTexts]):
    """Reads one pair at a time; ``published`` and ``succeeded`` carry ``CurrentTexts``.

    The newest request replaces a waiting one, so quick navigation queues no readings. ``said``
    returns the encodings of ``Judgements``; extracted texts are beside ``index``.
    """

    wanted = Signal()  # of another pair than before

    def __init__(
        self, said: Callable[[], Mapping[bytes, str]], index: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(read_texts, parent)
        self._said = said
        self._index = index

    def read(
        self, kept: Document, chosen: Document, config: ScanConfig, *, ad_hoc: bool = False
    ) -> None:
        self.wanted.emit()
        self.read_in((None, None), kept, chosen, config, ad_hoc=ad_hoc)

    def read_in(
        self,
        encodings: tuple[str | None, str | None],
        kept: Document,
        chosen: Document,
        config: ScanConfig,
        *,
        ad_hoc: bool = False,
    ) -> None:
        """Read the same pair in other encodings, as ``read_texts`` takes them."""
        self.run(kept, chosen, config, self._index, encodings, said=self._said(), ad_hoc=ad_hoc)
