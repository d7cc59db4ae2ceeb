"""Plain values that every stage passes on, the errors and the progress protocol.

No NumPy, no file access: the window imports this room before the first folder is chosen.
"""
