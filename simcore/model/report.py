"""ScanReport and other results: groups, checks, arrivals, removals, and judgements of documents.

Judgements are about what a reader sees, so they hold for moved and renamed documents, and say
nothing of a document that a reader can tell apart. Only the choice of a document to keep names a
file, and holds while the file has the same bytes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from simcore.model import records
from simcore.model.config import ScanConfig
from simcore.model.reasons import (
    BRIEFLY,
    OTHER_REASON,
    Reason,
    ReasonCode,
    of_text,
    reason_in,
    to_json,
)
from simcore.model.records import (
    FRAMED,
    UNMARKED,
    Comparison,
    Document,
    DocumentId,
    Judgements,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    Problem,
    ProblemStage,
    TextPair,
)

Action = records.Action


class State(StrEnum):
    INTENDED = "intended"  # begun, not known to have ended
    DONE = "done"
    SKIPPED = "skipped"  # the document was left unchanged, for a reason
    FAILED = "failed"  # it was tried, and the document is still there
    UNKNOWN = "unknown"  # the path of the document is no longer known
    UNDOING = "undoing"  # begun to be undone, not known to have ended
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Attributes:
    """Owner and group of a file by number, and extended attributes and access lists by name."""

    owner: int
    group: int
    extended: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Volume:
    """A disk other than the system's: its mount point and mark.

    The ``mark`` lasts as long as the file system; it is empty if there is none.
    """

    point: Path
    mark: str = ""


def same_disk(before: Volume | None, now: Volume | None) -> bool:
    """Return whether a folder is on the same disk as before; None is the system's.

    >>> same_disk(Volume(Path("/media/usb"), "8d0c"), Volume(Path("/media/usb"), "77ab"))
    False
    """
    if before is None or now is None:
        return before is now
    return before.point == now.point and before.mark in {"", now.mark}


@dataclass(frozen=True, slots=True)
class Trace:
    """The state of a file when it was last read, to recognise and restore it.

    ``path`` is resolved; ``mode`` as in ``stat``. ``text_hash`` is ``Document.form``.
    ``attributes`` are None if unknown.
    """

    path: Path
    size: int
    mtime_ns: int
    mode: int
    device: int
    inode: int
    content_hash: bytes
    text_hash: bytes
    attributes: Attributes | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One document of a batch in a ``Journal``. ``sequence`` grows over all batches of a journal.

    ``witnesses`` are the documents that must stay, one of each group. ``moved_to`` is the new path
    of the document, of its copy, or of the document that an undo replaced. ``holding`` is a
    temporary name beside the document. ``made`` is the device and inode of a file that the
    operation made, a copy or a link. ``lock`` names the run's lock: empty if locks did not work.
    ``disks`` are the disks of the folders, but for the system's. An earlier version left ``lock``
    and ``disks`` None.
    """

    sequence: int
    batch: int
    action: Action
    target: Trace
    witnesses: tuple[Trace, ...]
    state: State
    moved_to: Path | None = None
    holding: Path | None = None
    made: tuple[int, int] | None = None
    reason: Reason | None = None
    lock: str | None = None
    disks: Mapping[Path, Volume] | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """The operations of one removal in a ``Journal``: the time ``at`` in UTC, counts by state.

    The time of a damaged journal may be empty.
    """

    id: int
    at: str
    action: Action
    note: str
    counts: Mapping[State, int]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of ``carry_out`` for a file: its path now, or why it was left unchanged, or both.

    ``names`` are the results for its other names, which are removed first.
    """

    path: Path
    state: State
    where: Path | None = None
    reason: Reason | None = None
    names: tuple["Result", ...] = ()


@dataclass(frozen=True, slots=True)
class JournalMark:
    """A position in a ``Journal``: a number of an operation, since clocks may be set back."""

    journal: bytes
    sequence: int


@dataclass(frozen=True, slots=True)
class Member:
    """A document of a group, and its relation to the group's representative: see ``scan``.

    If it reads like an earlier member and not like the representative, it is a ``copy_of`` that
    one: kind and figures are its relation to that member. ``containment`` is the share of this
    document that the representative contains. It and ``resemblance`` are None if the two were never
    compared. The rest is as in ``Pair``; the distance of ``short`` texts is not used.
    """

    document: DocumentId
    distance: int
    resemblance: float | None
    containment: float | None
    kind: Kind
    short: bool = False
    numbers_only: bool = False
    copy_of: DocumentId | None = None
    only_in: OnlyIn | None = None
    measure: MeasuredBy = MeasuredBy.SHINGLES

    @property
    def own(self) -> float | None:
        """The share of this document that is its own text, of forms and boilerplate; else None."""
        return 1 - (self.containment or 0) if self.kind in FRAMED else None

    @property
    def by_hand_only(self) -> bool:
        """Whether only the user may mark this document for removal: it may be another one."""
        return self.kind in UNMARKED or self.numbers_only


@dataclass(frozen=True, slots=True)
class Group:
    """A kept document and its near-duplicates, see ``scan``.

    ``members`` are the others, at least one, the most similar first. Grouped by leaders, each is a
    near-duplicate of the representative, or an earlier version. Grouped by components, or if the
    user chose the representative, some may be ``linked``: near-duplicates of other members.

    ``worst`` is the least known resemblance of the representative and a member. If ``parts``, the
    representative contains most of each member. A document may be in one group of either sort.
    """

    representative: DocumentId
    members: tuple[Member, ...]
    worst: float
    parts: bool = False

    @property
    def documents(self) -> tuple[DocumentId, ...]:
        return (self.representative, *(member.document for member in self.members))

    @property
    def framed(self) -> bool:
        """Whether it has only forms or boilerplate: such groups come last."""
        kinds = {member.kind for member in self.members} - {Kind.LINKED}
        return bool(kinds) and kinds <= FRAMED


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a ``scan``.

    ``listed`` files matched the patterns, ``skipped`` did not (or were links, or named twice),
    ``read`` were opened now, ``unchanged`` were known, ``unusable`` could not be read or have no
    text, ``outside`` are too old, ``too_short`` have no words. ``documents`` can be compared,
    ``short`` of them by sketches alone. ``candidates`` were proposed and compared. ``exact`` to
    ``linked``, ``parts``, ``same_form``, ``boilerplate`` and ``earlier_versions`` count members of
    groups by kind. Of ``passed_over`` texts about ``missed`` pairs were not compared, since too
    many are similar.
    """

    listed: int = 0
    skipped: int = 0
    read: int = 0
    unchanged: int = 0
    unusable: int = 0
    too_short: int = 0
    documents: int = 0
    short: int = 0
    candidates: int = 0
    exact: int = 0
    same_words: int = 0
    similar: int = 0
    linked: int = 0
    parts: int = 0
    passed_over: int = 0
    missed: int = 0
    outside: int = 0
    same_form: int = 0
    boilerplate: int = 0
    earlier_versions: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class ScanReport:
    """The result of a ``scan``, which the window shows and the reports print.

    ``documents`` are the readable documents by id; those without words have no fingerprint.
    ``pairs`` are verified pairs of *texts*, one document representing all with equal text, with a
    resemblance of at least ``simcore.model.config.LEAST_SIMILARITY`` or the configured containment;
    ``simcore.regroup`` makes groups of them without reading a file.

    ``comparisons`` are exact figures of texts that are no such pair, in ascending order of the
    texts. Fingerprints proposed pairs up to ``compared_distance`` bits. ``complete`` is False if
    the run was cancelled or shows an older state of the index. ``groups`` follow ``judgements``.
    ``journal`` is the position of the journal when the scan began, None if unknown. ``opened``
    results are to be confirmed before a document is removed. ``left_out`` counts the files that
    patterns left out, by ``kind_of``. ``regrouper`` is a cache of ``simcore.regroup``.
    """

    config: ScanConfig
    folders: tuple[Path, ...]
    documents: Mapping[DocumentId, Document]
    pairs: tuple[Pair, ...]
    groups: tuple[Group, ...]
    problems: tuple[Problem, ...]
    counts: Counts
    compared_distance: int
    complete: bool = True
    comparisons: Mapping[TextPair, Comparison] = field(default_factory=dict)
    judgements: Judgements = field(default_factory=Judgements)
    journal: JournalMark | None = None
    opened: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    regrouper: object = field(default=None, compare=False)

    @property
    def elsewhere(self) -> bool:
        """Whether its documents are not on this machine: all are, or none is."""
        first = next(iter(self.documents.values()), None)
        return first is not None and bool(first.elsewhere)

    @property
    def kept(self) -> frozenset[DocumentId]:
        return frozenset(group.representative for group in self.groups)

    def __repr__(self) -> str:
        counts = {
            "document": len(self.documents),
            "group": len(self.groups),
            "problem": len(self.problems),
        }
        said = ", ".join(f"{many:,} {what}{'s'[many == 1 :]}" for what, many in counts.items())
        return f"<ScanReport of {said}{'' if self.complete else '; not complete'}>"


