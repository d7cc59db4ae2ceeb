"""What was not read of the folders of a scan, by name: how many files of a kind, and why."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simcore.model.reason_codes import BRIEFLY, OTHER_REASON, ReasonCode
from simcore.model.records import Problem, ProblemStage

_LONGEST_SUFFIX = 8
MOST_KINDS = 500
"""So many kinds of files are counted apart; the files of others are ``OTHERS``."""

UNNAMED = ""
"""The kind of files whose names have no suffix."""

OTHERS = "*"
"""The kind of all files of the kinds that are counted together, beyond the most frequent."""

_FIRST_OF = {words: code for code, words in reversed([*BRIEFLY.items()])}
"""The first code that has some words."""

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
    """``count`` files of a kind, see ``kind_of``, and why they were ``not_read``.

    ``brief`` is one of ``BRIEFLY`` or ``OTHER_REASON``; None where the patterns left them out.
    ``reason`` is the code that it stands for.
    """

    kind: str
    count: int
    reason: ReasonCode | None = None

    @property
    def brief(self) -> str | None:
        """The reason in a word or two, in English."""
        return None if self.reason is None else BRIEFLY.get(self.reason, OTHER_REASON)


_COMPANIONS = ("._", "~$", ".~lock.")
_COMPANION_NAMES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


def is_companion(name: str) -> bool:
    """Return whether a program or a system lays such a file beside others; nobody misses its words.

    What macOS cannot keep in a file of another system, the lock of a document that is open in Word
    or LibreOffice, and what file managers know of a folder.

    >>> [is_companion(name) for name in ("._报告.docx", "~$报告.docx", ".DS_Store", "a~$.docx")]
    [True, True, True, False]
    """
    return name.startswith(_COMPANIONS) or name.lower() in _COMPANION_NAMES


def kind_of(name: str) -> str:
    """Return the suffix by which a file is counted, with small letters and its dot.

    >>> kind_of("a.JPG"), kind_of("lib.so.1"), kind_of(".bashrc"), kind_of("a.b c"), kind_of("x")
    ('.jpg', '.1', '', '', '')
    """
    stem, dot, suffix = name.rpartition(".")
    if not stem or not dot or len(suffix) > _LONGEST_SUFFIX or not suffix.isalnum():
        return UNNAMED
    return f".{suffix.lower()}"


def not_read(left_out: Mapping[str, int], problems: Iterable[Problem]) -> list[NotRead]:
    """Return what was not read: first what could not be, then what the patterns left out.

    ``left_out`` counts the latter by kind. The most come first; reasons with the same words are
    counted as one.
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


def could_not_be_read(problem: Problem) -> bool:
    """Return whether a problem is of a file that the settings admit and that could not be read.

    What is left out by its name, its size or as a link was not to be read, and a document that was
    read in part, or has no words, was read.

    >>> from pathlib import Path
    >>> from simcore.model.reasons import Reason
    >>> large, locked = Reason(ReasonCode.TOO_LARGE, ("64", "70")), Reason(ReasonCode.PASSWORD)
    >>> [
    ...     could_not_be_read(Problem(Path("a.pdf"), ProblemStage.READ, one))
    ...     for one in (large, locked)
    ... ]
    [False, True]
    """
    return was_not_read(problem.stage, problem.reason.code)


def was_not_read(stage: ProblemStage, code: ReasonCode) -> bool:
    """Return the same, by the stage of a problem and the code of its reason."""
    match stage:
        case ProblemStage.LIST:
            return code in _NOT_LISTED
        case ProblemStage.READ | ProblemStage.DECODE:
            return code not in _READ_ALL_THE_SAME and code is not ReasonCode.TOO_LARGE
        case ProblemStage.VERIFY:
            return code is not ReasonCode.NOT_ALL_COMPARED
    return False


def bounded(left_out: Mapping[str, int]) -> dict[str, int]:
    """Return the counts with no more than ``MOST_KINDS`` kinds."""
    listed = sorted(left_out.items(), key=lambda one: (-one[1], one[0]))
    found = dict(listed[:MOST_KINDS])
    rest = sum(count for _, count in listed[MOST_KINDS:])
    return found | {OTHERS: found.get(OTHERS, 0) + rest} if rest else found
