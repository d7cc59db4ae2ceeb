"""The command line described for people, manual pages and shells, from its own parsers.

Exports: epilog, command_of, completion, manual_page.

May import: what cli may.
"""
