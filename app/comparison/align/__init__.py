"""Two texts to aligned rows, in stages; no Qt.

An alignment is two lists of line numbers and a letter a row, so texts may have any length.

Exports: the alignment, the sheet of blocks, text as it is shown.
"""
