"""Texts in memory: pairs, groups and figures of strings, and a library of them to query.

Strings pass the stages of a scan in an index in memory, so results are those of files with these
texts, except that names and times decide nothing. Nothing is written but by ``Library.save``, and
no process is started unless ``jobs`` asks for one.
"""
