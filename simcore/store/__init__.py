"""The SQLite index of everything that was read, and the file of judgements beside it.

The index holds each thing once: paths as folder and name, fingerprints, blocks and samples by text.
All SQL of the engine stands here and in the journal.

Exports: FingerprintIndex, JudgementFile, Documents, the paths of both files.

May import: model, files, fingerprint, candidates.
"""
