"""Watched folders: a process beside the window watches them, a list shows what came."""
