"""Two documents side by side: their texts, differences, and why they are alike.

Texts may have any length: an alignment is two lists of line numbers and a letter a row, a sheet
makes a block when it is asked for one, a pane lays out what is in view, and lines of more than
1,000 characters are cut into blocks. A comparison shows its beginning, then all lines, then similar
ones paired.
"""
