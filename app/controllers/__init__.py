"""Commands of the user that concern several rooms, from the signal to the answer.

Those of one room are in that room, beside its view.

Exports: ScanController, ComparisonController, FolderRoles, TakingBack; the application makes one of
each.

May import: every other room.
"""
