"""The groups as Qt shows them: columns, models, the table that folds, keys and actions.

Exports: GroupModel, GroupView, GroupColumn.

May import: what results may.
"""
