"""Variorum's window: a Qt application around the engine ``simcore``.

In a checkout this package is called ``app``. Installed it is called ``variorum``, since people have
modules of their own that are called ``app``; so it imports its own modules relatively.
"""
