"""The version of the installed package; asked for when it is wanted, as that takes a while."""

from importlib import metadata

try:
    __version__ = metadata.version("variorum")
except metadata.PackageNotFoundError:
    __version__ = "unknown"
