"""The libraries to compare with that an interpreter has."""

import functools
from pathlib import Path

from benchmarks.speed.processes import run

__all__ = ["installed"]

_NAMES = tuple("rensa datasketch simhash faiss-cpu simhash-pybind kreuzberg markitdown".split())
_CODE = """
import importlib.metadata as metadata, sys
for name in sys.argv[1:]:
    try:
        print(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        pass
"""


@functools.cache
def _listed(python: Path) -> tuple[tuple[str, str], ...]:
    lines = run([str(python), "-c", _CODE, *_NAMES]).output.splitlines()
    return tuple((name, version) for name, version in map(str.split, lines))


def installed(python: Path) -> dict[str, str]:
    """Return the versions of the installed ones, by name."""
    return dict(_listed(python))
