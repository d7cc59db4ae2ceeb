"""Variorum's window: a Qt application around the engine ``simcore``."""
