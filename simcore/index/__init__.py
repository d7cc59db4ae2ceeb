"""The SQLite index of everything that was read, and the file of judgements beside it.

The roles and the settings of folders are kept beside both, for every run of the user.

What a watch has told is in a file of its own, for it is about more than this index: other scans
read documents, too, of which no watch has told.

Texts that a parser extracted are kept in a file of their own, a cache that may be lost. Those that
results of a cluster carry along are in one beside these.

The index holds each thing once: paths as folder and name, fingerprints, blocks and sketches by
text. All SQL of the engine is here and in the journal.

Blocks have no index by text: deleting a text must delete its fingerprints and blocks, too. No id of
a text is used twice, so the newest text stays even if no document has it any more. Judgements are
about what a reader sees, by its hash, so they hold for files that are moved or renamed.
"""
