"""Find near-duplicate text: scan folders, fingerprint, index, verify, group, report.

Everything a program needs is here; nothing of it knows a window. A scan in five lines::

    config = ScanConfig()
    executor = make_executor(config.jobs, config.seconds_a_file)
    with FingerprintIndex(default_index_path()) as index, executor:
        report = scan([Path("documents")], config, index, executor)
    for group in report.groups:
        print(report.documents[group.representative].path, len(group.members))

What only names values is there at once. The rest is imported when it is first asked for (PEP 562):
a window opens in half the time without NumPy, dictionaries and parsers.
"""

import importlib
import typing

from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_EXCLUDE,
    DEFAULT_INCLUDE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_CONTAINMENT,
    LEAST_FEATURES,
    LEAST_SIMILARITY,
    Grouping,
    ScanConfig,
)
from simcore.model.errors import (
    ConfigError,
    FolderError,
    IndexCorruptError,
    IndexFileError,
    IndexFullError,
    IndexTooNewError,
    JournalError,
    ReadError,
    ResultsFileError,
    SimcoreError,
)
from simcore.model.operations import Action, Batch, Operation, Result, State, Trace
from simcore.model.progress import Cancelled, NoProgress, Progress, Stage
from simcore.model.records import (
    Comparison,
    DecodedText,
    Document,
    DocumentId,
    Fingerprint,
    Group,
    JournalMark,
    Judgements,
    Kind,
    Member,
    Pair,
    Problem,
    ProblemStage,
    TextId,
)
from simcore.model.report import Counts, ScanReport
from simcore.removal.rules.rules import COPY_NAMES, KeepBy, KeepRule, parse_keep_rules

if typing.TYPE_CHECKING:
    from simcore.analysis.compare_as import ReadAs, TextFigures, compare_as
    from simcore.analysis.explain import explain
    from simcore.analysis.explanation import (
        DifferingBit,
        Explanation,
        Feature,
        Influence,
        Passage,
        Side,
    )
    from simcore.analysis.parallels import Parallel, Parallels, find_parallels
    from simcore.files.roles import Role, Roles
    from simcore.files.trash import DesktopTrash, NoTrash, Trash, TrashError
    from simcore.files.volumes import Volumes
    from simcore.fingerprint.recipes import RECIPES, Recipe, find_recipe
    from simcore.fingerprint.simhash import hamming_distance, simhash, votes
    from simcore.grouping.pair_columns import PairColumns, PairSort, pair_columns
    from simcore.grouping.regroup import regroup
    from simcore.grouping.subset import without_documents
    from simcore.pipeline.changes import Change, Changes, find_changes
    from simcore.pipeline.proposals import candidate_pairs
    from simcore.pipeline.retry import Retry, read_again
    from simcore.pipeline.scan import recall, scan
    from simcore.pipeline.similar import Similar, find_similar, recall_similar
    from simcore.removal.carrying_out import carry_out
    from simcore.removal.check import check_removal
    from simcore.removal.journal.journal import Journal, Reliance
    from simcore.removal.plan import Removal, RemovalPlan, by_hand_only, plan_removal
    from simcore.removal.recovery import recover
    from simcore.removal.rules.choices import Choice, Choices, Chosen, Deciding, Spared, Sparing
    from simcore.removal.rules.choosing import choose_kept
    from simcore.removal.rules.pruning import plan_pruning
    from simcore.removal.undoing import last_batch, undo
    from simcore.reports.saved_reader import load_results
    from simcore.reports.saved_writer import SavedResults, save_results
    from simcore.reports.tables import write_groups, write_problems, write_spreadsheet
    from simcore.store.index import FingerprintIndex
    from simcore.store.judgement_file import Judgement, JudgementFile, Said, Step, read_judgements
    from simcore.store.paths import default_index_path, journal_beside, judgements_path
    from simcore.text.chinese_variants import simplified
    from simcore.text.reading import read_text, read_text_as
    from simcore.workers.pool import make_executor, stop_executor

