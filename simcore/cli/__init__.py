"""The command line: the engine for scripts and terminals.

A command imports what it needs when it runs.
"""
