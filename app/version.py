"""The program's version."""

from importlib import metadata

__all__ = ["version"]


def version() -> str:
    """Return the version of the installed program; "unknown" when it was never installed."""
    try:
        return metadata.version("variorum")
    except metadata.PackageNotFoundError:
        return "unknown"
