"""Widgets and desktop services that do not depend on documents."""
