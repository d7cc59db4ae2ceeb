"""The SQLite index of everything that was read, and the files beside it.

Beside it are judgements, folder roles and settings, arrivals of a watch, and caches of extracted
texts. The index stores each value once. Blocks have no index by text: deleting a text must delete
its fingerprints and blocks too. No id of a text is used twice, so the newest text always stays.
"""
