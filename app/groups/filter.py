"""GroupFilter: which documents of the groups are shown, without a window."""

import os
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRegularExpression

from simcore.files.names import composed
from simcore.grouping.freeing import surest_kinds
from simcore.model.records import DocumentId, Kind
from simcore.model.report import Member

from ..tasks import Check, never_cancelled, stepped
from ..wording import folded
from .table import GroupTable


@dataclass(frozen=True, slots=True)
class Shown:
    """The shown groups, by number, in the report's order.

    ``parts`` has the places of shown members, for groups with hidden members. ``hidden`` are the
    documents that are shown in no group, without kept ones.
    """

    groups: Sequence[int]
    parts: Mapping[int, tuple[int, ...]]
    hidden: AbstractSet[DocumentId]
    documents: int


@dataclass(frozen=True, slots=True)
class GroupFilter:
    """Shows documents, and with them the kept documents of their groups.

    ``text`` is searched in the paths of a document and of its kept document, without regard to case
    and Unicode form; with ``regular`` it is a Perl-compatible regular expression. ``kinds`` are
    shown, all if empty; a document in two groups counts where its kind is the surest, as in
    ``safe_to_free``. ``numbers`` shows what differs in numbers only, ``short`` what is too short
    for the distance to mean much, ``folder`` what is below it. ``across`` hides groups that lie in
    one scanned folder. ``only`` shows these documents; None shows all.
    """

    text: str = ""
    regular: bool = False
    kinds: frozenset[Kind] = frozenset()
    numbers: bool = False
    short: bool = False
    across: bool = False
    folder: Path | None = None
    only: frozenset[DocumentId] | None = None

    @property
    def empty(self) -> bool:
        return self == GroupFilter(regular=self.regular)

    def error(self) -> str:
        if not self.regular or not self.text:
            return ""
        pattern = QRegularExpression(self.text)
        return "" if pattern.isValid() else pattern.errorString()

    def apply(self, table: GroupTable, check: Check = never_cancelled) -> Shown:
        """Return the shown part of a report; an invalid regular expression matches nothing."""
        groups = table.groups
        if self.empty:
            return Shown(range(len(groups)), {}, frozenset(), table.totals.documents)
        passes = self._passing(table, check)
        found: list[int] = []
        parts: dict[int, tuple[int, ...]] = {}
        # one call that builds a set of 500,000 would block the window
        hidden: set[DocumentId] = set()
        visible: set[DocumentId] = set()
        for number in stepped(range(len(groups)), check):
            members = groups[number].members
            flags = passes[table.offsets[number] + 1 : table.offsets[number + 1]]
            if True not in flags:
                hidden.update([one.document for one in members])
                continue
            found.append(number)
            visible.add(groups[number].representative)
            if False not in flags:
                visible.update([one.document for one in members])
                continue
            parts[number] = tuple(position for position, flag in enumerate(flags) if flag)
            for one, flag in zip(members, flags, strict=True):
                (visible if flag else hidden).add(one.document)
        if table.in_more:
            hidden -= visible
        return Shown(found, parts, hidden, len(visible))

    def _passing(self, table: GroupTable, check: Check) -> Sequence[bool]:
        """Return whether each document passes, in the order of ``GroupTable.offsets``."""
        passes = [True] * table.offsets[-1]
        for test in (self._by_member, self._by_folder, self._by_text, self._by_root):
            test(table, passes, check)
        return passes

    def _by_member(self, table: GroupTable, passes: list[bool], check: Check) -> None:
        if not (self.kinds or self.numbers or self.short or self.only is not None):
            return
        surest = surest_kinds(table.report, check) if self.kinds and table.in_more else {}

        def fits(one: Member) -> bool:
            if self.kinds and one.kind not in self.kinds:
                return False
            return (
                surest.get(one.document, one.kind) is one.kind
                and (one.numbers_only or not self.numbers)
                and (one.short or not self.short)
                and (self.only is None or one.document in self.only)
            )

        for number in stepped(range(len(table.groups)), check):
            start, end = table.offsets[number] + 1, table.offsets[number + 1]
            passes[start:end] = map(fits, table.groups[number].members)

    def _by_folder(self, table: GroupTable, passes: list[bool], check: Check) -> None:
        if self.folder is None:
            return
        below = _below(self.folder)
        for position, path in enumerate(stepped(table.paths(check), check)):
            if not path.startswith(below):
                passes[position] = False

    def _by_text(self, table: GroupTable, passes: list[bool], check: Check) -> None:
        if not self.text:
            return
        hits = self._hits(table, check)
        for number in stepped(range(len(table.groups)), check):
            start, end = table.offsets[number], table.offsets[number + 1]
            if hits[start]:  # a matching kept document shows its whole group
                continue
            passes[start:end] = [
                before and hit
                for before, hit in zip(passes[start:end], hits[start:end], strict=True)
            ]

    def _hits(self, table: GroupTable, check: Check) -> list[bool]:
        paths = table.searched(check) if self.regular else table.folded(check)
        if self.regular:
            matches = self._expression()
            return [matches(composed(path)) for path in stepped(paths, check)]
        needle = folded(self.text)
        return [needle in path for path in stepped(paths, check)]

    def _expression(self) -> Callable[[str], bool]:
        # Python's re has no time limit: a nested expression blocks all threads
        pattern = QRegularExpression(
            composed(self.text), QRegularExpression.PatternOption.CaseInsensitiveOption
        )
        if not pattern.isValid():
            return lambda _: False
        return lambda path: pattern.match(path).hasMatch()

    def _by_root(self, table: GroupTable, passes: list[bool], check: Check) -> None:
        if not self.across:
            return
        roots = sorted((_below(one) for one in table.report.folders), key=len, reverse=True)
        paths = table.paths(check)
        for number in stepped(range(len(table.groups)), check):
            start, end = table.offsets[number], table.offsets[number + 1]
            home = _root(paths[start], roots)
            if all(_root(path, roots) == home for path in paths[start + 1 : end]):
                passes[start:end] = [False] * (end - start)


def _below(folder: Path) -> str:
    return str(folder).rstrip(os.sep) + os.sep


def _root(path: str, roots: Sequence[str]) -> str:
    return next((root for root in roots if path.startswith(root)), "")
