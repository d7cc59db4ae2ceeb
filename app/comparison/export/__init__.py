"""Differences as a web page or a patch.

Exports: DifferenceSaver, which writes the file in the background.

May import: what comparison may.
"""
