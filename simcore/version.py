"""The version of the program that is installed."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("variorum")
    """The version that is installed; "unknown" in a checkout that was never installed."""
except PackageNotFoundError:
    __version__ = "unknown"
