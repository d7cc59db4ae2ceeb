"""Two texts to aligned rows, in stages; no Qt.

An alignment is two lists of line numbers and a letter a row, so texts may have any length.

Exports: align and its Alignment, the Sheet of blocks, text as it is shown.

May import: no other room.
"""
