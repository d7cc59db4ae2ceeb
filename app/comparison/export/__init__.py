"""Differences as a web page or a patch.

Exports: saving a comparison to a file.
"""
