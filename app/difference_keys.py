"""Which keys move the caret of a pane."""

from PySide6.QtGui import QKeySequence

__all__ = ["CARET_KEYS"]

CARET_KEYS = {
    QKeySequence.StandardKey.MoveToNextChar: ("sideways", 1, False),
    QKeySequence.StandardKey.MoveToPreviousChar: ("sideways", -1, False),
    QKeySequence.StandardKey.SelectNextChar: ("sideways", 1, True),
    QKeySequence.StandardKey.SelectPreviousChar: ("sideways", -1, True),
    QKeySequence.StandardKey.MoveToNextWord: ("word", 1, False),
    QKeySequence.StandardKey.MoveToPreviousWord: ("word", -1, False),
    QKeySequence.StandardKey.SelectNextWord: ("word", 1, True),
    QKeySequence.StandardKey.SelectPreviousWord: ("word", -1, True),
    QKeySequence.StandardKey.MoveToNextLine: ("rows", 1, False),
    QKeySequence.StandardKey.MoveToPreviousLine: ("rows", -1, False),
    QKeySequence.StandardKey.SelectNextLine: ("rows", 1, True),
    QKeySequence.StandardKey.SelectPreviousLine: ("rows", -1, True),
    QKeySequence.StandardKey.MoveToNextPage: ("pages", 1, False),
    QKeySequence.StandardKey.MoveToPreviousPage: ("pages", -1, False),
    QKeySequence.StandardKey.SelectNextPage: ("pages", 1, True),
    QKeySequence.StandardKey.SelectPreviousPage: ("pages", -1, True),
    QKeySequence.StandardKey.MoveToStartOfLine: ("edge", -1, False),
    QKeySequence.StandardKey.MoveToEndOfLine: ("edge", 1, False),
    QKeySequence.StandardKey.SelectStartOfLine: ("edge", -1, True),
    QKeySequence.StandardKey.SelectEndOfLine: ("edge", 1, True),
    QKeySequence.StandardKey.MoveToStartOfDocument: ("whole", -1, False),
    QKeySequence.StandardKey.MoveToEndOfDocument: ("whole", 1, False),
    QKeySequence.StandardKey.SelectStartOfDocument: ("whole", -1, True),
    QKeySequence.StandardKey.SelectEndOfDocument: ("whole", 1, True),
}
"""By standard key: which way the caret goes, how far, and whether text is selected on the way."""