TRUE_COPIES = (Kind.IDENTICAL, Kind.SAME_TEXT)
"""The kinds of which nothing is lost when a document is removed."""


def related_to_kept(group: "Group") -> Iterator["Member"]:
    """Yield the members of a group, copies of others with the relation to the representative."""
    originals: dict[DocumentId, Member] = {}
    for member in group.members:
        if member.copy_of is None:
            originals[member.document] = member
            yield member
        else:
            yield replace(originals[member.copy_of], document=member.document)


class Stage(StrEnum):
    """The stages of a scan, in their order, and their units; see ``Progress``."""

    LIST = "list"  # files found; the total is unknown
    CHECK = "check"  # files looked up in the index
    READ = "read"  # files
    PAIR = "pair"  # steps of finding near fingerprints, of about equal time
    PASSAGE = "passage"  # proposals by sketches, before they are counted
    RECALL = "recall"  # pairs looked up in the index
    VERIFY = "verify"  # pairs compared
    GROUP = "group"  # pairs


class Cancelled(Exception):  # noqa: N818 - a request of the user, no error
    """The user asked the run to stop; files already indexed stay indexed.

    >>> class Impatient(NoProgress):
    ...     def report(self, stage: Stage, done: int, total: int) -> None:
    ...         raise Cancelled
    >>> simcore.scan("documents", simcore.ScanConfig(jobs=0), progress=Impatient())
    Traceback (most recent call last):
    simcore.model.report.Cancelled
    """


