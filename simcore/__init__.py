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

from simcore.config import (
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
from simcore.errors import (
    ConfigError,
    FolderError,
    IndexCorruptError,
    IndexFileError,
    IndexFullError,
    IndexTooNewError,
    JournalError,
    ReadError,
    SimcoreError,
)
from simcore.operations import Action, Batch, Operation, Result, State, Trace
from simcore.progress import Cancelled, NoProgress, Progress, Stage
from simcore.records import (
    Comparison,
    Counts,
    DecodedText,
    Document,
    DocumentId,
    Fingerprint,
    Group,
    JournalMark,
    Kind,
    Member,
    Pair,
    Problem,
    ProblemStage,
    ScanReport,
    TextId,
)

if typing.TYPE_CHECKING:
    from simcore.check import check_removal
    from simcore.deletion import carry_out
    from simcore.explanation import DifferingBit, Explanation, Feature, Passage, Side, explain
    from simcore.fingerprint import hamming_distance, simhash, votes
    from simcore.index import FingerprintIndex
    from simcore.journal import Journal, Reliance
    from simcore.pipeline import recall, regroup, scan
    from simcore.place import default_index_path, journal_beside
    from simcore.pool import make_executor, stop_executor
    from simcore.proposals import candidate_pairs
    from simcore.reading import read_text
    from simcore.recipes import RECIPES, Recipe, find_recipe
    from simcore.recovery import recover
    from simcore.removal import Removal, RemovalPlan, by_hand_only, plan_removal
    from simcore.report import write_groups
    from simcore.roles import Role, Roles
    from simcore.similar import Similar, find_similar, recall_similar
    from simcore.trash import DesktopTrash, NoTrash, Trash, TrashError
    from simcore.undoing import last_batch, undo
    from simcore.volumes import Volumes

__all__ = [
    "CLASSIC_DISTANCE",
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
    "Comparison",
    "ConfigError",
    "Counts",
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
    "Journal",
    "JournalError",
    "JournalMark",
    "Kind",
    "Member",
    "NoProgress",
    "NoTrash",
    "Operation",
    "Pair",
    "Passage",
    "Problem",
    "ProblemStage",
    "Progress",
    "ReadError",
    "Recipe",
    "Reliance",
    "Removal",
    "RemovalPlan",
    "Result",
    "Role",
    "Roles",
    "ScanConfig",
    "ScanReport",
    "Side",
    "SimcoreError",
    "Similar",
    "Stage",
    "State",
    "TextId",
    "Trace",
    "Trash",
    "TrashError",
    "Volumes",
    "by_hand_only",
    "candidate_pairs",
    "carry_out",
    "check_removal",
    "default_index_path",
    "explain",
    "find_recipe",
    "find_similar",
    "hamming_distance",
    "journal_beside",
    "last_batch",
    "make_executor",
    "plan_removal",
    "read_text",
    "recall",
    "recall_similar",
    "recover",
    "regroup",
    "scan",
    "simhash",
    "stop_executor",
    "undo",
    "votes",
    "write_groups",
]

_LATER = {
    "check": ("check_removal",),
    "deletion": ("carry_out",),
    "explanation": (
        "DifferingBit",
        "Explanation",
        "Feature",
        "Passage",
        "Side",
        "explain",
    ),
    "fingerprint": (
        "hamming_distance",
        "simhash",
        "votes",
    ),
    "index": ("FingerprintIndex",),
    "journal": (
        "Journal",
        "Reliance",
    ),
    "place": (
        "default_index_path",
        "journal_beside",
    ),
    "proposals": ("candidate_pairs",),
    "pipeline": (
        "recall",
        "regroup",
        "scan",
    ),
    "pool": (
        "make_executor",
        "stop_executor",
    ),
    "reading": ("read_text",),
    "recipes": (
        "RECIPES",
        "Recipe",
        "find_recipe",
    ),
    "recovery": ("recover",),
    "removal": (
        "Removal",
        "RemovalPlan",
        "by_hand_only",
        "plan_removal",
    ),
    "report": ("write_groups",),
    "roles": (
        "Role",
        "Roles",
    ),
    "similar": (
        "Similar",
        "find_similar",
        "recall_similar",
    ),
    "trash": (
        "DesktopTrash",
        "NoTrash",
        "Trash",
        "TrashError",
    ),
    "undoing": (
        "last_batch",
        "undo",
    ),
    "volumes": ("Volumes",),
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
