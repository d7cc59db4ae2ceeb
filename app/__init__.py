"""Variorum's window: a Qt application around the engine ``simcore``.

This package is ``app`` in a checkout and ``variorum`` when installed, since other packages may be
called ``app``; so it imports its own modules relatively.
"""
