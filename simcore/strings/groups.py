"""Groups of near-duplicates among strings in memory, each around the text to keep."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.copies import related_to_kept
from simcore.model.config import DEFAULT_CONTAINMENT, DEFAULT_SIMILARITY, USUAL_RECIPE, Grouping
from simcore.model.kinds import Kind, OnlyIn
from simcore.model.records import MeasuredBy
from simcore.reports.frames import frame
from simcore.reports.tables import shares_of, shown_name
from simcore.strings.given import ProgressCall, Texts, configured
from simcore.strings.pairs import told
from simcore.strings.reading import ReportedStrings, StringProblem, report_strings

_SHOWN = 5
_COLUMNS = ("group", "key", "kept", "kind", *"similarity in_kept kept_in distance".split())
_COLUMNS += ("numbers_only", "only_in", "measure", "parts", "copy_of")


class StringMember(NamedTuple):
    """A text of a group by its key, and what it is to the kept one: see ``groups``.

    ``in_kept`` is how much of it the kept text holds, ``kept_in`` how much of the kept one it
    holds; with ``similarity`` these are exact, from 0 to 1, or None where the two were never
    compared. ``copy_of`` is the key of an earlier member that it equals, or None. All else is as in
    ``Member``.
    """

    key: Hashable
    kind: Kind
    similarity: float | None
    in_kept: float | None
    kept_in: float | None
    distance: int
    numbers_only: bool
    only_in: OnlyIn | None
    measure: MeasuredBy
    copy_of: Hashable | None = None


@dataclass(frozen=True, slots=True)
class StringGroup:
    """The key of the text to keep, and the other texts, the most alike first: see ``groups``.

    With ``parts`` the kept text holds most of each other one, and these are not near it; a text may
    be in one group of either sort.
    """

    kept: Hashable
    members: tuple[StringMember, ...]
    parts: bool = False

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The keys of all its texts, that of the kept one first."""
        return self.kept, *(member.key for member in self.members)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StringGroups(Sequence[StringGroup]):
    """What ``simcore.groups`` returns: near-duplicates first, texts with their parts, forms.

    A sequence. ``keys``, ``fingerprints``, ``short`` and ``problems`` are as in ``StringPairs``.
    """

    groups: tuple[StringGroup, ...]
    keys: Sequence[Hashable]
    fingerprints: NDArray[np.uint64]
    short: NDArray[np.bool_]
    problems: tuple[StringProblem, ...]

    @overload
    def __getitem__(self, at: int) -> StringGroup: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[StringGroup, ...]: ...

    def __getitem__(self, at: int | slice) -> StringGroup | tuple[StringGroup, ...]:
        return self.groups[at]

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[StringGroup]:
        return iter(self.groups)

    def __repr__(self) -> str:
        lines = []
        for group in self.groups[:_SHOWN]:
            others = ", ".join(
                f"{one.key!r} ({shown_name(one.kind, numbers_only=one.numbers_only)})"
                for one in group.members[:_SHOWN]
            )
            more = len(group.members) - _SHOWN
            lines.append(f"  {group.kept!r}: {others}" + (f" and {more:,} more" * (more > 0)))
        if len(self) > _SHOWN:
            lines.append(f"  and {len(self) - _SHOWN:,} more")
        return "\n".join([f"<{told(len(self), 'group', len(self.keys), self.problems)}>", *lines])

    def to_pandas(self) -> Any:  # pandas is optional
        """Return a ``pandas.DataFrame`` with a row a text of a group, the kept one first.

        ``group`` counts from 1; of the kept text ``kind`` is "kept" and all figures are missing.
        Raises ``SimcoreError`` without pandas.
        """
        rows: list[Sequence[object]] = []
        for number, group in enumerate(self.groups, 1):
            rows.append((number, group.kept, True, "kept", *[None] * 7, group.parts, None))
            rows += [
                (number, one.key, False, *one[1:-1], group.parts, one.copy_of)
                for one in group.members
            ]
        return frame(_COLUMNS, rows)


def groups(
    texts: Texts,
    *,
    similarity: float = DEFAULT_SIMILARITY,
    containment: float = DEFAULT_CONTAINMENT,
    distance: int | None = None,
    contained: bool = True,
    grouping: Grouping | str = Grouping.LEADERS,
    recipe: str = USUAL_RECIPE,
    jobs: int | None = 0,
    progress: ProgressCall | None = None,
) -> StringGroups:
    """Find groups of near-duplicates among texts, as ``variorum groups`` does among files.

    Texts and parameters are as for ``simcore.pairs``, ``grouping`` as in ``ScanConfig``. Which text
    is kept follows from the texts alone: one that holds the others, then the one that states the
    later date, that has most copies, that is most alike to all, the longest, the first. Of forms,
    earlier versions and texts that are only linked (see ``Kind``) most is their own: they are no
    copies of the kept one.

    Raises what ``simcore.pairs`` does.

    >>> found = groups([
    ...     "今天天气很好，我们一起去公园散步，看见许多孩子在放风筝。",
    ...     "今天天气很好,我们一起去公园散步,看见许多孩子在放风筝",
    ...     "会议讨论了项目进度，安排下周完成初稿。",
    ... ])
    >>> [(group.kept, [(one.key, one.kind.value) for one in group.members]) for group in found]
    [(0, [(1, 'similar')])]
    """
    config = configured(
        recipe,
        similarity,
        containment,
        distance,
        contained=contained,
        grouping=grouping,
        jobs=jobs,
    )
    found = report_strings(texts, config, progress)
    return StringGroups(
        tuple(_groups(found)), found.keys, found.fingerprints, found.short, found.problems
    )


def _groups(found: ReportedStrings) -> Iterator[StringGroup]:
    documents = found.report.documents
    shares = shares_of(found.report)
    for group in found.report.groups:
        originals = {one.document: one.copy_of for one in group.members}
        members = tuple(
            StringMember(
                found.key(documents[one.document]),
                one.kind,
                *shares(group, one),
                one.distance,
                one.numbers_only,
                one.only_in,
                one.measure,
                None if (of := originals[one.document]) is None else found.key(documents[of]),
            )
            for one in related_to_kept(group)
        )
        yield StringGroup(found.key(documents[group.representative]), members, group.parts)
