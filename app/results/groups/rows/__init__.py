"""The groups of a report as columns: filtered, sorted, found by row, marked; no widget.

Exports: GroupTable, GroupRows, GroupFilter, GroupMarks, Order.

May import: background, results.
"""
