"""The formats of documents, a reader each.

A format is a line of ``simcore.model.formats`` and a function ``read(data, encoding)`` here, which
imports its parser when it is called. ``reading`` chooses the reader of a file.
"""
