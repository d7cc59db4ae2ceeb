"""The SQLite index of everything that was read, and the file of judgements beside it.

The index holds each thing once: paths as folder and name, fingerprints, blocks and samples by text.
All SQL of the engine stands here and in the journal.

Blocks have no index by text: who deletes a text deletes its fingerprints and blocks, too. No id of
a text is given twice, so the newest text stays when no document has it any more. Judgements are
about texts, by their hashes, so they hold for files that are moved or renamed.

Exports: FingerprintIndex, JudgementFile, Documents, the paths of both files.

May import: model, files, fingerprint, candidates.
"""
