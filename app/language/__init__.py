"""The languages of the window: translations, punctuation, figures and paths in words.

Nothing translated is kept at import, and nothing shown is put together by signs outside
``punctuation``.

A change of the language creates a new window: the session continues, and the new window takes over
what the old one showed.

Exports: Languages, wording of figures, paths and reasons of the engine, bundled files.

May import: no other room.
"""
