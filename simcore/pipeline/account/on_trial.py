"""Files that are read on trial: whether one is what it was tried for."""

from pathlib import Path

from simcore.files.patterns import Patterns
from simcore.model.formats import is_manual_name
from simcore.model.not_read import is_companion
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import Problem, ProblemStage
from simcore.store.documents import ENCODED, KnownFile


def is_quiet(problem: Problem, patterns: Patterns) -> bool:
    """Return whether a file was read on trial, and is not what it was tried for.

    What programs lay beside documents is, too: text of such a name is read.
    """
    # where a choice of encoding was not used the file was read all the same
    read = problem.reason.code is ReasonCode.CHOICE_NOT_USED
    no_text = problem.stage is ProblemStage.DECODE and not read
    large = problem.reason.code is ReasonCode.TOO_LARGE
    on_trial = patterns.only_on_trial(problem.path) or is_companion(problem.path.name)
    return (no_text or large) and on_trial


def is_wanted(known: KnownFile, patterns: Patterns) -> bool:
    """Return whether a document that an earlier scan read as text is one for this scan, too."""
    file, row = known
    return not is_manual_name(file.name) or is_wanted_as(file.path, row[ENCODED], patterns)


def is_wanted_as(path: Path, encoding: object, patterns: Patterns) -> bool:
    """Return the same of a file that has the name of a manual page."""
    return patterns.all_text or encoding == "man" or not patterns.only_on_trial(path)
