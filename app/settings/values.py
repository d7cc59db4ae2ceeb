"""Values of the settings that several rooms share, without Qt."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from simcore import KeepRule, Kind, Role, ScanConfig

FolderSet = tuple[Path, ...]
"""Folders that were scanned together."""


class Closing(StrEnum):
    """What closing the window means while folders are watched."""

    ASK = "ask"
    STAY = "stay"  # in the tray
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class SeenArrival:
    """What a watch told at a time, in seconds since 1970, and a person has looked at."""

    time: float
    path: Path


@dataclass(frozen=True, slots=True)
class FolderRole:
    """A resolved folder and its role, as stored in the settings."""

    folder: Path
    role: Role


@dataclass(frozen=True, slots=True)
class Preset:
    """The settings of a scan under a name."""

    name: str
    config: ScanConfig


@dataclass(frozen=True, slots=True)
class MarkingRules:
    """Rules in their order, and the kinds of documents to mark."""

    rules: tuple[KeepRule, ...] = ()
    kinds: tuple[Kind, ...] = (Kind.IDENTICAL, Kind.SAME_TEXT)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A ruling under a name."""

    name: str
    config: MarkingRules
