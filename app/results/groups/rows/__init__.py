"""The groups of a report as columns: their contents, filters, orders, rows and marks; no widget.

Exports: GroupTable, GroupColumn, GroupRows, GroupFilter, GroupMarks, Order.

May import: what results may.
"""
