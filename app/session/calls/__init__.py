"""The calls run in background threads, and their answers, without widgets.

A call takes its ``Task``, to report progress and to be cancelled, and returns a value.
"""
