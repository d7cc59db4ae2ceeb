"""What keep rules are to do, and sets of them saved under a name: plain values."""

from dataclasses import dataclass

from simcore import KeepRule, Kind

__all__ = ["RuleSet", "Ruling"]


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
