"""The languages of the window: translations, punctuation, figures and paths in words.

Nothing translated is kept at import, and nothing shown is put together by signs outside
``punctuation``.

A language is changed by making the window anew: the session goes on, and the new window takes over
what the old one showed.

Exports: Languages, wording of figures and paths, messages of the engine, bundled files.

May import: no other room.
"""
