"""The groups as Qt shows them: models, the table that folds, keys and actions.

Exports: GroupModel, GroupView.

May import: what results may.
"""
