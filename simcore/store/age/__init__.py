"""How old documents are, and what becomes of those that came too long ago.

A document that is too old leaves the index with all that only it needed. Its file may still lie
there: the index keeps six bytes of a hash of its path, size and time of change, by the day of its
arrival, less what sorting saves. So it is not read again, and comes back as old as it is when the
days become more. A file that was changed or touched is a new one. Judgements, journal, roles and
files are never touched.

Exports: forget_old, outside, shrink, Forgotten, scopes_of, ForgottenFiles.

May import: model, files, candidates, store.
"""
