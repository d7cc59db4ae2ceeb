"""Texts in memory: pairs, groups and figures of strings, and a library of them to ask.

Strings go through the stages of a scan: they are read into an index in memory, compared and grouped
as files are, so that pairs, figures and groups are those of files with these texts. What is done
with files alone is left out: no name decides which of two texts is kept, nor when one was modified.
Nothing is written but by ``Library.save``, no index of the user's is opened, and no process is
started unless ``jobs`` asks for some.
"""
