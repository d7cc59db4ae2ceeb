"""Patterns of paths as git reads them, and the files .gitignore and .ignore that hold such.

Exports: glob_regex, IgnoreFiles.

May import: what files may.
"""
