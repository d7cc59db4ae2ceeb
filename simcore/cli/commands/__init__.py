"""The commands, a module each; a function named after the command adds its options.

To add one, write its module here and name it in the table of ``simcore.cli.main``.

Exports: those functions, such as scan_command, which ``simcore.cli.main`` finds by name.

May import: what cli may.
"""
