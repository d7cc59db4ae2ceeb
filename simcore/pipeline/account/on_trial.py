"""Files that are read on trial: whether one is what it was tried for."""

from collections.abc import Collection, Sequence
from pathlib import Path

from simcore.files.patterns import Patterns, patterns_of
from simcore.model.config import ScanConfig
from simcore.model.formats import is_manual_name
from simcore.model.not_read import is_companion
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import Document, Problem, ProblemStage
from simcore.store.documents import ENCODED, KnownFiles
from simcore.store.index import FingerprintIndex
from simcore.text.reading import READER_VERSION
from simcore.workers.worker import too_long


def is_quiet(problem: Problem, patterns: Patterns, by_hand: Collection[Path] = frozenset()) -> bool:
    """Return whether a file was read on trial, and is not what it was tried for.

    What programs lay beside documents is, too: text of such a name is read. Files that were named
    ``by_hand`` are read for certain.
    """
    if problem.path in by_hand:
        return False
    # where a choice of encoding was not used the file was read all the same
    read = problem.reason.code is ReasonCode.CHOICE_NOT_USED
    no_text = problem.stage is ProblemStage.DECODE and not read
    large = problem.reason.code is ReasonCode.TOO_LARGE
    on_trial = patterns.only_on_trial(problem.path) or is_companion(problem.path.name)
    return (no_text or large) and on_trial


def are_wanted(known: KnownFiles, patterns: Patterns) -> list[bool]:
    """Return whether documents that an earlier scan read as text are for this scan, too."""
    # by their names first: there are very many, and paths are built on demand
    return [
        not is_manual_name(name)
        or folder.by_hand
        or is_wanted_as(folder.path / name, encoding, patterns)
        for (folder, name), encoding in zip(known.named(), known.column(ENCODED), strict=True)
    ]


def is_wanted_as(path: Path, encoding: object, patterns: Patterns) -> bool:
    """Return whether a document at a path, read in an encoding, is one for this scan."""
    manual = not is_manual_name(path.name) or encoding == "man"
    return manual or patterns.all_text or not patterns.only_on_trial(path)


def is_worth_a_try(
    problem: Problem, config: ScanConfig, by_hand: Collection[Path] = frozenset()
) -> bool:
    """Return whether a file was left out for time or its name, by other settings than now.

    ``by_hand`` are those that were named now.
    """
    if problem.reason.code is ReasonCode.NOT_A_MANUAL:
        return (
            config.all_text
            or problem.path in by_hand
            or not patterns_of(config).only_on_trial(problem.path)
        )
    # nothing else that went wrong while reading is kept
    return problem.stage is ProblemStage.READ and problem.reason != too_long(config.seconds_a_file)


def records_below(
    index: FingerprintIndex, roots: Sequence[Path], recipe: str, config: ScanConfig
) -> tuple[list[Document], list[Problem]]:
    """Return what the index has below some resolved folders and a scan of them asks for."""
    patterns = patterns_of(config)
    documents: list[Document] = []
    problems: list[Problem] = []
    for item in index.below(roots, recipe, READER_VERSION):
        if isinstance(item, Document) and item.inside and not config.containers:
            continue
        below = (item.path.relative_to(r) for r in roots if item.path.is_relative_to(r))
        # a root may be a file that was named
        if any(path == Path() or patterns.admit(path.as_posix()) for path in below):
            if isinstance(item, Problem):
                if not is_quiet(item, patterns):
                    problems.append(item)
            elif is_wanted_as(item.path, item.encoding, patterns):
                documents.append(item)
    return documents, problems
