"""Find near-duplicate text: scan folders, fingerprint, index, verify, group, report.

Everything a program needs is here; nothing of it knows a window. A scan in five lines::

    config = ScanConfig()
    executor = make_executor(config.jobs, config.seconds_a_file)
    with FingerprintIndex(default_index_path()) as index, executor:
        report = scan([Path("documents")], config, index, executor)
    for group in report.groups:
        print(report.documents[group.representative].path, len(group.members))
"""

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
    ReadError,
    SimcoreError,
)
from simcore.explain import DifferingBit, Explanation, Feature, Passage, Side, explain
from simcore.fingerprint import hamming_distance, simhash, votes
from simcore.index import FingerprintIndex, default_index_path
from simcore.pipeline import recall, regroup, scan
from simcore.pool import make_executor, stop_executor
from simcore.progress import Cancelled, NoProgress, Progress, Stage
from simcore.proposals import candidate_pairs
from simcore.reading import read_text
from simcore.recipes import RECIPES, Recipe, find_recipe
from simcore.records import (
    Comparison,
    Counts,
    DecodedText,
    Document,
    DocumentId,
    Fingerprint,
    Group,
    Kind,
    Member,
    Pair,
    Problem,
    ProblemStage,
    ScanReport,
    TextId,
)
from simcore.removal import Removal, RemovalPlan, check_removal, plan_removal
from simcore.report import write_groups
from simcore.similar import Similar, find_similar, recall_similar

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
    "Cancelled",
    "Comparison",
    "ConfigError",
    "Counts",
    "DecodedText",
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
    "Kind",
    "Member",
    "NoProgress",
    "Pair",
    "Passage",
    "Problem",
    "ProblemStage",
    "Progress",
    "ReadError",
    "Recipe",
    "Removal",
    "RemovalPlan",
    "ScanConfig",
    "ScanReport",
    "Side",
    "SimcoreError",
    "Similar",
    "Stage",
    "TextId",
    "candidate_pairs",
    "check_removal",
    "default_index_path",
    "explain",
    "find_recipe",
    "find_similar",
    "hamming_distance",
    "make_executor",
    "plan_removal",
    "read_text",
    "recall",
    "recall_similar",
    "regroup",
    "scan",
    "simhash",
    "stop_executor",
    "votes",
    "write_groups",
]
