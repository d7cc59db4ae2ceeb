"""The state of the program, without a widget: results, judgements, the running job.

Exports: Session, its Results and Job, the order of undo, the sharing of Python's lock.

May import: background.
"""
