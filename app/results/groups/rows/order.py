"""The order of groups, and of the members of each: by the values of a column, without Qt.

Orders are computed in a background thread.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.background.gradual import Check, nobody_asks, sorted_numbers
from app.results.groups.rows.table import GroupTable
from app.results.groups.view.columns import GroupColumn
from simcore import Member


class Order(NamedTuple):
    """A column and a direction; without a column it is the report's own order.

    A group sorts by what its title tells (similarity: the worst; size: what is to gain), by the
    greatest distance or the least certain kind, else by its kept document. Equals keep the
    report's order either way.
    """

    column: GroupColumn | None = None
    descending: bool = False

    def groups(
        self, table: GroupTable, wanted: Sequence[int], check: Check = nobody_asks
    ) -> Sequence[int]:
        """Return the numbers of the groups ``wanted`` in this order; raises what check does."""
        if self.column is None:
            return wanted
        key = self.column.definition.group_key(table)
        order = sorted_numbers(
            len(wanted), lambda position: key(wanted[position]), check, descending=self.descending
        )
        return [wanted[position] for position in order]

    def members(self, table: GroupTable, members: Sequence[Member]) -> Sequence[Member]:
        """Return members of a group in this order."""
        if self.column is None or len(members) < 2:
            return members
        key = self.column.definition.member_key(table)
        return sorted(members, key=key, reverse=self.descending)
