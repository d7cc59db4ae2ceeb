"""The paths of the files that ship with the program: icons, sample documents."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path


def resource(*names: str) -> Path:
    """Return the path of a bundled file or folder; it need not exist.

    Installed, the files are the package ``variorum_resources``; in a source checkout they are the
    folder ``resources`` beside this package.
    """
    return _root().joinpath(*names)


@cache
def _root() -> Path:
    # importlib.resources does the same, and takes twenty times as long to import
    package = find_spec("variorum_resources")
    if package is not None and package.submodule_search_locations:
        return Path(package.submodule_search_locations[0])
    return Path(__file__).resolve().parents[2] / "resources"
