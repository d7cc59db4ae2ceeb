"""The calls run in background threads, and their answers, without widgets.

A call takes its ``Task``, to report progress and to be cancelled, and returns a value.

Exports: scan, recall, open_results, save, find_similar, remove, undo and their outcomes;
TextReader, make_trash, call_filtered.

May import: background.
"""
