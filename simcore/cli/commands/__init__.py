"""The commands, a module each; a function named after the command adds its options.

To add one, write its module here and name it in the table of ``simcore.cli.main``.
"""
