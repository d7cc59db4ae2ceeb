"""Removals: question, execution, results, undo and history."""
