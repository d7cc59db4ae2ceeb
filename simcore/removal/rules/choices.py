"""What keep rules choose: which document of each group stays, which would be marked, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from simcore.model.records import DocumentId, Kind
from simcore.removal.rules.rules import KeepRule


class DecisionGround(StrEnum):
    """The ground of the decision that one document stays and not another, see ``choose_kept``."""

    RULE = "rule"
    CHOSEN = "chosen"  # the user made it the kept one
    PROTECTED = "protected"  # it stays anyway, and the rules chose it again
    WHOLE = "whole"  # the others are parts of it, and of no other
    TIME = "time"  # equal by all rules: the time of modification of the other one says nothing
    GROUP = "group"  # equal by all rules: what its group keeps
    COPY_NAME = "copy-name"  # equal by all rules: what is not called a copy, before what is
    PATH = "path"  # equal by all rules: the first path


class SpareReason(StrEnum):
    """The reason why ``choose_kept`` does not mark a document."""

    KIND = "kind"  # its kind is not to be marked
    BY_HAND = "by-hand"  # no rule may mark it
    DATES = "dates"  # name and date disagree about which of its group is the latest
    ROLE = "role"  # its folder is protected or excluded
    INSIDE = "inside"  # it is inside an archive or a mailbox
    NEEDED = "needed"  # it stays for another group
    UNKNOWN = "unknown"  # it was never compared with what stays
    HIDDEN = "hidden"  # it is not shown


@dataclass(frozen=True, slots=True)
class Chosen:
    """A document to mark: its kind to the one that stays, and what decided between them.

    ``rule`` is the rule, if ``ground`` is ``RULE``. ``same_time`` is whether the rules were about
    time alone, and found a tie since both were modified at the same time. See ``choose_kept``.
    """

    document: DocumentId
    kind: Kind
    resemblance: float
    ground: DecisionGround
    rule: KeepRule | None = None
    same_time: bool = False


@dataclass(frozen=True, slots=True)
class Spared:
    """A document that is not marked, and why: see ``choose_kept``."""

    document: DocumentId
    reason: SpareReason


@dataclass(frozen=True, slots=True)
class Choice:
    """One group, numbered from 1: which document would stay, which would be marked, and why.

    ``stays`` is in no other group marked. With ``copies`` on it is no more than the one that stays
    of copies with a text of their own, in a group in which another document stays before: these
    choices follow that of their group, and have no ``spared``. See ``choose_kept``.
    """

    group: int
    stays: DocumentId
    marked: tuple[Chosen, ...]
    spared: tuple[Spared, ...]
    copies: bool = False

    @property
    def decided(self) -> bool:
        """Whether something is marked, or nothing of the group was to be marked."""
        return bool(self.marked) or all(one.reason is SpareReason.KIND for one in self.spared)


@dataclass(frozen=True, slots=True)
class Choices:
    """What rules choose in a report; groups of which no document is present are left out.

    ``size`` is the size of the documents to mark in bytes; ``documents`` counts all considered.
    See ``choose_kept``.
    """

    groups: tuple[Choice, ...]
    documents: int
    size: int

    def marked(self) -> Iterator[tuple[Choice, Chosen]]:
        """Yield each document to mark once, with its group."""
        for choice in self.groups:
            for chosen in choice.marked:
                yield choice, chosen
