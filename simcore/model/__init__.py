"""Plain values that every stage passes on, the errors and the progress protocol.

No NumPy, no file access: the window imports this room before the first folder is chosen.

Exports: the frozen records (Document, Pair, Group, Problem ...), ScanConfig, ScanReport,
Judgements, Action and Operation, Progress, Reason with its ReasonCode (the table of all reasons
and their English sentences), SimcoreError and the errors below it.

May import: no other room.
"""
