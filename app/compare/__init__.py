"""Two documents side by side: their texts and differences, and why they are similar.

Texts may have any length: an alignment is two lists of line numbers and a letter per row, a sheet
makes blocks on demand, a pane lays out what is visible, and lines of more than 1,000 characters are
cut into blocks. A comparison first shows the beginning, then all lines, then pairs similar lines.
"""