__all__ = [
    "CLASSIC_DISTANCE",
    "COPY_NAMES",
    "DEFAULT_DISTANCE",
    "DEFAULT_EXCLUDE",
    "DEFAULT_INCLUDE",
    "DEFAULT_SIMILARITY",
    "GREATEST_DISTANCE",
    "LEAST_CONTAINMENT",
    "LEAST_FEATURES",
    "LEAST_SIMILARITY",
    "RECIPES",
    "Action",
    "Batch",
    "Cancelled",
    "Change",
    "Changes",
    "Choice",
    "Choices",
    "Chosen",
    "Comparison",
    "ConfigError",
    "Counts",
    "Deciding",
    "DecodedText",
    "DesktopTrash",
    "DifferingBit",
    "Document",
    "DocumentId",
    "Explanation",
    "Feature",
    "Fingerprint",
    "FingerprintIndex",
    "FolderError",
    "Group",
    "Grouping",
    "IndexCorruptError",
    "IndexFileError",
    "IndexFullError",
    "IndexTooNewError",
    "Influence",
    "Journal",
    "JournalError",
    "JournalMark",
    "Judgement",
    "JudgementFile",
    "Judgements",
    "KeepBy",
    "KeepRule",
    "Kind",
    "Member",
    "NoProgress",
    "NoTrash",
    "Operation",
    "Pair",
    "PairColumns",
    "PairSort",
    "Parallel",
    "Parallels",
    "Passage",
    "Problem",
    "ProblemStage",
    "Progress",
    "ReadAs",
    "ReadError",
    "Recipe",
    "Reliance",
    "Removal",
    "RemovalPlan",
    "Result",
    "ResultsFileError",
    "Retry",
    "Role",
    "Roles",
    "Said",
    "SavedResults",
    "ScanConfig",
    "ScanReport",
    "Side",
    "SimcoreError",
    "Similar",
    "Spared",
    "Sparing",
    "Stage",
    "State",
    "Step",
    "TextFigures",
    "TextId",
    "Trace",
    "Trash",
    "TrashError",
    "Volumes",
    "by_hand_only",
    "candidate_pairs",
    "carry_out",
    "check_removal",
    "choose_kept",
    "compare_as",
    "default_index_path",
    "explain",
    "find_changes",
    "find_parallels",
    "find_recipe",
    "find_similar",
    "hamming_distance",
    "journal_beside",
    "judgements_path",
    "last_batch",
    "load_results",
    "make_executor",
    "pair_columns",
    "parse_keep_rules",
    "plan_pruning",
    "plan_removal",
    "read_again",
    "read_judgements",
    "read_text",
    "read_text_as",
    "recall",
    "recall_similar",
    "recover",
    "regroup",
    "save_results",
    "scan",
    "simhash",
    "simplified",
    "stop_executor",
    "undo",
    "votes",
    "without_documents",
    "write_groups",
    "write_problems",
    "write_spreadsheet",
]

_LATER = {
    "pipeline.changes": (
        "Change",
        "Changes",
        "find_changes",
    ),
    "removal.check": ("check_removal",),
    "removal.rules.choices": (
        "Choice",
        "Choices",
        "Chosen",
        "Deciding",
        "Spared",
        "Sparing",
    ),
    "grouping.pair_columns": (
        "PairColumns",
        "PairSort",
        "pair_columns",
    ),
    "removal.carrying_out": ("carry_out",),
    "analysis.explain": ("explain",),
    "analysis.explanation": (
        "DifferingBit",
        "Explanation",
        "Feature",
        "Influence",
        "Passage",
        "Side",
    ),
    "analysis.compare_as": (
        "ReadAs",
        "TextFigures",
        "compare_as",
    ),
    "fingerprint.simhash": (
        "hamming_distance",
        "simhash",
        "votes",
    ),
    "store.index": ("FingerprintIndex",),
    "removal.journal.journal": (
        "Journal",
        "Reliance",
    ),
    "store.judgement_file": (
        "Judgement",
        "JudgementFile",
        "Said",
        "Step",
        "read_judgements",
    ),
    "removal.rules.choosing": ("choose_kept",),
    "analysis.parallels": (
        "Parallel",
        "Parallels",
        "find_parallels",
    ),
    "pipeline.scan": (
        "recall",
        "scan",
    ),
    "store.paths": (
        "default_index_path",
        "journal_beside",
        "judgements_path",
    ),
    "workers.pool": (
        "make_executor",
        "stop_executor",
    ),
    "pipeline.proposals": ("candidate_pairs",),
    "removal.rules.pruning": ("plan_pruning",),
    "text.reading": (
        "read_text",
        "read_text_as",
    ),
    "fingerprint.recipes": (
        "RECIPES",
        "Recipe",
        "find_recipe",
    ),
    "removal.recovery": ("recover",),
    "grouping.regroup": ("regroup",),
    "removal.plan": (
        "Removal",
        "RemovalPlan",
        "by_hand_only",
        "plan_removal",
    ),
    "reports.tables": (
        "write_groups",
        "write_problems",
        "write_spreadsheet",
    ),
    "reports.saved_writer": (
        "SavedResults",
        "save_results",
    ),
    "reports.saved_reader": ("load_results",),
    "pipeline.retry": (
        "Retry",
        "read_again",
    ),
    "files.roles": (
        "Role",
        "Roles",
    ),
    "pipeline.similar": (
        "Similar",
        "find_similar",
        "recall_similar",
    ),
    "grouping.subset": ("without_documents",),
    "files.trash": (
        "DesktopTrash",
        "NoTrash",
        "Trash",
        "TrashError",
    ),
    "removal.undoing": (
        "last_batch",
        "undo",
    ),
    "text.chinese_variants": ("simplified",),
    "files.volumes": ("Volumes",),
}
"""What is imported when it is first asked for, by the module that it is in."""

# a type checker would take any name for a public one
if not typing.TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a public name. Raises ``AttributeError`` for any other."""
        for module, names in _LATER.items():
            if name in names:
                value = getattr(importlib.import_module(f"simcore.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