class Progress(Protocol):
    """A receiver of progress, which can also stop or pause the run.

    >>> class Stages(NoProgress):
    ...     def report(self, stage: Stage, done: int, total: int) -> None:
    ...         stages[stage.value] = total
    >>> stages: dict[str, int] = {}
    >>> _ = simcore.scan("documents", simcore.ScanConfig(jobs=0), progress=Stages())
    >>> stages["read"], list(stages)
    (25, ['list', 'check', 'read', 'pair', 'passage', 'recall', 'verify', 'group'])
    """

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` units of ``stage`` are done; 0 total means unknown.

        Within a stage ``done`` never falls, and its last report has the whole total. Grouping by
        components returns to ``RECALL`` and ``VERIFY`` for missing pairs. It is called at least ten
        times a second. Raise ``Cancelled`` to stop the run at the next safe point.

        To pause a run, return later: meanwhile no work is started and nothing is written. If the
        receiver has a true attribute ``pausing``, what was read before is written first.
        """


class NoProgress:
    """A receiver that shows nothing and never cancels: a base of others, see ``Progress``."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        pass


@dataclass(frozen=True, slots=True)
class ScanFigures:
    """The progress of a scan in files, for a ``Watcher``.

    Of ``files``, ``new`` are to be read, of ``new_size`` bytes. ``read`` were read, ``size`` bytes
    of them; ``not_read`` could not be, or not in full or for sure, or have no words. ``left_out``
    were excluded by a pattern, are links or second names, or too large.
    """

    files: int = 0
    new: int = 0
    new_size: int = 0
    read: int = 0
    size: int = 0
    not_read: int = 0
    left_out: int = 0


class Watcher(Protocol):
    """A receiver of intermediate results of a scan.

    >>> class Last:
    ...     def found(self, figures: ScanFigures, kinds: object, report: object) -> None:
    ...         self.figures = figures
    >>> last = Last()
    >>> _ = simcore.scan("documents", simcore.ScanConfig(jobs=0), watcher=last)
    >>> last.figures.files, last.figures.not_read
    (25, 2)
    """

    def found(
        self, figures: ScanFigures, kinds: AbstractSet[Kind], report: Callable[[], "ScanReport"]
    ) -> None:
        """Take the results so far; ``report`` makes an incomplete report of ``kinds`` only.

        The scan waits for the report. Called often, in the thread of the scan; an exception ends
        it.
        """


def left_out_away(reason: Reason) -> int:
    """Return how many documents were not compared since their disk is away; 0 for other reasons."""
    match reason:
        case Reason(ReasonCode.LEFT_OUT_AWAY, (int(count),)):
            return count
    return 0


LEAST_LETTERS = 40

LEAST_IDEOGRAPHS = 13


class QuotationSign(StrEnum):
    """What shows that a passage is quoted; the first that applies."""

    MARKS = "marks"  # it stands in quotation marks
    LINES = "lines"  # its lines begin with ">"
    REFERENCES = "references"  # its source stands in the document's list of references
    NAMED = "named"  # its source is named in the document
    LISTED = "listed"  # it stands in the list of references itself


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A text of the library with passages of the document, see ``check_document``.

    ``copies`` are other documents with the same text. ``characters`` of the document are in this
    source, ``only`` of them in no other. ``named`` is where the document names it. ``within`` is an
    index of ``Checked.sources``: an earlier source that has all of this one's passages.
    """

    document: Document
    copies: tuple[Document, ...]
    characters: int
    only: int
    named: QuotationSign | None = None
    within: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedPassage:
    """A passage of the document that is in a source, see ``check_document``.

    ``start`` and ``stop`` are a half-open range of the document's text, ``there_start`` and
    ``there_stop`` of the text of ``source``, an index of ``Checked.sources``. ``also`` are other
    sources with at least half of it. ``characters`` counts equal letters, digits and ideographs.
    Lines count from 1. ``there`` is the passage in the source.
    """

    start: int
    stop: int
    source: int
    there_start: int
    there_stop: int
    characters: int
    quoted: QuotationSign | None
    also: tuple[int, ...]
    first_line: int
    last_line: int
    there_first: int
    there_last: int
    there: str


@dataclass(frozen=True, slots=True)
class Checked:
    """How much of a document ``check_document`` finds in the library.

    ``characters`` counts the letters, digits and ideographs of the normal form, ``found`` those in
    any source, ``quoted`` those that are quoted. ``passages`` are in the order of ``text`` and do
    not overlap. ``sources`` are ordered by their share of the document. If a limit was reached,
    ``unread`` texts probably have passages too, and ``open`` characters may be theirs. ``outside``
    documents were left out, since they are too old.
    """

    path: Path
    title: str
    text: str
    characters: int
    found: int
    quoted: int
    passages: tuple[CheckedPassage, ...]
    sources: tuple[CheckedSource, ...]
    problems: tuple[Problem, ...] = ()
    unread: int = 0
    open: int = 0
    outside: int = 0

    def of_all(self, characters: int) -> float:
        return characters / self.characters if self.characters else 0.0

    @property
    def is_partial(self) -> bool:
        return any(one.stage is ProblemStage.VERIFY for one in self.problems)

    @property
    def away(self) -> int:
        return sum(left_out_away(one.reason) for one in self.problems)

    @property
    def share(self) -> float:
        return self.of_all(self.found)

    @property
    def unquoted_share(self) -> float:
        return self.of_all(self.found - self.quoted)

    @property
    def largest_share(self) -> float:
        return self.of_all(max((one.characters for one in self.sources), default=0))


class ArrivalEvent(StrEnum):
    NEW = "new"
    CHANGED = "changed"  # its bytes are others now
    GONE = "gone"
    RENAMED = "renamed"  # the same bytes elsewhere: moved or renamed


@dataclass(frozen=True, slots=True)
class ArrivalMatch:
    """A document that an arrival is similar to, see ``arrival_from_json``.

    ``contained`` is the share of the arrival that the other contains, ``contains`` the reverse.
    ``distance`` is None for short texts and parts.
    """

    path: Path
    kind: Kind
    similarity: float
    contained: float
    contains: float
    distance: int | None


@dataclass(frozen=True, slots=True)
class Arrival:
    """One line of a watch, see ``arrival_from_json``.

    ``time`` is in seconds since 1970, ``was`` the path before a renaming. ``matches`` are similar
    documents, the most similar first. ``milliseconds`` passed from the event to the answer.
    ``problem`` is why the document could not be compared, ``note`` a limit of the answer.
    """

    event: ArrivalEvent
    path: Path
    time: float
    was: Path | None = None
    matches: tuple[ArrivalMatch, ...] = ()
    milliseconds: float = 0.0
    problem: Reason | None = None
    note: Reason | None = None


def arrival_to_plain(arrival: Arrival) -> dict[str, Any]:
    """Return an arrival as values of JSON, one line of ``variorum watch --json``.

    Bytes of a path that are not UTF-8 become lone surrogates (PEP 383); the time is in ISO 8601.
    """
    plain: dict[str, Any] = {
        "event": arrival.event.value,
        "path": str(arrival.path),
        "time": datetime.fromtimestamp(arrival.time).astimezone().isoformat("T", "milliseconds"),
        "milliseconds": round(arrival.milliseconds, 1),
        "matches": [asdict(one) | {"path": str(one.path)} for one in arrival.matches],
    }
    if arrival.was is not None:
        plain["was"] = str(arrival.was)
    for name, reason in (("problem", arrival.problem), ("note", arrival.note)):
        if reason is not None:
            plain |= {name: str(reason), f"{name}_code": to_json(reason)}
    return plain


def arrival_from_plain(plain: Mapping[str, Any]) -> Arrival:
    """Undo ``arrival_to_plain``. Raises ``ValueError`` for other values.

    >>> came = Arrival(ArrivalEvent.RENAMED, Path("/in/b"), 1.5, Path("/in/a"))
    >>> arrival_from_plain(arrival_to_plain(came)) == came
    True
    """
    try:
        return Arrival(
            ArrivalEvent(plain["event"]),
            Path(plain["path"]),
            datetime.fromisoformat(plain["time"]).timestamp(),
            Path(plain["was"]) if "was" in plain else None,
            tuple(
                ArrivalMatch(
                    Path(one["path"]),
                    Kind(one["kind"]),
                    float(one["similarity"]),
                    float(one["contained"]),
                    float(one["contains"]),
                    None if one["distance"] is None else int(one["distance"]),
                )
                for one in plain["matches"]
            ),
            float(plain["milliseconds"]),
            _reason(plain, "problem"),
            _reason(plain, "note"),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"no arrival: {error!r}") from error


def _reason(plain: Mapping[str, Any], name: str) -> Reason | None:
    if name not in plain:
        return None
    code = plain.get(f"{name}_code")
    reason = reason_in(code) if isinstance(code, str) else Reason(ReasonCode.UNKNOWN)
    return of_text(str(plain[name])) if reason.code is ReasonCode.UNKNOWN else reason


def are_apart(judgements: Judgements, left: Document, right: Document) -> bool:
    if judgements.texts_apart and texts_are_apart(judgements, left, right):
        return True
    return bool(judgements.apart) and (
        _ordered(left.form, right.form) in judgements.apart
        or _ordered(left.content_hash, right.content_hash) in judgements.apart
    )


def texts_are_apart(judgements: Judgements, left: Document, right: Document) -> bool:
    """Return whether all documents with either text were judged to be no duplicates."""
    return _ordered(left.text_hash, right.text_hash) in judgements.texts_apart


def any_apart(
    judgements: Judgements, some: Iterable[Document], others: Collection[Document]
) -> bool:
    """Return whether any two were judged to be no duplicates; those of each side read alike."""
    if not (judgements.apart or judgements.texts_apart):
        return False
    return any(are_apart(judgements, left, right) for left in some for right in others)


def is_kept(judgements: Judgements, document: Document) -> bool:
    if not judgements.kept or document.inside:
        return False  # what is inside stays for nothing, whatever was said
    return (document.real_path, document.content_hash) in judgements.kept


def without_wanted_copies(judgements: Judgements, copies: Sequence[Document]) -> Sequence[Document]:
    """Leave out wanted copies of the documents of one text; ``copies`` has the kept one first."""
    said = judgements.text_copies.get(copies[0].text_hash, ())
    left_out = wanted_copies(copies, said) if said else frozenset()
    if judgements.copies:
        alike: dict[bytes, list[Document]] = {}
        for one in copies:
            if one.id not in left_out:
                alike.setdefault(one.form, []).append(one)
        for some in alike.values():
            keys = {some[0].form, *(one.content_hash for one in some)}
            paths = {path for key in keys for path in judgements.copies.get(key, ())}
            left_out |= wanted_copies(some, paths)
    return [one for one in copies if one.id not in left_out] if left_out else copies


def wanted_copies(copies: Sequence[Document], paths: Collection[Path]) -> frozenset[DocumentId]:
    """Return the wanted copies among similar documents; ``copies`` has the kept one first.

    There are as many as ``paths``, even if some no longer exist: first the documents with these
    paths, then the last ones. The first document is never one: the remaining copy of a deleted
    document is the only one, and a later copy is shown beside it.
    """
    others = copies[1:]
    here = frozenset(paths)
    still = [document.id for document in others if document.real_path in here]
    moved = [document.id for document in reversed(others) if document.real_path not in here]
    return frozenset([*still, *moved][: len(here)])


def _ordered(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    return (one, other) if one < other else (other, one)


_LONGEST_SUFFIX = 8
MOST_KINDS = 500

UNNAMED = ""

OTHERS = "*"
"""The kind of files beyond the limit."""

_FIRST_OF = {words: code for code, words in reversed([*BRIEFLY.items()])}

_READ_ALL_THE_SAME = {ReasonCode.CUT_SHORT, ReasonCode.ENCODING_GUESSED, ReasonCode.CHOICE_NOT_USED}

_NOT_LISTED = {
    ReasonCode.UNLISTED,
    ReasonCode.UNREADABLE,
    ReasonCode.DOES_NOT_EXIST,
    ReasonCode.DISK_AWAY,
    ReasonCode.ANOTHER_DISK,
    ReasonCode.ANOTHER_DISK_OVER,
}


@dataclass(frozen=True, slots=True)
class NotRead:
    """``count`` skipped files of a kind; ``reason`` is None if patterns left them out."""

    kind: str
    count: int
    reason: ReasonCode | None = None

    @property
    def brief(self) -> str | None:
        return None if self.reason is None else BRIEFLY.get(self.reason, OTHER_REASON)


_COMPANIONS = ("._", "~$", ".~lock.")
_COMPANION_NAMES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


def is_companion(name: str) -> bool:
    """Return whether a file is a companion of programs or systems, whose words nobody misses.

    These are metadata of macOS, locks of Word and LibreOffice, and files of file managers.

    >>> [is_companion(name) for name in ("._报告.docx", "~$报告.docx", ".DS_Store", "a~$.docx")]
    [True, True, True, False]
    """
    return name.startswith(_COMPANIONS) or name.lower() in _COMPANION_NAMES


def kind_of(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    if not stem or not dot or len(suffix) > _LONGEST_SUFFIX or not suffix.isalnum():
        return UNNAMED
    return f".{suffix.lower()}"


def not_read(left_out: Mapping[str, int], problems: Iterable[Problem]) -> list[NotRead]:
    """Return the counts of skipped files: first unreadable ones, then those left out by patterns.

    The most frequent come first; reasons with the same words are counted as one.
    """
    unread = Counter(
        (kind_of(one.path.name), _FIRST_OF.get(BRIEFLY.get(one.reason.code, ""), one.reason.code))
        for one in problems
        if one.stage in {ProblemStage.READ, ProblemStage.DECODE}
        and one.reason.code not in _READ_ALL_THE_SAME
    )
    with_reason = [NotRead(kind, count, reason) for (kind, reason), count in unread.items()]
    without = [NotRead(kind, count) for kind, count in left_out.items() if count]
    return [
        one
        for some in (with_reason, without)
        for one in sorted(some, key=lambda one: (one.kind == OTHERS, -one.count, one.kind))
    ]


def was_not_read(stage: ProblemStage, code: ReasonCode) -> bool:
    """Return whether a file that the settings include could not be read, by a problem's values."""
    match stage:
        case ProblemStage.LIST:
            return code in _NOT_LISTED
        case ProblemStage.READ | ProblemStage.DECODE:
            return code not in _READ_ALL_THE_SAME and code is not ReasonCode.TOO_LARGE
        case ProblemStage.VERIFY:
            return code is not ReasonCode.NOT_ALL_COMPARED
    return False


def bounded(left_out: Mapping[str, int]) -> dict[str, int]:
    listed = sorted(left_out.items(), key=lambda one: (-one[1], one[0]))
    found = dict(listed[:MOST_KINDS])
    rest = sum(count for _, count in listed[MOST_KINDS:])
    return found | {OTHERS: found.get(OTHERS, 0) + rest} if rest else found
