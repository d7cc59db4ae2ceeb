"""What the settings keep that several rooms share: plain values, without Qt."""

from dataclasses import dataclass
from pathlib import Path

from simcore import KeepRule, Kind, Role, ScanConfig

FolderSet = tuple[Path, ...]
"""Folders that were scanned together."""


@dataclass(frozen=True, slots=True)
class FolderRole:
    """A folder, resolved, and its role, as the settings keep them."""

    folder: Path
    role: Role


@dataclass(frozen=True, slots=True)
class Preset:
    """The settings of a scan under a name."""

    name: str
    config: ScanConfig


@dataclass(frozen=True, slots=True)
class Ruling:
    """Rules in their order, and what a document must be to the one that stays to be marked."""

    rules: tuple[KeepRule, ...] = ()
    kinds: tuple[Kind, ...] = (Kind.IDENTICAL, Kind.SAME_TEXT)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A ruling under a name."""

    name: str
    config: Ruling
