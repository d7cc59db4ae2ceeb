"""Plain values that every stage passes on, the errors and the progress protocol.

No NumPy, no file access: this room is imported by a window before the first folder is chosen.

Exports: the frozen records (Document, Pair, Group, Problem ...), ScanConfig, ScanReport,
Judgements, Action and Operation, Progress, SimcoreError and the errors below it.

May import: no other room.
"""
