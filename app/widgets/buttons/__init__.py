"""Buttons that are painted alike in all styles of the desktop.

Exports: FilledButton, ToolButton, and ``give_sign`` for the actions that such buttons show.

May import: language, looks.
"""
