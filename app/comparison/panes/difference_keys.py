"""Which keys move the caret of a pane."""

from PySide6.QtGui import QKeySequence

__all__ = ["CARET_KEYS"]

_WAYS = {
    "NextChar": ("sideways", 1),
    "PreviousChar": ("sideways", -1),
    "NextWord": ("word", 1),
    "PreviousWord": ("word", -1),
    "NextLine": ("rows", 1),
    "PreviousLine": ("rows", -1),
    "NextPage": ("pages", 1),
    "PreviousPage": ("pages", -1),
    "StartOfLine": ("edge", -1),
    "EndOfLine": ("edge", 1),
    "StartOfDocument": ("whole", -1),
    "EndOfDocument": ("whole", 1),
}

CARET_KEYS = {
    QKeySequence.StandardKey[f"{verb}{place}"]: (*way, verb == "Select")
    for place, way in _WAYS.items()
    for verb in ("MoveTo", "Select")
}
"""By standard key: which way the caret goes, how far, and whether text is selected on the way."""
